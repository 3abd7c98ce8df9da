//! The test of a match: its log-likelihood ratio over time between the bounds, and the numbers behind it.

use std::sync::Arc;

use eframe::egui::{Align2, FontId, Id, Label, Rect, RichText, Ui, pos2, vec2};

use tabia_app::arena::state::Run;
use tabia_games::strength::sheet::ScoreSheet;
use tabia_games::strength::sprt::{Decision, EloModel};
use tabia_host::referee::live::TournamentState;
use tabia_host::referee::plan::SprtPlan;
use tabia_text::{number, signed, t};

use super::set_up::test_model;
use super::show::small;
use crate::gui::look::theme;
use crate::gui::present::memo::once;
use crate::gui::widgets::plot::{self, Axis, Curve, Plot, Point};

/// Height of a row of numbers at the foot, points.
const FOOT: f32 = 44.0;
/// Size of the numbers, points.
const NUMBER: f32 = 16.0;
/// Minimum room between two numbers, points.
const GAP: f32 = 16.0;

pub(super) fn show(ui: &mut Ui, run: &Run) {
    let (Some(sprt), Some(plan)) = (run.sprt(), run.plan.sprt) else { return };
    let p = theme::palette(ui);
    let (low, high) = sprt.bounds();
    let llr = run.curve.last().map_or(0.0, |&(_, llr)| llr);
    ui.horizontal(|ui| {
        let text = RichText::new(signed(llr, 2)).font(FontId::proportional(30.0)).color(p.text);
        ui.label(text);
        ui.add_space(8.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let name = |player: usize| run.names.get(player).map_or("?", String::as_str);
            let verdict = verdict(run, &plan);
            let text = t!("arena-test-of", one = name(0), other = name(1), verdict = verdict);
            ui.add(Label::new(RichText::new(text).color(p.text)).wrap());
            small(
                ui,
                t!(
                    "arena-test-bounds",
                    low = short(plan.elo0),
                    high = short(plan.elo1),
                    alpha = short(plan.alpha * 100.0),
                    beta = short(plan.beta * 100.0),
                    model = test_model(plan.model),
                ),
            );
        });
    });
    let numbers = numbers(run, plan.model);
    let widths = numbers.iter().map(|(_, value)| {
        let font = FontId::proportional(NUMBER);
        ui.painter().layout_no_wrap(value.clone(), font, p.text).size().x
    });
    // The columns are equally wide, and the widest number must fit.
    let widest = widths.fold(0.0, f32::max) + GAP;
    let rows = if ui.available_width() < numbers.len() as f32 * widest { 2 } else { 1 };
    let height = (ui.available_height() - rows as f32 * FOOT).max(60.0);
    let games = run.curve.last().map_or(10, |&(games, _)| games.max(10));
    let curves = curves(ui, run, (plan, [low, high]));
    let reach = |value: f64| value * 1.15;
    let plot = Plot {
        names: [t!("arena-test-llr"), ""],
        curves: &curves[..],
        x: Axis {
            range: (0.0, games.into()),
            unit: 1.0,
            name: t!("arena-test-games"),
            ..Axis::default()
        },
        y: Axis { range: (reach(low.min(llr)), reach(high.max(llr))), ..Axis::default() },
        zero: true,
        height,
        ..Plot::default()
    };
    let (bottom, top) = plot.y.range;
    let field = plot.show(ui).field;
    name_bounds(ui, field, (bottom, top), [low, high]);
    for row in numbers.chunks(numbers.len().div_ceil(rows)) {
        ui.columns(numbers.len().div_ceil(rows), |columns| {
            for (ui, (name, value)) in columns.iter_mut().zip(row) {
                ui.spacing_mut().item_spacing.y = 2.0;
                small(ui, *name);
                ui.add(Label::new(RichText::new(value).size(NUMBER).color(p.text)).truncate());
            }
        });
    }
}

/// What the test has decided, or how close it is.
fn verdict(run: &Run, plan: &SprtPlan) -> String {
    let (low, high, model) = (short(plan.elo0), short(plan.elo1), test_model(plan.model));
    match run.decision() {
        Some(Decision::H1) => t!("arena-test-accepted", low = low, high = high, model = model),
        Some(Decision::H0) => t!("arena-test-rejected", low = low, high = high, model = model),
        None if run.state == (TournamentState::Ended { complete: true }) => {
            t!("arena-test-undecided").to_owned()
        }
        None => match run.games_to_decide() {
            Some(games) => t!("arena-test-open-about", games = games),
            None => t!("arena-test-open").to_owned(),
        },
    }
}

/// Labels both bounds. `bottom` and `top`: the range of the plot.
fn name_bounds(ui: &Ui, field: Rect, (bottom, top): (f64, f64), [low, high]: [f64; 2]) {
    let p = theme::palette(ui);
    // Each label is at its bound's line; inside, as the edges are outside, and on the left, as the curve reaches a
    // bound only at its end. The curve may cross the label, so the label has its own background.
    for (value, align, name) in [
        (high, Align2::LEFT_TOP, t!("arena-test-upper", llr = signed(high, 2))),
        (low, Align2::LEFT_BOTTOM, t!("arena-test-lower", llr = signed(low, 2))),
    ] {
        let y = field.bottom() - ((value - bottom) / (top - bottom)) as f32 * field.height();
        let inside = if value > 0.0 { 3.0 } else { -3.0 };
        let at = pos2(field.left() + 4.0, y + inside);
        let font = FontId::proportional(theme::SMALL);
        let words = ui.painter().layout_no_wrap(name, font, p.text_weak);
        let place = align.anchor_size(at, words.size());
        ui.painter().rect_filled(place.expand2(vec2(3.0, 1.0)), 3, p.panel);
        ui.painter().galley(place.min, words, p.text_weak);
    }
}

/// Both bounds and the curve between them. They are rebuilt when a pair has finished.
fn curves(ui: &Ui, run: &Run, (plan, [low, high]): (SprtPlan, [f64; 2])) -> Arc<Vec<Curve>> {
    let p = theme::palette(ui);
    let key = (run.since, run.curve.len(), t!("language-name"), p.accent);
    once(ui.ctx(), Id::unique("curve of the test"), key, || {
        let games = run.curve.last().map_or(10, |&(games, _)| games.max(10));
        let bound = |value: f64, color, name: &str| {
            let points = [0.0, f64::from(games)];
            let points = points.map(|x| Point::exact(x, value, name.to_owned())).to_vec();
            Curve::new(name, color, points)
        };
        let note =
            |games: u32, llr: f64| t!("arena-test-point", games = games, llr = signed(llr, 2));
        let (few, _) = plot::thinned(&run.curve, |&(_, llr)| llr);
        // The last point is kept, whether it is the highest or lowest of its stretch or not.
        let last = run.curve.last().copied().filter(|last| few.last() != Some(last));
        let points = [(0, 0.0)].into_iter().chain(few).chain(last);
        let points = points.map(|(games, llr)| Point::exact(games.into(), llr, note(games, llr)));
        let model = test_model(plan.model);
        Arc::new(vec![
            bound(high, p.scale[6], &t!("arena-test-h1", elo = short(plan.elo1), model = model)),
            bound(low, p.scale[0], &t!("arena-test-h0", elo = short(plan.elo0), model = model)),
            Curve::new(t!("arena-test-llr"), p.accent, points.collect()),
        ])
    })
}

/// A number set by the user, with a decimal only if it has one.
fn short(value: f64) -> String {
    number(value, usize::from((value - value.round()).abs() > 1e-9))
}

/// The numbers behind the curve, with their names.
fn numbers(run: &Run, model: EloModel) -> Vec<(&'static str, String)> {
    let ScoreSheet { wins, draws, losses } = run.tally().sheet;
    let pairs = run.pairs();
    let elo = match run.tally().elo() {
        Some(estimate) => estimate.text(1),
        None => "–".to_owned(),
    };
    let draw_share = run.tally().draw_ratio();
    let mut cells = vec![
        (t!("arena-test-games"), run.tally().sheet.games().to_string()),
        (t!("arena-test-elo"), elo),
        (t!("arena-test-won"), format!("{wins} {draws} {losses}")),
        (t!("arena-test-pairs"), pairs.0.map(|n| n.to_string()).join(" ")),
        (
            t!("arena-test-draws"),
            draw_share.map_or("–".to_owned(), |share| format!("{} %", number(share * 100.0, 1))),
        ),
    ];
    // The unit of the bounds.
    if model == EloModel::Normalised {
        let elo = pairs.normalised_elo().map_or("–".to_owned(), |(elo, error)| {
            format!("{} ± {}", signed(elo, 1), number(error, 1))
        });
        cells.insert(2, (t!("arena-test-elo-normalised"), elo));
    }
    cells
}

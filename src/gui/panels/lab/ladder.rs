//! From minimax to the engine: the same position by twelve searches, in numbers and as curves.

use eframe::egui::{Align, Grid, Layout, Rect, Response, RichText, ScrollArea, Sense, Ui, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::window::notation;
use tabia_app::window::workspace::PaneId;
use tabia_engine::search::score::Score;
use tabia_lab::experiment::{AnyTrial as _, Ask, Experiment as _, Trial};
use tabia_lab::ladder::algorithm::Algorithm;
use tabia_lab::ladder::experiment;
use tabia_lab::ladder::experiment::{Agreement, Ladder, LadderRow};

use tabia_text::{number, t, text};

use super::experiment::Controls;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::empty;
use crate::gui::present::view_head;
use crate::gui::present::view_head::Head;
use crate::gui::widgets::plot;
use crate::gui::widgets::plot::{Curve, Line, Point};

/// Height of the curves, points.
const CURVES: f32 = 150.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let lab = &cx.model.lab;
    let trial = lab.trial::<Ladder>();
    let copy = || trial.map_or(String::new(), |trial| trial.table().csv());
    let copy = trial.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::Ladder, follows: true, copy };
    let drafted = Ask::of::<Ladder>(lab.request::<Ladder>());
    let mut ask = drafted.clone();
    view_head::show(ui, cx, &head, out, |ui, out| {
        ask = drafted.edited(&mut Controls { ui, id: "ladder" });
        if super::start_or_stop(ui, cx, (Ladder::INFO.id, text(Ladder::INFO.start)), out) {
            out.push(Action::Lab(LabAction::Run(ask.clone())));
        }
    });
    if ask != drafted {
        out.insert(0, Action::Lab(LabAction::Ask(ask.clone())));
    }
    if let Some(outcome) = super::over_here(cx, Ladder::INFO.id) {
        return empty::game_over(ui, cx, outcome, out);
    }
    let Some(view) = trial.filter(|trial| !trial.updates.is_empty()) else {
        let words = Ladder::INFO.empty.map(text);
        if lab.job.is_none() && empty::offer_button(ui, words, t!("ladder-offer")) {
            out.push(Action::Lab(LabAction::Run(ask)));
        }
        return;
    };
    let deepest = view.updates.iter().map(|row| row.depth).max().unwrap_or(1);
    let depth = chosen_depth(ui, cx, deepest, out);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        summary(ui, cx, view, depth);
        let names = [t!("ladder-plot"), t!("experiment-axis-depth")];
        plot::growth(ui, names, &curves(ui, view), CURVES);
        ui.add_space(theme::GAP);
        table(ui, view, depth);
    });
}

/// The depth whose rows are shown: the deepest, until the user chooses another.
fn chosen_depth(ui: &mut Ui, cx: &Cx<'_>, deepest: u32, out: &mut Vec<Action>) -> u32 {
    let depth = cx.model.lab.choices.ladder_depth.map_or(deepest, |depth| depth.min(deepest));
    let mut now = depth;
    ui.horizontal_wrapped(|ui| {
        super::note(ui, t!("ladder-rows-of"));
        for depth in 1..=deepest {
            ui.selectable_value(&mut now, depth, depth.to_string());
        }
    });
    if now != depth {
        // The deepest follows the ladder as it grows.
        out.push(Action::Lab(LabAction::LadderDepth((now != deepest).then_some(now))));
    }
    now
}

/// Summary of the rows of a depth.
fn summary(ui: &mut Ui, cx: &Cx<'_>, view: &Trial<Ladder>, depth: u32) {
    let p = theme::palette(ui);
    // The engine is the last search of a depth.
    let last = view.updates.last().filter(|row| row.algorithm != Algorithm::Engine);
    let unfinished =
        cx.model.lab.is_at(Ladder::INFO.id) && last.is_some_and(|row| row.depth == depth);
    let (text, color) = match experiment::agreement(&view.updates, depth) {
        _ if unfinished => (t!("ladder-running", depth = depth), p.text_weak),
        Agreement::Minimax => (t!("ladder-agree").to_owned(), p.good),
        Agreement::Others(n) => (t!("ladder-agree-without", n = n), p.text),
        Agreement::None => (t!("ladder-disagree").to_owned(), p.bad),
        Agreement::TooFew => (t!("ladder-incomparable").to_owned(), p.text_weak),
    };
    ui.label(RichText::new(text).color(color));
    if let Some(row) = view.updates.iter().find(|row| row.depth == depth) {
        let even = format::count(row.limit.leaves.round() as u64);
        let (moves, budget) = (number(row.width.mean, 1), format::count(view.request.budget));
        let text = match row.minimal.map(format::count) {
            Some(leaves) => {
                let n = row.minimal.unwrap_or(0);
                t!(
                    "ladder-minimal",
                    n = n,
                    leaves = leaves,
                    even = even,
                    moves = moves,
                    budget = budget
                )
            }
            None => t!("ladder-minimal-unknown", even = even, moves = moves, budget = budget),
        };
        super::note(ui, &text);
    }
    if let Some(run) = cx.model.lab.last_run(Ladder::INFO.id) {
        super::experiment::state_note(ui, cx, PaneId::Ladder, run);
        super::experiment::settings_note(ui, &cx.model.lab.draft(run.trial.entry()), run);
    }
}

/// Colour of an algorithm; the engine has that of the text.
fn color(ui: &Ui, algorithm: Algorithm) -> eframe::egui::Color32 {
    let p = theme::palette(ui);
    if algorithm == Algorithm::Engine { p.text } else { p.many[algorithm as usize] }
}

fn curves(ui: &Ui, view: &Trial<Ladder>) -> Vec<Curve> {
    let of = |algorithm: Algorithm| {
        let rows = view.updates.iter().filter(|row| row.algorithm == algorithm && row.complete);
        let point = |row: &LadderRow| {
            let (name, depth, nodes) = (algorithm.title(), row.depth, row.nodes);
            let note = t!("ladder-point", name = name, depth = depth, n = nodes);
            Point::exact(depth.into(), nodes.max(1) as f64, note)
        };
        let line = if algorithm == Algorithm::Engine { Line::Strong } else { Line::Normal };
        Curve { line, ..Curve::new("", color(ui, algorithm), rows.map(point).collect()) }
    };
    let mut curves: Vec<Curve> = Algorithm::ALL.into_iter().map(of).collect();
    // The engine reaches every depth.
    let depths = view.updates.iter().filter(|row| row.algorithm == Algorithm::Engine);
    let even = depths.clone().map(|row| {
        let (depth, leaves) = (row.depth, row.limit.leaves);
        let note = t!("ladder-even-point", depth = depth, n = leaves.round());
        Point::exact(depth.into(), leaves.max(1.0), note)
    });
    let minimal = depths.filter_map(|row| {
        let (depth, leaves) = (row.depth, row.minimal?);
        let note = t!("ladder-minimal-point", depth = depth, n = leaves);
        Some(Point::exact(depth.into(), leaves.max(1) as f64, note))
    });
    let weak = theme::palette(ui).text_weak;
    let guide = |color, points| Curve { line: Line::Guide, ..Curve::new("", color, points) };
    curves.push(guide(weak.gamma_multiply(0.5), even.collect()));
    curves.push(guide(weak, minimal.collect()));
    curves
}

/// All rows of a depth. A grid, not a table: it is short, and every row exists for a screen reader.
fn table(ui: &mut Ui, view: &Trial<Ladder>, depth: u32) {
    let heads = [
        t!("ladder-column-search"),
        t!("column-nodes"),
        t!("ladder-column-leaves"),
        t!("ladder-column-deep-cutoffs"),
        t!("ladder-column-factor"),
        t!("column-time"),
        t!("column-move"),
        t!("column-score"),
    ];
    ui.spacing_mut().interact_size.y = 16.0;
    ScrollArea::horizontal().show(ui, |ui| {
        Grid::new("ladder").striped(true).spacing([14.0, 2.0]).min_row_height(16.0).show(
            ui,
            |ui| {
                for (at, head) in heads.into_iter().enumerate() {
                    let text = RichText::new(head).small().color(theme::palette(ui).text_weak);
                    let label = cell(ui, (1..6).contains(&at), text);
                    if head == t!("ladder-column-factor") {
                        label.on_hover_text(t!("ladder-column-factor.tip"));
                    }
                }
                ui.end_row();
                for algorithm in Algorithm::ALL {
                    let mut rows = view.updates.iter().filter(|row| row.algorithm == algorithm);
                    let row = rows.clone().find(|row| row.depth == depth);
                    // An algorithm that ran out of its budget earlier keeps its place, so that nothing seems to be
                    // missing.
                    if row.is_none() && !rows.any(|row| !row.complete) {
                        continue;
                    }
                    ui.horizontal(|ui| name(ui, algorithm));
                    let p = theme::palette(ui);
                    let color = if row.is_some_and(|row| row.complete) { p.text } else { p.warn };
                    for (at, text) in cells(view, row).into_iter().enumerate() {
                        cell(ui, at < 5, RichText::new(text).monospace().color(color));
                    }
                    ui.end_row();
                }
            },
        );
    });
}

/// A cell, numbers at its right edge.
fn cell(ui: &mut Ui, number: bool, text: RichText) -> Response {
    let layout = if number {
        Layout::right_to_left(Align::Center)
    } else {
        Layout::left_to_right(Align::Center)
    };
    ui.with_layout(layout, |ui| ui.label(text)).inner
}

/// The name with the colour of its curve, and in the tooltip what the algorithm adds.
fn name(ui: &mut Ui, algorithm: Algorithm) {
    let (rect, _) = ui.allocate_exact_size(vec2(12.0, 16.0), Sense::hover());
    let swatch = Rect::from_center_size(rect.center(), vec2(10.0, 3.0));
    ui.painter().rect_filled(swatch, 1, color(ui, algorithm));
    let agree =
        if algorithm.must_agree() { t!("ladder-must-agree") } else { t!("ladder-may-differ") };
    let adds = algorithm.adds();
    ui.label(algorithm.title()).on_hover_text(format!("{adds}\n{agree}"));
}

fn cells(view: &Trial<Ladder>, row: Option<&LadderRow>) -> [String; 7] {
    let none = || "–".to_owned();
    let Some(row) = row else {
        let mut cells = [(); 7].map(|()| none());
        t!("ladder-limit-reached").clone_into(&mut cells[6]);
        return cells;
    };
    // In full, so that they can be compared with published numbers, such as those of perft.
    let exact = |n: u64| number(n as f64, 0);
    let count = |n: Option<u64>| n.map_or_else(none, exact);
    let board = view.position.board();
    let mv = row.mv.filter(|&mv| board.is_legal(mv));
    let ms = row.time.as_secs_f64() * 1000.0;
    [
        exact(row.nodes),
        count(row.leaves),
        count(row.deep_cutoffs),
        row.branching.map_or_else(none, |factor| number(factor, 1)),
        if ms < 10.0 {
            format::with_unit(number(ms, 2), "ms")
        } else {
            format::duration(ms as u64)
        },
        mv.map_or_else(none, |mv| notation::san(&board, mv)),
        row.score.map_or_else(|| t!("ladder-limit-reached").to_owned(), Score::text),
    ]
}

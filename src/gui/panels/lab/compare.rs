//! Two ways of searching beside each other: what a rule is worth in nodes, time and agreement.

use std::time::Duration;

use eframe::egui::{ComboBox, DragValue, RichText, Ui};
use egui_extras::TableRow;

use tabia_app::action::{Action, LabAction};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, san};
use tabia_engine::alphabeta::rule_set::Technique;
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;
use tabia_lab::ab::{Ab, AbRun, AbSummary, Equal, MAX_TIME, Side};
use tabia_lab::experiment::{AnyTrial as _, Experiment as _, Trial};

use tabia_text::{number, t, text};

use super::experiment::side_controls;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::parts::Head;
use crate::gui::widgets::table::{Table, Width};
use crate::gui::widgets::{bars, buttons, sought, table};

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let drafted = cx.model.lab.request::<Ab>();
    let mut draft = drafted;
    let view = cx.model.lab.trial::<Ab>();
    let copy = || view.map_or(String::new(), |view| view.table().csv());
    let copy = view.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::Compare, follows: false, copy };
    parts::show(ui, cx, &head, out, |ui, out| {
        side_controls(ui, "A", &mut draft.sides[0]);
        side_controls(ui, "B", &mut draft.sides[1]);
        equal(ui, &mut draft.equal);
        let places = [(true, t!("compare-suite")), (false, t!("compare-this-position"))];
        if let Some(suite) = buttons::segmented(ui, t!("compare-positions"), draft.suite, &places) {
            draft.suite = suite;
        }
        if super::start_or_stop(ui, cx, (Ab::INFO.id, text(Ab::INFO.start)), out) {
            out.push(Action::Lab(LabAction::run::<Ab>(draft)));
        }
    });
    if draft != drafted {
        // Before the comparison that may have been asked for in the same frame.
        out.insert(0, Action::Lab(LabAction::ask::<Ab>(draft)));
    }
    match view {
        Some(view) if !view.updates.is_empty() => {
            if let Some(run) = cx.model.lab.last_run(Ab::INFO.id) {
                super::experiment::state_note(ui, cx, PaneId::Compare, run);
            }
            results(ui, view);
        }
        Some(_) if cx.model.lab.is_at(Ab::INFO.id) => {
            parts::empty(ui, t!("compare-searching"), t!("compare-searching.why"));
        }
        _ => {
            let [what, why] = Ab::INFO.empty.map(text);
            parts::empty(ui, what, why);
        }
    }
}

/// What both get the same of.
fn equal(ui: &mut Ui, equal: &mut Equal) {
    let kinds = [t!("compare-equal-depth"), t!("compare-equal-nodes"), t!("compare-equal-time")];
    let at = match equal {
        Equal::Depth(..) => 0,
        Equal::Nodes(_) => 1,
        Equal::Time(_) => 2,
    };
    ui.label(t!("compare-equal"));
    let mut chosen = at;
    let combo =
        ComboBox::from_id_salt("equal").selected_text(kinds[at]).width(70.0).show_ui(ui, |ui| {
            for (number, kind) in kinds.into_iter().enumerate() {
                ui.selectable_value(&mut chosen, number, kind);
            }
        });
    sought::named(ui, t!("compare-equal.name"), combo.response.rect);
    combo.response.accessible_name(t!("compare-equal.name"));
    if chosen != at {
        *equal = match chosen {
            0 => Equal::Depth(10, MAX_TIME),
            1 => Equal::Nodes(100_000),
            _ => Equal::Time(Duration::from_millis(200)),
        };
    }
    match equal {
        Equal::Depth(depth, _) => {
            ui.add(DragValue::new(depth).range(1..=24)).on_hover_text(t!("compare-plies"));
        }
        Equal::Nodes(nodes) => {
            ui.add(DragValue::new(nodes).range(100..=50_000_000).speed(1000.0));
        }
        Equal::Time(time) => {
            let mut ms = time.as_millis() as u64;
            ui.add(DragValue::new(&mut ms).range(10..=60_000).suffix(" ms"));
            *time = Duration::from_millis(ms);
        }
    }
}

fn results(ui: &mut Ui, view: &Trial<Ab>) {
    let boards: Vec<Board> = view.positions().iter().map(GamePosition::board).collect();
    let sum = AbSummary::of(&view.updates);
    ui.label(RichText::new(summary(boards.len(), &sum)).strong());
    let words = view.request.sides.map(|side| side.words());
    super::note(ui, &t!("compare-sides", a = &*words[0], b = &*words[1]));
    totals(ui, &sum);
    let text = RichText::new(beside(&view.request.sides, &sum)).small();
    let text = ui.label(text.color(theme::palette(ui).text_weak));
    text.on_hover_text(t!("search-branching.hint"));
    ui.add_space(theme::GAP);
    let run = [t!("column-nodes"), t!("column-time"), t!("column-move"), t!("column-score")];
    let depths = [t!("compare-column-depth-a"), t!("compare-column-depth-b")];
    let heads = [&["#", depths[0]], &run[..], &depths[1..], &run[..]].concat();
    let wide = Width::Rest(46.0);
    let width = |at| if at == 0 { Width::Exact(24.0) } else { wide };
    let columns: Vec<_> =
        heads.into_iter().enumerate().map(|(at, head)| (head, width(at))).collect();
    let table = Table { columns: &columns, ..Table::default() };
    table.show(ui, view.updates.len(), |row| {
        let pair = &view.updates[row.index()];
        table::small(row, (pair.position + 1).to_string(), |p| p.text_faint);
        let agree = pair.runs[0].mv == pair.runs[1].mv;
        for run in &pair.runs {
            cells(row, &boards[pair.position], run, agree);
        }
    });
}

fn cells(row: &mut TableRow<'_, '_>, board: &Board, run: &AbRun, agree: bool) {
    row.col(|ui| {
        let depth = if run.reached { run.depth.to_string() } else { format!("{} !", run.depth) };
        let label = ui.label(RichText::new(depth).monospace().color(theme::palette(ui).text));
        if !run.reached {
            label.on_hover_text(t!("compare-cut-short"));
        }
    });
    table::mono(row, format::count(run.nodes), |p| p.text);
    table::mono(row, format::short_time(run.time), |p| p.text);
    let mv = run.mv.map_or("–".to_owned(), |mv| san::write(board, mv));
    table::mono(row, mv, |p| if agree { p.text } else { p.warn });
    let score = run.score.map_or("–".to_owned(), Score::text);
    table::mono(row, score, |p| p.text);
}

/// What the bars say, in a sentence: the ratios are those of the totals below it.
fn summary(all: usize, sum: &AbSummary) -> String {
    let ratio = |ratio: Option<f64>| ratio.map_or(String::new(), |ratio| number(ratio, 2));
    let short = if sum.time_ratio().is_none() { "yes" } else { "no" };
    t!(
        "compare-summary",
        done = sum.positions,
        all = all,
        nodes = ratio(sum.nodes_ratio()),
        short = short,
        time = ratio(sum.time_ratio()),
        agree = sum.agree,
        cut = sum.cut_short
    )
}

/// What totals do not say: the median position, and the growth from depth to depth.
fn beside(sides: &[Side; 2], sum: &AbSummary) -> String {
    let or_dash = |value: Option<f64>| value.map_or("–".to_owned(), |value| number(value, 2));
    let (nodes, time) = (sum.median_nodes_ratio, sum.median_time_ratio);
    let [a, b] = sum.branching.map(or_dash);
    let mut sentences = vec![t!("compare-branching", a = a, b = b)];
    if sum.positions > 1 {
        sentences.insert(0, t!("compare-medians", nodes = or_dash(nodes), time = or_dash(time)));
    }
    let quiescence = |side: &Side| side.rules.uses(Technique::Quiescence);
    if quiescence(&sides[0]) != quiescence(&sides[1]) {
        sentences.push(t!("compare-tesseract").to_owned());
    }
    sentences.join(" ")
}

/// Nodes and time of both as bars, each side in its colour.
fn totals(ui: &mut Ui, sum: &AbSummary) {
    let colors = theme::palette(ui).series;
    let time = sum.time.map(|time| time.as_micros() as u64);
    let bar = |name: String, of: [u64; 2], side: usize, value: String| bars::Bar {
        name,
        share: Some(of[side] as f32 / of[0].max(of[1]).max(1) as f32),
        value,
        hint: t!("compare-all-positions").to_owned(),
    };
    let bars = [0, 1].map(|side| {
        let name = ["A", "B"][side];
        let nodes = t!("compare-bar-nodes", side = name);
        let spent = t!("compare-bar-time", side = name);
        let took = format::short_time(sum.time[side]);
        [bar(nodes, sum.nodes, side, format::count(sum.nodes[side])), bar(spent, time, side, took)]
    });
    let [[nodes_a, time_a], [nodes_b, time_b]] = bars;
    bars::show_colored(ui, &[nodes_a, nodes_b, time_a, time_b], |at| colors[at % 2]);
}

//! Two search configurations side by side: what a rule is worth in nodes, time and agreement.

use std::path::Path;
use std::time::Duration;

use eframe::egui::style::ScrollStyle;
use eframe::egui::{
    Align, Color32, ComboBox, DragValue, Layout, Response, RichText, ScrollArea, TextStyle, Ui,
    vec2,
};
use egui_extras::TableRow;

use tabia_app::action::{Action, ArenaAction, LabAction, Proposal};
use tabia_app::lab::trials::JobState;
use tabia_app::window::notation;
use tabia_app::window::workspace::PaneId;
use tabia_chess::Board;
use tabia_engine::alphabeta::rule_set::Technique;
use tabia_engine::search::score::Bound;
use tabia_games::printable;
use tabia_lab::ab::{
    Ab, AbRun, AbSummary, Equal, FEWEST, MAX_TIME, Measure, Positions, Side, Verdict,
};
use tabia_lab::experiment::{AnyTrial as _, Ask, Experiment as _, Trial};

use tabia_text::{number, t, text};

use super::experiment::side_controls;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::Head;
use crate::gui::present::{analysis, context, empty, view_head};
use crate::gui::widgets::table::{Table, Width};
use crate::gui::widgets::{bars, buttons, sought, table};

/// Width of the choice of what is equal for both, and of its amount, points.
const KIND: f32 = 70.0;
const AMOUNT: f32 = 60.0;
/// Width of the number of a position, and minimum width of its results, points.
const NUMBER: f32 = 24.0;
const CELL: f32 = 46.0;
/// Longest file name shown in full, characters.
const FILE_LETTERS: usize = 18;
/// The minimum share of its time in which a processor worked for a search, for its times to be reliable.
const ENOUGH_LOAD: f64 = 0.9;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let drafted = cx.model.lab.request::<Ab>();
    let mut draft = drafted.clone();
    let view = cx.model.lab.trial::<Ab>();
    let copy = || view.map_or(String::new(), |view| view.table().csv());
    let copy = view.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::Compare, follows: false, copy };
    view_head::show(ui, cx, &head, out, |ui, out| {
        side_controls(ui, "A", &mut draft.sides[0]);
        side_controls(ui, "B", &mut draft.sides[1]);
        equal(ui, &mut draft.equal);
        positions(ui, &mut draft.positions, out);
        if super::start_or_stop(ui, cx, (Ab::INFO.id, text(Ab::INFO.start)), out) {
            out.push(Action::Lab(LabAction::run::<Ab>(draft.clone())));
        }
        if ui.button(t!("arena-match")).on_hover_text(t!("arena-match.tip")).clicked() {
            out.push(Action::Arena(ArenaAction::Propose(Proposal::Comparison)));
        }
    });
    if draft != drafted {
        // Before the comparison that may have been requested in the same frame.
        out.insert(0, Action::Lab(LabAction::ask::<Ab>(draft.clone())));
    }
    if let Some(outcome) = super::over_here(cx, Ab::INFO.id) {
        return empty::game_over(ui, cx, outcome, out);
    }
    match view {
        Some(view) if !view.updates.is_empty() => {
            if let Some(run) = cx.model.lab.last_run(Ab::INFO.id) {
                super::experiment::state_note(ui, cx, PaneId::Compare, run);
                super::experiment::settings_note(ui, &Ask::of::<Ab>(draft), run);
            }
            results(ui, cx, view);
        }
        Some(_) if failure(cx).is_some() => {
            empty::empty(ui, t!("compare-empty"), failure(cx).unwrap_or_default());
        }
        Some(_) if cx.model.lab.is_at(Ab::INFO.id) => {
            empty::empty(ui, t!("compare-searching"), t!("compare-searching.why"));
        }
        _ => {
            let words = Ab::INFO.empty.map(text);
            if cx.model.lab.job.is_some() {
                empty::empty(ui, words[0], t!("experiment-busy"));
            } else if empty::offer_button(ui, words, t!("compare-offer")) {
                out.push(Action::Lab(LabAction::run::<Ab>(draft)));
            }
        }
    }
}

/// Why the last comparison has no result.
fn failure<'a>(cx: &Cx<'a>) -> Option<&'a str> {
    match &cx.model.lab.last_run(Ab::INFO.id)?.state {
        JobState::Failed(error) => Some(error),
        JobState::Running | JobState::Done | JobState::Stopped => None,
    }
}

/// The positions on which both are compared.
fn positions(ui: &mut Ui, positions: &mut Positions, out: &mut Vec<Action>) {
    let places = [(Some(true), t!("compare-suite")), (Some(false), t!("compare-this-position"))];
    let built_in = match positions {
        Positions::BuiltIn => Some(true),
        Positions::Shown => Some(false),
        Positions::File(_) => None,
    };
    match buttons::segmented(ui, t!("compare-positions"), built_in, &places) {
        Some(Some(true)) => *positions = Positions::BuiltIn,
        Some(Some(false)) => *positions = Positions::Shown,
        Some(None) | None => {}
    }
    let (name, tip) = match positions {
        Positions::File(path) => {
            let path = Path::new(path);
            let name = format::elided(&format::file_name(path), FILE_LETTERS).into_owned();
            (name, format!("{}\n{}", format::path(path), t!("compare-file-button.tip")))
        }
        Positions::Shown | Positions::BuiltIn => {
            (t!("compare-file-button").to_owned(), t!("compare-file-button.tip").to_owned())
        }
    };
    let is_file = matches!(positions, Positions::File(_));
    if ui.selectable_label(is_file, name).on_hover_text(tip).clicked() {
        out.push(Action::Lab(LabAction::PickPositions));
    }
}

/// What is equal for both.
fn equal(ui: &mut Ui, equal: &mut Equal) {
    let kinds = [t!("compare-equal-depth"), t!("compare-equal-nodes"), t!("compare-equal-time")];
    let at = match equal {
        Equal::Depth(..) => 0,
        Equal::Nodes(_) => 1,
        Equal::Time(_) => 2,
    };
    let gap = ui.spacing().item_spacing.x;
    let label = ui.painter().layout_no_wrap(
        t!("compare-equal").to_owned(),
        TextStyle::Body.resolve(ui.style()),
        Color32::PLACEHOLDER,
    );
    // Kept together: what is equal and its amount stay on one line.
    let size = vec2(label.size().x + KIND + AMOUNT + 2.0 * gap, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        equal_controls(ui, equal, kinds, at);
    });
}

fn equal_controls(ui: &mut Ui, equal: &mut Equal, kinds: [&str; 3], at: usize) {
    ui.label(t!("compare-equal"));
    let mut chosen = at;
    let combo =
        ComboBox::from_id_salt("equal").selected_text(kinds[at]).width(KIND).show_ui(ui, |ui| {
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
    let amount = |response: Response| drop(response.accessible_name(kinds[chosen]));
    match equal {
        Equal::Depth(depth, _) => {
            amount(ui.add(DragValue::new(depth).range(1..=24)).on_hover_text(t!("compare-plies")));
        }
        Equal::Nodes(nodes) => {
            amount(ui.add(DragValue::new(nodes).range(100..=50_000_000).speed(1000.0)));
        }
        Equal::Time(time) => {
            let mut ms = time.as_millis() as u64;
            amount(ui.add(DragValue::new(&mut ms).range(10..=60_000).suffix(" ms")));
            *time = Duration::from_millis(ms);
        }
    }
}

fn results(ui: &mut Ui, cx: &Cx<'_>, view: &Trial<Ab>) {
    let sum = AbSummary::of(&view.updates);
    let all = view.last().map_or(0, |pair| pair.of);
    ui.label(RichText::new(summary(all, view.request.equal, &sum)).strong());
    let titles = view.request.sides.map(|side| side.title());
    super::note(ui, &t!("compare-sides", a = &*titles[0], b = &*titles[1]));
    totals(ui, &sum);
    let text = RichText::new(beside(&view.request.sides, &sum)).small();
    let text = ui.label(text.color(theme::palette(ui).text_weak));
    text.on_hover_text(t!("search-branching.hint"));
    verdicts(ui, view, &sum);
    ui.add_space(theme::GAP);
    let pov = context::pov_sentence(cx.model);
    let colors =
        if sum.tasks > 0 { t!("compare-moves-solved") } else { t!("compare-moves-differ") };
    super::note(ui, &format!("{pov} · {colors} · {}", t!("compare-times-wall")));
    let run = [t!("column-nodes"), t!("column-time"), t!("column-move"), t!("column-score")];
    let depths = [t!("compare-column-depth-a"), t!("compare-column-depth-b")];
    let heads = [&["#", depths[0]], &run[..], &depths[1..], &run[..]].concat();
    let gaps = heads.len() as f32 * ui.spacing().item_spacing.x;
    let room = ui.available_width() - NUMBER - gaps;
    let font = TextStyle::Small.resolve(ui.style());
    let titles = heads[1..].iter().map(|head| {
        let color = Color32::PLACEHOLDER;
        ui.painter().layout_no_wrap((*head).to_owned(), font.clone(), color).size().x.ceil()
    });
    let titles: Vec<f32> = titles.collect();
    // Titles that are wider than the others' share leave them the rest.
    let share = |cell: f32| {
        let wide = titles.iter().filter(|title| **title > cell);
        let (count, taken) =
            wide.fold((0, 0.0), |(count, taken), title| (count + 1, taken + title));
        (room - taken) / (titles.len() - count).max(1) as f32
    };
    let cell = share(share(room / titles.len() as f32)).max(CELL).floor();
    let all: f32 = titles.iter().map(|title| title.max(cell)).sum();
    let width = |(at, head)| match at {
        0 => Width::Exact(NUMBER),
        _ if head == t!("column-move") => Width::Exact(cell),
        _ => Width::Figures(cell),
    };
    let columns: Vec<_> = heads.into_iter().enumerate().map(|of| (of.1, width(of))).collect();
    let pov = context::pov_title(cx.model);
    let hints = columns.iter().map(|(head, _)| if *head == t!("column-score") { pov } else { "" });
    let hints: Vec<&str> = hints.collect();
    let table = Table { columns: &columns, hints: &hints, ..Table::default() };
    let width = ui.available_width().max(NUMBER + all + gaps);
    // If the panel is too narrow for the columns, a visible scroll bar shows that there is more.
    ui.spacing_mut().scroll = ScrollStyle::solid();
    ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        ui.set_max_width(width);
        pairs(ui, cx, view, &table);
    });
}

fn pairs(ui: &mut Ui, cx: &Cx<'_>, view: &Trial<Ab>, table: &Table<'_>) {
    table.show(ui, view.updates.len(), |row| {
        let pair = &view.updates[row.index()];
        row.col(|ui| {
            let number = RichText::new((pair.position + 1).to_string()).small();
            let number = ui.label(number.color(theme::palette(ui).text_faint));
            let fen = pair.board.to_string();
            let named = pair.name.as_ref().map(|name| format!("{}\n{fen}", printable::line(name)));
            number.on_hover_text(named.unwrap_or(fen));
        });
        let agree = pair.runs[0].mv == pair.runs[1].mv;
        for run in &pair.runs {
            let score = analysis::score_text(cx.model, run.score, Bound::Exact, pair.board.stm());
            cells(row, (&pair.board, run), agree, score);
        }
    });
}

fn cells(row: &mut TableRow<'_, '_>, (board, run): (&Board, &AbRun), agree: bool, score: String) {
    row.col(|ui| {
        let depth = if run.reached { run.depth.to_string() } else { format!("{} !", run.depth) };
        let depth = RichText::new(depth).size(table::FIGURE).color(theme::palette(ui).text);
        let right = Layout::right_to_left(Align::Center);
        let label = ui.with_layout(right, |ui| ui.label(depth)).inner;
        if !run.reached {
            label.on_hover_text(t!("compare-cut-short"));
        }
    });
    table::figure(row, format::count(run.nodes), |p| p.text);
    table::figure(row, format::short_time(run.time), |p| p.text);
    let mv = run.mv.map_or("–".to_owned(), |mv| notation::san(board, mv));
    table::mono(row, mv, |p| match run.solved {
        Some(true) => p.good,
        Some(false) => p.bad,
        None if agree => p.text,
        None => p.warn,
    });
    table::figure(row, score, |p| p.text);
}

/// How sure the differences are, a line for each.
fn verdicts(ui: &mut Ui, view: &Trial<Ab>, sum: &AbSummary) {
    if sum.tasks > 0 {
        let [a, b] = sum.solved;
        ui.label(t!("compare-solved", a = a, b = b, n = sum.tasks));
    }
    let p = theme::palette(ui);
    let measures = Measure::of(view.request.equal);
    let mut shown = 0;
    for measure in measures {
        let Some(estimate) = measure.compare(&view.updates) else { continue };
        let color = match estimate.verdict {
            Verdict::Differs => p.text,
            Verdict::Same | Verdict::Open { .. } => p.text_weak,
        };
        let line = format!("{}: {}", measure.name(), estimate.sentence(measure));
        ui.label(RichText::new(line).color(color));
        shown += 1;
    }
    if shown == 0 && view.request.positions != Positions::Shown {
        super::note(ui, &t!("compare-few", n = FEWEST));
    }
    if let Some(load) = sum.load {
        let share = number(100.0 * load, 0);
        if load < ENOUGH_LOAD {
            let line = RichText::new(t!("compare-load-low", share = share)).small();
            ui.label(line.color(p.warn));
        } else {
            super::note(ui, &t!("compare-load", share = share));
        }
    }
}

/// The bars in a sentence: the ratios are those of the totals below it.
fn summary(all: usize, equal: Equal, sum: &AbSummary) -> String {
    let ratio = |ratio: Option<f64>| ratio.map_or(String::new(), |ratio| number(ratio, 2));
    let (nodes, time) = (ratio(sum.nodes_ratio()), ratio(sum.time_ratio()));
    let clock = match (equal, sum.time_ratio()) {
        // Both had the same time: the ratio would tell of other programs on the processor.
        (Equal::Time(_), _) => "equal",
        (_, None) => "short",
        (_, Some(_)) => "compared",
    };
    let (agree, cut) = (sum.agree, sum.cut_short);
    if all == 1 {
        return t!(
            "compare-summary-one",
            nodes = nodes,
            clock = clock,
            time = time,
            agree = agree,
            cut = cut
        );
    }
    t!(
        "compare-summary",
        done = sum.positions,
        all = all,
        nodes = nodes,
        clock = clock,
        time = time,
        agree = agree,
        cut = cut
    )
}

/// What totals do not show: the median position, and the growth from depth to depth.
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

/// Nodes and time of both as bars, each side in its own colour.
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
        let clock = if sum.load.is_some() { "processor" } else { "wall" };
        let spent = t!("compare-bar-time", side = name, clock = clock);
        let took = format::short_time(sum.time[side]);
        [bar(nodes, sum.nodes, side, format::count(sum.nodes[side])), bar(spent, time, side, took)]
    });
    let [[nodes_a, time_a], [nodes_b, time_b]] = bars;
    bars::show_colored(ui, &[nodes_a, nodes_b, time_a, time_b], |at| colors[at % 2]);
}

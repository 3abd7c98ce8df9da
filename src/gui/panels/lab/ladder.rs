//! From minimax to the engine: the same position by twelve searches, in numbers and as curves.

use eframe::egui::{Align, Grid, Layout, Rect, RichText, ScrollArea, Sense, Ui, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::window::workspace::PaneId;
use tabia_chess::san;
use tabia_lab::experiment::{AnyTrial as _, Ask, Experiment as _, Trial};
use tabia_lab::ladder::algorithm::Algorithm;
use tabia_lab::ladder::experiment;
use tabia_lab::ladder::experiment::{Ladder, LadderRow};

use super::experiment::Controls;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::parts::Head;
use crate::gui::widgets::plot;
use crate::gui::widgets::plot::{Curve, Line, Point};

/// Height of the curves, points.
const CURVES: f32 = 150.0;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let lab = &cx.model.lab;
    let trial = lab.trial::<Ladder>();
    let copy = || trial.map_or(String::new(), |trial| trial.table().csv());
    let copy = trial.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::Ladder, follows: true, copy };
    let drafted = Ask::of::<Ladder>(lab.request::<Ladder>());
    let mut ask = drafted.clone();
    parts::show(ui, cx, &head, out, |ui, out| {
        ask = drafted.edited(&mut Controls { ui, id: "ladder" });
        if super::start_or_stop(ui, cx, (Ladder::INFO.id, "Climb"), out) {
            out.push(Action::Lab(LabAction::Run(ask.clone())));
        }
    });
    if ask != drafted {
        out.insert(0, Action::Lab(LabAction::Ask(ask.clone())));
    }
    let Some(view) = trial.filter(|trial| !trial.updates.is_empty()) else {
        let words = Ladder::INFO.empty;
        if lab.job.is_none() && parts::offer_button(ui, words, "Climb from minimax") {
            out.push(Action::Lab(LabAction::Run(ask)));
        }
        return;
    };
    let deepest = view.updates.iter().map(|row| row.depth).max().unwrap_or(1);
    let depth = chosen_depth(ui, deepest);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        told(ui, cx, view, depth);
        let name =
            "Nodes by depth, logarithmic, a curve an algorithm; the least number of leaves dashed";
        plot::growth(ui, [name, "depth"], &curves(ui, view), CURVES);
        ui.add_space(theme::GAP);
        table(ui, view, depth);
    });
}

/// The depth whose rows are shown: the deepest, until another is chosen.
fn chosen_depth(ui: &mut Ui, deepest: u32) -> u32 {
    let id = ui.scope_id().with("ladder-depth");
    let chosen: u32 = ui.data(|data| data.get_temp(id)).unwrap_or(0);
    let depth = if chosen == 0 { deepest } else { chosen.min(deepest) };
    let mut now = depth;
    ui.horizontal_wrapped(|ui| {
        super::note(ui, "Rows of depth");
        for depth in 1..=deepest {
            ui.selectable_value(&mut now, depth, depth.to_string());
        }
    });
    if now != depth {
        // The deepest goes with the ladder while it grows.
        let keep = if now == deepest { 0 } else { now };
        ui.data_mut(|data| data.insert_temp(id, keep));
    }
    now
}

/// What the rows of a depth say together.
fn told(ui: &mut Ui, cx: &Cx<'_>, view: &Trial<Ladder>, depth: u32) {
    let p = theme::palette(ui);
    let (text, color) = match experiment::agreement(&view.updates, depth) {
        Some(true) => ("All that must find minimax's value do", p.good),
        Some(false) => ("A search that must find minimax's value does not", p.bad),
        None => ("Fewer than two of those that must agree came to this depth", p.text_weak),
    };
    ui.label(RichText::new(text).color(color));
    if let Some(row) = view.updates.iter().find(|row| row.depth == depth) {
        let about = if row.limit.counted { "" } else { ", estimated from random games" };
        let text = format!(
            "Alpha-beta sees at least {} leaves: {:.1} moves at the last ply on average{about}. Values in pawns, view of \
             the side to move; each search ends after {} nodes",
            format::count(row.limit.leaves as u64),
            row.width.mean,
            format::count(view.request.budget),
        );
        super::note(ui, &text);
    }
    if let Some(run) = cx.model.lab.last_run(Ladder::INFO.id) {
        super::experiment::state_note(ui, cx, PaneId::Ladder, run);
    }
}

/// Colour of an algorithm: the four of Knuth and Moore, then what was added to them.
fn color(ui: &Ui, algorithm: Algorithm) -> eframe::egui::Color32 {
    let p = theme::palette(ui);
    let at = algorithm as usize;
    match algorithm {
        Algorithm::Engine => p.text,
        _ if at < 5 => p.series[at],
        _ => p.series[(at - 4) % 5].gamma_multiply(0.62),
    }
}

fn curves(ui: &Ui, view: &Trial<Ladder>) -> Vec<Curve> {
    let of = |algorithm: Algorithm| {
        let rows = view.updates.iter().filter(|row| row.algorithm == algorithm && row.complete);
        let point = |row: &LadderRow| {
            let (title, depth, nodes) = (algorithm.title(), row.depth, row.nodes);
            let note = format!("{title} at depth {depth}: {nodes} nodes, complete");
            Point::exact(depth.into(), nodes.max(1) as f64, note)
        };
        let line = if algorithm == Algorithm::Engine { Line::Strong } else { Line::Normal };
        Curve { line, ..Curve::new("", color(ui, algorithm), rows.map(point).collect()) }
    };
    let mut curves: Vec<Curve> = Algorithm::ALL.into_iter().map(of).collect();
    let limits =
        view.updates.iter().filter(|row| row.algorithm == Algorithm::Minimax || row.depth > 1);
    let limit = |row: &LadderRow| {
        let (depth, leaves) = (row.depth, row.limit.leaves);
        let note = format!("Least leaves of alpha-beta at depth {depth}: {leaves:.0}");
        Point::exact(depth.into(), leaves.max(1.0), note)
    };
    let mut points: Vec<Point> = limits.map(limit).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points.dedup_by(|a, b| a.x.total_cmp(&b.x).is_eq());
    let color = theme::palette(ui).text_weak;
    curves.push(Curve { line: Line::Dashed, ..Curve::new("", color, points) });
    curves
}

/// All rows of a depth. A grid, not a table: it is short, and every row is there for a screen reader.
fn table(ui: &mut Ui, view: &Trial<Ladder>, depth: u32) {
    let heads = ["Search", "Nodes", "Leaves", "Deep cuts", "Factor", "Time", "Move", "Value"];
    ui.spacing_mut().interact_size.y = 16.0;
    ScrollArea::horizontal().show(ui, |ui| {
        Grid::new("ladder").striped(true).spacing([14.0, 2.0]).min_row_height(16.0).show(
            ui,
            |ui| {
                for (at, head) in heads.into_iter().enumerate() {
                    let text = RichText::new(head).small().color(theme::palette(ui).text_weak);
                    cell(ui, (1..6).contains(&at), text);
                }
                ui.end_row();
                for row in view.updates.iter().filter(|row| row.depth == depth) {
                    ui.horizontal(|ui| name(ui, row));
                    let p = theme::palette(ui);
                    let color = if row.complete { p.text } else { p.warn };
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
fn cell(ui: &mut Ui, number: bool, text: RichText) {
    let layout = if number {
        Layout::right_to_left(Align::Center)
    } else {
        Layout::left_to_right(Align::Center)
    };
    ui.with_layout(layout, |ui| ui.label(text));
}

/// The name with the colour of its curve, and what it adds for the pointer.
fn name(ui: &mut Ui, row: &LadderRow) {
    let (rect, _) = ui.allocate_exact_size(vec2(12.0, 16.0), Sense::hover());
    let swatch = Rect::from_center_size(rect.center(), vec2(10.0, 3.0));
    ui.painter().rect_filled(swatch, 1, color(ui, row.algorithm));
    let agree = if row.algorithm.must_agree() {
        "Must find minimax's value"
    } else {
        "May find another value"
    };
    ui.label(row.algorithm.title()).on_hover_text(format!("{}\n{agree}", adds(row.algorithm)));
}

/// What an algorithm does that the one before does not.
fn adds(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "Two functions, one for each player; every position is visited",
        Algorithm::Negamax => "One function for both players, the sign turned at every ply",
        Algorithm::F1 => "Stops where a position is as good as a bound from one ply above",
        Algorithm::F2 => "Two bounds, handed down through all plies",
        Algorithm::Ordering => "Captures and promotions first, then two killers",
        Algorithm::Deepening => "Depth 1, 2, 3 .. counted together, the last best line first",
        Algorithm::Table => "Values of exactly this depth and best moves, kept by position",
        Algorithm::Pvs => "All moves but the first are asked only whether they are better",
        Algorithm::Quiescence => "Captures are played out before a leaf is evaluated",
        Algorithm::NullMove => "A position where passing is good enough is not looked into",
        Algorithm::Lmr => "Quiet moves that come late are searched one ply less at first",
        Algorithm::Engine => "Everything Tabia has, from an empty memory",
    }
}

fn cells(view: &Trial<Ladder>, row: &LadderRow) -> [String; 7] {
    let none = || "–".to_owned();
    let count = |number: Option<u64>| number.map_or_else(none, format::count);
    let board = view.position.board();
    let mv = row.mv.filter(|&mv| board.is_legal(mv));
    let ms = row.time.as_secs_f64() * 1000.0;
    [
        format::count(row.nodes),
        count(row.leaves),
        count(row.deep_cutoffs),
        row.branching.map_or_else(none, |factor| format!("{factor:.1}")),
        if ms < 10.0 { format!("{ms:.2} ms") } else { format::duration(ms as u64) },
        mv.map_or_else(none, |mv| san::write(&board, mv)),
        row.score.map_or_else(|| "budget".to_owned(), |score| score.to_string()),
    ]
}

//! A tree grown by playouts, step by step: which move the next one takes and why, at any node.

mod picture;
mod table;
mod transport;
mod words;

use std::ops::RangeInclusive;
use std::time::Duration;

use eframe::egui::{Align, Button, ComboBox, DragValue, Layout, RichText, ScrollArea, Ui, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::playouts::{Grown, NoTree, PlayoutsAction, PlayoutsDraft, PlayoutsState};
use tabia_app::window::workspace::PaneId;
use tabia_chess::Board;
use tabia_chess::Move;
use tabia_chess::san;
use tabia_engine::puct::options::{Rung, Selection};
use tabia_engine::puct::view::NodeView;

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::view_head::{self, Head};

/// From this width on the tree stands beside the table, points.
const WIDE: f32 = 880.0;
/// Width of the table, points.
const TABLE: f32 = 430.0;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let state = &cx.model.lab.playouts;
    let copy = || state.in_sight().map_or(String::new(), |view| table::rows(state, &view).csv());
    let head = Head { pane: PaneId::Playouts, follows: true, copy: Some(&copy) };
    let mut draft = state.draft;
    view_head::show(ui, cx, &head, out, |ui, _| choices(ui, &mut draft));
    if draft != state.draft {
        out.push(act(PlayoutsAction::Draft(draft)));
    }
    match &state.tree {
        None => parts::empty(ui, "No tree yet", "It begins with the position on the board"),
        Some(Err(NoTree::GameOver)) => {
            parts::empty(ui, "No moves", "The game is over in this position");
        }
        Some(Err(NoTree::NoMemory)) => {
            parts::empty(ui, "No memory", "There is none left for a tree");
        }
        Some(Ok(grown)) => {
            transport::show(ui, state, grown, out);
            words::phase(ui, state, grown);
            ui.separator();
            body(ui, state, grown, out);
        }
    }
    if state.is_busy() {
        // What is due is done by the model, which the tick wakes.
        out.push(act(PlayoutsAction::Tick));
        let wait = if state.left > 0 { 0.0 } else { (0.5 / state.speed).min(0.1) };
        ui.request_repaint_after(Duration::from_secs_f64(wait));
    }
}

fn act(action: PlayoutsAction) -> Action {
    Action::Lab(LabAction::Playouts(action))
}

/// The rung and its constants.
fn choices(ui: &mut Ui, draft: &mut PlayoutsDraft) {
    let combo = ComboBox::from_id_salt("rung").selected_text(draft.rung.name()).width(190.0);
    let combo = combo.show_ui(ui, |ui| {
        for rung in Rung::ALL {
            let choice = ui.selectable_value(&mut draft.rung, rung, rung.name());
            choice.on_hover_text(words::adds(rung));
        }
    });
    combo.response.accessible_name("Rung of the ladder").on_hover_text(words::adds(draft.rung));
    let constant =
        |ui: &mut Ui, name: &str, of: &mut u32, range: RangeInclusive<u32>, hint: &str| {
            let mut value = f64::from(*of) / 1000.0;
            let range = f64::from(*range.start()) / 1000.0..=f64::from(*range.end()) / 1000.0;
            let drag = DragValue::new(&mut value).range(range).speed(0.01).fixed_decimals(2);
            if ui.add(drag.prefix(format!("{name} "))).on_hover_text(hint).changed() {
                *of = (value * 1000.0).round() as u32;
            }
        };
    match draft.selection() {
        Selection::Flat => {}
        Selection::Ucb1 => {
            let hint = "The constant of UCB1: the greater, the more is tried what was tried little";
            constant(ui, "c", &mut draft.ucb_c, 0..=5_000, hint);
        }
        Selection::Puct => {
            let hint = "The constant of PUCT: the greater, the more counts the prior. It grows with \
                visits and with the spread of the values found";
            constant(ui, "c", &mut draft.cpuct, 0..=5_000, hint);
            let hint = "First-play urgency: by how much less a move not yet tried is worth than its \
                position, times the square root of the prior already tried";
            constant(ui, "first play", &mut draft.first_play, 0..=1_000, hint);
            if draft.is_advised() {
                let hint = "Temperature of the network's priors: above 1 they are more even than it \
                    says, so that more is given to what it thinks little of";
                constant(ui, "temperature", &mut draft.temperature, 100..=5_000, hint);
            }
        }
    }
    if draft.is_random() {
        ui.add(DragValue::new(&mut draft.seed).range(0..=9_999).prefix("seed "))
            .on_hover_text("Random games are drawn from it: the same seed, the same games");
    }
    if *draft != PlayoutsDraft::of(draft.rung)
        && ui.add(Button::new("Usual")).on_hover_text("The constants as they were").clicked()
    {
        *draft = PlayoutsDraft::of(draft.rung);
    }
}

/// The node in sight, its moves, the formula, the tree.
fn body(ui: &mut Ui, state: &PlayoutsState, grown: &Grown, out: &mut Vec<Action>) {
    let Some(view) = state.in_sight() else { return };
    let scroll = ScrollArea::vertical().auto_shrink(false);
    if ui.available_width() < WIDE {
        scroll.show(ui, |ui| {
            node(ui, (state, grown, &view), out);
            ui.add_space(theme::PAD);
            picture::show(ui, state, grown, out);
        });
        return;
    }
    let height = ui.available_height();
    ui.horizontal_top(|ui| {
        let downwards = Layout::top_down(Align::Min);
        ui.allocate_ui_with_layout(vec2(TABLE, height), downwards, |ui| {
            ui.set_width(TABLE);
            scroll.id_salt("node").show(ui, |ui| node(ui, (state, grown, &view), out));
        });
        ui.separator();
        ui.vertical(|ui| {
            ScrollArea::vertical()
                .id_salt("tree")
                .auto_shrink(false)
                .show(ui, |ui| picture::show(ui, state, grown, out));
        });
    });
}

fn node(
    ui: &mut Ui,
    (state, grown, view): (&PlayoutsState, &Grown, &NodeView),
    out: &mut Vec<Action>,
) {
    crumbs(ui, state, grown, out);
    let board = state.path.iter().fold(grown.board(), |board, &mv| board.after(mv));
    words::node(ui, &board, view);
    ui.add_space(theme::GAP);
    if view.moves.is_empty() {
        super::note(ui, "Its moves are listed when a playout comes here again");
        return;
    }
    let chosen = state.chosen.and_then(|mv| view.moves.iter().position(|of| of.mv == mv));
    let chosen = chosen.or(view.next);
    table::formula(ui, &board, view, chosen);
    table::show(ui, state, (&board, view, chosen), out);
}

/// The way from the root to the node in sight, each part of it a button.
fn crumbs(ui: &mut Ui, state: &PlayoutsState, grown: &Grown, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let here = state.path.len();
        let mut crumb = |ui: &mut Ui, word: &str, plies: usize, name: &str| {
            let text = RichText::new(word).strong();
            let button = Button::new(text).selected(plies == here).frame_when_inactive(false);
            if ui.add(button).on_hover_text(name).clicked() && plies != here {
                out.push(act(PlayoutsAction::Up(plies)));
            }
        };
        crumb(ui, "Root", 0, "The position the tree grows from");
        let mut board = grown.board();
        for (at, &mv) in state.path.iter().enumerate() {
            let word = format!("{}{}", number(&board, at), san_of(&board, mv));
            crumb(ui, &word, at + 1, "Up to this node");
            board = board.after(mv);
        }
    });
}

/// The number before a move in a line, where one stands.
fn number(board: &Board, ply: usize) -> String {
    crate::gui::look::format::number_before(board, ply)
}

/// A move in writing, whatever it is.
fn san_of(board: &Board, mv: Move) -> String {
    if board.is_legal(mv) { san::write(board, mv) } else { format!("{mv:?}") }
}

/// A line in writing.
fn line_of(board: &Board, line: &[Move]) -> String {
    let (mut board, mut words) = (*board, Vec::with_capacity(line.len()));
    for (at, &mv) in line.iter().enumerate() {
        words.push(format!("{}{}", number(&board, at), san_of(&board, mv)));
        board = board.after(mv);
    }
    words.join(" ")
}

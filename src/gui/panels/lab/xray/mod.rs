//! The evaluation X-ray: the hand-crafted terms and the network taken apart, on a board that can be edited in place.

mod board;
mod network;
mod pieces;
mod terms;

use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::{Id, RichText, ScrollArea, Ui, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::game::editor::EditorState;
use tabia_app::lab::xray::{XrayAction, XrayView};
use tabia_app::window::workspace::PaneId;
use tabia_chess::Board;
use tabia_engine::eval::nnue::file;
use tabia_engine::eval::{PHASE_MAX, SCALE_FULL};
use tabia_lab::xray::{RowKind, Xray};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::{self, Head};
use crate::gui::widgets::segmented;

/// Width from which the tables stand beside the board, points.
const WIDE: f32 = 620.0;
/// Side of the board, narrow and wide, points.
const BOARD: [f32; 2] = [248.0, 272.0];
/// Positions whose X-rays are kept: the one on the board, the edited one, and one before.
const KEPT: usize = 3;

/// What is shown in a frame.
struct Scene<'a> {
    /// The position on the board.
    base: Arc<Xray>,
    /// The position looked through; `None` where chess could not have it.
    shown: Option<Arc<Xray>>,
    /// The edited position, if something was edited.
    edit: Option<&'a EditorState>,
    view: XrayView,
    /// The row whose squares are painted: the one under the pointer, else the chosen one.
    row: Option<RowKind>,
    /// The chosen one.
    chosen: Option<RowKind>,
}

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let state = &cx.model.lab.xray;
    let (lab, game) = (&cx.model.lab, &cx.model.game);
    let base = seen(ui, game.tree.board(lab.node_of(PaneId::Xray, game)));
    let edit = state.edit(cx.model.game.serial);
    let shown = match edit {
        None => Some(Arc::clone(&base)),
        Some(edit) => edit.board().map(|board| seen(ui, board)),
    };
    let scene = Scene {
        base,
        shown,
        edit,
        view: state.view,
        row: hovered(ui).or(state.row),
        chosen: state.row,
    };
    let mut done = Vec::new();
    head(ui, cx, &scene, &mut done, out);
    let wide = ui.available_width() >= WIDE;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if wide {
            beside(ui, cx, &scene, &mut done);
        } else {
            ui.horizontal_top(|ui| {
                let side = BOARD[0].min(ui.available_width());
                board::show(ui, cx, &scene, side, &mut done);
                ui.vertical(|ui| facts(ui, &scene, false));
            });
            board::legend(ui, &scene, ui.available_width());
            board::tools(ui, cx, &scene, &mut done);
            details(ui, &scene, &mut done);
        }
    });
    out.extend(done.into_iter().map(|action| Action::Lab(LabAction::Xray(action))));
}

/// The board with all that belongs to it on the left, the tables on the right.
fn beside(ui: &mut Ui, cx: &Cx<'_>, scene: &Scene<'_>, done: &mut Vec<XrayAction>) {
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(BOARD[1], 0.0), |ui| {
            ui.vertical(|ui| {
                board::show(ui, cx, scene, BOARD[1], done);
                board::legend(ui, scene, BOARD[1]);
                board::tools(ui, cx, scene, done);
            });
        });
        ui.add_space(theme::PAD);
        ui.vertical(|ui| {
            facts(ui, scene, true);
            details(ui, scene, done);
        });
    });
}

/// What is looked through, and what every view of the Lab can do.
fn head(
    ui: &mut Ui,
    cx: &Cx<'_>,
    scene: &Scene<'_>,
    done: &mut Vec<XrayAction>,
    out: &mut Vec<Action>,
) {
    let csv = || match (&scene.shown, scene.view) {
        (None, _) => String::new(),
        (Some(xray), XrayView::Terms) => xray.terms_table().csv(),
        (Some(xray), XrayView::Network) => xray.network_csv(),
        (Some(xray), XrayView::Both) => xray.pieces_table().csv(),
    };
    let copy: Option<&dyn Fn() -> String> = if scene.shown.is_some() { Some(&csv) } else { None };
    let head = Head { pane: PaneId::Xray, follows: true, copy };
    view_head::show(ui, cx, &head, out, |ui, _| {
        let views =
            [(XrayView::Terms, "Terms"), (XrayView::Network, "Network"), (XrayView::Both, "Both")];
        if let Some(view) = segmented::show(ui, "Evaluation", scene.view, &views) {
            done.push(XrayAction::Show(view));
        }
    });
}

fn details(ui: &mut Ui, scene: &Scene<'_>, done: &mut Vec<XrayAction>) {
    let Some(xray) = &scene.shown else {
        set_hovered(ui, None);
        return super::note(ui, "Evaluated again as soon as chess could have the position.");
    };
    if scene.edit.is_some() {
        terms::changes(ui, &scene.base, xray);
    }
    match scene.view {
        XrayView::Terms => terms::show(ui, scene, xray, done),
        XrayView::Network => network::show(ui, xray),
        XrayView::Both => pieces::show(ui, xray),
    }
    if scene.view != XrayView::Terms {
        set_hovered(ui, None);
    }
}

/// The scores and what they are blended by; where there is room, fewer lines.
fn facts(ui: &mut Ui, scene: &Scene<'_>, wide: bool) {
    let p = theme::palette(ui);
    if let Some(problem) = scene.edit.and_then(EditorState::problem) {
        ui.label(RichText::new("Not evaluated").strong().color(p.warn));
        ui.label(RichText::new(problem).small().color(p.warn));
        return;
    }
    let Some(xray) = &scene.shown else { return };
    let network = |xray: &Xray| xray.network.as_ref().map(|network| network.said.score_cp);
    let before = scene.edit.map(|_| &scene.base);
    let terms = &xray.terms;
    score(ui, "Hand-crafted", [Some(terms.score_cp), before.map(|b| b.terms.score_cp)], wide);
    score(ui, "Network", [network(xray), before.and_then(|before| network(before))], wide);
    let (phase, scale) = (terms.phase, terms.scale);
    let phase = format!("Phase {phase} of {PHASE_MAX}");
    if wide {
        super::note(ui, &format!("{phase}, endgame values count {scale}/{SCALE_FULL}"));
    } else {
        super::note(ui, &phase);
        super::note(ui, &format!("Endgame counts {scale}/{SCALE_FULL}"));
    }
    if let Some(known) = terms.known {
        let label = RichText::new(format!("Known ending: {known}")).small().color(p.warn);
        ui.label(label).on_hover_text(
            "The value of the ending replaces the terms; the engine takes it in the network's place, too",
        );
    }
}

/// A score in centipawns, White's view, and what it was before the position was edited.
fn score(ui: &mut Ui, name: &str, [now, before]: [Option<i32>; 2], wide: bool) {
    let p = theme::palette(ui);
    let was = match (now, before) {
        (Some(now), Some(before)) => Some(format!("was {before:+}, {:+}", now - before)),
        _ => None,
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).small().color(p.text_weak));
        let text = now.map_or("none".to_owned(), |now| format!("{now:+} cp"));
        ui.label(RichText::new(text).strong()).on_hover_text("White's view, nothing searched");
        if let Some(was) = was.as_ref().filter(|_| wide) {
            super::note(ui, was);
        }
    });
    if let Some(was) = was.filter(|_| !wide) {
        super::note(ui, &was);
    }
}

/// The X-ray of a position, worked out once.
fn seen(ui: &Ui, board: &Board) -> Arc<Xray> {
    let id = Id::unique("x-rays seen");
    let kept: Arc<Mutex<Vec<Arc<Xray>>>> =
        ui.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Vec<Arc<Xray>>>>>(id).clone());
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept.iter().position(|xray| xray.board == *board);
    let xray = match known {
        Some(at) => kept.remove(at),
        None => Arc::new(Xray::of(board, file::built_in().as_deref())),
    };
    kept.insert(0, Arc::clone(&xray));
    kept.truncate(KEPT);
    xray
}

fn hovered_id() -> Id {
    Id::unique("x-ray row under the pointer")
}

/// The row that was under the pointer in the last frame.
fn hovered(ui: &Ui) -> Option<RowKind> {
    ui.data(|data| data.get_temp(hovered_id())).flatten()
}

/// Notes the row under the pointer; the board shows it in the next frame.
fn set_hovered(ui: &Ui, row: Option<RowKind>) {
    if hovered(ui) != row {
        ui.data_mut(|data| data.insert_temp(hovered_id(), row));
        ui.request_repaint();
    }
}

/// A small head of a part.
fn title(ui: &mut Ui, text: &str) {
    ui.add_space(theme::GAP);
    ui.label(RichText::new(text).strong());
}

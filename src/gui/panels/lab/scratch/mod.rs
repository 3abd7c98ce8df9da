//! An evaluation from scratch: what it makes of the position, its numbers and tables to be changed, its levels
//! against each other, and a game against it.

mod matches;
mod numbers;
mod position;
mod squares;

use eframe::egui::{RichText, ScrollArea, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::scratch::{ScratchAction, ScratchPage, ScratchView};
use tabia_app::window::workspace::PaneId;
use tabia_lab::scratch::values::{Level, ScratchEval};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::{self, Head};
use crate::gui::widgets::segmented;

use super::note;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let kept = &cx.model.settings.scratch;
    let eval = &kept.eval;
    let view = cx.model.lab.scratch.view;
    let node = cx.model.lab.node_of(PaneId::Scratch, &cx.model.game);
    let board = cx.model.game.tree.board(node);
    let copy = || match view.page {
        ScratchPage::Position => position::rows(eval, board).csv(),
        ScratchPage::Numbers => numbers::rows(eval).csv(),
        ScratchPage::Squares => squares::rows(eval, view).csv(),
        ScratchPage::Matches => matches::rows(&cx.model.lab.scratch.matches).csv(),
    };
    let head = Head { pane: PaneId::Scratch, follows: true, copy: Some(&copy) };
    view_head::show(ui, cx, &head, out, |ui, out| {
        if let Some(level) = levels(ui, eval.level) {
            act(out, ScratchAction::Level(level));
        }
        let hint = format!("Begin a game against this evaluation, as {}", eval.title());
        if ui.button("Play against this").on_hover_text(hint).clicked() {
            act(out, ScratchAction::Play);
        }
    });
    ui.horizontal_wrapped(|ui| {
        let title = format!("Level {}: {}", eval.level.number(), eval.level.name());
        ui.label(RichText::new(title).strong());
        note(ui, eval.level.adds());
    });
    ui.add_space(2.0);
    let pages = [
        (ScratchPage::Position, "Position"),
        (ScratchPage::Numbers, "Numbers"),
        (ScratchPage::Squares, "Squares"),
        (ScratchPage::Matches, "Matches"),
    ];
    if let Some(page) = segmented::show(ui, "Page of the evaluation", view.page, &pages) {
        act(out, ScratchAction::View(ScratchView { page, ..view }));
    }
    ui.add_space(theme::GAP);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match view.page {
        ScratchPage::Position => position::show(ui, eval, board),
        ScratchPage::Numbers => numbers::show(ui, eval, out),
        ScratchPage::Squares => squares::show(ui, eval, view, out),
        ScratchPage::Matches => matches::show(ui, cx, out),
    });
}

/// The choice of a level, by number.
fn levels(ui: &mut Ui, current: Level) -> Option<Level> {
    let choices = [
        (Level::Material, "1"),
        (Level::Squares, "2"),
        (Level::Pawns, "3"),
        (Level::Mobility, "4"),
        (Level::King, "5"),
        (Level::Tapering, "6"),
    ];
    let hint = |level: Level| format!("{}: {}", level.name(), level.adds());
    segmented::with_hints(ui, "Level", current, &choices, &hint)
}

fn act(out: &mut Vec<Action>, action: ScratchAction) {
    out.push(Action::Lab(LabAction::Scratch(action)));
}

/// Whether the endgame has numbers of its own at this level.
fn tapers(eval: &ScratchEval) -> bool {
    eval.level >= Level::Tapering
}

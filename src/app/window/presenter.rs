//! Presentation mode: the window fills the screen with the board and one view, and a presenter remote steps through a
//! game or a tour.

use super::view::Presentation;
use super::workspace::{PaneId, Workspace};
use crate::action::TourAction;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::board;
use crate::model::Model;
use crate::tours::update as tours;

/// Starts or ends it. At the end the window returns to its earlier full-screen state.
pub(crate) fn toggle(cx: &mut Cx<'_>) {
    let full_screen = cx.m.view.full_screen;
    if let Some(before) = cx.m.view.presentation.take() {
        if !before.was_full_screen {
            cx.out.push(Effect::FullScreen(false));
        }
        return;
    }
    cx.close_dialogs();
    cx.m.view.presentation = Some(Presentation { was_full_screen: full_screen });
    if !full_screen {
        cx.out.push(Effect::FullScreen(true));
    }
}

/// Goes to the next or previous step of the tour, of alpha-beta step by step, or of the game, whichever is shown.
pub(crate) fn step(cx: &mut Cx<'_>, on: bool) {
    let Some(view) = cx.m.tour else {
        return match (cx.m.presented(), on) {
            (PaneId::AlphaBeta, _) => step_search(cx, on),
            (_, true) => board::step_on(cx, 1),
            (_, false) => board::step_back(cx, 1),
        };
    };
    let steps = view.tour().map_or(0, |tour| tour.steps.len());
    let to = if on { view.step + 1 } else { view.step.wrapping_sub(1) };
    if to < steps {
        tours::update(cx, TourAction::Step(to));
    }
}

fn step_search(cx: &mut Cx<'_>, on: bool) {
    let board = *cx.m.game.board();
    let steps = &mut cx.m.lab.choices.steps;
    let last = steps.last(&steps.tree.searches(&board, steps.shape));
    steps.at = if on { steps.at + 1 } else { steps.at.saturating_sub(1) }.min(last);
    steps.playing = false;
}

impl Model {
    /// The view shown beside the board during a presentation.
    pub fn presented(&self) -> PaneId {
        match self.view.workspace {
            Workspace::Study if self.engine.analysis => PaneId::Lines,
            Workspace::Play | Workspace::Study | Workspace::Arena | Workspace::Training => {
                PaneId::Moves
            }
            Workspace::Lab | Workspace::Duel => self.view.front().unwrap_or(PaneId::Moves),
        }
    }
}

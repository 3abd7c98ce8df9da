//! Showing the content of a link.

use tabia_chess::Color;
use tabia_games::game::tree::NodeId;
use tabia_lab::small_game::learn::SmallGame;
use tabia_text::{Phrase, t};

use super::link::{Link, Settings};
use crate::cx::Cx;
use crate::engines::requests;
use crate::game::position;
use crate::game::state::GameState;
use crate::lab::playouts::PlayoutsAction;
use crate::lab::small_game::SmallGameAction;
use crate::lab::state::LabAction;
use crate::lab::steps::StepsView;
use crate::lab::update as lab;
use crate::window::workspace::PaneId;

/// Shows the content of a link. `what` names the undo step.
pub(crate) fn open(cx: &mut Cx<'_>, link: Link, what: Phrase) {
    let Link { tree, shown, workspace, view, engine, settings } = link;
    let bare = tree.is_empty();
    let start = *tree.board(NodeId::ROOT);
    let game = GameState { tree, current: shown, live: shown, ..GameState::analysis(start) };
    position::set_up(cx, game, what);
    position::face(cx, if bare { start.stm() } else { Color::White });
    // Nothing is computed until the user starts it, in the duel or after it.
    requests::switch_analysis(cx, false);
    if let Some(before) = &mut cx.m.duel.before {
        before.analysis = false;
    }
    match settings {
        Settings::Usual => {}
        Settings::Playouts(draft) => {
            lab::update(cx, LabAction::Playouts(PlayoutsAction::Draft(draft)));
        }
        Settings::Steps(view) => {
            let score = cx.m.lab.choices.steps.score;
            lab::update(cx, LabAction::Steps(StepsView { score, ..view }));
        }
        Settings::Experiment(ask) => lab::update(
            cx,
            ask.get::<SmallGame>().map_or_else(
                || LabAction::Ask(ask.clone()),
                |request| SmallGameAction::Draft(*request).into(),
            ),
        ),
    }
    if let Some(workspace) = workspace.or_else(|| view.map(PaneId::workspace)) {
        cx.go_to_workspace(workspace);
        cx.m.lab.entered = false;
    }
    if let Some(view) = view {
        cx.open_pane(view);
    }
    cx.m.view.focus = engine.or(cx.m.view.focus);
    cx.m.toasts.info(t!("link-opened"));
}

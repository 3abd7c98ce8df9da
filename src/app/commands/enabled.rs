//! When a command is enabled, and which switches are on: the rules that several rows of the table of commands use, and
//! those that are too long for a row.

use tabia_engine::search::score::Pov;
use tabia_games::game::tree::{GameTree, NodeId};

use crate::engines::state::Purpose;
use crate::game::editor::EditorState;
use crate::game::play;
use crate::game::state::{Phase, Player};
use crate::lab::terminal;
use crate::model::Model;
use crate::review::learn::{Learn, Stage};
use crate::review::run::can_learn;
use crate::review::state::RunState;
use crate::window::settings::{LINES, UI_SCALE};
use crate::window::workspace::Workspace;

pub(crate) fn always(_: &Model) -> bool {
    true
}

pub(crate) fn has_terminal_command(model: &Model) -> bool {
    model.view.front().is_some_and(|pane| terminal::has_command(model, pane))
}

pub(crate) fn has_view(model: &Model) -> bool {
    !model.view.workspace.is_fixed() && model.view.front().is_some()
}

pub(crate) fn can_undo(model: &Model) -> bool {
    let editor = model.editor.as_ref().map(EditorState::can_undo);
    editor.unwrap_or_else(|| model.history.undo_text().is_some() || undoes_file(model))
}

/// Undo would restore games in their file: that is the newest change.
pub(crate) fn undoes_file(model: &Model) -> bool {
    model.removed.is_newer_than(model.history.state_number())
}

pub(crate) fn can_redo(model: &Model) -> bool {
    let editor = model.editor.as_ref().map(EditorState::can_redo);
    editor.unwrap_or_else(|| model.history.redo_text().is_some())
}

/// The shown position is not the start position of the tree.
pub(crate) fn behind_start(model: &Model) -> bool {
    model.game.tree.parent(model.game.current).is_some()
}

pub(crate) fn has_next(model: &Model) -> bool {
    model.game.tree.next(model.game.current).is_some()
}

pub(crate) fn goes_on(model: &Model) -> bool {
    !model.game.tree.children(model.game.current).is_empty()
}

pub(crate) fn has_sibling(model: &Model) -> bool {
    model.game.tree.sibling(model.game.current, 1).is_some()
}

pub(crate) fn in_variation(model: &Model) -> bool {
    model.game.tree.variation_head(model.game.current).is_some()
}

/// Another move is below the shown variation, or below the shown move of the main line.
pub(crate) fn can_demote(model: &Model) -> bool {
    is_above_another(&model.game.tree, model.game.current)
}

/// Whether another move is below the variation of a node, or below its move of the main line.
pub fn is_above_another(tree: &GameTree, node: NodeId) -> bool {
    let head = tree.variation_head(node).unwrap_or(node);
    let siblings = tree.parent(head).map_or(&[][..], |parent| tree.children(parent));
    siblings.last().is_some_and(|&last| last != head)
}

pub(crate) fn games_listed(model: &Model) -> bool {
    model.games.as_ref().is_some_and(|list| !list.rows.is_empty())
}

/// The games of a file are listed.
pub(crate) fn file_listed(model: &Model) -> bool {
    model.games.as_ref().is_some_and(|list| list.origin.path().is_some())
}

/// The list of games shows some, and those that its filter asks for.
pub(crate) fn has_rows(model: &Model) -> bool {
    model.games.as_ref().is_some_and(|list| !list.rows.is_empty() && !list.waiting)
}

pub(crate) fn engine_works(model: &Model) -> bool {
    model.engine.is_busy() || model.engine.pending_move.is_some()
}

/// An engine works, or analyses the next position as soon as it is shown.
pub(crate) fn can_stop_engine(model: &Model) -> bool {
    engine_works(model) || analyses(model)
}

pub(crate) fn engine_waits(model: &Model) -> bool {
    model.game.paused || model.engine.seats().any(|(_, seat)| seat.halted)
}

pub(crate) fn engine_chooses_move(model: &Model) -> bool {
    let playing = model.engine.job_for(|purpose| purpose == Purpose::Play);
    playing.is_some() || model.engine.pending_move.is_some()
}

pub(crate) fn analyses(model: &Model) -> bool {
    model.engine.analysis
}

pub(crate) fn more_lines(model: &Model) -> bool {
    model.settings.engine.multi_pv < *LINES.end()
}

pub(crate) fn fewer_lines(model: &Model) -> bool {
    model.settings.engine.multi_pv > *LINES.start()
}

/// A good move can be played for the side to move: on a board without an opponent.
pub(crate) fn can_play_best(model: &Model) -> bool {
    can_advise(model) && model.game.is_analysis_board()
}

/// A good move can be shown for the side the user moves in the shown position.
pub(crate) fn can_advise(model: &Model) -> bool {
    let game = &model.game;
    let free = model.editor.is_none() && model.learn.is_none();
    model.movable_side() == Some(game.board().stm()) && free
}

pub(crate) fn can_review(model: &Model) -> bool {
    model.game.played_line().len() > 1 && !model.game.is_played()
}

pub(crate) fn review_stopped(model: &Model) -> bool {
    model.review().is_some_and(|run| run.state == RunState::Stopped)
}

pub(crate) fn review_written(model: &Model) -> bool {
    model.review().is_some_and(|run| run.is_written(&model.game.tree))
}

pub(crate) fn has_mistakes(model: &Model) -> bool {
    can_learn(model, None)
}

/// In a puzzle the try is taken back.
pub(crate) fn can_take_back(model: &Model) -> bool {
    let wrong = |learn: &Learn| matches!(learn.stage, Stage::Wrong(_));
    match &model.learn {
        Some(learn) => wrong(learn),
        None => {
            play::takeback_target(&model.game).is_some() && play::takeback_refused(model).is_none()
        }
    }
}

pub(crate) fn can_resign(model: &Model) -> bool {
    model.game.is_played() && !model.game.players.iter().all(Player::is_engine)
}

/// The engine is not asked twice in one position; people may ask each other at any time.
pub(crate) fn can_offer_draw(model: &Model) -> bool {
    let game = &model.game;
    let declined = game.draw_declined == Some(game.live) && game.human_side().is_some();
    let again = game.draw_offer.is_some() || declined;
    can_resign(model) && !again
}

pub(crate) fn draw_offered(model: &Model) -> bool {
    model.game.can_answer_draw()
}

pub(crate) fn game_over(model: &Model) -> bool {
    matches!(model.game.phase, Phase::Over(_)) && !model.game.is_analysis_board()
}

pub(crate) fn can_zoom_in(model: &Model) -> bool {
    model.settings.ui_scale < *UI_SCALE.end()
}

pub(crate) fn can_zoom_out(model: &Model) -> bool {
    model.settings.ui_scale > *UI_SCALE.start()
}

pub(crate) fn shows_arrows(model: &Model) -> bool {
    model.settings.engine_arrows > 0
}

pub(crate) fn mover_view(model: &Model) -> bool {
    model.settings.pov == Pov::SideToMove
}

pub(crate) fn can_see_threat(model: &Model) -> bool {
    model.engine.threat || (!model.hides_engine() && model.editor.is_none())
}

pub(crate) fn presents(model: &Model) -> bool {
    model.view.presentation.is_some()
}

pub(crate) fn in_play(model: &Model) -> bool {
    model.view.workspace == Workspace::Play
}

pub(crate) fn in_study(model: &Model) -> bool {
    model.view.workspace == Workspace::Study
}

pub(crate) fn in_arena(model: &Model) -> bool {
    model.view.workspace == Workspace::Arena
}

pub(crate) fn in_training(model: &Model) -> bool {
    model.view.workspace == Workspace::Training
}

pub(crate) fn in_duel(model: &Model) -> bool {
    model.view.workspace == Workspace::Duel
}

/// The duel is on and the position is not the end of a game.
pub(crate) fn can_play_duel_match(model: &Model) -> bool {
    in_duel(model) && model.editor.is_none() && model.game.outcome_here().is_none()
}

pub(crate) fn in_lab(model: &Model) -> bool {
    model.view.workspace == Workspace::Lab
}

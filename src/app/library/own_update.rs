//! When a game of one's own is kept, and what of it.

use tabia_engine::search::engine_id::EngineId;
use tabia_engine::search::score::{Pov, Score};
use tabia_games::collection::keep::ID_TAG;
use tabia_games::game::annotation::{EvalValue, NodeEval};
use tabia_games::game::edits::Edits;
use tabia_games::game::pgn_write;
use tabia_games::game::tree::{GameTree, NodeId};

use super::own::{KeepRequest, KeptNews, MOST, id_text, is_kept};
use crate::commands::command::UserCommand;
use crate::effect::Effect;
use crate::engines::telemetry::Telemetry;
use crate::game::state::GameState;
use crate::update::Cx;

impl Cx<'_> {
    /// Keeps the game on the board, if it is one to be kept.
    pub(crate) fn keep_game(&mut self) {
        if self.m.settings.keep_games && is_kept(&self.m.game) {
            self.send_to_own();
        }
    }

    /// Keeps the game on the board because the user says so, and tells where it stands then.
    pub(crate) fn keep_game_now(&mut self) {
        let id = self.m.game.id;
        if self.send_to_own() {
            self.m.own.asked = Some(id);
        } else {
            self.m.toasts.offer("The game stands in My games just so", UserCommand::MyGames);
        }
    }

    /// Sends the game on the board to the file, unless it was sent just so. Says whether it was.
    fn send_to_own(&mut self) -> bool {
        let game = &self.m.game;
        let (id, text) = (game.id, text_of(game, &self.m.telemetry, self.m.focus()));
        let new = self.m.own.send(id, &text);
        if new {
            let again = std::mem::take(&mut self.m.own.failed);
            for request in again.into_iter().chain([KeepRequest { id, text }]) {
                self.out.push(Effect::KeepGame(Box::new(request)));
            }
        }
        new
    }

    /// A game was kept, or not.
    pub(crate) fn kept(&mut self, news: KeptNews) {
        let KeptNews { request, path, done } = news;
        let asked = self.m.own.asked.take_if(|id| *id == request.id).is_some();
        let kept = match done {
            Ok(kept) => kept,
            Err(error) => {
                self.m.own.forget(request.id);
                if self.m.own.failed.len() < MOST {
                    self.m.own.failed.push(request);
                }
                let text = format!("Not kept in My games, tried again with the next game: {error}");
                return self.m.toasts.error(text);
            }
        };
        self.m.homes.follow(&path, kept.before, &kept.written);
        self.read_list_again(&path);
        if asked {
            let text = format!("Kept as game {} of My games", kept.written.place.game + 1);
            self.m.toasts.offer(text, UserCommand::MyGames);
        } else if kept.written.place.game == 0 && !kept.replaced {
            let text = "Games you play are kept in My games; the settings can turn that off";
            self.m.toasts.offer(text, UserCommand::MyGames);
        }
    }
}

/// The game as it is kept: the moves that were played as the main line, with clock times and what engines of full
/// strength said of each position.
fn text_of(game: &GameState, telemetry: &Telemetry, focus: EngineId) -> String {
    let mut tree = game.tree.clone();
    Edits::default().promote_to_main(&mut tree, game.live);
    for node in game.tree.path(game.live) {
        if tree.eval(node).is_none()
            && let Some(eval) = eval_of(&game.tree, telemetry, node, focus)
        {
            tree.notes_mut(node).eval = Some(eval);
        }
    }
    let mut tags = game.export_tags();
    tags.set(ID_TAG, id_text(game.id));
    if game.time_tags().is_empty() {
        // No time control, as PGN says it.
        tags.set("TimeControl", "-");
    }
    pgn_write::write(&tags, &tree)
}

/// What is known of a position: of the position itself, else what the engine thought of the move that led to it when
/// it chose it. Nothing where the game is over: the moves say it all.
fn eval_of(
    tree: &GameTree,
    telemetry: &Telemetry,
    node: NodeId,
    focus: EngineId,
) -> Option<NodeEval> {
    if tree.outcome(node).is_some() {
        return None;
    }
    let (parent, mv) = (tree.parent(node)?, tree.mv(node)?);
    let (best, later) = if let Some((_, here)) = telemetry.best_kept(tree, node, focus) {
        (here.best()?, 0)
    } else {
        let (_, before) = telemetry.best_kept(tree, parent, focus)?;
        (before.best().filter(|best| best.info.pv.first() == Some(&mv))?, 1)
    };
    let value = match best.score(Pov::White) {
        Score::Mate(plies) => {
            // Nearer by the ply that has been played, and counted in moves.
            let left = plies.abs() - later;
            EvalValue::Mate((left + 1) / 2 * plies.signum())
        }
        score => EvalValue::Cp(score.cp()?),
    };
    let depth = best.info.depth.saturating_sub(later as u32);
    Some(NodeEval { value, depth: (depth > 0).then_some(depth) })
        .filter(|eval| eval.value != EvalValue::Mate(0))
}

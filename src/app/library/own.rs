//! The file of one's own games: what is put into it when. A game is kept when it ends and when it leaves the board,
//! unless it is kept just so already; whether it has ended or not, as long as both sides have moved. One that went
//! on after that, say after a move was taken back, takes its own place in the file (`collection::keep`).

use std::path::{Path, PathBuf};

use crate::collection::entry::print_of;
use crate::collection::keep::{self, ID_TAG, Kept};
use crate::game::annotation::{EvalValue, NodeEval};
use crate::game::edits::Edits;
use crate::game::pgn_write;
use crate::game::tree::{GameTree, NodeId};
use crate::search::engine_id::EngineId;
use crate::search::score::{Pov, Score};

use crate::app::commands::command::UserCommand;
use crate::app::effect::Effect;
use crate::app::engines::telemetry::Telemetry;
use crate::app::game::state::{GameState, Phase};
use crate::app::update::Cx;

/// What the file is called.
pub const FILE_NAME: &str = "My games.pgn";
/// A game of fewer plies was broken off before it began.
const LEAST_PLIES: usize = 2;
/// Games remembered as kept, and games that could not be kept and are tried again.
const MOST: usize = 64;

/// A game to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeepRequest {
    /// Its name.
    pub id: u64,
    /// As PGN, with its name.
    pub text: String,
}

impl KeepRequest {
    /// Puts it into the file. Waits for the disk and for other programs.
    pub fn carry_out(self, path: &Path) -> KeptNews {
        let done = keep::keep(path, &id_text(self.id), &self.text);
        let done = done.map_err(|error| error.to_string());
        KeptNews { request: self, path: path.to_owned(), done }
    }
}

/// What became of a game that was to be kept.
#[derive(Clone, Debug)]
pub struct KeptNews {
    /// The game.
    pub request: KeepRequest,
    /// The file.
    pub path: PathBuf,
    /// Where it stands, or why not, in words.
    pub done: Result<Kept, String>,
}

/// What is known of the file of one's own games.
#[derive(Clone, Debug, Default)]
pub struct OwnGames {
    /// Names of games and numbers made of their texts as they were sent last, newest last.
    sent: Vec<(u64, u32)>,
    /// Games that could not be written.
    failed: Vec<KeepRequest>,
}

impl OwnGames {
    /// Notes that a game is sent with this text; says whether that is new.
    fn send(&mut self, id: u64, text: &str) -> bool {
        let entry = (id, print_of(text.as_bytes()));
        if self.sent.contains(&entry) {
            return false;
        }
        self.forget(id);
        self.failed.retain(|request| request.id != id);
        self.sent.push(entry);
        if self.sent.len() > MOST {
            self.sent.remove(0);
        }
        true
    }

    /// What was sent of a game is not there.
    fn forget(&mut self, id: u64) {
        self.sent.retain(|(of, _)| *of != id);
    }
}

/// The name of a game as its tag has it.
fn id_text(id: u64) -> String {
    format!("{id:016x}")
}

impl Cx<'_> {
    /// Keeps the game on the board, if it is one to be kept.
    pub(crate) fn keep_game(&mut self) {
        let game = &self.m.game;
        if !self.m.settings.keep_games || !is_kept(game) {
            return;
        }
        let (id, text) = (game.id, text_of(game, &self.m.telemetry, self.m.focus()));
        if self.m.own.send(id, &text) {
            let again = std::mem::take(&mut self.m.own.failed);
            for request in again.into_iter().chain([KeepRequest { id, text }]) {
                self.out.push(Effect::KeepGame(Box::new(request)));
            }
        }
    }

    /// A game was kept, or not.
    pub(crate) fn kept(&mut self, news: KeptNews) {
        let KeptNews { request, path, done } = news;
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
        if kept.written.place.game == 0 && !kept.replaced {
            let text = "Games you play are kept in My games; the settings can turn that off";
            self.m.toasts.offer(text, UserCommand::MyGames);
        }
    }
}

/// Whether a game is one's own and long enough.
fn is_kept(game: &GameState) -> bool {
    let plies = game.tree.ply(game.live);
    !game.is_analysis_board() && game.phase != Phase::Fresh && plies >= LEAST_PLIES
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

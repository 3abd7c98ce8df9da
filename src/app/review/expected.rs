//! What a strong player would have been expected to play, for each move of the game: whether it is shown, what was
//! asked of the thread that works it out, and what came back.

use tabia_chess::{Board, Move};
use tabia_games::game::tree::NodeId;
use tabia_host::review::accuracy::Expectation;

use crate::game::state::GameState;

/// Moves of a game that are looked at.
const MAX_MOVES: usize = 1_000;

/// The game as it was when the question was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Number of the game.
    serial: u64,
    /// State of its tree.
    revision: u64,
}

/// A move to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// Where it leads to.
    pub node: NodeId,
    /// The position before it.
    pub board: Board,
    /// The move.
    pub mv: Move,
}

/// The moves of a main line, to be worked out off the window's thread.
#[derive(Clone, Debug)]
pub struct ExpectRequest {
    /// What they are of.
    pub of: Asked,
    /// The moves.
    pub moves: Vec<Played>,
}

/// What was expected at each move of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectNews {
    /// What it is of.
    pub of: Asked,
    /// By where the moves lead to.
    pub found: Vec<(NodeId, Expectation)>,
}

/// What is shown of it.
#[derive(Clone, Debug, Default)]
pub struct ExpectedMoves {
    /// Whether the review shows it.
    pub shown: bool,
    /// What was asked last.
    asked: Option<Asked>,
    /// What came back last.
    found: Option<ExpectNews>,
}

impl ExpectedMoves {
    /// What was expected at each move of the game as it is now; `None` while that is worked out.
    pub fn found(&self) -> Option<&[(NodeId, Expectation)]> {
        let found = self.found.as_ref().filter(|found| Some(found.of) == self.asked)?;
        Some(&found.found)
    }

    /// Asks for what was expected in the game as it is now, if that is not asked for yet. Of a game that is being
    /// played nothing is told.
    pub(crate) fn ask(&mut self, game: &GameState) -> Option<ExpectRequest> {
        let asked = Asked { serial: game.serial, revision: game.tree.revision() };
        if !self.shown || game.is_played() || self.asked == Some(asked) {
            return None;
        }
        self.asked = Some(asked);
        let tree = &game.tree;
        let played = |node: NodeId| {
            let board = *tree.board(tree.parent(node)?);
            Some(Played { node, board, mv: tree.mv(node)? })
        };
        let moves = tree.main_line().into_iter().filter_map(played).take(MAX_MOVES).collect();
        Some(ExpectRequest { of: asked, moves })
    }

    /// What was expected. Of a game that has changed since nothing is taken.
    pub(crate) fn take(&mut self, news: ExpectNews) {
        if self.asked == Some(news.of) {
            self.found = Some(news);
        }
    }
}

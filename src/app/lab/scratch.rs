//! The evaluation from scratch: what the user has set and what its matches have come to. Data; what happens to it is in
//! `scratch_update`.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use tabia_chess::{PieceType, Square};
use tabia_games::strength::sheet::ScoreSheet;
use tabia_lab::matches::{MatchGame, MatchPlan};
use tabia_lab::scratch::values::{Knob, Level, Part, ScratchEval, Tapered};

/// Games whose results are listed; all are counted.
const LISTED: usize = 2_000;

/// Games a match of the view can have.
pub const GAMES: RangeInclusive<u32> = 2..=2_000;
/// Nodes a move of such a match can have.
pub const NODES: RangeInclusive<u64> = 100..=100_000;
/// What is kept in the settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScratchSettings {
    /// The user's evaluation.
    pub eval: ScratchEval,
    /// The one that is or was last played against.
    pub opponent: ScratchEval,
    /// Games of a match, [`GAMES`].
    pub games: u32,
    /// Nodes of each of its moves, [`NODES`].
    pub nodes: u64,
}

impl Default for ScratchSettings {
    fn default() -> Self {
        let eval = ScratchEval::at(Level::Tapering);
        ScratchSettings { opponent: eval.clone(), eval, games: 60, nodes: 2_000 }
    }
}

impl ScratchSettings {
    /// The same with every value inside its range.
    #[must_use]
    pub fn clamped(mut self) -> ScratchSettings {
        self.eval = self.eval.clamped();
        self.opponent = self.opponent.clamped();
        self.games = self.games.clamp(*GAMES.start(), *GAMES.end());
        self.nodes = self.nodes.clamp(*NODES.start(), *NODES.end());
        self
    }
}

/// What the view shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScratchPage {
    /// The position on the board, term by term.
    #[default]
    Position,
    /// What everything is worth.
    Numbers,
    /// What each square is worth.
    Squares,
    /// The levels against each other.
    Matches,
}

/// What is chosen in the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScratchView {
    pub page: ScratchPage,
    /// The piece whose table is painted.
    pub kind: PieceType,
    /// The part of the game it is for.
    pub part: Part,
    /// As Black's piece sees it.
    pub black: bool,
    /// The square whose number is edited, as White sees it.
    pub square: Square,
}

impl Default for ScratchView {
    fn default() -> Self {
        ScratchView {
            page: ScratchPage::Position,
            kind: PieceType::Knight,
            part: Part::Middlegame,
            black: false,
            square: Square::E4,
        }
    }
}

/// A level's match against the one before it, and how far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScratchMatch {
    /// What was asked. A is the level, B the one before.
    pub plan: MatchPlan,
    /// How it stands, as the level sees it.
    pub sheet: ScoreSheet,
    pub games: Vec<MatchGame>,
}

impl ScratchMatch {
    pub fn level(&self) -> Level {
        self.plan.evals[0].level
    }

    /// Whether all games were played.
    pub fn is_complete(&self) -> bool {
        self.sheet.games() >= self.plan.games
    }

    /// Whether it was played with these numbers.
    pub fn is_of(&self, eval: &ScratchEval) -> bool {
        self.plan.evals[0].with_level(eval.level) == *eval
    }
}

/// What the view knows beside the settings.
#[derive(Clone, Debug, Default)]
pub struct ScratchState {
    /// What is chosen in it.
    pub view: ScratchView,
    /// The last match of each level, the lowest first.
    pub matches: Vec<ScratchMatch>,
}

impl ScratchState {
    /// Counts a game that has ended in the match of its level.
    pub(super) fn add_game(&mut self, level: Level, game: &MatchGame) {
        if let Some(one) = self.matches.iter_mut().find(|one| one.level() == level) {
            one.sheet.add(game.points);
            if one.games.len() < LISTED {
                one.games.push(game.clone());
            }
        }
    }
}

/// What can be done in the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScratchAction {
    /// Choose something in it.
    View(ScratchView),
    /// Know this much.
    Level(Level),
    /// What a kind of piece is worth, centipawns.
    Value(PieceType, i32),
    /// Take a published set of values, by its number.
    Publish(usize),
    /// What a thing is worth.
    Knob(Knob, Tapered),
    /// What a square, as White sees it, is worth to a piece, centipawns.
    Square(Part, PieceType, Square, i32),
    /// The initial table of a piece.
    ResetTable(Part, PieceType),
    /// All initial numbers; the level stays.
    Reset,
    /// Games of a match.
    Games(u32),
    /// Nodes a move.
    Nodes(u64),
    /// Play the level against the one before it.
    Match,
    /// The same for every level that has one before it.
    AllMatches,
    /// Begin a game against it.
    Play,
}

//! The evaluation from scratch: what the user has set and what its matches have come to. Data; what happens to it is in
//! `update`.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use tabia_chess::{PieceType, Square};
use tabia_engine::play::control::Control;
use tabia_games::strength::sheet::ScoreSheet;
use tabia_games::strength::standings::GameResult;
use tabia_host::referee::plan::Plan;
use tabia_host::referee::schedule::{Colours, Format};
use tabia_lab::scratch::values::{Knob, Level, Part, ScratchEval, Tapered};

use crate::arena::state::Run;

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
    /// Games of a match, [`GAMES`]: two of each opening.
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
        self.games = self.games.clamp(*GAMES.start(), *GAMES.end()) / 2 * 2;
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

/// A level's match against the one before it, as far as the arena has played it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScratchMatch {
    /// The level and the one before it.
    pub evals: [ScratchEval; 2],
    /// Games that are to be played.
    pub games: u32,
    /// Nodes of each move.
    pub nodes: u64,
    /// What the openings are drawn from.
    pub seed: u64,
    /// How it stands, as the level sees it.
    pub sheet: ScoreSheet,
    /// Their places among the players of the tournament in the arena; `None`: it is another one's by now.
    players: Option<[usize; 2]>,
}

impl ScratchMatch {
    pub fn level(&self) -> Level {
        self.evals[0].level
    }

    /// Whether all games were played.
    pub fn is_complete(&self) -> bool {
        self.sheet.games() >= self.games
    }

    /// Whether it was played with these numbers.
    pub fn is_of(&self, eval: &ScratchEval) -> bool {
        self.evals[0].with_level(eval.level) == *eval
    }

    /// Counts a game if it is one of this match.
    fn add(&mut self, game: &GameResult) {
        let Some([level, before]) = self.players else { return };
        if [[game.white, game.black], [game.black, game.white]].contains(&[level, before]) {
            self.sheet.add(game.points_of(level));
        }
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
    /// Takes the matches of levels from the tournament in the arena; those of before stay.
    pub(crate) fn follow(&mut self, run: &Run) {
        for one in &mut self.matches {
            one.players = None;
        }
        for mut one in matches_of(&run.plan) {
            for game in &run.ended {
                one.add(&game.result);
            }
            self.matches.retain(|other| other.level() != one.level());
            self.matches.push(one);
        }
        self.matches.sort_by_key(ScratchMatch::level);
    }

    /// Counts a game of that tournament.
    pub(crate) fn add_game(&mut self, game: &GameResult) {
        for one in &mut self.matches {
            one.add(game);
        }
    }

    /// Whether a match of the tournament in the arena was played to its end.
    pub(crate) fn has_complete_match(&self) -> bool {
        self.matches.iter().any(|one| one.players.is_some() && one.is_complete())
    }

    /// Whether a match of levels is the tournament in the arena.
    pub fn is_in_arena(&self) -> bool {
        self.matches.iter().any(|one| one.players.is_some())
    }
}

/// The matches of levels against the ones before them in a plan, with nothing played. None where they do not all have the
/// same nodes.
fn matches_of(plan: &Plan) -> Vec<ScratchMatch> {
    let (Format::Match { rounds } | Format::RoundRobin { cycles: rounds }) = plan.format else {
        return Vec::new();
    };
    let Some(Control::Nodes(nodes)) = plan.control else { return Vec::new() };
    let evals: Vec<(usize, ScratchEval)> = (plan.players.iter().enumerate())
        .filter(|(_, player)| player.control.is_none())
        .filter_map(|(at, player)| Some((at, player.scratch().ok()??)))
        .collect();
    let games = if plan.games == Colours::Pairs { 2 * rounds } else { rounds };
    let of = |(at, eval): &(usize, ScratchEval)| {
        let below = eval.level.before().map(|level| eval.with_level(level))?;
        let (other, _) = evals.iter().find(|(_, other)| *other == below)?;
        let (evals, players) = ([eval.clone(), below], Some([*at, *other]));
        let (seed, sheet) = (plan.openings.seed, ScoreSheet::default());
        Some(ScratchMatch { evals, games, nodes, seed, sheet, players })
    };
    evals.iter().filter_map(of).collect()
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
    /// Play all levels against each other.
    AllMatches,
    /// Begin a game against it.
    Play,
}

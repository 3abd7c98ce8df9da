//! The evaluation from scratch: the user's settings and the results of its matches. The actions are in `update`.

pub(crate) mod update;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use tabia_chess::{PieceType, Square};
use tabia_engine::play::control::Control;
use tabia_games::strength::sheet::ScoreSheet;
use tabia_games::strength::standings::FinishedGame;
use tabia_host::referee::plan::Plan;
use tabia_host::referee::schedule::{Colours, Format};
use tabia_lab::scratch::values::{Knob, Level, Part, ScratchEval, Tapered};

use crate::arena::state::Run;

/// Possible numbers of games in a match of the view.
pub const GAMES: RangeInclusive<u32> = 2..=2_000;
/// Possible numbers of nodes per move in such a match.
pub const NODES: RangeInclusive<u64> = 100..=100_000;
/// The part stored in the settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScratchSettings {
    /// The user's evaluation.
    pub eval: ScratchEval,
    /// The last opponent.
    pub opponent: ScratchEval,
    /// Games of a match, [`GAMES`]: two per opening.
    pub games: u32,
    /// Nodes per move, [`NODES`].
    pub nodes: u64,
}

impl Default for ScratchSettings {
    fn default() -> Self {
        let eval = ScratchEval::at(Level::Tapering);
        ScratchSettings { opponent: eval.clone(), eval, games: 60, nodes: 2_000 }
    }
}

impl ScratchSettings {
    /// The settings with every value inside its range.
    #[must_use]
    pub fn clamped(mut self) -> ScratchSettings {
        self.eval = self.eval.clamped();
        self.opponent = self.opponent.clamped();
        self.games = self.games.clamp(*GAMES.start(), *GAMES.end()) / 2 * 2;
        self.nodes = self.nodes.clamp(*NODES.start(), *NODES.end());
        self
    }
}

/// The pages of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScratchPage {
    /// The position on the board, term by term.
    #[default]
    Position,
    /// The numerical values.
    Numbers,
    /// The piece-square tables.
    Squares,
    /// The levels against each other.
    Matches,
}

/// The choices in the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScratchView {
    pub page: ScratchPage,
    /// The piece whose table is shown.
    pub kind: PieceType,
    /// The phase of the table.
    pub part: Part,
    /// Shown from Black's point of view.
    pub black: bool,
    /// The square whose number is edited, from White's point of view.
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
    /// Planned games.
    pub games: u32,
    /// Nodes per move.
    pub nodes: u64,
    /// Seed of the openings.
    pub seed: u64,
    /// The score from the level's point of view.
    pub sheet: ScoreSheet,
    /// Their indices among the players of the arena's tournament; `None`: that is another tournament now.
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

    /// Adds a game if it belongs to this match.
    fn add(&mut self, game: &FinishedGame) {
        let Some([level, before]) = self.players else { return };
        if [[game.white, game.black], [game.black, game.white]].contains(&[level, before]) {
            self.sheet.add(game.points_of(level));
        }
    }
}

/// The state of the view apart from the settings.
#[derive(Clone, Debug, Default)]
pub struct ScratchState {
    /// The choices in the view.
    pub view: ScratchView,
    /// The last match of each level, the lowest first. While it is incomplete, the last complete one stays before it.
    pub matches: Vec<ScratchMatch>,
}

impl ScratchState {
    /// Takes the matches of levels from the arena's tournament; earlier ones stay.
    pub(crate) fn follow(&mut self, run: &Run) {
        for one in &mut self.matches {
            one.players = None;
        }
        for mut one in matches_of(&run.plan) {
            for game in &run.ended {
                one.add(&game.result);
            }
            self.matches.retain(|other| other.level() != one.level() || other.is_complete());
            self.matches.push(one);
        }
        self.matches.sort_by_key(ScratchMatch::level);
        self.forget_replaced();
    }

    /// Adds a game of that tournament.
    pub(crate) fn add_game(&mut self, game: &FinishedGame) {
        for one in &mut self.matches {
            one.add(game);
        }
        self.forget_replaced();
    }

    /// Removes the earlier result of each level whose new match is complete.
    fn forget_replaced(&mut self) {
        let complete = self.matches.iter().filter(|one| one.players.is_some() && one.is_complete());
        let levels: Vec<Level> = complete.map(ScratchMatch::level).collect();
        self.matches.retain(|one| one.players.is_some() || !levels.contains(&one.level()));
    }

    /// Whether a match in the arena's tournament was completed.
    pub(crate) fn has_complete_match(&self) -> bool {
        self.matches.iter().any(|one| one.players.is_some() && one.is_complete())
    }

    /// Whether the arena's tournament contains a match of levels.
    pub fn is_in_arena(&self) -> bool {
        self.matches.iter().any(|one| one.players.is_some())
    }
}

/// The matches in a plan of levels against the ones before them, without results. Empty if they do not all have the
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

/// Actions in the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScratchAction {
    /// Change the choices in the view.
    View(ScratchView),
    /// Set the level.
    Level(Level),
    /// Set the value of a piece type, centipawns.
    Value(PieceType, i32),
    /// Use a published set of values, by its number.
    Publish(usize),
    /// Set the value of a term.
    Knob(Knob, Tapered),
    /// Set the value of a square for a piece, centipawns; the square is from White's point of view.
    Square(Part, PieceType, Square, i32),
    /// Reset the table of a piece.
    ResetTable(Part, PieceType),
    /// Reset all numbers; the level stays.
    Reset,
    /// Set the games of a match.
    Games(u32),
    /// Set the nodes per move.
    Nodes(u64),
    /// Play the level against the one before it.
    Match,
    /// Play all levels against each other.
    AllMatches,
    /// Start a game against it.
    Play,
}

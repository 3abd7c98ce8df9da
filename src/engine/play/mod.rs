//! Plays one game between engines: rules, clocks, adjudication. Used by matches, self-play and experiments.

use std::fmt;
use std::time::{Duration, Instant};

use tabia_chess::{Board, Color, Move, Outcome, PieceType, rules};
use tabia_games::game::position::GamePosition;
use tabia_games::game::result::GameResult;

use crate::search::limits::{Limits, StopSignal};
use crate::search::report::SearchOutcome;
use crate::search::score::{Bound, Score};
use crate::search::thinker::{SearchError, SearchObserver, Thinker};

pub mod adjudication;
pub mod control;
#[cfg(test)]
mod tests;

use adjudication::{Adjudication, Watch};
use control::{Control, Running};

/// One side of a game.
pub struct Side<'a> {
    /// The engine.
    pub engine: &'a mut dyn Thinker,
    /// Limits of its searches.
    pub control: Control,
}

impl fmt::Debug for Side<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Side").field("control", &self.control).finish_non_exhaustive()
    }
}

/// A side's turn to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The current position.
    pub board: &'a Board,
    /// The current position with its game.
    pub position: &'a GamePosition,
    /// Limits of the search.
    pub limits: &'a Limits,
    /// The moves played after the opening.
    pub moves: &'a [PlayedMove],
}

/// Observes a game: the engines' reports, and each turn before its search.
pub trait GameObserver: SearchObserver {
    /// A side is to move.
    fn on_turn(&mut self, turn: Turn<'_>) {
        let _ = turn;
    }
}

/// Ignores the game.
impl GameObserver for () {}

/// A played move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// Score of its search, side to move's view.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Depth of its search, plies.
    pub depth: Option<u32>,
    /// Nodes of its search.
    pub nodes: Option<u64>,
    /// Time used, ms.
    pub spent_ms: u64,
    /// Time left on this side's clock, ms; `None` without a clock.
    pub left_ms: Option<u64>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Rules of chess, including claimed draws.
    Rules(Outcome),
    /// Win adjudication by score.
    Winning,
    /// Draw adjudication by score.
    Even,
    /// Tablebase adjudication.
    Tables,
    /// Maximum game length.
    TooLong,
    /// Time forfeit. A draw if the opponent cannot mate.
    Time,
    /// The loser played an illegal move; the message.
    Illegal(String),
    /// The loser crashed, hung or did not start; the message.
    Broken(String),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None`: a draw.
    pub winner: Option<Color>,
    /// The cause.
    pub cause: Cause,
}

impl Ending {
    /// Result as in PGN.
    pub fn pgn(&self) -> &'static str {
        GameResult::won_by(self.winner).text()
    }

    /// PGN tag Termination.
    pub fn termination(&self) -> &'static str {
        match self.cause {
            Cause::Rules(_) => "normal",
            Cause::Winning | Cause::Even | Cause::Tables | Cause::TooLong => "adjudication",
            Cause::Time => "time forfeit",
            Cause::Illegal(_) => "rules infraction",
            Cause::Broken(_) => "abandoned",
        }
    }
}

/// Writes the ending as text, such as `White wins by adjudication: both engines see it`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Cause::Rules(outcome) = self.cause {
            return outcome.fmt(f);
        }
        match self.winner {
            Some(winner) => write!(f, "{winner} wins")?,
            None => f.write_str("Draw")?,
        }
        match &self.cause {
            Cause::Rules(_) => Ok(()),
            Cause::Winning | Cause::Even => f.write_str(" by adjudication: both engines see it"),
            Cause::Tables => f.write_str(" by adjudication: the tablebases know it"),
            Cause::TooLong => f.write_str(" by adjudication: the game is too long"),
            Cause::Time if self.winner.is_some() => f.write_str(" on time"),
            Cause::Time => f.write_str(" because the side with time left cannot mate"),
            Cause::Illegal(message) => write!(f, ", an illegal move: {message}"),
            Cause::Broken(message) => write!(f, ", the other engine failed: {message}"),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The opening.
    pub opening: GamePosition,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub ending: Ending,
}

/// Rules of a game between engines. By default only the rules of chess.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Early ends of the game.
    pub adjudication: Adjudication,
    /// Time overrun allowed per move.
    pub margin: Duration,
}

/// Plays a game between two engines, White first. `None` if stopped. An engine that fails loses; the caller checks
/// whether it is still usable ([`Cause::Broken`], [`Cause::Time`]). The observer receives the reports of every search,
/// and every turn.
pub fn play_observed<O: GameObserver>(
    mut sides: [Side<'_>; 2],
    opening: &GamePosition,
    rules: &Rules,
    stop: &StopSignal,
    observer: &mut O,
) -> Option<Game> {
    for (side, color) in sides.iter_mut().zip(Color::ALL) {
        if let Err(error) = side.engine.new_game() {
            let ending = failed(color, &error);
            let game = Game { opening: opening.clone(), moves: Vec::new(), ending };
            return (!stop.is_stopped()).then_some(game);
        }
    }
    let controls = [sides[0].control, sides[1].control];
    play(opening, controls, rules, |turn| {
        let engine = &mut sides[turn.board.stm().index()].engine;
        observer.on_turn(turn);
        let found = engine.search(turn.position, turn.limits, stop, observer);
        (!stop.is_stopped()).then_some(found)
    })
}

/// Plays a game in which `search` finds the moves of both sides. It returns `None` to end the game without a result.
/// `controls` are White's and Black's.
pub fn play(
    opening: &GamePosition,
    controls: [Control; 2],
    rules: &Rules,
    mut search: impl FnMut(Turn<'_>) -> Option<Result<SearchOutcome, SearchError>>,
) -> Option<Game> {
    let mut clocks = controls.map(Running::new);
    let mut watch = Watch::new(&rules.adjudication);
    let (mut board, mut position, mut keys) = (opening.board(), opening.clone(), opening.keys());
    let mut moves = Vec::new();
    let mut ending = ended(&board, &keys, 0, rules);
    while ending.is_none() {
        let (stm, at) = (board.stm(), board.stm().index());
        let limits = clocks[at].limits(&clocks[1 - at], stm);
        let started = Instant::now();
        let found =
            search(Turn { board: &board, position: &position, limits: &limits, moves: &moves })?;
        let spent = started.elapsed();
        let in_time = clocks[at].spend(spent, rules.margin);
        let SearchOutcome { best, score, bound, depth, nodes, .. } = match found {
            // A late answer and a missing one are both a loss on time: the flag fell before the engine was given up.
            Ok(_) | Err(SearchError::Failed { .. }) if !in_time => {
                let winner = rules::outcome_on_time(&board, stm).winner();
                ending = Some(Ending { winner, cause: Cause::Time });
                break;
            }
            Ok(outcome) => outcome,
            Err(error) => {
                ending = Some(failed(stm, &error));
                break;
            }
        };
        let Some(mv) = best.filter(|&mv| board.is_legal(mv)) else {
            let cause = Cause::Illegal(format!("no legal move in {board}"));
            ending = Some(Ending { winner: Some(!stm), cause });
            break;
        };
        let (spent_ms, left_ms) = (spent.as_millis() as u64, clocks[at].left_ms());
        moves.push(PlayedMove { mv, score, bound, depth, nodes, spent_ms, left_ms });
        let (scored, number) = (score.map(|score| (score, bound)), board.fullmove_number());
        let by_score = watch.after(stm, scored, number, is_zeroing(&board, mv));
        board.make_move(mv);
        position.moves.push(mv);
        keys.push(board.key());
        // Checkmate or stalemate on the board takes precedence over adjudication.
        ending = ended(&board, &keys, moves.len(), rules).or(by_score.map(|winner| {
            let cause = if winner.is_some() { Cause::Winning } else { Cause::Even };
            Ending { winner, cause }
        }));
    }
    ending.map(|ending| Game { opening: opening.clone(), moves, ending })
}

/// The side of this color failed.
fn failed(color: Color, error: &SearchError) -> Ending {
    let cause = match error {
        SearchError::Failed { message, usable: true, .. } => Cause::Illegal(message.clone()),
        error => Cause::Broken(error.to_string()),
    };
    Ending { winner: Some(!color), cause }
}

/// How the game ended in this position, the last of `keys`, if it is over.
fn ended(board: &Board, keys: &[u64], played: usize, rules: &Rules) -> Option<Ending> {
    let times = keys.iter().filter(|&&key| key == board.key()).count();
    let claimed = || rules::claim(board, times).map(rules::Claim::outcome);
    if let Some(outcome) = rules::automatic_outcome(board, times).or_else(claimed) {
        return Some(Ending { winner: outcome.winner(), cause: Cause::Rules(outcome) });
    }
    if let Some(winner) = rules.adjudication.by_tables(board) {
        return Some(Ending { winner, cause: Cause::Tables });
    }
    let max_plies = rules.adjudication.max_moves.map(|moves| 2 * moves as usize);
    let too_long = max_plies.is_some_and(|max_plies| played >= max_plies);
    too_long.then_some(Ending { winner: None, cause: Cause::TooLong })
}

fn is_zeroing(board: &Board, mv: Move) -> bool {
    mv.is_noisy() || board.piece_on(mv.from()).is_some_and(|piece| piece.kind() == PieceType::Pawn)
}

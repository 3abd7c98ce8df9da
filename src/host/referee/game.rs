//! One game between two engines, from its opening to its end and the reason for it.

use std::fmt;
use std::time::{Duration, Instant};

use tabia_chess::board::Board;
use tabia_chess::color::Color;
use tabia_chess::moves::Move;
use tabia_chess::outcome::Outcome;
use tabia_chess::piece_type::PieceType;
use tabia_chess::rules;
use tabia_engine::search::report::SearchOutcome;
use tabia_engine::search::score::Score;
use tabia_engine::search::stop::StopSignal;
use tabia_engine::search::thinker::{SearchError, Thinker};
use tabia_games::game::position::GamePosition;

use super::adjudication::{Adjudication, Watch};
use super::control::{Control, Running};

/// One side of a game.
pub struct Side<'a> {
    /// Who plays.
    pub engine: &'a mut dyn Thinker,
    /// What it may spend.
    pub control: Control,
}

impl fmt::Debug for Side<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Side").field("control", &self.control).finish_non_exhaustive()
    }
}

/// A move an engine played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// What its engine said of it, mover's view.
    pub score: Option<Score>,
    /// To which depth, plies.
    pub depth: Option<u32>,
    /// Nodes it counted for it.
    pub nodes: Option<u64>,
    /// Time it took, ms.
    pub spent_ms: u64,
    /// Left on the mover's clock, ms; `None` without a clock.
    pub left_ms: Option<u64>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// By the rules of chess, claims of a draw among them.
    Rules(Outcome),
    /// Both engines agreed for long enough that one is winning.
    Winning,
    /// Both engines agreed for long enough that nobody is.
    Even,
    /// The endgame tables know.
    Tables,
    /// It is longer than a game may be.
    TooLong,
    /// The loser, or the one who could not be beaten any more, overstepped its time.
    Time,
    /// The loser played what it may not; its words.
    Illegal(String),
    /// The loser crashed, hung or could not be started; its words.
    Broken(String),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; `None`: a draw.
    pub winner: Option<Color>,
    /// Why.
    pub cause: Cause,
}

impl Ending {
    /// The result as PGN writes it.
    pub fn pgn(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The word of the PGN tag Termination.
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

/// For a person: `White wins by adjudication: both engines see it`.
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
            Cause::Tables => f.write_str(" by adjudication: the endgame tables know it"),
            Cause::TooLong => f.write_str(" by adjudication: the game is too long"),
            Cause::Time if self.winner.is_some() => f.write_str(" on time"),
            Cause::Time => f.write_str(" because the side with time left cannot mate"),
            Cause::Illegal(said) => write!(f, ", an illegal move: {said}"),
            Cause::Broken(said) => write!(f, ", the other engine failed: {said}"),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Where it began.
    pub opening: GamePosition,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub ending: Ending,
}

/// How a game is refereed.
#[derive(Clone, Debug)]
pub struct Rules {
    /// When it is taken as decided.
    pub adjudication: Adjudication,
    /// How much an engine may overstep its time.
    pub margin: Duration,
}

/// What a turn came to.
enum Turn {
    Played(PlayedMove),
    Over(Ending),
    Stopped,
}

/// Plays a game; `sides` are White and Black. `None`: it was stopped. An engine that could not do what it was asked has
/// lost; whether it can go on is its owner's question ([`Cause::Broken`]).
pub fn play(
    mut sides: [Side<'_>; 2],
    opening: &GamePosition,
    rules: &Rules,
    stop: &StopSignal,
) -> Option<Game> {
    let mut clocks = [0, 1].map(|at: usize| Running::new(sides[at].control));
    let mut position = opening.clone();
    let mut watch = Watch::new(&rules.adjudication);
    let mut moves = Vec::new();
    for (side, color) in sides.iter_mut().zip([Color::White, Color::Black]) {
        if let Err(error) = side.engine.new_game() {
            if stop.is_stopped() {
                return None;
            }
            return Some(Game { opening: position, moves, ending: failed(color, &error) });
        }
    }
    loop {
        let board = position.board();
        let over = ended(&position, &board, moves.len(), rules);
        if let Some(ending) = over {
            return Some(Game { opening: opening.clone(), moves, ending });
        }
        let at = usize::from(board.stm() == Color::Black);
        match turn(&mut sides[at], &mut clocks, &position, rules, stop) {
            Turn::Played(played) => {
                moves.push(played);
                position.moves.push(played.mv);
                let zeroing = is_zeroing(&board, played.mv);
                let number = board.fullmove_number();
                if let Some(winner) = watch.after(board.stm(), played.score, number, zeroing) {
                    // A mate or stalemate on the board is more than an opinion.
                    let after = position.board();
                    let cause = if winner.is_some() { Cause::Winning } else { Cause::Even };
                    let ending = ended(&position, &after, moves.len(), rules)
                        .unwrap_or(Ending { winner, cause });
                    return Some(Game { opening: opening.clone(), moves, ending });
                }
            }
            Turn::Over(ending) => return Some(Game { opening: opening.clone(), moves, ending }),
            Turn::Stopped => return None,
        }
    }
}

/// Has the side to move search and looks at the clock.
fn turn(
    side: &mut Side<'_>,
    clocks: &mut [Running; 2],
    position: &GamePosition,
    rules: &Rules,
    stop: &StopSignal,
) -> Turn {
    let board = position.board();
    let (stm, at) = (board.stm(), usize::from(board.stm() == Color::Black));
    let limits = clocks[at].limits(&clocks[1 - at], stm);
    let started = Instant::now();
    let found = side.engine.search(position, &limits, stop, &mut ());
    let spent = started.elapsed();
    if stop.is_stopped() {
        return Turn::Stopped;
    }
    let in_time = clocks[at].spend(spent, rules.margin);
    let SearchOutcome { best, score, depth, nodes, .. } = match found {
        // Whatever it answers, it answers too late.
        Ok(_) | Err(SearchError::Failed { usable: true, .. }) if !in_time => {
            let winner = rules::outcome_on_time(&board, stm).winner();
            return Turn::Over(Ending { winner, cause: Cause::Time });
        }
        Ok(outcome) => outcome,
        Err(error) => return Turn::Over(failed(stm, &error)),
    };
    let Some(mv) = best.filter(|&mv| board.is_legal(mv)) else {
        let said = format!("{} gave no legal move in {board}", side.engine.name());
        return Turn::Over(Ending { winner: Some(!stm), cause: Cause::Illegal(said) });
    };
    let spent_ms = spent.as_millis() as u64;
    Turn::Played(PlayedMove { mv, score, depth, nodes, spent_ms, left_ms: clocks[at].left_ms() })
}

/// The side of this colour could not do what it was asked.
fn failed(color: Color, error: &SearchError) -> Ending {
    let cause = match error {
        SearchError::Failed { said, usable: true, .. } => Cause::Illegal(said.clone()),
        error => Cause::Broken(error.to_string()),
    };
    Ending { winner: Some(!color), cause }
}

/// Whether the game is over in this position.
fn ended(position: &GamePosition, board: &Board, played: usize, rules: &Rules) -> Option<Ending> {
    let times = position.repetitions();
    let claimed = || rules::claim(board, times).map(rules::Claim::outcome);
    if let Some(outcome) = rules::automatic_outcome(board, times).or_else(claimed) {
        return Some(Ending { winner: outcome.winner(), cause: Cause::Rules(outcome) });
    }
    if let Some(winner) = rules.adjudication.by_tables(board) {
        return Some(Ending { winner, cause: Cause::Tables });
    }
    let longest = rules.adjudication.longest.map(|moves| 2 * moves as usize);
    let too_long = longest.is_some_and(|longest| played >= longest);
    too_long.then_some(Ending { winner: None, cause: Cause::TooLong })
}

fn is_zeroing(board: &Board, mv: Move) -> bool {
    mv.is_noisy() || board.piece_on(mv.from()).is_some_and(|piece| piece.kind() == PieceType::Pawn)
}

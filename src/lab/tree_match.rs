//! A match between two engines of the program in one process: the same openings with both colours, the same nodes or
//! the same clock for both. Without a clock the same seed gives the same match, game for game.

use std::time::{Duration, Instant};

use super::scratch::match_play::{LONGEST, MatchGame, Played, play_pairs};
use tabia_chess::board::Board;
use tabia_chess::color::Color;
use tabia_chess::rules;
use tabia_engine::search::limits::{ClockLimits, Limits};
use tabia_engine::search::stop::StopSignal;
use tabia_engine::search::thinker::Thinker;
use tabia_games::game::position::GamePosition;

/// What ends a search of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many nodes or playouts.
    Nodes(u64),
    /// A clock for the game: time, and what is added after each move.
    Clock(Duration, Duration),
}

/// One side of a match.
pub struct Side<'a> {
    /// Who plays.
    pub engine: &'a mut dyn Thinker,
    /// What it has for a move.
    pub effort: Effort,
}

impl std::fmt::Debug for Side<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Side").field("effort", &self.effort).finish_non_exhaustive()
    }
}

/// Plays so many games between A and B; `tell` hears of each as it ends. A stop ends the match without the game under
/// way.
///
/// # Errors
/// Where an engine fails or plays a move that is not legal.
pub fn play(
    sides: &mut [Side<'_>; 2],
    games: u32,
    seed: u64,
    stop: &StopSignal,
    tell: &mut dyn FnMut(MatchGame),
) -> Result<(), String> {
    play_pairs(games, seed, stop, tell, |opening, a_is_white| {
        let position = GamePosition { start: Board::start(), moves: opening.to_vec() };
        game(sides, position, a_is_white, stop)
    })
}

/// A game from a position on. `None`: stopped.
fn game(
    sides: &mut [Side<'_>; 2],
    mut position: GamePosition,
    a_is_white: bool,
    stop: &StopSignal,
) -> Result<Option<Played>, String> {
    for side in sides.iter_mut() {
        side.engine.new_game().map_err(|error| error.to_string())?;
    }
    let mut clocks = [0, 1].map(|at: usize| match sides[at].effort {
        Effort::Clock(time, _) => time,
        Effort::Nodes(_) => Duration::ZERO,
    });
    while position.moves.len() < LONGEST {
        let (board, times) = (position.board(), position.repetitions());
        let claimed = || rules::claim(&board, times).map(rules::Claim::outcome);
        if let Some(outcome) = rules::automatic_outcome(&board, times).or_else(claimed) {
            return Ok(Some((position.moves, Some(outcome))));
        }
        let at = usize::from((board.stm() == Color::White) != a_is_white);
        let side = &mut sides[at];
        let limits = limits(side.effort, &clocks, at, board.stm());
        let started = Instant::now();
        let found = side.engine.search(&position, &limits, stop, &mut ());
        let outcome = found.map_err(|error| error.to_string())?;
        if stop.is_stopped() {
            return Ok(None);
        }
        if let Effort::Clock(_, increment) = side.effort {
            let Some(left) = clocks[at].checked_sub(started.elapsed()) else {
                let outcome = rules::outcome_on_time(&board, board.stm());
                return Ok(Some((position.moves, Some(outcome))));
            };
            clocks[at] = left + increment;
        }
        match outcome.best.filter(|&mv| board.is_legal(mv)) {
            Some(mv) => position.moves.push(mv),
            None => return Err(format!("{}: no legal move in {board}", side.engine.name())),
        }
    }
    Ok(Some((position.moves, None)))
}

fn limits(effort: Effort, clocks: &[Duration; 2], at: usize, stm: Color) -> Limits {
    match effort {
        Effort::Nodes(nodes) => Limits::nodes(nodes),
        Effort::Clock(_, increment) => {
            let mut time = [clocks[1 - at]; 2];
            time[stm.index()] = clocks[at];
            let clock = ClockLimits { time, increment: [increment; 2], moves_to_go: None };
            Limits { clock: Some(clock), ..Limits::default() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_engine::puct::PuctEngine;
    use tabia_engine::puct::options::{PuctOptions, Rung};
    use tabia_games::strength::sheet::{Points, ScoreSheet};

    fn played(efforts: [Effort; 2], games: u32) -> Vec<MatchGame> {
        let engine = |rung| PuctEngine::new(&PuctOptions { hash_mib: 1, ..PuctOptions::of(rung) });
        let (mut a, mut b) = (engine(Rung::Knowledge), engine(Rung::Flat));
        let mut sides = [
            Side { engine: &mut a, effort: efforts[0] },
            Side { engine: &mut b, effort: efforts[1] },
        ];
        let mut games_played = Vec::new();
        play(&mut sides, games, 3, &StopSignal::never(), &mut |game| games_played.push(game))
            .unwrap();
        games_played
    }

    #[test]
    fn games_are_legal_repeat_and_are_won_by_the_stronger() {
        let games = played([Effort::Nodes(60), Effort::Nodes(25)], 2);
        assert_eq!(games, played([Effort::Nodes(60), Effort::Nodes(25)], 2));
        assert_eq!(games[0].moves[..games[0].opening], games[1].moves[..games[1].opening]);
        let mut sheet = ScoreSheet::default();
        for game in &games {
            sheet.add(game.points);
        }
        assert_eq!(sheet.losses, 0, "{games:?}");
    }

    #[test]
    fn whose_time_is_up_loses() {
        let none = Effort::Clock(Duration::ZERO, Duration::ZERO);
        let games = played([Effort::Nodes(10), none], 2);
        assert!(games.iter().all(|game| game.points == Points::Win), "{games:?}");
        let some = Effort::Clock(Duration::from_millis(300), Duration::from_millis(1));
        let game = &played([some, Effort::Nodes(2)], 1)[0];
        assert!(!game.moves.is_empty());
    }
}

//! What is in a set of games: counts and distributions, before anybody trains on it.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::data::game::{GameRecord, GameResult, MATE_FOUND, NO_SCORE, ScoredMove, Source};
use tabia_chess::Board;
use tabia_engine::eval::{self, PHASE_MAX};

use super::filter::{Filter, LeftOut};

/// Upper ends of the score classes, centipawns either way; the last class has none.
pub const SCORE_CLASSES: [u16; 8] = [25, 50, 100, 200, 400, 800, 1600, 3000];
/// Phases in one class: 24 down to 0 in six classes, the last with one more.
const PHASE_STEP: usize = 4;
/// Number of phase classes.
pub const PHASE_CLASSES: usize = PHASE_MAX as usize / PHASE_STEP;

/// Keys of positions. They are mixed well enough to be their own hash.
pub(super) type KeySet = HashSet<u64, BuildHasherDefault<KeyHasher>>;

/// Takes a position's key for its hash.
#[derive(Debug, Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Counts over games.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Games.
    pub games: u64,
    /// Games by [`GameResult`].
    pub results: [u64; 3],
    /// Games by [`Source`].
    pub sources: [u64; Source::ALL.len()],
    /// Positions with a move.
    pub positions: u64,
    /// Positions that have occurred before, in any game.
    pub repeated: u64,
    /// Positions in check.
    pub in_check: u64,
    /// Positions by phase, the full board first.
    pub phases: [u64; PHASE_CLASSES],
    /// Scored positions by size of the score, see [`SCORE_CLASSES`]; mates are not among them.
    pub scores: [u64; SCORE_CLASSES.len() + 1],
    /// For each of those classes the points (2 a win, 1 a draw) of the side the score favours.
    pub points: [u64; SCORE_CLASSES.len() + 1],
    /// Positions with a forced mate as score.
    pub mates: u64,
    /// Positions the filter leaves out, by reason.
    pub left_out: [u64; LeftOut::ALL.len()],
    /// Positions it keeps.
    pub kept: u64,
    seen: KeySet,
}

impl Survey {
    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord, filter: Filter) {
        self.games += 1;
        self.results[game.result as usize] += 1;
        self.sources[game.source as usize] += 1;
        game.for_each(|board, scored| self.add_position(board, scored, game.result, filter));
    }

    fn add_position(
        &mut self,
        board: &Board,
        scored: ScoredMove,
        result: GameResult,
        filter: Filter,
    ) {
        self.positions += 1;
        self.in_check += u64::from(board.in_check());
        self.repeated += u64::from(!self.seen.insert(board.key()));
        let phase = eval::frame(board).0.clamp(0, PHASE_MAX) as usize;
        let down = PHASE_MAX as usize - phase;
        self.phases[(down / PHASE_STEP).min(PHASE_CLASSES - 1)] += 1;
        if scored.score != NO_SCORE {
            self.add_score(board, scored.score, result);
        }
        match filter.leaves_out(board, scored) {
            Some(reason) => self.left_out[reason as usize] += 1,
            None => self.kept += 1,
        }
    }

    fn add_score(&mut self, board: &Board, score: i16, result: GameResult) {
        let size = score.unsigned_abs();
        if size > MATE_FOUND.unsigned_abs() {
            self.mates += 1;
            return;
        }
        let class = SCORE_CLASSES.iter().position(|&end| size <= end);
        let class = class.unwrap_or(SCORE_CLASSES.len());
        let white = (score > 0) == (board.stm() == tabia_chess::Color::White);
        let points = result as u64;
        self.scores[class] += 1;
        self.points[class] += if white { points } else { 2 - points };
    }

    /// Games of a source.
    pub fn of_source(&self, source: Source) -> u64 {
        self.sources[source as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_adds_up() {
        let start = Board::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 30").unwrap();
        let (mut board, mut moves) = (start, Vec::new());
        for (san, score) in [("e5", 30), ("d4", -700), ("e6", 31_990), ("d3", NO_SCORE)] {
            let mv = tabia_chess::san::parse(&board, san).unwrap();
            moves.push(ScoredMove { mv, score });
            board.make_move(mv);
        }
        let game =
            GameRecord { start, result: GameResult::WhiteWins, source: Source::Endings, moves };
        let mut survey = Survey::default();
        survey.add(&game, Filter::default());
        survey.add(&game, Filter::default());
        assert_eq!((survey.games, survey.positions, survey.repeated), (2, 8, 4));
        assert_eq!((survey.kept, survey.left_out), (4, [2, 2, 0, 0, 0]));
        assert_eq!(survey.phases, [0, 0, 0, 0, 0, 8]);
        assert_eq!(survey.scores, [0, 2, 0, 0, 0, 2, 0, 0, 0]);
        assert_eq!(survey.points, [0, 4, 0, 0, 0, 4, 0, 0, 0]);
        assert_eq!((survey.mates, survey.of_source(Source::Endings)), (2, 2));
    }
}

//! What a policy network learns from, whatever it comes from: moves played, or how the playouts of a search went to
//! the moves.

use crate::data::game::GameResult;
use crate::data::packed::{self, Packed};
use crate::data::visits::{VisitGame, WHOLE};
use tabia_chess::Move;
use tabia_engine::search::score::Coefficients;

use super::prepared::{Prepared, Target};
use super::sample::PolicySample;

/// Lessons by their numbers.
pub trait Lessons: Sync + std::fmt::Debug {
    /// How many there are.
    fn count(&self) -> usize;

    /// Makes one of them ready; false if it is none: no position, or a move that is not legal.
    fn prepare(
        &self,
        number: usize,
        into: &mut Prepared,
        target: Target,
        curve: &Coefficients,
    ) -> bool;
}

impl Lessons for Vec<PolicySample> {
    fn count(&self) -> usize {
        self.len()
    }

    fn prepare(
        &self,
        number: usize,
        into: &mut Prepared,
        target: Target,
        curve: &Coefficients,
    ) -> bool {
        self.get(number).is_some_and(|sample| into.fill(sample, target, curve))
    }
}

/// A position with what a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
struct VisitLesson {
    position: Packed,
    result: GameResult,
    expected: u16,
    draw: u16,
    /// Where its shares begin, and how many they are.
    first: u32,
    count: u8,
}

/// Positions with what searches found, and beside them moves played, lest those be forgotten.
#[derive(Debug, Default)]
pub struct MixedLessons {
    visits: Vec<VisitLesson>,
    shares: Vec<(Move, u16)>,
    /// The moves played.
    pub old: Vec<PolicySample>,
}

impl MixedLessons {
    /// Takes every position of a game that has something to learn. One that was seen with a single move has not.
    pub fn add(&mut self, game: &VisitGame) {
        game.for_each(|board, ply| {
            if ply.shares.is_empty() {
                return;
            }
            self.visits.push(VisitLesson {
                position: packed::pack(board),
                result: game.result,
                expected: ply.expected,
                draw: ply.draw,
                first: self.shares.len() as u32,
                count: ply.shares.len() as u8,
            });
            self.shares.extend_from_slice(&ply.shares);
        });
    }

    /// Positions with what searches found.
    pub fn searched(&self) -> usize {
        self.visits.len()
    }
}

impl Lessons for MixedLessons {
    fn count(&self) -> usize {
        self.visits.len() + self.old.len()
    }

    fn prepare(
        &self,
        number: usize,
        into: &mut Prepared,
        target: Target,
        curve: &Coefficients,
    ) -> bool {
        let Some(lesson) = self.visits.get(number) else {
            return self.old.prepare(number - self.visits.len(), into, target, curve);
        };
        let Ok(board) = packed::unpack(&lesson.position) else { return false };
        let shares = &self.shares[lesson.first as usize..][..usize::from(lesson.count)];
        into.fill_shares(&board, shares, chances(lesson, target.result_share), target.smoothing)
    }
}

/// Chances of win, draw and loss to learn, mover's view: of the search, and with a share of the result.
fn chances(lesson: &VisitLesson, result_share: f32) -> [f32; 3] {
    let part = |share: u16| f32::from(share) / f32::from(WHOLE);
    let expected = part(lesson.expected);
    let draw = part(lesson.draw).min(2.0 * expected.min(1.0 - expected));
    let found = [expected - draw / 2.0, draw, 1.0 - expected - draw / 2.0];
    let mut chances = found.map(|chance| chance * (1.0 - result_share));
    let white = lesson.result as usize;
    let outcome = if packed::is_black_to_move(&lesson.position) { white } else { 2 - white };
    chances[outcome] += result_share;
    chances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::game::Source;
    use crate::data::visits::VisitPly;
    use tabia_chess::Board;
    use tabia_engine::puct::leaf_evaluator::CURVE;

    #[test]
    fn shares_results_and_expectations_are_learnt_as_the_mover_sees_them() {
        let start = Board::start();
        let moves = start.legal_moves();
        let (first, second) = (moves[0], moves[1]);
        let mut after = start;
        after.make_move(first);
        let reply = after.legal_moves()[0];
        let ply = |mv, expected, shares| VisitPly { mv, expected, draw: 0, shares };
        let game = VisitGame {
            start,
            result: GameResult::WhiteWins,
            source: Source::Standard,
            plies: vec![
                ply(first, WHOLE, vec![(second, 16_384), (first, 49_151)]),
                ply(reply, 0, vec![(reply, WHOLE)]),
            ],
        };
        let mut lessons = MixedLessons::default();
        lessons.add(&game);
        assert_eq!((lessons.count(), lessons.searched()), (2, 2));
        let target = Target { smoothing: 0.2, result_share: 0.25 };
        let (mut prepared, curve) = (Prepared::default(), CURVE);
        assert!(lessons.prepare(0, &mut prepared, target, &curve));
        // A fifth is spread over all twenty moves.
        for (at, wanted) in [0.61, 0.21, 0.01].into_iter().enumerate() {
            assert!((prepared.wanted[at] - wanted).abs() < 1e-3, "{:?}", prepared.wanted);
        }
        assert!((prepared.wanted.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(prepared.played, 0);
        assert!((prepared.chances[0] - 1.0).abs() < 1e-4, "{:?}", prepared.chances);
        assert!(lessons.prepare(1, &mut prepared, target, &curve));
        assert!((prepared.chances[2] - 1.0).abs() < 1e-4, "{:?}", prepared.chances);
        assert!(!lessons.prepare(2, &mut prepared, target, &curve));
    }
}

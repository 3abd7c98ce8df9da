//! Quality of an evaluation as a prediction of search scores and results: loss by source and phase, rank correlation.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::AddAssign;

use super::model::{Target, logistic};
use super::pool::{Filter, LeftOut};
use crate::data::game::{GameRecord, GameResult, MATE_FOUND, NO_SCORE, ScoredMove, Source};
use crate::data::packed;
use crate::data::sample::Sample;
use tabia_chess::Board;
use tabia_engine::eval;
use tabia_engine::eval::PHASE_MAX;

/// Classes of pieces on the board: up to 8, 16, 24, 32.
const PIECE_CLASSES: usize = 4;

/// Sum of losses and their number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Loss {
    /// Sum of squared differences of winning chances.
    pub sum: f64,
    /// Positions.
    pub count: u64,
}

impl Loss {
    fn add(&mut self, loss: f64) {
        self.sum += loss;
        self.count += 1;
    }

    /// The mean; `None` without positions.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl AddAssign for Loss {
    fn add_assign(&mut self, other: Loss) {
        self.sum += other.sum;
        self.count += other.count;
    }
}

/// The losses of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Measure {
    /// All positions.
    pub all: Loss,
    /// By [`Source`].
    pub sources: [Loss; Source::ALL.len()],
    /// By pieces on the board, few first.
    pub pieces: [Loss; PIECE_CLASSES],
}

impl Measure {
    /// The measure of evaluations in centipawns, side to move's view, one per sample. An evaluation is converted to a
    /// winning chance with `eval_scale`, the target with its own scale.
    pub(crate) fn of(
        samples: &[Sample],
        evals: &[i32],
        eval_scale: f32,
        target: Target,
    ) -> Measure {
        let mut measure = Measure::default();
        for (sample, &eval) in samples.iter().zip(evals) {
            let miss = logistic(eval as f32 / eval_scale) - target.of(sample);
            let loss = f64::from(miss * miss);
            measure.all.add(loss);
            measure.sources[sample.source as usize].add(loss);
            let pieces = packed::occupied(&sample.position).count_ones() as usize;
            measure.pieces[(pieces.max(1) - 1) / 8 % PIECE_CLASSES].add(loss);
        }
        measure
    }

    /// The scale with the smallest loss, centipawns, so that evaluations in any unit can be compared.
    pub(crate) fn best_scale(samples: &[Sample], evals: &[i32], target: Target) -> f32 {
        let loss = |scale: f32| Measure::of(samples, evals, scale, target).all.sum;
        // The loss has one minimum: ternary search on a logarithmic scale.
        let (mut low, mut high) = (30.0_f32.ln(), 2000.0_f32.ln());
        for _ in 0..24 {
            let third = (high - low) / 3.0;
            if loss((low + third).exp()) < loss((high - third).exp()) {
                high -= third;
            } else {
                low += third;
            }
        }
        f32::midpoint(low, high).exp()
    }
}

/// Spearman's rank correlation of two lists: 1 the same order, 0 none, -1 the reverse. Ties share their ranks.
pub(crate) fn rank_correlation(a: &[i32], b: &[i32]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len().max(1) as f64;
    let (mean_a, mean_b) = (mean(&a), mean(&b));
    let product = |x: &[f64], mx: f64, y: &[f64], my: f64| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum()
    };
    let spread = product(&a, mean_a, &a, mean_a) * product(&b, mean_b, &b, mean_b);
    if spread > 0.0 { product(&a, mean_a, &b, mean_b) / spread.sqrt() } else { 0.0 }
}

fn ranks(values: &[i32]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by_key(|&at| values[at]);
    let mut ranks = vec![0.0; values.len()];
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let first = order.partition_point(|&at| values[at] < values[equal[0]]);
        let rank = first as f64 + (equal.len() - 1) as f64 / 2.0;
        for &at in equal {
            ranks[at] = rank;
        }
    }
    ranks
}

// Statistics of a set of games, to be read before training on it.

/// Upper bounds of the score classes, absolute centipawns; the last class has none.
pub(crate) const SCORE_CLASSES: [u16; 8] = [25, 50, 100, 200, 400, 800, 1600, 3000];
/// Phases per class: 24 down to 0 in six classes, the last with one more.
const PHASE_STEP: usize = 4;
pub(crate) const PHASE_CLASSES: usize = PHASE_MAX as usize / PHASE_STEP;

/// Position keys. They are good enough hashes by themselves.
pub(super) type KeySet = HashSet<u64, BuildHasherDefault<KeyHasher>>;

/// Uses a position's key as its hash.
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
pub(crate) struct Survey {
    pub games: u64,
    /// Games by [`GameResult`].
    pub results: [u64; 3],
    /// Games by [`Source`].
    pub sources: [u64; Source::ALL.len()],
    /// Positions with a move.
    pub positions: u64,
    /// Positions that occurred before, in any game.
    pub repeated: u64,
    /// Positions in check.
    pub in_check: u64,
    /// Positions by phase, the full board first.
    pub phases: [u64; PHASE_CLASSES],
    /// Positions by absolute score, see [`SCORE_CLASSES`]; without mates.
    pub scores: [u64; SCORE_CLASSES.len() + 1],
    /// Points (2 a win, 1 a draw) of the side the score favours, by score class.
    pub points: [u64; SCORE_CLASSES.len() + 1],
    /// Positions with a forced mate.
    pub mates: u64,
    /// Positions removed by the filter, by reason.
    pub left_out: [u64; LeftOut::ALL.len()],
    /// Positions kept.
    pub kept: u64,
    seen: KeySet,
}

impl Survey {
    /// Counts a game.
    pub(crate) fn add(&mut self, game: &GameRecord, filter: Filter) {
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
        let phase = eval::phase_and_scales(board).0.clamp(0, PHASE_MAX) as usize;
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
    pub(crate) fn of_source(&self, source: Source) -> u64 {
        self.sources[source as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::samples;
    use super::*;

    #[test]
    fn rank_correlation_of_equal_reversed_and_tied_lists() {
        assert!((rank_correlation(&[1, 2, 3, 9], &[-5, 0, 7, 8]) - 1.0).abs() < 1e-12);
        assert!((rank_correlation(&[1, 2, 3, 9], &[4, 3, 2, 1]) + 1.0).abs() < 1e-12);
        assert_eq!(ranks(&[5, 1, 5, 7]), [1.5, 0.0, 1.5, 3.0]);
        assert!(rank_correlation(&[1, 1], &[2, 3]).abs() < 1e-12);
    }

    #[test]
    fn the_score_itself_loses_nothing_and_its_scale_is_found() {
        let samples = samples(2000, 6);
        let target = Target { scale: 250.0, result_share: 0.0 };
        let exact: Vec<i32> = samples.iter().map(|sample| i32::from(sample.score)).collect();
        let measure = Measure::of(&samples, &exact, 250.0, target);
        assert!(measure.all.mean().unwrap() < 1e-9 && measure.all.count == 2000);
        let double: Vec<i32> = exact.iter().map(|score| score * 2).collect();
        let scale = Measure::best_scale(&samples, &double, target);
        assert!((scale - 500.0).abs() < 10.0, "{scale}");
    }

    #[test]
    fn the_counts_add_up() {
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

//! Samples scored by the hand-crafted evaluation itself: positions of games that have no scores, and positions
//! a few random moves off a game, lopsided and blunder-ridden as a search meets them. They teach a network what
//! the terms know; deeper scores and results teach it the rest.

use crate::data::game::{GameRecord, GameResult, Source};
use crate::data::packed;
use crate::data::sample::Sample;
use tabia_chess::{Board, SplitMix64, see};
use tabia_engine::eval;

use super::filter::ply;
use super::pool::Pool;

/// Puts labelled positions into a pool.
#[derive(Debug)]
pub struct Labeller {
    /// First ply taken, by move numbers.
    min_ply: u32,
    /// Greatest evaluation kept, centipawns either way.
    max_score: i16,
    /// From each position so many random plies at most; 0: none.
    wander: usize,
    rng: SplitMix64,
}

impl Labeller {
    /// A labeller; `wander` is the greatest number of random plies off a position.
    pub fn new(min_ply: u32, max_score: i16, wander: usize, seed: u64) -> Labeller {
        Labeller { min_ply, max_score, wander, rng: SplitMix64::new(seed) }
    }

    /// Takes the positions of a game, and those off it.
    pub fn add_game(&mut self, game: &GameRecord, pool: &mut Pool) {
        let mut last = game.start;
        for scored in &game.moves {
            last.make_move(scored.mv);
        }
        let held_out = pool.holds_out(&game.start, &last);
        pool.games_held_out += u64::from(held_out);
        game.for_each(|board, _| {
            if ply(board) >= self.min_ply {
                self.add(board, game.result, Source::Labelled, pool, held_out);
                self.add_off(board, pool, held_out);
            }
        });
    }

    /// Takes a position off a sample, not the sample's own: that has its score.
    ///
    /// # Errors
    /// When the sample is no position that chess could have.
    pub fn add_off_sample(&mut self, sample: &Sample, pool: &mut Pool) -> Result<(), String> {
        let board = packed::unpack(&sample.position)?;
        self.add_off(&board, pool, false);
        Ok(())
    }

    /// Takes the position some random plies off this one.
    fn add_off(&mut self, board: &Board, pool: &mut Pool, held_out: bool) {
        if self.wander == 0 {
            return;
        }
        let mut board = *board;
        for _ in 0..=self.rng.below(self.wander) {
            let moves = board.legal_moves();
            let Some(&mv) = moves.get(self.rng.below(moves.len())) else { return };
            board.make_move(mv);
        }
        self.add(&board, GameResult::Draw, Source::Wandered, pool, held_out);
    }

    fn add(
        &self,
        board: &Board,
        result: GameResult,
        source: Source,
        pool: &mut Pool,
        held_out: bool,
    ) {
        if is_quiet(board) {
            let score = eval::evaluate(board);
            if score.abs() <= i32::from(self.max_score) {
                pool.add_sample(board, Sample::new(board, score as i16, result, source), held_out);
            }
        }
    }
}

/// No check, and nothing to win by taking or promoting: the evaluation may be believed.
pub(super) fn is_quiet(board: &Board) -> bool {
    if board.in_check() {
        return false;
    }
    let moves = board.legal_moves();
    !moves.is_empty() && !moves.iter().any(|&mv| mv.is_noisy() && see::at_least(board, mv, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::game::{NO_SCORE, ScoredMove};
    use crate::filter::Filter;
    use tabia_chess::Color;

    #[test]
    fn positions_of_a_game_and_off_it_get_the_evaluation() {
        let (start, mut rng) = (Board::start(), SplitMix64::new(8));
        let mut pool = Pool::new(Filter::default(), 0.0, 1);
        let mut labeller = Labeller::new(10, 3000, 4, 1);
        for _ in 0..20 {
            let (mut board, mut moves) = (start, Vec::new());
            for _ in 0..60 {
                let legal = board.legal_moves();
                let Some(&mv) = legal.get(rng.below(legal.len())) else { break };
                moves.push(ScoredMove { mv, score: NO_SCORE });
                board.make_move(mv);
            }
            let (result, source) = (GameResult::WhiteWins, Source::Archive);
            labeller.add_game(&GameRecord { start, result, source, moves }, &mut pool);
        }
        let of = |source| pool.training.iter().filter(move |sample| sample.source == source);
        assert!(of(Source::Labelled).count() > 5 && of(Source::Wandered).count() > 5);
        for sample in &pool.training {
            let board = packed::unpack(&sample.position).unwrap();
            assert!(is_quiet(&board) && i32::from(sample.score) == eval::evaluate(&board));
            let won = if board.stm() == Color::White { 1.0 } else { 0.0 };
            let expected = (sample.source == Source::Labelled).then_some(won);
            assert_eq!(sample.result_of_mover(), expected, "{board}");
        }
    }

    #[test]
    fn a_hanging_piece_is_not_quiet() {
        let quiet = |fen: &str| is_quiet(&Board::from_fen(fen).unwrap());
        assert!(quiet("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1"));
        assert!(!quiet("4k3/8/8/4p3/8/8/4R3/4K3 w - - 0 1"));
        assert!(!quiet("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"));
        assert!(!quiet("7k/P7/8/8/8/8/8/4K3 w - - 0 1"));
    }
}

//! A position with the move played, and the selection of such positions from games.

use crate::data::game::{GameRecord, GameResult, MATE_FOUND, NO_SCORE, ScoredMove, Source};
use crate::data::packed::{self, Packed};
use crate::pool::{holds_out, shuffle};
use tabia_chess::{Board, Move, SplitMix64};
use tabia_engine::search::score::{Coefficients, material};

/// A position and what was played in it: 34 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PolicySample {
    pub position: Packed,
    /// The move played.
    pub mv: Move,
    /// Score of the search, side to move's view; [`NO_SCORE`] if unknown.
    pub score: i16,
    /// How the game ended.
    pub result: GameResult,
    /// Source of the position.
    pub source: Source,
}

impl PolicySample {
    /// Target WDL, side to move's view: the result, mixed with the score if there is one.
    pub(crate) fn chances(
        &self,
        board: &Board,
        result_share: f32,
        curve: &Coefficients,
    ) -> [f32; 3] {
        let white_wins = self.result as usize;
        let outcome =
            if packed::is_black_to_move(&self.position) { white_wins } else { 2 - white_wins };
        let mut chances = [0.0; 3];
        if self.score == NO_SCORE {
            chances[outcome] = 1.0;
            return chances;
        }
        let scored = match self.score {
            MATE_FOUND.. => [1.0, 0.0, 0.0],
            score if score <= -MATE_FOUND => [0.0, 0.0, 1.0],
            score => curve.chances(f64::from(score), material(board)),
        };
        chances = scored.map(|chance| chance as f32 * (1.0 - result_share));
        chances[outcome] += result_share;
        chances
    }
}

/// Positions of many games, with whole games held out.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    /// Share of games held out, 0 to 1.
    pub share: f64,
    /// Random seed.
    pub seed: u64,
    /// Training positions.
    pub training: Vec<PolicySample>,
    /// Held-out positions.
    pub held_out: Vec<PolicySample>,
    pub games_held_out: u64,
    pub games: u64,
}

impl Positions {
    pub(crate) fn new(share: f64, seed: u64) -> Positions {
        Positions { share, seed, ..Positions::default() }
    }

    /// Adds the positions of a game with at least two legal moves.
    pub(crate) fn add(&mut self, game: &GameRecord) {
        self.add_if(game, |_| true);
    }

    /// Adds only positions whose move is `wanted`.
    pub(crate) fn add_if(&mut self, game: &GameRecord, wanted: impl Fn(ScoredMove) -> bool) {
        let mut last = game.start;
        for scored in &game.moves {
            last.make_move(scored.mv);
        }
        let held_out = holds_out(self.seed, self.share, &game.start, &last);
        self.games += 1;
        self.games_held_out += u64::from(held_out);
        let (result, source) = (game.result, game.source);
        let into = if held_out { &mut self.held_out } else { &mut self.training };
        game.for_each(|board, scored| {
            if wanted(scored) && board.legal_moves().len() > 1 {
                let (position, mv, score) = (packed::pack(board), scored.mv, scored.score);
                into.push(PolicySample { position, mv, score, result, source });
            }
        });
    }

    /// Shuffles both lists, so that a prefix is a random sample.
    pub(crate) fn shuffle(&mut self) {
        let mut rng = SplitMix64::new(self.seed);
        shuffle(&mut rng, &mut self.training);
        shuffle(&mut rng, &mut self.held_out);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tabia_chess::see;

    /// Games in which each side captures the most valuable piece, else moves at random.
    pub(in crate::policy) fn games(count: usize, seed: u64) -> Vec<GameRecord> {
        let mut rng = SplitMix64::new(seed);
        let game = |_| {
            let start = Board::chess960(rng.below(960)).unwrap();
            let (mut board, mut moves) = (start, Vec::new());
            for _ in 0..80 {
                let legal = board.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let random_move = legal[rng.below(legal.len())];
                let best = legal.iter().copied().max_by_key(|&mv| see::value(&board, mv));
                let mv = best.filter(|&mv| see::value(&board, mv) > 0).unwrap_or(random_move);
                moves.push(ScoredMove { mv, score: (see::value(&board, mv) / 2) as i16 });
                board.make_move(mv);
            }
            let result = GameResult::ALL[rng.below(3)];
            GameRecord { start, result, source: Source::Standard, moves }
        };
        (0..count).map(game).collect()
    }

    /// Positions of such games.
    pub(crate) fn samples(count: usize, seed: u64) -> Vec<PolicySample> {
        let mut positions = Positions::new(0.0, seed);
        for game in &games(count / 40 + 1, seed) {
            positions.add(game);
        }
        positions.shuffle();
        positions.training.truncate(count);
        positions.training
    }

    #[test]
    fn whole_games_are_held_out_and_every_move_is_legal() {
        let games = games(60, 4);
        let mut positions = Positions::new(0.2, 9);
        for game in &games {
            positions.add(game);
        }
        assert_eq!(positions.games, 60);
        assert!((4..25).contains(&positions.games_held_out), "{}", positions.games_held_out);
        assert!(positions.held_out.len() > 200 && positions.training.len() > 2000);
        for sample in positions.training.iter().chain(&positions.held_out) {
            let board = packed::unpack(&sample.position).unwrap();
            assert!(board.is_legal(sample.mv));
        }
        let before = positions.training.clone();
        positions.shuffle();
        assert_ne!(positions.training, before);
        let order = |list: &[PolicySample]| {
            let mut keys: Vec<_> = list.iter().map(|s| (s.position, s.mv.bits())).collect();
            keys.sort_unstable();
            keys
        };
        assert_eq!(order(&positions.training), order(&before));
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "shares of halves and quarters are exact")]
    fn chances_come_from_result_and_score_of_the_mover() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 b - - 0 1").unwrap();
        let mut sample = PolicySample {
            position: packed::pack(&board),
            mv: board.legal_moves()[0],
            score: NO_SCORE,
            result: GameResult::WhiteWins,
            source: Source::Standard,
        };
        let curve = tabia_engine::puct::leaf_evaluator::CURVE;
        assert_eq!(sample.chances(&board, 0.5, &curve), [0.0, 0.0, 1.0]);
        sample.score = 31_990;
        assert_eq!(sample.chances(&board, 0.25, &curve), [0.75, 0.0, 0.25]);
        sample.score = -31_990;
        assert_eq!(sample.chances(&board, 0.25, &curve), [0.0, 0.0, 1.0]);
        sample.score = 0;
        let [win, draw, loss] = sample.chances(&board, 0.0, &curve);
        assert!((win + draw + loss - 1.0).abs() < 1e-5 && (win - loss).abs() < 1e-6);
    }
}

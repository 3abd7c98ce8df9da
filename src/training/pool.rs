//! Pool of training positions: filtered, deduplicated, shuffled, with whole games held out.

use super::measure::KeySet;
use crate::data::game::{GameRecord, MATE_FOUND, NO_SCORE, ScoredMove};
use crate::data::sample::Sample;
use tabia_chess::{Board, SplitMix64};

/// Separates the hold-out decision from other uses of the seed.
const HOLD_OUT_KEY: u64 = 0x5851_F42D_4C95_7F2D;

/// Samples of many games.
#[derive(Debug)]
pub(crate) struct Pool {
    filter: Filter,
    /// Share of games held out.
    share: f64,
    seed: u64,
    seen: KeySet,
    pub training: Vec<Sample>,
    /// Held-out samples, from games without any position in `training`.
    pub held_out: Vec<Sample>,
    /// Repeated positions; dropped unless the filter keeps them.
    pub repeated: u64,
    pub games_held_out: u64,
}

impl Pool {
    /// An empty pool. The `share` of games, 0 to 1, that is held out depends only on the seed and the game itself.
    pub(crate) fn new(filter: Filter, share: f64, seed: u64) -> Pool {
        Pool {
            filter,
            share,
            seed,
            seen: KeySet::default(),
            training: Vec::new(),
            held_out: Vec::new(),
            repeated: 0,
            games_held_out: 0,
        }
    }

    /// Whether a game with these first and last positions is held out.
    pub(crate) fn holds_out(&self, first: &Board, last: &Board) -> bool {
        holds_out(self.seed, self.share, first, last)
    }

    /// Adds the positions of a game.
    pub(crate) fn add(&mut self, game: &GameRecord) {
        let mut last = game.start;
        for scored in &game.moves {
            last.make_move(scored.mv);
        }
        let held_out = self.holds_out(&game.start, &last);
        self.games_held_out += u64::from(held_out);
        game.for_each(|board, scored| {
            if self.filter.leaves_out(board, scored).is_none() {
                let sample = Sample::new(board, scored.score, game.result, game.source);
                self.add_sample(board, sample, held_out);
            }
        });
    }

    /// Adds a position unless it is repeated.
    pub(crate) fn add_sample(&mut self, board: &Board, sample: Sample, held_out: bool) {
        let repeated = !self.seen.insert(board.key());
        self.repeated += u64::from(repeated);
        if repeated && !self.filter.repeats {
            return;
        }
        if held_out {
            self.held_out.push(sample);
        } else {
            self.training.push(sample);
        }
    }

    /// Shuffles both halves.
    pub(crate) fn shuffle(&mut self) {
        let mut rng = SplitMix64::new(self.seed);
        shuffle(&mut rng, &mut self.training);
        shuffle(&mut rng, &mut self.held_out);
    }
}

/// Whether a game with these first and last positions is in the `share` held out, 0 to 1, by the seed and the game
/// itself.
pub(crate) fn holds_out(seed: u64, share: f64, first: &Board, last: &Board) -> bool {
    let game = first.key() ^ last.key().rotate_left(32);
    SplitMix64::new(seed ^ game ^ HOLD_OUT_KEY).unit_f64() < share
}

/// Shuffles a list (Fisher and Yates).
pub(crate) fn shuffle<T>(rng: &mut SplitMix64, list: &mut [T]) {
    for end in (1..list.len()).rev() {
        list.swap(end, rng.below(end + 1));
    }
}

// Filter: training uses quiet positions whose score a static evaluation can predict.

/// Why a position is filtered out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(crate) enum LeftOut {
    /// It has no score.
    Unscored = 0,
    /// Its score is a mate or beyond the limit.
    Decided = 1,
    /// Too early in the game.
    Early = 2,
    /// The side to move is in check.
    InCheck = 3,
    /// Its best move is a capture or promotion.
    Noisy = 4,
}

impl LeftOut {
    /// All reasons, in the order of the checks.
    pub(crate) const ALL: [LeftOut; 5] =
        [LeftOut::Unscored, LeftOut::Decided, LeftOut::Early, LeftOut::InCheck, LeftOut::Noisy];

    /// Name for tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            LeftOut::Unscored => "no score",
            LeftOut::Decided => "mate or beyond the limit",
            LeftOut::Early => "too early",
            LeftOut::InCheck => "in check",
            LeftOut::Noisy => "best move takes or promotes",
        }
    }
}

/// Filter settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    /// First ply kept, by the move number: 0 is the start position.
    pub min_ply: u32,
    /// Maximum absolute score, centipawns.
    pub max_score: i16,
    /// Keep positions in check.
    pub checks: bool,
    /// Keep positions whose best move captures or promotes.
    pub noisy: bool,
    /// Keep repeated positions.
    pub repeats: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Filter { min_ply: 16, max_score: 3000, checks: false, noisy: false, repeats: false }
    }
}

impl Filter {
    /// The first reason to drop a position, if any.
    pub(crate) fn leaves_out(&self, board: &Board, scored: ScoredMove) -> Option<LeftOut> {
        let score = scored.score.unsigned_abs();
        if scored.score == NO_SCORE {
            Some(LeftOut::Unscored)
        } else if score > self.max_score.min(MATE_FOUND).unsigned_abs() {
            Some(LeftOut::Decided)
        } else if board.plies_before() < self.min_ply {
            Some(LeftOut::Early)
        } else if !self.checks && board.in_check() {
            Some(LeftOut::InCheck)
        } else if !self.noisy && scored.mv.is_noisy() {
            Some(LeftOut::Noisy)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::game::{GameResult, ScoredMove, Source};

    fn games(count: u64) -> Vec<GameRecord> {
        let mut rng = SplitMix64::new(9);
        let game = |rng: &mut SplitMix64| {
            let start = Board::start();
            let (mut board, mut moves) = (start, Vec::new());
            for ply in 0..60 {
                let Some(mv) = board.make_random_move(rng) else { break };
                moves.push(ScoredMove { mv, score: ply });
            }
            GameRecord { start, result: GameResult::Draw, source: Source::Standard, moves }
        };
        (0..count).map(|_| game(&mut rng)).collect()
    }

    #[test]
    fn whole_games_are_held_out_and_no_position_occurs_twice() {
        let games = games(200);
        let mut pool = Pool::new(Filter::default(), 0.1, 3);
        games.iter().chain(&games).for_each(|game| pool.add(game));
        assert!((20..70).contains(&pool.games_held_out), "{}", pool.games_held_out);
        assert!(pool.repeated as usize >= pool.training.len() + pool.held_out.len());
        let once = pool.training.len() + pool.held_out.len();
        let mut all = Pool::new(Filter { repeats: true, ..Filter::default() }, 0.1, 3);
        games.iter().chain(&games).for_each(|game| all.add(game));
        let kept = all.training.len() + all.held_out.len();
        assert_eq!((kept, all.repeated), (once + pool.repeated as usize, pool.repeated));
        let share = pool.held_out.len() as f64 / (pool.training.len() + pool.held_out.len()) as f64;
        assert!((0.03..0.2).contains(&share), "{share}");
        let before = pool.training.clone();
        pool.shuffle();
        assert_ne!(before, pool.training);
        let sorted = |list: &[Sample]| {
            let mut bytes: Vec<_> = list.iter().map(Sample::bytes).collect();
            bytes.sort_unstable();
            bytes
        };
        assert_eq!(sorted(&before), sorted(&pool.training));
    }

    #[test]
    fn a_game_keeps_its_side() {
        let games = games(60);
        let side = |order: &[usize]| {
            let mut pool = Pool::new(Filter::default(), 0.3, 5);
            let mut sides = vec![0; games.len()];
            for &number in order {
                pool.add(&games[number]);
                sides[number] = pool.games_held_out;
                pool.games_held_out = 0;
            }
            sides
        };
        let forth: Vec<usize> = (0..games.len()).collect();
        let back: Vec<usize> = forth.iter().rev().copied().collect();
        assert_eq!(side(&forth), side(&back));
    }

    #[test]
    fn each_reason_is_found() {
        let filter = Filter::default();
        let reason = |fen: &str, san: &str, score: i16| {
            let board = Board::from_fen(fen).unwrap();
            let mv = tabia_chess::san::parse(&board, san).unwrap();
            filter.leaves_out(&board, ScoredMove { mv, score })
        };
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 30";
        assert_eq!(reason(fen, "e5", 40), None);
        assert_eq!(reason(fen, "exd5", 40), Some(LeftOut::Noisy));
        assert_eq!(reason(fen, "e5", 3001), Some(LeftOut::Decided));
        assert_eq!(reason(fen, "e5", -31_990), Some(LeftOut::Decided));
        assert_eq!(reason(fen, "e5", NO_SCORE), Some(LeftOut::Unscored));
        assert_eq!(reason(&Board::start().to_string(), "e4", 40), Some(LeftOut::Early));
        let fen = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 30";
        assert_eq!(reason(fen, "Kd1", 40), Some(LeftOut::InCheck));
    }
}

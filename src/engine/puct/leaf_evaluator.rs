//! Leaf evaluation: value of a new node and priors of its moves, from random playouts, the built-in evaluation with or
//! without quiescence search, rules of thumb, or a network.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::options::{LeafValue, Method, PriorKind};
use super::prior;
use crate::eval;
use crate::eval::nnue::accumulator::Accumulators;
use crate::eval::nnue::{Network, file};
use crate::eval::policy;
use crate::eval::policy::PolicyNet;
use crate::search::score::{Coefficients, material};
use tabia_chess::{Board, Move, SplitMix64, see};

/// Evaluates leaves for a search; each thread has its own.
pub trait LeafEvaluator {
    /// Value of a position that has a legal move and is not drawn by rule.
    fn value(&mut self, board: &Board) -> Leaf;

    /// Priors of these moves, adding up to 1.
    fn priors(&mut self, board: &Board, moves: &[Move], priors: &mut [f32]);
}

/// Networks of a search.
#[derive(Clone, Debug, Default)]
pub struct Nets {
    /// For evaluating.
    pub eval: Option<Arc<Network>>,
    /// For priors and values.
    pub policy: Option<Arc<PolicyNet>>,
}

impl Nets {
    /// The built-in networks.
    pub fn built_in() -> Nets {
        Nets { eval: file::built_in(), policy: policy::file::built_in() }
    }
}

/// Evaluates as a [`Method`] specifies.
#[derive(Debug)]
pub struct MethodEvaluator {
    method: Method,
    network: Option<Arc<Network>>,
    policy: Option<Arc<PolicyNet>>,
    accumulators: Accumulators,
    rng: SplitMix64,
}

impl MethodEvaluator {
    /// An evaluator; `seed` is for random playouts. Without an evaluation network the hand-crafted terms are used;
    /// without a policy network rules of thumb give the priors and quiescence search the value.
    pub fn new(method: Method, nets: &Nets, seed: u64) -> MethodEvaluator {
        let Nets { eval: network, policy } = nets.clone();
        let mut accumulators = Accumulators::new(MAX_QUIESCENCE_PLIES);
        if let Some(network) = &network {
            accumulators.reset(network);
        }
        MethodEvaluator { method, network, policy, accumulators, rng: SplitMix64::new(seed) }
    }

    /// The evaluator of one thread of a search, counted from 0: each position and thread has its own random playouts.
    pub(super) fn of_thread(
        method: Method,
        nets: &Nets,
        (seed, root): (u64, &Board),
        thread: u32,
    ) -> MethodEvaluator {
        MethodEvaluator::new(method, nets, seed ^ root.key() ^ u64::from(thread))
    }
}

impl LeafEvaluator for MethodEvaluator {
    fn value(&mut self, board: &Board) -> Leaf {
        if self.method.leaf == LeafValue::Playout {
            return Leaf::certain(random(board, &mut self.rng));
        }
        let asked = matches!(self.method.leaf, LeafValue::Network | LeafValue::Both);
        let by_policy = self.policy.as_ref().filter(|_| asked).map(|policy| {
            let chances = policy.evaluate(board, &[], &mut []);
            Leaf { q: chances.expected().clamp(0.0, 1.0), draw: chances.draw }
        });
        if let (LeafValue::Network, Some(leaf)) = (self.method.leaf, by_policy) {
            return leaf;
        }
        let mut evaluator =
            Evaluator { network: self.network.as_deref(), accumulators: &mut self.accumulators };
        evaluator.begin(0);
        let cp = if self.method.leaf == LeafValue::Eval {
            evaluator.evaluate(board, 0)
        } else {
            value(board, &mut evaluator)
        };
        let leaf = leaf_of_cp(cp, board);
        by_policy.map_or(leaf, |other| Leaf {
            q: f32::midpoint(leaf.q, other.q),
            draw: f32::midpoint(leaf.draw, other.draw),
        })
    }

    fn priors(&mut self, board: &Board, moves: &[Move], priors: &mut [f32]) {
        match (self.method.prior, &self.policy) {
            (PriorKind::Uniform, _) => priors.fill(1.0 / moves.len().max(1) as f32),
            (PriorKind::Network, Some(policy)) => {
                let temperature = self.method.temperature.max(1) as f32 / 1_000.0;
                policy.priors(board, moves, priors, temperature);
            }
            (PriorKind::Knowledge | PriorKind::Network, _) => prior::priors(board, moves, priors),
        }
    }
}

// The built-in evaluation along a line of a few plies.

/// The built-in network, or the hand-crafted terms.
#[derive(Debug)]
pub(super) struct Evaluator<'a> {
    pub(super) network: Option<&'a Network>,
    pub(super) accumulators: &'a mut Accumulators,
}

impl Evaluator<'_> {
    /// A move leads to this ply.
    pub(super) fn begin(&mut self, ply: usize) {
        self.accumulators.begin(ply);
    }

    /// Evaluation in centipawns, side to move's view, scaled down near the fifty-move rule.
    pub(super) fn evaluate(&mut self, board: &Board, ply: usize) -> i32 {
        let raw = match self.network {
            Some(network) if !eval::is_known(board) => {
                self.accumulators.evaluate(network, board, ply)
            }
            _ => eval::evaluate(board),
        };
        raw * (200 - board.halfmove_clock().min(200) as i32) / 200
    }
}

// Quiescence search, so that a leaf is not evaluated in the middle of an exchange. It is separate from the one of
// alpha-beta because it has neither table nor histories.

/// Maximum depth, plies.
pub(super) const MAX_QUIESCENCE_PLIES: usize = 12;
/// Evasions are searched up to this ply; after that a check is evaluated like a quiet position.
const MAX_EVASION_PLY: usize = 3;
/// Maximum number of captures per node, the most valuable first.
const MAX_CAPTURES: usize = 8;
/// Larger than every evaluation.
const INFINITE: i32 = 32_000;
/// The side to move is mated.
const MATED: i32 = -20_000;

/// Value in centipawns, side to move's view; ply 0 of the evaluator must have begun.
pub(super) fn value(board: &Board, evaluator: &mut Evaluator<'_>) -> i32 {
    search(board, evaluator, -INFINITE, INFINITE, 0)
}

fn search(
    board: &Board,
    evaluator: &mut Evaluator<'_>,
    mut alpha: i32,
    beta: i32,
    ply: usize,
) -> i32 {
    let evades = ply <= MAX_EVASION_PLY && board.in_check();
    let moves = if evades { board.legal_moves() } else { board.noisy_moves() };
    let mut best = -INFINITE;
    if !evades {
        best = evaluator.evaluate(board, ply);
        if best >= beta || ply >= MAX_QUIESCENCE_PLIES {
            return best;
        }
        alpha = alpha.max(best);
    } else if moves.is_empty() {
        return MATED + ply as i32;
    }
    let mut list: ArrayVec<_, 256> = ArrayVec::new();
    for &mv in &moves {
        if evades || see::at_least(board, mv, 0) {
            let victim = board.piece_on(mv.to()).filter(|_| mv.is_capture());
            let victim = victim.map_or(0, |piece| see::VALUES[piece.kind().index()]);
            let attacker = board.piece_on(mv.from()).map_or(0, |piece| piece.kind().index());
            list.push((mv, victim * 8 + i32::from(mv.is_promotion()) * 4_000 - attacker as i32));
        }
    }
    list.sort_by_key(|&(_, order)| -order);
    let wide = if evades { list.len() } else { MAX_CAPTURES };
    for &(mv, _) in list.iter().take(wide) {
        evaluator.begin(ply + 1);
        let value = -search(&board.after(mv), evaluator, -beta, -alpha, ply + 1);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

// Random playouts.

/// A random game of this many plies is a draw.
const MAX_PLIES: usize = 400;

/// Plays random legal moves to the end of the game. Returns the result for the side to move at the start: 1, 0.5 or 0.
/// Repetition is not checked: the fifty-move rule ends such games too.
pub(super) fn random(start: &Board, rng: &mut SplitMix64) -> f32 {
    let mut board = *start;
    for _ in 0..MAX_PLIES {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return match board.in_check() {
                false => 0.5,
                true if board.stm() == start.stm() => 0.0,
                true => 1.0,
            };
        }
        if board.halfmove_clock() >= 100 || eval::is_bare_draw(&board) {
            return 0.5;
        }
        board.make_move(moves[rng.below(moves.len())]);
    }
    0.5
}

// Conversion between centipawns and expected score. The curve has the form of the WDL model ([`crate::search::score`])
// with its own coefficients, because the mean of playouts is not what the probabilities behind alpha-beta's scores are.

/// Value of a leaf, side to move's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// Expected score, 0 to 1, a draw counted half.
    pub q: f32,
    /// Draw probability, 0 to 1.
    pub draw: f32,
}

impl Leaf {
    /// A draw.
    pub const DRAW: Leaf = Leaf { q: 0.5, draw: 1.0 };

    /// A certain result.
    pub fn certain(q: f32) -> Leaf {
        Leaf { q, draw: if (q - 0.5).abs() < 0.25 { 1.0 } else { 0.0 } }
    }
}

/// Curve of the playouts, fitted on 546 self-play games at 5,000 nodes a move (bench 2165452, 55,207 positions). With
/// the WDL model of alpha-beta, which is from games with more time and sharper, this search loses 33 ± 27 Elo at 400
/// playouts a move (400 games) and 12 ± 31 at 1,600 (200 games).
pub const CURVE: Coefficients = Coefficients {
    a: [380.112, -849.123, 907.996, -335.327],
    b: [33.413, 159.951, -20.265, -27.836],
};

/// The value of a score in centipawns.
pub fn leaf_of_cp(cp: i32, board: &Board) -> Leaf {
    let [win, draw, _] = CURVE.chances(f64::from(cp), material(board));
    Leaf { q: (win + draw / 2.0).clamp(0.0, 1.0) as f32, draw: draw as f32 }
}

/// Largest score returned.
const MAX_CP: i32 = 3_000;

/// The score in centipawns whose expected score is `q`, the inverse of [`leaf_of_cp`].
pub fn cp_of_q(q: f32, board: &Board) -> i32 {
    let material = material(board);
    let expected = |cp: i32| {
        let [win, draw, _] = CURVE.chances(f64::from(cp), material);
        win + draw / 2.0
    };
    // Double precision, in which the curve is strictly monotonic up to the last centipawn.
    let q = f64::from(q);
    let (mut low, mut high) = (-MAX_CP, MAX_CP);
    while low < high {
        let middle = low + (high - low).div_euclid(2);
        if expected(middle) < q { low = middle + 1 } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puct::options::PuctConfig;
    use tabia_chess::Board;

    #[test]
    fn every_evaluator_gives_a_sound_value() {
        let boards = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/8/8/4k3/8/8/4K2R/8 b - - 30 60",
        ];
        for fen in boards {
            let board = Board::from_fen(fen).unwrap();
            let moves = board.legal_moves();
            for config in PuctConfig::ALL {
                let mut leaf_evaluator =
                    MethodEvaluator::new(config.method(), &Nets::built_in(), 5);
                let Leaf { q, draw } = leaf_evaluator.value(&board);
                assert!(
                    (0.0..=1.0).contains(&q) && (0.0..=1.0).contains(&draw),
                    "{config:?} {fen}"
                );
                let mut priors = vec![0.0; moves.len()];
                leaf_evaluator.priors(&board, &moves, &mut priors);
                assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{config:?} {fen}");
                assert!(priors.iter().all(|&p| p >= 0.0));
            }
        }
    }

    #[test]
    fn a_temperature_makes_the_priors_of_the_network_more_even() {
        let board = Board::start();
        let moves = board.legal_moves();
        let [plain, even] = [1_000, 2_000].map(|temperature| {
            let method = Method { temperature, ..PuctConfig::Hybrid.method() };
            let mut priors = vec![0.0; moves.len()];
            MethodEvaluator::new(method, &Nets::built_in(), 1).priors(&board, &moves, &mut priors);
            priors
        });
        let mut priors_of_net = vec![0.0; moves.len()];
        let policy = Nets::built_in().policy.unwrap();
        policy.evaluate(&board, &moves, &mut priors_of_net);
        assert_eq!(plain, priors_of_net, "at 1 they are the network's own");
        let roots: f32 = plain.iter().map(|p| p.sqrt()).sum();
        for (even, plain) in even.iter().zip(&plain) {
            assert!((even - plain.sqrt() / roots).abs() < 1e-5, "{even} {plain}");
        }
    }

    #[test]
    fn a_queen_more_is_nearly_won() {
        let board = Board::from_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let board = board.unwrap();
        for config in [PuctConfig::UctEval, PuctConfig::Quiet] {
            let mut leaf_evaluator = MethodEvaluator::new(config.method(), &Nets::built_in(), 5);
            assert!(leaf_evaluator.value(&board).q > 0.9);
            assert!(
                leaf_evaluator.value(&board) == leaf_evaluator.value(&board),
                "the same position, the same value"
            );
        }
    }

    #[test]
    fn a_hanging_piece_is_seen_and_a_guarded_one_is_not_taken() {
        let q = |config: PuctConfig, fen: &str| {
            let board = Board::from_fen(fen).unwrap();
            MethodEvaluator::new(config.method(), &Nets::built_in(), 1).value(&board).q
        };
        // White to move takes the queen on d5; the static evaluation alone counts her for Black.
        let hangs = "4k3/ppp2ppp/8/3q4/4P3/8/PPP2PPP/3RK3 w - - 0 1";
        assert!(q(PuctConfig::Quiet, hangs) > 0.9, "{}", q(PuctConfig::Quiet, hangs));
        assert!(q(PuctConfig::Quiet, hangs) >= q(PuctConfig::Knowledge, hangs));
        // The rook does not take a defended pawn.
        let guarded = "4k3/pp3ppp/2p5/3p4/8/8/PPP2PPP/3RK3 w - - 0 1";
        let (quiet, plain) = (q(PuctConfig::Quiet, guarded), q(PuctConfig::Knowledge, guarded));
        assert!((quiet - plain).abs() < 0.2, "{quiet} {plain}");
        // Forced mate within the evasions searched.
        let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
        assert!(q(PuctConfig::Quiet, mated) < 0.01);
    }

    #[test]
    fn results_are_those_of_the_game_and_repeat_with_the_seed() {
        let mate = Board::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
        assert!(random(&mate, &mut SplitMix64::new(1)) < 0.25);
        // Many games, from both sides' view.
        let won = Board::from_fen("6k1/5ppp/8/8/8/8/8/Q3K3 w - - 0 1").unwrap();
        let mean = |board: &Board, seed| {
            let mut rng = SplitMix64::new(seed);
            (0..300).map(|_| random(board, &mut rng)).sum::<f32>() / 300.0
        };
        assert!(mean(&won, 3) > 0.5, "{}", mean(&won, 3));
        assert!((mean(&won, 3) - mean(&won, 3)).abs() < 1e-9, "the same seed, the same games");
        let mut passed = won;
        passed.make_null();
        assert!(mean(&passed, 3) < 0.5);
        let bare = Board::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert!((random(&bare, &mut SplitMix64::new(1)) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn scores_and_expected_results_convert_both_ways() {
        let board = Board::start();
        assert!((leaf_of_cp(0, &board).q - 0.5).abs() < 1e-6);
        for cp in (-900..=900).step_by(75) {
            let leaf = leaf_of_cp(cp, &board);
            assert!((cp_of_q(leaf.q, &board) - cp).abs() <= 1, "{cp}: {leaf:?}");
            let other = leaf_of_cp(-cp, &board);
            assert!((leaf.q + other.q - 1.0).abs() < 1e-5 && (leaf.draw - other.draw).abs() < 1e-5);
        }
        assert_eq!((cp_of_q(0.0, &board), cp_of_q(1.0, &board)), (-MAX_CP, MAX_CP));
    }
}

//! Who says what a new position is worth and which of its moves look good: random playouts, the built-in
//! evaluation, rules of thumb, or a network.

use std::sync::Arc;

use crate::eval::nnue::accumulator::Accumulators;
use crate::eval::nnue::{Network, built_in};
use crate::eval::policy::{self, PolicyNet};
use tabia_chess::Board;
use tabia_chess::Move;
use tabia_chess::SplitMix64;

use super::chance::{Leaf, leaf_of_cp};
use super::evaluator::Evaluator;
use super::options::{LeafValue, Method, PriorKind};
use super::playout;
use super::prior;
use super::quiet;

/// Judges positions for a search; each thread has one of its own.
pub trait Judge {
    /// What the position is worth. It has a legal move and is no draw by rule.
    fn value(&mut self, board: &Board) -> Leaf;

    /// Fills in the prior probability of each of these moves, all that are to be thought of; they add up to 1.
    fn priors(&mut self, board: &Board, moves: &[Move], priors: &mut [f32]);
}

/// The networks a search goes by.
#[derive(Clone, Debug, Default)]
pub struct Nets {
    /// For evaluating.
    pub eval: Option<Arc<Network>>,
    /// For priors and values.
    pub policy: Option<Arc<PolicyNet>>,
}

impl Nets {
    /// Those that are part of the program.
    pub fn built_in() -> Nets {
        Nets { eval: built_in::network(), policy: policy::built_in::network() }
    }
}

/// Judges as a [`Method`] says.
#[derive(Debug)]
pub struct Mind {
    method: Method,
    network: Option<Arc<Network>>,
    policy: Option<Arc<PolicyNet>>,
    accumulators: Accumulators,
    rng: SplitMix64,
}

impl Mind {
    /// A judge; `seed`: what random playouts are drawn from. Without a network the hand-crafted terms evaluate;
    /// without a policy network the rules of thumb stand in for its prior, quiet positions for its value.
    pub fn new(method: Method, nets: &Nets, seed: u64) -> Mind {
        let Nets { eval: network, policy } = nets.clone();
        let mut accumulators = Accumulators::new(quiet::DEEPEST);
        if let Some(network) = &network {
            accumulators.reset(network);
        }
        Mind { method, network, policy, accumulators, rng: SplitMix64::new(seed) }
    }
}

impl Judge for Mind {
    fn value(&mut self, board: &Board) -> Leaf {
        if self.method.leaf == LeafValue::Playout {
            return Leaf::certain(playout::random(board, &mut self.rng));
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
            quiet::value(board, &mut evaluator)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puct::options::Rung;

    #[test]
    fn every_judge_says_something_sound() {
        let boards = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/8/8/4k3/8/8/4K2R/8 b - - 30 60",
        ];
        for fen in boards {
            let board = Board::from_fen(fen).unwrap();
            let moves = board.legal_moves();
            for rung in Rung::ALL {
                let mut judge = Mind::new(rung.method(), &Nets::built_in(), 5);
                let Leaf { q, draw } = judge.value(&board);
                assert!((0.0..=1.0).contains(&q) && (0.0..=1.0).contains(&draw), "{rung:?} {fen}");
                let mut priors = vec![0.0; moves.len()];
                judge.priors(&board, &moves, &mut priors);
                assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{rung:?} {fen}");
                assert!(priors.iter().all(|&p| p >= 0.0));
            }
        }
    }

    #[test]
    fn a_temperature_makes_the_priors_of_the_network_more_even() {
        let board = Board::start();
        let moves = board.legal_moves();
        let [plain, even] = [1_000, 2_000].map(|temperature| {
            let method = Method { temperature, ..Rung::Hybrid.method() };
            let mut priors = vec![0.0; moves.len()];
            Mind::new(method, &Nets::built_in(), 1).priors(&board, &moves, &mut priors);
            priors
        });
        let mut said = vec![0.0; moves.len()];
        let policy = Nets::built_in().policy.unwrap();
        policy.evaluate(&board, &moves, &mut said);
        assert_eq!(plain, said, "at 1 they are the network's own");
        let roots: f32 = plain.iter().map(|p| p.sqrt()).sum();
        for (even, plain) in even.iter().zip(&plain) {
            assert!((even - plain.sqrt() / roots).abs() < 1e-5, "{even} {plain}");
        }
    }

    #[test]
    fn a_queen_more_is_nearly_won() {
        let board = Board::from_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let board = board.unwrap();
        for rung in [Rung::UctEval, Rung::Quiet] {
            let mut judge = Mind::new(rung.method(), &Nets::built_in(), 5);
            assert!(judge.value(&board).q > 0.9);
            assert!(
                judge.value(&board) == judge.value(&board),
                "the same position, the same value"
            );
        }
    }
}

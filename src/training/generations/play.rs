//! Self-play games of PUCT for training.
//!
//! Games begin with eight or nine random plies. Dirichlet noise on the root priors (as in `AlphaZero`) makes the search
//! try moves with a low prior. The training target is free of it: each move keeps only the playouts that the formula
//! would have given it for its own prior (policy target pruning, Wu 2019). In the opening, moves are drawn in
//! proportion to these playouts. The prior is mixed into the target as additional playouts, because nothing was learnt
//! about a move without playouts.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::run::{Play, Settings};
use crate::data::game::GameResult;
use crate::data::visits::{VisitGame, VisitPly, WHOLE};
use crate::openings::Kind;
use crate::{openings, selfplay};
use tabia_chess::{Board, Move, SplitMix64};
use tabia_engine::play::control::Control;
use tabia_engine::puct::PuctEngine;
use tabia_engine::puct::choose::puct;
use tabia_engine::puct::leaf_evaluator::{LeafEvaluator as _, MethodEvaluator, Nets};
use tabia_engine::puct::options::{Method, PuctOptions};
use tabia_engine::puct::view::NodeView;
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::report::SearchOutcome;
use tabia_games::game::position::GamePosition;

/// An opening whose first search expects less than this for a side is drawn again.
const MIN_CHANCE: f32 = 0.06;
/// A move is drawn only if it is expected to lose at most this much against the best.
const MAX_LOSS: f32 = 0.08;

/// A player: the engine, and evaluators for the priors without noise: as used by the search, and of the network itself.
pub(super) struct Player {
    engine: PuctEngine,
    evaluator: MethodEvaluator,
    plain: MethodEvaluator,
}

impl Player {
    /// A player with these networks.
    pub(super) fn new(settings: &Settings, nets: &Nets) -> Player {
        let options = settings.options(settings.play.noise);
        let mut engine = PuctEngine::new(&options);
        engine.set_policy(nets.policy.clone());
        let plain = Method { temperature: 1_000, ..options.method };
        let evaluator = |method| MethodEvaluator::new(method, nets, 1);
        Player { engine, evaluator: evaluator(options.method), plain: evaluator(plain) }
    }

    /// Plays the game of this seed; `None` if stopped. The same seed gives the same game.
    pub(super) fn game(&mut self, play: &Play, seed: u64, stop: &AtomicBool) -> Option<VisitGame> {
        let mut rng = SplitMix64::new(seed);
        loop {
            let (start, source) = openings::draw(&mut rng, Kind::Mixed, &[]);
            self.engine.new_game();
            if let Some((result, plies)) = self.from(start, play, &mut rng, stop) {
                return Some(VisitGame { start, result, source, plies });
            }
            if stop.load(Relaxed) {
                return None;
            }
        }
    }

    /// Plays from an opening; `None` if it is too unbalanced or the run is stopped.
    fn from(
        &mut self,
        start: Board,
        play: &Play,
        rng: &mut SplitMix64,
        stop: &AtomicBool,
    ) -> Option<(GameResult, Vec<VisitPly>)> {
        let (options, never) = (*self.engine.options(), &StopSignal::never());
        let (opening, rules) = (GamePosition::new(start), selfplay::rules(&start));
        let mut plies = Vec::new();
        let controls = [Control::Nodes(play.playouts); 2];
        let game = tabia_engine::play::play(&opening, controls, &rules, |turn| {
            // Different noise for each game and ply.
            let seeded = PuctOptions { seed: rng.next_u64(), ..options };
            self.engine.set_options(&seeded).ok()?;
            let mut outcome = self.engine.go(turn.position, turn.limits, never, &mut ());
            if stop.load(Relaxed) {
                return None;
            }
            let best = outcome.best?;
            let root = self.engine.node(&[])?;
            if plies.is_empty() && !(MIN_CHANCE..=1.0 - MIN_CHANCE).contains(&root.q) {
                return None;
            }
            let shares = self.shares(turn.board, &root, &outcome);
            let drawn = (plies.len() < play.drawn_plies as usize)
                .then(|| draw(&root, &shares, best, play.temperature, rng));
            let mv = drawn.unwrap_or(best);
            let learnt = self.with_prior(turn.board, &root, shares, play.prior_share);
            plies.push(ply(&root, mv, &learnt));
            outcome.best = Some(mv);
            Some(Ok(outcome))
        })?;
        Some((GameResult::won_by(game.ending.winner), plies))
    }

    /// Playouts of each move that the prior without noise accounts for; proven results are exact.
    fn shares(
        &mut self,
        board: &Board,
        root: &NodeView,
        outcome: &SearchOutcome,
    ) -> Vec<(Move, f32)> {
        let decided = root.proof.is_some();
        if let Some(best) = outcome.best.filter(|_| decided) {
            return vec![(best, 1.0)];
        }
        pruned(root, &priors(&mut self.evaluator, board, root))
    }

    /// Shares mixed with the network's priors; proven results are unchanged.
    fn with_prior(
        &mut self,
        board: &Board,
        root: &NodeView,
        shares: Vec<(Move, f32)>,
        share: f64,
    ) -> Vec<(Move, f32)> {
        if share <= 0.0 || root.proof.is_some() {
            return shares;
        }
        mixed(shares, root, &priors(&mut self.plain, board, root), share as f32)
    }
}

/// Priors of the root moves, in their order.
fn priors(evaluator: &mut MethodEvaluator, board: &Board, root: &NodeView) -> Vec<f32> {
    let moves: Vec<Move> = root.moves.iter().map(|view| view.mv).collect();
    let mut priors = vec![0.0; moves.len()];
    evaluator.priors(board, &moves, &mut priors);
    priors
}

/// Playouts of each move without those caused by noise: as many as keep its formula below that of the most visited
/// move.
fn pruned(root: &NodeView, priors: &[f32]) -> Vec<(Move, f32)> {
    let most_visited = (0..root.moves.len()).max_by_key(|&at| root.moves[at].n);
    let Some(most_visited) = most_visited else { return Vec::new() };
    let square = (root.visits.max(1) as f32).sqrt();
    let best = &root.moves[most_visited];
    let sum = best.q + puct(root.c, priors[most_visited], square, best.n);
    let keep = |at: usize| {
        let view = &root.moves[at];
        let gap = sum - view.q;
        let due = if gap > 0.0 { root.c * priors[at] * square / gap - 1.0 } else { f32::INFINITY };
        let keep = if at == most_visited { view.n as f32 } else { due.clamp(0.0, view.n as f32) };
        // A single visit is not significant.
        (view.mv, if at != most_visited && keep < 1.5 { 0.0 } else { keep })
    };
    (0..root.moves.len()).map(keep).filter(|&(_, share)| share > 0.0).collect()
}

/// Shares mixed with the priors.
fn mixed(
    mut shares: Vec<(Move, f32)>,
    root: &NodeView,
    priors: &[f32],
    share: f32,
) -> Vec<(Move, f32)> {
    let more = shares.iter().map(|&(_, playouts)| playouts).sum::<f32>() * share;
    for (view, prior) in root.moves.iter().zip(priors) {
        match shares.iter_mut().find(|(mv, _)| *mv == view.mv) {
            Some((_, playouts)) => *playouts += more * prior,
            None => shares.push((view.mv, more * prior)),
        }
    }
    shares
}

/// Draws a move by its playouts from those that lose little.
fn draw(
    root: &NodeView,
    shares: &[(Move, f32)],
    best: Move,
    temperature: f64,
    rng: &mut SplitMix64,
) -> Move {
    let worth = |mv: Move| root.moves.iter().find(|view| view.mv == mv).map_or(0.0, |view| view.q);
    let least = worth(best) - MAX_LOSS;
    let power = 1.0 / temperature.max(0.01);
    let greatest = shares.iter().map(|&(_, share)| f64::from(share)).fold(1.0, f64::max);
    let weights = shares.iter().filter(|&&(mv, _)| worth(mv) >= least);
    let weights: Vec<(Move, f64)> =
        weights.map(|&(mv, share)| (mv, (f64::from(share) / greatest).powf(power))).collect();
    let mut target = rng.unit_f64() * weights.iter().map(|&(_, weight)| weight).sum::<f64>();
    for &(mv, weight) in &weights {
        target -= weight;
        if target <= 0.0 {
            return mv;
        }
    }
    best
}

/// A ply in the file format. A position with a single move has no shares.
fn ply(root: &NodeView, mv: Move, shares: &[(Move, f32)]) -> VisitPly {
    let part = |share: f32| (share.clamp(0.0, 1.0) * f32::from(WHOLE)).round() as u16;
    let sum: f32 = shares.iter().map(|&(_, share)| share).sum();
    let keep = shares.iter().map(|&(mv, share)| (mv, part(share / sum.max(1e-6))));
    let shares = if root.moves.len() > 1 { keep.collect() } else { Vec::new() };
    VisitPly { mv, expected: part(root.q), draw: part(root.draw), shares }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_engine::puct::options::Selection;
    use tabia_engine::puct::view::Why;
    use tabia_engine::search::detail::PuctMove;

    /// A root with 400 playouts on three moves of the start position.
    fn root() -> NodeView {
        let moves = Board::start().legal_moves();
        let view = |at: usize, n, q, p| PuctMove { mv: moves[at], n, q, p, u: 0.0, proof: None };
        NodeView {
            selection: Selection::Puct,
            visits: 401,
            q: 0.5,
            draw: 0.3,
            value: 0.5,
            c: 1.0,
            c_factors: [1.0; 3],
            proof: None,
            moves: vec![view(0, 300, 0.52, 0.5), view(1, 60, 0.50, 0.3), view(2, 40, 0.3, 0.2)],
            next: None,
            why: Why::GreatestSum,
        }
    }

    #[test]
    fn playouts_caused_by_noise_are_removed() {
        // The network's own prior of the third move is almost zero.
        let shares = pruned(&root(), &[0.6, 0.38, 0.02]);
        let moves = Board::start().legal_moves();
        assert_eq!(shares[0], (moves[0], 300.0), "the best keeps its playouts");
        // 0.52 + 0.6 * 20.02 / 301 = 0.5599: the second could have 0.38 * 20.02 / 0.0599 - 1 = 126 and had 60.
        assert_eq!(shares[1], (moves[1], 60.0));
        // The third: 0.02 * 20.02 / 0.2599 - 1 = 0.54 is less than one visit.
        assert_eq!(shares.len(), 2);
    }

    #[test]
    fn a_move_without_playouts_keeps_its_prior() {
        let (root, moves) = (root(), Board::start().legal_moves());
        let found = || vec![(moves[0], 300.0), (moves[1], 60.0)];
        let priors = [0.6, 0.38, 0.02];
        let mixed = mixed(found(), &root, &priors, 0.1);
        for ((mv, share), (at, wanted)) in mixed.iter().zip([(0, 321.6), (1, 73.68), (2, 0.72)]) {
            assert!(*mv == moves[at] && (share - wanted).abs() < 1e-3, "{mixed:?}");
        }
    }

    #[test]
    fn moves_are_drawn_by_their_playouts_but_none_that_loses_much() {
        let root = root();
        let moves = Board::start().legal_moves();
        let shares = [(moves[0], 300.0), (moves[1], 60.0), (moves[2], 40.0)];
        let mut rng = SplitMix64::new(9);
        let mut drawn = |temperature| {
            let mut counts = [0; 3];
            for _ in 0..600 {
                let mv = draw(&root, &shares, moves[0], temperature, &mut rng);
                counts[moves.iter().position(|&other| other == mv).unwrap()] += 1;
            }
            counts
        };
        let [first, second, third] = drawn(1.0);
        assert!((70..130).contains(&second) && first + second == 600, "{first} {second} {third}");
        assert!(drawn(0.1)[0] > 595, "cold: the best");
    }

    #[test]
    fn a_ply_keeps_shares_of_the_whole() {
        let root = root();
        let moves = Board::start().legal_moves();
        let keep = ply(&root, moves[1], &[(moves[0], 300.0), (moves[1], 100.0)]);
        assert_eq!(keep.shares, [(moves[0], 49_151), (moves[1], 16_384)]);
        assert_eq!((keep.mv, keep.expected, keep.draw), (moves[1], 32_768, 19_661));
    }
}

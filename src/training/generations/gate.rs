//! Gating match between a new network and the best one, with equal playouts, from balanced openings.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

use crate::openings::{self, Kind};
use crate::selfplay;
use tabia_chess::{Board, Color, SplitMix64};
use tabia_engine::play::control::Control;
use tabia_engine::play::play;
use tabia_engine::puct::PuctEngine;
use tabia_engine::puct::leaf_evaluator::Nets;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_games::game::position::GamePosition;
use tabia_games::strength::pentanomial::Pentanomial;
use tabia_games::strength::sheet::EloEstimate;
use tabia_games::strength::sprt::Decision;

use super::run::{Bounds, Settings};

/// An opening is kept if the better side's expected score is at most this,
const MAX_CHANCE: f32 = 0.65;
/// by a search of this many playouts.
const OPENING_PLAYOUTS: u64 = 200;

/// Pairs before a decision: with few pairs the variance is unknown.
pub(crate) const MIN_PAIRS: u32 = 16;

/// State of the sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Standing {
    /// Undecided.
    Open,
    /// The lower bound is accepted: the network is not better.
    Lower,
    /// The upper bound is accepted: the network is better.
    Upper,
}

/// Score of the match, new network's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Score {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// The same games by pairs.
    pub pairs: Pentanomial,
}

impl Score {
    /// Adds a pair of games, with the points of each in halves.
    pub(super) fn add(&mut self, pair: [usize; 2]) {
        for halves in pair {
            match halves {
                0 => self.lost += 1,
                1 => self.drawn += 1,
                _ => self.won += 1,
            }
        }
        self.pairs.add(pair[0] + pair[1]);
    }

    /// State of the test.
    pub(crate) fn standing(&self, bounds: Bounds) -> Standing {
        if self.pairs.pairs() < MIN_PAIRS {
            return Standing::Open;
        }
        match bounds.test().and_then(|test| test.decision(&self.pairs)) {
            None => Standing::Open,
            Some(Decision::H0) => Standing::Lower,
            Some(Decision::H1) => Standing::Upper,
        }
    }

    /// Log-likelihood ratio of the test.
    pub(crate) fn ratio(&self, bounds: Bounds) -> f64 {
        bounds.test().map_or(0.0, |test| test.llr(&self.pairs))
    }

    /// Elo difference and its 95 % confidence interval; `None` for an infinite bound.
    pub(crate) fn elo(&self) -> [Option<f64>; 3] {
        let found = self.pairs.elo();
        let of = |of: fn(EloEstimate) -> Option<f64>| found.and_then(of);
        [of(|found| Some(found.elo)), of(|found| found.low), of(|found| found.high)]
    }
}

/// Engines of a match: the new network first.
pub(super) struct Table {
    engines: [PuctEngine; 2],
}

impl Table {
    /// Engines with the new network and the best one.
    pub(super) fn new(settings: &Settings, nets: [&Nets; 2]) -> Table {
        let engines = nets.map(|nets| {
            let mut engine = PuctEngine::new(&settings.options(0));
            engine.set_policy(nets.policy.clone());
            engine
        });
        Table { engines }
    }

    /// Plays both games of an opening; returns the new network's points in halves, or `None` if stopped.
    pub(super) fn pair(
        &mut self,
        playouts: u64,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<[usize; 2]> {
        let (mut rng, never) = (SplitMix64::new(seed), &StopSignal::never());
        let opening = loop {
            let (start, _) = openings::draw(&mut rng, Kind::Standard, &[]);
            let best_engine = &mut self.engines[1];
            best_engine.new_game();
            let position = GamePosition::new(start);
            best_engine.go(&position, &Limits::nodes(OPENING_PLAYOUTS), never, &mut ());
            if stop.load(Relaxed) {
                return None;
            }
            let even =
                best_engine.node(&[]).is_some_and(|root| root.q.max(1.0 - root.q) <= MAX_CHANCE);
            if even {
                break start;
            }
        };
        let first = self.game(opening, Color::White, playouts, stop)?;
        Some([first, self.game(opening, Color::Black, playouts, stop)?])
    }

    /// Plays a game with the new network on this side; returns its points in halves, or `None` if stopped.
    fn game(
        &mut self,
        start: Board,
        color: Color,
        playouts: u64,
        stop: &AtomicBool,
    ) -> Option<usize> {
        self.engines.iter_mut().for_each(PuctEngine::new_game);
        let never = &StopSignal::never();
        // The result is decided only on the board.
        let (opening, rules) = (GamePosition::new(start), selfplay::without_scores());
        let game = play(&opening, [Control::Nodes(playouts); 2], &rules, |turn| {
            let engine = &mut self.engines[usize::from(turn.board.stm() != color)];
            let outcome = engine.go(turn.position, turn.limits, never, &mut ());
            (!stop.load(Relaxed)).then_some(Ok(outcome))
        })?;
        Some(match game.ending.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == color),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_match_is_decided_both_ways_and_a_short_one_not() {
        let bounds = Bounds { elo0: 0.0, elo1: 10.0 };
        let standing =
            |pairs| Score { pairs: Pentanomial(pairs), ..Score::default() }.standing(bounds);
        assert_eq!(standing([10, 20, 60, 90, 60]), Standing::Upper);
        assert_eq!(standing([60, 90, 60, 20, 10]), Standing::Lower);
        assert_eq!(standing([200, 1000, 2600, 1000, 200]), Standing::Lower, "long and even");
        assert_eq!(standing([0, 0, 0, 0, 15]), Standing::Open, "a few pairs decide nothing");
        assert_eq!(standing([0; 5]), Standing::Open);
        let mut score = Score::default();
        score.add([2, 1]);
        assert_eq!((score.won, score.drawn, score.pairs.0), (1, 1, [0, 0, 0, 1, 0]));
        assert_eq!(Score::default().elo(), [None; 3]);
    }
}

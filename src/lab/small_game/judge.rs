//! How well the small game is played, by its exact solution.

use tabia_chess::SplitMix64;
use tabia_engine::search::limits::StopSignal;

use super::net::Net;
use super::puct;
use super::rules::{Small, Solver};

/// Positions to judge by: some in which a mistake is possible, and the solution.
#[derive(Debug)]
pub struct Judge {
    solver: Solver,
    positions: Vec<Small>,
    seed: u64,
}

/// What a judge says. Shares are from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Positions in which the column that the network prefers, without any search, keeps the value.
    pub policy_right: f32,
    /// The same of the column that its search prefers.
    pub search_right: f32,
    /// Mean difference of the network's expected result from the exact one, which are from -1 to 1.
    pub value_error: f32,
    /// Points of the search in games against perfect play, half of them with the first move: 0.5 is all there is, as
    /// the game is drawn.
    pub points: f32,
}

impl Judge {
    /// A judge by so many positions of random games in which not every move keeps the value, one at least; `None` when
    /// the signal is raised meanwhile: the game has first to be solved.
    pub fn new(positions: usize, seed: u64, stop: &StopSignal) -> Option<Judge> {
        let (mut rng, mut solver) = (SplitMix64::new(seed), Solver::new(stop.clone()));
        let mut found: Vec<Small> = Vec::new();
        while found.len() < positions.max(1) {
            if solver.is_stopped() {
                return None;
            }
            Small::START.play(|position| {
                if rng.below(3) == 0
                    && position.moves().any(|column| !solver.keeps(position, column))
                    && !found.contains(&position)
                {
                    found.push(position);
                }
                position.random_move(&mut rng)
            });
        }
        found.truncate(positions.max(1));
        Some(Judge { solver, positions: found, seed })
    }

    /// Judges a network and its search of so many playouts, which plays so many games against perfect play; `None` when
    /// the signal is raised meanwhile.
    pub fn of(
        &mut self,
        net: &Net,
        (playouts, games): (u32, u32),
        stop: &StopSignal,
    ) -> Option<Verdict> {
        let (mut policy_right, mut search_right, mut error) = (0, 0, 0.0);
        for at in 0..self.positions.len() {
            if stop.is_stopped() {
                return None;
            }
            let position = self.positions[at];
            let judged = net.judge(position);
            let most = judged.policy.iter().copied().fold(0.0, f32::max);
            let preferred = judged.policy.iter().position(|&chance| chance >= most).unwrap_or(0);
            policy_right += u32::from(self.solver.keeps(position, preferred));
            let best = puct::search(net, position, playouts, None).best();
            search_right += u32::from(self.solver.keeps(position, best));
            error += (judged.value - f32::from(self.solver.value(position))).abs();
        }
        let share = 1.0 / self.positions.len() as f32;
        let mut rng = SplitMix64::new(self.seed);
        let mut points = 0;
        for game in 0..games {
            if stop.is_stopped() {
                return None;
            }
            points += self.game(net, playouts, game % 2 == 0, &mut rng);
        }
        Some(Verdict {
            policy_right: policy_right as f32 * share,
            search_right: search_right as f32 * share,
            value_error: error * share,
            points: points as f32 / (2 * games.max(1)) as f32,
        })
    }

    /// Half points of the search in a game against play that never gives anything away and else is random.
    fn game(&mut self, net: &Net, playouts: u32, begins: bool, rng: &mut SplitMix64) -> i32 {
        let mut searches = !begins;
        let result = Small::START.play(|position| {
            searches = !searches;
            if searches {
                return puct::search(net, position, playouts, None).best();
            }
            let kept: Vec<usize> =
                position.moves().filter(|&column| self.solver.keeps(position, column)).collect();
            kept[rng.below(kept.len())]
        });
        // The result is that of the side to move, which did not make the last move.
        1 + i32::from(if searches { -result } else { result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perfect_play_is_never_beaten_and_chance_is_no_match_for_it() {
        let never = StopSignal::never();
        let mut judge = Judge::new(60, 3, &never).unwrap();
        assert_eq!(judge.solver.value(Small::START), 0, "the game is drawn");
        let verdict = judge.of(&Net::random(1), (2, 20), &never).unwrap();
        assert!(verdict.points < 0.4, "{verdict:?}");
        assert!((0.2..0.8).contains(&verdict.policy_right), "{verdict:?}");
        let more = judge.of(&Net::random(1), (400, 2), &never).unwrap();
        assert!(more.search_right > verdict.search_right + 0.1, "{verdict:?} {more:?}");
    }

    #[test]
    fn a_judge_is_stopped_at_once() {
        let token = std::sync::Arc::new(tabia_engine::search::limits::StopToken::default());
        let stop = StopSignal::new(std::sync::Arc::clone(&token), 1);
        let mut judge = Judge::new(10, 3, &stop).unwrap();
        token.stop(1);
        assert!(judge.of(&Net::random(1), (2, 20), &stop).is_none());
        assert!(Judge::new(10, 3, &stop).is_none());
    }
}

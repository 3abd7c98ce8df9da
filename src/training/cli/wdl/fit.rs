//! Fits the WDL model to results: maximum likelihood by Fisher scoring.

use std::collections::BTreeMap;

use tabia_chess::Color;
use tabia_engine::search::score::{Coefficients, DEGREE, material};
use tabia_games::game::annotation::EvalValue;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::strength::sheet::Points;

/// Parameters of the model: both polynomials.
const PARAMETERS: usize = 2 * DEGREE;
/// Maximum number of iterations.
const ROUNDS: usize = 200;
/// Minimum gain in log-likelihood per position of an iteration.
const MIN_GAIN: f64 = 1e-10;
/// Minimum width of the curve, centipawns.
const MIN_WIDTH: f64 = 5.0;

/// Positions by score and material, counted by result.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct Samples {
    counts: BTreeMap<(i32, u32), [f64; 3]>,
    total: f64,
}

impl Samples {
    /// Adds a position: score in centipawns and result, side to move's view.
    pub(in crate::cli) fn add(&mut self, cp: i32, material: u32, points: Points) {
        self.counts.entry((cp, material)).or_default()[points as usize] += 1.0;
        self.total += 1.0;
    }

    /// Number of positions.
    pub(in crate::cli) fn len(&self) -> usize {
        self.total as usize
    }

    /// Mean surprise per position, nats: smaller is better.
    pub(in crate::cli) fn loss(&self, model: &Coefficients) -> f64 {
        let loss = |(&(cp, material), counts): (&(i32, u32), &[f64; 3])| -> f64 {
            let chances = model.chances(f64::from(cp), material);
            counts.iter().zip(chances).map(|(count, p)| -count * p.max(1e-12).ln()).sum()
        };
        self.counts.iter().map(loss).sum::<f64>() / self.total.max(1.0)
    }

    /// Mean surprise of a model that knows only the shares of the three results.
    pub(in crate::cli) fn loss_of_shares(&self) -> f64 {
        let mut sums = [0.0; 3];
        for counts in self.counts.values() {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let total = self.total.max(1.0);
        sums.iter().filter(|&&sum| sum > 0.0).map(|sum| -sum / total * (sum / total).ln()).sum()
    }

    /// Mean predicted and actual shares of wins, draws and losses in a range of scores.
    pub(in crate::cli) fn compare(
        &self,
        model: &Coefficients,
        range: std::ops::Range<i32>,
    ) -> Option<[[f64; 3]; 2]> {
        let (mut predicted, mut actual, mut total) = ([0.0; 3], [0.0; 3], 0.0);
        for (&(cp, material), counts) in
            self.counts.iter().filter(|((cp, _), _)| range.contains(cp))
        {
            let number: f64 = counts.iter().sum();
            let chances = model.chances(f64::from(cp), material);
            for at in 0..3 {
                predicted[at] += number * chances[at];
                actual[at] += counts[at];
            }
            total += number;
        }
        (total > 0.0).then(|| [predicted, actual].map(|sums| sums.map(|sum| sum / total)))
    }
}

/// The coefficients with the smallest surprise.
pub(in crate::cli) fn fit(samples: &Samples) -> Coefficients {
    let mut model = Coefficients { a: [150.0, 0.0, 0.0, 0.0], b: [80.0, 0.0, 0.0, 0.0] };
    let mut loss = samples.loss(&model);
    for _ in 0..ROUNDS {
        let Some(step) = direction(samples, &model) else { break };
        let mut share = 1.0;
        let better = loop {
            let next = moved(&model, &step, share);
            let next_loss = if is_sound(samples, &next) { samples.loss(&next) } else { f64::MAX };
            if next_loss < loss {
                break Some((next, next_loss));
            }
            share /= 2.0;
            if share < 1e-6 {
                break None;
            }
        };
        let Some((next, next_loss)) = better else { break };
        let gain = loss - next_loss;
        (model, loss) = (next, next_loss);
        if gain < MIN_GAIN {
            break;
        }
    }
    model
}

fn moved(model: &Coefficients, step: &[f64; PARAMETERS], share: f64) -> Coefficients {
    let mut next = model.clone();
    for at in 0..DEGREE {
        next.a[at] += share * step[at];
        next.b[at] += share * step[DEGREE + at];
    }
    next
}

/// Whether the curves are valid for all samples: middle and width above zero.
fn is_sound(samples: &Samples, model: &Coefficients) -> bool {
    samples.counts.keys().all(|&(_, material)| {
        let (a, b) = model.at(material);
        a > 0.0 && b > MIN_WIDTH
    })
}

/// Step of Fisher scoring: information matrix inverted times gradient.
fn direction(samples: &Samples, model: &Coefficients) -> Option<[f64; PARAMETERS]> {
    let mut gradient = [0.0; PARAMETERS];
    let mut information = [[0.0; PARAMETERS]; PARAMETERS];
    for (&(cp, material), counts) in &samples.counts {
        let x = f64::from(cp);
        let chances = model.chances(x, material).map(|p| p.max(1e-9));
        let (a, b) = model.at(material);
        let slope = |p: f64, far: f64| [-p * (1.0 - p) / b, p * (1.0 - p) * far / (b * b)];
        let (won, lost) = (slope(chances[0], a - x), slope(chances[2], a + x));
        let drawn = [-won[0] - lost[0], -won[1] - lost[1]];
        let powers = Coefficients::powers(material);
        let number: f64 = counts.iter().sum();
        for ((slope, p), count) in [won, drawn, lost].iter().zip(chances).zip(counts) {
            let by: [f64; PARAMETERS] =
                std::array::from_fn(|at| slope[at / DEGREE] * powers[at % DEGREE]);
            for row in 0..PARAMETERS {
                gradient[row] += count * by[row] / p;
                for column in 0..PARAMETERS {
                    information[row][column] += number * by[row] * by[column] / p;
                }
            }
        }
    }
    solve(information, gradient)
}

/// Solves a linear system by elimination with pivoting; `None` if it has no unique solution.
fn solve(
    mut matrix: [[f64; PARAMETERS]; PARAMETERS],
    mut right: [f64; PARAMETERS],
) -> Option<[f64; PARAMETERS]> {
    for column in 0..PARAMETERS {
        let pivot = (column..PARAMETERS)
            .max_by(|&i, &j| matrix[i][column].abs().total_cmp(&matrix[j][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (row, value) = (matrix[column], right[column]);
        for other in (0..PARAMETERS).filter(|&other| other != column) {
            let factor = matrix[other][column] / row[column];
            matrix[other].iter_mut().zip(row).for_each(|(cell, top)| *cell -= factor * top);
            right[other] -= factor * value;
        }
    }
    Some(std::array::from_fn(|at| right[at] / matrix[at][at]))
}

// Scored positions of PGN games: scores from comments, results from tags.

/// Scores beyond this are decided and say nothing about the curve, centipawns.
const DECIDED_CP: i32 = 1500;

/// Positions of all games so far.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub(super) games: usize,
    /// Games without a result, or not decided on the board.
    pub(super) skipped: usize,
    pub(super) fitted: Samples,
    pub(super) held: Samples,
}

/// Adds a game; every `held_out`-th is held out.
pub(super) fn collect(game: &PgnGame, held_out: usize, into: &mut Collected) {
    let Some(result) = usable_result(game) else {
        into.skipped += 1;
        return;
    };
    into.games += 1;
    let samples =
        if into.games.is_multiple_of(held_out) { &mut into.held } else { &mut into.fitted };
    for node in game.tree.main_line() {
        if let Some(cp) = scored(&game.tree, node) {
            let board = game.tree.board(node);
            let points = if board.stm() == Color::White { result } else { result.reversed() };
            samples.add(cp, material(board), points);
        }
    }
}

/// White's points. A missing result or a time forfeit is not used.
fn usable_result(game: &PgnGame) -> Option<Points> {
    let by_chess = |text: &str| {
        let text = text.to_ascii_lowercase();
        !["time", "abandon", "stall", "disconnect", "illegal"].iter().any(|w| text.contains(w))
    };
    if !game.tags.get("Termination").is_none_or(by_chess) {
        return None;
    }
    game.tags.result().points()
}

/// The score of the position after a move, side to move's view. Mates are not used.
fn scored(tree: &GameTree, node: NodeId) -> Option<i32> {
    let EvalValue::Cp(cp) = tree.eval(node)?.value else { return None };
    let board = tree.board(node);
    let cp = if board.stm() == Color::White { cp } else { -cp };
    (cp.abs() <= DECIDED_CP && board.has_legal_move()).then_some(cp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::SplitMix64;
    use tabia_games::game::pgn_read;

    #[test]
    fn a_known_curve_is_found_again() {
        let truth = Coefficients { a: [220.0, -130.0, 90.0, 10.0], b: [60.0, 30.0, -10.0, 5.0] };
        let mut samples = Samples::default();
        let mut rng = SplitMix64::new(5);
        for _ in 0..200_000 {
            let (cp, material) = (rng.below(1201) as i32 - 600, 10 + rng.below(69) as u32);
            let [won, drawn, _] = truth.chances(f64::from(cp), material);
            let draw = rng.unit_f64();
            let points = if draw < won {
                Points::Win
            } else if draw < won + drawn {
                Points::Draw
            } else {
                Points::Loss
            };
            samples.add(cp, material, points);
        }
        let found = fit(&samples);
        assert!(samples.loss(&found) <= samples.loss(&truth));
        for material in [15, 40, 70] {
            let (a, b) = truth.at(material);
            let (found_a, found_b) = found.at(material);
            assert!((a - found_a).abs() < 5.0 && (b - found_b).abs() < 4.0, "{found:?}");
        }
    }

    #[test]
    fn nothing_to_fit_is_no_fault() {
        let samples = Samples::default();
        assert!(fit(&samples).a[0] > 0.0);
        assert!(samples.loss_of_shares().abs() < 1e-9);
    }

    fn collected(text: &str) -> Collected {
        let mut all = Collected::default();
        for game in &pgn_read::read_all(text) {
            collect(game, 100, &mut all);
        }
        all
    }

    #[test]
    fn a_score_is_one_of_the_position_after_its_move() {
        let scores = |text: &str| -> Vec<Option<i32>> {
            let tree = &pgn_read::read_all(text)[0].tree;
            tree.main_line().into_iter().map(|node| scored(tree, node)).skip(1).collect()
        };
        let lichess = "[Result \"0-1\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval #4] } 0-1\n";
        assert_eq!(scores(lichess), [Some(-30), None]);
        let engines = "[Result \"1-0\"]\n\n1. e4 {+1.50/9 0.1s} e5 {-1.40/9 0.1s} 1-0\n";
        assert_eq!(scores(engines), [Some(-150), Some(140)], "scores of engines, mover's view");
    }

    #[test]
    fn games_without_a_result_by_chess_are_left_out() {
        let game = |tags: &str| collected(&format!("{tags}\n\n1. e4 {{+0.50/9 0.1s}} *\n"));
        assert_eq!(game("[Result \"1-0\"]").fitted.len(), 1);
        assert_eq!(game("[Result \"*\"]").skipped, 1);
        let timed = game("[Result \"1-0\"]\n[Termination \"time forfeit\"]");
        assert_eq!((timed.games, timed.skipped), (0, 1));
    }
}

//! How good a policy network is on positions it has not learnt: how often it names the move played, how surprised it
//! is by it, and what its value is worth.

use crate::data::game::{NO_SCORE, Source};
use crate::data::packed;
use crate::measure::rank_correlation;
use tabia_chess::Move;
use tabia_engine::eval::policy::PolicyNet;
use tabia_engine::puct::leaf_evaluator::CURVE;
use tabia_engine::search::score::Coefficients;

use super::sample::PolicySample;

/// What was counted over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Positions.
    pub positions: u64,
    /// Those whose played move was among the first 1, 3, 5 by the policy.
    pub top: [u64; 3],
    /// Sum of `-ln` of the chance given to the move played, nats.
    pub surprise: f64,
    /// Legal moves.
    pub moves: u64,
    /// Cross entropy of the value against the results alone, nats.
    pub result_loss: f64,
    /// Squared difference of the expected result and the result.
    pub result_error: f64,
    /// Positions with a score, and the cross entropy of the value against the chances behind the score.
    pub scored: u64,
    /// See `scored`.
    pub score_loss: f64,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.positions += other.positions;
        self.top.iter_mut().zip(other.top).for_each(|(sum, top)| *sum += top);
        self.surprise += other.surprise;
        self.moves += other.moves;
        self.result_loss += other.result_loss;
        self.result_error += other.result_error;
        self.scored += other.scored;
        self.score_loss += other.score_loss;
    }

    /// A sum over the positions.
    pub fn mean(&self, sum: f64) -> f64 {
        sum / self.positions.max(1) as f64
    }
}

/// All that is measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolicyMeasure {
    /// All positions.
    pub all: Counts,
    /// By [`Source`].
    pub sources: [Counts; Source::ALL.len()],
    /// Rank correlation of expected results with scores, where there are scores.
    pub rank_correlation: Option<f64>,
}

impl PolicyMeasure {
    /// Of a network, on positions with the moves played. Samples that are no position, or whose move is not legal,
    /// are passed over.
    pub fn of(net: &PolicyNet, samples: &[PolicySample]) -> PolicyMeasure {
        let mut measure = PolicyMeasure::default();
        let (mut expected, mut scores) = (Vec::new(), Vec::new());
        for sample in samples {
            let Some((counts, points)) = one(net, sample, &CURVE) else { continue };
            measure.all.add(&counts);
            measure.sources[sample.source as usize].add(&counts);
            if sample.score != NO_SCORE {
                expected.push((points * 1e6) as i32);
                scores.push(i32::from(sample.score));
            }
        }
        measure.rank_correlation = (scores.len() > 1).then(|| rank_correlation(&expected, &scores));
        measure
    }
}

/// What there is to count of one position, and the result it is expected to have.
fn one(net: &PolicyNet, sample: &PolicySample, curve: &Coefficients) -> Option<(Counts, f32)> {
    let board = packed::unpack(&sample.position).ok()?;
    let moves: Vec<Move> = board.legal_moves().to_vec();
    let played = moves.iter().position(|&mv| mv == sample.mv)?;
    let mut priors = vec![0.0; moves.len()];
    let wdl = net.evaluate(&board, &moves, &mut priors);
    let chance = priors[played];
    let before = priors.iter().filter(|&&prior| prior > chance).count();
    let loss = |wanted: [f32; 3]| -> f64 {
        let found = [wdl.win, wdl.draw, wdl.loss];
        let terms =
            wanted.iter().zip(found).map(|(&p, q)| f64::from(p) * f64::from(q.max(1e-9)).ln());
        -terms.sum::<f64>()
    };
    let result = sample.chances(&board, 1.0, curve);
    let miss = f64::from(wdl.expected() - result[0] - 0.5 * result[1]);
    let scored = sample.score != NO_SCORE;
    let counts = Counts {
        positions: 1,
        top: [1, 3, 5].map(|first| u64::from(before < first)),
        surprise: -f64::from(chance.max(1e-9)).ln(),
        moves: moves.len() as u64,
        result_loss: loss(result),
        result_error: miss * miss,
        scored: u64::from(scored),
        score_loss: if scored { loss(sample.chances(&board, 0.0, curve)) } else { 0.0 },
    };
    Some((counts, wdl.expected()))
}

#[cfg(test)]
mod tests {
    use super::super::sample::tests::samples;
    use super::*;
    use tabia_engine::eval::policy::Parameters;

    #[test]
    fn a_network_that_knows_nothing_is_as_good_as_chance() {
        let mut parameters = Parameters::random(32, 1);
        for list in [&mut parameters.to, &mut parameters.from, &mut parameters.value] {
            list.fill(0);
        }
        let biases = &mut parameters.biases;
        for list in [&mut biases.to, &mut biases.from, &mut biases.flags, &mut biases.special] {
            list.fill(0);
        }
        biases.value.fill(0);
        let net = PolicyNet::new(&parameters).unwrap();
        let samples = samples(300, 1);
        let measure = PolicyMeasure::of(&net, &samples);
        let (all, standard) = (measure.all, measure.sources[Source::Standard as usize]);
        assert_eq!((all.positions, all), (300, standard));
        // All moves are alike to it, so none comes before the one played.
        assert_eq!(all.top, [300; 3]);
        assert!((all.mean(all.result_loss) - 3.0_f64.ln()).abs() < 1e-4, "{all:?}");
        let evenly: f64 = samples
            .iter()
            .map(|s| (packed::unpack(&s.position).unwrap().legal_moves().len() as f64).ln())
            .sum();
        assert!((all.surprise - evenly).abs() < 1e-2, "{all:?}");
        assert_eq!(all.scored, 300);
    }
}

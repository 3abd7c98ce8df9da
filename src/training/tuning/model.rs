//! The hand-crafted evaluation in floating point with derivatives, in the form of `eval::shape`.

use std::fmt;

use super::samples::{Sample, SampleSet, Use};
use crate::model::logistic;
use tabia_engine::eval::layout::{COUNT, GROUPS, Part};
use tabia_engine::eval::shape::{DANGER_DIVISOR, DANGER_MAX};
use tabia_engine::eval::{TEMPO, weight};

/// A weight used more often than this on average, where it is used, is rounded first.
const COUNTED_FROM: u64 = 2;
/// Index of the tempo: after all other weights.
const TEMPO_AT: usize = COUNT;

/// Middlegame and endgame weights, and the positions.
#[derive(Debug)]
pub(super) struct Model<'s> {
    set: &'s SampleSet,
    pub(super) weights: Vec<[f32; 2]>,
    /// Weights that are rounded and fixed.
    settled: Vec<bool>,
}

/// Value of a position and data for its derivatives.
#[derive(Clone, Copy, Debug)]
struct Forward {
    value: f32,
    /// Units of White's and Black's king attack.
    danger: [[f32; 2]; 2],
    /// Side that leads in the endgame: 1, -1, or 0 if the initiative cancels the lead.
    leader: f32,
    /// Weight of the endgame value.
    endgame: f32,
}

impl<'s> Model<'s> {
    /// The current weights of the program.
    pub(super) fn current(set: &'s SampleSet) -> Model<'s> {
        let mut weights: Vec<[f32; 2]> =
            (0..COUNT).map(weight).map(|weight| [weight.mg as f32, weight.eg as f32]).collect();
        weights.push([TEMPO as f32, 0.0]);
        let settled = vec![false; weights.len()];
        Model { set, weights, settled }
    }

    fn run(&self, sample: &Sample, number: usize) -> &[Use] {
        let begin = if number == 0 { 0 } else { sample.ends[number - 1] };
        &self.set.uses[sample.start + usize::from(begin)..]
            [..usize::from(sample.ends[number] - begin)]
    }

    fn sum(&self, uses: &[Use]) -> [f32; 2] {
        let (mut mg, mut eg) = (0.0, 0.0);
        for one in uses {
            let weight = self.weights[usize::from(one.index)];
            let times = f32::from(one.times);
            mg += weight[0] * times;
            eg += weight[1] * times;
        }
        [mg, eg]
    }

    fn forward(&self, sample: &Sample) -> Forward {
        let [mut mg, mut eg] = self.sum(self.run(sample, 0));
        let danger = [self.sum(self.run(sample, 1)), self.sum(self.run(sample, 2))];
        for (units, sign) in danger.iter().zip([1.0, -1.0]) {
            mg += sign * squared(units[0]);
            eg += sign * squared(units[1]);
        }
        let units = self.sum(self.run(sample, 3))[1];
        let gone = units <= -eg.abs();
        let leader = if gone { 0.0 } else { eg.signum() };
        let eg = if gone { 0.0 } else { eg + leader * units };
        let endgame = sample.endgame[usize::from(eg < 0.0)];
        let value = mg * sample.middlegame + eg * endgame + self.weights[TEMPO_AT][0] * sample.turn;
        Forward { value, danger, leader, endgame }
    }

    /// Centipawns, White's view.
    pub(super) fn value(&self, sample: &Sample) -> f32 {
        self.forward(sample).value
    }

    /// Expected score of a position; adds the gradient of its logistic loss.
    pub(super) fn learn(&self, sample: &Sample, scale: f32, gradient: &mut Gradient) -> f32 {
        let at = self.forward(sample);
        let expected = logistic(at.value / scale);
        let slope = (expected - sample.target) / scale;
        let mg = slope * sample.middlegame;
        let eg = if at.leader == 0.0 { 0.0 } else { slope * at.endgame };
        gradient.add(self.run(sample, 0), mg, eg);
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            let [mg_units, eg_units] = at.danger[side];
            let (mg, eg) = (sign * mg * steepness(mg_units), sign * eg * steepness(eg_units));
            gradient.add(self.run(sample, 1 + side), mg, eg);
        }
        gradient.add(self.run(sample, 3), 0.0, at.leader * eg);
        gradient.of[TEMPO_AT][0] += slope * sample.turn;
        expected
    }

    /// Rounds and fixes the weights that are used many times per position, where a rounding error is multiplied.
    pub(super) fn settle_counted(&mut self, samples: &[&Sample]) {
        let (mut times, mut count) = (vec![0_u64; COUNT], vec![0_u64; COUNT]);
        for sample in samples {
            for one in &self.set.uses[sample.start..][..usize::from(sample.ends[3])] {
                times[usize::from(one.index)] += u64::from(one.times.unsigned_abs());
                count[usize::from(one.index)] += 1;
            }
        }
        for index in 0..COUNT {
            if times[index] > COUNTED_FROM * count[index] {
                self.weights[index] = self.weights[index].map(f32::round);
                self.settled[index] = true;
            }
        }
    }

    /// Rounds all weights as they are written.
    pub(super) fn round(&mut self) {
        for half in self.weights.iter_mut().flatten() {
            *half = half.round();
        }
    }

    pub(super) fn into_file(self) -> WeightsFile {
        let whole = |weight: [f32; 2]| weight.map(|half| half.round() as i32);
        let tempo = whole(self.weights[TEMPO_AT])[0];
        WeightsFile { tempo, weights: self.weights.into_iter().take(COUNT).map(whole).collect() }
    }
}

/// King attack in centipawns.
fn squared(units: f32) -> f32 {
    let units = units.clamp(0.0, DANGER_MAX as f32);
    units * units / DANGER_DIVISOR as f32
}

/// Derivative of the king attack.
fn steepness(units: f32) -> f32 {
    if (0.0..=DANGER_MAX as f32).contains(&units) {
        2.0 * units / DANGER_DIVISOR as f32
    } else {
        0.0
    }
}

/// Gradient of the loss.
#[derive(Debug)]
pub(super) struct Gradient {
    pub(super) of: Vec<[f32; 2]>,
}

impl Gradient {
    pub(super) fn new(count: usize) -> Gradient {
        Gradient { of: vec![[0.0; 2]; count] }
    }

    fn add(&mut self, uses: &[Use], mg: f32, eg: f32) {
        for one in uses {
            let slope = &mut self.of[usize::from(one.index)];
            let times = f32::from(one.times);
            slope[0] += mg * times;
            slope[1] += eg * times;
        }
    }

    /// Clears the gradient of fixed weights.
    pub(super) fn hold(&mut self, model: &Model<'_>) {
        for (slope, _) in self.of.iter_mut().zip(&model.settled).filter(|(_, settled)| **settled) {
            *slope = [0.0; 2];
        }
    }

    /// Mean over `count` positions, plus the pull of each weight towards zero; piece values are exempt.
    pub(super) fn average(&mut self, count: usize, model: &Model<'_>, pull: f32) {
        for slope in self.of.iter_mut().flatten() {
            *slope /= count as f32;
        }
        for group in GROUPS.iter().filter(|group| group.part != Part::Material) {
            for index in group.start..group.start + group.len {
                for half in 0..2 {
                    self.of[index][half] += pull * model.weights[index][half];
                }
            }
        }
    }
}

// Conversion from centipawns to expected scores.

/// The scale at which advantages predict scores best, from pairs of both: a billion if they predict nothing or the
/// opposite, a millionth without pairs.
pub(crate) fn fit_scale(pairs: impl Iterator<Item = (f32, f32)>) -> f32 {
    let pairs: Vec<(f32, f32)> = pairs.collect();
    // Fitted as a slope, for which the loss is convex, by Newton's method with limited steps.
    let reach = pairs.iter().fold(1e-6_f32, |max, pair| max.max(pair.0.abs()));
    let mut slope = 1.0 / f64::from(reach);
    for _ in 0..60 {
        let (mut first, mut second) = (0.0, 1e-12);
        for &(advantage, score) in &pairs {
            let (advantage, score) = (f64::from(advantage), f64::from(score));
            let expected = 1.0 / (1.0 + (-slope * advantage).exp());
            first += (expected - score) * advantage;
            second += expected * (1.0 - expected) * advantage * advantage;
        }
        let step = (first / second).clamp(-slope, slope / 2.0);
        slope -= step;
        if step.abs() < 1e-6 * slope {
            break;
        }
    }
    (1.0 / slope.max(1e-9)) as f32
}

// Output format: `src/engine/eval/weights.rs`.

/// Text before the weights; the tempo is between the two parts.
const HEAD: [&str; 2] = [
    "//! The weights of the evaluation, in centipawns: middlegame and endgame value of each, in the order
//! of [`layout`](super::layout). Written by `tabia-train tune`; the numbers are not for editing by hand.

use super::layout::COUNT;
use super::trace::Packed;

/// Tempo bonus.
pub const TEMPO: i32 = ",
    ";

const fn w(mg: i32, eg: i32) -> Packed {
    Packed::new(mg, eg)
}

#[rustfmt::skip]
pub(super) static WEIGHTS: [Packed; COUNT] = [
",
];

/// Weights per line.
const IN_A_LINE: usize = 8;

/// Tuned weights; `Display` writes the source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WeightsFile {
    /// Tempo bonus, centipawns.
    pub tempo: i32,
    /// Middlegame and endgame value of each weight of [`layout`](tabia_engine::eval::layout), centipawns.
    pub weights: Vec<[i32; 2]>,
}

impl fmt::Display for WeightsFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", HEAD[0], self.tempo, HEAD[1])?;
        for group in GROUPS {
            writeln!(f, "    // {}", group.name)?;
            for line in self.weights[group.start..group.start + group.len].chunks(IN_A_LINE) {
                f.write_str("   ")?;
                for [mg, eg] in line {
                    write!(f, " w({mg}, {eg}),")?;
                }
                writeln!(f)?;
            }
        }
        writeln!(f, "];")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tuning::samples::{Collector, Label};
    use tabia_chess::Board;
    use tabia_engine::eval;
    use tabia_engine::eval::layout::COUNT;

    const FENS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 b - - 2 9",
        "r2q1rk1/1p1bbppp/p1nppn2/6B1/3NPP2/2N5/PPPQB1PP/2KR3R w - - 4 11",
        "8/pp2k1pp/2p1p3/2P1Pp2/1P1K1P2/P5P1/7P/8 w - - 0 1",
        "6k1/3q1pp1/p2Np2p/1p2P3/8/1P1Q2P1/P4P1P/6K1 b - - 2 33",
    ];

    fn set() -> SampleSet {
        let mut collector = Collector::new(1, 1, None);
        for fen in FENS {
            collector.begin_game();
            let board = Board::from_fen(fen).expect("a valid FEN");
            collector.offer(&board, Label { result: 1.0, eval: None }).expect("no copy");
        }
        collector.finish(0.4)
    }

    #[test]
    fn it_gives_the_value_of_the_evaluation() {
        let set = set();
        let model = Model::current(&set);
        assert_eq!(set.samples.len(), FENS.len());
        for (sample, fen) in set.samples.iter().zip(FENS) {
            let score = eval::explain(&Board::from_fen(fen).expect("a valid FEN")).score_cp as f32;
            // The program uses integer division, this model does not.
            assert!((model.value(sample) - score).abs() < 6.0, "{fen}: {}", model.value(sample));
        }
    }

    #[test]
    fn the_slopes_are_those_of_the_value() {
        let set = set();
        let mut model = Model::current(&set);
        let scale = 200.0;
        for sample in &set.samples {
            let mut gradient = Gradient::new(model.weights.len());
            let expected = model.learn(sample, scale, &mut gradient);
            let outer = (expected - sample.target) / scale;
            for index in (0..COUNT).step_by(3) {
                for half in 0..2 {
                    let here = model.weights[index][half];
                    let value = |model: &mut Model<'_>, weight| {
                        model.weights[index][half] = weight;
                        model.value(sample)
                    };
                    let rise =
                        (value(&mut model, here + 0.5) - value(&mut model, here - 0.5)) * outer;
                    model.weights[index][half] = here;
                    let slope = gradient.of[index][half];
                    assert!(
                        (rise - slope).abs() < 2e-4 + 0.02 * rise.abs(),
                        "{index}: {rise} {slope}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_scale_of_generated_scores_is_recovered() {
        for scale in [0.7_f32, 220.0] {
            let advantages = (-40..=40).map(|step| step as f32 * scale / 10.0);
            let pairs = advantages.map(|advantage| (advantage, logistic(advantage / scale)));
            let found = fit_scale(pairs);
            assert!((found / scale - 1.0).abs() < 1e-3, "{found} for {scale}");
        }
    }

    #[test]
    fn the_weights_of_the_program_are_the_file_of_the_program() {
        let weights =
            (0..COUNT).map(tabia_engine::eval::weight).map(|weight| [weight.mg, weight.eg]);
        let file = WeightsFile { tempo: tabia_engine::eval::TEMPO, weights: weights.collect() };
        assert_eq!(file.to_string(), include_str!("../../engine/eval/weights.rs"));
    }
}

//! An evaluation tuned on games: the weights of the evaluation from scratch fitted to the results of master games by
//! gradient descent on the logistic loss ("Texel tuning"), with every step shown. `tabia-train tune` does the same with
//! all weights of the engine's evaluation and millions of positions.

use std::sync::OnceLock;

use clap::Args;
use serde::{Deserialize, Serialize};

use tabia_chess::{Board, PieceType};
use tabia_games::game::position::GamePosition;
use tabia_text::{number, t};

use crate::experiment::{Example, Experiment, Form, Info, LabContext, LabError, Trial};
use crate::foundations::bitboards::kind_name;
use crate::optimizer::{AdamW, Moments, cosine};
use crate::scratch::evaluate::evaluate;
use crate::scratch::values::{Knob, Level, PUBLISHED, ScratchEval};
use crate::table::{Cell, Column, Curves, Medium, Row, Table, Unit};

/// Quiet positions of master games, one line each: `FEN|result|||game`; see `assets/tuning/README.md`.
const POSITIONS: &str = include_str!("../../assets/tuning/positions.txt");
/// One of this many games is held out.
const HELD_OUT: u32 = 8;
/// Centipawns per unit of the logistic function: with it the published piece values predict the results of the training
/// set best, which a test checks. It is fixed, so that a centipawn keeps its meaning during the tuning.
const SCALE: f64 = 190.0;
/// The initial value of every piece: that of a pawn.
const START: i32 = 100;
const PIECES: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
const MAX_STEPS: u32 = 1_000;
/// A step moves a weight by about this much, centipawns; the last step by less.
const RATES: std::ops::RangeInclusive<u32> = 1..=50;
const LAST_RATE: f32 = 0.05;
const OPTIMIZER: AdamW =
    AdamW { decay: 0.0, epsilon: 1e-10, limit: f32::INFINITY, skip_zero: true };
/// The columns of the weights in the order of [`PIECES`].
const WEIGHT_COLUMNS: [&str; 5] = ["pawn", "knight", "bishop", "rook", "queen"];

/// Weights fitted to games.
#[derive(Debug)]
pub struct Tuning;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Args, Serialize, Deserialize)]
pub struct Request {
    /// Steps of gradient descent
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_STEPS)))]
    pub steps: u32,
    /// How far the first steps move a weight, centipawns
    #[arg(long, value_name = "CP", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=50))]
    pub rate: u32,
    /// What is fitted: 1 piece values, 2 piece values with fixed piece-square tables, 3 also pawn structure, 4 also
    /// mobility, 5 also king safety
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=5))]
    pub level: u32,
}

impl Default for Request {
    fn default() -> Request {
        Request { steps: 200, rate: 10, level: 1 }
    }
}

impl Request {
    fn level(self) -> Level {
        // Higher levels have separate weights for the endgame.
        Level::from_number(self.level.clamp(1, 5) as u8).unwrap_or_default()
    }

    /// The evaluation that the weights begin with.
    fn start(self) -> ScratchEval {
        let mut eval = ScratchEval::at(self.level());
        eval.material = [START; 5];
        for knob in weights_besides(self.level()) {
            eval.knob_mut(knob).mg = 0;
        }
        eval
    }
}

/// The weights that are fitted in addition to the piece values.
fn weights_besides(level: Level) -> impl Iterator<Item = Knob> {
    Knob::ALL.into_iter().filter(move |knob| knob.level() <= level)
}

/// The state of the tuning after a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its number; 0 is the state before the first step.
    pub number: u32,
    /// Mean logistic loss on the training positions, nats.
    pub loss: f64,
    /// Mean logistic loss on the held-out games, nats.
    pub held_out: f64,
    /// The weights, centipawns: pieces, then the others in their order.
    pub weights: Vec<f64>,
}

/// A position as the factors of the weights.
#[derive(Clone, Debug)]
struct Sample {
    counts: Vec<f32>,
    /// The fixed part of the evaluation, centipawns, White's view.
    fixed: f32,
    /// White's points.
    result: f32,
    held_out: bool,
}

/// A position of the file.
#[derive(Clone, Debug)]
pub struct Labelled {
    pub board: Board,
    /// White's points: 0, 0.5 or 1.
    pub result: f32,
    /// The number of its game.
    pub game: u32,
}

impl Labelled {
    /// Whether its game is held out: nothing is fitted to it.
    pub(crate) fn is_held_out(&self) -> bool {
        self.game.is_multiple_of(HELD_OUT)
    }
}

/// The positions that come with the program.
pub fn positions() -> &'static [Labelled] {
    static READ: OnceLock<Vec<Labelled>> = OnceLock::new();
    READ.get_or_init(|| POSITIONS.lines().filter_map(labelled).collect())
}

fn labelled(line: &str) -> Option<Labelled> {
    let fields: Vec<&str> = line.split('|').collect();
    let [fen, result, _, _, game] = fields[..] else { return None };
    Some(Labelled {
        board: Board::from_fen(fen).ok()?,
        result: result.parse().ok()?,
        game: game.parse().ok()?,
    })
}

/// The weights of an evaluation in their order.
fn weights_of(eval: &ScratchEval) -> Vec<i32> {
    let pieces = eval.material.iter().copied();
    pieces.chain(weights_besides(eval.level).map(|knob| eval.knob(knob).mg)).collect()
}

/// The same evaluation with these weights.
fn with_weights(eval: &ScratchEval, weights: &[i32]) -> ScratchEval {
    let mut eval = eval.clone();
    for (value, weight) in eval.material.iter_mut().zip(weights) {
        *value = *weight;
    }
    let level = eval.level;
    for (knob, weight) in weights_besides(level).zip(weights.iter().skip(PIECES.len())) {
        eval.knob_mut(knob).mg = *weight;
    }
    eval
}

/// The factors of the weights: the evaluation is linear in the weights, so the factor is the change of the score per
/// unit of a weight.
fn samples(start: &ScratchEval) -> Vec<Sample> {
    let none = vec![0; weights_of(start).len()];
    let empty = with_weights(start, &none);
    let units: Vec<ScratchEval> = (0..none.len())
        .map(|at| {
            let mut unit = none.clone();
            unit[at] = 1;
            with_weights(start, &unit)
        })
        .collect();
    let sample = |of: &Labelled| {
        let fixed = evaluate(&empty, &of.board);
        let counts = units.iter().map(|unit| (evaluate(unit, &of.board) - fixed) as f32);
        Sample {
            counts: counts.collect(),
            fixed: fixed as f32,
            result: of.result,
            held_out: of.is_held_out(),
        }
    };
    positions().iter().map(sample).collect()
}

/// The logistic loss of an expected score, nats.
fn logistic_loss(expected: f64, result: f64) -> f64 {
    let sure = expected.clamp(1e-9, 1.0 - 1e-9);
    -result * sure.ln() - (1.0 - result) * (1.0 - sure).ln()
}

/// The expected score of a sample, and its logistic loss.
fn expected(sample: &Sample, weights: &[f32]) -> (f64, f64) {
    let sum: f32 = sample.counts.iter().zip(weights).map(|(count, weight)| count * weight).sum();
    let expected = 1.0 / (1.0 + (-f64::from(sample.fixed + sum) / SCALE).exp());
    (expected, logistic_loss(expected, sample.result.into()))
}

/// The baseline of the losses: the loss of always predicting White's mean score of the training set. It differs between
/// the sets because their results differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Baseline {
    /// White's mean score in the training set, 0 to 1.
    pub mean_score: f64,
    /// Positions and loss of the training set, nats.
    pub training: (usize, f64),
    /// The same of the games held out.
    pub held_out: (usize, f64),
}

impl Baseline {
    pub fn of(positions: &[Labelled]) -> Baseline {
        let results = |held_out: bool| {
            let of_set = positions.iter().filter(move |of| of.is_held_out() == held_out);
            of_set.map(|of| f64::from(of.result))
        };
        let mean = |sum: f64, held_out: bool| sum / results(held_out).count().max(1) as f64;
        let mean_score = mean(results(false).sum(), false);
        let set = |held_out: bool| {
            let losses = results(held_out).map(|result| logistic_loss(mean_score, result));
            (results(held_out).count(), mean(losses.sum(), held_out))
        };
        Baseline { mean_score, training: set(false), held_out: set(true) }
    }
}

/// The step after which the loss on the games held out was lowest, the first of equal ones.
pub(crate) fn lowest_held_out(steps: &[Step]) -> Option<&Step> {
    steps.iter().min_by(|one, other| one.held_out.total_cmp(&other.held_out))
}

/// Mean loss and its gradient.
fn loss(samples: &[&Sample], weights: &[f32]) -> (f64, Vec<f32>) {
    let mut gradient = vec![0.0; weights.len()];
    let mut sum = 0.0;
    for sample in samples {
        let (expected, loss) = expected(sample, weights);
        sum += loss;
        let slope = (expected - f64::from(sample.result)) / SCALE;
        for (part, count) in gradient.iter_mut().zip(&sample.counts) {
            *part += slope * f64::from(*count);
        }
    }
    let count = samples.len().max(1) as f64;
    (sum / count, gradient.into_iter().map(|part: f64| (part / count) as f32).collect())
}

/// Fits the weights. `report` is called after every step and returns whether to continue.
pub fn tune(request: Request, mut report: impl FnMut(Step) -> bool) {
    let start = request.start();
    let samples = samples(&start);
    let (held_out, train): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.held_out);
    let mut weights: Vec<f32> = weights_of(&start).iter().map(|&weight| weight as f32).collect();
    let mut moments = Moments::new(weights.len());
    let steps = request.steps.clamp(1, MAX_STEPS);
    let first = request.rate.clamp(*RATES.start(), *RATES.end()) as f32;
    for number in 0..=steps {
        let (mean, gradient) = loss(&train, &weights);
        let step = Step {
            number,
            loss: mean,
            held_out: loss(&held_out, &weights).0,
            weights: weights.iter().map(|&weight| f64::from(weight)).collect(),
        };
        if !report(step) || number == steps {
            return;
        }
        let rate = cosine(first, first * LAST_RATE, number.into(), steps.into());
        OPTIMIZER.step(&mut weights, &gradient, &mut moments, u64::from(number) + 1, rate);
    }
}

impl Experiment for Tuning {
    const INFO: Info = Info {
        id: "tuning",
        start: "tuning-start",
        empty: ["tuning-empty", "tuning-empty.why"],
        note: "tuning-note",
        about: "tuning-about",
        example: Example { label: "tuning-example", fen: None },
        help: [
            "Piece values and other weights fitted to master games, step by step",
            "With --json: one object per step: step (0: before the first), loss and held_out (mean logistic loss, nats, of \
            the training set and of the games held out; different games, so not to be compared with each other), pawn to queen (centipawns), others (the weights of the \
            higher levels by name). Every piece begins at 100 centipawns, every other weight at 0.",
        ],
    };
    type Request = Request;
    type Update = Step;

    fn depends_on_position(_: &Request) -> bool {
        false
    }

    fn run(
        request: &Request,
        _: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(Step) -> bool,
    ) -> Result<(), LabError> {
        tune(*request, |step| report(step) && !context.stop.is_stopped());
        Ok(())
    }

    fn options(request: &Request) -> Option<Vec<(&'static str, String)>> {
        Some(vec![
            ("steps", request.steps.to_string()),
            ("rate", request.rate.to_string()),
            ("level", request.level.to_string()),
        ])
    }

    fn columns(request: &Request) -> Table {
        let nats = |key: &'static str, head: &'static str| {
            Column::new(key).head(head).decimals(4).place(" ", 9, "")
        };
        let mut columns = vec![
            Column::new("step").head(t!("tuning-column-step")).place("", 5, ""),
            nats("loss", t!("tuning-column-loss")),
            nats("held_out", t!("tuning-column-held-out")),
        ];
        let cp = |key: &'static str, head: &'static str| {
            Column::new(key).head(head).unit(Unit::Centipawns).decimals(0)
        };
        columns.extend(
            PIECES
                .into_iter()
                .zip(WEIGHT_COLUMNS)
                .map(|(kind, key)| cp(key, kind_name(kind)).place(" ", 7, "")),
        );
        columns.extend(weights_besides(request.level()).map(|knob| {
            let panel = &[Medium::Panel];
            cp(knob.name(), knob.title()).decimals(1).only(panel)
        }));
        columns.push(Column::new("others").only(&[Medium::Json]));
        let mut table = Table::new(columns);
        let curves = |counts, title| Curves {
            by: None,
            first: &[],
            along: "step",
            counts,
            log: false,
            title,
            axis: "tuning-axis",
            point: "tuning-point",
        };
        table.curves = vec![
            curves(&["loss", "held_out"], "tuning-loss-curves"),
            curves(&WEIGHT_COLUMNS, "tuning-weight-curves"),
        ];
        table
    }

    fn rows(trial: &Trial<Self>, _: &[Step], step: &Step) -> Vec<Row> {
        let mut row = vec![step.number.into(), step.loss.into(), step.held_out.into()];
        row.extend(step.weights.iter().map(|&weight| Cell::from(weight)));
        let besides = weights_besides(trial.request.level());
        let others: serde_json::Map<_, _> = besides
            .zip(step.weights.iter().skip(PIECES.len()))
            .map(|(knob, &weight)| (knob.name().to_owned(), weight.into()))
            .collect();
        row.push(Cell::Json(others.into()));
        vec![row]
    }

    fn summary(trial: &Trial<Self>) -> Vec<String> {
        let (Some(first), Some(last)) = (trial.updates.first(), trial.updates.last()) else {
            return Vec::new();
        };
        let list = |values: &[f64]| {
            let values: Vec<String> = values.iter().map(|value| number(*value, 0)).collect();
            values.join(" / ")
        };
        let loss = |value: f64| number(value, 4);
        let base = Baseline::of(positions());
        let lowest = lowest_held_out(&trial.updates).unwrap_or(last);
        let [usual, learnt] = PUBLISHED.map(|set| list(&set.values.map(f64::from)));
        let Request { steps, rate, level } = trial.request;
        vec![
            t!("tuning-request", level = level, steps = steps, rate = rate),
            t!(
                "tuning-training",
                n = base.training.0,
                before = loss(first.loss),
                after = loss(last.loss),
                base = loss(base.training.1),
                mean = number(base.mean_score * 100.0, 1)
            ),
            t!(
                "tuning-held-out",
                n = base.held_out.0,
                before = loss(first.held_out),
                after = loss(last.held_out),
                base = loss(base.held_out.1),
                lowest = loss(lowest.held_out),
                step = lowest.number,
                rises = if loss(lowest.held_out) == loss(last.held_out) { "no" } else { "yes" }
            ),
            t!(
                "tuning-values",
                values = list(&last.weights[..PIECES.len()]),
                usual = usual,
                learnt = learnt
            ),
        ]
    }

    fn form(request: &mut Request, form: &mut dyn Form) {
        let (name, hint) = (t!("tuning-form-level"), t!("tuning-form-level.tip"));
        form.number(name, hint, &mut request.level, 1..=5);
        let (name, hint) = (t!("tuning-form-steps"), t!("tuning-form-steps.tip"));
        form.number(name, hint, &mut request.steps, 1..=MAX_STEPS);
        let (name, hint) = (t!("tuning-form-rate"), t!("tuning-form-rate.tip"));
        form.number(name, hint, &mut request.rate, RATES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::AnyTrial as _;
    use tabia_chess::Color;

    fn steps(request: Request) -> Vec<Step> {
        let mut steps = Vec::new();
        tune(request, |step| {
            steps.push(step);
            true
        });
        steps
    }

    #[test]
    fn every_line_of_the_file_is_a_quiet_position_with_a_result() {
        assert_eq!(positions().len(), POSITIONS.lines().count());
        assert!(positions().len() > 1_500);
        for of in positions() {
            assert!(!of.board.in_check() && [0.0, 0.5, 1.0].contains(&of.result));
        }
        let white: f32 = positions().iter().map(|of| of.result).sum();
        let mean = white / positions().len() as f32;
        assert!((0.5..0.6).contains(&mean), "White scores a little more: {mean}");
    }

    #[test]
    fn counts_are_those_of_the_board() {
        let start = Request { level: 3, ..Request::default() }.start();
        for (sample, of) in samples(&start).iter().zip(positions()).step_by(7) {
            for (kind, count) in PIECES.into_iter().zip(&sample.counts) {
                let by = |side| of.board.by(side, kind).count() as f32;
                assert!((count - (by(Color::White) - by(Color::Black))).abs() < f32::EPSILON);
            }
            // The sum of the counted weights is the evaluation with them.
            let weights: Vec<i32> = (0..sample.counts.len() as i32).map(|at| 3 * at - 7).collect();
            let sum: f32 =
                sample.counts.iter().zip(&weights).map(|(count, &w)| count * w as f32).sum();
            let whole = evaluate(&with_weights(&start, &weights), &of.board) as f32;
            assert!((sample.fixed + sum - whole).abs() < 0.01);
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = samples(&Request { level: 5, ..Request::default() }.start());
        let all: Vec<&Sample> = samples.iter().step_by(5).collect();
        let mut weights: Vec<f32> =
            (0..samples[0].counts.len()).map(|at| 50.0 + at as f32).collect();
        let (_, gradient) = loss(&all, &weights);
        for at in 0..weights.len() {
            let here = weights[at];
            let mut moved = |by: f32| {
                weights[at] = here + by;
                let found = loss(&all, &weights).0;
                weights[at] = here;
                found
            };
            let slope = (moved(2.0) - moved(-2.0)) / 4.0;
            let error = (slope - f64::from(gradient[at])).abs();
            assert!(error < 1e-5 + 0.02 * slope.abs(), "{at}: {slope} {}", gradient[at]);
        }
    }

    #[test]
    fn tuned_piece_values_are_near_published_ones() {
        let steps = steps(Request { steps: 150, rate: 12, level: 1 });
        assert_eq!(steps.len(), 151);
        let (first, last) = (&steps[0], &steps[150]);
        assert!(first.weights.iter().all(|&weight| (weight - 100.0).abs() < 1e-9));
        assert!(last.loss < first.loss && last.held_out < first.held_out);
        // The gradient is nearly zero.
        assert!(steps[150].loss < steps[75].loss && steps[75].loss - steps[150].loss < 0.02);
        let [pawn, knight, bishop, rook, queen] = last.weights[..] else { panic!() };
        assert!(pawn < knight && pawn < bishop && knight < rook && bishop < rook && rook < queen);
        for (set, value) in PUBLISHED[0].values.iter().zip(&last.weights) {
            let ratio = value / f64::from(*set);
            assert!((0.6..1.6).contains(&ratio), "{value} beside {set}");
        }
    }

    #[test]
    fn the_scale_fits_the_published_values_to_the_training_set() {
        let eval = ScratchEval::at(Level::Material);
        let train = || positions().iter().filter(|of| !of.is_held_out());
        let mean = |scale: f64| {
            let losses = train().map(|of| {
                let value = f64::from(evaluate(&eval, &of.board));
                logistic_loss(1.0 / (1.0 + (-value / scale).exp()), of.result.into())
            });
            losses.sum::<f64>() / train().count() as f64
        };
        let scales = (80..400).step_by(10).map(f64::from);
        let best = scales.min_by(|a, b| mean(*a).total_cmp(&mean(*b))).unwrap();
        assert!((best - SCALE).abs() < 1e-9, "{best}");
    }

    #[test]
    fn the_baseline_is_the_loss_of_the_mean_score() {
        let base = Baseline::of(positions());
        assert_eq!((base.training.0, base.held_out.0), (2_098, 302));
        // Computed from the file by an independent program.
        for (found, expected) in [
            (base.mean_score, 0.549_332_7),
            (base.training.1, 0.688_271_8),
            (base.held_out.1, 0.678_699_9),
        ] {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn the_summary_names_the_step_with_the_lowest_loss_on_the_games_held_out() {
        let mut trial = Trial::<Tuning>::new(GamePosition::new(Board::start()), Request::default());
        trial.updates = steps(trial.request);
        let last = trial.updates.last().unwrap();
        // Computed by an independent program: the training loss keeps falling, the held-out loss finally rises.
        let lowest = lowest_held_out(&trial.updates).unwrap().clone();
        assert!(lowest.number.abs_diff(73) <= 1, "{}", lowest.number);
        assert!((lowest.held_out - 0.676_922).abs() < 2e-6, "{}", lowest.held_out);
        assert!((last.held_out - 0.677_449).abs() < 2e-6, "{}", last.held_out);
        assert!((last.loss - 0.670_117).abs() < 2e-6, "{}", last.loss);
        let summary = trial.summary();
        assert!(summary[2].contains(&lowest.number.to_string()), "{}", summary[2]);
        trial.updates.truncate(40);
        let falling = trial.summary();
        assert!(!falling[2].contains(&number(lowest.held_out, 4)), "{}", falling[2]);
    }
}

//! `tabia-train train`: trains a network on samples; progress goes to standard error.

use std::io::Write;
use std::path::PathBuf;

use crate::data::reader::DataError;
use crate::data::sample::{self, Sample};
use crate::measure::Loss;
use crate::network::{FILES, NetworkModel, Settings};
use crate::trainer::{Model as _, Report, TrainError, Trainer};

use super::data_args::TrainArgs;
use super::policy;
use tabia_cli::failure::Failure;
use tabia_cli::hangup;
use tabia_cli::out::Out;
use tabia_cli::values::refuse_own_input;

/// Samples between two reports.
const REPORT_SAMPLES: u64 = 2_000_000;
/// Default width.
const WIDTH: usize = 64;
const RATE: f32 = 8e-3;
const RESULT_SHARE: f32 = 0.3;

pub(crate) fn run<W: Write>(args: &TrainArgs, out: &mut Out<W>) -> Result<(), Failure> {
    if args.policy.policy {
        return policy::run(args, out);
    }
    let output_watch = hangup::Watch::begin();
    let inputs = args.samples.iter().chain(&args.held_out).chain(&args.from);
    refuse_own_input(inputs, FILES.map(|name| args.out.join(name)))?;
    let samples = read(&args.samples).map_err(|error| Failure::Refused(error.to_string()))?;
    let held_out = read(&args.held_out).map_err(|error| Failure::Refused(error.to_string()))?;
    let batch = args.batch as usize;
    let steps = (args.passes * samples.len() as f64 / f64::from(args.batch)).round() as u64;
    let result_share = args.result_share.unwrap_or(RESULT_SHARE);
    let settings = Settings {
        width: args.width.unwrap_or(WIDTH),
        buckets: args.buckets,
        batch,
        steps: steps.max(1),
        report_every: (REPORT_SAMPLES / u64::from(args.batch)).max(1),
        rate: args.rate.unwrap_or(RATE),
        last_rate: args.last_rate,
        scale: f32::from(args.scale),
        result_share,
        last_result_share: args.last_result_share.unwrap_or(result_share),
        seed: args.seed,
        from: args.from.clone(),
    };
    let all = settings.steps;
    let refused = |error: TrainError| Failure::Refused(error.to_string());
    let threads = args.threads as usize;
    let model = NetworkModel::new(settings, &samples, &held_out);
    let mut trainer = Trainer::begin(model, &args.out, threads).map_err(refused)?;
    // The training so far is kept.
    let stop = output_watch.work()?;
    out.line(format_args!(
        "{} samples, {} held out, step {} of {all}",
        samples.len(),
        held_out.len(),
        trainer.step()
    ))?;
    trainer.run(stop, |report| print_progress(report, all)).map_err(refused)?;
    out.line(format_args!("{}", args.out.join(NetworkModel::NETWORK).display()))
}

/// Reads the samples of several files.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Vec<Sample>, DataError> {
    let mut samples = Vec::new();
    for path in paths {
        samples.append(&mut sample::read_file(path)?);
    }
    Ok(samples)
}

fn print_progress(report: &Report<Loss>, steps: u64) {
    let held_out =
        report.held_out.mean().map_or(String::new(), |loss| format!(", held out {loss:.5}"));
    // A closed standard error does not stop the work.
    let _ = writeln!(
        std::io::stderr(),
        "step {} of {steps}: loss {:.5}{held_out}, rate {:.1e}, {:.0} samples/s",
        report.step,
        report.training.mean().unwrap_or(0.0),
        report.rate,
        report.per_second
    );
}

//! `tabia-train train --policy`: trains the policy network on moves of games; progress goes to standard error.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::data::reader;
use crate::data::reader::DataError;
use crate::policy::data;
use crate::policy::data::{MixedData, Target};
use crate::policy::model::Sums;
use crate::policy::sample::{PolicySample, Positions};
use crate::policy::trainer::{FILES, PolicyModel, Settings};
use crate::trainer::{Model as _, Report, TrainError, Trainer};
use tabia_games::whole_file;

use super::data_args::TrainArgs;
use super::relabel;
use tabia_cli::failure::Failure;
use tabia_cli::games::pgn::each_game;
use tabia_cli::hangup;
use tabia_cli::out::Out;
use tabia_cli::values::refuse_own_input;

/// Samples between two reports.
const REPORT_SAMPLES: u64 = 1_000_000;
/// Default hidden size.
const WIDTH: usize = 256;
const RATE: f32 = 4e-3;
const RESULT_SHARE: f32 = 0.5;
/// Files of training and held-out positions as rows.
const ROWS: [&str; 2] = ["training.rows", "held-out.rows"];

pub(super) fn run<W: Write>(args: &TrainArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let output_watch = hangup::Watch::begin();
    let wanted = &args.policy;
    let inputs = args.samples.iter().chain(&wanted.moves);
    refuse_own_input(inputs, FILES.into_iter().chain(ROWS).map(|name| args.out.join(name)))?;
    let mut positions = Positions::new(wanted.share, args.seed);
    read(&args.samples, &wanted.moves, &mut positions)?;
    positions.shuffle();
    let limit = wanted.limit.map_or(usize::MAX, |limit| limit as usize);
    positions.training.truncate(limit);
    let (samples, held_out) = (positions.training, positions.held_out);
    let result_share = args.result_share.unwrap_or(RESULT_SHARE);
    if wanted.rows {
        let target = Target { smoothing: wanted.smoothing, result_share };
        return write_rows(&args.out, [&samples, &held_out], target, out);
    }
    let [samples, held_out] = [samples, held_out].map(MixedData::from);
    let batch = args.batch as usize;
    let steps = (args.passes * samples.count() as f64 / f64::from(args.batch)).round() as u64;
    let settings = Settings {
        width: args.width.unwrap_or(WIDTH),
        batch,
        steps: steps.max(1),
        report_every: (REPORT_SAMPLES / u64::from(args.batch)).max(1),
        rate: args.rate.unwrap_or(RATE),
        last_rate: args.last_rate,
        smoothing: wanted.smoothing,
        result_share,
        seed: args.seed,
    };
    let all = settings.steps;
    let refused = |error: TrainError| Failure::Refused(error.to_string());
    let threads = args.threads as usize;
    let model = PolicyModel { settings, samples: &samples, held_out: &held_out, first: None };
    let mut trainer = Trainer::begin(model, &args.out, threads).map_err(refused)?;
    // The training so far is kept.
    let stop = output_watch.work()?;
    out.line(format_args!(
        "{} positions of {} games, {} of {} games held out, step {} of {all}",
        samples.count(),
        positions.games - positions.games_held_out,
        held_out.count(),
        positions.games_held_out,
        trainer.step()
    ))?;
    trainer.run(stop, |report| print_progress(report, all)).map_err(refused)?;
    out.line(format_args!("{}", args.out.join(PolicyModel::NETWORK).display()))
}

/// Writes the positions as rows to a folder.
fn write_rows<W: Write>(
    folder: &Path,
    lists: [&Vec<PolicySample>; 2],
    target: Target,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    for (name, samples) in ROWS.iter().zip(lists) {
        let path = folder.join(name);
        let bytes = data::bytes_of(samples, target);
        whole_file::write_bytes(&path, &bytes).map_err(|error| Failure::file(&path, &error))?;
        out.line(format_args!("{}: {} positions", path.display(), samples.len()))?;
    }
    Ok(())
}

/// Adds the positions of game files, folders and PGN.
pub(super) fn read(
    games: &[PathBuf],
    pgn: &[PathBuf],
    positions: &mut Positions,
) -> Result<(), Failure> {
    for path in games {
        read_games(path, positions).map_err(|error| Failure::Refused(error.to_string()))?;
    }
    for path in pgn {
        each_game(path, |game, _| {
            if let Some(game) = relabel::record(game) {
                positions.add(&game);
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn read_games(path: &Path, positions: &mut Positions) -> Result<(), DataError> {
    for file in reader::games_of(path)? {
        for game in reader::open(&file)? {
            positions.add(&game?);
        }
    }
    Ok(())
}

fn print_progress(report: &Report<Sums>, steps: u64) {
    let of = |sums: &Sums| {
        let (policy, value) = (sums.mean(sums.policy), sums.mean(sums.value));
        format!("policy {policy:.4}, value {value:.4}, top-1 {:.4}", sums.mean(sums.top as f64))
    };
    let held_out = match report.held_out.count {
        0 => String::new(),
        _ => format!("; held out {}", of(&report.held_out)),
    };
    // A closed standard error does not stop the work.
    let _ = writeln!(
        std::io::stderr(),
        "step {} of {steps}: {}{held_out}; rate {:.1e}, {:.0} samples/s",
        report.step,
        of(&report.training),
        report.rate,
        report.per_second
    );
}

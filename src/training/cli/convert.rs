//! `tabia-train convert`: samples from an archive of engine games with evaluations.

use std::io::Write;
use std::path::Path;

use crate::filter::{Filter, LeftOut};
use crate::tcec::{self, Choice, Converted};
use tabia_games::regular_file;

use super::data_args::{ConvertArgs, FilterArgs};
use super::pool_files;
use tabia_cli::failure::Failure;
use tabia_cli::games::pgn::refuse_own_input;
use tabia_cli::out::Out;

/// Largest archive that is read, bytes: ten times the largest there is.
const MOST_BYTES: u64 = 4 << 30;

pub(crate) fn run<W: Write>(args: &ConvertArgs, out: &mut Out<W>) -> Result<(), Failure> {
    refuse_own_input([&args.archive], pool_files::targets(&args.samples, &args.hold_out))?;
    let text = text(&args.archive)?;
    let filter = filter(&args.filter);
    let mut pool = pool_files::begin(filter, &args.hold_out);
    let choice = Choice {
        filter,
        variation_plies: args.variation_plies,
        scale: f64::from(args.scale),
        own_scales: args.own_scales,
    };
    let done = tcec::convert(&text, choice, &mut pool)
        .map_err(|error| Failure::Refused(format!("{}: {error}", args.archive.display())))?;
    drop(text);
    out.lines(table(&done))?;
    pool_files::write(pool, &args.samples, &args.hold_out, out)
}

/// The filter that the arguments ask for.
pub(crate) fn filter(args: &FilterArgs) -> Filter {
    Filter {
        min_ply: args.min_ply,
        max_score: args.max_score,
        checks: args.keep_checks,
        noisy: args.keep_noisy,
        repeats: args.keep_repeats,
    }
}

/// A whole file, or standard input for `-`. Bytes that are no UTF-8, in names say, are replaced.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    let read = if path.as_os_str() == "-" {
        regular_file::read_at_most(std::io::stdin().lock(), MOST_BYTES)
    } else {
        regular_file::read_stream(path, MOST_BYTES)
    };
    let bytes = read.map_err(|error| Failure::file(path, &error))?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

fn table(done: &Converted) -> Vec<String> {
    let mut lines = vec![
        format!("Games{:>35}", done.games),
        format!("Positions with an evaluation{:>12}", done.evaluated),
        format!("Positions along variations{:>14}", done.along_variations),
        format!("Variations that break off{:>15}", done.broken_variations),
        "Left out by the filter, first reason".to_owned(),
    ];
    for (reason, count) in LeftOut::ALL.iter().zip(done.left_out) {
        lines.push(format!("  {:<30}{count:>8}", reason.name()));
    }
    lines.push("Slope of the winning chance per pawn, by engine and year".to_owned());
    let overall = done.scales.first().map_or(1.0, |scale| scale.slope);
    for scale in &done.scales {
        let group = if scale.group.is_empty() { "all" } else { &scale.group };
        let strange = if scale.is_strange(overall) { "  not used" } else { "" };
        let (count, slope) = (scale.evaluations, scale.slope);
        lines.push(format!("  {group:<24}{count:>10}{slope:>8.3}{strange}"));
    }
    lines
}

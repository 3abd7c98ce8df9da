//! `tabia-train datainfo`: what is in files of games, and the samples a trainer reads made from them.

use std::io::Write;

use crate::data::error::DataError;
use crate::data::game::Source;
use crate::data::{parts, reader};
use crate::filter::LeftOut;
use crate::survey::{PHASE_CLASSES, SCORE_CLASSES, Survey};

use super::convert;
use super::data_args::DatainfoArgs;
use super::pool_files;
use tabia_cli::failure::Failure;
use tabia_cli::games::pgn::refuse_own_input;
use tabia_cli::out::Out;

pub(crate) fn run<W: Write>(args: &DatainfoArgs, out: &mut Out<W>) -> Result<(), Failure> {
    if let Some(samples) = &args.samples {
        refuse_own_input(&args.paths, pool_files::targets(samples, &args.hold_out))?;
    }
    let filter = convert::filter(&args.filter);
    let mut pool = args.samples.is_some().then(|| pool_files::begin(filter, &args.hold_out));
    let mut survey = Survey::default();
    read(args, |game| {
        survey.add(&game, filter);
        if let Some(pool) = &mut pool {
            pool.add(&game);
        }
    })
    .map_err(refused)?;
    out.lines(table(&survey))?;
    match (pool, &args.samples) {
        (Some(pool), Some(path)) => pool_files::write(pool, path, &args.hold_out, out),
        _ => Ok(()),
    }
}

fn read(
    args: &DatainfoArgs,
    mut take: impl FnMut(crate::data::game::GameRecord),
) -> Result<(), DataError> {
    for path in &args.paths {
        for file in parts::games_of(path)? {
            for game in reader::open(&file)? {
                take(game?);
            }
        }
    }
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "the shape map_err wants")]
fn refused(error: DataError) -> Failure {
    Failure::Refused(error.to_string())
}

/// The survey for a person.
fn table(survey: &Survey) -> Vec<String> {
    let (games, positions) = (survey.games, survey.positions);
    let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
    let row = |name: &str, count: u64, of: u64| {
        format!("  {name:<30}{count:>12}{:>8.2} %", share(count, of))
    };
    let mut lines = vec![
        format!("Games{games:>27}"),
        format!("Positions{positions:>23}"),
        format!("Plies a game{:>20.1}", positions as f64 / games.max(1) as f64),
        "Results".to_owned(),
        row("White wins", survey.results[2], games),
        row("drawn", survey.results[1], games),
        row("Black wins", survey.results[0], games),
        "Sources".to_owned(),
    ];
    let sources = Source::ALL.into_iter().filter(|&source| survey.of_source(source) > 0);
    lines.extend(sources.map(|source| row(source.name(), survey.of_source(source), games)));
    lines.push("Phase (24: all pieces)".to_owned());
    for (class, &count) in survey.phases.iter().enumerate() {
        let high = 24 - class * 4;
        let low = if class + 1 == PHASE_CLASSES { 0 } else { high - 3 };
        lines.push(row(&format!("{high} to {low}"), count, positions));
    }
    lines.push("Score, centipawns either way; points of the side it favours".to_owned());
    for (class, (&count, &points)) in survey.scores.iter().zip(&survey.points).enumerate() {
        let name = match SCORE_CLASSES.get(class) {
            Some(end) => format!("up to {end}"),
            None => "beyond".to_owned(),
        };
        let won = share(points, 2 * count);
        lines.push(format!("{}{won:>10.1} %", row(&name, count, positions)));
    }
    lines.push(row("forced mates", survey.mates, positions));
    lines.push("Positions".to_owned());
    lines.push(row("in check", survey.in_check, positions));
    lines.push(row("seen before", survey.repeated, positions));
    lines.push("Left out by the filter, first reason".to_owned());
    for (reason, &count) in LeftOut::ALL.iter().zip(&survey.left_out) {
        lines.push(row(reason.name(), count, positions));
    }
    lines.push(row("kept", survey.kept, positions));
    lines
}

//! `tabia-train datagen`: self-play into a folder; progress goes to standard error.

use std::io::{IsTerminal as _, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::data_args::{DatagenArgs, DatainfoArgs, HoldOutArgs, threads};
use super::relabel;
use crate::data::game::Source;
use crate::data::reader::DataError;
use crate::data::sample::Sample;
use crate::data::{reader, sample};
use crate::measure::{PHASE_CLASSES, SCORE_CLASSES, Survey};
use crate::pool::{Filter, LeftOut, Pool};
use crate::selfplay;
use crate::selfplay::{Progress, Settings};
use tabia_cli::failure::Failure;
use tabia_cli::hangup;
use tabia_cli::out::Out;
use tabia_cli::position::eval;
use tabia_cli::values::refuse_own_input;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_games::positions;

/// If standard error is not a terminal, one line per minute is enough.
const LINE_EVERY: Duration = Duration::from_mins(1);

pub(crate) fn run<W: Write>(args: &DatagenArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let book = args.book.as_deref().map_or(Ok(Vec::new()), positions::read);
    let book = book.map_err(Failure::Refused)?;
    let settings = Settings {
        folder: args.out.clone(),
        kind: args.kind,
        book,
        games: args.games,
        time: args.hours.map(|hours| Duration::from_secs_f64(hours * 3600.0)),
        soft_nodes: args.nodes,
        threads: threads(args.threads),
        seed: args.seed,
        network: eval::chosen(args.net.as_deref())?,
        options: EngineOptions {
            hash_mib: args.hash,
            eval: args.eval.kind(),
            ..EngineOptions::default()
        },
    };
    let mut teller = ProgressPrinter { on_terminal: std::io::stderr().is_terminal(), last: None };
    let stop = Arc::new(AtomicBool::new(false));
    let gone = stop.clone();
    // Finished games are kept.
    hangup::then(move || gone.store(true, Relaxed));
    let ended = selfplay::run(&settings, &stop, |now| teller.print_progress(now, &settings));
    let end = ended.map_err(|error| Failure::Refused(error.to_string()))?;
    out.line(format_args!(
        "{} games, {} positions in {:.0} s: {:.0} positions/s; {} games in {}",
        end.games,
        end.positions,
        end.elapsed.as_secs_f64(),
        rate(&end),
        end.before + end.games,
        settings.folder.display()
    ))
}

fn rate(progress: &Progress) -> f64 {
    progress.positions as f64 / progress.elapsed.as_secs_f64().max(0.001)
}

/// Progress output: in place on a terminal, otherwise a line per minute.
struct ProgressPrinter {
    on_terminal: bool,
    last: Option<Instant>,
}

impl ProgressPrinter {
    fn print_progress(&mut self, now: &Progress, settings: &Settings) {
        let due = self.last.is_none_or(|last| last.elapsed() >= LINE_EVERY);
        if !self.on_terminal && !due && !now.done {
            return;
        }
        self.last = Some(Instant::now());
        let goal = settings.games.map_or(String::new(), |games| format!(" of {games}"));
        let text = format!(
            "{}{goal} games, {} positions, {:.0} positions/s, {:.1} min; {} games before",
            now.games,
            now.positions,
            rate(now),
            now.elapsed.as_secs_f64() / 60.0,
            now.before
        );
        let (begin, end) = match (self.on_terminal, now.done) {
            (true, false) => ("\r", ""),
            (true, true) => ("\r", "\n"),
            (false, _) => ("", "\n"),
        };
        // A closed standard error does not stop the work.
        let _ = write!(std::io::stderr(), "{begin}{text}{end}");
    }
}

// `tabia-train datainfo`: statistics of game files, and samples for a trainer.

pub(crate) fn run_datainfo<W: Write>(args: &DatainfoArgs, out: &mut Out<W>) -> Result<(), Failure> {
    if let Some(samples) = &args.samples {
        refuse_own_input(&args.paths, targets(samples, &args.hold_out))?;
    }
    let filter = relabel::filter(&args.filter);
    let mut pool = args.samples.is_some().then(|| begin(filter, &args.hold_out));
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
        (Some(pool), Some(path)) => write(pool, path, &args.hold_out, out),
        _ => Ok(()),
    }
}

fn read(
    args: &DatainfoArgs,
    mut take: impl FnMut(crate::data::game::GameRecord),
) -> Result<(), DataError> {
    for path in &args.paths {
        for file in reader::games_of(path)? {
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

/// Statistics as text.
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

// The samples of a pool are written to two files: training and held out.

/// An empty pool. Without a file for held-out samples, no games are held out.
pub(crate) fn begin(filter: Filter, args: &HoldOutArgs) -> Pool {
    let share = if args.held_out.is_some() { args.share } else { 0.0 };
    Pool::new(filter, share, args.seed)
}

/// The output files of a pool.
pub(super) fn targets<'a>(
    samples: &'a Path,
    args: &'a HoldOutArgs,
) -> impl Iterator<Item = &'a Path> {
    std::iter::once(samples).chain(args.held_out.as_deref())
}

/// Shuffles a pool, writes its files and reports their contents.
pub(crate) fn write<W: Write>(
    mut pool: Pool,
    samples: &Path,
    args: &HoldOutArgs,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    pool.shuffle();
    save(samples, &pool.training)?;
    out.line(format_args!("{}: {} samples", samples.display(), pool.training.len()))?;
    if let Some(path) = &args.held_out {
        save(path, &pool.held_out)?;
        let (count, games) = (pool.held_out.len(), pool.games_held_out);
        out.line(format_args!("{}: {count} samples of {games} games", path.display()))?;
    }
    out.line(format_args!("{} kept positions were there already", pool.repeated))
}

fn save(path: &Path, samples: &[Sample]) -> Result<(), Failure> {
    sample::write_file(path, samples).map_err(|error| Failure::Refused(error.to_string()))
}

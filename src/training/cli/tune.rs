//! `tabia-train tune`: fits the weights of the hand-crafted evaluation to games.

use std::io::{self, BufReader, Write};
use std::path::Path;

use crate::tuning;
use crate::tuning::samples::DataError;
use crate::tuning::samples::{Collector, SampleSet};
use crate::tuning::{Loss, Settings, samples};
use tabia_games::regular_file::{self, BoundedLines};
use tabia_games::whole_file;

use super::data_args::TuneArgs;
use tabia_cli::failure::Failure;
use tabia_cli::games::pgn::each_game;
use tabia_cli::out::Out;
use tabia_cli::values::refuse_own_input;

pub(crate) fn run<W: Write>(args: &TuneArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let inputs = [&args.tcec, &args.pgn, &args.selfplay, &args.positions];
    refuse_own_input(inputs.into_iter().flatten(), args.copy.iter().chain(&args.out))?;
    let set = positions(args, out)?;
    let (train, held_out) = set.counts();
    if train == 0 || held_out == 0 {
        return Err(Failure::Refused(format!(
            "{train} positions to learn from and {held_out} held out: \
             name more games with --tcec, --pgn, --selfplay or --positions"
        )));
    }
    out.line(format_args!("{train} positions to learn from, {held_out} of games held out"))?;
    for (engine, scale, count) in set.scales.iter().take(args.engines) {
        out.line(format_args!("{engine}: {count} evaluations, scale {scale:.2} pawns"))?;
    }
    let settings = Settings {
        epochs: args.epochs,
        rate: args.rate,
        scale: args.scale,
        seed: args.seed,
        spread: args.spread,
    };
    let mut written = Ok(());
    let tuned = tuning::tune(&set, &settings, |epoch| {
        let text = format!(
            "pass {:>2}: train {}, held out {}",
            epoch.number,
            loss_words(epoch.train),
            loss_words(epoch.held_out)
        );
        if written.is_ok() {
            written = out.line(text);
        }
    });
    written?;
    out.line(format_args!("scale {:.1} centipawns", tuned.scale))?;
    out.line(format_args!("held out before: {}", loss_words(tuned.before)))?;
    out.line(format_args!("held out after:  {}", loss_words(tuned.after)))?;
    if let Some(path) = &args.out {
        let text = tuned.weights.to_string();
        whole_file::write_bytes(path, text.as_bytes())
            .map_err(|error| Failure::file(path, &error))?;
    }
    Ok(())
}

fn loss_words(loss: Loss) -> String {
    format!("logistic {:.6} squared {:.6}", loss.logistic, loss.squared)
}

/// Why positions could not be copied.
enum CopyError {
    /// The copy cannot be written.
    Copy(io::Error),
    /// The positions cannot be collected.
    Other(Failure),
}

impl From<io::Error> for CopyError {
    fn from(error: io::Error) -> Self {
        CopyError::Copy(error)
    }
}

/// All positions of the files asked for; a copy of them is written if that is asked for.
fn positions<W: Write>(args: &TuneArgs, out: &mut Out<W>) -> Result<SampleSet, Failure> {
    let Some(path) = &args.copy else { return collect(args, None, out) };
    let mut set = SampleSet::default();
    let copied = whole_file::write(path, |copy| {
        set = collect(args, Some(copy), out).map_err(CopyError::Other)?;
        Ok(())
    });
    match copied {
        Ok(()) => Ok(set),
        Err(CopyError::Copy(error)) => Err(Failure::file(path, &error)),
        Err(CopyError::Other(failure)) => Err(failure),
    }
}

fn collect<W: Write>(
    args: &TuneArgs,
    copy: Option<&mut dyn Write>,
    out: &mut Out<W>,
) -> Result<SampleSet, Failure> {
    let mut collector = Collector::new(args.seed, args.one_in, copy);
    let mut report = |path: &Path, collector: &Collector<'_>, flawed: Option<u32>| {
        let flawed = flawed.map_or(String::new(), |games| {
            format!(", {games} games without a result or with an error")
        });
        out.line(format_args!(
            "{}: {} games and {} positions so far{flawed}",
            path.display(),
            collector.games(),
            collector.kept()
        ))
    };
    for path in &args.tcec {
        let flawed = refused(path, samples::read_archive(open(path)?, &mut collector))?;
        report(path, &collector, Some(flawed))?;
    }
    for path in &args.pgn {
        let (name, mut flawed) = (path.to_string_lossy(), 0);
        each_game(path, |game, _| {
            let is_whole = refused(path, samples::add_pgn(game, &name, &mut collector))?;
            flawed += u32::from(!is_whole);
            Ok(())
        })?;
        report(path, &collector, Some(flawed))?;
    }
    for path in &args.selfplay {
        samples::read_selfplay(path, &mut collector)
            .map_err(|e| Failure::Refused(e.to_string()))?;
        report(path, &collector, None)?;
    }
    for path in &args.positions {
        refused(path, samples::read_lines(open(path)?, &mut collector))?;
        report(path, &collector, None)?;
    }
    Ok(collector.finish(args.result_share / 100.0))
}

/// Opens a file, or standard input for `-`.
fn open(path: &Path) -> Result<Box<dyn io::BufRead>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(BoundedLines::new(io::stdin().lock()))));
    }
    let input = regular_file::stream(path).map_err(|error| Failure::file(path, &error))?;
    Ok(Box::new(BufReader::with_capacity(1 << 20, BoundedLines::new(input))))
}

fn refused<T>(path: &Path, result: Result<T, DataError>) -> Result<T, Failure> {
    result.map_err(|error| Failure::Refused(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Command, CommandLine};
    use clap::Parser as _;

    fn tune(words: &[&str]) -> (String, Result<(), Failure>) {
        let words = ["tabia-train", "tune"].iter().chain(words).copied();
        let Command::Tune(args) = CommandLine::try_parse_from(words).unwrap().command else {
            unreachable!("the word above is a command")
        };
        let mut text = Vec::new();
        let ended = run(&args, &mut Out::new(&mut text));
        (String::from_utf8(text).unwrap(), ended)
    }

    #[test]
    fn a_file_of_positions_is_learnt_from_and_weights_are_written() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
        let (positions, copy, weights) = (path("positions"), path("copy"), path("weights"));
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|0.5",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|1",
        ];
        let lines: Vec<String> =
            (0..80).map(|game| format!("{}|||{game}\n", fens[game % 2])).collect();
        std::fs::write(&positions, lines.concat()).unwrap();
        let (text, ended) =
            tune(&["--positions", &positions, "--copy", &copy, "--epochs", "2", "--out", &weights]);
        ended.unwrap();
        assert!(text.contains("78 positions to learn from, 2 of games held out"), "{text}");
        assert!(text.contains("held out after:"), "{text}");
        assert_eq!(std::fs::read_to_string(&copy).unwrap().lines().count(), 80);
        assert!(std::fs::read_to_string(&weights).unwrap().ends_with("];\n"));
    }

    #[test]
    fn without_games_it_says_what_is_missing() {
        let (_, ended) = tune(&[]);
        assert!(ended.unwrap_err().to_string().contains("name more games"));
        let (_, ended) = tune(&["--pgn", "missing.pgn"]);
        assert!(ended.unwrap_err().to_string().starts_with("missing.pgn: "));
        // A copy that is there already is kept.
        let dir = tempfile::tempdir().unwrap();
        let copy = dir.path().join("copy");
        std::fs::write(&copy, "before").unwrap();
        let (_, ended) = tune(&["--pgn", "missing.pgn", "--copy", copy.to_str().unwrap()]);
        assert!(ended.unwrap_err().to_string().starts_with("missing.pgn: "));
        assert_eq!(std::fs::read_to_string(&copy).unwrap(), "before");
    }
}

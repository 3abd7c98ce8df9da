//! `tabia-train relabel`: scores samples again by search; progress goes to standard error.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::data_args::{ConvertArgs, FilterArgs, LabelArgs, RelabelArgs, threads};
use super::datagen;
use crate::data::game::{GameRecord, GameResult, NO_SCORE, ScoredMove, Source};
use crate::data::{reader, sample};
use crate::pool::{Filter, LeftOut, Pool};
use crate::relabel::{Labeller, Progress, Settings};
use crate::tcec::{Choice, Converted};
use crate::{relabel, tcec};
use tabia_cli::failure::Failure;
use tabia_cli::games::pgn::each_game;
use tabia_cli::out::Out;
use tabia_cli::position::eval;
use tabia_cli::values::refuse_own_input;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::{printable, regular_file};

pub(crate) fn run<W: Write>(args: &RelabelArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let settings = Settings {
        folder: args.out.clone(),
        soft_nodes: args.nodes,
        tree: args.tree,
        originals: !args.only_tree,
        filter: filter(&args.filter),
        threads: threads(args.threads),
        network: eval::chosen(args.net.as_deref())?,
        options: EngineOptions {
            hash_mib: args.hash,
            eval: args.eval.kind(),
            ..EngineOptions::default()
        },
    };
    // Parts are named after the file name only.
    let mut names = HashSet::new();
    if let Some(twice) = args.samples.iter().find(|path| !names.insert(path.file_stem())) {
        let twice = twice.display();
        return Err(Failure::Refused(format!("{twice}: another file has this name, too")));
    }
    parts_there(args).iter().try_for_each(|part| refuse_own_input(&args.samples, [part]))?;
    for path in &args.samples {
        let name = path.display().to_string();
        let name = printable::line(&name);
        let print_progress = |now: &Progress| {
            let (done, minutes) = (now.before + now.parts, now.elapsed.as_secs_f64() / 60.0);
            let kept = now.kept;
            // A closed standard error does not stop the work.
            let _ = writeln!(
                std::io::stderr(),
                "{name}: part {done} of {}, {kept} samples kept, {minutes:.1} min",
                now.of
            );
        };
        let end = relabel::run(path, &settings, print_progress);
        let end = end.map_err(|error| Failure::Refused(format!("{name}: {error}")))?;
        out.line(format_args!(
            "{name}: {} samples kept in {:.0} s, {} parts of {}, {} there before",
            end.kept,
            end.elapsed.as_secs_f64(),
            end.parts,
            end.of,
            end.before
        ))?;
    }
    Ok(())
}

/// Files in the folder that would count as parts of an earlier run.
fn parts_there(args: &RelabelArgs) -> Vec<PathBuf> {
    let stems: Vec<_> = args.samples.iter().filter_map(|path| path.file_stem()).collect();
    let is_part = |path: &PathBuf| {
        let stem = path.file_stem().unwrap_or_default().as_encoded_bytes();
        stems.iter().any(|of| {
            let number = stem.strip_prefix(of.as_encoded_bytes());
            number.and_then(|number| number.strip_prefix(b"-")).is_some()
        })
    };
    let Ok(entries) = std::fs::read_dir(&args.out) else { return Vec::new() };
    entries.flatten().map(|entry| entry.path()).filter(is_part).collect()
}

// `tabia-train label`: samples scored by the hand-crafted evaluation, from games without scores and positions near
// them.

pub(crate) fn run_label<W: Write>(args: &LabelArgs, out: &mut Out<W>) -> Result<(), Failure> {
    refuse_own_input(&args.paths, datagen::targets(&args.samples, &args.hold_out))?;
    let mut pool = datagen::begin(Filter::default(), &args.hold_out);
    let seed = args.hold_out.seed;
    let mut labeller = Labeller::new(args.min_ply, args.max_score, args.wander, seed);
    for path in &args.paths {
        take(path, &mut labeller, &mut pool)?;
    }
    datagen::write(pool, &args.samples, &args.hold_out, out)
}

/// Adds a file: PGN by its name or from standard input, samples by their name, else games.
fn take(path: &Path, labeller: &mut Labeller, pool: &mut Pool) -> Result<(), Failure> {
    let refused = |what: String| Failure::Refused(format!("{}: {what}", path.display()));
    let extension = path.extension().and_then(|extension| extension.to_str());
    if path.as_os_str() == "-" || extension == Some("pgn") {
        return each_game(path, |game, _| {
            if let Some(game) = record(game) {
                labeller.add_game(&game, pool);
            }
            Ok(())
        });
    }
    if extension == Some("samples") {
        let samples =
            sample::read_file(path).map_err(|error| Failure::Refused(error.to_string()))?;
        for sample in &samples {
            labeller.add_off_sample(sample, pool).map_err(refused)?;
        }
        return Ok(());
    }
    let failed = |error: crate::data::reader::DataError| Failure::Refused(error.to_string());
    for file in reader::games_of(path).map_err(failed)? {
        for game in reader::open(&file).map_err(failed)? {
            labeller.add_game(&game.map_err(failed)?, pool);
        }
    }
    Ok(())
}

/// The main line of a PGN game with a result.
pub(super) fn record(game: &PgnGame) -> Option<GameRecord> {
    let result = GameResult::of_pgn(game.tags.result())?;
    let tree = &game.tree;
    let line = tree.main_line();
    let moves = line.iter().filter_map(|&id| tree.mv(id));
    Some(GameRecord {
        start: *tree.board(tree.root()),
        result,
        source: Source::Archive,
        moves: moves.map(|mv| ScoredMove { mv, score: NO_SCORE }).collect(),
    })
}

// `tabia-train convert`: samples from an archive of engine games with evaluations.

/// Largest archive that is read, bytes: ten times the largest one.
const MAX_BYTES: u64 = 4 << 30;

pub(crate) fn run_convert<W: Write>(args: &ConvertArgs, out: &mut Out<W>) -> Result<(), Failure> {
    refuse_own_input([&args.archive], datagen::targets(&args.samples, &args.hold_out))?;
    let text = text(&args.archive)?;
    let filter = filter(&args.filter);
    let mut pool = datagen::begin(filter, &args.hold_out);
    let choice = Choice {
        filter,
        variation_plies: args.variation_plies,
        scale: f64::from(args.scale),
        own_scales: args.own_scales,
    };
    let done = tcec::convert(&text, choice, &mut pool)
        .map_err(|error| Failure::Refused(format!("{}: {error}", args.archive.display())))?;
    drop(text);
    if done.games == 0 {
        let file = args.archive.display();
        return Err(Failure::Refused(format!("{file}: the file holds no game with a result")));
    }
    out.lines(table(&done))?;
    datagen::write(pool, &args.samples, &args.hold_out, out)
}

/// The filter by the arguments.
pub(crate) fn filter(args: &FilterArgs) -> Filter {
    Filter {
        min_ply: args.min_ply,
        max_score: args.max_score,
        checks: args.keep_checks,
        noisy: args.keep_noisy,
        repeats: args.keep_repeats,
    }
}

/// Reads a file, or standard input for `-`. Invalid UTF-8 is replaced.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    let read = if path.as_os_str() == "-" {
        regular_file::read_at_most(std::io::stdin().lock(), MAX_BYTES)
    } else {
        regular_file::read_stream(path, MAX_BYTES)
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

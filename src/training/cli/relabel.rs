//! `tabia-train relabel`: samples scored again by searches, with the progress on standard error.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use crate::relabel::{self, Progress, Settings};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_games::printable;

use super::convert;
use super::data_args::RelabelArgs;
use tabia_cli::failure::Failure;
use tabia_cli::games::pgn::refuse_own_input;
use tabia_cli::look::eval;
use tabia_cli::out::Out;

pub(crate) fn run<W: Write>(args: &RelabelArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings {
        folder: args.out.clone(),
        soft_nodes: args.nodes,
        tree: args.tree,
        originals: !args.only_tree,
        filter: convert::filter(&args.filter),
        threads: args.threads.map_or(cores, |threads| threads as usize),
        network: eval::chosen(args.net.as_deref())?,
        options: EngineOptions {
            hash_mib: args.hash,
            eval: args.eval.kind(),
            ..EngineOptions::default()
        },
    };
    // Parts are named after their file alone.
    let mut names = HashSet::new();
    if let Some(twice) = args.samples.iter().find(|path| !names.insert(path.file_stem())) {
        let twice = twice.display();
        return Err(Failure::Refused(format!("{twice}: another file has this name, too")));
    }
    parts_there(args).iter().try_for_each(|part| refuse_own_input(&args.samples, [part]))?;
    for path in &args.samples {
        let name = path.display().to_string();
        let name = printable::line(&name);
        let tell = |now: &Progress| {
            let (done, minutes) = (now.before + now.parts, now.elapsed.as_secs_f64() / 60.0);
            let kept = now.kept;
            // If standard error is closed there is nobody to tell.
            let _ = writeln!(
                std::io::stderr(),
                "{name}: part {done} of {}, {kept} samples kept, {minutes:.1} min",
                now.of
            );
        };
        let end = relabel::run(path, &settings, tell);
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

/// The files in the folder that would be taken for parts of an earlier run.
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

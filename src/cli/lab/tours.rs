//! `tabia lab tours`: checks the claims of the tours' steps by running the commands they name.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Parser;
use serde_json::{Value, json};

use super::LabCommand;
use super::args::{ToursArgs, ToursPart};
use super::registered::rows;
use crate::TourCheck;
use crate::failure::Failure;
use crate::out::{Out, counted};
use tabia_games::{printable, regular_file};
use tabia_lab::tours::{self, CarryOut, Checked, Lesson};

/// Maximum size of a tour's file, bytes.
const MAX_BYTES: u64 = 4 << 20;

/// A command of a run.
#[derive(Debug, Parser)]
#[command(name = "tabia lab", no_binary_name = true)]
struct RunLine {
    #[command(subcommand)]
    command: LabCommand,
}

pub(crate) fn run<W: Write>(
    args: &ToursArgs,
    check: TourCheck,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let built_in = || Lesson::built_in().map_err(|error| Failure::Refused(error.to_string()));
    let tours = if args.files.is_empty() { built_in()? } else { of_files(&args.files, check)? };
    if let Some(only) = args.only {
        refuse_missing(&tours, only)?;
    }
    if !args.json {
        out.lines(tours::table("", &[]).head_line())?;
    }
    // Steps often need the same runs.
    let mut known = HashMap::new();
    let mut carry_out = |words: &[String]| -> Result<Vec<Value>, String> {
        let found = known.entry(words.to_vec()).or_insert_with(|| objects(words, check));
        found.clone()
    };
    let (mut claims, mut failed, mut steps, mut with_claims) = (0, 0, 0, 0);
    for (number, one) in tours.iter().enumerate() {
        let only = args.only.as_ref();
        if only.is_some_and(|only| only.tour != number + 1) {
            continue;
        }
        let wanted = |step| only.and_then(|only| only.step).is_none_or(|wanted| wanted == step);
        for (_, step) in one.tour.steps.iter().enumerate().filter(|(at, _)| wanted(at + 1)) {
            steps += 1;
            with_claims += usize::from(step.runs.iter().any(|run| !run.claims.is_empty()));
        }
        let mut failure = None;
        let mut report = |checked: Checked| {
            claims += 1;
            failed += usize::from(checked.verdict.as_ref().is_some_and(|verdict| !verdict.ok));
            let table = tours::table(&one.name, &[checked]);
            failure = failure.take().or(rows(&table, args.json, out).err());
        };
        let run: Option<&mut CarryOut<'_>> = if args.check { Some(&mut carry_out) } else { None };
        one.check(&wanted, run, &mut report);
        if let Some(failure) = failure {
            return Err(failure);
        }
    }
    if args.json {
        out.json(&json!({
            "claims": claims, "failed": failed, "steps": steps, "steps_with_claims": with_claims,
        }))?;
    } else {
        let (claims, steps) = (counted(claims, "claim"), counted(steps, "step"));
        out.line(format!("{claims} in {with_claims} of {steps}"))?;
    }
    if failed > 0 {
        return Err(Failure::Refused(format!("{failed} of {claims} claims do not hold")));
    }
    Ok(())
}

/// Refuses a tour or a step that does not exist.
fn refuse_missing(tours: &[Lesson], only: ToursPart) -> Result<(), Failure> {
    let missing = |found: usize, what: &str, number: usize| {
        Failure::Refused(format!("--only: found {what} {found}, expected 1 to {number}"))
    };
    let tour = only.tour.checked_sub(1).and_then(|at| tours.get(at));
    let steps = tour.ok_or_else(|| missing(only.tour, "tour", tours.len()))?.tour.steps.len();
    match only.step {
        Some(step) if !(1..=steps).contains(&step) => Err(missing(step, "step", steps)),
        _ => Ok(()),
    }
}

/// The objects that a command prints.
fn objects(words: &[String], check: TourCheck) -> Result<Vec<Value>, String> {
    let mut words = words.to_vec();
    if !words.iter().any(|word| word == "--json") {
        words.push("--json".to_owned());
    }
    let line = RunLine::try_parse_from(&words).map_err(|error| {
        let text = error.to_string();
        text.lines().next().unwrap_or_default().to_owned()
    })?;
    // It would check itself.
    if matches!(line.command, LabCommand::Tours(_)) {
        return Err("tours cannot be run by a tour".to_owned());
    }
    let mut printed = Vec::new();
    super::run(&line.command, check, &mut Out::new(&mut printed))
        .map_err(|error| error.to_string())?;
    let lines = String::from_utf8_lossy(&printed).into_owned();
    lines
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|error| error.to_string()))
        .collect()
}

/// A teacher's tours. The folder name is their language, as where the program reads them.
fn of_files(files: &[PathBuf], check: TourCheck) -> Result<Vec<Lesson>, Failure> {
    let read = |path: &PathBuf| {
        let bytes = regular_file::read(path, MAX_BYTES);
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
        let text = text.map_err(|error| Failure::file(path, &error))?;
        let language = path.parent().and_then(Path::file_name).unwrap_or_default();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let file = path.display().to_string();
        let text = printable::lines(&text);
        check(&file, &text)
            .and_then(|()| Lesson::of_file(&language.to_string_lossy(), &name, &file, &text))
            .map_err(|error| Failure::Refused(error.to_string()))
    };
    files.iter().map(read).collect()
}

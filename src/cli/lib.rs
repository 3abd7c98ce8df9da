//! Terminal commands including UCI. `uci` and `analyse` use the same worker as the window.

mod args;
pub mod failure;
pub mod games;
pub mod hangup;
mod install;
pub mod interrupt;
mod lab;
pub mod limits;
pub mod out;
pub mod parallel;
pub mod position;
pub mod referee;
pub mod request;
mod thinkers;
mod uci;
pub mod values;

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use tabia_games::printable;
#[cfg(unix)]
use tabia_host::external::watcher;
use tabia_lab::tours::TourError;

use args::{CliCommand, CommandLine};
use failure::Failure;
use out::Out;
use request::{ExportFile, OpenRequest, ScreenshotRequest};

/// What `main` does after parsing the command line.
#[derive(Debug)]
pub enum Next {
    /// Nothing: a terminal command has run, and this is its exit status.
    Done(ExitCode),
    Window(Option<OpenRequest>),
    /// Draw the interface to a file.
    Screenshot(ScreenshotRequest),
    /// Draw a game or a position to a file.
    Export(Box<ExportFile>),
}

pub fn command_line() -> clap::Command {
    CommandLine::command()
}

/// Reads the file of a tour, given its name and text, as the window does.
pub type TourCheck = fn(&str, &str) -> Result<(), TourError>;

/// Parses the command line and runs terminal commands. The first argument is the program name.
pub fn start(args: impl IntoIterator<Item = OsString>, tour_check: TourCheck) -> Next {
    let args: Vec<OsString> = args.into_iter().collect();
    #[cfg(unix)]
    {
        if args.get(1).is_some_and(|word| word == watcher::COMMAND) {
            watcher::run(std::io::stdin().lock());
            return Next::Done(ExitCode::SUCCESS);
        }
        watcher::watch();
    }
    let line = match CommandLine::try_parse_from(args) {
        Ok(line) => line,
        Err(error) => return Next::Done(not_run(&error)),
    };
    let Some(command) = line.command else { return without_command(&line.open) };
    let out = &mut Out::stdout();
    if command.ends_when_output_closes() {
        hangup::ends_the_program();
    } else {
        out.may_close();
    }
    Next::Done(ended(
        "tabia",
        match command {
            CliCommand::Screenshot(args) => match args.checked() {
                Ok(request) => return Next::Screenshot(request),
                Err(failure) => Err(failure),
            },
            CliCommand::Uci(args) => uci::serve::run(&args, out),
            CliCommand::Analyse(args) => position::analyse::run(&args, out),
            CliCommand::Pgn(args) => match games::pgn_export::painted(&args) {
                Ok(Some(request)) => return Next::Export(Box::new(request)),
                Ok(None) if args.export().is_some() => games::pgn_export::run(&args, out),
                Ok(None) => games::pgn::run(&args, out),
                Err(failure) => Err(failure),
            },
            CliCommand::Book(command) => games::book::run(&command, out),
            CliCommand::Probe(args) => {
                position::probe::run(&args, &mut std::io::stdin().lock(), out)
            }
            CliCommand::Review(args) => games::review::run(&args, out),
            CliCommand::Puzzles(command) => games::puzzles::run(&command, out),
            CliCommand::Perft(args) => position::perft::run(&args, out),
            CliCommand::Bench(args) => position::bench::run(&args, out),
            CliCommand::Board(args) => position::board::run(&args, out),
            CliCommand::Epd(args) => position::epd::run(&args, out),
            CliCommand::Lab(command) => lab::run(&command, tour_check, out),
            CliCommand::Eval(args) => position::eval::run(&args, &mut std::io::stdin().lock(), out),
            CliCommand::Policy(args) => {
                position::policy::run(&args, &mut std::io::stdin().lock(), out)
            }
            CliCommand::InstallDesktop(args) => install::run(&args, out),
            CliCommand::Man(args) => install::man(&args, out),
            CliCommand::Completions(args) => install::completions(&args, out),
            CliCommand::Match(args) => referee::run(&args, out),
            CliCommand::Tournament(args) => referee::tournament(&args, out),
            CliCommand::Ratings(args) => referee::ratings::run(&args, out),
        },
    ))
}

/// Prints clap's message instead of running a command: an error, or help and version, whose status is 0.
pub fn not_run(message: &clap::Error) -> ExitCode {
    let plain = message.render().to_string();
    let written = match printable::lines(&plain) {
        Cow::Borrowed(_) => message.print(),
        // An argument contained characters that must not reach a terminal.
        Cow::Owned(text) => write!(std::io::stderr(), "{text}"),
    };
    // A closed output is not an error.
    if let Err(failure @ Failure::Output(_)) = written.map_err(Failure::from) {
        return finish("tabia", Err(failure));
    }
    ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(2))
}

/// No command: words name something to open. Without words, a UCI client on standard input is served; otherwise the
/// window opens.
fn without_command(words: &[OsString]) -> Next {
    if words.is_empty() {
        match uci::serve::run_if_addressed(&mut Out::stdout()) {
            Ok(false) => {}
            Ok(true) => return Next::Done(ExitCode::SUCCESS),
            Err(failure) => return Next::Done(ended("tabia", Err(failure))),
        }
    }
    match OpenRequest::from_words(words) {
        Ok(open) => Next::Window(open),
        Err(failure) => Next::Done(ended("tabia", Err(failure))),
    }
}

/// Exit status of a result; an error goes to standard error with the program name.
pub fn finish<E: Display>(program: &str, result: Result<(), E>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed too, nothing can be reported.
            let _ =
                writeln!(std::io::stderr(), "{program}: {}", printable::lines(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

/// Writes a warning to standard error.
fn complain(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "tabia: {}", printable::lines(&text.to_string()));
}

/// Message of a build without a window.
pub const WITHOUT_WINDOW: &str = "this build has no window (feature `gui`); `tabia --help` lists the commands of the \
                                  terminal";

/// Reports that an export was painted or interrupted, and returns the exit status.
pub fn exported(request: &ExportFile, painted: Result<bool, String>) -> ExitCode {
    let ExportFile { game, file, .. } = request;
    let result = match painted {
        Ok(true) => Out::stdout().line(games::pgn_export::written(*game, file)),
        Ok(false) => {
            Err(Failure::Interrupted(format!("nothing was written to {}", file.display())))
        }
        Err(error) => Err(Failure::Refused(error)),
    };
    ended("tabia", result)
}

/// Exit status after an interrupt, as used by shells.
const INTERRUPTED: u8 = 130;

/// Exit status of a command. A closed output is not an error.
pub fn ended(program: &str, result: Result<(), Failure>) -> ExitCode {
    match result {
        Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(interrupted @ Failure::Interrupted(_)) => {
            finish(program, Err(interrupted));
            ExitCode::from(INTERRUPTED)
        }
        result => finish(program, result),
    }
}

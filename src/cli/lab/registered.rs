//! The commands of the experiments in the registry: arguments, help and output are made from what each says of itself.

use std::io::Write;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args as _, Command, FromArgMatches, Subcommand};

use crate::failure::Failure;
use crate::out::Out;
use tabia_engine::search::stop::StopSignal;
use tabia_games::game::position::GamePosition;
use tabia_lab::REGISTRY;
use tabia_lab::experiment::{AnyTrial, Ask, Bench, Entry};

use super::engine;
use super::position_args::{Common, Position};

/// An experiment of the registry with its arguments.
#[derive(Debug)]
pub(crate) struct Registered {
    ask: Ask,
    position: Position,
    common: Common,
}

impl Registered {
    fn is_command(name: &str) -> bool {
        REGISTRY.iter().any(|entry| entry.id() == name && command(entry).is_some())
    }
}

/// The command of an experiment; `None` where it is written by hand.
fn command(entry: &Entry) -> Option<Command> {
    let [about, json] = entry.info.help;
    let command = Position::augment_args(Command::new(entry.id()));
    let command = Common::augment_args(entry.augment(command)?);
    // Last: arguments that are flattened in bring their own.
    Some(command.about(about).after_help(json))
}

impl FromArgMatches for Registered {
    fn from_arg_matches(found: &ArgMatches) -> Result<Self, clap::Error> {
        let Some((name, found)) = found.subcommand() else {
            return Err(clap::Error::new(ErrorKind::MissingSubcommand));
        };
        let Some(entry) = Entry::by_id(name) else {
            return Err(clap::Error::new(ErrorKind::InvalidSubcommand));
        };
        Ok(Registered {
            ask: entry.parse(found)?,
            position: Position::from_arg_matches(found)?,
            common: Common::from_arg_matches(found)?,
        })
    }

    fn update_from_arg_matches(&mut self, found: &ArgMatches) -> Result<(), clap::Error> {
        *self = Registered::from_arg_matches(found)?;
        Ok(())
    }
}

impl Subcommand for Registered {
    fn augment_subcommands(parent: Command) -> Command {
        REGISTRY.iter().filter_map(command).fold(parent, Command::subcommand)
    }

    fn augment_subcommands_for_update(parent: Command) -> Command {
        Registered::augment_subcommands(parent)
    }

    fn has_subcommand(name: &str) -> bool {
        Registered::is_command(name)
    }
}

pub(super) fn run<W: Write>(args: &Registered, out: &mut Out<W>) -> Result<(), Failure> {
    let position = GamePosition::new(args.position.board()?);
    tell(args.ask.at(position), &args.common, out)
}

/// Runs a trial and writes what it finds as it finds it.
pub(super) fn tell<W: Write>(
    mut trial: Box<dyn AnyTrial>,
    common: &Common,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let table = trial.columns();
    if !common.json {
        table.head_line().map_or(Ok(()), |line| out.line(line))?;
    }
    let mut write = |rows: &[tabia_lab::table::Row]| {
        rows.iter().try_for_each(|row| {
            if common.json { out.json(&table.object(row)) } else { out.line(table.line(row)) }
        })
    };
    write(&table.rows)?;
    let runner = trial.clone();
    let mut engine = engine(common.hash);
    let stop = StopSignal::never();
    let mut failure = None;
    let done = {
        let mut report = |update| {
            let first = trial.count();
            trial.add(&update);
            if !trial.replaces() {
                failure = write(&trial.rows_from(first)).err();
            }
            failure.is_none()
        };
        runner.run(&mut Bench { engine: &mut engine, stop: &stop }, &mut report)
    };
    if let Some(failure) = failure {
        return Err(failure);
    }
    done.map_err(|error| Failure::Refused(error.to_string()))?;
    if trial.replaces() {
        write(&trial.rows_from(0))?;
    }
    if common.json {
        return trial.summary_object().map_or(Ok(()), |object| out.json(&object));
    }
    out.lines(trial.summary())
}

//! The command line of `tabia-train`: training and testing of networks and weights, and their data.

mod data_args;
mod datagen;
mod generations;
mod nettest;
mod network;
mod people;
mod policy;
mod policytest;
mod relabel;
mod tune;
mod wdl;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use tabia_cli::hangup;
use tabia_cli::out::Out;

use data_args::{
    ConvertArgs, DatagenArgs, DatainfoArgs, HabitsArgs, LabelArgs, NettestArgs, PeopleArgs,
    PolicytestArgs, RelabelArgs, TrainArgs, TuneArgs, WdlFitArgs,
};
use generations::GenerationsArgs;

/// Trains the networks of Tabia and tunes its evaluation: self-play, training data, training, judging.
#[derive(Debug, Parser)]
#[command(name = "tabia-train", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play games of the engine against itself
    Datagen(DatagenArgs),
    /// Count what is in files of games, and make training samples from them
    Datainfo(DatainfoArgs),
    /// Make training samples from an archive of engine games with evaluations
    Convert(ConvertArgs),
    /// Make training samples scored by the hand-crafted evaluation, from positions of games and random changes of them
    Label(LabelArgs),
    /// Score samples again by searching their positions
    Relabel(RelabelArgs),
    /// Train an evaluation or policy network on samples
    Train(TrainArgs),
    /// Train the policy network on games of PUCT against itself, generation after generation
    Generations(GenerationsArgs),
    /// Write the moves of people in PGN files as rows, with the engine's scores of all their legal moves
    People(PeopleArgs),
    /// Count how often players in PGN files do what: exchanges, attacks, castling
    Habits(HabitsArgs),
    /// Test evaluation networks on held-out samples
    Nettest(NettestArgs),
    /// Test policy networks on held-out moves
    Policytest(PolicytestArgs),
    /// Fit the weights of the hand-crafted evaluation to games
    Tune(TuneArgs),
    /// Fit the probabilities of win, draw and loss to scored games
    WdlFit(WdlFitArgs),
}

pub fn command_line() -> clap::Command {
    <CommandLine as clap::CommandFactory>::command()
}

/// Parses the command line and runs the command. The first argument is the program name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let line = match CommandLine::try_parse_from(args) {
        Ok(line) => line,
        Err(error) => return tabia_cli::not_run(&error),
    };
    // These write files that are wanted even if the output is closed.
    let writes =
        matches!(line.command, Command::Datagen(_) | Command::Generations(_) | Command::Train(_));
    if !writes {
        hangup::ends_the_program();
    }
    let out = &mut Out::stdout();
    tabia_cli::ended(
        "tabia-train",
        match line.command {
            Command::Datagen(args) => datagen::run(&args, out),
            Command::Datainfo(args) => datagen::run_datainfo(&args, out),
            Command::Convert(args) => relabel::run_convert(&args, out),
            Command::Label(args) => relabel::run_label(&args, out),
            Command::Relabel(args) => relabel::run(&args, out),
            Command::Train(args) => network::run(&args, out),
            Command::Generations(args) => generations::run(&args, out),
            Command::People(args) => people::run(&args, out),
            Command::Habits(args) => people::run_habits(&args, out),
            Command::Nettest(args) => nettest::run(&args, out),
            Command::Policytest(args) => policytest::run(&args, out),
            Command::Tune(args) => tune::run(&args, out),
            Command::WdlFit(args) => wdl::run(&args, out),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_a_training_cannot_use_are_refused() {
        let accepts = |words: &str| CommandLine::try_parse_from(words.split(' ')).is_ok();
        for command in ["train a.samples --out net", "generations --out run"] {
            let command = format!("tabia-train {command}");
            for rate in ["0.002", "1e-6", "0"] {
                assert!(accepts(&format!("{command} --rate {rate} --last-rate {rate}")), "{rate}");
            }
            for rate in ["nan", "inf", "-0.1", "1.5"] {
                assert!(!accepts(&format!("{command} --rate={rate}")), "{command}: {rate}");
                assert!(!accepts(&format!("{command} --last-rate={rate}")), "{command}: {rate}");
            }
        }
        // A match of fewer games is never decided.
        assert!(accepts("tabia-train generations --out run --gate-games 32"));
        assert!(!accepts("tabia-train generations --out run --gate-games 31"));
    }
}

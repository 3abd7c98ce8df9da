//! `tabia-train`: training data, tuning and networks.

use std::process::ExitCode;

fn main() -> ExitCode {
    tabia_cli::limits::run_within("tabia-train", || tabia_training::cli::run(std::env::args_os()))
}

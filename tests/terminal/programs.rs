//! Runs the programs: which of the two has a command, and what the commands of the Lab print.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::process::{Command, Output};

use serde_json::Value;

/// The program that has a command of this name.
pub(crate) fn program_of(command: &str) -> &'static str {
    let training = tabia_training::cli::command_line();
    if command != "help" && training.find_subcommand(command).is_some() {
        env!("CARGO_BIN_EXE_tabia-train")
    } else {
        env!("CARGO_BIN_EXE_tabia")
    }
}

/// Runs a command of `tabia lab`.
pub(crate) fn lab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabia")).arg("lab").args(args).output().unwrap()
}

/// The objects that such a command prints if it succeeds.
pub(crate) fn objects(args: &[&str]) -> Vec<Value> {
    let output = lab(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// An integer of an object.
pub(crate) fn number(object: &Value, field: &str) -> i64 {
    object[field].as_i64().unwrap_or_else(|| panic!("{field} in {object}"))
}

//! Runs the programs: which of the two has a command, and what commands print.
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

/// Runs `tabia` to its end.
pub(crate) fn tabia(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabia")).args(args).output().unwrap()
}

/// Standard output of a command that succeeds.
pub(crate) fn stdout_of(args: &[&str]) -> String {
    let output = tabia(args);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a command that fails with status 1.
pub(crate) fn refusal(args: &[&str]) -> String {
    let output = tabia(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Runs a command of `tabia lab`.
pub(crate) fn lab(args: &[&str]) -> Output {
    tabia(&[&["lab"][..], args].concat())
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

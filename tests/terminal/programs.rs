//! Which of the two programs has a command: the terminal commands of `tabia`, or those of `tabia-train`.

/// The program that has a command of this name.
pub(crate) fn program_of(command: &str) -> &'static str {
    let training = tabia_training::cli::command_line();
    if command != "help" && training.find_subcommand(command).is_some() {
        env!("CARGO_BIN_EXE_tabia-train")
    } else {
        env!("CARGO_BIN_EXE_tabia")
    }
}

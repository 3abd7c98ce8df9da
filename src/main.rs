//! The program's entry: arguments to the window or to a command of the terminal.

use std::process::ExitCode;

use tabia::cli::{self, Next};

fn main() -> ExitCode {
    match cli::start(std::env::args_os()) {
        Next::Done(status) => status,
        Next::Window(_) | Next::Screenshot(_) => cli::finish(Err(cli::WITHOUT_WINDOW)),
    }
}

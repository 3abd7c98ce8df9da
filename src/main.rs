//! The program's entry: arguments to the window or to a command of the terminal.

use std::process::ExitCode;

use tabia_cli::{self as cli, Next};

fn main() -> ExitCode {
    cli::limits::run_within("tabia", run)
}

fn run() -> ExitCode {
    match cli::start(std::env::args_os(), tabia_app::tours::check) {
        Next::Done(status) => status,
        #[cfg(feature = "gui")]
        Next::Window(open) => cli::finish("tabia", tabia::gui::run(open)),
        #[cfg(feature = "gui")]
        Next::Screenshot(request) => {
            cli::finish("tabia", tabia::gui::headless::frames::screenshot(&request))
        }
        #[cfg(feature = "gui")]
        Next::Export(request) => {
            cli::exported(&request, tabia::gui::headless::export::run(&request))
        }
        #[cfg(not(feature = "gui"))]
        Next::Window(_) | Next::Screenshot(_) | Next::Export(_) => {
            cli::finish("tabia", Err(cli::WITHOUT_WINDOW))
        }
    }
}

//! The program's entry: arguments to the window or to a command of the terminal.

use std::process::ExitCode;

use tabia::cli::{self, Next};

/// Stack of the thread that does everything, bytes. That of the main thread is whatever the shell grants (`ulimit -s`),
/// and a program that overruns it is ended without a word.
#[cfg(not(target_os = "macos"))]
const STACK: usize = 8 << 20;

#[cfg(not(target_os = "macos"))]
fn main() -> ExitCode {
    cli::survive_file_limit();
    match std::thread::Builder::new().name("main".into()).stack_size(STACK).spawn(run) {
        // A panic has been told on standard error already.
        Ok(thread) => thread.join().unwrap_or(ExitCode::from(101)),
        Err(error) => cli::finish(Err(format!("no thread to be had: {error}"))),
    }
}

/// There a window can be opened by the main thread alone.
#[cfg(target_os = "macos")]
fn main() -> ExitCode {
    cli::survive_file_limit();
    run()
}

fn run() -> ExitCode {
    match cli::start(std::env::args_os()) {
        Next::Done(status) => status,
        #[cfg(feature = "gui")]
        Next::Window(open) => cli::finish(tabia::gui::run(open)),
        #[cfg(feature = "gui")]
        Next::Screenshot(request) => cli::finish(tabia::gui::headless::screenshot::run(&request)),
        #[cfg(feature = "gui")]
        Next::Export(request) => cli::finish(tabia::gui::headless::export::run(&request)),
        #[cfg(not(feature = "gui"))]
        Next::Window(_) | Next::Screenshot(_) | Next::Export(_) => {
            cli::finish(Err(cli::WITHOUT_WINDOW))
        }
    }
}

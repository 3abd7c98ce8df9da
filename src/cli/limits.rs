//! The limits of the shell (`ulimit`), met with an error message. Without this a program that reaches one ends by a
//! signal, or by a panic in a library that starts a thread.
//!
//! What stays: memory that runs out while the program runs ends it. The session is written after every change, so
//! nothing of it is lost.

use std::process::ExitCode;

use crate::finish;

/// Stack of the thread that runs the program, bytes. That of the main thread is what the shell grants (`ulimit -s`),
/// and a program that overruns it ends without a word.
#[cfg(not(target_os = "macos"))]
const STACK: usize = 8 << 20;

/// Address space of a command of the terminal, bytes: below 400 MB a search may find none after the hash table and the
/// memory that each thread reserves.
const TERMINAL_MEMORY: u64 = 512 << 20;
/// Address space of the window, bytes: 1.1 GB at the start with software rendering, and room for hash table and games.
const WINDOW_MEMORY: u64 = 1536 << 20;
/// Threads of the window and its libraries at the start.
const WINDOW_THREADS: usize = 16;

/// Runs a program on a stack of its own, and so that a write fails where a file would become larger than `ulimit -f`
/// allows. macOS opens windows from the main thread only, so there the stack is the shell's.
pub fn run_within(program: &str, run: fn() -> ExitCode) -> ExitCode {
    survive_file_limit();
    if let Err(error) = memory_for("the program", TERMINAL_MEMORY) {
        return finish(program, Err(error));
    }
    #[cfg(target_os = "macos")]
    return run();
    #[cfg(not(target_os = "macos"))]
    match std::thread::Builder::new().name("main".into()).stack_size(STACK).spawn(run) {
        // A panic has written its message already.
        Ok(thread) => thread.join().unwrap_or(ExitCode::from(101)),
        Err(error) => finish(program, Err(format!("no thread could be started: {error}"))),
    }
}

/// Whether the limits leave room for a window, whose libraries panic where no thread can be started and crash where
/// there is no memory.
///
/// # Errors
/// What is there and what is needed.
pub fn check_for_window() -> Result<(), String> {
    memory_for("the window", WINDOW_MEMORY)?;
    let (release, wait) = crossbeam_channel::bounded::<()>(0);
    let mut threads = Vec::with_capacity(WINDOW_THREADS);
    let mut result = Ok(());
    for _ in 0..WINDOW_THREADS {
        let wait = wait.clone();
        let thread = std::thread::Builder::new().name("limit-check".into()).stack_size(64 << 10);
        match thread.spawn(move || wait.recv().is_ok()) {
            Ok(thread) => threads.push(thread),
            Err(error) => {
                result = Err(format!(
                    "the system grants {} more threads ({error}), and the window needs {WINDOW_THREADS}; `ulimit -u` \
                     shows the limit",
                    threads.len()
                ));
                break;
            }
        }
    }
    drop(release);
    for thread in threads {
        drop(thread.join());
    }
    result
}

/// Whether `ulimit -v` leaves so many bytes.
fn memory_for(what: &str, needed: u64) -> Result<(), String> {
    let mib = |bytes: u64| bytes >> 20;
    match address_space() {
        Some(limit) if limit < needed => Err(format!(
            "the shell allows {} MiB of address space (`ulimit -v`), and {what} needs {} MiB",
            mib(limit),
            mib(needed)
        )),
        _ => Ok(()),
    }
}

/// The limit to the address space in bytes, if there is one.
fn address_space() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::As).current;
    #[cfg(not(unix))]
    None
}

/// Makes a limit to the size of files an error of the write that meets it. Unhandled, its signal ends the program.
fn survive_file_limit() {
    #[cfg(unix)]
    {
        let met = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        // Where the handler cannot be set the signal ends the program as it ends others.
        let _ = signal_hook::flag::register(rustix::process::Signal::XFSZ.as_raw(), met);
    }
}

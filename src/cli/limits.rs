//! Resource limits (`ulimit`) are reported as errors. Otherwise the program would end by a signal, or by a panic in a
//! library that starts a thread.
//!
//! If memory runs out while the program runs, it still ends. The session is saved soon after every change, so little of
//! it is lost.

use std::process::ExitCode;

use crate::finish;

/// Stack of the main work thread, bytes. The stack of the initial thread is limited by `ulimit -s`, and an overflow
/// ends the program without a message.
#[cfg(not(target_os = "macos"))]
const STACK: usize = 8 << 20;

/// Address space of a terminal command, bytes: with less than 400 MB there may be none left after the hash table and
/// the memory that each thread reserves.
const TERMINAL_MEMORY: u64 = 512 << 20;
/// Address space of the window, bytes: 1.1 GB at the start with software rendering, plus hash table and games.
const WINDOW_MEMORY: u64 = 1536 << 20;
/// Threads of the window and its libraries at the start.
const WINDOW_THREADS: usize = 16;

/// Runs the program on its own stack; a file that would exceed `ulimit -f` is a write error instead of a signal. macOS
/// opens windows only from the main thread, so there the normal stack is used.
pub fn run_within(program: &str, run: fn() -> ExitCode) -> ExitCode {
    survive_file_limit();
    if let Err(error) = memory_for("the program", TERMINAL_MEMORY) {
        return finish(program, Err(error));
    }
    #[cfg(target_os = "macos")]
    return run();
    #[cfg(not(target_os = "macos"))]
    match std::thread::Builder::new().name("main".into()).stack_size(STACK).spawn(run) {
        // The panic has already printed its message.
        Ok(thread) => thread.join().unwrap_or(ExitCode::from(101)),
        Err(error) => finish(program, Err(format!("no thread could be started: {error}"))),
    }
}

/// Checks that the limits leave room for a window. Its libraries panic if no thread can be started, and crash without
/// memory.
///
/// # Errors
/// States what is available and what is needed.
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

/// Checks `ulimit -v`.
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

/// Limit of the address space in bytes, if any.
fn address_space() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::As).current;
    #[cfg(not(unix))]
    None
}

/// Turns the signal for a file size limit into a write error.
fn survive_file_limit() {
    #[cfg(unix)]
    {
        let met = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        // If the handler cannot be installed, the signal ends the program.
        let _ = signal_hook::flag::register(rustix::process::Signal::XFSZ.as_raw(), met);
    }
}

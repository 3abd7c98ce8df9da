//! Engines of the user: any program that talks UCI, as a child process. Its words are not trusted and its
//! answers are waited for only so long; whatever it does, it costs nothing but itself, and it is gone when
//! it is no longer wanted.
//!
//! A list of entries ([`spec::UciSpec`] in [`list::EngineList`]) says what may be started;
//! [`discover::probe`] asks one what it is, and [`engine::UciEngine`] has it search.
//!
//! Nothing is started that is not in the user's list or after `--uci`; no shell is involved. An engine may do
//! anything and costs nothing but itself:
//!
//! - Three threads serve its pipes: one writes, one reads lines into the `inbox`, one reads its standard error.
//!   None waits on a pipe for ever: each asks `poll` first and goes when the engine is to go. Lines longer than 256
//!   KiB are cut as they come; of `info` lines that pile up the newest of each kind is kept and the rest counted;
//!   the log keeps 20,000 lines and 4 MiB.
//! - Whoever asks (`connection`) waits a few milliseconds at a time, and looks meanwhile at the stop signal, the clock
//!   and whether the process still lives, for its output may be held open by a child of its own. Every answer has
//!   its time (`timeouts`); who overruns it is killed.
//! - It runs in a process group of its own. The group is killed before the engine is waited for: until then its
//!   number is nobody else's. On Linux what has left the group but descends from the engine goes, too.
//! - When the program is killed, another process ends the engines that stay (`watcher`).
//! - `isready` before every search separates what belongs to it from what came late: a second `bestmove` is told
//!   and dropped there.
//! - A failure leaves it down with the reason until somebody restarts it; a bad move alone leaves it running.
//! - What it did not say is `None` all the way to the front end.
//!
//! `tests/external` has an engine that does everything of this wrong; it is the test's own binary started anew.

pub mod command_line;
mod connection;
pub mod discover;
pub mod engine;
pub mod error;
mod inbox;
pub mod list;
pub mod log;
pub mod option;
mod platform;
mod process;
pub mod requested_options;
pub mod search_session;
pub mod spec;
mod thinker;
#[cfg(unix)]
pub mod watcher;

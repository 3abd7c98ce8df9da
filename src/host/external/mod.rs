//! Engines of the user: any program that talks UCI, as a child process. Its output is not trusted and every wait for an
//! answer has a timeout. Whatever it does harms only itself, and it is ended when it is no longer wanted.
//!
//! A list of entries ([`spec::UciSpec`] in [`list::EngineList`]) says what may be started; [`discover::probe`] reads an
//! engine's name and options, and [`engine::UciEngine`] searches with it.
//!
//! Only programs in the user's list or after `--uci` are started; no shell is involved. A misbehaving engine is
//! contained like this:
//!
//! - Three threads serve its pipes: one writes, one reads lines into the `inbox`, one reads its standard error. None
//!   waits on a pipe forever: each calls `poll` first and ends when the engine is to end. Lines longer than 256 KiB are
//!   cut while they are read; when `info` lines pile up, the newest of each kind is kept and the rest counted; the log
//!   keeps 20,000 lines and 4 MiB.
//! - A wait for an answer (`connection`) lasts a few milliseconds at a time; in between it checks the stop signal, the
//!   clock and whether the process still lives, because a child process may hold its output open. Every answer has a
//!   timeout (`Timeouts`); an engine that exceeds it is killed.
//! - It runs in a process group of its own. The group is killed before the engine is reaped, because until then no
//!   other process can have its number. On Linux, descendants of the engine that have left the group are killed too.
//! - If the program is killed, another process ends the engines that remain (`watcher`).
//! - `isready` before every search separates its output from late output of earlier ones: a second `bestmove` is noted
//!   and dropped there.
//! - After a failure it stays down, with the reason; only after an illegal move does it keep running.
//! - A value it did not send is `None` all the way to the front end.
//!
//! `tests/external` has an engine that does all of this wrong: the test binary starts itself again as that engine.

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

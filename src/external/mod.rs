//! Engines of the user: any program that talks UCI, as a child process. Its words are not trusted and its
//! answers are waited for only so long; whatever it does, it costs nothing but itself, and it is gone when
//! it is no longer wanted.
//!
//! A list of entries ([`spec::UciSpec`] in [`list::EngineList`]) says what may be started;
//! [`probe::probe`] asks one what it is, and [`engine::UciEngine`] has it search.

pub mod command_line;
pub mod discover;
pub mod engine;
pub mod error;
pub mod hunt;
mod inbox;
pub mod info;
pub mod list;
pub mod log;
pub mod option;
pub mod patience;
mod platform;
pub mod probe;
mod process;
mod say;
pub mod spec;
mod talk;
mod thinker;
pub mod wishes;

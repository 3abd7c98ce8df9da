//! The table of commands, when each can be given, and what each does.

pub mod command;
pub(crate) mod enabled;
pub(crate) mod table;
pub(crate) mod update;

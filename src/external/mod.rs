//! stub

pub mod command_line;
pub mod discover;
pub mod list;
pub mod log;
pub mod option;
pub mod patience;
mod platform;
pub mod probe;
pub mod spec;

//! stub

pub mod command_line;
pub mod list;
pub mod option;
pub mod spec;

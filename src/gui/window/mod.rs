//! The native window and its frame: the application that runs in it, menus, keys, what it keeps.

pub(crate) mod frame;
pub(crate) mod keeper;
pub(crate) mod native;
pub mod shell;
pub(crate) mod shortcuts;

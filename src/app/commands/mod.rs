//! The table of commands, when each can be given, and what each does.
//!
//! A command is a row in `rows` (name, icon, keys, group, rule) and an arm in `update`. Menus, palette, tooltips,
//! keys and the type itself are made from the rows, and the compiler asks for what is missing.

pub mod command;
pub(crate) mod enabled;
pub(crate) mod rows;
pub(crate) mod table;
pub(crate) mod update;

//! The table of commands, when each is enabled, and what each does.
//!
//! A command is a row in `rows` (name, icon, keys, group, rule) and an arm in `give`. Menus, palette, tooltips,
//! shortcuts and the type itself are generated from the rows, and the compiler asks for what is missing. The keys of
//! the rows are the defaults; `keymap` has the user's changes and the way they are made.

pub mod command;
pub mod enabled;
pub mod give;
pub mod keymap;
pub(crate) mod rows;
pub(crate) mod table;

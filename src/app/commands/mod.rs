//! The table of commands, when each can be given, and what each does.
//!
//! A command is a row in `rows` (name, icon, keys, group, rule) and an arm in `update`. Menus, palette, tooltips,
//! keys and the type itself are made from the rows, and the compiler asks for what is missing. The keys of the rows
//! are those of the first day; `keymap` has what the user made of them, `rebinding` how they are changed.

pub mod command;
pub mod enabled;
pub mod give;
pub mod keymap;
pub(crate) mod rows;
pub(crate) mod table;

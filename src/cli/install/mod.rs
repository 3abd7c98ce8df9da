//! What makes a program at home on a system: its entry in the desktop, its manual, what the shell completes.

pub(super) mod desktop;
mod entry;
pub(super) mod manual;

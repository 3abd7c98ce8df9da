//! Tournaments in the window. The referee is `tabia_host::referee`, on threads of its own; here is what the window knows
//! of the one it plays (`state`), what can be done about it (`update`), and the plan while it is set up (`draft`, `proposals`).
//!
//! - A tournament is a plan and a PGN beside it, nothing else: going on after a restart reads both. A plan of a file is
//!   played beside that file, as `tabia tournament` does; one made here lies in the program's folder.
//! - A game or an analysis of one's own comes first: as long as there is one, only as many games begin as leave its
//!   threads free (`update::settle`), none where nothing is left.

pub mod draft;
pub mod messages;
pub mod proposals;
pub mod state;
pub mod update;

//! Tournaments in the window. The referee is `tabia_host::referee`, on threads of its own; here is what the window
//! knows of the current tournament (`state`), the actions on it (`update`), the plan while it is being set up (`draft`,
//! `proposals`), and the files of all tournaments (`files`).
//!
//! - A tournament consists of a plan and a PGN beside it, nothing else: resuming after a restart reads both. A plan
//!   opened from a file is played beside that file, as `tabia tournament` does; one made here is stored in the
//!   program's folder.
//! - A game or an analysis of the user has priority: while there is one, only as many games start as leave its
//!   threads free (`update::settle`), none if no thread is left.

pub mod draft;
pub mod files;
pub mod messages;
pub mod proposals;
pub mod state;
pub mod update;

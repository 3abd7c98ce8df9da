//! Files on disk: session and settings, who may write them, how damaged ones are read.
//!
//! `owner` locks the home folder with an advisory lock, which ends with its process however that ends. A second
//! window says in the status bar that it saves nothing, and writes neither session nor settings: two boards side by
//! side are useful, but with two sessions in one file one would be lost. The owner leaves the note `starting` and
//! removes it once the window, with the session in it, has drawn five frames in a row, none more than two seconds
//! after the one before, and has run for two seconds. A start that finds the note offers the session instead of
//! opening it, and keeps a copy: so a killed or crashed window that had worked restarts without a question, and one
//! that could not show its session asks.
//!
//! Session, settings and training are read field by field (`mend`); `settings_file` changes in the file only what was
//! changed in the window; copies of unreadable files are numbered (`aside`), and if no copy can be made nothing is
//! written, so that no file is lost unread. The saver turns a `snapshot` into text on its thread; a session of more
//! than 4,000 nodes waits a tenth of a millisecond per node between two writes, at most ten seconds, and is written
//! when the window closes.

pub(crate) mod analyses;
pub(crate) mod aside;
pub mod mend;
pub mod owner;
pub mod session;
pub mod settings_file;
pub mod snapshot;
pub mod store;

//! The engines: their seats, what each should be doing, the requests and the reports.
//!
//! `wanted` derives from the model what each seat should be doing, at most one search per seat; `seating` applies it
//! after every action, and no other code starts or stops a search; it also starts the processes that are wanted and
//! ends those no longer needed. `news` handles what comes back, `telemetry` stores it by seat: an open bound beside
//! the lines, never in their place.

pub(crate) mod asked;
pub mod entries;
pub(crate) mod list;
pub(crate) mod news;
pub mod observer;
pub mod puct;
pub(crate) mod requests;
pub(crate) mod seating;
pub mod seats;
pub mod state;
pub mod telemetry;
pub mod threat;
pub mod wanted;

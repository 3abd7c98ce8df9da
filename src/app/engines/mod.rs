//! The engines: who sits where, what each should be doing, what it was asked and what it told.
//!
//! `wanted` reads from the model what each seat should be doing, at most one search a seat; `settle` makes it so
//! after every action, and no other place starts or stops a search; `seating` starts processes that are wanted and
//! ends those nobody needs any more. `news` takes in what comes back, `telemetry` keeps it by seat: an open
//! bound beside the lines, never in their place.

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
pub mod wanted;

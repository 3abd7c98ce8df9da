//! The engines: who sits where, what each should be doing, what it was asked and what it told.

pub mod entries;
pub(crate) mod entries_update;
pub(crate) mod news;
pub(crate) mod requests;
pub(crate) mod seating;
pub mod seats;
pub(crate) mod settle;
pub mod state;
pub mod telemetry;
pub(crate) mod wanted;

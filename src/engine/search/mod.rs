//! The words of a search, whoever searches: its limits, the signal that stops it, its scores, what it
//! reports, and the one trait of all who search. No engine lies here.

pub mod detail;
pub mod engine_id;
pub mod limits;
pub mod look;
pub mod observer;
pub mod race;
pub mod report;
pub mod score;
pub mod stop;
pub mod thinker;
pub mod wdl;

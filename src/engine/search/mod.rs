//! The words of a search, whoever searches: its limits, the signal that stops it, its scores, what it
//! reports, and the one trait of all who search. No engine lies here.

pub mod detail;
pub mod inspection;
pub mod limits;
pub mod race;
pub mod report;
pub mod score;
pub mod thinker;

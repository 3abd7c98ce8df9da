//! The words of a search, whoever searches: its limits, the signal that stops it, its scores, and what it
//! reports. No engine lies here.

pub mod limits;
pub mod observer;
pub mod report;
pub mod score;
pub mod stop;
pub mod wdl;

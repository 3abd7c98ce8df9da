//! Types shared by all searches: limits, stop signal, scores, reports, and the trait [`thinker::Thinker`].

pub mod detail;
pub mod inspection;
pub mod limits;
pub mod live_tree;
pub mod race;
pub mod report;
pub mod score;
pub mod thinker;

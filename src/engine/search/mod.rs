//! What all searches share: limits, the stop signal, scores, reports, and the trait [`thinker::Thinker`]. The engines
//! lie elsewhere.

pub mod detail;
pub mod inspection;
pub mod limits;
pub mod race;
pub mod report;
pub mod score;
pub mod thinker;

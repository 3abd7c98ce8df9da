//! The search engine: what it is asked, what it answers, what it tells while it thinks. It prints
//! nothing and owns no channel; whoever calls it hands it an observer and a way to stop it.

pub mod limits;
pub mod observer;
pub mod options;
pub mod report;
pub mod score;
pub mod stop;

//! Engines at work: worker threads that own an engine each, UCI engines as child processes, matches between engines,
//! and the review of a game. Commands go in, events come out; no window and no terminal here.

pub mod external;
pub mod kinds;
pub mod puzzles;
pub mod referee;
pub mod review;
pub mod worker;

//! Engines at work: worker threads that own one engine each, UCI engines as child processes, matches between engines,
//! and game reviews. Commands go in, events come out; there is no window and no terminal here.

pub mod external;
pub mod kinds;
pub mod puzzles;
pub mod referee;
pub mod review;
pub mod worker;

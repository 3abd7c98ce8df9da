//! The referee of matches between engines, built-in ones and any that talk UCI: who plays whom from which opening,
//! one game from its first move to its reason, when a game is taken as decided, what the results say of strength, and
//! how a match that was killed goes on.
//!
//! - Games come in pairs: the same opening with both colours. A pair is the unit of all errors (`strength::pentanomial`), for
//!   its two games share what the opening is worth.
//! - An engine that crashes, hangs, plays an illegal move or oversteps its time loses that game with the reason told;
//!   it is started anew for the next one. Nothing an engine does ends the match, unless it cannot be started at all.
//! - The file of games is all that is kept of a match (`record`): a game is written in one piece as it ends, and a
//!   match that goes on reads there what was played. So there is nothing beside it that could disagree.

pub mod adjudication;
pub mod control;
pub mod game;
#[cfg(test)]
mod game_tests;
pub mod openings;
pub mod player;
pub mod record;
#[cfg(test)]
mod record_tests;
pub mod resume;
pub mod run;
pub mod schedule;

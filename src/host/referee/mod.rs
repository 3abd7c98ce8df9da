//! Matches between engines, built-in ones and any that talk UCI: who plays whom from which opening, the games as PGN,
//! and how a match that was killed goes on. A game itself is played by `tabia_engine::play`.
//!
//! - Games come in pairs: the same opening with both colours. A pair is the unit of all errors (`strength::pentanomial`), for
//!   its two games share what the opening is worth.
//! - An engine that crashes, hangs, plays an illegal move or oversteps its time loses that game with the reason told;
//!   it is started anew for the next one. Nothing an engine does ends the match, unless it cannot be started at all:
//!   then no game is counted; the match pauses where somebody watches, and else ends.
//! - A match and a tournament are one thing: a `plan` gives players and `schedule`, `run` plays it, `live` shows it.
//! - The file of games is all that is kept of a match (`record`): a game is written in one piece as it ends, and a
//!   match that goes on reads there what was played. So there is nothing beside it that could disagree.

pub mod field;
pub mod live;
pub mod openings;
pub mod plan;
pub mod player;
pub mod record;
#[cfg(test)]
mod record_tests;
pub mod resume;
pub mod run;
pub mod schedule;
pub mod standings;
#[cfg(test)]
mod tournament_tests;

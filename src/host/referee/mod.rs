//! Matches between engines, both built-in ones and UCI programs: pairings and openings, the games as PGN, and how a
//! match continues after it was killed. A game itself is played by `tabia_engine::play`.
//!
//! - Games come in pairs: the same opening with both colours. A pair is the unit of all error estimates
//!   (`strength::pentanomial`), because its two games share the value of the opening.
//! - An engine that crashes, hangs, plays an illegal move or exceeds its time loses that game, with the reason
//!   recorded; it is restarted for the next one. A match ends early only if an engine cannot be started: then no game
//!   is counted, and the match pauses in the window and ends in the terminal.
//! - A match and a tournament are one thing: a `plan` gives players and `schedule`, `run` plays it, `live` shows it.
//! - The file of games is the only record of a match (`record`, `recorder`): each game is written whole when it ends,
//!   and a resumed match reads it to see what was played. So no second file can contradict it.

pub mod conduct;
pub mod field;
pub mod live;
pub mod openings;
mod pairing;
pub mod plan;
pub mod player;
pub mod record;
#[cfg(test)]
mod record_tests;
pub mod recorder;
pub mod resume;
pub mod run;
pub mod schedule;
pub mod standings;
#[cfg(test)]
mod tournament_tests;

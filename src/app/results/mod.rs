//! The user's results: ratings by time class, results by opponent, opening, colour and phase, accuracy and errors,
//! streaks. Everything is computed from the file of the user's own games (`library::own`); nothing else is stored.
//!
//! `game` extracts the data of one game of the file, `read` reads them all on a thread of its own, `rating` and
//! `record` compute the numbers, `export` writes these. `state` stores what was read, `update` requests it while the
//! page is shown.

pub mod export;
pub mod game;
pub mod rating;
pub mod read;
pub mod record;
pub mod state;
pub(crate) mod update;

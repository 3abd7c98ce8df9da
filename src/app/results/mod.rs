//! The user's results: ratings by time class, results by opponent, opening, colour and phase, accuracy and errors,
//! streaks. Everything is worked out anew from the file of one's own games (`library::own`); nothing else is kept.
//!
//! `game` says what one game of the file tells, `read` reads them all on a thread of its own, `rating` and `record` make
//! the numbers of them, `export` writes these. `state` keeps what was read, `update` asks for it while the page shows it.

pub mod export;
pub mod game;
pub mod rating;
pub mod read;
pub mod record;
pub mod state;
pub(crate) mod update;

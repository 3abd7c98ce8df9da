//! Generations of the policy network: the tree search plays against itself, the network is fitted to what its
//! searches found, and takes the place of the one before if it beats it in a match.
//!
//! Everything is on the disk the moment it is finished, in a folder:
//!
//! ```text
//! settings.json         what was asked for: only the same run goes on
//! start.policy          the network it began with
//! log.jsonl             a line for each generation that is over
//! generation-001/       0001.visits ..  games, in parts
//!                       fit/            checkpoint, curve and network, as a training leaves them
//!                       gate.json       the games of its match so far
//!                       seconds.json    time that playing, fitting and the match have taken
//!                       verdict.json    how it came out: the generation is over
//! ```
//!
//! A run that was ended anywhere does the rest of the step it was at. With the same seed it comes to the same
//! networks, by any number of threads.

pub mod gate;
pub mod play;
pub mod run;
#[cfg(test)]
mod tests;

pub use gate::Standing;
pub use run::Bounds;
pub use run::{GenerationError, Generations, News, Verdict};

//! Generations of the policy network: PUCT plays against itself, the network is trained on the search results, and
//! replaces the previous one if it wins a gating match.
//!
//! Everything is saved as soon as it is finished:
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
//! A stopped run continues with the step in progress. With the same seed the networks are the same, whatever the number
//! of threads.

pub(crate) mod gate;
pub(crate) mod play;
pub(crate) mod run;
#[cfg(test)]
mod tests;

pub(crate) use gate::Standing;
pub(crate) use run::{Bounds, Generations, News, Verdict};

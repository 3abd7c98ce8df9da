//! Experiments with the engine, for whoever wants to see how it thinks: what refutes a move, what each rule is
//! worth, the tree a search went through, where its horizon lies. Each is a function of an engine and a request; it
//! tells what it finds as it finds it and ends when it is told to. The `xray` of the evaluations needs no engine. No
//! window, no file; no thread but those that play the small game.

pub mod ab;
mod balance;
pub mod branching;
pub mod experiment;
pub mod foundations;
pub mod horizon;
pub mod ladder;
pub mod memory;
pub mod representations;
pub mod scratch;
pub mod small_game;
pub mod steps;

pub mod suite;
pub mod table;
pub mod task;
pub mod tree_index;
pub mod tree_match;
pub mod why;
pub mod why_words;
pub mod xray;

use experiment::Entry;

/// The experiments. A line here is all that the worker, the session, the terminal and the window need to find one.
pub static REGISTRY: &[Entry] = &[
    Entry::new::<ab::experiment::Ab>(),
    Entry::new::<horizon::Horizon>(),
    Entry::new::<horizon::HorizonEffect>(),
    Entry::new::<representations::race::Race>(),
    Entry::with_command::<ladder::experiment::Ladder>(),
    Entry::with_command::<branching::Branching>(),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experiments_have_names_of_their_own() {
        for entry in REGISTRY {
            let same = REGISTRY.iter().filter(|other| other.id() == entry.id()).count();
            assert_eq!(same, 1, "{}", entry.id());
        }
    }
}

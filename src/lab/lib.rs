//! Experiments with the engine, for whoever wants to see how it thinks: what refutes a move, what each rule is
//! worth, the tree a search went through, where its horizon lies. Each is a function of an engine and a request; it
//! tells what it finds as it finds it and ends when it is told to. The `xray` of the evaluations needs no engine. No
//! window, no file; no thread but those that play the small game.

pub mod ab;
mod balance;
pub mod foundations;
pub mod horizon;
pub mod ladder;
pub mod representations;
pub mod scratch;
pub mod small_game;
pub mod steps;

pub mod suite;
pub mod task;
pub mod tree_index;
pub mod tree_match;
pub mod why;
pub mod why_words;
pub mod xray;

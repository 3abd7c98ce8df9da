//! Experiments with the engine, for whoever wants to see how it thinks: what refutes a move, what each rule is
//! worth, the tree a search went through, where its horizon lies. Each is a function of an engine and a
//! request; it tells what it finds as it finds it and ends when it is told to. No window, no thread, no file.

pub mod ab;
pub mod horizon;
pub mod ladder;
pub mod representations;
pub mod steps;
pub mod suite;
pub mod task;
pub mod tree_index;
pub mod why;

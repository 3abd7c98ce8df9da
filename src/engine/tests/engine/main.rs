//! The search, its table and its reports, and UCI.

mod bench_signature;
mod hash_table;
mod mates;
mod search;
mod tables;
mod tree;
mod uci_details;

//! The search, its table and what it tells, and the words of UCI.

mod bench_signature;
mod hash_table;
mod mates;
mod search;
mod tables;
mod tree;
mod uci_details;

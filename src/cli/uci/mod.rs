//! `tabia uci`: a conversation with another program.
//!
//! `serve` reads, `session` decides, `tabia_engine::uci` knows the words. Chess interfaces start an engine by its name
//! alone, so a program started without arguments whose input is no terminal waits two seconds for a first line
//! (`serve::run_if_addressed`) before it opens the window: a desktop gives no input at all, so nobody waits there.
//!
//! A search for a mate alone (`go mate 3`) may never end, so like an endless one it is stopped by a further `go`
//! and by the end of the input. Every other `go` is answered by its own limits. `fastchess --compliance
//! target/release/tabia` and `uci-test-suite` of `PyPI` pass; random conversations are held by
//! `random_conversations_never_break_it`.

pub(crate) mod serve;
pub(crate) mod session;

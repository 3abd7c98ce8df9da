//! `tabia uci`: the UCI protocol.
//!
//! `serve` reads, `session` executes, `tabia_engine::uci` parses. GUIs start an engine by its name alone, so a program
//! started without arguments whose input is not a terminal waits two seconds for a command of UCI
//! (`serve::run_if_addressed`) before it opens the window. A desktop gives no input at all, so there is no delay.
//!
//! A search for a mate alone (`go mate 3`) may never end, so like an infinite one it is stopped by a further `go` and
//! by the end of the input, and so is a ponder search whose `ponderhit` has not come before. Every other `go` of a
//! script ends by its own limits. `fastchess --compliance target/release/tabia` and `uci-test-suite` of `PyPI` pass;
//! `random_conversations_never_break_it` tests random conversations.

pub(crate) mod serve;
pub(crate) mod session;

//! `tabia uci`: a conversation with another program.

pub(crate) mod job;
pub(crate) mod serve;
pub(crate) mod session;

//! The thread that owns the engine: commands in, events out.

pub mod protocol;

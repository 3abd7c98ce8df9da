//! What a UCI engine says in words of its own.

use tabia_chess::Move;

/// The part of a snapshot that only a UCI engine has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UciDetail {
    /// `currmove` and `currmovenumber`, 1 the first.
    pub current: Option<(Move, u32)>,
    /// `cpuload`, per mille.
    pub cpu_load: Option<u32>,
    /// The newest `info string`.
    pub string: Option<String>,
    /// What was odd about what it said, for a person to read.
    pub notes: Vec<String>,
    /// Lines that came too fast to be heard.
    pub dropped: u64,
}

//! How long an engine is waited for.

use std::time::Duration;

/// Times after which an engine that does not answer is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From its start to `uciok`.
    pub handshake: Duration,
    /// To `readyok`: engines fill large tables and read networks meanwhile.
    pub ready: Duration,
    /// To `bestmove` after `stop`.
    pub stop: Duration,
    /// Beyond the time a search was given, before it is told to stop.
    pub overtime: Duration,
    /// For a search without a limit of time that nobody stops; `None`: as long as it takes.
    pub longest: Option<Duration>,
    /// Until it reads what it is told.
    pub write: Duration,
    /// From `quit` to its end.
    pub farewell: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            handshake: Duration::from_secs(15),
            ready: Duration::from_secs(30),
            stop: Duration::from_secs(5),
            overtime: Duration::from_secs(10),
            longest: None,
            write: Duration::from_secs(5),
            farewell: Duration::from_millis(500),
        }
    }
}

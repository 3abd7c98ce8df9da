//! What panels read.

use tabia_app::model::Model;

/// What a panel is given.
#[derive(Clone, Copy, Debug)]
pub struct Cx<'a> {
    /// Everything the program knows.
    pub model: &'a Model,
    /// Now, ms since the program began.
    pub now_ms: u64,
}

//! Which of several engines is meant.

/// A seat at the board's side: the place of one engine among those that run at once. Given out by whoever
/// starts the engines, never used twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EngineId(pub u32);

impl EngineId {
    /// The seat of the built-in engine.
    pub const BUILT_IN: EngineId = EngineId(0);
}

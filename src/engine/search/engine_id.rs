//! Which of several engines is meant.

use serde::{Deserialize, Serialize};

/// A seat at the board's side: the place of one engine among those that run at once. Given out by whoever
/// starts the engines, never used twice.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EngineId(pub u32);

impl EngineId {
    /// The seat of the built-in engine.
    pub const BUILT_IN: EngineId = EngineId(0);

    /// The seat of the Lab, where experiments are made with an engine of their own.
    pub const LAB: EngineId = EngineId(u32::MAX);

    /// The seat of an evaluation from scratch that somebody plays against.
    pub const SCRATCH: EngineId = EngineId(u32::MAX - 1);

    /// The seat of the engine that looks on at full strength while somebody plays a weaker one.
    pub const OBSERVER: EngineId = EngineId(u32::MAX - 2);

    /// The seat of the tree search by playouts.
    pub const PUCT: EngineId = EngineId(u32::MAX - 4);

    /// The seat where threats are looked for.
    pub const THREAT: EngineId = EngineId(u32::MAX - 3);

    /// Whether who sits there is part of the program: no process of the user's that could be set up.
    pub fn is_own(self) -> bool {
        let own = [
            EngineId::SCRATCH,
            EngineId::LAB,
            EngineId::OBSERVER,
            EngineId::THREAT,
            EngineId::PUCT,
        ];
        self.is_built_in() || own.contains(&self)
    }

    /// Whether an alpha-beta engine of this program sits there with all it can: the built-in one or the observer.
    pub fn is_tabia(self) -> bool {
        self.is_built_in() || self == EngineId::OBSERVER
    }

    /// Whether the built-in engine sits there.
    pub fn is_built_in(self) -> bool {
        self == EngineId::BUILT_IN
    }
}

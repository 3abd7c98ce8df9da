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
    pub const LAB: EngineId = EngineId::own(0);

    /// The seat of an evaluation from scratch that somebody plays against.
    pub const SCRATCH: EngineId = EngineId::own(1);

    /// The seat of the engine that looks on at full strength while somebody plays a weaker one.
    pub const OBSERVER: EngineId = EngineId::own(2);

    /// The seat of the tree search by playouts.
    pub const PUCT: EngineId = EngineId::own(4);

    /// The seat where threats are looked for.
    pub const THREAT: EngineId = EngineId::own(3);

    /// The seats at the upper end are those of the program.
    const MAX_OWN: u32 = 63;

    /// A seat of the program, counted from the upper end.
    pub const fn own(number: u32) -> EngineId {
        EngineId(u32::MAX - number)
    }

    /// Whether who sits there is part of the program: no process of the user's that could be set up.
    pub fn is_own(self) -> bool {
        self.is_built_in() || self >= EngineId::own(EngineId::MAX_OWN)
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

//! How the duel stands: what there was before it, and what the board shows of it.

use tabia_chess::Board;
use tabia_engine::search::thinker::EngineId;

use crate::game::state::GameState;

/// The two minds, in the order in which they are shown.
pub const MINDS: [EngineId; 2] = [EngineId::BUILT_IN, EngineId::PUCT];
/// What they are called here, where the school counts and not the program.
pub const NAMES: [&str; 2] = ["Alpha-beta", "PUCT"];

/// What the board shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shows {
    /// The best moves of both as arrows.
    #[default]
    Moves,
    /// What the tree search believed of the moves before it looked.
    Prior,
    /// Where its playouts went.
    Visits,
    /// How the playouts differ from what was believed.
    Change,
}

/// Which square of a move is tinted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum By {
    /// Where it goes.
    #[default]
    Target,
    /// Where it comes from.
    Origin,
}

/// What was before the duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Before {
    pub(crate) analysis: bool,
    pub(crate) focus: Option<EngineId>,
}

/// The duel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// What was before; `None`: there is no duel.
    pub(crate) before: Option<Before>,
    /// What the board shows.
    pub shows: Shows,
    /// Which square of a move is tinted.
    pub by: By,
    /// The preset on the board, by its place in the list, and the key of its position.
    pub(crate) preset: Option<(usize, u64)>,
    /// Games the minds have played against each other since the program began: colours go in turn.
    pub(crate) games: u32,
}

/// What can be done in the duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuelAction {
    /// Let the board show this.
    Show(Shows),
    /// Tint this square of the moves.
    TintBy(By),
    /// Put the preset at this place of the list on the board.
    Preset(usize),
}

impl Duel {
    /// The preset on a board, by its place in the list.
    pub fn preset_on(&self, board: &Board) -> Option<usize> {
        let (at, key) = self.preset?;
        (board.key() == key).then_some(at)
    }
}

/// Whether the two minds play each other.
pub fn minds_play(game: &GameState) -> bool {
    MINDS.iter().all(|&mind| game.has_engine(mind))
}

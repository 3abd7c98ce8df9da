//! The parts of the search that are no pruning rule but can be turned off all the same, to see what each is
//! worth.

/// A part of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Technique {
    /// The transposition table: off, nothing is stored and nothing found, and nodes without a move from it are
    /// not reduced for that.
    Table,
    /// All histories of moves: off, none learns anything.
    History,
    /// Killer moves and the counter move.
    Killers,
    /// Correction of the static evaluation by experience.
    Correction,
    /// Move ordering below the root: off, moves are tried as they are generated, the table's among them.
    Ordering,
    /// Quiescence: off, the static evaluation answers at depth 0. A mate on the board is still seen.
    Quiescence,
    /// Aspiration windows: off, every iteration begins with an open window.
    Aspiration,
    /// Principal variation search: off, every move is searched with its node's whole window. No node is then
    /// asked with a closed one, so late-move reductions and the rules for such nodes rest, too.
    NullWindow,
}

impl Technique {
    /// All of them, in the order of their indices.
    pub const ALL: [Technique; 8] = [
        Technique::Table,
        Technique::History,
        Technique::Killers,
        Technique::Correction,
        Technique::Ordering,
        Technique::Quiescence,
        Technique::Aspiration,
        Technique::NullWindow,
    ];

    /// Position in [`Technique::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The field's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Table => "Transposition table",
            Technique::History => "History heuristic",
            Technique::Killers => "Killer moves",
            Technique::Correction => "Correction history",
            Technique::Ordering => "Move ordering",
            Technique::Quiescence => "Quiescence",
            Technique::Aspiration => "Aspiration windows",
            Technique::NullWindow => "Principal variation search",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_follow_the_list() {
        for (index, technique) in Technique::ALL.into_iter().enumerate() {
            assert_eq!(technique.index(), index, "{}", technique.name());
        }
    }
}

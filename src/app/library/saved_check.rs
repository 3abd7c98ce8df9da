//! Whether the game on the board still equals its saved version, without writing it out at every action: small games
//! are compared as text, large ones only by whether anything was done to them.

use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, Notes};

use super::own;
use super::sources::GameSource;
use crate::game::state::{GameState, Phase};

/// Games with more nodes than this are large. Their texts count too, in units of `LINE` bytes.
const LARGE: usize = 4_000;
/// Bytes of text that count as one node.
const LINE: usize = 64;

/// What of a game is in no file, and what would happen to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unsaved {
    /// A file has the present state of the game, or nothing was done on the board.
    Nothing,
    /// Moves that undo and the session keep, or a game that goes into the file of the user's own games.
    Moves,
    /// The game has ended, and the user does not want games to be added automatically.
    Ended,
    /// Changes to a game from a file or the clipboard, or annotations in another one.
    Edits,
}

impl Unsaved {
    /// Computes this state; no other code does. `home`: the source of the game; `checked`: the comparison with it;
    /// `kept`: whether the file of the user's own games has the game or will get it, if it is the user's own.
    pub(crate) fn of(
        game: &GameState,
        home: Option<&GameSource>,
        checked: Option<&Checked>,
        kept: bool,
    ) -> Unsaved {
        if let Some(home) = home {
            let compared =
                checked.filter(|checked| checked.is_of(game.serial, home.saved_fingerprint));
            let changed = home.has_no_place || compared.is_some_and(|checked| !checked.same);
            return if changed { Unsaved::Edits } else { Unsaved::Nothing };
        }
        let own = own::is_kept(game);
        let kept = own && kept;
        match () {
            () if !kept && is_written(game) => Unsaved::Edits,
            () if !kept && own && matches!(game.phase, Phase::Over(_)) => Unsaved::Ended,
            () if game.tree.is_empty() => Unsaved::Nothing,
            () => Unsaved::Moves,
        }
    }
}

/// Whether a game has annotations: comments, glyphs, shapes, and on an analysis board variations. In a game that is
/// played, a variation comes from a takeback.
fn is_written(game: &GameState) -> bool {
    let noted = |notes: &Notes| {
        let Notes { lead, comment, nags, shapes, .. } = notes;
        !(lead.is_empty() && comment.is_empty() && nags.is_empty() && shapes.is_empty())
    };
    let (tree, free) = (&game.tree, game.is_analysis_board());
    tree.ids().any(|id| noted(tree.notes(id)) || free && tree.children(id).len() > 1)
}

/// A game when it was last compared with its saved version.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checked {
    serial: u64,
    revision: u64,
    tags: Tags,
    /// The fingerprint of the saved version, and whether the game was equal to it.
    pub(crate) fingerprint: u32,
    pub(crate) same: bool,
}

impl Checked {
    /// The result for the game with this number and these tags.
    pub(crate) fn of(
        serial: u64,
        tree: &GameTree,
        tags: Tags,
        fingerprint: u32,
        same: bool,
    ) -> Checked {
        Checked { serial, revision: tree.revision(), tags, fingerprint, same }
    }

    /// Whether it is for the same game and saved version, and nothing has changed since.
    pub(crate) fn holds(
        &self,
        serial: u64,
        tree: &GameTree,
        tags: &Tags,
        fingerprint: u32,
    ) -> bool {
        self.is_of(serial, fingerprint) && self.revision == tree.revision() && self.tags == *tags
    }

    /// Whether it is for the same game and saved version.
    pub(crate) fn is_of(&self, serial: u64, fingerprint: u32) -> bool {
        self.serial == serial && self.fingerprint == fingerprint
    }
}

/// The size of a game: its nodes and texts, in nodes.
pub fn weight(tree: &GameTree, tags: &Tags) -> usize {
    let texts: usize = tree.ids().map(|id| tree.comment(id).len() + tree.lead(id).len()).sum();
    let tags: usize = tags.iter().map(|(name, value)| name.len() + value.len()).sum();
    tree.len() + (texts + tags) / LINE
}

/// Whether a game is too large to be written out at every action.
pub(crate) fn is_large(tree: &GameTree, tags: &Tags) -> bool {
    tree.len() > LARGE || weight(tree, tags) > LARGE
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Board;
    use tabia_games::game::tree::NodeId;

    #[test]
    fn long_texts_weigh_as_much_as_many_moves() {
        let (mut tree, mut tags) = (GameTree::new(Board::start()), Tags::roster());
        assert!(!is_large(&tree, &tags));
        tags.set("Event", "x".repeat(LARGE * LINE));
        assert!(is_large(&tree, &tags));
        tree.notes_mut(NodeId::ROOT).comment = "x".repeat(LARGE * LINE);
        assert!(is_large(&tree, &Tags::roster()));
    }
}

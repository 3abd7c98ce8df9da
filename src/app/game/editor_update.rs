//! The position editor's way in and out. It works on a position of its own; only `Apply` puts a new board
//! in place of the game, which undo brings back.

use super::editor::EditorAction;
use super::editor::EditorState;
use super::state::GameState;
use crate::update::Cx;

impl Cx<'_> {
    /// Opens the editor on the shown position, or leaves it. A game on the clock waits meanwhile.
    pub(crate) fn toggle_editor(&mut self) {
        if self.m.editor.take().is_some() {
            return;
        }
        self.m.editor = Some(EditorState::new(self.m.game.board(), self.m.view.flipped));
        self.m.dialog = None;
        if self.m.game.clocks.is_some() && self.m.game.is_played() && !self.m.game.paused {
            self.pause();
        }
    }

    /// Something was done in the editor.
    pub(crate) fn editor(&mut self, action: EditorAction) {
        let Some(editor) = &mut self.m.editor else { return };
        match action {
            EditorAction::Cancel => self.m.editor = None,
            EditorAction::Apply => {
                let (board, flipped) = (editor.board().copied(), editor.flipped);
                if let Some(board) = board {
                    self.set_up(GameState::analysis(board), "Edit position");
                    self.m.view.flipped = flipped;
                }
            }
            action => editor.act(action),
        }
    }
}

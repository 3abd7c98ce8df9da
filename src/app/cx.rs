//! What all handlers of an action share: the model, the time, and the effects to carry out.

use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::Command;

use crate::effect::Effect;
use crate::model::Model;
use crate::window::sounds::Sound;
use crate::window::workspace::{PaneId, Workspace};

/// Delay before the session is written after the user shows another position, ms.
const SAVE_AFTER_MS: u64 = 800;

pub(crate) struct Cx<'a> {
    pub(crate) m: &'a mut Model,
    pub(crate) now: u64,
    /// The effects, in order.
    pub(crate) out: Vec<Effect>,
    /// The session has to be written.
    pub(crate) save: bool,
    /// The sound to play; at most one per action.
    pub(crate) sound: Option<Sound>,
    /// The number of the first toast created by this action.
    pub(crate) first_note: u64,
}

impl Cx<'_> {
    pub(crate) fn new(model: &mut Model, now: u64) -> Cx<'_> {
        let first_note = model.toasts.newest();
        Cx { m: model, now, out: Vec::new(), save: false, sound: None, first_note }
    }

    /// Writes the session once nothing else has happened for a moment, so that stepping through a game does not write
    /// a file per key.
    pub(crate) fn save_soon(&mut self) {
        self.m.save_at_ms = Some(self.now + SAVE_AFTER_MS);
    }

    /// Plays this sound, unless the same action has a more important one.
    pub(crate) fn sound(&mut self, sound: Sound) {
        self.sound = self.sound.max(Some(sound));
    }

    /// Plays the sound of the move that led to this node.
    pub(crate) fn sound_of(&mut self, node: NodeId) {
        let tree = &self.m.game.tree;
        if let (Some(mv), Some(parent)) = (tree.mv(node), tree.parent(node)) {
            self.sound(Sound::of_move(tree.board(parent), mv));
        }
    }

    /// Sends a command to an engine.
    pub(crate) fn tell_seat(&mut self, id: EngineId, command: Command) {
        self.out.push(Effect::ToEngine(id, command));
    }

    /// Closes the open dialog and those it covers.
    pub(crate) fn close_dialogs(&mut self) {
        self.m.dialog = None;
        self.m.behind.clear();
    }

    pub(crate) fn go_to_workspace(&mut self, workspace: Workspace) {
        if self.m.view.workspace != workspace {
            self.m.view.workspace = workspace;
            self.m.lab.entered = workspace == Workspace::Lab;
            self.m.arena.listed = false;
            self.save = true;
        }
    }

    /// Copies a text and shows a message about it.
    pub(crate) fn copy_text(&mut self, text: String, message: &str) {
        self.out.push(Effect::CopyText(text));
        self.m.toasts.info(message);
    }

    /// Opens a panel in the workspace on screen and brings it to the front. Play has only the panel with the moves:
    /// any other is opened in the workspace it belongs to.
    pub(crate) fn open_pane(&mut self, pane: PaneId) {
        let fixed = match self.m.view.workspace {
            Workspace::Play => pane != PaneId::Moves,
            other => other.hides_game(),
        };
        if fixed {
            self.go_to_workspace(pane.workspace());
        }
        self.out.push(Effect::OpenPane(self.m.view.workspace, pane));
    }

    /// Shows a panel of the study: a user who asks for a review or a list of games wants to study games.
    pub(crate) fn study(&mut self, pane: PaneId) {
        self.go_to_workspace(Workspace::Study);
        self.open_pane(pane);
    }
}

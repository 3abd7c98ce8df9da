//! What all who answer an action share: the model, the time, and what is to be done outside.

use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::Command;

use crate::effect::Effect;
use crate::model::Model;
use crate::window::sounds::Sound;
use crate::window::workspace::{PaneId, Workspace};

/// How long after looking elsewhere the session is written, ms.
const SAVE_AFTER_MS: u64 = 800;

pub(crate) struct Cx<'a> {
    pub(crate) m: &'a mut Model,
    pub(crate) now: u64,
    /// What is to be done outside, in this order.
    pub(crate) out: Vec<Effect>,
    /// The session is to be written.
    pub(crate) save: bool,
    /// What is to be heard; at most one sound for an action.
    pub(crate) sound: Option<Sound>,
    /// The number of the first note that this action makes.
    pub(crate) first_note: u64,
}

impl Cx<'_> {
    pub(crate) fn new(model: &mut Model, now: u64) -> Cx<'_> {
        let first_note = model.toasts.newest();
        Cx { m: model, now, out: Vec::new(), save: false, sound: None, first_note }
    }

    /// Has the session written when nothing else happens for a moment: stepping through a game must not write a file
    /// per key.
    pub(crate) fn save_soon(&mut self) {
        self.m.save_at_ms = Some(self.now + SAVE_AFTER_MS);
    }

    /// Has this heard, unless something graver happens in the same action.
    pub(crate) fn sound(&mut self, sound: Sound) {
        self.sound = self.sound.max(Some(sound));
    }

    /// Has the move heard that led to this node.
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

    pub(crate) fn go_to_workspace(&mut self, workspace: Workspace) {
        if self.m.view.workspace != workspace {
            self.m.view.workspace = workspace;
            self.m.lab.entered = workspace == Workspace::Lab;
            self.save = true;
        }
    }

    /// Copies a text and says so.
    pub(crate) fn copy_text(&mut self, text: String, message: &str) {
        self.out.push(Effect::CopyText(text));
        self.m.toasts.info(message);
    }

    /// Opens a panel in the workspace on screen and brings it to the front. Play has no panels but the moves: another
    /// is opened in the workspace it belongs to.
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

    /// Shows a panel of the study: whoever asks for a review or a list of games wants to look into games.
    pub(crate) fn study(&mut self, pane: PaneId) {
        self.go_to_workspace(Workspace::Study);
        self.open_pane(pane);
    }
}

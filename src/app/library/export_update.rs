//! Exporting the game on the board: the dialog, and what becomes of it.

use std::path::PathBuf;

use tabia_chess::Color;
use tabia_games::export::diagram::Colours;
use tabia_games::export::job::{Choices, Job, Kind};
use tabia_games::export::pieces::STANDARD;

use crate::effect::Effect;
use crate::update::Cx;
use crate::window::dialog::Dialog;

impl Cx<'_> {
    /// Asks how it is to look.
    pub(crate) fn open_export(&mut self, kind: Kind) {
        self.m.dialog = Some(Dialog::Export(kind, self.m.settings.export));
    }

    /// The dialog has another draft.
    pub(crate) fn draft_export(&mut self, kind: Kind, choices: Choices) {
        if matches!(self.m.dialog, Some(Dialog::Export(..))) {
            self.m.dialog = Some(Dialog::Export(kind, choices.clamped()));
        }
    }

    /// Exports the game on the board.
    pub(crate) fn export(&mut self, kind: Kind, choices: Choices) {
        let choices = choices.clamped();
        self.m.dialog = None;
        self.m.settings.export = choices;
        self.out.push(Effect::SaveSettings);
        let game = &self.m.game;
        let job = Job {
            kind,
            choices,
            tags: game.export_tags(),
            tree: game.tree.clone(),
            node: game.current,
            orientation: if self.m.view.flipped { Color::Black } else { Color::White },
            theme: self.m.settings.board_theme.clone(),
            colours: Colours::default(),
            piece_set: self.m.settings.piece_set.clone(),
            pieces: STANDARD,
        };
        let suggested = self.file_name();
        let suggested = suggested.trim_end_matches(".pgn").to_owned();
        self.out.push(Effect::Export { job: Box::new(job), suggested });
    }

    /// It was written, or not.
    pub(crate) fn exported(&mut self, done: Result<PathBuf, String>) {
        match done {
            Ok(path) => self.m.toasts.info(format!("Saved as {}", path.display())),
            Err(error) => self.m.toasts.error(format!("Could not export: {error}")),
        }
    }
}

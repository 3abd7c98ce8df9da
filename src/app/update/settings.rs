//! Settings, dialogs and the rest of what concerns the window and no game.

use super::super::dialog::Dialog;
use super::super::effect::Effect;
use super::super::engine_state::Job;
use super::super::model::Reading;
use super::super::new_game::NewGame;
use super::super::settings::SettingChange;
use super::Cx;

impl Cx<'_> {
    /// Yes to the open question.
    pub(super) fn confirm(&mut self) {
        if let Some(Dialog::Confirm { command, .. }) = self.m.dialog.take() {
            self.command(command);
        }
    }

    /// Changes a setting. If it concerns a running search, `settle` starts that again with the new options;
    /// what is known of the position with other options no longer stands in its way.
    pub(super) fn set(&mut self, change: SettingChange) {
        let before = self.m.settings.engine;
        change.apply(&mut self.m.settings);
        if self.m.settings.book_file.is_none() {
            self.m.explorer.book = None;
        }
        let after = self.m.settings.engine;
        if (before.multi_pv, before.eval) != (after.multi_pv, after.eval) {
            let jobs: Vec<Job> = self.m.engine.jobs().collect();
            for job in jobs {
                self.m.telemetry.forget_node(job.node, job.engine);
            }
        }
        self.out.push(Effect::SaveSettings);
    }

    /// A text is being read, or none any more.
    pub(super) fn reading(&mut self, reading: Option<(String, f32)>) {
        let before = self.m.reading.take();
        self.m.reading = reading.map(|(name, share)| {
            let since_ms = match before {
                Some(before) if before.name == name => before.since_ms,
                _ => self.now,
            };
            Reading { name, share, since_ms }
        });
    }

    /// The new-game dialog has another draft.
    pub(super) fn draft_new_game(&mut self, new: NewGame) {
        if matches!(self.m.dialog, Some(Dialog::NewGame(_))) {
            self.m.dialog = Some(Dialog::NewGame(new));
        }
    }
}

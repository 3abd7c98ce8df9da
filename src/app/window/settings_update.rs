//! Settings, dialogs and the rest of what concerns the window and no game.

use super::dialog::Dialog;
use super::settings::SettingChange;
use crate::commands::command::UserCommand;
use crate::effect::Effect;
use crate::engines::state::Job;
use crate::game::new_game::NewGame;
use crate::model::Reading;
use crate::update::Cx;

impl Cx<'_> {
    /// Yes to the open question.
    pub(crate) fn confirm(&mut self) {
        if let Some(Dialog::Confirm { command, .. }) = self.m.dialog.take() {
            match command {
                // The command itself asks.
                UserCommand::Resign => self.resign(),
                command => self.command(command),
            }
        }
    }

    /// The session that was offered is to be opened.
    pub(crate) fn open_last_session(&mut self) {
        if let Some(Dialog::LastSession { kept }) = self.m.dialog.take() {
            self.out.push(Effect::OpenSession(kept));
        }
    }

    /// No to the open question.
    pub(crate) fn close_dialog(&mut self) {
        if let Some(Dialog::LastSession { kept }) = self.m.dialog.take() {
            let text = format!("The last session is kept as {}", kept.display());
            self.m.toasts.info(text);
        }
    }

    /// Changes a setting. If it concerns a running search, `settle` starts that again with the new options;
    /// what is known of the position with other options no longer stands in its way.
    pub(crate) fn set(&mut self, change: SettingChange) {
        let (before, puct) = (self.m.settings.engine, self.m.settings.puct);
        if let SettingChange::Watching(watching) = change {
            self.choose_watching(watching);
        }
        let sounds =
            matches!(change, SettingChange::Sounds(_)).then(|| self.m.settings.sounds.clone());
        change.apply(&mut self.m.settings);
        if self.m.settings.book_file.is_none() {
            self.m.explorer.book = None;
        }
        self.puct_set(puct);
        let after = self.m.settings.engine;
        if (before.multi_pv, before.eval) != (after.multi_pv, after.eval) {
            let jobs: Vec<Job> = self.m.engine.jobs().collect();
            for job in jobs {
                self.m.telemetry.forget_node(job.node, job.engine);
            }
        }
        if let Some(before) = sounds {
            self.sample(&before);
        }
        self.out.push(Effect::SaveSettings);
    }

    /// A text is being read, or none any more.
    pub(crate) fn reading(&mut self, reading: Option<(String, f32)>) {
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
    pub(crate) fn draft_new_game(&mut self, new: NewGame) {
        if matches!(self.m.dialog, Some(Dialog::NewGame(_))) {
            self.m.dialog = Some(Dialog::NewGame(new));
        }
    }
}

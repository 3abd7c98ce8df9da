//! Settings, dialogs, toasts and the rest of what concerns the window and no game.

use super::super::action::Action;
use super::super::dialog::Dialog;
use super::super::effect::Effect;
use super::super::engine_state::Job;
use super::super::model::Reading;
use super::super::new_game::NewGame;
use super::super::settings::SettingChange;
use super::Cx;

impl Cx<'_> {
    /// Actions that concern the window.
    pub(super) fn window(&mut self, action: Action) {
        match action {
            Action::Set(change) => self.set(change),
            Action::Failed(error) => self.m.toasts.error(error),
            Action::OpenDialog(dialog) => self.m.dialog = Some(dialog),
            Action::CloseDialog => self.m.dialog = None,
            Action::Confirm => {
                if let Some(Dialog::Confirm { command, .. }) = self.m.dialog.take() {
                    self.command(command);
                }
            }
            Action::DismissToast(id) => self.m.toasts.dismiss(id),
            Action::Layout(layout) => {
                self.m.view.layout = Some(layout);
                self.save = true;
            }
            Action::WindowMoved(place) => {
                self.m.view.window = Some(place);
                self.save_soon();
            }
            Action::Reading(reading) => self.reading(reading),
            Action::CancelReading => self.out.push(Effect::CancelReading),
            Action::FullScreenChanged(on) => self.m.view.full_screen = on,
            _ => {}
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
    fn reading(&mut self, reading: Option<(String, f32)>) {
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

//! What the window has kept: its session and its settings, when they are due, and what the saver says of it.

use std::path::Path;

use tabia_app::action::Action;
use tabia_app::kept::session::Session;
use tabia_app::kept::snapshot::Snapshot;
use tabia_app::kept::{mend, store};
use tabia_app::library::saved_check;
use tabia_app::window::dialog::Dialog;

use super::saver::{News, Saver};
use super::shell::Shell;
use crate::gui::arrangement::arrangements::Arrangements;

impl Shell {
    /// Goes on where a session ended.
    pub(crate) fn restore(&mut self, session: Session) {
        self.apply(Action::RestoreSession(Box::new(session)));
        self.arrangements = Arrangements::restore(self.model.view.layout.as_ref());
    }

    /// Opens the session that was offered.
    pub(crate) fn open_session(&mut self, kept: &Path) {
        match store::read_session(kept) {
            Ok((session, odd)) => {
                self.restore(session);
                if !odd.is_empty() {
                    let named = mend::named(&odd);
                    self.apply(Action::Failed(format!("Left out of the session: {named}")));
                }
            }
            Err(error) => self.apply(Action::Failed(error)),
        }
        self.keeper.begin_again();
    }

    /// Takes in what the saver has to say, and writes what was put off if it is time.
    pub(crate) fn keep(&mut self) {
        while let Some(news) = self.saver.as_ref().and_then(Saver::next_news) {
            match news {
                News::Failed(error) => {
                    self.apply(Action::NotKept(Some(error.clone())));
                    self.apply(Action::Failed(error));
                }
                News::Works => self.apply(Action::NotKept(None)),
            }
        }
        if self.keeper.is_due() {
            self.write_session();
        }
    }

    /// Has the session written: a small one at once, a large one not more often than its size allows.
    pub(crate) fn save_session(&mut self) {
        // Until the question is answered the last session is the one to keep.
        if matches!(self.model.dialog, Some(Dialog::LastSession { .. })) {
            return;
        }
        let game = &self.model.game;
        match self.keeper.put_off(saved_check::weight(&game.tree, &game.tags)) {
            Some(wait) => self.ctx.request_repaint_after(wait),
            None => self.write_session(),
        }
    }

    pub(crate) fn write_session(&mut self) {
        if let (Some(saver), Some(path)) = (&self.saver, self.keeper.session_path()) {
            let snapshot = Snapshot::of(&self.model, self.now_ms());
            saver.save(path, Box::new(move || snapshot.session().to_text()));
            self.keeper.wrote_session();
        }
    }

    pub(crate) fn save_settings(&mut self) {
        if let (Some(saver), Some((path, file))) = (&self.saver, self.keeper.settings()) {
            let text = file.text(&self.model.settings);
            saver.save(path, Box::new(move || text));
        }
    }
}

impl Drop for Shell {
    /// What was put off is written now.
    fn drop(&mut self) {
        if self.keeper.is_waiting() {
            self.write_session();
        }
    }
}

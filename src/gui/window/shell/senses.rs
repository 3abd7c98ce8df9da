//! What only the real window has: sound, and fonts besides its own. Tests and pictures do without.

use std::path::PathBuf;

use super::Shell;
use crate::gui::desks::fonts::FontDesk;
use crate::gui::desks::sounds::SoundDesk;

impl Shell {
    /// Has characters that the window's own fonts lack looked for in fonts of these folders; `None`: the system's.
    pub fn use_fonts_of(&mut self, folders: Option<Vec<PathBuf>>) {
        self.fonts = Some(match folders {
            Some(folders) => FontDesk::of(&self.ctx, folders),
            None => FontDesk::of_system(&self.ctx),
        });
    }

    /// Lets the program be heard.
    pub(crate) fn be_heard(&mut self) {
        self.sounds = SoundDesk::heard();
    }
}

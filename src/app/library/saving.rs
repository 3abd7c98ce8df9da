//! Saving the game on the board: back into the file it came from, behind the games of a file, or as a file of its
//! own. Nothing is written over without a question the first time.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::collection::entry::print_of;

use super::collection::{
    Origin, SaveAnswer, SaveDoubt, SaveQuestion, WriteKind, WriteRequest, Wrote, is_of_file,
};
use super::homes::Home;
use super::saved_check::{Checked, is_large};
use crate::app::effect::Effect;
use crate::app::update::Cx;
use crate::app::window::dialog::Dialog;

impl Cx<'_> {
    /// Back into the file the game came from, or a file of its own where it came from none.
    pub(crate) fn save_file(&mut self) {
        let Some(home) = self.m.home().filter(|home| home.origin.path().is_some()) else {
            return self.save_elsewhere(false);
        };
        let Some(path) = home.origin.path().map(ToOwned::to_owned) else { return };
        if home.kept == self.pgn_print() {
            let text = format!("Nothing has changed since it was saved in {}", path.display());
            return self.m.toasts.info(text);
        }
        let here: HashSet<&str> = self.m.game.tree.all_unread().collect();
        let all = home.unread.iter().map(String::as_str);
        let lost: Vec<&str> = all.filter(|text| !here.contains(text)).collect();
        let (asked, game) = (home.asked, home.place.game);
        if lost.is_empty() && asked {
            let kind = WriteKind::Replace(home.stamp, home.place);
            return self.write(path, kind, false);
        }
        let why = if lost.is_empty() {
            SaveDoubt::Replaces(game)
        } else {
            SaveDoubt::Loses { game, lost: lost.join("\n\n"), new: self.pgn() }
        };
        self.m.dialog = Some(Dialog::Save(SaveQuestion { path, why }));
    }

    /// Lets the user pick a file.
    pub(crate) fn save_elsewhere(&mut self, append: bool) {
        let suggested = self.file_name();
        self.out.push(Effect::PickFileToSave { suggested, append });
    }

    /// The answer to the open question.
    pub(crate) fn answer_save(&mut self, answer: SaveAnswer) {
        let Some(Dialog::Save(question)) = &self.m.dialog else { return };
        let SaveQuestion { path, why } = question.clone();
        self.m.dialog = None;
        match (answer, why) {
            (SaveAnswer::Elsewhere, _) => self.save_elsewhere(false),
            (SaveAnswer::Append, _) => self.write(path, WriteKind::Append, false),
            (SaveAnswer::Replace, SaveDoubt::Over(_)) => self.write(path, WriteKind::Create, false),
            (SaveAnswer::Replace, SaveDoubt::Replaces(_) | SaveDoubt::Loses { .. }) => {
                if let Some(home) = self.m.home() {
                    let kind = WriteKind::Replace(home.stamp, home.place);
                    self.write(path, kind, false);
                }
            }
            (SaveAnswer::Convert, SaveDoubt::Encoding { kind, .. }) => self.write(path, kind, true),
            // A file that has changed is not written over, and nothing is converted unasked.
            (SaveAnswer::Replace | SaveAnswer::Convert, _) => {}
        }
    }

    /// A file was picked for the game.
    pub(crate) fn save_to(&mut self, path: PathBuf, games: u32, append: bool) {
        if append {
            self.write(path, WriteKind::Append, false);
        } else if games > 1 {
            let why = SaveDoubt::Over(games);
            self.m.dialog = Some(Dialog::Save(SaveQuestion { path, why }));
        } else {
            self.write(path, WriteKind::Create, false);
        }
    }

    fn write(&mut self, path: PathBuf, kind: WriteKind, convert: bool) {
        if self.m.homes.writing {
            // Where it stands will only be known when that is done.
            return self.m.toasts.warn("A game is still being written; save again in a moment");
        }
        self.m.homes.writing = true;
        let list = self.m.games.as_ref().filter(|list| is_of_file(list, &path));
        let list = list.map(|list| (Arc::clone(&list.collection), list.stamp));
        let (text, serial) = (self.pgn(), self.m.game.serial);
        let unread = self.m.game.tree.all_unread().map(ToOwned::to_owned).collect();
        let request = WriteRequest { serial, path, kind, text, unread, convert, list };
        self.out.push(Effect::WriteGame(Box::new(request)));
    }

    /// A game was written, or not.
    pub(crate) fn wrote(&mut self, wrote: Wrote) {
        self.m.homes.writing = false;
        let Wrote { serial, path, text, unread, done, doubt, converted, list, before } = wrote;
        let written = match (done, doubt) {
            (Ok(written), _) => written,
            (Err(_), Some(why)) => {
                self.m.dialog = Some(Dialog::Save(SaveQuestion { path, why }));
                return;
            }
            (Err(error), None) => {
                return self.m.toasts.error(format!("Could not save: {error}"));
            }
        };
        if converted {
            // All games have moved; where the others stand is found by listing them again.
            self.read_list_again(&path);
        } else {
            self.m.homes.follow(&path, before, &written);
        }
        let origin = Origin::File(path.clone());
        let (stamp, place) = (written.stamp, written.place);
        let kept = print_of(text.as_bytes());
        let home = Home { origin, stamp, place, kept, unread, asked: true };
        self.m.homes.put(serial, home);
        if let Some(own) =
            self.m.games.as_mut().filter(|list| is_of_file(list, &path) && !converted)
        {
            own.follow(before, stamp, list);
        }
        self.remember_file(&path);
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        self.m.toasts.info(format!("Saved as game {} of {name}", place.game + 1));
        self.save = true;
    }

    /// Works out whether the game on the board is still as it was saved. A large game is not written out for that:
    /// it counts as changed once anything was done to it, even if that was undone. Saving it looks closely.
    pub(crate) fn settle_saved(&mut self) {
        let Some(kept) = self.m.home().map(|home| home.kept) else {
            (self.m.unsaved, self.m.checked) = (false, None);
            return;
        };
        let (serial, tags) = (self.m.game.serial, self.m.game.export_tags());
        let tree = &self.m.game.tree;
        let before = self.m.checked.as_ref().filter(|checked| checked.is_of(serial, kept));
        if before.is_some_and(|checked| checked.holds(serial, tree, &tags, kept)) {
            return;
        }
        let same = match before {
            Some(_) if is_large(tree, &tags) => false,
            _ => kept == self.pgn_print(),
        };
        self.m.checked = Some(Checked::of(serial, &self.m.game.tree, tags, kept, same));
        self.m.unsaved = !same;
    }

    /// A number made of the game as PGN.
    pub(crate) fn pgn_print(&self) -> u32 {
        print_of(self.pgn().as_bytes())
    }
}

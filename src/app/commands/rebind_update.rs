//! Changing the keys of commands. Keys that another command has are never taken without a question.

use super::command::{Keys, UserCommand};
use super::keymap::KeyMap;
use super::rebinding::{Clash, KeysAction, Rebinding};
use crate::update::Cx;
use crate::window::dialog::Dialog;
use crate::window::settings::SettingChange;

impl Cx<'_> {
    /// Answers an action about keys.
    pub(crate) fn rebind(&mut self, action: KeysAction) {
        match action {
            KeysAction::Ask(command) => self.m.rebinding = Some(Rebinding::of(command)),
            KeysAction::Pressed(keys) => self.keys_pressed(keys),
            KeysAction::Swap => self.swap_keys(),
            KeysAction::Cancel => self.m.rebinding = None,
            KeysAction::Clear(command) => self.wish(command, Vec::new()),
            KeysAction::Reset(command) => self.wish(command, KeyMap::first_day(command).to_vec()),
            KeysAction::ResetAll => {
                self.m.rebinding = None;
                self.set(SettingChange::Keys(KeyMap::default()));
            }
        }
    }

    /// The question is over once the settings are closed.
    pub(crate) fn settle_keys(&mut self) {
        if !matches!(self.m.dialog, Some(Dialog::Settings)) {
            self.m.rebinding = None;
        }
    }

    fn keys_pressed(&mut self, keys: Option<Keys>) {
        let Some(asked) = self.m.rebinding.as_mut().filter(|asked| asked.listens()) else { return };
        let command = asked.command;
        let Some(keys) = keys else {
            asked.refused = Some("No command can have this key".to_owned());
            return;
        };
        if let Some(why) = KeyMap::reserved(keys, command) {
            asked.refused = Some(format!("{} cannot be given away: {why}", keys.text()));
            return;
        }
        self.wish(command, vec![keys]);
    }

    /// Gives a command these keys, or asks where another has one of them.
    fn wish(&mut self, command: UserCommand, wanted: Vec<Keys>) {
        let known = &self.m.settings.keys;
        let held = wanted.iter().find_map(|&keys| {
            let holder = known.holder(keys).filter(|&holder| holder != command)?;
            Some((keys, holder))
        });
        if let Some((keys, holder)) = held {
            let clash = Some(Clash { wanted, keys, holder });
            self.m.rebinding = Some(Rebinding { clash, ..Rebinding::of(command) });
            return;
        }
        let mut keys = known.clone();
        keys.set(command, wanted);
        self.m.rebinding = None;
        self.set(SettingChange::Keys(keys));
    }

    /// Yes to the question. If a second command has other keys of those wished for, it is asked about next.
    fn swap_keys(&mut self) {
        let Some(Rebinding { command, clash: Some(clash), .. }) = self.m.rebinding.take() else {
            return;
        };
        let mut map = self.m.settings.keys.clone();
        let had = map.of(command).to_vec();
        // What the command is to keep it cannot give.
        let given = had.iter().copied().find(|keys| !clash.wanted.contains(keys));
        let mut rest = map.of(clash.holder).to_vec();
        if let Some(place) = rest.iter().position(|keys| *keys == clash.keys) {
            rest.remove(place);
            let may = |keys: &Keys| KeyMap::reserved(*keys, clash.holder).is_none();
            rest.splice(place..place, given.filter(may));
        }
        map.set(command, had.into_iter().filter(|keys| Some(*keys) != given).collect());
        map.set(clash.holder, rest);
        self.set(SettingChange::Keys(map));
        self.wish(command, clash.wanted);
    }
}

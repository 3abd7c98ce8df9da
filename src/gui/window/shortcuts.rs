//! Keyboard shortcuts and menu entries from the one table of commands (`app::commands::table`).

use eframe::egui::{
    Button, Event, FocusDirection, Key, KeyboardShortcut, Modifiers, Popup, RichText, Ui,
};

use crate::app::action::Action;
use crate::app::commands::command::{Keys, UserCommand};
use crate::app::model::Model;

use crate::gui::panels;
use crate::gui::widgets;

/// The shortcut of a command as egui names it; `None` where it has none or names no key egui knows.
pub(crate) fn shortcut(keys: Keys) -> Option<KeyboardShortcut> {
    let key = Key::from_name(keys.key)?;
    let mut modifiers = Modifiers::NONE;
    if keys.ctrl {
        modifiers |= Modifiers::COMMAND;
    }
    modifiers.shift = keys.shift;
    modifiers.alt = keys.alt;
    Some(KeyboardShortcut::new(modifiers, key))
}

/// The commands whose keys were pressed in this frame. While a text field has the focus, keys that
/// write or edit belong to it; while a list or the board has it, those that walk there. Behind a dialog nothing is
/// to be done by keys. An arrow key of the table moves no focus, whether its command can be given now or not.
pub(crate) fn pressed(ui: &Ui, model: &Model) -> Vec<Action> {
    // What can be done is asked for every command, which is not for every frame.
    let pressed = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
    if !ui.input(|input| input.events.iter().any(pressed)) {
        return Vec::new();
    }
    let typing = ui.text_edit_focused();
    let listing = panels::library::games::has_focus(ui);
    let steering = widgets::board::has_keyboard(ui);
    let covered = model.dialog.is_some();
    let mut wanted: Vec<Wanted> = UserCommand::ALL
        .into_iter()
        .flat_map(|command| command.info().keys.iter().map(move |&keys| (keys, command)))
        .filter_map(|(keys, command)| Some((keys, shortcut(keys)?, command)))
        .filter(|(keys, shortcut, _)| !(typing && belongs_to_text(*keys, *shortcut)))
        .filter(|(keys, ..)| !(listing && keys.walks() || steering && keys.steers()))
        .filter(|(.., command)| !covered || command.works_in_dialogs())
        .map(|(keys, shortcut, command)| (shortcut, command, keys.is_arrow()))
        .collect();
    // Ctrl+Shift+C before Ctrl+C: egui lets the shorter one match the longer press.
    wanted.sort_by_key(|(s, ..)| {
        std::cmp::Reverse(u8::from(s.modifiers.shift) + u8::from(s.modifiers.alt))
    });
    // A list of choices that is open is walked through with them.
    let choosing = Popup::is_any_open(ui.ctx());
    let (actions, arrows) =
        ui.input_mut(|input| taken(&mut input.events, &wanted, model, !choosing));
    if arrows {
        // egui has seen them before the shortcuts and is about to move the focus.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    actions
}

/// A shortcut, what it means, and whether it is an arrow key alone.
type Wanted = (KeyboardShortcut, UserCommand, bool);

/// Takes the presses that mean a command out of the events, in the order they came: several may fall into one
/// slow frame, the same key twice among them. `swallow`: arrow keys go, too, whose command cannot be given. Says
/// whether any arrow key was taken.
fn taken(
    events: &mut Vec<Event>,
    wanted: &[Wanted],
    model: &Model,
    swallow: bool,
) -> (Vec<Action>, bool) {
    let mut out = Vec::new();
    let mut arrows = false;
    events.retain(|event| {
        let Event::Key { key, modifiers, pressed: true, .. } = event else { return true };
        let hits = |shortcut: &KeyboardShortcut| {
            shortcut.logical_key == *key && modifiers.matches_logically(shortcut.modifiers)
        };
        // What is not possible yet may be by what was pressed before; the update asks again.
        let possible = |command: UserCommand| !out.is_empty() || command.is_enabled(model);
        let meant =
            wanted.iter().find(|(shortcut, command, _)| hits(shortcut) && possible(*command));
        if let Some(&(_, command, arrow)) = meant {
            arrows |= arrow;
            out.push(Action::Shortcut(command));
            return false;
        }
        let plain = |(shortcut, _, arrow): &Wanted| *arrow && hits(shortcut) && !modifiers.any();
        let goes = swallow && wanted.iter().any(plain);
        arrows |= goes;
        !goes
    });
    (out, arrows)
}

/// Whether the key writes or edits: it then belongs to a text field that has the focus.
fn belongs_to_text(keys: Keys, shortcut: KeyboardShortcut) -> bool {
    keys.types_text() || shortcut.conflicts_with_text_editing()
}

/// A menu entry for a command.
pub(crate) fn menu_entry(ui: &mut Ui, model: &Model, command: UserCommand, out: &mut Vec<Action>) {
    let info = command.info();
    if info.ruled {
        ui.separator();
    }
    let mut button = Button::new(info.name).selected(command.is_checked(model) == Some(true));
    if let Some(keys) = command.keys_text() {
        button = button.shortcut_text(RichText::new(keys).monospace());
    }
    let response = ui.add_enabled(command.is_enabled(model), button).on_hover_text(info.tooltip);
    if response.clicked() {
        out.push(Action::Command(command));
        ui.close();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn press(key: Key, modifiers: Modifiers) -> Event {
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
    }

    #[test]
    fn presses_of_one_frame_are_obeyed_one_by_one_and_in_their_order() {
        use UserCommand as C;
        let wanted: Vec<Wanted> =
            [UserCommand::GlyphGood, UserCommand::Next, UserCommand::Previous]
                .into_iter()
                .map(|command| (shortcut(command.info().keys[0]).unwrap(), command, true))
                .collect();
        let key = |at: usize| press(wanted[at].0.logical_key, wanted[at].0.modifiers);
        let text = Event::Text("x".to_owned());
        let mut events = vec![key(1), key(1), text.clone(), key(0), key(2)];
        let mut model = Model::new(crate::app::window::settings::Settings::default());
        let pasted = Action::PasteText("1. e4 e5 2. Nf3".to_owned());
        crate::app::update::update(&mut model, pasted, 0);
        crate::app::update::update(&mut model, Action::Command(UserCommand::First), 0);
        let commands: Vec<UserCommand> = taken(&mut events, &wanted, &model, true)
            .0
            .into_iter()
            .map(|action| match action {
                Action::Shortcut(command) => command,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(commands, [C::Next, C::Next, C::GlyphGood, C::Previous]);
        assert_eq!(events, [text]);
    }

    #[test]
    fn an_arrow_key_goes_nowhere_else_when_its_command_cannot_be_given() {
        let model = Model::new(crate::app::window::settings::Settings::default());
        let command = UserCommand::Next;
        assert!(!command.is_enabled(&model));
        let keys = command.info().keys[0];
        assert!(keys.is_arrow());
        let wanted = [(shortcut(keys).unwrap(), command, true)];
        let right = press(Key::ArrowRight, Modifiers::NONE);
        let mut events = vec![right.clone(), press(Key::ArrowRight, Modifiers::ALT)];
        let (actions, arrows) = taken(&mut events, &wanted, &model, true);
        assert!(actions.is_empty() && arrows);
        assert_eq!(events, [press(Key::ArrowRight, Modifiers::ALT)]);
        // An open list of choices keeps it.
        let mut events = vec![right.clone()];
        assert!(!taken(&mut events, &wanted, &model, false).1);
        assert_eq!(events, [right]);
    }

    #[test]
    fn every_key_of_the_table_is_one_egui_knows() {
        let mut seen = HashMap::new();
        for info in UserCommand::ALL.map(UserCommand::info) {
            for &keys in info.keys {
                let shortcut = shortcut(keys).unwrap_or_else(|| panic!("{keys:?} is no key"));
                let before = seen.insert(shortcut, info.command);
                assert_eq!(before, None, "{shortcut:?} means two commands");
            }
        }
    }
}

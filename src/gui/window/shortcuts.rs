//! Keys: which command a press triggers, and which presses are letters of a typed move.

use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{
    AtomExt as _, Button, Event, FocusDirection, Id, InputState, Key, KeyboardShortcut, Memory,
    Modifiers, Popup, RichText, Role, Ui, Vec2, WidgetInfo, vec2,
};

use tabia_app::action::{Action, KeysAction};
use tabia_app::commands::command::{Keys, UserCommand};
use tabia_app::commands::keymap::Rebinding;
use tabia_app::game::typed::{TAIL_MS, TypedKey, begins, continues};
use tabia_app::model::Model;

use crate::gui::look::icons::Icon;
use crate::gui::{panels, widgets};

/// The shortcut of a command in egui's terms; `None` if it has none or uses a key egui does not know.
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

/// The meaning of the keys pressed in this frame: commands, letters of a typed move, new keys for a command. While a
/// text field has the focus, keys that write or edit belong to it; while a list, the board or a slider has it, those
/// that move there; while a menu is open, all but those with Ctrl or Alt; while the piece of a promotion is chosen, letters. Behind a dialog keys do nothing. An arrow key
/// assigned to a command does not move the focus, whether the command is enabled or not.
pub(crate) fn pressed(ui: &Ui, model: &Model) -> Vec<Action> {
    // Whether a command is enabled is checked for every command, which is too slow to do in every frame.
    let pressed = |event: &Event| {
        matches!(
            event,
            Event::Key { pressed: true, .. } | Event::Copy | Event::Cut | Event::Paste(_)
        )
    };
    if !ui.input(|input| input.events.iter().any(pressed)) {
        return Vec::new();
    }
    if model.rebinding.as_ref().is_some_and(Rebinding::listens) {
        // What is typed in a field is its text.
        if ui.text_edit_focused() {
            return vec![Action::Keys(KeysAction::Cancel)];
        }
        return ui.input_mut(|input| recorded_keys(&mut input.events, input.modifiers.shift));
    }
    let typing = ui.text_edit_focused();
    let listing = panels::library::games::has_focus(ui);
    let steering = widgets::board::has_keyboard(ui) || widgets::has_arrow_keys(ui);
    // These keys press a button or switch reached with Tab.
    let pressing =
        !typing && !listing && !steering && ui.memory(|memory| memory.focused().is_some());
    let covered = model.dialog.is_some();
    let presents = model.view.presentation.is_some();
    let menu = Popup::is_any_open(ui.ctx());
    let choosing = widgets::board::has_chooser(ui);
    let mut wanted: Vec<Wanted> = model
        .settings
        .keys
        .all()
        .flat_map(|(command, all)| all.iter().map(move |&keys| (keys, command)))
        .filter_map(|(keys, command)| Some((keys, shortcut(keys)?, command)))
        .filter(|(keys, shortcut, _)| !(typing && belongs_to_text(*keys, *shortcut)))
        .filter(|(keys, ..)| !(listing && keys.walks() || steering && keys.steers()))
        .filter(|(keys, ..)| !(pressing && keys.presses()))
        .filter(|(keys, ..)| !menu || keys.ctrl || keys.alt)
        .filter(|(keys, ..)| !choosing || keys.ctrl || keys.alt || keys.key.len() > 1)
        .filter(|(.., command)| !presents || command.works_while_presenting())
        .filter(|(.., command)| !covered || command.works_in_dialogs())
        .map(|(keys, shortcut, command)| (shortcut, command, keys.is_arrow()))
        .collect();
    // Ctrl+Shift+C before Ctrl+C: egui lets the shorter one match the longer press.
    wanted.sort_by_key(|(s, ..)| {
        std::cmp::Reverse(u8::from(s.modifiers.shift) + u8::from(s.modifiers.alt))
    });
    let ways = Ways {
        // They move through an open drop-down list.
        swallows: !menu,
        // Text selected in a label takes precedence for copying.
        copies: !typing && !ui.plugin::<LabelSelectionState>().lock().has_selection(),
        types: !typing && !menu && !presents && !choosing && model.takes_typed_moves(),
    };
    let (actions, arrows) = ui.input_mut(|input| {
        pressed_copy(&mut input.events, input.modifiers.shift, ways.copies);
        taken(&mut input.events, &wanted, model, ways)
    });
    if arrows {
        // egui has seen them before the shortcuts and is about to move the focus.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    actions
}

/// Removes Enter from the events if it follows the last letter of a move that has been played, or any letter of a move
/// if a dialog is open, within the time that the rest of a move may take. It must not press the next button, nor answer
/// a dialog that opened by itself while the move was being typed, for example when a large file has been read.
pub(crate) fn drop_enter_of_move(ui: &Ui, model: &Model) {
    let dialog = model.dialog.is_some();
    let mut played = model.typed.entry().is_none();
    // When the last key was pressed if it was a letter of a move, s.
    let id = Id::unique("a letter of a move was the last key");
    let field = ui.text_edit_focused();
    let free = ui.memory(|memory| memory.focused().is_none());
    let before: Option<f64> = ui.data(|data| data.get_temp(id)).flatten();
    let now = ui.input(|input| input.time);
    let mut letter = before.filter(|pressed| 1000.0 * (now - pressed) < TAIL_MS as f64);
    ui.input_mut(|input| {
        input.events.retain(|event| match event {
            Event::Text(text) => {
                letter = (!field && text.chars().all(continues)).then_some(now);
                played = false;
                true
            }
            Event::Key { key, pressed: true, .. } => {
                let of_move = letter.take().is_some() && *key == Key::Enter;
                !(of_move && (dialog || played) && free)
            }
            Event::PointerButton { pressed: true, .. } => {
                letter = None;
                true
            }
            _ => true,
        });
    });
    if letter != before {
        ui.data_mut(|data| data.insert_temp(id, letter));
    }
}

/// Handles what is typed between a command that opens a text field and the frame in which the field has the focus: it
/// is kept for the field and has no other effect.
pub(crate) fn for_field(ui: &Ui, model: &Model) -> Vec<Action> {
    let Some(text) = model.typed.for_field() else { return Vec::new() };
    if !ui.text_edit_focused() {
        return ui.input_mut(|input| kept_for_field(&mut input.events));
    }
    // What was typed after Enter is for no field.
    let (text, enter) = match text.split_once('\n') {
        Some((text, _)) => (text, Some(press(Key::Enter, Modifiers::NONE))),
        None => (text, None),
    };
    let text = (!text.is_empty()).then(|| Event::Text(text.to_owned()));
    let typed = text.into_iter().chain(enter);
    ui.input_mut(|input| drop(input.events.splice(0..0, typed)));
    vec![Action::FieldFocused]
}

/// Removes keys and text from the events and keeps the text, and Enter as the end of a line.
fn kept_for_field(events: &mut Vec<Event>) -> Vec<Action> {
    let mut out = Vec::new();
    events.retain_mut(|event| match event {
        Event::Text(text) | Event::Paste(text) => {
            out.push(Action::TextForField(std::mem::take(text)));
            false
        }
        Event::Key { key: Key::Enter, pressed: true, .. } => {
            out.push(Action::TextForField("\n".to_owned()));
            false
        }
        Event::Key { pressed, .. } => !*pressed,
        _ => true,
    });
    out
}

/// If nothing has the focus, Tab goes to the board first; from there it moves on, and Shift+Tab to what comes before.
pub(crate) fn enter_board(ui: &Ui) {
    let free = ui.memory(|memory| memory.focused().is_none()) && !Popup::is_any_open(ui.ctx());
    let tab = |input: &InputState| {
        input.events.iter().any(|event| {
            matches!(event, Event::Key { key: Key::Tab, pressed: true, modifiers, .. } if !modifiers.any())
        })
    };
    if free && ui.input(tab) {
        // egui has seen the key and is about to give the focus to the first widget of the window.
        if let Some(cursor) = widgets::board::cursor_id(ui) {
            ui.memory_mut(|memory| {
                memory.move_focus(FocusDirection::None);
                memory.request_focus(cursor);
            });
        }
    }
}

/// Gives the keyboard to an open menu or dialog: a list or the board gives it up, and gets it back when that is closed,
/// so that Del means a game of the list again and not moves. egui lets arrow keys into a menu only if nothing else has
/// the focus.
pub(crate) fn lend_keyboard(ui: &Ui, model: &Model) {
    let lent = Id::unique("lent keyboard");
    if !Popup::is_any_open(ui.ctx()) && model.dialog.is_none() {
        if ui.memory(|memory| memory.top_modal_layer().is_some()) {
            // In the first frame without the dialog egui still takes the focus from everything else.
            return ui.request_repaint();
        }
        // Whatever had the focus there has disappeared with it; a field opened by it keeps the focus.
        if let Some(owner) = ui.data_mut(|data| data.remove_temp(lent).flatten())
            && !ui.text_edit_focused()
        {
            ui.memory_mut(|memory| memory.request_focus(owner));
        }
    } else if (panels::library::games::has_focus(ui) || widgets::board::has_keyboard(ui))
        && let Some(owner) = ui.memory(Memory::focused)
    {
        ui.memory_mut(|memory| memory.surrender_focus(owner));
        ui.data_mut(|data| data.insert_temp(lent, Some(owner)));
    }
}

/// A shortcut, its command, and whether it is an arrow key alone.
type Wanted = (KeyboardShortcut, UserCommand, bool);

/// How the keys of a frame are treated besides the shortcuts.
#[derive(Clone, Copy)]
struct Ways {
    /// Arrow keys are consumed even if their command is disabled.
    swallows: bool,
    /// The copy event that replaces Ctrl+C is treated as that key.
    copies: bool,
    /// Letters may be those of a move.
    types: bool,
}

/// A command that works while its key is held ends when none of its keys is down any more; a window that loses the
/// keyboard has none down.
pub(crate) fn released(ui: &Ui, model: &Model) -> Option<Action> {
    let held = model.held?;
    let keys = model.settings.keys.of(held.command).iter();
    let mut keys = keys.filter_map(|keys| Key::from_name(keys.key));
    let down = ui.input(|input| keys.any(|key| input.key_down(key)));
    (!down).then_some(Action::KeyUp)
}

fn press(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// Turns the copy event back into the key it came from: the window sees Ctrl+C and Ctrl+Shift+C only in this form.
fn pressed_copy(events: &mut [Event], shift: bool, copies: bool) {
    for event in events.iter_mut().filter(|event| copies && matches!(event, Event::Copy)) {
        *event = press(Key::C, Modifiers { shift, ..Modifiers::COMMAND | Modifiers::CTRL });
    }
}

/// The keys pressed as new keys for a command. Nothing else sees them.
fn recorded_keys(events: &mut Vec<Event>, shift: bool) -> Vec<Action> {
    let mut out = Vec::new();
    let clipboard = |key: &str| Keys::pressed(key, [true, shift, false]);
    events.retain(|event| {
        let keys = match event {
            Event::Key { key: Key::Escape, pressed: true, .. } => {
                out.push(Action::Keys(KeysAction::Cancel));
                return false;
            }
            Event::Key { key, modifiers, pressed: true, .. } => {
                let held = [modifiers.command || modifiers.ctrl, modifiers.shift, modifiers.alt];
                Keys::pressed(key.name(), held)
            }
            Event::Copy => clipboard("C"),
            Event::Cut => clipboard("X"),
            Event::Paste(_) => clipboard("V"),
            Event::Text(_) => return false,
            _ => return true,
        };
        out.push(Action::Keys(KeysAction::Pressed(keys)));
        false
    });
    out
}

/// Removes presses that are commands or letters of a move from the events, in order: several may come in one slow
/// frame, even the same key twice. Returns whether any arrow key was removed.
fn taken(
    events: &mut Vec<Event>,
    wanted: &[Wanted],
    model: &Model,
    ways: Ways,
) -> (Vec<Action>, bool) {
    let mut out: Vec<Action> = Vec::new();
    let mut arrows = false;
    let mut kept = Vec::with_capacity(events.len());
    let mut coming = std::mem::take(events).into_iter().peekable();
    while let Some(event) = coming.next() {
        let Event::Key { key, modifiers, pressed: true, repeat, .. } = &event else {
            kept.push(event);
            continue;
        };
        let hits = |shortcut: &KeyboardShortcut| {
            // egui lets Alt+F match F.
            let alt = !modifiers.alt || shortcut.modifiers.alt;
            // It lets Ctrl+Shift+Q match Ctrl+Q, too. A sign may need Shift.
            let letter = modifiers.command && key.name().len() == 1 && key.name() >= "A";
            let shift = !(letter && modifiers.shift) || shortcut.modifiers.shift;
            let exact = alt && shift && modifiers.matches_logically(shortcut.modifiers);
            shortcut.logical_key == *key && exact
        };
        // A command that is disabled now may be enabled by an earlier press; the update checks again. One that would be
        // refused says why, but Enter is left to the focused widget.
        let focused = *key == Key::Enter && !modifiers.any();
        let refuses = |command: UserCommand| !focused && command.refusal(model).is_some();
        let possible =
            |command: UserCommand| !out.is_empty() || command.is_enabled(model) || refuses(command);
        // egui lets Shift+Delete match Delete, too. If the command of the longer shortcut is disabled the shorter one's
        // must not replace it.
        let meant = wanted.iter().find(|(shortcut, ..)| hits(shortcut));
        let meant = meant.filter(|(_, command, _)| possible(*command));
        let open = model.typed.entry().is_some()
            || out.iter().any(|action| matches!(action, Action::Typed(..)));
        if ways.types
            && let Some(typed) = typed_key(*key, *modifiers, coming.peek(), open)
        {
            // A letter of a move counts even if it repeats.
            let of_move = matches!(typed, TypedKey::Char(letter) if begins(letter));
            if of_move || !flutters(*repeat, meant) {
                out.push(Action::Typed(typed, meant.map(|&(_, command, _)| command)));
            }
            continue;
        }
        if let Some(&(_, command, arrow)) = meant {
            arrows |= arrow;
            if flutters(*repeat, meant) {
                continue;
            }
            out.push(Action::Shortcut(command));
            if command.opens_field() {
                // The text of the press itself is not for the field.
                coming.next_if(|event| matches!(event, Event::Text(_)));
                let mut rest: Vec<Event> = coming.by_ref().collect();
                out.extend(kept_for_field(&mut rest));
                kept.extend(rest);
            }
            continue;
        }
        let plain = |(shortcut, _, arrow): &Wanted| *arrow && hits(shortcut) && !modifiers.any();
        if ways.swallows && wanted.iter().any(plain) {
            arrows = true;
        } else {
            kept.push(event);
        }
    }
    *events = kept;
    (out, arrows)
}

/// Whether a repeated key is ignored: a held key keeps stepping, but a switch would flicker.
fn flutters(repeat: bool, meant: Option<&Wanted>) -> bool {
    repeat && meant.is_some_and(|(_, command, _)| command.info().checked.is_some())
}

/// Whether the key writes or edits: it then belongs to a text field that has the focus.
fn belongs_to_text(keys: Keys, shortcut: KeyboardShortcut) -> bool {
    // egui names neither undo nor the keys that erase words, and Enter with any modifier ends a comment.
    let edits = match keys.key {
        "Z" | "Y" => keys.ctrl,
        "Delete" | "Backspace" | "Enter" => true,
        _ => false,
    };
    edits || keys.types_text() || shortcut.conflicts_with_text_editing()
}

/// Place of the tick before a name in a menu, points.
pub(super) const TICK: Vec2 = vec2(16.0, 16.0);

pub(crate) fn menu_entry(ui: &mut Ui, model: &Model, command: UserCommand, out: &mut Vec<Action>) {
    let info = command.info();
    if info.ruled {
        ui.separator();
    }
    let on = command.is_checked(model) == Some(true);
    let tick = if on { Icon::Check.glyph().to_string() } else { String::new() };
    let mut button = Button::new((tick.atom_size(TICK), info.name()));
    if let Some(keys) = command.keys_text(model) {
        button = button.shortcut_text(RichText::new(keys).monospace());
    }
    let refusal = command.refusal(model).unwrap_or(info.tooltip());
    let response = ui.add_enabled(command.is_enabled(model), button);
    let response = response.on_disabled_hover_text(refusal).on_hover_text(info.tooltip());
    let response = match command.is_checked(model) {
        Some(on) => {
            let enabled = command.is_enabled(model);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, on, info.name()));
            response
        }
        None => response.accessible_name(info.name()),
    };
    if response.clicked() {
        out.push(Action::Command(command));
        ui.close();
    }
}

/// The letter, digit or sign of a press, or the key that corrects or ends the input; a blank only if something is being
/// typed (`open`). `next`: the event after the press, which is its text.
pub(crate) fn typed_key(
    key: Key,
    modifiers: Modifiers,
    next: Option<&Event>,
    open: bool,
) -> Option<TypedKey> {
    if modifiers.ctrl || modifiers.command || modifiers.alt {
        return None;
    }
    match key {
        Key::Backspace if open => return Some(TypedKey::Backspace),
        Key::Enter if open => return Some(TypedKey::Enter),
        Key::Escape if open => return Some(TypedKey::Escape),
        _ => {}
    }
    let Some(Event::Text(text)) = next else { return None };
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_graphic() || letter == ' ' && open => {
            Some(TypedKey::Char(letter))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const WAYS: Ways = Ways { swallows: true, copies: true, types: false };

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
        let mut model = Model::new(tabia_app::window::settings::Settings::default());
        let pasted = Action::PasteText("1. e4 e5 2. Nf3".to_owned());
        tabia_app::update::update(&mut model, pasted, 0);
        tabia_app::update::update(&mut model, Action::Command(UserCommand::First), 0);
        let commands: Vec<UserCommand> = taken(&mut events, &wanted, &model, WAYS)
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
        let model = Model::new(tabia_app::window::settings::Settings::default());
        let command = UserCommand::Next;
        assert!(!command.is_enabled(&model));
        let keys = command.info().keys[0];
        assert!(keys.is_arrow());
        let wanted = [(shortcut(keys).unwrap(), command, true)];
        let right = press(Key::ArrowRight, Modifiers::NONE);
        let mut events = vec![right.clone(), press(Key::ArrowRight, Modifiers::ALT)];
        let (actions, arrows) = taken(&mut events, &wanted, &model, WAYS);
        assert!(actions.is_empty() && arrows);
        assert_eq!(events, [press(Key::ArrowRight, Modifiers::ALT)]);
        // An open drop-down list keeps it.
        let mut events = vec![right.clone()];
        assert!(!taken(&mut events, &wanted, &model, Ways { swallows: false, ..WAYS }).1);
        assert_eq!(events, [right]);
    }

    #[test]
    fn a_plain_key_is_none_with_alt_or_ctrl() {
        let model = Model::new(tabia_app::window::settings::Settings::default());
        let command = UserCommand::Flip;
        let wanted = [(shortcut(command.info().keys[0]).unwrap(), command, false)];
        for (held, given) in [(Modifiers::NONE, 1), (Modifiers::ALT, 0), (Modifiers::CTRL, 0)] {
            let mut events = vec![press(wanted[0].0.logical_key, held)];
            assert_eq!(taken(&mut events, &wanted, &model, WAYS).0.len(), given, "{held:?}");
        }
    }

    #[test]
    fn a_letter_with_ctrl_is_another_key_with_shift() {
        let model = Model::new(tabia_app::window::settings::Settings::default());
        let ctrl = Modifiers::COMMAND | Modifiers::CTRL;
        let given = |command: UserCommand, held: Modifiers| {
            let wanted = [(shortcut(command.info().keys[0]).unwrap(), command, false)];
            let mut events = vec![press(wanted[0].0.logical_key, held)];
            taken(&mut events, &wanted, &model, WAYS).0.len()
        };
        assert_eq!(given(UserCommand::Quit, ctrl), 1);
        assert_eq!(given(UserCommand::Quit, ctrl | Modifiers::SHIFT), 0);
        assert_eq!(given(UserCommand::Palette, ctrl), 1);
        assert_eq!(given(UserCommand::ZoomIn, ctrl | Modifiers::SHIFT), 1, "a sign needs Shift");
        assert_eq!(
            given(UserCommand::StudyWorkspace, ctrl | Modifiers::SHIFT),
            1,
            "so may a digit"
        );
    }

    #[test]
    fn enter_is_kept_for_a_field_with_the_text_before_it() {
        let text = |text: &str| Event::Text(text.to_owned());
        let enter = press(Key::Enter, Modifiers::NONE);
        let mut events = vec![press(Key::N, Modifiers::NONE), text("n"), enter];
        let kept = kept_for_field(&mut events);
        let kept: Vec<&str> = kept
            .iter()
            .map(|action| match action {
                Action::TextForField(text) => text.as_str(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!((kept, events), (vec!["n", "\n"], vec![]));
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

    #[test]
    fn a_held_key_steps_on_but_switches_once() {
        let mut model = Model::new(tabia_app::window::settings::Settings::default());
        let pasted = Action::PasteText("1. e4 e5 2. Nf3".to_owned());
        tabia_app::update::update(&mut model, pasted, 0);
        tabia_app::update::update(&mut model, Action::Command(UserCommand::First), 0);
        let wanted: Vec<Wanted> = [UserCommand::Threat, UserCommand::Next]
            .into_iter()
            .map(|command| (shortcut(command.info().keys[0]).unwrap(), command, false))
            .collect();
        for ways in [WAYS, Ways { types: true, ..WAYS }] {
            for (at, count) in [(0, 1), (1, 3)] {
                let key = wanted[at].0.logical_key;
                let again = Event::Key {
                    key,
                    physical_key: None,
                    pressed: true,
                    repeat: true,
                    modifiers: Modifiers::NONE,
                };
                let mut events = vec![press(key, Modifiers::NONE), again.clone(), again];
                let (actions, _) = taken(&mut events, &wanted, &model, ways);
                assert_eq!(actions.len(), count, "{key:?}");
                assert!(events.is_empty());
            }
        }
    }

    #[test]
    fn letters_with_their_text_are_typed_and_know_their_command() {
        let model = Model::new(tabia_app::window::settings::Settings::default());
        let flip = (shortcut(Keys::plain("F")).unwrap(), UserCommand::Flip, false);
        let text = Event::Text("f".to_owned());
        let f = || vec![press(Key::F, Modifiers::NONE), Event::Text("f".to_owned())];
        let types = Ways { types: true, ..WAYS };
        let mut events = f();
        let (actions, _) = taken(&mut events, &[flip], &model, types);
        let typed = TypedKey::Char('f');
        assert!(
            matches!(actions[..], [Action::Typed(key, Some(UserCommand::Flip))] if key == typed)
        );
        assert_eq!(events, [text]);
        let (actions, _) = taken(&mut f(), &[flip], &model, WAYS);
        assert!(matches!(actions[..], [Action::Shortcut(UserCommand::Flip)]));
        // Enter ends what was begun in the same frame.
        let mut events = f();
        events.push(press(Key::Enter, Modifiers::NONE));
        let (actions, _) = taken(&mut events, &[flip], &model, types);
        assert!(matches!(actions[1..], [Action::Typed(TypedKey::Enter, None)]));
    }

    #[test]
    fn the_order_to_copy_is_the_key_it_came_from() {
        for (shift, keys) in [(false, Keys::ctrl("C")), (true, Keys::ctrl_shift("C"))] {
            let mut events = vec![Event::Copy];
            pressed_copy(&mut events, shift, false);
            assert_eq!(events, [Event::Copy], "a text is marked");
            pressed_copy(&mut events, shift, true);
            let command = if shift { UserCommand::CopyPgn } else { UserCommand::CopyFen };
            let wanted = [(shortcut(keys).unwrap(), command, false)];
            let model = Model::new(tabia_app::window::settings::Settings::default());
            let (actions, _) = taken(&mut events, &wanted, &model, WAYS);
            assert!(matches!(actions[..], [Action::Shortcut(given)] if given == command));
        }
    }

    #[test]
    fn while_keys_are_recorded_all_of_them_are() {
        let shift = Modifiers::SHIFT;
        let mut events = vec![
            press(Key::F, Modifiers::COMMAND),
            press(Key::Questionmark, shift),
            Event::Text("?".to_owned()),
            Event::Copy,
            press(Key::Tab, Modifiers::NONE),
            press(Key::Escape, Modifiers::NONE),
        ];
        let recorded_keys: Vec<KeysAction> = recorded_keys(&mut events, false)
            .into_iter()
            .map(|action| match action {
                Action::Keys(action) => action,
                other => panic!("{other:?}"),
            })
            .collect();
        let pressed = |keys| KeysAction::Pressed(Some(keys));
        assert_eq!(
            recorded_keys,
            [
                pressed(Keys::ctrl("F")),
                pressed(Keys::plain("Questionmark")),
                pressed(Keys::ctrl("C")),
                KeysAction::Pressed(None),
                KeysAction::Cancel,
            ]
        );
        assert!(events.is_empty());
    }

    #[test]
    fn every_key_a_command_can_have_is_one_egui_knows_by_that_name() {
        for name in Keys::names() {
            let key = Key::from_name(name).unwrap_or_else(|| panic!("{name} is no key"));
            assert_eq!(Keys::pressed(key.name(), [false; 3]), Some(Keys::plain(name)));
        }
    }

    #[test]
    fn letters_are_what_the_keyboard_makes_of_a_press() {
        let text = |text: &str| Event::Text(text.to_owned());
        let none = Modifiers::NONE;
        let letter = |letter| Some(TypedKey::Char(letter));
        assert_eq!(typed_key(Key::N, Modifiers::SHIFT, Some(&text("N")), false), letter('N'));
        assert_eq!(typed_key(Key::Num7, Modifiers::SHIFT, Some(&text("=")), false), letter('='));
        assert_eq!(typed_key(Key::N, none, None, false), None, "a press without a text");
        assert_eq!(typed_key(Key::N, Modifiers::CTRL, Some(&text("n")), false), None);
        assert_eq!(typed_key(Key::Space, none, Some(&text(" ")), false), None);
        assert_eq!(typed_key(Key::Space, none, Some(&text(" ")), true), letter(' '));
        assert_eq!(typed_key(Key::Enter, none, None, false), None);
        assert_eq!(typed_key(Key::Enter, none, None, true), Some(TypedKey::Enter));
    }
}

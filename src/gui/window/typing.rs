//! Keys as moves are typed with them: which presses of a frame go to the model as letters instead of as shortcuts.

use eframe::egui::{Event, Key, Modifiers};

use tabia_app::game::typed::TypedKey;

/// The letter, figure or sign a press gives, or the key that mends and ends what is typed. `next`: the event behind
/// the press, which is its text. `open`: something is being typed.
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
        (Some(letter), None) if letter.is_ascii_graphic() => Some(TypedKey::Char(letter)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_what_the_keyboard_makes_of_a_press() {
        let text = |text: &str| Event::Text(text.to_owned());
        let none = Modifiers::NONE;
        let letter = |letter| Some(TypedKey::Char(letter));
        assert_eq!(typed_key(Key::N, Modifiers::SHIFT, Some(&text("N")), false), letter('N'));
        assert_eq!(typed_key(Key::Num7, Modifiers::SHIFT, Some(&text("=")), false), letter('='));
        assert_eq!(typed_key(Key::N, none, None, false), None, "a press without a text");
        assert_eq!(typed_key(Key::N, Modifiers::CTRL, Some(&text("n")), false), None);
        assert_eq!(typed_key(Key::Space, none, Some(&text(" ")), true), None);
        assert_eq!(typed_key(Key::Enter, none, None, false), None);
        assert_eq!(typed_key(Key::Enter, none, None, true), Some(TypedKey::Enter));
    }
}

//! Text from outside made fit to be printed on a terminal or drawn: names of engines and files, tags, comments, what
//! engines say. A terminal obeys control characters (`ESC ]`, C1), and marks of direction turn around what stands
//! beside them. Each is shown as U+FFFD, so that it is seen that something was there. What is kept in files is left
//! as it is.
//!
//! ```
//! use tabia_games::printable;
//! assert_eq!(printable::line("Bad\u{1b}[31m \u{202e}eman\tx\n"), "Bad\u{fffd}[31m \u{fffd}eman x ");
//! assert_eq!(printable::lines("one\r\ntwo\u{9b}2J"), "one\ntwo\u{fffd}2J");
//! assert_eq!(printable::line("Ľubomír Kaválek"), "Ľubomír Kaválek");
//! assert!(matches!(printable::lines("one\n\ttwo\n"), std::borrow::Cow::Borrowed(_)), "nothing to change");
//! ```

use std::borrow::Cow;

/// Whether a character does something beside standing there: control characters (C0, DEL, C1), separators of lines
/// and paragraphs, and the marks of direction (Unicode's property `Bidi_Control`).
pub fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// A text on one line: line ends and tabs are spaces.
pub fn line(text: &str) -> Cow<'_, str> {
    cleaned(
        text,
        |c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { char::REPLACEMENT_CHARACTER },
    )
}

/// A text of several lines, which stay, and so do tabs.
pub fn lines(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        return Cow::Owned(lines(&text.replace("\r\n", "\n").replace('\r', "\n")).into_owned());
    }
    cleaned(text, |c| if matches!(c, '\n' | '\t') { c } else { char::REPLACEMENT_CHARACTER })
}

fn cleaned(text: &str, shown: impl Fn(char) -> char) -> Cow<'_, str> {
    if !text.contains(|c| is_active(c) && shown(c) != c) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if is_active(c) { shown(c) } else { c }).collect())
}

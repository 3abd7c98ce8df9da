//! Makes foreign text safe to print on a terminal or to draw: names of engines and files, tags, comments, engine
//! output. A terminal interprets control characters (`ESC ]`, C1), and bidirectional marks reorder the text around
//! them. Each is replaced by U+FFFD, so that its presence is visible. Text stored in files is not changed.
//!
//! ```
//! use tabia_games::printable;
//! assert_eq!(printable::line("Bad\u{1b}[31m \u{202e}eman\tx\n"), "Bad\u{fffd}[31m \u{fffd}eman x ");
//! assert_eq!(printable::lines("one\r\ntwo\u{9b}2J"), "one\ntwo\u{fffd}2J");
//! assert_eq!(printable::line("Ľubomír Kaválek"), "Ľubomír Kaválek");
//! assert_eq!(printable::file_name("../Zürich (1953).a"), "_._Zürich (1953).a");
//! assert!(printable::file_name(&"\u{20000}".repeat(99)).len() + ".log.txt".len() <= 255);
//! assert!(matches!(printable::lines("one\n\ttwo\n"), std::borrow::Cow::Borrowed(_)), "nothing to change");
//! ```

use std::borrow::Cow;

/// Whether a character has an effect besides being displayed: control characters (C0, DEL, C1), line and paragraph
/// separators, and bidirectional marks (Unicode's property `Bidi_Control`).
pub fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// A text on one line: line ends and tabs become spaces.
pub fn line(text: &str) -> Cow<'_, str> {
    cleaned(
        text,
        |c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { char::REPLACEMENT_CHARACTER },
    )
}

/// Maximum number of characters of [`file_name`], each of up to four bytes: systems take 255 bytes with the extension.
const MAX_FILE_NAME: usize = 60;

/// A text as the name of a file, without its extension: whatever a system may take for something else becomes `_`, such
/// as a dot at the beginning, which hides the file.
pub fn file_name(text: &str) -> String {
    let safe = |(at, c): (usize, char)| {
        let kept = c.is_alphanumeric() || " -_,()".contains(c) || c == '.' && at > 0;
        if kept { c } else { '_' }
    };
    text.char_indices().map(safe).take(MAX_FILE_NAME).collect()
}

/// A text of several lines; line ends and tabs stay.
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

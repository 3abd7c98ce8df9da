//! The meaning of single words, tags and blanks of a PGN text, in all their spellings.

use std::borrow::Cow;

use tabia_chess::{Board, FenError};
use tabia_text::t;

use super::annotation::Nag;
use super::result::GameResult;

/// Whether a byte is white space or a control character.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | 127)
}

/// Number of bytes of a non-ASCII blank that begins here, such as a byte order mark or a no-break space.
#[cold]
pub(super) fn high_blank(rest: &[u8]) -> usize {
    match rest {
        // A no-break space in Latin-1; here begins a character, so it is not the last byte of one.
        [0xA0, ..] => 1,
        // Other control characters are not: written in UTF-8, bytes without a meaning in Windows-1252 become these.
        [0xC2, 0x85 | 0xA0, ..] => 2,
        [0xEF, 0xBB, 0xBF, ..]
        | [0xE2, 0x80, 0x80..=0x8F | 0xA8..=0xAF, ..]
        | [0xE2, 0x81, 0x9F | 0xA0, ..]
        | [0xE3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// Number of bytes of the character here: that of UTF-8 if it is valid, else one byte of Windows-1252.
#[cold]
pub(super) fn high_length(rest: &[u8]) -> usize {
    let length = match rest.first() {
        Some(0xC2..=0xDF) => 2,
        Some(0xE0..=0xEF) => 3,
        Some(0xF0..=0xF4) => 4,
        _ => 1,
    };
    let valid = rest.get(..length).is_some_and(|bytes| str::from_utf8(bytes).is_ok());
    if valid { length } else { 1 }
}

/// Whether a byte ends a line.
pub(super) fn ends_line(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Whether a line begins with this byte, or with a byte order mark before it.
pub(super) fn begins_line(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..at];
    let before = before.strip_suffix(b"\xEF\xBB\xBF").unwrap_or(before);
    before.last().is_none_or(|&byte| ends_line(byte))
}

/// The beginning of the line, if there are only blanks between it and this byte.
pub(super) fn blank_line_begin(bytes: &[u8], at: usize) -> Option<usize> {
    let perhaps_blank = |byte: &&u8| !ends_line(**byte) && (is_blank(**byte) || !byte.is_ascii());
    let begin = at - bytes[..at].iter().rev().take_while(perhaps_blank).count();
    let mut from = begin;
    while from < at {
        let blank = if is_blank(bytes[from]) { 1 } else { high_blank(&bytes[from..]) };
        if blank == 0 {
            return None;
        }
        from += blank;
    }
    begins_line(bytes, begin).then_some(begin)
}

/// A tag as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadTag<'a> {
    pub(super) name: String,
    pub(super) value: String,
    /// A problem of the value.
    pub(super) odd: Option<&'static str>,
    /// The text behind the value that is not part of it.
    pub(super) rest: &'a str,
}

/// Reads a tag, with or without quotes.
pub(super) fn read_tag(inside: &str) -> Option<ReadTag<'_>> {
    let inside = inside.trim();
    let end = inside.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(inside.len());
    let (name, value) = inside.split_at(end);
    let legal = |c: char| c.is_alphanumeric() || "_+#=:-".contains(c);
    if name.is_empty() || !name.chars().all(legal) {
        return None;
    }
    let name = name.to_owned();
    let value = value.trim();
    let Some(quoted) = value.strip_prefix('"') else {
        let odd = Some(t!("error-pgn-quotes"));
        return Some(ReadTag { name, value: plain(value), odd, rest: "" });
    };
    let (inner, odd, rest) = match closing_quote(quoted) {
        Some(end) if end + 1 == quoted.len() => (&quoted[..end], None, ""),
        Some(end) => {
            let odd = Some(t!("error-pgn-after-quote"));
            // A quote inside the value: if there is another one at the end, that one closes it.
            match quoted.strip_suffix('"') {
                Some(inner) => (inner, odd, ""),
                None => (&quoted[..end], odd, quoted[end + 1..].trim_start()),
            }
        }
        None => (quoted, Some(t!("error-pgn-closing-quote")), ""),
    };
    let broken = inner.contains(['\n', '\r']).then(|| t!("error-pgn-one-line"));
    Some(ReadTag { name, value: plain(inner), odd: odd.or(broken), rest })
}

/// The quote that ends a value.
fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// A value on one line, with escaped quotes and backslashes decoded.
fn plain(text: &str) -> String {
    if !text.contains(['\\', '\n', '\r']) {
        return text.to_owned();
    }
    let mut clean = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let kept = match c {
            '\\' => chars.next_if(|next| matches!(next, '"' | '\\')).unwrap_or(c),
            c => c,
        };
        clean.push(if matches!(kept, '\n' | '\r') { ' ' } else { kept });
    }
    clean
}

/// The result of a word, in UTF-8 or Latin-1.
pub(crate) fn result(word: &[u8]) -> Option<GameResult> {
    Some(match word {
        b"1-0" | b"1:0" | b"1\xE2\x80\x930" | b"1\x960" => GameResult::White,
        b"0-1" | b"0:1" | b"0\xE2\x80\x931" | b"0\x961" => GameResult::Black,
        b"1/2-1/2"
        | b"1/2"
        | b"\xC2\xBD-\xC2\xBD"
        | b"\xC2\xBD"
        | b"\xBD-\xBD"
        | b"\xBD"
        | b"1/2\xE2\x80\x931/2"
        | b"\xC2\xBD\xE2\x80\x93\xC2\xBD" => GameResult::Draw,
        b"*" => GameResult::Open,
        _ => return None,
    })
}

/// A word without a leading move number without dots (`12`) and without leading dots (`…e5`, `...e5`).
pub(super) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if rest.is_empty() || rest.starts_with(['.', '\u{2026}']) { rest } else { word };
    rest.trim_start_matches(['.', '\u{2026}']).trim_end_matches('\u{2026}')
}

/// The glyph of a sign that assesses a position, or a move that is new or the only one; written in place of a move or
/// joined to one.
pub(super) fn position_sign(word: &str) -> Option<Nag> {
    Some(Nag(match word {
        "=" => 10,
        "+=" | "+/=" | "\u{2a72}" => 14,
        "=+" | "=/+" | "\u{2a71}" => 15,
        "+/-" | "\u{b1}" => 16,
        "-/+" | "\u{2213}" => 17,
        "+-" | "+\u{2212}" => 18,
        "-+" | "\u{2212}+" => 19,
        "\u{221e}" | "inf" => 13,
        "\u{25a1}" => 7,
        "N" => 146,
        "RR" => 145,
        "D" => 220,
        _ => return None,
    }))
}

/// A word without the signs joined to it, and these signs in their order: `Qh7!+` is `Qh7`, `!` and `+`. Check signs
/// directly behind the move belong to it.
pub(super) fn split_signs(word: &str) -> (&str, Vec<&str>) {
    let (mut bare, mut signs) = (word, Vec::new());
    while let Some(at) = last_sign(bare) {
        signs.insert(0, &bare[at..]);
        bare = &bare[..at];
    }
    (bare, signs)
}

/// The first byte of the sign at the end of a word.
fn last_sign(word: &str) -> Option<usize> {
    // Most moves end with a square and have no sign.
    if word.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let without = |signs: &[char]| word.trim_end_matches(signs);
    if without(&['!', '?']).len() < word.len() {
        return Some(without(&['!', '?']).len());
    }
    if is_null_move(word) {
        return None;
    }
    // The longest sign, so `+-` is no check sign.
    let ends = word.char_indices().rev().take(3).map(|(at, _)| at);
    let known = ends.filter(|&at| position_sign(&word[at..]).is_some() && may_follow(word, at));
    if let Some(at) = known.last() {
        return Some(at);
    }
    let bare = without(&['+', '#']);
    if bare.len() < word.len() {
        return last_sign(bare).map(|_| bare.len());
    }
    // No sign, but the reader of the move would drop it; behind a promotion without its piece, rightly.
    let bare = without(&['-', '/', '=']);
    let joined = !matches!(&word[bare.len()..], "" | "=");
    (joined && bare.ends_with(char::is_alphanumeric)).then_some(bare.len())
}

/// Whether the text from this byte on can be a sign: letters only behind a square, and neither they nor `=` where a
/// piece of promotion belongs.
fn may_follow(word: &str, at: usize) -> bool {
    let (before, sign) = word.split_at(at);
    let letters = sign.starts_with(char::is_alphabetic);
    if before.is_empty() || !letters && sign != "=" {
        return true;
    }
    let mv = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let promotes = mv.starts_with(|c| matches!(c, 'a'..='h')) && mv.ends_with(['1', '8']);
    !promotes && (!letters || mv.ends_with(|c: char| c.is_ascii_digit()))
}

pub(super) fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "null" | "NULL" | "@@@@" | "0000" | "pass" | "<>" | "\u{2014}")
}

/// Whether a variant name means standard chess or Chess960.
pub(super) fn is_our_chess(variant: &str) -> bool {
    let name: String = variant.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    matches!(
        name.as_str(),
        "" | "standard"
            | "chess"
            | "normal"
            | "regular"
            | "fromposition"
            | "chess960"
            | "fischerandom"
            | "fischerrandom"
            | "960"
            | "frc"
            | "dfrc"
            | "double960"
    )
}

/// The beginning of a text, for messages.
pub(super) fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 30;
    let mut short: String =
        text.chars().take(MAX_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MAX_CHARS).is_some() {
        short.push('\u{2026}');
    }
    short
}

/// 0x80 to 0x9F in Windows-1252; the rest is as in Latin-1. Source: the WHATWG Encoding Standard.
const UPPER: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2C6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}', '\u{17E}', '\u{178}',
];

/// A byte as Windows-1252, the superset of Latin-1 that old PGN files are in.
fn of_windows_1252(byte: u8) -> char {
    if let 0x80..=0x9F = byte { UPPER[usize::from(byte - 0x80)] } else { char::from(byte) }
}

/// A character in Windows-1252, if it has one.
pub(super) fn windows_1252(c: char) -> Option<u8> {
    match c {
        '\0'..='\x7F' | '\u{A0}'..='\u{FF}' => u8::try_from(u32::from(c)).ok(),
        _ => UPPER.iter().position(|&upper| upper == c).map(|at| 0x80 + at as u8),
    }
}

/// Decodes bytes as UTF-8, else Windows-1252. If most characters are UTF-8, only the invalid bytes are read as
/// Windows-1252.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let (mut multi, mut invalid, mut mixed) = (0, 0, String::with_capacity(bytes.len()));
    for piece in bytes.utf8_chunks() {
        multi += piece.valid().bytes().filter(|&byte| byte >= 0xC0).count();
        invalid += piece.invalid().len();
        mixed += piece.valid();
        mixed.extend(piece.invalid().iter().map(|&byte| of_windows_1252(byte)));
    }
    if multi > 0 && multi >= invalid {
        return Cow::Owned(mixed);
    }
    Cow::Owned(bytes.iter().map(|&byte| of_windows_1252(byte)).collect())
}

/// Text of some lines, each decoded by [`decode`], with line feeds at their ends.
pub(super) fn decode_lines(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        text += &decode(line);
    }
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// The repaired start position of an invalid FEN, if there is one.
pub(super) fn mended_start(error: &FenError) -> Option<Board> {
    error.repair().and_then(|fen| Board::from_fen(&fen).ok())
}

/// The start position of a FEN tag, repaired if necessary.
pub(super) fn start_of(fen: &str) -> Option<Board> {
    Board::from_fen(fen.trim()).map_or_else(|error| mended_start(&error), Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_people_write_them() {
        let read = |inside| {
            let ReadTag { name, value, odd, rest } = read_tag(inside)?;
            assert_eq!(rest, if inside.ends_with("junk") { "junk" } else { "" });
            Some((name + "=" + &value, odd.is_some()))
        };
        for (inside, pair, odd) in [
            (r#"White "Morphy""#, "White=Morphy", false),
            (r#"White "a \"b\" \\ c\d""#, r#"White=a "b" \ c\d"#, false),
            (r#"Site "Some " else""#, "Site=Some \" else", true),
            (r#"Site "x" junk"#, "Site=x", true),
            (r#"White "Anand"#, "White=Anand", true),
            ("Black B", "Black=B", true),
            ("Site", "Site=", true),
            ("Site \"a\nb\"", "Site=a b", true),
        ] {
            assert_eq!(read(inside), Some((pair.to_owned(), odd)), "{inside}");
        }
        assert_eq!(read("\"Somewhere\""), None);
        assert_eq!(read("%~<|> \"x\""), None);
    }

    #[test]
    fn text_is_utf8_or_windows_1252() {
        assert_eq!(decode("R\u{e9}ti".as_bytes()), "R\u{e9}ti");
        assert_eq!(decode(b"R\xE9ti \x96 \xBD"), "R\u{e9}ti \u{2013} \u{bd}");
    }
}

//! What single words and tags of a PGN text mean, in all the ways they are written.

use super::nag::Nag;

/// Name and value of a tag, with or without quotes.
pub(super) fn read_tag(inside: &str) -> Option<(String, String)> {
    let inside = inside.trim();
    let end = inside.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(inside.len());
    let (name, value) = inside.split_at(end);
    let legal = |c: char| c.is_alphanumeric() || "_+#=:-".contains(c);
    if name.is_empty() || !name.chars().all(legal) {
        return None;
    }
    let value = value.trim();
    let mut clean = String::with_capacity(value.len());
    let quoted = value.strip_prefix('"');
    let mut chars = quoted.unwrap_or(value).chars();
    while let Some(c) = chars.next() {
        let kept = match c {
            '"' if quoted.is_some() => break,
            '\\' => chars.next().unwrap_or(c),
            c => c,
        };
        clean.push(if kept.is_control() { ' ' } else { kept });
    }
    Some((name.to_owned(), clean))
}

/// The result a word stands for.
pub(super) fn result(word: &str) -> Option<&'static str> {
    Some(match word {
        "1-0" | "1:0" | "1\u{2013}0" => "1-0",
        "0-1" | "0:1" | "0\u{2013}1" => "0-1",
        "1/2-1/2"
        | "1/2"
        | "\u{bd}-\u{bd}"
        | "\u{bd}"
        | "1/2\u{2013}1/2"
        | "\u{bd}\u{2013}\u{bd}" => "1/2-1/2",
        "*" => "*",
        _ => return None,
    })
}

/// A word without the move number in front: `12.e4`, `12...`, `12`, `…e5`.
pub(super) fn without_number(word: &str) -> &str {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let rest = &word[digits..];
    let dots = |c| c == '.' || c == '\u{2026}';
    if rest.is_empty() || rest.starts_with(dots) { rest.trim_start_matches(dots) } else { word }
}

/// Signs that judge a position and stand where a move could.
pub(super) fn position_sign(word: &str) -> Option<Nag> {
    Some(Nag(match word {
        "=" => 10,
        "+=" | "+/=" | "\u{2a72}" => 14,
        "=+" | "=/+" | "\u{2a71}" => 15,
        "+/-" | "\u{b1}" => 16,
        "-/+" | "\u{2213}" => 17,
        "+-" | "+\u{2212}" => 18,
        "-+" | "\u{2212}+" => 19,
        "\u{221e}" => 13,
        "N" => 146,
        _ => return None,
    }))
}

pub(super) fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "null" | "NULL" | "@@@@" | "0000" | "pass" | "<>")
}

/// Names under which standard chess and Chess960 go.
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
    const MOST: usize = 30;
    let mut short: String =
        text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('\u{2026}');
    }
    short
}

//! Where a comment in braces ends. The standard says "at the first closing brace", people nest braces, and
//! some forget to close them at all; none of it may swallow the games that follow.

use super::pgn_words::blank_line_begin;

/// How far a nested comment is followed, bytes, before the first closing brace is taken after all.
const NESTED: usize = 4096;

/// A comment as it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Braces {
    /// The byte after its text.
    pub(super) inside_end: usize,
    /// The byte after the comment.
    pub(super) next: usize,
    /// Whether it was closed.
    pub(super) closed: bool,
    /// With more text behind the last byte it might end elsewhere.
    pub(super) hit_end: bool,
    /// It has braces inside that were followed and balance nowhere.
    pub(super) unbalanced: bool,
}

/// The comment whose opening brace stands at `at`.
///
/// With no brace inside it ends at the first closing brace. With braces inside, it ends where they balance,
/// if they do within this game; in a text that follows the standard they never do, and then the first
/// closing brace counts, as it always does unless braces are to `nest`. A comment that is never closed ends where
/// the next game begins.
pub(super) fn brace_comment(bytes: &[u8], at: usize, nest: bool) -> Braces {
    let (mut depth, mut first_close) = (1_usize, None);
    let mut end = bytes.len();
    for (i, &byte) in bytes.iter().enumerate().skip(at + 1) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 || !nest {
                    return ended(i, i + 1, true);
                }
                first_close = first_close.or(Some(i));
            }
            b'[' if game_begins(bytes, i) => {
                end = i;
                break;
            }
            _ => {}
        }
        if first_close.is_some() && i - at > NESTED {
            end = i;
            break;
        }
    }
    let hit_end = end == bytes.len();
    match first_close {
        Some(close) => Braces { hit_end, unbalanced: true, ..ended(close, close + 1, true) },
        // Whether a tag at the very end is one cannot be told yet either.
        None => Braces { hit_end, ..ended(end, end, false) },
    }
}

const fn ended(inside_end: usize, next: usize, closed: bool) -> Braces {
    Braces { inside_end, next, closed, hit_end: false, unbalanced: false }
}

/// Whether the bracket here is that of a tag such as `[Event "x"` after an empty line.
fn game_begins(bytes: &[u8], at: usize) -> bool {
    let (line, blank) =
        (|b: &&u8| **b == b'\n' || **b == b'\r', |b: &&u8| **b == b' ' || **b == b'\t');
    let Some(begin) = blank_line_begin(bytes, at) else { return false };
    let mut before = bytes[..begin].iter().rev().peekable();
    let Some(&end) = before.next_if(line) else { return false };
    if end == b'\n' {
        before.next_if(|b| **b == b'\r');
    }
    while before.next_if(blank).is_some() {}
    if before.next_if(line).is_none() {
        return false;
    }
    let mut after = bytes[at + 1..].iter().take(80).peekable();
    let mut letters = 0;
    while after.next_if(|b| b.is_ascii_alphanumeric() || **b == b'_').is_some() {
        letters += 1;
    }
    while after.next_if(blank).is_some() {}
    letters > 0 && after.next() == Some(&b'"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(text: &str) -> (&str, bool) {
        let found = brace_comment(text.as_bytes(), 0, true);
        (&text[1..found.inside_end], found.closed)
    }

    #[test]
    fn braces_that_are_not_to_nest_end_at_the_first_closing_one() {
        let text = b"{a {b} c}";
        assert_eq!(brace_comment(text, 0, false), ended(5, 6, true));
        assert_eq!(brace_comment(text, 0, true), ended(8, 9, true));
        assert!(brace_comment(b"{a {b} c", 0, true).unbalanced);
    }

    #[test]
    fn the_first_brace_closes_unless_they_are_nested() {
        assert_eq!(inside("{a} b}"), ("a", true));
        assert_eq!(inside("{a {b} c} d}"), ("a {b} c", true));
        assert_eq!(inside("{a {b} e5 {c} Nf3"), ("a {b", true), "balanced nowhere");
        assert_eq!(inside("{a {b}\n\n[Event \"x\"]\n{c}} *"), ("a {b", true), "not in this game");
    }

    #[test]
    fn an_open_comment_ends_with_its_game() {
        assert_eq!(inside("{a\n\n[Event \"x\"]\n"), ("a\n\n", false));
        assert_eq!(inside("{a\r\n \r\n[Event \"x\"]\r\n"), ("a\r\n \r\n", false));
        assert_eq!(inside("{a\n[Event \"x\"] }"), ("a\n[Event \"x\"] ", true), "no empty line");
        assert_eq!(inside("{a\n\n[%clk 1] }"), ("a\n\n[%clk 1] ", true));
        assert_eq!(inside("{a"), ("a", false));
        assert_eq!(inside("{"), ("", false));
    }
}

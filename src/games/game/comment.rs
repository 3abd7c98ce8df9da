//! Comments of a PGN text, between `{` and `}`: words, and commands such as `[%clk 0:05:00]`. Reads and writes
//! `[%clk]`, `[%emt]`, `[%eval]`, `[%cal]`, `[%csl]` and Tabia's own `[%best]`; every other command stays part of the
//! words, as does one whose value could not be written back unchanged (a fourth decimal, a second clock). What engines write in the games of their
//! matches (`+0.35/12 0.30s`) is read for a whole game, see `engine_comment`.
//!
//! ```
//! use tabia_games::game::comment;
//! let notes = comment::parse("[%eval -0.32,18] solid [%clk 1:02:03]");
//! assert_eq!(notes.comment, "solid");
//! assert_eq!(notes.clock_ms, Some(3_723_000));
//! assert_eq!(comment::render(&notes), "[%eval -0.32,18] [%clk 1:02:03] solid");
//! ```

use std::borrow::Cow;

use super::annotation::{BestMove, EvalValue, NodeEval, Shape};
use super::saved::{parse_shape, shape_text};
use super::tree::Notes;

/// What other programs write where a diagram is to be printed.
const DIAGRAM: &str = "[#]";

/// Maximum number of passes that look for commands; only artificial texts need more.
const MAX_PASSES: usize = 4;

/// Parses a comment. Fills only the fields a comment can have, not `lead` and `nags`. The remaining words contain no
/// readable command, unless it contradicts an earlier one.
pub fn parse(text: &str) -> Notes {
    let mut notes = Notes::default();
    let mut words = text.to_owned();
    for _ in 0..MAX_PASSES {
        // Removing a command can join the halves of another one.
        let (rest, found) = without_commands(&words, &mut notes);
        words = rest;
        if !found {
            notes.comment = tidy(&words);
            return notes;
        }
    }
    notes.comment = tidy(&words.replace("[%", "[ %"));
    notes
}

/// Reads the commands of a text. Returns the rest, and whether there was any.
fn without_commands(text: &str, notes: &mut Notes) -> (String, bool) {
    let (mut words, mut rest, mut found) = (String::new(), text, false);
    while let Some(begin) = rest.find("[%") {
        let (before, from) = rest.split_at(begin);
        words.push_str(before);
        let Some(end) = from.find(']') else {
            rest = from;
            break;
        };
        // The last opening before the closing bracket is the one it closes.
        let open = from[..end].rfind("[%").unwrap_or(0);
        words.push_str(&from[..open]);
        let (command, after) = from[open..].split_at(end + 1 - open);
        if read_command(&command[2..command.len() - 1], notes) {
            words.push(' ');
            found = true;
        } else {
            words.push_str(command);
        }
        rest = after;
    }
    words.push_str(rest);
    (words, found)
}

/// The words of a comment for display: without the remaining commands, which are kept for other programs, and without
/// the sign of a diagram. A known command among them is words: the user has typed it, or it contradicts another one.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains("[%") && !text.contains(DIAGRAM) {
        return Cow::Borrowed(text);
    }
    let (mut words, mut rest) = (String::new(), text);
    while let Some(begin) = rest.find("[%") {
        let Some(end) = rest[begin..].find(']').map(|end| begin + end) else { break };
        words.push_str(&rest[..begin]);
        if read_command(&rest[begin + 2..end], &mut Notes::default()) {
            words.push_str(&rest[begin..=end]);
        } else {
            words.push(' ');
        }
        rest = &rest[end + 1..];
    }
    words.push_str(rest);
    Cow::Owned(tidy(&words.replace(DIAGRAM, " ")))
}

/// Single spaces between words and none around them: line breaks in a PGN text mean nothing. Spaces that a writer chose,
/// such as no-break ones, stay.
pub fn tidy(text: &str) -> String {
    text.trim().split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads one command. Returns whether it is known and readable.
fn read_command(command: &str, notes: &mut Notes) -> bool {
    let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let value = value.trim();
    match name {
        "clk" => put(&mut notes.clock_ms, parse_clock(value)),
        "emt" => put(&mut notes.elapsed_ms, parse_clock(value)),
        "eval" => put(&mut notes.eval, parse_eval(value)),
        "best" => put(&mut notes.best, parse_best(value)),
        "cal" | "csl" => {
            let fits = |shape: &Shape| matches!(shape, Shape::Arrow { .. }) == (name == "cal");
            let shapes: Option<Vec<Shape>> =
                value.split(',').map(|shape| parse_shape(shape.trim()).filter(fits)).collect();
            let read = shapes.is_some();
            notes.shapes.extend(shapes.unwrap_or_default());
            read
        }
        _ => false,
    }
}

/// Stores a value if none is stored yet. Returns whether it is stored now; a different earlier value stays.
fn put<T: Copy + PartialEq>(noted: &mut Option<T>, read: Option<T>) -> bool {
    *noted = noted.or(read);
    read.is_some() && *noted == read
}

/// Whether a text consists only of digits, at least one.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `1:02:03`, `1:02:03.4`, `4:05`, `59`: hours, minutes and seconds, the latter with up to three decimals.
fn parse_clock(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut seconds = 0_u64;
    for (place, part) in whole.split(':').enumerate() {
        let number = (place < 3 && is_number(part)).then(|| part.parse::<u64>().ok())??;
        seconds = seconds.checked_mul(60)?.checked_add(number)?;
    }
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    let exact = fraction.len() <= 3 && is_number(&digits);
    seconds.checked_mul(1000)?.checked_add(digits.parse().ok().filter(|_| exact)?)
}

fn clock_text(ms: u64) -> String {
    let (s, rest) = (ms / 1000, ms % 1000);
    let whole = format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
    if rest == 0 {
        return whole;
    }
    format!("{whole}.{}", format!("{rest:03}").trim_end_matches('0'))
}

/// `0.17`, `-1.20,18`, `#3`, `#-2,30`: pawns with at most two decimals or a mate, and the depth in plies.
fn parse_eval(text: &str) -> Option<NodeEval> {
    let (value, depth) = match text.split_once(',') {
        Some((value, depth)) => {
            let depth = depth.trim();
            (value.trim(), Some(depth.parse().ok().filter(|_| is_number(depth))?))
        }
        None => (text, None),
    };
    Some(NodeEval { value: parse_value(value)?, depth })
}

/// `0.17`, `-1.20`, `#3`, `#-2`.
fn parse_value(text: &str) -> Option<EvalValue> {
    match text.strip_prefix('#') {
        // For mate in 0, the sign of the side would be lost.
        Some("-0") => None,
        Some(moves) => Some(EvalValue::Mate(moves.parse().ok()?)),
        None => Some(EvalValue::Cp(parse_pawns(text)?)),
    }
}

/// The value of the second choice, or nothing.
fn parse_best(text: &str) -> Option<BestMove> {
    if text.is_empty() {
        return Some(BestMove::default());
    }
    Some(BestMove { second: Some(parse_value(text)?) })
}

/// Centipawns of a text in pawns.
pub(super) fn parse_pawns(text: &str) -> Option<i32> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, decimals) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let digits = |part: &str| part.is_empty() || is_number(part);
    if decimals.len() > 2 || !digits(whole) || !digits(decimals) {
        return None;
    }
    let pawns: f64 = text.parse().ok()?;
    (pawns.abs() < 1e5).then(|| (pawns * 100.0).round() as i32)
}

fn value_text(value: EvalValue) -> String {
    match value {
        EvalValue::Cp(cp) => format!("{:.2}", f64::from(cp) / 100.0),
        EvalValue::Mate(moves) => format!("#{moves}"),
    }
}

fn eval_text(eval: NodeEval) -> String {
    let value = value_text(eval.value);
    eval.depth.map_or(value.clone(), |depth| format!("{value},{depth}"))
}

/// The comment after a move, without braces; empty if there is none. Words that look like a known command get a space,
/// so that they are read as words.
pub fn render(notes: &Notes) -> String {
    let list = |arrows: bool| {
        let of_kind = |shape: &&Shape| matches!(shape, Shape::Arrow { .. }) == arrows;
        let texts: Vec<String> =
            notes.shapes.iter().filter(of_kind).map(|&shape| shape_text(shape)).collect();
        (!texts.is_empty()).then(|| texts.join(","))
    };
    let mut parts = Vec::new();
    parts.extend(notes.eval.map(|eval| format!("[%eval {}]", eval_text(eval))));
    parts.extend(notes.best.map(|best| {
        let second =
            best.second.map_or_else(String::new, |second| " ".to_owned() + &value_text(second));
        format!("[%best{second}]")
    }));
    parts.extend(notes.clock_ms.map(|ms| format!("[%clk {}]", clock_text(ms))));
    parts.extend(notes.elapsed_ms.map(|ms| format!("[%emt {}]", clock_text(ms))));
    parts.extend(list(false).map(|shapes| format!("[%csl {shapes}]")));
    parts.extend(list(true).map(|shapes| format!("[%cal {shapes}]")));
    if notes.comment.is_empty() {
        return parts.join(" ");
    }
    let words = writable(&notes.comment);
    parts.push(words.clone());
    let text = parts.join(" ");
    if !words.contains("[%") || parse(&text).comment == words {
        return text;
    }
    parts.pop();
    parts.push(words.replace("[%", "[ %"));
    parts.join(" ")
}

/// Words that can be written between braces.
pub(crate) fn writable(text: &str) -> String {
    without_braces(&tidy(text)).into_owned()
}

/// The text with parentheses for braces if it has a closing one: that would end the comment, and PGN has no way to
/// write it.
pub(crate) fn without_braces(text: &str) -> Cow<'_, str> {
    if !text.contains('}') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace('{', "(").replace('}', ")"))
}

/// A typed text in the form that a PGN file can hold, with the same number of characters: [`without_braces`], and with
/// spaces for line breaks.
pub fn as_in_file(text: &str) -> Cow<'_, str> {
    if !text.contains(['\n', '\r']) {
        return without_braces(text);
    }
    let text = text.replace(['\n', '\r'], " ");
    Cow::Owned(without_braces(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_commands_are_read_and_unknown_ones_kept() {
        let notes = parse(
            "before [%emt 0:00:03] [%tqu 1] [%cal Ge2e4,Rd7d5][%csl Yd4]\r\nafter [%eval #-3]",
        );
        assert_eq!(notes.comment, "before [%tqu 1] after");
        let chosen = "Bien\u{a0}! 1\u{202f}000 \u{3000}\u{6c49}";
        assert_eq!(parse(&format!("\u{a0}\n{chosen}\t ")).comment, chosen);
        assert_eq!(notes.elapsed_ms, Some(3_000));
        assert_eq!(notes.shapes.len(), 3);
        assert_eq!(notes.eval, Some(NodeEval { value: EvalValue::Mate(-3), depth: None }));
        assert_eq!(parse(&render(&notes)).comment, notes.comment);
    }

    #[test]
    fn the_first_choice_of_an_engine_is_read_and_written() {
        for (text, second) in [
            ("[%eval 0.30] [%best]", None),
            ("[%eval 0.30] [%best -2.10]", Some(EvalValue::Cp(-210))),
            ("[%eval 0.30] [%best #-3] mate", Some(EvalValue::Mate(-3))),
        ] {
            let notes = parse(text);
            assert_eq!(notes.best, Some(BestMove { second }));
            assert_eq!(render(&notes), text);
        }
        for text in ["[%best x]", "[%best 0.123]", "[%best #-0]", "[%eval]", "[%clk]"] {
            assert_eq!((parse(text).best, render(&parse(text)).as_str()), (None, text));
        }
    }

    #[test]
    fn a_typed_command_is_shown() {
        let typed = "aa [%eval 3] bb [%tqu 1] [note]";
        assert_eq!(shown(typed), "aa [%eval 3] bb [note]");
    }

    #[test]
    fn commands_for_other_programs_are_written_but_not_shown() {
        for (text, words) in [
            ("[%evp 0,3,10,20,15]", ""),
            ("[#]", ""),
            ("White is better [#] [%tqu \"a\"]and wins", "White is better and wins"),
            ("plain  [words]", "plain  [words]"),
            ("[%clk 1:00", "[%clk 1:00"),
        ] {
            assert_eq!(shown(text), words);
            assert_eq!(parse(&render(&parse(text))), parse(text), "{text}");
        }
    }

    #[test]
    fn no_command_is_left_in_the_words() {
        let deep = "[%clk ".repeat(9) + "[%emt 0:01]" + &" 0:02]".repeat(9);
        for text in ["[%eval( 1 [%clk 0:01] a", "[%clk [%emt 0:01] 0:02]", deep.as_str()] {
            let notes = parse(text);
            assert_eq!(parse(&render(&notes)), notes, "{text}");
            assert_eq!(parse(&notes.comment).comment, notes.comment, "{text}");
        }
    }

    #[test]
    fn commands_that_could_not_be_written_back_stay_words() {
        for text in [
            "[%eval 0.123]",
            "[%eval 0.3,x]",
            "[%eval 0.3,]",
            "[%eval #-0]",
            "[%clk 0:00:01.2345]",
            "[%clk 0:00:+1]",
            "[%clk 1:2:3:4]",
            "[%clk 0:00:01. 5]",
        ] {
            let notes = parse(text);
            assert_eq!((notes.clock_ms, notes.eval), (None, None), "{text}");
            assert_eq!(render(&notes), text);
        }
        let notes = parse("[%clk 0:01] a [%clk 0:02] [%clk 0:01] [%eval 1.5,+3] [%eval +.5]");
        assert_eq!(
            (notes.clock_ms, notes.comment.as_str()),
            (Some(1000), "a [%clk 0:02] [%eval 1.5,+3]")
        );
        assert_eq!(notes.eval, Some(NodeEval { value: EvalValue::Cp(50), depth: None }));
        assert_eq!(parse(&render(&notes)), notes);
    }

    #[test]
    fn words_that_look_like_commands_are_read_as_words() {
        for words in ["[%clk 0:05:00]", "play [%eval 0.3]!", "[%csl Gd4] [%tqu 1]", "[%clk 0:01]"] {
            for clock_ms in [None, Some(1000)] {
                let notes = Notes { comment: words.into(), clock_ms, ..Notes::default() };
                let read = parse(&render(&notes));
                let comment = read.comment.replace("[ %", "[%");
                assert_eq!(Notes { comment, ..read.clone() }, notes);
                assert_eq!(parse(&render(&read)), read);
            }
        }
    }

    #[test]
    fn damaged_commands_stay_words() {
        for text in [
            "[%clk x]",
            "[%eval ]",
            "[%eval 1e9]",
            "[%cal Ge2]x",
            "[%clk 99999999999999999999]",
            "[%",
            "[%clk 1:00",
        ] {
            let notes = parse(text);
            assert_eq!(notes.clock_ms, None, "{text}");
            assert!(notes.comment.starts_with("[%"), "{text}: {:?}", notes.comment);
        }
    }

    #[test]
    fn clocks_keep_their_fractions() {
        for (text, ms) in [("0:00:59.9", 59_900), ("1:00:00", 3_600_000), ("0:00:00.001", 1)] {
            assert_eq!(parse_clock(text), Some(ms));
            assert_eq!(clock_text(ms), text);
        }
        assert_eq!(parse_clock("4:05"), Some(245_000));
        assert_eq!(writable("a } b\n c"), "a ) b c");
    }
}

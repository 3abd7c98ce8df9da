//! Formats numbers and lines of moves for people: counts, rates, times, shares; and shortens texts. Text only, no
//! drawing.

use std::borrow::Cow;
use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use tabia_chess::Color;
pub(crate) use tabia_chess::san::{line_text, number_before};
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::printable;
use tabia_text::{number, t};

/// Maximum number of characters shown of a name: of a player, a file, a tag.
pub(crate) const NAME: usize = 80;

/// The first `most` characters of a text, made printable, with an ellipsis if that is not all of it. A text from a file
/// can be of any length, and laying it out would block the window.
pub(crate) fn elided(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", printable::lines(text[..end].trim_end()))),
        None => printable::lines(text),
    }
}

/// A path on one line, printable.
pub(crate) fn path(path: &Path) -> String {
    printable::line(&path.to_string_lossy()).into_owned()
}

/// The last part of a path, printable.
pub(crate) fn file_name(of: &Path) -> String {
    path(of.file_name().unwrap_or(of.as_os_str()).as_ref())
}

/// A number and its unit, with no line break between them.
pub(crate) fn with_unit(number: impl Display, unit: &str) -> String {
    format!("{number}\u{a0}{unit}")
}

/// A size: `950 bytes`, `1.5 KiB`, `52 MiB`.
pub(crate) fn bytes(n: usize) -> String {
    let scaled = |power: i32, unit: &str| {
        let v = n as f64 / 1024.0_f64.powi(power);
        with_unit(number(v, usize::from(v < 9.95)), unit)
    };
    match n {
        0..=1023 => t!("format-bytes", n = n),
        // Less than 1023.5 KiB.
        1024..=1_048_063 => scaled(1, "KiB"),
        _ => scaled(2, "MiB"),
    }
}

/// A count in at most five characters: `950`, `9.5k`, `12.3M`, `4.29G`.
pub(crate) fn count(n: u64) -> String {
    let scaled = |unit: f64, sign: &str| {
        let v = n as f64 / unit;
        let digits = if v < 9.995 { 2 } else { usize::from(v < 99.95) };
        format!("{}{sign}", number(v, digits))
    };
    match n {
        0..=999 => n.to_string(),
        1_000..=999_499 => scaled(1e3, "k"),
        999_500..=999_499_999 => scaled(1e6, "M"),
        _ => scaled(1e9, "G"),
    }
}

/// A count if there is one, else empty.
pub(crate) fn count_of(n: Option<u64>) -> String {
    n.map_or_else(String::new, count)
}

/// Depth and selective depth: `12/20`, or `12` if the engine does not report the second.
pub(crate) fn depth(depth: u32, seldepth: Option<u32>) -> String {
    seldepth.map_or_else(|| depth.to_string(), |seldepth| format!("{depth}/{seldepth}"))
}

/// A time from milliseconds: `0.42 s`, `12.3 s`, `4:05`, `1:02:03`.
pub(crate) fn duration(ms: u64) -> String {
    let s = ms / 1000;
    match s {
        // Less than the clock can tell.
        0 if ms == 0 => with_unit("<1", "ms"),
        0 if ms < 100 => with_unit(ms, "ms"),
        0..=9 => with_unit(number((ms / 10) as f64 / 100.0, 2), "s"),
        10..=59 => with_unit(number((ms / 100) as f64 / 10.0, 1), "s"),
        60..=3599 => format!("{}:{:02}", s / 60, s % 60),
        _ => format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60),
    }
}

/// A time that may be short: `340 µs`, `7.25 ms`, else as [`duration`].
pub(crate) fn short_time(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        ..1.0 => with_unit(time.as_micros(), "µs"),
        ..9.995 => with_unit(number(ms, 2), "ms"),
        ..99.95 => with_unit(number(ms, 1), "ms"),
        _ => duration(ms.round() as u64),
    }
}

/// `part` of `whole` in per cent: `12.3 %`; a dash if `whole` is zero.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    with_unit(number(part as f64 * 100.0 / whole as f64, 1), "%")
}

/// A per-mille figure in per cent: `123` is `12.3 %`.
pub(crate) fn permille(v: u32) -> String {
    with_unit(number(f64::from(v) / 10.0, 1), "%")
}

/// Plies of a game before its start position, from the number of its first move.
pub(crate) fn plies_before(tree: &GameTree) -> usize {
    tree.board(NodeId::ROOT).plies_before() as usize
}

/// A move with its number: `2. Nf3`, `2… d5`; `Start` for the root.
pub(crate) fn move_name(tree: &GameTree, node: NodeId) -> String {
    if tree.mv(node).is_none() {
        return t!("present-start").to_owned();
    }
    let dots = if tree.mover(node) == Color::White { "." } else { "…" };
    format!("{}{dots} {}", tree.move_number(node), tree.san(node))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_end_in_dots() {
        assert_eq!(elided("Réti", 4), "Réti");
        assert_eq!(elided("Réti–Tartakower", 5), "Réti–…");
        assert_eq!(elided("a b", 2), "a…");
        assert_eq!(elided("\u{202e}\u{1b}[0mRéti", 4), "\u{fffd}\u{fffd}[0…");
        assert_eq!(file_name(Path::new("/a\u{9b}b/c\u{202e}d.pgn")), "c\u{fffd}d.pgn");
        assert_eq!(bytes(7), t!("format-bytes", n = 7));
        let sizes = [
            (1_024, "1.0", "KiB"),
            (2_000, "2.0", "KiB"),
            (12_345, "12", "KiB"),
            (1_048_063, "1,023", "KiB"),
            (1_048_064, "1.0", "MiB"),
            (2_090_000, "2.0", "MiB"),
            (52_428_800, "50", "MiB"),
        ];
        for (n, number, unit) in sizes {
            assert_eq!(bytes(n), with_unit(number, unit));
        }
    }

    #[test]
    fn numbers_stay_short_at_every_size() {
        let cases = [
            (0, "0"),
            (999, "999"),
            (1_000, "1.00k"),
            (9_994, "9.99k"),
            (99_949, "99.9k"),
            (999_499, "999k"),
            (999_500, "1.00M"),
            (31_400_000, "31.4M"),
            (4_290_000_000, "4.29G"),
        ];
        for (n, text) in cases {
            assert_eq!(count(n), text);
        }
        let ms = ["<1\u{a0}ms", "4\u{a0}ms", "99\u{a0}ms"];
        assert_eq!([duration(0), duration(4), duration(99)], ms, "the unit stays in the line");
        assert_eq!(duration(420), "0.42\u{a0}s");
        assert_eq!([duration(9_999), duration(10_000)], ["9.99\u{a0}s", "10.0\u{a0}s"]);
        let short = [340, 7_250, 9_994, 9_996, 99_940, 99_960];
        assert_eq!(
            short.map(|us| short_time(Duration::from_micros(us))),
            [
                "340\u{a0}µs",
                "7.25\u{a0}ms",
                "9.99\u{a0}ms",
                "10.0\u{a0}ms",
                "99.9\u{a0}ms",
                "0.10\u{a0}s"
            ]
        );
        assert_eq!(duration(59_990), "59.9\u{a0}s");
        assert_eq!(duration(3_723_000), "1:02:03");
        assert_eq!(percent(1, 8), "12.5\u{a0}%");
        assert_eq!(percent(0, 0), "–");
        let german = tabia_text::Language::by_id("de").unwrap();
        let _german = german.on_this_thread();
        assert_eq!([count(22_500), percent(1, 8)], ["22,5k", "12,5\u{a0}%"]);
    }
}

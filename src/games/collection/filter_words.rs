//! What somebody types to find games, cut into conditions. It knows no games, only the words.

use super::date::Date;
use super::entry::GameResult;
use super::fold::fold;

/// The fields that can be named, as they are shown.
pub const FIELDS: &str =
    "player: white: black: event: site: eco: opening: result: elo welo belo date moves";

/// What is asked of a game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// A text somewhere in names, event, place or opening.
    Anywhere(String),
    /// A text in one field.
    In(TextField, String),
    /// A number within bounds.
    Number(NumberField, Bounds<u32>),
    /// The day, however much of it is known, within bounds.
    Date(Bounds<Date>),
    /// How it ended.
    Result(GameResult),
}

/// Fields with text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextField {
    Player,
    White,
    Black,
    Event,
    Site,
    Eco,
    Opening,
}

/// Fields with numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberField {
    /// Of both players.
    Elo,
    WhiteElo,
    BlackElo,
    /// Full moves of the main line.
    Moves,
}

/// From and to, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds<T> {
    pub(super) from: T,
    pub(super) to: T,
}

impl<T: PartialOrd> Bounds<T> {
    pub(super) fn has(&self, value: &T) -> bool {
        *value >= self.from && *value <= self.to
    }
}

/// A word, and whether it has a minus before it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    pub(super) condition: Condition,
    pub(super) negated: bool,
}

/// The conditions of a text, and remarks on what could not be understood.
pub(super) fn parse(text: &str) -> (Vec<Word>, Vec<String>) {
    let (mut words, mut remarks) = (Vec::new(), Vec::new());
    for word in split(text) {
        let (negated, bare) = match word.strip_prefix('-') {
            Some(rest) if !rest.is_empty() => (true, rest),
            _ => (false, word.as_str()),
        };
        match condition(bare) {
            Ok(Some(condition)) => words.push(Word { condition, negated }),
            Ok(None) => {}
            Err(remark) => remarks.push(remark),
        }
    }
    (words, remarks)
}

/// Words are parted by blanks outside quotes; the quotes themselves go.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in text.chars() {
        match c {
            '"' | '\u{201c}' | '\u{201d}' => quoted = !quoted,
            c if c.is_whitespace() && !quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// What a word asks; nothing while its value is not typed yet.
fn condition(word: &str) -> Result<Option<Condition>, String> {
    let Some(at) = word.find([':', '<', '>', '=']) else {
        let result = matches!(word, "1-0" | "0-1" | "1/2-1/2").then(|| GameResult::of_tag(word));
        let anywhere = || Condition::Anywhere(fold(word));
        return Ok(Some(result.map_or_else(anywhere, Condition::Result)));
    };
    let (name, rest) = word.split_at(at);
    let (sign, value) = sign(rest);
    let field = name.to_lowercase();
    let text = match field.as_str() {
        "player" | "name" => TextField::Player,
        "white" => TextField::White,
        "black" => TextField::Black,
        "event" => TextField::Event,
        "site" => TextField::Site,
        "eco" => TextField::Eco,
        "opening" => TextField::Opening,
        _ => return other_field(&field, word, sign, value),
    };
    if !matches!(sign, ":" | "=") {
        return Err(format!("Found {word}, expected {field}: and a text"));
    }
    Ok((!value.is_empty()).then(|| Condition::In(text, fold(value))))
}

/// The sign at the beginning of a text, a colon before another sign left out, and what follows.
fn sign(text: &str) -> (&'static str, &str) {
    let text = text.strip_prefix(':').unwrap_or(text);
    let signs = [">=", "<=", "=", ">", "<"];
    let found = signs.into_iter().find_map(|sign| Some((sign, text.strip_prefix(sign)?)));
    found.unwrap_or((":", text))
}

fn other_field(
    field: &str,
    word: &str,
    sign: &str,
    value: &str,
) -> Result<Option<Condition>, String> {
    let number = match field {
        "elo" => NumberField::Elo,
        "welo" | "whiteelo" => NumberField::WhiteElo,
        "belo" | "blackelo" => NumberField::BlackElo,
        "moves" => NumberField::Moves,
        "date" | "year" => return date(word, sign, value),
        "result" => return result(word, value),
        // A name of an opening may end with a colon, and a text may have a sign in it.
        _ if field.is_empty() || value.is_empty() => {
            let text = fold(word.trim_end_matches(':'));
            return Ok((!text.is_empty()).then_some(Condition::Anywhere(text)));
        }
        _ => return Err(format!("Found {word}, expected one of {FIELDS}")),
    };
    if value.is_empty() {
        return Ok(None);
    }
    let one = |text: &str| text.trim().parse::<u32>().ok();
    let bounds = bounds(sign, value, one, |n| n.saturating_sub(1), |n| n.saturating_add(1));
    let wrong = || format!("Found {word}, expected a number such as {field}>40 or {field}:20-40");
    bounds
        .map(|Bounds { from, to }| Bounds { from: from.unwrap_or(1), to: to.unwrap_or(u32::MAX) })
        .map(|bounds| Some(Condition::Number(number, bounds)))
        .ok_or_else(wrong)
}

fn date(word: &str, sign: &str, value: &str) -> Result<Option<Condition>, String> {
    if value.is_empty() {
        return Ok(None);
    }
    let one = |text: &str| {
        let plain = |c: char| c.is_ascii_digit() || c == '.' || c == '/' || c == '?';
        Some(Date::parse(text)).filter(|date| !date.is_unknown() && text.chars().all(plain))
    };
    // Before a year is before its first day, after it is after its last.
    let (before, after) = (|date: Date| date.before(), |date: Date| date.latest().after());
    let bounds = bounds(sign, value, one, before, after).ok_or_else(|| {
        format!("Found {word}, expected a date such as date:1972 or date:1990-1995.06")
    })?;
    let to = bounds.to.map_or(Date::new(9999, 12, 31), Date::latest);
    Ok(Some(Condition::Date(Bounds { from: bounds.from.unwrap_or(Date::new(1, 0, 0)), to })))
}

/// Bounds of which one may be open, from a sign and one value or two with a dash between.
fn bounds<T: Copy>(
    sign: &str,
    value: &str,
    one: impl Fn(&str) -> Option<T>,
    before: impl Fn(T) -> T,
    after: impl Fn(T) -> T,
) -> Option<Bounds<Option<T>>> {
    let (from, to) = match sign {
        ">" => (Some(after(one(value)?)), None),
        ">=" => (Some(one(value)?), None),
        "<" => (None, Some(before(one(value)?))),
        "<=" => (None, Some(one(value)?)),
        _ => match value.split_once(['-', '\u{2013}']) {
            // A range that is being typed is open at its end.
            Some((from, "")) => (Some(one(from)?), None),
            Some(("", to)) => (None, Some(one(to)?)),
            Some((from, to)) => (Some(one(from)?), Some(one(to)?)),
            None => (Some(one(value)?), Some(one(value)?)),
        },
    };
    Some(Bounds { from, to })
}

fn result(word: &str, value: &str) -> Result<Option<Condition>, String> {
    let found = match value.to_lowercase().as_str() {
        "1-0" | "white" => GameResult::White,
        "0-1" | "black" => GameResult::Black,
        "1/2-1/2" | "1/2" | "\u{bd}" | "draw" => GameResult::Draw,
        "*" | "open" => GameResult::Open,
        // On the way to one of them.
        "" | "1" | "1-" | "0" | "0-" | "1/" | "1/2-" | "1/2-1" | "1/2-1/" => return Ok(None),
        _ => return Err(format!("Found {word}, expected result:1-0, 0-1, 1/2 or *")),
    };
    Ok(Some(Condition::Result(found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(text: &str) -> Vec<Condition> {
        let (words, remarks) = parse(text);
        assert!(remarks.is_empty(), "{text}: {remarks:?}");
        words.into_iter().map(|word| word.condition).collect()
    }

    fn one(text: &str) -> Condition {
        let mut all = conditions(text);
        assert_eq!(all.len(), 1, "{text}");
        all.remove(0)
    }

    #[test]
    fn words_and_fields_are_told_apart() {
        let anywhere = |text: &str| Condition::Anywhere(text.to_owned());
        assert_eq!(conditions("  Réti  London "), [anywhere("reti"), anywhere("london")]);
        assert_eq!(one("\"van der Wiel\""), anywhere("van der wiel"));
        let white = Condition::In(TextField::White, "kasparov, g".to_owned());
        assert_eq!(one("white:\"Kasparov, G\""), white);
        assert_eq!(one("Defense:"), anywhere("defense"));
        assert_eq!(one("eco:B9"), Condition::In(TextField::Eco, "b9".to_owned()));
        assert!(parse("-white:tal").0[0].negated);
        assert_eq!(one("-"), anywhere("-"));
        assert_eq!(conditions("white: elo> date: result:1- moves:"), []);
    }

    #[test]
    fn numbers_have_bounds() {
        let elo = |from, to| Condition::Number(NumberField::Elo, Bounds { from, to });
        for (text, from, to) in [
            ("elo>2600", 2601, u32::MAX),
            ("elo>=2600", 2600, u32::MAX),
            ("elo:>2600", 2601, u32::MAX),
            ("elo<2000", 1, 1999),
            ("ELO:2000-2200", 2000, 2200),
            ("elo:2000-", 2000, u32::MAX),
            ("elo=2000", 2000, 2000),
        ] {
            assert_eq!(one(text), elo(from, to), "{text}");
        }
        let moves = Bounds { from: 1, to: 20 };
        assert_eq!(one("moves<=20"), Condition::Number(NumberField::Moves, moves));
    }

    #[test]
    fn dates_have_bounds_as_wide_as_what_is_said() {
        let day = Date::new;
        for (text, from, to) in [
            ("date:1972", day(1972, 0, 0), day(1972, 12, 31)),
            ("date:1990-1995", day(1990, 0, 0), day(1995, 12, 31)),
            ("date:1990.05-1995.06", day(1990, 5, 0), day(1995, 6, 31)),
            ("date>=1990", day(1990, 0, 0), day(9999, 12, 31)),
            ("year<=1990", day(1, 0, 0), day(1990, 12, 31)),
        ] {
            assert_eq!(one(text), Condition::Date(Bounds { from, to }), "{text}");
        }
        let Condition::Date(after) = one("date>1990") else { panic!() };
        assert!(!after.has(&day(1990, 12, 31)) && after.has(&day(1991, 0, 0)));
        let Condition::Date(before) = one("date<1990.05") else { panic!() };
        assert!(before.has(&day(1990, 4, 30)) && !before.has(&day(1990, 5, 1)));
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for (text, part) in [
            ("whit:Tal", "white:"),
            ("elo:abc", "a number"),
            ("date:soon", "a date"),
            ("date:1990-x", "a date"),
            ("result:2-0", "1-0"),
            ("white>Tal", "white:"),
        ] {
            let (words, remarks) = parse(text);
            assert!(words.is_empty(), "{text}");
            assert!(remarks[0].contains(part) && remarks[0].contains(text), "{remarks:?}");
        }
    }
}

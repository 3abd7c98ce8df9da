//! Filters the games of a collection by typed conditions. Each name is searched once, not once for each game, so
//! testing all games only compares numbers.

use tabia_text::t;

use super::Collection;
use super::entry::{Date, Entry, fold};
use crate::game::result::GameResult;

/// A filter of games.
///
/// ```
/// use tabia_games::collection::filter::Filter;
/// let filter = Filter::parse("white:tal date:1958-1961 elo>2600");
/// assert!(filter.remarks().is_empty());
/// assert!(Filter::parse("year:x").remarks()[0].contains("a date"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    words: Vec<Word>,
    remarks: Vec<String>,
}

impl Filter {
    /// Parses a filter as typed: words, and fields such as `white:tal`, `elo>2600`, `date:1990-1995`. A minus before a
    /// word excludes games with it.
    pub fn parse(text: &str) -> Filter {
        let (words, remarks) = parse(text);
        Filter { words, remarks }
    }

    /// Messages about the parts that could not be understood. The rest still counts.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Whether every game passes.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The filter prepared for a collection.
    pub fn on<'a>(&self, collection: &'a Collection) -> Test<'a> {
        let tests = self.words.iter().map(|word| (word.negated, OneTest::of(word, collection)));
        Test { collection, tests: tests.collect() }
    }
}

/// A filter prepared for one collection.
#[derive(Debug)]
pub struct Test<'a> {
    collection: &'a Collection,
    tests: Vec<(bool, OneTest)>,
}

impl Test<'_> {
    /// Whether a game passes.
    pub fn passes(&self, game: u32) -> bool {
        let Some(entry) = self.collection.entry(game) else { return false };
        let collection = self.collection;
        self.tests.iter().all(|(negated, test)| test.has(collection, game, entry) != *negated)
    }
}

/// One condition, with everything precomputed that does not depend on the game.
#[derive(Debug)]
enum OneTest {
    /// The names and openings that contain the text.
    Anywhere {
        names: Vec<bool>,
        openings: Vec<bool>,
    },
    /// The names that contain the text, and the fields to test.
    Names {
        names: Vec<bool>,
        field: TextField,
    },
    /// The openings that contain it.
    Openings(Vec<bool>),
    Number(NumberField, Bounds<u32>),
    Date(Bounds<Date>),
    Result(GameResult),
}

impl OneTest {
    fn of(word: &Word, collection: &Collection) -> OneTest {
        let names = |text: &str| collection.names.having(text);
        match &word.condition {
            Condition::Anywhere(text) => {
                let names = names(text);
                // Many openings are named after players and towns; someone who types such a name means the player or
                // town.
                let named = names.contains(&true);
                let has = |eco: &str, name: &str| eco == text || !named && name.contains(text);
                OneTest::Anywhere { openings: openings(collection, has), names }
            }
            Condition::In(TextField::Eco, text) => {
                OneTest::Openings(openings(collection, |eco, _| in_codes(eco, text)))
            }
            Condition::In(TextField::Opening, text) => {
                OneTest::Openings(openings(collection, |_, name| name.contains(text)))
            }
            Condition::In(field, text) => OneTest::Names { names: names(text), field: *field },
            Condition::Number(field, bounds) => OneTest::Number(*field, *bounds),
            Condition::Date(bounds) => OneTest::Date(*bounds),
            Condition::Result(result) => OneTest::Result(*result),
        }
    }

    fn has(&self, collection: &Collection, game: u32, entry: &Entry) -> bool {
        let number = entry.opening.map_or(0, |number| usize::from(number.get()));
        let opening = |set: &[bool]| set.get(number).is_some_and(|&has| has);
        match self {
            OneTest::Anywhere { names, openings } => {
                [entry.white, entry.black, entry.event, entry.site]
                    .iter()
                    .any(|&name| names[name as usize])
                    || opening(openings)
            }
            OneTest::Names { names, field } => {
                let has = |name: u32| names[name as usize];
                match field {
                    TextField::White => has(entry.white),
                    TextField::Black => has(entry.black),
                    // The list shows the site of a game without an event.
                    TextField::Event => has(entry.event_or_site()),
                    TextField::Site => has(entry.site),
                    _ => has(entry.white) || has(entry.black),
                }
            }
            OneTest::Openings(openings) => opening(openings),
            OneTest::Number(field, bounds) => {
                let (white, black) = (u32::from(entry.white_elo), u32::from(entry.black_elo));
                match field {
                    NumberField::Elo => bounds.has(&white) && bounds.has(&black),
                    NumberField::WhiteElo => bounds.has(&white),
                    NumberField::BlackElo => bounds.has(&black),
                    NumberField::Moves => bounds.has(&collection.full_moves(game)),
                }
            }
            OneTest::Date(bounds) => {
                let date = entry.date;
                !date.is_unknown() && date >= bounds.from && date.latest() <= bounds.to
            }
            OneTest::Result(result) => entry.result == *result,
        }
    }
}

/// For every opening, by number from 1, whether it matches; number 0 is no opening.
fn openings(collection: &Collection, is: impl Fn(&str, &str) -> bool) -> Vec<bool> {
    let mut found = vec![false];
    let folded = |text: &str| super::entry::fold(text);
    found.extend(collection.openings.iter().map(|o| is(&folded(&o.eco), &folded(o.name))));
    found
}

/// Whether a code matches `b90`, `b9` or `b30-b39`.
fn in_codes(eco: &str, wanted: &str) -> bool {
    match wanted.split_once('-') {
        Some((from, to)) if !to.is_empty() => eco >= from && (eco <= to || eco.starts_with(to)),
        _ => eco.starts_with(wanted.trim_end_matches('-')),
    }
}

/// The names of the fields, for messages.
pub const FIELDS: &str =
    "player: white: black: event: site: eco: opening: result: elo welo belo date year moves";

/// A condition on a game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// A text in names, event or site, or in the opening if none of those contains it.
    Anywhere(String),
    /// A text in one field.
    In(TextField, String),
    /// A number within bounds.
    Number(NumberField, Bounds<u32>),
    /// The date, as far as known, within bounds.
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
    for word in joined(split(text)) {
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

/// Splits words at spaces outside quotation marks, which are removed.
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

/// The words with the value of a field taken to it across blanks: `white: tal`, `elo > 2600`.
fn joined(words: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in words {
        let goes_on = |last: &&mut String| match field_of(last) {
            Some((_, "")) => word.starts_with(SIGNS),
            Some((_, rest)) => {
                sign(rest).1.is_empty() && field_of(&word).is_none_or(|it| it.1.is_empty())
            }
            None => false,
        };
        match all.last_mut().filter(goes_on) {
            Some(last) => last.push_str(&word),
            None => all.push(word),
        }
    }
    all
}

/// The name of the field that a word begins with, and the rest with the sign.
fn field_of(word: &str) -> Option<(&str, &str)> {
    let word = word.strip_prefix('-').unwrap_or(word);
    let (name, rest) = word.split_at(word.find(SIGNS).unwrap_or(word.len()));
    let known = FIELDS.split(' ').map(|field| field.trim_end_matches(':'));
    let mut known = known.chain(["name", "whiteelo", "blackelo"]);
    known.any(|field| name.eq_ignore_ascii_case(field)).then_some((name, rest))
}

/// Signs between a field and its value.
const SIGNS: [char; 4] = [':', '<', '>', '='];

/// The condition of a word; `None` while its value is not typed yet.
fn condition(word: &str) -> Result<Option<Condition>, String> {
    let Some(at) = word.find(SIGNS) else {
        return Ok(Some(match GameResult::of_tag(word) {
            GameResult::Open => Condition::Anywhere(fold(word)),
            result => Condition::Result(result),
        }));
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
        return Err(t!("library-filter-text", word = word, field = field));
    }
    Ok((!value.is_empty()).then(|| Condition::In(text, fold(value))))
}

/// The sign at the beginning of a text, without a colon before another sign, and the rest.
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
        "result" => return result(word, sign, value),
        // The name of an opening may end with a colon, and a text may contain a sign.
        _ if field.is_empty() || value.is_empty() => {
            let text = fold(word.trim_end_matches(':'));
            return Ok((!text.is_empty()).then_some(Condition::Anywhere(text)));
        }
        _ => return Err(t!("library-filter-field", word = word, fields = FIELDS)),
    };
    if value.is_empty() {
        return Ok(None);
    }
    let one = |text: &str| text.trim().parse::<u32>().ok();
    let bounds = bounds(sign, value, one, |n| n.saturating_sub(1), |n| n.saturating_add(1));
    let [low, high] = if number == NumberField::Moves { [20, 40] } else { [2000, 2400] };
    let wrong = || {
        t!(
            "library-filter-number",
            word = word,
            field = field,
            low = low.to_string(),
            high = high.to_string()
        )
    };
    let Bounds { from, to } = bounds.ok_or_else(wrong)?;
    // An unknown Elo is 0, and in no range; a game without moves has 0 moves.
    let lowest = u32::from(number != NumberField::Moves);
    let bounds = Bounds { from: from.unwrap_or(lowest), to: to.unwrap_or(u32::MAX) };
    if bounds.from > bounds.to {
        return Err(t!("library-filter-reversed", word = word));
    }
    Ok(Some(Condition::Number(number, bounds)))
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
    let pointed: Vec<String> = value.split('\u{2013}').map(with_points).collect();
    let bounds = bounds(sign, &pointed.join("\u{2013}"), one, before, after)
        .ok_or_else(|| t!("library-filter-date", word = word))?;
    let from = bounds.from.unwrap_or(Date::new(1, 0, 0));
    let to = bounds.to.map_or(Date::new(9999, 12, 31), Date::latest);
    if from > to {
        return Err(t!("library-filter-reversed", word = word));
    }
    Ok(Some(Condition::Date(Bounds { from, to })))
}

/// A value with points for the dashes within ISO dates: `2025-06-01-2025-07` becomes `2025.06.01-2025.07`. A dash is
/// within a date if a year is before it and a month of two digits after it, or a month before it and a day after it.
fn with_points(value: &str) -> String {
    let mut pointed = String::new();
    let mut known = 0;
    for (place, part) in value.split('-').enumerate() {
        let number = || Some(part).filter(|part| part.len() == 2)?.parse::<u32>().ok();
        let highest = [0, 12, 31, 0][known.min(3)];
        let goes_on = number().is_some_and(|number| (1..=highest).contains(&number));
        if place > 0 {
            pointed.push(if goes_on { '.' } else { '-' });
        }
        pointed.push_str(part);
        known = if goes_on { known + 1 } else { part.split(['.', '/']).count() };
    }
    pointed
}

/// Bounds, one of which may be open, from a sign and one value, or two with a dash.
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
            // A range whose end is not typed yet is open.
            Some((from, "")) => (Some(one(from)?), None),
            Some(("", to)) => (None, Some(one(to)?)),
            Some((from, to)) => (Some(one(from)?), Some(one(to)?)),
            None => (Some(one(value)?), Some(one(value)?)),
        },
    };
    Some(Bounds { from, to })
}

fn result(word: &str, sign: &str, value: &str) -> Result<Option<Condition>, String> {
    if !matches!(sign, ":" | "=") {
        return Err(t!("library-filter-result", word = word));
    }
    let found = match value.to_lowercase().as_str() {
        "white" => GameResult::White,
        "black" => GameResult::Black,
        "draw" => GameResult::Draw,
        "*" | "open" => GameResult::Open,
        // The beginning of a result still being typed.
        "" | "1" | "1-" | "0" | "0-" | "1/" | "1/2-" | "1/2-1" | "1/2-1/" | "\u{bd}-" => {
            return Ok(None);
        }
        value => match GameResult::of_tag(value) {
            GameResult::Open => return Err(t!("library-filter-result", word = word)),
            result => result,
        },
    };
    Ok(Some(Condition::Result(found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = r#"
[Event "Candidates"]
[Site "Zürich"]
[Date "1953.09.??"]
[White "Bronstein, David"]
[Black "Réti, Richard"]
[WhiteElo "2700"]
[BlackElo "2550"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0

[Event "Match"]
[Date "1960.??.??"]
[White "Tal"]
[Black "Botvinnik"]
[WhiteElo "2650"]

1. e4 c6 1/2-1/2

[White "Zurich, A"]
[Date "????.??.??"]

1. a3 *
"#;

    fn found(text: &str) -> Vec<u32> {
        let collection = Collection::of_text(GAMES);
        assert_eq!(collection.len(), 3);
        let filter = Filter::parse(text);
        assert!(filter.remarks().is_empty(), "{text}: {:?}", filter.remarks());
        let test = filter.on(&collection);
        (0..3).filter(|&game| test.passes(game)).collect()
    }

    #[test]
    fn a_player_is_not_an_opening_and_the_files_code_counts() {
        let games = "[White \"Tal\"]\n[ECO \"B86\"]\n\n1. e4 c5 2. Nf3 d6 *\n\n[White \"Alapin\"]\n\n1. d4 *\n\n\
            [White \"Spassky\"]\n\n1. e4 c5 2. c3 *\n";
        let collection = Collection::of_text(games);
        assert!(collection.opening(2).unwrap().name.contains("Alapin"));
        let found = |text: &str| -> Vec<u32> {
            let filter = Filter::parse(text);
            let test = filter.on(&collection);
            (0..3).filter(|&game| test.passes(game)).collect()
        };
        assert_eq!(found("alapin"), [1]);
        assert_eq!(found("opening:alapin"), [2]);
        assert_eq!(found("sicilian"), [0, 2], "nobody is called so");
        assert_eq!((found("eco:b86"), found("b86")), (vec![0], vec![0]));
        assert_eq!(found("eco:b22"), [2]);
    }

    #[test]
    fn games_are_found_by_what_is_typed() {
        for (text, games) in [
            ("", &[0, 1, 2][..]),
            ("zurich", &[0, 2]),
            ("site:zurich", &[0]),
            ("white:zur", &[2]),
            ("reti bron", &[0]),
            ("player:reti", &[0]),
            ("white:reti", &[]),
            ("-tal", &[0, 2]),
            ("sicilian", &[0]),
            ("opening:najdorf", &[0]),
            ("b90", &[0]),
            ("eco:B", &[0, 1]),
            ("eco:b10-b19", &[1]),
            ("eco:b1-b9", &[0, 1]),
            ("result:1-0", &[0]),
            ("result:draw", &[1]),
            ("result:*", &[2]),
            ("elo>2500", &[0]),
            ("welo>2500", &[0, 1]),
            ("elo<3000", &[0]),
            ("date:1953", &[0]),
            ("date:1953.09", &[0]),
            ("date:1960.05", &[]),
            ("date:1950-1960", &[0, 1]),
            ("date>1953", &[1]),
            ("date<1960", &[0]),
            ("date:1953-09", &[0]),
            ("date:1953-09-1960", &[0, 1]),
            ("moves>4", &[0]),
            ("moves:1", &[1, 2]),
        ] {
            assert_eq!(found(text), games, "{text}");
        }
    }

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
    fn words_and_fields_are_distinguished() {
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
    fn a_value_may_follow_its_field_after_a_blank() {
        for (spaced, joined) in [
            ("white: kasparov", "white:kasparov"),
            ("-white: tal 1960", "-white:tal 1960"),
            ("date: 1960-1961", "date:1960-1961"),
            ("moves: <20", "moves:<20"),
            ("elo > 2600 karpov", "elo>2600 karpov"),
            ("white: \"van wely\" elo: >2700", "white:\"van wely\" elo:>2700"),
            ("event: white", "event:white"),
        ] {
            assert_eq!(parse(spaced), parse(joined), "{spaced}");
        }
        // The value of the first field is not typed yet.
        assert_eq!(conditions("white: elo>2600"), conditions("elo>2600"));
        assert_eq!(
            conditions("white black"),
            conditions("black white").into_iter().rev().collect::<Vec<_>>()
        );
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
        let moves = Bounds { from: 0, to: 20 };
        assert_eq!(one("moves<=20"), Condition::Number(NumberField::Moves, moves));
    }

    #[test]
    fn a_game_without_moves_has_fewer_than_one() {
        let collection = Collection::of_text("[White \"A\"]\n\n*\n\n[White \"B\"]\n\n1. e4 *\n");
        let found = |text: &str| -> Vec<u32> {
            let filter = Filter::parse(text);
            let test = filter.on(&collection);
            (0..2).filter(|&game| test.passes(game)).collect()
        };
        assert_eq!((found("moves<1"), found("moves<5")), (vec![0], vec![0, 1]));
        assert!(found("elo<3000").is_empty(), "an unknown Elo is in no range");
    }

    #[test]
    fn dates_have_bounds_as_wide_as_what_is_given() {
        let day = Date::new;
        for (text, from, to) in [
            ("date:1972", day(1972, 0, 0), day(1972, 12, 31)),
            ("date:1990-1995", day(1990, 0, 0), day(1995, 12, 31)),
            ("date:1990.05-1995.06", day(1990, 5, 0), day(1995, 6, 31)),
            ("date>=1990", day(1990, 0, 0), day(9999, 12, 31)),
            ("year<=1990", day(1, 0, 0), day(1990, 12, 31)),
            ("date:2025-06", day(2025, 6, 0), day(2025, 6, 31)),
            ("year:2025-06-07", day(2025, 6, 7), day(2025, 6, 7)),
            ("date:2025-06-2025-08-15", day(2025, 6, 0), day(2025, 8, 15)),
            ("date:2025-06-01\u{2013}2025-08", day(2025, 6, 1), day(2025, 8, 31)),
            ("date:2025-06-", day(2025, 6, 0), day(9999, 12, 31)),
        ] {
            assert_eq!(one(text), Condition::Date(Bounds { from, to }), "{text}");
        }
        let Condition::Date(after) = one("date>1990") else { panic!() };
        assert!(!after.has(&day(1990, 12, 31)) && after.has(&day(1991, 0, 0)));
        let Condition::Date(before) = one("date<1990.05") else { panic!() };
        assert!(before.has(&day(1990, 4, 30)) && !before.has(&day(1990, 5, 1)));
    }

    #[test]
    fn unknown_parts_are_reported() {
        for (text, part) in [
            ("whit:Tal", "white:"),
            ("elo:abc", "a number"),
            ("date:soon", "a date"),
            ("date:1990-x", "a date"),
            ("result:2-0", "1-0"),
            ("result<draw", "1-0"),
            ("white>Tal", "white:"),
            ("elo:2500-2400", "the second"),
            ("date:1995-1990", "the second"),
            ("date:1990-95", "the second"),
        ] {
            let (words, remarks) = parse(text);
            assert!(words.is_empty(), "{text}");
            assert!(remarks[0].contains(part) && remarks[0].contains(text), "{remarks:?}");
        }
    }
}

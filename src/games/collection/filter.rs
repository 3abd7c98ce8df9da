//! Which games of a collection have what somebody typed. Texts are looked for once in each name, not once in
//! each game, so asking all games is a walk over numbers.

use super::Collection;
use super::date::Date;
use super::entry::Entry;
pub use super::filter_words::FIELDS;
use super::filter_words::{self, Bounds, Condition, NumberField, TextField, Word};

/// What games are asked for.
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
    /// A filter as it is typed: words, and fields such as `white:tal`, `elo>2600`, `date:1990-1995`. A minus
    /// before a word asks for games without it.
    pub fn parse(text: &str) -> Filter {
        let (words, remarks) = filter_words::parse(text);
        Filter { words, remarks }
    }

    /// What could not be understood, in words. The rest still counts.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Whether every game passes.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The filter made ready for a collection.
    pub fn on<'a>(&self, collection: &'a Collection) -> Test<'a> {
        let tests = self.words.iter().map(|word| (word.negated, OneTest::of(word, collection)));
        Test { collection, tests: tests.collect() }
    }
}

/// A filter made ready for one collection.
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

/// One condition, with what does not depend on the game worked out.
#[derive(Debug)]
enum OneTest {
    /// Which names and which openings have the text.
    Anywhere {
        names: Vec<bool>,
        openings: Vec<bool>,
    },
    /// Which names have the text, and which fields are asked.
    Names {
        names: Vec<bool>,
        field: TextField,
    },
    /// Which openings have it.
    Openings(Vec<bool>),
    Number(NumberField, Bounds<u32>),
    Date(Bounds<Date>),
    Result(super::entry::GameResult),
}

impl OneTest {
    fn of(word: &Word, collection: &Collection) -> OneTest {
        let names = |text: &str| collection.names.having(text);
        match &word.condition {
            Condition::Anywhere(text) => OneTest::Anywhere {
                names: names(text),
                openings: openings(collection, |eco, name| eco == text || name.contains(text)),
            },
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
                    TextField::Event => has(entry.event),
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

/// Of every opening, by number from 1, whether it is one of these; number 0 is none.
fn openings(collection: &Collection, is: impl Fn(&str, &str) -> bool) -> Vec<bool> {
    let mut found = vec![false];
    let folded = |text: &str| super::fold::fold(text);
    found.extend(collection.openings.iter().map(|o| is(&folded(&o.eco), &folded(o.name))));
    found
}

/// Whether a code is meant by `b90`, `b9` or `b30-b39`.
fn in_codes(eco: &str, wanted: &str) -> bool {
    match wanted.split_once('-') {
        Some((from, to)) if !to.is_empty() => eco >= from && (eco <= to || eco.starts_with(to)),
        _ => eco.starts_with(wanted.trim_end_matches('-')),
    }
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
            ("moves>4", &[0]),
            ("moves:1", &[1, 2]),
        ] {
            assert_eq!(found(text), games, "{text}");
        }
    }
}

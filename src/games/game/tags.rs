//! The tag pairs of a game: `[White "Carlsen"]`. An ordered list; the values are not interpreted here.

use std::collections::HashMap;
use std::sync::Arc;

use tabia_chess::Color;

/// The seven tags every PGN game has, in the order in which they are written.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The value of `WhiteType` and `BlackType` for an engine.
pub const PROGRAM: &str = "program";
/// Their value for a person.
pub const HUMAN: &str = "human";

/// The chapter in an event: lichess writes `Endgames: Chapter 1: Lucena`, with the name of the study first.
pub fn chapter_of(event: &str) -> &str {
    event.split_once(": ").map_or(event, |(_, chapter)| chapter)
}

/// First words of engines' names, in lower case.
const ENGINES: [&str; 55] = [
    "alexandria",
    "arasan",
    "berserk",
    "booot",
    "caissa",
    "ceres",
    "clover",
    "crafty",
    "critter",
    "deep",
    "dragon",
    "ethereal",
    "fairy",
    "fire",
    "fritz",
    "fruit",
    "glaurung",
    "gull",
    "hiarcs",
    "houdini",
    "igel",
    "integral",
    "junior",
    "koivisto",
    "komodo",
    "lc0",
    "leela",
    "lozza",
    "minic",
    "motor",
    "obsidian",
    "pedone",
    "plentychess",
    "quanticade",
    "reckless",
    "rodent",
    "rofchade",
    "rubichess",
    "rybka",
    "seer",
    "shredder",
    "smallbrain",
    "stash",
    "stockfish",
    "stormphrax",
    "tabia",
    "toga",
    "toga2",
    "torch",
    "uralochka",
    "velvet",
    "viridithas",
    "wasp",
    "weiss",
    "xiphos",
];

/// Tag pairs in the order in which they were found. Names are compared as written. If a file has a tag twice, both
/// pairs are kept and the later one counts.
///
/// ```
/// use tabia_games::game::tags::Tags;
/// let mut tags = Tags::roster();
/// tags.set("White", "Anderssen");
/// assert_eq!(tags.get("White"), Some("Anderssen"));
/// assert_eq!(tags.get("Black"), Some("?"));
/// assert_eq!(tags.known("Black"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tags {
    /// Shared by copies until one of them changes: games are copied often, and a value can be very long.
    pairs: Arc<Vec<(String, String)>>,
    /// The index of each name, only if there are many.
    places: Option<Arc<HashMap<Box<str>, usize>>>,
    /// Lines among the tags or moves that are neither: escaped ones, which begin with `%`, and unreadable tags.
    lines: Option<Arc<Vec<String>>>,
}

/// Longest value that is checked for meaning "unknown", bytes.
const MAX_UNKNOWN: usize = 100;
/// Up to this many tags are searched linearly; most games have 7 to 20.
const FEW: usize = 32;

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.pairs == other.pairs && self.lines == other.lines
    }
}

impl Eq for Tags {}

impl Tags {
    /// The names of White and Black if they are two different engines, by their type or by a known engine name. `known`
    /// recognises further names.
    pub fn engine_players(&self, known: impl Fn(&str) -> bool) -> Option<[&str; 2]> {
        let (white, black) = (self.known("White")?, self.known("Black")?);
        let both = Color::ALL.into_iter().all(|side| self.is_engine(side, &known));
        (both && white != black).then_some([white, black])
    }

    /// Whether a player is an engine: by its type if the game has one, else by a known engine name or by `known`. A
    /// name with a comma is that of a person, such as `Weiss, Max`.
    pub fn is_engine(&self, side: Color, known: impl Fn(&str) -> bool) -> bool {
        let Some(name) = self.known(side.name()) else { return false };
        if let Some(kind) = self.player_type(side) {
            return kind.eq_ignore_ascii_case(PROGRAM);
        }
        let first = name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        known(name) || !name.contains(',') && ENGINES.contains(&first.to_lowercase().as_str())
    }

    /// The Elo of a player, below 10,000; `None` if it is unknown.
    pub fn elo(&self, side: Color) -> Option<u16> {
        let tag = match side {
            Color::White => "WhiteElo",
            Color::Black => "BlackElo",
        };
        self.known(tag)?.trim().parse().ok().filter(|elo| (1..10_000).contains(elo))
    }

    /// The value of `WhiteType` or `BlackType`: [`PROGRAM`], [`HUMAN`], or another value of the file.
    pub fn player_type(&self, side: Color) -> Option<&str> {
        self.known(match side {
            Color::White => "WhiteType",
            Color::Black => "BlackType",
        })
    }

    /// No tags at all.
    pub fn new() -> Tags {
        Tags::default()
    }

    /// The seven tags of the roster with the values for "unknown".
    pub fn roster() -> Tags {
        let unknown = |name| match name {
            "Date" => "????.??.??",
            "Result" => "*",
            _ => "?",
        };
        let pairs =
            ROSTER.iter().map(|&name| (name.to_owned(), unknown(name).to_owned())).collect();
        Tags { pairs: Arc::new(pairs), places: None, lines: None }
    }

    fn place(&self, name: &str) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(name).copied(),
            None => self.pairs.iter().rposition(|(n, _)| n == name),
        }
    }

    fn push(&mut self, name: String, value: String) {
        if let Some(places) = &mut self.places {
            Arc::make_mut(places).insert(name.as_str().into(), self.pairs.len());
        }
        Arc::make_mut(&mut self.pairs).push((name, value));
        if self.places.is_none() && self.pairs.len() > FEW {
            self.find_places();
        }
    }

    fn find_places(&mut self) {
        let names = self.pairs.iter().enumerate();
        let places = names.map(|(at, (name, _))| (name.as_str().into(), at)).collect();
        self.places = Some(Arc::new(places));
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.place(name).map(|at| self.pairs[at].1.as_str())
    }

    /// The value of a tag unless it means unknown (`?`, `????.??.??`, `-`, empty).
    pub fn known(&self, name: &str) -> Option<&str> {
        self.get(name)
            .filter(|v| !v.is_empty() && *v != "-")
            .filter(|v| v.len() > MAX_UNKNOWN || !v.chars().all(|c| ".?".contains(c)))
    }

    /// The name of a study's chapter, which has no players.
    pub fn chapter(&self) -> Option<&str> {
        self.known("ChapterName").or_else(|| self.known("Event").map(chapter_of))
    }

    /// Sets a tag, at its current place or at the end.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.place(&name) {
            Some(at) => Arc::make_mut(&mut self.pairs)[at].1 = value,
            None => self.push(name, value),
        }
    }

    /// Adds a tag of a file, after an earlier one with the same name and another value.
    pub fn add(&mut self, name: String, value: String) {
        if self.get(&name) != Some(value.as_str()) {
            Arc::make_mut(&mut self.pairs).reserve(8);
            self.push(name, value);
        }
    }

    /// The lines that are not tags: escaped ones and unreadable tags.
    pub fn lines(&self) -> &[String] {
        self.lines.as_deref().map_or(&[], Vec::as_slice)
    }

    /// Adds a line that is not a tag.
    pub fn add_line(&mut self, line: String) {
        Arc::make_mut(self.lines.get_or_insert_default()).push(line);
    }

    /// Removes a tag; nothing happens if there is none.
    pub fn remove(&mut self, name: &str) {
        if self.place(name).is_none() {
            return;
        }
        Arc::make_mut(&mut self.pairs).retain(|(n, _)| n != name);
        if self.places.is_some() {
            self.find_places();
        }
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Tags {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Tags {
        let mut tags = Tags::new();
        for (name, value) in pairs {
            tags.set(name, value);
        }
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_is_named_by_its_tag_or_its_event() {
        let chapter = |pairs: &[(&str, &str)]| {
            let mut tags = Tags::new();
            for &(name, value) in pairs {
                tags.set(name, value);
            }
            tags.chapter().map(ToOwned::to_owned)
        };
        let event = ("Event", "Endgames: Chapter 1: Lucena");
        assert_eq!(chapter(&[event]).as_deref(), Some("Chapter 1: Lucena"));
        assert_eq!(chapter(&[event, ("ChapterName", "Lucena")]).as_deref(), Some("Lucena"));
        assert_eq!(chapter(&[("Event", "?")]), None);
    }

    #[test]
    fn setting_keeps_the_place() {
        let mut tags = Tags::roster();
        tags.set("Site", "London");
        tags.set("ECO", "C51");
        let names: Vec<&str> = tags.iter().map(|(name, _)| name).collect();
        assert_eq!(names[..7], ROSTER);
        assert_eq!(names[7], "ECO");
        assert_eq!(tags.get("Site"), Some("London"));
        tags.remove("ECO");
        assert_eq!(tags.len(), 7);
    }

    #[test]
    fn many_tags_behave_like_few() {
        let name = |n: usize| format!("Tag{n}");
        let mut tags = Tags::new();
        for n in 0..3 * FEW {
            tags.set(name(n % (2 * FEW)), n.to_string());
        }
        assert_eq!((tags.len(), tags.get("Tag3")), (2 * FEW, Some("67")));
        tags.remove("Tag3");
        tags.remove("Tag3");
        assert_eq!((tags.get("Tag3"), tags.get("Tag4")), (None, Some("68")));
        tags.set("Tag3", "again");
        assert_eq!(tags.iter().last(), Some(("Tag3", "again")));
        assert_eq!(tags.iter().collect::<Tags>(), tags);
    }

    #[test]
    fn two_engines_are_known_by_type_or_name() {
        let players = |pairs: &[(&str, &str)]| {
            let mut tags = Tags::roster();
            for (name, value) in pairs {
                tags.set(*name, *value);
            }
            tags.engine_players(|name| name == "Mine 2").map(|names| names.map(str::to_owned))
        };
        let pair = |white: &str, black: &str| Some([white.to_owned(), black.to_owned()]);
        let by_name = players(&[("White", "Stockfish 16.1"), ("Black", "Lc0-0.31")]);
        assert_eq!(by_name, pair("Stockfish 16.1", "Lc0-0.31"));
        let types = [
            ("White", "new"),
            ("Black", "old"),
            ("WhiteType", "program"),
            ("BlackType", "Program"),
        ];
        assert_eq!(players(&types), pair("new", "old"));
        assert_eq!(players(&types[..3]), None, "one of them is not said to be one");
        assert_eq!(players(&[("White", "Mine 2"), ("Black", "Tabia")]), pair("Mine 2", "Tabia"));
        assert_eq!(players(&[("White", "Fritz"), ("Black", "Kasparov")]), None);
        let people = [
            ("White", "Weiss, Max"),
            ("Black", "Fritz, Alexander"),
            ("WhiteType", "program"),
            ("BlackType", "human"),
        ];
        assert_eq!(players(&people[..2]), None, "surnames before given names");
        assert_eq!(players(&people), None, "one of them is said to be a person");
        assert_eq!(players(&[("White", "Tabia"), ("Black", "Tabia")]), None, "one opinion");
        assert_eq!(players(&[]), None);
    }

    #[test]
    fn question_marks_mean_unknown() {
        let tags: Tags =
            [("Date", "????.??.??"), ("White", "?"), ("Black", "Dufresne")].into_iter().collect();
        assert_eq!(tags.known("Date"), None);
        assert_eq!(tags.known("White"), None);
        assert_eq!(tags.known("Black"), Some("Dufresne"));
        assert_eq!(tags.known("Round"), None);
    }
}

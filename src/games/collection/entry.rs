//! An entry of a list of games: its place in the file, and the data of its tags and moves. Also dates, names, and how
//! names are compared.

use std::collections::HashMap;
use std::fmt;
use std::num::{NonZeroU16, NonZeroU32};

use icu_normalizer::DecomposingNormalizerBorrowed;
use tabia_chess::{Bitboard, Board, Color, PieceType, Rank};

use crate::game::result::GameResult;

/// Where a game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Setting {
    /// In the standard position.
    #[default]
    Usual,
    /// In another position.
    SetUp,
    /// It is Chess960.
    Chess960,
}

/// What the list shows of a game besides its tags and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// It has a problem.
    pub broken: bool,
    /// It has variations or comments.
    pub annotated: bool,
    /// The type of its start position.
    pub setting: Setting,
}

/// A game of a list.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The byte of the file where it begins.
    pub offset: u64,
    /// Its length, bytes.
    pub length: u32,
    /// The line it begins on, from 1.
    pub line: u32,
    /// The column it begins in, from 1.
    pub column: u32,
    /// A hash of its bytes, to notice changes.
    pub fingerprint: u32,
    pub(super) white: u32,
    pub(super) black: u32,
    pub(super) event: u32,
    pub(super) site: u32,
    /// The index of its first move among those of all games.
    pub(super) moves_at: u32,
    /// The number of its start position, from 1; `None` for the usual one.
    pub(super) start: Option<NonZeroU32>,
    /// The number of its opening, from 1.
    pub(super) opening: Option<NonZeroU16>,
    /// The day it was played.
    pub date: Date,
    /// White's Elo; 0 if it is not known.
    pub white_elo: u16,
    /// Black's Elo; 0 if it is not known.
    pub black_elo: u16,
    /// How it ended.
    pub result: GameResult,
    /// Its marks.
    pub marks: Marks,
    /// The men left at the end of its main line.
    pub(super) end: Remains,
}

impl Entry {
    /// The number of the event's name, or of the site's if there is no event, as the list shows it.
    pub(super) fn event_or_site(&self) -> u32 {
        if self.event == 0 { self.site } else { self.event }
    }
}

/// Quantities that only decrease during a game and thus limit the positions that can still occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remains {
    /// Men on the board, kings included.
    pub(super) men: u8,
    /// Pawns that have not moved: White's on its second rank, Black's on the seventh.
    pub(super) home: Bitboard,
}

impl Remains {
    /// Of a position.
    pub(super) fn of(board: &Board) -> Remains {
        let home = board.by(Color::White, PieceType::Pawn) & Bitboard::rank(Rank::Second)
            | board.by(Color::Black, PieceType::Pawn) & Bitboard::rank(Rank::Seventh);
        Remains { men: board.occupied().count() as u8, home }
    }
}

/// The hash for [`Entry::fingerprint`]: like FNV-1a, but over words of eight bytes, with a rotation, and folded. It is
/// saved in files, so it must not change.
pub fn fingerprint_of(bytes: &[u8]) -> u32 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut hash = BASIS ^ bytes.len() as u64;
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME).rotate_left(29);
    }
    for &byte in rest {
        hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    }
    (hash ^ hash >> 32) as u32
}

/// A PGN date: known to the day, month or year, or unknown. Dates are ordered by time, with unknown parts first.
///
/// ```
/// use tabia_games::collection::entry::Date;
/// let date = Date::parse("1851.06.??");
/// assert_eq!((date.year(), date.month(), date.day()), (1851, 6, 0));
/// assert!(date < Date::parse("1851.06.21") && date > Date::parse("1850.??.??"));
/// assert_eq!(date.to_string(), "1851.06");
/// assert_eq!(Date::parse("21.06.1851"), Date::new(1851, 6, 21));
/// assert_eq!(Date::parse("?"), Date::UNKNOWN);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(u32);

/// Bits of the day, and of day and month.
const DAY: u32 = 5;
const DAY_AND_MONTH: u32 = 9;

impl Date {
    /// Nothing is known.
    pub const UNKNOWN: Date = Date(0);

    /// A date of its parts, 0 for unknown ones. An invalid part and those after it are unknown.
    pub fn new(year: u32, month: u32, day: u32) -> Date {
        if year == 0 || year > 9999 {
            return Date::UNKNOWN;
        }
        let month = if month <= 12 { month } else { 0 };
        let day = if month > 0 && day <= 31 { day } else { 0 };
        Date(year << DAY_AND_MONTH | month << DAY | day)
    }

    /// Reads `1992.11.04`, `1992.11.??`, `1992`, also with dashes or slashes, and with the year last if it has four
    /// digits: `04.11.1992`. Unreadable parts are unknown.
    pub fn parse(text: &str) -> Date {
        let mut parts: Vec<&str> = text.trim().split(['.', '-', '/']).collect();
        let is_year =
            |part: &str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        if let [day, month, year] = parts[..]
            && is_year(year)
            && !is_year(day)
        {
            parts = vec![year, month, day];
        }
        let part = |at: usize| parts.get(at).and_then(|part| part.parse().ok()).unwrap_or(0);
        Date::new(part(0), part(1), part(2))
    }

    /// The year, 1 to 9999; 0 if it is not known.
    pub fn year(self) -> u32 {
        self.0 >> DAY_AND_MONTH
    }

    /// The month, 1 to 12; 0 if it is not known.
    pub fn month(self) -> u32 {
        self.0 >> DAY & 15
    }

    /// The day, 1 to 31; 0 if it is not known.
    pub fn day(self) -> u32 {
        self.0 & 31
    }

    /// The last date that is entirely before it.
    #[must_use]
    pub(super) fn before(self) -> Date {
        Date(self.0.saturating_sub(1))
    }

    /// The first date after it, if it is known to the day.
    #[must_use]
    pub(super) fn after(self) -> Date {
        Date(self.0 + 1)
    }

    /// A number that increases with time; 0 if the date is unknown.
    pub fn number(self) -> u32 {
        self.0
    }

    /// Whether it is entirely unknown.
    pub fn is_unknown(self) -> bool {
        self.0 == 0
    }

    /// The last day that it can be.
    #[must_use]
    pub fn latest(self) -> Date {
        match (self.year(), self.month(), self.day()) {
            (0, ..) => Date::UNKNOWN,
            (year, 0, _) => Date::new(year, 12, 31),
            (year, month, 0) => Date::new(year, month, 31),
            _ => self,
        }
    }
}

impl fmt::Display for Date {
    /// As far as it is known: `1992.11.04`, `1992.11`, `1992`, or nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.year(), self.month(), self.day()) {
            (0, ..) => Ok(()),
            (year, 0, _) => write!(f, "{year}"),
            (year, month, 0) => write!(f, "{year}.{month:02}"),
            (year, month, day) => write!(f, "{year}.{month:02}.{day:02}"),
        }
    }
}

/// Interned names, because players, events and sites repeat in a large file. Number 0 is the empty text: unknown.
#[derive(Clone, Debug)]
pub(super) struct Names {
    texts: Vec<Box<str>>,
    /// The texts in the form in which they are compared.
    folded: Vec<Box<str>>,
    /// The rank of each in sorted order.
    ranks: Vec<u32>,
    /// Only while names are added.
    numbers: HashMap<Box<str>, u32>,
}

impl Default for Names {
    fn default() -> Names {
        let empty = || vec![Box::from("")];
        let numbers = HashMap::from([(Box::from(""), 0)]);
        Names { texts: empty(), folded: empty(), ranks: vec![0], numbers }
    }
}

impl Names {
    /// The number of a text, which is added if it is new.
    pub(super) fn add(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.into());
        self.folded.push(fold(text).into());
        self.numbers.insert(text.into(), number);
        number
    }

    /// Ranks the names after adding.
    pub(super) fn rank(&mut self) {
        let mut order: Vec<u32> = (0..self.texts.len() as u32).collect();
        order.sort_by_key(|&number| &self.folded[number as usize]);
        self.ranks = vec![0; order.len()];
        for (rank, &number) in order.iter().enumerate() {
            self.ranks[number as usize] = rank as u32;
        }
    }

    /// A text by its number.
    pub(super) fn get(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }

    /// The rank of a text in sorted order.
    pub(super) fn rank_of(&self, number: u32) -> u32 {
        self.ranks.get(number as usize).copied().unwrap_or(0)
    }

    /// For every text, by number, whether it contains `part`, which is folded.
    pub(super) fn having(&self, part: &str) -> Vec<bool> {
        self.folded.iter().map(|text| text.contains(part)).collect()
    }
}

/// A text for comparison: lower case without diacritics, so that "reti" finds Réti.
pub(super) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let lower = text.chars().flat_map(char::to_lowercase);
    let mut folded = String::with_capacity(text.len());
    for c in DecomposingNormalizerBorrowed::new_nfd().normalize_iter(lower) {
        match c {
            // Combining marks.
            '\u{300}'..='\u{36f}' => {}
            // Letters that Unicode does not decompose.
            'ə' | '\u{1e9a}' => folded.push('a'),
            'æ' => folded.push_str("ae"),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'ł' | 'ŀ' => folded.push('l'),
            'ø' => folded.push('o'),
            'œ' => folded.push_str("oe"),
            'ß' => folded.push_str("ss"),
            'ŧ' => folded.push('t'),
            'þ' => folded.push_str("th"),
            _ => folded.push(c),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_byte_changes_the_fingerprint() {
        let text = b"1. e4 e5 2. Nf3 Nc6 1-0".to_vec();
        for at in 0..text.len() {
            let mut other = text.clone();
            other[at] ^= 1;
            assert_ne!(fingerprint_of(&text), fingerprint_of(&other), "byte {at}");
        }
        assert_ne!(fingerprint_of(&text), fingerprint_of(&text[..22]));
    }

    #[test]
    fn pawns_at_home_are_those_that_never_moved() {
        let board = Board::from_fen("4k3/P3p3/8/8/8/8/p3P3/4K3 w - - 0 1").unwrap();
        let remains = Remains::of(&board);
        assert_eq!((remains.men, remains.home.count()), (6, 2));
    }

    #[test]
    fn dates_are_read_as_far_as_they_are_known() {
        for (text, shown) in [
            ("1992.11.04", "1992.11.04"),
            ("1992.11.??", "1992.11"),
            ("1992.??.04", "1992"),
            ("1992-02-30", "1992.02.30"),
            ("1992.13.01", "1992"),
            ("????.??.??", ""),
            ("0000.01.01", ""),
            ("12345.1.1", ""),
            ("", ""),
            ("99999999999999999999", ""),
        ] {
            assert_eq!(Date::parse(text).to_string(), shown, "{text}");
        }
        assert_eq!(Date::parse("1992").latest(), Date::new(1992, 12, 31));
    }

    #[test]
    fn equal_names_have_one_number_and_sort_without_regard_to_case() {
        let mut names = Names::default();
        let numbers = ["Tal", "botvinnik", "Tal", "", "Ålekhine"].map(|name| names.add(name));
        assert_eq!(numbers, [1, 2, 1, 0, 3]);
        names.rank();
        let mut sorted = [1, 2, 3, 0];
        sorted.sort_by_key(|&number| names.rank_of(number));
        assert_eq!(sorted.map(|n| names.get(n)), ["", "Ålekhine", "botvinnik", "Tal"]);
        assert_eq!(names.having("al"), [false, true, false, true]);
        assert_eq!(names.get(99), "");
    }

    #[test]
    fn marks_do_not_matter() {
        for (text, folded) in [
            ("Réti, Richard", "reti, richard"),
            ("GRÜNFELD", "grunfeld"),
            ("Łódź", "lodz"),
            ("Weiß", "weiss"),
            ("re\u{301}ti", "reti"),
            ("Иванчук", "иванчук"),
            ("Nguy\u{1ec5}n Ng\u{1ecd}c Tr\u{1b0}\u{1edd}ng S\u{1a1}n", "nguyen ngoc truong son"),
            ("M\u{259}mm\u{259}dov", "mammadov"),
            ("\u{126}aber", "haber"),
        ] {
            assert_eq!(fold(text), folded);
        }
    }
}

//! The rows of a table of games: filtered, and sorted by a column.

use serde::{Deserialize, Serialize};

use super::Collection;
use super::filter::Filter;
use super::search::Hit;

/// A column of the table, by which games can be sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Column {
    /// The place in the file.
    #[default]
    Number,
    /// White's name.
    White,
    /// White's Elo.
    WhiteElo,
    /// Black's name.
    Black,
    /// Black's Elo.
    BlackElo,
    /// How it ended.
    Result,
    /// The day it was played.
    Date,
    /// The event, or the site of a game without one.
    Event,
    /// The code of the opening.
    Eco,
    /// The name of the opening.
    Opening,
    /// Full moves of the main line.
    Moves,
}

impl Column {
    /// All columns, from left to right.
    pub const ALL: [Column; 11] = [
        Column::Number,
        Column::White,
        Column::WhiteElo,
        Column::Black,
        Column::BlackElo,
        Column::Result,
        Column::Date,
        Column::Event,
        Column::Eco,
        Column::Opening,
        Column::Moves,
    ];

    /// Whether it shows an Elo.
    pub fn is_elo(self) -> bool {
        matches!(self, Column::WhiteElo | Column::BlackElo)
    }

    /// Whether the first click on it sorts in descending order.
    pub(crate) fn begins_descending(self) -> bool {
        matches!(self, Column::WhiteElo | Column::BlackElo | Column::Date | Column::Moves)
    }
}

/// An order of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sort {
    /// The column.
    pub column: Column,
    /// Largest first. Equal games stay in the order of the file.
    pub descending: bool,
}

impl Sort {
    /// The order after a click on the title of a column.
    #[must_use]
    pub fn clicked(self, column: Column) -> Sort {
        let again = self.column == column;
        Sort {
            column,
            descending: if again { !self.descending } else { column.begins_descending() },
        }
    }
}

/// The games that pass a filter, among all or among those in which a position was found, in order.
pub fn rows(
    collection: &Collection,
    filter: &Filter,
    sort: Sort,
    among: Option<&[Hit]>,
) -> Vec<Hit> {
    let test = filter.on(collection);
    let passed: Vec<Hit> = match among {
        Some(hits) => hits.iter().copied().filter(|hit| test.passes(hit.game)).collect(),
        None => (0..collection.len() as u32)
            .filter(|&game| test.passes(game))
            .map(|game| Hit { game, ply: 0 })
            .collect(),
    };
    sorted(collection, passed, sort)
}

fn sorted(collection: &Collection, rows: Vec<Hit>, sort: Sort) -> Vec<Hit> {
    let key = keys(collection, sort.column);
    let mut keyed: Vec<(u32, Hit)> = rows
        .into_iter()
        .map(|hit| {
            let key = key(hit.game);
            (if sort.descending { !key } else { key }, hit)
        })
        .collect();
    keyed.sort_unstable_by_key(|(key, hit)| (*key, hit.game));
    keyed.into_iter().map(|(_, hit)| hit).collect()
}

/// A sort key for every game.
fn keys(collection: &Collection, column: Column) -> Box<dyn Fn(u32) -> u32 + '_> {
    let entry = move |game| collection.entry(game);
    let names = &collection.names;
    let openings = match column {
        Column::Eco => ranks(collection, |opening| (opening.eco.clone(), opening.name)),
        Column::Opening => ranks(collection, |opening| (opening.name.to_owned(), &*opening.eco)),
        _ => Vec::new(),
    };
    let opening = move |game| {
        let number = collection.entry(game).and_then(|entry| entry.opening);
        number.map_or(0, |number| openings.get(usize::from(number.get()) - 1).copied().unwrap_or(0))
    };
    match column {
        Column::Number => Box::new(|game| game),
        Column::White => Box::new(move |game| entry(game).map_or(0, |e| names.rank_of(e.white))),
        Column::Black => Box::new(move |game| entry(game).map_or(0, |e| names.rank_of(e.black))),
        Column::Event => {
            Box::new(move |game| entry(game).map_or(0, |e| names.rank_of(e.event_or_site())))
        }
        Column::WhiteElo => Box::new(move |game| entry(game).map_or(0, |e| e.white_elo.into())),
        Column::BlackElo => Box::new(move |game| entry(game).map_or(0, |e| e.black_elo.into())),
        Column::Result => Box::new(move |game| entry(game).map_or(0, |e| e.result as u32)),
        Column::Date => Box::new(move |game| entry(game).map_or(0, |e| e.date.number())),
        Column::Eco | Column::Opening => Box::new(opening),
        Column::Moves => Box::new(|game| collection.moves(game).len() as u32),
    }
}

/// The rank of each opening in sorted order, from 1; indexed by its number minus one.
fn ranks<'a, K: Ord>(
    collection: &'a Collection,
    key: impl Fn(&'a super::NamedOpening) -> K,
) -> Vec<u32> {
    let openings = &collection.openings;
    let mut order: Vec<usize> = (0..openings.len()).collect();
    order.sort_by_key(|&number| key(&openings[number]));
    let mut ranks = vec![0; order.len()];
    for (rank, number) in (1..).zip(order) {
        ranks[number] = rank;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "[White \"Tal\"]\n[WhiteElo \"2600\"]\n[Date \"1960\"]\n\n1. e4 c5 2. Nf3 1-0\n\n\
        [White \"anand\"]\n[Date \"1992.05\"]\n\n1. d4 d5 0-1\n\n\
        [White \"Tal\"]\n[WhiteElo \"2500\"]\n[Date \"1992\"]\n\n1. a3 *\n";

    fn order(column: Column, descending: bool) -> Vec<u32> {
        let collection = Collection::of_text(GAMES);
        let rows = rows(&collection, &Filter::default(), Sort { column, descending }, None);
        rows.into_iter().map(|row| row.game).collect()
    }

    #[test]
    fn every_column_sorts() {
        for (column, up) in [
            (Column::Number, [0, 1, 2]),
            (Column::White, [1, 0, 2]),
            (Column::WhiteElo, [1, 2, 0]),
            (Column::Black, [0, 1, 2]),
            (Column::Result, [0, 1, 2]),
            (Column::Date, [0, 2, 1]),
            (Column::Eco, [2, 0, 1]),
            (Column::Opening, [2, 1, 0]),
            (Column::Moves, [2, 1, 0]),
        ] {
            assert_eq!(order(column, false), up, "{column:?}");
        }
        assert_eq!(order(Column::White, true), [0, 2, 1], "equal games stay in order");
        assert_eq!(order(Column::Event, true), [0, 1, 2]);
    }

    #[test]
    fn the_event_column_sorts_by_the_site_of_a_game_without_an_event() {
        let text = "[Event \"London\"]\n\n*\n\n[Site \"Bonn\"]\n\n*\n\n[Event \"Cologne\"]\n[Site \"A\"]\n\n*\n";
        let collection = Collection::of_text(text);
        let order = |filter: &str, descending| -> Vec<u32> {
            let sort = Sort { column: Column::Event, descending };
            let rows = rows(&collection, &Filter::parse(filter), sort, None);
            rows.into_iter().map(|row| row.game).collect()
        };
        assert_eq!((order("", false), order("", true)), (vec![1, 2, 0], vec![0, 2, 1]));
        assert_eq!((order("event:bonn", false), order("event:a", false)), (vec![1], vec![]));
    }

    #[test]
    fn a_second_click_reverses_the_order() {
        let sort = Sort::default().clicked(Column::Date);
        assert!(sort.descending && !sort.clicked(Column::Date).descending);
        assert!(!sort.clicked(Column::White).descending);
    }

    #[test]
    fn rows_are_the_found_games_that_pass_the_filter() {
        let collection = Collection::of_text(GAMES);
        let found = [Hit { game: 0, ply: 3 }, Hit { game: 1, ply: 5 }, Hit { game: 2, ply: 1 }];
        let sort = Sort { column: Column::Number, descending: true };
        let rows = rows(&collection, &Filter::parse("tal"), sort, Some(&found));
        assert_eq!(rows, [found[2], found[0]]);
    }
}

//! Moves played from a position in the games of a collection, with results.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use tabia_chess::{Board, Color, Move};

use super::Collection;
use super::entry::Entry;
use super::search::{self, Hit, Likeness};
use crate::game::result::GameResult;

/// Number of games listed as newest and as strongest.
const MAX_NAMED: usize = 8;

/// Results of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of games.
    pub games: u32,
    /// Won by White.
    pub white: u32,
    /// Drawn.
    pub draws: u32,
    /// Won by Black.
    pub black: u32,
    /// The sum of the known Elos of the side to move.
    elo_sum: u64,
    /// Number of known Elos.
    elo_games: u32,
}

impl Tally {
    fn add(&mut self, result: GameResult, elo: u16) {
        self.games += 1;
        match result {
            GameResult::White => self.white += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Black => self.black += 1,
            GameResult::Open => {}
        }
        if elo > 0 {
            self.elo_sum += u64::from(elo);
            self.elo_games += 1;
        }
    }

    /// Number of games with a known result.
    pub fn with_result(&self) -> u32 {
        self.white + self.draws + self.black
    }

    /// White's points per game with a known result, 0 to 1; `None` without such a game.
    pub fn white_score(&self) -> Option<f32> {
        let points = self.white as f32 + 0.5 * self.draws as f32;
        (self.with_result() > 0).then(|| points / self.with_result() as f32)
    }

    /// Average Elo of the players to move, where known.
    pub fn average_elo(&self) -> Option<u32> {
        (self.elo_games > 0).then(|| (self.elo_sum / u64::from(self.elo_games)) as u32)
    }
}

/// A move that was played, with the results of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveStatistics {
    /// The move.
    pub mv: Move,
    /// The games.
    pub tally: Tally,
    /// The latest year it was played in; 0 if none is known.
    pub last_year: u32,
}

/// Statistics of a position in the games of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// All games in which it was on the board, also those that ended with it.
    pub all: Tally,
    /// The moves played at its first occurrence, the most frequent first.
    pub moves: Vec<MoveStatistics>,
    /// The latest of the games.
    pub newest: Vec<Hit>,
    /// The games with the highest sum of both Elos; none if no Elo is known.
    pub strongest: Vec<Hit>,
}

/// Looks up a position in all games; `None` if it was cancelled.
pub fn explore(collection: &Collection, board: &Board, stop: &AtomicBool) -> Option<Explored> {
    let hits = search::find(collection, board, Likeness::Exact, stop)?;
    Some(of_hits(collection, board.stm(), &hits))
}

/// The statistics of games already found; `stm` is the side to move.
pub(crate) fn of_hits(collection: &Collection, stm: Color, hits: &[Hit]) -> Explored {
    let mut all = Tally::default();
    let mut moves: HashMap<Move, (Tally, u32)> = HashMap::new();
    for hit in hits {
        let Some(entry) = collection.entry(hit.game) else { continue };
        let elo = match stm {
            Color::White => entry.white_elo,
            Color::Black => entry.black_elo,
        };
        all.add(entry.result, elo);
        if let Some(&mv) = collection.moves(hit.game).get(hit.ply as usize) {
            let (tally, year) = moves.entry(mv).or_default();
            tally.add(entry.result, elo);
            *year = entry.date.year().max(*year);
        }
    }
    let played = |(mv, (tally, last_year))| MoveStatistics { mv, tally, last_year };
    let mut moves: Vec<MoveStatistics> = moves.into_iter().map(played).collect();
    moves.sort_by_key(|played| (Reverse(played.tally.games), played.mv));
    let newest = best(collection, hits, |entry| u64::from(entry.date.number()));
    let strongest = best(collection, hits, |entry| {
        if entry.white_elo == 0 || entry.black_elo == 0 {
            return 0;
        }
        u64::from(entry.white_elo) + u64::from(entry.black_elo)
    });
    Explored { all, moves, newest, strongest }
}

/// The games with the highest values, without value 0; of equal ones the later in the file.
fn best(collection: &Collection, hits: &[Hit], value: impl Fn(&Entry) -> u64) -> Vec<Hit> {
    let mut best: Vec<(u64, Hit)> = Vec::with_capacity(MAX_NAMED + 1);
    for &hit in hits {
        let value = collection.entry(hit.game).map_or(0, &value);
        let least = best.last().map_or(0, |last| last.0);
        if value == 0 || best.len() == MAX_NAMED && value < least {
            continue;
        }
        let place = best.partition_point(|&(other, _)| other > value);
        best.insert(place, (value, hit));
        best.truncate(MAX_NAMED);
    }
    best.into_iter().map(|(_, hit)| hit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::san;

    #[test]
    fn moves_are_counted_with_results_and_elos() {
        let mut text = String::new();
        for (date, elos, moves) in [
            ("1990.??.??", (2500, 2400), "e4 e5 1-0"),
            ("1995.01.02", (2600, 2700), "e4 c5 1/2-1/2"),
            ("1991.01.01", (0, 2000), "d4 0-1"),
            ("????.??.??", (2400, 0), "e4 *"),
            ("2001.01.01", (2400, 2100), "*"),
        ] {
            let tag = |name, value: String| ["[", name, " \"", &value, "\"]\n"].concat();
            text += &tag("Date", date.to_owned());
            text += &tag("WhiteElo", elos.0.to_string());
            text += &tag("BlackElo", elos.1.to_string());
            text += &["\n", moves, "\n\n"].concat();
        }
        let collection = Collection::of_text(&text);
        let start = Board::start();
        let found = explore(&collection, &start, &AtomicBool::new(false)).unwrap();
        let tally = found.all;
        let counts = (tally.games, tally.white, tally.draws, tally.black, tally.with_result());
        assert_eq!(counts, (5, 1, 1, 1, 3));
        assert_eq!(tally.average_elo(), Some((2500 + 2600 + 2400 + 2400) / 4));
        assert_eq!(tally.white_score(), Some(0.5));
        let [e4, d4] = found.moves[..] else { panic!("{found:?}") };
        assert_eq!(
            (san::write(&start, e4.mv), e4.tally.games, e4.last_year),
            ("e4".into(), 3, 1995)
        );
        assert_eq!((d4.tally.games, d4.tally.average_elo()), (1, None));
        let games = |hits: &[Hit]| hits.iter().map(|hit| hit.game).collect::<Vec<u32>>();
        assert_eq!(games(&found.newest), [4, 1, 2, 0]);
        assert_eq!(games(&found.strongest), [1, 0, 4]);
        let after = start.after(e4.mv);
        let found = explore(&collection, &after, &AtomicBool::new(false)).unwrap();
        assert_eq!(found.all.average_elo(), Some(2550), "those of Black, who is to move");
    }

    #[test]
    fn only_a_few_games_are_named() {
        let text: String = (1901..=1930)
            .map(|year: u32| ["[Date \"", &year.to_string(), "\"]\n\n1. e4 *\n\n"].concat())
            .collect();
        let collection = Collection::of_text(&text);
        let found = explore(&collection, &Board::start(), &AtomicBool::new(false)).unwrap();
        let games: Vec<u32> = found.newest.iter().map(|hit| hit.game).collect();
        assert_eq!(games, [29, 28, 27, 26, 25, 24, 23, 22]);
        assert!(found.strongest.is_empty());
    }
}

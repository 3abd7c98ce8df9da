//! Makes a book from games: counts how often each move was played in every position, and the results.

use std::collections::{HashMap, HashSet};

use tabia_chess::{Board, Color, Move};

use super::polyglot::{Book, Entry, Tally, key, move_bits};

/// The selection of moves for a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Number of plies used from every game.
    pub depth_plies: usize,
    /// Minimum number of games in which a move must have been played.
    pub least_games: u32,
    /// Minimum points of the side that played it, per mille.
    pub least_score_permille: u32,
}

/// Games, points and draws of a move. A win counts two points.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    games: u32,
    points: u32,
    draws: u32,
}

/// Counts moves until a book is made of them.
#[derive(Clone, Debug)]
pub struct BookMaker {
    selection: Selection,
    counts: HashMap<(u64, u16), Count>,
}

impl BookMaker {
    /// An empty maker.
    pub fn new(selection: Selection) -> BookMaker {
        BookMaker { selection, counts: HashMap::new() }
    }

    /// Counts a game from its start position: moves and the winner, `None` for a draw. Games without a result should
    /// not be added.
    pub fn add(&mut self, start: &Board, moves: &[Move], winner: Option<Color>) {
        let mut board = *start;
        // A move that is repeated counts once.
        let mut known = HashSet::new();
        for &mv in moves.iter().take(self.selection.depth_plies) {
            let played = (key(&board), move_bits(mv));
            if known.insert(played) {
                let count = self.counts.entry(played).or_default();
                count.games += 1;
                count.draws += u32::from(winner.is_none());
                count.points += match winner {
                    None => 1,
                    Some(color) => 2 * u32::from(color == board.stm()),
                };
            }
            board.make_move(mv);
        }
    }

    /// The book. The weight of a move is its points, scaled down if necessary.
    pub fn book(&self) -> Book {
        let Selection { least_games, least_score_permille, .. } = self.selection;
        let permille = |count: Count| u64::from(count.points) * 500 / u64::from(count.games.max(1));
        let good = |count: &Count| {
            count.games >= least_games && permille(*count) >= u64::from(least_score_permille)
        };
        let kept = || self.counts.iter().filter(|(_, count)| good(count));
        let mut heaviest: HashMap<u64, u32> = HashMap::new();
        for ((position, _), count) in kept() {
            let most = heaviest.entry(*position).or_default();
            *most = (*most).max(count.points);
        }
        let entries = kept().map(|(&(position, mv), &count)| {
            let most = u64::from(heaviest.get(&position).copied().unwrap_or(1).max(1));
            let scale = most.max(u64::from(u16::MAX));
            let weight = u64::from(count.points) * u64::from(u16::MAX) / scale;
            let draws = u64::from(count.draws) * 1000 / u64::from(count.games.max(1));
            let tally = Tally {
                games: u16::try_from(count.games).unwrap_or(u16::MAX),
                score_permille: permille(count) as u16,
                draws_permille: Some(draws as u16),
            };
            Entry { key: position, mv, weight: weight as u16, learn: tally.bits() }
        });
        Book::new(entries.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::uci_move;

    fn line(texts: &[&str]) -> Vec<Move> {
        let mut board = Board::start();
        let moves = texts.iter().map(|text| {
            let mv = uci_move::parse(&board, text).unwrap();
            board.make_move(mv);
            mv
        });
        moves.collect()
    }

    #[test]
    fn a_repeated_move_counts_once_per_game() {
        let start = Board::start();
        let selection = Selection { depth_plies: 40, least_games: 2, least_score_permille: 0 };
        let mut maker = BookMaker::new(selection);
        let back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(3);
        maker.add(&start, &line(&back_and_forth), Some(Color::White));
        assert!(maker.book().is_empty(), "one game is not two");
        maker.add(&start, &line(&["g1f3", "d7d5"]), None);
        let book = maker.book();
        let tally = Tally { games: 2, score_permille: 750, draws_permille: Some(500) };
        assert_eq!((book.len(), book.moves(&start)[0].tally()), (1, tally));
    }

    #[test]
    fn moves_are_counted_with_their_results() {
        let start = Board::start();
        let selection = Selection { depth_plies: 2, least_games: 2, least_score_permille: 300 };
        let mut maker = BookMaker::new(selection);
        maker.add(&start, &line(&["e2e4", "e7e5", "g1f3"]), Some(Color::White));
        maker.add(&start, &line(&["e2e4", "e7e5", "f1c4"]), None);
        maker.add(&start, &line(&["d2d4", "d7d5"]), Some(Color::White));
        maker.add(&start, &line(&["g2g4", "d7d5"]), Some(Color::Black));
        maker.add(&start, &line(&["g2g4", "e7e5"]), Some(Color::Black));
        let book = maker.book();
        let moves = book.moves(&start);
        assert_eq!(moves.len(), 1, "d4 was played once, g4 lost: {moves:?}");
        let tally = Tally { games: 2, score_permille: 750, draws_permille: Some(500) };
        assert_eq!(moves[0].tally(), tally, "one won, one drawn");
        assert_eq!(moves[0].weight, 3);
        let after = start.after(moves[0].mv);
        assert!(book.moves(&after).is_empty(), "e5 made 250 per mille");
        assert_eq!(book.len(), 1);
    }

    #[test]
    fn millions_of_draws_are_counted() {
        let selection = Selection { depth_plies: 1, least_games: 1, least_score_permille: 0 };
        let (mut maker, start) = (BookMaker::new(selection), Board::start());
        let mv = uci_move::parse(&start, "e2e4").unwrap();
        let count = Count { games: 8_000_000, draws: 6_000_000, points: 8_000_000 };
        maker.counts.insert((key(&start), move_bits(mv)), count);
        let tally = maker.book().moves(&start)[0].tally();
        assert_eq!(tally.draws_permille, Some(758), "of 750, in steps of 1/62");
    }
}

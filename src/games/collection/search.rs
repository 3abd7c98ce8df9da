//! Finds the games in which a position was on the board, or one with the same men or the same pawns, by replaying the
//! main lines of all games. Men and unmoved pawns only decrease, so most games are left early or skipped.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use tabia_chess::{Bitboard, Board, Color, Move, PieceType};

use super::Collection;
use super::entry::Remains;
use super::scan::line_of;

/// Which parts of a position must be equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Likeness {
    /// The position as in the repetition rule: men, side to move, castling and en passant.
    #[default]
    Exact,
    /// The same number of men of each kind and colour, on any squares.
    Material,
    /// The pawns of both sides on the same squares, with any other pieces.
    Pawns,
}

impl Likeness {
    /// All, the strictest first.
    pub const ALL: [Likeness; 3] = [Likeness::Exact, Likeness::Material, Likeness::Pawns];
}

/// A game in which it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The game's number.
    pub game: u32,
    /// Moves played before it was first on the board.
    pub ply: u32,
}

/// Games between two checks of the stop flag.
const STRETCH: usize = 256;

/// Maximum number of threads.
const MAX_THREADS: usize = 8;

/// Minimum number of games per thread; fewer are not worth one.
const FEW: usize = 2_000;

/// The games in which the position occurred, in the order of the file, each with the first occurrence; `None` if it was
/// cancelled.
pub fn find(
    collection: &Collection,
    board: &Board,
    likeness: Likeness,
    stop: &AtomicBool,
) -> Option<Vec<Hit>> {
    let wanted = Wanted::new(board, likeness);
    let games = collection.len();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.min(MAX_THREADS).min(games / FEW).max(1);
    let share = games.div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<Range<usize>> =
            (1..threads).map(|n| n * share..games.min((n + 1) * share)).collect();
        let others: Vec<_> = parts
            .into_iter()
            .map(|part| {
                let wanted = &wanted;
                let work = move || find_among(collection, wanted, part, stop);
                let name = "position-search".to_owned();
                std::thread::Builder::new().name(name).spawn_scoped(scope, work)
            })
            .collect();
        let mut hits = find_among(collection, &wanted, 0..share.min(games), stop)?;
        for (n, other) in others.into_iter().enumerate() {
            let part = (n + 1) * share..games.min((n + 2) * share);
            let found = match other {
                Ok(thread) => thread.join().ok()?,
                // If no further thread can be started, this one does its share.
                Err(_) => find_among(collection, &wanted, part, stop),
            };
            hits.extend(found?);
        }
        Some(hits)
    })
}

fn find_among(
    collection: &Collection,
    wanted: &Wanted,
    games: Range<usize>,
    stop: &AtomicBool,
) -> Option<Vec<Hit>> {
    let mut hits = Vec::new();
    for game in games {
        if game.is_multiple_of(STRETCH) && stop.load(Ordering::Relaxed) {
            return None;
        }
        let game = game as u32;
        let Some(entry) = collection.entry(game).filter(|entry| wanted.can_end(entry.end)) else {
            continue;
        };
        debug_assert!(entry.end.men >= 2);
        let (start, moves) = line_of(collection, game);
        if let Some(ply) = wanted.first_in(&start, moves) {
            hits.push(Hit { game, ply });
        }
    }
    Some(hits)
}

/// A position to find.
#[derive(Debug)]
struct Wanted {
    board: Board,
    likeness: Likeness,
    remains: Remains,
    material: [[u8; 6]; 2],
}

impl Wanted {
    fn new(board: &Board, likeness: Likeness) -> Wanted {
        let material = material(board);
        Wanted { board: *board, likeness, remains: Remains::of(board), material }
    }

    /// Whether it can have occurred in a game with this end.
    fn can_end(&self, end: Remains) -> bool {
        let men = self.likeness == Likeness::Pawns || end.men <= self.remains.men;
        let home = self.likeness == Likeness::Material || end.home.is_subset(self.remains.home);
        men && home
    }

    /// Whether it can still occur with these men and unmoved pawns left.
    fn can_come(&self, men: u8, home: Bitboard) -> bool {
        match self.likeness {
            Likeness::Exact => men >= self.remains.men && self.remains.home.is_subset(home),
            Likeness::Material => men >= self.remains.men,
            Likeness::Pawns => self.remains.home.is_subset(home),
        }
    }

    /// Whether this position matches. `men` and `home` are the board's.
    #[inline]
    fn is_like(&self, board: &Board, men: u8, home: Bitboard) -> bool {
        match self.likeness {
            Likeness::Exact => board.key() == self.board.key() && same_men(board, &self.board),
            Likeness::Material => men == self.remains.men && material(board) == self.material,
            Likeness::Pawns => home == self.remains.home && same_pawns(board, &self.board),
        }
    }

    /// Moves played before it was first on the board.
    fn first_in(&self, start: &Board, moves: &[Move]) -> Option<u32> {
        let mut board = *start;
        let Remains { mut men, mut home } = Remains::of(start);
        if !self.can_come(men, home) {
            return None;
        }
        if self.is_like(&board, men, home) {
            return Some(0);
        }
        for (ply, &mv) in moves.iter().enumerate() {
            board.make_move(mv);
            let left = home - (Bitboard::from(mv.from()) | Bitboard::from(mv.to()));
            if mv.is_capture() || left != home {
                men -= u8::from(mv.is_capture());
                home = left;
                if !self.can_come(men, home) {
                    return None;
                }
            }
            // Only captures and promotions change the material.
            let new = self.likeness != Likeness::Material || mv.is_noisy();
            if new && self.is_like(&board, men, home) {
                return Some(ply as u32 + 1);
            }
        }
        None
    }
}

fn same_men(one: &Board, other: &Board) -> bool {
    Color::ALL.into_iter().all(|color| one.colors(color) == other.colors(color))
        && PieceType::ALL.into_iter().all(|kind| one.pieces(kind) == other.pieces(kind))
}

#[inline]
fn same_pawns(one: &Board, other: &Board) -> bool {
    let pawns = |board: &Board| Color::ALL.map(|color| board.by(color, PieceType::Pawn));
    pawns(one) == pawns(other)
}

fn material(board: &Board) -> [[u8; 6]; 2] {
    Color::ALL.map(|color| PieceType::ALL.map(|kind| board.by(color, kind).count() as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "1. e4 c5 2. Nf3 d6 *\n\n1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 *\n\n\
        1. e4 e5 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n1. e3 c5 2. e4 d6 3. Nf3 *\n";

    fn found(fen: &str, likeness: Likeness) -> Vec<(u32, u32)> {
        let collection = Collection::of_text(GAMES);
        let board = Board::from_fen(fen).unwrap();
        let hits = find(&collection, &board, likeness, &AtomicBool::new(false)).unwrap();
        hits.into_iter().map(|hit| (hit.game, hit.ply)).collect()
    }

    #[test]
    fn positions_are_found_however_they_were_reached() {
        let sicilian = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
        assert_eq!(found(sicilian, Likeness::Exact), [(0, 4), (1, 4)]);
        let black = sicilian.replace(" w ", " b ");
        assert_eq!(found(&black, Likeness::Exact), [(4, 5)], "the other side is to move");
        assert_eq!(found(sicilian, Likeness::Pawns), [(0, 4), (1, 4), (4, 4)]);
        assert_eq!(found("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", Likeness::Exact), [(3, 1)]);
        assert_eq!(found("4k3/8/P7/8/8/8/8/4K3 b - - 0 1", Likeness::Material), [(3, 0)]);
        let start = Board::start().to_string();
        assert_eq!(found(&start, Likeness::Exact), [(0, 0), (1, 0), (2, 0), (4, 0)]);
    }

    #[test]
    fn a_search_can_be_given_up() {
        let collection = Collection::of_text(GAMES);
        let stop = AtomicBool::new(true);
        assert!(find(&collection, &Board::start(), Likeness::Exact, &stop).is_none());
    }
}

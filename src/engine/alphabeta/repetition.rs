//! Repetition in the search: positions that have occurred before, and moves that can repeat one.
//!
//! Upcoming repetitions are detected without making moves: the keys of two positions that differ by one reversible move
//! differ by exactly that move's key. These keys are looked up in a cuckoo hash table, an algorithm of Marcel van
//! Kervinck (marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf).

use std::sync::LazyLock;

use tabia_chess::{Bitboard, Board, Color, Piece, PieceType, Square, attacks, zobrist};

/// Size of the table; it holds 3,668 moves.
const SLOTS: usize = 8192;

/// Whether some position has occurred twice since the last capture or pawn move. The last of `keys` is the current
/// position.
pub(super) fn has_repeated(keys: &[u64], board: &Board) -> bool {
    let recent = keys.len().saturating_sub(board.halfmove_clock() as usize + 1);
    let recent = &keys[recent..];
    (1..recent.len()).any(|at| recent[at..].contains(&recent[at - 1]))
}

/// Reversible moves by their difference of keys.
#[derive(Debug)]
pub(super) struct ReversibleMoves(Box<[Slot]>);

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    squares: [Square; 2],
}

static REVERSIBLE: LazyLock<ReversibleMoves> = LazyLock::new(ReversibleMoves::new);

impl ReversibleMoves {
    /// The shared table.
    pub(super) fn table() -> &'static ReversibleMoves {
        &REVERSIBLE
    }

    fn new() -> ReversibleMoves {
        let empty = Slot { key: 0, squares: [Square::A1; 2] };
        let mut table = ReversibleMoves(vec![empty; SLOTS].into());
        for color in Color::ALL {
            for kind in PieceType::ALL {
                if kind != PieceType::Pawn {
                    table.add_piece(Piece::new(color, kind));
                }
            }
        }
        table
    }

    fn add_piece(&mut self, piece: Piece) {
        for a in Square::all() {
            let reach = attacks::piece(piece.kind(), piece.color(), a, Bitboard::EMPTY);
            for b in reach.into_iter().filter(|b| b.index() > a.index()) {
                let key =
                    zobrist::piece(piece, a) ^ zobrist::piece(piece, b) ^ zobrist::black_to_move();
                self.insert(Slot { key, squares: [a, b] });
            }
        }
    }

    /// Cuckoo hashing: puts a move into one of its two slots and moves the previous occupant to its other slot.
    fn insert(&mut self, mut slot: Slot) {
        let mut at = places(slot.key)[0];
        while slot.key != 0 {
            std::mem::swap(&mut slot, &mut self.0[at]);
            let [one, two] = places(slot.key);
            at = if at == one { two } else { one };
        }
    }

    #[inline]
    fn find(&self, key: u64) -> Option<[Square; 2]> {
        let slot = places(key).map(|at| self.0[at]).into_iter().find(|slot| slot.key == key)?;
        Some(slot.squares)
    }
}

/// The two possible slots of a key difference.
#[inline]
fn places(key: u64) -> [usize; 2] {
    [key as usize % SLOTS, (key >> 16) as usize % SLOTS]
}

/// Whether the side to move has a move that repeats a position since the root.
pub(super) fn can_repeat(board: &Board, keys: &[u64], root: usize, reach: usize) -> bool {
    let now = keys.len() - 1;
    let moves = ReversibleMoves::table();
    (3..=reach.min(now - root)).step_by(2).any(|back| {
        let Some([a, b]) = moves.find(keys[now] ^ keys[now - back]) else { return false };
        // The same key difference may belong to a move of the other side.
        let mover = board.piece_on(a).or(board.piece_on(b)).map(Piece::color);
        mover == Some(board.stm()) && (attacks::between(a, b) & board.occupied()).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::is_repetition;
    use tabia_chess::SplitMix64;

    #[test]
    fn the_table_holds_every_reversible_move() {
        let table = ReversibleMoves::table();
        assert_eq!(table.0.iter().filter(|slot| slot.key != 0).count(), 3668);
    }

    /// Shuffles a few pieces at random and compares the result with trying all moves.
    #[test]
    fn a_repetition_is_seen_one_move_ahead() {
        let start = Board::from_fen("r3k3/8/2n5/8/8/5N2/8/4KB2 w - - 0 1").expect("a position");
        let mut rng = SplitMix64::new(9);
        let mut found = 0;
        for _ in 0..300 {
            let (mut board, mut keys) = (start, vec![start.key()]);
            for _ in 0..12 {
                let moves = board.legal_moves();
                let quiet: Vec<_> = moves.iter().filter(|mv| !mv.is_noisy()).collect();
                if quiet.is_empty() {
                    break;
                }
                board.make_move(*quiet[rng.below(quiet.len())]);
                keys.push(board.key());
                let reach = board.halfmove_clock() as usize;
                let tried = board.legal_moves().iter().any(|&mv| {
                    let mut line = keys.clone();
                    line.push(board.after(mv).key());
                    !mv.is_noisy() && is_repetition(&line, 0, reach + 1)
                });
                // The key test does not detect pins.
                let seen = can_repeat(&board, &keys, 0, reach);
                assert!(seen || !tried, "{board}");
                assert!(!seen || tried || board.pinned().any() || board.in_check(), "{board}");
                found += usize::from(seen);
            }
        }
        assert!(found > 50, "{found}");
    }

    #[test]
    fn once_since_the_root_or_twice_in_the_game() {
        // Keys of a game, index of the root, plies back, expected result.
        for (keys, root, reach, expected) in [
            (&[1, 2, 3, 4, 1][..], 0, 4, true),
            (&[1, 2, 3, 4, 1], 1, 4, false),
            (&[1, 2, 3, 4, 1], 0, 3, false),
            (&[9, 1, 2, 3, 4, 1], 1, 4, true),
            (&[9, 1, 2, 3, 4, 1], 2, 99, false),
            (&[1, 2, 3, 4, 1, 5, 6, 7, 1], 8, 8, true),
            (&[1, 2, 3, 4, 1, 5, 6, 7, 1], 8, 7, false),
            (&[1, 2, 3, 4, 1, 5, 6, 7, 1], 4, 8, true),
            (&[1, 1, 1, 1, 2], 0, 4, false),
            (&[1], 0, 0, false),
        ] {
            assert_eq!(is_repetition(keys, root, reach), expected, "{keys:?} {root} {reach}");
        }
    }

    #[test]
    fn a_game_has_repeated_only_since_its_last_capture_or_pawn_move() {
        for (clock, keys, expected) in [
            (4, &[1, 2, 3, 4, 1][..], true),
            (3, &[1, 2, 3, 4, 1], false),
            (9, &[1, 2, 3, 4, 5], false),
            (4, &[9, 2, 3, 2, 3, 4], true),
            (4, &[9, 9, 2, 3, 4, 5], false),
            (0, &[1], false),
        ] {
            let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 40");
            let board = Board::from_fen(&fen).expect("a position");
            assert_eq!(has_repeated(keys, &board), expected, "{clock} {keys:?}");
        }
    }
}

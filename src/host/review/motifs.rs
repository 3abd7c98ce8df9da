//! Names the way a line wins material: a hanging piece, a fork, a pin. A motif is named only if the line itself takes
//! the piece.

use tabia_chess::{Board, Color, Move, PieceType, Square, attacks};
use tabia_text::t;

/// Why a line wins material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motif {
    /// Its first move takes an undefended piece.
    Hanging {
        /// The captured piece.
        kind: PieceType,
        square: Square,
    },
    /// Its first move attacks several pieces at once, and its next takes one of them.
    Fork {
        /// The attacked pieces, the most valuable first.
        targets: Vec<PieceType>,
    },
    /// It takes a piece that is pinned to its king.
    Pin {
        /// The captured piece.
        kind: PieceType,
        square: Square,
    },
}

/// Value of a piece or pawn as a target of an attack, pawns; the king has the highest.
pub(crate) fn worth(kind: PieceType) -> u32 {
    if kind == PieceType::King { 100 } else { kind.points() }
}

/// Minimum value of what a motif calls a piece.
pub(crate) const A_PIECE: u32 = 3;

/// The motif of a line for the side that makes its first move, if it is one of [`Motif`].
pub fn motif(board: &Board, line: &[Move]) -> Option<Motif> {
    let &first = line.first()?;
    if !board.is_legal(first) {
        return None;
    }
    hanging(board, first).or_else(|| {
        let after = board.after(first);
        let &[reply, next, ..] = line.get(1..)? else { return None };
        if !after.is_legal(reply) {
            return None;
        }
        let then = after.after(reply);
        if !then.is_legal(next) || !next.is_capture() {
            return None;
        }
        // The captured piece was already there when the first move was made.
        let stayed = reply.to() != next.to();
        fork(&after, first, next)
            .filter(|_| stayed)
            .or_else(|| pin(&after, next).filter(|_| stayed))
    })
}

pub(crate) fn hanging(board: &Board, first: Move) -> Option<Motif> {
    let square = first.to();
    let kind = board.piece_on(square).filter(|_| first.is_capture())?.kind();
    let after = board.after(first);
    let defenders = after.attackers_to(square, after.occupied()) & after.colors(after.stm());
    let hangs = worth(kind) >= A_PIECE && defenders.is_empty();
    hangs.then_some(Motif::Hanging { kind, square })
}

/// `after` is the position with the fork on the board and the attacked side to move.
pub(crate) fn fork(after: &Board, first: Move, next: Move) -> Option<Motif> {
    let (square, them) = (first.to(), after.stm());
    let forker = after.piece_on(square)?;
    if next.from() != square {
        return None;
    }
    let reach = attacks::piece(forker.kind(), forker.color(), square, after.occupied());
    let mut targets: Vec<PieceType> = (reach & after.colors(them))
        .into_iter()
        .filter(|&at| is_target(after, at, them, worth(forker.kind())))
        .filter_map(|at| Some(after.piece_on(at)?.kind()))
        .collect();
    targets.sort_by_key(|&kind| std::cmp::Reverse(worth(kind)));
    let taken = is_target(after, next.to(), them, worth(forker.kind())) && reach.has(next.to());
    (targets.len() > 1 && taken).then_some(Motif::Fork { targets })
}

/// Whether a piece is worth more than its attacker or is undefended.
fn is_target(board: &Board, at: Square, side: Color, attacker: u32) -> bool {
    let Some(man) = board.piece_on(at).filter(|man| man.color() == side) else { return false };
    let value = worth(man.kind());
    let defended = (board.attackers_to(at, board.occupied()) & board.colors(side)).any();
    value > attacker || (value >= A_PIECE && !defended)
}

/// `after` is the position before the pinned piece is captured.
pub(crate) fn pin(after: &Board, next: Move) -> Option<Motif> {
    let square = next.to();
    let kind = after.piece_on(square)?.kind();
    (after.pinned().has(square) && worth(kind) >= A_PIECE).then_some(Motif::Pin { kind, square })
}

/// `king and rook`, `king, queen and rook`.
pub fn list(kinds: &[PieceType]) -> String {
    let name = |kind: &PieceType| tabia_text::text(&format!("review-piece-{}", kind.name()));
    let names: Vec<&str> = kinds.iter().map(name).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => t!("review-pieces", rest = rest.join(", "), last = *last),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::uci_move;

    fn of(fen: &str, moves: &[&str]) -> Option<Motif> {
        let board = Board::from_fen(fen).unwrap();
        let mut now = board;
        let line: Vec<Move> = moves
            .iter()
            .map(|text| {
                let mv = uci_move::parse(&now, text).unwrap();
                now.make_move(mv);
                mv
            })
            .collect();
        motif(&board, &line)
    }

    #[test]
    fn a_fork_is_named_when_it_takes_what_it_attacks() {
        let fen = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
        let fork = of(fen, &["d5c7", "e8d7", "c7a8"]);
        let targets = vec![PieceType::King, PieceType::Rook];
        assert_eq!(fork, Some(Motif::Fork { targets: targets.clone() }));
        assert_eq!(list(&targets), "king and rook");
        assert_eq!(of(fen, &["d5c7", "e8d7", "e1d2"]), None, "the line takes nothing");
        assert_eq!(of(fen, &["d5c7"]), None, "the line proves nothing");
    }

    #[test]
    fn a_piece_hangs_only_without_defenders() {
        let bare = "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1";
        let square = "d5".parse().unwrap();
        assert_eq!(of(bare, &["c3d5"]), Some(Motif::Hanging { kind: PieceType::Knight, square }));
        assert_eq!(of("4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 1", &["c3d5"]), None);
    }

    #[test]
    fn a_pinned_piece_that_is_captured_is_named() {
        let fen = "4k3/8/2n5/1B6/3P4/8/8/4K3 w - - 0 1";
        let square = "c6".parse().unwrap();
        let pin = of(fen, &["d4d5", "e8d8", "d5c6"]);
        assert_eq!(pin, Some(Motif::Pin { kind: PieceType::Knight, square }));
        let free = "3k4/8/2n5/1B6/3P4/8/8/4K3 w - - 0 1";
        assert_eq!(of(free, &["d4d5", "d8c7", "d5c6"]), None);
    }
}

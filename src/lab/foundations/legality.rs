//! Pseudo-legal moves, generated on a mailbox, and the reason why a move is not legal: which piece could capture the
//! king after it, and why.

use tabia_chess::{
    Bitboard, Board, Color, Move, MoveKind, PieceType, Rank, Square, Wing, uci_move,
};

use tabia_text::t;

use super::mailbox::{Mailbox, castling_targets, forward};
use crate::table::{Cell, Column, Table};

/// Why a pseudo-legal move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Castling while in check.
    CastlesOutOfCheck,
    /// Castling over an attacked square.
    CastlesThroughCheck(Square),
    /// Castling onto an attacked square.
    CastlesIntoCheck(Square),
    /// Chess960: the castling rook shielded the king.
    CastlingRookShields,
    /// The king steps onto an attacked square.
    KingAttacked,
    /// The king stays on the line of the slider that checks it.
    KingStaysOnLine,
    /// The king is in check and the move does nothing about it.
    CheckNotAnswered,
    /// Two pieces give check: only the king can move.
    DoubleCheck,
    /// The piece is pinned and leaves the line of the pin.
    Pinned,
    /// En passant removes two pawns from a line at once and exposes the king.
    EnPassantUncovers,
}

/// A reason and the attacking pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// Why the move is not legal.
    pub reason: Reason,
    /// The enemy pieces that attack the king, or the square it crosses; never empty.
    pub by: Bitboard,
}

impl Illegal {
    /// The reason as a sentence without a full stop.
    pub fn words(&self, board: &Board) -> String {
        let (by, n) = (named(board, self.by), self.by.count());
        match self.reason {
            Reason::CastlesOutOfCheck => t!("bits-illegal-out-of-check", by = by, n = n),
            Reason::CastlesThroughCheck(square) => {
                t!("bits-illegal-through-check", by = by, n = n, square = square.to_string())
            }
            Reason::CastlesIntoCheck(square) => {
                t!("bits-illegal-into-check", by = by, n = n, square = square.to_string())
            }
            Reason::CastlingRookShields => t!("bits-illegal-rook-shields", by = by),
            Reason::KingAttacked => t!("bits-illegal-king-attacked", by = by),
            Reason::KingStaysOnLine => t!("bits-illegal-stays-on-line", by = by),
            Reason::CheckNotAnswered => t!("bits-illegal-check-not-answered", by = by),
            Reason::DoubleCheck => t!("bits-illegal-double-check", by = by),
            Reason::Pinned => t!("bits-illegal-pinned", by = by),
            Reason::EnPassantUncovers => t!("bits-illegal-en-passant", by = by),
        }
    }
}

/// `the rook on e8`, `the rook on e8 and the knight on f3`.
fn named(board: &Board, pieces: Bitboard) -> String {
    let one = |square: Square| {
        let kind = board.piece_on(square).map_or("piece", |piece| piece.kind().name());
        t!("bits-piece-on", kind = kind.to_lowercase(), square = square.to_string())
    };
    let names = pieces.into_iter().map(one);
    names.reduce(|all, next| t!("bits-pieces-and", all = all, next = next)).unwrap_or_default()
}

/// The square that a double pawn push jumps over; `None` for other moves.
pub fn jumped(mv: Move) -> Option<Square> {
    let middle = usize::midpoint(mv.from().index(), mv.to().index());
    mv.is_double_push().then(|| Square::from_index(middle)).flatten()
}

/// The pseudo-legal moves, with the reasons why some are not legal. `jumped` as for [`pseudo_legal`].
pub fn table(board: &Board, jumped: Option<Square>) -> Table {
    let mut table = Table::new(vec![
        Column::words("move").place("", 6, ""),
        Column::words("from").place(" ", 4, ""),
        Column::new("legal").place(" ", 5, ""),
        Column::words("why").missing("").place("  ", 0, ""),
    ]);
    for mv in pseudo_legal(board, jumped) {
        let why = why_illegal(board, mv).map(|illegal| illegal.words(board));
        table.row([
            uci_move::write(board, mv, board.is_chess960()).into(),
            mv.from().to_string().into(),
            why.is_none().into(),
            why.map_or(Cell::None, Cell::words),
        ]);
    }
    table
}

/// All moves of the side to move by the pieces' movement rules, ignoring the king's safety. Castling is included if the
/// right exists and the path is empty. `jumped` is the square a pawn has just jumped over; a board stores it only if a
/// legal en passant capture exists.
pub fn pseudo_legal(board: &Board, jumped: Option<Square>) -> Vec<Move> {
    let (mail, us) = (Mailbox::of(board), board.stm());
    let mut moves = Vec::new();
    for (from, piece) in mail.squares_of(us) {
        if piece.kind() == PieceType::Pawn {
            pawn_moves(&mail, (from, us), board.ep_square().or(jumped), &mut moves);
            continue;
        }
        for to in mail.attacks_from(from) {
            match mail.on(to) {
                Some(other) if other.color() == us => {}
                Some(_) => moves.push(Move::new(from, to, MoveKind::Capture)),
                None => moves.push(Move::new(from, to, MoveKind::Quiet)),
            }
        }
        if piece.kind() == PieceType::King {
            castlings(board, &mail, from, &mut moves);
        }
    }
    moves
}

fn pawn_moves(
    mail: &Mailbox,
    (from, us): (Square, Color),
    ep: Option<Square>,
    moves: &mut Vec<Move>,
) {
    let mut push = |to: Square, kind: MoveKind| {
        if to.rank().relative(us) == Rank::Eighth {
            let capture = kind == MoveKind::Capture;
            let kinds = PieceType::PROMOTIONS.into_iter();
            let kinds = kinds.filter_map(|piece| MoveKind::promotion(piece, capture));
            moves.extend(kinds.map(|kind| Move::new(from, to, kind)));
        } else {
            moves.push(Move::new(from, to, kind));
        }
    };
    let empty = |square: &Square| mail.on(*square).is_none();
    if let Some(one) = from.offset(0, forward(us)).filter(empty) {
        push(one, MoveKind::Quiet);
        if from.rank().relative(us) == Rank::Second
            && let Some(two) = one.offset(0, forward(us)).filter(empty)
        {
            push(two, MoveKind::DoublePush);
        }
    }
    for to in mail.attacks_from(from) {
        match mail.on(to) {
            Some(piece) if piece.color() != us => push(to, MoveKind::Capture),
            // A side's own pawns jump only over squares in its own half.
            None if ep == Some(to) && to.rank().relative(us) == Rank::Sixth => {
                push(to, MoveKind::EnPassant);
            }
            _ => {}
        }
    }
}

fn castlings(board: &Board, mail: &Mailbox, king: Square, moves: &mut Vec<Move>) {
    for wing in Wing::ALL {
        let Some(file) = board.castling().rook(board.stm(), wing) else { continue };
        let rook = Square::new(file, king.rank());
        let kind = match wing {
            Wing::KingSide => MoveKind::CastleKingSide,
            Wing::QueenSide => MoveKind::CastleQueenSide,
        };
        let mv = Move::new(king, rook, kind);
        let [king_to, rook_to] = castling_targets(mv);
        let way = along(king, king_to).chain(along(rook, rook_to));
        let free = |square: Square| square == king || square == rook || mail.on(square).is_none();
        if way.into_iter().all(free) {
            moves.push(mv);
        }
    }
}

/// The squares of a rank from one to another, both included, in that order.
fn along(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (a, b) = (from.index(), to.index());
    let step = move |n: usize| Square::from_index(if a <= b { a + n } else { a - n });
    (0..=a.abs_diff(b)).filter_map(step)
}

/// Why a pseudo-legal move is not legal; `None` if it is legal.
pub fn why_illegal(board: &Board, mv: Move) -> Option<Illegal> {
    let (mail, us) = (Mailbox::of(board), board.stm());
    let king = mail.king(us)?;
    let checkers = mail.attackers(king, us.other());
    if mv.is_castling()
        && let Some(found) = castling_fault(&mail, mv, checkers, us)
    {
        return Some(found);
    }
    let after = mail.after(mv);
    let by = after.attackers(after.king(us)?, us.other());
    if by.is_empty() {
        return None;
    }
    let (fresh, fault) = (by - checkers, |reason, by| Some(Illegal { reason, by }));
    if mv.is_castling() {
        fault(Reason::CastlingRookShields, by)
    } else if mv.from() == king {
        let same = by & checkers;
        if same.any() {
            fault(Reason::KingStaysOnLine, same)
        } else {
            fault(Reason::KingAttacked, by)
        }
    } else if fresh.any() {
        let mut without = mail.clone();
        without.put(mv.from(), None);
        let alone = without.attackers(king, us.other()) - checkers;
        let both = mv.is_en_passant() && alone.is_empty();
        fault(if both { Reason::EnPassantUncovers } else { Reason::Pinned }, fresh)
    } else if checkers.many() {
        fault(Reason::DoubleCheck, checkers)
    } else {
        fault(Reason::CheckNotAnswered, by)
    }
}

/// The reason why castling is not legal, found along the king's path.
fn castling_fault(mail: &Mailbox, mv: Move, checkers: Bitboard, us: Color) -> Option<Illegal> {
    if checkers.any() {
        return Some(Illegal { reason: Reason::CastlesOutOfCheck, by: checkers });
    }
    let [king_to, _] = castling_targets(mv);
    let mut without = mail.clone();
    without.put(mv.from(), None);
    along(mv.from(), king_to).skip(1).find_map(|square| {
        let by = without.attackers(square, us.other());
        let into = square == king_to;
        let reason = if into {
            Reason::CastlesIntoCheck(square)
        } else {
            Reason::CastlesThroughCheck(square)
        };
        by.any().then_some(Illegal { reason, by })
    })
}

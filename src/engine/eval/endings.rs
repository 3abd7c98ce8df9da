//! Endings whose result is known better than the terms can tell, and leads that are hard to win.

use tabia_chess::{Bitboard, Board, Color, File, PieceType, Square, attacks};

use super::kpk;

/// The endgame value counts in this many parts.
pub const SCALE_FULL: i32 = 64;
/// Phase with all pieces on the board; 0 is pawns and kings alone.
pub const PHASE_MAX: i32 = 24;
/// Added to a won ending against a bare king, centipawns.
const WON: i32 = 1000;
/// A won king-and-pawn ending, centipawns, besides the way the pawn has come.
const PAWN_WINS: i32 = 600;
/// A step of the lone king towards the edge, centipawns. These steps are larger than what the search
/// gives away as futile: else it would not see the way.
const EDGE_STEP: i32 = 60;
/// A step of the lone king towards the corner of the bishop's colour, centipawns.
const CORNER_STEP: i32 = 80;
/// A step of the kings towards each other, centipawns.
const KING_STEP: i32 = 30;
/// Rough worth of the pieces, pawn to king, centipawns.
const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// A known ending: its name and the value, White's view.
pub(super) type Known = (&'static str, i32);

/// The ending on the board, if it is one whose value is known.
#[inline]
pub(super) fn known(board: &Board) -> Option<Known> {
    let bare = Color::ALL.map(|us| !board.colors(us).many());
    if !bare[0] && !bare[1] {
        return None;
    }
    let strong = if bare[1] { Color::White } else { Color::Black };
    let (name, value) = against_bare_king(board, strong)?;
    Some((name, if strong == Color::White { value } else { -value }))
}

/// `us` against a king alone.
fn against_bare_king(board: &Board, us: Color) -> Option<(&'static str, i32)> {
    let count = |kind: PieceType| board.by(us, kind).count();
    let pawns = board.by(us, PieceType::Pawn);
    let bishops = board.by(us, PieceType::Bishop);
    let (knights, heavy) =
        (count(PieceType::Knight), count(PieceType::Rook) + count(PieceType::Queen));
    let both_colours = (bishops & Bitboard::LIGHT).any() && (bishops & Bitboard::DARK).any();
    if heavy > 0 || both_colours || knights > 2 {
        return Some(("Mate with the pieces", WON + drive(board, us)));
    }
    if pawns.any() {
        if pawns.count() == 1 && board.colors(us).count() == 2 {
            return Some(king_and_pawn(board, us));
        }
        return wrong_bishop(board, us).then_some(("Wrong bishop", 0));
    }
    if bishops.any() && knights > 0 {
        return Some(("Bishop and knight", WON + corner(board, us)));
    }
    Some(("Not enough to mate", 0))
}

/// Material, and the enemy king driven to the edge by the own one.
fn drive(board: &Board, us: Color) -> i32 {
    let (own, lone) = (board.king(us), board.king(us.other()));
    material(board, us) + EDGE_STEP * edge(lone) + KING_STEP * (7 - own.distance(lone) as i32)
}

/// The enemy king driven to a corner of the bishop's colour.
fn corner(board: &Board, us: Color) -> i32 {
    let (own, lone) = (board.king(us), board.king(us.other()));
    let light = (board.by(us, PieceType::Bishop) & Bitboard::LIGHT).any();
    let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
    let steps = corners.map(|corner| walk(lone, corner)).into_iter().min().unwrap_or(0);
    material(board, us) + CORNER_STEP * (7 - steps) + KING_STEP * (7 - own.distance(lone) as i32)
}

/// Ranks and files between two squares added up.
fn walk(a: Square, b: Square) -> i32 {
    let files = (a.index() % 8).abs_diff(b.index() % 8);
    let ranks = (a.index() / 8).abs_diff(b.index() / 8);
    (files + ranks) as i32
}

/// 0 in the centre up to 6 in a corner.
fn edge(square: Square) -> i32 {
    let far = |at: usize| (at.max(7 - at) - 4) as i32;
    far(square.index() % 8) + far(square.index() / 8)
}

fn material(board: &Board, us: Color) -> i32 {
    PieceType::ALL.iter().map(|&kind| board.by(us, kind).count() as i32 * WORTH[kind.index()]).sum()
}

/// King and pawn against king, looked up.
fn king_and_pawn(board: &Board, us: Color) -> (&'static str, i32) {
    let pawn = board.by(us, PieceType::Pawn).first().unwrap_or(Square::A2);
    let wins = kpk::wins(us, board.king(us), pawn, board.king(us.other()), board.stm());
    if !wins {
        return ("King and pawn, drawn", 0);
    }
    let rank = (pawn.relative(us).index() / 8) as i32;
    let near = 7 - board.king(us).distance(pawn) as i32;
    ("King and pawn, won", PAWN_WINS + 20 * rank + near)
}

/// Bishops that do not cover the corner the rook's pawns are going to, and the king is there or steps
/// there now.
fn wrong_bishop(board: &Board, us: Color) -> bool {
    let pawns = board.by(us, PieceType::Pawn);
    let bishops = board.by(us, PieceType::Bishop);
    if board.by(us, PieceType::Knight).any() {
        return false;
    }
    [File::A, File::H].into_iter().any(|file| {
        let corner = Square::new(file, tabia_chess::Rank::Eighth).relative(us);
        let colour = if corner.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
        pawns.is_subset(Bitboard::file(file))
            && bishops.is_disjoint(colour)
            && reaches(board, us.other(), corner)
    })
}

/// Whether the king of `us` is at the corner or beside it, or can go there at once.
fn reaches(board: &Board, us: Color, corner: Square) -> bool {
    let king = board.king(us);
    let near = attacks::king(corner) | Bitboard::from(corner);
    let steps = attacks::king(king) & near;
    let safe = |to: Square| {
        let through = board.occupied() - Bitboard::from(king);
        board.attackers_to(to, through).is_disjoint(board.colors(us.other()))
    };
    near.has(king) || board.stm() == us && steps.into_iter().any(safe)
}

/// How much of the endgame value of a lead of `us` counts, in 64ths: the factors by which the value
/// predicts the results of 236,625 endings best, sorted by pieces and pawns.
pub(super) fn scale(board: &Board, us: Color) -> i32 {
    let own_pawns = board.by(us, PieceType::Pawn).count() as i32;
    let pieces =
        |us: Color| material(board, us) - 100 * board.by(us, PieceType::Pawn).count() as i32;
    let (own, their) = (pieces(us), pieces(us.other()));
    if own_pawns == 0 && own - their <= 330 {
        // A lone minor piece cannot mate, and a minor piece more seldom wins without pawns.
        return if own < 500 { 0 } else { 7 };
    }
    if opposite_bishops(board) {
        let bishops_only = own == 330 && their == 330;
        return if bishops_only { 6 + 4 * own_pawns } else { 28 + 8 * own_pawns }.min(SCALE_FULL);
    }
    if own_pawns == 1 && own - their <= 330 {
        // The other side may give a piece for the last pawn.
        return match (own, their) {
            (1.., 0) if own < 500 => 28,
            (_, 0) => SCALE_FULL,
            _ => 46,
        };
    }
    (40 + 6 * own_pawns).min(SCALE_FULL)
}

/// Each side has one bishop, and they never meet.
fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(PieceType::Bishop);
    Color::ALL.iter().all(|&us| board.by(us, PieceType::Bishop).count() == 1)
        && (bishops & Bitboard::LIGHT).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(fen: &str) -> Option<Known> {
        known(&Board::from_fen(fen).expect("a valid FEN"))
    }

    #[test]
    fn known_endings_are_known() {
        assert_eq!(name("8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1"), Some(("Not enough to mate", 0)));
        assert_eq!(name("k7/8/8/P7/8/3B4/4K3/8 b - - 0 1"), None);
        assert_eq!(name("k7/8/8/P7/8/4B3/4K3/8 b - - 0 1"), Some(("Wrong bishop", 0)));
        assert_eq!(name("8/8/8/3k4/8/8/3PK3/8 b - - 0 1"), Some(("King and pawn, drawn", 0)));
        // The king steps beside the corner in time, or the bishop keeps it out, or it is too late.
        assert_eq!(name("8/8/7k/7P/8/3B4/8/6K1 b - - 0 1"), Some(("Wrong bishop", 0)));
        assert_eq!(name("8/8/5K1k/7P/8/3B4/8/8 b - - 0 1"), None);
        assert_eq!(name("8/8/7k/7P/8/3B4/8/6K1 w - - 0 1"), None);
        let won = name("3k4/8/3K4/3P4/8/8/8/8 b - - 0 1");
        assert!(won.is_some_and(|(name, value)| name == "King and pawn, won" && value > 500));
        let black = name("8/8/4k3/8/8/8/r3K3/8 w - - 0 1");
        assert!(black.is_some_and(|(_, value)| value < -1000));
    }

    #[test]
    fn a_bishop_drives_to_its_own_corner() {
        let right = name("7k/8/6K1/8/4N3/4B3/8/8 w - - 0 1");
        let wrong = name("k7/8/1K6/8/4N3/4B3/8/8 w - - 0 1");
        assert!(right.map(|known| known.1) > wrong.map(|known| known.1));
    }
}

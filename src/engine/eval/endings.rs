//! Endings with a known value, and scale factors of drawish leads.

use std::sync::LazyLock;

use super::PIECE_VALUE;
use tabia_chess::{Bitboard, Board, Color, File, PieceType, Square, attacks};

/// Full scale factor of the endgame value.
pub const SCALE_FULL: i32 = 64;
/// Phase with all pieces on the board; 0 with pawns and kings only.
pub const PHASE_MAX: i32 = 24;
/// Bonus of a won ending against a bare king, centipawns.
const WON: i32 = 1000;
/// Value of a won king-and-pawn ending, centipawns, besides the rank of the pawn.
const PAWN_WINS: i32 = 600;
/// Bonus per step of the weak king towards the edge, centipawns. These bonuses are larger than the futility margins of
/// the search; otherwise it would prune the way to the mate.
const EDGE_STEP: i32 = 60;
/// Bonus per step of the weak king towards a corner of the bishop's colour, centipawns.
const CORNER_STEP: i32 = 80;
/// Bonus per step of the kings towards each other, centipawns.
const KING_STEP: i32 = 30;

/// Name of a known ending and its value, White's view.
pub(super) type KnownEnding = (&'static str, i32);

/// The known ending on the board, if any.
#[inline]
pub(super) fn known_ending(board: &Board) -> Option<KnownEnding> {
    let bare = Color::ALL.map(|us| !board.colors(us).many());
    if !bare[0] && !bare[1] {
        return None;
    }
    let strong = if bare[1] { Color::White } else { Color::Black };
    let (name, value) = against_bare_king(board, strong)?;
    Some((name, if strong == Color::White { value } else { -value }))
}

/// `us` against a bare king.
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
        let name = if bishops.any() { "Wrong bishop" } else { "Rook's pawns, drawn" };
        return wrong_bishop(board, us).then_some((name, 0));
    }
    if bishops.any() && knights > 0 {
        return Some(("Bishop and knight", WON + corner(board, us)));
    }
    Some(("Not enough to mate", 0))
}

/// Drives the weak king to the edge: material plus king positions.
fn drive(board: &Board, us: Color) -> i32 {
    let (own, lone) = (board.king(us), board.king(us.other()));
    material(board, us)
        + EDGE_STEP * center_distance(lone)
        + KING_STEP * (7 - own.distance(lone) as i32)
}

/// Drives the weak king to a corner of the bishop's colour.
fn corner(board: &Board, us: Color) -> i32 {
    let (own, lone) = (board.king(us), board.king(us.other()));
    let light = (board.by(us, PieceType::Bishop) & Bitboard::LIGHT).any();
    let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
    let steps =
        corners.map(|corner| manhattan_distance(lone, corner)).into_iter().min().unwrap_or(0);
    material(board, us) + CORNER_STEP * (7 - steps) + KING_STEP * (7 - own.distance(lone) as i32)
}

/// Manhattan distance of two squares.
fn manhattan_distance(a: Square, b: Square) -> i32 {
    let files = (a.index() % 8).abs_diff(b.index() % 8);
    let ranks = (a.index() / 8).abs_diff(b.index() / 8);
    (files + ranks) as i32
}

/// Distance from the centre: 0 in the centre, 6 in a corner.
fn center_distance(square: Square) -> i32 {
    let far = |at: usize| (at.max(7 - at) - 4) as i32;
    far(square.index() % 8) + far(square.index() / 8)
}

fn material(board: &Board, us: Color) -> i32 {
    PieceType::ALL
        .iter()
        .map(|&kind| board.by(us, kind).count() as i32 * PIECE_VALUE[kind.index()])
        .sum()
}

/// King and pawn against king, from the bitbase.
fn king_and_pawn(board: &Board, us: Color) -> (&'static str, i32) {
    let pawn = board.by(us, PieceType::Pawn).first().unwrap_or(Square::A2);
    let wins = wins(us, board.king(us), pawn, board.king(us.other()), board.stm());
    if !wins {
        return ("King and pawn, drawn", 0);
    }
    let rank = (pawn.relative(us).index() / 8) as i32;
    let near = 7 - board.king(us).distance(pawn) as i32;
    ("King and pawn, won", PAWN_WINS + 20 * rank + near)
}

/// Rook's pawns with bishops that do not control the promotion corner, or without any, and the king holds it or gets
/// there in time.
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

/// Scale factor of the endgame value for a lead of `us`, in 64ths. The factors predict the results of 236,625 endings
/// best, classified by pieces and pawns.
pub(super) fn scale(board: &Board, us: Color) -> i32 {
    let own_pawns = board.by(us, PieceType::Pawn).count() as i32;
    let pieces =
        |us: Color| material(board, us) - 100 * board.by(us, PieceType::Pawn).count() as i32;
    let (own, their) = (pieces(us), pieces(us.other()));
    if own_pawns == 0 && own - their <= 330 {
        // A lone minor piece cannot mate, and an extra minor piece without pawns seldom wins.
        return if own < 500 { 0 } else { 7 };
    }
    if opposite_bishops(board) {
        let bishops_only = own == 330 && their == 330;
        return if bishops_only { 6 + 4 * own_pawns } else { 28 + 8 * own_pawns }.min(SCALE_FULL);
    }
    if own_pawns == 1 && own - their <= 330 {
        // The weaker side may sacrifice a piece for the last pawn.
        return match (own, their) {
            (1.., 0) if own < 500 => 28,
            (_, 0) => SCALE_FULL,
            _ => 46,
        };
    }
    (40 + 6 * own_pawns).min(SCALE_FULL)
}

/// Each side has one bishop, on opposite colours.
fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(PieceType::Bishop);
    Color::ALL.iter().all(|&us| board.by(us, PieceType::Bishop).count() == 1)
        && (bishops & Bitboard::LIGHT).count() == 1
}

// Bitbase of king and pawn against king, computed once by retrograde analysis.

/// Pawns on files a to d, ranks two to seven; the others are mirrored.
const PAWN_SQUARES: usize = 24;
/// Side to move, strong king, weak king, pawn.
const POSITIONS: usize = 2 * 64 * 64 * PAWN_SQUARES;

/// One bit per position: the side with the pawn wins.
static WINS: LazyLock<Vec<u64>> = LazyLock::new(solve);

/// A position with a white pawn on files a to d.
#[derive(Clone, Copy, Debug)]
struct Position {
    strong_to_move: bool,
    king: Square,
    lone: Square,
    pawn: Square,
}

impl Position {
    fn index(self) -> usize {
        let pawn = (self.pawn.index() / 8 - 1) * 4 + self.pawn.index() % 8;
        ((usize::from(self.strong_to_move) * 64 + self.king.index()) * 64 + self.lone.index())
            * PAWN_SQUARES
            + pawn
    }

    fn from_index(index: usize) -> Option<Position> {
        let (rest, pawn) = (index / PAWN_SQUARES, index % PAWN_SQUARES);
        Some(Position {
            strong_to_move: rest / (64 * 64) == 1,
            king: Square::from_index(rest / 64 % 64)?,
            lone: Square::from_index(rest % 64)?,
            pawn: Square::from_index((pawn / 4 + 1) * 8 + pawn % 4)?,
        })
    }

    /// Whether the position is legal.
    fn is_possible(self) -> bool {
        let apart = self.king.distance(self.lone) > 1;
        let checked = attacks::pawn(Color::White, self.pawn).has(self.lone);
        apart
            && self.king != self.pawn
            && self.lone != self.pawn
            && !(self.strong_to_move && checked)
    }
}

/// Whether the side `us` with the pawn wins.
pub(super) fn wins(us: Color, king: Square, pawn: Square, lone: Square, stm: Color) -> bool {
    let mirror = pawn.index() % 8 > 3;
    let turned = |square: Square| {
        let square = square.relative(us);
        if mirror { square.flip_file() } else { square }
    };
    let position = Position {
        strong_to_move: stm == us,
        king: turned(king),
        lone: turned(lone),
        pawn: turned(pawn),
    };
    let index = position.index();
    WINS[index / 64] >> (index % 64) & 1 != 0
}

/// Marks won positions until no new ones are found.
fn solve() -> Vec<u64> {
    let mut wins = vec![0_u64; POSITIONS.div_ceil(64)];
    let open: Vec<(usize, Position)> = (0..POSITIONS)
        .filter_map(|index| Some((index, Position::from_index(index)?)))
        .filter(|(_, position)| position.is_possible())
        .collect();
    loop {
        let mut found = false;
        for &(index, position) in &open {
            let known_win = wins[index / 64] >> (index % 64) & 1 != 0;
            if !known_win && is_won(position, &wins) {
                wins[index / 64] |= 1 << (index % 64);
                found = true;
            }
        }
        if !found {
            return wins;
        }
    }
}

/// Whether the position is won, by its successors.
fn is_won(position: Position, wins: &[u64]) -> bool {
    let won = |position: Position| {
        let index = position.index();
        wins[index / 64] >> (index % 64) & 1 != 0
    };
    if position.strong_to_move {
        let mut kings = attacks::king(position.king) - attacks::king(position.lone);
        kings.remove(position.pawn);
        kings.remove(position.lone);
        let steps = kings.into_iter();
        let mut by_king = steps.map(|king| Position { strong_to_move: false, king, ..position });
        by_king.any(won) || pawn_wins(position, won)
    } else {
        let guarded = attacks::king(position.king) | attacks::pawn(Color::White, position.pawn);
        let mut steps = attacks::king(position.lone) - guarded;
        // The weak king may capture an undefended pawn; then it is no longer a win.
        if steps.has(position.pawn) {
            return false;
        }
        steps.remove(position.king);
        // No legal step is stalemate: a pawn alone never mates here before it promotes.
        steps.any()
            && steps
                .into_iter()
                .all(|lone| won(Position { strong_to_move: true, lone, ..position }))
    }
}

/// Whether a pawn move wins.
fn pawn_wins(position: Position, won: impl Fn(Position) -> bool) -> bool {
    let occupied = Bitboard::from(position.king) | Bitboard::from(position.lone);
    let step =
        |square: Square| Bitboard::from(square).north().first().filter(|&to| !occupied.has(to));
    let Some(to) = step(position.pawn) else { return false };
    if to.index() >= 56 {
        // A new queen wins unless it is captured at once or stalemates.
        let safe = to.distance(position.lone) > 1 || to.distance(position.king) <= 1;
        return safe && !stalemates(position, to);
    }
    let after = |pawn: Square| Position { strong_to_move: false, pawn, ..position };
    if won(after(to)) {
        return true;
    }
    let double = (position.pawn.index() < 16).then(|| step(to)).flatten();
    double.is_some_and(|to| won(after(to)))
}

/// Whether both a queen and a rook on `to` would stalemate, as with Ka3 and Pb7 against Ka1.
fn stalemates(position: Position, to: Square) -> bool {
    let occupied = Bitboard::from(position.king) | Bitboard::from(to);
    let queen = attacks::queen(to, occupied);
    let rook = attacks::rook(to, occupied);
    let free = |covered: Bitboard| {
        (attacks::king(position.lone) - attacks::king(position.king) - covered).any()
    };
    let stuck = |attack: Bitboard| !attack.has(position.lone) && !free(attack);
    stuck(queen) && stuck(rook)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(fen: &str) -> Option<KnownEnding> {
        known_ending(&Board::from_fen(fen).expect("a valid FEN"))
    }

    #[test]
    fn known_endings_are_known() {
        assert_eq!(name("8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1"), Some(("Not enough to mate", 0)));
        assert_eq!(name("k7/8/8/P7/8/3B4/4K3/8 b - - 0 1"), None);
        assert_eq!(name("k7/8/8/P7/8/4B3/4K3/8 b - - 0 1"), Some(("Wrong bishop", 0)));
        assert_eq!(name("k7/8/8/8/P7/P7/8/K7 w - - 0 1"), Some(("Rook's pawns, drawn", 0)));
        assert_eq!(name("8/8/8/3k4/8/8/3PK3/8 b - - 0 1"), Some(("King and pawn, drawn", 0)));
        // The king reaches the corner in time, or the bishop keeps it out, or it is too late.
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
        assert!(right.map(|ending| ending.1) > wrong.map(|ending| ending.1));
    }

    fn square(text: &str) -> Square {
        text.parse().expect("a square")
    }

    #[test]
    fn textbook_positions_have_their_known_results() {
        let wins = |king, pawn, lone, stm| {
            super::wins(Color::White, square(king), square(pawn), square(lone), stm)
        };
        // The opposition.
        assert!(wins("e6", "e5", "e8", Color::White));
        assert!(wins("e6", "e5", "e8", Color::Black));
        assert!(!wins("e4", "e3", "e6", Color::White));
        assert!(wins("e4", "e3", "e6", Color::Black));
        // The rook's pawn.
        assert!(!wins("b6", "a5", "a8", Color::White));
        // The square of the pawn.
        assert!(wins("a1", "h5", "c5", Color::White));
        assert!(!wins("a1", "h5", "d5", Color::Black));
    }

    #[test]
    fn both_colours_and_both_wings_are_alike() {
        let white = wins(Color::White, square("b6"), square("b5"), square("b8"), Color::White);
        let black = wins(Color::Black, square("g3"), square("g4"), square("g1"), Color::Black);
        assert_eq!(white, black);
    }

    #[test]
    fn the_number_of_won_positions() {
        // Counted with the complete tablebases: 111,282 of 165,676 positions are won.
        let open = (0..POSITIONS).filter_map(Position::from_index).filter(|p| p.is_possible());
        assert_eq!(open.count(), 165_676);
        let won: u32 = WINS.iter().map(|word| word.count_ones()).sum();
        assert_eq!(won, 111_282);
    }
}

//! Features of a position and its moves for the policy heads: the rows and biases that make up a move's logit.
//!
//! Squares are from the side to move's perspective, mirrored by its king like the trunk inputs. Exchanges are not: where
//! `see` depends on the order of squares, a move and its mirror image can have different rows.
//!
//! ```text
//! row of the target   kind of the piece (a promotion's is a pawn), square it goes to, and how the square stands:
//!                       quiet     0 not attacked   1 attacked, nothing lost   2 attacked, lost   3 lost to a pawn
//!                       captures  4 not defended   5 wins    6 an even exchange    7 loses        (by exchange, `see`)
//! row of the origin   kind, square it comes from, whether it is en prise there
//! bias of the flags   kind, what it takes, how the square stands, gives check, was en prise, new attacks on greater
//!                     or undefended pieces (0, 1, 2 or more), new protection for a piece en prise
//! special bias        none, promotion to knight, bishop, rook, queen, castling by king's and queen's side, en passant
//! ```

use crate::eval::nnue::features::{self, Inputs, Marks, View};
use tabia_chess::{Bitboard, Board, Color, Move, Piece, PieceType, Square, attacks, see};

/// States of a target square.
const TARGETS: usize = 8;
/// Number of target rows.
pub const TO_ROWS: usize = PieceType::COUNT * Square::COUNT * TARGETS;
/// Number of origin rows.
pub const FROM_ROWS: usize = PieceType::COUNT * Square::COUNT * 2;
/// Captured piece: none, or one of five kinds.
const TAKEN: usize = 6;
/// Number of flag biases.
pub const FLAGS: usize = PieceType::COUNT * TAKEN * TARGETS * 2 * 2 * 3 * 2;
/// Number of special biases.
pub const SPECIALS: usize = 8;

/// Rows and biases of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveRows {
    /// Target row, below [`TO_ROWS`].
    pub to: u16,
    /// Origin row, below [`FROM_ROWS`].
    pub from: u16,
    /// Flag bias, below [`FLAGS`].
    pub flags: u16,
    /// Special bias, below [`SPECIALS`].
    pub special: u16,
}

/// Features of a position that its moves share.
#[derive(Debug)]
pub struct PositionFeatures<'a> {
    board: &'a Board,
    marks: Marks,
    view: View,
    us: Color,
    /// Squares the opponent attacks: by any piece, by pawns.
    attacked: Bitboard,
    attacked_by_pawns: Bitboard,
    /// Own pieces en prise.
    en_prise: Bitboard,
    /// Valuable targets by the kind of attacker: more valuable, or undefended enemy pieces.
    targets: [Bitboard; PieceType::COUNT],
}

impl<'a> PositionFeatures<'a> {
    /// For the side to move.
    #[inline]
    pub fn new(board: &'a Board) -> PositionFeatures<'a> {
        let us = board.stm();
        let pieces = features::pieces(board);
        let attacked = features::attacked(&pieces);
        let en_prise = features::en_prise(&pieces, &attacked);
        let [_, knights, bishops, rooks, queens, king] = pieces[(!us).index()];
        let enemy = attacked[(!us).index()];
        let loose = board.colors(!us) & !enemy.all & !king;
        let minors = knights | bishops;
        let greater = rooks | queens;
        let targets = [
            loose | minors | greater,
            loose | greater,
            loose | greater,
            loose | queens,
            loose,
            loose,
        ];
        PositionFeatures {
            board,
            marks: Marks::with(&pieces, en_prise),
            view: View::new(us, board.king(us)),
            us,
            attacked: enemy.all,
            attacked_by_pawns: enemy.pawns,
            en_prise: en_prise & board.colors(us),
            targets,
        }
    }

    /// Inputs of the trunk.
    #[inline]
    pub fn inputs(&self, list: &mut Inputs) {
        self.marks.inputs(self.view, self.board.occupied(), list);
    }

    /// Rows of a legal move.
    #[inline]
    pub fn rows(&self, mv: Move) -> MoveRows {
        let (from, to) = (mv.from(), mv.to());
        let kind = self.board.piece_on(from).map_or(PieceType::Pawn, Piece::kind);
        let taken = self.taken(mv);
        let target = self.target(mv, kind, taken);
        let lost = self.en_prise.has(from);
        let (threats, protects) = self.new_attacks(mv, kind);
        let check = self.board.gives_check(mv);
        let mut flags = kind.index() * TAKEN + taken;
        flags = flags * TARGETS + target;
        flags = (flags * 2 + usize::from(check)) * 2 + usize::from(lost);
        flags = (flags * 3 + threats) * 2 + usize::from(protects);
        let square = |square: Square| kind.index() * Square::COUNT + self.view.square(square);
        MoveRows {
            to: (square(to) * TARGETS + target) as u16,
            from: (square(from) * 2 + usize::from(lost)) as u16,
            flags: flags as u16,
            special: special(mv),
        }
    }

    /// The captured piece: 0 none, 1 a pawn .. 5 a queen.
    #[inline]
    fn taken(&self, mv: Move) -> usize {
        if !mv.is_capture() {
            return 0;
        }
        // The target square of an en passant capture is empty.
        1 + self.board.piece_on(mv.to()).map_or(0, |piece| piece.kind().index().min(TAKEN - 2))
    }

    /// State of the target square.
    #[inline]
    fn target(&self, mv: Move, kind: PieceType, taken: usize) -> usize {
        let to = mv.to();
        if mv.is_castling() {
            return 0;
        }
        if taken > 0 {
            if !self.attacked.has(to) {
                return 4;
            }
            let worth = |index: usize| see::VALUES[index];
            if kind != PieceType::King
                && !mv.is_promotion()
                && worth(taken - 1) > worth(kind.index())
            {
                return 5;
            }
            return match see::value(self.board, mv) {
                1.. => 5,
                0 => 6,
                _ => 7,
            };
        }
        if !self.attacked.has(to) {
            0
        } else if see::at_least(self.board, mv, 0) {
            1
        } else if self.attacked_by_pawns.has(to) {
            3
        } else {
            2
        }
    }

    /// Number of valuable targets newly attacked (at most two), and whether the move newly protects a piece en prise.
    #[inline]
    fn new_attacks(&self, mv: Move, kind: PieceType) -> (usize, bool) {
        if mv.is_castling() {
            return (0, false);
        }
        let (from, to) = (mv.from(), mv.to());
        let becomes = mv.promotion().unwrap_or(kind);
        let mut occupied = self.board.occupied();
        let before = attacks::piece(kind, self.us, from, occupied);
        occupied.remove(from);
        occupied.insert(to);
        let new = attacks::piece(becomes, self.us, to, occupied) & !before;
        let threats = (new & self.targets[becomes.index()]).count().min(2) as usize;
        let mut saved = self.en_prise;
        saved.remove(from);
        (threats, (new & saved).any())
    }
}

/// The special bias of a move.
#[inline]
fn special(mv: Move) -> u16 {
    if let Some(kind) = mv.promotion() {
        return kind.index() as u16;
    }
    if mv.is_castling() {
        return if mv.to().file() > mv.from().file() { 5 } else { 6 };
    }
    if mv.is_en_passant() { 7 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::tests::positions;
    use tabia_chess::san;

    fn rows(fen: &str, text: &str) -> MoveRows {
        let board = Board::from_fen(fen).unwrap();
        PositionFeatures::new(&board).rows(san::parse(&board, text).unwrap())
    }

    /// Flags decoded by name.
    fn flags(rows: MoveRows) -> [usize; 7] {
        let mut rest = usize::from(rows.flags);
        let mut take = |of: usize| {
            let digit = rest % of;
            rest /= of;
            digit
        };
        let (protects, threats, lost, check) = (take(2), take(3), take(2), take(2));
        let (target, taken) = (take(TARGETS), take(TAKEN));
        [take(6), taken, target, check, lost, threats, protects]
    }

    #[test]
    fn moves_are_described_as_a_player_would() {
        // Kind, taken, target, check, en prise before, threats, protects.
        let scandinavian = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
        assert_eq!(flags(rows(scandinavian, "Nc3")), [1, 0, 0, 0, 0, 1, 0], "attacks the queen");
        let fork = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
        assert_eq!(flags(rows(fork, "Nc7+")), [1, 0, 0, 1, 0, 1, 0]);
        let hanging = "4k3/8/8/3p4/4N3/8/8/4K2R w K - 0 1";
        assert_eq!(flags(rows(hanging, "Ng5")), [1, 0, 0, 0, 1, 0, 0], "the knight was attacked");
        assert_eq!(flags(rows(hanging, "Rh4")), [3, 0, 0, 0, 0, 0, 1], "protects it");
        assert_eq!(rows(hanging, "O-O").special, 5);
        let exchange = "4k3/8/2p1p3/3p4/8/4N3/8/3RK3 w - - 0 1";
        assert_eq!(flags(rows(exchange, "Rxd5"))[1..3], [1, 7]);
        assert_eq!(flags(rows(exchange, "Nxd5"))[1..3], [1, 7]);
        assert_eq!(flags(rows(exchange, "Nc4"))[1..3], [0, 3]);
        assert_eq!(flags(rows(exchange, "Nf5"))[2], 3);
        assert_eq!(flags(rows(exchange, "Kd2"))[2], 0);
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        assert_eq!(rows(passing, "exd6").special, 7);
        assert_eq!(flags(rows(passing, "exd6"))[..3], [0, 1, 4]);
        assert_eq!(rows("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=N").special, 1);
    }

    #[test]
    fn both_sides_and_both_wings_see_alike() {
        for board in positions(8).iter().step_by(9) {
            let position = PositionFeatures::new(board);
            let moves = board.legal_moves();
            let all: Vec<MoveRows> = moves.iter().map(|&mv| position.rows(mv)).collect();
            for rows in &all {
                assert!(usize::from(rows.to) < TO_ROWS && usize::from(rows.from) < FROM_ROWS);
                assert!(usize::from(rows.flags) < FLAGS && usize::from(rows.special) < SPECIALS);
            }
            // Swapping colours and flipping the board gives the same rows.
            let turned = crate::eval::policy::tests::turned(board);
            let other = PositionFeatures::new(&turned);
            let mut others: Vec<MoveRows> =
                turned.legal_moves().iter().map(|&mv| other.rows(mv)).collect();
            let key = |rows: &MoveRows| (rows.to, rows.from, rows.flags, rows.special);
            let mut all = all;
            all.sort_unstable_by_key(key);
            others.sort_unstable_by_key(key);
            assert_eq!(all, others, "{board}");
        }
    }
}

//! What all terms want to know of a position, found out once.

use tabia_chess::{Bitboard, Board, Color, PieceType, Square, attacks};

/// The centre files c to f.
const CENTRE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// Ranks two to four.
const HOME_RANKS: [Bitboard; 2] = [Bitboard(0xFFFF_FF00), Bitboard(0x00FF_FFFF_0000_0000)];
/// Second and third rank.
const LOW_RANKS: [Bitboard; 2] = [Bitboard(0x00FF_FF00), Bitboard(0x00FF_FF00_0000_0000)];

/// A position with its attacks, filled in as the terms go along.
#[derive(Debug)]
pub(super) struct Scene<'b> {
    pub(super) board: &'b Board,
    pub(super) occupied: Bitboard,
    pub(super) pawns: [Bitboard; 2],
    pub(super) pawn_attacks: [Bitboard; 2],
    /// Squares no pawn of this side can ever attack are outside of it.
    pub(super) pawn_reach: [Bitboard; 2],
    pub(super) kings: [Square; 2],
    /// The king's square, the squares around it and those before these.
    pub(super) zone: [Bitboard; 2],
    /// Squares that count for mobility.
    pub(super) area: [Bitboard; 2],
    /// Squares attacked by a kind of piece.
    pub(super) by_kind: [[Bitboard; 6]; 2],
    /// Squares attacked at all.
    pub(super) attacked: [Bitboard; 2],
    /// Squares attacked at least twice.
    pub(super) twice: [Bitboard; 2],
    /// Pieces of this side that attack the zone of the other side's king.
    pub(super) attackers: [usize; 2],
    /// Men of both sides that alone stand between this side's king and an enemy slider.
    pub(super) blockers: [Bitboard; 2],
    pub(super) passed: [Bitboard; 2],
}

impl<'b> Scene<'b> {
    pub(super) fn new(board: &'b Board) -> Scene<'b> {
        let occupied = board.occupied();
        let pawns = Color::ALL.map(|us| board.by(us, PieceType::Pawn));
        let kings = Color::ALL.map(|us| board.king(us));
        let pawn_attacks = Color::ALL.map(|us| attacks::pawns(us, pawns[us.index()]));
        let mut scene = Scene {
            board,
            occupied,
            pawns,
            pawn_attacks,
            pawn_reach: Color::ALL.map(|us| {
                let attacks = pawn_attacks[us.index()];
                attacks | attacks.front_span(us)
            }),
            kings,
            zone: Color::ALL.map(|us| king_zone(us, kings[us.index()])),
            area: [Bitboard::EMPTY; 2],
            by_kind: [[Bitboard::EMPTY; 6]; 2],
            attacked: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            attackers: [0; 2],
            blockers: Color::ALL.map(|us| board.king_blockers(us)),
            passed: [Bitboard::EMPTY; 2],
        };
        for us in Color::ALL {
            let (own, them) = (us.index(), us.other().index());
            let held = pawns[own] & (occupied.forward(us.other()) | LOW_RANKS[own]);
            scene.area[own] = !(held | Bitboard::from(kings[own]) | pawn_attacks[them]);
            let king = attacks::king(kings[own]);
            scene.by_kind[own][PieceType::King.index()] = king;
            scene.by_kind[own][PieceType::Pawn.index()] = pawn_attacks[own];
            scene.attacked[own] = king | pawn_attacks[own];
            scene.twice[own] = king & pawn_attacks[own] | doubly(us, pawns[own]);
        }
        scene
    }

    /// Notes the attacks of one piece.
    #[inline]
    pub(super) fn note(&mut self, us: Color, kind: PieceType, attacks: Bitboard) {
        let own = us.index();
        self.twice[own] |= self.attacked[own] & attacks;
        self.attacked[own] |= attacks;
        self.by_kind[own][kind.index()] |= attacks;
    }

    /// The squares of `attacks` a piece may go to without exposing its king.
    #[inline]
    pub(super) fn unpinned(&self, us: Color, square: Square, attacks: Bitboard) -> Bitboard {
        if self.blockers[us.index()].has(square) {
            attacks & attacks::line(self.kings[us.index()], square)
        } else {
            attacks
        }
    }

    /// Central squares at home that the opponent's pawns leave alone.
    pub(super) fn room(&self, us: Color) -> Bitboard {
        let (own, them) = (us.index(), us.other().index());
        (CENTRE_FILES & HOME_RANKS[own]) - self.pawns[own] - self.pawn_attacks[them]
    }
}

/// Squares two pawns attack.
fn doubly(us: Color, pawns: Bitboard) -> Bitboard {
    pawns.forward(us).east() & pawns.forward(us).west()
}

/// The king's neighbourhood; on the edge it is moved inwards, so that it is always nine squares, and
/// three more before it.
pub fn king_zone(us: Color, king: Square) -> Bitboard {
    let file = king.index() % 8;
    let rank = king.index() / 8;
    let centre = rank.clamp(1, 6) * 8 + file.clamp(1, 6);
    let around = Square::from_index(centre)
        .map_or(Bitboard::EMPTY, |centre| attacks::king(centre) | Bitboard::from(centre));
    around | around.forward(us)
}

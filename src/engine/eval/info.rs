//! Attack maps and other data that the terms share.

use tabia_chess::{Bitboard, Board, Color, PieceType, Square, attacks};

/// The centre files c to f.
pub(super) const CENTRE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// Ranks two to four.
const HOME_RANKS: [Bitboard; 2] = [Bitboard(0xFFFF_FF00), Bitboard(0x00FF_FFFF_0000_0000)];
/// Second and third rank.
const LOW_RANKS: [Bitboard; 2] = [Bitboard(0x00FF_FF00), Bitboard(0x00FF_FF00_0000_0000)];

/// A position with its attack maps, which the terms fill in.
#[derive(Debug)]
pub(super) struct EvalInfo<'b> {
    pub(super) board: &'b Board,
    pub(super) occupied: Bitboard,
    pub(super) pawns: [Bitboard; 2],
    pub(super) pawn_attacks: [Bitboard; 2],
    /// Squares that pawns of this side attack now or later.
    pub(super) pawn_reach: [Bitboard; 2],
    pub(super) kings: [Square; 2],
    /// King zone.
    pub(super) zone: [Bitboard; 2],
    /// Mobility area.
    pub(super) area: [Bitboard; 2],
    /// Attack map by kind of piece.
    pub(super) by_kind: [[Bitboard; 6]; 2],
    /// Attacked squares.
    pub(super) attacked: [Bitboard; 2],
    /// Squares attacked at least twice.
    pub(super) twice: [Bitboard; 2],
    /// Number of pieces that attack the enemy king zone.
    pub(super) attackers: [usize; 2],
    /// Pieces of both sides that alone block an enemy slider from this side's king.
    pub(super) blockers: [Bitboard; 2],
    pub(super) passed: [Bitboard; 2],
}

impl<'b> EvalInfo<'b> {
    pub(super) fn new(board: &'b Board) -> EvalInfo<'b> {
        let occupied = board.occupied();
        let pawns = Color::ALL.map(|us| board.by(us, PieceType::Pawn));
        let kings = Color::ALL.map(|us| board.king(us));
        let pawn_attacks = Color::ALL.map(|us| attacks::pawns(us, pawns[us.index()]));
        let mut info = EvalInfo {
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
            info.area[own] = !(held | Bitboard::from(kings[own]) | pawn_attacks[them]);
            let king = attacks::king(kings[own]);
            info.by_kind[own][PieceType::King.index()] = king;
            info.by_kind[own][PieceType::Pawn.index()] = pawn_attacks[own];
            info.attacked[own] = king | pawn_attacks[own];
            info.twice[own] = king & pawn_attacks[own] | double_pawn_attacks(us, pawns[own]);
        }
        info
    }

    /// Adds the attacks of one piece.
    #[inline]
    pub(super) fn add_attacks(&mut self, us: Color, kind: PieceType, attacks: Bitboard) {
        let own = us.index();
        self.twice[own] |= self.attacked[own] & attacks;
        self.attacked[own] |= attacks;
        self.by_kind[own][kind.index()] |= attacks;
    }

    /// The squares of `attacks` that do not break a pin.
    #[inline]
    pub(super) fn unpinned(&self, us: Color, square: Square, attacks: Bitboard) -> Bitboard {
        if self.blockers[us.index()].has(square) {
            attacks & attacks::line(self.kings[us.index()], square)
        } else {
            attacks
        }
    }

    /// Central squares on this side's half that enemy pawns do not attack.
    pub(super) fn space_area(&self, us: Color) -> Bitboard {
        let (own, them) = (us.index(), us.other().index());
        (CENTRE_FILES & HOME_RANKS[own]) - self.pawns[own] - self.pawn_attacks[them]
    }
}

/// Squares attacked by two pawns.
fn double_pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    pawns.forward(us).east() & pawns.forward(us).west()
}

/// King zone: the king's square and its neighbours, shifted inwards at the edge so that it is always nine squares, and
/// three more in front except on the last two ranks.
pub fn king_zone(us: Color, king: Square) -> Bitboard {
    let file = king.index() % 8;
    let rank = king.index() / 8;
    let centre = rank.clamp(1, 6) * 8 + file.clamp(1, 6);
    let around = Square::from_index(centre)
        .map_or(Bitboard::EMPTY, |centre| attacks::king(centre) | Bitboard::from(centre));
    around | around.forward(us)
}

//! The phase of the game a position belongs to, by a fixed rule without an engine.

use serde::{Deserialize, Serialize};

use tabia_chess::{Bitboard, Board, Color, PieceType, Rank};
use tabia_text::t;

/// A phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// While at least [`UNDEVELOPED`] knights and bishops of both sides together are on their own first ranks, and up
    /// to move [`MAX_LENGTH`].
    Opening,
    /// Between opening and endgame.
    Middlegame,
    /// With at most [`FEW_PIECES`] pieces left.
    Endgame,
}

/// Least number of knights and bishops on their first ranks, both sides together, in the opening.
pub(crate) const UNDEVELOPED: u32 = 3;
/// The last move of an opening, however few pieces are developed.
pub const MAX_LENGTH: u32 = 15;
/// Greatest number of pieces except kings and pawns, both sides together, in the endgame.
pub(crate) const FEW_PIECES: u32 = 6;

impl Phase {
    /// All phases in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    pub fn name(self) -> &'static str {
        match self {
            Phase::Opening => t!("review-phase-opening"),
            Phase::Middlegame => t!("review-phase-middlegame"),
            Phase::Endgame => t!("review-phase-endgame"),
        }
    }

    /// The phase of a position on its own.
    pub fn of(board: &Board) -> Phase {
        let kings_and_pawns = board.pieces(PieceType::King) | board.pieces(PieceType::Pawn);
        if (board.occupied() & !kings_and_pawns).count() <= FEW_PIECES {
            return Phase::Endgame;
        }
        let minor = board.pieces(PieceType::Knight) | board.pieces(PieceType::Bishop);
        let home = |color: Color| {
            let rank = if color == Color::White { Rank::First } else { Rank::Eighth };
            (minor & board.colors(color) & Bitboard::rank(rank)).count()
        };
        let early = board.fullmove_number() <= MAX_LENGTH;
        if early && home(Color::White) + home(Color::Black) >= UNDEVELOPED {
            Phase::Opening
        } else {
            Phase::Middlegame
        }
    }
}

/// The phases of a game's positions in order. The phase never goes back, even if a knight returns to its first rank or
/// a pawn becomes a queen.
pub fn phases<'a>(positions: impl IntoIterator<Item = &'a Board>) -> Vec<Phase> {
    let mut so_far = Phase::Opening;
    let phase = |board| {
        so_far = so_far.max(Phase::of(board));
        so_far
    };
    positions.into_iter().map(phase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_follow_the_pieces_and_never_go_back() {
        let of = |fen: &str| Phase::of(&Board::from_fen(fen).unwrap());
        assert_eq!(Phase::of(&Board::start()), Phase::Opening);
        let developed = "r2q1rk1/ppp1bppp/2npbn2/4p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 0 9";
        assert_eq!(of(developed), Phase::Middlegame);
        assert_eq!(of("r4rk1/ppp2ppp/4b3/8/8/4B3/PPP2PPP/R4RK1 w - - 0 20"), Phase::Endgame);
        assert_eq!(of("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Phase::Endgame);
        let late = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 16";
        assert_eq!(of(late), Phase::Middlegame);
        let [start, middle] = [Board::start(), Board::from_fen(developed).unwrap()];
        assert_eq!(
            phases([&start, &middle, &start]),
            [Phase::Opening, Phase::Middlegame, Phase::Middlegame]
        );
    }
}

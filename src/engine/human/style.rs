//! Style: the kinds of moves a character prefers or avoids compared with others of its strength. It changes which of
//! the plausible moves is played, not the depth of the search.

use tabia_chess::{Board, Move, Piece, PieceType, Square, see};

/// Style, as numbers added to the logit of a move of a kind; 0 is average, 1 multiplies the odds of such a move by e.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Exchanges of pieces of equal value.
    pub exchanges: f32,
    /// Captures that win material by the static exchange evaluation.
    pub captures: f32,
    /// Pieces that come nearer to the enemy king, and checks.
    pub attack: f32,
    /// Pawn moves to the fourth rank or further near the enemy king, if the side's own king is not behind the pawns.
    pub pawn_storm: f32,
    /// Material sacrificed near the enemy king.
    pub sacrifices: f32,
    /// Queen moves before move 8.
    pub early_queen: f32,
    /// Castling to the queen's side rather than to the king's.
    pub long_castling: f32,
    /// Moves of the king towards the centre once the queens are off.
    pub king_walks: f32,
}

impl Style {
    /// The average style.
    pub(crate) const AVERAGE: Style = Style {
        exchanges: 0.0,
        captures: 0.0,
        attack: 0.0,
        pawn_storm: 0.0,
        sacrifices: 0.0,
        early_queen: 0.0,
        long_castling: 0.0,
        king_walks: 0.0,
    };

    /// The number added to the logit of a legal move.
    pub fn of(&self, board: &Board, mv: Move) -> f64 {
        let kinds = Kinds::of(board, mv);
        let liked = Kind::ALL.into_iter().filter(|&kind| kinds.has(kind));
        liked.map(|kind| f64::from(self.taste(kind))).sum()
    }

    fn taste(&self, kind: Kind) -> f32 {
        match kind {
            Kind::Exchange => self.exchanges,
            Kind::WinsMaterial => self.captures,
            Kind::Attack => self.attack,
            Kind::PawnStorm => self.pawn_storm,
            Kind::Sacrifice => self.sacrifices,
            Kind::EarlyQueen => self.early_queen,
            Kind::LongCastling => self.long_castling,
            Kind::KingWalk => self.king_walks,
        }
    }
}

/// A kind of move that a character may like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Captures a piece of the same value that can be recaptured.
    Exchange,
    /// Wins at least a pawn by the static exchange evaluation.
    WinsMaterial,
    /// Brings a piece nearer to the enemy king, up to three squares away, or gives check.
    Attack,
    /// Moves a pawn to the fourth rank or further near the enemy king, with its own king elsewhere.
    PawnStorm,
    /// Loses material by the static exchange evaluation, up to two squares from the enemy king.
    Sacrifice,
    /// Moves the queen before move 8.
    EarlyQueen,
    /// Castles to the queen's side.
    LongCastling,
    /// Moves the king towards the centre in a position without queens.
    KingWalk,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 8] = [
        Kind::Exchange,
        Kind::WinsMaterial,
        Kind::Attack,
        Kind::PawnStorm,
        Kind::Sacrifice,
        Kind::EarlyQueen,
        Kind::LongCastling,
        Kind::KingWalk,
    ];
}

/// The kinds of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds([bool; Kind::ALL.len()]);

/// Up to this move a queen is early.
const EARLY: u32 = 7;

impl Kinds {
    /// Whether the move is of this kind.
    pub fn has(self, kind: Kind) -> bool {
        self.0[kind as usize]
    }

    /// The kinds of a legal move.
    pub fn of(board: &Board, mv: Move) -> Kinds {
        let (us, them) = (board.stm(), !board.stm());
        let (from, to) = (mv.from(), mv.to());
        let mut kinds = Kinds::default();
        let mut set = |kind: Kind, is: bool| kinds.0[kind as usize] = is;
        if mv.is_castling() {
            // Castling is written as the king taking its rook.
            set(Kind::LongCastling, to.file() < from.file());
            return kinds;
        }
        let Some(piece) = board.piece_on(from).map(Piece::kind) else { return kinds };
        let enemy = board.king(them);
        let taken = board.piece_on(to).filter(|_| mv.is_capture()).map(Piece::kind);
        let guarded = !(board.attackers_to(to, board.occupied()) & board.colors(them)).is_empty();
        let (before, after) = (from.distance(enemy), to.distance(enemy));
        let is_piece = !matches!(piece, PieceType::Pawn | PieceType::King);
        set(Kind::Exchange, guarded && taken.is_some_and(|taken| are_alike(piece, taken)));
        set(Kind::WinsMaterial, taken.is_some() && see::at_least(board, mv, 100));
        set(Kind::Attack, is_piece && after < before && after <= 3 || board.gives_check(mv));
        let is_storm = piece == PieceType::Pawn
            && to.relative(us).rank().index() >= 3
            && files_apart(to, enemy) <= 2
            && files_apart(to, board.king(us)) > 2;
        set(Kind::PawnStorm, is_storm);
        set(Kind::Sacrifice, is_piece && after <= 2 && !see::at_least(board, mv, 0));
        set(Kind::EarlyQueen, piece == PieceType::Queen && board.fullmove_number() <= EARLY);
        let queens = board.by(us, PieceType::Queen) | board.by(them, PieceType::Queen);
        let inwards = off_centre(to) < off_centre(from);
        set(Kind::KingWalk, piece == PieceType::King && queens.is_empty() && inwards);
        kinds
    }
}

/// Pieces of the same value, bishops and knights among them; pawns do not count.
fn are_alike(piece: PieceType, taken: PieceType) -> bool {
    let minor = |kind| matches!(kind, PieceType::Knight | PieceType::Bishop);
    piece != PieceType::Pawn && (taken == piece || minor(taken) && minor(piece))
}

fn files_apart(a: Square, b: Square) -> usize {
    a.file().index().abs_diff(b.file().index())
}

/// Twice the distance of a square from the centre of the board: 1 to 7.
fn off_centre(square: Square) -> usize {
    let off = |at: usize| (2 * at).abs_diff(7);
    off(square.file().index()).max(off(square.rank().index()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::uci_move;

    fn kinds(fen: &str, text: &str) -> Vec<Kind> {
        let board = Board::from_fen(fen).unwrap();
        let kinds = Kinds::of(&board, uci_move::parse(&board, text).unwrap());
        Kind::ALL.into_iter().filter(|&kind| kinds.has(kind)).collect()
    }

    #[test]
    fn moves_have_the_expected_kinds() {
        let italian = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2P2N2/PP1P1PPP/RNBQK2R w KQkq - 0 5";
        assert_eq!(kinds(italian, "c4f7"), [Kind::Attack, Kind::Sacrifice]);
        assert_eq!(kinds(italian, "d1b3"), [Kind::EarlyQueen]);
        assert_eq!(kinds(italian, "e1g1"), []);
        let exchange = "r1bqkb1r/1ppp1ppp/p1n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 5";
        assert!(kinds(exchange, "b5c6").contains(&Kind::Exchange));
        let dragon = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9";
        assert_eq!(kinds(dragon, "e1c1"), [Kind::LongCastling]);
        let storm = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP1P1/2N1BP2/PPPQ3P/2KR1B1R w - - 1 10";
        assert_eq!(kinds(storm, "g4g5"), [Kind::PawnStorm]);
        let ending = "8/5k2/8/8/3R4/8/8/4K3 w - - 0 40";
        assert_eq!(kinds(ending, "e1e2"), [Kind::KingWalk]);
        assert_eq!(kinds("7k/8/8/r7/8/8/3Q4/4K3 w - - 0 20", "d2a5"), [Kind::WinsMaterial]);
    }

    #[test]
    fn style_adds_up_over_the_kinds_of_a_move() {
        let italian = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2P2N2/PP1P1PPP/RNBQK2R w KQkq - 0 5";
        let board = Board::from_fen(italian).unwrap();
        let of = |text: &str| {
            let style = Style { attack: 0.5, sacrifices: 1.0, ..Style::AVERAGE };
            style.of(&board, uci_move::parse(&board, text).unwrap())
        };
        assert_eq!((of("c4f7"), of("d2d3")), (1.5, 0.0));
    }
}

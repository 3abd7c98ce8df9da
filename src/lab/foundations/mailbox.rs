//! A plain reference for attacks, pins and pawns: an array of 64 squares and walks from square to square. Slow, and
//! independent of the engine's bitboards and tables.

use tabia_chess::{Bitboard, Board, Color, Move, MoveKind, Piece, PieceType, Square};

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// What stands on each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox([Option<Piece>; Square::COUNT]);

impl Mailbox {
    /// The pieces of a position.
    pub fn of(board: &Board) -> Mailbox {
        let mut squares = [None; Square::COUNT];
        for square in Square::all() {
            squares[square.index()] = board.piece_on(square);
        }
        Mailbox(squares)
    }

    /// What stands on a square.
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// Puts a piece on a square, or nothing.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.0[square.index()] = piece;
    }

    /// The squares of all pieces of a colour.
    pub fn squares_of(&self, color: Color) -> Vec<(Square, Piece)> {
        let found = |square: Square| Some((square, self.on(square)?));
        Square::all().filter_map(found).filter(|(_, piece)| piece.color() == color).collect()
    }

    /// The squares attacked by the piece on `from`; none if the square is empty.
    pub fn attacks_from(&self, from: Square) -> Bitboard {
        let Some(piece) = self.on(from) else { return Bitboard::EMPTY };
        match piece.kind() {
            PieceType::Pawn => {
                let ahead = forward(piece.color());
                steps(from, &[(-1, ahead), (1, ahead)])
            }
            PieceType::Knight => steps(from, &KNIGHT),
            PieceType::King => steps(from, &STRAIGHT) | steps(from, &DIAGONAL),
            PieceType::Bishop => self.walk(from, &DIAGONAL),
            PieceType::Rook => self.walk(from, &STRAIGHT),
            PieceType::Queen => self.walk(from, &STRAIGHT) | self.walk(from, &DIAGONAL),
        }
    }

    /// The pieces of a colour that attack a square.
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        let all = self.squares_of(by).into_iter().map(|(from, _)| from);
        all.filter(|&from| self.attacks_from(from).has(square)).collect()
    }

    /// Where the king of a colour stands.
    pub fn king(&self, color: Color) -> Option<Square> {
        let king = Piece::new(color, PieceType::King);
        Square::all().find(|&square| self.on(square) == Some(king))
    }

    /// Pieces of a colour whose removal would expose their king to a new check.
    pub fn pinned(&self, color: Color) -> Bitboard {
        let Some(king) = self.king(color) else { return Bitboard::EMPTY };
        let now = self.attackers(king, color.other());
        let uncovers = |&(square, _): &(Square, Piece)| {
            let mut without = self.clone();
            without.put(square, None);
            square != king && (without.attackers(king, color.other()) - now).any()
        };
        self.squares_of(color).iter().filter(|one| uncovers(one)).map(|one| one.0).collect()
    }

    /// The pieces after a pseudo-legal move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Mailbox {
        let mut next = self.clone();
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.on(from) else { return next };
        next.put(from, None);
        match mv.kind() {
            MoveKind::CastleKingSide | MoveKind::CastleQueenSide => {
                let ([king_to, rook_to], rook) = (castling_targets(mv), self.on(to));
                next.put(to, None);
                next.put(king_to, Some(mover));
                next.put(rook_to, rook);
                return next;
            }
            MoveKind::EnPassant => {
                next.put(Square::new(to.file(), from.rank()), None);
            }
            _ => {}
        }
        let kind = mv.promotion().unwrap_or(mover.kind());
        next.put(to, Some(Piece::new(mover.color(), kind)));
        next
    }

    /// The squares in these directions up to and including the first piece.
    fn walk(&self, from: Square, directions: &[(i8, i8)]) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                reached.insert(next);
                if self.on(next).is_some() {
                    break;
                }
                at = next;
            }
        }
        reached
    }
}

/// Where king and rook end when this move castles.
pub(crate) fn castling_targets(mv: Move) -> [Square; 2] {
    use tabia_chess::Wing;
    let king_side = mv.kind() == MoveKind::CastleKingSide;
    let wing = if king_side { Wing::KingSide } else { Wing::QueenSide };
    [wing.king_file(), wing.rook_file()].map(|file| Square::new(file, mv.from().rank()))
}

/// The rank step of a pawn's advance.
pub fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

fn steps(from: Square, steps: &[(i8, i8)]) -> Bitboard {
    steps.iter().filter_map(|&(files, ranks)| from.offset(files, ranks)).collect()
}

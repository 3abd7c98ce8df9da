//! The reader's choices in the views of bitboards, sliders and Zobrist keys.

use tabia_chess::attacks::slider_table::SliderPart;
use tabia_chess::{Bitboard, Board, Color, Move, Piece, PieceType, Square};
use tabia_lab::foundations::bitboards::{AttackTable, BoardName, Direction, SetOp, Turn};
use tabia_lab::foundations::sliders::{Method, Slider};

/// The pages of the view of bitboards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BitsPage {
    /// The sets of a position.
    #[default]
    Boards,
    /// Shifts, set algebra, transformations of the board.
    Operations,
    /// Bits one by one, subsets one by one.
    Steps,
    /// Planes and mappings.
    Encoding,
    /// Pseudo-legal and legal moves, moves in sixteen bits.
    Moves,
}

/// A board to look at or to compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitsBoard {
    /// A set of the position.
    Live(BoardName),
    /// An entry of a table of attacks.
    Table(AttackTable),
    /// The editable board.
    Free,
}

/// The operation to compute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BitsKind {
    /// A shift of the first board.
    #[default]
    Shift,
    /// Two boards, or the complement of one.
    Combine,
    /// The first board transformed.
    Turn,
}

/// The view of bitboards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitsView {
    /// The selected page.
    pub page: BitsPage,
    /// The selected board, the first operand of an operation.
    pub board: BitsBoard,
    /// The second operand.
    pub other: BitsBoard,
    /// The square whose table entry is shown.
    pub entry: Square,
    /// The editable board.
    pub free: Bitboard,
    /// The set from which the editable board was copied.
    pub origin: Option<BoardName>,
    /// The operation.
    pub kind: BitsKind,
    /// The direction of a shift.
    pub direction: Direction,
    /// Whether a shift masks out the bits that would wrap around.
    pub masked: bool,
    /// The set operation for two boards.
    pub op: SetOp,
    /// The transformation of the board.
    pub turn: Turn,
    /// The current subset of the enumeration.
    pub subset: Bitboard,
    /// The step of the bit scan shown, from 0.
    pub scan: usize,
    /// The piece whose moves are shown.
    pub from: Option<Square>,
    /// The move whose bits are shown.
    pub mv: Option<Move>,
}

impl Default for BitsView {
    fn default() -> BitsView {
        BitsView {
            page: BitsPage::Boards,
            board: BitsBoard::Live(BoardName::Pieces(Piece::new(Color::White, PieceType::Pawn))),
            other: BitsBoard::Live(BoardName::Attacks(Color::Black)),
            entry: Square::E4,
            free: Bitboard::EMPTY,
            origin: None,
            kind: BitsKind::Shift,
            direction: Direction::NorthEast,
            masked: true,
            op: SetOp::And,
            turn: Turn::FlipRanks,
            subset: Bitboard::EMPTY,
            scan: 0,
            from: None,
            mv: None,
        }
    }
}

impl BitsView {
    /// The set of a board in the view.
    pub fn set(&self, which: BitsBoard, position: &Board) -> Bitboard {
        match which {
            BitsBoard::Live(name) => name.set(position),
            BitsBoard::Table(table) => table.entry(self.entry),
            BitsBoard::Free => self.free,
        }
    }

    /// Flips a square of the selected board. A set of the position is first copied to the editable board, which
    /// becomes the selected one. For a table, the entry of that square is selected instead.
    pub fn flip(&mut self, square: Square, position: &Board) {
        if let BitsBoard::Table(_) = self.board {
            self.entry = square;
            return;
        }
        if let BitsBoard::Live(name) = self.board {
            self.keep(name.set(position));
            self.origin = Some(name);
        }
        self.free ^= Bitboard::from(square);
    }

    /// Copies a set to the editable board and selects it.
    pub fn keep(&mut self, set: Bitboard) {
        self.free = set;
        self.origin = None;
        self.board = BitsBoard::Free;
        self.scan = 0;
        self.subset = Bitboard::EMPTY;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliderView {
    /// The selected method.
    pub method: Method,
    /// The piece.
    pub slider: Slider,
    pub square: Square,
    /// Squares with a piece on them.
    pub occupied: Bitboard,
    /// Whether a click moves the piece; otherwise it adds or removes a blocker.
    pub moves_piece: bool,
    /// Which look-up of a queen is shown.
    pub part: SliderPart,
}

impl Default for SliderView {
    fn default() -> SliderView {
        let blockers = [Square::D2, Square::B4, Square::D6, Square::G4, Square::F6, Square::A8];
        SliderView {
            method: Method::Magic,
            slider: Slider::Rook,
            square: Square::D4,
            occupied: blockers.into_iter().collect(),
            moves_piece: false,
            part: SliderPart::Rook,
        }
    }
}

impl SliderView {
    /// The look-up that is shown: the chosen one if the piece uses it.
    pub fn shown_part(&self) -> SliderPart {
        let parts = self.slider.parts();
        parts.iter().copied().find(|part| *part == self.part).unwrap_or(parts[0])
    }
}

/// The pages of the view of Zobrist keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ZobristPage {
    /// The key and its terms.
    #[default]
    Terms,
    /// What the last move changed.
    LastMove,
    /// Two move orders, and repetitions.
    Orders,
    /// How the hash table uses the key, and collisions.
    Table,
}

/// The view of Zobrist keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZobristView {
    /// The selected page.
    pub page: ZobristPage,
    /// Decimal logarithm of the number of positions whose collisions are estimated, 3 to 15.
    pub positions_log10: u32,
}

impl Default for ZobristView {
    fn default() -> ZobristView {
        ZobristView { page: ZobristPage::Terms, positions_log10: 9 }
    }
}

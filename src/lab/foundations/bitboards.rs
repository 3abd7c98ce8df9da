//! Sets of squares as numbers: the sets of a position by name, shifts with and without their masks, set algebra,
//! turning the board, subsets of a set, one bit after the other.

use tabia_chess::{Bitboard, Board, Color, Piece, PieceType, Square, attacks};
use tabia_engine::eval;
use tabia_text::{t, text};

use crate::table::{Column, Medium, Table};

/// A set of squares that a position has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardName {
    /// The squares of one kind of piece of one colour: one of the twelve boards.
    Pieces(Piece),
    /// All pieces of a colour.
    Side(Color),
    /// All pieces.
    Occupied,
    /// All squares without a piece.
    Empty,
    /// Squares that a colour attacks, its own pieces' included.
    Attacks(Color),
    /// Pieces of a colour that alone stand between their king and an enemy slider.
    Pinned(Color),
    /// Pieces that give check to the side to move.
    Checkers,
    /// The surroundings of a king, as the engine's evaluation counts attacks on them.
    KingZone(Color),
    /// Passed pawns.
    Passed(Color),
    /// The squares ahead of passed pawns, on their files and the adjacent ones; no enemy pawn is there.
    PassedSpan(Color),
}

impl BoardName {
    /// All sets, in the order in which they are shown.
    pub fn all() -> impl Iterator<Item = BoardName> {
        use BoardName as N;
        let of_side = |name: fn(Color) -> BoardName| Color::ALL.into_iter().map(name);
        Piece::ALL
            .into_iter()
            .map(N::Pieces)
            .chain(of_side(N::Side))
            .chain([N::Occupied, N::Empty])
            .chain(of_side(N::Attacks))
            .chain(of_side(N::Pinned))
            .chain([N::Checkers])
            .chain(of_side(N::KingZone))
            .chain(of_side(N::Passed))
            .chain(of_side(N::PassedSpan))
    }

    /// Its name for programs, such as `white-pawn` or `attacks-black`.
    pub fn slug(self) -> String {
        let of = |what: &str, color: Color| format!("{what}-{}", color.name());
        match self {
            BoardName::Pieces(piece) => of_piece(piece, "-").to_lowercase(),
            BoardName::Side(color) => color.name().to_lowercase(),
            BoardName::Occupied => "occupied".into(),
            BoardName::Empty => "empty".into(),
            BoardName::Attacks(color) => of("attacks", color).to_lowercase(),
            BoardName::Pinned(color) => of("pinned", color).to_lowercase(),
            BoardName::Checkers => "checkers".into(),
            BoardName::KingZone(color) => of("king-zone", color).to_lowercase(),
            BoardName::Passed(color) => of("passed", color).to_lowercase(),
            BoardName::PassedSpan(color) => of("passed-span", color).to_lowercase(),
        }
    }

    /// Display name, such as `White pawns` or `Black attacks`.
    pub fn title(self) -> &'static str {
        text(&format!("bits-board-{}", self.slug()))
    }

    /// The set in a position, computed with the engine's own sets and tables.
    pub fn set(self, board: &Board) -> Bitboard {
        match self {
            BoardName::Pieces(piece) => board.by(piece.color(), piece.kind()),
            BoardName::Side(color) => board.colors(color),
            BoardName::Occupied => board.occupied(),
            BoardName::Empty => !board.occupied(),
            BoardName::Attacks(color) => attacked_by(board, color),
            BoardName::Pinned(color) => board.king_blockers(color) & board.colors(color),
            BoardName::Checkers => board.checkers(),
            BoardName::KingZone(color) => eval::king_zone(color, board.king(color)),
            BoardName::Passed(color) => passed(board, color).0,
            BoardName::PassedSpan(color) => passed(board, color).1,
        }
    }
}

/// A table of attacks by square, of pieces whose attacks do not depend on blockers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackTable {
    WhitePawn,
    BlackPawn,
    Knight,
    King,
}

impl AttackTable {
    pub const ALL: [AttackTable; 4] =
        [AttackTable::WhitePawn, AttackTable::BlackPawn, AttackTable::Knight, AttackTable::King];

    /// Its name for programs.
    pub fn name(self) -> &'static str {
        ["white_pawn_attacks", "black_pawn_attacks", "knight_attacks", "king_attacks"]
            [self as usize]
    }

    /// Display name.
    pub fn title(self) -> &'static str {
        text(
            [
                "bits-table-white-pawn",
                "bits-table-black-pawn",
                "bits-table-knight",
                "bits-table-king",
            ][self as usize],
        )
    }

    /// The squares attacked from a square.
    pub fn entry(self, square: Square) -> Bitboard {
        let (kind, color) = match self {
            AttackTable::WhitePawn => (PieceType::Pawn, Color::White),
            AttackTable::BlackPawn => (PieceType::Pawn, Color::Black),
            AttackTable::Knight => (PieceType::Knight, Color::White),
            AttackTable::King => (PieceType::King, Color::White),
        };
        attacks::piece(kind, color, square, Bitboard::EMPTY)
    }
}

/// Display name of a kind of piece, such as `Pawn`.
pub fn kind_name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::Pawn => t!("piece-pawn"),
        PieceType::Knight => t!("piece-knight"),
        PieceType::Bishop => t!("piece-bishop"),
        PieceType::Rook => t!("piece-rook"),
        PieceType::Queen => t!("piece-queen"),
        PieceType::King => t!("piece-king"),
    }
}

/// Display name of a piece, such as `White pawn`.
pub fn piece_name(piece: Piece) -> &'static str {
    text(&format!("bits-piece-{}", of_piece(piece, "-").to_lowercase()))
}

fn of_piece(piece: Piece, gap: &str) -> String {
    format!("{}{gap}{}", piece.color().name(), piece.kind().name())
}

fn attacked_by(board: &Board, color: Color) -> Bitboard {
    let mut attacked = attacks::pawns(color, board.by(color, PieceType::Pawn));
    for kind in PieceType::ALL.into_iter().filter(|kind| *kind != PieceType::Pawn) {
        for from in board.by(color, kind) {
            attacked |= attacks::piece(kind, color, from, board.occupied());
        }
    }
    attacked
}

/// Passed pawns and their spans.
fn passed(board: &Board, color: Color) -> (Bitboard, Bitboard) {
    let own = board.by(color, PieceType::Pawn);
    let theirs = board.by(color.other(), PieceType::Pawn);
    let (mut pawns, mut spans) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for pawn in own {
        let ahead = Bitboard::from(pawn).front_span(color);
        let span = ahead | ahead.east() | ahead.west();
        if ahead.is_disjoint(own) && span.is_disjoint(theirs) {
            pawns.insert(pawn);
            spans |= span;
        }
    }
    (pawns, spans)
}

/// The sets of a position.
pub fn table(position: &Board) -> Table {
    let mut table = Table::new(vec![
        Column::words("name").place("", 18, " "),
        Column::words("hex").place("", 0, "  "),
        Column::new("decimal").only(&[Medium::Csv]),
        Column::new("popcount").place("", 2, "  "),
        Column::words("squares").only(&[Medium::Text]).place("", 0, ""),
    ]);
    for name in BoardName::all() {
        let set = name.set(position);
        let first: Vec<String> =
            set.into_iter().take(16).map(|square| square.to_string()).collect();
        let more = if set.count() > 16 { " .." } else { "" };
        let squares = first.join(" ") + more;
        table.row([
            name.slug().into(),
            hex(set).into(),
            set.0.into(),
            set.count().into(),
            squares.into(),
        ]);
    }
    table
}

/// A set as a hexadecimal number of sixteen digits, `0x000000000000FF00`.
pub fn hex(set: Bitboard) -> String {
    format!("{:#018X}", set.0).replace("0X", "0x")
}

/// A set of squares from a hexadecimal number, with or without `0x`, in either case; `_` may separate digits.
///
/// # Errors
/// What is wrong with the text, as text for the user.
pub fn parse_hex(text: &str) -> Result<Bitboard, String> {
    let plain = text.trim();
    let digits = plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")).unwrap_or(plain);
    let digits = digits.replace('_', "");
    let excerpt: String = plain.chars().take(40).collect();
    if digits.is_empty() || digits.len() > 16 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(format!(
            "bitboard: found \u{201c}{excerpt}\u{201d}, expected 1 to 16 hexadecimal digits, such as 0xFF00"
        ));
    }
    u64::from_str_radix(&digits, 16).map(Bitboard).map_err(|error| format!("bitboard: {error}"))
}

/// The eight bytes as binary digits, the eighth rank first; within a byte the h-file comes first.
pub fn binary(set: Bitboard) -> [String; 8] {
    set.0.to_be_bytes().map(|byte| format!("{byte:08b}"))
}

/// The eight directions a set can be shifted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Up the board.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// The direction in one or two letters.
    pub fn letters(self) -> &'static str {
        let slug = ["n", "ne", "e", "se", "s", "sw", "w", "nw"][self as usize];
        text(&format!("bits-direction-{slug}"))
    }

    /// Files and ranks of one step.
    pub fn step(self) -> (i8, i8) {
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][self as usize]
    }

    /// Bits to the left (up the board) if positive, to the right if negative: rank step times eight plus file step.
    pub fn amount(self) -> i32 {
        let (files, ranks) = self.step();
        i32::from(ranks) * 8 + i32::from(files)
    }

    /// The squares that may be shifted: all but the edge file, from which a bit would wrap around.
    pub fn mask(self) -> Bitboard {
        match self.step().0 {
            1 => !Bitboard::FILE_H,
            -1 => !Bitboard::FILE_A,
            _ => Bitboard::FULL,
        }
    }

    /// The shifted set. Without the mask, bits of an edge file wrap around to the other edge.
    pub fn shift(self, set: Bitboard, masked: bool) -> Bitboard {
        let kept = if masked { set & self.mask() } else { set };
        let amount = self.amount();
        Bitboard(if amount > 0 { kept.0 << amount } else { kept.0 >> -amount })
    }

    /// The squares on which wrapped bits land.
    pub fn wrapped(self, set: Bitboard) -> Bitboard {
        self.shift(set - self.mask(), false)
    }

    /// The formula in code, for the set `a`.
    pub fn formula(self, masked: bool) -> String {
        let (amount, files) = (self.amount(), self.step().0);
        let operand = match files {
            1 if masked => "(a & ~FILE_H)",
            -1 if masked => "(a & ~FILE_A)",
            _ => "a",
        };
        format!("{operand} {} {}", if amount > 0 { "<<" } else { ">>" }, amount.abs())
    }
}

/// An operation on one or two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetOp {
    /// Squares in both sets.
    And,
    /// Squares in either set.
    Or,
    /// Squares in exactly one set.
    Xor,
    /// Squares in the first set and not in the second.
    Minus,
    /// Squares not in the first set.
    Not,
}

impl SetOp {
    pub const ALL: [SetOp; 5] = [SetOp::And, SetOp::Or, SetOp::Xor, SetOp::Minus, SetOp::Not];

    pub fn name(self) -> &'static str {
        let slug = ["and", "or", "xor", "minus", "not"][self as usize];
        text(&format!("bits-op-{slug}"))
    }

    /// The formula in code.
    pub fn formula(self) -> &'static str {
        ["a & b", "a | b", "a ^ b", "a & ~b", "~a"][self as usize]
    }

    /// The result.
    pub fn apply(self, a: Bitboard, b: Bitboard) -> Bitboard {
        match self {
            SetOp::And => a & b,
            SetOp::Or => a | b,
            SetOp::Xor => a ^ b,
            SetOp::Minus => a - b,
            SetOp::Not => !a,
        }
    }
}

/// Ways to turn the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Top to bottom: a1 goes to a8.
    FlipRanks,
    /// Left to right: a1 goes to h1.
    FlipFiles,
    /// Across the diagonal a1-h8: b1 goes to a2.
    FlipDiagonal,
    /// Across the diagonal a8-h1: a1 goes to h8.
    FlipAntiDiagonal,
    /// Half a turn: a1 goes to h8.
    Half,
    /// A quarter clockwise: a1 goes to a8.
    Clockwise,
    /// A quarter the other way: a1 goes to h1.
    Counterclockwise,
}

impl Turn {
    pub const ALL: [Turn; 7] = [
        Turn::FlipRanks,
        Turn::FlipFiles,
        Turn::FlipDiagonal,
        Turn::FlipAntiDiagonal,
        Turn::Half,
        Turn::Clockwise,
        Turn::Counterclockwise,
    ];

    pub fn name(self) -> &'static str {
        text(&format!("bits-turn-{}", self.slug()))
    }

    /// How a whole 64-bit word is turned.
    pub fn method(self) -> &'static str {
        text(&format!("bits-turn-{}.method", self.slug()))
    }

    fn slug(self) -> &'static str {
        ["ranks", "files", "diagonal", "anti-diagonal", "half", "right", "left"][self as usize]
    }

    /// Where a square goes, by definition.
    pub fn square(self, from: Square) -> Square {
        let (file, rank) = (from.index() % 8, from.index() / 8);
        let (file, rank) = match self {
            Turn::FlipRanks => (file, 7 - rank),
            Turn::FlipFiles => (7 - file, rank),
            Turn::FlipDiagonal => (rank, file),
            Turn::FlipAntiDiagonal => (7 - rank, 7 - file),
            Turn::Half => (7 - file, 7 - rank),
            Turn::Clockwise => (rank, 7 - file),
            Turn::Counterclockwise => (7 - rank, file),
        };
        Square::from_index(rank * 8 + file).unwrap_or(from)
    }

    /// The turned set, all squares at once.
    #[must_use]
    pub fn apply(self, set: Bitboard) -> Bitboard {
        let x = set.0;
        Bitboard(match self {
            Turn::FlipRanks => x.swap_bytes(),
            Turn::FlipFiles => x.reverse_bits().swap_bytes(),
            Turn::FlipDiagonal => transpose(x),
            Turn::FlipAntiDiagonal => transpose(x).reverse_bits(),
            Turn::Half => x.reverse_bits(),
            Turn::Clockwise => transpose(x).swap_bytes(),
            Turn::Counterclockwise => transpose(x.swap_bytes()),
        })
    }
}

/// Transposes ranks and files: swaps single bits across the diagonal in blocks of 2 by 2, then pairs in blocks of 4 by
/// 4, then fours.
fn transpose(x: u64) -> u64 {
    let exchange = |x: u64, lower: u64, distance: u32| {
        let differ = (x ^ (x >> distance)) & lower;
        x ^ differ ^ (differ << distance)
    };
    let x = exchange(x, 0x00AA_00AA_00AA_00AA, 7);
    let x = exchange(x, 0x0000_CCCC_0000_CCCC, 14);
    exchange(x, 0x0000_0000_F0F0_F0F0, 28)
}

/// The next subset of a set; after the whole set comes the empty one. The subtraction makes the carry ripple through
/// the gaps of the set.
pub fn next_subset(set: Bitboard, subset: Bitboard) -> Bitboard {
    Bitboard(subset.0.wrapping_sub(set.0) & set.0)
}

/// The previous subset; before the empty set comes the whole set.
pub fn previous_subset(set: Bitboard, subset: Bitboard) -> Bitboard {
    Bitboard(subset.0.wrapping_sub(1) & set.0)
}

/// The number of a subset in that order: its bits packed side by side.
pub fn subset_number(set: Bitboard, subset: Bitboard) -> u64 {
    extract(subset.0, set.0)
}

/// The bits of `value` under `mask`, packed side by side from bit 0: what the PEXT instruction does, bit by bit.
pub fn extract(value: u64, mask: u64) -> u64 {
    let members = Bitboard(mask).into_iter().enumerate();
    members.fold(0, |packed, (at, square)| packed | (value >> square.index() & 1) << at)
}

/// One step of the loop that goes through the members of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanStep {
    /// The rest of the set before this step.
    pub before: Bitboard,
    /// Its lowest bit alone, `b & -b`.
    pub lowest: Bitboard,
    /// The index of that bit: how many zeros end the number.
    pub square: Square,
    /// The rest after this step, `b & (b - 1)`.
    pub rest: Bitboard,
}

/// The loop through the members of a set, step by step: at most 64.
pub fn scan(set: Bitboard) -> Vec<ScanStep> {
    let mut steps = Vec::new();
    let mut rest = set.0;
    while let Some(square) = Square::from_index(rest.trailing_zeros() as usize) {
        let before = rest;
        rest &= rest - 1;
        steps.push(ScanStep {
            before: Bitboard(before),
            lowest: Bitboard(before & before.wrapping_neg()),
            square,
            rest: Bitboard(rest),
        });
    }
    steps
}

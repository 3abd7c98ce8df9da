//! SAN: `e4`, `Nbd7`, `exd8=Q+`, `O-O-O#`.
//!
//! Writing follows the PGN standard, with the shortest unambiguous origin, `x`, `=Q`, `+`, `#`. Reading also accepts
//! common variants: `0-0`, `e8Q`, `e8(Q)`, unnecessary or missing origins, `x`, `+` and `#`, `e.p.`, `-` and `:`, long
//! forms (`Ng1-f3`), figurines, trailing `!` and `?`.
//!
//! ```
//! use tabia_chess::{Board, Square, san};
//! let board = Board::start();
//! let knight = san::parse(&board, "Nf3").unwrap();
//! assert_eq!((knight.from(), knight.to()), (Square::G1, Square::F3));
//! assert_eq!(san::write(&board, knight), "Nf3");
//! assert_eq!(
//!     san::parse(&board, "Nf5").unwrap_err().to_string(),
//!     "move: found \u{201c}Nf5\u{201d}, but no white knight can go to f5",
//! );
//! ```

use std::fmt;

use super::attacks;
use super::bitboard::Bitboard;
use super::board::{Board, Wing};
use super::make_move::castling_wing;
use super::moves::{Move, MoveKind};
use super::piece::{Color, Piece, PieceType};
use super::square::{File, Rank, Square};

/// Writes a legal move.
pub fn write(board: &Board, mv: Move) -> String {
    let mut text = write_without_suffix(board, mv);
    if board.gives_check(mv) {
        text.push(if board.after(mv).has_legal_move() { '+' } else { '#' });
    }
    text
}

fn write_without_suffix(board: &Board, mv: Move) -> String {
    if mv.is_castling() {
        return match castling_wing(mv) {
            Wing::KingSide => "O-O".to_owned(),
            Wing::QueenSide => "O-O-O".to_owned(),
        };
    }
    let kind = board.piece_on(mv.from()).map_or(PieceType::Pawn, Piece::kind);
    let mut text = String::with_capacity(8);
    if kind == PieceType::Pawn {
        if mv.is_capture() {
            text.push(mv.from().file().letter());
        }
    } else {
        text.push(kind.letter().to_ascii_uppercase());
        write_origin(board, mv, kind, &mut text);
    }
    if mv.is_capture() {
        text.push('x');
    }
    text.push_str(&mv.to().to_string());
    if let Some(piece) = mv.promotion() {
        text.push('=');
        text.push(piece.letter().to_ascii_uppercase());
    }
    text
}

/// The part of the origin that distinguishes the piece from others with the same target: the file if that is
/// sufficient, else the rank, else both.
fn write_origin(board: &Board, mv: Move, kind: PieceType, text: &mut String) {
    let us = board.stm();
    let rivals: Bitboard = if board.by(us, kind).many() {
        let moves = board.legal_moves();
        let same = moves.iter().filter(|other| {
            other.to() == mv.to() && !other.is_castling() && board.by(us, kind).has(other.from())
        });
        same.map(|other| other.from()).collect::<Bitboard>() - Bitboard::from(mv.from())
    } else {
        Bitboard::EMPTY
    };
    if rivals.is_empty() {
        return;
    }
    let (file, rank) = (mv.from().file(), mv.from().rank());
    let file_tells = rivals.is_disjoint(Bitboard::file(file));
    let rank_tells = rivals.is_disjoint(Bitboard::rank(rank));
    if file_tells || !rank_tells {
        text.push(file.letter());
    }
    if !file_tells {
        text.push(rank.letter());
    }
}

/// Reads a move that is legal on `board`.
///
/// # Errors
/// Invalid text, and illegal or ambiguous moves.
pub fn parse(board: &Board, text: &str) -> Result<Move, SanError> {
    if let Some(mv) = parse_plain(board, text.as_bytes()) {
        return Ok(mv);
    }
    let found = || super::fen::excerpt(text);
    let pattern = SanPattern::read(text).ok_or_else(|| SanError::Syntax { found: found() })?;
    let moves = board.legal_moves();
    let fitting: Vec<Move> = moves.iter().copied().filter(|mv| pattern.fits(board, *mv)).collect();
    match fitting[..] {
        [mv] => Ok(mv),
        [] => Err(pattern.why_not(board, &moves, found())),
        _ => {
            let candidates: Vec<String> = fitting.iter().map(|mv| write(board, *mv)).collect();
            Err(SanError::Ambiguous { found: found(), candidates: candidates.join(", ") })
        }
    }
}

/// Parses a move in PGN form, with unnecessary origins and missing `x`, `+` and `#`; `None` for any other text, even if
/// [`parse`] accepts it. Several times faster, because it looks back from the target square instead of generating all
/// moves.
pub fn parse_plain(board: &Board, text: &[u8]) -> Option<Move> {
    let text = match text {
        [rest @ .., b'+' | b'#'] => rest,
        all => all,
    };
    let (&first, rest) = text.split_first()?;
    let kind = match first {
        b'a'..=b'h' => return plain_pawn_move(board, text),
        b'N' => PieceType::Knight,
        b'B' => PieceType::Bishop,
        b'R' => PieceType::Rook,
        b'Q' => PieceType::Queen,
        b'K' => PieceType::King,
        b'O' => return plain_castling(board, text),
        _ => return None,
    };
    let (to, origin) = target(rest)?;
    let origin = match origin {
        [head @ .., b'x'] => head,
        all => all,
    };
    let us = board.stm();
    // Lines on an empty board and the squares between are used instead of attack tables, which are large and would be
    // fetched from memory for every move.
    let reach = match kind {
        PieceType::Knight => attacks::knight(to),
        PieceType::Bishop => attacks::bishop_rays(to),
        PieceType::Rook => attacks::rook_rays(to),
        PieceType::Queen => attacks::bishop_rays(to) | attacks::rook_rays(to),
        _ => attacks::king(to),
    };
    let mut from = reach & board.by(us, kind);
    for &letter in origin {
        from &= match letter {
            b'a'..=b'h' => Bitboard::file(File::from_letter(letter.into())?),
            _ => Bitboard::rank(Rank::from_letter(letter.into())?),
        };
    }
    if board.colors(us).has(to) {
        return None;
    }
    let occupied = board.occupied();
    let may = |from: Square| match kind {
        PieceType::King => king_is_safe(board, to),
        _ => attacks::between(from, to).is_disjoint(occupied) && board.keeps_king_safe(from, to),
    };
    let mut able = None;
    for from in from {
        if may(from) && able.replace(from).is_some() {
            return None;
        }
    }
    let kind = if occupied.has(to) { MoveKind::Capture } else { MoveKind::Quiet };
    able.map(|from| Move::new(from, to, kind))
}

/// Whether the king of the side to move would be safe on a square; this also uses only small tables.
fn king_is_safe(board: &Board, to: Square) -> bool {
    let us = board.stm();
    let enemies = board.colors(!us);
    let near = attacks::knight(to) & board.pieces(PieceType::Knight)
        | attacks::king(to) & board.pieces(PieceType::King)
        | attacks::pawn(us, to) & board.pieces(PieceType::Pawn);
    let occupied = board.occupied() - Bitboard::from(board.king(us));
    let mut snipers = (board.snipers(to) & enemies).into_iter();
    near.is_disjoint(enemies)
        && !snipers.any(|sniper| attacks::between(to, sniper).is_disjoint(occupied))
}

/// The square at the end of a text, and the text before it.
fn target(text: &[u8]) -> Option<(Square, &[u8])> {
    let (head, &[file, rank]) = text.split_last_chunk::<2>()?;
    if !(b'a'..=b'h').contains(&file) || !(b'1'..=b'8').contains(&rank) {
        return None;
    }
    let index = u32::from(file - b'a') + 8 * u32::from(rank - b'1');
    Some((Square::wrap(index), head))
}

/// The one legal move of this kind to a square from one of these squares.
#[inline]
fn one_legal(board: &Board, from: Bitboard, to: Square, kind: MoveKind) -> Option<Move> {
    let mut found = None;
    for from in from {
        let mv = Move::new(from, to, kind);
        if board.is_legal(mv) {
            if found.is_some() {
                return None;
            }
            found = Some(mv);
        }
    }
    found
}

fn plain_castling(board: &Board, text: &[u8]) -> Option<Move> {
    let (wing, kind) = match text {
        b"O-O" => (Wing::KingSide, MoveKind::CastleKingSide),
        b"O-O-O" => (Wing::QueenSide, MoveKind::CastleQueenSide),
        _ => return None,
    };
    let us = board.stm();
    let mv = Move::new(board.king(us), board.castling_rook(us, wing)?, kind);
    board.is_legal(mv).then_some(mv)
}

fn plain_pawn_move(board: &Board, text: &[u8]) -> Option<Move> {
    let (text, promotion) = match text {
        [head @ .., b'=', letter] => (head, promotion_letter(char::from(*letter))),
        all => (all, None),
    };
    let (to, origin) = target(text)?;
    let us = board.stm();
    let pawns = board.by(us, PieceType::Pawn);
    let last = to.rank().relative(us) == Rank::Eighth;
    if last != promotion.is_some() {
        return None;
    }
    if let [file, rest @ ..] = origin {
        if !matches!(rest, [] | [b'x']) {
            return None;
        }
        let file = Bitboard::file(File::from_letter(char::from(*file))?);
        let from = attacks::pawn(!us, to) & pawns & file;
        let kind = match promotion {
            Some(piece) => MoveKind::promotion(piece, true)?,
            None if board.ep_square() == Some(to) => MoveKind::EnPassant,
            None => MoveKind::Capture,
        };
        return one_legal(board, from, to, kind);
    }
    let behind = Bitboard::from(to).forward(!us);
    let single = behind & pawns;
    let (from, kind) = match promotion {
        Some(piece) => (single, MoveKind::promotion(piece, false)?),
        None if single.any() => (single, MoveKind::Quiet),
        None => (behind.forward(!us) & pawns, MoveKind::DoublePush),
    };
    one_legal(board, from, to, kind)
}

/// A parsed SAN text.
enum SanPattern {
    Castle(Wing),
    Piece {
        kind: PieceType,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<PieceType>,
    },
}

impl SanPattern {
    /// Parses a text; `None` if it does not have the form of a move.
    fn read(text: &str) -> Option<Self> {
        if text.len() > 40 {
            return None;
        }
        let text = text.trim().trim_end_matches(['+', '#', '!', '?', ' ']);
        let text = text.trim_end_matches("e.p.").trim_end();
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Self::Castle(Wing::KingSide)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Self::Castle(Wing::QueenSide)),
            _ => {}
        }
        let mut letters: Vec<char> = text
            .chars()
            .filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '(' | ')' | '/'))
            .collect();
        let kind = letters.first().and_then(|first| piece_letter(*first));
        if kind.is_some() {
            letters.remove(0);
        }
        let promotion = letters.last().and_then(|last| promotion_letter(*last));
        if promotion.is_some() {
            letters.pop();
        }
        let rank = Rank::from_letter(letters.pop()?)?;
        let to = Square::new(File::from_letter(letters.pop()?)?, rank);
        let (file, rank) = match letters[..] {
            [] => (None, None),
            [one] => match (File::from_letter(one), Rank::from_letter(one)) {
                (None, None) => return None,
                either => either,
            },
            [file, rank] => (Some(File::from_letter(file)?), Some(Rank::from_letter(rank)?)),
            _ => return None,
        };
        Some(Self::Piece { kind: kind.unwrap_or(PieceType::Pawn), file, rank, to, promotion })
    }

    fn fits(&self, board: &Board, mv: Move) -> bool {
        match *self {
            Self::Castle(wing) => mv.is_castling() && castling_wing(mv) == wing,
            Self::Piece { kind, file, rank, to, promotion } => {
                !mv.is_castling()
                    && mv.to() == to
                    && mv.promotion() == promotion
                    && board.pieces(kind).has(mv.from())
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
            }
        }
    }

    /// Why no legal move matches.
    fn why_not(&self, board: &Board, moves: &[Move], found: String) -> SanError {
        let us = board.stm();
        match *self {
            Self::Castle(wing) => SanError::Castling {
                found,
                color: us,
                why: match board.castling().rook(us, wing) {
                    None => CastlingFault::RightGone,
                    Some(_) if board.in_check() => CastlingFault::InCheck,
                    Some(_) => CastlingFault::Blocked,
                },
            },
            Self::Piece { kind, file, rank, to, promotion } => {
                let other = Self::Piece { kind, file, rank, to, promotion: Some(PieceType::Queen) };
                if promotion.is_none() && moves.iter().any(|mv| other.fits(board, *mv)) {
                    return SanError::PromotionMissing { found };
                }
                let piece = Piece::new(us, kind);
                let origin = match (file, rank) {
                    (None, None) => String::new(),
                    (Some(file), None) => format!(" on the {file}-file"),
                    (None, Some(rank)) => format!(" on rank {rank}"),
                    (Some(file), Some(rank)) => format!(" on {}", Square::new(file, rank)),
                };
                SanError::NoSuchMove { found, piece, origin, to }
            }
        }
    }
}

/// An upper-case piece letter or a figurine at the start of a move.
const fn piece_letter(letter: char) -> Option<PieceType> {
    match letter {
        'P' | '\u{2659}' | '\u{265F}' => Some(PieceType::Pawn),
        'N' | '\u{2658}' | '\u{265E}' => Some(PieceType::Knight),
        'B' | '\u{2657}' | '\u{265D}' => Some(PieceType::Bishop),
        'R' | '\u{2656}' | '\u{265C}' => Some(PieceType::Rook),
        'Q' | '\u{2655}' | '\u{265B}' => Some(PieceType::Queen),
        'K' | '\u{2654}' | '\u{265A}' => Some(PieceType::King),
        _ => None,
    }
}

/// A promotion letter at the end of a move. `b` is a file only before a rank, so lower case is unambiguous here.
const fn promotion_letter(letter: char) -> Option<PieceType> {
    match letter {
        'n' => Some(PieceType::Knight),
        'b' => Some(PieceType::Bishop),
        'r' => Some(PieceType::Rook),
        'q' => Some(PieceType::Queen),
        upper => match piece_letter(upper) {
            Some(PieceType::Pawn | PieceType::King) | None => None,
            some => some,
        },
    }
}

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "`found` is the text; the message says what the others are")]
pub enum SanError {
    /// It does not have the form of a move.
    Syntax {
        found: String,
    },
    /// It has the form of a move, but no such piece can go there. `origin` is the origin in words with a leading space,
    /// or empty.
    NoSuchMove {
        found: String,
        piece: Piece,
        origin: String,
        to: Square,
    },
    /// It matches each of `candidates`, which are separated by commas.
    Ambiguous {
        found: String,
        candidates: String,
    },
    /// The promotion piece is missing.
    PromotionMissing {
        found: String,
    },
    Castling {
        found: String,
        color: Color,
        why: CastlingFault,
    },
}

/// Why a side cannot castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingFault {
    /// King or rook have moved.
    RightGone,
    /// The king is in check.
    InCheck,
    /// A piece stands in the way, or the king would cross an attacked square.
    Blocked,
}

impl fmt::Display for CastlingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RightGone => "the right to do so is gone",
            Self::InCheck => "the king is in check",
            Self::Blocked => "the way is not free or attacked",
        })
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { found } => write!(
                f,
                "move: found \u{201c}{found}\u{201d}, expected a move such as e4, Nf3, exd5, e8=Q or O-O"
            ),
            Self::NoSuchMove { found, piece, origin, to } => write!(
                f,
                "move: found \u{201c}{found}\u{201d}, but no {piece}{origin} can go to {to}"
            ),
            Self::Ambiguous { found, candidates } => {
                write!(f, "move: found \u{201c}{found}\u{201d}, expected one of {candidates}")
            }
            Self::PromotionMissing { found } => write!(
                f,
                "move: found \u{201c}{found}\u{201d}, expected the new piece too, as in {found}=Q"
            ),
            Self::Castling { found, color, why } => write!(
                f,
                "move: found \u{201c}{found}\u{201d}, but {color} cannot castle there: {why}"
            ),
        }
    }
}

impl std::error::Error for SanError {}

impl SanError {
    /// The probable move, if there is one: a queen for a missing promotion piece, a piece letter in the wrong case
    /// (`nf3`).
    pub fn repair(&self, board: &Board) -> Option<Move> {
        match self {
            Self::PromotionMissing { found } => {
                let bare = found.trim_end_matches(['+', '#', '!', '?']);
                parse(board, &format!("{bare}=Q")).ok()
            }
            Self::Syntax { found } | Self::NoSuchMove { found, .. } => {
                let mut letters = found.chars();
                let first = letters.next()?;
                let swapped = if first.is_ascii_lowercase() {
                    first.to_ascii_uppercase()
                } else {
                    first.to_ascii_lowercase()
                };
                if swapped == first {
                    return None;
                }
                parse(board, &format!("{swapped}{}", letters.as_str())).ok()
            }
            Self::Ambiguous { .. } | Self::Castling { .. } => None,
        }
    }
}

/// The first `longest` plies of a line as text: `12. Nf3 e5 13. d4`. Stops before an illegal move.
pub fn line_text(start: &Board, line: &[Move], longest: usize) -> String {
    let mut board = *start;
    let mut text = String::new();
    for (ply, &mv) in line.iter().take(longest).enumerate() {
        if !board.is_legal(mv) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&number_before(&board, ply));
        text.push_str(&write(&board, mv));
        board.make_move(mv);
    }
    text
}

/// The text before a move: `12. `, `12… ` at the beginning of a line, or nothing.
pub fn number_before(board: &Board, ply: usize) -> String {
    match (board.stm(), ply) {
        (Color::White, _) => format!("{}. ", board.fullmove_number()),
        (Color::Black, 0) => format!("{}… ", board.fullmove_number()),
        (Color::Black, _) => String::new(),
    }
}

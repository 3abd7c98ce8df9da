//! FEN, X-FEN and Shredder-FEN: a position in one line of text, read and written.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
//! board from a8 to h1          side to move, castling, en passant, halfmove clock, fullmove number
//! ```
//!
//! Read: all three dialects, told apart by the castling letters; any white space between the fields; the two clocks may
//! be missing (they are then `0 1`). The en passant square may be given after every double step (plain FEN) or only
//! where a pawn can take (X-FEN). Written: clocks always, the en passant square only if a legal capture exists,
//! castling as [`FenStyle`] says.
//!
//! ```
//! use tabia_chess::{Board, FenStyle};
//! let board = Board::from_fen("nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq -")?;
//! assert_eq!(board.fen(FenStyle::Shredder), "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1");
//! let error = Board::from_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "castling: right K without a rook on the h-side, expected one on the king's rank",
//! );
//! assert_eq!(error.repair().as_deref(), Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
//! # Ok::<(), tabia_chess::FenError>(())
//! ```

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

use super::board::{Board, Wing};
use super::builder::{BoardBuilder, castling_letter};
use super::fen_error::{FenError, FenField, FenProblem};
use super::piece::{Color, Piece, PieceType};
use super::square::{File, Rank, Square};

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FenStyle {
    /// `KQkq` where the outermost rook is meant, else the rook's file. In standard chess this is the common
    /// FEN.
    #[default]
    XFen,
    /// Always the rook's file: `HAha`.
    Shredder,
}

impl Board {
    /// The start position of standard chess.
    pub fn start() -> Self {
        super::chess960::standard_start()
    }

    /// Reads FEN, X-FEN or Shredder-FEN, told apart by the castling letters. Any white space separates the fields; the
    /// two clocks may be missing (they are then `0 1`); the en passant square may be given after every double step or
    /// only where a pawn can capture.
    ///
    /// # Errors
    /// The first thing that is wrong with the text or the position in it.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        parse(text).map_err(|problem| refused(text, problem))
    }

    /// Writes the position in one line, always with both clocks, and with the en passant square only if a legal
    /// capture exists.
    pub fn fen(&self, style: FenStyle) -> String {
        BoardBuilder::from(self).fen_in(style)
    }
}

impl fmt::Display for Board {
    /// The common FEN in standard chess, otherwise X-FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(FenStyle::XFen))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

/// Parses a position without suggesting a repair.
pub(super) fn parse(text: &str) -> Result<Board, FenProblem> {
    read(text)?.try_build()
}

/// Syntax, and the castling letters, which need the rooks.
fn read(text: &str) -> Result<BoardBuilder, FenProblem> {
    let mut fields = text.split_whitespace();
    let mut field = |field| fields.next().ok_or(FenProblem::Missing { field });
    let mut builder = BoardBuilder::new();
    read_board(field(FenField::Board)?, &mut builder)?;
    builder.stm = match field(FenField::SideToMove)? {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(FenProblem::SideToMove { found: excerpt(other) }),
    };
    read_castling(field(FenField::Castling)?, &mut builder)?;
    builder.ep_square = match field(FenField::EnPassant)? {
        "-" => None,
        other => match other.parse() {
            Ok(square) => Some(square),
            Err(_) => return Err(FenProblem::EnPassantText { found: excerpt(other) }),
        },
    };
    if let Ok(text) = field(FenField::HalfmoveClock) {
        let max = BoardBuilder::MAX_HALFMOVE_CLOCK;
        builder.halfmove_clock = read_number(text, FenField::HalfmoveClock, 0, max)?;
    }
    if let Ok(text) = field(FenField::FullmoveNumber) {
        let max = BoardBuilder::MAX_FULLMOVE_NUMBER;
        builder.fullmove_number = read_number(text, FenField::FullmoveNumber, 1, max)?;
    }
    match field(FenField::End) {
        Ok(found) => Err(FenProblem::Trailing { found: excerpt(found) }),
        Err(_) => Ok(builder),
    }
}

fn read_board(text: &str, builder: &mut BoardBuilder) -> Result<(), FenProblem> {
    let found = text.split('/').count();
    if found != Rank::COUNT {
        return Err(FenProblem::RankCount { found });
    }
    for (rank, row) in Rank::ALL.into_iter().rev().zip(text.split('/')) {
        let number = rank.index() + 1;
        let mut file = 0;
        for letter in row.chars() {
            if let Some(piece) = Piece::from_fen_char(letter) {
                if let Some(file) = File::from_index(file) {
                    builder.place(Square::new(file, rank), piece);
                }
                file += 1;
            } else if let gap @ '1'..='8' = letter {
                file += gap as usize - '0' as usize;
            } else {
                return Err(FenProblem::BoardLetter { rank: number, found: letter });
            }
        }
        if file != File::COUNT {
            return Err(FenProblem::RankLength { rank: number, found: file });
        }
    }
    Ok(())
}

fn read_castling(text: &str, builder: &mut BoardBuilder) -> Result<(), FenProblem> {
    if text == "-" {
        return Ok(());
    }
    let mut given = [[None; 2]; 2];
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = Piece::new(color, PieceType::King);
        let Some(king) = builder.squares_of(king).first() else {
            return Err(FenProblem::KingMissing { color });
        };
        let (wing, file) = match letter.to_ascii_lowercase() {
            'k' => (Wing::KingSide, outermost_rook(builder, color, king, Wing::KingSide)),
            'q' => (Wing::QueenSide, outermost_rook(builder, color, king, Wing::QueenSide)),
            lower => {
                let Some(file) = File::from_letter(lower) else {
                    return Err(FenProblem::CastlingLetter { found: letter });
                };
                let east = file > king.file();
                (if east { Wing::KingSide } else { Wing::QueenSide }, Some(file))
            }
        };
        if king.rank() != Rank::First.relative(color) {
            return Err(FenProblem::CastlingKing { letter, king });
        }
        let place = format!("on the {}-side", wing.corner_file());
        let file = file.ok_or(FenProblem::CastlingRook { letter, place })?;
        if let Some(first) = given[color.index()][wing.index()].replace(letter) {
            return Err(if builder.castling.rook(color, wing) == Some(file) {
                FenProblem::CastlingTwice { letter }
            } else {
                FenProblem::CastlingSameSide { letters: [first, letter], wing, king }
            });
        }
        builder.castling.set(color, wing, Some(file));
    }
    Ok(())
}

/// The rook of K or Q in X-FEN: the one farthest from the king on that side.
fn outermost_rook(builder: &BoardBuilder, color: Color, king: Square, wing: Wing) -> Option<File> {
    let rook = Some(Piece::new(color, PieceType::Rook));
    let is_rook = |file: &File| builder.piece_on(Square::new(*file, king.rank())) == rook;
    match wing {
        Wing::KingSide => {
            File::ALL.into_iter().rev().take_while(|file| *file > king.file()).find(is_rook)
        }
        Wing::QueenSide => {
            File::ALL.into_iter().take_while(|file| *file < king.file()).find(is_rook)
        }
    }
}

fn read_number(text: &str, field: FenField, min: u32, max: u32) -> Result<u32, FenProblem> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if plain && min <= number && number <= max => Ok(number),
        _ => Err(FenProblem::Number { field, found: excerpt(text), min, max }),
    }
}

/// The start of a text, for an error message of bounded length.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}

impl BoardBuilder {
    /// Reads FEN, X-FEN or Shredder-FEN like [`Board::from_fen`], but the position need not be legal: a king may be
    /// missing, and pawns may stand on the last rank.
    ///
    /// # Errors
    /// The first thing that is wrong with the text. A right to castle needs its king and rook.
    pub fn from_fen(text: &str) -> Result<BoardBuilder, FenError> {
        read(text).map_err(|problem| refused(text, problem))
    }

    /// Whether a castling right needs Chess960 notation, see [`Board::is_chess960`].
    pub fn is_chess960(&self) -> bool {
        let king = |color| self.squares_of(Piece::new(color, PieceType::King)).first();
        self.castling.need_chess960(king)
    }

    /// The board, if the position is legal.
    ///
    /// # Errors
    /// States the problem, and a repair if one is obvious.
    pub fn build(&self) -> Result<Board, FenError> {
        self.try_build().map_err(|problem| refused(&self.fen(), problem))
    }

    /// The position as X-FEN, valid or not, for the editor's text box.
    pub fn fen(&self) -> String {
        self.fen_in(FenStyle::XFen)
    }

    pub(super) fn fen_in(&self, style: FenStyle) -> String {
        let mut text = self.board_text();
        text.push(' ');
        text.push(self.stm.letter());
        text.push(' ');
        self.write_castling(style, &mut text);
        match self.ep_square {
            Some(square) => {
                let _ = write!(text, " {square}");
            }
            None => text.push_str(" -"),
        }
        let _ = write!(text, " {} {}", self.halfmove_clock, self.fullmove_number);
        text
    }

    fn board_text(&self) -> String {
        let mut text = String::with_capacity(90);
        for rank in Rank::ALL.into_iter().rev() {
            let mut gap = 0;
            for file in File::ALL {
                let Some(piece) = self.piece_on(Square::new(file, rank)) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    let _ = write!(text, "{gap}");
                }
                gap = 0;
                text.push(piece.fen_char());
            }
            if gap > 0 {
                let _ = write!(text, "{gap}");
            }
            if rank != Rank::First {
                text.push('/');
            }
        }
        text
    }

    fn write_castling(&self, style: FenStyle, text: &mut String) {
        if self.castling.is_empty() {
            text.push('-');
        }
        for (color, wing, file) in self.castling.iter() {
            let king = self.squares_of(Piece::new(color, PieceType::King)).first();
            let outermost = king.and_then(|king| outermost_rook(self, color, king, wing));
            let letter = match wing {
                _ if style == FenStyle::Shredder || outermost != Some(file) => file.letter(),
                Wing::KingSide => 'k',
                Wing::QueenSide => 'q',
            };
            text.push(castling_letter(color, letter));
        }
    }
}

/// What is wrong with a text, with a repair if one is obvious.
fn refused(text: &str, problem: FenProblem) -> FenError {
    let repair = repair(text, &problem);
    FenError::new(problem, repair)
}

/// Maximum number of problems repaired one after another.
const MAX_STEPS: usize = 12;

/// Suggests a repair of a refused FEN: an accepted FEN without `problem` and any problems behind it, or `None` if a
/// person has to decide.
fn repair(text: &str, problem: &FenProblem) -> Option<String> {
    let mut fields: Vec<String> = text.split_whitespace().take(32).map(str::to_owned).collect();
    let mut problem = problem.clone();
    for _ in 0..MAX_STEPS {
        mend(&mut fields, &problem)?;
        match parse(&fields.join(" ")) {
            Ok(board) => return Some(board.to_string()),
            Err(next) if next == problem => return None,
            Err(next) => problem = next,
        }
    }
    None
}

/// Changes the field of the problem.
fn mend(fields: &mut Vec<String>, problem: &FenProblem) -> Option<()> {
    let index = problem.field().index();
    match problem {
        FenProblem::Missing { field: FenField::SideToMove } => fields.push("w".to_owned()),
        FenProblem::Missing { field: FenField::Castling | FenField::EnPassant } => {
            fields.push("-".to_owned());
        }
        FenProblem::SideToMove { found } => {
            let side = match found.chars().next()?.to_ascii_lowercase() {
                'w' => Color::White,
                'b' => Color::Black,
                _ => return None,
            };
            *fields.get_mut(index)? = side.letter().to_string();
        }
        FenProblem::OpponentInCheck { to_move } => {
            *fields.get_mut(index)? = (!*to_move).letter().to_string();
            // The double push belonged to the other side's move.
            "-".clone_into(fields.get_mut(FenField::EnPassant.index())?);
        }
        FenProblem::CastlingLetter { found: letter }
        | FenProblem::CastlingTwice { letter }
        | FenProblem::CastlingSameSide { letters: [_, letter], .. }
        | FenProblem::CastlingKing { letter, .. }
        | FenProblem::CastlingRook { letter, .. } => {
            let rights = fields.get_mut(index)?;
            // The last one, so that the first of two equal letters stays.
            let at = rights.rfind(*letter)?;
            rights.remove(at);
            if rights.is_empty() {
                rights.push('-');
            }
        }
        FenProblem::EnPassantText { .. } | FenProblem::EnPassantSquare { .. } => {
            "-".clone_into(fields.get_mut(index)?);
        }
        FenProblem::Number { field, min, max, .. } => {
            let text = fields.get_mut(field.index())?;
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            // Also if it is too large for the type.
            let too_large = digits && text.parse().map_or(true, |number: u32| number > *max);
            *text = if too_large { max } else { min }.to_string();
        }
        FenProblem::Trailing { .. } => fields.truncate(FenField::End.index()),
        _ => return None,
    }
    Some(())
}

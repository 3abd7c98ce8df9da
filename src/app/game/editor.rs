//! The position editor: a position being edited, a description of what is wrong with it, and a repair if there is an
//! obvious one. The game on the board is not changed.

use std::mem::{Discriminant, discriminant};

use super::words::fen_text;
use tabia_chess::{
    Board, BoardBuilder, Color, FenError, FenField, File, Piece, PieceType, Rank, Square, Wing,
};

/// Steps of the editor that can be undone.
const MAX_STEPS: usize = 500;
/// Maximum number of rights to castle read from a FEN in which one of them is wrong.
const MAX_RIGHTS: usize = 32;

/// Whether the edited position is legal.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It is legal.
    Sound(Box<Board>),
    /// It is not.
    Unsound {
        /// Why not.
        message: String,
        /// A similar FEN that is legal.
        repair: Option<String>,
    },
}

impl Verdict {
    fn unsound(error: &FenError) -> Verdict {
        Verdict::Unsound { message: fen_text(error), repair: error.repair() }
    }
}

/// Whether a position is legal.
fn legality(builder: &BoardBuilder) -> Verdict {
    match builder.build() {
        Ok(board) => Verdict::Sound(Box::new(board)),
        Err(error) => Verdict::unsound(&error),
    }
}

/// The position of a FEN with only those rights to castle that can be read; `None` if something else is wrong with it.
fn without_wrong_rights(text: &str) -> Option<BoardBuilder> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let rights = fields.get(FenField::Castling.index())?;
    let with = |rights: &str| {
        let mut fields = fields.clone();
        fields[FenField::Castling.index()] = if rights.is_empty() { "-" } else { rights };
        BoardBuilder::from_fen(&fields.join(" ")).ok()
    };
    let mut found = with("")?;
    let mut kept = String::new();
    for right in rights.chars().take(MAX_RIGHTS) {
        kept.push(right);
        if let Some(builder) = with(&kept) {
            found = builder;
        } else {
            kept.pop();
        }
    }
    Some(found)
}

/// Maximum length of a text that the editor accepts.
pub const MAX_FEN: usize = 1_000;

/// Actions in the position editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditorAction {
    /// Put a piece on a square, replacing any piece there.
    Place(Square, Piece),
    /// Empty a square.
    Remove(Square),
    /// Move a piece from one square to another.
    Move(Square, Square),
    /// Choose what a click places; `None`: nothing, pieces are moved.
    Brush(Option<Piece>),
    /// Empty the board.
    Clear,
    /// The usual start position.
    StartPosition,
    /// Whether castling follows the Chess960 rules.
    Chess960(bool),
    /// Set the side to move.
    SideToMove(Color),
    /// Grant or withdraw a castling right.
    Castling(Color, Wing, bool),
    /// Set the square that a pawn has just skipped.
    EnPassant(Option<Square>),
    /// Plies since the last capture or pawn move.
    HalfmoveClock(u32),
    /// The number of the move.
    FullmoveNumber(u32),
    /// The text of the FEN field while it is being typed.
    FenText(String),
    /// A whole FEN from the clipboard.
    Paste(String),
    /// Accept the repair offered.
    Repair,
    /// Undo the last change of the position.
    Undo,
    /// Redo the change undone last.
    Redo,
    /// Swap the colours: what is White's becomes Black's.
    SwapColors,
    /// Flip the board.
    Flip,
    /// Use the position as an analysis board.
    Apply,
    /// Return to the game.
    Cancel,
}

/// The open editor.
#[derive(Clone, Debug, PartialEq)]
pub struct EditorState {
    /// The position being edited.
    pub builder: BoardBuilder,
    /// The piece that a click on the board places; `None`: nothing, pieces are moved.
    pub brush: Option<Piece>,
    /// The text of the FEN field: the position's FEN, or what the user is typing.
    pub fen_text: String,
    /// Whether the position is legal.
    pub verdict: Verdict,
    /// Black is at the bottom.
    pub flipped: bool,
    /// Castling follows the Chess960 rules.
    chess960: bool,
    /// The positions before the last changes, the newest at the end.
    past: Vec<Step>,
    /// The positions that were undone, the next one to redo at the end.
    undone: Vec<Step>,
    /// The kind of the last action.
    last: Option<Discriminant<EditorAction>>,
}

/// A position being edited, and whether its castling follows the Chess960 rules.
type Step = (BoardBuilder, bool);

impl EditorState {
    /// An editor that starts with this position.
    pub fn new(board: &Board, flipped: bool) -> EditorState {
        let builder = BoardBuilder::from(board);
        let brush = Some(Piece::WhitePawn);
        let verdict = Verdict::Sound(Box::new(*board));
        let (fen_text, chess960) = (board.to_string(), board.is_chess960());
        let (past, undone, last) = (Vec::new(), Vec::new(), None);
        EditorState { builder, brush, fen_text, verdict, flipped, chess960, past, undone, last }
    }

    /// The piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.builder.piece_on(square)
    }

    /// The position, if it is legal.
    pub fn board(&self) -> Option<&Board> {
        match &self.verdict {
            Verdict::Sound(board) => Some(board),
            Verdict::Unsound { .. } => None,
        }
    }

    /// What is wrong, as text.
    pub fn problem(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::Sound(_) => None,
            Verdict::Unsound { message, .. } => Some(message),
        }
    }

    /// The FEN offered as a repair.
    pub fn repair(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::Sound(_) => None,
            Verdict::Unsound { repair, .. } => repair.as_deref(),
        }
    }

    /// Whether castling follows the Chess960 rules.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Whether there is a change to undo.
    pub(crate) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a change to redo.
    pub(crate) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Whether a castling right is granted.
    pub fn may_castle(&self, color: Color, wing: Wing) -> bool {
        self.builder.castling.rook(color, wing).is_some()
    }

    /// Whether a castling right could be granted: king and rook are on their squares at the start of a game. In
    /// Chess960 it is enough that both are on their first rank, the rook on the right side of the king.
    pub fn can_grant(&self, color: Color, wing: Wing) -> bool {
        self.castling_rook(color, wing).is_some()
    }

    /// The rook's square for a castling right: the corner, or in Chess960 the square of the outermost rook on that
    /// side of the king.
    fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let home = Rank::First.relative(color);
        let king = self.builder.squares_of(Piece::new(color, PieceType::King)).first()?;
        let mut rooks: Vec<Square> =
            self.builder.squares_of(Piece::new(color, PieceType::Rook)).into_iter().collect();
        rooks.retain(|rook| rook.rank() == home && king.rank() == home);
        if !self.chess960 {
            rooks.retain(|rook| king.file() == File::E && rook.file() == wing.corner_file());
        }
        match wing {
            Wing::KingSide => rooks.into_iter().filter(|rook| rook.file() > king.file()).max(),
            Wing::QueenSide => rooks.into_iter().filter(|rook| rook.file() < king.file()).min(),
        }
    }

    /// Performs an action, except `Apply` and `Cancel`, which concern the game.
    pub fn act(&mut self, action: EditorAction) {
        let kind = discriminant(&action);
        // Typing a FEN or dragging a number is one change.
        let goes_on = self.last == Some(kind)
            && matches!(
                action,
                EditorAction::FenText(_)
                    | EditorAction::HalfmoveClock(_)
                    | EditorAction::FullmoveNumber(_)
            );
        let before = self.step();
        if matches!(action, EditorAction::Undo | EditorAction::Redo) {
            self.step_back(&action);
            self.last = None;
            return;
        }
        self.change(action);
        if self.step() != before {
            if !goes_on {
                self.past.push(before);
                let many = self.past.len().saturating_sub(MAX_STEPS);
                self.past.drain(..many);
            }
            self.undone.clear();
            self.last = Some(kind);
        } else if self.last != Some(kind) {
            // No change of this kind has begun yet: half a FEN is not a position.
            self.last = None;
        }
    }

    fn step(&self) -> Step {
        (self.builder.clone(), self.chess960)
    }

    /// Undoes or redoes a change.
    fn step_back(&mut self, action: &EditorAction) {
        let now = self.step();
        let (from, to) = match action {
            EditorAction::Redo => (&mut self.undone, &mut self.past),
            _ => (&mut self.past, &mut self.undone),
        };
        let Some(step) = from.pop() else { return };
        to.push(now);
        (self.builder, self.chess960) = step;
        self.validate();
    }

    fn change(&mut self, action: EditorAction) {
        match action {
            EditorAction::FenText(text) | EditorAction::Paste(text) => return self.read_fen(text),
            EditorAction::Repair => {
                if let Some(fen) = self.repair().map(ToOwned::to_owned) {
                    self.read_fen(fen);
                }
                return;
            }
            EditorAction::Brush(piece) => self.brush = piece,
            EditorAction::Flip => self.flipped = !self.flipped,
            EditorAction::Place(square, piece) => self.builder.place(square, piece),
            EditorAction::Remove(square) => self.builder.remove(square),
            EditorAction::Move(from, to) => self.move_piece(from, to),
            EditorAction::Clear => self.builder = BoardBuilder::new(),
            EditorAction::StartPosition => {
                (self.builder, self.chess960) = (BoardBuilder::from(&Board::start()), false);
            }
            EditorAction::Chess960(on) => self.chess960 = on,
            EditorAction::SideToMove(color) => {
                self.builder.stm = color;
                self.builder.ep_square = None;
            }
            EditorAction::Castling(color, wing, on) => self.set_castling(color, wing, on),
            EditorAction::EnPassant(square) => self.builder.ep_square = square,
            EditorAction::HalfmoveClock(n) => self.builder.halfmove_clock = n,
            EditorAction::FullmoveNumber(n) => self.builder.fullmove_number = n,
            EditorAction::SwapColors => self.swap_colors(),
            EditorAction::Apply
            | EditorAction::Cancel
            | EditorAction::Undo
            | EditorAction::Redo => return,
        }
        self.drop_lost_rights();
        self.validate();
    }

    fn move_piece(&mut self, from: Square, to: Square) {
        if let Some(piece) = self.piece_on(from) {
            self.builder.remove(from);
            self.builder.place(to, piece);
        }
    }

    fn set_castling(&mut self, color: Color, wing: Wing, on: bool) {
        let rook = if on { self.castling_rook(color, wing) } else { None };
        self.builder.castling.set(color, wing, rook.map(Square::file));
    }

    fn swap_colors(&mut self) {
        let old = self.builder.clone();
        self.builder = BoardBuilder::new();
        self.builder.stm = !old.stm;
        self.builder.ep_square = old.ep_square.map(Square::flip_rank);
        self.builder.halfmove_clock = old.halfmove_clock;
        self.builder.fullmove_number = old.fullmove_number;
        for square in Square::all() {
            if let Some(piece) = old.piece_on(square) {
                let piece = Piece::new(!piece.color(), piece.kind());
                self.builder.place(square.flip_rank(), piece);
            }
        }
        for color in Color::ALL {
            for wing in Wing::ALL {
                self.builder.castling.set(!color, wing, old.castling.rook(color, wing));
            }
        }
    }

    /// Drops castling rights whose king or rook is no longer on its square, as users expect when they lift a rook
    /// from its corner.
    fn drop_lost_rights(&mut self) {
        for color in Color::ALL {
            for wing in Wing::ALL {
                let Some(file) = self.builder.castling.rook(color, wing) else { continue };
                let home = Rank::First.relative(color);
                let rook = self.piece_on(Square::new(file, home));
                let king = self.builder.squares_of(Piece::new(color, PieceType::King)).first();
                let king_there = king.is_some_and(|king| {
                    king.rank() == home && (king.file() < file) == (wing == Wing::KingSide)
                });
                let from_there = self.chess960
                    || file == wing.corner_file() && king.map(Square::file) == Some(File::E);
                let rook_there = rook == Some(Piece::new(color, PieceType::Rook));
                if !(rook_there && king_there && from_there) {
                    self.builder.castling.set(color, wing, None);
                }
            }
        }
        if self.builder.ep_square.is_some() && !self.ep_pawn_there() {
            self.builder.ep_square = None;
        }
    }

    /// Whether the pawn that belongs to the en passant square is in front of it.
    fn ep_pawn_there(&self) -> bool {
        let mover = !self.builder.stm;
        self.builder.ep_square.is_some_and(|square| {
            let pawn = Square::new(square.file(), Rank::Fourth.relative(mover));
            square.rank() == Rank::Third.relative(mover)
                && self.piece_on(pawn) == Some(Piece::new(mover, PieceType::Pawn))
        })
    }

    fn validate(&mut self) {
        self.verdict = legality(&self.builder);
        self.fen_text = match &self.verdict {
            Verdict::Sound(board) => board.to_string(),
            Verdict::Unsound { .. } => self.builder.fen(),
        };
    }

    /// Sets the position from a text that describes one, legal or not, without rights to castle that it cannot have;
    /// any other text leaves the pieces as they are. Sets an error message if the text is not right.
    fn read_fen(&mut self, text: String) {
        match BoardBuilder::from_fen(text.trim()) {
            Ok(builder) => {
                self.chess960 |= builder.is_chess960();
                self.verdict = legality(&builder);
                self.builder = builder;
            }
            Err(error) => {
                self.verdict = Verdict::unsound(&error);
                if let Some(builder) = without_wrong_rights(&text) {
                    self.chess960 |= builder.is_chess960();
                    self.builder = builder;
                }
            }
        }
        self.fen_text = text;
    }

    /// The squares to choose from for en passant: the present one and those behind a pawn that may have just made a
    /// double step, if the position keeps them.
    pub fn ep_candidates(&self) -> Vec<Square> {
        let mover = !self.builder.stm;
        let (from, over, to) = (
            Rank::Second.relative(mover),
            Rank::Third.relative(mover),
            Rank::Fourth.relative(mover),
        );
        let pawns = self.builder.squares_of(Piece::new(mover, PieceType::Pawn));
        pawns
            .into_iter()
            .filter(|pawn| pawn.rank() == to)
            .filter(|pawn| self.piece_on(Square::new(pawn.file(), from)).is_none())
            .map(|pawn| Square::new(pawn.file(), over))
            .filter(|&square| self.piece_on(square).is_none())
            .filter(|&square| Some(square) == self.builder.ep_square || self.keeps_ep(square))
            .collect()
    }

    /// Whether the position would have this en passant square: a legal one only if a pawn can capture there.
    fn keeps_ep(&self, square: Square) -> bool {
        let mut with = self.builder.clone();
        with.ep_square = Some(square);
        with.build().map_or(true, |board| board.ep_square().is_some())
    }
}

//! The position editor: a position under construction, what is wrong with it in words, and a repair where
//! one is obvious. The game it was opened over is not touched.

use std::mem::{Discriminant, discriminant};

use super::words::fen_text;
use tabia_chess::{
    Board, BoardBuilder, Color, FenError, File, Piece, PieceType, Rank, Square, Wing,
};

/// Steps of the editor that can be undone.
const MAX_STEPS: usize = 500;

/// What chess says about the position under construction.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It can be used.
    Sound(Box<Board>),
    /// It cannot.
    Unsound {
        /// Why, in words.
        message: String,
        /// A FEN close to it that can be used.
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

/// What can be done in the position editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditorAction {
    /// Put a piece on a square, whatever stood there.
    Place(Square, Piece),
    /// Empty a square.
    Remove(Square),
    /// Take a piece from one square to another.
    Move(Square, Square),
    /// Choose what a click places; `None` erases.
    Brush(Option<Piece>),
    /// Empty the board.
    Clear,
    /// The usual start position.
    StartPosition,
    /// Whether kings and rooks may castle from where they do in Chess960.
    Chess960(bool),
    /// Whose turn it is.
    SideToMove(Color),
    /// Grant or withdraw a right to castle.
    Castling(Color, Wing, bool),
    /// The square a pawn has just jumped over.
    EnPassant(Option<Square>),
    /// Plies since the last capture or pawn move.
    HalfmoveClock(u32),
    /// The number of the move.
    FullmoveNumber(u32),
    /// The text of the FEN field, as it is being written.
    FenText(String),
    /// A whole FEN from the clipboard.
    Paste(String),
    /// Take the repair offered.
    Repair,
    /// Take the last change of the position back.
    Undo,
    /// Make the change taken back again.
    Redo,
    /// Turn the editor's position round: what is White's becomes Black's.
    SwapColors,
    /// Look from the other side.
    Flip,
    /// Make it an analysis board.
    Apply,
    /// Back to the game.
    Cancel,
}

/// The open editor.
#[derive(Clone, Debug, PartialEq)]
pub struct EditorState {
    /// The position under construction.
    pub builder: BoardBuilder,
    /// What a click on the board places; `None` erases.
    pub brush: Option<Piece>,
    /// The text of the FEN field: that of the position, or what the user is writing.
    pub fen_text: String,
    /// What chess says about it.
    pub verdict: Verdict,
    /// Black at the bottom.
    pub flipped: bool,
    /// Kings and rooks may castle from where they do in Chess960.
    chess960: bool,
    /// The positions before the last changes, the last one at the end.
    past: Vec<Step>,
    /// Those that were undone, the next one at the end.
    undone: Vec<Step>,
    /// What was done last.
    last: Option<Discriminant<EditorAction>>,
}

/// A position under construction, and whether its castling is that of Chess960.
type Step = (BoardBuilder, bool);

impl EditorState {
    /// An editor that begins with this position.
    pub fn new(board: &Board, flipped: bool) -> EditorState {
        let builder = BoardBuilder::from(board);
        let brush = Some(Piece::WhitePawn);
        let verdict = Verdict::Sound(Box::new(*board));
        let (fen_text, chess960) = (board.to_string(), board.is_chess960());
        let (past, undone, last) = (Vec::new(), Vec::new(), None);
        EditorState { builder, brush, fen_text, verdict, flipped, chess960, past, undone, last }
    }

    /// What stands on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.builder.piece_on(square)
    }

    /// The position, if it can be used.
    pub fn board(&self) -> Option<&Board> {
        match &self.verdict {
            Verdict::Sound(board) => Some(board),
            Verdict::Unsound { .. } => None,
        }
    }

    /// What is wrong, in words.
    pub fn problem(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::Sound(_) => None,
            Verdict::Unsound { message, .. } => Some(message),
        }
    }

    /// The FEN offered instead.
    pub fn repair(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::Sound(_) => None,
            Verdict::Unsound { repair, .. } => repair.as_deref(),
        }
    }

    /// Whether kings and rooks may castle from where they do in Chess960.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Whether a change can be taken back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether a change was taken back that can be made again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Whether a right to castle is granted.
    pub fn may_castle(&self, color: Color, wing: Wing) -> bool {
        self.builder.castling.rook(color, wing).is_some()
    }

    /// Whether a right to castle could be granted: king and rook stand as at the start of a game. In Chess960 it is
    /// enough that they stand on their first rank, the rook on that side.
    pub fn can_grant(&self, color: Color, wing: Wing) -> bool {
        self.castling_rook(color, wing).is_some()
    }

    /// The square from which the right would be granted: the corner, in Chess960 that of the outermost rook on that
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

    /// Does what was asked, `Apply` and `Cancel` excepted, which concern the game.
    pub fn act(&mut self, action: EditorAction) {
        let kind = discriminant(&action);
        // Letters of a FEN and a number that is dragged are one change.
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
            // A change of this kind has yet to begin: half a FEN is no position.
            self.last = None;
        }
    }

    fn step(&self) -> Step {
        (self.builder.clone(), self.chess960)
    }

    /// Undo, or redo.
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

    /// Rights whose king or rook has gone go too, as everybody expects who lifts a rook from its corner.
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

    /// Whether the pawn that an en passant square speaks of stands in front of it.
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

    /// A text that describes a position becomes it, legal or not; any other leaves the pieces as they are and says
    /// why.
    fn read_fen(&mut self, text: String) {
        match BoardBuilder::from_fen(text.trim()) {
            Ok(builder) => {
                self.chess960 |= builder.is_chess960();
                self.verdict = legality(&builder);
                self.builder = builder;
            }
            Err(error) => self.verdict = Verdict::unsound(&error),
        }
        self.fen_text = text;
    }

    /// The squares that can be given for en passant: behind a pawn that may just have jumped.
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
            .collect()
    }
}

//! Explains a bad move in words: only what the search has shown or the board proves.

use tabia_chess::{Board, Color, Move, PieceType, Square, san};
use tabia_engine::search::score::Score;
use tabia_text::t;

use super::accuracy::{capped_cp, centipawn_loss};
use super::motifs::{self, Motif, motif};

/// Least material won by a line that is mentioned, pawns.
const WORTH_TELLING: i32 = 2;

/// Score against a side from which it is called lost, centipawns.
const LOST_CP: i32 = 500;

/// How much the score must fall for each pawn of material said to be lost, centipawns. If it falls by less, the search
/// does not confirm the loss that the line shows. A fall of more than a piece is enough for any loss, because scores
/// flatten out in decided games.
const CP_A_PAWN: i32 = 75;
const CP_ENOUGH: i32 = 300;

/// How far a score may be below the material balance at the end of a line, centipawns. If it is further below, the
/// material is not really won: the line ends too early.
const CP_BEHIND: i32 = 100;

/// Value of a piece or pawn, pawns.
fn value(kind: PieceType) -> i32 {
    kind.points() as i32
}

/// Material of one side, pawns.
pub(crate) fn points(board: &Board, color: Color) -> i32 {
    let of = |kind: PieceType| board.by(color, kind).count() as i32 * value(kind);
    PieceType::ALL.into_iter().map(of).sum()
}

/// The numbers of inaccuracies, mistakes and blunders as text.
pub fn errors_text([inaccuracies, mistakes, blunders]: [usize; 3]) -> String {
    t!("review-error-counts", inaccuracies = inaccuracies, mistakes = mistakes, blunders = blunders)
}

/// The data about an error. Scores are from the mover's view.
#[derive(Clone, Copy, Debug)]
pub struct Error<'a> {
    /// The position before it.
    pub board: &'a Board,
    pub played: Move,
    pub before: Score,
    pub after: Score,
    /// The refutation, beginning with the opponent's reply. May be empty.
    pub refutation: &'a [Move],
    /// The better line, from the position before.
    pub better: &'a [Move],
}

/// What is proved about an error. Moves are in SAN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It allows mate in this many moves; the first of them.
    AllowsMate(u32, Option<String>),
    /// It misses mate in this many moves; the first of them.
    MissesMate(u32, Option<String>),
    /// It puts a piece en prise.
    EnPrise(Piece),
    /// It leaves a piece hanging.
    Hanging(Piece),
    /// It loses material to a fork.
    LosesToFork(Amount, Fork),
    /// It loses material because a piece is pinned.
    LosesToPin(Amount, Piece),
    /// It loses material; the move that wins it.
    Loses(Amount, Option<String>),
    /// It does not take a hanging piece.
    MissesPiece(Piece),
    MissesFork(Amount, Fork),
    /// It misses that a piece is pinned.
    MissesPin(Amount, Piece),
    /// It misses the win of material; the move that wins it.
    Misses(Amount, Option<String>),
    /// It loses a piece or more, but that costs little; the reason.
    Although(Box<Why>, Standing),
}

/// The kind of a proved error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorKind {
    AllowsMate,
    MissesMate,
    /// A piece was put or left en prise.
    HangsPiece,
    /// Other loss of material, such as to a fork.
    LosesMaterial,
    MissesMaterial,
}

impl ErrorKind {
    /// All kinds, the worst first.
    pub const ALL: [ErrorKind; 5] = [
        ErrorKind::AllowsMate,
        ErrorKind::MissesMate,
        ErrorKind::HangsPiece,
        ErrorKind::LosesMaterial,
        ErrorKind::MissesMaterial,
    ];
}

/// Why a large loss of material costs little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Its side does not stand worse after it.
    NoWorse,
    /// Its side stood worse before it.
    WorseBefore,
    /// Its side was lost before it.
    LostBefore,
}

/// A piece that is won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    kind: PieceType,
    square: Square,
    /// The first move of the line that wins it.
    by: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    targets: Vec<PieceType>,
    /// The move that forks.
    by: String,
}

/// How much material is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// As much as two pawns, such as the exchange.
    TwoPawns,
    /// A knight or a bishop.
    Piece,
    /// A rook or as much.
    Rook,
    /// A queen or as much.
    Queen,
}

impl Amount {
    fn of(pawns: i32) -> Amount {
        match pawns {
            ..=2 => Amount::TwoPawns,
            3..=4 => Amount::Piece,
            5..=8 => Amount::Rook,
            _ => Amount::Queen,
        }
    }

    /// The message of each amount, in the order of the variants.
    pub const KEYS: [&str; 4] = [
        "review-amount-two-pawns",
        "review-amount-piece",
        "review-amount-rook",
        "review-amount-queen",
    ];

    /// As text with its article.
    fn text(self) -> &'static str {
        tabia_text::text(Amount::KEYS[self as usize])
    }
}

impl Why {
    /// Whether the sentence names the better move.
    pub fn names_better(&self) -> bool {
        match self {
            Why::MissesPiece(_) | Why::MissesFork(..) | Why::MissesPin(..) => true,
            Why::MissesMate(_, by) | Why::Misses(_, by) => by.is_some(),
            _ => false,
        }
    }

    /// Whether it is about a missed chance rather than a loss.
    pub fn is_missed_chance(&self) -> bool {
        matches!(
            self,
            Why::MissesMate(..)
                | Why::MissesPiece(_)
                | Why::MissesFork(..)
                | Why::MissesPin(..)
                | Why::Misses(..)
        )
    }

    /// The explanation of an inaccuracy: a lost piece sounds worse than that, so the text says why it is not. Scores
    /// are from the mover's view, before and after the move.
    #[must_use]
    pub fn in_context(self, before: Score, after: Score) -> Why {
        let much = match &self {
            Why::EnPrise(_) | Why::Hanging(_) => true,
            Why::LosesToFork(amount, _) | Why::LosesToPin(amount, _) | Why::Loses(amount, _) => {
                *amount != Amount::TwoPawns
            }
            _ => false,
        };
        let standing = match () {
            () if capped_cp(after) >= 0 => Standing::NoWorse,
            () if capped_cp(before) <= -LOST_CP => Standing::LostBefore,
            () if capped_cp(before) < 0 => Standing::WorseBefore,
            () => return self,
        };
        if much { Why::Although(Box::new(self), standing) } else { self }
    }

    pub fn kind(&self) -> ErrorKind {
        match self {
            Why::AllowsMate(..) => ErrorKind::AllowsMate,
            Why::MissesMate(..) => ErrorKind::MissesMate,
            Why::EnPrise(_) | Why::Hanging(_) => ErrorKind::HangsPiece,
            Why::LosesToFork(..) | Why::LosesToPin(..) | Why::Loses(..) => ErrorKind::LosesMaterial,
            Why::MissesPiece(_) | Why::MissesFork(..) | Why::MissesPin(..) | Why::Misses(..) => {
                ErrorKind::MissesMaterial
            }
            Why::Although(why, _) => why.kind(),
        }
    }

    /// A sentence without its full stop.
    pub fn text(&self) -> String {
        let name = |kind: PieceType, case: &str| {
            tabia_text::text(&format!("review-piece-{}.{case}", kind.name()))
        };
        match self {
            Why::AllowsMate(n, None) => t!("review-why-allows-mate", n = *n),
            Why::AllowsMate(n, Some(by)) => {
                t!("review-why-allows-mate-by", n = *n, by = by.as_str())
            }
            Why::MissesMate(n, None) => t!("review-why-missed-mate", n = *n),
            Why::MissesMate(n, Some(by)) => {
                t!("review-why-missed-mate-by", n = *n, by = by.as_str())
            }
            Why::EnPrise(Piece { kind, square, by }) => t!(
                "review-why-en-prise",
                piece = name(*kind, "object"),
                square = square.to_string(),
                by = by.as_str()
            ),
            Why::Hanging(Piece { kind, square, by }) => t!(
                "review-why-hanging",
                piece = name(*kind, "object"),
                square = square.to_string(),
                by = by.as_str()
            ),
            Why::LosesToFork(amount, Fork { targets, by }) => t!(
                "review-why-loses-fork",
                what = amount.text(),
                targets = motifs::list(targets),
                by = by.as_str()
            ),
            Why::MissesFork(amount, Fork { targets, by }) => t!(
                "review-why-missed-fork",
                what = amount.text(),
                targets = motifs::list(targets),
                by = by.as_str()
            ),
            Why::LosesToPin(amount, Piece { kind, square, by }) => t!(
                "review-why-loses-pin",
                what = amount.text(),
                piece = name(*kind, "subject"),
                square = square.to_string(),
                by = by.as_str()
            ),
            Why::MissesPin(amount, Piece { kind, square, by }) => t!(
                "review-why-missed-pin",
                what = amount.text(),
                piece = name(*kind, "subject"),
                square = square.to_string(),
                by = by.as_str()
            ),
            Why::Loses(amount, None) => t!("review-why-loses", what = amount.text()),
            Why::Loses(amount, Some(by)) => {
                t!("review-why-loses-by", what = amount.text(), by = by.as_str())
            }
            Why::MissesPiece(Piece { kind, by, .. }) => {
                t!("review-why-missed-by", what = name(*kind, "object"), by = by.as_str())
            }
            Why::Misses(amount, None) => t!("review-why-missed", what = amount.text()),
            Why::Misses(amount, Some(by)) => {
                t!("review-why-missed-by", what = amount.text(), by = by.as_str())
            }
            Why::Although(why, Standing::NoWorse) => t!("review-why-no-worse", why = why.text()),
            Why::Although(why, Standing::WorseBefore) => {
                t!("review-why-worse-before", why = why.text())
            }
            Why::Although(why, Standing::LostBefore) => {
                t!("review-why-lost-before", why = why.text())
            }
        }
    }
}

/// What an error does; `None` if nothing is proved.
pub fn explain(error: &Error<'_>) -> Option<Why> {
    if let Some(moves) = error.after.mate_in_moves().filter(|moves| *moves < 0) {
        // A mate that was coming anyway is mentioned only if it comes at once.
        let already = error.before.mate_in_moves().filter(|before| *before < 0);
        if already.is_none_or(|before| before < -2 && moves == -1) {
            return Some(Why::AllowsMate(moves.unsigned_abs(), reply(error)));
        }
    }
    let still_mates = error.after.mate_in_moves().is_some_and(|after| after > 0);
    if let Some(moves) = error.before.mate_in_moves().filter(|moves| *moves > 0 && !still_mates) {
        return Some(Why::MissesMate(moves.unsigned_abs(), first_san(error.board, error.better)));
    }
    loses_material(error).or_else(|| wins_material(error))
}

fn reply(error: &Error<'_>) -> Option<String> {
    first_san(&error.board.after(error.played), error.refutation)
}

/// The change of material in a line for the side that makes its first move, pawns, measured in a quiet position: after
/// the last capture that was answered, or at the end of the line.
fn material_won(board: &Board, line: &[Move]) -> i32 {
    let us = board.stm();
    let mut now = *board;
    let (mut balance, mut settled) = (0, 0);
    for &mv in line {
        if !now.is_legal(mv) {
            break;
        }
        let ours = now.stm() == us;
        let taken = if mv.is_en_passant() { Some(PieceType::Pawn) } else { on(&now, mv) };
        let gain = taken.map_or(0, value) + mv.promotion().map_or(0, |kind| value(kind) - 1);
        balance += if ours { gain } else { -gain };
        // A capture counts only after the opponent's reply: half an exchange proves nothing.
        if gain == 0 || !ours {
            settled = balance;
        }
        now.make_move(mv);
    }
    settled
}

fn on(board: &Board, mv: Move) -> Option<PieceType> {
    mv.is_capture().then(|| board.piece_on(mv.to()).map(tabia_chess::Piece::kind)).flatten()
}

/// Whether the score falls by as much as losing this many pawns of material costs.
fn shows(error: &Error<'_>, pawns: i32) -> bool {
    let needed = (pawns * CP_A_PAWN).clamp(0, CP_ENOUGH);
    centipawn_loss(error.before, error.after) >= needed.unsigned_abs()
}

/// Whether the score, in centipawns from the view of the side to move, is consistent with winning this many pawns of
/// material.
fn believes(cp: i32, board: &Board, pawns: i32) -> bool {
    let then = points(board, board.stm()) - points(board, !board.stm()) + pawns;
    // Scores flatten out in decided games.
    cp >= (then * CP_A_PAWN - CP_BEHIND).min(CP_ENOUGH)
}

/// Material lost, if the refutation shows it.
fn loses_material(error: &Error<'_>) -> Option<Why> {
    let board = error.board.after(error.played);
    let given = on(error.board, error.played).map_or(0, value);
    let lost = material_won(&board, error.refutation) - given;
    let believed = believes(-capped_cp(error.after), &board, lost + given);
    if lost < WORTH_TELLING || !shows(error, lost) || !believed {
        return None;
    }
    let amount = Amount::of(lost);
    Some(match (motif(&board, error.refutation), first_san(&board, error.refutation)) {
        (Some(Motif::Hanging { kind, square }), Some(by)) => {
            let piece = Piece { kind, square, by };
            if square == error.played.to() { Why::EnPrise(piece) } else { Why::Hanging(piece) }
        }
        (Some(Motif::Fork { targets }), Some(by)) => Why::LosesToFork(amount, Fork { targets, by }),
        (Some(Motif::Pin { kind, square }), Some(by)) => {
            Why::LosesToPin(amount, Piece { kind, square, by })
        }
        (_, by) => Why::Loses(amount, by),
    })
}

/// The first move of a line in SAN, if there is one.
fn first_san(board: &Board, line: &[Move]) -> Option<String> {
    line.first().filter(|&&mv| board.is_legal(mv)).map(|&mv| san::write(board, mv))
}

/// Material missed: how much more the better line wins than the move played.
fn wins_material(error: &Error<'_>) -> Option<Why> {
    let given = on(error.board, error.played).map_or(0, value);
    let kept = given - material_won(&error.board.after(error.played), error.refutation);
    let won = material_won(error.board, error.better);
    let missed = won.min(won - kept);
    let believed = believes(capped_cp(error.before), error.board, won);
    if missed < WORTH_TELLING || !shows(error, missed) || !believed {
        return None;
    }
    let amount = Amount::of(missed);
    Some(match (motif(error.board, error.better), first_san(error.board, error.better)) {
        (Some(Motif::Hanging { kind, square }), Some(by)) => {
            Why::MissesPiece(Piece { kind, square, by })
        }
        (Some(Motif::Fork { targets }), Some(by)) => Why::MissesFork(amount, Fork { targets, by }),
        (Some(Motif::Pin { kind, square }), Some(by)) => {
            Why::MissesPin(amount, Piece { kind, square, by })
        }
        (_, by) => Why::Misses(amount, by),
    })
}

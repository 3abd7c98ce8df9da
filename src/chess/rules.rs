//! End of a game. A board has no history, so the caller passes the number of occurrences of the position, including the
//! current one.
//!
//! ```
//! use tabia_chess::{Board, Claim, rules};
//! let mate = Board::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
//! let outcome = rules::automatic_outcome(&mate, 1).unwrap();
//! assert_eq!(outcome.to_string(), "White wins by checkmate");
//! assert_eq!(rules::claim(&Board::start(), 3), Some(Claim::Threefold));
//! ```

use std::fmt;

use super::attacks;
use super::bitboard::Bitboard;
use super::board::Board;
use super::piece::{Color, PieceType};
use super::square::Square;

/// Result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The winner.
        winner: Color,
        /// How the game was won.
        reason: WinReason,
    },
    /// A draw.
    Draw(DrawReason),
}

/// How a game is won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// The king is in check and there is no legal move.
    Checkmate,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out, and the winner could still mate.
    Time,
}

/// Why a game is drawn. Article numbers are those of the FIDE Laws of Chess (2023).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// No legal move and no check (5.2.1).
    Stalemate,
    /// Neither side could mate even if both tried (5.2.2).
    DeadPosition,
    /// The same position for the fifth time; ends the game by itself (9.6.1).
    Fivefold,
    /// 75 moves by each side without capture or pawn move; ends the game by itself (9.6.2).
    SeventyFiveMoves,
    /// The same position for the third time, claimed (9.2).
    Threefold,
    /// 50 moves by each side without capture or pawn move, claimed (9.3).
    FiftyMoves,
    /// The players agreed (5.2.3).
    Agreement,
    /// Time ran out for one side, but the other side could no longer mate (6.9).
    TimeVsInsufficient,
}

/// A draw that the side to move may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The position is on the board for the third or fourth time.
    Threefold,
    /// At least 50 moves by each side without capture or pawn move.
    FiftyMoves,
}

impl Outcome {
    /// The winner, if any.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::Win { winner: Color::White, .. } => "1-0",
            Self::Win { winner: Color::Black, .. } => "0-1",
            Self::Draw(_) => "1/2-1/2",
        }
    }
}

impl Claim {
    /// The outcome when claimed.
    pub const fn outcome(self) -> Outcome {
        Outcome::Draw(match self {
            Self::Threefold => DrawReason::Threefold,
            Self::FiftyMoves => DrawReason::FiftyMoves,
        })
    }
}

impl fmt::Display for Outcome {
    /// For a player: `"White wins by checkmate"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { winner, reason } => write!(f, "{winner} wins {reason}"),
            Self::Draw(reason) => write!(f, "Draw {reason}"),
        }
    }
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "by checkmate",
            Self::Resignation => "by resignation",
            Self::Time => "on time",
        })
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stalemate => "by stalemate",
            Self::DeadPosition => "because neither side can mate",
            Self::Fivefold => "by fivefold repetition",
            Self::SeventyFiveMoves => "by the 75-move rule",
            Self::Threefold => "by threefold repetition",
            Self::FiftyMoves => "by the 50-move rule",
            Self::Agreement => "by agreement",
            Self::TimeVsInsufficient => "because the side with time left cannot mate",
        })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Threefold => "threefold repetition",
            Self::FiftyMoves => "50 moves without capture or pawn move",
        })
    }
}

/// How the game has ended automatically, if it has: checkmate, stalemate, dead position, fivefold repetition or the
/// 75-move rule. `repetitions` counts the position's occurrences, from 1.
pub fn automatic_outcome(board: &Board, repetitions: usize) -> Option<Outcome> {
    if !board.has_legal_move() {
        return Some(if board.in_check() {
            Outcome::Win { winner: !board.stm(), reason: WinReason::Checkmate }
        } else {
            Outcome::Draw(DrawReason::Stalemate)
        });
    }
    let reason = if is_dead_position(board) {
        DrawReason::DeadPosition
    } else if repetitions >= 5 {
        DrawReason::Fivefold
    } else if board.halfmove_clock() >= 150 {
        DrawReason::SeventyFiveMoves
    } else {
        return None;
    };
    Some(Outcome::Draw(reason))
}

/// The draw that can be claimed in this position.
pub fn claim(board: &Board, repetitions: usize) -> Option<Claim> {
    if repetitions >= 3 {
        Some(Claim::Threefold)
    } else if board.halfmove_clock() >= 100 {
        Some(Claim::FiftyMoves)
    } else {
        None
    }
}

/// The outcome when the time of `loser` has run out: a loss, unless no series of legal moves could mate it.
pub fn outcome_on_time(board: &Board, loser: Color) -> Outcome {
    if can_mate(board, !loser) && !is_dead_position(board) {
        Outcome::Win { winner: !loser, reason: WinReason::Time }
    } else {
        Outcome::Draw(DrawReason::TimeVsInsufficient)
    }
}

/// Whether it is certain that neither side can mate: bare kings, one minor piece, all bishops on one colour of squares,
/// or kings behind a closed wall of pawns. A position that is not certain counts as alive.
pub fn is_dead_position(board: &Board) -> bool {
    let heavy = board.pieces(PieceType::Rook) | board.pieces(PieceType::Queen);
    if heavy.any() {
        return false;
    }
    let knights = board.pieces(PieceType::Knight);
    let bishops = board.pieces(PieceType::Bishop);
    if board.pieces(PieceType::Pawn).any() {
        return (knights | bishops).is_empty() && is_closed_wall(board);
    }
    match knights.count() {
        0 => on_one_colour(bishops),
        1 => bishops.is_empty(),
        _ => false,
    }
}

/// Whether some series of legal moves ends with `color` giving mate. A side that could not mate does not win when its
/// opponent's time runs out.
pub fn can_mate(board: &Board, color: Color) -> bool {
    let own = |kind| board.by(color, kind);
    let theirs = |kind| board.by(!color, kind).any();
    let strong = own(PieceType::Pawn) | own(PieceType::Rook) | own(PieceType::Queen);
    if strong.any() {
        return true;
    }
    let (knights, bishops) = (own(PieceType::Knight), own(PieceType::Bishop));
    if knights.any() {
        // A lone knight needs an enemy piece to block the king's escape, and a queen could always capture the knight or
        // block.
        return knights.many()
            || bishops.any()
            || [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook]
                .into_iter()
                .any(theirs);
    }
    if bishops.is_empty() {
        return false;
    }
    // Bishops of one colour mate only if an enemy piece can block an escape square of the other colour.
    !on_one_colour(board.pieces(PieceType::Bishop))
        || theirs(PieceType::Knight)
        || theirs(PieceType::Pawn)
}

fn on_one_colour(bishops: Bitboard) -> bool {
    bishops.is_subset(Bitboard::LIGHT) || bishops.is_subset(Bitboard::DARK)
}

/// Kings and pawns only, no pawn can ever move, and neither king can reach a pawn: only king moves are possible.
fn is_closed_wall(board: &Board) -> bool {
    let pawns = board.pieces(PieceType::Pawn);
    if board.in_check() || board.ep_square().is_some() {
        return false;
    }
    Color::ALL.into_iter().all(|color| {
        let own = board.by(color, PieceType::Pawn);
        let all_blocked = own.forward(color).is_subset(pawns);
        let no_captures = attacks::pawns(color, own).is_disjoint(pawns - own);
        all_blocked && no_captures && !king_reaches_a_pawn(board, color)
    })
}

/// Flood fill of the squares a king can reach with fixed pawns and without the other king; tests whether an enemy pawn
/// can be captured from there.
fn king_reaches_a_pawn(board: &Board, color: Color) -> bool {
    let own = board.by(color, PieceType::Pawn);
    let enemy = board.by(!color, PieceType::Pawn);
    let open = !(own | attacks::pawns(!color, enemy));
    let mut reached = Bitboard::from(board.king(color));
    loop {
        let steps =
            reached.into_iter().fold(reached, |set, square: Square| set | attacks::king(square));
        let next = reached | steps & open;
        if !next.is_disjoint(enemy) {
            return true;
        }
        if next == reached {
            return false;
        }
        reached = next;
    }
}

#[cfg(test)]
mod tests {
    use crate::san;

    use super::*;

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).unwrap()
    }

    #[test]
    fn dead_positions() {
        for (fen, dead) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/3BK3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/3NK3 b - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
            ("4k3/8/8/3b1b2/2B1B3/8/8/4K3 w - - 0 1", true),
            ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/3NK3 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/3BK3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
            // Walls of pawns: closed, with a hole, and with a way to take a pawn.
            ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1", true),
            ("4k3/8/8/p1p3p1/PpPp1pPp/1P1P1P1P/8/4K3 w - - 0 1", true),
            ("4k3/8/8/p1p3p1/PpPp2Pp/1P1P3P/8/4K3 w - - 0 1", false),
            ("8/8/4k3/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3BK3 w - - 0 1", false),
            ("4k3/8/8/p7/P7/8/8/4K3 w - - 0 1", false),
            ("4k3/7p/8/p1p1p1p1/PpPpPpP1/1P1P1P2/8/4K3 w - - 0 1", false),
        ] {
            assert_eq!(is_dead_position(&board(fen)), dead, "{fen}");
        }
    }

    #[test]
    fn who_can_still_mate() {
        for (fen, white_can) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false),
            ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", false),
            ("3qk3/8/8/8/8/8/8/3NK3 w - - 0 1", false),
            ("3rk3/8/8/8/8/8/8/3NK3 w - - 0 1", true),
            ("4k3/p7/8/8/8/8/8/3NK3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", true),
            ("3rk3/8/8/8/8/8/8/3BK3 w - - 0 1", false),
            ("3nk3/8/8/8/8/8/8/3BK3 w - - 0 1", true),
            ("3bk3/8/8/8/8/8/8/3BK3 w - - 0 1", true),
            ("2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/2BBK3 w - - 0 1", true),
        ] {
            let board = board(fen);
            assert_eq!(can_mate(&board, Color::White), white_can, "{fen}");
            let won = matches!(outcome_on_time(&board, Color::Black), Outcome::Win { .. });
            assert_eq!(won, white_can, "{fen}");
        }
    }

    #[test]
    fn mates_behind_the_doubtful_cases() {
        // Mates that show why these material balances count as alive.
        for fen in [
            "kr6/2N5/K7/8/8/8/8/8 b - - 0 1",
            "kn6/1B6/1K6/8/8/8/8/8 b - - 0 1",
            "kb6/1B6/1K6/8/8/8/8/8 b - - 0 1",
        ] {
            let board = board(fen);
            let expected = Outcome::Win { winner: Color::White, reason: WinReason::Checkmate };
            assert_eq!(automatic_outcome(&board, 1), Some(expected), "{fen}");
            assert!(can_mate(&board, Color::White), "{fen}");
        }
    }

    #[test]
    fn ends_and_claims() {
        let start = Board::start();
        assert_eq!(automatic_outcome(&start, 4), None);
        assert_eq!(automatic_outcome(&start, 5), Some(Outcome::Draw(DrawReason::Fivefold)));
        assert_eq!((claim(&start, 2), claim(&start, 3)), (None, Some(Claim::Threefold)));
        let long = board("4k3/8/8/8/8/8/8/3RK3 w - - 99 90");
        assert_eq!(claim(&long, 1), None);
        let longer = long.after(san::parse(&long, "Rd2").unwrap());
        assert_eq!(claim(&longer, 1), Some(Claim::FiftyMoves));
        let last = board("4k3/8/8/8/8/8/8/3RK3 b - - 150 120");
        assert_eq!(automatic_outcome(&last, 1), Some(Outcome::Draw(DrawReason::SeventyFiveMoves)));
        // Mate with the 150th ply counts as mate.
        let mate = board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 120");
        assert_eq!(automatic_outcome(&mate, 5).and_then(Outcome::winner), Some(Color::White));
        let stalemate = board("k7/8/1Q6/8/8/8/8/4K3 b - - 0 1");
        assert_eq!(automatic_outcome(&stalemate, 1), Some(Outcome::Draw(DrawReason::Stalemate)));
        assert_eq!(Claim::Threefold.outcome().pgn(), "1/2-1/2");
    }
}

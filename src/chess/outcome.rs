//! How a game can end, and what a player may claim.

use std::fmt;

use super::color::Color;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// Who.
        winner: Color,
        /// How.
        reason: WinReason,
    },
    /// Nobody has won.
    Draw(DrawReason),
}

/// How a game is won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// The king is in check and there is no legal move.
    Checkmate,
    /// The loser gave up.
    Resignation,
    /// The loser's time ran out, and the winner could still have mated.
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
    /// Time ran out for one side, but the other could not have mated any more (6.9).
    TimeVsInsufficient,
}

/// A draw that the side to move may claim and need not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The position is on the board for the third or fourth time.
    Threefold,
    /// At least 50 moves by each side without capture or pawn move.
    FiftyMoves,
}

impl Outcome {
    /// Who has won, if anybody.
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
    /// The outcome once it is claimed.
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

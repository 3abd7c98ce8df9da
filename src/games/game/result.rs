//! The result of a game: how PGN writes it, how it is shown, whose points it gives.

use tabia_chess::Color;

use super::pgn_words;
use super::tags::Tags;
use crate::strength::sheet::Points;

/// How a game ended.
///
/// ```
/// use tabia_games::game::result::GameResult;
/// let drawn = GameResult::of_tag("1/2-1/2");
/// assert_eq!((drawn, drawn.text(), drawn.shown()), (GameResult::Draw, "1/2-1/2", "½-½"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// `1-0`
    White,
    /// `1/2-1/2`
    Draw,
    /// `0-1`
    Black,
    /// `*`: unknown or unfinished.
    Open,
}

impl GameResult {
    /// The result of a tag, in any spelling; unknown text is open.
    pub fn of_tag(text: &str) -> GameResult {
        pgn_words::result(text.trim().as_bytes()).unwrap_or(GameResult::Open)
    }

    /// A win of this side, or a draw.
    pub fn won_by(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        }
    }

    /// In PGN.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
            GameResult::Open => "*",
        }
    }

    /// On screen.
    pub fn shown(self) -> &'static str {
        if self == GameResult::Draw { "½-½" } else { self.text() }
    }

    /// The winner, if any.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw | GameResult::Open => None,
        }
    }

    /// White's points; `None` if the game is open.
    pub fn points(self) -> Option<Points> {
        match self {
            GameResult::White => Some(Points::Win),
            GameResult::Draw => Some(Points::Draw),
            GameResult::Black => Some(Points::Loss),
            GameResult::Open => None,
        }
    }
}

impl From<Points> for GameResult {
    /// The result that gives White these points.
    fn from(white: Points) -> GameResult {
        match white {
            Points::Win => GameResult::White,
            Points::Draw => GameResult::Draw,
            Points::Loss => GameResult::Black,
        }
    }
}

impl Tags {
    /// The result; open if there is none.
    pub fn result(&self) -> GameResult {
        self.get("Result").map_or(GameResult::Open, GameResult::of_tag)
    }
}

/// A result as it is shown; other text stays as it is.
pub fn shown(text: &str) -> &str {
    match GameResult::of_tag(text) {
        GameResult::Open => text,
        result => result.shown(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_from_tags() {
        for result in [GameResult::White, GameResult::Draw, GameResult::Black, GameResult::Open] {
            assert_eq!(GameResult::of_tag(result.text()), result);
            assert_eq!(GameResult::of_tag(result.shown()), result);
            assert_eq!(result.points().map_or(GameResult::Open, GameResult::from), result);
        }
        assert_eq!(GameResult::of_tag("?"), GameResult::Open);
        assert_eq!(shown("1/2-1/2"), "½-½");
        assert_eq!(shown("adjourned"), "adjourned");
    }
}

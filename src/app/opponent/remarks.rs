//! Remarks of a character: a short line at some moments of a game, each at most once. Off by default.

use tabia_chess::Color;

/// How long a remark is shown, ms.
const SHOWN_MS: u64 = 7_000;
/// The moments for a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Its first move.
    Greeting,
    /// It thinks that it is far ahead.
    Ahead,
    /// It thinks that it is far behind.
    Behind,
    /// It offers a draw.
    Draw,
    /// It has won, lost, drawn.
    Won,
    Lost,
    Drawn,
}

impl Moment {
    pub const ALL: [Moment; 7] = [
        Moment::Greeting,
        Moment::Ahead,
        Moment::Behind,
        Moment::Draw,
        Moment::Won,
        Moment::Lost,
        Moment::Drawn,
    ];

    /// The game is over.
    fn is_end(self) -> bool {
        matches!(self, Moment::Won | Moment::Lost | Moment::Drawn)
    }

    fn key(self) -> &'static str {
        match self {
            Moment::Greeting => "greeting",
            Moment::Ahead => "ahead",
            Moment::Behind => "behind",
            Moment::Draw => "draw",
            Moment::Won => "won",
            Moment::Lost => "lost",
            Moment::Drawn => "drawn",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Index of the character in `CHARACTERS`.
    pub character: u8,
    pub moment: Moment,
    /// The side it plays.
    pub side: Color,
    until_ms: u64,
}

impl Remark {
    /// The text in the language of the window.
    pub fn text(self) -> &'static str {
        tabia_text::text(&format!("remark-{}.{}", self.character, self.moment.key()))
    }
}

/// The remarks made in a game.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    newest: Option<Remark>,
    /// The game, and the moments that already had a remark.
    game: u64,
    made: Vec<Moment>,
}

impl Remarks {
    /// The remark to show now in the game with this number (`GameState::serial`). Remarks about the end are on the
    /// card with the result.
    pub fn shown(&self, game: u64, now_ms: u64) -> Option<Remark> {
        let newest = self.newest.filter(|_| self.game == game)?;
        (now_ms < newest.until_ms && !newest.moment.is_end()).then_some(newest)
    }

    /// The remark about the end of this game.
    pub fn at_end(&self, game: u64) -> Option<Remark> {
        self.newest.filter(|newest| self.game == game && newest.moment.is_end())
    }

    /// Records a character's remark at a moment of a game, unless there was one already. A game that continued has
    /// another end.
    pub(crate) fn note(
        &mut self,
        game: u64,
        (character, side): (u8, Color),
        moment: Moment,
        now_ms: u64,
    ) {
        if self.game != game {
            *self = Remarks { game, ..Remarks::default() };
        }
        if moment.is_end() || !self.made.contains(&moment) {
            self.made.push(moment);
            let until_ms = now_ms + SHOWN_MS;
            self.newest = Some(Remark { character, moment, side, until_ms });
        }
    }

    pub(crate) fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        let left = self.newest?.until_ms.checked_sub(now_ms)?;
        (left > 0).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_engine::human::characters::CHARACTERS;

    #[test]
    fn every_character_has_a_short_line_for_every_moment() {
        for language in ["en", "de"] {
            let language = tabia_text::Language::by_id(language).expect("a language");
            for character in 0..CHARACTERS.len() {
                for moment in Moment::ALL {
                    let key = format!("remark-{character}.{}", moment.key());
                    let text = language.find(&key).unwrap_or_else(|| panic!("no {key}"));
                    assert!((3..=64).contains(&text.chars().count()), "{key}: {text}");
                }
            }
        }
    }
}

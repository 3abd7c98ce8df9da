//! What a character remarks: a short line at some moments of a game, each at most once. Off by default.

use tabia_chess::{Color, Outcome};
use tabia_engine::human::characters::CHARACTERS;
use tabia_engine::search::score::Score;
use tabia_games::game::tree::NodeId;

use super::views;
use crate::cx::Cx;
use crate::game::state::{GameState, Player};

/// How long a remark stays, ms.
const SHOWN_MS: u64 = 7_000;
/// From this score of its own on a character sees itself far ahead, centipawns; below its negative far behind.
const FAR_CP: i32 = 350;

/// When something is remarked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Its first move.
    Greeting,
    /// It sees itself far ahead.
    Ahead,
    /// It sees itself far behind.
    Behind,
    /// It offers a draw.
    Draw,
    /// It has won, lost, drawn.
    Won,
    Lost,
    Drawn,
}

impl Moment {
    /// All moments.
    pub const ALL: [Moment; 7] = [
        Moment::Greeting,
        Moment::Ahead,
        Moment::Behind,
        Moment::Draw,
        Moment::Won,
        Moment::Lost,
        Moment::Drawn,
    ];

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

/// A remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Index of the character in `CHARACTERS`.
    pub character: u8,
    pub moment: Moment,
    /// Which side it plays.
    pub side: Color,
    until_ms: u64,
}

impl Remark {
    /// In the language of the window.
    pub fn text(self) -> &'static str {
        tabia_text::text(&format!("remark-{}.{}", self.character, self.moment.key()))
    }
}

/// What was remarked in a game.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    newest: Option<Remark>,
    /// The game, and its moments that had their remark.
    game: u64,
    made: Vec<Moment>,
}

impl Remarks {
    /// The remark that is shown now in a game.
    pub fn shown(&self, game: &GameState, now_ms: u64) -> Option<Remark> {
        let newest = self.newest.filter(|_| self.game == game.serial)?;
        (now_ms < newest.until_ms).then_some(newest)
    }

    pub(crate) fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        let left = self.newest?.until_ms.checked_sub(now_ms)?;
        (left > 0).then_some(left)
    }
}

/// Makes the remark of this moment, if the opponent is a character and has not made it in this game.
pub(crate) fn make(cx: &mut Cx<'_>, moment: Moment) {
    let Some(side) = cx.m.game.engine_side().filter(|_| cx.m.settings.remarks) else { return };
    let Player::Engine { id, strength, .. } = *cx.m.game.player(side) else { return };
    let Some(character) = strength.character().filter(|_| id.is_built_in()) else { return };
    let character = CHARACTERS.iter().position(|one| one == character).unwrap_or_default() as u8;
    let (game, until_ms) = (cx.m.game.serial, cx.now + SHOWN_MS);
    let remarks = &mut cx.m.remarks;
    if remarks.game != game {
        *remarks = Remarks { game, ..Remarks::default() };
    }
    if !remarks.made.contains(&moment) {
        remarks.made.push(moment);
        remarks.newest = Some(Remark { character, moment, side, until_ms });
    }
}

/// The opponent has found its move in the position of this node.
pub(crate) fn at_move(cx: &mut Cx<'_>, node: NodeId) {
    let Some(side) = cx.m.game.engine_side() else { return };
    if cx.m.game.tree.ply(node) < 2 {
        return make(cx, Moment::Greeting);
    }
    // A single look can be wrong, so two of them in a row must agree.
    let own = views::own_scores(cx, side, node);
    let [newest, before, ..] = own[..] else { return };
    let both = |far: fn(Score) -> bool| far(newest) && far(before);
    if both(|score| score.clamped_cp(i32::MAX) >= FAR_CP) {
        make(cx, Moment::Ahead);
    } else if both(|score| score.clamped_cp(i32::MAX) <= -FAR_CP) {
        make(cx, Moment::Behind);
    }
}

/// The game has ended.
pub(crate) fn at_end(cx: &mut Cx<'_>, outcome: Outcome) {
    let Some(side) = cx.m.game.engine_side() else { return };
    let moment = match outcome {
        Outcome::Win { winner, .. } if winner == side => Moment::Won,
        Outcome::Win { .. } => Moment::Lost,
        Outcome::Draw(_) => Moment::Drawn,
    };
    make(cx, moment);
}

#[cfg(test)]
mod tests {
    use super::*;

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

//! The effects of an opponent's moves and of the end of a game: its remarks, and the next strength of an even match.

use tabia_chess::{Board, Outcome};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::score::Score;
use tabia_games::game::tree::NodeId;
use tabia_text::t;

use super::even::EvenMatch;
use super::remarks::Moment;
use super::views;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::state::{HELP_TAG, Player};
use crate::model::Model;

/// Minimum number of the user's moves for a game to change the strength: resigning earlier does not mean that the
/// opponent was too strong.
const MIN_MOVES: usize = 2;
/// A character's own score at which it thinks that it is far ahead, centipawns; below the negative value far behind.
const FAR_CP: i32 = 350;

/// Makes the remark for this moment, if the opponent is a character and has not made it in this game.
pub(crate) fn make(cx: &mut Cx<'_>, moment: Moment) {
    let Some(side) = cx.m.game.engine_side().filter(|_| cx.m.settings.remarks) else { return };
    let Player::Engine { id, strength, .. } = *cx.m.game.player(side) else { return };
    let Strength::Character(character) = strength else { return };
    if strength.character().is_none() || !id.is_built_in() {
        return;
    }
    let (game, now) = (cx.m.game.serial, cx.now);
    cx.m.remarks.note(game, (character, side), moment, now);
}

/// The opponent has found its move in the position of this node.
pub(crate) fn at_move(cx: &mut Cx<'_>, node: NodeId) {
    let Some(side) = cx.m.game.engine_side() else { return };
    if cx.m.game.tree.ply(node) < 2 {
        return make(cx, Moment::Greeting);
    }
    // A single score can be wrong, so two in a row must agree.
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
    follow(cx, outcome);
    let Some(side) = cx.m.game.engine_side() else { return };
    let moment = match outcome {
        Outcome::Win { winner, .. } if winner == side => Moment::Won,
        Outcome::Win { .. } => Moment::Lost,
        Outcome::Draw(_) => Moment::Drawn,
    };
    make(cx, moment);
}

/// Why the even match ignores the result of its game on the board, as text; `None`: it counts, or the game does not
/// belong to the match.
pub fn not_followed(m: &Model) -> Option<&'static str> {
    let game = &m.game;
    let counted = m.settings.even_match.has_counted(game.id);
    let user = game.human_side().filter(|_| game.even && !counted)?;
    match () {
        () if game.tags.known(HELP_TAG).is_some() => Some(t!("board-even-help")),
        () if game.began_at > 0 || *game.tree.board(NodeId::ROOT) != Board::start() => {
            Some(t!("board-even-position"))
        }
        () if game.is_handicapped(!user) => Some(t!("board-even-limited")),
        () if game.moves_of(user) < MIN_MOVES => Some(t!("board-even-short")),
        () => None,
    }
}

/// Adjusts an even match to the result of a game, once, unless there was help, which makes the result meaningless for
/// the strength.
fn follow(cx: &mut Cx<'_>, outcome: Outcome) {
    let (game, now) = (&cx.m.game, cx.m.settings.even_match);
    if now.has_counted(game.id) || not_followed(cx.m).is_some() {
        return;
    }
    let Some(user) = game.human_side().filter(|_| game.even) else { return };
    let played_at = match cx.m.game.player(!user) {
        Player::Engine { strength, .. } => strength.elo(),
        Player::Human { .. } => None,
    };
    let Some(played_at) = played_at else { return };
    let points = match outcome {
        Outcome::Win { winner, .. } => f64::from(u8::from(winner == user)),
        Outcome::Draw(_) => 0.5,
    };
    // Use the strength that was played, because another game may have ended since this one began.
    let before = EvenMatch { elo: played_at, ..now };
    cx.m.settings.even_match = before.after(game.id, points);
    cx.out.push(Effect::SaveSettings);
    let next = cx.m.settings.even_match.elo.to_string();
    cx.m.toasts.info(t!("toast-even-match", elo = next));
}

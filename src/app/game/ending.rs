//! How games end: by the rules, on time, by resignation, by agreement or claim.

use tabia_chess::{DrawReason, Outcome, WinReason, rules};

use super::board;
use super::state::{GameState, Phase, Player};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::library::saving;
use crate::opponent::manners::DrawAnswer;
use crate::opponent::views;
use crate::window::dialog::Dialog;
use crate::window::sounds::Sound;

/// The card goes once it is out of place: the game goes on, another one came, one looks elsewhere, or at its
/// review. It comes back only where a game ends anew.
pub(crate) fn settle_end_card(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    let ended = matches!(game.phase, Phase::Over(_)) && game.at_live();
    let covered = cx.m.editor.is_some() || cx.m.learn.is_some();
    cx.m.view.end_card &= ended && !covered && !game.is_analysis_board();
}

/// Ends the game.
pub(crate) fn end_game(cx: &mut Cx<'_>, outcome: Outcome) {
    let game = &mut cx.m.game;
    if let Some(clocks) = &mut game.clocks {
        clocks.stop(cx.now);
    }
    game.phase = Phase::Over(outcome);
    game.paused = false;
    game.draw_offer = None;
    game.premove = None;
    game.tags.set("Result", outcome.pgn());
    if cx.m.game.at_live() {
        cx.m.view.end_card = true;
    } else {
        // Who looks elsewhere does not see the card.
        cx.m.toasts.offer(outcome.to_string(), UserCommand::ToGame);
    }
    saving::keep_game(cx);
    cx.sound(Sound::End);
    cx.save = true;
}

/// Ends the game if the rules do after the last move. The engine claims draws it wants; between two
/// engines every possible claim is made, so that they do not shuffle on to the 75th move.
pub(crate) fn end_by_rules(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    if game.is_analysis_board() {
        return;
    }
    if let Some(outcome) = game.tree.outcome(game.live) {
        return end_game(cx, outcome);
    }
    let Some(claim) = game.tree.claim(game.live) else { return };
    let engines = game.players.iter().all(Player::is_engine);
    let stm = game.live_board().stm();
    if game.player(stm).is_engine() && (engines || views::content_with_draw(cx, stm)) {
        end_game(cx, claim.outcome());
    }
}

/// Ends the game if a flag has fallen.
pub(crate) fn flag_fall(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    if game.phase != Phase::Running {
        return;
    }
    let now = cx.now;
    if let Some(side) = cx.m.game.clocks.as_mut().and_then(|clocks| clocks.newly_fallen(now)) {
        let text = format!("{}'s flag has fallen; the game goes on", side.name());
        cx.m.toasts.info(text);
    }
    let game = &cx.m.game;
    if let Some(loser) = game.clocks.as_ref().and_then(|clocks| clocks.fallen(cx.now)) {
        let outcome = rules::outcome_on_time(game.live_board(), loser);
        end_game(cx, outcome);
    }
}

/// Asks whether the game is to be given up: the button stands beside others.
pub(crate) fn ask_to_resign(cx: &mut Cx<'_>) {
    let question = "Give this game up?".to_owned();
    let command = UserCommand::Resign;
    cx.m.dialog = Some(Dialog::Confirm { question, command });
}

/// The human gives up; between two humans the one to move.
pub(crate) fn resign(cx: &mut Cx<'_>) {
    if !UserCommand::Resign.is_enabled(cx.m) {
        return;
    }
    let game = &cx.m.game;
    let loser = game.human_side().unwrap_or(game.live_board().stm());
    board::record(cx, "Resign");
    end_game(cx, Outcome::Win { winner: !loser, reason: WinReason::Resignation });
}

/// The draw the human may claim.
pub(crate) fn claim_draw(cx: &mut Cx<'_>) {
    if let Some(claim) = cx.m.game.claim() {
        board::record(cx, "Claim a draw");
        end_game(cx, claim.outcome());
    }
}

/// Between two people the side to move offers and the other answers, by command or by moving on. The
/// engine answers at once, or, while it thinks, with its move.
pub(crate) fn offer_draw(cx: &mut Cx<'_>) {
    let Some(human) = cx.m.game.human_side() else {
        cx.m.game.draw_offer = Some(cx.m.game.live_board().stm());
        return;
    };
    cx.m.game.draw_offer = Some(human);
    if cx.m.game.live_board().stm() == human {
        answer_draw_offer(cx);
    } else {
        cx.m.toasts.info("Draw offered; the engine answers with its move");
    }
}

/// A person takes the draw that is offered.
pub(crate) fn accept_draw(cx: &mut Cx<'_>) {
    board::record(cx, "Agree to a draw");
    end_game(cx, Outcome::Draw(DrawReason::Agreement));
}

/// A person plays on.
pub(crate) fn decline_draw(cx: &mut Cx<'_>) {
    cx.m.game.draw_offer = None;
    cx.m.game.draw_declined = Some(cx.m.game.live);
    cx.save = true;
}

/// The engine's answer to a standing offer of a person. Says whether it accepted.
pub(crate) fn answer_draw_offer(cx: &mut Cx<'_>) -> bool {
    let game = &cx.m.game;
    let Some(human) = game.draw_offer.filter(|&side| game.human_side() == Some(side)) else {
        return false;
    };
    cx.m.game.draw_offer = None;
    match views::says_to_draw(cx, !human) {
        DrawAnswer::Accept(why) => {
            board::record(cx, "Agree to a draw");
            end_game(cx, Outcome::Draw(DrawReason::Agreement));
            cx.m.toasts.info(format!("The engine agrees to a draw: {why}"));
            true
        }
        DrawAnswer::Decline(why) => {
            cx.m.game.draw_declined = Some(cx.m.game.live);
            cx.m.toasts.info(format!("The engine declines the draw: {why}"));
            false
        }
    }
}

/// Pauses the game or goes on.
pub(crate) fn pause(cx: &mut Cx<'_>) {
    cx.m.game.paused = !cx.m.game.paused;
    if cx.m.game.paused {
        cx.m.game.premove = None;
        cx.m.toasts.offer("The game is paused", UserCommand::Pause);
    }
    cx.save = true;
}

/// How the game ended for its player, such as `You won by mate in 27 moves`; `None` while it goes on.
pub fn headline(game: &GameState) -> Option<String> {
    let Phase::Over(outcome) = game.phase else { return None };
    let moves = game.tree.ply(game.live).div_ceil(2);
    let counted = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
    let (reason, winner) = match outcome {
        Outcome::Draw(reason) => return Some(format!("Draw {reason} after {counted}")),
        Outcome::Win { winner, reason } => (reason, winner),
    };
    let who = match game.human_side() {
        Some(human) if human == winner => "You won".to_owned(),
        Some(_) => "You lost".to_owned(),
        None => format!("{winner} won"),
    };
    Some(match reason {
        WinReason::Checkmate => format!("{who} by mate in {counted}"),
        reason => format!("{who} {reason} after {counted}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::state::Player;
    use tabia_chess::{Board, Color, DrawReason, uci_move};
    use tabia_engine::alphabeta::options::Strength;

    fn game(moves: &[&str], outcome: Outcome) -> GameState {
        let players = [Player::human(), Player::built_in(Strength::Full)];
        let mut game = GameState::new(Board::start(), players, None);
        for text in moves {
            let mv = uci_move::parse(game.tree.board(game.live), text).unwrap();
            game.live = game.tree.add_move(game.live, mv).unwrap();
        }
        game.phase = Phase::Over(outcome);
        game
    }

    #[test]
    fn a_game_ends_in_the_words_of_who_played_it() {
        let mate = |winner| Outcome::Win { winner, reason: WinReason::Checkmate };
        let fools = game(&["f2f3", "e7e5", "g2g4", "d8h4"], mate(Color::Black));
        assert_eq!(headline(&fools).as_deref(), Some("You lost by mate in 2 moves"));
        let won = Outcome::Win { winner: Color::White, reason: WinReason::Resignation };
        let won = game(&["e2e4"], won);
        assert_eq!(headline(&won).as_deref(), Some("You won by resignation after 1 move"));
        let drawn = game(&["e2e4", "e7e5"], Outcome::Draw(DrawReason::Agreement));
        assert_eq!(headline(&drawn).as_deref(), Some("Draw by agreement after 1 move"));
        let mut people = won;
        people.players = [Player::human(), Player::human()];
        assert_eq!(headline(&people).as_deref(), Some("White won by resignation after 1 move"));
        people.phase = Phase::Running;
        assert_eq!(headline(&people), None);
    }
}

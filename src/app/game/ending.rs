//! How games end: by the rules, on time, by resignation, by agreement or claim.

use tabia_chess::DrawReason;
use tabia_chess::rules::{self, Outcome, WinReason};

use super::state::{Phase, Player};
use crate::commands::command::UserCommand;
use crate::opponent::manners::DrawAnswer;
use crate::update::Cx;
use crate::window::dialog::Dialog;
use crate::window::sounds::Sound;

impl Cx<'_> {
    /// Ends the game.
    pub(crate) fn end_game(&mut self, outcome: Outcome) {
        let game = &mut self.m.game;
        if let Some(clocks) = &mut game.clocks {
            clocks.stop(self.now);
        }
        game.phase = Phase::Over(outcome);
        game.paused = false;
        game.draw_offer = None;
        game.premove = None;
        game.tags.set("Result", outcome.pgn());
        if self.m.game.at_live() {
            self.m.view.end_card = true;
        } else {
            // Who looks elsewhere does not see the card.
            self.m.toasts.offer(outcome.to_string(), UserCommand::ToGame);
        }
        self.keep_game();
        self.sound(Sound::End);
        self.save = true;
    }

    /// Ends the game if the rules do after the last move. The engine claims draws it wants; between two
    /// engines every possible claim is made, so that they do not shuffle on to the 75th move.
    pub(crate) fn end_by_rules(&mut self) {
        let game = &self.m.game;
        if game.is_analysis_board() {
            return;
        }
        if let Some(outcome) = game.tree.outcome(game.live) {
            return self.end_game(outcome);
        }
        let Some(claim) = game.tree.claim(game.live) else { return };
        let engines = game.players.iter().all(Player::is_engine);
        let stm = game.live_board().stm();
        if game.player(stm).is_engine() && (engines || self.content_with_draw(stm)) {
            self.end_game(claim.outcome());
        }
    }

    /// Ends the game if a flag has fallen.
    pub(crate) fn flag_fall(&mut self) {
        let game = &self.m.game;
        if game.phase != Phase::Running {
            return;
        }
        let now = self.now;
        if let Some(side) = self.m.game.clocks.as_mut().and_then(|clocks| clocks.newly_fallen(now))
        {
            let text = format!("{}'s flag has fallen; the game goes on", side.name());
            self.m.toasts.info(text);
        }
        let game = &self.m.game;
        if let Some(loser) = game.clocks.as_ref().and_then(|clocks| clocks.fallen(self.now)) {
            let outcome = rules::outcome_on_time(game.live_board(), loser);
            self.end_game(outcome);
        }
    }

    /// Asks whether the game is to be given up: the button stands beside others.
    pub(crate) fn ask_to_resign(&mut self) {
        let question = "Give this game up?".to_owned();
        let command = UserCommand::Resign;
        self.m.dialog = Some(Dialog::Confirm { question, command });
    }

    /// The human gives up; between two humans the one to move.
    pub(crate) fn resign(&mut self) {
        if !UserCommand::Resign.is_enabled(self.m) {
            return;
        }
        let game = &self.m.game;
        let loser = game.human_side().unwrap_or(game.live_board().stm());
        self.record("Resign");
        self.end_game(Outcome::Win { winner: !loser, reason: WinReason::Resignation });
    }

    /// The draw the human may claim.
    pub(crate) fn claim_draw(&mut self) {
        if let Some(claim) = self.m.game.claim() {
            self.record("Claim a draw");
            self.end_game(claim.outcome());
        }
    }

    /// Between two people the side to move offers and the other answers, by command or by moving on. The
    /// engine answers at once, or, while it thinks, with its move.
    pub(crate) fn offer_draw(&mut self) {
        let Some(human) = self.m.game.human_side() else {
            self.m.game.draw_offer = Some(self.m.game.live_board().stm());
            return;
        };
        self.m.game.draw_offer = Some(human);
        if self.m.game.live_board().stm() == human {
            self.answer_draw_offer();
        } else {
            self.m.toasts.info("Draw offered; the engine answers with its move");
        }
    }

    /// A person takes the draw that is offered.
    pub(crate) fn accept_draw(&mut self) {
        self.record("Agree to a draw");
        self.end_game(Outcome::Draw(DrawReason::Agreement));
    }

    /// A person plays on.
    pub(crate) fn decline_draw(&mut self) {
        self.m.game.draw_offer = None;
        self.m.game.draw_declined = Some(self.m.game.live);
        self.save = true;
    }

    /// The engine's answer to a standing offer of a person. Says whether it accepted.
    pub(crate) fn answer_draw_offer(&mut self) -> bool {
        let game = &self.m.game;
        let Some(human) = game.draw_offer.filter(|&side| game.human_side() == Some(side)) else {
            return false;
        };
        self.m.game.draw_offer = None;
        match self.says_to_draw(!human) {
            DrawAnswer::Accept(why) => {
                self.record("Agree to a draw");
                self.end_game(Outcome::Draw(DrawReason::Agreement));
                self.m.toasts.info(format!("The engine agrees to a draw: {why}"));
                true
            }
            DrawAnswer::Decline(why) => {
                self.m.game.draw_declined = Some(self.m.game.live);
                self.m.toasts.info(format!("The engine declines the draw: {why}"));
                false
            }
        }
    }

    /// Pauses the game or goes on.
    pub(crate) fn pause(&mut self) {
        self.m.game.paused = !self.m.game.paused;
        if self.m.game.paused {
            self.m.game.premove = None;
            self.m.toasts.offer("The game is paused", UserCommand::Pause);
        }
        self.save = true;
    }
}

//! How games end: by the rules, on time, by resignation, by agreement or claim.

use crate::chess::rules::{self, Outcome, WinReason};
use crate::chess::{Color, DrawReason};
use crate::engine::score::Score;

use super::super::command::UserCommand;
use super::super::game_state::{Phase, Player};
use super::Cx;

/// The engine takes a draw when it thinks itself at most this much better, centipawns.
const ACCEPTS_DRAW_CP: i32 = 20;
/// Before so many plies the engine takes no draw.
const DRAW_FROM_PLY: usize = 20;

impl Cx<'_> {
    /// Ends the game.
    pub(super) fn end_game(&mut self, outcome: Outcome) {
        let game = &mut self.m.game;
        if let Some(clocks) = &mut game.clocks {
            clocks.stop(self.now);
        }
        game.phase = Phase::Over(outcome);
        game.paused = false;
        game.draw_offer = None;
        game.premove = None;
        game.tags.set("Result", outcome.pgn());
        self.m.toasts.info(outcome.to_string());
        self.save = true;
    }

    /// Ends the game if the rules do after the last move. The engine claims draws it wants; between two
    /// engines every possible claim is made, so that they do not shuffle on to the 75th move.
    pub(super) fn end_by_rules(&mut self) {
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
        if game.player(stm).is_engine() && (engines || self.engine_wants_draw(stm)) {
            self.end_game(claim.outcome());
        }
    }

    /// Ends the game if a flag has fallen.
    pub(super) fn flag_fall(&mut self) {
        let game = &self.m.game;
        if game.phase != Phase::Running {
            return;
        }
        if let Some(loser) = game.clocks.as_ref().and_then(|clocks| clocks.fallen(self.now)) {
            let outcome = rules::outcome_on_time(game.live_board(), loser);
            self.end_game(outcome);
        }
    }

    /// The human gives up; between two humans the one to move.
    pub(super) fn resign(&mut self) {
        let game = &self.m.game;
        let loser = game.human_side().unwrap_or(game.live_board().stm());
        self.record("Resign");
        self.end_game(Outcome::Win { winner: !loser, reason: WinReason::Resignation });
    }

    /// The draw the human may claim.
    pub(super) fn claim_draw(&mut self) {
        if let Some(claim) = self.m.game.claim() {
            self.record("Claim a draw");
            self.end_game(claim.outcome());
        }
    }

    /// Two humans at one board have agreed by talking; the engine answers at once, or, while it thinks,
    /// with its move.
    pub(super) fn offer_draw(&mut self) {
        let Some(human) = self.m.game.human_side() else {
            self.record("Agree to a draw");
            return self.end_game(Outcome::Draw(DrawReason::Agreement));
        };
        self.m.game.draw_offer = Some(human);
        if self.m.game.live_board().stm() == human {
            self.answer_draw_offer();
        } else {
            self.m.toasts.info("Draw offered; the engine answers with its move");
        }
    }

    /// The engine's answer to a standing offer. Says whether it accepted.
    pub(super) fn answer_draw_offer(&mut self) -> bool {
        let Some(engine) = self.m.game.draw_offer.map(|side| !side) else { return false };
        let game = &mut self.m.game;
        game.draw_offer = None;
        if game.tree.ply(game.live) >= DRAW_FROM_PLY && self.engine_wants_draw(engine) {
            self.record("Agree to a draw");
            self.end_game(Outcome::Draw(DrawReason::Agreement));
            return true;
        }
        self.m.game.draw_declined = Some(self.m.game.live);
        self.m.toasts.info("The engine declines the draw");
        false
    }

    /// Whether the engine, playing this side, is content with a draw: by the score of its last own search.
    fn engine_wants_draw(&self, side: Color) -> bool {
        let game = &self.m.game;
        let Some((node, score)) = self.m.engine.last_own else { return false };
        let of_this_game = game.tree.contains(node) && game.tree.is_on_path(node, game.live);
        let own = game.tree.contains(node) && game.tree.board(node).stm() == side;
        of_this_game
            && own
            && match score {
                Score::Cp(cp) => cp <= ACCEPTS_DRAW_CP,
                Score::Mate(plies) => plies <= 0,
            }
    }

    /// Pauses the game or goes on.
    pub(super) fn pause(&mut self) {
        self.m.game.paused = !self.m.game.paused;
        if self.m.game.paused {
            self.m.game.premove = None;
            self.m.toasts.offer("The game is paused", UserCommand::Pause);
        }
        self.save = true;
    }
}

//! Moves: by the user, by the engine, ahead of time.

use tabia_chess::{Color, Move, PieceType, Square, premove};
use tabia_games::game::rewind::Rewind;
use tabia_games::game::tree::NodeId;

use super::clock::ClockKind;
use super::state::{GameState, Phase, Premove};
use crate::commands::command::UserCommand;
use crate::update::Cx;
use crate::window::settings::PromotionPreference;
use crate::window::sounds::Sound;

impl Cx<'_> {
    /// A move on the board, as the user points it out.
    pub(crate) fn play_move(&mut self, from: Square, to: Square, promotion: Option<PieceType>) {
        let game = &self.m.game;
        if self.m.editor.is_some() || game.movable_side().is_none() {
            return;
        }
        if self.m.learn.is_some() {
            return self.try_in_task(from, to, promotion);
        }
        if game.moves_are_premoves() {
            return self.set_premove(from, to, promotion);
        }
        if game.movable_side() != Some(game.board().stm()) {
            return;
        }
        if let Some(mv) = self.point_out(from, to, promotion) {
            self.user_move(mv);
        }
    }

    /// The legal move meant. A promotion without a piece is a queen if the user wants no question.
    pub(crate) fn point_out(
        &self,
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Option<Move> {
        let board = self.m.game.board();
        let named = board.find_move(from, to, promotion);
        if named.is_none() && self.m.settings.promotion == PromotionPreference::Queen {
            return board.find_move(from, to, Some(PieceType::Queen));
        }
        named
    }

    /// A legal move of the user on the shown board.
    pub(crate) fn user_move(&mut self, mv: Move) {
        // Who moves wants an answer, whatever was stopped before.
        self.m.engine.let_all_go();
        let game = &self.m.game;
        let from = game.current;
        if let Some(known) = game.played_or_known(from, mv)
            && (game.tree.is_on_path(known, game.live) || game.is_analysis_board())
        {
            // The move that was played here anyway: going on through the game, not changing it.
            self.sound_of(known);
            return self.go_to(known);
        }
        if game.is_analysis_board() {
            return self.analysis_move(mv);
        }
        self.record(format!("Move {}", tabia_chess::san::write(game.board(), mv)));
        if self.m.game.at_live() {
            self.make_move(mv);
            return;
        }
        self.fork(mv);
    }

    /// A new move on an analysis board.
    fn analysis_move(&mut self, mv: Move) {
        self.record(format!("Move {}", tabia_chess::san::write(self.m.game.board(), mv)));
        let game = &mut self.m.game;
        if let Ok(node) = game.tree.add_move(game.current, mv) {
            game.phase = Phase::Running;
            self.sound_of(node);
            self.show(node);
            self.save = true;
        }
    }

    /// Another move at an earlier position of a game: the game goes on from there, clocks as they were, and
    /// the moves played before stay in the tree.
    fn fork(&mut self, mv: Move) {
        let game = &mut self.m.game;
        game.clocks = game.clocks_at(game.current);
        game.live = game.current;
        game.phase = Phase::Running;
        game.draw_offer = None;
        game.draw_declined = None;
        game.tags.set("Result", "*");
        self.make_move(mv);
        let text = "The game goes on from here; the moves played before stay as a variation";
        self.m.toasts.offer(text, UserCommand::Undo);
    }

    /// A legal move where the game stands, by whoever is to move.
    pub(crate) fn make_move(&mut self, mv: Move) {
        let now = self.now;
        let game = &mut self.m.game;
        let followed = game.at_live();
        if game.live == NodeId::ROOT {
            game.note_beginning(&self.m.today);
        }
        let mover = game.live_board().stm();
        let Ok(node) = game.tree.add_move(game.live, mv) else { return };
        if let Some(clocks) = &mut game.clocks {
            let spent = clocks.spent_ms(mover, now);
            let hidden =
                matches!(clocks.control(mover).kind, ClockKind::Delay | ClockKind::Bronstein);
            let notes = game.tree.notes_mut(node);
            // A delay hides from two readings of the clock what a move took.
            notes.elapsed_ms = hidden.then_some(spent);
            notes.clock_ms = Some(clocks.press(mover, now));
        }
        game.live = node;
        if game.phase == Phase::Fresh {
            game.phase = Phase::Running;
            self.offer_watching();
        }
        let game = &mut self.m.game;
        if game.draw_offer == Some(!mover) {
            // Moving on is the usual way to decline.
            game.draw_offer = None;
            game.draw_declined = Some(node);
        }
        if followed {
            self.show(node);
        }
        self.sound_of(node);
        self.save = true;
        self.end_by_rules();
    }

    /// Keeps a move to be played after the opponent's.
    pub(crate) fn set_premove(&mut self, from: Square, to: Square, promotion: Option<PieceType>) {
        let game = &mut self.m.game;
        let board = game.board();
        let own = board.piece_on(from).is_some_and(|p| Some(p.color()) == game.movable_side());
        if !game.moves_are_premoves() || !own || !premove::reach(board, from).has(to) {
            return;
        }
        let promotion = if premove::promotes(board, from, to) {
            promotion.or(Some(PieceType::Queen))
        } else {
            None
        };
        game.premove = Some(Premove { from, to, promotion });
        self.sound(Sound::Premove);
    }

    /// Plays the premove if it is legal now, else drops it.
    fn play_premove(&mut self, kept: Premove) {
        let game = &self.m.game;
        if game.phase != Phase::Running || game.paused || game.engine_to_move() {
            return;
        }
        match game.live_board().find_move(kept.from, kept.to, kept.promotion) {
            Some(mv) => {
                self.record(format!(
                    "Move {}",
                    tabia_chess::san::write(self.m.game.live_board(), mv)
                ));
                self.make_move(mv);
            }
            None => self.m.toasts.info("The premove is not possible any more"),
        }
    }

    /// The engine has decided on its move.
    pub(crate) fn engine_move(&mut self, mv: Move) {
        let watching = self.m.game.at_live();
        let kept = self.m.game.premove.take();
        self.make_move(mv);
        if !watching {
            let name = self.m.game.tree.san(self.m.game.live);
            let text = format!("The engine has played {name}");
            self.m.toasts.offer(text, UserCommand::ToGame);
        }
        if let Some(kept) = kept {
            self.play_premove(kept);
        }
    }

    /// Takes moves back to before the human's last one. They leave the tree; undo brings them back.
    pub(crate) fn takeback(&mut self) {
        let Some(target) = self.m.game.takeback_target() else { return };
        let before = self.standing_still();
        let game = &mut self.m.game;
        let Some(first) = next_towards(game, target) else { return };
        let name = game.tree.san(first).to_owned();
        let clocks = game.clocks_at(target);
        let Some(rewind) = Rewind::deleting(&mut game.tree, first) else { return };
        self.m.history.record_part(before, rewind, "Take back");
        self.save = true;
        let game = &mut self.m.game;
        game.clocks = clocks;
        game.live = target;
        game.phase = if target == NodeId::ROOT { Phase::Fresh } else { Phase::Running };
        game.draw_offer = None;
        game.premove = None;
        game.tags.set("Result", "*");
        self.show(target);
        self.m.toasts.offer(format!("Took back {name}"), UserCommand::Undo);
    }

    /// The colour the game is seen from by its human, if there is exactly one.
    pub(crate) fn face_human(&mut self) {
        if let Some(side) = self.m.game.human_side() {
            self.m.view.flipped = side == Color::Black;
        }
    }
}

/// The node after `ancestor` on the way to where the game stands.
fn next_towards(game: &GameState, ancestor: NodeId) -> Option<NodeId> {
    let mut at = game.live;
    loop {
        let parent = game.tree.parent(at)?;
        if parent == ancestor {
            return Some(at);
        }
        at = parent;
    }
}

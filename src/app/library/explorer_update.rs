//! Books: which one the explorer asks, and the engine's moves from one.

use super::explorer::{OpenBook, Source};
use crate::engines::state::Decided;
use crate::game::state::{Phase, Player};
use crate::update::Cx;
use crate::window::settings::SettingChange;
use tabia_engine::search::engine_id::EngineId;

/// Time between the book moves of two engines, ms.
const WATCHED_MS: u64 = 300;

impl Cx<'_> {
    /// The explorer asks another source.
    pub(crate) fn explore_in(&mut self, source: Source) {
        self.m.explorer.source = source;
    }

    /// A book was read, or could not be; `mended` says what was wrong with it and could be put right.
    pub(crate) fn book_opened(&mut self, opened: Result<OpenBook, String>, mended: Vec<String>) {
        match opened {
            Ok(open) => {
                let known = self.m.settings.book_file.as_ref() == Some(&open.path);
                if !known {
                    let text = format!("{}: {} book moves", open.name(), open.book.len());
                    self.m.toasts.info(text);
                    self.set(SettingChange::BookFile(Some(open.path.clone())));
                    self.m.explorer.source = Source::Book;
                }
                self.m.explorer.book = Some(open);
            }
            Err(error) => self.m.toasts.error(error),
        }
        for line in mended {
            self.m.toasts.warn(line);
        }
    }

    /// The engine's move from the book, where it is to move and the book knows one: decided without a search.
    /// It is held back like any other.
    pub(crate) fn decide_from_book(&mut self) {
        let game = &self.m.game;
        let engine = &self.m.engine;
        let its_turn = game.phase == Phase::Running && game.engine_to_move();
        let Some(id) = game.engine_of(game.live_board().stm()) else { return };
        let waits = engine.seat(id).is_some_and(|seat| seat.halted || seat.gone);
        let idle = !game.paused && !waits && engine.decided.is_none();
        if !its_turn || !idle || engine.job(id).is_some_and(|job| job.node == game.live) {
            return;
        }
        // An evaluation from scratch has to find its own opening moves, and so have the minds of the duel.
        let own = id == EngineId::SCRATCH || self.m.in_duel();
        let Some(choice) = self.m.settings.book_choice().filter(|_| !own) else {
            return;
        };
        let board = game.live_board();
        let (book, lots) = (self.m.explorer.playing_book(), &mut self.m.lots);
        let lot = lots.next_u64() as f64 / 2f64.powi(64);
        let Some(mv) = choice.pick(book, board, game.tree.ply(game.live), lot) else {
            return;
        };
        let Player::Engine { strength, .. } = *game.player(board.stm()) else { return };
        let (node, key) = (game.live, board.key());
        // Where two engines play somebody wants to watch.
        let watched = if game.players.iter().all(Player::is_engine) { WATCHED_MS } else { 0 };
        let due_ms = self.now + self.held_back_ms(strength, mv).max(watched);
        let resigns = Some(false);
        let (expected, book) = (None, true);
        self.m.engine.decided = Some(Decided { node, key, mv, due_ms, resigns, expected, book });
        self.act_on_decision();
    }
}

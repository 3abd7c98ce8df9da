//! Who is put on which seat, and when.

use std::sync::Arc;

use super::Shell;
use tabia_app::action::Action;
use tabia_engine::search::engine_id::EngineId;
use tabia_games::tablebase::Syzygy;
use tabia_host::kinds::EngineConfig;
use tabia_host::worker::protocol::Command;

impl Shell {
    /// Sends a command to a seat for a built-in engine of its own, which is taken when it is first needed.
    pub(super) fn ask_own(&mut self, id: EngineId, command: Command) {
        if !self.starts {
            return;
        }
        if !self.seats.has(id) {
            self.open_seat(id, EngineConfig::AlphaBeta(self.model.settings.engine));
        }
        self.seats.send(id, command);
    }

    /// Puts an engine on a seat. One of the program is given the endgame tables.
    pub(super) fn open_seat(&mut self, id: EngineId, config: EngineConfig) {
        if let Err(error) = self.seats.seat(id, config) {
            return self.apply(Action::WorkerGone(id, Err(error.to_string())));
        }
        if let Some(tables) = self.syzygy.clone().filter(|_| id.is_own()) {
            self.seats.send(id, Command::SetTables(Some(tables)));
        }
    }

    /// Gives the engines of the program these endgame tables, or takes them away.
    pub(super) fn use_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        self.syzygy.clone_from(&tables);
        for id in self.seats.ids() {
            if id.is_own() {
                self.seats.send(id, Command::SetTables(tables.clone()));
            }
        }
    }
}

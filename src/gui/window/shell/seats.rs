//! Who is put on which seat, and when.

use std::sync::Arc;

use super::Shell;
use tabia_app::action::Action;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::puct::options::PuctOptions;
use tabia_engine::search::engine_id::EngineId;
use tabia_games::tablebase::Syzygy;
use tabia_host::external::log::ConversationLog;
use tabia_host::external::spec::UciSpec;
use tabia_host::worker::protocol::Command;
use tabia_lab::scratch::values::ScratchEval;

impl Shell {
    /// Sends a command to a seat for a built-in engine of its own, which is taken when it is first needed.
    pub(super) fn ask_own(&mut self, id: EngineId, command: Command) {
        if !self.starts {
            return;
        }
        if !self.seats.has(id) {
            let options = self.model.settings.engine;
            if let Err(error) = self.seats.seat_built_in(id, options) {
                return self.apply(Action::WorkerGone(id, Err(error.to_string())));
            }
            if let Some(tables) = self.syzygy.clone() {
                self.seats.send(id, Command::SetTables(Some(tables)));
            }
        }
        self.seats.send(id, command);
    }

    /// Starts an engine of the user's on its seat.
    pub(super) fn open_seat(
        &mut self,
        id: EngineId,
        spec: Arc<UciSpec>,
        log: Arc<ConversationLog>,
    ) {
        if let Err(error) = self.seats.seat_external(id, spec, log) {
            self.apply(Action::WorkerGone(id, Err(error.to_string())));
        }
    }

    /// Puts an engine on the observer's seat.
    pub(super) fn open_observer(&mut self, options: EngineOptions) {
        let id = EngineId::OBSERVER;
        if let Err(error) = self.seats.seat_built_in(id, options) {
            return self.apply(Action::WorkerGone(id, Err(error.to_string())));
        }
        self.seats.send(id, Command::SetTables(self.syzygy.clone()));
    }

    /// Puts the tree search by playouts on its seat.
    pub(super) fn open_puct(&mut self, options: PuctOptions) {
        let id = EngineId::PUCT;
        if let Err(error) = self.seats.seat_puct(id, options) {
            return self.apply(Action::WorkerGone(id, Err(error.to_string())));
        }
        self.seats.send(id, Command::SetTables(self.syzygy.clone()));
    }

    /// Gives the engine these endgame tables, or takes them away.
    pub(super) fn use_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        self.syzygy.clone_from(&tables);
        for id in [EngineId::LAB, EngineId::THREAT, EngineId::OBSERVER, EngineId::PUCT] {
            self.seats.send(id, Command::SetTables(tables.clone()));
        }
        self.seats.send(EngineId::BUILT_IN, Command::SetTables(tables));
    }

    /// Puts an evaluation from scratch on its seat.
    pub(super) fn open_scratch(&mut self, eval: Arc<ScratchEval>) {
        if let Err(error) = self.seats.seat_scratch(EngineId::SCRATCH, eval) {
            self.apply(Action::WorkerGone(EngineId::SCRATCH, Err(error.to_string())));
        }
    }
}

//! The seat of the tree search by playouts: taken when it is first wanted; what changes when it is set otherwise.

use tabia_engine::puct::options::PuctOptions;
use tabia_engine::search::engine_id::EngineId;
use tabia_host::worker::protocol::SeatOptions;

use super::puct::PuctSettings;
use crate::effect::Effect;
use crate::model::Model;
use crate::update::Cx;

impl Model {
    /// What the tree search by playouts would analyse with.
    pub fn puct_options(&self) -> PuctOptions {
        match self.analysis_options(EngineId::PUCT) {
            SeatOptions::Puct(options) => options,
            SeatOptions::BuiltIn(_) | SeatOptions::External(_) => PuctOptions::default(),
        }
    }
}

impl Cx<'_> {
    /// Puts it on its seat if it does not sit there.
    pub(super) fn open_puct(&mut self) {
        if !std::mem::replace(&mut self.m.engine.puct, true) {
            let options = self.m.puct_options();
            self.out.push(Effect::OpenPuct(options));
        }
    }

    /// What was set about it has changed. What it found by another way of searching is forgotten; a search under
    /// way begins anew by itself, as its options are no longer the same.
    pub(crate) fn puct_set(&mut self, before: PuctSettings) {
        if before.rung() == self.m.settings.puct.rung() {
            return;
        }
        let searched = self.m.telemetry.search(EngineId::PUCT).map(|search| search.node);
        if let Some(node) = searched {
            self.m.telemetry.forget_node(node, EngineId::PUCT);
        }
    }
}

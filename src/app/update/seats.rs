//! Seats: who takes part in analysis.

use crate::worker::protocol::EngineId;

use super::super::effect::Effect;
use super::super::seats::MOST_ANALYSING;
use super::Cx;

impl Cx<'_> {
    /// Lets an engine take part in analysis, or no longer. One always does.
    pub(super) fn take_part(&mut self, id: EngineId, takes_part: bool) {
        let mut chosen = self.m.analysing();
        match (chosen.contains(&id), takes_part) {
            (false, true) if chosen.len() == MOST_ANALYSING => {
                let text = format!("{MOST_ANALYSING} engines analyse already; take one away first");
                return self.m.toasts.warn(text);
            }
            (false, true) if self.m.is_known(id) => chosen.push(id),
            (true, false) if chosen.len() > 1 => chosen.retain(|&other| other != id),
            _ => return,
        }
        self.m.settings.analysing = chosen;
        self.out.push(Effect::SaveSettings);
    }

    /// Gives seats up whose engines are no longer needed, and opens those that are.
    pub(super) fn settle_seats(&mut self) {}
}

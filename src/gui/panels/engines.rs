//! The dialog of the user's engines.

use eframe::egui::Ui;

use crate::app::action::{Action, EngineAction};

use super::super::context::Cx;

/// Shows the dialog.
pub fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    ui.heading("Engines");
    for (_, name) in cx.model.choosable() {
        ui.label(name);
    }
    if ui.button("Add a program…").clicked() {
        out.push(Action::Engines(EngineAction::PickFile));
    }
}

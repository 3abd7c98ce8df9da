//! Positions in which one school shines and the other fails, with what was measured.

use eframe::egui::{Button, Label, RichText, ScrollArea, Ui};

use tabia_app::action::Action;
use tabia_app::duel::presets::PRESETS;
use tabia_app::duel::state::DuelAction;

use crate::gui::look::theme;
use crate::gui::present::context::Cx;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let shown = cx.model.duel.preset_on(cx.model.game.board());
    let small = |text: &str, color| Label::new(RichText::new(text).small().color(color)).wrap();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let note =
            "Found by running both over collections of positions. A click puts one on the board";
        ui.add(small(note, p.text_weak));
        for (at, preset) in PRESETS.iter().enumerate() {
            ui.add_space(theme::GAP);
            let button = Button::new(preset.title).selected(shown == Some(at));
            ui.horizontal(|ui| {
                if ui.add(button).clicked() {
                    out.push(Action::Duel(DuelAction::Preset(at)));
                }
                let about = format!("{}, {}", preset.kind.name(), preset.source);
                ui.add(Label::new(RichText::new(about).small().color(p.text_faint)).truncate());
            });
            ui.add(small(preset.text, p.text_weak));
            if shown == Some(at) && !preset.best.is_empty() {
                ui.add(small(&format!("Right is {}", preset.best), p.good));
            }
        }
    });
}

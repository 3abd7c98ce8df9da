//! What Tabia is, in a few words.

use eframe::egui::{RichText, Ui};

use crate::gui::look::theme;
use crate::gui::present::dialog;

/// Shows the page.
pub(crate) fn show(ui: &mut Ui) {
    let p = theme::palette(ui);
    ui.set_max_width(420.0);
    ui.heading("Tabia");
    ui.label(RichText::new(format!("Version {}", env!("CARGO_PKG_VERSION"))).color(p.text_weak));
    ui.add_space(theme::GAP);
    ui.label(
        "A chess program in which you can see how the engine thinks. Rules, engine, evaluation and \
         drawings are its own; nothing is fetched and nothing is sent",
    );
    ui.add_space(theme::GAP);
    ui.label(RichText::new("Licence: MIT or Apache 2.0, at your choice").color(p.text_weak));
    dialog::buttons(ui, "Close", None);
}

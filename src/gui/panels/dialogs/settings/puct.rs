//! What can be set about the tree search by playouts.

use eframe::egui::{ComboBox, DragValue, RichText, Ui};

use super::Changes;
use tabia_app::engines::puct::{NAME, PuctSettings};
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_engine::puct::options::Rung;

use crate::gui::look::theme;

/// Shows the rows.
pub(super) fn show(ui: &mut Ui, settings: &Settings, out: &mut Changes) {
    let p = theme::palette(ui);
    let old = settings.puct;
    let mut new = old;
    ui.label(RichText::new(NAME).strong());
    let note = "The other engine of the program: it grows a tree by playouts";
    ui.label(RichText::new(note).small().color(p.text_weak));
    ui.end_row();
    method(ui, &mut new);
    threads(ui, &mut new);
    memory(ui, &mut new);
    if new != old {
        out.push(SettingChange::Puct(new));
    }
}

/// The ways to search, from flat Monte Carlo to the network.
fn method(ui: &mut Ui, new: &mut PuctSettings) {
    let label = ui.label("Searches by");
    let strongest = format!("The strongest: {}", Rung::STRONGEST.name());
    let title = match new.rung {
        Some(rung) => rung.name(),
        None => &strongest,
    };
    let combo = ComboBox::from_id_salt("rung").selected_text(title).width(300.0).truncate();
    let shown = combo.show_ui(ui, |ui| {
        ui.selectable_value(&mut new.rung, None, &strongest);
        for rung in Rung::ALL {
            ui.selectable_value(&mut new.rung, Some(rung), rung.name());
        }
    });
    drop(shown.response.labelled_by(label.id));
    ui.end_row();
}

/// Threads; at the lower end its share of those of all engines.
fn threads(ui: &mut Ui, new: &mut PuctSettings) {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u32;
    let label = ui.label("Threads of its own");
    let mut threads = new.threads.unwrap_or(0);
    let most = processors.max(threads);
    let field = DragValue::new(&mut threads)
        .range(0..=most)
        .custom_formatter(|v, _| if v < 1.0 { "its share".to_owned() } else { format!("{v:.0}") });
    if ui
        .add(field)
        .labelled_by(label.id)
        .on_hover_text("0: its share of the threads above")
        .changed()
    {
        new.threads = (threads > 0).then_some(threads);
    }
    ui.end_row();
}

/// Memory of the tree.
fn memory(ui: &mut Ui, new: &mut PuctSettings) {
    let label = ui.label("Memory of its tree");
    let words =
        |mib: Option<u32>| mib.map_or("Its share of the hash".into(), |v| format!("{v} MiB"));
    let combo = ComboBox::from_id_salt("tree").selected_text(words(new.tree_mib)).width(180.0);
    let shown = combo.show_ui(ui, |ui| {
        for mib in std::iter::once(None).chain((4..=16).map(|power| Some(1u32 << power))) {
            ui.selectable_value(&mut new.tree_mib, mib, words(mib));
        }
    });
    drop(shown.response.labelled_by(label.id));
    ui.end_row();
}

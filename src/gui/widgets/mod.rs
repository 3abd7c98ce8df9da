//! Widgets take data and return what the user did. They know neither the model nor the workers.

pub mod bars;
pub mod beside_board;
pub mod board;
pub mod buttons;
pub(crate) mod fields;
pub(crate) mod icicle;
pub mod move_text;
pub mod plot;
pub mod portrait;
pub mod small_boards;
pub mod sought;
pub(crate) mod table;
pub(crate) mod tree_picture;

use eframe::egui::{Id, Rect, Ui, accesskit};

/// Makes a screen reader announce what changes or appears here, when it has finished speaking.
pub(crate) fn announce(ui: &Ui, id: Id) {
    ui.accesskit_node_builder(id, |node| node.set_live(accesskit::Live::Polite));
}

/// Tells assistive technology the place of a container; egui itself does so only for widgets.
fn place_container(ui: &Ui, rect: Rect) {
    ui.accesskit_node_builder(ui.unique_id(), |node| {
        node.set_bounds(accesskit::Rect {
            x0: rect.min.x.into(),
            y0: rect.min.y.into(),
            x1: rect.max.x.into(),
            y1: rect.max.y.into(),
        });
    });
}

//! Widgets: data in, what the user did out. They know neither the model nor the worker.

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

/// Has a screen reader say what changes or comes in here, when it has finished what it is saying.
pub(crate) fn announce(ui: &Ui, id: Id) {
    ui.accesskit_node_builder(id, |node| node.set_live(accesskit::Live::Polite));
}

/// Tells assistive technology where a container lies; egui itself tells it of widgets only.
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

//! Widgets: data in, what the user did out. They know neither the model nor the worker.

pub mod bars;
pub(crate) mod bit_board;
pub mod board;
mod board_edge;
pub(crate) mod chip;
pub mod clock_face;
pub(crate) mod error_bars;
pub mod eval_bar;
pub(crate) mod growth;
pub(crate) mod heat_map;
pub mod icon_button;
pub mod mini_board;
pub mod move_text;
pub(crate) mod number_board;
pub(crate) mod number_strip;
pub(crate) mod piece_tray;
pub mod plot;
pub(crate) mod result_bar;
pub mod segmented;
pub(crate) mod signed_bars;
pub(crate) mod tracks;
pub(crate) mod tree_picture;
pub(crate) mod wheel;

mod polyline;

use eframe::egui::{Rect, Ui, accesskit};

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

//! Widgets: data in, what the user did out. They know neither the model nor the worker.

pub mod bars;
pub mod board;
pub mod clock_face;
pub mod eval_bar;
pub mod icon_button;
pub mod mini_board;
pub mod move_text;
pub mod plot;
pub mod segmented;

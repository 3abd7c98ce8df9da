//! The window: the only place that knows egui.

pub mod panels;
pub mod widgets;

//! The window: the only place that knows egui.

pub mod icons;
pub mod paint;
pub mod panels;
pub mod pieces;
pub mod theme;
pub mod widgets;

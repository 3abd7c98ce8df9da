//! The interface without a window: pictures for `tabia screenshot` and for tests.

pub(crate) mod board_picture;
pub mod export;
mod few_colours;
pub mod frames;
pub mod paint;
pub mod screenshot;
mod texture;
mod triangle;

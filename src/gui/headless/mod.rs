//! The interface without a window: pictures for `tabia screenshot` and for tests.

pub mod frames;
pub mod paint;
pub mod screenshot;
mod texture;
mod triangle;

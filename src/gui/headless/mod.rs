//! The interface without a window: pictures for `tabia screenshot` and for tests.

pub(crate) mod board_picture;
pub mod export;
pub mod frames;
pub mod paint;

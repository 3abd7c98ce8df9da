//! The interface without a window: pictures for `tabia screenshot` and for tests.

pub mod export;
pub mod frames;

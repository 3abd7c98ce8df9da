//! The Lab in the real interface, without window or graphics card, a file a view or group of views. Pictures to look
//! at, in `target/gallery`: `cargo test --release --test window lab_window -- --ignored`.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

mod expected;
mod foundations;
mod lab;
mod ladder;
mod playouts;
mod race;
mod scratch;
mod small_game;
mod tour;
mod views;
mod xray;

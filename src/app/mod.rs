//! The model of the application and everything that can happen to it. No egui here.

pub mod action;
pub mod commands;
pub mod effect;
pub mod engines;
pub mod game;
pub mod kept;
pub mod library;
pub mod model;
pub(crate) mod opponent;
pub mod review;
pub mod update;
pub mod window;

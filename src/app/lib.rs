//! The model of the application and everything that can happen to it. No egui here.
//!
//! All behaviour of the program is here, and can be tested without a window: [`update::update`] takes an action and
//! changes the model, and gives back what is to be done outside. A feature is a room: its state, and what changes
//! it. No action reads or writes a file: the effects say what the window is to do.

pub mod action;
pub mod arena;
pub mod commands;
pub(crate) mod cx;
pub mod duel;
pub mod effect;
pub mod engines;
pub mod game;
pub mod lab;
pub mod library;
pub mod model;
pub mod opponent;
pub mod persistence;
pub mod results;
pub mod review;
pub(crate) mod rules;
pub mod tours;
pub mod training;
pub mod update;
pub mod window;

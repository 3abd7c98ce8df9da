//! The model of the application and everything that can happen to it, without egui.
//!
//! All behaviour of the program is here and can be tested without a window: [`update::update`] takes an action,
//! changes the model, and returns the effects to carry out. A feature is a module with its state and the code that
//! changes it. No action reads or writes a file: the effects tell the window to do so.

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

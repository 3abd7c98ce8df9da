//! The model of the application and everything that can happen to it. No egui here.

pub mod action;
pub mod clock;
pub mod command;
pub mod commands;
mod date;
pub mod dialog;
pub mod editor;
pub mod effect;
pub mod enabled;
pub mod engine_state;
pub mod explorer;
pub mod game_state;
pub mod history;
pub mod manners;
pub mod model;
pub mod new_game;
pub mod open;
pub mod pace;
pub mod paste;
pub mod premove;
pub mod session;
pub mod settings;
pub mod store;
pub mod telemetry;
pub mod toasts;
pub mod update;
pub mod view;

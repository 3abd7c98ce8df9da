//! How the model is displayed: workspaces, dialogs, toasts, settings.

pub mod notation;
pub(crate) mod presenter;
pub mod set;
pub mod settings;
pub mod sounds;
pub mod toasts;
pub mod view;
pub mod workspace;

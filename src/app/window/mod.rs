//! How the model is looked at: workspaces, dialogs, notes, settings.

pub mod dialog;
pub mod settings;
pub(crate) mod settings_update;
pub mod toasts;
pub(crate) mod toasts_update;
pub mod view;
pub mod workspace;

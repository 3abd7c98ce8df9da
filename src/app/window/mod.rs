//! How the model is looked at: workspaces, dialogs, notes, settings.

pub mod dialog;
pub mod look;
pub mod settings;
pub(crate) mod settings_update;
pub mod sounds;
pub(crate) mod sounds_update;
pub mod toasts;
pub(crate) mod toasts_update;
pub mod view;
pub mod workspace;

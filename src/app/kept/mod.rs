//! What is kept on disk: the session and the settings, who may write them, how damaged ones are read.

pub(crate) mod aside;
pub mod mend;
pub mod owner;
pub mod session;
pub(crate) mod session_read;
pub mod settings_file;
pub mod snapshot;
pub mod store;

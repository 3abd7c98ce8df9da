//! The user's engines: their dialog and their log.

pub(crate) mod dialog;
pub(crate) mod log;

//! Work that may take its time, on threads of its own: files, endgame tables, engines looked at.

pub(crate) mod engine_desk;
pub(crate) mod files;
pub(crate) mod fonts;
pub(crate) mod sounds;
pub(crate) mod tables;

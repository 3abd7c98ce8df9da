//! How things look: colours and sizes, icons, pieces, numbers as people read them.

pub(crate) mod format;
pub mod icons;
pub mod pieces;
pub mod theme;

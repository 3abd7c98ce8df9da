//! The engine as an opponent: how long it takes, when it resigns or offers a draw.

pub(crate) mod decide;
pub(crate) mod manners;
pub(crate) mod pace;

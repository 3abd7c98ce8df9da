//! What stands where: the table of panels, and the arrangement of each workspace.

pub(crate) mod arrangements;
pub(crate) mod initial;
pub(crate) mod layout;
pub(crate) mod panes;
pub(crate) mod tiles;

//! What stands where: the table of panels, and the arrangement of each workspace.
//!
//! `initial` says what stands where at first, for each workspace and shape of window; `layout` is one workspace's
//! arrangement, `arrangements` all of them as a session keeps them.

pub(crate) mod arrangements;
pub(crate) mod layout;
pub(crate) mod panes;

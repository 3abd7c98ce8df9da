//! What can be wrong with the file of a table.

use std::io;

/// Why a table is not used, or no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    /// The file says something that cannot be.
    #[error("found {0}, expected a whole Syzygy table")]
    Damaged(&'static str),
    /// The system cannot read it.
    #[error("cannot be read: {0}")]
    Unreadable(io::ErrorKind),
    /// Another length or time than when the folder was opened.
    #[error("found a file that has changed since it was opened, expected the same")]
    Changed,
    /// The bytes are not those that were once written.
    #[error("found another checksum than the one the file ends with, expected the same")]
    Checksum,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Unreadable(error.kind())
    }
}

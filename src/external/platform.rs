//! stub
use std::os::unix::fs::PermissionsExt as _;
/// stub
pub(super) fn can_be_run(file: &std::fs::Metadata) -> bool {
    file.permissions().mode() & 0o111 != 0
}

//! Whether the system has memory left, asked before it is needed: most allocations of the standard library end
//! the program where there is none.

/// Whether so many bytes could be had now. They are not kept: what is allocated next may still fail where
/// others allocate at the same time.
pub(super) fn has_room(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_there_and_everything_is_not() {
        assert!(has_room(1 << 16));
        assert!(!has_room(isize::MAX as usize));
    }
}

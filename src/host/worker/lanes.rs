//! The second lane from the worker to a front end: a slot for things that come faster than a frame.
//! The first lane is an ordinary bounded channel and needs nothing of ours.

use std::sync::{Mutex, PoisonError};

/// A slot that holds the newest value only. Putting never waits for a reader and never grows memory;
/// what was not taken in time is gone.
#[derive(Debug)]
pub struct Latest<T>(Mutex<Option<T>>);

impl<T> Default for Latest<T> {
    fn default() -> Self {
        Latest(Mutex::new(None))
    }
}

impl<T> Latest<T> {
    /// Replaces whatever is in the slot.
    pub fn put(&self, value: T) {
        // The old value is dropped after the lock is released: it may hold large lists.
        let old = self.slot().replace(value);
        drop(old);
    }

    /// Takes the newest value out, if one came since the last time.
    pub fn take(&self) -> Option<T> {
        self.slot().take()
    }

    /// The slot. No code of ours can panic while it is held, and a value is only ever replaced as a
    /// whole, so a poisoned lock is as good as any.
    fn slot(&self) -> std::sync::MutexGuard<'_, Option<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_value_is_kept() {
        let lane = Latest::default();
        assert_eq!(lane.take(), None);
        lane.put(1);
        lane.put(2);
        assert_eq!(lane.take(), Some(2));
        assert_eq!(lane.take(), None);
    }
}

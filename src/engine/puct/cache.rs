//! Value cache by position key: a new node starts with the value of the same position in another line (transposition).

/// Cached value of a position, side to move's view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CachedValue {
    /// Visits N.
    pub visits: u32,
    /// Mean value Q.
    pub q: f32,
    /// Mean draw probability.
    pub draw: f32,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    check: u32,
    known: CachedValue,
}

/// A hash table of fixed size. An entry is replaced by one with at least as many visits; otherwise the visits of the
/// old entry are halved.
#[derive(Debug)]
pub struct ValueCache {
    slots: Vec<Slot>,
}

const EMPTY: Slot = Slot { check: 0, known: CachedValue { visits: 0, q: 0.0, draw: 0.0 } };

impl ValueCache {
    /// A table of at most this many bytes.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(bytes: usize) -> Result<ValueCache, super::arena::NoMemory> {
        let count = (bytes / size_of::<Slot>()).max(1);
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| super::arena::NoMemory)?;
        slots.resize(count, EMPTY);
        Ok(ValueCache { slots })
    }

    /// Allocated memory, bytes.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>()
    }

    /// Clears the cache.
    pub fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }

    fn at(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    /// Looks up a position.
    pub fn get(&self, key: u64) -> Option<CachedValue> {
        let slot = &self.slots[self.at(key)];
        (slot.check == key as u32 && slot.known.visits > 0).then_some(slot.known)
    }

    /// Stores the value of a position.
    pub fn put(&mut self, key: u64, known: CachedValue) {
        let at = self.at(key);
        let slot = &mut self.slots[at];
        if known.visits >= slot.known.visits {
            *slot = Slot { check: key as u32, known };
        } else if slot.check != key as u32 {
            slot.known.visits -= slot.known.visits.div_ceil(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_with_more_visits_stays_for_a_while() {
        let mut cache = ValueCache::new(16 << 10).unwrap();
        assert!(cache.bytes() <= 16 << 10);
        let known = |visits, q| CachedValue { visits, q, draw: 0.0 };
        let (one, other) = (0x1234_5678_0000_0001, 0x1234_5678_0000_0002);
        assert_eq!(cache.get(one), None);
        cache.put(one, known(4, 0.75));
        cache.put(one, known(3, 0.1));
        assert_eq!(cache.get(one), Some(known(4, 0.75)), "more playouts know better");
        cache.put(other, known(1, 0.2));
        assert_eq!(cache.get(other), None);
        cache.put(other, known(1, 0.2));
        cache.put(other, known(1, 0.2));
        assert_eq!((cache.get(one), cache.get(other)), (None, Some(known(1, 0.2))));
        cache.clear();
        assert_eq!(cache.get(other), None);
    }
}

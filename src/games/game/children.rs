//! The moves after a node: mostly one, so one needs no memory of its own.

/// Nodes in their order, the main continuation first.
#[derive(Clone, Debug, Default)]
pub(super) enum Children<T> {
    /// None.
    #[default]
    None,
    /// Only a main continuation.
    One(T),
    /// A main continuation and variations, or what is left of them.
    #[expect(clippy::box_collection, reason = "half the size of every node in the tree")]
    Many(Box<Vec<T>>),
}

impl<T: Copy + PartialEq> PartialEq for Children<T> {
    fn eq(&self, other: &Children<T>) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + PartialEq> Children<T> {
    /// All of them.
    pub(super) fn as_slice(&self) -> &[T] {
        match self {
            Children::None => &[],
            Children::One(only) => std::slice::from_ref(only),
            Children::Many(all) => all,
        }
    }

    /// All of them, to be put into another order.
    pub(super) fn as_mut_slice(&mut self) -> &mut [T] {
        match self {
            Children::None => &mut [],
            Children::One(only) => std::slice::from_mut(only),
            Children::Many(all) => all,
        }
    }

    /// Adds one at the end.
    #[inline]
    pub(super) fn push(&mut self, id: T) {
        match self {
            Children::None => *self = Children::One(id),
            _ => self.insert(usize::MAX, id),
        }
    }

    /// Adds one at a place; behind the last if the place is further than that.
    pub(super) fn insert(&mut self, place: usize, id: T) {
        match self {
            Children::None => *self = Children::One(id),
            Children::One(only) => {
                let mut all = vec![*only];
                all.insert(place.min(1), id);
                *self = Children::Many(Box::new(all));
            }
            Children::Many(all) => all.insert(place.min(all.len()), id),
        }
    }

    /// Takes one out and says where it was.
    pub(super) fn remove(&mut self, id: T) -> Option<usize> {
        // From the end: when many are taken out, as undo does, it is the last one each time.
        let place = self.as_slice().iter().rposition(|&child| child == id)?;
        match self {
            Children::Many(all) => drop(all.remove(place)),
            _ => *self = Children::None,
        }
        Some(place)
    }
}

//! The moves after a node: mostly one, so one needs no memory of its own.

use super::tree::NodeId;

/// Nodes in their order, the main continuation first.
#[derive(Clone, Debug, Default)]
pub(super) enum Children {
    /// None.
    #[default]
    None,
    /// Only a main continuation.
    One(NodeId),
    /// A main continuation and variations, or what is left of them.
    #[expect(clippy::box_collection, reason = "half the size of every node in the tree")]
    Many(Box<Vec<NodeId>>),
}

impl PartialEq for Children {
    fn eq(&self, other: &Children) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Children {
    /// All of them.
    pub(super) fn as_slice(&self) -> &[NodeId] {
        match self {
            Children::None => &[],
            Children::One(only) => std::slice::from_ref(only),
            Children::Many(all) => all,
        }
    }

    /// All of them, to be put into another order.
    pub(super) fn as_mut_slice(&mut self) -> &mut [NodeId] {
        match self {
            Children::None => &mut [],
            Children::One(only) => std::slice::from_mut(only),
            Children::Many(all) => all,
        }
    }

    /// Adds one at the end.
    #[inline]
    pub(super) fn push(&mut self, id: NodeId) {
        match self {
            Children::None => *self = Children::One(id),
            _ => self.insert(usize::MAX, id),
        }
    }

    /// Adds one at a place; behind the last if the place is further than that.
    pub(super) fn insert(&mut self, place: usize, id: NodeId) {
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
    pub(super) fn remove(&mut self, id: NodeId) -> Option<usize> {
        // From the end: when many are taken out, as undo does, it is the last one each time.
        let place = self.as_slice().iter().rposition(|&child| child == id)?;
        match self {
            Children::Many(all) => drop(all.remove(place)),
            _ => *self = Children::None,
        }
        Some(place)
    }
}

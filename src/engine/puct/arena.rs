//! Memory of the tree: two halves of fixed size. New nodes go into the current half; when it is full the other half is
//! cleared and becomes current, and nodes are moved over when the search visits them. The line behind a node's best
//! proven move is moved with the node, because no playout passes through a proven node again. Nodes not moved are
//! discarded with their half. Edges keep their counts even if the child node is gone. The arena allocates only when it
//! is created.

use std::cmp::Reverse;

use tabia_chess::Move;

use super::proof::Proof;

/// Average number of edges per node, unexpanded nodes included.
const EDGES_PER_NODE: usize = 14;
/// Minimum number of nodes per half.
const MIN_NODES: usize = 400;
/// Maximum number of edges of a node.
const MAX_EDGES: usize = 256;
/// Lines that no playout needs are moved only while less than 1 / `LINES_SHARE` of the half is in use.
const LINES_SHARE: usize = 4;

/// Identifies a node. Two bits name the half and its use, so an outdated id is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

const INDEX_BITS: u32 = 30;
const INDEX: u32 = (1 << INDEX_BITS) - 1;

impl NodeId {
    /// No node.
    pub const NONE: NodeId = NodeId(u32::MAX);

    fn new(tag: u32, index: usize) -> NodeId {
        NodeId(tag << INDEX_BITS | index as u32)
    }

    fn tag(self) -> u32 {
        self.0 >> INDEX_BITS
    }

    fn index(self) -> usize {
        (self.0 & INDEX) as usize
    }

    /// Whether this is [`NodeId::NONE`].
    pub fn is_none(self) -> bool {
        self == NodeId::NONE
    }
}

/// A node of the tree. Values are from the side to move's view.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    first: u32,
    edges: u8,
    /// Proven result.
    pub proof: Proof,
    /// Visits N: one evaluation of the node itself, the others through its edges.
    pub visits: u32,
    /// Mean value Q.
    pub q: f32,
    /// Mean of the squared values.
    pub square: f32,
    /// Mean draw probability.
    pub draw: f32,
    /// First value: the evaluation of the position, or the value of a transposition.
    pub value: f32,
}

impl Node {
    const NEW: Node = Node {
        first: 0,
        edges: 0,
        proof: Proof::NONE,
        visits: 0,
        q: 0.0,
        square: 0.0,
        draw: 0.0,
        value: 0.0,
    };

    /// Whether its edges exist.
    pub fn is_expanded(&self) -> bool {
        self.edges > 0
    }

    /// Adds a value to the means.
    pub fn add(&mut self, q: f32, draw: f32) {
        self.visits = self.visits.saturating_add(1);
        let share = 1.0 / self.visits as f32;
        self.q += (q - self.q) * share;
        self.square += (q * q - self.square) * share;
        self.draw += (draw - self.draw) * share;
    }
}

/// An edge: a move and its statistics. Values are from the view of the side that makes the move.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The move.
    pub mv: Move,
    prior: u16,
    /// Proven result.
    pub proof: Proof,
    /// Playouts in progress through this edge (virtual loss).
    pub running: u16,
    /// Visits N.
    pub visits: u32,
    /// Mean value Q.
    pub q: f32,
    child: NodeId,
}

/// 1 in a stored prior.
const PRIOR_UNIT: f32 = 65_535.0;

impl Edge {
    fn new(mv: Move, prior: f32) -> Edge {
        let child = NodeId::NONE;
        let mut edge =
            Edge { mv, prior: 0, proof: Proof::NONE, running: 0, visits: 0, q: 0.0, child };
        edge.set_prior(prior);
        edge
    }

    /// Sets the prior probability.
    pub(super) fn set_prior(&mut self, prior: f32) {
        self.prior = (prior * PRIOR_UNIT).round().clamp(1.0, PRIOR_UNIT) as u16;
    }

    /// Prior probability P, in steps of 1 / 65,535, never 0.
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from(self.prior) / PRIOR_UNIT
    }

    /// Its value: the proven result, else Q.
    #[inline]
    pub fn worth(&self) -> f32 {
        self.proof.q().unwrap_or(self.q)
    }

    /// Sort key; higher is better. Proven wins rank highest, the quickest first; then come unproven moves and draws by
    /// visits and Q; proven losses rank lowest, the quickest last.
    pub(super) fn rank(&self) -> (i8, i16, u32, i64) {
        let q = (f64::from(self.worth()) * 1e9) as i64;
        if self.proof.is_win() {
            (2, self.proof.rank(), 0, 0)
        } else if self.proof.is_loss() {
            (0, self.proof.rank(), 0, 0)
        } else {
            (1, 0, self.visits, q)
        }
    }

    /// Adds the value of a playout and removes its virtual loss.
    pub fn add(&mut self, q: f32) {
        self.visits = self.visits.saturating_add(1);
        self.q += (q - self.q) / self.visits as f32;
        self.running = self.running.saturating_sub(1);
    }
}

/// Indices of a node's moves, the best first; ties by prior.
pub(super) fn ranked(edges: &[Edge]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..edges.len()).collect();
    places.sort_by_key(|&at| Reverse(edges[at].rank()));
    places
}

/// Index of the best edge among those that are wanted.
pub(super) fn best(edges: &[Edge], wanted: impl Fn(&Edge) -> bool) -> Option<usize> {
    // The first of equals: `max_by_key` would return the last.
    let wanted = (0..edges.len()).rev().filter(|&at| wanted(&edges[at]));
    wanted.max_by_key(|&at| edges[at].rank())
}

#[derive(Debug)]
struct Half {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Nodes moved to the other half.
    moved: usize,
}

/// The current half is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// There is not enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory;

/// The arena of all nodes.
#[derive(Debug)]
pub struct Arena {
    halves: [Half; 2],
    /// Node capacity of a half.
    node_room: usize,
    /// Edge capacity of a half.
    edge_room: usize,
    /// Number of flips.
    flips: u64,
    /// Nodes discarded.
    discarded: u64,
    /// At least this many nodes are outside the subtree of the root and stay until their half is cleared; they are not
    /// counted.
    outside: usize,
}

impl Arena {
    /// An arena of at most this many bytes; very small ones are enlarged a little.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(bytes: usize) -> Result<Arena, NoMemory> {
        let each = size_of::<Node>() + EDGES_PER_NODE * size_of::<Edge>();
        let node_room = (bytes / 2 / each).clamp(MIN_NODES, INDEX as usize);
        let edge_room = node_room * EDGES_PER_NODE;
        let half = || -> Result<Half, NoMemory> {
            let mut half = Half { nodes: Vec::new(), edges: Vec::new(), moved: 0 };
            half.nodes.try_reserve_exact(node_room).map_err(|_| NoMemory)?;
            half.edges.try_reserve_exact(edge_room).map_err(|_| NoMemory)?;
            Ok(half)
        };
        Ok(Arena {
            halves: [half()?, half()?],
            node_room,
            edge_room,
            flips: 0,
            discarded: 0,
            outside: 0,
        })
    }

    /// Allocated memory, bytes; it never grows.
    pub fn bytes(&self) -> usize {
        let of = |half: &Half| {
            half.nodes.capacity() * size_of::<Node>() + half.edges.capacity() * size_of::<Edge>()
        };
        self.halves.iter().map(of).sum()
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        for half in &mut self.halves {
            half.nodes.clear();
            half.edges.clear();
            half.moved = 0;
        }
        (self.flips, self.discarded, self.outside) = (0, 0, 0);
    }

    /// Number of nodes; an upper bound after [`Arena::count_below`].
    pub fn len(&self) -> usize {
        self.stored() - self.outside
    }

    fn stored(&self) -> usize {
        self.halves.iter().map(|half| half.nodes.len() - half.moved).sum()
    }

    /// Whether the arena has no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Nodes discarded since the last clear.
    pub fn discarded(&self) -> u64 {
        self.discarded
    }

    /// Number of flips since the last clear. An id from before a flip may be invalid.
    pub fn flips(&self) -> u64 {
        self.flips
    }

    /// Memory in use, per mille.
    pub fn hashfull(&self) -> u32 {
        let share = |used: usize, room: usize| (used * 1000 / (2 * room)) as u32;
        let nodes = self.halves.iter().map(|half| half.nodes.len()).sum();
        let edges = self.halves.iter().map(|half| half.edges.len()).sum();
        share(nodes, self.node_room).max(share(edges, self.edge_room))
    }

    fn tag(&self) -> u32 {
        self.flips as u32 & 3
    }

    /// Whether the node still exists: in the current half or the previous one.
    pub fn is_alive(&self, id: NodeId) -> bool {
        !id.is_none() && self.tag().wrapping_sub(id.tag()) & 3 <= 1
    }

    /// A node that exists.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.halves[(id.tag() & 1) as usize].nodes[id.index()]
    }

    /// A node that exists, mutable.
    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.halves[(id.tag() & 1) as usize].nodes[id.index()]
    }

    /// Edges of a node that exists, the highest prior first.
    #[inline]
    pub fn edges(&self, id: NodeId) -> &[Edge] {
        let half = &self.halves[(id.tag() & 1) as usize];
        let node = &half.nodes[id.index()];
        &half.edges[node.first as usize..node.first as usize + usize::from(node.edges)]
    }

    /// Edges, mutable.
    #[inline]
    pub fn edges_mut(&mut self, id: NodeId) -> &mut [Edge] {
        let half = &mut self.halves[(id.tag() & 1) as usize];
        let node = &half.nodes[id.index()];
        &mut half.edges[node.first as usize..node.first as usize + usize::from(node.edges)]
    }

    /// The child node of an edge, if it exists.
    pub fn child(&self, id: NodeId, edge: usize) -> Option<NodeId> {
        let child = self.edges(id)[edge].child;
        self.is_alive(child).then_some(child)
    }

    /// Adds a node.
    ///
    /// # Errors
    /// When the half is full.
    pub fn add_node(&mut self) -> Result<NodeId, Full> {
        self.put(Node::NEW)
    }

    fn put(&mut self, node: Node) -> Result<NodeId, Full> {
        let (tag, room) = (self.tag(), self.node_room);
        let half = &mut self.halves[(tag & 1) as usize];
        if half.nodes.len() >= room {
            return Err(Full);
        }
        half.nodes.push(node);
        Ok(NodeId::new(tag, half.nodes.len() - 1))
    }

    /// Adds the child node of an edge of a node in the current half.
    ///
    /// # Errors
    /// When the half is full.
    pub fn add_child(&mut self, id: NodeId, edge: usize) -> Result<NodeId, Full> {
        let child = self.add_node()?;
        self.edges_mut(id)[edge].child = child;
        Ok(child)
    }

    /// Adds the edges of a node in the current half, with their priors, in this order.
    ///
    /// # Errors
    /// When the half is full.
    pub fn expand(&mut self, id: NodeId, moves: &[(Move, f32)]) -> Result<(), Full> {
        let room = self.edge_room;
        let half = &mut self.halves[(id.tag() & 1) as usize];
        if half.edges.len() + moves.len() > room || moves.len() >= MAX_EDGES {
            return Err(Full);
        }
        let first = half.edges.len() as u32;
        half.edges.extend(moves.iter().map(|&(mv, prior)| Edge::new(mv, prior)));
        let node = &mut half.nodes[id.index()];
        (node.first, node.edges) = (first, moves.len() as u8);
        Ok(())
    }

    /// The child node of an edge, moved into the current half if necessary. `None` if it does not exist.
    ///
    /// # Errors
    /// When the half is full.
    pub fn fetch(&mut self, id: NodeId, edge: usize) -> Result<Option<NodeId>, Full> {
        let child = self.edges(id)[edge].child;
        if !self.is_alive(child) {
            return Ok(None);
        }
        if child.tag() == self.tag() {
            return Ok(Some(child));
        }
        let moved = self.move_over(child)?;
        self.edges_mut(id)[edge].child = moved;
        Ok(Some(moved))
    }

    /// The node in the current half, moved there if necessary.
    ///
    /// # Errors
    /// When the half is full.
    pub fn adopt(&mut self, id: NodeId) -> Result<NodeId, Full> {
        if id.tag() == self.tag() { Ok(id) } else { self.move_over(id) }
    }

    /// Counts only the subtree of a node from now on, taking the visits for its nodes. They are an upper bound: a visit
    /// that ends at a proven result or a repetition adds no node. Counting would take long in a large tree.
    pub fn count_below(&mut self, id: NodeId) {
        self.outside = self.stored().saturating_sub(self.node(id).visits as usize);
    }

    /// Moves the line of best moves behind an edge into the current half, as far as its nodes exist and while enough of
    /// the half is free for new nodes.
    pub fn keep_line(&mut self, mut id: NodeId, mut edge: usize) {
        while self.has_room_for_lines()
            && let Ok(Some(child)) = self.fetch(id, edge)
            && let Some(next) = best(self.edges(child), |edge| edge.visits > 0)
        {
            (id, edge) = (child, next);
        }
    }

    fn has_room_for_lines(&self) -> bool {
        let half = &self.halves[(self.tag() & 1) as usize];
        half.nodes.len() < self.node_room / LINES_SHARE
            && half.edges.len() < self.edge_room / LINES_SHARE
    }

    /// Copies a node from the previous half into the current one, without virtual losses, and the line of its best
    /// proven move.
    fn move_over(&mut self, id: NodeId) -> Result<NodeId, Full> {
        let (old, new) = match &mut self.halves {
            [even, odd] if id.tag() & 1 == 0 => (even, odd),
            [even, odd] => (odd, even),
        };
        let mut node = old.nodes[id.index()];
        let edges = node.first as usize..node.first as usize + usize::from(node.edges);
        if new.nodes.len() >= self.node_room || new.edges.len() + edges.len() > self.edge_room {
            return Err(Full);
        }
        node.first = new.edges.len() as u32;
        new.edges.extend_from_slice(&old.edges[edges]);
        for edge in &mut new.edges[node.first as usize..] {
            edge.running = 0;
            // Children from before the previous half are gone, and their ids will be reused.
            if edge.child.tag() != id.tag() {
                edge.child = NodeId::NONE;
            }
        }
        old.moved += 1;
        let moved = self.put(node)?;
        if let Some(edge) = best(self.edges(moved), |edge| edge.proof.is_known()) {
            // A line that finds no room is lost.
            let _ = self.fetch(moved, edge);
        }
        Ok(moved)
    }

    /// Clears the other half and makes it current, starting with the root. Returns the new id of the root.
    pub fn flip(&mut self, root: NodeId) -> NodeId {
        self.flips += 1;
        let half = &mut self.halves[(self.flips & 1) as usize];
        let cleared = half.nodes.len() - half.moved;
        let outside = cleared.min(self.outside);
        self.outside -= outside;
        self.discarded += (cleared - outside) as u64;
        half.nodes.clear();
        half.edges.clear();
        half.moved = 0;
        // An empty half has room for one node.
        self.move_over(root).unwrap_or(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Board;

    /// The twenty moves of the starting position, equally likely.
    fn moves_of_start() -> Vec<(Move, f32)> {
        Board::start().legal_moves().iter().map(|&mv| (mv, 0.05)).collect()
    }

    #[test]
    fn memory_stays_within_its_limit() {
        for bytes in [1 << 20, 3 << 20, 16 << 20] {
            let mut arena = Arena::new(bytes).unwrap();
            let taken = arena.bytes();
            assert!(taken <= bytes && taken > bytes * 9 / 10, "{taken} of {bytes}");
            let moves = moves_of_start();
            let mut root = arena.add_node().unwrap();
            arena.expand(root, &moves).unwrap();
            let mut flips = 0;
            for n in 0..50_000 {
                let edge = n % 20;
                let added = arena.add_child(root, edge);
                if added.and_then(|child| arena.expand(child, &moves)).is_err() {
                    root = arena.flip(root);
                    flips += 1;
                }
                assert!(arena.hashfull() <= 1000);
            }
            assert!(flips > 0 && arena.flips() == flips && arena.discarded() > 0);
            assert_eq!(arena.bytes(), taken, "after {flips} changes of the halves");
        }
        assert!(Arena::new(isize::MAX as usize / 2).is_err());
    }

    #[test]
    fn visited_nodes_are_moved_and_the_rest_discarded() {
        let mut arena = Arena::new(1 << 20).unwrap();
        let moves = moves_of_start();
        let root = arena.add_node().unwrap();
        arena.expand(root, &moves).unwrap();
        for edge in 0..3 {
            let child = arena.add_child(root, edge).unwrap();
            arena.node_mut(child).add(0.25 * edge as f32, 0.0);
            arena.expand(child, &moves[..2]).unwrap();
        }
        arena.edges_mut(root)[1].running = 7;
        let root = arena.flip(root);
        assert_eq!((arena.len(), arena.discarded()), (4, 0), "nothing is lost yet");
        let kept = arena.fetch(root, 1).unwrap().unwrap();
        assert!((arena.node(kept).q - 0.25).abs() < 1e-6);
        assert_eq!(arena.edges(kept).len(), 2);
        assert_eq!(arena.edges(root)[1].running, 0);
        assert_eq!(arena.fetch(root, 1), Ok(Some(kept)), "moved once");
        let root = arena.flip(root);
        assert_eq!(arena.discarded(), 2);
        assert_eq!(arena.fetch(root, 0), Ok(None));
        assert!(arena.fetch(root, 1).unwrap().is_some());
        // Its id is reused, but the old id is recognised as outdated.
        let root = arena.flip(root);
        let root = arena.flip(root);
        assert_eq!(arena.fetch(root, 1), Ok(None), "nobody came by for two changes");
        assert_eq!(arena.edges(root).len(), 20);
        arena.clear();
        assert!(arena.is_empty() && arena.hashfull() == 0);
    }

    #[test]
    fn nodes_of_moves_that_were_not_played_do_not_count() {
        let mut arena = Arena::new(1 << 20).unwrap();
        let moves = moves_of_start();
        let root = arena.add_node().unwrap();
        arena.expand(root, &moves).unwrap();
        for edge in 0..20 {
            let child = arena.add_child(root, edge).unwrap();
            arena.node_mut(child).add(0.5, 0.0);
        }
        let played = arena.child(root, 7).unwrap();
        arena.expand(played, &moves).unwrap();
        arena.add_child(played, 0).unwrap();
        arena.node_mut(played).add(0.5, 0.0);
        assert_eq!(arena.len(), 22);
        arena.count_below(played);
        assert_eq!((arena.len(), arena.discarded()), (2, 0));
        let root = arena.flip(played);
        let root = arena.flip(root);
        assert_eq!((arena.len(), arena.discarded()), (1, 1), "only the reply was lost");
        assert_eq!(arena.edges(root).len(), 20);
    }

    #[test]
    fn node_statistics_are_means() {
        let mut node = Node::NEW;
        for q in [1.0, 0.0, 0.5, 0.5] {
            node.add(q, 0.25);
        }
        assert_eq!((node.visits, node.q, node.draw), (4, 0.5, 0.25));
        assert!((node.square - 0.375).abs() < 1e-6);
        let mut edge = Edge::new(Board::start().legal_moves()[0], 0.3);
        edge.running = 2;
        edge.add(1.0);
        edge.add(0.0);
        assert_eq!((edge.visits, edge.q, edge.running), (2, 0.5, 0));
        assert!((edge.prior() - 0.3).abs() < 1e-4);
        assert!(Edge::new(edge.mv, 0.0).prior() > 0.0);
    }
}

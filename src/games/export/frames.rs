//! The pictures an animation of a game is made of: which positions, each for how long. A list of nodes; the pictures
//! themselves are made one after the other, so a long game needs no more memory than a short one.

use crate::game::tree::{GameTree, NodeId};

/// How long one move is shown that can be set, ms.
pub const DELAY_MS: std::ops::RangeInclusive<u32> = 100..=10_000;
/// Side of the board that can be set, pixels.
pub const SIZE_PX: std::ops::RangeInclusive<u32> = 160..=1200;
/// The last position stays so many times as long: it is where the eye wants to rest before it begins again.
const REST: u32 = 3;

/// One picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The position.
    pub node: NodeId,
    /// How long it is shown, ms.
    pub shown_ms: u32,
}

/// The pictures of a line through a node: from the start position to its end. A game without moves is one picture.
pub fn of_line(tree: &GameTree, node: NodeId, delay_ms: u32) -> Vec<Frame> {
    let delay = delay_ms.clamp(*DELAY_MS.start(), *DELAY_MS.end());
    let mut frames: Vec<Frame> =
        tree.line_through(node).into_iter().map(|node| Frame { node, shown_ms: delay }).collect();
    if let Some(last) = frames.last_mut() {
        last.shown_ms = delay * REST;
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::pgn_read;

    #[test]
    fn a_line_has_a_picture_for_each_position() {
        let tree = pgn_read::read_all("1. e4 e5 (1... c5 2. Nf3) 2. f4 *").remove(0).tree;
        let main = of_line(&tree, NodeId::ROOT, 500);
        assert_eq!(main.len(), 4);
        assert_eq!((main[0].shown_ms, main[3].shown_ms), (500, 1500));
        let c5 = tree.children(tree.main_line()[1])[1];
        assert_eq!(of_line(&tree, c5, 1).len(), 4, "through the variation to its end");
        assert_eq!(of_line(&tree, c5, 1)[0].shown_ms, 100);
        let none = pgn_read::read_all("[White \"A\"]\n\n*").remove(0).tree;
        assert_eq!(
            of_line(&none, NodeId::ROOT, 500),
            [Frame { node: NodeId::ROOT, shown_ms: 1500 }]
        );
    }
}

//! Each step in a sentence.

use crate::ladder::game::INFINITE;

use super::record::{Event, Open, Step};
use super::sapling::Sapling;

/// What happens in a step and why, for a person to read.
pub fn sentence(tree: &Sapling, step: &Step) -> String {
    let name = name(tree, step.node);
    let here = step.open.last();
    let (who, side) = if tree.is_max(step.node) { ("Max", "at least") } else { ("Min", "at most") };
    match step.event {
        Event::Enter if tree.nodes[step.node].value.is_some() => format!("Come to the leaf {name}"),
        Event::Enter => {
            let window = here.map_or(String::new(), |open| window(tree, open));
            format!("Come to {name}, where {who} is to move, with the window {window}")
        }
        Event::Leaf(value) => format!("The leaf {name} is worth {}", tree.value_text(value)),
        Event::Kept { child, value } => format!(
            "{} at {name} already has something as good as {}: {} changes nothing",
            who,
            tree.value_text(value),
            self::name(tree, child)
        ),
        Event::Better { child, value, narrows } => {
            let (child, value) = (self::name(tree, child), tree.value_text(value));
            let got = format!("{who} can have {value} at {name} by {child}");
            if !narrows {
                return format!("{got}, the best so far");
            }
            let bound = if who == "Max" { "alpha rises" } else { "beta falls" };
            format!("{got}: {bound} to {value}, for {name} is worth {side} that")
        }
        Event::Cut { left, deep } => {
            let moves =
                if left == 1 { "the last move".to_owned() } else { format!("{left} moves") };
            let other = if who == "Max" { "Min" } else { "Max" };
            let (bound, got) = here.map_or((0, 0), |open| {
                let bounds = (open.alpha, open.beta);
                let handed = if who == "Max" { bounds.1 } else { bounds.0 };
                (handed, open.best.unwrap_or(0))
            });
            let whence = if deep { "three plies up or more: a deep cut-off" } else { "one ply up" };
            format!(
                "{name} is worth {side} {}, but {other} has {} already, {whence}. {other} will not let it come to \
                 {name}, so {moves} there cannot matter",
                tree.value_text(got),
                tree.value_text(bound)
            )
        }
        Event::Leave(value) if step.node == 0 => {
            format!("The root is worth {}", tree.value_text(value))
        }
        Event::Leave(value) => format!("Leave {name} with {}", tree.value_text(value)),
    }
}

/// What a position is called: the moves that lead there.
pub fn name(tree: &Sapling, node: usize) -> String {
    if node == 0 {
        return "the root".to_owned();
    }
    if !tree.centipawns {
        return tree.nodes[node].label.clone();
    }
    let mut moves = Vec::new();
    let mut at = node;
    while let Some(parent) = tree.nodes[at].parent {
        moves.push(tree.nodes[at].label.as_str());
        at = parent;
    }
    moves.reverse();
    moves.join(" ")
}

/// A window as it is shown.
pub fn window(tree: &Sapling, open: &Open) -> String {
    let bound = |value: i32| match value {
        INFINITE => "+inf".to_owned(),
        value if value == -INFINITE => "-inf".to_owned(),
        value => tree.value_text(value),
    };
    format!("[{}, {}]", bound(open.alpha), bound(open.beta))
}

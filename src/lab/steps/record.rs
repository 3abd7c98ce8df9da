//! Minimax and alpha-beta recorded step by step, with the window of each open node, and each step in a sentence. Values
//! are from Max's view, as they are shown. Tests compare it with the ladder's searches.

use tabia_engine::search::score::Bound;
use tabia_text::t;

use super::toy_tree::ToyTree;
use crate::ladder::game::INFINITE;

/// What happens in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A position is entered.
    Enter,
    Leaf(i32),
    /// A move's value is returned to its parent and changes nothing there.
    NoChange {
        /// The move's position.
        child: usize,
        /// Its value or a bound of it.
        value: i32,
    },
    /// A move's value is returned and is the best so far: Max's alpha rises or Min's beta falls, unless the inherited
    /// bound is better.
    Better {
        /// The move's position.
        child: usize,
        value: i32,
        /// Whether the window became narrower.
        narrows: bool,
    },
    /// Cut-off: the remaining moves cannot matter.
    Cut {
        /// Number of moves skipped.
        left: usize,
        /// The bound that was reached comes from three plies above or more.
        deep: bool,
    },
    /// A position is finished with this value, or only a bound of its value is known.
    Return(i32, Bound),
}

/// The window of an open position, Max's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenNode {
    /// The position.
    pub node: usize,
    /// Max's guaranteed value; `-INFINITE` for none.
    pub alpha: i32,
    /// Min's guaranteed value; `INFINITE` for none.
    pub beta: i32,
    /// The best value of its own moves so far.
    pub best: Option<i32>,
    /// Whether the search has windows at all; minimax has none.
    pub has_window: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub node: usize,
    pub event: Event,
    /// All open positions after it, the root first.
    pub open: Vec<OpenNode>,
}

/// A recorded search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    pub steps: Vec<Step>,
    /// The root's value, Max's view.
    pub value: i32,
    /// Positions visited.
    pub visited: usize,
}

/// The state of a position after a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// Not visited yet.
    #[default]
    Unvisited,
    /// Being searched.
    Open,
    /// Done, with this value or bound.
    Done(i32, Bound),
    /// Cut off.
    Cut,
}

/// Both searches of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedSearches {
    pub tree: ToyTree,
    pub alpha_beta: Recording,
    /// Minimax, which visits everything.
    pub minimax: Recording,
}

impl RecordedSearches {
    /// Searches a tree both ways.
    pub fn new(tree: ToyTree) -> RecordedSearches {
        let alpha_beta = Recorder::run(&tree, true);
        let minimax = Recorder::run(&tree, false);
        RecordedSearches { tree, alpha_beta, minimax }
    }

    /// Positions that alpha-beta does not visit.
    pub fn saved(&self) -> usize {
        self.minimax.visited - self.alpha_beta.visited
    }

    /// The positions left out by the next cut-off after this step of alpha-beta, those below them not included, and
    /// the step at which it happens.
    pub fn next_cut(&self, after: usize) -> Option<(usize, Vec<usize>)> {
        let steps = &self.alpha_beta.steps;
        let (at, step, left) =
            steps.iter().enumerate().skip(after + 1).find_map(|(at, step)| match step.event {
                Event::Cut { left, .. } => Some((at, step, left)),
                _ => None,
            })?;
        let children = &self.tree.nodes[step.node].children;
        Some((at, children[children.len() - left..].to_vec()))
    }
}

impl Recording {
    /// The state of every position after this step.
    pub fn statuses(&self, tree: &ToyTree, after: usize) -> Vec<Status> {
        let mut statuses = vec![Status::Unvisited; tree.nodes.len()];
        for step in self.steps.iter().take(after + 1) {
            match step.event {
                Event::Enter => statuses[step.node] = Status::Open,
                Event::Leaf(value) => statuses[step.node] = Status::Done(value, Bound::Exact),
                Event::Return(value, bound) => statuses[step.node] = Status::Done(value, bound),
                Event::Cut { left, .. } => {
                    let children = &tree.nodes[step.node].children;
                    for &child in &children[children.len() - left..] {
                        for node in tree.below(child) {
                            statuses[node] = Status::Cut;
                        }
                    }
                }
                Event::NoChange { .. } | Event::Better { .. } => {}
            }
        }
        statuses
    }
}

/// A search under way.
struct Recorder<'a> {
    tree: &'a ToyTree,
    /// Whether it is alpha-beta; otherwise minimax.
    cuts: bool,
    open: Vec<OpenNode>,
    steps: Vec<Step>,
    visited: usize,
}

impl Recorder<'_> {
    fn run(tree: &ToyTree, cuts: bool) -> Recording {
        let mut recorder = Recorder { tree, cuts, open: Vec::new(), steps: Vec::new(), visited: 0 };
        let value = recorder.search(0, -INFINITE, INFINITE);
        Recording { steps: recorder.steps, value, visited: recorder.visited }
    }

    fn step(&mut self, node: usize, event: Event) {
        self.steps.push(Step { node, event, open: self.open.clone() });
    }

    /// Alpha-beta with two players: Max raises alpha, Min lowers beta, and the search of a node ends when they meet.
    fn search(&mut self, node: usize, mut alpha: i32, mut beta: i32) -> i32 {
        let initial_window = (alpha, beta);
        self.visited += 1;
        self.open.push(OpenNode { node, alpha, beta, best: None, has_window: self.cuts });
        let depth = self.open.len() - 1;
        self.step(node, Event::Enter);
        if let Some(value) = self.tree.nodes[node].value {
            self.open.pop();
            self.step(node, Event::Leaf(value));
            return value;
        }
        let max = self.tree.is_max(node);
        let children = self.tree.nodes[node].children.clone();
        let mut best: Option<i32> = None;
        for (number, &child) in children.iter().enumerate() {
            let value = self.search(child, alpha, beta);
            let better = best.is_none_or(|best| if max { value > best } else { value < best });
            let before = (alpha, beta);
            if better {
                best = Some(value);
                if self.cuts && max {
                    alpha = alpha.max(value);
                } else if self.cuts {
                    beta = beta.min(value);
                }
            }
            self.open[depth] = OpenNode { node, alpha, beta, best, has_window: self.cuts };
            let narrows = (alpha, beta) != before;
            let event = if better {
                Event::Better { child, value, narrows }
            } else {
                Event::NoChange { child, value }
            };
            self.step(node, event);
            let left = children.len() - number - 1;
            if alpha >= beta {
                if left > 0 {
                    let bound = if max { initial_window.1 } else { initial_window.0 };
                    let deep = self.is_deep(depth, bound);
                    self.step(node, Event::Cut { left, deep });
                }
                break;
            }
        }
        let value = best.unwrap_or(0);
        let bound = match value {
            value if value >= initial_window.1 => Bound::Lower,
            value if value <= initial_window.0 => Bound::Upper,
            _ => Bound::Exact,
        };
        self.open.pop();
        self.step(node, Event::Return(value, bound));
        value
    }

    /// Whether a bound reached at this depth of the open positions was not found by the parent's own moves.
    fn is_deep(&self, depth: usize, bound: i32) -> bool {
        depth.checked_sub(1).is_some_and(|above| self.open[above].best != Some(bound))
    }
}

/// What happens in a step and why, as text.
pub fn sentence(tree: &ToyTree, step: &Step) -> String {
    let name = name(tree, step.node);
    let here = step.open.last();
    let who = who(tree, step.node);
    let max = tree.is_max(step.node);
    match step.event {
        Event::Enter if tree.nodes[step.node].value.is_some() => {
            t!("alpha-beta-enter-leaf", node = name)
        }
        Event::Enter => {
            let window = here.and_then(|open| window(tree, open));
            let window = window.as_deref().unwrap_or("none");
            t!("alpha-beta-enter", node = name, who = who, window = window)
        }
        Event::Leaf(value) => t!("alpha-beta-leaf", node = name, value = tree.value_text(value)),
        Event::NoChange { child, value } => t!(
            "alpha-beta-no-change",
            who = who,
            node = name,
            value = tree.value_text(value),
            child = self::name(tree, child)
        ),
        Event::Better { child, value, narrows } => {
            let (child, value) = (self::name(tree, child), tree.value_text(value));
            match (narrows, max) {
                (false, _) => {
                    t!("alpha-beta-better", who = who, value = value, node = name, child = child)
                }
                (true, true) => {
                    t!("alpha-beta-better-max", value = value, node = name, child = child)
                }
                (true, false) => {
                    t!("alpha-beta-better-min", value = value, node = name, child = child)
                }
            }
        }
        Event::Cut { left, deep } => {
            let (bound, got) = here.map_or((0, 0), |open| {
                let handed = if max { open.beta } else { open.alpha };
                (handed, open.best.unwrap_or(0))
            });
            let (value, bound) = (tree.value_text(got), tree.value_text(bound));
            match (max, deep) {
                (true, false) => {
                    t!("alpha-beta-cut-max", node = name, value = value, bound = bound, n = left)
                }
                (true, true) => t!(
                    "alpha-beta-cut-max-deep",
                    node = name,
                    value = value,
                    bound = bound,
                    n = left
                ),
                (false, false) => {
                    t!("alpha-beta-cut-min", node = name, value = value, bound = bound, n = left)
                }
                (false, true) => t!(
                    "alpha-beta-cut-min-deep",
                    node = name,
                    value = value,
                    bound = bound,
                    n = left
                ),
            }
        }
        Event::Return(value, _) if step.node == 0 => {
            t!("alpha-beta-leave-root", value = tree.value_text(value))
        }
        Event::Return(value, bound) => {
            let value = format!("{}{}", bound.sign(), tree.value_text(value));
            t!("alpha-beta-leave", node = name, value = value)
        }
    }
}

/// Who is to move in a position.
pub fn who(tree: &ToyTree, node: usize) -> &'static str {
    if tree.is_max(node) { t!("alpha-beta-max") } else { t!("alpha-beta-min") }
}

/// The name of a position: the moves that lead there, or `root`, which messages translate.
pub fn name(tree: &ToyTree, node: usize) -> String {
    if node == 0 {
        return "root".to_owned();
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

/// Its window as text; minimax has none.
pub fn window(tree: &ToyTree, open: &OpenNode) -> Option<String> {
    let bound = |value: i32| match value {
        INFINITE => "∞".to_owned(),
        value if value == -INFINITE => "−∞".to_owned(),
        value => tree.value_text(value),
    };
    open.has_window.then(|| format!("[{}, {}]", bound(open.alpha), bound(open.beta)))
}

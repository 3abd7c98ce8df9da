//! The move list as a sequence of blocks: rows of the main line, and pieces of the text between them. Built once for
//! each state of the game, whatever its size and however deeply its variations are nested; only what is visible is
//! drawn.
//!
//! A Fenwick tree of the blocks' heights finds those a frame draws (`heights`). Blocks not seen yet have estimated
//! heights; the visible part stays in place when the real heights differ.

use tabia_chess::Color;
use tabia_games::game::comment;
use tabia_games::game::tree::{GameTree, NodeId};

/// A longer variation is cut into pieces of about this many words, each drawn separately.
const MAX_WORDS: usize = 60;
/// Number of characters of a comment that count as a word.
const WORD: usize = 8;
/// Characters shown of a comment; the editor shows the rest.
pub(super) const SHOWN: usize = 600;

/// A part of the list that is drawn or skipped as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// A row of the main line.
    Row {
        /// White's move and Black's.
        columns: [Option<NodeId>; 2],
        /// The main line continues below.
        goes_on: bool,
    },
    /// The comment after a move of the main line.
    Comment(NodeId),
    /// Words of a variation, a half-open range of indices into [`Flow::words`].
    Words(u32, u32),
    /// An unreadable line after a move, by its index there.
    Unread(NodeId, usize),
    /// How the game ended.
    Result,
}

/// A word of a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A move, and whether its number is shown even if it is Black's.
    Move(NodeId, bool),
    /// The comment after a move, or before it.
    Comment(NodeId, bool),
    /// An unreadable line after a move, by its index there.
    Unread(NodeId, usize),
    /// Start of a nested variation.
    Open,
    /// End of a nested variation.
    Close,
}

/// The whole list.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    pub(super) blocks: Vec<Block>,
    pub(super) words: Vec<Word>,
    /// By node number: its block plus one; 0 for nodes that are not in the list.
    places: Vec<u32>,
}

impl Flow {
    /// The list of a game. `result` is shown below; a comment after the last move that says no more is left out.
    pub(super) fn new(tree: &GameTree, result: Option<&str>) -> Flow {
        let mut flow = Flow::default();
        if has_comment(tree, NodeId::ROOT) {
            flow.blocks.push(Block::Comment(NodeId::ROOT));
        }
        flow.main_line(tree, result.unwrap_or_default());
        if result.is_some() {
            flow.blocks.push(Block::Result);
        }
        flow
    }

    /// The block that contains a node.
    pub(super) fn place(&self, node: NodeId) -> Option<usize> {
        (*self.places.get(node.index())? as usize).checked_sub(1)
    }

    /// The words of a block.
    pub(super) fn words_of(&self, from: u32, to: u32) -> &[Word] {
        self.words.get(from as usize..to as usize).unwrap_or_default()
    }

    /// Records that a node is in the next block.
    fn note(&mut self, node: NodeId) {
        let index = node.index();
        if self.places.len() <= index {
            self.places.resize(index + 1, 0);
        }
        self.places[index] = self.blocks.len() as u32 + 1;
    }

    fn main_line(&mut self, tree: &GameTree, result: &str) {
        let mut at = tree.next(NodeId::ROOT);
        let mut last = NodeId::ROOT;
        while let Some(node) = at {
            let white = tree.mover(node) == Color::White;
            let next = tree.next(node).filter(|_| white && !interrupts(tree, node));
            let columns = if white { [Some(node), next] } else { [None, Some(node)] };
            columns.into_iter().flatten().for_each(|shown| self.note(shown));
            last = next.unwrap_or(node);
            at = tree.next(next.unwrap_or(node));
            // Dots stand for the continuation after interposed text.
            let goes_on = next.is_some() || at.is_some();
            self.blocks.push(Block::Row { columns, goes_on });
            for shown in columns.into_iter().flatten() {
                self.after(tree, shown, result);
            }
        }
        self.unread(tree, last);
    }

    /// The unreadable lines after a move of the main line.
    fn unread(&mut self, tree: &GameTree, node: NodeId) {
        let lines = 0..tree.unread(node).len();
        self.blocks.extend(lines.map(|number| Block::Unread(node, number)));
    }

    /// Comment and variations after a move of the main line.
    fn after(&mut self, tree: &GameTree, node: NodeId, result: &str) {
        let reason = result.rsplit_once(" · ").map_or(result, |(_, reason)| reason);
        let repeats = tree.next(node).is_none() && tree.notes(node).words() == reason;
        if has_comment(tree, node) && !repeats {
            self.blocks.push(Block::Comment(node));
        }
        for &variation in siblings(tree, node) {
            self.variation(tree, variation);
        }
        if let Some(parent) = tree.parent(node) {
            self.unread(tree, parent);
        }
    }

    /// A variation with its nested ones in brackets. Not recursive: nesting can be as deep as the game is long.
    fn variation(&mut self, tree: &GameTree, first: NodeId) {
        enum Task {
            /// A line from a node on; `true` at the start of its variation.
            Line(NodeId, bool),
            Open,
            Close,
        }
        let mut piece = Piece { from: self.words.len(), weight: 0 };
        let mut tasks = vec![Task::Line(first, true)];
        while let Some(task) = tasks.pop() {
            let (node, begins) = match task {
                Task::Open => {
                    piece.push(self, Word::Open, 1);
                    continue;
                }
                Task::Close => {
                    piece.push(self, Word::Close, 1);
                    continue;
                }
                Task::Line(node, begins) => (node, begins),
            };
            let (mut at, mut begins, mut numbered) = (Some(node), begins, true);
            while let Some(node) = at {
                numbered = piece.one_move(self, tree, node, numbered);
                at = tree.next(node);
                if at.is_none() {
                    piece.unread(self, tree, node);
                }
                if let Some(parent) = tree.parent(node).filter(|_| !begins) {
                    piece.unread(self, tree, parent);
                }
                let others = if begins { &[][..] } else { siblings(tree, node) };
                begins = false;
                if !others.is_empty() {
                    tasks.extend(at.take().map(|next| Task::Line(next, false)));
                    for &other in others.iter().rev() {
                        tasks.extend([Task::Close, Task::Line(other, true), Task::Open]);
                    }
                }
            }
        }
        piece.end(self);
    }
}

/// The piece of a variation that is being filled.
struct Piece {
    from: usize,
    weight: usize,
}

impl Piece {
    fn push(&mut self, flow: &mut Flow, word: Word, weight: usize) {
        // A closing bracket stays with what it closes.
        if self.weight >= MAX_WORDS && word != Word::Close || self.weight >= 2 * MAX_WORDS {
            self.end(flow);
        }
        flow.words.push(word);
        self.weight += weight;
    }

    /// A move with its texts. Returns whether the next one needs its number again.
    fn one_move(
        &mut self,
        flow: &mut Flow,
        tree: &GameTree,
        node: NodeId,
        mut numbered: bool,
    ) -> bool {
        let weight = |text: &str| text.len().min(SHOWN).div_ceil(WORD);
        let (lead, words) = (tree.lead(node), tree.notes(node).words());
        if !comment::shown(lead).is_empty() {
            self.push(flow, Word::Comment(node, true), weight(lead));
            numbered = true;
        }
        self.push(flow, Word::Move(node, numbered), 1);
        flow.note(node);
        let commented = !words.is_empty();
        if commented {
            self.push(flow, Word::Comment(node, false), weight(&words));
        }
        commented
    }

    /// The unreadable lines after a move.
    fn unread(&mut self, flow: &mut Flow, tree: &GameTree, node: NodeId) {
        for (number, text) in tree.unread(node).iter().enumerate() {
            self.push(flow, Word::Unread(node, number), text.len().min(SHOWN).div_ceil(WORD));
        }
    }

    fn end(&mut self, flow: &mut Flow) {
        let to = flow.words.len();
        if to > self.from {
            flow.blocks.push(Block::Words(self.from as u32, to as u32));
        }
        (self.from, self.weight) = (to, 0);
    }
}

/// Whether the comment after a move contains text for people.
fn has_comment(tree: &GameTree, node: NodeId) -> bool {
    !tree.notes(node).words().is_empty()
}

/// Whether something is shown between this move of the main line and the next one.
fn interrupts(tree: &GameTree, node: NodeId) -> bool {
    has_comment(tree, node)
        || !siblings(tree, node).is_empty()
        || tree.parent(node).is_some_and(|parent| !tree.unread(parent).is_empty())
}

/// The alternatives to a main continuation; none for other moves.
fn siblings(tree: &GameTree, node: NodeId) -> &[NodeId] {
    let all = tree.parent(node).map_or(&[][..], |parent| tree.children(parent));
    match all.split_first() {
        Some((first, others)) if *first == node => others,
        _ => &[],
    }
}

/// Heights with the gaps below them, and their sums as a Fenwick tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    each: Vec<f32>,
    /// `sums[i]` is the sum of the `i & -i` heights up to the `i`th, counted from 1. In double precision: a hundred
    /// thousand rows are millions of points.
    sums: Vec<f64>,
}

impl Heights {
    pub(super) fn new(each: Vec<f32>) -> Heights {
        let mut sums = vec![0.0; each.len() + 1];
        for (at, &height) in each.iter().enumerate() {
            let number = at + 1;
            sums[number] += f64::from(height);
            let above = number + lowest_bit(number);
            if above < sums.len() {
                sums[above] += sums[number];
            }
        }
        Heights { each, sums }
    }

    /// Number of heights.
    pub(super) fn len(&self) -> usize {
        self.each.len()
    }

    /// The height at an index.
    pub(super) fn get(&self, at: usize) -> f32 {
        self.each.get(at).copied().unwrap_or(0.0)
    }

    /// Changes a height, and returns the difference.
    pub(super) fn set(&mut self, at: usize, height: f32) -> f32 {
        let Some(old) = self.each.get_mut(at) else { return 0.0 };
        let more = height - *old;
        *old = height;
        let mut number = at + 1;
        while number < self.sums.len() {
            self.sums[number] += f64::from(more);
            number += lowest_bit(number);
        }
        more
    }

    /// Where the block at this index starts: the sum of all heights before it.
    pub(super) fn top(&self, at: usize) -> f32 {
        let mut number = at.min(self.len());
        let mut sum = 0.0;
        while number > 0 {
            sum += self.sums[number];
            number -= lowest_bit(number);
        }
        sum as f32
    }

    /// The sum of all heights.
    pub(super) fn total(&self) -> f32 {
        self.top(self.len())
    }

    /// The index of the block at this y; the last one for a y below all.
    pub(super) fn at(&self, y: f32) -> usize {
        let (mut number, mut left) = (0, f64::from(y));
        let mut step = self.sums.len().next_power_of_two();
        while step > 0 {
            let next = number + step;
            if next < self.sums.len() && self.sums[next] <= left {
                (number, left) = (next, left - self.sums[next]);
            }
            step /= 2;
        }
        number.min(self.len().saturating_sub(1))
    }
}

fn lowest_bit(number: usize) -> usize {
    number & number.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_games::game::pgn_read::read_all;

    fn tree(text: &str) -> GameTree {
        read_all(text).remove(0).tree
    }

    fn text(tree: &GameTree, flow: &Flow) -> Vec<String> {
        let san = |node: &NodeId| tree.san(*node).to_owned();
        let word = |word: &Word| match word {
            Word::Move(node, numbered) => {
                format!("{}{}", if *numbered { "#" } else { "" }, san(node))
            }
            Word::Comment(node, true) => format!("<{}", tree.lead(*node)),
            Word::Comment(node, false) => format!(">{}", tree.comment(*node)),
            Word::Unread(node, number) => format!("?{}", tree.unread(*node)[*number]),
            Word::Open => "(".to_owned(),
            Word::Close => ")".to_owned(),
        };
        let block = |block: &Block| match block {
            Block::Row { columns, goes_on } => {
                let cells = columns.map(|cell| cell.map_or("-".to_owned(), |node| san(&node)));
                format!("{}{}", cells.join(" "), if *goes_on { "" } else { "." })
            }
            Block::Comment(node) => format!(">{}", tree.comment(*node)),
            Block::Words(from, to) => {
                flow.words_of(*from, *to).iter().map(word).collect::<Vec<_>>().join(" ")
            }
            Block::Unread(node, number) => format!("?{}", tree.unread(*node)[*number]),
            Block::Result => "end".to_owned(),
        };
        flow.blocks.iter().map(block).collect()
    }

    #[test]
    fn a_comment_that_only_repeats_the_end_is_left_out() {
        let tree = tree("1. e4 {on time} e5 {White wins on time} 1-0");
        let shown = |result: &str| text(&tree, &Flow::new(&tree, Some(result)));
        let first = ["e4 -", ">on time"];
        let whole = [&first[..], &["- e5.", ">White wins on time", "end"]].concat();
        assert_eq!(shown("1-0 · Black resigns"), whole);
        assert_eq!(shown("1-0 · White wins on time"), [&first[..], &["- e5.", "end"]].concat());
        assert_eq!(shown("1-0 · Or so: White wins on time"), whole, "not the end of the reason");
    }

    #[test]
    fn rows_comments_and_variations_stand_as_they_are_read() {
        let game = "{intro} 1. e4 {best} e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6) 3. exd5) 2... d6 {good}) \
                    (1... e6) 2. Nf3 Nc6 3. Bb5 1-0";
        let tree = tree(game);
        let flow = Flow::new(&tree, Some("1-0"));
        assert_eq!(
            text(&tree, &flow),
            [
                ">intro",
                "e4 -",
                ">best",
                "- e5",
                "#c5 Nf3 ( #c3 d5 ( #Nf6 ) #exd5 ) #d6 >good",
                "#e6",
                "Nf3 Nc6",
                "Bb5 -.",
                "end"
            ]
        );
        for node in tree.ids().skip(1) {
            let block = flow.blocks[flow.place(node).unwrap()];
            let here = match block {
                Block::Row { columns, .. } => columns.contains(&Some(node)),
                Block::Words(from, to) => flow
                    .words_of(from, to)
                    .iter()
                    .any(|word| matches!(word, Word::Move(shown, _) if *shown == node)),
                _ => false,
            };
            assert!(here, "{}", tree.san(node));
        }
        assert_eq!(flow.place(NodeId::ROOT), None);
    }

    #[test]
    fn what_could_not_be_read_stands_where_it_stood() {
        let tree = tree("1. e4 (1. d4 d5 2. Kd8 (x) y) (1. Qa5 b) e5 2. Nf6 Nc6 {long} 3. Bb5 1-0");
        assert_eq!(
            text(&tree, &Flow::new(&tree, Some("1-0"))),
            [
                "e4 -",
                "#d4 d5 ?2. Kd8 (x) y",
                "?1. Qa5 b",
                "- e5.",
                "?2. Nf6 Nc6 {long} 3. Bb5",
                "end"
            ]
        );
    }

    #[test]
    fn long_and_deep_variations_are_cut_into_pieces() {
        let mut deep = String::from("1. Nf3 Nf6 (1... ");
        let moves = ["Nc6", "Nc3", "Nb8", "Nb1"];
        for ply in 0..2_000 {
            deep.push_str(moves[ply % 4]);
            deep.push_str(if ply % 50 == 49 { " (Na6) " } else { " " });
        }
        let tree = tree(&format!("{deep}) 1/2-1/2"));
        let flow = Flow::new(&tree, None);
        let most = flow.blocks.iter().map(|block| match block {
            Block::Words(from, to) => to - from,
            _ => 1,
        });
        assert!(most.max().unwrap() as usize <= 2 * MAX_WORDS);
        assert!(flow.blocks.len() > 2_000 / MAX_WORDS, "{}", flow.blocks.len());
        let moves = flow.words.iter().filter(|word| matches!(word, Word::Move(..))).count();
        assert_eq!(moves, tree.len() - 3);
    }

    #[test]
    fn nesting_as_deep_as_the_game_is_long_overflows_nothing() {
        // 1. Nc3 (1. Nf3 Nc6 (1... Nf6 2. Nc3 (2. Ng1 ...
        let mut tree = GameTree::new(tabia_chess::Board::start());
        let mut at = NodeId::ROOT;
        let round = [["b1c3", "g1f3"], ["b8c6", "g8f6"], ["b1c3", "f3g1"], ["b8c6", "f6g8"]];
        for ply in 0..20_000 {
            for text in round[ply % 4] {
                let mv = tabia_chess::uci_move::parse(tree.board(at), text).unwrap();
                let node = tree.add_move(at, mv).unwrap();
                at = if text == round[ply % 4][1] { node } else { at };
            }
        }
        let flow = Flow::new(&tree, None);
        let count =
            |wanted: fn(&Word) -> bool| flow.words.iter().filter(|word| wanted(word)).count();
        assert_eq!(count(|word| matches!(word, Word::Move(..))), 40_000 - 1);
        assert_eq!(count(|word| *word == Word::Close), 20_000 - 1);
        assert!(flow.place(at).is_some());
    }

    #[test]
    fn places_and_sums_agree_with_adding_up() {
        let mut each: Vec<f32> = (0..1000).map(|n| (n * 7 % 13 + 1) as f32).collect();
        let mut heights = Heights::new(each.clone());
        for change in 0..200 {
            let at = change * 37 % 1000;
            each[at] = (change % 17 + 1) as f32;
            heights.set(at, each[at]);
        }
        let mut top = 0.0;
        for (at, &height) in each.iter().enumerate() {
            assert!(
                (heights.top(at) - top).abs() < 1e-3 && (heights.get(at) - height).abs() < 1e-6
            );
            assert_eq!((heights.at(top), heights.at(top + height * 0.9)), (at, at));
            top += height;
        }
        assert!((heights.total() - top).abs() < 1e-3);
        assert_eq!((heights.at(-5.0), heights.at(1e9)), (0, 999));
        assert_eq!((Heights::default().total() as i32, Heights::default().at(3.0)), (0, 0));
    }
}

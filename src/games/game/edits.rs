//! What can be done to a game tree, with undo and redo of all of it: moves, variations, comments, glyphs,
//! shapes, another game merged in. It keeps steps, not copies: an edit costs what it changes.
//!
//! ```
//! use tabia_chess::{Board, Square};
//! use tabia_games::game::edits::Edits;
//! use tabia_games::game::tree::{GameTree, NodeId};
//! let mut tree = GameTree::new(Board::start());
//! let mut edits = Edits::default();
//! let e4 = Board::start().find_move(Square::E2, Square::E4, None).unwrap();
//! let node = edits.add_move(&mut tree, NodeId::ROOT, e4).unwrap();
//! edits.set_comment(&mut tree, node, "best by test");
//! assert_eq!(edits.undo_text().as_deref(), Some("Comment"));
//! edits.undo(&mut tree);
//! assert_eq!(edits.undo(&mut tree).unwrap().text(), "Add e4");
//! assert!(tree.is_empty());
//! edits.redo(&mut tree);
//! assert_eq!(tree.san(node), "e4");
//! ```

use std::collections::{HashMap, HashSet, VecDeque};

use super::annotation::{Nag, Shape};
use super::comment;
use super::rewind::Rewind;
use super::tree::{GameTree, NodeId, Notes};
use tabia_chess::{IllegalMove, Move};
use tabia_text::{Phrase, phrase, t};

/// Edits kept for undo; older ones can no longer be taken back.
pub const MAX_EDITS: usize = 1000;

/// One thing that was done, and the way back.
#[derive(Clone, Debug)]
pub struct Edit<S = ()> {
    /// In words, such as "Delete from Nf3".
    pub what: Phrase,
    /// The tree as it was, or as it will be when it is done again.
    pub way: Rewind,
    /// What goes along with that state of the tree.
    pub with: S,
}

/// Which way one goes through the edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Undo.
    Undo,
    /// Redo.
    Redo,
}

/// The edits of one tree that can be taken back and made again, each with what else goes along with it. Edits of the
/// tree made past it, other than added nodes and changed notes, leave steps behind that fit no more; those change
/// nothing.
#[derive(Clone, Debug)]
pub struct Edits<S = ()> {
    past: Vec<Edit<S>>,
    future: Vec<Edit<S>>,
}

impl Default for Edits {
    fn default() -> Edits {
        Edits::new()
    }
}

/// Two games that cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", t!("library-merge-refused", found = found.as_str()))]
pub struct MergeError {
    /// The start position of the other game, as FEN.
    pub found: String,
}

impl<S> Edits<S> {
    /// None yet.
    pub fn new() -> Edits<S> {
        Edits { past: Vec::new(), future: Vec::new() }
    }

    /// What undo would take back.
    pub fn undo_text(&self) -> Option<String> {
        self.past.last().map(|edit| edit.what.text())
    }

    /// What redo would make again.
    pub fn redo_text(&self) -> Option<String> {
        self.future.last().map(|edit| edit.what.text())
    }

    /// Those that can be taken back, the newest last.
    pub fn past(&self) -> &[Edit<S>] {
        &self.past
    }

    /// The last edit that was made.
    pub fn last_mut(&mut self) -> Option<&mut Edit<S>> {
        self.past.last_mut()
    }

    fn stack(&mut self, turn: Direction) -> &mut Vec<Edit<S>> {
        match turn {
            Direction::Undo => &mut self.past,
            Direction::Redo => &mut self.future,
        }
    }

    /// The edit whose turn it is.
    pub fn next(&self, turn: Direction) -> Option<&Edit<S>> {
        match turn {
            Direction::Undo => self.past.last(),
            Direction::Redo => self.future.last(),
        }
    }

    /// Takes out the edit whose turn it is.
    pub fn take(&mut self, turn: Direction) -> Option<Edit<S>> {
        self.stack(turn).pop()
    }

    /// Puts an edit where `turn` will find it.
    pub fn put(&mut self, turn: Direction, edit: Edit<S>) {
        self.stack(turn).push(edit);
    }

    /// Keeps what `keep` says of the newest edits of each direction, at most [`MAX_EDITS`].
    pub fn limit_len(&mut self, keep: impl Fn(&[Edit<S>]) -> usize) {
        for edits in [&mut self.past, &mut self.future] {
            let kept = keep(edits).min(MAX_EDITS).min(edits.len());
            edits.drain(..edits.len() - kept);
        }
    }

    /// Notes an edit that was made. What was undone before cannot be done again.
    pub fn push(&mut self, edit: Edit<S>) {
        self.future.clear();
        self.past.push(edit);
        if self.past.len() > MAX_EDITS {
            self.past.remove(0);
        }
    }
}

impl Edits {
    /// Takes the last edit back and says what it was.
    pub fn undo(&mut self, tree: &mut GameTree) -> Option<Phrase> {
        self.turn(Direction::Undo, Direction::Redo, tree)
    }

    /// Makes the last undone edit again and says what it is.
    pub fn redo(&mut self, tree: &mut GameTree) -> Option<Phrase> {
        self.turn(Direction::Redo, Direction::Undo, tree)
    }

    fn turn(&mut self, from: Direction, to: Direction, tree: &mut GameTree) -> Option<Phrase> {
        let Edit { what, way, with } = self.take(from)?;
        let way = way.turn(tree);
        self.put(to, Edit { what: what.clone(), way, with });
        Some(what)
    }
}

impl<S: Default> Edits<S> {
    /// Notes an edit that was made; `steps` undo it.
    fn record_steps(&mut self, what: impl Into<Phrase>, steps: Vec<Step>) {
        self.push(Edit { what: what.into(), way: Rewind::by(steps), with: S::default() });
    }

    fn make(&mut self, tree: &mut GameTree, what: impl Into<Phrase>, step: Step) {
        let back = tree.step(step);
        self.record_steps(what, vec![back]);
    }

    /// The same where the step may change which of the moves behind `parent` is the main continuation.
    fn rearrange(&mut self, tree: &mut GameTree, what: Phrase, parent: NodeId, step: Step) {
        let mut back = vec![tree.step(step)];
        back.extend(tree.settle_lead(parent));
        back.reverse();
        self.record_steps(what, back);
    }

    /// Adds a move, or finds it where it is.
    ///
    /// # Errors
    /// If the move is not legal there.
    pub fn add_move(
        &mut self,
        tree: &mut GameTree,
        at: NodeId,
        mv: Move,
    ) -> Result<NodeId, IllegalMove> {
        let nodes = tree.len();
        let node = tree.add_move(at, mv)?;
        if tree.len() > nodes {
            self.record_steps(
                phrase!("study-undo-add", san = tree.san(node)),
                vec![Step::Detach(node)],
            );
        }
        Ok(node)
    }

    /// Adds a null move, or finds it where it is; `None` in check.
    pub fn add_null(&mut self, tree: &mut GameTree, at: NodeId) -> Option<NodeId> {
        let nodes = tree.len();
        let node = tree.add_null(at)?;
        if tree.len() > nodes {
            self.record_steps(phrase!("study-undo-null-move"), vec![Step::Detach(node)]);
        }
        Some(node)
    }

    /// Makes the nearest variation a node belongs to the main continuation at its branching point. Says
    /// whether anything changed, as all edits do.
    pub fn promote(&mut self, tree: &mut GameTree, node: NodeId) -> bool {
        let head = in_tree(tree, node).and_then(|node| tree.variation_head(node));
        let Some((head, parent)) = head.and_then(|head| Some((head, tree.parent(head)?))) else {
            return false;
        };
        self.rearrange(tree, phrase!("study-undo-promote"), parent, Step::Place(head, 0));
        true
    }

    /// Makes the line of a node the main line, at every branching point on the way.
    pub fn promote_to_main(&mut self, tree: &mut GameTree, node: NodeId) -> bool {
        if in_tree(tree, node).is_none() {
            return false;
        }
        let back = tree.promote_to_main(node);
        let changed = !back.is_empty();
        if changed {
            self.record_steps(phrase!("study-undo-main-line"), back);
        }
        changed
    }

    /// Moves the nearest variation a node belongs to, or at the main line the move itself, one place down
    /// among the moves it competes with.
    pub fn demote(&mut self, tree: &mut GameTree, node: NodeId) -> bool {
        let Some(node) = in_tree(tree, node) else { return false };
        let head = tree.variation_head(node).unwrap_or(node);
        let Some(parent) = tree.parent(head) else { return false };
        let siblings = tree.children(parent);
        let place = siblings.iter().position(|&child| child == head).unwrap_or(siblings.len());
        if place + 1 >= siblings.len() {
            return false;
        }
        self.rearrange(tree, phrase!("study-undo-demote"), parent, Step::Place(head, place + 1));
        true
    }

    /// Removes a node and everything after it.
    pub fn delete(&mut self, tree: &mut GameTree, node: NodeId) -> bool {
        let Some(parent) = in_tree(tree, node).and_then(|node| tree.parent(node)) else {
            return false;
        };
        let what = phrase!("study-undo-delete", san = tree.san(node));
        self.rearrange(tree, what, parent, Step::Detach(node));
        true
    }

    /// Makes the newest edit one with the edit before it where both changed the same notes in the same way: undo then
    /// takes back both at once. So a text that is typed is one edit, not one for each letter.
    pub fn join_newest(&mut self) {
        let [.., before, newest] = &*self.past else { return };
        let of = newest.way.only_notes();
        if before.what == newest.what && of.is_some() && before.way.only_notes() == of {
            self.past.pop();
        }
    }

    /// Removes everything after a node and keeps the node.
    pub fn cut_after(&mut self, tree: &mut GameTree, node: NodeId) -> bool {
        let Some(node) = in_tree(tree, node) else { return false };
        let children = tree.children(node).to_vec();
        // From the last to the first, so that each comes back to the place it had.
        let mut back: Vec<Step> =
            children.iter().rev().map(|&child| tree.step(Step::Detach(child))).collect();
        back.reverse();
        let changed = !back.is_empty();
        if changed {
            self.record_steps(phrase!("study-undo-cut"), back);
        }
        changed
    }

    /// Replaces all that is noted about a node.
    pub fn set_notes(
        &mut self,
        tree: &mut GameTree,
        node: NodeId,
        notes: Notes,
        what: Phrase,
    ) -> bool {
        let changed = tree.contains(node) && *tree.notes(node) != notes;
        if changed {
            self.make(tree, what, Step::Notes(node, Box::new(notes)));
        }
        changed
    }

    fn change(
        &mut self,
        tree: &mut GameTree,
        node: NodeId,
        what: Phrase,
        change: impl FnOnce(&mut Notes),
    ) -> bool {
        let mut notes =
            in_tree(tree, node).map_or_else(Notes::default, |id| tree.notes(id).clone());
        change(&mut notes);
        self.set_notes(tree, node, notes, what)
    }

    /// Writes the text behind a move, as a PGN file can hold it.
    pub fn set_comment(&mut self, tree: &mut GameTree, node: NodeId, text: &str) -> bool {
        self.change(tree, node, phrase!("study-undo-comment"), |notes| {
            notes.comment = comment::as_in_file(text).into_owned();
        })
    }

    /// Writes the text before a move that begins a variation, as a PGN file can hold it. Before other moves there is no
    /// place for one.
    pub fn set_lead(&mut self, tree: &mut GameTree, node: NodeId, text: &str) -> bool {
        tree.begins_variation(node)
            && self.change(tree, node, phrase!("study-undo-comment-before"), |notes| {
                notes.lead = comment::as_in_file(text).into_owned();
            })
    }

    /// Puts a glyph behind a move or takes it away. Of the glyphs that judge the move there is one at most.
    pub fn toggle_nag(&mut self, tree: &mut GameTree, node: NodeId, nag: Nag) -> bool {
        if node == NodeId::ROOT {
            return false;
        }
        self.change(tree, node, phrase!("study-undo-glyph"), |notes| {
            let nags = &mut notes.nags;
            if nags.contains(&nag) {
                nags.retain(|&other| other != nag);
            } else {
                nags.retain(|other| !(nag.judges_move() && other.judges_move()));
                // What judges the move stands at the move, what judges the position behind it.
                let place = if nag.judges_move() { 0 } else { nags.len() };
                nags.insert(place, nag);
            }
        })
    }

    /// Takes all glyphs of a move away.
    pub fn clear_nags(&mut self, tree: &mut GameTree, node: NodeId) -> bool {
        self.change(tree, node, phrase!("study-undo-clear-glyphs"), |notes| notes.nags.clear())
    }

    /// Draws a shape, or erases it if the very same is there; another colour replaces it.
    pub fn toggle_shape(&mut self, tree: &mut GameTree, node: NodeId, shape: Shape) -> bool {
        self.change(tree, node, phrase!("study-undo-shape"), |notes| {
            let same = notes.shapes.contains(&shape);
            notes.shapes.retain(|other| !other.same_place(shape));
            if !same {
                notes.shapes.push(shape);
            }
        })
    }

    /// Removes all shapes of a position.
    pub fn clear_shapes(&mut self, tree: &mut GameTree, node: NodeId) -> bool {
        self.change(tree, node, phrase!("study-undo-clear-shapes"), |notes| notes.shapes.clear())
    }

    /// Brings the moves and notes of another game into this one, where its start position stands here. Its
    /// moves that are new become variations behind those there are; its notes are added where they say
    /// something new. Gives the number of moves added.
    ///
    /// A move of theirs that is here goes on from ours. Where a move stands there twice, their first one is our
    /// first one and their second our second: two of their lines are never mixed into one.
    ///
    /// # Errors
    /// If the other game begins with a position that does not occur in this one.
    pub fn merge(&mut self, tree: &mut GameTree, other: &GameTree) -> Result<usize, MergeError> {
        let start = other.board(NodeId::ROOT);
        let Some(at) = tree.with_key(start.key()).next() else {
            return Err(MergeError { found: start.to_string() });
        };
        let nodes = tree.len();
        let mut back = Vec::new();
        let mut waiting = vec![(NodeId::ROOT, at)];
        while let Some((theirs, ours)) = waiting.pop() {
            let mut notes = other.notes(theirs).clone();
            if let Some(before) = tree.parent(ours).filter(|_| !tree.begins_variation(ours)) {
                // What stands before their move has a place only behind the one before it.
                let comment = std::mem::take(&mut notes.lead);
                back.extend(tree.add_notes(before, &Notes { comment, ..Notes::default() }));
            }
            back.extend(tree.add_notes(ours, &notes));
            for (child, known) in counterparts(other, theirs, tree, ours) {
                let added = known.or_else(|| match other.mv(child) {
                    Some(mv) => tree.add_variation(ours, mv).ok(),
                    None => tree.push_null(ours),
                });
                let Some(added) = added else { continue };
                if known.is_none() {
                    back.push(Step::Detach(added));
                }
                waiting.push((child, added));
            }
        }
        back.reverse();
        if !back.is_empty() {
            self.record_steps(phrase!("study-undo-merge"), back);
        }
        Ok(tree.len() - nodes)
    }
}

fn in_tree(tree: &GameTree, node: NodeId) -> Option<NodeId> {
    tree.contains(node).then_some(node)
}

/// The children of `theirs`, each with the child of `ours` that is the same move, the first of equal ones with the
/// first; `None` for those that are not there.
fn counterparts(
    other: &GameTree,
    theirs: NodeId,
    tree: &GameTree,
    ours: NodeId,
) -> Vec<(NodeId, Option<NodeId>)> {
    let mut known: HashMap<Option<Move>, VecDeque<NodeId>> = HashMap::new();
    for &child in tree.children(ours) {
        known.entry(tree.mv(child)).or_default().push_back(child);
    }
    let mut same = |mv| known.get_mut(&mv).and_then(VecDeque::pop_front);
    other.children(theirs).iter().map(|&child| (child, same(other.mv(child)))).collect()
}

/// Adds what other notes say and these do not.
fn add_notes(notes: &mut Notes, more: &Notes) {
    add_text(&mut notes.lead, &more.lead);
    add_text(&mut notes.comment, &more.comment);
    let nags: Vec<Nag> =
        more.nags.iter().copied().filter(|nag| !notes.nags.contains(nag)).collect();
    notes.nags.extend(nags);
    let mut places: HashSet<_> = notes.shapes.iter().map(|shape| shape.place()).collect();
    notes.shapes.extend(more.shapes.iter().filter(|shape| places.insert(shape.place())));
    notes.clock_ms = notes.clock_ms.or(more.clock_ms);
    notes.elapsed_ms = notes.elapsed_ms.or(more.elapsed_ms);
    notes.eval = notes.eval.or(more.eval);
    let known: HashSet<String> = notes.unread.iter().cloned().collect();
    notes.unread.extend(more.unread.iter().filter(|text| !known.contains(*text)).cloned());
}

/// Puts a text behind another one that does not have it yet.
fn add_text(text: &mut String, new: &str) {
    if !new.is_empty() && !text.contains(new) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(new);
    }
}

/// One change of the tree. Every edit is a list of such steps; doing a step gives the step that undoes it, so an undone
/// edit is an edit like any other.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Takes a node and all that follows out of the tree. The nodes keep their numbers.
    Detach(NodeId),
    /// Puts a detached node back, at this place among the moves it competes with.
    Attach(NodeId, usize),
    /// Moves a node to this place among the moves it competes with.
    Place(NodeId, usize),
    /// Replaces all that was noted about a node.
    Notes(NodeId, Box<Notes>),
}

impl GameTree {
    /// Does one step and gives the one that undoes it. A step that does not fit the tree changes nothing and
    /// gives itself back.
    pub(super) fn step(&mut self, step: Step) -> Step {
        match step {
            Step::Detach(id) if self.contains(id) => match self.detach(id) {
                Some(place) => Step::Attach(id, place),
                None => step,
            },
            Step::Attach(id, place) if !self.contains(id) && self.attach(id, place) => {
                Step::Detach(id)
            }
            Step::Place(id, place) => match self.place(id, place) {
                Some(old) => Step::Place(id, old),
                None => step,
            },
            Step::Notes(id, mut notes) if self.contains(id) => {
                std::mem::swap(self.notes_mut(id), &mut notes);
                Step::Notes(id, notes)
            }
            _ => step,
        }
    }

    /// Adds what other notes say about a node; the step back, if that is anything new.
    fn add_notes(&mut self, id: NodeId, more: &Notes) -> Option<Step> {
        let mut notes = self.notes(id).clone();
        add_notes(&mut notes, more);
        (notes != *self.notes(id)).then(|| self.step(Step::Notes(id, Box::new(notes))))
    }

    /// A comment before the main continuation goes behind the move before it: a PGN file has no other place for it. Gives
    /// the steps back.
    pub(super) fn settle_lead(&mut self, parent: NodeId) -> Vec<Step> {
        let Some(main) = self.next(parent).filter(|&main| !self.lead(main).is_empty()) else {
            return Vec::new();
        };
        let (mut here, mut before) = (self.notes(main).clone(), self.notes(parent).clone());
        add_text(&mut before.comment, &std::mem::take(&mut here.lead));
        let changed = [(main, here), (parent, before)];
        changed.map(|(id, notes)| self.step(Step::Notes(id, Box::new(notes)))).into()
    }

    /// Makes the way to a node the main line and gives the steps back.
    pub(super) fn promote_to_main(&mut self, node: NodeId) -> Vec<Step> {
        let (mut back, mut at) = (Vec::new(), node);
        while let Some(parent) = self.parent(at) {
            if self.next(parent) != Some(at) {
                back.push(self.step(Step::Place(at, 0)));
                back.extend(self.settle_lead(parent));
            }
            at = parent;
        }
        back.reverse();
        back
    }

    fn detach(&mut self, id: NodeId) -> Option<usize> {
        let parent = self.parent(id)?;
        let place = self.node_mut(parent).children.remove(id)?;
        self.mark(id, true);
        Some(place)
    }

    /// Puts a detached node back. Whether that is possible: not where the node before it has gone, too.
    fn attach(&mut self, id: NodeId, place: usize) -> bool {
        let parent = self.nodes.get(id.index()).and_then(|node| node.parent);
        let Some(parent) = parent.filter(|&parent| self.contains(parent)) else { return false };
        self.mark(id, false);
        self.node_mut(parent).children.insert(place, id);
        true
    }

    /// Marks a node and all that follows as deleted or not. What was deleted from below it before hangs on
    /// no list of children and stays as it is.
    fn mark(&mut self, id: NodeId, deleted: bool) {
        let mut waiting = vec![id];
        self.marks.touch();
        while let Some(next) = waiting.pop() {
            let Some(node) = self.nodes.get_mut(next.index()) else { continue };
            node.deleted = deleted;
            waiting.extend(node.children.as_slice());
            self.alive = if deleted { self.alive - 1 } else { self.alive + 1 };
        }
    }

    fn place(&mut self, id: NodeId, place: usize) -> Option<usize> {
        let parent = self.parent(id)?;
        let siblings = self.node_mut(parent).children.as_mut_slice();
        let old = siblings.iter().position(|&child| child == id)?;
        let place = place.min(siblings.len() - 1);
        if place < old {
            siblings[place..=old].rotate_right(1);
        } else {
            siblings[old..=place].rotate_left(1);
        }
        Some(old)
    }

    /// Makes the line of a node the more important one: the nearest variation it belongs to becomes the
    /// main continuation at its branching point. Says whether anything changed.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(head) = self.variation_head(id) else { return false };
        self.place(head, 0);
        self.parent(head).map(|parent| self.settle_lead(parent));
        true
    }

    /// Removes a node and everything after it. Gives the node before it, or `None` (and does nothing) for
    /// the root.
    pub fn delete(&mut self, id: NodeId) -> Option<NodeId> {
        if !self.contains(id) {
            return None;
        }
        let parent = self.parent(id)?;
        self.detach(id)?;
        self.settle_lead(parent);
        Some(parent)
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::Board;

    use super::super::tree::tests::play;
    use super::*;

    #[test]
    fn promoting_goes_up_one_branching_point_at_a_time() {
        let mut tree = GameTree::new(Board::start());
        play(&mut tree, NodeId::ROOT, &["e2e4", "e7e5"]);
        let d5 = play(&mut tree, NodeId::ROOT, &["d2d4", "d7d5"]);
        let d4 = tree.parent(d5).unwrap();
        let f5 = play(&mut tree, d4, &["f7f5", "c2c4"]);
        assert!(tree.promote(f5));
        assert_eq!(tree.san(tree.next(d4).unwrap()), "f5");
        assert_eq!(tree.san(tree.main_line()[1]), "e4", "not the main line yet");
        assert!(tree.promote(f5));
        assert_eq!(tree.main_line().last(), Some(&f5));
        assert!(!tree.promote(f5));
    }

    #[test]
    fn a_comment_reads_as_it_will_in_a_file() {
        let mut tree = GameTree::new(Board::start());
        let mut edits = Edits::default();
        edits.set_comment(&mut tree, NodeId::ROOT, "a set {x | x > 0}");
        assert_eq!(tree.comment(NodeId::ROOT), "a set (x | x > 0)");
        assert_eq!(
            comment::parse(&comment::render(tree.notes(NodeId::ROOT))),
            *tree.notes(NodeId::ROOT)
        );
        play(&mut tree, NodeId::ROOT, &["e2e4"]);
        let d4 = play(&mut tree, NodeId::ROOT, &["d2d4"]);
        edits.set_lead(&mut tree, d4, "only { stays");
        assert_eq!(tree.lead(d4), "only { stays");
    }

    /// A change of the variations of two first moves.
    type Change = fn(&mut Edits, &mut GameTree, NodeId, NodeId) -> bool;

    #[test]
    fn a_comment_before_a_move_stands_only_where_a_variation_begins() {
        let mut tree = GameTree::new(Board::start());
        let mut edits = Edits::default();
        let e4 = play(&mut tree, NodeId::ROOT, &["e2e4"]);
        assert!(!edits.set_lead(&mut tree, e4, "no place") && edits.past().is_empty());
        let d4 = play(&mut tree, NodeId::ROOT, &["d2d4"]);
        edits.set_comment(&mut tree, NodeId::ROOT, "Intro.");
        assert!(edits.set_lead(&mut tree, d4, "Or:"));
        let texts = |tree: &GameTree| [tree.comment(NodeId::ROOT), tree.lead(d4)].map(String::from);
        let changes: [Change; 4] = [
            |edits, tree, _, d4| edits.promote(tree, d4),
            |edits, tree, _, d4| edits.promote_to_main(tree, d4),
            |edits, tree, e4, _| edits.demote(tree, e4),
            |edits, tree, e4, _| edits.delete(tree, e4),
        ];
        for change in changes {
            assert_eq!(texts(&tree), ["Intro.", "Or:"]);
            assert!(change(&mut edits, &mut tree, e4, d4));
            assert_eq!(texts(&tree), ["Intro. Or:", ""]);
            edits.undo(&mut tree);
        }
        assert_eq!(
            (texts(&tree), tree.next(NodeId::ROOT)),
            (["Intro.", "Or:"].map(String::from), Some(e4))
        );
    }

    #[test]
    fn deleting_takes_all_that_follows_and_no_number_comes_back() {
        let mut tree = GameTree::new(Board::start());
        let e4 = play(&mut tree, NodeId::ROOT, &["e2e4"]);
        let e5 = play(&mut tree, e4, &["e7e5", "g1f3"]);
        assert_eq!(tree.delete(NodeId::ROOT), None);
        assert_eq!(tree.delete(e4), Some(NodeId::ROOT));
        assert_eq!(tree.delete(e4), None);
        assert!(!tree.contains(e5) && tree.is_empty());
        assert_ne!(play(&mut tree, NodeId::ROOT, &["e2e4"]), e4);
        assert_eq!(tree.ids().count(), tree.len());
    }

    #[test]
    fn a_move_comes_back_only_behind_the_move_before_it() {
        let mut tree = GameTree::new(Board::start());
        let mut edits = Edits::default();
        let e5 = play(&mut tree, NodeId::ROOT, &["e2e4", "e7e5"]);
        let e4 = tree.parent(e5).unwrap();
        edits.delete(&mut tree, e5);
        tree.delete(e4);
        edits.undo(&mut tree);
        assert!(tree.is_empty() && tree.children(NodeId::ROOT).is_empty() && !tree.contains(e5));
    }
}

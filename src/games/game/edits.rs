//! Edits of a game tree with undo and redo: moves, variations, comments, glyphs, shapes, merging another game. It
//! stores steps, not copies, so that the cost of an edit is that of its change.
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

/// An edit that was made, and the way back.
#[derive(Clone, Debug)]
pub struct Edit<S = ()> {
    /// Its description, such as "Delete from Nf3".
    pub what: Phrase,
    /// Restores the tree from before the edit, or from after it for redo.
    pub way: Rewind,
    /// Data that belongs to that state of the tree.
    pub with: S,
}

/// Undo or redo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Undo.
    Undo,
    /// Redo.
    Redo,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Undo => Direction::Redo,
            Direction::Redo => Direction::Undo,
        }
    }
}

/// The undo and redo history of one tree, each edit with its data. If the tree is changed without it, other than by
/// adding nodes and changing notes, some steps no longer apply; those do nothing.
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

/// Why two games cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", t!("library-merge-refused", found = found.as_str()))]
pub struct MergeError {
    /// The start position of the other game, as FEN.
    pub found: String,
}

impl<S> Edits<S> {
    /// An empty history.
    pub fn new() -> Edits<S> {
        Edits { past: Vec::new(), future: Vec::new() }
    }

    /// Description of the edit that undo would undo.
    pub fn undo_text(&self) -> Option<String> {
        self.past.last().map(|edit| edit.what.text())
    }

    /// Description of the edit that redo would redo.
    pub fn redo_text(&self) -> Option<String> {
        self.future.last().map(|edit| edit.what.text())
    }

    /// The edits that can be undone, the newest last.
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

    /// The next edit in this direction.
    pub fn next(&self, turn: Direction) -> Option<&Edit<S>> {
        match turn {
            Direction::Undo => self.past.last(),
            Direction::Redo => self.future.last(),
        }
    }

    /// Removes the next edit in this direction.
    pub fn take(&mut self, turn: Direction) -> Option<Edit<S>> {
        self.stack(turn).pop()
    }

    /// Adds an edit as the next one in this direction.
    pub fn put(&mut self, turn: Direction, edit: Edit<S>) {
        self.stack(turn).push(edit);
    }

    /// Keeps as many of the newest edits of each direction as `keep` returns, at most [`MAX_EDITS`].
    pub fn limit_len(&mut self, keep: impl Fn(&[Edit<S>]) -> usize) {
        for edits in [&mut self.past, &mut self.future] {
            let kept = keep(edits).min(MAX_EDITS).min(edits.len());
            edits.drain(..edits.len() - kept);
        }
    }

    /// Records an edit that was made. Undone edits can no longer be redone.
    pub fn push(&mut self, edit: Edit<S>) {
        self.future.clear();
        self.past.push(edit);
        if self.past.len() > MAX_EDITS {
            self.past.remove(0);
        }
    }
}

impl Edits {
    /// Undoes the last edit and returns its description.
    pub fn undo(&mut self, tree: &mut GameTree) -> Option<Phrase> {
        self.turn(Direction::Undo, tree)
    }

    /// Redoes the last undone edit and returns its description.
    pub fn redo(&mut self, tree: &mut GameTree) -> Option<Phrase> {
        self.turn(Direction::Redo, tree)
    }

    fn turn(&mut self, direction: Direction, tree: &mut GameTree) -> Option<Phrase> {
        let Edit { what, way, with } = self.take(direction)?;
        let way = way.turn(tree);
        self.put(direction.opposite(), Edit { what: what.clone(), way, with });
        Some(what)
    }
}

impl<S: Default> Edits<S> {
    /// Records an edit that was made; `steps` undo it.
    fn record_steps(&mut self, what: impl Into<Phrase>, steps: Vec<Step>) {
        self.push(Edit { what: what.into(), way: Rewind::by(steps), with: S::default() });
    }

    fn make(&mut self, tree: &mut GameTree, what: impl Into<Phrase>, step: Step) {
        let back = tree.step(step);
        self.record_steps(what, vec![back]);
    }

    /// Makes and records a step that may change which of the moves after `parent` is the main continuation.
    fn rearrange(&mut self, tree: &mut GameTree, what: Phrase, parent: NodeId, step: Step) {
        let mut back = vec![tree.step(step)];
        back.extend(tree.settle_lead(parent));
        back.reverse();
        self.record_steps(what, back);
    }

    /// Adds a move, or finds the existing one.
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

    /// Adds a null move, or finds the existing one; `None` in check.
    pub fn add_null(&mut self, tree: &mut GameTree, at: NodeId) -> Option<NodeId> {
        let nodes = tree.len();
        let node = tree.add_null(at)?;
        if tree.len() > nodes {
            self.record_steps(phrase!("study-undo-null-move"), vec![Step::Detach(node)]);
        }
        Some(node)
    }

    /// Makes the nearest variation a node belongs to the main continuation at its branching point. Like all edits,
    /// returns whether anything changed.
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

    /// Moves the nearest variation a node belongs to, or the move itself on the main line, one place down among its
    /// siblings.
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

    /// Joins the newest edit with the one before it if both changed the same notes in the same way, so that undo undoes
    /// both at once. So a typed text is one edit, not one for each letter.
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
        // From the last to the first, so that each is restored to its place.
        let mut back: Vec<Step> =
            children.iter().rev().map(|&child| tree.step(Step::Detach(child))).collect();
        back.reverse();
        let changed = !back.is_empty();
        if changed {
            self.record_steps(phrase!("study-undo-cut"), back);
        }
        changed
    }

    /// Replaces the notes of a node.
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

    /// Sets the comment after a move, in the form a PGN file can hold.
    pub fn set_comment(&mut self, tree: &mut GameTree, node: NodeId, text: &str) -> bool {
        self.change(tree, node, phrase!("study-undo-comment"), |notes| {
            notes.comment = comment::as_in_file(text).into_owned();
        })
    }

    /// Sets the comment before a move that begins a variation, in the form a PGN file can hold. Other moves cannot have
    /// one.
    pub fn set_lead(&mut self, tree: &mut GameTree, node: NodeId, text: &str) -> bool {
        tree.begins_variation(node)
            && self.change(tree, node, phrase!("study-undo-comment-before"), |notes| {
                notes.lead = comment::as_in_file(text).into_owned();
            })
    }

    /// Adds a glyph to a move or removes it. There is at most one glyph that assesses the move.
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
                // Glyphs that assess the move come first, those that assess the position after them.
                let place = if nag.judges_move() { 0 } else { nags.len() };
                nags.insert(place, nag);
            }
        })
    }

    /// Removes all glyphs of a move.
    pub fn clear_nags(&mut self, tree: &mut GameTree, node: NodeId) -> bool {
        self.change(tree, node, phrase!("study-undo-clear-glyphs"), |notes| notes.nags.clear())
    }

    /// Draws a shape, or erases it if the same one exists; another colour replaces it.
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

    /// Merges the moves and notes of another game at its start position in this one. New moves become variations after
    /// the existing ones, and new notes are added. Returns the number of moves added.
    ///
    /// A move that exists in both games is continued. If the other game has a move twice, its first one is matched with
    /// the first one here and its second with the second, so that two of its lines are never mixed.
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
                // The comment before their move can only be placed after the previous move.
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

/// The children of `theirs`, each with the child of `ours` with the same move, matched in order; `None` for new ones.
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

/// Adds the parts of other notes that these lack.
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
    // The deeper evaluation is the better one.
    notes.eval = match (notes.eval, more.eval) {
        (Some(own), Some(new)) if new.is_deeper_than(own) => Some(new),
        (own, new) => own.or(new),
    };
    notes.best = notes.best.or(more.best);
    let known: HashSet<String> = notes.unread.iter().cloned().collect();
    notes.unread.extend(more.unread.iter().filter(|text| !known.contains(*text)).cloned());
}

/// Ends of sentences.
const ENDS: [char; 4] = ['.', '!', '?', '…'];
/// Between texts of different games, if the first does not end a sentence.
const SLASH: char = '/';

/// Appends a text to another one, unless it is a sentence of it or was appended before.
fn add_text(text: &mut String, new: &str) {
    let begins =
        |before: &str| before.is_empty() || before.ends_with(ENDS) || before.ends_with(SLASH);
    let ends = |after: &str| {
        after.is_empty()
            || new.ends_with(ENDS)
            || after.starts_with(ENDS)
            || after.starts_with(SLASH)
    };
    let is_part = |(at, _): (usize, &str)| {
        begins(text[..at].trim_end()) && ends(text[at + new.len()..].trim_start())
    };
    if new.is_empty() || text.match_indices(new).any(is_part) {
        return;
    }
    if !begins(text.trim_end()) {
        text.push(' ');
        text.push(SLASH);
    }
    join_text(text, new);
}

/// Appends a text to another one.
fn join_text(text: &mut String, new: &str) {
    if !text.is_empty() && !new.is_empty() {
        text.push(' ');
    }
    text.push_str(new);
}

/// One change of the tree. Every edit is a list of such steps; doing a step returns the step that undoes it, so an
/// undone edit is an edit like any other.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Removes a node and its subtree from the tree. The nodes keep their numbers.
    Detach(NodeId),
    /// Restores a detached node at this place among its siblings.
    Attach(NodeId, usize),
    /// Moves a node to this place among its siblings.
    Place(NodeId, usize),
    /// Replaces the notes of a node.
    Notes(NodeId, Box<Notes>),
}

impl GameTree {
    /// Does one step and returns the one that undoes it. A step that does not apply changes nothing and returns itself.
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

    /// Adds other notes to a node; returns the undo step if anything is new.
    fn add_notes(&mut self, id: NodeId, more: &Notes) -> Option<Step> {
        let mut notes = self.notes(id).clone();
        add_notes(&mut notes, more);
        (notes != *self.notes(id)).then(|| self.step(Step::Notes(id, Box::new(notes))))
    }

    /// Moves a comment before the main continuation to after the previous move, because a PGN file has no other place
    /// for it. Returns the undo steps.
    pub(super) fn settle_lead(&mut self, parent: NodeId) -> Vec<Step> {
        let Some(main) = self.next(parent).filter(|&main| !self.lead(main).is_empty()) else {
            return Vec::new();
        };
        let (mut here, mut before) = (self.notes(main).clone(), self.notes(parent).clone());
        join_text(&mut before.comment, &std::mem::take(&mut here.lead));
        let changed = [(main, here), (parent, before)];
        changed.map(|(id, notes)| self.step(Step::Notes(id, Box::new(notes)))).into()
    }

    /// Makes the path to a node the main line and returns the undo steps.
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

    /// Restores a detached node. Returns whether that was possible; it is not if its parent is deleted too.
    fn attach(&mut self, id: NodeId, place: usize) -> bool {
        let parent = self.nodes.get(id.index()).and_then(|node| node.parent);
        let Some(parent) = parent.filter(|&parent| self.contains(parent)) else { return false };
        self.mark(id, false);
        self.node_mut(parent).children.insert(place, id);
        true
    }

    /// Marks a node and its subtree as deleted or not. Nodes deleted earlier below it are in no list of children and
    /// stay as they are.
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

    /// Promotes the nearest variation a node belongs to: it becomes the main continuation at its branching point.
    /// Returns whether anything changed.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(head) = self.variation_head(id) else { return false };
        self.place(head, 0);
        self.parent(head).map(|parent| self.settle_lead(parent));
        true
    }

    /// Removes a node and everything after it. Returns its parent, or `None` (and does nothing) for the root.
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
    fn a_comment_is_stored_in_the_form_of_a_file() {
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
    fn deleting_removes_the_subtree_and_numbers_are_not_reused() {
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
    fn a_deleted_move_is_restored_only_if_its_parent_exists() {
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

//! Undo and redo of everything done to the game, in one list: edits of its tree, moves, another game on the board.
//! Each change stores the way back in the tree (`tabia_games::game::rewind`) and what belongs to it: for an edit the
//! position that was shown, or the tags; for a move, or any other change of players and clocks, the game without its
//! tree; for another game on the board the whole game. The cost of a move does not depend on the length of the game.
//! The list is limited by number and by size.

use std::sync::Arc;

use tabia_chess::Board;
use tabia_games::game::edits::{self, Direction, Edits, MAX_EDITS};
use tabia_games::game::rewind::Rewind;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::{GameTree, NodeId};

use super::state::{GameState, Phase};
use tabia_text::Phrase;

/// Maximum number of states in each direction.
pub(crate) const MAX_STATES: usize = 100;
/// Maximum number of nodes in one direction, all states together; a node takes about 350 bytes.
const MAX_NODES: usize = 200_000;

/// What is stored with a change besides the way back in the tree.
#[derive(Clone, Debug)]
pub enum EditState {
    /// The position that was shown.
    Shown(NodeId),
    /// The tags; those that the program sets are not changed by undo.
    Tags(Box<Tags>),
    /// The game without its tree.
    Game(Box<GameState>),
    /// The whole game; another one was on the board.
    Other {
        game: Arc<GameState>,
        /// Its file or list has this state of the game.
        unchanged: bool,
    },
}

impl Default for EditState {
    fn default() -> EditState {
        EditState::Shown(NodeId::ROOT)
    }
}

type Edit = edits::Edit<EditState>;

/// The result of an undo or redo.
#[derive(Clone, Debug)]
pub enum Restored {
    /// This game belongs on the board.
    Game(Box<GameState>),
    /// The tree or the tags were restored; this position was shown then.
    Tree(NodeId),
    /// Nothing: the game has continued in moves that the undo would remove. The edit stays.
    Held,
}

/// The changes that can be undone and redone.
#[derive(Clone, Debug)]
pub struct History {
    edits: Edits<EditState>,
    /// Number of changes, including undo and redo.
    number: u64,
}

impl Default for History {
    fn default() -> History {
        History { edits: Edits::new(), number: 0 }
    }
}

impl History {
    /// Remembers the game before a change. Changes that were undone can no longer be redone.
    pub fn record(&mut self, game: GameState, what: impl Into<Phrase>) {
        self.push_whole(game, false, what);
    }

    /// Remembers a game that its file or list has in this state, before another replaces it. Of several such games in
    /// a row only the last is remembered, so that stepping through a list does not push out everything else.
    pub(crate) fn record_unchanged(&mut self, game: GameState, what: impl Into<Phrase>) {
        let whole = |edit: &Edit| matches!(edit.with, EditState::Other { .. });
        let passed = |edit: &Edit| matches!(edit.with, EditState::Other { unchanged: true, .. });
        // Edits of the skipped game need its state to lead back to.
        if let [before @ .., newest] = self.edits.past()
            && passed(newest)
            && before.last().is_none_or(whole)
            && let Some(skipped) = self.edits.take(Direction::Undo)
            && let Some(below) = self.edits.last_mut()
        {
            // It leads to the game that the skipped one was replaced by.
            below.what = skipped.what;
        }
        self.push_whole(game, true, what);
    }

    fn push_whole(&mut self, game: GameState, unchanged: bool, what: impl Into<Phrase>) {
        let with = EditState::Other { game: Arc::new(game), unchanged };
        self.push(what, Rewind::default(), with);
    }

    /// Remembers the game before a change that leaves all annotations in its tree as they are: `game` is
    /// [`without_tree`], `rewind` the state of the nodes.
    pub(crate) fn record_part(&mut self, game: GameState, rewind: Rewind, what: impl Into<Phrase>) {
        self.push(what, rewind, EditState::Game(Box::new(game)));
    }

    /// Makes the path to a move that was just played the main line. If the last change is a move too, undoing it undoes
    /// this as well.
    pub(crate) fn promote_played(&mut self, tree: &mut GameTree, node: NodeId) {
        match self.edits.last_mut() {
            Some(Edit { way, with: EditState::Game(_), .. }) => way.promote_to_main(tree, node),
            _ => Rewind::of(tree).promote_to_main(tree, node),
        }
    }

    /// Remembers the tags before the user's change to them.
    pub(crate) fn record_tags(&mut self, tags: Tags, what: impl Into<Phrase>) {
        self.push(what, Rewind::default(), EditState::Tags(Box::new(tags)));
    }

    /// Starts an empty history and returns the old one.
    pub(crate) fn take_aside(&mut self) -> History {
        let fresh = History { number: self.number + 1, ..History::default() };
        std::mem::replace(self, fresh)
    }

    /// Restores a history that was taken aside.
    pub(crate) fn bring_back(&mut self, before: History) {
        *self = History { number: self.number + 1, ..before };
    }

    fn push(&mut self, what: impl Into<Phrase>, way: Rewind, with: EditState) {
        self.number += 1;
        self.edits.push(Edit { what: what.into(), way, with });
        self.edits.limit_len(kept);
    }

    /// Edits the tree of the game, and returns whether that changed anything.
    pub fn edit(
        &mut self,
        game: &mut GameState,
        change: impl FnOnce(&mut Edits<EditState>, &mut GameTree) -> bool,
    ) -> bool {
        let shown = game.current;
        if !change(&mut self.edits, &mut game.tree) {
            return false;
        }
        if let Some(edits::Edit { with: EditState::Shown(node), .. }) = self.edits.last_mut() {
            *node = shown;
        }
        self.number += 1;
        self.edits.limit_len(kept);
        true
    }

    /// Undoes the last change or redoes the change undone last, and returns what it was. `freeze` prepares a game for
    /// storing: it stops its clocks.
    pub fn turn(
        &mut self,
        direction: Direction,
        game: &mut GameState,
        freeze: impl FnOnce(&mut GameState),
    ) -> Option<(Restored, Phrase)> {
        let Edit { what, way, with } = self.edits.take(direction)?;
        self.number += 1;
        let whole = matches!(with, EditState::Other { .. });
        let way = if whole { way } else { way.turn(&mut game.tree) };
        let (back, with) = match with {
            EditState::Other { game: before, .. } => {
                let mut now = game.clone();
                freeze(&mut now);
                let before = Arc::unwrap_or_clone(before);
                let now = EditState::Other { game: Arc::new(now), unchanged: false };
                (Restored::Game(Box::new(before)), now)
            }
            EditState::Game(before) => {
                let mut now = without_tree(game);
                freeze(&mut now);
                // The tree moves into the restored state.
                let empty = GameTree::new(*game.tree.board(NodeId::ROOT));
                let tree = std::mem::replace(&mut game.tree, empty);
                (game.current, game.live) = (NodeId::ROOT, NodeId::ROOT);
                let back = Restored::Game(Box::new(GameState { tree, ..*before }));
                (back, EditState::Game(Box::new(now)))
            }
            EditState::Tags(tags) => {
                let now = game.swap_tags(*tags);
                (Restored::Tree(game.current), EditState::Tags(Box::new(now)))
            }
            EditState::Shown(_) if !game.is_analysis_board() && !game.tree.contains(game.live) => {
                // The edit becomes permanent: neither undo nor redo reaches it any more.
                let _ = way.turn(&mut game.tree);
                return Some((Restored::Held, what));
            }
            EditState::Shown(shown) => (Restored::Tree(shown), EditState::Shown(game.current)),
        };
        self.edits.put(direction.opposite(), Edit { what: what.clone(), way, with });
        self.edits.limit_len(kept);
        Some((back, what))
    }

    /// For each other game that undo leads back to, its last state and the change that replaced it, newest first.
    pub fn other_games<'a>(
        &'a self,
        now: &GameState,
    ) -> impl Iterator<Item = (&'a Arc<GameState>, &'a Phrase)> {
        let mut later = now.id;
        self.edits.past().iter().rev().filter_map(move |edit| {
            let EditState::Other { game: kept, .. } = &edit.with else { return None };
            let other = kept.id != later;
            later = kept.id;
            other.then_some((kept, &edit.what))
        })
    }

    /// Whether undo leads to a state of the game with this number before another replaced it.
    pub(crate) fn leads_to(&self, serial: u64) -> bool {
        let is_of = |edit: &Edit| matches!(&edit.with, EditState::Other { game, .. } if game.serial == serial);
        self.edits.past().iter().any(is_of)
    }

    /// A history with at most this many of the newest changes, and nothing to redo.
    pub(crate) fn newest(&self, count: usize) -> History {
        let mut edits = Edits::new();
        let past = self.edits.past();
        past.iter()
            .skip(past.len().saturating_sub(count))
            .for_each(|edit| edits.push(edit.clone()));
        History { edits, number: self.number }
    }

    /// Whether undo would put another game on the board.
    pub(crate) fn leads_to_other(&self, now: &GameState) -> bool {
        let with = self.edits.next(Direction::Undo).map(|edit| &edit.with);
        matches!(with, Some(EditState::Other { game, .. }) if game.id != now.id)
    }

    /// Drops the states of the game on the board, so that undo leads to the game that it replaced. Returns whether there
    /// is one with moves or a start position of its own.
    pub(crate) fn skip_to_other(&mut self, now: &GameState) -> bool {
        let is_other =
            |edit: &Edit| matches!(&edit.with, EditState::Other { game, .. } if game.id != now.id);
        let newest = self.edits.past().iter().rev().find(|edit| is_other(edit));
        let found = newest.is_some_and(|edit| match &edit.with {
            EditState::Other { game, .. } => {
                let tree = &game.tree;
                !tree.is_empty() || *tree.board(NodeId::ROOT) != Board::start()
            }
            _ => false,
        });
        while found && self.edits.next(Direction::Undo).is_some_and(|edit| !is_other(edit)) {
            self.edits.take(Direction::Undo);
        }
        found
    }

    /// Whether undo or redo would lead to a state of this game in which it is not over.
    pub(crate) fn goes_on_with(&self, direction: Direction, now: &GameState) -> bool {
        let Some(edit) = self.edits.next(direction) else { return false };
        let before = match &edit.with {
            EditState::Shown(_) | EditState::Tags(_) => return false,
            EditState::Game(before) => before,
            EditState::Other { game: before, .. } => before.as_ref(),
        };
        before.id == now.id && !matches!(before.phase, Phase::Over(_))
    }

    /// Adds a state from an earlier run on top of the existing ones.
    pub fn restore(&mut self, game: GameState, what: impl Into<Phrase>) {
        let with = EditState::Other { game: Arc::new(game), unchanged: false };
        self.edits.put(Direction::Undo, Edit { what: what.into(), way: Rewind::default(), with });
    }

    /// A number that changes with every change, undo and redo.
    pub(crate) fn state_number(&self) -> u64 {
        self.number
    }

    /// The change that undo would undo.
    pub fn undo_text(&self) -> Option<String> {
        self.edits.undo_text()
    }

    /// The change that redo would redo.
    pub fn redo_text(&self) -> Option<String> {
        self.edits.redo_text()
    }
}

/// How many of the newest changes are small enough to keep; the newest is always kept.
fn kept(edits: &[Edit]) -> usize {
    let (mut nodes, mut states, mut keep) = (0, 0, 0);
    for edit in edits.iter().rev() {
        if let EditState::Other { game: kept, .. } = &edit.with {
            nodes += kept.tree.len();
            states += 1;
        }
        let full = states > MAX_STATES || nodes > MAX_NODES || keep == MAX_EDITS;
        if keep > 0 && full {
            break;
        }
        keep += 1;
    }
    keep
}

/// The game with its tree replaced by a bare start position.
pub(crate) fn without_tree(game: &GameState) -> GameState {
    GameState {
        serial: game.serial,
        id: game.id,
        tree: GameTree::new(Board::start()),
        current: game.current,
        live: game.live,
        began_at: game.began_at,
        tags: game.tags.clone(),
        players: game.players.clone(),
        phase: game.phase,
        clocks: game.clocks.clone(),
        move_limits: game.move_limits,
        even: game.even,
        paused: game.paused,
        draw_offer: game.draw_offer,
        draw_declined: game.draw_declined,
        premove: game.premove,
        free: game.free,
        set_aside: game.set_aside.clone(),
        viewed: game.viewed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Outcome, Square};

    fn undo(history: &mut History, game: &mut GameState) -> Option<Restored> {
        history.turn(Direction::Undo, game, |_| {}).map(|(back, _)| back)
    }

    fn redo(history: &mut History, game: &mut GameState) -> Option<Restored> {
        history.turn(Direction::Redo, game, |_| {}).map(|(back, _)| back)
    }

    fn comment(history: &mut History, game: &mut GameState, text: &str) {
        assert!(history.edit(game, |edits, tree| edits.set_comment(tree, NodeId::ROOT, text)));
    }

    fn take(back: Option<Restored>, game: &mut GameState) {
        match back {
            Some(Restored::Game(other)) => *game = *other,
            Some(Restored::Tree(shown)) => game.current = shown,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn undo_and_redo_are_each_others_reverse() {
        let mut history = History::default();
        let mut game = GameState::first();
        let mut states = vec![game.clone()];
        for n in 0..6 {
            if n % 3 == 1 {
                history.record(game.clone(), "Pause");
                game.paused = !game.paused;
            } else {
                comment(&mut history, &mut game, &n.to_string());
            }
            states.push(game.clone());
        }
        for _ in 0..2 {
            for before in states.iter().rev().skip(1) {
                let back = undo(&mut history, &mut game);
                take(back, &mut game);
                assert_eq!(game, *before);
            }
            assert!(undo(&mut history, &mut game).is_none());
            for after in states.iter().skip(1) {
                let back = redo(&mut history, &mut game);
                take(back, &mut game);
                assert_eq!(game, *after);
            }
            assert!(redo(&mut history, &mut game).is_none());
        }
        assert_eq!(history.undo_text().as_deref(), Some("Comment"));
    }

    #[test]
    fn undo_names_the_game_that_replaced_the_one_it_leads_to() {
        let mut history = History::default();
        let game = GameState::first();
        history.record(game.clone(), "Open A");
        for what in ["Open B", "Open C", "Open D"] {
            history.record_unchanged(game.clone(), what);
        }
        // A and B were skipped: undo leads to C and then to the first game, which C replaced.
        let mut now = game;
        assert_eq!(history.undo_text().as_deref(), Some("Open D"));
        undo(&mut history, &mut now);
        assert_eq!(history.undo_text().as_deref(), Some("Open C"));
        undo(&mut history, &mut now);
        assert_eq!((history.undo_text(), history.redo_text().as_deref()), (None, Some("Open C")));
    }

    #[test]
    fn a_move_is_kept_without_its_game() {
        let mut history = History::default();
        let mut game = GameState::first();
        let mut states = vec![game.clone()];
        for (from, to) in [("e2", "e4"), ("e7", "e5"), ("g1", "f3")] {
            let square = |text: &str| text.parse::<Square>().unwrap();
            let mv = game.board().find_move(square(from), square(to), None).unwrap();
            history.record_part(without_tree(&game), Rewind::of(&game.tree), "Move");
            game.current = game.tree.add_move(game.current, mv).unwrap();
            game.live = game.current;
            comment(&mut history, &mut game, from);
            states.push(game.clone());
        }
        let shown = |game: &GameState| {
            let line = game.tree.main_line();
            let line: Vec<&str> = line.iter().map(|&node| game.tree.san(node)).collect();
            (line.join(" "), game.current, game.live, game.tree.comment(NodeId::ROOT).to_owned())
        };
        for _ in 0..2 {
            for before in states.iter().rev().skip(1) {
                for _ in 0..2 {
                    let back = undo(&mut history, &mut game);
                    take(back, &mut game);
                }
                assert_eq!(shown(&game), shown(before));
            }
            assert!(undo(&mut history, &mut game).is_none());
            for after in states.iter().skip(1) {
                for _ in 0..2 {
                    let back = redo(&mut history, &mut game);
                    take(back, &mut game);
                }
                assert_eq!(shown(&game), shown(after));
            }
        }
    }

    #[test]
    fn memory_is_bounded_and_a_new_edit_ends_redo() {
        let mut history = History::default();
        let mut game = GameState::first();
        for n in 0..300 {
            history.record(game.clone(), &*n.to_string());
        }
        let mut undone = 0;
        while undo(&mut history, &mut game).is_some() {
            undone += 1;
        }
        assert_eq!(undone, MAX_STATES);
        comment(&mut history, &mut game, "new");
        assert_eq!(history.redo_text(), None);
        for n in 0..2 * MAX_EDITS {
            comment(&mut history, &mut game, &n.to_string());
        }
        assert_eq!(history.edits.past().len(), MAX_EDITS);
    }

    #[test]
    fn an_edit_a_game_stands_on_stays() {
        let mut history = History::default();
        let mut game = GameState::first();
        let e4 = game.board().find_move(Square::E2, Square::E4, None).unwrap();
        assert!(
            history
                .edit(&mut game, |edits, tree| { edits.add_move(tree, NodeId::ROOT, e4).is_ok() })
        );
        game.live = game.tree.child(NodeId::ROOT, e4).unwrap();
        game.phase = crate::game::state::Phase::Running;
        let before = game.clone();
        assert!(matches!(undo(&mut history, &mut game), Some(Restored::Held)));
        assert_eq!(game, before);
        assert!(history.undo_text().is_none() && history.redo_text().is_none());
        assert_eq!(game.outcome(), None::<Outcome>);
    }
}

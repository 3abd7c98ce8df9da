//! Undo and redo of edits: whole states of the game, bounded by number and by size.

use super::game_state::GameState;

/// States kept in each direction.
pub const MOST_STATES: usize = 100;
/// Nodes kept in one direction, all states together; a node takes about 350 bytes.
const MOST_NODES: usize = 200_000;

/// A state to come back to and what leaving it did, such as "Delete variation".
#[derive(Clone, Debug)]
pub struct Entry {
    /// The game as it was.
    pub game: GameState,
    /// What was done to it.
    pub what: String,
}

/// The edits that can be undone and redone.
#[derive(Clone, Debug, Default)]
pub struct History {
    past: Vec<Entry>,
    future: Vec<Entry>,
}

impl History {
    /// Remembers the game as it was before an edit. What was undone before is lost.
    pub fn record(&mut self, game: &GameState, what: impl Into<String>) {
        self.future.clear();
        self.past.push(Entry { game: game.clone(), what: what.into() });
        bound(&mut self.past);
    }

    /// Takes the last edit back: gives the state before it and keeps `now` for redo.
    pub fn undo(&mut self, now: &GameState) -> Option<Entry> {
        let entry = self.past.pop()?;
        self.future.push(Entry { game: now.clone(), what: entry.what.clone() });
        bound(&mut self.future);
        Some(entry)
    }

    /// Makes the last edit again.
    pub fn redo(&mut self, now: &GameState) -> Option<Entry> {
        let entry = self.future.pop()?;
        self.past.push(Entry { game: now.clone(), what: entry.what.clone() });
        bound(&mut self.past);
        Some(entry)
    }

    /// The last state of each other game undo leads back to, newest first.
    pub fn other_games<'a>(&'a self, now: &GameState) -> impl Iterator<Item = &'a Entry> {
        let mut later = now.serial;
        self.past.iter().rev().filter(move |entry| {
            let other = entry.game.serial != later;
            later = entry.game.serial;
            other
        })
    }

    /// Puts a state under all others, for states of an earlier run.
    pub fn restore(&mut self, entry: Entry) {
        self.past.push(entry);
    }

    /// What undo would take back.
    pub fn undo_text(&self) -> Option<&str> {
        self.past.last().map(|entry| entry.what.as_str())
    }

    /// What redo would make again.
    pub fn redo_text(&self) -> Option<&str> {
        self.future.last().map(|entry| entry.what.as_str())
    }
}

/// Drops the oldest states until the rest is small enough; the newest always stays.
fn bound(states: &mut Vec<Entry>) {
    let mut nodes = 0;
    let mut keep = 0;
    for entry in states.iter().rev() {
        nodes += entry.game.tree.len();
        if keep > 0 && (keep == MOST_STATES || nodes > MOST_NODES) {
            break;
        }
        keep += 1;
    }
    states.drain(..states.len() - keep);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_and_redo_are_each_others_reverse() {
        let mut history = History::default();
        let (mut game, mut second) = (GameState::first(), GameState::first());
        second.paused = true;
        history.record(&game, "Pause");
        game = second.clone();
        assert_eq!(history.undo_text(), Some("Pause"));
        let back = history.undo(&game).unwrap();
        assert_eq!(back.game, GameState::first());
        assert_eq!(history.undo_text(), None);
        assert_eq!(history.redo(&back.game).unwrap().game, second);
        assert!(history.redo(&game).is_none());
    }

    #[test]
    fn memory_is_bounded_and_a_new_edit_ends_redo() {
        let mut history = History::default();
        let game = GameState::first();
        for n in 0..300 {
            history.record(&game, n.to_string());
        }
        let mut undone = 0;
        while history.undo(&game).is_some() {
            undone += 1;
        }
        assert_eq!(undone, MOST_STATES);
        history.record(&game, "new");
        assert_eq!(history.redo_text(), None);
    }
}

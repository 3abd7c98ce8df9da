//! What keys do to the move that is being typed. The rules stand at the head of `typed`.

use super::typed::{
    Candidate, Entry, LONGEST, Reading, TAIL_MS, Tail, TypedKey, begins, candidates, continues,
};
use crate::action::Action;
use crate::commands::command::UserCommand;
use crate::model::Model;
use crate::update::Cx;
use crate::window::settings::PromotionPreference;
use tabia_chess::Wing;

impl Model {
    /// Whether moves can be typed now.
    pub fn takes_typed_moves(&self) -> bool {
        self.settings.typed_moves
            && self.dialog.is_none()
            && self.editor.is_none()
            && self.game.movable_side().is_some()
    }

    /// What has been typed so far, and what it means.
    pub fn typed_so_far(&self) -> Option<(&Entry, Reading)> {
        let entry = self.typed.entry()?;
        Some((entry, Reading::of(&entry.text, &candidates(&self.game))))
    }

    /// The move that Enter would play for what is typed.
    pub fn typed_choice(&self, reading: &Reading) -> Option<Candidate> {
        let queens = self.settings.promotion == PromotionPreference::Queen;
        reading.by_enter(queens).cloned()
    }
}

impl Cx<'_> {
    /// A key that may belong to a move; `command` is what it means otherwise.
    pub(crate) fn typed(&mut self, key: TypedKey, command: Option<UserCommand>) {
        self.typed_rests();
        if !self.m.takes_typed_moves() {
            return self.obey(command);
        }
        match (key, self.m.typed.entry.take()) {
            (TypedKey::Char(letter), entry) => self.letter(letter, entry, command),
            (TypedKey::Backspace, Some(mut entry)) => {
                entry.text.pop();
                let rest = Entry { held: None, since_ms: self.now, ..entry };
                self.m.typed.entry = Some(rest).filter(|entry| !entry.text.is_empty());
            }
            (TypedKey::Enter, Some(entry)) => self.enter(entry),
            (TypedKey::Escape, Some(_)) => {}
            (_, None) => self.obey(command),
        }
    }

    fn obey(&mut self, command: Option<UserCommand>) {
        if let Some(command) = command {
            self.act(Action::Shortcut(command));
        }
    }

    fn letter(&mut self, letter: char, entry: Option<Entry>, command: Option<UserCommand>) {
        if entry.is_none() && self.is_tail(letter) {
            return;
        }
        let Some(mut entry) = entry else { return self.first_letter(letter, command) };
        if !continues(letter) {
            self.obey(entry.held);
            return self.obey(command);
        }
        let mut text = entry.text.clone();
        text.push(letter);
        let reading = Reading::of(&text, &candidates(&self.m.game));
        if reading.is_dead() && entry.held.is_some() {
            // The letter before was a key after all.
            self.obey(entry.held);
            return self.typed(TypedKey::Char(letter), command);
        }
        if let Some(found) = reading.at_once() {
            return self.play_typed(found);
        }
        if text.len() <= LONGEST {
            entry.text = text;
        }
        self.m.typed.entry = Some(Entry { held: None, since_ms: self.now, ..entry });
    }

    fn first_letter(&mut self, letter: char, command: Option<UserCommand>) {
        let text = letter.to_string();
        let dead = || Reading::of(&text, &candidates(&self.m.game)).is_dead();
        // A key that leads to no move is a key and nothing else. One that means nothing else opens an entry all the
        // same: what follows a mistyped piece must not be taken for a move of its own.
        if !begins(letter) || command.is_some() && dead() {
            return self.obey(command);
        }
        self.m.typed.entry = Some(Entry { text, held: command, since_ms: self.now });
    }

    fn enter(&mut self, entry: Entry) {
        let reading = Reading::of(&entry.text, &candidates(&self.m.game));
        match self.m.typed_choice(&reading) {
            Some(found) => self.play_typed(&found),
            None => self.m.typed.entry = Some(Entry { held: None, since_ms: self.now, ..entry }),
        }
    }

    fn play_typed(&mut self, found: &Candidate) {
        let board = self.m.game.board();
        let mv = board.find_move(found.from, found.to, found.promotion);
        let gives_check = mv.is_some_and(|mv| board.gives_check(mv));
        let castled_short = found.castling_wing() == Some(Wing::KingSide);
        let until_ms = self.now + TAIL_MS;
        self.m.typed.tail = Some(Tail { until_ms, gives_check, castled_short });
        self.play_move(found.from, found.to, found.promotion);
    }

    /// Whether a letter still belongs to the move just played: the sign of a check, or the rest of an `O-O-O` of
    /// which only `O-O` was possible.
    fn is_tail(&mut self, letter: char) -> bool {
        let Some(tail) = self.m.typed.tail.filter(|tail| self.now < tail.until_ms) else {
            self.m.typed.tail = None;
            return false;
        };
        match letter {
            '+' if tail.gives_check => true,
            '#' => true,
            '-' | 'O' | 'o' | '0' if tail.castled_short => {
                let text = "O-O was played: O-O-O is not possible";
                self.m.toasts.offer(text, UserCommand::Undo);
                true
            }
            _ => {
                self.m.typed.tail = None;
                false
            }
        }
    }

    /// Something else is done before: what was typed does not go on behind it. A letter that waits for a second one
    /// is its command if keys follow; if the mouse does something, it still waits.
    pub(crate) fn forget_typed_before(&mut self, action: &Action) {
        let held = self.m.typed.entry.as_ref().and_then(|entry| entry.held);
        match action {
            Action::Shortcut(_) => {
                self.m.typed.entry = None;
                self.obey(held);
            }
            Action::Command(_)
            | Action::PlayMove { .. }
            | Action::Premove { .. }
            | Action::PlayLine { .. }
            | Action::GoTo(_)
                if held.is_none() =>
            {
                self.m.typed.entry = None;
            }
            _ => {}
        }
    }

    /// What is typed goes after a while, and the command of a letter that nothing follows is given.
    pub(crate) fn typed_rests(&mut self) {
        let due = |entry: &mut Entry| entry.due_ms() <= self.now;
        if let Some(entry) = self.m.typed.entry.take_if(due) {
            self.obey(entry.held);
        }
    }

    /// Where no moves can be typed any more nothing stays of one.
    pub(crate) fn settle_typed(&mut self) {
        if self.m.typed.entry.is_some() && !self.m.takes_typed_moves() {
            self.m.typed.entry = None;
        }
    }
}

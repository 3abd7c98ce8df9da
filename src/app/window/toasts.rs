//! Toasts: short notes on what happened, shown for a few seconds. Data only; the window draws them.

use crate::commands::command::UserCommand;
use crate::engines::state::Watching;
use tabia_games::printable;
use tabia_text::t;

/// The severity of a toast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastKind {
    /// Something happened.
    Info,
    /// Something did not go as expected.
    Warning,
    /// Something failed.
    Error,
    /// A question, with its answers.
    Question,
}

impl ToastKind {
    /// How long a toast of this kind is shown, ms.
    fn shown_ms(self) -> u64 {
        match self {
            ToastKind::Info => 4_000,
            ToastKind::Warning => 8_000,
            ToastKind::Error => 15_000,
            ToastKind::Question => 60_000,
        }
    }
}

/// An action offered by a toast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastOffer {
    /// Run this command, such as undo.
    Command(UserCommand),
    /// Restart one of the user's engines, by its number.
    RestartEngine(u32),
    /// Show the conversation with it.
    EngineLog(u32),
    /// Show its entry in the list of engines, where it can be changed or removed.
    SetUpEngine(u32),
    /// Choose when full-strength analysis is shown during a game against a weaker engine.
    Watching(Watching),
    /// Restore the tournament that was last removed from the list.
    BringBackTournament,
    /// Restore the plan of a tournament that was discarded or replaced last.
    RestorePlan,
    /// Go back to the game in which moves were guessed last.
    RestoreGuess,
    /// Read the list of games again from its file, which has changed.
    ReadListAgain,
    /// Show what was read while a dialog or the position editor was open.
    ShowOpened,
}

impl ToastOffer {
    /// The text of the button.
    pub fn name(self) -> &'static str {
        match self {
            // It is offered while the game is paused.
            ToastOffer::Command(UserCommand::Pause) => t!("toast-resume"),
            ToastOffer::Command(command) => command.name(),
            ToastOffer::RestartEngine(_) => t!("toast-restart"),
            ToastOffer::EngineLog(_) => t!("toast-log"),
            ToastOffer::SetUpEngine(_) => t!("toast-set-up-engine"),
            ToastOffer::Watching(watching) => watching.label(),
            ToastOffer::BringBackTournament
            | ToastOffer::RestorePlan
            | ToastOffer::RestoreGuess => UserCommand::Undo.name(),
            ToastOffer::ReadListAgain => t!("toast-read-list"),
            ToastOffer::ShowOpened => t!("button-show"),
        }
    }
}

/// The subject of a toast: the toast disappears with it, even before its time is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToastAbout {
    /// A subject that does not end.
    #[default]
    Anything,
    /// The last change, which can be undone, by the state number of the history and whether it was made while the
    /// position editor was open, which has an undo of its own.
    Change(u64, bool),
    /// The pause of the game.
    Pause,
    DrawOffer,
    /// The game in progress while another position is shown.
    LookingElsewhere,
    /// The game with this number, in which the engine's thinking can be shown.
    Watching(u64),
    /// The game on the board with this number.
    Game(u64),
    /// Something of the user's that could not be read: shown until it is dismissed.
    Loss,
}

/// The present state of the subjects.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub(crate) struct Subjects {
    /// The state number of the history.
    pub(crate) change: u64,
    /// The position editor is open.
    pub(crate) editing: bool,
    /// The number of the game on the board.
    pub(crate) game: u64,
    pub(crate) paused: bool,
    pub(crate) draw_offered: bool,
    pub(crate) looking_elsewhere: bool,
    /// The engine's thinking can be shown in the game on the board.
    pub(crate) watchable: bool,
}

impl Subjects {
    /// The subject of a toast, by the actions it offers.
    fn of(&self, toast: &Toast) -> ToastAbout {
        let command = match toast.offers[..] {
            [ToastOffer::Command(command)] => command,
            [ToastOffer::Watching(_), ..] => return ToastAbout::Watching(self.game),
            _ => return ToastAbout::Anything,
        };
        match command {
            UserCommand::Undo => ToastAbout::Change(self.change, self.editing),
            UserCommand::Pause => ToastAbout::Pause,
            UserCommand::AcceptDraw => ToastAbout::DrawOffer,
            UserCommand::ToGame => ToastAbout::LookingElsewhere,
            _ => ToastAbout::Anything,
        }
    }

    /// Whether a subject still exists.
    fn last(&self, about: ToastAbout) -> bool {
        match about {
            ToastAbout::Anything | ToastAbout::Loss => true,
            ToastAbout::Change(of, editing) => (of, editing) == (self.change, self.editing),
            ToastAbout::Pause => self.paused,
            ToastAbout::DrawOffer => self.draw_offered,
            ToastAbout::LookingElsewhere => self.looking_elsewhere,
            ToastAbout::Watching(of) => self.watchable && of == self.game,
            ToastAbout::Game(of) => of == self.game,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// Its number, for dismissing it.
    pub id: u64,
    /// Its severity.
    pub kind: ToastKind,
    /// Its text, without full stop.
    pub text: String,
    /// The actions it offers.
    pub offers: Vec<ToastOffer>,
    /// Its subject.
    pub about: ToastAbout,
    /// When it disappears, ms; set when it is first shown, for one that stays to the end of time.
    pub until_ms: Option<u64>,
}

/// The toasts, the one shown on top last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toasts {
    list: Vec<Toast>,
    next_id: u64,
}

impl Toast {
    /// How long it is shown, ms; `None`: until the user answers or dismisses it. What was opened can be reached only
    /// by its toast, which a dialog may cover for a while, and a loss must not go unnoticed.
    fn limit_ms(&self) -> Option<u64> {
        let stays = self.about == ToastAbout::Loss || self.offers.contains(&ToastOffer::ShowOpened);
        (!stays).then(|| self.kind.shown_ms())
    }
}

impl Toasts {
    /// Maximum number of toasts; the oldest are dropped first.
    pub const MAX: usize = 5;
    /// Maximum length of the text, characters: names in it may come from a file.
    const MAX_LENGTH: usize = 400;

    /// Adds a message.
    pub fn info(&mut self, text: impl Into<String>) {
        self.push(ToastKind::Info, &text.into(), &[]);
    }

    /// Adds a message with a command, for example to undo.
    pub fn offer(&mut self, text: impl Into<String>, command: UserCommand) {
        self.push(ToastKind::Info, &text.into(), &[ToastOffer::Command(command)]);
    }

    /// Adds a message with actions.
    pub(crate) fn info_with(&mut self, text: impl Into<String>, offers: &[ToastOffer]) {
        self.push(ToastKind::Info, &text.into(), offers);
    }

    /// Adds a warning.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.push(ToastKind::Warning, &text.into(), &[]);
    }

    /// Adds a warning about the game on the board, by its number.
    pub(crate) fn warn_of_game(&mut self, text: impl Into<String>, game: u64) {
        self.warn(text);
        if let Some(toast) = self.list.last_mut() {
            toast.about = ToastAbout::Game(game);
        }
    }

    /// Adds a warning with a command that may solve the problem.
    pub(crate) fn offer_after_warning(&mut self, text: impl Into<String>, command: UserCommand) {
        self.push(ToastKind::Warning, &text.into(), &[ToastOffer::Command(command)]);
    }

    /// Adds an error.
    pub fn error(&mut self, text: impl Into<String>) {
        self.push(ToastKind::Error, &text.into(), &[]);
    }

    /// Adds an error about something that is lost, shown until it is dismissed.
    pub(crate) fn loss(&mut self, text: impl Into<String>) {
        self.error(text);
        if let Some(toast) = self.list.last_mut() {
            toast.about = ToastAbout::Loss;
        }
    }

    /// Adds an error with actions.
    pub(crate) fn error_with(&mut self, text: impl Into<String>, offers: &[ToastOffer]) {
        self.push(ToastKind::Error, &text.into(), offers);
    }

    /// Adds a question that can be ignored.
    pub(crate) fn ask(&mut self, text: impl Into<String>, offers: &[ToastOffer]) {
        self.push(ToastKind::Question, &text.into(), offers);
    }

    fn push(&mut self, kind: ToastKind, text: &str, offers: &[ToastOffer]) {
        let mut text = printable::lines(text).into_owned();
        if let Some((end, _)) = text.char_indices().nth(Self::MAX_LENGTH) {
            text.truncate(end);
            text.push('…');
        }
        // A repeated toast replaces its earlier copy: a repeated key must not fill the window.
        self.list.retain(|toast| toast.text != text);
        let id = self.next_id;
        self.next_id += 1;
        let (offers, about) = (offers.to_vec(), ToastAbout::Anything);
        // An error is shown before other messages of the same action.
        let graver = |toast: &Toast| {
            let grave = matches!(toast.kind, ToastKind::Warning | ToastKind::Error);
            kind == ToastKind::Info && grave && toast.until_ms.is_none()
        };
        let at = self.list.iter().rposition(|toast| !graver(toast)).map_or(0, |last| last + 1);
        self.list.insert(at, Toast { id, kind, text, offers, about, until_ms: None });
        if self.list.len() > Self::MAX {
            // Errors and questions must be seen, so plain messages are dropped first.
            let info = self.list.iter().position(|toast| toast.kind == ToastKind::Info);
            self.list.remove(info.unwrap_or(0));
        }
    }

    /// Removes toasts with exactly these actions: they are out of date.
    pub(crate) fn outdate(&mut self, offers: &[ToastOffer]) {
        self.list.retain(|toast| toast.offers != offers);
    }

    /// Removes toasts that give this reason: it holds no longer.
    pub(crate) fn withdraw(&mut self, reason: &str) {
        self.list.retain(|toast| !toast.text.contains(reason));
    }

    /// The number of the next toast.
    pub(crate) fn newest(&self) -> u64 {
        self.next_id
    }

    /// Sets the subjects of the toasts from this number on, and removes those whose subject no longer exists.
    pub(crate) fn settle(&mut self, from: u64, now: &Subjects) {
        for toast in self.list.iter_mut().filter(|toast| toast.id >= from) {
            if toast.about == ToastAbout::Anything {
                toast.about = now.of(toast);
            }
        }
        self.list.retain(|toast| now.last(toast.about));
    }

    /// The toasts, the one shown on top last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Toast> {
        self.list.iter()
    }

    /// The visible toast: the newest, but errors before other messages. The others wait until it disappears.
    pub fn shown(&self) -> Option<&Toast> {
        self.list.last()
    }

    /// Whether there are no toasts.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Removes a toast.
    pub fn dismiss(&mut self, id: u64) {
        self.list.retain(|toast| toast.id != id);
    }

    /// Removes all toasts.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Starts the time of the visible toast and removes those whose time is over.
    pub fn tick(&mut self, now_ms: u64) {
        if let Some(shown) = self.list.last_mut() {
            let limit_ms = shown.limit_ms();
            shown.until_ms.get_or_insert(limit_ms.map_or(u64::MAX, |limit| now_ms + limit));
        }
        self.list.retain(|toast| toast.until_ms.is_none_or(|until| now_ms < until));
    }

    /// Milliseconds until the visible toast disappears or, for a new one, its time has to be started.
    pub fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        let shown = self.shown().filter(|shown| shown.limit_ms().is_some())?;
        Some(shown.until_ms.map_or(0, |until| until.saturating_sub(now_ms)))
    }

    /// Whether a toast offers this action.
    pub(crate) fn offers(&self, offer: ToastOffer) -> bool {
        self.list.iter().any(|toast| toast.offers.contains(&offer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_about_something_endless_ends() {
        let mut toasts = Toasts::default();
        toasts.info("ä".repeat(1_000_000));
        assert_eq!(toasts.iter().next().unwrap().text.chars().count(), Toasts::MAX_LENGTH + 1);
    }

    #[test]
    fn an_error_is_kept_whatever_else_happens() {
        let mut toasts = Toasts::default();
        toasts.error("Lost");
        toasts.tick(0);
        (0..10).for_each(|n| toasts.info(format!("Copied {n}")));
        assert_eq!(toasts.iter().count(), Toasts::MAX);
        assert_eq!(toasts.iter().next().unwrap().text, "Lost");
        assert_eq!(toasts.shown().unwrap().text, "Copied 9");
    }

    #[test]
    fn what_went_wrong_is_seen_before_what_happened_with_it() {
        let mut toasts = Toasts::default();
        toasts.info("Opened");
        toasts.warn("Opened with one problem");
        toasts.info("Games are kept");
        assert_eq!(toasts.shown().unwrap().text, "Opened with one problem");
        toasts.tick(0);
        toasts.info("Copied");
        assert_eq!(toasts.shown().unwrap().text, "Copied", "it has been seen");
    }

    #[test]
    fn a_loss_that_was_seen_lets_later_messages_through_and_comes_back() {
        let mut toasts = Toasts::default();
        toasts.loss("session.json could not be read");
        toasts.info("Opened");
        assert_eq!(toasts.shown().unwrap().text, "session.json could not be read");
        toasts.tick(0);
        toasts.info("Game 2 deleted");
        assert_eq!(toasts.shown().unwrap().text, "Game 2 deleted");
        toasts.tick(1);
        toasts.tick(4_001);
        assert_eq!(toasts.shown().unwrap().text, "session.json could not be read");
        assert_eq!(toasts.next_change_ms(4_001), None);
    }

    #[test]
    fn notes_go_after_their_time_and_do_not_pile_up() {
        let mut toasts = Toasts::default();
        toasts.error("Lost");
        toasts.list[0].until_ms = Some(u64::MAX);
        toasts.info("Copied");
        toasts.info("Copied");
        toasts.list[0].until_ms = None;
        assert_eq!(toasts.iter().count(), 2);
        toasts.tick(1_000);
        assert_eq!(toasts.next_change_ms(1_500), Some(3_500));
        toasts.tick(5_000);
        assert_eq!(toasts.iter().map(|t| t.text.as_str()).collect::<Vec<_>>(), ["Lost"]);
        assert_eq!(toasts.next_change_ms(5_000), Some(0), "its time begins now that it is seen");
        toasts.tick(5_000);
        assert_eq!(toasts.next_change_ms(19_000), Some(1_000));
        toasts.clear();
        for n in 0..20 {
            toasts.warn(n.to_string());
        }
        assert_eq!(toasts.iter().count(), Toasts::MAX);
    }
}

//! Short notes on what happened, shown for a few seconds. Data only; the window draws them.

use crate::commands::command::UserCommand;
use crate::engines::state::Watching;
use tabia_games::printable;
use tabia_text::t;

/// How grave a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastKind {
    /// Something happened.
    Info,
    /// Something did not go as wished.
    Warning,
    /// Something failed.
    Error,
    /// A question, with its answers.
    Question,
}

impl ToastKind {
    /// How long such a note is shown, ms.
    pub fn shown_ms(self) -> u64 {
        match self {
            ToastKind::Info => 4_000,
            ToastKind::Warning => 8_000,
            ToastKind::Error => 15_000,
            ToastKind::Question => 60_000,
        }
    }
}

/// Something that can be done about what a note says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastOffer {
    /// Give this command, such as undo.
    Command(UserCommand),
    /// Start an engine of the user's anew, by its number.
    RestartEngine(u32),
    /// Show what was said to it and by it.
    EngineLog(u32),
    /// Show its entry in the list of engines, where it can be changed or removed.
    SetUpEngine(u32),
    /// Whether full-strength analysis is shown during a game against a weaker engine.
    Watching(Watching),
    /// Bring back the tournament that was taken off the list last.
    BringBackTournament,
}

impl ToastOffer {
    /// What the button says.
    pub fn name(self) -> &'static str {
        match self {
            // It is offered while the game is paused.
            ToastOffer::Command(UserCommand::Pause) => t!("toast-resume"),
            ToastOffer::Command(command) => command.name(),
            ToastOffer::RestartEngine(_) => t!("toast-restart"),
            ToastOffer::EngineLog(_) => t!("toast-log"),
            ToastOffer::SetUpEngine(_) => t!("toast-set-up-engine"),
            ToastOffer::Watching(watching) => watching.label(),
            ToastOffer::BringBackTournament => UserCommand::Undo.name(),
        }
    }
}

/// What a note speaks of: it ends with that, if its time is not over before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToastAbout {
    /// Nothing that ends.
    #[default]
    Anything,
    /// The last change, which can be undone: the state of the history by number.
    Change(u64),
    /// The pause of the game.
    Pause,
    DrawOffer,
    /// The game that waits while one looks elsewhere.
    LookingElsewhere,
    /// The game with this number, in which the engine can be watched.
    Watching(u64),
    /// The game on the board with this number.
    Game(u64),
}

/// How it stands with what notes can speak of.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub(crate) struct Subjects {
    /// The state of the history, by number.
    pub(crate) change: u64,
    /// The game on the board, by number.
    pub(crate) game: u64,
    pub(crate) paused: bool,
    pub(crate) draw_offered: bool,
    pub(crate) looking_elsewhere: bool,
    /// The engine can be watched in the game on the board.
    pub(crate) watchable: bool,
}

impl Subjects {
    /// What a note speaks of, by what it offers.
    fn of(&self, toast: &Toast) -> ToastAbout {
        let command = match toast.offers[..] {
            [ToastOffer::Command(command)] => command,
            [ToastOffer::Watching(_), ..] => return ToastAbout::Watching(self.game),
            _ => return ToastAbout::Anything,
        };
        match command {
            UserCommand::Undo => ToastAbout::Change(self.change),
            UserCommand::Pause => ToastAbout::Pause,
            UserCommand::AcceptDraw => ToastAbout::DrawOffer,
            UserCommand::ToGame => ToastAbout::LookingElsewhere,
            _ => ToastAbout::Anything,
        }
    }

    /// Whether a subject is not over.
    fn last(&self, about: ToastAbout) -> bool {
        match about {
            ToastAbout::Anything => true,
            ToastAbout::Change(of) => of == self.change,
            ToastAbout::Pause => self.paused,
            ToastAbout::DrawOffer => self.draw_offered,
            ToastAbout::LookingElsewhere => self.looking_elsewhere,
            ToastAbout::Watching(of) => self.watchable && of == self.game,
            ToastAbout::Game(of) => of == self.game,
        }
    }
}

/// One note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// Its number, for dismissing it.
    pub id: u64,
    /// How grave it is.
    pub kind: ToastKind,
    /// What it says, without full stop.
    pub text: String,
    /// What can be done about it.
    pub offers: Vec<ToastOffer>,
    /// What it speaks of.
    pub about: ToastAbout,
    /// When it goes, ms; set when it is first shown.
    pub until_ms: Option<u64>,
}

/// The notes on screen, that on top last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toasts {
    list: Vec<Toast>,
    next_id: u64,
}

impl Toasts {
    /// More than this many are not kept; the oldest go first.
    pub const MOST: usize = 5;
    /// Characters shown of a note: what it names may come from a file.
    const MAX_LENGTH: usize = 400;

    /// Says that something happened.
    pub fn info(&mut self, text: impl Into<String>) {
        self.push(ToastKind::Info, &text.into(), &[]);
    }

    /// Says that something happened and offers a command, for instance to take it back.
    pub fn offer(&mut self, text: impl Into<String>, command: UserCommand) {
        self.push(ToastKind::Info, &text.into(), &[ToastOffer::Command(command)]);
    }

    /// Says that something happened and what can be done about it.
    pub fn info_with(&mut self, text: impl Into<String>, offers: &[ToastOffer]) {
        self.push(ToastKind::Info, &text.into(), offers);
    }

    /// Says that something did not go as wished.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.push(ToastKind::Warning, &text.into(), &[]);
    }

    /// The same of the game on the board, by its number.
    pub(crate) fn warn_of_game(&mut self, text: impl Into<String>, game: u64) {
        self.warn(text);
        if let Some(toast) = self.list.last_mut() {
            toast.about = ToastAbout::Game(game);
        }
    }

    /// The same with a command that may put it right.
    pub(crate) fn offer_after_warning(&mut self, text: impl Into<String>, command: UserCommand) {
        self.push(ToastKind::Warning, &text.into(), &[ToastOffer::Command(command)]);
    }

    /// Says that something failed.
    pub fn error(&mut self, text: impl Into<String>) {
        self.push(ToastKind::Error, &text.into(), &[]);
    }

    /// Says that something failed and what can be done about it.
    pub fn error_with(&mut self, text: impl Into<String>, offers: &[ToastOffer]) {
        self.push(ToastKind::Error, &text.into(), offers);
    }

    /// Asks something that can be answered in passing.
    pub(crate) fn ask(&mut self, text: impl Into<String>, offers: &[ToastOffer]) {
        self.push(ToastKind::Question, &text.into(), offers);
    }

    fn push(&mut self, kind: ToastKind, text: &str, offers: &[ToastOffer]) {
        let mut text = printable::lines(text).into_owned();
        if let Some((end, _)) = text.char_indices().nth(Self::MAX_LENGTH) {
            text.truncate(end);
            text.push('…');
        }
        // The same note again replaces itself: a repeated key must not fill the window.
        self.list.retain(|toast| toast.text != text);
        let id = self.next_id;
        self.next_id += 1;
        let (offers, about) = (offers.to_vec(), ToastAbout::Anything);
        // What went wrong is seen before what merely happened with it.
        let graver = |toast: &Toast| {
            let grave = matches!(toast.kind, ToastKind::Warning | ToastKind::Error);
            kind == ToastKind::Info && grave && toast.until_ms.is_none()
        };
        let at = self.list.iter().rposition(|toast| !graver(toast)).map_or(0, |last| last + 1);
        self.list.insert(at, Toast { id, kind, text, offers, about, until_ms: None });
        if self.list.len() > Self::MOST {
            // What has failed or is asked is seen, whatever else happens meanwhile.
            let info = self.list.iter().position(|toast| toast.kind == ToastKind::Info);
            self.list.remove(info.unwrap_or(0));
        }
    }

    /// Takes away notes with just these offers: what they say is no longer so.
    pub(crate) fn outdate(&mut self, offers: &[ToastOffer]) {
        self.list.retain(|toast| toast.offers != offers);
    }

    /// The number the next note gets.
    pub(crate) fn newest(&self) -> u64 {
        self.next_id
    }

    /// Binds the notes from this number on to what they speak of, and takes away those whose subject is over.
    pub(crate) fn settle(&mut self, from: u64, now: &Subjects) {
        for toast in self.list.iter_mut().filter(|toast| toast.id >= from) {
            if toast.about == ToastAbout::Anything {
                toast.about = now.of(toast);
            }
        }
        self.list.retain(|toast| now.last(toast.about));
    }

    /// The notes, that on top last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Toast> {
        self.list.iter()
    }

    /// The note on screen: the newest, but what went wrong before what happened with it. The others wait until it goes.
    pub fn shown(&self) -> Option<&Toast> {
        self.list.last()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Takes one away.
    pub fn dismiss(&mut self, id: u64) {
        self.list.retain(|toast| toast.id != id);
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Starts the time of the one on screen and takes away those whose time is over.
    pub fn tick(&mut self, now_ms: u64) {
        if let Some(shown) = self.list.last_mut() {
            shown.until_ms.get_or_insert(now_ms + shown.kind.shown_ms());
        }
        self.list.retain(|toast| toast.until_ms.is_none_or(|until| now_ms < until));
    }

    /// Milliseconds until the one on screen goes or, for a new one, its time has to be started.
    pub fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        self.shown().map(|shown| shown.until_ms.map_or(0, |until| until.saturating_sub(now_ms)))
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
        assert_eq!(toasts.iter().count(), Toasts::MOST);
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
        assert_eq!(toasts.iter().count(), Toasts::MOST);
    }
}

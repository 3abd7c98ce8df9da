//! Moves typed letter by letter: played, refused, corrected, and how they coexist with shortcuts.

use tabia_app::action::{Action, UserCommand as C};
use tabia_app::commands::command::Keys;
use tabia_app::game::new_game::Sides;
use tabia_app::game::state::Premove;
use tabia_app::game::typed::{FIELD_MS, HOLD_MS, PATIENT_MS, REST_MS, TypedKey};
use tabia_app::training::openings::State;
use tabia_app::training::state::{Page, TrainingAction};
use tabia_app::window::settings::{PromotionPreference, SettingChange};
use tabia_chess::{Color, PieceType, Square, uci_move};

use super::desk::{Desk, from_fen, humans};
use tabia_text::{Language, t};

impl Desk {
    /// Types letters as the window passes them on: with the command of each.
    fn types(&mut self, text: &str) {
        for letter in text.chars() {
            self.types_slowly(letter, 60);
        }
    }

    fn types_slowly(&mut self, letter: char, after_ms: u64) {
        self.now += after_ms;
        self.act(Action::Tick);
        let key = match letter {
            '+' => "Plus".to_owned(),
            '-' => "Minus".to_owned(),
            letter => letter.to_ascii_uppercase().to_string(),
        };
        let means = |all: &[Keys]| {
            all.iter().any(|keys| keys.key == key && !keys.ctrl && !keys.alt && !keys.shift)
        };
        let command = C::ALL.into_iter().find(|&c| means(self.model.settings.keys.of(c)));
        let command = command.filter(|command| command.is_enabled(&self.model));
        self.act(Action::Typed(TypedKey::Char(letter), command));
    }

    fn key(&mut self, key: TypedKey, command: Option<C>) {
        self.act(Action::Typed(key, command));
    }

    fn waits(&mut self, ms: u64) {
        self.now += ms;
        self.act(Action::Tick);
    }

    fn typed(&self) -> &str {
        self.model.typed.entry().map_or("", |entry| &entry.text)
    }
}

#[test]
fn moves_are_typed_on_the_boards_of_the_training() {
    let mut desk = Desk::new();
    desk.types("e4");
    let game = desk.line();
    desk.give(C::TrainingWorkspace);
    let solving = |desk: &Desk| desk.model.training.solving.clone().unwrap();
    let (asked, wanted) = (solving(&desk).asked(), solving(&desk).wanted().unwrap());
    desk.types(&uci_move::write(&asked, wanted, false));
    assert_ne!(solving(&desk).asked(), asked, "the move of the solution");
    desk.act(Action::Training(TrainingAction::Show(Page::Endgames)));
    assert!(!desk.model.takes_typed_moves(), "the list of endgames");
    desk.act(Action::Training(TrainingAction::Drill { endgame: 0, start: 0 }));
    let moves = |desk: &Desk| desk.model.training.drill.as_ref().unwrap().position.moves.len();
    desk.types("Rb7");
    assert_eq!((desk.typed(), moves(&desk)), ("Rb7", 0), "no legal move");
    assert!(desk.model.typed_reading().unwrap().1.is_dead());
    desk.key(TypedKey::Escape, None);
    desk.types("Ra");
    desk.types("4");
    assert_eq!(moves(&desk), 1);
    desk.types("Kd2");
    assert_eq!((desk.typed(), moves(&desk)), ("Kd2", 1), "the engine is to move");
    desk.act(Action::Training(TrainingAction::Show(Page::Vision)));
    assert_eq!(desk.typed(), "");
    assert_eq!(desk.line(), game, "the game of the other workspaces is not changed");
}

#[test]
fn moves_are_typed_where_they_are_guessed_and_in_openings() {
    let mut desk = analysing();
    desk.give(C::TrainingWorkspace);
    desk.act(Action::Training(TrainingAction::Show(Page::Guess)));
    desk.act(Action::Training(TrainingAction::Guess(Color::White)));
    desk.types("e4");
    assert!(desk.model.training.guess.as_ref().unwrap().is_over());
    desk.act(Action::Training(TrainingAction::Show(Page::Openings)));
    desk.act(Action::Training(TrainingAction::Openings(Color::White)));
    desk.types("e4");
    let run = desk.model.training.repertoire.as_ref().unwrap();
    assert_eq!((run.known, run.state), (1, State::Over));
}

/// An analysis board.
fn analysing() -> Desk {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 *".to_owned()));
    desk
}

fn at(fen: &str) -> Desk {
    Desk::with(from_fen(fen, Sides::Humans))
}

#[test]
fn typed_moves_are_played_however_they_are_written() {
    let mut desk = Desk::with(humans());
    let (bar, flipped) = (desk.model.settings.eval_bar, desk.model.view.flipped);
    desk.types("e2e4e5Nf3nc6Bb5a6Bxc6dxc6O-O");
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O");
    desk.types("f6d4exd4Nxd4c5g8");
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5");
    assert_eq!(desk.typed(), "g8", "a beginning stays in sight");
    // E, F, A, C and G are shortcuts as well, and none of them was meant.
    let after = (desk.model.settings.eval_bar, desk.model.view.flipped);
    assert_eq!(after, (bar, flipped));
    assert_eq!(desk.model.view.annotating, None);
    assert!(
        desk.model
            .game
            .tree
            .path(desk.model.game.live)
            .iter()
            .all(|&id| { desk.model.game.tree.nags(id).is_empty() })
    );
}

#[test]
fn pieces_have_the_letters_of_the_language_too() {
    let _german = Language::by_id("de").unwrap().on_this_thread();
    let mut desk = Desk::with(humans());
    desk.types("e4e5Sf3sc6Lc4Nf6dd3");
    assert_eq!(desk.line(), "e4 e5 Nf3 Nc6 Bc4 Nf6", "a small d is the file");
    assert_eq!(desk.typed(), "dd3");
    let mut desk = at("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    desk.types("a8=D");
    assert_eq!(desk.line(), "a8=Q");
}

#[test]
fn what_follows_an_unknown_piece_is_no_move_of_a_pawn() {
    let mut desk = Desk::with(humans());
    desk.types("Sf3");
    assert_eq!((desk.line().as_str(), desk.typed()), ("", "Sf3"));
}

#[test]
fn where_one_plays_letters_are_moves_first() {
    let mut desk = Desk::with(humans());
    let (bar, pov) = (desk.model.settings.eval_bar, desk.model.settings.pov);
    desk.types("e");
    desk.waits(PATIENT_MS - 100);
    desk.types("4");
    assert_eq!(desk.line(), "e4", "however slowly");
    // Other keys pressed meanwhile run no command.
    desk.types("fv");
    assert_eq!(desk.typed(), "f");
    desk.types("k");
    assert_eq!(desk.typed(), "fk", "no move begins so, and it stays in sight");
    desk.key(TypedKey::Escape, None);
    desk.types("e");
    desk.act(Action::Shortcut(C::NextTheme));
    let now = (desk.model.settings.eval_bar, desk.model.settings.pov);
    assert_eq!((now, desk.model.view.flipped), ((bar, pov), false));
    // A single letter becomes a command in the end.
    desk.key(TypedKey::Escape, None);
    desk.types("f");
    desk.waits(PATIENT_MS);
    assert!(desk.model.view.flipped && desk.typed().is_empty());
}

#[test]
fn a_letter_that_is_a_key_stays_one() {
    let mut desk = analysing();
    desk.types("f");
    assert!(!desk.model.view.flipped, "it may be the beginning of f4");
    assert_eq!(desk.model.next_change_ms(desk.now), Some(HOLD_MS));
    desk.waits(HOLD_MS - 1);
    assert!(!desk.model.view.flipped);
    desk.waits(1);
    assert!(desk.model.view.flipped && desk.typed().is_empty());
    // A following key that leads to no move: both are shortcuts, in their order.
    desk.types("fv");
    assert!(!desk.model.view.flipped);
    assert_eq!(desk.model.settings.pov, tabia_engine::search::score::Pov::SideToMove);
    // A shortcut that is not a letter does not wait for it.
    desk.types("f");
    desk.act(Action::Shortcut(C::NextTheme));
    assert!(desk.model.view.flipped && desk.typed().is_empty());
    // Keys that begin no move run their commands at once.
    desk.types("z");
    assert!(desk.model.view.hide_engine);
    // Nor do letters wait where no move begins with them, or where none can be typed.
    let mut desk = at("4k3/8/8/8/8/8/P7/K7 w - - 0 1");
    desk.types("f");
    assert!(desk.model.view.flipped);
    desk.act(Action::Set(SettingChange::TypedMoves(false)));
    let bar = desk.model.settings.eval_bar;
    desk.types("a");
    desk.types("e");
    assert_ne!(desk.model.settings.eval_bar, bar);
    assert_eq!((desk.typed(), desk.line().as_str()), ("", ""));
}

#[test]
fn escape_clears_backspace_mends_and_enter_plays_what_is_clear() {
    let mut desk = Desk::with(humans());
    desk.types("Nc");
    desk.key(TypedKey::Backspace, Some(C::Takeback));
    assert_eq!(desk.typed(), "N");
    desk.key(TypedKey::Backspace, Some(C::Takeback));
    desk.types("Ng");
    desk.key(TypedKey::Escape, None);
    assert_eq!(desk.typed(), "");
    desk.types("Nf");
    assert_eq!(desk.line(), "", "one move begins so, but nobody said that it is meant");
    desk.key(TypedKey::Enter, None);
    assert_eq!((desk.line().as_str(), desk.typed()), ("Nf3", ""));
    desk.types("N");
    desk.key(TypedKey::Enter, None);
    assert_eq!((desk.line().as_str(), desk.typed()), ("Nf3", "N"), "four moves begin so");
    desk.key(TypedKey::Escape, None);
    // With nothing typed they run their usual commands.
    desk.key(TypedKey::Backspace, Some(C::Takeback));
    assert_eq!(desk.line(), "");
    // A letter that was cleared runs no command any more.
    desk.types("f");
    desk.key(TypedKey::Escape, None);
    desk.waits(HOLD_MS);
    assert!(!desk.model.view.flipped);
}

#[test]
fn nothing_is_played_by_mistake_or_by_time() {
    let mut desk = Desk::with(humans());
    // No knight can go to f4: the rest must become neither a glyph nor another move.
    desk.types("Nf4e4");
    assert_eq!((desk.typed(), desk.line().as_str()), ("Nf4e4", ""));
    desk.waits(REST_MS);
    assert_eq!((desk.typed(), desk.line().as_str()), ("", ""));
    // No queen can move at all.
    desk.types("Qe4");
    assert_eq!((desk.typed(), desk.line().as_str()), ("Qe4", ""));
    desk.types(&"f".repeat(40));
    assert_eq!(desk.typed().len(), tabia_app::game::typed::MAX_LENGTH);
    desk.waits(REST_MS);
    desk.types("Nf");
    desk.waits(REST_MS);
    assert_eq!(
        (desk.typed(), desk.line().as_str()),
        ("", ""),
        "a beginning is forgotten, not played"
    );
    // A move with the mouse ends the typing.
    desk.types("N");
    desk.play("d2d4");
    desk.types("e5");
    assert_eq!(desk.line(), "d4 e5");
    // A move that two pieces could make is played by neither.
    let mut desk = at("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
    desk.types("Nd2");
    assert_eq!((desk.typed(), desk.line().as_str()), ("Nd2", ""));
    assert_eq!(desk.model.typed_reading().unwrap().1.whole.len(), 2);
}

#[test]
fn a_promotion_is_typed_or_set() {
    let fen = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1";
    let mut desk = at(fen);
    desk.types("e8");
    desk.key(TypedKey::Enter, None);
    assert_eq!(desk.line(), "", "the board asks too");
    desk.types("=Q");
    assert_eq!(desk.line(), "e8=Q");
    let mut desk = at(fen);
    desk.act(Action::Set(SettingChange::Promotion(PromotionPreference::Queen)));
    desk.types("e8");
    assert_eq!(desk.line(), "");
    desk.key(TypedKey::Enter, None);
    assert_eq!(desk.line(), "e8=Q");
}

#[test]
fn the_rest_of_a_spelling_is_no_command() {
    let mut desk = at("4k3/8/8/8/8/8/8/Q3K2R w K - 0 1");
    let lines = desk.model.settings.engine.multi_pv;
    desk.types("Qa4+");
    assert_eq!((desk.line().as_str(), desk.model.settings.engine.multi_pv), ("Qa4+", lines));
    desk.types("+");
    desk.waits(2_000);
    desk.types("+");
    assert_eq!(desk.model.settings.engine.multi_pv, lines + 1, "later it is a key again");
    // Only one castling move is possible; a user who typed the other one gets a message.
    let mut desk = at("4k3/8/8/8/8/8/8/Q3K2R w K - 0 1");
    desk.types("O-O-O");
    assert_eq!((desk.line().as_str(), desk.typed()), ("O-O", ""));
    assert!(desk.says(t!("toast-only-short")));
    assert_eq!(desk.model.settings.engine.multi_pv, lines, "the dash is no key");
}

#[test]
fn while_the_engine_thinks_a_typed_move_is_a_premove() {
    let mut desk = Desk::new();
    desk.types("e4");
    desk.types("Nf");
    desk.key(TypedKey::Enter, None);
    let premove = |from: &str, to: &str| {
        let square = |name: &str| name.parse::<Square>().unwrap();
        Some(Premove { from: square(from), to: square(to), promotion: None::<PieceType> })
    };
    assert_eq!(desk.model.game.premove, premove("g1", "f3"), "h3 and e2 lie on other files");
    desk.types("d2d");
    desk.answer("e7e5");
    assert_eq!(desk.line(), "e4 e5 Nf3", "the premove was played");
    assert_eq!(desk.typed(), "d2d", "what is half typed stays when the other one has moved");
    desk.types("4");
    assert_eq!(desk.model.game.premove, premove("d2", "d4"));
}

#[test]
fn behind_dialogs_and_in_the_editor_nothing_is_typed() {
    let mut desk = Desk::with(humans());
    desk.types("N");
    desk.give(C::Settings);
    assert_eq!(desk.typed(), "");
    desk.types("e4");
    assert_eq!(desk.line(), "");
    desk.act(Action::CloseDialog);
    desk.give(C::EditPosition);
    desk.types("e4");
    assert_eq!((desk.typed(), desk.line().as_str()), ("", ""));
}

#[test]
fn letters_after_the_key_of_a_comment_are_its_text_until_its_field_has_the_focus() {
    let comment_of = |text: &str| {
        let mut desk = analysing();
        desk.types(text);
        let annotates = desk.model.view.annotating.is_some();
        (annotates, desk.typed().to_owned(), desk.model.typed.for_field().map(str::to_owned))
    };
    let kept = |text: &str| (true, String::new(), Some(text.to_owned()));
    // After 1. e4 a "c" can begin 1...c5 and 1...c6 only.
    assert_eq!(comment_of("cbetter"), kept("better"));
    assert_eq!(comment_of("cgood"), kept("good"));
    let mut desk = Desk::new();
    desk.act(Action::PasteText("4k3/8/8/8/3p4/2P5/8/4K3 w - - 0 1".to_owned()));
    desk.types("cdubious");
    assert_eq!(desk.model.typed.for_field(), Some("dubious"), "cxd4 it was not");
    // Text that no field asks for is dropped after a while, and keys have their usual meaning again.
    desk.waits(FIELD_MS);
    assert_eq!(desk.model.typed.for_field(), None);
    desk.types("Kf2");
    assert_eq!(desk.line(), "Kf2");
    // The field has the focus: it reads the keys itself.
    let mut desk = analysing();
    desk.types("cit");
    desk.act(Action::TextForField(" is".to_owned()));
    assert_eq!(desk.model.typed.for_field(), Some("it is"));
    desk.act(Action::FieldFocused);
    assert_eq!(desk.model.typed.for_field(), None);
}

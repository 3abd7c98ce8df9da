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

use super::test_app::{TestApp, from_fen, humans};
use tabia_text::{Language, t};

impl TestApp {
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
            ' ' => "Space".to_owned(),
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
    let mut app = TestApp::new();
    app.types("e4");
    let game = app.line();
    app.give(C::TrainingWorkspace);
    let solving = |app: &TestApp| app.model.training.solving.clone().unwrap();
    let (asked, wanted) = (solving(&app).asked(), solving(&app).wanted().unwrap());
    app.types(&uci_move::write(&asked, wanted, false));
    assert_ne!(solving(&app).asked(), asked, "the move of the solution");
    app.act(Action::Training(TrainingAction::Show(Page::Endgames)));
    assert!(!app.model.takes_typed_moves(), "the list of endgames");
    app.act(Action::Training(TrainingAction::Drill { endgame: 0, start: 0 }));
    let moves = |app: &TestApp| app.model.training.drill.as_ref().unwrap().position.moves.len();
    app.types("Rb7");
    assert_eq!((app.typed(), moves(&app)), ("Rb7", 0), "no legal move");
    assert!(app.model.typed_reading().unwrap().1.is_dead());
    app.key(TypedKey::Escape, None);
    app.types("Ra");
    app.types("4");
    assert_eq!(moves(&app), 1);
    app.types("Kd2");
    assert_eq!((app.typed(), moves(&app)), ("Kd2", 1), "the engine is to move");
    app.act(Action::Training(TrainingAction::Show(Page::Vision)));
    assert_eq!(app.typed(), "");
    assert_eq!(app.line(), game, "the game of the other workspaces is not changed");
}

#[test]
fn moves_are_typed_where_they_are_guessed_and_in_openings() {
    let mut app = analysing();
    app.give(C::TrainingWorkspace);
    app.act(Action::Training(TrainingAction::Show(Page::Guess)));
    app.act(Action::Training(TrainingAction::Guess(Color::White)));
    app.types("e4");
    assert!(app.model.training.guess.as_ref().unwrap().is_over());
    app.act(Action::Training(TrainingAction::Show(Page::Openings)));
    app.act(Action::Training(TrainingAction::Openings(Color::White)));
    app.types("e4");
    let run = app.model.training.repertoire.as_ref().unwrap();
    assert_eq!((run.known, run.state), (1, State::Over));
}

/// An analysis board.
fn analysing() -> TestApp {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 *".to_owned()));
    app
}

fn at(fen: &str) -> TestApp {
    TestApp::with(from_fen(fen, Sides::Humans))
}

#[test]
fn typed_moves_are_played_however_they_are_written() {
    let mut app = TestApp::with(humans());
    let (bar, flipped) = (app.model.settings.eval_bar, app.model.view.flipped);
    app.types("e2e4e5Nf3nc6Bb5a6Bxc6dxc6O-O");
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O");
    app.types("f6d4exd4Nxd4c5g8");
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5");
    assert_eq!(app.typed(), "g8", "a beginning stays in sight");
    // E, F, A, C and G are shortcuts as well, and none of them was meant.
    let after = (app.model.settings.eval_bar, app.model.view.flipped);
    assert_eq!(after, (bar, flipped));
    assert_eq!(app.model.view.annotating, None);
    assert!(
        app.model
            .game
            .tree
            .path(app.model.game.live)
            .iter()
            .all(|&id| { app.model.game.tree.nags(id).is_empty() })
    );
}

#[test]
fn pieces_have_the_letters_of_the_language_too() {
    let _german = Language::by_id("de").unwrap().on_this_thread();
    let mut app = TestApp::with(humans());
    app.types("e4e5Sf3sc6Lc4Nf6dd3");
    assert_eq!(app.line(), "e4 e5 Nf3 Nc6 Bc4 Nf6", "a small d is the file");
    assert_eq!(app.typed(), "dd3");
    let mut app = at("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    app.types("a8=D");
    assert_eq!(app.line(), "a8=Q");
}

#[test]
fn what_follows_an_unknown_piece_is_no_move_of_a_pawn() {
    let mut app = TestApp::with(humans());
    app.types("Sf3");
    assert_eq!((app.line().as_str(), app.typed()), ("", "Sf3"));
}

#[test]
fn where_one_plays_letters_are_moves_first() {
    let mut app = TestApp::with(humans());
    let (bar, pov) = (app.model.settings.eval_bar, app.model.settings.pov);
    app.types("e");
    app.waits(PATIENT_MS - 100);
    app.types("4");
    assert_eq!(app.line(), "e4", "however slowly");
    // Other keys pressed meanwhile run no command.
    app.types("fv");
    assert_eq!(app.typed(), "f");
    app.types("k");
    assert_eq!(app.typed(), "fk", "no move begins so, and it stays in sight");
    app.key(TypedKey::Escape, None);
    app.types("e");
    app.act(Action::Shortcut(C::NextTheme));
    let now = (app.model.settings.eval_bar, app.model.settings.pov);
    assert_eq!((now, app.model.view.flipped), ((bar, pov), false));
    // A single letter becomes a command in the end.
    app.key(TypedKey::Escape, None);
    app.types("f");
    app.waits(PATIENT_MS);
    assert!(app.model.view.flipped && app.typed().is_empty());
}

#[test]
fn a_letter_that_is_a_key_stays_one() {
    let mut app = analysing();
    app.types("f");
    assert!(!app.model.view.flipped, "it may be the beginning of f4");
    assert_eq!(app.model.next_change_ms(app.now), Some(HOLD_MS));
    app.waits(HOLD_MS - 1);
    assert!(!app.model.view.flipped);
    app.waits(1);
    assert!(app.model.view.flipped && app.typed().is_empty());
    // A following key that leads to no move: both are shortcuts, in their order.
    app.types("fv");
    assert!(!app.model.view.flipped);
    assert_eq!(app.model.settings.pov, tabia_engine::search::score::Pov::SideToMove);
    // A shortcut that is not a letter does not wait for it.
    app.types("f");
    app.act(Action::Shortcut(C::NextTheme));
    assert!(app.model.view.flipped && app.typed().is_empty());
    // Keys that begin no move run their commands at once.
    app.types("z");
    assert!(app.model.view.hide_engine);
    // Nor do letters wait where no move begins with them, or where none can be typed.
    let mut app = at("4k3/8/8/8/8/8/P7/K7 w - - 0 1");
    app.types("f");
    assert!(app.model.view.flipped);
    app.act(Action::Set(SettingChange::TypedMoves(false)));
    let bar = app.model.settings.eval_bar;
    app.types("a");
    app.types("e");
    assert_ne!(app.model.settings.eval_bar, bar);
    assert_eq!((app.typed(), app.line().as_str()), ("", ""));
}

#[test]
fn escape_clears_backspace_mends_and_enter_plays_what_is_clear() {
    let mut app = TestApp::with(humans());
    app.types("Nc");
    app.key(TypedKey::Backspace, Some(C::Takeback));
    assert_eq!(app.typed(), "N");
    app.key(TypedKey::Backspace, Some(C::Takeback));
    app.types("Ng");
    app.key(TypedKey::Escape, None);
    assert_eq!(app.typed(), "");
    app.types("Nf");
    assert_eq!(app.line(), "", "one move begins so, but nobody said that it is meant");
    app.key(TypedKey::Enter, None);
    assert_eq!((app.line().as_str(), app.typed()), ("Nf3", ""));
    app.types("N");
    app.key(TypedKey::Enter, None);
    assert_eq!((app.line().as_str(), app.typed()), ("Nf3", "N"), "four moves begin so");
    app.key(TypedKey::Escape, None);
    // With nothing typed they run their usual commands.
    app.key(TypedKey::Backspace, Some(C::Takeback));
    assert_eq!(app.line(), "");
    // A letter that was cleared runs no command any more.
    app.types("f");
    app.key(TypedKey::Escape, None);
    app.waits(HOLD_MS);
    assert!(!app.model.view.flipped);
}

#[test]
fn nothing_is_played_by_mistake_or_by_time() {
    let mut app = TestApp::with(humans());
    // No knight can go to f4: the rest must become neither a glyph nor another move.
    app.types("Nf4e4");
    assert_eq!((app.typed(), app.line().as_str()), ("Nf4e4", ""));
    app.waits(REST_MS);
    assert_eq!((app.typed(), app.line().as_str()), ("", ""));
    // No queen can move at all.
    app.types("Qe4");
    assert_eq!((app.typed(), app.line().as_str()), ("Qe4", ""));
    app.types(&"f".repeat(40));
    assert_eq!(app.typed().len(), tabia_app::game::typed::MAX_LENGTH);
    app.waits(REST_MS);
    app.types("Nf");
    app.waits(REST_MS);
    assert_eq!(
        (app.typed(), app.line().as_str()),
        ("", ""),
        "a beginning is forgotten, not played"
    );
    // A move with the mouse ends the typing.
    app.types("N");
    app.play("d2d4");
    app.types("e5");
    assert_eq!(app.line(), "d4 e5");
    // A move that two pieces could make is played by neither.
    let mut app = at("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
    app.types("Nd2");
    assert_eq!((app.typed(), app.line().as_str()), ("Nd2", ""));
    assert_eq!(app.model.typed_reading().unwrap().1.whole.len(), 2);
}

#[test]
fn a_promotion_is_typed_or_set() {
    let fen = "8/4P2k/8/8/8/8/8/4K3 w - - 0 1";
    let mut app = at(fen);
    app.types("e8");
    app.key(TypedKey::Enter, None);
    assert_eq!(app.line(), "", "the board asks too");
    app.types("=Q");
    assert_eq!(app.line(), "e8=Q");
    let mut app = at(fen);
    app.act(Action::Set(SettingChange::Promotion(PromotionPreference::Queen)));
    app.types("e8");
    assert_eq!(app.line(), "");
    app.key(TypedKey::Enter, None);
    assert_eq!(app.line(), "e8=Q");
}

#[test]
fn the_rest_of_a_spelling_is_no_command() {
    let mut app = at("4k3/8/8/8/8/8/8/Q3K2R w K - 0 1");
    let lines = app.model.settings.engine.multi_pv;
    app.types("Qa4+");
    assert_eq!((app.line().as_str(), app.model.settings.engine.multi_pv), ("Qa4+", lines));
    app.types("+");
    app.waits(2_000);
    app.types("+");
    assert_eq!(app.model.settings.engine.multi_pv, lines + 1, "later it is a key again");
    // Only one castling move is possible; a user who typed the other one gets a message.
    let mut app = at("4k3/8/8/8/8/8/8/Q3K2R w K - 0 1");
    app.types("O-O-O");
    assert_eq!((app.line().as_str(), app.typed()), ("O-O", ""));
    assert!(app.says(t!("toast-only-short")));
    assert_eq!(app.model.settings.engine.multi_pv, lines, "the dash is no key");
}

#[test]
fn while_the_engine_thinks_a_typed_move_is_a_premove() {
    let mut app = TestApp::new();
    app.types("e4");
    app.types("Nf");
    app.key(TypedKey::Enter, None);
    let premove = |from: &str, to: &str| {
        let square = |name: &str| name.parse::<Square>().unwrap();
        Some(Premove { from: square(from), to: square(to), promotion: None::<PieceType> })
    };
    assert_eq!(app.model.game.premove, premove("g1", "f3"), "h3 and e2 lie on other files");
    app.types("d2d");
    app.answer("e7e5");
    assert_eq!(app.line(), "e4 e5 Nf3", "the premove was played");
    assert_eq!(app.typed(), "d2d", "what is half typed stays when the other one has moved");
    app.types("4");
    assert_eq!(app.model.game.premove, premove("d2", "d4"));
}

#[test]
fn behind_dialogs_and_in_the_editor_nothing_is_typed() {
    let mut app = TestApp::with(humans());
    app.types("N");
    app.give(C::Settings);
    assert_eq!(app.typed(), "");
    app.types("e4");
    assert_eq!(app.line(), "");
    app.act(Action::CloseDialog);
    app.give(C::EditPosition);
    app.types("e4");
    assert_eq!((app.typed(), app.line().as_str()), ("", ""));
}

#[test]
fn letters_after_the_key_of_a_comment_are_its_text_until_its_field_has_the_focus() {
    let comment_of = |text: &str| {
        let mut app = analysing();
        app.types(text);
        let annotates = app.model.view.annotating.is_some();
        (annotates, app.typed().to_owned(), app.model.typed.for_field().map(str::to_owned))
    };
    let kept = |text: &str| (true, String::new(), Some(text.to_owned()));
    // After 1. e4 a "c" can begin 1...c5 and 1...c6 only.
    assert_eq!(comment_of("cbetter"), kept("better"));
    assert_eq!(comment_of("cgood"), kept("good"));
    let mut app = TestApp::new();
    app.act(Action::PasteText("4k3/8/8/8/3p4/2P5/8/4K3 w - - 0 1".to_owned()));
    app.types("cdubious");
    assert_eq!(app.model.typed.for_field(), Some("dubious"), "cxd4 it was not");
    // In a game, where letters are moves first.
    let mut game = TestApp::new();
    game.types("e4");
    game.types("chello old");
    assert_eq!(game.model.typed.for_field(), Some("hello old"));
    assert!(!game.model.engine.analysis, "the blank is text too");
    // Text that no field asks for is dropped after a while, and keys have their usual meaning again.
    app.waits(FIELD_MS);
    assert_eq!(app.model.typed.for_field(), None);
    app.types("Kf2");
    assert_eq!(app.line(), "Kf2");
    // The field has the focus: it reads the keys itself.
    let mut app = analysing();
    app.types("cit");
    app.act(Action::TextForField(" is".to_owned()));
    assert_eq!(app.model.typed.for_field(), Some("it is"));
    app.act(Action::FieldFocused);
    assert_eq!(app.model.typed.for_field(), None);
}

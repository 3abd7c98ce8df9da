//! Things that stay in place: resigning asks first, the card at the end of a game, notes that end with their subject.

use tabia_app::action::{Action, LabAction, ReviewAction, TourAction, UserCommand};
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::replacement::Loss;
use tabia_app::game::state::Phase;
use tabia_app::review::state::ReviewRequest;
use tabia_app::window::settings::Settings;
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::PaneId;

use super::test_app::{TestApp, blitz, humans};
use tabia_text::t;

/// A game of two people just before the last move of fool's mate.
fn nearly_mated() -> TestApp {
    let mut app = TestApp::with(humans());
    for text in ["f2f3", "e7e5", "g2g4"] {
        app.play(text);
    }
    app
}

#[test]
fn giving_up_asks_first() {
    let mut app = nearly_mated();
    app.give(UserCommand::Resign);
    assert!(matches!(app.model.dialog, Some(Dialog::Confirm { .. })));
    app.act(Action::CloseDialog);
    assert!(app.model.game.is_played());
    app.give(UserCommand::Resign);
    app.act(Action::Confirm);
    assert!(matches!(app.model.game.phase, Phase::Over(_)) && app.model.dialog.is_none());
}

#[test]
fn a_new_game_stays_set_up_if_the_present_one_goes_on() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    let new = NewGame { sides: Sides::HumanBlack, ..blitz() };
    app.act(Action::StartGame(new.clone()));
    assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Clock, _))));
    app.act(Action::CloseDialog);
    assert!(matches!(&app.model.dialog, Some(Dialog::NewGame(draft)) if *draft == new));
    assert_eq!(app.line(), "e4");
}

#[test]
fn the_settings_are_reset_after_a_question_and_progress_stays() {
    let mut app = TestApp::new();
    let first = Settings::default();
    assert_ne!(app.model.settings.natural_pace, first.natural_pace);
    app.model.settings.tour_steps.insert("search".to_owned(), 3);
    app.model.settings.recent_files = vec!["/games.pgn".to_owned()];
    app.give(UserCommand::ResetSettings);
    assert_ne!(app.model.settings.natural_pace, first.natural_pace, "it asks first");
    app.act(Action::Confirm);
    let settings = &app.model.settings;
    assert_eq!(settings.natural_pace, first.natural_pace);
    assert_eq!(
        (settings.tour_step("search"), &settings.recent_files[..]),
        (3, &["/games.pgn".to_owned()][..])
    );
}

#[test]
fn an_example_of_the_lab_asks_before_a_game_on_the_clock_goes() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    let board = *app.model.game.board();
    app.act(Action::Lab(LabAction::ShowMe(PaneId::HashTable)));
    assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Clock, _))));
    assert_eq!(*app.model.game.board(), board);
    app.act(Action::Confirm);
    assert_ne!(*app.model.game.board(), board);
}

#[test]
fn a_game_on_the_clock_beside_a_tour_is_asked_about_too() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.act(Action::Tour(TourAction::Begin(0)));
    assert!(app.model.game.is_analysis_board() && app.model.has_unsaved_game());
    // An example within the tour leaves the user's game set aside.
    app.act(Action::Lab(LabAction::ShowMe(PaneId::HashTable)));
    assert!(app.model.dialog.is_none());
    app.act(Action::SetFen("8/k7/3p4/3P4/8/8/8/K7 w - - 0 1".to_owned()));
    assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Clock, _))));
    app.act(Action::CloseDialog);
    app.act(Action::Tour(TourAction::Exit));
    assert!(app.model.game.is_played());
}

#[test]
fn a_yes_that_comes_after_the_end_changes_nothing() {
    let mut app = nearly_mated();
    app.give(UserCommand::Resign);
    app.play("d8h4");
    let phase = app.model.game.phase;
    app.act(Action::Confirm);
    assert_eq!(app.model.game.phase, phase, "the mate stands");
}

#[test]
fn the_card_comes_with_the_end_and_not_again_by_looking_around() {
    let mut app = nearly_mated();
    app.play("d8h4");
    assert!(app.model.view.end_card);
    app.give(UserCommand::Previous);
    assert!(!app.model.view.end_card, "one looks elsewhere");
    app.give(UserCommand::Next);
    assert!(!app.model.view.end_card, "and back: the game has not ended anew");
    app.act(Action::EndCard(true));
    assert!(app.model.view.end_card, "it can be asked for");
    app.act(Action::EndCard(false));
    assert!(!app.model.view.end_card);
    app.act(Action::EndCard(true));
    app.give(UserCommand::LabWorkspace);
    assert!(!app.model.view.end_card, "it does not cover the board of the Lab");
    app.give(UserCommand::PlayWorkspace);
    app.act(Action::EndCard(true));
    app.give(UserCommand::StudyWorkspace);
    assert!(!app.model.view.end_card, "nor that of Study");
    app.give(UserCommand::PlayWorkspace);
    app.act(Action::EndCard(true));
    app.give(UserCommand::ReviewGame);
    assert!(app.model.view.end_card, "the review is not begun yet");
    app.act(Action::Review(ReviewAction::Start(ReviewRequest::default())));
    assert!(!app.model.view.end_card, "the game is looked at");
    app.give(UserCommand::PlayWorkspace);
    app.give(UserCommand::Takeback);
    app.play("d8h4");
    assert!(app.model.view.end_card, "this end is a new one");
    app.give(UserCommand::Undo);
    assert!(!app.model.view.end_card, "the game goes on");
    app.play("d8h4");
    app.act(Action::StartGame(humans()));
    assert!(!app.model.view.end_card);
}

#[test]
fn a_note_reports_the_end_of_a_game_while_another_position_is_shown() {
    let mut app = nearly_mated();
    app.give(UserCommand::First);
    app.give(UserCommand::Resign);
    app.act(Action::Confirm);
    assert!(!app.model.view.end_card && app.says(&t!("outcome-resignation", side = "white")));
    app.give(UserCommand::ToGame);
    assert!(
        !app.says(&t!("outcome-resignation", side = "white")),
        "it ends with what it speaks of"
    );
}

#[test]
fn notes_end_with_what_they_speak_of() {
    let mut app = nearly_mated();
    app.give(UserCommand::Pause);
    assert!(app.says(t!("toast-paused")));
    app.give(UserCommand::Pause);
    assert!(!app.says(t!("toast-paused")));
    app.give(UserCommand::Takeback);
    assert!(app.says("Took back"));
    app.play("g2g4");
    assert!(!app.says("Took back"), "undo would take back something else now");
}

//! Things that stay in place: resigning asks first, the card at the end of a game, notes that end with their subject.

use tabia_app::action::{Action, LabAction, ReviewAction, TourAction, UserCommand};
use tabia_app::game::replacement::Loss;
use tabia_app::game::state::Phase;
use tabia_app::review::state::ReviewRequest;
use tabia_app::window::settings::Settings;
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::PaneId;

use super::desk::{Desk, blitz, humans};
use tabia_text::t;

/// A game of two people just before the last move of fool's mate.
fn nearly_mated() -> Desk {
    let mut desk = Desk::with(humans());
    for text in ["f2f3", "e7e5", "g2g4"] {
        desk.play(text);
    }
    desk
}

#[test]
fn giving_up_asks_first() {
    let mut desk = nearly_mated();
    desk.give(UserCommand::Resign);
    assert!(matches!(desk.model.dialog, Some(Dialog::Confirm { .. })));
    desk.act(Action::CloseDialog);
    assert!(desk.model.game.is_played());
    desk.give(UserCommand::Resign);
    desk.act(Action::Confirm);
    assert!(matches!(desk.model.game.phase, Phase::Over(_)) && desk.model.dialog.is_none());
}

#[test]
fn the_settings_are_reset_after_a_question_and_progress_stays() {
    let mut desk = Desk::new();
    let first = Settings::default();
    assert_ne!(desk.model.settings.natural_pace, first.natural_pace);
    desk.model.settings.tour_steps = vec![3];
    desk.model.settings.recent_files = vec!["/games.pgn".to_owned()];
    desk.give(UserCommand::ResetSettings);
    assert_ne!(desk.model.settings.natural_pace, first.natural_pace, "it asks first");
    desk.act(Action::Confirm);
    let settings = &desk.model.settings;
    assert_eq!(settings.natural_pace, first.natural_pace);
    assert_eq!(
        (&settings.tour_steps[..], &settings.recent_files[..]),
        (&[3][..], &["/games.pgn".to_owned()][..])
    );
}

#[test]
fn an_example_of_the_lab_asks_before_a_game_on_the_clock_goes() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    let board = *desk.model.game.board();
    desk.act(Action::Lab(LabAction::ShowMe(PaneId::HashTable)));
    assert!(matches!(desk.model.dialog, Some(Dialog::Replace(Loss::Clock, _))));
    assert_eq!(*desk.model.game.board(), board);
    desk.act(Action::Confirm);
    assert_ne!(*desk.model.game.board(), board);
}

#[test]
fn a_game_on_the_clock_beside_a_tour_is_asked_about_too() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.act(Action::Tour(TourAction::Begin(0)));
    assert!(desk.model.game.is_analysis_board() && desk.model.has_unsaved_game());
    // An example within the tour leaves the user's game set aside.
    desk.act(Action::Lab(LabAction::ShowMe(PaneId::HashTable)));
    assert!(desk.model.dialog.is_none());
    desk.act(Action::SetFen("8/k7/3p4/3P4/8/8/8/K7 w - - 0 1".to_owned()));
    assert!(matches!(desk.model.dialog, Some(Dialog::Replace(Loss::Clock, _))));
    desk.act(Action::CloseDialog);
    desk.act(Action::Tour(TourAction::Exit));
    assert!(desk.model.game.is_played());
}

#[test]
fn a_yes_that_comes_after_the_end_changes_nothing() {
    let mut desk = nearly_mated();
    desk.give(UserCommand::Resign);
    desk.play("d8h4");
    let phase = desk.model.game.phase;
    desk.act(Action::Confirm);
    assert_eq!(desk.model.game.phase, phase, "the mate stands");
}

#[test]
fn the_card_comes_with_the_end_and_not_again_by_looking_around() {
    let mut desk = nearly_mated();
    desk.play("d8h4");
    assert!(desk.model.view.end_card);
    desk.give(UserCommand::Previous);
    assert!(!desk.model.view.end_card, "one looks elsewhere");
    desk.give(UserCommand::Next);
    assert!(!desk.model.view.end_card, "and back: the game has not ended anew");
    desk.act(Action::EndCard(true));
    assert!(desk.model.view.end_card, "it can be asked for");
    desk.act(Action::EndCard(false));
    assert!(!desk.model.view.end_card);
    desk.act(Action::EndCard(true));
    desk.give(UserCommand::LabWorkspace);
    assert!(!desk.model.view.end_card, "it does not cover the board of the Lab");
    desk.give(UserCommand::PlayWorkspace);
    desk.act(Action::EndCard(true));
    desk.give(UserCommand::StudyWorkspace);
    assert!(!desk.model.view.end_card, "nor that of Study");
    desk.give(UserCommand::PlayWorkspace);
    desk.act(Action::EndCard(true));
    desk.give(UserCommand::ReviewGame);
    assert!(desk.model.view.end_card, "the review is not begun yet");
    desk.act(Action::Review(ReviewAction::Start(ReviewRequest::default())));
    assert!(!desk.model.view.end_card, "the game is looked at");
    desk.give(UserCommand::PlayWorkspace);
    desk.give(UserCommand::Takeback);
    desk.play("d8h4");
    assert!(desk.model.view.end_card, "this end is a new one");
    desk.give(UserCommand::Undo);
    assert!(!desk.model.view.end_card, "the game goes on");
    desk.play("d8h4");
    desk.act(Action::StartGame(humans()));
    assert!(!desk.model.view.end_card);
}

#[test]
fn a_note_reports_the_end_of_a_game_while_another_position_is_shown() {
    let mut desk = nearly_mated();
    desk.give(UserCommand::First);
    desk.give(UserCommand::Resign);
    desk.act(Action::Confirm);
    assert!(!desk.model.view.end_card && desk.says(&t!("outcome-resignation", side = "white")));
    desk.give(UserCommand::ToGame);
    assert!(
        !desk.says(&t!("outcome-resignation", side = "white")),
        "it ends with what it speaks of"
    );
}

#[test]
fn notes_end_with_what_they_speak_of() {
    let mut desk = nearly_mated();
    desk.give(UserCommand::Pause);
    assert!(desk.says(t!("toast-paused")));
    desk.give(UserCommand::Pause);
    assert!(!desk.says(t!("toast-paused")));
    desk.give(UserCommand::Takeback);
    assert!(desk.says("Took back"));
    desk.play("g2g4");
    assert!(!desk.says("Took back"), "undo would take back something else now");
}

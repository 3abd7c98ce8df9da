//! Input other than moves: files chosen, lines hidden, a game resumed.

use tabia_app::action::{Action, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::library::choose::{FileQuestion, Wanted};
use tabia_app::persistence::session::Session;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::toasts::ToastOffer;
use tabia_app::window::view::Dialog;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::Command;

use super::desk::{Desk, blitz};
use tabia_text::t;

#[test]
fn a_question_for_a_file_is_answered_or_given_up_and_what_was_open_comes_back() {
    let ask = || {
        let endings = vec!["pgn".to_owned()];
        FileQuestion::new("Open".to_owned(), Wanted::File, endings, String::new())
    };
    let mut desk = Desk::new();
    desk.act(Action::OpenDialog(Dialog::Settings));
    let (question, answers) = ask();
    desk.act(Action::AskForFile(question));
    assert!(matches!(desk.model.dialog, Some(Dialog::ChooseFile { .. })));
    desk.act(Action::FileChosen("a.pgn".into()));
    assert_eq!(answers.recv().ok(), Some("a.pgn".into()));
    assert!(matches!(desk.model.dialog, Some(Dialog::Settings)));
    for end in [Action::CloseDialog, Action::OpenDialog(Dialog::About)] {
        let (question, answers) = ask();
        desk.act(Action::AskForFile(question));
        desk.act(end);
        assert_eq!(answers.recv().ok(), None, "nobody is left to answer");
    }
}

#[test]
fn without_lines_the_best_one_is_still_searched() {
    let mut desk = Desk::new();
    desk.act(Action::Set(SettingChange::MultiPv(1)));
    desk.give(UserCommand::FewerLines);
    assert!(desk.model.hides_lines() && !UserCommand::FewerLines.is_enabled(&desk.model));
    desk.act(Action::PasteText("1. e4 e5 *".to_owned()));
    desk.give(UserCommand::ToggleAnalysis);
    desk.report(7, 1, "e2e4", 31);
    let game = &desk.model.game;
    let point = desk.model.telemetry.evaluation(&game.tree, game.current, EngineId::BUILT_IN);
    assert_eq!(point.map(|point| point.score), Some(Score::Cp(31)));
    assert!(desk.effects.iter().any(|effect| matches!(
        effect,
        Effect::ToEngine(_, Command::SetOptions(options)) if options.multi_pv() == 1
    )));
    desk.give(UserCommand::MoreLines);
    assert!(!desk.model.hides_lines());
}

#[test]
fn a_game_that_waits_after_a_restart_offers_to_resume() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    let text = Session::of(&desk.model, desk.now).to_text();
    let mut later = Desk::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert!(later.model.game.paused);
    let toast = later.model.toasts.iter().find(|toast| toast.text == t!("library-game-is-back"));
    let offer = toast.unwrap().offers[0];
    assert_eq!(offer.name(), t!("toast-resume"));
    let ToastOffer::Command(command) = offer else { panic!("{offer:?}") };
    later.give(command);
    assert!(!later.model.game.paused);
}

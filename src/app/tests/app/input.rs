//! Input other than moves: files chosen, lines hidden, a game resumed.

use tabia_app::action::{Action, EngineAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::new_game::NewGame;
use tabia_app::library::choose::{FileQuestion, PathKind};
use tabia_app::library::open::Opened;
use tabia_app::persistence::session::Session;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::toasts::ToastOffer;
use tabia_app::window::view::Dialog;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::Command;

use super::test_app::{TestApp, blitz};
use tabia_text::t;

#[test]
fn a_question_for_a_file_is_answered_or_given_up_and_what_was_open_comes_back() {
    let ask = || {
        let endings = vec!["pgn".to_owned()];
        FileQuestion::new("Open".to_owned(), PathKind::File, endings, String::new())
    };
    let mut app = TestApp::new();
    app.act(Action::OpenDialog(Dialog::Settings));
    let (question, answers) = ask();
    app.act(Action::AskForFile(question));
    assert!(matches!(app.model.dialog, Some(Dialog::ChooseFile(_))));
    app.act(Action::FileChosen("a.pgn".into()));
    assert_eq!(answers.recv().ok(), Some("a.pgn".into()));
    assert!(matches!(app.model.dialog, Some(Dialog::Settings)));
    assert_eq!(app.model.settings.chosen_folder, None, "a relative name is in no known folder");
    let (question, _answers) = ask();
    app.act(Action::AskForFile(question));
    let path = std::env::temp_dir().join("a.pgn");
    app.act(Action::FileChosen(path.clone()));
    assert_eq!(app.model.settings.chosen_folder.as_deref(), path.parent());
    for end in [Action::CloseDialog, Action::OpenDialog(Dialog::About)] {
        let (question, answers) = ask();
        app.act(Action::AskForFile(question));
        app.act(end);
        assert_eq!(answers.recv().ok(), None, "nobody is left to answer");
    }
}

#[test]
fn without_lines_the_best_one_is_still_searched() {
    let mut app = TestApp::new();
    app.act(Action::Set(SettingChange::MultiPv(1)));
    app.give(UserCommand::FewerLines);
    assert!(app.model.hides_lines() && !UserCommand::FewerLines.is_enabled(&app.model));
    app.act(Action::PasteText("1. e4 e5 *".to_owned()));
    app.give(UserCommand::ToggleAnalysis);
    app.report(7, 1, "e2e4", 31);
    let game = &app.model.game;
    let point = app.model.telemetry.evaluation(&game.tree, game.current, EngineId::BUILT_IN);
    assert_eq!(point.map(|point| point.score), Some(Score::Cp(31)));
    assert!(app.effects.iter().any(|effect| matches!(
        effect,
        Effect::ToEngine(_, Command::SetOptions(options)) if options.multi_pv() == 1
    )));
    app.give(UserCommand::MoreLines);
    assert!(!app.model.hides_lines());
}

#[test]
fn a_game_that_waits_after_a_restart_offers_to_resume() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    let text = Session::of(&app.model, app.now).to_text();
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert!(later.model.game.paused);
    let toast = later.model.toasts.iter().find(|toast| toast.text == t!("library-game-is-back"));
    let offer = toast.unwrap().offers[0];
    assert_eq!(offer.name(), t!("toast-resume"));
    let ToastOffer::Command(command) = offer else { panic!("{offer:?}") };
    later.give(command);
    assert!(!later.model.game.paused);
}

#[test]
fn a_dialog_that_opens_by_itself_covers_the_open_one_and_does_not_replace_it() {
    let offer = || Action::Engines(EngineAction::Offer("/bin/engine".into()));
    let mut app = TestApp::new();
    app.give(UserCommand::EditTags);
    app.act(offer());
    app.act(offer());
    assert!(matches!(app.model.dialog, Some(Dialog::Engines)));
    app.act(Action::Opened(Opened::of("late.pgn", "1. b3 *").into()));
    assert!(app.line().is_empty(), "the tags are still being entered");
    app.act(Action::CloseDialog);
    assert!(matches!(app.model.dialog, Some(Dialog::Tags(_))));
    app.act(Action::CloseDialog);
    assert!(app.model.dialog.is_none());
    app.give(UserCommand::NewGame);
    let draft = NewGame { engine: EngineId::PUCT, ..NewGame::default() };
    app.act(Action::DraftNewGame(draft.clone()));
    app.act(offer());
    let why = "disk full".to_owned();
    app.act(Action::OpenDialog(Dialog::Unkept {
        session: true,
        settings: false,
        training: false,
        games: 0,
        why,
    }));
    app.act(Action::CloseDialog);
    app.act(Action::CloseDialog);
    assert!(matches!(&app.model.dialog, Some(Dialog::NewGame(new)) if *new == draft));
    app.act(offer());
    app.act(Action::SetFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()));
    assert!(app.model.dialog.is_none(), "another game closes all of them");
    app.act(Action::OpenDialog(Dialog::EngineLog { id: 1, from_list: true }));
    app.act(Action::Command(UserCommand::Engines));
    app.act(Action::CloseDialog);
    assert!(app.model.dialog.is_none(), "the log is left");
}

//! What is stored from one run to the next.

use std::collections::BTreeSet;

use serde_json::Value;
use tabia_app::action::{Action, TourAction, TreeEdit, UserCommand};
use tabia_app::engines::state::Purpose;
use tabia_app::game::new_game::NewGame;
use tabia_app::game::replacement::Loss;
use tabia_app::game::state::HELP_TAG;
use tabia_app::game::times;
use tabia_app::persistence::session::Session;
use tabia_app::window::view::Dialog;
use tabia_chess::Color;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;

use super::test_app::{TestApp, blitz};
use tabia_text::{Language, t};

#[test]
fn the_session_survives_with_game_clocks_and_view() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("c7c5");
    app.now += 12_345;
    app.play("g1f3");
    app.started();
    app.now += 1_000;
    app.give(UserCommand::First);
    app.give(UserCommand::Flip);
    app.act(Action::Layout(serde_json::json!({ "panels": [1, 2] })));
    let text = Session::of(&app.model, app.now).to_text();

    let mut later = TestApp::new();
    later.now = 5;
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    let (old, new) = (&app.model.game, &later.model.game);
    assert_eq!(later.line(), "e4 c5 Nf3");
    assert_eq!((new.current, new.live), (old.current, old.live));
    assert_eq!((&new.tree, &new.tags, &new.players), (&old.tree, &old.tags, &old.players));
    assert_eq!(times::clock_ms(new, Color::White, 5), times::clock_ms(old, Color::White, app.now));
    assert_eq!(new.clocks.as_ref().unwrap().left_ms(Color::Black, 99_999), 61_000);
    assert!(
        new.paused && later.says(t!("library-game-is-back")),
        "the clock does not run by itself"
    );
    assert!(later.model.view.flipped);
    assert_eq!(later.model.view.layout, app.model.view.layout);
    assert!(later.searches.is_empty());
    later.give(UserCommand::Pause);
    assert_eq!(later.asked().position.moves.len(), 3, "then the engine goes on thinking");
}

#[test]
fn a_tour_keeps_the_game_on_the_board_and_puts_it_back() {
    let mut app = TestApp::with(NewGame { strength: Strength::Full, ..blitz() });
    app.play("e2e4");
    app.report(9, 1, "c7c5", -30);
    app.answer("c7c5");
    app.play("g1f3");
    app.answer("d7d6");
    app.give(UserCommand::Previous);
    let before = app.model.game.clone();
    let same = |app: &TestApp| {
        let game = &app.model.game;
        assert_eq!(
            (&game.tree, game.current, game.live),
            (&before.tree, before.current, before.live)
        );
        assert!(game.paused, "its clocks wait");
    };
    app.act(Action::Tour(TourAction::Begin(0)));
    app.act(Action::Tour(TourAction::Step(1)));
    assert!(app.model.dialog.is_none() && app.model.game.is_analysis_board());
    // The program ends in the middle of the tour.
    let mut later = TestApp::new();
    let text = Session::of(&app.model, app.now).to_text();
    assert!(text.contains(r#""found":[{"#), "what engines have found in the game is kept, too");
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    same(&later);
    app.act(Action::Tour(TourAction::Exit));
    same(&app);
    assert!(app.says(t!("library-game-is-back")));
    assert_eq!(app.model.history.undo_text(), Some(t!("change-move", move = "Nf3")));
    // Going to Play leaves the tour; after another game is put on the board, undo leads back to the user's own.
    app.act(Action::Tour(TourAction::Begin(0)));
    app.give(UserCommand::PlayWorkspace);
    same(&app);
    assert!(app.model.tour.is_none());
    app.act(Action::Tour(TourAction::Begin(0)));
    app.act(Action::PasteText("1. d4 *".to_owned()));
    assert!(matches!(app.model.dialog, Some(Dialog::Replace(Loss::Clock, _))));
    app.act(Action::Confirm);
    app.act(Action::Tour(TourAction::Exit));
    assert_eq!(app.model.game.tree.san(app.model.game.tree.main_line()[1]), "d4");
    app.give(UserCommand::Undo);
    app.give(UserCommand::Undo);
    same(&app);
}

#[test]
fn the_engine_shown_in_full_is_the_one_chosen_before() {
    let mut app = TestApp::new();
    app.act(Action::TakesPart(EngineId::PUCT, true));
    app.act(Action::Focus(EngineId::PUCT));
    let text = Session::of(&app.model, app.now).to_text();
    let mut later = TestApp::new();
    later.model.settings.analysing = app.model.settings.analysing.clone();
    assert_eq!(later.model.focus(), EngineId::BUILT_IN);
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(later.model.focus(), EngineId::PUCT);
}

#[test]
fn what_undo_takes_back_follows_the_language() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. d4 *".to_owned()));
    let german = Language::by_id("de").unwrap().on_this_thread();
    let label = t!("library-undo-paste");
    assert_eq!(app.model.history.undo_text().as_deref(), Some(label));
    let text = Session::of(&app.model, app.now).to_text();
    drop(german);
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(later.model.history.undo_text().as_deref(), Some(t!("library-undo-paste")));
    assert_ne!(label, t!("library-undo-paste"));
}

#[test]
fn a_game_without_clocks_goes_on_at_once() {
    let mut app = TestApp::new();
    app.play("e2e4");
    let text = Session::of(&app.model, 0).to_text();
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(later.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    later.answer("e7e5");
    assert_eq!(later.line(), "e4 e5");
}

#[test]
fn analysis_and_the_game_behind_it_survive_too() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.answer("e7e5");
    app.act(Action::PasteText("1. d4 d5 2. c4 e6 (2... c6) *".to_owned()));
    app.give(UserCommand::ToggleAnalysis);
    let text = Session::of(&app.model, 0).to_text();
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(later.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Analyse));
    assert_eq!(later.model.game.tree.len(), 6);
    later.give(UserCommand::Undo);
    assert_eq!(later.line(), "e4 e5", "the game that was being played is not lost");
    assert_eq!(later.model.game.human_side(), Some(Color::White));
}

#[test]
fn every_ending_survives() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.answer("e7e5");
    app.resign();
    let phase = app.model.game.phase;
    let session = Session::parse(&Session::of(&app.model, 0).to_text()).unwrap();
    assert_eq!(session.game.restore().unwrap().phase, phase);
}

/// Older files and older programs have the fields of the view at the top level of a session.
#[test]
fn the_fields_of_the_view_stand_at_the_top_of_the_file() {
    let app = TestApp::new();
    let written: Value = serde_json::from_str(&Session::of(&app.model, 0).to_text()).unwrap();
    let names: BTreeSet<_> = written.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = "analysis before flipped found game hide_engine lab layout list review turned \
                    version window workspace";
    assert_eq!(names, expected.split(' ').collect());

    let older = r#"{"version":1,"game":GAME,"analysis":true,"flipped":true,"list":"a.pgn"}"#;
    let older = older.replace("GAME", &written["game"].to_string());
    let read = Session::parse(&older).unwrap().view;
    assert!(read.analysis && read.flipped && !read.turned && read.workspace.is_none());
    assert_eq!(read.list.as_deref(), Some("a.pgn"));
}

#[test]
fn damaged_sessions_are_refused() {
    let text = Session::of(&TestApp::new().model, 0).to_text();
    for (from, to) in [
        ("\"version\":1", "\"version\":\"x\""),
        ("\"game\":{", "\"play\":{"),
        ("rnbqkbnr/", "rnbqqbnr/"),
        ("\"rows\":[{}]", "\"rows\":[]"),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text, "{from}");
        assert!(Session::parse(&damaged).is_err(), "{from} -> {to}");
    }
    for end in 0..text.len() {
        assert!(Session::parse(&text[..end]).is_err(), "cut at {end}");
    }
    for (from, to) in [
        ("\"version\":1", "\"version\":2"),
        ("\"current\":0", "\"current\":7"),
        ("\"live\":0", "\"live\":4000000000"),
        ("\"flipped\":false", "\"flipped\":\"half\""),
    ] {
        let odd = text.replacen(from, to, 1);
        assert_ne!(odd, text, "{from}");
        let (session, left_out) = Session::read(&odd).unwrap();
        assert!(session.game.restore().is_ok(), "{from} -> {to}");
        assert_eq!(left_out.is_empty(), from.contains("version"), "{left_out:?}");
    }
}

#[test]
fn stepping_through_a_game_writes_the_session_once() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    app.take_effects();
    for _ in 0..4 {
        app.now += 30;
        app.give(UserCommand::Next);
    }
    assert!(!app.saves(), "not per key");
    let wait = app.model.next_change_ms(app.now).unwrap();
    app.now += wait.max(5_000);
    app.act(Action::Tick);
    assert!(app.saves());
    app.act(Action::Tick);
    assert!(!app.saves());
}

#[test]
fn undo_after_a_restart_is_help_and_gives_no_time_back() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.now += 20_000;
    app.play("g1f3");
    app.answer("b8c6");
    let text = Session::of(&app.model, app.now).to_text();
    let mut later = TestApp::new();
    later.now = app.now;
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    later.give(UserCommand::Undo);
    assert_eq!(later.line(), "e4 e5");
    let game = &later.model.game;
    assert_eq!(times::clock_ms(game, Color::White, later.now), Some(42_000));
    assert_eq!(game.tags.get(HELP_TAG), Some("takeback"));
    assert!(game.paused, "the game waits for its player as before");
}

#[test]
fn the_last_edits_can_be_undone_in_the_next_run() {
    let restart = |app: &TestApp| {
        let text = Session::of(&app.model, app.now).to_text();
        let mut later = TestApp::new();
        later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
        later
    };
    let comment = |app: &mut TestApp, text: &str| {
        let edit = TreeEdit::Comment { before: false, text: text.to_owned(), more: false };
        app.act(Action::Edit { node: app.model.game.current, edit });
    };
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. d4 d5 *".to_owned()));
    comment(&mut app, "first");
    app.act(Action::SetFen(tabia_chess::Board::start().to_string()));
    app.act(Action::Confirm);
    app.play("e2e4");
    comment(&mut app, "a plan");
    comment(&mut app, "a better plan");
    // Twice: what was undone in one run, and what is restored from the run before.
    let mut later = restart(&restart(&app));
    let noted = |app: &TestApp| app.model.game.tree.comment(app.model.game.current).to_owned();
    assert_eq!((later.line().as_str(), noted(&later).as_str()), ("e4", "a better plan"));
    later.give(UserCommand::Undo);
    assert_eq!((later.line().as_str(), noted(&later).as_str()), ("e4", "a plan"));
    later.give(UserCommand::Redo);
    assert_eq!(noted(&later), "a better plan");
    for _ in 0..3 {
        later.give(UserCommand::Undo);
        assert!(later.model.dialog.is_none());
    }
    assert_eq!(later.line(), "", "the move was the first edit");
    later.give(UserCommand::Undo);
    let tree = &later.model.game.tree;
    assert_eq!(tree.san(tree.main_line()[1]), "d4", "then comes the game before");
    assert_eq!(tree.comment(NodeId::ROOT), "first");
}

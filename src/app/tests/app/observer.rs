//! Full-strength analysis during a game: offered once, on a seat of its own, without affecting the opponent.

use tabia_app::action::{Action, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{EngineStatus, Purpose, Watching};
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::model::Model;
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::thinker::EngineId;
use tabia_host::kinds::SeatOptions;
use tabia_host::worker::protocol::{Command, Event};
use tabia_text::t;

use super::test_app::TestApp;

const OURS: EngineId = EngineId::BUILT_IN;
const OBSERVER: EngineId = EngineId::OBSERVER;

fn weak() -> NewGame {
    NewGame { strength: Strength::Character(1), ..NewGame::default() }
}

/// A game against a weak level with the observer, on a machine with this many processors.
fn watched(processors: u32) -> TestApp {
    let mut app = TestApp::with(weak());
    app.model.processors = processors;
    app.give(UserCommand::Watch);
    app
}

fn at_work(app: &TestApp, id: EngineId) -> bool {
    app.model.engine.job(id).is_some()
}

#[test]
fn it_is_offered_once_and_the_answer_is_kept() {
    let mut app = TestApp::new();
    app.model.settings.watching = Watching::Unasked;
    app.act(Action::StartGame(weak()));
    let offers: Vec<&str> =
        app.model.toasts.iter().flat_map(|t| &t.offers).map(|o| o.name()).collect();
    assert_eq!(offers, ["Always", "On request", "Off"]);
    assert!(app.says("help"), "it is honest about what it is");
    assert!(app.take_effects().iter().any(|effect| matches!(effect, Effect::SaveSettings)));
    assert!(!at_work(&app, OBSERVER), "nobody is watched who has not said so");
    app.act(Action::StartGame(weak()));
    assert_eq!(app.model.toasts.iter().filter(|toast| !toast.offers.is_empty()).count(), 0);
    app.act(Action::Set(SettingChange::Watching(Watching::Always)));
    assert!(at_work(&app, OBSERVER), "in the game on the board too");
    app.act(Action::StartGame(weak()));
    assert!(at_work(&app, OBSERVER), "and in every other");
    app.act(Action::Set(SettingChange::Watching(Watching::Off)));
    assert!(!at_work(&app, OBSERVER));
    assert!(!UserCommand::Watch.is_enabled(&app.model));
}

#[test]
fn resetting_the_settings_ends_it() {
    let mut app = TestApp::with(weak());
    app.act(Action::Set(SettingChange::Watching(Watching::Always)));
    assert!(at_work(&app, OBSERVER));
    app.act(Action::Set(SettingChange::Reset));
    assert!(!at_work(&app, OBSERVER) && !app.model.engine.watching);
}

#[test]
fn a_game_that_begins_with_a_move_on_the_board_is_offered_it_too() {
    let mut app = TestApp::new();
    app.model.settings.watching = Watching::Unasked;
    app.play("e2e4");
    assert!(app.says(t!("engines-watching-ask")), "{:?}", app.toasts());
    assert_eq!(app.model.settings.watching, Watching::OnRequest, "once");
    // With the setting "always" it also applies to the game on the board when the program starts.
    let watching = Watching::Always;
    let settings = Settings { watching, ..app.model.settings.clone() };
    assert!(Model::new(settings).engine.watching);
}

#[test]
fn the_offer_ends_with_the_game() {
    let mut app = TestApp::new();
    app.model.settings.watching = Watching::Unasked;
    app.act(Action::StartGame(weak()));
    assert!(app.says(t!("engines-watching-ask")));
    app.act(Action::SetFen("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1".into()));
    assert!(!app.says(t!("engines-watching-ask")));
}

#[test]
fn it_sits_on_a_seat_of_its_own_and_the_opponent_plays_as_without_it() {
    let mut alone = TestApp::with(weak());
    alone.play("e2e4");
    let options_of = |app: &TestApp, id| {
        app.effects.iter().rev().find_map(|effect| match effect {
            Effect::ToEngine(of, Command::SetOptions(options)) if *of == id => Some(*options),
            _ => None,
        })
    };
    let mut app = watched(4);
    assert!(app.effects.iter().any(|effect| matches!(effect, Effect::OpenSeat(OBSERVER, _))));
    app.play("e2e4");
    assert_eq!(app.model.engine.purpose(OURS), Some(Purpose::Play));
    assert_eq!(app.model.engine.purpose(OBSERVER), Some(Purpose::Analyse));
    assert_eq!(
        options_of(&app, OURS),
        options_of(&alone, OURS),
        "the same threads, the same table"
    );
    let SeatOptions::BuiltIn(own) = options_of(&app, OBSERVER).unwrap() else {
        panic!("it is ours")
    };
    assert_eq!(own.strength, Strength::Full);
    assert!(own.threads + app.model.settings.engine.threads <= 4);
    assert_eq!(app.asked().limits, Limits::analysis(), "the last that was asked is the observer");
    assert_eq!(app.model.focus(), OBSERVER, "the panels show it");
    assert!(matches!(app.model.engine_status(), EngineStatus::Watching(_)));
    assert_eq!(app.model.side_thinking(), Some(tabia_chess::Color::Black));
}

#[test]
fn it_waits_for_the_opponent_where_there_is_no_processor_left() {
    let mut app = watched(1);
    assert!(at_work(&app, OBSERVER), "it is the user's move");
    app.play("e2e4");
    assert!(at_work(&app, OURS) && !at_work(&app, OBSERVER));
    let job = app.job();
    app.act(Action::Engine(OURS, Event::Started { job }));
    let mv = tabia_chess::uci_move::parse(app.model.game.live_board(), "e7e5").unwrap();
    let outcome = TestApp::outcome(Some(mv), tabia_engine::search::score::Score::Cp(0));
    app.act(Action::Engine(OURS, Event::Finished { job, outcome, dropped: 0 }));
    assert_eq!(app.line(), "e4 e5");
    assert!(at_work(&app, OBSERVER), "and goes on after its move");
}

#[test]
fn at_full_strength_the_panels_follow_the_opponents_own_thinking() {
    let mut app = TestApp::with(NewGame { strength: Strength::Full, ..NewGame::default() });
    app.give(UserCommand::Watch);
    assert!(at_work(&app, OBSERVER), "on one's own turn nobody else thinks");
    assert_eq!(app.model.focus(), OBSERVER);
    app.play("e2e4");
    assert!(app.model.watches() && !app.model.observes());
    assert!(at_work(&app, OURS) && !at_work(&app, OBSERVER));
    assert_eq!(app.model.focus(), OURS);
    app.answer_expecting("e7e5", "g1f3");
    assert!(at_work(&app, OBSERVER) && !at_work(&app, OURS));
    let leaves = |e: &Effect| matches!(e, Effect::CloseSeat(OBSERVER));
    assert!(!app.take_effects().iter().any(leaves), "its seat is taken all the time");
    app.act(Action::Set(SettingChange::Ponder(true)));
    assert!(at_work(&app, OURS) && !at_work(&app, OBSERVER), "thinking ahead is shown as well");
    app.act(Action::Set(SettingChange::Ponder(false)));
    app.give(UserCommand::ToggleAnalysis);
    assert!(at_work(&app, OURS) && !at_work(&app, OBSERVER), "and so is analysis");
}

#[test]
fn it_leaves_with_the_game_and_when_sent_away() {
    let mut app = watched(4);
    app.play("e2e4");
    app.give(UserCommand::Watch);
    assert!(!at_work(&app, OBSERVER));
    assert!(app.take_effects().iter().any(|e| matches!(e, Effect::CloseSeat(OBSERVER))));
    app.give(UserCommand::Watch);
    assert!(at_work(&app, OBSERVER));
    app.resign();
    assert!(!at_work(&app, OBSERVER), "after the game the usual analysis is there");
    assert!(app.take_effects().iter().any(|e| matches!(e, Effect::CloseSeat(OBSERVER))));
}

#[test]
fn one_that_fails_is_started_again_and_the_game_goes_on() {
    let mut app = watched(4);
    app.play("e2e4");
    let failed = |app: &mut TestApp| {
        app.take_effects();
        let error = "it broke".to_owned();
        app.act(Action::Engine(OBSERVER, Event::Failed { job: None, error, advice: None }));
    };
    failed(&mut app);
    assert!(app.take_effects().iter().any(|e| matches!(e, Effect::OpenSeat(OBSERVER, _))));
    assert!(at_work(&app, OURS) && at_work(&app, OBSERVER));
    failed(&mut app);
    assert!(!at_work(&app, OBSERVER), "not for ever");
    assert!(at_work(&app, OURS));
}

#[test]
fn a_book_move_is_called_one() {
    let mut app = TestApp::new();
    app.model.settings.book_moves = true;
    app.model.settings.natural_pace = true;
    // Limited strength plays openings from its own knowledge; a book move of two engines is slow enough to be
    // watched.
    let full = Strength::Full;
    let engines = NewGame { sides: Sides::Engines, strength: full, black_strength: full, ..weak() };
    app.act(Action::StartGame(engines));
    assert!(app.model.engine.plays_from_book(), "the book knows an answer");
    assert!(matches!(app.model.engine_status(), EngineStatus::FromBook(_)));
    assert_eq!(app.model.engine_status().label(), t!("engines-status-book"));
    app.act(Action::Command(UserCommand::PlayFromHere));
    assert!(!app.model.engine.plays_from_book(), "that was another game's");
    app.now += 60_000;
    app.act(Action::Tick);
    assert_eq!(app.model.game.tree.main_line().len(), 1, "the reader is to move");
}

#[test]
fn the_users_list_of_engines_stays_when_it_leaves() {
    const PUCT: EngineId = EngineId::PUCT;
    let chosen = |app: &TestApp| app.model.settings.analysing.clone();
    let mut app = watched(8);
    app.act(Action::TakesPart(PUCT, true));
    let both = [EngineId::BUILT_IN, PUCT];
    assert_eq!((chosen(&app).as_slice(), app.model.analysing()), (&both[..], vec![OBSERVER, PUCT]));
    app.act(Action::TakesPart(OBSERVER, false));
    assert!(!app.model.watches());
    assert_eq!(chosen(&app), both);
    app.act(Action::TakesPart(EngineId::BUILT_IN, false));
    app.give(UserCommand::Watch);
    assert_eq!((chosen(&app), app.model.analysing()), (vec![PUCT], vec![OBSERVER, PUCT]));
    app.act(Action::TakesPart(PUCT, false));
    assert_eq!(app.model.analysing(), [OBSERVER]);
}

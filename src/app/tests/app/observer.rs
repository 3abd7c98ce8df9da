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

use super::desk::Desk;

const OURS: EngineId = EngineId::BUILT_IN;
const OBSERVER: EngineId = EngineId::OBSERVER;

fn weak() -> NewGame {
    NewGame { strength: Strength::Character(1), ..NewGame::default() }
}

/// A game against a weak level with the observer, on a machine with this many processors.
fn watched(processors: u32) -> Desk {
    let mut desk = Desk::with(weak());
    desk.model.processors = processors;
    desk.give(UserCommand::Watch);
    desk
}

fn at_work(desk: &Desk, id: EngineId) -> bool {
    desk.model.engine.job(id).is_some()
}

#[test]
fn it_is_offered_once_and_the_answer_is_kept() {
    let mut desk = Desk::new();
    desk.model.settings.watching = Watching::Unasked;
    desk.act(Action::StartGame(weak()));
    let offers: Vec<&str> =
        desk.model.toasts.iter().flat_map(|t| &t.offers).map(|o| o.name()).collect();
    assert_eq!(offers, ["Always", "On request", "Off"]);
    assert!(desk.says("help"), "it is honest about what it is");
    assert!(desk.take_effects().iter().any(|effect| matches!(effect, Effect::SaveSettings)));
    assert!(!at_work(&desk, OBSERVER), "nobody is watched who has not said so");
    desk.act(Action::StartGame(weak()));
    assert_eq!(desk.model.toasts.iter().filter(|toast| !toast.offers.is_empty()).count(), 0);
    desk.act(Action::Set(SettingChange::Watching(Watching::Always)));
    assert!(at_work(&desk, OBSERVER), "in the game on the board too");
    desk.act(Action::StartGame(weak()));
    assert!(at_work(&desk, OBSERVER), "and in every other");
    desk.act(Action::Set(SettingChange::Watching(Watching::Off)));
    assert!(!at_work(&desk, OBSERVER));
    assert!(!UserCommand::Watch.is_enabled(&desk.model));
}

#[test]
fn a_game_that_begins_with_a_move_on_the_board_is_offered_it_too() {
    let mut desk = Desk::new();
    desk.model.settings.watching = Watching::Unasked;
    desk.play("e2e4");
    assert!(desk.says(t!("engines-watching-ask")), "{:?}", desk.toasts());
    assert_eq!(desk.model.settings.watching, Watching::OnRequest, "once");
    // With the setting "always" it also applies to the game on the board when the program starts.
    let watching = Watching::Always;
    let settings = Settings { watching, ..desk.model.settings.clone() };
    assert!(Model::new(settings).engine.watching);
}

#[test]
fn the_offer_ends_with_the_game() {
    let mut desk = Desk::new();
    desk.model.settings.watching = Watching::Unasked;
    desk.act(Action::StartGame(weak()));
    assert!(desk.says(t!("engines-watching-ask")));
    desk.act(Action::SetFen("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1".into()));
    assert!(!desk.says(t!("engines-watching-ask")));
}

#[test]
fn it_sits_on_a_seat_of_its_own_and_the_opponent_plays_as_without_it() {
    let mut alone = Desk::with(weak());
    alone.play("e2e4");
    let options_of = |desk: &Desk, id| {
        desk.effects.iter().rev().find_map(|effect| match effect {
            Effect::ToEngine(of, Command::SetOptions(options)) if *of == id => Some(*options),
            _ => None,
        })
    };
    let mut desk = watched(4);
    assert!(desk.effects.iter().any(|effect| matches!(effect, Effect::OpenSeat(OBSERVER, _))));
    desk.play("e2e4");
    assert_eq!(desk.model.engine.purpose(OURS), Some(Purpose::Play));
    assert_eq!(desk.model.engine.purpose(OBSERVER), Some(Purpose::Analyse));
    assert_eq!(
        options_of(&desk, OURS),
        options_of(&alone, OURS),
        "the same threads, the same table"
    );
    let SeatOptions::BuiltIn(own) = options_of(&desk, OBSERVER).unwrap() else {
        panic!("it is ours")
    };
    assert_eq!(own.strength, Strength::Full);
    assert!(own.threads + desk.model.settings.engine.threads <= 4);
    assert_eq!(desk.asked().limits, Limits::infinite(), "the last that was asked is the observer");
    assert_eq!(desk.model.focus(), OBSERVER, "the panels show it");
    assert!(matches!(desk.model.engine_status(), EngineStatus::Watching(_)));
    assert_eq!(desk.model.side_thinking(), Some(tabia_chess::Color::Black));
}

#[test]
fn it_waits_for_the_opponent_where_there_is_no_processor_left() {
    let mut desk = watched(1);
    assert!(at_work(&desk, OBSERVER), "it is the user's move");
    desk.play("e2e4");
    assert!(at_work(&desk, OURS) && !at_work(&desk, OBSERVER));
    let job = desk.job();
    desk.act(Action::Engine(OURS, Event::Started { job }));
    let mv = tabia_chess::uci_move::parse(desk.model.game.live_board(), "e7e5").unwrap();
    let outcome = Desk::outcome(Some(mv), tabia_engine::search::score::Score::Cp(0));
    desk.act(Action::Engine(OURS, Event::Finished { job, outcome, dropped: 0 }));
    assert_eq!(desk.line(), "e4 e5");
    assert!(at_work(&desk, OBSERVER), "and goes on after its move");
}

#[test]
fn at_full_strength_the_panels_follow_the_opponents_own_thinking() {
    let mut desk = Desk::with(NewGame { strength: Strength::Full, ..NewGame::default() });
    desk.give(UserCommand::Watch);
    assert!(at_work(&desk, OBSERVER), "on one's own turn nobody else thinks");
    assert_eq!(desk.model.focus(), OBSERVER);
    desk.play("e2e4");
    assert!(desk.model.watches() && !desk.model.observes());
    assert!(at_work(&desk, OURS) && !at_work(&desk, OBSERVER));
    assert_eq!(desk.model.focus(), OURS);
    desk.answer_expecting("e7e5", "g1f3");
    assert!(at_work(&desk, OBSERVER) && !at_work(&desk, OURS));
    let leaves = |e: &Effect| matches!(e, Effect::CloseSeat(OBSERVER));
    assert!(!desk.take_effects().iter().any(leaves), "its seat is taken all the time");
    desk.act(Action::Set(SettingChange::Ponder(true)));
    assert!(at_work(&desk, OURS) && !at_work(&desk, OBSERVER), "thinking ahead is shown as well");
    desk.act(Action::Set(SettingChange::Ponder(false)));
    desk.give(UserCommand::ToggleAnalysis);
    assert!(at_work(&desk, OURS) && !at_work(&desk, OBSERVER), "and so is analysis");
}

#[test]
fn it_leaves_with_the_game_and_when_sent_away() {
    let mut desk = watched(4);
    desk.play("e2e4");
    desk.give(UserCommand::Watch);
    assert!(!at_work(&desk, OBSERVER));
    assert!(desk.take_effects().iter().any(|e| matches!(e, Effect::CloseSeat(OBSERVER))));
    desk.give(UserCommand::Watch);
    assert!(at_work(&desk, OBSERVER));
    desk.resign();
    assert!(!at_work(&desk, OBSERVER), "after the game the usual analysis is there");
    assert!(desk.take_effects().iter().any(|e| matches!(e, Effect::CloseSeat(OBSERVER))));
}

#[test]
fn one_that_fails_is_started_again_and_the_game_goes_on() {
    let mut desk = watched(4);
    desk.play("e2e4");
    let failed = |desk: &mut Desk| {
        desk.take_effects();
        let error = "it broke".to_owned();
        desk.act(Action::Engine(OBSERVER, Event::Failed { job: None, error, advice: None }));
    };
    failed(&mut desk);
    assert!(desk.take_effects().iter().any(|e| matches!(e, Effect::OpenSeat(OBSERVER, _))));
    assert!(at_work(&desk, OURS) && at_work(&desk, OBSERVER));
    failed(&mut desk);
    assert!(!at_work(&desk, OBSERVER), "not for ever");
    assert!(at_work(&desk, OURS));
}

#[test]
fn a_book_move_is_called_one() {
    let mut desk = Desk::new();
    desk.model.settings.book_moves = true;
    desk.model.settings.natural_pace = true;
    // Limited strength plays openings from its own knowledge; a book move of two engines is slow enough to be
    // watched.
    let full = Strength::Full;
    let engines = NewGame { sides: Sides::Engines, strength: full, black_strength: full, ..weak() };
    desk.act(Action::StartGame(engines));
    assert!(desk.model.engine.plays_from_book(), "the book knows an answer");
    assert!(matches!(desk.model.engine_status(), EngineStatus::FromBook(_)));
    assert_eq!(desk.model.engine_status().label(), t!("engines-status-book"));
    desk.act(Action::Command(UserCommand::PlayFromHere));
    assert!(!desk.model.engine.plays_from_book(), "that was another game's");
    desk.now += 60_000;
    desk.act(Action::Tick);
    assert_eq!(desk.model.game.tree.main_line().len(), 1, "the reader is to move");
}

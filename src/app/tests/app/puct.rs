//! The tree search by playouts as an engine like any other: chosen, started, searching, reporting, ended.

use tabia_app::action::{Action, ReviewAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::puct::PuctSettings;
use tabia_app::engines::seats;
use tabia_app::engines::state::Purpose;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::state::Player;
use tabia_app::persistence::settings_file::SettingsFile;
use tabia_app::review::state::ReviewRequest;
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_chess::{Color, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::puct::options::{PuctConfig, PuctOptions};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_host::kinds::{KINDS, SeatOptions};
use tabia_host::worker::protocol::{Command, Event};

use super::test_app::TestApp;

const OURS: EngineId = EngineId::BUILT_IN;
/// Its name in the window.
const NAME: &str = "Tabia PUCT";
const PUCT: EngineId = EngineId::PUCT;

fn purpose(app: &TestApp, id: EngineId) -> Option<Purpose> {
    app.model.engine.job(id).map(|job| job.purpose)
}

fn seated(effects: &[Effect]) -> usize {
    effects.iter().filter(|effect| matches!(effect, Effect::OpenSeat(PUCT, _))).count()
}

fn left(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::CloseSeat(PUCT)))
}

/// The options last sent to it.
fn options_of(effects: &[Effect]) -> PuctOptions {
    let options = |effect: &Effect| match effect {
        Effect::ToEngine(PUCT, Command::SetOptions(SeatOptions::Puct(options))) => Some(*options),
        _ => None,
    };
    effects.iter().rev().find_map(options).expect("it was told options")
}

#[test]
fn it_is_named_in_one_place_and_can_be_chosen() {
    let app = TestApp::new();
    let own = [(OURS, "Tabia"), (PUCT, NAME), (EngineId::PLAIN, "Tabia Plain")];
    assert_eq!(app.model.choosable(), own.map(|(id, name)| (id, name.to_owned())));
    assert_eq!(app.model.engine_name(PUCT), NAME);
    assert!(app.model.is_known(PUCT));
    let handicaps = seats::handicaps(&app.model, PUCT).expect("it has none of our levels");
    assert!(handicaps.elo.is_none() && handicaps.skill.is_none());
}

#[test]
fn it_analyses_beside_the_other_and_leaves_its_seat_when_sent_away() {
    let mut app = TestApp::new();
    app.act(Action::TakesPart(PUCT, true));
    assert_eq!(seated(&app.effects), 0, "nothing is asked of it yet");
    app.give(UserCommand::ToggleAnalysis);
    let effects = app.take_effects();
    assert_eq!(seated(&effects), 1);
    for id in [OURS, PUCT] {
        assert_eq!(purpose(&app, id), Some(Purpose::Analyse));
    }
    let (all, own) = (app.model.settings.engine, options_of(&effects));
    assert_eq!((own.multi_pv, own.hash_mib), (all.multi_pv, all.hash_mib / 2), "they share");
    assert_eq!(own.method, PuctConfig::STRONGEST.method());
    app.play("e2e4");
    assert_eq!(seated(&app.take_effects()), 0, "it sits there already");
    app.act(Action::TakesPart(PUCT, false));
    assert!(left(&app.take_effects()));
    assert_eq!((purpose(&app, OURS), purpose(&app, PUCT)), (Some(Purpose::Analyse), None));
}

#[test]
fn what_is_set_about_it_goes_before_its_share_and_another_way_to_search_begins_anew() {
    let mut app = TestApp::new();
    app.act(Action::TakesPart(PUCT, true));
    app.give(UserCommand::ToggleAnalysis);
    let set = PuctSettings { config: Some(PuctConfig::Uct), threads: Some(3), tree_mib: Some(48) };
    app.take_effects();
    let before = app.model.engine.job(PUCT).unwrap().id;
    app.act(Action::Set(SettingChange::Puct(set)));
    let effects = app.take_effects();
    let own = options_of(&effects);
    assert_eq!((own.threads, own.hash_mib, own.method), (3, 48, PuctConfig::Uct.method()));
    assert!(
        effects.iter().any(|effect| matches!(effect, Effect::Stop(PUCT, job) if *job == before))
    );
    assert!(effects.iter().any(|effect| matches!(effect, Effect::SaveSettings)));
    assert!(!left(&effects), "the engine stays");
    assert_eq!(
        seats::threads_asked(&app.model),
        app.model.settings.engine.threads.div_ceil(2).max(1) + 3
    );
}

#[test]
fn its_settings_are_read_as_far_as_they_are_understood() {
    let text = r#"{"puct": {"rung": "Oracle", "threads": 0, "tree_mib": 9000000}, "analysing": [4294967291]}"#;
    let (settings, file, odd) = SettingsFile::parse(text).unwrap();
    assert_eq!(odd, ["puct.rung"]);
    let expected = PuctSettings { config: None, threads: Some(1), tree_mib: Some(65_536) };
    assert_eq!((settings.puct, settings.analysing.as_slice()), (expected, [PUCT].as_slice()));
    let mut settings = settings;
    SettingChange::Puct(PuctSettings { config: Some(PuctConfig::Network), ..expected })
        .apply(&mut settings);
    let (again, ..) = SettingsFile::parse(&file.text(&settings)).unwrap();
    assert_eq!(again.puct.config(), PuctConfig::Network);
    assert_eq!(Settings::default().puct.config(), PuctConfig::STRONGEST);
}

#[test]
fn it_plays_with_clocks_and_limits_like_any_other() {
    let mut app = TestApp::new();
    let new = NewGame {
        sides: Sides::Engines,
        engine: PUCT,
        strength: Strength::Full,
        black_strength: Strength::Full,
        move_limit: Some(tabia_app::game::clock::MoveLimit::Nodes(400)),
        ..NewGame::default()
    };
    app.act(Action::StartGame(new));
    assert_eq!(app.model.game.engine_of(Color::White), Some(PUCT));
    assert_eq!(app.model.game.player_name(Color::White), NAME);
    assert_eq!(purpose(&app, PUCT), Some(Purpose::Play));
    assert_eq!(app.asked().limits.nodes, Some(400));
    let effects = app.take_effects();
    assert_eq!((seated(&effects), options_of(&effects).multi_pv), (1, 1));
    let job = app.model.engine.job(PUCT).unwrap().id;
    let mv = uci_move::parse(app.model.game.live_board(), "d2d4").unwrap();
    app.act(Action::Engine(PUCT, Event::Started { job }));
    let outcome = TestApp::outcome(Some(mv), Score::Cp(20));
    app.act(Action::Engine(PUCT, Event::Finished { job, outcome, dropped: 0 }));
    assert_eq!(app.line(), "d4");
    assert_eq!(purpose(&app, OURS), Some(Purpose::Play), "and the other answers");
}

#[test]
fn every_engine_of_the_program_can_be_an_opponent_and_analyse() {
    let others = KINDS.iter().filter(|kind| kind.search.is_some() && !kind.id.is_built_in());
    for kind in others {
        let mut app = TestApp::new();
        let new = NewGame {
            sides: Sides::Engines,
            engine: kind.id,
            strength: Strength::Full,
            ..NewGame::default()
        };
        app.act(Action::StartGame(new));
        assert_eq!(app.model.game.player_name(Color::White), kind.name);
        assert_eq!(purpose(&app, kind.id), Some(Purpose::Play), "{}", kind.name);
        let effects = app.take_effects();
        let seated = |e: &Effect| matches!(e, Effect::OpenSeat(id, _) if *id == kind.id);
        assert_eq!(effects.iter().filter(|effect| seated(effect)).count(), 1);
        let mut app = TestApp::new();
        app.act(Action::TakesPart(kind.id, true));
        app.give(UserCommand::ToggleAnalysis);
        assert_eq!(purpose(&app, kind.id), Some(Purpose::Analyse), "{}", kind.name);
        app.act(Action::TakesPart(kind.id, false));
        let closed = |e: &Effect| matches!(e, Effect::CloseSeat(id) if *id == kind.id);
        assert!(app.take_effects().iter().any(closed), "{}", kind.name);
    }
}

#[test]
fn one_that_fails_is_seated_once_more_and_a_game_with_it_is_no_observers() {
    let mut app =
        TestApp::with(NewGame { engine: PUCT, strength: Strength::Full, ..NewGame::default() });
    app.give(UserCommand::Watch);
    app.play("e2e4");
    assert!(!app.model.observes(), "it plays at full strength");
    let fail = |app: &mut TestApp| {
        app.take_effects();
        let job = app.model.engine.job(PUCT).map(|job| job.id);
        let error = "it broke".to_owned();
        app.act(Action::Engine(PUCT, Event::Failed { job, error, advice: None }));
    };
    fail(&mut app);
    let effects = app.take_effects();
    assert!(left(&effects) && seated(&effects) == 1);
    assert_eq!(purpose(&app, PUCT), Some(Purpose::Play));
    fail(&mut app);
    assert_eq!((seated(&app.take_effects()), purpose(&app, PUCT)), (0, None), "not for ever");
    assert!(app.model.toasts.iter().any(|toast| toast.text.contains(NAME)));
    app.give(UserCommand::GoEngine);
    assert_eq!(purpose(&app, PUCT), Some(Purpose::Play));
}

#[test]
fn it_reviews_games_with_two_lines() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    let request = ReviewRequest { engine: PUCT, ..ReviewRequest::default() };
    app.act(Action::Review(ReviewAction::Start(request)));
    assert_eq!(purpose(&app, PUCT), Some(Purpose::Review));
    assert_eq!(options_of(&app.take_effects()).multi_pv, 2);
}

#[test]
fn a_player_of_an_earlier_session_is_known_again() {
    let app = TestApp::new();
    let player = app.model.engine_player(PUCT, Strength::Full);
    let expected = Player::Engine { id: PUCT, name: NAME.to_owned(), strength: Strength::Full };
    assert_eq!(player, expected);
}

//! Several engines at once, without a window and without real engines: starting, requests, reports, ending, and what
//! happens to each one's reports.

use tabia_app::action::{Action, EngineAction, ReviewAction, TourAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::seats::{MAX_ANALYSING, hash_asked, threads_asked};
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::engines::telemetry::EvalSource;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::state::Player;
use tabia_app::persistence::session::Session;
use tabia_app::review::state::{ReviewRequest, RunState};
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_app::window::view::Dialog;
use tabia_chess::{Board, Color, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::report::{IterationInfo, SearchOutcome, StopReason};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::external::list::EngineList;
use tabia_host::external::option::UciOption;
use tabia_host::external::spec::{Identity, UciSpec};
use tabia_host::kinds::{EngineConfig, SeatOptions};
use tabia_host::worker::protocol::{Command, Event};
use tabia_text::t;

use super::test_app::TestApp;

const OURS: EngineId = EngineId::BUILT_IN;
const ONE: EngineId = EngineId(1);
const TWO: EngineId = EngineId(2);

impl TestApp {
    /// A model with this many engines "one", "two", … in its list.
    fn with_engines(engines: u32) -> TestApp {
        let mut app = TestApp::new();
        let list = &mut app.model.settings.engines;
        for name in ["one", "two", "three", "four", "five"].into_iter().take(engines as usize) {
            let id = list.add(name).unwrap();
            let spec = list.get_mut(id).unwrap();
            let options = vec![UciOption::parse("name Threads type spin default 1 min 1 max 8")];
            spec.identity = Some(Identity { options, ..Identity::default() });
        }
        app
    }

    /// Engines that were started since the last check.
    fn opened(&self) -> Vec<EngineId> {
        let opened = |effect: &Effect| match effect {
            Effect::OpenSeat(id, EngineConfig::External(spec, _)) => {
                assert_eq!(spec.id, id.0);
                Some(*id)
            }
            _ => None,
        };
        self.effects.iter().filter_map(opened).collect()
    }

    fn closed(&self) -> Vec<EngineId> {
        let closed = |effect: &Effect| match effect {
            Effect::CloseSeat(id) => Some(*id),
            _ => None,
        };
        self.effects.iter().filter_map(closed).collect()
    }

    /// The options last sent to an engine.
    fn options(&self, id: EngineId) -> Option<SeatOptions> {
        self.effects.iter().rev().find_map(|effect| match effect {
            Effect::ToEngine(of, Command::SetOptions(options)) if *of == id => Some(*options),
            _ => None,
        })
    }

    fn report_of(&mut self, id: EngineId, depth: u32, text: &str, cp: i32) {
        let job = self.job_of(id);
        let board = *self.model.game.board();
        let pv = vec![uci_move::parse(&board, text).unwrap()];
        let info = IterationInfo::new(depth, board.stm(), Score::Cp(cp), pv);
        self.act(Action::Engine(id, Event::Started { job }));
        self.act(Action::Engine(id, Event::Iteration { job, info }));
    }

    fn answer_of(&mut self, id: EngineId, text: &str) {
        let job = self.job_of(id);
        let board = *self.model.game.live_board();
        let best = uci_move::parse(&board, text).ok();
        let score = Some(Score::Cp(0));
        let outcome = SearchOutcome { best, score, ..SearchOutcome::nothing(StopReason::Time) };
        self.act(Action::Engine(id, Event::Finished { job, outcome, dropped: 0 }));
    }
}

#[test]
fn an_engine_of_the_users_is_started_only_when_it_has_something_to_do() {
    let mut app = TestApp::with_engines(2);
    app.act(Action::Tick);
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    assert!(app.opened().is_empty(), "nobody asked for it");
    app.act(Action::TakesPart(ONE, true));
    assert_eq!(app.opened(), [ONE]);
    assert_eq!(
        (app.purpose(OURS), app.purpose(ONE)),
        (Some(Purpose::Analyse), Some(Purpose::Analyse))
    );
    assert_eq!(app.purpose(TWO), None);
    assert_ne!(app.job_of(OURS), app.job_of(ONE), "jobs are numbered over all seats");
    app.take_effects();
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    assert!(app.closed().is_empty(), "it keeps its hash while it takes part");
    assert!(!app.model.engine.is_busy());
    app.act(Action::TakesPart(ONE, false));
    assert_eq!(app.closed(), [ONE]);
}

#[test]
fn what_each_engine_says_is_kept_apart_and_named() {
    let mut app = TestApp::with_engines(1);
    app.act(Action::TakesPart(ONE, true));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    app.report_of(OURS, 12, "e2e4", 30);
    app.report_of(ONE, 20, "d2d4", 45);
    let (tree, telemetry) = (&app.model.game.tree, &app.model.telemetry);
    assert_eq!(telemetry.lines(tree, NodeId::ROOT, OURS)[0].info.depth, 12);
    assert_eq!(telemetry.lines(tree, NodeId::ROOT, ONE)[0].info.depth, 20);
    let evaluation = |prefer| telemetry.evaluation(tree, NodeId::ROOT, prefer).unwrap();
    assert_eq!(evaluation(OURS).source, EvalSource::Engine { id: OURS, depth: 12 });
    assert_eq!(evaluation(ONE).source, EvalSource::Engine { id: ONE, depth: 20 });
    assert_eq!(evaluation(TWO).source, EvalSource::Engine { id: OURS, depth: 12 }, "whoever knows");
    assert_eq!(app.model.engine_name(ONE), "one");
    assert_eq!(app.model.focus(), OURS);
    app.act(Action::Focus(ONE));
    assert_eq!(app.model.focus(), ONE);
}

#[test]
fn news_of_a_seat_never_counts_for_another() {
    let mut app = TestApp::with_engines(1);
    app.act(Action::TakesPart(ONE, true));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    let job = app.job_of(OURS);
    let pv = vec![uci_move::parse(&Board::start(), "e2e4").unwrap()];
    let info = IterationInfo::new(30, Color::White, Score::Cp(500), pv);
    app.act(Action::Engine(ONE, Event::Iteration { job, info }));
    let (tree, telemetry) = (&app.model.game.tree, &app.model.telemetry);
    assert!(telemetry.lines(tree, NodeId::ROOT, OURS).is_empty());
    assert!(telemetry.lines(tree, NodeId::ROOT, ONE).is_empty());
}

#[test]
fn an_engine_of_the_user_ponders_if_that_is_switched_on() {
    let mut app = TestApp::with_engines(1);
    let ponders = |options| match options {
        SeatOptions::External(options) => options.ponder,
        _ => panic!("an engine of the program"),
    };
    for on in [true, false] {
        app.act(Action::Set(SettingChange::Ponder(on)));
        assert_eq!(ponders(app.model.play_options(ONE, Strength::Full)), on);
        assert!(!ponders(app.model.analysis_options(ONE)), "an analysis does not ponder");
    }
}

#[test]
fn engines_that_analyse_share_threads_and_hash() {
    let mut app = TestApp::with_engines(2);
    app.model.settings.engine.threads = 4;
    app.model.settings.engine.hash_mib = 128;
    app.model.settings.engines.get_mut(2).unwrap().options.insert("threads".into(), "7".into());
    app.act(Action::TakesPart(ONE, true));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    let Some(SeatOptions::BuiltIn(ours)) = app.options(OURS) else { panic!("not told") };
    let Some(SeatOptions::External(one)) = app.options(ONE) else { panic!("not told") };
    assert_eq!((ours.threads, ours.hash_mib), (2, 64));
    assert_eq!((one.threads, one.hash_mib), (Some(2), Some(64)));
    assert_eq!(one.multi_pv, Some(app.model.settings.engine.multi_pv));
    app.act(Action::TakesPart(TWO, true));
    let Some(SeatOptions::External(two)) = app.options(TWO) else { panic!("not told") };
    assert_eq!(
        (two.threads, two.hash_mib),
        (None, Some(42)),
        "what the user set goes before a share"
    );
    let searches = app.model.engine.jobs().map(|job| (job.engine, job.id)).collect::<Vec<_>>();
    app.act(Action::TakesPart(TWO, false));
    let left = app.model.engine.jobs().map(|job| (job.engine, job.id)).collect::<Vec<_>>();
    assert_eq!(left, searches[..2], "those that stay go on");
    let SeatOptions::BuiltIn(ours) = app.model.analysis_options(OURS) else { panic!("ours") };
    assert_eq!((ours.threads, ours.hash_mib), (2, 64), "and have more from their next search on");
    app.model.settings.engine.hash_mib = 256;
    app.model.settings.engine.threads = 8;
    app.act(Action::Tick);
    assert_ne!(
        app.model.engine.job(OURS).map(|job| job.id),
        Some(left[0].1),
        "a new setting holds"
    );
}

#[test]
fn an_engine_that_plays_stays_in_the_list_and_one_that_is_gone_is_named() {
    let mut app = TestApp::with_engines(2);
    let sides = Sides::HumanBlack;
    app.act(Action::StartGame(NewGame { sides, engine: ONE, ..NewGame::default() }));
    app.act(Action::Engines(EngineAction::Remove(1)));
    let name = app.model.engine_name(ONE);
    assert!(app.says(&t!("engines-in-game", name = name, game = "board")));
    assert!(app.model.is_known(ONE) && app.model.stuck_player().is_none());
    assert!(app.model.own_threads() > 0);
    app.act(Action::Tour(TourAction::Begin(0)));
    app.act(Action::Engines(EngineAction::Remove(1)));
    assert!(app.says(&t!("engines-in-game", name = app.model.engine_name(ONE), game = "aside")));
    app.act(Action::Tour(TourAction::Exit));
    app.model.settings.engines.remove(1);
    assert_eq!(app.model.stuck_player().map(|(id, _)| id), Some(ONE));
    assert_eq!(app.model.own_threads(), 0, "nothing is kept for a game that cannot go on");
}

#[test]
fn so_many_may_take_part_and_one_always_does() {
    let mut app = TestApp::with_engines(5);
    for id in 1..=5 {
        app.act(Action::TakesPart(EngineId(id), true));
    }
    assert_eq!(app.model.analysing().len(), MAX_ANALYSING);
    assert!(app.says(&t!("engines-full", n = MAX_ANALYSING)));
    for id in 0..=5 {
        app.act(Action::TakesPart(EngineId(id), false));
    }
    assert_eq!(app.model.analysing().len(), 1);
    app.act(Action::TakesPart(EngineId(77), true));
    assert_eq!(app.model.analysing().len(), 1, "there is no such engine");
}

#[test]
fn two_engines_play_each_other_each_on_its_seat() {
    let mut app = TestApp::with_engines(2);
    app.act(Action::StartGame(NewGame {
        sides: Sides::Engines,
        engine: ONE,
        black_engine: TWO,
        strength: Strength::Full,
        black_strength: Strength::Elo(1500),
        ..NewGame::default()
    }));
    assert_eq!(app.model.game.player_name(Color::White), "one");
    assert_eq!(app.model.game.player_name(Color::Black), "two, 1500 Elo");
    assert_eq!(app.opened(), [ONE], "the other has nothing to do yet");
    assert_eq!((app.purpose(ONE), app.purpose(OURS)), (Some(Purpose::Play), None));
    assert_eq!(app.model.focus(), ONE);
    app.answer_of(ONE, "e2e4");
    assert_eq!(app.opened(), [ONE, TWO]);
    assert_eq!((app.purpose(ONE), app.purpose(TWO)), (None, Some(Purpose::Play)));
    let Some(SeatOptions::External(two)) = app.options(TWO) else { panic!("not told") };
    assert_eq!((two.strength, two.multi_pv), (Some(Strength::Elo(1500)), Some(1)));
    app.answer_of(TWO, "e7e5");
    assert_eq!(app.purpose(ONE), Some(Purpose::Play));
    app.take_effects();
    app.act(Action::StartGame(NewGame::default()));
    assert_eq!(app.closed(), [ONE, TWO], "nobody needs them any more");
}

#[test]
fn an_engine_that_dies_is_started_once_more_and_then_waits() {
    let mut app = TestApp::with_engines(1);
    app.act(Action::TakesPart(ONE, true));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    app.take_effects();
    app.fail(ONE, None);
    assert_eq!((app.closed(), app.opened()), (vec![ONE], vec![ONE]));
    assert!(app.says(&t!("engines-restarted", name = "one", error = "it died")));
    assert_eq!(app.purpose(OURS), Some(Purpose::Analyse), "the others are not disturbed");
    app.take_effects();
    app.fail(ONE, None);
    assert_eq!((app.closed(), app.opened()), (vec![ONE], vec![]));
    assert!(app.says(t!("engine-advice-restart")));
    assert_eq!(app.purpose(ONE), None);
    assert_eq!(app.model.engine.seat(ONE).unwrap().failure.as_deref(), Some("it died"));
    app.act(Action::Engines(EngineAction::Restart(1)));
    assert_eq!(app.opened(), [ONE]);
    assert_eq!(app.purpose(ONE), Some(Purpose::Analyse));
}

#[test]
fn an_engine_that_gave_up_is_not_hidden_by_the_others_and_starts_again_when_it_is_changed() {
    let mut app = TestApp::with_engines(1);
    app.act(Action::TakesPart(ONE, true));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    app.act(Action::Focus(ONE));
    app.fail(ONE, None);
    app.fail(ONE, None);
    assert_eq!(app.model.engine_status(), EngineStatus::Failed("it died".to_owned()));
    assert_eq!(app.model.engine.given_up(ONE), Some("it died"));
    assert_eq!(app.purpose(OURS), Some(Purpose::Analyse), "the others go on");
    app.act(Action::Focus(OURS));
    app.answer_of(OURS, "e2e4");
    assert_eq!(app.model.engine_status(), EngineStatus::Finished, "its own analysis has");
    app.take_effects();
    app.act(Action::Engines(EngineAction::Rename(1, "another".to_owned())));
    assert!(app.opened().is_empty(), "a name repairs nothing");
    app.act(Action::Engines(EngineAction::SetFolder(1, "/tmp".to_owned())));
    assert_eq!(app.opened(), [ONE]);
    assert_eq!(app.purpose(ONE), Some(Purpose::Analyse));
}

#[test]
fn what_went_wrong_is_forgotten_when_an_engine_says_something_again() {
    let mut app = TestApp::with_engines(1);
    app.act(Action::TakesPart(ONE, true));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    app.fail(ONE, None);
    assert_eq!(app.model.engine.last_failure(ONE), Some("it died"));
    app.report_of(ONE, 3, "e2e4", 20);
    assert_eq!(app.model.engine.last_failure(ONE), None);
    app.act(Action::TakesPart(ONE, false));
    assert_eq!(app.model.engine.last_failure(ONE), None);
}

#[test]
fn a_game_survives_its_engines_end_and_another_can_take_over() {
    let mut app = TestApp::with_engines(1);
    let new = NewGame { engine: ONE, strength: Strength::Full, ..NewGame::default() };
    app.act(Action::StartGame(new));
    let e4 = ("e2".parse().unwrap(), "e4".parse().unwrap());
    app.act(Action::PlayMove { from: e4.0, to: e4.1, promotion: None });
    assert_eq!(app.purpose(ONE), Some(Purpose::Play));
    app.fail(ONE, None);
    app.fail(ONE, None);
    assert_eq!(app.purpose(ONE), None);
    assert_eq!(app.model.game.tree.ply(app.model.game.live), 1, "the game stays");
    // Removed in the middle of a game: nothing is started, nothing is lost.
    app.take_effects();
    app.act(Action::Engines(EngineAction::Remove(1)));
    assert!(app.opened().is_empty());
    assert_eq!(app.model.game.player_name(Color::Black), "one", "it is still named");
    let text = Session::of(&app.model, 1_000).to_text();
    let session = Session::parse(&text).unwrap();
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(session)));
    let black = later.model.game.player(Color::Black);
    assert!(matches!(black, Player::Engine { id: ONE, name, .. } if name == "one"));
    assert!(later.opened().is_empty());
    assert_eq!(later.model.engine.purpose(ONE), None, "there is nobody to ask");
}

#[test]
fn a_changed_entry_starts_the_engine_anew() {
    let mut app = TestApp::with_engines(1);
    app.act(Action::TakesPart(ONE, true));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    app.take_effects();
    app.act(Action::Engines(EngineAction::Rename(1, "Mine".into())));
    assert!(app.closed().is_empty(), "a name is no reason");
    let set = |name: &str, value: &str| {
        Action::Engines(EngineAction::SetOption { id: 1, name: name.into(), value: value.into() })
    };
    app.act(set("Threads", "9"));
    assert!(app.says("1 to 8") && app.closed().is_empty());
    app.act(set("Threads", "3"));
    assert_eq!((app.closed(), app.opened()), (vec![ONE], vec![ONE]));
    assert_eq!(app.model.settings.engines.get(1).unwrap().options["Threads"], "3");
    app.act(set("Threads", "1"));
    let spec = app.model.settings.engines.get(1).unwrap();
    assert_eq!(spec.options["Threads"], "1", "else it would get its share");
    app.act(Action::Engines(EngineAction::ResetOption { id: 1, name: "Threads".into() }));
    assert!(app.model.settings.engines.get(1).unwrap().options.is_empty());
    app.take_effects();
    app.act(Action::Engines(EngineAction::Enable(1, false)));
    assert_eq!((app.closed(), app.opened()), (vec![ONE], vec![]));
    assert_eq!(app.model.analysing(), [OURS]);
}

#[test]
fn a_review_by_an_engine_of_the_users_leaves_ours_free() {
    let mut app = TestApp::with_engines(1);
    app.act(Action::PasteText("1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    let request = ReviewRequest { engine: ONE, ..ReviewRequest::default() };
    app.act(Action::Review(ReviewAction::Start(request)));
    assert_eq!((app.purpose(ONE), app.purpose(OURS)), (Some(Purpose::Review), None));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    assert_eq!(
        (app.purpose(ONE), app.purpose(OURS)),
        (Some(Purpose::Review), Some(Purpose::Analyse)),
        "both at once"
    );
}

#[test]
fn a_review_stops_when_its_engine_is_gone() {
    for action in [EngineAction::Remove(1), EngineAction::Enable(1, false)] {
        let mut app = TestApp::with_engines(1);
        app.act(Action::PasteText("1. e4 e5 2. Nf3 Nc6 *".to_owned()));
        let request = ReviewRequest { engine: ONE, ..ReviewRequest::default() };
        app.act(Action::Review(ReviewAction::Start(request)));
        app.act(Action::Engines(action));
        assert_eq!((app.purpose(ONE), app.purpose(OURS)), (None, None));
        assert_eq!(app.closed(), [ONE]);
        let stops = |app: &TestApp| {
            let name = app.model.engine_name(ONE);
            app.model.review().unwrap().state == RunState::Stopped
                && app.says(&t!("review-stopped-engine-gone", engine = name))
        };
        assert!(stops(&app), "{:?}", app.toasts());
        app.give(UserCommand::ResumeReview);
        assert!(stops(&app) && app.purpose(OURS).is_none(), "no other takes its place");
        app.give(UserCommand::ReviewGame);
        let Some(Dialog::Review(proposed)) = app.model.dialog else { panic!("no dialog") };
        assert_eq!(proposed.engine, OURS);
    }
}

#[test]
fn stop_ends_the_task_that_the_status_shows() {
    let mut app = TestApp::with_engines(1);
    app.act(Action::PasteText("1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    app.act(Action::TakesPart(ONE, true));
    app.act(Action::TakesPart(OURS, false));
    app.act(Action::Review(ReviewAction::Start(ReviewRequest::default())));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    assert!(matches!(app.model.engine_status(), EngineStatus::Analysing { .. }));
    app.act(Action::Command(UserCommand::StopEngine));
    assert_eq!((app.purpose(ONE), app.purpose(OURS)), (None, Some(Purpose::Review)));
    app.act(Action::Command(UserCommand::StopEngine));
    assert_eq!(app.purpose(OURS), None);
}

#[test]
fn options_of_an_engine_count_however_their_names_are_written() {
    let mut app = TestApp::with_engines(1);
    app.act(Action::TakesPart(ONE, true));
    app.act(Action::TakesPart(OURS, false));
    let spec = app.model.settings.engines.get_mut(ONE.0).unwrap();
    spec.options = [("threads", "8"), ("hash", "4096")].map(|(a, b)| (a.into(), b.into())).into();
    assert_eq!((threads_asked(&app.model), hash_asked(&app.model)), (8, 4096));
}

#[test]
fn an_engine_is_given_no_more_threads_than_it_can_use() {
    let mut app = TestApp::with_engines(1);
    app.model.settings.engine.threads = 16;
    app.act(Action::TakesPart(ONE, true));
    app.act(Action::TakesPart(OURS, false));
    assert_eq!(threads_asked(&app.model), 8, "the greatest number that it offers");
    app.model.settings.engines.get_mut(ONE.0).unwrap().identity = Some(Identity::default());
    assert_eq!(threads_asked(&app.model), 1, "it has no such option");
    app.model.settings.engines.get_mut(ONE.0).unwrap().identity = None;
    assert_eq!(threads_asked(&app.model), 16, "its options are not known");
}

#[test]
fn an_engine_that_its_entry_limits_is_weak_in_games_and_analyses_at_full_strength() {
    let mut app = TestApp::with_engines(1);
    let spec = app.model.settings.engines.get_mut(ONE.0).unwrap();
    spec.options.insert("UCI_LimitStrength".into(), "true".into());
    app.act(Action::StartGame(NewGame {
        engine: ONE,
        strength: Strength::Full,
        ..NewGame::default()
    }));
    app.give(UserCommand::Watch);
    app.play("e2e4");
    assert!(app.options(ONE).unwrap().is_restrained());
    assert!(app.model.observes(), "its own search is no full-strength analysis");
    app.report_of(ONE, 9, "e7e5", 30);
    assert!(!app.model.telemetry.search(ONE).unwrap().judges());
    assert!(!app.model.analysis_options(ONE).is_restrained());
    assert!(!app.model.review_options(ONE).is_restrained());
}

#[test]
fn an_engine_that_has_failed_uses_no_threads() {
    let mut app = TestApp::with_engines(2);
    for id in [ONE, TWO] {
        app.act(Action::TakesPart(id, true));
    }
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    let all = threads_asked(&app.model);
    app.fail(ONE, None);
    assert_eq!(threads_asked(&app.model), all, "it is started again");
    app.fail(ONE, None);
    assert!(threads_asked(&app.model) < all);
    app.act(Action::Engines(EngineAction::Restart(1)));
    assert_eq!(threads_asked(&app.model), all);
}

/// The engine asked last for its name and options, and the number of the probe.
fn last_probe(app: &TestApp) -> Option<(u32, u64)> {
    app.effects.iter().rev().find_map(|effect| match effect {
        Effect::ProbeEngine { spec, number, .. } => Some((spec.id, *number)),
        _ => None,
    })
}

#[test]
fn the_answer_of_another_command_line_is_dropped_and_the_new_one_can_be_read() {
    let changes = [
        EngineAction::SetCommand(1, "other".into()),
        EngineAction::SetFolder(1, "elsewhere".into()),
        EngineAction::SetEnvironment(1, "A=1".into()),
    ];
    for change in changes {
        let mut app = TestApp::new();
        app.act(Action::Engines(EngineAction::Add("slow".into())));
        app.act(Action::Engines(change.clone()));
        assert_eq!(app.model.engines.probe(1), None, "{change:?}: it can be read at once");
        let late = |result| Action::Engines(EngineAction::Probed { id: 1, number: 1, result });
        app.act(late(Err("no uciok came".into())));
        assert_eq!(app.model.engine_failure(ONE), None, "{change:?}");
        app.act(Action::Engines(EngineAction::Probe(1)));
        app.act(late(Ok(Identity::default())));
        assert_eq!(app.model.settings.engines.get(1).unwrap().identity, None, "{change:?}");
        let (id, number) = last_probe(&app).unwrap();
        let result = Ok(Identity::default());
        app.act(Action::Engines(EngineAction::Probed { id, number, result }));
        assert!(app.model.settings.engines.get(1).unwrap().identity.is_some(), "{change:?}");
        app.act(Action::Engines(EngineAction::Rename(1, "A name".into())));
        app.act(Action::Engines(EngineAction::Probe(1)));
        app.act(Action::Engines(EngineAction::Rename(1, "Another".into())));
        assert!(app.model.engines.probe(1).is_some(), "a name changes nothing");
    }
}

#[test]
fn entries_come_and_go_in_words() {
    let mut app = TestApp::new();
    app.act(Action::Engines(EngineAction::Add("\"my engine\" --uci".into())));
    let spec = app.model.settings.engines.get(1).unwrap().clone();
    assert_eq!((spec.command.as_str(), spec.arguments.len()), ("my engine", 1));
    assert_eq!(last_probe(&app), Some((1, 1)), "it is asked what it is");
    app.act(Action::Engines(EngineAction::Add("\"half".into())));
    assert!(app.says("was not added"));
    let result = Err("no uciok came".into());
    app.act(Action::Engines(EngineAction::Probed { id: 1, number: 1, result }));
    assert!(app.model.engines.probe(1).is_some());
    app.act(Action::Engines(EngineAction::Probe(1)));
    let result = Ok(Identity::default());
    app.act(Action::Engines(EngineAction::Probed { id: 1, number: 2, result }));
    assert!(app.model.engines.probe(1).is_none());
    app.act(Action::Engines(EngineAction::SetEnvironment(1, "A=1\nB = x=y\n".into())));
    let environment = &app.model.settings.engines.get(1).unwrap().environment;
    assert_eq!((environment["A"].as_str(), environment["B"].as_str()), ("1", " x=y"));
    app.act(Action::Engines(EngineAction::SetEnvironment(1, "nonsense".into())));
    assert!(app.says("expected NAME=value"));
    app.act(Action::Engines(EngineAction::SetCommand(1, "other -x".into())));
    assert_eq!(app.model.settings.engines.get(1).unwrap().identity, None, "another program");
    app.act(Action::Engines(EngineAction::Duplicate(1)));
    app.act(Action::Engines(EngineAction::Remove(1)));
    let ids: Vec<u32> = app.model.settings.engines.engines.iter().map(|spec| spec.id).collect();
    assert_eq!(ids, [2]);
    let text = serde_json::to_string(&app.model.settings).unwrap();
    let settings: Settings = serde_json::from_str(&text).unwrap();
    assert_eq!(settings.engines.engines, app.model.settings.engines.engines);
    let list: EngineList = serde_json::from_str("[{\"id\":\"x\"}]").unwrap();
    assert_eq!(list.damaged().len(), 1);
    let _ = UciSpec::new(9, "x", Vec::new());
}

//! Reports of searches, without a window: bounds beside lines, searches that have ended, failures with advice, engine
//! numbers that are never reused.

use tabia_app::action::{Action, EngineAction, UserCommand};
use tabia_app::engines::telemetry::SearchView;
use tabia_app::model::Model;
use tabia_app::persistence::settings_file::SettingsFile;
use tabia_app::update::update;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::toasts::{Toast, ToastOffer};
use tabia_app::window::view::Dialog;
use tabia_chess::uci_move;
use tabia_engine::search::detail::{Detail, UciDetail};
use tabia_engine::search::report::{IterationInfo, Progress, RootMove, Snapshot};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_host::external::spec::Identity;
use tabia_host::worker::protocol::{Event, Live};
use tabia_lab::branching;
use tabia_text::t;

use super::test_app::TestApp;

const OURS: EngineId = EngineId::BUILT_IN;

impl TestApp {
    /// The start position with analysis on.
    fn analysing() -> TestApp {
        let mut app = TestApp::new();
        app.act(Action::Command(UserCommand::ToggleAnalysis));
        app
    }

    fn event(&mut self, id: EngineId, event: Event) {
        self.act(Action::Engine(id, event));
    }

    fn say(&mut self, mv: &str, (depth, cp, bound): (u32, i32, Bound), nodes: u64) {
        let job = self.job();
        let board = *self.model.game.board();
        let pv = vec![uci_move::parse(&board, mv).unwrap()];
        let info = IterationInfo {
            bound,
            nodes: Some(nodes),
            ..IterationInfo::new(depth, board.stm(), Score::Cp(cp), pv)
        };
        self.event(OURS, Event::Iteration { job, info });
    }

    fn search(&self) -> &SearchView {
        self.model.telemetry.search(OURS).unwrap()
    }

    fn first_score(&self) -> Score {
        self.search().lines[0].info.score
    }

    fn newest_note(&self) -> &Toast {
        self.model.toasts.iter().next_back().unwrap()
    }
}

#[test]
fn a_bound_is_open_beside_the_line_until_it_is_found_or_nobody_looks_for_it() {
    let mut app = TestApp::analysing();
    app.say("e2e4", (13, 30, Bound::Exact), 1_000);
    assert_eq!(app.search().open_bound(), None);
    app.say("e2e4", (14, 57, Bound::Lower), 2_000);
    let open = app.search().open_bound().unwrap();
    assert_eq!((open.depth, open.score, open.bound), (14, Score::Cp(57), Bound::Lower));
    assert_eq!(app.first_score(), Score::Cp(30));
    app.say("e2e4", (14, 60, Bound::Exact), 3_000);
    assert_eq!((app.search().open_bound(), app.first_score()), (None, Score::Cp(60)));
    // After a stop no bound stays open.
    app.say("d2d4", (15, 20, Bound::Upper), 4_000);
    assert!(app.search().open_bound().is_some());
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    assert_eq!((app.search().open_bound(), app.first_score()), (None, Score::Cp(60)));
}

#[test]
fn a_search_that_was_stopped_has_ended() {
    let mut app = TestApp::analysing();
    app.say("e2e4", (9, 30, Bound::Exact), 1_000);
    assert!(app.search().ended.is_none());
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    assert!(app.search().ended.is_some(), "nothing is under search any more");
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    assert!(app.search().ended.is_none(), "a new one");
    // The same for an engine that failed for good.
    app.fail(OURS, None);
    app.fail(OURS, None);
    assert!(app.model.engine.job(OURS).is_none() && app.search().ended.is_some());
}

#[test]
fn a_branching_factor_is_never_below_one() {
    let mut app = TestApp::analysing();
    for (depth, nodes) in [(8, 1_000), (9, 2_000), (10, 4_000)] {
        app.say("e2e4", (depth, 30, Bound::Exact), nodes);
    }
    // The iterations took 1,000 and 2,000 nodes; the nodes of depth 8 alone are unknown.
    let factor = app.search().branching_factor().unwrap();
    assert!((factor - 2.0).abs() < 1e-9, "{factor}");
    assert_eq!(branching::growth(&app.search().iteration_ends().unwrap())[2].mean, Some(factor));
    // A bound does not end an iteration.
    app.say("e2e4", (11, 30, Bound::Lower), 5_000);
    assert_eq!(app.search().branching_factor(), Some(factor));
    // An engine that restarts its node count has no branching factor.
    app.say("e2e4", (11, 30, Bound::Exact), 500);
    assert_eq!(app.search().branching_factor(), None);
}

#[test]
fn root_moves_of_an_older_iteration_are_distinguished_from_the_newest() {
    let mut app = TestApp::analysing();
    let job = app.model.engine.job(OURS).unwrap().id;
    let board = *app.model.game.board();
    let root = |mv: &str, depth: Option<u32>| RootMove {
        depth,
        ..RootMove::new(uci_move::parse(&board, mv).unwrap())
    };
    let mut progress = Progress::new(board.stm());
    progress.depth = Some(13);
    progress.root_moves = vec![root("e2e4", Some(12)), root("d2d4", Some(11)), root("c2c4", None)];
    let snapshot = Snapshot { progress, detail: Detail::Uci(UciDetail::default()) };
    app.act(Action::Live(OURS, Live { job, snapshot }));
    let search = app.search();
    let older: Vec<bool> = search.root_moves().iter().map(|root| search.is_older(root)).collect();
    assert_eq!(older, [false, true, false], "the iteration under way has said nothing yet");
    assert_eq!(search.newest_root_depth(), Some(12));
}

#[test]
fn an_engine_that_goes_on_with_less_has_not_failed() {
    let mut app = TestApp::analysing();
    app.effects.clear();
    for _ in 0..3 {
        app.event(OURS, Event::Reduced { text: "no room for 2000 MiB, 512 are used".to_owned() });
    }
    assert!(app.newest_note().text.contains("512"));
    let seat = app.model.engine.seat(OURS).unwrap();
    assert!(seat.failure.is_none() && !seat.halted && seat.job.is_some());
    assert!(app.effects.is_empty(), "the search goes on: {:?}", app.effects);
}

#[test]
fn a_failure_says_what_can_be_done_and_offers_it() {
    let mut app = TestApp::new();
    app.act(Action::Engines(EngineAction::Add("one".to_owned())));
    let id = EngineId(1);
    let result = Ok(Identity::default());
    app.act(Action::Engines(EngineAction::Probed { id: 1, number: 1, result }));
    app.act(Action::TakesPart(id, true));
    app.act(Action::TakesPart(OURS, false));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    let advice = Some(t!("engine-advice-command"));
    app.fail(id, advice);
    assert_eq!(app.newest_note().offers, [ToastOffer::EngineLog(1)]);
    app.fail(id, advice);
    let note = app.newest_note().clone();
    let kept = t!("engine-advice-command");
    let message = t!("engines-other-failed", name = "one", error = "it died", game = "no");
    assert_eq!(
        note.text,
        format!("{message}. {kept}"),
        "no game is on the board that could be lost"
    );
    let offers =
        [ToastOffer::RestartEngine(1), ToastOffer::EngineLog(1), ToastOffer::SetUpEngine(1)];
    assert_eq!(note.offers, offers);
    assert_eq!(app.model.engine.seat(id).unwrap().advice, advice);
    app.act(offers[1].action());
    assert!(matches!(app.model.dialog, Some(Dialog::EngineLog { id: 1, .. })));
    app.act(offers[2].action());
    assert!(matches!(app.model.dialog, Some(Dialog::Engines)));
    assert_eq!(app.model.engines.asked_for, Some(1));
    app.act(Action::CloseDialog);
    app.act(offers[0].action());
    assert!(app.model.engine.job(id).is_some(), "it searches again");
    assert_eq!(app.model.engine.seat(id).unwrap().advice, None);
    // It is shown with the reason among those that could take part.
    app.fail(id, advice);
    app.act(Action::TakesPart(OURS, true));
    assert!(app.model.engine.last_failure(id).is_some());
    app.act(Action::TakesPart(id, false));
    assert!(app.model.engine.last_failure(id).is_some());
}

#[test]
fn what_a_removed_engine_found_is_never_anothers() {
    let mut app = TestApp::new();
    for line in ["one", "two"] {
        app.act(Action::Engines(EngineAction::Add(line.to_owned())));
    }
    app.act(Action::Engines(EngineAction::Remove(2)));
    let (_, file, _) = SettingsFile::parse("{}").unwrap();
    let text = file.text(&app.model.settings);
    app.act(Action::Engines(EngineAction::Add("three".to_owned())));
    assert!(app.model.settings.engines.get(2).is_none());
    assert_eq!(app.model.settings.engines.get(3).unwrap().command, "three");
    // The same after the program has been restarted.
    let (settings, ..) = SettingsFile::parse(&text).unwrap();
    let mut model = Model::new(settings);
    update(&mut model, Action::Engines(EngineAction::Add("four".to_owned())), 0);
    assert_eq!(model.settings.engines.get(3).unwrap().command, "four");
}

#[test]
fn the_users_engines_are_no_setting_of_the_window() {
    let mut app = TestApp::new();
    app.act(Action::Engines(EngineAction::Add("one".to_owned())));
    app.act(Action::TakesPart(EngineId(1), true));
    app.act(Action::Set(SettingChange::UiScale(2.0)));
    app.act(Action::Set(SettingChange::Reset));
    let settings = &app.model.settings;
    assert!((settings.ui_scale - 1.0).abs() < 1e-6);
    assert!(settings.engines.get(1).is_some());
    assert_eq!((settings.last_engine, app.model.analysing().len()), (1, 2));
}

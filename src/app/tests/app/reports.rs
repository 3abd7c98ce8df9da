//! Reports of searches, without a window: bounds beside lines, searches that have ended, failures with advice, engine
//! numbers that are never reused.

use tabia_app::action::{Action, EngineAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::telemetry::SearchView;
use tabia_app::model::Model;
use tabia_app::persistence::settings_file::SettingsFile;
use tabia_app::update::update;
use tabia_app::window::settings::{SettingChange, Settings};
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

const OURS: EngineId = EngineId::BUILT_IN;

struct Desk {
    model: Model,
    effects: Vec<Effect>,
}

impl Desk {
    fn new() -> Desk {
        let model = Model::new(Settings { book_moves: false, ..Settings::default() });
        Desk { model, effects: Vec::new() }
    }

    /// The start position with analysis on.
    fn analysing() -> Desk {
        let mut desk = Desk::new();
        desk.act(Action::Command(UserCommand::ToggleAnalysis));
        desk
    }

    fn act(&mut self, action: Action) {
        self.effects.extend(update(&mut self.model, action, 1_000));
    }

    fn event(&mut self, id: EngineId, event: Event) {
        self.act(Action::Engine(id, event));
    }

    fn say(&mut self, mv: &str, (depth, cp, bound): (u32, i32, Bound), nodes: u64) {
        let job = self.model.engine.job(OURS).unwrap().id;
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

    fn fail(&mut self, id: EngineId, advice: Option<&'static str>) {
        let job = self.model.engine.job(id).map(|job| job.id);
        self.event(id, Event::Failed { job, error: "it died".to_owned(), advice });
    }

    fn newest_note(&self) -> &Toast {
        self.model.toasts.iter().next_back().unwrap()
    }
}

#[test]
fn a_bound_is_open_beside_the_line_until_it_is_found_or_nobody_looks_for_it() {
    let mut desk = Desk::analysing();
    desk.say("e2e4", (13, 30, Bound::Exact), 1_000);
    assert_eq!(desk.search().open_bound(), None);
    desk.say("e2e4", (14, 57, Bound::Lower), 2_000);
    let open = desk.search().open_bound().unwrap();
    assert_eq!((open.depth, open.score, open.bound), (14, Score::Cp(57), Bound::Lower));
    assert_eq!(desk.first_score(), Score::Cp(30));
    desk.say("e2e4", (14, 60, Bound::Exact), 3_000);
    assert_eq!((desk.search().open_bound(), desk.first_score()), (None, Score::Cp(60)));
    // After a stop no bound stays open.
    desk.say("d2d4", (15, 20, Bound::Upper), 4_000);
    assert!(desk.search().open_bound().is_some());
    desk.act(Action::Command(UserCommand::ToggleAnalysis));
    assert_eq!((desk.search().open_bound(), desk.first_score()), (None, Score::Cp(60)));
}

#[test]
fn a_search_that_was_stopped_has_ended() {
    let mut desk = Desk::analysing();
    desk.say("e2e4", (9, 30, Bound::Exact), 1_000);
    assert!(desk.search().ended.is_none());
    desk.act(Action::Command(UserCommand::ToggleAnalysis));
    assert!(desk.search().ended.is_some(), "nothing is under search any more");
    desk.act(Action::Command(UserCommand::ToggleAnalysis));
    assert!(desk.search().ended.is_none(), "a new one");
    // The same for an engine that failed for good.
    desk.fail(OURS, None);
    desk.fail(OURS, None);
    assert!(desk.model.engine.job(OURS).is_none() && desk.search().ended.is_some());
}

#[test]
fn a_branching_factor_is_never_below_one() {
    let mut desk = Desk::analysing();
    for (depth, nodes) in [(8, 1_000), (9, 2_000), (10, 4_000)] {
        desk.say("e2e4", (depth, 30, Bound::Exact), nodes);
    }
    // The iterations took 1,000 and 2,000 nodes; the nodes of depth 8 alone are unknown.
    let factor = desk.search().branching_factor().unwrap();
    assert!((factor - 2.0).abs() < 1e-9, "{factor}");
    assert_eq!(branching::growth(&desk.search().iteration_ends().unwrap())[2].mean, Some(factor));
    // A bound does not end an iteration.
    desk.say("e2e4", (11, 30, Bound::Lower), 5_000);
    assert_eq!(desk.search().branching_factor(), Some(factor));
    // An engine that restarts its node count has no branching factor.
    desk.say("e2e4", (11, 30, Bound::Exact), 500);
    assert_eq!(desk.search().branching_factor(), None);
}

#[test]
fn root_moves_of_an_older_iteration_are_distinguished_from_the_newest() {
    let mut desk = Desk::analysing();
    let job = desk.model.engine.job(OURS).unwrap().id;
    let board = *desk.model.game.board();
    let root = |mv: &str, depth: Option<u32>| RootMove {
        depth,
        ..RootMove::new(uci_move::parse(&board, mv).unwrap())
    };
    let mut progress = Progress::new(board.stm());
    progress.depth = Some(13);
    progress.root_moves = vec![root("e2e4", Some(12)), root("d2d4", Some(11)), root("c2c4", None)];
    let snapshot = Snapshot { progress, detail: Detail::Uci(UciDetail::default()) };
    desk.act(Action::Live(OURS, Live { job, snapshot }));
    let search = desk.search();
    let older: Vec<bool> = search.root_moves().iter().map(|root| search.is_older(root)).collect();
    assert_eq!(older, [false, true, false], "the iteration under way has said nothing yet");
    assert_eq!(search.newest_root_depth(), Some(12));
}

#[test]
fn an_engine_that_goes_on_with_less_has_not_failed() {
    let mut desk = Desk::analysing();
    desk.effects.clear();
    for _ in 0..3 {
        desk.event(OURS, Event::Reduced { text: "no room for 2000 MiB, 512 are used".to_owned() });
    }
    assert!(desk.newest_note().text.contains("512"));
    let seat = desk.model.engine.seat(OURS).unwrap();
    assert!(seat.failure.is_none() && !seat.halted && seat.job.is_some());
    assert!(desk.effects.is_empty(), "the search goes on: {:?}", desk.effects);
}

#[test]
fn a_failure_says_what_can_be_done_and_offers_it() {
    let mut desk = Desk::new();
    desk.act(Action::Engines(EngineAction::Add("one".to_owned())));
    let id = EngineId(1);
    let result = Ok(Identity::default());
    desk.act(Action::Engines(EngineAction::Probed { id: 1, number: 1, result }));
    desk.act(Action::TakesPart(id, true));
    desk.act(Action::TakesPart(OURS, false));
    desk.act(Action::Command(UserCommand::ToggleAnalysis));
    let advice = Some(t!("engine-advice-command"));
    desk.fail(id, advice);
    assert_eq!(desk.newest_note().offers, [ToastOffer::EngineLog(1)]);
    desk.fail(id, advice);
    let note = desk.newest_note().clone();
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
    assert_eq!(desk.model.engine.seat(id).unwrap().advice, advice);
    desk.act(offers[1].action());
    assert!(matches!(desk.model.dialog, Some(Dialog::EngineLog { id: 1, .. })));
    desk.act(offers[2].action());
    assert!(matches!(desk.model.dialog, Some(Dialog::Engines)));
    assert_eq!(desk.model.engines.asked_for, Some(1));
    desk.act(Action::CloseDialog);
    desk.act(offers[0].action());
    assert!(desk.model.engine.job(id).is_some(), "it searches again");
    assert_eq!(desk.model.engine.seat(id).unwrap().advice, None);
    // It is shown with the reason among those that could take part.
    desk.fail(id, advice);
    desk.act(Action::TakesPart(OURS, true));
    assert!(desk.model.engine.last_failure(id).is_some());
    desk.act(Action::TakesPart(id, false));
    assert!(desk.model.engine.last_failure(id).is_some());
}

#[test]
fn what_a_removed_engine_found_is_never_anothers() {
    let mut desk = Desk::new();
    for line in ["one", "two"] {
        desk.act(Action::Engines(EngineAction::Add(line.to_owned())));
    }
    desk.act(Action::Engines(EngineAction::Remove(2)));
    let (_, file, _) = SettingsFile::parse("{}").unwrap();
    let text = file.text(&desk.model.settings);
    desk.act(Action::Engines(EngineAction::Add("three".to_owned())));
    assert!(desk.model.settings.engines.get(2).is_none());
    assert_eq!(desk.model.settings.engines.get(3).unwrap().command, "three");
    // The same after the program has been restarted.
    let (settings, ..) = SettingsFile::parse(&text).unwrap();
    let mut model = Model::new(settings);
    update(&mut model, Action::Engines(EngineAction::Add("four".to_owned())), 0);
    assert_eq!(model.settings.engines.get(3).unwrap().command, "four");
}

#[test]
fn the_users_engines_are_no_setting_of_the_window() {
    let mut desk = Desk::new();
    desk.act(Action::Engines(EngineAction::Add("one".to_owned())));
    desk.act(Action::TakesPart(EngineId(1), true));
    desk.act(Action::Set(SettingChange::UiScale(2.0)));
    desk.act(Action::Set(SettingChange::Reset));
    let settings = &desk.model.settings;
    assert!((settings.ui_scale - 1.0).abs() < 1e-6);
    assert!(settings.engines.get(1).is_some());
    assert_eq!((settings.last_engine, desk.model.analysing().len()), (1, 2));
}

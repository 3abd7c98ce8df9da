//! Questions about some moves only, and threats.

use tabia_app::action::{Action, AskAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::engines::threat::Threat;
use tabia_chess::{Board, Color, Move, uci_move};
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::{Command, Event, JobId};
use tabia_text::t;

use super::test_app::{RequestedSearch, TestApp};

/// An analysis board at the start position with analysis on.
fn analysing() -> TestApp {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app
}

fn mv(app: &TestApp, text: &str) -> Move {
    uci_move::parse(app.model.game.board(), text).unwrap()
}

fn only(app: &mut TestApp, text: &str) {
    let node = app.model.game.current;
    let mv = mv(app, text);
    app.act(Action::Ask(AskAction::Only(node, mv)));
}

fn not(app: &mut TestApp, text: &str) {
    let node = app.model.game.current;
    let mv = mv(app, text);
    app.act(Action::Ask(AskAction::Not(node, mv)));
}

/// The moves of the last search, as text.
fn searched(app: &TestApp) -> Vec<String> {
    let RequestedSearch { position, limits, .. } = app.asked();
    let board = position.board();
    let mut moves: Vec<String> =
        limits.search_moves.iter().map(|&mv| uci_move::write(&board, mv, false)).collect();
    moves.sort();
    moves
}

#[test]
fn only_and_not_narrow_the_search_and_are_taken_back_one_by_one() {
    let mut app = analysing();
    assert!(searched(&app).is_empty());
    only(&mut app, "g1f3");
    assert_eq!(searched(&app), ["g1f3"]);
    assert!(app.asked().limits.infinite);
    only(&mut app, "e2e4");
    assert_eq!(searched(&app), ["e2e4", "g1f3"]);
    not(&mut app, "e2e4");
    assert_eq!(searched(&app), ["g1f3"], "the last word on a move counts");
    let searches = app.searches.len();
    not(&mut app, "g1f3");
    let rest = searched(&app);
    assert_eq!((rest.len(), app.searches.len()), (18, searches + 1), "all but two");
    let f3 = mv(&app, "g1f3");
    app.act(Action::Ask(AskAction::Drop(f3)));
    assert_eq!(searched(&app).len(), 19);
    app.act(Action::Ask(AskAction::All));
    assert!(searched(&app).is_empty() && app.model.engine.asked().is_none());
    let searches = app.searches.len();
    app.act(Action::Ask(AskAction::All));
    assert_eq!(app.searches.len(), searches, "nothing has changed");
}

#[test]
fn what_is_asked_belongs_to_one_position() {
    let mut app = analysing();
    only(&mut app, "g1f3");
    app.play("e2e4");
    assert!(app.model.engine.asked().is_none() && searched(&app).is_empty());
    app.give(UserCommand::Previous);
    assert!(searched(&app).is_empty(), "and is not asked again behind one's back");
    only(&mut app, "d2d4");
    app.give(UserCommand::LockAnalysis);
    let searches = app.searches.len();
    app.give(UserCommand::Next);
    assert_eq!(app.searches.len(), searches, "locked, the analysis stays with its question");
    assert!(app.model.engine.asked().is_some());
    let elsewhere = app.model.game.current;
    assert!(app.model.ask_refused(elsewhere).is_some());
    let e5 = mv(&app, "e7e5");
    app.act(Action::Ask(AskAction::Only(elsewhere, e5)));
    assert_eq!(app.searches.len(), searches, "only the analysed position is asked about");
}

#[test]
fn asking_switches_analysis_on_and_leaves_one_move_at_least() {
    let mut app = TestApp::new();
    app.act(Action::SetFen("k7/8/8/8/8/1r6/8/K6r w - - 0 30".to_owned()));
    only(&mut app, "a1a2");
    assert!(app.model.engine.analysis);
    assert_eq!(searched(&app), ["a1a2"]);
    app.act(Action::Ask(AskAction::All));
    not(&mut app, "a1a2");
    assert!(app.says(t!("engines-asked-none")), "it is the only one");
    assert!(app.model.engine.asked().is_none() && searched(&app).is_empty());
}

#[test]
fn the_score_of_some_moves_is_not_that_of_the_position() {
    let mut app = analysing();
    app.started();
    app.report(10, 1, "e2e4", 30);
    let evaluated = |app: &TestApp| {
        let game = &app.model.game;
        let point = app.model.telemetry.evaluation(&game.tree, game.current, EngineId::BUILT_IN);
        point.map(|point| point.score)
    };
    let lines = |app: &TestApp| {
        let game = &app.model.game;
        let lines = app.model.telemetry.lines(&game.tree, game.current, EngineId::BUILT_IN);
        let name = |mv: Move| format!("{}{}", mv.from(), mv.to());
        lines.iter().map(|line| (name(line.info.pv[0]), line.stale)).collect::<Vec<_>>()
    };
    only(&mut app, "a2a4");
    assert!(lines(&app).is_empty(), "the line of e4 is no line of this search");
    app.started();
    app.report(20, 1, "a2a4", -60);
    assert_eq!(lines(&app).len(), 1);
    assert_eq!(evaluated(&app), Some(Score::Cp(30)), "deeper, but of one move");
    app.act(Action::Ask(AskAction::All));
    assert_eq!(lines(&app), [("e2e4".to_owned(), true)], "what was known before comes back");
    app.give(UserCommand::ToggleAnalysis);
    only(&mut app, "a2a4");
    app.started();
    app.report(21, 1, "a2a4", -70);
    app.play("e2e4");
    app.give(UserCommand::Previous);
    assert!(lines(&app).iter().all(|(first, _)| first != "a2a4"), "not even when one comes back");
}

#[test]
fn an_engine_that_ignores_the_chosen_moves_is_reported_once() {
    let mut app = analysing();
    only(&mut app, "a2a4");
    app.started();
    app.report(8, 1, "e2e4", 30);
    assert!(app.says("searches other moves than it was told to"));
    app.act(Action::DismissToasts);
    app.report(9, 1, "e2e4", 30);
    assert!(app.toasts().is_empty());
    let game = &app.model.game;
    assert!(app.model.telemetry.lines(&game.tree, game.current, EngineId::BUILT_IN).is_empty());
    app.report(9, 1, "a2a4", -10);
    let game = &app.model.game;
    assert_eq!(app.model.telemetry.lines(&game.tree, game.current, EngineId::BUILT_IN).len(), 1);
}

/// The search on the seat for threats: its number, position and time limit.
fn threat_search(app: &mut TestApp) -> Option<(JobId, Board, Option<u128>)> {
    app.take_effects().into_iter().rev().find_map(|effect| match effect {
        Effect::ToEngine(EngineId::THREAT, Command::Search { job, position, limits, .. }) => {
            Some((job, position.board(), limits.movetime.map(|time| time.as_millis())))
        }
        _ => None,
    })
}

fn threat_line(app: &mut TestApp, job: JobId, board: &Board, text: &str, score: Score) {
    let pv = vec![uci_move::parse(board, text).unwrap()];
    let info = IterationInfo::new(9, board.stm(), score, pv);
    app.act(Action::Engine(EngineId::THREAT, Event::Iteration { job, info }));
}

/// White has just let Black's queen threaten mate on f2.
const THREATENED: &str = "1. e4 e5 2. Nc3 Bc5 3. d3 Qf6 *";

#[test]
fn a_threat_is_searched_as_if_it_were_the_other_sides_turn() {
    let mut app = TestApp::new();
    app.act(Action::PasteText(THREATENED.to_owned()));
    app.give(UserCommand::Last);
    app.take_effects();
    app.give(UserCommand::Threat);
    let (job, board, movetime) = threat_search(&mut app).expect("a search");
    assert_eq!((board.stm(), app.model.game.board().stm()), (Color::Black, Color::White));
    assert_eq!(movetime, Some(3_000), "it ends by itself");
    assert_eq!(app.model.engine_status(), EngineStatus::SeekingThreat);
    assert!(matches!(app.model.threat(), Some(Threat::Sought)));
    threat_line(&mut app, job, &board, "f6f2", Score::Mate(1));
    let Some(Threat::Known(search)) = app.model.threat() else { panic!("found") };
    assert_eq!(
        (search.lines[0].info.stm, search.lines[0].info.score),
        (Color::Black, Score::Mate(1))
    );
    let (tree, node) = (&app.model.game.tree, app.model.game.current);
    assert!(
        app.model.telemetry.evaluation(tree, node, EngineId::BUILT_IN).is_none(),
        "no score of this position"
    );
    let outcome = TestApp::outcome(search.lines[0].info.pv.first().copied(), Score::Mate(1));
    app.act(Action::Engine(EngineId::THREAT, Event::Finished { job, outcome, dropped: 0 }));
    assert!(threat_search(&mut app).is_none(), "it is not begun again");
    assert!(matches!(app.model.threat(), Some(Threat::Known(_))), "and stays");
    assert_eq!(app.model.engine_status(), EngineStatus::Idle);
    app.give(UserCommand::Previous);
    let (_, board, _) = threat_search(&mut app).expect("it follows the shown position");
    assert_eq!(board.stm(), Color::White);
    assert!(matches!(app.model.threat(), Some(Threat::Sought)));
    app.give(UserCommand::Next);
    let (again, ..) = threat_search(&mut app).expect("the result was replaced");
    assert!(matches!(app.model.threat(), Some(Threat::Sought)));
    let outcome = TestApp::outcome(None, Score::Mate(1));
    app.act(Action::Engine(EngineId::THREAT, Event::Finished { job: again, outcome, dropped: 0 }));
    assert!(threat_search(&mut app).is_none());
    app.act(Action::PasteText(THREATENED.to_owned()));
    app.give(UserCommand::Last);
    assert!(threat_search(&mut app).is_some(), "another game has a search of its own");
    app.give(UserCommand::Threat);
    assert!(app.model.threat().is_none());
    assert!(app.effects.iter().any(|effect| matches!(effect, Effect::Stop(EngineId::THREAT, _))));
}

#[test]
fn in_check_there_is_no_threat_to_ask_for() {
    let mut app = TestApp::new();
    app.give(UserCommand::Threat);
    for (fen, refused) in [
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", false),
        // Black would be stalemated: there is no move to play.
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", true),
        // The game is over.
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", true),
    ] {
        app.take_effects();
        app.act(Action::SetFen(fen.to_owned()));
        let threat = app.model.threat();
        assert_eq!(matches!(threat, Some(Threat::Refused(_))), refused, "{fen}: {threat:?}");
        assert_eq!(threat_search(&mut app).is_none(), refused, "{fen}");
    }
}

#[test]
fn a_threat_disturbs_neither_game_nor_analysis() {
    let mut app = analysing();
    let job = app.job();
    app.give(UserCommand::Threat);
    assert_eq!(app.job(), job, "analysis goes on");
    assert_eq!(app.model.focus(), EngineId::BUILT_IN);
    assert!(matches!(app.model.engine_status(), EngineStatus::Analysing { .. }));
    app.give(UserCommand::HideEngine);
    assert!(app.model.engine.job(EngineId::THREAT).is_none(), "hidden with the engine");
    let mut app = TestApp::new();
    app.play("e2e4");
    app.give(UserCommand::Threat);
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    app.give(UserCommand::StopEngine);
    assert!(app.model.engine.threat, "what is served first ends first");
    app.give(UserCommand::StopEngine);
    assert!(!app.model.engine.threat);
    assert_eq!(app.model.game.current, app.model.game.tree.next(NodeId::ROOT).unwrap());
}

//! The requests to the engine, and what happens with its answers.

use tabia_app::action::{Action, AskAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::engines::telemetry::EvalSource;
use tabia_app::game::clock::MoveLimit;
use tabia_app::game::new_game::NewGame;
use tabia_app::persistence::session::Session;
use tabia_app::window::settings::SettingChange;
use tabia_chess::{Square, uci_move};
use tabia_engine::alphabeta::options::{EngineOptions, EvalKind};
use tabia_engine::search::detail::{Detail, UciDetail};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{
    IterationInfo, Progress, RootMove, SearchOutcome, Snapshot, StopReason,
};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::kinds::SeatOptions;
use tabia_host::worker::protocol::{Command, Event, JobId, Live};

use super::test_app::{TestApp, humans};

#[test]
fn analysis_follows_the_shown_position() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    assert!(app.model.game.is_analysis_board(), "a fresh board becomes an analysis board");
    assert!(app.asked().limits.infinite);
    app.report(5, 1, "e2e4", 30);
    let first = app.job();
    app.play("e2e4");
    assert_eq!(app.stopped, first.0);
    assert_eq!(app.asked().position.moves.len(), 1);
    app.play("e7e5");
    assert_eq!(app.line(), "e4 e5", "nothing plays by itself");
    app.give(UserCommand::First);
    assert_eq!(app.asked().position.moves.len(), 0);
    let tree = &app.model.game.tree;
    let lines = app.model.telemetry.lines(tree, NodeId::ROOT, EngineId::BUILT_IN);
    assert_eq!(lines[0].info.depth, 5, "what was found is there again");
    assert!(lines[0].stale, "and marked until the new search has its own");
    app.report(1, 1, "d2d4", 20);
    let lines = app.model.telemetry.lines(&app.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN);
    assert!(!lines[0].stale && lines[0].info.depth == 1);
    let kept =
        app.model.telemetry.kept(&app.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN).unwrap();
    assert_eq!(kept.best().unwrap().info.depth, 5, "the deeper result is kept");
    let last = app.job();
    app.give(UserCommand::ToggleAnalysis);
    assert_eq!(app.stopped, last.0);
    assert_eq!(app.model.engine_status(), EngineStatus::Idle);
}

#[test]
fn analysis_on_and_off_leaves_a_fresh_board_as_it_was() {
    for off in [UserCommand::ToggleAnalysis, UserCommand::StopEngine] {
        analysis_goes_off_by(off);
    }
}

#[test]
fn analysis_that_has_finished_by_itself_can_be_stopped() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.answer("e2e4");
    assert!(app.model.engine.analysis && !app.model.engine.is_busy());
    app.give(UserCommand::StopEngine);
    assert!(!app.model.engine.analysis);
}

#[test]
fn analysis_that_is_paused_in_the_study_leaves_an_analysis_board() {
    let mut app = TestApp::new();
    app.give(UserCommand::StudyWorkspace);
    app.give(UserCommand::ToggleAnalysis);
    app.give(UserCommand::ToggleAnalysis);
    assert!(app.model.game.is_analysis_board());
    app.give(UserCommand::PlayWorkspace);
    assert!(!app.model.game.is_analysis_board(), "the players sit at the board again");
    app.give(UserCommand::StudyWorkspace);
    app.give(UserCommand::ToggleAnalysis);
    app.give(UserCommand::ToggleAnalysis);
    app.play("e2e4");
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), None, "no engine answers");
    app.give(UserCommand::PlayWorkspace);
    assert!(app.model.game.is_analysis_board(), "a move was made on it");
}

fn analysis_goes_off_by(off: UserCommand) {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.give(off);
    app.play("e2e4");
    assert_eq!(
        app.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "the first move starts a game"
    );
}

#[test]
fn analysis_can_be_locked_to_a_position() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.play("e2e4");
    let locked = app.job();
    app.give(UserCommand::LockAnalysis);
    app.play("e7e5");
    app.give(UserCommand::First);
    assert_eq!(app.job(), locked, "it stays where it was");
    assert!(matches!(app.model.engine_status(), EngineStatus::Analysing { locked: true, .. }));
    app.give(UserCommand::LockAnalysis);
    assert!(app.job() > locked);
    assert!(app.asked().position.moves.is_empty());
}

#[test]
fn analysis_ends_at_its_limit_and_begins_anew_in_another_position_or_with_another_limit() {
    let mut app = TestApp::new();
    app.act(Action::Set(SettingChange::AnalysisLimit(Some(MoveLimit::Depth(900)))));
    assert_eq!(app.model.settings.analysis_limit, Some(MoveLimit::Depth(100)), "in its range");
    app.act(Action::Set(SettingChange::AnalysisLimit(Some(MoveLimit::Nodes(50_000)))));
    app.give(UserCommand::ToggleAnalysis);
    assert_eq!(app.asked().limits, Limits::nodes(50_000));
    app.answer("e2e4");
    assert!(!app.model.engine.is_busy());
    assert_eq!(app.model.engine_status(), EngineStatus::Finished);
    assert_eq!(app.line(), "", "nothing is played");
    app.play("d2d4");
    assert_eq!(app.asked().limits, Limits::nodes(50_000));
    let first = app.job();
    app.act(Action::Set(SettingChange::AnalysisLimit(Some(MoveLimit::Depth(12)))));
    assert!(app.job() > first, "a search with the old limit is replaced");
    assert_eq!(app.asked().limits, Limits::depth(12));
    app.answer("d7d5");
    assert_eq!(app.model.engine_status(), EngineStatus::Finished);
    app.act(Action::Set(SettingChange::AnalysisLimit(None)));
    assert!(app.asked().limits.infinite, "without a limit it goes on");
    assert!(matches!(app.model.engine_status(), EngineStatus::Analysing { .. }));
}

#[test]
fn an_analysis_that_ends_by_itself_is_over_and_has_its_last_iteration() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.started();
    app.report(187, 1, "e2e4", 30);
    let asked = app.asked().clone();
    let board = asked.position.board();
    // The iterations in between found no room in the lane.
    let line = TestApp::info(&board, 200, 1, "d2d4", 35);
    let best = line.pv.first().copied();
    let progress = Progress { lines: vec![line], ..Progress::new(board.stm()) };
    let last = Some(Snapshot { progress, detail: Detail::Uci(UciDetail::default()) });
    let reason = StopReason::Depth;
    let outcome = SearchOutcome { reason, last, ..TestApp::outcome(best, Score::Cp(35)) };
    let event = Event::Finished { job: asked.job, outcome, dropped: 12 };
    app.act(Action::Engine(EngineId::BUILT_IN, event));
    assert_eq!(app.model.engine_status(), EngineStatus::Finished);
    let seat = app.model.engine.seat(EngineId::BUILT_IN).unwrap();
    assert_eq!(seat.finished(), Some(asked.job));
    let search = app.model.telemetry.search(EngineId::BUILT_IN).unwrap();
    let depths: Vec<u32> = search.history.iter().map(|row| row.depth).collect();
    assert_eq!((depths, search.depth()), (vec![187, 200], 200));
    assert_eq!(search.series.back().map(|point| point.depth), Some(200));
}

#[test]
fn analysis_has_nothing_to_do_where_the_game_is_over() {
    let mut app = TestApp::new();
    app.act(Action::SetFen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".to_owned()));
    app.give(UserCommand::ToggleAnalysis);
    assert!(app.searches.is_empty());
    assert_eq!(app.model.engine_status(), EngineStatus::NothingToSearch);
    let point = app
        .model
        .telemetry
        .evaluation(&app.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN)
        .unwrap();
    assert!(matches!(point.source, EvalSource::Rules(_)));
    assert!(point.score.clamped_cp(1_000) > 0, "White has won");
}

#[test]
fn other_options_start_the_search_again() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.report(9, 1, "e2e4", 30);
    let first = app.job();
    app.take_effects();
    app.give(UserCommand::MoreLines);
    assert_eq!(app.stopped, first.0);
    let sent: Vec<&Effect> = app
        .effects
        .iter()
        .filter(|e| matches!(e, Effect::Stop(..) | Effect::ToEngine(..) | Effect::SaveSettings))
        .collect();
    assert!(
        matches!(
            sent[..],
            [
                Effect::SaveSettings,
                Effect::Stop(..),
                Effect::ToEngine(
                    _,
                    Command::SetOptions(SeatOptions::BuiltIn(EngineOptions { multi_pv: 4, .. }))
                ),
                Effect::ToEngine(_, Command::Search { .. })
            ]
        ),
        "{sent:?}"
    );
    app.report(2, 1, "e2e4", 30);
    app.report(2, 2, "d2d4", 25);
    let kept =
        app.model.telemetry.kept(&app.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN).unwrap();
    assert_eq!(kept.lines.len(), 2, "the new lines count though the search is younger");
    let second = app.job();
    app.act(Action::Set(SettingChange::Pov(Pov::SideToMove)));
    assert_eq!(app.job(), second, "a setting that is none of its business leaves it alone");
}

#[test]
fn arrows_switched_off_and_on_are_as_many_as_before() {
    let mut app = TestApp::new();
    app.act(Action::Set(SettingChange::EngineArrows(5)));
    app.give(UserCommand::ToggleEngineArrows);
    assert_eq!(app.model.settings.engine_arrows, 0);
    app.give(UserCommand::ToggleEngineArrows);
    assert_eq!(app.model.settings.engine_arrows, 5);
}

#[test]
fn analysis_goes_on_after_the_engines_own_moves() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.give(UserCommand::ToggleAnalysis);
    assert_eq!(
        app.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "its own move comes first"
    );
    assert!(!app.model.game.is_analysis_board(), "a running game stays a game");
    app.answer("e7e5");
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Analyse));
    app.play("g1f3");
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
}

#[test]
fn a_search_that_fails_leaves_the_game_alone() {
    let mut app = TestApp::new();
    app.play("e2e4");
    let job = app.job();
    let failed = |job| {
        Action::Engine(
            EngineId::BUILT_IN,
            Event::Failed { job: Some(job), error: "it broke".to_owned(), advice: None },
        )
    };
    app.take_effects();
    app.act(failed(job));
    assert_eq!(app.line(), "e4");
    assert!(app.says("it broke"));
    let second = app.job();
    assert!(second > job, "it is asked once more");
    let options_sent =
        app.effects.iter().any(|e| matches!(e, Effect::ToEngine(_, Command::SetOptions(_))));
    assert!(options_sent, "the fresh engine gets its options");
    app.act(failed(second));
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None, "but not for ever");
    assert!(matches!(app.model.engine_status(), EngineStatus::Failed(_)));
    app.give(UserCommand::GoEngine);
    app.answer("e7e5");
    assert_eq!(app.line(), "e4 e5");
    assert_eq!(app.model.engine_status(), EngineStatus::Idle);
}

#[test]
fn a_lost_worker_is_reported_and_replaced() {
    let mut app = TestApp::new();
    app.play("e2e4");
    let job = app.job();
    app.act(Action::WorkerGone(EngineId::BUILT_IN, Ok(())));
    assert!(app.job() > job);
    app.act(Action::WorkerGone(EngineId::BUILT_IN, Err("no thread".to_owned())));
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None);
    assert_eq!(app.model.engine_status(), EngineStatus::Failed("no thread".to_owned()));
    app.give(UserCommand::GoEngine);
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None, "there is nobody to ask");
    assert_eq!(app.line(), "e4");
}

#[test]
fn a_hint_is_shown_and_not_played() {
    let mut app = TestApp::new();
    app.give(UserCommand::Hint);
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Hint));
    assert!(app.asked().limits.movetime.is_some());
    app.answer("g1f3");
    let hint = app.model.engine.hint.unwrap();
    assert_eq!((hint.mv.from(), hint.node), (Square::G1, NodeId::ROOT));
    assert_eq!(app.line(), "");
    app.play("e2e4");
    assert_eq!(app.model.engine.hint, None, "a hint goes with its position");
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert!(!UserCommand::Hint.is_enabled(&app.model), "not while the opponent thinks");
}

#[test]
fn a_hint_leaves_no_score_in_the_list_of_moves() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.answer("e7e5");
    let node = app.model.game.current;
    app.give(UserCommand::Hint);
    app.started();
    app.report(9, 1, "g1f3", 30);
    app.answer("g1f3");
    let (tree, telemetry) = (&app.model.game.tree, &app.model.telemetry);
    assert_eq!(telemetry.evaluation(tree, node, EngineId::BUILT_IN), None, "it gives a move");
    assert!(telemetry.lines(tree, node, EngineId::BUILT_IN).is_empty());
    assert!(telemetry.search(EngineId::BUILT_IN).is_none(), "and no panel shows its search");
    app.play("g1f3");
    let (tree, telemetry) = (&app.model.game.tree, &app.model.telemetry);
    assert_eq!(telemetry.evaluation(tree, node, EngineId::BUILT_IN), None);
}

#[test]
fn another_number_of_lines_leaves_a_position_worth_what_it_was() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.started();
    app.report(20, 1, "e2e4", 30);
    let score = |app: &TestApp| {
        let (tree, telemetry) = (&app.model.game.tree, &app.model.telemetry);
        telemetry.evaluation(tree, NodeId::ROOT, EngineId::BUILT_IN).map(|point| point.score)
    };
    let only = uci_move::parse(app.model.game.board(), "a2a3").unwrap();
    app.act(Action::Ask(AskAction::Only(NodeId::ROOT, only)));
    app.give(UserCommand::MoreLines);
    assert_eq!(score(&app), Some(Score::Cp(30)), "also while only one move is searched");
    app.act(Action::Ask(AskAction::All));
    app.started();
    // More lines of a lower depth are wanted now.
    app.report(5, 1, "d2d4", 10);
    app.report(5, 2, "e2e4", 5);
    assert_eq!(score(&app), Some(Score::Cp(10)));
    let kept = app.model.telemetry.kept(&app.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN);
    assert_eq!(kept.map(|kept| kept.lines.len()), Some(2));
}

#[test]
fn the_best_move_is_played_for_the_user() {
    for players in [NewGame::default(), humans()] {
        let mut app = TestApp::with(players);
        assert!(!UserCommand::PlayBest.is_enabled(&app.model), "in a game one plays oneself");
        assert!(UserCommand::PlayBest.refusal(&app.model).is_some());
        app.act(Action::Shortcut(UserCommand::PlayBest));
        assert_eq!((app.line().as_str(), app.searches.len()), ("", 0));
    }
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 *".to_owned()));
    app.give(UserCommand::PlayBest);
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::PlayBest));
    app.answer("d2d4");
    assert_eq!(app.line(), "d4");
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.report(12, 1, "c2c4", 20);
    app.give(UserCommand::PlayBest);
    assert_eq!(app.line(), "c4", "what is known already needs no search");
}

#[test]
fn analysis_waits_while_a_position_is_made() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 *".to_owned()));
    app.give(UserCommand::ToggleAnalysis);
    app.give(UserCommand::EditPosition);
    assert_eq!(app.model.engine_status(), EngineStatus::Paused);
}

#[test]
fn another_game_of_the_same_position_is_analysed_for_itself() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 *".to_owned()));
    app.give(UserCommand::ToggleAnalysis);
    app.act(Action::Shortcut(UserCommand::First));
    app.started();
    app.report(5, 1, "e2e4", 30);
    let before = app.job();
    app.act(Action::PasteText("1. d4 *".to_owned()));
    app.act(Action::Shortcut(UserCommand::First));
    assert_ne!(app.job(), before);
    app.started();
    app.report(3, 1, "d2d4", 25);
    let (model, node) = (&app.model, app.model.game.current);
    let lines = model.telemetry.lines(&model.game.tree, node, EngineId::BUILT_IN);
    assert_eq!(lines.len(), 1, "what is found belongs to the game on the board");
    app.answer("d2d4");
    assert_eq!(app.model.engine_status(), EngineStatus::Finished);
    app.act(Action::PasteText("1. c4 *".to_owned()));
    app.act(Action::Shortcut(UserCommand::First));
    assert!(app.model.engine.is_busy(), "a finished search says nothing of another game");
}

#[test]
fn the_engine_can_be_stopped_made_to_move_and_resumed() {
    let mut app = TestApp::new();
    app.play("e2e4");
    let job = app.job();
    app.give(UserCommand::MoveNow);
    assert_eq!(app.stopped, job.0);
    assert_eq!(app.job(), job, "its answer still counts");
    app.answer_scored("e7e5", Score::Cp(0));
    assert_eq!(app.line(), "e4 e5");
    app.play("g1f3");
    app.give(UserCommand::StopEngine);
    assert_eq!(app.model.engine_status(), EngineStatus::Halted);
    app.act(Action::Tick);
    assert_eq!(app.model.engine.job(EngineId::BUILT_IN), None);
    app.give(UserCommand::GoEngine);
    assert_eq!(app.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
}

#[test]
fn an_iteration_ends_with_the_last_of_its_lines() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.play("e2e4");
    for depth in 1..=6 {
        app.report(depth, 1, "e7e5", -20);
        app.report(depth, 2, "c7c5", -30);
    }
    let ends = |app: &TestApp| {
        app.model.telemetry.search(EngineId::BUILT_IN).unwrap().iteration_ends().unwrap()
    };
    let six = ends(&app);
    assert_eq!((six.len(), six[5]), (6, (6, 72_900)));
    // One of two lines of the next iteration is known: the iteration has not ended.
    app.report(7, 1, "e7e5", -27);
    assert_eq!(ends(&app), six);
    app.report(7, 2, "c7c5", -30);
    assert_eq!(ends(&app).len(), 7);
}

#[test]
fn telemetry_keeps_what_was_reported_and_no_more() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.play("e2e4");
    for depth in 1..=6 {
        app.report(depth, 1, "e7e5", -20 - depth as i32);
        app.report(depth, 2, "c7c5", -30);
    }
    let search = app.model.telemetry.search(EngineId::BUILT_IN).unwrap();
    assert_eq!(search.history.len(), 12);
    assert_eq!(search.series.len(), 6);
    assert_eq!(search.series[5].score, Score::Cp(26), "White's view");
    assert_eq!((search.depth(), search.seldepth()), (6, Some(10)));
    let factor = search.branching_factor().unwrap();
    // The first iteration took 300 nodes, the sixth 48,600.
    assert!((factor - 162.0_f64.powf(0.2)).abs() < 1e-9, "{factor}");
    assert_eq!(search.hashfull(), Some(12));
    assert!(search.root_moves().is_empty(), "nothing is made up");

    let board = app.asked().position.board();
    let root = |text: &str, nodes| RootMove {
        score: Some(Score::Cp(-20)),
        bound: Some(Bound::Exact),
        depth: Some(6),
        nodes: Some(nodes),
        ..RootMove::new(uci_move::parse(&board, text).unwrap())
    };
    let progress = Progress {
        depth: Some(7),
        seldepth: Some(12),
        nodes: Some(900_000),
        time_ms: 500,
        hashfull: Some(20),
        tb_hits: Some(0),
        root_moves: vec![root("e7e5", 300), root("c7c5", 100)],
        ..Progress::new(board.stm())
    };
    let snapshot = Snapshot { progress, detail: Detail::Uci(UciDetail::default()) };
    let stale = Live { job: JobId(0), snapshot: snapshot.clone() };
    app.act(Action::Live(EngineId::BUILT_IN, stale));
    assert!(app.model.telemetry.search(EngineId::BUILT_IN).unwrap().live.is_none());
    let job = app.job();
    app.act(Action::Live(EngineId::BUILT_IN, Live { job, snapshot }));
    let search = app.model.telemetry.search(EngineId::BUILT_IN).unwrap();
    assert_eq!((search.depth(), search.nodes()), (7, Some(900_000)));
    assert_eq!(search.nps(), Some(1_800_000));

    let line = app.model.game.line();
    let over = app.model.telemetry.over_line(&app.model.game.tree, &line, EngineId::BUILT_IN);
    assert_eq!(over.len(), 1, "only what was searched has a value");
    assert_eq!((over[0].ply, over[0].score), (1, Score::Cp(26)));
}

#[test]
fn a_line_that_another_overtakes_gets_its_new_number() {
    let mut app = TestApp::new();
    app.model.settings.engine.multi_pv = 2;
    app.give(UserCommand::ToggleAnalysis);
    app.play("e2e4");
    app.report(5, 1, "e7e5", -20);
    app.report(5, 2, "c7c5", -30);
    app.report(6, 1, "c7c5", -28);
    // The line of the previous iteration is replaced, and comes back when it is deeper and better.
    app.report(5, 2, "e7e5", -20);
    app.report(6, 1, "e7e5", -22);
    app.report(6, 2, "c7c5", -28);
    let board = app.asked().position.board();
    let history = &app.model.telemetry.search(EngineId::BUILT_IN).unwrap().history;
    let rows: Vec<_> = history.iter().map(|row| (row.depth, row.multi_pv, row.pv[0])).collect();
    let row = |depth, number, mv: &str| (depth, number, uci_move::parse(&board, mv).unwrap());
    let expected = [row(5, 1, "e7e5"), row(5, 2, "c7c5"), row(6, 2, "c7c5"), row(6, 1, "e7e5")];
    assert_eq!(rows, expected);
}

#[test]
fn a_depth_that_is_reported_again_has_one_row_for_each_move() {
    let mut app = TestApp::new();
    app.model.settings.engine.multi_pv = 2;
    app.give(UserCommand::ToggleAnalysis);
    app.play("e2e4");
    app.report(12, 1, "e7e5", -20);
    for cp in [-21, -22, -23] {
        app.report(13, 1, "e7e5", cp);
        app.report(13, 2, "c7c5", cp - 5);
    }
    let history = &app.model.telemetry.search(EngineId::BUILT_IN).unwrap().history;
    let rows: Vec<_> = history.iter().map(|row| (row.depth, row.score)).collect();
    let row = |depth, cp| (depth, Score::Cp(cp));
    assert_eq!(rows, [row(12, -20), row(13, -23), row(13, -28)]);
}

#[test]
fn a_bound_is_kept_as_a_bound() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    app.play("e2e4");
    let board = app.asked().position.board();
    let info = IterationInfo { bound: Bound::Lower, ..TestApp::info(&board, 4, 1, "e7e5", 40) };
    let job = app.job();
    app.act(Action::Engine(EngineId::BUILT_IN, Event::Iteration { job, info }));
    let search = app.model.telemetry.search(EngineId::BUILT_IN).unwrap();
    assert_eq!(search.series[0].score, Score::Cp(-40));
    assert_eq!(search.series[0].bound, Bound::Upper, "at least for Black is at most for White");
    assert_eq!(search.lines[0].bound(Pov::White), Bound::Upper);
    let node = app.model.game.current;
    assert_eq!(app.model.telemetry.kept(&app.model.game.tree, node, EngineId::BUILT_IN), None);
}

/// Searches the start position to this depth, and returns the depth of what is stored for it.
fn searched(app: &mut TestApp, depth: u32) -> Option<u32> {
    app.act(Action::GoTo(NodeId::ROOT));
    app.give(UserCommand::ToggleAnalysis);
    app.started();
    app.report(depth, 1, "e2e4", 25);
    app.give(UserCommand::ToggleAnalysis);
    app.give(UserCommand::Next);
    let (telemetry, tree) = (&app.model.telemetry, &app.model.game.tree);
    telemetry.kept(tree, NodeId::ROOT, EngineId::BUILT_IN)?.best().map(|line| line.info.depth)
}

#[test]
fn a_deep_result_of_another_evaluation_gives_way_to_a_new_one() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 *".to_owned()));
    assert_eq!(searched(&mut app, 25), Some(25));
    assert_eq!(searched(&mut app, 15), Some(25));
    app.act(Action::Set(SettingChange::Eval(EvalKind::HandCrafted)));
    let text = Session::of(&app.model, 0).to_text();
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    for app in [&mut app, &mut later] {
        assert_eq!(searched(app, 15), Some(15));
        assert_eq!(searched(app, 12), Some(15));
    }
}

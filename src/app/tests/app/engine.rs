//! The requests to the engine, and what happens with its answers.

use tabia_app::action::{Action, AskAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::engines::telemetry::EvalSource;
use tabia_app::game::clock::MoveLimit;
use tabia_app::game::new_game::NewGame;
use tabia_app::window::settings::SettingChange;
use tabia_chess::{Square, uci_move};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::detail::{Detail, UciDetail};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, Progress, RootMove, Snapshot};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::kinds::SeatOptions;
use tabia_host::worker::protocol::{Command, Event, JobId, Live};

use super::desk::{Desk, humans};

#[test]
fn analysis_follows_the_shown_position() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    assert!(desk.model.game.is_analysis_board(), "a fresh board becomes an analysis board");
    assert!(desk.asked().limits.infinite);
    desk.report(5, 1, "e2e4", 30);
    let first = desk.job();
    desk.play("e2e4");
    assert_eq!(desk.stopped, first.0);
    assert_eq!(desk.asked().position.moves.len(), 1);
    desk.play("e7e5");
    assert_eq!(desk.line(), "e4 e5", "nothing plays by itself");
    desk.give(UserCommand::First);
    assert_eq!(desk.asked().position.moves.len(), 0);
    let tree = &desk.model.game.tree;
    let lines = desk.model.telemetry.lines(tree, NodeId::ROOT, EngineId::BUILT_IN);
    assert_eq!(lines[0].info.depth, 5, "what was found is there again");
    assert!(lines[0].stale, "and marked until the new search has its own");
    desk.report(1, 1, "d2d4", 20);
    let lines = desk.model.telemetry.lines(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN);
    assert!(!lines[0].stale && lines[0].info.depth == 1);
    let kept =
        desk.model.telemetry.kept(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN).unwrap();
    assert_eq!(kept.best().unwrap().info.depth, 5, "the deeper result is kept");
    let last = desk.job();
    desk.give(UserCommand::ToggleAnalysis);
    assert_eq!(desk.stopped, last.0);
    assert_eq!(desk.model.engine_status(), EngineStatus::Idle);
}

#[test]
fn analysis_on_and_off_leaves_a_fresh_board_as_it_was() {
    for off in [UserCommand::ToggleAnalysis, UserCommand::StopEngine] {
        analysis_goes_off_by(off);
    }
}

fn analysis_goes_off_by(off: UserCommand) {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.give(off);
    desk.play("e2e4");
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "the first move starts a game"
    );
}

#[test]
fn analysis_can_be_locked_to_a_position() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.play("e2e4");
    let locked = desk.job();
    desk.give(UserCommand::LockAnalysis);
    desk.play("e7e5");
    desk.give(UserCommand::First);
    assert_eq!(desk.job(), locked, "it stays where it was");
    assert!(matches!(desk.model.engine_status(), EngineStatus::Analysing { locked: true, .. }));
    desk.give(UserCommand::LockAnalysis);
    assert!(desk.job() > locked);
    assert!(desk.asked().position.moves.is_empty());
}

#[test]
fn analysis_ends_at_its_limit_and_begins_anew_in_another_position_or_with_another_limit() {
    let mut desk = Desk::new();
    desk.act(Action::Set(SettingChange::AnalysisLimit(Some(MoveLimit::Depth(900)))));
    assert_eq!(desk.model.settings.analysis_limit, Some(MoveLimit::Depth(100)), "in its range");
    desk.act(Action::Set(SettingChange::AnalysisLimit(Some(MoveLimit::Nodes(50_000)))));
    desk.give(UserCommand::ToggleAnalysis);
    assert_eq!(desk.asked().limits, Limits::nodes(50_000));
    desk.answer("e2e4");
    assert!(!desk.model.engine.is_busy());
    assert_eq!(desk.model.engine_status(), EngineStatus::Finished);
    assert_eq!(desk.line(), "", "nothing is played");
    desk.play("d2d4");
    assert_eq!(desk.asked().limits, Limits::nodes(50_000));
    let first = desk.job();
    desk.act(Action::Set(SettingChange::AnalysisLimit(Some(MoveLimit::Depth(12)))));
    assert!(desk.job() > first, "a search with the old limit is replaced");
    assert_eq!(desk.asked().limits, Limits::depth(12));
    desk.answer("d7d5");
    assert_eq!(desk.model.engine_status(), EngineStatus::Finished);
    desk.act(Action::Set(SettingChange::AnalysisLimit(None)));
    assert!(desk.asked().limits.infinite, "without a limit it goes on");
    assert!(matches!(desk.model.engine_status(), EngineStatus::Analysing { .. }));
}

#[test]
fn analysis_has_nothing_to_do_where_the_game_is_over() {
    let mut desk = Desk::new();
    desk.act(Action::SetFen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".to_owned()));
    desk.give(UserCommand::ToggleAnalysis);
    assert!(desk.searches.is_empty());
    assert_eq!(desk.model.engine_status(), EngineStatus::NothingToSearch);
    let point = desk
        .model
        .telemetry
        .evaluation(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN)
        .unwrap();
    assert!(matches!(point.source, EvalSource::Rules(_)));
    assert!(point.score.clamped_cp(1_000) > 0, "White has won");
}

#[test]
fn other_options_start_the_search_again() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.report(9, 1, "e2e4", 30);
    let first = desk.job();
    desk.take_effects();
    desk.give(UserCommand::MoreLines);
    assert_eq!(desk.stopped, first.0);
    let sent: Vec<&Effect> = desk
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
    desk.report(2, 1, "e2e4", 30);
    desk.report(2, 2, "d2d4", 25);
    let kept =
        desk.model.telemetry.kept(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN).unwrap();
    assert_eq!(kept.lines.len(), 2, "the new lines count though the search is younger");
    let second = desk.job();
    desk.act(Action::Set(SettingChange::Pov(Pov::SideToMove)));
    assert_eq!(desk.job(), second, "a setting that is none of its business leaves it alone");
}

#[test]
fn arrows_switched_off_and_on_are_as_many_as_before() {
    let mut desk = Desk::new();
    desk.act(Action::Set(SettingChange::EngineArrows(5)));
    desk.give(UserCommand::ToggleEngineArrows);
    assert_eq!(desk.model.settings.engine_arrows, 0);
    desk.give(UserCommand::ToggleEngineArrows);
    assert_eq!(desk.model.settings.engine_arrows, 5);
}

#[test]
fn analysis_goes_on_after_the_engines_own_moves() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.give(UserCommand::ToggleAnalysis);
    assert_eq!(
        desk.model.engine.purpose(EngineId::BUILT_IN),
        Some(Purpose::Play),
        "its own move comes first"
    );
    assert!(!desk.model.game.is_analysis_board(), "a running game stays a game");
    desk.answer("e7e5");
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Analyse));
    desk.play("g1f3");
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
}

#[test]
fn a_search_that_fails_leaves_the_game_alone() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    let job = desk.job();
    let failed = |job| {
        Action::Engine(
            EngineId::BUILT_IN,
            Event::Failed { job: Some(job), error: "it broke".to_owned(), advice: None },
        )
    };
    desk.take_effects();
    desk.act(failed(job));
    assert_eq!(desk.line(), "e4");
    assert!(desk.says("it broke"));
    let second = desk.job();
    assert!(second > job, "it is asked once more");
    let options_sent =
        desk.effects.iter().any(|e| matches!(e, Effect::ToEngine(_, Command::SetOptions(_))));
    assert!(options_sent, "the fresh engine gets its options");
    desk.act(failed(second));
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None, "but not for ever");
    assert!(matches!(desk.model.engine_status(), EngineStatus::Failed(_)));
    desk.give(UserCommand::GoEngine);
    desk.answer("e7e5");
    assert_eq!(desk.line(), "e4 e5");
    assert_eq!(desk.model.engine_status(), EngineStatus::Idle);
}

#[test]
fn a_lost_worker_is_reported_and_replaced() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    let job = desk.job();
    desk.act(Action::WorkerGone(EngineId::BUILT_IN, Ok(())));
    assert!(desk.job() > job);
    desk.act(Action::WorkerGone(EngineId::BUILT_IN, Err("no thread".to_owned())));
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None);
    assert_eq!(desk.model.engine_status(), EngineStatus::Failed("no thread".to_owned()));
    desk.give(UserCommand::GoEngine);
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None, "there is nobody to ask");
    assert_eq!(desk.line(), "e4");
}

#[test]
fn a_hint_is_shown_and_not_played() {
    let mut desk = Desk::new();
    desk.give(UserCommand::Hint);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Hint));
    assert!(desk.asked().limits.movetime.is_some());
    desk.answer("g1f3");
    let hint = desk.model.engine.hint.unwrap();
    assert_eq!((hint.mv.from(), hint.node), (Square::G1, NodeId::ROOT));
    assert_eq!(desk.line(), "");
    desk.play("e2e4");
    assert_eq!(desk.model.engine.hint, None, "a hint goes with its position");
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    assert!(!UserCommand::Hint.is_enabled(&desk.model), "not while the opponent thinks");
}

#[test]
fn a_hint_leaves_no_score_in_the_list_of_moves() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.answer("e7e5");
    let node = desk.model.game.current;
    desk.give(UserCommand::Hint);
    desk.started();
    desk.report(9, 1, "g1f3", 30);
    desk.answer("g1f3");
    let (tree, telemetry) = (&desk.model.game.tree, &desk.model.telemetry);
    assert_eq!(telemetry.evaluation(tree, node, EngineId::BUILT_IN), None, "it gives a move");
    assert!(telemetry.lines(tree, node, EngineId::BUILT_IN).is_empty());
    assert!(telemetry.search(EngineId::BUILT_IN).is_none(), "and no panel shows its search");
    desk.play("g1f3");
    let (tree, telemetry) = (&desk.model.game.tree, &desk.model.telemetry);
    assert_eq!(telemetry.evaluation(tree, node, EngineId::BUILT_IN), None);
}

#[test]
fn another_number_of_lines_leaves_a_position_worth_what_it_was() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.started();
    desk.report(20, 1, "e2e4", 30);
    let score = |desk: &Desk| {
        let (tree, telemetry) = (&desk.model.game.tree, &desk.model.telemetry);
        telemetry.evaluation(tree, NodeId::ROOT, EngineId::BUILT_IN).map(|point| point.score)
    };
    let only = uci_move::parse(desk.model.game.board(), "a2a3").unwrap();
    desk.act(Action::Ask(AskAction::Only(NodeId::ROOT, only)));
    desk.give(UserCommand::MoreLines);
    assert_eq!(score(&desk), Some(Score::Cp(30)), "also while only one move is searched");
    desk.act(Action::Ask(AskAction::All));
    desk.started();
    // More lines of a lower depth are wanted now.
    desk.report(5, 1, "d2d4", 10);
    desk.report(5, 2, "e2e4", 5);
    assert_eq!(score(&desk), Some(Score::Cp(10)));
    let kept = desk.model.telemetry.kept(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN);
    assert_eq!(kept.map(|kept| kept.lines.len()), Some(2));
}

#[test]
fn the_best_move_is_played_for_the_user() {
    for players in [NewGame::default(), humans()] {
        let mut desk = Desk::with(players);
        assert!(!UserCommand::PlayBest.is_enabled(&desk.model), "in a game one plays oneself");
        assert!(UserCommand::PlayBest.refusal(&desk.model).is_some());
        desk.act(Action::Shortcut(UserCommand::PlayBest));
        assert_eq!((desk.line().as_str(), desk.searches.len()), ("", 0));
    }
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 *".to_owned()));
    desk.give(UserCommand::PlayBest);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::PlayBest));
    desk.answer("d2d4");
    assert_eq!(desk.line(), "d4");
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.report(12, 1, "c2c4", 20);
    desk.give(UserCommand::PlayBest);
    assert_eq!(desk.line(), "c4", "what is known already needs no search");
}

#[test]
fn analysis_waits_while_a_position_is_made() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 *".to_owned()));
    desk.give(UserCommand::ToggleAnalysis);
    desk.give(UserCommand::EditPosition);
    assert_eq!(desk.model.engine_status(), EngineStatus::Paused);
}

#[test]
fn another_game_of_the_same_position_is_analysed_for_itself() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 *".to_owned()));
    desk.give(UserCommand::ToggleAnalysis);
    desk.act(Action::Shortcut(UserCommand::First));
    desk.started();
    desk.report(5, 1, "e2e4", 30);
    let before = desk.job();
    desk.act(Action::PasteText("1. d4 *".to_owned()));
    desk.act(Action::Shortcut(UserCommand::First));
    assert_ne!(desk.job(), before);
    desk.started();
    desk.report(3, 1, "d2d4", 25);
    let (model, node) = (&desk.model, desk.model.game.current);
    let lines = model.telemetry.lines(&model.game.tree, node, EngineId::BUILT_IN);
    assert_eq!(lines.len(), 1, "what is found belongs to the game on the board");
}

#[test]
fn the_engine_can_be_stopped_made_to_move_and_resumed() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    let job = desk.job();
    desk.give(UserCommand::MoveNow);
    assert_eq!(desk.stopped, job.0);
    assert_eq!(desk.job(), job, "its answer still counts");
    desk.answer_scored("e7e5", Score::Cp(0));
    assert_eq!(desk.line(), "e4 e5");
    desk.play("g1f3");
    desk.give(UserCommand::StopEngine);
    assert_eq!(desk.model.engine_status(), EngineStatus::Halted);
    desk.act(Action::Tick);
    assert_eq!(desk.model.engine.job(EngineId::BUILT_IN), None);
    desk.give(UserCommand::GoEngine);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
}

#[test]
fn an_iteration_ends_with_the_last_of_its_lines() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.play("e2e4");
    for depth in 1..=6 {
        desk.report(depth, 1, "e7e5", -20);
        desk.report(depth, 2, "c7c5", -30);
    }
    let ends = |desk: &Desk| {
        desk.model.telemetry.search(EngineId::BUILT_IN).unwrap().iteration_ends().unwrap()
    };
    let six = ends(&desk);
    assert_eq!((six.len(), six[5]), (6, (6, 72_900)));
    // One of two lines of the next iteration is known: the iteration has not ended.
    desk.report(7, 1, "e7e5", -27);
    assert_eq!(ends(&desk), six);
    desk.report(7, 2, "c7c5", -30);
    assert_eq!(ends(&desk).len(), 7);
}

#[test]
fn telemetry_keeps_what_was_reported_and_no_more() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.play("e2e4");
    for depth in 1..=6 {
        desk.report(depth, 1, "e7e5", -20 - depth as i32);
        desk.report(depth, 2, "c7c5", -30);
    }
    let search = desk.model.telemetry.search(EngineId::BUILT_IN).unwrap();
    assert_eq!(search.history.len(), 12);
    assert_eq!(search.series.len(), 6);
    assert_eq!(search.series[5].score, Score::Cp(26), "White's view");
    assert_eq!((search.depth(), search.seldepth()), (6, Some(10)));
    let factor = search.branching_factor().unwrap();
    // The first iteration took 300 nodes, the sixth 48,600.
    assert!((factor - 162.0_f64.powf(0.2)).abs() < 1e-9, "{factor}");
    assert_eq!(search.hashfull(), Some(12));
    assert!(search.root_moves().is_empty(), "nothing is made up");

    let board = desk.asked().position.board();
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
    desk.act(Action::Live(EngineId::BUILT_IN, stale));
    assert!(desk.model.telemetry.search(EngineId::BUILT_IN).unwrap().live.is_none());
    let job = desk.job();
    desk.act(Action::Live(EngineId::BUILT_IN, Live { job, snapshot }));
    let search = desk.model.telemetry.search(EngineId::BUILT_IN).unwrap();
    assert_eq!((search.depth(), search.nodes()), (7, Some(900_000)));
    assert_eq!(search.nps(), Some(1_800_000));

    let line = desk.model.game.line();
    let over = desk.model.telemetry.over_line(&desk.model.game.tree, &line, EngineId::BUILT_IN);
    assert_eq!(over.len(), 1, "only what was searched has a value");
    assert_eq!((over[0].ply, over[0].score), (1, Score::Cp(26)));
}

#[test]
fn a_line_that_another_overtakes_gets_its_new_number() {
    let mut desk = Desk::new();
    desk.model.settings.engine.multi_pv = 2;
    desk.give(UserCommand::ToggleAnalysis);
    desk.play("e2e4");
    desk.report(5, 1, "e7e5", -20);
    desk.report(5, 2, "c7c5", -30);
    desk.report(6, 1, "c7c5", -28);
    // The line of the previous iteration is replaced, and comes back when it is deeper and better.
    desk.report(5, 2, "e7e5", -20);
    desk.report(6, 1, "e7e5", -22);
    desk.report(6, 2, "c7c5", -28);
    let board = desk.asked().position.board();
    let history = &desk.model.telemetry.search(EngineId::BUILT_IN).unwrap().history;
    let rows: Vec<_> = history.iter().map(|row| (row.depth, row.multi_pv, row.pv[0])).collect();
    let row = |depth, number, mv: &str| (depth, number, uci_move::parse(&board, mv).unwrap());
    let expected = [row(5, 1, "e7e5"), row(5, 2, "c7c5"), row(6, 2, "c7c5"), row(6, 1, "e7e5")];
    assert_eq!(rows, expected);
}

#[test]
fn a_depth_that_is_reported_again_has_one_row_for_each_move() {
    let mut desk = Desk::new();
    desk.model.settings.engine.multi_pv = 2;
    desk.give(UserCommand::ToggleAnalysis);
    desk.play("e2e4");
    desk.report(12, 1, "e7e5", -20);
    for cp in [-21, -22, -23] {
        desk.report(13, 1, "e7e5", cp);
        desk.report(13, 2, "c7c5", cp - 5);
    }
    let history = &desk.model.telemetry.search(EngineId::BUILT_IN).unwrap().history;
    let rows: Vec<_> = history.iter().map(|row| (row.depth, row.score)).collect();
    let row = |depth, cp| (depth, Score::Cp(cp));
    assert_eq!(rows, [row(12, -20), row(13, -23), row(13, -28)]);
}

#[test]
fn a_bound_is_kept_as_a_bound() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk.play("e2e4");
    let board = desk.asked().position.board();
    let info = IterationInfo { bound: Bound::Lower, ..Desk::info(&board, 4, 1, "e7e5", 40) };
    let job = desk.job();
    desk.act(Action::Engine(EngineId::BUILT_IN, Event::Iteration { job, info }));
    let search = desk.model.telemetry.search(EngineId::BUILT_IN).unwrap();
    assert_eq!(search.series[0].score, Score::Cp(-40));
    assert_eq!(search.series[0].bound, Bound::Upper, "at least for Black is at most for White");
    assert_eq!(search.lines[0].bound(Pov::White), Bound::Upper);
    let node = desk.model.game.current;
    assert_eq!(desk.model.telemetry.kept(&desk.model.game.tree, node, EngineId::BUILT_IN), None);
}

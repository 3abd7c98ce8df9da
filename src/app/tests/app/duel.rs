//! The duel without a window: starting engines, restoring the state on leaving, disputed moves, the match.

use tabia_app::action::{Action, DuelAction, UserCommand};
use tabia_app::duel::state::{
    Disputed, LikedBy, agreement, best_move_history, disputed, duel_engines_play, held,
};
use tabia_app::effect::Effect;
use tabia_app::engines::state::Purpose;
use tabia_app::engines::telemetry::chances;
use tabia_app::game::new_game::NewGame;
use tabia_app::persistence::session::Session;
use tabia_app::window::workspace::Workspace;
use tabia_chess::{Board, Color, Move, san, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::detail::{Detail, PuctDetail, PuctMove};
use tabia_engine::search::report::{IterationInfo, Progress, RootMove, Snapshot};
use tabia_engine::search::score::{Bound, Score, Wdl};
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::{Event, Live};
use tabia_lab::duel_positions::POSITIONS;

use super::test_app::TestApp;

const OURS: EngineId = EngineId::BUILT_IN;
const PUCT: EngineId = EngineId::PUCT;

fn mv(board: &Board, text: &str) -> Move {
    uci_move::parse(board, text).unwrap()
}

/// Reports a line of an engine at this time.
fn tell(app: &mut TestApp, id: EngineId, time_ms: u64, number: u32, (line, cp): (&str, i32)) {
    let job = app.model.engine.job(id).unwrap().id;
    let start = *app.model.game.board();
    let mut board = start;
    let mut pv = Vec::new();
    for word in line.split(' ') {
        let mv = mv(&board, word);
        pv.push(mv);
        board.make_move(mv);
    }
    let info = IterationInfo {
        multi_pv: number,
        time_ms,
        nodes: Some(time_ms * 100),
        ..IterationInfo::new(time_ms as u32 / 10 + 1, start.stm(), Score::Cp(cp), pv)
    };
    app.act(Action::Engine(id, Event::Started { job }));
    app.act(Action::Engine(id, Event::Iteration { job, info }));
}

/// A search's state: root moves with scores and bounds, and the additional data of PUCT.
fn live(
    app: &mut TestApp,
    id: EngineId,
    roots: &[(&str, i32, Bound)],
    puct: &[(&str, u32, f32, f32)],
) {
    let job = app.model.engine.job(id).unwrap().id;
    let board = *app.model.game.board();
    let root_moves = roots.iter().map(|&(text, cp, bound)| RootMove {
        score: Some(Score::Cp(cp)),
        bound: Some(bound),
        ..RootMove::new(mv(&board, text))
    });
    let progress = Progress { root_moves: root_moves.collect(), ..Progress::new(board.stm()) };
    let moves = puct.iter().map(|&(text, n, q, p)| PuctMove {
        mv: mv(&board, text),
        n,
        q,
        p,
        u: 0.0,
        proof: None,
    });
    let detail = if puct.is_empty() {
        Detail::AlphaBeta(Box::default())
    } else {
        Detail::Puct(Box::new(PuctDetail { moves: moves.collect(), ..PuctDetail::default() }))
    };
    app.act(Action::Live(id, Live { job, snapshot: Snapshot { progress, detail } }));
}

fn found(app: &TestApp) -> Vec<Disputed> {
    let search = |id| app.model.telemetry.search(id).unwrap();
    disputed(search(OURS), search(PUCT), app.model.game.board())
}

#[test]
fn one_command_seats_both_and_leaving_brings_back_what_was() {
    let mut app = TestApp::new();
    app.act(Action::SetFen("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1".to_owned()));
    let before = app.model.settings.analysing.clone();
    app.give(UserCommand::Duel);
    assert_eq!(app.model.view.workspace, Workspace::Duel);
    assert_eq!(app.model.analysing(), [OURS, PUCT]);
    for id in [OURS, PUCT] {
        assert_eq!(app.purpose(id), Some(Purpose::Analyse));
    }
    let seated = |effect: &Effect| matches!(effect, Effect::OpenSeat(PUCT, _));
    assert!(app.take_effects().iter().any(seated));
    app.act(Action::TakesPart(PUCT, false));
    assert_eq!(app.model.analysing(), [OURS, PUCT], "a duel needs both");
    app.give(UserCommand::StudyWorkspace);
    assert!(!app.model.in_duel() && !app.model.engine.analysis, "nothing analysed before");
    assert_eq!((app.model.analysing(), &app.model.settings.analysing), (vec![OURS], &before));
    assert!(app.take_effects().iter().any(|e| matches!(e, Effect::CloseSeat(PUCT))));
    app.give(UserCommand::ToggleAnalysis);
    app.give(UserCommand::Duel);
    app.give(UserCommand::LabWorkspace);
    assert!(app.model.engine.analysis, "analysis was on before and is on again");
    assert_eq!((app.purpose(OURS), app.purpose(PUCT)), (Some(Purpose::Analyse), None));
}

#[test]
fn a_game_of_the_users_is_not_disturbed_and_a_new_one_ends_the_duel() {
    let mut app = TestApp::with(NewGame { strength: Strength::Full, ..NewGame::default() });
    app.play("e2e4");
    app.answer("e7e5");
    app.give(UserCommand::Duel);
    assert!(app.model.game.is_played() && !app.model.engine.analysis);
    app.give(UserCommand::ToggleAnalysis);
    assert_eq!(app.purpose(PUCT), Some(Purpose::Analyse));
    app.act(Action::StartGame(NewGame::default()));
    assert_eq!(app.model.view.workspace, Workspace::Play);
    assert!(!app.model.in_duel() && !app.model.engine.analysis, "a game begins without help");
}

#[test]
fn they_play_each_other_from_the_position_without_a_book_and_with_colours_in_turn() {
    let mut app = TestApp::new();
    app.model.settings.book_moves = true;
    app.act(Action::PasteText("1. d4 d5 *".to_owned()));
    app.give(UserCommand::Last);
    assert!(!UserCommand::PlayDuelMatch.is_enabled(&app.model), "there is no duel");
    app.give(UserCommand::Duel);
    app.give(UserCommand::PlayDuelMatch);
    assert!(duel_engines_play(&app.model.game) && !app.model.engine.analysis);
    assert_eq!(app.model.view.workspace, Workspace::Duel);
    assert_eq!(app.model.game.engine_of(Color::White), Some(OURS));
    assert_eq!((app.purpose(OURS), app.purpose(PUCT)), (Some(Purpose::Play), None));
    app.answer("c2c4");
    assert_eq!((app.line().as_str(), app.purpose(PUCT)), ("d4 d5 c4", Some(Purpose::Play)));
    app.take_effects();
    app.give(UserCommand::Undo);
    assert!(!duel_engines_play(&app.model.game), "what was on the board comes back");
    let kept =
        |effect: &Effect| matches!(effect, Effect::KeepGame(game) if game.text.contains("2. c4"));
    assert_eq!(
        app.take_effects().iter().filter(|effect| kept(effect)).count(),
        1,
        "the match is kept"
    );
    app.give(UserCommand::PlayDuelMatch);
    assert_eq!(app.model.game.engine_of(Color::White), Some(PUCT));
}

#[test]
fn since_when_each_keeps_to_its_move_is_known() {
    let mut app = TestApp::new();
    app.give(UserCommand::Duel);
    for (ms, line) in [(10, "e2e4"), (50, "d2d4"), (90, "e2e4"), (200, "e2e4")] {
        tell(&mut app, OURS, ms, 1, (line, 30));
    }
    tell(&mut app, PUCT, 150, 1, ("e2e4", 20));
    let board = app.model.game.board();
    let [one, other] =
        [OURS, PUCT].map(|id| best_move_history(app.model.telemetry.search(id).unwrap(), board));
    let kept = held(&one).unwrap();
    assert_eq!((kept.since_ms, kept.nodes), (90, Some(9_000)));
    assert!(one.iter().all(|at| at.expected.is_some_and(|share| share > 0.5)));
    let stretches = agreement([&one, &other]);
    assert_eq!(stretches.len(), 1);
    assert!(stretches[0].agree && stretches[0].from_ms == 150 && stretches[0].to_ms == 200);
}

#[test]
fn a_move_the_tree_likes_and_alpha_beta_refutes_is_listed_with_its_line() {
    let mut app = TestApp::new();
    app.give(UserCommand::Duel);
    app.act(Action::SetFen("r3k3/8/8/3p4/8/4N3/8/3QK3 w - - 0 1".to_owned()));
    tell(&mut app, OURS, 100, 1, ("d1d5 a8a1 e1e2", 900));
    tell(&mut app, OURS, 101, 2, ("e3d5 a8a1 d1a1", -50));
    live(
        &mut app,
        OURS,
        &[("d1d5", 900, Bound::Exact), ("e3d5", -50, Bound::Exact), ("d1a1", -60, Bound::Upper)],
        &[],
    );
    tell(&mut app, PUCT, 100, 1, ("e3d5 a8a1", 300));
    let roots = [("e3d5", 300, Bound::Exact), ("d1d5", 100, Bound::Exact)];
    live(
        &mut app,
        PUCT,
        &roots,
        &[("e3d5", 800, 0.8, 0.5), ("d1d5", 100, 0.6, 0.2), ("d1a1", 100, 0.5, 0.3)],
    );
    let found = found(&app);
    let board = *app.model.game.board();
    let moves: Vec<(String, LikedBy, bool)> =
        found.iter().map(|of| (san::write(&board, of.mv), of.liked_by, of.at_least)).collect();
    assert_eq!(moves.len(), 3, "{moves:?}");
    assert!(moves.contains(&("Nxd5".to_owned(), LikedBy::Puct, false)), "{moves:?}");
    assert!(moves.contains(&("Qa1".to_owned(), LikedBy::Puct, true)), "a bound: {moves:?}");
    assert!(moves.contains(&("Qxd5".to_owned(), LikedBy::AlphaBeta, false)), "{moves:?}");
    let knight = found.iter().find(|of| of.mv == mv(&board, "e3d5")).unwrap();
    assert_eq!(knight.refutation().len(), 3, "alpha-beta's line refutes it");
    assert!((knight.by_puct.share - 0.8).abs() < 1e-6 && knight.loses > 0.3);
    assert!(found.is_sorted_by(|a, b| a.loses >= b.loses));
}

#[test]
fn a_disputed_move_has_the_numbers_of_its_line() {
    let mut app = TestApp::new();
    app.give(UserCommand::Duel);
    app.act(Action::SetFen("r3k3/8/8/3p4/8/4N3/8/3QK3 w - - 0 1".to_owned()));
    tell(&mut app, OURS, 100, 1, ("d1d5 a8a1 e1e2", 900));
    tell(&mut app, OURS, 101, 2, ("e3d5 a8a1 d1a1", -50));
    live(&mut app, OURS, &[("d1d5", 900, Bound::Exact), ("e3d5", -50, Bound::Exact)], &[]);
    tell(&mut app, PUCT, 100, 1, ("e3d5 a8a1", 300));
    tell(&mut app, PUCT, 100, 2, ("d1d5", 120));
    let puct = [("e3d5", 800, 0.8, 0.5), ("d1d5", 200, 0.6, 0.2)];
    let roots = [("e3d5", 310, Bound::Exact), ("d1d5", 100, Bound::Exact)];
    live(&mut app, PUCT, &roots, &puct);
    // Lines and lists of root moves arrive one after the other: each may be the newer one.
    let same = |app: &TestApp| {
        let board = *app.model.game.board();
        let found = found(app);
        assert_eq!(found.len(), 2);
        for of in &found {
            for (id, card) in [(OURS, of.by_alphabeta.expected), (PUCT, of.by_puct.expected)] {
                let lines = &app.model.telemetry.search(id).unwrap().lines;
                let line = lines.iter().find(|line| line.info.pv.first() == Some(&of.mv)).unwrap();
                let shown = chances(id, &line.info, &board).unwrap().expected_percent() / 100.0;
                assert!((card - shown).abs() < 1e-9, "{id:?}: {card} and {shown}");
            }
        }
    };
    same(&app);
    let expected = |app: &TestApp| found(app).iter().map(|of| of.by_puct.expected).sum::<f64>();
    let by_score = expected(&app);
    tell(&mut app, PUCT, 150, 1, ("e3d5 a8a1", 300));
    let job = app.model.engine.job(PUCT).unwrap().id;
    let line = app.model.telemetry.search(PUCT).unwrap().lines[0].info.clone();
    let info = IterationInfo { wdl: Some(Wdl::of_expected(0.97, 0.02)), ..line };
    app.act(Action::Engine(PUCT, Event::Iteration { job, info }));
    same(&app);
    assert!((expected(&app) - by_score).abs() > 0.01, "PUCT's own chances");
    tell(&mut app, PUCT, 200, 1, ("e3d5 a8a1", 340));
    tell(&mut app, OURS, 201, 2, ("e3d5 a8a1 d1a1", -80));
    same(&app);
}

#[test]
fn where_both_agree_nothing_is_disputed() {
    let mut app = TestApp::new();
    app.give(UserCommand::Duel);
    tell(&mut app, OURS, 100, 1, ("e2e4", 30));
    tell(&mut app, PUCT, 100, 1, ("e2e4", 25));
    assert!(found(&app).is_empty(), "before PUCT has told its numbers");
    live(&mut app, PUCT, &[], &[("e2e4", 900, 0.55, 0.4), ("d2d4", 100, 0.54, 0.3)]);
    assert!(found(&app).is_empty());
}

#[test]
fn each_example_position_can_be_put_on_the_board() {
    for (at, position) in POSITIONS.iter().enumerate() {
        let mut app = TestApp::new();
        app.act(Action::Duel(DuelAction::Preset(at)));
        assert!(app.model.dialog.is_none(), "{}", position.title());
        assert_eq!(app.model.duel.preset_on(app.model.game.board()), Some(at));
        assert_eq!(app.model.view.workspace, Workspace::Duel);
        assert_eq!(app.purpose(PUCT), Some(Purpose::Analyse), "{}", position.title());
        let board = *app.model.game.board();
        let moves = vec![board.legal_moves()[0]];
        app.act(Action::PlayLine { node: app.model.game.current, moves });
        assert_eq!(
            app.model.duel.preset_on(app.model.game.board()),
            None,
            "another position is another"
        );
    }
    let mut app = TestApp::new();
    app.act(Action::Duel(DuelAction::Preset(POSITIONS.len())));
    assert!(!app.model.in_duel());
}

#[test]
fn a_session_closed_in_the_duel_has_the_analysis_switched_as_before_it() {
    for on in [false, true] {
        let mut app = TestApp::new();
        if on {
            app.give(UserCommand::ToggleAnalysis);
        }
        app.act(Action::Duel(DuelAction::Preset(0)));
        assert!(app.model.engine.analysis);
        assert_eq!(Session::of(&app.model, app.now).view.analysis, on);
    }
}

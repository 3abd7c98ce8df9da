//! The duel without a window: starting engines, restoring the state on leaving, disputed moves, the match.

use tabia_app::action::{Action, DuelAction, UserCommand};
use tabia_app::duel::state::{
    Disputed, LikedBy, agreement, best_move_history, disputed, duel_engines_play, held,
};
use tabia_app::effect::Effect;
use tabia_app::engines::state::Purpose;
use tabia_app::game::new_game::NewGame;
use tabia_app::window::workspace::Workspace;
use tabia_chess::{Board, Color, Move, san, uci_move};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::detail::{Detail, PuctDetail, PuctMove};
use tabia_engine::search::report::{IterationInfo, Progress, RootMove, Snapshot};
use tabia_engine::search::score::{Bound, Score, Wdl, material};
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::{Event, Live};
use tabia_lab::duel_positions::POSITIONS;

use super::desk::Desk;

const OURS: EngineId = EngineId::BUILT_IN;
const PUCT: EngineId = EngineId::PUCT;

fn purpose(desk: &Desk, id: EngineId) -> Option<Purpose> {
    desk.model.engine.job(id).map(|job| job.purpose)
}

fn mv(board: &Board, text: &str) -> Move {
    uci_move::parse(board, text).unwrap()
}

/// Reports a line of an engine at this time.
fn tell(desk: &mut Desk, id: EngineId, time_ms: u64, number: u32, (line, cp): (&str, i32)) {
    let job = desk.model.engine.job(id).unwrap().id;
    let start = *desk.model.game.board();
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
    desk.act(Action::Engine(id, Event::Started { job }));
    desk.act(Action::Engine(id, Event::Iteration { job, info }));
}

/// A search's state: root moves with scores and bounds, and the additional data of PUCT.
fn live(
    desk: &mut Desk,
    id: EngineId,
    roots: &[(&str, i32, Bound)],
    puct: &[(&str, u32, f32, f32)],
) {
    let job = desk.model.engine.job(id).unwrap().id;
    let board = *desk.model.game.board();
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
    desk.act(Action::Live(id, Live { job, snapshot: Snapshot { progress, detail } }));
}

fn found(desk: &Desk) -> Vec<Disputed> {
    let search = |id| desk.model.telemetry.search(id).unwrap();
    disputed(search(OURS), search(PUCT), desk.model.game.board())
}

#[test]
fn one_command_seats_both_and_leaving_brings_back_what_was() {
    let mut desk = Desk::new();
    desk.act(Action::SetFen("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1".to_owned()));
    let before = desk.model.settings.analysing.clone();
    desk.give(UserCommand::Duel);
    assert_eq!(desk.model.view.workspace, Workspace::Duel);
    assert_eq!(desk.model.analysing(), [OURS, PUCT]);
    for id in [OURS, PUCT] {
        assert_eq!(purpose(&desk, id), Some(Purpose::Analyse));
    }
    let seated = |effect: &Effect| matches!(effect, Effect::OpenSeat(PUCT, _));
    assert!(desk.take_effects().iter().any(seated));
    desk.act(Action::TakesPart(PUCT, false));
    assert_eq!(desk.model.analysing(), [OURS, PUCT], "a duel needs both");
    desk.give(UserCommand::StudyWorkspace);
    assert!(!desk.model.in_duel() && !desk.model.engine.analysis, "nothing analysed before");
    assert_eq!((desk.model.analysing(), &desk.model.settings.analysing), (vec![OURS], &before));
    assert!(desk.take_effects().iter().any(|e| matches!(e, Effect::CloseSeat(PUCT))));
    desk.give(UserCommand::ToggleAnalysis);
    desk.give(UserCommand::Duel);
    desk.give(UserCommand::LabWorkspace);
    assert!(desk.model.engine.analysis, "analysis was on before and is on again");
    assert_eq!((purpose(&desk, OURS), purpose(&desk, PUCT)), (Some(Purpose::Analyse), None));
}

#[test]
fn a_game_of_the_users_is_not_disturbed_and_a_new_one_ends_the_duel() {
    let mut desk = Desk::with(NewGame { strength: Strength::Full, ..NewGame::default() });
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.give(UserCommand::Duel);
    assert!(desk.model.game.is_played() && !desk.model.engine.analysis);
    desk.give(UserCommand::ToggleAnalysis);
    assert_eq!(purpose(&desk, PUCT), Some(Purpose::Analyse));
    desk.act(Action::StartGame(NewGame::default()));
    assert_eq!(desk.model.view.workspace, Workspace::Play);
    assert!(!desk.model.in_duel() && !desk.model.engine.analysis, "a game begins without help");
}

#[test]
fn they_play_each_other_from_the_position_without_a_book_and_with_colours_in_turn() {
    let mut desk = Desk::new();
    desk.model.settings.book_moves = true;
    desk.act(Action::PasteText("1. d4 d5 *".to_owned()));
    desk.give(UserCommand::Last);
    assert!(!UserCommand::PlayDuelMatch.is_enabled(&desk.model), "there is no duel");
    desk.give(UserCommand::Duel);
    desk.give(UserCommand::PlayDuelMatch);
    assert!(duel_engines_play(&desk.model.game) && !desk.model.engine.analysis);
    assert_eq!(desk.model.view.workspace, Workspace::Duel);
    assert_eq!(desk.model.game.engine_of(Color::White), Some(OURS));
    assert_eq!((purpose(&desk, OURS), purpose(&desk, PUCT)), (Some(Purpose::Play), None));
    desk.answer("c2c4");
    assert_eq!((desk.line().as_str(), purpose(&desk, PUCT)), ("d4 d5 c4", Some(Purpose::Play)));
    desk.take_effects();
    desk.give(UserCommand::Undo);
    assert!(!duel_engines_play(&desk.model.game), "what was on the board comes back");
    let kept =
        |effect: &Effect| matches!(effect, Effect::KeepGame(game) if game.text.contains("2. c4"));
    assert_eq!(
        desk.take_effects().iter().filter(|effect| kept(effect)).count(),
        1,
        "the match is kept"
    );
    desk.give(UserCommand::PlayDuelMatch);
    assert_eq!(desk.model.game.engine_of(Color::White), Some(PUCT));
}

#[test]
fn since_when_each_keeps_to_its_move_is_known() {
    let mut desk = Desk::new();
    desk.give(UserCommand::Duel);
    for (ms, line) in [(10, "e2e4"), (50, "d2d4"), (90, "e2e4"), (200, "e2e4")] {
        tell(&mut desk, OURS, ms, 1, (line, 30));
    }
    tell(&mut desk, PUCT, 150, 1, ("e2e4", 20));
    let amount = material(desk.model.game.board());
    let [one, other] =
        [OURS, PUCT].map(|id| best_move_history(desk.model.telemetry.search(id).unwrap(), amount));
    let kept = held(&one).unwrap();
    assert_eq!((kept.since_ms, kept.nodes), (90, Some(9_000)));
    assert!(one.iter().all(|at| at.expected.is_some_and(|share| share > 0.5)));
    let stretches = agreement([&one, &other]);
    assert_eq!(stretches.len(), 1);
    assert!(stretches[0].agree && stretches[0].from_ms == 150 && stretches[0].to_ms == 200);
}

#[test]
fn a_move_the_tree_likes_and_alpha_beta_refutes_is_listed_with_its_line() {
    let mut desk = Desk::new();
    desk.give(UserCommand::Duel);
    desk.act(Action::SetFen("r3k3/8/8/3p4/8/4N3/8/3QK3 w - - 0 1".to_owned()));
    tell(&mut desk, OURS, 100, 1, ("d1d5 a8a1 e1e2", 900));
    tell(&mut desk, OURS, 101, 2, ("e3d5 a8a1 d1a1", -50));
    live(
        &mut desk,
        OURS,
        &[("d1d5", 900, Bound::Exact), ("e3d5", -50, Bound::Exact), ("d1a1", -60, Bound::Upper)],
        &[],
    );
    tell(&mut desk, PUCT, 100, 1, ("e3d5 a8a1", 300));
    let roots = [("e3d5", 300, Bound::Exact), ("d1d5", 100, Bound::Exact)];
    live(
        &mut desk,
        PUCT,
        &roots,
        &[("e3d5", 800, 0.8, 0.5), ("d1d5", 100, 0.6, 0.2), ("d1a1", 100, 0.5, 0.3)],
    );
    let found = found(&desk);
    let board = *desk.model.game.board();
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
    let mut desk = Desk::new();
    desk.give(UserCommand::Duel);
    desk.act(Action::SetFen("r3k3/8/8/3p4/8/4N3/8/3QK3 w - - 0 1".to_owned()));
    tell(&mut desk, OURS, 100, 1, ("d1d5 a8a1 e1e2", 900));
    tell(&mut desk, OURS, 101, 2, ("e3d5 a8a1 d1a1", -50));
    live(&mut desk, OURS, &[("d1d5", 900, Bound::Exact), ("e3d5", -50, Bound::Exact)], &[]);
    tell(&mut desk, PUCT, 100, 1, ("e3d5 a8a1", 300));
    tell(&mut desk, PUCT, 100, 2, ("d1d5", 120));
    let puct = [("e3d5", 800, 0.8, 0.5), ("d1d5", 200, 0.6, 0.2)];
    let roots = [("e3d5", 310, Bound::Exact), ("d1d5", 100, Bound::Exact)];
    live(&mut desk, PUCT, &roots, &puct);
    // Lines and lists of root moves arrive one after the other: each may be the newer one.
    let same = |desk: &Desk| {
        let board = *desk.model.game.board();
        let found = found(desk);
        assert_eq!(found.len(), 2);
        for of in &found {
            for (id, card) in [(OURS, of.by_alphabeta.expected), (PUCT, of.by_puct.expected)] {
                let lines = &desk.model.telemetry.search(id).unwrap().lines;
                let line = lines.iter().find(|line| line.info.pv.first() == Some(&of.mv)).unwrap();
                let shown = Wdl::of(line.info.score, material(&board)).expected_percent() / 100.0;
                assert!((card - shown).abs() < 1e-9, "{id:?}: {card} and {shown}");
            }
        }
    };
    same(&desk);
    tell(&mut desk, PUCT, 200, 1, ("e3d5 a8a1", 340));
    tell(&mut desk, OURS, 201, 2, ("e3d5 a8a1 d1a1", -80));
    same(&desk);
}

#[test]
fn where_both_agree_nothing_is_disputed() {
    let mut desk = Desk::new();
    desk.give(UserCommand::Duel);
    tell(&mut desk, OURS, 100, 1, ("e2e4", 30));
    tell(&mut desk, PUCT, 100, 1, ("e2e4", 25));
    assert!(found(&desk).is_empty(), "before PUCT has told its numbers");
    live(&mut desk, PUCT, &[], &[("e2e4", 900, 0.55, 0.4), ("d2d4", 100, 0.54, 0.3)]);
    assert!(found(&desk).is_empty());
}

#[test]
fn each_example_position_can_be_put_on_the_board() {
    for (at, position) in POSITIONS.iter().enumerate() {
        let mut desk = Desk::new();
        desk.act(Action::Duel(DuelAction::Preset(at)));
        assert!(desk.model.dialog.is_none(), "{}", position.title());
        assert_eq!(desk.model.duel.preset_on(desk.model.game.board()), Some(at));
        assert_eq!(desk.model.view.workspace, Workspace::Duel);
        assert_eq!(purpose(&desk, PUCT), Some(Purpose::Analyse), "{}", position.title());
        let board = *desk.model.game.board();
        let moves = vec![board.legal_moves()[0]];
        desk.act(Action::PlayLine { node: desk.model.game.current, moves });
        assert_eq!(
            desk.model.duel.preset_on(desk.model.game.board()),
            None,
            "another position is another"
        );
    }
    let mut desk = Desk::new();
    desk.act(Action::Duel(DuelAction::Preset(POSITIONS.len())));
    assert!(!desk.model.in_duel());
}

//! Questions about some moves only, and threats.

use tabia_app::action::{Action, AskAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::engines::wanted::Threat;
use tabia_chess::{Board, Color, Move, uci_move};
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::{Command, Event, JobId};
use tabia_text::t;

use super::desk::{Asked, Desk};

/// An analysis board at the start position with analysis on.
fn analysing() -> Desk {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    desk
}

fn mv(desk: &Desk, text: &str) -> Move {
    uci_move::parse(desk.model.game.board(), text).unwrap()
}

fn only(desk: &mut Desk, text: &str) {
    let node = desk.model.game.current;
    let mv = mv(desk, text);
    desk.act(Action::Ask(AskAction::Only(node, mv)));
}

fn not(desk: &mut Desk, text: &str) {
    let node = desk.model.game.current;
    let mv = mv(desk, text);
    desk.act(Action::Ask(AskAction::Not(node, mv)));
}

/// The moves of the last search, as text.
fn searched(desk: &Desk) -> Vec<String> {
    let Asked { position, limits, .. } = desk.asked();
    let board = position.board();
    let mut moves: Vec<String> =
        limits.search_moves.iter().map(|&mv| uci_move::write(&board, mv, false)).collect();
    moves.sort();
    moves
}

#[test]
fn only_and_not_narrow_the_search_and_are_taken_back_one_by_one() {
    let mut desk = analysing();
    assert!(searched(&desk).is_empty());
    only(&mut desk, "g1f3");
    assert_eq!(searched(&desk), ["g1f3"]);
    assert!(desk.asked().limits.infinite);
    only(&mut desk, "e2e4");
    assert_eq!(searched(&desk), ["e2e4", "g1f3"]);
    not(&mut desk, "e2e4");
    assert_eq!(searched(&desk), ["g1f3"], "the last word on a move counts");
    let searches = desk.searches.len();
    not(&mut desk, "g1f3");
    let rest = searched(&desk);
    assert_eq!((rest.len(), desk.searches.len()), (18, searches + 1), "all but two");
    let f3 = mv(&desk, "g1f3");
    desk.act(Action::Ask(AskAction::Drop(f3)));
    assert_eq!(searched(&desk).len(), 19);
    desk.act(Action::Ask(AskAction::All));
    assert!(searched(&desk).is_empty() && desk.model.engine.asked().is_none());
    let searches = desk.searches.len();
    desk.act(Action::Ask(AskAction::All));
    assert_eq!(desk.searches.len(), searches, "nothing has changed");
}

#[test]
fn what_is_asked_belongs_to_one_position() {
    let mut desk = analysing();
    only(&mut desk, "g1f3");
    desk.play("e2e4");
    assert!(desk.model.engine.asked().is_none() && searched(&desk).is_empty());
    desk.give(UserCommand::Previous);
    assert!(searched(&desk).is_empty(), "and is not asked again behind one's back");
    only(&mut desk, "d2d4");
    desk.give(UserCommand::LockAnalysis);
    let searches = desk.searches.len();
    desk.give(UserCommand::Next);
    assert_eq!(desk.searches.len(), searches, "locked, the analysis stays with its question");
    assert!(desk.model.engine.asked().is_some());
    let elsewhere = desk.model.game.current;
    assert!(desk.model.ask_refused(elsewhere).is_some());
    let e5 = mv(&desk, "e7e5");
    desk.act(Action::Ask(AskAction::Only(elsewhere, e5)));
    assert_eq!(desk.searches.len(), searches, "only the analysed position is asked about");
}

#[test]
fn asking_switches_analysis_on_and_leaves_one_move_at_least() {
    let mut desk = Desk::new();
    desk.act(Action::SetFen("k7/8/8/8/8/1r6/8/K6r w - - 0 30".to_owned()));
    only(&mut desk, "a1a2");
    assert!(desk.model.engine.analysis);
    assert_eq!(searched(&desk), ["a1a2"]);
    desk.act(Action::Ask(AskAction::All));
    not(&mut desk, "a1a2");
    assert!(desk.says(t!("engines-asked-none")), "it is the only one");
    assert!(desk.model.engine.asked().is_none() && searched(&desk).is_empty());
}

#[test]
fn the_score_of_some_moves_is_not_that_of_the_position() {
    let mut desk = analysing();
    desk.started();
    desk.report(10, 1, "e2e4", 30);
    let evaluated = |desk: &Desk| {
        let game = &desk.model.game;
        let point = desk.model.telemetry.evaluation(&game.tree, game.current, EngineId::BUILT_IN);
        point.map(|point| point.score)
    };
    let lines = |desk: &Desk| {
        let game = &desk.model.game;
        let lines = desk.model.telemetry.lines(&game.tree, game.current, EngineId::BUILT_IN);
        let name = |mv: Move| format!("{}{}", mv.from(), mv.to());
        lines.iter().map(|line| (name(line.info.pv[0]), line.stale)).collect::<Vec<_>>()
    };
    only(&mut desk, "a2a4");
    assert!(lines(&desk).is_empty(), "the line of e4 is no line of this search");
    desk.started();
    desk.report(20, 1, "a2a4", -60);
    assert_eq!(lines(&desk).len(), 1);
    assert_eq!(evaluated(&desk), Some(Score::Cp(30)), "deeper, but of one move");
    desk.act(Action::Ask(AskAction::All));
    assert_eq!(lines(&desk), [("e2e4".to_owned(), true)], "what was known before comes back");
    desk.give(UserCommand::ToggleAnalysis);
    only(&mut desk, "a2a4");
    desk.started();
    desk.report(21, 1, "a2a4", -70);
    desk.play("e2e4");
    desk.give(UserCommand::Previous);
    assert!(lines(&desk).iter().all(|(first, _)| first != "a2a4"), "not even when one comes back");
}

#[test]
fn an_engine_that_ignores_the_chosen_moves_is_reported_once() {
    let mut desk = analysing();
    only(&mut desk, "a2a4");
    desk.started();
    desk.report(8, 1, "e2e4", 30);
    assert!(desk.says("searches other moves than it was told to"));
    desk.act(Action::DismissToasts);
    desk.report(9, 1, "e2e4", 30);
    assert!(desk.toasts().is_empty());
    let game = &desk.model.game;
    assert!(desk.model.telemetry.lines(&game.tree, game.current, EngineId::BUILT_IN).is_empty());
    desk.report(9, 1, "a2a4", -10);
    let game = &desk.model.game;
    assert_eq!(desk.model.telemetry.lines(&game.tree, game.current, EngineId::BUILT_IN).len(), 1);
}

/// The search on the seat for threats: its number, position and time limit.
fn threat_search(desk: &mut Desk) -> Option<(JobId, Board, Option<u128>)> {
    desk.take_effects().into_iter().rev().find_map(|effect| match effect {
        Effect::ToEngine(EngineId::THREAT, Command::Search { job, position, limits, .. }) => {
            Some((job, position.board(), limits.movetime.map(|time| time.as_millis())))
        }
        _ => None,
    })
}

fn threat_line(desk: &mut Desk, job: JobId, board: &Board, text: &str, score: Score) {
    let pv = vec![uci_move::parse(board, text).unwrap()];
    let info = IterationInfo::new(9, board.stm(), score, pv);
    desk.act(Action::Engine(EngineId::THREAT, Event::Iteration { job, info }));
}

/// White has just let Black's queen threaten mate on f2.
const THREATENED: &str = "1. e4 e5 2. Nc3 Bc5 3. d3 Qf6 *";

#[test]
fn a_threat_is_searched_as_if_it_were_the_other_sides_turn() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText(THREATENED.to_owned()));
    desk.give(UserCommand::Last);
    desk.take_effects();
    desk.give(UserCommand::Threat);
    let (job, board, movetime) = threat_search(&mut desk).expect("a search");
    assert_eq!((board.stm(), desk.model.game.board().stm()), (Color::Black, Color::White));
    assert_eq!(movetime, Some(3_000), "it ends by itself");
    assert_eq!(desk.model.engine_status(), EngineStatus::SeekingThreat);
    assert!(matches!(desk.model.threat(), Some(Threat::Sought)));
    threat_line(&mut desk, job, &board, "f6f2", Score::Mate(1));
    let Some(Threat::Known(search)) = desk.model.threat() else { panic!("found") };
    assert_eq!(
        (search.lines[0].info.stm, search.lines[0].info.score),
        (Color::Black, Score::Mate(1))
    );
    let (tree, node) = (&desk.model.game.tree, desk.model.game.current);
    assert!(
        desk.model.telemetry.evaluation(tree, node, EngineId::BUILT_IN).is_none(),
        "no score of this position"
    );
    let outcome = Desk::outcome(search.lines[0].info.pv.first().copied(), Score::Mate(1));
    desk.act(Action::Engine(EngineId::THREAT, Event::Finished { job, outcome, dropped: 0 }));
    assert!(threat_search(&mut desk).is_none(), "it is not begun again");
    assert!(matches!(desk.model.threat(), Some(Threat::Known(_))), "and stays");
    assert_eq!(desk.model.engine_status(), EngineStatus::Idle);
    desk.give(UserCommand::Previous);
    let (_, board, _) = threat_search(&mut desk).expect("it follows the shown position");
    assert_eq!(board.stm(), Color::White);
    assert!(matches!(desk.model.threat(), Some(Threat::Sought)));
    desk.give(UserCommand::Threat);
    assert!(desk.model.threat().is_none());
    assert!(desk.effects.iter().any(|effect| matches!(effect, Effect::Stop(EngineId::THREAT, _))));
}

#[test]
fn in_check_there_is_no_threat_to_ask_for() {
    let mut desk = Desk::new();
    desk.give(UserCommand::Threat);
    for (fen, refused) in [
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", false),
        // Black would be stalemated: there is no move to play.
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", true),
        // The game is over.
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", true),
    ] {
        desk.take_effects();
        desk.act(Action::SetFen(fen.to_owned()));
        let threat = desk.model.threat();
        assert_eq!(matches!(threat, Some(Threat::Refused(_))), refused, "{fen}: {threat:?}");
        assert_eq!(threat_search(&mut desk).is_none(), refused, "{fen}");
    }
}

#[test]
fn a_threat_disturbs_neither_game_nor_analysis() {
    let mut desk = analysing();
    let job = desk.job();
    desk.give(UserCommand::Threat);
    assert_eq!(desk.job(), job, "analysis goes on");
    assert_eq!(desk.model.focus(), EngineId::BUILT_IN);
    assert!(matches!(desk.model.engine_status(), EngineStatus::Analysing { .. }));
    desk.give(UserCommand::HideEngine);
    assert!(desk.model.engine.job(EngineId::THREAT).is_none(), "hidden with the engine");
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.give(UserCommand::Threat);
    assert_eq!(desk.model.engine.purpose(EngineId::BUILT_IN), Some(Purpose::Play));
    desk.give(UserCommand::StopEngine);
    assert!(desk.model.engine.threat, "what is served first ends first");
    desk.give(UserCommand::StopEngine);
    assert!(!desk.model.engine.threat);
    assert_eq!(desk.model.game.current, desk.model.game.tree.next(NodeId::ROOT).unwrap());
}

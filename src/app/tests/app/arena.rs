//! The arena without a window: the orders to the threads that play, and the effects of their news.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tabia_app::action::{Action, ArenaAction, ArenaNews, ArenaPick, Growth, Proposal, UserCommand};
use tabia_app::arena::draft::{self, Draft, Form};
use tabia_app::arena::messages::{ArenaCommand, PickFor};
use tabia_app::arena::state::{
    GamePlayed, GamesShown, PlanExtended, PutAside, RatingList, SavedTournament, TournamentStarted,
};
use tabia_app::effect::Effect;
use tabia_app::persistence::session::Session;
use tabia_app::window::toasts::ToastOffer;
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::Workspace;
use tabia_chess::{Board, Color, Move, SplitMix64, uci_move};
use tabia_engine::play::Cause;
use tabia_engine::play::control::Control;
use tabia_engine::puct::options::PuctConfig;
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_engine::uci::search_option::SearchKind;
use tabia_games::game::position::GamePosition;
use tabia_games::printable;
use tabia_games::strength::sheet::Points;
use tabia_games::strength::sprt::EloModel;
use tabia_games::strength::standings::{FinishedGame, Standings};
use tabia_host::external::option::UciOption;
use tabia_host::external::spec::{Identity, UciSpec};
use tabia_host::referee::live::{LiveEnd, LiveEvent, LiveGame, LiveMove, TournamentState};
use tabia_host::referee::plan::{OpeningSource, Plan, SprtPlan};
use tabia_host::referee::player::Player;
use tabia_host::referee::resume::KeptGame;
use tabia_host::referee::schedule::{Colours, Fixture, Format, Progress};
use tabia_text::t;

use super::test_app::{TestApp, blitz};

fn give(app: &mut TestApp, action: ArenaAction) {
    app.act(Action::Arena(action));
}

fn news(app: &mut TestApp, news: ArenaNews) {
    give(app, ArenaAction::News(news));
}

fn orders(app: &mut TestApp) -> Vec<ArenaCommand> {
    let arena = |effect| match effect {
        Effect::Arena(order) => Some(order),
        _ => None,
    };
    app.take_effects().into_iter().filter_map(arena).collect()
}

fn plan(app: &TestApp) -> Plan {
    Draft::first(app.model.processors).plan
}

fn begun(plan: Plan) -> ArenaNews {
    let names = plan.players.iter().map(|player| player.label().to_owned()).collect();
    let progress = Progress { games: draft::games(&plan), ..Progress::default() };
    ArenaNews::Begun(Box::new(TournamentStarted {
        plan,
        file: None,
        names,
        results: Vec::new(),
        progress,
    }))
}

fn result(number: u32, (white, black): (usize, usize), points: Points) -> FinishedGame {
    let (termination, plies) = ("normal".to_owned(), 80);
    let (time_ms, moves) = ([9_000, 9_000], [40, 40]);
    FinishedGame {
        number,
        round: number / 2,
        white,
        black,
        points,
        termination,
        plies,
        time_ms,
        moves,
    }
}

fn played(number: u32, sides: (usize, usize), points: Points) -> ArenaNews {
    let (result, cause) = (result(number, sides, points), Cause::Winning);
    let progress = Progress { games: 10, ..Progress::default() };
    ArenaNews::Played(Box::new(GamePlayed { result, cause, nodes: [None; 2], progress }))
}

fn mv(board: &Board, text: &str) -> Move {
    uci_move::parse(board, text).unwrap()
}

fn live_game() -> LiveGame {
    LiveGame {
        fixture: Fixture { game: 0, round: 0, white: 0, black: 1 },
        names: ["Tabia".to_owned(), "Tabia PUCT".to_owned()],
        controls: [Control::Clock("10+0.1".parse().unwrap()); 2],
        opening: GamePosition::new(Board::start()),
        moves: Vec::new(),
        thinking: None,
    }
}

#[test]
fn a_tournament_that_runs_is_seen_table_by_table_and_game_by_game() {
    let mut app = TestApp::new();
    app.give(UserCommand::ArenaWorkspace);
    assert_eq!(app.model.view.workspace, Workspace::Arena);
    assert!(matches!(orders(&mut app)[..], [ArenaCommand::Find(_)]), "what is kept is looked for");
    give(&mut app, ArenaAction::SetUp);
    give(&mut app, ArenaAction::Start);
    assert!(matches!(&orders(&mut app)[..], [ArenaCommand::Play(_, None)]));
    give(&mut app, ArenaAction::Start);
    assert!(orders(&mut app).is_empty(), "it is being made ready already");
    let plan = plan(&app);
    news(&mut app, begun(plan));
    let board = Board::start();
    let info = IterationInfo::new(9, Color::White, Score::Cp(30), vec![mv(&board, "e2e4")]);
    let e4 = LiveMove {
        mv: mv(&board, "e2e4"),
        san: "e4".to_owned(),
        uci: "e2e4".to_owned(),
        mover: Color::White,
        score: Some(Score::Cp(35)),
        depth: Some(10),
        nodes: None,
        nps: Some(1_000),
        pv: vec![mv(&board, "e2e4")],
        spent_ms: 500,
        clocks_ms: [Some(9_600), Some(10_000)],
    };
    let events =
        vec![LiveEvent::Begun(1, Box::new(live_game())), LiveEvent::Thinking(1, Box::new(info))];
    news(&mut app, ArenaNews::Live(events));
    let run = app.model.arena.run.as_ref().unwrap();
    let (_, table) = run.under_way().next().unwrap();
    assert_eq!(table.opinions[0].as_ref().unwrap().depth, Some(9));
    news(&mut app, ArenaNews::Live(vec![LiveEvent::Moved(1, Box::new(e4))]));
    let run = app.model.arena.run.as_ref().unwrap();
    let (at, table) = run.under_way().next().unwrap();
    assert_eq!((at, table.plies, table.clocks_ms), (1, 1, [Some(9_600), Some(10_000)]));
    assert_eq!(table.opinions[0].as_ref().unwrap().score, Some(Score::Cp(35)));
    assert_eq!(table.courses, [vec![(0, Score::Cp(35))], Vec::new()]);
    assert_eq!(table.board.stm(), Color::Black);

    news(&mut app, played(0, (0, 1), Points::Win));
    news(&mut app, played(1, (1, 0), Points::Draw));
    let run = app.model.arena.run.as_ref().unwrap();
    assert_eq!((run.ended.len(), run.standings().rows[0].points()), (2, 1.5));
    give(&mut app, ArenaAction::List(GamesShown::Between(0, 1)));
    let listed = |app: &TestApp| -> Vec<u32> {
        let run = app.model.arena.run.as_ref().unwrap();
        let games = (0..run.listed()).filter_map(|row| run.listed_game(row));
        games.map(|(_, game)| game.result.number).collect()
    };
    assert_eq!(listed(&app), [1, 0], "the newest first");
    news(&mut app, played(2, (1, 2), Points::Draw));
    assert_eq!(listed(&app), [1, 0], "others played it");
    news(&mut app, played(3, (0, 1), Points::Draw));
    assert_eq!(listed(&app), [3, 1, 0]);
    give(&mut app, ArenaAction::List(GamesShown::Last));
    assert_eq!(listed(&app), [3, 2, 1, 0]);

    news(&mut app, ArenaNews::Over(None));
    let run = app.model.arena.run.as_ref().unwrap();
    assert_eq!(run.state, TournamentState::Ended { complete: false });
    assert_eq!(run.under_way().count(), 0);
}

#[test]
fn the_board_that_is_shown_alone_is_copied_and_not_the_users_game() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.give(UserCommand::ArenaWorkspace);
    assert!(!UserCommand::CopyFen.is_enabled(&app.model), "no board is shown");
    let plan = Plan { concurrency: 2, ..plan(&app) };
    news(&mut app, begun(plan));
    let opening = GamePosition::new(Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 3").unwrap());
    let game = LiveGame { opening, ..live_game() };
    news(&mut app, ArenaNews::Live(vec![LiveEvent::Begun(1, Box::new(game))]));
    assert!(!UserCommand::CopyFen.is_enabled(&app.model), "all games are shown");
    give(&mut app, ArenaAction::Enlarge(Some(1)));
    app.take_effects();
    app.give(UserCommand::CopyFen);
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 3";
    let copies = |e: &Effect| matches!(e, Effect::CopyText(text) if text == fen);
    assert!(app.take_effects().iter().any(copies));
    app.give(UserCommand::CopyPicture);
    let named = |e: &Effect| matches!(e, Effect::CopyPicture(job) if job.tags.known("Black") == Some("Tabia PUCT"));
    assert!(app.take_effects().iter().any(named));
    assert!(!UserCommand::CopyPgn.is_enabled(&app.model));
    assert!(!UserCommand::SaveFile.is_enabled(&app.model));
}

#[test]
fn as_many_games_begin_as_a_game_of_ones_own_leaves_processors_for() {
    let mut app = TestApp::new();
    app.model.processors = 4;
    app.model.settings.engine.threads = 2;
    let plan = Plan { concurrency: 3, ..plan(&app) };
    news(&mut app, begun(plan));
    let all = [ArenaCommand::SetConcurrency(3), ArenaCommand::Resume];
    assert_eq!(orders(&mut app), all, "the game on the board has not begun");
    app.act(Action::StartGame(blitz()));
    app.play("e2e4");
    assert_eq!(orders(&mut app), [ArenaCommand::SetConcurrency(2)]);
    app.model.settings.engine.threads = 4;
    app.act(Action::Tick);
    assert_eq!(orders(&mut app), [ArenaCommand::Pause], "nothing is left");
    assert!(!app.model.arena.run.as_ref().unwrap().paused, "the user has not paused it");
    app.answer("e7e5");
    let one = [ArenaCommand::SetConcurrency(1), ArenaCommand::Resume];
    assert_eq!(orders(&mut app), one, "nobody searches while the user thinks");
    app.give(UserCommand::Pause);
    assert_eq!(orders(&mut app), [ArenaCommand::SetConcurrency(3)], "a paused game needs nothing");
    app.give(UserCommand::Pause);
    app.play("d2d4");
    orders(&mut app);
    app.give(UserCommand::Resign);
    app.act(Action::Confirm);
    assert_eq!(orders(&mut app), all);
}

#[test]
fn a_tournament_waits_until_it_is_known_how_many_games_may_begin() {
    let mut app = TestApp::new();
    app.model.processors = 2;
    app.model.settings.engine.threads = 2;
    app.act(Action::StartGame(blitz()));
    app.play("e2e4");
    let plan = Plan { concurrency: 2, ..plan(&app) };
    news(&mut app, begun(plan));
    assert_eq!(app.model.arena.run.as_ref().unwrap().allowed, 0);
    assert_eq!(orders(&mut app), [], "it is waiting already");
}

#[test]
fn engines_that_analyse_together_leave_a_tournament_as_much_as_one_alone() {
    let mut app = TestApp::new();
    app.model.processors = 4;
    app.model.settings.engine.threads = 2;
    let plan = Plan { concurrency: 3, ..plan(&app) };
    news(&mut app, begun(plan));
    orders(&mut app);
    app.give(UserCommand::ToggleAnalysis);
    assert!(matches!(orders(&mut app)[..], [ArenaCommand::SetConcurrency(2)]));
    app.act(Action::TakesPart(EngineId::PUCT, true));
    assert_eq!(app.model.analysing().len(), 2);
    assert!(orders(&mut app).is_empty(), "they share the two threads");
}

#[test]
fn time_in_which_it_waits_is_no_time_of_its_games() {
    let mut app = TestApp::new();
    let plan = plan(&app);
    news(&mut app, begun(plan));
    app.now += 10_000;
    news(&mut app, played(0, (0, 1), Points::Win));
    let left = |app: &TestApp| app.model.arena.run.as_ref().unwrap().left_ms(app.now);
    assert_eq!(left(&app), Some(90_000));
    let state = |state| ArenaNews::Live(vec![LiveEvent::State(state)]);
    news(&mut app, state(TournamentState::Paused(None)));
    app.now += 500_000;
    assert_eq!(left(&app), Some(90_000));
    news(&mut app, state(TournamentState::Playing));
    assert_eq!(left(&app), Some(90_000));
}

#[test]
fn a_move_of_a_game_has_the_number_it_has_in_its_opening() {
    let mut app = TestApp::new();
    let plan = plan(&app);
    news(&mut app, begun(plan));
    for (fen, before) in
        [("4k3/8/8/8/8/8/4P3/4K3 b - - 0 20", 39), ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 3", 4)]
    {
        let opening = GamePosition::new(Board::from_fen(fen).unwrap());
        let game = Box::new(LiveGame { opening, ..live_game() });
        news(&mut app, ArenaNews::Live(vec![LiveEvent::Begun(0, game)]));
        let run = app.model.arena.run.as_ref().unwrap();
        assert_eq!(run.under_way().next().unwrap().1.before, before);
    }
}

#[test]
fn a_plan_of_a_file_is_played_beside_it_until_it_is_changed() {
    let mut app = TestApp::new();
    let (plan, file) = (plan(&app), PathBuf::from("club.json"));
    news(&mut app, ArenaNews::Opened(Box::new(plan), file.clone()));
    let mut draft = app.model.arena.draft.clone().unwrap();
    assert_eq!(draft.file(), Some(file));
    draft.plan.concurrency += 1;
    assert_eq!(draft.file(), None);
    give(&mut app, ArenaAction::Draft(draft));
    orders(&mut app);
    give(&mut app, ArenaAction::Start);
    assert!(matches!(&orders(&mut app)[..], [ArenaCommand::Play(_, None)]));
    news(&mut app, ArenaNews::Over(Some("no engine".to_owned())));
    assert!(app.model.arena.draft.is_some(), "what was set up stays");
    assert!(app.says("no engine") && app.model.arena_busy().is_none());
}

#[test]
fn what_is_being_set_up_is_there_again_in_the_next_session() {
    let mut app = TestApp::new();
    let (plan, file) = (plan(&app), PathBuf::from("club.json"));
    news(&mut app, ArenaNews::Opened(Box::new(plan), file));
    let mut draft = app.model.arena.draft.clone().unwrap();
    "Club night".clone_into(&mut draft.plan.name);
    give(&mut app, ArenaAction::Draft(draft.clone()));
    let restored = |app: &TestApp| {
        let text = Session::of(&app.model, app.now).to_text();
        let mut later = TestApp::new();
        later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
        later.model.arena.draft.clone()
    };
    assert_eq!(restored(&app).as_ref(), Some(&draft));
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        // Such a name cannot be stored as text; the rest of the session can.
        let name = std::ffi::OsStr::from_bytes(b"games-\xff.pgn");
        draft.plan.openings.from = OpeningSource::Epd { file: name.into() };
        give(&mut app, ArenaAction::Draft(draft));
        assert_eq!(restored(&app), None);
    }
    give(&mut app, ArenaAction::Cancel);
    assert_eq!(restored(&app), None);
}

#[test]
fn an_answer_within_a_few_milliseconds_has_no_speed() {
    let mut app = TestApp::new();
    let plan = plan(&app);
    news(&mut app, begun(plan));
    let board = Board::start();
    for (time_ms, speed) in [(1, None), (400, Some(2_610_000))] {
        let mut info = IterationInfo::new(9, Color::White, Score::Cp(30), vec![mv(&board, "e2e4")]);
        (info.time_ms, info.nps) = (time_ms, Some(2_610_000));
        let events = vec![
            LiveEvent::Begun(0, Box::new(live_game())),
            LiveEvent::Thinking(0, Box::new(info)),
        ];
        news(&mut app, ArenaNews::Live(events));
        let (_, table) = app.model.arena.run.as_ref().unwrap().under_way().next().unwrap();
        assert_eq!(table.opinions[0].as_ref().unwrap().nps, speed, "{time_ms} ms");
    }
}

#[test]
fn what_is_set_up_leaves_the_saved_session_when_it_is_played() {
    let mut app = TestApp::new();
    give(&mut app, ArenaAction::SetUp);
    let draft = app.model.arena.draft.clone().unwrap();
    give(&mut app, ArenaAction::Start);
    app.take_effects();
    news(&mut app, begun(draft.plan));
    assert!(app.model.arena.draft.is_none());
    let saves = |effect: &Effect| matches!(effect, Effect::SaveSession);
    assert!(app.take_effects().iter().any(saves), "a crash must not bring it back");
}

#[test]
fn the_curve_of_a_test_has_a_point_for_each_pair() {
    let mut app = TestApp::new();
    let mut plan = draft::in_form(&plan(&app), Form::Match);
    let model = EloModel::Logistic;
    plan.sprt = Some(SprtPlan { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model });
    news(&mut app, begun(plan));
    for (number, sides) in [(0, (0, 1)), (1, (1, 0)), (2, (0, 1))] {
        let points = if sides.0 == 0 { Points::Win } else { Points::Draw };
        news(&mut app, played(number, sides, points));
    }
    let run = app.model.arena.run.as_ref().unwrap();
    assert_eq!(run.curve.len(), 1);
    assert_eq!((run.curve[0].0, run.pairs().0), (2, [0, 0, 0, 1, 0]));
    assert!(run.curve[0].1 > 0.0 && run.decision().is_none());
}

#[test]
fn a_match_whose_test_has_decided_does_not_become_longer() {
    let mut app = TestApp::new();
    let mut plan = draft::in_form(&plan(&app), Form::Match);
    let model = EloModel::Logistic;
    plan.sprt = Some(SprtPlan { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05, model });
    news(&mut app, begun(plan));
    orders(&mut app);
    for number in 0..100 {
        let sides = if number % 2 == 0 { (0, 1) } else { (1, 0) };
        let points = if number % 4 == 0 { Points::Win } else { Points::Draw };
        news(&mut app, played(number, sides, points));
    }
    news(&mut app, ArenaNews::Over(None));
    orders(&mut app);
    assert!(app.model.arena.run.as_ref().unwrap().decision().is_some());
    give(&mut app, ArenaAction::Grow(Growth::Cycles(300)));
    assert!(orders(&mut app).is_empty() && !app.model.arena.preparing);
}

#[test]
fn a_board_keeps_its_game_until_the_next_one_begins() {
    let mut app = TestApp::new();
    let plan = plan(&app);
    news(&mut app, begun(plan));
    let live = |app: &mut TestApp, event| news(app, ArenaNews::Live(vec![event]));
    let end = || {
        let (result, termination) = ("1-0", "normal");
        LiveEvent::Ended(
            0,
            live_game().fixture,
            LiveEnd { result, termination, reason: String::new() },
        )
    };
    let shown = |app: &TestApp| {
        let run = app.model.arena.run.as_ref().unwrap();
        (run.at_table(0).is_some(), run.under_way().count())
    };
    assert_eq!(shown(&app), (false, 0));
    live(&mut app, LiveEvent::Begun(0, Box::new(live_game())));
    assert_eq!(shown(&app), (true, 1));
    live(&mut app, end());
    assert_eq!(shown(&app), (true, 0), "the next one begins at once");
    live(&mut app, LiveEvent::State(TournamentState::Paused(None)));
    assert_eq!(shown(&app), (false, 0));
    live(&mut app, LiveEvent::State(TournamentState::Playing));
    for number in 0..9 {
        news(&mut app, played(number, (0, 1), Points::Draw));
    }
    assert_eq!(shown(&app), (true, 0), "one is left");
    news(&mut app, played(9, (0, 1), Points::Draw));
    assert_eq!(shown(&app), (false, 0), "that was the last one");
}

#[test]
fn what_is_set_up_says_how_many_games_it_is_and_how_long_it_takes() {
    let app = TestApp::new();
    let mut plan = plan(&app);
    assert_eq!(draft::games(&plan), 10, "five pairs");
    plan.concurrency = 2;
    plan.control = Some(Control::MoveTime(Duration::from_secs(1)));
    assert_eq!(draft::duration(&plan, 10), Some(Duration::from_secs(2 * 55 * 10 / 2)));
    plan.control = Some(Control::Nodes(1_000));
    assert_eq!(draft::duration(&plan, 10), None, "nodes are no time");
    let again = draft::with_own_name(&plan, plan.players[0].clone());
    assert_eq!(again.label(), "Tabia 2");
    plan.players.push(again);
    let knock_out = draft::in_form(&plan, Form::KnockOut);
    assert!(matches!(knock_out.format, Format::KnockOut { pairs: 1, .. }));
    assert!(draft::problem(&knock_out).is_none());
    let two = draft::in_form(&plan, Form::Match);
    assert_eq!(draft::problem(&two).unwrap(), t!("arena-needs-just-two", n = two.players.len()));
}

#[test]
fn keys_that_change_the_game_do_nothing_where_it_is_not_seen() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.give(UserCommand::ArenaWorkspace);
    assert!(!UserCommand::Previous.is_enabled(&app.model));
    assert!(!UserCommand::Takeback.is_enabled(&app.model));
    app.give(UserCommand::StudyWorkspace);
    assert!(UserCommand::Previous.is_enabled(&app.model));
}

#[test]
fn a_tournament_becomes_longer_and_takes_another_player_while_it_runs() {
    let mut app = TestApp::new();
    let plan = plan(&app);
    news(&mut app, begun(plan.clone()));
    news(&mut app, played(0, (0, 1), Points::Win));
    orders(&mut app);
    give(&mut app, ArenaAction::Grow(Growth::Cycles(7)));
    assert!(matches!(orders(&mut app)[..], [ArenaCommand::Grow(Growth::Cycles(7))]));
    assert!(!app.model.arena.preparing, "it goes on meanwhile");
    let third = draft::own_player(SearchKind::AlphaBeta, Some(1800));
    let grown = Growth::Player(Box::new(third)).apply(&plan).unwrap();
    let names = grown.players.iter().map(|player| player.label().to_owned()).collect();
    news(&mut app, ArenaNews::Grown(Box::new(PlanExtended { plan: grown, names, games: 30 })));
    let run = app.model.arena.run.as_ref().unwrap();
    assert_eq!((run.progress.games, run.standings().rows.len(), run.ended.len()), (30, 3, 1));

    // After its last game it is prepared again.
    news(&mut app, ArenaNews::Over(None));
    orders(&mut app);
    give(&mut app, ArenaAction::Grow(Growth::Cycles(8)));
    assert!(matches!(orders(&mut app)[..], [ArenaCommand::Grow(Growth::Cycles(8))]));
    assert!(app.model.arena.preparing);
    let swiss = draft::in_form(&plan, Form::Swiss);
    assert_eq!(Growth::Cycles(9).apply(&swiss), None, "its rounds follow from each other");
}

#[test]
fn a_file_that_is_picked_becomes_openings_tables_or_an_option() {
    let mut app = TestApp::new();
    give(&mut app, ArenaAction::SetUp);
    let picked = |app: &mut TestApp, pick, path: &str| {
        news(app, ArenaNews::Picked(pick, PathBuf::from(path)));
        app.model.arena.draft.clone().unwrap().plan
    };
    for (path, from) in [
        ("/o/a.PGN", OpeningSource::Pgn { file: "/o/a.PGN".into(), plies: 16 }),
        ("/o/b.bin", OpeningSource::Book { file: "/o/b.bin".into(), plies: 16 }),
        ("/o/c.epd", OpeningSource::Epd { file: "/o/c.epd".into() }),
    ] {
        assert_eq!(picked(&mut app, ArenaPick::Openings, path).openings.from, from);
    }
    let plan = picked(&mut app, ArenaPick::Tables, "/syzygy");
    assert_eq!(plan.adjudication.syzygy, Some("/syzygy".into()));
    let player = PickFor::new(1, &plan.players[1]);
    let pick = ArenaPick::Option { player, name: "PolicyFile".to_owned(), folder: false };
    let plan = picked(&mut app, pick, "/new.policy");
    assert_eq!(plan.players[1].options.get("PolicyFile").unwrap(), "/new.policy");
    give(&mut app, ArenaAction::Cancel);
    news(&mut app, ArenaNews::Picked(ArenaPick::Tables, PathBuf::from("/late")));
    assert!(app.model.arena.draft.is_none());
}

#[test]
fn a_player_is_offered_the_options_of_its_own_engine() {
    let names = |kind| -> Vec<String> {
        let options = draft::options(&[], &draft::own_player(kind, None));
        options.into_iter().map(|option| option.name).collect()
    };
    let (alpha_beta, puct) = (names(SearchKind::AlphaBeta), names(SearchKind::Puct));
    let has = |names: &[String], name: &str| names.iter().any(|known| known == name);
    assert!(has(&alpha_beta, "EvalFile") && has(&puct, "EvalFile"));
    assert!(has(&puct, "PuctMethod") && !has(&alpha_beta, "PuctMethod"));
    assert!(alpha_beta.iter().any(|name| name.starts_with("Rule ")), "switches");
    assert!(!puct.iter().any(|name| name.starts_with("Rule ")));
    for name in ["Threads", "Hash", "UCI_Elo", "Search", "Clear Hash"] {
        assert!(!has(&alpha_beta, name), "{name} has its own field or none");
    }
}

#[test]
fn the_threads_of_the_plan_count_for_players_without_their_own() {
    let mut plan = Draft::first(8).plan;
    (plan.threads, plan.concurrency) = (8, 4);
    assert_eq!(draft::threads(&plan), 32);
    plan.players[0].threads = Some(2);
    assert_eq!(draft::threads(&plan), 32, "the other player has the plan's");
    plan.players[1].threads = Some(1);
    assert_eq!(draft::threads(&plan), 8);
}

#[test]
fn what_was_not_played_to_its_end_is_offered_and_what_was_is_shown() {
    let mut app = TestApp::new();
    app.give(UserCommand::ArenaWorkspace);
    let saved = |name: &str, played| SavedTournament {
        name: name.to_owned(),
        file: PathBuf::from(name),
        form: Some(Form::Match),
        problem: None,
        played,
        games: 10,
        players: Vec::new(),
        over: played == 10,
        tested: false,
        decision: None,
        winner: None,
        day: "2026.11.21".to_owned(),
    };
    news(&mut app, ArenaNews::Saved(Ok(vec![saved("torn", 7), saved("whole", 10)])));
    let over = app.model.arena.saved.iter().flatten().map(|saved| saved.over);
    assert_eq!(over.collect::<Vec<_>>(), [false, true]);

    let plan = plan(&app);
    news(&mut app, begun(plan));
    give(&mut app, ArenaAction::Close);
    assert!(app.model.arena.run.is_some(), "what runs stays in sight");
    news(&mut app, ArenaNews::Over(None));
    give(&mut app, ArenaAction::Close);
    assert!(app.model.arena.run.is_none());
}

#[test]
fn what_was_taken_off_the_list_can_be_brought_back() {
    let mut app = TestApp::new();
    let aside = |name: &str| PutAside {
        file: PathBuf::from(format!("/t/{name}.json")),
        plan: PathBuf::from(format!("/t/{name}.json.deleted")),
        games: None,
    };
    news(&mut app, ArenaNews::PutAside(Ok(aside("first"))));
    news(&mut app, ArenaNews::PutAside(Ok(aside("second"))));
    assert!(app.says("second was removed from the list") && !app.says("first"));
    orders(&mut app);
    let offer = app.model.toasts.iter().next_back().unwrap().offers[0];
    app.act(offer.action());
    assert!(
        matches!(&orders(&mut app)[..], [ArenaCommand::BringBack(of)] if *of == aside("second"))
    );
    news(&mut app, ArenaNews::BroughtBack(Err("it is taken".to_owned())));
    assert!(app.says("it is taken") && matches!(orders(&mut app)[..], [ArenaCommand::Find(_)]));
}

#[test]
fn a_tournament_played_beside_its_plan_is_remembered_and_gone_on_with() {
    let mut app = TestApp::new();
    app.give(UserCommand::ArenaWorkspace);
    let (plan, file) = (plan(&app), PathBuf::from("/cups/cup.json"));
    orders(&mut app);
    news(&mut app, ArenaNews::Opened(Box::new(plan), file.clone()));
    assert!(
        matches!(&orders(&mut app)[..], [ArenaCommand::Find(plans)] if *plans == [file.clone()])
    );
    assert!(app.model.arena.continued().is_none(), "nothing is known of games");
    let saved = SavedTournament {
        name: "Cup".to_owned(),
        file: file.clone(),
        form: Some(Form::KnockOut),
        problem: None,
        played: 4,
        games: 8,
        players: Vec::new(),
        over: false,
        tested: false,
        decision: None,
        winner: None,
        day: "2026.11.21".to_owned(),
    };
    news(&mut app, ArenaNews::Saved(Ok(vec![saved])));
    assert_eq!(app.model.arena.continued().unwrap().played, 4);
    let mut draft = app.model.arena.draft.clone().unwrap();
    draft.plan.name = "Another".to_owned();
    give(&mut app, ArenaAction::Draft(draft));
    assert!(app.model.arena.continued().is_none(), "it is played elsewhere");

    // Its files are not renamed: it is only forgotten.
    let aside = PutAside { file: file.clone(), plan: file.clone(), games: None };
    news(&mut app, ArenaNews::PutAside(Ok(aside)));
    assert!(app.says("stay where they are"));
    assert!(matches!(&orders(&mut app)[..], [ArenaCommand::Find(plans)] if plans.is_empty()));
    give(&mut app, ArenaAction::BringBack);
    assert!(
        matches!(&orders(&mut app)[..], [ArenaCommand::Find(plans)] if *plans == [file.clone()])
    );
    assert_eq!(app.model.settings.tournament_plans, [file]);
}

#[test]
fn an_opened_knock_out_with_single_games_can_be_played() {
    let mut app = TestApp::new();
    let mut plan = draft::in_form(&plan(&app), Form::KnockOut);
    plan.games = Colours::Alternating;
    assert!(draft::problem(&plan).is_some());
    news(&mut app, ArenaNews::Opened(Box::new(plan.clone()), PathBuf::from("/t/cup.json")));
    let draft = app.model.arena.draft.as_ref().unwrap();
    assert_eq!(draft.plan, Plan { games: Colours::Pairs, ..plan });
    assert_eq!((app.model.arena_start_refused(), draft.file()), (None, None), "it has changed");
}

#[test]
fn what_fails_at_the_start_is_shown_once() {
    let mut app = TestApp::new();
    let failed = || ArenaNews::Over(Some("Slow: no readyok".to_owned()));
    news(&mut app, failed());
    assert!(app.says("no readyok"), "elsewhere by a note");
    app.model.toasts.clear();
    app.give(UserCommand::ArenaWorkspace);
    give(&mut app, ArenaAction::SetUp);
    news(&mut app, failed());
    assert!(!app.says("no readyok") && app.model.arena.problem.is_some(), "by the form");
}

#[test]
fn copies_of_a_player_stand_in_their_order() {
    let mut plan = plan(&TestApp::new());
    plan.players.insert(1, draft::own_player(SearchKind::AlphaBeta, Some(1500)));
    assert_eq!([0, 0, 0].map(|at| draft::copy_player(&mut plan, at)), [1, 2, 3]);
    let names: Vec<_> = plan.players.iter().map(Player::label).collect();
    assert_eq!(names[..5], ["Tabia", "Tabia 2", "Tabia 3", "Tabia 4", "Tabia 1500"]);
}

#[test]
fn a_knock_out_has_as_many_games_as_its_ties_need() {
    let mut plan = plan(&TestApp::new());
    plan.players = (0..6).map(|_| plan.players[0].clone()).collect();
    plan.format = Format::KnockOut { pairs: 1, tie_breaks: 2 };
    assert_eq!((draft::games(&plan), draft::most_games(&plan)), (10, 30));
    plan.format = Format::Swiss { rounds: 2, pairs: 1 };
    assert_eq!(draft::games(&plan), draft::most_games(&plan));
}

#[test]
fn the_last_game_is_in_sight_when_the_tournament_is_over() {
    let mut app = TestApp::new();
    let plan = plan(&app);
    news(&mut app, begun(plan));
    let fixture = |game| Fixture { game, ..live_game().fixture };
    let begins = |table, game| {
        LiveEvent::Begun(table, Box::new(LiveGame { fixture: fixture(game), ..live_game() }))
    };
    let ends = |table, game| {
        let (result, termination, reason) = ("1-0", "normal", String::new());
        LiveEvent::Ended(table, fixture(game), LiveEnd { result, termination, reason })
    };
    let shown = |app: &TestApp| {
        let last = app.model.arena.run.as_ref().unwrap().last_game();
        last.map(|(table, ended)| (table.fixture.game, ended.result.number, ended.result.points))
    };
    news(&mut app, ArenaNews::Live(vec![begins(0, 0), begins(1, 1)]));
    app.now += 3_000;
    news(&mut app, ArenaNews::Live(vec![ends(1, 1), begins(1, 2)]));
    assert_eq!(shown(&app), None, "it does not count yet");
    news(&mut app, played(1, (0, 1), Points::Win));
    assert_eq!(shown(&app), Some((1, 1, Points::Win)));
    app.now += 5_000;
    let (table, _) = app.model.arena.run.as_ref().unwrap().last_game().unwrap();
    let left = Color::ALL.map(|side| table.left_ms(side, app.now));
    assert_eq!(left, [Some(7_000), Some(10_000)], "its clocks have stopped");
    assert!(!table.thinks(Color::White));
    news(&mut app, played(0, (0, 1), Points::Loss));
    // The third ends when a test has decided, and the fourth is abandoned.
    let last = vec![ends(0, 0), ends(1, 2), begins(0, 3)];
    news(&mut app, ArenaNews::Live(last));
    news(&mut app, ArenaNews::Over(None));
    assert_eq!(app.model.arena.run.as_ref().unwrap().under_way().count(), 0);
    assert_eq!(shown(&app), Some((0, 0, Points::Loss)));
}

#[test]
fn a_plan_is_saved_in_a_file_of_its_name() {
    let mut app = TestApp::new();
    let plan = plan(&app);
    give(&mut app, ArenaAction::Draft(Box::new(Draft { plan: plan.clone(), opened: None })));
    give(&mut app, ArenaAction::SavePlan);
    let saves = |effect: &Effect| {
        matches!(effect, Effect::SaveText { name, ending: "json", text }
            if *name == printable::file_name(&plan.name) && *text == plan.text())
    };
    assert!(app.take_effects().iter().any(saves));
}

#[test]
fn the_engine_that_is_awaited_is_named() {
    let mut app = TestApp::new();
    let plan = plan(&app);
    give(&mut app, ArenaAction::Draft(Box::new(Draft { plan: plan.clone(), opened: None })));
    give(&mut app, ArenaAction::Start);
    news(&mut app, ArenaNews::Starting("Slow".to_owned()));
    assert!(app.model.arena_busy().unwrap().contains("Slow"));
    news(&mut app, ArenaNews::Over(Some("Slow: no readyok".to_owned())));
    assert!(app.model.arena_busy().is_none() && app.model.arena.problem.is_some());
    give(&mut app, ArenaAction::Draft(Box::new(Draft { plan: plan.clone(), opened: None })));
    assert!(app.model.arena.problem.is_none(), "it was of the plan before");
    give(&mut app, ArenaAction::Start);
    // Another tournament in the folder has that name.
    news(&mut app, begun(Plan { name: format!("{} 2", plan.name), ..plan }));
    assert!(app.model.arena.draft.is_none());
}

#[test]
fn a_rating_can_be_set_of_engines_that_may_have_one() {
    let mut spec = UciSpec::new(1, "sf", Vec::new());
    let player = Player { engine: "sf".to_owned(), ..Player::default() };
    let takes = |spec: &UciSpec| draft::takes_elo(std::slice::from_ref(spec), &player);
    assert!(takes(&spec), "nothing is known of it");
    let with = |lines: &[&str]| {
        let options = lines.iter().map(|line| UciOption::parse(line)).collect();
        Some(Identity { options, ..Identity::default() })
    };
    spec.identity = with(&["name Hash type spin default 16 min 1 max 64"]);
    assert!(!takes(&spec));
    spec.identity = with(&["name uci_elo type spin default 1500 min 1000 max 3000"]);
    assert!(takes(&spec));
    for (word, can) in [("alphabeta", true), ("scratch", false)] {
        let player = Player { engine: word.to_owned(), ..Player::default() };
        assert_eq!(draft::takes_elo(&[], &player), can, "{word}");
    }
}

#[test]
fn the_rating_list_begins_with_whoever_has_all_points_and_ends_with_the_weakest() {
    let mut app = TestApp::new();
    let mut games = Vec::new();
    for (number, (sides, points)) in [
        ((1, 0), Points::Win),
        ((0, 1), Points::Draw),
        ((0, 1), Points::Win),
        ((1, 0), Points::Win),
        ((2, 0), Points::Win),
    ]
    .into_iter()
    .enumerate()
    {
        games.push(result(number as u32, sides, points));
    }
    let names = ["weaker", "stronger", "unbeaten"].map(str::to_owned).to_vec();
    let standings = Standings::of(3, &games, &[]);
    let list = RatingList::new(names, standings, 2);
    assert_eq!(list.rows().iter().map(|row| row.player).collect::<Vec<_>>(), [2, 1, 0]);
    app.give(UserCommand::PlayWorkspace);
    news(&mut app, ArenaNews::Ratings(Box::new(list)));
    assert!(app.model.arena.ratings.is_some());
    assert_eq!(app.model.view.workspace, Workspace::Play, "a late answer calls nobody away");
    give(&mut app, ArenaAction::Close);
    assert!(app.model.arena.ratings.is_none());
}

#[test]
fn names_of_files_and_engines_can_be_drawn() {
    let mut app = TestApp::new();
    let mut plan = plan(&app);
    plan.name = "a\u{1b}[31m\u{202e}b".to_owned();
    plan.players[0].name.clone_from(&plan.name);
    news(&mut app, begun(plan));
    let mut game = live_game();
    game.names[1] = "c\u{7}".to_owned();
    news(&mut app, ArenaNews::Live(vec![LiveEvent::Begun(0, Box::new(game))]));
    let run = app.model.arena.run.as_ref().unwrap();
    let (_, table) = run.under_way().next().unwrap();
    for text in [&run.title(), &run.names[0], &table.names[1]] {
        assert!(!text.contains(printable::is_active), "{text:?}");
    }
}

#[test]
fn a_match_of_the_duel_and_of_a_comparison_is_set_up_and_replaces_no_plan_of_the_user() {
    let mut app = TestApp::new();
    app.model.processors = 8;
    app.model.settings.engine.threads = 2;
    app.model.settings.think_ms = 700;
    app.model.settings.contempt = 15;
    app.model.settings.puct.config = Some(PuctConfig::Knowledge);
    give(&mut app, ArenaAction::Propose(Proposal::Duel));
    assert_eq!(app.model.view.workspace, Workspace::Arena);
    let duel = app.model.arena.draft.clone().unwrap().plan;
    assert_eq!(duel.control, Some(Control::MoveTime(Duration::from_millis(700))));
    assert_eq!((duel.concurrency, duel.players[0].threads), (3, Some(2)));
    let option = |player: usize, name: &str| duel.players[player].options.get(name).cloned();
    assert_eq!(option(0, "Contempt").as_deref(), Some("15"));
    assert_eq!(option(1, "PuctMethod").as_deref(), Some("knowledge"));
    assert!(duel.ready(Path::new("")).is_ok(), "it can start");

    // An unchanged plan is replaced without a question.
    give(&mut app, ArenaAction::SetUp);
    give(&mut app, ArenaAction::Propose(Proposal::Duel));
    assert_eq!(app.model.arena.draft.as_ref().unwrap().plan, duel, "the same again");
    give(&mut app, ArenaAction::Propose(Proposal::Comparison));
    assert!(app.model.dialog.is_none());
    let compared = app.model.arena.draft.clone().unwrap().plan;
    assert_eq!(compared.players[1].options.get("Rule Null move").unwrap(), "false");
    let names = [0, 1].map(|at| compared.players[at].name.as_str());
    assert_eq!(names, ["A everything on", "B Null move off"], "as the comparison calls them");
    assert!(compared.ready(Path::new("")).is_ok());

    // A changed plan is replaced only after a question.
    let mut changed = app.model.arena.draft.clone().unwrap();
    changed.plan.name = "Mine".to_owned();
    give(&mut app, ArenaAction::Draft(changed));
    for yes in [false, true] {
        give(&mut app, ArenaAction::Propose(Proposal::Duel));
        let asked = app.model.dialog.as_ref();
        assert!(
            matches!(asked, Some(Dialog::ReplacePlan { name, of: Some(Proposal::Duel) }) if name == "Mine")
        );
        assert_eq!(app.model.arena.draft.as_ref().unwrap().plan.name, "Mine");
        app.act(if yes { Action::Confirm } else { Action::CloseDialog });
    }
    assert_eq!(app.model.arena.draft.as_ref().unwrap().plan, duel);

    // A running tournament stays, and the plan set up beside it too.
    give(&mut app, ArenaAction::Cancel);
    give(&mut app, ArenaAction::SetUp);
    let mut other = app.model.arena.draft.clone().unwrap();
    other.plan.name = "Next".to_owned();
    give(&mut app, ArenaAction::Draft(other));
    news(&mut app, begun(compared));
    assert_eq!(app.model.arena.draft.as_ref().unwrap().plan.name, "Next");
    give(&mut app, ArenaAction::Cancel);
    give(&mut app, ArenaAction::Propose(Proposal::Duel));
    assert!(app.says(t!("arena-one-at-a-time")) && app.model.arena.draft.is_none());
}

#[test]
fn tournaments_proposed_by_the_empty_arena_can_start_and_are_as_described() {
    let mut app = TestApp::new();
    let proposed = |app: &mut TestApp, of| {
        give(app, ArenaAction::Propose(of));
        assert!(app.model.dialog.is_none(), "an unchanged plan is replaced without a question");
        let plan = app.model.arena.draft.clone().unwrap().plan;
        assert_eq!(draft::problem(&plan), None, "{of:?} can start");
        plan
    };
    let names = |plan: &Plan| -> Vec<String> {
        plan.players.iter().map(|player| player.label().to_owned()).collect()
    };
    let searches = proposed(&mut app, Proposal::Searches);
    assert_eq!((draft::games(&searches), searches.players.len()), (20, 2));
    let change = proposed(&mut app, Proposal::Change);
    assert!(change.sprt.is_some() && !draft::cannot_decide(&change));
    assert_eq!(names(&change), ["Tabia", "Tabia 2"]);
    let levels = proposed(&mut app, Proposal::Levels);
    assert_eq!(names(&levels), ["Tabia 1500", "Tabia 1800", "Tabia 2100"]);
    let spec = UciSpec::new(9, "other", Vec::new());
    app.model.settings.engines.engines.push(UciSpec { name: "Other".to_owned(), ..spec });
    let engines = proposed(&mut app, Proposal::Engines);
    assert_eq!(names(&engines), ["Tabia", "Other"]);
}

#[test]
fn a_plan_is_opened_in_place_of_a_changed_one_only_after_a_question() {
    let mut app = TestApp::new();
    let picks =
        |app: &mut TestApp| orders(app).iter().any(|order| matches!(order, ArenaCommand::PickPlan));
    give(&mut app, ArenaAction::SetUp);
    give(&mut app, ArenaAction::OpenPlan);
    assert!(picks(&mut app), "an unchanged plan is replaced without a question");
    let mut changed = app.model.arena.draft.clone().unwrap();
    changed.plan.name = "Mine".to_owned();
    give(&mut app, ArenaAction::Draft(changed));
    give(&mut app, ArenaAction::OpenPlan);
    let asked = app.model.dialog.as_ref();
    assert!(matches!(asked, Some(Dialog::ReplacePlan { name, of: None }) if name == "Mine"));
    assert!(!picks(&mut app));
    app.act(Action::Confirm);
    assert!(picks(&mut app));
    let saves = |app: &mut TestApp| {
        app.now += 10_000;
        app.act(Action::Tick);
        app.take_effects().iter().any(|effect| matches!(effect, Effect::SaveSession))
    };
    saves(&mut app);
    assert!(!saves(&mut app));
    let opened = ArenaNews::Opened(Box::new(plan(&app)), "/plans/other.toml".into());
    news(&mut app, opened);
    assert!(saves(&mut app), "the session has the opened plan");
    news(&mut app, ArenaNews::Picked(ArenaPick::Openings, "/openings.epd".into()));
    assert!(saves(&mut app), "and the picked file");
}

#[test]
fn how_many_games_decide_a_test_is_known_with_its_pace() {
    let run = |points: &dyn Fn(u32) -> Points, pairs: u32| {
        let mut app = TestApp::new();
        let mut plan = draft::in_form(&plan(&app), Form::Match);
        let model = EloModel::Logistic;
        plan.sprt = Some(SprtPlan { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model });
        news(&mut app, begun(plan));
        for pair in 0..pairs {
            for (number, sides, points) in
                [(2 * pair, (0, 1), points(pair)), (2 * pair + 1, (1, 0), Points::Draw)]
            {
                let (result, cause) = (result(number, sides, points), Cause::Winning);
                let progress = Progress { games: 40_000, ..Progress::default() };
                let played = GamePlayed { result, cause, nodes: [None; 2], progress };
                news(&mut app, ArenaNews::Played(Box::new(played)));
            }
        }
        let run = app.model.arena.run.clone().unwrap();
        assert_eq!(run.curve.len(), pairs as usize);
        let left = run.progress.games - run.ended.len() as u32;
        assert_eq!(run.games_left(), run.games_to_decide().unwrap_or(left), "else at most these");
        (run.games_to_decide(), run.curve.last().unwrap().1, run.decision())
    };
    let better = |pair| if pair % 4 == 0 { Points::Loss } else { Points::Win };
    assert_eq!(run(&better, 20).0, None, "too few");
    let (games, llr, decision) = run(&better, 40);
    assert_eq!(decision, None);
    let straight = 2.0 * (19.0_f64.ln() - llr) / (llr / 40.0);
    let games = f64::from(games.unwrap());
    assert!(games >= straight && games < 1.1 * straight + 1.0, "{games} and {straight}");
    let even = |pair| [Points::Win, Points::Loss][pair as usize % 2];
    assert_eq!(run(&even, 60).0, None, "it goes nowhere");
}

#[test]
fn the_games_of_a_cell_of_the_rating_list_are_asked_for_by_name() {
    let mut app = TestApp::new();
    let games = [result(0, (0, 1), Points::Win)];
    let names = ["One", "Two"].map(str::to_owned);
    let list = RatingList::new(names.to_vec(), Standings::of(2, &games, &[]), 1);
    news(&mut app, ArenaNews::Ratings(Box::new(list)));
    orders(&mut app);
    give(&mut app, ArenaAction::OpenMet(1, 0));
    let asked = orders(&mut app);
    assert!(
        matches!(&asked[..], [ArenaCommand::ReadMet([one, other], _)] if one == "Two" && other == "One")
    );
    give(&mut app, ArenaAction::OpenMet(1, 2));
    assert!(orders(&mut app).is_empty());
}

#[test]
fn a_player_of_the_list_of_engines_keeps_its_folder_and_its_variables() {
    let mut app = TestApp::new();
    let mut spec = UciSpec::new(1, "/opt/engine", Vec::new());
    spec.folder = Some("/opt/nets".to_owned());
    spec.environment = [("THREADS".to_owned(), "2".to_owned())].into();
    app.model.settings.engines.engines.push(spec.clone());
    let all =
        draft::candidates(&app.model.settings.engines.engines, &app.model.settings.scratch.eval);
    let player = all.iter().find(|player| player.engine == spec.command).unwrap();
    assert_eq!((&player.folder, &player.environment), (&spec.folder, &spec.environment));
    let mut plan = plan(&app);
    plan.players.insert(1, player.clone());
    assert_eq!(Plan::read(plan.text().as_bytes()).unwrap(), plan);
    let pick = ArenaPick::Folder(PickFor::new(1, &plan.players[1]));
    // The players may change while the question is open.
    plan.players.remove(0);
    give(&mut app, ArenaAction::Draft(Box::new(Draft { plan: plan.clone(), opened: None })));
    news(&mut app, ArenaNews::Picked(pick.clone(), PathBuf::from("/srv")));
    let now = &app.model.arena.draft.as_ref().unwrap().plan;
    assert_eq!(now.players[0].folder.as_deref(), Some("/srv"));
    assert_eq!(now.players[1], plan.players[1]);
    plan.players.remove(0);
    give(&mut app, ArenaAction::Draft(Box::new(Draft { plan: plan.clone(), opened: None })));
    news(&mut app, ArenaNews::Picked(pick, PathBuf::from("/srv")));
    assert_eq!(app.model.arena.draft.as_ref().unwrap().plan, plan, "it has gone");
}

#[test]
#[ignore = "measures"]
fn the_table_after_a_game_takes_little_time_in_a_long_tournament() {
    let names: Vec<String> = (0..10).map(|player| format!("Player {player}")).collect();
    let mut all = Vec::new();
    let mut rng = SplitMix64::new(7);
    for number in 0..50_000_u32 {
        let pairing = number / 2 % 45;
        let pairs = (0..10).flat_map(|a| (a + 1..10).map(move |b| (a, b)));
        let (a, b) = pairs.clone().nth(pairing as usize).unwrap();
        let sides = if number % 2 == 0 { (a, b) } else { (b, a) };
        let points = [Points::Win, Points::Draw, Points::Loss][rng.below(3)];
        all.push(FinishedGame { round: number / 90, ..result(number, sides, points) });
    }
    let begin = std::time::Instant::now();
    let whole = Standings::of(names.len(), &all, &[]);
    println!("all games at once: {:?}", begin.elapsed());
    let mut app = TestApp::new();
    let mut plan = plan(&app);
    plan.players =
        names.iter().map(|name| Player { name: name.clone(), ..plan.players[0].clone() }).collect();
    let last = all.split_off(49_000);
    let results =
        all.into_iter().map(|result| KeptGame { result, cause: None, nodes: [None; 2] }).collect();
    let progress = Progress { games: 50_000, ..Progress::default() };
    let begun = TournamentStarted { plan, file: None, names, results, progress: progress.clone() };
    news(&mut app, ArenaNews::Begun(Box::new(begun)));
    let begin = std::time::Instant::now();
    let count = last.len() as u32;
    for result in last {
        let played = GamePlayed {
            result,
            cause: Cause::Winning,
            nodes: [None; 2],
            progress: progress.clone(),
        };
        news(&mut app, ArenaNews::Played(Box::new(played)));
    }
    println!("a game with its whole update: {:?}", begin.elapsed() / count);
    assert_eq!(app.model.arena.run.as_ref().unwrap().standings(), &whole);
}

#[test]
fn a_test_has_openings_enough_to_decide() {
    let players =
        [SearchKind::AlphaBeta, SearchKind::Puct].map(|kind| draft::own_player(kind, None));
    let mut plan = Plan::new(players.into(), Format::Match { rounds: 5 });
    let rounds = |plan: &Plan| match plan.format {
        Format::Match { rounds } => rounds,
        _ => 0,
    };
    draft::set_test(&mut plan, true);
    assert!(plan.sprt.is_some() && rounds(&plan) > 10_000 && !draft::cannot_decide(&plan));
    assert_eq!(draft::repeated_openings(&plan), Some(40));
    let other = draft::in_form(&plan, Form::RoundRobin);
    assert_eq!(other.format, Format::RoundRobin { cycles: 5 });
    draft::set_test(&mut plan, false);
    assert_eq!((plan.sprt, rounds(&plan)), (None, 5));
    plan.format = Format::Match { rounds: 6 };
    draft::set_test(&mut plan, true);
    assert!(rounds(&plan) == 6 && draft::cannot_decide(&plan), "what was set stays");
}

#[test]
fn a_changed_plan_that_was_discarded_can_be_restored() {
    let mut app = TestApp::new();
    let undo = |app: &TestApp| {
        app.model.toasts.iter().any(|toast| toast.offers.contains(&ToastOffer::RestorePlan))
    };
    give(&mut app, ArenaAction::SetUp);
    give(&mut app, ArenaAction::Cancel);
    assert!(!undo(&app), "nothing was changed");
    give(&mut app, ArenaAction::SetUp);
    let mut changed = app.model.arena.draft.clone().unwrap();
    changed.plan.name = "Mine".to_owned();
    give(&mut app, ArenaAction::Draft(changed.clone()));
    give(&mut app, ArenaAction::Cancel);
    assert!(app.model.arena.draft.is_none() && undo(&app));
    app.act(ToastOffer::RestorePlan.action());
    assert_eq!(app.model.arena.draft.as_ref(), Some(&changed));
    assert!(!undo(&app));
    // It was changed while a plan was chosen.
    let opened = ArenaNews::Opened(Box::new(plan(&app)), "/plans/other.toml".into());
    news(&mut app, opened);
    assert!(app.model.arena.draft.as_ref() != Some(&changed) && undo(&app));
    app.act(ToastOffer::RestorePlan.action());
    assert_eq!(app.model.arena.draft.as_ref(), Some(&changed));
}

//! Clocks, flags and pauses.

use tabia_app::action::{Action, TreeEdit, UserCommand};
use tabia_app::engines::state::EngineStatus;
use tabia_app::game::clock::{ClockKind, MoveLimit, TimeControl};
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::state::Phase;
use tabia_app::game::times;
use tabia_app::persistence::session::Session;
use tabia_app::window::settings::SettingChange;
use tabia_chess::{Color, DrawReason, Outcome, Square, WinReason};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::score::Score;

use super::test_app::{TestApp, blitz, from_fen};
use tabia_text::t;

#[test]
fn clocks_run_from_the_first_move_and_for_the_engine_from_its_start() {
    let mut app = TestApp::with(blitz());
    let running = |app: &TestApp| app.model.game.clocks.as_ref().unwrap().running();
    app.now += 60_000;
    app.act(Action::Tick);
    assert_eq!(running(&app), None, "nobody loses time before the first move");
    app.play("e2e4");
    app.now += 5_000;
    app.act(Action::Tick);
    assert_eq!(running(&app), None, "the engine is still starting");
    app.started();
    assert_eq!(running(&app), Some(Color::Black));
    app.now += 4_000;
    app.answer_scored("e7e5", Score::Cp(0));
    let game = &app.model.game;
    assert_eq!(
        times::clock_ms(game, Color::Black, app.now),
        Some(58_000),
        "four seconds used, two earned"
    );
    assert_eq!(running(&app), Some(Color::White));
    app.now += 7_000;
    app.play("g1f3");
    let clock = app.asked().limits.clock.unwrap();
    assert_eq!(clock.time.map(|t| t.as_millis()), [57_000, 58_000]);
    assert_eq!(clock.increment.map(|t| t.as_millis()), [2_000, 2_000]);
    assert_eq!(app.model.next_change_ms(app.now), None);
    app.started();
    assert_eq!(app.model.next_change_ms(app.now), Some(1_000), "the next second");
}

#[test]
fn a_move_that_took_no_time_earns_its_increment() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.act(Action::Premove { from: Square::G1, to: Square::F3, promotion: None });
    app.started();
    app.now += 4_000;
    app.answer_scored("e7e5", Score::Cp(0));
    assert_eq!(app.line(), "e4 e5 Nf3");
    let game = &app.model.game;
    let first = game.tree.main_line()[1];
    assert_eq!(game.tree.clock_ms(first), Some(62_000), "the first move, too");
    assert_eq!(game.tree.clock_ms(game.live), Some(64_000), "in the file, too");
    assert_eq!(times::time_of(game, game.live), Some(0));
    assert_eq!(left(&app, Color::White), 64_000);

    let mut app = TestApp::new();
    app.model.settings.book_moves = true;
    app.act(Action::StartGame(NewGame { strength: Strength::Full, ..blitz() }));
    app.play("e2e4");
    let game = &app.model.game;
    assert_eq!(game.tree.ply(game.live), 2, "the book answers at once");
    assert_eq!(game.tree.clock_ms(game.live), Some(62_000));
    assert_eq!(times::time_of(game, game.live), Some(0));
    assert_eq!(left(&app, Color::White), 62_000, "the first move takes no time");
}

#[test]
fn a_fallen_flag_loses_unless_nobody_could_mate() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.now += 61_999;
    app.act(Action::Tick);
    assert_eq!(app.model.game.phase, Phase::Running);
    app.now += 1;
    app.act(Action::Tick);
    let lost = Outcome::Win { winner: Color::Black, reason: WinReason::Time };
    assert_eq!(app.model.game.phase, Phase::Over(lost));
    assert_eq!(times::clock_ms(&app.model.game, Color::White, app.now + 9_999), Some(0));
    // Undo does not revive the game, but annotations made after it can be undone.
    let (root, lost) = (app.model.game.tree.root(), app.model.game.phase);
    let edit = TreeEdit::Comment { before: false, text: "too slow".to_owned(), more: false };
    app.act(Action::Edit { node: root, edit });
    app.give(UserCommand::Undo);
    assert_eq!(app.model.game.tree.comment(root), "");
    app.give(UserCommand::Undo);
    assert_eq!((app.model.game.phase, app.line()), (lost, "e4 e5".to_owned()));
    assert!(app.says(t!("takeback-refused")));

    let new = from_fen("7k/8/8/8/8/8/P7/K7 w - - 0 1", Sides::Humans);
    let mut app = TestApp::with(NewGame { time: Some(TimeControl::minutes(1, 0)), ..new });
    app.play("a2a3");
    app.play("h8h7");
    app.now += 60_000;
    app.act(Action::Tick);
    let drawn = Outcome::Draw(DrawReason::TimeVsInsufficient);
    assert_eq!(app.model.game.phase, Phase::Over(drawn), "a bare king cannot win");
}

#[test]
fn a_pause_stops_clocks_and_engine() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.started();
    let job = app.job();
    app.now += 2_000;
    app.give(UserCommand::Pause);
    assert_eq!(app.stopped, job.0);
    assert_eq!(app.model.engine_status(), EngineStatus::Paused);
    app.now += 100_000;
    app.act(Action::Tick);
    assert_eq!(times::clock_ms(&app.model.game, Color::Black, app.now), Some(58_000));
    assert_eq!(app.model.game.movable_side(), None);
    app.give(UserCommand::Pause);
    assert!(app.job() > job, "it is asked again, with the time that is left");
    assert_eq!(app.asked().limits.clock.unwrap().time[1].as_millis(), 58_000);
}

#[test]
fn a_move_in_a_paused_game_is_answered_with_how_it_goes_on() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.give(UserCommand::Pause);
    app.act(Action::DismissToasts);
    app.act(Action::MoveRefused);
    assert!(app.says(t!("toast-paused")), "{:?}", app.toasts());
    app.act(Action::DismissToasts);
    app.play("e7e5");
    assert!(app.says(t!("toast-paused")) && app.line() == "e4", "{:?}", app.toasts());
    let board = app.model.typed_board().unwrap();
    assert_eq!(board.movable, Some(Color::White), "a typed move is read and then refused");
    assert!(board.premoves);
}

#[test]
fn a_game_that_is_not_on_screen_is_not_paused_or_resumed() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    for paused in [false, true] {
        for workspace in [UserCommand::TrainingWorkspace, UserCommand::ArenaWorkspace] {
            app.give(workspace);
            app.act(Action::Shortcut(UserCommand::Pause));
            assert_eq!(app.model.game.paused, paused, "{workspace:?}");
            assert!(app.says(t!("hidden-refused")), "{:?}", app.toasts());
        }
        app.give(UserCommand::PlayWorkspace);
        app.give(UserCommand::Pause);
    }
}

#[test]
fn taking_back_gives_no_time_back() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.now += 20_000;
    app.play("g1f3");
    app.give(UserCommand::Takeback);
    assert_eq!(left(&app, Color::White), 42_000, "the increment was that of the move");
    assert_eq!(app.model.game.clocks.as_ref().unwrap().running(), Some(Color::White));
    app.now += 2_000;
    app.give(UserCommand::Undo);
    assert_eq!(app.line(), "e4 e5 Nf3");
    assert_eq!(left(&app, Color::White), 42_000, "the increment is back, used time is not");
    app.give(UserCommand::Redo);
    for _ in 0..3 {
        assert_eq!((app.line().as_str(), left(&app, Color::White)), ("e4 e5", 40_000));
        app.play("g1f3");
        assert_eq!(left(&app, Color::White), 42_000);
        app.give(UserCommand::Takeback);
    }
}

#[test]
fn a_takeback_that_is_undone_leaves_clocks_and_move_times_as_they_were() {
    for kind in [ClockKind::Increment, ClockKind::Bronstein, ClockKind::Delay] {
        let time = Some(TimeControl { kind, ..TimeControl::minutes(1, 5) });
        let mut app = TestApp::with(NewGame { time, ..NewGame::default() });
        app.play("e2e4");
        app.started();
        app.now += 3_000;
        app.answer_scored("e7e5", Score::Cp(0));
        app.now += 9_000;
        app.play("g1f3");
        app.started();
        app.now += 1_000;
        app.answer_scored("b8c6", Score::Cp(0));
        app.give(UserCommand::Pause);
        let clocks = |app: &TestApp| Color::ALL.map(|side| left(app, side));
        let before = clocks(&app);
        app.give(UserCommand::Takeback);
        app.give(UserCommand::Undo);
        assert_eq!((app.line().as_str(), clocks(&app)), ("e4 e5 Nf3 Nc6", before), "{kind:?}");
    }
}

#[test]
fn undo_and_redo_leave_a_paused_game_paused() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.play("g1f3");
    app.answer("b8c6");
    app.give(UserCommand::Pause);
    for command in [UserCommand::Undo, UserCommand::Redo] {
        app.give(command);
        let clocks = app.model.game.clocks.as_ref().unwrap();
        assert_eq!((app.model.game.paused, clocks.running()), (true, None), "{command:?}");
    }
}

#[test]
fn redo_does_not_continue_a_game_that_has_ended_on_the_clock() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.play("g1f3");
    app.answer("b8c6");
    app.give(UserCommand::Undo);
    app.now += 70_000;
    app.act(Action::Tick);
    let over = app.model.game.phase;
    assert!(matches!(over, Phase::Over(_)));
    app.act(Action::Shortcut(UserCommand::Redo));
    assert!(app.says(t!("takeback-refused")));
    assert_eq!((app.line().as_str(), app.model.game.phase), ("e4 e5", over));
}

#[test]
fn undo_leads_from_a_game_that_has_ended_on_the_clock_to_the_one_before() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. d4 d5 2. c4 *".to_owned()));
    app.act(Action::StartGame(blitz()));
    app.act(Action::Confirm);
    app.play("e2e4");
    app.answer("e7e5");
    app.now += 70_000;
    app.act(Action::Tick);
    let over = app.model.game.phase;
    assert!(matches!(over, Phase::Over(_)));
    app.give(UserCommand::Undo);
    let tree = &app.model.game.tree;
    assert_eq!(tree.san(tree.main_line()[1]), "d4");
    app.give(UserCommand::Redo);
    assert_eq!((app.line().as_str(), app.model.game.phase), ("e4 e5", over), "as it ended");
}

#[test]
fn an_engine_whose_flag_has_fallen_does_not_move() {
    let new = NewGame { strength: Strength::Character(2), ..blitz() };
    let mut app = TestApp::with(new);
    app.act(Action::Set(SettingChange::NaturalPace(true)));
    app.play("e2e4");
    app.started();
    app.now += 10;
    app.answer_scored("e7e5", Score::Cp(0));
    assert_eq!(app.line(), "e4", "it takes its time");
    app.now += 100_000;
    app.act(Action::Tick);
    let won = Outcome::Win { winner: Color::White, reason: WinReason::Time };
    assert_eq!((app.line().as_str(), app.model.game.phase), ("e4", Phase::Over(won)));
    // Nor does a move that arrives with the fallen flag count.
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.started();
    app.now += 100_000;
    app.answer_scored("e7e5", Score::Cp(0));
    assert_eq!((app.line().as_str(), app.model.game.phase), ("e4", Phase::Over(won)));
}

#[test]
fn a_game_taken_back_to_its_start_has_full_clocks() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.now += 20_000;
    let before = Color::ALL.map(|side| left(&app, side));
    app.give(UserCommand::Pause);
    app.give(UserCommand::Takeback);
    assert_eq!((app.model.game.phase, app.model.game.paused), (Phase::Fresh, false));
    assert_eq!(Color::ALL.map(|side| left(&app, side)), [60_000; 2]);
    app.now += 30_000;
    app.give(UserCommand::Undo);
    assert_eq!(Color::ALL.map(|side| left(&app, side)), before, "undo gives nothing back");
}

#[test]
fn the_session_is_written_while_a_persons_clock_runs() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.take_effects();
    for _ in 0..2 {
        app.now += 9_000;
        app.act(Action::Tick);
        assert!(!app.saves());
        app.now += 1_000;
        app.act(Action::Tick);
        assert!(app.saves());
    }
}

#[test]
fn a_question_about_a_game_ends_with_it() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    app.give(UserCommand::Resign);
    assert!(app.model.dialog.is_some());
    app.now += 62_000;
    app.act(Action::Tick);
    assert!(matches!(app.model.game.phase, Phase::Over(_)) && app.model.dialog.is_none());

    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    app.act(Action::PasteText(fen.to_owned()));
    assert!(app.model.dialog.is_some());
    app.now += 62_000;
    app.act(Action::Tick);
    assert!(app.model.dialog.is_none());
    assert_eq!(app.model.game.board().to_string(), fen);
    app.give(UserCommand::Undo);
    assert!(matches!(app.model.game.phase, Phase::Over(_)), "the lost game is there");
}

/// A side's time in the live position, ms.
fn left(app: &TestApp, side: Color) -> u64 {
    times::clock_ms(&app.model.game, side, app.now).unwrap()
}

#[test]
fn the_engine_gets_moves_to_go_and_the_rest_of_the_game_after_them() {
    let time = Some(TimeControl { moves: Some(2), ..TimeControl::periods(2, 1, 3, 1) });
    let mut app = TestApp::with(NewGame { time, ..NewGame::default() });
    let clock_limits = |app: &TestApp| app.asked().limits.clock.unwrap();
    app.play("e2e4");
    assert_eq!(
        (clock_limits(&app).moves_to_go, clock_limits(&app).time[1].as_secs()),
        (Some(2), 60)
    );
    app.answer("e7e5");
    app.play("g1f3");
    assert_eq!(
        (clock_limits(&app).moves_to_go, clock_limits(&app).time[0].as_secs()),
        (Some(1), 242)
    );
    app.answer("b8c6");
    app.play("f1b5");
    assert_eq!((clock_limits(&app).moves_to_go, clock_limits(&app).time[1].as_secs()), (None, 242));
    assert_eq!(clock_limits(&app).increment[1].as_secs(), 1);
}

#[test]
fn a_delay_is_sent_as_an_increment_and_an_hourglass_as_what_is_left() {
    for (kind, increment) in [
        (ClockKind::Increment, 2_000),
        (ClockKind::Delay, 2_000),
        (ClockKind::Bronstein, 2_000),
        (ClockKind::Hourglass, 0),
    ] {
        let time = Some(TimeControl { kind, ..TimeControl::minutes(1, 2) });
        let mut app = TestApp::with(NewGame { time, ..NewGame::default() });
        app.play("e2e4");
        let clock = app.asked().limits.clock.unwrap();
        assert_eq!(clock.increment.map(|inc| inc.as_millis()), [increment; 2], "{kind:?}");
        let earned = if kind == ClockKind::Increment { 2_000 } else { 0 };
        let left = [60_000 + earned, 60_000];
        assert_eq!(clock.time.map(|time| time.as_millis()), left, "{kind:?}");
    }
}

#[test]
fn an_engine_may_play_by_depth_nodes_or_seconds_beside_a_human_on_the_clock() {
    for (limit, tag) in [
        (MoveLimit::Depth(7), "-"),
        (MoveLimit::Nodes(5_000), "-"),
        (MoveLimit::Time(250), "1/0.25"),
    ] {
        let move_limit = Some(limit);
        let mut app = TestApp::with(NewGame { move_limit, ..blitz() });
        app.play("e2e4");
        assert_eq!(app.asked().limits, limit.limits());
        app.started();
        app.now += 30_000;
        app.act(Action::Tick);
        assert_eq!(left(&app, Color::Black), 60_000, "no clock runs for it");
        assert_eq!(app.model.next_change_ms(app.now), None);
        app.answer_scored("e7e5", Score::Cp(0));
        let game = &app.model.game;
        assert_eq!(times::time_of(game, game.live), None, "nobody has measured it");
        assert_eq!(game.tree.clock_ms(game.live), None);
        app.now += 3_000;
        assert_eq!(left(&app, Color::White), 59_000, "the human's does");
        let tags = app.model.game.export_tags();
        let rated = matches!(limit, MoveLimit::Time(_));
        assert_eq!(tags.get("BlackElo").is_some(), rated, "of its full strength");
        assert_eq!(tags.get("WhiteTimeControl"), Some("60+2"));
        assert_eq!(tags.get("BlackTimeControl"), Some(tag));
        assert_eq!(tags.get("TimeControl"), None);
        app.give(UserCommand::SwitchSides);
        assert_eq!(app.asked().limits, limit.limits(), "the limit goes with the engine");
    }
    let new = NewGame { move_limit: Some(MoveLimit::Depth(3)), time: None, ..NewGame::default() };
    let mut app = TestApp::with(NewGame { sides: Sides::HumanBlack, ..new });
    assert_eq!(app.asked().limits, MoveLimit::Depth(3).limits(), "and without any clock");
    app.answer("e2e4");
}

#[test]
fn moves_after_the_flag_have_the_time_they_took() {
    let time = Some(TimeControl::minutes(1, 0));
    let new = NewGame { sides: Sides::Humans, time, play_on: true, ..NewGame::default() };
    let mut app = TestApp::with(new);
    app.play("e2e4");
    app.now += 1_000;
    app.play("e7e5");
    for (own, reply, ms) in [("g1f3", "b8c6", 70_000), ("f1c4", "f8c5", 5_000)] {
        app.now += ms;
        app.act(Action::Tick);
        app.play(own);
        let game = &app.model.game;
        assert_eq!(times::time_of(game, game.live), Some(ms));
        app.now += 1_000;
        app.play(reply);
    }
}

#[test]
fn an_opponent_with_much_less_time_has_no_elo() {
    let with = |black_time: TimeControl| {
        let time = Some(TimeControl::minutes(15, 10));
        let app = TestApp::with(NewGame { time, black_time: Some(black_time), ..blitz() });
        app.model.game.export_tags().get("BlackElo").is_some()
    };
    assert_eq!([TimeControl::minutes(5, 3), TimeControl::minutes(1, 0)].map(with), [true, false]);
}

#[test]
fn an_hourglass_passes_time_and_taking_back_leaves_it_so() {
    let time = Some(TimeControl { kind: ClockKind::Hourglass, ..TimeControl::minutes(1, 0) });
    let mut app = TestApp::with(NewGame { time, ..NewGame::default() });
    app.play("e2e4");
    app.started();
    app.now += 10_000;
    app.answer_scored("e7e5", Score::Cp(0));
    app.now += 25_000;
    assert_eq!([left(&app, Color::White), left(&app, Color::Black)], [45_000, 75_000]);
    app.play("g1f3");
    app.give(UserCommand::Previous);
    let looking_back = [left(&app, Color::White), left(&app, Color::Black)];
    assert_eq!(looking_back, [45_000, 75_000], "the game's clocks, wherever one looks");
    app.give(UserCommand::Takeback);
    assert_eq!([left(&app, Color::White), left(&app, Color::Black)], [45_000, 75_000]);
    assert_eq!(app.model.game.export_tags().get("TimeControl"), Some("*60"));
}

#[test]
fn the_game_goes_on_after_the_flag_where_that_was_agreed() {
    let mut app = TestApp::with(NewGame { play_on: true, ..blitz() });
    app.play("e2e4");
    app.answer("e7e5");
    app.now += 62_000;
    app.act(Action::Tick);
    assert_eq!(app.model.game.phase, Phase::Running);
    assert!(app.says(t!("toast-flag-fallen.yours")));
    let help = app.model.game.tags.get("Help").map(str::to_owned);
    assert_eq!(help.as_deref(), Some("flag"), "such a game is not rated");
    app.act(Action::DismissToasts);
    app.now += 5_000;
    app.act(Action::Tick);
    assert!(app.toasts().is_empty(), "told once");
    let clocks = app.model.game.clocks.as_ref().unwrap();
    assert_eq!((left(&app, Color::White), clocks.over_ms(Color::White, app.now)), (0, 5_000));
    app.play("g1f3");
    assert_eq!(app.asked().limits.clock.unwrap().time[0].as_millis(), 0);
    app.give(UserCommand::Takeback);
    assert!(app.model.game.clocks.as_ref().unwrap().plays_on(), "that stays agreed");
}

#[test]
fn a_game_under_way_comes_back_with_its_control() {
    let white = TimeControl { kind: ClockKind::Delay, ..TimeControl::periods(40, 90, 30, 30) };
    let new = NewGame {
        sides: Sides::Humans,
        time: Some(white),
        black_time: Some(TimeControl { kind: ClockKind::Hourglass, ..TimeControl::minutes(5, 9) }),
        play_on: true,
        move_limit: Some(MoveLimit::Nodes(10)),
        ..NewGame::default()
    };
    let mut app = TestApp::with(new);
    app.play("e2e4");
    app.now += 1_000;
    app.play("e7e5");
    app.now += 12_000;
    let text = Session::of(&app.model, app.now).to_text();
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    let (old, new) = (&app.model.game, &later.model.game);
    let clocks = |app: &TestApp| app.model.game.clocks.as_ref().unwrap().standing(app.now);
    assert_eq!(clocks(&later), clocks(&app));
    assert_eq!(clocks(&app).spent_ms, [12_000, 0], "12 s of the delay are used");
    assert_eq!(
        new.clocks.as_ref().map(tabia_app::game::clock::Clocks::controls),
        old.clocks.as_ref().map(tabia_app::game::clock::Clocks::controls)
    );
    assert_eq!(
        new.clocks.as_ref().unwrap().control(Color::Black).kind,
        ClockKind::Delay,
        "one kind"
    );
    let mut game = TestApp::with(NewGame { move_limit: Some(MoveLimit::Depth(4)), ..blitz() });
    game.play("e2e4");
    let text = Session::of(&game.model, game.now).to_text();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(later.model.game.move_limit(Color::Black), Some(MoveLimit::Depth(4)));
}

#[test]
fn sessions_of_before_the_kinds_and_damaged_ones_are_read() {
    let mut app = TestApp::with(blitz());
    app.play("e2e4");
    app.answer("e7e5");
    let text = Session::of(&app.model, app.now).to_text();
    let mut old: serde_json::Value = serde_json::from_str(&text).unwrap();
    let clocks = &mut old["game"]["clocks"];
    for field in ["over_ms", "spent_ms", "play_on"] {
        assert!(clocks.as_object_mut().unwrap().remove(field).is_some());
    }
    for side in 0..2 {
        let control = clocks["control"][side].as_object_mut().unwrap();
        assert!(control.remove("kind").is_some() && control.remove("rest_ms").is_some());
    }
    assert!(old["game"].as_object_mut().unwrap().remove("move_limits").is_some());
    let (session, odd) = Session::read(&old.to_string()).unwrap();
    assert!(odd.is_empty(), "{odd:?}");
    let mut later = TestApp::new();
    later.act(Action::RestoreSession(Box::new(session)));
    assert_eq!(later.model.game.clocks.as_ref().unwrap().left_ms(Color::Black, 0), 62_000);

    // Values that no clock can have.
    for (field, value) in [("left_ms", u64::MAX), ("over_ms", u64::MAX), ("spent_ms", u64::MAX)] {
        let mut damaged: serde_json::Value = serde_json::from_str(&text).unwrap();
        damaged["game"]["clocks"][field] = serde_json::json!([value, value]);
        damaged["game"]["clocks"]["play_on"] = true.into();
        damaged["game"]["clocks"]["moves_made"] = serde_json::json!([u32::MAX, u32::MAX]);
        let (session, _) = Session::read(&damaged.to_string()).unwrap();
        let mut later = TestApp::new();
        later.act(Action::RestoreSession(Box::new(session)));
        later.give(UserCommand::Pause);
        later.now += 5_000;
        later.act(Action::Tick);
        later.play("g1f3");
        assert_eq!(later.line(), "e4 e5 Nf3", "{field}");
    }
}

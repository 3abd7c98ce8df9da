//! Clocks, flags and pauses.

use tabia_app::action::{Action, TreeEdit, UserCommand};
use tabia_app::engines::state::EngineStatus;
use tabia_app::game::clock::{ClockKind, MoveLimit, TimeControl};
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::game::state::Phase;
use tabia_app::game::times;
use tabia_app::persistence::session::Session;
use tabia_chess::{Color, DrawReason, Outcome, Square, WinReason};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::score::Score;

use super::desk::{Desk, blitz, from_fen};
use tabia_text::t;

#[test]
fn clocks_run_from_the_first_move_and_for_the_engine_from_its_start() {
    let mut desk = Desk::with(blitz());
    let running = |desk: &Desk| desk.model.game.clocks.as_ref().unwrap().running();
    desk.now += 60_000;
    desk.act(Action::Tick);
    assert_eq!(running(&desk), None, "nobody loses time before the first move");
    desk.play("e2e4");
    desk.now += 5_000;
    desk.act(Action::Tick);
    assert_eq!(running(&desk), None, "the engine is still starting");
    desk.started();
    assert_eq!(running(&desk), Some(Color::Black));
    desk.now += 4_000;
    desk.answer_scored("e7e5", Score::Cp(0));
    let game = &desk.model.game;
    assert_eq!(
        times::clock_ms(game, Color::Black, desk.now),
        Some(58_000),
        "four seconds used, two earned"
    );
    assert_eq!(running(&desk), Some(Color::White));
    desk.now += 7_000;
    desk.play("g1f3");
    let clock = desk.asked().limits.clock.unwrap();
    assert_eq!(clock.time.map(|t| t.as_millis()), [57_000, 58_000]);
    assert_eq!(clock.increment.map(|t| t.as_millis()), [2_000, 2_000]);
    assert_eq!(desk.model.next_change_ms(desk.now), None);
    desk.started();
    assert_eq!(desk.model.next_change_ms(desk.now), Some(1_000), "the next second");
}

#[test]
fn a_move_that_took_no_time_earns_its_increment() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.act(Action::Premove { from: Square::G1, to: Square::F3, promotion: None });
    desk.started();
    desk.now += 4_000;
    desk.answer_scored("e7e5", Score::Cp(0));
    assert_eq!(desk.line(), "e4 e5 Nf3");
    let game = &desk.model.game;
    let first = game.tree.main_line()[1];
    assert_eq!(game.tree.clock_ms(first), Some(62_000), "the first move, too");
    assert_eq!(game.tree.clock_ms(game.live), Some(64_000), "in the file, too");
    assert_eq!(times::time_of(game, game.live), Some(0));
    assert_eq!(left(&desk, Color::White), 64_000);

    let mut desk = Desk::new();
    desk.model.settings.book_moves = true;
    desk.act(Action::StartGame(NewGame { strength: Strength::Full, ..blitz() }));
    desk.play("e2e4");
    let game = &desk.model.game;
    assert_eq!(game.tree.ply(game.live), 2, "the book answers at once");
    assert_eq!(game.tree.clock_ms(game.live), Some(62_000));
    assert_eq!(times::time_of(game, game.live), Some(0));
    assert_eq!(left(&desk, Color::White), 62_000, "the first move takes no time");
}

#[test]
fn a_fallen_flag_loses_unless_nobody_could_mate() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.now += 61_999;
    desk.act(Action::Tick);
    assert_eq!(desk.model.game.phase, Phase::Running);
    desk.now += 1;
    desk.act(Action::Tick);
    let lost = Outcome::Win { winner: Color::Black, reason: WinReason::Time };
    assert_eq!(desk.model.game.phase, Phase::Over(lost));
    assert_eq!(times::clock_ms(&desk.model.game, Color::White, desk.now + 9_999), Some(0));
    // Undo does not revive the game, but annotations made after it can be undone.
    let (root, lost) = (desk.model.game.tree.root(), desk.model.game.phase);
    let edit = TreeEdit::Comment { before: false, text: "too slow".to_owned(), more: false };
    desk.act(Action::Edit { node: root, edit });
    desk.give(UserCommand::Undo);
    assert_eq!(desk.model.game.tree.comment(root), "");
    desk.give(UserCommand::Undo);
    assert_eq!((desk.model.game.phase, desk.line()), (lost, "e4 e5".to_owned()));
    assert!(desk.says(t!("takeback-refused")));

    let new = from_fen("7k/8/8/8/8/8/P7/K7 w - - 0 1", Sides::Humans);
    let mut desk = Desk::with(NewGame { time: Some(TimeControl::minutes(1, 0)), ..new });
    desk.play("a2a3");
    desk.play("h8h7");
    desk.now += 60_000;
    desk.act(Action::Tick);
    let drawn = Outcome::Draw(DrawReason::TimeVsInsufficient);
    assert_eq!(desk.model.game.phase, Phase::Over(drawn), "a bare king cannot win");
}

#[test]
fn a_pause_stops_clocks_and_engine() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.started();
    let job = desk.job();
    desk.now += 2_000;
    desk.give(UserCommand::Pause);
    assert_eq!(desk.stopped, job.0);
    assert_eq!(desk.model.engine_status(), EngineStatus::Paused);
    desk.now += 100_000;
    desk.act(Action::Tick);
    assert_eq!(times::clock_ms(&desk.model.game, Color::Black, desk.now), Some(58_000));
    assert_eq!(desk.model.game.movable_side(), None);
    desk.give(UserCommand::Pause);
    assert!(desk.job() > job, "it is asked again, with the time that is left");
    assert_eq!(desk.asked().limits.clock.unwrap().time[1].as_millis(), 58_000);
}

#[test]
fn a_move_in_a_paused_game_is_answered_with_how_it_goes_on() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.give(UserCommand::Pause);
    desk.act(Action::DismissToasts);
    desk.act(Action::MoveRefused);
    assert!(desk.says(t!("toast-paused")), "{:?}", desk.toasts());
}

#[test]
fn taking_back_gives_no_time_back() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.now += 20_000;
    desk.play("g1f3");
    desk.give(UserCommand::Takeback);
    assert_eq!(times::clock_ms(&desk.model.game, Color::White, desk.now), Some(44_000));
    assert_eq!(desk.model.game.clocks.as_ref().unwrap().running(), Some(Color::White));
    desk.now += 2_000;
    desk.give(UserCommand::Undo);
    assert_eq!(desk.line(), "e4 e5 Nf3");
    assert_eq!(left(&desk, Color::White), 42_000, "nor does undo");
}

/// A side's time in the live position, ms.
fn left(desk: &Desk, side: Color) -> u64 {
    times::clock_ms(&desk.model.game, side, desk.now).unwrap()
}

#[test]
fn the_engine_gets_moves_to_go_and_the_rest_of_the_game_after_them() {
    let time = Some(TimeControl { moves: Some(2), ..TimeControl::periods(2, 1, 3, 1) });
    let mut desk = Desk::with(NewGame { time, ..NewGame::default() });
    let clock_limits = |desk: &Desk| desk.asked().limits.clock.unwrap();
    desk.play("e2e4");
    assert_eq!(
        (clock_limits(&desk).moves_to_go, clock_limits(&desk).time[1].as_secs()),
        (Some(2), 60)
    );
    desk.answer("e7e5");
    desk.play("g1f3");
    assert_eq!(
        (clock_limits(&desk).moves_to_go, clock_limits(&desk).time[0].as_secs()),
        (Some(1), 242)
    );
    desk.answer("b8c6");
    desk.play("f1b5");
    assert_eq!(
        (clock_limits(&desk).moves_to_go, clock_limits(&desk).time[1].as_secs()),
        (None, 242)
    );
    assert_eq!(clock_limits(&desk).increment[1].as_secs(), 1);
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
        let mut desk = Desk::with(NewGame { time, ..NewGame::default() });
        desk.play("e2e4");
        let clock = desk.asked().limits.clock.unwrap();
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
        let mut desk = Desk::with(NewGame { move_limit, ..blitz() });
        desk.play("e2e4");
        assert_eq!(desk.asked().limits, limit.limits());
        desk.started();
        desk.now += 30_000;
        desk.act(Action::Tick);
        assert_eq!(left(&desk, Color::Black), 60_000, "no clock runs for it");
        assert_eq!(desk.model.next_change_ms(desk.now), None);
        desk.answer_scored("e7e5", Score::Cp(0));
        desk.now += 3_000;
        assert_eq!(left(&desk, Color::White), 59_000, "the human's does");
        let tags = desk.model.game.export_tags();
        assert_eq!(tags.get("WhiteTimeControl"), Some("60+2"));
        assert_eq!(tags.get("BlackTimeControl"), Some(tag));
        assert_eq!(tags.get("TimeControl"), None);
        desk.give(UserCommand::SwitchSides);
        assert_eq!(desk.asked().limits, limit.limits(), "the limit goes with the engine");
    }
    let new = NewGame { move_limit: Some(MoveLimit::Depth(3)), time: None, ..NewGame::default() };
    let mut desk = Desk::with(NewGame { sides: Sides::HumanBlack, ..new });
    assert_eq!(desk.asked().limits, MoveLimit::Depth(3).limits(), "and without any clock");
    desk.answer("e2e4");
}

#[test]
fn an_hourglass_passes_time_and_taking_back_leaves_it_so() {
    let time = Some(TimeControl { kind: ClockKind::Hourglass, ..TimeControl::minutes(1, 0) });
    let mut desk = Desk::with(NewGame { time, ..NewGame::default() });
    desk.play("e2e4");
    desk.started();
    desk.now += 10_000;
    desk.answer_scored("e7e5", Score::Cp(0));
    desk.now += 25_000;
    assert_eq!([left(&desk, Color::White), left(&desk, Color::Black)], [45_000, 75_000]);
    desk.play("g1f3");
    desk.give(UserCommand::Previous);
    let looking_back = [left(&desk, Color::White), left(&desk, Color::Black)];
    assert_eq!(looking_back, [45_000, 75_000], "the game's clocks, wherever one looks");
    desk.give(UserCommand::Takeback);
    assert_eq!([left(&desk, Color::White), left(&desk, Color::Black)], [45_000, 75_000]);
    assert_eq!(desk.model.game.export_tags().get("TimeControl"), Some("*60"));
}

#[test]
fn the_game_goes_on_after_the_flag_where_that_was_agreed() {
    let mut desk = Desk::with(NewGame { play_on: true, ..blitz() });
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.now += 62_000;
    desk.act(Action::Tick);
    assert_eq!(desk.model.game.phase, Phase::Running);
    assert!(desk.says(&t!("toast-flag-fallen", color = "white")));
    desk.act(Action::DismissToasts);
    desk.now += 5_000;
    desk.act(Action::Tick);
    assert!(desk.toasts().is_empty(), "told once");
    let clocks = desk.model.game.clocks.as_ref().unwrap();
    assert_eq!((left(&desk, Color::White), clocks.over_ms(Color::White, desk.now)), (0, 5_000));
    desk.play("g1f3");
    assert_eq!(desk.asked().limits.clock.unwrap().time[0].as_millis(), 0);
    desk.give(UserCommand::Takeback);
    assert!(desk.model.game.clocks.as_ref().unwrap().plays_on(), "that stays agreed");
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
    let mut desk = Desk::with(new);
    desk.play("e2e4");
    desk.now += 1_000;
    desk.play("e7e5");
    desk.now += 12_000;
    let text = Session::of(&desk.model, desk.now).to_text();
    let mut later = Desk::new();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    let (old, new) = (&desk.model.game, &later.model.game);
    let clocks = |desk: &Desk| desk.model.game.clocks.as_ref().unwrap().standing(desk.now);
    assert_eq!(clocks(&later), clocks(&desk));
    assert_eq!(clocks(&desk).spent_ms, [12_000, 0], "12 s of the delay are used");
    assert_eq!(
        new.clocks.as_ref().map(tabia_app::game::clock::Clocks::controls),
        old.clocks.as_ref().map(tabia_app::game::clock::Clocks::controls)
    );
    assert_eq!(
        new.clocks.as_ref().unwrap().control(Color::Black).kind,
        ClockKind::Delay,
        "one kind"
    );
    let mut game = Desk::with(NewGame { move_limit: Some(MoveLimit::Depth(4)), ..blitz() });
    game.play("e2e4");
    let text = Session::of(&game.model, game.now).to_text();
    later.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(later.model.game.move_limit(Color::Black), Some(MoveLimit::Depth(4)));
}

#[test]
fn sessions_of_before_the_kinds_and_damaged_ones_are_read() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    let text = Session::of(&desk.model, desk.now).to_text();
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
    let mut later = Desk::new();
    later.act(Action::RestoreSession(Box::new(session)));
    assert_eq!(later.model.game.clocks.as_ref().unwrap().left_ms(Color::Black, 0), 62_000);

    // Values that no clock can have.
    for (field, value) in [("left_ms", u64::MAX), ("over_ms", u64::MAX), ("spent_ms", u64::MAX)] {
        let mut damaged: serde_json::Value = serde_json::from_str(&text).unwrap();
        damaged["game"]["clocks"][field] = serde_json::json!([value, value]);
        damaged["game"]["clocks"]["play_on"] = true.into();
        damaged["game"]["clocks"]["moves_made"] = serde_json::json!([u32::MAX, u32::MAX]);
        let (session, _) = Session::read(&damaged.to_string()).unwrap();
        let mut later = Desk::new();
        later.act(Action::RestoreSession(Box::new(session)));
        later.give(UserCommand::Pause);
        later.now += 5_000;
        later.act(Action::Tick);
        later.play("g1f3");
        assert_eq!(later.line(), "e4 e5 Nf3", "{field}");
    }
}

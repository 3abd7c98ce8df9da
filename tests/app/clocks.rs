//! Clocks, flags and pauses.

use tabia::app::action::{Action, UserCommand};
use tabia::app::engines::state::EngineStatus;
use tabia::app::game::clock::TimeControl;
use tabia::app::game::new_game::{NewGame, Sides};
use tabia::app::game::state::Phase;
use tabia::chess::Color;
use tabia::chess::rules::{DrawReason, Outcome, WinReason};
use tabia::search::score::Score;

use super::desk::{Desk, blitz, from_fen};

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
        game.clock_ms(Color::Black, desk.now),
        Some(58_000),
        "four seconds used, two earned"
    );
    assert_eq!(running(&desk), Some(Color::White));
    desk.now += 7_000;
    desk.play("g1f3");
    let clock = desk.asked().limits.clock.unwrap();
    assert_eq!(clock.time.map(|t| t.as_millis()), [55_000, 58_000]);
    assert_eq!(clock.increment.map(|t| t.as_millis()), [2_000, 2_000]);
    assert_eq!(desk.model.next_change_ms(desk.now), None);
    desk.started();
    assert_eq!(desk.model.next_change_ms(desk.now), Some(1_000), "the next second");
}

#[test]
fn a_fallen_flag_loses_unless_nobody_could_mate() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.now += 59_999;
    desk.act(Action::Tick);
    assert_eq!(desk.model.game.phase, Phase::Running);
    desk.now += 1;
    desk.act(Action::Tick);
    let lost = Outcome::Win { winner: Color::Black, reason: WinReason::Time };
    assert_eq!(desk.model.game.phase, Phase::Over(lost));
    assert_eq!(desk.model.game.clock_ms(Color::White, desk.now + 9_999), Some(0));

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
    assert_eq!(desk.model.game.clock_ms(Color::Black, desk.now), Some(58_000));
    assert_eq!(desk.model.game.movable_side(), None);
    desk.give(UserCommand::Pause);
    assert!(desk.job() > job, "it is asked again, with the time that is left");
    assert_eq!(desk.asked().limits.clock.unwrap().time[1].as_millis(), 58_000);
}

#[test]
fn taking_back_gives_the_time_back() {
    let mut desk = Desk::with(blitz());
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.now += 20_000;
    desk.play("g1f3");
    desk.give(UserCommand::Takeback);
    assert_eq!(desk.model.game.clock_ms(Color::White, desk.now), Some(60_000));
    assert_eq!(desk.model.game.clocks.as_ref().unwrap().running(), Some(Color::White));
}

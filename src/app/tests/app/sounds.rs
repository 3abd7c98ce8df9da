//! The sound of each change, without playing it.

use tabia_app::action::{Action, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::clock::TimeControl;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::window::settings::SettingChange;
use tabia_app::window::sounds::{Sound, SoundSettings};
use tabia_chess::Square;

use crate::test_app::{TestApp, from_fen, humans};

impl TestApp {
    /// The sounds since the last check.
    fn played(&mut self) -> Vec<Sound> {
        let sound = |effect| match effect {
            Effect::Sound { sound, .. } => Some(sound),
            _ => None,
        };
        self.take_effects().into_iter().filter_map(sound).collect()
    }

    fn played_by_moves(&mut self, moves: &str) -> Vec<Sound> {
        self.played();
        moves.split(' ').for_each(|mv| self.play(mv));
        self.played()
    }
}

#[test]
fn moves_of_people_sound_as_what_they_are() {
    let mut app = TestApp::with(humans());
    let played = app.played_by_moves("e2e4 d7d5 e4d5 g8f6 g1f3 f6d5 f1b5 c7c6 e1g1");
    let (m, c) = (Sound::Move, Sound::Capture);
    assert_eq!(played, [m, m, c, m, m, c, Sound::Check, m, Sound::Castle]);
    let mut app = TestApp::with(from_fen("8/P6k/8/8/8/8/4P3/4K3 w - - 0 1", Sides::Humans));
    assert_eq!(app.played_by_moves("a7a8n"), [Sound::Promotion]);
}

#[test]
fn the_engines_moves_sound_and_the_end_replaces_the_move() {
    let mut app = TestApp::with(NewGame::default());
    assert_eq!(app.played_by_moves("f2f3"), [Sound::Move]);
    app.answer("e7e5");
    assert_eq!(app.played(), [Sound::Move]);
    assert_eq!(app.played_by_moves("g2g4"), [Sound::Move]);
    app.answer("d8h4");
    assert_eq!(app.played(), [Sound::End], "mate is the end and no check");
    let mut app = TestApp::with(humans());
    app.played_by_moves("e2e4");
    app.give(UserCommand::Resign);
    assert_eq!(app.played(), [], "it is asked whether that is meant");
    app.act(Action::Confirm);
    assert_eq!(app.played(), [Sound::End]);
}

#[test]
fn a_premove_sounds_when_it_is_set_and_the_two_moves_once_when_it_is_played() {
    let mut app = TestApp::with(NewGame::default());
    app.played_by_moves("e2e4");
    app.act(Action::Premove { from: Square::E4, to: Square::D5, promotion: None });
    assert_eq!(app.played(), [Sound::Premove]);
    app.answer("d7d5");
    assert_eq!(app.played(), [Sound::Capture]);
    assert_eq!(app.line(), "e4 d5 exd5");
    app.act(Action::Premove { from: Square::E1, to: Square::E8, promotion: None });
    assert_eq!(app.played(), [], "no such premove");
}

#[test]
fn nothing_sounds_when_moves_are_taken_back_undone_or_refused() {
    let mut app = TestApp::with(NewGame::default());
    app.played_by_moves("e2e4");
    app.answer("e7e5");
    app.played();
    app.give(UserCommand::Takeback);
    assert_eq!(app.played(), []);
    app.give(UserCommand::Undo);
    assert_eq!(app.played(), []);
    app.play("e2e5");
    assert_eq!(app.played(), []);
    app.give(UserCommand::Flip);
    app.act(Action::StartGame(humans()));
    assert_eq!(app.played(), [], "a new board is silent");
}

#[test]
fn steps_sound_unless_that_is_switched_off() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 d5 2. exd5 Qxd5 *".to_owned()));
    app.played();
    app.act(Action::Command(UserCommand::First));
    app.played();
    for _ in 0..3 {
        app.give(UserCommand::Next);
    }
    assert_eq!(app.played(), [Sound::Move, Sound::Move, Sound::Capture]);
    app.give(UserCommand::Previous);
    assert_eq!(app.played(), [Sound::Move]);
    let quiet = SoundSettings { stepping: false, ..SoundSettings::default() };
    app.act(Action::Set(SettingChange::Sounds(quiet)));
    app.played();
    app.give(UserCommand::Next);
    assert_eq!(app.played(), []);
    app.give(UserCommand::Previous);
    app.play("e4d5");
    assert_eq!(app.played(), [Sound::Capture], "a move by hand, though it was there");
}

#[test]
fn low_time_sounds_once_a_crossing_and_only_for_the_person_whose_clock_runs() {
    let minute = TimeControl::minutes(1, 0);
    let mut app = TestApp::with(NewGame { time: Some(minute), ..NewGame::default() });
    app.played_by_moves("e2e4");
    app.answer("e7e5");
    app.played();
    let mut tick = |ms: u64| {
        app.now += ms;
        app.act(Action::Tick);
        app.played()
    };
    assert_eq!(tick(49_000), []);
    assert_eq!(tick(1_500), [Sound::LowTime], "9.5 of 60 s are left");
    assert_eq!(tick(400), []);
    assert_eq!(tick(100), [Sound::Tick]);
    assert_eq!(tick(900), []);
    assert_eq!(tick(100), [Sound::Tick], "once a second");
    app.played_by_moves("g1f3");
    app.started();
    app.now += 58_000;
    app.act(Action::Tick);
    assert_eq!(app.played(), [], "the engine minds its own clock");
}

#[test]
fn the_last_seconds_tick_until_the_flag_and_not_in_a_pause() {
    let ten = TimeControl { base_ms: 12_000, ..TimeControl::minutes(0, 0) };
    let mut app = TestApp::with(NewGame { time: Some(ten), ..NewGame::default() });
    app.played_by_moves("e2e4");
    app.answer("e7e5");
    app.now += 9_900;
    app.act(Action::Tick);
    app.played();
    let mut all = Vec::new();
    for _ in 0..19 {
        app.now += 100;
        app.act(Action::Tick);
        all.extend(app.played());
    }
    assert_eq!(all, [Sound::LowTime, Sound::Tick], "two seconds are a sixth of the time");
    app.give(UserCommand::Pause);
    app.now += 60_000;
    app.act(Action::Tick);
    assert_eq!(app.played(), []);
    app.give(UserCommand::Pause);
    app.now += 500;
    app.act(Action::Tick);
    assert_eq!(app.played(), [Sound::End], "the flag");
}

#[test]
fn a_move_that_is_refused_sounds_unless_that_is_switched_off() {
    let mut app = TestApp::with(humans());
    app.act(Action::MoveRefused);
    assert_eq!(app.played(), [Sound::Illegal]);
    let quiet = SoundSettings::default().with(Sound::Illegal, false);
    app.act(Action::Set(SettingChange::Sounds(quiet)));
    app.played();
    app.act(Action::MoveRefused);
    assert_eq!(app.played(), []);
}

#[test]
fn sounds_are_as_loud_as_set_and_off_is_off() {
    let mut app = TestApp::with(humans());
    app.take_effects();
    let settings = SoundSettings { volume: 35, ..SoundSettings::default() };
    app.act(Action::Set(SettingChange::Sounds(settings.clone())));
    let loud = app.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Sound { sound, volume } => Some((sound, volume)),
        _ => None,
    });
    assert_eq!(loud, Some((Sound::Move, 35)), "a change of the volume is heard");
    app.act(Action::Set(SettingChange::Sounds(settings.clone().with(Sound::Capture, false))));
    assert_eq!(app.played_by_moves("e2e4 d7d5 e4d5"), [Sound::Move, Sound::Move]);
    app.act(Action::Set(SettingChange::Sounds(settings.clone())));
    assert_eq!(app.played(), [Sound::Capture], "what is switched on is heard");
    app.act(Action::Set(SettingChange::Sounds(SoundSettings { on: false, ..settings })));
    assert_eq!(app.played_by_moves("d8d5 b1c3"), []);
}

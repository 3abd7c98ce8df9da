//! The sound of each change, without playing it.

use tabia_app::action::{Action, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::clock::TimeControl;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::window::settings::SettingChange;
use tabia_app::window::sounds::{Sound, SoundSettings};
use tabia_chess::Square;

use crate::desk::{Desk, from_fen, humans};

impl Desk {
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
    let mut desk = Desk::with(humans());
    let played = desk.played_by_moves("e2e4 d7d5 e4d5 g8f6 g1f3 f6d5 f1b5 c7c6 e1g1");
    let (m, c) = (Sound::Move, Sound::Capture);
    assert_eq!(played, [m, m, c, m, m, c, Sound::Check, m, Sound::Castle]);
    let mut desk = Desk::with(from_fen("8/P6k/8/8/8/8/4P3/4K3 w - - 0 1", Sides::Humans));
    assert_eq!(desk.played_by_moves("a7a8n"), [Sound::Promotion]);
}

#[test]
fn the_engines_moves_sound_and_the_end_replaces_the_move() {
    let mut desk = Desk::with(NewGame::default());
    assert_eq!(desk.played_by_moves("f2f3"), [Sound::Move]);
    desk.answer("e7e5");
    assert_eq!(desk.played(), [Sound::Move]);
    assert_eq!(desk.played_by_moves("g2g4"), [Sound::Move]);
    desk.answer("d8h4");
    assert_eq!(desk.played(), [Sound::End], "mate is the end and no check");
    let mut desk = Desk::with(humans());
    desk.played_by_moves("e2e4");
    desk.give(UserCommand::Resign);
    assert_eq!(desk.played(), [], "it is asked whether that is meant");
    desk.act(Action::Confirm);
    assert_eq!(desk.played(), [Sound::End]);
}

#[test]
fn a_premove_sounds_when_it_is_set_and_the_two_moves_once_when_it_is_played() {
    let mut desk = Desk::with(NewGame::default());
    desk.played_by_moves("e2e4");
    desk.act(Action::Premove { from: Square::E4, to: Square::D5, promotion: None });
    assert_eq!(desk.played(), [Sound::Premove]);
    desk.answer("d7d5");
    assert_eq!(desk.played(), [Sound::Capture]);
    assert_eq!(desk.line(), "e4 d5 exd5");
    desk.act(Action::Premove { from: Square::E1, to: Square::E8, promotion: None });
    assert_eq!(desk.played(), [], "no such premove");
}

#[test]
fn nothing_sounds_when_moves_are_taken_back_undone_or_refused() {
    let mut desk = Desk::with(NewGame::default());
    desk.played_by_moves("e2e4");
    desk.answer("e7e5");
    desk.played();
    desk.give(UserCommand::Takeback);
    assert_eq!(desk.played(), []);
    desk.give(UserCommand::Undo);
    assert_eq!(desk.played(), []);
    desk.play("e2e5");
    assert_eq!(desk.played(), []);
    desk.give(UserCommand::Flip);
    desk.act(Action::StartGame(humans()));
    assert_eq!(desk.played(), [], "a new board is silent");
}

#[test]
fn steps_sound_unless_that_is_switched_off() {
    let mut desk = Desk::new();
    desk.act(Action::PasteText("1. e4 d5 2. exd5 Qxd5 *".to_owned()));
    desk.played();
    desk.act(Action::Command(UserCommand::First));
    desk.played();
    for _ in 0..3 {
        desk.give(UserCommand::Next);
    }
    assert_eq!(desk.played(), [Sound::Move, Sound::Move, Sound::Capture]);
    desk.give(UserCommand::Previous);
    assert_eq!(desk.played(), [Sound::Move]);
    let quiet = SoundSettings { stepping: false, ..SoundSettings::default() };
    desk.act(Action::Set(SettingChange::Sounds(quiet)));
    desk.played();
    desk.give(UserCommand::Next);
    assert_eq!(desk.played(), []);
    desk.give(UserCommand::Previous);
    desk.play("e4d5");
    assert_eq!(desk.played(), [Sound::Capture], "a move by hand, though it was there");
}

#[test]
fn low_time_sounds_once_a_crossing_and_only_for_the_person_whose_clock_runs() {
    let minute = TimeControl::minutes(1, 0);
    let mut desk = Desk::with(NewGame { time: Some(minute), ..NewGame::default() });
    desk.played_by_moves("e2e4");
    desk.answer("e7e5");
    desk.played();
    let mut tick = |ms: u64| {
        desk.now += ms;
        desk.act(Action::Tick);
        desk.played()
    };
    assert_eq!(tick(49_000), []);
    assert_eq!(tick(1_500), [Sound::LowTime], "9.5 of 60 s are left");
    assert_eq!(tick(400), []);
    assert_eq!(tick(100), [Sound::Tick]);
    assert_eq!(tick(900), []);
    assert_eq!(tick(100), [Sound::Tick], "once a second");
    desk.played_by_moves("g1f3");
    desk.started();
    desk.now += 58_000;
    desk.act(Action::Tick);
    assert_eq!(desk.played(), [], "the engine minds its own clock");
}

#[test]
fn the_last_seconds_tick_until_the_flag_and_not_in_a_pause() {
    let ten = TimeControl { base_ms: 12_000, ..TimeControl::minutes(0, 0) };
    let mut desk = Desk::with(NewGame { time: Some(ten), ..NewGame::default() });
    desk.played_by_moves("e2e4");
    desk.answer("e7e5");
    desk.now += 9_900;
    desk.act(Action::Tick);
    desk.played();
    let mut all = Vec::new();
    for _ in 0..19 {
        desk.now += 100;
        desk.act(Action::Tick);
        all.extend(desk.played());
    }
    assert_eq!(all, [Sound::LowTime, Sound::Tick], "two seconds are a sixth of the time");
    desk.give(UserCommand::Pause);
    desk.now += 60_000;
    desk.act(Action::Tick);
    assert_eq!(desk.played(), []);
    desk.give(UserCommand::Pause);
    desk.now += 500;
    desk.act(Action::Tick);
    assert_eq!(desk.played(), [Sound::End], "the flag");
}

#[test]
fn a_move_that_is_refused_sounds_unless_that_is_switched_off() {
    let mut desk = Desk::with(humans());
    desk.act(Action::MoveRefused);
    assert_eq!(desk.played(), [Sound::Illegal]);
    let quiet = SoundSettings::default().with(Sound::Illegal, false);
    desk.act(Action::Set(SettingChange::Sounds(quiet)));
    desk.played();
    desk.act(Action::MoveRefused);
    assert_eq!(desk.played(), []);
}

#[test]
fn sounds_are_as_loud_as_set_and_off_is_off() {
    let mut desk = Desk::with(humans());
    desk.take_effects();
    let settings = SoundSettings { volume: 35, ..SoundSettings::default() };
    desk.act(Action::Set(SettingChange::Sounds(settings.clone())));
    let loud = desk.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Sound { sound, volume } => Some((sound, volume)),
        _ => None,
    });
    assert_eq!(loud, Some((Sound::Move, 35)), "a change of the volume is heard");
    desk.act(Action::Set(SettingChange::Sounds(settings.clone().with(Sound::Capture, false))));
    assert_eq!(desk.played_by_moves("e2e4 d7d5 e4d5"), [Sound::Move, Sound::Move]);
    desk.act(Action::Set(SettingChange::Sounds(settings.clone())));
    assert_eq!(desk.played(), [Sound::Capture], "what is switched on is heard");
    desk.act(Action::Set(SettingChange::Sounds(SoundSettings { on: false, ..settings })));
    assert_eq!(desk.played_by_moves("d8d5 b1c3"), []);
}

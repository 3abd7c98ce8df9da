//! The sounds of a game. The window plays them.

use serde::{Deserialize, Serialize};
use tabia_chess::{Board, Color, Move};

use crate::game::state::{GameState, Phase};
use tabia_text::t;

/// Possible volumes, per cent.
pub const VOLUME: std::ops::RangeInclusive<u32> = 0..=100;

/// A sound. If there are several at once, the last one in this order is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Sound {
    /// A second has passed on a person's clock in its last seconds.
    Tick,
    /// An illegal move was tried.
    Illegal,
    /// A premove was set.
    Premove,
    Move,
    Capture,
    Castle,
    Promotion,
    Check,
    /// A person has little time left.
    LowTime,
    /// The game is over.
    End,
}

impl Sound {
    /// All sounds, in the order of the settings dialog.
    pub const ALL: [Sound; 10] = [
        Sound::Move,
        Sound::Capture,
        Sound::Check,
        Sound::Castle,
        Sound::Promotion,
        Sound::Premove,
        Sound::Illegal,
        Sound::LowTime,
        Sound::Tick,
        Sound::End,
    ];

    pub fn label(self) -> &'static str {
        match self {
            Sound::Tick => t!("sound-tick"),
            Sound::Illegal => t!("sound-illegal"),
            Sound::Premove => t!("sound-premove"),
            Sound::Move => t!("sound-move"),
            Sound::Capture => t!("sound-capture"),
            Sound::Castle => t!("sound-castling"),
            Sound::Promotion => t!("sound-promotion"),
            Sound::Check => t!("sound-check"),
            Sound::LowTime => t!("sound-low-time"),
            Sound::End => t!("sound-end"),
        }
    }

    /// The sound of a legal move in this position.
    pub fn of_move(before: &Board, mv: Move) -> Sound {
        match () {
            () if before.after(mv).in_check() => Sound::Check,
            () if mv.is_promotion() => Sound::Promotion,
            () if mv.is_castling() => Sound::Castle,
            () if mv.is_capture() => Sound::Capture,
            () => Sound::Move,
        }
    }
}

/// Which sounds are played, and the volume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SoundSettings {
    /// Sounds are on.
    pub on: bool,
    /// The volume, per cent.
    pub volume: u32,
    /// Moves are heard also when stepping through a game, not only when they are played.
    pub stepping: bool,
    /// Sounds that are switched off.
    pub silent: Vec<Sound>,
}

impl Default for SoundSettings {
    fn default() -> Self {
        SoundSettings { on: true, volume: 70, stepping: true, silent: Vec::new() }
    }
}

impl SoundSettings {
    /// The settings with the volume in its range and no sound switched off twice.
    #[must_use]
    pub fn clamped(mut self) -> SoundSettings {
        self.volume = self.volume.clamp(*VOLUME.start(), *VOLUME.end());
        let left_out = std::mem::take(&mut self.silent);
        self.silent = Sound::ALL.into_iter().filter(|sound| left_out.contains(sound)).collect();
        self
    }

    /// Whether this sound is played.
    pub fn plays(&self, sound: Sound) -> bool {
        self.on && self.volume > 0 && !self.silent.contains(&sound)
    }

    /// The settings with this sound switched on or off.
    #[must_use]
    pub fn with(mut self, sound: Sound, audible: bool) -> SoundSettings {
        self.silent.retain(|other| *other != sound);
        if !audible {
            self.silent.push(sound);
        }
        self.clamped()
    }

    /// The sample to play after a change from `before`.
    pub(crate) fn sample(&self, before: &SoundSettings) -> Option<Sound> {
        let added = before.silent.iter().find(|sound| !self.silent.contains(sound)).copied();
        let louder = self.volume != before.volume || (self.on && !before.on);
        added.or(louder.then_some(Sound::Move))
    }
}

/// Which clocks of a game were low at the last check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LowTime {
    /// The game; `None`: no game with clocks was seen.
    serial: Option<u64>,
    /// By `Color::index()`.
    low: [bool; 2],
    /// The side whose clock ran and its seconds left, rounded up.
    left: Option<(Color, u64)>,
}

impl LowTime {
    /// Records which clocks are low now; returns the sides whose clock has become low since the last check of the
    /// same game.
    pub fn look(&mut self, serial: u64, low: [bool; 2]) -> impl Iterator<Item = Color> + use<> {
        let same = self.serial == Some(serial);
        let before = std::mem::replace(&mut self.low, low);
        self.serial = Some(serial);
        Color::ALL
            .into_iter()
            .filter(move |side| same && low[side.index()] && !before[side.index()])
    }

    /// Records whose clock runs in this game and its time left, ms. Returns whether a second of it has passed since
    /// the last check; the last one ends with the flag.
    fn second_passed(&mut self, running: Option<(Color, u64)>) -> bool {
        let left = running.map(|(side, ms)| (side, ms.div_ceil(1000)));
        match (std::mem::replace(&mut self.left, left), left) {
            (Some((before, more)), Some((side, less))) => {
                before == side && (1..more).contains(&less)
            }
            _ => false,
        }
    }

    /// The sound for a person's clock: it has become low since the last check, or it ticks.
    pub(crate) fn notices(&mut self, game: &GameState, now_ms: u64) -> Option<Sound> {
        let clocks = game.clocks.as_ref()?;
        let low = Color::ALL.map(|side| clocks.is_low(side, now_ms));
        let runs = clocks.running().filter(|_| game.phase == Phase::Running && !game.paused);
        let person = runs.filter(|&side| !game.player(side).is_engine());
        let same = self.serial == Some(game.serial);
        let became_low = self.look(game.serial, low).any(|side| person == Some(side));
        let passed = self.second_passed(person.map(|side| (side, clocks.left_ms(side, now_ms))));
        let ticks = same && passed && person.is_some_and(|side| clocks.ticks(side, now_ms));
        became_low.then_some(Sound::LowTime).or(ticks.then_some(Sound::Tick))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::uci_move;

    #[test]
    fn each_kind_of_move_has_its_sound_and_check_comes_first() {
        for (fen, mv, sound) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", Sound::Move),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", Sound::Capture),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", Sound::Capture),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", Sound::Castle),
            ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", Sound::Promotion),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", Sound::Check),
            ("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", Sound::Check),
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Sound::Check),
        ] {
            let board = Board::from_fen(fen).unwrap();
            let mv = uci_move::parse(&board, mv).unwrap();
            assert_eq!(Sound::of_move(&board, mv), sound, "{fen}");
        }
    }

    #[test]
    fn a_clock_becomes_low_once_a_crossing_and_not_with_another_game() {
        let mut low = LowTime::default();
        let mut look = |serial, white, black| low.look(serial, [white, black]).collect::<Vec<_>>();
        assert_eq!(look(1, true, false), [], "a game first seen is not heard");
        assert_eq!(look(1, true, true), [Color::Black]);
        assert_eq!(look(1, true, true), []);
        assert_eq!(look(1, true, false), []);
        assert_eq!(look(1, true, true), [Color::Black], "above and below again");
        assert_eq!(look(2, true, true), []);
    }

    #[test]
    fn a_clock_ticks_once_a_second_and_not_when_time_is_added() {
        let mut low = LowTime::default();
        let mut passed = |side, ms| low.second_passed(Some((side, ms)));
        assert!(!passed(Color::White, 9_400), "the first look");
        assert!(!passed(Color::White, 9_050));
        assert!(passed(Color::White, 9_000));
        assert!(passed(Color::White, 6_900), "of several at once one is heard");
        assert!(!passed(Color::Black, 3_000), "another clock");
        assert!(!passed(Color::White, 8_900), "an increment came");
        assert!(passed(Color::White, 1) && !passed(Color::White, 0), "the flag has fallen");
        assert!(!low.second_passed(None));
    }

    #[test]
    fn settings_name_what_is_left_out_once() {
        let settings = SoundSettings { volume: 300, ..SoundSettings::default() };
        let settings = settings.with(Sound::Check, false).with(Sound::Check, false);
        assert_eq!((settings.volume, settings.silent.as_slice()), (100, [Sound::Check].as_slice()));
        assert!(!settings.plays(Sound::Check) && settings.plays(Sound::Move));
        assert!(settings.clone().with(Sound::Check, true).plays(Sound::Check));
        assert!(!SoundSettings { volume: 0, ..settings.clone() }.plays(Sound::Move));
        assert!(!SoundSettings { on: false, ..settings }.plays(Sound::Move));
    }
}

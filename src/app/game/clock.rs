//! Chess clocks as arithmetic: what was left, who runs, since when. The time comes from the caller as
//! milliseconds of a clock that never goes back; nothing here reads one.
//!
//! Conventions: the first move of a game is free (no clock runs before it, and it earns no increment),
//! so that nobody loses time while still looking at the board. The clock of an engine starts when its
//! search has started, not when it was asked for.

use serde::{Deserialize, Serialize};

use crate::chess::Color;

/// Below this the clock shows tenths of a second, ms.
pub const TENTHS_BELOW_MS: u64 = 10_000;
/// A clock is low at this time left at the latest, ms.
const LOW_MS: u64 = 20_000;

/// How much time a side gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TimeControl {
    /// Time for the game or for one period, ms.
    pub base_ms: u64,
    /// Added after each move, ms.
    pub increment_ms: u64,
    /// Moves in a period, after which `base_ms` is added again; `None`: one period for the game.
    pub moves: Option<u32>,
}

impl Default for TimeControl {
    fn default() -> Self {
        TimeControl::minutes(10, 5)
    }
}

impl TimeControl {
    /// The longest base time that can be set, ms: 12 hours.
    pub const MAX_BASE_MS: u64 = 12 * 3_600_000;
    /// The longest increment that can be set, ms: 10 minutes.
    pub const MAX_INCREMENT_MS: u64 = 600_000;

    /// Minutes for the game and seconds added after each move.
    pub const fn minutes(minutes: u64, increment_s: u64) -> TimeControl {
        TimeControl { base_ms: minutes * 60_000, increment_ms: increment_s * 1000, moves: None }
    }

    /// The same with every value inside its range; a control without any time gets one second.
    #[must_use]
    pub fn clamped(self) -> TimeControl {
        let least = if self.increment_ms == 0 { 1000 } else { 0 };
        TimeControl {
            base_ms: self.base_ms.clamp(least, Self::MAX_BASE_MS),
            increment_ms: self.increment_ms.min(Self::MAX_INCREMENT_MS),
            moves: self.moves.filter(|&moves| moves > 0),
        }
    }

    /// The tag value of PGN: `600+5`, `40/5400`.
    pub fn pgn(self) -> String {
        let base = seconds_text(self.base_ms);
        let period = self.moves.map(|n| format!("{n}/")).unwrap_or_default();
        match self.increment_ms {
            0 => format!("{period}{base}"),
            ms => format!("{period}{base}+{}", seconds_text(ms)),
        }
    }

    /// As players say it: `10 + 5`, `40 moves in 90 min`, `30 s + 1`.
    pub fn words(self) -> String {
        let base = match self.base_ms {
            ms if ms % 60_000 == 0 => format!("{} min", ms / 60_000),
            ms if ms < 60_000 => format!("{} s", seconds_text(ms)),
            ms => clock_text(ms),
        };
        let base = self.moves.map_or(base.clone(), |n| format!("{n} moves in {base}"));
        match self.increment_ms {
            0 => base,
            ms => format!("{base} + {} s", seconds_text(ms)),
        }
    }
}

/// Seconds without needless decimals: `90`, `0.5`.
fn seconds_text(ms: u64) -> String {
    if ms.is_multiple_of(1000) { (ms / 1000).to_string() } else { format!("{}", ms as f64 / 1e3) }
}

/// The clock that is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// Whose.
    pub side: Color,
    /// Since when, ms.
    pub since_ms: u64,
}

/// The two clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: [TimeControl; 2],
    /// Left when the running clock was started, ms.
    left_ms: [u64; 2],
    /// Moves each side has made on the clock.
    moves_made: [u32; 2],
    running: Option<Running>,
}

impl Clocks {
    /// Full clocks, standing still. Indexed by `Color::index()`.
    pub fn new(control: [TimeControl; 2]) -> Clocks {
        let left_ms = control.map(|c| c.base_ms.max(c.increment_ms));
        Clocks { control, left_ms, moves_made: [0; 2], running: None }
    }

    /// Clocks as they were at some point of the game, standing still.
    pub fn at(control: [TimeControl; 2], left_ms: [u64; 2], moves_made: [u32; 2]) -> Clocks {
        Clocks { control, left_ms, moves_made, running: None }
    }

    /// How much time a side got.
    pub fn control(&self, side: Color) -> TimeControl {
        self.control[side.index()]
    }

    /// The controls of both sides.
    pub fn controls(&self) -> [TimeControl; 2] {
        self.control
    }

    /// Moves a side has made on the clock.
    pub fn moves_made(&self, side: Color) -> u32 {
        self.moves_made[side.index()]
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|r| r.side)
    }

    /// What a side has left now, ms; 0 when its flag has fallen.
    pub fn left_ms(&self, side: Color, now_ms: u64) -> u64 {
        let used = match self.running {
            Some(r) if r.side == side => now_ms.saturating_sub(r.since_ms),
            _ => 0,
        };
        self.left_ms[side.index()].saturating_sub(used)
    }

    /// Whether a side should hurry: at most a tenth of its time or 20 s left, whichever is less.
    pub fn is_low(&self, side: Color, now_ms: u64) -> bool {
        let limit = (self.control(side).base_ms / 10).min(LOW_MS);
        self.left_ms(side, now_ms) <= limit
    }

    /// The side whose time has run out.
    pub fn fallen(&self, now_ms: u64) -> Option<Color> {
        self.running().filter(|&side| self.left_ms(side, now_ms) == 0)
    }

    /// Starts a side's clock and stops the other.
    pub fn start(&mut self, side: Color, now_ms: u64) {
        self.stop(now_ms);
        self.running = Some(Running { side, since_ms: now_ms });
    }

    /// Stops whichever clock runs; what was used is gone.
    pub fn stop(&mut self, now_ms: u64) {
        if let Some(r) = self.running {
            self.left_ms[r.side.index()] = self.left_ms(r.side, now_ms);
            self.running = None;
        }
    }

    /// Books a move of `side`: stops its clock and, if it ran, adds increment and the next period. Gives
    /// what it has left, ms. Starting the other clock is the caller's business.
    pub fn press(&mut self, side: Color, now_ms: u64) -> u64 {
        let ran = self.running() == Some(side);
        self.stop(now_ms);
        let (i, control) = (side.index(), self.control(side));
        self.moves_made[i] += 1;
        if ran {
            self.left_ms[i] += control.increment_ms;
        }
        if control.moves.is_some_and(|n| self.moves_made[i].is_multiple_of(n.max(1))) {
            self.left_ms[i] += control.base_ms;
        }
        self.left_ms[i]
    }

    /// Moves a side still has to make in its period.
    pub fn moves_to_go(&self, side: Color) -> Option<u32> {
        let n = self.control(side).moves?.max(1);
        Some(n - self.moves_made(side) % n)
    }

    /// Gives a side more time.
    pub fn add(&mut self, side: Color, ms: u64) {
        self.left_ms[side.index()] += ms;
    }

    /// Milliseconds until a clock's text next changes or its flag falls; `None` while none runs.
    pub fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        let left = self.left_ms(self.running()?, now_ms);
        let step = if left <= TENTHS_BELOW_MS { 100 } else { 1000 };
        Some(if left == 0 { 1 } else { (left - 1) % step + 1 })
    }
}

/// The time on a clock: `1:02:03`, `4:05`, below ten seconds `9.4`. Rounded so that 0 means fallen.
pub fn clock_text(ms: u64) -> String {
    if ms < TENTHS_BELOW_MS {
        let tenths = ms.div_ceil(100);
        if tenths < 100 {
            return format!("{}.{}", tenths / 10, tenths % 10);
        }
    }
    let s = ms.div_ceil(1000);
    match s / 3600 {
        0 => format!("{}:{:02}", s / 60, s % 60),
        h => format!("{h}:{:02}:{:02}", s / 60 % 60, s % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_tenths_at_the_end_only() {
        let cases = [
            (0, "0.0"),
            (1, "0.1"),
            (9_350, "9.4"),
            (9_950, "0:10"),
            (10_000, "0:10"),
            (59_001, "1:00"),
            (600_000, "10:00"),
            (3_723_000, "1:02:03"),
        ];
        for (ms, text) in cases {
            assert_eq!(clock_text(ms), text, "{ms} ms");
        }
    }

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        let mut clocks = Clocks::new([TimeControl::minutes(1, 2); 2]);
        assert_eq!(clocks.press(Color::White, 5_000), 60_000, "the free first move");
        clocks.start(Color::Black, 5_000);
        assert_eq!(clocks.left_ms(Color::Black, 8_000), 57_000);
        assert_eq!(clocks.press(Color::Black, 8_000), 59_000);
        assert_eq!(clocks.running(), None);
        assert_eq!(clocks.left_ms(Color::Black, 99_000), 59_000, "a stopped clock stands still");
    }

    #[test]
    fn the_flag_falls_and_the_clock_warns_before() {
        let mut clocks = Clocks::new([TimeControl::minutes(1, 0); 2]);
        clocks.start(Color::White, 1_000);
        assert!(!clocks.is_low(Color::White, 54_999));
        assert!(clocks.is_low(Color::White, 55_000), "a tenth of a minute");
        assert_eq!(clocks.fallen(60_999), None);
        assert_eq!(clocks.fallen(61_000), Some(Color::White));
        assert_eq!(clocks.left_ms(Color::White, 99_000), 0);
    }

    #[test]
    fn a_period_ends_with_more_time() {
        let control = TimeControl { base_ms: 60_000, increment_ms: 0, moves: Some(2) };
        let mut clocks = Clocks::new([control; 2]);
        assert_eq!(clocks.moves_to_go(Color::White), Some(2));
        for (at, left) in [(10_000, 50_000), (20_000, 100_000)] {
            clocks.start(Color::White, at - 10_000);
            assert_eq!(clocks.press(Color::White, at), left);
        }
        assert_eq!(clocks.moves_to_go(Color::White), Some(2));
    }

    #[test]
    fn the_next_change_is_the_next_other_text() {
        let mut clocks = Clocks::new([TimeControl::minutes(1, 0); 2]);
        assert_eq!(clocks.next_change_ms(0), None);
        clocks.start(Color::White, 0);
        for now in [0, 300, 999, 49_950, 50_000, 55_555] {
            let wait = clocks.next_change_ms(now).unwrap();
            let text = |at| clock_text(clocks.left_ms(Color::White, at));
            assert_ne!(text(now), text(now + wait), "at {now}, wait {wait}");
        }
    }

    #[test]
    fn controls_are_written_for_pgn_and_people() {
        let classical = TimeControl { base_ms: 5_400_000, increment_ms: 0, moves: Some(40) };
        assert_eq!(classical.pgn(), "40/5400");
        assert_eq!(classical.words(), "40 moves in 90 min");
        assert_eq!(TimeControl::minutes(10, 5).pgn(), "600+5");
        assert_eq!(TimeControl::minutes(10, 5).words(), "10 min + 5 s");
        let none = TimeControl { base_ms: 0, increment_ms: 0, moves: Some(0) };
        assert_eq!(none.clamped(), TimeControl { base_ms: 1000, increment_ms: 0, moves: None });
    }

    #[test]
    fn a_control_is_told_in_minutes_seconds_or_as_a_clock() {
        for (base_ms, moves, increment_ms, words) in [
            (60_000, None, 0, "1 min"),
            (59_000, None, 0, "59 s"),
            (59_500, None, 500, "59.5 s + 0.5 s"),
            (61_000, None, 0, "1:01"),
            (90_000, None, 1_000, "1:30 + 1 s"),
            (5_400_000, Some(40), 0, "40 moves in 90 min"),
            (3_661_000, Some(2), 3_000, "2 moves in 1:01:01 + 3 s"),
        ] {
            let control = TimeControl { base_ms, increment_ms, moves };
            assert_eq!(control.words(), words);
        }
        assert_eq!(
            (clock_text(9_900), clock_text(9_901), clock_text(10_000)),
            ("9.9".into(), "0:10".into(), "0:10".into())
        );
    }

    #[test]
    fn time_given_is_there_and_only_the_running_clock_runs() {
        let control = TimeControl { base_ms: 60_000, increment_ms: 0, moves: Some(3) };
        let mut clocks = Clocks::new([control; 2]);
        clocks.add(Color::White, 5_000);
        let left = |clocks: &Clocks, now| Color::ALL.map(|side| clocks.left_ms(side, now));
        assert_eq!(left(&clocks, 9_000), [65_000, 60_000], "none runs");
        clocks.start(Color::White, 10_000);
        assert_eq!(left(&clocks, 12_000), [63_000, 60_000]);
        clocks.add(Color::White, 1_000);
        assert_eq!(left(&clocks, 12_000), [64_000, 60_000]);
        for to_go in [3, 2, 1, 3, 2, 1, 3] {
            assert_eq!(clocks.moves_to_go(Color::Black), Some(to_go));
            clocks.press(Color::Black, 12_000);
        }
        assert_eq!(clocks.moves_to_go(Color::White), Some(3));
    }
}

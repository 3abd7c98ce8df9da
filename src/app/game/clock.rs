//! Chess clocks as pure arithmetic: the time left, which clock runs, and since when. The caller supplies the time as
//! milliseconds of a monotonic clock; nothing here reads one.
//!
//! Conventions: no clock runs before the first move of a game, so that no one loses time while still looking at the
//! board. The clock of an engine starts when its search has started, not when the search was requested. A move made
//! before its clock was started took no time and earns its increment. A pause in a move does not renew its delay.

use tabia_chess::Color;

pub use super::time_control::{
    ClockKind, MoveLimit, TENTHS_BELOW_MS, TimeControl, clock_text, tags,
};

/// A clock with more time than this is never low, ms.
const LOW_MS: u64 = 20_000;
/// A clock ticks from this time on, ms. In a game of less than a minute it ticks for the last sixth of the time.
const TICKS_MS: u64 = 10_000;

/// Upper limit for a time from a file, ms: a year.
const MAX_MS: u64 = 366 * 24 * 3_600_000;

/// The clock that is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    pub side: Color,
    /// When it was started, ms.
    pub since_ms: u64,
}

/// The two clocks of a game as numbers, stopped; indexed by `Color::index()`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Time left, ms.
    pub left_ms: [u64; 2],
    /// Time used by a side after its flag fell, ms.
    pub over_ms: [u64; 2],
    /// Time used on the current move, ms.
    pub spent_ms: [u64; 2],
    /// Moves made on the clock.
    pub moves_made: [u32; 2],
    /// A fallen flag does not end the game.
    pub play_on: bool,
}

/// The two clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: [TimeControl; 2],
    /// Time left when the running clock was started, ms; below 0 if play continues after the flag.
    left_ms: [i64; 2],
    /// Time used on the current move before the running clock was started, ms.
    spent_ms: [u64; 2],
    /// Moves each side has made on the clock.
    moves_made: [u32; 2],
    running: Option<Running>,
    play_on: bool,
    /// Sides whose fallen flag has been reported.
    fallen: [bool; 2],
}

impl Clocks {
    /// Full clocks, stopped. Indexed by `Color::index()`.
    pub fn new(control: [TimeControl; 2]) -> Clocks {
        Clocks::at(control, control.map(TimeControl::start_ms), [0; 2])
    }

    /// Clocks as they were at some point of the game, stopped before a move.
    pub fn at(control: [TimeControl; 2], left_ms: [u64; 2], moves_made: [u32; 2]) -> Clocks {
        Clocks::standing_at(control, Standing { left_ms, moves_made, ..Standing::default() })
    }

    /// Stopped clocks with all their values. Times are limited to a plausible range.
    pub(crate) fn standing_at(control: [TimeControl; 2], at: Standing) -> Clocks {
        let balance = |side: usize| {
            let ms = |ms: u64| ms.min(MAX_MS).cast_signed();
            let over = if at.play_on { ms(at.over_ms[side]) } else { 0 };
            ms(at.left_ms[side]) - over
        };
        let left_ms = [balance(0), balance(1)];
        Clocks {
            control,
            left_ms,
            spent_ms: at.spent_ms.map(|ms| ms.min(MAX_MS)),
            moves_made: at.moves_made,
            running: None,
            play_on: at.play_on,
            fallen: left_ms.map(|left| left <= 0),
        }
    }

    /// The values of the clocks now.
    pub fn standing(&self, now_ms: u64) -> Standing {
        let mut stopped = self.clone();
        stopped.stop(now_ms);
        let part = |sign: i64| stopped.left_ms.map(|left| (left * sign).max(0).unsigned_abs());
        Standing {
            left_ms: part(1),
            over_ms: part(-1),
            spent_ms: stopped.spent_ms,
            moves_made: stopped.moves_made,
            play_on: stopped.play_on,
        }
    }

    /// The same clocks, with the game continuing after a fallen flag or not.
    #[must_use]
    pub(crate) fn playing_on(self, play_on: bool) -> Clocks {
        Clocks { play_on, ..self }
    }

    /// Whether the game continues after a flag has fallen.
    pub fn plays_on(&self) -> bool {
        self.play_on
    }

    /// The time control of a side.
    pub fn control(&self, side: Color) -> TimeControl {
        self.control[side.index()]
    }

    /// The controls of both sides.
    pub fn controls(&self) -> [TimeControl; 2] {
        self.control
    }

    /// The longest time a side begins a period with, ms; for an hourglass the time of both sides.
    pub fn full_ms(&self, side: Color) -> u64 {
        if self.passes_time() {
            return self.control.iter().map(|control| control.base_ms).sum();
        }
        let control = self.control(side);
        control.start_ms().max(control.rest_ms.unwrap_or(0))
    }

    /// Moves a side has made on the clock.
    pub fn moves_made(&self, side: Color) -> u32 {
        self.moves_made[side.index()]
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|r| r.side)
    }

    /// Whether the time one side uses goes to the other, so that the sum stays the same.
    pub(crate) fn passes_time(&self) -> bool {
        self.control.iter().all(|control| control.kind == ClockKind::Hourglass)
    }

    /// Time used since the running clock was started, ms.
    fn used_ms(&self, now_ms: u64) -> u64 {
        self.running.map_or(0, |r| now_ms.saturating_sub(r.since_ms))
    }

    /// Time the running clock has lost since it was started, ms: the time used beyond a delay.
    fn lost_ms(&self, side: Color, now_ms: u64) -> i64 {
        let (control, spent) = (self.control(side), self.spent_ms[side.index()]);
        let beyond = |ms: u64| match control.kind {
            ClockKind::Delay => ms.saturating_sub(control.increment_ms),
            ClockKind::Increment | ClockKind::Bronstein | ClockKind::Hourglass => ms,
        };
        let lost = beyond(spent.saturating_add(self.used_ms(now_ms))) - beyond(spent);
        i64::try_from(lost).unwrap_or(i64::MAX / 4)
    }

    /// Time a side has left now, ms; below 0 if play continues after its flag fell.
    fn balance_ms(&self, side: Color, now_ms: u64) -> i64 {
        let left = |of: Color| self.left_ms[of.index()];
        let Some(running) = self.running else { return left(side) };
        let lost = self.lost_ms(running.side, now_ms);
        // Unless play continues, a clock loses nothing below 0.
        let lost = if self.play_on { lost } else { lost.min(left(running.side).max(0)) };
        match () {
            () if running.side == side => left(side) - lost,
            () if self.passes_time() => left(side) + lost,
            () => left(side),
        }
    }

    /// Time a side has left now, ms; 0 if its flag has fallen.
    pub fn left_ms(&self, side: Color, now_ms: u64) -> u64 {
        self.balance_ms(side, now_ms).max(0).unsigned_abs()
    }

    /// Time a side has used after its flag fell, ms; 0 before that.
    pub fn over_ms(&self, side: Color, now_ms: u64) -> u64 {
        (-self.balance_ms(side, now_ms)).max(0).unsigned_abs()
    }

    /// Time a side has used on the current move, ms, including any delay.
    pub fn spent_ms(&self, side: Color, now_ms: u64) -> u64 {
        let runs = self.running() == Some(side);
        self.spent_ms[side.index()] + if runs { self.used_ms(now_ms) } else { 0 }
    }

    /// The rest of a delay before the clock of a side runs, ms; `None` if there is no such delay or the side is not
    /// to move.
    pub fn delay_left_ms(&self, side: Color, now_ms: u64) -> Option<u64> {
        let control = self.control(side);
        let waits = control.kind == ClockKind::Delay && self.running() == Some(side);
        waits.then(|| control.increment_ms.saturating_sub(self.spent_ms(side, now_ms)))
    }

    /// Whether a side should hurry: it has at most a tenth of its time or 20 s left, whichever is less, or its clock
    /// ticks.
    pub fn is_low(&self, side: Color, now_ms: u64) -> bool {
        let limit = (self.control(side).base_ms / 10).min(LOW_MS);
        self.left_ms(side, now_ms) <= limit.max(self.ticks_from_ms(side))
    }

    /// Whether the last seconds of a side can be heard.
    pub fn ticks(&self, side: Color, now_ms: u64) -> bool {
        self.left_ms(side, now_ms) <= self.ticks_from_ms(side)
    }

    /// The time left from which a side's clock ticks, ms.
    fn ticks_from_ms(&self, side: Color) -> u64 {
        (self.control(side).base_ms / 6).min(TICKS_MS)
    }

    /// The side whose time has run out, if that ends the game.
    pub fn fallen(&self, now_ms: u64) -> Option<Color> {
        let out = |side: &Color| self.left_ms(*side, now_ms) == 0;
        self.running().filter(out).filter(|_| !self.play_on)
    }

    /// The side whose flag has fallen in a game that continues after it, reported once for each side.
    pub(crate) fn newly_fallen(&mut self, now_ms: u64) -> Option<Color> {
        let side = self.running().filter(|_| self.play_on)?;
        let news = self.left_ms(side, now_ms) == 0 && !self.fallen[side.index()];
        self.fallen[side.index()] |= news;
        news.then_some(side)
    }

    /// Starts a side's clock and stops the other.
    pub fn start(&mut self, side: Color, now_ms: u64) {
        self.stop(now_ms);
        self.running = Some(Running { side, since_ms: now_ms });
    }

    /// Stops the running clock; the time used is deducted.
    pub fn stop(&mut self, now_ms: u64) {
        if let Some(r) = self.running {
            let left_ms = Color::ALL.map(|side| self.balance_ms(side, now_ms));
            self.spent_ms[r.side.index()] += self.used_ms(now_ms);
            self.left_ms = left_ms;
            self.running = None;
        }
    }

    /// Records a move of `side`: stops its clock and, if it ran, adds the increment or what the delay gives back, and
    /// the next period. Returns the time left, ms. The caller starts the other clock.
    pub fn press(&mut self, side: Color, now_ms: u64) -> u64 {
        let ran = self.running() == Some(side);
        self.stop(now_ms);
        let (i, control) = (side.index(), self.control(side));
        self.moves_made[i] = self.moves_made[i].saturating_add(1);
        let spent = std::mem::take(&mut self.spent_ms[i]);
        let back = if ran { control.given_back_ms(spent) } else { 0 };
        let earned = control.earned_ms(self.moves_made[i]) + back;
        self.left_ms[i] = self.left_ms[i].saturating_add_unsigned(earned);
        self.left_ms(side, now_ms)
    }

    /// These clocks, stopped, with no more time on them than `others` would have with the moves made here: `earned_ms`
    /// is what these moves have earned, and what those of the others have. For an hourglass the values of `others` are
    /// used: less for one side would be more for the other.
    #[must_use]
    pub(crate) fn at_most(
        mut self,
        others: &Clocks,
        earned_ms: [[u64; 2]; 2],
        now_ms: u64,
    ) -> Clocks {
        let [here, there] = earned_ms;
        for side in Color::ALL {
            let i = side.index();
            let gained = here[i].cast_signed().saturating_sub(there[i].cast_signed());
            let other = others.balance_ms(side, now_ms).saturating_add(gained);
            let own = &mut self.left_ms[i];
            *own = if others.passes_time() { other } else { other.min(*own) };
            // It was reported when it fell.
            self.fallen[i] |= *own <= 0;
        }
        self
    }

    /// Moves a side still has to make in its period.
    pub fn moves_to_go(&self, side: Color) -> Option<u32> {
        self.control(side).moves_to_go(self.moves_made(side))
    }

    /// Gives a side more time.
    pub fn add(&mut self, side: Color, ms: u64) {
        let left_ms = &mut self.left_ms[side.index()];
        *left_ms = left_ms.saturating_add_unsigned(ms);
    }

    /// Milliseconds until a clock's text next changes or its flag falls; `None` while no clock runs.
    pub fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        let side = self.running()?;
        if let Some(delay) = self.delay_left_ms(side, now_ms).filter(|&ms| ms > 0) {
            return Some((delay - 1) % 1000 + 1);
        }
        let (left, over) = (self.left_ms(side, now_ms), self.over_ms(side, now_ms));
        let falls = (left.max(1) - 1) % step(left) + 1;
        let own = if left == 0 && self.play_on { until_higher(over) } else { falls };
        let other = self.passes_time().then(|| until_higher(self.left_ms(!side, now_ms)));
        Some(other.map_or(own, |other| other.min(own)))
    }
}

/// The unit of a clock's last digit, ms.
fn step(ms: u64) -> u64 {
    if ms <= TENTHS_BELOW_MS { 100 } else { 1000 }
}

/// Milliseconds until the text of a growing time changes.
fn until_higher(ms: u64) -> u64 {
    let step = if ms < TENTHS_BELOW_MS { 100 } else { 1000 };
    ms.div_ceil(step) * step - ms + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_kind(kind: ClockKind, base_ms: u64, increment_ms: u64) -> TimeControl {
        TimeControl { base_ms, increment_ms, kind, ..TimeControl::default() }
    }

    /// White's time after each of two moves that take this many milliseconds, with Black answering at once.
    fn after(control: TimeControl, moves: [u64; 2]) -> [u64; 2] {
        let mut clocks = Clocks::new([control; 2]);
        let mut now = 1_000;
        moves.map(|used| {
            clocks.start(Color::White, now);
            now += used;
            clocks.press(Color::White, now)
        })
    }

    #[test]
    fn the_full_time_is_that_of_the_longest_period_or_of_both_glasses() {
        let full = |control| Clocks::new([control; 2]).full_ms(Color::White);
        assert_eq!(full(TimeControl::minutes(60, 5)), 3_600_000);
        assert_eq!(full(TimeControl::periods(40, 30, 90, 0)), 90 * 60_000);
        assert_eq!(full(of_kind(ClockKind::Hourglass, 40 * 60_000, 0)), 80 * 60_000);
    }

    #[test]
    fn damaged_values_are_limited_and_do_not_overflow() {
        for damaged in [u64::MAX, i64::MAX as u64] {
            let times = [damaged; 2];
            let standing = Standing { left_ms: times, spent_ms: times, ..Standing::default() };
            let mut clocks = Clocks::standing_at([TimeControl::minutes(5, 3); 2], standing);
            assert_eq!(clocks.standing(0).left_ms, [MAX_MS; 2]);
            clocks.start(Color::White, 1_000);
            assert_eq!(clocks.press(Color::White, 2_000), MAX_MS + 2_000);
            let over = Standing { over_ms: times, play_on: true, ..standing };
            let clocks = Clocks::standing_at([TimeControl::minutes(5, 3); 2], over);
            assert_eq!(clocks.standing(0).over_ms, [0; 2]);
        }
    }

    #[test]
    fn each_kind_gives_and_takes_what_was_counted_by_hand() {
        for (kind, increment_ms, moves, left) in [
            // A minute: minus 10 s, plus 2 s; minus 1 s, plus 2 s.
            (ClockKind::Increment, 2_000, [10_000, 1_000], [52_000, 53_000]),
            // Minus 10 s except the first 2 s; minus nothing.
            (ClockKind::Delay, 2_000, [10_000, 1_000], [52_000, 52_000]),
            // Minus 10 s, 2 s back; minus 1 s, all of it back.
            (ClockKind::Bronstein, 2_000, [10_000, 1_000], [52_000, 52_000]),
            (ClockKind::Hourglass, 2_000, [10_000, 1_000], [50_000, 49_000]),
            (ClockKind::Delay, 2_000, [2_000, 2_001], [60_000, 59_999]),
            (ClockKind::Bronstein, 2_000, [2_000, 2_001], [60_000, 59_999]),
            (ClockKind::Increment, 0, [2_000, 2_001], [58_000, 55_999]),
        ] {
            assert_eq!(after(of_kind(kind, 60_000, increment_ms), moves), left, "{kind:?}");
        }
    }

    #[test]
    fn a_delay_is_there_once_a_move_and_seen_while_it_lasts() {
        let mut clocks = Clocks::new([of_kind(ClockKind::Delay, 60_000, 5_000); 2]);
        clocks.start(Color::White, 0);
        assert_eq!(clocks.left_ms(Color::White, 4_000), 60_000);
        assert_eq!(clocks.delay_left_ms(Color::White, 3_600), Some(1_400));
        assert_eq!(clocks.delay_left_ms(Color::Black, 3_600), None);
        assert_eq!(clocks.next_change_ms(3_600), Some(400));
        clocks.stop(4_000);
        assert_eq!(clocks.standing(9_000).spent_ms, [4_000, 0]);
        clocks.start(Color::White, 10_000);
        assert_eq!(clocks.left_ms(Color::White, 13_000), 58_000, "1 s of the delay was left");
        assert_eq!(clocks.delay_left_ms(Color::White, 13_000), Some(0));
        assert_eq!(clocks.press(Color::White, 13_000), 58_000);
        clocks.start(Color::White, 20_000);
        assert_eq!(clocks.left_ms(Color::White, 25_000), 58_000, "the next move has its own");
    }

    #[test]
    fn bronstein_counts_a_move_as_a_whole_though_it_was_paused() {
        let mut clocks = Clocks::new([of_kind(ClockKind::Bronstein, 60_000, 5_000); 2]);
        clocks.start(Color::White, 0);
        assert_eq!(clocks.left_ms(Color::White, 2_000), 58_000, "it runs at once");
        clocks.stop(2_000);
        clocks.start(Color::White, 50_000);
        assert_eq!(clocks.press(Color::White, 52_000), 60_000, "all four seconds come back");
    }

    #[test]
    fn the_sand_of_an_hourglass_runs_from_one_side_to_the_other() {
        let mut clocks = Clocks::new([of_kind(ClockKind::Hourglass, 60_000, 0); 2]);
        clocks.start(Color::White, 0);
        let left = |clocks: &Clocks, now| Color::ALL.map(|side| clocks.left_ms(side, now));
        assert_eq!(left(&clocks, 15_000), [45_000, 75_000]);
        clocks.press(Color::White, 15_000);
        clocks.start(Color::Black, 15_000);
        assert_eq!(left(&clocks, 25_000), [55_000, 65_000]);
        clocks.stop(25_000);
        clocks.start(Color::White, 30_000);
        assert_eq!(clocks.fallen(84_999), None);
        assert_eq!(clocks.fallen(85_000), Some(Color::White));
        assert_eq!(left(&clocks, 99_000), [0, 120_000], "there is no more sand than there was");
        let odds = [of_kind(ClockKind::Hourglass, 60_000, 0), TimeControl::minutes(1, 0)];
        let mut clocks = Clocks::new(odds);
        clocks.start(Color::White, 0);
        assert_eq!(left(&clocks, 10_000), [50_000, 60_000], "it takes two hourglasses");
    }

    #[test]
    fn one_may_play_on_after_the_flag() {
        let control = of_kind(ClockKind::Increment, 60_000, 3_000);
        let mut clocks = Clocks::new([control; 2]).playing_on(true);
        clocks.start(Color::White, 0);
        assert_eq!(clocks.newly_fallen(59_999), None);
        assert_eq!(
            (clocks.fallen(61_000), clocks.newly_fallen(61_000)),
            (None, Some(Color::White))
        );
        assert_eq!(clocks.newly_fallen(62_000), None, "told once");
        assert_eq!(
            (clocks.left_ms(Color::White, 65_000), clocks.over_ms(Color::White, 65_000)),
            (0, 5_000)
        );
        assert_eq!(clocks.press(Color::White, 65_000), 0);
        assert_eq!(clocks.over_ms(Color::White, 65_000), 2_000, "the increment counts");
        let kept = clocks.standing(65_000);
        assert_eq!((kept.left_ms, kept.over_ms), ([0, 60_000], [2_000, 0]));
        let mut again = Clocks::standing_at(clocks.controls(), kept);
        again.start(Color::White, 0);
        assert_eq!((again.over_ms(Color::White, 500), again.newly_fallen(500)), (2_500, None));
        let strict = again.playing_on(false);
        assert_eq!(strict.fallen(500), Some(Color::White));
    }

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        let mut clocks = Clocks::new([TimeControl::minutes(1, 2); 2]);
        clocks.start(Color::White, 5_000);
        assert_eq!(clocks.press(Color::White, 5_000), 62_000, "the first move takes no time");
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
        assert!(!clocks.is_low(Color::White, 50_999) && !clocks.ticks(Color::White, 50_999));
        assert!(clocks.is_low(Color::White, 51_000), "the last ten seconds");
        assert!(clocks.ticks(Color::White, 51_000));
        assert_eq!(clocks.fallen(60_999), None);
        assert_eq!(clocks.fallen(61_000), Some(Color::White));
        assert_eq!(clocks.left_ms(Color::White, 99_000), 0);
    }

    #[test]
    fn the_last_seconds_are_fewer_in_a_shorter_game_and_no_more_in_a_longer_one() {
        for (base_ms, low, ticks) in [
            (1_800_000, 20_000, 10_000),
            (180_000, 18_000, 10_000),
            (60_000, 10_000, 10_000),
            (30_000, 5_000, 5_000),
            (6_000, 1_000, 1_000),
        ] {
            let clocks = Clocks::new([of_kind(ClockKind::Increment, base_ms, 0); 2]);
            let at = |left: u64| Clocks::at(clocks.controls(), [left; 2], [0; 2]);
            let (is_low, ticking) =
                (|left| at(left).is_low(Color::White, 0), |left| at(left).ticks(Color::White, 0));
            assert!(is_low(low) && !is_low(low + 1), "{base_ms}");
            assert!(ticking(ticks) && !ticking(ticks + 1), "{base_ms}");
        }
    }

    #[test]
    fn a_period_ends_with_more_time() {
        let control = TimeControl { moves: Some(2), ..TimeControl::minutes(1, 0) };
        let mut clocks = Clocks::new([control; 2]);
        assert_eq!(clocks.moves_to_go(Color::White), Some(2));
        for (at, left) in [(10_000, 50_000), (20_000, 100_000)] {
            clocks.start(Color::White, at - 10_000);
            assert_eq!(clocks.press(Color::White, at), left);
        }
        assert_eq!(clocks.moves_to_go(Color::White), Some(2));
        // Forty moves in 90 minutes, then 30 minutes, with 30 s per move: 40 moves of a minute each.
        let mut clocks = Clocks::new([TimeControl::periods(40, 90, 30, 30); 2]);
        for n in 0..40 {
            assert_eq!(clocks.moves_to_go(Color::White), Some(40 - n));
            clocks.start(Color::White, 0);
            clocks.press(Color::White, 60_000);
        }
        let minutes = 60_000;
        assert_eq!(clocks.left_ms(Color::White, 0), 90 * minutes - 40 * 30_000 + 30 * minutes);
        assert_eq!(clocks.moves_to_go(Color::White), None, "the rest of the game");
        for _ in 0..40 {
            clocks.press(Color::White, 0);
        }
        assert_eq!(clocks.left_ms(Color::White, 0), 100 * minutes, "the rest is given once");
    }

    #[test]
    fn the_next_change_is_the_next_other_text() {
        let controls = [
            TimeControl::minutes(1, 0),
            of_kind(ClockKind::Hourglass, 60_000, 0),
            of_kind(ClockKind::Delay, 60_000, 7_000),
        ];
        for control in controls {
            let mut clocks = Clocks::new([control; 2]).playing_on(true);
            assert_eq!(clocks.next_change_ms(0), None);
            clocks.start(Color::White, 0);
            for now in
                [0, 300, 999, 5_250, 6_999, 7_000, 49_950, 50_000, 55_555, 60_000, 61_234, 75_000]
            {
                let wait = clocks.next_change_ms(now).unwrap();
                let text = |at| {
                    let over = clock_text(clocks.over_ms(Color::White, at));
                    let delay = clocks.delay_left_ms(Color::White, at).map(|ms| ms.div_ceil(1000));
                    let both = Color::ALL.map(|side| clock_text(clocks.left_ms(side, at)));
                    (both, over, delay)
                };
                assert_ne!(text(now), text(now + wait), "{control:?} at {now}, wait {wait}");
                assert!(wait <= 1_001, "{wait}");
            }
        }
    }

    #[test]
    fn time_given_is_there_and_only_the_running_clock_runs() {
        let control = TimeControl { moves: Some(3), ..TimeControl::minutes(1, 0) };
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

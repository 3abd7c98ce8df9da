//! Time controls: how much time a side has and what an engine may spend on a move, as text for the user, for settings
//! and sessions, and for PGN. No clock runs here.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use tabia_engine::search::limits::Limits;
use tabia_text::t;

/// Below this the clock shows tenths of a second, ms.
pub const TENTHS_BELOW_MS: u64 = 10_000;

/// How the time used for a move is treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// A fixed time is added after each move.
    #[default]
    Increment,
    /// The clock waits this long before it runs (simple or US delay).
    Delay,
    /// The time used for a move is given back after it, up to this limit.
    Bronstein,
    /// The time one side uses goes to the other side.
    Hourglass,
}

impl ClockKind {
    pub const ALL: [ClockKind; 4] =
        [ClockKind::Increment, ClockKind::Delay, ClockKind::Bronstein, ClockKind::Hourglass];

    /// The name in the dialog.
    pub fn label(self) -> &'static str {
        match self {
            ClockKind::Increment => t!("clock-increment"),
            ClockKind::Delay => t!("clock-delay"),
            ClockKind::Bronstein => t!("clock-bronstein"),
            ClockKind::Hourglass => t!("clock-hourglass"),
        }
    }

    /// An explanation in one sentence.
    pub fn means(self) -> &'static str {
        match self {
            ClockKind::Increment => t!("clock-increment.means"),
            ClockKind::Delay => t!("clock-delay.means"),
            ClockKind::Bronstein => t!("clock-bronstein.means"),
            ClockKind::Hourglass => t!("clock-hourglass.means"),
        }
    }

    /// What one of the user's engines cannot be told, since UCI has no way to express it; empty if there is nothing.
    pub fn untold(self) -> &'static str {
        match self {
            ClockKind::Increment => "",
            ClockKind::Delay | ClockKind::Bronstein => t!("clock-untold-delay"),
            ClockKind::Hourglass => t!("clock-untold-hourglass"),
        }
    }
}

/// The time of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TimeControl {
    /// Time for the game or for one period, ms.
    pub base_ms: u64,
    /// Increment or delay per move, ms: see `kind`.
    pub increment_ms: u64,
    /// Moves in a period; `None`: one period for the game.
    pub moves: Option<u32>,
    /// Added for the rest of the game when the first period is over, ms; `None`: `base_ms` again after each period.
    /// Ignored without `moves`.
    pub rest_ms: Option<u64>,
    /// How the time used for a move is treated.
    pub kind: ClockKind,
}

impl Default for TimeControl {
    fn default() -> Self {
        TimeControl::minutes(10, 5)
    }
}

/// Assumed length of a game when its time is estimated, moves, as on lichess.org.
const USUAL_MOVES: u32 = 40;

impl TimeControl {
    /// The time of a game of usual length, ms, as on lichess.org, with the periods that begin in it.
    pub fn usual_ms(self) -> u64 {
        let added = match self.kind {
            ClockKind::Hourglass => 0,
            _ => self.increment_ms.saturating_mul(USUAL_MOVES.into()),
        };
        let periods = (1..USUAL_MOVES).map(|made| self.earned_ms(made));
        periods.fold(self.base_ms.saturating_add(added), u64::saturating_add)
    }

    /// The longest base time that can be set, ms: 12 hours.
    pub(crate) const MAX_BASE_MS: u64 = 12 * 3_600_000;
    /// The longest increment or delay that can be set, ms: 10 minutes.
    pub const MAX_INCREMENT_MS: u64 = 600_000;
    /// Maximum number of moves in a period.
    pub const MAX_MOVES: u32 = 200;

    /// Minutes for the game and seconds added after each move.
    pub const fn minutes(minutes: u64, increment_s: u64) -> TimeControl {
        TimeControl {
            base_ms: minutes * 60_000,
            increment_ms: increment_s * 1000,
            moves: None,
            rest_ms: None,
            kind: ClockKind::Increment,
        }
    }

    /// A first period of this many moves, then minutes for the rest of the game, with seconds added after each move.
    pub const fn periods(
        moves: u32,
        minutes: u64,
        rest_minutes: u64,
        increment_s: u64,
    ) -> TimeControl {
        TimeControl {
            moves: Some(moves),
            rest_ms: Some(rest_minutes * 60_000),
            ..TimeControl::minutes(minutes, increment_s)
        }
    }

    /// The control with every value inside its range. A control without any time gets one second, and so does one
    /// whose seconds per move are not added before the move.
    #[must_use]
    pub fn clamped(self) -> TimeControl {
        let ahead = self.kind == ClockKind::Increment && self.increment_ms > 0;
        let least = if ahead { 0 } else { 1000 };
        let moves = self.moves.filter(|&moves| moves > 0).map(|n| n.min(Self::MAX_MOVES));
        TimeControl {
            base_ms: self.base_ms.clamp(least, Self::MAX_BASE_MS),
            increment_ms: self.increment_ms.min(Self::MAX_INCREMENT_MS),
            moves,
            rest_ms: self.rest_ms.filter(|_| moves.is_some()).map(|ms| ms.min(Self::MAX_BASE_MS)),
            kind: self.kind,
        }
    }

    /// The time on the clock at the start, ms.
    pub(crate) fn start_ms(self) -> u64 {
        match self.kind {
            ClockKind::Increment => self.base_ms.max(self.increment_ms),
            ClockKind::Delay | ClockKind::Bronstein | ClockKind::Hourglass => self.base_ms,
        }
    }

    /// The increment reported to a search, ms: increment or delay.
    pub(crate) fn search_increment_ms(self) -> u64 {
        if self.kind == ClockKind::Hourglass { 0 } else { self.increment_ms }
    }

    /// The time added when a side has made this many moves, ms: the next period.
    pub(crate) fn earned_ms(self, moves_made: u32) -> u64 {
        match (self.moves, self.rest_ms) {
            (Some(n), Some(rest)) if moves_made == n => rest,
            (Some(n), None) if n > 0 && moves_made > 0 && moves_made.is_multiple_of(n) => {
                self.base_ms
            }
            _ => 0,
        }
    }

    /// The time given back after a move that took `spent_ms`, ms: the increment, or what a delay returns.
    pub(crate) fn given_back_ms(self, spent_ms: u64) -> u64 {
        match self.kind {
            ClockKind::Increment => self.increment_ms,
            ClockKind::Bronstein => self.increment_ms.min(spent_ms),
            ClockKind::Delay | ClockKind::Hourglass => 0,
        }
    }

    /// Moves to the end of the period after this many moves; `None` if the time is for the rest of the game.
    pub fn moves_to_go(self, moves_made: u32) -> Option<u32> {
        let n = self.moves.filter(|&n| n > 0)?;
        match self.rest_ms {
            Some(_) => n.checked_sub(moves_made).filter(|&left| left > 0),
            None => Some(n - moves_made % n),
        }
    }

    /// The value of PGN's tag `TimeControl`: `600+5`, `40/5400`, `40/5400+30:1800+30`, `*180` for an hourglass. PGN
    /// cannot express a delay: see [`TimeControl::pgn_delay`].
    pub fn pgn(self) -> String {
        if self.kind == ClockKind::Hourglass {
            return format!("*{}", seconds_text(self.base_ms));
        }
        let with_increment = |base: u64| match (self.kind, self.increment_ms) {
            (ClockKind::Increment, ms) if ms > 0 => {
                format!("{}+{}", seconds_text(base), seconds_text(ms))
            }
            _ => seconds_text(base),
        };
        match (self.moves, self.rest_ms) {
            (None, _) => with_increment(self.base_ms),
            (Some(n), None) => format!("{n}/{}", with_increment(self.base_ms)),
            (Some(n), Some(rest)) => {
                format!("{n}/{}:{}", with_increment(self.base_ms), with_increment(rest))
            }
        }
    }

    /// Reads the value of PGN's tag `TimeControl` in the forms that [`TimeControl::pgn`] writes, at most the first
    /// two periods. `None` for a value without a time (`-`, `?`) or one that cannot be read.
    pub(crate) fn from_pgn(text: &str) -> Option<TimeControl> {
        let none = TimeControl { base_ms: 0, increment_ms: 0, ..TimeControl::default() };
        if let Some(sand) = text.strip_prefix('*') {
            let base_ms = seconds_in(sand)?;
            return Some(TimeControl { base_ms, kind: ClockKind::Hourglass, ..none });
        }
        let mut periods = text.split(':').map(|period| {
            let (moves, time) = match period.split_once('/') {
                Some((moves, time)) => (Some(moves.trim().parse::<u32>().ok()?), time),
                None => (None, period),
            };
            let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
            Some((moves.filter(|&n| n > 0), seconds_in(base)?, seconds_in(increment)?))
        });
        let (moves, base_ms, increment_ms) = periods.next()??;
        let rest = periods.next().flatten().filter(|_| moves.is_some());
        let rest_ms = rest.map(|(_, base, _)| base);
        Some(TimeControl { base_ms, increment_ms, moves, rest_ms, ..none })
    }

    /// The value of our own tag `TimeDelay`, if there is a delay: `5 simple`, `5 Bronstein`, in seconds.
    pub(crate) fn pgn_delay(self) -> Option<String> {
        let kind = match self.kind {
            ClockKind::Delay => "simple",
            ClockKind::Bronstein => "Bronstein",
            ClockKind::Increment | ClockKind::Hourglass => return None,
        };
        Some(format!("{} {kind}", seconds_text(self.increment_ms)))
    }

    /// The control as players write it: `10 min + 5 s`, `40 moves in 90 min, then 30 min`, `5 min, delay 3 s`.
    pub fn words(self) -> String {
        let time = span_text(self.base_ms);
        let base = match (self.moves, self.rest_ms) {
            (None, _) => time,
            (Some(n), None) => t!("time-moves", moves = n, time = time),
            (Some(n), Some(rest)) => {
                t!("time-moves-then", moves = n, time = time, rest = span_text(rest))
            }
        };
        let seconds = seconds_words(self.increment_ms);
        match (self.kind, self.increment_ms) {
            (ClockKind::Hourglass, _) => t!("time-hourglass", base = base),
            (_, 0) => base,
            (ClockKind::Increment, _) if self.rest_ms.is_some() => {
                t!("time-increment-throughout", base = base, seconds = seconds)
            }
            (ClockKind::Increment, _) => t!("time-increment", base = base, seconds = seconds),
            (ClockKind::Delay, _) => t!("time-delay", base = base, seconds = seconds),
            (ClockKind::Bronstein, _) => t!("time-bronstein", base = base, seconds = seconds),
        }
    }
}

/// What an engine may spend on each of its moves instead of using a clock, or on the analysis of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveLimit {
    /// This many plies.
    Depth(u32),
    /// This many nodes.
    Nodes(u64),
    /// This long, ms.
    Time(u64),
}

impl MoveLimit {
    /// Maximum depth, plies.
    pub const MAX_DEPTH: u32 = 100;
    /// Maximum number of nodes.
    pub const MAX_NODES: u64 = 1_000_000_000;
    /// Maximum time, ms: an hour.
    pub const MAX_TIME_MS: u64 = 3_600_000;

    /// The limit inside its range.
    #[must_use]
    pub fn clamped(self) -> MoveLimit {
        match self {
            MoveLimit::Depth(depth) => MoveLimit::Depth(depth.clamp(1, Self::MAX_DEPTH)),
            MoveLimit::Nodes(nodes) => MoveLimit::Nodes(nodes.clamp(1, Self::MAX_NODES)),
            MoveLimit::Time(ms) => MoveLimit::Time(ms.clamp(10, Self::MAX_TIME_MS)),
        }
    }

    /// The limits for a search.
    pub fn limits(self) -> Limits {
        match self {
            MoveLimit::Depth(depth) => Limits::depth(depth),
            MoveLimit::Nodes(nodes) => Limits::nodes(nodes),
            MoveLimit::Time(ms) => Limits::movetime(Duration::from_millis(ms)),
        }
    }

    /// `depth 12`, `20,000 nodes`, `5 s per move`.
    pub fn words(self) -> String {
        match self {
            MoveLimit::Depth(depth) => t!("limit-depth-words", depth = depth),
            MoveLimit::Nodes(nodes) => t!("count-nodes", n = nodes),
            MoveLimit::Time(ms) => t!("limit-time-words", seconds = seconds_words(ms)),
        }
    }

    /// The limit in PGN: `1/5` is one move in five seconds; PGN cannot express plies and nodes.
    fn pgn(self) -> String {
        match self {
            MoveLimit::Time(ms) => format!("1/{}", seconds_text(ms)),
            MoveLimit::Depth(_) | MoveLimit::Nodes(_) => "-".to_owned(),
        }
    }
}

/// The tag pairs for the time control of a game: `TimeControl`, or `WhiteTimeControl` and `BlackTimeControl` if the
/// sides differ, and in the same way `TimeDelay`. Empty if nothing was limited. `controls` and `limits` are indexed
/// by `Color::index()`; a limit takes precedence over the clock.
pub fn tags(
    controls: Option<[TimeControl; 2]>,
    limits: [Option<MoveLimit>; 2],
) -> Vec<(&'static str, String)> {
    if controls.is_none() && limits == [None; 2] {
        return Vec::new();
    }
    let of = |side: usize| match (limits[side], controls) {
        (Some(limit), _) => (limit.pgn(), None),
        (None, Some(controls)) => (controls[side].pgn(), controls[side].pgn_delay()),
        (None, None) => ("-".to_owned(), None),
    };
    let ((white, white_delay), (black, black_delay)) = (of(0), of(1));
    let mut tags = Vec::new();
    if white == black {
        tags.push(("TimeControl", white));
    } else {
        tags.extend([("WhiteTimeControl", white), ("BlackTimeControl", black)]);
    }
    if white_delay == black_delay {
        tags.extend(white_delay.map(|delay| ("TimeDelay", delay)));
    } else {
        tags.extend(white_delay.map(|delay| ("WhiteTimeDelay", delay)));
        tags.extend(black_delay.map(|delay| ("BlackTimeDelay", delay)));
    }
    tags
}

/// Milliseconds of a number of seconds as PGN writes it; at most a year.
fn seconds_in(text: &str) -> Option<u64> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=3.2e7).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
}

/// A length of time as players write it: `90 min`, `30 s`, `1:30`.
fn span_text(ms: u64) -> String {
    match ms {
        ms if ms % 60_000 == 0 => format!("{} min", ms / 60_000),
        ms if ms < 60_000 => format!("{} s", seconds_words(ms)),
        ms => clock_text(ms),
    }
}

/// Seconds without needless decimals, for PGN: `90`, `0.5`.
fn seconds_text(ms: u64) -> String {
    if ms.is_multiple_of(1000) { (ms / 1000).to_string() } else { format!("{}", ms as f64 / 1e3) }
}

/// Seconds in the language of the user: `0.5`, in German `0,5`.
fn seconds_words(ms: u64) -> String {
    let digits = match ms {
        ms if ms.is_multiple_of(1_000) => 0,
        ms if ms.is_multiple_of(100) => 1,
        ms if ms.is_multiple_of(10) => 2,
        _ => 3,
    };
    tabia_text::number(ms as f64 / 1e3, digits)
}

/// A duration in whole seconds: `1:02:03`, `4:05`, `0:09`.
pub fn duration_text(ms: u64) -> String {
    colons((ms + 500) / 1000)
}

/// The time on a clock: `1:02:03`, `4:05`, below ten seconds `9.4`. Rounded so that 0 means that the flag has fallen.
pub fn clock_text(ms: u64) -> String {
    if ms < TENTHS_BELOW_MS {
        let tenths = ms.div_ceil(100);
        if tenths < 100 {
            return tabia_text::number(tenths as f64 / 10.0, 1);
        }
    }
    colons(ms.div_ceil(1000))
}

/// Seconds with minutes and, if there are any, hours before them.
fn colons(s: u64) -> String {
    match s / 3600 {
        0 => format!("{}:{:02}", s / 60, s % 60),
        h => format!("{h}:{:02}:{:02}", s / 60 % 60, s % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_kind(kind: ClockKind, base_ms: u64, increment_ms: u64) -> TimeControl {
        TimeControl { base_ms, increment_ms, kind, ..TimeControl::default() }
    }

    #[test]
    fn text_has_tenths_at_the_end_only() {
        let cases = [
            (0, "0.0"),
            (1, "0.1"),
            (9_350, "9.4"),
            (9_900, "9.9"),
            (9_901, "0:10"),
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
    fn controls_are_written_for_pgn_and_people() {
        let minutes = TimeControl::minutes;
        let period = TimeControl { moves: Some(40), ..minutes(90, 0) };
        for (control, pgn, words) in [
            (minutes(10, 5), "600+5", "10 min + 5 s"),
            (minutes(1, 0), "60", "1 min"),
            (
                TimeControl { base_ms: 59_500, increment_ms: 500, ..period },
                "40/59.5+0.5",
                "40 moves in 59.5 s + 0.5 s",
            ),
            (TimeControl { base_ms: 61_000, ..minutes(1, 0) }, "61", "1:01"),
            (period, "40/5400", "40 moves in 90 min"),
            (
                TimeControl::periods(40, 90, 30, 30),
                "40/5400+30:1800+30",
                "40 moves in 90 min, then 30 min, + 30 s",
            ),
            (of_kind(ClockKind::Delay, 300_000, 3_000), "300", "5 min, delay 3 s"),
            (
                of_kind(ClockKind::Bronstein, 300_000, 2_500),
                "300",
                "5 min, delay 2.5 s (Bronstein)",
            ),
            (of_kind(ClockKind::Hourglass, 180_000, 0), "*180", "3 min, hourglass"),
        ] {
            assert_eq!((control.pgn().as_str(), control.words().as_str()), (pgn, words));
            let read = TimeControl::from_pgn(pgn).unwrap();
            assert_eq!(read.pgn(), pgn, "and read again");
        }
    }

    #[test]
    fn the_periods_of_forty_moves_count() {
        let minutes = |pgn: &str| TimeControl::from_pgn(pgn).unwrap().usual_ms() / 60_000;
        let known = ["300+3", "20/300:1500", "10/60", "40/5400:1800"].map(minutes);
        assert_eq!(known, [7, 30, 4, 90]);
    }

    #[test]
    fn what_tells_no_time_is_not_read() {
        for text in
            ["", "-", "?", "x", "40/", "*", "600+", "-5", "1e99", "NaN", "inf", "/300", "40/x:60"]
        {
            assert_eq!(TimeControl::from_pgn(text), None, "{text}");
        }
        let three = TimeControl::from_pgn("40/6000+30:20/3000+30:900+30").unwrap();
        assert_eq!((three.moves, three.rest_ms), (Some(40), Some(3_000_000)));
    }

    #[test]
    fn tags_tell_odds_delays_and_limits() {
        let (ten, one) = (TimeControl::minutes(10, 0), TimeControl::minutes(1, 0));
        let tagged = |controls, limits| {
            let tags = tags(controls, limits).into_iter();
            tags.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(tagged(None, [None; 2]), "");
        assert_eq!(tagged(Some([ten; 2]), [None; 2]), "TimeControl 600");
        let odds = "WhiteTimeControl 600, BlackTimeControl 60";
        assert_eq!(tagged(Some([ten, one]), [None; 2]), odds);
        let delay = of_kind(ClockKind::Delay, 300_000, 3_000);
        assert_eq!(tagged(Some([delay; 2]), [None; 2]), "TimeControl 300, TimeDelay 3 simple");
        let other = TimeControl { increment_ms: 1_000, ..delay };
        assert_eq!(
            tagged(Some([delay, other]), [None; 2]),
            "TimeControl 300, WhiteTimeDelay 3 simple, BlackTimeDelay 1 simple"
        );
        let limits = [None, Some(MoveLimit::Time(5_000))];
        assert_eq!(tagged(Some([ten; 2]), limits), "WhiteTimeControl 600, BlackTimeControl 1/5");
        assert_eq!(tagged(None, [None, Some(MoveLimit::Nodes(7))]), "TimeControl -");
    }

    #[test]
    fn what_cannot_be_played_is_mended() {
        let none =
            TimeControl { base_ms: 0, increment_ms: 0, moves: Some(0), ..TimeControl::default() };
        let second = TimeControl { base_ms: 1000, increment_ms: 0, ..TimeControl::default() };
        assert_eq!(none.clamped(), second);
        let only_increment = of_kind(ClockKind::Increment, 0, 2_000);
        assert_eq!(only_increment.clamped().start_ms(), 2_000);
        for kind in [ClockKind::Delay, ClockKind::Bronstein, ClockKind::Hourglass] {
            assert_eq!(of_kind(kind, 0, 2_000).clamped().start_ms(), 1_000, "{kind:?}");
        }
        assert_eq!(MoveLimit::Nodes(0).clamped(), MoveLimit::Nodes(1));
        assert_eq!(MoveLimit::Depth(999).clamped(), MoveLimit::Depth(MoveLimit::MAX_DEPTH));
        let lone = TimeControl { rest_ms: Some(5), ..TimeControl::default() };
        assert_eq!(lone.clamped().rest_ms, None, "a rest needs a first period");
    }

    #[test]
    fn files_of_before_the_kinds_are_read() {
        let old = r#"{"base_ms":60000,"increment_ms":2000,"moves":null}"#;
        let read: TimeControl = serde_json::from_str(old).unwrap();
        assert_eq!(read, TimeControl::minutes(1, 2));
        let full =
            TimeControl { kind: ClockKind::Bronstein, ..TimeControl::periods(40, 90, 30, 30) };
        let text = serde_json::to_string(&full).unwrap();
        assert_eq!(serde_json::from_str::<TimeControl>(&text).unwrap(), full);
    }
}

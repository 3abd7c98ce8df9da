//! Search limits and clock of one side in a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabia_chess::Color;

use crate::search::limits::{ClockLimits, Limits};

/// Maximum time, seconds.
const MAX_SECONDS: f64 = 86_400.0;
/// Maximum number of moves of a time control.
const MAX_MOVES: u32 = 1_000;
/// Maximum depth, plies.
const MAX_DEPTH: u32 = 200;

/// Limit of each search of a side. In a file: `{"clock": "8+0.08"}`, `{"nodes": 100}`, `{"soft_nodes": 100}`,
/// `{"depth": 9}` or `{"movetime_ms": 100}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SavedControl", into = "SavedControl")]
pub enum Control {
    /// Nodes.
    Nodes(u64),
    /// Soft node limit, see [`Limits::soft_nodes`].
    SoftNodes(u64),
    /// Depth, plies.
    Depth(u32),
    /// Time per move.
    MoveTime(Duration),
    /// A clock.
    Clock(Clock),
}

/// A chess clock, written as `40/60+0.5` or `8+0.08`.
///
/// ```
/// use tabia_engine::play::control::Clock;
/// let clock: Clock = "40/60+0.5".parse()?;
/// assert_eq!((clock.moves, clock.base.as_secs(), clock.increment.as_millis()), (Some(40), 60, 500));
/// assert_eq!(clock.to_string(), "40/60+0.5");
/// assert!("8+x".parse::<Clock>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Base time, for `moves` or for the game.
    pub base: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// Moves per time control; `None`: for the game.
    pub moves: Option<u32>,
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Clock, String> {
        let refused =
            || format!("found “{text}”, expected [MOVES/]SECONDS[+SECONDS], as in 8+0.08");
        let seconds = |text: &str| {
            let seconds: Option<f64> = text.parse().ok();
            let seconds = seconds.filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
            seconds.map(Duration::from_secs_f64).ok_or_else(refused)
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: Option<u32> = moves.parse().ok();
                let moves = moves.filter(|moves| (1..=MAX_MOVES).contains(moves));
                (Some(moves.ok_or_else(refused)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let clock = Clock { base: seconds(base)?, increment: seconds(increment)?, moves };
        if clock.base.is_zero() && clock.increment.is_zero() { Err(refused()) } else { Ok(clock) }
    }
}

/// Writes the clock in the format of [`FromStr`] and of the PGN tag `TimeControl`.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() {
            Ok(())
        } else {
            write!(f, "+{}", self.increment.as_secs_f64())
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Control::SoftNodes(nodes) => write!(f, "{nodes} nodes, whole iterations"),
            Control::Depth(depth) => write!(f, "depth {depth}"),
            Control::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Control::Clock(clock) => clock.fmt(f),
        }
    }
}

/// A control as saved in a file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum SavedControl {
    Clock(String),
    Nodes(u64),
    SoftNodes(u64),
    Depth(u32),
    MovetimeMs(u64),
}

impl TryFrom<SavedControl> for Control {
    type Error = String;

    fn try_from(saved: SavedControl) -> Result<Control, String> {
        let within = |name: &str, number: u64, most: u64| {
            let fits = (1..=most).contains(&number);
            let refused = || format!("{name}: found {number}, expected a number from 1 to {most}");
            if fits { Ok(number) } else { Err(refused()) }
        };
        Ok(match saved {
            SavedControl::Clock(text) => Control::Clock(text.parse()?),
            SavedControl::Nodes(nodes) => Control::Nodes(within("nodes", nodes, u64::MAX)?),
            SavedControl::SoftNodes(nodes) => {
                Control::SoftNodes(within("soft_nodes", nodes, u64::MAX)?)
            }
            SavedControl::Depth(depth) => {
                Control::Depth(within("depth", depth.into(), MAX_DEPTH.into())? as u32)
            }
            SavedControl::MovetimeMs(ms) => {
                let most = MAX_SECONDS as u64 * 1_000;
                Control::MoveTime(Duration::from_millis(within("movetime_ms", ms, most)?))
            }
        })
    }
}

impl From<Control> for SavedControl {
    fn from(control: Control) -> SavedControl {
        match control {
            Control::Clock(clock) => SavedControl::Clock(clock.to_string()),
            Control::Nodes(nodes) => SavedControl::Nodes(nodes),
            Control::SoftNodes(nodes) => SavedControl::SoftNodes(nodes),
            Control::Depth(depth) => SavedControl::Depth(depth),
            Control::MoveTime(time) => SavedControl::MovetimeMs(time.as_millis() as u64),
        }
    }
}

/// The running clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Running {
    control: Control,
    /// Time left; zero without a clock.
    pub(super) left: Duration,
    played: u32,
}

impl Running {
    pub(super) fn new(control: Control) -> Running {
        let left = match control {
            Control::Clock(clock) => clock.base + clock.increment_at_first(),
            _ => Duration::ZERO,
        };
        Running { control, left, played: 0 }
    }

    /// Limits of the next search; `other` is the opponent's clock.
    pub(super) fn limits(&self, other: &Running, stm: Color) -> Limits {
        match self.control {
            Control::Nodes(nodes) => Limits::nodes(nodes),
            Control::SoftNodes(nodes) => Limits::soft_nodes(nodes),
            Control::Depth(depth) => Limits::depth(depth),
            Control::MoveTime(time) => Limits::movetime(time),
            Control::Clock(clock) => {
                let increments = [clock.increment, other.increment()];
                let [mut time, mut increment] = [[Duration::ZERO; 2]; 2];
                for (at, color) in [stm, !stm].into_iter().enumerate() {
                    time[color.index()] = [self.left, other.left_or(self.left)][at];
                    increment[color.index()] = increments[at];
                }
                let moves_to_go = clock.moves.map(|moves| moves - self.played % moves);
                let clock = ClockLimits { time, increment, moves_to_go };
                Limits { clock: Some(clock), ..Limits::default() }
            }
        }
    }

    /// Subtracts the time of a move. Returns whether the move was in time, within `margin`.
    pub(super) fn spend(&mut self, spent: Duration, margin: Duration) -> bool {
        match self.control {
            Control::Nodes(_) | Control::SoftNodes(_) | Control::Depth(_) => true,
            Control::MoveTime(time) => spent <= time + margin,
            Control::Clock(clock) => {
                if spent > self.left + margin {
                    return false;
                }
                self.played += 1;
                self.left = self.left.saturating_sub(spent) + clock.increment;
                if clock.moves.is_some_and(|moves| self.played.is_multiple_of(moves)) {
                    self.left += clock.base;
                }
                true
            }
        }
    }

    /// Time left, ms; `None` without a clock.
    pub(super) fn left_ms(&self) -> Option<u64> {
        matches!(self.control, Control::Clock(_)).then(|| self.left.as_millis() as u64)
    }

    fn increment(&self) -> Duration {
        match self.control {
            Control::Clock(clock) => clock.increment,
            _ => Duration::ZERO,
        }
    }

    fn left_or(&self, other: Duration) -> Duration {
        if matches!(self.control, Control::Clock(_)) { self.left } else { other }
    }
}

impl Clock {
    /// Without base time the clock starts with the increment; otherwise the flag would fall at once.
    fn increment_at_first(self) -> Duration {
        if self.base.is_zero() { self.increment } else { Duration::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> Running {
        Running::new(Control::Clock(text.parse().unwrap()))
    }

    #[test]
    fn clocks_are_read_as_people_write_them() {
        for text in ["8+0.08", "60", "40/90+30", "0+1"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        for text in ["", "0", "x", "-1+1", "1+", "0/60", "2000/60", "1e9", "nan", "inf+1"] {
            let error = text.parse::<Clock>().unwrap_err();
            assert!(error.starts_with(&format!("found “{text}”, expected [MOVES/]")), "{error}");
        }
    }

    #[test]
    fn a_control_in_a_file_is_read_back_and_one_out_of_range_is_refused() {
        for text in [
            r#"{"clock":"40/60+0.5"}"#,
            r#"{"nodes":100}"#,
            r#"{"soft_nodes":7}"#,
            r#"{"depth":9}"#,
            r#"{"movetime_ms":250}"#,
        ] {
            let control: Control = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&control).unwrap(), text);
        }
        for (text, part) in [
            (r#"{"nodes":0}"#, "nodes: found 0, expected a number from 1"),
            (r#"{"depth":300}"#, "depth: found 300, expected a number from 1 to 200"),
            (r#"{"clock":"x"}"#, "found “x”, expected [MOVES/]SECONDS"),
            (r#"{"movetime_ms":-1}"#, "invalid value: integer `-1`, expected u64"),
            (r#"{"time":1}"#, "unknown variant `time`, expected one of `clock`"),
        ] {
            let error = serde_json::from_str::<Control>(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_filled_again() {
        let second = Duration::from_secs(1);
        let mut running = clock("2/10+1");
        let other = clock("5");
        let clock_limits = |running: &Running| running.limits(&other, Color::Black).clock.unwrap();
        assert_eq!(clock_limits(&running).time, [5 * second, 10 * second]);
        assert_eq!(clock_limits(&running).increment, [Duration::ZERO, second]);
        assert_eq!(clock_limits(&running).moves_to_go, Some(2));
        assert!(running.spend(4 * second, Duration::ZERO));
        assert_eq!((running.left, clock_limits(&running).moves_to_go), (7 * second, Some(1)));
        assert!(running.spend(2 * second, Duration::ZERO));
        assert_eq!((running.left, clock_limits(&running).moves_to_go), (16 * second, Some(2)));
        assert!(!running.clone().spend(17 * second, Duration::ZERO));
        assert!(running.spend(17 * second, second), "within the margin");
        assert_eq!(running.left, second);
        assert_eq!(clock("0+1").left, second);
    }

    #[test]
    fn a_time_for_each_move_may_be_overstepped_by_the_margin_alone() {
        let ms = Duration::from_millis;
        let mut running = Running::new(Control::MoveTime(ms(100)));
        assert!(running.spend(ms(120), ms(20)));
        assert!(!running.spend(ms(121), ms(20)));
        assert_eq!(running.left_ms(), None);
        assert!(Running::new(Control::Nodes(5)).spend(ms(9_999), ms(0)));
    }
}

//! How long each move took, from the game's annotations: the elapsed time itself if it is noted, else the difference
//! of two clock readings, corrected for what the control gives back. Unknown times are left out.

use std::time::SystemTime;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::clock::Clocks;
use super::state::{GameState, Phase};
use super::time_control::{ClockKind, TimeControl};
use tabia_chess::Color;
use tabia_games::game::tree::NodeId;

/// The time used for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Plies from the start position to the position after the move.
    pub ply: usize,
    /// That position.
    pub node: NodeId,
    /// The side that moved.
    pub side: Color,
    /// The time, ms.
    pub ms: u64,
}

/// The time of each move of a line that begins at the root, where it is known.
pub fn time_spent(game: &GameState, line: &[NodeId]) -> Vec<Spent> {
    let controls = known_controls(game);
    let start = controls.map(|controls| controls.map(TimeControl::start_ms));
    let mut left = start.map_or([None; 2], |start| start.map(Some));
    let mut made = [0_u32; 2];
    let mut all = Vec::new();
    for (ply, &node) in line.iter().enumerate().skip(1) {
        let side = game.tree.mover(node);
        let i = side.index();
        made[i] += 1;
        let noted = game.tree.notes(node).elapsed_ms;
        let clock = game.tree.clock_ms(node);
        let counted = controls
            .zip(left[i])
            .zip(clock)
            .and_then(|((controls, left), clock)| used(controls[i], left, clock, made[i]));
        if let Some(ms) = noted.or(counted) {
            all.push(Spent { ply, node, side, ms });
        }
        // After a move without a reading, the time of the next one is not known either.
        left[i] = clock;
        let (Some(clock), Some(start)) = (clock, start) else { continue };
        if controls.is_some_and(|of| of.iter().all(|c| c.kind == ClockKind::Hourglass)) {
            left[1 - i] = Some((start[0] + start[1]).saturating_sub(clock));
        }
    }
    all
}

/// The time of a move in a game that is played on clocks, if known, ms.
pub fn time_of(game: &GameState, node: NodeId) -> Option<u64> {
    let tree = &game.tree;
    if let Some(noted) = tree.elapsed_ms(node) {
        return Some(noted);
    }
    let (clocks, side) = (game.clocks.as_ref()?, tree.mover(node));
    let before = noted_clock_ms(game, side, tree.parent(node)?)?;
    let number = tree.ply(node).div_ceil(2) as u32;
    used(clocks.control(side), before, tree.clock_ms(node)?, number)
}

/// The controls of the game's clocks, else those in its tags.
pub fn known_controls(game: &GameState) -> Option<[TimeControl; 2]> {
    if let Some(clocks) = &game.clocks {
        return Some(clocks.controls());
    }
    let of = |side: Color| {
        let own = format!("{}TimeControl", side.name());
        let value = game.tags.known(&own).or(game.tags.known("TimeControl"))?;
        TimeControl::from_pgn(value)
    };
    Some([of(Color::White)?, of(Color::Black)?])
}

/// The clock of a side to show, ms: the live clock in the current position of the game, else the reading noted at the
/// shown position.
pub fn clock_ms(game: &GameState, side: Color, now_ms: u64) -> Option<u64> {
    match &game.clocks {
        // While a game is played its live clocks are shown in every position.
        Some(clocks) if game.at_live() || game.phase == Phase::Running => {
            Some(clocks.left_ms(side, now_ms))
        }
        _ => noted_clock_ms(game, side, game.current),
    }
}

/// The time a side had left at a node, if it was noted.
pub(crate) fn noted_clock_ms(game: &GameState, side: Color, node: NodeId) -> Option<u64> {
    if game.clocks.as_ref().is_some_and(Clocks::passes_time) {
        // Time used by one side goes to the other, so one note gives both.
        return clocks_at(game, node).map(|clocks| clocks.left_ms(side, 0));
    }
    match game.tree.last_move_of(side, node) {
        Some(last) => game.tree.clock_ms(last),
        None => game.clocks.as_ref().map(|clocks| clocks.control(side).start_ms()),
    }
}

/// The clocks as they were at a node, stopped: from the times noted on the way to it.
pub(crate) fn clocks_at(game: &GameState, node: NodeId) -> Option<Clocks> {
    let now = game.clocks.as_ref()?;
    let controls = now.controls();
    let mut left_ms = controls.map(TimeControl::start_ms);
    let all: u64 = left_ms.iter().sum();
    let mut moves_made = [0; 2];
    for at in game.tree.path(node).into_iter().skip(1) {
        let side = game.tree.mover(at).index();
        moves_made[side] += 1;
        // An engine with a limit of its own has no readings.
        let Some(left) = game.tree.clock_ms(at) else { continue };
        left_ms[side] = left;
        if now.passes_time() {
            left_ms[1 - side] = all.saturating_sub(left);
        }
    }
    Some(Clocks::at(controls, left_ms, moves_made).playing_on(now.plays_on()))
}

/// What the moves of the game up to a node have added to the clocks, ms: increments, what a delay gave back, further
/// periods.
pub(crate) fn earned_ms(game: &GameState, node: NodeId) -> [u64; 2] {
    let mut earned = [0_u64; 2];
    let Some(controls) = game.clocks.as_ref().map(Clocks::controls) else { return earned };
    let mut made = [0; 2];
    for at in game.tree.path(node).into_iter().skip(game.began_at + 1) {
        let side = game.tree.mover(at);
        let (i, control) = (side.index(), controls[side.index()]);
        made[i] += 1;
        // No clock runs for an engine with a limit of its own.
        let back = match game.move_limit(side) {
            Some(_) => 0,
            None => control.given_back_ms(game.tree.elapsed_ms(at).unwrap_or(0)),
        };
        earned[i] = earned[i].saturating_add(control.earned_ms(made[i])).saturating_add(back);
    }
    earned
}

/// The time used for a move, ms, from the clock readings before and after it; `number` counts the side's moves.
/// `None` where a delay hides it.
fn used(control: TimeControl, before: u64, after: u64, number: u32) -> Option<u64> {
    let earned = control.earned_ms(number);
    let lost = before.saturating_add(earned).saturating_sub(after);
    match control.kind {
        // The first move is often free, and then it earns no increment.
        ClockKind::Increment if number == 1 && before == after => Some(0),
        ClockKind::Increment => {
            let had = before.saturating_add(earned).saturating_add(control.increment_ms);
            Some(had.saturating_sub(after))
        }
        ClockKind::Delay | ClockKind::Bronstein if lost == 0 => None,
        ClockKind::Delay | ClockKind::Bronstein => Some(lost.saturating_add(control.increment_ms)),
        ClockKind::Hourglass => Some(lost),
    }
}

/// The format of a date in PGN: `2026.11.21`.
const DATE: &str = "%Y.%m.%d";

/// Today's local date in PGN format.
pub fn today() -> String {
    date_of(SystemTime::now())
}

/// The local date of a moment in PGN format.
pub(crate) fn date_of(when: SystemTime) -> String {
    let when = Timestamp::try_from(when).unwrap_or(Timestamp::UNIX_EPOCH);
    when.to_zoned_datetime(TimeZone::system()).strftime(DATE).to_string()
}

/// The day number of a date in PGN format, counted from 1970-01-01; 0 for an earlier or invalid date.
pub(crate) fn day(date: &str) -> u32 {
    let since = |date: Date| date.duration_since(Date::constant(1970, 1, 1)).as_hours() / 24;
    Date::strptime(DATE, date).map_or(0, |date| u32::try_from(since(date)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_games::game::pgn_read;

    fn spent(pgn: &str) -> Vec<(usize, u64)> {
        let read = pgn_read::read_all(pgn).remove(0);
        let game = GameState::analysis_of(read.tree, read.tags);
        let line = game.tree.line_through(NodeId::ROOT);
        time_spent(&game, &line).iter().map(|spent| (spent.ply, spent.ms)).collect()
    }

    #[test]
    fn clock_readings_and_the_control_tell_the_time() {
        let moves = "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:04:53]} Nc6 {[%clk 0:05:00]} *";
        let with = |tags: &str| spent(&format!("{tags}\n\n{moves}\n"));
        let increment = [(1, 0), (2, 5_000), (3, 10_000), (4, 1_000)];
        assert_eq!(with("[TimeControl \"300+3\"]"), increment);
        assert_eq!(with("[TimeControl \"?\"]"), [], "without the control nothing is known");
        let hourglass = [(1, 0), (2, 2_000), (3, 9_000)];
        assert_eq!(with("[TimeControl \"*300\"]")[..3], hourglass);
        let periods = with("[TimeControl \"2/300:60\"]");
        assert_eq!(periods, [(1, 0), (2, 2_000), (3, 67_000), (4, 58_000)]);
    }

    #[test]
    fn no_move_is_given_the_time_of_an_earlier_one_without_a_reading() {
        let pgn = "[TimeControl \"600\"]\n\n1. e4 {[%clk 0:09:58]} e5 {[%clk 0:09:57]} 2. Nf3 Nc6 {[%clk 0:09:50]} \
            3. Bc4 {[%clk 0:08:00]} Nf6 {[%clk 0:09:49]} 4. d3 {[%clk 0:07:55]} *\n";
        assert_eq!(spent(pgn), [(1, 2_000), (2, 3_000), (4, 7_000), (6, 1_000), (7, 5_000)]);
    }

    #[test]
    fn the_time_of_one_move_is_that_of_its_line() {
        let moves = "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:04:53]} Nc6 {[%clk 0:05:00]} *";
        for control in ["300+3", "*300", "2/300:60"] {
            let pgn = format!("[TimeControl \"{control}\"]\n\n{moves}\n");
            let read = pgn_read::read_all(&pgn).remove(0);
            let mut game = GameState::analysis_of(read.tree, read.tags);
            game.clocks = known_controls(&game).map(Clocks::new);
            let line = game.tree.line_through(NodeId::ROOT);
            let all = time_spent(&game, &line);
            assert!(all.len() >= 3, "{control}");
            for spent in all {
                assert_eq!(time_of(&game, spent.node), Some(spent.ms), "{control} {}", spent.ply);
            }
        }
    }

    #[test]
    fn a_noted_time_goes_before_a_reckoned_one() {
        let pgn = "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00][%emt 0:00:07]} e5 {[%emt 0:00:02]} *\n";
        assert_eq!(spent(pgn), [(1, 7_000), (2, 2_000)]);
    }
}

#[cfg(test)]
mod date_tests {
    use super::*;

    #[test]
    fn days_are_counted_across_months_and_leap_years() {
        assert_eq!(
            ["1970.01.01", "1970.01.02", "????.??.??", "", "2026.02.31"].map(day),
            [0, 1, 0, 0, 0]
        );
        assert_eq!(day("2000.03.01") - day("2000.02.28"), 2);
        assert_eq!(day("1900.03.01").max(day("2026.11.26")), 20_783);
    }

    #[test]
    fn the_date_of_a_moment_is_that_of_utc_or_the_day_beside_it() {
        for (noon, date) in [(43_200, "1970.01.01"), (951_825_600, "2000.02.29")] {
            let moment = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(noon);
            assert!(day(&date_of(moment)).abs_diff(day(date)) <= 1);
        }
    }
}

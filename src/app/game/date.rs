//! The date for the tags of a new game, from seconds since 1970. UTC: without a time-zone table that is
//! the honest choice, at most a day off for the player.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds of a day.
const DAY_S: u64 = 86_400;

/// Today as PGN writes it: `2026.11.21`.
pub(crate) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    pgn_date(since.as_secs())
}

/// The date of a moment, in the Gregorian calendar.
fn pgn_date(seconds: u64) -> String {
    let mut day = seconds / DAY_S;
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if day < length {
            break;
        }
        day -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", day + 1)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let cases = [
            (0, "1970.01.01"),
            (68_169_600, "1972.02.29"),
            (951_782_400, "2000.02.29"),
            (1_735_689_599, "2024.12.31"),
            (1_735_689_600, "2025.01.01"),
            (4_107_542_400, "2100.03.01"),
        ];
        for (seconds, date) in cases {
            assert_eq!(pgn_date(seconds), date);
        }
        assert_eq!(today().len(), 10);
    }
}

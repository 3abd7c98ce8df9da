//! Dates as PGN writes them, of which a part may not be known.

use std::fmt;

/// A day, a month or a year; or nothing. Dates compare by time, the unknown parts before all others.
///
/// ```
/// use tabia_games::collection::date::Date;
/// let date = Date::parse("1851.06.??");
/// assert_eq!((date.year(), date.month(), date.day()), (1851, 6, 0));
/// assert!(date < Date::parse("1851.06.21") && date > Date::parse("1850.??.??"));
/// assert_eq!(date.to_string(), "1851.06");
/// assert_eq!(Date::parse("?"), Date::UNKNOWN);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(u32);

/// Bits of the day, and of day and month.
const DAY: u32 = 5;
const DAY_AND_MONTH: u32 = 9;

impl Date {
    /// No part of it is known.
    pub const UNKNOWN: Date = Date(0);

    /// A date of its parts, 0 for one that is not known. A part that no calendar has, and what follows it, is
    /// not known.
    pub fn new(year: u32, month: u32, day: u32) -> Date {
        if year == 0 || year > 9999 {
            return Date::UNKNOWN;
        }
        let month = if month <= 12 { month } else { 0 };
        let day = if month > 0 && day <= 31 { day } else { 0 };
        Date(year << DAY_AND_MONTH | month << DAY | day)
    }

    /// Reads `1992.11.04`, `1992.11.??`, `1992`, also with dashes or slashes. What cannot be read is not known.
    pub fn parse(text: &str) -> Date {
        let mut parts = text.trim().split(['.', '-', '/']).map(|part| part.parse().unwrap_or(0));
        let mut next = || parts.next().unwrap_or(0);
        Date::new(next(), next(), next())
    }

    /// The year, 1 to 9999; 0 if it is not known.
    pub fn year(self) -> u32 {
        self.0 >> DAY_AND_MONTH
    }

    /// The month, 1 to 12; 0 if it is not known.
    pub fn month(self) -> u32 {
        self.0 >> DAY & 15
    }

    /// The day, 1 to 31; 0 if it is not known.
    pub fn day(self) -> u32 {
        self.0 & 31
    }

    /// The last date that lies wholly before it.
    #[must_use]
    pub(super) fn before(self) -> Date {
        Date(self.0.saturating_sub(1))
    }

    /// The first date that lies behind it, if it is known to the day.
    #[must_use]
    pub(super) fn after(self) -> Date {
        Date(self.0 + 1)
    }

    /// A number that grows with time; 0 if nothing is known.
    pub fn number(self) -> u32 {
        self.0
    }

    /// Whether nothing of it is known.
    pub fn is_unknown(self) -> bool {
        self.0 == 0
    }

    /// The last day that it can mean.
    #[must_use]
    pub fn latest(self) -> Date {
        match (self.year(), self.month(), self.day()) {
            (0, ..) => Date::UNKNOWN,
            (year, 0, _) => Date::new(year, 12, 31),
            (year, month, 0) => Date::new(year, month, 31),
            _ => self,
        }
    }
}

impl fmt::Display for Date {
    /// As far as it is known: `1992.11.04`, `1992.11`, `1992`, or nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.year(), self.month(), self.day()) {
            (0, ..) => Ok(()),
            (year, 0, _) => write!(f, "{year}"),
            (year, month, 0) => write!(f, "{year}.{month:02}"),
            (year, month, day) => write!(f, "{year}.{month:02}.{day:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_far_as_they_are_known() {
        for (text, shown) in [
            ("1992.11.04", "1992.11.04"),
            ("1992.11.??", "1992.11"),
            ("1992.??.04", "1992"),
            ("1992-02-30", "1992.02.30"),
            ("1992.13.01", "1992"),
            ("????.??.??", ""),
            ("0000.01.01", ""),
            ("12345.1.1", ""),
            ("", ""),
            ("99999999999999999999", ""),
        ] {
            assert_eq!(Date::parse(text).to_string(), shown, "{text}");
        }
        assert_eq!(Date::parse("1992").latest(), Date::new(1992, 12, 31));
    }
}

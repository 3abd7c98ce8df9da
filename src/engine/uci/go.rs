//! `go ..`: the words, and the limits they mean.

use std::time::Duration;

use crate::search::limits::{ClockLimits, Limits};
use tabia_chess::board::Board;
use tabia_chess::color::Color;
use tabia_chess::uci_move;

use super::{expected, quoted};

/// Longest time taken at its word, ms: 34 years.
const LONGEST_MS: i64 = 1 << 40;

/// The words of a `go` command. Times are in milliseconds; a clock that has run below zero is read as
/// an empty one, because interfaces send that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Only these moves, as they were written.
    pub search_moves: Vec<String>,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// White's clock.
    pub wtime: Option<i64>,
    /// Black's clock.
    pub btime: Option<i64>,
    /// White's increment.
    pub winc: Option<i64>,
    /// Black's increment.
    pub binc: Option<i64>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Mate in this many moves.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub movetime: Option<i64>,
    /// Until stopped.
    pub infinite: bool,
    /// Count positions instead of searching (not UCI).
    pub perft: Option<u32>,
}

/// Words that end a list of moves.
const WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Go {
    /// Reads what follows the word `go`. An unknown word is noted and skipped; a limit that cannot be
    /// read refuses the command, because a search without it might never end.
    pub(super) fn parse(rest: &str, notes: &mut Vec<String>) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = rest.split_whitespace().peekable();
        let (mut known, mut unknown) = (0, 0);
        while let Some(word) = words.next() {
            known += 1;
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                        go.search_moves.push(mv.to_owned());
                    }
                    if go.search_moves.is_empty() {
                        return Err(expected("go searchmoves", words.peek().copied(), "moves"));
                    }
                }
                _ if WORDS.contains(&word) => go.limit(word, words.next())?,
                _ => {
                    known -= 1;
                    unknown += 1;
                    notes.push(format!("go: unknown word {} skipped", quoted(word)));
                }
            }
        }
        if known == 0 && unknown > 0 {
            return Err("go: not one word of it is known, so nothing is searched".into());
        }
        Ok(go)
    }

    /// Reads the number after one of the words that take one.
    fn limit(&mut self, word: &str, found: Option<&str>) -> Result<(), String> {
        match word {
            "wtime" => self.wtime = Some(time(word, found)?),
            "btime" => self.btime = Some(time(word, found)?),
            "winc" => self.winc = Some(time(word, found)?),
            "binc" => self.binc = Some(time(word, found)?),
            "movetime" => self.movetime = Some(time(word, found)?),
            // 0 is what some interfaces send for "no such control".
            "movestogo" => {
                self.moves_to_go = Some(number(word, found, &0)?).filter(|&moves| moves > 0);
            }
            "depth" => self.depth = Some(number(word, found, &1)?),
            "mate" => self.mate = Some(number(word, found, &1)?),
            "nodes" => self.nodes = Some(number(word, found, &1)?),
            _ => self.perft = Some(number(word, found, &0)?),
        }
        Ok(())
    }

    /// The limits meant in a position. Moves to search that are not legal are noted and left out.
    ///
    /// # Errors
    /// Where moves to search were given and none of them is legal.
    pub fn limits(&self, board: &Board, notes: &mut Vec<String>) -> Result<Limits, String> {
        let mut search_moves = Vec::with_capacity(self.search_moves.len());
        for text in &self.search_moves {
            match uci_move::parse(board, text) {
                Ok(mv) if !search_moves.contains(&mv) => search_moves.push(mv),
                Ok(_) => {}
                Err(error) => notes.push(format!("go searchmoves: {error}")),
            }
        }
        if search_moves.is_empty() && !self.search_moves.is_empty() {
            return Err("go: none of the searchmoves is legal, so nothing is searched".into());
        }
        let mut limits = Limits {
            depth: self.depth,
            soft_nodes: None,
            nodes: self.nodes,
            movetime: self.movetime.map(duration),
            mate: self.mate,
            clock: self.clock(board.stm(), notes),
            search_moves,
            ponder: self.ponder,
            infinite: self.infinite,
        };
        limits.infinite |= !self.ponder && limits.mate.is_none() && !bounded(&limits);
        Ok(limits)
    }

    fn clock(&self, stm: Color, notes: &mut Vec<String>) -> Option<ClockLimits> {
        let (white, black) = match (self.wtime, self.btime) {
            (Some(white), Some(black)) => (white, black),
            (Some(one), None) | (None, Some(one)) => {
                let missing = if self.wtime.is_none() { "wtime" } else { "btime" };
                if self.wtime.is_none() == (stm == Color::White) {
                    notes.push(format!("go: {missing} is missing, taken to be {one} as the other"));
                }
                (one, one)
            }
            (None, None) => return None,
        };
        let increment = [self.winc.unwrap_or(0), self.binc.unwrap_or(0)];
        Some(ClockLimits {
            time: [duration(white), duration(black)],
            increment: increment.map(duration),
            moves_to_go: self.moves_to_go,
        })
    }
}

/// Whether such a search is sure to end by itself once it is not pondering. One for a mate alone is not:
/// there may be none.
pub fn bounded(limits: &Limits) -> bool {
    !limits.infinite
        && (limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.movetime.is_some()
            || limits.clock.is_some())
}

fn duration(ms: i64) -> Duration {
    Duration::from_millis(ms.clamp(0, LONGEST_MS) as u64)
}

fn time(word: &str, found: Option<&str>) -> Result<i64, String> {
    found
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| expected(&format!("go {word}"), found, "milliseconds"))
}

fn number<T>(word: &str, found: Option<&str>, least: &T) -> Result<T, String>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    found
        .and_then(|text| text.parse().ok())
        .filter(|number| number >= least)
        .ok_or_else(|| expected(&format!("go {word}"), found, &format!("a number from {least}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(rest: &str) -> Go {
        let mut notes = Vec::new();
        let go = Go::parse(rest, &mut notes).unwrap();
        assert!(notes.is_empty(), "{notes:?}");
        go
    }

    fn limits(rest: &str) -> (Result<Limits, String>, Vec<String>) {
        let mut notes = Vec::new();
        (parse(rest).limits(&Board::start(), &mut notes), notes)
    }

    #[test]
    fn all_limits_are_read() {
        let go = parse(
            "wtime 1000 btime -20 winc 10 binc 20 movestogo 40 depth 9 nodes 5000 mate 3 movetime 7 \
             ponder searchmoves e2e4 d2d4",
        );
        let limits = go.limits(&Board::start(), &mut Vec::new()).unwrap();
        let clock = limits.clock.unwrap();
        assert_eq!(clock.time, [Duration::from_secs(1), Duration::ZERO]);
        assert_eq!(clock.increment, [Duration::from_millis(10), Duration::from_millis(20)]);
        assert_eq!(clock.moves_to_go, Some(40));
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(9), Some(5000), Some(3)));
        assert_eq!(limits.movetime, Some(Duration::from_millis(7)));
        assert_eq!(limits.search_moves.len(), 2);
        assert!(limits.ponder && !limits.infinite);
        assert_eq!(parse("perft 5").perft, Some(5));
        assert_eq!(parse("wtime 1 btime 1 movestogo 0").moves_to_go, None);
    }

    #[test]
    fn no_limit_at_all_means_until_stopped() {
        assert!(limits("").0.unwrap().infinite);
        assert!(limits("searchmoves e2e4").0.unwrap().infinite);
        assert!(limits("infinite").0.unwrap().infinite);
        assert!(!limits("ponder").0.unwrap().infinite, "pondering ends by hit or stop");
        assert!(!limits("depth 3").0.unwrap().infinite);
    }

    #[test]
    fn a_limit_that_cannot_be_read_refuses_the_search() {
        for (rest, wanted) in [
            ("depth", "go depth: found nothing, expected a number from 1"),
            ("depth 0", "go depth: found '0', expected a number from 1"),
            ("depth -3", "go depth: found '-3', expected a number from 1"),
            (
                "nodes 99999999999999999999",
                "found '99999999999999999999', expected a number from 1",
            ),
            ("wtime soon btime 3", "go wtime: found 'soon', expected milliseconds"),
            ("searchmoves depth 3", "go searchmoves: found 'depth', expected moves"),
            ("quickly", "nothing is searched"),
        ] {
            let error = Go::parse(rest, &mut Vec::new()).unwrap_err();
            assert!(error.contains(wanted), "{rest}: {error}");
        }
    }

    #[test]
    fn unknown_words_are_noted_and_skipped() {
        let mut notes = Vec::new();
        let go = Go::parse("fast depth 3", &mut notes).unwrap();
        assert_eq!(go.depth, Some(3));
        assert_eq!(notes, ["go: unknown word 'fast' skipped"]);
    }

    #[test]
    fn illegal_search_moves_are_left_out_and_all_illegal_ones_refuse() {
        let (found, notes) = limits("depth 1 searchmoves e2e4 e2e5 e2e4");
        assert_eq!(found.unwrap().search_moves.len(), 1);
        assert_eq!(notes.len(), 1);
        assert!(notes[0].contains("found “e2e5”, expected a legal move"), "{}", notes[0]);
        assert!(limits("depth 1 searchmoves e2e5").0.is_err());
    }

    #[test]
    fn a_missing_clock_is_taken_from_the_other_side() {
        let (found, notes) = limits("btime 5000");
        let clock = found.unwrap().clock.unwrap();
        assert_eq!(clock.time, [Duration::from_secs(5); 2]);
        assert_eq!(notes, ["go: wtime is missing, taken to be 5000 as the other"]);
        assert!(limits("wtime 5000").1.is_empty());
    }
}

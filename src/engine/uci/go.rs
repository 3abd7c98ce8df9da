//! `go ..`: parser and search limits.

use std::time::Duration;

use crate::search::limits::{ClockLimits, Limits};
use tabia_chess::{Board, Color, uci_move};

use super::{expected, quoted};

/// Longest time accepted, ms: 34 years.
const MAX_MS: i64 = 1 << 40;
/// Maximum perft depth, plies: perft is recursive, and lower depths already never finish.
pub const MAX_PERFT_DEPTH: u32 = 30;

/// Arguments of `go`. Times are in milliseconds; a negative clock is read as zero, because some GUIs send that.
///
/// Every `go` is answered: a number out of range is clamped and an unreadable word is ignored, each with a message. If
/// that would leave an infinite search, one ply is searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// `searchmoves`, as text.
    pub search_moves: Vec<String>,
    /// Search on the opponent's time.
    pub ponder: bool,
    /// White's clock.
    pub wtime: Option<i64>,
    /// Black's clock.
    pub btime: Option<i64>,
    /// White's increment.
    pub winc: Option<i64>,
    /// Black's increment.
    pub binc: Option<i64>,
    /// Moves until the next time control; 0: there is none, as some interfaces say it.
    pub moves_to_go: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Mate in this many moves.
    pub mate: Option<u32>,
    /// Time of this move.
    pub movetime: Option<i64>,
    /// Until stopped.
    pub infinite: bool,
    /// Perft instead of a search (not UCI).
    pub perft: Option<u32>,
    /// Whether some argument could not be parsed, perhaps a limit.
    pub incomplete: bool,
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
    /// Parses the text after `go`.
    pub(super) fn parse(rest: &str, notes: &mut Vec<String>) -> Go {
        let mut go = Go::default();
        let mut words = rest.split_whitespace().peekable();
        let mut known = false;
        while let Some(word) = words.next() {
            let is_known = WORDS.contains(&word);
            known |= is_known;
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                        go.search_moves.push(mv.to_owned());
                    }
                    if go.search_moves.is_empty() {
                        notes.push(expected("go searchmoves", words.peek().copied(), "moves"));
                    }
                }
                _ if is_known => {
                    let found = words.next_if(|word| !WORDS.contains(word));
                    if !go.limit(word, found, notes) {
                        let found = found.or(words.peek().copied());
                        notes.push(expected(&format!("go {word}"), found, wanted(word)));
                        go.incomplete = true;
                    }
                }
                _ => notes.push(format!("go: unknown word {} skipped", quoted(word))),
            }
        }
        go.incomplete |= !known && !rest.trim().is_empty();
        go
    }

    /// Sets the limit of a word that takes a number. `false` for an invalid value.
    fn limit(&mut self, word: &str, found: Option<&str>, notes: &mut Vec<String>) -> bool {
        let Some((text, number)) = found.and_then(|text| Some((text, whole_number(text)?))) else {
            return false;
        };
        let mut within = |min: i128, max: i128| {
            let taken = number.clamp(min, max);
            if taken != number {
                notes.push(format!("go {word}: found {}, taken to be {taken}", quoted(text)));
            }
            taken
        };
        let time = match word {
            "wtime" => Some(&mut self.wtime),
            "btime" => Some(&mut self.btime),
            "winc" => Some(&mut self.winc),
            "binc" => Some(&mut self.binc),
            "movetime" => Some(&mut self.movetime),
            _ => None,
        };
        if let Some(time) = time {
            *time = Some(within(i64::MIN.into(), MAX_MS.into()) as i64);
            return true;
        }
        // Plies and moves are `i32` elsewhere.
        let max = i128::from(i32::MAX);
        match word {
            "movestogo" => self.moves_to_go = Some(within(0, max) as u32),
            "depth" => self.depth = Some(within(1, max) as u32),
            "nodes" => self.nodes = Some(within(1, u64::MAX.into()) as u64),
            // A mate in zero moves cannot be found; the search would never end.
            "mate" if number < 1 => return false,
            "mate" => self.mate = Some(within(1, max) as u32),
            "perft" if number < 0 => return false,
            _ => self.perft = Some(within(0, MAX_PERFT_DEPTH.into()) as u32),
        }
        true
    }

    /// The limits in a position. Illegal `searchmoves` are reported and ignored; if none is legal, all moves are
    /// searched.
    pub fn limits(&self, board: &Board, notes: &mut Vec<String>) -> Limits {
        let mut search_moves = Vec::with_capacity(self.search_moves.len());
        for text in &self.search_moves {
            match uci_move::parse(board, text) {
                Ok(mv) if !search_moves.contains(&mv) => search_moves.push(mv),
                Ok(_) => {}
                Err(error) => notes.push(format!("go searchmoves: {error}")),
            }
        }
        if search_moves.is_empty() && !self.search_moves.is_empty() {
            notes.push("go: none of the searchmoves is legal, so all moves are searched".into());
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
            may_end: false,
        };
        // What could not be read beside a mate may have been the limit of a search for one that does not exist.
        let may_be_endless = limits.mate.is_none() || self.incomplete;
        if may_be_endless && !limits.infinite && !bounded(&limits) {
            let clockless = self.winc.or(self.binc).is_some() || self.moves_to_go.is_some();
            if self.incomplete || clockless {
                limits.depth = Some(1);
                notes.push(if self.incomplete {
                    "go: found no other limit that can be read, so one ply is searched".into()
                } else {
                    "go: found neither wtime nor btime, so one ply is searched".into()
                });
            } else {
                // A ponder search without limits may answer after the hit if it has nothing left to search.
                limits.infinite = !self.ponder;
            }
        }
        limits
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
            moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
        })
    }
}

/// Whether a search with these limits ends by itself once it is not pondering. A mate search may not, because there may
/// be no mate.
pub fn bounded(limits: &Limits) -> bool {
    !limits.infinite
        && (limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.movetime.is_some()
            || limits.clock.is_some())
}

fn duration(ms: i64) -> Duration {
    Duration::from_millis(ms.clamp(0, MAX_MS) as u64)
}

/// An integer of any length.
fn whole_number(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let far = if text.starts_with('-') { i128::MIN } else { i128::MAX };
    Some(text.parse().unwrap_or(far))
}

/// What has to follow a word that takes a number, for error messages.
fn wanted(word: &str) -> &'static str {
    match word {
        "wtime" | "btime" | "winc" | "binc" | "movetime" => "milliseconds",
        "movestogo" | "perft" => "a number from 0",
        _ => "a number from 1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(rest: &str) -> Go {
        let mut notes = Vec::new();
        let go = Go::parse(rest, &mut notes);
        assert!(notes.is_empty(), "{notes:?}");
        go
    }

    fn limits(rest: &str) -> (Limits, Vec<String>) {
        let mut notes = Vec::new();
        let go = Go::parse(rest, &mut notes);
        (go.limits(&Board::start(), &mut notes), notes)
    }

    #[test]
    fn all_limits_are_read() {
        let go = parse(
            "wtime 1000 btime -20 winc 10 binc 20 movestogo 40 depth 9 nodes 5000 mate 3 movetime 7 \
             ponder searchmoves e2e4 d2d4",
        );
        let limits = go.limits(&Board::start(), &mut Vec::new());
        let clock = limits.clock.unwrap();
        assert_eq!(clock.time, [Duration::from_secs(1), Duration::ZERO]);
        assert_eq!(clock.increment, [Duration::from_millis(10), Duration::from_millis(20)]);
        assert_eq!(clock.moves_to_go, Some(40));
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(9), Some(5000), Some(3)));
        assert_eq!(limits.movetime, Some(Duration::from_millis(7)));
        assert_eq!(limits.search_moves.len(), 2);
        assert!(limits.ponder && !limits.infinite);
        assert_eq!(parse("perft 5").perft, Some(5));
        let sudden_death = parse("wtime 1 btime 1 movestogo 0");
        let clock = sudden_death.limits(&Board::start(), &mut Vec::new()).clock.unwrap();
        assert_eq!(clock.moves_to_go, None);
    }

    #[test]
    fn no_limit_at_all_means_until_stopped() {
        assert!(limits("").0.infinite);
        assert!(limits("searchmoves e2e4").0.infinite);
        assert!(limits("infinite").0.infinite);
        let ponder = limits("ponder").0;
        assert!(
            !bounded(&ponder),
            "it searches on after a hit, until stopped or at the greatest depth"
        );
        assert!(!ponder.infinite, "after a hit it may answer by itself");
        assert!(!limits("depth 3").0.infinite);
    }

    #[test]
    fn unreadable_words_are_ignored_and_a_search_left_without_limits_is_one_ply() {
        for (rest, wanted) in [
            ("depth", "go depth: found nothing, expected a number from 1"),
            ("depth 3.5", "go depth: found “3.5”, expected a number from 1"),
            ("wtime soon", "go wtime: found “soon”, expected milliseconds"),
            ("mate 0", "go mate: found “0”, expected a number from 1"),
            ("perft -1", "go perft: found “-1”, expected a number from 0"),
            ("quickly", "go: unknown word “quickly” skipped"),
        ] {
            let (limits, notes) = limits(rest);
            assert_eq!(limits, Limits::depth(1), "{rest}");
            assert_eq!(notes[0], wanted, "{rest}");
        }
        for rest in
            ["winc 1000 binc 1000", "movestogo 40", "movestogo 0", "ponder winc 10 movestogo 5"]
        {
            let (limits, notes) = limits(rest);
            assert_eq!((limits.depth, limits.infinite), (Some(1), false), "{rest}");
            assert_eq!(notes, ["go: found neither wtime nor btime, so one ply is searched"]);
        }
        assert_eq!(limits("depth movetime 100").0, Limits::movetime(Duration::from_millis(100)));
        assert_eq!(limits("fast depth 3").0, Limits::depth(3));
        assert_eq!(limits("depth x infinite").0, Limits::infinite());
        let ponder = limits("ponder wtime x").0;
        assert!(ponder.ponder && ponder.depth == Some(1));
        let mate = Limits { mate: Some(3), ..Limits::default() };
        assert_eq!(limits("mate 3"), (mate.clone(), Vec::new()));
        assert_eq!(limits("mate 3 wtime soon").0, Limits { depth: Some(1), ..mate });
    }

    #[test]
    fn numbers_out_of_range_are_brought_into_it() {
        let long = "9".repeat(60);
        for (rest, taken) in [
            ("depth 0", Limits::depth(1)),
            ("depth -3", Limits::depth(1)),
            (&format!("depth {long}"), Limits::depth(i32::MAX as u32)),
            ("nodes 0", Limits::nodes(1)),
            ("nodes 99999999999999999999", Limits::nodes(u64::MAX)),
            (&format!("movetime {long}"), Limits::movetime(duration(MAX_MS))),
            (&format!("movetime -{long}"), Limits::movetime(Duration::ZERO)),
        ] {
            let (limits, notes) = limits(rest);
            assert_eq!(limits, taken, "{rest}");
            assert!(notes.len() == 1 && notes[0].contains(", taken to be "), "{notes:?}");
        }
        assert_eq!(limits("movetime -5").1, [""; 0], "interfaces send that");
        assert_eq!(Go::parse("perft 100000", &mut Vec::new()).perft, Some(MAX_PERFT_DEPTH));
    }

    #[test]
    fn illegal_search_moves_are_left_out() {
        let (found, notes) = limits("depth 1 searchmoves e2e4 e2e5 e2e4");
        assert_eq!(found.search_moves.len(), 1);
        assert_eq!(notes.len(), 1);
        assert!(notes[0].contains("found “e2e5”, expected a legal move"), "{}", notes[0]);
        let (found, notes) = limits("searchmoves e2e5 depth 3");
        assert_eq!(found, Limits::depth(3), "all are searched");
        assert!(notes[1].contains("none of the searchmoves is legal"), "{notes:?}");
        assert_eq!(limits("searchmoves depth 3").0, Limits::depth(3));
    }

    #[test]
    fn a_missing_clock_is_taken_from_the_other_side() {
        let (found, notes) = limits("btime 5000");
        let clock = found.clock.unwrap();
        assert_eq!(clock.time, [Duration::from_secs(5); 2]);
        assert_eq!(notes, ["go: wtime is missing, taken to be 5000 as the other"]);
        assert!(limits("wtime 5000").1.is_empty());
    }
}

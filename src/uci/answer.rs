//! What a UCI engine says, read: the other side of `info`. Words it does not know are passed over, for
//! engines say many things.
//!
//! ```
//! use tabia::search::score::Score;
//! use tabia::uci::answer::{Answer, parse};
//! let line = "info depth 9 seldepth 14 score cp -12 nodes 5000 time 20 pv e7e5 g1f3";
//! let Answer::Info(info) = parse(line) else { panic!() };
//! assert_eq!((info.depth, info.score, info.time_ms), (Some(9), Some(Score::Cp(-12)), Some(20)));
//! assert_eq!(info.pv, ["e7e5", "g1f3"]);
//! let answer = parse("bestmove e7e5 ponder g1f3");
//! assert_eq!(answer, Answer::BestMove { best: Some("e7e5".into()), ponder: Some("g1f3".into()) });
//! ```

use crate::search::score::{Bound, Score};

/// One line of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// `id name ..`
    Name(String),
    /// `uciok`: everything about itself has been said.
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `option name ..`: the name alone.
    Option(String),
    /// `info ..`
    Info(Info),
    /// `bestmove ..`: moves as written; no best move where the engine has none (`0000`, `(none)`).
    BestMove {
        /// The move to play.
        best: Option<String>,
        /// The reply expected.
        ponder: Option<String>,
    },
    /// Anything else.
    Other,
}

/// The fields of an `info` line that are read; `None` where it has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Iteration, plies.
    pub depth: Option<u32>,
    /// Which line, 1 the best.
    pub multi_pv: Option<u32>,
    /// Score, mover's view.
    pub score: Option<Score>,
    /// What the score is.
    pub bound: Option<Bound>,
    /// Nodes so far.
    pub nodes: Option<u64>,
    /// Time so far, ms.
    pub time_ms: Option<u64>,
    /// The line, as written.
    pub pv: Vec<String>,
}

/// Reads a line.
pub fn parse(line: &str) -> Answer {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("id") if words.next() == Some("name") => {
            Answer::Name(words.collect::<Vec<_>>().join(" "))
        }
        Some("uciok") => Answer::UciOk,
        Some("readyok") => Answer::ReadyOk,
        Some("option") => {
            let name = words.skip_while(|&word| word != "name").skip(1);
            Answer::Option(name.take_while(|&word| word != "type").collect::<Vec<_>>().join(" "))
        }
        Some("info") => Answer::Info(info(words)),
        Some("bestmove") => {
            let real = |word: &&str| !matches!(*word, "0000" | "(none)" | "NULL");
            let best = words.next().filter(real).map(str::to_owned);
            let ponder = words.skip_while(|&word| word != "ponder").nth(1);
            Answer::BestMove { best, ponder: ponder.map(str::to_owned) }
        }
        _ => Answer::Other,
    }
}

fn info<'a>(mut words: impl Iterator<Item = &'a str>) -> Info {
    let mut info = Info::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(words.next()),
            "multipv" => info.multi_pv = number(words.next()),
            "nodes" => info.nodes = number(words.next()),
            "time" => info.time_ms = number(words.next()),
            "score" => {
                info.score = match words.next() {
                    Some("cp") => number(words.next()).map(Score::Cp),
                    Some("mate") => number(words.next()).map(mate),
                    _ => None,
                };
                info.bound = info.score.map(|_| Bound::Exact);
            }
            "lowerbound" => info.bound = Some(Bound::Lower),
            "upperbound" => info.bound = Some(Bound::Upper),
            // The line and free text go to the end.
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            "string" => break,
            _ => {}
        }
    }
    info
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

/// A mate in moves, counted in plies.
fn mate(moves: i32) -> Score {
    let moves = moves.clamp(-10_000, 10_000);
    Score::Mate(if moves > 0 { 2 * moves - 1 } else { 2 * moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_and_bounds_are_read() {
        let read = |line: &str| match parse(line) {
            Answer::Info(info) => info,
            other => panic!("{other:?}"),
        };
        let info = read("info depth 3 score mate -2 upperbound time 1");
        assert_eq!((info.score, info.bound), (Some(Score::Mate(-4)), Some(Bound::Upper)));
        let info = read("info score mate 1 multipv 2 pv a1a8");
        assert_eq!(info.score.and_then(Score::mate_in_moves), Some(1));
        assert_eq!(info.multi_pv, Some(2));
        assert_eq!(read("info string depth 9").depth, None);
        assert_eq!(read("info depth nine score cp").depth, None);
        assert_eq!(read("info score mate -2147483648").score, Some(Score::Mate(-20_000)));
    }

    #[test]
    fn names_options_and_rubbish_are_told_apart() {
        assert_eq!(parse("id name Some Engine 3"), Answer::Name("Some Engine 3".into()));
        assert_eq!(parse("id author Somebody"), Answer::Other);
        let option = "option name Move Overhead type spin default 10 min 0 max 5000";
        assert_eq!(parse(option), Answer::Option("Move Overhead".into()));
        assert_eq!(parse("bestmove (none)"), Answer::BestMove { best: None, ponder: None });
        assert_eq!(parse("bestmove"), Answer::BestMove { best: None, ponder: None });
        for line in ["", "hello", "\u{0}", "uciok2"] {
            assert_eq!(parse(line), Answer::Other, "{line}");
        }
    }
}

//! Parser for the output of a UCI engine, the counterpart of `info`. Unknown words are ignored; a value that is missing
//! or unreadable is `None`.
//!
//! ```
//! use tabia_engine::search::score::Score;
//! use tabia_engine::uci::answer::{Answer, parse};
//! let line = "info depth 9 seldepth 14 score cp -12 nodes 5000 time 20 pv e7e5 g1f3";
//! let Answer::Info(info) = parse(line) else { panic!() };
//! assert_eq!((info.depth, info.score, info.time_ms), (Some(9), Some(Score::Cp(-12)), Some(20)));
//! assert_eq!((info.hashfull, info.pv), (None, vec!["e7e5".to_owned(), "g1f3".to_owned()]));
//! let answer = parse("bestmove e7e5 ponder g1f3");
//! assert_eq!(answer, Answer::BestMove { best: "e7e5".into(), ponder: Some("g1f3".into()) });
//! ```

use std::iter::Peekable;
use std::str::{FromStr, SplitWhitespace};

use crate::search::score::{Bound, Score, Wdl};
use tabia_chess::{Board, Move, uci_move};

/// One line of an engine's output.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// `id name ..`
    Name(String),
    /// `id author ..`
    Author(String),
    /// `uciok`: the engine has listed its options.
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `option ..`: the text after the word.
    Option(String),
    /// `info ..`
    Info(Box<UciInfo>),
    /// `bestmove ..`, moves as text.
    BestMove {
        /// The best move; empty if nothing follows the word. [`is_no_move`] recognises the words for no move.
        best: String,
        /// The reply expected.
        ponder: Option<String>,
    },
    /// Anything else.
    Other,
}

/// Fields of an `info` line; `None` if missing. Moves are text, or legal moves after [`UciInfo::on`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UciInfo<M = String> {
    /// Depth, plies.
    pub depth: Option<u32>,
    /// Selective depth, plies.
    pub seldepth: Option<u32>,
    /// Which line, 1 the best.
    pub multi_pv: Option<u32>,
    /// Score, side to move's view.
    pub score: Option<Score>,
    /// Bound of the score; `None` without a score.
    pub bound: Option<Bound>,
    /// WDL, side to move's view, usually per mille.
    pub wdl: Option<Wdl>,
    /// Nodes so far.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Hash table use, per mille.
    pub hashfull: Option<u32>,
    /// Tablebase hits.
    pub tb_hits: Option<u64>,
    /// CPU load, per mille.
    pub cpu_load: Option<u32>,
    /// Time so far, ms.
    pub time_ms: Option<u64>,
    /// The root move under search.
    pub currmove: Option<M>,
    /// Its number, 1 the first.
    pub currmove_number: Option<u32>,
    /// Principal variation.
    pub pv: Vec<M>,
    /// Free text.
    pub string: Option<String>,
}

/// The first illegal move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvCut {
    /// Its place in the line, from 1.
    pub place: usize,
    /// The word.
    pub found: String,
}

impl UciInfo {
    /// Converts the moves for this position, up to the first illegal one. A WDL that does not add up is dropped; a line
    /// without a number is the first.
    pub fn on(self, board: &Board) -> (UciInfo<Move>, Option<PvCut>) {
        let (mut after, mut pv, mut cut) = (*board, Vec::with_capacity(self.pv.len()), None);
        for (text, place) in self.pv.into_iter().zip(1..) {
            if let Ok(mv) = uci_move::parse(&after, &text) {
                after.make_move(mv);
                pv.push(mv);
            } else {
                cut = Some(PvCut { place, found: text });
                break;
            }
        }
        let multi_pv = self.multi_pv.filter(|line| *line > 0);
        let info = UciInfo {
            depth: self.depth,
            seldepth: self.seldepth,
            multi_pv: if pv.is_empty() { multi_pv } else { multi_pv.or(Some(1)) },
            score: self.score,
            bound: self.bound,
            wdl: self.wdl.filter(adds_up),
            nodes: self.nodes,
            nps: self.nps,
            hashfull: self.hashfull,
            tb_hits: self.tb_hits,
            cpu_load: self.cpu_load,
            time_ms: self.time_ms,
            currmove: self.currmove.and_then(|text| uci_move::parse(board, &text).ok()),
            currmove_number: self.currmove_number,
            pv,
            string: self.string,
        };
        (info, cut)
    }
}

impl UciInfo<Move> {
    /// Whether it has a score and a PV.
    pub fn is_line(&self) -> bool {
        !self.pv.is_empty() && self.score.is_some()
    }
}

/// Sums to 1,000 within rounding.
fn adds_up(wdl: &Wdl) -> bool {
    let sum = [wdl.win, wdl.draw, wdl.loss].into_iter().try_fold(0_u32, u32::checked_add);
    sum.is_some_and(|sum| (990..=1010).contains(&sum))
}

/// Words that begin a field of an `info` line.
const FIELDS: [&str; 18] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "sbhits",
    "cpuload",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "refutation",
    "currline",
];

/// Whether a word after `bestmove` means no move.
pub fn is_no_move(word: &str) -> bool {
    matches!(word, "0000" | "(none)" | "none" | "NULL")
}

/// Parses a line.
pub fn parse(line: &str) -> Answer {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("id") => match words.next() {
            Some("name") => Answer::Name(joined(words)),
            Some("author") => Answer::Author(joined(words)),
            _ => Answer::Other,
        },
        Some("uciok") => Answer::UciOk,
        Some("readyok") => Answer::ReadyOk,
        Some("option") => {
            let rest = line.trim_start().strip_prefix("option").unwrap_or_default();
            Answer::Option(rest.trim().to_owned())
        }
        Some("info") => Answer::Info(Box::new(info(words.peekable()))),
        Some("bestmove") => {
            let best = words.next().unwrap_or_default().to_owned();
            let ponder = words.skip_while(|&word| word != "ponder").nth(1);
            let ponder = ponder.filter(|word| !is_no_move(word));
            Answer::BestMove { best, ponder: ponder.map(str::to_owned) }
        }
        _ => Answer::Other,
    }
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

type Words<'a> = Peekable<SplitWhitespace<'a>>;

fn info(mut words: Words<'_>) -> UciInfo {
    let mut info = UciInfo::default();
    while let Some(word) = words.next() {
        let words = &mut words;
        match word {
            "depth" => info.depth = number(words),
            "seldepth" => info.seldepth = number(words),
            "multipv" => info.multi_pv = number(words),
            "nodes" => info.nodes = number(words),
            "nps" => info.nps = number(words),
            "hashfull" => info.hashfull = number(words),
            "tbhits" => info.tb_hits = number(words),
            "cpuload" => info.cpu_load = number(words),
            "time" => info.time_ms = number(words),
            "currmovenumber" => info.currmove_number = number(words),
            "currmove" => info.currmove = value(words).map(str::to_owned),
            "score" => score(&mut info, words),
            "lowerbound" => info.bound = info.score.map(|_| Bound::Lower),
            "upperbound" => info.bound = info.score.map(|_| Bound::Upper),
            "wdl" => {
                let chances = [number(words), number(words), number(words)];
                if let [Some(win), Some(draw), Some(loss)] = chances {
                    info.wdl = Some(Wdl { win, draw, loss });
                }
            }
            "pv" => info.pv = std::iter::from_fn(|| value(words)).map(str::to_owned).collect(),
            // The moves that follow are not a PV.
            "refutation" | "currline" => while value(words).is_some() {},
            "string" => info.string = Some(joined(words.by_ref())),
            _ => {}
        }
    }
    info
}

fn score(info: &mut UciInfo, words: &mut Words<'_>) {
    info.score = match value(words) {
        Some("cp") => number(words).map(centipawns),
        Some("mate") => number(words).map(mate),
        _ => None,
    };
    info.bound = info.score.map(|_| Bound::Exact);
}

/// The next word, unless it begins another field.
fn value<'a>(words: &mut Words<'a>) -> Option<&'a str> {
    words.next_if(|word| !FIELDS.contains(word))
}

fn number<T: FromStr>(words: &mut Words<'_>) -> Option<T> {
    value(words)?.parse().ok()
}

/// Largest score accepted, centipawns: beyond any engine's, and far from the range where sums and negation overflow.
const MAX_CP: i32 = 1_000_000;

fn centipawns(cp: i32) -> Score {
    Score::Cp(cp.clamp(-MAX_CP, MAX_CP))
}

/// A mate in moves, counted in plies.
fn mate(moves: i32) -> Score {
    let moves = moves.clamp(-10_000, 10_000);
    Score::Mate(if moves > 0 { 2 * moves - 1 } else { 2 * moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> UciInfo {
        match parse(line) {
            Answer::Info(info) => *info,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn mates_and_bounds_are_read() {
        let info = read("info depth 3 score mate -2 upperbound time 1");
        assert_eq!((info.score, info.bound), (Some(Score::Mate(-4)), Some(Bound::Upper)));
        let info = read("info score mate 1 multipv 2 pv a1a8");
        assert_eq!(info.score.and_then(Score::mate_in_moves), Some(1));
        assert_eq!(info.multi_pv, Some(2));
        assert_eq!(read("info string depth 9").depth, None);
        assert_eq!(read("info depth nine score cp").depth, None);
        assert_eq!(read("info score mate -2147483648").score, Some(Score::Mate(-20_000)));
        assert_eq!(read("info score cp -2147483648").score, Some(Score::Cp(-MAX_CP)));
        assert_eq!(read("info score cp 2147483647").score, Some(Score::Cp(MAX_CP)));
    }

    #[test]
    fn every_field_is_read() {
        let info = read(
            "info depth 20 seldepth 31 multipv 2 score cp 35 lowerbound wdl 90 880 30 nodes 123456 \
             nps 987654 hashfull 12 tbhits 7 time 125 currmove e2e4 currmovenumber 3 cpuload 900 \
             refutation d1h5 g6h5 pv e2e4 e7e5 string that is all depth 1",
        );
        assert_eq!((info.depth, info.seldepth, info.multi_pv), (Some(20), Some(31), Some(2)));
        assert_eq!((info.score, info.bound), (Some(Score::Cp(35)), Some(Bound::Lower)));
        assert_eq!(
            (info.wdl, info.nodes),
            (Some(Wdl { win: 90, draw: 880, loss: 30 }), Some(123_456))
        );
        assert_eq!((info.nps, info.hashfull, info.tb_hits), (Some(987_654), Some(12), Some(7)));
        assert_eq!((info.time_ms, info.currmove_number), (Some(125), Some(3)));
        assert_eq!(info.cpu_load, Some(900));
        assert_eq!(
            (info.currmove.as_deref(), info.pv),
            (Some("e2e4"), vec!["e2e4".to_owned(), "e7e5".to_owned()])
        );
        assert_eq!(info.string.as_deref(), Some("that is all depth 1"));
    }

    #[test]
    fn a_missing_value_does_not_eat_the_next_field() {
        let info = read("info depth score cp nodes 5 wdl 1 2 pv time 9");
        assert_eq!((info.depth, info.score, info.bound, info.wdl), (None, None, None, None));
        assert_eq!((info.nodes, info.time_ms, info.pv.len()), (Some(5), Some(9), 0));
        assert_eq!(read("info lowerbound").bound, None, "a bound of nothing");
        assert_eq!(read("info nodes 99999999999999999999999").nodes, None);
    }

    #[test]
    fn names_options_and_garbage_are_distinguished() {
        assert_eq!(parse("id name Some Engine 3"), Answer::Name("Some Engine 3".into()));
        assert_eq!(parse("id author Somebody"), Answer::Author("Somebody".into()));
        let option = "option name Move Overhead type spin default 10 min 0 max 5000";
        let rest = "name Move Overhead type spin default 10 min 0 max 5000";
        assert_eq!(parse(option), Answer::Option(rest.into()));
        let none = |best: &str| Answer::BestMove { best: best.into(), ponder: None };
        assert_eq!(parse("bestmove (none)"), none("(none)"));
        assert_eq!(parse("bestmove e2e4 ponder (none)"), none("e2e4"));
        assert_eq!(parse("bestmove"), none(""));
        for line in ["", "hello", "\u{0}", "uciok2", "id", "id elo 3000"] {
            assert_eq!(parse(line), Answer::Other, "{line}");
        }
    }

    fn on(fen: &str, line: &str) -> (UciInfo<Move>, Option<PvCut>) {
        let Answer::Info(info) = parse(line) else { panic!("{line}") };
        info.on(&Board::from_fen(fen).unwrap())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_line_is_cut_at_the_first_move_that_is_not_legal() {
        let (line, cut) = on(START, "info depth 5 score cp 3 pv e2e4 e7e5 e4e5 g8f6");
        assert_eq!(line.pv.len(), 2);
        assert_eq!(cut, Some(PvCut { place: 3, found: "e4e5".into() }));
        assert_eq!((line.multi_pv, line.is_line()), (Some(1), true));
        let (none, cut) = on(START, "info depth 5 score cp 3 multipv 0 pv zz");
        assert_eq!((none.pv.len(), none.multi_pv, none.is_line()), (0, None, false));
        assert_eq!(cut, Some(PvCut { place: 1, found: "zz".into() }));
    }

    #[test]
    fn missing_values_are_not_made_up() {
        let (line, _) = on(START, "info currmove e2e4 currmovenumber 1");
        assert_eq!(line.currmove.map(|mv| mv.to().to_string()).as_deref(), Some("e4"));
        assert_eq!((line.depth, line.nodes, line.nps, line.hashfull), (None, None, None, None));
        assert_eq!((line.score, line.bound, line.wdl, line.multi_pv), (None, None, None, None));
        assert_eq!(on(START, "info currmove e2e5").0.currmove, None);
    }

    #[test]
    fn chances_are_taken_only_where_they_add_up() {
        let (line, _) = on(START, "info score cp 1 wdl 100 801 100 pv e2e4");
        assert_eq!(line.wdl, Some(Wdl { win: 100, draw: 801, loss: 100 }));
        assert_eq!(on(START, "info score cp 1 wdl 9 9 9 pv e2e4").0.wdl, None);
        assert_eq!(on(START, "info wdl 4294967295 1 1").0.wdl, None);
    }

    #[test]
    fn castling_is_read_in_both_ways() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(on(fen, "info pv e1g1").0.pv, on(fen, "info pv e1h1").0.pv);
        assert_eq!(on(fen, "info pv e1g1 e8a8").0.pv.len(), 2);
    }
}

//! An `info` line understood in the position it is about: moves instead of words. What the engine did not
//! say is `None`; nothing is made up.

use tabia_chess::{Board, Color, Move, uci_move};
use tabia_engine::search::score::{Bound, Score, Wdl};
use tabia_engine::uci::answer::Info;

/// What an engine told on one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Side to move at the root: the side that scores and chances are told from.
    pub stm: Color,
    /// Iteration, plies.
    pub depth: Option<u32>,
    /// Deepest ply reached.
    pub seldepth: Option<u32>,
    /// Which line, 1 the best; 1 where a line of moves has no number.
    pub multi_pv: Option<u32>,
    /// Score, mover's view.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound; `None` where there is no score.
    pub bound: Option<Bound>,
    /// Chances, mover's view, per mille.
    pub wdl: Option<Wdl>,
    /// Nodes so far.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// Use of its hash table, per mille.
    pub hashfull: Option<u32>,
    /// Positions found in endgame tables.
    pub tb_hits: Option<u64>,
    /// Use of the processor, per mille.
    pub cpu_load: Option<u32>,
    /// Time so far, ms.
    pub time_ms: Option<u64>,
    /// The root move under search.
    pub currmove: Option<Move>,
    /// Its number, 1 the first.
    pub currmove_number: Option<u32>,
    /// The line, as far as it is legal.
    pub pv: Vec<Move>,
    /// Where the line stopped being legal.
    pub cut: Option<PvCut>,
    /// Free text.
    pub string: Option<String>,
}

/// The first move of a line that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvCut {
    /// Its place in the line, from 1.
    pub place: usize,
    /// The word.
    pub found: String,
}

impl Told {
    /// Understands a line about this position.
    pub fn new(board: &Board, info: Info) -> Told {
        let (mut after, mut pv, mut cut) = (*board, Vec::with_capacity(info.pv.len()), None);
        for (text, place) in info.pv.into_iter().zip(1..) {
            if let Ok(mv) = uci_move::parse(&after, &text) {
                after.make_move(mv);
                pv.push(mv);
            } else {
                cut = Some(PvCut { place, found: text });
                break;
            }
        }
        let multi_pv = info.multi_pv.filter(|line| *line > 0);
        Told {
            stm: board.stm(),
            depth: info.depth,
            seldepth: info.seldepth,
            multi_pv: if pv.is_empty() { multi_pv } else { multi_pv.or(Some(1)) },
            score: info.score,
            bound: info.bound,
            wdl: info.wdl.and_then(chances),
            nodes: info.nodes,
            nps: info.nps,
            hashfull: info.hashfull,
            tb_hits: info.tb_hits,
            cpu_load: info.cpu_load,
            time_ms: info.time_ms,
            currmove: info.currmove.and_then(|text| uci_move::parse(board, &text).ok()),
            currmove_number: info.currmove_number,
            pv,
            cut,
            string: info.string,
        }
    }

    /// Whether it is a line of moves with what it is worth.
    pub fn is_line(&self) -> bool {
        !self.pv.is_empty() && self.score.is_some()
    }
}

/// Chances that add up, give or take what was rounded.
fn chances([win, draw, loss]: [u32; 3]) -> Option<Wdl> {
    let sum = [win, draw, loss].into_iter().try_fold(0_u32, u32::checked_add)?;
    (990..=1010).contains(&sum).then_some(Wdl { win, draw, loss })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_engine::uci::answer::{Answer, parse};

    fn told(fen: &str, line: &str) -> Told {
        let Answer::Info(info) = parse(line) else { panic!("{line}") };
        Told::new(&Board::from_fen(fen).unwrap(), *info)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_line_is_cut_at_the_first_move_that_is_not_legal() {
        let line = told(START, "info depth 5 score cp 3 pv e2e4 e7e5 e4e5 g8f6");
        assert_eq!(line.pv.len(), 2);
        assert_eq!(line.cut, Some(PvCut { place: 3, found: "e4e5".into() }));
        assert_eq!((line.multi_pv, line.is_line()), (Some(1), true));
        let none = told(START, "info depth 5 score cp 3 multipv 0 pv zz");
        assert_eq!((none.pv.len(), none.multi_pv, none.is_line()), (0, None, false));
        assert_eq!(none.cut, Some(PvCut { place: 1, found: "zz".into() }));
    }

    #[test]
    fn what_was_not_said_is_not_made_up() {
        let line = told(START, "info currmove e2e4 currmovenumber 1");
        assert_eq!(line.currmove.map(|mv| mv.to().to_string()).as_deref(), Some("e4"));
        assert_eq!((line.depth, line.nodes, line.nps, line.hashfull), (None, None, None, None));
        assert_eq!((line.score, line.bound, line.wdl, line.multi_pv), (None, None, None, None));
        assert_eq!(told(START, "info currmove e2e5").currmove, None);
    }

    #[test]
    fn chances_are_taken_only_where_they_add_up() {
        let line = told(START, "info score cp 1 wdl 100 801 100 pv e2e4");
        assert_eq!(line.wdl, Some(Wdl { win: 100, draw: 801, loss: 100 }));
        assert_eq!(told(START, "info score cp 1 wdl 9 9 9 pv e2e4").wdl, None);
        assert_eq!(told(START, "info wdl 4294967295 1 1").wdl, None);
    }

    #[test]
    fn castling_is_read_in_both_ways() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(told(fen, "info pv e1g1").pv, told(fen, "info pv e1h1").pv);
        assert_eq!(told(fen, "info pv e1g1 e8a8").pv.len(), 2);
    }
}

//! The engine's output during and after a search, in UCI format.

use std::fmt::{Display, Write as _};

use crate::search::report::{IterationInfo, SearchOutcome, Snapshot, per_second};
use crate::search::score::{Bound, Score, Wdl, material};
use tabia_chess::{Board, Move, uci_move};
use tabia_games::printable;

/// Maximum length of an `info string`, characters.
const MAX_STRING: usize = 1_000;

/// Root position of a search and its output format.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// Root position.
    pub board: &'a Board,
    /// Castling as king takes rook (`e1h1`) instead of `e1g1`.
    pub chess960: bool,
    /// Add WDL to scores.
    pub show_wdl: bool,
}

impl Root<'_> {
    /// A root move as text.
    pub fn mv(&self, mv: Move) -> String {
        uci_move::write(self.board, mv, self.chess960)
    }

    /// ` wdl 350 500 150`: per mille, side to move's view; empty if turned off.
    fn wdl(&self, info: &IterationInfo) -> String {
        if !self.show_wdl {
            return String::new();
        }
        let fitted = || Wdl::of(info.score, material(self.board));
        let Wdl { win, draw, loss } = info.wdl.unwrap_or_else(fitted);
        format!(" wdl {win} {draw} {loss}")
    }
}

/// `info depth .. pv ..` of a line.
pub fn iteration(info: &IterationInfo, root: Root<'_>) -> String {
    let mut text = format!("info depth {}", info.depth);
    field(&mut text, "seldepth", info.seldepth);
    // Writing to a string cannot fail.
    let _ = write!(text, " multipv {} score {}", info.multi_pv, score(info.score, info.bound));
    text += &root.wdl(info);
    field(&mut text, "nodes", info.nodes);
    field(&mut text, "nps", info.nps);
    field(&mut text, "hashfull", info.hashfull);
    field(&mut text, "tbhits", info.tb_hits);
    field(&mut text, "time", Some(info.time_ms));
    text + &tail(" pv", &uci_move::write_line(root.board, &info.pv, root.chess960))
}

/// ` nodes 5000`, or nothing without a value.
fn field<N: Display>(text: &mut String, name: &str, number: Option<N>) {
    if let Some(number) = number {
        let _ = write!(text, " {name} {number}");
    }
}

/// `currmove` and the counters between iterations: two lines, or one without a current move.
pub fn progress(snapshot: &Snapshot, root: Root<'_>) -> Vec<String> {
    let Snapshot { progress, detail } = snapshot;
    let mut counters = "info".to_owned();
    field(&mut counters, "nodes", progress.nodes);
    field(&mut counters, "nps", progress.nps);
    field(&mut counters, "hashfull", progress.hashfull);
    field(&mut counters, "tbhits", progress.tb_hits);
    field(&mut counters, "time", Some(progress.time_ms));
    let current = detail.current().map(|(mv, number)| {
        let mut text = "info".to_owned();
        field(&mut text, "depth", progress.depth);
        let _ = write!(text, " currmove {} currmovenumber {number}", root.mv(mv));
        text
    });
    current.into_iter().chain([counters]).collect()
}

/// `cp 13`, `mate -2`, `cp 40 lowerbound`: side to move's view, mates in full moves. Tablebase results are about
/// ±20,000 centipawns, as in other engines.
pub fn score(score: Score, bound: Bound) -> String {
    let mut text = match score.cp() {
        Some(cp) => format!("cp {cp}"),
        None => format!("mate {}", score.mate_in_moves().unwrap_or(0)),
    };
    text.push_str(match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    text
}

/// The score line for a position in which the game is over, so that a user interface shows checkmate or a draw. `None`:
/// there are legal moves.
pub fn game_over(board: &Board) -> Option<&'static str> {
    let score =
        if board.in_check() { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" };
    board.legal_moves().is_empty().then_some(score)
}

/// What has not been reported when a search ends: the nodes and the time of an unfinished iteration, or if no iteration
/// was reported the move with its score, if known. `nodes`: those reported last; `None` if no line was reported.
pub fn totals(outcome: &SearchOutcome, nodes: Option<u64>, root: Root<'_>) -> Option<String> {
    let best = outcome.best?;
    if outcome.nodes <= nodes {
        return None;
    }
    let nps = outcome.nodes.and_then(|all| per_second(all, outcome.time_ms));
    if let Some(score) = outcome.score.filter(|_| nodes.is_none()) {
        let line = [best].into_iter().chain(outcome.ponder).collect();
        let depth = outcome.depth.unwrap_or(0);
        let info = IterationInfo {
            bound: outcome.bound,
            nodes: outcome.nodes,
            time_ms: outcome.time_ms,
            nps,
            ..IterationInfo::new(depth, root.board.stm(), score, line)
        };
        return Some(iteration(&info, root));
    }
    let mut text = "info".to_owned();
    field(&mut text, "nodes", outcome.nodes);
    field(&mut text, "nps", nps);
    field(&mut text, "time", Some(outcome.time_ms));
    Some(text)
}

/// `bestmove e2e4 ponder e7e5`; without a legal move the null move `0000`.
pub fn best_move(outcome: &SearchOutcome, root: Root<'_>) -> String {
    let Some(best) = outcome.best else { return "bestmove 0000".into() };
    let mut text = format!("bestmove {}", root.mv(best));
    if let Some(ponder) = outcome.ponder {
        let reply = uci_move::write(&root.board.after(best), ponder, root.chess960);
        // Writing to a string cannot fail.
        let _ = write!(text, " ponder {reply}");
    }
    text
}

/// `info string ..`, on one line. Quotation marks become ASCII, because other programs read it.
pub fn string(text: &str) -> String {
    let plain = |letter| if matches!(letter, '“' | '”') { '\'' } else { letter };
    let cut: String = text.chars().take(MAX_STRING).map(plain).collect();
    let mut line = format!("info string {}", printable::line(&cut));
    if text.chars().nth(MAX_STRING).is_some() {
        line.push('…');
    }
    line
}

fn tail(word: &str, moves: &[String]) -> String {
    if moves.is_empty() { String::new() } else { format!("{word} {}", moves.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::detail::{AlphaBetaDetail, Detail};
    use crate::search::report::{Progress, StopReason};
    use tabia_chess::Color;

    fn moves(board: &Board, line: &str) -> Vec<Move> {
        let mut board = *board;
        line.split_whitespace()
            .map(|text| {
                let mv = uci_move::parse(&board, text).unwrap();
                board.make_move(mv);
                mv
            })
            .collect()
    }

    #[test]
    fn a_line_of_an_iteration_has_every_field() {
        let board = Board::start();
        let root = Root { board: &board, chess960: false, show_wdl: false };
        let bare = IterationInfo::new(9, Color::White, Score::Cp(-12), moves(&board, "e2e4 e7e5"));
        let info = IterationInfo {
            seldepth: Some(14),
            multi_pv: 2,
            bound: Bound::Upper,
            nodes: Some(5000),
            time_ms: 20,
            nps: Some(250_000),
            hashfull: Some(7),
            tb_hits: Some(0),
            ..bare.clone()
        };
        assert_eq!(
            iteration(&info, root),
            "info depth 9 seldepth 14 multipv 2 score cp -12 upperbound nodes 5000 nps 250000 \
             hashfull 7 tbhits 0 time 20 pv e2e4 e7e5"
        );
        let wdl = Some(Wdl { win: 1, draw: 2, loss: 997 });
        assert_eq!(
            iteration(&IterationInfo { wdl, ..bare }, Root { show_wdl: true, ..root }),
            "info depth 9 multipv 1 score cp -12 wdl 1 2 997 time 0 pv e2e4 e7e5",
            "what was not said is not said on"
        );
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(score(Score::Mate(3), Bound::Exact), "mate 2");
        assert_eq!(score(Score::Mate(-2), Bound::Exact), "mate -1");
        assert_eq!(score(Score::Mate(0), Bound::Exact), "mate 0");
        assert_eq!(score(Score::Cp(5), Bound::Lower), "cp 5 lowerbound");
        assert_eq!(score(Score::Tablebase(-3), Bound::Exact), "cp -19997");
    }

    #[test]
    fn castling_is_written_as_the_interface_reads_it() {
        let board = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let line = moves(&board, "e1g1 e8c8");
        let outcome = SearchOutcome {
            best: Some(line[0]),
            ponder: Some(line[1]),
            score: Some(Score::EVEN),
            bound: Bound::Exact,
            depth: Some(1),
            nodes: Some(1),
            time_ms: 0,
            reason: StopReason::Depth,
            last: None,
            hesitation: None,
        };
        let root = |chess960| Root { board: &board, chess960, show_wdl: false };
        assert_eq!(best_move(&outcome, root(false)), "bestmove e1g1 ponder e8c8");
        assert_eq!(best_move(&outcome, root(true)), "bestmove e1h1 ponder e8a8");
        let nothing = SearchOutcome { best: None, ponder: None, ..outcome };
        assert_eq!(best_move(&nothing, root(false)), "bestmove 0000");
    }

    #[test]
    fn the_end_of_a_search_reports_what_no_line_had() {
        let board = Board::start();
        let root = Root { board: &board, chess960: false, show_wdl: false };
        let line = moves(&board, "e2e4 e7e5");
        let outcome = SearchOutcome {
            best: Some(line[0]),
            ponder: Some(line[1]),
            score: Some(Score::Cp(12)),
            depth: Some(0),
            nodes: Some(20),
            time_ms: 10,
            ..SearchOutcome::nothing(StopReason::Nodes)
        };
        let after = |nodes| totals(&outcome, nodes, root);
        assert_eq!(after(Some(15)).unwrap(), "info nodes 20 nps 2000 time 10");
        assert_eq!(after(Some(20)), None);
        assert_eq!(
            after(None).unwrap(),
            "info depth 0 multipv 1 score cp 12 nodes 20 nps 2000 time 10 pv e2e4 e7e5"
        );
        let unscored = SearchOutcome { score: None, ..outcome.clone() };
        assert_eq!(totals(&unscored, None, root).unwrap(), "info nodes 20 nps 2000 time 10");
        assert_eq!(totals(&SearchOutcome::of_finished_game(&board), None, root), None);
    }

    #[test]
    fn progress_names_the_move_under_search() {
        let board = Board::start();
        let progress_made = Progress {
            depth: Some(12),
            nodes: Some(4000),
            time_ms: 4000,
            nps: Some(1000),
            hashfull: Some(3),
            tb_hits: Some(0),
            ..Progress::new(Color::White)
        };
        let current = Some((moves(&board, "g1f3")[0], 4));
        let detail = AlphaBetaDetail { current, ..AlphaBetaDetail::default() };
        let detail = Detail::AlphaBeta(Box::new(detail));
        let snapshot = Snapshot { progress: progress_made, detail };
        assert_eq!(
            progress(&snapshot, Root { board: &board, chess960: false, show_wdl: false }),
            [
                "info depth 12 currmove g1f3 currmovenumber 4",
                "info nodes 4000 nps 1000 hashfull 3 tbhits 0 time 4000",
            ]
        );
    }

    #[test]
    fn a_string_is_one_line() {
        assert_eq!(string("a\nb\rc"), "info string a b c");
        assert_eq!(string("no “x”"), "info string no 'x'");
        assert!(string(&"x".repeat(9999)).chars().count() < MAX_STRING + 50);
    }
}

//! `tabia perft` and UCI's `go perft`.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;

use tabia_chess::perft::{perft, perft_slow};
use tabia_chess::{Board, Move, uci_move};
use tabia_engine::uci::go::MAX_PERFT_DEPTH;

use crate::failure::Failure;
use crate::out::Out;
use crate::values::board;

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_PERFT_DEPTH)))]
    pub(crate) depth: u32,
    /// The position to count from, instead of the start position
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Print the count below each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Make every move of the last ply instead of counting the list
    #[arg(long)]
    pub(crate) no_bulk: bool,
}

pub(crate) fn run<W: Write>(args: &PerftArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.fen.as_deref().map_or_else(|| Ok(Board::start()), board)?;
    let count = if args.no_bulk { perft_slow } else { perft };
    let begin = Instant::now();
    let nodes = if args.divide && args.depth > 0 {
        let mut nodes = 0;
        for mv in sorted_moves(&board) {
            let below = count(&board.after(mv), args.depth - 1);
            out.line(branch(&board, mv, below, board.is_chess960()))?;
            nodes += below;
        }
        nodes
    } else {
        count(&board, args.depth)
    };
    let mode = if args.no_bulk { "every move made" } else { "last ply counted in bulk" };
    out.line(speed(nodes, begin.elapsed(), mode))?;
    out.line(total(nodes))
}

/// Legal moves sorted by their text, so that the output of two programs can be compared.
pub(crate) fn sorted_moves(board: &Board) -> Vec<Move> {
    let mut moves = board.legal_moves().to_vec();
    moves.sort_by_cached_key(|&mv| uci_move::write(board, mv, true));
    moves
}

/// `e2e4: 20`
pub(crate) fn branch(board: &Board, mv: Move, nodes: u64, chess960: bool) -> String {
    format!("{}: {nodes}", uci_move::write(board, mv, chess960))
}

/// `Nodes searched: 20`
pub(crate) fn total(nodes: u64) -> String {
    format!("Nodes searched: {nodes}")
}

fn speed(nodes: u64, time: Duration, mode: &str) -> String {
    let seconds = time.as_secs_f64();
    let mnps = if seconds > 0.0 { nodes as f64 / seconds / 1e6 } else { 0.0 };
    format!("Time: {seconds:.3} s, {mnps:.1} Mnps, {mode}")
}

/// Perft below a move, which checks every few milliseconds whether to continue. `None` if stopped.
pub(crate) fn interruptible<E>(
    board: &Board,
    depth: u32,
    go_on: &mut impl FnMut() -> Result<bool, E>,
) -> Result<Option<u64>, E> {
    /// Depth that is counted within a few milliseconds.
    const QUICK: u32 = 4;
    if !go_on()? {
        return Ok(None);
    }
    if depth <= QUICK {
        return Ok(Some(perft(board, depth)));
    }
    let mut nodes = 0;
    for &mv in &board.legal_moves() {
        match interruptible(&board.after(mv), depth - 1, go_on)? {
            Some(below) => nodes += below,
            None => return Ok(None),
        }
    }
    Ok(Some(nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(args: &PerftArgs) -> Vec<String> {
        let mut text = Vec::new();
        run(args, &mut Out::new(&mut text)).unwrap();
        String::from_utf8(text).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_count_is_the_last_line_and_the_speed_the_one_before() {
        for no_bulk in [false, true] {
            let lines = output(&PerftArgs { depth: 4, fen: None, divide: false, no_bulk });
            assert_eq!(lines.len(), 2);
            assert!(lines[0].starts_with("Time: ") && lines[0].contains(" Mnps, "), "{}", lines[0]);
            assert_eq!(lines[1], "Nodes searched: 197281");
        }
    }

    #[test]
    fn divided_counts_add_up() {
        let lines = output(&PerftArgs { depth: 3, fen: None, divide: true, no_bulk: false });
        assert_eq!(lines.len(), 22);
        assert_eq!(lines[0], "a2a3: 380");
        let sum: u64 =
            lines[..20].iter().map(|l| l.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
        assert_eq!(lines[21], format!("Nodes searched: {sum}"));
        let lines = output(&PerftArgs { depth: 0, fen: None, divide: true, no_bulk: false });
        assert_eq!(lines[1], "Nodes searched: 1");
    }

    #[test]
    fn a_count_can_be_interrupted() {
        let mut asked = 0;
        let mut always = || Ok::<_, Failure>(true);
        assert_eq!(interruptible(&Board::start(), 5, &mut always).unwrap(), Some(4_865_609));
        let mut a_while = || {
            asked += 1;
            Ok::<_, Failure>(asked < 50)
        };
        assert_eq!(interruptible(&Board::start(), 9, &mut a_while).unwrap(), None);
        assert_eq!(asked, 50);
    }
}

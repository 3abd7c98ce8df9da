//! `tabia probe`: tablebase results of a position and each of its moves.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use tabia_chess::{Board, san, uci_move};
use tabia_games::tablebase::{MoveVerdict, Syzygy, Verdict};

use super::answer;
use crate::failure::Failure;
use crate::out::Out;
use crate::values::board;

#[derive(Debug, Args)]
pub(crate) struct ProbeArgs {
    /// The position; `-` reads one FEN per line from standard input
    #[arg(value_name = "FEN", required = true)]
    fen: Vec<String>,
    /// A folder of Syzygy tables; may be given several times
    #[arg(long, value_name = "DIR", required = true)]
    syzygy: Vec<PathBuf>,
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

/// A position in `--json` format.
#[derive(Serialize)]
struct ProbeReport {
    fen: String,
    /// -2 loss, -1 blessed loss, 0 draw, 1 cursed win, 2 win; side to move's view.
    wdl: i32,
    /// The same with the position's halfmove clock: 1 instead of 2 if the 50-move rule comes before the win.
    wdl_at_clock: i32,
    /// DTZ in plies; negative when losing.
    dtz: i32,
    /// The best move first.
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    uci: String,
    san: String,
    wdl: i32,
    wdl_at_clock: i32,
    dtz: i32,
}

pub(crate) fn run<W: Write>(
    args: &ProbeArgs,
    input: &mut impl BufRead,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let tables = Syzygy::open(&args.syzygy).map_err(|error| Failure::Refused(error.to_string()))?;
    tables.refused().iter().for_each(crate::complain);
    let fen = args.fen.join(" ");
    if fen != "-" {
        return write(&probe(&tables, &board(&fen)?)?, args.json, out);
    }
    answer(input, args.json, out, |board, out| write(&probe(&tables, board)?, args.json, out))
}

fn probe(tables: &Syzygy, board: &Board) -> Result<ProbeReport, Failure> {
    let refused = |error: tabia_games::tablebase::ProbeError| Failure::Refused(error.to_string());
    let verdict = tables.probe(board).map_err(refused)?;
    let moves = tables.moves(board).map_err(refused)?;
    let moves = moves.iter().map(|found| move_report(board, found)).collect();
    let wdl_at_clock = verdict.at_clock(board.halfmove_clock()).number();
    let Verdict { wdl, dtz } = verdict;
    Ok(ProbeReport { fen: board.to_string(), wdl: wdl.number(), wdl_at_clock, dtz, moves })
}

fn move_report(board: &Board, found: &MoveVerdict) -> MoveReport {
    MoveReport {
        uci: uci_move::write(board, found.mv, false),
        san: san::write(board, found.mv),
        wdl: found.verdict.wdl.number(),
        wdl_at_clock: found.verdict.at_clock(board.halfmove_clock()).number(),
        dtz: found.verdict.dtz,
    }
}

fn write<W: Write>(report: &ProbeReport, json: bool, out: &mut Out<W>) -> Result<(), Failure> {
    if json {
        return out.json(report);
    }
    out.line(format!("{}: {}, DTZ {}", report.fen, words(report.wdl_at_clock), report.dtz))?;
    out.lines(report.moves.iter().map(|mv| {
        let verdict = words(mv.wdl_at_clock);
        format!("  {:<8} {verdict:<40} DTZ {}", mv.san, mv.dtz)
    }))
}

/// A result in words, side to move's view.
fn words(wdl: i32) -> &'static str {
    match wdl {
        2 => "won",
        1 => "won, but a draw by the 50-move rule",
        0 => "drawn",
        -1 => "lost, but a draw by the 50-move rule",
        _ => "lost",
    }
}

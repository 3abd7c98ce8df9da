//! `tabia probe`: tablebase results of a position and each of its moves.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use tabia_chess::{Board, san, uci_move};
use tabia_engine::uci::lines::{self, Line};
use tabia_games::tablebase::{MoveVerdict, Syzygy, Verdict};

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
    dtz: i32,
}

/// A position without a result, in a list of many.
#[derive(Serialize)]
struct Refusal<'a> {
    fen: &'a str,
    error: String,
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
        let report = probe(&tables, &fen)?;
        return write(&report, args.json, out);
    }
    while let Some(line) =
        lines::next(input, lines::MAX_LINE_BYTES).map_err(|e| Failure::Refused(e.to_string()))?
    {
        let Line::Text(text) = line else {
            return Err(Failure::Refused("standard input: a line is too long for a FEN".into()));
        };
        let fen = text.trim();
        if fen.is_empty() {
            continue;
        }
        match probe(&tables, fen) {
            Ok(report) => write(&report, args.json, out)?,
            Err(Failure::Refused(error)) if args.json => out.json(&Refusal { fen, error })?,
            Err(Failure::Refused(error)) => out.line(format!("{fen}: {error}"))?,
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

fn probe(tables: &Syzygy, fen: &str) -> Result<ProbeReport, Failure> {
    let board = board(fen)?;
    let refused = |error: tabia_games::tablebase::ProbeError| Failure::Refused(error.to_string());
    let Verdict { wdl, dtz } = tables.probe(&board).map_err(refused)?;
    let moves = tables.moves(&board).map_err(refused)?;
    let moves = moves.iter().map(|found| move_report(&board, found)).collect();
    Ok(ProbeReport { fen: board.to_string(), wdl: wdl.number(), dtz, moves })
}

fn move_report(board: &Board, found: &MoveVerdict) -> MoveReport {
    MoveReport {
        uci: uci_move::write(board, found.mv, false),
        san: san::write(board, found.mv),
        wdl: found.verdict.wdl.number(),
        dtz: found.verdict.dtz,
    }
}

fn write<W: Write>(report: &ProbeReport, json: bool, out: &mut Out<W>) -> Result<(), Failure> {
    if json {
        return out.json(report);
    }
    out.line(format!("{}: {}, DTZ {}", report.fen, words(report.wdl), report.dtz))?;
    out.lines(report.moves.iter().map(|mv| {
        let verdict = words(mv.wdl);
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

//! The only place that talks to `pyrrhic-rs`: one set of tables per process, asked one question at a time
//! where it demands it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TableBases, WdlProbeResult};

use crate::chess::{Bitboard, Board, Color, PieceType, Square, attacks};

use super::{ProbeError, SyzygyError, Verdict, Wdl};

/// The rules, as the reader of the tables asks for them.
#[derive(Clone)]
struct Rules;

fn at(square: u64) -> Square {
    Square::from_index(square as usize & 63).unwrap_or(Square::A1)
}

impl EngineAdapter for Rules {
    fn pawn_attacks(color: pyrrhic_rs::Color, square: u64) -> u64 {
        let color = match color {
            pyrrhic_rs::Color::White => Color::White,
            pyrrhic_rs::Color::Black => Color::Black,
        };
        attacks::pawn(color, at(square)).0
    }

    fn knight_attacks(square: u64) -> u64 {
        attacks::knight(at(square)).0
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        attacks::bishop(at(square), Bitboard(occupied)).0
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        attacks::rook(at(square), Bitboard(occupied)).0
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        Self::bishop_attacks(square, occupied) | Self::rook_attacks(square, occupied)
    }

    fn king_attacks(square: u64) -> u64 {
        attacks::king(at(square)).0
    }
}

/// The tables of the process.
static TABLES: RwLock<Option<TableBases<Rules>>> = RwLock::new(None);
/// The number of the set in [`TABLES`].
static SERIAL: AtomicU64 = AtomicU64::new(0);
/// Questions for distances come one at a time: the reader is not made for more.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Opens the tables of these folders in place of any others and gives their number.
pub(super) fn open(path: &str) -> Result<u64, SyzygyError> {
    let mut tables = TABLES.write().unwrap_or_else(PoisonError::into_inner);
    // The old ones have to go first; there can only be one set.
    *tables = None;
    let opened = TableBases::new(path).map_err(|error| SyzygyError::Open(format!("{error:?}")))?;
    *tables = Some(opened);
    Ok(SERIAL.fetch_add(1, Ordering::SeqCst) + 1)
}

/// Asks the set of this number.
fn ask<T>(serial: u64, question: impl FnOnce(&TableBases<Rules>) -> T) -> Result<T, ProbeError> {
    let tables = TABLES.read().unwrap_or_else(PoisonError::into_inner);
    match &*tables {
        Some(tables) if SERIAL.load(Ordering::SeqCst) == serial => Ok(question(tables)),
        _ => Err(ProbeError::Replaced),
    }
}

/// The en passant square as the reader wants it: 0 for none.
fn en_passant(board: &Board) -> u32 {
    board.ep_square().map_or(0, |square| square.index() as u32)
}

/// The result; `None` where a table is missing.
pub(super) fn wdl(serial: u64, board: &Board) -> Result<Option<Wdl>, ProbeError> {
    let answer = ask(serial, |tables| {
        tables.probe_wdl(
            board.colors(Color::White).0,
            board.colors(Color::Black).0,
            board.pieces(PieceType::King).0,
            board.pieces(PieceType::Queen).0,
            board.pieces(PieceType::Rook).0,
            board.pieces(PieceType::Bishop).0,
            board.pieces(PieceType::Knight).0,
            board.pieces(PieceType::Pawn).0,
            en_passant(board),
            board.stm() == Color::White,
        )
    })?;
    Ok(answer.ok().map(read_wdl))
}

/// Result and distance; `None` where a table is missing.
pub(super) fn verdict(serial: u64, board: &Board) -> Result<Option<Verdict>, ProbeError> {
    if !board.has_legal_move() {
        let wdl = if board.in_check() { Wdl::Loss } else { Wdl::Draw };
        return Ok(Some(Verdict { wdl, dtz: 0 }));
    }
    let Some(wdl) = wdl(serial, board)? else { return Ok(None) };
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = ask(serial, |tables| {
        tables.probe_root(
            board.colors(Color::White).0,
            board.colors(Color::Black).0,
            board.pieces(PieceType::King).0,
            board.pieces(PieceType::Queen).0,
            board.pieces(PieceType::Rook).0,
            board.pieces(PieceType::Bishop).0,
            board.pieces(PieceType::Knight).0,
            board.pieces(PieceType::Pawn).0,
            0,
            en_passant(board),
            board.stm() == Color::White,
        )
    })?;
    let Ok(answer) = answer else { return Ok(None) };
    let DtzProbeValue::DtzResult(root) = answer.root else { return Ok(None) };
    let distance = i32::from(root.dtz);
    let dtz = distance * wdl.number().signum();
    Ok(Some(Verdict { wdl, dtz }))
}

fn read_wdl(answer: WdlProbeResult) -> Wdl {
    match answer {
        WdlProbeResult::Loss => Wdl::Loss,
        WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
        WdlProbeResult::Draw => Wdl::Draw,
        WdlProbeResult::CursedWin => Wdl::CursedWin,
        WdlProbeResult::Win => Wdl::Win,
    }
}

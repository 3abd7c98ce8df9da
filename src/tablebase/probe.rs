//! The only place that talks to `pyrrhic-rs`: one set of tables per process. Results are asked for by many
//! threads at once, distances by one thread while nobody else asks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TableBases, WdlProbeResult};

use crate::chess::{Bitboard, Board, Color, Square, attacks};

use super::files::Found;
use super::setup::Men;
use super::{ProbeError, SyzygyError, Verdict, Wdl, setup};

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

/// Opens the tables of these folders in place of any others and gives their number.
pub(super) fn open(found: &Found) -> Result<u64, SyzygyError> {
    let mut tables = TABLES.write().unwrap_or_else(PoisonError::into_inner);
    // The old ones have to go first; there can only be one set.
    *tables = None;
    let opened =
        TableBases::new(&found.path).map_err(|error| SyzygyError::Open(format!("{error:?}")))?;
    // A table is set up by the first question it is asked, and what goes wrong then is not made for several
    // threads. So each is asked one here: later ones only read. A damaged head is met by assertions.
    for ending in &found.endings {
        let Some(men) = setup::quiet(ending) else { continue };
        let asked = catch_unwind(AssertUnwindSafe(|| ask_for_result(&opened, &men)));
        if !matches!(asked, Ok(Some(_))) {
            return Err(SyzygyError::Open(format!(
                "found no use in {ending}.rtbw, expected a table"
            )));
        }
    }
    *tables = Some(opened);
    Ok(SERIAL.fetch_add(1, Ordering::SeqCst) + 1)
}

/// The set of this number, if it is still the one there is.
fn current(
    serial: u64,
    tables: Option<&TableBases<Rules>>,
) -> Result<&TableBases<Rules>, ProbeError> {
    tables.filter(|_| SERIAL.load(Ordering::SeqCst) == serial).ok_or(ProbeError::Replaced)
}

/// The result; `None` where a table is missing.
pub(super) fn wdl(serial: u64, board: &Board) -> Result<Option<Wdl>, ProbeError> {
    let tables = TABLES.read().unwrap_or_else(PoisonError::into_inner);
    Ok(ask_for_result(current(serial, tables.as_ref())?, &Men::of(board)))
}

fn ask_for_result(tables: &TableBases<Rules>, men: &Men) -> Option<Wdl> {
    let [white, black] = men.colors;
    let [pawns, knights, bishops, rooks, queens, kings] = men.kinds;
    let answer = tables.probe_wdl(
        white.0,
        black.0,
        kings.0,
        queens.0,
        rooks.0,
        bishops.0,
        knights.0,
        pawns.0,
        men.en_passant,
        men.white_to_move,
    );
    answer.ok().map(read_wdl)
}

/// Result and distance; `None` where a table is missing.
pub(super) fn verdict(serial: u64, board: &Board) -> Result<Option<Verdict>, ProbeError> {
    if !board.has_legal_move() {
        let wdl = if board.in_check() { Wdl::Loss } else { Wdl::Draw };
        return Ok(Some(Verdict { wdl, dtz: 0 }));
    }
    let Some(wdl) = wdl(serial, board)? else { return Ok(None) };
    // Alone: the reader is not made for more where distances are concerned.
    let tables = TABLES.write().unwrap_or_else(PoisonError::into_inner);
    let men = Men::of(board);
    let [white, black] = men.colors;
    let [pawns, knights, bishops, rooks, queens, kings] = men.kinds;
    let answer = current(serial, tables.as_ref())?.probe_root(
        white.0,
        black.0,
        kings.0,
        queens.0,
        rooks.0,
        bishops.0,
        knights.0,
        pawns.0,
        0,
        men.en_passant,
        men.white_to_move,
    );
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

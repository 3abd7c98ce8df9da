//! The header of a table file: how positions are numbered, how values are coded and where they are stored. The header
//! is fully checked here, so that reading values only has to respect the size of the file.
//!
//! The header consists of four bytes for the kind, one of flags, the order of the men for each part, the sizes and
//! codes for each part, and in DTZ tables lists of actual distances. After it come, for all parts, the index, the block
//! lengths and the blocks. Tables with pawns have a part for each file of the leading pawn, and WDL tables one for each
//! side to move.

use tabia_chess::{Board, Color, PieceType};

use super::Wdl;
use super::index::{self, Numbering};
use super::material::Material;
use super::pairs::{Blocks, Codes, Reader, Values};
use super::table::Fault;

/// Maximum size of a header, bytes. The longest possible one has little more than half.
pub(super) const MAX_HEAD: u64 = 1 << 18;
/// The checksum at the end, bytes.
pub(super) const CHECKSUM: u64 = 16;
/// The second half of a pair that marks a symbol as a value.
const IS_VALUE: u16 = 0xFFF;

/// The kind of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Results.
    Wdl,
    /// Distances.
    Dtz,
}

impl Kind {
    /// The first bytes of its files.
    pub(super) const fn magic(self) -> [u8; 4] {
        match self {
            Kind::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Kind::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }

    /// The extension of its files.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Kind::Wdl => "rtbw",
            Kind::Dtz => "rtbz",
        }
    }
}

/// Flags of a part.
mod flag {
    /// Distances for Black to move are stored, not for White.
    pub(super) const BLACK: u8 = 1;
    /// The stored values are indices into lists of distances.
    pub(super) const LISTS: u8 = 2;
    /// Won positions have distances in plies, not in moves.
    pub(super) const WIN_PLIES: u8 = 4;
    /// The same for lost positions.
    pub(super) const LOSS_PLIES: u8 = 8;
    /// The lists have two bytes per distance.
    pub(super) const WIDE: u8 = 16;
    /// There is only one value.
    pub(super) const ONE_VALUE: u8 = 128;
}

/// One part of a table.
#[derive(Clone, Debug)]
struct Part {
    numbering: Numbering,
    flags: u8,
    values: Values,
    /// Real distances for wins, losses, cursed wins and blessed losses.
    lists: [Box<[u16]>; 4],
}

/// A table as described by its header.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    material: Material,
    /// Number of parts for a file of the leading pawn: one, or one for each side to move.
    sides: usize,
    /// By file of the leading pawn, then by side to move.
    parts: Vec<Part>,
}

/// A position from the perspective of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Whether Black has the men of the table's first side, or in a symmetric table Black is to move.
    pub(super) mirrored: bool,
    /// The side to move from the table's perspective.
    pub(super) stm: Color,
}

impl Layout {
    /// Reads the header of a file of `len` bytes. `head`: its beginning.
    pub(super) fn parse(
        head: &[u8],
        len: u64,
        material: &Material,
        kind: Kind,
    ) -> Result<Layout, Fault> {
        let mut cursor = Cursor { bytes: head, at: 0 };
        if cursor.take(4)? != kind.magic() {
            return Err(Fault::Damaged("error-table-kind"));
        }
        let (flags, has_pawns) = (cursor.byte()?, material.lead_pawns().is_some());
        if (flags & 1 == 0) != material.is_symmetric() || (flags & 2 != 0) != has_pawns {
            return Err(Fault::Damaged("error-table-flags"));
        }
        let sides = if kind == Kind::Wdl && !material.is_symmetric() { 2 } else { 1 };
        let files = if has_pawns { 4 } else { 1 };
        let mut numberings = Vec::new();
        for file in 0..files {
            numberings.extend(read_numberings(&mut cursor, material, file, sides)?);
        }
        cursor.align(2);
        let mut parts = Vec::new();
        for numbering in numberings {
            let (flags, values) = read_sizes(&mut cursor, numbering.size)?;
            parts.push(Part { numbering, flags, values, lists: Default::default() });
        }
        if kind == Kind::Dtz {
            for part in &mut parts {
                read_lists(&mut cursor, part)?;
            }
            cursor.align(2);
        }
        let data_end = len.checked_sub(CHECKSUM).ok_or(CUT_OFF)?;
        place_blocks(&mut parts, cursor.at as u64, data_end)?;
        Ok(Layout { material: *material, sides, parts })
    }

    /// The part for a position.
    fn part(&self, board: &Board, view: View) -> Result<&Part, Fault> {
        let file = self.material.lead_pawns().map_or(0, |color| {
            let color = if view.mirrored { color.other() } else { color };
            index::lead_file(board.by(color, PieceType::Pawn), view.mirrored)
        });
        let side = if self.sides == 2 { view.stm.index() } else { 0 };
        self.parts.get(file * self.sides + side).ok_or(Fault::Damaged("error-table-part"))
    }

    fn value(part: &Part, reader: Reader<'_>, board: &Board, view: View) -> Result<u16, Fault> {
        part.values.get(reader, part.numbering.number(board, view.mirrored)?)
    }

    /// The result of a position that is not decided by a capture.
    pub(super) fn wdl(&self, reader: Reader<'_>, board: &Board, view: View) -> Result<Wdl, Fault> {
        match Self::value(self.part(board, view)?, reader, board, view)? {
            0 => Ok(Wdl::Loss),
            1 => Ok(Wdl::BlessedLoss),
            2 => Ok(Wdl::Draw),
            3 => Ok(Wdl::CursedWin),
            4 => Ok(Wdl::Win),
            _ => Err(Fault::Damaged("error-table-result")),
        }
    }

    /// Plies to the next zeroing move of a position with this result in which no zeroing move is best. `None` if only
    /// the distances of the other side to move are stored.
    pub(super) fn dtz(
        &self,
        reader: Reader<'_>,
        board: &Board,
        view: View,
        wdl: Wdl,
    ) -> Result<Option<i32>, Fault> {
        let part = self.part(board, view)?;
        let black = part.flags & flag::BLACK != 0;
        let either = self.material.is_symmetric() && self.material.lead_pawns().is_none();
        if black != (view.stm == Color::Black) && !either {
            return Ok(None);
        }
        let mut value = Self::value(part, reader, board, view)?;
        let (list, in_plies) = match wdl {
            Wdl::Win => (0, part.flags & flag::WIN_PLIES != 0),
            Wdl::Loss => (1, part.flags & flag::LOSS_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
            Wdl::Draw => return Ok(Some(0)),
        };
        if part.flags & flag::LISTS != 0 {
            let listed = part.lists[list].get(usize::from(value));
            value = *listed.ok_or(Fault::Damaged("error-table-distance"))?;
        }
        Ok(Some(i32::from(value) * if in_plies { 1 } else { 2 } + 1))
    }
}

/// The order of men and groups in the parts of a file of the leading pawn.
fn read_numberings(
    cursor: &mut Cursor<'_>,
    material: &Material,
    file: usize,
    sides: usize,
) -> Result<Vec<Numbering>, Fault> {
    let first = cursor.byte()?;
    let second = if material.both_have_pawns() { cursor.byte()? } else { 0xFF };
    let men = cursor.take(material.men() as usize)?;
    let number = |side: usize| {
        let half = |byte: u8| byte >> (4 * side) & 15;
        let codes: Vec<u8> = men.iter().map(|&byte| half(byte)).collect();
        Numbering::new(material, &codes, [half(first), half(second)], file)
    };
    (0..sides).map(number).collect()
}

/// The sizes and codes of a part. The places of its blocks are set later.
fn read_sizes(cursor: &mut Cursor<'_>, positions: u64) -> Result<(u8, Values), Fault> {
    let flags = cursor.byte()?;
    if flags & flag::ONE_VALUE != 0 {
        return Ok((flags, Values::One(cursor.byte()?.into())));
    }
    let (size_log, span_log) = (u32::from(cursor.byte()?), u32::from(cursor.byte()?));
    if !(2..=15).contains(&size_log) || span_log > 32 {
        return Err(Fault::Damaged("error-table-block-size"));
    }
    let padding = u64::from(cursor.byte()?);
    let blocks = u64::from(cursor.u32()?);
    let spans = positions.div_ceil(1 << span_log);
    let blocks = Blocks {
        span_log,
        size_log,
        count: blocks,
        lengths: blocks + padding,
        // The number of entries, until the place is known.
        index_at: spans,
        lengths_at: 0,
        data_at: 0,
    };
    Ok((flags, Values::Packed(blocks, read_codes(cursor)?)))
}

/// The lengths of codes, and the symbols.
fn read_codes(cursor: &mut Cursor<'_>) -> Result<Codes, Fault> {
    let strange = Fault::Damaged("error-table-code-length");
    let (longest, shortest) = (u32::from(cursor.byte()?), u32::from(cursor.byte()?));
    if shortest == 0 || longest > 32 || shortest > longest {
        return Err(strange);
    }
    let lengths = (longest - shortest + 1) as usize;
    let mut first = Vec::with_capacity(lengths);
    for _ in 0..lengths {
        first.push(cursor.u16()?);
    }
    // Codes of a length follow the longer ones in order, so the longest begin with 0.
    let mut smallest = vec![0_u64; lengths];
    for at in (0..lengths - 1).rev() {
        let sum = smallest[at + 1] + u64::from(first[at]);
        let codes = sum.checked_sub(u64::from(first[at + 1])).ok_or(strange)?;
        smallest[at] = codes / 2;
    }
    for (length, code) in (shortest..).zip(&mut smallest) {
        if *code >> length != 0 {
            return Err(strange);
        }
        *code <<= 64 - length;
    }
    let symbols = usize::from(cursor.u16()?);
    let mut pairs = Vec::with_capacity(symbols.min(usize::from(IS_VALUE)));
    for bytes in cursor.take(3 * symbols)?.chunks_exact(3) {
        let [a, b, c] = [bytes[0], bytes[1], bytes[2]].map(u16::from);
        pairs.push((a | (b & 15) << 8, b >> 4 | c << 4));
    }
    cursor.align(2);
    let more = count_values(&pairs)?;
    Ok(Codes {
        shortest,
        smallest: smallest.into(),
        first: first.into(),
        pairs: pairs.into(),
        more,
    })
}

/// The number of values of each symbol, minus one. Refuses symbols that do not exist or contain themselves.
fn count_values(pairs: &[(u16, u16)]) -> Result<Box<[u16]>, Fault> {
    let strange = Fault::Damaged("error-table-symbol-cycle");
    let mut more: Vec<Option<u16>> = vec![None; pairs.len()];
    let mut open = vec![false; pairs.len()];
    for root in 0..pairs.len() {
        let mut stack = vec![root];
        while let Some(&symbol) = stack.last() {
            let (left, right) = pairs[symbol];
            if right == IS_VALUE {
                more[symbol] = Some(0);
            }
            if more[symbol].is_some() {
                stack.pop();
                continue;
            }
            let halves = [left, right].map(usize::from);
            if halves.iter().any(|&half| half >= pairs.len()) {
                return Err(Fault::Damaged("error-table-symbols"));
            }
            if let [Some(a), Some(b)] = halves.map(|half| more[half]) {
                let sum = a.checked_add(b).and_then(|sum| sum.checked_add(1));
                more[symbol] = Some(sum.ok_or(strange)?);
            } else if open[symbol] {
                return Err(strange);
            } else {
                open[symbol] = true;
                stack.extend(halves.iter().filter(|&&half| more[half].is_none()));
            }
        }
    }
    Ok(more.into_iter().map(Option::unwrap_or_default).collect())
}

/// The lists of distances of a part, if it has any.
fn read_lists(cursor: &mut Cursor<'_>, part: &mut Part) -> Result<(), Fault> {
    if part.flags & flag::LISTS == 0 {
        return Ok(());
    }
    let wide = part.flags & flag::WIDE != 0;
    if wide {
        cursor.align(2);
    }
    for list in &mut part.lists {
        let many = if wide { cursor.u16()? } else { cursor.byte()?.into() };
        let next = |_| if wide { cursor.u16() } else { cursor.byte().map(u16::from) };
        *list = (0..many).map(next).collect::<Result<_, _>>()?;
    }
    Ok(())
}

/// The parts that have blocks.
fn packed(parts: &mut [Part]) -> impl Iterator<Item = &mut Blocks> {
    parts.iter_mut().filter_map(|part| match &mut part.values {
        Values::Packed(blocks, _) => Some(blocks),
        Values::One(_) => None,
    })
}

/// Computes the places of index, lengths and blocks; the last one must end at the end of the file's data.
fn place_blocks(parts: &mut [Part], head_end: u64, data_end: u64) -> Result<(), Fault> {
    let beyond = Fault::Damaged("error-table-blocks-end");
    let mut at = head_end;
    for blocks in packed(parts) {
        let spans = std::mem::replace(&mut blocks.index_at, at);
        at = spans.checked_mul(6).and_then(|size| at.checked_add(size)).ok_or(beyond)?;
    }
    for blocks in packed(parts) {
        blocks.lengths_at = at;
        at = at.checked_add(2 * blocks.lengths).ok_or(beyond)?;
    }
    for blocks in packed(parts) {
        at = at.checked_next_multiple_of(64).ok_or(beyond)?;
        blocks.data_at = at;
        at = at.checked_add(blocks.count << blocks.size_log).ok_or(beyond)?;
    }
    if at.checked_next_multiple_of(64) == Some(data_end) { Ok(()) } else { Err(beyond) }
}

/// The header is truncated.
pub(super) const CUT_OFF: Fault = Fault::Damaged("error-table-head");

/// Reads the bytes of a header.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, many: usize) -> Result<&'a [u8], Fault> {
        let end = self.at.checked_add(many).ok_or(CUT_OFF)?;
        let taken = self.bytes.get(self.at..end).ok_or(CUT_OFF)?;
        self.at = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        self.take(N)?.first_chunk().copied().ok_or(CUT_OFF)
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        self.array().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Result<u16, Fault> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_le_bytes)
    }

    fn align(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to);
    }
}

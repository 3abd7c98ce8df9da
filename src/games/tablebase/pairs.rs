//! The compressed values of a table: blocks of Huffman codes, each for a symbol that is a value or a pair of further
//! symbols. A position's value is found by an index and the lengths of the blocks.

use super::storage::{Storage, TableFile};
use super::table::Fault;

/// Maximum number of steps from block to block before an index counts as damaged. Valid ones need some hundred at most.
const MAX_STEPS: usize = 1 << 16;
/// Block lengths read at a time.
const LENGTHS: u64 = 32;
/// Bytes of a block read at a time.
const BITS_BUFFER: usize = 64;

/// The file of a table and the way to read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    pub(super) storage: &'a Storage,
    pub(super) file: &'a TableFile,
}

impl Reader<'_> {
    fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Fault> {
        self.storage.read(self.file, offset, buffer)
    }
}

/// The codes of one part of a table.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    /// The shortest code, bits.
    pub(super) shortest: u32,
    /// By length from the shortest on: the smallest code, left-aligned in 64 bits. The last is 0.
    pub(super) smallest: Box<[u64]>,
    /// By length: the symbol of the smallest code.
    pub(super) first: Box<[u16]>,
    /// By symbol: its two symbols; for a value, the value is first.
    pub(super) pairs: Box<[(u16, u16)]>,
    /// By symbol: its number of values, minus one. A pair has more than either half.
    pub(super) more: Box<[u16]>,
}

/// The places of the codes of one part of a table, all within the file.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    /// The index has an entry every this many positions, a power of two.
    pub(super) span_log: u32,
    /// Bytes of a block, a power of two.
    pub(super) size_log: u32,
    /// Number of blocks.
    pub(super) count: u64,
    /// Number of block lengths, which is somewhat larger.
    pub(super) lengths: u64,
    /// Where in the file the index, the lengths and the blocks begin.
    pub(super) index_at: u64,
    pub(super) lengths_at: u64,
    pub(super) data_at: u64,
}

/// The values of one part of a table.
#[derive(Clone, Debug)]
pub(super) enum Values {
    /// All positions have this.
    One(u16),
    /// Compressed.
    Packed(Blocks, Codes),
}

impl Values {
    /// The value of the position with this number.
    pub(super) fn get(&self, reader: Reader<'_>, number: u64) -> Result<u16, Fault> {
        match self {
            Values::One(value) => Ok(*value),
            Values::Packed(blocks, codes) => {
                let (block, offset) = blocks.find(reader, number)?;
                let begin = blocks.data_at + (block << blocks.size_log);
                let end = begin + (1 << blocks.size_log);
                codes.value(&mut Bits::new(reader, begin, end), offset)
            }
        }
    }
}

impl Blocks {
    /// The block of a position and its index among the values there.
    fn find(&self, reader: Reader<'_>, number: u64) -> Result<(u64, u32), Fault> {
        let mut entry = [0; 6];
        reader.read(self.index_at + 6 * (number >> self.span_log), &mut entry)?;
        let [block @ .., low, high] = entry;
        let mut block = u64::from(u32::from_le_bytes(block));
        let within = number & ((1 << self.span_log) - 1);
        // The entry is for the middle of its span.
        let middle = (1 << self.span_log) / 2;
        let mut offset = i64::from(u16::from_le_bytes([low, high])) + within as i64 - middle;
        let mut lengths = Lengths { blocks: self, reader, from: u64::MAX, bytes: [0; 64] };
        let lost = Fault::Damaged("error-table-index");
        for _ in 0..MAX_STEPS {
            if offset < 0 {
                block = block.checked_sub(1).ok_or(lost)?;
                offset += lengths.of(block)? + 1;
            } else {
                let length = lengths.of(block)?;
                if offset <= length {
                    return if block < self.count { Ok((block, offset as u32)) } else { Err(lost) };
                }
                offset -= length + 1;
                block += 1;
            }
        }
        Err(lost)
    }
}

/// The lengths of blocks near each other.
struct Lengths<'a> {
    blocks: &'a Blocks,
    reader: Reader<'a>,
    /// The first block of those known.
    from: u64,
    bytes: [u8; 2 * LENGTHS as usize],
}

impl Lengths<'_> {
    /// The number of values of a block, minus one.
    fn of(&mut self, block: u64) -> Result<i64, Fault> {
        if block >= self.blocks.lengths {
            return Err(Fault::Damaged("error-table-index"));
        }
        let from = block / LENGTHS * LENGTHS;
        if from != self.from {
            let many = (self.blocks.lengths - from).min(LENGTHS) as usize;
            self.reader.read(self.blocks.lengths_at + 2 * from, &mut self.bytes[..2 * many])?;
            self.from = from;
        }
        let at = 2 * (block - from) as usize;
        Ok(i64::from(u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])))
    }
}

impl Codes {
    /// The value at this offset in a block.
    fn value(&self, bits: &mut Bits<'_>, mut offset: u32) -> Result<u16, Fault> {
        let strange = Fault::Damaged("error-table-code");
        let mut symbol = loop {
            let next = bits.peek()?;
            let at = self.smallest.iter().position(|&smallest| next >= smallest).ok_or(strange)?;
            let length = self.shortest + at as u32;
            let symbol = (next - self.smallest[at]) >> (64 - length);
            let symbol = symbol as usize + usize::from(self.first[at]);
            let more = u32::from(*self.more.get(symbol).ok_or(strange)?);
            if offset <= more {
                break symbol;
            }
            offset -= more + 1;
            bits.skip(length)?;
        };
        while self.more[symbol] > 0 {
            let (left, right) = self.pairs[symbol];
            let of_left = u32::from(self.more[usize::from(left)]);
            if offset <= of_left {
                symbol = usize::from(left);
            } else {
                offset -= of_left + 1;
                symbol = usize::from(right);
            }
        }
        Ok(self.pairs[symbol].0)
    }
}

/// The bits of a block, most significant first, with zeros after its end.
struct Bits<'a> {
    reader: Reader<'a>,
    /// The bytes not read yet.
    next: u64,
    end: u64,
    buffer: [u8; BITS_BUFFER],
    /// The first unused byte of the buffer.
    at: usize,
    filled: usize,
    /// The next bits, left-aligned.
    word: u64,
    /// Number of valid bits in `word`.
    count: u32,
    /// Bits of the block that are not skipped yet.
    left: u64,
}

impl<'a> Bits<'a> {
    fn new(reader: Reader<'a>, begin: u64, end: u64) -> Bits<'a> {
        let (buffer, left) = ([0; BITS_BUFFER], 8 * (end - begin));
        Bits { reader, next: begin, end, buffer, at: 0, filled: 0, word: 0, count: 0, left }
    }

    /// At least the next 32.
    #[inline]
    fn peek(&mut self) -> Result<u64, Fault> {
        if self.count < 32 {
            if self.at == self.filled {
                self.fill()?;
            }
            // Blocks are of a power of two from 4 bytes on, so there are always 4 or none.
            if let Some(word) = self.buffer[self.at..self.filled].first_chunk() {
                self.word |= u64::from(u32::from_be_bytes(*word)) << (32 - self.count);
                self.at += 4;
            }
            self.count += 32;
        }
        Ok(self.word)
    }

    fn fill(&mut self) -> Result<(), Fault> {
        let many = (self.end - self.next).min(BITS_BUFFER as u64) as usize;
        self.reader.read(self.next, &mut self.buffer[..many])?;
        self.next += many as u64;
        (self.at, self.filled) = (0, many);
        Ok(())
    }

    /// Skips at most 32 bits.
    #[inline]
    fn skip(&mut self, bits: u32) -> Result<(), Fault> {
        let left = self.left.checked_sub(u64::from(bits));
        self.left = left.ok_or(Fault::Damaged("error-table-block-end"))?;
        self.word <<= bits;
        self.count -= bits;
        Ok(())
    }
}

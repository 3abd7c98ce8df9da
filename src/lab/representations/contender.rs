//! Who takes part in the race.

use serde::{Deserialize, Serialize};

use tabia_chess::{Board, attacks};

use super::Representation;
use super::bits::Bits;
use super::drive::{self, Searched};
use super::geometry::{Array, Mailbox, X88};
use super::mailbox::Squares;
use super::moves::{Packed, Wide};
use super::sliders::{Magic, Pext, Rays};

/// A representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// What stands on each of eight by eight squares.
    Array,
    /// The same with an edge of two squares: 10x12.
    Mailbox,
    /// The same on sixteen by eight squares, half of them none.
    X88,
    /// Sets of squares; sliders walk along their lines.
    Rays,
    /// Sets of squares; sliders are looked up by multiplication.
    Magic,
    /// Sets of squares; sliders are looked up by the instruction PEXT.
    Pext,
}

impl Kind {
    /// All six.
    pub const ALL: [Kind; 6] =
        [Kind::Array, Kind::Mailbox, Kind::X88, Kind::Rays, Kind::Magic, Kind::Pext];

    /// Its name for programs.
    pub fn name(self) -> &'static str {
        ["array", "mailbox", "0x88", "rays", "magic", "pext"][self as usize]
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        [
            "8x8 array",
            "10x12 mailbox",
            "0x88",
            "Bitboards, ray scan",
            "Bitboards, magic",
            "Bitboards, PEXT",
        ][self as usize]
    }

    /// Whether this build has it: PEXT needs a processor with BMI2 that the program was built for.
    pub fn is_available(self) -> bool {
        self != Kind::Pext || attacks::USES_PEXT
    }

    /// What Bijl and Tiet measured, if they did: their engine with a two-dimensional array, 0x88, magic and PEXT
    /// bitboards ("Exploring Modern Chess Engine Architectures", 2021).
    pub fn published(self) -> Option<Published> {
        let (perft_mnps, search_mnps) = match self {
            Kind::Array => (39.189, 6.327),
            Kind::X88 => (46.496, 7.216),
            Kind::Magic => (48.772, 10.992),
            Kind::Pext => (48.740, 11.038),
            Kind::Mailbox | Kind::Rays => return None,
        };
        Some(Published { perft_mnps, search_mnps })
    }

    /// Counts move sequences.
    pub fn perft(self, board: &Board, depth: u32) -> u64 {
        match self {
            Kind::Array => perft::<Squares<Array>>(board, depth),
            Kind::Mailbox => perft::<Squares<Mailbox>>(board, depth),
            Kind::X88 => perft::<Squares<X88>>(board, depth),
            Kind::Rays => perft::<Bits<Rays>>(board, depth),
            Kind::Magic => perft::<Bits<Magic>>(board, depth),
            Kind::Pext => perft::<Bits<Pext>>(board, depth),
        }
    }

    /// Searches to a depth.
    pub fn search(self, board: &Board, depth: u32) -> Searched {
        match self {
            Kind::Array => search::<Squares<Array>>(board, depth),
            Kind::Mailbox => search::<Squares<Mailbox>>(board, depth),
            Kind::X88 => search::<Squares<X88>>(board, depth),
            Kind::Rays => search::<Bits<Rays>>(board, depth),
            Kind::Magic => search::<Bits<Magic>>(board, depth),
            Kind::Pext => search::<Bits<Pext>>(board, depth),
        }
    }
}

fn perft<R: Representation>(board: &Board, depth: u32) -> u64 {
    drive::perft::<R, Packed>(&mut R::from_board(board), depth)
}

fn search<R: Representation>(board: &Board, depth: u32) -> Searched {
    drive::search::<R, Packed>(&mut R::from_board(board), depth)
}

/// Speeds measured by others, millions of nodes a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// Counting.
    pub perft_mnps: f64,
    /// Searching.
    pub search_mnps: f64,
}

/// A choice that every program makes, tried both ways on otherwise equal ground: perft with magic bitboards, and for
/// the first also with the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// A copy of the position for each move, against making and taking back.
    CopyBits,
    /// The same where the position is an array.
    CopyArray,
    /// Legal moves alone, counted and not made at the last ply, against pseudo-legal moves made and tested.
    Legal,
    /// Moves of sixteen bits, against a structure of twelve bytes.
    Packed,
}

impl Choice {
    /// All of them.
    pub const ALL: [Choice; 4] =
        [Choice::CopyBits, Choice::CopyArray, Choice::Legal, Choice::Packed];

    /// Its name for programs.
    pub fn name(self) -> &'static str {
        ["copy-bitboards", "copy-array", "legal", "packed"][self as usize]
    }

    /// What is compared, for people: the new way, then the way it is measured against.
    pub fn titles(self) -> [&'static str; 2] {
        [
            ["Copy (bitboards)", "make and unmake"],
            ["Copy (8x8 array)", "make and unmake"],
            ["Legal moves", "pseudo-legal, then test"],
            ["Moves in 16 bits", "struct of 12 bytes"],
        ][self as usize]
    }

    /// Perft the new way.
    pub fn perft(self, board: &Board, depth: u32) -> u64 {
        match self {
            Choice::CopyBits => copied::<Bits<Magic>>(board, depth),
            Choice::CopyArray => copied::<Squares<Array>>(board, depth),
            Choice::Legal => {
                drive::perft_by_legal::<Magic, Packed>(&mut Bits::from_board(board), depth)
            }
            Choice::Packed => Kind::Magic.perft(board, depth),
        }
    }

    /// Perft the way it is measured against.
    pub fn perft_before(self, board: &Board, depth: u32) -> u64 {
        match self {
            Choice::CopyBits | Choice::Legal => Kind::Magic.perft(board, depth),
            Choice::CopyArray => Kind::Array.perft(board, depth),
            Choice::Packed => drive::perft::<_, Wide>(&mut Bits::<Magic>::from_board(board), depth),
        }
    }
}

fn copied<R: Representation>(board: &Board, depth: u32) -> u64 {
    drive::perft_by_copy::<R, Packed>(&R::from_board(board), depth)
}

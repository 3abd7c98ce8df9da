//! The attacks of a rook, bishop or queen by four methods, each with its intermediate results. Magic and PEXT use the
//! engine's own tables; the scan and the classical rays are implemented here.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use super::bitboards::{Direction, extract, hex, next_subset};
use crate::experiment::{Experiment, Info, LabContext, LabError};
use crate::table::{Cell, Column, Medium, Table};
use tabia_chess::attacks::slider_table;
use tabia_chess::attacks::slider_table::{MagicEntry, SliderPart};
use tabia_chess::{Bitboard, Board, SplitMix64, Square};
use tabia_engine::search::limits::StopSignal;
use tabia_games::game::position::GamePosition;
use tabia_text::{t, text};

/// A piece that slides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Slider {
    /// Along ranks and files.
    #[default]
    Rook,
    /// Along diagonals.
    Bishop,
    /// Both: two look-ups.
    Queen,
}

impl Slider {
    /// All three.
    pub const ALL: [Slider; 3] = [Slider::Rook, Slider::Bishop, Slider::Queen];

    /// Display name.
    pub fn title(self) -> &'static str {
        [t!("piece-rook"), t!("piece-bishop"), t!("piece-queen")][self as usize]
    }

    /// Its name as an argument of messages, which select words by it.
    pub fn name(self) -> &'static str {
        ["rook", "bishop", "queen"][self as usize]
    }

    /// The look-ups that it needs.
    pub fn parts(self) -> &'static [SliderPart] {
        match self {
            Slider::Rook => &[SliderPart::Rook],
            Slider::Bishop => &[SliderPart::Bishop],
            Slider::Queen => &[SliderPart::Rook, SliderPart::Bishop],
        }
    }

    /// The directions in which it moves.
    pub(crate) fn directions(self) -> Vec<Direction> {
        let all = self.parts().iter().flat_map(|&part| directions_of(part));
        all.collect()
    }
}

/// The four directions of a part: straight ones have an even number.
fn directions_of(part: SliderPart) -> impl Iterator<Item = Direction> {
    let odd = usize::from(part == SliderPart::Bishop);
    Direction::ALL.into_iter().skip(odd).step_by(2)
}

/// A way to find attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Square by square until something stands there.
    #[default]
    Scan,
    /// A table of rays and the nearest blocker on each.
    Classical,
    /// Relevant blockers times a magic number, shifted, give the index into a table.
    Magic,
    /// Relevant blockers, packed by one instruction, give the index into a table.
    Pext,
}

impl Method {
    /// All four.
    pub const ALL: [Method; 4] = [Method::Scan, Method::Classical, Method::Magic, Method::Pext];

    /// Its name for programs.
    pub fn slug(self) -> &'static str {
        ["scan", "classical", "magic", "pext"][self as usize]
    }

    /// Display name.
    pub fn title(self) -> &'static str {
        text(&format!("sliders-method-{}", self.slug()))
    }
}

/// The result of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    pub method: Method,
    /// The squares attacked, up to and including the first piece in each direction.
    pub attacks: Bitboard,
    /// The table index, one for each look-up; empty for methods that use several rays.
    pub index: Vec<usize>,
    /// Number of table entries, eight bytes each, for this piece on all squares.
    pub table_size: usize,
}

/// The results of all methods as rows.
pub fn table(slider: Slider, square: Square, occupied: Bitboard) -> Table {
    let mut table = Table::new(vec![
        Column::words("method").place("", 9, " "),
        Column::words("attacks").place("", 0, "  "),
        Column::words("index").only(&[Medium::Csv]),
        Column::new("index").only(&[Medium::Json]),
        Column::words("index").only(&[Medium::Text]).place("index ", 16, " "),
        Column::new("table_size").place("table ", 6, " entries, "),
        Column::new("bytes").only(&[Medium::Text]).place("", 6, " bytes"),
    ]);
    for Lookup { method, attacks, index, table_size } in lookups(slider, square, occupied) {
        let numbers: Vec<String> = index.iter().map(usize::to_string).collect();
        let joined = |between| {
            (!numbers.is_empty()).then(|| numbers.join(between)).map_or(Cell::None, Cell::from)
        };
        // A number, two for a queen, or none.
        let for_programs = match index[..] {
            [] => Cell::None,
            [one] => one.into(),
            _ => Cell::Json(index.clone().into()),
        };
        table.row([
            method.slug().into(),
            hex(attacks).into(),
            joined(" "),
            for_programs,
            joined(" and "),
            table_size.into(),
            (table_size * size_of::<u64>()).into(),
        ]);
    }
    table
}

/// The results of all methods.
pub fn lookups(slider: Slider, square: Square, occupied: Bitboard) -> [Lookup; 4] {
    let join = |sets: Vec<Bitboard>| sets.into_iter().fold(Bitboard::EMPTY, |all, one| all | one);
    let rays = slider.directions().len();
    let entries = || slider.parts().iter().map(|&part| slider_table::entries(part)).sum();
    let magics: Vec<_> = slider.parts().iter().map(|&p| magic(p, square, occupied)).collect();
    let pexts: Vec<_> = slider.parts().iter().map(|&p| pext(p, square, occupied)).collect();
    Method::ALL.map(|method| {
        let (attacks, index, table_size) = match method {
            Method::Scan => {
                let seen = scan(slider, square, occupied).into_iter().map(|ray| ray.seen);
                (join(seen.collect()), Vec::new(), 0)
            }
            Method::Classical => {
                let rays_seen = classical(slider, square, occupied);
                let seen = rays_seen.into_iter().map(|ray| ray.attacks).collect();
                (join(seen), Vec::new(), rays * Square::COUNT)
            }
            Method::Magic => {
                let index = magics.iter().map(|one| one.offset + one.index).collect();
                (join(magics.iter().map(|one| one.attacks).collect()), index, entries())
            }
            Method::Pext => {
                let index = pexts.iter().map(|one| one.offset + one.index).collect();
                (join(pexts.iter().map(|one| one.attacks).collect()), index, entries())
            }
        };
        Lookup { method, attacks, index, table_size }
    })
}

/// One direction of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanRay {
    pub direction: Direction,
    /// The squares visited, which are those attacked.
    pub seen: Bitboard,
    /// The piece that stops it; `None`: it ends at the edge.
    pub blocker: Option<Square>,
}

/// Square by square in each direction.
pub fn scan(slider: Slider, square: Square, occupied: Bitboard) -> Vec<ScanRay> {
    let directions = slider.directions().into_iter();
    directions.map(|direction| scan_ray(direction, square, occupied)).collect()
}

fn scan_ray(direction: Direction, square: Square, occupied: Bitboard) -> ScanRay {
    let (files, ranks) = direction.step();
    let (mut seen, mut at, mut blocker) = (Bitboard::EMPTY, square, None);
    while let Some(next) = at.offset(files, ranks) {
        seen.insert(next);
        if occupied.has(next) {
            blocker = Some(next);
            break;
        }
        at = next;
    }
    ScanRay { direction, seen, blocker }
}

/// One direction of the classical method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassicalRay {
    pub direction: Direction,
    /// The ray on the empty board, from the table.
    pub ray: Bitboard,
    /// Pieces on it.
    pub blockers: Bitboard,
    /// The nearest of them: the lowest bit if indices grow along the ray, otherwise the highest.
    pub nearest: Option<Square>,
    /// Whether that is the lowest bit.
    pub forward: bool,
    /// The ray beyond that piece, from the same table; it is removed.
    pub beyond: Bitboard,
    /// The remaining squares.
    pub attacks: Bitboard,
}

/// Rays to the edge by direction and square.
static RAYS: LazyLock<[[Bitboard; 64]; 8]> = LazyLock::new(|| {
    Direction::ALL.map(|direction| {
        let (files, ranks) = direction.step();
        std::array::from_fn(|index| {
            let mut at = Square::from_index(index);
            let mut ray = Bitboard::EMPTY;
            while let Some(next) = at.and_then(|square| square.offset(files, ranks)) {
                ray.insert(next);
                at = Some(next);
            }
            ray
        })
    })
});

/// Takes a ray and removes the part behind its nearest blocker.
pub fn classical(slider: Slider, square: Square, occupied: Bitboard) -> Vec<ClassicalRay> {
    let one = |direction: Direction| {
        let rays = &RAYS[direction as usize];
        let ray = rays[square.index()];
        let blockers = ray & occupied;
        let forward = direction.amount() > 0;
        let nearest = if forward { blockers.first() } else { blockers.last() };
        let beyond = nearest.map_or(Bitboard::EMPTY, |blocker| rays[blocker.index()]);
        let attacks = ray ^ beyond;
        ClassicalRay { direction, ray, blockers, nearest, forward, beyond, attacks }
    };
    slider.directions().into_iter().map(one).collect()
}

/// A look-up by magic multiplication, with the engine's own numbers and table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicLookup {
    /// The squares whose occupation matters.
    pub mask: Bitboard,
    /// The pieces on them.
    pub blockers: Bitboard,
    /// The magic number.
    pub factor: u64,
    /// Blockers times factor, the lower 64 bits.
    pub product: u64,
    /// Bits the product is shifted to the right.
    pub shift: u32,
    /// The index within this square's part of the table.
    pub index: usize,
    /// Where that part begins.
    pub offset: usize,
    /// The entry.
    pub attacks: Bitboard,
}

/// Looks up by magic multiplication.
pub fn magic(part: SliderPart, square: Square, occupied: Bitboard) -> MagicLookup {
    let MagicEntry { mask, factor, offset, shift } = slider_table::magic_entry(part, square);
    let blockers = occupied & mask;
    let product = blockers.0.wrapping_mul(factor);
    let index = (product >> shift) as usize;
    let attacks = slider_table::magic_attacks(part, offset + index).unwrap_or_default();
    MagicLookup { mask, blockers, factor, product, shift, index, offset, attacks }
}

/// A look-up by PEXT, in the engine's own table if there is one for this processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PextLookup {
    /// The squares whose occupation matters.
    pub mask: Bitboard,
    /// The pieces on them.
    pub blockers: Bitboard,
    /// The blockers packed side by side, bit by bit in software: the index within this square's part.
    pub index: usize,
    /// The same computed by the processor's instruction, if it has one.
    pub hardware: Option<u64>,
    /// Where this square's part of the table begins.
    pub offset: usize,
    /// The entry.
    pub attacks: Bitboard,
}

/// Looks up by PEXT.
pub fn pext(part: SliderPart, square: Square, occupied: Bitboard) -> PextLookup {
    // Masks and places are those of the magic table: both have an entry for each set of relevant blockers.
    let MagicEntry { mask, offset, .. } = slider_table::magic_entry(part, square);
    let blockers = occupied & mask;
    let index = extract(occupied.0, mask.0) as usize;
    let hardware = slider_table::extract_by_instruction(occupied.0, mask.0);
    let attacks = slider_table::pext_attacks(part, offset + index).unwrap_or_else(|| {
        // There is no table for this kind of processor, so the entry is computed.
        attacks_by_scan(part, square, blockers)
    });
    PextLookup { mask, blockers, index, hardware, offset, attacks }
}

/// The attacks of one part, square by square.
pub(crate) fn attacks_by_scan(part: SliderPart, square: Square, occupied: Bitboard) -> Bitboard {
    let rays = directions_of(part).map(|direction| scan_ray(direction, square, occupied));
    rays.fold(Bitboard::EMPTY, |all, ray| all | ray.seen)
}

// Magic numbers: the search by trial and error, and how a number spreads the blockers of a square over a table.

/// Numbers tried between two checks of the stop signal.
const BATCH: u64 = 2_000;
/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The square and piece to find a magic number for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicRequest {
    /// Rook or bishop.
    pub part: SliderPart,
    pub square: Square,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for MagicRequest {
    fn default() -> MagicRequest {
        MagicRequest { part: SliderPart::Rook, square: Square::A1, seed: 0 }
    }
}

/// The search for a magic number as an experiment; it needs neither the engine nor a position.
#[derive(Debug)]
pub struct FindMagic;

impl Experiment for FindMagic {
    const INFO: Info = Info::of_own_view("magic", "sliders-find");
    const REPLACES: bool = true;
    type Request = MagicRequest;
    type Update = MagicProgress;

    fn run(
        request: &MagicRequest,
        _: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(MagicProgress) -> bool,
    ) -> Result<(), LabError> {
        run(*request, context.stop, report);
        Ok(())
    }

    fn fixed_position() -> Option<GamePosition> {
        Some(GamePosition::new(Board::start()))
    }
}

/// The progress of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicProgress {
    /// The square and piece to find a magic number for.
    pub request: MagicRequest,
    /// Numbers drawn.
    pub tries: u64,
    /// How many of these numbers were rejected at once because they bring fewer than six bits of the mask into the top
    /// byte of the product.
    pub dropped: u64,
    /// The largest number of sets of blockers that a number placed before a harmful collision.
    pub farthest: usize,
    /// Sets of blockers to be placed.
    pub subsets: usize,
    /// Time so far, ms.
    pub time_ms: u64,
    /// The magic number, once it is found.
    pub found: Option<u64>,
}

/// A search for a magic number, run in steps.
#[derive(Clone, Debug)]
pub struct MagicSearch {
    rng: SplitMix64,
    mask: u64,
    shift: u32,
    /// Sets of blockers with their attacks.
    cases: Vec<(u64, u64)>,
    /// For each slot, the number of the try that filled it and its attacks.
    slots: Vec<(u64, u64)>,
    progress: MagicProgress,
}

impl MagicSearch {
    /// Computes all sets of blockers of the square: 32 to 4096.
    pub fn new(request: MagicRequest) -> MagicSearch {
        let mask = slider_table::magic_entry(request.part, request.square).mask;
        let cases = cases(request.part, request.square, mask);
        let progress = MagicProgress {
            request,
            tries: 0,
            dropped: 0,
            farthest: 0,
            subsets: cases.len(),
            time_ms: 0,
            found: None,
        };
        let slots = vec![(0, 0); cases.len()];
        let shift = 64 - mask.count();
        let rng = SplitMix64::new(request.seed);
        MagicSearch { rng, mask: mask.0, shift, cases, slots, progress }
    }

    pub fn progress(&self) -> MagicProgress {
        self.progress
    }

    /// Tries up to this many more numbers, until one is found.
    pub fn step(&mut self, tries: u64) -> Option<u64> {
        for _ in 0..tries {
            if self.progress.found.is_some() {
                break;
            }
            self.progress.tries += 1;
            // Numbers with few bits set cause few carries and succeed far more often.
            let factor = self.rng.next_u64() & self.rng.next_u64() & self.rng.next_u64();
            if (self.mask.wrapping_mul(factor) >> 56).count_ones() < 6 {
                self.progress.dropped += 1;
                continue;
            }
            let placed = self.placed(factor);
            self.progress.farthest = self.progress.farthest.max(placed);
            if placed == self.cases.len() {
                self.progress.found = Some(factor);
            }
        }
        self.progress.found
    }

    /// How many sets of blockers can be placed before a harmful collision.
    fn placed(&mut self, factor: u64) -> usize {
        let stamp = self.progress.tries;
        let clash = self.cases.iter().position(|&(blockers, attacks)| {
            let slot = &mut self.slots[(blockers.wrapping_mul(factor) >> self.shift) as usize];
            if slot.0 != stamp {
                *slot = (stamp, attacks);
            }
            slot.1 != attacks
        });
        clash.unwrap_or(self.cases.len())
    }
}

/// Searches until a number is found or it is stopped; reports from time to time and at the end.
fn run(request: MagicRequest, stop: &StopSignal, report: &mut dyn FnMut(MagicProgress) -> bool) {
    let begin = Instant::now();
    let mut search = MagicSearch::new(request);
    let mut reported = begin;
    loop {
        let found = search.step(BATCH).is_some();
        let end = found || stop.is_stopped();
        if end || reported.elapsed() >= REPORT_EVERY {
            reported = Instant::now();
            let time_ms = begin.elapsed().as_millis() as u64;
            let goes_on = report(MagicProgress { time_ms, ..search.progress() });
            if end || !goes_on {
                return;
            }
        }
    }
}

/// How a number spreads all sets of blockers of a square over a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Sets of blockers, which is also the number of slots.
    pub subsets: usize,
    /// Slots that are used.
    pub used: usize,
    /// Sets that land in a slot that already holds the same attacks.
    pub harmless: usize,
    /// Sets that land in a slot that holds other attacks, so that the number is not magic.
    pub harmful: usize,
    /// Number of different attacks; a perfect number would use only this many slots.
    pub distinct: usize,
}

/// Computes how a factor spreads all sets of blockers of a square. Takes up to a millisecond.
pub fn spread(part: SliderPart, square: Square, factor: u64) -> Spread {
    let mask = slider_table::magic_entry(part, square).mask;
    let cases = cases(part, square, mask);
    let mut slots: Vec<Option<u64>> = vec![None; cases.len()];
    let (mut used, mut harmless, mut harmful) = (0, 0, 0);
    for &(blockers, attacks) in &cases {
        let slot = &mut slots[(blockers.wrapping_mul(factor) >> (64 - mask.count())) as usize];
        match slot {
            None => {
                *slot = Some(attacks);
                used += 1;
            }
            Some(other) if *other == attacks => harmless += 1,
            Some(_) => harmful += 1,
        }
    }
    let mut all: Vec<u64> = cases.iter().map(|case| case.1).collect();
    all.sort_unstable();
    all.dedup();
    Spread { subsets: cases.len(), used, harmless, harmful, distinct: all.len() }
}

/// Every set of relevant blockers with its attacks.
fn cases(part: SliderPart, square: Square, mask: Bitboard) -> Vec<(u64, u64)> {
    let mut cases = Vec::with_capacity(1 << mask.count());
    let mut subset = Bitboard::EMPTY;
    loop {
        cases.push((subset.0, attacks_by_scan(part, square, subset).0));
        subset = next_subset(mask, subset);
        if subset.is_empty() {
            return cases;
        }
    }
}

//! Looking for a magic number by trial, and how a number spreads the blockers of a square over a table.

use std::time::{Duration, Instant};

use tabia_chess::attacks::slider_table::{self, SliderPart};
use tabia_chess::{Bitboard, Board, SplitMix64, Square};
use tabia_engine::search::limits::StopSignal;

use tabia_games::game::position::GamePosition;

use super::bitboards::next_subset;
use super::sliders::attacks_by_scan;
use crate::experiment::{Bench, Experiment, Info, LabError};

/// Numbers tried between two looks at the stop signal.
const BATCH: u64 = 2_000;
/// Time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicRequest {
    /// Rook or bishop.
    pub part: SliderPart,
    /// The square.
    pub square: Square,
    /// Where the random numbers begin.
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
    const INFO: Info = Info::of_own_view("magic", "Find a magic number");
    const REPLACES: bool = true;
    type Request = MagicRequest;
    type Update = MagicProgress;

    fn run(
        request: &MagicRequest,
        _: &GamePosition,
        bench: &mut Bench<'_>,
        report: &mut dyn FnMut(MagicProgress) -> bool,
    ) -> Result<(), LabError> {
        run(*request, bench.stop, report);
        Ok(())
    }

    fn fixed_position() -> Option<GamePosition> {
        Some(GamePosition::new(Board::start()))
    }
}

/// How far the search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicProgress {
    /// What is looked for.
    pub request: MagicRequest,
    /// Numbers drawn.
    pub tries: u64,
    /// Of those, dropped at once: they bring fewer than six bits of the mask into the top byte of the product.
    pub dropped: u64,
    /// The most sets of blockers that a number placed before two with different attacks met in one slot.
    pub farthest: usize,
    /// Sets of blockers to be placed.
    pub subsets: usize,
    /// Time so far, ms.
    pub time_ms: u64,
    /// The magic number, once there is one.
    pub found: Option<u64>,
}

/// A search for a magic number, to be taken in steps.
#[derive(Clone, Debug)]
pub struct MagicSearch {
    rng: SplitMix64,
    mask: u64,
    shift: u32,
    /// Blockers and the attacks behind them.
    cases: Vec<(u64, u64)>,
    /// The number of the try that filled a slot, and with what.
    slots: Vec<(u64, u64)>,
    progress: MagicProgress,
}

impl MagicSearch {
    /// Works out all sets of blockers of the square: 32 to 4096.
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

    /// How far it is.
    pub fn progress(&self) -> MagicProgress {
        self.progress
    }

    /// Tries up to so many numbers more, until one is found.
    pub fn step(&mut self, tries: u64) -> Option<u64> {
        for _ in 0..tries {
            if self.progress.found.is_some() {
                break;
            }
            self.progress.tries += 1;
            // Few bits set make few carries: such numbers succeed far more often.
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

    /// How many sets of blockers find a slot of their own or one with the same attacks.
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

/// Looks until a number is found or it is stopped; reports from time to time and at the end.
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
    /// Sets that land in a slot which holds their attacks already: harmless.
    pub harmless: usize,
    /// Sets that land in a slot which holds other attacks: the number is not magic.
    pub harmful: usize,
    /// Different attacks there are; a perfect number would use no more slots than that.
    pub distinct: usize,
}

/// Spreads all sets of blockers of a square by a factor. Takes up to a millisecond.
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

/// Every set of relevant blockers with the attacks behind it.
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

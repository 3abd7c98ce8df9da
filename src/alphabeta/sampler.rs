//! Positions of the search's own tree, drawn by lot where they are judged: what an evaluation that serves the
//! search is asked about.

use crate::chess::board::Board;
use crate::chess::rng::SplitMix64;

/// Draws positions.
#[derive(Clone, Debug)]
pub(super) struct Sampler {
    /// Positions seen for one drawn, on average.
    every: usize,
    /// Positions to pass by before the next is drawn.
    left: usize,
    rng: SplitMix64,
    drawn: Vec<Board>,
}

impl Sampler {
    /// One that draws one position of so many, at least of 1.
    pub(super) fn new(every: usize, seed: u64) -> Sampler {
        let mut rng = SplitMix64::new(seed);
        let every = every.max(1);
        let left = rng.below(2 * every - 1);
        Sampler { every, left, rng, drawn: Vec::new() }
    }

    /// A position is judged.
    #[inline]
    pub(super) fn see(&mut self, board: &Board) {
        if self.left > 0 {
            self.left -= 1;
        } else {
            self.left = self.rng.below(2 * self.every - 1);
            self.drawn.push(*board);
        }
    }

    /// What was drawn since the last call.
    pub(super) fn take(&mut self) -> Vec<Board> {
        std::mem::take(&mut self.drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_so_many_is_drawn_on_average() {
        for (every, expected) in [(1, 9000..=9000), (9, 900..=1100), (90, 80..=120)] {
            let mut sampler = Sampler::new(every, 5);
            (0..9000).for_each(|_| sampler.see(&Board::start()));
            let drawn = sampler.take().len();
            assert!(expected.contains(&drawn), "{drawn} of 9000, one of {every}");
            assert!(sampler.take().is_empty());
        }
    }
}

//! Random sample of the positions evaluated by a search, for training data.

use tabia_chess::{Board, SplitMix64};

/// Samples positions.
#[derive(Clone, Debug)]
pub(super) struct Sampler {
    /// One in this many positions is taken on average.
    every: usize,
    /// Positions to skip before the next one is taken.
    left: usize,
    rng: SplitMix64,
    taken: Vec<Board>,
}

impl Sampler {
    /// Takes one of `every` positions on average, at least 1.
    pub(super) fn new(every: usize, seed: u64) -> Sampler {
        let mut rng = SplitMix64::new(seed);
        let every = every.max(1);
        let left = rng.below(2 * every - 1);
        Sampler { every, left, rng, taken: Vec::new() }
    }

    /// Called for each evaluated position.
    #[inline]
    pub(super) fn see(&mut self, board: &Board) {
        if self.left > 0 {
            self.left -= 1;
        } else {
            self.left = self.rng.below(2 * self.every - 1);
            self.taken.push(*board);
        }
    }

    /// The positions taken since the last call.
    pub(super) fn take(&mut self) -> Vec<Board> {
        std::mem::take(&mut self.taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_so_many_is_taken_on_average() {
        for (every, expected) in [(1, 9000..=9000), (9, 900..=1100), (90, 80..=120)] {
            let mut sampler = Sampler::new(every, 5);
            (0..9000).for_each(|_| sampler.see(&Board::start()));
            let taken = sampler.take().len();
            assert!(expected.contains(&taken), "{taken} of 9000, one of {every}");
            assert!(sampler.take().is_empty());
        }
    }
}

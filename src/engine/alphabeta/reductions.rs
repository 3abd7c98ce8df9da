//! Late-move reductions by depth and move number, in 1024ths of a ply, before adjustments.

use super::params::{self as p, PLY};

/// Depths and move numbers beyond this count as this.
const SIZE: usize = 64;

/// Reductions by depth and move number, computed once.
#[derive(Debug)]
pub(super) struct Reductions {
    quiet: [[i32; SIZE]; SIZE],
    noisy: [[i32; SIZE]; SIZE],
}

impl Reductions {
    pub(super) fn new() -> Reductions {
        let table = |base: i32, divisor: i32| {
            let (base, divisor) = (f64::from(base) / 100.0, f64::from(divisor) / 100.0);
            let mut table = [[0; SIZE]; SIZE];
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, cell) in row.iter_mut().enumerate().skip(1) {
                    let plies = base + (depth as f64).ln() * (number as f64).ln() / divisor;
                    *cell = (plies * f64::from(PLY)) as i32;
                }
            }
            table
        };
        Reductions {
            quiet: table(p::lmr_quiet_base(), p::lmr_quiet_divisor()),
            noisy: table(p::lmr_noisy_base(), p::lmr_noisy_divisor()),
        }
    }

    /// Reduction of a quiet move before adjustments.
    #[inline]
    pub(super) fn quiet(&self, depth: i32, number: usize) -> i32 {
        self.quiet[(depth.max(0) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }

    /// Reduction of a capture before adjustments.
    #[inline]
    pub(super) fn noisy(&self, depth: i32, number: usize) -> i32 {
        self.noisy[(depth.max(0) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }
}

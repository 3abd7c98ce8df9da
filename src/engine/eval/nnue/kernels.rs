//! SIMD kernels of the network, compiled for several instruction sets; the best one the processor supports is chosen
//! when a network is loaded.
//!
//! The loops are written once so that the compiler vectorises them, and compiled again for each instruction set. All
//! kernels use the same integer arithmetic, which does not depend on the order of summation, so they agree bit by bit;
//! the test checks the dispatch.

/// Numbers per lane: a cache line.
pub(crate) const LANE: usize = 32;

/// A cache line of numbers, aligned to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lane(pub [i16; LANE]);

impl Lane {
    /// All zero.
    pub const ZERO: Lane = Lane([0; LANE]);
}

/// Numbers as lanes, padded with zeros.
pub(in crate::eval) fn lanes(numbers: &[i16]) -> Vec<Lane> {
    let lane = |chunk: &[i16]| {
        let mut lane = Lane::ZERO;
        lane.0[..chunk.len()].copy_from_slice(chunk);
        lane
    };
    numbers.chunks(LANE).map(lane).collect()
}

/// Lanes as a flat slice. A loop over it vectorises better than nested loops over lanes.
#[inline]
pub(super) fn numbers_of(lanes: &[Lane]) -> &[i16] {
    #[expect(
        unsafe_code,
        reason = "an array of arrays seen as one has no safe form for a type of its own"
    )]
    // SAFETY: a lane is exactly `LANE` numbers, so a slice of lanes is a slice of as many numbers with the same
    // lifetime.
    unsafe {
        const { assert!(size_of::<Lane>() == LANE * size_of::<i16>()) };
        std::slice::from_raw_parts(lanes.as_ptr().cast::<i16>(), lanes.len() * LANE)
    }
}

/// `to = from` plus the added rows less the removed rows, in one pass.
type Update = fn(to: &mut [Lane], from: &[Lane], rows: &[Lane], added: &[u16], removed: &[u16]);

/// Functions for one instruction set.
#[derive(Debug)]
pub struct Kernels {
    /// The instructions it is compiled for.
    pub name: &'static str,
    pub(in crate::eval) update: Update,
    /// Dot product of activations and output weights of both sides, times 255 * 255 * 64.
    pub(super) output: fn(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32,
    /// Products of two clamped values, 0 to 254: `to = clamp(a, 0, 255) * clamp(b, 0, 255) / 256`, rounded.
    pub(in crate::eval) pairs: fn(to: &mut [Lane], a: &[Lane], b: &[Lane]),
    /// Adds the dot product of the values with each of these rows to its sum.
    pub(in crate::eval) dots: Dots,
}

/// See [`Kernels::dots`].
type Dots = fn(values: &[Lane], rows: &[Lane], numbers: &[u16], sums: &mut [i32]);

mod plain {
    //! The loops. Always inlined, so that each instruction set gets its own code.
    #![expect(
        clippy::inline_always,
        reason = "only inlined they are compiled for the caller's set"
    )]

    use super::{LANE, Lane, numbers_of};

    /// Lanes summed at once: as many as fit the registers of the widest instruction set.
    const BLOCK: usize = 4;

    #[inline(always)]
    pub(super) fn update(
        to: &mut [Lane],
        from: &[Lane],
        rows: &[Lane],
        added: &[u16],
        removed: &[u16],
    ) {
        let lanes = to.len();
        let (blocks, rest) = to.as_chunks_mut::<BLOCK>();
        let done = blocks.len() * BLOCK;
        for (number, to) in blocks.iter_mut().enumerate() {
            sum(to, from, rows, [lanes, number * BLOCK], added, removed);
        }
        let (rest, _) = rest.as_chunks_mut::<1>();
        for (number, to) in rest.iter_mut().enumerate() {
            sum(to, from, rows, [lanes, done + number], added, removed);
        }
    }

    /// Sums some lanes in registers: `lanes` of them from lane `at` on.
    #[inline(always)]
    fn sum<const N: usize>(
        to: &mut [Lane; N],
        from: &[Lane],
        rows: &[Lane],
        [lanes, at]: [usize; 2],
        added: &[u16],
        removed: &[u16],
    ) {
        let mut sum = [Lane::ZERO; N];
        sum.copy_from_slice(&from[at..at + N]);
        for &input in added {
            let row = &rows[usize::from(input) * lanes + at..][..N];
            for (sum, row) in sum.iter_mut().zip(row) {
                for at in 0..LANE {
                    sum.0[at] = sum.0[at].wrapping_add(row.0[at]);
                }
            }
        }
        for &input in removed {
            let row = &rows[usize::from(input) * lanes + at..][..N];
            for (sum, row) in sum.iter_mut().zip(row) {
                for at in 0..LANE {
                    sum.0[at] = sum.0[at].wrapping_sub(row.0[at]);
                }
            }
        }
        *to = sum;
    }

    #[inline(always)]
    pub(super) fn output(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32 {
        let (own, enemy) = weights.split_at(us.len());
        side(us, own).wrapping_add(side(them, enemy))
    }

    /// Clamped value times weight fits 16 bits (255 * 127 = 32,385), so one multiply-and-add of pairs does the second
    /// product.
    #[inline(always)]
    fn side(values: &[Lane], weights: &[Lane]) -> i32 {
        let mut sum = 0_i32;
        for (value, weight) in numbers_of(values).iter().zip(numbers_of(weights)) {
            let value = (*value).clamp(0, 255);
            let product = value.wrapping_mul(*weight);
            sum = sum.wrapping_add(i32::from(product) * i32::from(value));
        }
        sum
    }

    #[inline(always)]
    pub(super) fn pairs(to: &mut [Lane], a: &[Lane], b: &[Lane]) {
        for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
            for at in 0..LANE {
                let (a, b) = (a.0[at].clamp(0, 255) as u16, b.0[at].clamp(0, 255) as u16);
                to.0[at] = (a.wrapping_mul(b).wrapping_add(128) >> 8) as i16;
            }
        }
    }

    #[inline(always)]
    pub(super) fn dots(values: &[Lane], rows: &[Lane], numbers: &[u16], sums: &mut [i32]) {
        for (sum, &number) in sums.iter_mut().zip(numbers) {
            let row = &rows[usize::from(number) * values.len()..][..values.len()];
            let mut product = 0_i32;
            for (value, weight) in numbers_of(values).iter().zip(numbers_of(row)) {
                product = product.wrapping_add(i32::from(*value) * i32::from(*weight));
            }
            *sum = sum.wrapping_add(product);
        }
    }
}

/// Compiled for the target of the whole program. On ARM that includes NEON.
static PLAIN: Kernels = Kernels {
    name: if cfg!(target_arch = "aarch64") { "NEON" } else { "plain" },
    update: plain::update,
    output: plain::output,
    pairs: plain::pairs,
    dots: plain::dots,
};

/// The loops compiled for an instruction set, and their table.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($module:ident, $table:ident, $name:literal, $features:literal) => {
        mod $module {
            use super::{Lane, plain};

            #[target_feature(enable = $features)]
            pub(super) fn update(
                to: &mut [Lane],
                from: &[Lane],
                rows: &[Lane],
                added: &[u16],
                removed: &[u16],
            ) {
                plain::update(to, from, rows, added, removed);
            }

            #[target_feature(enable = $features)]
            pub(super) fn output(us: &[Lane], them: &[Lane], weights: &[Lane]) -> i32 {
                plain::output(us, them, weights)
            }

            #[target_feature(enable = $features)]
            pub(super) fn pairs(to: &mut [Lane], a: &[Lane], b: &[Lane]) {
                plain::pairs(to, a, b);
            }

            #[target_feature(enable = $features)]
            pub(super) fn dots(values: &[Lane], rows: &[Lane], numbers: &[u16], sums: &mut [i32]) {
                plain::dots(values, rows, numbers, sums);
            }
        }

        #[expect(unsafe_code, reason = "calls into code for instructions found out at run time")]
        static $table: Kernels = Kernels {
            name: $name,
            // SAFETY: `Kernels::available` returns this table only after checking that the processor supports all of
            // these instructions.
            update: |to, from, rows, added, removed| unsafe {
                $module::update(to, from, rows, added, removed)
            },
            // SAFETY: as above.
            output: |us, them, weights| unsafe { $module::output(us, them, weights) },
            // SAFETY: as above.
            pairs: |to, a, b| unsafe { $module::pairs(to, a, b) },
            // SAFETY: as above.
            dots: |values, rows, numbers, sums| unsafe {
                $module::dots(values, rows, numbers, sums)
            },
        };
    };
}

#[cfg(target_arch = "x86_64")]
compiled_for!(sse41, SSE41, "SSE4.1", "sse4.1,ssse3");
#[cfg(target_arch = "x86_64")]
compiled_for!(avx2, AVX2, "AVX2", "avx2");
#[cfg(target_arch = "x86_64")]
compiled_for!(avx512, AVX512, "AVX-512", "avx512f,avx512bw,avx512vl,avx2");
#[cfg(target_arch = "x86_64")]
compiled_for!(vnni, VNNI, "AVX-512 VNNI", "avx512f,avx512bw,avx512vl,avx512vnni,avx2");

impl Kernels {
    /// Kernels this processor supports, the best first, the plain one last.
    pub fn available() -> Vec<&'static Kernels> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let wide = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx2");
            if wide && is_x86_feature_detected!("avx512vnni") {
                found.push(&VNNI);
            }
            if wide {
                found.push(&AVX512);
            }
            if is_x86_feature_detected!("avx2") {
                found.push(&AVX2);
            }
            if is_x86_feature_detected!("sse4.1") && is_x86_feature_detected!("ssse3") {
                found.push(&SSE41);
            }
        }
        found.push(&PLAIN);
        found
    }

    /// Kernels by [`Kernels::name`].
    ///
    /// # Errors
    /// When this processor does not support them; lists those it does.
    pub fn named(name: &str) -> Result<&'static Kernels, String> {
        let all = Self::available();
        let found = all.iter().copied().find(|kernels| kernels.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|kernels| kernels.name).collect();
            format!(
                "found no kernels “{name}” on this processor, expected one of: {}",
                names.join(", ")
            )
        })
    }

    /// The best kernels for this processor.
    pub fn best() -> &'static Kernels {
        Self::available().first().copied().unwrap_or(&PLAIN)
    }
}

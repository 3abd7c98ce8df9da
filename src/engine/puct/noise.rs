//! Lots cast over the moves of a root, so that games of an engine against itself try what its prior would pass over.

use tabia_chess::SplitMix64;

/// The parameter of the distribution times the number of moves: with 30 moves each lot is drawn with a third, which
/// gives most of the whole to a few moves, another few each time.
const CONCENTRATION: f64 = 10.0;

/// So many shares that add up to 1, by the Dirichlet distribution with the same parameter for each,
/// [`CONCENTRATION`] over their number.
pub(super) fn dirichlet(count: usize, rng: &mut SplitMix64) -> Vec<f32> {
    let shape = CONCENTRATION / count.max(1) as f64;
    let lots: Vec<f64> = (0..count).map(|_| gamma(shape, rng)).collect();
    let sum: f64 = lots.iter().sum();
    // All of them may be too small for a number.
    let even = 1.0 / count.max(1) as f64;
    lots.iter().map(|lot| if sum > 0.0 { lot / sum } else { even } as f32).collect()
}

/// A number by the gamma distribution (Marsaglia, Tsang 2000); of a shape below 1 by way of the next greater.
fn gamma(shape: f64, rng: &mut SplitMix64) -> f64 {
    if shape < 1.0 {
        let lot = 1.0 - rng.unit_f64();
        return gamma(shape + 1.0, rng) * lot.powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        let lot = 1.0 - rng.unit_f64();
        if v > 0.0 && lot.ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A number by the normal distribution (Box, Muller 1958).
fn normal(rng: &mut SplitMix64) -> f64 {
    let (one, other) = (1.0 - rng.unit_f64(), rng.unit_f64());
    (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_has_the_mean_and_the_variance_of_its_shape() {
        for shape in [0.3, 1.0, 2.5] {
            let mut rng = SplitMix64::new(4);
            let lots: Vec<f64> = (0..20_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = lots.iter().sum::<f64>() / 20_000.0;
            let variance = lots.iter().map(|lot| (lot - mean).powi(2)).sum::<f64>() / 20_000.0;
            assert!((mean - shape).abs() < 0.05 * shape.max(0.5), "{shape}: mean {mean}");
            assert!(
                (variance - shape).abs() < 0.1 * shape.max(0.5),
                "{shape}: variance {variance}"
            );
        }
    }

    #[test]
    fn shares_add_up_and_a_few_have_most() {
        let mut rng = SplitMix64::new(1);
        for count in [1, 2, 20, 218] {
            let shares = dirichlet(count, &mut rng);
            assert_eq!(shares.len(), count);
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
        }
        let mut shares = dirichlet(100, &mut rng);
        shares.sort_by(f32::total_cmp);
        assert!(shares[80..].iter().sum::<f32>() > 0.6);
    }
}

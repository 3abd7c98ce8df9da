//! From centipawns to expected scores and the scale between them.

/// The logistic function: an advantage in units of the scale as an expected score, 0 to 1.
#[inline]
pub fn logistic(advantage: f32) -> f32 {
    1.0 / (1.0 + (-advantage).exp())
}

/// The scale at which advantages predict scores best, from pairs of both: an advantage of so much
/// stands for one unit of the logistic function. Infinite where advantages predict nothing.
pub fn fit_scale(pairs: impl Iterator<Item = (f32, f32)>) -> f32 {
    let pairs: Vec<(f32, f32)> = pairs.collect();
    // Searched as a slope, in which the loss is convex: Newton's method, kept from leaping too far.
    let reach = pairs.iter().fold(1e-6_f32, |most, pair| most.max(pair.0.abs()));
    let mut slope = 1.0 / f64::from(reach);
    for _ in 0..60 {
        let (mut first, mut second) = (0.0, 1e-12);
        for &(advantage, score) in &pairs {
            let (advantage, score) = (f64::from(advantage), f64::from(score));
            let expected = 1.0 / (1.0 + (-slope * advantage).exp());
            first += (expected - score) * advantage;
            second += expected * (1.0 - expected) * advantage * advantage;
        }
        let step = (first / second).clamp(-slope, slope / 2.0);
        slope -= step;
        if step.abs() < 1e-6 * slope {
            break;
        }
    }
    (1.0 / slope.max(1e-9)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_that_made_the_scores_is_found() {
        for scale in [0.7_f32, 220.0] {
            let advantages = (-40..=40).map(|step| step as f32 * scale / 10.0);
            let pairs = advantages.map(|advantage| (advantage, logistic(advantage / scale)));
            let found = fit_scale(pairs);
            assert!((found / scale - 1.0).abs() < 1e-3, "{found} for {scale}");
        }
    }
}

//! `AdamW` with a cosine schedule (Loshchilov and Hutter, <https://arxiv.org/abs/1711.05101>), and weights
//! kept within what whole numbers can hold.

use super::model::CLIP;

/// Decay of the mean of the gradient.
const BETA_1: f32 = 0.9;
/// Decay of the mean of its square.
const BETA_2: f32 = 0.999;
/// Keeps the division sound.
const EPSILON: f32 = 1e-8;
/// Share of each weight that is taken off per unit of the rate.
const DECAY: f32 = 0.01;

/// The moments of all weights.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// Mean of the gradient.
    pub mean: Vec<f32>,
    /// Mean of its square.
    pub square: Vec<f32>,
}

impl AdamW {
    /// Of so many weights, without experience.
    pub fn new(count: usize) -> AdamW {
        let zero = vec![0.0; count];
        AdamW { mean: zero.clone(), square: zero }
    }

    /// One step, the `step`th, from 1. The gradient is that of the mean loss.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], step: u64, rate: f32) {
        descend(weights, gradient, [&mut self.mean, &mut self.square], step, rate);
    }
}

/// A step of some weights with their gradient, mean and mean square: each weight by itself, so a list may be done in
/// parts.
pub(super) fn descend(
    weights: &mut [f32],
    gradient: &[f32],
    [mean, square]: [&mut [f32]; 2],
    step: u64,
    rate: f32,
) {
    let power = step.min(1_000_000) as i32;
    let (bias_1, bias_2) = (1.0 - BETA_1.powi(power), 1.0 - BETA_2.powi(power));
    let moments = mean.iter_mut().zip(square);
    for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
        *mean += (slope - *mean) * (1.0 - BETA_1);
        *square += (slope * slope - *square) * (1.0 - BETA_2);
        let way = (*mean / bias_1) / ((*square / bias_2).sqrt() + EPSILON);
        let next = *weight - rate * (way + DECAY * *weight);
        *weight = next.clamp(-CLIP, CLIP);
    }
}

/// The rate at a step of so many: half a cosine from the first to the last.
pub fn cosine(first: f32, last: f32, step: u64, steps: u64) -> f32 {
    let way = (step as f64 / steps.max(1) as f64).min(1.0);
    let height = f64::midpoint(1.0, (std::f64::consts::PI * way).cos());
    last + (first - last) * height as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bowl_is_descended_and_the_walls_hold() {
        let mut weights = vec![1.5; 500];
        let mut adam = AdamW::new(weights.len());
        for step in 1..=2000 {
            let gradient: Vec<f32> = weights.iter().map(|weight| weight - 0.5).collect();
            adam.step(&mut weights, &gradient, step, cosine(1e-2, 1e-4, step, 2000));
        }
        assert!(weights.iter().all(|weight| (weight - 0.5).abs() < 0.02));
        let uphill = vec![-1.0; weights.len()];
        (1..=900).for_each(|step| adam.step(&mut weights, &uphill, step, 1e-2));
        assert!(weights.iter().all(|&weight| weight <= CLIP));
    }

    #[test]
    fn the_rate_falls_from_first_to_last() {
        assert!((cosine(1e-3, 1e-5, 0, 100) - 1e-3).abs() < 1e-9);
        assert!((cosine(1e-3, 1e-5, 100, 100) - 1e-5).abs() < 1e-9);
        assert!((cosine(1e-3, 0.0, 50, 100) - 5e-4).abs() < 1e-8);
    }
}

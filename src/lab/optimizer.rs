//! `AdamW` (Kingma and Ba, <https://arxiv.org/abs/1412.6980>; Loshchilov and Hutter,
//! <https://arxiv.org/abs/1711.05101>) and the cosine schedule: used to train all networks and the evaluation.

/// Decay of the mean of the gradient.
const BETA_1: f32 = 0.9;
/// Decay of the mean of its square.
const BETA_2: f32 = 0.999;

/// The parameters of the optimizer.
#[derive(Clone, Copy, Debug)]
pub struct AdamW {
    /// Weight decay per unit of the rate.
    pub decay: f32,
    /// Avoids division by zero; small compared with relevant gradients.
    pub epsilon: f32,
    /// Weights are clamped to plus or minus this.
    pub limit: f32,
    /// A weight with a zero gradient does not move, whatever its moments: it is frozen, or no sample used it.
    pub skip_zero: bool,
}

/// The moments of all weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments {
    /// Mean of the gradient.
    pub mean: Vec<f32>,
    /// Mean of its square.
    pub square: Vec<f32>,
}

impl Moments {
    /// The moments of this many weights before the first step.
    pub fn new(count: usize) -> Moments {
        Moments { mean: vec![0.0; count], square: vec![0.0; count] }
    }
}

impl AdamW {
    /// One step, the `step`th, from 1. The gradient is that of the mean loss.
    pub fn step(
        &self,
        weights: &mut [f32],
        gradient: &[f32],
        moments: &mut Moments,
        step: u64,
        rate: f32,
    ) {
        let Moments { mean, square } = moments;
        self.descend(weights, gradient, [mean, square], step, rate);
    }

    /// A step of some weights with their gradient, mean and mean square. Weights are independent, so a list may be
    /// processed in parts.
    pub fn descend(
        &self,
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
            if self.skip_zero && slope == 0.0 {
                continue;
            }
            *mean += (slope - *mean) * (1.0 - BETA_1);
            *square += (slope * slope - *square) * (1.0 - BETA_2);
            let way = (*mean / bias_1) / ((*square / bias_2).sqrt() + self.epsilon);
            let next = *weight - rate * (way + self.decay * *weight);
            *weight = next.clamp(-self.limit, self.limit);
        }
    }
}

/// The rate at a step: half a cosine from the first step to the last.
pub fn cosine(first: f32, last: f32, step: u64, steps: u64) -> f32 {
    let way = (step as f64 / steps.max(1) as f64).min(1.0);
    let height = f64::midpoint(1.0, (std::f64::consts::PI * way).cos());
    last + (first - last) * height as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITED: AdamW = AdamW { decay: 0.01, epsilon: 1e-8, limit: 1.98, skip_zero: false };

    #[test]
    fn a_bowl_is_descended_and_the_walls_hold() {
        let mut weights = vec![1.5; 500];
        let mut moments = Moments::new(weights.len());
        for step in 1..=2000 {
            let gradient: Vec<f32> = weights.iter().map(|weight| weight - 0.5).collect();
            let rate = cosine(1e-2, 1e-4, step, 2000);
            LIMITED.step(&mut weights, &gradient, &mut moments, step, rate);
        }
        assert!(weights.iter().all(|weight| (weight - 0.5).abs() < 0.02));
        let uphill = vec![-1.0; weights.len()];
        for step in 1..=900 {
            LIMITED.step(&mut weights, &uphill, &mut moments, step, 1e-2);
        }
        assert!(weights.iter().all(|&weight| weight <= LIMITED.limit));
    }

    #[test]
    fn gradients_of_any_size_find_the_minimum_and_a_zero_gradient_moves_nothing() {
        let adam = AdamW { decay: 0.0, epsilon: 1e-10, limit: f32::INFINITY, skip_zero: true };
        let (mut weights, mut moments) = (vec![50.0, -20.0, 8.0], Moments::new(3));
        for step in 1..=2000 {
            // The last weight moves once and is then frozen, whatever its moments.
            let held = if step == 1 { 1.0 } else { 0.0 };
            let slopes = [weights[0] - 3.0, 0.01 * (weights[1] - 7.0), held];
            let rate = if step < 1500 { 0.5 } else { 0.01 };
            adam.step(&mut weights, &slopes, &mut moments, step, rate);
        }
        assert!((weights[0] - 3.0).abs() < 0.1 && (weights[1] - 7.0).abs() < 0.1, "{weights:?}");
        assert!((weights[2] - 7.5).abs() < 1e-3, "{weights:?}");
    }

    #[test]
    fn the_rate_falls_from_first_to_last() {
        assert!((cosine(1e-3, 1e-5, 0, 100) - 1e-3).abs() < 1e-9);
        assert!((cosine(1e-3, 1e-5, 100, 100) - 1e-5).abs() < 1e-9);
        assert!((cosine(1e-3, 0.0, 50, 100) - 5e-4).abs() < 1e-8);
    }
}

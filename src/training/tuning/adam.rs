//! Adam: gradient descent in which every weight finds its own step (Kingma and Ba 2014,
//! <https://arxiv.org/abs/1412.6980>, with the constants given there).

/// How long the mean gradient is remembered.
const BETA_1: f32 = 0.9;
/// How long the mean square is.
const BETA_2: f32 = 0.999;

/// The memory of the descent: middlegame and endgame value of each weight.
#[derive(Debug)]
pub(super) struct Adam {
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(count: usize) -> Adam {
        Adam { mean: vec![[0.0; 2]; count], square: vec![[0.0; 2]; count], steps: 0 }
    }

    /// Moves the weights against the gradient, each by about `rate`.
    pub(super) fn step(&mut self, weights: &mut [[f32; 2]], gradient: &[[f32; 2]], rate: f32) {
        self.steps += 1;
        let of_mean = 1.0 - BETA_1.powi(self.steps);
        let of_square = 1.0 - BETA_2.powi(self.steps);
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(memory) {
            for half in 0..2 {
                let slope = slope[half];
                // Held, or not used by any position: what was learnt before must not carry it on.
                if slope == 0.0 {
                    continue;
                }
                mean[half] += (1.0 - BETA_1) * (slope - mean[half]);
                square[half] += (1.0 - BETA_2) * (slope * slope - square[half]);
                let length = (square[half] / of_square).sqrt() + 1e-10;
                weight[half] -= rate * (mean[half] / of_mean) / length;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let mut weights = vec![[50.0, -20.0]];
        let mut adam = Adam::new(1);
        for step in 0..2000 {
            let slope = [weights[0][0] - 3.0, 0.01 * (weights[0][1] - 7.0)];
            adam.step(&mut weights, &[slope], if step < 1500 { 0.5 } else { 0.01 });
        }
        assert!(
            (weights[0][0] - 3.0).abs() < 0.1 && (weights[0][1] - 7.0).abs() < 0.1,
            "{weights:?}"
        );
    }
}

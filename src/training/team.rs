//! The threads of a training. They live as long as it does, and each learns from its part of every batch.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};

use crate::data::sample::Sample;

use super::model::{self, Shape, Target, Weights};

/// The caller's thread and its helpers.
pub(super) struct Team<'a> {
    samples: &'a [Sample],
    helpers: Vec<Helper>,
    /// Of the caller's own part, and then of all.
    gradient: Weights,
}

/// A part of a batch: which samples, and where their gradient goes.
struct Job {
    weights: Arc<Weights>,
    part: Vec<u32>,
    gradient: Weights,
    target: Target,
}

struct Helper {
    jobs: Sender<Job>,
    done: Receiver<(Weights, f64)>,
    /// Between two batches.
    gradient: Option<Weights>,
}

/// Does some work with a team of so many threads, the caller's counted.
///
/// # Errors
/// When a thread does not start.
pub(super) fn with_team<R>(
    samples: &[Sample],
    shape: Shape,
    threads: usize,
    work: impl FnOnce(&mut Team<'_>) -> R,
) -> io::Result<R> {
    std::thread::scope(|scope| {
        let helpers = (1..threads).map(|_| Helper::start(scope, samples, shape));
        let helpers = helpers.collect::<io::Result<Vec<Helper>>>()?;
        // Helpers end when the team is gone.
        Ok(work(&mut Team { samples, helpers, gradient: Weights::zero(shape) }))
    })
}

impl Team<'_> {
    /// The gradient of the mean loss of these samples, and the mean loss. The parts are added up in the
    /// order of the threads, so that the same number of threads gives the same sum.
    pub(super) fn learn(
        &mut self,
        weights: &Arc<Weights>,
        order: &[u32],
        target: Target,
    ) -> (&[f32], f64) {
        let mut parts = order.chunks(order.len().div_ceil(self.helpers.len() + 1).max(1));
        let first = parts.next().unwrap_or_default();
        for (helper, part) in self.helpers.iter_mut().zip(parts) {
            helper.give(weights, part, target);
        }
        let mut loss = learn(weights, &mut self.gradient, self.samples, first, target);
        for helper in &mut self.helpers {
            if let Some((gradient, part)) = helper.take() {
                let sum = self.gradient.all.iter_mut().zip(&gradient.all);
                sum.for_each(|(sum, slope)| *sum += slope);
                loss += part;
                helper.gradient = Some(gradient);
            }
        }
        let mean = 1.0 / order.len().max(1) as f32;
        self.gradient.all.iter_mut().for_each(|slope| *slope *= mean);
        (&self.gradient.all, loss * f64::from(mean))
    }
}

impl Helper {
    fn start<'scope, 'env: 'scope>(
        scope: &'scope Scope<'scope, 'env>,
        samples: &'env [Sample],
        shape: Shape,
    ) -> io::Result<Helper> {
        let (jobs, to_do) = channel::<Job>();
        let (give, done) = channel();
        Builder::new().name("training".into()).spawn_scoped(scope, move || {
            for Job { weights, part, mut gradient, target } in to_do {
                let loss = learn(&weights, &mut gradient, samples, &part, target);
                // The weights are free to move once nobody reads them.
                drop(weights);
                if give.send((gradient, loss)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Helper { jobs, done, gradient: Some(Weights::zero(shape)) })
    }

    /// Hands out a part of a batch.
    fn give(&mut self, weights: &Arc<Weights>, part: &[u32], target: Target) {
        if let Some(gradient) = self.gradient.take() {
            let job = Job { weights: weights.clone(), part: part.to_vec(), gradient, target };
            // A helper that is gone has panicked, and its panic goes on where the team ends.
            let _ = self.jobs.send(job);
        }
    }

    /// What has become of the part; `None` if there was none.
    fn take(&mut self) -> Option<(Weights, f64)> {
        if self.gradient.is_some() { None } else { self.done.recv().ok() }
    }
}

/// Sum of the gradients of some samples, and of their losses.
fn learn(
    weights: &Weights,
    gradient: &mut Weights,
    samples: &[Sample],
    part: &[u32],
    target: Target,
) -> f64 {
    gradient.all.fill(0.0);
    let batch: Vec<Sample> = part.iter().map(|&at| samples[at as usize]).collect();
    model::learn(weights, gradient, &batch, target)
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::samples;
    use super::*;

    #[test]
    fn a_team_of_any_size_finds_the_same_gradient() {
        let (samples, shape) = (samples(500, 3), Shape { width: 32, buckets: 8 });
        let weights = Arc::new(Weights::random(shape, 1));
        let target = Target { scale: 300.0, result_share: 0.2 };
        let order: Vec<u32> = (0..401).rev().collect();
        let found = |threads| {
            with_team(&samples, shape, threads, |team| {
                // A batch too small for all of them comes between.
                team.learn(&weights, &order[..2], target);
                let (gradient, loss) = team.learn(&weights, &order, target);
                (gradient.to_vec(), loss)
            })
            .unwrap()
        };
        let (alone, loss) = found(1);
        assert!(alone.iter().any(|slope| slope.abs() > 1e-4));
        for threads in [2, 3, 5] {
            let (gradient, sum) = found(threads);
            assert!((sum - loss).abs() < 1e-9, "{threads}");
            let far = gradient.iter().zip(&alone).map(|(a, b)| (a - b).abs());
            assert!(far.fold(0.0, f32::max) < 1e-5, "{threads}");
            assert_eq!((gradient, sum), found(threads));
        }
    }
}

//! A mean and how far it can be trusted.

use serde::{Deserialize, Serialize};

/// The mean of repeated measurements with its 95 % confidence interval (Student's t), and the extremes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Mean.
    pub mean: f64,
    /// Lower end of the interval; the mean itself while there is one measurement only.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The smallest measurement.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

/// Two-sided 95 % quantiles of Student's t for 1 to 10 degrees of freedom.
const T: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

impl Spread {
    /// Of these measurements; `None` of none.
    pub fn of(values: &[f64]) -> Option<Spread> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let freedom = count - 1;
        let half = if freedom == 0 {
            0.0
        } else {
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            let error = (squares / freedom as f64 / count as f64).sqrt();
            // Beyond the table within 0.3 % of the quantile.
            let t = T.get(freedom - 1).copied().unwrap_or(1.96 + 2.66 / freedom as f64);
            t * error
        };
        let min = values.iter().copied().fold(f64::INFINITY, f64::min);
        let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Some(Spread { mean, low: mean - half, high: mean + half, min, max })
    }

    /// Of the ratios of paired measurements.
    pub fn of_ratios(values: &[f64], by: &[f64]) -> Option<Spread> {
        let ratios: Vec<f64> = values.iter().zip(by).map(|(value, by)| value / by).collect();
        Spread::of(&ratios)
    }
}

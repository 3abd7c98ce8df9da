//! The fit of a generation: what its games and those of the generations just before say, and older moves besides.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::data::error::DataError;
use crate::data::visits::{self, VisitGame};
use crate::policy::lessons::{Lessons as _, MixedLessons};
use crate::policy::sample::PolicySample;
use crate::policy::trainer;
use tabia_chess::SplitMix64;
use tabia_games::regular_file;

use super::settings::Settings;

/// One game of so many is held out, to judge by.
const HELD_OUT_OF: usize = 50;
/// Reports of a fit.
const REPORTS: u64 = 8;
/// Largest curve that is read, bytes.
const MOST_CURVE_BYTES: u64 = 1 << 26;

/// What is learnt from, and what is held out.
#[derive(Debug, Default)]
pub(super) struct Material {
    pub(super) training: MixedLessons,
    pub(super) held_out: MixedLessons,
}

impl Material {
    /// Of the games of these files, and as many old moves as the settings ask for, others for each generation.
    ///
    /// # Errors
    /// When a file is damaged.
    pub(super) fn read(
        files: &[PathBuf],
        old: &[PolicySample],
        settings: &Settings,
        generation: u32,
    ) -> Result<Material, DataError> {
        let mut material = Material::default();
        let mut number = 0;
        for file in files {
            for game in visits::read_file(file)? {
                material.add(&game, number);
                number += 1;
            }
        }
        let wanted = (material.training.searched() as f64 * settings.fit.old_share) as usize;
        let mut rng =
            SplitMix64::new(settings.seed ^ SplitMix64::new(u64::from(generation)).next_u64());
        if !old.is_empty() {
            let lots = (0..wanted.min(old.len())).map(|_| old[rng.below(old.len())]);
            material.training.old = lots.collect();
        }
        Ok(material)
    }

    fn add(&mut self, game: &VisitGame, number: usize) {
        let held_out = number % HELD_OUT_OF == HELD_OUT_OF - 1;
        if held_out { &mut self.held_out } else { &mut self.training }.add(game);
    }

    /// The settings of the training with this material.
    pub(super) fn training_settings(
        &self,
        settings: &Settings,
        width: usize,
        generation: u32,
    ) -> trainer::Settings {
        let (fit, samples) = (&settings.fit, self.training.count());
        let batch = fit.batch.min(samples.max(1));
        let steps = ((fit.passes * samples as f64 / batch as f64).round() as u64).max(1);
        trainer::Settings {
            width,
            batch,
            steps,
            report_every: (steps / REPORTS).max(1),
            rate: fit.rate,
            last_rate: fit.last_rate,
            smoothing: fit.smoothing,
            result_share: fit.result_share,
            seed: settings.seed ^ u64::from(generation),
            samples,
        }
    }
}

/// The last line of a training's curve, by the names of its head; empty where there is none.
pub(super) fn last_report(folder: &Path) -> BTreeMap<String, f64> {
    let bytes = regular_file::read(&folder.join("curve.csv"), MOST_CURVE_BYTES).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let (head, last) = (text.lines().next().unwrap_or(""), text.lines().last().unwrap_or(""));
    let values = last.split(',').map(|value| value.parse::<f64>().ok());
    head.split(',')
        .zip(values)
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect()
}

//! The sounds themselves, computed: nothing is recorded. Wood is a handful of damped sines with a breath of noise at
//! the touch, a bell is a tone with two overtones.

use std::f32::consts::TAU;

use tabia_app::window::sounds::Sound;

/// Samples a second.
pub(super) const RATE: u32 = 22_050;

/// How a knock on wood rings: frequency in Hz, strength, time in which it falls to a third in seconds.
const WOOD: [(f32, f32, f32); 5] = [
    (185.0, 0.9, 0.034),
    (430.0, 1.0, 0.026),
    (960.0, 0.6, 0.016),
    (1_900.0, 0.3, 0.009),
    (3_300.0, 0.15, 0.005),
];
/// Overtones of a bell: multiple of its tone, strength.
const BELL: [(f32, f32); 3] = [(1.0, 1.0), (2.0, 0.35), (3.01, 0.12)];
/// The touch of wood on wood: strength of the noise and the time in which it falls to a third, seconds.
const TOUCH: (f32, f32) = (0.35, 0.0025);
/// A beginning and an end without a click, seconds.
const EDGE: f32 = 0.0015;

/// A sound in the making.
struct Take(Vec<f32>);

impl Take {
    fn new(seconds: f32) -> Take {
        Take(vec![0.0; (seconds * RATE as f32) as usize])
    }

    /// Adds what rings from this moment on: `wave` is told the seconds since.
    fn ring(&mut self, at: f32, wave: impl Fn(f32) -> f32) {
        let first = (at * RATE as f32) as usize;
        for (i, sample) in self.0.iter_mut().skip(first).enumerate() {
            let t = i as f32 / RATE as f32;
            *sample += wave(t) * (t / EDGE).min(1.0);
        }
    }

    /// A piece set down; `pitch` 1 is a usual one, more is smaller.
    fn knock(mut self, at: f32, strength: f32, pitch: f32) -> Take {
        for (hertz, part, fall) in WOOD {
            let fall = fall / pitch.sqrt();
            self.ring(at, |t| {
                strength * part * (TAU * hertz * pitch * t).sin() * (-t / fall).exp()
            });
        }
        self.ring(at, |t| strength * TOUCH.0 * noise(t) * (-t / TOUCH.1).exp());
        self
    }

    /// A bell; `fall` is the time in which it falls to a third, seconds.
    fn bell(mut self, at: f32, strength: f32, hertz: f32, fall: f32) -> Take {
        for (times, part) in BELL {
            let fall = fall / times.sqrt();
            self.ring(at, |t| {
                strength * part * (TAU * hertz * times * t).sin() * (-t / fall).exp()
            });
        }
        self
    }

    /// The samples, the highest as high as this, 1 being as high as can be.
    fn at(mut self, peak: f32) -> Vec<i16> {
        let highest = self.0.iter().fold(1e-6_f32, |high, sample| high.max(sample.abs()));
        let (gain, length) = (peak / highest, self.0.len());
        let edge = 4.0 * EDGE * RATE as f32;
        for (i, sample) in self.0.iter_mut().enumerate() {
            let to_end = (length - i) as f32;
            *sample *= gain * (to_end / edge).min(1.0);
        }
        self.0.into_iter().map(|sample| (sample * f32::from(i16::MAX)) as i16).collect()
    }
}

/// Noise from -1 to 1 that is the same in every run.
fn noise(t: f32) -> f32 {
    let mut bits = ((t * RATE as f32).round() as u32).wrapping_mul(0x9e37_79b9) ^ 0x5bd1_e995;
    for shift in [15, 13, 16] {
        bits = (bits ^ (bits >> shift)).wrapping_mul(0x85eb_ca6b);
    }
    bits as f32 / u32::MAX as f32 * 2.0 - 1.0
}

/// A sound, this loud, per cent.
pub(super) fn samples(sound: Sound, volume: u32) -> Vec<i16> {
    // Ears hear the square of it as half.
    let loud = (volume.min(100) as f32 / 100.0).powi(2);
    match sound {
        Sound::Premove => Take::new(0.08).knock(0.0, 1.0, 1.7).at(0.3 * loud),
        Sound::Move => Take::new(0.18).knock(0.0, 1.0, 1.0).at(0.62 * loud),
        Sound::Capture => {
            Take::new(0.24).knock(0.0, 0.7, 1.45).knock(0.05, 1.0, 0.84).at(0.78 * loud)
        }
        Sound::Castle => {
            Take::new(0.30).knock(0.0, 0.9, 0.95).knock(0.12, 1.0, 1.1).at(0.62 * loud)
        }
        Sound::Promotion => Take::new(0.60)
            .knock(0.0, 1.0, 1.0)
            .bell(0.06, 0.45, 523.3, 0.10)
            .bell(0.15, 0.45, 659.3, 0.10)
            .bell(0.24, 0.55, 784.0, 0.14)
            .at(0.6 * loud),
        Sound::Check => {
            Take::new(0.40).knock(0.0, 1.0, 1.0).bell(0.02, 0.6, 880.0, 0.09).at(0.68 * loud)
        }
        Sound::LowTime => Take::new(0.36)
            .bell(0.0, 1.0, 1_175.0, 0.035)
            .bell(0.17, 1.0, 1_175.0, 0.035)
            .at(0.45 * loud),
        Sound::End => Take::new(0.95)
            .bell(0.0, 0.8, 392.0, 0.20)
            .bell(0.16, 0.8, 329.6, 0.20)
            .bell(0.32, 1.0, 261.6, 0.26)
            .at(0.55 * loud),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peak(samples: &[i16]) -> i32 {
        samples.iter().map(|&sample| i32::from(sample).abs()).max().unwrap_or(0)
    }

    #[test]
    fn every_sound_is_short_and_loud_enough_and_begins_and_ends_in_silence() {
        for sound in Sound::ALL {
            let samples = samples(sound, 100);
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((0.05..1.0).contains(&seconds), "{sound:?}: {seconds} s");
            assert!((9_000..28_000).contains(&peak(&samples)), "{sound:?}: {}", peak(&samples));
            let (first, last) = (&samples[..1], &samples[samples.len() - 3..]);
            assert!(peak(first) < 400 && peak(last) < 400, "{sound:?}: {first:?} {last:?}");
            let middle: i64 = samples.iter().map(|&sample| i64::from(sample)).sum();
            assert!((middle / samples.len() as i64).abs() < 200, "{sound:?} leans: {middle}");
        }
    }

    #[test]
    fn no_sound_is_like_another_and_each_is_the_same_every_time() {
        for (i, &a) in Sound::ALL.iter().enumerate() {
            assert_eq!(samples(a, 80), samples(a, 80));
            for &b in &Sound::ALL[i + 1..] {
                assert_ne!(samples(a, 80), samples(b, 80), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn volume_goes_from_nothing_to_all_and_no_further() {
        let heights = [0, 10, 50, 100].map(|volume| peak(&samples(Sound::Move, volume)));
        assert_eq!(heights[0], 0);
        assert!(heights.is_sorted_by(|a, b| a < b), "{heights:?}");
        assert_eq!(samples(Sound::Move, u32::MAX), samples(Sound::Move, 100));
    }

    #[test]
    fn time_that_runs_out_is_told_by_two_strokes() {
        let samples = samples(Sound::LowTime, 100);
        let part = |from: f32, to: f32| {
            let at = |seconds: f32| (seconds * RATE as f32) as usize;
            peak(&samples[at(from)..at(to)])
        };
        assert!(part(0.0, 0.05) > 3 * part(0.12, 0.17), "it falls silent between");
        assert!(part(0.17, 0.22) > 3 * part(0.12, 0.17), "and sounds again");
    }
}

//! The thread that plays sounds. A computer without a device, or with a busy one, stays silent: nothing is reported and
//! nothing waits for it. A sound that arrives while another is played is dropped.
//!
//! On Linux the device is ALSA's default one, through a library loaded when the first sound is played (`alsa`); nothing
//! is linked. Other systems are silent: Windows would need `waveOutWrite` of winmm, macOS an audio queue of
//! `AudioToolbox`, behind the same [`Device`].

#[cfg(target_os = "linux")]
mod alsa;

use std::f32::consts::TAU;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use tabia_app::window::sounds::Sound;

/// Capacity of the queue of sounds: one after the one being played.
const ROOM: usize = 1;
/// A sound that could not be started for this long is out of date.
const STALE: Duration = Duration::from_millis(250);
/// The device is closed after this long without a sound: other programs may need exclusive access to it.
const IDLE: Duration = Duration::from_secs(3);
/// A device that failed is not tried again for this long.
const LEFT_ALONE: Duration = Duration::from_secs(5);

/// Something that samples can be played on.
trait Device {
    /// Plays samples of [`RATE`] and returns when they are played. Opens the device if need be.
    ///
    /// # Errors
    /// If it is missing, busy or broken.
    fn play(&mut self, samples: &[i16]) -> Result<(), Silent>;

    /// Closes the device.
    fn close(&mut self);
}

/// Why nothing is heard is not reported.
#[derive(Debug)]
struct Silent;

/// A sound to be played.
#[derive(Clone, Copy, Debug)]
struct Request {
    sound: Sound,
    /// Per cent.
    volume: u32,
    asked: Instant,
}

/// Handle of the sound thread. The thread starts with the first sound and ends when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct SoundPlayer {
    /// Whether sounds are played: not in tests and screenshots.
    enabled: bool,
    requests: Option<Sender<Request>>,
}

impl SoundPlayer {
    /// A player that plays sounds; the default one does not.
    pub(crate) fn enabled() -> SoundPlayer {
        SoundPlayer { enabled: true, requests: None }
    }

    /// Plays a sound this loud, per cent, if nothing else is being played. Returns at once.
    pub(crate) fn play(&mut self, sound: Sound, volume: u32) {
        if self.enabled && self.requests.is_none() {
            self.requests = begin_with(find);
            self.enabled = self.requests.is_some();
        }
        if let Some(requests) = &self.requests {
            // A full queue means that sounds come faster than they can be played.
            let _ = requests.try_send(Request { sound, volume, asked: Instant::now() });
        }
    }
}

/// The speaker of this computer, if there is one.
#[cfg(target_os = "linux")]
fn find() -> Option<alsa::Speaker> {
    alsa::Speaker::find("default")
}

/// No device is supported on this system.
#[cfg(not(target_os = "linux"))]
fn find() -> Option<NoDevice> {
    None
}

/// A device of an unsupported system.
#[cfg(not(target_os = "linux"))]
enum NoDevice {}

#[cfg(not(target_os = "linux"))]
impl Device for NoDevice {
    fn play(&mut self, _: &[i16]) -> Result<(), Silent> {
        match *self {}
    }

    fn close(&mut self) {
        match *self {}
    }
}

/// Starts the thread with a device that is looked for there.
fn begin_with<D: Device>(
    find: impl FnOnce() -> Option<D> + Send + 'static,
) -> Option<Sender<Request>> {
    let (requests, inbox) = bounded(ROOM);
    let run = move || {
        if let Some(mut device) = find() {
            run(&inbox, &mut device);
        }
    };
    let thread = std::thread::Builder::new().name("sounds".to_owned()).spawn(run);
    thread.is_ok().then_some(requests)
}

/// Plays the requested sounds until the handle is dropped.
fn run(inbox: &Receiver<Request>, device: &mut impl Device) {
    let mut left_alone = None;
    loop {
        let request = match inbox.recv_timeout(IDLE) {
            Ok(request) => request,
            Err(RecvTimeoutError::Timeout) => {
                device.close();
                match inbox.recv() {
                    Ok(request) => request,
                    Err(_) => return,
                }
            }
            Err(RecvTimeoutError::Disconnected) => return device.close(),
        };
        if request.asked.elapsed() > STALE || left_alone.is_some_and(|end| Instant::now() < end) {
            continue;
        }
        if device.play(&samples(request.sound, request.volume)).is_err() {
            device.close();
            left_alone = Some(Instant::now() + LEFT_ALONE);
        }
    }
}

// The sounds themselves, computed: nothing is recorded. A knock on wood is a few damped sines with a little noise at
// the impact, a bell is a tone with two overtones.

/// Samples a second.
const RATE: u32 = 22_050;

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
/// The impact of wood on wood: strength of the noise and the time in which it falls to a third, seconds.
const TOUCH: (f32, f32) = (0.35, 0.0025);
/// Length of the fade at the start and the end, which avoids clicks, seconds.
const EDGE: f32 = 0.0015;

/// A sound being composed.
struct Take(Vec<f32>);

impl Take {
    fn new(seconds: f32) -> Take {
        Take(vec![0.0; (seconds * RATE as f32) as usize])
    }

    /// Adds a sound that starts at `at`: `wave` gets the seconds since then.
    fn ring(&mut self, at: f32, wave: impl Fn(f32) -> f32) {
        let first = (at * RATE as f32) as usize;
        for (i, sample) in self.0.iter_mut().skip(first).enumerate() {
            let t = i as f32 / RATE as f32;
            *sample += wave(t) * (t / EDGE).min(1.0);
        }
    }

    /// A piece set down; `pitch` 1 is a normal one, higher is a smaller piece.
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

    /// The samples, scaled to this peak; 1 is full scale.
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

/// The samples of a sound at this volume, per cent.
fn samples(sound: Sound, volume: u32) -> Vec<i16> {
    // Perceived loudness: the amplitude is the square of the volume.
    let loud = (volume.min(100) as f32 / 100.0).powi(2);
    match sound {
        Sound::Tick => Take::new(0.06).knock(0.0, 1.0, 2.6).at(0.3 * loud),
        // Low and dull: a piece that is pushed against another.
        Sound::Illegal => {
            Take::new(0.16).knock(0.0, 1.0, 0.55).knock(0.06, 0.7, 0.5).at(0.32 * loud)
        }
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
    use std::sync::{Arc, Mutex};

    /// A device that takes its time, or fails.
    #[derive(Clone, Default)]
    struct Slow {
        takes: Duration,
        fails: bool,
        calls: Arc<Mutex<Vec<&'static str>>>,
    }

    impl Device for Slow {
        fn play(&mut self, samples: &[i16]) -> Result<(), Silent> {
            assert!(!samples.is_empty());
            self.calls.lock().unwrap().push("play");
            std::thread::sleep(self.takes);
            if self.fails { Err(Silent) } else { Ok(()) }
        }

        fn close(&mut self) {
            self.calls.lock().unwrap().push("close");
        }
    }

    fn player_on(device: &Slow) -> SoundPlayer {
        let device = device.clone();
        SoundPlayer { enabled: true, requests: begin_with(|| Some(device)) }
    }

    fn wait_for(device: &Slow, calls: &[&str]) {
        for _ in 0..400 {
            if *device.calls.lock().unwrap() == calls {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{:?}, not {calls:?}", device.calls.lock().unwrap());
    }

    #[test]
    fn a_busy_device_holds_nobody_up_and_what_comes_too_late_is_left_out() {
        let device = Slow { takes: Duration::from_millis(600), ..Slow::default() };
        let mut player = player_on(&device);
        player.play(Sound::Move, 50);
        wait_for(&device, &["play"]);
        for _ in 0..1000 {
            player.play(Sound::Capture, 50);
        }
        assert_eq!(*device.calls.lock().unwrap(), ["play"], "no request waited for the device");
        std::thread::sleep(Duration::from_millis(700));
        player.play(Sound::Check, 50);
        wait_for(&device, &["play", "play"]);
        drop(player);
        wait_for(&device, &["play", "play", "close"]);
    }

    #[test]
    fn a_device_that_fails_is_left_alone() {
        let device = Slow { fails: true, ..Slow::default() };
        let mut player = player_on(&device);
        for _ in 0..5 {
            player.play(Sound::Move, 100);
            std::thread::sleep(Duration::from_millis(20));
        }
        wait_for(&device, &["play", "close"]);
    }

    #[test]
    fn a_disabled_player_and_one_without_a_device_are_silent() {
        let mut player = SoundPlayer::default();
        player.play(Sound::End, 100);
        assert!(player.requests.is_none(), "no thread");
        let mut player = SoundPlayer { enabled: true, requests: begin_with(|| None::<Slow>) };
        for sound in Sound::ALL {
            player.play(sound, 100);
        }
    }
}

#[cfg(test)]
mod synth_tests {
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
    fn low_time_is_announced_by_two_strokes() {
        let samples = samples(Sound::LowTime, 100);
        let part = |from: f32, to: f32| {
            let at = |seconds: f32| (seconds * RATE as f32) as usize;
            peak(&samples[at(from)..at(to)])
        };
        assert!(part(0.0, 0.05) > 3 * part(0.12, 0.17), "it falls silent between");
        assert!(part(0.17, 0.22) > 3 * part(0.12, 0.17), "and sounds again");
    }
}

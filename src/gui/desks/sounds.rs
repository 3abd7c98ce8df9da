//! The thread that plays sounds. A computer without a device, or with one that is busy, is a silent computer: nothing
//! is said about it and nothing waits for it. What comes while a sound is still played is left out.
//!
//! On Linux the device is ALSA's default one, by a library that is looked for when the first sound is played
//! (`alsa`); nothing is linked. Other systems are silent: Windows would need `waveOutWrite` of winmm, macOS an
//! audio queue of `AudioToolbox`, behind the same [`Device`].

#[cfg(target_os = "linux")]
mod alsa;
mod synth;

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use tabia_app::window::sounds::Sound;

/// Sounds that may wait: the one after the one that is played.
const ROOM: usize = 1;
/// A sound that could not be begun for so long belongs to something that is over.
const STALE: Duration = Duration::from_millis(250);
/// The device is given back when nothing is played for so long: others may need it for themselves.
const IDLE: Duration = Duration::from_secs(3);
/// A device that failed is left alone for so long.
const LEFT_ALONE: Duration = Duration::from_secs(5);

/// Something that samples can be played on.
trait Device {
    /// Plays samples of [`synth::RATE`] and returns when they are played. Opens the device if need be.
    ///
    /// # Errors
    /// If it is missing, busy or broken.
    fn play(&mut self, samples: &[i16]) -> Result<(), Silent>;

    /// Gives the device back.
    fn close(&mut self);
}

/// Why nothing is heard is nobody's concern.
#[derive(Debug)]
struct Silent;

/// A sound to be played.
#[derive(Clone, Copy, Debug)]
struct Order {
    sound: Sound,
    /// Per cent.
    volume: u32,
    asked: Instant,
}

/// The desk of that thread. The thread begins with the first sound and ends when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct SoundDesk {
    /// Whether anything is to be heard: not in tests and pictures.
    heard: bool,
    orders: Option<Sender<Order>>,
}

impl SoundDesk {
    /// A desk that can be heard; the default one cannot.
    pub(crate) fn heard() -> SoundDesk {
        SoundDesk { heard: true, orders: None }
    }

    /// Plays a sound this loud, per cent, if nothing else is being played. Returns at once.
    pub(crate) fn play(&mut self, sound: Sound, volume: u32) {
        if self.heard && self.orders.is_none() {
            self.orders = begin_with(find);
            self.heard = self.orders.is_some();
        }
        if let Some(orders) = &self.orders {
            // No room means that sounds come faster than they can be played.
            let _ = orders.try_send(Order { sound, volume, asked: Instant::now() });
        }
    }
}

/// The speaker of this computer, if there is one.
#[cfg(target_os = "linux")]
fn find() -> Option<alsa::Speaker> {
    alsa::Speaker::find("default")
}

/// Nothing to play on is known here.
#[cfg(not(target_os = "linux"))]
fn find() -> Option<NoDevice> {
    None
}

/// A device of a system for which none was written.
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

/// Starts the thread on a device that is looked for there.
fn begin_with<D: Device>(
    find: impl FnOnce() -> Option<D> + Send + 'static,
) -> Option<Sender<Order>> {
    let (orders, inbox) = bounded(ROOM);
    let attend = move || {
        if let Some(mut device) = find() {
            attend(&inbox, &mut device);
        }
    };
    let thread = std::thread::Builder::new().name("sounds".to_owned()).spawn(attend);
    thread.is_ok().then_some(orders)
}

/// Plays what is asked for until nobody can ask any more.
fn attend(inbox: &Receiver<Order>, device: &mut impl Device) {
    let mut left_alone = None;
    loop {
        let order = match inbox.recv_timeout(IDLE) {
            Ok(order) => order,
            Err(RecvTimeoutError::Timeout) => {
                device.close();
                match inbox.recv() {
                    Ok(order) => order,
                    Err(_) => return,
                }
            }
            Err(RecvTimeoutError::Disconnected) => return device.close(),
        };
        if order.asked.elapsed() > STALE || left_alone.is_some_and(|end| Instant::now() < end) {
            continue;
        }
        if device.play(&synth::samples(order.sound, order.volume)).is_err() {
            device.close();
            left_alone = Some(Instant::now() + LEFT_ALONE);
        }
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

    fn desk_on(device: &Slow) -> SoundDesk {
        let device = device.clone();
        SoundDesk { heard: true, orders: begin_with(|| Some(device)) }
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
        let mut desk = desk_on(&device);
        desk.play(Sound::Move, 50);
        wait_for(&device, &["play"]);
        let began = Instant::now();
        for _ in 0..1000 {
            desk.play(Sound::Capture, 50);
        }
        assert!(began.elapsed() < Duration::from_millis(300), "{:?}", began.elapsed());
        std::thread::sleep(Duration::from_millis(700));
        desk.play(Sound::Check, 50);
        wait_for(&device, &["play", "play"]);
        drop(desk);
        wait_for(&device, &["play", "play", "close"]);
    }

    #[test]
    fn a_device_that_fails_is_left_alone() {
        let device = Slow { fails: true, ..Slow::default() };
        let mut desk = desk_on(&device);
        for _ in 0..5 {
            desk.play(Sound::Move, 100);
            std::thread::sleep(Duration::from_millis(20));
        }
        wait_for(&device, &["play", "close"]);
    }

    #[test]
    fn a_desk_nobody_hears_and_one_without_a_device_are_silent() {
        let mut desk = SoundDesk::default();
        desk.play(Sound::End, 100);
        assert!(desk.orders.is_none(), "no thread");
        let mut desk = SoundDesk { heard: true, orders: begin_with(|| None::<Slow>) };
        for sound in Sound::ALL {
            desk.play(sound, 100);
        }
    }
}

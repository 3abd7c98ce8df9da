//! ALSA's library, loaded at run time.

#![expect(
    unsafe_code,
    reason = "functions of a library that is found at run time are called through pointers"
)]

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::ptr;

use libloading::Library;

use super::RATE;
use super::{Device, Silent};

/// `snd_pcm_t *`.
type Pcm = *mut c_void;
/// `snd_lib_error_set_handler`.
type SetHandler = unsafe extern "C" fn(Option<unsafe extern "C" fn()>) -> c_int;

/// Names and numbers of `alsa/pcm.h`.
const PLAYBACK: c_int = 0;
const NONBLOCK: c_int = 1;
const FORMAT_S16_LE: c_int = 2;
const ACCESS_RW_INTERLEAVED: c_int = 3;
/// Size of the device's buffer, microseconds.
const LATENCY_US: c_uint = 60_000;
/// Maximum number of recoveries of a device within one sound.
const MAX_RECOVERIES: u32 = 3;

/// The functions used, with the types of `alsa/pcm.h`.
struct Functions {
    open: unsafe extern "C" fn(*mut Pcm, *const c_char, c_int, c_int) -> c_int,
    nonblock: unsafe extern "C" fn(Pcm, c_int) -> c_int,
    set_params: unsafe extern "C" fn(Pcm, c_int, c_int, c_uint, c_uint, c_int, c_uint) -> c_int,
    prepare: unsafe extern "C" fn(Pcm) -> c_int,
    writei: unsafe extern "C" fn(Pcm, *const c_void, c_ulong) -> c_long,
    recover: unsafe extern "C" fn(Pcm, c_int, c_int) -> c_int,
    drain: unsafe extern "C" fn(Pcm) -> c_int,
    close: unsafe extern "C" fn(Pcm) -> c_int,
    /// Keeps the functions valid.
    _library: Library,
}

/// Called by the library with its messages, instead of printing them.
unsafe extern "C" fn say_nothing() {}

impl Functions {
    fn load() -> Option<Functions> {
        // SAFETY: the library runs no code on being loaded that could be unsound. The types are those of its header;
        // its error handler is called with more arguments than `say_nothing` takes, which C's calling convention on
        // Linux allows, as the caller clears the stack.
        unsafe {
            let library = Library::new("libasound.so.2").ok()?;
            if let Ok(silence) = library.get::<SetHandler>(b"snd_lib_error_set_handler\0") {
                silence(Some(say_nothing));
            }
            Some(Functions {
                open: *library.get(b"snd_pcm_open\0").ok()?,
                nonblock: *library.get(b"snd_pcm_nonblock\0").ok()?,
                set_params: *library.get(b"snd_pcm_set_params\0").ok()?,
                prepare: *library.get(b"snd_pcm_prepare\0").ok()?,
                writei: *library.get(b"snd_pcm_writei\0").ok()?,
                recover: *library.get(b"snd_pcm_recover\0").ok()?,
                drain: *library.get(b"snd_pcm_drain\0").ok()?,
                close: *library.get(b"snd_pcm_close\0").ok()?,
                _library: library,
            })
        }
    }
}

/// A device of ALSA, open while sounds have been played recently.
pub(super) struct Speaker {
    alsa: Functions,
    name: CString,
    /// Null when closed.
    pcm: Pcm,
}

impl Speaker {
    /// The device of this name, if ALSA is installed.
    pub(super) fn find(name: &str) -> Option<Speaker> {
        let name = CString::new(name).ok()?;
        Some(Speaker { alsa: Functions::load()?, name, pcm: ptr::null_mut() })
    }

    /// Opens the device without waiting for one that is busy.
    fn open(&mut self) -> Result<(), Silent> {
        let name: &CStr = &self.name;
        let mut pcm = ptr::null_mut();
        // SAFETY: `pcm` outlives the call, the name ends with 0, and a handle is used only after success.
        unsafe {
            done((self.alsa.open)(&raw mut pcm, name.as_ptr(), PLAYBACK, NONBLOCK))?;
            self.pcm = pcm;
            done((self.alsa.nonblock)(pcm, 0))?;
            let (format, access) = (FORMAT_S16_LE, ACCESS_RW_INTERLEAVED);
            done((self.alsa.set_params)(pcm, format, access, 1, RATE, 1, LATENCY_US))
        }
    }

    fn write(&mut self, samples: &[i16]) -> Result<(), Silent> {
        let mut left = samples;
        let mut recoveries = 0;
        while !left.is_empty() {
            // SAFETY: the handle is open, and as many samples are offered as there are.
            let written = unsafe {
                (self.alsa.writei)(self.pcm, left.as_ptr().cast(), left.len() as c_ulong)
            };
            if let Ok(written) = usize::try_from(written) {
                left = left.get(written..).unwrap_or_default();
                continue;
            }
            recoveries += 1;
            if recoveries > MAX_RECOVERIES {
                return Err(Silent);
            }
            // SAFETY: the handle is open.
            done(unsafe { (self.alsa.recover)(self.pcm, written as c_int, 1) })?;
        }
        // SAFETY: the handle is open.
        done(unsafe { (self.alsa.drain)(self.pcm) })
    }
}

/// A negative answer of ALSA is an error.
fn done(answer: c_int) -> Result<(), Silent> {
    if answer < 0 { Err(Silent) } else { Ok(()) }
}

impl Device for Speaker {
    fn play(&mut self, samples: &[i16]) -> Result<(), Silent> {
        if self.pcm.is_null() {
            self.open()?;
        } else {
            // SAFETY: the handle is open. After a sound was played to its end the device has to be made ready.
            done(unsafe { (self.alsa.prepare)(self.pcm) })?;
        }
        self.write(samples)
    }

    fn close(&mut self) {
        if !self.pcm.is_null() {
            // SAFETY: the handle is open and forgotten here.
            unsafe { (self.alsa.close)(self.pcm) };
            self.pcm = ptr::null_mut();
        }
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_app::window::sounds::Sound;

    #[test]
    fn a_device_that_is_not_there_is_silent_at_once() {
        let began = std::time::Instant::now();
        if let Some(mut speaker) = Speaker::find("no such device") {
            assert!(speaker.play(&[0; 100]).is_err());
            speaker.close();
        }
        assert!(Speaker::find("name\0name").is_none());
        assert!(began.elapsed().as_secs() < 5);
    }

    /// ALSA can write what is played into a file. Where it is not installed there is nothing to test.
    #[test]
    fn what_is_played_arrives_sample_for_sample() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("heard.raw");
        let device = format!("file:FILE='{}',FORMAT=raw", file.display());
        let Some(mut speaker) = Speaker::find(&device) else { return };
        let sounds =
            [super::super::samples(Sound::Move, 100), super::super::samples(Sound::End, 40)];
        for samples in &sounds {
            if speaker.play(samples).is_err() {
                return;
            }
        }
        speaker.close();
        let bytes = std::fs::read(&file).unwrap();
        let recorded: Vec<i16> =
            bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
        for samples in &sounds {
            assert!(recorded.windows(samples.len()).any(|part| part == samples.as_slice()));
        }
    }
}

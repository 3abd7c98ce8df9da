//! Writes what is exported into files: drawings and pages as they come, pictures as PNG, games as GIF.

use std::io::{self, Cursor, Write};
use std::path::Path;
use std::time::Duration;

use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, ImageError, ImageFormat, RgbaImage};

use tabia_cli::request::ExportFile;
use tabia_games::export::frames;
use tabia_games::export::job::{Job, Kind};
use tabia_games::whole_file;

use super::board_picture::BoardPainter;
use super::few_colours::FewColours;

/// Positions that are looked at to choose the colours of an animation.
const SAMPLES: usize = 12;
/// Every picture has few colours already; nothing is left to be found out about them.
const QUICK: i32 = 30;

/// Writes what the command line asks for.
///
/// # Errors
/// In words, with the file's name.
pub fn run(request: &ExportFile) -> Result<(), String> {
    write(&request.job, &request.file, &mut |_| true).map(drop)
}

/// Writes a file. `go_on` is told how much is done, 0 to 1, and says whether to go on. `false`: it was given up, and
/// the file that was there is still there.
///
/// # Errors
/// In words, with the file's name.
pub(crate) fn write(
    job: &Job,
    path: &Path,
    go_on: &mut dyn FnMut(f32) -> bool,
) -> Result<bool, String> {
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    if let Some(text) = job.text() {
        whole_file::write_bytes(path, text.as_bytes()).map_err(|error| told(&error))?;
        return Ok(true);
    }
    if job.kind == Kind::Png {
        let picture = BoardPainter::new(job).picture(&job.tree, job.node);
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).map_err(|error| told(&error))?;
        whole_file::write_bytes(path, bytes.get_ref()).map_err(|error| told(&error))?;
        return Ok(true);
    }
    match whole_file::write(path, |out| animate(job, out, go_on)) {
        Ok(()) => Ok(true),
        Err(Broken::GivenUp) => Ok(false),
        Err(Broken::System(error)) => Err(told(&error)),
        Err(Broken::Image(error)) => Err(told(&error)),
    }
}

/// Why an animation was not written to its end.
#[derive(Debug)]
enum Broken {
    GivenUp,
    System(io::Error),
    Image(ImageError),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Broken {
        Broken::System(error)
    }
}

/// Paints and writes one picture after the other: of a game of any length two are in memory at once.
fn animate(
    job: &Job,
    out: &mut dyn Write,
    go_on: &mut dyn FnMut(f32) -> bool,
) -> Result<(), Broken> {
    let frames = frames::of_line(&job.tree, job.node, job.choices.delay_ms);
    let mut painter = BoardPainter::new(job);
    let mut colours = FewColours::default();
    let steps = frames.len().div_ceil(SAMPLES).max(1);
    for frame in frames.iter().step_by(steps).chain(frames.last()) {
        colours.sample(&painter.picture(&job.tree, frame.node));
    }
    let mut colours = colours.chosen();
    let mut encoder = GifEncoder::new_with_speed(out, QUICK);
    encoder.set_repeat(Repeat::Infinite).map_err(Broken::Image)?;
    for (done, frame) in frames.iter().enumerate() {
        if !go_on(done as f32 / frames.len() as f32) {
            return Err(Broken::GivenUp);
        }
        let mut picture: RgbaImage = painter.picture(&job.tree, frame.node);
        colours.apply(&mut picture);
        let shown = Duration::from_millis(u64::from(frame.shown_ms));
        let delay = Delay::from_saturating_duration(shown);
        encoder.encode_frame(Frame::from_parts(picture, 0, 0, delay)).map_err(Broken::Image)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;

//! Requests of the command line to the window.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::values::refuse_own_input;
use tabia_chess::Board;
use tabia_games::export::job::Job;

/// What to open in the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenRequest {
    /// A file of games or of positions.
    File(PathBuf),
    Position(Board),
    /// A link, not read yet.
    Link(String),
}

/// Export of a game or a position to a file.
#[derive(Clone, Debug)]
pub struct ExportFile {
    /// The game of its file, from 1.
    pub game: u32,
    /// The output file.
    pub file: PathBuf,
    /// What to export.
    pub job: Job,
}

/// A picture of the interface, drawn without a display.
#[derive(Clone, Debug, PartialEq, Args)]
pub struct ScreenshotRequest {
    /// The file for the picture
    #[arg(value_name = "FILE.png")]
    pub file: PathBuf,
    /// The position on the board, instead of the start position
    #[arg(long)]
    pub fen: Option<String>,
    /// A PGN file of several games to list; its first game is on the board
    #[arg(long, value_name = "FILE.pgn")]
    pub games: Option<PathBuf>,
    /// The workspace: play, study, lab, duel, arena or training
    #[arg(long, value_name = "NAME")]
    pub workspace: Option<String>,
    /// The panel in front, by its title, such as "Live tree"; an unknown title lists all
    #[arg(long, value_name = "NAME")]
    pub panel: Option<String>,
    /// Size of the window in points
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = size)]
    pub size: [u32; 2],
    /// Pixels per point
    #[arg(long, default_value_t = 1.0, value_parser = scale)]
    pub scale: f32,
    /// Colours
    #[arg(long, value_enum, default_value_t = Colours::Dark)]
    pub theme: Colours,
    /// The language: en, de
    #[arg(long, value_name = "CODE")]
    pub language: Option<String>,
    /// Let the engine analyse for this long first, ms
    #[arg(long = "think", value_name = "MS", default_value_t = 0)]
    pub think_ms: u64,
}

/// Maximum number of pixels of a picture: the largest window with a pixel per point.
const MAX_PIXELS: f32 = 8192.0 * 8192.0;

impl ScreenshotRequest {
    /// The request, unless the screenshot would overwrite the games, is too large or has the extension of another
    /// format.
    pub(super) fn checked(self) -> Result<ScreenshotRequest, Failure> {
        refuse_own_input(&self.games, [&self.file])?;
        // A name without an extension does not suggest another format.
        if self.file.extension().is_some_and(|extension| !extension.eq_ignore_ascii_case("png")) {
            let file = self.file.display();
            return Err(Failure::Refused(format!("{file}: expected a name that ends with .png")));
        }
        let [width, height] = self.size.map(|points| points as f32 * self.scale);
        if width * height > MAX_PIXELS {
            return Err(Failure::Refused(format!(
                "a picture of {width:.0}x{height:.0} pixels is too large, expected at most as many as 8192x8192"
            )));
        }
        Ok(self)
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colours {
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

/// Width and height in points.
fn size(text: &str) -> Result<[u32; 2], String> {
    let number = |text: &str| text.parse().ok().filter(|n| (200..=8192).contains(n));
    text.split_once('x')
        .and_then(|(width, height)| Some([number(width)?, number(height)?]))
        .ok_or_else(|| "expected WIDTHxHEIGHT, each from 200 to 8192, as in 1280x800".into())
}

fn scale(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|scale| (0.5..=4.0).contains(scale))
        .ok_or_else(|| "expected a number from 0.5 to 4".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_scales_have_ranges() {
        assert_eq!(size("800x600"), Ok([800, 600]));
        assert!(size("800").is_err() && size("0x600").is_err());
        assert!(scale("0.1").is_err() && scale("NaN").is_err());
        assert_eq!(scale("2"), Ok(2.0));
    }

    #[test]
    fn a_picture_has_a_maximum_of_pixels() {
        let refused = |size, scale| {
            let request = ScreenshotRequest {
                file: "x.png".into(),
                fen: None,
                games: None,
                workspace: None,
                panel: None,
                size,
                scale,
                theme: Colours::Dark,
                language: None,
                think_ms: 0,
            };
            request.checked().is_err()
        };
        assert!(!refused([8192, 8192], 1.0) && !refused([2048, 2048], 4.0));
        assert!(refused([8192, 8192], 1.5) && refused([8192, 2160], 4.0));
    }
}

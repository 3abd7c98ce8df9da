//! Requests of the command line to the window, in plain types.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::games::pgn::refuse_own_input;
use tabia_chess::Board;
use tabia_games::export::job::Job;

/// What to open in the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenRequest {
    /// The games of a PGN file.
    Pgn(PathBuf),
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

/// A screenshot of the interface, drawn without a display.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenshotRequest {
    /// The output file.
    pub file: PathBuf,
    /// The position on the board, instead of the start position.
    pub fen: Option<String>,
    /// A PGN file to list; its first game is on the board.
    pub games: Option<PathBuf>,
    pub workspace: Option<String>,
    /// Title of the selected panel.
    pub panel: Option<String>,
    /// Window size, points.
    pub size: [u32; 2],
    /// Pixels per point.
    pub scale: f32,
    /// Light theme instead of dark.
    pub light: bool,
    /// Code of the language of the interface, instead of English.
    pub language: Option<String>,
    /// How long the engine analyses before the screenshot, ms.
    pub think_ms: u64,
}

// Arguments of `tabia screenshot`.

/// A picture of the interface, drawn without a display.
#[derive(Clone, Debug, PartialEq, Args)]
pub(super) struct ScreenshotArgs {
    /// The file for the picture
    #[arg(value_name = "FILE.png")]
    file: PathBuf,
    /// The position on the board, instead of the start position
    #[arg(long)]
    fen: Option<String>,
    /// A PGN file of several games to list; its first game is on the board
    #[arg(long, value_name = "FILE.pgn")]
    games: Option<PathBuf>,
    /// The workspace: play, study, lab, duel, arena or training
    #[arg(long, value_name = "NAME")]
    workspace: Option<String>,
    /// The panel in front
    #[arg(long, value_name = "NAME")]
    panel: Option<String>,
    /// Size of the window in points
    #[arg(long, value_name = "WxH", default_value = "1280x800")]
    size: Size,
    /// Pixels per point
    #[arg(long, default_value_t = 1.0, value_parser = scale)]
    scale: f32,
    /// Colours
    #[arg(long, value_enum, default_value_t = Colours::Dark)]
    theme: Colours,
    /// The language: en, de
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// Let the engine analyse for this long first, ms
    #[arg(long = "think", value_name = "MS", default_value_t = 0)]
    think_ms: u64,
}

impl ScreenshotArgs {
    /// The request, unless the screenshot would overwrite the games or has the extension of another format.
    pub(super) fn checked(self) -> Result<ScreenshotRequest, Failure> {
        refuse_own_input(&self.games, [&self.file])?;
        // A name without an extension does not suggest another format.
        if self.file.extension().is_some_and(|extension| !extension.eq_ignore_ascii_case("png")) {
            let file = self.file.display();
            return Err(Failure::Refused(format!("{file}: expected a name that ends with .png")));
        }
        Ok(self.into())
    }
}

impl From<ScreenshotArgs> for ScreenshotRequest {
    fn from(args: ScreenshotArgs) -> ScreenshotRequest {
        ScreenshotRequest {
            file: args.file,
            fen: args.fen,
            games: args.games,
            workspace: args.workspace,
            panel: args.panel,
            size: [args.size.width, args.size.height],
            scale: args.scale,
            light: args.theme == Colours::Light,
            language: args.language,
            think_ms: args.think_ms,
        }
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colours {
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

/// Width and height in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    width: u32,
    height: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok().filter(|n| (200..=8192).contains(n));
        text.split_once('x')
            .and_then(|(w, h)| Some(Size { width: number(w)?, height: number(h)? }))
            .ok_or_else(|| "expected WIDTHxHEIGHT, each from 200 to 8192, as in 1280x800".into())
    }
}

fn scale(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|scale| (0.5..=4.0).contains(scale))
        .ok_or_else(|| "expected a number from 0.5 to 4".into())
}

#[cfg(test)]
mod screenshot_args_tests {
    use super::*;

    #[test]
    fn sizes_and_scales_have_ranges() {
        assert_eq!("800x600".parse(), Ok(Size { width: 800, height: 600 }));
        assert!("800".parse::<Size>().is_err());
        assert!("0x600".parse::<Size>().is_err());
        assert!(scale("0.1").is_err() && scale("NaN").is_err());
        assert_eq!(scale("2"), Ok(2.0));
    }
}

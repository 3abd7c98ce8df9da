//! What the command line asks of the window, in plain types that know no command line.

use std::path::PathBuf;

use tabia_chess::Board;
use tabia_games::export::job::Job;

/// What the window opens with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenRequest {
    /// The games of a PGN file.
    Pgn(PathBuf),
    /// A position.
    Position(Board),
}

/// A game or a position as a picture in a file.
#[derive(Clone, Debug)]
pub struct ExportFile {
    /// Where it goes.
    pub file: PathBuf,
    /// What it is.
    pub job: Job,
}

/// A picture of the interface, drawn without a display.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenshotRequest {
    /// Where the picture goes.
    pub file: PathBuf,
    /// The position on the board, instead of the start position.
    pub fen: Option<String>,
    /// A PGN file of several games to list; its first game is on the board.
    pub games: Option<PathBuf>,
    /// Name of the workspace on screen.
    pub workspace: Option<String>,
    /// Title of the panel in front.
    pub panel: Option<String>,
    /// Width and height of the window, points.
    pub size: [u32; 2],
    /// Pixels per point.
    pub scale: f32,
    /// Dark text on a light ground instead of light on dark.
    pub light: bool,
    /// How long the engine analyses before, ms.
    pub think_ms: u64,
}

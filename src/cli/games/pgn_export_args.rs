//! What can be said of how an export of `tabia pgn` is to look.

use clap::{ArgAction, Args};

use tabia_games::export::frames::{DELAY_MS, SIZE_PX};
use tabia_games::export::job::EVERY;

/// How an export is to look.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct ExportArgs {
    /// With exports: the game of the file, from 1
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) game: u32,
    /// With --svg and --png: the position after so many plies of the main line; the last without this
    #[arg(long, value_name = "PLIES")]
    pub(super) ply: Option<usize>,
    /// With exports: Black below
    #[arg(long)]
    pub(super) black: bool,
    /// With --png and --gif: side of the board, pixels
    #[arg(long, value_name = "PX", default_value_t = 480, value_parser = size)]
    pub(super) board: u32,
    /// With --gif: how long a move is shown, ms
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = delay)]
    pub(super) delay: u32,
    /// With --html: a diagram after every so many moves, 0 for none
    #[arg(long, value_name = "MOVES", default_value_t = 10, value_parser = every)]
    pub(super) every: u32,
    /// With --html: a diagram where each line ends
    #[arg(long)]
    pub(super) ends: bool,
    /// With --html: no diagrams after moves with glyphs, comments or arrows
    #[arg(long = "no-annotated", action = ArgAction::SetFalse)]
    pub(super) annotated: bool,
    /// With exports: no arrows and circles
    #[arg(long = "no-arrows", action = ArgAction::SetFalse)]
    pub(super) arrows: bool,
    /// With exports: the last move is not marked
    #[arg(long = "no-last-move", action = ArgAction::SetFalse)]
    pub(super) last_move: bool,
    /// With --png and --gif: no names
    #[arg(long = "no-names", action = ArgAction::SetFalse)]
    pub(super) names: bool,
    /// With exports: no letters and digits beside the board
    #[arg(long = "no-coordinates", action = ArgAction::SetFalse)]
    pub(super) coordinates: bool,
}

fn within(text: &str, range: &std::ops::RangeInclusive<u32>) -> Result<u32, String> {
    let wanted = || format!("expected a number from {} to {}", range.start(), range.end());
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(wanted)
}

fn size(text: &str) -> Result<u32, String> {
    within(text, &SIZE_PX)
}

fn delay(text: &str) -> Result<u32, String> {
    within(text, &DELAY_MS)
}

fn every(text: &str) -> Result<u32, String> {
    within(text, &EVERY)
}

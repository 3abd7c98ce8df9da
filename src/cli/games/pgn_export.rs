//! `tabia pgn --html`, `--svg`, `--png`, `--gif`: a game as a page, a drawing, a picture or an animation.

use std::io::Write;
use std::path::Path;

use clap::{ArgAction, Args};

use super::pgn::{PgnArgs, complain_of, open};
use crate::failure::Failure;
use crate::out::{Out, counted};
use crate::request::ExportFile;
use crate::values::refuse_own_input;
use tabia_chess::Color;
use tabia_games::export::diagram::{Colours, STANDARD};
use tabia_games::export::job::{Choices, DELAY_MS, EVERY, Job, Kind, SIZE_PX};
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::piece_letters::LETTERS;
use tabia_games::whole_file;

/// An export that must be painted by the window's code.
///
/// # Errors
/// If the game cannot be read, or the export would overwrite it.
pub(crate) fn painted(args: &PgnArgs) -> Result<Option<ExportFile>, Failure> {
    match args.export() {
        Some((kind @ (Kind::Png | Kind::Gif), file)) => {
            let job = job(args, kind, file)?;
            Ok(Some(ExportFile { game: args.export.game, file: file.to_owned(), job }))
        }
        _ => Ok(None),
    }
}

/// Writes a page or a drawing.
pub(crate) fn run<W: Write>(args: &PgnArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let Some((kind, file)) = args.export() else { return Ok(()) };
    let text = job(args, kind, file)?.text().unwrap_or_default();
    whole_file::write_bytes(file, text.as_bytes()).map_err(|error| Failure::file(file, &error))?;
    out.line(written(args.export.game, file))
}

/// The message after an export.
pub(crate) fn written(game: u32, file: &Path) -> String {
    format!("Game {game} written to {}", file.display())
}

fn job(args: &PgnArgs, kind: Kind, file: &Path) -> Result<Job, Failure> {
    refuse_own_input([&args.file], [file])?;
    let is_of = |kind: &Kind| {
        file.extension().is_some_and(|found| found.eq_ignore_ascii_case(kind.extension()))
    };
    // A name with another extension does not suggest another format.
    if Kind::ALL.iter().find(|kind| is_of(kind)).is_some_and(|other| *other != kind) {
        let (file, extension) = (file.display(), kind.extension());
        let text = format!("{file}: expected a name that ends with .{extension}");
        return Err(Failure::Refused(text));
    }
    let export = &args.export;
    let PgnGame { tags, tree, .. } = wanted(&args.file, export.game)?;
    let line = tree.main_line();
    let last = line.len() - 1;
    let ply = export.ply.unwrap_or(last);
    let Some(&node) = line.get(ply) else {
        let text = format!("found ply {ply}, expected at most {last}: the game has no more");
        return Err(Failure::Refused(text));
    };
    Ok(Job {
        kind,
        choices: Choices {
            size_px: export.board,
            delay_ms: export.delay,
            coordinates: export.coordinates,
            arrows: export.arrows,
            last_move: export.last_move,
            names: export.names,
            annotated: export.annotated,
            ends: export.ends,
            every: export.every,
        },
        tags,
        tree,
        node,
        orientation: if export.black { Color::Black } else { Color::White },
        theme: String::new(),
        colours: Colours::default(),
        piece_set: String::new(),
        pieces: STANDARD,
        letters: LETTERS,
    })
}

/// A game of a file, counted from 1.
fn wanted(file: &Path, number: u32) -> Result<PgnGame, Failure> {
    let mut stream = open(file)?;
    let mut at = 0;
    while let Some((game, _)) = stream.read_game().map_err(|error| Failure::file(file, &error))? {
        at += 1;
        if at == number {
            complain_of(file, Some(at as usize), &game.warnings);
            return Ok(game);
        }
    }
    let text = format!(
        "{}: found {}, expected game {number}",
        file.display(),
        counted(at as usize, "game")
    );
    Err(Failure::Refused(text))
}

// Options of an export of `tabia pgn`.

/// Options of an export.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct ExportArgs {
    /// With exports: the game of the file, from 1
    #[arg(long, requires = "exports", value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) game: u32,
    /// With --svg and --png: the position after this many plies of the main line; the last one by default
    #[arg(long, conflicts_with_all = ["html", "gif"], requires = "exports", value_name = "PLIES")]
    pub(super) ply: Option<usize>,
    /// With exports: show Black at the bottom
    #[arg(long, requires = "exports")]
    pub(super) black: bool,
    /// With --png and --gif: side of the board, pixels
    #[arg(long, conflicts_with_all = ["html", "svg"], requires = "exports", value_name = "PX", default_value_t = 480, value_parser = size)]
    pub(super) board: u32,
    /// With --gif: how long a move is shown, ms
    #[arg(long, conflicts_with_all = ["html", "svg", "png"], requires = "exports", value_name = "MS", default_value_t = 1000, value_parser = delay)]
    pub(super) delay: u32,
    /// With --html: a diagram after every N moves, 0 for none
    #[arg(long, conflicts_with_all = ["svg", "png", "gif"], requires = "exports", value_name = "MOVES", default_value_t = 10, value_parser = every)]
    pub(super) every: u32,
    /// With --html: a diagram where each line ends
    #[arg(long, conflicts_with_all = ["svg", "png", "gif"], requires = "exports")]
    pub(super) ends: bool,
    /// With --html: no diagrams after moves with glyphs, comments or arrows
    #[arg(long = "no-annotated", conflicts_with_all = ["svg", "png", "gif"], requires = "exports", action = ArgAction::SetFalse)]
    pub(super) annotated: bool,
    /// With exports: no arrows and circles
    #[arg(long = "no-arrows", requires = "exports", action = ArgAction::SetFalse)]
    pub(super) arrows: bool,
    /// With exports: do not mark the last move
    #[arg(long = "no-last-move", requires = "exports", action = ArgAction::SetFalse)]
    pub(super) last_move: bool,
    /// With --png and --gif: no names
    #[arg(long = "no-names", conflicts_with_all = ["html", "svg"], requires = "exports", action = ArgAction::SetFalse)]
    pub(super) names: bool,
    /// With exports: no letters and digits beside the board
    #[arg(long = "no-coordinates", requires = "exports", action = ArgAction::SetFalse)]
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

//! `tabia pgn --html`, `--svg`, `--png`, `--gif`: a game as a page, a drawing, a picture or an animation.

use std::io::Write;
use std::path::Path;

use super::pgn::{PgnArgs, open, refuse_own_input};
use crate::failure::Failure;
use crate::out::Out;
use crate::request::ExportFile;
use tabia_chess::Color;
use tabia_games::export::diagram::Colours;
use tabia_games::export::job::{Choices, Job, Kind};
use tabia_games::export::pieces::STANDARD;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::whole_file;

/// What has to be painted, if that is what is asked for: whoever paints lives above.
///
/// # Errors
/// If the game cannot be read, or the picture would take its place.
pub(crate) fn painted(args: &PgnArgs) -> Result<Option<ExportFile>, Failure> {
    match args.export() {
        Some((kind @ (Kind::Png | Kind::Gif), file)) => {
            let job = job(args, kind, file)?;
            Ok(Some(ExportFile { file: file.to_owned(), job }))
        }
        _ => Ok(None),
    }
}

/// Writes a page or a drawing.
pub(crate) fn run<W: Write>(args: &PgnArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let Some((kind, file)) = args.export() else { return Ok(()) };
    let text = job(args, kind, file)?.text().unwrap_or_default();
    whole_file::write_bytes(file, text.as_bytes()).map_err(|error| Failure::file(file, &error))?;
    out.line(format!("Game {} written to {}", args.look.game, file.display()))
}

fn job(args: &PgnArgs, kind: Kind, file: &Path) -> Result<Job, Failure> {
    refuse_own_input([&args.file], [file])?;
    let look = &args.look;
    let PgnGame { tags, tree, .. } = wanted(&args.file, look.game)?;
    let line = tree.main_line();
    let last = line.len() - 1;
    let ply = look.ply.unwrap_or(last);
    let Some(&node) = line.get(ply) else {
        let text = format!("found ply {ply}, expected at most {last}: the game has no more");
        return Err(Failure::Refused(text));
    };
    Ok(Job {
        kind,
        choices: Choices {
            size_px: look.board,
            delay_ms: look.delay,
            coordinates: look.coordinates,
            arrows: look.arrows,
            last_move: look.last_move,
            names: look.names,
            annotated: look.annotated,
            ends: look.ends,
            every: look.every,
        },
        tags,
        tree,
        node,
        orientation: if look.black { Color::Black } else { Color::White },
        theme: String::new(),
        colours: Colours::default(),
        piece_set: String::new(),
        pieces: STANDARD,
    })
}

/// A game of a file, counted from 1.
fn wanted(file: &Path, number: u32) -> Result<PgnGame, Failure> {
    let mut stream = open(file)?;
    let mut at = 0;
    while let Some((game, _)) = stream.read_game().map_err(|error| Failure::file(file, &error))? {
        at += 1;
        if at == number {
            return Ok(game);
        }
    }
    let text = format!("{}: found {at} games, expected game {number}", file.display());
    Err(Failure::Refused(text))
}

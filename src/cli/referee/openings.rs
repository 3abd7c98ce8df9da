//! The openings of a match, read from a file.

use std::io::{BufRead as _, BufReader};
use std::path::Path;

use crate::failure::Failure;
use tabia_chess::{Board, epd};
use tabia_engine::uci::lines::Bounded;
use tabia_games::game::pgn_stream::PgnStream;
use tabia_games::game::position::GamePosition;
use tabia_games::regular_file;
use tabia_host::referee::openings::{Openings, of_game};

use super::args::MatchArgs;

/// Those the arguments ask for.
pub(super) fn openings(args: &MatchArgs) -> Result<Openings, Failure> {
    let Some(path) = &args.openings else { return Ok(Openings::Random(args.seed)) };
    let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    let all = if is_pgn {
        games(path, args.plies as usize)?
    } else {
        positions(path)?.into_iter().map(GamePosition::new).collect()
    };
    let seed = (!args.in_order).then_some(args.seed);
    Openings::listed(all, seed)
        .map_err(|error| Failure::Refused(format!("{}: {error}", path.display())))
}

/// The beginnings of a file's games.
fn games(path: &Path, plies: usize) -> Result<Vec<GamePosition>, Failure> {
    let failed = |error: std::io::Error| Failure::file(path, &error);
    let mut stream = PgnStream::new(BufReader::new(regular_file::stream(path).map_err(failed)?));
    let mut all = Vec::new();
    while let Some((game, line)) = stream.read_game().map_err(failed)? {
        if let Some(warning) = game.warnings.first() {
            return Err(Failure::Refused(format!(
                "{}, game from line {line}: {warning}",
                path.display()
            )));
        }
        all.push(of_game(&game, plies));
    }
    Ok(all)
}

/// The positions of a file, one EPD or FEN a line.
///
/// # Errors
/// When the file cannot be read, a line is no position, or there is none.
pub fn positions(path: &Path) -> Result<Vec<Board>, Failure> {
    let failed = |error: std::io::Error| Failure::file(path, &error);
    let file = Bounded::new(regular_file::stream(path).map_err(failed)?);
    let mut boards = Vec::new();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(failed)?;
        if line.trim().is_empty() {
            continue;
        }
        let epd = epd::parse(line.trim()).map_err(|error| {
            Failure::Refused(format!("{}, line {}: {error}", path.display(), number + 1))
        })?;
        boards.push(epd.board);
    }
    if boards.is_empty() {
        return Err(Failure::Refused(format!("{}: the file holds no position", path.display())));
    }
    Ok(boards)
}

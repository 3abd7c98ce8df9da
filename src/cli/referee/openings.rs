//! The openings of a match, read from a file.

use std::io::BufReader;
use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::train::datagen::book;
use crate::game::pgn_stream::PgnStream;
use crate::game::position::GamePosition;
use crate::referee::openings::{Openings, of_game};
use crate::regular_file;

use super::args::MatchArgs;

/// Those the arguments ask for.
pub(super) fn openings(args: &MatchArgs) -> Result<Openings, Failure> {
    let Some(path) = &args.openings else { return Ok(Openings::Random(args.seed)) };
    let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    let all = if is_pgn {
        games(path, args.plies as usize)?
    } else {
        book(path)?.into_iter().map(GamePosition::new).collect()
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

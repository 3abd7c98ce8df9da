//! `tabia-train label`: samples scored by the hand-crafted evaluation, of games without scores and of positions off
//! the games.

use std::io::Write;
use std::path::Path;

use crate::data::game::{GameRecord, GameResult, NO_SCORE, ScoredMove, Source};
use crate::data::{parts, reader, sample};
use crate::filter::Filter;
use crate::label::Labeller;
use crate::pool::Pool;
use tabia_games::game::pgn_read::PgnGame;

use super::data_args::LabelArgs;
use super::pool_files;
use tabia_cli::failure::Failure;
use tabia_cli::games::pgn::{each_game, refuse_own_input};
use tabia_cli::out::Out;

pub(crate) fn run<W: Write>(args: &LabelArgs, out: &mut Out<W>) -> Result<(), Failure> {
    refuse_own_input(&args.paths, pool_files::targets(&args.samples, &args.hold_out))?;
    let mut pool = pool_files::begin(Filter::default(), &args.hold_out);
    let seed = args.hold_out.seed;
    let mut labeller = Labeller::new(args.min_ply, args.max_score, args.wander, seed);
    for path in &args.paths {
        take(path, &mut labeller, &mut pool)?;
    }
    pool_files::write(pool, &args.samples, &args.hold_out, out)
}

/// Takes what is in a file: PGN by its name or from standard input, samples by their name, else games.
fn take(path: &Path, labeller: &mut Labeller, pool: &mut Pool) -> Result<(), Failure> {
    let refused = |what: String| Failure::Refused(format!("{}: {what}", path.display()));
    let extension = path.extension().and_then(|extension| extension.to_str());
    if path.as_os_str() == "-" || extension == Some("pgn") {
        return each_game(path, |game, _| {
            if let Some(game) = record(game) {
                labeller.add_game(&game, pool);
            }
            Ok(())
        });
    }
    if extension == Some("samples") {
        let samples =
            sample::read_file(path).map_err(|error| Failure::Refused(error.to_string()))?;
        for sample in &samples {
            labeller.add_off_sample(sample, pool).map_err(refused)?;
        }
        return Ok(());
    }
    let failed = |error: crate::data::error::DataError| Failure::Refused(error.to_string());
    for file in parts::games_of(path).map_err(failed)? {
        for game in reader::open(&file).map_err(failed)? {
            labeller.add_game(&game.map_err(failed)?, pool);
        }
    }
    Ok(())
}

/// The main line of a PGN game with a result.
pub(super) fn record(game: &PgnGame) -> Option<GameRecord> {
    let result = match game.tags.get("Result")? {
        "1-0" => GameResult::WhiteWins,
        "0-1" => GameResult::BlackWins,
        "1/2-1/2" => GameResult::Draw,
        _ => return None,
    };
    let tree = &game.tree;
    let line = tree.main_line();
    let moves = line.iter().filter_map(|&id| tree.mv(id));
    Some(GameRecord {
        start: *tree.board(tree.root()),
        result,
        source: Source::Archive,
        moves: moves.map(|mv| ScoredMove { mv, score: NO_SCORE }).collect(),
    })
}

//! Where the samples of a pool go: to learn from into one file, to judge by into another.

use std::io::Write;
use std::path::Path;

use crate::data::sample::{self, Sample};
use crate::filter::Filter;
use crate::pool::Pool;

use super::data_args::HoldOutArgs;
use tabia_cli::failure::Failure;
use tabia_cli::out::Out;

/// An empty pool. Without a file for them no games are held out.
pub(crate) fn begin(filter: Filter, args: &HoldOutArgs) -> Pool {
    let share = if args.held_out.is_some() { args.share } else { 0.0 };
    Pool::new(filter, share, args.seed)
}

/// The files that come of a pool.
pub(super) fn targets<'a>(
    samples: &'a Path,
    args: &'a HoldOutArgs,
) -> impl Iterator<Item = &'a Path> {
    std::iter::once(samples).chain(args.held_out.as_deref())
}

/// Shuffles a pool, writes its files and tells what is in them.
pub(crate) fn write<W: Write>(
    mut pool: Pool,
    samples: &Path,
    args: &HoldOutArgs,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    pool.shuffle();
    save(samples, &pool.training)?;
    out.line(format_args!("{}: {} samples", samples.display(), pool.training.len()))?;
    if let Some(path) = &args.held_out {
        save(path, &pool.held_out)?;
        let (count, games) = (pool.held_out.len(), pool.games_held_out);
        out.line(format_args!("{}: {count} samples of {games} games", path.display()))?;
    }
    out.line(format_args!("{} kept positions were there already", pool.repeated))
}

fn save(path: &Path, samples: &[Sample]) -> Result<(), Failure> {
    sample::write_file(path, samples).map_err(|error| Failure::Refused(error.to_string()))
}

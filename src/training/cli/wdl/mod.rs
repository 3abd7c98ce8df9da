//! `tabia-train wdl-fit`: fits the WDL model to scores and results of games, and prints the coefficients for
//! `search::score`.
//!
//! Every fifth game is held out for testing. To fit again, play some hundred self-play games from balanced openings
//! with a realistic time per move (with a few thousand nodes the same scores are won and lost more often), and paste
//! the last two lines of the output.

mod fit;

use std::io::Write;

use tabia_engine::search::score::Coefficients;

use crate::cli::data_args::WdlFitArgs;
use crate::cli::wdl::fit::Samples;
use crate::cli::wdl::fit::{Collected, collect};
use tabia_cli::failure::Failure;
use tabia_cli::games::pgn::each_game;
use tabia_cli::out::Out;

/// One of this many games is held out.
const HELD_OUT: usize = 5;

pub(crate) fn run<W: Write>(args: &WdlFitArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let mut all = Collected::default();
    for path in &args.files {
        each_game(path, |game, _| {
            collect(game, HELD_OUT, &mut all);
            Ok(())
        })?;
    }
    let Collected { games, skipped, fitted, held } = &all;
    out.line(format_args!(
        "{games} games, {skipped} others without a usable result; positions with a score: {} to fit, \
         {} held out",
        fitted.len(),
        held.len()
    ))?;
    if fitted.len() < 1000 {
        return Err(Failure::Refused(
            "too few scored positions for a fit: found fewer than 1000. Scores are read from \
             comments such as {+0.31/12 0.1s} or {[%eval 0.31]}"
                .into(),
        ));
    }
    let found = fit::fit(fitted);
    let now = Coefficients::default();
    out.line("mean surprise per position, nats        fitted  held out")?;
    let mut row = |name: &str, loss: &dyn Fn(&Samples) -> f64| {
        out.line(format_args!("{name:<38} {:>7.4}  {:>8.4}", loss(fitted), loss(held)))
    };
    row("only the shares of results known", &Samples::loss_of_shares)?;
    row("with the coefficients in the program", &|samples| samples.loss(&now))?;
    row("with the coefficients found", &|samples| samples.loss(&found))?;
    table(held, &found, out)?;
    let text = |list: &[f64]| list.iter().map(|x| format!("{x:.3}")).collect::<Vec<_>>().join(", ");
    out.line(format_args!("a: [{}],", text(&found.a)))?;
    out.line(format_args!("b: [{}],", text(&found.b)))
}

/// Predicted and actual results by score.
fn table<W: Write>(held: &Samples, model: &Coefficients, out: &mut Out<W>) -> Result<(), Failure> {
    out.line("held out, score cp   foretold W   D   L   actual W   D   L  (per cent)")?;
    for low in (-500..500).step_by(100) {
        if let Some([predicted, actual]) = held.compare(model, low..low + 100) {
            let per_cent =
                |shares: [f64; 3]| shares.map(|share| format!("{:>3.0}", share * 100.0)).join(" ");
            out.line(format_args!(
                "{low:>5} to {:>4}           {}          {}",
                low + 99,
                per_cent(predicted),
                per_cent(actual)
            ))?;
        }
    }
    Ok(())
}

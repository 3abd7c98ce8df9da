//! `tabia lab small-game`: the loop of play and learning on a game that is solved, one line a generation.

use std::io::Write;

use serde_json::json;

use crate::failure::Failure;
use crate::out::Out;
use tabia_engine::search::stop::StopSignal;
use tabia_lab::small_game::learn::{self, Generation, Request};
use tabia_lab::small_game::net::Net;

use super::args::SmallGameArgs;

pub(super) fn run<W: Write>(args: &SmallGameArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let request = Request {
        generations: args.generations,
        games: args.games,
        playouts: args.playouts,
        threads: args.threads,
        seed: args.seed,
        ..Request::default()
    };
    if !args.json {
        out.line(
            "generation   games  policy right  search right  value error  points  losses         seconds",
        )?;
    }
    let mut failure = None;
    let mut tell = |generation: &Generation, _: &Net| {
        let told = if args.json { object(generation, out) } else { line(generation, out) };
        failure = told.err();
        failure.is_none()
    };
    let learnt = learn::learn(&request, &StopSignal::never(), &mut tell);
    if let Some(failure) = failure {
        return Err(failure);
    }
    learnt
        .map(drop)
        .map_err(|error| Failure::Refused(format!("no thread could be started: {error}")))
}

fn object<W: Write>(generation: &Generation, out: &mut Out<W>) -> Result<(), Failure> {
    let Generation { number, games, losses, verdict, time_ms } = generation;
    out.json(&json!({
        "generation": number,
        "games": games,
        "policy_right": verdict.policy_right,
        "search_right": verdict.search_right,
        "value_error": verdict.value_error,
        "points": verdict.points,
        "policy_loss": losses[0],
        "value_loss": losses[1],
        "time_ms": time_ms,
    }))
}

fn line<W: Write>(generation: &Generation, out: &mut Out<W>) -> Result<(), Failure> {
    let Generation { number, games, losses: [policy, value], verdict, time_ms } = generation;
    let percent = |share: f32| format!("{:.1} %", 100.0 * share);
    out.line(format_args!(
        "{number:>10}{games:>8}{:>14}{:>14}{:>13.3}{:>8}  {policy:.3} {value:.3}{:>14.1}",
        percent(verdict.policy_right),
        percent(verdict.search_right),
        verdict.value_error,
        percent(verdict.points),
        *time_ms as f64 / 1000.0
    ))
}

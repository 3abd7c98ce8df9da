//! `tabia lab small-game`: the loop of play and learning on a game that is solved, one line a generation.

use std::io::Write;

use crate::failure::Failure;
use crate::out::Out;
use tabia_engine::search::stop::StopSignal;
use tabia_lab::small_game::learn::{self, Generation, Request};
use tabia_lab::small_game::net::Net;

use super::args::SmallGameArgs;
use super::foundations::rows;

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
        let table = learn::table(std::slice::from_ref(generation));
        failure = rows(&table, args.json, out).err();
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

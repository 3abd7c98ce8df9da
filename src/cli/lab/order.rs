//! `tabia lab order`.

use std::io::Write;

use crate::failure::Failure;
use crate::out::Out;
use tabia_engine::search::inspection::InspectionRequest;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::stop::StopSignal;
use tabia_games::game::position::GamePosition;
use tabia_lab::memory;

use super::args::OrderArgs;
use super::engine;
use super::foundations::rows;

pub(super) fn run<W: Write>(args: &OrderArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    let position = GamePosition::new(board);
    let mut engine = engine(args.common.hash);
    if args.depth > 0 {
        engine.go(&position, &Limits::depth(args.depth), &StopSignal::never(), &mut ());
    }
    let seen = engine.inspect(&InspectionRequest { position, ply: 0 });
    let Some(seen) = seen else { return Err(Failure::Refused("the engine has no thread".into())) };
    rows(&memory::order(&board, &seen.order), args.common.json, out)
}

//! `tabia lab order`.

use std::io::Write;

use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::out::Out;
use tabia_chess::board::Board;
use tabia_chess::san;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::look::{LookRequest, OrderedMove};
use tabia_engine::search::stop::StopSignal;
use tabia_games::game::position::GamePosition;

use super::args::OrderArgs;
use super::{engine, uci};

pub(super) fn run<W: Write>(args: &OrderArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    let position = GamePosition::new(board);
    let mut engine = engine(args.common.hash);
    if args.depth > 0 {
        engine.go(&position, &Limits::depth(args.depth), &StopSignal::never(), &mut ());
    }
    let seen = engine.look(&LookRequest { position, ply: 0 });
    let Some(seen) = seen else { return Err(Failure::Refused("the engine has no thread".into())) };
    for (at, ordered) in seen.order.moves.iter().enumerate() {
        if args.common.json {
            out.json(&object(&board, ordered))?;
        } else {
            out.line(line(&board, at + 1, ordered))?;
        }
    }
    Ok(())
}

fn object(board: &Board, ordered: &OrderedMove) -> Value {
    let parts: Map<String, Value> =
        ordered.parts.iter().map(|&(name, part)| (name.to_owned(), json!(part))).collect();
    json!({
        "move": uci(board, ordered.mv),
        "stage": ordered.stage.name(),
        "score": ordered.score,
        "parts": parts,
        "see_cp": ordered.see_cp,
    })
}

fn line(board: &Board, number: usize, ordered: &OrderedMove) -> String {
    let parts: Vec<String> =
        ordered.parts.iter().map(|(name, part)| format!("{name} {part:+}")).collect();
    format!(
        "{number:>3}  {:<8} {:<18} {:>7}  {}",
        san::write(board, ordered.mv),
        ordered.stage.name(),
        ordered.score,
        parts.join(", ")
    )
}

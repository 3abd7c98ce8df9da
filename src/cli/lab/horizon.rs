//! `tabia lab horizon`.

use std::io::Write;

use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::out::Out;
use crate::values;
use tabia_chess::board::Board;
use tabia_chess::san;
use tabia_engine::search::stop::StopSignal;
use tabia_games::game::position::GamePosition;
use tabia_lab::horizon::{self, DepthValue, EFFECT_FEN, EffectRow, HorizonRequest, HorizonRow};

use super::args::HorizonArgs;
use super::{engine, put_score, uci};

pub(super) fn run<W: Write>(args: &HorizonArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let fen = args.fen.as_deref().unwrap_or(if args.effect { EFFECT_FEN } else { "startpos" });
    let board = values::board(fen)?;
    if args.effect { effect(args, &board, out) } else { along(args, &board, out) }
}

/// Along the principal variation.
fn along<W: Write>(args: &HorizonArgs, board: &Board, out: &mut Out<W>) -> Result<(), Failure> {
    let start = GamePosition::new(*board);
    let request = HorizonRequest { start, line: Vec::new(), deepest: args.depth };
    if !args.common.json {
        let depths: Vec<String> =
            request.depths().iter().map(|depth| format!("{:>7}", format!("d{depth}"))).collect();
        out.line(format!("ply move     static quiesc {}", depths.join("")))?;
    }
    let (mut before, mut at) = (*board, *board);
    let mut failure = None;
    let mut tell = |row: &HorizonRow| {
        if let Some(mv) = row.mv {
            (before, at) = (at, at.after(mv));
        }
        let told = if args.common.json {
            out.json(&row_object(&before, &at, row))
        } else {
            out.line(row_line(&before, row))
        };
        failure = told.err();
        failure.is_none()
    };
    let mut engine = engine(args.common.hash);
    horizon::run(&request, &mut engine, &StopSignal::never(), &mut tell);
    failure.map_or(Ok(()), Err)
}

fn row_object(before: &Board, at: &Board, row: &HorizonRow) -> Value {
    let mut object = Map::new();
    object.insert("ply".into(), json!(row.ply));
    object.insert("move".into(), json!(row.mv.map(|mv| uci(before, mv))));
    object.insert("fen".into(), json!(at.to_string()));
    object.insert("static_cp".into(), json!(row.static_cp));
    put_score(&mut object, "quiescence", Some(row.quiescence));
    let searched: Vec<Value> = row.searched.iter().map(|value| value_object(at, value)).collect();
    object.insert("searched".into(), json!(searched));
    Value::Object(object)
}

fn value_object(board: &Board, value: &DepthValue) -> Value {
    let mut object = Map::new();
    object.insert("depth".into(), json!(value.depth));
    put_score(&mut object, "score", Some(value.score));
    object.insert("best".into(), json!(value.best.map(|mv| uci(board, mv))));
    object.insert("nodes".into(), json!(value.nodes));
    Value::Object(object)
}

fn row_line(before: &Board, row: &HorizonRow) -> String {
    let mv = row.mv.map_or("-".to_owned(), |mv| san::write(before, mv));
    let values: Vec<String> =
        row.searched.iter().map(|value| format!("{:>7}", value.score.to_string())).collect();
    let still = f64::from(row.static_cp) / 100.0;
    format!(
        "{:>3} {mv:<8} {still:>+6.2} {:>6} {}",
        row.ply,
        row.quiescence.to_string(),
        values.join("")
    )
}

/// The horizon effect.
fn effect<W: Write>(args: &HorizonArgs, board: &Board, out: &mut Out<W>) -> Result<(), Failure> {
    let mut failure = None;
    let mut tell = |row: &EffectRow| {
        let told = if args.common.json {
            out.json(&effect_object(board, row))
        } else {
            out.line(effect_line(board, row))
        };
        failure = told.err();
        failure.is_none()
    };
    let position = GamePosition::new(*board);
    let mut engine = engine(args.common.hash);
    horizon::effect(&position, args.depth, &mut engine, &StopSignal::never(), &mut tell);
    failure.map_or(Ok(()), Err)
}

fn effect_object(board: &Board, row: &EffectRow) -> Value {
    let sights = horizon::sights().into_iter().zip(&row.by_sight);
    let found: Vec<Value> = sights
        .map(|(sight, value)| {
            let mut object = value_object(board, value);
            object["sight"] = json!(sight.name);
            object
        })
        .collect();
    json!({ "depth": row.depth, "found": found })
}

fn effect_line(board: &Board, row: &EffectRow) -> String {
    let found: Vec<String> = horizon::sights()
        .into_iter()
        .zip(&row.by_sight)
        .map(|(sight, value)| {
            let mv = value.best.map_or("-".to_owned(), |mv| san::write(board, mv));
            format!("{}: {mv} {}", sight.name, value.score)
        })
        .collect();
    format!("depth {:>2}  {}", row.depth, found.join("   "))
}

//! `tabia lab bitboards`, `slider` and `zobrist`: the foundations as numbers.

use std::io::Write;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::out::Out;
use tabia_chess::{ParseSquareError, Square, attacks};
use tabia_lab::foundations::bitboards::{self, parse_hex};
use tabia_lab::foundations::sliders::{self, Slider};
use tabia_lab::foundations::zobrist;
use tabia_lab::table::Table;

use super::args::{BitboardsArgs, SliderArgs, SliderPiece, ZobristArgs};

/// Writes the rows of a table, as objects or as lines.
pub(super) fn rows<W: Write>(table: &Table, json: bool, out: &mut Out<W>) -> Result<(), Failure> {
    table.rows.iter().try_for_each(|row| {
        if json { out.json(&table.object(row)) } else { out.line(table.line(row)) }
    })
}

pub(super) fn bitboards<W: Write>(args: &BitboardsArgs, out: &mut Out<W>) -> Result<(), Failure> {
    rows(&bitboards::table(&args.position.board()?), args.json, out)
}

pub(super) fn slider<W: Write>(args: &SliderArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let refused = |error: ParseSquareError| Failure::Refused(error.to_string());
    let square: Square = args.square.parse().map_err(refused)?;
    let occupied = parse_hex(&args.occupied).map_err(Failure::Refused)?;
    let slider = match args.piece {
        SliderPiece::Rook => Slider::Rook,
        SliderPiece::Bishop => Slider::Bishop,
        SliderPiece::Queen => Slider::Queen,
    };
    rows(&sliders::table(slider, square, occupied), args.json, out)?;
    if args.json {
        return Ok(());
    }
    let method = if attacks::USES_PEXT { "pext" } else { "magic" };
    out.line(format!("The engine of this build uses {method}"))
}

pub(super) fn zobrist<W: Write>(args: &ZobristArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    let table = zobrist::table(&board);
    if !args.json {
        return rows(&table, false, out);
    }
    let mut terms = table.objects();
    let key = terms.pop().map_or(Value::Null, |mut last| last["key"].take());
    out.json(&json!({ "key": key, "terms": terms }))
}

//! `tabia lab bitboards`, `slider` and `zobrist`: the foundations as numbers.

use std::io::Write;

use serde_json::json;

use crate::failure::Failure;
use crate::out::Out;
use tabia_chess::attacks;
use tabia_chess::bitboard::Bitboard;
use tabia_chess::square::{ParseSquareError, Square};
use tabia_lab::foundations::bitboards::{BoardName, hex, parse_hex};
use tabia_lab::foundations::sliders::{Lookup, Slider, lookups};
use tabia_lab::foundations::zobrist;

use super::args::{BitboardsArgs, SliderArgs, SliderPiece, ZobristArgs};

pub(super) fn bitboards<W: Write>(args: &BitboardsArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    for name in BoardName::all() {
        let set = name.set(&board);
        if args.json {
            let (name, popcount) = (name.slug(), set.count());
            out.json(&json!({ "name": name, "hex": hex(set), "popcount": popcount }))?;
        } else {
            out.line(format!(
                "{:<18} {}  {:>2}  {}",
                name.slug(),
                hex(set),
                set.count(),
                members(set)
            ))?;
        }
    }
    Ok(())
}

/// The first sixteen squares of a set.
fn members(set: Bitboard) -> String {
    let names: Vec<String> = set.into_iter().take(16).map(|square| square.to_string()).collect();
    let more = if set.count() > 16 { " .." } else { "" };
    names.join(" ") + more
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
    for lookup in lookups(slider, square, occupied) {
        if args.json {
            out.json(&json!({
                "method": lookup.method.slug(),
                "attacks": hex(lookup.attacks),
                "index": index(&lookup),
                "table_size": lookup.table_size,
            }))?;
        } else {
            out.line(line(&lookup))?;
        }
    }
    if args.json {
        return Ok(());
    }
    let method = if attacks::USES_PEXT { "pext" } else { "magic" };
    out.line(format!("The engine of this build uses {method}"))
}

/// A number, two for a queen, or null.
fn index(lookup: &Lookup) -> serde_json::Value {
    match lookup.index[..] {
        [] => serde_json::Value::Null,
        [one] => json!(one),
        _ => json!(lookup.index),
    }
}

fn line(lookup: &Lookup) -> String {
    let index: Vec<String> = lookup.index.iter().map(usize::to_string).collect();
    let index = if index.is_empty() { "-".to_owned() } else { index.join(" and ") };
    format!(
        "{:<9} {}  index {:<16} table {:>6} entries, {:>6} bytes",
        lookup.method.slug(),
        hex(lookup.attacks),
        index,
        lookup.table_size,
        lookup.table_size * size_of::<u64>()
    )
}

pub(super) fn zobrist<W: Write>(args: &ZobristArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    let features = zobrist::features(&board);
    let text = |key: u64| hex(Bitboard(key));
    if args.json {
        let terms =
            features.iter().map(|one| json!({ "name": one.name(), "key": text(one.key()) }));
        let terms: Vec<_> = terms.collect();
        return out.json(&json!({ "key": text(board.key()), "terms": terms }));
    }
    for feature in &features {
        out.line(format!("{}  {}", text(feature.key()), feature.name()))?;
    }
    out.line(format!("{}  the XOR of all", text(board.key())))
}

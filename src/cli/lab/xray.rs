//! `tabia lab xray`.

use std::io::Write;

use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::out::Out;
use crate::position::eval;
use tabia_chess::{Board, Color, Piece, Square};
use tabia_engine::eval::PHASE_MAX;
use tabia_lab::xray::{NetworkXray, Place, Row, Xray, stands};

use super::args::XrayArgs;

pub(super) fn run<W: Write>(args: &XrayArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let board = args.position.board()?;
    let network = eval::chosen(args.net.as_deref())?;
    let xray = Xray::of(&board, network.as_deref());
    if args.json { out.json(&object(&xray)) } else { out.lines(table(&xray)) }
}

fn object(xray: &Xray) -> Value {
    let terms = &xray.terms;
    let rows: Vec<Value> = terms.rows.iter().map(|row| row_object(&xray.board, row)).collect();
    let pieces = xray.pieces_table().objects();
    let mut object = json!({
        "fen": xray.board.to_string(),
        "unit": "centipawns",
        "point_of_view": "White",
        "terms": rows,
        "score_cp": terms.score_cp,
        "known": terms.known,
        "phase": terms.phase,
        "phase_max": PHASE_MAX,
        "scale": terms.scale,
        "pieces": pieces,
    });
    object["network"] = xray.network.as_ref().map_or(Value::Null, |n| network_object(xray, n));
    object
}

fn row_object(board: &Board, row: &Row) -> Value {
    let squares: Vec<Value> = row.places.iter().map(|place| place_object(board, place)).collect();
    json!({
        "name": row.kind.name(),
        "white_mg": row.white.mg,
        "white_eg": row.white.eg,
        "black_mg": row.black.mg,
        "black_eg": row.black.eg,
        "tapered_cp": row.tapered_cp,
        "squares": squares,
    })
}

fn place_object(board: &Board, place: &Place) -> Value {
    let piece = place.square.and_then(|square| board.piece_on(square));
    json!({
        "square": name(place.square),
        "piece": piece.map(letter),
        "side": place.side.name().to_lowercase(),
        "mg": place.value.mg,
        "eg": place.value.eg,
    })
}

fn network_object(xray: &Xray, network: &NetworkXray) -> Value {
    let (breakdown, inside) = (&network.breakdown, &network.inside);
    let without: Map<String, Value> = breakdown
        .pieces
        .iter()
        .map(|share| (share.square.to_string(), json!(share.contribution_cp)))
        .collect();
    let inputs = network.inputs_table().objects();
    let [white, black] = &inside.accumulators;
    let mut object = eval::network_object(breakdown);
    object["bucket"] = json!(network.bucket());
    object["without"] = json!(without);
    object["exact_cp"] = json!(inside.exact_cp);
    object["quantisation_error_cp"] = json!(network.quantisation_error_cp());
    object["inputs"] = json!(inputs);
    object["accumulator"] =
        json!({ "one": tabia_engine::eval::nnue::QA, "white": white, "black": black });
    object["side_to_move"] = json!(xray.board.stm().name().to_lowercase());
    object
}

fn letter(piece: Piece) -> String {
    piece.fen_char().to_string()
}

fn name(square: Option<Square>) -> Value {
    square.map_or(Value::Null, |square| json!(square.to_string()))
}

/// The X-ray as text.
fn table(xray: &Xray) -> Vec<String> {
    let terms = &xray.terms;
    let mut lines = vec![format!(
        "{:<16}{:^14}|{:^14}|{:>8}  squares that gave most, tapered, White's view",
        "centipawns", "White mg  eg", "Black mg  eg", "tapered"
    )];
    for row in &terms.rows {
        lines.push(format!(
            "{:<16}{:>7}{:>6} |{:>7}{:>6} |{:>+8}  {}",
            row.kind.name(),
            row.white.mg,
            row.white.eg,
            row.black.mg,
            row.black.eg,
            row.tapered_cp,
            best(xray, row)
        ));
    }
    let name = terms.known.map_or("Hand-crafted".to_owned(), |known| format!("Known: {known}"));
    lines.push(format!("{name:<44}|{:>+8}  the sum, White's view", terms.score_cp));
    if !xray.board.has_legal_move() {
        lines.push(
            "The game is over: the evaluation knows nothing of checkmate and stalemate".to_owned(),
        );
    }
    let middlegame = f64::from(terms.phase) * 100.0 / f64::from(PHASE_MAX);
    lines.push(format!(
        "Phase {} of {PHASE_MAX}: middlegame values count {middlegame:.0} %, endgame values {:.0} %; a lead in the \
         endgame is scaled by {}/64",
        terms.phase,
        100.0 - middlegame,
        terms.scale
    ));
    if let Some(network) = &xray.network {
        lines.extend(eval::network_table(&network.breakdown, &xray.board));
        lines.extend(inside_lines(network));
    }
    lines.push(String::new());
    lines.push("Without the piece the score loses, centipawns, White's view".to_owned());
    lines.push(format!("{:<14}{:>13}{:>10}{:>12}", "", "hand-crafted", "network", "difference"));
    let text = |cp: Option<i32>| cp.map_or("-".to_owned(), |cp| format!("{cp:+}"));
    for worth in &xray.pieces {
        lines.push(format!(
            "{} {:<11}{:>13}{:>10}{:>12}",
            worth.square,
            worth.piece.kind().name(),
            text(worth.terms_cp),
            text(worth.network_cp),
            text(worth.difference_cp())
        ));
    }
    lines
}

/// The squares with the largest contributions to a row.
fn best(xray: &Xray, row: &Row) -> String {
    let mut places: Vec<(f64, Square)> = xray
        .terms
        .by_square(Some(row.kind))
        .into_iter()
        .zip(Square::all())
        .filter(|(value, _)| value.abs() >= 0.5)
        .collect();
    places.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    let some = places.iter().take(4).map(|(value, square)| format!("{square} {value:+.0}"));
    some.collect::<Vec<_>>().join(", ")
}

fn inside_lines(network: &NetworkXray) -> Vec<String> {
    let inside = &network.inside;
    let mut lines = vec![format!(
        "Without cutting to whole numbers {:+.2}: an error of {:+.2}",
        inside.exact_cp,
        network.quantisation_error_cp()
    )];
    for side in Color::ALL {
        let numbers = &inside.accumulators[side.index()];
        let off = numbers.iter().filter(|&&number| number <= 0).count();
        let full =
            numbers.iter().filter(|&&number| i32::from(number) >= tabia_engine::eval::nnue::QA);
        lines.push(format!(
            "{side}'s accumulator: {} numbers, {off} at zero, {} at one{}",
            numbers.len(),
            full.count(),
            if inside.mirrored[side.index()] { "; seen mirrored" } else { "" }
        ));
    }
    lines
        .push("Inputs: what the row of each adds to White's, Black's accumulator, both".to_owned());
    for on in &inside.inputs {
        let state = stands(on);
        lines.push(format!(
            "{} {:<7}{state:<17}{:>+7}{:>+7}{:>+7}",
            on.square,
            on.piece.kind().name(),
            on.adds_cp[0],
            on.adds_cp[1],
            on.both_cp
        ));
    }
    lines
}

//! `tabia eval` and UCI's `eval`: the evaluation term by term in centipawns, adding up to the score.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{NetworkArgs, answer};
use crate::failure::Failure;
use crate::out::Out;
use crate::values;
use tabia_chess::{Board, File, Piece, Rank, Square};
use tabia_engine::eval::PHASE_MAX;
use tabia_engine::eval::nnue::inside::NetworkBreakdown;
use tabia_engine::eval::nnue::{Network, file};
use tabia_engine::eval::trace::Tapered;
use tabia_lab::xray::{Row, RowKind, Terms};

pub(crate) fn run<W: Write>(
    args: &NetworkArgs,
    input: &mut impl BufRead,
    out: &mut Out<W>,
) -> Result<(), Failure> {
    let network = chosen(args.net.as_deref())?;
    let ask = Ask { json: args.json, network: network.as_deref() };
    let text = args.fen.join(" ");
    if text != "-" {
        let board = values::board(&text)?;
        return write(&board, ask, out);
    }
    answer(input, args.json, out, |board, out| write(board, ask, out))
}

/// Output settings.
#[derive(Clone, Copy)]
struct Ask<'a> {
    json: bool,
    network: Option<&'a Network>,
}

fn write<W: Write>(board: &Board, ask: Ask<'_>, out: &mut Out<W>) -> Result<(), Failure> {
    let evaluation = Terms::of(board);
    let network = ask.network.map(|network| network.explain(board));
    if ask.json {
        let mut object = object(board, &evaluation);
        if let Some(breakdown) = network {
            object["network"] = network_object(&breakdown);
        }
        return out.json(&object);
    }
    out.lines(table(&evaluation))?;
    network.map_or(Ok(()), |breakdown| out.lines(network_table(&breakdown, board)))
}

fn object(board: &Board, evaluation: &Terms) -> Value {
    let side = |value: Tapered| json!({ "mg": value.mg, "eg": value.eg });
    let row = |row: &Row| {
        json!({
            "name": row.kind.name(),
            "white": side(row.white),
            "black": side(row.black),
            "tapered_cp": row.tapered_cp,
        })
    };
    json!({
        "fen": board.to_string(),
        "score_cp": evaluation.score_cp,
        "terms": evaluation.rows.iter().map(row).collect::<Vec<Value>>(),
        "known": evaluation.known,
        "phase": evaluation.phase,
        "phase_max": PHASE_MAX,
        "scale": evaluation.scale,
    })
}

/// The evaluation as text.
pub(crate) fn table(evaluation: &Terms) -> Vec<String> {
    let name = |kind: RowKind| match (kind, evaluation.known) {
        (RowKind::Known, Some(known)) => format!("{}: {known}", kind.name()),
        _ => kind.name().to_owned(),
    };
    let longest = evaluation.rows.iter().map(|row| name(row.kind).chars().count()).max();
    let wide = longest.unwrap_or(0).max(20) + 2;
    let mut lines = vec![
        format!(
            "{:<wide$}{:^12} |{:^12} |{:>15}",
            "centipawns", "White", "Black", "White - Black,"
        ),
        format!("{:<wide$}{:>6}{:>6} |{:>6}{:>6} |{:>15}", "", "mg", "eg", "mg", "eg", "tapered"),
    ];
    for Row { kind, white, black, tapered_cp, .. } in &evaluation.rows {
        let name = name(*kind);
        let [white, black] = [white, black].map(|value| format!("{:>6}{:>6}", value.mg, value.eg));
        lines.push(format!("{name:<wide$}{white} |{black} |{tapered_cp:>15}"));
    }
    lines.push(format!("{:<1$}{2:>15}", "Score, White's view", wide + 28, evaluation.score_cp));
    lines.push(format!(
        "Phase {} of {PHASE_MAX}: middlegame values count {:.0} %; a lead in the endgame is scaled by {}/64",
        evaluation.phase,
        f64::from(evaluation.phase) * 100.0 / f64::from(PHASE_MAX),
        evaluation.scale
    ));
    lines
}

// Breakdown of the network, as text and JSON; centipawns, White's view.

/// The network of a file, or the built-in one.
pub fn chosen(path: Option<&Path>) -> Result<Option<Arc<Network>>, Failure> {
    let Some(path) = path else { return Ok(file::built_in()) };
    let opened = Network::open(path).map_err(|error| Failure::Refused(error.to_string()))?;
    Ok(Some(Arc::new(opened)))
}

/// The breakdown as JSON.
pub fn network_object(of: &NetworkBreakdown) -> Value {
    let pieces = of.pieces.iter().map(|share| {
        json!({
            "square": share.square.to_string(),
            "piece": share.piece.fen_char().to_string(),
            "contribution_cp": share.contribution_cp,
        })
    });
    let outputs = of.outputs.iter().map(|output| {
        json!({
            "pieces_min": output.pieces.start(),
            "pieces_max": output.pieces.end(),
            "score_cp": output.score_cp,
            "in_use": output.in_use,
        })
    });
    json!({
        "unit": "centipawns",
        "point_of_view": "White",
        "score_cp": of.score_cp,
        "pieces": pieces.collect::<Vec<Value>>(),
        "outputs": outputs.collect::<Vec<Value>>(),
    })
}

/// The breakdown as text: the board with each piece's contribution, and the outputs.
pub fn network_table(of: &NetworkBreakdown, board: &Board) -> Vec<String> {
    let mut lines = vec![
        String::new(),
        "Network, centipawns, White's view: the score less what it is without the piece".to_owned(),
    ];
    for rank in Rank::ALL.into_iter().rev() {
        let cell = |file: File| {
            let square = Square::new(file, rank);
            let share = of.pieces.iter().find(|share| share.square == square);
            match (board.piece_on(square).map(Piece::fen_char), share) {
                (Some(piece), Some(share)) => format!("{piece}{:>+6} ", share.contribution_cp),
                (Some(piece), None) => format!("{piece:<8}"),
                (None, _) => format!("{:<8}", "."),
            }
        };
        let cells: String = File::ALL.into_iter().map(cell).collect();
        lines.push(format!("{rank} {cells}").trim_end().to_owned());
    }
    if of.outputs.len() > 1 {
        for output in &of.outputs {
            let (few, many) = (output.pieces.start(), output.pieces.end());
            let name = format!("Output for {few} to {many} pieces");
            let mark = if output.in_use { "  in use" } else { "" };
            lines.push(format!("{name:<30}{:>+7}{mark}", output.score_cp));
        }
    }
    lines.push(format!("{:<66}{:>+7}", "Score of the network, White's view", of.score_cp));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(fen: &str, input: &str, json: bool) -> (Vec<String>, Result<(), Failure>) {
        let mut text = Vec::new();
        let args = NetworkArgs { fen: vec![fen.to_owned()], json, net: None };
        let ended = run(&args, &mut input.as_bytes(), &mut Out::new(&mut text));
        (String::from_utf8(text).unwrap().lines().map(str::to_owned).collect(), ended)
    }

    #[test]
    fn every_line_gets_one_object_and_the_terms_add_up() {
        let fens = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n\
                    r1bq1rk1/4bppp/p1np1n2/1pp1p3/4P3/2P2N1P/PPBPBPP1/R2QRNK1 b - - 4 13\n\
                    8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 50\n\
                    8/5k2/3p2b1/1p1Pp2p/pP2Pp1P/P4P1K/4B3/8 w - - 0 50\n\
                    8/8/8/4k3/8/8/4P3/4K3 b - - 0 1\n8/8/8/3k4/8/2KNB3/8/8 b - - 0 1\n";
        let (lines, ended) = output("-", fens, true);
        ended.unwrap();
        assert_eq!(lines.len(), 6);
        for line in &lines {
            let object: Value = serde_json::from_str(line).unwrap();
            let rows = object["terms"].as_array().unwrap();
            let sum: i64 = rows.iter().map(|row| row["tapered_cp"].as_i64().unwrap()).sum();
            assert_eq!(sum, object["score_cp"].as_i64().unwrap(), "{line}");
            let is_known = rows.iter().any(|row| row["name"] == "Known endgame");
            assert_eq!(is_known, !object["known"].is_null(), "{line}");
        }
    }

    #[test]
    fn a_refused_line_is_answered_and_the_rest_read() {
        let (lines, ended) = output("-", "rubbish\n8/8/8/8/8/2k5/2p5/2K5 w - - 0 1", true);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains("\"error\":"), "{}", lines[0]);
        assert!(lines[1].contains("\"score_cp\":"), "{}", lines[1]);
        assert_eq!(ended.unwrap_err().to_string(), "1 of 2 lines were refused");
    }

    #[test]
    fn the_terms_are_those_of_the_x_ray() {
        let fen = "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 0 17";
        let (lines, _) = output(fen, "", false);
        let mobility = lines.iter().find(|line| line.starts_with("Mobility")).unwrap();
        let board = values::board(fen).unwrap();
        let rows = Terms::of(&board).rows;
        let row = rows.iter().find(|row| row.kind.name() == "Mobility").unwrap();
        assert!(mobility.ends_with(&format!(" {}", row.tapered_cp)), "{mobility} {row:?}");
        let (lines, _) = output(fen, "", true);
        let object: Value = serde_json::from_str(&lines[0]).unwrap();
        let of_object = object["terms"].as_array().unwrap().iter();
        assert!(
            of_object
                .map(|row| row["tapered_cp"].clone())
                .eq(rows.iter().map(|row| json!(row.tapered_cp)))
        );
    }

    #[test]
    fn a_long_name_of_a_known_endgame_moves_all_columns() {
        let (lines, ended) = output("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", "", false);
        ended.unwrap();
        let table = lines.iter().skip_while(|line| !line.starts_with("centipawns"));
        let rows = table.skip(1).take_while(|line| !line.starts_with("Score"));
        let bars = |line: &String| line.match_indices('|').map(|(at, _)| at).collect::<Vec<_>>();
        let places: Vec<Vec<usize>> = rows.map(bars).collect();
        assert!(places.windows(2).all(|pair| pair[0] == pair[1]), "{lines:#?}");
        let score = lines.iter().find(|line| line.starts_with("Score, White's view")).unwrap();
        assert_eq!(score.len(), lines.iter().find(|line| line.contains("tapered")).unwrap().len());
        let net = lines.iter().find(|line| line.starts_with("Score of the network")).unwrap();
        assert!(net.contains(['+', '-']), "signed as the shares above it: {net}");
    }

    #[test]
    fn the_table_is_for_people() {
        let (lines, ended) = output("startpos", "", false);
        ended.unwrap();
        assert!(lines.iter().any(|line| line.starts_with("Material")), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("Score, White's view")));
    }
}

//! `tabia lab xray` as programs use it: the fields that the help names, exact sums, and errors.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::process::Output;

use serde_json::Value;
use tabia_chess::Board;
use tabia_engine::eval;

use super::programs::{lab, number};

/// A middlegame, an endgame with a lead that is hard to win, a known endgame, bare kings, Black to move.
const FENS: [&str; 5] = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 b - - 2 9",
    "8/5k2/3p2b1/1p1Pp2p/pP2Pp1P/P4P1K/4B3/8 w - - 0 50",
    "8/8/8/3k4/8/2KNB3/8/8 b - - 0 1",
    "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    "4k3/2r5/8/8/8/3N4/3P4/B3K3 b - - 0 1",
];

fn xray(args: &[&str]) -> Output {
    lab(&[&["xray"][..], args].concat())
}

fn object(fen: &str) -> Value {
    let output = xray(&["--fen", fen, "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_terms_add_up_to_the_score_and_their_squares_to_them() {
    for fen in FENS {
        let object = object(fen);
        let board = Board::from_fen(fen).unwrap();
        let mover = i64::from(eval::evaluate(&board));
        let score = if fen.contains(" w ") { mover } else { -mover };
        let rows = object["terms"].as_array().unwrap();
        let sum: i64 = rows.iter().map(|row| number(row, "tapered_cp")).sum();
        assert_eq!((sum, number(&object, "score_cp")), (score, score), "{fen}");
        for row in rows {
            for side in ["white", "black"] {
                for part in ["mg", "eg"] {
                    let squares = row["squares"].as_array().unwrap().iter();
                    let own = squares.filter(|square| square["side"] == side);
                    let sum: i64 = own.map(|square| number(square, part)).sum();
                    assert_eq!(sum, number(row, &format!("{side}_{part}")), "{row}");
                }
            }
        }
    }
}

#[test]
fn the_network_is_shown_with_its_layers() {
    let object = object(FENS[4]);
    let network = &object["network"];
    let score = number(network, "score_cp");
    let bucket = number(network, "bucket") as usize;
    assert_eq!((bucket, network["outputs"].as_array().unwrap().len()), (1, 8));
    assert_eq!(number(&network["outputs"][bucket], "score_cp"), score);
    assert!(network["quantisation_error_cp"].as_f64().unwrap().abs() < 2.0);
    // Without the knight, in a second run.
    let rest = self::object("4k3/2r5/8/8/8/8/3P4/B3K3 b - - 0 1");
    assert_eq!(score - number(&rest["network"], "score_cp"), number(&network["without"], "d3"));
    let knight = object["pieces"].as_array().unwrap().iter().find(|p| p["square"] == "d3").unwrap();
    let lost = number(&object, "score_cp") - number(&rest, "score_cp");
    assert_eq!(number(knight, "terms_cp"), lost);
    assert_eq!(number(knight, "difference_cp"), number(&network["without"], "d3") - lost);
    let inputs = network["inputs"].as_array().unwrap();
    assert_eq!(inputs.len(), 6, "every piece has one, kings too");
    assert!(inputs.iter().any(|input| input["square"] == "d2" && input["passed"] == true));
    let width = network["accumulator"]["white"].as_array().unwrap().len();
    assert!(width >= 32 && network["accumulator"]["black"].as_array().unwrap().len() == width);
}

#[test]
fn text_output_is_tables_and_invalid_positions_are_refused() {
    let output = xray(&["--fen", FENS[0]]);
    let text = String::from_utf8(output.stdout).unwrap();
    for word in ["Material", "Rounding", "the sum, White's view", "in use", "hand-crafted", "safe"]
    {
        assert!(text.contains(word), "{word} in {text}");
    }
    let refused = xray(&["--fen", "8/8/8/8/8/8/8/K7 w - - 0 1"]);
    assert!(!refused.status.success());
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(stderr.contains("black king missing"), "{stderr}");
    let help = xray(&["--help"]);
    let text = String::from_utf8(help.stdout).unwrap();
    assert!(text.contains("tapered_cp") && text.contains("White's view"), "{text}");
}

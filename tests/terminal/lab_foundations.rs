//! `tabia lab bitboards`, `slider` and `zobrist` as programs use them: the fields that the help names, and numbers that
//! are computed again.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use serde_json::Value;
use tabia_chess::{Bitboard, Board, Color, PieceType, Square, attacks};
use tabia_lab::foundations::bitboards::parse_hex;

use super::programs::{lab, objects};

const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn set(value: &Value) -> Bitboard {
    parse_hex(value.as_str().unwrap()).unwrap()
}

/// The error of a command that fails.
fn refusal(args: &[&str]) -> String {
    let output = lab(args);
    assert!(!output.status.success() && output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn every_set_of_a_position() {
    let board = Board::from_fen(FEN).unwrap();
    let sets = objects(&["bitboards", "--fen", FEN, "--json"]);
    assert_eq!(sets.len(), 27);
    let find = |name: &str| {
        let object = sets.iter().find(|object| object["name"] == name).unwrap();
        assert_eq!(object["popcount"], set(&object["hex"]).count());
        set(&object["hex"])
    };
    assert_eq!(find("white-pawn"), board.by(Color::White, PieceType::Pawn));
    assert_eq!(find("black-king"), Bitboard::from(Square::E8));
    assert_eq!(find("occupied"), board.occupied());
    assert_eq!(find("pinned-white") | find("pinned-black") | find("checkers"), Bitboard::EMPTY);
    assert!(find("attacks-white").has(Square::F7) && find("attacks-black").has(Square::D5));
    let text = String::from_utf8(lab(&["bitboards"]).stdout).unwrap();
    assert!(text.contains("0x000000000000FF00   8  a2 b2 c2 d2 e2 f2 g2 h2"), "{text}");
}

#[test]
fn a_slider_by_four_methods() {
    let args = ["slider", "--square", "d4", "--piece", "rook", "--occupied", "0x800000200080800"];
    let found = objects(&[&args[..], &["--json"]].concat());
    let occupied = parse_hex("800000200080800").unwrap();
    let names: Vec<&str> = found.iter().map(|one| one["method"].as_str().unwrap()).collect();
    assert_eq!(names, ["scan", "classical", "magic", "pext"]);
    for one in &found {
        assert_eq!(set(&one["attacks"]), attacks::rook(Square::D4, occupied));
    }
    assert!(found[0]["index"].is_null() && found[2]["index"].as_u64() < Some(102_400));
    assert_eq!((&found[0]["table_size"], &found[3]["table_size"]), (&0.into(), &102_400.into()));
    let queen = objects(&["slider", "--square", "a1", "--piece", "queen", "--json"]);
    assert_eq!(queen[2]["index"].as_array().unwrap().len(), 2);
    assert_eq!(set(&queen[0]["attacks"]).count(), 21);
    let text = String::from_utf8(lab(&args).stdout).unwrap();
    let used = if attacks::USES_PEXT { "uses pext" } else { "uses magic" };
    assert!(text.contains(used), "{text}");
}

#[test]
fn a_key_is_the_xor_of_its_terms() {
    let board = Board::from_fen(FEN).unwrap();
    let [object] = &objects(&["zobrist", "--fen", FEN, "--json"])[..] else { panic!() };
    assert_eq!(set(&object["key"]).0, board.key());
    let terms = object["terms"].as_array().unwrap();
    assert_eq!(terms.len(), board.occupied().count() as usize + 4);
    let xor = terms.iter().fold(0, |key, term| key ^ set(&term["key"]).0);
    assert_eq!(xor, board.key());
    assert!(terms.iter().any(|term| term["name"] == "White castles king side (rook h1)"));
}

#[test]
fn invalid_arguments_have_clear_errors() {
    assert!(refusal(&["bitboards", "--fen", "8/8 w"]).contains("2 ranks"));
    assert!(refusal(&["zobrist", "--fen", "nothing"]).contains("1 rank,"));
    let square = refusal(&["slider", "--square", "z9", "--piece", "rook"]);
    assert!(square.contains("z9") && square.contains("e4"), "{square}");
    let occupied = ["slider", "--square", "d4", "--piece", "rook", "--occupied", "12G"];
    let message = refusal(&occupied);
    assert!(message.contains("12G") && message.contains("hexadecimal"), "{message}");
    assert!(refusal(&["slider", "--square", "d4", "--piece", "knight"]).contains("queen"));
}

//! `tabia lab ladder` and `tabia lab race` as programs use them.

use serde_json::Value;
use tabia_text::t;

use super::programs::{lab, objects};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ALGORITHMS: [&str; 12] = [
    "minimax",
    "negamax",
    "f1",
    "f2",
    "ordering",
    "deepening",
    "table",
    "pvs",
    "quiescence",
    "null-move",
    "lmr",
    "engine",
];

#[test]
fn a_ladder_has_an_object_for_each_algorithm_and_depth() {
    let args = ["ladder", "--fen", KIWIPETE, "--depth", "3", "--budget", "150000", "--json"];
    let rows = objects(&args);
    assert_eq!(rows.len(), 36);
    let at = |name: &str, depth: u64| {
        rows.iter().find(|row| row["algorithm"] == name && row["depth"] == depth).unwrap()
    };
    for depth in 1..=3 {
        for name in ALGORITHMS {
            let row = at(name, depth);
            for field in ["leaves", "nodes", "deep_cutoffs", "value_cp", "move", "time_ms"] {
                assert!(row.get(field).is_some(), "{field} in {row}");
            }
            assert_eq!(row["complete"], true, "{row}");
            assert_ne!(row["agrees"], false, "{row}");
        }
        let truth = at("minimax", depth);
        for name in &ALGORITHMS[..8] {
            assert_eq!(at(name, depth)["value_cp"], truth["value_cp"]);
            assert_eq!(at(name, depth)["agrees"], true);
        }
        assert_eq!(at("f2", depth)["deep_cutoffs"], 0, "there is none before the fourth ply");
        assert_eq!(at("f1", depth)["nodes"], at("f2", depth)["nodes"]);
    }
    // Perft numbers of this position.
    assert_eq!(at("minimax", 3)["leaves"], 97_862);
    assert_eq!(at("negamax", 3)["nodes"], 1 + 48 + 2_039 + 97_862);
    assert_eq!(at("engine", 2)["leaves"], Value::Null);
}

#[test]
fn a_spent_budget_is_reported() {
    let rows = objects(&["ladder", "--depth", "4", "--budget", "1000", "--json"]);
    let minimax: Vec<&Value> = rows.iter().filter(|row| row["algorithm"] == "minimax").collect();
    // 20 and 400 positions are within the budget, 8,902 are not, and depth 4 is not tried.
    assert_eq!(minimax.len(), 3);
    assert_eq!((&minimax[1]["complete"], &minimax[1]["nodes"]), (&true.into(), &421.into()));
    let last = minimax[2];
    assert_eq!((&last["complete"], &last["nodes"]), (&false.into(), &1_000.into()));
    assert_eq!((&last["value_cp"], &last["move"]), (&Value::Null, &Value::Null));
    let text = lab(&["ladder", "--depth", "2"]);
    let stdout = String::from_utf8(text.stdout).unwrap();
    assert!(
        stdout.contains("depth 2: 39 leaves prove the value")
            && stdout.contains(t!("ladder-agree"))
    );
    assert!(!lab(&["ladder", "--depth", "99"]).status.success());
}

#[test]
fn a_race_has_an_object_for_each_representation() {
    let rows = objects(&["race", "--seconds", "1", "--choices", "--json"]);
    let names: Vec<&str> = rows.iter().filter_map(|row| row["representation"].as_str()).collect();
    assert_eq!(names, ["array", "mailbox", "0x88", "rays", "magic", "pext"]);
    for row in &rows[..5] {
        assert_eq!(row["nodes_agree"], true, "{row}");
        assert!(row["perft_mnps"].as_f64().unwrap() > 0.0);
        assert!(row["search_mnps"].as_f64().unwrap() > 0.0);
    }
    assert_eq!(rows[2]["search_published"], 7.216);
    let choices: Vec<&str> = rows.iter().filter_map(|row| row["choice"].as_str()).collect();
    let expected =
        ["copy-bitboards", "copy-array", "legal", "bulk-counting", "packed", "packed-generation"];
    assert_eq!(choices, expected);
}

//! The policy network and the small game as programs use them: games, a training that is resumed, the network's output,
//! its test.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::path::Path;
use std::process::{Command, Output};

use crate::programs::program_of;
use serde_json::Value;

fn tabia(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(program_of(args[0]));
    command.args(args).current_dir(folder).output().unwrap()
}

fn stdout_of(folder: &Path, args: &[&str]) -> String {
    let output = tabia(folder, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const GAMES: &[&str] =
    &["datagen", "--out", "games", "--games", "6", "--nodes", "30", "--threads", "1"];
const PGN: &str = "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

#[test]
fn from_games_to_a_network_that_is_queried_and_tested() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    stdout_of(folder, GAMES);
    std::fs::write(folder.join("mate.pgn"), PGN).unwrap();
    let train = |out: &str, passes: &str| {
        let words = [
            &["train", "--policy", "games", "--moves", "mate.pgn", "--share", "0.3"][..],
            &["--width", "32", "--batch", "50", "--out", out, "--passes", passes],
        ];
        tabia(folder, &words.concat())
    };
    let output = train("net", "2");
    let text = String::from_utf8(output.stdout).unwrap();
    // The held-out games are chosen at random by a hash of their moves.
    let held_out = text.contains(" games held out") && !text.contains("of 0 games held out");
    assert!(output.status.success() && held_out, "{text}");
    // The same command again finds the training finished and changes nothing; another training is refused in this
    // folder.
    let net = std::fs::read(folder.join("net/net.policy")).unwrap();
    assert!(train("net", "2").status.success());
    assert_eq!(std::fs::read(folder.join("net/net.policy")).unwrap(), net);
    let other = train("net", "3");
    assert!(String::from_utf8_lossy(&other.stderr).contains("of another training"), "{other:?}");

    let net = ["--net", "net/net.policy"];
    let text = stdout_of(folder, &[&["policy", "startpos", "--json"][..], &net].concat());
    let object: Value = serde_json::from_str(&text).unwrap();
    let wdl: f64 = object["wdl"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).sum();
    let moves = object["moves"].as_array().unwrap();
    let sum: f64 = moves.iter().map(|mv| mv["p"].as_f64().unwrap()).sum();
    assert!((wdl - 1.0).abs() < 1e-4 && (sum - 1.0).abs() < 1e-4 && moves.len() == 20, "{text}");
    assert!(moves.iter().any(|mv| mv["uci"] == "e2e4"), "{text}");
    let text = stdout_of(folder, &[&["policy", "startpos"][..], &net].concat());
    assert!(text.starts_with("win ") && text.lines().count() == 21, "{text}");

    let policytest =
        |words: &[&str]| stdout_of(folder, &[&["policytest", "net/net.policy"], words].concat());
    let all = policytest(&["--games", "games", "--moves", "mate.pgn"]);
    assert!(all.contains("top-5") && all.contains("archive"), "{all}");
    let held_out = policytest(&["--games", "games", "--moves", "mate.pgn", "--share", "0.3"]);
    let positions = |text: &str| -> u64 {
        let row = text.lines().find(|line| line.starts_with("  all ")).unwrap();
        row.split_whitespace().next_back().unwrap().parse().unwrap()
    };
    assert!(positions(&held_out) < positions(&all), "{held_out}{all}");
    let archive = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|1-0|A|B|2022\n\
                   e2e4 - -\ne7e5 0.50 20\ng1f3 0.25 20\n";
    std::fs::write(folder.join("archive.txt"), archive).unwrap();
    assert_eq!(positions(&policytest(&["--archive", "archive.txt"])), 2, "the book is left out");
}

#[test]
fn a_network_of_another_kind_and_conflicting_options_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |words: &[&str]| {
        let output = tabia(dir.path(), words);
        assert!(!output.status.success(), "{words:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    std::fs::write(dir.path().join("other"), "TABIANN\n").unwrap();
    let error = refused(&["policy", "startpos", "--net", "other"]);
    assert!(error.contains("other: ") && error.contains("expected a policy network"), "{error}");
    assert!(refused(&["policy", "8/8/8/8 w", "--net", "other"]).contains("other"));
    let error = refused(&["train", "x.samples", "--moves", "a.pgn", "--out", "net"]);
    assert!(error.contains("--policy"), "{error}");
    refused(&["train", "games", "--policy", "--held-out", "x", "--out", "net"]);
    refused(&["policytest", "net.policy"]);
}

#[test]
fn the_small_game_prints_a_line_for_each_generation() {
    let dir = tempfile::tempdir().unwrap();
    let words =
        ["lab", "small-game", "--json", "--generations", "2", "--games", "10", "--playouts", "8"];
    let text = stdout_of(dir.path(), &words);
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 3, "{text}");
    for (number, object) in rows.iter().enumerate() {
        assert_eq!(object["generation"], number);
        assert_eq!(object["games"], 10 * number);
        for share in ["policy_right", "search_right", "points"] {
            assert!((0.0..=1.0).contains(&object[share].as_f64().unwrap()), "{text}");
        }
    }
}

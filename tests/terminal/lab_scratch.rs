//! `tabia lab scratch` and `scratch-match` as programs use them.

use super::programs::{lab, number, objects};

#[test]
fn the_terms_add_up_to_the_score() {
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 b - - 2 9";
    for (level, count) in [(1, 1), (2, 2), (3, 6), (4, 7), (5, 9), (6, 9)] {
        let level = level.to_string();
        let rows = objects(&["scratch", "--fen", fen, "--level", &level, "--json"]);
        let [object] = &rows[..] else { panic!("{rows:?}") };
        let terms = object["terms"].as_array().unwrap();
        assert_eq!(terms.len(), count);
        for term in terms {
            assert_eq!(number(term, "cp"), number(term, "white_cp") - number(term, "black_cp"));
        }
        let sum: i64 = terms.iter().map(|term| number(term, "cp")).sum();
        assert_eq!(sum, number(object, "score_cp"));
        assert_eq!((number(object, "phase"), number(object, "phase_max")), (24, 24));
    }
    let queen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
    let rows = objects(&["scratch", "--fen", queen, "--level", "1", "--json"]);
    assert_eq!(number(&rows[0], "score_cp"), 950);
    let table = lab(&["scratch", "--fen", queen, "--level", "1"]);
    let text = String::from_utf8(table.stdout).unwrap();
    assert!(text.lines().last().unwrap().ends_with("+950"), "{text}");
}

#[test]
fn a_match_reports_each_game_and_sums_up() {
    let args = ["scratch-match", "--a", "2", "--b", "1", "--games", "4", "--nodes", "150"];
    let with = |seed: &'static str| [&args[..], &["--seed", seed, "--json"]].concat();
    let rows = objects(&with("5"));
    assert_eq!(rows, objects(&with("5")), "always the same");
    assert_ne!(rows[0]["opening"], objects(&with("6"))[0]["opening"]);
    let (sum, games) = rows.split_last().unwrap();
    assert_eq!(games.len(), 4);
    for (field, result) in [("wins", "win"), ("draws", "draw"), ("losses", "loss")] {
        let count = games.iter().filter(|game| game["result"] == result).count();
        assert_eq!(number(sum, field), count as i64);
    }
    let points = number(sum, "wins") as f64 + number(sum, "draws") as f64 / 2.0;
    assert!((sum["score"].as_f64().unwrap() - points / 4.0).abs() < 1e-9);
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!((&pair[0]["a_white"], &pair[1]["a_white"]), (&true.into(), &false.into()));
    }
    let bad = lab(&["scratch-match", "--a", "7", "--b", "1"]);
    assert!(!bad.status.success() && String::from_utf8_lossy(&bad.stderr).contains("1..=6"));
}

#[test]
fn help_names_fields_and_units() {
    for (command, fields) in [
        ("scratch", &["white_cp", "score_cp", "Centipawns, White's view"][..]),
        ("scratch-match", &["elo_low", "a_white", "95 % error bar"][..]),
    ] {
        let help = String::from_utf8(lab(&[command, "--help"]).stdout).unwrap();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for field in fields {
            assert!(help.contains(field), "{field} in {help}");
        }
    }
}

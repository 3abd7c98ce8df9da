//! `tabia lab` as programs use it: every object has the fields that the help names, and the numbers agree with an
//! independent computation.

use serde_json::Value;
use tabia_chess::{Board, uci_move};

use super::programs::{lab, number, objects};

/// A pawn captures a knight that moves to e5.
const LOSES_A_KNIGHT: &str = "6k1/6pp/4pp2/3p4/8/3N4/5PPP/6K1 w - - 0 1";
const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

#[test]
fn why_gives_the_refutation_of_a_move() {
    let args = ["why", "--fen", LOSES_A_KNIGHT, "--move", "d3e5", "--movetime", "150", "--json"];
    let [answer] = &objects(&args)[..] else { panic!() };
    assert_eq!(answer["move"], "d3e5");
    assert_eq!((&answer["proof"], &answer["verified"]), (&"material".into(), &true.into()));
    let refutation = answer["refutation"].as_array().unwrap();
    assert_eq!(refutation[0], "f6e5");
    assert!(number(answer, "score_cp") < number(answer, "best_cp"));
    // The same move in SAN, and an invalid one.
    let san = [
        "why",
        "--fen",
        LOSES_A_KNIGHT,
        "--move",
        "Ne5",
        "--movetime",
        "20",
        "--unverified",
        "--json",
    ];
    assert_eq!(objects(&san)[0]["verified"], false);
    let bad = lab(&["why", "--fen", LOSES_A_KNIGHT, "--move", "e2e4"]);
    let stderr = String::from_utf8_lossy(&bad.stderr).into_owned();
    assert!(!bad.status.success() && stderr.contains("e2e4"), "{stderr}");
}

/// The error of `lab why` for a text that is not a legal move.
fn refused(fen: &str, mv: &str) -> String {
    let answer = lab(&["why", "--fen", fen, "--move", mv]);
    assert!(!answer.status.success(), "{mv}");
    String::from_utf8_lossy(&answer.stderr).into_owned()
}

#[test]
fn why_says_what_is_wrong_with_a_move() {
    const START: &str = "startpos";
    for (mv, parts) in [
        // In SAN: what is impossible, and what was probably meant.
        ("Nd5", &["white knight", "d5"][..]),
        ("nf3", &["did you mean Nf3?"]),
        ("O-O", &["castle"]),
        ("hello", &["e4, Nf3", "e2e4"]),
        // As two squares: the piece there, and its moves.
        ("e2e5", &["white pawn on e2", "e2e3, e2e4"]),
        ("d1d3", &["white queen on d1", "no legal move"]),
        ("e4e5", &["no piece on e4"]),
        ("e7e5", &["black pawn on e7", "White is to move"]),
    ] {
        let message = refused(START, mv);
        assert!(parts.iter().all(|part| message.contains(part)), "{mv}: {message}");
    }
    let check = "4k3/8/8/8/7b/8/3P4/R3K3 w - - 0 1";
    assert!(refused(check, "Ra4").contains("in check"), "{}", refused(check, "Ra4"));
    let only = "k7/8/8/8/8/8/r7/7K w - - 0 1";
    assert!(refused(only, "h1h2").contains("h1g1"), "{}", refused(only, "h1h2"));
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert!(refused(stalemate, "h8h7").contains("stalemate"));
}

#[test]
fn a_comparison_with_itself_finds_no_difference() {
    let objects = objects(&["ab", "--fen", FEN, "--b", "all", "--depth", "7", "--json"]);
    let [a, b] = &objects[..] else { panic!("{objects:?}") };
    assert_eq!((&a["side"], &b["side"]), (&"a".into(), &"b".into()));
    for field in ["nodes", "move", "score_cp", "depth", "rules"] {
        assert_eq!(a[field], b[field], "{field}");
    }
    let bad = lab(&["ab", "--b", "no-nonsense"]);
    let stderr = String::from_utf8_lossy(&bad.stderr).into_owned();
    assert!(!bad.status.success() && stderr.contains("null-move"), "{stderr}");
}

#[test]
fn thirty_positions_are_compared_and_summed_up() {
    let objects = objects(&["ab", "--b", "no-tt,no-null-move", "--nodes", "400", "--json"]);
    assert_eq!(objects.len(), 61);
    let (sum, runs) = objects.split_last().unwrap();
    let nodes = |side: &str| -> i64 {
        runs.iter().filter(|run| run["side"] == side).map(|run| number(run, "nodes")).sum()
    };
    assert_eq!(number(sum, "positions"), 30);
    assert_eq!((number(sum, "nodes_a"), number(sum, "nodes_b")), (nodes("a"), nodes("b")));
    let agree = runs.chunks(2).filter(|pair| pair[0]["move"] == pair[1]["move"]).count();
    assert_eq!(number(sum, "agree"), agree as i64);
}

#[test]
fn a_tree_holds_every_node_of_its_iteration() {
    let objects = objects(&["tree", "--fen", FEN, "--depth", "5", "--json"]);
    let (last, nodes) = objects.split_last().unwrap();
    assert_eq!(number(last, "recorded"), nodes.len() as i64);
    let searched = |node: &&Value| node["searched"] == true && node["step"] != "root";
    let kept = nodes.iter().filter(searched).count() as i64;
    assert_eq!(kept + number(last, "left_out"), number(last, "search_nodes"));
    let root = Board::from_fen(FEN).unwrap();
    for (at, node) in nodes.iter().enumerate() {
        assert_eq!(number(node, "id"), at as i64);
        let Some(parent) = node["parent"].as_i64() else {
            assert_eq!(node["step"], "root");
            continue;
        };
        let parent = &nodes[parent as usize];
        assert!(number(parent, "id") < at as i64);
        let deeper = i64::from(node["step"] != "again");
        assert_eq!(number(node, "ply"), number(parent, "ply") + deeper);
        if parent["step"] == "root" && node["step"] == "move" {
            uci_move::parse(&root, node["move"].as_str().unwrap()).unwrap();
        }
    }
    // A small budget keeps fewer nodes and says so.
    let few = self::objects(&["tree", "--fen", FEN, "--depth", "5", "--nodes", "50", "--json"]);
    let end = few.last().unwrap();
    assert_eq!(few.len(), 51);
    assert_eq!((&end["search_nodes"], &end["move"]), (&last["search_nodes"], &last["move"]));
    assert!(number(end, "left_out") > number(last, "left_out"));
}

#[test]
fn the_order_has_every_legal_move_and_its_parts_add_up() {
    let board = Board::from_fen(FEN).unwrap();
    let fresh = objects(&["order", "--fen", FEN, "--json"]);
    let searched = objects(&["order", "--fen", FEN, "--depth", "8", "--json"]);
    for moves in [&fresh, &searched] {
        assert_eq!(moves.len(), board.legal_moves().len());
        for object in moves {
            let parts = object["parts"].as_object().unwrap();
            let sum: i64 = parts.values().map(|part| part.as_i64().unwrap()).sum();
            assert_eq!(sum, number(object, "score"), "{object}");
        }
    }
    assert_eq!(searched[0]["stage"], "TT move");
    // Without a search the order is the one in which a search of one ply tries them at its root.
    let tree = objects(&["tree", "--fen", FEN, "--depth", "1", "--json"]);
    let tried = tree.iter().filter(|node| node["parent"] == 0 && node["order"] != 0);
    let mut tried: Vec<&Value> = tried.collect();
    tried.sort_by_key(|node| number(node, "order"));
    tried.dedup_by_key(|node| number(node, "order"));
    let names = |objects: &[&Value]| -> Vec<String> {
        objects.iter().map(|object| object["move"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&tried), names(&fresh.iter().collect::<Vec<_>>()));
}

#[test]
fn the_table_knows_the_line_that_was_found() {
    let objects = objects(&["tt", "--fen", FEN, "--depth", "8", "--json"]);
    let entry = &objects[0]["entry"];
    // An aspiration search that fails high is repeated up to three plies less deep.
    assert!((5..=8).contains(&number(entry, "depth")), "{entry}");
    assert_eq!(entry["bound"], "exact");
    let successors = objects.iter().filter(|object| object["what"] == "successor").count();
    assert_eq!(successors, Board::from_fen(FEN).unwrap().legal_moves().len());
    let line = objects.iter().find(|object| object["what"] == "line").unwrap();
    assert_eq!(line["moves"][0], entry["move"]);
    let survey = objects.iter().find(|object| object["what"] == "survey").unwrap();
    let evaluation = objects.last().unwrap();
    assert_eq!(evaluation["what"], "evaluation");
    assert_eq!(evaluation["raw_cp"], entry["eval_cp"]);
    let sum = number(evaluation, "scaled_cp") + number(evaluation, "correction_cp");
    assert_eq!(sum, number(evaluation, "corrected_cp"));
    let bounds: i64 =
        survey["by_bound"].as_object().unwrap().values().filter_map(Value::as_i64).sum();
    assert_eq!(bounds + number(survey, "empty"), number(survey, "sampled"));
}

#[test]
fn the_horizon_by_depth() {
    let rows = objects(&["horizon", "--fen", FEN, "--depth", "5", "--json"]);
    assert!(rows.len() > 1 && rows[0]["move"].is_null());
    for row in &rows {
        let depths: Vec<i64> = row["searched"]
            .as_array()
            .unwrap()
            .iter()
            .map(|value| number(value, "depth"))
            .collect();
        assert_eq!(depths, [1, 2, 4, 5]);
    }
    let effect = objects(&["horizon", "--effect", "--depth", "3", "--json"]);
    assert_eq!(effect.len(), 9);
    for row in &effect {
        // Searches of a check are extended by a ply or two, the others end at their depth.
        let plies = row["moves"].as_array().unwrap().len() as i64;
        let extended = row["search"] == "check-extension";
        assert!(plies == number(row, "depth") || extended && plies > number(row, "depth"), "{row}");
    }
}

#[test]
fn results_are_written_as_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = |args: &[&str]| {
        let path = folder.path().join(format!("{}.html", args[0]));
        let output = lab(&[args, &["--html", path.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::read_to_string(path).unwrap()
    };
    let story = page(&["story", "--fen", FEN, "--depth", "7"]);
    let (_, data) = story.split_once("id=\"data\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data["engines"][0]["iterations"].as_array().unwrap().len(), 7);
    let events = objects(&["story", "--fen", FEN, "--depth", "7", "--all", "--json"]);
    assert_eq!(data["story"].as_array().unwrap().len(), events.len());
    let table = page(&["contempt", "--fen", FEN, "--depth", "4"]);
    assert!(table.contains("<table>") && !table.contains("id=\"tree-0\""));
    let wrong = lab(&["story", "--depth", "2", "--html", "no-such-folder/x.html"]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("x.html"));
}

#[test]
fn texts_name_the_units_and_the_points_of_view_of_scores() {
    let text = |args: &[&str]| String::from_utf8(lab(args).stdout).unwrap();
    let shallow = ["--fen", FEN, "--depth", "3"];
    for (name, more, wanted) in [
        ("contempt", &shallow[..], "Score: pawns, side to move's view"),
        ("horizon", &shallow, "static, quiesc, d1, d2, d3: pawns, White's view"),
        ("story", &shallow, "score: pawns, White's view"),
        ("tree", &shallow, "pawns, view of the side to move at the node"),
        ("tt", &shallow, "pawns, view of the side to move in the position of the entry"),
        ("why", &["--move", "e2e4", "--depth", "3"], "pawns, side to move's view"),
        (
            "ab",
            &["--b", "no-tt", "--fen", FEN, "--depth", "3"],
            "score: pawns, side to move's view",
        ),
        ("puct", &["--playouts", "10"], "expected score of the side to move"),
    ] {
        let text = text(&[&[name][..], more].concat());
        let first = text.lines().next().unwrap_or_default();
        assert!(first.contains(wanted), "{name}: {text}");
    }
    let tree = text(&["tree", "--fen", FEN, "--depth", "3"]);
    assert!(tree.contains("[-inf, inf] ") && !tree.contains("32001"), "{tree}");
}

#[test]
fn an_experiment_without_a_position_takes_neither_position_nor_memory() {
    for option in [["--fen", FEN], ["--moves", "e2e4"], ["--hash", "8"]] {
        let answer = lab(&["tuning", "--steps", "1", option[0], option[1]]);
        let stderr = String::from_utf8_lossy(&answer.stderr);
        assert!(!answer.status.success() && stderr.contains(option[0]), "{stderr}");
    }
    assert_eq!(objects(&["tuning", "--steps", "1", "--json"]).len(), 2);
}

#[test]
fn no_experiment_searches_where_the_game_is_over() {
    const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let searches = ["clock", "branching", "contempt", "horizon", "ladder", "ab", "story"];
    for name in searches.into_iter().chain(["tree", "tt", "order", "puct"]) {
        let mut args = vec![name, "--fen", STALEMATE];
        args.extend((name == "ab").then_some("--b=no-tt"));
        let answer = lab(&args);
        let stderr = String::from_utf8_lossy(&answer.stderr);
        assert!(!answer.status.success() && stderr.contains("stalemate"), "{name}: {stderr}");
        assert!(answer.stdout.is_empty(), "{name}: no head without rows");
    }
    // Without `--fen` the command uses its own suite, which does not contain this position.
    let suite = lab(&["ab", "--b=no-tt", "--depth", "1"]);
    assert!(suite.status.success());
}

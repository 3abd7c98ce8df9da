//! `tabia tournament` and `tabia ratings` as programs: a tournament that is killed repeatedly ends with the same games,
//! engines that break the protocol lose their games, an interrupt ends it cleanly, and its games are rated.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tabia_games::game::pgn_read::read_all;

use super::programs::{refusal, stdout_of, tabia};
use super::referee::engine;

/// Writes a plan into a folder and returns its path.
fn plan(folder: &Path, plan: &Value) -> String {
    let path = folder.join("plan.json");
    fs::write(&path, plan.to_string()).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Three settings at 100 nodes.
fn three(format: &Value) -> Value {
    json!({
        "version": 1,
        "name": "Three",
        "players": [
            { "engine": "alphabeta", "name": "net" },
            { "engine": "alphabeta", "name": "hand", "options": { "Eval": "HandCrafted" } },
            { "engine": "plain", "name": "plain" },
        ],
        "format": format,
        "control": { "nodes": 100 },
        "hash": 1,
        "concurrency": 2,
        "adjudication": { "resign": { "moves": 3, "cp": 400 }, "max_moves": 60 },
    })
}

/// Games of a file by round and players, with everything that does not depend on the time of day.
fn games(path: &Path) -> BTreeSet<[String; 5]> {
    let text = fs::read_to_string(path).unwrap();
    let all = read_all(&text);
    let games: BTreeSet<_> = all
        .iter()
        .map(|game| {
            assert!(game.warnings.is_empty(), "{:?}", game.warnings);
            let tag = |name: &str| game.tags.get(name).unwrap().to_owned();
            let line: Vec<&str> =
                game.tree.main_line().iter().map(|&node| game.tree.san(node)).collect();
            [tag("Round"), tag("White"), tag("Black"), tag("Result"), line.join(" ")]
        })
        .collect();
    assert_eq!(games.len(), all.len(), "none twice");
    games
}

/// The lines of a table without the columns that depend on the time of day.
fn timeless(csv: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let head = cells(csv.lines().next().unwrap());
    let keeps = |at: &usize| !["time_ms", "ms_per_move"].contains(&head[*at].as_str());
    csv.lines()
        .map(|line| {
            let cells = cells(line);
            (0..cells.len()).filter(keeps).map(|at| cells[at].clone()).collect()
        })
        .collect()
}

fn wait_until(what: &str, so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_mins(2);
    while !so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Number of games in a file.
fn count(path: &Path) -> usize {
    fs::read_to_string(path).unwrap_or_default().matches("[Termination ").count()
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
    command.args(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn a_tournament_killed_ten_times_ends_with_the_same_games() {
    for format in
        [json!({ "round_robin": { "cycles": 3 } }), json!({ "swiss": { "rounds": 3, "pairs": 3 } })]
    {
        let folder = tempfile::tempdir().unwrap();
        let file = plan(folder.path(), &three(&format));
        let path = |name: &str| folder.path().join(name);
        let [whole, table, again, again_table] =
            ["whole.pgn", "whole.csv", "again.pgn", "again.csv"]
                .map(|name| path(name).to_str().unwrap().to_owned());
        stdout_of(&["tournament", &file, "--output", &whole, "--standings", &table, "--quiet"]);
        let all = games(Path::new(&whole));
        assert_eq!(all.len(), 18);
        let args =
            ["tournament", &file, "--output", &again, "--standings", &again_table, "--quiet"];
        for kill in 0..10 {
            let before = count(Path::new(&again));
            let mut child = start(&args);
            wait_until("no game ends", || {
                let played = count(Path::new(&again));
                // Killed at the start, too, and after the last game.
                played > before || kill % 3 == 0 || played == 18
            });
            child.kill().unwrap();
            child.wait().unwrap();
            assert!(count(Path::new(&again)) >= before, "nothing that was played is lost");
        }
        let text = stdout_of(&args);
        assert_eq!(games(Path::new(&again)), all);
        assert!(text.contains("18 games, White scores "), "{text}");
        let read = |path: &str| timeless(&fs::read_to_string(path).unwrap());
        assert_eq!(read(&again_table), read(&table));
    }
}

#[test]
fn only_one_tournament_at_a_time_writes_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = plan(folder.path(), &three(&json!({ "round_robin": { "cycles": 200 } })));
    let pgn = folder.path().join("plan.pgn");
    let mut first = start(&["tournament", &file, "--quiet"]);
    wait_until("no game ends", || count(&pgn) > 0);
    let second = tabia(&["tournament", &file, "--quiet"]);
    let error = String::from_utf8(second.stderr).unwrap();
    assert!(!second.status.success(), "{error}");
    assert!(error.contains("plan.pgn") && error.contains("another window"), "{error}");
    first.kill().unwrap();
    first.wait().unwrap();
    // A killed process holds no lock.
    let played = count(&pgn);
    let mut third = start(&["tournament", &file, "--quiet"]);
    wait_until("no game ends", || count(&pgn) > played);
    third.kill().unwrap();
    third.wait().unwrap();
}

#[test]
fn an_interrupt_ends_it_cleanly_and_the_same_command_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let mut long = three(&json!({ "round_robin": { "cycles": 200 } }));
    let file = plan(folder.path(), &long);
    // Without --output the games are written beside the plan.
    let pgn = folder.path().join("plan.pgn");
    let child = start(&["tournament", &file]);
    wait_until("no game ends", || count(&pgn) > 0);
    let pid = rustix::process::Pid::from_raw(child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(
        stderr.contains("interrupted: ")
            && stderr.contains(" of 1200 games are played, and the same"),
        "{stderr}"
    );
    let played = games(&pgn);
    assert!(!played.is_empty() && played.len() < 1200);
    // With fewer cycles the existing games may be all.
    long["format"] = json!({ "round_robin": { "cycles": 1 } });
    plan(folder.path(), &long);
    let text = stdout_of(&["tournament", &file]);
    assert!(text.contains("6 games, White scores "), "{text}");
    assert!(games(&pgn).is_superset(&played));
}

#[test]
fn engines_that_break_the_protocol_lose_their_games_and_the_tournament_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    for (name, on_go) in [
        ("crash", "echo boom >&2; exit 3"),
        ("cheat", "echo bestmove e1e8"),
        ("slow", "sleep 0.3; echo bestmove a7a6"),
        ("hangs", "sleep 60"),
    ] {
        engine(folder.path(), name, on_go);
    }
    // File names are relative to the plan.
    let file = plan(
        folder.path(),
        &json!({
            "version": 1,
            "players": [
                { "engine": "plain", "name": "good", "control": { "nodes": 20 } },
                { "engine": "crash", "control": { "nodes": 20 } },
                { "engine": "cheat", "control": { "nodes": 20 } },
                { "engine": "slow" },
                { "engine": "hangs" },
            ],
            "format": { "gauntlet": { "cycles": 1 } },
            "control": { "movetime_ms": 40 },
            "hash": 1,
        }),
    );
    let table = folder.path().join("table.md");
    let text = stdout_of(&["tournament", &file, "--json", "--standings", table.to_str().unwrap()]);
    let objects: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (sum, games) = objects.split_last().unwrap();
    assert_eq!(games.len(), 8, "{text}");
    for game in games {
        let won = if game["white"] == "good" { "1-0" } else { "0-1" };
        assert_eq!(game["result"], won, "{game}");
    }
    for (at, fault) in [(1, "failed"), (2, "illegal"), (3, "time"), (4, "time")] {
        assert_eq!(sum["faults"][at][fault], 2, "{sum}");
    }
    assert_eq!(
        (&sum["standings"][0]["player"], &sum["standings"][0]["points"]),
        (&"good".into(), &8.0.into())
    );
    let table = fs::read_to_string(table).unwrap();
    assert!(table.starts_with("| \\# | Player | Games | Points |"), "{table}");
    assert!(table.contains("| good | 8 | 8.0 | 8 | 0 | 0 | - |"), "{table}");
}

#[test]
fn an_invalid_plan_is_refused_with_what_was_expected() {
    let folder = tempfile::tempdir().unwrap();
    let good = three(&json!({ "round_robin": { "cycles": 1 } }));
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut broken = good.clone();
        change(&mut broken);
        refusal(&["tournament", &plan(folder.path(), &broken)])
    };
    for (change, part) in [
        (
            &(|plan: &mut Value| plan["version"] = 7.into()) as &dyn Fn(&mut Value),
            "found version 7, expected 1",
        ),
        (&|plan| plan["colour"] = 1.into(), "found colour, expected version"),
        (&|plan| plan["concurrency"] = "two".into(), "found \"two\", expected a whole number"),
        (&|plan| plan["players"] = json!([]), "players: found 0, expected 2 to 1000"),
        (&|plan| plan["players"][1]["name"] = "net".into(), "found two engines called net"),
        (&|plan| plan["players"][0]["engine"] = "no-such-engine".into(), "no-such-engine"),
        (&|plan| plan["openings"] = json!({ "from": { "pgn": { "file": "no.pgn" } } }), "no.pgn"),
        (&|plan| plan["control"] = Value::Null, "net: found no limit, expected a limit"),
        (
            &|plan| plan["sprt"] = json!({ "elo0": 0, "elo1": 5 }),
            "sprt: found 3 players, expected two",
        ),
    ] {
        let error = broken(change);
        assert!(error.contains(part), "{part}: {error}");
    }
    let file = plan(folder.path(), &good);
    let error = refusal(&["tournament", &file, "--standings", "table.txt"]);
    assert!(error.contains("expected a name that ends with .md or .csv"), "{error}");
    let error = refusal(&["tournament", &file, "-o", &file]);
    assert!(error.contains("is the same file as"), "{error}");
    fs::write(&file, "[".repeat(1_000_000)).unwrap();
    assert!(refusal(&["tournament", &file]).contains("found sequence"));
    // The games of another tournament.
    let file = plan(folder.path(), &good);
    let pgn = folder.path().join("plan.pgn");
    stdout_of(&["tournament", &file, "--quiet"]);
    let mut other = good.clone();
    other["players"][0]["threads"] = 2.into();
    let error = refusal(&["tournament", &plan(folder.path(), &other)]);
    assert!(error.contains("found a game of another match"), "{error}");
    assert_eq!(games(&pgn).len(), 6, "nothing of it is lost");
}

#[test]
fn a_test_ends_a_match_of_a_plan_and_a_knock_out_has_a_winner() {
    let folder = tempfile::tempdir().unwrap();
    let mut test = three(&json!({ "match": { "rounds": 200 } }));
    test["players"] = json!([
        { "engine": "alphabeta", "name": "strong", "control": { "nodes": 600 } },
        { "engine": "alphabeta", "name": "weak", "control": { "nodes": 2 } },
    ]);
    test["sprt"] = json!({ "elo0": 0, "elo1": 60, "model": "logistic" });
    let text = stdout_of(&["tournament", &plan(folder.path(), &test), "--quiet"]);
    assert!(text.contains("SPRT [0, 60] logistic: LLR ") && text.contains("H1 accepted"), "{text}");
    let knock_out = three(&json!({ "knock_out": { "pairs": 1 } }));
    let out = folder.path().join("knock-out.pgn");
    let args = ["tournament", &plan(folder.path(), &knock_out), "--output", out.to_str().unwrap()];
    let text = stdout_of(&args);
    let last = text.lines().last().unwrap();
    assert!(last.ends_with(" wins the knock-out"), "{text}");
    assert_eq!(stdout_of(&args).lines().last().unwrap(), last, "nothing is played again");
    let out = folder.path().join("again.pgn");
    let args = [&args[..3], &[out.to_str().unwrap(), "--every", "2"]].concat();
    let rows = stdout_of(&args).lines().filter(|line| line.contains(" out ")).count();
    assert_eq!(rows, 3, "one after the first tie, two at the end");
}

#[test]
fn the_games_of_several_files_make_a_rating_list() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let game = |white: &str, black: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
        )
    };
    // 70 % of 100 games, as in the tests of the arithmetic: 147.19 Elo.
    let first = game("A", "B", "1-0").repeat(30) + &game("B", "A", "0-1").repeat(30);
    let second = game("A", "B", "1/2-1/2").repeat(20) + &game("B", "A", "1-0").repeat(20);
    fs::write(path("1.pgn"), first).unwrap();
    fs::write(
        path("2.pgn"),
        second + &game("A", "C", "1-0") + &game("A", "?", "1-0") + "1. e4 *\n",
    )
    .unwrap();
    let files = [path("1.pgn"), path("2.pgn")];
    let list = |more: &[&str]| {
        let args = [&["ratings", &files[0], &files[1]], more].concat();
        stdout_of(&args)
    };
    let objects = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = objects(&list(&["--json"]));
    let close = |value: &Value, expected: f64| {
        let found = value.as_f64().unwrap();
        assert!((found - expected).abs() < 0.01, "{found} for {expected}");
    };
    assert_eq!(all.len(), 3);
    assert_eq!((&all[0]["player"], &all[0]["games"]), (&"A".into(), &101.into()));
    close(&all[0]["elo"], 73.595);
    close(&all[0]["elo_error"], 32.427);
    assert_eq!((&all[2]["player"], &all[2]["elo"]), (&"C".into(), &Value::Null));
    let anchored = objects(&list(&["--json", "--anchor", "B=2500"]));
    close(&anchored[0]["elo"], 2647.19);
    close(&anchored[0]["elo_error"], 64.853);
    let why = "the rated players have scored against it, directly or through others, and it has not scored against them";
    assert_eq!(all[2]["unrated"], why);
    let text = list(&["--pairings"]);
    assert!(text.contains(&format!("C has no rating: {why}")), "{text}");
    assert!(text.contains("2 games without two players or a result left out"), "{text}");
    assert!(
        text.lines().any(|line| line.starts_with('A') && line.ends_with("70.0       70.0")),
        "{text}"
    );
    assert_eq!(list(&["--csv"]).lines().count(), 4);
    assert!(list(&["--markdown", "--min-games", "2"]).ends_with("|\n"));
    let error = refusal(&["ratings", &files[0], "--anchor", "Z"]);
    assert!(error.contains("found no player called Z"), "{error}");
    let error = refusal(&["ratings", &files[0], "--anchor", "A=b"]);
    assert!(error.contains("found no player called A=b"), "{error}");
    let error = refusal(&["ratings", &files[0], "--anchor", "A", "--min-games", "61"]);
    assert!(error.contains("--anchor: A has 60 games, fewer than --min-games 61"), "{error}");
    let error = refusal(&["ratings", &files[0], "--min-games", "100"]);
    assert!(error.contains("no player has 100 games"), "{error}");
    let output = tabia(&["ratings", &files[0], &files[0], "--json"]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("1.pgn: named before"));
    assert!(String::from_utf8(output.stdout).unwrap().contains("\"games\":60"));
    fs::write(path("none.pgn"), "1. e4 *\n").unwrap();
    let error = refusal(&["ratings", &path("none.pgn")]);
    let expected = "found 1 game, expected at least one with two players and a result";
    assert!(error.contains(expected), "{error}");
}

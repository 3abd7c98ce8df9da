//! The commands of the terminal for games, run as a user runs them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn tabia(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabia")).args(args).output().unwrap()
}

/// Standard output of a command that succeeds.
fn lines(args: &[&str]) -> Vec<String> {
    let output = tabia(args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Standard error of a command that fails with status 1.
fn refused(args: &[&str]) -> String {
    let output = tabia(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn file(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

const GAMES: &[u8] =
    b"\xef\xbb\xbf[White \"R\xe9ti\"]\r\n[Date \"1924.03.22\"]\r\n[Result \"1-0\"]\r\n\r\n\
    1. Nf3 {quiet} d5 (1... Nf6 $1 2. c4) 2. c4 1-0\r\n\r\n\
    [White \"B\"]\r\n[WhiteElo \"2500\"]\r\n\r\n1. e4 e5 2. Ke3 d6 *\r\n";

#[test]
fn pgn_check_tells_counts_and_errors() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pgn", GAMES);
    let text = lines(&["pgn", &games, "--check", "--json"]);
    let all: Vec<Value> = text.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(all.len(), 3);
    for (name, value) in
        [("game", 1), ("plies", 3), ("variations", 1), ("comments", 1), ("nags", 1)]
    {
        assert_eq!(all[0][name], value, "{name}");
    }
    assert_eq!(all[0]["errors"], Value::Array(Vec::new()));
    let error = &all[1]["errors"][0];
    assert_eq!((&error["line"], &error["column"]), (&10.into(), &13.into()));
    assert!(error["message"].as_str().unwrap().contains("Ke3"), "{error}");
    assert_eq!(
        (&all[2]["games"], &all[2]["plies"], &all[2]["errors"]),
        (&2.into(), &5.into(), &1.into())
    );
    let text = lines(&["pgn", &games, "--check"]);
    assert!(text[0].starts_with(&format!("{games}:10:13: game 2: move: found")), "{text:?}");
    assert!(text[1].starts_with("2 games, 5 plies"), "{text:?}");
}

#[test]
fn pgn_rewrites_to_a_stable_form() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pgn", GAMES);
    let [first, second] =
        ["a.pgn", "b.pgn"].map(|n| folder.path().join(n).to_str().unwrap().to_owned());
    assert!(lines(&["pgn", &games, "--rewrite", &first])[0].starts_with("2 games written"));
    lines(&["pgn", &first, "--rewrite", &second]);
    let text = std::fs::read_to_string(&first).unwrap();
    assert!(text.contains("1. Nf3 {quiet} d5 (1... Nf6 $1 2. c4) 2. c4 1-0\n"), "{text}");
    assert!(text.contains("[White \"R\u{e9}ti\"]\n"));
    assert_eq!(text, std::fs::read_to_string(&second).unwrap());
    let missing = folder.path().join("no/such/folder.pgn");
    assert!(refused(&["pgn", &games, "--rewrite", missing.to_str().unwrap()]).contains("no/such"));
    assert!(refused(&["pgn", "missing.pgn", "--check"]).starts_with("tabia: missing.pgn: "));
}

#[test]
fn pgn_stats_count() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pgn", GAMES);
    let text = lines(&["pgn", &games, "--stats", "--json"]);
    let stats: Value = serde_json::from_str(&text[0]).unwrap();
    for (name, value) in
        [("games", 2), ("white_wins", 1), ("unknown", 1), ("players", 2), ("highest_elo", 2500)]
    {
        assert_eq!(stats[name], value, "{name}: {stats}");
    }
    assert_eq!(stats["first_date"], "1924.03.22");
    assert_eq!(lines(&["pgn", &games, "--stats"])[0], "Games: 2 in 236 bytes");
}

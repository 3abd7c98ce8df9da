//! The terminal commands for games, run as a user runs them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tabia_text::t;

use super::programs::{refusal, stdout_of, tabia};

/// Standard output of a command that succeeds.
fn lines(args: &[&str]) -> Vec<String> {
    stdout_of(args).lines().map(str::to_owned).collect()
}

/// Standard output of a command that ends with status 1.
fn lines_and_errors(args: &[&str]) -> Vec<String> {
    let output = tabia(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
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
    let text = lines_and_errors(&["pgn", &games, "--check", "--json"]);
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
    let text = lines_and_errors(&["pgn", &games, "--check"]);
    assert!(text[0].starts_with(&format!("{games}:10:13: game 2: ")), "{text:?}");
    assert!(text[1].starts_with("2 games, 5 plies"), "{text:?}");
    let stray = file(folder.path(), "stray.pgn", b"lorem ipsum\n\n[White \"a\"]\n\n1. e4 *\n");
    let text = lines_and_errors(&["pgn", &stray, "--check"]);
    let last = text.last().unwrap();
    assert!(
        last.contains("; 0 errors in 0 games and ") && last.contains(" between games"),
        "{last}"
    );
}

#[test]
fn pgn_rewrites_to_a_stable_form() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pgn", GAMES);
    let [first, second] =
        ["a.pgn", "b.pgn"].map(|n| folder.path().join(n).to_str().unwrap().to_owned());
    assert!(
        lines(&["pgn", &games, "--rewrite", &first, "--lossy"])[0].starts_with("2 games written")
    );
    lines(&["pgn", &first, "--rewrite", &second, "--lossy"]);
    let text = std::fs::read_to_string(&first).unwrap();
    assert!(text.contains("1. Nf3 {quiet} 1... d5 (1... Nf6 $1 2. c4) 2. c4 1-0\n"), "{text}");
    assert!(text.contains("[White \"R\u{e9}ti\"]\n"));
    assert_eq!(text, std::fs::read_to_string(&second).unwrap());
    let missing = folder.path().join("no/such/folder.pgn");
    assert!(refusal(&["pgn", &games, "--rewrite", missing.to_str().unwrap()]).contains("no/such"));
    assert!(refusal(&["pgn", "missing.pgn", "--check"]).starts_with("tabia: missing.pgn: "));
}

#[test]
fn nothing_is_written_over_a_file_with_errors() {
    let folder = tempfile::tempdir().unwrap();
    let wide = "[White \"A\"]\n\n1. e4 xx *\n".encode_utf16().flat_map(u16::to_le_bytes);
    let wide: Vec<u8> = wide.collect();
    for (name, bytes) in [
        ("broken.pgn", GAMES),
        ("wide.pgn", &wide),
        ("prose.pgn", b"Some words\n\n[White \"A\"]\n\n1. e4 *\n"),
    ] {
        let path = file(folder.path(), name, bytes);
        for args in [&["pgn", &path, "--rewrite", &path][..], &["review", &path, "-o", &path]] {
            let stderr = refusal(args);
            assert!(
                stderr.contains("nothing was written") && stderr.contains("--lossy"),
                "{stderr}"
            );
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "{args:?}");
        }
        lines_and_errors(&["pgn", &path, "--check"]);
    }
    let bytes = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01 * \x80\x90[\xff]\n\xd9";
    let picture = file(folder.path(), "picture.jpg", bytes);
    for args in [&["pgn", &picture, "--rewrite", &picture, "--lossy"][..], &["review", &picture]] {
        assert!(refusal(args).contains("not a text file"), "{args:?}");
    }
    assert_eq!(std::fs::read(&picture).unwrap(), bytes);
}

#[test]
fn text_between_games_is_kept_and_is_not_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let text = "; foreword\n\n[White \"A\"]\n\n1. e4 *\n\n% escaped\n{a note}\n\n[White \"B\"]\n\n1. d4 *\n; end\n";
    let games = file(folder.path(), "games.pgn", text.as_bytes());
    let out = folder.path().join("out.pgn").to_str().unwrap().to_owned();
    let output = lines(&["pgn", &games, "--rewrite", &out]);
    assert!(output[0].starts_with("2 games written"), "{output:?}");
    let written = std::fs::read_to_string(&out).unwrap();
    // Comments before a game belong to it; nothing is lost.
    for kept in ["{foreword} 1. e4 *", "\n% escaped\n", "{a note} 1. d4 *", "end"] {
        assert!(written.contains(kept), "{kept}: {written}");
    }
}

#[test]
fn utf16_is_read_and_latin_1_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let text = "\u{feff}[White \"R\u{e9}ti\"]\n\n1. e4 *\n";
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let games = file(folder.path(), "wide.pgn", &wide);
    assert!(lines(&["pgn", &games, "--check"])[0].ends_with("UTF-16 (big endian)"));
    let output = lines(&["pgn", &games, "--rewrite", &games]);
    assert!(output[0].contains("written as UTF-8"), "{output:?}");
    assert!(std::fs::read_to_string(&games).unwrap().contains("R\u{e9}ti"));
    let games = file(folder.path(), "old.pgn", b"[White \"R\xE9ti\"]\n\n1. e4 *\n");
    assert!(lines(&["pgn", &games, "--check"])[0].ends_with("Latin-1 (Windows-1252)"));
}

#[test]
fn pgn_stats_count() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pgn", GAMES);
    let text = lines(&["pgn", &games, "--stats", "--json"]);
    let stats: Value = serde_json::from_str(&text[0]).unwrap();
    for (name, value) in [
        ("games", 2),
        ("white_wins", 1),
        ("unknown", 1),
        ("players", 2),
        ("highest_elo", 2500),
        ("events", 0),
    ] {
        assert_eq!(stats[name], value, "{name}: {stats}");
    }
    assert_eq!(stats["first_date"], "1924.03.22");
    assert_eq!(lines(&["pgn", &games, "--stats"])[0], "Games: 2");
    let text = b"[Date \"12.03.1998\"]\n[Result \"*\"]\n\n1. e4 1-0\n\n\
        [Date \"????.10.12\"]\n[Result \"1/2\"]\n\n1. e4\n\n[Date \"1990.??.??\"]\n\n*\n";
    let games = file(folder.path(), "odd.pgn", text);
    let text = lines(&["pgn", &games, "--stats"]).join("\n");
    assert!(text.contains("Dates: 1990 to 1998.03.12"), "{text}");
    assert!(text.contains("Without result: 1 (") && text.contains("Draws: 1 "), "{text}");
}

#[test]
fn files_without_games_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let packed = file(folder.path(), "games.pgn", b"\xfd7zXZ\0 1. e4 *");
    let out = folder.path().join("out.pgn");
    let out = out.to_str().unwrap();
    for args in [
        &["pgn", &packed, "--check"][..],
        &["pgn", &packed, "--stats"],
        &["review", &packed],
        &["ratings", &packed],
        &["book", "make", &packed, "-o", out],
    ] {
        assert!(refusal(args).contains("packed (xz)"), "{args:?}");
    }
    let none = file(folder.path(), "none.pgn", b"");
    assert!(refusal(&["review", &none]).contains("holds no game"));
    // This is checked before any search.
    let games = file(folder.path(), "some.pgn", b"1. e4 *");
    let nowhere = folder.path().join("none").join("out.pgn");
    let message = refusal(&["review", &games, "-o", nowhere.to_str().unwrap()]);
    assert!(message.contains("its folder does not exist"), "{message}");
    for args in [
        &["pgn", &games, "--rewrite", "-"][..],
        &["pgn", &games, "--check", "--ply", "1"],
        &["match", "-e", "alphabeta", "-e", "plain", "--nodes", "9", "--pgn", "-"],
    ] {
        assert_eq!(tabia(args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_book_is_made_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    for (moves, result) in [("1. e4 e5", "1-0"), ("1. e4 c5", "0-1"), ("1. d4 d5", "1/2-1/2")] {
        text += &format!("[Result \"{result}\"]\n\n{moves} {result}\n\n").repeat(4);
    }
    let games = file(folder.path(), "games.pgn", (text + "[White \"A\"]\n\n1. b3 *\n").as_bytes());
    let book = folder.path().join("own.bin").to_str().unwrap().to_owned();
    let output = lines(&["book", "make", &games, "-o", &book, "--min-games", "4"]);
    assert!(output[0].starts_with("4 moves from 12 games"), "{output:?}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let shown = lines(&["book", "show", start, "--book", &book, "--json"]);
    let shown: Value = serde_json::from_str(&shown[0]).unwrap();
    assert_eq!(shown["moves"][0]["uci"], "e2e4");
    assert_eq!(
        (&shown["moves"][0]["weight"], &shown["moves"][1]["weight"]),
        (&8.into(), &4.into())
    );

    let built_in = lines(&["book", "show", start, "--json"]);
    let built_in: Value = serde_json::from_str(&built_in[0]).unwrap();
    assert!(built_in["moves"][0]["games"].as_u64().unwrap() > 10_000, "{built_in}");
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(lines(&["book", "show", sicilian])[0], "B20 Sicilian Defense");
    assert!(refusal(&["book", "show", start, "--book", &games]).contains("found text"));
    assert!(refusal(&["book", "make", &games, "-o", &book, "--min-games", "99"]).contains("99"));
}

/// The small tables of the repository.
fn own_tables() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

#[test]
fn the_tables_are_probed() {
    let tables = own_tables().to_str().unwrap().to_owned();
    let probe = |fen: &str| {
        let output = lines(&["probe", fen, "--syzygy", &tables, "--json"]);
        serde_json::from_str::<Value>(&output[0]).unwrap()
    };
    let over = probe("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
    assert_eq!((&over["wdl"], &over["dtz"]), (&0.into(), &0.into()), "stalemate: {over}");
    let drawn = probe("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1");
    assert_eq!(drawn["wdl"], 0, "the opposition holds: {drawn}");
    let lost = probe("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1");
    assert_eq!(lost["wdl"], -2, "{lost}");
    let mate = probe("4k3/8/4K3/8/8/8/8/R7 w - - 0 1");
    assert_eq!((&mate["wdl"], &mate["moves"][0]["san"]), (&2.into(), &"Ra8#".into()));
    assert_eq!(mate["moves"][0]["dtz"], 1);
    let late = "8/8/8/8/8/4k3/8/4K2R w - - 90 100";
    let found = probe(late);
    assert_eq!((&found["wdl"], &found["wdl_at_clock"]), (&2.into(), &1.into()), "{found}");
    let text = lines(&["probe", late, "--syzygy", &tables]);
    assert!(text[0].contains(": won, but a draw by the 50-move rule, DTZ "), "{text:?}");
}

#[test]
fn missing_and_damaged_tables_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_str().unwrap();
    let fen = "4k3/8/4K3/8/8/8/8/R7 w - - 0 1";
    assert!(refusal(&["probe", fen, "--syzygy", empty]).contains("found no Syzygy table"));
    file(folder.path(), "KRvK.rtbw", b"damaged");
    let stderr = refusal(&["probe", fen, "--syzygy", empty]);
    assert!(stderr.contains("KRvK.rtbw: 7 bytes, expected a multiple of 64 plus 16"), "{stderr}");
}

#[test]
fn one_damaged_byte_of_a_table_is_named_and_the_rest_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let mut damaged = std::fs::read(own_tables().join("KPvK.rtbw")).unwrap();
    damaged[131] = 3;
    file(folder.path(), "KPvK.rtbw", &damaged);
    let rook = "4k3/8/4K3/8/8/8/8/R7 w - - 0 1";
    let alone = refusal(&["probe", rook, "--syzygy", tables]);
    assert!(alone.contains("KPvK.rtbw: "), "{alone}");
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        std::fs::copy(own_tables().join(name), folder.path().join(name)).unwrap();
    }
    let output = tabia(&["probe", rook, "--syzygy", tables]);
    let (stdout, complaint) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success() && stdout.contains("won, DTZ 1"), "{stdout}{complaint}");
    assert!(complaint.contains("KPvK.rtbw: "), "{complaint}");
    let pawn = refusal(&["probe", "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", "--syzygy", tables]);
    assert!(pawn.contains("KPvK.rtbw: ") && !pawn.contains("no table"), "{pawn}");
    let script = folder.path().join("script");
    let go = format!("position fen {rook}\ngo depth 3\n");
    std::fs::write(&script, format!("setoption name SyzygyPath value {tables}\n{go}isready\n"))
        .unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .arg("uci")
        .stdin(std::fs::File::open(&script).unwrap())
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{stdout}");
    assert!(
        stdout.contains("KPvK.rtbw: ") && stdout.contains("found tables for 1 endings"),
        "{stdout}"
    );
    assert!(stdout.contains("bestmove a1a8"), "{stdout}");
}

#[test]
fn a_game_is_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let text = b"[White \"A\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n1. d4 *\n";
    let games = file(folder.path(), "games.pgn", text);
    let noted = folder.path().join("noted.pgn").to_str().unwrap().to_owned();
    let args = ["review", &games, "--nodes", "3000", "--game", "1", "-o", &noted, "--json"];
    let output = lines(&args);
    assert_eq!(output.len(), 1);
    let review: Value = serde_json::from_str(&output[0]).unwrap();
    assert_eq!((&review["white"]["name"], &review["white"]["moves"]), (&"A".into(), &4.into()));
    assert_eq!(review["black"]["blunders"], 1, "{review}");
    let blunder = &review["moves"][5];
    assert_eq!((&blunder["number"], &blunder["san"]), (&"3...".into(), &"Nf6".into()));
    assert_eq!(blunder["words"], "Allows mate in 1: Qxf7#");
    assert_eq!((&review["moves"][5]["mate"], &review["moves"][6]["mate"]), (&1.into(), &0.into()));
    let noted = std::fs::read_to_string(noted).unwrap();
    // Line breaks depend on the text before.
    let noted = noted.split_whitespace().collect::<Vec<_>>().join(" ");
    // The mating move has no evaluation: `[%eval #1]` after it would mean a mate still to come.
    assert!(noted.contains("[%eval #1") && !noted.contains("Qxf7# {[%eval"), "{noted}");
    assert!(noted.contains("3... Nf6 $4") && noted.contains("Blunder. Allows mate in"), "{noted}");
    assert!(refusal(&["review", &games, "--nodes", "9", "--game", "7"]).contains("holds 2 games"));
    let untouched = file(folder.path(), "untouched.pgn", text);
    let output = tabia(&["review", &games, "--game", "0", "-o", &untouched]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(std::fs::read(untouched).unwrap(), text);
}

#[test]
fn a_review_reports_what_it_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pgn", GAMES);
    let output = tabia(&["review", &games, "--nodes", "100", "--json"]);
    assert!(output.status.success());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.contains(": game 2: ") && stderr.contains("Ke3"), "{stderr}");
    let stdout = String::from_utf8(output.stdout).unwrap();
    let errors = |line: &str| serde_json::from_str::<Value>(line).unwrap()["errors"].clone();
    assert_eq!(stdout.lines().map(errors).collect::<Vec<_>>(), [0, 1]);
    let puzzles = folder.path().join("puzzles.epd").to_str().unwrap().to_owned();
    let output = tabia(&["puzzles", "make", &games, "-o", &puzzles]);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), stderr);
}

/// A limit on the size of files stands for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_line_of_a_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let games = file(folder.path(), "games.pgn", b"1. e4 e5 1/2-1/2\n");
    let before = format!("#{}\n", "x".repeat(998));
    let puzzles = file(folder.path(), "puzzles.epd", before.as_bytes());
    let script = "ulimit -f 2 && exec \"$0\" puzzles make \"$1\" -o \"$2\"";
    let args = ["-c", script, env!("CARGO_BIN_EXE_tabia"), &games, &puzzles];
    let output = Command::new("sh").args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(std::fs::read_to_string(&puzzles).unwrap(), before);
    lines(&["puzzles", "make", &games, "-o", &puzzles]);
    let after = std::fs::read_to_string(&puzzles).unwrap();
    assert!(after.starts_with(&before) && after.contains("\n# games read: 1, "), "{after}");
}

/// A reader that closes the output early, an interrupt and an engine that fails leave what was reviewed.
#[cfg(unix)]
#[test]
fn a_review_that_ends_early_writes_the_games() {
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let text = b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n1. d4 *\n".repeat(200);
    let games = file(folder.path(), "games.pgn", &text);
    let few = file(folder.path(), "few.pgn", &text[..50]);
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let start = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
        command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut closed = start(&["review", &few, "--nodes", "100", "-o", &path("closed.pgn")]);
    drop(closed.stdout.take());
    assert!(closed.wait().unwrap().success());
    assert!(std::fs::read_to_string(path("closed.pgn")).unwrap().contains("[%eval"));

    // Standard input is checked before the first review, as files are.
    let mut piped = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(["review", "-", "-o", &path("piped.pgn")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut piped.stdin.take().unwrap(), GAMES).unwrap();
    let output = piped.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(1), Vec::new()), "{stderr}");
    assert!(stderr.starts_with("tabia: -:10:13: game 2: "), "{stderr}");
    assert!(stderr.contains("found 1 error") && !stderr.contains("--check"), "{stderr}");

    let mut child = start(&["review", &games, "--nodes", "5000", "-o", &path("half.pgn")]);
    let mut first = [0; 8];
    // After the review of the first game.
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    let pid = rustix::process::Pid::from_raw(child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("of 400 games reviewed, all written to"), "{stderr}");
    let half = std::fs::read_to_string(path("half.pgn")).unwrap();
    assert_eq!(half.matches("[Event ").count(), 400);
    assert!(half.contains("Blunder"));

    // An engine that ends after its first game.
    let engine = folder.path().join("fails");
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do\n[ \"$line\" = ucinewgame ] && n=n$n\n[ \"$n\" = nn ] && break\n\
         printf '%s\\n' \"$line\"\ndone | \"{}\" uci\n",
        env!("CARGO_BIN_EXE_tabia")
    );
    std::fs::write(&engine, script).unwrap();
    std::fs::set_permissions(&engine, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let engine = engine.to_str().unwrap();
    let args = ["review", &games, "--nodes", "100", "-o", &path("failed.pgn"), "--uci", engine];
    assert!(refusal(&args).contains("of 400 games reviewed, all written to"));
    assert!(std::fs::read_to_string(path("failed.pgn")).unwrap().contains("[%eval"));
}

/// A game that another program adds to the file during a long review is not lost.
#[cfg(unix)]
#[test]
fn a_review_does_not_replace_a_file_that_has_changed() {
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let mut text = b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n1. d4 *\n".repeat(200);
    let games = file(folder.path(), "games.pgn", &text);
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(["review", &games, "--nodes", "5000", "-o", &games])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 8];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    text.extend(b"\n1. c4 *\n");
    std::fs::write(&games, &text).unwrap();
    let pid = rustix::process::Pid::from_raw(child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    let changed = t!("error-file-changed", name = games.as_str());
    let beside = folder.path().join("games.reviewed-1.pgn");
    let written = beside.display();
    assert_eq!(stderr, format!("tabia: {changed}, so the games were written to {written}\n"));
    assert_eq!(std::fs::read(&games).unwrap(), text);
    assert!(std::fs::read_to_string(&beside).unwrap().contains("[%eval"));
}

#[test]
fn any_uci_engine_can_review() {
    let folder = tempfile::tempdir().unwrap();
    let text = b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
    let games = file(folder.path(), "games.pgn", text);
    // A path with a space needs quotes if arguments follow.
    let program = folder.path().join("my engine");
    std::fs::copy(env!("CARGO_BIN_EXE_tabia"), &program).unwrap();
    let engine = format!("\"{}\" uci", program.display());
    let output = lines(&["review", &games, "--nodes", "3000", "--uci", &engine, "--json"]);
    let review: Value = serde_json::from_str(&output[0]).unwrap();
    assert_eq!(review["black"]["blunders"], 1, "{review}");
    assert_eq!(review["moves"][5]["words"], "Allows mate in 1: Qxf7#");
    let gone = folder.path().join("no engine").to_str().unwrap().to_owned();
    assert!(refusal(&["review", &games, "--uci", &gone]).contains(t!("engine-no-file")));
}

//! The terminal commands, run as a user runs them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tabia_text::t;

use crate::programs::program_of;
use serde_json::Value;
use tabia_chess::Board;
use tabia_training::data::game::{GameResult, Source};
use tabia_training::data::sample::{self, Sample};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn tabia(args: &[&str]) -> Output {
    let program = args.first().map_or(env!("CARGO_BIN_EXE_tabia"), |name| program_of(name));
    Command::new(program).args(args).stdin(Stdio::null()).output().unwrap()
}

/// Standard output of a command that succeeds.
fn lines(args: &[&str]) -> Vec<String> {
    let output = tabia(args);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {stderr}");
    assert_eq!(stderr, "", "{args:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Standard error of a command that fails with status 1.
fn refused(args: &[&str]) -> String {
    let output = tabia(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    assert_eq!(output.stdout, b"", "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn board_shows_a_position() {
    let text = lines(&["board", START]).join("\n");
    assert!(text.starts_with("8 r n b q k b n r\n"), "{text}");
    assert!(text.contains(&format!("\nFEN: {START}\nKey: ")), "{text}");
    assert!(text.contains("\nLegal moves: 20\nSAN: ") && text.contains("\nUCI: "), "{text}");
    // The FEN need not be quoted, and is normalised: no capture on e3 is possible.
    let words = ["board", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "b", "KQkq", "e3"];
    let text = lines(&words).join("\n");
    assert!(text.contains("\nFEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"));
}

#[test]
fn board_shows_bitboards() {
    let text = lines(&["board", START, "--bitboards"]).join("\n");
    for line in [
        "White pawn: 0x000000000000ff00, 8 set",
        "White knight: 0x0000000000000042, 2 set",
        "Black queen: 0x0800000000000000, 1 set",
        "Black king: 0x1000000000000000, 1 set",
    ] {
        assert!(text.contains(line), "{line} is missing in {text}");
    }
    assert_eq!(text.matches(" set\n").count(), 12);
}

#[test]
fn an_error_in_a_fen_has_a_reason_and_offers_a_repair() {
    let stderr = refused(&["board", "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]);
    assert!(stderr.starts_with("tabia: board: rank 6 "), "{stderr}");
    let stderr = refused(&["board", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"]);
    assert!(stderr.contains("castling: right K without a rook"), "{stderr}");
    assert!(stderr.contains("Perhaps you mean: 4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "{stderr}");
    for command in ["board", "analyse", "eval"] {
        assert!(refused(&[command, "8/8/8/8/8/8/8/8 w - - 0 1"]).contains("king missing"));
    }
}

#[test]
fn perft_counts() {
    let text = lines(&["perft", "4"]);
    assert_eq!(text.last().unwrap(), "Nodes searched: 197281");
    assert!(text[text.len() - 2].contains(" Mnps"), "{text:?}");
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let text = lines(&["perft", "3", "--fen", kiwipete, "--divide", "--no-bulk"]);
    assert_eq!(text.last().unwrap(), "Nodes searched: 97862");
    assert_eq!(text.len(), 48 + 2);
    assert!(text.iter().any(|line| line == "e1g1: 2059"), "{text:?}");
}

#[test]
fn bench_ends_with_its_signature() {
    let (first, second) = (lines(&["bench", "3"]), lines(&["bench", "3"]));
    let words: Vec<&str> = first.last().unwrap().split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{words:?}");
    let nodes: u64 = words[0].parse().unwrap();
    assert!(nodes > 1000);
    assert!(second.last().unwrap().starts_with(&format!("{nodes} nodes ")), "not repeatable");
}

#[test]
fn analyse_writes_one_object_a_line() {
    let text = lines(&["analyse", START, "--depth", "5", "--json", "--multipv", "2"]);
    let objects: Vec<Value> = text.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (answer, iterations) = objects.split_last().unwrap();
    assert_eq!(iterations.len(), 10, "five depths, two lines each");
    for info in iterations {
        for name in ["depth", "seldepth", "multipv", "nodes", "time_ms", "hashfull"] {
            assert!(info[name].is_u64(), "{name}: {info}");
        }
        assert!(info["nps"].is_u64() || info["time_ms"] == 0, "no speed without time: {info}");
        assert!(info["score_cp"].is_i64() && info["bound"] == "exact", "{info}");
        assert_eq!(info["pv"].as_array().unwrap().len(), info["pv_san"].as_array().unwrap().len());
    }
    assert_eq!(iterations[9]["depth"], 5);
    assert_eq!(answer["bestmove"], iterations[8]["pv"][0]);
    assert!(answer["ponder"].is_string());
}

#[test]
fn analyse_knows_mates_and_the_end_of_the_game() {
    let text = lines(&["analyse", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "--depth", "4", "--json"]);
    let info: Value = serde_json::from_str(&text[text.len() - 2]).unwrap();
    assert_eq!((&info["mate"], info.get("score_cp")), (&1.into(), None));
    assert_eq!(text.last().unwrap(), r#"{"bestmove":"a1a8","ponder":null}"#);
    let text = lines(&["analyse", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--json"]);
    assert_eq!(text, [r#"{"bestmove":null,"ponder":null,"end":"stalemate"}"#]);
    let text = lines(&["analyse", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "--json"]);
    assert_eq!(text, [r#"{"bestmove":null,"ponder":null,"end":"checkmate"}"#]);
    let text = lines(&["analyse", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "--nodes", "2000"]);
    assert!(text.last().unwrap().starts_with("Best move: Ra8#"), "{text:?}");
}

#[test]
fn eval_adds_up_for_every_line_of_its_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(["eval", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = format!("{START}\n8/8/8/4k3/8/8/4P3/4K3 b - - 0 1\n");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 2);
    for line in text.lines() {
        let object: Value = serde_json::from_str(line).unwrap();
        let rows = object["terms"].as_array().unwrap().iter();
        let sum: i64 = rows.map(|row| row["tapered_cp"].as_i64().unwrap()).sum();
        assert_eq!(Some(sum), object["score_cp"].as_i64(), "{line}");
    }
}

/// A suite of two tasks that depth 4 solves, one that asks for a bad move, and an invalid line.
const SUITE: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8+; id \"mate\"; c0 \"Ra8+=10, Ra7=2\";\n\
    6k1/5ppp/8/8/8/8/8/R6K w - - dm 1;\n\
    6k1/5ppp/8/8/8/8/8/R6K w - - bm Rb1; id \"no\"; c0 \"Rb1=5, Ra8#=1\";\n\
    rubbish\n";

#[test]
fn a_test_suite_is_solved_and_counted() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("suite.epd");
    std::fs::write(&path, SUITE).unwrap();
    let path = path.to_str().unwrap();
    let rival = concat!(env!("CARGO_BIN_EXE_tabia"), " uci");
    for more in [&[][..], &["--uci", rival]] {
        let arguments = [&["epd", path, "--depth", "4", "--json"], more].concat();
        let output = tabia(&arguments);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{complaint}");
        assert!(complaint.contains("suite.epd:4: "), "{complaint}");
        assert!(complaint.ends_with("suite.epd: 1 line not read\n"), "{complaint}");
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        let first: Value = serde_json::from_str(lines[0]).unwrap();
        assert_eq!((&first["id"], &first["solved"]), (&"mate".into(), &true.into()));
        assert_eq!((&first["answer"], &first["points"]), (&"Ra8#".into(), &10.into()));
        assert!(first["time_ms"].is_u64() && first["depth"].is_u64() && first["nodes"].is_u64());
        let third: Value = serde_json::from_str(lines[2]).unwrap();
        assert_eq!((&third["solved"], &third["time_ms"]), (&false.into(), &Value::Null));
        assert_eq!(lines[3], r#"{"solved":2,"total":3,"points":11,"not_read":1,"unsolvable":0}"#);
    }
    let text = String::from_utf8(tabia(&["epd", path, "--nodes", "2000"]).stdout).unwrap();
    let sum = "Solved 2 of 3 (66.7 %); 1 line not read\nPoints 11 of 15 (73.3 %)\n";
    assert!(text.ends_with(sum), "{text}");
}

/// The rest of the output and the errors of a command that is interrupted after these lines.
#[cfg(unix)]
fn interrupted(args: &[&str], lines: usize) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..lines {
        stdout.read_line(&mut String::new()).unwrap();
    }
    let pid = rustix::process::Pid::from_raw(child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{args:?}: {stderr}");
    (rest, stderr)
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_tells_what_is_done() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("suite.epd");
    std::fs::write(&path, SUITE.repeat(500)).unwrap();
    let path = path.to_str().unwrap();
    // The first position is done.
    let (rest, stderr) = interrupted(&["epd", path, "--movetime", "50", "--json"], 1);
    let sum: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    let done = sum["total"].as_u64().unwrap();
    assert!((1..1500).contains(&done), "{sum}");
    let words = format!("interrupted: {done} of 1500 positions are searched\n");
    assert!(stderr.ends_with(&words), "{stderr}");

    let (rest, stderr) = interrupted(&["analyse", START, "--movetime", "999999999"], 2);
    assert!(rest.lines().last().unwrap().starts_with("Best move: "), "{rest}");
    assert_eq!(stderr, "tabia: interrupted: the search ended before its limit\n");

    let levels = ["lab", "scratch-match", "--a", "2", "--b", "1"];
    let games = ["--games", "10000", "--nodes", "50"];
    let (rest, stderr) = interrupted(&[&levels[..], &games[..]].concat(), 1);
    assert!(rest.lines().last().unwrap().starts_with("Level 2 against level 1: "), "{rest}");
    assert!(stderr.ends_with(" of 10000 games are played\n"), "{stderr}");
}

#[test]
fn an_invalid_suite_or_engine_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("suite.epd");
    std::fs::write(&path, SUITE).unwrap();
    let suite = path.to_str().unwrap();
    assert!(refused(&["epd", "missing.epd"]).starts_with("tabia: missing.epd: "));
    let refusal = |engine: &str| {
        let output = tabia(&["epd", suite, "--json", "--uci", engine]);
        assert_eq!(output.status.code(), Some(1), "{engine}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refusal("/no/such/engine").contains(t!("engine-no-file")));
    let bench = concat!(env!("CARGO_BIN_EXE_tabia"), " --version");
    let gone = refusal(bench);
    assert!(gone.contains("tabia exited while starting (exit status: 0)"), "{gone}");
    assert!(
        refusal("engine \"with one quote").contains("the quote \" at character 8 is never closed")
    );
    let empty = dir.path().join("empty.epd");
    std::fs::write(&empty, "# nothing\n\n").unwrap();
    assert!(refused(&["epd", empty.to_str().unwrap()]).contains("holds no position to solve"));
}

#[test]
fn chances_are_fitted_to_scored_games() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.pgn");
    let mut text = String::new();
    for game in 0..900 {
        // The better side wins, unless it is only a little better.
        let (score, result) = [(5, "1/2-1/2"), (250, "1-0"), (-250, "0-1")][game % 3];
        let pawns = |cp: i32| format!("[%eval {:.2},9]", f64::from(cp) / 100.0);
        let (white, black) = (pawns(score + game as i32 % 90), pawns(score - game as i32 % 70));
        let moves = format!("1. e4 {{{white}}} e5 {{{black}}} {result}");
        text.extend(["[Result \"", result, "\"]\n\n", &moves, "\n\n"]);
    }
    std::fs::write(&path, text).unwrap();
    let output = lines(&["wdl-fit", path.to_str().unwrap()]);
    assert!(output[0].starts_with("900 games, 0 others"), "{output:?}");
    assert!(output.iter().any(|line| line.starts_with("a: [")), "{output:?}");
    let few = dir.path().join("few.pgn");
    std::fs::write(&few, "[Result \"1-0\"]\n\n1. e4 {+0.50/9 0.1s} 1-0\n").unwrap();
    let output = tabia(&["wdl-fit", few.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn senseless_arguments_are_refused() {
    assert!(refused(&["benhc"]).contains("“benhc” is no command"));
    assert!(refused(&["missing.pgn"]).contains("missing.pgn: "));
    assert!(refused(&["8/8/8/8/8/8/8/8 w - - 0 1"]).contains("king missing"));
    // Errors of the command line have status 2.
    for args in [
        &["perft", "-1"][..],
        &["perft"],
        &["analyse", START, "--depth", "0"],
        &["analyse", START, "--threads", "9999"],
        &["screenshot", "x.png", "--size", "3x3"],
        &["uci", "--nonsense"],
    ] {
        assert_eq!(tabia(args).status.code(), Some(2), "{args:?}");
    }
    assert!(lines(&["--version"])[0].starts_with("tabia "));
    assert!(lines(&["--help"]).join("\n").contains("analyse"));
}

#[test]
fn without_a_display_the_error_names_the_commands_that_work() {
    let output = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    for command in ["uci", "analyse", "epd", "perft", "bench", "board", "eval"] {
        assert!(stderr.contains(command), "{command}: {stderr}");
    }
}

#[test]
fn every_command_ends_when_its_output_is_closed() {
    let dir = tempfile::tempdir().unwrap();
    let (suite, games) = (dir.path().join("suite.epd"), dir.path().join("made"));
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (samples, out) = (at("a.samples"), at("out"));
    let sample = Sample::new(&Board::start(), 0, GameResult::Draw, Source::Standard);
    sample::write_file(samples.as_ref(), &vec![sample; 64]).unwrap();
    // A position whose search never ends.
    std::fs::write(&suite, format!("{} bm e4; id \"begin\";\n", START.trim_end_matches(" 0 1")))
        .unwrap();
    for args in [
        &["perft", "14"][..],
        &["bench", "60"],
        &["analyse", START, "--movetime", "999999999"],
        &["epd", suite.to_str().unwrap(), "--movetime", "999999999"],
        &["eval", "-"],
        &["datagen", "--out", games.to_str().unwrap(), "--threads", "1"],
        &["relabel", &samples, "--out", &out, "--nodes", "1000000000", "--threads", "1"],
        &["convert", "-", "--samples", &out],
        &["label", "-", "--samples", &out],
        &["tune", "--positions", "-", "--out", &out],
        &["train", &samples, "--out", &at("net"), "--batch", "1", "--passes", "10000"],
        &["review", "-"],
    ] {
        let mut child = Command::new(program_of(args[0]))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        if args[0] == "train" {
            // Before its first line there is no training to be saved.
            output.read_line(&mut String::new()).unwrap();
        } else {
            std::thread::sleep(Duration::from_millis(200));
        }
        assert!(child.try_wait().unwrap().is_none(), "{args:?} ended by itself");
        drop(output);
        let until = Instant::now() + Duration::from_mins(1);
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < until, "{args:?} goes on, and nobody reads it");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    // The progress of the training is saved, and no file is incomplete.
    assert!(dir.path().join("net/checkpoint").exists());
    let folders = [dir.path().to_owned(), dir.path().join("net"), dir.path().join("out")];
    for entry in folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap()) {
        let name = entry.unwrap().file_name();
        assert!(!name.to_str().unwrap().ends_with(".writing"), "{name:?}");
    }
}

#[test]
fn a_closed_output_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(["perft", "5", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stderr, b"");
}

#[test]
fn no_escape_sequence_of_a_file_or_argument_reaches_the_terminal() {
    const EVIL: &str = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}x";
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(format!("suite{EVIL}.epd"));
    let path = path.to_str().unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    std::fs::write(path, format!("{start} bm e4; id \"a{EVIL}b\";\n{start} bm {EVIL};\n")).unwrap();
    let clean = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        assert!(
            text.chars().all(|c| c == '\n' || !tabia_games::printable::is_active(c)),
            "{text:?}"
        );
        text
    };
    let output = tabia(&["epd", path, "--depth", "1"]);
    assert!(clean(output.stdout).contains("a\u{fffd}]0;owned\u{fffd}\u{fffd}2J\u{fffd}xb"));
    assert!(clean(output.stderr).contains("suite\u{fffd}]0;owned"));
    let json = clean(tabia(&["epd", path, "--depth", "1", "--json"]).stdout);
    let object: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(object["id"], format!("a{EVIL}b"), "JSON says what it is");
    for (args, named) in [
        (&["pgn", EVIL, "--check"][..], true),
        // clap removes escape sequences itself.
        (&["perft", EVIL], false),
        (&["board", EVIL], false),
        (&[EVIL, EVIL], false),
    ] {
        let output = tabia(args);
        clean(output.stdout);
        let stderr = clean(output.stderr);
        assert!(!stderr.is_empty(), "{args:?}");
        assert!(!named || stderr.contains("\u{fffd}]0;owned"), "{args:?}: {stderr}");
    }
}

/// Runs a command under resource limits with this input, and returns its output.
#[cfg(target_os = "linux")]
fn limited(program: &str, before: &[&str], args: &[&str], input: &str) -> (bool, String, String) {
    let mut child = Command::new(program)
        .args(before)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has ended has closed its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
    assert!(output.status.code().is_some(), "{args:?}: {}: {stderr}", output.status);
    assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    (output.status.success(), stdout, stderr)
}

#[cfg(target_os = "linux")]
#[test]
fn limits_of_the_shell_give_clear_errors() {
    let own = env!("CARGO_BIN_EXE_tabia");
    let shell = |limit: &str, args: &[&str], input: &str| {
        let script = format!("ulimit {limit} && exec \"$0\" \"$@\"");
        limited("sh", &["-c", &script, own], args, input)
    };
    // A small stack and little memory are enough.
    for limit in ["-s 64", "-s 64 && ulimit -v 700000", "-v 600000"] {
        let (good, stdout, stderr) = shell(limit, &["uci"], "go depth 6\neval\ngo perft 3\n");
        assert!(good && stderr.is_empty(), "{limit}: {stderr}");
        assert!(stdout.contains("\nbestmove ") && stdout.contains(" 8902\n"), "{limit}: {stdout}");
    }
    let (good, _, stderr) = shell("-v 60000", &["perft", "2"], "");
    let wanted = "tabia: the shell allows 58 MiB of address space (`ulimit -v`), and the program needs 512 MiB\n";
    assert_eq!((good, stderr.as_str()), (false, wanted));

    // A file that would become too large: the write error is reported, and no partial file is left.
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, out) = (path("games.pgn"), path("out.pgn"));
    std::fs::write(&games, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n\n".repeat(500)).unwrap();
    std::fs::write(&out, "1. d4 *\n").unwrap();
    let (good, _, stderr) = shell("-f 4", &["pgn", &games, "--rewrite", &out], "");
    assert!(!good && stderr.contains("File too large"), "{stderr}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "1. d4 *\n");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "and nothing else is left");
    // The same for the games of a match, and for a log, whose failure does not end the conversation.
    let pgn = path("match.pgn");
    let engines = ["match", "-e", "alphabeta name=a", "-e", "alphabeta name=b", "--depth", "1"];
    let (good, _, stderr) =
        shell("-f 1", &[&engines[..], &["--games", "4", "--pgn", &pgn]].concat(), "");
    assert!(!good && stderr.contains("File too large"), "{stderr}");
    let log = format!("setoption name Debug Log File value {}\n", path("log.txt"));
    let (good, stdout, _) = shell("-f 1", &["uci"], &(log + &"isready\n".repeat(200)));
    assert!(good && stdout.matches("readyok").count() == 200, "{stdout}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_gets_no_more_threads_says_so() {
    use std::os::unix::fs::PermissionsExt as _;
    // The limit does not apply to root, and another user must be able to read the program.
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let program = folder.path().join("tabia");
    std::fs::copy(env!("CARGO_BIN_EXE_tabia"), &program).unwrap();
    let program = program.to_str().unwrap();
    let user = ["setpriv", "--reuid", "65534", "--clear-groups"];
    let user = if rustix::process::getuid().is_root() { &user[..] } else { &[] };
    for threads in 1..=8 {
        let limit = format!("--nproc={threads}:{threads}");
        let before = [user, &["prlimit", &limit, program]].concat();
        let (good, stdout, stderr) = limited(before[0], &before[1..], &["uci"], "go depth 4\n");
        assert_eq!(good, stdout.contains("\nbestmove "), "{threads}: {stdout} {stderr}");
        assert!(good || stderr.starts_with("tabia: no thread "), "{threads}: {stderr}");
        let (good, stdout, stderr) = limited(
            before[0],
            &before[1..],
            &["match", "-e", "alphabeta", "-e", "alphabeta name=b", "--depth", "1", "--games", "2"],
            "",
        );
        assert!(good || stderr.starts_with("tabia: "), "{threads}: {stdout} {stderr}");
    }
}

//! `tabia match` as a program: an interrupted match resumes and ends with the same games, engines that break the
//! protocol only lose their games, a test stops when it is decided, and files of other matches are refused.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tabia_games::game::pgn_read::{PgnGame, read_all};

use super::programs;

fn run(args: &[&str]) -> Output {
    programs::tabia(&[&["match"][..], args].concat())
}

fn stdout_of(args: &[&str]) -> String {
    programs::stdout_of(&[&["match"][..], args].concat())
}

fn refusal(args: &[&str]) -> String {
    programs::refusal(&[&["match"][..], args].concat())
}

#[test]
fn old_names_of_options_are_still_read() {
    let lines = [
        "match -e puct -e plain --nodes 9 --patience 5",
        "lab ab --b no-tt --most 5",
        "puzzles make a.pgn --out a.epd",
        "tournament a.json --out a.pgn",
    ];
    for line in lines {
        let words = ["tabia"].into_iter().chain(line.split(' '));
        let read = tabia_cli::command_line().try_get_matches_from(words);
        assert!(read.is_ok(), "{line}: {read:?}");
    }
}

/// The games of a file by their number, with everything that does not depend on the time of day.
fn games(path: &Path) -> Vec<(String, String, String, Vec<String>)> {
    let read = |game: PgnGame| {
        assert_eq!(game.warnings.len(), 0, "{:?}", game.warnings);
        let tag = |name: &str| game.tags.get(name).unwrap().to_owned();
        let tree = &game.tree;
        let moves = tree.main_line().iter().map(|&node| tree.san(node).to_owned()).collect();
        (tag("MatchGame"), tag("Result"), tag("White"), moves)
    };
    let mut games: Vec<_> =
        read_all(&fs::read_to_string(path).unwrap()).into_iter().map(read).collect();
    games.sort();
    games
}

const PAIR: [&str; 6] =
    ["-e", "alphabeta name=a", "-e", "alphabeta name=b option.Eval=HandCrafted", "--hash", "1"];

#[test]
fn a_match_interrupted_anywhere_resumes_to_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.pgn");
    let file = path.to_str().unwrap();
    let args = |more: &[&'static str]| {
        let mut args =
            [&PAIR[..], &["--nodes", "150", "--games", "6", "--resign", "3,400"]].concat();
        args.extend(["--max-moves", "80"]);
        args.extend(more);
        args
    };
    let whole = {
        let mut args = args(&[]);
        args.extend(["--pgn", file]);
        stdout_of(&args)
    };
    let all = games(&path);
    assert_eq!(all.len(), 6);
    let text = fs::read(&path).unwrap();
    let last_line = |text: &str| text.lines().last().unwrap().to_owned();
    for cut in [0, 40, text.len() / 3, text.len() / 2, text.len() - 30, text.len()] {
        fs::write(&path, &text[..cut]).unwrap();
        let mut args = args(&["--resume", "--concurrency", "2"]);
        args.extend(["--pgn", file]);
        assert_eq!(last_line(&stdout_of(&args)), last_line(&whole), "cut at {cut}");
        assert_eq!(games(&path), all, "cut at {cut}");
    }
    let mut again = args(&[]);
    again.extend(["--pgn", file]);
    assert!(refusal(&again).contains("found a file with games, expected none; --resume"));
    let mut other = args(&["--resume", "--seed", "9"]);
    other.extend(["--pgn", file]);
    assert!(refusal(&other).contains("line 1: found a game of another match"));
}

/// An engine that answers `go` by running these shell lines.
pub(crate) fn engine(folder: &Path, name: &str, on_go: &str) -> PathBuf {
    let path = folder.join(name);
    let text = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in\nuci) echo \"id name {name}\"; echo uciok;;\n\
         isready) echo readyok;;\ngo) {on_go};;\nquit) exit 0;;\nesac; done\n"
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn an_engine_that_breaks_the_protocol_loses_its_games_and_the_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    for (name, on_go, control, termination, fault) in [
        ("crash", "echo boom >&2; exit 3", "nodes=20", "abandoned", "failed"),
        ("cheat", "echo bestmove e1e8", "nodes=20", "rules infraction", "illegal"),
        ("slow", "sleep 0.3; echo bestmove a7a6", "movetime=40", "time forfeit", "time"),
        ("hangs", "sleep 60", "movetime=40", "time forfeit", "time"),
    ] {
        let program = engine(folder.path(), name, on_go);
        let path = folder.path().join(format!("{name}.pgn"));
        let other = format!("{} {control}", program.display());
        // The correct engine has no clock, so that a busy machine cannot cost it the game.
        let args = ["-e", "alphabeta name=good nodes=20", "-e", &other];
        let args = [
            &args[..],
            &["--hash", "1", "--games", "2", "--json", "--pgn", path.to_str().unwrap()],
        ]
        .concat();
        let lines = stdout_of(&args);
        let objects: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(objects.len(), 3, "{lines}");
        for game in &objects[..2] {
            assert_eq!(game["termination"], termination, "{name}: {game}");
            let won = if game["white"] == "good" { "1-0" } else { "0-1" };
            assert_eq!(game["result"], won, "{name}: {game}");
        }
        let sum = &objects[2];
        assert_eq!(
            (&sum["pairings"][0]["wins"], &sum["ended"]),
            (&2.into(), &true.into()),
            "{sum}"
        );
        assert_eq!(sum["faults"][1][fault], 2, "{name}: {sum}");
        assert_eq!(games(&path).len(), 2, "{name}");
    }
}

#[test]
fn an_engine_that_does_not_start_is_reported_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let program = engine(folder.path(), "plain", "echo bestmove 0000");
    let line = format!("{} option.Style=wild", program.display());
    let error = refusal(&["-e", "alphabeta", "-e", &line, "--nodes", "10"]);
    assert!(error.contains("option Style"), "{error}");
    let error = refusal(&["-e", "alphabeta", "-e", "/no/such/engine", "--nodes", "10"]);
    assert!(error.contains("/no/such/engine"), "{error}");
    let error = refusal(&["-e", "alphabeta", "-e", "alphabeta", "--nodes", "10"]);
    assert!(error.contains("expected a different name=NAME"), "{error}");
    let error = refusal(&["-e", "alphabeta", "-e", "puct"]);
    assert!(error.contains("found no limit, expected --tc, --nodes"), "{error}");
    let odd = ["-e", "alphabeta", "-e", "plain", "--nodes", "10", "--games", "3"];
    assert!(refusal(&odd).contains("--games: found 3, expected an even number"));
    let error = refusal(&["-e", "alphabeta", "--nodes", "10"]);
    assert!(error.contains("expected --engine at least twice"), "{error}");
}

#[test]
fn a_test_stops_once_it_is_decided() {
    let args = ["-e", "alphabeta name=strong nodes=600", "-e", "alphabeta name=weak nodes=2"];
    let more = ["--hash", "1", "--games", "400", "--sprt", "0,60", "--model", "logistic"];
    let text = stdout_of(&[&args[..], &more, &["--resign", "2,400", "--every", "400"]].concat());
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("SPRT [0, 60] logistic: LLR ") && last.ends_with("H1 accepted"),
        "{text}"
    );
    let games = text.lines().find_map(|line| line.strip_prefix("strong against weak: ")).unwrap();
    let games: u32 = games.split(' ').next().unwrap().parse().unwrap();
    assert!((4..400).contains(&games), "{text}");
}

#[test]
fn a_match_with_a_file_is_played_to_its_end_when_its_output_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("m.pgn");
    let more = ["--nodes", "30", "--max-moves", "3", "--games", "6", "--json", "--pgn"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .arg("match")
        .args(PAIR)
        .args(more)
        .arg(&out)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    assert_eq!(games(&out).len(), 6);
}

#[test]
fn openings_of_a_file_are_played_with_both_colours() {
    let folder = tempfile::tempdir().unwrap();
    let [pgn, epd, out] = ["o.pgn", "o.epd", "m.pgn"].map(|name| folder.path().join(name));
    fs::write(&pgn, "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 e6 *\n").unwrap();
    fs::write(&epd, "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - hmvc 0;\n").unwrap();
    let words = |path: &Path| path.to_str().unwrap().to_owned();
    let (pgn, epd, out_file) = (words(&pgn), words(&epd), words(&out));
    let base = [&PAIR[..], &["--nodes", "30", "--max-moves", "3", "--pgn", &out_file]].concat();
    let more = ["--openings", &pgn, "--plies", "3", "--in-order", "--rounds", "2"];
    stdout_of(&[&base[..], &more].concat());
    let played = games(&out);
    let begun = |at: usize| played[at].3[1..4].join(" ");
    assert_eq!([0, 1, 2, 3].map(begun), ["e4 e5 Nf3", "e4 e5 Nf3", "d4 d5 c4", "d4 d5 c4"]);
    assert_eq!([0, 1, 2, 3].map(|at: usize| played[at].2.as_str()), ["a", "b", "a", "b"]);
    fs::remove_file(&out).unwrap();
    let error = refusal(&[&base[..], &["--openings", &epd, "--plies", "3"]].concat());
    assert!(error.contains("expected a file of games, .pgn"), "{error}");
    stdout_of(&[&base[..], &["--openings", &epd, "--games", "2"]].concat());
    let text = fs::read_to_string(&out).unwrap();
    assert_eq!(
        text.matches("[FEN \"4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1\"]").count(),
        2,
        "{text}"
    );
}

/// A script that acts as an engine, with its answers to `uci` and to `go`.
fn script(folder: &Path, name: &str, uci_reply: &str, answer: &str, at_end: &str) -> PathBuf {
    let path = folder.join(name);
    let text = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\nuci) printf '{uci_reply}';;\nisready) echo readyok;;\n\
         go*) printf '{answer}';;\nquit) exit;;\nesac; done\n{at_end}\n"
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn no_escape_sequence_of_an_engine_reaches_the_terminal() {
    // OSC, C1 and a direction override, in octal for `printf`.
    const EVIL: &str = r"\033]0;owned\007\302\2332J\342\200\256x";
    let folder = tempfile::tempdir().unwrap();
    let uci_reply =
        format!(r"id name Ev{EVIL}il\nid author {EVIL}\noption name {EVIL} type check\nuciok\n");
    let answer =
        format!(r"info string {EVIL}\ninfo depth 1 score cp 1 pv {EVIL}\nbestmove {EVIL}\n");
    let engine = script(folder.path(), "engine\u{1b}[31m.sh", &uci_reply, &answer, "");
    let pgn = folder.path().join("games.pgn");
    let clean =
        |text: &str| text.chars().all(|c| c == '\n' || !tabia_games::printable::is_active(c));
    for more in [&[][..], &["--json"]] {
        fs::remove_file(&pgn).ok();
        let line = format!("'{}'", engine.to_str().unwrap());
        let args =
            ["-e", &line, "-e", "alphabeta name=b", "--nodes", "10", "--games", "2", "--pgn"];
        let output = run(&[&args[..], &[pgn.to_str().unwrap()], more].concat());
        let stdout = String::from_utf8(output.stdout).unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.success() && clean(&stdout) && clean(&stderr),
            "{stdout:?} {stderr:?}"
        );
        assert!(stdout.contains("Ev\u{fffd}]0;owned"), "{stdout}");
        let games = fs::read_to_string(&pgn).unwrap();
        assert!(clean(&games), "{games:?}");
        assert!(games.contains("Ev\u{fffd}]0;owned") && games.contains("illegal move"), "{games}");
    }
    // An engine that cannot be started is named without them, too.
    let missing = format!("'{}/no\u{1b}]0;x\u{7}'", folder.path().to_str().unwrap());
    let error = refusal(&["-e", &missing, "-e", "alphabeta", "--games", "2"]);
    assert!(clean(&error) && error.contains("no\u{fffd}]0;x"), "{error:?}");
}

/// IDs of the processes whose command line contains this text.
fn processes(text: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let holds = |path: PathBuf| {
        let line = fs::read(path.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(text)
    };
    let found = entries.filter(|entry| holds(entry.path()));
    found.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// ID of the parent of a process.
fn parent(pid: &str) -> String {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
    parent.unwrap_or_default().trim().to_owned()
}

fn wait_for(what: &str, so: impl Fn() -> bool) {
    let end = std::time::Instant::now() + std::time::Duration::from_mins(1);
    while !so() {
        assert!(std::time::Instant::now() < end, "{what}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn engines_end_with_a_match_that_is_killed() {
    // Killed while its engines search, and before they have answered `uci`.
    for (uci_reply, case) in [(r"id name Stays\nuciok\n", 0), ("", 1)] {
        let folder = tempfile::tempdir().unwrap();
        let number = std::process::id() * 2 + case;
        let name = format!("stays-{number}.sh");
        // The engine has a child in its process group and one outside, and none of them reacts to the end of the input.
        // They are recognised by how long they sleep.
        let seconds = 100_000_000 + number;
        let children =
            format!("sleep {seconds}.1 & setsid sleep {seconds}.2 & while :; do sleep 1000; done");
        let engine = script(folder.path(), &name, uci_reply, "", &children);
        let text = fs::read_to_string(&engine).unwrap();
        let word = if uci_reply.is_empty() { "uci) printf '';;" } else { "go*) printf '';;" };
        let begin = word.split(' ').next().unwrap();
        let text = text.replace(word, &format!("{begin} {children};;"));
        fs::write(&engine, text.replace("quit) exit;;", "quit) ;;")).unwrap();
        let line = format!("'{}'", engine.to_str().unwrap());
        let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
            .args(["match", "-e", &line, "-e", "alphabeta", "--tc", "100+1", "--games", "4"])
            .args(["--concurrency", "2"])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let own = child.id().to_string();
        let stays = || processes(&name).into_iter().filter(|pid| *pid != own).collect::<Vec<_>>();
        wait_for("the engine does not start", || !stays().is_empty());
        let watchers = || processes("watch-engines").into_iter().filter(|pid| parent(pid) == own);
        wait_for("the watcher does not start", || watchers().next().is_some());
        let watchers: Vec<String> = watchers().collect();
        let asleep = || processes(&format!("sleep\0{seconds}.")).len();
        wait_for("its children do not start", || asleep() >= 2);
        child.kill().unwrap();
        child.wait().unwrap();
        wait_for("the engine stays", || stays().is_empty());
        wait_for("its children stay", || asleep() == 0);
        wait_for("the watcher stays", || {
            processes("watch-engines").iter().all(|pid| !watchers.contains(pid))
        });
    }
}

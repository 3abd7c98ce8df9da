//! UCI conversations with the real program over its standard input and output.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crate::scripts::{Draw, LAST, script};

/// Time limit of an answer; generous, because the machine may be busy.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A running `tabia uci`.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    fn new() -> Talk {
        Talk::with(&["uci"])
    }

    fn with(arguments: &[&str]) -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        let read = move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    break;
                }
            }
        };
        Builder::new().name("reader".into()).spawn(read).unwrap();
        Talk { input: child.stdin.take(), child, lines }
    }

    fn say(&mut self, text: &str) {
        self.bytes(format!("{text}\n").as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(TIMEOUT).expect("no answer")
    }

    /// Lines up to and including the first that begins with `start`.
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The last of those lines.
    fn last(&self, start: &str) -> String {
        self.until(start).pop().unwrap()
    }

    fn ready(&mut self) -> Vec<String> {
        self.say("isready");
        self.until("readyok")
    }

    /// Asserts that no such line comes for a while.
    fn silent(&self, start: &str) {
        let until = Instant::now() + Duration::from_millis(300);
        while let Some(left) = until.checked_duration_since(Instant::now()) {
            if let Ok(line) = self.lines.recv_timeout(left) {
                assert!(!line.starts_with(start), "{line}");
            }
        }
    }

    /// Closes the input and returns the remaining lines and the exit status.
    fn close(mut self) -> (Vec<String>, ExitStatus) {
        drop(self.input.take());
        let lines = self.lines.iter().collect();
        (lines, self.child.wait().unwrap())
    }

    fn quit(mut self) {
        self.say("quit");
        let (_, status) = self.close();
        assert!(status.success(), "{status}");
    }
}

/// The output of a conversation sent all at once.
fn piped(script: &str) -> Vec<String> {
    let mut talk = Talk::new();
    talk.bytes(script.as_bytes());
    let (lines, status) = talk.close();
    assert!(status.success(), "{status}");
    lines
}

fn best_moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}

#[test]
fn it_introduces_itself_and_its_options() {
    let mut talk = Talk::new();
    talk.say("uci");
    let lines = talk.until("uciok");
    assert!(lines[0].starts_with("id name Tabia "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    for name in [
        "Hash",
        "Clear Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "Level",
        "SyzygyPath",
        "SyzygyProbeDepth",
        "Syzygy50MoveRule",
        "SyzygyProbeLimit",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_AnalyseMode",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "Debug Log File",
        "UCI_EngineAbout",
    ] {
        let option = format!("option name {name} type ");
        assert!(lines.iter().any(|line| line.starts_with(&option)), "{name} is missing");
    }
    assert_eq!(talk.ready(), ["readyok"]);
    talk.quit();
}

#[test]
fn a_game_is_played() {
    let mut talk = Talk::new();
    talk.say("uci");
    talk.until("uciok");
    talk.say("setoption name Hash value 8");
    talk.say("ucinewgame");
    assert_eq!(talk.ready(), ["readyok"]);
    let mut moves = String::new();
    for _ in 0..10 {
        talk.say(&format!("position startpos moves{moves}"));
        talk.say("go wtime 1000 btime 1000 winc 10 binc 10");
        let answer = talk.last("bestmove ");
        let best = answer.split(' ').nth(1).unwrap();
        moves = format!("{moves} {best}");
    }
    // An illegal move would be refused here.
    talk.say(&format!("position startpos moves{moves}"));
    assert_eq!(talk.ready(), ["readyok"]);
    talk.quit();
}

#[test]
fn every_field_of_info_is_there() {
    let lines = piped("setoption name MultiPV value 2\ngo depth 5\n");
    let last: Vec<&String> =
        lines.iter().filter(|line| line.starts_with("info depth 5 ")).collect();
    assert!(last.len() >= 2, "{lines:?}");
    for line in last {
        for field in [
            " seldepth ",
            " multipv ",
            " score cp ",
            " nodes ",
            " nps ",
            " hashfull ",
            " tbhits ",
            " time ",
            " pv ",
        ] {
            assert!(line.contains(field), "{field} is missing: {line}");
        }
    }
    assert_eq!(best_moves(&lines).len(), 1);
}

#[test]
fn a_piped_script_is_executed_in_order() {
    let lines = piped(
        "position startpos moves e2e4\ngo depth 4\nposition fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n\
         go depth 4\ngo perft 3\nposition startpos\ngo perft 2\n",
    );
    let moves = best_moves(&lines);
    assert_eq!(moves.len(), 2, "{lines:?}");
    assert!(moves[1].starts_with("a1a8"), "{lines:?}");
    let counts: Vec<&String> =
        lines.iter().filter(|line| line.starts_with("Nodes searched: ")).collect();
    assert_eq!(counts.len(), 2);
    assert_eq!(counts[1], "Nodes searched: 400");
    assert!(lines.iter().any(|line| line == "a2a3: 20"));
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
}

#[test]
fn the_end_of_input_ends_an_infinite_search() {
    let lines = piped("go infinite\n");
    assert_eq!(best_moves(&lines).len(), 1, "{lines:?}");
    let lines = piped("go ponder wtime 1000 btime 1000\nposition startpos moves d2d4\ngo\n");
    assert_eq!(best_moves(&lines).len(), 2, "{lines:?}");
}

#[test]
fn is_ready_is_answered_during_a_search() {
    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.until("info depth 1 ");
    talk.ready();
    talk.silent("bestmove");
    talk.say("stop");
    talk.last("bestmove ");
    talk.quit();
}

#[test]
fn stop_and_go_sent_together_give_one_answer_each() {
    let mut talk = Talk::new();
    for _ in 0..20 {
        talk.say(
            "position startpos moves e2e4\ngo infinite\nstop\nposition startpos\ngo infinite\nstop",
        );
        let black = talk.last("bestmove ");
        let white = talk.last("bestmove ");
        assert!(matches!(&black[10..11], "7" | "8"), "{black}");
        assert!(matches!(&white[10..11], "1" | "2"), "{white}");
    }
    talk.say("stop\nstop\nponderhit");
    assert_eq!(talk.ready(), ["readyok"]);
    talk.quit();
}

#[test]
fn what_changes_the_state_waits_for_the_search() {
    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.until("info depth 1 ");
    talk.say("setoption name UCI_Chess960 value true");
    talk.say("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    talk.say("go depth 1 searchmoves e1g1");
    // The first search is stopped, because it would never end for the second.
    let lines = talk.until("bestmove ");
    assert!(lines.iter().any(|line| line.starts_with("info string ")), "{lines:?}");
    assert!(talk.last("bestmove ").starts_with("bestmove e1h1"));
    talk.quit();
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut talk = Talk::new();
    talk.say("setoption name Ponder value true");
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("go ponder wtime 500 btime 500");
    talk.silent("bestmove");
    talk.say("ponderhit");
    talk.last("bestmove ");
    // A ponder miss.
    talk.say("go ponder depth 1");
    talk.silent("bestmove");
    talk.say("stop");
    talk.last("bestmove ");
    talk.quit();
}

#[test]
fn castling_is_written_by_the_option_and_read_in_both_forms() {
    let fen = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (option, mv) in [("false", "e1g1"), ("true", "e1h1")] {
        let lines = piped(&format!(
            "setoption name UCI_Chess960 value {option}\n{fen}\ngo depth 1 searchmoves e1g1\n\
             {fen}\ngo depth 1 searchmoves e1h1\n"
        ));
        let moves = best_moves(&lines);
        assert!(moves.len() == 2 && moves.iter().all(|m| m.starts_with(mv)), "{lines:?}");
    }
    // In a real Chess960 position there is only one form.
    let lines = piped(
        "setoption name UCI_Chess960 value true\n\
         position fen 1rk3r1/1p4p1/8/8/8/8/1P4P1/1RK3R1 w GBgb - 0 1\ngo depth 1 searchmoves c1g1\n",
    );
    assert!(best_moves(&lines)[0].starts_with("c1g1"), "{lines:?}");
}

#[test]
fn errors_say_what_was_found_and_change_nothing() {
    let mut talk = Talk::new();
    talk.say("position startpos moves e2e4");
    for (line, wanted) in [
        ("setoption name Hash value 0", "found '0', expected a number from 1 to 65536"),
        ("setoption name Thread value 2", "no option is named 'Thread'"),
        ("setoption Hash", "found 'Hash', expected name"),
        ("debug", "found nothing, expected on or off"),
        ("\u{1}\u{2}\u{fffd}", "unknown command"),
        ("xyzzy plugh", "unknown command 'xyzzy'"),
    ] {
        talk.say(line);
        let lines = talk.ready();
        assert!(
            lines.iter().any(|line| line.starts_with("info string ") && line.contains(wanted)),
            "{line}: {lines:?}"
        );
    }
    // The position is still the one after e2e4.
    talk.say("d");
    assert!(talk.until("UCI: ").iter().any(|line| line.contains(" b KQkq - 0 1")));
    talk.say("go depth 2");
    let black = talk.last("bestmove ");
    assert!(matches!(&black[10..11], "7" | "8"), "{black}");
    talk.quit();
}

#[test]
fn every_go_is_answered_whatever_its_limits() {
    let long = "9".repeat(400);
    let too_long = format!("go searchmoves{}", " e7e5".repeat(1 << 18));
    let seconds = format!("go wtime {long} btime -{long} depth 2");
    for (line, wanted) in [
        ("go depth x", "go depth: found 'x', expected a number from 1"),
        ("go depth 3.5", "go depth: found '3.5', expected a number from 1"),
        ("go depth", "go depth: found nothing, expected a number from 1"),
        ("go depth 0", "go depth: found '0', taken to be 1"),
        ("go depth -4", "go depth: found '-4', taken to be 1"),
        ("go nodes 0", "go nodes: found '0', taken to be 1"),
        ("go nodes -99999999999999999999", "taken to be 1"),
        ("go depth 2 nodes 99999999999999999999", "taken to be 18446744073709551615"),
        ("go mate 0", "go mate: found '0', expected a number from 1"),
        ("go movetime 1e3", "go movetime: found '1e3', expected milliseconds"),
        ("go wtime", "go wtime: found nothing, expected milliseconds"),
        ("go wtime depth 2", "go wtime: found 'depth', expected milliseconds"),
        (&seconds, "go wtime: found '9999"),
        ("go perft x", "go perft: found 'x', expected a number from 0"),
        ("go quickly", "unknown word 'quickly' skipped"),
        ("go searchmoves e2e4 depth 2", "none of the searchmoves is legal"),
        ("go searchmoves depth 2", "go searchmoves: found 'depth', expected moves"),
        (&too_long, "a line of more than 1048576 bytes was skipped"),
        ("go ponder depth 0\nponderhit", "taken to be 1"),
    ] {
        for options in ["", "setoption name Search value PUCT\n"] {
            let mut talk = Talk::new();
            talk.say(&format!("{options}position startpos moves e2e4\n{line}"));
            let lines = talk.until("bestmove ");
            let cut: String = line.chars().take(60).collect();
            let is_reported =
                lines.iter().any(|line| line.starts_with("info string ") && line.contains(wanted));
            assert!(is_reported, "{cut}: {lines:?}");
            let best = lines.last().unwrap();
            assert!(matches!(&best[10..11], "7" | "8"), "{cut}: {best}");
            assert_eq!(best_moves(&talk.ready()), [""; 0], "{cut}: answered once");
            talk.quit();
        }
    }
    // A perft deeper than the stack would allow.
    let mut talk = Talk::new();
    talk.say("go perft 4000000000");
    talk.until("info string go perft: found '4000000000', taken to be 30");
    talk.ready();
    talk.quit();
}

#[test]
fn the_position_before_a_refused_one_is_never_searched() {
    let too_long = format!("position startpos moves{}", " e2e4".repeat(1 << 18));
    let hidden = format!("{}position startpos", " ".repeat(1 << 20));
    for (line, wanted) in [
        ("position startpos moves e2e4 e7e4", "move 2: found 'e7e4', expected a legal move"),
        ("position startpos moves e2e4 e7e5 e1", "move 3: "),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king missing"),
        ("position fen rubbish", "position"),
        ("position startpos e2e4", "found 'e2e4', expected moves"),
        ("position", "found nothing, expected startpos or fen"),
        (&too_long, "a line of more than 1048576 bytes was skipped"),
        (&hidden, "a line of more than 1048576 bytes was skipped"),
    ] {
        // While the engine is idle, and after a search with another `go` waiting.
        for before in ["", "go movetime 100\ngo movetime 100\n"] {
            let mut talk = Talk::new();
            talk.say(&format!("{before}{line}\ngo depth 2\ngo perft 1\neval\nd"));
            let answers = 1 + before.lines().count();
            let mut lines = Vec::new();
            while best_moves(&lines).len() < answers {
                lines.push(talk.line());
            }
            let cut: String = line.chars().take(60).collect();
            assert!(lines.iter().any(|line| line.contains(wanted)), "{cut}: {lines:?}");
            assert_eq!(best_moves(&lines).last(), Some(&"0000"), "{cut}: {lines:?}");
            let lines = talk.ready();
            let refused = lines.iter().filter(|line| line.contains("there is no position"));
            assert_eq!(refused.count(), 3, "{cut}: {lines:?}");
            talk.say("ucinewgame\ngo nodes 10");
            assert_eq!(talk.last("bestmove "), "bestmove 0000", "{cut}");
            talk.say("position startpos moves e2e4\ngo depth 2");
            assert!(matches!(&talk.last("bestmove ")[10..11], "7" | "8"), "{cut}");
            talk.quit();
        }
    }
    // A line that is too long, but another command: the position is kept.
    let mut talk = Talk::new();
    talk.say(&format!(
        "position startpos moves e2e4\nsetoption name {}\ngo depth 2",
        "x".repeat(1 << 20)
    ));
    assert!(matches!(&talk.last("bestmove ")[10..11], "7" | "8"));
    talk.quit();
}

#[test]
fn a_stop_ends_every_earlier_search() {
    let begin = Instant::now();
    let mut talk = Talk::new();
    let minutes = "go movetime 600000\n";
    for (script, answers) in [
        (minutes.repeat(20), 20),
        (format!("go infinite\ngo ponder wtime 9 btime 9\n{minutes}go mate 3\n"), 4),
        (format!("go perft 12\n{minutes}{minutes}"), 2),
        (format!("bench 40\n{minutes}{minutes}"), 2),
        (format!("{minutes}go perft 12\nbench 40\n{minutes}"), 2),
    ] {
        talk.say(&format!("position startpos moves e2e4\n{script}stop"));
        // The stop does not affect later commands.
        talk.say("position startpos\ngo depth 3");
        for _ in 0..answers {
            let best = talk.last("bestmove ");
            assert!(matches!(&best[10..11], "7" | "8"), "{script}: {best}");
        }
        let lines = talk.until("bestmove ");
        assert!(matches!(&lines.last().unwrap()[10..11], "1" | "2"), "{script}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{script}: {lines:?}");
    }
    talk.quit();
    assert!(begin.elapsed() < 5 * TIMEOUT, "{:?}", begin.elapsed());
}

#[test]
fn without_usable_tables_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let mut talk = Talk::new();
    let mut answer_to = |path: &str| {
        talk.say(&format!("setoption name SyzygyPath value {path}"));
        talk.ready().join(" ")
    };
    assert!(answer_to(&format!("{path}/none")).contains("none: No such file or directory"));
    assert!(answer_to(path).contains("found no Syzygy table, expected files such as KRvK.rtbw"));
    // A table's magic number and size, followed by invalid data.
    let table = [&[0x71, 0xE8, 0x23, 0x5D][..], &[0xFF; 204]].concat();
    std::fs::write(folder.path().join("KRvK.rtbw"), &table[..100]).unwrap();
    assert!(answer_to(path).contains("KRvK.rtbw: 100 bytes, expected a multiple of 64"));
    std::fs::write(folder.path().join("KRvK.rtbw"), &table[..4]).unwrap();
    assert!(answer_to(path).contains("no tables are in use"));
    assert_eq!(answer_to("<empty>"), "readyok");
    assert!(answer_to("").contains("readyok"));
    for (name, value) in [("SyzygyProbeDepth", "4"), ("Syzygy50MoveRule", "false")] {
        talk.say(&format!("setoption name {name} value {value}"));
    }
    talk.say("setoption name SyzygyProbeLimit value 9");
    assert!(talk.ready()[0].contains("expected a number from 0 to 7"));
    talk.say("position fen 8/8/8/8/4k3/8/2KQ4/7r w - - 0 1");
    talk.say("go depth 6");
    let lines = talk.until("bestmove");
    assert!(
        lines.iter().all(|line| !line.starts_with("info depth") || line.contains(" tbhits 0 "))
    );
    talk.quit();
}

#[test]
fn survives_invalid_input_of_any_kind() {
    let mut talk = Talk::new();
    let mut seed = 0x9E37_79B9_u32;
    let mut byte = || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        (seed >> 11) as u8
    };
    for _ in 0..200 {
        let line: Vec<u8> = (0..byte()).map(|_| byte()).filter(|&b| b != b'\n').collect();
        talk.bytes(&line);
        talk.bytes(b"\n");
    }
    // Commands with missing and with too many arguments.
    for line in [
        "go depth 99999999999999999999999",
        "go movetime -5 nodes 100",
        "position fen // w - -",
        "position startpos moves e2e4e5 0000 (none)",
        "setoption name value value value",
        "setoption name",
        "position startpos moves",
        "bench 0",
        "",
        "\r",
    ] {
        talk.say(line);
    }
    talk.say("stop");
    // A line of four megabytes.
    let long = vec![b'9'; 4 << 20];
    talk.bytes(b"position startpos moves ");
    talk.bytes(&long);
    talk.bytes(b"\n");
    let lines = talk.ready();
    assert!(lines.iter().all(|line| line.len() < 2000));
    talk.say("position startpos\ngo nodes 1000");
    talk.last("bestmove ");
    talk.quit();
}

#[test]
fn a_long_game_is_read() {
    for (rounds, end) in [(400, ""), (5_000, " e2e4"), (50_000, " e2e4")] {
        let moves = " g1f3 g8f6 f3g1 f6g8".repeat(rounds);
        let lines = piped(&format!("position startpos moves{moves}{end}\ngo depth 2\n"));
        let moves = best_moves(&lines);
        let ranks = if end.is_empty() { ["1", "2"] } else { ["7", "8"] };
        assert!(moves.len() == 1 && ranks.contains(&&moves[0][1..2]), "{lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("info string")), "{lines:?}");
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let lines = piped("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n");
    assert_eq!(best_moves(&lines), ["0000"], "{lines:?}");
    let says = |lines: &[String], score: &str| lines.iter().any(|line| line == score);
    assert!(says(&lines, "info depth 0 score cp 0"), "stalemate: {lines:?}");
    let mate = "position startpos moves f2f3 e7e5 g2g4 d8h4\n";
    let lines = piped(&format!("{mate}go movetime 50\n"));
    assert_eq!(best_moves(&lines), ["0000"], "{lines:?}");
    assert!(says(&lines, "info depth 0 score mate 0"), "{lines:?}");
}

#[test]
fn counting_can_be_stopped() {
    let mut talk = Talk::new();
    talk.say("go perft 12");
    talk.ready();
    talk.say("stop");
    talk.last("info string go perft: stopped");
    // A stop also ends a perft that waits for a search.
    talk.say("go depth 4\ngo perft 12\nstop");
    talk.last("bestmove ");
    talk.last("info string go perft: stopped");
    talk.say("go perft 3");
    assert_eq!(talk.last("Nodes searched"), "Nodes searched: 8902");
    talk.quit();
}

#[test]
fn the_bench_can_be_stopped() {
    let mut talk = Talk::new();
    talk.say("bench 40\nisready");
    talk.until("readyok");
    talk.say("position startpos moves e2e4\nstop");
    talk.last("info string bench: stopped");
    talk.say("go depth 1");
    assert!(matches!(&talk.last("bestmove ")[10..11], "7" | "8"), "what came meanwhile was kept");
    // A stop also ends one that waits for a search.
    talk.say("go depth 4\nbench 40\nstop");
    talk.last("bestmove ");
    talk.last("info string bench: stopped");
    // A waiting search and the end of the input also end it, because it may take forever.
    talk.say("bench 40\ngo depth 2");
    talk.last("info string bench: stopped");
    talk.last("bestmove ");
    talk.quit();
    let lines = piped("bench 40\n");
    assert_eq!(lines.last().unwrap(), "info string bench: stopped");
    assert!(piped("bench 2\n").last().unwrap().ends_with(" nps"));
}

#[test]
fn a_long_script_is_answered_to_its_last_line() {
    let (text, moves) = script(3000, 12);
    let lines = piped(&text);
    let answers: Vec<&str> =
        best_moves(&lines).into_iter().map(|answer| answer.split(' ').next().unwrap()).collect();
    assert_eq!(answers, moves);
}

#[test]
fn a_quit_at_the_end_of_a_script_waits_for_its_searches() {
    let (text, moves) = script(3000, 12);
    let lines = piped(&format!("{text}quit\n"));
    let answers = best_moves(&lines);
    assert_eq!(answers.len(), moves.len());
    assert!(answers.iter().zip(&moves).all(|(answer, mv)| answer.starts_with(mv.as_str())));
    for (script, last) in [
        ("go depth 7\nquit\n", "info depth 7 "),
        ("go depth 2\ngo infinite\ngo depth 7\nquit\ngo depth 9\n", "info depth 7 "),
        ("go perft 4\nquit\n", "Nodes searched: 197281"),
        ("go depth 2\ngo perft 4\nquit\n", "Nodes searched: 197281"),
    ] {
        let lines = piped(script);
        assert!(lines.iter().any(|line| line.starts_with(last)), "{script}: {lines:?}");
        let bounded =
            script.lines().filter(|line| line.starts_with("go ") && !line.contains("perft"));
        let answered = bounded.count() - usize::from(script.contains("depth 9"));
        assert_eq!(best_moves(&lines).len(), answered, "{script}: {lines:?}");
    }
    // A shell writes the lines one by one.
    let shell = r#"(echo "go depth 7"; echo quit) | "$0" uci"#;
    let output =
        Command::new("sh").args(["-c", shell, env!("CARGO_BIN_EXE_tabia")]).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.contains("\ninfo depth 7 "), "{stdout}");
    for endless in ["go infinite", "go mate 3", "go ponder wtime 900000 btime 900000", "bench 60"] {
        let mut talk = Talk::new();
        talk.bytes(format!("{endless}\nquit\n").as_bytes());
        let lines: Vec<String> = talk.lines.iter().collect();
        assert!(talk.child.wait().unwrap().success());
        assert_eq!(best_moves(&lines).len(), usize::from(endless.starts_with("go")), "{lines:?}");
    }
}

#[test]
fn a_long_script_does_not_delay_input_behind_it() {
    let (text, moves) = script(3000, 12);
    let mut talk = Talk::new();
    talk.say("go depth 60");
    talk.bytes(text.as_bytes());
    let lines = talk.ready();
    assert_eq!(best_moves(&lines), [""; 0], "the first search has no end yet: {lines:?}");
    talk.say("stop");
    for mv in std::iter::once("").chain(moves.iter().map(String::as_str)) {
        assert!(talk.last("bestmove ")[9..].starts_with(mv), "{mv}");
    }
    talk.say("go depth 60");
    talk.bytes(text.as_bytes());
    talk.say("stop");
    talk.quit();
}

/// Waits for the end of a program whose output no one reads any more.
fn ends(mut child: Child, what: &str) {
    let until = Instant::now() + TIMEOUT;
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "{what} goes on, and nobody hears it");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_program_ends_when_its_parent_is_gone() {
    for work in ["go perft 12", "bench 60", "go infinite", "go depth 90", "go nodes 9000000000"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        input.write_all(format!("{work}\nisready\n").as_bytes()).unwrap();
        let mut line = String::new();
        while line != "readyok\n" {
            line.clear();
            output.read_line(&mut line).unwrap();
        }
        drop((input, output));
        ends(child, work);
    }
}

#[test]
fn a_closed_output_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The first answer cannot be written, while the input stays open.
    input.write_all(b"uci\n").unwrap();
    let until = Instant::now() + TIMEOUT;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(Instant::now() < until, "it goes on talking to nobody");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(status.success(), "{status}");
    let mut stderr = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut stderr).unwrap();
    assert_eq!(stderr, "");
}

#[test]
fn commands_beyond_uci_are_answered() {
    let mut talk = Talk::new();
    talk.say("d");
    assert!(talk.until("UCI: ")[0].starts_with("8 r n b q k b n r"));
    talk.say("eval");
    talk.last("Score, White's view");
    talk.say("bench 2");
    talk.until("1/");
    while !talk.line().ends_with(" nps") {}
    talk.quit();
}

#[test]
fn without_a_command_it_speaks_uci_on_a_pipe() {
    let mut talk = Talk::with(&[]);
    talk.say("uci");
    assert!(talk.line().starts_with("id name Tabia "));
    talk.until("uciok");
    talk.say("position startpos moves e2e4\ngo depth 3");
    talk.last("bestmove ");
    talk.quit();
}

#[test]
fn a_quit_during_a_search_leaves_at_once() {
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 60", "go perft 12"] {
        let mut talk = Talk::new();
        talk.say(go);
        talk.ready();
        let asked = Instant::now();
        talk.quit();
        assert!(asked.elapsed() < Duration::from_secs(10), "{go}");
    }
}

#[test]
fn a_quit_right_after_go_leaves_at_once_while_the_input_is_open() {
    for search in ["go movetime 600000", "go depth 60\ngo depth 60", "go perft 12"] {
        for lines in [vec![format!("{search}\nquit")], vec![search.into(), "quit".into()]] {
            let mut talk = Talk::new();
            for line in lines {
                talk.say(&line);
            }
            // The output ends with the program.
            let until = Instant::now() + TIMEOUT;
            while talk.child.try_wait().unwrap().is_none() {
                assert!(Instant::now() < until, "{search}");
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

#[test]
fn an_end_of_the_input_after_a_pause_ends_the_search() {
    for search in ["go perft 12", "go depth 60", "go nodes 9000000000"] {
        let mut talk = Talk::new();
        talk.say(search);
        for _ in 0..4 {
            talk.silent("bestmove ");
        }
        let (lines, status) = talk.close();
        assert!(status.success(), "{status}");
        assert_eq!(best_moves(&lines).len(), usize::from(!search.contains("perft")), "{lines:?}");
    }
}

#[test]
fn the_last_line_has_all_nodes() {
    let lines = piped("go nodes 50000\ngo nodes 5\ngo nodes 1\n");
    let before = |at: usize| {
        let mut best = lines.iter().enumerate().filter(|(_, line)| line.starts_with("bestmove "));
        let (best, _) = best.nth(at).unwrap();
        &lines[best - 1]
    };
    for (at, nodes) in [(0, 50_000), (1, 5), (2, 1)] {
        let wanted = format!(" nodes {nodes} ");
        assert!(format!("{} ", before(at)).contains(&wanted), "{lines:?}");
    }
}

#[test]
fn a_search_for_a_missing_mate_ends_in_time() {
    let lines = piped("go mate 2\ngo depth 2\ngo mate 3\n");
    assert_eq!(best_moves(&lines).len(), 3, "{lines:?}");
    let mut talk = Talk::new();
    talk.say("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo mate 1");
    assert!(talk.last("bestmove ").starts_with("bestmove a1a8"));
    talk.say("position startpos\ngo ponder mate 2");
    talk.silent("bestmove");
    talk.say("ponderhit");
    talk.silent("bestmove");
    talk.say("stop");
    talk.last("bestmove ");
    talk.quit();
}

#[test]
fn a_search_brings_its_own_stack() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .arg("uci")
        // The stack of threads that ask for none: too small for a search of twenty plies.
        .env("RUST_MIN_STACK", (128 << 10).to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let script = b"position fen 8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1\ngo depth 20\n";
    child.stdin.take().unwrap().write_all(script).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    assert!(String::from_utf8_lossy(&output.stdout).contains("\nbestmove "));
}

#[test]
fn winning_chances_are_reported_by_option() {
    assert!(!piped("go depth 4\n").iter().any(|line| line.contains(" wdl ")));
    let lines = piped(
        "setoption name UCI_ShowWDL value true\ngo depth 4\n\
         position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo depth 4\n",
    );
    let chances: Vec<Vec<u32>> = lines
        .iter()
        .filter_map(|line| line.split_once(" wdl "))
        .map(|(_, rest)| rest.split(' ').take(3).map(|word| word.parse().unwrap()).collect())
        .collect();
    assert!(chances.len() >= 4, "{lines:?}");
    assert!(chances.iter().all(|wdl| wdl.iter().sum::<u32>() == 1000), "{chances:?}");
    assert_eq!(chances.last().unwrap()[..], [1000, 0, 0], "a mate is a win");
}

#[test]
fn limited_strength_searches_less_deep_and_analysis_is_not_limited() {
    let infos = |options: &str, depth: u32| -> Vec<String> {
        let lines = piped(&format!("{options}go depth {depth}\n"));
        lines.into_iter().filter(|line| line.starts_with("info depth ")).collect()
    };
    let nodes = |infos: &[String]| -> u64 {
        let last = infos.last().unwrap().split_once(" nodes ").unwrap().1;
        last.split(' ').next().unwrap().parse().unwrap()
    };
    let weak = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000\n";
    for options in [weak, "setoption name Level value Lena\n"] {
        let found = infos(options, 30);
        let depth = found[0].split(' ').nth(2).unwrap().parse::<u32>().unwrap();
        assert!(found.len() == 1 && depth <= 7, "{found:?}");
    }
    let analysis = format!("{weak}setoption name UCI_AnalyseMode value true\n");
    assert_eq!(nodes(&infos(&analysis, 9)), nodes(&infos("", 9)));
}

#[test]
fn the_conversation_is_logged_to_the_chosen_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("talk.txt");
    let text = path.to_str().unwrap();
    let lines = piped(&format!(
        "setoption name Debug Log File value {text}\nisready\n\
         setoption name Debug Log File value\nuci\n\
         setoption name Debug Log File value {text}/no/such/folder\n"
    ));
    let log = std::fs::read_to_string(&path).unwrap();
    assert_eq!(log.lines().take(2).collect::<Vec<_>>(), [">> isready", "<< readyok"]);
    assert!(!log.contains("uciok"), "{log}");
    assert!(lines.last().unwrap().contains("the file cannot be opened"), "{lines:?}");
}

#[test]
fn debug_says_why_a_search_ended() {
    let lines = piped("debug on\ngo depth 3\n");
    let reason = lines.iter().find(|line| line.starts_with("info string ended by ")).unwrap();
    assert!(reason.contains("the depth limit after 3 plies"), "{reason}");
}

/// Random conversations, after each of which the program must answer, know its position and quit on command.
/// `UCI_FUZZ=SEED` repeats one of them, `UCI_FUZZ_ROUNDS` sets their number (default 200).
#[test]
#[ignore = "takes minutes; run with --ignored"]
fn random_conversations_never_break_it() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seeds = match number("UCI_FUZZ") {
        Some(seed) => seed..seed + 1,
        None => 0..number("UCI_FUZZ_ROUNDS").unwrap_or(200),
    };
    for seed in seeds {
        let mut draw = Draw(seed);
        let mut talk = Talk::with(if seed % 2 == 0 { &["uci"] } else { &[] });
        talk.say("uci");
        for _ in 0..60 {
            talk.say(&draw.line());
            if draw.below(6) == 0 {
                std::thread::sleep(Duration::from_millis(draw.below(20) as u64));
            }
        }
        // Whatever came before, the engine must stop, be ready, accept a position and search it.
        talk.say(&format!("stop\nisready\nstop\nposition fen {LAST}\nd\ngo depth 2"));
        talk.until("readyok");
        talk.until(&format!("FEN: {LAST}"));
        let best = talk.last("bestmove ");
        assert!(best.starts_with("bestmove e5"), "UCI_FUZZ={seed}: {best}");
        talk.quit();
    }
}

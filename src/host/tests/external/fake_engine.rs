//! An engine that behaves as its name says, well or badly. It knows one move, e2e4, and is only asked about the start
//! position.

use std::io::{BufRead as _, Write as _, stderr, stdin, stdout};
use std::process::{Command, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// Length of the line that is too long.
const LONG_LINE: usize = 100_000_000;
/// Number of lines in a flood.
const FLOOD: u32 = 1_000_000;

fn say(text: &str) {
    let mut out = stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
    // No one reads its output any more: it ends, as most engines do.
    if written.and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn complain(text: &str) {
    let _ = writeln!(stderr(), "{text}");
}

fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(1000));
    }
}

/// Starts a long-lived process that holds this engine's output open.
fn fork() {
    drop(Command::new("sleep").arg("1000").spawn());
}

/// The engine's main loop. It does not return.
pub(crate) fn run(behaviour: &str) -> ! {
    // Ends the line that the test harness has begun to write.
    say("");
    match behaviour {
        "dies-at-start" => {
            complain("no network file");
            exit(3);
        }
        "mute" => hang(),
        "deaf" => {
            say("option name Clear type button\nuciok\nreadyok");
            hang();
        }
        _ => {}
    }
    // Line by line: a search reads on by itself.
    let mut line = String::new();
    while stdin().read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
        obey(behaviour, line.trim());
        line.clear();
    }
    if behaviour == "refuses-quit" {
        hang();
    }
    exit(0)
}

fn obey(behaviour: &str, line: &str) {
    let word = line.split_whitespace().next().unwrap_or_default();
    match word {
        "uci" => introduce(behaviour),
        "isready" => {
            match behaviour {
                "late-readyok" => sleep(Duration::from_millis(400)),
                "no-readyok" => return,
                _ => {}
            }
            say("readyok");
        }
        "ucinewgame" if behaviour == "unasked" => say("bestmove d2d4"),
        "setoption" => say(&format!("info string heard {line}")),
        "go" => think(behaviour, line),
        "quit" if behaviour != "refuses-quit" => exit(0),
        _ => {}
    }
}

fn introduce(behaviour: &str) {
    if behaviour == "garbage" {
        let mut out = stdout().lock();
        let bytes: Vec<u8> = (0..=255).cycle().take(10_000).collect();
        let _ = out.write_all(&bytes).and_then(|()| out.write_all(b"\n"));
    }
    say("id name Fake 1.0");
    say("id author Nobody");
    say("option name Threads type spin default 1 min 1 max 4");
    say("option name Hash type spin default 16 min 1 max 64");
    say("option name MultiPV type spin default 1 min 1 max 5");
    say("option name Style type combo default Solid var Solid var Wild");
    say("option name Clear type button");
    say("option name Ponder type check default false");
    if behaviour == "bad-options" {
        say("option name Broken type slider default 3");
        say("option");
        say("option name Range type spin default 1 min 9 max 2");
    }
    if behaviour == "grants-everything" {
        say("option name UCI_Chess960 type check default false");
    }
    say("uciok");
}

fn think(behaviour: &str, go: &str) {
    match behaviour {
        "dies-thinking" => {
            say("info depth 1 score cp 10 pv e2e4");
            complain("assertion failed: ply < MAX_PLY");
            exit(7);
        }
        "crashes-thinking" => std::process::abort(),
        "dies-while-its-child-lives" => {
            fork();
            complain("left a child");
            exit(9);
        }
        "forks" => fork(),
        "hangs-thinking" => hang(),
        "floods" | "floods-for-ever" => return flood(behaviour == "floods-for-ever"),
        "long-line" => {
            let mut out = stdout().lock();
            let part = vec![b'x'; 1_000_000];
            let _ = out.write_all(b"info string ");
            for _ in 0..LONG_LINE / part.len() {
                let _ = out.write_all(&part);
            }
            let _ = out.write_all(b"\n");
        }
        "garbage" => {
            let mut out = stdout().lock();
            let bytes: Vec<u8> = (0..=255).rev().cycle().take(100_000).collect();
            let _ = out.write_all(&bytes).and_then(|()| out.write_all(b"\n"));
        }
        "chatters" => {
            say("readyok");
            say("uciok");
            say("id name Somebody Else");
        }
        "no-pv" => return say("info depth 4 score cp 5\nbestmove e2e4"),
        "bad-pv" => say("info depth 4 score cp 5 pv e2e4 e7e5 e4e5 d7d5"),
        _ => {}
    }
    let words: Vec<&str> = go.split_whitespace().collect();
    let depth = words.iter().position(|word| *word == "depth").map(|at| words[at + 1]);
    for depth in 1..=depth.map_or(5, |depth| depth.parse().unwrap()) {
        say(&format!(
            "info depth {depth} seldepth {} score cp {} wdl 300 500 200 nodes {} nps 1000 time {depth} pv e2e4 e7e5",
            depth + 2,
            10 * depth,
            100 * depth,
        ));
    }
    if words.contains(&"infinite") || words.contains(&"ponder") {
        wait_for_stop();
    }
    say(match behaviour {
        "illegal" => "bestmove e2e5",
        "malformed" => "bestmove Nf3!? maybe",
        "no-move-named" => "bestmove",
        "no-move" => "bestmove (none)",
        "bad-ponder" => "bestmove e2e4 ponder e2e4",
        _ => "bestmove e2e4 ponder e7e5",
    });
    if behaviour == "twice" {
        say("bestmove d2d4");
    }
}

/// Reads until it is told that the search is over.
fn wait_for_stop() {
    for line in stdin().lock().lines().map_while(Result::ok) {
        match line.trim() {
            "stop" => return,
            "ponderhit" => {
                say("info string ponderhit heard");
                return;
            }
            "quit" => exit(0),
            "isready" => say("readyok"),
            _ => {}
        }
    }
    exit(0)
}

/// Writes more than anyone can read; ends after a stop, or never.
fn flood(for_ever: bool) {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    let waiter = super::lab::aside(move || {
        wait_for_stop();
        flag.store(true, Ordering::SeqCst);
    });
    say("info depth 3 multipv 2 score cp 7 pv d2d4");
    let mut out = std::io::BufWriter::with_capacity(1 << 16, stdout().lock());
    let mut count = 0;
    while for_ever || count < FLOOD {
        count += 1;
        let line =
            format!("info depth {count} multipv 1 score cp 1 nodes {count} pv e2e4 e7e5 g1f3\n");
        if out.write_all(line.as_bytes()).is_err() {
            exit(0);
        }
    }
    let _ = out.flush();
    drop(out);
    let _ = waiter.join();
    say("bestmove e2e4");
}

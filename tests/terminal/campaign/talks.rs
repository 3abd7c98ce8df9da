//! UCI: long scripts and random conversations, each sent all at once.

use std::time::{Duration, Instant};

use tabia_chess::SplitMix64;

use super::tally::Tally;
use crate::scripts::{Draw, LAST, script};
use crate::watched::{Fate, MAX_MEMORY, run, started, tabia, watch_within};

/// Time limit of a script or conversation.
const TIMEOUT: Duration = Duration::from_mins(3);

/// Memory of an engine with a hash table of 1500 MiB.
const WITH_TABLE: u64 = 3 * MAX_MEMORY;

/// Pairs of `position` and `go` in a script.
const PAIRS: usize = 5000;

/// Scripts in which every command must be answered with the right move.
pub(crate) fn scripts(rng: &mut SplitMix64) -> Tally {
    let mut tally = Tally::new("UCI scripts of 5000 pairs");
    for _ in 0..3 {
        let seed = rng.next_u64();
        let (text, moves) = script(PAIRS, seed);
        let ended = run(&mut tabia(["uci"]), text.as_bytes(), TIMEOUT);
        tally.ended(&ended, || format!("seed {seed}"));
        let answers = ended.stdout.lines().filter_map(|line| line.strip_prefix("bestmove "));
        let answers: Vec<&str> = answers.map(|a| a.split(' ').next().unwrap_or("")).collect();
        if ended.fate() == Fate::Survived && answers != moves {
            tally.wrong(format!("seed {seed}: {} of {PAIRS} answers", answers.len()));
        }
    }
    tally
}

/// Conversations of valid, broken and senseless lines; after each the program must still know its position.
pub(crate) fn random(rng: &mut SplitMix64, time: Duration) -> Tally {
    let mut tally = Tally::new("random UCI conversations");
    let begin = Instant::now();
    while begin.elapsed() < time {
        let seed = rng.next_u64();
        let mut draw = Draw(seed);
        let mut text: String = (0..60).map(|_| draw.line() + "\n").collect();
        let end = format!("stop\nisready\nstop\nposition fen {LAST}\nd\ngo depth 2\n");
        text += &end;
        let mut child = started(&mut tabia(["uci"]), text.as_bytes());
        let ended = watch_within(&mut child, TIMEOUT, WITH_TABLE);
        tally.ended(&ended, || format!("seed {seed}"));
        let last = ended.stdout.lines().rfind(|line| line.starts_with("bestmove "));
        let known = ended.stdout.contains(&format!("FEN: {LAST}\n"));
        let right = known && last.is_some_and(|line| line.starts_with("bestmove e5"));
        if ended.fate() == Fate::Survived && !right {
            tally.wrong(format!("seed {seed}: {last:?}"));
        }
    }
    tally
}

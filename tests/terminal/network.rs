//! All steps of making a network, on a small scale: self-play games, samples, deeper scores, a training and a second
//! stage, testing, and the engine that plays with it.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::programs::program_of;
use serde_json::Value;

fn stdout_of(folder: &Path, words: &str) -> String {
    let name = words.split(' ').next().unwrap();
    let mut command = Command::new(program_of(name));
    let output = command.args(words.split(' ')).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Number of samples in the files of a folder whose names begin with `begin`.
fn samples(folder: &Path, begin: &str) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let named = entries.filter(|entry| entry.file_name().to_str().unwrap().starts_with(begin));
    named.map(|entry| (entry.metadata().unwrap().len() as usize - 8) / 32).sum()
}

/// The last losses of a training, on the training samples and on the held-out ones.
fn last_losses(folder: &Path) -> [f64; 2] {
    let curve = std::fs::read_to_string(folder.join("curve.csv")).unwrap();
    let last: Vec<&str> = curve.lines().next_back().unwrap().split(',').collect();
    [last[1].parse().unwrap(), last[2].parse().unwrap()]
}

#[test]
fn from_self_play_to_an_engine_with_the_trained_network() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path();
    let run = |words: &str| stdout_of(folder, words);

    run("datagen --out games --games 60 --nodes 40 --threads 2 --seed 5");
    run("datagen --out games --games 6 --nodes 40 --threads 1 --seed 6 --kind chess960");
    run("datainfo games --samples own.samples --held-out held.samples --share 0.2");
    let (own, held) = (samples(folder, "own"), samples(folder, "held"));
    assert!(own > 800 && held > 80, "{own} and {held} samples");

    // Rescored, with positions of the search trees; the number of threads makes no difference.
    run("relabel own.samples --out one --nodes 60 --tree 3 --threads 1");
    run("relabel own.samples --out two --nodes 60 --tree 3 --threads 2");
    let part = |name: &str| std::fs::read(folder.join(name).join("own-00000.samples")).unwrap();
    assert!(part("one") == part("two"), "a part depends on the threads");
    assert!(samples(&folder.join("one"), "own") > own, "the trees gave positions, too");

    // The network memorises such a small number of positions: the held-out loss is computed, but not checked.
    let learn = "--held-out held.samples --width 32 --batch 64 --threads 2 --result-share 0";
    let train = format!("train own.samples {learn}");
    run(&format!("{train} --out short --passes 0.1"));
    run(&format!("{train} --out first --passes 16"));
    let ([short, _], [first, held_out]) =
        (last_losses(&folder.join("short")), last_losses(&folder.join("first")));
    assert!(first < 0.2 * short, "loss {short} after a tenth of a pass, {first} after 16");
    assert!((0.0..0.25).contains(&held_out), "{held_out}");

    // A second stage from the network, which equals the checkpoint except for rounding; repeating it gives the same
    // bytes.
    let stage = format!("train one/own-00000.samples {learn} --rate 0.001 --passes 1 --from");
    run(&format!("{stage} first/net.nnue --out second"));
    run(&format!("{stage} first/net.nnue --out again"));
    run(&format!("{stage} first/checkpoint --out exact"));
    let net = |name: &str| std::fs::read(folder.join(name).join("net.nnue")).unwrap();
    assert!(net("second") == net("again") && net("second") != net("first"));
    let ([_, rounded], [_, exact]) =
        (last_losses(&folder.join("second")), last_losses(&folder.join("exact")));
    assert!((rounded - exact).abs() < 0.05 * exact, "{rounded} from a network, {exact} without");

    let report = run("nettest first/net.nnue --samples own.samples --checkpoint first/checkpoint");
    let apart = report.lines().find_map(|line| line.trim().strip_prefix("rounding"));
    let apart: f64 =
        apart.and_then(|words| words.split_whitespace().next()).unwrap().parse().unwrap();
    assert!(0.0 < apart && apart < 10.0, "centipawns by rounding: {report}");
    let correlation = report.lines().filter(|line| line.contains("rank correlation")).nth(1);
    let correlation: f64 =
        correlation.and_then(|line| line.split_whitespace().next_back()).unwrap().parse().unwrap();
    assert!(correlation > 0.8, "of what it has learnt: {report}");

    let evaluation = run("eval startpos --json --net second/net.nnue");
    let evaluation: Value = serde_json::from_str(&evaluation).unwrap();
    assert!(evaluation["network"]["score_cp"].as_i64().unwrap().abs() < 400, "{evaluation}");
    assert_eq!(plays(folder), "bestmove d8h4", "the mate is seen by any network");
}

/// The engine's move with the second network in a position where Black mates in one.
fn plays(folder: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
    command.arg("uci").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = command.spawn().unwrap();
    let asked = "setoption name EvalFile value second/net.nnue\nposition startpos moves f2f3 e7e5 \
                 g2g4\ngo depth 4\nquit\n";
    engine.stdin.take().unwrap().write_all(asked.as_bytes()).unwrap();
    let output = String::from_utf8(engine.wait_with_output().unwrap().stdout).unwrap();
    assert!(!output.contains("info string"), "the file is taken without a word: {output}");
    output.lines().find(|line| line.starts_with("bestmove")).unwrap_or_default().to_owned()
}

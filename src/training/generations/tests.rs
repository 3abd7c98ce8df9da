//! The whole process with a tiny network and a few games: it resumes after any stop, with the same result.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::data::game::{GameResult, Source};
use crate::data::visits::{self, VisitGame, VisitPly};
use crate::generations::run::{Fit, Gate, Material, Play, Settings};
use crate::policy::model;
use tabia_chess::{Board, uci_move};
use tabia_engine::eval::policy::Parameters;
use tabia_engine::puct::options::PuctConfig;

use super::*;

fn settings() -> Settings {
    let method = PuctConfig::Hybrid.method();
    Settings {
        seed: 5,
        start: 0,
        old: 0,
        play: Play {
            games: 3,
            playouts: 12,
            method,
            noise: 250,
            drawn_plies: 6,
            temperature: 1.0,
            prior_share: 0.1,
        },
        fit: Fit {
            window: 2,
            old_share: 0.0,
            passes: 2.0,
            batch: 64,
            rate: 1e-3,
            last_rate: 1e-4,
            result_share: 0.3,
            smoothing: 0.0,
        },
        gate: Gate { playouts: 8, games: 4, bounds: Bounds { elo0: 0.0, elo1: 10.0 } },
    }
}

fn start() -> Vec<u8> {
    model::quantised(32, &model::random(32, 1)).to_bytes()
}

/// Runs until it finishes or after this many reports; returns whether it has finished.
fn run(folder: &Path, threads: usize, news: usize) -> bool {
    let stop = AtomicBool::new(false);
    let run = Generations::begin(settings(), folder, &start(), &[], (threads, &stop)).unwrap();
    let mut reported = 0;
    run.run(2, &mut |_| {
        reported += 1;
        stop.store(reported >= news, Relaxed);
    })
    .unwrap()
}

/// Files of a run by name, without durations.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for generation in ["generation-001", "generation-002"] {
        for name in ["0001.visits", "fit/net.policy", "gate.json"] {
            let path = folder.join(generation).join(name);
            found.push((format!("{generation}/{name}"), fs::read(path).unwrap()));
        }
    }
    found
}

#[test]
fn a_run_interrupted_after_every_piece_gives_the_same_result_with_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let [whole, pieces] = ["whole", "pieces"].map(|name| dir.path().join(name));
    assert!(run(&whole, 2, usize::MAX));
    let mut starts = 0;
    while !run(&pieces, 1, 1) {
        starts += 1;
        assert!(starts < 60, "it does not come to an end");
    }
    assert!(starts >= 4, "{starts}");
    assert_eq!(files(&whole), files(&pieces));
    let log = fs::read_to_string(pieces.join("log.jsonl")).unwrap();
    let verdicts: Vec<Verdict> =
        log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(verdicts.iter().map(|verdict| verdict.generation).collect::<Vec<_>>(), [1, 2]);
    assert!(verdicts[1].searched > verdicts[0].searched, "the games of both are learnt from");
    for verdict in &verdicts {
        assert_eq!((verdict.games, verdict.gate.pairs.pairs()), (3, 2));
        assert!(verdict.fit["policy_loss"] > 0.0 && verdict.seconds.play > 0.0, "{verdict:?}");
        assert_eq!(verdict.kept, verdict.standing == Standing::Upper);
        assert_eq!(verdict.results.iter().sum::<u32>(), 3);
    }
    for game in visits::read_file(&whole.join("generation-001/0001.visits")).unwrap() {
        assert!(game.plies.iter().any(|ply| ply.shares.len() > 1), "{game:?}");
    }
    // Finished work is not repeated.
    assert!(run(&pieces, 1, 1));
}

#[test]
fn every_generation_holds_out_the_same_games_of_an_earlier_one() {
    let dir = tempfile::tempdir().unwrap();
    // The number of plies tells which game it is.
    let game = |plies: u32| {
        let (mut board, mut played) = (Board::start(), Vec::new());
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(plies as usize) {
            let mv = uci_move::parse(&board, text).unwrap();
            let shares = vec![(mv, visits::WHOLE)];
            played.push(VisitPly { mv, expected: 0, draw: 0, shares });
            board.make_move(mv);
        }
        let (start, result) = (Board::start(), GameResult::Draw);
        VisitGame { start, result, source: Source::Standard, plies: played }
    };
    let part = |name: &str, numbers: Range<u32>| {
        let path = dir.path().join(name);
        let games: Vec<VisitGame> = numbers.clone().map(|number| game(number + 1)).collect();
        visits::write_file(&path, &games).unwrap();
        (path, numbers)
    };
    let held_out = |parts: &[(PathBuf, Range<u32>)]| {
        let found = Material::read(parts.iter().cloned(), &[], &settings(), 1).unwrap();
        found.held_out.searched()
    };
    let first = [part("a1", 0..30), part("a2", 30..60)];
    let second = part("b", 0..60);
    assert_eq!(held_out(&first), 50, "game 49 has 50 plies");
    assert_eq!(held_out(&[&first[..], &[second]].concat()), 2 * 50);
}

#[test]
fn other_settings_and_damage_are_reported() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    let never = AtomicBool::new(false);
    let begin = |settings, start: &[u8]| {
        Generations::begin(settings, &folder, start, &[], (1, &never)).map(drop)
    };
    begin(settings(), &start()).unwrap();
    let mut other = settings();
    other.play.playouts = 99;
    let error = begin(other, &start()).unwrap_err().to_string();
    assert!(error.contains("play.playouts: 12 there, 99 asked for"), "{error}");
    let strange = Parameters::random(32, 9).to_bytes();
    let error = begin(settings(), &strange).unwrap_err().to_string();
    assert!(error.contains("start: ") && error.contains("other settings"), "{error}");
    let error = begin(settings(), b"nonsense").unwrap_err().to_string();
    assert!(error.contains("not a policy network"), "{error}");
    let run = Generations::begin(settings(), &folder, &start(), &[], (1, &never)).unwrap();
    fs::create_dir_all(folder.join("generation-001")).unwrap();
    fs::write(folder.join("generation-001/0001.visits"), b"TABIAV1\nrubbish").unwrap();
    let error = run.run(1, &mut |_| ()).unwrap_err().to_string();
    assert!(error.contains("0001.visits: offset 8: the file ends after 7"), "{error}");
    fs::remove_file(folder.join("generation-001/0001.visits")).unwrap();
    fs::create_dir(folder.join("generation-001/seconds.json")).unwrap();
    let error = run.run(1, &mut |_| ()).unwrap_err().to_string();
    assert!(error.contains("seconds.json"), "{error}");
    fs::remove_dir(folder.join("generation-001/seconds.json")).unwrap();
    fs::write(folder.join("generation-001/gate.json"), b"[[1,").unwrap();
    let error = run.run(1, &mut |_| ()).unwrap_err().to_string();
    assert!(error.contains("gate.json") && error.contains("remove it"), "{error}");
    fs::write(folder.join("settings.json"), b"{}").unwrap();
    let error = begin(settings(), &start()).unwrap_err().to_string();
    assert!(error.contains("settings.json"), "{error}");
}

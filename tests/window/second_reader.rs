//! Files written for other programs to read: games played by the engines in the window's model and saved as the user's
//! own, and files of games after deleting, restoring and merging. `TABIA_FILES=FOLDER cargo test --release --test
//! window second_reader -- --ignored --nocapture` reads every PGN file of the folder and writes into
//! `target/second_reader`.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::Context;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, UserCommand};
use tabia_app::game::clock::{ClockKind, MoveLimit, TimeControl};
use tabia_app::game::new_game::{NewGame, Sides, StartFrom};
use tabia_app::game::state::Phase;
use tabia_app::library::removed::{ChangeKind, ChangeOutcome, ChangeRequest};
use tabia_engine::alphabeta::options::Strength;
use tabia_games::collection::file::{Place, Stamp};
use tabia_games::collection::{Collection, scan};

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/second_reader");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Games with all kinds of starts and ends, a few seconds each.
fn games() -> Vec<(NewGame, &'static [&'static str], Option<UserCommand>)> {
    let quick = |ms| TimeControl { base_ms: ms, increment_ms: 100, ..TimeControl::default() };
    let engines = NewGame {
        sides: Sides::Engines,
        strength: Strength::Full,
        black_strength: Strength::Full,
        time: Some(quick(6_000)),
        ..NewGame::default()
    };
    let humans = NewGame { sides: Sides::Humans, ..NewGame::default() };
    let of_engines =
        |fen: &str| NewGame { start: StartFrom::Fen(fen.to_owned()), ..engines.clone() };
    let mate: &[&str] = &["f2f3", "e7e5", "g2g4", "d8h4"];
    let begun: &[&str] = &["e2e4", "e7e5", "g1f3"];
    vec![
        (engines.clone(), &[], None),
        (
            NewGame {
                time: Some(TimeControl { kind: ClockKind::Bronstein, ..quick(4_000) }),
                black_time: Some(TimeControl { kind: ClockKind::Bronstein, ..quick(2_000) }),
                ..engines.clone()
            },
            &[],
            None,
        ),
        (of_engines("8/8/8/4k3/8/8/3QK3/8 w - - 0 1"), &[], None),
        (of_engines("8/P6k/8/8/8/8/7p/K7 w - - 0 1"), &[], None),
        (
            NewGame { start: StartFrom::Chess960(12), time: Some(quick(2_000)), ..engines.clone() },
            &[],
            None,
        ),
        (
            NewGame {
                time: None,
                move_limit: Some(MoveLimit::Nodes(2_000)),
                black_move_limit: Some(MoveLimit::Nodes(200)),
                ..engines
            },
            &[],
            None,
        ),
        (humans.clone(), mate, None),
        (
            NewGame { time: Some(TimeControl::periods(40, 90, 30, 30)), ..humans.clone() },
            begun,
            Some(UserCommand::Resign),
        ),
        (
            NewGame {
                time: Some(TimeControl {
                    base_ms: 6_000,
                    increment_ms: 0,
                    ..TimeControl::default()
                }),
                ..humans
            },
            begun,
            None,
        ),
    ]
}

#[test]
#[ignore = "plays for minutes and writes files for other programs"]
fn games_that_are_kept() {
    let home = folder().join("home");
    let _ = std::fs::remove_dir_all(&home);
    let ctx = Context::default();
    let mut shell = Shell::new(
        &ctx,
        &ShellOptions { home: Some(home.clone()), engine: true, no_animation: true },
    );
    for (new, moves, command) in games() {
        shell.apply(Action::StartGame(new));
        for text in moves {
            let mv = tabia_chess::uci_move::parse(shell.model.game.board(), text).unwrap();
            shell.apply(Action::PlayMove { from: mv.from(), to: mv.to(), promotion: None });
            std::thread::sleep(Duration::from_millis(120));
        }
        if let Some(command) = command {
            shell.apply(Action::Command(command));
            shell.apply(Action::Confirm);
        }
        let begin = Instant::now();
        while !matches!(shell.model.game.phase, Phase::Over(_)) {
            assert!(begin.elapsed() < Duration::from_secs(90), "it goes on and on");
            shell.drain();
            std::thread::sleep(Duration::from_millis(2));
        }
        println!("{:?} {:?}", shell.model.game.phase, begin.elapsed());
        for _ in 0..200 {
            shell.drain();
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn list(path: &Path) -> (Arc<Collection>, Stamp) {
    let file = std::fs::File::open(path).unwrap();
    let collection = scan::read(file, &mut |_| true).unwrap().unwrap();
    (Arc::new(collection), Stamp::of(path).unwrap())
}

/// Makes a change and returns its inverse.
fn change(path: &Path, stamp: Stamp, kind: ChangeKind) -> Option<ChangeKind> {
    let request = ChangeRequest { path: path.to_owned(), stamp, kind };
    match request.carry_out(&mut |_| true).done.unwrap() {
        ChangeOutcome::Made { undo, .. } => Some(ChangeKind::Undo(Arc::new(undo))),
        ChangeOutcome::Nothing | ChangeOutcome::Cancelled => None,
        ChangeOutcome::Appended(games) => panic!("{games:?} appended"),
    }
}

#[test]
#[ignore = "needs files of other programs"]
fn files_of_others() {
    let from = std::env::var("TABIA_FILES").unwrap();
    for file in std::fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|end| end != "pgn") {
            continue;
        }
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&file).unwrap();
        let place = |what: &str| folder().join(format!("{name}.{what}.pgn"));
        // Every third game is deleted, one after the other, and restored.
        let deleted = place("deleted");
        std::fs::write(&deleted, &bytes).unwrap();
        let (collection, mut stamp) = list(&deleted);
        let games: Vec<Place> = (0..collection.len() as u32)
            .filter(|game| game % 3 == 1)
            .map(|game| Place::of(game, collection.entry(game).unwrap()))
            .collect();
        let undo = change(&deleted, stamp, ChangeKind::Remove(games, collection));
        if let Some(ChangeKind::Undo(undo)) = undo {
            std::fs::copy(&deleted, place("kept")).unwrap();
            stamp = Stamp::of(&deleted).unwrap();
            change(&deleted, stamp, ChangeKind::Undo(undo));
            assert_eq!(
                std::fs::read(&deleted).unwrap(),
                bytes,
                "{name}: all as it was, byte by byte"
            );
            std::fs::rename(place("kept"), &deleted).unwrap();
        }
        // The file appended to itself: merging leaves each game once.
        let merged = place("merged");
        let twice = [&bytes[..], b"\n\n", &bytes[..]].concat();
        std::fs::write(&merged, &twice).unwrap();
        let (collection, stamp) = list(&merged);
        let before = collection.len();
        let undo = change(&merged, stamp, ChangeKind::Merge(Arc::clone(&collection)));
        let after = list(&merged).0.len();
        println!("{name}: {before} games became {after}");
        if let Some(undo) = undo {
            let copy = std::fs::read(&merged).unwrap();
            let stamp = Stamp::of(&merged).unwrap();
            change(&merged, stamp, undo);
            assert_eq!(std::fs::read(&merged).unwrap(), twice, "{name}: unmerged byte by byte");
            std::fs::write(&merged, copy).unwrap();
        }
    }
}

//! Links on the command line, and the commands that views of the window copy.
#![cfg(all(feature = "gui", unix))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tabia_app::action::{Action, LabAction};
use tabia_app::lab::terminal;
use tabia_app::model::Model;
use tabia_app::update::update;
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_app::window::workspace::PaneId;
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::StopSignal;
use tabia_lab::experiment::{Ask, LabContext};

use super::watched;

/// Moves back and forth.
const LINK: &str = "tabia:moves=d2d4,d7d5,g1f3,g8f6,f3g1,f6g8;workspace=lab";

fn tabia(args: &[&str]) -> Output {
    watched::tabia(args).stdin(Stdio::null()).output().unwrap()
}

fn error_of(args: &[&str]) -> String {
    let output = tabia(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_link_is_read_before_a_window_opens() {
    for (link, found, expected) in [
        ("tabia:", "tabia", "moves"),
        ("tabia:view=nothing", "nothing", "search-tree"),
        ("tabia:moves=e2e5", "e2e5", "legal"),
        ("tabia:fen=8/8/8/8/8/8/8/8_w_-_-_0_1", "fen", "king"),
        ("tabia:moves=e2e4\u{1b}[2J", "\u{fffd}[2J", "one line"),
        ("tabia:view=ladder;depth=1000", "1000", "1.."),
    ] {
        let error = error_of(&[link]);
        assert!(error.contains(found) && error.contains(expected), "{link}: {error}");
        assert!(!error.contains('\u{1b}'), "{error:?}");
    }
    // A valid link is only refused when the window opens.
    assert!(error_of(&[LINK]).contains("no display"));
}

/// The objects of a command, without times.
fn objects(lines: impl Iterator<Item = String>) -> Vec<Value> {
    let object = |line: String| {
        let mut value: Value = serde_json::from_str(&line).unwrap();
        value
            .as_object_mut()
            .unwrap()
            .retain(|name, _| !name.contains("time") && name != "processor_us");
        value
    };
    lines.map(object).collect()
}

/// Runs a copied command in a shell.
fn run(command: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_BIN_EXE_tabia")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{command} --json")).env("PATH", path);
    let output = shell.stdin(Stdio::null()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{command}: {error}");
    objects(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned))
}

#[test]
fn a_copied_command_gives_the_numbers_of_the_view() {
    let mut model = Model::new(Settings::default());
    let mut act = |action| drop(update(&mut model, action, 0));
    act(Action::PasteText(LINK.to_owned()));
    act(Action::Set(SettingChange::HashMib(16)));
    let options = [
        (PaneId::Ladder, vec![("depth", "3"), ("budget", "20000")]),
        (PaneId::Contempt, vec![("depth", "5"), ("contempt", "50")]),
        (PaneId::Branching, vec![("depth", "5"), ("a", "no-null-move,no-tt"), ("b", "material")]),
        (PaneId::Horizon, vec![("depth", "2"), ("side", "hand-crafted")]),
        (PaneId::Compare, vec![("b", "no-null-move"), ("nodes", "2000"), ("hash", "1")]),
        (PaneId::Tuning, vec![("steps", "3"), ("level", "1")]),
    ];
    let asks: Vec<(PaneId, Ask)> = options
        .iter()
        .map(|(pane, options)| (*pane, pane.experiment().unwrap().read_options(options).unwrap()))
        .collect();
    for (_, ask) in &asks {
        act(Action::Lab(LabAction::Ask(ask.clone())));
    }
    let position = model.game.tree.position(model.game.current);
    for (pane, ask) in asks {
        let mut trial = ask.at(position.clone());
        let options = EngineOptions { hash_mib: 16, ..EngineOptions::default() };
        let (mut engine, stop) = (Engine::new(&options), StopSignal::never());
        let mut updates = Vec::new();
        let mut context = LabContext { engine: &mut engine, stop: &stop };
        let mut report = |update| {
            updates.push(update);
            true
        };
        trial.run(&mut context, &mut report).unwrap();
        for update in &updates {
            trial.add(update);
        }
        let command = terminal::command(&model, pane).unwrap();
        let found = run(&command);
        let expected = objects(trial.table().objects().iter().map(Value::to_string));
        assert_eq!(found[..expected.len()], expected[..], "{command}");
    }
}

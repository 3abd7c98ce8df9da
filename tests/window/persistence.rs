//! What the window saves, and when it says that it cannot: one window per folder, sessions that crashed the start,
//! files that cannot be written.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::time::{Duration, Instant};
use tabia_text::t;

use crate::interface::{Ui, open_at_home};
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;
use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::library::own::FILE_NAME;
use tabia_app::persistence::session::Session;
use tabia_app::window::settings::SettingChange;

fn play(ui: &mut Ui, from: &str, to: &str) {
    let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
    ui.state_mut().apply(Action::PlayMove { from, to, promotion: None });
    ui.run();
}

fn moves_in(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let tree = Session::parse(&text).unwrap().game.restore().unwrap().tree;
    let moves: Vec<&str> = tree.main_line().iter().skip(1).map(|&node| tree.san(node)).collect();
    Some(moves.join(" "))
}

fn wait(ui: &mut Ui, what: &str, done: impl Fn(&Ui) -> bool) {
    let begin = Instant::now();
    while !done(ui) {
        assert!(begin.elapsed() < Duration::from_mins(1), "no {what} within a minute");
        std::thread::sleep(Duration::from_millis(20));
        ui.step();
    }
}

#[test]
fn the_second_window_says_that_it_saves_nothing_and_saves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session.json");
    let mut first = open_at_home(folder.path());
    play(&mut first, "e2", "e4");
    wait(&mut first, "session", |_| moves_in(&session) == Some("e4".to_owned()));
    let mut second = open_at_home(folder.path());
    second.get_by_label_contains(t!("fen-not-kept"));
    assert!(first.query_by_label_contains(t!("fen-not-kept")).is_none());
    assert!(second.state().model.game.tree.is_empty(), "it begins a game of its own");
    play(&mut second, "d2", "d4");
    second.state_mut().apply(Action::Set(SettingChange::UiScale(1.3)));
    second.run();
    drop(second);
    assert_eq!(moves_in(&session), Some("e4".to_owned()));
    let settings = std::fs::read_to_string(folder.path().join("settings.json"));
    assert!(!settings.unwrap_or_default().contains("1.3"));
    drop(first);
    let again = open_at_home(folder.path());
    assert_eq!(again.state().model.game.tree.len(), 2);
    assert!(again.query_by_label_contains(t!("fen-not-kept")).is_none());
}

#[test]
fn the_second_window_takes_over_when_the_first_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session.json");
    let settings =
        || std::fs::read_to_string(folder.path().join("settings.json")).unwrap_or_default();
    let saves = |ui: &Ui| ui.query_by_label_contains(t!("fen-not-kept")).is_none();
    let mut first = open_at_home(folder.path());
    play(&mut first, "e2", "e4");
    wait(&mut first, "session", |_| moves_in(&session) == Some("e4".to_owned()));
    let mut second = open_at_home(folder.path());
    first.state_mut().apply(Action::Set(SettingChange::UiScale(1.5)));
    wait(&mut first, "settings", |_| settings().contains("\"ui_scale\": 1.5"));
    drop(first);
    wait(&mut second, "end of the warning", saves);
    let model = &second.state().model;
    assert_eq!(model.game.tree.len(), 2, "nothing was done here, so the session is continued");
    assert!((model.settings.ui_scale - 1.5).abs() < 1e-6);
    let mut third = open_at_home(folder.path());
    play(&mut third, "d2", "d4");
    third.state_mut().apply(Action::Set(SettingChange::UiScale(1.25)));
    drop(second);
    wait(&mut third, "end of the warning", saves);
    wait(&mut third, "session", |_| moves_in(&session) == Some("d4".to_owned()));
    wait(&mut third, "settings", |_| settings().contains("\"ui_scale\": 1.25"));
    let kept = folder.path().join("session.json.kept");
    assert_eq!(moves_in(&kept), Some("e4".to_owned()), "the other session is not lost");
}

#[test]
fn a_session_that_crashed_the_start_is_offered_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (session, note) = (folder.path().join("session.json"), folder.path().join("starting"));
    let mut before = open_at_home(folder.path());
    play(&mut before, "e2", "e4");
    drop(before);
    // The state left by a process that was killed while starting.
    std::fs::write(&note, "1").unwrap();
    let mut fresh = open_at_home(folder.path());
    fresh.get_by_role_and_label(Role::Dialog, t!("dialog-last-session"));
    assert!(fresh.state().model.game.tree.is_empty());
    fresh.get_by_label(t!("dialog-last-session.fresh")).click();
    fresh.run();
    play(&mut fresh, "d2", "d4");
    drop(fresh);
    assert_eq!((moves_in(&session), note.exists()), (Some("d4".to_owned()), false));
    assert_eq!(
        moves_in(&folder.path().join("session.json.kept")),
        Some("e4".to_owned()),
        "it is still there"
    );

    std::fs::write(&note, "1").unwrap();
    let mut opened = open_at_home(folder.path());
    opened.get_by_label(t!("dialog-last-session.open")).click();
    opened.run();
    assert_eq!(opened.state().model.game.tree.len(), 2);
    assert!(note.exists(), "whether it survives this one is not known yet");
    wait(&mut opened, "success", |_| !note.exists());
    drop(opened);
    assert_eq!(moves_in(&folder.path().join("session.json.kept-2")), Some("d4".to_owned()));
    // The engine may have replied meanwhile.
    let again = open_at_home(folder.path());
    assert!(again.state().model.game.tree.len() >= 2, "and is not asked about again");
}

#[test]
fn until_the_question_is_answered_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session.json");
    let mut before = open_at_home(folder.path());
    play(&mut before, "e2", "e4");
    drop(before);
    std::fs::write(folder.path().join("starting"), "1").unwrap();
    let mut asked = open_at_home(folder.path());
    asked.state_mut().apply(Action::Command(UserCommand::Flip));
    asked.run();
    drop(asked);
    assert_eq!(moves_in(&session), Some("e4".to_owned()));
}

#[test]
fn a_write_failure_is_reported_once_and_shown_while_it_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let session = home.join("session.json");
    let mut ui = open_at_home(&home);
    let failed = |ui: &Ui| {
        let toasts = &ui.state().model.toasts;
        toasts.iter().filter(|toast| toast.text.contains("Could not write")).count()
    };
    play(&mut ui, "e2", "e4");
    wait(&mut ui, "session", |_| moves_in(&session) == Some("e4".to_owned()));
    // A folder replaces the file.
    std::fs::remove_file(&session).unwrap();
    std::fs::create_dir(&session).unwrap();
    ui.state_mut().apply(Action::Command(UserCommand::Flip));
    wait(&mut ui, "word about it", |ui| failed(ui) == 1);
    ui.get_by_label_contains(t!("fen-not-kept"));
    ui.state_mut().apply(Action::DismissToasts);
    for _ in 0..3 {
        ui.state_mut().apply(Action::Command(UserCommand::Flip));
        ui.run();
        std::thread::sleep(Duration::from_millis(100));
        ui.step();
    }
    assert_eq!(failed(&ui), 0, "it was told");
    std::fs::remove_dir(&session).unwrap();
    ui.state_mut().apply(Action::Command(UserCommand::Flip));
    wait(&mut ui, "end of it", |ui| ui.query_by_label_contains(t!("fen-not-kept")).is_none());
}

/// Presses Ctrl+Q. The harness would use a frame for each event, and only the last frame's output can be read.
fn press_quit(ui: &mut Ui) {
    let (key, modifiers) = (Key::Q, Modifiers::COMMAND);
    let press = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    ui.input_mut().events.push(press);
    ui.step();
}

/// Whether the window was asked to close.
fn ends(ui: &Ui) -> bool {
    let viewports = ui.output().viewport_output.values();
    viewports
        .flat_map(|viewport| &viewport.commands)
        .any(|command| *command == ViewportCommand::Close)
}

#[test]
fn the_program_does_not_end_with_an_unsaved_game() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let session = home.join("session.json");
    let mut ui = open_at_home(&home);
    play(&mut ui, "e2", "e4");
    wait(&mut ui, "session", |_| moves_in(&session) == Some("e4".to_owned()));
    // From now on writes fail, as on a full disk, which the program has not noticed yet.
    std::fs::remove_file(&session).unwrap();
    std::fs::create_dir(&session).unwrap();
    for _ in 0..2 {
        press_quit(&mut ui);
        assert!(!ends(&ui));
        ui.run();
        ui.get_by_role_and_label(Role::Dialog, t!("dialog-unkept"));
        ui.get_by_label(t!("button-cancel")).click();
        ui.run();
        assert!(ui.query_by_label(t!("dialog-unkept")).is_none());
    }
    // The same for the close button of the window.
    let close = |ui: &mut Ui| {
        let viewport = ui.input_mut().viewports.entry(ViewportId::ROOT).or_default();
        viewport.events.push(ViewportEvent::Close);
        ui.step();
        let viewports = ui.output().viewport_output.values();
        let mut commands = viewports.flat_map(|viewport| &viewport.commands);
        commands.any(|command| *command == ViewportCommand::CancelClose)
    };
    assert!(close(&mut ui), "it stays open");
    ui.run();
    ui.get_by_label(t!("dialog-quit-anyway")).click();
    wait(&mut ui, "end", ends);
    assert!(!close(&mut ui), "and is not asked again");

    // When writing works again there is no question, nor if nothing would be lost.
    std::fs::remove_dir(&session).unwrap();
    let mut ui = open_at_home(&folder.path().join("other"));
    play(&mut ui, "d2", "d4");
    press_quit(&mut ui);
    assert!(ends(&ui) && !close(&mut ui));
    let mut second = open_at_home(&folder.path().join("other"));
    second.get_by_label_contains(t!("fen-not-kept"));
    press_quit(&mut second);
    assert!(ends(&second), "nothing was done in it");
    let mut third = open_at_home(&folder.path().join("other"));
    third.state_mut().apply(Action::Set(SettingChange::UiScale(1.3)));
    press_quit(&mut third);
    assert!(!ends(&third));
    third.run();
    third.get_by_label(t!("dialog-unkept.settings"));
    assert!(third.query_by_label(t!("dialog-unkept.training")).is_none());
}

#[test]
fn the_program_does_not_end_before_a_finished_game_is_in_the_file_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join(FILE_NAME);
    let mut ui = open_at_home(folder.path());
    let new = NewGame { sides: Sides::Humans, ..NewGame::default() };
    ui.state_mut().apply(Action::StartGame(new));
    // A folder is where the file should be.
    std::fs::create_dir(&games).unwrap();
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
        play(&mut ui, from, to);
    }
    press_quit(&mut ui);
    assert!(!ends(&ui));
    ui.run();
    ui.get_by_role_and_label(Role::Dialog, t!("dialog-unkept"));
    ui.get_by_label(&t!("dialog-unkept.games", n = 1));
    ui.get_by_label(t!("button-cancel")).click();
    ui.run();
    std::fs::remove_dir(&games).unwrap();
    press_quit(&mut ui);
    assert!(ends(&ui), "it was written at the second attempt");
    assert!(std::fs::read_to_string(&games).unwrap().contains("Qh4#"));
}

#[cfg(unix)]
#[test]
fn saved_files_are_private_to_the_user() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("data").join("tabia");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut ui = open_at_home(&home);
    play(&mut ui, "e2", "e4");
    ui.state_mut().apply(Action::Set(SettingChange::UiScale(1.1)));
    drop(ui);
    assert_eq!(mode(&home), 0o700);
    let files = ["session.json", "settings.json"].map(|name| home.join(name));
    for file in &files {
        assert_eq!(mode(file), 0o600, "{file:?}");
        // The state left by an older version.
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o644)).unwrap();
    }
    let mut ui = open_at_home(&home);
    play(&mut ui, "e7", "e5");
    ui.state_mut().apply(Action::Set(SettingChange::UiScale(1.2)));
    drop(ui);
    assert_eq!(files.each_ref().map(|file| mode(file)), [0o600; 2]);
}

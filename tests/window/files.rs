//! Files of games in the real interface: the user's games, deleting and restoring games, duplicates, and the export
//! dialog. Pictures: `cargo test --test window files -- --ignored`, in `target/gallery`.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tabia_text::{Language, t};

use crate::interface::{Ui, open_at_home, wait};
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Context, Event, Key, MissingGlyphPolicy, Modifiers, MouseWheelSource, MouseWheelUnit, Shape,
    TouchPhase, ViewportCommand, vec2,
};
use egui_kittest::kittest::Queryable as _;
use tabia::gui::headless::frames;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, TreeEdit, UserCommand};
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::model::Model;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::view::Dialog;
use tabia_games::export::job::{Choices, Kind};
use tabia_games::printable;

const GAMES: &str = "[White \"Morphy\"]\n[Black \"Anderssen\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
    [White \"R\u{e9}ti\"]\n[Black \"Tartakower\"]\n\n1. e4 c6 2. d4 d5 1-0\n\n\
    [White \"Morphy\"]\n[Black \"Anderssen\"]\n\n1. e4 e5 {open} 2. Nf3 Nc6 *\n";

fn play(shell: &mut Shell, moves: &[&str]) {
    shell.apply(Action::StartGame(NewGame { sides: Sides::Humans, ..NewGame::default() }));
    for text in moves {
        let (from, to) = (text[..2].parse().unwrap(), text[2..4].parse().unwrap());
        shell.apply(Action::PlayMove { from, to, promotion: None });
    }
}

fn says(model: &Model, text: &str) -> bool {
    model.toasts.iter().any(|toast| toast.text.contains(text))
}

fn rows(model: &Model) -> usize {
    model.games.as_ref().map_or(0, |list| list.rows.len())
}

const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

#[test]
fn games_played_are_found_again_in_my_games() {
    let home = tempfile::tempdir().unwrap();
    let mut h = open_at_home(home.path());
    h.state_mut().apply(Action::Command(UserCommand::MyGames));
    assert!(says(&h.state().model, t!("library-no-own-games")));
    play(h.state_mut(), &MATE);
    wait(&mut h, "the first game is kept", |model| says(model, t!("library-first-kept")));
    h.state_mut().apply(Action::Command(UserCommand::MyGames));
    wait(&mut h, "a list of one game", |model| rows(model) == 1);
    play(h.state_mut(), &MATE);
    h.state_mut().apply(Action::Command(UserCommand::MyGames));
    wait(&mut h, "the list", |model| rows(model) == 2);
    wait(&mut h, "its newest game", |model| model.listed_game() == Some(1));
    let first =
        |model: &Model| model.games.as_ref().and_then(|list| list.rows.first().map(|hit| hit.game));
    wait(&mut h, "the newest on top", |model| first(model) == Some(1));
    // A game that ends while the list is open is added to it.
    play(h.state_mut(), &["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"]);
    wait(&mut h, "the third game", |model| rows(model) == 3);
    drop(h);
    let text = fs::read_to_string(home.path().join("My games.pgn")).unwrap();
    assert_eq!(text.matches("[GameId ").count(), 3);
    assert!(text.contains("4. Qxf7# 1-0"), "{text}");
}

#[test]
fn a_window_that_closes_at_once_has_written_its_game() {
    let home = tempfile::tempdir().unwrap();
    let mut h = open_at_home(home.path());
    play(h.state_mut(), &MATE);
    drop(h);
    let text = fs::read_to_string(home.path().join("My games.pgn")).unwrap();
    assert!(text.contains("Qh4# 0-1"), "{text}");
}

#[test]
fn a_game_is_deleted_by_key_and_restored_from_the_note() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("three.pgn");
    fs::write(&path, GAMES).unwrap();
    let mut h = open_at_home(home.path());
    h.state_mut().open(Some(tabia_cli::request::OpenRequest::File(path.clone())));
    wait(&mut h, "the list", |model| rows(model) == 3 && model.listed_game() == Some(0));
    h.get_by_label("R\u{e9}ti").click();
    h.run_steps(3);
    h.key_press(Key::Delete);
    h.run_steps(3);
    let question = t!("dialog-delete-game", number = "2", name = "three.pgn");
    h.get_by_role_and_label(Role::Dialog, &question);
    h.get_by_label(t!("dialog-delete-game.do")).click();
    wait(&mut h, "the game goes", |model| rows(model) == 2);
    // The list has the keyboard again, whatever the answer was.
    for _ in 0..2 {
        h.run_steps(3);
        h.key_press(Key::Delete);
        h.run_steps(3);
        h.get_by_role_and_label(Role::Dialog, &question);
        h.key_press(Key::Escape);
    }
    h.run_steps(3);
    assert_eq!(h.state().model.game.tree.len(), 5, "the moves on the board stay");
    assert!(!fs::read_to_string(&path).unwrap().contains("R\u{e9}ti"));
    h.get_by_label(UserCommand::PutBack.name()).click();
    wait(&mut h, "it comes back", |model| rows(model) == 3);
    assert_eq!(fs::read_to_string(&path).unwrap(), GAMES);
}

#[test]
fn a_game_that_lost_its_unread_moves_is_appended_by_the_dialog() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("partly.pgn");
    let before = "[White \"A\"]\n\n1. e4 e5 2. Nf6 Nc6 {long analysis} 3. Bb5 1-0\n";
    fs::write(&path, before).unwrap();
    let mut h = open_at_home(home.path());
    h.state_mut().open(Some(tabia_cli::request::OpenRequest::File(path.clone())));
    wait(&mut h, "the game", |model| model.game.tree.len() == 3);
    h.get_by_label("2. Nf6 Nc6 {long analysis} 3. Bb5");
    let node = h.state().model.game.tree.main_line()[2];
    h.state_mut().apply(Action::Edit { node, edit: TreeEdit::Delete });
    h.state_mut().apply(Action::Command(UserCommand::SaveFile));
    h.run_steps(4);
    h.get_by_role_and_label(Role::Dialog, &t!("dialog-replace", number = "1", name = "partly.pgn"));
    h.get_by_label(t!("dialog-in-file"));
    h.get_by_label("2. Nf6 Nc6 {long analysis} 3. Bb5");
    h.get_by_label_contains("1. e4 1-0");
    {
        let _german = Language::by_id("de").unwrap().on_this_thread();
        h.run_steps(4);
        let left = |name: &str| h.get_by_label(name).rect().left();
        assert!(left(t!("button-cancel")) >= left(t!("dialog-in-file")) - 1.0, "wide enough");
    }
    h.run_steps(4);
    h.get_by_label("Append to the file").click();
    wait(&mut h, "the game is saved", |model| {
        says(model, &t!("library-saved", number = "2", name = "partly.pgn"))
    });
    assert!(fs::read_to_string(&path).unwrap().starts_with(before));
}

#[test]
fn duplicates_are_merged_by_the_dialog() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("three.pgn");
    fs::write(&path, GAMES).unwrap();
    let mut h = open_at_home(home.path());
    h.state_mut().open(Some(tabia_cli::request::OpenRequest::File(path.clone())));
    wait(&mut h, "the list", |model| rows(model) == 3);
    h.state_mut().apply(Action::Command(UserCommand::MergeDuplicates));
    h.run_steps(3);
    h.get_by_label(t!("library-duplicates-rule"));
    h.get_by_label("Merge duplicates").click();
    wait(&mut h, "one of each", |model| rows(model) == 2);
    assert!(fs::read_to_string(&path).unwrap().contains("{open}"));
}

#[test]
fn the_export_dialog_remembers_what_was_chosen() {
    let home = tempfile::tempdir().unwrap();
    let mut h = open_at_home(home.path());
    h.state_mut().apply(Action::PasteText("1. e4 e5 2. Nf3 *".to_owned()));
    h.state_mut().apply(Action::Command(UserCommand::ExportAnimation));
    h.run_steps(3);
    h.get_by_label(&t!("export-gif.forecast", n = 4, time = "0:06"));
    h.get_by_label(t!("export-names")).click();
    h.run_steps(3);
    h.get_by_label(t!("export-html")).click();
    h.run_steps(3);
    h.get_by_label(t!("export-ends")).click();
    h.run_steps(3);
    let draft = |model: &Model| match model.dialog {
        Some(Dialog::Export(kind, choices)) => Some((kind, choices)),
        _ => None,
    };
    let wanted = Choices { names: false, ends: true, ..Choices::default() };
    assert_eq!(draft(&h.state().model), Some((Kind::Html, wanted)));
    h.get_by_label(t!("button-cancel")).click();
    h.run_steps(3);
    assert_eq!(draft(&h.state().model), None);
    assert_eq!(h.state().model.settings.export, Choices::default(), "given up is not chosen");
}

fn shell(theme: ThemeChoice) -> (Context, Shell) {
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: false, no_animation: true };
    let mut shell = Shell::new(&ctx, &options);
    shell.apply(Action::Set(SettingChange::Theme(theme)));
    shell.apply(Action::PasteText(GAMES.to_owned()));
    shell.apply(Action::DismissToasts);
    for _ in 0..200 {
        shell.drain();
        std::thread::sleep(Duration::from_millis(2));
    }
    (ctx, shell)
}

#[test]
#[ignore = "pictures to look at"]
fn gallery() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    fs::create_dir_all(&folder).unwrap();
    let choices = Choices::default();
    let dialogs = [
        ("export-png", Dialog::Export(Kind::Png, choices)),
        ("export-gif", Dialog::Export(Kind::Gif, choices)),
        ("export-page", Dialog::Export(Kind::Html, choices)),
        ("merge", Dialog::MergeDuplicates { name: "three.pgn".to_owned(), games: 3 }),
    ];
    for (theme, name) in [(ThemeChoice::Light, "light"), (ThemeChoice::Dark, "dark")] {
        for (file, dialog) in &dialogs {
            for size in [[1280.0, 800.0], [800.0, 600.0]] {
                let (ctx, mut shell) = shell(theme);
                shell.apply(Action::OpenDialog(dialog.clone()));
                let image = frames::render(&ctx, size, 1.0, |ui| shell.show(ui));
                image.save(folder.join(format!("files-{file}-{name}-{}.png", size[0]))).unwrap();
            }
        }
    }
}

#[test]
fn the_list_keeps_its_place_at_another_width() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.pgn");
    let game = |n| format!("[White \"P{n:03}\"]\n[Black \"Q\"]\n\n1. e4 e5 *\n\n");
    fs::write(&file, (0..200).map(game).collect::<String>()).unwrap();
    let mut h = open_at_home(folder.path());
    h.state_mut().open(Some(tabia_cli::request::OpenRequest::File(file)));
    wait(&mut h, "games", |model| rows(model) == 200);
    h.run_steps(4);
    let row = h.get_by_label("P003").rect();
    h.hover_at(row.center());
    h.run_steps(2);
    h.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, -1_000.0),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    h.run_steps(12);
    // The first game is on the board.
    let first = |h: &Ui| (1..200).find(|n| h.query_by_label(&format!("P{n:03}")).is_some());
    let before = first(&h);
    assert!(before.is_some_and(|row| row > 10), "{before:?}");
    for width in [1240.0, 1200.0, 1100.0, 1280.0] {
        h.set_size(vec2(width, 800.0));
        h.run_steps(6);
        assert_eq!(first(&h), before, "{width}");
    }
}

#[test]
fn the_menu_of_a_row_takes_keys_which_do_not_reach_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    fs::write(&file, GAMES).unwrap();
    let mut h = open_at_home(folder.path());
    h.state_mut().open(Some(tabia_cli::request::OpenRequest::File(file)));
    wait(&mut h, "games", |model| model.games.as_ref().is_some_and(|list| list.rows.len() == 3));
    h.state_mut().apply(Action::Command(UserCommand::First));
    h.get_by_label("R\u{e9}ti").click_secondary();
    h.run_steps(3);
    let cursor = |h: &Ui| h.state().model.games.as_ref().unwrap().cursor;
    let (stood, shown) = (cursor(&h), h.state().model.game.current);
    // Neither moves nor commands reach the board: e4 would be a move, End its last one.
    for key in [Key::E, Key::Num4, Key::End, Key::F] {
        h.key_press(key);
        h.run_steps(2);
    }
    for _ in 0..3 {
        h.key_press(Key::ArrowDown);
        h.run_steps(2);
    }
    assert!(h.get_by_label(t!("library-copy")).is_focused());
    assert_eq!((cursor(&h), h.state().model.game.current), (stood, shown));
    h.key_press(Key::ArrowUp);
    h.run_steps(2);
    h.key_press(Key::ArrowUp);
    h.run_steps(2);
    assert!(h.get_by_label("Open").is_focused());
    h.key_press(Key::Enter);
    wait(&mut h, "game", |model| model.game.tags.get("White") == Some("R\u{e9}ti"));
    assert!(h.query_by_label(t!("library-copy")).is_none(), "the menu is closed");
    // The list has the keyboard focus again.
    h.key_press(Key::ArrowDown);
    h.run_steps(3);
    assert_eq!(cursor(&h), stood.map(|at| at + 1));
}

/// All texts of the last frame, and the title of the window if it was set.
fn drawn(h: &Ui) -> Vec<String> {
    fn texts(shape: &Shape, out: &mut Vec<String>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, out)),
            Shape::Text(text) => out.push(text.galley.text().to_owned()),
            _ => {}
        }
    }
    let mut out = Vec::new();
    h.output().shapes.iter().for_each(|clipped| texts(&clipped.shape, &mut out));
    let viewports = h.output().viewport_output.values();
    out.extend(viewports.flat_map(|viewport| &viewport.commands).filter_map(
        |command| match command {
            ViewportCommand::Title(title) => Some(title.clone()),
            _ => None,
        },
    ));
    out
}

#[test]
fn direction_overrides_in_a_file_do_not_affect_other_text() {
    const EVIL: &str = "a\u{202e}b\u{1b}[31m\u{9b}2J\u{2066}c\u{2028}d";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("games{EVIL}.pgn"));
    let tags = ["Event", "Site", "Round", "White", "Black", "Opening", "ECO", "Annotator", EVIL];
    let tags = tags.map(|name| format!("[{name} \"{EVIL}\"]\n")).concat();
    let game = format!(
        "{tags}\n{{{EVIL}}} 1. e4 {{{EVIL}}} ({{{EVIL}}} 1. d4 {{{EVIL}}}) e5 {EVIL} *\n\n"
    );
    fs::write(&file, game.repeat(2)).unwrap();
    let mut h = open_at_home(folder.path());
    // Only system fonts have U+FFFD; without them a box is drawn.
    h.ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
    h.state_mut().open(Some(tabia_cli::request::OpenRequest::File(file)));
    wait(&mut h, "games", |model| model.games.as_ref().is_some_and(|list| list.rows.len() == 2));
    let mut seen = Vec::new();
    while let Some(shown) = h.state().model.toasts.shown().map(|toast| toast.id) {
        h.step();
        seen.extend(drawn(&h));
        h.state_mut().apply(Action::DismissToast(shown));
    }
    for command in [
        UserCommand::PlayWorkspace,
        UserCommand::StudyWorkspace,
        UserCommand::LabWorkspace,
        UserCommand::Duel,
        UserCommand::StudyWorkspace,
        UserCommand::Next,
        UserCommand::NewGame,
    ] {
        h.state_mut().apply(Action::Command(command));
        for _ in 0..4 {
            h.step();
            seen.extend(drawn(&h));
        }
    }
    h.state_mut().apply(Action::CloseDialog);
    h.state_mut().open(Some(tabia_cli::request::OpenRequest::File(EVIL.into())));
    wait(&mut h, "error", |model| says(model, "Could not"));
    seen.extend(drawn(&h));
    let raw = |text: &&String| text.chars().any(|c| !"\n\t".contains(c) && printable::is_active(c));
    let found: BTreeSet<&String> = seen.iter().filter(raw).collect();
    assert!(found.is_empty(), "{found:#?}");
    for shown in ["a\u{fffd}b\u{fffd}[31m", "gamesa\u{fffd}b"] {
        assert!(seen.iter().any(|text| text.contains(shown)), "{shown} is not drawn");
    }
}

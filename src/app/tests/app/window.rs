//! Commands, dialogs and requests to the window.

use std::path::Path;
use std::sync::Arc;

use tabia_app::action::{Action, EditorAction, GamesAction, LabAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::library::collection::{PickedFile, SaveTo};
use tabia_app::training::state::{Set, Source, TrainingAction};
use tabia_app::window::settings::{SettingChange, Settings};
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_text::t;

use super::test_app::{TestApp, blitz};

#[test]
fn commands_reach_the_world_as_effects() {
    let mut app = TestApp::new();
    app.give(UserCommand::CopyFen);
    app.give(UserCommand::Paste);
    app.give(UserCommand::OpenFile);
    app.give(UserCommand::SaveFile);
    app.give(UserCommand::FullScreen);
    app.give(UserCommand::ResetWorkspace);
    app.give(UserCommand::Quit);
    let effects = app.take_effects();
    let has = |wanted: &dyn Fn(&Effect) -> bool| effects.iter().any(wanted);
    assert!(has(&|e| matches!(e, Effect::CopyText(text) if *text == Board::start().to_string())));
    assert!(has(&|e| matches!(e, Effect::RequestPaste)));
    assert!(has(&|e| matches!(e, Effect::PickFileToOpen)));
    assert!(has(
        &|e| matches!(e, Effect::PickFileToSave { to: SaveTo::New(name), .. } if name.contains(".pgn"))
    ));
    assert!(has(&|e| matches!(e, Effect::FullScreen(true))));
    assert!(has(&|e| matches!(e, Effect::ResetWorkspace(_))));
    assert!(has(&|e| matches!(e, Effect::Quit)));
}

#[test]
fn while_a_position_is_edited_its_fen_is_copied() {
    let mut app = TestApp::new();
    app.give(UserCommand::EditPosition);
    app.act(Action::Editor(EditorAction::Clear));
    app.give(UserCommand::CopyFen);
    let shown = app.model.editor.as_ref().unwrap().fen_text.clone();
    assert!(shown.starts_with("8/8/8/8/"));
    let effects = app.take_effects();
    assert!(effects.iter().any(|e| matches!(e, Effect::CopyText(text) if *text == shown)));
}

#[test]
fn every_command_can_be_given_at_any_time() {
    let openings: [&[&str]; 3] = [&[], &["e2e4"], &["e2e4", "e7e5"]];
    for moves in openings {
        for command in UserCommand::ALL {
            let mut app = TestApp::with(blitz());
            for (i, text) in moves.iter().enumerate() {
                if i % 2 == 0 { app.play(text) } else { app.answer(text) }
            }
            // Disabled commands are ignored, enabled ones leave the model in a working state.
            app.act(Action::Command(command));
            app.act(Action::Command(UserCommand::Undo));
            app.act(Action::Tick);
            assert!(app.model.game.tree.contains(app.model.game.current), "{command:?}");
            assert!(app.model.game.tree.contains(app.model.game.live), "{command:?}");
        }
    }
}

#[test]
fn switches_say_whether_they_are_on() {
    let mut app = TestApp::new();
    for command in [
        UserCommand::ToggleAnalysis,
        UserCommand::Flip,
        UserCommand::ToggleEvalBar,
        UserCommand::ToggleEngineArrows,
        UserCommand::HideEngine,
        UserCommand::TogglePov,
        UserCommand::EditPosition,
    ] {
        let before = command.is_checked(&app.model).expect("a switch");
        app.give(command);
        assert_eq!(command.is_checked(&app.model), Some(!before), "{command:?}");
        app.give(command);
        assert_eq!(command.is_checked(&app.model), Some(before), "{command:?}");
    }
    assert_eq!(UserCommand::NewGame.is_checked(&app.model), None);
    let scale = app.model.settings.ui_scale;
    app.give(UserCommand::ZoomIn);
    app.give(UserCommand::ZoomOut);
    assert!((app.model.settings.ui_scale - scale).abs() < 1e-5);
    for _ in 0..3 {
        app.give(UserCommand::NextTheme);
    }
    assert_eq!(app.model.settings.theme, Settings::default().theme);
}

#[test]
fn the_new_game_dialog_edits_a_draft() {
    let mut app = TestApp::new();
    app.give(UserCommand::NewGame);
    let draft = NewGame { sides: Sides::HumanBlack, ..blitz() };
    app.act(Action::DraftNewGame(draft.clone()));
    assert!(matches!(&app.model.dialog, Some(Dialog::NewGame(shown)) if *shown == draft));
    assert!(app.model.game.clocks.is_none(), "nothing happens before it is confirmed");
    app.act(Action::StartGame(draft.clone()));
    assert!(app.model.dialog.is_none());
    assert_eq!(app.model.settings.new_game, draft, "it is remembered");
}

#[test]
fn lines_shown_before_stay_until_the_new_search_has_its_own() {
    let mut app = TestApp::new();
    app.give(UserCommand::ToggleAnalysis);
    for (slot, text) in [(1, "e2e4"), (2, "d2d4"), (3, "c2c4")] {
        app.report(8, slot, text, 30 - slot as i32);
    }
    app.report(9, 1, "e2e4", 33);
    let shown = |app: &TestApp| {
        let lines =
            app.model.telemetry.lines(&app.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN);
        lines.iter().map(|line| (line.info.depth, line.stale)).collect::<Vec<_>>()
    };
    assert_eq!(shown(&app), [(9, false), (8, true), (8, true)]);
    app.play("e2e4");
    app.give(UserCommand::First);
    assert_eq!(shown(&app), [(9, true), (8, true), (8, true)], "all three were kept");
    app.give(UserCommand::FewerLines);
    assert_eq!(shown(&app), [(9, true), (8, true)]);
    app.report(1, 1, "g1f3", 10);
    assert_eq!(shown(&app), [(1, false), (8, true)]);
}

#[test]
fn exported_games_name_players_date_and_time() {
    let mut app = TestApp::new();
    app.model.today = "2026.11.21".to_owned();
    app.act(Action::StartGame(blitz()));
    app.play("e2e4");
    app.answer("e7e5");
    app.resign();
    app.take_effects();
    app.give(UserCommand::SaveFile);
    let Some(Effect::PickFileToSave { game, to: SaveTo::New(suggested) }) =
        app.take_effects().pop()
    else {
        panic!("no file is asked for")
    };
    let picked = GamesAction::SaveTo { game, path: "x.pgn".into(), file: PickedFile::New(0) };
    app.act(Action::Games(picked));
    let Some(Effect::WriteGame(request)) = app.take_effects().pop() else {
        panic!("nothing to save")
    };
    let text = request.text;
    let names = format!("{} - Tabia", t!("player-you"));
    assert!(suggested.starts_with(&names), "as on the screen: {suggested}");
    for tag in [
        "[Date \"2026.11.21\"]",
        "[White \"Player\"]",
        "[Result \"0-1\"]",
        "[TimeControl \"60+2\"]",
    ] {
        assert!(text.contains(tag), "{tag} is missing in {text}");
    }
    assert!(text.contains("1. e4 {[%clk 0:01:02]} 1... e5 {[%clk 0:01:02]} 0-1"), "{text}");
}

#[test]
fn the_screen_is_filled_as_long_as_it_is_presented() {
    let mut app = TestApp::new();
    let toggle = |app: &mut TestApp| {
        app.effects.clear();
        app.give(UserCommand::Present);
        let full = app.effects.iter().find_map(|effect| match effect {
            Effect::FullScreen(on) => Some(*on),
            _ => None,
        });
        (app.model.view.presentation.is_some(), full)
    };
    assert_eq!(toggle(&mut app), (true, Some(true)));
    app.act(Action::FullScreenChanged(true));
    assert_eq!(toggle(&mut app), (false, Some(false)));
    // A window that was in full screen before stays so.
    assert_eq!(toggle(&mut app), (true, None));
    assert_eq!(toggle(&mut app), (false, None));
}

#[test]
fn a_clicker_steps_through_alpha_beta_where_it_is_presented() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.act(Action::OpenPane(PaneId::AlphaBeta));
    app.act(Action::PanesOpen(vec![PaneId::AlphaBeta]));
    app.give(UserCommand::Present);
    let node = app.model.game.current;
    app.act(Action::StepPresentation { on: true });
    app.act(Action::StepPresentation { on: true });
    app.act(Action::StepPresentation { on: false });
    assert_eq!((app.model.lab.choices.steps.at, app.model.game.current), (1, node));
    for _ in 0..200 {
        app.act(Action::StepPresentation { on: true });
    }
    let board = *app.model.game.board();
    let steps = &app.model.lab.choices.steps;
    assert_eq!(steps.at, steps.last(&steps.tree.searches(&board, steps.shape)));
    app.act(Action::PanesOpen(vec![PaneId::LiveTree]));
    app.act(Action::StepPresentation { on: false });
    assert_ne!(app.model.game.current, node, "elsewhere it goes through the game");
}

#[test]
fn a_reset_keeps_the_files_in_use() {
    let mut app = TestApp::new();
    let folders = vec!["/tables".into()];
    app.act(Action::Set(SettingChange::TableFolders(folders.clone())));
    app.act(Action::Set(SettingChange::BookFile(Some("/own.bin".into()))));
    app.act(Action::Set(SettingChange::PuzzleFile(Some("/own.csv".into()))));
    app.act(Action::Set(SettingChange::FenBar(false)));
    app.give(UserCommand::ResetSettings);
    app.act(Action::Confirm);
    let settings = &app.model.settings;
    assert!(settings.fen_bar, "it is reset");
    assert_eq!(settings.table_folders, folders);
    assert_eq!(settings.book_file.as_deref(), Some(Path::new("/own.bin")));
    assert_eq!(settings.puzzle_file.as_deref(), Some(Path::new("/own.csv")));
}

#[test]
fn the_settings_of_another_window_hold_in_every_part_of_the_program() {
    let mut app = TestApp::new();
    let mut theirs = TestApp::new();
    theirs.act(Action::Training(TrainingAction::Choose(Set {
        source: Source::Own,
        ..Set::default()
    })));
    theirs.act(Action::Set(SettingChange::PuzzleFile(Some("/own.csv".into()))));
    theirs.model.settings.quiz_score = [3, 4];
    app.model.training.file = Some(Arc::default());
    app.act(Action::AdoptSettings(theirs.model.settings.clone().into()));
    assert!(app.model.training.file.is_none(), "it is read again");
    assert_eq!(app.model.training.set, theirs.model.training.set);
    // The next choice stores none of the former values.
    app.act(Action::Training(TrainingAction::Below(Color::Black)));
    let steps = app.model.lab.choices.steps;
    app.act(Action::Lab(LabAction::Steps(steps)));
    assert_eq!(app.model.settings.quiz_score, [3, 4]);
    assert_eq!(app.model.training.set, theirs.model.training.set);
    app.model.training.exhausted = true;
    app.act(Action::AdoptProgress(Box::default()));
    assert!(!app.model.training.exhausted);
}

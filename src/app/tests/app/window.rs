//! Commands, dialogs and requests to the window.

use tabia_app::action::{Action, EditorAction, GamesAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::game::new_game::{NewGame, Sides};
use tabia_app::window::settings::Settings;
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::PaneId;
use tabia_chess::Board;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_text::t;

use super::desk::{Desk, blitz};

#[test]
fn commands_reach_the_world_as_effects() {
    let mut desk = Desk::new();
    desk.give(UserCommand::CopyFen);
    desk.give(UserCommand::Paste);
    desk.give(UserCommand::OpenFile);
    desk.give(UserCommand::SaveFile);
    desk.give(UserCommand::FullScreen);
    desk.give(UserCommand::ResetWorkspace);
    desk.give(UserCommand::Quit);
    let effects = desk.take_effects();
    let has = |wanted: &dyn Fn(&Effect) -> bool| effects.iter().any(wanted);
    assert!(has(&|e| matches!(e, Effect::CopyText(text) if *text == Board::start().to_string())));
    assert!(has(&|e| matches!(e, Effect::RequestPaste)));
    assert!(has(&|e| matches!(e, Effect::PickFileToOpen)));
    assert!(has(
        &|e| matches!(e, Effect::PickFileToSave { suggested, .. } if suggested.contains(".pgn"))
    ));
    assert!(has(&|e| matches!(e, Effect::FullScreen(true))));
    assert!(has(&|e| matches!(e, Effect::ResetWorkspace(_))));
    assert!(has(&|e| matches!(e, Effect::Quit)));
}

#[test]
fn while_a_position_is_edited_its_fen_is_copied() {
    let mut desk = Desk::new();
    desk.give(UserCommand::EditPosition);
    desk.act(Action::Editor(EditorAction::Clear));
    desk.give(UserCommand::CopyFen);
    let shown = desk.model.editor.as_ref().unwrap().fen_text.clone();
    assert!(shown.starts_with("8/8/8/8/"));
    let effects = desk.take_effects();
    assert!(effects.iter().any(|e| matches!(e, Effect::CopyText(text) if *text == shown)));
}

#[test]
fn every_command_can_be_given_at_any_time() {
    let openings: [&[&str]; 3] = [&[], &["e2e4"], &["e2e4", "e7e5"]];
    for moves in openings {
        for command in UserCommand::ALL {
            let mut desk = Desk::with(blitz());
            for (i, text) in moves.iter().enumerate() {
                if i % 2 == 0 { desk.play(text) } else { desk.answer(text) }
            }
            // Disabled commands are ignored, enabled ones leave the model in a working state.
            desk.act(Action::Command(command));
            desk.act(Action::Command(UserCommand::Undo));
            desk.act(Action::Tick);
            assert!(desk.model.game.tree.contains(desk.model.game.current), "{command:?}");
            assert!(desk.model.game.tree.contains(desk.model.game.live), "{command:?}");
        }
    }
}

#[test]
fn switches_say_whether_they_are_on() {
    let mut desk = Desk::new();
    for command in [
        UserCommand::ToggleAnalysis,
        UserCommand::Flip,
        UserCommand::ToggleEvalBar,
        UserCommand::ToggleEngineArrows,
        UserCommand::HideEngine,
        UserCommand::TogglePov,
        UserCommand::EditPosition,
    ] {
        let before = command.is_checked(&desk.model).expect("a switch");
        desk.give(command);
        assert_eq!(command.is_checked(&desk.model), Some(!before), "{command:?}");
        desk.give(command);
        assert_eq!(command.is_checked(&desk.model), Some(before), "{command:?}");
    }
    assert_eq!(UserCommand::NewGame.is_checked(&desk.model), None);
    let scale = desk.model.settings.ui_scale;
    desk.give(UserCommand::ZoomIn);
    desk.give(UserCommand::ZoomOut);
    assert!((desk.model.settings.ui_scale - scale).abs() < 1e-5);
    for _ in 0..3 {
        desk.give(UserCommand::NextTheme);
    }
    assert_eq!(desk.model.settings.theme, Settings::default().theme);
}

#[test]
fn the_new_game_dialog_edits_a_draft() {
    let mut desk = Desk::new();
    desk.give(UserCommand::NewGame);
    let draft = NewGame { sides: Sides::HumanBlack, ..blitz() };
    desk.act(Action::DraftNewGame(draft.clone()));
    assert!(matches!(&desk.model.dialog, Some(Dialog::NewGame(shown)) if *shown == draft));
    assert!(desk.model.game.clocks.is_none(), "nothing happens before it is confirmed");
    desk.act(Action::StartGame(draft.clone()));
    assert!(desk.model.dialog.is_none());
    assert_eq!(desk.model.settings.new_game, draft, "it is remembered");
}

#[test]
fn lines_shown_before_stay_until_the_new_search_has_its_own() {
    let mut desk = Desk::new();
    desk.give(UserCommand::ToggleAnalysis);
    for (slot, text) in [(1, "e2e4"), (2, "d2d4"), (3, "c2c4")] {
        desk.report(8, slot, text, 30 - slot as i32);
    }
    desk.report(9, 1, "e2e4", 33);
    let shown = |desk: &Desk| {
        let lines =
            desk.model.telemetry.lines(&desk.model.game.tree, NodeId::ROOT, EngineId::BUILT_IN);
        lines.iter().map(|line| (line.info.depth, line.stale)).collect::<Vec<_>>()
    };
    assert_eq!(shown(&desk), [(9, false), (8, true), (8, true)]);
    desk.play("e2e4");
    desk.give(UserCommand::First);
    assert_eq!(shown(&desk), [(9, true), (8, true), (8, true)], "all three were kept");
    desk.give(UserCommand::FewerLines);
    assert_eq!(shown(&desk), [(9, true), (8, true)]);
    desk.report(1, 1, "g1f3", 10);
    assert_eq!(shown(&desk), [(1, false), (8, true)]);
}

#[test]
fn exported_games_name_players_date_and_time() {
    let mut desk = Desk::new();
    desk.model.today = "2026.11.21".to_owned();
    desk.act(Action::StartGame(blitz()));
    desk.play("e2e4");
    desk.answer("e7e5");
    desk.resign();
    desk.take_effects();
    desk.give(UserCommand::SaveFile);
    let Some(Effect::PickFileToSave { suggested, append: false }) = desk.take_effects().pop()
    else {
        panic!("no file is asked for")
    };
    let picked = GamesAction::SaveTo { path: "x.pgn".into(), games: 0, append: false };
    desk.act(Action::Games(picked));
    let Some(Effect::WriteGame(request)) = desk.take_effects().pop() else {
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
    let mut desk = Desk::new();
    let toggle = |desk: &mut Desk| {
        desk.effects.clear();
        desk.give(UserCommand::Present);
        let full = desk.effects.iter().find_map(|effect| match effect {
            Effect::FullScreen(on) => Some(*on),
            _ => None,
        });
        (desk.model.view.presentation.is_some(), full)
    };
    assert_eq!(toggle(&mut desk), (true, Some(true)));
    desk.act(Action::FullScreenChanged(true));
    assert_eq!(toggle(&mut desk), (false, Some(false)));
    // A window that was in full screen before stays so.
    assert_eq!(toggle(&mut desk), (true, None));
    assert_eq!(toggle(&mut desk), (false, None));
}

#[test]
fn a_clicker_steps_through_alpha_beta_where_it_is_presented() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.act(Action::OpenPane(PaneId::AlphaBeta));
    desk.act(Action::PanesOpen(vec![PaneId::AlphaBeta]));
    desk.give(UserCommand::Present);
    let node = desk.model.game.current;
    desk.act(Action::StepPresentation { on: true });
    desk.act(Action::StepPresentation { on: true });
    desk.act(Action::StepPresentation { on: false });
    assert_eq!((desk.model.lab.choices.steps.at, desk.model.game.current), (1, node));
    for _ in 0..200 {
        desk.act(Action::StepPresentation { on: true });
    }
    let board = *desk.model.game.board();
    let steps = &desk.model.lab.choices.steps;
    assert_eq!(steps.at, steps.last(&steps.tree.searches(&board, steps.shape)));
    desk.act(Action::PanesOpen(vec![PaneId::LiveTree]));
    desk.act(Action::StepPresentation { on: false });
    assert_ne!(desk.model.game.current, node, "elsewhere it goes through the game");
}

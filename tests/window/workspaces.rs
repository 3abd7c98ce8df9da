//! The workspaces of the window by the names a screen reader gives things: the switch, panels opened and closed,
//! empty panels, and layouts at several sizes. Pictures: `cargo test --release --test window workspaces --
//! --ignored`.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use tabia_text::t;

use crate::interface::{Ui, act, click, drain_for, give, interface_at, open, open_usual};
use eframe::egui::{Context, Key, Modifiers, Pos2, Rect, Role};
use egui_kittest::kittest::Queryable as _;
use tabia::gui::headless::frames;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::game::clock::TimeControl;
use tabia_app::game::new_game::NewGame;
use tabia_app::persistence::session::Session;
use tabia_app::persistence::store::Loaded;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::{PaneId, Workspace};

const STILL: ShellOptions = ShellOptions { home: None, engine: false, no_animation: true };
const GAME: &str =
    "[White \"Anna\"]\n[Black \"Bert\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";

fn at(h: &Ui) -> Workspace {
    h.state().model.view.workspace
}

/// Whether a tab of this name is visible.
fn has_tab(h: &Ui, title: &str) -> bool {
    h.query_all_by_role_and_label(Role::Button, title).next().is_some()
}

#[test]
fn the_switch_and_its_keys_go_to_workspaces() {
    let mut h = open_usual();
    assert_eq!(at(&h), Workspace::Play);
    h.get_by_role_and_label(Role::RadioButton, t!("workspace-study")).click();
    h.run_steps(3);
    assert_eq!(at(&h), Workspace::Study);
    assert!(has_tab(&h, t!("pane-lines")) && has_tab(&h, t!("pane-explorer")));
    for (key, workspace) in
        [(Key::Num3, Workspace::Lab), (Key::Num1, Workspace::Play), (Key::Num2, Workspace::Study)]
    {
        h.key_press_modifiers(Modifiers::COMMAND, key);
        h.run_steps(3);
        assert_eq!(at(&h), workspace);
    }
}

#[test]
fn a_panel_is_added_to_a_workspace_and_closed_by_its_cross() {
    let mut h = open_usual();
    give(&mut h, UserCommand::LabWorkspace);
    assert!(!has_tab(&h, t!("pane-explorer")));
    click(&mut h, t!("menu-view"));
    h.get_by_label_contains(t!("frame-panels")).click();
    h.run_steps(3);
    h.get_by_role_and_label(Role::CheckBox, t!("pane-explorer")).click();
    h.run_steps(3);
    h.key_press(Key::Escape);
    h.run_steps(3);
    assert!(has_tab(&h, t!("pane-explorer")) && has_tab(&h, t!("pane-lines")));
    click(&mut h, &t!("pane-close", title = t!("pane-explorer")));
    assert!(!has_tab(&h, t!("pane-explorer")));
    give(&mut h, UserCommand::StudyWorkspace);
    assert!(has_tab(&h, t!("pane-explorer")), "each workspace has its own");
    click(&mut h, &t!("pane-close", title = t!("pane-moves")));
    assert!(!has_tab(&h, t!("pane-moves")));
    give(&mut h, UserCommand::ResetWorkspace);
    assert!(has_tab(&h, t!("pane-moves")));
}

#[test]
fn the_menu_of_play_opens_panels_where_they_belong() {
    let mut h = open_usual();
    click(&mut h, t!("menu-view"));
    h.get_by_label_contains(t!("frame-panels")).click();
    h.run_steps(3);
    h.get_by_role_and_label(Role::Button, t!("pane-explorer")).click();
    h.run_steps(3);
    assert_eq!(at(&h), Workspace::Study);
    assert!(has_tab(&h, t!("pane-explorer")));
}

#[test]
fn the_palette_opens_panels_and_goes_to_workspaces() {
    let mut h = open_usual();
    for (typed, seen) in
        [("panel tableb", t!("tables-choose-folder")), ("workspace lab", t!("story-of.search"))]
    {
        h.key_press_modifiers(Modifiers::COMMAND, Key::K);
        h.run_steps(3);
        h.get_by_role_and_label(Role::TextInput, t!("palette-field")).type_text(typed);
        h.run_steps(2);
        h.key_press(Key::Enter);
        h.run_steps(3);
        h.get_by_label(seen);
    }
    assert_eq!(at(&h), Workspace::Lab);
}

#[test]
fn space_in_play_shows_the_evaluation_and_moves_nothing() {
    let mut h = open_usual();
    let places = |h: &Ui| {
        ["e2, white pawn", t!("board-hint"), t!("board-new-game")]
            .map(|name| h.get_by_label(name).rect())
    };
    let before = places(&h);
    h.get_by_label(t!("play-evaluation-hidden"));
    h.key_press(Key::Space);
    h.run_steps(3);
    assert_eq!(at(&h), Workspace::Play);
    h.get_by_label(t!("play-evaluation"));
    assert_eq!(places(&h), before);
    h.key_press(Key::Space);
    h.run_steps(3);
    h.get_by_label(t!("play-evaluation-hidden"));
    h.key_press(Key::Space);
    h.run_steps(3);
    act(&mut h, Action::StartGame(NewGame::default()));
    h.get_by_label(t!("play-evaluation-hidden"));
    assert_eq!(places(&h), before);
}

#[test]
fn empty_panels_offer_actions_that_fill_them() {
    let mut h = open_usual();
    for (workspace, pane, name, command) in [
        (Workspace::Study, PaneId::Lines, "Start analysis", None),
        (Workspace::Study, PaneId::RootMoves, "Start analysis", None),
        (Workspace::Lab, PaneId::Iterations, "Start analysis", None),
        (Workspace::Lab, PaneId::Story, "Start analysis", None),
        (Workspace::Lab, PaneId::Statistics, "Start analysis", None),
        (Workspace::Study, PaneId::Games, "Paste game or position", None),
        (Workspace::Study, PaneId::Tablebase, t!("tables-choose-folder"), None),
        (Workspace::Study, PaneId::Review, "New game", Some("new game")),
    ] {
        give(&mut h, UserCommand::of_workspace(workspace));
        act(&mut h, Action::OpenPane(pane));
        // With the live tree visible the Lab starts a search.
        if h.state().model.engine.analysis {
            give(&mut h, UserCommand::ToggleAnalysis);
        }
        assert!(
            h.query_all_by_label(name).next().is_some(),
            "{pane:?} offers nothing {}",
            command.unwrap_or_default()
        );
    }
    give(&mut h, UserCommand::StudyWorkspace);
    act(&mut h, Action::OpenPane(PaneId::Lines));
    click(&mut h, "Start analysis");
    assert!(h.state().model.engine.analysis);
}

#[test]
fn the_evaluation_of_a_loaded_game_offers_its_review() {
    let mut h = open_usual();
    // A game without its mate, because the end of a finished game is known without a search.
    act(&mut h, Action::PasteText(GAME.replace("4. Qxf7# ", "")));
    act(&mut h, Action::OpenPane(PaneId::Evaluation));
    click(&mut h, "Review game");
    assert!(matches!(h.state().model.dialog, Some(Dialog::Review(_))));
}

#[test]
fn nothing_is_outside_the_window_or_on_the_board_at_any_size() {
    for size in [[640.0, 480.0], [800.0, 600.0], [1280.0, 800.0], [2560.0, 1440.0], [700.0, 1000.0]]
    {
        let mut h = open(size);
        let window = Rect::from_min_size(Pos2::ZERO, size.into());
        for workspace in Workspace::ALL {
            give(&mut h, UserCommand::of_workspace(workspace));
            // The arena has its own boards while games are played.
            let board = match workspace {
                Workspace::Arena => Rect::from_min_size(Pos2::ZERO, window.size()),
                _ => h.get_by_label(t!("widget-board")).rect(),
            };
            assert!(window.contains_rect(board), "{workspace:?} at {size:?}: {board:?}");
            assert!(board.width() > 0.3 * size[0].min(size[1]), "{workspace:?} at {size:?}");
            for radio in Workspace::ALL.map(Workspace::title) {
                let rect = h.get_by_role_and_label(Role::RadioButton, radio).rect();
                assert!(window.contains_rect(rect), "{radio} at {size:?}: {rect:?}");
            }
            let settings = h.get_by_label("Settings").rect();
            assert!(window.contains_rect(settings), "{settings:?} at {size:?}");
            if workspace.is_fixed() {
                continue;
            }
            let crosses: Vec<Rect> =
                h.query_all_by_label_contains("Close ").map(|node| node.rect()).collect();
            assert!(!crosses.is_empty(), "panels of {workspace:?} at {size:?}");
            for cross in crosses {
                assert!(window.contains_rect(cross), "{workspace:?} at {size:?}: {cross:?}");
                assert!(!board.intersects(cross), "a tab lies on the board at {size:?}");
            }
        }
    }
}

#[test]
fn a_large_window_shows_more_panels_at_once() {
    let fronts = |size| {
        let mut h = open(size);
        give(&mut h, UserCommand::StudyWorkspace);
        h.query_all_by_label_contains("Close ").count()
    };
    assert_eq!(fronts([800.0, 600.0]), 2);
    assert_eq!(fronts([1280.0, 800.0]), 3);
    assert_eq!(fronts([2560.0, 1440.0]), 4);
}

#[test]
fn arrangements_survive_a_restart() {
    let mut h = open_usual();
    give(&mut h, UserCommand::LabWorkspace);
    click(&mut h, &t!("pane-close", title = t!("pane-story")));
    act(&mut h, Action::OpenPane(PaneId::Games));
    h.run_steps(3);
    let session = Session::parse(&Session::of(&h.state().model, 0).to_text()).unwrap();
    drop(h);
    let mut h = with_session(session);
    assert_eq!(at(&h), Workspace::Lab);
    assert!(has_tab(&h, t!("pane-games")) && !has_tab(&h, t!("pane-story")));
    give(&mut h, UserCommand::StudyWorkspace);
    assert!(has_tab(&h, t!("pane-root-moves")));
}

fn with_session(session: Session) -> Ui {
    let loaded = Loaded { session: Some(session), ..Loaded::default() };
    interface_at([1280.0, 800.0], 12, move |ctx| Shell::with(ctx, &STILL, loaded))
}

#[test]
fn an_older_session_shows_its_panels_in_the_study() {
    let old = Session::parse(include_str!("../data/session/before_workspaces.json")).unwrap();
    let mut h = with_session(old);
    assert_eq!(at(&h), Workspace::Study);
    assert!(
        has_tab(&h, t!("pane-iterations")) && has_tab(&h, t!("pane-search-plot")),
        "as they stood"
    );
    assert!(!has_tab(&h, t!("pane-statistics")), "which was closed");
    give(&mut h, UserCommand::ResetWorkspace);
    assert!(!has_tab(&h, t!("pane-iterations")) && has_tab(&h, t!("pane-root-moves")));
}

/// A game against the engine with clocks, after some moves.
fn play_some_moves(shell: &mut Shell) {
    let time =
        Some(TimeControl { base_ms: 300_000, increment_ms: 3_000, ..TimeControl::default() });
    shell.apply(Action::StartGame(NewGame { time, ..NewGame::default() }));
    for (from, to) in [("e2", "e4"), ("d2", "d4"), ("g1", "f3")] {
        let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
        shell.apply(Action::PlayMove { from, to, promotion: None });
        drain_for(shell, 1500);
    }
}

/// The name of a picture, and its preparation.
type Picture = (&'static str, fn(&mut Shell));

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    std::fs::create_dir_all(&folder).expect("a folder for the pictures");
    let scenes: [Picture; 6] = [
        ("play_fresh", |_| {}),
        ("play_game", play_some_moves),
        ("play_analysis", |shell| {
            play_some_moves(shell);
            shell.apply(Action::Command(UserCommand::ToggleAnalysis));
            drain_for(shell, 1500);
        }),
        ("study_empty", |shell| shell.apply(Action::Command(UserCommand::StudyWorkspace))),
        ("study_game", |shell| {
            shell.apply(Action::PasteText(GAME.to_owned()));
            shell.apply(Action::Command(UserCommand::Next));
            shell.apply(Action::Command(UserCommand::ToggleAnalysis));
            drain_for(shell, 1500);
        }),
        ("lab_game", |shell| {
            shell.apply(Action::PasteText(GAME.to_owned()));
            shell.apply(Action::Command(UserCommand::LabWorkspace));
            shell.apply(Action::Command(UserCommand::ToggleAnalysis));
            drain_for(shell, 1500);
        }),
    ];
    for (theme, mode) in [(ThemeChoice::Dark, "dark"), (ThemeChoice::Light, "light")] {
        for (size, name) in [([800.0, 600.0], "s"), ([1280.0, 800.0], "m"), ([2560.0, 1440.0], "l")]
        {
            for (scene, prepare) in scenes {
                let ctx = Context::default();
                let mut shell = Shell::new(&ctx, &ShellOptions { engine: true, ..STILL });
                shell.apply(Action::Set(SettingChange::Theme(theme)));
                shell.apply(Action::Set(SettingChange::HashMib(32)));
                prepare(&mut shell);
                shell.apply(Action::DismissToasts);
                let image = frames::render(&ctx, size, 1.0, |ui| shell.show(ui));
                image
                    .save(folder.join(format!("{scene}_{mode}_{name}.png")))
                    .expect("a picture is written");
            }
        }
    }
}

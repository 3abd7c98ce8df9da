//! Workspaces in the model: what leads to which, which panels are opened, and what a session stores.

use tabia_app::action::{Action, LabAction, LearnAction, ReviewAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::effect::Effect;
use tabia_app::game::new_game::NewGame;
use tabia_app::lab::steps::StepsView;
use tabia_app::model::Model;
use tabia_app::persistence::session::Session;
use tabia_app::review::state::ReviewRequest;
use tabia_app::window::workspace::{PaneId, Workspace};

use super::test_app::TestApp;

fn at(app: &TestApp) -> Workspace {
    app.model.view.workspace
}

fn paste(text: &str) -> Action {
    Action::PasteText(text.to_owned())
}

fn opened(effects: &[Effect]) -> Vec<(Workspace, PaneId)> {
    let open = |effect: &Effect| match effect {
        Effect::OpenPane(workspace, pane) => Some((*workspace, *pane)),
        _ => None,
    };
    effects.iter().filter_map(open).collect()
}

fn saves(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::SaveSession))
}

#[test]
fn a_visitor_finds_a_game_to_play_and_switches_by_command() {
    let mut app = TestApp::new();
    assert_eq!(at(&app), Workspace::Play);
    for workspace in [Workspace::Study, Workspace::Lab, Workspace::Play] {
        let command = UserCommand::of_workspace(workspace);
        assert_eq!(command.is_checked(&app.model), Some(false));
        assert!(saves(&app.effects_of(Action::Command(command))), "it is remembered");
        assert_eq!(at(&app), workspace);
        assert_eq!(command.is_checked(&app.model), Some(true));
    }
}

#[test]
fn starting_a_game_goes_to_play_from_everywhere() {
    for from in [UserCommand::StudyWorkspace, UserCommand::LabWorkspace] {
        let mut app = TestApp::new();
        app.give(from);
        app.act(Action::StartGame(NewGame::default()));
        assert_eq!(at(&app), Workspace::Play);
        app.act(paste("1. e4 e5 2. Nf3 *"));
        app.give(from);
        app.give(UserCommand::PlayFromHere);
        assert_eq!(at(&app), Workspace::Play, "from a position of a loaded game");
        app.give(UserCommand::Undo);
        assert_eq!(from.is_checked(&app.model), Some(true), "back where it was begun");
    }
}

#[test]
fn what_is_loaded_is_looked_at_in_the_study_and_undo_leads_back_to_the_game() {
    let mut app = TestApp::new();
    app.act(Action::StartGame(NewGame::default()));
    app.act(paste("1. e4 e5 2. Nf3 *"));
    assert_eq!(at(&app), Workspace::Study);
    app.give(UserCommand::Undo);
    assert_eq!(at(&app), Workspace::Play);
    app.give(UserCommand::LabWorkspace);
    app.act(Action::SetFen("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1".to_owned()));
    assert_eq!(at(&app), Workspace::Lab, "the lab looks at positions too");
}

#[test]
fn space_in_play_starts_the_analysis_and_stays_there() {
    let mut app = TestApp::new();
    let effects = app.effects_of(Action::Command(UserCommand::ToggleAnalysis));
    assert!(app.model.engine.analysis);
    assert_eq!(at(&app), Workspace::Play);
    assert!(opened(&effects).is_empty(), "the evaluation has its place there");
}

#[test]
fn panels_are_opened_and_closed_in_the_workspace_on_screen() {
    let mut app = TestApp::new();
    app.give(UserCommand::LabWorkspace);
    let effects = app.effects_of(Action::OpenPane(PaneId::Explorer));
    assert_eq!(opened(&effects), [(Workspace::Lab, PaneId::Explorer)]);
    let effects = app.effects_of(Action::ClosePane(PaneId::Statistics));
    assert!(matches!(effects[..], [Effect::ClosePane(Workspace::Lab, PaneId::Statistics)]));
    let effects = app.effects_of(Action::Command(UserCommand::ResetWorkspace));
    assert!(matches!(effects[..], [Effect::ResetWorkspace(Workspace::Lab)]));
}

#[test]
fn a_panel_asked_for_in_play_opens_in_its_own_workspace() {
    for (pane, workspace) in [
        (PaneId::Explorer, Workspace::Study),
        (PaneId::Horizon, Workspace::Lab),
        (PaneId::Disputed, Workspace::Duel),
    ] {
        let mut app = TestApp::new();
        let effects = app.effects_of(Action::OpenPane(pane));
        assert_eq!(opened(&effects), [(workspace, pane)]);
        assert_eq!(at(&app), workspace);
    }
}

#[test]
fn a_comment_opens_the_moves_it_stands_in() {
    let mut app = TestApp::new();
    app.act(paste("1. e4 e5 *"));
    app.give(UserCommand::Next);
    let effects = app.effects_of(Action::Command(UserCommand::Comment));
    assert_eq!(opened(&effects), [(Workspace::Study, PaneId::Moves)]);
    assert!(app.model.view.annotating.is_some());
}

#[test]
fn a_review_is_shown_in_the_study_and_so_are_games_of_a_file() {
    let mut app = TestApp::new();
    app.act(paste("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"));
    app.give(UserCommand::PlayWorkspace);
    let effects = app.effects_of(Action::Review(ReviewAction::Start(ReviewRequest::default())));
    assert_eq!(opened(&effects), [(Workspace::Study, PaneId::Review)]);
    assert_eq!(at(&app), Workspace::Study);
    app.give(UserCommand::PlayWorkspace);
    let effects = app.effects_of(Action::Learn(LearnAction::Start(None)));
    assert!(opened(&effects).is_empty(), "there is nothing to learn yet");
    let effects =
        app.effects_of(paste("1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. c4 *\n"));
    assert_eq!(opened(&effects), [(Workspace::Study, PaneId::Games)]);
    assert_eq!(at(&app), Workspace::Study);
}

#[test]
fn the_workspace_survives_a_restart_and_an_unknown_one_does_no_harm() {
    let mut app = TestApp::new();
    app.give(UserCommand::LabWorkspace);
    let mut session = Session::parse(&Session::of(&app.model, 0).to_text()).unwrap();
    let mut again = TestApp::new();
    again.act(Action::RestoreSession(Box::new(session.clone())));
    assert_eq!(at(&again), Workspace::Lab);
    session.view.workspace = Some("Kitchen".to_owned());
    let mut again = TestApp::new();
    again.act(Action::RestoreSession(Box::new(session)));
    assert_eq!(at(&again), Workspace::Play, "a game waits there to be played");
}

/// A session written by the program before there were workspaces.
const OLD: &str = include_str!("../../../../tests/data/session/before_workspaces.json");

#[test]
fn an_older_session_goes_on_with_its_panels_in_the_study() {
    let session = Session::parse(OLD).unwrap();
    assert_eq!(session.view.workspace, None);
    let mut app = TestApp::new();
    app.act(Action::RestoreSession(Box::new(session)));
    assert_eq!(at(&app), Workspace::Study);
    assert!(app.model.view.layout.is_some());
}

#[test]
fn the_score_of_the_quiz_is_kept_from_start_to_start() {
    let mut app = TestApp::new();
    let view = StepsView { score: [3, 5], quiz: true, ..app.model.lab.choices.steps };
    let effects = app.effects_of(Action::Lab(LabAction::Steps(view)));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::SaveSettings)));
    let next = Model::new(app.model.settings.clone());
    assert_eq!((next.lab.choices.steps.score, next.lab.choices.steps.quiz), ([3, 5], false));
    // A link to another step leaves the tour.
    app.act(Action::PasteText("tabia:workspace=lab;view=alpha-beta;step=4".to_owned()));
    assert_eq!((app.model.lab.choices.steps.at, app.model.lab.choices.steps.score), (3, [3, 5]));
}

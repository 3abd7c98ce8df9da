//! The window in presentation mode.

use eframe::egui::{Event, Key, Modifiers, Pos2, Shape, ViewportId, pos2};
use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, TourAction, UserCommand};
use tabia_app::window::settings::SettingChange;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_text::t;

use crate::interface::{Ui, give};

fn open(size: [f32; 2]) -> Ui {
    let mut h = crate::interface::open(size);
    h.state_mut().apply(Action::PasteText("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *".to_owned()));
    h.state_mut().apply(Action::DismissToasts);
    h.run_steps(4);
    h
}

fn press(h: &mut Ui, key: Key) {
    h.key_press(key);
    h.run_steps(4);
}

fn ply(h: &Ui) -> usize {
    let game = &h.state().model.game;
    game.tree.ply(game.current)
}

fn presents(h: &Ui) -> bool {
    h.state().model.view.presentation.is_some()
}

const WORKSPACES: [(UserCommand, PaneId); 4] = [
    (UserCommand::PlayWorkspace, PaneId::Moves),
    (UserCommand::StudyWorkspace, PaneId::Moves),
    (UserCommand::LabWorkspace, PaneId::Contempt),
    (UserCommand::Duel, PaneId::Disputed),
];

#[test]
fn it_shows_the_board_and_one_view_and_restores_the_rest() {
    for size in [[1280.0, 800.0], [1024.0, 700.0], [1920.0, 1080.0]] {
        for (workspace, pane) in WORKSPACES {
            let mut h = open(size);
            give(&mut h, workspace);
            if h.state().model.view.workspace != Workspace::Play {
                h.state_mut().apply(Action::OpenPane(pane));
            }
            h.state_mut().apply(Action::Set(SettingChange::UiScale(1.1)));
            h.run_steps(6);
            let layout = h.state().model.view.layout.clone();
            let panes = h.state().model.view.panes.clone();
            let square = |h: &Ui| h.get_by_label("e2, white pawn").rect();
            let place = square(&h);
            press(&mut h, Key::F5);
            assert!(presents(&h), "{workspace:?}");
            assert_eq!(h.state().model.presented(), pane);
            assert!(h.ctx.zoom_factor() > 1.1 * 1.09, "larger type: {}", h.ctx.zoom_factor());
            for absent in
                [t!("menu-file"), t!("menu-view"), t!("frame-learn"), t!("workspace-lab"), "FEN"]
            {
                assert!(h.query_by_label(absent).is_none(), "{absent} in {workspace:?}");
            }
            h.get_by_label("e2, white pawn");
            assert_eq!(h.state().model.view.layout, layout);
            press(&mut h, Key::Escape);
            assert!(!presents(&h));
            assert!((h.ctx.zoom_factor() - 1.1).abs() < 1e-3);
            // The panel boundaries are computed again.
            assert_eq!(h.state().model.view.panes, panes, "{workspace:?}");
            assert!(square(&h).min.distance(place.min) < 0.5, "{workspace:?}");
            let menu = t!("frame-menu");
            assert!(
                h.query_by_label(t!("menu-file")).is_some() || h.query_by_label(menu).is_some()
            );
        }
    }
}

#[test]
fn a_clicker_steps_through_the_game_or_the_tour() {
    let mut h = open([1280.0, 800.0]);
    give(&mut h, UserCommand::StudyWorkspace);
    press(&mut h, Key::F5);
    assert_eq!(ply(&h), 0);
    for (key, at) in [
        (Key::PageDown, 1),
        (Key::ArrowRight, 2),
        (Key::PageDown, 3),
        (Key::PageUp, 2),
        (Key::ArrowLeft, 1),
        (Key::End, 6),
        (Key::Home, 0),
    ] {
        press(&mut h, key);
        assert_eq!(ply(&h), at, "{key:?}");
    }
    // Keys that would open something, or change something hidden, do nothing.
    for key in [Key::F2, Key::Delete, Key::C] {
        press(&mut h, key);
    }
    h.event(Event::Paste("4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned()));
    h.run_steps(4);
    h.key_press_modifiers(Modifiers::COMMAND, Key::K);
    h.run_steps(4);
    let model = &h.state().model;
    assert!(model.dialog.is_none() && model.view.annotating.is_none());
    assert_eq!(model.game.tree.len(), 7);
    h.state_mut().apply(Action::Tour(TourAction::Begin(0)));
    h.run_steps(6);
    let step = |h: &Ui| h.state().model.tour.map(|view| view.step);
    for (key, at) in [(Key::PageUp, 0), (Key::PageDown, 1), (Key::ArrowRight, 2), (Key::PageUp, 1)]
    {
        press(&mut h, key);
        assert_eq!(step(&h), Some(at), "{key:?}");
    }
    assert!(presents(&h));
    // The step is read out, without buttons.
    let title = &h.state().model.tour.and_then(|view| view.now()).expect("a step").title;
    assert!(h.query_by_label(title).is_some() && h.query_by_label(t!("tour-leave")).is_none());
}

#[test]
fn only_errors_are_noted() {
    let mut h = open([1280.0, 800.0]);
    press(&mut h, Key::F5);
    give(&mut h, UserCommand::CopyFen);
    assert!(h.query_by_label(t!("toast-position-copied")).is_none());
    h.state_mut().apply(Action::Failed("no space left".to_owned()));
    h.run_steps(4);
    h.get_by_label("no space left");
}

/// Circles at these places.
fn trail(h: &Ui) -> Vec<Pos2> {
    let circle = |shape: &Shape| match shape {
        Shape::Circle(circle) if circle.radius <= 7.0 => Some(circle.center),
        _ => None,
    };
    h.output().shapes.iter().filter_map(|clipped| circle(&clipped.shape)).collect()
}

#[test]
fn the_pointer_leaves_a_trail_that_fades_and_then_no_frame_is_drawn() {
    for reduced in [false, true] {
        let mut h = open([1280.0, 800.0]);
        h.state_mut().apply(Action::Set(SettingChange::ReducedMotion(reduced)));
        press(&mut h, Key::F5);
        h.event(Event::PointerMoved(pos2(600.0, 5.0)));
        h.run_steps(2);
        let places = [pos2(610.0, 5.0), pos2(620.0, 5.0)];
        for place in places {
            h.event(Event::PointerMoved(place));
            h.step();
        }
        let seen = trail(&h);
        assert_eq!(places.iter().all(|place| seen.contains(place)), !reduced, "{seen:?}");
        h.run();
        assert!(!trail(&h).contains(&places[1]));
        let delay = h.output().viewport_output[&ViewportId::ROOT].repaint_delay;
        assert!(delay.as_secs() >= 60, "at rest nothing is drawn: {delay:?}");
    }
}

//! The tours, each taken from its first step to its last by its own buttons.

use std::time::{Duration, Instant};

use eframe::egui::epaint::ClippedShape;
use eframe::egui::{Pos2, Rect, Shape, vec2};
use egui_kittest::kittest::Queryable as _;
use tabia::gui::look::theme;
use tabia::gui::widgets::sought;
use tabia_app::action::{Action, LabAction, TourAction};
use tabia_app::lab::scratch::ScratchAction;
use tabia_app::lab::small_game::SmallGameAction;
use tabia_app::model::Model;
use tabia_app::tours::{Step, all};
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_lab::small_game::learn::Request;
use tabia_text::t;

use super::{Scene, Ui, act, click, model, wait, window};

/// The text of an empty view.
fn says_if_empty(pane: PaneId) -> Option<&'static str> {
    Some(match pane {
        PaneId::WhyNot => t!("why-not-no-move"),
        PaneId::Ladder => t!("ladder-empty"),
        PaneId::Horizon => t!("horizon-empty"),
        PaneId::SearchTree => t!("tree-none"),
        PaneId::HashTable | PaneId::MoveOrder => t!("lab-not-looked"),
        PaneId::Profile => t!("profile-no-search"),
        PaneId::RootRace => t!("race-no-iterations"),
        PaneId::Compare => t!("compare-empty"),
        PaneId::Representations => t!("representations-empty"),
        PaneId::Scratch => t!("scratch-no-match"),
        PaneId::Playouts => t!("playouts-no-tree"),
        _ => return None,
    })
}

/// Checks that the view of a step shows something, at once or after a search.
fn is_filled(h: &mut Ui<'_>, step: &Step, name: &str) {
    let Some(words) = step.pane.and_then(says_if_empty) else { return };
    let begin = Instant::now();
    while h.query_all_by_label(words).next().is_some() {
        assert!(begin.elapsed() < Duration::from_mins(2), "{name}: its view is empty");
        std::thread::sleep(Duration::from_millis(5));
        h.step();
    }
}

/// Whether the running experiment has found something, or has ended.
fn has_found(model: &Model) -> bool {
    let run = model.lab.job.and_then(|job| model.lab.last_run(job.experiment));
    run.is_none_or(|run| run.trial.count() > 0)
}

/// Takes a tour by its buttons.
fn take(number: usize) {
    let mut h = window([1280.0, 800.0], true);
    // A match of levels is played to its end.
    act(
        &mut h,
        Action::Lab(SmallGameAction::Draft(Request { games: 20, ..Request::default() }).into()),
    );
    for setting in [ScratchAction::Games(4), ScratchAction::Nodes(200)] {
        act(&mut h, Action::Lab(LabAction::Scratch(setting)));
    }
    act(&mut h, Action::Tour(TourAction::Begin(number)));
    assert_eq!(model(&h).view.workspace, Workspace::Lab);
    let tour = all()[number];
    for (at, step) in tour.steps.iter().enumerate() {
        let name = format!("{}: {}", tour.title, step.title);
        assert!(h.query_all_by_label(&step.title).count() > 0, "{name}");
        h.get_by_label(&t!("tour-step", step = at + 1, steps = tour.steps.len()));
        if let Some(pane) = step.pane {
            assert!(model(&h).view.panes.contains(&pane), "{name}: its view is in sight");
        }
        if step.done.is_some() {
            click(&mut h, t!("tour-show-me"));
            // An experiment is stopped at its first result, and until then it is said to be running.
            if model(&h).lab.job.is_some() {
                h.get_by_label(t!("tour-under-way"));
                wait(&mut h, &name, has_found);
                act(&mut h, Action::Lab(LabAction::Stop));
            }
            wait(&mut h, &name, |model| model.tour.is_some_and(|view| view.done));
            h.get_by_label(t!("tour-done"));
        }
        is_filled(&mut h, step, &name);
        if at + 1 < tour.steps.len() {
            click(&mut h, t!("button-next"));
        }
    }
    assert_eq!(model(&h).settings.tour_step(&tour.name), tour.steps.len() - 1);
    let last = if number + 1 < all().len() { t!("tour-next-tour") } else { t!("tour-all") };
    click(&mut h, last);
    let begun = model(&h).tour.map(|view| (view.tour, view.step));
    assert_eq!(begun, all().get(number + 1).map(|_| (number + 1, 0)));
}

#[test]
fn every_tour_leads_from_its_first_step_to_its_last() {
    for number in 0..all().len() {
        take(number);
    }
}

/// A step without a task must show something, whichever step the reader comes from.
#[test]
fn a_step_without_a_task_shows_something_when_opened_first() {
    for (number, tour) in all().iter().enumerate() {
        for (at, step) in tour.steps.iter().enumerate().filter(|(_, step)| step.done.is_none()) {
            let mut h = window([1280.0, 800.0], true);
            act(&mut h, Action::Tour(TourAction::Begin(number)));
            act(&mut h, Action::Tour(TourAction::Step(at)));
            is_filled(&mut h, step, &format!("{}: {}", tour.title, step.title));
        }
    }
}

#[test]
fn a_tour_is_left_and_resumed() {
    let mut h = window([1280.0, 800.0], true);
    let before = model(&h).game.serial;
    click(&mut h, t!("frame-learn"));
    click(&mut h, &format!("3. {}", all()[2].title));
    click(&mut h, t!("button-next"));
    click(&mut h, t!("button-next"));
    click(&mut h, t!("button-back"));
    h.get_by_label(&all()[2].steps[1].title);
    click(&mut h, t!("tour-leave"));
    assert_eq!(model(&h).game.serial, before);
    h.get_by_label(&t!("tour-left-at", step = 2, steps = all()[2].steps.len()));
    // The list scrolls; a screen reader can also press hidden entries.
    h.get_by_label(&format!("3. {}", all()[2].title)).click_accesskit();
    h.run_steps(8);
    h.get_by_label(&all()[2].steps[1].title);
    assert_ne!(model(&h).game.serial, before);
    click(&mut h, t!("tour-leave"));
    assert_eq!(model(&h).game.serial, before, "what was on the board before the tour comes back");
}

/// The control that a step asks for is outlined, completely inside the window, and does not move.
#[test]
fn every_step_with_a_task_points_at_what_it_asks_for() {
    let mut lost = Vec::new();
    for (number, tour) in all().iter().enumerate() {
        for (at, step) in tour.steps.iter().enumerate().filter(|(_, step)| step.done.is_some()) {
            let mut h = window([1280.0, 800.0], true);
            act(&mut h, Action::Tour(TourAction::Begin(number)));
            act(&mut h, Action::Tour(TourAction::Step(at)));
            h.run_steps(6);
            let name = format!("{}.{}: {}", number + 1, at + 1, step.title);
            let Some(place) = sought::place(&h.ctx) else {
                lost.push(name);
                continue;
            };
            let window = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0)).shrink(4.0);
            assert!(window.contains_rect(place), "{name}: {place:?}");
            let accent = theme::palette(&h.ctx).accent;
            let is_ring = |shape: &ClippedShape| {
                matches!(&shape.shape, Shape::Rect(rect) if rect.stroke.color == accent
                    && rect.rect == place.expand(2.0) && shape.clip_rect.contains_rect(place))
            };
            assert!(h.output().shapes.iter().any(is_ring), "{name}: outlined as a whole");
            h.run_steps(3);
            assert_eq!(sought::place(&h.ctx), Some(place), "{name}: nothing moves");
        }
    }
    assert!(lost.is_empty(), "points at nothing: {lost:#?}");
}

/// Each step at its beginning and, if it has a task, after the task. `TABIA_SCENE=4.10,8.` draws one step and a whole
/// tour, `TABIA_LANGUAGE=de` another language.
#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let wanted = std::env::var("TABIA_SCENE").unwrap_or_default();
    let language = std::env::var("TABIA_LANGUAGE").ok();
    let of_language = language.as_ref().map_or(String::new(), |code| format!("_{code}"));
    let sizes = [([1280.0, 800.0], ThemeChoice::Dark), ([1024.0, 700.0], ThemeChoice::Light)];
    for (size, theme) in sizes {
        for (number, tour) in all().iter().enumerate() {
            for (at, step) in tour.steps.iter().enumerate() {
                let place = format!("{}.{}", number + 1, at + 1);
                let is_wanted = |of: &str| {
                    place == of || (of.is_empty() || of.ends_with('.')) && place.starts_with(of)
                };
                if !wanted.split(',').any(is_wanted) {
                    continue;
                }
                // Textures can be taken only once, so each picture has a new context.
                let name = format!("tour_{}_{:02}{of_language}", number + 1, at + 1);
                let begin = || {
                    let mut scene = Scene::new(theme, PaneId::Tour);
                    if let Some(language) = &language {
                        scene.shell.apply(Action::Set(SettingChange::Language(language.clone())));
                    }
                    scene.shell.apply(Action::Tour(TourAction::Begin(number)));
                    scene.shell.apply(Action::Tour(TourAction::Step(at)));
                    scene.pass(Duration::from_millis(1500));
                    scene
                };
                begin().save(size, &name);
                if step.done.is_some() {
                    let mut scene = begin();
                    scene.shell.apply(Action::Tour(TourAction::DoIt));
                    scene.wait(&name, |model| model.tour.is_some_and(|view| view.done));
                    scene.pass(Duration::from_secs(2));
                    scene.save(size, &format!("{name}_done"));
                }
            }
        }
    }
}

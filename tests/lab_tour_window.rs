//! The tours in the real interface, without window or graphics card: each is taken from its first step to its last
//! by its own buttons. Pictures to look at, in `target/gallery`:
//! `cargo test --release --test lab_tour_window -- --ignored`.
#![cfg(feature = "gui")]

mod interface;

use std::time::{Duration, Instant};

use eframe::egui::Context;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use interface::{Interface, interface_at};
use tabia::app::action::{Action, TourAction, UserCommand};
use tabia::app::model::Model;
use tabia::app::tours::{ALL, Done};
use tabia::app::window::settings::{SettingChange, ThemeChoice};
use tabia::app::window::workspace::Workspace;
use tabia::gui::headless::frames;
use tabia::gui::window::shell::{Shell, ShellOptions};

type Ui<'a> = Harness<'a, Interface>;

fn open(size: [f32; 2]) -> Ui<'static> {
    let options = ShellOptions { home: None, engine: true, still: true };
    let mut h = interface_at(size, 12, move |ctx| Shell::new(ctx, &options));
    h.run_steps(3);
    act(&mut h, Action::Set(SettingChange::HashMib(4)));
    h
}

fn act(h: &mut Ui<'_>, action: Action) {
    h.state_mut().apply(action);
    h.run_steps(3);
}

fn click(h: &mut Ui<'_>, name: &str) {
    h.get_by_label(name).click();
    h.run_steps(3);
}

fn model<'a>(h: &'a Ui<'_>) -> &'a Model {
    &h.state().model
}

/// Takes a tour by its buttons.
fn take(number: usize) {
    let mut h = open([1280.0, 800.0]);
    act(&mut h, Action::Tour(TourAction::Begin(number)));
    assert_eq!(model(&h).view.workspace, Workspace::Lab);
    let tour = ALL[number];
    for (at, step) in tour.steps.iter().enumerate() {
        let name = format!("{}: {}", tour.title, step.title);
        assert!(h.query_all_by_label(step.title).count() > 0, "{name}");
        h.get_by_label(&format!("step {} of {}", at + 1, tour.steps.len()));
        if let Some(pane) = step.pane {
            assert!(model(&h).view.panes.contains(&pane), "{name}: its view is in sight");
        }
        let done = |h: &Ui<'_>| model(h).tour.is_some_and(|view| view.done);
        // Something of an earlier step may still be going on.
        if step.done != Done::Looked && !done(&h) {
            click(&mut h, "Show me");
            let begin = Instant::now();
            while !done(&h) {
                assert!(begin.elapsed() < Duration::from_secs(20), "{name}: cannot be done");
                h.step();
            }
            h.run_steps(2);
            h.get_by_label("Done");
        }
        if at + 1 < tour.steps.len() {
            click(&mut h, "Next");
        }
    }
    assert_eq!(model(&h).settings.tour_steps[number], tour.steps.len() - 1);
    let last = ALL
        .get(number + 1)
        .map_or("To the list of tours".to_owned(), |next| format!("Next tour: {}", next.title));
    click(&mut h, &last);
    let begun = model(&h).tour.map(|view| (view.tour, view.step));
    assert_eq!(begun, ALL.get(number + 1).map(|_| (number + 1, 0)));
}

#[test]
fn every_tour_leads_from_its_first_step_to_its_last() {
    for number in 0..ALL.len() {
        take(number);
    }
}

#[test]
fn a_tour_is_left_and_gone_on_with() {
    let mut h = open([1280.0, 800.0]);
    click(&mut h, "Learn");
    click(&mut h, &format!("3. {}", ALL[2].title));
    click(&mut h, "Next");
    click(&mut h, "Next");
    click(&mut h, "Back");
    h.get_by_label(ALL[2].steps[1].title);
    click(&mut h, "Leave");
    h.get_by_label(&format!("at step 2 of {}", ALL[2].steps.len()));
    click(&mut h, &format!("3. {}", ALL[2].title));
    h.get_by_label(ALL[2].steps[1].title);
    // What was on the board before the tour comes back.
    act(&mut h, Action::Command(UserCommand::Undo));
    assert_eq!(model(&h).game.board(), &tabia::chess::Board::start());
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    std::fs::create_dir_all(&folder).unwrap();
    let scenes = [(0, 4, ThemeChoice::Dark), (1, 5, ThemeChoice::Light), (5, 6, ThemeChoice::Dark)];
    for (number, step, theme) in scenes {
        let ctx = Context::default();
        let options = ShellOptions { home: None, engine: true, still: true };
        let mut shell = Shell::new(&ctx, &options);
        shell.apply(Action::Set(SettingChange::Theme(theme)));
        shell.apply(Action::Tour(TourAction::Begin(number)));
        shell.apply(Action::Tour(TourAction::Step(step)));
        let image = frames::render(&ctx, [1280.0, 800.0], 1.0, |ui| shell.show(ui));
        image.save(folder.join(format!("tour_{number}_{step}.png"))).unwrap();
    }
}

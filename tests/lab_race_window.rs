//! The root race in the real interface: curve, row, move and arrow are one. Pictures to look at, in
//! `target/gallery`: `cargo test --test lab_race_window -- --ignored`.
#![cfg(feature = "gui")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

mod interface;

use std::time::{Duration, Instant};

use eframe::egui::{Context, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use interface::{Interface, interface_at};
use tabia::app::action::{Action, LabAction, UserCommand};
use tabia::app::lab::state::{MarkedMove, RaceAxis};
use tabia::app::model::Model;
use tabia::app::window::settings::{SettingChange, ThemeChoice};
use tabia::app::window::workspace::{PaneId, Workspace};
use tabia::chess::Move;
use tabia::gui::headless::frames;
use tabia::gui::present::context::Cx;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia::search::engine_id::EngineId;

type Ui<'a> = Harness<'a, Interface>;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 b - - 2 9";

fn act(h: &mut Ui<'_>, action: Action) {
    h.state_mut().apply(action);
    h.run_steps(3);
}

fn model<'a>(h: &'a Ui<'_>) -> &'a Model {
    &h.state().model
}

/// A finished search of ten iterations with the race in front.
fn searched() -> Ui<'static> {
    let options = ShellOptions { home: None, engine: true, still: true };
    let mut h = interface_at([1280.0, 800.0], 12, move |ctx| Shell::new(ctx, &options));
    h.run_steps(3);
    act(&mut h, Action::Set(SettingChange::HashMib(16)));
    act(&mut h, Action::SetFen(MIDDLEGAME.to_owned()));
    act(&mut h, Action::Command(UserCommand::of_workspace(Workspace::Lab)));
    act(&mut h, Action::OpenPane(PaneId::RootRace));
    assert!(h.query_all_by_label("No iterations yet").count() > 0);
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    let begin = Instant::now();
    while iterations(model(&h)) < 9 {
        assert!(begin.elapsed() < Duration::from_mins(2), "no search within two minutes");
        std::thread::sleep(Duration::from_millis(5));
        h.step();
    }
    act(&mut h, Action::Command(UserCommand::ToggleAnalysis));
    h.run_steps(6);
    h
}

fn iterations(model: &Model) -> usize {
    let search = model.telemetry.search(EngineId::BUILT_IN);
    search.and_then(|search| search.race()).map_or(0, |race| race.iterations().len())
}

fn last_best(model: &Model) -> Move {
    let race = model.telemetry.search(EngineId::BUILT_IN).unwrap().race().unwrap();
    race.iterations().last().unwrap().best.unwrap()
}

fn marked(h: &Ui<'_>) -> Vec<Move> {
    let cx = Cx { model: model(h), now_ms: 0 };
    let mut moves = cx.marked_moves(&h.ctx);
    moves.sort_by_key(|mv| (mv.from(), mv.to()));
    moves
}

#[test]
fn the_race_keeps_every_move_of_every_iteration_and_ties_them_together() {
    let mut h = searched();
    let race = model(&h).telemetry.search(EngineId::BUILT_IN).unwrap().race().unwrap().clone();
    for (depth, iteration) in (1..).zip(race.iterations()) {
        assert_eq!(iteration.depth, depth, "none is missing");
        assert_eq!(iteration.moves.len(), model(&h).game.board().legal_moves().len());
    }
    h.get_by_label_contains("Score of every root move, ");
    h.get_by_label_contains("Share of the nodes of every root move, ");
    // The newest iteration stands on top; the pointer on it marks its best move on the board.
    let count = race.iterations().len();
    h.get_by_label_contains(&format!("{count} iterations"));
    assert!(marked(&h).is_empty());
    let best = last_best(model(&h));
    let row = first_row(&h);
    h.hover_at(row);
    h.run_steps(3);
    assert_eq!(marked(&h), [best]);
    // A click keeps it when the pointer is gone, another takes the mark away.
    click_at(&mut h, row);
    h.remove_cursor();
    h.run_steps(3);
    let key = model(&h).game.board().key();
    assert_eq!(model(&h).lab.marked, Some(MarkedMove { key, mv: best }));
    assert_eq!(marked(&h), [best]);
    h.get_by_label_contains("Unmark ").click();
    h.run_steps(3);
    assert!(model(&h).lab.marked.is_none());
    h.remove_cursor();
    h.run_steps(3);
    assert!(marked(&h).is_empty());
    // What is hidden marks nothing.
    act(&mut h, Action::Lab(LabAction::Mark(MarkedMove { key, mv: best })));
    act(&mut h, Action::Command(UserCommand::HideEngine));
    assert!(marked(&h).is_empty());
    assert!(h.query_by_label_contains("Score of every root move").is_none());
}

/// The middle of the first row of the table of iterations.
fn first_row(h: &Ui<'_>) -> Pos2 {
    let head = h.get_by_label("Best").rect();
    head.center() + eframe::egui::vec2(0.0, 24.0)
}

fn click_at(h: &mut Ui<'_>, pos: Pos2) {
    h.drag_at(pos);
    h.run_steps(2);
    h.drop_at(pos);
    h.run_steps(2);
}

#[test]
fn the_axis_is_depth_or_time_and_the_table_by_iteration_or_by_move() {
    let mut h = searched();
    for (label, axis) in
        [("Time", RaceAxis::Time), ("Log time", RaceAxis::LogTime), ("Depth", RaceAxis::Depth)]
    {
        let radio = eframe::egui::Role::RadioButton;
        h.get_by_role_and_label(radio, label).click();
        h.run_steps(3);
        assert_eq!(model(&h).lab.race_axis, axis);
        h.get_by_label_contains("Score of every root move, ");
    }
    let moves = model(&h).game.board().legal_moves().len();
    h.get_by_label("By move").click();
    h.run_steps(3);
    h.get_by_label(&format!("{moves} moves"));
    h.get_by_label("Of the nodes");
}

fn scene(theme: ThemeChoice, size: [f32; 2], axis: RaceAxis, name: &str) {
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: true, still: true };
    let mut shell = Shell::new(&ctx, &options);
    shell.apply(Action::Set(SettingChange::Theme(theme)));
    shell.apply(Action::SetFen(MIDDLEGAME.to_owned()));
    shell.apply(Action::Command(UserCommand::of_workspace(Workspace::Lab)));
    shell.apply(Action::OpenPane(PaneId::RootRace));
    shell.apply(Action::Lab(LabAction::RaceAxis(axis)));
    shell.apply(Action::PanesOpen(vec![PaneId::RootRace]));
    shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(5));
        shell.drain();
    }
    if iterations(&shell.model) > 0 {
        let (key, mv) = (shell.model.game.board().key(), last_best(&shell.model));
        shell.apply(Action::Lab(LabAction::Mark(MarkedMove { key, mv })));
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
    std::fs::create_dir_all(&folder).unwrap();
    let image = frames::render(&ctx, size, 1.0, |ui| shell.show(ui));
    image.save(folder.join(format!("{name}.png"))).unwrap();
}

#[test]
#[ignore = "writes pictures for people to look at"]
fn pictures() {
    scene(ThemeChoice::Dark, [1280.0, 800.0], RaceAxis::Depth, "race_dark");
    scene(ThemeChoice::Light, [1280.0, 800.0], RaceAxis::LogTime, "race_light");
    scene(ThemeChoice::Dark, [1800.0, 1000.0], RaceAxis::LogTime, "race_wide_dark");
}

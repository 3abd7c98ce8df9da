//! Time to build and tessellate one frame of Play and of Study, without a window, while the engine is idle, analyses
//! with default options, and analyses on all cores. Every frame has a new pointer position.
//!
//! `cargo bench --bench frame` prints median and 99th percentile in ms. With `-- lab` it measures each view of the Lab
//! in a large window beside the search panels, while the engine analyses three positions in turn. With `-- live` it
//! measures the live tree at 60 frames a second while the engine analyses on two threads, with `-- arena` the arena
//! while four games are played at once. Nothing is asserted.

use std::time::{Duration, Instant};

use eframe::egui::{Context, Event, Pos2, RawInput, Rect, Vec2, ViewportId};
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, ArenaAction, LabAction};
use tabia_app::arena::draft::Draft;
use tabia_app::commands::command::UserCommand;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::workspace::{PaneId, Workspace};
use tabia_engine::play::control::Control;
use tabia_host::referee::plan::Plan;
use tabia_host::referee::player::Player;
use tabia_host::referee::schedule::Format;
use tabia_lab::horizon::{Horizon, Request};

const FRAMES: usize = 1200;
/// Pause between frames.
const PAUSE: Duration = Duration::from_millis(2);
const SIZE: Vec2 = Vec2::new(1280.0, 800.0);
const LARGE: Vec2 = Vec2::new(1920.0, 1080.0);

fn main() {
    // `cargo test --benches` runs benches with this argument, only to check that they start.
    let frames = if std::env::args().any(|arg| arg == "--test") { 3 } else { FRAMES };
    if std::env::args().any(|arg| arg == "lab") {
        return lab(frames / 2);
    }
    if std::env::args().any(|arg| arg == "live") {
        return live(frames);
    }
    if std::env::args().any(|arg| arg == "arena") {
        return arena(frames);
    }
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let cases = [
        ("engine idle", Load::Idle),
        ("engine analysing, default threads", Load::Default),
        ("engine analysing, all cores", Load::Threads(cores)),
    ];
    for workspace in [Workspace::Play, Workspace::Study] {
        for (what, load) in cases {
            let times = measure(frames, workspace, load);
            report(&format!("{workspace:?}, {what}"), &times);
        }
    }
}

fn report(what: &str, times: &[Duration]) {
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    eprintln!(
        "{what}: {} frames, median {:.2} ms, 99th percentile {:.2} ms, worst {:.2} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// An opening, a middlegame full of captures, an ending.
const POSITIONS: [&str; 3] = [
    "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 4",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
];

/// Measures each view of the Lab for this many frames in all.
fn lab(frames: usize) {
    let views = [
        (PaneId::LiveTree, None),
        (PaneId::WhyNot, None),
        (PaneId::SearchTree, Some(LabAction::Record(10))),
        (PaneId::Compare, Some(LabAction::ShowMe(PaneId::Compare))),
        (PaneId::Profile, None),
        (PaneId::HashTable, None),
        (PaneId::MoveOrder, None),
        (PaneId::Horizon, Some(LabAction::run::<Horizon>(Request::default()))),
        (PaneId::Xray, None),
        (PaneId::RootRace, None),
        (PaneId::Bitboards, None),
        (PaneId::Sliders, None),
        (PaneId::Zobrist, None),
        (PaneId::Ladder, Some(LabAction::ShowMe(PaneId::Ladder))),
        (PaneId::AlphaBeta, Some(LabAction::ShowMe(PaneId::AlphaBeta))),
        (PaneId::Representations, None),
    ];
    for (pane, fill) in views {
        let ctx = Context::default();
        let options = ShellOptions { home: None, engine: true, no_animation: false };
        let mut shell = Shell::new(&ctx, &options);
        shell.apply(Action::Command(UserCommand::of_workspace(Workspace::Lab)));
        let mut times = Vec::new();
        for fen in POSITIONS {
            shell.apply(Action::SetFen(fen.to_owned()));
            shell.apply(Action::OpenPane(pane));
            if !shell.model.engine.analysis {
                shell.apply(Action::Command(UserCommand::ToggleAnalysis));
            }
            let (node, board) = (shell.model.game.current, *shell.model.game.board());
            if let (PaneId::WhyNot, Some(&mv)) = (pane, board.legal_moves().last()) {
                shell.apply(Action::Lab(LabAction::Why { node, mv }));
            }
            if let Some(action) = fill.clone() {
                shell.apply(Action::Lab(action));
            }
            let began = Instant::now();
            while shell.model.lab.job.is_some() && began.elapsed() < Duration::from_secs(6) {
                shell.drain();
                std::thread::sleep(Duration::from_millis(5));
            }
            times.extend(run(&mut shell, &ctx, LARGE, frames / POSITIONS.len(), PAUSE));
        }
        times.sort_unstable();
        report(&format!("{pane:?}"), &times);
    }
}

/// Measures the live tree in both sizes of the window, with a search on two threads that takes the processors.
fn live(frames: usize) {
    for size in [SIZE, LARGE] {
        let ctx = Context::default();
        let options = ShellOptions { home: None, engine: true, no_animation: false };
        let mut shell = Shell::new(&ctx, &options);
        shell.apply(Action::Command(UserCommand::of_workspace(Workspace::Lab)));
        shell.apply(Action::Set(SettingChange::Threads(2)));
        shell.apply(Action::OpenPane(PaneId::LiveTree));
        let mut times = Vec::new();
        for fen in POSITIONS {
            shell.apply(Action::SetFen(fen.to_owned()));
            if !shell.model.engine.analysis {
                shell.apply(Action::Command(UserCommand::ToggleAnalysis));
            }
            let pause = Duration::from_secs_f64(1.0 / 60.0);
            times.extend(run(&mut shell, &ctx, size, frames / POSITIONS.len(), pause));
        }
        times.sort_unstable();
        report(&format!("live tree, two threads, {} × {}", size.x, size.y), &times);
    }
}

/// Measures the arena at 60 frames a second while four games are played at once.
fn arena(frames: usize) {
    for size in [SIZE, LARGE] {
        let ctx = Context::default();
        let options = ShellOptions { home: None, engine: false, no_animation: false };
        let mut shell = Shell::new(&ctx, &options);
        let player = |name: &str| Player::from_line(&format!("alphabeta name={name}"));
        let players = ["a", "b", "c", "d", "e"].into_iter().flat_map(player).collect();
        let mut plan = Plan::new(players, Format::RoundRobin { cycles: 1000 });
        (plan.control, plan.concurrency) = (Some(Control::Nodes(20_000)), 4);
        shell.apply(Action::Command(UserCommand::of_workspace(Workspace::Arena)));
        let draft = Draft { plan, opened: None };
        shell.apply(Action::Arena(ArenaAction::Draft(Box::new(draft))));
        shell.apply(Action::Arena(ArenaAction::Start));
        let pause = Duration::from_secs_f64(1.0 / 60.0);
        let mut times = run(&mut shell, &ctx, size, frames, pause);
        times.sort_unstable();
        let tables = shell.model.arena.run.as_ref().map_or(0, |run| run.under_way().count());
        report(&format!("arena, {tables} games, {} × {}", size.x, size.y), &times);
    }
}

/// What the engine does during the measurement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Load {
    Idle,
    /// It analyses with default options.
    Default,
    /// It analyses with this many threads.
    Threads(u32),
}

/// Sorted times of this many frames.
fn measure(frames: usize, workspace: Workspace, load: Load) -> Vec<Duration> {
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: load != Load::Idle, no_animation: false };
    let mut shell = Shell::new(&ctx, &options);
    shell.apply(Action::PasteText(
        "1. e4 e5 2. Nf3 Nc6 (2... Nf6 3. Nxe5) 3. Bb5 a6 4. Ba4 *".into(),
    ));
    shell.apply(Action::Command(UserCommand::of_workspace(workspace)));
    if let Load::Threads(threads) = load {
        shell.apply(Action::Set(SettingChange::Threads(threads)));
    }
    if load != Load::Idle {
        shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    }
    let mut times = run(&mut shell, &ctx, SIZE, frames, PAUSE);
    times.sort_unstable();
    times
}

/// Times of this many frames with a moving pointer, each at least this long after the one before began.
fn run(
    shell: &mut Shell,
    ctx: &Context,
    size: Vec2,
    frames: usize,
    period: Duration,
) -> Vec<Duration> {
    let mut times = Vec::with_capacity(frames);
    for frame in 0..frames + 30 {
        let turn = frame as f32 * 0.05;
        let middle = size / 2.0;
        let pointer = Pos2::new(
            middle.x * (1.0 + 0.8 * turn.sin()),
            middle.y * (1.0 + 0.75 * (turn * 0.7).cos()),
        );
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
            time: Some(frame as f64 / 60.0),
            events: vec![Event::PointerMoved(pointer)],
            ..RawInput::default()
        };
        let begin = Instant::now();
        shell.drain();
        let output = ctx.run_ui(input, |ui| shell.show(ui));
        let shapes = ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
        let took = begin.elapsed();
        assert!(!shapes.is_empty() && output.viewport_output.contains_key(&ViewportId::ROOT));
        output.drop_without_applying_deltas();
        // The first frames load fonts and pictures.
        if frame >= 30 {
            times.push(took);
        }
        std::thread::sleep(period.saturating_sub(took).max(PAUSE));
    }
    times
}

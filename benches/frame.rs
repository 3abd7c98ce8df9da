//! Time to build and tessellate one frame of the full interface, without a window, while the engine
//! rests, analyses as it comes, and analyses on all cores. Every frame sees a new pointer position, as
//! while a hand moves the mouse.
//!
//! `cargo bench --bench frame`; prints median and 99th percentile in ms. Nothing is asserted.

use std::time::{Duration, Instant};

use eframe::egui::{Context, Event, Pos2, RawInput, Rect, Vec2, ViewportId};
use tabia::app::action::Action;
use tabia::app::commands::command::UserCommand;
use tabia::app::window::settings::SettingChange;
use tabia::gui::window::shell::{Shell, ShellOptions};

const FRAMES: usize = 1200;
const SIZE: Vec2 = Vec2::new(1280.0, 800.0);

fn main() {
    // `cargo test --benches` runs benches with this argument, only to see that they start.
    let frames = if std::env::args().any(|arg| arg == "--test") { 3 } else { FRAMES };
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let cases = [
        ("engine idle", Load::Idle),
        ("engine analysing, default threads", Load::Default),
        ("engine analysing, all cores", Load::Threads(cores)),
    ];
    for (what, load) in cases {
        let times = measure(frames, load);
        let at =
            |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        eprintln!(
            "{what}: {} frames, median {:.2} ms, 99th percentile {:.2} ms, worst {:.2} ms",
            times.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}

/// What the engine does meanwhile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Load {
    Idle,
    /// It analyses as it comes.
    Default,
    /// It analyses on so many threads.
    Threads(u32),
}

/// Times of so many frames, sorted.
fn measure(frames: usize, load: Load) -> Vec<Duration> {
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: load != Load::Idle, still: false };
    let mut shell = Shell::new(&ctx, &options);
    shell.apply(Action::PasteText(
        "1. e4 e5 2. Nf3 Nc6 (2... Nf6 3. Nxe5) 3. Bb5 a6 4. Ba4 *".into(),
    ));
    if let Load::Threads(threads) = load {
        shell.apply(Action::Set(SettingChange::Threads(threads)));
    }
    if load != Load::Idle {
        shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    }
    let mut times = Vec::with_capacity(frames);
    for frame in 0..frames + 30 {
        let turn = frame as f32 * 0.05;
        let pointer = Pos2::new(640.0 + 500.0 * turn.sin(), 400.0 + 300.0 * (turn * 0.7).cos());
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
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
        std::thread::sleep(Duration::from_millis(2));
    }
    times.sort_unstable();
    times
}

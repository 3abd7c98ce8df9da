//! How often the window asks to be drawn: not at all when idle, and during a search only as often as a user can read.
//! As in the window's event loop, a frame is drawn when it was requested.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use eframe::egui::{Context, Pos2, RawInput, Rect, ViewportId, vec2};
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, UserCommand};
use tabia_app::window::settings::SettingChange;
use tabia_engine::search::thinker::EngineId;

/// An event loop without a window.
struct Loop {
    ctx: Context,
    shell: Shell,
    /// When the next frame is due, if any is.
    due: Arc<Mutex<Option<Instant>>>,
    begun: Instant,
}

impl Loop {
    fn new() -> Loop {
        let ctx = Context::default();
        let due = Arc::new(Mutex::new(Some(Instant::now())));
        let asked = Arc::clone(&due);
        ctx.set_request_repaint_callback(move |info| ask(&asked, info.delay));
        let shell =
            Shell::new(&ctx, &ShellOptions { home: None, engine: true, no_animation: false });
        Loop { ctx, shell, due, begun: Instant::now() }
    }

    /// Draws the frames requested within this time, and returns their number.
    fn run(&mut self, time: Duration) -> u32 {
        let end = Instant::now() + time;
        let mut frames = 0;
        while Instant::now() < end {
            let due = *self.due.lock().unwrap();
            match due {
                Some(at) if at <= Instant::now() => {
                    *self.due.lock().unwrap() = None;
                    self.frame();
                    frames += 1;
                }
                _ => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        frames
    }

    fn frame(&mut self) {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0))),
            time: Some(self.begun.elapsed().as_secs_f64()),
            ..RawInput::default()
        };
        let shell = &mut self.shell;
        let output = self.ctx.run_ui(input, |ui| {
            shell.drain();
            shell.show(ui);
        });
        let wait = output.viewport_output.get(&ViewportId::ROOT).map(|of| of.repaint_delay);
        ask(&self.due, wait.unwrap_or(Duration::MAX));
        output.drop_without_applying_deltas();
    }

    /// Runs until no frame has been requested for a while.
    fn settle(&mut self) {
        for _ in 0..40 {
            if self.run(Duration::from_millis(250)) == 0 {
                return;
            }
        }
        panic!("it never comes to rest");
    }
}

fn ask(due: &Mutex<Option<Instant>>, wait: Duration) {
    let Some(at) = Instant::now().checked_add(wait).filter(|_| wait < Duration::from_hours(1))
    else {
        return;
    };
    let mut due = due.lock().unwrap();
    *due = Some(due.map_or(at, |known| known.min(at)));
}

#[test]
fn idle_it_is_not_drawn_and_a_search_draws_it_at_most_fifteen_times_a_second() {
    let mut window = Loop::new();
    window.shell.apply(Action::Set(SettingChange::AnimationMs(0)));
    window.settle();
    assert_eq!(window.run(Duration::from_millis(1_500)), 0, "nothing changes");
    window.shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    window.ctx.request_repaint();
    window.run(Duration::from_millis(700));
    let seconds = 3;
    let frames = window.run(Duration::from_secs(seconds));
    assert!(window.shell.model.engine.job(EngineId::BUILT_IN).is_some(), "it is at work");
    assert!(u64::from(frames) <= 15 * seconds + 3, "{frames} frames in {seconds} s");
    assert!(frames >= 3, "what it finds is shown: {frames}");
    window.shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    window.ctx.request_repaint();
    window.settle();
    assert_eq!(window.run(Duration::from_secs(1)), 0, "at rest again");
}

#[test]
fn an_invisible_search_hardly_draws() {
    let mut window = Loop::new();
    window.settle();
    window.shell.apply(Action::Command(UserCommand::ToggleAnalysis));
    window.shell.apply(Action::Command(UserCommand::HideEngine));
    window.ctx.request_repaint();
    window.run(Duration::from_millis(300));
    for pane in window.shell.model.view.panes.clone() {
        window.shell.apply(Action::ClosePane(pane));
    }
    window.ctx.request_repaint();
    window.run(Duration::from_secs(1));
    assert!(window.shell.model.view.panes.is_empty(), "{:?}", window.shell.model.view.panes);
    let frames = window.run(Duration::from_secs(3));
    assert!(frames <= 10, "{frames} frames in three seconds");
}

//! The whole interface in kittest's harness. Kittest can use eframe for this, but then every build of the tests, even
//! without the window, would need eframe and a desktop's development files.
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::time::{Duration, Instant};

use eframe::egui::{Color32, Context, FullOutput, TexturesDelta};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, TestRenderer};
use image::RgbaImage;

use tabia::gui::headless::frames::CpuPainter;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, UserCommand};
use tabia_app::model::Model;
use tabia_app::persistence::store::Loaded;
use tabia_app::window::settings::Settings;

/// The interface, created in the second frame: it needs the harness's context, and fonts are known a frame later.
pub(crate) struct Interface(Option<Shell>);

impl Deref for Interface {
    type Target = Shell;

    fn deref(&self) -> &Shell {
        self.0.as_ref().expect("the first frame makes it")
    }
}

impl DerefMut for Interface {
    fn deref_mut(&mut self) -> &mut Shell {
        self.0.as_mut().expect("the first frame makes it")
    }
}

/// The interface in a harness.
pub(crate) type Ui = Harness<'static, Interface>;

/// The interface without engines, saved files and animations, in a window of this size, points.
pub(crate) fn open(size: [f32; 2]) -> Ui {
    let options = ShellOptions { home: None, engine: false, no_animation: true };
    let mut ui = interface_at(size, 30, move |ctx| Shell::new(ctx, &options));
    ui.run_steps(8);
    ui
}

/// The same in a window of 1280 by 800 points.
pub(crate) fn open_usual() -> Ui {
    open([1280.0, 800.0])
}

/// The same with the engine.
pub(crate) fn open_with_engine() -> Ui {
    let mut ui = interface(ShellOptions { home: None, engine: true, no_animation: true }, 12);
    ui.run();
    ui
}

/// The same without the engine, with its files in this folder.
pub(crate) fn open_at_home(home: &Path) -> Ui {
    let home = Some(home.to_owned());
    let mut ui = interface(ShellOptions { home, engine: false, no_animation: true }, 12);
    ui.run();
    ui
}

/// The interface without engines, saved files and animations, with these settings.
pub(crate) fn open_with_settings(size: [f32; 2], settings: Settings) -> Ui {
    let mut ui = interface_at(size, 30, move |ctx| {
        let options = ShellOptions { home: None, engine: false, no_animation: true };
        Shell::with(ctx, &options, Loaded { settings, ..Loaded::default() })
    });
    ui.run_steps(8);
    ui
}

/// Applies an action and runs a few frames.
pub(crate) fn act(ui: &mut Harness<'_, Interface>, action: Action) {
    ui.state_mut().apply(action);
    ui.run_steps(4);
}

/// Gives a command and runs a few frames.
pub(crate) fn give(ui: &mut Harness<'_, Interface>, command: UserCommand) {
    act(ui, Action::Command(command));
}

/// Clicks what has this name and runs a few frames.
pub(crate) fn click(ui: &mut Harness<'_, Interface>, name: &str) {
    ui.get_by_label(name).click();
    ui.run_steps(4);
}

/// Runs frames until a condition holds, so that threads and engines can work.
pub(crate) fn wait(ui: &mut Harness<'_, Interface>, what: &str, holds: impl Fn(&Model) -> bool) {
    let begin = Instant::now();
    while !holds(&ui.state().model) {
        pause(begin, what, &ui.state().model);
        ui.step();
    }
    ui.run_steps(4);
}

/// The same without frames.
pub(crate) fn drain_until(shell: &mut Shell, what: &str, holds: impl Fn(&Model) -> bool) {
    let begin = Instant::now();
    while !holds(&shell.model) {
        pause(begin, what, &shell.model);
        shell.drain();
    }
}

/// Lets threads and engines work for this many ms, without frames.
pub(crate) fn drain_for(shell: &mut Shell, ms: u64) {
    let end = Instant::now() + Duration::from_millis(ms);
    drain_until(shell, "end of the time", |_| Instant::now() >= end);
}

/// A pause while something is waited for, at most for two minutes.
fn pause(begin: Instant, what: &str, model: &Model) {
    let toasts = &model.toasts;
    assert!(begin.elapsed() < Duration::from_mins(2), "no {what} in two minutes: {toasts:?}");
    std::thread::sleep(Duration::from_millis(5));
}

/// The interface in a window of 1280 by 800 points. `steps`: maximum number of frames until it is idle.
pub(crate) fn interface(options: ShellOptions, steps: u64) -> Ui {
    interface_at([1280.0, 800.0], steps, move |ctx| Shell::new(ctx, &options))
}

/// The interface in a window of this size, in points, as `begin` makes it.
pub(crate) fn interface_at(
    size: [f32; 2],
    steps: u64,
    begin: impl FnOnce(&Context) -> Shell + 'static,
) -> Ui {
    let builder = Harness::builder().with_size(size).with_max_steps(steps);
    builder.build_ui_state(frame_of(begin), Interface(None))
}

/// The same, painted by the CPU, for pictures.
pub(crate) fn painted_at(
    size: [f32; 2],
    renderer: impl egui_kittest::TestRenderer + 'static,
    begin: impl FnOnce(&Context) -> Shell + 'static,
) -> Ui {
    let builder = Harness::builder().with_size(size).with_max_steps(30).renderer(renderer);
    builder.build_ui_state(frame_of(begin), Interface(None))
}

/// One frame of the interface; the first one creates it.
fn frame_of(
    begin: impl FnOnce(&Context) -> Shell + 'static,
) -> impl FnMut(&mut eframe::egui::Ui, &mut Interface) {
    let mut begin = Some(begin);
    move |ui: &mut eframe::egui::Ui, interface: &mut Interface| {
        if let Some(begin) = begin.take() {
            interface.0 = Some(begin(ui.ctx()));
            ui.ctx().request_repaint();
        } else if let Some(shell) = &mut interface.0 {
            shell.drain();
            shell.show(ui);
        }
    }
}

/// The renderer for `Harness::builder().renderer(..)`: the program's own painter, so that no test needs a graphics
/// card and pictures are the same everywhere.
#[derive(Debug, Default)]
pub(crate) struct Cpu(CpuPainter);

impl TestRenderer for Cpu {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.0.update_textures(delta);
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let pixels = (ctx.content_rect().size() * scale).round();
        let size = [pixels.x as usize, pixels.y as usize];
        let primitives = ctx.tessellate(output.shapes.clone(), scale);
        Ok(self.0.paint(size, scale, &primitives, Color32::BLACK))
    }
}

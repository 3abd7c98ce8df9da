//! The Lab in the real interface, without window or graphics card, with one file per view or group of views. Pictures
//! to look at, in `target/gallery`: `cargo test --release --test window lab_window -- --ignored`.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail loudly")]

mod expected;
mod export;
mod foundations;
mod in_sight;
mod ladder;
mod live_tree;
mod playouts;
mod race;
mod scratch;
mod small_game;
mod tour;
mod views;
mod xray;

use std::time::{Duration, Instant};

use eframe::egui::Context;
use eframe::egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tabia::gui::headless::frames;
use tabia::gui::window::shell::{Shell, ShellOptions};
use tabia_app::action::{Action, LabAction, UserCommand};
use tabia_app::model::Model;
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::workspace::{PaneId, Workspace};

use crate::interface::{Interface, drain_until, interface_at};
pub(crate) use crate::interface::{act, click, wait};

pub(crate) type Ui<'a> = Harness<'a, Interface>;

pub(crate) const MIDDLEGAME: &str =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 b - - 2 9";

/// The text before the argument `|` of a message.
pub(crate) fn start(text: &str) -> &str {
    text.split('|').next().unwrap_or_default()
}

/// The text after the argument `|` of a message.
pub(crate) fn end(text: &str) -> &str {
    text.rsplit('|').next().unwrap_or_default()
}

/// The interface in a window of this size, with or without an engine.
pub(crate) fn window(size: [f32; 2], engine: bool) -> Ui<'static> {
    let options = ShellOptions { home: None, engine, no_animation: true };
    let mut h = interface_at(size, 12, move |ctx| Shell::new(ctx, &options));
    h.run_steps(3);
    act(&mut h, Action::Set(SettingChange::HashMib(16)));
    h
}

/// The Lab with a middlegame position and this view in front.
pub(crate) fn open(pane: PaneId) -> Ui<'static> {
    let mut h = window([1280.0, 800.0], true);
    show(&mut h, pane);
    h
}

/// Sets the middlegame position in the Lab and brings a view to the front.
pub(crate) fn show(h: &mut Ui<'_>, pane: PaneId) {
    act(h, Action::SetFen(MIDDLEGAME.to_owned()));
    // Opened from Play, the view is in front in the Lab; with the live tree in front a search would start at once.
    act(h, Action::Command(UserCommand::of_workspace(Workspace::Play)));
    act(h, Action::OpenPane(pane));
}

/// Clicks one of several choices.
pub(crate) fn choose(h: &mut Ui<'_>, name: &str) {
    h.get_by_role_and_label(Role::RadioButton, name).click();
    h.run_steps(3);
}

pub(crate) fn model<'a>(h: &'a Ui<'_>) -> &'a Model {
    &h.state().model
}

/// Whether no experiment is running.
pub(crate) fn idle(model: &Model) -> bool {
    model.lab.job.is_none()
}

/// Draws a picture. It needs a context of its own, which hands out its textures only once.
pub(crate) struct Scene {
    ctx: Context,
    pub(crate) shell: Shell,
    theme: ThemeChoice,
}

impl Scene {
    /// The Lab at the middlegame with a view in front.
    pub(crate) fn new(theme: ThemeChoice, pane: PaneId) -> Scene {
        let ctx = Context::default();
        let options = ShellOptions { home: None, engine: true, no_animation: true };
        let mut shell = Shell::new(&ctx, &options);
        shell.apply(Action::Set(SettingChange::Theme(theme)));
        shell.apply(Action::SetFen(MIDDLEGAME.to_owned()));
        shell.apply(Action::Command(UserCommand::of_workspace(Workspace::Lab)));
        shell.apply(Action::OpenPane(pane));
        Scene { ctx, shell, theme }
    }

    /// Handles messages until a condition holds.
    pub(crate) fn wait(&mut self, what: &str, done: impl Fn(&Model) -> bool) {
        drain_until(&mut self.shell, what, done);
    }

    /// Handles messages for a while.
    pub(crate) fn pass(&mut self, time: Duration) {
        let begin = Instant::now();
        self.wait("time", |_| begin.elapsed() > time);
    }

    /// Runs these actions one after the other, each to its end.
    pub(crate) fn lab(&mut self, actions: &[LabAction]) {
        for action in actions {
            self.shell.apply(Action::Lab(action.clone()));
            self.wait("experiment", idle);
        }
    }

    /// The picture.
    pub(crate) fn image(&mut self, size: [f32; 2]) -> image::RgbaImage {
        let shell = &mut self.shell;
        frames::render(&self.ctx, size, 1.0, |ui| shell.show(ui))
    }

    /// Writes the picture into `target/gallery`, with its theme and width after the name.
    pub(crate) fn save(&mut self, size: [f32; 2], name: &str) {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/gallery");
        std::fs::create_dir_all(&folder).unwrap();
        let image = self.image(size);
        let theme = if self.theme == ThemeChoice::Dark { "dark" } else { "light" };
        image.save(folder.join(format!("lab_{name}_{}_{theme}.png", size[0]))).unwrap();
    }
}

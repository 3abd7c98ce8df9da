//! The interface drawn without a window: frame by frame for tests, and as a picture in a file.

use std::path::Path;
use std::time::{Duration, Instant};

use eframe::egui::epaint::ClippedShape;
use eframe::egui::{Color32, Context, Event, Pos2, RawInput, Rect, Ui, Vec2, ViewportId, vec2};
use image::RgbaImage;

use tabia_app::action::{Action, UserCommand};
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::toasts::ToastKind;
use tabia_app::window::workspace::Workspace;
use tabia_cli::request::{OpenRequest, ScreenshotRequest};
use tabia_games::{regular_file, whole_file};

use crate::gui::arrangement::panes;
use crate::gui::headless::paint::CpuPainter;
use crate::gui::window::shell::{Shell, ShellOptions};

/// An interface that runs without a window, frame by frame, with a clock of its own.
#[derive(Debug)]
pub struct Headless {
    ctx: Context,
    painter: CpuPainter,
    size: Vec2,
    scale: f32,
    time: f64,
    /// Input for the next frame.
    events: Vec<Event>,
    /// What the last frame drew.
    shapes: Vec<ClippedShape>,
}

impl Headless {
    /// Seconds from one frame to the next: long enough that every animation ends after a few.
    const STEP: f64 = 0.25;

    /// `size` in points; the picture has `scale` pixels to the point.
    pub fn new(ctx: Context, size: Vec2, scale: f32) -> Self {
        Self {
            ctx,
            painter: CpuPainter::default(),
            size,
            scale,
            time: 0.0,
            events: Vec::new(),
            shapes: Vec::new(),
        }
    }

    /// Input that the next frame will see.
    pub fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Runs one frame. Says whether the interface wants another soon.
    pub fn frame(&mut self, ui: &mut dyn FnMut(&mut Ui)) -> bool {
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.time),
            events: std::mem::take(&mut self.events),
            ..Default::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(self.scale);
        }
        self.time += Self::STEP;
        let mut output = self.ctx.run_ui(input, |root| ui(root));
        self.painter.update_textures(&mut output.textures_delta);
        let soon = output
            .viewport_output
            .get(&ViewportId::ROOT)
            .is_some_and(|viewport| viewport.repaint_delay < Duration::from_secs(1));
        self.shapes = output.shapes;
        soon || self.ctx.has_pending_images()
    }

    /// Runs frames until nothing moves any more, at least three and at most `most`.
    pub fn settle(&mut self, most: usize, ui: &mut dyn FnMut(&mut Ui)) {
        for i in 1..=most {
            if !self.frame(ui) && i >= 3 {
                break;
            }
        }
    }

    /// The last frame as a picture; all black before the first.
    pub fn picture(&self) -> RgbaImage {
        let pixels = (self.size * self.scale).round();
        let size = [pixels.x as usize, pixels.y as usize];
        let primitives = self.ctx.tessellate(self.shapes.clone(), self.scale);
        self.painter.paint(size, self.scale, &primitives, Color32::BLACK)
    }
}

/// A picture of an interface at rest. `size` in points, `scale` pixels to the point.
pub fn render(ctx: &Context, size: [f32; 2], scale: f32, mut ui: impl FnMut(&mut Ui)) -> RgbaImage {
    let mut headless = Headless::new(ctx.clone(), vec2(size[0], size[1]), scale);
    headless.settle(12, &mut ui);
    headless.picture()
}

/// Longest wait for the games of a file.
const MOST_READING: Duration = Duration::from_mins(2);

/// Takes the picture.
///
/// # Errors
/// In words: a refused FEN, an unknown panel, a file that cannot be written.
pub fn screenshot(request: &ScreenshotRequest) -> Result<(), String> {
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: request.think_ms > 0, still: true };
    let mut shell = Shell::new(&ctx, &options);
    let theme = if request.light { ThemeChoice::Light } else { ThemeChoice::Dark };
    shell.apply(Action::Set(SettingChange::Theme(theme)));
    prepare(&mut shell, request)?;
    let size = request.size.map(|points| points as f32);
    let image = render(&ctx, size, request.scale, |ui| shell.show(ui));
    let failed = |error: &dyn std::fmt::Display| {
        format!("Could not write {}: {error}", request.file.display())
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).map_err(|error| failed(&error))?;
    whole_file::write_bytes(&request.file, bytes.get_ref()).map_err(|error| failed(&error))
}

/// Opens a file of games and its first game, which is there at once if it is the only one.
fn open_games(shell: &mut Shell, games: &Path) -> Result<(), String> {
    regular_file::open(games).map_err(|error| format!("{}: {error}", games.display()))?;
    let end = Instant::now() + MOST_READING;
    let shown = shell.model.game.serial;
    shell.open(Some(OpenRequest::Pgn(games.to_owned())));
    let listed = |shell: &Shell| shell.model.games.as_ref().is_some_and(|list| !list.waiting);
    while !listed(shell) && shell.model.game.serial == shown {
        if let Some(error) = error_of(shell) {
            return Err(error);
        }
        if shell.model.dialog.is_some() || Instant::now() > end {
            return Err(format!("No list of games could be made of {}", games.display()));
        }
        shell.drain();
        std::thread::sleep(Duration::from_millis(5));
    }
    if listed(shell) {
        while shell.model.game.serial == shown && Instant::now() < end {
            if let Some(error) = error_of(shell) {
                return Err(error);
            }
            shell.drain();
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    Ok(())
}

fn prepare(shell: &mut Shell, request: &ScreenshotRequest) -> Result<(), String> {
    if let Some(fen) = &request.fen {
        tabia_chess::Board::from_fen(fen).map_err(|error| error.to_string())?;
        shell.apply(Action::SetFen(fen.clone()));
    }
    if let Some(games) = &request.games {
        open_games(shell, games)?;
    }
    if let Some(name) = &request.workspace {
        let workspace = Workspace::from_name(name).ok_or_else(|| {
            let known = Workspace::ALL.map(Workspace::name).join(", ");
            format!("No workspace is called \"{name}\"; there are: {known}")
        })?;
        shell.apply(Action::Command(UserCommand::of_workspace(workspace)));
    }
    if let Some(title) = &request.panel {
        open_panel(shell, title, request.workspace.is_some())?;
    }
    shell.apply(Action::DismissToasts);
    shell.tell_panes();
    if request.think_ms > 0 {
        shell.apply(Action::Command(UserCommand::ToggleAnalysis));
        let end = Instant::now() + Duration::from_millis(request.think_ms);
        while Instant::now() < end {
            shell.drain();
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    Ok(())
}

/// Opens a panel: in the workspace on screen if that was chosen, else in one where it is at home.
fn open_panel(shell: &mut Shell, title: &str, here: bool) -> Result<(), String> {
    let pane = panes::from_title(title).ok_or_else(|| {
        let known: Vec<_> = panes::all().map(|info| info.title).collect();
        format!("No panel is called \"{title}\"; there are: {}", known.join(", "))
    })?;
    let home = panes::info(pane).home;
    if !here && !home.contains(&shell.model.view.workspace) {
        shell.apply(Action::Command(UserCommand::of_workspace(home[0])));
    }
    shell.apply(Action::OpenPane(pane));
    Ok(())
}

/// The first error that is told.
fn error_of(shell: &Shell) -> Option<String> {
    let mut toasts = shell.model.toasts.iter();
    toasts.find(|toast| toast.kind == ToastKind::Error).map(|toast| toast.text.clone())
}

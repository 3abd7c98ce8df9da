//! The interface drawn without a window, by a painter that needs only the processor: frame by frame for tests, and as a
//! picture in a file.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use eframe::egui::epaint::{
    ClippedPrimitive, ClippedShape, ImageData, ImageDelta, Primitive, Vertex,
};
use eframe::egui::{
    Color32, Context, Event, Mesh, Pos2, RawInput, Rect, TextureFilter, TextureId, TexturesDelta,
    Ui, Vec2, ViewportId, vec2,
};
use image::RgbaImage;

use tabia_app::action::{Action, UserCommand};
use tabia_app::window::settings::{SettingChange, ThemeChoice};
use tabia_app::window::toasts::ToastKind;
use tabia_app::window::workspace::Workspace;
use tabia_cli::request::{Colours, OpenRequest, ScreenshotRequest};
use tabia_games::{regular_file, whole_file};

use tabia_text::Language;

use crate::gui::arrangement::panes;
use crate::gui::window::shell::{Shell, ShellOptions};

/// An interface that runs without a window, frame by frame, with its own clock.
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

    /// Runs one frame. Returns whether the interface wants another soon.
    pub fn frame(&mut self, ui: &mut dyn FnMut(&mut Ui)) -> bool {
        let mut input = RawInput {
            // As in a window: in points of the zoomed interface.
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size / self.ctx.zoom_factor())),
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
        let scale = self.scale * self.ctx.zoom_factor();
        let primitives = self.ctx.tessellate(self.shapes.clone(), scale);
        self.painter.paint(size, scale, &primitives, Color32::BLACK)
    }
}

/// A picture of an interface at rest. `size` in points, `scale` pixels to the point.
pub fn render(ctx: &Context, size: [f32; 2], scale: f32, mut ui: impl FnMut(&mut Ui)) -> RgbaImage {
    let mut headless = Headless::new(ctx.clone(), vec2(size[0], size[1]), scale);
    headless.settle(12, &mut ui);
    headless.picture()
}

/// Longest wait for the games of a file.
const MAX_READING: Duration = Duration::from_mins(2);

/// Takes the picture.
///
/// # Errors
/// In words: a refused FEN, an unknown panel, a file that cannot be written.
pub fn screenshot(request: &ScreenshotRequest) -> Result<(), String> {
    let ctx = Context::default();
    let options = ShellOptions { home: None, engine: request.think_ms > 0, no_animation: true };
    let mut shell = Shell::new(&ctx, &options);
    let theme = match request.theme {
        Colours::Light => ThemeChoice::Light,
        Colours::Dark => ThemeChoice::Dark,
    };
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
    let end = Instant::now() + MAX_READING;
    let shown = shell.model.game.serial;
    shell.open(Some(OpenRequest::File(games.to_owned())));
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
    if let Some(code) = &request.language {
        let language = Language::by_id(code).ok_or_else(|| {
            let known: Vec<_> =
                Language::all().iter().map(|language| language.id().to_owned()).collect();
            format!("There is no language “{code}”; there are: {}", known.join(", "))
        })?;
        shell.apply(Action::Set(SettingChange::Language(language.id().to_owned())));
        // The titles of panels are in it.
        shell.follow_language();
    }
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
            format!("There is no workspace “{name}”; there are: {known}")
        })?;
        shell.apply(Action::Command(UserCommand::of_workspace(workspace)));
    }
    if let Some(title) = &request.panel {
        open_panel(shell, title, request.workspace.is_some())?;
    }
    shell.apply(Action::DismissToasts);
    shell.tell_panes();
    if request.think_ms > 0 {
        // The Lab starts its analysis by itself; Arena and Training have none.
        let analysis = UserCommand::ToggleAnalysis;
        if !shell.model.engine.analysis && analysis.is_enabled(&shell.model) {
            shell.apply(Action::Command(analysis));
        }
        let end = Instant::now() + Duration::from_millis(request.think_ms);
        while Instant::now() < end {
            shell.drain();
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    Ok(())
}

/// Opens a panel: in the workspace on screen if that was chosen, else in one that shows it by default. The tour, which
/// is beside its views in any workspace, opens in the Lab.
fn open_panel(shell: &mut Shell, title: &str, here: bool) -> Result<(), String> {
    let pane = panes::from_title(title).ok_or_else(|| {
        let known: Vec<_> = panes::all().map(|info| info.id.title()).collect();
        format!("There is no panel “{title}”; there are: {}", known.join(", "))
    })?;
    let home = panes::info(pane).home;
    if !here && !home.contains(&shell.model.view.workspace) {
        let home = home.first().copied().unwrap_or(Workspace::Lab);
        shell.apply(Action::Command(UserCommand::of_workspace(home)));
    }
    shell.apply(Action::OpenPane(pane));
    Ok(())
}

/// The first error message shown.
fn error_of(shell: &Shell) -> Option<String> {
    let mut toasts = shell.model.toasts.iter();
    toasts.find(|toast| toast.kind == ToastKind::Error).map(|toast| toast.text.clone())
}

// A painter of egui's meshes that needs only the processor: textures and triangles, exactly the same on every machine.

/// Paints egui's triangles into a picture. Remembers the textures from frame to frame.
#[derive(Debug, Default)]
pub struct CpuPainter {
    textures: HashMap<TextureId, Texture>,
    /// Freed by the last frame, which still used them.
    freed: Vec<TextureId>,
}

impl CpuPainter {
    /// Takes over the textures of a frame; must be called for every frame, painted or not.
    pub fn update_textures(&mut self, delta: &mut TexturesDelta) {
        for id in self.freed.drain(..) {
            self.textures.remove(&id);
        }
        for (id, deltas) in delta.set.drain() {
            for delta in deltas {
                self.update_texture(id, &delta);
            }
        }
        self.freed.extend(delta.free.drain());
    }

    fn update_texture(&mut self, id: TextureId, delta: &ImageDelta) {
        let ImageData::Color(image) = &delta.image;
        let [width, height] = image.size;
        let Some([x, y]) = delta.pos else {
            let nearest = delta.options.magnification == TextureFilter::Nearest;
            let pixels = image.pixels.clone();
            self.textures.insert(id, Texture { width, height, pixels, nearest });
            return;
        };
        if let Some(texture) = self.textures.get_mut(&id) {
            for (row, line) in image.pixels.chunks_exact(width).enumerate() {
                let at = (y + row) * texture.width + x;
                texture.pixels[at..at + width].copy_from_slice(line);
            }
        }
    }

    /// Paints a picture of this size in pixels on a plain background.
    pub fn paint(
        &self,
        [width, height]: [usize; 2],
        pixels_per_point: f32,
        primitives: &[ClippedPrimitive],
        ground: Color32,
    ) -> RgbaImage {
        let mut canvas = Canvas { width, height, pixels: vec![ground; width * height] };
        for primitive in primitives {
            // The other kind is a call into OpenGL.
            if let Primitive::Mesh(mesh) = &primitive.primitive
                && let Some(texture) = self.textures.get(&mesh.texture_id)
            {
                canvas.mesh(mesh, texture, primitive.clip_rect, pixels_per_point);
            }
        }
        let bytes = canvas.pixels.iter().flat_map(Color32::to_srgba_unmultiplied).collect();
        // The buffer has the right length by construction; the default, an empty picture, is never used.
        RgbaImage::from_raw(width as u32, height as u32, bytes).unwrap_or_default()
    }
}
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Color32>,
}

/// Part of the picture that may be painted, in pixels: from (inclusive) to (exclusive).
#[derive(Clone, Copy)]
struct Clip {
    x: (i64, i64),
    y: (i64, i64),
}

impl Canvas {
    fn mesh(&mut self, mesh: &Mesh, texture: &Texture, clip: Rect, pixels_per_point: f32) {
        let edge =
            |v: f32, max: usize| (v * pixels_per_point).round().clamp(0.0, max as f32) as i64;
        let clip = Clip {
            x: (edge(clip.min.x, self.width), edge(clip.max.x, self.width)),
            y: (edge(clip.min.y, self.height), edge(clip.max.y, self.height)),
        };
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
            if corners.iter().any(|vertex| vertex.color != Color32::TRANSPARENT)
                && let Some(triangle) = Triangle::new(corners, pixels_per_point)
            {
                self.triangle(&triangle, texture, clip);
            }
        }
    }

    fn triangle(&mut self, triangle: &Triangle, texture: &Texture, clip: Clip) {
        let (top, bottom) = triangle.extent(1);
        let paint = triangle.paint(texture);
        for y in top.max(clip.y.0)..bottom.min(clip.y.1) {
            let (from, to) = triangle.row(y, clip.x);
            if from >= to {
                continue;
            }
            let start = y as usize * self.width;
            let row = &mut self.pixels[start + from as usize..start + to as usize];
            match paint {
                Paint::Solid(color) => row.fill(color),
                Paint::Plain(color) => row.iter_mut().for_each(|pixel| lay_over(pixel, color)),
                Paint::Varying => triangle.varying(row, (from, y), texture),
            }
        }
    }
}

/// Pixels, premultiplied, row by row from the top.
#[derive(Debug)]
pub(super) struct Texture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<Color32>,
    pub(super) nearest: bool,
}

impl Texture {
    fn at(&self, x: i32, y: i32) -> Color32 {
        let x = x.clamp(0, self.width as i32 - 1) as usize;
        let y = y.clamp(0, self.height as i32 - 1) as usize;
        self.pixels[y * self.width + x]
    }

    /// The colour at texture coordinates 0 to 1.
    pub(super) fn sample(&self, uv: Pos2) -> [f32; 4] {
        let (x, y) = (uv.x * self.width as f32, uv.y * self.height as f32);
        if self.nearest {
            return channels(self.at(x.floor() as i32, y.floor() as i32));
        }
        let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
        let (right_share, below_share) = (x - 0.5 - left, y - 0.5 - top);
        let (x, y) = (left as i32, top as i32);
        let corners = [self.at(x, y), self.at(x + 1, y), self.at(x, y + 1), self.at(x + 1, y + 1)];
        if corners.iter().all(|corner| *corner == corners[0]) {
            return channels(corners[0]);
        }
        let corners = corners.map(channels);
        std::array::from_fn(|i| {
            let above = corners[0][i] + (corners[1][i] - corners[0][i]) * right_share;
            let below = corners[2][i] + (corners[3][i] - corners[2][i]) * right_share;
            above + (below - above) * below_share
        })
    }
}

/// The four channels, 0 to 255.
pub(super) fn channels(color: Color32) -> [f32; 4] {
    color.to_array().map(f32::from)
}

/// Sub-pixel steps, as on graphics cards: 8 bits.
const SUB: i64 = 256;
/// Maximum distance of a vertex from the picture, pixels; beyond it a number would overflow.
const FAR: f32 = 1.0e6;

/// How the pixels of a triangle get their colour.
pub(super) enum Paint {
    /// One opaque colour.
    Solid(Color32),
    /// One translucent colour.
    Plain([f32; 4]),
    /// A different colour at each pixel.
    Varying,
}

/// A triangle on the grid of sub-pixels.
pub(super) struct Triangle {
    vertices: [Vertex; 3],
    /// In sub-pixels, wound so that the area is positive.
    corners: [[i64; 2]; 3],
    area: i64,
}

impl Triangle {
    /// `None` for a triangle without area.
    pub(super) fn new(mut vertices: [Vertex; 3], pixels_per_point: f32) -> Option<Self> {
        let fixed = |pos: Pos2| {
            [pos.x, pos.y]
                .map(|v| ((v * pixels_per_point).clamp(-FAR, FAR) * SUB as f32).round() as i64)
        };
        let mut corners = vertices.map(|vertex| fixed(vertex.pos));
        let mut area = cross(corners[0], corners[1], corners[2]);
        if area < 0 {
            vertices.swap(1, 2);
            corners.swap(1, 2);
            area = -area;
        }
        (area != 0).then_some(Self { vertices, corners, area })
    }

    /// Whole pixels it may touch along an axis.
    pub(super) fn extent(&self, axis: usize) -> (i64, i64) {
        let at = self.corners.map(|corner| corner[axis]);
        let (min, max) = (at[0].min(at[1]).min(at[2]), at[0].max(at[1]).max(at[2]));
        (min.div_euclid(SUB), max.div_euclid(SUB) + 1)
    }

    /// The edge opposite a vertex.
    fn edge(&self, opposite: usize) -> ([i64; 2], [i64; 2]) {
        (self.corners[(opposite + 1) % 3], self.corners[(opposite + 2) % 3])
    }

    /// First and one-past-last pixel of a row whose centres lie inside. A centre on an edge belongs to the triangle
    /// whose top or left edge it is, so neighbours never share a pixel.
    pub(super) fn row(&self, y: i64, (mut from, mut to): (i64, i64)) -> (i64, i64) {
        let (left, right) = self.extent(0);
        (from, to) = (from.max(left), to.min(right));
        for opposite in 0..3 {
            let (a, b) = self.edge(opposite);
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let owned = dy < 0 || dy == 0 && dx > 0;
            // Inside is `at_zero + step * x >= 0` for the pixel's column x.
            let at_zero = cross(a, b, [SUB / 2, y * SUB + SUB / 2]) - i64::from(!owned);
            let step = -dy * SUB;
            match step.signum() {
                // Rounded up: the first column with a sum of at least zero.
                1 => from = from.max(-at_zero.div_euclid(step)),
                -1 => to = to.min(at_zero.div_euclid(-step) + 1),
                _ if at_zero < 0 => return (0, 0),
                _ => {}
            }
        }
        (from, to)
    }

    pub(super) fn paint(&self, texture: &Texture) -> Paint {
        let [first, others @ ..] = &self.vertices;
        if others.iter().any(|other| other.color != first.color || other.uv != first.uv) {
            return Paint::Varying;
        }
        let color = times(channels(first.color), texture.sample(first.uv));
        if color[3] < 254.5 { Paint::Plain(color) } else { Paint::Solid(rounded(color)) }
    }

    /// Paints a row of pixels, its first one at `at`.
    pub(super) fn varying(&self, row: &mut [Color32], at: (i64, i64), texture: &Texture) {
        let middle = [at.0 * SUB + SUB / 2, at.1 * SUB + SUB / 2];
        let inverse = 1.0 / self.area as f32;
        let mut start = [0.0; 3];
        let mut step = [0.0; 3];
        for opposite in 0..3 {
            let (from, to) = self.edge(opposite);
            start[opposite] = cross(from, to, middle) as f32 * inverse;
            step[opposite] = (-(to[1] - from[1]) * SUB) as f32 * inverse;
        }
        let flat = self.vertices.iter().all(|vertex| vertex.color == self.vertices[0].color);
        let colors = self.vertices.map(|vertex| channels(vertex.color));
        let uv = self.vertices.map(|vertex| vertex.uv.to_vec2());
        for (i, pixel) in row.iter_mut().enumerate() {
            let share: [f32; 3] = std::array::from_fn(|k| start[k] + step[k] * i as f32);
            let color = if flat {
                colors[0]
            } else {
                std::array::from_fn(|k| {
                    share[0] * colors[0][k] + share[1] * colors[1][k] + share[2] * colors[2][k]
                })
            };
            let uv = uv[0] * share[0] + uv[1] * share[1] + uv[2] * share[2];
            lay_over(pixel, times(color, texture.sample(uv.to_pos2())));
        }
    }
}

/// Twice the area of a triangle, positive one way round.
fn cross(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn times(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|i| a[i] * b[i] / 255.0)
}

fn rounded(color: [f32; 4]) -> Color32 {
    let bytes = color.map(|v| (v + 0.5).min(255.0) as u8);
    Color32::from_rgba_premultiplied(bytes[0], bytes[1], bytes[2], bytes[3])
}

/// Blends a premultiplied colour over a pixel.
pub(super) fn lay_over(pixel: &mut Color32, color: [f32; 4]) {
    let ground = channels(*pixel);
    let through = 1.0 - color[3] / 255.0;
    *pixel = rounded(std::array::from_fn(|i| color[i] + ground[i] * through));
}

#[cfg(test)]
mod paint_tests {
    use super::*;
    use eframe::egui::{TextureOptions, Vec2, pos2};

    const ID: TextureId = TextureId::Managed(7);

    fn painter(pixels: Vec<Color32>, size: [usize; 2]) -> CpuPainter {
        let mut painter = CpuPainter::default();
        let image = eframe::egui::ColorImage::new(size, pixels);
        painter.update_texture(ID, &ImageDelta::full(image, TextureOptions::LINEAR));
        painter
    }

    fn mesh(corners: &[(Pos2, Pos2, Color32)], triangles: &[[u32; 3]]) -> ClippedPrimitive {
        let mut mesh = Mesh::with_texture(ID);
        for &(pos, uv, color) in corners {
            mesh.vertices.push(Vertex { pos, uv, color });
        }
        for [a, b, c] in triangles {
            mesh.add_triangle(*a, *b, *c);
        }
        ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(mesh) }
    }

    fn disc(color: Color32) -> ClippedPrimitive {
        let center = (pos2(20.3, 19.8), Pos2::ZERO, color);
        let rim = (0..24).map(|i| {
            let angle = std::f32::consts::TAU * i as f32 / 24.0;
            (center.0 + Vec2::angled(angle) * 17.0, Pos2::ZERO, color)
        });
        let corners: Vec<_> = std::iter::once(center).chain(rim).collect();
        let triangles: Vec<_> = (0..24).map(|i| [0, 1 + i, 1 + (i + 1) % 24]).collect();
        mesh(&corners, &triangles)
    }

    /// Where triangles meet, each pixel is painted by exactly one of them: a translucent fan shows neither seams nor
    /// doubled pixels.
    #[test]
    fn neighbours_neither_overlap_nor_leave_gaps() {
        let painter = painter(vec![Color32::WHITE], [1, 1]);
        let half = Color32::from_rgba_premultiplied(100, 0, 0, 100);
        let picture = painter.paint([40, 40], 1.0, &[disc(half)], Color32::BLACK);
        for (x, y, pixel) in picture.enumerate_pixels() {
            let out = (pos2(x as f32 + 0.5, y as f32 + 0.5) - pos2(20.3, 19.8)).length();
            if out < 16.5 {
                assert_eq!(pixel.0, [100, 0, 0, 255], "{x} {y}");
            } else if out > 17.1 {
                assert_eq!(pixel.0, [0, 0, 0, 255], "{x} {y}");
            }
        }
    }

    #[test]
    fn textures_at_their_own_size_are_copied_exactly() {
        let pixels: Vec<Color32> = (0..64).map(|i| Color32::from_gray((i * 4) as u8)).collect();
        let painter = painter(pixels.clone(), [8, 8]);
        let corner =
            |x: f32, y: f32| (pos2(3.0 + 8.0 * x, 5.0 + 8.0 * y), pos2(x, y), Color32::WHITE);
        let quad = mesh(
            &[corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)],
            &[[0, 1, 2], [0, 2, 3]],
        );
        let picture = painter.paint([16, 16], 1.0, &[quad], Color32::RED);
        for y in 0..8 {
            for x in 0..8 {
                let found = picture.get_pixel(3 + x, 5 + y).0;
                assert_eq!(found, pixels[(y * 8 + x) as usize].to_array(), "{x} {y}");
            }
        }
        assert_eq!(picture.get_pixel(2, 5).0, Color32::RED.to_array());
        assert_eq!(picture.get_pixel(11, 12).0, Color32::RED.to_array());
    }

    #[test]
    fn the_row_ends_agree_with_a_test_of_every_pixel() {
        let mut random = tabia_chess::SplitMix64::new(5);
        let mut next = || (random.unit_f64() * 50.0 - 5.0) as f32;
        for _ in 0..500 {
            let vertex = |pos| Vertex { pos, uv: Pos2::ZERO, color: Color32::WHITE };
            let corners = [0, 1, 2].map(|_| vertex(pos2(next(), next())));
            let Some(triangle) = Triangle::new(corners, 1.25) else { continue };
            for y in 0..40 {
                let (from, to) = triangle.row(y, (0, 40));
                for x in 0..40 {
                    let middle = [x * SUB + SUB / 2, y * SUB + SUB / 2];
                    let inside = (0..3).all(|i| {
                        let (a, b) = triangle.edge(i);
                        let w = cross(a, b, middle);
                        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
                        w > 0 || w == 0 && (dy < 0 || dy == 0 && dx > 0)
                    });
                    assert_eq!(inside, (from..to).contains(&x), "{:?} {x} {y}", triangle.corners);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tabia_app::window::workspace::PaneId;

    use super::*;

    fn request() -> ScreenshotRequest {
        ScreenshotRequest {
            file: "none.png".into(),
            fen: Some("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".to_owned()),
            games: None,
            workspace: None,
            panel: None,
            size: [800, 600],
            scale: 1.0,
            theme: Colours::Dark,
            language: None,
            think_ms: 0,
        }
    }

    fn prepared(request: &ScreenshotRequest) -> Shell {
        let options = ShellOptions { home: None, engine: true, no_animation: true };
        let mut shell = Shell::new(&Context::default(), &options);
        prepare(&mut shell, request).unwrap();
        shell
    }

    #[test]
    fn the_engine_thinks_in_every_workspace_with_analysis() {
        for workspace in [Workspace::Play, Workspace::Study, Workspace::Lab] {
            let workspace = Some(workspace.name().to_owned());
            let shell = prepared(&ScreenshotRequest { workspace, think_ms: 1, ..request() });
            assert!(shell.model.engine.analysis, "{:?}", shell.model.view.workspace);
        }
        for workspace in [Workspace::Arena, Workspace::Training] {
            let workspace = Some(workspace.name().to_owned());
            let shell = prepared(&ScreenshotRequest { workspace, think_ms: 1, ..request() });
            assert!(shell.model.toasts.iter().next().is_none(), "no refusal is in the picture");
        }
    }

    #[test]
    fn every_panel_can_be_opened_by_its_name() {
        for info in panes::all() {
            let panel = Some(info.id.title().to_owned());
            let shell = prepared(&ScreenshotRequest { panel, ..request() });
            assert!(shell.model.view.panes.contains(&info.id), "{:?}", info.id);
        }
        let _english = Language::english().on_this_thread();
        for title in ["Suchbaum", "Search tree"] {
            let (panel, language) = (Some(title.to_owned()), Some("de".to_owned()));
            let shell = prepared(&ScreenshotRequest { panel, language, ..request() });
            assert!(shell.model.view.panes.contains(&PaneId::SearchTree), "{title}");
        }
    }
}

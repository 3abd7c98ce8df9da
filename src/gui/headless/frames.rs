//! An interface without a window, run frame by frame.

use std::time::Duration;

use eframe::egui::epaint::ClippedShape;
use eframe::egui::{Color32, Context, Event, Pos2, RawInput, Rect, Ui, Vec2, ViewportId, vec2};
use image::RgbaImage;

use super::paint::CpuPainter;

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

//! Shared by the tests of the interface: kittest pictures painted by the program's own CPU painter, so
//! that no test needs a graphics card, and pictures are the same everywhere.

use eframe::egui;
use egui_kittest::TestRenderer;
use image::RgbaImage;
use tabia::gui::headless::paint::CpuPainter;

/// The renderer for `Harness::builder().renderer(..)`.
#[derive(Debug, Default)]
pub(crate) struct Cpu(CpuPainter);

impl TestRenderer for Cpu {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        self.0.update_textures(delta);
    }

    fn render(
        &mut self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
    ) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let pixels = (ctx.content_rect().size() * scale).round();
        let size = [pixels.x as usize, pixels.y as usize];
        let primitives = ctx.tessellate(output.shapes.clone(), scale);
        Ok(self.0.paint(size, scale, &primitives, egui::Color32::BLACK))
    }
}

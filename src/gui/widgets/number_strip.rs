//! Many numbers as a strip of little cells, each the brighter the greater its number.

use eframe::egui::epaint::Mesh;
use eframe::egui::{Pos2, Rect, Role, Sense, Shape, Ui, WidgetInfo, pos2, vec2};

use crate::gui::look::theme;

/// Steps of the scale.
const STEPS: usize = 24;
/// Side a cell has at least, points.
const CELL: f32 = 5.0;

/// Shows numbers between 0 and 1, in reading order, over the whole width. The pointer is told `hint` of a number. The
/// cells are one mesh.
pub(crate) fn show(ui: &mut Ui, name: &str, shares: &[f32], hint: impl Fn(usize) -> String) {
    let width = ui.available_width();
    let columns = columns(shares.len(), width);
    let cell = width / columns as f32;
    let rows = shares.len().div_ceil(columns);
    let size = vec2(width, rows as f32 * cell.min(9.0));
    let (area, response) = ui.allocate_exact_size(size, Sense::hover());
    let height = area.height() / rows.max(1) as f32;
    let rect_of = |at: usize| {
        let corner = vec2((at % columns) as f32 * cell, (at / columns) as f32 * height);
        Rect::from_min_size(area.min + corner, vec2(cell, height))
    };
    if ui.is_rect_visible(area) {
        let p = theme::palette(ui);
        let mut mesh = Mesh::default();
        for (at, share) in shares.iter().enumerate() {
            let color = p.raised.lerp_to_gamma(p.accent, share.clamp(0.0, 1.0));
            mesh.add_colored_rect(rect_of(at).shrink(0.4), color);
        }
        ui.painter().add(Shape::mesh(mesh));
    }
    let under = |pos: Pos2| (0..shares.len()).find(|&at| rect_of(at).contains(pos));
    if let Some(at) = response.hover_pos().and_then(under) {
        let frame = rect_of(at).expand(0.5);
        let stroke = (1.0, theme::palette(ui).text);
        ui.painter().rect_stroke(frame, 0, stroke, eframe::egui::StrokeKind::Outside);
        response.clone().on_hover_text_at_pointer(hint(at));
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
}

/// Cells in a row: a power of two, so that rows break at the same numbers in a narrow and a wide panel.
fn columns(count: usize, width: f32) -> usize {
    let room = (width / CELL).max(1.0) as usize;
    let mut columns = 1;
    while columns * 2 <= room.min(count.max(1)) {
        columns *= 2;
    }
    columns
}

/// A scale from nothing to one for the strips above it.
pub(crate) fn legend(ui: &mut Ui, low: &str, high: &str) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.label(eframe::egui::RichText::new(low).small().color(p.text_weak));
        let (rect, _) = ui.allocate_exact_size(vec2(72.0, 8.0), Sense::hover());
        let step = rect.width() / STEPS as f32;
        let mut mesh = Mesh::default();
        for at in 0..STEPS {
            let corner = pos2(rect.left() + at as f32 * step, rect.top());
            let color = p.raised.lerp_to_gamma(p.accent, at as f32 / (STEPS - 1) as f32);
            mesh.add_colored_rect(Rect::from_min_size(corner, vec2(step, rect.height())), color);
        }
        ui.painter().add(Shape::mesh(mesh));
        ui.label(eframe::egui::RichText::new(high).small().color(p.text_weak));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_powers_of_two_that_fit() {
        assert_eq!(columns(512, 400.0), 64);
        assert_eq!(columns(512, 700.0), 128);
        assert_eq!(columns(32, 700.0), 32);
        assert_eq!((columns(0, 100.0), columns(512, 0.0)), (1, 1));
    }
}

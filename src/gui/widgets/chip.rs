//! An engine as a chip: its mark in its colour, its name, and a cross that sends it away. A click on the chip
//! chooses it.

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    Align2, Color32, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2,
};

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use tabia_games::printable;

/// Height of a chip, points.
pub(crate) const HEIGHT: f32 = 26.0;
/// Radius of the mark, points.
const MARK: f32 = 8.5;
/// Width of the cross, points.
const CROSS: f32 = 20.0;
/// Space around the name, points.
const PAD: f32 = 6.0;

/// What the mark tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It is searching: filled.
    Full,
    /// It rests: a ring.
    Ring,
    /// Something is wrong: a warning sign.
    Trouble,
}

/// A chip.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chip<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it does, in a word or two, for screen readers and the pointer.
    pub state: &'a str,
    /// The letters in its mark.
    pub initial: &'a str,
    /// Its colour.
    pub color: Color32,
    /// What the mark tells.
    pub mark: Mark,
    /// Whether it is the chosen one.
    pub chosen: bool,
    /// Whether it can be sent away.
    pub leaves: bool,
    /// Widest it may be, points.
    pub widest: f32,
}

/// What was done to a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChipEvent {
    /// It was chosen.
    Chosen,
    /// It was sent away.
    Left,
}

/// Shows a chip.
pub(crate) fn show(ui: &mut Ui, chip: &Chip<'_>) -> Option<ChipEvent> {
    let p = theme::palette(ui);
    let cross = if chip.leaves { CROSS } else { 0.0 };
    let fixed = 2.0 * MARK + 3.0 * PAD + cross;
    let color = if chip.chosen { p.text } else { p.text_weak };
    let name = elided(ui, chip.name, (chip.widest - fixed).max(16.0), color);
    let size = vec2((fixed + name.size().x).ceil(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let fill = match (chip.chosen, response.hovered()) {
        (true, _) => p.active,
        (false, true) => p.hover,
        (false, false) => p.raised,
    };
    let radius = HEIGHT / 2.0;
    ui.painter().rect(rect, radius, fill, (1.0, p.border), StrokeKind::Inside);
    if response.has_focus() {
        let ring = Stroke::new(1.5, p.accent);
        ui.painter().rect_stroke(rect, radius, ring, StrokeKind::Inside);
    }
    mark(ui, Rect::from_min_size(rect.min, Vec2::splat(HEIGHT)), chip);
    let at = rect.left_center() + vec2(2.0 * MARK + 2.0 * PAD, -name.size().y / 2.0);
    ui.painter().galley(at, name, color);
    let words = format!("{}, {}", chip.name, chip.state);
    response
        .widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), chip.chosen, &words));
    let left = chip.leaves && cross_ui(ui, rect, chip);
    let response = response.on_hover_text(words.clone());
    match (left, response.clicked()) {
        (true, _) => Some(ChipEvent::Left),
        (false, true) => Some(ChipEvent::Chosen),
        (false, false) => None,
    }
}

/// Lays a name out on one line, cut with dots where it is wider than that.
pub(crate) fn elided(
    ui: &Ui,
    text: &str,
    widest: f32,
    color: Color32,
) -> std::sync::Arc<eframe::egui::Galley> {
    let wrap = TextWrapping::truncate_at_width(widest);
    let mut job = LayoutJob { wrap, ..LayoutJob::default() };
    job.append(&printable::line(text), 0.0, TextFormat::simple(FontId::proportional(13.0), color));
    ui.painter().layout_job(job)
}

/// The mark of an engine: a disc or ring with its letters, or a warning sign.
fn mark(ui: &Ui, place: Rect, chip: &Chip<'_>) {
    let p = theme::palette(ui);
    let at = place.center();
    let ink = match chip.mark {
        Mark::Full => {
            ui.painter().circle_filled(at, MARK, chip.color);
            p.panel
        }
        Mark::Ring => {
            ui.painter().circle_stroke(at, MARK - 0.75, (1.5, chip.color));
            chip.color
        }
        Mark::Trouble => {
            let font = FontId::proportional(15.0);
            let sign = Icon::Warning.glyph();
            ui.painter().text(at, Align2::CENTER_CENTER, sign, font, p.bad);
            return;
        }
    };
    let size = if chip.initial.chars().count() > 1 { 9.5 } else { 11.5 };
    let font = FontId::proportional(size);
    ui.painter().text(at, Align2::CENTER_CENTER, chip.initial, font, ink);
}

fn cross_ui(ui: &Ui, rect: Rect, chip: &Chip<'_>) -> bool {
    let p = theme::palette(ui);
    let place = Rect::from_min_max(rect.right_top() - vec2(CROSS + 2.0, 0.0), rect.max);
    let id = ui.scope_id().with(("leave", chip.name, chip.initial));
    let response = ui.interact(place.shrink2(vec2(0.0, 3.0)), id, Sense::click());
    let color = if response.hovered() { p.text } else { p.text_faint };
    let font = FontId::proportional(theme::SMALL);
    ui.painter().text(place.center(), Align2::CENTER_CENTER, Icon::Cross.glyph(), font, color);
    let name = format!("{} no longer takes part", chip.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
    response.on_hover_text("Let it no longer take part").clicked()
}

//! A player's clock: the time large, whose turn it is by fill and edge, low time by a sign and colour.

use eframe::egui::{Align2, FontId, Role, Sense, StrokeKind, Ui, WidgetInfo, vec2};

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;

/// Room for a sign and `1:02:33`, points.
const WIDTH: f32 = 124.0;
/// Room for what the control says besides, points.
const CAPTION: f32 = 84.0;
const HEIGHT: f32 = 32.0;

/// What a clock shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockFace {
    /// The time as text.
    pub text: String,
    /// Whose clock, for screen readers.
    pub owner: String,
    /// Whether it runs.
    pub running: bool,
    /// Whether there is little left.
    pub low: bool,
    /// What the control says besides: moves to go, what is left of a delay. `None` where it never says anything.
    pub caption: Option<String>,
    /// The control in words, for the pointer.
    pub control: String,
    /// It shows no time but what a move may cost: smaller, for it has more letters.
    pub is_words: bool,
}

/// Shows a clock.
pub fn show(ui: &mut Ui, clock: &ClockFace) {
    let p = theme::palette(ui);
    let caption = clock.caption.as_deref();
    let width = WIDTH + caption.map_or(0.0, |_| CAPTION);
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
    let fill = if clock.running { p.accent_fill } else { p.raised };
    let edge = match (clock.low, clock.running) {
        (true, _) => p.bad,
        (false, true) => p.accent,
        (false, false) => p.edge,
    };
    let width = if clock.running { 1.5 } else { 1.0 };
    ui.painter().rect(rect, theme::RADIUS, fill, (width, edge), StrokeKind::Inside);
    let color = if clock.running { p.text } else { p.text_weak };
    let right = rect.right_center() - vec2(10.0, 0.0);
    let font = if clock.is_words { FontId::proportional(14.0) } else { FontId::monospace(20.0) };
    ui.painter().text(right, Align2::RIGHT_CENTER, &clock.text, font, color);
    let sign = match (clock.low, clock.running) {
        (true, _) => Some((Icon::Warning, p.bad)),
        (false, true) => Some((Icon::Clock, p.accent)),
        (false, false) => None,
    };
    if let Some(caption) = caption {
        let left = rect.left_center() + vec2(28.0, 0.0);
        let font = FontId::proportional(theme::SMALL);
        ui.painter().text(left, Align2::LEFT_CENTER, caption, font, p.text_weak);
    }
    if let Some((icon, color)) = sign {
        let left = rect.left_center() + vec2(8.0, 0.0);
        let font = FontId::proportional(14.0);
        ui.painter().text(left, Align2::LEFT_CENTER, icon.glyph(), font, color);
    }
    let low = if clock.low { ", low" } else { "" };
    let runs = if clock.running { ", running" } else { "" };
    let besides = caption.filter(|text| !text.is_empty());
    let besides = besides.map_or_else(String::new, |text| format!(", {text}"));
    let name = format!("{}'s clock {}{low}{runs}{besides}", clock.owner, clock.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Timer, true, &name));
    response.on_hover_text(&clock.control);
}

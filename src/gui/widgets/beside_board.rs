//! Widgets beside the board: the evaluation bar (White's share by expected score), the clocks, the pieces of a position
//! being edited.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui;
use eframe::egui::{
    Align2, CornerRadius, FontId, Galley, Id, Painter, Rect, Response, Role, Sense, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use tabia_chess::{Color, Outcome, Piece, PieceType};
use tabia_engine::search::score::{Bound, Score, Wdl};
use tabia_games::game::result::GameResult;
use tabia_games::words;
use tabia_text::{number, t};

use super::board;
use crate::gui::look::icons::Icon;
use crate::gui::look::pieces::PieceSet;
use crate::gui::look::theme;
use crate::gui::look::theme::TRAY as GROUND;

/// How much of the bar is dimmed if the lines are about something else.
const ASIDE: f32 = 0.55;
/// Corners of the bar, points.
const RADIUS: u8 = 4;

/// How good a position is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evaluation {
    /// Nothing is known, which is not the same as equality.
    Unknown,
    /// The position has been evaluated.
    Score {
        /// White's view.
        score: Score,
        /// The kind of bound.
        bound: Bound,
        /// Depth of the search behind it, plies.
        depth: Option<u32>,
        /// The probabilities of win, draw and loss behind the score, White's view.
        wdl: Wdl,
    },
    /// The game is over here.
    Over(Outcome),
}

impl Evaluation {
    /// White's share of the bar, 0 to 1.
    fn share(self) -> Option<f32> {
        match self {
            Evaluation::Unknown => None,
            Evaluation::Score { wdl, .. } => Some(wdl.expected_percent() as f32 / 100.0),
            Evaluation::Over(outcome) => Some(match outcome.winner() {
                Some(Color::White) => 1.0,
                Some(Color::Black) => 0.0,
                None => 0.5,
            }),
        }
    }

    /// The whole of it in words.
    fn words(self, source: Option<&str>) -> String {
        match self {
            Evaluation::Unknown => t!("widget-evaluation-unknown").to_owned(),
            Evaluation::Score { score, bound, depth, wdl } => {
                let score = format!("{}{}", bound.sign(), score.text());
                let mut words = vec![t!("widget-evaluation", score = score)];
                words.extend(depth.map(|depth| t!("present-depth", depth = depth)));
                words.extend(source.map(str::to_owned));
                let share = number(wdl.expected_percent(), 0);
                words.push(t!("widget-evaluation-share", share = share));
                words.join(", ")
            }
            Evaluation::Over(outcome) => {
                let result = GameResult::won_by(outcome.winner()).shown();
                format!("{result}, {}", words::outcome(outcome))
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalBar<'a> {
    /// The evaluation of the position.
    pub evaluation: Evaluation,
    /// The source, as in `by Stockfish 16`; `None` if it need not be named.
    pub source: Option<&'a str>,
    /// What the lines beside the board are about, if it is not the whole position as in the bar.
    pub lines_of: Option<&'a str>,
    /// The side at the bottom.
    pub orientation: Color,
    /// Whether it glides to a new score.
    pub animate: bool,
}

/// Shows the bar in this place.
pub fn eval_bar(ui: &Ui, rect: Rect, bar: &EvalBar<'_>) {
    let p = theme::palette(ui);
    let id = ui.scope_id().with("evaluation bar");
    let painter = ui.painter_at(rect);
    let share = bar
        .evaluation
        .share()
        .map(|target| if bar.animate { glide(ui, id.with("share"), target) } else { target });
    match share {
        Some(share) => {
            sides(&painter, rect, bar.orientation, share, p);
            if bar.lines_of.is_some() {
                // It is dimmed, as it does not match the lines.
                painter.rect_filled(rect, RADIUS, p.panel.gamma_multiply(ASIDE));
            }
        }
        None => {
            painter.rect_filled(rect, RADIUS, p.raised);
        }
    }
    for eighth in 1..8 {
        let y = rect.top() + rect.height() * eighth as f32 / 8.0;
        if eighth == 4 {
            let ink = match share {
                Some(white) if white >= 0.5 => p.black_side,
                Some(_) => p.white_side,
                None => p.text_faint,
            };
            painter.hline(rect.x_range(), y, (2.0, ink));
        } else {
            let tick = rect.width() * 0.22;
            let stroke = (1.0, p.text_faint.gamma_multiply(0.55));
            painter.hline(rect.left()..=rect.left() + tick, y, stroke);
            painter.hline(rect.right() - tick..=rect.right(), y, stroke);
        }
    }
    painter.rect_stroke(rect, RADIUS, (1.0, p.edge), StrokeKind::Inside);
    let mut name = bar.evaluation.words(bar.source);
    if let Some(lines_of) = bar.lines_of {
        name = t!("widget-evaluation-aside", evaluation = name, asked = lines_of);
    }
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, &name));
    response.on_hover_text(name.clone());
}

/// How long the bar takes to reach a new score, seconds.
const GLIDE: f64 = 0.3;
/// Time between two frames of that: a search runs meanwhile and must not be slowed down by drawing.
const GLIDE_FRAME: Duration = Duration::from_millis(67);

/// The bar's current share on its way to a target.
fn glide(ui: &Ui, id: Id, target: f32) -> f32 {
    let now = ui.input(|input| input.time);
    let known = ui.data(|data| data.get_temp::<(f32, f32, f64)>(id));
    let at = |(from, to, since): (f32, f32, f64)| {
        from + (to - from) * ((now - since) / GLIDE).clamp(0.0, 1.0) as f32
    };
    let way = match known {
        None => (target, target, now),
        Some(way) if (way.1 - target).abs() > 1e-4 => (at(way), target, now),
        Some(way) => way,
    };
    ui.data_mut(|data| data.insert_temp(id, way));
    let share = at(way);
    if (share - target).abs() > 1e-4 {
        ui.request_repaint_after(GLIDE_FRAME);
    }
    share
}

/// White's share and Black's, with round outer corners.
fn sides(painter: &Painter, rect: Rect, orientation: Color, white: f32, p: &theme::Palette) {
    let pixel = 1.0 / painter.pixels_per_point();
    let (below, upper, lower) = match orientation {
        Color::White => (white, p.black_side, p.white_side),
        Color::Black => (1.0 - white, p.white_side, p.black_side),
    };
    let y = rect.bottom() - (rect.height() * below / pixel).round() * pixel;
    painter.rect_filled(rect, RADIUS, upper);
    let lower_part = Rect::from_min_max(pos2(rect.left(), y), rect.max);
    if lower_part.is_positive() {
        let radius = f32::from(RADIUS).min(lower_part.height());
        let top = if y <= rect.top() { RADIUS } else { 0 };
        let corners = CornerRadius { nw: top, ne: top, sw: radius as u8, se: radius as u8 };
        painter.rect_filled(lower_part, corners, lower);
    }
}

// A player's clock: the time large, the turn shown by fill and edge, low time by an icon and colour.

/// Room for a sign and `1:02:33`, points.
const WIDTH: f32 = 124.0;
/// Room for the sign alone, points.
const SIGN: f32 = 24.0;
/// Room for what the control shows besides, points.
const CAPTION: f32 = 84.0;
const HEIGHT: f32 = 32.0;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockFace {
    /// The time as text.
    pub text: String,
    /// The longest time of the control as text.
    pub full: String,
    /// Whose clock, for screen readers.
    pub owner: String,
    /// Whether it runs.
    pub running: bool,
    /// Whether little time is left.
    pub low: bool,
    /// What the control shows besides: moves to go, what is left of a delay. `None` if it never shows anything.
    pub caption: Option<String>,
    /// The control in words, as a tooltip.
    pub control: String,
    /// It shows the limit of a move instead of a time: in a smaller font, as the text is longer.
    pub is_words: bool,
}

pub fn clock_face(ui: &mut Ui, clock: &ClockFace) {
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
    let room = WIDTH - SIGN - 10.0;
    let galley = fitted(ui.painter(), &clock.text, (font, color), room);
    let place = Align2::RIGHT_CENTER.anchor_size(right, galley.size());
    ui.painter().galley(place.min, galley, color);
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
    announce(response, clock);
}

/// The clock's name for screen readers, and its control as a tooltip.
fn announce(response: Response, clock: &ClockFace) {
    let mut words =
        vec![t!("widget-clock", side = clock.owner.as_str(), time = clock.text.as_str())];
    words.extend(clock.low.then(|| t!("widget-clock-low").to_owned()));
    words.extend(clock.running.then(|| t!("widget-clock-running").to_owned()));
    words.extend(clock.caption.clone().filter(|text| !text.is_empty()));
    let name = words.join(", ");
    response.widget_info(|| WidgetInfo::labeled(Role::Timer, true, &name));
    response.on_hover_text(&clock.control);
}

/// A text in one line; in a smaller font if it is wider than `room`, points.
fn fitted(
    painter: &Painter,
    text: &str,
    (font, ink): (FontId, egui::Color32),
    room: f32,
) -> Arc<Galley> {
    let galley = painter.layout_no_wrap(text.to_owned(), font.clone(), ink);
    let width = galley.size().x;
    if width <= room {
        return galley;
    }
    let size = (font.size * room / width).max(1.0);
    painter.layout_no_wrap(text.to_owned(), FontId { size, ..font }, ink)
}

/// Margin of the time on a large clock, points.
const MARGIN: f32 = 4.0;
/// Minimum width of a large clock, points.
const CARD_WIDTH: f32 = 104.0;

/// Whether a clock needs more room than minutes and seconds do: as long as no more time is gained than the control
/// gives, this depends only on the control.
fn is_wide(clock: &ClockFace) -> bool {
    [&clock.text, &clock.full].iter().any(|text| text.chars().count() > "00:00".len())
}

/// Width of a large clock of this height, points.
pub fn clock_width(ui: &Ui, clock: &ClockFace, height: f32) -> f32 {
    if clock.is_words {
        let font = FontId::proportional(14.0);
        let galley = ui.painter().layout_no_wrap(clock.text.clone(), font, egui::Color32::WHITE);
        return (galley.size().x + 20.0).max(CARD_WIDTH);
    }
    let caption = if clock.caption.is_some() { CAPTION } else { 0.0 };
    let digits = if is_wide(clock) { 1.3 } else { 1.0 };
    CARD_WIDTH * (height / 44.0).max(0.8) * digits + caption
}

/// Background and ink of a clock on a player's card: the running one is inverse, one with little time left is red.
fn card_colors(clock: &ClockFace, p: &theme::Palette) -> (egui::Color32, egui::Color32) {
    match (clock.low, clock.running) {
        (true, true) => (theme::ALARM.dark, theme::ALARM.light),
        (true, false) => (p.raised, p.bad),
        (false, true) => (p.text, p.window),
        (false, false) => (p.raised, p.text),
    }
}

/// A clock on a player's card.
pub fn clock_card(ui: &Ui, rect: Rect, clock: &ClockFace) {
    let (ground, ink) = card_colors(clock, theme::palette(ui));
    let painter = ui.painter();
    painter.rect_filled(rect, theme::RADIUS, ground);
    let size = if clock.is_words { 14.0 } else { rect.height() * 0.68 };
    let font = FontId::proportional(size);
    let mut middle = rect;
    if let Some(caption) = &clock.caption {
        middle.min.x += CAPTION - 10.0;
        let left = rect.left_center() + vec2(10.0, 0.0);
        let small = FontId::proportional(theme::SMALL);
        painter.text(left, Align2::LEFT_CENTER, caption, small, ink);
    }
    let galley = fitted(painter, &clock.text, (font, ink), middle.width() - 2.0 * MARGIN);
    let place = Align2::CENTER_CENTER.anchor_size(middle.center(), galley.size());
    painter.galley(place.min, galley, ink);
    let id = ui.scope_id().with(("clock", &clock.owner));
    announce(ui.interact(rect, id, Sense::hover()), clock);
}

// The pieces of one side in a row or a column, to choose one by a click or to drag one onto a board being edited.

/// Shows the tray with pieces of this size in points, as a column if it is upright; returns the piece that was clicked.
pub(crate) fn piece_tray(
    ui: &mut Ui,
    color: Color,
    (side, upright): (f32, bool),
    chosen: Option<Piece>,
) -> Option<Piece> {
    let mut clicked = None;
    let all = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        let pieces = PieceSet::get(ui, side * 0.88);
        for kind in PieceType::ALL.into_iter().rev() {
            let piece = Piece::new(color, kind);
            let is_chosen = chosen == Some(piece);
            let (rect, response) =
                ui.allocate_exact_size(vec2(side, side), Sense::click_and_drag());
            let p = theme::palette(ui);
            let fill = match (is_chosen, response.hovered()) {
                (true, _) => p.accent,
                (false, true) => GROUND.light,
                (false, false) => GROUND.dark,
            };
            ui.painter().rect_filled(rect, theme::RADIUS, fill);
            pieces.paint(ui.painter(), piece, rect.shrink(side * 0.06), egui::Color32::WHITE);
            board::carry(&response, piece);
            let (color, kind) = (words::color_id(color), kind.name());
            let name = t!("widget-piece", color = color, piece = kind);
            response.widget_info(|| {
                egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, &name)
            });
            if response.clicked() {
                clicked = Some(piece);
            }
            if response.dragged() {
                carried(ui, &pieces, piece, side);
            }
        }
    };
    if upright {
        ui.vertical(all);
    } else {
        ui.horizontal(all);
    }
    clicked
}

/// The piece under the pointer, above everything.
fn carried(ui: &Ui, pieces: &PieceSet, piece: Piece, side: f32) {
    let Some(pos) = ui.pointer_interact_pos() else { return };
    let rect = Rect::from_center_size(pos, vec2(side, side) * 1.3);
    let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("carried piece"));
    let painter = ui.painter().clone().with_layer_id(layer).with_clip_rect(ui.content_rect());
    pieces.paint(&painter, piece, rect, egui::Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_low_clocks_the_running_one_stands_out() {
        let colors = |running, low| {
            card_colors(&ClockFace { running, low, ..ClockFace::default() }, &theme::DARK)
        };
        let all = [(false, false), (true, false), (false, true), (true, true)];
        let all = all.map(|(running, low)| colors(running, low));
        assert!((0..4).all(|at| !all[at + 1..].contains(&all[at])), "{all:?}");
        assert_eq!(colors(false, true).0, colors(false, false).0, "it stands");
    }

    #[test]
    fn the_width_of_a_clock_depends_on_its_control() {
        let is_wide = |text: &str, full: &str| {
            let (text, full) = (text.to_owned(), full.to_owned());
            is_wide(&ClockFace { text, full, ..ClockFace::default() })
        };
        assert!(["1:00:00", "59:55", "0:03", "9.4"].iter().all(|text| is_wide(text, "1:00:00")));
        assert!(!["5:00", "12:00", "−0:05"].iter().any(|text| is_wide(text, "5:00")));
        assert!(is_wide("1:00:03", "5:00"), "time gained by increments");
    }

    #[test]
    fn a_text_that_is_too_wide_is_shown_smaller() {
        let ctx = egui::Context::default();
        let _ = ctx.run_ui(egui::RawInput::default(), |ui| {
            for text in ["0:03", "1:00:00", "8784:00:00"] {
                let font = FontId::proportional(30.0);
                let galley = fitted(ui.painter(), text, (font, egui::Color32::WHITE), 90.0);
                assert!(galley.size().x <= 91.0, "{text}");
            }
        });
    }
}

//! The evaluation as a bar beside the board: White's share by winning chance, the score in figures at
//! the end of the side that stands better.

use eframe::egui::{
    self, Align2, CornerRadius, FontId, Painter, Rect, Role, Sense, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

use crate::chess::color::Color;
use crate::engine::score::{Bound, Score};

use super::super::theme;

/// Corners of the bar, points.
const RADIUS: u8 = 4;

/// What the bar shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalBar {
    /// White's view and how far it is known; `None` while nothing is known.
    pub score: Option<(Score, Bound)>,
    /// Depth of the search behind it, plies.
    pub depth: Option<u32>,
    /// The side at the bottom.
    pub orientation: Color,
    /// Whether it glides to a new score.
    pub animate: bool,
}

/// Shows the bar in this place.
pub fn show(ui: &Ui, rect: Rect, bar: &EvalBar) {
    let p = theme::palette(ui);
    let id = ui.scope_id().with("evaluation bar");
    let painter = ui.painter_at(rect);
    match bar.score {
        Some((score, _)) => {
            let target = score.win_percent() as f32 / 100.0;
            let seconds = if bar.animate { 0.3 } else { 0.0 };
            let share = ui.animate_value_with_time(id.with("share"), target, seconds);
            sides(&painter, rect, bar.orientation, share, p);
            figures(ui, rect, bar.orientation, score);
        }
        // Nothing known is not the same as an even game.
        None => {
            painter.rect_filled(rect, RADIUS, p.raised);
        }
    }
    for eighth in 1..8 {
        let y = rect.top() + rect.height() * eighth as f32 / 8.0;
        if eighth == 4 {
            painter.hline(rect.x_range(), y, (2.0, p.accent));
        } else {
            let tick = rect.width() * 0.22;
            let stroke = (1.0, p.text_faint.gamma_multiply(0.55));
            painter.hline(rect.left()..=rect.left() + tick, y, stroke);
            painter.hline(rect.right() - tick..=rect.right(), y, stroke);
        }
    }
    painter.rect_stroke(rect, RADIUS, (1.0, p.border), StrokeKind::Inside);
    let name = match bar.score {
        Some((score, bound)) => {
            let depth = bar.depth.map_or_else(String::new, |depth| format!(" at depth {depth}"));
            format!("Evaluation {}{score} for White{depth}", bound.sign())
        }
        None => "Evaluation unknown".to_owned(),
    };
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, &name));
    response.on_hover_text(name.clone());
}

/// White's share and Black's, the outer corners round.
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

/// The score without its sign, at the end of the side that stands better.
fn figures(ui: &Ui, rect: Rect, orientation: Color, score: Score) {
    let p = theme::palette(ui);
    let white_better = score.clamped_cp(1) >= 0;
    let text = match (score.mate_in_moves(), score) {
        (Some(moves), _) => format!("#{}", moves.abs()),
        (None, Score::Cp(cp)) if cp.abs() >= 1000 => format!("{}", cp.abs() / 100),
        (None, Score::Cp(cp)) => format!("{:.1}", f64::from(cp.abs()) / 100.0),
        (None, Score::Mate(_)) => "#".to_owned(),
    };
    let at_bottom = white_better == (orientation == Color::White);
    let (at, align) = if at_bottom {
        (rect.center_bottom() - vec2(0.0, 4.0), Align2::CENTER_BOTTOM)
    } else {
        (rect.center_top() + vec2(0.0, 4.0), Align2::CENTER_TOP)
    };
    let color: egui::Color32 = if white_better { p.black_side } else { p.white_side };
    ui.painter().text(
        at,
        align,
        text,
        FontId::proportional((rect.width() * 0.5).clamp(9.0, 12.0)),
        color,
    );
}

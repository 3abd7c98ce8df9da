//! The evaluation as a bar beside the board: White's share by winning chance, the score in figures at
//! the end of the side that stands better.

use eframe::egui::{
    self, Align2, FontId, Id, Rect, Role, Sense, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::chess::color::Color;
use crate::engine::score::{Bound, Score};

use super::super::theme;

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
    let id = Id::unique("evaluation bar");
    let target = bar.score.map_or(50.0, |(score, _)| score.win_percent()) as f32 / 100.0;
    let seconds = if bar.animate { 0.3 } else { 0.0 };
    let share = ui.animate_value_with_time(id.with("share"), target, seconds);
    let white_height = (rect.height() * share).round();
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4, p.black_side);
    let white = if bar.orientation == Color::White {
        Rect::from_min_max(pos2(rect.left(), rect.bottom() - white_height), rect.max)
    } else {
        Rect::from_min_size(rect.min, vec2(rect.width(), white_height))
    };
    painter.rect_filled(white, 4, p.white_side);
    for eighth in 1..8 {
        let y = rect.top() + rect.height() * eighth as f32 / 8.0;
        let width = if eighth == 4 { 1.5 } else { 1.0 };
        let color = if eighth == 4 { p.accent } else { p.text_faint.gamma_multiply(0.5) };
        painter.hline(rect.x_range(), y, (width, color));
    }
    painter.rect_stroke(rect, 4, (1.0, p.border), StrokeKind::Inside);
    let name = match bar.score {
        Some((score, bound)) => {
            figures(ui, rect, bar.orientation, score);
            let depth = bar.depth.map_or_else(String::new, |depth| format!(" at depth {depth}"));
            format!("Evaluation {}{score} for White{depth}", bound.sign())
        }
        None => "Evaluation unknown".to_owned(),
    };
    let response = ui.interact(rect, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, &name));
    response.on_hover_text(name.clone());
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
    ui.painter().text(at, align, text, FontId::proportional(10.5), color);
}

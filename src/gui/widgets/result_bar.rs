//! How games went as one bar: won by White, drawn, won by Black, with the shares in it where they fit.

use eframe::egui::{Align2, FontId, Rect, Role, Sense, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::gui::look::theme;

/// What is known of the results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Results {
    /// Shares won by White, drawn, won by Black; together 1.
    Shares([f32; 3]),
    /// White's points a game, 0 to 1.
    Points(f32),
}

/// Narrowest part with its number in it, points.
const ROOM: f32 = 30.0;

/// Shows the bar in the room there is.
pub(crate) fn show(ui: &mut Ui, results: Results) {
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let bar = Rect::from_center_size(rect.center(), vec2(rect.width() - 4.0, 15.0));
    let percent = |share: f32| format!("{:.0} %", share * 100.0);
    let (parts, text): (Vec<f32>, String) = match results {
        Results::Shares(shares) => {
            let [white, drawn, black] = shares.map(percent);
            (shares.to_vec(), format!("White won {white}, drawn {drawn}, Black won {black}"))
        }
        Results::Points(score) => {
            (vec![score, 1.0 - score], format!("White scored {}", percent(score)))
        }
    };
    let p = theme::palette(ui);
    let won = (p.white_side, p.black_side);
    let lost = (p.black_side, p.white_side);
    let colors =
        if parts.len() == 3 { [won, (p.draw_side, p.black_side), lost] } else { [won, lost, lost] };
    let mut left = bar.left();
    for (at, (&part, (fill, ink))) in parts.iter().zip(colors).enumerate() {
        let right = if at + 1 == parts.len() { bar.right() } else { left + bar.width() * part };
        let piece = Rect::from_min_max(pos2(left, bar.top()), pos2(right, bar.bottom()));
        ui.painter().rect_filled(piece, 0, fill);
        if piece.width() >= ROOM {
            let font = FontId::proportional(theme::SMALL);
            ui.painter().text(piece.center(), Align2::CENTER_CENTER, percent(part), font, ink);
        }
        left = right;
    }
    ui.painter().rect_stroke(bar, 0, (1.0, p.edge), StrokeKind::Outside);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    response.on_hover_text(text);
}

//! The small board, and under each column what the network and its search make of it.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};
use eframe::egui::{RichText, Vec2};

use tabia_app::action::Action;
use tabia_app::lab::small_game::{SmallGameAction, SmallGameState, Thought};
use tabia_lab::small_game::rules::{COLUMNS, ROWS};

use super::{act, game_buttons};
use crate::gui::look::theme;

/// Side of a square, points.
const CELL: f32 = 36.0;
/// Room for the names of the numbers, points.
const NAMES: f32 = 44.0;
/// Height of a row of numbers, points.
const NUMBERS: f32 = 18.0;

pub(super) fn show(ui: &mut Ui, state: &SmallGameState, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (text, color) = match (state.result(), state.is_yours()) {
        (Some(1), _) => ("You have won", p.good),
        (Some(0), _) => ("Drawn", p.text),
        (Some(_), _) => ("It has won", p.bad),
        (None, true) => ("Your turn: four in a row wins", p.text),
        (None, false) => ("It is to move", p.text_weak),
    };
    ui.label(RichText::new(text).color(color));
    let rows = [("prior", 0), ("visits", 1), ("value", 2)];
    let size = vec2(
        NAMES + CELL * COLUMNS as f32,
        CELL * ROWS as f32 + NUMBERS * rows.len() as f32 + theme::GAP,
    );
    let (area, _) = ui.allocate_exact_size(size, Sense::hover());
    let board = Rect::from_min_size(
        area.min + vec2(NAMES, 0.0),
        vec2(CELL * COLUMNS as f32, CELL * ROWS as f32),
    );
    for column in 0..COLUMNS {
        if column_button(ui, state, board, column) {
            out.push(act(SmallGameAction::Drop(column)));
        }
    }
    let font = FontId::proportional(theme::SMALL);
    for (name, row) in rows {
        let y = board.bottom() + theme::GAP + NUMBERS * (row as f32 + 0.5);
        let at = pos2(area.left(), y);
        ui.painter().text(at, Align2::LEFT_CENTER, name, font.clone(), p.text_weak);
        for column in 0..COLUMNS {
            let at = pos2(board.left() + CELL * (column as f32 + 0.5), y);
            number(
                ui,
                state.thought.as_ref(),
                (row, column),
                Rect::from_center_size(at, vec2(CELL - 4.0, NUMBERS - 3.0)),
            );
        }
    }
    if let Some(thought) = &state.thought {
        let whose = if state.is_yours() { "you" } else { "it" };
        let proven = match thought.found.proof {
            Some(1) => ", proven won",
            Some(0) => ", proven drawn",
            Some(_) => ", proven lost",
            None => "",
        };
        let text = format!(
            "For {whose}: network {:+.2}, search {:+.2}{proven}",
            thought.judged.value, thought.found.value
        );
        super::super::note(ui, &text);
    }
    game_buttons(ui, state, out);
}

/// A column of the board: its stones, and a click that drops one. Whether it was clicked.
fn column_button(ui: &Ui, state: &SmallGameState, board: Rect, column: usize) -> bool {
    let p = theme::palette(ui);
    let position = state.position();
    let open = position.outcome().is_none() && state.is_yours() && position.can(column);
    let corner = board.min + vec2(CELL * column as f32, 0.0);
    let rect = Rect::from_min_size(corner, vec2(CELL, CELL * ROWS as f32));
    let sense = if open { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with(("column", column)), sense);
    let squares = position.squares();
    let stones = (0..ROWS).filter(|row| squares[column * ROWS + row] != 0).count();
    let name = format!("Column {}, {stones} stones", column + 1);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, open, &name));
    let fill = if open && response.hovered() { p.hover } else { p.raised };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::ZERO, fill, Stroke::new(1.0, p.border), StrokeKind::Inside);
    for row in 0..ROWS {
        let at = corner + vec2(CELL / 2.0, CELL * (ROWS - row) as f32 - CELL / 2.0);
        // The position is told by the side to move.
        let yours = (squares[column * ROWS + row] > 0) == state.is_yours();
        let (fill, edge) = match squares[column * ROWS + row] {
            0 => (p.panel, p.border),
            _ if yours => (p.series[0], p.series[0]),
            _ => (p.series[1], p.series[1]),
        };
        painter.circle(at, CELL * 0.38, fill, Stroke::new(1.0, edge));
    }
    let last = state.columns.last() == Some(&column);
    if last && stones > 0 {
        let at = corner + vec2(CELL / 2.0, CELL * (ROWS - stones) as f32 + CELL / 2.0);
        painter.circle_filled(at, CELL * 0.09, p.panel);
    }
    response.clicked()
}

/// A number below a column with a bar behind it.
fn number(ui: &Ui, thought: Option<&Thought>, (row, column): (usize, usize), rect: Rect) {
    let Some(Thought { judged, found }) = thought else { return };
    let p = theme::palette(ui);
    let all: u32 = found.visits.iter().sum();
    let share = found.visits[column] as f32 / all.max(1) as f32;
    let full = judged.policy[column] <= 0.0 && found.visits[column] == 0;
    let (text, share, color): (String, f32, Color32) = match row {
        _ if full => ("–".to_owned(), 0.0, p.accent_fill),
        0 => (
            format!("{:.0} %", 100.0 * judged.policy[column]),
            judged.policy[column],
            p.accent_fill,
        ),
        1 => (found.visits[column].to_string(), share, p.accent_fill),
        _ => match found.proofs[column] {
            Some(1) => ("won".to_owned(), 0.0, p.accent_fill),
            Some(0) => ("drawn".to_owned(), 0.0, p.accent_fill),
            Some(_) => ("lost".to_owned(), 0.0, p.accent_fill),
            None => (String::new(), 0.0, p.accent_fill),
        },
    };
    let bar = Rect::from_min_size(
        rect.min,
        Vec2::new(rect.width() * share.clamp(0.0, 1.0), rect.height()),
    );
    ui.painter().rect_filled(bar, 2, color);
    let font = FontId::proportional(11.0);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, font, p.text);
}

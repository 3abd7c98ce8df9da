//! A line of moves in words. The position behind a move stands on a small board while the pointer is on it, the
//! wheel goes on through the line from there, a click takes the line up to the move shown.

use eframe::egui::{
    Align2, Color32, FontId, Id, Rect, Response, RichText, Role, Sense, Tooltip, Ui, WidgetInfo,
    pos2, vec2,
};

use tabia_app::action::Action;
use tabia_chess::{Board, Move, san};
use tabia_games::game::tree::NodeId;

use super::context::Cx;
use crate::gui::look::format::number_before;
use crate::gui::look::theme;
use crate::gui::present::{ask, context, parts};
use crate::gui::widgets::wheel::Wheel;
use crate::gui::widgets::{move_text, small_boards};

/// Longest line shown, plies. What a search says beyond is guesswork.
const LONGEST: usize = 24;
/// Side of the small board, points.
const BOARD: f32 = 208.0;

/// A line to be shown.
pub(crate) struct LineWords<'a> {
    /// Where it begins.
    pub start: &'a Board,
    /// Its moves.
    pub moves: &'a [Move],
    /// Sets apart lines that stand in one panel.
    pub salt: u64,
    /// The colour of its words.
    pub color: Color32,
    /// The position of the game that it begins in, if a right click on its first move is to ask why not.
    pub node: Option<NodeId>,
}

/// Shows the moves from left to right as far as they fit. Gives the place of the last move of the part that was
/// clicked.
pub(crate) fn show(
    ui: &Ui,
    cx: &Cx<'_>,
    line: &LineWords<'_>,
    area: Rect,
    out: &mut Vec<Action>,
) -> Option<usize> {
    let p = theme::palette(ui);
    let mut board = *line.start;
    let mut x = area.left();
    let mut clicked = None;
    let pointed = ui.scope_id().with("pointed");
    for (ply, &mv) in line.moves.iter().take(LONGEST).enumerate() {
        if !board.is_legal(mv) {
            break;
        }
        let text = format!("{}{}", number_before(&board, ply), san::write(&board, mv));
        let job = move_text::job(&text, 14.0, line.color, context::figurines(cx.model));
        let galley = ui.painter().layout_job(job);
        let size = vec2(galley.size().x + 6.0, area.height());
        let last = x + size.x > area.right() - 12.0;
        if last {
            let font = FontId::proportional(14.0);
            let at = pos2(x + 2.0, area.center().y);
            ui.painter().text(at, Align2::LEFT_CENTER, "…", font, p.text_faint);
            break;
        }
        let rect = Rect::from_min_size(pos2(x, area.top()), size);
        let response = ui.interact(rect, pointed.with((line.salt, ply)), Sense::click());
        if response.hovered() {
            ui.painter().rect_filled(rect.shrink2(vec2(0.0, 2.0)), 3, p.hover);
        }
        let at = pos2(x + 3.0, area.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, line.color);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &text));
        let chosen = preview(ui, cx, line, ply, &response);
        if response.clicked() {
            clicked = Some(chosen);
        }
        if let (0, Some(node)) = (ply, line.node) {
            response.context_menu(|ui| ask::about(ui, cx, (node, line.start), mv, out));
        }
        board.make_move(mv);
        x += size.x;
    }
    clicked
}

/// How far the wheel has gone from the word under the pointer.
#[derive(Clone, Copy)]
struct Preview {
    /// The line and the word.
    key: (u64, usize),
    step: i64,
    wheel: Wheel,
    /// The small board has been on screen.
    seen: bool,
}

/// Shows the position after the move under the pointer; the wheel goes on from there. Gives the index
/// of the move shown.
fn preview(ui: &Ui, cx: &Cx<'_>, line: &LineWords<'_>, ply: usize, response: &Response) -> usize {
    let id = Id::unique("line preview");
    let key = (line.salt, ply);
    let kept = ui.data(|data| data.get_temp::<Preview>(id)).filter(|kept| kept.key == key);
    if !response.hovered() {
        if kept.is_some() {
            ui.data_mut(|data| data.remove::<Preview>(id));
        }
        return ply;
    }
    let Preview { mut step, mut wheel, seen, .. } =
        kept.unwrap_or(Preview { key, step: 0, wheel: Wheel::default(), seen: false });
    step += parts::wheel_steps(ui, &mut wheel);
    let last = line.moves.len().min(LONGEST) as i64 - 1;
    let shown = (ply as i64 + step).clamp(0, last);
    step = shown - ply as i64;
    // Once it is there it stays while the wheel turns; a plain tooltip would go away for as long as one waits for it.
    let seen = seen || Tooltip::should_show_tooltip(response, false);
    ui.data_mut(|data| data.insert_temp(id, Preview { key, step, wheel, seen }));
    let moves = &line.moves[..=shown as usize];
    if seen {
        let tooltip = Tooltip::for_widget(response).at_pointer();
        tooltip.show(|ui| mini(ui, cx, line.start, moves));
    }
    shown as usize
}

fn mini(ui: &mut Ui, cx: &Cx<'_>, start: &Board, moves: &[Move]) {
    let mut board = *start;
    let mut last = String::new();
    for &mv in moves {
        if !board.is_legal(mv) {
            break;
        }
        last = format!("{}{}", number_before(&board, 0), san::write(&board, mv));
        board.make_move(mv);
    }
    let view = small_boards::MiniBoard {
        board: &board,
        orientation: context::orientation(cx.model),
        last_move: moves.last().map(|mv| (mv.from(), mv.to())),
        theme: context::board_theme(cx.model),
    };
    small_boards::mini_board(ui, &view, BOARD);
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        let text = move_text::job(&last, 13.5, p.text, context::figurines(cx.model));
        ui.label(text);
        ui.label(RichText::new("wheel steps, click plays to here").small().color(p.text_faint));
    });
}

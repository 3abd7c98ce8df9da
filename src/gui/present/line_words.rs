//! A line of moves in words, and the questions to ask about a move. The position after a move is shown on a small board
//! while the pointer is on it, the wheel continues through the line from there, a click plays the line up to the move
//! shown.

use eframe::egui::{
    Align2, Button, Color32, FontId, Id, Popup, PopupCloseBehavior, Pos2, Rect, Response, RichText,
    Role, Sense, Tooltip, Ui, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, AskAction, LabAction};
use tabia_app::model::Model;
use tabia_app::window::notation;
use tabia_chess::{Board, Move, Square, san};
use tabia_games::game::tree::NodeId;
use tabia_text::t;

use crate::gui::look::format::number_before;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, arrows, context};
use crate::gui::widgets::board::shapes::{Brush, ComputerShape, Shape};
use crate::gui::widgets::move_text::Wheel;
use crate::gui::widgets::{buttons, menu_of, move_text, small_boards};

/// Longest line shown, plies. What a search reports beyond it is guesswork.
const MAX_LENGTH: usize = 24;
/// Side of the small board, points.
const BOARD: f32 = 208.0;

pub(crate) struct MoveLine<'a> {
    /// The position it starts from.
    pub start: &'a Board,
    pub moves: &'a [Move],
    /// Distinguishes lines in one panel.
    pub salt: u64,
    /// The colour of its words.
    pub color: Color32,
    /// The position of the game it starts from, if a right click on its first move can ask why it is not the best.
    pub node: Option<NodeId>,
    /// Whether a click plays the line.
    pub plays: bool,
}

/// Shows the moves from left to right as far as they fit. Returns the index of the last move of the part that was
/// clicked.
pub(crate) fn show(
    ui: &Ui,
    cx: &Cx<'_>,
    line: &MoveLine<'_>,
    area: Rect,
    out: &mut Vec<Action>,
) -> Option<usize> {
    let p = theme::palette(ui);
    let mut board = *line.start;
    let mut x = area.left();
    let mut clicked = None;
    let pointed = ui.scope_id().with("pointed");
    for (ply, &mv) in line.moves.iter().take(MAX_LENGTH).enumerate() {
        if !board.is_legal(mv) {
            break;
        }
        let text = format!("{}{}", number_before(&board, ply), san::write(&board, mv));
        let job = move_text::job(&text, 14.0, line.color);
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
        let (sense, role) =
            if line.plays { (Sense::click(), Role::Button) } else { (Sense::hover(), Role::Label) };
        let response = ui.interact(rect, pointed.with((line.salt, ply)), sense);
        if response.hovered() {
            ui.painter().rect_filled(rect.shrink2(vec2(0.0, 2.0)), 3, p.hover);
        }
        let at = pos2(x + 3.0, area.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, line.color);
        response.widget_info(|| WidgetInfo::labeled(role, ui.is_enabled(), &text));
        let chosen = preview(ui, cx, line, ply, &response);
        if response.clicked() {
            clicked = Some(chosen);
        }
        if let (0, Some(node)) = (ply, line.node) {
            menu_of(&response, line.start.key(), Some(mv), |ui, mv| {
                about(ui, cx, (node, line.start), mv, out);
            });
        }
        board.make_move(mv);
        x += size.x;
    }
    clicked
}

/// How far the wheel has moved from the word under the pointer.
#[derive(Clone, Copy)]
struct Preview {
    /// The word.
    key: Id,
    step: i64,
    wheel: Wheel,
    /// The small board has been on screen.
    seen: bool,
}

/// Shows the position after the move under the pointer; the wheel continues from there. Returns the index of the move
/// shown.
fn preview(ui: &Ui, cx: &Cx<'_>, line: &MoveLine<'_>, ply: usize, response: &Response) -> usize {
    let id = Id::unique("line preview");
    let key = response.id;
    let kept = ui.data(|data| data.get_temp::<Preview>(id)).filter(|kept| kept.key == key);
    if !response.hovered() {
        if kept.is_some() {
            ui.data_mut(|data| data.remove::<Preview>(id));
        }
        return ply;
    }
    let Preview { mut step, mut wheel, seen, .. } =
        kept.unwrap_or(Preview { key, step: 0, wheel: Wheel::default(), seen: false });
    step += wheel_steps(ui, &mut wheel);
    let last = line.moves.len().min(MAX_LENGTH) as i64 - 1;
    let shown = (ply as i64 + step).clamp(0, last);
    step = shown - ply as i64;
    // Once visible it stays while the wheel turns; a plain tooltip would disappear until the pointer rests again.
    let seen = seen || Tooltip::should_show_tooltip(response, false);
    ui.data_mut(|data| data.insert_temp(id, Preview { key, step, wheel, seen }));
    let moves = &line.moves[..=shown as usize];
    if seen {
        let tooltip = Tooltip::for_widget(response).at_pointer();
        tooltip.show(|ui| mini_board(ui, cx, line, moves));
    }
    shown as usize
}

fn mini_board(ui: &mut Ui, cx: &Cx<'_>, line: &MoveLine<'_>, moves: &[Move]) {
    let mut board = *line.start;
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
        last_move: moves.last().map(|&mv| (mv.from(), mv.drawn_to())),
        theme: context::board_theme(cx.model),
    };
    small_boards::mini_board(ui, &view, BOARD);
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        let text = move_text::job(&last, 13.5, p.text);
        ui.label(text);
        let how = if line.plays { t!("lines-preview") } else { t!("lines-preview-only") };
        ui.label(RichText::new(how).small().color(p.text_faint));
    });
}

// The questions about moves: why one is not the best, search it alone, search everything else. The entries are the same
// in every menu that a right click on a move opens, on the board too; active questions are shown as chips.

/// Shows the entries for a move of a position, if it is legal there. An unavailable entry says why.
pub(crate) fn about(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (node, board): (NodeId, &Board),
    mv: Move,
    out: &mut Vec<Action>,
) {
    if !board.is_legal(mv) || board.key() != cx.model.game.tree.board(node).key() {
        return;
    }
    let name = notation::san(board, mv);
    let refused = cx.model.ask_refused(node);
    let entries = [
        (
            t!("lines-why-not", move = name.as_str()),
            t!("lines-why-not-hint"),
            cx.model.why_not_refused(),
            Action::Lab(LabAction::Why { node, mv }),
        ),
        (
            t!("lines-only", move = name.as_str()),
            t!("lines-only-hint"),
            refused,
            Action::Ask(AskAction::Only(node, mv)),
        ),
        (
            t!("lines-without", move = name),
            t!("lines-without-hint"),
            refused,
            Action::Ask(AskAction::Not(node, mv)),
        ),
    ];
    for (text, hint, refused, action) in entries {
        let button = ui.add_enabled(refused.is_none(), Button::new(text));
        let button = match refused {
            Some(reason) => button.on_disabled_hover_text(reason),
            None => button.on_hover_text(hint),
        };
        if button.clicked() {
            out.push(action);
            ui.close();
        }
    }
}

/// The active question about the moves of the position the panels are about: `only Nf3, Nc3`, `without e4`.
pub(crate) fn asked_text(model: &Model) -> Option<String> {
    let asked = model.engine.asked().filter(|asked| asked.node == analysis::search_node(model))?;
    let names = |moves: &[Move]| {
        let board = model.game.tree.board(asked.node);
        let legal = moves.iter().filter(|&&mv| board.is_legal(mv));
        legal.map(|&mv| notation::san(board, mv)).collect::<Vec<_>>().join(", ")
    };
    let only = (!asked.only.is_empty()).then(|| t!("lines-asked-only", moves = names(&asked.only)));
    let not = (!asked.not.is_empty()).then(|| t!("lines-asked-without", moves = names(&asked.not)));
    let both: Vec<String> = only.into_iter().chain(not).collect();
    Some(both.join(", "))
}

/// Whether [`show_asked`] has anything to show.
pub(crate) fn is_asked(model: &Model) -> bool {
    model.engine.asked().is_some_and(|asked| asked.node == analysis::search_node(model))
}

/// Shows the active questions about the moves of the analysed position as chips that a click removes.
pub(crate) fn show_asked(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let Some(asked) =
        cx.model.engine.asked().filter(|asked| asked.node == analysis::search_node(cx.model))
    else {
        return;
    };
    let board = cx.model.game.tree.board(asked.node);
    let p = theme::palette(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let hint = t!("lines-asked.hint");
        let title = RichText::new(t!("lines-asked")).small().color(p.text_weak);
        ui.label(title).on_hover_text(hint);
        if ui.add(buttons::secondary(t!("lines-asked-all"))).clicked() {
            out.push(Action::Ask(AskAction::All));
        }
        let only = asked.only.iter().map(|&mv| (true, mv));
        let not = asked.not.iter().map(|&mv| (false, mv));
        for (only, mv) in only.chain(not).filter(|(_, mv)| board.is_legal(*mv)) {
            let name = notation::san(board, mv);
            let what = if only {
                t!("lines-asked-only", moves = name)
            } else {
                t!("lines-asked-without", moves = name)
            };
            let text = format!("{what} {}", Icon::Cross.glyph());
            let chip = buttons::secondary(RichText::new(text).color(p.text)).fill(p.raised);
            let chip = ui.add(chip.corner_radius(12.0)).on_hover_text(hint);
            if chip.accessible_name(t!("lines-asked-drop", what = what)).clicked() {
                out.push(Action::Ask(AskAction::Drop(mv)));
            }
        }
    });
}

/// What the menu on the board was opened for. The arrows may change while it is open.
#[derive(Clone)]
struct MenuOfMoves {
    /// The key of the position.
    key: u64,
    moves: Vec<Move>,
    /// The square that the arrows of the moves end on; `None` if no arrow was clicked.
    arrows_at: Option<Square>,
    /// Its place.
    pos: Pos2,
}

fn menu_id() -> Id {
    Id::unique("menu of moves on the board")
}

/// Opens the menu of the moves whose arrows end on a square, at the pointer. If there are none, a circle is drawn there,
/// or erased, as on other squares.
pub(crate) fn open_menu(
    ui: &Ui,
    cx: &Cx<'_>,
    shapes: &[ComputerShape],
    at: Square,
    out: &mut Vec<Action>,
) {
    match moves_of(cx, shapes, at) {
        moves if moves.is_empty() => out.extend(circle(at)),
        moves => open_menu_of(ui, cx, moves, Some(at)),
    }
}

/// Opens the menu of a move at the pointer.
pub(crate) fn open_move_menu(ui: &Ui, cx: &Cx<'_>, mv: Move) {
    open_menu_of(ui, cx, vec![mv], None);
}

fn open_menu_of(ui: &Ui, cx: &Cx<'_>, moves: Vec<Move>, arrows_at: Option<Square>) {
    let Some(pos) = ui.input(|input| input.pointer.interact_pos()) else { return };
    let menu = MenuOfMoves { key: cx.model.game.board().key(), moves, arrows_at, pos };
    ui.data_mut(|data| data.insert_temp(menu_id(), menu));
    Popup::open_id(ui.ctx(), menu_id());
    ui.request_repaint();
}

/// Draws or erases a circle.
fn circle(at: Square) -> Option<Action> {
    let circle = Shape { from: at, to: None, brush: Brush::Green };
    arrows::shape_out(circle).map(Action::ToggleShape)
}

/// Shows the menu on the board while it is open and its position is shown.
pub(crate) fn show_menu(ui: &Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let (node, board) = (cx.model.game.current, cx.model.game.board());
    let menu: Option<MenuOfMoves> = ui.data(|data| data.get_temp(menu_id()));
    let Some(menu) = menu.filter(|menu| menu.key == board.key()) else { return };
    let popup = Popup::new(menu_id(), ui.ctx().clone(), menu.pos, ui.layer_id())
        .kind(eframe::egui::PopupKind::Menu)
        .close_behavior(PopupCloseBehavior::CloseOnClick)
        .open_memory(None);
    popup.show(|ui| {
        for mv in menu.moves {
            about(ui, cx, (node, board), mv, out);
            if ui.button(t!("lines-play", move = notation::san(board, mv))).clicked() {
                out.push(Action::PlayLine { node, moves: vec![mv] });
            }
        }
        let Some(at) = menu.arrows_at else { return };
        ui.separator();
        if ui.button(t!("lines-circle", square = at.to_string())).clicked() {
            out.extend(circle(at));
        }
    });
}

/// The legal moves whose arrows end on a square.
fn moves_of(cx: &Cx<'_>, shapes: &[ComputerShape], at: Square) -> Vec<Move> {
    let drawn = |mv: &Move| {
        let shape =
            |known: &ComputerShape| known.shape.from == mv.from() && known.shape.to == Some(at);
        mv.drawn_to() == at && shapes.iter().any(shape)
    };
    cx.model.game.board().legal_moves().iter().copied().filter(drawn).collect()
}

/// Whole steps the wheel made in this frame, positive towards the end of the game. Consumed steps do not scroll
/// anything else.
fn wheel_steps(ui: &Ui, wheel: &mut Wheel) -> i64 {
    ui.input_mut(|input| {
        input.smooth_scroll_delta = eframe::egui::Vec2::ZERO;
        input.events.iter().map(|event| i64::from(wheel.steps(event))).sum()
    })
}

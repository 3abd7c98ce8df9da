//! The board column: both players with their clocks, the evaluation bar, the board, and what can be
//! done in the game.

mod end_card;
mod toolbar;

use eframe::egui::{self, Align, Layout, Rect, RichText, Sense, Ui, UiBuilder, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::game::state::{Phase, Player};
use tabia_app::window::settings::PromotionPreference;
use tabia_chess::color::Color;
use tabia_chess::piece_type::PieceType;

use crate::gui::look::icons;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::arrow_menu;
use crate::gui::present::arrows;
use crate::gui::present::clear;
use crate::gui::present::clear::Clear;
use crate::gui::present::context::Cx;
use crate::gui::present::duel_graph;
use crate::gui::widgets::board::BoardView;
use crate::gui::widgets::board::events::{BoardEvent, Movable, Promotion};
use crate::gui::widgets::board::geometry::Geometry;
use crate::gui::widgets::{clock_face, eval_bar};

/// Height of a player's strip, points.
const STRIP: f32 = 40.0;
/// Height of the row of actions, points.
const ACTIONS: f32 = 40.0;
/// Width of the evaluation bar with its gap, points.
const BAR: f32 = 30.0;
/// Space around the column's content, points.
const MARGIN: f32 = 10.0;

/// Width the column asks for at this height, so that the board is as large as it can be.
pub(crate) fn width_for_height(height: f32) -> f32 {
    height - 2.0 * STRIP - ACTIONS - 2.0 * MARGIN + BAR + 2.0 * MARGIN
}

/// Shows the column.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let area = ui.max_rect();
    ui.painter().rect_filled(area, 0, theme::palette(ui).panel);
    let inner = area.shrink(MARGIN);
    let bar = if cx.model.settings.eval_bar { BAR } else { 0.0 };
    // As large as the board really is, so that the bar beside it and the strips stand flush with it.
    let graph = duel_graph::height(cx, inner.height());
    let room = vec2(inner.width() - bar, inner.height() - 2.0 * STRIP - ACTIONS - graph);
    let scale = ui.pixels_per_point();
    let side = Geometry::side(room, scale);
    let used = vec2(side + bar, side + 2.0 * STRIP + ACTIONS + graph);
    let left = inner.left() + ((inner.width() - used.x) / 2.0).max(0.0);
    let top = inner.top() + ((inner.height() - used.y) / 2.0).max(0.0);
    let pixel = |v: f32| (v * scale).round() / scale;
    let column = Rect::from_min_size(egui::pos2(pixel(left), pixel(top)), used);
    let bottom_side = cx.orientation();

    let strip = |y: f32| Rect::from_min_size(egui::pos2(column.left(), y), vec2(used.x, STRIP));
    player(ui, cx, !bottom_side, strip(column.top()), None);
    let board_top = column.top() + STRIP;
    let square = Rect::from_min_size(egui::pos2(column.left() + bar, board_top), vec2(side, side));
    let squares = Geometry::fit(cx.coordinates().room(square), bottom_side, scale).rect();
    clear::tell(ui, Clear::Board, square);
    if bar > 0.0 {
        let min = egui::pos2(column.left(), squares.top());
        bar_ui(ui, cx, Rect::from_min_size(min, vec2(BAR - 8.0, squares.height())));
    }
    board(ui, cx, square, out);
    end_card::show(ui, cx, squares, out);
    player(ui, cx, bottom_side, strip(board_top + side), Some(&mut *out));
    let actions_rect = Rect::from_min_size(
        egui::pos2(column.left(), board_top + side + STRIP),
        vec2(used.x, ACTIONS),
    );
    toolbar::show(ui, cx, actions_rect, out);
    if graph > 0.0 {
        let top = actions_rect.bottom();
        let place = Rect::from_min_max(egui::pos2(column.left(), top), column.max);
        duel_graph::show(ui, cx, place, out);
    }
}

fn bar_ui(ui: &mut Ui, cx: &Cx<'_>, rect: Rect) {
    let (evaluation, source) = cx.evaluation();
    let bar = eval_bar::EvalBar {
        evaluation,
        source: source.as_deref(),
        orientation: cx.orientation(),
        animate: cx.model.settings.animation() > 0,
    };
    eval_bar::show(ui, rect, &bar);
}

fn board(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, out: &mut Vec<Action>) {
    let (game, settings) = (&cx.model.game, &cx.model.settings);
    let position = game.board();
    let (shapes, computer_shapes) = (cx.user_shapes(), cx.board_shapes(ui));
    let side = game.movable_side();
    let ahead = side.filter(|_| game.moves_are_premoves());
    let mut view = BoardView::new(position);
    view.orientation = cx.orientation();
    view.movable = match side {
        Some(side) if ahead.is_none() => Movable::One(side),
        _ => Movable::None,
    };
    view.premovable = ahead;
    view.premove = game.premove.filter(|_| game.at_live()).map(|p| (p.from, p.to));
    view.last_move = game.tree.mv(game.current).map(|mv| (mv.from(), mv.to()));
    view.shapes = &shapes;
    view.computer_shapes = &computer_shapes;
    let tints = cx.heat_tints();
    view.tints = tints.as_ref();
    view.theme = cx.board_theme();
    view.animate = !Cx::key_repeats(ui);
    view.options.animation_ms = settings.animation();
    view.options.coordinates = cx.coordinates();
    view.options.ask = cx.model.learn.is_none();
    view.options.show_dests = settings.show_destinations;
    view.options.promotion = match settings.promotion {
        PromotionPreference::Ask => Promotion::Ask,
        PromotionPreference::Queen => Promotion::Queen,
    };
    for event in view.show_in(ui, rect).events {
        if let BoardEvent::Step(plies) = event {
            let command = if plies < 0 { UserCommand::Previous } else { UserCommand::Next };
            let steps = plies.unsigned_abs() as usize;
            out.extend(std::iter::repeat_n(Action::Command(command), steps));
        }
        match event {
            BoardEvent::Ask { from, to, promotion } => {
                let mv = position.find_move(from, to, promotion);
                match (mv, cx.model.why_not_refused()) {
                    (Some(mv), None) => arrow_menu::open_move(ui, cx, mv),
                    // It says why nothing is asked now.
                    (Some(mv), Some(_)) => {
                        out.push(Action::Lab(LabAction::Why { node: game.current, mv }));
                    }
                    (None, _) => {}
                }
            }
            BoardEvent::ArrowMenu(at) => arrow_menu::open(ui, at),
            event => out.extend(action_of(event)),
        }
    }
    arrow_menu::show(ui, cx, &computer_shapes, out);
}

fn action_of(event: BoardEvent) -> Option<Action> {
    Some(match event {
        BoardEvent::Move { from, to, promotion } => Action::PlayMove { from, to, promotion },
        BoardEvent::Premove { from, to, promotion } => Action::Premove { from, to, promotion },
        BoardEvent::CancelPremove => Action::CancelPremove,
        BoardEvent::ToggleShape(shape) => Action::ToggleShape(arrows::shape_out(shape)?),
        BoardEvent::ClearShapes => Action::Command(UserCommand::ClearShapes),
        BoardEvent::Step(_)
        | BoardEvent::Ask { .. }
        | BoardEvent::ArrowMenu(_)
        | BoardEvent::Place { .. }
        | BoardEvent::Remove { .. }
        | BoardEvent::MovePiece { .. } => return None,
    })
}

/// Name, captured material and clock of one side; in the lower strip also what the game waits for.
fn player(ui: &mut Ui, cx: &Cx<'_>, color: Color, rect: Rect, status: Option<&mut Vec<Action>>) {
    let p = theme::palette(ui);
    let mut row =
        ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
    let icon = match &cx.model.game.players[color.index()] {
        Player::Human { .. } => Icon::User,
        Player::Engine { .. } => Icon::Engine,
    };
    let to_move = cx.model.game.phase == Phase::Running
        && cx.model.game.tree.board(cx.model.game.live).stm() == color;
    let (mark, _) = row.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
    let fill = if color == Color::White { p.white_side } else { p.black_side };
    row.painter().circle(mark.center(), 6.0, fill, (1.0, p.text_faint));
    row.label(RichText::new(icon.glyph()).size(15.0).color(p.text_weak));
    let name = RichText::new(cx.player_name(color)).size(15.0);
    row.label(if to_move { name.strong() } else { name });
    captured(&mut row, cx, color);
    if cx.thinks(color) {
        let words = if cx.model.engine.plays_from_book() { "book move" } else { "thinking…" };
        row.label(RichText::new(words).small().color(p.accent));
    }
    row.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if let Some(clock) = cx.clock(color) {
            clock_face::show(ui, &clock);
        }
        if let Some(out) = status {
            toolbar::status(ui, cx, out);
        }
    });
}

/// Pieces this side is ahead by, as small figures, and the sum in pawns.
fn captured(ui: &mut Ui, cx: &Cx<'_>, color: Color) {
    let board = cx.model.game.tree.board(cx.model.game.current);
    let p = theme::palette(ui);
    let count = |c: Color, kind: PieceType| board.by(c, kind).count() as i32;
    let mut text = String::new();
    let mut sum = 0;
    for (kind, worth) in [
        (PieceType::Queen, 9),
        (PieceType::Rook, 5),
        (PieceType::Bishop, 3),
        (PieceType::Knight, 3),
        (PieceType::Pawn, 1),
    ] {
        let ahead = count(color, kind) - count(!color, kind);
        sum += ahead * worth;
        for _ in 0..ahead.max(0) {
            text.push(icons::figurine(kind));
        }
    }
    if !text.is_empty() {
        let label = ui.label(RichText::new(text).size(13.0).color(p.text_weak));
        label.on_hover_text("Material this side is ahead by");
    }
    if sum > 0 {
        ui.label(RichText::new(format!("+{sum}")).small().color(p.text_weak));
    }
}

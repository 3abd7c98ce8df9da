//! The workspace Play: the board and one column of the same height, as one centred block. All places depend only on the
//! size of the window.

use eframe::egui::{
    Align, Align2, Button, Direction, FontId, Label, Layout, Rect, RichText, Role, Sense, Shape,
    Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::game::state::Player;
use tabia_chess::Color;
use tabia_games::openings::Opening;

use super::board;
use super::moves::{self, Field};
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::panels::dialogs::opponents::{self, Opponent};
use crate::gui::panels::library::explorer;
use crate::gui::panels::study::strip;
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, context, room, roster};
use crate::gui::widgets::board::geometry::Geometry;
use crate::gui::widgets::{beside_board, buttons};
use tabia_text::t;

/// Space at the window's edge, points.
const EDGE: f32 = 12.0;
/// Space above and below the block inside that, points. It has room for the letters of a move being typed.
const CLEAR: f32 = 18.0;
/// Width of the evaluation bar and its distance from the board, points.
const BAR: [f32; 2] = [12.0, 8.0];
/// Space between board and column, points.
const BESIDE: f32 = 16.0;
/// Space between the parts of the column, points.
const GAP: f32 = 8.0;
/// The board's side is a multiple of this, so that squares are whole points.
const STEP: f32 = 8.0;
/// Widths of the column: minimum, usual, and in a wide window, points.
const COLUMN: [f32; 3] = [232.0, 364.0, 420.0];
/// From this width of the window on the column is wide, points.
const WIDE: f32 = 1_600.0;
/// Share of the width that the column of a narrow window gets.
const COLUMN_SHARE: f32 = 0.36;
/// Share of the height for the board in a window that is taller than wide.
const BOARD_SHARE: f32 = 0.56;

/// Height of a player's card, and where there is little room, points.
const CARD: [f32; 2] = [72.0, 48.0];
/// A column lower than this has low cards, points.
const LOW_COLUMN: f32 = 480.0;
/// Heights of the parts of the panel between the cards, points.
const OPENING: f32 = 40.0;
const EVALUATION: f32 = 112.0;
const STATUS: f32 = 32.0;
const ACTIONS: f32 = 44.0;
const NAVIGATION: f32 = 48.0;
/// Minimum height of the move list: with less, optional parts are left out, points.
const MIN_MOVES: f32 = 96.0;
/// Space inside panels and cards, points.
const PAD: f32 = 12.0;
/// Corner radius of panels, points.
pub(super) const RADIUS: u8 = 8;

/// The places of the workspace's parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Places {
    bar: Rect,
    pub(crate) board: Rect,
    pub(crate) column: Rect,
}

pub(crate) fn places(area: Rect) -> Places {
    let body = area.shrink(EDGE);
    let bar_room = BAR[0] + BAR[1];
    let whole = |side: f32| (side / STEP).floor().max(1.0) * STEP;
    let block = |board: Rect, column: Rect| {
        let left = board.left() - bar_room;
        let bar = Rect::from_x_y_ranges(left..=left + BAR[0], board.y_range());
        Places { bar, board, column }
    };
    if area.width() < area.height() {
        let side = whole((body.width() - bar_room).min(body.height() * BOARD_SHARE));
        let left = (body.center().x - (side - bar_room) / 2.0).floor();
        let board = Rect::from_min_size(pos2(left, body.top()), Vec2::splat(side));
        let top = board.bottom() + BESIDE;
        let column =
            Rect::from_min_max(pos2(left - bar_room, top), pos2(board.right(), body.bottom()));
        return block(board, column);
    }
    let width = if area.width() >= WIDE {
        COLUMN[2]
    } else {
        (area.width() * COLUMN_SHARE).floor().clamp(COLUMN[0], COLUMN[1])
    };
    let across = body.width() - width - BESIDE - bar_room;
    let side = whole(across.min(body.height() - 2.0 * CLEAR));
    // The bar is outside the block, so that it does not move the block.
    let left = (body.center().x - (side + BESIDE + width) / 2.0).floor();
    let left = left.max(body.left() + bar_room);
    let top = (body.center().y - side / 2.0).floor();
    let board = Rect::from_min_size(pos2(left, top), Vec2::splat(side));
    let column = Rect::from_min_size(pos2(board.right() + BESIDE, top), vec2(width, side));
    block(board, column)
}

/// Which parts of the panel fit into a column's height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shown {
    opening: bool,
    evaluation: bool,
    status: bool,
}

fn shown(panel: f32) -> Shown {
    let mut free = panel - ACTIONS - NAVIGATION - MIN_MOVES;
    let mut take = |height: f32| {
        let fits = free >= height;
        free -= if fits { height } else { 0.0 };
        fits
    };
    Shown { status: take(STATUS), opening: take(OPENING), evaluation: take(EVALUATION) }
}

/// Shows the workspace.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, comment: &mut Field, out: &mut Vec<Action>) {
    let Places { bar, board: square, column } = places(ui.max_rect());
    room::tell_board(ui, square);
    if cx.model.settings.eval_bar && !cx.model.hides_evaluation() {
        board::bar_ui(ui, cx, bar);
    }
    board::board(ui, cx, square, out);
    let scale = ui.pixels_per_point();
    let squares = context::coordinates(cx.model).room(square);
    let squares = Geometry::fit(squares, context::orientation(cx.model), scale).rect();

    let bottom = context::orientation(cx.model);
    let card = CARD[usize::from(column.height() < LOW_COLUMN)];
    let top_card = Rect::from_min_size(column.min, vec2(column.width(), card));
    let own_card = top_card.translate(vec2(0.0, column.height() - card));
    player_card(ui, cx, !bottom, top_card);
    player_card(ui, cx, bottom, own_card);
    let panel =
        Rect::from_x_y_ranges(column.x_range(), top_card.bottom() + GAP..=own_card.top() - GAP);
    ui.painter().rect_filled(panel, RADIUS, theme::palette(ui).panel);
    show_panel(ui, cx, panel, comment, out);
    remark(ui, cx, panel);
    // Always over the first moves and never over the board, whatever was played last; a low panel has no room for it.
    let free = panel.height() - ACTIONS - NAVIGATION;
    let place = match board::CARD_SIZE {
        size if size.y <= free => Rect::from_min_size(panel.min, vec2(panel.width(), size.y)),
        _ => board::card_on_board(ui, cx, squares),
    };
    board::end_card(ui, cx, place, out);
}

fn show_panel(ui: &mut Ui, cx: &Cx<'_>, panel: Rect, comment: &mut Field, out: &mut Vec<Action>) {
    let shown = shown(panel.height());
    let (mut top, mut bottom) = (panel.top(), panel.bottom());
    let below = |height: f32, top: &mut f32| {
        let rect = Rect::from_x_y_ranges(panel.x_range(), *top..=*top + height);
        *top += height;
        rect
    };
    let above = |height: f32, bottom: &mut f32| {
        let rect = Rect::from_x_y_ranges(panel.x_range(), *bottom - height..=*bottom);
        *bottom -= height;
        rect
    };
    if shown.opening {
        let rect = below(OPENING, &mut top);
        opening(ui, cx, rect);
        rule(ui, rect.bottom(), panel);
    }
    // Places are assigned from the bottom, but parts are added from the top: the keyboard visits them in reading order.
    let navigation = above(NAVIGATION, &mut bottom);
    let actions = above(ACTIONS, &mut bottom);
    let state = shown.status.then(|| above(STATUS, &mut bottom));
    let evaluation = shown.evaluation.then(|| above(EVALUATION, &mut bottom));
    rule(ui, bottom, panel);
    let list = Rect::from_min_max(
        pos2(panel.left() + PAD, top + 4.0),
        pos2(panel.right() - 4.0, bottom - 4.0),
    );
    let mut child = ui.new_child(UiBuilder::new().id_salt("moves").max_rect(list));
    child.set_clip_rect(list.intersect(ui.clip_rect()));
    moves::show(&mut child, cx, comment, out);
    if let Some(rect) = evaluation {
        evaluation_part(ui, cx, rect.shrink2(vec2(PAD + 4.0, 0.0)), out);
    }
    if let Some(rect) = state {
        status(ui, cx, rect.shrink2(vec2(PAD + 4.0, 0.0)), out);
    }
    rule(ui, actions.top(), panel);
    board::actions(ui, cx, actions.shrink2(vec2(PAD, 6.0)), out);
    board::navigation(ui, cx, navigation.shrink2(vec2(PAD, 8.0)), out);
}

fn rule(ui: &Ui, y: f32, panel: Rect) {
    let color = theme::palette(ui).border.gamma_multiply(0.6);
    ui.painter().hline(panel.x_range(), y, Stroke::new(1.0, color));
}

fn row(ui: &mut Ui, salt: &str, rect: Rect, align: Align) -> Ui {
    let layout = match align {
        Align::Max => Layout::right_to_left(Align::Center),
        Align::Min | Align::Center => Layout::left_to_right(Align::Center),
    };
    ui.new_child(UiBuilder::new().id_salt(salt).max_rect(rect).layout(layout))
}

/// Code and name of the opening.
fn opening(ui: &mut Ui, cx: &Cx<'_>, rect: Rect) {
    let p = theme::palette(ui);
    let mut row = row(ui, "opening", rect.shrink2(vec2(PAD + 4.0, 0.0)), Align::Min);
    let game = &cx.model.game;
    match explorer::opening_of(&row, &game.tree, game.current) {
        Some(Opening { eco, name, .. }) => {
            row.label(RichText::new(eco).small().color(p.text_faint));
            row.add_space(8.0);
            row.add(Label::new(name).truncate()).on_hover_text(format!("{eco} {name}"));
        }
        None => {
            row.label(RichText::new(explorer::no_name(&game.tree)).color(p.text_faint));
        }
    }
}

/// What the game waits for or how it ended, with the possible answers.
fn status(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, out: &mut Vec<Action>) {
    let mut right = row(ui, "answers", rect, Align::Max);
    board::answers(&mut right, cx, out);
    let words = rect.with_max_x(right.min_rect().left().min(rect.right()) - 4.0);
    board::status_text(&mut row(ui, "status", words, Align::Min), cx, out);
}

/// The opponent's remark, over the edge of the panel next to its card.
fn remark(ui: &Ui, cx: &Cx<'_>, panel: Rect) {
    let Some(remark) = cx.model.remarks.shown(cx.model.game.serial, cx.now_ms) else { return };
    let p = theme::palette(ui);
    let below = remark.side == context::orientation(cx.model);
    let edge = if below { panel.bottom() } else { panel.top() };
    let (near, far) =
        if below { (edge - 4.0, edge - OPENING) } else { (edge + 4.0, edge + OPENING) };
    let bubble =
        Rect::from_x_y_ranges(panel.shrink(PAD / 2.0).x_range(), near.min(far)..=near.max(far));
    let outline = Stroke::new(1.0, p.border);
    ui.painter().rect(bubble, theme::RADIUS, p.raised, outline, StrokeKind::Inside);
    // The tail points at the portrait.
    let (tip, root) = (pos2(bubble.left() + 26.0, 2.0f32.mul_add(edge, -near)), near);
    let base = [pos2(tip.x - 7.0, root), pos2(tip.x + 7.0, root)];
    let tail = Shape::convex_polygon(vec![base[0], tip, base[1]], p.raised, Stroke::NONE);
    ui.painter().add(tail);
    let words = t!("play-remark", text = remark.text());
    let room = bubble.width() - 2.0 * PAD;
    let galley = opponents::text(ui, &words, (14.0, p.text), (room, 1));
    let corner = pos2(bubble.left() + PAD, bubble.center().y - galley.size().y / 2.0);
    ui.painter().galley(corner, galley, p.text);
    let place = ui.interact(bubble, ui.scope_id().with("remark"), Sense::hover());
    place.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
}

/// Portrait, name, material lead, and the clock.
fn player_card(ui: &mut Ui, cx: &Cx<'_>, color: Color, rect: Rect) {
    let p = theme::palette(ui);
    ui.painter().rect_filled(rect, RADIUS, p.panel);
    let inner = rect.shrink(if rect.height() < CARD[0] { 6.0 } else { PAD });
    let portrait = Rect::from_min_size(inner.min, Vec2::splat(inner.height()));
    let player = &cx.model.game.players[color.index()];
    if let Player::Engine { id, strength, .. } = *player {
        let even = cx.model.game.even;
        Opponent { engine: id, strength, even }.emblem(ui, portrait);
    } else {
        let font = FontId::proportional(portrait.height() * 0.6);
        let (at, icon) = (portrait.center(), roster::player_icon(cx.model, color).glyph());
        ui.painter().rect_filled(portrait, theme::RADIUS, p.raised);
        ui.painter().text(at, Align2::CENTER_CENTER, icon, font, p.text_weak);
    }
    let chip = pos2(portrait.right() - 5.0, portrait.bottom() - 5.0);
    let side = if color == Color::White { p.white_side } else { p.black_side };
    ui.painter().circle(chip, 5.0, side, (1.0, p.text_faint));

    let mut words = Rect::from_min_max(pos2(portrait.right() + 12.0, inner.top()), inner.max);
    if let Some(clock) = roster::clock(cx.model, color, cx.now_ms) {
        let height = inner.height().min(44.0);
        let size = vec2(beside_board::clock_width(ui, &clock, height), height);
        let place = Align2::RIGHT_CENTER.align_size_within_rect(size, inner);
        beside_board::clock_card(ui, place, &clock);
        words.max.x = place.left() - 8.0;
    }
    let name = roster::player_name(cx.model, color);
    let low = inner.height() < CARD[0] - 2.0 * PAD;
    let mut column = ui.new_child(UiBuilder::new().id_salt(("player", color)).max_rect(words));
    column.spacing_mut().item_spacing.y = 2.0;
    column.add_space(if low { 0.0 } else { 3.0 });
    let size = if low { 14.0 } else { 17.0 };
    column.add(Label::new(RichText::new(&name).size(size)).truncate()).on_hover_text(&name);
    column.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if let Player::Engine { strength, .. } = player
            && let Some(elo) = strength.elo()
        {
            ui.label(RichText::new(elo.to_string()).small().color(p.text_weak));
        } else if let Some(elo) = roster::noted_elo(cx.model, color) {
            let elo = ui.label(RichText::new(elo).small().color(p.text_weak));
            elo.on_hover_text(t!("board-elo"));
        }
        board::captured(ui, cx, color);
        board::thinking(ui, cx, color);
    });
}

/// The evaluation graph of the game if it may be seen, else a text of the same size that says how to show it.
fn evaluation_part(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let head = Rect::from_min_size(rect.min, vec2(rect.width(), 36.0));
    let hidden = cx.model.hides_evaluation();
    let mut left = row(ui, "evaluation", head, Align::Min);
    let (title, view) = if hidden {
        (t!("play-evaluation-hidden"), "")
    } else {
        // The graph and the number beside it are from White's view, whatever the setting for the lines.
        (t!("play-evaluation"), t!("present-view-white"))
    };
    left.label(RichText::new(title).small().color(p.text_weak));
    left.label(RichText::new(view).small().color(p.text_faint));
    let mut right = row(ui, "watch", head, Align::Max);
    watch_button(&mut right, cx, out);
    if !hidden && let Some([score, whole]) = analysis::eval_text(cx.model, cx.model.game.current) {
        right.label(RichText::new(score).color(p.text)).on_hover_text(whole);
    }
    let graph = Rect::from_min_max(head.left_bottom(), rect.max - vec2(0.0, 12.0));
    if hidden {
        ui.painter().rect_stroke(graph, 4, (1.0, p.border), StrokeKind::Inside);
        let (.., button) = watch_face(cx);
        let how = if cx.model.view.hide_engine {
            t!("play-evaluation-hidden.engine", button = button)
        } else {
            t!("play-evaluation-hidden.how", button = button)
        };
        let words = Label::new(RichText::new(how).small().color(p.text_faint));
        let mut middle = ui.new_child(
            UiBuilder::new()
                .id_salt("hidden")
                .max_rect(graph.shrink(8.0))
                .layout(Layout::centered_and_justified(Direction::LeftToRight)),
        );
        middle.add(words.wrap());
    } else {
        strip::show(ui, cx, graph, out);
    }
}

/// The switch for what is shown: everything from the engine while that is hidden, the analysis while it runs, watching
/// during a game against an engine, else the analysis.
fn watch_face(cx: &Cx<'_>) -> (UserCommand, Icon, &'static str) {
    if cx.model.view.hide_engine {
        let command = UserCommand::HideEngine;
        return (command, Icon::Eye, command.verb(cx.model));
    }
    let analyses = cx.model.engine.analysis;
    let (command, on) = if !analyses && UserCommand::Watch.is_enabled(cx.model) {
        (UserCommand::Watch, cx.model.watches())
    } else {
        (UserCommand::ToggleAnalysis, analyses)
    };
    let (icon, word) = match (command, on) {
        (UserCommand::Watch, false) => (Icon::Eye, t!("board-watch")),
        (UserCommand::Watch, true) => (Icon::EyeOff, t!("play-hide")),
        (_, false) => (Icon::Analyse, t!("play-analyse")),
        (_, true) => (Icon::Pause, t!("play-stop-analysis")),
    };
    (command, icon, word)
}

fn watch_button(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let (command, icon, word) = watch_face(cx);
    let text = format!("{} {word}", icon.glyph());
    let button = Button::new(text).frame_when_inactive(false);
    let button = ui.add_enabled(command.is_enabled(cx.model), button);
    let hint = match command.keys_text(cx.model) {
        Some(keys) => format!("{}  {keys}", command.info().tooltip()),
        None => command.info().tooltip().to_owned(),
    };
    let button = button.accessible_name(command.verb(cx.model)).on_hover_text(hint);
    // The second click of a double click must not give the command that takes the place of the first.
    let just_shown = buttons::are_just_shown(ui, vec![command.name().to_owned()]);
    if buttons::pressed(&button, just_shown) {
        out.push(Action::Command(command));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::Pos2;

    /// The area below the top bar of a window of this size.
    fn area(width: f32, height: f32) -> Rect {
        Rect::from_min_max(pos2(0.0, 44.0), pos2(width, height))
    }

    #[test]
    fn the_block_has_the_measures_of_the_design() {
        let at = places(area(1280.0, 800.0));
        assert_eq!(at.board, Rect::from_min_size(Pos2::new(102.0, 74.0), Vec2::splat(696.0)));
        assert_eq!(at.column, Rect::from_min_size(Pos2::new(814.0, 74.0), vec2(364.0, 696.0)));
        let small = places(area(1024.0, 700.0)).board;
        assert_eq!(small.size(), Vec2::splat(592.0));
        let wide = places(area(1920.0, 1080.0));
        assert_eq!(wide.board.size(), Vec2::splat(976.0));
        assert_eq!(wide.column.size(), vec2(420.0, 976.0));
    }

    #[test]
    fn nothing_overlaps_or_leaves_the_window_at_any_size() {
        for width in (640..2600).step_by(97) {
            for height in (480..1500).step_by(83) {
                let area = area(width as f32, height as f32);
                let Places { bar, board, column } = places(area);
                assert!(
                    [bar, board, column].iter().all(|rect| area.contains_rect(*rect)),
                    "{area:?}"
                );
                assert!(!bar.intersects(board) && !board.intersects(column), "{area:?}");
                let panel = column.height() - 2.0 * (CARD[1] + GAP);
                assert!(
                    panel > ACTIONS + NAVIGATION + 40.0,
                    "{area:?} leaves {panel} for the moves"
                );
            }
        }
    }

    #[test]
    fn parts_leave_a_low_panel_one_by_one() {
        let all = Shown { opening: true, evaluation: true, status: true };
        assert_eq!(shown(536.0), all);
        assert_eq!(shown(300.0), Shown { evaluation: false, ..all });
        assert_eq!(shown(200.0), Shown { opening: false, evaluation: false, status: false });
    }
}

//! The position editor in place of the board column: the board, the pieces to put on it, side to move, castling, en
//! passant, and in words what is wrong with the position.

use eframe::egui;
use eframe::egui::{
    Align, Color32, ComboBox, DragValue, Grid, Label, Layout, Rect, RichText, ScrollArea, TextEdit,
    TextStyle, Ui, UiBuilder, pos2, vec2,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::game::editor::{EditorAction, EditorState, MAX_FEN};
use tabia_app::game::words::side_to_move;
use tabia_chess::{Board, BoardBuilder, Color, Square, Wing, rules};
use tabia_games::words;
use tabia_games::words::color_id;

use super::play;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::{context, dialog, parts};
use crate::gui::widgets::board::{BoardEvent, BoardView, Tool};
use crate::gui::widgets::{beside_board, buttons, escape_is_free};
use tabia_text::t;

/// Height of the controls below the board, points.
const CONTROLS: f32 = 112.0;
/// From this width on side to move and castling are on one line, points.
const WIDE: f32 = 560.0;
/// Side of a piece in the tray, points.
const TRAY: f32 = 40.0;
/// Width of undo and redo beside a tray, points.
const STEPS: f32 = 72.0;
/// Minimum width of the column beside the board where there is room: a tray and its margins, points.
const COLUMN: f32 = 6.0 * (TRAY + 2.0) + 40.0;
/// From this ratio of width to height on there is room for the controls beside the board.
const BESIDE: f32 = 1.3;
/// Height of the FEN above the buttons and of the verdict on the position, points.
const VERDICT: f32 = 70.0;
/// Height of the buttons below the column, points.
const FOOT: f32 = 32.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, editor: &EditorState, out: &mut Vec<Action>) {
    let area = ui.max_rect();
    if area.width() > area.height() * BESIDE {
        return show_beside(ui, cx, editor, out);
    }
    ui.painter().rect_filled(area, 0, theme::palette(ui).panel);
    let inner = area.shrink(10.0);
    let mut events = Vec::new();
    let left = is_left(ui, cx);
    let rest = foot(ui, inner, editor, &mut events);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(rest));
    let ui = &mut ui;
    let bottom = if editor.flipped { Color::Black } else { Color::White };
    // The trays are where they leave the larger board.
    let (trays, height) = (2.0 * (TRAY + theme::GAP), rest.height() - CONTROLS);
    let side = rest.width().min(height - trays).max(96.0);
    let between = (rest.width() - trays).min(height);
    if between > side {
        board_between(ui, cx, editor, (bottom, between), (&mut events, out));
    } else {
        board_below(ui, cx, editor, (bottom, side), (&mut events, out));
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| controls(ui, editor, &mut events));
    if left {
        events.push(EditorAction::Cancel);
    }
    out.extend(events.into_iter().map(Action::Editor));
}

/// The board between the pieces of both sides, with undo and redo on its right.
fn board_between(
    ui: &mut Ui,
    cx: &Cx<'_>,
    editor: &EditorState,
    (bottom, side): (Color, f32),
    (events, out): (&mut Vec<EditorAction>, &mut Vec<Action>),
) {
    let rest = ui.max_rect();
    let corner = pos2(rest.center().x - side / 2.0, rest.top());
    let board = Rect::from_min_size(corner, vec2(side, side));
    let piece = TRAY.min((side - STEPS) / 6.0 - 2.0);
    let column = |ui: &mut Ui, left: f32, salt: &str| {
        let place = Rect::from_min_size(pos2(left, board.top()), vec2(piece, side));
        ui.new_child(UiBuilder::new().id_salt(salt).max_rect(place))
    };
    let mut upper = column(ui, board.left() - theme::GAP - piece, "upper tray");
    tray(&mut upper, editor, (!bottom, (piece, true)), events);
    board_ui(ui, cx, editor, bottom, (board, &mut *events));
    let mut lower = column(ui, board.right() + theme::GAP, "lower tray");
    tray(&mut lower, editor, (bottom, (piece, true)), events);
    for command in [UserCommand::Undo, UserCommand::Redo] {
        parts::command_button(&mut lower, cx, command, None, out);
    }
    ui.advance_cursor_after_rect(board);
}

/// The board with the pieces of the sides above and below it, undo and redo at the right end of the upper ones.
fn board_below(
    ui: &mut Ui,
    cx: &Cx<'_>,
    editor: &EditorState,
    (bottom, side): (Color, f32),
    (events, out): (&mut Vec<EditorAction>, &mut Vec<Action>),
) {
    let rest = ui.max_rect();
    let board_left = rest.left() + ((rest.width() - side) / 2.0).max(0.0);
    // The trays are aligned with the board, unless a small board leaves no room for undo and redo on their right.
    let piece = TRAY.min((rest.width() - STEPS) / 6.0 - 2.0);
    let tray_left = board_left.min(rest.right() - STEPS - 6.0 * (piece + 2.0)).max(rest.left());
    let indent = tray_left - rest.left();
    ui.horizontal(|ui| {
        ui.add_space(indent);
        tray(ui, editor, (!bottom, (piece, false)), events);
        steps(ui, cx, out);
    });
    let rect = Rect::from_min_size(pos2(board_left, ui.cursor().top()), vec2(side, side));
    board_ui(ui, cx, editor, bottom, (rect, &mut *events));
    ui.advance_cursor_after_rect(rect);
    ui.horizontal(|ui| {
        ui.add_space(indent);
        tray(ui, editor, (bottom, (piece, false)), events);
    });
}

/// In a wide window: the board where it is in Play, and all controls of the position in a column beside it.
fn show_beside(ui: &mut Ui, cx: &Cx<'_>, editor: &EditorState, out: &mut Vec<Action>) {
    let area = ui.max_rect();
    let play::Places { board, column, .. } = play::places(area);
    let column = column.with_max_x(column.right().max(area.right().min(column.left() + COLUMN)));
    let mut events = Vec::new();
    let bottom = if editor.flipped { Color::Black } else { Color::White };
    board_ui(ui, cx, editor, bottom, (board, &mut events));
    ui.painter().rect_filled(column, play::RADIUS, theme::palette(ui).panel);
    let left = is_left(ui, cx);
    let rest = foot(ui, column.shrink(16.0), editor, &mut events);
    let mut body = ui.new_child(UiBuilder::new().id_salt("editor body").max_rect(rest));
    body.horizontal(|ui| {
        ui.label(RichText::new(t!("editor-title")).size(18.0));
        steps(ui, cx, out);
    });
    body.add_space(8.0);
    ScrollArea::vertical().auto_shrink(false).show(&mut body, |ui| {
        parts_beside(ui, editor, bottom, &mut events);
    });
    if left {
        events.push(EditorAction::Cancel);
    }
    out.extend(events.into_iter().map(Action::Editor));
}

/// The FEN, the verdict on the position and the buttons at the end of the editor, visible at any height, since they
/// explain why the position cannot be used. Returns the space above.
fn foot(ui: &mut Ui, inner: Rect, editor: &EditorState, out: &mut Vec<EditorAction>) -> Rect {
    let (above, foot) = inner.split_top_bottom_at_y(inner.bottom() - FOOT);
    let (rest, verdict_rect) = above.split_top_bottom_at_y(above.bottom() - VERDICT);
    let mut verdict =
        ui.new_child(UiBuilder::new().id_salt("editor verdict").max_rect(verdict_rect));
    fen(&mut verdict, editor, out);
    verdict.add_space(4.0);
    verdict.with_layout(Layout::right_to_left(Align::Min), |ui| {
        if let Some(repair) = editor.repair()
            && ui.button(t!("editor-repair")).on_hover_text(repair).clicked()
        {
            out.push(EditorAction::Repair);
        }
        ui.with_layout(Layout::top_down(Align::Min), |ui| verdict_text(ui, editor));
    });
    let mut buttons = ui.new_child(UiBuilder::new().id_salt("editor foot").max_rect(foot));
    buttons.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if dialog::dialog_button(ui, t!("button-cancel")) {
            out.push(EditorAction::Cancel);
        }
        if dialog::main_button(ui, t!("editor-use"), editor.board().is_some()) {
            out.push(EditorAction::Apply);
        }
    });
    rest.with_max_y(rest.bottom() - 8.0)
}

/// Whether Esc leaves the editor: neither a field nor a drop-down nor a dialog waits for it.
fn is_left(ui: &Ui, cx: &Cx<'_>) -> bool {
    cx.model.dialog.is_none() && escape_is_free(ui)
}

/// The controls of the position, from top to bottom.
fn parts_beside(ui: &mut Ui, editor: &EditorState, bottom: Color, out: &mut Vec<EditorAction>) {
    let p = theme::palette(ui);
    for color in [!bottom, bottom] {
        tray(ui, editor, (color, (TRAY, false)), out);
        ui.add_space(2.0);
    }
    ui.label(RichText::new(t!("editor-how")).small().color(p.text_weak));
    ui.add_space(8.0);
    let sides = Color::ALL.map(|color| (color, side_to_move(color)));
    let turn = t!("editor-turn");
    if let Some(color) = buttons::segmented(ui, turn, editor.builder.stm, &sides) {
        out.push(EditorAction::SideToMove(color));
    }
    ui.add_space(8.0);
    let grid = Grid::new("castling").num_columns(3).spacing([24.0, 6.0]);
    grid.show(ui, |ui| {
        for color in Color::ALL {
            for wing in Wing::ALL {
                castling(ui, editor, color, wing, out);
            }
            if color == Color::White {
                chess960(ui, editor, out);
            }
            ui.end_row();
        }
    });
    ui.add_space(8.0);
    let grid = Grid::new("counters").num_columns(2).spacing([24.0, 6.0]);
    grid.show(ui, |ui| {
        en_passant(ui, editor, out);
        ui.end_row();
        move_number(ui, editor, out);
        ui.end_row();
        halfmove_clock(ui, editor, out);
        ui.end_row();
    });
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        for (icon, name, action) in whole_board() {
            let button = ui.button(format!("{} {name}", icon.glyph())).accessible_name(name);
            if button.clicked() {
                out.push(action);
            }
        }
    });
}

/// The actions on the whole board.
fn whole_board() -> [(Icon, &'static str, EditorAction); 4] {
    [
        (Icon::Board, t!("editor-start"), EditorAction::StartPosition),
        (Icon::Trash, t!("editor-clear"), EditorAction::Clear),
        (Icon::Swap, t!("editor-swap"), EditorAction::SwapColors),
        (Icon::Flip, t!("editor-flip"), EditorAction::Flip),
    ]
}

/// Undo and redo at the right end of a line.
fn steps(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        for command in [UserCommand::Redo, UserCommand::Undo] {
            parts::command_button(ui, cx, command, None, out);
        }
    });
}

/// Whether a legal position can be played, or how the game has ended in it.
pub(crate) fn playable(ui: &Ui, board: &Board) -> (String, Color32) {
    let p = theme::palette(ui);
    match rules::automatic_outcome(board, 1) {
        Some(outcome) => (t!("editor-over", outcome = words::outcome(outcome)), p.text_weak),
        None => (t!("editor-playable").to_owned(), p.good),
    }
}

/// Whether the position can be played, or what is wrong with it.
fn verdict_text(ui: &mut Ui, editor: &EditorState) {
    let p = theme::palette(ui);
    let (text, color) = match (editor.problem(), editor.board()) {
        (Some(problem), _) => (problem.to_owned(), p.bad),
        (None, Some(board)) => playable(ui, board),
        (None, None) => return,
    };
    ui.add(Label::new(RichText::new(text).small().color(color)).wrap());
}

fn board_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    editor: &EditorState,
    bottom: Color,
    (rect, out): (Rect, &mut Vec<EditorAction>),
) {
    let mut placement = [None; Square::COUNT];
    for square in Square::all() {
        placement[square.index()] = editor.piece_on(square);
    }
    let tool = match editor.brush {
        Some(piece) => Tool::Place(piece),
        None => Tool::Hand,
    };
    let mut view = BoardView::placed(placement);
    view.id_salt = "editor";
    view.orientation = bottom;
    view.theme = context::board_theme(cx.model);
    view.editor = Some(tool);
    view.animate = false;
    view.options.coordinates = context::coordinates(cx.model);
    view.options.wheel = false;
    view.options.draw = false;
    for event in view.show_in(ui, rect).events {
        match event {
            BoardEvent::Place { piece, to } => out.push(EditorAction::Place(to, piece)),
            BoardEvent::Remove { from } => out.push(EditorAction::Remove(from)),
            BoardEvent::MovePiece { from, to } => out.push(EditorAction::Move(from, to)),
            _ => {}
        }
    }
}

/// One side's pieces with the given size in points, as a column or not: a click chooses what the next clicks place.
fn tray(
    ui: &mut Ui,
    editor: &EditorState,
    (color, size): (Color, (f32, bool)),
    out: &mut Vec<EditorAction>,
) {
    if let Some(piece) = beside_board::piece_tray(ui, color, size, editor.brush) {
        out.push(EditorAction::Brush((editor.brush != Some(piece)).then_some(piece)));
    }
}

fn controls(ui: &mut Ui, editor: &EditorState, out: &mut Vec<EditorAction>) {
    let wide = ui.available_width() >= WIDE;
    ui.horizontal_wrapped(|ui| {
        let stm = editor.builder.stm;
        for color in Color::ALL {
            if ui.selectable_label(stm == color, side_to_move(color)).clicked() {
                out.push(EditorAction::SideToMove(color));
            }
        }
        if wide {
            ui.add_space(12.0);
            castling_row(ui, editor, out);
        }
        for (icon, name, action) in whole_board() {
            if buttons::small(ui, icon, name).clicked() {
                out.push(action);
            }
        }
    });
    // All four stay together, on this line or the next.
    if !wide {
        ui.horizontal_wrapped(|ui| castling_row(ui, editor, out));
    }
    ui.horizontal_wrapped(|ui| {
        en_passant(ui, editor, out);
        move_number(ui, editor, out);
        halfmove_clock(ui, editor, out);
    });
}

fn move_number(ui: &mut Ui, editor: &EditorState, out: &mut Vec<EditorAction>) {
    let label = ui.label(t!("editor-move"));
    let mut number = editor.builder.fullmove_number;
    if ui
        .add(DragValue::new(&mut number).range(1..=BoardBuilder::MAX_FULLMOVE_NUMBER))
        .labelled_by(label.id)
        .changed()
    {
        out.push(EditorAction::FullmoveNumber(number));
    }
}

fn halfmove_clock(ui: &mut Ui, editor: &EditorState, out: &mut Vec<EditorAction>) {
    let label = ui.label(t!("editor-halfmove-clock"));
    let label = label.on_hover_text(t!("editor-halfmove-clock.tip"));
    let mut clock = editor.builder.halfmove_clock;
    if ui
        .add(DragValue::new(&mut clock).range(0..=BoardBuilder::MAX_HALFMOVE_CLOCK))
        .labelled_by(label.id)
        .changed()
    {
        out.push(EditorAction::HalfmoveClock(clock));
    }
}

fn castling_row(ui: &mut Ui, editor: &EditorState, out: &mut Vec<EditorAction>) {
    for color in Color::ALL {
        for wing in Wing::ALL {
            castling(ui, editor, color, wing, out);
        }
    }
    chess960(ui, editor, out);
}

/// Whether castling with kings and rooks on unusual squares can be allowed.
fn chess960(ui: &mut Ui, editor: &EditorState, out: &mut Vec<EditorAction>) {
    let mut on = editor.is_chess960();
    if ui
        .checkbox(&mut on, t!("editor-chess960"))
        .on_hover_text(t!("editor-chess960.tip"))
        .changed()
    {
        out.push(EditorAction::Chess960(on));
    }
}

fn castling(
    ui: &mut Ui,
    editor: &EditorState,
    color: Color,
    wing: Wing,
    out: &mut Vec<EditorAction>,
) {
    let short = wing == Wing::KingSide;
    let mv = if short { "O-O" } else { "O-O-O" };
    let text = t!("editor-castling", color = color_id(color), move = mv);
    let mut on = editor.may_castle(color, wing);
    let enabled = on || editor.can_grant(color, wing);
    let check = ui.add_enabled(enabled, egui::Checkbox::new(&mut on, text));
    let side = if short { "king" } else { "queen" };
    let tip = t!("editor-castling.tip", color = color_id(color), wing = side);
    let check = check.on_hover_text(tip);
    if check.changed() {
        out.push(EditorAction::Castling(color, wing, on));
    }
}

fn en_passant(ui: &mut Ui, editor: &EditorState, out: &mut Vec<EditorAction>) {
    let label = ui.label(t!("editor-en-passant"));
    let now = editor.builder.ep_square;
    let none = t!("editor-en-passant.none");
    let text = |square: Option<Square>| square.map_or(none.to_owned(), |s| s.to_string());
    let combo = ComboBox::from_id_salt("en passant").width(64.0).selected_text(text(now));
    let shown = combo.show_ui(ui, |ui| {
        let choices = editor.ep_candidates().into_iter().map(Some);
        for choice in std::iter::once(None).chain(choices) {
            if ui.selectable_label(choice == now, text(choice)).clicked() {
                out.push(EditorAction::EnPassant(choice));
            }
        }
    });
    drop(shown.response.labelled_by(label.id));
}

fn fen(ui: &mut Ui, editor: &EditorState, out: &mut Vec<EditorAction>) {
    ui.horizontal(|ui| {
        let label = ui.label("FEN");
        let mut text = editor.fen_text.clone();
        let width = ui.available_width();
        let field = TextEdit::singleline(&mut text)
            .char_limit(MAX_FEN)
            .font(TextStyle::Monospace)
            .desired_width(width - 8.0);
        if ui.add(field).labelled_by(label.id).changed() {
            out.push(EditorAction::FenText(text));
        }
    });
}

//! The evaluation X-ray: the hand-crafted terms and the network in detail, on a board that can be edited in place.

mod tables;

use std::sync::Arc;

use eframe::egui::epaint::Mesh;
use eframe::egui::{
    Align2, Button, Color32, FontId, Id, Label, PopupAnchor, Rect, RichText, Role, ScrollArea,
    Sense, Shape, TextStyle, Tooltip, Ui, WidgetInfo, pos2, vec2,
};
use egui_extras::TableRow;

use tabia_app::action::{Action, LabAction};
use tabia_app::game::editor::EditorState;
use tabia_app::lab::xray::{XrayAction, XrayTool, XrayView};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, Square};
use tabia_engine::eval::nnue::file;
use tabia_engine::eval::{PHASE_MAX, SCALE_FULL};
use tabia_lab::names;
use tabia_lab::xray::{RowKind, Xray};
use tabia_text::t;

use crate::gui::look::{theme, theme as colors};
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::Head;
use crate::gui::present::{context, memo, view_head};
use crate::gui::widgets::board::geometry::Geometry;
use crate::gui::widgets::board::{BoardEvent, BoardView, Coordinates, Placement, Tool};
use crate::gui::widgets::table::{Table, Width};
use crate::gui::widgets::{beside_board, buttons, table};

/// Width from which the tables are beside the board, points.
const WIDE: f32 = 560.0;
/// Width from which the board beside the tables is large, points.
const ROOMY: f32 = 700.0;
/// Side of the board, narrow and wide, points.
const BOARD: [f32; 2] = [236.0, 272.0];
/// Height of a row in its tables, points.
const ROW: f32 = 18.0;
/// Positions whose X-rays are kept: the one on the board, the edited one, and the one before.
const KEPT: usize = 3;

/// What is shown in a frame.
struct Scene<'a> {
    /// The position on the board.
    base: Arc<Xray>,
    /// The position under the X-ray; `None` if it is not possible in chess.
    shown: Option<Arc<Xray>>,
    /// The edited position, if something was edited.
    edit: Option<&'a EditorState>,
    view: XrayView,
    /// The row whose squares are painted: the one under the pointer, else the chosen one.
    row: Option<RowKind>,
    chosen: Option<RowKind>,
}

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let state = &cx.model.lab.xray;
    let (lab, game) = (&cx.model.lab, &cx.model.game);
    let base = seen(ui, game.tree.board(lab.node_of(PaneId::Xray, game)));
    let edit = state.edit(cx.model.game.serial);
    let shown = match edit {
        None => Some(Arc::clone(&base)),
        Some(edit) => edit.board().map(|board| seen(ui, board)),
    };
    let scene = Scene {
        base,
        shown,
        edit,
        view: state.view,
        row: hovered(ui).or(state.row),
        chosen: state.row,
    };
    let mut done = Vec::new();
    head(ui, cx, &scene, &mut done, out);
    let wide = ui.available_width() >= WIDE;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if wide {
            beside(ui, cx, &scene, &mut done);
        } else {
            ui.horizontal_top(|ui| {
                let side = BOARD[0].min(ui.available_width());
                show_board(ui, cx, &scene, side, &mut done);
                ui.vertical(|ui| facts(ui, &scene, false));
            });
            legend(ui, &scene, ui.available_width());
            tools(ui, cx, &scene, &mut done);
            details(ui, &scene, &mut done);
        }
    });
    out.extend(done.into_iter().map(|action| Action::Lab(LabAction::Xray(action))));
}

/// The board with its controls on the left, the tables on the right.
fn beside(ui: &mut Ui, cx: &Cx<'_>, scene: &Scene<'_>, done: &mut Vec<XrayAction>) {
    let side = BOARD[usize::from(ui.available_width() >= ROOMY)];
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(side, 0.0), |ui| {
            ui.vertical(|ui| {
                ui.set_width(side);
                show_board(ui, cx, scene, side, done);
                legend(ui, scene, side);
                tools(ui, cx, scene, done);
            });
        });
        ui.add_space(theme::PAD);
        ui.vertical(|ui| {
            facts(ui, scene, true);
            details(ui, scene, done);
        });
    });
}

/// The position under the X-ray, and the actions common to every view of the Lab.
fn head(
    ui: &mut Ui,
    cx: &Cx<'_>,
    scene: &Scene<'_>,
    done: &mut Vec<XrayAction>,
    out: &mut Vec<Action>,
) {
    let csv = || match (&scene.shown, scene.view) {
        (None, _) => String::new(),
        (Some(xray), XrayView::Terms) => xray.terms_table().csv(),
        (Some(xray), XrayView::Network) => xray.network_csv(),
        (Some(xray), XrayView::Both) => xray.pieces_table().csv(),
    };
    let copy: Option<&dyn Fn() -> String> = if scene.shown.is_some() { Some(&csv) } else { None };
    let head = Head { pane: PaneId::Xray, follows: true, copy };
    view_head::show(ui, cx, &head, out, |ui, _| {
        let views = [
            (XrayView::Terms, t!("xray-terms")),
            (XrayView::Network, t!("xray-network")),
            (XrayView::Both, t!("xray-both")),
        ];
        if let Some(view) = buttons::segmented(ui, t!("xray-evaluation"), scene.view, &views) {
            done.push(XrayAction::Show(view));
        }
    });
}

fn details(ui: &mut Ui, scene: &Scene<'_>, done: &mut Vec<XrayAction>) {
    let Some(xray) = &scene.shown else {
        set_hovered(ui, None);
        return super::note(ui, t!("xray-impossible"));
    };
    if scene.edit.is_some() {
        tables::changes(ui, &scene.base, xray);
    }
    match scene.view {
        XrayView::Terms => tables::show(ui, scene, xray, done),
        XrayView::Network => tables::show_network(ui, xray),
        XrayView::Both => tables::show_pieces(ui, xray),
    }
    if scene.view != XrayView::Terms {
        set_hovered(ui, None);
    }
}

/// The scores and the factors that blend them; on fewer lines where there is room.
fn facts(ui: &mut Ui, scene: &Scene<'_>, wide: bool) {
    let p = theme::palette(ui);
    if let Some(problem) = scene.edit.and_then(EditorState::problem) {
        ui.label(RichText::new(t!("xray-not-evaluated")).strong().color(p.warn));
        ui.label(RichText::new(problem).small().color(p.warn));
        return;
    }
    let Some(xray) = &scene.shown else { return };
    let network = |xray: &Xray| xray.network.as_ref().map(|network| network.breakdown.score_cp);
    let before = scene.edit.map(|_| &scene.base);
    let terms = &xray.terms;
    let now = [Some(terms.score_cp), before.map(|before| before.terms.score_cp)];
    score(ui, t!("xray-hand-crafted"), now, wide);
    let now = [network(xray), before.and_then(|before| network(before))];
    score(ui, t!("xray-network"), now, wide);
    let (phase, scale) = (terms.phase, terms.scale);
    let middlegame = f64::from(phase) * 100.0 / f64::from(PHASE_MAX);
    let [mg, eg] = [middlegame, 100.0 - middlegame].map(|percent| tabia_text::number(percent, 0));
    super::note(ui, &t!("xray-phase", phase = phase, max = PHASE_MAX, mg = mg, eg = eg));
    // A known endgame has its own value, which is not scaled.
    if scale != SCALE_FULL && terms.known.is_none() {
        super::note(ui, &t!("xray-scale", scale = scale, full = SCALE_FULL));
    }
    if let Some(known) = terms.known {
        let text = t!("xray-known", name = names::ending(known));
        let label = RichText::new(text).small().color(p.warn);
        ui.label(label).on_hover_text(t!("xray-known.tip"));
    }
}

/// A score in centipawns, White's view, and its value before the position was edited.
fn score(ui: &mut Ui, name: &str, [now, before]: [Option<i32>; 2], wide: bool) {
    let p = theme::palette(ui);
    let was = match (now, before) {
        (Some(now), Some(before)) => {
            let (before, change) =
                (tabia_text::signed(before, 0), tabia_text::signed(now - before, 0));
            Some(t!("xray-was", before = before, change = change))
        }
        _ => None,
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).small().color(p.text_weak));
        let text = now.map(|now| t!("xray-cp", cp = tabia_text::signed(now, 0)));
        let text = text.unwrap_or_else(|| t!("lab-none").to_owned());
        ui.label(RichText::new(text).strong()).on_hover_text(t!("xray-cp.tip"));
        if let Some(was) = was.as_ref().filter(|_| wide) {
            super::note(ui, was);
        }
    });
    if let Some(was) = was.filter(|_| !wide) {
        super::note(ui, &was);
    }
}

/// The X-ray of a position, computed once.
fn seen(ui: &Ui, board: &Board) -> Arc<Xray> {
    memo::with_kept(ui.ctx(), Id::unique("x-rays seen"), |kept: &mut Vec<Arc<Xray>>| {
        let known = kept.iter().position(|xray| xray.board == *board);
        let xray = match known {
            Some(at) => kept.remove(at),
            None => Arc::new(Xray::of(board, file::built_in().as_deref())),
        };
        kept.insert(0, Arc::clone(&xray));
        kept.truncate(KEPT);
        xray
    })
}

fn hovered_id() -> Id {
    Id::unique("x-ray row under the pointer")
}

/// The row that was under the pointer in the last frame.
fn hovered(ui: &Ui) -> Option<RowKind> {
    ui.data(|data| data.get_temp(hovered_id())).flatten()
}

/// Stores the row under the pointer; the board shows it in the next frame.
fn set_hovered(ui: &Ui, row: Option<RowKind>) {
    if hovered(ui) != row {
        ui.data_mut(|data| data.insert_temp(hovered_id(), row));
        ui.request_repaint();
    }
}

/// A table of numbers after a name, as high as its rows.
fn table<'a>(salt: &'a str, columns: &'a [(&'a str, Width)]) -> Table<'a> {
    Table { salt, columns, height: ROW, whole: true, numbers: true, ..Table::default() }
}

/// The name in front of the numbers.
fn named(row: &mut TableRow<'_, '_>, name: &str) {
    table::name(row, |ui| {
        ui.add_space(4.0);
        ui.label(name);
    });
}

// The board of the X-ray: painted by the contribution of each square, and edited in place.

/// Maximum side of a piece in the trays, and the space that two trays of six need besides, points.
const TRAY: f32 = 28.0;
const BETWEEN: f32 = 20.0 + theme::GAP;
/// Smaller values are not written, centipawns.
const LEAST: f64 = 0.5;
/// How much the strongest value covers a square's own colour.
const STRONGEST: f32 = 0.85;
/// Maximum number of lines in a square's tooltip.
const MAX_LINES: usize = 14;

/// What is painted: by square, centipawns, White's view.
fn values(scene: &Scene<'_>, xray: &Xray) -> [Option<f64>; Square::COUNT] {
    let mut values = [None; Square::COUNT];
    match scene.view {
        XrayView::Terms if scene.row.is_none() => {
            return xray.by_piece().map(|value| value.map(f64::from));
        }
        XrayView::Terms => {
            let squares = xray.terms.by_square(scene.row);
            return squares.map(|value| (value.abs() > LEAST).then_some(value));
        }
        XrayView::Network => {
            for worth in &xray.pieces {
                values[worth.square.index()] = worth.network_cp.map(f64::from);
            }
        }
        XrayView::Both => {
            for worth in &xray.pieces {
                values[worth.square.index()] = worth.difference_cp().map(f64::from);
            }
        }
    }
    values
}

/// The strongest value there is, at least one centipawn.
fn most(values: &[Option<f64>; Square::COUNT]) -> f64 {
    values.iter().flatten().map(|value| value.abs()).fold(1.0, f64::max)
}

/// How strongly a value is painted, -1 to 1: by its square root, so that small values are visible beside large ones.
fn strength(value: f64, most: f64) -> f32 {
    ((value.abs() / most).sqrt() * value.signum()) as f32
}

/// The background of a square shifted towards one colour above zero and the other below.
fn shade(ground: Color32, strength: f32) -> Color32 {
    let towards = if strength >= 0.0 { colors::GAIN } else { colors::LOSS };
    ground.lerp_to_gamma(towards, strength.abs().min(1.0) * STRONGEST)
}

/// Shows the board and handles input on it.
fn show_board(ui: &mut Ui, cx: &Cx<'_>, scene: &Scene<'_>, side: f32, done: &mut Vec<XrayAction>) {
    let (area, _) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let values = scene.shown.as_ref().map_or([None; Square::COUNT], |xray| values(scene, xray));
    let most = most(&values);
    let theme = context::board_theme(cx.model);
    let mut tints = [Color32::TRANSPARENT; Square::COUNT];
    let mut notes = vec![String::new(); Square::COUNT];
    for square in Square::all() {
        let value = values[square.index()];
        let strength = value.map_or(0.0, |value| strength(value, most));
        tints[square.index()] = shade(theme.square.on(square.is_light()), strength);
        if let Some(value) = value {
            notes[square.index()] = t!("xray-centipawns", cp = tabia_text::signed(value, 0));
        }
    }
    let mut view = BoardView::placed(placement(scene));
    view.id_salt = "x-ray";
    view.name = t!("xray-board");
    view.orientation = context::orientation(cx.model);
    view.theme = theme;
    view.tints = Some(&tints);
    view.notes = &notes;
    view.animate = false;
    view.editor = Some(match cx.model.lab.xray.tool {
        XrayTool::Move => Tool::Hand,
        XrayTool::Erase => Tool::Erase,
        XrayTool::Place(piece) => Tool::Place(piece),
    });
    view.options.wheel = false;
    view.options.draw = false;
    view.options.coordinates = Coordinates::None;
    let shown = view.show_in(ui, area);
    for event in shown.events {
        match event {
            BoardEvent::Place { piece, to } => done.push(XrayAction::Place(to, piece)),
            BoardEvent::Remove { from } => done.push(XrayAction::Remove(from)),
            BoardEvent::MovePiece { from, to } => done.push(XrayAction::MovePiece(from, to)),
            _ => {}
        }
    }
    for square in Square::all() {
        if let Some(value) = values[square.index()] {
            number(ui, &shown.geometry, square, value);
        }
    }
    let dragging = ui.input(|input| input.pointer.any_down());
    if let (Some(square), Some(xray), false) = (shown.hovered, &scene.shown, dragging) {
        tooltip(ui, scene, xray, square);
    }
}

fn placement(scene: &Scene<'_>) -> Placement {
    let mut placement = [None; Square::COUNT];
    for square in Square::all() {
        placement[square.index()] = match scene.edit {
            Some(edit) => edit.piece_on(square),
            None => scene.base.board.piece_on(square),
        };
    }
    placement
}

/// A value on its square, with its own background.
fn number(ui: &Ui, geometry: &Geometry, square: Square, value: f64) {
    let rect = geometry.square_rect(square);
    let size = (rect.height() * 0.29).clamp(8.0, 11.0);
    let text = tabia_text::signed(value, 0);
    let lay = |size: f32| {
        let font = FontId::monospace(size);
        ui.painter().layout_no_wrap(text.clone(), font, colors::NUMBER.dark)
    };
    let mut galley = lay(size);
    // A king is worth thousands to the network.
    let room = rect.width() - 3.0;
    if galley.size().x > room {
        galley = lay(size * room / galley.size().x);
    }
    let place =
        Align2::CENTER_BOTTOM.anchor_size(rect.center_bottom() - vec2(0.0, 1.0), galley.size());
    let ground = place.expand2(vec2(1.5, -0.5)).intersect(rect);
    ui.painter().rect_filled(ground, 2, colors::NUMBER.light.gamma_multiply(0.85));
    ui.painter().galley(place.min, galley, colors::NUMBER.dark);
}

/// The tooltip of a square.
fn tooltip(ui: &Ui, scene: &Scene<'_>, xray: &Xray, square: Square) {
    let lines = lines(scene, xray, square);
    if lines.len() < 2 {
        return;
    }
    let id = Id::unique("x-ray square");
    let tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, PopupAnchor::Pointer);
    tooltip.gap(14.0).show(|ui| {
        for (at, line) in lines.iter().enumerate() {
            let text = RichText::new(line);
            ui.label(if at == 0 { text.strong() } else { text.small() });
        }
    });
}

/// The lines of its tooltip, the square's name first.
fn lines(scene: &Scene<'_>, xray: &Xray, square: Square) -> Vec<String> {
    let piece = xray.board.piece_on(square);
    let mut lines = vec![match piece {
        Some(piece) => {
            t!("xray-on-square", square = square.to_string(), piece = names::piece(piece))
        }
        None => square.to_string(),
    }];
    if scene.view == XrayView::Terms {
        let value = xray.terms.by_square(scene.row)[square.index()];
        let here = xray.terms.shares.iter().filter(|share| share.square == Some(square));
        let shares = here.filter(|share| {
            scene.row.is_none_or(|row| row == tabia_lab::xray::RowKind::Term(share.part))
        });
        let mut shares: Vec<_> = shares.collect();
        shares.sort_by(|a, b| {
            xray.terms.blend(b.value).abs().total_cmp(&xray.terms.blend(a.value).abs())
        });
        let more = shares.len().saturating_sub(MAX_LINES);
        if scene.row.is_none() {
            if let Some(worth) = xray.by_piece()[square.index()] {
                let side = if worth < 0 { t!("black") } else { t!("white") };
                let cp = tabia_text::number(f64::from(worth.abs()), 0);
                lines.push(t!("xray-worth", cp = cp, side = side));
            }
            if !shares.is_empty() {
                lines.push(t!("xray-counted").to_owned());
            }
        }
        for share in shares.iter().take(MAX_LINES) {
            let side = if share.side == Color::White { t!("white") } else { t!("black") };
            lines.push(t!(
                "xray-share",
                weight = names::weight(share.group),
                side = side,
                mg = tabia_text::signed(share.value.mg, 0),
                eg = tabia_text::signed(share.value.eg, 0)
            ));
        }
        if more > 0 {
            lines.push(t!("xray-more", n = more));
        }
        if scene.row.is_some() && lines.len() > 1 {
            lines.push(t!("xray-tapered", cp = tabia_text::signed(value, 1)));
        }
        return lines;
    }
    if let Some(worth) = xray.pieces.iter().find(|worth| worth.square == square) {
        lines.push(t!("xray-without").to_owned());
        let text = |cp: Option<i32>| match cp {
            Some(cp) => t!("xray-cp", cp = tabia_text::signed(cp, 0)),
            None => t!("xray-not-defined").to_owned(),
        };
        lines.push(t!("xray-by-network", value = text(worth.network_cp)));
        lines.push(t!("xray-by-terms", value = text(worth.terms_cp)));
        if worth.terms_cp.is_none() {
            lines.push(t!("xray-impossible-without").to_owned());
        }
    } else if piece.is_some() {
        lines.push(t!("xray-king").to_owned());
    }
    lines
}

/// The meaning of the colours, with unit and point of view.
fn legend(ui: &mut Ui, scene: &Scene<'_>, width: f32) {
    let Some(xray) = &scene.shown else { return };
    let values = values(scene, xray);
    let most = most(&values);
    let what = match (scene.view, scene.row) {
        (XrayView::Terms, Some(row)) => names::term(row),
        (XrayView::Terms, None) => t!("xray-all-terms"),
        (XrayView::Network, _) => t!("xray-legend-network"),
        (XrayView::Both, _) => t!("xray-legend-both"),
    };
    let elsewhere = match scene.view {
        XrayView::Terms if scene.row.is_some() => xray.terms.elsewhere(scene.row),
        // What the removal of each piece loses does not add up to the score.
        XrayView::Terms | XrayView::Network | XrayView::Both => 0.0,
    };
    let text = if elsewhere.abs() < LEAST {
        t!("xray-legend", what = what)
    } else {
        t!("xray-legend-elsewhere", what = what, elsewhere = tabia_text::signed(elsewhere, 0))
    };
    // Two lines are reserved: what is below keeps its place when the text gets longer.
    let top = ui.cursor().top();
    super::note(ui, &text);
    let lines = 2.0 * ui.text_style_height(&TextStyle::Small) + ui.spacing().item_spacing.y;
    ui.add_space((top + lines - ui.cursor().top()).max(0.0));
    let size = vec2(width.min(BOARD[1]), 20.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    scale(ui, rect, most);
    response.widget_info(|| {
        let (low, high) = (tabia_text::signed(-most, 0), tabia_text::signed(most, 0));
        WidgetInfo::labeled(Role::Image, true, t!("xray-colours", low = low, high = high))
    });
}

/// The colours from the strongest for Black to the strongest for White.
fn scale(ui: &Ui, rect: Rect, most: f64) {
    const STEPS: usize = 48;
    let p = theme::palette(ui);
    let bar = rect.with_max_y(rect.top() + 7.0);
    let step = bar.width() / STEPS as f32;
    let mut mesh = Mesh::default();
    for at in 0..STEPS {
        let share = (at as f64 + 0.5) / STEPS as f64 * 2.0 - 1.0;
        let corner = pos2(bar.left() + at as f32 * step, bar.top());
        let cell = Rect::from_min_size(corner, vec2(step, bar.height()));
        mesh.add_colored_rect(cell, shade(p.raised, strength(share, 1.0)));
    }
    ui.painter().add(Shape::mesh(mesh));
    let font = FontId::proportional(theme::SMALL);
    let below = |x: f32, align: Align2, text: String| {
        ui.painter().text(pos2(x, bar.bottom() + 1.0), align, text, font.clone(), p.text_weak);
    };
    below(
        bar.left(),
        Align2::LEFT_TOP,
        t!("xray-colours-black", value = tabia_text::signed(-most, 0)),
    );
    below(bar.center().x, Align2::CENTER_TOP, "0".to_owned());
    below(
        bar.right(),
        Align2::RIGHT_TOP,
        t!("xray-colours-white", value = tabia_text::signed(most, 0)),
    );
}

/// The editing tools.
fn tools(ui: &mut Ui, cx: &Cx<'_>, scene: &Scene<'_>, done: &mut Vec<XrayAction>) {
    let tool = cx.model.lab.xray.tool;
    let chosen = match tool {
        XrayTool::Place(piece) => Some(piece),
        XrayTool::Move | XrayTool::Erase => None,
    };
    let side = ((ui.available_width() - BETWEEN) / 12.0).floor().clamp(12.0, TRAY);
    ui.horizontal_top(|ui| {
        for color in Color::ALL {
            if let Some(piece) = beside_board::piece_tray(ui, color, (side, false), chosen) {
                let again = chosen == Some(piece);
                done.push(XrayAction::Tool(if again {
                    XrayTool::Move
                } else {
                    XrayTool::Place(piece)
                }));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        let tools =
            [(XrayTool::Move, t!("xray-tool-move")), (XrayTool::Erase, t!("xray-tool-erase"))];
        if let Some(tool) = buttons::segmented(ui, t!("xray-tool"), tool, &tools) {
            done.push(XrayAction::Tool(tool));
        }
        let stm = scene.edit.map_or(scene.base.board.stm(), |edit| edit.builder.stm);
        let sides = [(Color::White, t!("white-to-move")), (Color::Black, t!("black-to-move"))];
        if let Some(side) = buttons::segmented(ui, t!("xray-side"), stm, &sides) {
            done.push(XrayAction::SideToMove(side));
        }
    });
    ui.horizontal_wrapped(|ui| {
        let edited = scene.edit.is_some();
        let reset = ui.add_enabled(edited, Button::new(t!("button-reset")));
        if reset.on_hover_text(t!("xray-reset.tip")).clicked() {
            done.push(XrayAction::Reset);
        }
        let can_put = edited && scene.shown.is_some();
        let put = ui.add_enabled(can_put, Button::new(t!("xray-put")));
        if put.on_hover_text(t!("xray-put.tip")).clicked() {
            done.push(XrayAction::PutOnBoard);
        }
        let text = if edited { t!("xray-edited") } else { t!("xray-not-edited") };
        // Whole on the next line if there is no room here.
        let text = RichText::new(text).small().color(theme::palette(ui).text_weak);
        ui.add(Label::new(text).extend());
    });
}

#[cfg(test)]
mod board_tests {
    use super::*;

    #[test]
    fn colours_grow_with_the_value_and_tell_the_sides_apart() {
        assert!((strength(100.0, 400.0) - 0.5).abs() < 1e-6);
        assert!((strength(-400.0, 400.0) + 1.0).abs() < 1e-6);
        let ground = theme::DARK.raised;
        assert_eq!(shade(ground, 0.0), ground);
        assert_ne!(shade(ground, 0.5), shade(ground, -0.5));
        let mut values = [None; Square::COUNT];
        assert!((most(&values) - 1.0).abs() < 1e-9);
        values[3] = Some(-250.0);
        assert!((most(&values) - 250.0).abs() < 1e-9);
    }
}

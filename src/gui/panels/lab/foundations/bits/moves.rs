//! The moves of a piece: what its way of moving allows, what the rules leave of that and why; and a move in
//! sixteen bits.

use eframe::egui::{Button, Label, Rect, RichText, Role, Sense, Ui, WidgetInfo, vec2};

use tabia_app::lab::foundations::BitsView;
use tabia_chess::{Bitboard, Board, Move, Square, san, uci_move};
use tabia_games::game::tree::NodeId;
use tabia_lab::foundations::bitboards::side_name;
use tabia_lab::foundations::encoding::{Field, fields_664, fields_6622, pack_6622};
use tabia_lab::foundations::legality::{Illegal, jumped, pseudo_legal, why_illegal};

use crate::gui::look::theme;
use crate::gui::present::context;
use crate::gui::present::context::Cx;
use crate::gui::widgets::board::geometry::Geometry;
use crate::gui::widgets::board::shapes::{Brush, Shape};
use crate::gui::widgets::small_boards::{self, MiniBoard};

pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, node: NodeId, view: &mut BitsView) {
    let tree = &cx.model.game.tree;
    let position = tree.board(node);
    let all = pseudo_legal(position, tree.mv(node).and_then(jumped));
    let own = position.colors(position.stm());
    let from = view.from.filter(|from| own.has(*from));
    let moves: Vec<(Move, Option<Illegal>)> = all
        .iter()
        .filter(|mv| Some(mv.from()) == from)
        .map(|&mv| (mv, why_illegal(position, mv)))
        .collect();
    super::super::beside(ui, |ui| {
        ui.vertical(|ui| {
            let side = super::super::board_side(ui);
            ui.set_width(side);
            if let Some(square) = piece_board(ui, cx, (position, own), &moves, side) {
                view.from = Some(square);
                view.mv = None;
            }
            super::super::note(ui, "Green circle: legal. Red: pseudo-legal only");
        });
        ui.vertical(|ui| list(ui, position, (from, &all), &moves, view));
    });
    if let Some(mv) = view.mv.filter(|mv| moves.iter().any(|(other, _)| other == mv)) {
        bits(ui, position, mv);
    }
}

/// The position with the targets of the chosen piece. Gives the piece that was clicked.
fn piece_board(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (position, own): (&Board, Bitboard),
    moves: &[(Move, Option<Illegal>)],
    side: f32,
) -> Option<Square> {
    let circle = |(mv, illegal): &(Move, Option<Illegal>)| {
        let brush = if illegal.is_none() { Brush::Green } else { Brush::Red };
        Shape { from: mv.to(), to: None, brush }
    };
    let mut shapes: Vec<Shape> = moves.iter().map(circle).collect();
    shapes.dedup();
    if let Some((mv, _)) = moves.first() {
        shapes.push(Shape { from: mv.from(), to: None, brush: Brush::Blue });
    }
    let mini = MiniBoard {
        board: position,
        orientation: context::orientation(cx.model),
        last_move: None,
        theme: context::board_theme(cx.model),
    };
    let corner = ui.cursor().min;
    small_boards::show_with(ui, &mini, side, &shapes);
    let area = Rect::from_min_size(corner, vec2(side, side));
    let geometry = Geometry::fit(area, context::orientation(cx.model), ui.pixels_per_point());
    let mut clicked = None;
    for square in own {
        let Some(piece) = position.piece_on(square) else { continue };
        let rect = geometry.square_rect(square);
        let response = ui.interact(rect, ui.scope_id().with(square.index()), Sense::click());
        let kind = piece.kind().name().to_lowercase();
        let name = format!("Moves of the {kind} on {square}");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.on_hover_text(&name).clicked() {
            clicked = Some(square);
        }
    }
    clicked
}

/// The moves of the chosen piece, legal ones first.
fn list(
    ui: &mut Ui,
    position: &Board,
    (from, all): (Option<Square>, &[Move]),
    moves: &[(Move, Option<Illegal>)],
    view: &mut BitsView,
) {
    let Some(from) = from else {
        let legal = position.legal_moves().len();
        let side = side_name(position.stm());
        ui.label(format!("{side} has {} pseudo-legal moves, {legal} of them legal", all.len()));
        return super::super::note(ui, "Click a piece of the side to move");
    };
    let legal = moves.iter().filter(|(_, illegal)| illegal.is_none()).count();
    let kind = position.piece_on(from).map_or("piece", |piece| piece.kind().name());
    let count = moves.len();
    let head = format!("{} on {from}: {count} pseudo-legal, {legal} legal", title_case(kind));
    ui.label(RichText::new(head).strong());
    if moves.is_empty() {
        super::super::note(ui, "Its way of moving leads nowhere from here");
    }
    let mut sorted: Vec<&(Move, Option<Illegal>)> = moves.iter().collect();
    sorted.sort_by_key(|(_, illegal)| illegal.is_some());
    ui.horizontal_wrapped(|ui| {
        for (mv, _) in sorted.iter().filter(|(_, illegal)| illegal.is_none()) {
            let on = view.mv == Some(*mv);
            if ui.add(Button::selectable(on, san::write(position, *mv))).clicked() {
                view.mv = Some(*mv);
            }
        }
    });
    for (mv, illegal) in sorted {
        let Some(illegal) = illegal else { continue };
        let on = view.mv == Some(*mv);
        ui.horizontal_wrapped(|ui| {
            let text = uci_move::write(position, *mv, position.is_chess960());
            let text = RichText::new(text).color(theme::palette(ui).bad);
            if ui.add(Button::selectable(on, text)).clicked() {
                view.mv = Some(*mv);
            }
            ui.add(Label::new(illegal.words(position)).wrap());
        });
    }
    if view.mv.is_none() && !moves.is_empty() {
        super::super::note(ui, "Click a move to see its bits");
    }
}

fn title_case(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A move bit by bit, in the engine's layout and in the other usual one.
fn bits(ui: &mut Ui, position: &Board, mv: Move) {
    let name = uci_move::write(position, mv, position.is_chess960());
    super::super::heading(ui, &format!("{name} in sixteen bits"));
    layout(ui, "6-6-4, as in Tabia", mv.bits(), &fields_664(mv));
    layout(ui, "6-6-2-2, the other usual layout", pack_6622(mv), &fields_6622(mv));
    super::super::note(
        ui,
        "Four bits for the kind say without the board whether something is taken and whether a pawn steps twice; \
         two and two leave that to the board. Castling is the king taking its own rook in both, which is right in \
         Chess960 too",
    );
}

/// The fields of a word, the highest bits first.
fn layout(ui: &mut Ui, name: &str, word: u16, fields: &[Field]) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).small().strong());
        ui.label(RichText::new(format!("0x{word:04X} = {word}")).monospace());
    });
    ui.horizontal_wrapped(|ui| {
        for field in fields.iter().rev() {
            ui.group(|ui| {
                ui.vertical(|ui| {
                    let width = field.bits as usize;
                    ui.label(RichText::new(format!("{:0width$b}", field.value)).monospace());
                    let high = field.low + field.bits - 1;
                    let place = format!("{}, bits {high} to {}", field.name, field.low);
                    super::super::note(ui, &place);
                    ui.label(RichText::new(&field.meaning).small());
                });
            });
        }
    });
}

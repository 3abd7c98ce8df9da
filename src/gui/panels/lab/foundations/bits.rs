//! Bitboards: the sets of the shown position and a free one, operations on them, and how positions and moves become
//! bits.

use eframe::egui::{
    Align2, Button, ComboBox, FontId, Grid, Label, Rect, RichText, Role, ScrollArea, Sense, Ui,
    WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::foundations::{BitsBoard, BitsKind, BitsPage, BitsView};
use tabia_app::window::notation::{self, Notation};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Bitboard, Board, Color, Move, Piece, PieceType, Square, san};
use tabia_games::game::tree::NodeId;
use tabia_lab::foundations::bitboards;
use tabia_lab::foundations::bitboards::{
    AttackTable, BoardName, Direction, SetOp, Turn, binary, hex, kind_name, next_subset,
    piece_name, previous_subset, scan, subset_number,
};
use tabia_lab::foundations::encoding::{
    Field, Mapping, ONE_HOT_BITS, fields_664, fields_6622, one_hot, pack_6622,
};
use tabia_lab::foundations::legality::{Illegal, jumped, pseudo_legal, why_illegal};
use tabia_text::t;

use super::SMALL;
use crate::gui::look::icons::figurine;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::Head;
use crate::gui::present::{context, view_head};
use crate::gui::widgets::board::geometry::Geometry;
use crate::gui::widgets::board::shapes::{Brush, Shape};
use crate::gui::widgets::small_boards::{BitBoard, Mark, MiniBoard, Tone};
use crate::gui::widgets::{buttons, small_boards, sought};

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let mut view = cx.model.lab.choices.bits;
    let node = cx.model.lab.node_of(PaneId::Bitboards, &cx.model.game);
    let position = cx.model.game.tree.board(node);
    let copy = || bitboards::table(position).csv();
    let head = Head { pane: PaneId::Bitboards, follows: true, copy: Some(&copy) };
    view_head::show(ui, cx, &head, out, |ui, _| {
        let pages = [
            (BitsPage::Boards, t!("bits-page-boards")),
            (BitsPage::Operations, t!("bits-page-operations")),
            (BitsPage::Steps, t!("bits-page-steps")),
            (BitsPage::Encoding, t!("bits-page-encoding")),
            (BitsPage::Moves, t!("bits-page-moves")),
        ];
        super::pages(ui, (t!("bits-page"), 346.0), &mut view.page, &pages);
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match view.page {
        BitsPage::Boards => show_boards(ui, cx, position, &mut view),
        BitsPage::Operations => show_operations(ui, cx, position, &mut view),
        BitsPage::Steps => show_steps(ui, cx, position, &mut view),
        BitsPage::Encoding => show_encoding(ui, cx, position, &mut view),
        BitsPage::Moves => show_moves(ui, cx, node, &mut view),
    });
    if view != cx.model.lab.choices.bits {
        out.push(Action::Lab(LabAction::Bits(view)));
    }
}

/// The name of a board for people.
fn title(which: BitsBoard) -> &'static str {
    match which {
        BitsBoard::Live(name) => name.title(),
        BitsBoard::Table(table) => table.title(),
        BitsBoard::Free => t!("bits-free"),
    }
}

fn board_choice(ui: &mut Ui, (id, name): (&str, &str), chosen: &mut BitsBoard) {
    let combo = ComboBox::from_id_salt(("board", id)).selected_text(title(*chosen)).width(170.0);
    let shown = combo.height(420.0).show_ui(ui, |ui| {
        ui.selectable_value(chosen, BitsBoard::Free, t!("bits-free"));
        for board in BoardName::all() {
            ui.selectable_value(chosen, BitsBoard::Live(board), board.title());
        }
        for table in AttackTable::ALL {
            ui.selectable_value(chosen, BitsBoard::Table(table), table.title());
        }
    });
    sought::named(ui, name, shown.response.rect);
    shown.response.accessible_name(name);
}

/// Whether the view shows a set that does not depend on the position: the free board.
fn is_free(view: &BitsView) -> bool {
    view.board == BitsBoard::Free
}

// The sets of the position by name; the one shown is large, and also a number.

fn show_boards(ui: &mut Ui, cx: &Cx<'_>, position: &Board, view: &mut BitsView) {
    super::beside(ui, |ui| {
        ui.vertical(|ui| {
            let set = view.set(view.board, position);
            let name = title(view.board);
            let side = super::board_side(ui);
            ui.set_width(side);
            title_row(ui, name, view);
            let entry = matches!(view.board, BitsBoard::Table(_)).then_some(view.entry);
            let own: Bitboard = entry.into_iter().collect();
            let piece = [Mark { set: own, tone: Tone::Warn, meaning: t!("bits-table-entry-of") }];
            let board = BitBoard {
                name,
                set,
                marks: if entry.is_some() { &piece } else { &[] },
                text: &|square| u8::from(set.has(square)).to_string(),
                orientation: context::orientation(cx.model),
                clickable: true,
            };
            if let Some(square) = small_boards::bit_board(ui, &board, side) {
                view.flip(square, position);
            }
            readout(ui, set, side);
            click_note(ui, view);
        });
        ui.vertical(|ui| choice(ui, position, view));
    });
}

/// The name of the board shown, and further controls for the free one.
fn title_row(ui: &mut Ui, name: &str, view: &mut BitsView) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).strong());
        if let BitsBoard::Table(table) = view.board {
            let (square, index) = (view.entry, view.entry.index());
            ui.label(RichText::new(format!("{}[{index}] ({square})", table.name())).monospace());
        }
        if !is_free(view) {
            return;
        }
        let sets = [(t!("foundations-clear"), Bitboard::EMPTY), (t!("bits-fill"), Bitboard::FULL)];
        for (word, set) in sets {
            if ui.add(buttons::secondary(word)).clicked() {
                view.keep(set);
            }
        }
    });
}

fn click_note(ui: &mut Ui, view: &BitsView) {
    if matches!(view.board, BitsBoard::Table(_)) {
        return super::note(ui, t!("bits-click-chooses-entry"));
    }
    if !is_free(view) {
        return super::note(ui, t!("bits-click-copies"));
    }
    match view.origin {
        Some(name) => super::note(ui, &t!("bits-click-flips-copy", name = name.title())),
        None => super::note(ui, t!("bits-click-flips")),
    }
}

/// Width from which half of a set as a binary number fits on a line, points.
const HALF_BINARY: f32 = 340.0;

/// The set as numbers, in a column of this width, points.
fn readout(ui: &mut Ui, set: Bitboard, width: f32) {
    let square = |square: Option<tabia_chess::Square>| {
        square.map_or(t!("foundations-none").to_owned(), |square| {
            t!("bits-square-and-bit", square = square.to_string(), bit = square.index())
        })
    };
    let bytes = binary(set);
    let in_line = if width >= HALF_BINARY { 4 } else { 2 };
    let lines: Vec<String> = bytes.chunks(in_line).map(|bytes| bytes.join(" ")).collect();
    let rows = [
        (t!("bits-hex"), hex(set)),
        (t!("bits-decimal"), set.0.to_string()),
        (t!("bits-popcount"), set.count().to_string()),
        (t!("bits-lowest"), square(set.first())),
        (t!("bits-highest"), square(set.last())),
        (t!("bits-binary"), lines.join("\n")),
    ];
    super::facts(ui, "readout", &rows);
}

/// Makes the name of a set that each side has.
type OfSide = fn(Color) -> BoardName;

/// All sets, White's on the left and Black's on the right, with their numbers of squares.
fn choice(ui: &mut Ui, position: &Board, view: &mut BitsView) {
    let mut pick = |ui: &mut Ui, name: BoardName| {
        let count = name.set(position).count();
        let on = view.board == BitsBoard::Live(name);
        let text = RichText::new(count.to_string()).monospace();
        let button = ui.add(Button::selectable(on, text).min_size([52.0, 18.0].into()));
        let full = t!("bits-set-count", name = name.title(), n = count);
        let show = t!("bits-show", name = name.title());
        sought::named(ui, &show, button.rect);
        if button.accessible_name(show).on_hover_text(full).clicked() {
            view.board = BitsBoard::Live(name);
            view.scan = 0;
            view.subset = Bitboard::EMPTY;
        }
    };
    ui.spacing_mut().button_padding.y = 1.0;
    ui.spacing_mut().interact_size.y = 18.0;
    Grid::new("sets").num_columns(3).spacing([10.0, 1.0]).show(ui, |ui| {
        for head in ["", t!("white"), t!("black")] {
            ui.label(RichText::new(head).small().color(theme::palette(ui).text_weak));
        }
        ui.end_row();
        for kind in PieceType::ALL {
            ui.label(format!("{} {}", figurine(kind), kind_name(kind)));
            for color in Color::ALL {
                pick(ui, BoardName::Pieces(Piece::new(color, kind)));
            }
            ui.end_row();
        }
        let of_side: [(&str, OfSide); 6] = [
            (t!("bits-all-pieces"), BoardName::Side),
            (t!("bits-attacks"), BoardName::Attacks),
            (t!("bits-pinned"), BoardName::Pinned),
            (t!("bits-king-zone"), BoardName::KingZone),
            (t!("bits-passed"), BoardName::Passed),
            (t!("bits-passed-spans"), BoardName::PassedSpan),
        ];
        for (words, name) in of_side {
            ui.label(words);
            for color in Color::ALL {
                pick(ui, name(color));
            }
            ui.end_row();
        }
        for name in [BoardName::Occupied, BoardName::Empty, BoardName::Checkers] {
            ui.label(name.title());
            pick(ui, name);
            ui.end_row();
        }
    });
    super::note(ui, t!("bits-tables"));
    ui.vertical(|ui| {
        for table in AttackTable::ALL {
            let on = view.board == BitsBoard::Table(table);
            if ui.add(Button::selectable(on, table.title())).clicked() {
                view.board = BitsBoard::Table(table);
                (view.scan, view.subset) = (0, Bitboard::EMPTY);
            }
        }
    });
    let on = is_free(view);
    let free = t!("bits-free-count", n = view.free.count());
    let button = ui.add(Button::selectable(on, free));
    if button.accessible_name(t!("bits-show-free")).clicked() {
        view.board = BitsBoard::Free;
        view.scan = 0;
        view.subset = Bitboard::EMPTY;
    }
}

// The moves of a piece: its pseudo-legal targets, which of them are legal and why the others are not; and a move in
// sixteen bits.

fn show_moves(ui: &mut Ui, cx: &Cx<'_>, node: NodeId, view: &mut BitsView) {
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
    super::beside(ui, |ui| {
        ui.vertical(|ui| {
            let side = super::board_side(ui);
            ui.set_width(side);
            if let Some(square) = piece_board(ui, cx, (position, own), &moves, side) {
                view.from = Some(square);
                view.mv = None;
            }
            super::note(ui, t!("bits-circles"));
        });
        ui.vertical(|ui| list(ui, position, (from, &all), &moves, view));
    });
    if let Some(mv) = view.mv.filter(|mv| moves.iter().any(|(other, _)| other == mv)) {
        bits(ui, position, mv);
    }
}

/// The position with the targets of the chosen piece. Returns the piece that was clicked.
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
    let mini_board = MiniBoard {
        board: position,
        orientation: context::orientation(cx.model),
        last_move: None,
        theme: context::board_theme(cx.model),
    };
    let corner = ui.cursor().min;
    small_boards::show_with(ui, &mini_board, side, &shapes);
    let area = Rect::from_min_size(corner, vec2(side, side));
    let geometry = Geometry::fit(area, context::orientation(cx.model), ui.pixels_per_point());
    sought::squares(ui, |square| geometry.square_rect(square));
    let mut clicked = None;
    for square in own {
        let Some(piece) = position.piece_on(square) else { continue };
        let rect = geometry.square_rect(square);
        let response = ui.interact(rect, ui.scope_id().with(square.index()), Sense::click());
        let kind = piece.kind().name().to_lowercase();
        let name = t!("bits-moves-of", kind = kind, square = square.to_string());
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
        let side = position.stm().name().to_lowercase();
        ui.label(t!("bits-side-moves", side = side, n = all.len(), legal = legal));
        return super::note(ui, t!("bits-click-piece"));
    };
    let legal = moves.iter().filter(|(_, illegal)| illegal.is_none()).count();
    let piece = position.piece_on(from).map_or("", |piece| kind_name(piece.kind()));
    let (square, count) = (from.to_string(), moves.len());
    let head = t!("bits-piece-moves", piece = piece, square = square, n = count, legal = legal);
    ui.label(RichText::new(head).strong());
    if moves.is_empty() {
        super::note(ui, t!("bits-no-moves"));
    }
    let mut sorted: Vec<&(Move, Option<Illegal>)> = moves.iter().collect();
    sorted.sort_by_key(|(_, illegal)| illegal.is_some());
    ui.horizontal_wrapped(|ui| {
        for (mv, _) in sorted.iter().filter(|(_, illegal)| illegal.is_none()) {
            let on = view.mv == Some(*mv);
            let name = san::write(position, *mv);
            let button = ui.add(Button::selectable(on, Notation::current().write(&name)));
            sought::named(ui, &name, button.rect);
            if button.clicked() {
                view.mv = Some(*mv);
            }
        }
    });
    for (mv, illegal) in sorted {
        let Some(illegal) = illegal else { continue };
        let on = view.mv == Some(*mv);
        ui.horizontal_wrapped(|ui| {
            let text = RichText::new(written(position, *mv)).color(theme::palette(ui).bad);
            if ui.add(Button::selectable(on, text)).clicked() {
                view.mv = Some(*mv);
            }
            ui.add(Label::new(illegal.words(position)).wrap());
        });
    }
    if view.mv.is_none() && !moves.is_empty() {
        super::note(ui, t!("bits-click-move"));
    }
}

/// A move in the notation of the window. One that is not legal has no short form and names its origin square.
fn written(position: &Board, mv: Move) -> String {
    if position.is_legal(mv) {
        return notation::san(position, mv);
    }
    let kind = position.piece_on(mv.from()).map(Piece::kind);
    let letter = kind.filter(|&kind| kind != PieceType::Pawn).map(PieceType::letter);
    let letter = letter.map(|letter| letter.to_ascii_uppercase().to_string()).unwrap_or_default();
    let takes = if mv.is_capture() { "x" } else { "" };
    let text = format!("{letter}{}{takes}{}", mv.from(), mv.drawn_to());
    Notation::current().write(&text).into_owned()
}

/// A move bit by bit, in the engine's layout and in the other common one.
fn bits(ui: &mut Ui, position: &Board, mv: Move) {
    let name = written(position, mv);
    super::heading(ui, &t!("bits-in-sixteen-bits", mv = name));
    layout(ui, t!("bits-layout-664"), mv.bits(), &fields_664(mv));
    layout(ui, t!("bits-layout-6622"), pack_6622(mv), &fields_6622(mv));
    super::note(ui, t!("bits-layout-note"));
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
                    let place =
                        t!("bits-field-place", name = field.name, high = high, low = field.low);
                    super::note(ui, &place);
                    ui.label(RichText::new(&field.meaning).small());
                });
            });
        }
    });
}

// Operations on sets: shifts with and without their masks, two sets combined, the board flipped.

fn show_operations(ui: &mut Ui, cx: &Cx<'_>, position: &Board, view: &mut BitsView) {
    let kinds = [
        (BitsKind::Shift, t!("bits-shift")),
        (BitsKind::Combine, t!("bits-combine")),
        (BitsKind::Turn, t!("bits-turn")),
    ];
    if let Some(kind) = buttons::segmented(ui, t!("bits-operation"), view.kind, &kinds) {
        view.kind = kind;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label("a");
        board_choice(ui, ("a", t!("bits-board-a")), &mut view.board);
        if view.kind == BitsKind::Combine && view.op != SetOp::Not {
            ui.label("b");
            board_choice(ui, ("b", t!("bits-board-b")), &mut view.other);
        }
    });
    let set = view.set(view.board, position);
    let result = match view.kind {
        BitsKind::Shift => shift(ui, cx, set, view),
        BitsKind::Combine => combine(ui, cx, (set, view.set(view.other, position)), view),
        BitsKind::Turn => turn(ui, cx, set, view),
    };
    let keep = Button::new(t!("bits-keep-result"));
    if ui.add(keep).clicked() {
        view.keep(result);
    }
}

fn formula(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).monospace());
}

fn shift(ui: &mut Ui, cx: &Cx<'_>, set: Bitboard, view: &mut BitsView) -> Bitboard {
    ui.horizontal_wrapped(|ui| {
        compass(ui, view);
        ui.vertical(|ui| {
            let mask = ui.checkbox(&mut view.masked, t!("bits-mask-first"));
            sought::named(ui, t!("bits-mask-first"), mask.rect);
            formula(ui, &view.direction.formula(view.masked));
            let amount = view.direction.amount();
            let (direction, amount) = (view.direction.letters(), tabia_text::signed(amount, 0));
            let words = t!("bits-one-step", direction = direction, bits = amount);
            super::note(ui, &words);
        });
    });
    let (direction, masked) = (view.direction, view.masked);
    let (lost, wrapped) = (set - direction.mask(), direction.wrapped(set));
    let result = direction.shift(set, masked);
    let stopped = [Mark { set: lost, tone: Tone::Warn, meaning: t!("bits-on-edge") }];
    let around = [Mark { set: wrapped, tone: Tone::Bad, meaning: t!("bits-wrapped") }];
    ui.horizontal_wrapped(|ui| {
        super::small_board(ui, cx, ("a", SMALL), set, &stopped);
        if masked {
            super::small_board(ui, cx, (t!("foundations-mask"), SMALL), direction.mask(), &[]);
        }
        let marks: &[Mark<'_>] = if masked { &[] } else { &around };
        super::small_board(ui, cx, (t!("bits-result"), SMALL), result, marks);
    });
    let count = lost.count();
    let words = match (masked, count) {
        (_, 0) => t!("bits-nothing-wraps").to_owned(),
        (true, _) => t!("bits-mask-removes", n = count),
        (false, _) => {
            let squares: Vec<String> = wrapped.into_iter().map(|s| s.to_string()).collect();
            t!("bits-wrapped-squares", squares = squares.join(" "))
        }
    };
    super::note(ui, &words);
    result
}

/// The eight directions, arranged as on the board.
fn compass(ui: &mut Ui, view: &mut BitsView) {
    use Direction as D;
    let rows = [
        [Some(D::NorthWest), Some(D::North), Some(D::NorthEast)],
        [Some(D::West), None, Some(D::East)],
        [Some(D::SouthWest), Some(D::South), Some(D::SouthEast)],
    ];
    Grid::new("compass").spacing([3.0, 3.0]).show(ui, |ui| {
        for row in rows {
            for cell in row {
                let Some(direction) = cell else {
                    ui.label("");
                    continue;
                };
                let on = view.direction == direction;
                let button = Button::selectable(on, direction.letters());
                let button = ui.add(button.min_size([34.0, 22.0].into()));
                let name = t!("bits-shift-to", direction = direction.letters());
                sought::named(ui, &name, button.rect);
                if button.accessible_name(name).clicked() {
                    view.direction = direction;
                }
            }
            ui.end_row();
        }
    });
}

fn combine(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (a, b): (Bitboard, Bitboard),
    view: &mut BitsView,
) -> Bitboard {
    let ops = SetOp::ALL.map(|op| (op, op.name()));
    if let Some(op) = buttons::segmented(ui, t!("bits-set-operation"), view.op, &ops) {
        view.op = op;
    }
    formula(ui, view.op.formula());
    let result = view.op.apply(a, b);
    ui.horizontal_wrapped(|ui| {
        super::small_board(ui, cx, ("a", SMALL), a, &[]);
        if view.op != SetOp::Not {
            super::small_board(ui, cx, ("b", SMALL), b, &[]);
        }
        super::small_board(ui, cx, (t!("bits-result"), SMALL), result, &[]);
    });
    result
}

fn turn(ui: &mut Ui, cx: &Cx<'_>, set: Bitboard, view: &mut BitsView) -> Bitboard {
    ui.horizontal_wrapped(|ui| {
        for turn in Turn::ALL {
            let button = Button::selectable(view.turn == turn, turn.name());
            if ui.add(button).clicked() {
                view.turn = turn;
            }
        }
    });
    super::note(ui, &t!("bits-on-word", method = view.turn.method()));
    let result = view.turn.apply(set);
    ui.horizontal_wrapped(|ui| {
        super::small_board(ui, cx, ("a", SMALL), set, &[]);
        super::small_board(ui, cx, (t!("bits-result"), SMALL), result, &[]);
    });
    result
}

// The position as twelve planes of 64 bits, and two mappings of bits to squares.

/// Height of a plane, points.
const PLANE: f32 = 15.0;
/// Room for its name, points.
const NAME: f32 = 62.0;

fn show_encoding(ui: &mut Ui, cx: &Cx<'_>, position: &Board, view: &mut BitsView) {
    super::heading(ui, t!("bits-one-hot"));
    let planes = one_hot(position);
    let ones: u32 = planes.iter().map(|plane| plane.count()).sum();
    raster(ui, &planes, ones);
    super::note(ui, &t!("bits-one-hot-note", ones = ones, all = ONE_HOT_BITS));
    super::heading(ui, t!("bits-mappings"));
    ui.horizontal_wrapped(|ui| {
        ui.label(t!("bits-set"));
        board_choice(ui, ("mappings", t!("bits-set.mappings")), &mut view.board);
    });
    let set = view.set(view.board, position);
    ui.horizontal_wrapped(|ui| {
        for mapping in Mapping::ALL {
            ui.vertical(|ui| {
                mapping_board(ui, cx, mapping, set);
            });
        }
    });
    super::note(ui, t!("bits-mappings-note"));
}

fn mapping_board(ui: &mut Ui, cx: &Cx<'_>, mapping: Mapping, set: Bitboard) {
    let side = 218.0;
    ui.set_width(side);
    ui.label(RichText::new(mapping.name()).small().strong());
    let board = BitBoard {
        name: mapping.name(),
        set,
        marks: &[],
        text: &|square| mapping.bit(square).to_string(),
        orientation: context::orientation(cx.model),
        clickable: false,
    };
    small_boards::bit_board(ui, &board, side);
    let number = mapping.number(set);
    for line in [mapping.formula().to_owned(), hex(Bitboard(number)), number.to_string()] {
        ui.label(RichText::new(line).monospace().size(11.5));
    }
}

/// Twelve rows of 64 cells; the tooltip explains a cell.
fn raster(ui: &mut Ui, planes: &[Bitboard; Piece::COUNT], ones: u32) {
    let width = ui.available_width().min(NAME + 64.0 * 10.0);
    let (area, response) =
        ui.allocate_exact_size(vec2(width, PLANE * Piece::COUNT as f32), Sense::hover());
    let p = theme::palette(ui);
    let cell = (width - NAME) / Square::COUNT as f32;
    let corner = |plane: usize, square: usize| {
        let x = area.left() + NAME + square as f32 * cell;
        pos2(x, area.top() + plane as f32 * PLANE)
    };
    for (row, (piece, plane)) in Piece::ALL.into_iter().zip(planes).enumerate() {
        let side = if piece.color() == Color::White { t!("white") } else { t!("black") };
        let name = format!("{side} {}", figurine(piece.kind()));
        let at = pos2(area.left(), corner(row, 0).y + PLANE / 2.0);
        let font = FontId::proportional(11.0);
        let color = if piece.color() == Color::White { p.text } else { p.text_weak };
        ui.painter().text(at, Align2::LEFT_CENTER, name, font, color);
        for rank in 0..8 {
            let first = corner(row, rank * 8);
            let rect = Rect::from_min_size(first, vec2(8.0 * cell, PLANE)).shrink2(vec2(0.5, 1.0));
            let ground = if rank % 2 == 0 { p.raised } else { p.raised.gamma_multiply(0.55) };
            ui.painter().rect_filled(rect, 0, ground);
        }
        for square in *plane {
            let rect = Rect::from_min_size(corner(row, square.index()), vec2(cell, PLANE));
            ui.painter().rect_filled(rect.shrink2(vec2(0.5, 2.0)), 1, p.accent);
        }
    }
    if let Some(at) = response.hover_pos() {
        let plane = ((at.y - area.top()) / PLANE).max(0.0) as usize;
        let square = Square::from_index(((at.x - area.left() - NAME) / cell).max(0.0) as usize);
        if let (Some(piece), Some(square)) = (Piece::ALL.get(plane), square) {
            let set = planes[plane].has(square);
            let (piece, square) = (piece_name(*piece), square.to_string());
            let words = t!("bits-cell", piece = piece, square = square, bit = u8::from(set));
            response.clone().on_hover_text_at_pointer(words);
        }
    }
    let name = t!("bits-one-hot-name", ones = ones, all = ONE_HOT_BITS);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
}

// Bits one by one, subsets one by one.

fn show_steps(ui: &mut Ui, cx: &Cx<'_>, position: &Board, view: &mut BitsView) {
    ui.horizontal_wrapped(|ui| {
        ui.label(t!("bits-set-b"));
        let before = view.board;
        board_choice(ui, ("steps", t!("bits-set-b")), &mut view.board);
        if view.board != before {
            (view.scan, view.subset) = (0, Bitboard::EMPTY);
        }
    });
    let set = view.set(view.board, position);
    super::heading(ui, t!("bits-scan"));
    bit_scan(ui, cx, set, view);
    super::heading(ui, t!("bits-subsets"));
    subsets(ui, cx, set, view);
}

fn bit_scan(ui: &mut Ui, cx: &Cx<'_>, set: Bitboard, view: &mut BitsView) {
    let all = scan(set);
    // The position may have changed since: then there may be fewer steps.
    let at = view.scan.min(all.len().saturating_sub(1));
    let Some(step) = all.get(at) else {
        return super::note(ui, t!("bits-scan-empty"));
    };
    if let Some(to) = super::steps(ui, t!("bits-scan.step"), at, all.len()) {
        view.scan = to;
    }
    let lowest = [Mark { set: step.lowest, tone: Tone::Good, meaning: t!("bits-lowest-bit") }];
    ui.horizontal_wrapped(|ui| {
        super::small_board(ui, cx, ("b", SMALL), step.before, &lowest);
        super::small_board(ui, cx, ("b & -b", SMALL), step.lowest, &lowest);
        super::small_board(ui, cx, ("b & (b - 1)", SMALL), step.rest, &[]);
    });
    let (square, zeros, left) = (step.square.to_string(), step.square.index(), step.rest.count());
    let words = if left == 0 {
        t!("bits-scan-last", square = square, zeros = zeros)
    } else {
        t!("bits-scan-step", square = square, zeros = zeros, left = left)
    };
    ui.label(words);
}

fn subsets(ui: &mut Ui, cx: &Cx<'_>, set: Bitboard, view: &mut BitsView) {
    // A subset of another set is not one of this set.
    let subset = view.subset & set;
    let (number, bits) = (subset_number(set, subset), set.count());
    ui.horizontal_wrapped(|ui| {
        let first = Bitboard::EMPTY;
        let buttons = [
            (t!("foundations-first"), first),
            (t!("button-back"), previous_subset(set, subset)),
            (t!("button-next"), next_subset(set, subset)),
            (t!("foundations-last"), set),
        ];
        for (word, to) in buttons {
            let button = ui.add(Button::new(word));
            if button
                .accessible_name(t!(
                    "foundations-step-of",
                    step = word,
                    name = t!("bits-subset-step")
                ))
                .clicked()
            {
                view.subset = to;
            }
        }
        let total = 1_u128 << bits;
        let (number, total) = (number.to_string(), total.to_string());
        super::note(ui, &t!("bits-subset-number", number = number, total = total));
    });
    ui.horizontal_wrapped(|ui| {
        super::small_board(ui, cx, (t!("bits-set-b"), SMALL), set, &[]);
        super::small_board(ui, cx, (t!("bits-subset"), SMALL), subset, &[]);
    });
    ui.label(RichText::new("s ← (s − b) & b").monospace());
    let digit = |square| if subset.has(square) { '1' } else { '0' };
    let members: Vec<char> = set.into_iter().map(digit).collect();
    let digits: String = members.into_iter().rev().collect();
    let digits = if digits.is_empty() { t!("foundations-none").to_owned() } else { digits };
    super::note(ui, &t!("bits-subset-note", digits = digits));
}

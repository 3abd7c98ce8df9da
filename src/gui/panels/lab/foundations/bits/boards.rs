//! The sets of the position by name, the one in sight large and as a number.

use eframe::egui::{Button, Grid, RichText, Ui};

use tabia_app::lab::foundations::{BitsBoard, BitsView};
use tabia_chess::{Bitboard, Board, Color, Piece, PieceType};
use tabia_lab::foundations::bitboards::{BoardName, binary, hex};

use crate::gui::look::icons::figurine;
use crate::gui::look::theme;
use crate::gui::present::context;
use crate::gui::present::context::Cx;
use crate::gui::widgets::small_boards::{self, BitBoard};

pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, position: &Board, view: &mut BitsView) {
    super::super::beside(ui, |ui| {
        ui.vertical(|ui| {
            let set = view.set(view.board, position);
            let name = super::title(view.board);
            let side = super::super::board_side(ui);
            ui.set_width(side);
            title_row(ui, &name, view);
            let board = BitBoard {
                name: &name,
                set,
                marks: &[],
                text: &|square| u8::from(set.has(square)).to_string(),
                orientation: context::orientation(cx.model),
                clickable: true,
            };
            if let Some(square) = small_boards::bit_board(ui, &board, side) {
                view.flip(square, position);
            }
            readout(ui, set);
            click_note(ui, view);
        });
        ui.vertical(|ui| choice(ui, position, view));
    });
}

/// The name of the board in sight, and what else there is for the free one.
fn title_row(ui: &mut Ui, name: &str, view: &mut BitsView) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).strong());
        if !super::is_free(view) {
            return;
        }
        for (word, set) in [("Clear", Bitboard::EMPTY), ("Fill", Bitboard::FULL)] {
            if ui.add(Button::new(word).small()).clicked() {
                view.keep(set);
            }
        }
    });
}

/// What a click does.
fn click_note(ui: &mut Ui, view: &BitsView) {
    if !super::is_free(view) {
        let note = "A click copies this set to the free board and flips the square there";
        return super::super::note(ui, note);
    }
    let origin = view.origin.map(|name| format!(", begun as a copy of {}", name.title()));
    let note = format!("Free board{}: a click flips a bit", origin.unwrap_or_default());
    super::super::note(ui, &note);
}

/// The set as a number.
fn readout(ui: &mut Ui, set: Bitboard) {
    let square = |square: Option<tabia_chess::Square>| {
        square.map_or("none".to_owned(), |square| format!("{square}, bit {}", square.index()))
    };
    let bytes = binary(set);
    let rows = [
        ("Hex", hex(set)),
        ("Decimal", set.0.to_string()),
        ("Popcount", set.count().to_string()),
        ("Lowest", square(set.first())),
        ("Highest", square(set.last())),
        ("Binary", format!("{}\n{}", bytes[..4].join(" "), bytes[4..].join(" "))),
    ];
    super::super::facts(ui, "readout", &rows);
}

/// Makes the name of a set that each side has.
type OfSide = fn(Color) -> BoardName;

/// All sets, White's on the left and Black's on the right, with the number of their squares.
fn choice(ui: &mut Ui, position: &Board, view: &mut BitsView) {
    let mut pick = |ui: &mut Ui, name: BoardName| {
        let count = name.set(position).count();
        let on = view.board == BitsBoard::Live(name);
        let text = RichText::new(count.to_string()).monospace();
        let button = ui.add(Button::selectable(on, text).min_size([52.0, 18.0].into()));
        let full = format!("{}: {count} squares", name.title());
        if button.accessible_name(format!("Show {}", name.title())).on_hover_text(full).clicked() {
            view.board = BitsBoard::Live(name);
            view.scan = 0;
            view.subset = Bitboard::EMPTY;
        }
    };
    ui.spacing_mut().button_padding.y = 1.0;
    ui.spacing_mut().interact_size.y = 18.0;
    Grid::new("sets").num_columns(3).spacing([10.0, 1.0]).show(ui, |ui| {
        for head in ["", "White", "Black"] {
            ui.label(RichText::new(head).small().color(theme::palette(ui).text_weak));
        }
        ui.end_row();
        for kind in PieceType::ALL {
            ui.label(format!("{} {}", figurine(kind), kind.name().to_lowercase()));
            for color in Color::ALL {
                pick(ui, BoardName::Pieces(Piece::new(color, kind)));
            }
            ui.end_row();
        }
        let of_side: [(&str, OfSide); 6] = [
            ("All pieces", BoardName::Side),
            ("Attacks", BoardName::Attacks),
            ("Pinned", BoardName::Pinned),
            ("King zone", BoardName::KingZone),
            ("Passed pawns", BoardName::Passed),
            ("Their spans", BoardName::PassedSpan),
        ];
        for (words, name) in of_side {
            ui.label(words);
            for color in Color::ALL {
                pick(ui, name(color));
            }
            ui.end_row();
        }
        for (words, name) in [
            ("Occupied", BoardName::Occupied),
            ("Empty", BoardName::Empty),
            ("Checkers", BoardName::Checkers),
        ] {
            ui.label(words);
            pick(ui, name);
            ui.end_row();
        }
    });
    let on = super::is_free(view);
    let free = format!("Free board: {}", view.free.count());
    if ui.add(Button::selectable(on, free)).accessible_name("Show the free board").clicked() {
        view.board = BitsBoard::Free;
        view.scan = 0;
        view.subset = Bitboard::EMPTY;
    }
}

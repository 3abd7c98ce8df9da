//! Sliders: the attacks of a rook, bishop or queen among blockers by four methods, step by step, and the search for a
//! magic number.

use std::sync::Arc;

use eframe::egui::{Button, Grid, Id, RichText, ScrollArea, Ui, Vec2, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::foundations::SliderView;
use tabia_app::window::workspace::PaneId;
use tabia_chess::attacks::slider_table;
use tabia_chess::attacks::slider_table::SliderPart;
use tabia_chess::{Bitboard, PieceType, Square, attacks};
use tabia_lab::experiment::{Experiment as _, Trial};
use tabia_lab::foundations::bitboards::hex;
use tabia_lab::foundations::sliders;
use tabia_lab::foundations::sliders::{FindMagic, Method, Slider, Spread, lookups, spread};
use tabia_text::{number, t, text};

use super::super::right;
use super::{facts, heading, small_board, small_side};
use crate::gui::look::icons::figurine;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::Head;
use crate::gui::present::{context, view_head};
use crate::gui::widgets::small_boards::{BitBoard, Mark, Tone};
use crate::gui::widgets::{buttons, small_boards};

/// From this width on the search for a number is beside the collisions of the one in use, points.
const TWO_LISTS: f32 = 420.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let mut view = cx.model.lab.choices.slider;
    let copied = view;
    let copy = || sliders::table(copied.slider, copied.square, copied.occupied).csv();
    let head = Head { pane: PaneId::Sliders, follows: false, copy: Some(&copy) };
    view_head::show(ui, cx, &head, out, |ui, _| {
        let pieces = Slider::ALL.map(|slider| (slider, slider.title()));
        if let Some(slider) = buttons::segmented(ui, t!("sliders-piece"), view.slider, &pieces) {
            view.slider = slider;
        }
        let clicks = [(false, t!("sliders-blockers")), (true, t!("sliders-move-piece"))];
        let hint = |piece: bool| {
            let hint =
                if piece { t!("sliders-move-piece.tip") } else { t!("sliders-blockers.tip") };
            hint.to_owned()
        };
        let click = buttons::with_hints(ui, t!("sliders-click"), view.moves_piece, &clicks, &hint);
        view.moves_piece = click.unwrap_or(view.moves_piece);
    });
    // If they are not side by side, the steps of the method come before the tables.
    let beside = ui.available_width() >= super::WIDE;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        super::beside(ui, |ui| {
            ui.vertical(|ui| {
                board(ui, cx, &mut view);
                if beside {
                    tables(ui, &view);
                }
            });
            ui.vertical(|ui| method(ui, cx, &mut view, out));
        });
        if !beside {
            tables(ui, &view);
        }
    });
    if view != cx.model.lab.choices.slider {
        out.push(Action::Lab(LabAction::Slider(view)));
    }
}

/// The board: the piece, the blockers, what is attacked.
fn board(ui: &mut Ui, cx: &Cx<'_>, view: &mut SliderView) {
    let side = super::board_side(ui);
    ui.set_width(side);
    let [scan, ..] = lookups(view.slider, view.square, view.occupied);
    let kind = match view.slider {
        Slider::Rook => PieceType::Rook,
        Slider::Bishop => PieceType::Bishop,
        Slider::Queen => PieceType::Queen,
    };
    let marks = [Mark { set: scan.attacks, tone: Tone::Good, meaning: t!("sliders-attacked") }];
    let shown = BitBoard {
        name: t!("sliders-blockers"),
        set: view.occupied - Bitboard::from(view.square),
        marks: &marks,
        text: &|square| {
            if square == view.square { figurine(kind).to_string() } else { String::new() }
        },
        orientation: context::orientation(cx.model),
        clickable: true,
    };
    if let Some(square) = small_boards::bit_board(ui, &shown, side) {
        if view.moves_piece {
            view.square = square;
        } else if square != view.square {
            view.occupied ^= Bitboard::from(square);
        }
    }
    ui.horizontal_wrapped(|ui| {
        let taken = ui.add(Button::new(t!("sliders-from-position")));
        if taken.on_hover_text(t!("sliders-from-position.tip")).clicked() {
            view.occupied = cx.model.game.board().occupied();
        }
        if ui.add(Button::new(t!("foundations-clear"))).clicked() {
            view.occupied = Bitboard::EMPTY;
        }
    });
}

/// What is attacked, whether all methods agree, and the steps of one of them.
fn method(ui: &mut Ui, cx: &Cx<'_>, view: &mut SliderView, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let found = lookups(view.slider, view.square, view.occupied);
    let same = found.iter().all(|one| one.attacks == found[0].attacks);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = theme::GAP;
        let piece =
            t!("sliders-piece-on", piece = view.slider.name(), square = view.square.to_string());
        ui.label(RichText::new(piece).strong());
        ui.label(RichText::new(hex(found[0].attacks)).monospace());
        super::note(ui, &t!("sliders-squares", n = found[0].attacks.count()));
    });
    let (words, color) =
        if same { (t!("sliders-agree"), p.good) } else { (t!("sliders-disagree"), p.bad) };
    ui.label(RichText::new(words).color(color));
    let methods = Method::ALL.map(|method| (method, method.title()));
    if let Some(method) = buttons::segmented(ui, t!("sliders-method"), view.method, &methods) {
        view.method = method;
    }
    parts(ui, view);
    ui.spacing_mut().item_spacing.x = theme::GAP;
    match view.method {
        Method::Scan => scan(ui, view),
        Method::Classical => classical(ui, cx, view),
        Method::Magic => magic(ui, cx, view, out),
        Method::Pext => pext(ui, cx, view),
    }
}

/// Size of a figure in the table of the methods, points.
const FIGURE: Vec2 = vec2(76.0, super::LINE);

/// The result of each method and the tables it needs.
fn tables(ui: &mut Ui, view: &SliderView) {
    let p = theme::palette(ui);
    let found = lookups(view.slider, view.square, view.occupied);
    let piece = view.slider.name();
    heading(ui, t!("sliders-tables"));
    Grid::new("answers").num_columns(4).spacing([12.0, 3.0]).min_row_height(super::LINE).show(
        ui,
        |ui| {
            let small = |text: &str| RichText::new(text).small().color(p.text_weak);
            for head in [t!("sliders-method"), t!("sliders-column-same")] {
                ui.label(small(head));
            }
            for head in [t!("sliders-column-entries"), t!("sliders-column-bytes")] {
                right(ui, FIGURE, small(head));
            }
            ui.end_row();
            for one in &found {
                ui.label(one.method.title());
                let same = one.attacks == found[0].attacks;
                let (word, color) =
                    if same { (t!("sliders-yes"), p.good) } else { (t!("sliders-no"), p.bad) };
                ui.label(RichText::new(word).color(color));
                let bytes = format::bytes(one.table_size * size_of::<u64>());
                for figure in [number(one.table_size as f64, 0), bytes] {
                    right(ui, FIGURE, RichText::new(figure));
                }
                ui.end_row();
            }
        },
    );
    super::note(ui, &t!("sliders-tables-note", piece = piece));
    let (own, has) = (attacks::USES_PEXT, slider_table::extract_by_instruction(0, 0).is_some());
    let words = match (has, own) {
        (true, true) => t!("sliders-has-pext-uses-pext"),
        (true, false) => t!("sliders-has-pext-uses-magic"),
        (false, true) => t!("sliders-no-pext-uses-pext"),
        (false, false) => t!("sliders-no-pext-uses-magic"),
    };
    super::note(ui, words);
}

/// A queen makes two look-ups: which of them is shown.
fn parts(ui: &mut Ui, view: &mut SliderView) {
    if view.slider != Slider::Queen || matches!(view.method, Method::Scan | Method::Classical) {
        return;
    }
    let parts =
        [(SliderPart::Rook, t!("sliders-as-rook")), (SliderPart::Bishop, t!("sliders-as-bishop"))];
    if let Some(part) =
        buttons::segmented(ui, t!("sliders-queen-lookup"), view.shown_part(), &parts)
    {
        view.part = part;
    }
}

fn scan(ui: &mut Ui, view: &SliderView) {
    let rays = sliders::scan(view.slider, view.square, view.occupied);
    let looks: u32 = rays.iter().map(|ray| ray.seen.count()).sum();
    Grid::new("scan").num_columns(3).spacing([14.0, 3.0]).min_row_height(super::LINE).show(
        ui,
        |ui| {
            for ray in &rays {
                ui.label(RichText::new(ray.direction.letters()).monospace());
                let step = ray.direction.amount();
                // Ordered away from the piece, whichever way the indices grow.
                let mut squares: Vec<Square> = ray.seen.into_iter().collect();
                if step < 0 {
                    squares.reverse();
                }
                let names: Vec<String> = squares.iter().map(Square::to_string).collect();
                let names =
                    if names.is_empty() { t!("sliders-edge").to_owned() } else { names.join(" ") };
                ui.label(RichText::new(names).monospace());
                let end = ray.blocker.map_or(t!("sliders-to-edge").to_owned(), |at| {
                    t!("sliders-stops-at", square = at.to_string())
                });
                super::note(ui, &end);
                ui.end_row();
            }
        },
    );
    super::note(ui, &t!("sliders-scan-note", n = looks));
}

fn classical(ui: &mut Ui, cx: &Cx<'_>, view: &SliderView) {
    let rays = sliders::classical(view.slider, view.square, view.occupied);
    Grid::new("classical").num_columns(4).spacing([14.0, 3.0]).min_row_height(super::LINE).show(
        ui,
        |ui| {
            let heads = [
                t!("sliders-column-ray"),
                t!("sliders-blockers"),
                t!("sliders-column-nearest"),
                t!("sliders-column-left"),
            ];
            for head in heads {
                ui.label(RichText::new(head).small().color(theme::palette(ui).text_weak));
            }
            ui.end_row();
            for ray in &rays {
                let names = |set: Bitboard| {
                    let names: Vec<String> =
                        set.into_iter().map(|square| square.to_string()).collect();
                    if names.is_empty() {
                        t!("foundations-none").to_owned()
                    } else {
                        names.join(" ")
                    }
                };
                let nearest = ray.nearest.map_or(t!("foundations-none").to_owned(), |square| {
                    let square = square.to_string();
                    if ray.forward {
                        t!("sliders-lowest-bit", square = square)
                    } else {
                        t!("sliders-highest-bit", square = square)
                    }
                });
                let ray_name = ray.direction.letters().to_owned();
                for text in [ray_name, names(ray.blockers), nearest, names(ray.attacks)] {
                    ui.label(RichText::new(text).monospace());
                }
                ui.end_row();
            }
        },
    );
    let join = |f: fn(&sliders::ClassicalRay) -> Bitboard| {
        rays.iter().fold(Bitboard::EMPTY, |all, ray| all | f(ray))
    };
    let side = small_side(ui, 3);
    ui.horizontal_wrapped(|ui| {
        small_board(ui, cx, (t!("sliders-rays"), side), join(|ray| ray.ray), &[]);
        small_board(ui, cx, (t!("sliders-rays-beyond"), side), join(|ray| ray.beyond), &[]);
        small_board(ui, cx, (t!("sliders-rays-xor"), side), join(|ray| ray.attacks), &[]);
    });
    super::note(ui, t!("sliders-classical-note"));
}

fn magic(ui: &mut Ui, cx: &Cx<'_>, view: &SliderView, out: &mut Vec<Action>) {
    let part = view.shown_part();
    let look = sliders::magic(part, view.square, view.occupied);
    let side = small_side(ui, 3);
    ui.horizontal_wrapped(|ui| {
        small_board(ui, cx, (t!("foundations-mask"), side), look.mask, &[]);
        small_board(ui, cx, (t!("sliders-blockers-on-mask"), side), look.blockers, &[]);
        small_board(ui, cx, (t!("sliders-table-entry"), side), look.attacks, &[]);
    });
    let bits = look.mask.count();
    let index_bits = bits as usize;
    let index = of_all(look.index as u64, 1 << bits);
    let place = place(look.offset, look.index);
    let rows = [
        (t!("sliders-blockers"), hex(look.blockers)),
        (t!("sliders-times-magic"), hex(Bitboard(look.factor))),
        (t!("sliders-product"), hex(Bitboard(look.product))),
        (t!("sliders-shift"), t!("sliders-shift-leaves", shift = look.shift, bits = bits)),
        (t!("sliders-index"), format!("{:0index_bits$b} = {index}", look.index)),
        (t!("sliders-place"), place),
    ];
    facts(ui, "magic", &rows);
    let own = spread_of(ui, part, view.square, look.factor);
    let narrow = ui.available_width() < TWO_LISTS;
    let lists = |ui: &mut Ui| {
        let half =
            if narrow { ui.available_width() } else { ui.available_width() / 2.0 - theme::GAP };
        ui.vertical(|ui| {
            ui.set_max_width(half);
            heading(ui, t!("sliders-another"));
            find(ui, cx, (part, view.square), out);
        });
        ui.vertical(|ui| {
            ui.set_max_width(half);
            heading(ui, t!("sliders-collisions"));
            spread_words(ui, &own);
        });
    };
    if narrow {
        ui.vertical(lists);
    } else {
        ui.horizontal_top(lists);
    }
}

/// The place of an attack set in the table.
fn place(offset: usize, index: usize) -> String {
    let [offset, index, sum] = [offset, index, offset + index].map(|at| number(at as f64, 0));
    format!("{offset} + {index} = {sum}")
}

/// An index out of a total, in full digits.
fn of_all(index: u64, all: u64) -> String {
    t!("foundations-of", at = number(index as f64, 0), of = number(all as f64, 0))
}

/// The spread of a number, computed once for each square and number.
fn spread_of(ui: &Ui, part: SliderPart, square: Square, factor: u64) -> Arc<Spread> {
    let key = (part == SliderPart::Rook, square.index(), factor);
    let id = Id::unique(("spread", key));
    if let Some(known) = ui.data(|data| data.get_temp::<Arc<Spread>>(id)) {
        return known;
    }
    let found = Arc::new(spread(part, square, factor));
    ui.data_mut(|data| data.insert_temp(id, Arc::clone(&found)));
    found
}

fn spread_words(ui: &mut Ui, spread: &Spread) {
    let rows = [
        (t!("sliders-blocker-sets"), number(spread.subsets as f64, 0)),
        (t!("sliders-different-attacks"), number(spread.distinct as f64, 0)),
        (t!("sliders-slots-used"), of_all(spread.used as u64, spread.subsets as u64)),
        (t!("sliders-harmless"), number(spread.harmless as f64, 0)),
        (t!("sliders-harmful"), number(spread.harmful as f64, 0)),
    ];
    facts(ui, "spread", &rows);
    super::note(ui, t!("sliders-collisions-note"));
}

/// The search for a new number.
fn find(ui: &mut Ui, cx: &Cx<'_>, (part, square): (SliderPart, Square), out: &mut Vec<Action>) {
    let lab = &cx.model.lab;
    let looking = lab.is_at(FindMagic::INFO.id);
    ui.horizontal(|ui| {
        let button = (FindMagic::INFO.id, text(FindMagic::INFO.start));
        if super::super::start_or_stop(ui, cx, button, out) {
            out.push(Action::Lab(LabAction::FindMagic(part, square)));
        }
    });
    let Some(progress) = lab.trial::<FindMagic>().and_then(Trial::last) else {
        return super::note(ui, t!("sliders-find-note"));
    };
    let request = progress.request;
    let piece = if request.part == SliderPart::Rook { "rook" } else { "bishop" };
    let (square, farthest) = (request.square.to_string(), progress.farthest);
    let found = match progress.found {
        Some(factor) => hex(Bitboard(factor)),
        None if looking => t!("sliders-not-yet").to_owned(),
        None => t!("sliders-stopped").to_owned(),
    };
    let rows = [
        (t!("sliders-for"), t!("sliders-piece-on", piece = piece, square = square)),
        (t!("sliders-tries"), number(progress.tries as f64, 0)),
        (t!("sliders-dropped"), number(progress.dropped as f64, 0)),
        (t!("sliders-best"), t!("sliders-placed", n = farthest, all = progress.subsets)),
        (t!("column-time"), format::duration(progress.time_ms)),
        (t!("sliders-found"), found),
    ];
    facts(ui, "search", &rows);
    if let Some(factor) = progress.found {
        let spread = spread_of(ui, request.part, request.square, factor);
        ui.label(t!(
            "sliders-found-spread",
            used = spread.used,
            harmless = spread.harmless,
            harmful = spread.harmful
        ));
    }
}

fn pext(ui: &mut Ui, cx: &Cx<'_>, view: &SliderView) {
    let look = sliders::pext(view.shown_part(), view.square, view.occupied);
    let side = small_side(ui, 3);
    ui.horizontal_wrapped(|ui| {
        small_board(ui, cx, (t!("foundations-mask"), side), look.mask, &[]);
        small_board(ui, cx, (t!("sliders-blockers-on-mask"), side), look.blockers, &[]);
        small_board(ui, cx, (t!("sliders-table-entry"), side), look.attacks, &[]);
    });
    let bits = look.mask.count() as usize;
    let squares: Vec<String> = look.mask.into_iter().map(|square| square.to_string()).collect();
    let members: Vec<char> = look
        .mask
        .into_iter()
        .map(|square| if look.blockers.has(square) { '1' } else { '0' })
        .collect();
    let spaced: Vec<String> = members.iter().map(|digit| format!("{digit} ")).collect();
    let hardware = match look.hardware {
        Some(number) if number == look.index as u64 => {
            t!("sliders-instruction-same", number = number.to_string())
        }
        Some(number) => t!("sliders-instruction-differs", number = number.to_string()),
        None => t!("sliders-instruction-none").to_owned(),
    };
    let packed = format!("{:0bits$b}", look.index);
    let place = place(look.offset, look.index);
    let rows = [
        (t!("foundations-mask"), hex(look.mask)),
        (t!("sliders-mask-squares"), squares.join(" ")),
        (t!("sliders-occupied"), spaced.join(" ")),
        (t!("sliders-packed"), t!("sliders-packed-bits", bits = packed)),
        (t!("sliders-in-software"), of_all(look.index as u64, 1 << bits)),
        (t!("sliders-by-instruction"), hardware),
        (t!("sliders-place"), place),
    ];
    facts(ui, "pext", &rows);
    super::note(ui, t!("sliders-pext-note"));
}

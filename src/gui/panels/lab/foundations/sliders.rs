//! Sliders: the attacks of a rook, bishop or queen among blockers by four methods, each step in sight, and the
//! search for a magic number.

use std::sync::Arc;

use eframe::egui::{Button, Grid, Id, RichText, ScrollArea, Ui};

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

use super::{facts, heading, small_board, small_side};
use crate::gui::look::icons::figurine;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::parts::Head;
use crate::gui::present::{context, parts};
use crate::gui::widgets::small_boards::{BitBoard, Mark, Tone};
use crate::gui::widgets::{buttons, small_boards};

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let mut view = cx.model.lab.slider;
    let copied = view;
    let copy = || sliders::table(copied.slider, copied.square, copied.occupied).csv();
    let head = Head { pane: PaneId::Sliders, follows: false, copy: Some(&copy) };
    parts::show(ui, cx, &head, out, |ui, _| {
        let pieces = Slider::ALL.map(|slider| (slider, slider.name()));
        if let Some(slider) = buttons::segmented(ui, "Sliding piece", view.slider, &pieces) {
            view.slider = slider;
        }
        let clicks = [(false, "Blockers"), (true, "Piece")];
        let hint = |piece: bool| {
            if piece { "A click moves the piece" } else { "A click puts a blocker or takes it off" }
                .to_owned()
        };
        let click = buttons::with_hints(ui, "What a click does", view.moves_piece, &clicks, &hint);
        view.moves_piece = click.unwrap_or(view.moves_piece);
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        super::beside(ui, |ui| {
            ui.vertical(|ui| board(ui, cx, &mut view));
            ui.vertical(|ui| method(ui, cx, &mut view, out));
        });
        ui.add_space(theme::GAP);
        tables(ui, &view);
    });
    if view != cx.model.lab.slider {
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
    let marks = [Mark { set: scan.attacks, tone: Tone::Good, meaning: "attacked" }];
    let shown = BitBoard {
        name: "Blockers",
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
        let taken = ui.add(Button::new("From the position"));
        if taken.on_hover_text("Every piece of the shown position is a blocker").clicked() {
            view.occupied = cx.model.game.board().occupied();
        }
        if ui.add(Button::new("Clear")).clicked() {
            view.occupied = Bitboard::EMPTY;
        }
    });
}

/// What is attacked, whether all methods say so, and the steps of one of them.
fn method(ui: &mut Ui, cx: &Cx<'_>, view: &mut SliderView, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let found = lookups(view.slider, view.square, view.occupied);
    let same = found.iter().all(|one| one.attacks == found[0].attacks);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = theme::GAP;
        let piece = format!("A {} on {}", view.slider.name(), view.square);
        ui.label(RichText::new(piece).strong());
        ui.label(RichText::new(hex(found[0].attacks)).monospace());
        super::note(ui, &format!("{} squares", found[0].attacks.count()));
    });
    let (words, color) = if same {
        ("All four methods find the same", p.good)
    } else {
        ("The methods do NOT find the same", p.bad)
    };
    ui.label(RichText::new(words).color(color));
    let methods = Method::ALL.map(|method| (method, method.title()));
    if let Some(method) = buttons::segmented(ui, "Method", view.method, &methods) {
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

/// What each method answers and what tables it needs.
fn tables(ui: &mut Ui, view: &SliderView) {
    let p = theme::palette(ui);
    let found = lookups(view.slider, view.square, view.occupied);
    let piece = view.slider.name();
    heading(ui, "What they need");
    Grid::new("answers").num_columns(4).spacing([12.0, 3.0]).show(ui, |ui| {
        for head in ["Method", "Same", "Entries", "Bytes"] {
            ui.label(RichText::new(head).small().color(p.text_weak));
        }
        ui.end_row();
        for one in &found {
            ui.label(one.method.title());
            let same = one.attacks == found[0].attacks;
            let (word, color) = if same { ("yes", p.good) } else { ("no", p.bad) };
            ui.label(RichText::new(word).color(color));
            ui.label(RichText::new(one.table_size.to_string()).monospace());
            let bytes = format::bytes(one.table_size * size_of::<u64>());
            ui.label(RichText::new(bytes).monospace());
            ui.end_row();
        }
    });
    super::note(ui, &format!("Tables for a {piece} on all squares, eight bytes an entry"));
    let (own, has) = (attacks::USES_PEXT, slider_table::extract_by_instruction(0, 0).is_some());
    let processor = if has { "has the instruction PEXT" } else { "has no PEXT" };
    let method = if own { "PEXT" } else { "magic multiplication" };
    super::note(ui, &format!("This processor {processor}; the engine of this build uses {method}"));
}

/// A queen makes two look-ups: which of them is shown.
fn parts(ui: &mut Ui, view: &mut SliderView) {
    if view.slider != Slider::Queen || matches!(view.method, Method::Scan | Method::Classical) {
        return;
    }
    let parts = [(SliderPart::Rook, "as rook"), (SliderPart::Bishop, "as bishop")];
    if let Some(part) = buttons::segmented(ui, "Look-up of the queen", view.shown_part(), &parts) {
        view.part = part;
    }
}

fn scan(ui: &mut Ui, view: &SliderView) {
    let rays = sliders::scan(view.slider, view.square, view.occupied);
    let looks: u32 = rays.iter().map(|ray| ray.seen.count()).sum();
    Grid::new("scan").num_columns(3).spacing([14.0, 3.0]).show(ui, |ui| {
        for ray in &rays {
            ui.label(RichText::new(ray.direction.letters()).monospace());
            let step = ray.direction.amount();
            // Walked away from the piece, whichever way the indices grow.
            let mut squares: Vec<Square> = ray.seen.into_iter().collect();
            if step < 0 {
                squares.reverse();
            }
            let names: Vec<String> = squares.iter().map(Square::to_string).collect();
            let names = if names.is_empty() { "the edge".to_owned() } else { names.join(" ") };
            ui.label(RichText::new(names).monospace());
            let end = ray.blocker.map_or("to the edge".to_owned(), |at| format!("stops at {at}"));
            super::note(ui, &end);
            ui.end_row();
        }
    });
    super::note(ui, &format!("{looks} squares looked at, one branch each; no table"));
}

fn classical(ui: &mut Ui, cx: &Cx<'_>, view: &SliderView) {
    let rays = sliders::classical(view.slider, view.square, view.occupied);
    Grid::new("classical").num_columns(4).spacing([14.0, 3.0]).show(ui, |ui| {
        for head in ["Ray", "Blockers", "Nearest", "Left"] {
            ui.label(RichText::new(head).small().color(theme::palette(ui).text_weak));
        }
        ui.end_row();
        for ray in &rays {
            let names = |set: Bitboard| {
                let names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
                if names.is_empty() { "none".to_owned() } else { names.join(" ") }
            };
            let bit = if ray.forward { "lowest" } else { "highest" };
            let nearest =
                ray.nearest.map_or("none".to_owned(), |square| format!("{square}, {bit} bit"));
            let ray_name = ray.direction.letters().to_owned();
            for text in [ray_name, names(ray.blockers), nearest, names(ray.attacks)] {
                ui.label(RichText::new(text).monospace());
            }
            ui.end_row();
        }
    });
    let join = |f: fn(&sliders::ClassicalRay) -> Bitboard| {
        rays.iter().fold(Bitboard::EMPTY, |all, ray| all | f(ray))
    };
    let side = small_side(ui, 3);
    ui.horizontal_wrapped(|ui| {
        small_board(ui, cx, ("Rays from the table", side), join(|ray| ray.ray), &[]);
        small_board(ui, cx, ("Rays behind the nearest", side), join(|ray| ray.beyond), &[]);
        small_board(ui, cx, ("XOR of both", side), join(|ray| ray.attacks), &[]);
    });
    super::note(
        ui,
        "Where indices grow along a ray the nearest blocker is the lowest bit, else the highest. The table has a ray \
         for each direction and square",
    );
}

fn magic(ui: &mut Ui, cx: &Cx<'_>, view: &SliderView, out: &mut Vec<Action>) {
    let part = view.shown_part();
    let look = sliders::magic(part, view.square, view.occupied);
    let side = small_side(ui, 3);
    ui.horizontal_wrapped(|ui| {
        small_board(ui, cx, ("Mask", side), look.mask, &[]);
        small_board(ui, cx, ("Blockers on them", side), look.blockers, &[]);
        small_board(ui, cx, ("Entry of the table", side), look.attacks, &[]);
    });
    let bits = look.mask.count();
    let index_bits = bits as usize;
    let rows = [
        ("Blockers", hex(look.blockers)),
        ("x magic", hex(Bitboard(look.factor))),
        ("= product", hex(Bitboard(look.product))),
        ("Shift", format!(">> {} leaves the top {bits} bits", look.shift)),
        ("Index", format!("{:0index_bits$b} = {} of {}", look.index, look.index, 1_u64 << bits)),
        ("Place", format!("{} + {} = {}", look.offset, look.index, look.offset + look.index)),
    ];
    facts(ui, "magic", &rows);
    heading(ui, "Collisions of this number");
    let own = spread_of(ui, part, view.square, look.factor);
    spread_words(ui, &own);
    heading(ui, "Another magic number, by trial");
    find(ui, cx, (part, view.square), out);
}

/// The spread of a number, worked out once for each square and number.
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
        ("Sets of blockers", spread.subsets.to_string()),
        ("Different attacks", spread.distinct.to_string()),
        ("Slots used", format!("{} of {}", spread.used, spread.subsets)),
        ("Harmless collisions", spread.harmless.to_string()),
        ("Harmful collisions", spread.harmful.to_string()),
    ];
    facts(ui, "spread", &rows);
    super::note(
        ui,
        "A collision is harmless where both sets of blockers lead to the same attacks; one harmful one, and a number \
         is not magic",
    );
}

/// The search for a number of one's own.
fn find(ui: &mut Ui, cx: &Cx<'_>, (part, square): (SliderPart, Square), out: &mut Vec<Action>) {
    let lab = &cx.model.lab;
    let looking = lab.is_at(FindMagic::INFO.id);
    ui.horizontal(|ui| {
        let button = (FindMagic::INFO.id, FindMagic::INFO.start);
        if super::super::start_or_stop(ui, cx, button, out) {
            out.push(Action::Lab(LabAction::FindMagic(part, square)));
        }
    });
    let Some(progress) = lab.trial::<FindMagic>().and_then(Trial::last) else {
        let words = "Random numbers with few bits set are tried until one has no harmful collision";
        return super::note(ui, words);
    };
    let request = progress.request;
    let piece = if request.part == SliderPart::Rook { "rook" } else { "bishop" };
    let mut rows = vec![
        ("For", format!("a {piece} on {}", request.square)),
        ("Tries", progress.tries.to_string()),
        ("Dropped at once", progress.dropped.to_string()),
        ("Best so far", format!("{} of {} sets placed", progress.farthest, progress.subsets)),
        ("Time", format::duration(progress.time_ms)),
    ];
    match progress.found {
        Some(factor) => rows.push(("Found", hex(Bitboard(factor)))),
        None if looking => rows.push(("Found", "not yet".to_owned())),
        None => rows.push(("Found", "stopped before one was".to_owned())),
    }
    facts(ui, "search", &rows);
    if let Some(factor) = progress.found {
        let spread = spread_of(ui, request.part, request.square, factor);
        let words = format!(
            "It uses {} slots, {} collisions are harmless, {} harmful",
            spread.used, spread.harmless, spread.harmful
        );
        ui.label(words);
    }
}

fn pext(ui: &mut Ui, cx: &Cx<'_>, view: &SliderView) {
    let look = sliders::pext(view.shown_part(), view.square, view.occupied);
    let side = small_side(ui, 3);
    ui.horizontal_wrapped(|ui| {
        small_board(ui, cx, ("Mask", side), look.mask, &[]);
        small_board(ui, cx, ("Blockers on them", side), look.blockers, &[]);
        small_board(ui, cx, ("Entry of the table", side), look.attacks, &[]);
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
        Some(number) if number == look.index as u64 => format!("{number}: the same"),
        Some(number) => format!("{number}: not the same"),
        None => "this processor has none".to_owned(),
    };
    let rows = [
        ("Mask", hex(look.mask)),
        ("Squares", squares.join(" ")),
        ("Occupied", spaced.join(" ")),
        ("Packed", format!("{:0bits$b}, the first square lowest", look.index)),
        ("In software", format!("{} of {}", look.index, 1_u64 << bits)),
        ("By instruction", hardware),
        ("Place", format!("{} + {} = {}", look.offset, look.index, look.offset + look.index)),
    ];
    facts(ui, "pext", &rows);
    super::note(ui, "Every index stands for one set of blockers: there are no collisions at all");
}

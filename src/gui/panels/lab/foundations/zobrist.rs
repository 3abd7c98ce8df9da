//! Zobrist keys: the terms of the shown position's key, what the last move changed in it, two orders of moves with one
//! key, and how the hash table uses it.

use std::sync::Arc;

use eframe::egui::{DragValue, Grid, Id, RichText, ScrollArea, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::foundations::{ZobristPage, ZobristView};
use tabia_app::window::notation::{self, Notation};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Bitboard, Board, Move};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::kinds::SeatOptions;
use tabia_lab::foundations::bitboards::hex;
use tabia_lab::foundations::zobrist;
use tabia_lab::foundations::zobrist::{
    Change, KeyParts, TwoOrders, chance_of_any, expected_pairs, features, one_pair_at, xor,
};

use tabia_text::{Language, number, t};

use super::{facts, heading, note};
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::memo::once;
use crate::gui::present::view_head;
use crate::gui::present::view_head::Head;

/// From this width on the terms have room for the cumulative XOR, points.
const WITH_SUMS: f32 = 540.0;
/// Maximum number of moves of the line that are searched for a second order.
const LINE: usize = 44;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let mut view = cx.model.lab.choices.zobrist;
    let node = cx.model.lab.node_of(PaneId::Zobrist, &cx.model.game);
    let board = cx.model.game.tree.board(node);
    let copy = || zobrist::table(board).csv();
    let head = Head { pane: PaneId::Zobrist, follows: true, copy: Some(&copy) };
    view_head::show(ui, cx, &head, out, |ui, _| {
        let pages = [
            (ZobristPage::Terms, t!("zobrist-key")),
            (ZobristPage::LastMove, t!("zobrist-last-move")),
            (ZobristPage::Orders, t!("zobrist-orders")),
            (ZobristPage::Table, t!("zobrist-table")),
        ];
        super::pages(ui, (t!("zobrist-page"), 280.0), &mut view.page, &pages);
    });
    ui.horizontal(|ui| {
        ui.label(t!("zobrist-key"));
        let key = RichText::new(hex(Bitboard(board.key()))).monospace().strong();
        ui.label(key).on_hover_text(t!("zobrist-key.tip"));
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match view.page {
        ZobristPage::Terms => terms(ui, board),
        ZobristPage::LastMove => last_move(ui, cx, node),
        ZobristPage::Orders => orders(ui, cx, node, out),
        ZobristPage::Table => table(ui, cx, board, &mut view),
    });
    if view != cx.model.lab.choices.zobrist {
        out.push(Action::Lab(LabAction::Zobrist(view)));
    }
}

/// The terms as a table, with the cumulative XOR.
fn terms(ui: &mut Ui, board: &Board) {
    let all = features(board);
    let same = xor(&all) == board.key();
    let p = theme::palette(ui);
    let n = all.len();
    let words =
        if same { t!("zobrist-terms-agree", n = n) } else { t!("zobrist-terms-differ", n = n) };
    ui.label(RichText::new(words).color(if same { p.good } else { p.bad }));
    // In a narrow panel there is no room for the cumulative XOR.
    let heads = [t!("zobrist-column-term"), t!("zobrist-column-number"), t!("zobrist-column-xor")];
    let columns = if ui.available_width() >= WITH_SUMS { 3 } else { 2 };
    Grid::new("terms").num_columns(columns).spacing([14.0, 2.0]).min_row_height(super::LINE).show(
        ui,
        |ui| {
            for head in &heads[..columns] {
                ui.label(RichText::new(*head).small().color(p.text_weak));
            }
            ui.end_row();
            let mut so_far = 0;
            for feature in &all {
                so_far ^= feature.key();
                ui.label(feature.title());
                ui.label(RichText::new(hex(Bitboard(feature.key()))).monospace());
                if columns == 3 {
                    let sum = RichText::new(hex(Bitboard(so_far))).monospace().color(p.text_weak);
                    ui.label(sum);
                }
                ui.end_row();
            }
        },
    );
}

fn last_move(ui: &mut Ui, cx: &Cx<'_>, here: NodeId) {
    let tree = &cx.model.game.tree;
    let Some(parent) = tree.parent(here) else {
        return note(ui, t!("zobrist-no-move"));
    };
    let (before, after) = (tree.board(parent), tree.board(here));
    let change = Change::between(before, after);
    let name = format::move_name(tree, here);
    ui.label(RichText::new(Notation::current().write(&name)).strong());
    let p = theme::palette(ui);
    Grid::new("change").num_columns(3).spacing([14.0, 2.0]).min_row_height(super::LINE).show(
        ui,
        |ui| {
            let row = |ui: &mut Ui, word: &str, name: &str, key: u64| {
                ui.label(RichText::new(word).small().color(p.text_weak));
                ui.label(name);
                ui.label(RichText::new(hex(Bitboard(key))).monospace());
                ui.end_row();
            };
            row(ui, t!("zobrist-before"), t!("zobrist-key"), before.key());
            for feature in &change.out {
                row(ui, t!("zobrist-xor-out"), &feature.title(), feature.key());
            }
            for feature in &change.into {
                row(ui, t!("zobrist-xor-in"), &feature.title(), feature.key());
            }
            row(ui, t!("zobrist-after"), t!("zobrist-key"), before.key() ^ change.key());
        },
    );
    let same = before.key() ^ change.key() == after.key();
    let count = change.out.len() + change.into.len();
    let words = if same {
        t!("zobrist-xors", n = count, terms = features(after).len())
    } else {
        t!("zobrist-not-the-key").to_owned()
    };
    ui.label(RichText::new(words).color(if same { p.good } else { p.bad }));
    note(ui, t!("zobrist-undo"));
}

/// The line from the start of the game to the shown position, as far as it can be searched.
fn line_to(cx: &Cx<'_>, node: NodeId) -> (Board, Vec<Move>) {
    let tree = &cx.model.game.tree;
    let mut at = node;
    let mut moves = Vec::new();
    while let (Some(parent), Some(mv)) = (tree.parent(at), tree.mv(at)) {
        if moves.len() >= LINE {
            break;
        }
        moves.push(mv);
        at = parent;
    }
    moves.reverse();
    (*tree.board(at), moves)
}

/// Two orders of the last moves; searched once for each position of a game, as it may take half a millisecond.
fn orders_of_game(ui: &Ui, cx: &Cx<'_>, here: NodeId) -> Arc<Option<TwoOrders>> {
    let key = (cx.model.game.tree.revision(), here);
    once(ui.ctx(), Id::unique("two orders"), key, || {
        let (start, moves) = line_to(cx, here);
        Arc::new(TwoOrders::of_line(&start, &moves))
    })
}

fn orders(ui: &mut Ui, cx: &Cx<'_>, here: NodeId, out: &mut Vec<Action>) {
    let (found, source) = match &*orders_of_game(ui, cx, here) {
        Some(found) => (Some(found.clone()), t!("zobrist-orders-of-game")),
        None => (TwoOrders::preset(), t!("zobrist-orders-of-opening")),
    };
    if let Some(found) = found {
        note(ui, source);
        let keys = found.keys();
        ui.horizontal_wrapped(|ui| {
            order(ui, ("one order", t!("zobrist-one-order")), &found.start, (&found.one, &keys[0]));
            order(
                ui,
                ("another order", t!("zobrist-another-order")),
                &found.start,
                (&found.other, &keys[1]),
            );
        });
        let p = theme::palette(ui);
        if keys[0].last() == keys[1].last() {
            ui.label(RichText::new(t!("zobrist-same-key")).color(p.good));
        } else {
            ui.label(RichText::new(t!("zobrist-keys-differ")).color(p.bad));
        }
    }
    heading(ui, t!("zobrist-elsewhere"));
    let tree = &cx.model.game.tree;
    let times = tree.repetitions(here);
    ui.label(t!("zobrist-repetitions", n = times, before = times.saturating_sub(1)));
    let others: Vec<NodeId> = tree.with_key(tree.board(here).key()).take(13).collect();
    if others.len() < 2 {
        return note(ui, t!("zobrist-nowhere-else"));
    }
    ui.horizontal_wrapped(|ui| {
        for &node in others.iter().filter(|&&node| node != here) {
            let name = match tree.parent(node) {
                None => t!("zobrist-at-start").to_owned(),
                Some(_) => t!(
                    "zobrist-after-move",
                    mv = Notation::current().write(&format::move_name(tree, node)).into_owned()
                ),
            };
            if ui.link(name).on_hover_text(t!("zobrist-go-there")).clicked() {
                out.push(Action::GoTo(node));
            }
        }
    });
}

/// An order of moves with the key after each.
fn order(ui: &mut Ui, (id, name): (&str, &str), start: &Board, (moves, keys): (&[Move], &[u64])) {
    ui.vertical(|ui| {
        ui.set_width(200.0);
        ui.label(RichText::new(name).small().strong());
        let mut board = *start;
        Grid::new(id).num_columns(2).spacing([10.0, 2.0]).min_row_height(super::LINE).show(
            ui,
            |ui| {
                for (ply, key) in keys.iter().enumerate() {
                    match ply.checked_sub(1).and_then(|at| moves.get(at)) {
                        None => ui.label(t!("zobrist-start")),
                        Some(&mv) => {
                            let text = notation::san(&board, mv);
                            board.make_move(mv);
                            ui.label(text)
                        }
                    };
                    ui.label(RichText::new(hex(Bitboard(*key))).monospace());
                    ui.end_row();
                }
            },
        );
    });
}

fn table(ui: &mut Ui, cx: &Cx<'_>, board: &Board, view: &mut ZobristView) {
    // Engines that analyse at the same time share the memory.
    let hash_mib = match cx.model.analysis_options(EngineId::BUILT_IN) {
        SeatOptions::BuiltIn(options) => options.hash_mib,
        _ => cx.model.settings.engine.hash_mib,
    };
    let parts = KeyParts::of(board.key(), hash_mib);
    heading(ui, &t!("zobrist-in-table", mib = hash_mib));
    let compared = parts.compared_bits();
    let rows = [
        (
            t!("zobrist-clusters"),
            t!("zobrist-clusters-of-three", n = number(parts.clusters as f64, 0)),
        ),
        (t!("zobrist-cluster"), t!("zobrist-cluster-of-key", n = number(parts.cluster as f64, 0))),
        (t!("zobrist-low-bits"), t!("zobrist-mixed", bits = format!("0x{:06X}", parts.low))),
        (t!("zobrist-bits-compared"), t!("zobrist-of-64", bits = bits_text(compared))),
    ];
    facts(ui, "parts", &rows);
    if let Some(look) = cx.model.lab.look_at(board.key()) {
        let words = look.table.entry.map_or(t!("zobrist-no-entry").to_owned(), |at| {
            let (cluster, tag) = (number(at.cluster as f64, 0), format!("0x{:06X}", at.tag));
            t!("zobrist-entry", cluster = cluster, place = at.way.to_string(), tag = tag)
        });
        ui.label(words);
    }
    note(ui, &t!("zobrist-false-match", times = number(1.0 / parts.false_match(), 0)));
    heading(ui, t!("zobrist-birthday"));
    ui.horizontal(|ui| {
        let drag = DragValue::new(&mut view.positions_log10).range(3..=15).prefix("10^");
        ui.add(drag).accessible_name(t!("zobrist-positions.name"));
        ui.label(t!("zobrist-positions"));
    });
    let positions = 10f64.powi(view.positions_log10 as i32);
    Grid::new("birthday").num_columns(4).spacing([14.0, 3.0]).min_row_height(super::LINE).show(
        ui,
        |ui| {
            let heads = [
                t!("zobrist-column-bits"),
                t!("zobrist-column-pairs"),
                t!("zobrist-column-chance"),
                t!("zobrist-column-one-pair"),
            ];
            for head in heads {
                ui.label(RichText::new(head).small().color(theme::palette(ui).text_weak));
            }
            ui.end_row();
            let rows = [
                (64.0, t!("zobrist-full-key", bits = bits_text(64.0))),
                (compared, t!("zobrist-table-bits", bits = bits_text(compared))),
                (32.0, t!("zobrist-half-key", bits = bits_text(32.0))),
            ];
            for (bits, name) in rows {
                ui.label(name);
                let chance = 100.0 * chance_of_any(positions, bits);
                let values = [
                    amount(expected_pairs(positions, bits)),
                    if chance > 99.99 {
                        t!("zobrist-almost-certain").to_owned()
                    } else {
                        format!("{} %", amount(chance))
                    },
                    amount(one_pair_at(bits)),
                ];
                for text in values {
                    ui.label(RichText::new(text).monospace());
                }
                ui.end_row();
            }
        },
    );
    note(ui, t!("zobrist-birthday-note"));
}

/// A number of bits, with a decimal only where it is not a whole number.
fn bits_text(bits: f64) -> String {
    let tenths = (bits * 10.0).round();
    number(bits, usize::from(tenths % 10.0 != 0.0))
}

/// A number of any size in a few characters.
fn amount(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        v if (0.01..1e3).contains(&v) => number(v, 2),
        v if (1e3..1e6).contains(&v) => number(v, 0),
        v => format!("{v:.1e}").replace('.', Language::current().decimal_sign()),
    }
}

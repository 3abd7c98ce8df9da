//! What the hash table knows: of this position, of each successor, along its own line, and how it is filled.

use eframe::egui::{RichText, ScrollArea, Ui};
use egui_extras::Column;

use tabia_app::action::Action;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, san};
use tabia_engine::search::inspection::{TtEntryView, TtSurvey, TtView};
use tabia_lab::memory;

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::parts::Head;
use crate::gui::widgets::bars::Bar;
use crate::gui::widgets::table::Table;
use crate::gui::widgets::{bars, table};

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let (lab, game) = (&cx.model.lab, &cx.model.game);
    let node = lab.node_of(PaneId::HashTable, game);
    let board = game.tree.board(node);
    let look = lab.look_at(board.key());
    let copy = || look.map_or(String::new(), |look| memory::entries(board, &look.table).csv());
    let head = Head { pane: PaneId::HashTable, follows: true, copy: Some(&copy) };
    parts::show(ui, cx, &head, out, |ui, _| {
        super::note(ui, "The built-in engine's table. Scores are for the side to move");
    });
    let Some(look) = look else {
        return parts::empty(ui, "Not looked at yet", "The engine answers with its next report");
    };
    let table = &look.table;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.label(RichText::new("This position").strong());
        match &table.entry {
            Some(entry) => entry_text(ui, board, entry),
            None => super::note(ui, "No entry"),
        }
        ui.add_space(theme::GAP);
        ui.label(RichText::new("Line of table moves").strong());
        let moves: Vec<_> = table.chain.iter().map(|link| link.mv).collect();
        if !moves.is_empty() {
            let text = format::line_text(board, &moves, 24);
            if ui.link(text).on_hover_text("Click plays this line").clicked() {
                out.push(Action::PlayLine { node, moves });
            }
        }
        super::note(ui, &format!("It stops: {}", table.chain_end.words()));
        ui.add_space(theme::GAP);
        ui.label(RichText::new("Behind each move").strong());
        successors(ui, board, table);
        ui.add_space(theme::GAP);
        ui.label(RichText::new("The whole table, by a sample").strong());
        survey(ui, &table.survey);
    });
}

/// An entry as it is meant and as it lies in memory.
fn entry_text(ui: &mut Ui, board: &Board, entry: &TtEntryView) {
    let p = theme::palette(ui);
    let eval =
        entry.eval_cp.map_or("none".to_owned(), |cp| format!("{:+.2}", f64::from(cp) / 100.0));
    let meant = format!(
        "{} {} at depth {}, static evaluation {eval}, age {}{}",
        move_name(board, entry),
        score(entry),
        entry.depth,
        entry.age,
        if entry.pv { ", once on a principal variation" } else { "" }
    );
    ui.label(meant);
    let raw = format!(
        "cluster {} entry {} tag {:06x} data {:016x}",
        entry.cluster, entry.way, entry.tag, entry.data
    );
    ui.label(RichText::new(raw).monospace().small().color(p.text_weak)).on_hover_text(
        "Data from the lowest bit: move 16, value 16, evaluation 16, depth 8, bound 2, line mark 1, age 5 bits",
    );
}

fn move_name(board: &Board, entry: &TtEntryView) -> String {
    match entry.mv {
        Some(mv) if board.is_legal(mv) => san::write(board, mv),
        Some(_) => "an illegal move".to_owned(),
        None => "no move".to_owned(),
    }
}

fn score(entry: &TtEntryView) -> String {
    match (entry.score, entry.bound) {
        (Some(score), Some(bound)) => format!("{}{score}", bound.sign()),
        _ => "no score".to_owned(),
    }
}

fn successors(ui: &mut Ui, board: &Board, view: &TtView) {
    let mut rows: Vec<_> = view.successors.iter().collect();
    let depth = |entry: &Option<TtEntryView>| entry.map_or(-1, |entry| entry.depth);
    rows.sort_by_key(|(_, entry)| std::cmp::Reverse(depth(entry)));
    let columns = [
        ("Move", Column::exact(70.0)),
        ("Score", Column::exact(74.0)),
        ("Depth", Column::exact(48.0)),
        ("Age", Column::exact(40.0)),
        ("Best reply", Column::remainder().at_least(60.0).clip(true)),
    ];
    let shown = Table { columns: &columns, whole: true, ..Table::default() };
    shown.show(ui, rows.len(), |row| {
        let (mv, entry) = rows[row.index()];
        let after = board.after(*mv);
        let texts = match entry {
            Some(entry) => [
                score(entry),
                entry.depth.to_string(),
                entry.age.to_string(),
                move_name(&after, entry),
            ],
            None => ["–".to_owned(), String::new(), String::new(), "no entry".to_owned()],
        };
        row.col(|ui| {
            ui.label(san::write(board, *mv));
        });
        for text in texts {
            table::mono(row, text, |p| p.text_weak);
        }
    });
}

fn survey(ui: &mut Ui, survey: &TtSurvey) {
    let filled = survey.sampled - survey.empty;
    let bar = |name: String, count: u64, of: u64| Bar {
        name,
        share: Some(if of == 0 { 0.0 } else { count as f32 / of as f32 }),
        value: format::percent(count, of),
        hint: format!("{} of {} entries looked at", format::count(count), format::count(of)),
    };
    let mut bars = vec![bar("filled".into(), filled, survey.sampled)];
    let ages = survey.by_age.iter().enumerate().filter(|(_, count)| **count > 0).take(4);
    bars.extend(ages.map(|(age, &count)| bar(format!("age {age}"), count, filled)));
    for (name, count) in ["no bound", "upper", "lower", "exact"].into_iter().zip(survey.by_bound) {
        bars.push(bar(name.to_owned(), count, filled));
    }
    let between =
        |from: usize, to: usize| -> u64 { survey.by_depth.iter().take(to).skip(from).sum() };
    for (from, to) in [(0, 1), (1, 4), (4, 8), (8, 12), (12, 256)] {
        let name = if to == 256 {
            format!("depth {from} and more")
        } else {
            format!("depth {from} to {}", to - 1)
        };
        bars.push(bar(name, between(from, to), filled));
    }
    bars::show(ui, &bars);
    super::note(ui, &format!("Room for {} entries", format::count(survey.capacity)));
}

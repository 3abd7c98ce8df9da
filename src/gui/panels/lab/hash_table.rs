//! The content of the hash table: for this position, for each successor, along its own line, and how it is filled.

use eframe::egui::{Align, Grid, Layout, RichText, ScrollArea, TextStyle, Ui, vec2};

use tabia_app::action::Action;
use tabia_app::engines::telemetry::Line;
use tabia_app::window::notation;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Move};
use tabia_engine::alphabeta::params::MAX_ROOT_REDUCTION;
use tabia_engine::eval;
use tabia_engine::search::inspection::{
    CorrectionTable, EvaluationView, TtEntryView, TtSurvey, TtView,
};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_games::words;
use tabia_lab::{memory, names};
use tabia_text::{number, signed, t, text};

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::empty;
use crate::gui::present::view_head;
use crate::gui::present::view_head::Head;
use crate::gui::widgets::bars::Bar;
use crate::gui::widgets::table::{Table, Width};
use crate::gui::widgets::{bars, table};

/// From this width on the filling of the table is beside its entries, points.
const WIDE: f32 = 720.0;
/// Height of a row of the successors, points.
const ROW: f32 = 18.0;
/// Space between two groups of the survey, points.
const BETWEEN_GROUPS: f32 = 12.0;
/// Share of the width that the entries then have.
const ENTRIES: f32 = 0.56;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let (lab, game) = (&cx.model.lab, &cx.model.game);
    let node = lab.node_of(PaneId::HashTable, game);
    let board = game.tree.board(node);
    let look = lab.look_at(board.key());
    let copy = || look.map_or(String::new(), |look| memory::entries(board, &look.table).csv());
    let head = Head { pane: PaneId::HashTable, follows: true, copy: Some(&copy) };
    view_head::show(ui, cx, &head, out, |ui, _| {
        super::note(ui, t!("hash-table-about"));
    });
    let Some(look) = look else {
        return empty::empty(ui, t!("lab-not-looked"), t!("lab-not-looked.why"));
    };
    let entries = |ui: &mut Ui, out: &mut Vec<Action>| {
        this_position(ui, cx, (node, board), &look.table);
        evaluation(ui, board, &look.evaluation);
        own_line(ui, (node, board), &look.table, out);
        let successors_title = t!("hash-table-successors", side = words::side(board.stm()));
        ui.label(RichText::new(successors_title).strong());
        if board.has_legal_move() {
            successors(ui, board, &look.table);
        } else {
            super::note(ui, t!("present-over"));
        }
    };
    let filling = |ui: &mut Ui| {
        ui.label(RichText::new(t!("hash-table-survey")).strong());
        survey(ui, &look.table.survey);
    };
    let room = ui.available_size();
    if room.x < WIDE {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            entries(ui, out);
            ui.add_space(theme::GAP);
            filling(ui);
        });
        return;
    }
    ui.horizontal_top(|ui| {
        let column = |ui: &mut Ui, salt: &str, width: f32, add: &mut dyn FnMut(&mut Ui)| {
            let downwards = Layout::top_down(Align::Min);
            ui.allocate_ui_with_layout(vec2(width, room.y), downwards, |ui| {
                ui.set_width(width);
                let area = ScrollArea::vertical().id_salt(salt).auto_shrink(false);
                area.show(ui, |ui| add(ui));
            });
        };
        let left = ((room.x - theme::PAD) * ENTRIES).round();
        column(ui, "entries", left, &mut |ui| entries(ui, out));
        column(ui, "filling", ui.available_width(), &mut |ui| filling(ui));
    });
}

/// What is stored for the position itself.
fn this_position(ui: &mut Ui, cx: &Cx<'_>, (node, board): (NodeId, &Board), table: &TtView) {
    ui.label(RichText::new(t!("hash-table-this-position")).strong());
    match &table.entry {
        Some(entry) => {
            entry_text(ui, board, entry);
            let lines = cx.model.telemetry.lines(&cx.model.game.tree, node, EngineId::BUILT_IN);
            let stored = entry.mv.zip(u32::try_from(entry.depth).ok());
            let text = stored.and_then(|stored| difference(&lines, stored));
            // Two lines are there without a text too, so that nothing below them moves.
            let lines = 2.0 * ui.text_style_height(&TextStyle::Small);
            let top = ui.cursor().top();
            super::note(ui, &text.unwrap_or_default());
            ui.add_space((top + lines - ui.cursor().top()).max(0.0));
        }
        None => super::note(ui, t!("hash-table-no-entry-here")),
    }
    ui.add_space(theme::GAP);
}

/// Why the move or the depth stored for the root is not that of the search's first line.
pub(super) fn difference(lines: &[Line], (mv, depth): (Move, u32)) -> Option<String> {
    let best = lines.first().filter(|line| line.own)?;
    let iteration = best.info.depth;
    if best.info.pv.first() != Some(&mv) {
        // The table keeps the result of the first line's search, and a line searched later may be better.
        return (lines.len() > 1).then(|| t!("lab-several-lines").to_owned());
    }
    let shallower =
        (1..=MAX_ROOT_REDUCTION).any(|plies| depth.saturating_add_signed(plies) == iteration);
    shallower.then(|| t!("hash-table-fail-high", iteration = iteration, depth = depth))
}

/// Width of an evaluation, points.
const FIGURE: f32 = 48.0;

/// The static evaluation of the entry on its way into the search: as stored, scaled, corrected.
fn evaluation(ui: &mut Ui, board: &Board, view: &EvaluationView) {
    let cp = |cp: i32| signed(f64::from(cp) / 100.0, 2);
    let (Some(raw), Some(scaled), Some(corrected)) =
        (view.raw_cp, view.scaled_cp, view.corrected_cp)
    else {
        return;
    };
    ui.label(RichText::new(t!("hash-table-evaluation")).strong());
    let scaled = (t!("hash-table-scaled", n = board.halfmove_clock()), cp(scaled));
    let table = |table: CorrectionTable| match table {
        CorrectionTable::Pawns => t!("hash-table-correction-pawns"),
        CorrectionTable::Minors => t!("hash-table-correction-minors"),
        CorrectionTable::Majors => t!("hash-table-correction-majors"),
        CorrectionTable::White => t!("hash-table-correction-white"),
        CorrectionTable::Black => t!("hash-table-correction-black"),
    };
    let correction = (t!("hash-table-correction").to_owned(), cp(view.correction_cp));
    let parts = view.corrections.map(|(of, cp)| (table(of).to_owned(), signed(cp / 100.0, 3)));
    // The evaluation of a known ending is not corrected, whatever the correction tables say.
    let parts = parts.into_iter().filter(|_| !eval::is_known(board));
    let rows = [(t!("hash-table-uncorrected").to_owned(), cp(raw)), scaled];
    let end = (t!("hash-table-corrected").to_owned(), cp(corrected));
    let rows = rows.into_iter().chain(parts).chain([correction, end]);
    Grid::new("evaluation").striped(true).spacing([14.0, 1.0]).min_row_height(16.0).show(
        ui,
        |ui| {
            for (name, value) in rows {
                ui.label(RichText::new(name).small());
                let color = theme::palette(ui).text_weak;
                super::right(ui, vec2(FIGURE, 16.0), RichText::new(value).small().color(color));
                ui.end_row();
            }
        },
    );
    super::note(ui, t!("hash-table-correction.note"));
    ui.add_space(theme::GAP);
}

/// The line that successive entries form, and why it ends.
fn own_line(ui: &mut Ui, (node, board): (NodeId, &Board), table: &TtView, out: &mut Vec<Action>) {
    ui.label(RichText::new(t!("hash-table-line")).strong());
    let moves: Vec<_> = table.chain.iter().map(|link| link.mv).collect();
    if !moves.is_empty() {
        // Up to its last move; the position after it is the reason why it ends.
        let text = notation::line(board, &moves, moves.len());
        if ui.link(text).on_hover_text(t!("lab-play-line")).clicked() {
            out.push(Action::PlayLine { node, moves });
        }
    }
    let last = table.chain.iter().fold(*board, |board, link| board.after(link.mv));
    super::note(ui, names::chain_end(table.chain_end, &last));
    ui.add_space(theme::GAP);
}

/// An entry in words, where it is in memory, and its fields.
fn entry_text(ui: &mut Ui, board: &Board, entry: &TtEntryView) {
    let p = theme::palette(ui);
    let (mv, score, eval) = (move_name(board, entry), score(entry), eval_text(entry));
    let (depth, age) = (entry.depth, entry.age);
    let meant = if entry.pv {
        t!("hash-table-entry-pv", move = mv, score = score, depth = depth, eval = eval, age = age)
    } else {
        t!("hash-table-entry", move = mv, score = score, depth = depth, eval = eval, age = age)
    };
    ui.label(meant);
    let place =
        t!("hash-table-place", cluster = number(entry.cluster as f64, 0), entry = entry.way);
    let raw = t!(
        "hash-table-raw",
        tag = format!("{:06x}", entry.tag),
        data = format!("{:016x}", entry.data)
    );
    ui.label(RichText::new(place).small().color(p.text_weak)).on_hover_text(raw);
    fields(ui, board, entry);
}

/// Width of the bits of a field and of what they hold, points.
const FIELDS: [f32; 2] = [44.0, 76.0];

/// The word of an entry bit by bit: the position of a field, its raw value, its meaning.
fn fields(ui: &mut Ui, board: &Board, entry: &TtEntryView) {
    let heads = [
        t!("hash-table-column-field"),
        t!("hash-table-column-bits"),
        t!("hash-table-column-stored"),
        t!("hash-table-column-means"),
    ];
    let means = [
        move_name(board, entry),
        entry.score.map_or_else(|| t!("hash-table-no-score").to_owned(), Score::text),
        eval_text(entry),
        t!("hash-table-plies", n = entry.depth),
        match entry.bound {
            None => t!("hash-table-bound-none"),
            Some(Bound::Upper) => t!("hash-table-bound-upper"),
            Some(Bound::Lower) => t!("hash-table-bound-lower"),
            Some(Bound::Exact) => t!("hash-table-bound-exact"),
        }
        .to_owned(),
        if entry.pv { t!("hash-table-pv-yes") } else { t!("hash-table-pv-no") }.to_owned(),
        t!("hash-table-age", n = entry.age),
    ];
    Grid::new("fields of the entry").striped(true).spacing([14.0, 1.0]).min_row_height(16.0).show(
        ui,
        |ui| {
            let [field, bits, stored, meaning] = heads;
            super::note(ui, field);
            for (head, width) in [bits, stored].into_iter().zip(FIELDS) {
                let head = RichText::new(head).small().color(theme::palette(ui).text_weak);
                super::right(ui, vec2(width, 16.0), head);
            }
            super::note(ui, meaning);
            ui.end_row();
            for (field, means) in memory::tt_fields(entry.data).iter().zip(means) {
                let (low, count) = field.bits;
                let bits = match count {
                    1 => low.to_string(),
                    _ => format!("{low}–{}", low + count - 1),
                };
                let color = theme::palette(ui).text_weak;
                ui.label(RichText::new(text(field.name)).small());
                let stored = tabia_text::number(field.stored as f64, 0);
                for (number, width) in [bits, stored].into_iter().zip(FIELDS) {
                    let number = RichText::new(number).small().color(color);
                    super::right(ui, vec2(width, 16.0), number);
                }
                ui.label(RichText::new(means).small());
                ui.end_row();
            }
        },
    );
}

fn eval_text(entry: &TtEntryView) -> String {
    let eval = entry.eval_cp.map(|cp| tabia_text::signed(f64::from(cp) / 100.0, 2));
    eval.unwrap_or_else(|| t!("lab-none").to_owned())
}

fn move_name(board: &Board, entry: &TtEntryView) -> String {
    match entry.mv {
        Some(mv) if board.is_legal(mv) => notation::san(board, mv),
        Some(_) => t!("hash-table-illegal-move").to_owned(),
        None => t!("hash-table-no-move").to_owned(),
    }
}

/// Score and bound of an entry, from the view of the side to move in its position.
fn score(entry: &TtEntryView) -> String {
    score_text(entry.score.zip(entry.bound))
}

/// The same from the view of the side that moved to the position.
fn score_of_mover(entry: &TtEntryView) -> String {
    let of_mover = |(score, bound): (Score, Bound)| (score.flipped(), bound.flipped());
    score_text(entry.score.zip(entry.bound).map(of_mover))
}

fn score_text(score: Option<(Score, Bound)>) -> String {
    match score {
        Some((score, bound)) => format!("{}{}", bound.sign(), score.text()),
        None => t!("hash-table-no-score").to_owned(),
    }
}

fn successors(ui: &mut Ui, board: &Board, view: &TtView) {
    let mut rows: Vec<_> = view.successors.iter().collect();
    let depth = |entry: &Option<TtEntryView>| entry.map_or(-1, |entry| entry.depth);
    rows.sort_by_key(|(_, entry)| std::cmp::Reverse(depth(entry)));
    let columns = [
        (t!("column-move"), Width::Exact(70.0)),
        (t!("column-score"), Width::Figures(74.0)),
        (t!("column-depth"), Width::Figures(48.0)),
        (t!("hash-table-column-age"), Width::Figures(40.0)),
        (t!("hash-table-column-reply"), Width::Rest(60.0)),
    ];
    let shown = Table { columns: &columns, height: ROW, whole: true, ..Table::default() };
    ui.spacing_mut().item_spacing.y = 0.0;
    shown.show(ui, rows.len(), |row| {
        let (mv, entry) = rows[row.index()];
        let after = board.after(*mv);
        let texts = if let Some(entry) = entry {
            let reply = move_name(&after, entry);
            [score_of_mover(entry), entry.depth.to_string(), entry.age.to_string(), reply]
        } else {
            let none = t!("hash-table-no-entry").to_owned();
            ["–".to_owned(), String::new(), String::new(), none]
        };
        row.col(|ui| {
            ui.label(notation::san(board, *mv));
        });
        let [figures @ .., reply] = texts;
        for text in figures {
            table::figure(row, text, |p| p.text_weak);
        }
        table::mono(row, reply, |p| p.text_weak);
    });
}

/// Ages that have their own row; older entries share the last.
const AGES: usize = 3;

/// How many of the sampled entries are of each age. Every filled entry is counted in one of the rows.
fn ages(survey: &TtSurvey) -> Vec<(String, u64)> {
    let (young, old) = survey.by_age.split_at(AGES.min(survey.by_age.len()));
    let own = young.iter().enumerate().map(|(age, &count)| (t!("hash-table-age", n = age), count));
    own.chain([(t!("hash-table-age-open", from = AGES), old.iter().sum())]).collect()
}

fn survey(ui: &mut Ui, survey: &TtSurvey) {
    let filled = survey.sampled - survey.empty;
    let bar = |name: String, count: u64, of: u64| Bar {
        name,
        share: Some(if of == 0 { 0.0 } else { count as f32 / of as f32 }),
        value: format::percent(count, of),
        hint: t!("hash-table-share", count = format::count(count), all = format::count(of)),
    };
    let all = bar(t!("hash-table-filled").into(), filled, survey.sampled);
    let ages = ages(survey).into_iter().map(|(name, count)| bar(name, count, filled)).collect();
    let bounds = [
        t!("hash-table-bound-none"),
        t!("hash-table-bound-upper"),
        t!("hash-table-bound-lower"),
        t!("hash-table-bound-exact"),
    ];
    let bounds = bounds.into_iter().zip(survey.by_bound);
    let bounds = bounds.map(|(name, count)| bar(name.to_owned(), count, filled)).collect();
    let between =
        |from: usize, to: usize| -> u64 { survey.by_depth.iter().take(to).skip(from).sum() };
    let depths = [(0, 1), (1, 4), (4, 8), (8, 12), (12, 256)].map(|(from, to)| {
        let name = if to == 256 {
            t!("hash-table-depth-open", from = from)
        } else {
            t!("hash-table-depth", from = from, to = to - 1)
        };
        bar(name, between(from, to), filled)
    });
    bars::show(ui, &[all]);
    let groups: [(&str, Vec<Bar>); 3] = [
        (t!("hash-table-by-age"), ages),
        (t!("hash-table-by-bound"), bounds),
        (t!("hash-table-by-depth"), depths.into()),
    ];
    for (title, group) in groups {
        ui.add_space(BETWEEN_GROUPS);
        super::note(ui, title);
        bars::show(ui, &group);
    }
    ui.add_space(theme::GAP);
    super::note(ui, &t!("hash-table-capacity", n = format::count(survey.capacity)));
}

#[cfg(test)]
mod tests {
    use tabia_chess::uci_move;
    use tabia_engine::search::report::IterationInfo;

    use super::*;

    #[test]
    fn a_successors_score_is_that_of_the_side_that_moved() {
        let entry = TtEntryView {
            mv: None,
            score: Some(Score::Cp(-45)),
            bound: Some(Bound::Upper),
            eval_cp: None,
            depth: 7,
            pv: false,
            age: 0,
            cluster: 0,
            way: 0,
            tag: 0,
            data: 0,
        };
        assert_eq!([score(&entry), score_of_mover(&entry)], ["≤−0.45", "≥+0.45"]);
        let none = TtEntryView { score: None, bound: None, ..entry };
        assert_eq!(score_of_mover(&none), t!("hash-table-no-score"));
    }

    #[test]
    fn a_different_depth_or_move_of_the_entry_is_explained() {
        let board = Board::start();
        let [first, second] = ["e2e4", "d2d4"].map(|mv| uci_move::parse(&board, mv).unwrap());
        let line = |mv| Line {
            info: IterationInfo::new(16, board.stm(), Score::Cp(20), vec![mv]),
            stale: false,
            own: true,
        };
        let lines = [line(first), line(second)];
        assert_eq!(difference(&lines, (first, 16)), None);
        let shallower = t!("hash-table-fail-high", iteration = 16, depth = 14);
        assert_eq!(difference(&lines, (first, 14)), Some(shallower));
        assert_eq!(difference(&lines, (first, 9)), None, "an entry of another search");
        let several = t!("lab-several-lines").to_owned();
        assert_eq!(difference(&lines, (second, 16)), Some(several));
        assert_eq!(difference(&lines[..1], (second, 16)), None);
    }

    #[test]
    fn the_rows_of_ages_add_up_to_what_is_filled() {
        let by_age = (0..32).collect();
        let survey = TtSurvey { by_age, ..TtSurvey::default() };
        let rows = ages(&survey);
        let counts: Vec<u64> = rows.iter().map(|(_, count)| *count).collect();
        assert_eq!(counts, [0, 1, 2, (3..32).sum()]);
        assert_eq!(rows[3].0, t!("hash-table-age-open", from = 3));
    }
}

//! The view of registered experiments that have no view of their own: controls, table, curves.

use std::ops::RangeInclusive;
use std::time::Duration;

use eframe::egui::style::ScrollStyle;
use eframe::egui::{
    Align, Color32, ComboBox, DragValue, Layout, RichText, ScrollArea, TextStyle, Ui,
};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::trials::{ExperimentRun, JobState};
use tabia_app::tours::side_name;
use tabia_app::window::notation::Notation;
use tabia_app::window::workspace::PaneId;
use tabia_chess::Board;
use tabia_engine::alphabeta::options::EvalKind;
use tabia_engine::alphabeta::rule_set::{RuleSet, Switch};
use tabia_lab::ab::Side;
use tabia_lab::experiment::{Ask, Entry, Form, over};
use tabia_lab::table;
use tabia_lab::table::{Cell, Curves, Medium, Table, Unit};
use tabia_text::{Value, number, signed, t, text};

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::empty;
use crate::gui::present::view_head;
use crate::gui::present::view_head::Head;
use crate::gui::widgets::plot::{Curve, Point};
use crate::gui::widgets::table::Width;
use crate::gui::widgets::{plot, sought, table as table_widget};

/// Height of the curves, points.
const CURVES: f32 = 150.0;
/// Width of a column of numbers and of one of words, points.
const NUMBERS: f32 = 72.0;
const FEW_DIGITS: f32 = 40.0;
const WORDS: f32 = 200.0;
/// Width of a character, points.
const LETTER: f32 = 8.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, pane: PaneId, out: &mut Vec<Action>) {
    let Some(entry) = pane.experiment() else { return };
    let (lab, info) = (&cx.model.lab, &entry.info);
    let table = cx.model.trial_table(entry);
    let copy = || table.csv();
    // An experiment whose example needs no position does not depend on the one on the board.
    let follows = info.example.fen.is_some();
    let head = Head { pane, follows, copy: Some(&copy) };
    let drafted = lab.draft(entry);
    let mut ask = drafted.clone();
    view_head::show(ui, cx, &head, out, |ui, out| {
        ask = drafted.edited(&mut Controls { ui, id: entry.id() });
        if super::start_or_stop(ui, cx, (entry.id(), text(info.start)), out) {
            out.push(Action::Lab(LabAction::Run(ask.clone())));
        }
    });
    if ask != drafted {
        // Before the run that may have been requested in the same frame.
        out.insert(0, Action::Lab(LabAction::Ask(ask.clone())));
    }
    if let Some(outcome) = super::over_here(cx, entry.id()) {
        return empty::game_over(ui, cx, outcome, out);
    }
    let run = lab.last_run(entry.id());
    if run.is_none() && table.rows.len() == entry.fixed_rows() {
        let words = info.empty.map(text);
        if lab.job.is_some() {
            empty::empty(ui, words[0], t!("experiment-busy"));
        } else if empty::offer_button(ui, words, text(info.start)) {
            out.push(Action::Lab(LabAction::Run(ask)));
        }
        return;
    }
    if let Some(run) = run {
        for line in run.trial.summary() {
            ui.label(RichText::new(Notation::current().write(&line)).strong());
        }
        state_note(ui, cx, pane, run);
        settings_note(ui, &ask, run);
    }
    super::note(ui, text(info.note));
    // If the panel is too narrow for the columns, a visible scroll bar shows that there is more.
    ui.spacing_mut().scroll = ScrollStyle::solid();
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        for curves in &table.curves {
            let drawn = curves_of(ui, &table, curves);
            if drawn.is_empty() {
                continue;
            }
            let names = [curves.title, curves.axis].map(text);
            if curves.log {
                plot::growth(ui, names, &drawn, CURVES);
            } else {
                plot::linear(ui, names, &drawn, CURVES);
            }
            ui.add_space(theme::GAP);
        }
        rows(ui, entry, &table);
    });
}

/// What a reader must know of a run before its numbers: whether it is about the position the panel shows, and how it
/// ended.
pub(super) fn state_note(ui: &mut Ui, cx: &Cx<'_>, pane: PaneId, run: &ExperimentRun) {
    let board = cx.model.game.tree.board(cx.model.lab.node_of(pane, &cx.model.game));
    if !run.trial.holds_for(board.key()) {
        super::note(ui, other_position(board));
    }
    match &run.state {
        JobState::Failed(error) => {
            ui.label(RichText::new(error).color(theme::palette(ui).bad));
        }
        JobState::Stopped => super::note(ui, t!("experiment-stopped")),
        JobState::Running | JobState::Done => {}
    }
}

/// Says that results are of other settings than those chosen for the next run.
pub(super) fn settings_note(ui: &mut Ui, chosen: &Ask, run: &ExperimentRun) {
    if *chosen != run.trial.ask() {
        super::note(ui, t!("experiment-other-settings"));
    }
}

/// Explains that results are of another position than this one, and what to do about it, if anything can be done.
pub(super) fn other_position(board: &Board) -> &'static str {
    if over(board).is_some() {
        t!("experiment-other-position.over")
    } else {
        t!("experiment-other-position")
    }
}

fn rows(ui: &mut Ui, entry: &Entry, table: &Table) {
    let mut columns: Vec<(usize, &table::Column)> = table.columns_in(Medium::Panel).collect();
    // Rows with a curve are named in its colour.
    let by = table.curves.iter().find_map(|curves| Some((curves, table.column(curves.by?)?)));
    let named = by.map(|(_, by)| by);
    let names = by.map_or(Vec::new(), |(curves, by)| names(table, by, curves.first));
    // Words get as much room as the longest of them needs; so do numbers if there is not room for all columns.
    let many =
        columns.len() as f32 * (NUMBERS + ui.spacing().item_spacing.x) > ui.available_width();
    let (numbers, gap) = if many { (FEW_DIGITS, 4.0) } else { (NUMBERS, 14.0) };
    let width = |&(at, column): &(usize, &table::Column)| {
        let texts = table.rows.iter().filter_map(|row| row.get(at));
        let longest = texts.map(|cell| cell_text(column, cell).chars().count()).max();
        let needed = longest.map_or(WORDS, |longest| longest as f32 * LETTER + gap);
        // There is no column after the last that its words could displace.
        let last = columns.last().is_some_and(|&(last, _)| last == at);
        Width::Exact(if column.words {
            needed.clamp(numbers, if last { f32::INFINITY } else { WORDS })
        } else {
            needed.clamp(numbers, NUMBERS)
        })
    };
    let mut widths: Vec<_> = columns.iter().map(|of| (&*of.1.head, width(of))).collect();
    // A last column of a few words, which says what the numbers lead to, is visible in a narrow panel too.
    let font = TextStyle::Small.resolve(ui.style());
    let needed = |&(head, width): &(&str, Width)| {
        let (head, color) = (head.to_owned(), Color32::PLACEHOLDER);
        let head = ui.painter().layout_no_wrap(head, font.clone(), color).size().x.ceil();
        width.least().max(head) + ui.spacing().item_spacing.x
    };
    let all: f32 = widths.iter().map(needed).sum();
    if let [.., (_, column)] = columns[..]
        && let [.., (_, last)] = widths[..]
        && column.words
        && last.least() <= WORDS
        && all > ui.available_width()
    {
        columns[1..].rotate_right(1);
        widths[1..].rotate_right(1);
    }
    let edge = |column: &table::Column| {
        if column.words {
            Layout::left_to_right(Align::Center)
        } else {
            Layout::right_to_left(Align::Center)
        }
    };
    let head = |ui: &mut Ui, at: usize| {
        let column = columns[at].1;
        ui.with_layout(edge(column), |ui| {
            let weak = theme::palette(ui).text_weak;
            let color = curve_of_column(table, &column.key).map_or(weak, |curve| color(ui, curve));
            let label = ui.label(RichText::new(&*column.head).small().color(color));
            label.on_hover_text(hint(column));
        });
    };
    let shown = table_widget::Table {
        salt: entry.id(),
        columns: &widths,
        whole: true,
        ..Default::default()
    };
    shown.show_under(ui, table.rows.len(), head, |row| {
        let cells = &table.rows[row.index()];
        for &(at, column) in &columns {
            row.col(|ui| {
                ui.with_layout(edge(column), |ui| {
                    let cell = cells.get(at).unwrap_or(&Cell::None);
                    let text = RichText::new(cell_text(column, cell));
                    let text = if column.words { text } else { text.monospace() };
                    let curve = names.iter().find(|(name, _)| *name == cell);
                    let curve = curve.filter(|_| named == Some(at));
                    let usual = theme::palette(ui).text;
                    let color = curve.map_or(usual, |&(_, curve)| color(ui, curve));
                    ui.label(text.color(color));
                });
            });
        }
    });
}

/// The tooltip of a column.
fn hint(column: &table::Column) -> String {
    let unit = column.unit_and_view();
    if unit.is_empty() { column.head.clone().into_owned() } else { unit }
}

/// A cell as panels show it: long counts and times shortened.
fn cell_text(column: &table::Column, cell: &Cell) -> String {
    match (cell, column.unit) {
        (Cell::None, _) => "–".to_owned(),
        (Cell::Count(nodes), Unit::Nodes) => format::count(*nodes),
        (Cell::Count(ms), Unit::Milliseconds) => format::duration(*ms),
        (Cell::Real(ms), Unit::Milliseconds) => {
            format::short_time(Duration::from_secs_f64(ms.max(0.0) / 1000.0))
        }
        (Cell::Real(factor), Unit::Times) => format!("×{}", number(*factor, 2)),
        // Such as a contempt; a count has no sign.
        (Cell::Whole(n), Unit::Centipawns) => signed(*n as f64, 0),
        (Cell::Whole(n), _) => n.to_string().replace('-', "−"),
        _ if column.words => Notation::current().write(&column.text(cell)).into_owned(),
        _ => column.text(cell),
    }
}

/// The curve of a column, if it has one.
fn curve_of_column(table: &Table, key: &str) -> Option<usize> {
    let counted = table.curves.iter().filter(|curves| curves.by.is_none());
    counted.flat_map(|curves| curves.counts).position(|count| *count == key)
}

/// A curve for each value of the naming column, or for each counted column.
fn curves_of(ui: &Ui, table: &Table, curves: &Curves) -> Vec<Curve> {
    let Some(along) = table.column(curves.along) else { return Vec::new() };
    let curve = |color: Color32, name: String, count: usize, rows: Vec<&table::Row>| {
        let point = |row: &&table::Row| {
            let (at, count) = (row.get(along)?.number()?, row.get(count)?.number()?);
            // The larger a number the fewer decimals, so that tooltips stay short.
            let decimals = match count.abs() {
                size if size.fract() == 0.0 || size >= 100.0 => 0,
                10.0.. => 1,
                1.0.. => 2,
                _ => 4,
            };
            let args = [
                ("name", Value::from(name.as_str())),
                ("n", Value::from(number(count, decimals))),
                ("at", Value::from(at)),
            ];
            let note = tabia_text::format(curves.point, &args);
            Some(Point::exact(at, count, note))
        };
        let points = rows.iter().filter_map(point).collect();
        Curve::new(name, color, points)
    };
    let counts = curves.counts.iter().filter_map(|key| table.column(key));
    let drawn: Vec<Curve> = match curves.by.and_then(|by| table.column(by)) {
        Some(by) => {
            let Some(count) = counts.into_iter().next() else { return Vec::new() };
            let of = |(cell, at): (&Cell, usize)| {
                let rows = table.rows.iter().filter(|row| row[by] == *cell).collect();
                // The rows show its name in its colour.
                let curve = curve(color(ui, at), table.columns[by].text(cell), count, rows);
                Curve { source: String::new(), ..curve }
            };
            names(table, by, curves.first).into_iter().map(of).collect()
        }
        None => counts
            .map(|count| {
                let column = &table.columns[count];
                let color = curve_of_column(table, &column.key).map_or(0, |at| at);
                let color = self::color(ui, color);
                curve(color, column.head.to_string(), count, table.rows.iter().collect())
            })
            .collect(),
    };
    drawn.into_iter().filter(|curve| !curve.points.is_empty()).collect()
}

/// The distinct values of a column, each with the number of its colour. Those of `first` have the first ones.
fn names<'a>(table: &'a Table, by: usize, first: &[&'static str]) -> Vec<(&'a Cell, usize)> {
    let mut names: Vec<(&Cell, usize)> = Vec::new();
    let mut others = first.len()..;
    for cell in table.rows.iter().filter_map(|row| row.get(by)) {
        if names.iter().all(|(name, _)| *name != cell) {
            let at = first.iter().position(|&name| *cell == Cell::from(name));
            names.extend(at.or_else(|| others.next()).map(|at| (cell, at)));
        }
    }
    names
}

/// The colour of a curve, paler each time the colours repeat.
fn color(ui: &Ui, curve: usize) -> Color32 {
    let many = theme::palette(ui).many;
    many[curve % many.len()].gamma_multiply(0.7_f32.powi((curve / many.len()) as i32))
}

/// The controls of a request, drawn by egui.
pub(super) struct Controls<'a> {
    pub(super) ui: &'a mut Ui,
    pub(super) id: &'static str,
}

impl Form for Controls<'_> {
    fn number(&mut self, name: &str, hint: &str, value: &mut u32, range: RangeInclusive<u32>) {
        let drag = DragValue::new(value).range(range).prefix(format!("{name} "));
        self.ui.add(drag).accessible_name(name).on_hover_text(hint);
    }

    fn nodes(&mut self, name: &str, value: &mut u64, choices: &[u64]) {
        let text = |count: u64| t!("experiment-nodes", n = format::count(count));
        let combo = ComboBox::from_id_salt((self.id, "nodes")).selected_text(text(*value));
        let combo = combo.width(104.0).show_ui(self.ui, |ui| {
            for &choice in choices {
                ui.selectable_value(value, choice, text(choice));
            }
        });
        combo.response.accessible_name(name);
    }

    fn side(&mut self, name: &str, side: &mut Side) {
        side_controls(self.ui, name, side);
    }
}

/// The name of an evaluation of the engine.
pub(super) fn eval_name(eval: EvalKind) -> &'static str {
    match eval {
        EvalKind::Network => t!("eval-network"),
        EvalKind::HandCrafted => t!("eval-hand-crafted"),
        EvalKind::Material => t!("experiment-eval-material"),
    }
}

/// What one side of a comparison leaves out, and its evaluation.
pub(super) fn side_controls(ui: &mut Ui, name: &str, side: &mut Side) {
    let off = side.rules.off().count();
    let first = side.rules.off().next();
    let text = match (first, off) {
        (None, _) => t!("experiment-side-all", side = name),
        (Some(one), 1) => t!("experiment-side-one", side = name, rule = one.name()),
        (Some(_), _) => t!("experiment-side-some", side = name, n = off),
    };
    let menu = ui.menu_button(text, |ui| {
        ui.set_max_height(420.0);
        ScrollArea::vertical().show(ui, |ui| {
            if ui.button(t!("experiment-everything-on")).clicked() {
                side.rules = RuleSet::ALL;
            }
            let plain = ui.button(t!("experiment-plain")).on_hover_text(t!("experiment-plain.tip"));
            if plain.clicked()
                && let Ok(plain) = Side::parse("plain")
            {
                side.rules = plain.rules;
            }
            ui.separator();
            for switch in Switch::all() {
                let mut on = side.rules.is_on(switch);
                if ui.checkbox(&mut on, switch.name()).changed() {
                    side.rules = side.rules.set(switch, on);
                }
            }
        });
    });
    sought::named(ui, &side_name(name), menu.response.rect);
    let words = side.words();
    menu.response.on_hover_text(t!("experiment-side-words", side = name, words = words));
    let shown = eval_name(side.eval);
    let combo =
        ComboBox::from_id_salt(("eval", name)).selected_text(shown).width(84.0).show_ui(ui, |ui| {
            for kind in [EvalKind::Network, EvalKind::HandCrafted, EvalKind::Material] {
                ui.selectable_value(&mut side.eval, kind, eval_name(kind));
            }
        });
    let name = t!("experiment-eval", side = name);
    sought::named(ui, &name, combo.response.rect);
    combo.response.accessible_name(name);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_lab::branching::{Branching, Request};
    use tabia_lab::experiment::Experiment as _;

    #[test]
    fn a_curve_keeps_its_colour_when_another_one_comes() {
        let mut table = Branching::columns(&Request::default());
        let curves = table.curves[0].clone();
        let by = table.column(curves.by.unwrap()).unwrap();
        let colour = |table: &Table, name: &'static str| {
            let all = names(table, by, curves.first);
            all.into_iter().find(|(cell, _)| **cell == Cell::from(name)).map(|(_, at)| at)
        };
        table.row([Cell::from("Tabia (shown)")]);
        let shown = colour(&table, "Tabia (shown)");
        assert!(shown.is_some());
        for (name, own) in [("A", 0), ("B", 1)] {
            // The rows of a run are above those of the searches shown.
            table.rows.insert(0, vec![Cell::from(name)]);
            assert_eq!(colour(&table, name), Some(own));
            assert_eq!(colour(&table, "Tabia (shown)"), shown);
        }
    }
}

//! The moves of the node in sight: N, Q, P, U and the sum, and the formula with its numbers in place.

use eframe::egui::{Align, Button, Layout, RichText, Ui};
use egui_extras::{Column as Width, TableRow};

use tabia_app::action::Action;
use tabia_app::lab::playouts::{PlayoutsAction, PlayoutsState, SortBy};
use tabia_chess::Board;
use tabia_engine::puct::options::Selection;
use tabia_engine::puct::view::{MoveView, NodeView, Why};
use tabia_engine::search::score::Score;
use tabia_lab::table::{Cell, Column, Table};

use super::{act, san_of, words};
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::widgets;
use crate::gui::widgets::table::{mono, name};

/// Columns: what they sort by, their head and what it means.
const HEADS: [(SortBy, &str, &str); 6] = [
    (SortBy::Move, "Move", "A click writes out its formula, a double click goes down to its node"),
    (SortBy::Visits, "n", "Playouts through the move"),
    (
        SortBy::Value,
        "Q",
        "Mean of what they found, 0 to 1 for who makes the move; before the first one first-play urgency",
    ),
    (SortBy::Prior, "P", "Prior probability: how good the move looks before it is tried"),
    (
        SortBy::Bonus,
        "U",
        "Bonus for looking at it again: great for likely moves that were tried little",
    ),
    (SortBy::Sum, "Q + U", "The next playout takes the move with the greatest sum"),
];

/// The formula of the chosen move, which move is next and why.
pub(super) fn formula(ui: &mut Ui, board: &Board, view: &NodeView, chosen: Option<usize>) {
    let p = theme::palette(ui);
    if let Some(of) = chosen.and_then(|at| Some((at, view.moves.get(at)?))) {
        let (at, of) = of;
        let sum = if of.u.is_finite() { format!(" = {:.3}", of.sum()) } else { String::new() };
        let sum = if view.selection == Selection::Flat { String::new() } else { sum };
        let name = san_of(board, of.mv);
        let general = match view.selection {
            Selection::Flat => "Q; the one with the fewest playouts is next",
            Selection::Ucb1 => "Q + c * sqrt(ln N / n)",
            Selection::Puct => "Q + c * P * sqrt(N) / (1 + n)",
        };
        ui.label(RichText::new(format!("{name}: {general}")).small().color(p.text_weak));
        ui.label(RichText::new(format!("{}{sum}", view.formula(at))).monospace());
    }
    ui.label(RichText::new(why(board, view)).color(p.accent));
    ui.add_space(theme::GAP);
}

/// Which move is next and why.
pub(super) fn why(board: &Board, view: &NodeView) -> String {
    let Some(next) = view.next.and_then(|at| view.moves.get(at)) else {
        let why = if view.proof.is_some() { "the position" } else { "each" };
        return format!("No move is next: {why} is decided");
    };
    let name = san_of(board, next.mv);
    let because = match view.why {
        Why::FewestPlayouts => "it had the fewest playouts".to_owned(),
        Why::NeverVisited => "it was never visited, and UCB1 tries everything once".to_owned(),
        Why::OnlyOne => "all others are decided".to_owned(),
        Why::Decided => "all are decided".to_owned(),
        Why::GreatestSum => {
            let better = view.moves.iter().filter(|of| of.q > next.q).count();
            let what = if better == 0 {
                "and its value, too".to_owned()
            } else {
                let more = if better == 1 {
                    "one move has".to_owned()
                } else {
                    format!("{better} moves have")
                };
                format!("by its bonus: {more} a greater value")
            };
            format!("its sum is the greatest, {what}")
        }
    };
    format!("Next is {name}: {because}")
}

/// The order of the rows.
fn order(state: &PlayoutsState, board: &Board, view: &NodeView) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..view.moves.len()).collect();
    let of = |at: usize| &view.moves[at];
    let by = |rows: &mut Vec<usize>, key: &dyn Fn(&MoveView) -> f32| {
        rows.sort_by(|&a, &b| key(of(b)).total_cmp(&key(of(a))));
    };
    match state.sort {
        // As the search lists them.
        SortBy::Prior => {}
        SortBy::Move => rows.sort_by_cached_key(|&at| san_of(board, of(at).mv)),
        SortBy::Visits => by(&mut rows, &|of| of.n as f32),
        SortBy::Value => by(&mut rows, &|of| of.q),
        SortBy::Bonus => by(&mut rows, &|of| of.u),
        SortBy::Sum => by(&mut rows, &MoveView::sum),
    }
    rows
}

pub(super) fn show(
    ui: &mut Ui,
    state: &PlayoutsState,
    (board, view, chosen): (&Board, &NodeView, Option<usize>),
    out: &mut Vec<Action>,
) {
    let rows = order(state, board, view);
    let columns: Vec<(&str, Width)> = HEADS
        .iter()
        .enumerate()
        .map(|(at, (_, head, _))| (*head, Width::exact([92.0, 46.0, 56.0][at.min(2)])))
        .chain([("", Width::remainder().at_least(24.0).clip(true))])
        .collect();
    let shown = widgets::table::Table {
        salt: "moves",
        columns: &columns,
        clickable: true,
        whole: true,
        numbers: true,
        ..Default::default()
    };
    let mut sorted = None;
    let head = |ui: &mut Ui, at: usize| {
        let Some((sort, head, hint)) = HEADS.get(at) else { return };
        let align = if at == 0 { Layout::left_to_right } else { Layout::right_to_left };
        ui.with_layout(align(Align::Center), |ui| {
            let p = theme::palette(ui);
            let color = if state.sort == *sort { p.accent } else { p.text_weak };
            let button = Button::new(RichText::new(*head).small().color(color)).frame(false);
            if ui.add(button).on_hover_text(*hint).clicked() {
                sorted = Some(*sort);
            }
        });
    };
    shown.show_under(ui, rows.len(), head, |row| {
        let at = rows[row.index()];
        row.set_selected(chosen == Some(at));
        fill(row, board, view, at, out);
        let response = row.response();
        if response.double_clicked() {
            out.push(act(PlayoutsAction::Down(view.moves[at].mv)));
        } else if response.clicked() {
            out.push(act(PlayoutsAction::Choose(view.moves[at].mv)));
        }
    });
    out.extend(sorted.map(|sort| act(PlayoutsAction::Sort(sort))));
}

fn fill(
    row: &mut TableRow<'_, '_>,
    board: &Board,
    view: &NodeView,
    at: usize,
    out: &mut Vec<Action>,
) {
    let of = &view.moves[at];
    let next = view.next == Some(at);
    name(row, |ui| {
        let p = theme::palette(ui);
        let text = RichText::new(san_of(board, of.mv));
        ui.label(if next { text.color(p.accent).strong() } else { text });
        if next {
            let sign = RichText::new(Icon::ArrowLeft.glyph()).small().color(p.accent);
            ui.label(sign).on_hover_text("The next playout takes it");
        }
    });
    let cells = [
        of.n.to_string(),
        format!("{:.3}", of.q),
        format!("{:.3}", of.p),
        if of.u.is_finite() { format!("{:.3}", of.u) } else { "inf".to_owned() },
        if of.u.is_finite() { format!("{:.3}", of.sum()) } else { "inf".to_owned() },
    ];
    for (number, text) in cells.into_iter().enumerate() {
        // Q of a move never tried is a guess.
        let guess = of.n == 0 && of.proof.is_none() && number == 1;
        mono(row, text, |p| if guess { p.text_faint } else { p.text });
    }
    name(row, |ui| {
        if of.n > 0 {
            let name = format!("Down to {}", san_of(board, of.mv));
            let icon = RichText::new(Icon::ChevronRight.glyph());
            let button = ui.add(Button::new(icon).frame(false)).on_hover_text(&name);
            if button.accessible_name(&name).clicked() {
                out.push(act(PlayoutsAction::Down(of.mv)));
            }
        }
        if let Some(proof) = of.proof {
            let p = theme::palette(ui);
            let color = match proof {
                Score::Cp(_) => p.text_weak,
                Score::Mate(n) | Score::Table(n) if n > 0 => p.good,
                Score::Mate(_) | Score::Table(_) => p.bad,
            };
            let text = words::proven(proof);
            ui.label(RichText::new(&text).small().color(color)).on_hover_text(text);
        }
    });
}

/// The table as rows.
pub(super) fn rows(state: &PlayoutsState, view: &NodeView) -> Table {
    let number = |key| Column::new(key).decimals(4);
    let mut rows = Table::new(vec![
        Column::words("move"),
        Column::new("n"),
        number("q"),
        number("p"),
        number("u"),
        number("sum"),
        Column::words("proven"),
        Column::new("next"),
    ]);
    let Some(grown) = state.grown() else { return rows };
    let board = state.path.iter().fold(grown.board(), |board, &mv| board.after(mv));
    for at in order(state, &board, view) {
        let MoveView { mv, n, q, p, u, proof } = view.moves[at];
        let sum = view.moves[at].sum();
        let numbers = [q, p, u, sum].map(Cell::from);
        let first = [Cell::from(san_of(&board, mv)), n.into()];
        let last = [proof.map(words::proven).into(), (view.next == Some(at)).into()];
        rows.row(first.into_iter().chain(numbers).chain(last));
    }
    rows
}

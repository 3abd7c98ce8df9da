//! The root race: every root move's score or bound over the iterations, where the nodes went, when the best move
//! changed and windows failed, and the iterations beside it. Curve, row, move and arrow on the board are linked:
//! whatever the pointer is on is highlighted everywhere, and a click keeps it highlighted.

mod course;

use eframe::egui::{Align, Layout, RichText, Ui, vec2};
use egui_extras::TableRow;

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::state::{MarkedMove, RaceAxis};
use tabia_app::window::notation::Notation;
use tabia_app::window::workspace::PaneId;
use tabia_chess::Move;

use tabia_text::{number, t};

use self::course::{Course, MoveCurves, swatch, view_name};
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::Head;
use crate::gui::present::{analysis, context, empty, line_words, view_head};
use crate::gui::widgets::plot::{Axis, Mark, MarkKind, Plot, Readout};
use crate::gui::widgets::table::{Table, Width, figure, small};
use crate::gui::widgets::{buttons, menu_of, move_text, plot};

/// From this width on the table is beside the curves, points.
const WIDE: f32 = 640.0;
/// Width of the table there, points.
const TABLE: f32 = 424.0;
/// Height of a line of the legend, points.
const LEGEND: f32 = 16.0;
/// From this width on the legend is one line, points.
const ONE_LINE: f32 = 480.0;
/// Height of the titles of both plots, the legend in one line and the note below, with the gaps, points.
const TITLES: f32 = 112.0;
/// Minimum height of the score curves, points.
const LOW: f32 = 110.0;

/// What the pointer is on in this frame.
#[derive(Default)]
struct Hand {
    /// The move under the pointer.
    over: Option<Move>,
    clicked: Option<Move>,
    /// The iteration under the pointer, as its place on the axis.
    at: Option<f64>,
}

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let board = analysis::search_board(cx.model);
    let axis = cx.model.lab.choices.race_axis;
    let search = analysis::search(cx.model);
    let course = search.and_then(|search| Course::of(search, board, cx.model.settings.pov, axis));
    let copy = || course.as_ref().map_or(String::new(), |course| course.table().csv());
    let copy = course.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::RootRace, follows: false, copy };
    view_head::show(ui, cx, &head, out, |ui, out| bar(ui, cx, course.as_ref(), out));
    let Some(course) = course.as_ref() else {
        context::point(ui, PaneId::RootRace, None);
        if analysis::live(cx.model).is_some_and(|live| live.detail.puct().is_some()) {
            return empty::empty(ui, t!("race-none"), t!("race-none.why"));
        }
        return empty::no_search(ui, cx, t!("race-no-iterations"), out);
    };
    let key = board.key();
    let id = ui.scope_id().with("race-row");
    // Tables are drawn after the curves: the row under the pointer is known from the previous frame.
    let row_at: Option<f64> = ui.data(|data| data.get_temp(id)).flatten();
    let lit = context::pointed(ui, key).or(context::kept_mark(cx.model, key));
    empty::search_notes(ui, cx);
    empty::known_note(ui, cx);
    let mut hand = Hand::default();
    let size = ui.available_size();
    if size.x >= WIDE {
        ui.horizontal_top(|ui| {
            let left = vec2(size.x - TABLE - theme::GAP, size.y);
            ui.allocate_ui(left, |ui| {
                ui.set_min_size(left);
                ui.vertical(|ui| curves(ui, cx, course, (lit, row_at), &mut hand, out));
            });
            ui.vertical(|ui| show_tables(ui, cx, course, lit, &mut hand, out));
        });
    } else {
        let upper = vec2(size.x, (size.y * 0.62).max(LOW + 100.0).min(size.y));
        ui.allocate_ui(upper, |ui| {
            ui.set_max_height(upper.y);
            curves(ui, cx, course, (lit, row_at), &mut hand, out);
        });
        show_tables(ui, cx, course, lit, &mut hand, out);
    }
    let at = hand.over.map(|mv| MarkedMove { key, mv });
    context::point(ui, PaneId::RootRace, at);
    if row_at != hand.at {
        ui.data_mut(|data| data.insert_temp(id, hand.at));
        ui.request_repaint();
    }
    if let Some(mv) = hand.clicked {
        out.push(Action::Lab(LabAction::Mark(MarkedMove { key, mv })));
    }
}

/// The choice of the axis, and the marks.
fn bar(ui: &mut Ui, cx: &Cx<'_>, course: Option<&Course<'_>>, out: &mut Vec<Action>) {
    let axes = [
        (RaceAxis::Depth, t!("column-depth")),
        (RaceAxis::Time, t!("column-time")),
        (RaceAxis::LogTime, t!("race-log-time")),
    ];
    if let Some(axis) =
        buttons::segmented(ui, t!("race-axis"), cx.model.lab.choices.race_axis, &axes)
    {
        out.push(Action::Lab(LabAction::RaceAxis(axis)));
    }
    let Some(course) = course else { return };
    let key = course.board.key();
    if let Some(mv) = context::kept_mark(cx.model, key).filter(|&mv| course.board.is_legal(mv)) {
        let name = course.name(mv);
        let button = ui.button(format!("{name} {}", Icon::Cross.glyph()));
        let button = button.on_hover_text(t!("race-marked"));
        if button.accessible_name(t!("race-unmark", mv = name)).clicked() {
            out.push(Action::Lab(LabAction::Mark(MarkedMove { key, mv })));
        }
    }
}

/// Scores above, shares of the nodes below.
fn curves(
    ui: &mut Ui,
    cx: &Cx<'_>,
    course: &Course<'_>,
    (lit, at): (Option<Move>, Option<f64>),
    hand: &mut Hand,
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let shares = course.shares(p);
    let second =
        if ui.available_width() < ONE_LINE { LEGEND + ui.spacing().item_spacing.y } else { 0.0 };
    let room = ui.available_height() - TITLES - second;
    let below = if shares.curves.is_empty() { 0.0 } else { (room * 0.34).clamp(70.0, 170.0) };
    let by_depth = course.axis == RaceAxis::Depth;
    let x = Axis {
        range: course.span(),
        log: course.axis == RaceAxis::LogTime,
        // Depths are whole numbers.
        unit: if by_depth { 1.0 } else { plot::MS },
        text: if by_depth { &plot::rounded } else { &plot::seconds },
        ..Axis::default()
    };
    let (range, unit) = (course.range(), plot::CENTIPAWN);
    let y = Axis { range, unit, text: &plot::score_text, ..Axis::default() };
    let most = shares.curves.iter().flat_map(|curve| &curve.points).map(|point| point.y);
    let most = (most.fold(10.0, f64::max) * 1.05).min(plot::PERCENT.1);
    let of_shares = Axis { range: (0.0, most), ..Axis::default() };
    // Both have the same axis.
    let left = [(&y, room - below), (&of_shares, below)];
    let left = left.map(|(y, height)| plot::left_of(ui, &x, y, height)).into_iter();
    let left = left.fold(0.0, f32::max);
    if course.judges {
        let stm = course.board.stm();
        let view = course::view_name(course.pov, stm);
        let axis = axis_name(course.axis);
        title(ui, cx, t!("column-score"), &t!("race-score-unit", view = view, axis = axis));
        let scores = course.scores(p);
        let marks = course.marks();
        let plot = Plot {
            names: [t!("race-scores"), ""],
            x,
            y,
            left,
            marks: &marks,
            at,
            height: (room - below).max(LOW),
            ..Plot::default()
        };
        let hint = |mv, row| course.score_hint(mv, row);
        field(ui, cx, (course, &scores, lit), (plot, &hint), hand, out);
        legend(ui, &marks);
    }
    if shares.curves.is_empty() {
        super::note(ui, t!("race-no-shares"));
        return;
    }
    title(ui, cx, analysis::units(cx.model.focus()).nodes, t!("race-shares-unit"));
    let plot = Plot {
        names: [t!("race-shares"), ""],
        x,
        y: of_shares,
        left,
        at,
        height: if course.judges { below } else { room },
        ..Plot::default()
    };
    let hint = |mv, row| course.share_hint(mv, row);
    field(ui, cx, (course, &shares, lit), (plot, &hint), hand, out);
    let largest = course.last_shares().into_iter().max_by(|a, b| a.share.total_cmp(&b.share));
    let shares = course.last_shares();
    let largest =
        largest.filter(|of| shares.iter().filter(|one| one.share >= of.share).count() == 1);
    if let Some((of, last)) = largest.zip(course.last_finished()) {
        let (mv, share) = (course.name(of.mv), number(of.share * 100.0, 1));
        let text = t!("race-largest-share", depth = last.depth, mv = mv, share = share);
        super::note(ui, &Notation::current().write(&text));
    }
    if course.left_out() > 0 {
        super::note(ui, &t!("race-left-out", n = format::count(course.left_out())));
    }
}

/// The meaning of the marks above the scores and on them. The line is there without marks too, so that nothing below
/// it moves.
fn legend(ui: &mut Ui, marks: &[Mark]) {
    let names = [
        (MarkKind::Change, t!("race-legend-change")),
        (MarkKind::FailLow, t!("race-legend-low")),
        (MarkKind::FailHigh, t!("race-legend-high")),
    ];
    let size = vec2(ui.available_width(), LEGEND);
    let one_line = size.x >= ONE_LINE;
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.set_clip_rect(ui.clip_rect().intersect(ui.max_rect()));
        for (kind, name) in names {
            if marks.iter().any(|mark| mark.kind == kind) {
                plot::mark_legend(ui, kind, name);
                ui.add_space(theme::GAP);
            }
        }
        if one_line {
            plot::bounds_legend(ui);
        }
    });
    if !one_line {
        let centred = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(size, centred, |ui| {
            ui.set_min_size(size);
            plot::bounds_legend(ui);
        });
    }
}

/// Shows the curves of moves in a plot and handles the pointer there. A right click on a curve opens the menu of its
/// move.
fn field(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (course, of, lit): (&Course<'_>, &MoveCurves, Option<Move>),
    (plot, hint): (Plot<'_>, &dyn Fn(Move, usize) -> String),
    hand: &mut Hand,
    out: &mut Vec<Action>,
) {
    let [name, _] = plot.names;
    let unit = t!("race-drawn", curves = of.curves.len(), marks = plot.marks.len());
    let plot = Plot {
        names: [name, &unit],
        curves: &of.curves,
        readout: Readout::Curve,
        lit: lit.and_then(|mv| of.moves.iter().position(|&known| known == mv)),
        ..plot
    };
    let answer = plot.show(ui);
    let hovered = answer.hovered.map(|(curve, point)| (of.moves[curve], of.rows[curve][point]));
    let mut response = answer.response;
    let over = hovered.map(|(mv, _)| mv);
    hand.over = hand.over.or(over);
    hand.clicked = hand.clicked.or(over.filter(|_| response.clicked()));
    if let Some((mv, row)) = hovered {
        response = response.on_hover_text_at_pointer(hint(mv, row));
    }
    menu_of(&response, course.board.key(), over, |ui, mv| {
        line_words::about(ui, cx, (analysis::search_node(cx.model), &course.board), mv, out);
    });
}

fn axis_name(axis: RaceAxis) -> &'static str {
    match axis {
        RaceAxis::Depth => t!("race-axis-depth"),
        RaceAxis::Time | RaceAxis::LogTime => t!("race-axis-time"),
    }
}

/// Name, unit and source of a plot.
fn title(ui: &mut Ui, cx: &Cx<'_>, name: &str, unit: &str) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).small().strong());
        ui.label(RichText::new(unit).small().color(p.text_weak));
        let source = format!("· {}", cx.model.engine_name(cx.model.focus()));
        ui.label(RichText::new(source).small().color(p.text_faint));
    });
}

// Beside the curves: the iterations, or the moves.

/// Shows the choice and the chosen table.
fn show_tables(
    ui: &mut Ui,
    cx: &Cx<'_>,
    course: &Course<'_>,
    lit: Option<Move>,
    hand: &mut Hand,
    out: &mut Vec<Action>,
) {
    let moves = cx.model.lab.choices.race_by_move;
    ui.horizontal(|ui| {
        let choices = [(false, t!("race-by-iteration")), (true, t!("race-by-move"))];
        if let Some(chosen) = buttons::segmented(ui, t!("race-table"), moves, &choices) {
            out.push(Action::Lab(LabAction::RaceByMove(chosen)));
        }
        let count = if moves {
            t!("count-moves", n = course.moves.len())
        } else {
            t!("race-iterations", n = course.rows().len())
        };
        ui.label(RichText::new(count).small().color(theme::palette(ui).text_weak));
    });
    if moves {
        of_moves(ui, cx, course, lit, hand, out);
    } else {
        of_iterations(ui, cx, course, lit, hand);
    }
}

/// A move with its colour in front.
fn named(row: &mut TableRow<'_, '_>, course: &Course<'_>, mv: Option<Move>) {
    row.col(|ui| {
        let Some(mv) = mv.filter(|&mv| course.board.is_legal(mv)) else { return };
        let p = theme::palette(ui);
        swatch(ui, course.color(mv, p));
        ui.label(move_text::job(&course.name(mv), 13.5, p.text));
    });
}

fn of_iterations(
    ui: &mut Ui,
    cx: &Cx<'_>,
    course: &Course<'_>,
    lit: Option<Move>,
    hand: &mut Hand,
) {
    let rows = course.rows();
    let units = analysis::units(cx.model.focus());
    let columns = [
        (t!("column-depth"), Width::Figures(32.0)),
        (t!("column-time"), Width::Figures(56.0)),
        (units.nodes, Width::Figures(50.0)),
        (t!("race-column-best"), Width::Exact(70.0)),
        (t!("column-score"), Width::Figures(58.0)),
        (t!("race-column-events"), Width::Rest(0.0)),
    ];
    let salt = "race-iterations";
    let table = Table { salt, columns: &columns, clickable: true, ..Table::default() };
    table.show(ui, rows.len(), |row| {
        let at = rows.len() - 1 - row.index();
        let shown = &rows[at];
        row.set_selected(lit.is_some() && shown.best == lit);
        let open = course.under_way && at + 1 == rows.len();
        figure(row, shown.depth.to_string(), |p| if open { p.text_weak } else { p.text });
        figure(row, format::duration(shown.time_ms), |p| p.text_weak);
        figure(row, format::count_of(shown.nodes), |p| p.text_weak);
        named(row, course, shown.best);
        let score = shown.best.and_then(|best| shown.of(best)).filter(|_| course.judges);
        let score = score.and_then(|entry| Some((entry.score?, entry.bound?)));
        let score = score.map_or("–".to_owned(), |(s, b)| course.score_text(s, b));
        figure(row, score, |p| p.text);
        let notes = if open { t!("race-under-way").to_owned() } else { notes(course, at) };
        small(row, notes, |p| p.text_weak);
        let response = row.response();
        if response.hovered() {
            hand.at = Some(course.x(shown));
            hand.over = hand.over.or(shown.best);
        }
        if response.clicked() {
            hand.clicked = hand.clicked.or(shown.best);
        }
    });
}

/// What happened in an iteration.
fn notes(course: &Course<'_>, at: usize) -> String {
    let mut notes = Vec::new();
    if course.changes_best(at) {
        notes.push(t!("race-new-best").to_owned());
    }
    let (low, high) = course.fails_of(course.rows()[at].depth);
    if low > 0 {
        notes.push(t!("race-failed-low", n = low));
    }
    if high > 0 {
        notes.push(t!("race-failed-high", n = high));
    }
    notes.join(", ")
}

fn of_moves(
    ui: &mut Ui,
    cx: &Cx<'_>,
    course: &Course<'_>,
    lit: Option<Move>,
    hand: &mut Hand,
    out: &mut Vec<Action>,
) {
    let view = view_name(course.pov, course.board.stm());
    let shares = course.last_shares();
    let columns = [
        (t!("column-move"), Width::Exact(78.0)),
        (view, Width::Figures(78.0)),
        (t!("column-depth"), Width::Figures(44.0)),
        (t!("race-column-share"), Width::Figures(64.0)),
        ("", Width::Rest(0.0)),
    ];
    let salt = "race-moves";
    let table = Table { salt, columns: &columns, clickable: true, ..Table::default() };
    table.show(ui, course.moves.len(), |row| {
        let mv = course.moves[row.index()];
        row.set_selected(lit == Some(mv));
        named(row, course, Some(mv));
        let known = course.newest(mv);
        let score = known.filter(|_| course.judges);
        let text = score.map_or("–".to_owned(), |(_, s, b)| course.score_text(s, b));
        figure(row, text, |p| p.text);
        let depth = known.and_then(|(entry, ..)| entry.depth);
        figure(row, depth.map_or("–".to_owned(), |depth| depth.to_string()), |p| p.text_weak);
        let share = shares.iter().find(|of| of.mv == mv);
        let text =
            share.map_or(String::new(), |of| format::with_unit(number(of.share * 100.0, 1), "%"));
        figure(row, text, |p| p.text_weak);
        row.col(|_| {});
        let response = row.response();
        if response.hovered() {
            hand.over = hand.over.or(Some(mv));
        }
        if response.clicked() {
            hand.clicked = hand.clicked.or(Some(mv));
        }
        menu_of(&response, course.board.key(), Some(mv), |ui, mv| {
            let play = format!("{} {}", Icon::Play.glyph(), t!("race-play", mv = course.name(mv)));
            if ui.button(play).clicked() {
                out.push(analysis::play_line(cx.model, &[mv]));
                ui.close();
            }
            line_words::about(ui, cx, (analysis::search_node(cx.model), &course.board), mv, out);
        });
    });
}

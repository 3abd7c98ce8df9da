//! A review in numbers and moments: how good each player's moves were, and the moves at which the game turned. A click
//! goes to the position.

use std::sync::Arc;

use eframe::egui::{
    Align2, Color32, FontId, Galley, Id, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2,
    style::{KineticScrollStyle, ScrollAnimation},
    vec2,
};

use tabia_app::action::Action;
use tabia_app::review::state::{ReviewRun, RunState};
use tabia_app::window::notation::Notation;
use tabia_chess::{Color, san};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_games::game::annotation::Nag;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_games::words;
use tabia_host::review::classify::MoveClass;
use tabia_host::review::{MoveReview, Summary};
use tabia_text::t;

use crate::gui::look::format::move_name;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::panels::study::review::{class_color, class_words};
use crate::gui::present::context::Cx;
use crate::gui::present::memo::once;
use crate::gui::present::{analysis, roster};
use crate::gui::widgets::{buttons, move_text};

/// Heights of the titles and of a player's row, points.
const HEADS: f32 = 24.0;
const PLAYER: f32 = 28.0;
/// Height of the table, points.
pub(super) const TABLE: f32 = HEADS + 2.0 * PLAYER;
/// Widths of a count, of the loss and of the accuracy, points.
const COUNT: f32 = 21.0;
const LOSS: f32 = 50.0;
const ACCURACY: f32 = 68.0;
/// The same with more room.
const WIDE_COUNT: f32 = 32.0;
const WIDE_LOSS: f32 = 64.0;
/// Width from which the players' names are shown instead of their colours, points.
const WITH_NAMES: f32 = 400.0;

/// The classes counted, from worst to best: those with the same glyph together.
const COUNTED: [&[MoveClass]; 5] = [
    &[MoveClass::Blunder],
    &[MoveClass::Mistake, MoveClass::MissedWin],
    &[MoveClass::Inaccuracy],
    &[MoveClass::OnlyMove],
    &[MoveClass::Brilliant],
];

fn sign(class: MoveClass) -> &'static str {
    class.nag().and_then(Nag::sign).unwrap_or_default()
}

/// The totals of a review, computed once for each of its states.
fn added_up(ui: &Ui, tree: &GameTree, run: &ReviewRun) -> [Summary; 2] {
    let key = (run.state_number(), tree.revision());
    once(ui.ctx(), Id::unique("review added up"), key, || {
        Color::ALL.map(|side| run.summary(tree, side))
    })
}

/// The x positions of the table's columns.
struct Columns {
    place: Rect,
    loss: f32,
    count: f32,
}

impl Columns {
    fn in_place(place: Rect) -> Columns {
        let wide = place.width() >= WITH_NAMES;
        let (count, loss) = if wide { (WIDE_COUNT, WIDE_LOSS) } else { (COUNT, LOSS) };
        Columns { place, loss, count }
    }

    fn wide(&self) -> bool {
        self.place.width() >= WITH_NAMES
    }

    /// A cell: column 0 is the accuracy, 1 the loss, then come the counts.
    fn cell(&self, column: usize, top: f32, height: f32) -> Rect {
        let (counts, count) = (COUNTED.len() as f32, self.count);
        let (end, width) = match column {
            0 => (self.place.right() - counts * count - self.loss, ACCURACY),
            1 => (self.place.right() - counts * count, self.loss),
            at => (self.place.right() - (counts + 1.0 - at as f32) * count, count),
        };
        Rect::from_min_max(pos2(end - width, top), pos2(end, top + height))
    }

    /// The room left for the names.
    fn name(&self, top: f32, height: f32) -> Rect {
        let end = self.cell(0, top, height).left() - theme::GAP;
        Rect::from_min_max(pos2(self.place.left(), top), pos2(end, top + height))
    }
}

/// A row for each player: accuracy, loss, and how many moves of each glyph.
pub(super) fn players(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun, out: &mut Vec<Action>) {
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), TABLE), Sense::hover());
    let columns = Columns::in_place(place);
    heads(ui, run, &columns);
    let both = added_up(ui, &cx.model.game.tree, run);
    for (side, sum) in Color::ALL.into_iter().zip(both) {
        player(ui, cx, run, (&columns, side, &sum), out);
    }
}

fn heads(ui: &Ui, run: &ReviewRun, columns: &Columns) {
    let p = theme::palette(ui);
    let top = columns.place.top();
    let (done, all) = run.review().progress();
    // Totals of only a part of the moves are no result for the game.
    let tip = |tip: &str| {
        if done == all {
            tip.to_owned()
        } else {
            t!("review-so-far-tip", tip = tip, done = done, all = all)
        }
    };
    let small = FontId::proportional(theme::SMALL);
    if done < all && run.state != RunState::Recorded {
        let at = columns.name(top, HEADS).left_center();
        let text = t!("review-so-far");
        ui.painter().text(at, Align2::LEFT_CENTER, text, small.clone(), p.text_faint);
    }
    let head = |column: usize, (text, font, ink): (&str, FontId, Color32), hint: String| {
        let place = columns.cell(column, top, HEADS);
        ui.painter().text(place.right_center(), Align2::RIGHT_CENTER, text, font, ink);
        let shown = ui.interact(place, ui.scope_id().with(("head", column)), Sense::hover());
        shown.on_hover_text(hint);
    };
    let accuracy = (t!("review-accuracy"), small.clone(), p.text_faint);
    head(0, accuracy, tip(t!("review-accuracy.tip")));
    head(1, (t!("review-loss.short"), small, p.text_faint), tip(t!("review-loss.tip")));
    for (at, classes) in COUNTED.iter().enumerate() {
        let words: Vec<String> =
            classes.iter().map(|&class| class_words(class).join(": ")).collect();
        let ink = class_color(ui, classes[0]);
        head(at + 2, (sign(classes[0]), FontId::proportional(14.0), ink), words.join("\n"));
    }
}

fn player(
    ui: &Ui,
    cx: &Cx<'_>,
    run: &ReviewRun,
    (columns, side, sum): (&Columns, Color, &Summary),
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let top = columns.place.top() + HEADS + PLAYER * side as usize as f32;
    let name = roster::player_name(cx.model, side);
    let place = columns.name(top, PLAYER);
    let text = if columns.wide() { name.as_str() } else { words::side(side) };
    let text = buttons::elided(ui, text, place.width(), p.text);
    let at = pos2(place.left(), place.center().y - text.size().y / 2.0);
    ui.painter().galley(at, text, p.text);
    let id = ui.scope_id().with(("player", side as usize));
    ui.interact(place, id, Sense::hover()).on_hover_text(&name);
    let number = |value: Option<f64>, digits: usize, unit: &str| {
        value.map_or("–".to_owned(), |value| tabia_text::number(value, digits) + unit)
    };
    let (done, all) = run.review().progress();
    let [accuracy, average] = if done == all {
        [t!("review-accuracy"), t!("review-loss")]
    } else {
        [t!("review-accuracy-so-far"), t!("review-loss-so-far")]
    };
    let values = [
        (accuracy, number(sum.accuracy, 1, " %"), 16.0),
        // In pawns, as everywhere.
        (average, number(sum.average_cp_loss.map(|cp| cp / 100.0), 2, ""), 14.0),
    ];
    for (column, (name, value, size)) in values.into_iter().enumerate() {
        let cell = columns.cell(column, top, PLAYER);
        let font = FontId::proportional(size);
        ui.painter().text(cell.right_center(), Align2::RIGHT_CENTER, &value, font, p.text);
        let id = ui.scope_id().with(("sum", side as usize, column));
        let shown = ui.interact(cell, id, Sense::hover());
        let name =
            t!("review-sum-of", name = name, side = words::side(side), value = value.as_str());
        shown.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    }
    for (at, classes) in COUNTED.iter().enumerate() {
        let count: usize = classes.iter().map(|class| sum.classes[class.index()]).sum();
        let cell = columns.cell(at + 2, top, PLAYER);
        let name = class_words(classes[0])[0];
        if !run.review().knows_best() && !classes[0].is_error() {
            // The game does not name the engine's first choices.
            let (at, font) = (cell.right_center(), FontId::proportional(14.0));
            ui.painter().text(at, Align2::RIGHT_CENTER, "–", font, p.text_faint);
            continue;
        }
        if counted(ui, (cell, at), (name, side), count) {
            out.extend(next_of(cx, run, side, classes).map(Action::GoTo));
        }
    }
}

/// How many moves of a kind a side made. Returns whether it was clicked.
fn counted(
    ui: &Ui,
    (place, column): (Rect, usize),
    (name, side): (&str, Color),
    count: usize,
) -> bool {
    let p = theme::palette(ui);
    let sense = if count > 0 { Sense::click() } else { Sense::hover() };
    let shown = ui.interact(place, ui.scope_id().with(("count", side as usize, column)), sense);
    if count > 0 && shown.hovered() {
        let ground = place.shrink2(vec2(0.0, 2.0)).translate(vec2(4.0, 0.0));
        ui.painter().rect_filled(ground, theme::RADIUS, p.hover);
    }
    let ink = if count > 0 { p.text } else { p.text_faint };
    let (at, font) = (place.right_center(), FontId::proportional(14.0));
    ui.painter().text(at, Align2::RIGHT_CENTER, count, font, ink);
    let role = if count > 0 { Role::Button } else { Role::Label };
    let name =
        t!("review-sum-of", name = name, side = words::side(side), value = count.to_string());
    shown.widget_info(|| WidgetInfo::labeled(role, true, &name));
    shown.clicked()
}

/// The next move of these classes by a side after the shown one, starting again from the beginning after the last.
fn next_of(cx: &Cx<'_>, run: &ReviewRun, side: Color, classes: &[MoveClass]) -> Option<NodeId> {
    let (review, tree) = (run.review(), &cx.model.game.tree);
    let here =
        review.place(cx.model.game.current).unwrap_or_else(|| tree.ply(cx.model.game.current));
    let wanted = |found: &&MoveReview| found.mover == side && classes.contains(&found.class);
    let all = || run.moves().iter().filter(wanted).map(|found| found.node);
    all().find(|&node| review.place(node) > Some(here)).or_else(|| all().next())
}

/// Space above, below and beside the words of a moment, points.
const MARGIN: f32 = 4.0;
const SIDE: f32 = 8.0;
/// Height of its first line, points.
const LINE: f32 = 20.0;

/// The content of a moment. Only visible rows are laid out in every frame.
#[derive(Debug)]
struct Row {
    node: NodeId,
    class: MoveClass,
    /// For screen readers.
    name: String,
    played: String,
    scores: String,
    sentence: String,
    /// Width of the sentence and height of the row, points.
    width: f32,
    height: f32,
}

/// What the rows depend on.
#[derive(Clone, Debug, PartialEq)]
struct RowsKey {
    game: u64,
    tree: u64,
    review: u64,
    pov: Pov,
    notation: Notation,
    /// The name of the language.
    language: &'static str,
    /// Width of the sentences, points, and pixels per point.
    width: f32,
    scale: f32,
}

/// The rows, rebuilt only when something they show has changed.
fn rows(ui: &Ui, cx: &Cx<'_>, run: &ReviewRun, width: f32) -> Arc<Vec<Row>> {
    let game = &cx.model.game;
    let key = RowsKey {
        game: game.serial,
        tree: game.tree.revision(),
        review: run.state_number(),
        pov: cx.model.settings.pov,
        notation: Notation::current(),
        language: t!("language-name"),
        width,
        scale: ui.pixels_per_point(),
    };
    once(ui.ctx(), Id::unique("rows of moments"), key, || {
        let errors = run.errors().filter(|error| game.tree.contains(error.node));
        Arc::new(errors.map(|error| row(ui, cx, run, error, width)).collect())
    })
}

/// What determines the place of the rows.
#[derive(Clone, Copy, Debug)]
struct Scene {
    /// Number of the game.
    game: u64,
    state: RunState,
    /// The position on the board.
    current: NodeId,
}

/// The list as last shown. While it is visible, moments are added to it from the end of the game on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Shown {
    /// Number of the game.
    game: u64,
    /// When that was, as egui's number of the pass.
    pass: u64,
    /// The review was running: the list is aligned to the bottom of its place, so that the visible part does not move.
    grown: bool,
    /// Height of its rows, points.
    height: f32,
    /// Its scroll offset, points.
    offset: f32,
    /// The offset was set, and is to be set again: egui moves it back within the height of the pass before.
    set: bool,
    /// The position on the board.
    current: Option<NodeId>,
}

/// The moves at which the game turned, in order. The visible part stays in place while more are found.
pub(super) fn list(ui: &mut Ui, cx: &Cx<'_>, run: &ReviewRun, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let p = theme::palette(ui);
    let room = ui.available_width() - 2.0 * SIDE;
    let rows = rows(ui, cx, run, room);
    if rows.is_empty() {
        let text = match run.state {
            RunState::Done | RunState::Recorded => t!("review-no-errors"),
            RunState::Running | RunState::Stopped => t!("review-no-errors-yet"),
        };
        ui.label(eframe::egui::RichText::new(text).color(p.text_weak));
    }
    let scene = Scene { game: game.serial, state: run.state, current: game.current };
    scrolled(ui, scene, &rows, &mut |ui, row, came| {
        moment(ui, row, (row.node == game.current, came), out);
    });
}

/// Rows in a scroll area. `each` shows one; whether the position on the board has changed is passed on.
fn scrolled(ui: &mut Ui, scene: Scene, rows: &[Row], each: &mut dyn FnMut(&mut Ui, &Row, bool)) {
    let (id, pass) = (ui.scope_id().with("moments"), ui.cumulative_pass_nr());
    let before = ui.data(|data| data.get_temp::<Shown>(id)).unwrap_or_default();
    let went_on = before.game == scene.game && before.pass + 1 >= pass;
    let height: f32 = rows.iter().map(|row| row.height).sum();
    let more = if went_on { height - before.height } else { 0.0 };
    let grown = scene.state == RunState::Running;
    let place = ui.available_height();
    let above = if grown { (place - height).max(0.0) } else { 0.0 };
    let beyond = |height: f32| (height - place).max(0.0);
    let new = if went_on && before.grown && scene.state == RunState::Done {
        // Once all are known it is shown from the top, or from the move on the board.
        let shown = rows.iter().position(|row| row.node == scene.current);
        Some(rows[..shown.unwrap_or(0)].iter().map(|row| row.height).sum())
    } else if grown && more.abs() > 0.0 {
        Some((before.offset + beyond(height) - beyond(before.height)).max(0.0))
    } else {
        None
    };
    let came = before.current != Some(scene.current);
    let mut area = ScrollArea::vertical().id_salt("moments").auto_shrink(false);
    if let Some(offset) = new.or((went_on && before.set).then_some(before.offset)) {
        // The area would spring back from an offset beyond the height of the pass before, and coast on from there.
        let placed =
            KineticScrollStyle { decay_time: 0.0, rubber_band: false, ..Default::default() };
        ui.spacing_mut().scroll.kinetic = placed;
        area = area.vertical_scroll_offset(offset);
    }
    let shown = area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(above);
        for row in rows {
            each(ui, row, came);
        }
    });
    let now = Shown {
        game: scene.game,
        pass,
        grown,
        height,
        offset: new.unwrap_or(shown.state.clamped_offset().y),
        // A row that came into view has moved the list itself.
        set: new.is_some() && !came,
        current: Some(scene.current),
    };
    ui.data_mut(|data| data.insert_temp(id, now));
}

fn row(ui: &Ui, cx: &Cx<'_>, run: &ReviewRun, error: &MoveReview, width: f32) -> Row {
    let tree = &cx.model.game.tree;
    let played = format!("{}{}", move_name(tree, error.node), sign(error.class));
    let sentence = Notation::current().write(&what_was_wrong(tree, error)).into_owned();
    let [class, _] = class_words(error.class);
    // Both numbers of the arrow are from one side's view: that of the side that moved if scores are shown from the side
    // to move's view.
    let score =
        |score: Option<Score>| analysis::score_text(cx.model, score, Bound::Exact, error.mover);
    let before = score(run.before(error.node).map(|found| found.score));
    let after = score(run.after(error.node).map(|found| found.score.flipped()));
    let laid_out = sentence_of(ui, sentence.clone(), width);
    Row {
        node: error.node,
        class: error.class,
        name: t!(
            "review-moment",
            played = played.as_str(),
            class = class,
            why = sentence.as_str(),
            before = before.as_str(),
            after = after.as_str()
        ),
        played,
        scores: format!("{before} {} {after}", Icon::ArrowRight.glyph()),
        sentence,
        width,
        height: 2.0 * MARGIN + LINE + laid_out.size().y,
    }
}

/// A sentence laid out for drawing.
fn sentence_of(ui: &Ui, text: String, width: f32) -> Arc<Galley> {
    ui.painter().layout(text, FontId::proportional(14.0), theme::palette(ui).text, width)
}

/// One moment: the move with its glyph, the evaluation before and after it, and what was better.
fn moment(ui: &mut Ui, row: &Row, (shown, came): (bool, bool), out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let size = vec2(ui.available_width(), row.height);
    let (place, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, shown, &row.name));
    if shown && came || response.gained_focus() {
        ui.scroll_to_rect_animation(place, None, ScrollAnimation::none());
    }
    if response.clicked() {
        out.push(Action::GoTo(row.node));
    }
    if !ui.is_rect_visible(place) {
        return;
    }
    let fill = match (shown, response.hovered()) {
        (true, _) => Some(p.accent_fill),
        (_, true) => Some(p.hover),
        _ => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(place, theme::RADIUS, fill);
    }
    if response.has_focus() {
        let ring = (2.0, p.accent);
        ui.painter().rect_stroke(place, theme::RADIUS, ring, eframe::egui::StrokeKind::Inside);
    }
    let inner = place.shrink2(vec2(SIDE, MARGIN));
    let middle = inner.top() + LINE / 2.0;
    let put = |x: f32, text: &Arc<Galley>| {
        let at = pos2(x, middle - text.size().y / 2.0);
        ui.painter().galley(at, Arc::clone(text), p.text);
    };
    let small = |text: &str| {
        let font = FontId::proportional(theme::SMALL);
        ui.painter().layout_no_wrap(text.to_owned(), font, p.text_weak)
    };
    let job = move_text::job(&row.played, 14.0, class_color(ui, row.class));
    let played = ui.painter().layout_job(job);
    let (class, scores) = (small(class_words(row.class)[0]), small(&row.scores));
    put(inner.left(), &played);
    let free = inner.right() - scores.size().x - SIDE;
    let behind = inner.left() + played.size().x + SIDE;
    // The glyph says the same.
    if behind + class.size().x <= free {
        put(behind, &class);
    }
    put(inner.right() - scores.size().x, &scores);
    let below = pos2(inner.left(), inner.top() + LINE);
    let sentence = sentence_of(ui, row.sentence.clone(), row.width);
    ui.painter().galley(below, sentence, p.text);
}

/// Why a move was an error, as far as that is proved, and what was better.
fn what_was_wrong(tree: &GameTree, error: &MoveReview) -> String {
    let before = tree.parent(error.node).map(|parent| tree.board(parent));
    let better = before
        .zip(error.better.first())
        .filter(|(board, mv)| board.is_legal(**mv))
        .map(|(board, &mv)| san::write(board, mv));
    match (&error.why, better) {
        (None, None) => String::new(),
        (None, Some(better)) => t!("review-why-better", better = better),
        (Some(why), Some(better)) if !why.names_better() => {
            t!("review-why-and-better", why = why.text(), better = better)
        }
        (Some(why), _) => why.text(),
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;

    use super::*;

    /// A row of this height, points.
    fn row_of(height: f32) -> Row {
        Row {
            node: NodeId::ROOT,
            class: MoveClass::Blunder,
            name: String::new(),
            played: String::new(),
            scores: String::new(),
            sentence: String::new(),
            width: 0.0,
            height,
        }
    }

    #[test]
    fn rows_stay_in_place_while_more_are_added_above_them() {
        type State = (Vec<Row>, Vec<Rect>);
        let scene = Scene { game: 1, state: RunState::Running, current: NodeId::ROOT };
        let show = move |ui: &mut Ui, (rows, places): &mut State| {
            places.clear();
            scrolled(ui, scene, rows, &mut |ui, row, _| {
                let size = vec2(ui.available_width(), row.height);
                places.push(ui.allocate_exact_size(size, Sense::hover()).0);
            });
        };
        let mut h = Harness::builder()
            .with_size([200.0, 160.0])
            .build_ui_state(show, (vec![row_of(40.0)], Vec::new()));
        h.run();
        let last = |h: &Harness<'_, State>| h.state().1.last().map(Rect::bottom);
        let bottom = last(&h);
        for _ in 0..8 {
            h.state_mut().0.insert(0, row_of(40.0));
            for pass in 0..4 {
                h.step();
                let rows = h.state().0.len();
                assert_eq!(last(&h), bottom, "{rows} rows, pass {pass}");
            }
        }
    }
}

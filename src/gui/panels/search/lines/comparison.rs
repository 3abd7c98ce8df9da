//! The results of the participating engines side by side: best move, score and figures, a row for each, and a mark
//! where they disagree. A click shows the lines of one in full.

use eframe::egui::{
    Align, Align2, Color32, FontId, Label, Layout, Rect, RichText, Role, Sense, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, EngineAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::seats;
use tabia_app::engines::seats::MAX_ANALYSING;
use tabia_app::window::view::Dialog;
use tabia_engine::search::score::Bound;
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::look::theme::Palette;
use crate::gui::panels::search::lines;
use crate::gui::panels::search::lines::machine::Machine;
use crate::gui::present::context::Cx;
use crate::gui::present::roster::{Opinion, RosterEntry, SeatState};
use crate::gui::present::{analysis, context, parts, roster};
use crate::gui::widgets::buttons::{Chip, ChipEvent, Mark};
use crate::gui::widgets::{buttons, move_text};

/// Height of a row, points.
const ROW: f32 = 21.0;
/// Height of the header, points.
const HEAD: f32 = 17.0;
/// Space between rows, points.
const GAP: f32 = 1.0;
/// Minimum width of a name, points.
const NAME: f32 = 84.0;
/// Widths of move and score, points.
const MOVE: f32 = 58.0;
const SCORE: f32 = 66.0;
/// Width of the place for the chip of an open bound, if there is room for it and for depth and nodes, points.
const OPEN: f32 = 78.0;
const ROOM_FOR_OPEN: f32 = NAME + MOVE + SCORE + OPEN + 100.0;
/// Size of the figures, points.
const FIGURE: f32 = 12.0;

/// Columns of figures in the order in which they get room: key of the title, width, value, key of the value in words.
type Column = (&'static str, f32, fn(&Opinion) -> &str, &'static str);
const COLUMNS: [Column; 6] = [
    ("column-depth", 50.0, |of| &of.figures.depth, "lines-said-depth"),
    ("column-nodes", 50.0, |of| &of.figures.nodes, "lines-said-nodes"),
    ("lines-nps", 56.0, |of| &of.figures.nps, "lines-said-nps"),
    ("lines-wdl", 84.0, |of| &of.figures.wdl, "lines-said-wdl"),
    ("lines-hash", 58.0, |of| &of.figures.hash, "lines-said-hash"),
    ("lines-tb-hits", 50.0, |of| &of.figures.tb_hits, "lines-said-tb-hits"),
];

/// Height of the strip, points.
pub(super) fn height(cx: &Cx<'_>) -> f32 {
    HEAD + (ROW + GAP) * cx.model.analysing().len() as f32 + theme::GAP
}

/// Width of the large score on the left, and the minimum width of the table beside it for the score to be shown,
/// points.
const LARGE: f32 = 112.0;
const BESIDE_LARGE: f32 = NAME + MOVE + SCORE + 100.0;

/// Shows the strip. `large`: with the score of the focused engine in large figures.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, large: bool, out: &mut Vec<Action>) {
    if !large || ui.available_width() < LARGE + BESIDE_LARGE {
        return table(ui, cx, out);
    }
    let height = height(cx) - theme::GAP;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let (place, _) = ui.allocate_exact_size(vec2(LARGE, height), Sense::hover());
        large_score(ui, cx, place);
        ui.vertical(|ui| table(ui, cx, out));
    });
}

/// The score of the focused engine, which is also in that engine's row.
fn large_score(ui: &Ui, cx: &Cx<'_>, place: Rect) {
    let p = theme::palette(ui);
    let lines = analysis::lines(cx.model);
    let best = lines.first();
    let (score, size) = match best {
        Some(line) => (line.score_text(), lines::LARGE),
        None => ("–".to_owned(), FIGURE),
    };
    let ink = if best.is_none_or(|line| line.stale) { p.text_faint } else { p.text };
    let middle = place.left_center() - vec2(0.0, 8.0);
    ui.painter().text(middle, Align2::LEFT_CENTER, score, FontId::proportional(size), ink);
    let at = place.left_center() + vec2(0.0, 18.0);
    let view = context::pov_title(cx.model);
    ui.painter().text(
        at,
        Align2::LEFT_CENTER,
        view,
        FontId::proportional(theme::SMALL),
        p.text_weak,
    );
}

fn table(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let opinions = roster::opinions(cx.model);
    let width = ui.available_width();
    let open = if width >= ROOM_FOR_OPEN { OPEN } else { 0.0 };
    let mut left = width - NAME - MOVE - SCORE - open;
    let is_filled = |column: &&Column| opinions.iter().any(|of| !(column.2)(of).is_empty());
    let columns: Vec<Column> = COLUMNS
        .iter()
        .filter(is_filled)
        .take_while(|column| {
            left -= column.1;
            left >= 0.0
        })
        .copied()
        .collect();
    let places = Places::new(width, open, &columns);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = GAP;
        head(ui, cx, &opinions, &places);
        for opinion in &opinions {
            if row(ui, opinion, &places) {
                out.push(Action::Focus(opinion.by.id));
            }
        }
    });
}

/// The x positions of the columns, from the left of the strip.
struct Places<'a> {
    width: f32,
    /// Right edge of the names.
    name: f32,
    /// Width of the place for a chip after the score; 0: there is none.
    open: f32,
    columns: Vec<(f32, &'a Column)>,
}

impl<'a> Places<'a> {
    fn new(width: f32, open: f32, columns: &'a [Column]) -> Places<'a> {
        let figures: f32 = columns.iter().map(|column| column.1).sum();
        let name = width - figures - open - MOVE - SCORE;
        let mut x = name + MOVE + SCORE + open;
        let columns = columns
            .iter()
            .map(|column| {
                x += column.1;
                (x, column)
            })
            .collect();
        Places { width, name, open, columns }
    }
}

/// Whether they agree, and the names of the columns.
fn head(ui: &mut Ui, cx: &Cx<'_>, opinions: &[Opinion], places: &Places<'_>) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(places.width, HEAD), Sense::hover());
    let (text, color) = verdict(opinions, p);
    let small = FontId::proportional(theme::SMALL);
    let painter = ui.painter();
    let score = painter.layout_no_wrap(t!("column-score").to_owned(), small.clone(), p.text_weak);
    let room = places.name + MOVE + SCORE - score.size().x - 8.0;
    let shown = buttons::elided_at(ui, text, theme::SMALL, room, color);
    let at = rect.left_center() - vec2(0.0, shown.size().y / 2.0);
    painter.galley(at, shown, color);
    let title = |x: f32, text: &str| {
        let at = pos2(rect.left() + x, rect.center().y);
        painter.text(at, Align2::RIGHT_CENTER, text, small.clone(), p.text_weak);
    };
    title(places.name + MOVE + SCORE, t!("column-score"));
    for &(x, column) in &places.columns {
        title(x, tabia_text::text(column.0));
    }
    let view = context::pov_sentence(cx.model);
    let words = if text.is_empty() { view.to_owned() } else { format!("{text}. {view}") };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    response.on_hover_text(words);
}

/// Whether the engines agree on the best move.
fn verdict(opinions: &[Opinion], p: &Palette) -> (&'static str, Color32) {
    let with_move = opinions.iter().filter(|of| !of.san.is_empty()).count();
    match () {
        () if with_move < 2 => ("", p.text_weak),
        () if opinions.iter().any(|of| of.differs) => (t!("lines-best-differ"), p.warn),
        () if opinions.iter().any(|of| of.apart) => (t!("lines-scores-differ"), p.warn),
        () if with_move < opinions.len() => (t!("lines-agree.others"), p.good),
        () => (t!("lines-agree"), p.good),
    }
}

fn row(ui: &mut Ui, of: &Opinion, places: &Places<'_>) -> bool {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(places.width, ROW), Sense::click());
    if of.by.focus || response.hovered() {
        let fill = if of.by.focus { p.raised } else { p.hover };
        ui.painter().rect_filled(rect, 3, fill);
    }
    let band = Rect::from_min_size(rect.min + vec2(2.0, 3.0), vec2(4.0, ROW - 6.0));
    ui.painter().rect_filled(band, 1, p.engines[of.by.slot % p.engines.len()]);
    let name = format!("{}  {}", of.by.initial, of.by.name);
    let name = buttons::elided(ui, &name, places.name - 14.0, p.text);
    ui.painter().galley(rect.min + vec2(10.0, (ROW - name.size().y) / 2.0), name, p.text);
    let right = |x: f32| pos2(rect.left() + x, rect.center().y);
    if let SeatState::Failed(why) = &of.by.state {
        let room = places.width - places.name - 8.0;
        let text = format!("{} {why}", Icon::Warning.glyph());
        let text = buttons::elided(ui, &text, room, p.bad);
        let at = right(places.name + 6.0) - vec2(0.0, text.size().y / 2.0);
        ui.painter().galley(at, text, p.bad);
    } else {
        judgement(ui, of, rect, places);
        let font = FontId::monospace(FIGURE);
        for &(x, column) in &places.columns {
            let value = (column.2)(of);
            ui.painter().text(right(x), Align2::RIGHT_CENTER, value, font.clone(), p.text_weak);
        }
    }
    let words = words(of);
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, of.by.focus, &words));
    response.on_hover_text(words).clicked()
}

/// Best move and score; what differs from the focused engine has its own background.
fn judgement(ui: &Ui, of: &Opinion, rect: Rect, places: &Places<'_>) {
    let p = theme::palette(ui);
    let stale = of.line.as_ref().is_none_or(|line| line.stale);
    let ink = if stale { p.text_faint } else { p.text };
    let cell = |x: f32, width: f32| {
        let min = pos2(rect.left() + x, rect.top() + 1.0);
        Rect::from_min_size(min, vec2(width, ROW - 2.0))
    };
    let (mv, score) = (cell(places.name, MOVE), cell(places.name + MOVE, SCORE));
    for (differs, place) in [(of.differs, mv), (of.apart, score)] {
        if differs {
            // The score is right-aligned in its place.
            let place = place.shrink2(vec2(3.0, 1.0)).with_max_x(place.right() + 3.0);
            ui.painter().rect_stroke(place, 3, (1.0, p.warn), StrokeKind::Inside);
        }
    }
    let text = if of.san.is_empty() { "–" } else { &of.san };
    let galley = ui.painter().layout_job(move_text::job(text, 13.5, ink));
    let at = mv.left_center() + vec2(8.0, -galley.size().y / 2.0);
    ui.painter().galley(at, galley, ink);
    let Some(line) = &of.line else { return };
    let font = FontId::monospace(12.5);
    let at = score.right_center();
    let text = line.score.text();
    let value = ui.painter().text(at, Align2::RIGHT_CENTER, text, font.clone(), ink);
    if let Some(open) = &of.open {
        let room = Rect::from_min_size(score.right_top(), vec2(places.open, score.height()));
        let room = room.with_min_x(room.left() + 5.0);
        let width = lines::bound_width(ui, &open.short);
        // A number that was cut off would be another number.
        if width <= room.width() {
            let place = room.with_max_x(room.left() + width);
            lines::bound_at(ui, of.by.id.0, place, open, &open.short);
        } else {
            lines::mark(ui, value.left_center() - vec2(9.0, 0.0), open.higher);
        }
    } else if line.bound != Bound::Exact {
        // An open bound is a small chip in front of the score.
        let place = Rect::from_center_size(value.left_center() - vec2(9.0, 0.0), vec2(13.0, 13.0));
        ui.painter().rect_filled(place, 3, p.active);
        let sign = line.bound.sign();
        let font = FontId::proportional(theme::SMALL);
        ui.painter().text(place.center(), Align2::CENTER_CENTER, sign, font, p.text_weak);
    }
}

/// The whole row, for screen readers and as a tooltip.
fn words(of: &Opinion) -> String {
    let name = &of.by.name;
    if let SeatState::Failed(why) = &of.by.state {
        return t!("lines-failed", name = name.as_str(), why = why.as_str());
    }
    let Some(line) = &of.line else { return t!("lines-row-none", name = name.as_str()) };
    let (mv, score) = (of.san.as_str(), line.score_text());
    let mut words = t!("lines-row", name = name.as_str(), move = mv, score = score);
    if !line.age.is_empty() {
        words += &[" (", &line.age, ")"].concat();
    }
    for column in &COLUMNS {
        let value = (column.2)(of);
        if !value.is_empty() {
            words += ", ";
            let unit = analysis::units(of.by.id).word;
            words +=
                &tabia_text::format(column.3, &[("value", value.into()), ("unit", unit.into())]);
        }
    }
    if let Some(open) = &of.open {
        words += &["; ", &open.words].concat();
    }
    if of.differs {
        words += "; ";
        words += t!("lines-row-differs");
    }
    if of.apart {
        words += "; ";
        words += t!("lines-row-apart");
    }
    words
}

/// Maximum width of a chip, points.
const WIDEST: f32 = 170.0;
/// With less room a warning is only an icon, points.
const ROOM_FOR_WORDS: f32 = 110.0;
/// Room for the menu after the chips, points.
const MENU: f32 = 66.0;

/// The maximum width of each so that all fit: long ones get the room that short ones do not need.
fn fair_share(mut wanted: Vec<f32>, room: f32) -> f32 {
    wanted.sort_by(f32::total_cmp);
    let (mut left, mut share) = (room, room);
    for (at, width) in wanted.iter().enumerate() {
        share = left / (wanted.len() - at) as f32;
        if *width > share {
            return share;
        }
        left -= width;
    }
    share.max(room)
}

/// Shows the analysing engines as chips. A click shows the lines of one in full, a cross removes it, a menu adds
/// others. If the engines need more than the machine has, a warning is shown too; a failed engine shows the reason and
/// what can be done.
pub(super) fn chips(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let roster = roster::roster(cx.model);
    let p = theme::palette(ui);
    let leaves = roster.len() > 1;
    let wanted = roster.iter().map(|seated| buttons::chip_width(ui, &seated.name, leaves));
    let room = ui.available_width() - MENU - roster.len() as f32 * ui.spacing().item_spacing.x;
    let widest = fair_share(wanted.collect(), room);
    let chips = |ui: &mut Ui, out: &mut Vec<Action>| {
        for seated in &roster {
            let (mark, state) = state_of(cx, seated);
            let chip = Chip {
                name: &seated.name,
                state: &state,
                initial: &seated.initial,
                color: p.engines[seated.slot % p.engines.len()],
                mark,
                chosen: seated.focus,
                leaves,
                widest: widest.min(WIDEST),
            };
            match buttons::chip(ui, &chip) {
                Some(ChipEvent::Chosen) => out.push(Action::Focus(seated.id)),
                Some(ChipEvent::Left) => out.push(Action::TakesPart(seated.id, false)),
                None => {}
            }
        }
        overload(ui, cx);
    };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            others(ui, cx, &roster, RichText::new(Icon::Plus.glyph()), out);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| chips(ui, out));
        });
    });
}

fn state_of(cx: &Cx<'_>, seated: &RosterEntry) -> (Mark, String) {
    match &seated.state {
        SeatState::AtWork => (Mark::Full, t!("lines-state-searching").to_owned()),
        SeatState::Idle if cx.model.engine.analysis => {
            (Mark::Ring, t!("lines-state-waiting").to_owned())
        }
        SeatState::Idle => (Mark::Ring, t!("lines-state-idle").to_owned()),
        SeatState::Finished(text) => (Mark::Ring, text.clone()),
        SeatState::Failed(why) => (Mark::Trouble, t!("lines-state-failed", why = why.as_str())),
    }
}

/// The engines that could be added, and a button for the list of all.
fn others(ui: &mut Ui, cx: &Cx<'_>, roster: &[RosterEntry], face: RichText, out: &mut Vec<Action>) {
    let menu = ui.menu_button(face, |ui| {
        ui.set_min_width(180.0);
        let full = roster.len() >= MAX_ANALYSING;
        let known = cx.model.choosable();
        let free = known.iter().filter(|(id, _)| roster.iter().all(|seated| seated.id != *id));
        for (id, name) in free {
            let failed = cx.model.engine_failure(*id);
            let text = parts::engine_in_menu(ui, name, failed);
            let button = eframe::egui::Button::new(text).truncate();
            let hint = t!("lines-full", n = MAX_ANALYSING);
            let mut button = ui.add_enabled(!full, button).on_disabled_hover_text(hint);
            if let Some(why) = failed {
                button = button.on_hover_text(why);
            }
            if button.clicked() {
                out.push(Action::TakesPart(*id, true));
                ui.close();
            }
        }
        ui.separator();
        if ui.button(UserCommand::Engines.name()).clicked() {
            out.push(Action::Command(UserCommand::Engines));
            ui.close();
        }
    });
    let name = t!("lines-add-engine");
    menu.response.accessible_name(name).on_hover_text(name);
}

/// A warning if the engines need more than the machine has.
fn overload(ui: &mut Ui, cx: &Cx<'_>) {
    let asked = (seats::threads_asked(cx.model), seats::hash_asked(cx.model));
    let machine = Machine::here(cx.model.processors);
    let Some([short, whole]) = machine.overload(asked.0, asked.1) else { return };
    let p = theme::palette(ui);
    let sign = Icon::Warning.glyph();
    let roomy = ui.available_width() > ROOM_FOR_WORDS;
    let text = if roomy { format!("{sign} {short}") } else { sign.to_string() };
    let response = ui.add(Label::new(RichText::new(text).small().color(p.warn)).truncate());
    let words = t!("lines-warning", what = short.as_str());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    response.on_hover_text(whole);
}

/// The problem with the focused engine and what can be done; nothing if there is none.
pub(super) fn trouble(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    // If it is the only engine, ours is restarted by the text in place of its lines.
    if cx.model.analysing().len() < 2 && cx.model.settings.engines.engines.is_empty() {
        return;
    }
    let id = cx.model.focus();
    let SeatState::Failed(why) = roster::seat_state(cx.model, id) else { return };
    let p = theme::palette(ui);
    let text = t!("lines-failed", name = cx.model.engine_name(id), why = why);
    let advice = cx.model.engine.seat(id).and_then(|seat| seat.advice);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(Icon::Warning.glyph()).color(p.bad));
        ui.add(Label::new(RichText::new(&text).color(p.text)).wrap());
        if let Some(advice) = advice {
            ui.label(RichText::new(advice).small().color(p.text_weak));
        }
        if id.is_own() {
            if ui.add(buttons::secondary(t!("lines-restart"))).clicked() {
                out.push(Action::Command(UserCommand::GoEngine));
            }
            return;
        }
        if ui.add(buttons::secondary(t!("lines-restart"))).clicked() {
            out.push(Action::Engines(EngineAction::Restart(id.0)));
        }
        if ui.add(buttons::secondary(t!("lines-log"))).clicked() {
            out.push(Action::OpenDialog(Dialog::EngineLog { id: id.0, from_list: false }));
        }
        let disable = ui.add(buttons::secondary(t!("lines-switch-off")));
        if disable.on_hover_text(t!("lines-switch-off.hint")).clicked() {
            out.push(Action::Engines(EngineAction::Enable(id.0, false)));
        }
        if ui.add(buttons::secondary(t!("lines-set-up"))).clicked() {
            out.push(Action::Engines(EngineAction::SetUp(id.0)));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::fair_share;

    #[test]
    fn what_short_names_leave_is_for_the_long_ones() {
        let share = |wanted: &[f32], room: f32| fair_share(wanted.to_vec(), room).round() as i32;
        assert_eq!(share(&[60.0, 140.0], 190.0), 130);
        assert_eq!(share(&[160.0, 60.0, 140.0], 300.0), 120);
        assert_eq!(share(&[90.0; 4], 240.0), 60);
        assert!(share(&[60.0, 80.0], 300.0) >= 80, "all fit");
    }
}

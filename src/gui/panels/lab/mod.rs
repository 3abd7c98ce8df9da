//! The views of the Lab, which show a search in detail, and the tours through them.

pub(crate) mod alpha_beta;
pub(crate) mod compare;
pub(crate) mod experiment;
pub(crate) mod foundations;
pub(crate) mod hash_table;
pub(crate) mod horizon;
pub(crate) mod ladder;
pub(crate) mod live_tree;
pub(crate) mod move_order;
pub(crate) mod playouts;
pub(crate) mod profile;
pub(crate) mod race;
pub(crate) mod representations;
pub(crate) mod scratch;
pub(crate) mod small_game;
pub(crate) mod tree;
pub(crate) mod why_not;
pub(crate) mod xray;

use eframe::egui::style::ScrollStyle;
use eframe::egui::{
    Align, Button, Color32, Frame, Id, Label, Layout, Margin, ProgressBar, Rect, RichText,
    ScrollArea, Sense, Spinner, TextStyle, Ui, Vec2, vec2,
};

use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use tabia_app::action::{Action, LabAction, TourAction};
use tabia_app::tours::{Step, TourView, all, is_under_way};
use tabia_app::window::notation::Notation;
use tabia_chess::Board;
use tabia_chess::rules::Outcome;
use tabia_lab::experiment::over;
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::{empty, memo};
use crate::gui::widgets::buttons::IconButton;
use crate::gui::widgets::{buttons, sought};

/// A heading within a view.
fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(theme::GAP);
    ui.label(RichText::new(text).strong());
}

/// A sentence in small print that explains the numbers of a view.
fn note(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).small().color(theme::palette(ui).text_weak));
}

/// A right-aligned cell of a grid, of this size.
fn right(ui: &mut Ui, size: Vec2, text: RichText) {
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_width(size.x);
        ui.label(text);
    });
}

/// A colour of a legend and what it means.
pub(super) fn swatch(ui: &mut Ui, color: Color32, name: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(11.0, 11.0), Sense::hover());
    ui.painter().rect_filled(rect, 2, color);
    note(ui, name);
    ui.add_space(4.0);
}

/// Room for the spinner in the button that stops an experiment, points.
const SPINNER: f32 = 18.0;

/// The button that starts an experiment, or, while it runs, the button that stops it, with a spinner. Where the game is
/// over there is nothing to start. Returns whether to start it.
fn start_or_stop(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (experiment, name): (&str, &str),
    out: &mut Vec<Action>,
) -> bool {
    let enabled = cx.model.over_for(experiment).is_none();
    button_or_stop(ui, cx, (experiment, name, enabled), out)
}

/// The same if the experiment does not search the view's position.
fn button_or_stop(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (experiment, name, enabled): (&str, &str, bool),
    out: &mut Vec<Action>,
) -> bool {
    // Both are as wide, so that neither moves what is beside it.
    let stop = t!("button-stop");
    let size = vec2(button_width(ui, name).max(button_width(ui, stop) + 2.0 * SPINNER), 0.0);
    if cx.model.lab.is_at(experiment) {
        let button = ui.add(Button::new(stop).min_size(size));
        let left = button.rect.left_center() + vec2(SPINNER / 2.0 + 4.0, 0.0);
        let spinner = Rect::from_center_size(left, Vec2::splat(SPINNER - 4.0));
        Spinner::new().paint_at(ui, spinner);
        if button.clicked() {
            out.push(Action::Lab(LabAction::Stop));
        }
        return false;
    }
    let button = ui.add_enabled(enabled, Button::new(name).min_size(size));
    sought::named(ui, name, button.rect);
    button.clicked()
}

/// The outcome if the game is over in the position an experiment would search; `None` if its last run, of another
/// position, can be shown.
fn over_here(cx: &Cx<'_>, experiment: &str) -> Option<Outcome> {
    let key = cx.model.game.tree.board(cx.model.node_of_experiment(experiment)).key();
    let last = cx.model.lab.last_run(experiment);
    let elsewhere = last.is_some_and(|run| !run.trial.holds_for(key));
    cx.model.over_for(experiment).filter(|_| !elsewhere)
}

/// If the game is over in a position, says so.
fn shows_game_over(ui: &mut Ui, cx: &Cx<'_>, board: &Board, out: &mut Vec<Action>) -> bool {
    let outcome = over(board);
    if let Some(outcome) = outcome {
        empty::game_over(ui, cx, outcome, out);
    }
    outcome.is_some()
}

// A tour through the Lab: the text of the current step, and its task.

pub(crate) fn tour(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let Some(view) = cx.model.tour else { return choice(ui, cx, out) };
    let Some(step) = view.now() else { return choice(ui, cx, out) };
    // A presenter steps with a remote and wants the room for the text.
    let presents = cx.model.view.presentation.is_some();
    head(ui, view, step, !presents, out);
    // Whatever the text and the task, the buttons are at the foot, and the task is above them.
    let foot = if presents { 0.0 } else { BUTTONS + theme::GAP };
    let room = ui.available_height() - foot - theme::GAP;
    let id = ui.scope_id().with("height of the task");
    let known = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(2.0 * theme::ROW);
    let asked = known.min((room * TASK).round());
    let area = |name: &str, height: f32| {
        let area = ScrollArea::vertical().id_salt((name, view.tour, view.step));
        area.max_height(height).min_scrolled_height(0.0).auto_shrink(false)
    };
    // Whole lines, so that none is cut in half, and a visible scroll bar if there are more.
    let line = ui.text_style_height(&TextStyle::Body);
    let lines = ((room - asked) / line).floor().max(1.0);
    ui.scope(|ui| {
        ui.spacing_mut().scroll = ScrollStyle::solid();
        area("text", lines * line).show(ui, |ui| markdown(ui, &step.text));
    });
    ui.add_space((room - asked - lines * line).max(0.0));
    let height = area("task", asked).show(ui, |ui| task(ui, view, step)).inner;
    if (height - known).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, height));
        ui.request_repaint();
    }
    if !presents {
        buttons(ui, cx, (view, step), out);
    }
}

/// Height of the row of buttons, points.
const BUTTONS: f32 = theme::ROW + theme::GAP;
/// Maximum share of the room above the buttons taken by the task.
const TASK: f32 = 0.6;

/// The choice of a tour.
fn choice(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        note(ui, &t!("tour-list", n = all().len()));
        for (number, tour) in all().iter().enumerate() {
            ui.add_space(theme::GAP);
            let left = cx.model.settings.tour_step(&tour.name);
            let at_end = left + 1 >= tour.steps.len();
            let done = at_end || cx.model.settings.finished_tours.contains(&tour.name);
            let steps = tour.steps.len();
            ui.horizontal(|ui| {
                let name = format!("{}. {}", number + 1, tour.title);
                if ui.add(Button::new(name)).clicked() {
                    out.push(Action::Tour(TourAction::Begin(number)));
                }
                let state = match left {
                    0 if !done => String::new(),
                    _ if done && (at_end || left == 0) => t!("tour-finished").to_owned(),
                    _ if done => t!("tour-finished-at", step = left + 1, steps = steps),
                    _ => t!("tour-left-at", step = left + 1, steps = steps),
                };
                note(ui, &state);
            });
            note(ui, &tour.about);
        }
    });
}

/// The step, the tour and its progress, and the button that leaves it.
fn head(ui: &mut Ui, view: TourView, step: &Step, leaves: bool, out: &mut Vec<Action>) {
    let Some(tour) = view.tour() else { return };
    let steps = tour.steps.len();
    let right_to_left = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), theme::ROW), right_to_left, |ui| {
        if leaves && ui.button(t!("tour-leave")).on_hover_text(t!("tour-leave.tip")).clicked() {
            out.push(Action::Tour(TourAction::Exit));
        }
        note(ui, &t!("tour-step", step = view.step + 1, steps = steps));
        if ui.available_width() >= WITH_TOUR {
            ui.label(RichText::new(&tour.title).color(theme::palette(ui).accent));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let title = Label::new(RichText::new(&step.title).strong().size(15.0)).truncate();
            ui.add(title).on_hover_text(&tour.title);
        });
    });
    let share = (view.step + 1) as f32 / steps as f32;
    ui.add(ProgressBar::new(share).desired_width(ui.available_width()).desired_height(3.0));
}

/// Width from which the name of the tour is beside that of the step, points.
const WITH_TOUR: f32 = 480.0;

/// Draws a text of a tour, its moves in the reader's notation. Bold words, the terms it explains, have the accent
/// colour: the font has only one weight.
fn markdown(ui: &mut Ui, text: &str) {
    let ctx = ui.ctx().clone();
    memo::with_kept(&ctx, Id::unique("markdown of the tours"), |cache: &mut MarkdownCache| {
        ui.scope(|ui| {
            ui.visuals_mut().widgets.active.fg_stroke.color = theme::palette(ui).accent;
            let text = joined(&Notation::current().write(text));
            CommonMarkViewer::new().show(ui, &mut cache.0, &text);
        });
    });
}

/// The cache of the viewer of tours. A copy begins empty.
#[derive(Debug, Default)]
struct MarkdownCache(CommonMarkCache);

impl Clone for MarkdownCache {
    fn clone(&self) -> MarkdownCache {
        MarkdownCache::default()
    }
}

/// The same text with each paragraph on one line: the viewer lays out each line of the file separately, and a line
/// break there would make the next line start with a space.
fn joined(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_code, mut before) = (false, "");
    for line in text.lines() {
        let plain =
            |line: &str| line.starts_with(|c: char| c.is_alphanumeric() || "*`„“\"(".contains(c));
        let fence = line.starts_with("```");
        let goes_on = !in_code && !fence && plain(before) && plain(line) && !line.starts_with("* ");
        if !out.is_empty() {
            out.push(if goes_on { ' ' } else { '\n' });
        }
        out.push_str(line);
        in_code ^= fence;
        before = if in_code || fence { "" } else { line };
    }
    out
}

/// The task for the reader, ticked off once it is done. Returns its height.
fn task(ui: &mut Ui, view: TourView, step: &Step) -> f32 {
    let p = theme::palette(ui);
    let (icon, color) =
        if view.done { (Icon::Check, p.good) } else { (Icon::ChevronRight, p.accent) };
    let frame = Frame::new().fill(p.hover).corner_radius(theme::RADIUS);
    let shown = frame.inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_top(|ui| {
            ui.label(RichText::new(icon.glyph().to_string()).color(color));
            ui.vertical(|ui| markdown(ui, &step.ask));
        });
    });
    shown.response.rect.height()
}

/// Width of a text in a button, points.
fn button_width(ui: &Ui, text: &str) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    let text = ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x;
    (text + 2.0 * ui.spacing().button_padding.x).ceil()
}

/// The button that moves on.
fn accent_button(ui: &mut Ui, name: &str, hint: &str) -> bool {
    let fill = theme::palette(ui).accent_fill;
    // As wide as the widest of its labels: what is beside it keeps its place.
    let labels = [t!("button-next"), t!("tour-next-tour"), t!("tour-all")];
    let width = labels.map(|label| button_width(ui, label)).into_iter().fold(84.0, f32::max);
    let button = Button::new(RichText::new(name).strong()).fill(fill).min_size(vec2(width, 0.0));
    ui.add(button).on_hover_text(hint).clicked()
}

/// Width of the button that does the task, and of the text that it is under way or done.
const SHOW_ME: f32 = 84.0;

/// Back, forward, and help with this step.
fn buttons(ui: &mut Ui, cx: &Cx<'_>, (view, step): (TourView, &Step), out: &mut Vec<Action>) {
    let steps = view.tour().map_or(0, |tour| tour.steps.len());
    ui.horizontal(|ui| {
        ui.set_min_height(BUTTONS);
        if ui.add_enabled(view.step > 0, Button::new(t!("button-back"))).clicked() {
            out.push(Action::Tour(TourAction::Step(view.step.saturating_sub(1))));
        }
        if view.step + 1 < steps {
            if accent_button(ui, t!("button-next"), t!("tour-next-step")) {
                out.push(Action::Tour(TourAction::Step(view.step + 1)));
            }
        } else if let Some(next) = all().get(view.tour + 1) {
            if accent_button(ui, t!("tour-next-tour"), &next.title) {
                out.push(Action::Tour(TourAction::Begin(view.tour + 1)));
            }
        } else if accent_button(ui, t!("tour-all"), t!("tour-all.tip")) {
            out.push(Action::Tour(TourAction::Exit));
        }
        // One replaces the other, so that nothing else moves when the task is done.
        let p = theme::palette(ui);
        let state = |ui: &mut Ui, text: &str, color| {
            let label = Label::new(RichText::new(text).color(color));
            ui.add_sized(vec2(SHOW_ME, theme::ROW), label);
        };
        if view.done {
            state(ui, t!("tour-done"), p.good);
        } else if is_under_way(cx.model) {
            state(ui, t!("tour-under-way"), p.text_weak);
        } else if step.done.is_some() {
            let button = Button::new(t!("tour-show-me")).min_size(vec2(SHOW_ME, 0.0));
            if ui.add(button).on_hover_text(t!("tour-show-me.tip")).clicked() {
                out.push(Action::Tour(TourAction::DoIt));
            }
        }
        let button = IconButton {
            icon: Icon::Rematch,
            name: t!("tour-set-up"),
            keys: None,
            on: None,
            enabled: true,
            side: theme::ROW,
        };
        if buttons::icon_button(ui, &button).on_hover_text(t!("tour-set-up.tip")).clicked() {
            out.push(Action::Tour(TourAction::Step(view.step)));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_paragraph_are_joined_and_no_others() {
        let text = "One **line**\nof it.\n\nNext\n\n- a\n- b\n\n```\nx\ny\n```\nEnd";
        assert_eq!(joined(text), text.replacen("**\nof", "** of", 1));
    }
}

//! The workspace of training: the board as large as in Play, and a column with the exercise, with the pages on top. The
//! buttons are at the bottom, so that nothing moves when the text changes.

use eframe::egui::{
    Align, Button, Color32, ComboBox, FontId, Label, Layout, Rect, RichText, ScrollArea, TextStyle,
    Ui, UiBuilder, WidgetText, vec2,
};

use tabia_app::action::{Action, TrainingAction, UserCommand};
use tabia_app::training::state::Page;
use tabia_app::window::settings::PromotionPreference;
use tabia_chess::{Board, Color, Move, Square};
use tabia_text::t;

use super::{endgames, guess, openings, puzzles, results, vision};
use crate::gui::look::theme;
use crate::gui::panels::game::play;
use crate::gui::present::context::{self, Cx};
use crate::gui::present::room;
use crate::gui::widgets::board::shapes::{Brush, ComputerShape, Shape};
use crate::gui::widgets::board::{BoardEvent, BoardView, Movable, Promotion};
use crate::gui::widgets::buttons;

/// Space inside the column, points.
pub(super) const INSIDE: f32 = 16.0;
/// Space before and after the name of a page, points.
const PAGE_PADDING: f32 = 5.0;
/// Height of the buttons, points.
pub(super) const BUTTONS: f32 = 32.0;
/// Width of a drop-down list, points.
const CHOICE: f32 = 110.0;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let places = play::places(ui.max_rect());
    let training = &cx.model.training;
    if training.page == Page::Results {
        return results::show(ui, cx, &places, out);
    }
    room::tell_board(ui, places.board);
    match training.page {
        Page::Puzzles => puzzles::board(ui, cx, places.board, out),
        Page::Guess => guess::board(ui, cx, places.board, out),
        Page::Endgames => endgames::board(ui, cx, places.board, out),
        Page::Openings => openings::board(ui, cx, places.board, out),
        Page::Vision => vision::board(ui, cx, places.board, out),
        Page::Results => {}
    }
    let p = theme::palette(ui);
    ui.painter().rect_filled(places.column, 8, p.panel);
    let inner = places.column.shrink(INSIDE);
    let mut column = ui.new_child(UiBuilder::new().id_salt("training").max_rect(inner));
    column.set_clip_rect(places.column.intersect(ui.clip_rect()));
    let ui = &mut column;
    ui.scope(|ui| pages(ui, training.page, out));
    ui.add_space(12.0);
    match training.page {
        Page::Puzzles => puzzles::column(ui, cx, out),
        Page::Guess => guess::column(ui, cx, out),
        Page::Endgames => endgames::column(ui, cx, out),
        Page::Openings => openings::column(ui, cx, out),
        Page::Vision => vision::column(ui, cx, out),
        Page::Results => {}
    }
}

/// The names of the pages, of which one can be chosen.
pub(super) fn pages(ui: &mut Ui, now: Page, out: &mut Vec<Action>) {
    let pages = [
        (Page::Puzzles, t!("training-puzzles")),
        (Page::Guess, t!("training-guess.short")),
        (Page::Endgames, t!("training-endgames")),
        (Page::Openings, t!("training-openings")),
        (Page::Vision, t!("training-vision")),
        (Page::Results, t!("training-results")),
    ];
    ui.spacing_mut().button_padding.x = PAGE_PADDING;
    let width = |size: f32| -> f32 {
        let name = |&(_, name): &(Page, &str)| {
            let font = FontId::proportional(size);
            let text = name.to_owned();
            let text = ui.painter().layout_no_wrap(text, font, Color32::PLACEHOLDER).size().x;
            text + 2.0 * PAGE_PADDING + 2.0
        };
        pages.iter().map(name).sum()
    };
    // As large as fits on one line, or else on two.
    let fits = |size: &f32| width(*size) <= ui.available_width();
    let one_line = [14.0, 13.0, theme::SMALL].into_iter().find(fits);
    let (size, in_row) = one_line.map_or((13.0, pages.len() / 2), |size| (size, pages.len()));
    for row in pages.chunks(in_row) {
        let names = row.iter().map(|&(page, name)| (page, RichText::new(name).size(size)));
        if let Some(page) = choices(ui, now, names) {
            out.push(Action::Training(TrainingAction::Show(page)));
        }
    }
}

/// Choices side by side, in several rows if there is no room. Returns the one that was clicked.
pub(super) fn choices<T: Copy + PartialEq>(
    ui: &mut Ui,
    now: T,
    all: impl IntoIterator<Item = (T, impl Into<WidgetText>)>,
) -> Option<T> {
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (one, name) in all {
            if ui.selectable_label(one == now, name.into()).clicked() {
                chosen = Some(one);
            }
        }
    });
    chosen
}

/// A drop-down list with a name for screen readers.
pub(super) fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    chosen: &mut T,
    all: &[T],
    label: impl Fn(T) -> &'static str,
) {
    let combo = ComboBox::from_id_salt(name).selected_text(label(*chosen)).width(CHOICE);
    let shown = combo.show_ui(ui, |ui| {
        for &one in all {
            ui.selectable_value(chosen, one, label(one));
        }
    });
    shown.response.accessible_name(name).on_hover_text(name);
}

/// The buttons at the bottom of the column, and scrolling content above them.
pub(super) fn with_buttons(
    ui: &mut Ui,
    buttons: impl FnOnce(&mut Ui),
    above: impl FnOnce(&mut Ui),
) {
    ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
        buttons(ui);
        ui.add_space(8.0);
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, above);
        });
    });
}

/// An exercise with the game of the other workspaces, which asks the user for a side.
pub(super) struct Invitation {
    pub title: &'static str,
    pub about: String,
    /// The buttons of White and Black.
    pub sides: [&'static str; 2],
    /// What the moves are taken from.
    pub subject: String,
    /// There are enough moves.
    pub ready: bool,
    /// The text if there are not enough.
    pub not_ready: &'static str,
    pub action: fn(Color) -> TrainingAction,
    /// The button that goes on with something left before.
    pub back: Option<(&'static str, TrainingAction)>,
}

pub(super) fn invite(ui: &mut Ui, of: &Invitation, out: &mut Vec<Action>) {
    with_buttons(
        ui,
        |ui| {
            let [white, black] = of.sides;
            let side = |name, color| (name, Action::Training((of.action)(color)), of.ready);
            let mut all = vec![side(white, Color::White), side(black, Color::Black)];
            if !of.ready {
                let open = UserCommand::OpenFile;
                all.push((open.name(), Action::Command(open), true));
            }
            all.extend(of.back.map(|(name, action)| (name, Action::Training(action), true)));
            let main = if of.ready { 0 } else { 2 };
            let named = all.iter().enumerate();
            let names: Vec<_> =
                named.map(|(at, (name, _, ready))| (*name, at == main, *ready)).collect();
            out.extend(buttons(ui, &names).map(|place| all.swap_remove(place).1));
        },
        |ui| {
            headline(ui, of.title);
            weak(ui, &of.about);
            ui.add_space(8.0);
            if of.ready {
                ui.add(Label::new(RichText::new(&of.subject).strong()).wrap());
            } else {
                weak(ui, of.not_ready);
            }
        },
    );
}

/// A position to move in, or to look at.
pub(super) struct Shown<'a> {
    pub board: &'a Board,
    /// The squares of the move that led to it.
    pub last: Option<(Square, Square)>,
    pub below: Color,
    pub movable: bool,
    pub shapes: &'a [ComputerShape],
}

/// The squares on which a move is shown.
pub(super) fn squares(mv: Move) -> (Square, Square) {
    (mv.from(), mv.drawn_to())
}

/// Shows it, and turns the moves made into actions.
pub(super) fn position(
    ui: &mut Ui,
    cx: &Cx<'_>,
    place: Rect,
    shown: &Shown<'_>,
    out: &mut Vec<Action>,
) {
    let settings = &cx.model.settings;
    let mut view = BoardView::new(shown.board);
    view.id_salt = "training board";
    view.orientation = shown.below;
    view.movable = if shown.movable { Movable::One(shown.board.stm()) } else { Movable::None };
    view.last_move = shown.last;
    view.computer_shapes = shown.shapes;
    view.theme = context::board_theme(cx.model);
    view.options.animation_ms = settings.animation();
    view.options.coordinates = context::coordinates(cx.model);
    view.options.show_dests = settings.show_destinations;
    view.options.ask = false;
    view.options.promotion = match settings.promotion {
        PromotionPreference::Ask => Promotion::Ask,
        PromotionPreference::Queen => Promotion::Queen,
    };
    for event in view.show_in(ui, place).events {
        if let BoardEvent::Move { from, to, promotion } = event {
            out.push(Action::Training(TrainingAction::Move { from, to, promotion }));
        }
    }
}

/// An arrow, or a circle without a target.
pub(super) fn mark(from: Square, to: Option<Square>) -> ComputerShape {
    let shape = Shape { from, to, brush: Brush::Green };
    ComputerShape { shape, label: String::new(), strength: 1.0, stripe: None }
}

/// A text in the size of a headline.
pub(super) fn headline(ui: &mut Ui, text: &str) {
    let ink = theme::palette(ui).text;
    ui.add(Label::new(RichText::new(text).size(20.0).color(ink)).wrap());
}

pub(super) fn weak(ui: &mut Ui, text: impl Into<String>) {
    let ink = theme::palette(ui).text_weak;
    ui.add(Label::new(RichText::new(text).color(ink)).wrap());
}

/// Size of a number, points.
const FIGURE: f32 = 18.0;

/// A number with the label below it, and its tooltip; an empty one is not shown.
pub(super) type Figure<'a> = (String, &'a str, String);

/// Numbers side by side, each with a label below it.
pub(super) fn figures(ui: &mut Ui, figures: &[Figure<'_>]) {
    let p = theme::palette(ui);
    let width_of = |text: &str, size: f32| {
        let font = FontId::proportional(size);
        ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
    };
    let needed = |(number, name, _): &Figure<'_>| {
        width_of(number, FIGURE).max(width_of(name, theme::SMALL)) + theme::GAP
    };
    let needed: Vec<f32> = figures.iter().map(needed).collect();
    // Free room is shared equally; so is missing room.
    let free = ui.available_width() - needed.iter().sum::<f32>();
    let share = free / figures.len().max(1) as f32;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for ((number, name, tip), needed) in figures.iter().zip(needed) {
            let figure = ui.vertical(|ui| {
                ui.set_width(needed + share);
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.label(RichText::new(number).size(FIGURE).strong());
                ui.add(Label::new(RichText::new(*name).small().color(p.text_weak)).truncate());
            });
            if !tip.is_empty() {
                figure.response.on_hover_text(tip);
            }
        }
    });
}

/// The buttons at the bottom, each with its name, whether it stands out, and whether it is enabled; in several rows if
/// there is no room in one. `ui` is filled from the bottom. Returns the place of the button that was pressed.
pub(super) fn buttons(ui: &mut Ui, all: &[(&str, bool, bool)]) -> Option<usize> {
    let font = TextStyle::Button.resolve(ui.style());
    let (padding, gap) = (ui.spacing().button_padding.x, ui.spacing().item_spacing.x);
    let width = |name: &str| {
        let text = name.to_owned();
        let text = ui.painter().layout_no_wrap(text, font.clone(), Color32::PLACEHOLDER);
        (text.size().x + 2.0 * padding).max(BUTTON_WIDTH) + gap
    };
    let (mut rows, mut used) = (vec![Vec::new()], 0.0);
    for (place, (name, ..)) in all.iter().enumerate() {
        let width = width(name);
        if used > 0.0 && used + width > ui.available_width() + gap {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += width;
        if let Some(row) = rows.last_mut() {
            row.push(place);
        }
    }
    let names = all.iter().map(|&(name, ..)| name.to_owned()).collect();
    let just_shown = buttons::are_just_shown(ui, names);
    let mut pressed = None;
    for row in rows.into_iter().rev() {
        let size = vec2(ui.available_width(), BUTTONS);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            for place in row {
                let (name, main, enabled) = all[place];
                if button(ui, name, main, enabled, just_shown) {
                    pressed = Some(place);
                }
            }
        });
    }
    pressed
}

/// Minimum width of a button, points.
const BUTTON_WIDTH: f32 = 72.0;

/// A button of the last row; the main one stands out, and Enter presses it. One just shown takes no click of the
/// mouse.
fn button(ui: &mut Ui, name: &str, main: bool, enabled: bool, just_shown: bool) -> bool {
    let p = theme::palette(ui);
    let button = if main {
        Button::new(RichText::new(name).color(p.on_accent)).fill(p.accent)
    } else {
        Button::new(name)
    };
    let response = ui.add_enabled(enabled, button.min_size(vec2(BUTTON_WIDTH, BUTTONS)));
    buttons::pressed(&response, just_shown) || main && enabled && buttons::enter_pressed(ui)
}

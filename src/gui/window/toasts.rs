//! Notes on what happened, in the corner, and how far a large text is read.

use eframe::egui::{
    Align2, Area, Frame, Id, Order, Pos2, ProgressBar, Rect, RichText, Role, Ui, Vec2, vec2,
};

use tabia_app::action::Action;
use tabia_app::model::Reading;
use tabia_app::window::toasts::{Toast, ToastKind};

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::clear;
use crate::gui::present::clear::Clear;
use crate::gui::present::context::Cx;
use crate::gui::widgets::icon_button;

/// Widest a note gets, points.
const WIDEST: f32 = 380.0;
/// With less room beside the buttons under the board they are as wide as ever, points.
const LEAST: f32 = 240.0;
/// Height expected of them at first, points.
const LOW: f32 = 60.0;
/// Space to the right, below and above, points.
const EDGE: f32 = 14.0;
const BOTTOM: f32 = 46.0;
const TOP: f32 = 44.0;
/// Places tried lie so far apart, points.
const STEP: f32 = 12.0;
/// Up to so many characters a note stands on one line, its buttons beside it.
const SHORT: usize = 40;
/// What is read sooner than this is not announced, ms.
const QUICK_MS: u64 = 300;

/// Shows them.
pub(crate) fn show(ui: &Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let toasts = &cx.model.toasts;
    let reading = cx.model.reading.as_ref();
    let reading = reading.filter(|reading| cx.now_ms >= reading.since_ms + QUICK_MS);
    if toasts.is_empty() && reading.is_none() {
        return;
    }
    let id = Id::unique("toasts");
    let widest = widest(ui);
    let known = ui.memory(|memory| memory.area_rect(id)).map(|rect| rect.size());
    let size = known.unwrap_or(vec2(widest, LOW));
    let corner = corner(ui, size);
    // Where there is no room beside a dialog they lie below it: its buttons are what one needs.
    let dialog = clear::place(ui, Clear::Dialog).filter(|_| cx.model.dialog.is_some());
    let covers =
        dialog.is_some_and(|place| place.intersects(Rect::from_min_max(corner - size, corner)));
    let order = if covers { Order::Middle } else { Order::Foreground };
    Area::new(id)
        .role(Role::Alert)
        .order(order)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(corner)
        .show(ui, |ui| {
            for toast in toasts.iter() {
                toast_ui(ui, toast, widest, out);
            }
            if let Some(reading) = reading {
                reading_ui(ui, reading, out);
            }
        });
}

/// As wide as there is room beside the buttons under the board.
fn widest(ui: &Ui) -> f32 {
    let toolbar = clear::place(ui, Clear::Toolbar);
    let room = toolbar.map_or(WIDEST, |bar| ui.content_rect().right() - bar.right() - 2.0 * EDGE);
    if room < LEAST { WIDEST } else { room.min(WIDEST) }
}

/// The lower right corner of notes of this size: as far down as they hide neither the buttons under the board nor
/// the shown move in the list, and not the board if that can be.
fn corner(ui: &Ui, size: Vec2) -> Pos2 {
    let window = ui.content_rect();
    let kept = |all: &[Clear]| -> Vec<Rect> {
        all.iter().filter_map(|&what| clear::place(ui, what)).collect()
    };
    let first = window.max - vec2(EDGE, BOTTOM);
    let most = ((window.height() - BOTTOM - TOP - size.y) / STEP).max(0.0) as usize;
    let places: Vec<Pos2> = (0..=most).map(|at| first - vec2(0.0, at as f32 * STEP)).collect();
    let free = |places: &[Rect], at: Pos2| {
        let rect = Rect::from_min_max(at - size, at).expand(2.0);
        !places.iter().any(|place| place.intersects(rect))
    };
    for all in [
        &[Clear::Dialog, Clear::Toolbar, Clear::CurrentMove, Clear::Board][..],
        &[Clear::Dialog, Clear::Toolbar, Clear::CurrentMove],
        &[Clear::Dialog],
        &[Clear::Toolbar, Clear::CurrentMove, Clear::Board],
        &[Clear::Toolbar, Clear::CurrentMove],
    ] {
        let kept = kept(all);
        if let Some(&at) = places.iter().find(|&&at| free(&kept, at)) {
            return at;
        }
    }
    first
}

/// How far something is read or written, and the way out.
fn reading_ui(ui: &mut Ui, reading: &Reading, out: &mut Vec<Action>) {
    Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
        ui.horizontal(|ui| {
            let text = reading.name.clone();
            ui.label(&text);
            let bar = ProgressBar::new(reading.share).desired_width(140.0).show_percentage();
            ui.add(bar).accessible_name(text);
            if ui.button("Cancel").clicked() {
                out.push(Action::CancelReading);
            }
        });
    });
}

/// What can be done about it. Whatever is chosen, the note has served.
fn offers_ui(ui: &mut Ui, toast: &Toast, out: &mut Vec<Action>) {
    for offer in &toast.offers {
        if ui.button(offer.name()).clicked() {
            out.push(offer.action());
            out.push(Action::DismissToast(toast.id));
        }
    }
}

fn toast_ui(ui: &mut Ui, toast: &Toast, widest: f32, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (icon, color, name) = match toast.kind {
        ToastKind::Info => (Icon::Info, p.accent, "Note"),
        ToastKind::Warning => (Icon::Warning, p.warn, "Warning"),
        ToastKind::Error => (Icon::Warning, p.bad, "Error"),
        ToastKind::Question => (Icon::Help, p.accent, "Question"),
    };
    Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
        ui.set_max_width(widest);
        ui.horizontal(|ui| {
            ui.label(RichText::new(icon.glyph()).color(color)).accessible_name(name);
            if toast.text.chars().count() > SHORT || widest < WIDEST {
                // Words that wrap, and the buttons below them: beside them there would be no room.
                ui.vertical(|ui| {
                    ui.set_max_width(widest - 70.0);
                    ui.label(&toast.text);
                    if !toast.offers.is_empty() {
                        ui.horizontal_wrapped(|ui| offers_ui(ui, toast, out));
                    }
                });
            } else {
                ui.label(&toast.text);
                offers_ui(ui, toast, out);
            }
            if icon_button::small(ui, Icon::Cross, "Dismiss").clicked() {
                out.push(Action::DismissToast(toast.id));
            }
        });
    });
}

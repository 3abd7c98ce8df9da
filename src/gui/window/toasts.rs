//! Notes on what happened, in the corner, and how far a large text is read.

use eframe::egui::{Align2, Area, Frame, Id, Order, ProgressBar, RichText, Role, Ui, vec2};

use crate::app::action::Action;
use crate::app::model::Reading;
use crate::app::window::toasts::{Toast, ToastKind};

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::widgets::icon_button;

/// Widest a note gets, points.
const WIDEST: f32 = 380.0;
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
    Area::new(Id::unique("toasts"))
        .role(Role::Alert)
        .order(Order::Foreground)
        .anchor(Align2::RIGHT_BOTTOM, vec2(-14.0, -46.0))
        .show(ui, |ui| {
            for toast in toasts.iter() {
                toast_ui(ui, toast, out);
            }
            if let Some(reading) = reading {
                reading_ui(ui, reading, out);
            }
        });
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

fn toast_ui(ui: &mut Ui, toast: &Toast, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let (icon, color, name) = match toast.kind {
        ToastKind::Info => (Icon::Info, p.accent, "Note"),
        ToastKind::Warning => (Icon::Warning, p.warn, "Warning"),
        ToastKind::Error => (Icon::Warning, p.bad, "Error"),
    };
    Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
        ui.set_max_width(WIDEST);
        ui.horizontal(|ui| {
            ui.label(RichText::new(icon.glyph()).color(color)).accessible_name(name);
            if toast.text.chars().count() > SHORT {
                // Words that wrap, and the buttons below them: beside them there would be no room.
                ui.vertical(|ui| {
                    ui.set_max_width(WIDEST - 70.0);
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

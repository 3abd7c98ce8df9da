//! The frame of every dialog: title, body and the row of buttons. Esc and a click outside close a dialog as the button
//! at the end of the row does; Enter presses its main button.

use eframe::egui::{Button, Frame, Id, Key, Modal, Popup, RichText, ScrollArea, Sides, Ui, vec2};

use crate::gui::look::theme;
use crate::gui::present::room::{self, Clear};

/// Height of a dialog's heading, buttons and margins, points.
const DIALOG_REST: f32 = 150.0;

/// Shows a dialog over everything else. Says whether it is to be closed.
pub(crate) fn modal(ui: &Ui, content: impl FnOnce(&mut Ui)) -> bool {
    let modal = Modal::new(Id::unique("dialog")).frame(Frame::popup(ui.style()).inner_margin(14));
    let modal = modal.show(ui, content);
    room::tell(ui, Clear::Dialog, modal.response.rect);
    modal.should_close()
}

/// Begins a dialog of this width with its title.
pub(crate) fn title(ui: &mut Ui, width: f32, text: impl Into<RichText>) {
    ui.set_width(width);
    ui.heading(text);
    ui.add_space(theme::GAP);
}

/// The long part of a dialog: it scrolls where the window is too low for it, so that its buttons stay in
/// reach.
pub(crate) fn body(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let room = (ui.content_rect().height() - DIALOG_REST).max(120.0);
    // Without the least height it would grow no further than the dialog was in the frame before.
    ScrollArea::vertical()
        .max_height(room)
        .min_scrolled_height(room)
        .auto_shrink([false, true])
        .show(ui, add);
}

/// The body as high as this whatever it holds: nothing moves under the pointer when a choice brings other rows.
pub(crate) fn body_of(ui: &mut Ui, height: f32, add: impl FnOnce(&mut Ui)) {
    let room = (ui.content_rect().height() - DIALOG_REST).clamp(120.0, height);
    let area = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
    area.auto_shrink(false).show(ui, |ui| {
        ui.set_min_height(room);
        add(ui);
    });
}

/// The name of a row of a dialog, in its grid: beside the first line of what stands there, however high that is.
pub(crate) fn row_name(ui: &mut Ui, text: &str) {
    let p = theme::palette(ui);
    // A grid puts what is lower than its row into the middle of it, but not what might grow.
    ui.vertical(|ui| {
        ui.horizontal(|ui| {
            ui.set_min_height(ui.spacing().interact_size.y);
            ui.label(RichText::new(text).color(p.text_weak));
        });
    });
}

/// The last row of a dialog: at its right end the button that closes it, before that the one that does what the dialog
/// is for, if there is one and whether it can be pressed. Says whether that was pressed.
pub(crate) fn buttons(ui: &mut Ui, close: &str, main: Option<(&str, bool)>) -> bool {
    buttons_with(
        ui,
        close,
        |_| {},
        |ui| main.is_some_and(|(name, enabled)| main_button(ui, name, enabled)),
    )
}

/// The last row with others in place of the main button, from right to left, and something at its left end.
pub(crate) fn buttons_with<R>(
    ui: &mut Ui,
    close: &str,
    left: impl FnOnce(&mut Ui),
    others: impl FnOnce(&mut Ui) -> R,
) -> R {
    let ((), pressed) = Sides::new().show(ui, left, |ui| {
        if button(ui, close) {
            ui.close();
        }
        others(ui)
    });
    pressed
}

/// A plain button of the last row.
pub(crate) fn button(ui: &mut Ui, name: &str) -> bool {
    ui.add(Button::new(name).min_size(vec2(88.0, 30.0))).clicked()
}

/// The button that does what a dialog is for; Enter presses it unless something else has the focus or a list of
/// choices is open.
pub(crate) fn main_button(ui: &mut Ui, name: &str, enabled: bool) -> bool {
    let button = Button::new(RichText::new(name).strong())
        .fill(theme::palette(ui).accent_fill)
        .min_size(vec2(96.0, 30.0));
    let clicked = ui.add_enabled(enabled, button).clicked();
    let free = ui.memory(|memory| memory.focused().is_none()) && !Popup::is_any_open(ui.ctx());
    clicked || enabled && free && ui.input(|input| input.key_pressed(Key::Enter))
}

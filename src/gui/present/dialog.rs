//! The frame of every dialog: title, body and the row of buttons. Esc and a click outside close a dialog as the button at
//! the end of the row does; Enter presses its main button.

use eframe::egui::{
    Align2, Area, Button, Color32, Frame, Id, Modal, Order, Rect, RichText, ScrollArea, Sides, Ui,
    UiKind, vec2,
};

use crate::gui::look::theme;
use crate::gui::widgets::buttons;

/// Height of a dialog's heading, buttons and margins, points.
const DIALOG_REST: f32 = 150.0;

/// Shows a dialog over everything else. Returns whether to close it.
pub(crate) fn modal(ui: &Ui, content: impl FnOnce(&mut Ui)) -> bool {
    modal_of(ui, dialog(), Frame::popup(ui.style()).inner_margin(14), content)
}

/// The same for a dialog whose height changes: its upper edge is where it would be at this height, points, so that
/// what is above the change does not move.
pub(crate) fn modal_from_top(ui: &Ui, height: f32, content: impl FnOnce(&mut Ui)) -> bool {
    let top = ((ui.content_rect().height() - height) / 2.0).max(0.0).floor();
    let modal = dialog().area(dialog_area().anchor(Align2::CENTER_TOP, vec2(0.0, top)));
    modal_of(ui, modal, Frame::popup(ui.style()).inner_margin(14), content)
}

/// The same without a margin: the content places itself.
pub(crate) fn bare_modal(ui: &Ui, content: impl FnOnce(&mut Ui)) -> bool {
    let p = theme::palette(ui);
    let frame = Frame::new().fill(p.panel).stroke((1.0, p.border)).corner_radius(12);
    modal_of(ui, dialog(), frame, content)
}

/// A dialog beside what it changes: nothing is dimmed, and it is on the right, away from the board.
pub(crate) fn modal_beside(ui: &Ui, content: impl FnOnce(&mut Ui)) -> bool {
    let area = dialog_area().anchor(Align2::RIGHT_CENTER, vec2(-24.0, 0.0));
    let modal = dialog().area(area).backdrop_color(Color32::TRANSPARENT);
    modal_of(ui, modal, Frame::popup(ui.style()).inner_margin(14), content)
}

fn dialog() -> Modal {
    Modal::new(Id::unique("dialog")).area(dialog_area())
}

/// The layer of a dialog: below its drop-down lists. On the same layer, a press and release in one frame would raise
/// both, and the list would stay behind the dialog.
fn dialog_area() -> Area {
    Modal::default_area(Id::unique("dialog")).order(Order::Middle)
}

/// The place of the dialog that was shown last.
pub(crate) fn place(ui: &Ui) -> Option<Rect> {
    ui.memory(|memory| memory.area_rect(Id::unique("dialog")))
}

fn modal_of(ui: &Ui, modal: Modal, frame: Frame, content: impl FnOnce(&mut Ui)) -> bool {
    let shown = modal.frame(frame).show(ui, content);
    // The first click of a double click may have opened the dialog.
    shown.should_close() && !shown.backdrop_response.double_clicked()
}

/// The heading of a dialog, by which screen readers name it.
pub(crate) fn heading(ui: &mut Ui, text: impl Into<RichText>) {
    let text = text.into();
    let dialog = ui.stack().iter().find(|ui| ui.kind() == Some(UiKind::Modal));
    if let Some(dialog) = dialog.map(|dialog| dialog.unique_id) {
        ui.accesskit_node_builder(dialog, |node| node.set_label(text.text()));
    }
    ui.heading(text);
}

/// Starts a dialog of this width with its title.
pub(crate) fn title(ui: &mut Ui, width: f32, text: impl Into<RichText>) {
    ui.set_width(width);
    heading(ui, text);
    ui.add_space(theme::GAP);
}

/// The long part of a dialog: it scrolls if the window is too low for it, so that its buttons stay within reach.
pub(crate) fn body(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let room = (ui.content_rect().height() - DIALOG_REST).max(120.0);
    // Without a minimum height it could not grow beyond the dialog's height in the previous frame.
    ScrollArea::vertical()
        .max_height(room)
        .min_scrolled_height(room)
        .auto_shrink([false, true])
        .show(ui, add);
}

/// The body at this height whatever its content: nothing moves under the pointer when a choice brings other rows.
pub(crate) fn body_of(ui: &mut Ui, height: f32, add: impl FnOnce(&mut Ui)) {
    let room = (ui.content_rect().height() - DIALOG_REST).clamp(120.0, height);
    let area = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
    area.auto_shrink(false).show(ui, |ui| {
        ui.set_min_height(room);
        add(ui);
    });
}

/// The name of a row of a dialog, in its grid: beside the first line of the row's content, however high that is.
pub(crate) fn row_name(ui: &mut Ui, text: &str) {
    let p = theme::palette(ui);
    // A grid centres vertically what is lower than its row, but not what might grow.
    ui.vertical(|ui| {
        ui.horizontal(|ui| {
            ui.set_min_height(ui.spacing().interact_size.y);
            ui.label(RichText::new(text).color(p.text_weak));
        });
    });
}

/// The last row of a dialog: on the right the main button and whether it is enabled, before it the button that closes
/// the dialog. Returns whether the latter was pressed. Enter closes a dialog without a main button.
pub(crate) fn buttons(ui: &mut Ui, close: &str, main: Option<(&str, bool)>) -> bool {
    let Some((name, enabled)) = main else {
        close_button(ui, close, |_| {});
        return false;
    };
    buttons_with(ui, close, |_| {}, |ui| main_button(ui, name, enabled))
}

/// The last row of a dialog that only shows something or applies changes at once, with something at its left end.
pub(crate) fn close_button(ui: &mut Ui, close: &str, left: impl FnOnce(&mut Ui)) {
    Sides::new().show(ui, left, |ui| {
        if accent_button(ui, close, true) || buttons::enter_pressed(ui) {
            ui.close();
        }
    });
}

/// The last row with other buttons in place of the main one, from right to left, and something at its left end.
pub(crate) fn buttons_with<R>(
    ui: &mut Ui,
    close: &str,
    left: impl FnOnce(&mut Ui),
    others: impl FnOnce(&mut Ui) -> R,
) -> R {
    let ((), pressed) = Sides::new().show(ui, left, |ui| {
        let pressed = others(ui);
        if dialog_button(ui, close) {
            ui.close();
        }
        pressed
    });
    pressed
}

/// A plain button of the last row.
pub(crate) fn dialog_button(ui: &mut Ui, name: &str) -> bool {
    ui.add(Button::new(name).min_size(vec2(88.0, 30.0))).clicked()
}

/// The main button of a dialog; Enter presses it unless something else has the focus or a drop-down list is open.
pub(crate) fn main_button(ui: &mut Ui, name: &str, enabled: bool) -> bool {
    accent_button(ui, name, enabled) || enabled && buttons::enter_pressed(ui)
}

/// A highlighted button of the last row.
fn accent_button(ui: &mut Ui, name: &str, enabled: bool) -> bool {
    let p = theme::palette(ui);
    let text = RichText::new(name).color(p.on_accent);
    let button = Button::new(text).fill(p.accent).min_size(vec2(96.0, 30.0));
    ui.add_enabled(enabled, button).clicked()
}

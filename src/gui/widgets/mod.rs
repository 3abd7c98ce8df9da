//! Widgets take data and return what the user did. They know neither the model nor the workers.

pub mod bars;
pub mod beside_board;
pub mod board;
pub mod buttons;
pub(crate) mod fields;
pub(crate) mod icicle;
pub mod move_text;
pub mod plot;
pub mod portrait;
pub mod small_boards;
pub mod sought;
pub(crate) mod table;
pub(crate) mod tree_picture;

use eframe::egui::{Context, Id, Key, Memory, Popup, Rect, Response, Ui, accesskit};

/// The context menu of a widget that is about something else in each frame: the menu stays about what was there when it
/// was opened. `now` is what is there now, and `of` a number of what it belongs to, such as a position: when that
/// changes, the menu closes.
pub(crate) fn menu_of<T: Copy + Send + Sync + 'static>(
    response: &Response,
    of: u64,
    now: Option<T>,
    show: impl FnOnce(&mut Ui, T),
) {
    let id = response.id.with("menu of");
    if response.secondary_clicked() {
        response.ctx.data_mut(|data| data.insert_temp(id, now.map(|now| (of, now))));
    }
    let opened: Option<(u64, T)> = response.ctx.data(|data| data.get_temp(id)).flatten();
    if let Some((_, it)) = opened.filter(|(opened_of, _)| *opened_of == of) {
        response.context_menu(|ui| show(ui, it));
    }
}

/// Keeps the arrow keys for the slider or picture with this id while it has the focus.
fn keep_arrow_keys(ui: &Ui, id: Id) {
    ui.data_mut(|data| data.insert_temp(arrow_keys(), id));
}

/// Whether arrow keys belong to a slider or a picture.
pub(crate) fn has_arrow_keys(ctx: &Context) -> bool {
    let id: Option<Id> = ctx.data(|data| data.get_temp(arrow_keys()));
    id.is_some() && ctx.memory(Memory::focused) == id
}

/// The key under which the widget with the arrow keys is stored.
fn arrow_keys() -> Id {
    Id::unique("widget with the arrow keys")
}

/// Remembers at the end of a frame whether something waits for Escape: an open menu, or what has the focus if it is not
/// a board. At the key press egui takes the focus away before anything is shown, and a menu closes before others ask.
pub(crate) fn note_waiting(ui: &Ui) {
    let focused = ui.memory(|memory| memory.focused().is_some()) && !board::has_keyboard(ui);
    let waits = focused || Popup::is_any_open(ui.ctx());
    ui.data_mut(|data| data.insert_temp(waiting(), waits));
}

/// Whether Escape was pressed and nothing else waited for it.
pub(crate) fn escape_is_free(ui: &Ui) -> bool {
    let waits: Option<bool> = ui.data(|data| data.get_temp(waiting()));
    waits != Some(true) && ui.input(|input| input.key_pressed(Key::Escape))
}

/// The key under which it is stored whether something waits for Escape.
fn waiting() -> Id {
    Id::unique("something waits for Escape")
}

/// Makes a screen reader announce what changes or appears here, when it has finished speaking.
pub(crate) fn announce(ui: &Ui, id: Id) {
    ui.accesskit_node_builder(id, |node| node.set_live(accesskit::Live::Polite));
}

/// Tells assistive technology the place of a container; egui itself does so only for widgets.
fn place_container(ui: &Ui, rect: Rect) {
    ui.accesskit_node_builder(ui.unique_id(), |node| {
        node.set_bounds(accesskit::Rect {
            x0: rect.min.x.into(),
            y0: rect.min.y.into(),
            x1: rect.max.x.into(),
            y1: rect.max.y.into(),
        });
    });
}

//! What is drawn tells the window about its room: how high a panel has to be for what it shows, and which places notes
//! must not cover.

use eframe::egui::{Context, Id, Rect, Ui};

use tabia_app::window::workspace::PaneId;

use crate::gui::look::theme;

/// Height of the strip of tabs, points.
pub(crate) const TABS: f32 = 28.0;
/// An empty panel says so near its top; what says so further down is a part of one, points.
const NEAR_TOP: f32 = 120.0;

/// What a panel wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HeightRequest {
    /// Its height with its strip of tabs, points.
    pub(crate) height: f32,
    /// It has nothing to show but words.
    pub(crate) empty: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked {
    frame: u64,
    wish: HeightRequest,
}

/// A panel begins to be drawn at this height of the window.
pub(crate) fn begin(ui: &Ui, pane: PaneId) {
    let top = ui.max_rect().top();
    ui.data_mut(|data| data.insert_temp(Id::unique("panel being drawn"), (pane, top)));
}

/// The panel being drawn has content of this height; the largest of several in one frame counts. Without a word it
/// takes what it gets.
pub(crate) fn ask(ui: &Ui, content: f32) {
    ask_for(ui, content, false);
}

fn ask_for(ui: &Ui, content: f32, empty: bool) {
    let drawn = Id::unique("panel being drawn");
    let Some((pane, _)) = ui.data(|data| data.get_temp::<(PaneId, f32)>(drawn)) else { return };
    let height = (content + TABS + 2.0 * theme::PAD).ceil();
    let id = id(pane);
    let asked = Asked { frame: ui.cumulative_frame_nr(), wish: HeightRequest { height, empty } };
    let before = ui.data(|data| data.get_temp::<Asked>(id));
    if before.is_some_and(|before| before.frame == asked.frame && before.wish.height > height) {
        return;
    }
    ui.data_mut(|data| data.insert_temp(id, asked));
    let fresh = before.filter(|before| before.frame + 1 >= asked.frame);
    if fresh.is_none_or(|before| (before.wish.height - height).abs() > 0.5) {
        ui.request_repaint();
    }
}

/// The panel being drawn has nothing to show but words and buttons of this height.
pub(crate) fn ask_for_nothing(ui: &Ui, words: f32) {
    let drawn = Id::unique("panel being drawn");
    let known = ui.data(|data| data.get_temp::<(PaneId, f32)>(drawn));
    let above = known.map_or(f32::MAX, |(_, top)| ui.cursor().top() - top);
    if above < NEAR_TOP {
        ask_for(ui, above + words, true);
    }
}

/// What the panel being drawn shows now may be there again with the next move or the next letter of a filter: it asks
/// for nothing and stays as high as it is with its rows.
pub(crate) fn stays(ui: &Ui) {
    ui.data_mut(|data| data.remove::<(PaneId, f32)>(Id::unique("panel being drawn")));
}

fn id(pane: PaneId) -> Id {
    Id::unique(("height asked for", pane))
}

/// What a panel asked for when it was drawn last; `None`: it takes what it gets.
pub(crate) fn asked(ctx: &Context, pane: PaneId) -> Option<HeightRequest> {
    let asked = ctx.data(|data| data.get_temp::<Asked>(id(pane)))?;
    (asked.frame + 2 >= ctx.cumulative_frame_nr()).then_some(asked.wish)
}

/// A place that stays clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Clear {
    /// The buttons under the board.
    Toolbar,
    Board,
    /// The open dialog.
    Dialog,
    /// The shown move in the list of moves.
    CurrentMove,
}

/// Says where it is in this frame.
pub(crate) fn tell(ctx: &Context, what: Clear, place: Rect) {
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(clear_id(what), (frame, place)));
}

/// Where it is, if it is on screen.
pub(crate) fn place(ctx: &Context, what: Clear) -> Option<Rect> {
    let (frame, place) = ctx.data(|data| data.get_temp::<(u64, Rect)>(clear_id(what)))?;
    (ctx.cumulative_frame_nr() <= frame + 1).then_some(place)
}

fn clear_id(what: Clear) -> Id {
    Id::unique(("clear", what))
}

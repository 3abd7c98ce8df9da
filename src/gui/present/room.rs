//! What is drawn tells the window which places notes must not cover.

use eframe::egui::{Context, Id, Rect};

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

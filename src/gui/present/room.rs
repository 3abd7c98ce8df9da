//! The place of the board on screen: notes are shown over its lower edge.

use eframe::egui::{Context, Id, Rect};

fn id() -> Id {
    Id::unique("place of the board")
}

/// Sets the place of the board in this frame.
pub(crate) fn tell_board(ctx: &Context, place: Rect) {
    let frame = ctx.cumulative_frame_nr();
    ctx.data_mut(|data| data.insert_temp(id(), (frame, place)));
}

/// Where the board is, if it is on screen.
pub(crate) fn board(ctx: &Context) -> Option<Rect> {
    let (frame, place) = ctx.data(|data| data.get_temp::<(u64, Rect)>(id()))?;
    (ctx.cumulative_frame_nr() <= frame + 1).then_some(place)
}

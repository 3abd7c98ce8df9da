//! The target of a tour: the element of a view to be used next. It is outlined in place and scrolled into view once;
//! nothing else moves.

use std::sync::Arc;

use eframe::egui::style::ScrollAnimation;
use eframe::egui::{Context, Id, Rect, Stroke, StrokeKind, Ui};

use tabia_chess::Square;

use crate::gui::look::theme;

/// Distance between the element and its outline, and the thickness of the outline, points.
const AWAY: f32 = 2.0;
const OUTLINE: f32 = 2.0;
/// Number of frames in which it is scrolled to: in the first the view does not know its length yet.
const FRAMES: u8 = 2;

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sought {
    /// An element with this name.
    Named(String),
    /// This square of a board.
    Square(Square),
}

/// The target in the view being shown, and where it was found.
#[derive(Clone, Debug)]
struct Search {
    what: Arc<Sought>,
    found: Option<(Rect, Rect)>,
}

/// How often a target was scrolled to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Scrolled {
    what: Option<Id>,
    frames: u8,
}

fn search_id() -> Id {
    Id::unique("what is sought")
}

fn place_id() -> Id {
    Id::unique("where the sought thing is")
}

/// Shows a view in which a target is searched for. `why` distinguishes searches: the target is scrolled to once for
/// each.
pub fn within<R>(ui: &mut Ui, sought: Option<(Sought, Id)>, add: impl FnOnce(&mut Ui) -> R) -> R {
    let Some((what, why)) = sought else { return add(ui) };
    let id = why.with(&what);
    let search = Search { what: Arc::new(what), found: None };
    ui.data_mut(|data| data.insert_temp(search_id(), search));
    let scrolled = ui.data(|data| data.get_temp::<Scrolled>(place_id())).unwrap_or_default();
    let frames = if scrolled.what == Some(id) { scrolled.frames } else { 0 };
    ui.data_mut(|data| data.insert_temp(place_id(), Scrolled { what: Some(id), frames }));
    let shown = add(ui);
    let search = ui.data_mut(|data| {
        let search = data.get_temp::<Search>(search_id());
        data.remove::<Search>(search_id());
        search
    });
    let found = search.and_then(|search| search.found);
    let place = found.map(|(place, _)| place);
    ui.data_mut(|data| data.insert_temp(place_id(), place));
    if let Some((place, clip)) = found {
        let painter = ui.painter().with_clip_rect(clip.expand(AWAY + OUTLINE));
        let ring = Stroke::new(OUTLINE, theme::palette(ui).accent);
        let radius = theme::RADIUS + AWAY as u8;
        painter.rect_stroke(place.expand(AWAY), radius, ring, StrokeKind::Outside);
    }
    if found.is_some() && frames < FRAMES {
        let scrolled = Scrolled { what: Some(id), frames: frames + 1 };
        ui.data_mut(|data| data.insert_temp(place_id(), scrolled));
        ui.request_repaint();
    }
    shown
}

/// Registers an element with this name. Of several the last counts: the content of an empty view, not the icon above
/// it.
pub(crate) fn named(ui: &Ui, name: &str, place: Rect) {
    if let Some(search) = search(ui)
        && matches!(&*search.what, Sought::Named(sought) if sought == name)
    {
        found(ui, search, place);
    }
}

/// Registers the squares of a board.
pub(crate) fn squares(ui: &Ui, place: impl FnOnce(Square) -> Rect) {
    if let Some(search) = search(ui)
        && let Sought::Square(square) = *search.what
    {
        found(ui, search, place(square));
    }
}

fn search(ui: &Ui) -> Option<Search> {
    ui.data(|data| data.get_temp(search_id()))
}

fn found(ui: &Ui, mut search: Search, place: Rect) {
    search.found = Some((place, ui.clip_rect()));
    let frames = ui.data(|data| data.get_temp::<Scrolled>(place_id())).map_or(0, |of| of.frames);
    ui.data_mut(|data| data.insert_temp(search_id(), search));
    if frames < FRAMES {
        let around = place.expand(AWAY + OUTLINE);
        ui.scroll_to_rect_animation(around, None, ScrollAnimation::none());
    }
}

/// The target's place in the last frame.
pub fn place(ctx: &Context) -> Option<Rect> {
    ctx.data(|data| data.get_temp::<Option<Rect>>(place_id())).flatten()
}

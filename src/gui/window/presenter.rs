//! The window during a presentation: the board and one view, in larger type, and the trail of the pointer.

use eframe::egui::{
    Event, FocusDirection, Id, Key, LayerId, Order, Popup, Pos2, RichText, Ui, UiBuilder,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::window::workspace::{PaneId, Workspace};

use super::frame;
use crate::gui::arrangement::arrangements::Leaf;
use crate::gui::look::theme;
use crate::gui::panels::game::board;
use crate::gui::panels::game::moves::Field;
use crate::gui::present::context::Cx;

/// Space around board and view and between them, points.
const EDGE: f32 = 12.0;
/// Maximum share of the width, or of the height in a portrait window, for the board, in general and beside views of the
/// Lab and the duel, which matter more.
const BOARD: f32 = 0.5;
const BESIDE_VIEWS: f32 = 0.38;
/// Size of a window in which type is as large as outside a presentation, in points of an unscaled interface, and the
/// range of the magnification.
const USUAL: [f32; 2] = [1_060.0, 640.0];
const LARGER: [f32; 2] = [1.1, 1.75];
/// Minimum height for the text of a tour to be below the board, points.
const TOUR: f32 = 130.0;
/// How long a place of the pointer stays visible, seconds.
const TRAIL: f64 = 0.5;
/// Radius of the newest place, points.
const RADIUS: f32 = 7.0;

/// The magnification of type in a window of this size, in points of an unscaled interface.
pub(crate) fn magnification(size: [f32; 2]) -> f32 {
    (size[0] / USUAL[0]).min(size[1] / USUAL[1]).clamp(LARGER[0], LARGER[1])
}

/// The actions of a remote or the keyboard. These keys have no other meaning meanwhile, whatever the user has set.
pub(crate) fn pressed(ui: &Ui) -> Vec<Action> {
    let mut out = Vec::new();
    if ui.text_edit_focused() || Popup::is_any_open(ui.ctx()) {
        return out;
    }
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            let action = match key {
                _ if modifiers.any() => return true,
                Key::PageDown | Key::ArrowRight => Action::StepPresentation { on: true },
                Key::PageUp | Key::ArrowLeft => Action::StepPresentation { on: false },
                Key::Escape => Action::Command(UserCommand::Present),
                _ => return true,
            };
            out.push(action);
            false
        });
    });
    if !out.is_empty() {
        // egui has seen arrow keys before and is about to move the focus.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    out
}

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, comment: &mut Field, out: &mut Vec<Action>) {
    let area = ui.max_rect().shrink(EDGE);
    let pane = cx.model.presented();
    let views = matches!(pane.workspace(), Workspace::Lab | Workspace::Duel);
    let share = if views { BESIDE_VIEWS } else { BOARD };
    let around = board::around(cx.model);
    let (board, view) = if area.width() >= area.height() {
        let width = board::width_for_height(area.height(), around).min(area.width() * share);
        let (board, _) = area.split_left_right_at_x(area.left() + width);
        (board, area.with_min_x(board.right() + EDGE))
    } else {
        let height = board::height_for_width(area.width(), around).min(area.height() * BOARD);
        let (board, _) = area.split_top_bottom_at_y(area.top() + height);
        (board, area.with_min_y(board.bottom() + EDGE))
    };
    // The text of a tour is the subject: it is below the board, in the room left there.
    let below = board::height_for_width(board.width(), around) + EDGE;
    let tour = cx.model.tour.is_some() && pane != PaneId::Tour;
    let (board, text) = if tour && area.height() - below >= TOUR {
        let (board, rest) = area.intersect(board).split_top_bottom_at_y(area.top() + below);
        (board, Some(rest))
    } else {
        (board, None)
    };
    let mut child = ui.new_child(UiBuilder::new().id_salt("presented board").max_rect(board));
    frame::leaf(&mut child, cx, Leaf::Board, comment, out);
    if let Some(text) = text {
        ui.painter().rect_filled(text, theme::RADIUS, theme::palette(ui).panel);
        let inner = text.shrink(EDGE);
        let mut child = ui.new_child(UiBuilder::new().id_salt("presented tour").max_rect(inner));
        child.shrink_clip_rect(text);
        frame::leaf(&mut child, cx, Leaf::Panel(PaneId::Tour), comment, out);
    }
    ui.painter().rect_filled(view, theme::RADIUS, theme::palette(ui).panel);
    let inner = view.shrink(EDGE);
    let mut child = ui.new_child(UiBuilder::new().id_salt("presented view").max_rect(inner));
    // Wider content is clipped at the edge of the view, as in a tile.
    child.shrink_clip_rect(view);
    child.label(RichText::new(pane.title()).strong().size(16.0));
    child.add_space(theme::GAP);
    let rest = child.available_rect_before_wrap();
    child.scope_builder(UiBuilder::new().max_rect(rest), |ui| {
        frame::leaf(ui, cx, Leaf::Panel(pane), comment, out);
    });
    if !cx.model.settings.reduced_motion {
        trail(ui);
    }
}

/// The last places of the pointer, fading.
fn trail(ui: &Ui) {
    let id = Id::unique("trail of the pointer");
    let (now, at) = ui.input(|input| (input.time, input.pointer.latest_pos()));
    let mut places = ui.data(|data| data.get_temp::<Vec<(f64, Pos2)>>(id)).unwrap_or_default();
    let last: Option<Pos2> = ui.data(|data| data.get_temp(id.with("last")));
    if let Some(at) = at.filter(|at| last != Some(*at)) {
        // The first place is from before the presentation.
        if last.is_some() {
            places.push((now, at));
        }
        ui.data_mut(|data| data.insert_temp(id.with("last"), at));
    }
    places.retain(|(since, _)| now - since < TRAIL);
    let painter = ui.layer_painter(LayerId::new(Order::Foreground, id));
    let color = theme::palette(ui).accent;
    for &(since, place) in &places {
        let left = (1.0 - (now - since) / TRAIL) as f32;
        painter.circle_filled(place, RADIUS * left, color.gamma_multiply(left * 0.6));
    }
    if !places.is_empty() {
        ui.request_repaint();
    }
    ui.data_mut(|data| data.insert_temp(id, places));
}

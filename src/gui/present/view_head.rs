//! What every view of the Lab has at its upper edge: its own controls, and at the right the same four buttons.

use eframe::egui::{Align, Context, Id, Layout, Popup, Rect, Response, RichText, Ui, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::about::about;
use tabia_app::window::workspace::PaneId;
use tabia_games::game::tree::NodeId;

use crate::gui::look::format;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::widgets::icon_button::{self, IconButton};

/// Width of an explanation, points.
const EXPLANATION: f32 = 380.0;
/// Side of a button, points.
const SIDE: f32 = 22.0;
/// Space between two, points.
const BETWEEN: f32 = 2.0;

/// What a view can do besides explaining itself and being saved as a picture.
pub(crate) struct Head<'a> {
    /// The view.
    pub pane: PaneId,
    /// It shows the position on the board and can be pinned to one.
    pub follows: bool,
    /// What is copied as text, if there is anything to copy.
    pub copy: Option<&'a dyn Fn() -> String>,
}

/// Shows the upper edge: `controls` at the left, wrapped where they have no room, and the buttons at the right.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    head: &Head<'_>,
    out: &mut Vec<Action>,
    controls: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    remember_place(ui, head.pane);
    let buttons = 2 + usize::from(head.follows) + usize::from(head.copy.is_some());
    let room = buttons as f32 * (SIDE + BETWEEN);
    ui.horizontal_top(|ui| {
        let left = (ui.available_width() - room - theme::GAP).max(80.0);
        ui.allocate_ui_with_layout(vec2(left, SIDE), Layout::top_down(Align::Min), |ui| {
            ui.set_min_width(left);
            ui.horizontal_wrapped(|ui| controls(ui, out));
        });
        ui.spacing_mut().item_spacing.x = BETWEEN;
        tools(ui, cx, head, out);
    });
    pinned_note(ui, cx, head.pane);
}

/// The buttons, the question mark last.
fn tools(ui: &mut Ui, cx: &Cx<'_>, head: &Head<'_>, out: &mut Vec<Action>) {
    if head.follows {
        let pinned = cx.model.lab.pinned(head.pane, &cx.model.game).is_some();
        let name = if pinned { "Follow the board again" } else { "Pin to this position" };
        if button(ui, Icon::Pin, name, Some(pinned)).clicked() {
            out.push(Action::Lab(LabAction::Pin(head.pane)));
        }
    }
    if let Some(text) = head.copy
        && button(ui, Icon::Copy, "Copy as comma-separated values", None).clicked()
    {
        ui.copy_text(text());
    }
    if button(ui, Icon::Picture, "Save a picture of this view", None).clicked() {
        out.push(Action::Lab(LabAction::Picture(head.pane)));
    }
    explain(ui, head.pane, out);
}

fn button(ui: &mut Ui, icon: Icon, name: &str, on: Option<bool>) -> Response {
    let button = IconButton { icon, name, keys: None, on, enabled: true, side: SIDE };
    icon_button::show(ui, &button)
}

/// The question mark, what it says, and the example.
fn explain(ui: &mut Ui, pane: PaneId, out: &mut Vec<Action>) {
    let Some(about) = about(pane) else { return };
    let button = button(ui, Icon::Help, "What is shown here", None);
    Popup::menu(&button).show(|ui| {
        ui.set_max_width(EXPLANATION);
        ui.label(about.text);
        ui.add_space(theme::GAP);
        if ui.button(about.example.label).clicked() {
            out.push(Action::Lab(LabAction::ShowMe(pane)));
        }
    });
}

/// Says where a pinned view is, when the board is elsewhere.
fn pinned_note(ui: &mut Ui, cx: &Cx<'_>, pane: PaneId) {
    let game = &cx.model.game;
    if let Some(node) = cx.model.lab.pinned(pane, game).filter(|&node| node != game.current) {
        let place = match node {
            NodeId::ROOT => "the position the game began with".to_owned(),
            _ => format!("the position after {}", format::move_name(&game.tree, node)),
        };
        let text = format!("Pinned to {place}");
        ui.label(RichText::new(text).small().color(theme::palette(ui).text_weak));
    }
}

/// Keeps where the view stands, for a picture of it.
fn remember_place(ui: &Ui, pane: PaneId) {
    let rect = ui.clip_rect().intersect(ui.max_rect().expand(theme::GAP));
    ui.data_mut(|data| data.insert_temp(place_id(pane), rect));
}

/// Where a view stood in the last frame it was shown in, points.
pub(crate) fn place(ctx: &Context, pane: PaneId) -> Option<Rect> {
    ctx.data(|data| data.get_temp(place_id(pane)))
}

fn place_id(pane: PaneId) -> Id {
    Id::unique(("place of a view", pane))
}

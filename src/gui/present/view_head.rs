//! The upper edge of every view of the Lab: its own controls, and on the right the same buttons; and what the export of a
//! view needs to know about its place.

use eframe::egui::{Align, Context, Id, Layout, Popup, Response, RichText, Ui, Vec2, vec2};

use tabia_app::action::{Action, LabAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::lab::about::about;
use tabia_app::lab::terminal;
use tabia_app::window::workspace::PaneId;
use tabia_games::game::tree::NodeId;
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::widgets::buttons::IconButton;
use crate::gui::widgets::{buttons, sought};

/// Width of an explanation, points.
const EXPLANATION: f32 = 380.0;
/// Side of a button, points.
const SIDE: f32 = 22.0;
/// Space between two buttons, points.
const BETWEEN: f32 = 2.0;

/// What a view can do besides explaining itself and being exported.
pub(crate) struct Head<'a> {
    /// The view.
    pub pane: PaneId,
    /// It shows the position on the board and can be pinned to a position.
    pub follows: bool,
    /// The text to copy, if there is anything to copy yet.
    pub copy: Option<&'a dyn Fn() -> String>,
}

/// Shows the upper edge: `controls` on the left, wrapped if there is no room, and the buttons on the right.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    head: &Head<'_>,
    out: &mut Vec<Action>,
    controls: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    let command = terminal::may_have_command(cx.model, head.pane);
    let more = [head.follows, has_table(head.pane), shows_search(head.pane), command];
    let buttons = 3 + more.into_iter().filter(|&more| more).count();
    let room = buttons as f32 * (SIDE + BETWEEN);
    ui.horizontal_top(|ui| {
        let left = (ui.available_width() - room - theme::GAP).max(80.0);
        ui.allocate_ui_with_layout(vec2(left, SIDE), Layout::top_down(Align::Min), |ui| {
            ui.set_min_width(left);
            ui.horizontal_wrapped(|ui| controls(ui, out));
        });
        ui.spacing_mut().item_spacing.x = BETWEEN;
        if !is_picture(ui) {
            tools(ui, cx, head, out);
        }
    });
    pinned_note(ui, cx, head.pane);
}

/// Whether a view shows the analysing engine, which can then be started and stopped there.
fn shows_search(pane: PaneId) -> bool {
    matches!(
        pane,
        PaneId::LiveTree
            | PaneId::RootRace
            | PaneId::Profile
            | PaneId::MoveOrder
            | PaneId::HashTable
    )
}

/// Whether a view has numbers that can be copied, now or later.
fn has_table(pane: PaneId) -> bool {
    pane != PaneId::LiveTree
}

/// The buttons, the question mark last. A disabled one keeps its place, so that the controls beside them do not wrap
/// again when it is enabled.
fn tools(ui: &mut Ui, cx: &Cx<'_>, head: &Head<'_>, out: &mut Vec<Action>) {
    if shows_search(head.pane) {
        let (command, on) = (UserCommand::ToggleAnalysis, cx.model.engine.analysis);
        let icon = if on { Icon::Pause } else { Icon::Analyse };
        if button(ui, icon, command.verb(cx.model), None, true).clicked() {
            out.push(Action::Command(command));
        }
    }
    if head.follows {
        let pinned = cx.model.lab.pinned(head.pane, &cx.model.game).is_some();
        let name = if pinned { t!("present-follow") } else { t!("present-pin") };
        if button(ui, Icon::Pin, name, Some(pinned), true).clicked() {
            out.push(Action::Lab(LabAction::Pin(head.pane)));
        }
    }
    if has_table(head.pane)
        && button(ui, Icon::Copy, t!("present-copy-csv"), None, head.copy.is_some()).clicked()
        && let Some(text) = head.copy
    {
        ui.copy_text(text());
    }
    export_button(ui, head.pane, SIDE, out);
    if button(ui, Icon::Link, UserCommand::CopyLink.name(), None, true).clicked() {
        out.push(Action::Lab(LabAction::CopyLink(head.pane)));
    }
    let name = UserCommand::CopyTerminalCommand.name();
    let has_command = terminal::has_command(cx.model, head.pane);
    if terminal::may_have_command(cx.model, head.pane)
        && button(ui, Icon::Terminal, name, None, has_command).clicked()
    {
        out.push(Action::Lab(LabAction::CopyTerminalCommand(head.pane)));
    }
    explain(ui, head.pane, out);
}

/// The button that exports a view. `side`: points.
pub(crate) fn export_button(ui: &mut Ui, pane: PaneId, side: f32, out: &mut Vec<Action>) {
    let name = UserCommand::ExportView.name().trim_end_matches('…');
    let button =
        IconButton { icon: Icon::Picture, name, keys: None, on: None, enabled: true, side };
    if buttons::icon_button(ui, &button).clicked() {
        out.push(Action::Lab(LabAction::ExportView(pane)));
    }
}

fn button(ui: &mut Ui, icon: Icon, name: &str, on: Option<bool>, enabled: bool) -> Response {
    let button = IconButton { icon, name, keys: None, on, enabled, side: SIDE };
    let shown = buttons::icon_button(ui, &button);
    sought::named(ui, name, shown.rect);
    shown
}

/// The question mark, its explanation, and the example.
fn explain(ui: &mut Ui, pane: PaneId, out: &mut Vec<Action>) {
    let Some(about) = about(pane) else { return };
    let button = button(ui, Icon::Help, t!("present-explain"), None, true);
    // The layout of a menu would justify the lines of the text.
    Popup::menu(&button).layout(Layout::top_down(Align::Min)).show(|ui| {
        ui.set_max_width(EXPLANATION);
        ui.label(about.text);
        ui.add_space(theme::GAP);
        if ui.button(about.example.label).clicked() {
            out.push(Action::Lab(LabAction::ShowMe(pane)));
        }
    });
}

/// Names the position of a pinned view if the board shows another.
fn pinned_note(ui: &mut Ui, cx: &Cx<'_>, pane: PaneId) {
    let game = &cx.model.game;
    if let Some(node) = cx.model.lab.pinned(pane, game).filter(|&node| node != game.current) {
        let text = match node {
            NodeId::ROOT => t!("present-pinned-start").to_owned(),
            _ => t!("present-pinned", move = format::move_name(&game.tree, node)),
        };
        ui.label(RichText::new(text).small().color(theme::palette(ui).text_weak));
    }
}

/// From now on views are drawn as a picture, in which nothing can be pressed: controls are left out.
pub(crate) fn draw_pictures(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(picture_id(), true));
}

/// Whether a view is drawn as a picture.
pub(crate) fn is_picture(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(picture_id())).unwrap_or(false)
}

fn picture_id() -> Id {
    Id::unique("views are pictures")
}

/// The place of a view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Its size, points, with the margin around it.
    pub size: Vec2,
    /// The scope of its widgets.
    pub scope: Id,
}

/// Remembers the place of a view for its export.
pub(crate) fn remember_place(ui: &Ui, pane: PaneId) {
    let size = ui.max_rect().size() + Vec2::splat(2.0 * theme::PAD);
    let place = Place { size, scope: ui.scope_id() };
    ui.data_mut(|data| data.insert_temp(place_id(pane), place));
}

/// The place of a view in the last frame that showed it.
pub(crate) fn place(ctx: &Context, pane: PaneId) -> Option<Place> {
    ctx.data(|data| data.get_temp(place_id(pane)))
}

fn place_id(pane: PaneId) -> Id {
    Id::unique(("place of a view", pane))
}

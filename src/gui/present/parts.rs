//! Building blocks of several panels and dialogs: buttons of commands, empty states, the header of a view of the Lab,
//! the frame of a dialog.

use eframe::egui::{
    Align, Align2, Area, AsIdSalt, Button, Color32, ComboBox, Context, Frame, Id, Label, Layout,
    Modal, Order, Popup, Response, RichText, Role, ScrollArea, Sides, TextStyle, TextWrapMode, Ui,
    UiKind, Vec2, WidgetInfo, WidgetText, vec2,
};

use tabia_app::action::{Action, LabAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::state::EngineStatus;
use tabia_app::lab::about::about;
use tabia_app::lab::terminal;
use tabia_app::window::workspace::PaneId;
use tabia_chess::rules::Outcome;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::human::scale;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::result::GameResult;
use tabia_games::game::tree::NodeId;
use tabia_games::words;
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::analysis;
use crate::gui::present::context::Cx;
use crate::gui::widgets::buttons::IconButton;
use crate::gui::widgets::move_text::Wheel;
use crate::gui::widgets::{buttons, sought};

/// An icon button for a command, with its name, keys and state; `face` replaces icon and name.
pub(crate) fn command_button(
    ui: &mut Ui,
    cx: &Cx<'_>,
    command: UserCommand,
    face: Option<(Icon, &str)>,
    out: &mut Vec<Action>,
) {
    let info = command.info();
    let (icon, name) = match face {
        Some((icon, name)) => (Some(icon), name),
        None => (Icon::from_name(info.icon), info.name().trim_end_matches('…')),
    };
    let button = IconButton {
        icon: icon.unwrap_or(Icon::More),
        name,
        keys: command.keys_text(cx.model),
        on: command.is_checked(cx.model),
        enabled: command.is_enabled(cx.model),
        side: 30.0,
    };
    if buttons::icon_button(ui, &button).clicked() {
        out.push(Action::Command(command));
    }
}

/// A button with icon and name, for what the user most likely wants next.
pub(crate) fn labelled_button(
    ui: &mut Ui,
    cx: &Cx<'_>,
    command: UserCommand,
    out: &mut Vec<Action>,
) {
    let info = command.info();
    let icon = match command {
        UserCommand::Pause if cx.model.game.paused => Icon::Play,
        _ => Icon::from_name(info.icon).unwrap_or(Icon::More),
    };
    let name = command.verb(cx.model);
    let hint = match command.keys_text(cx.model) {
        Some(keys) => format!("{}  {keys}", info.tooltip()),
        None => info.tooltip().to_owned(),
    };
    let button = Button::new(format!("{} {name}", icon.glyph())).min_size(vec2(0.0, 30.0));
    let button = ui.add_enabled(command.is_enabled(cx.model), button);
    sought::named(ui, name, button.rect);
    if button.accessible_name(name).on_hover_text(hint).clicked() {
        out.push(Action::Command(command));
    }
}

/// A choice of one of the engines, ours first. Nothing is shown if there is only ours.
pub(crate) fn engine_choice(ui: &mut Ui, cx: &Cx<'_>, name: &str, chosen: &mut EngineId) {
    let known = cx.model.choosable();
    if !cx.model.is_known(*chosen) {
        *chosen = EngineId::BUILT_IN;
    }
    if known.len() < 2 {
        return;
    }
    let combo = ComboBox::from_id_salt(name).selected_text(cx.model.engine_name(*chosen));
    let shown = combo.width(220.0).truncate().show_ui(ui, |ui| {
        for (id, title) in known {
            ui.selectable_value(chosen, id, title);
        }
    });
    shown.response.accessible_name(name);
}

/// Height of an empty panel that is folded to one line, points.
const FOLDED: f32 = 30.0;
/// Height of the two lines of an empty panel, points.
const EMPTY_TEXT: f32 = 42.0;
/// Height of the buttons below them with the space above, points.
const EMPTY_OFFERS: f32 = 40.0;

/// The text of a panel that has nothing to show, when nothing can be done about it: what is missing and why.
pub(crate) fn empty(ui: &mut Ui, what: &str, why: &str) {
    empty_with(ui, [what, why], 0.0, |_| {});
}

/// The same with what would fill the panel: commands that are enabled now are buttons below.
pub(crate) fn offer(
    ui: &mut Ui,
    cx: &Cx<'_>,
    words: [&str; 2],
    commands: &[UserCommand],
    out: &mut Vec<Action>,
) {
    let given = |command: &&UserCommand| command.is_enabled(cx.model);
    let commands: Vec<UserCommand> = commands.iter().filter(given).copied().collect();
    if commands.is_empty() {
        return empty_with(ui, words, 0.0, |_| {});
    }
    empty_with(ui, words, EMPTY_OFFERS, |ui| {
        ui.horizontal_wrapped(|ui| {
            for &command in &commands {
                labelled_button(ui, cx, command, out);
            }
        });
    });
}

/// The same with a button of its own. Returns whether it was pressed.
pub(crate) fn offer_button(ui: &mut Ui, words: [&str; 2], name: &str) -> bool {
    let mut pressed = false;
    empty_with(ui, words, EMPTY_OFFERS, |ui| {
        pressed = ui.add(Button::new(name).min_size(vec2(0.0, 30.0))).clicked();
    });
    pressed
}

/// What the search of another engine cannot show, and a button to switch to Tabia's own.
pub(crate) fn offer_tabia(ui: &mut Ui, words: [&str; 2], out: &mut Vec<Action>) {
    if offer_button(ui, words, t!("present-tabia")) {
        show_tabia(out);
    }
}

/// Makes the panels show Tabia's own search and adds it to the analysis.
pub(crate) fn show_tabia(out: &mut Vec<Action>) {
    out.push(Action::TakesPart(EngineId::BUILT_IN, true));
    out.push(Action::Focus(EngineId::BUILT_IN));
}

/// Two lines in the middle of the panel and below them an element of height `below`. In a low panel it is one line:
/// both texts after each other, and at its end the element.
fn empty_with(ui: &mut Ui, [what, why]: [&str; 2], below: f32, add: impl FnOnce(&mut Ui)) {
    let p = theme::palette(ui);
    if ui.available_height() < EMPTY_TEXT + below {
        return folded(ui, [what, why], add);
    }
    let space = (ui.available_height() - EMPTY_TEXT - below) / 2.0;
    ui.add_space(space.max(2.0));
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(what).color(p.text_weak));
        ui.label(RichText::new(why).small().color(p.text_faint));
    });
    if below > 0.0 {
        ui.add_space(4.0);
        centred(ui, add);
    }
}

/// The same in one line.
fn folded(ui: &mut Ui, [what, why]: [&str; 2], add: impl FnOnce(&mut Ui)) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(FOLDED);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            add(ui);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let name = Label::new(RichText::new(what).color(p.text_weak)).truncate();
                let name = ui.add(name);
                let reason = WidgetText::from(RichText::new(why).small().color(p.text_weak));
                let wrap = Some(TextWrapMode::Extend);
                let reason = reason.into_galley(ui, wrap, f32::INFINITY, TextStyle::Small);
                // Without room for the reason it is in the tooltip.
                if reason.size().x <= ui.available_width() {
                    ui.label(reason);
                } else {
                    name.on_hover_text(why);
                }
            });
        });
    });
}

/// Shows something in the middle of the line; its width is known from the previous frame.
fn centred(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with("centred");
    let known = ui.data(|data| data.get_temp::<f32>(id));
    let room = ui.available_width();
    ui.horizontal(|ui| {
        ui.add_space(((room - known.unwrap_or(room)) / 2.0).max(0.0));
        let width = ui.scope(add).response.rect.width();
        if known.is_none_or(|known| (known - width).abs() > 0.5) {
            ui.data_mut(|data| data.insert_temp(id, width));
            ui.request_repaint();
        }
    });
}

/// The text of a panel if the game is over by the rules and there is nothing to search.
pub(crate) fn game_over(ui: &mut Ui, cx: &Cx<'_>, outcome: Outcome, out: &mut Vec<Action>) {
    let ended = words::outcome(outcome);
    let result = format!("{} · {ended}", GameResult::won_by(outcome.winner()).shown());
    let words = [result.as_str(), t!("present-over")];
    offer(ui, cx, words, &[UserCommand::ReviewGame], out);
}

/// The text of the panels of a search while there is none, and what starts one.
pub(crate) fn no_search(ui: &mut Ui, cx: &Cx<'_>, what: &str, out: &mut Vec<Action>) {
    let model = cx.model;
    if let Some(outcome) = analysis::search_outcome(cx.model) {
        return game_over(ui, cx, outcome, out);
    }
    if analysis::is_thinking(cx.model) && analysis::search(cx.model).is_some() {
        let what = t!("present-searching", name = model.engine_name(model.focus()));
        return empty(ui, &what, t!("present-first-iteration"));
    }
    // After the game there is no need to watch the opponent think.
    if let Some(level) = analysis::weak_level(cx.model).filter(|_| model.game.is_played()) {
        return offer_watching(ui, cx, level, out);
    }
    let (why, command) = match model.engine_status() {
        EngineStatus::Halted | EngineStatus::Failed(_) => {
            (t!("present-engine-stopped"), UserCommand::GoEngine)
        }
        EngineStatus::Paused => (t!("present-game-paused"), UserCommand::Pause),
        _ if model.engine.analysis => (t!("present-analysis-on"), UserCommand::ToggleAnalysis),
        _ => match analysis::weak_opponent(model) {
            Some(level) => return offer_watching(ui, cx, level, out),
            None => (t!("present-analyse"), UserCommand::ToggleAnalysis),
        },
    };
    offer(ui, cx, [what, why], &[command], out);
}

/// What can be shown during a game against a weak level, and that this is help.
fn offer_watching(ui: &mut Ui, cx: &Cx<'_>, level: String, out: &mut Vec<Action>) {
    let what = t!("present-weak", level = level);
    let words = [what.as_str(), t!("present-weak.why")];
    offer(ui, cx, words, &[UserCommand::Watch, UserCommand::Hint], out);
}

/// Notes above the content of a search panel: which position the search is of, if that is not the one on the board; and
/// why scores of a weak level are left out.
pub(crate) fn search_notes(ui: &mut Ui, cx: &Cx<'_>) {
    position_note(ui, cx);
    if let Some(level) = analysis::weak_level(cx.model) {
        let text = t!("present-weak", level = level);
        ui.label(RichText::new(text).small().color(theme::palette(ui).text_weak));
    }
}

/// In a view by depth: up to which depth scores may come from an earlier search.
pub(crate) fn known_note(ui: &mut Ui, cx: &Cx<'_>) {
    let live = analysis::search(cx.model).and_then(|search| search.live.as_ref());
    let Some(detail) = live.and_then(|live| live.detail.alphabeta()) else { return };
    // The line is there without a note too, so that nothing below moves from one search to the next.
    let known = |depth| t!("present-known", depth = depth);
    let text = RichText::new(detail.tt_depth.map_or_else(|| " ".to_owned(), known)).small();
    ui.add(Label::new(text.color(theme::palette(ui).text_weak)).truncate());
}

/// Names the position of the shown content, if it is not the one on the board.
pub(crate) fn position_note(ui: &mut Ui, cx: &Cx<'_>) {
    let Some(other) = analysis::other_position(cx.model) else { return };
    let p = theme::palette(ui);
    let (icon, text) = (Icon::Clock.glyph(), t!("present-position", place = other.name));
    let label = Label::new(RichText::new(format!("{icon} {text}")).small().color(p.warn));
    let hint =
        if other.old { t!("present-position.old") } else { t!("present-position.searching") };
    let note = ui.add(label.truncate());
    note.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    note.on_hover_text(hint);
}

/// Whole steps the wheel made in this frame, positive towards the end of the game. Consumed steps do not scroll
/// anything else.
pub(crate) fn wheel_steps(ui: &Ui, wheel: &mut Wheel) -> i64 {
    ui.input_mut(|input| {
        input.smooth_scroll_delta = eframe::egui::Vec2::ZERO;
        input.events.iter().map(|event| i64::from(wheel.steps(event))).sum()
    })
}

/// The ratings of people who make similar mistakes to this Elo number, in steps of 50, as far as games of people were
/// available for fitting.
pub(crate) fn errs(elo: u16) -> String {
    let rating = (scale::rating(elo) / 50.0).round() * 50.0;
    match rating as i64 {
        ..400 => t!("errs-like.more").to_owned(),
        2901.. => t!("errs-like.less").to_owned(),
        rating => t!("errs-like", rating = rating.to_string()),
    }
}

/// How it plays and the Elo number it corresponds to.
pub(crate) fn strength_note(strength: Strength) -> String {
    match (strength, strength.elo()) {
        (Strength::Gambler, _) => t!("new-game-plays-gambler").to_owned(),
        (_, Some(elo)) => {
            // A character makes mistakes like the level it plays at; its measured rating may differ.
            let plays_at = strength.character().map_or(elo, |one| one.plays_at);
            t!("present-strength", elo = elo.to_string(), errs = errs(plays_at))
        }
        _ => t!("present-strength-full").to_owned(),
    }
}

// The upper edge of every view of the Lab: its own controls, and on the right the same four buttons.

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

// The frame of every dialog: title, body and the row of buttons. Esc and a click outside close a dialog as the button
// at the end of the row does; Enter presses its main button.

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

fn modal_of(ui: &Ui, modal: Modal, frame: Frame, content: impl FnOnce(&mut Ui)) -> bool {
    modal.frame(frame).show(ui, content).should_close()
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

/// Shows contents whose height changes from step to step without moving what is below: the room is as high as they have
/// been at this width, at least `least`, points. `salt`: what they are about; another one begins anew.
pub(crate) fn steady(ui: &mut Ui, salt: impl AsIdSalt, least: f32, add: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with("steady").with(salt);
    let width = ui.available_width();
    let known: Option<(f32, f32)> = ui.data(|data| data.get_temp(id));
    let known = known.filter(|(at, _)| (at - width).abs() < 0.5);
    let room = known.map_or(least, |(_, height)| height.max(least));
    let used = ui.vertical(add).response.rect.height();
    if used < room {
        ui.add_space(room - used);
    }
    ui.data_mut(|data| data.insert_temp(id, (width, room.max(used))));
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

/// The row of an engine in a menu; it says so if the engine failed when it was last tested or used.
pub(crate) fn engine_in_menu(ui: &Ui, name: &str, failure: Option<&str>) -> RichText {
    match failure {
        Some(_) => {
            let text = t!("engines-failed-last-time", name = name);
            RichText::new(text).color(theme::palette(ui).warn)
        }
        None => RichText::new(name),
    }
}

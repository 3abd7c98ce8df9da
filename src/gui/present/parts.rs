//! Small things several panels need: buttons of commands, empty states, texts.

use eframe::egui::{
    Align, Button, ComboBox, Label, Layout, RichText, Role, TextStyle, TextWrapMode, Ui,
    WidgetInfo, WidgetText, vec2,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::state::EngineStatus;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::thinker::EngineId;

use super::context::Cx;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::{analysis, room};
use crate::gui::widgets::icon_button;
use crate::gui::widgets::icon_button::IconButton;
use crate::gui::widgets::wheel::Wheel;

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
        None => (Icon::from_name(info.icon), info.name.trim_end_matches('…')),
    };
    let button = IconButton {
        icon: icon.unwrap_or(Icon::More),
        name,
        keys: command.keys_text(cx.model),
        on: command.is_checked(cx.model),
        enabled: command.is_enabled(cx.model),
        side: 30.0,
    };
    if icon_button::show(ui, &button).clicked() {
        out.push(Action::Command(command));
    }
}

/// A button with drawing and name, for what one most likely wants next.
pub(crate) fn labelled_button(
    ui: &mut Ui,
    cx: &Cx<'_>,
    command: UserCommand,
    out: &mut Vec<Action>,
) {
    let info = command.info();
    let icon = Icon::from_name(info.icon).unwrap_or(Icon::More);
    let name = command.verb(cx.model);
    let hint = match command.keys_text(cx.model) {
        Some(keys) => format!("{}  {keys}", info.tooltip),
        None => info.tooltip.to_owned(),
    };
    let button = Button::new(format!("{} {name}", icon.glyph())).min_size(vec2(0.0, 30.0));
    let button = ui.add_enabled(command.is_enabled(cx.model), button);
    if button.accessible_name(name).on_hover_text(hint).clicked() {
        out.push(Action::Command(command));
    }
}

/// A choice of one of the engines, ours first. Nothing is shown where there is only ours.
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

/// What a panel says while it has nothing to show and nothing can be done about it: what is missing and why.
pub(crate) fn empty(ui: &mut Ui, what: &str, why: &str) {
    empty_with(ui, [what, why], 0.0, |_| {});
}

/// The same with what would fill it: commands that can be given now stand as buttons below.
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

/// The same with a button of its own. Says whether it was pressed.
pub(crate) fn offer_button(ui: &mut Ui, words: [&str; 2], name: &str) -> bool {
    let mut pressed = false;
    empty_with(ui, words, EMPTY_OFFERS, |ui| {
        pressed = ui.add(Button::new(name).min_size(vec2(0.0, 30.0))).clicked();
    });
    pressed
}

/// Two lines in the middle of the panel and what stands below them, as high as `below`. It asks for one line alone:
/// both after each other, and at its end what stood below.
fn empty_with(ui: &mut Ui, [what, why]: [&str; 2], below: f32, add: impl FnOnce(&mut Ui)) {
    let p = theme::palette(ui);
    room::ask_for_nothing(ui, FOLDED);
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
                let name = ui.label(RichText::new(what).color(p.text_weak));
                let reason = WidgetText::from(RichText::new(why).small().color(p.text_weak));
                let wrap = Some(TextWrapMode::Extend);
                let reason = reason.into_galley(ui, wrap, f32::INFINITY, TextStyle::Small);
                // Where there is no room for the reason the pointer tells it.
                if reason.size().x <= ui.available_width() {
                    ui.label(reason);
                } else {
                    name.on_hover_text(why);
                }
            });
        });
    });
}

/// Shows something in the middle of the line; how wide it is is known from the frame before.
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

/// What the panels of a search say while there is none, and what starts one.
pub(crate) fn no_search(ui: &mut Ui, cx: &Cx<'_>, what: &str, out: &mut Vec<Action>) {
    let model = cx.model;
    if let Some(outcome) = analysis::search_outcome(cx.model) {
        let result = format!("{}, {outcome}", outcome.pgn().replace("1/2-1/2", "½-½"));
        let words = [result.as_str(), "The game is over in this position"];
        return offer(ui, cx, words, &[UserCommand::ReviewGame], out);
    }
    if analysis::is_thinking(cx.model) && analysis::search(cx.model).is_some() {
        return empty(ui, what, "The first iteration is under way");
    }
    if let Some(level) = analysis::weak_level(cx.model) {
        let what = format!("{level} misjudges on purpose: its scores are not shown");
        let words = [
            what.as_str(),
            "Full-strength analysis can be shown while you play: this counts as help",
        ];
        return offer(ui, cx, words, &[UserCommand::Watch, UserCommand::Hint], out);
    }
    let (why, command) = match model.engine_status() {
        EngineStatus::Halted | EngineStatus::Failed(_) => {
            ("The engine is stopped", UserCommand::GoEngine)
        }
        EngineStatus::Paused => ("The game is paused", UserCommand::Pause),
        _ if model.engine.analysis => ("Analysis is on", UserCommand::ToggleAnalysis),
        _ => ("Have the engine look at this position", UserCommand::ToggleAnalysis),
    };
    offer(ui, cx, [what, why], &[command], out);
}

/// Says above what a panel tells of a search: which position it is of, where that is not the one on the board;
/// and why scores of a weak level are left out.
pub(crate) fn search_notes(ui: &mut Ui, cx: &Cx<'_>) {
    position_note(ui, cx);
    if let Some(level) = analysis::weak_level(cx.model) {
        let text = format!("{level} misjudges on purpose: its scores are left out");
        ui.label(RichText::new(text).small().color(theme::palette(ui).text_weak));
    }
}

/// Names the position what is shown is of, where that is not the one on the board.
pub(crate) fn position_note(ui: &mut Ui, cx: &Cx<'_>) {
    let Some(other) = analysis::other_position(cx.model) else { return };
    let p = theme::palette(ui);
    let (icon, text) = (Icon::Clock.glyph(), format!("Of the position {}", other.name));
    let label = Label::new(RichText::new(format!("{icon} {text}")).small().color(p.warn));
    let hint = if other.old {
        "No newer result; the engine is not searching the position on the board"
    } else {
        "The engine is searching that position while you look at another"
    };
    let note = ui.add(label.truncate());
    note.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    note.on_hover_text(hint);
}

/// Whole steps the wheel made in this frame, towards the end of the game positive. What is taken here
/// does not scroll anything else.
pub(crate) fn wheel_steps(ui: &Ui, wheel: &mut Wheel) -> i64 {
    ui.input_mut(|input| {
        input.smooth_scroll_delta = eframe::egui::Vec2::ZERO;
        input.events.iter().map(|event| i64::from(wheel.steps(event))).sum()
    })
}

/// What limits it and the Elo number it stands for.
pub(crate) fn strength_note(strength: Strength) -> String {
    match (strength.restraint(), strength.elo()) {
        (Some(restraint), Some(elo)) => format!("About {elo} Elo. {restraint}"),
        _ => "Everything the engine can".to_owned(),
    }
}

//! Building blocks of several panels and dialogs: buttons of commands, choices of an engine, words on strength.

use eframe::egui::{AsIdSalt, Button, ComboBox, RichText, Ui, vec2};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::human::scale;
use tabia_engine::search::thinker::EngineId;
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::widgets::buttons::IconButton;
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

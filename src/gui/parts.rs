//! Small things several panels need: buttons of commands, empty states, texts.

use eframe::egui::{Button, ComboBox, Key, Popup, RichText, ScrollArea, Ui, vec2};

use crate::alphabeta::options::Strength;
use crate::app::action::Action;
use crate::app::command::UserCommand;
use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::moves::Move;
use crate::chess::san;
use crate::search::engine_id::EngineId;

use super::context::Cx;
use super::icons::Icon;
use super::theme;
use super::widgets::icon_button::{self, IconButton};
use super::widgets::wheel::Wheel;

/// Height of a dialog's heading, buttons and margins, points.
const DIALOG_REST: f32 = 150.0;

/// The button that does what a dialog is for; Enter presses it unless something else has the focus or a list of
/// choices is open.
pub fn main_button(ui: &mut Ui, name: &str, enabled: bool) -> bool {
    let button = Button::new(RichText::new(name).strong())
        .fill(theme::palette(ui).accent_fill)
        .min_size(vec2(96.0, 30.0));
    let clicked = ui.add_enabled(enabled, button).clicked();
    let free = ui.memory(|memory| memory.focused().is_none()) && !Popup::is_any_open(ui.ctx());
    clicked || enabled && free && ui.input(|input| input.key_pressed(Key::Enter))
}

/// An icon button for a command, with its name, keys and state; `face` replaces icon and name.
pub fn command_button(
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
        keys: command.keys_text(),
        on: command.is_checked(cx.model),
        enabled: command.is_enabled(cx.model),
        side: 30.0,
    };
    if icon_button::show(ui, &button).clicked() {
        out.push(Action::Command(command));
    }
}

/// A button with drawing and name, for what one most likely wants next.
pub fn labelled_button(ui: &mut Ui, command: UserCommand, out: &mut Vec<Action>) {
    let info = command.info();
    let icon = Icon::from_name(info.icon).unwrap_or(Icon::More);
    let name = info.name.trim_end_matches('…');
    let hint = match command.keys_text() {
        Some(keys) => format!("{}  {keys}", info.tooltip),
        None => info.tooltip.to_owned(),
    };
    let button = Button::new(format!("{} {name}", icon.glyph())).min_size(vec2(0.0, 30.0));
    if ui.add(button).accessible_name(name).on_hover_text(hint).clicked() {
        out.push(Action::Command(command));
    }
}

/// A choice of one of the engines, ours first. Nothing is shown where there is only ours.
pub fn engine_choice(ui: &mut Ui, cx: &Cx<'_>, name: &str, chosen: &mut EngineId) {
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

/// The long part of a dialog: it scrolls where the window is too low for it, so that its buttons stay in
/// reach.
pub fn dialog_body(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let room = (ui.content_rect().height() - DIALOG_REST).max(120.0);
    // Without the least height it would grow no further than the dialog was in the frame before.
    ScrollArea::vertical()
        .max_height(room)
        .min_scrolled_height(room)
        .auto_shrink([false, true])
        .show(ui, add);
}

/// What a panel says while it has nothing to show: what is missing and how to get it.
pub fn empty(ui: &mut Ui, what: &str, how: &str) {
    let p = theme::palette(ui);
    let space = (ui.available_height() / 2.0 - 28.0).max(4.0);
    ui.add_space(space);
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(what).color(p.text_weak));
        ui.label(RichText::new(how).small().color(p.text_faint));
    });
}

/// Says, where the search of a weak level is shown, why its scores are not.
pub fn weak_note(ui: &mut Ui, cx: &Cx<'_>) {
    if let Some(level) = cx.weak_level() {
        let text = format!("{level} misjudges on purpose: its scores are left out");
        ui.label(RichText::new(text).small().color(theme::palette(ui).text_weak));
    }
}

/// The first `longest` moves of a line in words: `12. Nf3 e5 13. d4`. Ends before an illegal move.
pub fn line_text(start: &Board, line: &[Move], longest: usize) -> String {
    let mut board = *start;
    let mut text = String::new();
    for (ply, &mv) in line.iter().take(longest).enumerate() {
        if !board.is_legal(mv) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&number_before(&board, ply));
        text.push_str(&san::write(&board, mv));
        board.make_move(mv);
    }
    text
}

/// What stands in front of a move: `12. `, `12… ` at the beginning of a line, or nothing.
pub fn number_before(board: &Board, ply: usize) -> String {
    match (board.stm(), ply) {
        (Color::White, _) => format!("{}. ", board.fullmove_number()),
        (Color::Black, 0) => format!("{}… ", board.fullmove_number()),
        (Color::Black, _) => String::new(),
    }
}

/// Whole steps the wheel made in this frame, towards the end of the game positive. What is taken here
/// does not scroll anything else.
pub fn wheel_steps(ui: &Ui, wheel: &mut Wheel) -> i64 {
    ui.input_mut(|input| {
        input.smooth_scroll_delta = eframe::egui::Vec2::ZERO;
        input.events.iter().map(|event| i64::from(wheel.steps(event))).sum()
    })
}

/// What a strength is called.
pub fn strength_name(strength: Strength) -> String {
    crate::app::new_game::strength_name(strength)
}

/// What limits it and the Elo number it stands for.
pub fn strength_note(strength: Strength) -> String {
    match (strength.restraint(), strength.elo()) {
        (Some(restraint), Some(elo)) => format!("About {elo} Elo. {restraint}"),
        _ => "Everything the engine can".to_owned(),
    }
}

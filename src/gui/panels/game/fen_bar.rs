//! The status bar: the FEN of the shown position, to copy and to edit. An invalid FEN is refused in words, with a
//! repair if one is obvious. Folded, the bar is a line of small text: what the engine is doing, and the button to
//! unfold it.

use eframe::egui::{
    Align, Key, Label, Layout, RichText, Role, TextEdit, TextStyle, Ui, WidgetInfo, vec2,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::game::typed::{Candidate, Entry, Reading};
use tabia_app::game::words::fen_text;
use tabia_app::library::link;
use tabia_app::model::Model;
use tabia_app::window::settings::PromotionPreference;
use tabia_chess::Board;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::{parts, roster};
use crate::gui::widgets::buttons;
use crate::gui::widgets::buttons::IconButton;
use tabia_app::window::notation::Notation;
use tabia_text::t;

/// Height of the bar's content, and of the folded bar's, points.
const HEIGHT: [f32; 2] = [30.0, 20.0];
/// Share of the bar's width for the engines' status. The longest FEN needs about half of a wide bar.
const NOTE: f32 = 0.3;
/// Share of the rest for what is wrong with the FEN, so that the field to correct it keeps its place.
const TROUBLE: f32 = 0.5;

/// The text in the field. While the field has the focus it does not follow the board. A text stays there until it is
/// used, discarded with Esc, or left and another position is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct FenField {
    edited: Option<String>,
    /// The position the text stands for.
    over: String,
    focused: bool,
}

impl FenField {
    /// Shows another position, unless the field has the focus.
    fn follow(&mut self, shown: &str) {
        if !self.focused && self.over != shown {
            *self = FenField { over: shown.to_owned(), ..FenField::default() };
        }
    }

    /// The field gained, kept or lost the focus. A text left there belongs to the position shown then.
    fn set_focused(&mut self, focused: bool, shown: &str) {
        if self.focused && !focused {
            shown.clone_into(&mut self.over);
        }
        self.focused = focused;
    }
}

/// Height of the bar's content, points.
pub(crate) fn height(cx: &Cx<'_>) -> f32 {
    HEIGHT[usize::from(!cx.model.settings.fen_bar)]
}

/// Shows the bar.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, field: &mut FenField, out: &mut Vec<Action>) {
    if cx.model.settings.fen_bar {
        unfolded(ui, cx, field, out);
    } else {
        *field = FenField::default();
        folded(ui, cx, out);
    }
}

/// The bar without the field.
fn folded(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(height(cx));
        fold(ui, cx, out);
        ui.label(RichText::new("FEN").small().color(p.text_weak));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| notes(ui, cx));
    });
}

/// The button that folds and unfolds the bar, always in its place.
fn fold(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let (icon, name) = if cx.model.settings.fen_bar {
        (Icon::ChevronDown, t!("fen-fold"))
    } else {
        (Icon::ChevronRight, t!("fen-unfold"))
    };
    let keys = UserCommand::ToggleFenBar.keys_text(cx.model);
    let button = IconButton { icon, name, keys, on: None, enabled: true, side: 20.0 };
    if buttons::icon_button(ui, &button).clicked() {
        out.push(Action::Command(UserCommand::ToggleFenBar));
    }
}

/// The engines' status, from the right.
fn notes(ui: &mut Ui, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    let note = roster::engine_note(cx.model);
    // In its own area, so that the field beside it keeps its width.
    let size = vec2(ui.available_width() * NOTE, ui.available_height());
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_width(size.x);
        let shown = buttons::elided(ui, &note, size.x, p.text_weak);
        ui.label(shown).on_hover_text(note);
    });
}

fn unfolded(ui: &mut Ui, cx: &Cx<'_>, field: &mut FenField, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        // Set first, or what comes before the field would be placed higher than it.
        ui.set_min_height(height(cx));
        let p = theme::palette(ui);
        fold(ui, cx, out);
        let label = ui.label(RichText::new("FEN").small().color(p.text_weak));
        let shown = cx.model.shown_fen().unwrap_or_default();
        field.follow(&shown);
        let mut text = field.edited.as_ref().unwrap_or(&field.over).clone();
        let edited = field.edited.as_ref().filter(|text| !link::is_link(text));
        let trouble = edited.and_then(|text| Board::from_fen(text).err());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            notes(ui, cx);
            parts::command_button(
                ui,
                cx,
                UserCommand::CopyFen,
                Some((Icon::Copy, t!("fen-copy"))),
                out,
            );
            if let Some(trouble) = &trouble {
                if let Some(repair) = trouble.repair()
                    && ui.button(t!("editor-repair")).on_hover_text(&repair).clicked()
                {
                    out.push(Action::SetFen(repair));
                    field.edited = None;
                }
                let text = fen_text(trouble);
                let shown = buttons::elided(ui, &text, ui.available_width() * TROUBLE, p.bad);
                ui.label(shown).on_hover_text(text);
            } else if let Some(left) = field.edited.as_ref().filter(|_| !field.focused)
                && ui.button(t!("editor-use")).clicked()
            {
                // Enter would have used it too.
                out.push(Action::SetFen(left.trim().to_owned()));
                field.edited = None;
            }
            let color = if trouble.is_some() { p.bad } else { p.text };
            let width = ui.available_width();
            let response = ui
                .add(
                    TextEdit::singleline(&mut text)
                        .id_salt("fen")
                        .char_limit(link::MAX_LENGTH)
                        .font(TextStyle::Monospace)
                        .text_color(color)
                        .desired_width(width - 12.0),
                )
                .labelled_by(label.id);
            if response.changed() {
                field.edited = Some(text.clone());
            }
            if response.lost_focus() {
                let pressed = |key| ui.input(|input| input.key_pressed(key));
                let entered = pressed(Key::Enter);
                if entered && field.edited.is_some() && trouble.is_none() {
                    out.push(Action::SetFen(text.trim().to_owned()));
                }
                let used = entered && trouble.is_none();
                if used || pressed(Key::Escape) || text.trim() == shown {
                    field.edited = None;
                } else if entered {
                    // The text is not finished: leaving the field would give it up to the next move.
                    response.request_focus();
                }
            }
            field.set_focused(response.has_focus(), &shown);
        });
    });
}

/// Maximum number of moves named.
const MAX_NAMES: usize = 8;

/// Shows the move being typed, at least as high as the bar it replaces; returns whether there was anything to show.
pub(crate) fn show_typed(ui: &mut Ui, cx: &Cx<'_>, height: f32) -> bool {
    let Some((entry, reading)) = cx.model.typed_reading() else { return false };
    let p = theme::palette(ui);
    let dead = reading.is_dead();
    let (words, keys) = words(cx.model, entry, &reading);
    ui.horizontal(|ui| {
        ui.set_min_height(height);
        ui.label(RichText::new(t!("typed-move")).small().color(p.text_weak));
        let typed = RichText::new(&entry.text).text_style(TextStyle::Monospace).strong();
        let letters = ui.label(typed.color(if dead { p.bad } else { p.accent }));
        // A label's accessible name would be its text alone.
        let name = t!("typed-move.name", text = entry.text.as_str());
        letters.widget_info(|| WidgetInfo::labeled(Role::Status, true, &name));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(keys).small().color(p.text_weak));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let sign = if dead { format!("{} ", Icon::Warning.glyph()) } else { String::new() };
                let color = if dead { p.bad } else { p.text };
                let text = RichText::new(format!("{sign}{words}")).color(color);
                let label = ui.add(Label::new(text).truncate());
                label.widget_info(|| WidgetInfo::labeled(Role::Status, true, &words));
            });
        });
    });
    true
}

/// What the letters mean, and which keys act on them.
fn words(model: &Model, entry: &Entry, reading: &Reading) -> (String, &'static str) {
    let edits = t!("typed-edit-keys");
    if reading.is_dead() {
        return (t!("typed-none").to_owned(), edits);
    }
    let queens = model.settings.promotion == PromotionPreference::Queen;
    let choice = reading.by_enter(queens);
    let plays = t!("typed-play-keys");
    match (&reading.whole[..], choice) {
        ([_, _, ..], _) => (t!("typed-which", moves = names(&reading.whole)), edits),
        (_, Some(choice)) if reading.begun.is_empty() || reading.whole.is_empty() => {
            (shown(choice), plays)
        }
        (_, Some(choice)) => {
            let moves = names(&reading.begun);
            (t!("typed-or", move = shown(choice), moves = moves), plays)
        }
        (_, None) => match entry.waiting() {
            Some(command) => {
                let name = command.name().trim_end_matches('…');
                let moves = names(&reading.begun);
                (t!("typed-soon", moves = moves, command = name), t!("typed-clear-keys"))
            }
            None => (names(&reading.begun), edits),
        },
    }
}

fn shown(one: &Candidate) -> String {
    Notation::current().write(&one.name).into_owned()
}

fn names(moves: &[Candidate]) -> String {
    let mut text: Vec<String> = moves.iter().take(MAX_NAMES).map(shown).collect();
    if moves.len() > MAX_NAMES {
        text.push("…".to_owned());
    }
    text.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_changes_does_not_replace_the_text_being_typed() {
        let mut field = FenField::default();
        field.follow("one");
        field.set_focused(true, "one");
        field.edited = Some("typed".to_owned());
        field.follow("two");
        assert_eq!((field.edited.as_deref(), &*field.over), (Some("typed"), "one"));
        // Left, a text stays until another position than this one is shown.
        field.set_focused(false, "two");
        field.follow("two");
        assert_eq!(field.edited.as_deref(), Some("typed"));
        field.follow("three");
        assert_eq!((field.edited, &*field.over), (None, "three"));
    }
}

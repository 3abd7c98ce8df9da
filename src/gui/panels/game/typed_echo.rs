//! The echo of a move that is being typed, in the status bar: the letters, what they may become, and what Enter would
//! play.

use eframe::egui::{Align, Label, Layout, RichText, Role, TextStyle, Ui, WidgetInfo};

use tabia_app::game::typed::{Candidate, Entry, Reading};
use tabia_app::model::Model;
use tabia_app::window::settings::PromotionPreference;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;

/// Moves named at most.
const MOST_NAMES: usize = 8;

/// Shows the echo, at least as high as the bar whose place it takes; says whether there was anything to show.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, height: f32) -> bool {
    let Some((entry, reading)) = cx.model.typed.reading(&cx.model.game) else { return false };
    let p = theme::palette(ui);
    let dead = reading.is_dead();
    let (words, keys) = words(cx.model, entry, &reading);
    ui.horizontal(|ui| {
        ui.set_min_height(height);
        ui.label(RichText::new("Move").small().color(p.text_weak));
        let typed = RichText::new(&entry.text).text_style(TextStyle::Monospace).strong();
        let letters = ui.label(typed.color(if dead { p.bad } else { p.accent }));
        // A label would be named by its text alone.
        let name = format!("Typed move {}", entry.text);
        letters.widget_info(|| WidgetInfo::labeled(Role::Status, true, &name));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(keys).small().color(p.text_weak));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let sign = if dead { format!("{} ", Icon::Warning.glyph()) } else { String::new() };
                let color = if dead { p.bad } else { p.text };
                let text = RichText::new(format!("{sign}{words}")).color(color);
                let told = ui.add(Label::new(text).truncate());
                told.widget_info(|| WidgetInfo::labeled(Role::Status, true, &words));
            });
        });
    });
    true
}

/// What the letters mean, and which keys do something with them.
fn words(model: &Model, entry: &Entry, reading: &Reading) -> (String, &'static str) {
    const MENDS: &str = "Backspace mends, Esc clears";
    if reading.is_dead() {
        return ("No move is written so".to_owned(), MENDS);
    }
    let queens = model.settings.promotion == PromotionPreference::Queen;
    let choice = reading.by_enter(queens);
    let plays = "Enter plays it, Backspace mends, Esc clears";
    match (&reading.whole[..], choice) {
        ([_, _, ..], _) => (format!("Which one: {}?", names(&reading.whole)), MENDS),
        (_, Some(choice)) if reading.begun.is_empty() || reading.whole.is_empty() => {
            (choice.name.clone(), plays)
        }
        (_, Some(choice)) => (format!("{}, or {}", choice.name, names(&reading.begun)), plays),
        (_, None) => match entry.held {
            Some(command) => {
                let name = command.name().trim_end_matches('…');
                (format!("{}; or in a moment: {name}", names(&reading.begun)), "Esc clears")
            }
            None => (names(&reading.begun), MENDS),
        },
    }
}

fn names(moves: &[Candidate]) -> String {
    let mut text: Vec<&str> = moves.iter().take(MOST_NAMES).map(|m| m.name.as_str()).collect();
    if moves.len() > MOST_NAMES {
        text.push("…");
    }
    text.join(", ")
}

//! The buttons that grow the tree.

use std::fmt::Write as _;

use eframe::egui::{Button, RichText, Slider, Ui};

use tabia_app::action::Action;
use tabia_app::lab::playouts::{Grown, PlayoutsAction, PlayoutsState, SPEED};

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::widgets::icon_button::{self, IconButton};

use super::act;

/// Playouts asked for by a button each.
const MANY: [u32; 3] = [10, 100, 1000];

pub(super) fn show(ui: &mut Ui, state: &PlayoutsState, grown: &Grown, out: &mut Vec<Action>) {
    let goes_on = grown.proof().is_none();
    ui.horizontal_wrapped(|ui| {
        let icon = |ui: &mut Ui, icon, name, enabled| {
            let button = IconButton { icon, name, keys: None, on: None, enabled, side: 24.0 };
            icon_button::show(ui, &button).clicked()
        };
        if icon(ui, Icon::First, "Begin the tree anew", true) {
            out.push(act(PlayoutsAction::Reset));
        }
        if state.is_busy() {
            if icon(ui, Icon::Pause, "Pause", true) {
                out.push(act(PlayoutsAction::Play(false)));
            }
        } else if icon(ui, Icon::Play, "Play phase by phase", goes_on) {
            out.push(act(PlayoutsAction::Play(true)));
        }
        let mut speed = state.speed;
        ui.spacing_mut().slider_width = 60.0;
        let slider = Slider::new(&mut speed, SPEED).logarithmic(true).show_value(false);
        let slider = ui.add(slider).accessible_name("Phases a second");
        if slider.on_hover_text(format!("{speed:.1} phases a second")).changed() {
            out.push(act(PlayoutsAction::Speed(speed)));
        }
        let mut button = |ui: &mut Ui, word: &str, hint: &str, action| {
            let button = ui.add_enabled(goes_on, Button::new(word));
            if button.on_hover_text(hint).clicked() {
                out.push(act(action));
            }
        };
        button(ui, "Next phase", "One of select, expand, evaluate, back up", PlayoutsAction::Phase);
        let hint = "To the end of the playout under way, or the whole of the next one";
        button(ui, "Next playout", hint, PlayoutsAction::Playouts(1));
        for many in MANY {
            let hint = format!("{many} playouts");
            button(ui, &format!("+{many}"), &hint, PlayoutsAction::Playouts(many));
        }
        let mut text = format!("{} playouts", format::count(u64::from(grown.stepper.playouts())));
        if state.left > 0 {
            let _ = write!(text, ", {} to come", format::count(u64::from(state.left)));
        }
        ui.label(RichText::new(text).color(theme::palette(ui).text_weak));
    });
}

//! The views of the Lab: the search laid open.

pub(crate) mod alpha_beta;
pub(crate) mod compare;
pub(crate) mod experiment;
pub(crate) mod foundations;
pub(crate) mod hash_table;
pub(crate) mod horizon;
pub(crate) mod ladder;
pub(crate) mod move_order;
pub(crate) mod playouts;
pub(crate) mod profile;
pub(crate) mod race;
pub(crate) mod representations;
pub(crate) mod scratch;
pub(crate) mod small_game;
pub(crate) mod tour;
pub(crate) mod tree;
pub(crate) mod why_not;
pub(crate) mod xray;

use eframe::egui::{Button, RichText, Spinner, Ui};

use tabia_app::action::{Action, LabAction};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;

/// A sentence in small print: what the numbers of a view are.
fn note(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).small().color(theme::palette(ui).text_weak));
}

/// The button that starts an experiment, or, while it is under way, a sign of life and the button that stops it.
/// Says whether it is to be started.
fn start_or_stop(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (experiment, name): (&str, &str),
    out: &mut Vec<Action>,
) -> bool {
    if cx.model.lab.is_at(experiment) {
        ui.add(Spinner::new().size(16.0));
        if ui.add(Button::new("Stop")).clicked() {
            out.push(Action::Lab(LabAction::Stop));
        }
        return false;
    }
    ui.add(Button::new(name)).clicked()
}

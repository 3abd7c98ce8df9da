//! The dialog of the user's engines: the list with the ways to add one on the left, everything about the
//! chosen one on the right. Its size depends on the window alone, so nothing moves under the pointer.

mod detail;
mod list;
mod options;
mod typing;

use std::path::Path;

use eframe::egui::{
    Align, Frame, Label, Layout, Rect, RichText, Sides, Ui, UiBuilder, Vec2, pos2, vec2,
};

use tabia_app::action::{Action, EngineAction};

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::panels::engines::dialog::typing::Typing;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;

/// Largest the dialog gets, points.
const LARGEST: Vec2 = vec2(900.0, 620.0);
/// Smallest, points.
const SMALLEST: Vec2 = vec2(420.0, 300.0);
/// What a dialog's frame and the space around it take, points.
const AROUND: Vec2 = vec2(60.0, 70.0);
/// Height of the buttons below, points.
const FOOT: f32 = 40.0;

/// What is shown on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    /// An engine by its number.
    Engine(u32),
    /// An entry that cannot be read, by its place in the file.
    Damaged(usize),
}

/// What is typed and chosen in the dialog.
#[derive(Debug, Default)]
pub(crate) struct Form {
    chosen: Option<Chosen>,
    /// What is to be shown there next: what is typed into the present form has to be taken first.
    next: Option<Chosen>,
    /// The engine the dialog was opened for, as of the frame before.
    asked_for: Option<u32>,
    /// The engines of the frame before, to choose one that is new; `None` in the first frame.
    known: Option<Vec<u32>>,
    /// The command line of an engine to be added.
    line: String,
    /// What is wrong with that line.
    refused: Option<String>,
    typing: Typing,
    /// An option whose number is being dragged.
    dragged: Option<(String, i64)>,
    /// Text the names of options shall hold.
    filter: String,
    /// Whether the user is asked if the chosen engine is to be deleted.
    deleting: bool,
}

/// Size of the larger dialogs about engines: as the window allows.
pub(crate) fn dialog_size(ui: &Ui) -> Vec2 {
    (ui.content_rect().size() - AROUND).clamp(SMALLEST, LARGEST)
}

/// Shows the dialog.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form, out: &mut Vec<Action>) {
    form.follow(cx);
    let size = dialog_size(ui);
    ui.set_width(size.x);
    ui.set_height(size.y);
    let top = ui.cursor().top();
    ui.heading("Engines");
    if let Some(path) = &cx.model.engines.offered {
        offered(ui, path, out);
    }
    ui.add_space(theme::GAP);
    let area = ui.available_rect_before_wrap();
    let body = Rect::from_min_max(area.min, pos2(area.left() + size.x, top + size.y - FOOT));
    let split = body.left() + (body.width() * 0.32).clamp(160.0, 270.0);
    let left = body.with_max_x(split - theme::PAD);
    let right = body.with_min_x(split + theme::PAD);
    ui.painter().vline(split, body.y_range(), (1.0, theme::palette(ui).border));
    column(ui, "list", left, |ui| list::show(ui, cx, form, out));
    column(ui, "detail", right, |ui| detail::show(ui, cx, form, out));
    if let Some(next) = form.next.take() {
        form.choose(next);
    }
    ui.advance_cursor_after_rect(body);
    Sides::new().show(
        ui,
        |ui| {
            let p = theme::palette(ui);
            let note = "An engine runs while it takes part in analysis, plays or reviews";
            ui.add(Label::new(RichText::new(note).small().color(p.text_weak)).truncate());
        },
        |ui| {
            if parts::way_out(ui, "Close") {
                out.push(Action::CloseDialog);
            }
        },
    );
}

/// A column in its place, whatever it holds.
fn column(ui: &mut Ui, salt: &str, rect: Rect, add: impl FnOnce(&mut Ui)) {
    let layout = Layout::top_down(Align::Min);
    let mut child = ui.new_child(UiBuilder::new().id_salt(salt).max_rect(rect).layout(layout));
    child.set_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
    add(&mut child);
}

/// Asks whether a program that was dropped on the window is to be added.
fn offered(ui: &mut Ui, path: &Path, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    Frame::new().fill(p.raised).corner_radius(theme::RADIUS).inner_margin(8).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(Icon::Engine.glyph()).color(p.accent));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button("No").clicked() {
                    out.push(Action::Engines(EngineAction::Answer(false)));
                }
                if ui.button("Add it").clicked() {
                    out.push(Action::Engines(EngineAction::Answer(true)));
                }
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let text =
                    format!("Add {name} as an engine? It is started once to hear what it is");
                let layout = Layout::left_to_right(Align::Center);
                ui.with_layout(layout, |ui| {
                    let label = ui.add(Label::new(text).truncate());
                    label.on_hover_text(path.display().to_string());
                });
            });
        });
    });
}

impl Form {
    /// Keeps the choice sensible: an engine that has just come is chosen, one that has gone is not.
    fn follow(&mut self, cx: &Cx<'_>) {
        let list = &cx.model.settings.engines;
        let ids: Vec<u32> = list.engines.iter().map(|spec| spec.id).collect();
        let new = |known: &Vec<u32>| ids.iter().rev().copied().find(|id| !known.contains(id));
        if let Some(id) = self.known.as_ref().and_then(new) {
            self.choose(Chosen::Engine(id));
        }
        let asked_for = cx.model.engines.asked_for;
        if let Some(id) = asked_for.filter(|_| asked_for != self.asked_for) {
            self.choose(Chosen::Engine(id));
        }
        self.asked_for = asked_for;
        let there = match self.chosen {
            Some(Chosen::Engine(id)) => ids.contains(&id),
            Some(Chosen::Damaged(place)) => list.damaged().iter().any(|entry| entry.place == place),
            None => false,
        };
        if !there {
            self.chosen = None;
            if let Some(&first) = ids.first() {
                self.choose(Chosen::Engine(first));
            }
        }
        self.known = Some(ids);
    }

    fn choose(&mut self, chosen: Chosen) {
        if self.chosen != Some(chosen) {
            self.chosen = Some(chosen);
            self.typing = Typing::default();
            self.dragged = None;
            self.filter.clear();
            self.deleting = false;
        }
    }
}

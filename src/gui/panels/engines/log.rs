//! The conversation with an engine, with times, the newest at the bottom: filtered, paused, copied and written to a
//! file.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui::{
    Align, Button, Label, Layout, RichText, ScrollArea, TextEdit, TextWrapMode, Ui,
};

use tabia_app::action::{Action, EngineAction};
use tabia_app::commands::command::UserCommand;
use tabia_engine::search::thinker::EngineId;
use tabia_host::external::log::{ConversationLog, Entry, MAX_LINES, Side};
use tabia_text::t;

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::dialog;
use crate::gui::present::empty;

/// Height of a line, points.
const LINE: f32 = 16.0;
/// How often the list is rebuilt while the engine talks, ms.
const EVERY_MS: u64 = 200;
/// Height of the buttons below, points.
const FOOT: f32 = 40.0;

/// What is shown of a log.
#[derive(Debug, Default)]
pub(crate) struct Form {
    /// Filter for the lines.
    filter: String,
    /// The list does not update.
    paused: bool,
    /// What the lines below were made from: engine, filter, how many lines there ever were.
    made_of: Option<(u32, String, u64)>,
    made_ms: u64,
    lines: Vec<Entry>,
}

impl Form {
    /// Adds new lines, a few times a second.
    fn follow(&mut self, id: u32, log: &Arc<ConversationLog>, now_ms: u64) {
        let logged = log.logged();
        let same = |(of, filter, _): &(u32, String, u64)| *of == id && *filter == self.filter;
        let fresh = match &self.made_of {
            Some(made) if !same(made) => false,
            Some((.., before)) => {
                *before == logged || self.paused || now_ms < self.made_ms + EVERY_MS
            }
            None => false,
        };
        if !fresh {
            self.lines = log.find(self.filter.trim(), MAX_LINES);
            self.made_of = Some((id, self.filter.clone(), logged));
            self.made_ms = now_ms;
        }
    }

    /// Lines that have arrived since the list was made.
    fn behind(&self, log: &ConversationLog) -> u64 {
        let made = self.made_of.as_ref().map_or(0, |(.., logged)| *logged);
        log.logged().saturating_sub(made)
    }
}

/// Shows the dialog with this size.
pub(crate) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    id: u32,
    (form, size): (&mut Form, eframe::egui::Vec2),
    out: &mut Vec<Action>,
) {
    ui.set_width(size.x);
    ui.set_height(size.y);
    let bottom = ui.cursor().top() + size.y - FOOT;
    let title = t!("engines-log-title", name = cx.model.engine_name(EngineId(id)));
    ui.add(Label::new(RichText::new(title).heading()).truncate());
    ui.add_space(theme::GAP);
    let log = cx.model.engines.existing_log(id);
    if let Some(log) = log {
        form.follow(id, log, cx.now_ms);
        bar(ui, id, form, log, out);
        ui.add_space(theme::GAP);
    }
    let height = (bottom - ui.cursor().top()).max(60.0);
    ui.allocate_ui(eframe::egui::vec2(size.x, height), |ui| {
        ui.set_min_height(height);
        match log.filter(|log| log.logged() > 0) {
            None => empty::empty(ui, t!("engines-log-empty"), t!("engines-log-empty.why")),
            Some(_) => list(ui, form),
        }
    });
    let all = |ui: &mut Ui| {
        if ui.button(t!("engines-log-all")).clicked() {
            out.push(Action::Command(UserCommand::Engines));
        }
    };
    dialog::close_button(ui, t!("button-close"), all);
    // Not every line of an engine wakes the window.
    ui.request_repaint_after(Duration::from_millis(EVERY_MS));
}

/// Filter and buttons, and how many lines there are.
fn bar(ui: &mut Ui, id: u32, form: &mut Form, log: &Arc<ConversationLog>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut form.filter).desired_width(170.0);
        let name = t!("engines-log-filter");
        ui.add(field.hint_text(name)).accessible_name(name);
        ui.checkbox(&mut form.paused, t!("engines-log-pause"));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let save = ui.add_enabled(log.logged() > 0, Button::new(t!("engines-log-save")));
            if save.on_hover_text(t!("engines-log-save.hint")).clicked() {
                out.push(Action::Engines(EngineAction::SaveLog(id)));
            }
            let copy = ui.add_enabled(!form.lines.is_empty(), Button::new(t!("button-copy")));
            if copy.on_hover_text(t!("engines-log-copy-hint")).clicked() {
                out.push(Action::Engines(EngineAction::CopyLog(form.lines.clone())));
            }
            let text = RichText::new(counted(form, log)).small().color(p.text_weak);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(text).truncate());
            });
        });
    });
}

/// `312 lines, 40 shown, 5 older ones are gone`.
fn counted(form: &Form, log: &ConversationLog) -> String {
    let (logged, dropped) = (log.logged(), log.dropped());
    let kept = logged - dropped;
    let mut parts = vec![t!("engines-log-lines", n = kept)];
    if !form.filter.trim().is_empty() {
        parts.push(t!("engines-log-shown", n = form.lines.len()));
    }
    if dropped > 0 {
        parts.push(t!("engines-log-dropped", n = dropped));
    }
    let behind = form.behind(log);
    if form.paused && behind > 0 {
        parts.push(t!("engines-log-new", n = behind));
    }
    parts.join(", ")
}

fn list(ui: &mut Ui, form: &Form) {
    let p = theme::palette(ui);
    eframe::egui::Frame::new().fill(p.window).corner_radius(theme::RADIUS).inner_margin(6).show(
        ui,
        |ui| {
            if form.lines.is_empty() {
                return empty::empty(
                    ui,
                    t!("engines-log-no-match"),
                    t!("engines-log-no-match.why"),
                );
            }
            ui.spacing_mut().item_spacing.y = 0.0;
            let scroll = ScrollArea::both().auto_shrink(false).stick_to_bottom(!form.paused);
            scroll.show_rows(ui, LINE, form.lines.len(), |ui, rows| {
                for entry in form.lines.get(rows).unwrap_or_default() {
                    let color = match entry.side {
                        Side::Sent => p.accent,
                        Side::Received => p.text,
                        Side::Error => p.bad,
                        Side::Note => p.warn,
                    };
                    let text = RichText::new(entry.to_string()).monospace().color(color);
                    let label = Label::new(text).wrap_mode(TextWrapMode::Extend);
                    let height = ui.add(label).rect.height();
                    ui.add_space(LINE - height);
                }
            });
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_follows_unless_it_is_paused() {
        let log = Arc::new(ConversationLog::default());
        let mut form = Form::default();
        log.push(Side::Sent, "uci");
        form.follow(1, &log, 0);
        log.push(Side::Received, "uciok");
        form.follow(1, &log, EVERY_MS - 1);
        assert_eq!(form.lines.len(), 1, "not every frame");
        form.follow(1, &log, EVERY_MS);
        assert_eq!(form.lines.len(), 2);
        form.paused = true;
        log.push(Side::Sent, "isready");
        form.follow(1, &log, 10 * EVERY_MS);
        assert_eq!((form.lines.len(), form.behind(&log)), (2, 1));
        let lines = t!("engines-log-lines", n = 3);
        let new = t!("engines-log-new", n = 1);
        assert_eq!(counted(&form, &log), format!("{lines}, {new}"));
        form.filter = "OK".to_owned();
        form.follow(1, &log, 10 * EVERY_MS);
        assert_eq!(form.lines.len(), 1, "another filter is another list, paused or not");
        let shown = t!("engines-log-shown", n = 1);
        assert_eq!(counted(&form, &log), format!("{lines}, {shown}"));
        form.follow(2, &Arc::default(), 10 * EVERY_MS);
        assert!(form.lines.is_empty(), "another engine is another list");
    }
}

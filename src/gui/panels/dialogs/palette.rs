//! The command palette: every command and every panel by a few letters of its name.

use eframe::egui::{
    Align2, Area, Context, Frame, Id, Key, Modifiers, Order, RichText, Role, ScrollArea, Sense,
    TextEdit, WidgetInfo, vec2,
};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::game::typed;
use tabia_app::game::typed::{Candidate, Reading};
use tabia_app::model::Model;

use crate::gui::arrangement::panes;
use crate::gui::arrangement::panes::PaneInfo;
use crate::gui::look::theme;

/// Moves offered at once: more are not written the same.
const MOST_MOVES: usize = 4;

/// What can be found.
#[derive(Clone)]
enum Entry {
    /// Plays a move that is written out.
    Move(Candidate),
    Command(UserCommand),
    /// Opens a panel in the workspace on screen.
    Pane(&'static PaneInfo),
}

impl Entry {
    fn name(&self) -> String {
        match self {
            Entry::Move(found) => format!("Play {}", found.name),
            Entry::Command(command) => command.name().to_owned(),
            Entry::Pane(info) => format!("Panel: {}", info.title),
        }
    }

    fn keys(&self, model: &Model) -> Option<String> {
        match self {
            Entry::Command(command) => Some(model.settings.keys.all_text(*command)),
            Entry::Move(_) | Entry::Pane(_) => None,
        }
    }

    fn hint(&self) -> &'static str {
        match self {
            Entry::Move(_) => "Play this move",
            Entry::Command(command) => command.info().tooltip,
            Entry::Pane(_) => "Open this panel here",
        }
    }

    /// Whether it would do anything now.
    fn is_enabled(&self, model: &Model) -> bool {
        match self {
            Entry::Command(command) => command.is_enabled(model),
            Entry::Move(_) | Entry::Pane(_) => true,
        }
    }

    fn action(&self) -> Action {
        match *self {
            Entry::Move(Candidate { from, to, promotion, .. }) => {
                Action::PlayMove { from, to, promotion }
            }
            Entry::Command(command) => Action::Command(command),
            Entry::Pane(info) => Action::OpenPane(info.id),
        }
    }
}

/// What is typed and chosen in an open palette.
#[derive(Clone, Debug, Default)]
pub(crate) struct Palette {
    query: String,
    chosen: usize,
    focused: bool,
}

impl Palette {
    /// Shows the palette; says whether it is to be closed.
    pub(crate) fn show(&mut self, ctx: &Context, model: &Model, out: &mut Vec<Action>) -> bool {
        let (up, down, enter, escape) = ctx.input_mut(|input| {
            (
                input.consume_key(Modifiers::NONE, Key::ArrowUp),
                input.consume_key(Modifiers::NONE, Key::ArrowDown),
                input.consume_key(Modifiers::NONE, Key::Enter),
                input.consume_key(Modifiers::NONE, Key::Escape),
            )
        });
        let found = matches(&self.query, model);
        let last = found.len().saturating_sub(1);
        self.chosen = self.chosen.min(last);
        if down {
            self.chosen = if self.chosen == last { 0 } else { self.chosen + 1 };
        }
        if up {
            self.chosen = if self.chosen == 0 { last } else { self.chosen - 1 };
        }
        let mut close = escape;
        let mut run = found.get(self.chosen).cloned().filter(|_| enter);
        let area = Area::new(Id::unique("palette"))
            .order(Order::Foreground)
            .anchor(Align2::CENTER_TOP, vec2(0.0, 64.0))
            .show(ctx, |ui| {
                Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
                    ui.set_width(460.0);
                    let field = ui.add(
                        TextEdit::singleline(&mut self.query)
                            .hint_text("Type a command or a move")
                            .desired_width(f32::INFINITY),
                    );
                    let field = field.accessible_name("Command");
                    if !self.focused {
                        field.request_focus();
                        self.focused = true;
                    }
                    if field.changed() {
                        self.chosen = 0;
                    }
                    ui.add_space(4.0);
                    ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                        if let Some(clicked) = self.list(ui, model, &found, up || down) {
                            run = Some(clicked);
                        }
                    });
                });
            });
        let outside =
            ctx.input(|input| input.pointer.any_pressed()) && !area.response.contains_pointer();
        close |= outside;
        if let Some(entry) = run.filter(|entry| entry.is_enabled(model)) {
            out.push(entry.action());
            close = true;
        }
        close
    }

    fn list(
        &self,
        ui: &mut eframe::egui::Ui,
        model: &Model,
        found: &[Entry],
        scroll: bool,
    ) -> Option<Entry> {
        let mut clicked = None;
        if found.is_empty() {
            ui.label(RichText::new("No command has these letters").weak());
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        for (at, entry) in found.iter().enumerate() {
            let enabled = entry.is_enabled(model);
            let (rect, response) =
                ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
            let p = theme::palette(ui);
            if at == self.chosen {
                ui.painter().rect_filled(rect, theme::RADIUS, p.accent_fill);
                if scroll {
                    ui.scroll_to_rect(rect, None);
                }
            } else if response.hovered() {
                ui.painter().rect_filled(rect, theme::RADIUS, p.hover);
            }
            let name = entry.name();
            let font = eframe::egui::FontId::proportional(14.0);
            let left = rect.left_center() + vec2(8.0, 0.0);
            ui.painter().text(
                left,
                Align2::LEFT_CENTER,
                &name,
                font,
                if enabled { p.text } else { p.text_weak },
            );
            if let Some(keys) = entry.keys(model) {
                let font = eframe::egui::FontId::monospace(12.0);
                let right = rect.right_center() - vec2(8.0, 0.0);
                ui.painter().text(right, Align2::RIGHT_CENTER, keys, font, p.text_weak);
            }
            response.widget_info(|| {
                WidgetInfo::selected(Role::MenuItem, enabled, at == self.chosen, &name)
            });
            if response.on_hover_text(entry.hint()).clicked() {
                clicked = Some(entry.clone());
            }
        }
        clicked
    }
}

/// The moves written so, then the commands and panels whose names hold the letters in order: those that begin a word
/// first, and last the commands that cannot be given now.
fn matches(query: &str, model: &Model) -> Vec<Entry> {
    let given = |command: &UserCommand| *command != UserCommand::Palette;
    let commands = UserCommand::ALL.into_iter().filter(given).map(Entry::Command);
    let entries = commands.chain(panes::all().map(Entry::Pane));
    let near =
        |entry: Entry| Some((!entry.is_enabled(model), distance(query, &entry.name())?, entry));
    let mut found: Vec<(bool, usize, Entry)> = entries.filter_map(near).collect();
    found.sort_by_key(|&(disabled, distance, _)| (disabled, distance));
    let moves = moves(query.trim(), model).into_iter().map(Entry::Move);
    moves.chain(found.into_iter().map(|(.., entry)| entry)).collect()
}

/// The moves a text may be: those written so, or pawn moves that only leave out what the pawn becomes.
fn moves(text: &str, model: &Model) -> Vec<Candidate> {
    if model.editor.is_some() || text.len() < 2 || !text.chars().all(typed::continues) {
        return Vec::new();
    }
    let reading = Reading::of(text, &typed::candidates(&model.game));
    let promotes = |found: &Candidate| found.promotion.is_some();
    let mut found = reading.whole;
    if found.is_empty() && reading.begun.iter().all(promotes) {
        found = reading.begun;
    }
    found.truncate(MOST_MOVES);
    found
}

/// How far `name` is from `query`: 0 where it begins with it; `None` where letters are missing.
fn distance(query: &str, name: &str) -> Option<usize> {
    let (query, name) = (query.trim().to_lowercase(), name.to_lowercase());
    if let Some(at) = name.find(&query) {
        let word = at == 0 || name.as_bytes()[at - 1] == b' ';
        return Some(if word { at.min(1) } else { 2 });
    }
    let mut letters = name.chars();
    let mut gaps = 3;
    for wanted in query.chars().filter(|c| !c.is_whitespace()) {
        gaps += letters.by_ref().position(|c| c == wanted)?;
    }
    Some(gaps)
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn letters_find_commands_and_near_ones_come_first() {
        assert_eq!(distance("flip", "Flip board"), Some(0));
        assert!(distance("bo", "Flip board") < distance("fb", "Flip board"));
        assert_eq!(distance("xyz", "Flip board"), None);
    }
}

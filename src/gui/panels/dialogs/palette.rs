//! Commands by name and by key: the palette finds commands and panels by a few letters, the sheet lists the keys, a
//! page of the settings changes them.

use eframe::egui::{
    Align, Align2, Area, Button, Color32, Context, Frame, Grid, Id, Key, Label, Layout, Modifiers,
    Order, RichText, Role, ScrollArea, Sense, TextEdit, TextStyle, Ui, WidgetInfo, vec2,
};

use tabia_app::action::{Action, KeysAction};
use tabia_app::commands::command::{Group, UserCommand};
use tabia_app::commands::keymap::KeyMap;
use tabia_app::commands::keymap::{Clash, Rebinding};
use tabia_app::game::typed;
use tabia_app::game::typed::{Candidate, Reading};
use tabia_app::model::Model;
use tabia_app::window::settings::{SettingChange, Settings};

use crate::gui::arrangement::panes;
use crate::gui::arrangement::panes::PaneInfo;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::dialog;
use crate::gui::widgets::buttons;
use tabia_text::t;

/// Maximum height of the list, points.
const LIST: f32 = 360.0;
/// Maximum number of moves offered: no more can be written the same way.
const MAX_MOVES: usize = 4;

/// What can be found.
#[derive(Clone)]
enum Entry {
    /// Plays a typed move.
    Move(Candidate),
    Command(UserCommand),
    /// Opens a panel in the workspace on screen.
    Pane(&'static PaneInfo),
}

impl Entry {
    fn name(&self) -> String {
        match self {
            Entry::Move(found) => t!("palette-play", move = found.name.as_str()),
            Entry::Command(command) => command.name().to_owned(),
            Entry::Pane(info) => t!("palette-panel", title = info.id.title()),
        }
    }

    fn keys(&self, model: &Model) -> Option<String> {
        match self {
            Entry::Command(command) => Some(model.settings.keys.all_text(*command)),
            Entry::Move(_) | Entry::Pane(_) => None,
        }
    }

    /// Why it does nothing now, if there is a reason to give.
    fn refusal(&self, model: &Model) -> Option<&'static str> {
        match self {
            Entry::Command(command) => command.refusal(model),
            Entry::Move(_) | Entry::Pane(_) => None,
        }
    }

    fn hint(&self) -> &'static str {
        match self {
            Entry::Move(_) => t!("palette-play.tip"),
            Entry::Command(command) => command.info().tooltip(),
            Entry::Pane(_) => t!("palette-panel.tip"),
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

/// The state of an open palette.
#[derive(Clone, Debug, Default)]
pub(crate) struct Palette {
    query: String,
    chosen: usize,
    focused: bool,
}

impl Palette {
    /// Shows the palette; returns whether to close it.
    pub(crate) fn show(&mut self, ctx: &Context, model: &Model, out: &mut Vec<Action>) -> bool {
        let (up, down, enter, escape) = ctx.input_mut(|input| {
            (
                input.consume_key(Modifiers::NONE, Key::ArrowUp),
                input.consume_key(Modifiers::NONE, Key::ArrowDown),
                input.consume_key(Modifiers::NONE, Key::Enter),
                input.consume_key(Modifiers::NONE, Key::Escape),
            )
        });
        let mut close = escape;
        let mut run = None;
        let area = Area::new(Id::unique("palette"))
            .order(Order::Foreground)
            .anchor(Align2::CENTER_TOP, vec2(0.0, 64.0))
            .show(ctx, |ui| {
                Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
                    ui.set_width(460.0);
                    let field = ui.add(
                        TextEdit::singleline(&mut self.query)
                            .hint_text(t!("palette-hint"))
                            .desired_width(f32::INFINITY),
                    );
                    let field = field.accessible_name(t!("palette-field"));
                    if !self.focused {
                        field.request_focus();
                        self.focused = true;
                    }
                    if field.changed() {
                        self.chosen = 0;
                    }
                    // After the field: text and Enter may come in one frame.
                    let found = matches(&self.query, model);
                    let last = found.len().saturating_sub(1);
                    self.chosen = self.chosen.min(last);
                    if down {
                        self.chosen = if self.chosen == last { 0 } else { self.chosen + 1 };
                    }
                    if up {
                        self.chosen = if self.chosen == 0 { last } else { self.chosen - 1 };
                    }
                    run = found.get(self.chosen).cloned().filter(|_| enter);
                    ui.add_space(4.0);
                    // An area does not grow by itself again after its list was shorter.
                    let list = ScrollArea::vertical().max_height(LIST).min_scrolled_height(LIST);
                    list.show(ui, |ui| {
                        if let Some(clicked) = self.list(ui, model, &found, up || down) {
                            run = Some(clicked);
                        }
                    });
                });
            });
        let outside =
            ctx.input(|input| input.pointer.any_pressed()) && !area.response.contains_pointer();
        close |= outside;
        if let Some(entry) = run {
            let enabled = entry.is_enabled(model);
            // A refused command says why.
            if enabled || entry.refusal(model).is_some() {
                out.push(entry.action());
            }
            close |= enabled;
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
            ui.label(RichText::new(t!("palette-none")).weak());
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
            let hint = entry.refusal(model).unwrap_or(entry.hint());
            if response.on_hover_text(hint).clicked() {
                clicked = Some(entry.clone());
            }
        }
        clicked
    }
}

/// Moves that match the text, then the commands and panels whose names contain the letters in order: those where the
/// letters begin a word first, then commands whose tooltip has a word that begins with the text, and commands that are
/// disabled now last. Commands that delete or replace data of the user follow all others whose names contain the text.
fn matches(query: &str, model: &Model) -> Vec<Entry> {
    let given = |command: &UserCommand| *command != UserCommand::Palette;
    let commands = UserCommand::ALL.into_iter().filter(given).map(Entry::Command);
    let entries = commands.chain(panes::all().map(Entry::Pane));
    let near = |entry: Entry| {
        let by_tooltip = || has_word(query, entry.hint()).then_some(usize::MAX);
        let mut distance = distance(query, &entry.name()).or_else(by_tooltip)?;
        let last = matches!(entry, Entry::Command(command) if command.replaces_data());
        if last {
            distance = distance.max(CONTAINED);
        }
        Some(((!entry.is_enabled(model), distance, last), entry))
    };
    let mut found: Vec<((bool, usize, bool), Entry)> = entries.filter_map(near).collect();
    found.sort_by_key(|&(rank, _)| rank);
    let moves = moves(query.trim(), model).into_iter().map(Entry::Move);
    moves.chain(found.into_iter().map(|(.., entry)| entry)).collect()
}

/// The moves a text may mean: those written so, or promotions for which the text leaves out the piece.
fn moves(text: &str, model: &Model) -> Vec<Candidate> {
    let board = model.typed_board().filter(|_| text.len() > 1);
    let Some(board) = board.filter(|_| text.chars().all(typed::continues)) else {
        return Vec::new();
    };
    let reading = Reading::of(text, &typed::candidates(&board));
    let promotes = |found: &Candidate| found.promotion.is_some();
    let mut found = reading.whole;
    if found.is_empty() && reading.begun.iter().all(promotes) {
        found = reading.begun;
    }
    found.truncate(MAX_MOVES);
    found
}

/// Whether a word of `text` begins with `query`, which has at least three letters.
fn has_word(query: &str, text: &str) -> bool {
    let (query, text) = (query.trim().to_lowercase(), text.to_lowercase());
    let starts = |(at, _): (usize, &str)| {
        text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric())
    };
    query.chars().count() >= 3 && text.match_indices(&query).any(starts)
}

/// Distance of a name that contains the text within a word.
const CONTAINED: usize = 2;

/// Distance of `name` from `query`: 0 if it begins with it; `None` if letters are missing.
fn distance(query: &str, name: &str) -> Option<usize> {
    let (query, name) = (query.trim().to_lowercase(), name.to_lowercase());
    if let Some(at) = name.find(&query) {
        let word = at == 0 || name.as_bytes()[at - 1] == b' ';
        return Some(if word { at.min(1) } else { CONTAINED });
    }
    let mut letters = name.chars();
    let mut gaps = CONTAINED + 1;
    for wanted in query.chars().filter(|c| !c.is_whitespace()) {
        gaps += letters.by_ref().position(|c| c == wanted)?;
    }
    Some(gaps)
}

// Keys of the commands: the sheet of all of them, made from the command table, and the page of the settings on which
// they are changed by pressing others.

/// Width of a column, points.
const COLUMN: f32 = 280.0;
/// Space between keys and name, points.
const BETWEEN: f32 = 16.0;
/// Maximum number of columns.
const MAX_COLUMNS: usize = 4;
/// What the sheet leaves of the window: its frame, heading and the border around it, points.
const BESIDE: f32 = 110.0;
/// Height of a line, and of a heading with the gap after its group, points.
const LINE: f32 = 19.0;
const HEADING: f32 = 34.0;

/// Help for keys that belong to no command.
const MORE: [&str; 5] = ["keys-typing", "keys-premove", "keys-mouse", "keys-why-not", "keys-walk"];

/// Shows the sheet.
pub(crate) fn keys(ui: &mut Ui, keys: &KeyMap) {
    let window = ui.ctx().content_rect().size();
    let column = column_width(ui, keys);
    let room = (window.x - 80.0) / column;
    let columns = (room as usize).clamp(1, MAX_COLUMNS);
    ui.set_width((column * columns as f32).min(window.x - 80.0));
    // Beside the heading and close to the rest: there is no spare room below.
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        dialog::close_button(ui, t!("button-close"), |ui| {
            dialog::heading(ui, t!("keys-title"));
        });
    });
    ui.add_space(-ui.spacing().item_spacing.y / 2.0);
    let height = (window.y - BESIDE).max(120.0);
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
        let p = theme::palette(ui);
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for line in MORE {
                ui.label(RichText::new(tabia_text::text(line)).color(p.text_weak));
            }
        });
        ui.add_space(theme::GAP);
        let placed = placed(keys, columns);
        ui.columns(columns, |uis| {
            for (ui, groups) in uis.iter_mut().zip(placed) {
                for group in groups {
                    group_ui(ui, group, keys);
                }
            }
        });
    });
}

/// Room for the longest keys and the longest name side by side, points.
fn column_width(ui: &Ui, keys: &KeyMap) -> f32 {
    let width = |text: &str, style: TextStyle| {
        let font = style.resolve(ui.style());
        ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
    };
    let groups = Group::ALL.into_iter().map(|group| {
        let rows = || with_keys(group, keys);
        let longest = |widths: &mut dyn Iterator<Item = f32>| widths.fold(0.0, f32::max);
        let pressed = longest(&mut rows().map(|(_, keys)| width(&keys, TextStyle::Monospace)));
        let named = longest(&mut rows().map(|(of, _)| width(of.name(), TextStyle::Body)));
        pressed + named
    });
    groups.fold(COLUMN, |widest, group| widest.max(group + BETWEEN + ui.spacing().item_spacing.x))
}

/// The commands of a group that have keys.
fn with_keys(group: Group, keys: &KeyMap) -> impl Iterator<Item = (UserCommand, String)> {
    let of_group = UserCommand::ALL.into_iter().filter(move |c| c.info().group == group);
    let text = |command: UserCommand| {
        // Further keys with Ctrl would make the columns too wide.
        let shown = keys.of(command).iter().enumerate().filter(|(at, keys)| *at == 0 || !keys.ctrl);
        let texts: Vec<String> = shown.map(|(_, keys)| keys.text()).collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    };
    of_group.filter_map(move |command| Some((command, text(command)?)))
}

/// The groups by column, in their order, so that the longest column is as short as possible.
fn placed(keys: &KeyMap, columns: usize) -> Vec<Vec<Group>> {
    let heights = Group::ALL.map(|group| {
        let lines = with_keys(group, keys).count();
        if lines == 0 { 0.0 } else { lines as f32 * LINE + HEADING }
    });
    // The minimum height at which the groups, stacked, need no more columns than there are.
    let fill = |limit: f32| {
        let mut placed: Vec<Vec<Group>> = vec![Vec::new()];
        let mut used = 0.0;
        for (group, height) in Group::ALL.into_iter().zip(heights) {
            if used > 0.0 && used + height > limit {
                placed.push(Vec::new());
                used = 0.0;
            }
            used += height;
            if let Some(last) = placed.last_mut() {
                last.push(group);
            }
        }
        placed
    };
    let all: f32 = heights.iter().sum();
    let steps = (all / LINE) as usize + 1;
    let limits = (1..=steps).map(|step| step as f32 * LINE);
    limits.map(fill).find(|placed| placed.len() <= columns).unwrap_or_else(|| fill(all))
}

fn group_ui(ui: &mut Ui, group: Group, keys: &KeyMap) {
    let mut rows = with_keys(group, keys).peekable();
    if rows.peek().is_none() {
        return;
    }
    ui.label(RichText::new(group.title()).strong());
    let grid = Grid::new(group.title()).num_columns(2).min_row_height(LINE - 1.0);
    grid.spacing([BETWEEN, 1.0]).show(ui, |ui| {
        for (command, keys) in rows {
            ui.label(RichText::new(keys).monospace().color(theme::palette(ui).accent));
            ui.label(command.name());
            ui.end_row();
        }
    });
    ui.add_space(theme::GAP);
}

/// Minimum height of the list, points.
const LIST_HEIGHT: f32 = 120.0;
/// Width of the button that shows the keys of a command, points.
const KEYS_WIDTH: f32 = 150.0;

/// Shows the page of the settings: every command with its keys, to be changed by pressing others.
pub(crate) fn settings_page(ui: &mut Ui, cx: &Cx<'_>, filter: &mut String, out: &mut Vec<Action>) {
    let settings = &cx.model.settings;
    let mut typed = settings.typed_moves;
    let row = Settings::TypedMoves;
    if ui.checkbox(&mut typed, row.label()).on_hover_text(row.hint().unwrap_or_default()).changed()
    {
        out.push(Action::Set(SettingChange::TypedMoves(typed)));
    }
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(filter).hint_text(t!("keys-find")).desired_width(220.0);
        ui.add(field).accessible_name(t!("keys-find"));
        let any = settings.keys.is_any_changed();
        let reset = ui.add_enabled(any, Button::new(t!("keys-reset-all")));
        if reset.clicked() {
            out.push(Action::Keys(KeysAction::ResetAll));
        }
    });
    match &cx.model.rebinding {
        Some(asked) => question(ui, cx, asked, out),
        None => {
            ui.label(RichText::new(t!("keys-explained")).weak());
        }
    }
    ui.add_space(theme::GAP);
    // It scrolls by itself and fills the page, so that what is above it stays.
    let height = (ui.max_rect().bottom() - ui.cursor().top()).max(LIST_HEIGHT);
    let list = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    list.auto_shrink([false, false]).show(ui, |ui| rows(ui, cx, filter, out));
}

/// The commands that match the filter, by group.
fn rows(ui: &mut Ui, cx: &Cx<'_>, filter: &str, out: &mut Vec<Action>) {
    let settings = &cx.model.settings;
    let wanted = filter.trim().to_lowercase();
    let found = |command: &UserCommand| {
        let keys = settings.keys.all_text(*command).to_lowercase();
        command.name().to_lowercase().contains(&wanted) || keys == wanted
    };
    let mut none = true;
    for group in Group::ALL {
        let of_group = |command: &UserCommand| command.info().group == group;
        let mut rows = UserCommand::ALL.into_iter().filter(|c| of_group(c) && found(c)).peekable();
        if rows.peek().is_none() {
            continue;
        }
        none = false;
        ui.label(RichText::new(group.title()).strong());
        for command in rows {
            row(ui, cx, command, out);
        }
        ui.add_space(theme::GAP);
    }
    if none {
        ui.label(RichText::new(t!("palette-none")).color(theme::palette(ui).text_weak));
    }
}

/// A command, its keys, and what can be done about them.
fn row(ui: &mut Ui, cx: &Cx<'_>, command: UserCommand, out: &mut Vec<Action>) {
    let settings = &cx.model.settings;
    let keys = &settings.keys;
    let name = command.name().trim_end_matches('…');
    let mut act = |action| out.push(Action::Keys(action));
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_enabled_ui(keys.is_changed(command), |ui| {
                if buttons::small(ui, Icon::Undo, &t!("keys-reset", name = name)).clicked() {
                    act(KeysAction::Reset(command));
                }
            });
            ui.add_enabled_ui(!keys.of(command).is_empty(), |ui| {
                if buttons::small(ui, Icon::Cross, &t!("keys-clear", name = name)).clicked() {
                    act(KeysAction::Clear(command));
                }
            });
            let asked = cx.model.rebinding.as_ref();
            let listens = asked.is_some_and(|asked| asked.command == command && asked.listens());
            let text = match (listens, keys.all_text(command)) {
                (true, _) => t!("keys-press").to_owned(),
                (false, text) if text.is_empty() => "–".to_owned(),
                (false, text) => text,
            };
            let face = Button::new(RichText::new(text).monospace()).selected(listens).truncate();
            let button = ui.add_sized(vec2(KEYS_WIDTH, 24.0), face);
            let button = button.on_hover_text(hint(settings, command));
            if button.accessible_name(t!("keys-of", name = name)).clicked() {
                act(if listens { KeysAction::Cancel } else { KeysAction::Ask(command) });
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(name).truncate()).on_hover_text(command.info().tooltip());
            });
        });
    });
}

fn hint(settings: &Settings, command: UserCommand) -> String {
    let letter = settings.keys.of(command).iter().find(|keys| {
        let mut letters = keys.key.chars();
        let first = letters.next().map(|letter| letter.to_ascii_lowercase());
        let plain = !keys.ctrl && !keys.alt && !keys.shift;
        plain && letters.next().is_none() && first.is_some_and(typed::begins)
    });
    match letter {
        Some(keys) if settings.typed_moves => {
            t!("keys-change-letter", key = keys.text())
        }
        _ => t!("keys-change").to_owned(),
    }
}

/// Which command the next key is for, or which conflict there is.
fn question(ui: &mut Ui, cx: &Cx<'_>, asked: &Rebinding, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let name = asked.command.name().trim_end_matches('…');
    let mut act = |action| out.push(Action::Keys(action));
    ui.horizontal_wrapped(|ui| {
        match (&asked.clash, &asked.refused) {
            (Some(Clash { keys, holder, .. }), _) => {
                let holder_name = holder.name().trim_end_matches('…');
                let text = t!("keys-taken", keys = keys.text(), holder = holder_name);
                ui.label(RichText::new(text).color(p.warn));
                let had = cx.model.settings.keys.text(asked.command);
                let keys = keys.text();
                let hint = match had {
                    Some(had) => {
                        t!(
                            "keys-swap.tip",
                            name = name,
                            keys = keys,
                            holder = holder_name,
                            had = had
                        )
                    }
                    None => {
                        t!("keys-swap.tip-none", name = name, keys = keys, holder = holder_name)
                    }
                };
                if ui.button(t!("keys-swap")).on_hover_text(hint).clicked() {
                    act(KeysAction::Swap);
                }
            }
            (None, Some(refused)) => {
                ui.label(RichText::new(refused).color(p.bad));
            }
            (None, None) => {
                ui.label(RichText::new(t!("keys-press-for", name = name)).color(p.accent));
            }
        }
        // Esc answers the question and leaves the settings open.
        let escaped = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if ui.button(t!("button-cancel")).clicked() || escaped {
            act(KeysAction::Cancel);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{Entry, distance, has_word, matches};
    use tabia_app::action::UserCommand;
    use tabia_app::model::Model;
    use tabia_app::training::progress::Progress;
    use tabia_app::window::settings::Settings;
    use tabia_text::Language;

    #[test]
    fn commands_that_replace_data_follow_the_others() {
        let mut model = Model::new(Settings::default());
        (model.training.progress, ..) = Progress::parse("{\"tried\": 1}").unwrap();
        for language in ["en", "de"] {
            Language::by_id(language).unwrap().keep_on_this_thread();
            let found = matches("train", &model);
            let place = |wanted: UserCommand| {
                let is = |entry: &Entry| matches!(entry, Entry::Command(found) if *found == wanted);
                found.iter().position(is).unwrap()
            };
            assert_eq!(place(UserCommand::TrainingWorkspace), 0, "{language}");
            assert!(place(UserCommand::DeleteProgress) > 0, "{language}");
        }
        Language::english().keep_on_this_thread();
    }

    #[test]
    fn letters_find_commands_and_near_ones_come_first() {
        assert_eq!(distance("flip", "Flip board"), Some(0));
        assert!(distance("bo", "Flip board") < distance("fb", "Flip board"));
        assert_eq!(distance("xyz", "Flip board"), None);
        let tooltip = "Ratings, results and errors of your own games";
        assert!(has_word("Result", tooltip) && has_word(" own ga", tooltip));
        assert!(!has_word("re", tooltip) && !has_word("sults", tooltip));
    }
}

#[cfg(test)]
mod keys_tests {
    use super::*;

    #[test]
    fn every_group_stands_in_one_column_and_in_its_order() {
        for columns in 1..=MAX_COLUMNS {
            let placed = placed(&KeyMap::default(), columns);
            assert!(placed.len() <= columns, "{placed:?}");
            assert_eq!(placed.concat(), Group::ALL);
        }
    }
}

//! The dialogs of the game as a text: its tag pairs (the usual ones by name, all others as a list), and its export.

use eframe::egui::{ComboBox, DragValue, Grid, Response, RichText, TextEdit, Ui, Vec2, vec2};

use tabia_app::action::{Action, GamesAction};
use tabia_games::export::job;
use tabia_games::export::job::{Choices, DELAY_MS, EVERY, Kind, SIZE_PX};
use tabia_games::game::result::{self, GameResult};
use tabia_games::game::tags::Tags;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::dialog;
use crate::gui::present::dialog::row_name;
use crate::gui::widgets::buttons;
use tabia_text::t;

/// The tag pairs with a field of their own.
const USUAL: [&str; 10] = [
    "White",
    "Black",
    "Event",
    "Site",
    "Date",
    "Round",
    "WhiteElo",
    "BlackElo",
    "ECO",
    "Annotator",
];
/// Results of a finished or unfinished game.
const RESULTS: [GameResult; 4] =
    [GameResult::Open, GameResult::White, GameResult::Black, GameResult::Draw];
/// Tags written automatically from the start position.
const OWN: [&str; 3] = ["FEN", "SetUp", "Variant"];

/// Width of the names, of a field, and of the button after it, points.
const NAMES: f32 = 112.0;
const FIELD: f32 = 318.0;
const BUTTON: f32 = 30.0;

/// Longest value that can be changed here, bytes; longer ones are shown in part and stay unchanged.
const MAX_LENGTH: usize = 2_000;
/// Maximum number of tags listed besides the usual ones.
const MAX_NAMES: usize = 200;

/// Half-typed texts of the dialog.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    draft: Option<Tags>,
    name: String,
    value: String,
    /// The new tag was not accepted.
    refused: bool,
    /// The first field that can be changed has got the focus.
    focused: bool,
}

/// Shows the dialog.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, tags: &Tags, form: &mut Form, out: &mut Vec<Action>) {
    dialog::title(ui, 460.0, t!("details-title"));
    let mut draft = form.draft.take().unwrap_or_else(|| tags.clone());
    let mut new_name = None;
    dialog::body(ui, |ui| {
        Grid::new("tags").num_columns(2).min_col_width(NAMES).spacing([18.0, 8.0]).show(ui, |ui| {
            for name in USUAL {
                let field = usual(ui, cx, &mut draft, name);
                if let Some(field) = field.filter(|field| field.enabled() && !form.focused) {
                    field.request_focus();
                    form.focused = true;
                }
            }
            result(ui, cx, &mut draft);
            others(ui, cx, &mut draft);
            new_name = Some(another(ui, cx, &mut draft, form));
        });
    });
    form.refused &= !form.is_empty();
    if form.refused {
        let p = theme::palette(ui);
        ui.label(RichText::new(form.rule(cx)).color(p.bad));
    }
    ui.add_space(theme::PAD);
    let pressed = dialog::buttons(ui, t!("button-cancel"), Some((t!("button-apply"), true)));
    if pressed || buttons::enter_ended_input(ui) {
        // A new tag that was typed is meant, even if it was not added by its button.
        if form.is_sound(cx) {
            form.add_to(&mut draft);
        }
        form.refused = !form.is_empty();
        if !form.refused {
            out.push(Action::SetTags(cleaned(&draft)));
        } else if let Some(field) = new_name {
            field.request_focus();
        }
    }
    form.draft = Some(draft);
}

impl Form {
    /// Whether no new tag was typed.
    fn is_empty(&self) -> bool {
        self.name.trim().is_empty() && self.value.trim().is_empty()
    }

    /// Whether the game sets the new tag itself.
    fn is_fixed(&self, cx: &Cx<'_>) -> bool {
        let name = self.name.trim();
        OWN.contains(&name) || cx.model.game.sets_tag(name)
    }

    /// Whether the new tag can be added.
    fn is_sound(&self, cx: &Cx<'_>) -> bool {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = self.name.trim();
        !name.is_empty() && name.chars().all(word) && !self.is_fixed(cx)
    }

    /// Why it cannot be added.
    fn rule(&self, cx: &Cx<'_>) -> &'static str {
        if self.is_fixed(cx) { t!("details-tag-fixed") } else { t!("details-add-tag.rule") }
    }

    fn add_to(&mut self, draft: &mut Tags) {
        draft.set(self.name.trim(), self.value.trim());
        self.name.clear();
        self.value.clear();
    }
}

fn label(ui: &mut Ui, text: &str) {
    let p = theme::palette(ui);
    ui.label(RichText::new(text).color(p.text_weak));
}

/// A row of a usual tag pair; returns its field, unless the value is too long for one.
fn usual(ui: &mut Ui, cx: &Cx<'_>, draft: &mut Tags, name: &str) -> Option<Response> {
    let shown = tabia_text::text(&format!("details-tag-{name}"));
    let hint = if name == "Date" { t!("details-date-hint") } else { "" };
    label(ui, shown);
    if too_long(ui, draft, name) {
        ui.end_row();
        return None;
    }
    let mut text = draft.known(name).unwrap_or_default().to_owned();
    let field =
        TextEdit::singleline(&mut text).desired_width(FIELD).char_limit(MAX_LENGTH).hint_text(hint);
    let free = !cx.model.game.sets_tag(name);
    let response = ui.add_enabled(free, field).accessible_name(shown);
    let response = response.on_disabled_hover_text(t!("details-players-fixed"));
    if response.changed() {
        draft.set(name, text);
    }
    ui.end_row();
    Some(response)
}

/// Shows the beginning of a value that is too long for a field. Returns whether it is.
fn too_long(ui: &mut Ui, draft: &Tags, name: &str) -> bool {
    let value = draft.get(name).unwrap_or_default();
    if value.len() <= MAX_LENGTH {
        return false;
    }
    let p = theme::palette(ui);
    let text = format!("{} ({})", format::elided(value, 24), format::bytes(value.len()));
    let shown = ui.label(RichText::new(text).color(p.text_weak));
    shown.on_hover_text(t!("details-too-long", text = format::elided(value, 400)));
    true
}

fn result(ui: &mut Ui, cx: &Cx<'_>, draft: &mut Tags) {
    label(ui, t!("details-result"));
    let fixed = cx.model.game.sets_tag("Result");
    // The game may end while the dialog is open.
    let shown = if fixed { &cx.model.game.tags } else { &*draft };
    let now = format::elided(shown.get("Result").unwrap_or("*"), format::NAME).into_owned();
    ui.add_enabled_ui(!fixed, |ui| {
        ComboBox::from_id_salt("result").selected_text(result::shown(&now)).show_ui(ui, |ui| {
            for result in RESULTS {
                if ui.selectable_label(now == result.text(), result.shown()).clicked() {
                    draft.set("Result", result.text());
                }
            }
        });
    })
    .response
    .on_disabled_hover_text(t!("details-result-fixed"));
    ui.end_row();
}

/// Tag pairs without a field of their own.
fn others(ui: &mut Ui, cx: &Cx<'_>, draft: &mut Tags) {
    let shown = |name: &str| !USUAL.contains(&name) && name != "Result" && !OWN.contains(&name);
    let all = || draft.iter().map(|(name, _)| name).filter(|name| shown(name));
    let names: Vec<String> = all().take(MAX_NAMES).map(str::to_owned).collect();
    let more = all().count() - names.len();
    for name in names {
        label(ui, &format::elided(&name, format::NAME / 2));
        let fixed = cx.model.game.sets_tag(&name);
        let row = ui.add_enabled_ui(!fixed, |ui| {
            ui.horizontal(|ui| {
                if !too_long(ui, draft, &name) {
                    let mut text = draft.get(&name).unwrap_or_default().to_owned();
                    let field = TextEdit::singleline(&mut text)
                        .desired_width(FIELD - BUTTON)
                        .char_limit(MAX_LENGTH);
                    if ui
                        .add(field)
                        .accessible_name(&*format::elided(&name, format::NAME))
                        .changed()
                    {
                        draft.set(name.as_str(), text);
                    }
                }
                if buttons::small(
                    ui,
                    Icon::Cross,
                    &t!("details-remove-tag", name = format::elided(&name, format::NAME)),
                )
                .clicked()
                {
                    draft.remove(&name);
                }
            })
        });
        row.response.on_disabled_hover_text(t!("details-tag-fixed"));
        ui.end_row();
    }
    if more > 0 {
        label(ui, "");
        label(ui, &t!("details-more-tags", n = more));
        ui.end_row();
    }
}

/// The row of a new tag; returns the field of its name.
fn another(ui: &mut Ui, cx: &Cx<'_>, draft: &mut Tags, form: &mut Form) -> Response {
    let field =
        TextEdit::singleline(&mut form.name).desired_width(NAMES).hint_text(t!("details-new-tag"));
    let name = ui.add(field).accessible_name(t!("details-new-tag.name"));
    ui.horizontal(|ui| {
        let field = TextEdit::singleline(&mut form.value).desired_width(FIELD - BUTTON);
        ui.add(field.hint_text(t!("details-new-value")))
            .accessible_name(t!("details-new-value.name"));
        let sound = form.is_sound(cx);
        let add =
            ui.add_enabled_ui(sound, |ui| buttons::small(ui, Icon::Plus, t!("details-add-tag")));
        if add.inner.on_disabled_hover_text(form.rule(cx)).clicked() {
            form.add_to(draft);
        }
    });
    ui.end_row();
    name
}

/// The draft without empty pairs; empty tags of the Seven Tag Roster get their value for unknown.
fn cleaned(draft: &Tags) -> Tags {
    let mut tags = draft.clone();
    let roster = Tags::roster();
    for (name, value) in draft.iter() {
        match (value.trim().is_empty(), roster.get(name)) {
            (true, Some(unknown)) => tags.set(name, unknown),
            (true, None) => tags.remove(name),
            (false, _) if value.trim() != value => tags.set(name, value.trim()),
            (false, _) => {}
        }
    }
    tags
}

// The dialog that exports the game on the board: the format, and how it looks.

/// Size of the largest page, so that the dialog keeps its size, and height of two lines of small print, points.
const PAGE: Vec2 = vec2(480.0, 190.0);
const FORECAST: f32 = 32.0;

/// Shows the dialog.
pub(crate) fn export(ui: &mut Ui, cx: &Cx<'_>, draft: (Kind, Choices), out: &mut Vec<Action>) {
    dialog::title(ui, PAGE.x, t!("export-title"));
    let (mut kind, mut choices) = draft;
    let kinds = [
        (Kind::Png, t!("export-png")),
        (Kind::Svg, t!("export-svg")),
        (Kind::Gif, t!("export-gif")),
        (Kind::Html, t!("export-html")),
    ];
    if let Some(chosen) = buttons::segmented(ui, t!("export-as"), kind, &kinds) {
        kind = chosen;
    }
    ui.add_space(theme::PAD);
    dialog::body_of(ui, PAGE.y, |ui| {
        let grid = Grid::new("export").num_columns(2).min_col_width(150.0).spacing([18.0, 8.0]);
        grid.show(ui, |ui| rows(ui, kind, &mut choices));
    });
    let p = theme::palette(ui);
    ui.allocate_ui(vec2(PAGE.x, FORECAST), |ui| {
        ui.set_min_height(FORECAST);
        ui.label(RichText::new(forecast(cx, kind, choices)).small().color(p.text_weak));
    });
    ui.add_space(theme::PAD);
    if dialog::buttons(ui, t!("button-cancel"), Some((t!("export-do"), true))) {
        out.push(Action::Games(GamesAction::Export(kind, choices)));
    }
    if (kind, choices) != draft {
        out.insert(0, Action::Games(GamesAction::DraftExport(kind, choices)));
    }
}

fn rows(ui: &mut Ui, kind: Kind, choices: &mut Choices) {
    let painted = matches!(kind, Kind::Png | Kind::Gif);
    if painted {
        number(ui, t!("export-size"), &mut choices.size_px, SIZE_PX, (" px", 2.0));
    }
    if kind == Kind::Gif {
        number(ui, t!("export-delay"), &mut choices.delay_ms, DELAY_MS, (" ms", 10.0));
    }
    if kind == Kind::Html {
        row_name(ui, t!("export-diagram"));
        ui.checkbox(&mut choices.annotated, t!("export-annotated"));
        ui.end_row();
        row_name(ui, "");
        ui.checkbox(&mut choices.ends, t!("export-ends"));
        ui.end_row();
        number(ui, t!("export-every"), &mut choices.every, EVERY, ("", 0.1));
        row_name(ui, t!("export-in-diagrams"));
    } else {
        row_name(ui, t!("button-show"));
        ui.checkbox(&mut choices.last_move, t!("export-last-move"));
        ui.end_row();
        row_name(ui, "");
        ui.checkbox(&mut choices.arrows, t!("export-arrows"));
        ui.end_row();
        row_name(ui, "");
    }
    ui.checkbox(&mut choices.coordinates, t!("export-coordinates"));
    ui.end_row();
    if painted {
        row_name(ui, "");
        ui.checkbox(&mut choices.names, t!("export-names"));
        ui.end_row();
    }
}

fn number(
    ui: &mut Ui,
    text: &str,
    value: &mut u32,
    range: std::ops::RangeInclusive<u32>,
    (suffix, speed): (&str, f64),
) {
    let p = theme::palette(ui);
    let label = ui.label(RichText::new(text).color(p.text_weak));
    let field = DragValue::new(value).range(range).suffix(suffix).speed(speed);
    ui.add(field).labelled_by(label.id);
    ui.end_row();
}

/// What will be written.
fn forecast(cx: &Cx<'_>, kind: Kind, choices: Choices) -> String {
    let game = &cx.model.game;
    match kind {
        Kind::Png => t!("export-png.forecast").to_owned(),
        Kind::Svg => t!("export-svg.forecast").to_owned(),
        Kind::Gif => {
            let frames = job::of_line(&game.tree, game.current, choices.delay_ms);
            let ms: u64 = frames.iter().map(|frame| u64::from(frame.shown_ms)).sum();
            let seconds = ms.div_ceil(1000);
            let (minutes, rest) = (seconds / 60, seconds % 60);
            let time = format!("{minutes}:{rest:02}");
            t!("export-gif.forecast", n = frames.len(), time = time)
        }
        Kind::Html => t!("export-html.forecast").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_empty_is_unknown_or_gone() {
        let mut tags = Tags::roster();
        tags.set("White", "  ");
        tags.set("Black", " Lasker ");
        tags.set("ECO", "");
        let tags = cleaned(&tags);
        assert_eq!(tags.get("White"), Some("?"));
        assert_eq!(tags.get("Black"), Some("Lasker"));
        assert_eq!(tags.get("ECO"), None);
    }
}

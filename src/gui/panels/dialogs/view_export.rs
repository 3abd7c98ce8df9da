//! The dialog that exports a view: the format, size, colours, and the length of an animation.

use eframe::egui::{ComboBox, DragValue, Grid, Label, RadioButton, RichText, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::export::{ExportTheme, STEP_MS, ViewChoices, WIDTHS};
use tabia_app::window::workspace::PaneId;
use tabia_games::export::job::Kind;
use tabia_text::{number, t};

use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::dialog;
use crate::gui::present::dialog::row_name;
use crate::gui::present::view_export::{self, Content};
use crate::gui::widgets::buttons;
use crate::gui::widgets::fields::decimal;

/// Width of the dialog, and of the line under a kind from its left edge, points.
const WIDTH: f32 = 500.0;
const INDENT: f32 = 22.0;
/// Height of the kinds and the rows of choices, so that the dialog keeps its size, points.
const HEIGHT: f32 = 268.0;

pub(crate) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (pane, draft): (PaneId, ViewChoices),
    out: &mut Vec<Action>,
) {
    let title = t!("view-export-title", view = pane.title());
    dialog::title(ui, WIDTH, title);
    let refused = view_export::no_animation(cx.model, pane);
    let mut choices = draft;
    // What was chosen for another view may be impossible here.
    if refused.is_some() && choices.kind == Kind::Gif {
        choices.kind = Kind::Png;
    }
    let content = view_export::content(cx.model, pane);
    let pictures = view_export::pictures(cx.model, pane).len();
    dialog::body(ui, |ui| {
        ui.set_min_height(HEIGHT);
        for kind in ViewChoices::KINDS {
            let (name, note) = match kind {
                Kind::Html => (t!("view-export-html"), page_note(pane, content)),
                Kind::Gif => (t!("view-export-gif"), refused.unwrap_or(t!("view-export-gif.note"))),
                Kind::Png | Kind::Svg => (t!("view-export-png"), t!("view-export-png.note")),
            };
            let enabled = kind != Kind::Gif || refused.is_none();
            // The description of a kind is close below its name.
            let chosen = ui.scope(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let radio = RadioButton::new(choices.kind == kind, name);
                let chosen = ui.add_enabled(enabled, radio).clicked();
                ui.spacing_mut().interact_size.y = 0.0;
                ui.horizontal(|ui| {
                    ui.add_space(INDENT);
                    let weak = theme::palette(ui).text_weak;
                    ui.add(Label::new(RichText::new(note).small().color(weak)).wrap());
                });
                chosen
            });
            if chosen.inner {
                choices.kind = kind;
            }
        }
        ui.add_space(theme::PAD);
        let grid = Grid::new("export of a view").num_columns(2).min_col_width(150.0);
        grid.spacing([18.0, 8.0])
            .show(ui, |ui| rows(ui, (cx, pane), pictures, content, &mut choices));
    });
    let p = theme::palette(ui);
    ui.label(
        RichText::new(forecast(ui, (cx, pane), pictures, &choices)).small().color(p.text_weak),
    );
    ui.add_space(theme::PAD);
    if dialog::buttons(ui, t!("button-cancel"), Some((t!("export-do"), true))) {
        out.push(Action::Lab(LabAction::Export(choices)));
    }
    if choices != draft {
        out.insert(0, Action::Lab(LabAction::DraftExport(choices)));
    }
}

/// What the page of this view will contain.
fn page_note(pane: PaneId, content: Content) -> &'static str {
    match content {
        Content::Searches if matches!(pane, PaneId::Duel | PaneId::DuelCourse) => {
            t!("view-export-html.duel")
        }
        Content::Searches => t!("view-export-html.search"),
        Content::Table(_) => t!("view-export-html.table"),
        Content::Picture => t!("view-export-html.picture"),
    }
}

fn rows(
    ui: &mut Ui,
    (cx, pane): (&Cx<'_>, PaneId),
    pictures: usize,
    content: Content,
    choices: &mut ViewChoices,
) {
    let drawn = choices.kind != Kind::Html || matches!(content, Content::Picture);
    if drawn {
        row_name(ui, t!("view-export-size"));
        let text = |width: Option<u32>| {
            let [w, h] = size_of(ui, (cx, pane), &ViewChoices { width_px: width, ..*choices });
            let size = t!("view-export-pixels", width = w.to_string(), height = h.to_string());
            if width.is_some() { size } else { t!("view-export-on-screen", size = size) }
        };
        let names: Vec<(Option<u32>, String)> = std::iter::once(None)
            .chain(WIDTHS.into_iter().map(Some))
            .map(|width| (width, text(width)))
            .collect();
        let shown = names.iter().find(|(width, _)| *width == choices.width_px);
        let shown = shown.map_or("", |(_, name)| name);
        let combo = ComboBox::from_id_salt("size of a view").selected_text(shown).width(220.0);
        let combo = combo.show_ui(ui, |ui| {
            for (width, name) in &names {
                ui.selectable_value(&mut choices.width_px, *width, name);
            }
        });
        combo.response.accessible_name(t!("view-export-size"));
        ui.end_row();
    }
    row_name(ui, t!("view-export-theme"));
    let same = if choices.kind == Kind::Html {
        t!("view-export-theme-reader")
    } else {
        t!("view-export-theme-window")
    };
    let themes = [
        (ExportTheme::Same, same),
        (ExportTheme::Dark, t!("view-export-theme-dark")),
        (ExportTheme::Light, t!("view-export-theme-light")),
    ];
    let chosen = buttons::segmented(ui, t!("view-export-theme"), choices.theme, &themes);
    choices.theme = chosen.unwrap_or(choices.theme);
    ui.end_row();
    if choices.kind == Kind::Gif {
        row_name(ui, t!("view-export-length"));
        ui.horizontal(|ui| {
            let step = DragValue::new(&mut choices.step_ms).range(STEP_MS).speed(10.0);
            let step = ui.add(step.suffix(" ms"));
            step.accessible_name(t!("view-export-step"));
            ui.label(RichText::new(t!("view-export-step")).color(theme::palette(ui).text_weak));
            let parts = view_export::length_ms(pictures, 1) as f64;
            let mut all = parts * f64::from(choices.step_ms) / 1000.0;
            let range = [*STEP_MS.start(), *STEP_MS.end()].map(|ms| parts * f64::from(ms) / 1000.0);
            let field = DragValue::new(&mut all).range(range[0]..=range[1]).speed(0.1);
            let field = field.max_decimals(1).suffix(format!(" {}", t!("limit-unit-seconds")));
            let field = ui.add(decimal(field));
            if field.changed() {
                choices.step_ms = (all * 1000.0 / parts).round() as u32;
            }
            field.accessible_name(t!("view-export-all"));
            ui.label(RichText::new(t!("view-export-all")).color(theme::palette(ui).text_weak));
        });
        ui.end_row();
    }
}

/// Size of the picture, pixels.
fn size_of(ui: &Ui, (cx, pane): (&Cx<'_>, PaneId), choices: &ViewChoices) -> [u32; 2] {
    let (size, _) = view_export::size(ui, cx.model, pane, choices.kind);
    view_export::pixels(choices, size.into(), ui.pixels_per_point()).0
}

/// What will be written.
fn forecast(ui: &Ui, shown: (&Cx<'_>, PaneId), pictures: usize, choices: &ViewChoices) -> String {
    match choices.kind {
        Kind::Gif => {
            let time = view_export::length_ms(pictures, choices.step_ms) as f64 / 1000.0;
            let size = view_export::rough_bytes(pictures, size_of(ui, shown, choices));
            let (time, size) = (number(time, 1), format::bytes(size));
            t!("view-export-gif.forecast", n = pictures, time = time, size = size)
        }
        Kind::Html => t!("view-export-html.forecast").to_owned(),
        Kind::Png | Kind::Svg => t!("view-export-png.forecast").to_owned(),
    }
}

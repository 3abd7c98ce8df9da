//! The settings: how things look, how the board behaves, what the engine may use. A change takes
//! effect at once.

mod board;
mod keys;
mod puct;
mod sound;

use eframe::egui::{
    Button, ComboBox, DragValue, Grid, Key, Label, RichText, Role, Sides, Slider, TextEdit, Ui,
    WidgetInfo, emath::Numeric, vec2,
};

use tabia_app::action::Action;
use tabia_app::engines::state::Watching;
use tabia_app::library::tables::{MOST_FOLDERS, TablesState, extent};
use tabia_app::window::settings::{
    Notation, Setting, SettingChange, Settings, ThemeChoice, UI_SCALE,
};
use tabia_engine::alphabeta::options::{EvalKind, HASH_MIB, THREADS};
use tabia_engine::search::score::Pov;

use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::widgets::{icon_button, segmented};

/// Height of the longest page, so that the dialog keeps its size when the page is turned, points.
const PAGE_HEIGHT: f32 = 320.0;

/// Width of the dialog, points.
const WIDTH: f32 = 640.0;
/// What a window keeps free beside it, points.
const SIDES: f32 = 60.0;

/// A page of the dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Page {
    /// How things look.
    #[default]
    Appearance,
    /// What the board shows and does.
    Board,
    /// What can be heard.
    Sound,
    /// What the engine may use.
    Engine,
    /// How it behaves as an opponent.
    Opponent,
    /// Endgame tables.
    Tables,
    /// Keys of the commands.
    Keys,
}

/// What is on screen of the dialog: its page, and what is looked for among the keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    page: Page,
    keys: String,
}

/// Shows the dialog, open at this page.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form, out: &mut Vec<Action>) {
    let page = &mut form.page;
    ui.set_width(WIDTH.min(ui.content_rect().width() - SIDES));
    ui.heading("Settings");
    ui.add_space(theme::PAD);
    let pages = [
        (Page::Appearance, "Appearance"),
        (Page::Board, "Board"),
        (Page::Sound, "Sound"),
        (Page::Engine, "Engine"),
        (Page::Opponent, "Opponent"),
        (Page::Tables, "Endgames"),
        (Page::Keys, "Keys"),
    ];
    if let Some(turned) = segmented::show(ui, "Page", *page, &pages) {
        *page = turned;
    }
    ui.add_space(theme::PAD);
    let settings = &cx.model.settings;
    let mut changes = Vec::new();
    parts::dialog_body_of(ui, PAGE_HEIGHT, |ui| {
        match page {
            Page::Board => return board::show(ui, cx, &mut changes),
            Page::Sound => return sound::show(ui, settings, &mut changes),
            Page::Tables => return tables(ui, cx, &mut changes, out),
            Page::Keys => return keys::show(ui, cx, &mut form.keys, out),
            Page::Appearance | Page::Engine | Page::Opponent => {}
        }
        let grid = Grid::new("settings").num_columns(2).min_col_width(170.0).spacing([16.0, 6.0]);
        grid.show(ui, |ui| match page {
            Page::Appearance => appearance(ui, settings, &mut changes),
            Page::Engine => {
                engine(ui, settings, &mut changes);
                puct::show(ui, settings, &mut changes);
            }
            Page::Opponent => opponent(ui, settings, &mut changes),
            Page::Board | Page::Sound | Page::Tables | Page::Keys => {}
        });
    });
    ui.add_space(theme::PAD);
    Sides::new().show(
        ui,
        |ui| {
            if ui.add(Button::new("Reset all").min_size(vec2(88.0, 30.0))).clicked() {
                changes.push(SettingChange::Reset);
            }
        },
        |ui| {
            if parts::way_out(ui, "Close") {
                ui.close();
            }
        },
    );
    out.extend(changes.into_iter().map(Action::Set));
}

type Changes = Vec<SettingChange>;

fn check(ui: &mut Ui, settings: &Settings, setting: &Setting<bool>, out: &mut Changes) {
    let label = ui.label(setting.label);
    let mut on = *(setting.get)(settings);
    if ui.checkbox(&mut on, "").labelled_by(label.id).changed() {
        out.push((setting.change)(on));
    }
    ui.end_row();
}

fn choice<T: Copy + PartialEq>(
    ui: &mut Ui,
    settings: &Settings,
    setting: &Setting<T>,
    options: &[(T, &str)],
    out: &mut Changes,
) {
    let value = *(setting.get)(settings);
    choice_of(ui, setting.label, value, options, |chosen| out.push((setting.change)(chosen)));
}

/// A choice that is not among the values of a setting.
fn choice_of<T: Copy + PartialEq>(
    ui: &mut Ui,
    name: &str,
    value: T,
    options: &[(T, &str)],
    change: impl FnOnce(T),
) {
    ui.label(name);
    if let Some(chosen) = segmented::show(ui, name, value, options) {
        change(chosen);
    }
    ui.end_row();
}

fn number<T: Numeric>(
    ui: &mut Ui,
    settings: &Settings,
    setting: &Setting<T>,
    (suffix, hint): (&str, &str),
    out: &mut Changes,
) {
    let value = *(setting.get)(settings);
    let label = ui.label(setting.label);
    let mut edited = value;
    let range = setting.range.clone().unwrap_or(T::MIN..=T::MAX);
    let field = DragValue::new(&mut edited).range(range).suffix(suffix);
    let mut field = ui.add(field).labelled_by(label.id);
    if !hint.is_empty() {
        field = field.on_hover_text(hint);
    }
    if field.changed() && edited != value {
        out.push((setting.change)(edited));
    }
    ui.end_row();
}

fn appearance(ui: &mut Ui, settings: &Settings, out: &mut Changes) {
    let themes = ThemeChoice::ALL.map(|theme| (theme, theme.label()));
    choice(ui, settings, &Settings::Theme, &themes, out);
    let notations = [(Notation::Figurine, "Figurines"), (Notation::Letters, "Letters")];
    choice(ui, settings, &Settings::Notation, &notations, out);
    let views = [(Pov::White, "White's view"), (Pov::Mover, "Mover's view")];
    choice(ui, settings, &Settings::Pov, &views, out);
    let label = ui.label(Settings::UiScale.label);
    let mut scale = settings.ui_scale;
    let slider = Slider::new(&mut scale, UI_SCALE)
        .step_by(0.05)
        .custom_formatter(|v, _| format!("{:.0} %", v * 100.0));
    let response = ui.add(slider).labelled_by(label.id);
    // While the slider is held the scale stays: it would move under the pointer.
    if (response.drag_stopped() || (response.changed() && !response.dragged()))
        && (scale - settings.ui_scale).abs() > f32::EPSILON
    {
        out.push(SettingChange::UiScale(scale));
    }
    ui.end_row();
    check(ui, settings, &Settings::ReducedMotion, out);
    check(ui, settings, &Settings::FenBar, out);
}

fn opponent(ui: &mut Ui, settings: &Settings, out: &mut Changes) {
    check(ui, settings, &Settings::NaturalPace, out);
    check(ui, settings, &Settings::EngineMayResign, out);
    check(ui, settings, &Settings::Ponder, out);
    let hint = "What the built-in engine, at full strength, gives up to avoid a draw, in hundredths of a pawn; \
                below zero it seeks one. Analysis and reviews know nothing of it";
    number(ui, settings, &Settings::Contempt, (" cp", hint), out);
    let watching = Watching::ALL.map(|watching| (watching, watching.label()));
    let chosen = match settings.watching {
        Watching::Unasked => Watching::OnRequest,
        chosen => chosen,
    };
    choice_of(ui, Settings::Watching.label, chosen, &watching, |v| {
        out.push(SettingChange::Watching(v));
    });
    check(ui, settings, &Settings::BookMoves, out);
    number(ui, settings, &Settings::BookPlies, (" plies", ""), out);
    let label = ui.label(Settings::BookVariety.label);
    let mut variety = settings.book_variety;
    let slider = Slider::new(&mut variety, Settings::BookVariety.range.unwrap_or(0..=100));
    let hint =
        "0 plays the most popular move, 50 draws by popularity, 100 draws any move of the book";
    if ui.add(slider).labelled_by(label.id).on_hover_text(hint).changed() {
        out.push(SettingChange::BookVariety(variety));
    }
    ui.end_row();
    ui.label(Settings::BookFile.label);
    ui.horizontal(|ui| {
        let file = settings.book_file.as_ref().and_then(|path| path.file_name());
        let name = file.map_or("Built-in: master games".into(), |name| name.to_string_lossy());
        ui.label(name);
        if settings.book_file.is_some() && ui.button("Use the built-in").clicked() {
            out.push(SettingChange::BookFile(None));
        }
    });
    ui.end_row();
    check(ui, settings, &Settings::KeepGames, out);
}

/// The folders of endgame tables, what was found there, and a way to add another.
fn tables(ui: &mut Ui, cx: &Cx<'_>, changes: &mut Changes, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let folders = &cx.model.settings.table_folders;
    ui.label("Folders of Syzygy tables, for the panel and for the engine's search");
    ui.add_space(theme::GAP);
    for (at, folder) in folders.iter().enumerate() {
        ui.horizontal(|ui| {
            if icon_button::small(ui, Icon::Cross, "Remove this folder").clicked() {
                let mut left = folders.clone();
                left.remove(at);
                changes.push(SettingChange::TableFolders(left));
            }
            ui.add(Label::new(folder.display().to_string()).truncate());
        });
    }
    let (text, color) = match &cx.model.tables.state {
        TablesState::None => ("No folder is set".to_owned(), p.text_weak),
        TablesState::Opening => ("Looking through the files".to_owned(), p.text_weak),
        TablesState::Open { tables, most_men } => (extent(*tables, *most_men), p.good),
        TablesState::Refused(error) => (error.clone(), p.bad),
    };
    ui.label(RichText::new(text).color(color));
    ui.add_space(theme::GAP);
    if folders.len() == MOST_FOLDERS {
        return;
    }
    let typed = ui.scope_id().with("folder");
    let mut path = ui.data(|data| data.get_temp::<String>(typed)).unwrap_or_default();
    ui.horizontal(|ui| {
        if ui.button("Choose a folder…").clicked() {
            out.push(Action::PickTableFolder);
        }
        let field = TextEdit::singleline(&mut path).hint_text("or type its path");
        let field = ui.add(field.desired_width(220.0));
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Folder"));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let add = ui.add_enabled(!path.trim().is_empty(), Button::new("Add")).clicked();
        if (add || entered) && !path.trim().is_empty() {
            out.push(Action::TableFolder(path.trim().into()));
            path.clear();
        }
    });
    ui.data_mut(|data| data.insert_temp(typed, path));
}

fn engine(ui: &mut Ui, settings: &Settings, out: &mut Changes) {
    let options = &settings.engine;
    let evals = [(EvalKind::Network, "Network"), (EvalKind::HandCrafted, "Hand-crafted terms")];
    choice(ui, settings, &Settings::Eval, &evals, out);
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u32;
    let threads = Setting { range: Some(*THREADS.start()..=processors), ..Settings::Threads };
    number(ui, settings, &threads, ("", ""), out);
    let label = ui.label(Settings::HashMib.label);
    let combo = ComboBox::from_id_salt("hash").selected_text(format!("{} MiB", options.hash_mib));
    let shown = combo.show_ui(ui, |ui| {
        for power in 4..=16 {
            let mib = 1u32 << power;
            if !HASH_MIB.contains(&mib) {
                continue;
            }
            let text = format!("{mib} MiB");
            if ui.selectable_label(mib == options.hash_mib, text).clicked() {
                out.push(SettingChange::HashMib(mib));
            }
        }
    });
    drop(shown.response.labelled_by(label.id));
    ui.end_row();
    number(ui, settings, &Settings::MultiPv, ("", ""), out);
    number(ui, settings, &Settings::ThinkMs, (" ms", ""), out);
    number(ui, settings, &Settings::MoveOverheadMs, (" ms", ""), out);
}

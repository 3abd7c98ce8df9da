//! The settings: appearance, how the board behaves, what the engine may use. A change takes effect at once.

use eframe::egui::emath::Numeric;
use eframe::egui::{
    Button, Color32, ComboBox, DragValue, Grid, Key, Label, Rect, RichText, Role, Sense, Slider,
    TextEdit, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, UserCommand};
use tabia_app::engines::puct::PuctSettings;
use tabia_app::engines::state::Watching;
use tabia_app::library::tables::{MAX_FOLDERS, TablesState, extent};
use tabia_app::window::notation::Notation;
use tabia_app::window::settings::{Coordinates, Speed};
use tabia_app::window::settings::{
    MAX_NAME, PromotionPreference, Setting, SettingChange, Settings, ThemeChoice, UI_SCALE,
};
use tabia_app::window::sounds::{Sound, SoundSettings, VOLUME};
use tabia_chess::{Board, Color, Piece, PieceType, Square};
use tabia_engine::alphabeta::options::{EvalKind, HASH_MIB, THREADS};
use tabia_engine::puct::options::PuctConfig;
use tabia_engine::search::score::Pov;

use crate::gui::look::icons::Icon;
use crate::gui::look::pieces::{PieceSet, PieceStyle};
use crate::gui::look::theme::BoardTheme;
use crate::gui::look::{format, theme};
use crate::gui::panels::dialogs::palette;
use crate::gui::present::context::Cx;
use crate::gui::present::{context, dialog};
use crate::gui::widgets::board::BoardView;
use crate::gui::widgets::buttons;
use crate::gui::widgets::fields::{LimitWords, move_limit};
use tabia_text::{Language, t};

/// Height of the longest page, so that the dialog keeps its size when the page changes, points.
const PAGE_HEIGHT: f32 = 408.0;

/// Width of the dialog, points.
const WIDTH: f32 = 640.0;
/// Space that a window keeps free beside the dialog, points.
const SIDES: f32 = 60.0;

/// A page of the dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Page {
    #[default]
    Appearance,
    Board,
    Sound,
    /// Engine resources.
    Engine,
    /// The engine as an opponent.
    Opponent,
    /// Tablebases.
    Tables,
    /// Keys of the commands.
    Keys,
}

/// The state of the dialog: its page, and the filter of the keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    page: Page,
    keys: String,
}

/// Shows the dialog, open at this page.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, form: &mut Form, out: &mut Vec<Action>) {
    let page = &mut form.page;
    dialog::title(ui, WIDTH.min(ui.content_rect().width() - SIDES), t!("settings-title"));
    ui.add_space(theme::PAD - theme::GAP);
    let pages = [
        (Page::Appearance, t!("settings-appearance")),
        (Page::Board, t!("settings-board")),
        (Page::Sound, t!("settings-sound")),
        (Page::Engine, t!("settings-engine")),
        (Page::Opponent, t!("settings-opponent")),
        (Page::Tables, t!("settings-tables")),
        (Page::Keys, t!("settings-keys")),
    ];
    if let Some(turned) = buttons::segmented(ui, t!("settings-page"), *page, &pages) {
        *page = turned;
    }
    ui.add_space(theme::PAD);
    let settings = &cx.model.settings;
    let mut changes = Vec::new();
    dialog::body_of(ui, PAGE_HEIGHT, |ui| {
        match page {
            Page::Board => return board(ui, cx, &mut changes),
            Page::Sound => return sound(ui, settings, &mut changes, out),
            Page::Tables => return tables(ui, cx, &mut changes, out),
            Page::Keys => return palette::settings_page(ui, cx, &mut form.keys, out),
            Page::Appearance | Page::Engine | Page::Opponent => {}
        }
        let grid = Grid::new("settings").num_columns(2).min_col_width(170.0).spacing([16.0, 6.0]);
        grid.show(ui, |ui| match page {
            Page::Appearance => appearance(ui, settings, &mut changes),
            Page::Engine => {
                engine(ui, cx, &mut changes);
                puct(ui, cx, &mut changes);
            }
            Page::Opponent => opponent(ui, settings, &mut changes),
            Page::Board | Page::Sound | Page::Tables | Page::Keys => {}
        });
    });
    ui.add_space(theme::PAD);
    let reset = |ui: &mut Ui| {
        if dialog::dialog_button(ui, t!("settings-reset")) {
            out.push(Action::Command(UserCommand::ResetSettings));
        }
    };
    dialog::close_button(ui, t!("button-close"), reset);
    out.extend(changes.into_iter().map(Action::Set));
}

type Changes = Vec<SettingChange>;

fn check(ui: &mut Ui, settings: &Settings, setting: &Setting<bool>, out: &mut Changes) {
    let label = ui.label(setting.label());
    let mut on = *(setting.get)(settings);
    if buttons::switch(ui, &mut on).labelled_by(label.id).changed() {
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
    let texts = [setting.label(), setting.hint().unwrap_or_default()];
    choice_of(ui, texts, value, options, |chosen| out.push((setting.change)(chosen)));
}

/// A choice among values derived from a setting, with its name and its tooltip, which may be empty.
fn choice_of<T: Copy + PartialEq>(
    ui: &mut Ui,
    [name, hint]: [&str; 2],
    value: T,
    options: &[(T, &str)],
    change: impl FnOnce(T),
) {
    ui.label(name);
    if let Some(chosen) = buttons::with_hints(ui, name, value, options, &|_| hint.to_owned()) {
        change(chosen);
    }
    ui.end_row();
}

fn number<T: Numeric>(ui: &mut Ui, settings: &Settings, setting: &Setting<T>, out: &mut Changes) {
    let value = *(setting.get)(settings);
    let label = ui.label(setting.label());
    let mut edited = value;
    let range = setting.range.clone().unwrap_or(T::MIN..=T::MAX);
    let mut field = DragValue::new(&mut edited).range(range);
    if let Some(unit) = setting.unit() {
        field = field.suffix(format!(" {unit}"));
    }
    let mut field = ui.add(field).labelled_by(label.id);
    if let Some(hint) = setting.hint() {
        field = field.on_hover_text(hint);
    }
    if field.changed() && edited != value {
        out.push((setting.change)(edited));
    }
    ui.end_row();
}

/// The user's name.
fn player_name(ui: &mut Ui, settings: &Settings, out: &mut Changes) {
    let label = ui.label(Settings::PlayerName.label());
    let mut name = settings.player_name.clone();
    let field = TextEdit::singleline(&mut name).char_limit(MAX_NAME).hint_text(t!("player-you"));
    let mut field = ui.add(field.desired_width(220.0)).labelled_by(label.id);
    if let Some(hint) = Settings::PlayerName.hint() {
        field = field.on_hover_text(hint);
    }
    if field.changed() {
        out.push(SettingChange::PlayerName(name));
    }
    ui.end_row();
}

fn appearance(ui: &mut Ui, settings: &Settings, out: &mut Changes) {
    player_name(ui, settings, out);
    let themes = ThemeChoice::ALL.map(|theme| (theme, theme.label()));
    choice(ui, settings, &Settings::Theme, &themes, out);
    language(ui, settings, out);
    let localized = t!("notation-localized", letters = t!("piece-letters"));
    let is_english = t!("piece-letters") == "KQRBN";
    // The letters of the language are the English ones then.
    let letters = if is_english && settings.notation == Notation::Localized {
        Notation::Localized
    } else {
        Notation::Letters
    };
    let mut notations =
        vec![(Notation::Figurine, t!("notation-figurines")), (letters, t!("notation-english"))];
    if !is_english {
        notations.push((Notation::Localized, &localized));
    }
    choice(ui, settings, &Settings::Notation, &notations, out);
    let views = [(Pov::White, t!("pov-white")), (Pov::SideToMove, t!("pov-side-to-move"))];
    choice(ui, settings, &Settings::Pov, &views, out);
    let label = ui.label(Settings::UiScale.label());
    let mut scale = settings.ui_scale;
    let slider = Slider::new(&mut scale, UI_SCALE)
        .step_by(0.05)
        .update_while_editing(false)
        .custom_formatter(|v, _| format!("{:.0} %", v * 100.0))
        .custom_parser(|text| {
            let percent = text.trim().trim_end_matches('%').trim().replace(',', ".");
            Some(percent.parse::<f64>().ok()? / 100.0)
        });
    let shown = ui.zoom_factor();
    let row = ui.horizontal(|ui| {
        let response = ui.add(slider).labelled_by(label.id);
        if shown < settings.ui_scale - 0.005 {
            let percent = (shown * 100.0).round() as u32;
            let note = t!("settings-scale-room", percent = percent);
            ui.label(RichText::new(note).small().color(theme::palette(ui).text_weak));
        }
        response
    });
    let response = row.inner;
    // The scale does not change while the slider is held: it would move under the pointer.
    if (response.drag_stopped() || (response.changed() && !response.dragged()))
        && (scale - settings.ui_scale).abs() > f32::EPSILON
    {
        out.push(SettingChange::UiScale(scale));
    }
    ui.end_row();
    check(ui, settings, &Settings::ReducedMotion, out);
    check(ui, settings, &Settings::FenBar, out);
    check(ui, settings, &Settings::MenuBar, out);
    check(ui, settings, &Settings::LiveTreeTips, out);
}

/// The language of the interface: the system's, or one by its own name.
fn language(ui: &mut Ui, settings: &Settings, out: &mut Changes) {
    let label = ui.label(Settings::Language.label());
    let chosen = Language::by_id(&settings.language);
    let of_system = t!("language-system");
    let combo =
        ComboBox::from_id_salt("language").selected_text(chosen.map_or(of_system, Language::name));
    let shown = combo.show_ui(ui, |ui| {
        if ui.selectable_label(chosen.is_none(), of_system).clicked() {
            out.push(SettingChange::Language(String::new()));
        }
        for language in Language::all() {
            let now = chosen.is_some_and(|chosen| std::ptr::eq(chosen, language));
            if ui.selectable_label(now, language.name()).clicked() {
                out.push(SettingChange::Language(language.id().to_owned()));
            }
        }
    });
    drop(shown.response.labelled_by(label.id));
    ui.end_row();
}

fn opponent(ui: &mut Ui, settings: &Settings, out: &mut Changes) {
    check(ui, settings, &Settings::NaturalPace, out);
    check(ui, settings, &Settings::Remarks, out);
    check(ui, settings, &Settings::EngineMayResign, out);
    check(ui, settings, &Settings::Ponder, out);
    number(ui, settings, &Settings::Contempt, out);
    let watching = Watching::ALL.map(|watching| (watching, watching.label()));
    let chosen = match settings.watching {
        Watching::Unasked => Watching::OnRequest,
        chosen => chosen,
    };
    choice_of(ui, [Settings::Watching.label(), ""], chosen, &watching, |v| {
        out.push(SettingChange::Watching(v));
    });
    check(ui, settings, &Settings::BookMoves, out);
    number(ui, settings, &Settings::BookPlies, out);
    let label = ui.label(Settings::BookVariety.label());
    let mut variety = settings.book_variety;
    let slider = Slider::new(&mut variety, Settings::BookVariety.range.unwrap_or(0..=100));
    let hint = Settings::BookVariety.hint().unwrap_or_default();
    if ui.add(slider).labelled_by(label.id).on_hover_text(hint).changed() {
        out.push(SettingChange::BookVariety(variety));
    }
    ui.end_row();
    ui.label(Settings::BookFile.label());
    ui.horizontal(|ui| {
        let file = settings.book_file.as_deref().map(format::file_name);
        let name = file.unwrap_or_else(|| t!("book-built-in").to_owned());
        ui.label(name);
        if settings.book_file.is_some() && ui.button(t!("book-use-built-in")).clicked() {
            out.push(SettingChange::BookFile(None));
        }
    });
    ui.end_row();
    check(ui, settings, &Settings::KeepGames, out);
}

/// The folders of tablebases, what was found there, and a button to add another.
fn tables(ui: &mut Ui, cx: &Cx<'_>, changes: &mut Changes, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let folders = &cx.model.settings.table_folders;
    ui.label(t!("tables-explained"));
    ui.add_space(theme::GAP);
    for (at, folder) in folders.iter().enumerate() {
        ui.horizontal(|ui| {
            if buttons::small(ui, Icon::Cross, t!("tables-remove-folder")).clicked() {
                let mut left = folders.clone();
                left.remove(at);
                changes.push(SettingChange::TableFolders(left));
            }
            ui.add(Label::new(format::path(folder)).truncate());
        });
    }
    let (text, color) = match &cx.model.tables.state {
        TablesState::None => (t!("tables-no-folder").to_owned(), p.text_weak),
        TablesState::Opening => (t!("tables-opening").to_owned(), p.text_weak),
        TablesState::Open { tables, most_men } => (extent(*tables, *most_men), p.good),
        TablesState::Refused(error) => (error.clone(), p.bad),
    };
    ui.label(RichText::new(text).color(color));
    ui.add_space(theme::GAP);
    if folders.len() == MAX_FOLDERS {
        return;
    }
    let typed = ui.scope_id().with("folder");
    let mut path = ui.data(|data| data.get_temp::<String>(typed)).unwrap_or_default();
    ui.horizontal(|ui| {
        if ui.button(t!("tables-choose-folder")).clicked() {
            out.push(Action::Command(UserCommand::OpenTables));
        }
        let field = TextEdit::singleline(&mut path).hint_text(t!("tables-type-path"));
        let field = ui.add(field.desired_width(220.0));
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, t!("tables-folder")));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let add = ui.add_enabled(!path.trim().is_empty(), Button::new(t!("button-add"))).clicked();
        if (add || entered) && !path.trim().is_empty() {
            out.push(Action::TableFolder(path.trim().into()));
            path.clear();
        }
    });
    ui.data_mut(|data| data.insert_temp(typed, path));
}

fn engine(ui: &mut Ui, cx: &Cx<'_>, out: &mut Changes) {
    let settings = &cx.model.settings;
    let options = &settings.engine;
    let evals =
        [(EvalKind::Network, t!("eval-network")), (EvalKind::HandCrafted, t!("eval-hand-crafted"))];
    choice(ui, settings, &Settings::Eval, &evals, out);
    let threads = *THREADS.start()..=cx.model.processors;
    let threads = Setting { range: Some(threads), ..Settings::Threads };
    number(ui, settings, &threads, out);
    let label = ui.label(Settings::HashMib.label());
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
    number(ui, settings, &Settings::MultiPv, out);
    analysis_limit(ui, settings, out);
    number(ui, settings, &Settings::ThinkMs, out);
    number(ui, settings, &Settings::MoveOverheadMs, out);
}

/// The limit of the analysis of a position.
fn analysis_limit(ui: &mut Ui, settings: &Settings, out: &mut Changes) {
    let label = Settings::AnalysisLimit.label();
    ui.label(label);
    let words = LimitWords {
        choices: [
            t!("analysis-limit-none"),
            t!("analysis-limit-seconds"),
            t!("analysis-limit-nodes"),
            t!("analysis-limit-depth"),
        ],
        kind: label,
        value: t!("analysis-limit-value"),
    };
    let mut limit = settings.analysis_limit;
    ui.horizontal(|ui| move_limit(ui, "analysis limit", &words, &mut limit));
    if limit != settings.analysis_limit {
        out.push(SettingChange::AnalysisLimit(limit));
    }
    ui.end_row();
}

/// Side of the example, points.
const EXAMPLE: f32 = 168.0;
/// All kinds of pieces of both sides, on squares of both kinds, and a move just made.
const POSITION: &str = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6";

/// The move just made there, and a possible one.
const BEFORE: (Square, Square) = (Square::F8, Square::C5);
const PLAYED: (Square, Square) = (Square::C1, Square::G5);

/// Shows the board's options, with a small board that demonstrates them all at once.
fn board(ui: &mut Ui, cx: &Cx<'_>, out: &mut Changes) {
    let style = PieceStyle::by_name(&cx.model.settings.piece_set);
    let theme = context::board_theme(cx.model);
    ui.label(Settings::PieceSet.label());
    ui.horizontal_wrapped(|ui| {
        for set in PieceStyle::ALL {
            if picture(ui, set.label(), set == style, (set, theme)) {
                out.push(SettingChange::PieceSet(set.name().to_owned()));
            }
        }
    });
    ui.label(Settings::BoardTheme.label());
    ui.horizontal_wrapped(|ui| {
        for colours in BoardTheme::ALL {
            if picture(ui, colours.label(), colours.name == theme.name, (style, &colours)) {
                out.push(SettingChange::BoardTheme(colours.name.to_owned()));
            }
        }
    });
    ui.add_space(theme::GAP);
    ui.horizontal_top(|ui| {
        let grid = Grid::new("board settings").num_columns(2).spacing([14.0, 6.0]);
        grid.show(ui, |ui| board_rows(ui, cx, out));
        ui.add_space(theme::PAD);
        let room = ui.available_width();
        if room > EXAMPLE * 0.6 {
            board_example(ui, cx, room.min(EXAMPLE));
        }
    });
}

/// Side of a square in a picture, space around the picture, and height of its name, points.
const PICTURE: [f32; 3] = [32.0, 8.0, 18.0];

/// A choice by its picture: four squares with a king and a knight of both sides. Returns whether it was chosen.
fn picture(
    ui: &mut Ui,
    name: &str,
    chosen: bool,
    (style, colours): (PieceStyle, &BoardTheme),
) -> bool {
    let [side, pad, line] = PICTURE;
    let size = vec2(2.0 * (side + pad), 2.0 * side + pad + line);
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    let response = buttons::tile(ui, place, name, (name, chosen));
    let pieces = PieceSet::of(ui, style, side);
    let kinds = [PieceType::King, PieceType::Knight];
    for (at, (color, kind)) in [
        (Color::Black, kinds[0]),
        (Color::Black, kinds[1]),
        (Color::White, kinds[1]),
        (Color::White, kinds[0]),
    ]
    .into_iter()
    .enumerate()
    {
        let (column, row) = (at % 2, at / 2);
        let corner = place.min + vec2(pad + column as f32 * side, pad + row as f32 * side);
        let square = Rect::from_min_size(corner, Vec2::splat(side));
        let ground = if column == row { colours.square.light } else { colours.square.dark };
        ui.painter().rect_filled(square, 0, ground);
        pieces.paint(ui.painter(), Piece::new(color, kind), square, Color32::WHITE);
    }
    let ink = theme::palette(ui).text;
    let text = buttons::elided_at(ui, name, theme::SMALL, size.x - 2.0, ink);
    let middle = pos2(place.center().x, place.bottom() - line / 2.0);
    ui.painter().galley(middle - text.size() / 2.0, text, ink);
    response.clicked()
}

fn board_rows(ui: &mut Ui, cx: &Cx<'_>, out: &mut Changes) {
    let settings = &cx.model.settings;
    let places = Coordinates::ALL.map(|place| (place, place.label()));
    choice(ui, settings, &Settings::Coordinates, &places, out);
    let speeds = Speed::ALL.map(|speed| (speed, speed.label()));
    let speed = Speed::nearest(settings.animation_ms);
    choice_of(ui, [Settings::AnimationMs.label(), ""], speed, &speeds, |speed| {
        out.push(SettingChange::AnimationMs(speed.ms()));
    });
    check(ui, settings, &Settings::ShowDestinations, out);
    check(ui, settings, &Settings::EvalBar, out);
    number(ui, settings, &Settings::EngineArrows, out);
    let options = [
        (PromotionPreference::Ask, t!("promotion-ask")),
        (PromotionPreference::Queen, t!("promotion-queen")),
    ];
    choice(ui, settings, &Settings::Promotion, &options, out);
}

/// A preview of the board. A move is made and taken back whenever another speed is chosen, and by a click.
fn board_example(ui: &mut Ui, cx: &Cx<'_>, side: f32) {
    let (area, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, t!("settings-board-example")));
    let Ok(board) = Board::from_fen(POSITION) else { return };
    let id = ui.scope_id().with("example");
    let speed = cx.model.settings.animation();
    let mut shown = ui.data(|data| data.get_temp(id)).unwrap_or(Example { speed, played: false });
    if response.clicked() || shown.speed != speed {
        shown = Example { speed, played: !shown.played };
    }
    ui.data_mut(|data| data.insert_temp(id, shown));
    let (from, to) = PLAYED;
    let played = board.find_move(from, to, None).filter(|_| shown.played);
    let board = played.map_or(board, |mv| board.after(mv));
    let mut view = BoardView::new(&board);
    view.id_salt = "example";
    view.theme = context::board_theme(cx.model);
    view.orientation = context::orientation(cx.model);
    view.last_move = Some(if shown.played { PLAYED } else { BEFORE });
    view.options.coordinates = context::coordinates(cx.model);
    view.options.animation_ms = speed;
    view.paint_moving(ui, area);
    response.on_hover_text(t!("settings-board-example.hint"));
}

#[derive(Clone, Copy)]
struct Example {
    /// The speed it was last shown at, ms.
    speed: u32,
    /// The move is made.
    played: bool,
}

/// Shows the settings of PUCT.
fn puct(ui: &mut Ui, cx: &Cx<'_>, out: &mut Changes) {
    let p = theme::palette(ui);
    let old = cx.model.settings.puct;
    let mut new = old;
    ui.label(RichText::new(Settings::Puct.label()).strong());
    let note = t!("puct-explained");
    ui.label(RichText::new(note).small().color(p.text_weak));
    ui.end_row();
    puct_method(ui, &mut new);
    puct_threads(ui, cx.model.processors, &mut new);
    puct_memory(ui, &mut new);
    if new != old {
        out.push(SettingChange::Puct(new));
    }
}

/// The search methods, from flat Monte Carlo to the network.
fn puct_method(ui: &mut Ui, new: &mut PuctSettings) {
    let label = ui.label(t!("puct-method"));
    let strongest = t!("puct-strongest", name = PuctConfig::STRONGEST.name());
    let title = match new.config {
        Some(config) => config.name(),
        None => &strongest,
    };
    let combo = ComboBox::from_id_salt("rung").selected_text(title).width(300.0).truncate();
    let shown = combo.show_ui(ui, |ui| {
        ui.selectable_value(&mut new.config, None, &strongest);
        for config in PuctConfig::ALL {
            ui.selectable_value(&mut new.config, Some(config), config.name());
        }
    });
    drop(shown.response.labelled_by(label.id));
    ui.end_row();
}

/// Threads; at the lower end its share of the threads of all engines.
fn puct_threads(ui: &mut Ui, processors: u32, new: &mut PuctSettings) {
    let label = ui.label(t!("puct-threads"));
    let mut threads = new.threads.unwrap_or(0);
    let most = processors.max(threads);
    let field = DragValue::new(&mut threads).range(0..=most).custom_formatter(|v, _| {
        if v < 1.0 { t!("puct-threads.share").to_owned() } else { format!("{v:.0}") }
    });
    if ui.add(field).labelled_by(label.id).on_hover_text(t!("puct-threads.hint")).changed() {
        new.threads = (threads > 0).then_some(threads);
    }
    ui.end_row();
}

/// Memory of the tree.
fn puct_memory(ui: &mut Ui, new: &mut PuctSettings) {
    let label = ui.label(t!("puct-memory"));
    let words =
        |mib: Option<u32>| mib.map_or(t!("puct-memory.share").into(), |v| format!("{v} MiB"));
    let combo = ComboBox::from_id_salt("tree").selected_text(words(new.tree_mib)).width(180.0);
    let shown = combo.show_ui(ui, |ui| {
        for mib in std::iter::once(None).chain((4..=16).map(|power| Some(1u32 << power))) {
            ui.selectable_value(&mut new.tree_mib, mib, words(mib));
        }
    });
    drop(shown.response.labelled_by(label.id));
    ui.end_row();
}

/// Sounds per row.
const SOUND_COLUMNS: usize = 2;

/// Shows the sound settings; a change is heard at once.
fn sound(ui: &mut Ui, settings: &Settings, out: &mut Changes, actions: &mut Vec<Action>) {
    let sounds = &settings.sounds;
    if !cfg!(target_os = "linux") {
        let color = theme::palette(ui).text_weak;
        ui.label(RichText::new(t!("sound-none-here")).color(color));
    }
    let grid = Grid::new("sound settings").num_columns(2).min_col_width(170.0).spacing([16.0, 6.0]);
    grid.show(ui, |ui| {
        let mut on = sounds.on;
        let label = ui.label(Settings::Sounds.label());
        if buttons::switch(ui, &mut on).labelled_by(label.id).changed() {
            out.push(SettingChange::Sounds(SoundSettings { on, ..sounds.clone() }));
        }
        ui.end_row();
        ui.add_enabled_ui(sounds.on, |ui| ui.label(t!("sound-volume")));
        ui.add_enabled_ui(sounds.on, |ui| sound_volume(ui, sounds, out));
        ui.end_row();
    });
    ui.add_enabled_ui(sounds.on, |ui| {
        let grid = Grid::new("what is heard").num_columns(3 * SOUND_COLUMNS).spacing([16.0, 6.0]);
        ui.add_space(theme::GAP);
        ui.label(t!("sound-played-on"));
        grid.show(ui, |ui| sound_kinds(ui, sounds, out, actions));
        ui.add_space(theme::GAP);
        let grid = Grid::new("stepping").num_columns(2).spacing([16.0, 6.0]);
        grid.show(ui, |ui| {
            let stepping =
                |on| SettingChange::Sounds(SoundSettings { stepping: on, ..sounds.clone() });
            let label = ui.label(t!("sound-stepping"));
            let mut on = sounds.stepping;
            if buttons::switch(ui, &mut on).labelled_by(label.id).changed() {
                out.push(stepping(on));
            }
        });
    });
}

/// The volume. No sound is played while the slider is held: it would rattle.
fn sound_volume(ui: &mut Ui, sounds: &SoundSettings, out: &mut Changes) {
    let held = ui.scope_id().with("held volume");
    let mut volume = ui.data(|data| data.get_temp(held)).unwrap_or(sounds.volume);
    let slider = Slider::new(&mut volume, VOLUME).suffix(" %");
    let response = ui.add(slider);
    response.widget_info(|| {
        eframe::egui::WidgetInfo::slider(ui.is_enabled(), f64::from(volume), t!("sound-volume"))
    });
    if response.dragged() {
        ui.data_mut(|data| data.insert_temp(held, volume));
        return;
    }
    ui.data_mut(|data| data.remove::<u32>(held));
    if volume != sounds.volume {
        out.push(SettingChange::Sounds(SoundSettings { volume, ..sounds.clone() }));
    }
}

/// A switch for each sound, and a button that plays it.
fn sound_kinds(ui: &mut Ui, sounds: &SoundSettings, out: &mut Changes, actions: &mut Vec<Action>) {
    for (i, sound) in Sound::ALL.into_iter().enumerate() {
        let mut audible = !sounds.silent.contains(&sound);
        let label = ui.label(sound.label());
        if buttons::switch(ui, &mut audible).labelled_by(label.id).changed() {
            out.push(SettingChange::Sounds(sounds.clone().with(sound, audible)));
        }
        if buttons::small(ui, Icon::Play, &t!("sound-listen", name = sound.label())).clicked() {
            actions.push(Action::PlaySound(sound));
        }
        if i % SOUND_COLUMNS == SOUND_COLUMNS - 1 {
            ui.end_row();
        }
    }
}

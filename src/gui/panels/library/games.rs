//! The games of the open file: a table of any length to filter, sort and navigate with the keyboard.

use std::borrow::Cow;

use eframe::egui;
use eframe::egui::{
    Align, Button, Color32, EventFilter, Id, Key, Label, Layout, Modifiers, Rect, Response,
    RichText, Role, ScrollArea, Sense, Stroke, TextEdit, TextStyle, Ui, UiBuilder, WidgetInfo,
};
use egui_extras::{Column as Width, TableBuilder, TableRow};

use tabia_app::action::{Action, GamesAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::library::collection::{AskedPosition, GameList, OpenAs};
use tabia_app::window::notation;
use tabia_chess::{Board, FenStyle};
use tabia_games::collection::entry::{Entry, Setting};
use tabia_games::collection::filter::FIELDS;
use tabia_games::collection::listing::Column;
use tabia_games::collection::search::{Hit, Likeness};
use tabia_games::game::tags::chapter_of;
use tabia_host::kinds::KINDS;
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::{self, Cx};
use crate::gui::present::empty;
use crate::gui::widgets::small_boards::{MiniBoard, mini_board};
use crate::gui::widgets::{buttons, menu_of};

/// The ways to compare with the position on the board, and the text keys of the choices.
const LIKENESSES: [(Option<Likeness>, &str); 4] = [
    (None, "library-all-games"),
    (Some(Likeness::Exact), "library-with-position"),
    (Some(Likeness::Material), "library-with-material"),
    (Some(Likeness::Pawns), "library-with-pawns"),
];

/// Width below which there are three lines above the table, points.
const NARROW: f32 = 400.0;

/// Side of the small board with the position asked for, points.
const BOARD: f32 = 180.0;

/// Rows that Page Up and Page Down move by.
const PAGE: usize = 10;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let Some(list) = &cx.model.games else {
        let words = [t!("library-no-list"), t!("library-no-list.why")];
        return empty::offer(
            ui,
            cx,
            words,
            &[UserCommand::OpenFile, UserCommand::MyGames, UserCommand::Paste],
            out,
        );
    };
    let mut act = Vec::new();
    // The name has what the others leave, and is cut first.
    let narrow = ui.available_width() < NARROW;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            close(ui, &mut act);
            if !narrow {
                count(ui, list);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| file_name(ui, list));
        });
    });
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !narrow {
                likeness(ui, list, &mut act);
            }
            // Its room is always kept.
            let filtered = !list.view.filter.is_empty();
            ui.add_enabled_ui(filtered, |ui| {
                if buttons::small(ui, Icon::Cross, t!("library-clear-filter")).clicked() {
                    act.push(GamesAction::Filter(String::new()));
                }
            });
            filter(ui, list, &mut act);
        });
    });
    if narrow {
        ui.horizontal(|ui| {
            likeness(ui, list, &mut act);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| count(ui, list));
        });
    }
    if let Some(asked) = &list.view.asked {
        asked_position(ui, cx, asked);
    }
    let p = theme::palette(ui);
    for remark in &list.remarks {
        ui.label(RichText::new(remark).small().color(p.warn));
    }
    keys(ui, list, &mut act);
    if list.collection.is_empty() {
        empty::empty(ui, t!("library-empty"), t!("library-empty.why"));
    } else if list.rows.is_empty() && !list.waiting {
        let words = [t!("library-no-match"), t!("library-no-match.why")];
        if empty::offer_button(ui, words, t!("library-show-all")) {
            act.push(GamesAction::Filter(String::new()));
            act.push(GamesAction::Like(None));
        }
    } else {
        // The same wherever the panel is, so that the list keeps its place.
        let place = UiBuilder::new().scope_id(Id::unique("games-place"));
        ui.scope_builder(place, |ui| table(ui, cx, list, &mut act));
    }
    out.extend(act.into_iter().map(Action::Games));
}

/// The name of the file: the game on the board may be from another file.
fn file_name(ui: &mut Ui, list: &GameList) {
    let name = || format::path(list.name.as_ref());
    let label = ui.add(Label::new(RichText::new(name()).strong()).truncate());
    label.on_hover_text(list.origin.path().map_or_else(name, format::path));
}

/// Closes the list: a word, since a cross beside the filter would look like one that clears it.
fn close(ui: &mut Ui, act: &mut Vec<GamesAction>) {
    let button = ui.button(t!("button-close")).accessible_name(t!("library-close"));
    if button.on_hover_text(t!("library-close")).clicked() {
        act.push(GamesAction::Close);
    }
}

/// The id that has the focus while the user navigates the table.
fn table_id() -> Id {
    Id::unique("games-table")
}

/// Whether plain keys belong to the table now.
pub(crate) fn has_focus(ui: &Ui) -> bool {
    ui.memory(|memory| memory.has_focus(table_id()))
}

fn filter(ui: &mut Ui, list: &GameList, act: &mut Vec<GamesAction>) {
    let mut text = list.view.filter.clone();
    let width = ui.available_width();
    let hint = t!("library-filter.hint");
    let field = ui.add(TextEdit::singleline(&mut text).hint_text(hint).desired_width(width));
    let field = field.accessible_name(t!("library-filter")).on_hover_ui(help);
    if field.changed() {
        act.push(GamesAction::Filter(text));
    }
    let down = ui.input(|input| input.key_pressed(Key::ArrowDown) || input.key_pressed(Key::Enter));
    if (field.has_focus() || field.lost_focus()) && down {
        if list.rows.is_empty() {
            // What is typed next is meant for the field, not for the game.
            field.request_focus();
        } else {
            ui.memory_mut(|memory| memory.request_focus(table_id()));
            act.push(GamesAction::SelectRow(list.cursor.unwrap_or(0)));
        }
    }
}

/// Help for the filter.
fn help(ui: &mut Ui) {
    ui.set_max_width(420.0);
    ui.label(t!("library-help"));
    for (example, means) in [
        ("white:carlsen", t!("library-help-field")),
        ("eco:B90  eco:B20-B99", t!("library-help-eco")),
        ("elo>2600  welo<2400", t!("library-help-elo")),
        ("date:1990-1995  date>2010.06", t!("library-help-date")),
        ("result:1-0  moves<25", t!("library-help-result")),
        ("-result:1/2  -player:tal", t!("library-help-minus")),
    ] {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(example).monospace());
            ui.label(RichText::new(means).weak());
        });
    }
    ui.label(RichText::new(t!("library-help-fields", fields = FIELDS)).small().weak());
}

fn likeness(ui: &mut Ui, list: &GameList, act: &mut Vec<GamesAction>) {
    let chosen = list.view.asked.map(|asked| asked.likeness);
    let now = LIKENESSES.iter().find(|(likeness, _)| *likeness == chosen);
    let shown = now.map_or("", |(_, key)| tabia_text::text(key));
    let combo = egui::ComboBox::from_id_salt("likeness").selected_text(shown).width(136.0);
    let response = combo.show_ui(ui, |ui| {
        for (likeness, key) in LIKENESSES {
            let name = tabia_text::text(key);
            if ui.selectable_label(likeness == chosen, name).clicked() {
                act.push(GamesAction::Like(likeness));
            }
        }
    });
    let hint = t!("library-likeness.tip");
    response.response.accessible_name(t!("library-likeness")).on_hover_text(hint);
}

/// Names the position that the listed games have in common: another one may be on the board by now.
fn asked_position(ui: &mut Ui, cx: &Cx<'_>, asked: &AskedPosition) {
    let place = match asked.last {
        Some((before, mv)) => {
            let number = format::number_before(&before, 0);
            t!("present-after", move = format!("{number}{}", notation::san(&before, mv)))
        }
        None if asked.board == Board::start() => t!("present-at-start").to_owned(),
        None => asked.board.fen(FenStyle::XFen),
    };
    let text = RichText::new(t!("present-position", place = place)).small();
    let label = ui.add(Label::new(text.color(theme::palette(ui).text_weak)).truncate());
    label.on_hover_ui(|ui| {
        let view = MiniBoard {
            board: &asked.board,
            orientation: context::orientation(cx.model),
            last_move: asked.last.map(|(_, mv)| (mv.from(), mv.drawn_to())),
            theme: context::board_theme(cx.model),
        };
        mini_board(ui, &view, BOARD);
    });
}

fn count(ui: &mut Ui, list: &GameList) {
    let (rows, all) = (list.rows.len(), list.collection.len());
    let text = if list.waiting && rows == 0 {
        t!("library-searching").to_owned()
    } else if rows == all {
        t!("count-games", n = all)
    } else {
        // If there is no room for the word, both numbers come first.
        let whole = t!("library-count", n = rows, all = all);
        let font = TextStyle::Body.resolve(ui.style());
        let width = ui.painter().layout_no_wrap(whole.clone(), font, Color32::PLACEHOLDER).size().x;
        if width > ui.available_width() {
            t!("library-count-short", n = rows, all = all)
        } else {
            whole
        }
    };
    let p = theme::palette(ui);
    let color = if list.waiting { p.text_faint } else { p.text_weak };
    ui.add(Label::new(RichText::new(text).color(color)).truncate());
}

/// The keys of the table while it has the focus.
fn keys(ui: &Ui, list: &GameList, act: &mut Vec<GamesAction>) {
    if !has_focus(ui) {
        return;
    }
    let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(table_id(), filter));
    let at = list.cursor.unwrap_or(0);
    let last = list.rows.len().saturating_sub(1);
    let steps = [
        (Key::ArrowUp, at.saturating_sub(1)),
        (Key::ArrowDown, if list.cursor.is_some() { at + 1 } else { 0 }),
        (Key::PageUp, at.saturating_sub(PAGE)),
        (Key::PageDown, at + PAGE),
        (Key::Home, 0),
        (Key::End, last),
    ];
    ui.input_mut(|input| {
        for (key, row) in steps {
            if input.consume_key(Modifiers::NONE, key) {
                act.push(GamesAction::SelectRow(row));
            }
        }
        if input.consume_key(Modifiers::NONE, Key::Enter)
            && let Some(hit) = list.rows.get(at)
        {
            act.push(open(*hit));
        }
        if input.consume_key(Modifiers::NONE, Key::Delete)
            && let Some(hit) = list.cursor.and_then(|at| list.rows.get(at))
        {
            act.push(GamesAction::Remove(hit.game));
        }
    });
}

fn open(hit: Hit) -> GamesAction {
    GamesAction::Take { game: hit.game, purpose: OpenAs::Open(hit.ply) }
}

/// With less width the table has only the columns needed to find a game, all of them visible, points.
const NARROW_TABLE: f32 = 420.0;
const NARROW_COLUMNS: [Column; 4] = [Column::Number, Column::White, Column::Black, Column::Result];
/// Width of a digit of the number, and of the mark after it, points.
const DIGIT: f32 = 8.0;
const MARK: f32 = 28.0;
/// Minimum and maximum width of a name if all columns are shown, points.
const NAMES: [f32; 2] = [106.0, 220.0];
/// Gap after a column, points.
const COLUMN_GAP: f32 = 8.0;

fn table(ui: &mut Ui, cx: &Cx<'_>, list: &GameList, act: &mut Vec<GamesAction>) {
    // The focus needs a widget to stay with.
    let area = ui.available_rect_before_wrap();
    ui.interact(area, table_id(), Sense::focusable_noninteractive());
    if has_focus(ui) {
        // It must be visible whether Del means a game or moves.
        let edge = (1.5, theme::palette(ui).accent);
        let painter = ui.ctx().layer_painter(ui.layer_id()).with_clip_rect(area.expand(2.0));
        painter.rect_stroke(area, theme::RADIUS, edge, egui::StrokeKind::Outside);
    }
    let seen = Id::unique("games-revealed");
    let reveal = (list.number(), list.reveal);
    let new = ui.data(|data| data.get_temp::<(u64, u64)>(seen)) != Some(reveal);
    ui.data_mut(|data| data.insert_temp(seen, reveal));
    let shown = cx.model.listed_game();
    let narrow = ui.available_width() < NARROW_TABLE;
    let fits = |column: &Column| {
        if narrow { NARROW_COLUMNS.contains(column) } else { list.elos || !column.is_elo() }
    };
    let columns: Vec<Column> = Column::ALL.into_iter().filter(fits).collect();
    // The names share what the other columns leave.
    let is_name = |column: &Column| matches!(column, Column::White | Column::Black);
    let width = |column: Column| match column {
        Column::Number => {
            let digits = list.collection.len().to_string().len();
            (digits as f32 * DIGIT + MARK).max(face(column).2)
        }
        _ => face(column).2,
    };
    let others: f32 = columns.iter().filter(|it| !is_name(it)).map(|&it| width(it)).sum();
    let gaps = COLUMN_GAP * columns.len() as f32;
    let name = ((ui.available_width() - others - gaps) / 2.0).max(28.0);
    let name = if narrow { name } else { name.clamp(NAMES[0], NAMES[1]) };
    let widths_known = Id::unique("games-widths");
    let widths = (list.elos, narrow, name as u32, others as u32);
    let other = ui.data(|data| data.get_temp(widths_known)) != Some(widths);
    ui.data_mut(|data| data.insert_temp(widths_known, widths));
    ScrollArea::horizontal().auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let sight = ui.clip_rect();
        // The lines between columns skip titles, which span columns: drawn afterwards, when the places of the titles
        // are known.
        let resting = &mut ui.visuals_mut().widgets.noninteractive.bg_stroke;
        let line = std::mem::replace(resting, Stroke::NONE);
        let (mut heads, mut titles) = (Vec::new(), Vec::new());
        let mut table = TableBuilder::new(ui)
            .id_salt("games")
            .striped(false)
            .resizable(true)
            .auto_shrink([false, false])
            .cell_layout(Layout::left_to_right(Align::Center))
            .sense(Sense::click());
        for &column in &columns {
            let width = if is_name(&column) { name } else { width(column) };
            table = table.column(Width::initial(width).at_least(28.0).clip(true));
        }
        if other {
            // At another width the columns are distributed again.
            table.reset();
        }
        if let Some(row) = list.cursor.filter(|_| new) {
            table = table.scroll_to_row(row, None);
        }
        let shown = table
            .header(22.0, |mut header| {
                for &column in &columns {
                    header.col(|ui| {
                        heads.push(ui.max_rect());
                        head(ui, list, column, act);
                    });
                }
            })
            .body(|body| {
                body.rows(theme::ROW, list.rows.len(), |mut row| {
                    let hit = list.rows[row.index()];
                    let is_shown = shown == Some(hit.game);
                    // If no row is selected yet, the game on the board is marked.
                    row.set_selected(list.cursor.map_or(is_shown, |at| at == row.index()));
                    titles.extend(fill_row(&mut row, list, hit, (&columns, is_shown, sight)));
                    answer_row(&row.response(), list, row.index(), hit, act);
                });
            });
        column_lines(ui, line, &heads, &titles, shown.inner_rect.bottom());
    });
}

/// The lines after the columns, down to `bottom`, interrupted by the titles of chapters, which come in order.
fn column_lines(ui: &Ui, line: Stroke, heads: &[Rect], titles: &[Rect], bottom: f32) {
    for head in heads {
        let x = head.right() + COLUMN_GAP / 2.0;
        let mut from = head.top();
        for title in titles.iter().filter(|title| title.x_range().contains(x)) {
            let top = title.top().max(head.bottom());
            if top > from {
                ui.painter().vline(x, from..=top, line);
            }
            from = title.bottom().max(from);
        }
        ui.painter().vline(x, from..=bottom, line);
    }
}

/// Handles a click on a row, and its menu.
fn answer_row(
    response: &Response,
    list: &GameList,
    at: usize,
    hit: Hit,
    act: &mut Vec<GamesAction>,
) {
    if response.clicked() || response.secondary_clicked() {
        response.ctx.memory_mut(|memory| memory.request_focus(table_id()));
        act.push(GamesAction::SelectRow(at));
    }
    if response.double_clicked() {
        // The keyboard now navigates the game.
        response.ctx.memory_mut(|memory| memory.surrender_focus(table_id()));
        act.push(open(hit));
    }
    menu_of(response, list.number(), Some(hit), |ui, hit| {
        let game = hit.game;
        let mut entries = vec![
            (t!("button-open"), open(hit)),
            (t!("library-merge"), GamesAction::Take { game, purpose: OpenAs::Merge }),
            (t!("library-copy"), GamesAction::Take { game, purpose: OpenAs::Copy }),
        ];
        if list.origin.path().is_some() {
            entries.push((t!("library-delete"), GamesAction::Remove(game)));
        }
        for (name, action) in entries {
            if ui.button(name).clicked() {
                act.push(action);
                ui.close();
            }
        }
    });
    if let Some(problem) = list.collection.problem(hit.game) {
        response.clone().on_hover_text(&*format::elided(problem, 400));
    }
}

/// Title, meaning, and initial width of a column, points.
fn face(column: Column) -> (&'static str, &'static str, f32) {
    match column {
        Column::Number => (t!("library-number"), t!("library-number.tip"), 44.0),
        Column::White => (t!("white"), t!("library-white-name"), 138.0),
        Column::WhiteElo => (t!("library-elo"), t!("library-elo.tip-white"), 42.0),
        Column::Black => (t!("black"), t!("library-black-name"), 138.0),
        Column::BlackElo => (t!("library-elo"), t!("library-elo.tip-black"), 42.0),
        Column::Result => (t!("library-result"), t!("library-result.tip"), 52.0),
        Column::Date => (t!("library-date"), t!("library-date.tip"), 78.0),
        Column::Event => (t!("library-event"), t!("library-event.tip"), 120.0),
        Column::Eco => (t!("library-eco"), t!("library-eco.tip"), 40.0),
        Column::Opening => (t!("library-opening"), t!("library-opening.tip"), 190.0),
        Column::Moves => (t!("library-moves"), t!("library-moves.tip"), 50.0),
    }
}

fn head(ui: &mut Ui, list: &GameList, column: Column, act: &mut Vec<GamesAction>) {
    let p = theme::palette(ui);
    let (title, hint, _) = face(column);
    let sort = list.view.sort;
    let sorted = sort.column == column;
    let arrow = if sort.descending { Icon::ArrowDown } else { Icon::ArrowUp };
    let text = if sorted { format!("{title} {}", arrow.glyph()) } else { title.to_owned() };
    let color = if sorted { p.text } else { p.text_weak };
    let button = Button::new(RichText::new(text).small().color(color)).frame(false).truncate();
    let response = ui.add(button).accessible_name(t!("library-sort", column = hint));
    let response = response.on_hover_text(t!("library-sort-tip", column = hint));
    if response.clicked() {
        act.push(GamesAction::Sort(column));
    }
}

/// Fills a row. Returns the place of a chapter's title, which spans columns.
fn fill_row(
    row: &mut TableRow<'_, '_>,
    list: &GameList,
    hit: Hit,
    (columns, shown, sight): (&[Column], bool, Rect),
) -> Option<Rect> {
    let games = &list.collection;
    let Some(entry) = games.entry(hit.game) else {
        // A row needs its cells, even if the collection is newer than the rows.
        for _ in columns {
            row.col(|_| {});
        }
        return None;
    };
    let opening = games.opening(hit.game);
    let elo = |elo: u16| if elo > 0 { elo.to_string() } else { String::new() };
    // A chapter of a study has a title and no players.
    let players = [games.white(hit.game), games.black(hit.game)];
    let title = chapter_of(games.event(hit.game));
    let untold = players == [""; 2] && !title.is_empty();
    let (mut left, mut across) = (Rect::NOTHING, None);
    for &column in columns {
        row.col(|ui| match column {
            Column::White if untold => left = ui.max_rect(),
            Column::Black if untold => {
                // Across both columns.
                let place = left.union(ui.max_rect());
                let clip = Rect::from_x_y_ranges(place.x_range(), ui.clip_rect().y_range());
                let mut child = ui.new_child(UiBuilder::new().max_rect(place));
                child.set_clip_rect(clip.intersect(sight));
                name(&mut child, title, shown);
                across = Some(place);
            }
            Column::Number => number(ui, hit.game, entry, shown),
            Column::White => name(ui, games.white(hit.game), shown),
            Column::Black => name(ui, games.black(hit.game), shown),
            Column::WhiteElo => cell(ui, &elo(entry.white_elo)),
            Column::BlackElo => cell(ui, &elo(entry.black_elo)),
            Column::Result => cell(ui, entry.result.shown()),
            Column::Date => cell(ui, &entry.date.to_string()),
            Column::Event => {
                let event = games.event(hit.game);
                cell(ui, if event.is_empty() { games.site(hit.game) } else { event });
            }
            Column::Eco => cell(ui, opening.map_or("", |opening| &opening.eco)),
            Column::Opening => cell(ui, opening.map_or(without_name(entry), |found| found.name)),
            Column::Moves => cell(ui, &games.full_moves(hit.game).to_string()),
        });
    }
    across
}

/// The text in place of an opening if a game begins from another position.
fn without_name(entry: &Entry) -> &'static str {
    match entry.marks.setting {
        Setting::Usual => "",
        Setting::SetUp => t!("library-from-position"),
        Setting::Chess960 => "Chess960",
    }
}

fn number(ui: &mut Ui, game: u32, entry: &Entry, shown: bool) {
    let p = theme::palette(ui);
    let color = if shown { p.accent } else { p.text_faint };
    let text = RichText::new((game + 1).to_string()).color(color);
    // Both marks have to fit.
    ui.spacing_mut().item_spacing.x = 3.0;
    ui.add(Label::new(text).selectable(false));
    if shown {
        let mark = ui.add(Label::new(RichText::new(Icon::Play.glyph()).small().color(p.accent)));
        mark.accessible_name(t!("library-on-board"));
    }
    if entry.marks.broken {
        let mark = RichText::new(Icon::Warning.glyph()).small().color(p.warn);
        ui.add(Label::new(mark).selectable(false)).accessible_name(t!("library-partly-read"));
    }
}

/// Forms of a name, from long to short: with first names, with initials, without. The text after an engine's name is
/// its strength, which says more than the name.
fn forms_of(name: &str) -> Vec<Cow<'_, str>> {
    let mut forms = vec![Cow::Borrowed(name)];
    if let Some((family, given)) = name.split_once(',') {
        let engine = KINDS.iter().any(|kind| kind.name == family)
            || given.contains(|c: char| c.is_ascii_digit());
        if engine {
            forms.push(Cow::Borrowed(given.trim()));
            return forms;
        }
        let first = given.split_whitespace().filter_map(|word| word.chars().next());
        let initials: String = first.flat_map(|letter| [' ', letter, '.']).collect();
        if !initials.is_empty() {
            forms.push(Cow::Owned(format!("{family},{initials}")));
        }
        forms.push(Cow::Borrowed(family));
    }
    forms
}

fn name(ui: &mut Ui, text: &str, strong: bool) {
    let p = theme::palette(ui);
    if text.is_empty() {
        ui.add(Label::new(RichText::new("?").color(p.text_faint)).selectable(false));
        return;
    }
    let whole = format::elided(text, format::NAME);
    let forms = forms_of(&whole);
    let room = ui.available_width();
    let width = |form: &str| {
        let font = TextStyle::Body.resolve(ui.style());
        ui.painter().layout_no_wrap(form.to_owned(), font, p.text).size().x
    };
    let fitting = forms.iter().find(|form| width(form) <= room).or(forms.last());
    let shown = fitting.map_or(&*whole, |form| &**form);
    let text = RichText::new(shown);
    let text = if strong { text.strong() } else { text };
    let label = ui.add(Label::new(text).truncate().selectable(false));
    label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &*whole));
    if shown.len() < whole.len() {
        label.on_hover_text(&*whole);
    }
}

fn cell(ui: &mut Ui, text: &str) {
    let p = theme::palette(ui);
    let text = format::elided(text, format::NAME);
    ui.add(Label::new(RichText::new(&*text).color(p.text_weak)).truncate().selectable(false));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shortened_by_meaning() {
        let forms = |name| forms_of(name).join(" | ");
        let raul = "Capablanca, Jos\u{e9} Ra\u{fa}l";
        assert_eq!(forms(raul), format!("{raul} | Capablanca, J. R. | Capablanca"));
        assert_eq!(forms("Anderssen"), "Anderssen");
        assert_eq!(forms("Tabia, Coffee house"), "Tabia, Coffee house | Coffee house");
        assert_eq!(forms("Stockfish 16, 1800 Elo"), "Stockfish 16, 1800 Elo | 1800 Elo");
        assert_eq!(forms("Morphy,"), "Morphy, | Morphy");
    }
}

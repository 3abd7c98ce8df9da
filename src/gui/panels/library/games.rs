//! The games of the open file: a table of any length to filter, sort and walk through with the keyboard.

use eframe::egui;
use eframe::egui::{
    Align, Button, EventFilter, Id, Key, Label, Layout, Modifiers, Response, RichText, ScrollArea,
    Sense, TextEdit, Ui,
};
use egui_extras::{Column as Width, TableBuilder, TableRow};

use tabia_app::action::{Action, GamesAction};
use tabia_app::commands::command::UserCommand;
use tabia_app::library::collection::{GameList, Purpose};
use tabia_games::collection::entry::{Entry, Setting};
use tabia_games::collection::filter::FIELDS;
use tabia_games::collection::listing::Column;
use tabia_games::collection::search::{Hit, Likeness};

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::{parts, room};
use crate::gui::widgets::buttons;

/// What the position on the board may be compared by.
const LIKENESSES: [(Option<Likeness>, &str); 4] = [
    (None, "All games"),
    (Some(Likeness::Exact), "With this position"),
    (Some(Likeness::Material), "With this material"),
    (Some(Likeness::Pawns), "With these pawns"),
];

/// Width below which there are two lines above the table, points.
const NARROW: f32 = 520.0;

/// Rows of a page.
const PAGE: usize = 10;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let Some(list) = &cx.model.games else {
        let words = ["No games are open", "Open a PGN file, drop one here, or paste games"];
        return parts::offer(
            ui,
            cx,
            words,
            &[UserCommand::OpenFile, UserCommand::MyGames, UserCommand::Paste],
            out,
        );
    };
    let mut act = Vec::new();
    // One line where there is room for it, else two.
    let narrow = ui.available_width() < NARROW;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if buttons::small(ui, Icon::Cross, "Close the list").clicked() {
                act.push(GamesAction::Close);
            }
            if !narrow {
                count(ui, list);
                likeness(ui, list, &mut act);
            }
            filter(ui, list, &mut act);
        });
    });
    if narrow {
        ui.horizontal(|ui| {
            likeness(ui, list, &mut act);
            count(ui, list);
        });
    }
    let p = theme::palette(ui);
    for remark in &list.remarks {
        ui.label(RichText::new(remark).small().color(p.warn));
    }
    keys(ui, list, &mut act);
    if list.collection.is_empty() {
        parts::empty(ui, "No games", "The file holds none any more");
    } else if list.rows.is_empty() && !list.waiting {
        room::stays(ui);
        let words = ["No game passes", "The filter, or the position, leaves none"];
        if parts::offer_button(ui, words, "Show all games") {
            act.push(GamesAction::Filter(String::new()));
            act.push(GamesAction::Like(None));
        }
    } else {
        table(ui, cx, list, &mut act);
    }
    out.extend(act.into_iter().map(Action::Games));
}

/// What has the focus while one walks through the table.
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
    let hint = "Filter: names, eco:B90, elo>2600 …";
    let field = ui.add(TextEdit::singleline(&mut text).hint_text(hint).desired_width(width));
    let field = field.accessible_name("Filter games").on_hover_ui(help);
    if field.changed() {
        act.push(GamesAction::Filter(text));
    }
    let down = ui.input(|input| input.key_pressed(Key::ArrowDown) || input.key_pressed(Key::Enter));
    if (field.has_focus() || field.lost_focus()) && down && !list.rows.is_empty() {
        ui.memory_mut(|memory| memory.request_focus(table_id()));
        act.push(GamesAction::StandOn(list.cursor.unwrap_or(0)));
    }
}

/// What can be typed.
fn help(ui: &mut Ui) {
    ui.set_max_width(420.0);
    ui.label(
        "Words are looked for in names, event, site and opening. All of them have to be there.",
    );
    for (example, means) in [
        ("white:carlsen", "one field; quotes around blanks: white:\"van wely\""),
        ("eco:B90  eco:B20-B99", "codes that begin so, or lie between"),
        ("elo>2600  welo<2400", "both players, or White alone; belo for Black"),
        ("date:1990-1995  date>2010.06", "years, months or days"),
        ("result:1-0  moves<25", "how it ended, how long it is"),
        ("-draw  -player:tal", "a minus: games without it"),
    ] {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(example).monospace());
            ui.label(RichText::new(means).weak());
        });
    }
    ui.label(RichText::new(format!("Fields: {FIELDS}")).small().weak());
}

fn likeness(ui: &mut Ui, list: &GameList, act: &mut Vec<GamesAction>) {
    let now = LIKENESSES.iter().find(|(likeness, _)| *likeness == list.view.likeness);
    let shown = now.map_or("", |(_, name)| name);
    let combo = egui::ComboBox::from_id_salt("likeness").selected_text(shown).width(136.0);
    let response = combo.show_ui(ui, |ui| {
        for (likeness, name) in LIKENESSES {
            if ui.selectable_label(likeness == list.view.likeness, name).clicked() {
                act.push(GamesAction::Like(likeness));
            }
        }
    });
    let hint = "Only games that had the position on the board, its material or its pawns";
    response.response.accessible_name("Position").on_hover_text(hint);
}

fn count(ui: &mut Ui, list: &GameList) {
    let (rows, all) = (list.rows.len(), list.collection.len());
    let text = if list.waiting && rows == 0 {
        "Searching …".to_owned()
    } else if rows == all {
        format!("{} game{}", grouped(all), if all == 1 { "" } else { "s" })
    } else {
        format!("{} of {} games", grouped(rows), grouped(all))
    };
    let p = theme::palette(ui);
    let color = if list.waiting { p.text_faint } else { p.text_weak };
    let label = ui.add(Label::new(RichText::new(text).color(color)).extend());
    let name = || format::path(list.name.as_ref());
    label.on_hover_text(list.origin.path().map_or_else(name, format::path));
}

/// A number with its thousands apart.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
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
                act.push(GamesAction::StandOn(row));
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
    GamesAction::Take { game: hit.game, purpose: Purpose::Open(hit.ply) }
}

fn table(ui: &mut Ui, cx: &Cx<'_>, list: &GameList, act: &mut Vec<GamesAction>) {
    // The focus needs a widget to stay with.
    let area = ui.available_rect_before_wrap();
    ui.interact(area, table_id(), Sense::focusable_noninteractive());
    let seen = Id::unique("games-revealed");
    let reveal = (list.number(), list.reveal);
    let new = ui.data(|data| data.get_temp::<(u64, u64)>(seen)) != Some(reveal);
    ui.data_mut(|data| data.insert_temp(seen, reveal));
    let shown = cx.model.listed_game();
    let columns: Vec<Column> =
        Column::ALL.into_iter().filter(|column| list.elos || !column.is_elo()).collect();
    ScrollArea::horizontal().auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let mut table = TableBuilder::new(ui)
            .id_salt(("games", list.elos))
            .striped(false)
            .resizable(true)
            .auto_shrink([false, false])
            .cell_layout(Layout::left_to_right(Align::Center))
            .sense(Sense::click());
        for &column in &columns {
            let (_, _, width) = face(column);
            table = table.column(Width::initial(width).at_least(28.0).clip(true));
        }
        if let Some(row) = list.cursor.filter(|_| new) {
            table = table.scroll_to_row(row, None);
        }
        table
            .header(22.0, |mut header| {
                for &column in &columns {
                    header.col(|ui| head(ui, list, column, act));
                }
            })
            .body(|body| {
                body.rows(theme::ROW, list.rows.len(), |mut row| {
                    let hit = list.rows[row.index()];
                    let is_shown = shown == Some(hit.game);
                    // Where nobody stands on a row yet, the game on the board is marked.
                    row.set_selected(list.cursor.map_or(is_shown, |at| at == row.index()));
                    fill_row(&mut row, list, hit, (&columns, is_shown));
                    answer_row(&row.response(), list, row.index(), hit, act);
                });
            });
    });
}

/// What a click on a row does, and its menu.
fn answer_row(
    response: &Response,
    list: &GameList,
    at: usize,
    hit: Hit,
    act: &mut Vec<GamesAction>,
) {
    if response.clicked() || response.secondary_clicked() {
        response.ctx.memory_mut(|memory| memory.request_focus(table_id()));
        act.push(GamesAction::StandOn(at));
    }
    if response.double_clicked() {
        act.push(open(hit));
    }
    response.context_menu(|ui| {
        let game = hit.game;
        let mut entries = vec![
            ("Open", open(hit)),
            ("Merge into the game", GamesAction::Take { game, purpose: Purpose::Merge }),
            ("Copy as PGN", GamesAction::Take { game, purpose: Purpose::Copy }),
        ];
        if list.origin.path().is_some() {
            entries.push(("Delete from the file", GamesAction::Remove(game)));
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

/// Title, what it stands for, and the first width of a column, points.
fn face(column: Column) -> (&'static str, &'static str, f32) {
    match column {
        Column::Number => ("No.", "Place in the file", 62.0),
        Column::White => ("White", "White's name", 138.0),
        Column::WhiteElo => ("Elo", "White's Elo", 42.0),
        Column::Black => ("Black", "Black's name", 138.0),
        Column::BlackElo => ("Elo", "Black's Elo", 42.0),
        Column::Result => ("Result", "How it ended", 52.0),
        Column::Date => ("Date", "When it was played", 78.0),
        Column::Event => ("Event", "Event, or the place where it is not known", 120.0),
        Column::Eco => ("ECO", "Code of the opening", 40.0),
        Column::Opening => ("Opening", "Name of the opening", 190.0),
        Column::Moves => ("Moves", "Full moves of the main line", 50.0),
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
    let response = ui.add(button).accessible_name(format!("Sort: {hint}"));
    let response = response.on_hover_text(format!("{hint}; click sorts"));
    if response.clicked() {
        act.push(GamesAction::Sort(column));
    }
}

fn fill_row(
    row: &mut TableRow<'_, '_>,
    list: &GameList,
    hit: Hit,
    (columns, shown): (&[Column], bool),
) {
    let games = &list.collection;
    let Some(entry) = games.entry(hit.game) else { return };
    let opening = games.opening(hit.game);
    let elo = |elo: u16| if elo > 0 { elo.to_string() } else { String::new() };
    for &column in columns {
        row.col(|ui| match column {
            Column::Number => number(ui, hit.game, entry, shown),
            Column::White => name(ui, games.white(hit.game), shown),
            Column::Black => name(ui, games.black(hit.game), shown),
            Column::WhiteElo => cell(ui, &elo(entry.white_elo)),
            Column::BlackElo => cell(ui, &elo(entry.black_elo)),
            Column::Result => cell(ui, &entry.result.text().replace("1/2", "½")),
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
}

/// What stands in place of an opening where a game begins elsewhere.
fn without_name(entry: &Entry) -> &'static str {
    match entry.marks.setting {
        Setting::Usual => "",
        Setting::SetUp => "From a position",
        Setting::Chess960 => "Chess960",
    }
}

fn number(ui: &mut Ui, game: u32, entry: &Entry, shown: bool) {
    let p = theme::palette(ui);
    let color = if shown { p.accent } else { p.text_faint };
    let text = RichText::new((game + 1).to_string()).color(color);
    ui.add(Label::new(text).selectable(false));
    if shown {
        let mark = ui.add(Label::new(RichText::new(Icon::Play.glyph()).small().color(p.accent)));
        mark.accessible_name("On the board");
    }
    if entry.marks.broken {
        let mark = RichText::new(Icon::Warning.glyph()).small().color(p.warn);
        ui.add(Label::new(mark).selectable(false)).accessible_name("Not all of it could be read");
    }
}

fn name(ui: &mut Ui, text: &str, strong: bool) {
    let p = theme::palette(ui);
    let shown = format::elided(text, format::NAME);
    let text = if text.is_empty() {
        RichText::new("?").color(p.text_faint)
    } else {
        RichText::new(&*shown)
    };
    let text = if strong { text.strong() } else { text };
    ui.add(Label::new(text).truncate().selectable(false));
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
    fn thousands_stand_apart() {
        let shown = [0, 999, 1_000, 145_716].map(grouped);
        assert_eq!(shown, ["0", "999", "1\u{2009}000", "145\u{2009}716"]);
    }
}

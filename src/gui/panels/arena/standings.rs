//! The standings: one row per player with its Elo and error bar, its points, and its results against each of the
//! others.

use eframe::egui::{
    Align, Align2, Color32, FontId, Layout, Rect, Role, ScrollArea, Sense, Stroke, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, ArenaAction};
use tabia_app::arena::state::{GamesShown, RatingList, Run};
use tabia_games::strength::pentanomial::MIN_PAIRS;
use tabia_games::strength::sheet::{EloEstimate, ScoreSheet};
use tabia_games::strength::standings::{Row, Standings, Unrated};
use tabia_host::referee::conduct::Conduct;
use tabia_host::referee::schedule::{Fate, Format};
use tabia_text::{number, signed, t};

use super::show::small;
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;

/// Heights of the header and of a row, points.
const HEAD: f32 = 24.0;
const ROW: f32 = 40.0;
/// Height of the line below the table, points.
const FOOT: f32 = 18.0;
/// Widths, points: place, Elo with its error, points, a cell, Sonneborn-Berger, the minimum of name and chart.
const PLACE: f32 = 24.0;
const ELO: f32 = 86.0;
const POINTS: f32 = 56.0;
/// Width of the points of a knock-out, where words below them say who is out.
const POINTS_AND_FATE: f32 = 84.0;
const CELL: f32 = 52.0;
/// Maximum number of players for whose cells there can be room.
const MAX_CELLS: usize = 40;
/// Width of a small character in a cell.
const LETTER: f32 = 6.5;
const GAMES: f32 = 52.0;
const SONNEBORN_BERGER: f32 = 48.0;
const NAME: f32 = 112.0;
/// Width beyond which a name is cut if there is not room for everything, points.
const MAX_NAME: f32 = 224.0;
const CHART: f32 = 120.0;

/// What a table shows.
struct Table<'a> {
    names: &'a [String],
    standings: &'a Standings,
    rows: Vec<&'a Row>,
    /// Rounds of a knock-out that each player has won.
    rounds_won: &'a [u32],
    /// Each player's state in a knock-out.
    fates: &'a [Fate],
    /// Each player's faults.
    conduct: &'a [Conduct],
    /// Whether all play against the first player only: if there is no room for all cells, those against it are shown.
    gauntlet: bool,
    /// The cell whose games are listed.
    shown: GamesShown,
    /// Whether it is a tournament's table, whose cells list their games beside it, rather than the rating list, whose
    /// cells open them.
    lists: bool,
}

impl Table<'_> {
    fn name_width(&self, ui: &Ui) -> f32 {
        let names = self.rows.iter().take(MAX_CELLS).filter_map(|row| self.names.get(row.player));
        let width = |name: &String| {
            let name = format::elided(name, format::NAME).into_owned();
            let font = FontId::proportional(14.0);
            ui.painter().layout_no_wrap(name, font, Color32::PLACEHOLDER).size().x + 8.0
        };
        names.map(width).fold(0.0, f32::max)
    }

    /// Width of a cell, from its numbers.
    fn cell_width(&self) -> f32 {
        if self.rows.len() > MAX_CELLS {
            return CELL;
        }
        let met = self.rows.iter().flat_map(|row| {
            let others = self.rows.iter();
            others.filter_map(|other| self.standings.cell(row.player, other.player))
        });
        let digits = |n: u32| n.checked_ilog10().unwrap_or(0) + 1;
        let letters = met.map(|met| {
            let ScoreSheet { wins, draws, losses } = met.sheet;
            // With a space between two numbers.
            digits(wins) + digits(draws) + digits(losses) + 2
        });
        CELL.max(letters.max().unwrap_or(0) as f32 * LETTER + 10.0)
    }

    /// Width of the column Sonneborn-Berger, from its numbers. `None`: it means nothing in a rating list or a knock-out,
    /// where players have met different opponents, and between two players.
    fn sonneborn_berger_width(&self, ui: &Ui) -> Option<f32> {
        if !self.lists || !self.fates.is_empty() || self.rows.len() <= 2 {
            return None;
        }
        let width = |row: &&Row| {
            let (number, font) =
                (sonneborn_berger(row.sonneborn_berger), FontId::proportional(14.0));
            ui.painter().layout_no_wrap(number, font, Color32::PLACEHOLDER).size().x + 4.0
        };
        Some(self.rows.iter().map(width).fold(SONNEBORN_BERGER, f32::max))
    }
}

/// The x positions of a table's columns.
struct Columns {
    name: f32,
    /// The right end of the Elo number.
    elo: f32,
    chart: Option<(f32, f32)>,
    /// `None`: there is no room for it.
    games: Option<f32>,
    points: f32,
    /// The centre of the first cell, the width of each, and the places of the players they are against; `None`: there
    /// is no room for them.
    cells: Option<(f32, f32, Vec<usize>)>,
    /// `None`: it means nothing in a rating list, where each player has met different opponents, and between two
    /// players.
    sonneborn_berger: Option<f32>,
}

impl Columns {
    /// `places`: of the players against whom there are cells. `names`: the width of the names. They take precedence
    /// over the number of games, and the chart comes last.
    fn of(
        area: Rect,
        (places, cell): (Vec<usize>, f32),
        sonneborn_berger: Option<f32>,
        (names, points): (f32, f32),
    ) -> Columns {
        let cells = cell * places.len() as f32;
        // Beside the rows' scroll bar.
        let last = sonneborn_berger.unwrap_or(12.0);
        let fixed = PLACE + NAME + ELO + points + last;
        let has_cells = area.width() - fixed >= cells;
        let rest = area.width() - fixed - if has_cells { cells } else { 0.0 };
        let names = (names.min(MAX_NAME) - NAME).clamp(0.0, rest.max(0.0));
        let has_games = rest - names >= GAMES;
        let rest = rest - if has_games { GAMES } else { 0.0 };
        let chart = (rest - names >= CHART).then_some((rest - names).min(190.0));
        let name = area.left() + PLACE;
        let room = NAME + rest - chart.unwrap_or(0.0);
        let elo = name + room + ELO;
        let chart_end = elo + chart.unwrap_or(0.0);
        let games = has_games.then_some(chart_end + GAMES);
        let points = games.unwrap_or(chart_end) + points;
        let sonneborn_berger = sonneborn_berger.map(|_| area.right() - 4.0);
        Columns {
            name,
            elo,
            chart: chart.map(|width| (elo + 12.0, elo + width - 4.0)),
            games,
            points,
            cells: has_cells.then_some((points + cell / 2.0 + 4.0, cell, places)),
            sonneborn_berger,
        }
    }
}

/// Height of a table with this many players.
pub(super) fn height(players: usize) -> f32 {
    24.0 + HEAD + ROW * players as f32 + FOOT
}

/// Points as displayed: `14½`.
pub(super) fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Sonneborn-Berger as displayed: it comes in quarters.
fn sonneborn_berger(value: f64) -> String {
    let digits = match value {
        1000.0.. => 0,
        value if (2.0 * value).fract() == 0.0 => 1,
        _ => 2,
    };
    number(value, digits)
}

/// The table of a tournament.
pub(super) fn of_run(ui: &mut Ui, cx: &Cx<'_>, run: &Run, out: &mut Vec<Action>) {
    let (names, standings) = (&run.names[..], run.standings());
    let rows = standings.rows.iter().collect();
    let (rounds_won, fates) = (&run.progress.rounds_won[..], &run.progress.fates[..]);
    let shown = run.shown();
    let gauntlet = matches!(run.plan.format, Format::Gauntlet { .. });
    let conduct = &run.conduct[..];
    let table =
        Table { names, standings, rows, rounds_won, fates, conduct, gauntlet, shown, lists: true };
    show(ui, cx, &table, out);
}

pub(super) fn of_ratings(ui: &mut Ui, cx: &Cx<'_>, list: &RatingList, out: &mut Vec<Action>) {
    let (names, standings) = (&list.names[..], &list.standings);
    let shown = GamesShown::Last;
    let rows = list.rows();
    let (rounds_won, fates, conduct, gauntlet) = (&[][..], &[][..], &[][..], false);
    let table =
        Table { names, standings, rows, rounds_won, fates, conduct, gauntlet, shown, lists: false };
    show(ui, cx, &table, out);
}

fn show(ui: &mut Ui, cx: &Cx<'_>, table: &Table<'_>, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(8.0);
    let area = ui.available_rect_before_wrap();
    let points = if table.fates.is_empty() { POINTS } else { POINTS_AND_FATE };
    let (names, berger) = (table.name_width(ui), table.sonneborn_berger_width(ui));
    let width = table.cell_width();
    let with_cells = |places| Columns::of(area, (places, width), berger, (names, points));
    let mut columns = with_cells((0..table.rows.len()).collect());
    if table.gauntlet && columns.cells.is_none() {
        let first = table.rows.iter().position(|row| row.player == 0);
        columns = with_cells(first.into_iter().collect());
    }
    let widest = table
        .rows
        .iter()
        .filter_map(|row| row.elo)
        .flat_map(|found| [Some(found.elo), found.low, found.high].into_iter().flatten())
        .map(f64::abs)
        .fold(50.0, f64::max);
    let reach = (widest / 100.0).ceil() * 100.0;
    head(ui, &columns, reach);
    let room = area.height() - HEAD - FOOT;
    let list = ScrollArea::vertical().id_salt("standings").max_height(room).auto_shrink(false);
    list.show(ui, |ui| {
        for (place, &row) in table.rows.iter().enumerate() {
            show_row(ui, cx, (table, &columns, reach), (place, row), out);
        }
    });
    let percent = |share: Option<f64>| {
        share.map_or("–".to_owned(), |share| format!("{} %", number(share * 100.0, 1)))
    };
    let standings = &table.standings;
    let (draws, white) = (percent(standings.draw_ratio()), percent(standings.white.score()));
    // The numbers whole at the right, the rule in the room that is left.
    let foot = vec2(ui.available_width(), FOOT);
    ui.allocate_ui_with_layout(foot, Layout::right_to_left(Align::Center), |ui| {
        small(ui, t!("arena-standings-shares", draws = draws, white = white));
        ui.add_space(16.0);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            small(ui, t!("arena-standings-note", n = MIN_PAIRS));
            if columns.cells.is_some() {
                small(ui, t!("arena-standings-cells"));
            }
        });
    });
}

fn head(ui: &mut Ui, columns: &Columns, reach: f64) {
    let p = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
    let y = rect.center().y;
    let write = |x: f32, align: Align2, text: &str| {
        ui.painter().text(
            pos2(x, y),
            align,
            text,
            FontId::proportional(theme::SMALL),
            p.text_faint,
        );
    };
    write(columns.name, Align2::LEFT_CENTER, t!("arena-head-player"));
    write(columns.elo - 36.0, Align2::RIGHT_CENTER, t!("arena-head-elo"));
    if let Some((left, right)) = columns.chart {
        let text = number(reach, 0);
        write(left, Align2::LEFT_CENTER, &format!("−{text}"));
        write(f32::midpoint(left, right), Align2::CENTER_CENTER, "0");
        write(right, Align2::RIGHT_CENTER, &format!("+{text}"));
    }
    if let Some(x) = columns.games {
        write(x, Align2::RIGHT_CENTER, t!("arena-head-games"));
    }
    write(columns.points, Align2::RIGHT_CENTER, t!("arena-head-points"));
    if let Some((first, width, places)) = &columns.cells {
        // Columns are numbered by place, as in crosstables: abbreviated names would be ambiguous.
        for (at, place) in places.iter().enumerate() {
            write(first + at as f32 * width, Align2::CENTER_CENTER, &(place + 1).to_string());
        }
    }
    if let Some(x) = columns.sonneborn_berger {
        write(x, Align2::RIGHT_CENTER, t!("arena-head-sonneborn-berger"));
    }
}

fn show_row(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (table, columns, reach): (&Table<'_>, &Columns, f64),
    (place, row): (usize, &Row),
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let name = table.names.get(row.player).map_or("?", String::as_str);
    let halves = 2 * row.sheet.wins + row.sheet.draws + row.bye_halves;
    let elo = row.elo.map_or("–".to_owned(), |found| signed(found.elo, 0));
    let error = row.elo.map_or(String::new(), |found| found.bar_text(0));
    let words = t!(
        "arena-row",
        place = place + 1,
        name = name,
        points = points(halves),
        games = row.sheet.games(),
        elo = elo.as_str(),
        error = error.as_str(),
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &words));
    response.on_hover_text(details(table, row));
    let faulty = !faults(table, row).is_empty();
    let y = rect.center().y;
    let write = |x: f32, align: Align2, text: &str, size: f32, ink| {
        ui.painter().text(pos2(x, y), align, text, FontId::proportional(size), ink);
    };
    write(rect.left(), Align2::LEFT_CENTER, &(place + 1).to_string(), 14.0, p.text_faint);
    let room = columns.elo - ELO - columns.name;
    let font = FontId::proportional(14.0);
    let mut job = eframe::egui::text::LayoutJob::simple_singleline(
        format::elided(name, format::NAME).into_owned(),
        font,
        p.text,
    );
    let mark = if faulty { 18.0 } else { 0.0 };
    job.wrap = eframe::egui::text::TextWrapping::truncate_at_width(room - 4.0 - mark);
    let galley = ui.painter().layout_job(job);
    if faulty {
        let x = columns.name + galley.size().x + 4.0;
        write(x, Align2::LEFT_CENTER, &Icon::Warning.glyph().to_string(), 14.0, p.warn);
    }
    ui.painter().galley(pos2(columns.name, y - galley.size().y / 2.0), galley, p.text);
    write(columns.elo - 36.0, Align2::RIGHT_CENTER, &elo, 14.0, p.text);
    let ends = row.elo.map(ends).unwrap_or_default();
    for (at, end) in ends.iter().enumerate() {
        let dy = 14.0 * (at as f32 - (ends.len() - 1) as f32 / 2.0);
        let at = pos2(columns.elo - 32.0, y + dy);
        let font = FontId::proportional(theme::SMALL);
        ui.painter().text(at, Align2::LEFT_CENTER, end, font, p.text_faint);
    }
    if let Some((left, right)) = columns.chart {
        chart(ui, (left, right, rect), row, reach);
    }
    let note = match table.fates.get(row.player) {
        Some(Fate::Out) => Some(t!("arena-out")),
        Some(Fate::OutBySeed) => Some(t!("arena-out-by-seed")),
        Some(Fate::Bye) => Some(t!("arena-bye")),
        Some(Fate::In) | None => (row.bye_halves > 0).then(|| t!("arena-bye")),
    };
    let up = if note.is_some() { 8.0 } else { 0.0 };
    let right = |dy: f32, text: &str, size: f32, ink| {
        let (at, font) = (pos2(columns.points, y + dy), FontId::proportional(size));
        ui.painter().text(at, Align2::RIGHT_CENTER, text, font, ink);
    };
    right(-up, &points(halves), 14.0, p.text);
    if let Some(note) = note {
        right(8.0, note, theme::SMALL, p.text_faint);
    }
    if let Some(x) = columns.games {
        let games = number(f64::from(row.sheet.games()), 0);
        write(x, Align2::RIGHT_CENTER, &games, 14.0, p.text_weak);
    }
    if let Some(x) = columns.sonneborn_berger {
        let berger = sonneborn_berger(row.sonneborn_berger);
        write(x, Align2::RIGHT_CENTER, &berger, 14.0, p.text_weak);
    }
    if let Some((first, width, places)) = &columns.cells {
        for (at, &other) in places.iter().enumerate() {
            let other = table.rows[other];
            let middle = pos2(first + at as f32 * width, y);
            let place = Rect::from_center_size(middle, Vec2::new(width - 6.0, ROW - 4.0));
            cell(ui, cx, table, (row, other, place), out);
        }
    }
}

/// The error bar of an estimate in one or two short lines: the width of an even one, otherwise its ends, the upper one
/// first.
fn ends(found: EloEstimate) -> Vec<String> {
    let high = found.high.map(|high| format!("< {}", signed(high, 0)));
    let low = found.low.map(|low| format!("> {}", signed(low, 0)));
    let ends: Vec<String> = high.into_iter().chain(low).collect();
    let even = ends.is_empty() || found.half_width().is_some();
    if even { vec![found.bar_text(0)] } else { ends }
}

/// Sentences about the faults of a player.
fn faults(table: &Table<'_>, row: &Row) -> Vec<String> {
    let name = table.names.get(row.player).map_or("?", String::as_str);
    table.conduct.get(row.player).map_or_else(Vec::new, |conduct| conduct.lines(name))
}

/// Further details of a player.
fn details(table: &Table<'_>, row: &Row) -> String {
    let ScoreSheet { wins, draws, losses } = row.sheet;
    let mut all = t!(
        "arena-row-details",
        wins = wins,
        draws = draws,
        losses = losses,
        white = row.white.games(),
        black = row.sheet.games() - row.white.games(),
    );
    let mut add = |text: &str| {
        all.push('\n');
        all.push_str(text);
    };
    for fault in faults(table, row) {
        add(&fault);
    }
    if let Some(elo) = row.performance {
        add(&t!("arena-row-performance", elo = signed(elo, 0)));
    }
    if let Some(ms) = row.ms_per_move() {
        add(&t!("arena-row-time", ms = number(ms, 0)));
    }
    if row.bye_halves > 0 {
        add(&t!("arena-row-bye", points = points(row.bye_halves)));
    }
    if let Some(&won) = table.rounds_won.get(row.player) {
        add(&t!("arena-row-rounds", n = won));
    }
    match table.fates.get(row.player) {
        Some(Fate::Out) => add(t!("arena-row-out")),
        Some(Fate::OutBySeed) => add(t!("arena-row-out-by-seed")),
        Some(Fate::Bye) => add(t!("arena-row-waits")),
        Some(Fate::In) | None => {}
    }
    if row.elo.is_some_and(|found| found.low.is_none() && found.high.is_none()) {
        add(&t!("arena-row-no-error", n = MIN_PAIRS));
    }
    if let Some(unrated) = row.unrated {
        add(match unrated {
            Unrated::Above => t!("arena-row-stronger"),
            Unrated::Below => t!("arena-row-weaker"),
            Unrated::NotLinked => t!("arena-row-not-compared"),
            Unrated::WonAll => t!("arena-row-all-points"),
            Unrated::LostAll => t!("arena-row-no-points"),
            Unrated::NobodyRated => t!("arena-row-nobody-rated"),
        });
    }
    all
}

/// The Elo of a player as a dot with its error bar.
fn chart(ui: &Ui, (left, right, rect): (f32, f32, Rect), row: &Row, reach: f64) {
    let p = theme::palette(ui);
    let (middle, half) = (f32::midpoint(left, right), (right - left) / 2.0);
    let x = |elo: f64| middle + half * (elo / reach).clamp(-1.0, 1.0) as f32;
    let y = rect.center().y;
    ui.painter().vline(middle, y - 8.0..=y + 8.0, Stroke::new(1.0, p.border));
    let Some(EloEstimate { elo, low, high }) = row.elo else { return };
    let at = pos2(x(elo), y);
    if low.is_none() && high.is_none() {
        // Hollow if the error is unknown, which does not mean it is small.
        ui.painter().circle_stroke(at, 4.0, Stroke::new(1.5, p.accent));
        return;
    }
    // Without a limit the bar goes to the edge and has no end.
    let bar = low.map_or(left, x)..=high.map_or(right, x);
    let stroke = Stroke::new(1.5, p.text_weak);
    ui.painter().hline(bar, y, stroke);
    for end in [low, high].into_iter().flatten() {
        ui.painter().vline(x(end), y - 4.0..=y + 4.0, stroke);
    }
    ui.painter().circle_filled(at, 4.5, p.accent);
}

/// A player's results against another; a click lists their games.
fn cell(
    ui: &mut Ui,
    cx: &Cx<'_>,
    table: &Table<'_>,
    (row, other, place): (&Row, &Row, Rect),
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    if row.player == other.player {
        ui.painter().rect_filled(place.shrink2(vec2(2.0, 5.0)), 4, p.window);
        return;
    }
    let Some(met) = table.standings.cell(row.player, other.player) else {
        let font = FontId::proportional(14.0);
        ui.painter().text(place.center(), Align2::CENTER_CENTER, "–", font, p.text_faint);
        return;
    };
    let shown = GamesShown::Between(row.player, other.player);
    let chosen = table.lists && table.shown == shown;
    let id = ui.scope_id().with(("cell", row.player, other.player));
    let response = ui.interact(place, id, Sense::click());
    let ScoreSheet { wins, draws, losses } = met.sheet;
    let name = |player: usize| table.names.get(player).map_or("?", String::as_str);
    let words = t!(
        "arena-cell",
        one = name(row.player),
        other = name(other.player),
        points = points(2 * wins + draws),
        wins = wins,
        draws = draws,
        losses = losses,
    );
    let enabled = cx.model.dialog.is_none();
    response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, chosen, &words));
    if chosen || response.hovered() || response.has_focus() {
        let fill = if chosen { p.accent_fill } else { p.hover };
        ui.painter().rect_filled(place, 4, fill);
    }
    let write = |dy: f32, text: &str, size: f32, ink| {
        let at = place.center() + vec2(0.0, dy);
        ui.painter().text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
    };
    write(-8.0, &points(2 * wins + draws), 14.0, p.text);
    write(8.0, &format!("{wins} {draws} {losses}"), theme::SMALL, p.text_faint);
    if response.on_hover_text(&words).clicked() {
        out.push(Action::Arena(match table.lists {
            true if chosen => ArenaAction::List(GamesShown::Last),
            true => ArenaAction::List(shown),
            false => ArenaAction::OpenMet(row.player, other.player),
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_with_halves() {
        assert_eq!([0, 1, 2, 29].map(points), ["0", "½", "1", "14½"]);
    }

    #[test]
    fn an_uneven_error_bar_has_a_line_for_each_end() {
        let ends = |low, high| ends(EloEstimate { elo: -324.0, low, high });
        assert_eq!(ends(Some(-400.0), Some(-248.0)), ["± 76"]);
        assert_eq!(ends(Some(-517.0), Some(-267.0)), ["< −267", "> −517"]);
        assert_eq!(ends(None, Some(-267.0)), ["< −267"]);
        assert_eq!(ends(None, None), ["± ?"]);
    }

    #[test]
    fn quarters_of_sonneborn_berger_have_two_decimals() {
        let written = [0.0, 11.25, 11.5, 11.75, 1234.25].map(sonneborn_berger);
        assert_eq!(written, ["0.0", "11.25", "11.5", "11.75", &number(1234.25, 0)]);
    }

    #[test]
    fn columns_stay_in_the_panel_and_drop_what_has_no_room() {
        for (width, players) in [(768.0, 5), (608.0, 4), (608.0, 12), (400.0, 3)] {
            let area = Rect::from_min_size(pos2(10.0, 0.0), vec2(width, 300.0));
            let places = (0..players).collect();
            let columns = Columns::of(area, (places, CELL), Some(SONNEBORN_BERGER), (NAME, POINTS));
            let last = columns
                .cells
                .as_ref()
                .map_or(columns.points, |(first, ..)| first + (players as f32 - 0.5) * CELL);
            assert!(last <= area.right() - 30.0, "{width} {players}: {last}");
            assert_eq!(columns.cells.is_some(), players < 6 && width > 600.0);
        }
    }

    #[test]
    fn names_and_numbers_of_games_come_before_the_chart() {
        let area = Rect::from_min_size(pos2(10.0, 0.0), vec2(758.0, 300.0));
        let columns = |names: f32| {
            Columns::of(area, ((0..5).collect(), CELL), None, (names, POINTS_AND_FATE))
        };
        let short = columns(NAME);
        assert!(short.chart.is_some() && short.games.is_some());
        let long = columns(220.0);
        assert!(long.elo - ELO - long.name >= 220.0, "the names have their room");
        assert!(long.chart.is_none() && long.games.is_some());
    }
}

//! The page of the user's results, as wide as the workspace: ratings and totals at the top, then curves, then tables. A
//! row of an opponent or opening lists its games.

use eframe::egui::{
    Align, Button, Color32, FontId, Frame, Label, Layout, Rect, RichText, ScrollArea, Ui,
    UiBuilder, pos2,
};

use eframe::egui::containers::menu::MenuButton;
use tabia_app::action::{Action, ResultsAction, UserCommand};
use tabia_app::results::game::{NotRated, OwnRecord, TimeClass};
use tabia_app::results::rating::{RatingPoint, UserRating};
use tabia_app::results::record::{
    AccuracyPoint, GameFilter, OpeningRow, OpponentRow, Period, Results,
};
use tabia_app::training::state::Page;
use tabia_chess::Color;
use tabia_games::collection::entry::Date;
use tabia_games::strength::sheet::ScoreSheet;
use tabia_host::review::phase::Phase;
use tabia_host::review::recorded::MIN_MOVES;
use tabia_host::review::words::ErrorKind;
use tabia_text::{number, t};

use super::show::{self, INSIDE, choice, weak};
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::panels::game::play::Places;
use crate::gui::present::context::Cx;
use crate::gui::present::empty;
use crate::gui::widgets::plot::{Axis, Curve, Plot, Point};
use crate::gui::widgets::table::{self, Table, Width};
use crate::gui::widgets::{bars, plot};

/// Height of the line with the names of the pages, points.
const HEAD: f32 = 32.0;
/// Minimum and maximum width of a card, its height, the space inside it, and between two of them, points.
const CARD: [f32; 2] = [132.0, 220.0];
const CARD_HEIGHT: f32 = 84.0;
const CARD_INSIDE: f32 = 12.0;
const BESIDE: f32 = 8.0;
/// Space between the parts of the page, points.
const GAP: f32 = 16.0;
/// Height of a curve, points.
const CURVE: f32 = 168.0;
/// Width from which two parts are side by side, points.
const WIDE: f32 = 720.0;
/// Rows of a table until all are asked for.
const FEW_ROWS: usize = 8;

pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, places: &Places, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    // The names of the pages stay where they are on the other pages, if the column is beside the board.
    let beside = places.column.left() > places.board.right();
    let top = places.column.top().min(places.board.top());
    let area = Rect::from_min_max(
        pos2(places.board.left(), top),
        pos2(places.column.right(), places.column.bottom()),
    );
    ui.painter().rect_filled(area, 8, p.panel);
    let inner = area.shrink(INSIDE);
    let head = inner.with_max_y(inner.top() + HEAD);
    let left = if beside { places.column.left() + INSIDE } else { inner.left() };
    let line = head.with_min_x(left);
    let mut line = ui.new_child(UiBuilder::new().id_salt("training pages").max_rect(line));
    show::pages(&mut line, Page::Results, out);
    // The names of the pages take two rows if they do not fit in one.
    let mut below = line.min_rect().bottom() + 8.0;
    if beside {
        below = below.max(head.bottom() + 8.0);
        let title = head.with_max_x(left - GAP);
        let mut title = ui.new_child(UiBuilder::new().id_salt("results title").max_rect(title));
        show::headline(&mut title, &page_title(cx));
    }
    let body = inner.with_min_y(below);
    let mut body = ui.new_child(UiBuilder::new().id_salt("results").max_rect(body));
    body.set_clip_rect(area.intersect(ui.clip_rect()));
    content(&mut body, cx, out);
}

fn page_title(cx: &Cx<'_>) -> String {
    match cx.model.settings.player_name.trim() {
        "" => t!("results-title").to_owned(),
        name => t!("results-title-of", name = format::elided(name, 40)),
    }
}

fn content(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let page = &cx.model.results;
    match &page.record {
        None => empty::empty(ui, t!("results-reading"), ""),
        Some(Err(error)) => {
            empty::empty(ui, t!("results-failed"), &format::elided(error, 200));
        }
        Some(Ok(record)) if record.is_empty() => {
            let words = [t!("results-empty"), t!("results-empty.why")];
            empty::offer(ui, cx, words, &[UserCommand::NewGame], out);
        }
        Some(Ok(record)) => {
            controls(ui, page.filter, out);
            ui.add_space(8.0);
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                // Room for the scroll bar of the page.
                ui.set_max_width(ui.available_width() - 12.0);
                sections(ui, cx, record, out);
            });
        }
    }
}

/// Which games count, and what can be done with all of them.
fn controls(ui: &mut Ui, filter: GameFilter, out: &mut Vec<Action>) {
    let mut chosen = filter;
    ui.horizontal(|ui| {
        let classes: Vec<Option<TimeClass>> =
            [None].into_iter().chain(TimeClass::ALL.map(Some)).collect();
        let class = |class: Option<TimeClass>| class.map_or(t!("results-all"), TimeClass::title);
        choice(ui, t!("results-class"), &mut chosen.class, &classes, class);
        choice(ui, t!("results-period"), &mut chosen.period, &Period::ALL, period);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let more = MenuButton::new(Icon::More.glyph().to_string()).ui(ui, |ui| {
                for command in [UserCommand::MyGames, UserCommand::DeleteMyGames] {
                    if ui.button(command.info().name()).clicked() {
                        out.push(Action::Command(command));
                        ui.close();
                    }
                }
            });
            more.0.accessible_name(t!("training-more")).on_hover_text(t!("training-more"));
            if ui.button(t!("results-export")).clicked() {
                out.push(Action::Results(ResultsAction::Export));
            }
        });
    });
    if chosen != filter {
        out.push(Action::Results(ResultsAction::Filter(chosen)));
    }
}

fn period(period: Period) -> &'static str {
    match period {
        Period::All => t!("results-period-all"),
        Period::Year => t!("results-period-year"),
        Period::Quarter => t!("results-period-quarter"),
        Period::Month => t!("results-period-month"),
    }
}

fn sections(ui: &mut Ui, cx: &Cx<'_>, record: &OwnRecord, out: &mut Vec<Action>) {
    let (page, results) = (&cx.model.results, &*cx.model.results.results);
    cards(ui, results, page.filter);
    ui.add_space(GAP);
    if results.tally.games() == 0 {
        weak(ui, t!("results-none-chosen"));
        ui.add_space(GAP);
        return notes(ui, record, results);
    }
    side_by_side(
        ui,
        |ui| rating_course(ui, results, page.filter),
        |ui| accuracy_course(ui, results),
    );
    let (opponents, openings) = (&results.opponents, &results.openings);
    let shown = |all: usize| if page.lists_all { all } else { all.min(FEW_ROWS) };
    let (mut of_opponent, mut of_opening) = (None, None);
    side_by_side(
        ui,
        |ui| of_opponent = opponent_table(ui, &opponents[..shown(opponents.len())]),
        |ui| of_opening = opening_table(ui, &openings[..shown(openings.len())]),
    );
    for filter in of_opponent.into_iter().chain(of_opening) {
        out.push(Action::Results(ResultsAction::ShowGames(filter)));
    }
    let most = opponents.len().max(openings.len());
    if most > FEW_ROWS {
        let name = if page.lists_all { t!("results-list-few") } else { t!("results-list-all") };
        if ui.add(Button::new(name)).clicked() {
            out.push(Action::Results(ResultsAction::ListAll(!page.lists_all)));
        }
        ui.add_space(GAP);
    }
    side_by_side(ui, |ui| conditions(ui, results), |ui| errors(ui, results));
    notes(ui, record, results);
}

/// Two parts side by side, or one below the other if there is little room.
fn side_by_side(ui: &mut Ui, left: impl FnOnce(&mut Ui), right: impl FnOnce(&mut Ui)) {
    if ui.available_width() < WIDE {
        left(ui);
        ui.add_space(GAP);
        right(ui);
    } else {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.columns(2, |columns| {
            for ui in columns.iter_mut() {
                ui.spacing_mut().item_spacing.x = BESIDE;
            }
            left(&mut columns[0]);
            right(&mut columns[1]);
        });
    }
    ui.add_space(GAP);
}

fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).strong());
}

// The cards on top.

struct Card {
    name: String,
    /// The number, large, and what follows it.
    value: String,
    behind: String,
    below: String,
    hint: String,
}

/// A name of ratings: they cover all time, whatever the period of the filter.
fn of_all_time(name: &str, filter: GameFilter) -> String {
    match filter.period {
        Period::All => name.to_owned(),
        _ => t!("results-all-time", name = name),
    }
}

/// The ratings of the time class of the filter.
fn ratings(
    results: &Results,
    filter: GameFilter,
) -> impl Iterator<Item = &(TimeClass, UserRating)> {
    results.ratings.iter().filter(move |of| filter.class.is_none_or(|class| class == of.0))
}

fn cards(ui: &mut Ui, results: &Results, filter: GameFilter) {
    let mut cards: Vec<Card> = ratings(results, filter)
        .map(|(class, rating)| rating_card(of_all_time(class.title(), filter), rating))
        .collect();
    if results.tally.games() > 0 {
        cards.extend([score_card(results.tally), streak_card(results)]);
    }
    cards.extend(results.mean_accuracy().map(|accuracy| Card {
        name: t!("results-accuracy").to_owned(),
        value: number(accuracy, 1),
        behind: "%".to_owned(),
        below: t!("count-games", n = results.accuracy.len()),
        hint: t!("results-accuracy.tip", moves = MIN_MOVES),
    }));
    let room = ui.available_width() + BESIDE;
    let fit = (room / (CARD[0] + BESIDE)).floor().max(1.0) as usize;
    let in_row = fit.min(cards.len()).max(1);
    let width = (room / in_row as f32 - BESIDE).floor().min(CARD[1]);
    for row in cards.chunks(in_row) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = BESIDE;
            for one in row {
                card(ui, one, width);
            }
        });
    }
    if ratings(results, filter).next().is_none() {
        ui.add_space(4.0);
        weak(ui, t!("results-no-rating"));
    }
}

fn rating_card(name: String, rating: &UserRating) -> Card {
    Card {
        name,
        value: whole(rating.value),
        behind: format!("± {}", whole(rating.error)),
        below: t!("results-rated-games", n = rating.games),
        hint: t!("results-rating-tip").to_owned(),
    }
}

fn score_card(tally: ScoreSheet) -> Card {
    let ScoreSheet { wins: won, draws: drawn, losses: lost } = tally;
    Card {
        name: t!("results-score").to_owned(),
        value: tally.score().map_or("–".to_owned(), |score| number(100.0 * score, 1)),
        behind: "%".to_owned(),
        below: format!("+{won} ={drawn} −{lost}"),
        hint: t!("results-counts", won = won, drawn = drawn, lost = lost),
    }
}

fn streak_card(results: &Results) -> Card {
    let (wins, unbeaten) = (results.wins, results.unbeaten);
    Card {
        name: t!("results-streak").to_owned(),
        value: wins.now.to_string(),
        behind: t!("results-longest", n = wins.longest),
        below: t!("results-unbeaten", now = unbeaten.now, longest = unbeaten.longest),
        hint: t!("results-streak.tip").to_owned(),
    }
}

/// A rating without decimals or thousands separators, as ratings are written.
fn whole(value: f64) -> String {
    format!("{value:.0}")
}

fn card(ui: &mut Ui, card: &Card, width: f32) {
    let p = theme::palette(ui);
    let frame = Frame::new().fill(p.raised).corner_radius(8).inner_margin(CARD_INSIDE);
    let shown = frame.show(ui, |ui| {
        ui.set_width(width - 2.0 * CARD_INSIDE);
        ui.set_height(CARD_HEIGHT - 2.0 * CARD_INSIDE);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add(Label::new(RichText::new(&card.name).small().color(p.text_weak)).truncate());
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                let font = FontId::proportional(26.0);
                ui.label(RichText::new(&card.value).font(font).color(p.text));
                ui.label(RichText::new(&card.behind).color(p.text_weak));
            });
            ui.add(Label::new(RichText::new(&card.below).small().color(p.text_weak)).truncate());
        });
    });
    shown.response.on_hover_text(&card.hint);
}

// Curves.

fn rating_course(ui: &mut Ui, results: &Results, filter: GameFilter) {
    let p = theme::palette(ui);
    let curves: Vec<Curve> = ratings(results, filter)
        .map(|(class, rating)| {
            let color = p.series[*class as usize % p.series.len()];
            let (course, _) = plot::thinned(&rating.course, |point| point.value);
            let points = course.iter().map(rating_point).collect();
            Curve { owner: class.title().to_owned(), ..Curve::new(class.title(), color, points) }
        })
        .collect();
    let drawn = curves.iter().any(|curve| curve.points.len() > 1);
    ui.horizontal(|ui| {
        heading(ui, &of_all_time(t!("results-rating-course"), filter));
        if drawn {
            legend(ui, &curves);
        }
    });
    if !drawn {
        return weak(ui, t!("results-few-days"));
    }
    let all = || curves.iter().flat_map(|curve| &curve.points);
    let last = all().map(|point| point.x).fold(1.0, f64::max);
    let (low, high) = bounds(all().map(|point| point.y));
    let plot = Plot {
        names: [t!("results-rating-course"), "Elo"],
        curves: &curves,
        x: Axis {
            range: (0.0, last),
            unit: 1.0,
            name: t!("results-axis-games"),
            ..Axis::default()
        },
        y: Axis { range: (low - 40.0, high + 40.0), text: &whole, ..Axis::default() },
        height: CURVE,
        ..Plot::default()
    };
    plot.show(ui);
}

fn rating_point(point: &RatingPoint) -> Point {
    let note = t!(
        "results-rating-point",
        rating = whole(point.value),
        error = whole(point.error),
        games = point.games,
        date = date(point.date)
    );
    Point::exact(f64::from(point.games), point.value, note)
}

fn accuracy_course(ui: &mut Ui, results: &Results) {
    ui.horizontal(|ui| heading(ui, t!("results-accuracy-course")));
    if results.accuracy.is_empty() {
        return weak(ui, t!("results-no-accuracy"));
    }
    let p = theme::palette(ui);
    let (course, _) = plot::thinned(&results.accuracy, |point| point.accuracy);
    let points: Vec<Point> = course.iter().map(accuracy_point).collect();
    let (first, last) = (points[0].x, points[points.len() - 1].x);
    let (low, _) = bounds(points.iter().map(|point| point.y));
    let curves = [Curve::new("", p.accent, points)];
    let plot = Plot {
        names: [t!("results-accuracy-course"), "%"],
        curves: &curves,
        x: Axis {
            range: (first - 1.0, last.max(first + 1.0)),
            unit: 1.0,
            name: t!("results-axis-games"),
            ..Axis::default()
        },
        y: Axis { range: ((low - 5.0).max(0.0), 100.0), text: &whole, ..Axis::default() },
        height: CURVE,
        ..Plot::default()
    };
    plot.show(ui);
}

fn accuracy_point(point: &AccuracyPoint) -> Point {
    let accuracy = number(point.accuracy, 1);
    let note = t!("results-accuracy-point", accuracy = accuracy, date = date(point.date));
    Point::exact(f64::from(point.number), point.accuracy, note)
}

/// A date as in PGN, or a placeholder if it is unknown.
fn date(date: Date) -> String {
    if date.is_unknown() { "–".to_owned() } else { date.to_string() }
}

fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
}

/// The name of each curve in its colour.
fn legend(ui: &mut Ui, curves: &[Curve]) {
    ui.add_space(8.0);
    for curve in curves {
        ui.label(RichText::new(format!("— {}", curve.source)).small().color(curve.color));
    }
}

// Tables.

/// The columns of a table of results. The first has the names, which the heading above it explains.
fn columns(elo: bool) -> Vec<(&'static str, Width)> {
    let mut columns = vec![("", Width::Rest(120.0))];
    if elo {
        columns.push((t!("library-elo"), Width::Exact(40.0)));
    }
    columns.extend([
        (t!("explorer-games"), Width::Exact(52.0)),
        (t!("results-shares"), Width::Exact(132.0)),
        (t!("results-score"), Width::Exact(48.0)),
    ]);
    columns
}

/// A table whose first column has names and whose others have numbers.
fn show_table(
    ui: &mut Ui,
    table: Table<'_>,
    rows: usize,
    fill: impl FnMut(&mut egui_extras::TableRow<'_, '_>),
) {
    let table = Table { whole: true, numbers: true, ..table };
    let head = |ui: &mut Ui, at: usize| {
        let text = RichText::new(table.columns[at].0).small();
        let text = text.color(theme::palette(ui).text_weak);
        let layout = match at {
            0 => Layout::left_to_right(Align::Center),
            _ => Layout::right_to_left(Align::Center),
        };
        let label = ui.with_layout(layout, |ui| ui.label(text)).inner;
        if let Some(hint) = table.hints.get(at).filter(|hint| !hint.is_empty()) {
            label.on_hover_text(*hint);
        }
    };
    table.show_under(ui, rows, head, fill);
}

/// The cells of games, shares and score.
fn tally_cells(row: &mut egui_extras::TableRow<'_, '_>, tally: ScoreSheet) {
    table::mono(row, tally.games().to_string(), |p| p.text);
    row.col(|ui| {
        let share = |n: u32| n as f32 / tally.games().max(1) as f32;
        if tally.games() > 0 {
            bars::show_results(
                ui,
                bars::Results::Own([tally.wins, tally.draws, tally.losses].map(share)),
            );
        }
    });
    let score =
        tally.score().map_or("–".to_owned(), |score| format!("{} %", number(100.0 * score, 0)));
    table::mono(row, score, |p| p.text);
}

fn name_cell(
    row: &mut egui_extras::TableRow<'_, '_>,
    name: &str,
    color: fn(&theme::Palette) -> Color32,
) {
    table::name(row, |ui| {
        let color = color(theme::palette(ui));
        ui.add(Label::new(RichText::new(name).color(color)).truncate().selectable(false));
    });
}

/// Returns the filter for the games of a clicked row.
fn opponent_table(ui: &mut Ui, rows: &[OpponentRow]) -> Option<String> {
    heading(ui, t!("results-opponents"));
    let columns = columns(true);
    let opponents =
        Table { salt: "opponents", columns: &columns, clickable: true, ..Table::default() };
    let mut clicked = None;
    show_table(ui, opponents, rows.len(), |row| {
        let of = &rows[row.index()];
        if of.name.is_empty() {
            name_cell(row, t!("results-unknown"), |p| p.text_weak);
        } else {
            name_cell(row, &format::elided(&of.name, format::NAME), |p| p.text);
        }
        table::mono(row, of.elo.map_or("–".to_owned(), |elo| elo.to_string()), |p| p.text_weak);
        tally_cells(row, of.tally);
        let response = row.response();
        if response.clicked() && !of.name.is_empty() {
            clicked = Some(format!("player:\"{}\"", of.name.replace('"', " ")));
        }
        response.on_hover_text(t!("results-click"));
    });
    clicked
}

/// Returns the filter for the games of a clicked row.
fn opening_table(ui: &mut Ui, rows: &[OpeningRow]) -> Option<String> {
    heading(ui, t!("results-openings"));
    let columns = columns(false);
    let openings =
        Table { salt: "openings", columns: &columns, clickable: true, ..Table::default() };
    let mut clicked = None;
    show_table(ui, openings, rows.len(), |row| {
        let of = &rows[row.index()];
        name_cell(row, of.name, |p| p.text);
        tally_cells(row, of.tally);
        let response = row.response();
        if response.clicked() {
            clicked = Some(format!("opening:\"{}\"", of.name));
        }
        let [first, last] = of.codes;
        let codes = if first == last { first.to_owned() } else { format!("{first}–{last}") };
        response.on_hover_text(format!("{codes}\n{}", t!("results-click")));
    });
    clicked
}

/// Results by colour and by the phase in which the game ended.
fn conditions(ui: &mut Ui, results: &Results) {
    heading(ui, t!("results-conditions"));
    let phase = |phase: Phase| {
        let name = match phase {
            Phase::Opening => t!("results-ended-opening"),
            Phase::Middlegame => t!("results-ended-middlegame"),
            Phase::Endgame => t!("results-ended-endgame"),
        };
        (name, results.phase(phase))
    };
    let rows: Vec<(&str, ScoreSheet)> = [
        (t!("results-as-white"), results.colour(Color::White)),
        (t!("results-as-black"), results.colour(Color::Black)),
    ]
    .into_iter()
    .chain(Phase::ALL.map(phase))
    .collect();
    let columns = columns(false);
    let conditions = Table { salt: "conditions", columns: &columns, ..Table::default() };
    show_table(ui, conditions, rows.len(), |row| {
        let (name, tally) = rows[row.index()];
        name_cell(row, name, |p| p.text);
        tally_cells(row, tally);
    });
}

/// What was lost in each phase, and by what kind of error; if nothing is known, the accuracy curve explains why.
fn errors(ui: &mut Ui, results: &Results) {
    if results.accuracy.is_empty() {
        return;
    }
    heading(ui, t!("results-errors"));
    let columns = [
        ("", Width::Rest(96.0)),
        (t!("results-moves"), Width::Exact(48.0)),
        (t!("results-loss"), Width::Exact(64.0)),
        ("?!", Width::Exact(36.0)),
        ("?", Width::Exact(36.0)),
        ("??", Width::Exact(36.0)),
    ];
    let hints = [
        "",
        "",
        t!("results-loss.tip"),
        t!("results-inaccuracies"),
        t!("results-mistakes"),
        t!("results-blunders"),
    ];
    let errors = Table { salt: "errors", columns: &columns, hints: &hints, ..Table::default() };
    show_table(ui, errors, Phase::ALL.len(), |row| {
        let at = row.index();
        let quality = results.quality[at];
        name_cell(row, Phase::ALL[at].name(), |p| p.text);
        table::mono(row, quality.moves.to_string(), |p| p.text);
        let loss = quality.pawns_lost().map_or("–".to_owned(), |pawns| number(pawns, 2));
        table::mono(row, loss, |p| p.text);
        for n in quality.errors {
            table::mono(row, n.to_string(), |p| if n > 0 { p.text } else { p.text_faint });
        }
    });
    ui.add_space(6.0);
    let counted = ErrorKind::ALL.into_iter().zip(results.kinds).filter(|(_, n)| *n > 0);
    let kinds: Vec<String> = counted.map(|(kind, n)| kind_text(kind, n)).collect();
    if !kinds.is_empty() {
        let n = results.kinds.iter().sum::<u32>();
        weak(ui, t!("results-kinds", n = n, kinds = kinds.join(" · ")));
    }
}

fn kind_text(kind: ErrorKind, n: u32) -> String {
    match kind {
        ErrorKind::AllowsMate => t!("results-kind-allows-mate", n = n),
        ErrorKind::MissesMate => t!("results-kind-misses-mate", n = n),
        ErrorKind::HangsPiece => t!("results-kind-hangs-piece", n = n),
        ErrorKind::LosesMaterial => t!("results-kind-loses-material", n = n),
        ErrorKind::MissesMaterial => t!("results-kind-misses-material", n = n),
    }
}

/// What is not counted or not rated, and why.
fn notes(ui: &mut Ui, record: &OwnRecord, results: &Results) {
    let mut rest = Vec::new();
    for (reason, n) in NotRated::ALL.into_iter().zip(results.not_rated).filter(|(_, n)| *n > 0) {
        rest.push(match reason {
            NotRated::NoNumber => t!("results-not-rated-number", n = n),
            NotRated::SetUp => t!("results-not-rated-position", n = n),
            NotRated::Help => t!("results-not-rated-help", n = n),
        });
    }
    let mut lines = Vec::new();
    if !rest.is_empty() {
        lines.push(t!("results-not-rated", games = rest.join(", ")));
    }
    if record.unfinished > 0 {
        lines.push(t!("results-unfinished", n = record.unfinished));
    }
    if record.of_others > 0 {
        lines.push(t!("results-of-others", n = record.of_others));
    }
    if record.is_cut {
        lines.push(t!("results-cut", n = record.games.len()));
    }
    let ink = theme::palette(ui).text_faint;
    for line in lines {
        ui.add(Label::new(RichText::new(line).small().color(ink)).wrap());
    }
}

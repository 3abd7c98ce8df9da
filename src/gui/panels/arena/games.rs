//! The games: the wall of games under way, one of them large with what both engines think, and the list of finished
//! games.

use eframe::egui::{
    Align, Align2, FontId, Label, Layout, Rect, RichText, Role, ScrollArea, Sense, Ui, UiBuilder,
    Vec2, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, ArenaAction};
use tabia_app::arena::state::{EndedGame, GamesShown, MAX_WALL, Opinion, Run, TableGame};
use tabia_app::game::time_control::clock_text;
use tabia_app::window::notation;
use tabia_chess::{Color, DrawReason, Outcome};
use tabia_engine::play::Cause;
use tabia_engine::search::score::{Score, Wdl, material};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::result::GameResult;
use tabia_games::printable;
use tabia_games::strength::sheet::Points;
use tabia_host::kinds;
use tabia_host::referee::schedule::TieScore;
use tabia_text::t;

use super::show::{INSIDE, button, small};
use super::standings::points;
use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::analysis;
use crate::gui::present::context::{self, Cx};
use crate::gui::widgets::buttons;
use crate::gui::widgets::plot::{self, Course, Curve, Line, Point};
use crate::gui::widgets::small_boards::{MiniBoard, mini_board};

/// Height of the header, points.
const HEAD: f32 = 40.0;
/// Height of the line above and below a board, points.
const NAME: f32 = 18.0;
/// Space between two boards, points.
const BETWEEN: f32 = 16.0;
/// Width of the bar beside a board with its gap, points.
const BAR: f32 = 8.0;
/// Below this width boards are in one column, points.
const NARROW: f32 = 380.0;
/// From this width on a row of the list includes why its game ended, points.
const WITH_REASON: f32 = 480.0;
/// Height of a row of the list, points.
const ROW: f32 = 26.0;
/// Height of the list below the wall, points.
const LIST: f32 = 4.0 * ROW + 32.0;
/// Height of what an engine thinks below the large board, points.
const OPINION: f32 = 58.0;
/// Minimum height of the graph of both opinions, points.
const GRAPH: f32 = 124.0;

/// The games under way, and below them the finished ones.
pub(super) fn wall_and_list(ui: &mut Ui, cx: &Cx<'_>, run: &Run, out: &mut Vec<Action>) {
    let area = ui.max_rect();
    let split = area.bottom() - LIST;
    let upper = area.with_max_y(split - INSIDE);
    let mut child = ui.new_child(UiBuilder::new().id_salt("wall").max_rect(upper));
    wall(&mut child, cx, run, out);
    let lower = area.with_min_y(split);
    let mut child = ui.new_child(UiBuilder::new().id_salt("ended").max_rect(lower));
    list(&mut child, run, out);
}

/// The games under way.
pub(super) fn wall(ui: &mut Ui, cx: &Cx<'_>, run: &Run, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let area = ui.max_rect();
    let now = (0..run.plan.concurrency as usize).filter(|&at| run.at_table(at).is_some()).count();
    if let Some((game, ended)) = run.shown_at_end() {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.label(RichText::new(t!("arena-last-game")).size(18.0).color(p.text));
        small(ui, format!("{}, {}", result(ended), reason(ended)));
        let body = Rect::from_min_max(pos2(area.left(), area.top() + HEAD + 8.0), area.max);
        large_game(ui, cx, body, run, (0, game));
        return;
    }
    if !run.goes_on() && now == 0 {
        // It was played before the program started: its games are only in the file.
        ui.label(RichText::new(t!("arena-over-open")).color(p.text_weak));
        return;
    }
    let large = run.large_table();
    let head = Rect::from_min_size(area.min, vec2(area.width(), HEAD));
    let layout = Layout::right_to_left(Align::Center);
    let mut right = ui.new_child(UiBuilder::new().id_salt("switch").max_rect(head).layout(layout));
    if run.plan.concurrency > 1 && run.goes_on() {
        let (icon, name, next) = match large {
            Some(_) => (Icon::Board, t!("arena-show-all"), None),
            None => (Icon::Fullscreen, t!("arena-show-one"), Some(0)),
        };
        if button(&mut right, icon, name, true) {
            out.push(Action::Arena(ArenaAction::Enlarge(next)));
        }
    }
    let words = head.with_max_x(right.min_rect().left().min(head.right()) - 8.0);
    let mut left = ui.new_child(UiBuilder::new().id_salt("now").max_rect(words));
    left.spacing_mut().item_spacing.y = 2.0;
    let title = RichText::new(t!("arena-games-now", n = now)).size(18.0).color(p.text);
    left.add(Label::new(title).truncate());
    let taken = tabia_app::arena::draft::threads_of_a_game(&run.plan) * now as u32;
    let free = cx.model.processors.saturating_sub(taken + cx.model.own_threads());
    if run.goes_on() && run.allowed < run.plan.concurrency {
        small(&mut left, t!("arena-fewer"));
    } else if run.goes_on() {
        small(&mut left, t!("arena-threads-free", n = free));
    }
    let body = Rect::from_min_max(pos2(area.left(), head.bottom() + 8.0), area.max);
    match large {
        Some(table) => one_large(ui, cx, body, run, table, out),
        None => all(ui, cx, body, run, out),
    }
}

fn all(ui: &mut Ui, cx: &Cx<'_>, body: Rect, run: &Run, out: &mut Vec<Action>) {
    let most = if body.width() < NARROW { 2 } else { MAX_WALL };
    let tables = most.min(run.plan.concurrency as usize).max(1);
    // In one column or in two, whichever gives larger boards.
    let in_columns = |columns: usize| {
        let rows = tables.div_ceil(columns);
        let wide = (body.width() - BETWEEN * (columns as f32 - 1.0)) / columns as f32 - BAR;
        let high = (body.height() - BETWEEN * (rows as f32 - 1.0)) / rows as f32 - 2.0 * NAME;
        (columns, rows, wide, (wide.min(high) / 8.0).floor().max(4.0) * 8.0)
    };
    let (one, two) = (in_columns(1), in_columns(2));
    let (columns, rows, wide, side) = if one.3 > two.3 { one } else { two };
    let aside = if columns == 1 { ((wide - side) / 2.0).floor() } else { 0.0 };
    // A table keeps its place, whatever happens at the others.
    for at in 0..columns * rows {
        let (column, row) = (at % columns, at / columns);
        let corner = body.min
            + vec2(
                aside + column as f32 * (wide + BAR + BETWEEN),
                row as f32 * (side + 2.0 * NAME + BETWEEN),
            );
        let place = Rect::from_min_size(corner, vec2(side + BAR, side + 2.0 * NAME));
        match run.at_table(at) {
            Some(game) => {
                let clicked = board(ui, cx, game, (at, place)).clicked();
                out.extend(clicked.then_some(Action::Arena(ArenaAction::Enlarge(Some(at)))));
            }
            None if at < run.plan.concurrency as usize => empty(ui, place),
            None => {}
        }
    }
}

fn empty(ui: &Ui, place: Rect) {
    let p = theme::palette(ui);
    let side = place.width() - BAR;
    let square = Rect::from_min_size(place.min + vec2(0.0, NAME), Vec2::splat(side));
    ui.painter().rect_filled(square, 4, p.raised);
    let font = FontId::proportional(theme::SMALL);
    let at = square.center();
    ui.painter().text(at, Align2::CENTER_CENTER, t!("arena-no-game"), font, p.text_faint);
}

/// A small board with both names, the clocks, and White's expected score according to the side that thought last.
fn board(
    ui: &mut Ui,
    cx: &Cx<'_>,
    game: &TableGame,
    (at, place): (usize, Rect),
) -> eframe::egui::Response {
    let p = theme::palette(ui);
    let side = place.width() - BAR;
    let line = |y: f32| Rect::from_min_size(pos2(place.left(), y), vec2(side, NAME));
    name_line(ui, cx, game, Color::Black, line(place.top()));
    let square = Rect::from_min_size(place.min + vec2(0.0, NAME), Vec2::splat(side));
    let mut child = ui.new_child(UiBuilder::new().id_salt(("board", at)).max_rect(square));
    let last_move = game.last_move.map(|mv| (mv.from(), mv.drawn_to()));
    let theme_of_board = context::board_theme(cx.model);
    let mini = MiniBoard {
        board: &game.board,
        orientation: Color::White,
        last_move,
        theme: theme_of_board,
    };
    mini_board(&mut child, &mini, side);
    name_line(ui, cx, game, Color::White, line(square.bottom()));
    let bar = Rect::from_min_max(
        pos2(square.right() + 4.0, square.top()),
        pos2(place.right(), square.bottom()),
    );
    ui.painter().rect_filled(bar, 2, p.black_side);
    if let Some(share) = whites_share(game) {
        let white = bar.with_min_y(bar.bottom() - bar.height() * share);
        ui.painter().rect_filled(white, 2, p.white_side);
    }
    // On a light background White's share would have no visible edge.
    let edge = (1.0, p.border);
    ui.painter().rect_stroke(bar, 2, edge, eframe::egui::StrokeKind::Inside);
    let response = ui.interact(square, ui.scope_id().with(("table", at)), Sense::click());
    let words = t!("arena-board", white = game.names[0].as_str(), black = game.names[1].as_str());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    if response.has_focus() {
        let ring = (2.0, p.accent);
        ui.painter().rect_stroke(square, 2, ring, eframe::egui::StrokeKind::Outside);
    }
    response
}

/// White's expected score according to the thinking side, or else the other, 0 to 1.
fn whites_share(game: &TableGame) -> Option<f32> {
    let thinks = game.board.stm();
    let opinion = |side: Color| game.opinions[side.index()].as_ref()?.score;
    let score = opinion(thinks).or_else(|| opinion(!thinks))?;
    let percent = Wdl::of(score, material(&game.board)).expected_percent();
    Some((percent / 100.0) as f32)
}

fn name_line(ui: &Ui, cx: &Cx<'_>, game: &TableGame, side: Color, place: Rect) {
    let p = theme::palette(ui);
    let thinks = game.thinks(side);
    let font = FontId::proportional(theme::SMALL);
    let clock = game.left_ms(side, cx.now_ms).map(clock_text).unwrap_or_default();
    let ink = if thinks { p.accent } else { p.text_weak };
    let clock = ui.painter().layout_no_wrap(clock, font.clone(), ink);
    let left = place.right() - clock.size().x;
    ui.painter().galley(pos2(left, place.center().y - clock.size().y / 2.0), clock, ink);
    let mut job = eframe::egui::text::LayoutJob::simple_singleline(
        format::elided(&game.names[side.index()], format::NAME).into_owned(),
        font,
        p.text_weak,
    );
    job.wrap =
        eframe::egui::text::TextWrapping::truncate_at_width((left - place.left() - 6.0).max(0.0));
    let name = ui.painter().layout_job(job);
    ui.painter().galley(
        pos2(place.left(), place.center().y - name.size().y / 2.0),
        name,
        p.text_weak,
    );
}

/// One game large, with what both engines think below.
fn one_large(ui: &mut Ui, cx: &Cx<'_>, body: Rect, run: &Run, at: usize, out: &mut Vec<Action>) {
    let Some(game) = run.at_table(at) else {
        empty(ui, large_place(body));
        return;
    };
    if large_game(ui, cx, body, run, (at, game)).clicked() && run.plan.concurrency > 1 {
        out.push(Action::Arena(ArenaAction::Enlarge(None)));
    }
}

/// The place of a large board with its names. If the graph would leave it less than half the width, the board takes the
/// graph's room.
fn large_place(body: Rect) -> Rect {
    let wide = body.width() - BAR;
    let high = body.height() - 2.0 * (NAME + OPINION) - 16.0;
    let beside_graph = high - GRAPH;
    let side = wide.min(if beside_graph < wide / 2.0 { high } else { beside_graph });
    let side = (side / 8.0).floor().max(8.0) * 8.0;
    Rect::from_min_size(body.min, vec2(side + BAR, side + 2.0 * NAME))
}

/// A large board with what both engines think below.
fn large_game(
    ui: &mut Ui,
    cx: &Cx<'_>,
    body: Rect,
    run: &Run,
    (at, game): (usize, &TableGame),
) -> eframe::egui::Response {
    let place = large_place(body);
    let response = board(ui, cx, game, (at, place));
    let players = [game.fixture.white, game.fixture.black];
    for (row, player) in players.into_iter().enumerate() {
        let top = place.bottom() + 8.0 + row as f32 * OPINION;
        let rect = Rect::from_min_size(pos2(body.left(), top), vec2(body.width(), OPINION));
        let salt = UiBuilder::new().id_salt(("opinion", row)).max_rect(rect);
        let kind = run.plan.players.get(player).and_then(|of| kinds::of_word(&of.engine));
        let unit = analysis::units(kind.map_or(EngineId::BUILT_IN, |kind| kind.id)).word;
        let of = game.opinions[row].as_ref();
        opinion(&mut ui.new_child(salt), &game.names[row], unit, of);
    }
    let top = place.bottom() + 16.0 + 2.0 * OPINION;
    let rect = Rect::from_min_max(pos2(body.left(), top), body.max);
    if rect.height() > GRAPH - 1.0 {
        graph(&mut ui.new_child(UiBuilder::new().id_salt("graph").max_rect(rect)), game);
    }
    response
}

/// What both engines thought of their moves over the course of the game.
fn graph(ui: &mut Ui, game: &TableGame) {
    let p = theme::palette(ui);
    let curves = [Color::White, Color::Black].map(|side| {
        let points = game.courses[side.index()].iter().map(|&(ply, score)| {
            let number = u32::midpoint(game.before, ply) + 1;
            let note = t!("arena-graph-point", n = number, score = score.text());
            Point::exact(ply.into(), plot::pawns(score), note)
        });
        let color = if side == Color::White { p.accent } else { p.warn };
        let name = &game.names[side.index()];
        let mut curve = Curve::new(format::elided(name, 24), color, points.collect());
        curve.owner.clone_from(name);
        curve.limit = plot::MAX_PAWNS;
        if side == Color::Black {
            curve.line = Line::Dashed;
        }
        curve
    });
    let names = [t!("arena-graph"), t!("arena-graph.unit")];
    let (before, plies) = (game.before as usize, game.plies as usize);
    let course = Course { shown: plies, before, plies, fixed: true, ..Course::default() };
    let height = ui.available_height();
    plot::over_game(ui, names, &curves, &course, height);
}

/// Score, depth, speed in its unit, and line of an engine.
fn opinion(ui: &mut Ui, name: &str, unit: &str, of: Option<&Opinion>) {
    let p = theme::palette(ui);
    ui.spacing_mut().item_spacing.y = 1.0;
    let Some(of) = of else {
        ui.add(Label::new(RichText::new(name).color(p.text)).truncate());
        return small(ui, t!("arena-no-opinion"));
    };
    let score = of.score.map_or("–".to_owned(), Score::text);
    ui.horizontal(|ui| {
        ui.label(RichText::new(score).size(16.0).color(p.text));
        ui.add(Label::new(RichText::new(name).color(p.text)).truncate());
    });
    let depth = of.depth.map_or("–".to_owned(), |depth| depth.to_string());
    small(
        ui,
        match of.nps.map(format::count) {
            Some(speed) => t!("arena-opinion", depth = depth, speed = speed, unit = unit),
            None => t!("arena-opinion-depth", depth = depth),
        },
    );
    let line = notation::line(&of.board, &of.line, 16);
    ui.add(Label::new(RichText::new(line).color(p.text_weak)).truncate());
}

/// The finished games, newest first.
pub(super) fn list(ui: &mut Ui, run: &Run, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        let title = match run.shown() {
            GamesShown::Last => t!("arena-last-games").to_owned(),
            GamesShown::Ties => t!("arena-ties").to_owned(),
            GamesShown::Between(one, other) => {
                let name = |player: usize| run.names.get(player).map_or("?", String::as_str);
                t!("arena-games-between", one = name(one), other = name(other))
            }
        };
        ui.label(RichText::new(title).color(p.text));
        let mut offer = |ui: &mut Ui, name: &str, shown: GamesShown| {
            if run.shown() != shown && ui.add(buttons::secondary(name)).clicked() {
                out.push(Action::Arena(ArenaAction::List(shown)));
            }
        };
        offer(ui, t!("arena-all-games"), GamesShown::Last);
        if !run.progress.ties.is_empty() {
            offer(ui, t!("arena-ties"), GamesShown::Ties);
        }
    });
    ui.add_space(4.0);
    if run.shown() == GamesShown::Ties {
        return ties(ui, run, out);
    }
    if run.listed() == 0 {
        return small(ui, t!("arena-no-game-ended"));
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let rows = ScrollArea::vertical().id_salt("ended").auto_shrink(false);
    rows.show_rows(ui, ROW, run.listed(), |ui, shown| {
        for (at, game) in shown.filter_map(|row| run.listed_game(row)) {
            ended_row(ui, run, (at, game), out);
        }
    });
}

/// The ties of a knock-out, the last round first.
fn ties(ui: &mut Ui, run: &Run, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut ties: Vec<&TieScore> = run.progress.ties.iter().collect();
    ties.sort_by_key(|score| std::cmp::Reverse(score.round));
    let rows = ScrollArea::vertical().id_salt("ties").auto_shrink(false);
    rows.show_rows(ui, ROW, ties.len(), |ui, shown| {
        for score in &ties[shown] {
            tie_row(ui, run, score, out);
        }
    });
}

fn tie_row(ui: &mut Ui, run: &Run, score: &TieScore, out: &mut Vec<Action>) {
    let name = |player: usize| run.names.get(player).map_or("?", String::as_str);
    let first = name(score.tie.first);
    let (second, result) = match score.tie.second {
        // No game of it has ended.
        Some(second) if score.halves == [0, 0] => (name(second), "–".to_owned()),
        Some(second) => {
            let [one, other] = score.halves.map(points);
            (name(second), format!("{one}–{other}"))
        }
        None => (t!("arena-bye"), String::new()),
    };
    let left = run.progress.round.and_then(|(_, rounds)| rounds.checked_sub(score.round));
    let stage = match left {
        Some(0) => "final",
        Some(1) => "semi-final",
        _ => "other",
    };
    let why = match score.winner.filter(|_| score.tie.second.is_some()).map(name) {
        Some(winner) if score.is_by_seed() => {
            t!("arena-tie-by-seed", winner = winner, stage = stage)
        }
        Some(winner) => t!("arena-tie-won", winner = winner, stage = stage),
        None => String::new(),
    };
    let round = score.round.to_string();
    let words = t!(
        "arena-tie",
        round = round.as_str(),
        one = first,
        other = second,
        result = result.as_str(),
        why = why.as_str(),
    );
    let clicked = row_of_list(ui, true, &words, [&round, first, second, &result, &why]);
    if clicked && let Some(second) = score.tie.second {
        let shown = GamesShown::Between(score.tie.first, second);
        out.push(Action::Arena(ArenaAction::List(shown)));
    }
}

fn ended_row(ui: &mut Ui, run: &Run, (at, game): (usize, &EndedGame), out: &mut Vec<Action>) {
    let result = result(game);
    let name = |player: usize| run.names.get(player).map_or("?", String::as_str);
    let (white, black) = (name(game.result.white), name(game.result.black));
    let why = reason(game);
    let number = (at + 1).to_string();
    let words = t!(
        "arena-ended",
        number = number.as_str(),
        white = white,
        black = black,
        result = result,
        why = why.as_str(),
    );
    let opens = run.file.is_some();
    if row_of_list(ui, opens, &words, [&number, white, black, result, &why]) && opens {
        out.push(Action::Arena(ArenaAction::OpenGame(game.result.number)));
    }
}

/// A row of two names and their result. Returns whether it was clicked.
fn row_of_list(
    ui: &mut Ui,
    enabled: bool,
    words: &str,
    [number, white, black, result, why]: [&str; 5],
) -> bool {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, words));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4, p.hover);
    }
    let y = rect.center().y;
    let width = rect.width();
    let write = |x: f32, room: f32, text: &str, size: f32, ink| {
        let font = FontId::proportional(size);
        let mut job = eframe::egui::text::LayoutJob::simple_singleline(text.to_owned(), font, ink);
        job.wrap = eframe::egui::text::TextWrapping::truncate_at_width(room);
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(pos2(rect.left() + x, y - galley.size().y / 2.0), galley, ink);
    };
    // Beside a test there is only room for the names; the reason a game ended is in the tooltip.
    let whole = width >= WITH_REASON;
    let names = (width - 40.0 - 48.0) * if whole { 0.31 } else { 0.5 };
    write(4.0, 34.0, number, theme::SMALL, p.text_faint);
    write(40.0, names - 8.0, white, 14.0, p.text);
    write(40.0 + names, names - 8.0, black, 14.0, p.text);
    write(40.0 + 2.0 * names, 44.0, result, 14.0, p.text);
    let rest = 40.0 + 2.0 * names + 48.0;
    if whole {
        write(rest, width - rest - 4.0, why, theme::SMALL, p.text_weak);
    }
    response.on_hover_text(words).clicked()
}

fn result(game: &EndedGame) -> &'static str {
    GameResult::from(game.result.points).shown()
}

/// Why a game ended and after how many moves.
fn reason(game: &EndedGame) -> String {
    let shown = |message: &str| printable::line(message).into_owned();
    let why = match &game.cause {
        Some(Cause::Rules(Outcome::Win { .. })) => t!("arena-end-mate"),
        Some(Cause::Rules(Outcome::Draw(reason))) => match reason {
            DrawReason::Stalemate => t!("arena-end-stalemate"),
            DrawReason::Threefold | DrawReason::Fivefold => t!("arena-end-repetition"),
            DrawReason::DeadPosition => t!("arena-end-dead-position"),
            DrawReason::FiftyMoves => t!("arena-end-50-moves"),
            DrawReason::SeventyFiveMoves => t!("arena-end-75-moves"),
            DrawReason::Agreement => t!("arena-end-agreement"),
            DrawReason::TimeVsInsufficient => t!("arena-end-time-no-mate"),
        },
        Some(Cause::Winning | Cause::Even) => t!("arena-end-scores"),
        Some(Cause::Tables) => t!("arena-end-tables"),
        Some(Cause::TooLong) => t!("arena-end-length"),
        Some(Cause::Time) if game.result.points == Points::Draw => t!("arena-end-time-no-mate"),
        Some(Cause::Time) => t!("arena-end-time"),
        Some(Cause::Illegal(message)) if !message.is_empty() => {
            &t!("arena-end-illegal-how", message = shown(message))
        }
        Some(Cause::Illegal(_)) => t!("arena-end-illegal"),
        Some(Cause::Broken(message)) if !message.is_empty() => {
            &t!("arena-end-failed-how", message = shown(message))
        }
        Some(Cause::Broken(_)) => t!("arena-end-failed"),
        None => match game.result.termination.as_str() {
            "adjudication" => t!("arena-end-adjudicated"),
            "time forfeit" => t!("arena-end-time"),
            "rules infraction" => t!("arena-end-illegal"),
            "abandoned" => t!("arena-end-failed"),
            _ => t!("arena-end-normal"),
        },
    };
    t!("arena-end", why = why, moves = game.result.plies.div_ceil(2))
}

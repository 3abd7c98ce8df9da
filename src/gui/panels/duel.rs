//! The duel: both engines side by side, how far they agree over time, the moves they dispute, and positions that suit
//! one of the searches.

use eframe::egui::{
    Align, Align2, Button, Color32, FontId, Frame, Grid, Label, Layout, Panel, Rect, RichText,
    Role, ScrollArea, Sense, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, ArenaAction, LabAction, Proposal};
use tabia_app::commands::command::UserCommand;
use tabia_app::duel::state::{
    By, Disputed, DuelAction, Held, LikedBy, Shows, Stretch, agreement, duel_engine_name,
    duel_engines_play, first_named, held, share_agreed,
};
use tabia_app::window::notation::{self, Notation};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, san};
use tabia_engine::search::detail::PuctDetail;
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_lab::duel_positions::{Answers, DuelPosition, Kind, MEASURED, POSITIONS};
use tabia_text::{number, t};

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::panels::lab::{live_tree, swatch};
use crate::gui::present::analysis::{LineView, per_cent};
use crate::gui::present::context::Cx;
use crate::gui::present::duel::{DuelEngine, whites_percent};
use crate::gui::present::line_words::MoveLine;
use crate::gui::present::roster::SeatState;
use crate::gui::present::{analysis, duel, empty, line_words, parts, roster, view_head};
use crate::gui::widgets::plot::{Curve, Point, TimePlot};
use crate::gui::widgets::{buttons, move_text, plot};

/// From this width on the engines are side by side, points.
const WIDE: f32 = 500.0;
/// The same in a panel lower than this: one below the other, one of them would be out of sight, points.
const WIDE_IF_LOW: f32 = 360.0;
const LOW: f32 = 300.0;
/// From this width on the verdict is beside the buttons, points.
const ONE_LINE: f32 = 600.0;
/// Space between them, points.
const BETWEEN: f32 = 18.0;
/// Height of the graph of their game, and minimum height of the panel with it, points.
const GRAPH: f32 = 120.0;
const MIN_WITH_GRAPH: f32 = 340.0;

/// If there is no duel, says so and offers to start one.
fn offers_duel(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) -> bool {
    let none = !cx.model.in_duel();
    if none {
        let words = [t!("duel-none"), t!("duel-none.why")];
        empty::offer(ui, cx, words, &[UserCommand::Duel], out);
    }
    none
}

/// What each engine thinks of the position.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    if offers_duel(ui, cx, out) {
        return;
    }
    let engines = duel::engines(cx.model);
    let low = ui.available_height() < LOW;
    if duel::is_graphed(cx) && ui.available_height() >= MIN_WITH_GRAPH {
        Panel::bottom("graph of the game").exact_size(GRAPH).frame(Frame::new()).show(ui, |ui| {
            let place = ui.max_rect();
            duel::show_graph(ui, cx, place, out);
        });
    }
    if !view_head::is_picture(ui) {
        // Below what scrolls: it is about the board, which is always visible.
        let at_foot = Panel::bottom("what the board shows").frame(Frame::new());
        at_foot.show_separator_line(false).show(ui, |ui| board_shows(ui, cx, low, out));
    }
    head(ui, cx, &engines, out);
    let none = engines.iter().all(|engine| engine.lines.is_empty());
    if let Some(outcome) = analysis::search_outcome(cx.model).filter(|_| none) {
        return empty::game_over(ui, cx, outcome, out);
    }
    let wide = ui.available_width() >= if low { WIDE_IF_LOW } else { WIDE };
    let room = ui.available_height() / if wide { 1.0 } else { 2.0 };
    // The moves have priority: a low panel has a smaller tree, or none.
    let tree = tree_height(room - BESIDE_TREE);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if !low {
            ui.add_space(theme::GAP);
        }
        if wide {
            ui.spacing_mut().item_spacing.x = BETWEEN;
            ui.columns(2, |columns| {
                for (ui, engine) in columns.iter_mut().zip(&engines) {
                    ui.spacing_mut().item_spacing.x = theme::GAP;
                    engine_column(ui, cx, engine, tree, out);
                }
            });
        } else {
            for engine in &engines {
                engine_column(ui, cx, engine, tree, out);
                ui.add_space(theme::GAP);
            }
        }
        ui.add_space(theme::GAP);
        since(ui, cx, &engines);
    });
}

/// Whether they agree, and what can be done.
fn head(ui: &mut Ui, cx: &Cx<'_>, engines: &[DuelEngine<'_>; 2], out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let verdict = |ui: &mut Ui| {
        let (text, good) = verdict(cx, engines);
        let text = Notation::current().write(&text);
        let color = match good {
            Some(true) => p.good,
            Some(false) => p.warn,
            None => p.text_weak,
        };
        let label = RichText::new(&*text).strong().color(color);
        ui.add(Label::new(label).truncate()).on_hover_text(&*text);
    };
    let one_line = ui.available_width() >= ONE_LINE || view_head::is_picture(ui);
    if !one_line {
        verdict(ui);
    }
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !view_head::is_picture(ui) {
                view_head::export_button(ui, PaneId::Duel, 30.0, out);
                let (icon, name) = if cx.model.engine.analysis {
                    (Icon::Pause, t!("verb-stop-analysis"))
                } else {
                    (Icon::Analyse, t!("command-ToggleAnalysis"))
                };
                parts::command_button(ui, cx, UserCommand::ToggleAnalysis, Some((icon, name)), out);
                let arena = ui.add(Button::new(t!("arena-match-duel")).min_size(vec2(0.0, 30.0)));
                if arena.on_hover_text(t!("arena-match-duel.tip")).clicked() {
                    out.push(Action::Arena(ArenaAction::Propose(Proposal::Duel)));
                }
                parts::labelled_button(ui, cx, UserCommand::PlayDuelMatch, out);
            }
            if one_line {
                ui.with_layout(Layout::left_to_right(Align::Center), verdict);
            }
        });
    });
}

/// What each would play, and whether that is the same; `None`: one of them has no move yet.
fn verdict(cx: &Cx<'_>, engines: &[DuelEngine<'_>; 2]) -> (String, Option<bool>) {
    let [one, other] = engines;
    if one.node != other.node {
        return (t!("duel-verdict-apart").to_owned(), None);
    }
    let board = cx.model.game.tree.board(one.node);
    let best = |engine: &DuelEngine<'_>| {
        let mv = engine.lines.first()?.info.pv.first().copied()?;
        board.is_legal(mv).then_some(mv)
    };
    match (best(one), best(other)) {
        (Some(a), Some(b)) if a == b => {
            (t!("duel-verdict-same", move = san::write(board, a)), Some(true))
        }
        (Some(a), Some(b)) => {
            let [a, b] = [a, b].map(|mv| san::write(board, mv));
            // A bound says only what the value is not.
            let expects = |engine: &DuelEngine<'_>| {
                let line = engine.lines.first().filter(|line| line.bound == Bound::Exact)?;
                Some(
                    analysis::compared_chances(engine.id, &line.info, board)
                        .expected_percent()
                        .round(),
                )
            };
            // Moves of equal worth are no disagreement: in a dead draw any will do.
            match expects(one).filter(|&percent| expects(other) == Some(percent)) {
                Some(percent) => {
                    let percent = number(percent, 0);
                    (t!("duel-verdict-even", one = a, other = b, percent = percent), None)
                }
                None => (t!("duel-verdict-differ", one = a, other = b), Some(false)),
            }
        }
        _ if analysis::search_outcome(cx.model).is_some() => {
            (t!("duel-verdict-over").to_owned(), None)
        }
        _ if analysis::is_thinking(cx.model) => (t!("duel-verdict-begun").to_owned(), None),
        _ => (t!("duel-verdict-idle").to_owned(), None),
    }
}

/// Since when each has kept its move, and when it first considered the other's.
fn since(ui: &mut Ui, cx: &Cx<'_>, engines: &[DuelEngine<'_>; 2]) {
    let p = theme::palette(ui);
    for (engine, rival) in [(&engines[0], &engines[1]), (&engines[1], &engines[0])] {
        let text = since_text(cx, engine, rival);
        let text = Notation::current().write(&text);
        ui.add(Label::new(RichText::new(&*text).small().color(p.text_weak)).wrap());
    }
}

fn since_text(cx: &Cx<'_>, engine: &DuelEngine<'_>, rival: &DuelEngine<'_>) -> String {
    let board = cx.model.game.tree.board(engine.node);
    let Some(own) = held(&engine.history).filter(|own| board.is_legal(own.mv)) else {
        return t!("duel-held-none", name = engine.name);
    };
    let Held { mv, since_ms, nodes } = own;
    let (name, since) = (san::write(board, mv), format::duration(since_ms));
    let text = match spent(engine, nodes) {
        Some(spent) => {
            t!("duel-held-spent", name = engine.name, move = name, time = since, spent = spent)
        }
        None => t!("duel-held", name = engine.name, move = name, time = since),
    };
    let other = held(&rival.history).filter(|_| rival.node == engine.node).map(|held| held.mv);
    let Some(other) = other.filter(|&other| other != mv && board.is_legal(other)) else {
        return text;
    };
    let other_name = san::write(board, other);
    match first_named(&engine.history, other) {
        Some(at) => {
            let when = format::duration(at.time_ms);
            t!("duel-held-first", held = text, move = other_name, time = when)
        }
        None => t!("duel-held-never", held = text, move = other_name),
    }
}

/// `48.0k playouts`.
fn spent(engine: &DuelEngine<'_>, nodes: Option<u64>) -> Option<String> {
    let (nodes, count) = (format::count(nodes?), nodes?);
    let puct = engine.puct().is_some();
    Some(if puct {
        t!("duel-playouts", n = nodes, count = count)
    } else {
        t!("duel-nodes", n = nodes, count = count)
    })
}

fn board_shows(ui: &mut Ui, cx: &Cx<'_>, low: bool, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let duel = &cx.model.duel;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(t!("duel-board")).small().color(p.text_weak));
        let shows = [
            (Shows::Moves, t!("duel-shows-moves")),
            (Shows::Prior, t!("duel-shows-prior")),
            (Shows::Visits, t!("duel-shows-playouts")),
            (Shows::Change, t!("duel-shows-change")),
        ];
        let chosen = buttons::with_hints(ui, t!("duel-board"), duel.shows, &shows, &|shows| {
            means(shows).to_owned()
        });
        out.extend(chosen.map(|shows| Action::Duel(DuelAction::Show(shows))));
        if duel.shows != Shows::Moves {
            let by = [(By::Target, t!("duel-tint-to")), (By::Origin, t!("duel-tint-from"))];
            let chosen = buttons::segmented(ui, t!("duel-tint"), duel.by, &by);
            out.extend(chosen.map(|by| Action::Duel(DuelAction::TintBy(by))));
        }
    });
    // The tooltip says it too.
    if !low {
        ui.add(Label::new(RichText::new(means(duel.shows)).small().color(p.text_faint)).wrap());
    }
}

/// What a choice shows.
fn means(shows: Shows) -> &'static str {
    match shows {
        Shows::Moves => t!("duel-shows-moves.hint"),
        Shows::Prior => t!("duel-shows-prior.hint"),
        Shows::Visits => t!("duel-shows-playouts.hint"),
        Shows::Change => t!("duel-shows-change.hint"),
    }
}

/// Height of the tree of each engine: five plies; of a low one with one; of the highest one, points.
const TREE: f32 = 117.0;
const MIN_TREE: f32 = 27.0;
const MAX_TREE: f32 = 320.0;
/// Height of the lines below both engines: they yield to the first plies, but not to a larger tree, points.
const SINCE: f32 = 80.0;
/// Height of what is above and below it, with the first rows of the list, points.
const BESIDE_TREE: f32 = 182.0;
/// Height of the bar, points.
const BAR: f32 = 22.0;
/// Height of a line, points.
const ROW: f32 = 23.0;
/// Width of a figure in a line, points.
const FIGURE: f32 = 44.0;
const LINES: usize = 3;

/// Height of the tree if this much is left for it, points.
fn tree_height(left: f32) -> f32 {
    if left < MIN_TREE { 0.0 } else { left.min(TREE).max((left - SINCE).min(MAX_TREE)) }
}

/// Shows the column of one of the two engines: its evaluation as a bar, its figures, its best moves.
fn engine_column(
    ui: &mut Ui,
    cx: &Cx<'_>,
    engine: &DuelEngine<'_>,
    tree: f32,
    out: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 3.0;
    title(ui, cx, engine);
    bar(ui, cx, engine);
    let p = theme::palette(ui);
    let small = |text: String, color| Label::new(RichText::new(text).small().color(color));
    let chances = chances(cx, engine);
    let board = cx.model.game.tree.board(engine.node);
    ui.add(small(chances, p.text_weak).truncate());
    let [mut text, last] = figures(engine);
    let whole = format!("{text}{last}");
    let font = TextStyle::Small.resolve(ui.style());
    let width = ui.painter().layout_no_wrap(whole.clone(), font, p.text_weak).size().x;
    // A number that is cut looks like another one.
    if width <= ui.available_width() {
        text.clone_from(&whole);
    }
    ui.add(small(text, p.text_weak).truncate()).on_hover_text(whole);
    if let Some(search) = engine.search.filter(|_| tree > 0.0) {
        live_tree::compact(ui, cx, (search, *board), (PaneId::Duel, tree), out);
    } else {
        ui.allocate_space(vec2(ui.available_width(), tree));
    }
    let puct = engine.puct();
    heads(ui, puct.is_some());
    for (at, line) in engine.lines.iter().take(LINES).enumerate() {
        row(ui, cx, (engine, line, at as u64), puct, out);
    }
    // Nothing below moves as lines arrive.
    let wanted = LINES.min(board.legal_moves().len());
    let missing = wanted.saturating_sub(engine.lines.len());
    ui.allocate_space(vec2(1.0, missing as f32 * (ROW + 3.0)));
}

/// Its colour, its search method, what it is doing.
fn title(ui: &mut Ui, cx: &Cx<'_>, engine: &DuelEngine<'_>) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        let (mark, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
        ui.painter().rect_filled(mark, 4, p.engines[engine.slot % p.engines.len()]);
        let initial = engine.name.chars().next().unwrap_or_default();
        let font = FontId::proportional(12.0);
        ui.painter().text(mark.center(), Align2::CENTER_CENTER, initial, font, p.panel);
        ui.label(RichText::new(engine.name).strong().size(16.0));
        let game = &cx.model.game;
        let waits = cx.model.engine.analysis || game.is_played() && duel_engines_play(game);
        let (text, color) = match roster::seat_state(cx.model, engine.id) {
            SeatState::AtWork => (t!("lines-state-searching").to_owned(), p.good),
            SeatState::Finished(text) => (text, p.text_weak),
            SeatState::Idle if waits => (t!("lines-state-waiting").to_owned(), p.text_faint),
            SeatState::Idle => (t!("lines-state-idle").to_owned(), p.text_faint),
            SeatState::Failed(why) => (t!("lines-state-failed", why = why), p.bad),
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let label = Label::new(RichText::new(&text).small().color(color)).truncate();
            ui.add(label).on_hover_text(text);
        });
    });
}

/// White's expected score as a bar: the same unit for both engines.
fn bar(ui: &mut Ui, cx: &Cx<'_>, engine: &DuelEngine<'_>) {
    let p = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::hover());
    let board = cx.model.game.tree.board(engine.node);
    let best = engine.lines.first();
    let words = if let Some(line) = best {
        let percent = analysis::compared_chances(engine.id, &line.info, board).expected_percent();
        let middle = rect.left() + rect.width() * (percent / 100.0) as f32;
        ui.painter().rect_filled(rect, 4, p.black_side);
        let white = rect.with_max_x(middle);
        ui.painter().rect_filled(white, 4, p.white_side);
        let percent = expects(engine.id, line, board);
        let text = t!("duel-bar-white", percent = percent.as_str());
        // The ink changes with the ground beneath it.
        for (part, ink) in [(white, p.black_side), (rect.with_min_x(middle), p.white_side)] {
            let (at, font) = (rect.left_center() + vec2(8.0, 0.0), FontId::proportional(14.0));
            ui.painter_at(part).text(at, Align2::LEFT_CENTER, &text, font, ink);
            // The middle of the bar.
            ui.painter_at(part).vline(rect.center().x, rect.y_range(), (2.0, ink));
        }
        t!("duel-bar", name = engine.name, percent = percent, score = line.white_text())
    } else {
        ui.painter().rect_filled(rect, 4, p.raised);
        ui.painter().vline(rect.center().x, rect.y_range(), (2.0, p.text_faint));
        t!("duel-bar-none", name = engine.name)
    };
    ui.painter().rect_stroke(rect, 4, (1.0, p.edge), StrokeKind::Inside);
    response.widget_info(|| WidgetInfo::labeled(Role::Meter, true, &words));
    response.on_hover_text(words);
}

/// White's expected score for a line, with the sign of its bound: `≥54 %`.
fn expects(id: EngineId, line: &LineView, board: &Board) -> String {
    let percent = analysis::compared_chances(id, &line.info, board).expected_percent();
    let percent = format::with_unit(number(percent, 0), "%");
    format!("{}{percent}", line.white_bound().sign())
}

/// White's score, and the chances behind it.
fn chances(cx: &Cx<'_>, engine: &DuelEngine<'_>) -> String {
    let Some(line) = engine.lines.first() else { return t!("duel-no-score").to_owned() };
    let board = cx.model.game.tree.board(engine.node);
    let [win, draw, loss] = per_cent(analysis::compared_chances(engine.id, &line.info, board));
    t!("duel-chances", score = line.white_text(), win = win, draw = draw, loss = loss)
}

/// Depth and nodes, or playouts and the length of their lines; then what is left out if there is no room for it.
fn figures(engine: &DuelEngine<'_>) -> [String; 2] {
    let Some(search) = engine.search.filter(|search| search.nodes().is_some()) else {
        return ["–".to_owned(), String::new()];
    };
    let (nodes, count) = (format::count_of(search.nodes()), search.nodes().unwrap_or(0));
    let speed = search.nps().map(format::count);
    if let Some(detail) = engine.puct() {
        let plies = number(f64::from(detail.mean_depth), 1);
        let text = match speed {
            Some(speed) => {
                t!(
                    "duel-figures-playouts-speed",
                    playouts = nodes,
                    count = count,
                    speed = speed,
                    plies = plies
                )
            }
            None => t!("duel-figures-playouts", playouts = nodes, count = count, plies = plies),
        };
        let kept = Some(detail.kept()).filter(|&kept| kept > 0);
        let kept = kept.map(|kept| t!("duel-figures-kept", kept = format::count(kept)));
        return [text, kept.unwrap_or_default()];
    }
    let depth = format::depth(search.depth(), search.seldepth());
    let text = match speed {
        Some(speed) => {
            t!(
                "duel-figures-nodes-speed",
                nodes = nodes,
                count = count,
                speed = speed,
                depth = depth
            )
        }
        None => t!("duel-figures-nodes", nodes = nodes, count = count, depth = depth),
    };
    let factor = search.branching_factor();
    let factor = factor.map(|factor| t!("duel-figures-branching", factor = number(factor, 2)));
    [text, factor.unwrap_or_default()]
}

/// The titles over the lines.
fn heads(ui: &mut Ui, puct: bool) {
    let p = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 15.0), Sense::hover());
    let write = |x: f32, align: Align2, text: &str| {
        let at = pos2(rect.left() + x, rect.center().y);
        ui.painter().text(at, align, text, FontId::proportional(theme::SMALL), p.text_faint);
    };
    write(FIGURE, Align2::RIGHT_CENTER, t!("duel-head-expects"));
    let mut left = FIGURE;
    if puct {
        left += FIGURE + 10.0;
        write(left, Align2::RIGHT_CENTER, t!("duel-head-playouts"));
    }
    write(left + 10.0, Align2::LEFT_CENTER, t!("duel-head-line"));
}

/// A line: White's expected score, its share of the playouts, its moves.
fn row(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (engine, line, salt): (&DuelEngine<'_>, &LineView, u64),
    puct: Option<&PuctDetail>,
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let board = cx.model.game.tree.board(engine.node);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let ink = if line.stale { p.text_faint } else { p.text };
    let expects = expects(engine.id, line, board);
    let share = puct.map(|detail| share(detail, line));
    let words = match &share {
        Some(share) => t!(
            "duel-row-share",
            name = engine.name,
            percent = expects.as_str(),
            share = share.as_str(),
        ),
        None => t!("duel-row", name = engine.name, percent = expects.as_str()),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &words));
    let mut left = rect.left() + FIGURE;
    figure(ui, left, rect, &expects, ink);
    if let Some(share) = share {
        left += FIGURE + 10.0;
        figure(ui, left, rect, &share, p.text_weak);
    }
    let area = Rect::from_min_max(pos2(left + 7.0, rect.top()), rect.max);
    let salt = (u64::from(engine.id.0) << 8) | salt;
    let words = MoveLine {
        start: board,
        moves: &line.info.pv,
        salt,
        color: ink,
        node: Some(engine.node),
        plays: true,
    };
    if let Some(chosen) = line_words::show(ui, cx, &words, area, out) {
        let moves = line.info.pv[..=chosen].to_vec();
        out.push(Action::PlayLine { node: engine.node, moves });
    }
}

fn figure(ui: &Ui, right: f32, rect: Rect, text: &str, color: Color32) {
    let at = pos2(right, rect.center().y);
    ui.painter().text(at, Align2::RIGHT_CENTER, text, FontId::proportional(13.0), color);
}

/// The share of the playouts that went through the first move of a line.
fn share(detail: &PuctDetail, line: &LineView) -> String {
    let first = line.info.pv.first();
    let own = detail.moves.iter().find(|child| Some(&child.mv) == first);
    own.map_or_else(
        || "–".to_owned(),
        |child| format::with_unit(number(detail.share(child.n) * 100.0, 0), "%"),
    )
}

/// Example positions that suit one of the searches, and what each found.
pub(crate) fn presets(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let shown = cx.model.duel.preset_on(cx.model.game.board());
    let small = |text: &str, color| Label::new(RichText::new(text).small().color(color)).wrap();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add(small(t!("duel-positions-note"), p.text_weak));
        for (at, position) in POSITIONS.iter().enumerate() {
            ui.add_space(theme::GAP);
            let button = Button::new(position.title()).selected(shown == Some(at));
            ui.horizontal(|ui| {
                if ui.add(button).clicked() {
                    out.push(Action::Duel(DuelAction::Preset(at)));
                }
                let (kind, source) = (position.kind.name(), position.source());
                let about = t!("duel-position-about", kind = kind, source = source);
                ui.add(Label::new(RichText::new(about).small().color(p.text_faint)).truncate());
            });
            if let Some(idea) = position.idea() {
                ui.add(small(idea, p.text_weak));
            }
            answers(ui, position);
            if shown == Some(at) && !position.best.is_empty() {
                let moves = Notation::current().write(position.best);
                ui.add(small(&t!("duel-position-best", moves = moves), p.good));
            }
        }
    });
}

/// What the searches found in an example position, a row for each.
fn answers(ui: &mut Ui, position: &DuelPosition) {
    let Some(Answers { alpha_beta, puct, rules }) = position.measured() else { return };
    let p = theme::palette(ui);
    let [first, second] = [0, 1].map(duel_engine_name);
    let rows = [
        (first, alpha_beta, MEASURED.nodes),
        (second, puct, MEASURED.playouts),
        (t!("duel-position-rules"), rules, MEASURED.playouts),
    ];
    let rows_of = Grid::new(("duel-position", position.id)).num_columns(2).min_row_height(0.0);
    rows_of.spacing(vec2(12.0, 2.0)).show(ui, |ui| {
        for (at, (name, answer, all)) in rows.into_iter().enumerate() {
            let count = |n: u64| match (at, number(n as f64, 0)) {
                (0, n) => t!("duel-position-nodes", n = n),
                (_, n) => t!("duel-position-playouts", n = n),
            };
            let mv = Notation::current().write(&answer.mv);
            // In a fortress the score says more than the move.
            let (text, color) = match (answer.from, answer.cp.map(Score::Cp)) {
                (_, Some(score)) if position.kind == Kind::Fortress => {
                    let count = count(all);
                    let score = score.text();
                    (t!("duel-position-scored", move = mv, count = count, score = score), p.text)
                }
                (Some(from), _) => {
                    (t!("duel-position-from", move = mv, count = count(from)), p.text)
                }
                (None, _) => (t!("duel-position-not", move = mv, count = count(all)), p.text_weak),
            };
            ui.add(Label::new(RichText::new(name).small().color(p.text_weak)));
            ui.add(Label::new(RichText::new(text).small().color(color)).truncate());
            ui.end_row();
        }
    });
}

// The comparison of the two engines of the duel: how far they agree over time, and the moves they dispute.

/// Height of the strip of agreement with its labels, points.
const STRIP: f32 = 54.0;
/// Height of the strip itself, points.
const BAND: f32 = 12.0;

/// White's expected score according to each engine over the time of its search, and where they would play the same
/// move.
pub(crate) fn course(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    if offers_duel(ui, cx, out) {
        return;
    }
    let engines = duel::engines(cx.model);
    let tree = &cx.model.game.tree;
    let p = theme::palette(ui);
    let color = |engine: &DuelEngine<'_>| p.engines[engine.slot % p.engines.len()];
    let curves: Vec<Curve> = engines
        .iter()
        .map(|engine| curve(engine, tree.board(engine.node), color(engine)))
        .filter(|curve| curve.points.len() > 1)
        .collect();
    if curves.is_empty() {
        return empty::no_search(ui, cx, t!("duel-course-none"), out);
    }
    let height = (ui.available_height() - STRIP).max(80.0);
    let names = duel::expected_title();
    let plot = TimePlot { names, curves: &curves, possible: plot::PERCENT, whole: false };
    let Some(above) = plot::over_time(ui, &[plot], height) else { return };
    let [one, other] = &engines;
    if one.node != other.node {
        ui.label(RichText::new(t!("duel-verdict-apart")).small().color(p.text_weak));
        return;
    }
    strip(ui, &agreement([&one.history, &other.history]), &above);
}

/// White's expected score according to one engine, over time; the tooltip of a point mentions a change of move.
fn curve(engine: &DuelEngine<'_>, board: &Board, color: eframe::egui::Color32) -> Curve {
    let point = |at: &tabia_app::duel::state::BestMoveAt| {
        let y = at.expected? * 100.0;
        let mv = if board.is_legal(at.mv) { san::write(board, at.mv) } else { String::new() };
        let note = t!("duel-course-point", move = mv, percent = number(y, 0));
        Some(Point::exact(at.time_ms as f64 / 1000.0, y, note))
    };
    let points = engine.history.iter().filter_map(point).collect();
    Curve { owner: engine.name.to_owned(), ..Curve::new(engine.name, color, points) }
}

/// Where both would play the same move, along the time axis of the plot above.
fn strip(ui: &mut Ui, stretches: &[Stretch], above: &plot::Answer) {
    let p = theme::palette(ui);
    let text = match share_agreed(stretches) {
        Some(share) => t!("duel-same-move", percent = number(share * 100.0, 0)),
        None => t!("duel-same-move-unknown").to_owned(),
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(&text).small().color(p.text_weak));
        ui.add_space(theme::GAP);
        for (color, name) in [
            (p.good, t!("duel-agreement-legend.same")),
            (p.warn, t!("duel-agreement-legend.different")),
        ] {
            swatch(ui, color.gamma_multiply(0.7), name);
        }
    });
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), BAND), Sense::hover());
    let rect = Rect::from_x_y_ranges(above.field.x_range(), rect.y_range());
    ui.painter().rect_filled(rect, 2, p.raised);
    let x = |ms: u64| above.at_x(ms as f64 / 1e3);
    for of in stretches {
        let part = eframe::egui::Rect::from_min_max(
            pos2(x(of.from_ms), rect.top()),
            pos2(x(of.to_ms), rect.bottom()),
        );
        let color = if of.agree { p.good } else { p.warn };
        ui.painter().rect_filled(part, 0, color.gamma_multiply(0.7));
    }
    ui.painter().rect_stroke(rect, 2, (1.0, p.border), StrokeKind::Inside);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("duel-agreement")));
    if let Some(at) = response.hover_pos().filter(|at| rect.contains(*at)) {
        let ms = (above.value_x(at.x) * 1e3).max(0.0) as u64;
        let here = stretches.iter().find(|of| (of.from_ms..=of.to_ms).contains(&ms));
        let time = format::duration(ms);
        response.on_hover_text_at_pointer(match here.map(|of| of.agree) {
            None => t!("duel-agreement-none", time = time),
            Some(true) => t!("duel-agreement-same", time = time),
            Some(false) => t!("duel-agreement-different", time = time),
        });
    }
}

/// Height of a line, points.
const BETWEEN_ROW: f32 = 23.0;

/// The moves on which they disagree most.
pub(crate) fn disputed(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    if offers_duel(ui, cx, out) {
        return;
    }
    let (board, node, found) = duel::disputed(cx.model);
    let silent = duel::engines(cx.model).iter().any(|engine| engine.lines.is_empty());
    if silent {
        return empty::no_search(ui, cx, t!("duel-disputed-silent"), out);
    }
    if found.is_empty() {
        return empty::empty(ui, t!("duel-disputed-none"), t!("duel-disputed-none.why"));
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (at, disputed) in found.iter().enumerate() {
            card(ui, cx, (&board, node, at as u64), disputed, out);
            ui.add_space(theme::GAP);
        }
    });
}

fn card(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (board, node, salt): (&Board, NodeId, u64),
    of: &Disputed,
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let name = san::write(board, of.mv);
    Frame::new().fill(p.raised).corner_radius(theme::RADIUS).inner_margin(8).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.horizontal(|ui| {
            let (one, other) = match of.liked_by {
                LikedBy::Puct => (t!("duel-puct"), t!("duel-disputed-alpha-beta")),
                LikedBy::AlphaBeta => (t!("duel-alpha-beta"), t!("duel-puct")),
            };
            ui.label(move_text::job(&name, 16.0, p.text));
            let lost = (of.loses * 100.0).round();
            let text = if lost >= 1.0 {
                t!(
                    "duel-disputed-loses",
                    one = one,
                    other = other,
                    least = if of.at_least { "yes" } else { "no" },
                    points = number(lost, 0),
                )
            } else {
                t!("duel-disputed-unseen", one = one, other = other)
            };
            ui.add(Label::new(RichText::new(text).color(p.text)).wrap());
        });
        let numbers = numbers(board, of);
        ui.add(Label::new(RichText::new(numbers).small().color(p.text_weak)).wrap());
        refutation(ui, cx, (board, node, salt), of, out);
    });
}

/// What each says of the move in numbers, from White's view.
fn numbers(board: &Board, of: &Disputed) -> String {
    let white = |expected: f64| whites_percent(expected, board.stm());
    let (by_alphabeta, by_puct) = (&of.by_alphabeta, &of.by_puct);
    t!(
        "duel-disputed-numbers",
        bound = if of.at_least { "yes" } else { "no" },
        alphabeta = number(white(by_alphabeta.expected), 0),
        puct = number(white(by_puct.expected), 0),
        proven = if by_puct.proof.is_some() { "yes" } else { "no" },
        share = number(by_puct.share * 100.0, 1),
        playouts = format::count(u64::from(by_puct.playouts)),
        prior = number(by_puct.prior * 100.0, 1),
    )
}

/// The line that refutes it; if none is known, a button that asks for it.
fn refutation(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (board, node, salt): (&Board, NodeId, u64),
    of: &Disputed,
    out: &mut Vec<Action>,
) {
    let p = theme::palette(ui);
    let line = of.refutation();
    let width = ui.available_width();
    let known = line.len() > 1;
    if known {
        let (rect, _) = ui.allocate_exact_size(vec2(width, BETWEEN_ROW), Sense::hover());
        let area = Rect::from_min_max(rect.min, rect.max);
        let color = p.text;
        let words =
            MoveLine { start: board, moves: line, salt, color, node: Some(node), plays: true };
        if let Some(chosen) = line_words::show(ui, cx, &words, area, out) {
            out.push(Action::PlayLine { node, moves: line[..=chosen].to_vec() });
        }
    }
    ui.horizontal(|ui| {
        if !known {
            let text = t!("duel-disputed-bound");
            ui.label(RichText::new(text).small().color(p.text_faint));
        }
        let name = t!("lines-why-not", move = notation::san(board, of.mv));
        let refused = cx.model.why_not_refused();
        let button = buttons::secondary(format!("{} {name}", Icon::Search.glyph()));
        let button = ui.add_enabled(refused.is_none(), button);
        let button = button.on_disabled_hover_text(refused.unwrap_or_default());
        let hint = t!("duel-why-not-hint");
        let button = button.on_hover_text(hint);
        button.widget_info(|| {
            let enabled = refused.is_none();
            eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, enabled, &name)
        });
        if button.clicked() {
            out.push(Action::Lab(LabAction::Why { node, mv: of.mv }));
        }
    });
}

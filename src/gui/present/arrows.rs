//! Arrows and circles on the board: the user's, those of a puzzle, the hint, the lines of every analysing engine, each
//! in its own colour with its initial; and the threat, also in words.

use eframe::egui::{Align, Context, Layout, Rect, RichText, Sense, Ui, vec2};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::engines::telemetry::{Line, bound_seen_from};
use tabia_app::engines::threat::{Threat, passed};
use tabia_app::model::Model;
use tabia_app::review::learn::Stage;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, Move, san};
use tabia_engine::search::score::{Bound, Pov};
use tabia_games::game::annotation;
use tabia_games::words;
use tabia_text::t;

use super::context::Cx;
use super::line_words;
use super::line_words::MoveLine;
use crate::gui::look::format::number_before;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme;
use crate::gui::look::theme::BRUSHES;
use crate::gui::present::roster::RosterEntry;
use crate::gui::present::{context, duel, roster};
use crate::gui::widgets::board::shapes::{Brush, ComputerShape, Shape};
use crate::gui::widgets::buttons;

/// The third move has the thinnest arrow.
const RANK_STEP: f32 = 0.5;

/// Maximum number of arrows and circles drawn for one position.
const MAX_SHAPES: usize = 500;
/// Maximum number of plies drawn of a playout's line.
const LINE_PLIES: usize = 6;

/// Arrows and circles the user drew on the shown position.
pub fn user_shapes(model: &Model) -> Vec<Shape> {
    model.game.shapes().iter().take(MAX_SHAPES).copied().map(shape_in).collect()
}

/// Arrows for the hint, for the engines' best lines, and for moves marked in a panel.
pub(crate) fn board_shapes(model: &Model, ctx: &Context) -> Vec<ComputerShape> {
    let mut shapes = computer_shapes(model);
    shapes.extend(playout_shapes(model));
    for mv in context::marked_moves(model, ctx) {
        let same = |of: &Shape| of.from == mv.from() && of.to == Some(mv.drawn_to());
        let known = shapes.iter().position(|known| same(&known.shape));
        let label = known.map(|at| shapes.remove(at).label).unwrap_or_default();
        shapes.push(arrow(mv, Brush::Blue, label, 1.0));
    }
    shapes
}

/// Arrows for the hint and for the engines' best lines.
pub fn computer_shapes(model: &Model) -> Vec<ComputerShape> {
    let node = model.game.current;
    let mut shapes = puzzle_shapes(model);
    if let Some(hint) = model.engine.hint.filter(|hint| hint.node == node) {
        shapes.push(arrow(hint.mv, Brush::Engine, t!("present-hint").to_owned(), 1.0));
    }
    if let Some(mv) = threat_move(model) {
        shapes.push(arrow(mv, Brush::Threat, t!("present-threat").to_owned(), 1.0));
    }
    if model.hides_engine() || !arrows_wanted(model) {
        return shapes;
    }
    let drawn = |shapes: &[ComputerShape], mv: Move| {
        shapes.iter().any(|s| s.shape.from == mv.from() && s.shape.to == Some(mv.drawn_to()))
    };
    if let Some(heat) = duel::heat_shapes(model) {
        shapes.extend(heat);
        return shapes;
    }
    let alone = model.analysing().len() == 1;
    for Candidate { mv, by, rank, strength } in candidates(model) {
        if drawn(&shapes, mv) {
            continue;
        }
        let brush = match by.first() {
            Some(first) if !alone => Brush::EngineAt(first.slot as u8),
            _ => Brush::Engine,
        };
        let stripe = by.get(1).map(|second| Brush::EngineAt(second.slot as u8));
        shapes
            .push(ComputerShape { stripe, ..arrow(mv, brush, label(&by, alone, rank), strength) });
    }
    shapes
}

/// The rank of the move, or with several engines the initials of those that choose it. Scores are in the lines.
fn label(by: &[RosterEntry], alone: bool, rank: usize) -> String {
    if alone { rank.to_string() } else { by.iter().map(|seated| seated.initial.as_str()).collect() }
}

/// The line of the playout shown step by step, with numbered moves; if none is under way, the line to the shown node.
fn playout_shapes(model: &Model) -> Vec<ComputerShape> {
    let shown = model.view.panes.contains(&PaneId::Playouts) && !model.hides_engine();
    let grown = model.lab.playouts.grown().filter(|_| shown && model.learn.is_none());
    let Some(grown) = grown else { return Vec::new() };
    if grown.board().key() != model.game.board().key() {
        return Vec::new();
    }
    let under_way = grown.stepper.line();
    let line = if under_way.is_empty() { &model.lab.playouts.path } else { &under_way };
    let numbered = line.iter().take(LINE_PLIES).enumerate();
    let shape = |(at, &mv): (usize, &Move)| {
        let brush = if at % 2 == 0 { Brush::Blue } else { Brush::Orange };
        arrow(mv, brush, (at + 1).to_string(), 1.0)
    };
    numbered.map(shape).collect()
}

/// The first moves to draw: of all lines of the engine shown in full, and of the best line of each other engine.
fn candidates(model: &Model) -> Vec<Candidate> {
    let node = model.game.current;
    let board = model.game.board();
    let roster = roster::roster(model);
    let mut found: Vec<Candidate> = Vec::new();
    // The focused engine comes first: its colour is used if several choose the same move.
    let (first, others): (Vec<RosterEntry>, Vec<RosterEntry>) =
        roster.into_iter().partition(|seated| seated.focus);
    for seated in first.into_iter().chain(others) {
        if model.engine.given_up(seated.id).is_some() {
            continue;
        }
        let all = seated.focus || model.in_duel();
        let most = if all { model.settings.engine_arrows as usize } else { 1 };
        let lines = model.telemetry.lines(&model.game.tree, node, seated.id);
        for (rank, line) in (1..).zip(lines.iter().take(most)) {
            let Some(&mv) = line.info.pv.first().filter(|&&mv| board.is_legal(mv)) else {
                continue;
            };
            if let Some(known) = found.iter_mut().find(|known| known.mv == mv) {
                known.by.push(seated.clone());
                continue;
            }
            let strength = 1.0 - (rank - 1) as f32 * RANK_STEP;
            let strength = strength.max(0.0);
            found.push(Candidate { mv, by: vec![seated.clone()], rank, strength });
        }
    }
    found
}

/// Arrows for the move tried in a puzzle, and for its solution.
fn puzzle_shapes(model: &Model) -> Vec<ComputerShape> {
    let Some(learn) = &model.learn else { return Vec::new() };
    let puzzle = learn.puzzle().filter(|puzzle| puzzle.node == model.game.current);
    let marked = |mv: Move, brush, label: &str| arrow(mv, brush, label.to_owned(), 1.0);
    match (puzzle, &learn.stage) {
        (Some(_), Stage::Wrong(tried)) => vec![marked(tried.mv, Brush::Red, "?")],
        (Some(_), Stage::Right(tried)) => vec![marked(tried.mv, Brush::Green, "!")],
        (Some(_), Stage::Judging(mv)) => vec![marked(*mv, Brush::Blue, "…")],
        (Some(puzzle), Stage::Shown) => {
            let best = puzzle.best.line.first();
            best.map(|&mv| marked(mv, Brush::Green, "!")).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Arrows are shown while the engine analyses, not while it plays against the user.
fn arrows_wanted(model: &Model) -> bool {
    let shown = model.settings.engine_arrows > 0 && !model.hides_lines();
    shown && (model.engine.analysis || model.game.is_analysis_board())
}

/// A first move to draw.
struct Candidate {
    mv: Move,
    /// The engines that choose it.
    by: Vec<RosterEntry>,
    /// Its rank among the lines of the first of these engines.
    rank: usize,
    strength: f32,
}

pub(super) fn arrow(mv: Move, brush: Brush, label: String, strength: f32) -> ComputerShape {
    let shape = Shape { from: mv.from(), to: Some(mv.drawn_to()), brush };
    ComputerShape { shape, label, strength, stripe: None }
}

/// A shape of the game as the board widget shows it.
pub(crate) fn shape_in(shape: annotation::Shape) -> Shape {
    let brush = match shape.brush() {
        annotation::Brush::Green => Brush::Green,
        annotation::Brush::Red => Brush::Red,
        annotation::Brush::Blue => Brush::Blue,
        annotation::Brush::Orange => Brush::Orange,
    };
    match shape {
        annotation::Shape::Circle { at, .. } => Shape { from: at, to: None, brush },
        annotation::Shape::Arrow { from, to, .. } => Shape { from, to: Some(to), brush },
    }
}

/// A shape of the board widget as stored in the game; `None` for one only the engine draws.
pub(crate) fn shape_out(shape: Shape) -> Option<annotation::Shape> {
    let brush = match shape.brush {
        Brush::Green => annotation::Brush::Green,
        Brush::Red => annotation::Brush::Red,
        Brush::Blue => annotation::Brush::Blue,
        Brush::Orange => annotation::Brush::Orange,
        Brush::Engine | Brush::EngineAt(_) | Brush::Threat => return None,
    };
    Some(match shape.to {
        Some(to) => annotation::Shape::Arrow { from: shape.from, to, brush },
        None => annotation::Shape::Circle { at: shape.from, brush },
    })
}

// The threat in words: what the side not to move would play if it were to move, with score, point of view and depth.

/// Height of the row, points.
const HEIGHT: f32 = 26.0;
/// Distinguishes its words from those of other lines.
const SALT: u64 = u64::MAX;

/// A threat found by the engine.
struct ShownThreat<'a> {
    /// The position with the other side to move.
    board: Board,
    line: &'a Line,
    /// Score and bound from the chosen point of view.
    score: String,
    view: String,
}

/// The first move of the threat in the shown position.
pub fn threat_move(model: &Model) -> Option<Move> {
    let found = found_threat(model)?;
    found.line.info.pv.first().copied().filter(|&mv| found.board.is_legal(mv))
}

/// The threat in words: `If it were Black's move: 5… Qxf2#, −M1 (White's view), depth 12`. `None` if threats are not
/// shown.
pub fn threat_text(model: &Model) -> Option<String> {
    let other = !model.game.board().stm();
    let side = words::side(other);
    Some(match model.threat()? {
        Threat::Refused(why) => t!("present-threat-refused", side = side, why = why),
        Threat::Sought => t!("present-threat-sought", side = side),
        Threat::Known(_) => {
            let found = found_threat(model)?;
            let mv = found.line.info.pv.first().filter(|&&mv| found.board.is_legal(mv))?;
            let name =
                format!("{}{}", number_before(&found.board, 0), san::write(&found.board, *mv));
            t!(
                "present-threat-found",
                side = side,
                move = name,
                score = found.score,
                view = found.view,
                depth = found.line.info.depth,
            )
        }
    })
}

fn found_threat(model: &Model) -> Option<ShownThreat<'_>> {
    let Threat::Known(search) = model.threat()? else { return None };
    let line = search.lines.first()?;
    let board = passed(model.game.board()).ok()?;
    let (pov, stm): (Pov, Color) = (model.settings.pov, line.info.stm);
    let bound: Bound = bound_seen_from(line.info.bound, pov, stm);
    let score = format!("{}{}", bound.sign(), line.info.score.seen_from(pov, stm).text());
    let side = if pov == Pov::White { Color::White } else { stm };
    Some(ShownThreat { board, line, score, view: t!("present-view-of", side = words::side(side)) })
}

/// Whether [`show`] has anything to show.
pub(crate) fn is_threat_shown(model: &Model) -> bool {
    threat_text(model).is_some()
}

/// Shows the row, while threats are shown.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let Some(text) = threat_text(cx.model) else { return };
    let p = theme::palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let mut inside = ui.new_child(
        eframe::egui::UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)),
    );
    let ui = &mut inside;
    ui.spacing_mut().item_spacing.x = 6.0;
    let (mark, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    ui.painter().rect_filled(mark, 2, BRUSHES.threat.to_opaque());
    let found = found_threat(cx.model);
    let label = match &found {
        None => text.clone(),
        Some(found) => {
            let (side, depth) = (words::side(found.line.info.stm), found.line.info.depth);
            t!("present-threat-short", side = side, score = found.score.as_str(), depth = depth)
        }
    };
    let label = ui.label(RichText::new(label).small().color(p.text_weak));
    let whole = t!("present-threat-by", text = text.as_str());
    label.accessible_name(&text).on_hover_text(whole);
    let mut words = ui.available_rect_before_wrap().intersect(rect);
    words.max.x -= 28.0;
    if let Some(found) = &found {
        let moves = &found.line.info.pv;
        let (start, node) = (&found.board, None);
        // A click plays nothing: it is not this side's turn.
        let line = MoveLine { start, moves, salt: SALT, color: p.text, node, plays: false };
        line_words::show(ui, cx, &line, words, out);
    }
    let end = Rect::from_min_max(rect.right_top() - vec2(26.0, 0.0), rect.max);
    let mut end = ui.new_child(eframe::egui::UiBuilder::new().max_rect(end));
    if buttons::small(&mut end, Icon::Cross, t!("present-threat-hide")).clicked() {
        out.push(Action::Command(UserCommand::Threat));
    }
}

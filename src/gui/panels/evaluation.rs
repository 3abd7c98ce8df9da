//! The evaluation over the game: one point for each position of the shown line that a search has
//! judged. Parts of the game are told apart, and moves that were judged are marked with their sign. A click
//! goes to the position.

use eframe::egui::Ui;

use crate::app::action::Action;
use crate::app::command::UserCommand;
use crate::app::telemetry::GamePoint;
use crate::chess::color::Color;
use crate::game::nag::Nag;
use crate::game::tree::{GameTree, NodeId};
use crate::review::phase::phases;
use crate::search::score::Score;

use super::super::context::Cx;
use super::super::parts;
use super::super::theme::{self, Palette};
use super::super::widgets::plot::{self, Course, Curve, Point, Sign};

/// Shows the panel.
pub fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let line = game.tree.line_through(game.current);
    let known = cx.model.telemetry.over_line(&game.tree, &line, cx.focus());
    let points: Vec<Point> = known
        .iter()
        .map(|at| {
            let value = cx.point_text(at);
            Point {
                x: at.ply as f64,
                y: height(at.score),
                bound: at.bound,
                note: format!("{}: {value}{}", move_name(&game.tree, at.node), judged(cx, at.node)),
            }
        })
        .collect();
    if points.is_empty() {
        let why = match cx.weak_level() {
            Some(_) => "Only full strength judges positions",
            None => "Positions the engine has searched appear here",
        };
        let reviewable = UserCommand::ReviewGame.is_enabled(cx.model);
        let fills = if reviewable { UserCommand::ReviewGame } else { UserCommand::ToggleAnalysis };
        return parts::offer(ui, cx, ["No evaluation yet", why], &[fills], out);
    }
    let p = theme::palette(ui);
    let curve = Curve {
        name: "Evaluation".to_owned(),
        unit: "pawns, White's view".to_owned(),
        source: "last search of each position".to_owned(),
        owner: String::new(),
        color: p.series[0],
        points,
    };
    let course = Course {
        shown: line.iter().position(|&node| node == game.current).unwrap_or(0),
        plies: line.len(),
        parts: parts_of(&game.tree, &line),
        signs: known.iter().filter_map(|at| sign(cx, p, at)).collect(),
    };
    let height = ui.available_height();
    let clicked = plot::over_game(ui, &curve, &course, height);
    if let Some(&node) = clicked.and_then(|ply| line.get(ply)) {
        out.push(Action::GoTo(node));
    }
}

/// Where each part of the game begins.
fn parts_of(tree: &GameTree, line: &[NodeId]) -> Vec<(usize, &'static str)> {
    let all = phases(line.iter().map(|&node| tree.board(node)));
    let mut parts: Vec<(usize, &'static str)> = Vec::new();
    for (ply, phase) in all.iter().enumerate() {
        if parts.last().is_none_or(|(_, name)| *name != phase.name()) {
            parts.push((ply, phase.name()));
        }
    }
    parts
}

/// The glyph that judges a move: the review's, else one that stands in the game.
fn glyph(cx: &Cx<'_>, node: NodeId) -> Option<Nag> {
    let reviewed =
        cx.model.review().and_then(|run| run.of(node)).and_then(|found| found.class.nag());
    let noted = || cx.model.game.tree.nags(node).iter().copied().find(|nag| nag.judges_move());
    reviewed.or_else(noted)
}

fn sign(cx: &Cx<'_>, p: &Palette, at: &GamePoint) -> Option<Sign> {
    let nag = glyph(cx, at.node)?;
    let color = match nag {
        Nag::BLUNDER => p.bad,
        Nag::MISTAKE | Nag::DUBIOUS => p.warn,
        _ => p.good,
    };
    Some(Sign { x: at.ply as f64, y: height(at.score), text: nag.sign()?, color })
}

/// What the review says of a move, for the note under the pointer.
fn judged(cx: &Cx<'_>, node: NodeId) -> String {
    let found = cx.model.review().and_then(|run| run.of(node));
    found.map_or_else(String::new, |found| format!("\n{}", found.class.name()))
}

/// Pawns, mates and more at the edge.
fn height(score: Score) -> f64 {
    f64::from(score.clamped_cp(1000)) / 100.0
}

fn move_name(tree: &GameTree, node: NodeId) -> String {
    if tree.mv(node).is_none() {
        return "Start".to_owned();
    }
    let dots = if tree.mover(node) == Color::White { "." } else { "…" };
    format!("{}{dots} {}", tree.move_number(node), tree.san(node))
}

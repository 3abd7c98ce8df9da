//! The evaluation over the game: one point for each position of the shown line that a search has
//! judged. A click goes to the position.

use eframe::egui::Ui;

use crate::app::action::Action;
use crate::app::telemetry::EvalSource;
use crate::chess::color::Color;
use crate::game::tree::{GameTree, NodeId};

use super::super::context::Cx;
use super::super::parts;
use super::super::theme;
use super::super::widgets::plot::{self, Curve, Point};

/// Shows the panel.
pub fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let line = game.tree.line_through(game.current);
    let known = if cx.model.view.hide_engine {
        Vec::new()
    } else {
        cx.model.telemetry.over_line(&game.tree, &line)
    };
    let points: Vec<Point> = known
        .iter()
        .map(|at| {
            let value = match at.source {
                EvalSource::Rules(outcome) => format!("{}, {outcome}", outcome.pgn()),
                from => format!("{}{}, {}", at.bound.sign(), at.score, source(from)),
            };
            Point {
                x: at.ply as f64,
                y: f64::from(at.score.clamped_cp(1000)) / 100.0,
                bound: at.bound,
                note: format!("{}: {value}", move_name(&game.tree, at.node)),
            }
        })
        .collect();
    if points.is_empty() {
        let hint = match cx.weak_level() {
            Some(_) => "Only full strength judges positions: press Space or ask for a hint",
            None => "Positions the engine has searched appear here",
        };
        parts::empty(ui, "No evaluation yet", hint);
        return;
    }
    let p = theme::palette(ui);
    let curve = Curve {
        name: "Evaluation".to_owned(),
        unit: "pawns, White's view".to_owned(),
        source: "last search of each position".to_owned(),
        color: p.series[0],
        points,
    };
    let at = line.iter().position(|&node| node == game.current).unwrap_or(0);
    let height = ui.available_height();
    let clicked = plot::over_game(ui, &curve, at as f64, line.len(), height);
    if let Some(&node) = clicked.and_then(|ply| line.get(ply)) {
        out.push(Action::GoTo(node));
    }
}

fn move_name(tree: &GameTree, node: NodeId) -> String {
    if tree.mv(node).is_none() {
        return "Start".to_owned();
    }
    let dots = if tree.mover(node) == Color::White { "." } else { "…" };
    format!("{}{dots} {}", tree.move_number(node), tree.san(node))
}

fn source(source: EvalSource) -> String {
    match source {
        EvalSource::Engine { depth } => format!("depth {depth}"),
        EvalSource::File { depth: Some(depth) } => format!("from the file, depth {depth}"),
        EvalSource::File { depth: None } => "from the file".to_owned(),
        EvalSource::Rules(outcome) => outcome.to_string(),
    }
}

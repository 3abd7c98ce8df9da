//! The curves over a game besides the score: chances of win, draw and loss, time spent, depth. Each point says value,
//! unit and source; what is not known has no point.

use eframe::egui::Color32;

use tabia_app::engines::telemetry::{EvalSource, GamePoint};
use tabia_app::game::times;
use tabia_app::window::view::Graph;
use tabia_chess::Color;
use tabia_engine::search::score::{Bound, Pov};
use tabia_engine::search::wdl::{Wdl, material};
use tabia_games::game::tree::NodeId;

use crate::gui::look::format::move_name;
use crate::gui::look::theme::Palette;
use crate::gui::present::context::{Cx, seen_from};
use crate::gui::widgets::plot::{Curve, Point};

/// The graphs as they are chosen.
pub(super) const GRAPHS: [(Graph, &str); 4] = [
    (Graph::Score, "Score"),
    (Graph::Chances, "Win, draw, loss"),
    (Graph::Time, "Time"),
    (Graph::Depth, "Depth"),
];

/// What is missing and what would fill it, where there is nothing to draw.
pub(super) fn missing(graph: Graph) -> [&'static str; 2] {
    match graph {
        Graph::Score => ["No evaluation yet", "Positions the engine has searched appear here"],
        Graph::Chances => {
            ["No chances yet", "They come with searches by an engine that tells them"]
        }
        Graph::Time => {
            ["No times are noted", "Games on the clock and files with [%clk] or [%emt] have them"]
        }
        Graph::Depth => ["No depths yet", "Positions the engine has searched appear here"],
    }
}

/// The least of the vertical axis, so that a flat curve looks flat.
pub(super) fn least_top(graph: Graph) -> f64 {
    match graph {
        // A second, so that the moves of fast games can be told apart.
        Graph::Score | Graph::Time => 1.0,
        Graph::Chances => 100.0,
        Graph::Depth => 5.0,
    }
}

/// The curves of a graph over a line, of which `known` is known; empty where there is no point.
pub(super) fn curves(
    cx: &Cx<'_>,
    p: &Palette,
    graph: Graph,
    (line, known): (&[NodeId], &[GamePoint]),
) -> Vec<Curve> {
    let all = match graph {
        Graph::Score => Vec::new(),
        Graph::Chances => chances(cx, p, known),
        Graph::Time => times(cx, p, line),
        Graph::Depth => depths(cx, p, known),
    };
    all.into_iter().filter(|curve| !curve.points.is_empty()).collect()
}

fn curve(name: &str, unit: &str, source: &str, color: Color32, points: Vec<Point>) -> Curve {
    let (name, unit, source) = (name.to_owned(), unit.to_owned(), source.to_owned());
    Curve { name, unit, source, owner: String::new(), color, points }
}

fn point(ply: usize, y: f64, note: String) -> Point {
    Point { x: ply as f64, y, bound: Bound::Exact, note }
}

impl Cx<'_> {
    /// White's chances in a position, and who says so: the engine itself where it tells them, else the model fitted
    /// to the games of the built-in one, which serves that one alone. `None` where nobody tells.
    pub(super) fn chances_at(&self, at: &GamePoint) -> Option<(Wdl, String)> {
        let tree = &self.model.game.tree;
        let board = tree.board(at.node);
        match at.source {
            EvalSource::Rules(outcome) => {
                let (win, draw, loss) = match outcome.winner() {
                    Some(Color::White) => (1000, 0, 0),
                    None => (0, 1000, 0),
                    Some(Color::Black) => (0, 0, 1000),
                };
                Some((Wdl { win, draw, loss }, outcome.to_string()))
            }
            EvalSource::Engine { id, depth } => {
                let name = self.model.engine_name(id);
                let kept = self.model.telemetry.kept(tree, at.node, id)?;
                if let Some(said) = kept.best()?.info.wdl {
                    let said = seen_from(said, Pov::White, board.stm());
                    return Some((said, format!("said by {name}, depth {depth}")));
                }
                let fitted = Wdl::of(at.score, material(board));
                let source = format!("reckoned from the score by {name}, depth {depth}");
                id.is_built_in().then_some((fitted, source))
            }
            EvalSource::File { .. } => None,
        }
    }
}

fn chances(cx: &Cx<'_>, p: &Palette, known: &[GamePoint]) -> Vec<Curve> {
    let tree = &cx.model.game.tree;
    let mut points: [Vec<Point>; 3] = Default::default();
    for at in known {
        let Some((wdl, source)) = cx.chances_at(at) else { continue };
        let percent = [wdl.win, wdl.draw, wdl.loss].map(|permille| f64::from(permille) / 10.0);
        let name = move_name(tree, at.node);
        let notes = [
            format!("{name}: White wins {:.0} %", percent[0]),
            format!("drawn {:.0} %", percent[1]),
            format!("Black wins {:.0} %, {source}", percent[2]),
        ];
        for ((points, y), note) in points.iter_mut().zip(percent).zip(notes) {
            points.push(point(at.ply, y, note));
        }
    }
    let names = ["White wins", "Draw", "Black wins"];
    let colors = [p.series[0], p.series[1], p.series[2]];
    let each = points.into_iter().zip(names).zip(colors);
    let name = "Chances";
    each.map(|((points, source), color)| curve(name, "per cent", source, color, points)).collect()
}

fn times(cx: &Cx<'_>, p: &Palette, line: &[NodeId]) -> Vec<Curve> {
    let game = &cx.model.game;
    let spent = times::time_spent(game, line);
    let of = |side: Color| {
        let own = spent.iter().filter(|spent| spent.side == side);
        own.map(|spent| {
            let seconds = spent.ms as f64 / 1000.0;
            let name = move_name(&game.tree, spent.node);
            point(spent.ply, seconds, format!("{name}: {seconds:.1} s"))
        })
        .collect::<Vec<_>>()
    };
    let both = [(Color::White, p.series[0]), (Color::Black, p.series[1])];
    let unit = "seconds a move, from the clocks";
    both.map(|(side, color)| curve("Time spent", unit, side.name(), color, of(side))).into()
}

fn depths(cx: &Cx<'_>, p: &Palette, known: &[GamePoint]) -> Vec<Curve> {
    let tree = &cx.model.game.tree;
    let points = known.iter().filter_map(|at| {
        let (EvalSource::Engine { depth, .. } | EvalSource::File { depth: Some(depth) }) =
            at.source
        else {
            return None;
        };
        let note = format!("{}: {}", move_name(tree, at.node), cx.source_text(at.source));
        Some(point(at.ply, f64::from(depth), note))
    });
    let source = "of the score shown for each position";
    vec![curve("Depth", "plies", source, p.series[1], points.collect())]
}

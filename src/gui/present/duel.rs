//! The two engines of the duel as the panels show them, what the board shows of them, and the expected score according
//! to each over a game between them.

use eframe::egui::{Color32, Rect, RichText, Ui, UiBuilder};

use tabia_app::action::Action;
use tabia_app::duel::state;
use tabia_app::duel::state::{
    BestMoveAt, DUEL_ENGINES, Disputed, Shows, duel_engine_name, duel_engines_play,
};
use tabia_app::engines::telemetry::SearchView;
use tabia_app::model::Model;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, Move, Square};
use tabia_engine::search::detail::PuctDetail;
use tabia_engine::search::live_tree::LiveTree;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_text::{number, t};

use crate::gui::look::format::{move_name, plies_before};
use crate::gui::look::icons::figurine;
use crate::gui::look::theme;
use crate::gui::look::theme::BRUSHES;
use crate::gui::present::analysis::LineView;
use crate::gui::present::arrows::arrow;
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, context, roster};
use crate::gui::widgets::board::shapes::{Brush, ComputerShape};
use crate::gui::widgets::plot;
use crate::gui::widgets::plot::{Course, Curve, Point};

/// Maximum number of moves that have an arrow with their number.
const MAX_ARROWS: usize = 6;
/// Smaller numbers have no arrow.
const LEAST: f32 = 0.01;
/// How strongly the square with the largest number is tinted.
const TINT: f32 = 0.85;

#[derive(Clone, Debug)]
pub(crate) struct DuelEngine<'a> {
    pub id: EngineId,
    /// Its search method.
    pub name: &'static str,
    /// Its slot among the engine colours.
    pub slot: usize,
    /// The position it is about: the shown one or, after its own move in a game, the one before.
    pub node: NodeId,
    /// Its search of that position.
    pub search: Option<&'a SearchView>,
    /// Its lines, the best first.
    pub lines: Vec<LineView>,
    /// Its best moves over time.
    pub history: Vec<BestMoveAt>,
}

impl DuelEngine<'_> {
    /// The numbers of the playout search.
    pub(crate) fn puct(&self) -> Option<&PuctDetail> {
        self.search?.live.as_ref()?.detail.puct()
    }
}

/// Both engines, alpha-beta first.
pub(crate) fn engines(model: &Model) -> [DuelEngine<'_>; 2] {
    let shown = model.analysed();
    let tree = &model.game.tree;
    [0, 1].map(|at| {
        let id = DUEL_ENGINES[at];
        let known = |node: &NodeId| model.telemetry.has_lines(tree, *node, id);
        let before = tree.parent(shown).filter(|_| duel_engines_play(&model.game)).filter(known);
        let node = Some(shown).filter(known).or(before).unwrap_or(shown);
        let search = model.telemetry.search_of(tree, node, id);
        DuelEngine {
            id,
            name: duel_engine_name(at),
            slot: roster::slot(model, id),
            node,
            search,
            lines: analysis::line_views(model, model.telemetry.lines(tree, node, id)),
            history: search
                .map_or_else(Vec::new, |search| state::best_move_history(search, tree.board(node))),
        }
    })
}

/// The moves the engines dispute, and the position.
pub(crate) fn disputed(model: &Model) -> (Board, NodeId, Vec<Disputed>) {
    let [alphabeta, puct] = engines(model);
    let board = *model.game.tree.board(puct.node);
    let found = match (alphabeta.search, puct.search) {
        (Some(one), Some(other)) if alphabeta.node == puct.node => {
            state::disputed(one, other, &board)
        }
        _ => Vec::new(),
    };
    (board, puct.node, found)
}

/// What the board shows of the priors and playouts; `None` if it shows something else.
fn heat(model: &Model) -> Option<(Shows, Vec<(Move, f32)>)> {
    let shows = Some(model.duel.shows).filter(|&shows| shows != Shows::Moves)?;
    if !model.in_duel() || model.hides_engine() {
        return None;
    }
    let [_, puct] = engines(model);
    let here = puct.node == model.game.current;
    Some((shows, state::by_move(puct.puct().filter(|_| here)?, shows)))
}

/// Arrows for the largest of these numbers, each with its number in per cent.
pub(crate) fn heat_shapes(model: &Model) -> Option<Vec<ComputerShape>> {
    let (shows, moves) = heat(model)?;
    let ways = state::by_way(&moves);
    let most = moves.first().map_or(0.0, |of| of.1.abs()).max(LEAST);
    let slot = roster::slot(model, EngineId::PUCT) as u8;
    let shapes = ways.iter().take(MAX_ARROWS).filter(|way| way[0].1.abs() >= LEAST);
    let number_of = |value: f32| match shows {
        Shows::Change => tabia_text::signed(value * 100.0, 0),
        Shows::Moves | Shows::Prior | Shows::Visits => {
            format!("{} %", number(f64::from(value) * 100.0, 0))
        }
    };
    let shape = |way: &Vec<(Move, f32)>| {
        // The largest determines how the arrow looks.
        let (mv, value) = way[0];
        let brush = match shows {
            Shows::Change if value >= 0.0 => Brush::Green,
            Shows::Change => Brush::Red,
            Shows::Moves | Shows::Prior | Shows::Visits => Brush::EngineAt(slot),
        };
        // Each promotion has its own number: a sum would hide how one piece takes from another.
        let label = |&(mv, value): &(Move, f32)| match mv.promotion() {
            Some(piece) => format!("{} {}", figurine(piece), number_of(value)),
            None => number_of(value),
        };
        let noted = way.iter().filter(|of| of.1.abs() >= LEAST).map(label);
        let label = noted.collect::<Vec<_>>().join(", ");
        arrow(mv, brush, label, value.abs() / most)
    };
    Some(shapes.map(shape).collect())
}

/// The colours of the squares while they show these numbers.
pub(crate) fn heat_tints(model: &Model) -> Option<[Color32; Square::COUNT]> {
    let (shows, moves) = heat(model)?;
    let sums = state::by_square(&moves, model.duel.by);
    let own = BRUSHES.engines[roster::slot(model, EngineId::PUCT) % BRUSHES.engines.len()];
    let towards = |value: f32| match shows {
        Shows::Change if value >= 0.0 => BRUSHES.green,
        Shows::Change => BRUSHES.red,
        Shows::Moves | Shows::Prior | Shows::Visits => own,
    };
    Some(tints(model, &sums, &towards))
}

/// The colours of the squares for a number each; larger numbers have stronger colours.
fn tints(
    model: &Model,
    values: &[f32; Square::COUNT],
    towards: &dyn Fn(f32) -> Color32,
) -> [Color32; Square::COUNT] {
    let most = values.iter().fold(LEAST, |most, value| most.max(value.abs()));
    let theme = context::board_theme(model);
    let mut tints = [Color32::TRANSPARENT; Square::COUNT];
    for square in Square::all() {
        let value = values[square.index()];
        let ground = theme.square.on(square.is_light());
        let share = (value.abs() / most).clamp(0.0, 1.0).sqrt() * TINT;
        tints[square.index()] = ground.lerp_to_gamma(towards(value).to_opaque(), share);
    }
    tints
}

/// The colours of the squares while they show where the focused search looks: the share of its nodes below moves to
/// each square at the chosen ply.
pub(crate) fn looks_tints(model: &Model) -> Option<[Color32; Square::COUNT]> {
    let ply = model.lab.looks?;
    if !model.view.panes.contains(&PaneId::LiveTree) || model.hides_engine() {
        return None;
    }
    let search = analysis::search(model).filter(|search| search.key == model.game.board().key())?;
    let tree = search.live.as_ref()?.progress.tree.as_deref()?;
    let color = BRUSHES.engines[roster::slot(model, search.engine) % BRUSHES.engines.len()];
    Some(tints(model, &looks(tree, ply), &|_| color))
}

/// Share of the nodes below moves to each square at a ply from the root.
fn looks(tree: &LiveTree, ply: u8) -> [f32; Square::COUNT] {
    let mut shares = [0.0; Square::COUNT];
    for node in tree.nodes.iter().filter(|node| node.ply == ply) {
        if let Some(mv) = node.mv {
            let to = mv.drawn_to().index();
            shares[to] += node.nodes as f32 / tree.total().max(1) as f32;
        }
    }
    shares
}

/// White's expected score, per cent, from the side to move's, 0 to 1.
pub(crate) fn whites_percent(expected: f64, stm: Color) -> f64 {
    100.0 * if stm == Color::White { expected } else { 1.0 - expected }
}

/// Name and unit of the curves of both engines.
pub(crate) fn expected_title() -> [&'static str; 2] {
    [t!("duel-expected"), t!("duel-expected.unit")]
}

/// Whether the panel of the duel has the graph of a game between both.
pub(crate) fn is_graphed(cx: &Cx<'_>) -> bool {
    duel_engines_play(&cx.model.game) && !cx.model.hides_engine()
}

/// Shows White's expected score according to each engine, over the moves of their game.
pub(crate) fn show_graph(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let line = game.line();
    let p = theme::palette(ui);
    let mut ui = ui.new_child(UiBuilder::new().id_salt("duel game").max_rect(rect));
    let curves: Vec<Curve> = [0, 1]
        .map(|at| {
            let color = p.engines[roster::slot(cx.model, DUEL_ENGINES[at]) % p.engines.len()];
            curve(cx, &line, (DUEL_ENGINES[at], duel_engine_name(at)), color)
        })
        .into_iter()
        .filter(|curve| !curve.points.is_empty())
        .collect();
    if curves.is_empty() {
        let text = t!("duel-graph-empty");
        ui.label(RichText::new(text).small().color(p.text_weak));
        return;
    }
    let shown = game.tree.ply(game.current);
    let before = plies_before(&game.tree);
    let course = Course { shown, before, plies: line.len(), ..Course::default() };
    let clicked = plot::several_over_game(
        &mut ui,
        expected_title(),
        &curves,
        &course,
        (rect.height(), 100.0, 100.0),
    );
    if let Some(&node) = clicked.and_then(|ply| line.get(ply)) {
        out.push(Action::GoTo(node));
    }
}

/// What one engine said of the positions of a line.
fn curve(cx: &Cx<'_>, line: &[NodeId], (id, name): (EngineId, &str), color: Color32) -> Curve {
    let tree = &cx.model.game.tree;
    let point = |&node: &NodeId| {
        let best = cx.model.telemetry.kept(tree, node, id)?.best()?;
        let y = analysis::compared_chances(id, &best.info, tree.board(node)).expected_percent();
        let (mv, percent) = (move_name(tree, node), number(y, 0));
        let note = t!("duel-graph-point", move = mv, name = name, percent = percent);
        Some(Point::exact(tree.ply(node) as f64, y, note))
    };
    let points = line.iter().filter_map(point).collect();
    Curve { owner: name.to_owned(), ..Curve::new(name, color, points) }
}

#[cfg(test)]
mod tests {
    use tabia_chess::uci_move;
    use tabia_engine::search::live_tree::LiveNode;
    use tabia_engine::search::score::Bound;

    use super::*;

    #[test]
    fn a_square_has_the_nodes_of_all_moves_to_it() {
        let board = Board::start();
        let node = |ply: u8, text: &str, nodes| LiveNode {
            parent: 0,
            mv: uci_move::parse(&board, text).ok(),
            ply,
            nodes,
            score: None,
            bound: Bound::Exact,
            depth: 0,
            iteration: 1,
            cut: None,
        };
        let root = LiveNode { mv: None, ..node(0, "e2e4", 100) };
        let moves = [node(1, "e2e4", 40), node(1, "g1f3", 20), node(1, "e2e3", 10)];
        let tree = LiveTree { nodes: [&[root][..], &moves, &[node(2, "d2d4", 30)]].concat() };
        let shares = looks(&tree, 1);
        for (at, share) in [(Square::E4, 0.4), (Square::F3, 0.2), (Square::E3, 0.1)] {
            assert!((shares[at.index()] - share).abs() < 1e-6, "{at}");
        }
        assert!((shares.iter().sum::<f32>() - 0.7).abs() < 1e-6);
        assert!((looks(&tree, 2)[Square::D4.index()] - 0.3).abs() < 1e-6);
    }
}

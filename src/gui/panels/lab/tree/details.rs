//! The selected node of the tree: its position, the way to it, what is known of it, and what can be done.

use eframe::egui::{RichText, ScrollArea, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::state::TreeView;
use tabia_engine::alphabeta::tree::{NodeEnd, TreeNode};
use tabia_lab::experiment::Experiment as _;
use tabia_lab::tree_index::{Tree, board_at, moves_to, with_key};

use super::{TreeLook, root_board, value, why, window};
use crate::gui::look::{format, theme};
use crate::gui::present::context;
use crate::gui::present::context::Cx;
use crate::gui::widgets::small_boards::{self, MiniBoard};

/// Side of the small board, points.
const BOARD: f32 = 126.0;

pub(super) fn show(
    ui: &mut Ui,
    cx: &Cx<'_>,
    view: &TreeView,
    look: &mut TreeLook,
    out: &mut Vec<Action>,
) {
    let tree = &view.recorded.tree;
    let Some(at) = look.selected.filter(|&at| (at as usize) < tree.nodes.len()) else { return };
    let node = &tree.nodes[at as usize];
    let root = root_board(view);
    let Some(board) = board_at(tree, &root, at) else { return };
    ui.add_space(theme::GAP);
    ui.horizontal_top(|ui| {
        let moves = moves_to(tree, at);
        let last = moves.as_ref().and_then(|moves| moves.last());
        let mini = MiniBoard {
            board: &board,
            orientation: context::orientation(cx.model),
            last_move: last.map(|mv| (mv.from(), mv.to())),
            theme: context::board_theme(cx.model),
        };
        small_boards::mini_board(ui, &mini, BOARD);
        ui.vertical(|ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let way = match &moves {
                    Some(moves) if moves.is_empty() => "The root".to_owned(),
                    Some(moves) => format::line_text(&root, moves, moves.len()),
                    None => "Behind a passed move".to_owned(),
                };
                ui.label(RichText::new(way).strong());
                for line in facts(node) {
                    ui.label(RichText::new(line).color(theme::palette(ui).text_weak));
                }
                let same = transpositions(ui, view, board.key(), look);
                if same > 1 {
                    ui.horizontal_wrapped(|ui| {
                        let text = format!("The position stands at {same} places of the tree");
                        super::super::note(ui, &text);
                        if ui.small_button("Go to the next").clicked() {
                            look.find(view, board.key());
                        }
                    });
                }
                ui.horizontal_wrapped(|ui| {
                    actions(ui, cx, view, (at, node), moves.as_deref(), out);
                });
            });
        });
    });
}

/// How often the position stands in the tree; counted once for each node that is selected.
fn transpositions(ui: &Ui, view: &TreeView, key: u64, look: &TreeLook) -> usize {
    if let Some(count) = look.found.count(key) {
        return count;
    }
    let id = ui.scope_id().with("transpositions");
    let asked = (look.tree, key);
    let known: Option<((usize, u64), usize)> = ui.data(|data| data.get_temp(id));
    if let Some((_, count)) = known.filter(|(of, _)| *of == asked) {
        return count;
    }
    let count = with_key(&view.recorded.tree, &view.recorded.keys, key).len();
    ui.data_mut(|data| data.insert_temp(id, (asked, count)));
    count
}

/// What is known of a node, in lines.
fn facts(node: &TreeNode) -> Vec<String> {
    if let NodeEnd::Skipped(reason) = node.end {
        return vec![format!("Not searched: {}", reason.name())];
    }
    let mut facts = vec![format!("{} – {}", value(node), why(node))];
    facts.push(format!("Window {}, depth {}, ply {}", window(node), node.depth, node.ply));
    let mut tried = Vec::new();
    if node.order > 0 {
        tried.push(format!("move {} of its order", node.order));
    }
    if node.reduction != 0 {
        tried.push(format!("reduced by {}", node.reduction));
    }
    if node.extension != 0 {
        tried.push(format!("extended by {}", node.extension));
    }
    if node.tt_hit {
        tried.push("found in the table".to_owned());
    }
    if let Some(eval) = node.static_eval {
        tried.push(format!("static evaluation {:+.2}", f64::from(eval) / 100.0));
    }
    if !tried.is_empty() {
        facts.push(tried.join(", "));
    }
    facts.push(format!("{} nodes in its subtree", format::count(node.nodes)));
    facts
}

fn actions(
    ui: &mut Ui,
    cx: &Cx<'_>,
    view: &TreeView,
    (at, node): (u32, &TreeNode),
    moves: Option<&[tabia_chess::Move]>,
    out: &mut Vec<Action>,
) {
    let searched = !matches!(node.end, NodeEnd::Skipped(_));
    if let (Some(moves), true) = (moves, searched)
        && !moves.is_empty()
        && super::super::start_or_stop(ui, cx, (Tree::INFO.id, "Search again"), out)
    {
        out.push(Action::Lab(LabAction::Expand(at)));
    }
    // The line can be played where its beginning is the position on the board.
    let here = cx.model.game.board().key() == view.recorded.root.board().key();
    if let Some(moves) = moves.filter(|_| here) {
        let line: Vec<_> = view.recorded.path.iter().chain(moves).copied().collect();
        if !line.is_empty() && ui.button("Play the line").clicked() {
            out.push(Action::PlayLine { node: cx.model.game.current, moves: line });
        }
    }
}

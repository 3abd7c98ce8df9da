//! Writing a link to what the window shows.

use tabia_chess::{Board, uci_move};
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_text::t;

use super::link::{ENGINES, MAX_LENGTH, NULL, SCHEME, of_steps};
use crate::cx::Cx;
use crate::model::Model;
use crate::tours::words::Word as _;
use crate::window::workspace::PaneId;

/// The link to what the model shows, with this view.
pub fn write(model: &Model, view: Option<PaneId>) -> String {
    let (tree, shown) = (&model.game.tree, model.game.current);
    let mut parts = Vec::new();
    let mut put = |name: &str, value: String| parts.push(format!("{name}={value}"));
    let start = tree.board(NodeId::ROOT);
    if *start != Board::start() {
        put("fen", start.to_string().replace(' ', "_"));
    }
    let line = tree.line_through(shown);
    let moves: Vec<String> =
        line.windows(2).map(|pair| move_text(tree, pair[0], pair[1])).collect();
    if !moves.is_empty() {
        put("moves", moves.join(","));
    }
    if line.last() != Some(&shown) {
        put("ply", line.iter().take_while(|&&node| node != shown).count().to_string());
    }
    put("workspace", model.view.workspace.name().to_lowercase());
    if let Some(view) = view {
        put("view", view.word());
    }
    let engine = ENGINES.iter().find(|(_, id)| model.view.focus == Some(*id));
    if let Some((kind, _)) = engine {
        put("engine", kind.word().to_lowercase());
    }
    for (name, value) in view.map(|view| settings_of(model, view)).unwrap_or_default() {
        put(name, value);
    }
    format!("{SCHEME}{}", parts.join(";"))
}

fn move_text(tree: &GameTree, from: NodeId, to: NodeId) -> String {
    let board = tree.board(from);
    let text = tree.mv(to).map(|mv| uci_move::write(board, mv, board.is_chess960()));
    text.unwrap_or_else(|| NULL.to_owned())
}

/// The settings of a view, as options of its command.
fn settings_of(model: &Model, view: PaneId) -> Vec<(&'static str, String)> {
    if view == PaneId::Playouts {
        let draft = &model.lab.playouts.draft;
        return vec![("method", draft.words()), ("seed", draft.seed.to_string())];
    }
    if view == PaneId::AlphaBeta {
        return of_steps(&model.lab.choices.steps);
    }
    let ask = model.lab.ask_of(view);
    ask.and_then(|ask| ask.entry().options(&ask)).unwrap_or_default()
}

/// Copies the link to what is shown, with this view.
pub(crate) fn copy(cx: &mut Cx<'_>, view: Option<PaneId>) {
    let link = write(cx.m, view);
    if link.len() > MAX_LENGTH {
        let text = t!("link-too-long", found = link.len(), limit = MAX_LENGTH);
        return cx.m.toasts.warn(text);
    }
    cx.copy_text(link, t!("link-copied"));
}

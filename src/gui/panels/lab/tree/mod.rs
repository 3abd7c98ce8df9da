//! The recorded tree of a search, as a table that unfolds and as a picture whose widths are nodes.

mod details;
mod find;
mod icicle;
mod rows;

use std::fmt::Write as _;
use std::sync::Arc;

use eframe::egui::{ComboBox, DragValue, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::state::{TREE_DEPTH, TreeView};
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, san};
use tabia_engine::alphabeta::tree::{NodeEnd, Step, TreeNode};
use tabia_engine::search::detail::PruneReason;
use tabia_lab::experiment::Experiment as _;
use tabia_lab::tree_index::{Tree, board_at, ended_by, path_to, principal_variation};

use crate::gui::look::format;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;
use crate::gui::present::view_head::{self, Head};
use crate::gui::widgets::segmented;

/// How the tree is looked at. Kept by the window from frame to frame; another tree begins anew.
#[derive(Clone, Default)]
struct TreeLook {
    /// Which tree this is about.
    tree: usize,
    /// Entries whose children are shown, ascending.
    open: Vec<u32>,
    selected: Option<u32>,
    picture: bool,
    filter: Option<PruneReason>,
    /// The entries that the filter leaves.
    filtered: Option<Arc<Vec<u32>>>,
    depth: u32,
    /// The row of the selected entry is to be scrolled to.
    seek: bool,
    /// The position that was last looked for.
    found: find::Found,
}

impl TreeLook {
    /// Makes it fit the tree on screen.
    fn follow(&mut self, view: Option<&TreeView>) {
        if self.depth == 0 {
            self.depth = 8;
        }
        let tree = view.map_or(0, |view| Arc::as_ptr(&view.recorded) as usize);
        if self.tree == tree {
            return;
        }
        *self = TreeLook { tree, picture: self.picture, depth: self.depth, ..TreeLook::default() };
        if let Some(view) = view {
            // The principal variation is unfolded at first.
            self.open = principal_variation(&view.recorded.tree, &view.index);
            self.open.sort_unstable();
            self.selected = view.index.roots().last().copied();
        }
    }

    fn set_filter(&mut self, view: &TreeView, filter: Option<PruneReason>) {
        self.filter = filter;
        let found = |reason| Arc::new(ended_by(&view.recorded.tree, reason).collect());
        self.filtered = filter.map(found);
    }

    /// Selects an entry and unfolds the way to it.
    fn go_to(&mut self, view: &TreeView, at: u32) {
        let mut way = path_to(&view.recorded.tree, at);
        way.pop();
        self.open.extend(way);
        self.open.sort_unstable();
        self.open.dedup();
        (self.filter, self.filtered) = (None, None);
        (self.selected, self.seek) = (Some(at), true);
    }

    /// Unfolds the principal variation and selects its end.
    fn follow_pv(&mut self, view: &TreeView) {
        let line = principal_variation(&view.recorded.tree, &view.index);
        if let Some(&end) = line.last() {
            self.go_to(view, end);
        }
    }

    fn toggle(&mut self, at: u32) {
        match self.open.binary_search(&at) {
            Ok(place) => drop(self.open.remove(place)),
            Err(place) => self.open.insert(place, at),
        }
    }
}

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let id = ui.scope_id().with("tree-look");
    let mut look: TreeLook = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let view = cx.model.lab.trees.last();
    look.follow(view);
    let shown = look.clone();
    let copy = || view.map_or(String::new(), |view| rows::csv(view, &shown));
    let copy = view.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::SearchTree, follows: false, copy };
    view_head::show(ui, cx, &head, out, |ui, out| bar(ui, cx, &mut look, out));
    match view {
        None => {
            let words = ["No tree yet", "A search of this position, every node written down"];
            if !cx.model.lab.is_at(Tree::INFO.id) && parts::offer_button(ui, words, "Record a tree")
            {
                out.push(Action::Lab(LabAction::Record(look.depth)));
            }
        }
        Some(view) => {
            super::note(ui, &summary(view));
            if view.recorded.root.board().key() != cx.model.game.board().key() {
                super::note(ui, "Of another position than the one on the board: record it again");
            }
            find::show(ui, cx, view, &mut look);
            let below = if ui.available_height() > 280.0 { 150.0 } else { 0.0 };
            let height = (ui.available_height() - below).max(80.0);
            ui.allocate_ui([ui.available_width(), height].into(), |ui| {
                ui.set_min_height(height);
                if look.picture {
                    icicle::show(ui, view, &mut look.selected);
                } else {
                    rows::show(ui, view, &mut look);
                }
            });
            if below > 0.0 {
                details::show(ui, cx, view, &mut look, out);
            }
        }
    }
    ui.data_mut(|data| data.insert_temp(id, look));
}

/// Depth, start and stop, form, filter, the way back.
fn bar(ui: &mut Ui, cx: &Cx<'_>, look: &mut TreeLook, out: &mut Vec<Action>) {
    let drag = DragValue::new(&mut look.depth).range(TREE_DEPTH).prefix("depth ");
    ui.add(drag).on_hover_text("Depth of the search that is written down, plies");
    if super::start_or_stop(ui, cx, (Tree::INFO.id, Tree::INFO.start), out) {
        out.push(Action::Lab(LabAction::Record(look.depth)));
    }
    let Some(view) = cx.model.lab.trees.last() else { return };
    let forms = [(false, "Table"), (true, "Picture")];
    if let Some(picture) = segmented::show(ui, "Form", look.picture, &forms) {
        look.picture = picture;
    }
    let chosen = look.filter.map_or("Every reason", PruneReason::name);
    let mut filter = look.filter;
    let combo = ComboBox::from_id_salt("tree-filter").selected_text(chosen);
    let shown = combo.show_ui(ui, |ui| {
        ui.selectable_value(&mut filter, None, "Every reason");
        for reason in PruneReason::ALL {
            ui.selectable_value(&mut filter, Some(reason), reason.name());
        }
    });
    shown.response.accessible_name("Reason shown");
    if filter != look.filter {
        look.set_filter(view, filter);
        look.picture &= filter.is_none();
    }
    let pv = ui.button("Follow the best line");
    if pv.on_hover_text("Unfold the principal variation and go to its end").clicked() {
        look.follow_pv(view);
        look.picture = false;
    }
    if cx.model.lab.trees.len() > 1 && ui.button("Back to the whole tree").clicked() {
        out.push(Action::Lab(LabAction::Back));
    }
}

/// What was kept of the tree and what was not.
fn summary(view: &TreeView) -> String {
    let recorded = &view.recorded;
    let tree = &recorded.tree;
    let mut text = if recorded.path.is_empty() {
        format!("Depth {}, {} nodes", tree.depth, format::count(recorded.nodes))
    } else {
        let line = format::line_text(&recorded.root.board(), &recorded.path, 12);
        format!("After {line}: {} nodes", format::count(recorded.nodes))
    };
    let kept = format::count(tree.nodes.len() as u64);
    let _ = write!(text, "; the last iteration kept: {kept} entries");
    if tree.left_out > 0 {
        let left = format::count(tree.left_out);
        let _ = write!(text, "; {left} nodes of earlier iterations or beyond the limit not");
    }
    text
}

/// The board the tree on screen begins at.
fn root_board(view: &TreeView) -> Board {
    let mut board = view.recorded.root.board();
    for &mv in &view.recorded.path {
        board = board.after(mv);
    }
    board
}

/// What an entry is called: its move, or how else it was reached.
fn name(view: &TreeView, root: &Board, at: u32) -> String {
    let Some(node) = view.recorded.tree.nodes.get(at as usize) else { return String::new() };
    match node.step {
        Step::Root => "Root".to_owned(),
        Step::Null => "Pass".to_owned(),
        Step::Again => "Again".to_owned(),
        Step::Move(mv) => {
            let before = node.parent.and_then(|parent| board_at(&view.recorded.tree, root, parent));
            match before.filter(|board| board.is_legal(mv)) {
                Some(board) => san::write(&board, mv),
                None => "?".to_owned(),
            }
        }
    }
}

/// Why it ended, in the field's words.
fn why(node: &TreeNode) -> String {
    match node.end {
        NodeEnd::Cut(reason, _) => reason.name().to_owned(),
        NodeEnd::Skipped(reason) => format!("left out: {}", reason.name()),
        NodeEnd::Searched(..) => "searched".to_owned(),
        NodeEnd::Open | NodeEnd::Stopped => "stopped".to_owned(),
    }
}

/// Its value with the sign of its bound.
fn value(node: &TreeNode) -> String {
    let sign = match node.end {
        NodeEnd::Searched(_, bound) => bound.sign(),
        _ => "",
    };
    let score = tabia_lab::why::score_of(node.end);
    score.map_or("–".to_owned(), |score| format!("{sign}{score}"))
}

/// The window as scores: `[-0.31, -0.30]`, open ends as `∞`.
fn window(node: &TreeNode) -> String {
    use tabia_engine::alphabeta::value::{INFINITE, to_score};
    let end = |value: i32| match value {
        v if v <= -INFINITE => "-∞".to_owned(),
        v if v >= INFINITE => "∞".to_owned(),
        v => to_score(v).to_string(),
    };
    format!("{} … {}", end(node.alpha), end(node.beta))
}

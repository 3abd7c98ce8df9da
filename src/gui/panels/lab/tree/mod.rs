//! The recorded tree of a search, as a table that unfolds and as a picture whose widths are nodes.

mod rows;

pub(super) use rows::Ending;

use std::sync::Arc;

use eframe::egui::{ComboBox, DragValue, RichText, ScrollArea, TextEdit, Ui};

use tabia_app::action::{Action, LabAction};
use tabia_app::lab::state::{TREE_DEPTH, TreeView};
use tabia_app::window::notation;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, san};
use tabia_engine::alphabeta::tree::{NodeEnd, Step, TreeNode};
use tabia_engine::alphabeta::value::{INFINITE, Value, to_score_at};
use tabia_engine::search::detail::PruneReason;
use tabia_engine::search::score::Bound;
use tabia_lab::experiment::Experiment as _;
use tabia_lab::tree_index;
use tabia_lab::tree_index::{
    Tree, board_at, ended_by, moves_to, path_to, principal_variation, with_key,
};
use tabia_text::t;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::memo::once;
use crate::gui::present::view_head::Head;
use crate::gui::present::{context, empty, view_head};
use crate::gui::widgets::small_boards::MiniBoard;
use crate::gui::widgets::{buttons, small_boards, sought};

/// How the user looks at the tree. Kept by the window from frame to frame; another tree starts afresh.
#[derive(Clone, Default)]
struct TreeLook {
    /// The tree this belongs to.
    tree: usize,
    /// Entries whose children are shown, ascending.
    open: Vec<u32>,
    selected: Option<u32>,
    picture: bool,
    filter: Option<PruneReason>,
    /// The entries that pass the filter.
    filtered: Option<Arc<Vec<u32>>>,
    /// Scroll to the row of the selected entry.
    seek: bool,
    /// The position last searched for.
    found: PositionSearch,
}

impl TreeLook {
    /// Adapts to the tree on screen.
    fn follow(&mut self, view: Option<&TreeView>) {
        let tree = view.map_or(0, |view| Arc::as_ptr(&view.recorded) as usize);
        if self.tree == tree {
            return;
        }
        *self = TreeLook { tree, picture: self.picture, ..TreeLook::default() };
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

    /// Selects an entry and unfolds the path to it.
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

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    // A table wider than the panel would make the room for the details as wide as itself.
    let width = ui.available_width();
    let id = ui.scope_id().with("tree-look");
    let mut look: TreeLook = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let view = cx.model.lab.trees.last();
    look.follow(view);
    if let Some(view) = view.filter(|_| look.filter != cx.model.lab.choices.tree_filter) {
        look.set_filter(view, cx.model.lab.choices.tree_filter);
        look.picture &= look.filter.is_none();
    }
    let shown = look.clone();
    let copy = || view.map_or(String::new(), |view| rows::csv(view, &shown));
    let copy = view.is_some().then_some(&copy as &dyn Fn() -> String);
    let head = Head { pane: PaneId::SearchTree, follows: false, copy };
    view_head::show(ui, cx, &head, out, |ui, out| bar(ui, cx, &mut look, out));
    match view {
        None if super::shows_game_over(ui, cx, cx.model.game.board(), out) => {}
        None => {
            let words = [t!("tree-none"), t!("tree-none.why")];
            if !cx.model.lab.is_at(Tree::INFO.id)
                && empty::offer_button(ui, words, t!("tree-record-tree"))
            {
                out.push(Action::Lab(LabAction::Record(depth(cx))));
            }
        }
        Some(view) => {
            super::note(ui, &summary(view));
            let board = cx.model.game.board();
            if view.recorded.root.board().key() != board.key() {
                let color = theme::palette(ui).warn;
                ui.label(RichText::new(super::experiment::other_position(board)).color(color));
            }
            show_find(ui, cx, view, &mut look);
            let below = if ui.available_height() > 280.0 { 150.0 } else { 0.0 };
            let height = (ui.available_height() - below).max(80.0);
            ui.allocate_ui([ui.available_width(), height].into(), |ui| {
                ui.set_min_height(height);
                if look.picture {
                    rows::show_icicle(ui, view, &mut look.selected);
                } else {
                    rows::show(ui, view, &mut look);
                }
            });
            if below > 0.0 {
                let size = [width, ui.available_height()];
                ui.allocate_ui(size.into(), |ui| show_details(ui, cx, view, &mut look, out));
            }
        }
    }
    if view.is_some() && look.filter != cx.model.lab.choices.tree_filter {
        out.push(Action::Lab(LabAction::TreeFilter(look.filter)));
    }
    ui.data_mut(|data| data.insert_temp(id, look));
}

/// The depth of the next recording.
fn depth(cx: &Cx<'_>) -> u32 {
    cx.model.lab.request::<Tree>().depth
}

/// Depth, start and stop, display, filter, and the way back.
fn bar(ui: &mut Ui, cx: &Cx<'_>, look: &mut TreeLook, out: &mut Vec<Action>) {
    let mut plies = depth(cx);
    let drag = DragValue::new(&mut plies).range(TREE_DEPTH);
    let drag = ui.add(drag.prefix(format!("{} ", t!("tree-depth"))));
    let drag = drag.accessible_name(t!("tree-depth"));
    if drag.on_hover_text(t!("tree-depth.tip")).changed() {
        let request = tree_index::Request { depth: plies, ..tree_index::Request::default() };
        out.push(Action::Lab(LabAction::ask::<Tree>(request)));
    }
    if super::start_or_stop(ui, cx, (Tree::INFO.id, t!("tree-record")), out) {
        out.push(Action::Lab(LabAction::Record(plies)));
    }
    let Some(view) = cx.model.lab.trees.last() else { return };
    let forms = [(false, t!("tree-table")), (true, t!("tree-picture"))];
    if let Some(picture) = buttons::segmented(ui, t!("tree-form"), look.picture, &forms) {
        look.picture = picture;
    }
    let chosen = look.filter.map_or(t!("tree-every-reason"), PruneReason::name);
    let mut filter = look.filter;
    let combo = ComboBox::from_id_salt("tree-filter").selected_text(chosen);
    let shown = combo.show_ui(ui, |ui| {
        ui.selectable_value(&mut filter, None, t!("tree-every-reason"));
        for reason in PruneReason::ALL {
            ui.selectable_value(&mut filter, Some(reason), reason.name());
        }
    });
    sought::named(ui, t!("tree-reason-shown"), shown.response.rect);
    shown.response.accessible_name(t!("tree-reason-shown"));
    if filter != look.filter {
        look.set_filter(view, filter);
        look.picture &= filter.is_none();
    }
    let pv = ui.button(t!("tree-follow"));
    if pv.on_hover_text(t!("tree-follow.tip")).clicked() {
        look.follow_pv(view);
        look.picture = false;
    }
    let save = ui.button(t!("tree-save"));
    if save.on_hover_text(t!("tree-save.tip")).clicked() {
        out.push(Action::Lab(LabAction::SaveTree));
    }
    if cx.model.lab.trees.len() > 1 && ui.button(t!("tree-back")).clicked() {
        out.push(Action::Lab(LabAction::Back));
    }
}

/// What was kept of the tree and what was not.
fn summary(view: &TreeView) -> String {
    let recorded = &view.recorded;
    let tree = &recorded.tree;
    let nodes = format::count(recorded.nodes);
    let mut sentences = vec![if recorded.path.is_empty() {
        t!("tree-summary-depth", depth = tree.depth, n = recorded.nodes, nodes = nodes)
    } else {
        let line = notation::line(&recorded.root.board(), &recorded.path, 12);
        t!("tree-summary-line", line = line, n = recorded.nodes, nodes = nodes)
    }];
    let [n, skips] = view.index.visits_and_skips();
    let [nodes, skipped] = [n, skips].map(|count| format::count(count as u64));
    sentences.push(t!("tree-summary-kept", n = n, nodes = nodes, skips = skips, skipped = skipped));
    if tree.left_out > 0 {
        let (n, left) = (tree.left_out, format::count(tree.left_out));
        sentences.push(t!("tree-summary-left", n = n, left = left));
    }
    sentences.push(t!("tree-summary-view").to_owned());
    sentences.join(" ")
}

/// The board at the root of the tree on screen.
fn root_board(view: &TreeView) -> Board {
    view.recorded.begin()
}

/// The name of an entry: its move, or how else it was reached. Passes over the root are numbered if there are several:
/// a window that failed is widened and everything searched again.
fn name(view: &TreeView, root: &Board, at: u32) -> String {
    let roots = view.index.roots();
    if let Some(pass) = roots.iter().position(|&of| of == at).filter(|_| roots.len() > 1) {
        let depth = view.recorded.tree.nodes[at as usize].depth;
        return t!("tree-root-pass", n = pass + 1, depth = depth);
    }
    let Some(node) = view.recorded.tree.nodes.get(at as usize) else { return String::new() };
    match node.step {
        Step::Root => t!("lab-root").to_owned(),
        Step::Null => t!("tree-step-null").to_owned(),
        Step::Again => t!("tree-step-again").to_owned(),
        Step::Move(mv) => {
            let before = node.parent.and_then(|parent| board_at(&view.recorded.tree, root, parent));
            match before.filter(|board| board.is_legal(mv)) {
                Some(board) => san::write(&board, mv),
                None => "?".to_owned(),
            }
        }
    }
}

/// Why it ended, in the usual terms.
fn why(node: &TreeNode) -> String {
    match node.end {
        NodeEnd::Cut(reason, _) => reason.name().to_owned(),
        NodeEnd::Skipped(reason) => t!("tree-skipped", rule = reason.name()),
        NodeEnd::Searched(..) => t!("tree-searched").to_owned(),
        NodeEnd::Open | NodeEnd::Stopped => t!("tree-stopped").to_owned(),
    }
}

/// Its value with the sign of its bound.
fn value(node: &TreeNode) -> String {
    let sign = node.bound().map_or("", Bound::sign);
    let value = node.end.value();
    value.map_or("–".to_owned(), |value| format!("{sign}{}", score_text(node, value)))
}

/// A value of a node as a score counted from it.
fn score_text(node: &TreeNode, value: Value) -> String {
    to_score_at(value, usize::from(node.ply)).text()
}

/// The window as scores: `-0.31 … -0.30`, open ends as `∞`.
fn window(node: &TreeNode) -> String {
    let end = |value: Value| match value {
        v if v <= -INFINITE => "−∞".to_owned(),
        v if v >= INFINITE => "∞".to_owned(),
        v => score_text(node, v),
    };
    format!("{} … {}", end(node.alpha), end(node.beta))
}

// The selected node of the tree: its position, the path to it, its details, and its actions.

/// Side of the small board, points.
const BOARD: f32 = 126.0;

fn show_details(
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
        let mini_board = MiniBoard {
            board: &board,
            orientation: context::orientation(cx.model),
            last_move: last.map(|mv| (mv.from(), mv.drawn_to())),
            theme: context::board_theme(cx.model),
        };
        small_boards::mini_board(ui, &mini_board, BOARD);
        ui.vertical(|ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let way = match &moves {
                    Some(moves) if moves.is_empty() && view.index.roots().len() > 1 => {
                        t!("tree-root-of", pass = name(view, &root, at))
                    }
                    Some(moves) if moves.is_empty() => t!("tree-the-root").to_owned(),
                    Some(moves) => notation::line(&root, moves, moves.len()),
                    None => t!("tree-behind-null").to_owned(),
                };
                ui.label(RichText::new(way).strong());
                for line in facts(node) {
                    ui.label(RichText::new(line).color(theme::palette(ui).text_weak));
                }
                let same = transpositions(ui, view, board.key(), look);
                if same > 1 {
                    ui.horizontal_wrapped(|ui| {
                        super::note(ui, &t!("tree-places", n = same));
                        if ui.add(buttons::secondary(t!("tree-next-place"))).clicked() {
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

/// How often the position occurs in the tree; counted once for each selected node.
fn transpositions(ui: &Ui, view: &TreeView, key: u64, look: &TreeLook) -> usize {
    if let Some(count) = look.found.count(key) {
        return count;
    }
    once(ui.ctx(), ui.scope_id().with("transpositions"), (look.tree, key), || {
        with_key(&view.recorded.tree, &view.recorded.keys, key).len()
    })
}

/// The details of a node, in lines.
fn facts(node: &TreeNode) -> Vec<String> {
    if let NodeEnd::Skipped(reason) = node.end {
        return vec![t!("tree-not-searched", rule = reason.name())];
    }
    let mut facts = vec![format!("{} – {}", value(node), why(node))];
    facts.push(t!("tree-window", window = window(node), depth = node.depth, ply = node.ply));
    let mut tried = Vec::new();
    if node.order > 0 {
        tried.push(t!("tree-order", n = node.order));
    }
    if node.reduction != 0 {
        tried.push(t!("tree-reduced", n = node.reduction));
    }
    if node.extension != 0 {
        tried.push(t!("tree-extended", n = node.extension));
    }
    if node.tt_hit {
        tried.push(t!("tree-tt-hit").to_owned());
    }
    if let Some(eval) = node.static_eval {
        let eval = tabia_text::signed(f64::from(eval) / 100.0, 2);
        tried.push(t!("tree-static", eval = eval));
        if let Some(raw) = node.raw_eval {
            let raw = tabia_text::signed(f64::from(raw) / 100.0, 2);
            tried.push(t!("tree-static-raw", eval = raw));
        }
    }
    if !tried.is_empty() {
        facts.push(tried.join(", "));
    }
    facts.push(t!("tree-subtree", n = node.nodes, nodes = format::count(node.nodes)));
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
        && super::button_or_stop(ui, cx, (Tree::INFO.id, t!("tree-search-again"), true), out)
    {
        out.push(Action::Lab(LabAction::Expand(at)));
    }
    // The line can be played if it starts from the position on the board.
    let here = cx.model.game.board().key() == view.recorded.root.board().key();
    if let Some(moves) = moves.filter(|_| here) {
        let line: Vec<_> = view.recorded.path.iter().chain(moves).copied().collect();
        if !line.is_empty() && ui.button(t!("tree-play-line")).clicked() {
            out.push(Action::PlayLine { node: cx.model.game.current, moves: line });
        }
    }
}

// Finding a position in the tree: the one on the board, or a FEN; and moving between its occurrences.

/// Maximum number of characters of a FEN.
const MAX_LENGTH: usize = 200;
/// Width of the field, points.
const FIELD: f32 = 180.0;

/// The position searched for and its occurrences.
#[derive(Clone, Default)]
struct PositionSearch {
    /// The input.
    text: String,
    error: Option<String>,
    /// The position's key and its places in the tree; `None` before the first search.
    places: Option<(u64, Arc<Vec<u32>>)>,
    /// Which of the places is selected.
    at: usize,
}

impl PositionSearch {
    /// How many places a position has. Looked up once for each.
    fn count(&self, key: u64) -> Option<usize> {
        self.places.as_ref().filter(|(of, _)| *of == key).map(|(_, places)| places.len())
    }
}

impl TreeLook {
    /// Searches for a position and goes to its first occurrence after the selected entry, else to the first of all.
    fn find(&mut self, view: &TreeView, key: u64) {
        let recorded = &view.recorded;
        let known = self.found.places.take().filter(|(of, _)| *of == key);
        let (_, places) =
            known.unwrap_or_else(|| (key, Arc::new(with_key(&recorded.tree, &recorded.keys, key))));
        let behind = places.iter().position(|&at| Some(at) > self.selected);
        self.found.at = behind.unwrap_or(0);
        let first = places.get(self.found.at).copied();
        self.found.places = Some((key, places));
        if let Some(at) = first {
            self.go_to(view, at);
        }
    }

    /// Goes to the next or previous occurrence of the position.
    fn step(&mut self, view: &TreeView, back: bool) {
        let Some((_, places)) = &self.found.places else { return };
        let count = places.len();
        if count == 0 {
            return;
        }
        let by = if back { count - 1 } else { 1 };
        self.found.at = (self.found.at + by) % count;
        let at = places[self.found.at];
        self.go_to(view, at);
    }
}

/// The field, the position on the board, and the places.
fn show_find(ui: &mut Ui, cx: &Cx<'_>, view: &TreeView, look: &mut TreeLook) {
    ui.horizontal_wrapped(|ui| {
        let field = TextEdit::singleline(&mut look.found.text)
            .hint_text(t!("tree-find.hint"))
            .char_limit(MAX_LENGTH)
            .desired_width(FIELD);
        let field = ui.add(field);
        field.widget_info(|| {
            let mut info = eframe::egui::WidgetInfo::new(eframe::egui::Role::TextInput);
            info.label = Some(t!("tree-find").to_owned());
            info
        });
        let enter = ui.input(|input| input.key_pressed(eframe::egui::Key::Enter));
        if field.lost_focus() && enter {
            match Board::from_fen(look.found.text.trim()) {
                Ok(board) => {
                    look.found.error = None;
                    look.find(view, board.key());
                }
                Err(error) => look.found.error = Some(error.to_string()),
            }
        }
        let of_board = ui.button(t!("tree-find-board"));
        if of_board.on_hover_text(t!("tree-find-board.tip")).clicked() {
            look.found.error = None;
            look.find(view, cx.model.game.board().key());
        }
        result(ui, view, look);
    });
    if let Some(error) = &look.found.error {
        let error = format::elided(error, format::NAME).into_owned();
        let text = t!("tree-find-error", error = error);
        ui.label(RichText::new(text).small().color(theme::palette(ui).bad));
    }
}

/// The number of occurrences, and the buttons to move between them.
fn result(ui: &mut Ui, view: &TreeView, look: &mut TreeLook) {
    let Some((_, places)) = &look.found.places else { return };
    let count = places.len();
    let weak = theme::palette(ui).text_weak;
    if count == 0 {
        ui.label(RichText::new(t!("tree-not-here")).small().color(weak));
        return;
    }
    let text = t!("tree-place", at = look.found.at + 1, n = count);
    ui.label(RichText::new(text).small().color(weak)).on_hover_text(t!("tree-place.tip"));
    if count > 1 {
        if buttons::small(ui, Icon::ArrowUp, t!("tree-place-before")).clicked() {
            look.step(view, true);
        }
        if buttons::small(ui, Icon::ArrowDown, t!("tree-place-next")).clicked() {
            look.step(view, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_the_node() {
        use tabia_engine::alphabeta::value::{mate_at, mated_at};
        let node = TreeNode {
            parent: None,
            step: Step::Null,
            ply: 3,
            depth: 0,
            alpha: mated_at(5),
            beta: mate_at(6),
            raw_eval: None,
            static_eval: None,
            tt_hit: false,
            order: 1,
            reduction: 0,
            extension: 0,
            nodes: 1,
            end: NodeEnd::Searched(mated_at(3), Bound::Exact),
        };
        let text = |plies| tabia_engine::search::score::Score::Mate(plies).text();
        assert_eq!(value(&node), text(0));
        assert_eq!(window(&node), format!("{} … {}", text(-2), text(3)));
    }
}

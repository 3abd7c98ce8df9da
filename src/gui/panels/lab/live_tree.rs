//! The top of a search's tree while it runs, and below it the search by iterations: dragging back there shows in every
//! panel what the engine believed then.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use eframe::egui::{
    Align, Button, Color32, ComboBox, FontId, Id, Key, Label, Layout, Modifiers, Rect, Response,
    RichText, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo, pos2, vec2,
};

use tabia_app::action::{Action, LabAction};
use tabia_app::engines::telemetry::{SearchView, bound_seen_from};
use tabia_app::lab::state::{MarkedMove, TreeColor};
use tabia_app::window::notation::Notation;
use tabia_app::window::settings::SettingChange;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, Move, rules, san};
use tabia_engine::search::detail::{Detail, PruneReason};
use tabia_engine::search::live_tree::{LiveNode, LiveTree};
use tabia_engine::search::race::{RootIteration, RootRace};
use tabia_engine::search::report::StopReason;
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_engine::search::thinker::EngineId;
use tabia_games::words::outcome;
use tabia_text::{number, t};

use super::swatch;
use super::tree::Ending;
use crate::gui::look::icons::Icon;
use crate::gui::look::theme::Palette;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::view_head::Head;
use crate::gui::present::{analysis, context, empty, view_head};
use crate::gui::widgets::icicle::{self, Cell, Motion, Nodes};
use crate::gui::widgets::plot::{Axis, Curve, Plot, Point, Readout};
use crate::gui::widgets::small_boards::MiniBoard;
use crate::gui::widgets::{bars, buttons, plot, small_boards};

/// Height of the line of the score and the sentence, points.
const HEADLINE: f32 = 46.0;
/// Height of the legend, points.
const LEGEND: f32 = 26.0;
/// Height of the row of figures, points.
const FIGURES: f32 = 42.0;
/// Height of the timeline's title and buttons, points.
const TITLE: f32 = 28.0;
/// Height of the line of suggestions with the gap above it, points.
const TIPS: f32 = 26.0;
/// Minimum room for the meaning of the expected line's frame, points.
const MIN_EXPECTED: f32 = 90.0;
/// Height of the strip of best moves, points.
const BANDS: f32 = 20.0;
/// Height of the curve above it: minimum for it to be drawn, and maximum, points.
const CURVE: std::ops::RangeInclusive<f32> = 64.0..=170.0;
/// Room above the tree for the strips of moves that have been best, points.
const STRIP: f32 = 5.0;
/// Height of a ply, points.
const ROW: std::ops::RangeInclusive<f32> = 22.0..=44.0;
/// Maximum number of plies shown.
const ROWS: f32 = LiveTree::PLIES as f32;
/// A score this far from even has the full colour, centipawns.
const FULL_COLOR_CP: i32 = 250;
/// Time an iteration is shown for while the timeline plays, seconds.
const PLAY_SECONDS: f64 = 0.7;
/// Side of the small board under the pointer, points.
const BOARD: f32 = 132.0;
/// Room beside the colour choice from which on its name is shown there, points.
const NAMED_COLOR: f32 = 490.0;
/// Rules named in the legend.
const RULES: usize = 5;

/// How the user looks at the tree. Kept by the window from frame to frame.
#[derive(Clone, Default)]
struct TreeFocus {
    /// The position it is about.
    key: u64,
    /// The moves from the root to the node the picture begins at.
    zoom: Vec<Option<Move>>,
    /// The moves to the node the keyboard has chosen.
    selected: Vec<Option<Move>>,
    /// When the timeline moves to its next iteration, seconds since the start of the window; `None` while it is paused.
    next_at: Option<f64>,
}

impl TreeFocus {
    /// What was kept for a position; for another one it starts afresh.
    fn kept(ui: &Ui, id: Id, key: u64) -> TreeFocus {
        let kept: Option<TreeFocus> = ui.data(|data| data.get_temp(id));
        kept.filter(|kept| kept.key == key).unwrap_or(TreeFocus { key, ..TreeFocus::default() })
    }
}

impl Nodes for LiveTree {
    fn size(&self, at: u32) -> u64 {
        self.nodes[at as usize].nodes
    }

    fn each_child(&self, at: u32, f: &mut dyn FnMut(u32)) {
        self.children(at).for_each(f);
    }
}

/// A tree and what is needed to name its nodes.
struct Picture<'a> {
    cx: &'a Cx<'a>,
    search: &'a SearchView,
    tree: &'a LiveTree,
    board: Board,
    /// The panel it is in.
    pane: PaneId,
    /// It is made from the lines of an engine that reports no tree: the nodes are counted in lines.
    of_lines: bool,
}

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let head = Head { pane: PaneId::LiveTree, follows: false, copy: None };
    let search = analysis::search(cx.model);
    view_head::show(ui, cx, &head, out, |ui, out| bar(ui, cx, search, out));
    let Some((search, live)) = search.and_then(|search| Some((search, search.live.as_ref()?)))
    else {
        context::point(ui, PaneId::LiveTree, None);
        return empty::no_search(ui, cx, t!("live-tree-no-search"), out);
    };
    empty::search_notes(ui, cx);
    empty::known_note(ui, cx);
    let board = analysis::search_board(cx.model);
    let of_lines = matches!(live.detail, Detail::Uci(_));
    let lines = of_lines.then(|| {
        let own = search.lines.iter().filter(|line| line.own && !line.info.pv.is_empty());
        LiveTree::of_lines(&own.map(|line| &line.info).collect::<Vec<_>>())
    });
    let tree = lines.as_ref().or(live.progress.tree.as_deref());
    let Some(tree) = tree.filter(|tree| tree.total() > 0) else {
        context::point(ui, PaneId::LiveTree, None);
        let what = t!("live-tree-none");
        return if of_lines {
            empty::offer_tabia(ui, [what, t!("live-tree-external.why")], out);
        } else {
            empty::empty(ui, what, t!("live-tree-not-watched.why"));
        };
    };
    let id = ui.scope_id().with("focus");
    let mut focus = TreeFocus::kept(ui, id, board.key());
    let pane = PaneId::LiveTree;
    let picture = Picture { cx, search, tree, board, pane, of_lines };
    ui.spacing_mut().item_spacing.y = 4.0;
    headline(ui, &picture, &mut focus);
    let tipped = cx.model.settings.live_tree_tips && !view_head::is_picture(ui);
    let tips = if tipped { TIPS } else { 0.0 };
    let (upper, lower) = heights(ui.available_height() - tips);
    let hovered = picture.show(ui, upper, &mut focus, out);
    picture.legend(ui, out);
    timeline(ui, &picture, &mut focus, lower, out);
    figures(ui, cx, search);
    if tips > 0.0 {
        let back = cx.model.telemetry.looks_back(search.job).is_some();
        things_to_try(ui, [hovered, !focus.zoom.is_empty(), back], out);
    }
    ui.data_mut(|data| data.insert_temp(id, focus));
}

/// Three suggestions, each ticked once it has been done since the start of the program.
fn things_to_try(ui: &mut Ui, now: [bool; 3], out: &mut Vec<Action>) {
    let id = Id::unique("things tried in the live tree");
    let done: [bool; 3] = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let done = [0, 1, 2].map(|at| done[at] || now[at]);
    ui.data_mut(|data| data.insert_temp(id, done));
    let p = theme::palette(ui);
    let size = vec2(ui.available_width(), TIPS - ui.spacing().item_spacing.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        let name = t!("live-tree-try-close");
        let close = buttons::IconButton {
            icon: Icon::Cross,
            name,
            keys: None,
            on: None,
            enabled: true,
            side: 22.0,
        };
        if buttons::icon_button(ui, &close).clicked() {
            out.push(Action::Set(SettingChange::LiveTreeTips(false)));
        }
        let rest = vec2(ui.available_width(), size.y);
        ui.allocate_ui_with_layout(rest, Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            small(ui, t!("live-tree-try"));
            let things =
                [t!("live-tree-try-hover"), t!("live-tree-try-click"), t!("live-tree-try-drag")];
            for (thing, done) in things.into_iter().zip(done) {
                let icon = if done { Icon::Check } else { Icon::Dot };
                let width = text_width(ui, &icon.glyph().to_string()) + text_width(ui, thing);
                if 6.0 + width + 2.0 * ui.spacing().item_spacing.x > ui.available_width() {
                    break;
                }
                ui.add_space(6.0);
                let color = if done { p.accent } else { p.text_faint };
                ui.label(RichText::new(icon.glyph()).small().color(color));
                let color = if done { p.text_faint } else { p.text };
                ui.label(RichText::new(thing).small().color(color));
            }
        });
    });
}

/// Width of a small text, points.
fn text_width(ui: &Ui, text: &str) -> f32 {
    let font = TextStyle::Small.resolve(ui.style());
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
}

/// Heights of the tree and of the curve of the timeline, 0 for none.
fn heights(all: f32) -> (f32, f32) {
    let gaps = 20.0;
    let room = all - LEGEND - FIGURES - TITLE - BANDS - gaps;
    let curve = (room * 0.32).min(*CURVE.end());
    let curve = if curve < *CURVE.start() { 0.0 } else { curve };
    ((room - curve).max(2.0 * ROW.start()), curve)
}

/// The upper edge: whose search it is, and the ply at which the board shows where the search looks.
fn bar(ui: &mut Ui, cx: &Cx<'_>, search: Option<&SearchView>, out: &mut Vec<Action>) {
    let Some(search) = search else { return };
    let name = cx.model.engine_name(search.engine);
    ui.label(RichText::new(name).color(theme::palette(ui).text_weak));
    if view_head::is_picture(ui) {
        return;
    }
    ui.add_space(theme::GAP);
    ui.label(RichText::new(t!("live-tree-looks")).small().color(theme::palette(ui).text_weak))
        .on_hover_text(t!("live-tree-looks.tip"));
    let numbers = ["1", "2", "3", "4", "5", "6"];
    let plies = numbers.iter().zip(1_u8..).map(|(&name, ply)| (Some(ply), name));
    let choices: Vec<(Option<u8>, &str)> =
        std::iter::once((None, t!("live-tree-looks-off"))).chain(plies).collect();
    let chosen = buttons::segmented(ui, t!("live-tree-looks"), cx.model.lab.looks, &choices);
    out.extend(chosen.map(|ply| Action::Lab(LabAction::Looks(ply))));
}

/// The tree of a search on its own. `pane`: the panel it is in.
pub(crate) fn compact(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (search, board): (&SearchView, Board),
    (pane, height): (PaneId, f32),
    out: &mut Vec<Action>,
) {
    let progress = search.live.as_ref().map(|live| &live.progress);
    let tree = progress.and_then(|progress| progress.tree.as_deref());
    let Some(tree) = tree.filter(|tree| tree.total() > 0) else {
        ui.allocate_space(vec2(ui.available_width(), height));
        return;
    };
    let id = ui.scope_id().with(("focus", search.engine));
    let mut focus = TreeFocus::kept(ui, id, board.key());
    let picture = Picture { cx, search, tree, board, pane, of_lines: false };
    picture.show(ui, height, &mut focus, out);
    ui.data_mut(|data| data.insert_temp(id, focus));
}

/// The score, and a sentence about what the tree shows; in a subtree, which one it is.
fn headline(ui: &mut Ui, picture: &Picture<'_>, focus: &mut TreeFocus) {
    let p = theme::palette(ui);
    let size = vec2(ui.available_width(), HEADLINE);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        let score = picture.score_of(&focus.zoom);
        let score = RichText::new(score.unwrap_or_else(|| "–".to_owned())).size(27.0);
        let (place, _) = ui.allocate_exact_size(vec2(104.0, HEADLINE), Sense::hover());
        let view = context::pov_title(picture.cx.model);
        let tip = if focus.zoom.is_empty() {
            t!("live-tree-score.tip", view = view)
        } else {
            t!("live-tree-score.within", view = view)
        };
        ui.put(place, Label::new(score.color(p.text)).extend()).on_hover_text(tip);
        if !focus.zoom.is_empty() {
            let back =
                ui.add(Button::new(format!("{} {}", Icon::First.glyph(), t!("live-tree-whole"))));
            if back.clicked() {
                focus.zoom.clear();
            }
        }
        let sentence = picture.sentence(&focus.zoom);
        let text = if focus.zoom.is_empty() { picture.at_depth(sentence) } else { sentence };
        let text = Notation::current().write(&text).into_owned();
        ui.add(Label::new(RichText::new(text).size(15.0).color(p.text)).wrap());
    });
}

impl Picture<'_> {
    fn unit(&self) -> &'static str {
        analysis::units(self.search.engine).word
    }

    /// What the colours show: an engine that reports only lines says nothing of rules and results.
    fn coloring(&self) -> TreeColor {
        if self.of_lines { TreeColor::Score } else { self.cx.model.lab.tree_color }
    }

    fn is_puct(&self) -> bool {
        self.search.live.as_ref().is_some_and(|live| live.detail.puct().is_some())
    }

    /// The score of the search; in a subtree that of its root.
    fn score_of(&self, zoom: &[Option<Move>]) -> Option<String> {
        if !self.search.judges() {
            return None;
        }
        if let Some(at) = self.find(zoom).filter(|_| !zoom.is_empty()) {
            let node = &self.tree.nodes[at as usize];
            return node.score.map(|score| self.score_text(score, node.bound));
        }
        let info = &self.search.lines.first()?.info;
        Some(analysis::score_text(self.cx.model, Some(info.score), info.bound, info.stm))
    }

    /// Which root move leads and where most of the nodes went; in a subtree which one it is.
    fn sentence(&self, zoom: &[Option<Move>]) -> String {
        let at = self.find(zoom).filter(|_| !zoom.is_empty());
        if self.of_lines {
            let engine = self.cx.model.engine_name(self.search.engine);
            return match at {
                Some(at) => {
                    let (line, n) = (self.line_to(at), self.tree.size(at));
                    t!("live-tree-lines-through", line = line, n = n, of = self.tree.total())
                }
                None => t!("live-tree-lines", engine = engine, n = self.tree.total()),
            };
        }
        if let Some(at) = at {
            let share = self.share(at, 0);
            return t!("live-tree-subtree", line = self.line_to(at), share = share);
        }
        let root = |mv: Move| self.tree.child(0, mv);
        let best = self.search.lines.first().and_then(|line| line.info.pv.first().copied());
        let Some((mv, at)) = best.and_then(|mv| Some((mv, root(mv)?))) else {
            return t!("live-tree-first").to_owned();
        };
        let sizes = || self.tree.children(0).map(|at| (self.tree.size(at), at));
        let (most, largest) = sizes().max().unwrap_or((0, at));
        let ties = sizes().filter(|&(size, _)| size == most).count() > 1;
        let (name, share) = (self.numbered(mv), self.share(at, 0));
        let unit = self.unit();
        let is_over = self.search.ended.is_some_and(|reason| reason != StopReason::Stopped);
        let over = if is_over { "yes" } else { "no" };
        match self.tree.nodes[largest as usize].mv.filter(|_| largest != at && !ties) {
            Some(other) => {
                let (other, most) = (self.numbered(other), self.share(largest, 0));
                let more_than_half = self.tree.size(largest) * 2 >= self.tree.size(0);
                let majority = if more_than_half { "yes" } else { "no" };
                t!(
                    "live-tree-best-other",
                    mv = name,
                    share = share,
                    other = other,
                    most = most,
                    majority = majority,
                    unit = unit,
                    over = over
                )
            }
            None => t!("live-tree-best", mv = name, share = share, unit = unit, over = over),
        }
    }

    /// A sentence with the depth of the score beside it: an iteration under way has no point in the curve yet.
    fn at_depth(&self, sentence: String) -> String {
        let Some(line) = self.search.lines.first().filter(|line| line.own) else {
            return sentence;
        };
        let depth = line.info.depth;
        let iterations = self.search.race().map_or(&[][..], RootRace::iterations);
        let finished = iterations.last().is_some_and(|iteration| iteration.depth >= depth);
        let state = match (finished, &self.search.ended) {
            (true, _) => "finished",
            (false, None) => "running",
            (false, Some(_)) => "stopped",
        };
        t!("live-tree-at", depth = depth, state = state, sentence = sentence)
    }

    /// A root move with its number.
    fn numbered(&self, mv: Move) -> String {
        if self.board.is_legal(mv) {
            format::line_text(&self.board, &[mv], 1)
        } else {
            String::new()
        }
    }

    /// The node at the end of a path, if the tree has it.
    fn find(&self, path: &[Option<Move>]) -> Option<u32> {
        path.iter().try_fold(0, |at, mv| {
            self.tree.children(at).find(|&child| self.tree.nodes[child as usize].mv == *mv)
        })
    }

    /// The moves from the root to a node in words.
    fn line_to(&self, at: u32) -> String {
        let mut board = self.board;
        let mut words: Vec<String> = Vec::new();
        for (ply, mv) in self.tree.path(at).into_iter().enumerate() {
            let number = format::number_before(&board, ply);
            match mv {
                Some(mv) if board.is_legal(mv) => {
                    words.push(format!("{number}{}", san::write(&board, mv)));
                    board.make_move(mv);
                }
                Some(_) => break,
                None => {
                    words.push(format!("{number}{}", t!("live-tree-null")));
                    board.make_null();
                }
            }
        }
        words.join(" ")
    }

    /// The board at a node, and the move that led there; `None` after a path that is not legal.
    fn board_at(&self, at: u32) -> Option<(Board, Option<Move>)> {
        let path = self.tree.path(at);
        let mut board = self.board;
        for &mv in &path {
            match mv {
                Some(mv) if board.is_legal(mv) => board.make_move(mv),
                None if !board.in_check() => board.make_null(),
                _ => return None,
            }
        }
        Some((board, path.last().copied().flatten()))
    }

    /// The share of a subtree in that of a node above it, rounded to whole per cent.
    fn share(&self, at: u32, of: u32) -> String {
        let share = self.tree.size(at) as f64 * 100.0 / self.tree.size(of).max(1) as f64;
        t!("live-tree-percent", share = number(share, usize::from(share < 9.95)))
    }

    /// Draws the picture and handles pointer and keys. Returns whether the pointer is on a node.
    fn show(&self, ui: &mut Ui, height: f32, focus: &mut TreeFocus, out: &mut Vec<Action>) -> bool {
        let (area, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
        let rows = ((height - STRIP) / *ROW.start()).floor().clamp(1.0, ROWS);
        let row = ((height - STRIP) / rows).clamp(*ROW.start(), *ROW.end());
        let labels = 40.0;
        let field = area.with_min_x(area.left() + labels).with_min_y(area.top() + STRIP);
        let root = self.find(&focus.zoom).unwrap_or(0);
        let line = self.search.lines.first().map_or(&[][..], |line| &line.info.pv);
        let line = self.tree.line(line);
        let mut cells = icicle::cells(self.tree, root, (field, row), &line);
        let outline = self.advance(ui, (response.id, field), &mut cells, &line);
        self.paint_plies(ui, area, row, root);
        let p = theme::palette(ui);
        for cell in &cells {
            let node = &self.tree.nodes[cell.at as usize];
            let named = cell.rect.width() >= 22.0;
            let name = if named { self.name(cell.at) } else { String::new() };
            let share = if cell.rect.width() >= 70.0 && !self.of_lines {
                self.share(cell.at, 0)
            } else {
                String::new()
            };
            icicle::paint(ui, cell, self.color(node, p), [&name, &share]);
        }
        self.paint_strips(ui, &cells, field.top());
        if let Some(rest) = icicle::rest(&cells, field, row) {
            icicle::paint_rest(ui, rest);
        }
        icicle::outline(ui, &outline, Stroke::new(2.0, p.accent));
        let selected = self.find(&focus.selected).filter(|_| !focus.selected.is_empty());
        let outlined = |ui: &Ui, at: u32, stroke: Stroke| {
            if let Some(cell) = cells.iter().find(|cell| cell.at == at) {
                ui.painter().rect_stroke(cell.rect, 3, stroke, StrokeKind::Inside);
            }
        };
        if let Some(at) = selected.filter(|_| response.has_focus()) {
            outlined(ui, at, Stroke::new(2.0, p.text));
        }
        let hovered = response.hover_pos().and_then(|at| icicle::cell_at(&cells, at)).copied();
        let key = self.board.key();
        let root_move = |at: u32| self.tree.path(at).first().copied().flatten();
        let marked = hovered.and_then(|cell| root_move(cell.at)).map(|mv| MarkedMove { key, mv });
        context::point(ui, self.pane, marked);
        if let Some(cell) = hovered {
            outlined(ui, cell.at, Stroke::new(1.5, p.text));
            if response.clicked() {
                response.request_focus();
                self.choose(ui, cell.at, focus, out);
            }
            let below = response.clone();
            below.on_hover_ui_at_pointer(|ui| self.describe(ui, cell.at));
        }
        if response.has_focus() {
            buttons::focus_ring(ui);
            self.keys(ui, &response, focus, out);
        }
        let words = selected.map(|at| self.words(at).join(". "));
        let words = words.unwrap_or_else(|| t!("live-tree-picture", n = cells.len()));
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, words.clone()));
        hovered.is_some()
    }

    /// A click on a node: enters its subtree; with Ctrl asks why its root move is not the best.
    fn choose(&self, ui: &Ui, at: u32, focus: &mut TreeFocus, out: &mut Vec<Action>) {
        let path = self.tree.path(at);
        if ui.input(|input| input.modifiers.command) {
            if let Some(mv) = path.first().copied().flatten() {
                out.push(Action::Lab(LabAction::Why { node: self.search.node, mv }));
            }
            return;
        }
        focus.selected.clone_from(&path);
        focus.zoom = if focus.zoom == path { Vec::new() } else { path };
    }

    /// The keys while the picture has the focus: arrows move between nodes, Enter enters a subtree, Backspace leaves
    /// it.
    fn keys(&self, ui: &Ui, response: &Response, focus: &mut TreeFocus, out: &mut Vec<Action>) {
        icicle::take_keyboard(ui, response.id);
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let at = self.find(&focus.selected).unwrap_or(0);
        let node = &self.tree.nodes[at as usize];
        let siblings: Vec<u32> = self.tree.children(node.parent).collect();
        let place = siblings.iter().position(|&sibling| sibling == at).filter(|_| node.ply > 0);
        let beside = |by: isize| place.and_then(|at| siblings.get(at.checked_add_signed(by)?));
        let largest = || self.tree.children(at).max_by_key(|&child| self.tree.size(child));
        let to = if pressed(Key::ArrowDown) {
            largest()
        } else if pressed(Key::ArrowUp) {
            (node.ply > 1).then_some(node.parent)
        } else if pressed(Key::ArrowLeft) {
            beside(-1).copied()
        } else if pressed(Key::ArrowRight) {
            beside(1).copied()
        } else {
            None
        };
        if let Some(to) = to {
            focus.selected = self.tree.path(to);
        }
        if pressed(Key::Enter) && !focus.selected.is_empty() {
            self.choose(ui, at, focus, out);
        }
        if pressed(Key::Backspace) {
            focus.zoom.pop();
        }
    }

    /// The ply numbers on the left.
    fn paint_plies(&self, ui: &Ui, area: Rect, row: f32, root: u32) {
        let p = theme::palette(ui);
        let before = usize::from(self.tree.nodes[root as usize].ply);
        let first = self.board.fullmove_number() as usize * 2
            + usize::from(self.board.stm() == Color::Black)
            + before;
        let mut top = area.top() + STRIP;
        let mut ply = first;
        while top + row <= area.bottom() + 0.5 {
            let dots = if ply.is_multiple_of(2) { "." } else { "…" };
            let text = format!("{}{dots}", ply / 2);
            let at = pos2(area.left(), top + row / 2.0);
            let font = FontId::proportional(theme::SMALL);
            ui.painter().text(at, eframe::egui::Align2::LEFT_CENTER, text, font, p.text_faint);
            top += row;
            ply += 1;
        }
    }

    /// A strip above each root move that has been best, in its colour in the timeline. Without a timeline nothing would
    /// explain it.
    fn paint_strips(&self, ui: &Ui, cells: &[Cell], top: f32) {
        if self.pane != PaneId::LiveTree {
            return;
        }
        let p = theme::palette(ui);
        let newest = self.cx.model.telemetry.newest_of(self.search.job);
        let leaders = newest.and_then(SearchView::race).map(|race| leaders(race.iterations()));
        for (place, mv) in leaders.unwrap_or_default().into_iter().enumerate() {
            let first_row = |cell: &&Cell| cell.rect.top() <= top + 0.5;
            let of = |cell: &&Cell| self.tree.path(cell.at) == [Some(mv)];
            if let Some(cell) = cells.iter().filter(first_row).find(of) {
                let strip = cell.rect.with_max_y(top - 1.0).with_min_y(top - 4.0);
                ui.painter().rect_filled(strip.shrink2(vec2(0.5, 0.0)), 1, leader_color(place, p));
            }
        }
    }

    /// Places the cells on their animated way to their targets; returns the outline of the expected line.
    fn advance(
        &self,
        ui: &Ui,
        (id, field): (Id, Rect),
        cells: &mut [Cell],
        line: &[u32],
    ) -> Vec<Rect> {
        let key = |path: &[Option<Move>]| {
            let mut hasher = DefaultHasher::new();
            path.hash(&mut hasher);
            hasher.finish()
        };
        let keys: Vec<u64> = cells.iter().map(|cell| key(&self.tree.path(cell.at))).collect();
        let drawn = line.iter().filter_map(|&at| cells.iter().position(|cell| cell.at == at));
        let drawn: Vec<usize> = drawn.collect();
        let leader = line.get(1).map_or(0, |&at| key(&self.tree.path(at)));
        let animated = !self.cx.model.settings.reduced_motion;
        let id = id.with("motion");
        let mut motion: Motion = ui.data_mut(|data| data.remove_temp(id)).unwrap_or_default();
        let outline = motion.advance(ui, (field, animated), (cells, &keys), (&drawn, leader));
        ui.data_mut(|data| data.insert_temp(id, motion));
        outline
    }

    /// The move of a node.
    fn name(&self, at: u32) -> String {
        let node = &self.tree.nodes[at as usize];
        let Some(mv) = node.mv else { return t!("live-tree-null").to_owned() };
        let before = self.board_at(node.parent).map(|(board, _)| board);
        before
            .filter(|board| board.is_legal(mv))
            .map_or_else(String::new, |board| san::write(&board, mv))
    }

    fn color(&self, node: &LiveNode, p: &Palette) -> Color32 {
        let plain = p.scale[3];
        match self.coloring() {
            TreeColor::Score => match node.score.filter(|_| self.search.judges()) {
                Some(score) => {
                    let (pov, stm) = (self.cx.model.settings.pov, self.board.stm());
                    let cp = self.seen(score).clamped_cp(FULL_COLOR_CP);
                    score_color(bound_seen_from(node.bound, pov, stm).proven_cp(cp), p)
                }
                None => plain,
            },
            TreeColor::Kind => ending(node).color(p),
            TreeColor::Rule => node.cut.map_or(plain, |rule| rule_color(rule, p)),
            TreeColor::Age => {
                let newest = self.tree.nodes.first().map_or(0, |root| root.iteration);
                let age = newest.saturating_sub(node.iteration);
                p.raised.lerp_to_gamma(p.scale[6], 1.0 / (1.0 + f32::from(age) * 0.6))
            }
        }
    }

    /// A score of the tree from the chosen point of view, like the numbers beside the tree.
    fn seen(&self, score: Score) -> Score {
        score.seen_from(self.cx.model.settings.pov, self.board.stm())
    }

    /// A score of the tree with its bound, from the chosen point of view.
    fn score_text(&self, score: Score, bound: Bound) -> String {
        analysis::score_text(self.cx.model, Some(score), bound, self.board.stm())
    }

    /// The details of a node, in sentences.
    fn words(&self, at: u32) -> Vec<String> {
        let node = &self.tree.nodes[at as usize];
        let mut words = vec![self.line_to(at)];
        match node.score.filter(|_| self.search.judges()) {
            Some(score) => {
                let score = self.score_text(score, node.bound);
                let view = context::pov_title(self.cx.model);
                words.push(t!("live-tree-node-score", score = score, view = view));
            }
            None => words.push(t!("live-tree-node-open").to_owned()),
        }
        if self.of_lines {
            words.push(t!("live-tree-node-lines", n = node.nodes, of = self.tree.total()));
            return words;
        }
        let share = self.share(at, 0);
        words.push(t!(
            "live-tree-node-share",
            nodes = format::count(node.nodes),
            count = node.nodes,
            share = share,
            unit = self.unit()
        ));
        // A repetition is not known here.
        let over = self.board_at(at).and_then(|(board, _)| rules::automatic_outcome(&board, 1));
        if let Some(over) = over {
            words.push(t!("live-tree-node-over", outcome = outcome(over)));
        } else if !self.is_puct() {
            words.push(match (node.cut, node.score) {
                (Some(rule), _) => t!("live-tree-node-cut", rule = rule.name()),
                (None, Some(_)) if node.depth > 0 => {
                    let (depth, iteration) = (node.depth, node.iteration);
                    t!(
                        "live-tree-node-searched",
                        depth = depth,
                        count = depth,
                        iteration = iteration
                    )
                }
                (None, Some(_)) => t!("live-tree-node-quiescence", iteration = node.iteration),
                (None, None) => t!("live-tree-node-first").to_owned(),
            });
        }
        words
    }

    /// The tooltip of a node: its position and its details.
    fn describe(&self, ui: &mut Ui, at: u32) {
        ui.horizontal_top(|ui| {
            if let Some((board, last)) = self.board_at(at) {
                let mini_board = MiniBoard {
                    board: &board,
                    orientation: context::orientation(self.cx.model),
                    last_move: last.map(|mv| (mv.from(), mv.drawn_to())),
                    theme: context::board_theme(self.cx.model),
                };
                small_boards::mini_board(ui, &mini_board, BOARD);
            }
            ui.vertical(|ui| {
                ui.set_width(240.0);
                let words = self.words(at);
                for (number, line) in words.iter().enumerate() {
                    let line = if number == 0 {
                        RichText::new(Notation::current().write(line).into_owned()).strong()
                    } else {
                        RichText::new(line)
                    };
                    ui.add(Label::new(line).wrap());
                }
                let hint = RichText::new(t!("live-tree-node-hint")).small();
                ui.add(Label::new(hint.color(theme::palette(ui).text_faint)).wrap());
            });
        });
    }

    /// The meaning of the colours, and the choice of what they show.
    fn legend(&self, ui: &mut Ui, out: &mut Vec<Action>) {
        let size = vec2(ui.available_width(), LEGEND);
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            ui.set_min_size(size);
            if !self.of_lines {
                self.color_choice(ui, out);
            } else if !view_head::is_picture(ui)
                && ui.add(buttons::secondary(t!("present-tabia"))).clicked()
            {
                empty::show_tabia(out);
            }
            let rest = vec2(ui.available_width(), LEGEND);
            ui.allocate_ui_with_layout(rest, Layout::left_to_right(Align::Center), |ui| {
                ui.set_clip_rect(ui.clip_rect().intersect(ui.max_rect()));
                ui.spacing_mut().item_spacing.x = 6.0;
                let p = theme::palette(ui);
                match self.coloring() {
                    TreeColor::Score => self.score_legend(ui),
                    TreeColor::Kind => {
                        for ending in Ending::ALL {
                            swatch(ui, ending.color(p), ending.name());
                        }
                    }
                    TreeColor::Rule => {
                        for rule in self.largest_rules() {
                            swatch(ui, rule_color(rule, p), rule.name());
                        }
                        swatch(ui, p.scale[3], t!("live-tree-searched"));
                    }
                    TreeColor::Age => {
                        swatch(ui, p.scale[6], t!("live-tree-age-new"));
                        let old = p.raised.lerp_to_gamma(p.scale[6], 0.18);
                        swatch(ui, old, t!("live-tree-age-old"));
                    }
                }
                if ui.available_width() < MIN_EXPECTED {
                    return;
                }
                ui.add_space(6.0);
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 11.0), Sense::hover());
                ui.painter().rect_stroke(rect, 2, (2.0, p.accent), StrokeKind::Inside);
                let text = RichText::new(t!("live-tree-expected")).small().color(p.text_weak);
                ui.add(Label::new(text).truncate());
            });
        });
    }

    fn score_legend(&self, ui: &mut Ui) {
        let p = theme::palette(ui);
        let stm = self.board.stm();
        let white_high = self.seen(Score::Cp(1)) == Score::Cp(1).seen_from(Pov::White, stm);
        let (white, black) = (t!("live-tree-good-white"), t!("live-tree-good-black"));
        let (low, high) = if white_high { (black, white) } else { (white, black) };
        // The bar gets the room that the words on both sides and the expected line after them leave.
        let words: f32 =
            [low, high, t!("live-tree-bounds")].map(|text| text_width(ui, text)).iter().sum();
        let gaps = 4.0 * ui.spacing().item_spacing.x;
        let width = (ui.available_width() - words - gaps - MIN_EXPECTED).clamp(24.0, 118.0);
        small(ui, low);
        let (rect, _) = ui.allocate_exact_size(vec2(width, 11.0), Sense::hover());
        let step = rect.width() / 24.0;
        for at in 0..24 {
            let left = rect.left() + step * at as f32;
            let part = Rect::from_min_size(pos2(left, rect.top()), vec2(step + 0.3, 11.0));
            let cp = (at - 12) * FULL_COLOR_CP / 12;
            ui.painter().rect_filled(part, 0, score_color(cp, p));
        }
        small(ui, high);
        small(ui, t!("live-tree-bounds")).on_hover_text(t!("live-tree-bounds.tip"));
    }

    fn color_choice(&self, ui: &mut Ui, out: &mut Vec<Action>) {
        if view_head::is_picture(ui) {
            return;
        }
        let now = self.cx.model.lab.tree_color;
        let name = |color| match color {
            TreeColor::Score => t!("live-tree-by-score"),
            TreeColor::Kind => t!("live-tree-by-kind"),
            TreeColor::Rule => t!("live-tree-by-rule"),
            TreeColor::Age => t!("live-tree-by-age"),
        };
        let combo = ComboBox::from_id_salt("live tree color").selected_text(name(now)).width(92.0);
        let shown = combo.show_ui(ui, |ui| {
            for color in [TreeColor::Score, TreeColor::Kind, TreeColor::Rule, TreeColor::Age] {
                if ui.selectable_label(color == now, name(color)).clicked() {
                    out.push(Action::Lab(LabAction::TreeColor(color)));
                }
            }
        });
        shown.response.accessible_name(t!("live-tree-color"));
        if ui.available_width() >= NAMED_COLOR {
            small(ui, t!("live-tree-color"));
        }
    }

    /// The rules that prune the most nodes of the picture.
    fn largest_rules(&self) -> Vec<PruneReason> {
        let mut count = [0_u64; PruneReason::ALL.len()];
        for node in &self.tree.nodes {
            if let Some(rule) = node.cut {
                count[rule.index()] += node.nodes;
            }
        }
        let mut rules: Vec<PruneReason> =
            PruneReason::ALL.into_iter().filter(|rule| count[rule.index()] > 0).collect();
        rules.sort_by_key(|rule| std::cmp::Reverse(count[rule.index()]));
        rules.truncate(RULES);
        rules
    }
}

/// A small label.
fn small(ui: &mut Ui, text: &str) -> Response {
    ui.label(RichText::new(text).small().color(theme::palette(ui).text_faint))
}

/// The colour of a score, centipawns: the higher, the better for the side whose view it is.
fn score_color(cp: i32, p: &Palette) -> Color32 {
    let part = cp as f32 / FULL_COLOR_CP as f32;
    let place = f32::midpoint(part, 1.0) * (p.scale.len() - 1) as f32;
    let below = (place.floor() as usize).min(p.scale.len() - 2);
    p.scale[below].lerp_to_gamma(p.scale[below + 1], place - below as f32)
}

/// How a node ended, for its colour.
fn ending(node: &LiveNode) -> Ending {
    // Bounds are stored from the root's view; a node fails high for its side to move.
    let own = if node.ply.is_multiple_of(2) { node.bound } else { node.bound.flipped() };
    match (node.score, node.cut) {
        (None, _) => Ending::None,
        (_, Some(_)) => Ending::Cut,
        (_, None) => Ending::of_bound(own),
    }
}

fn rule_color(rule: PruneReason, p: &Palette) -> Color32 {
    p.many[rule.index() % p.many.len()]
}

// The timeline: the best move's score by iteration, and which move it was. Choosing a point shows the search as it was
// then.

fn timeline(
    ui: &mut Ui,
    picture: &Picture<'_>,
    focus: &mut TreeFocus,
    height: f32,
    out: &mut Vec<Action>,
) {
    let (cx, job) = (picture.cx, picture.search.job);
    let Some(newest) = cx.model.telemetry.newest_of(job) else { return };
    let Some(race) = newest.race() else { return };
    let iterations = race.iterations();
    let at = cx.model.telemetry.looks_back(job);
    let go = |to: Option<usize>| Action::Lab(LabAction::LookBack(to.map(|at| (job, at))));
    let last = iterations.len().saturating_sub(1);
    play(ui, focus, (at, last), &mut |to| out.push(go(to)));
    let size = vec2(ui.available_width(), TITLE);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_size(size);
        if !view_head::is_picture(ui) {
            timeline_buttons(ui, focus, (at, iterations.len()), &mut |to| out.push(go(to)));
        }
        let rest = vec2(ui.available_width(), TITLE);
        ui.allocate_ui_with_layout(rest, Layout::left_to_right(Align::Center), |ui| {
            // The depth in the curve and in the figures below: an iteration under way has no point yet.
            let depth = |at: usize| iterations.get(at).map_or(newest.depth(), |it| it.depth);
            let deepest = depth(last);
            let text = match at {
                Some(at) => t!("live-tree-depth-of", depth = depth(at), of = deepest),
                None => t!("live-tree-depth", depth = deepest),
            };
            let p = theme::palette(ui);
            let color = if at.is_some() { p.accent } else { p.text };
            ui.label(RichText::new(text).color(color));
            let title = if height > 0.0 && newest.judges() {
                t!("live-tree-timeline", view = context::pov_title(cx.model))
            } else {
                t!("live-tree-bands").to_owned()
            };
            ui.add(Label::new(RichText::new(title).small().color(p.text_faint)).truncate());
        });
    });
    if iterations.is_empty() {
        let (_, _) =
            ui.allocate_exact_size(vec2(ui.available_width(), height + BANDS), Sense::hover());
        return;
    }
    let chosen = course(ui, picture, (iterations, at), height);
    if let Some(to) = chosen {
        focus.next_at = None;
        // The newest iteration is the current state, unless the search is still running.
        let now = to == last && newest.ended.is_some();
        let to = (!now).then_some(to);
        if to != at {
            out.push(go(to));
        }
    }
}

/// Buttons that step through the iterations, play them, and return to the current state.
fn timeline_buttons(
    ui: &mut Ui,
    focus: &mut TreeFocus,
    (at, iterations): (Option<usize>, usize),
    go: &mut dyn FnMut(Option<usize>),
) {
    let last = iterations.saturating_sub(1);
    let back = ui.add_enabled(at.is_some(), Button::new(t!("live-tree-now")));
    if back.on_hover_text(t!("live-tree-now.tip")).clicked() {
        focus.next_at = None;
        go(None);
    }
    let shown = at.unwrap_or(last);
    let playing = focus.next_at.is_some();
    let face = if playing { Icon::Pause } else { Icon::Play };
    let steps = [
        (Icon::Next, t!("live-tree-next"), at.is_some()),
        (face, t!("live-tree-play"), iterations > 0),
        (Icon::Previous, t!("live-tree-previous"), shown > 0),
    ];
    for (number, (icon, name, enabled)) in steps.into_iter().enumerate() {
        let button = buttons::IconButton { icon, name, keys: None, on: None, enabled, side: 24.0 };
        if buttons::icon_button(ui, &button).clicked() {
            match number {
                0 => go((shown < last).then_some(shown + 1)),
                1 if playing => focus.next_at = None,
                1 => {
                    go(Some(if shown >= last { 0 } else { shown }));
                    focus.next_at = Some(ui.input(|input| input.time) + PLAY_SECONDS);
                }
                _ => go(Some(shown - 1)),
            }
        }
    }
}

/// Moves to the next iteration when it is due, and to the current state after the last one.
fn play(
    ui: &Ui,
    focus: &mut TreeFocus,
    (at, last): (Option<usize>, usize),
    go: &mut dyn FnMut(Option<usize>),
) {
    let Some(next_at) = focus.next_at else { return };
    let now = ui.input(|input| input.time);
    if now < next_at {
        let wait = std::time::Duration::from_secs_f64(next_at - now);
        return ui.request_repaint_after(wait);
    }
    match at {
        Some(at) if at < last => {
            go(Some(at + 1));
            focus.next_at = Some(now + PLAY_SECONDS);
        }
        _ => {
            go(None);
            focus.next_at = None;
        }
    }
    ui.request_repaint();
}

/// The curve of the best move's score, and below it the strip of best moves. Returns the chosen iteration.
fn course(
    ui: &mut Ui,
    picture: &Picture<'_>,
    (iterations, at): (&[Arc<RootIteration>], Option<usize>),
    height: f32,
) -> Option<usize> {
    let p = theme::palette(ui);
    let (first, last) = (iterations.first()?.depth, iterations.last()?.depth);
    let range = (f64::from(first) - 0.5, f64::from(last.max(first + 1)) + 0.5);
    let nearest = |x: f64| {
        let far = |iteration: &RootIteration| (f64::from(iteration.depth) - x).abs();
        (0..iterations.len()).min_by(|&a, &b| far(&iterations[a]).total_cmp(&far(&iterations[b])))
    };
    let shown = at.or(iterations.len().checked_sub(1));
    let mut chosen = None;
    let mut field = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), 0.0));
    field.min.x += 38.0;
    field.max.x -= 8.0;
    if height > 0.0 && picture.search.judges() {
        let points = iterations.iter().filter_map(|iteration| point(picture, iteration));
        let points: Vec<Point> = points.collect();
        let limit = plot::score_limit(points.iter().map(|point| point.y));
        let curve = Curve { limit, ..Curve::new("", p.text, points) };
        let ys = curve.points.iter().map(|point| point.y.clamp(-limit, limit));
        let (low, high) = ys.fold((-0.5_f64, 0.5_f64), |(low, high), y| (low.min(y), high.max(y)));
        let margin = (high - low) * 0.1;
        let curves = [curve];
        let answer = Plot {
            names: [t!("live-tree-curve"), ""],
            curves: &curves,
            x: Axis { range, unit: 1.0, ..Axis::default() },
            y: Axis {
                range: (low - margin, high + margin),
                unit: plot::CENTIPAWN,
                text: &plot::score_text,
                ..Axis::default()
            },
            readout: Readout::Nearest,
            at: shown.map(|at| f64::from(iterations[at].depth)),
            zero: true,
            scrubs: true,
            height,
            ..Plot::default()
        }
        .show(ui);
        field = answer.field;
        chosen = answer.clicked.and_then(nearest);
    }
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), BANDS), Sense::click_and_drag());
    let strip = Rect::from_x_y_ranges(field.x_range(), rect.y_range());
    paint_bands(ui, picture, (iterations, shown), strip, range);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("live-tree-bands")));
    let pressed = response.interact_pointer_pos().filter(|_| plot::is_scrubbed(&response));
    let along = |x: f32| {
        let share = f64::from((x - strip.left()) / strip.width().max(1.0));
        range.0 + share * (range.1 - range.0)
    };
    pressed.and_then(|at| nearest(along(at.x))).or(chosen)
}

/// The best move's score after an iteration.
fn point(picture: &Picture<'_>, iteration: &RootIteration) -> Option<Point> {
    let entry = iteration.of(iteration.best?)?;
    let (score, bound) = (entry.score?, entry.bound?);
    let (pov, stm) = (picture.cx.model.settings.pov, picture.board.stm());
    let y = plot::pawns(score.seen_from(pov, stm));
    let (depth, time) = (iteration.depth, format::duration(iteration.time_ms));
    let note = t!(
        "race-score-hint",
        mv = picture.numbered(entry.mv),
        score = picture.score_text(score, bound),
        depth = depth,
        time = time
    );
    let bound = bound_seen_from(bound, pov, stm);
    Some(Point { x: f64::from(depth), y, bound, note })
}

/// The moves that have been best, in the order in which they first were.
fn leaders(iterations: &[Arc<RootIteration>]) -> Vec<Move> {
    let mut leaders = Vec::new();
    for best in iterations.iter().filter_map(|iteration| iteration.best) {
        if !leaders.contains(&best) {
            leaders.push(best);
        }
    }
    leaders
}

/// The colour of one of them; those after the last colour have none of their own, as in the root race.
fn leader_color(place: usize, p: &Palette) -> Color32 {
    p.series.get(place).copied().unwrap_or(p.text_faint)
}

/// Which move was best at which depth, each in its own colour.
fn paint_bands(
    ui: &Ui,
    picture: &Picture<'_>,
    (iterations, shown): (&[Arc<RootIteration>], Option<usize>),
    strip: Rect,
    (from, to): (f64, f64),
) {
    let p = theme::palette(ui);
    let x = |depth: f64| strip.left() + ((depth - from) / (to - from)) as f32 * strip.width();
    let leaders = leaders(iterations);
    let mut begin = 0;
    for at in 1..=iterations.len() {
        let best = iterations[begin].best;
        if iterations.get(at).is_some_and(|next| next.best == best) {
            continue;
        }
        let end = iterations.get(at).map_or(to, |next| f64::from(next.depth) - 0.5);
        let left = x(f64::from(iterations[begin].depth) - 0.5);
        let rect = Rect::from_x_y_ranges(left..=x(end), strip.y_range());
        begin = at;
        let Some(mv) = best else { continue };
        let place = leaders.iter().position(|&leader| leader == mv).unwrap_or(0);
        let color = leader_color(place, p);
        let legal = picture.board.is_legal(mv);
        let name = if legal { san::write(&picture.board, mv) } else { String::new() };
        icicle::paint(ui, &Cell { at: 0, rect }, color, [&name, ""]);
    }
    if let Some(at) = shown {
        let middle = x(f64::from(iterations[at].depth));
        ui.painter().vline(middle, strip.y_range(), (2.0, p.text));
    }
}

/// The figures of the search in a row.
fn figures(ui: &mut Ui, cx: &Cx<'_>, search: &SearchView) {
    let size = vec2(ui.available_width(), FIGURES);
    let counts = search.live.as_ref().and_then(|live| live.detail.alphabeta());
    let first = counts.map(|detail| {
        let counts = &detail.counts;
        format::percent(counts.first_move_cutoffs, counts.beta_cutoffs)
    });
    let branching = search.branching_factor().map(|factor| number(factor, 2));
    let known = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
    let units = analysis::units(search.engine);
    let best = analysis::lines(cx.model).into_iter().next();
    let depth = Some(analysis::depth_of(search, best.as_ref())).filter(|text| !text.is_empty());
    let mut figures = vec![
        (t!("column-depth"), known(depth)),
        (units.nodes, format::count_of(search.nodes())),
        (units.per_second, format::count_of(search.nps())),
        (t!("column-time"), format::duration(search.time_ms())),
        (units.memory_used, known(search.hashfull().map(format::permille))),
        (t!("search-branching"), known(branching)),
    ];
    // The playout search has no cutoffs.
    if search.engine != EngineId::PUCT {
        figures.push((t!("search-first-move-cutoffs"), known(first)));
    }
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.spacing_mut().item_spacing.x = 18.0;
        for (name, value) in &figures {
            if bars::figure_width(ui, name, value) > ui.available_width() {
                break;
            }
            let hint = if *name == t!("column-depth") { t!("lines-depth.hint") } else { "" };
            bars::figure(ui, name, value, hint);
        }
    });
}

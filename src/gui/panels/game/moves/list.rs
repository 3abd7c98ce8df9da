//! The list on screen: which blocks are visible, where they are, and how each is drawn. The cost of a frame does not
//! depend on the length of the game.

use std::borrow::Cow;
use std::collections::HashMap;

use eframe::egui::text::TextWrapping;
use eframe::egui::{
    Align, Align2, CursorIcon, FontId, Id, Label, Layout, Rect, Response, RichText, ScrollArea,
    Sense, Ui, UiBuilder, Vec2, WidgetInfo, vec2,
};

use tabia_app::action::Action;
use tabia_app::game::time_control::duration_text;
use tabia_app::game::times;
use tabia_app::window::notation::Notation;
use tabia_app::window::view::Annotating;
use tabia_app::window::workspace::Workspace;
use tabia_chess::Color;
use tabia_games::game::comment;
use tabia_games::game::tree::{GameTree, NodeId};

use super::flow::{Block, Flow, SHOWN, Word};
use crate::gui::look::{format, theme};
use crate::gui::panels::game::moves;
use crate::gui::panels::game::moves::flow::Heights;
use crate::gui::panels::game::moves::{numbered, printed};
use crate::gui::present::context::Cx;
use crate::gui::present::{analysis, memo};
use crate::gui::widgets::move_text;
use tabia_text::t;

/// Width of the move numbers, points.
const NUMBER: f32 = 40.0;
/// Room for the score or the time beside a move, points.
const ASIDE: f32 = 44.0;
/// Gap below each block, points.
const BELOW: f32 = 1.0;
/// Width of a character and height of a line, for blocks that have not been visible yet, points.
const LETTER: f32 = 7.0;
const LINE: f32 = 19.0;
/// Maximum number of measured heights kept while the game changes.
const MAX_MEASURED: usize = 20_000;
/// Distance, in heights of the visible area, up to which the list scrolls smoothly; beyond, it jumps.
const NEAR: f32 = 3.0;

/// What the list remembers between frames.
#[derive(Clone, Debug, Default)]
struct ListState {
    /// The revision of the tree, and the result shown below.
    of: Option<(u64, Option<String>)>,
    flow: Flow,
    /// Number of characters in each block of text.
    letters: Vec<usize>,
    heights: Heights,
    width: f32,
    /// Measured heights of blocks, by their first word and length.
    measured: HashMap<(NodeId, bool, usize), f32>,
    /// The game and position last scrolled to, and whether its word has yet to be found in its block.
    shown: Option<(u64, NodeId)>,
    seek: bool,
    /// Where to scroll to in the next frame.
    offset: Option<f32>,
    /// The visible part of the list in the last frame.
    sight: Option<Rect>,
    /// The list was rebuilt, and the shown position was visible before.
    moved: bool,
}

/// Shows the list.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let ctx = ui.ctx().clone();
    memo::with_kept(&ctx, Id::unique("move list"), |state| show_list(ui, cx, state, out));
}

fn show_list(ui: &mut Ui, cx: &Cx<'_>, state: &mut ListState, out: &mut Vec<Action>) {
    let result = cx.model.game.result_text();
    state.rebuild(cx, result.as_deref());
    let result = result.as_deref().map(|text| format::elided(text, format::NAME));
    let mut area = ScrollArea::vertical().auto_shrink(false);
    if let Some(offset) = state.offset.take() {
        area = area.vertical_scroll_offset(offset);
    }
    // The place of the scroll bar stays free: another width changes the estimated heights, and these whether the list
    // needs the bar.
    let width = ui.available_width() - ui.spacing().scroll.allocated_width();
    area.show_viewport(ui, |ui, sight| {
        state.set_width(width);
        ui.set_height(state.heights.total());
        state.follow(ui, cx, sight);
        let (tree, seek) = (&cx.model.game.tree, state.seek);
        let mut list = List { cx, tree, out, seek, clicked: None };
        state.blocks(ui, &mut list, sight, result.as_deref().unwrap_or_default());
        state.seek = list.seek;
        if let Some(node) = list.clicked {
            // It is in sight, and another click may follow.
            state.shown = Some((cx.model.game.serial, node));
        }
    });
}

impl ListState {
    /// Rebuilds the list if the game has changed.
    fn rebuild(&mut self, cx: &Cx<'_>, result: Option<&str>) {
        let tree = &cx.model.game.tree;
        let revision = tree.revision();
        let is_it =
            |(of, shown): &(u64, Option<String>)| *of == revision && shown.as_deref() == result;
        if self.of.as_ref().is_some_and(is_it) {
            return;
        }
        self.of = Some((revision, result.map(str::to_owned)));
        self.moved = self.is_in_sight(cx.model.game.current);
        self.flow = Flow::new(tree, result);
        let letters = self.flow.blocks.iter().map(|block| letters(tree, &self.flow, *block));
        self.letters = letters.collect();
        self.width = 0.0;
    }

    /// Whether the position is in the visible part of the list.
    fn is_in_sight(&self, node: NodeId) -> bool {
        let (Some(sight), Some(block)) = (self.sight, self.flow.place(node)) else { return false };
        let top = self.heights.top(block);
        top >= sight.min.y - 0.5 && top + self.heights.get(block) <= sight.max.y + 0.5
    }

    /// Recomputes the heights if the list is new or its width has changed.
    fn set_width(&mut self, width: f32) {
        if (self.width - width).abs() < 0.5 && self.heights.len() == self.flow.blocks.len() {
            return;
        }
        if self.width > 0.0 {
            self.measured.clear();
        }
        self.width = width;
        let room = (width - NUMBER).max(60.0);
        let height = |(block, &letters): (&Block, &usize)| {
            let known = self.key(*block, letters).and_then(|key| self.measured.get(&key).copied());
            BELOW
                + match block {
                    Block::Row { .. } => theme::ROW + 2.0,
                    Block::Result => theme::GAP + LINE,
                    _ => known.unwrap_or((letters as f32 * LETTER / room).ceil().max(1.0) * LINE),
                }
        };
        let heights = self.flow.blocks.iter().zip(&self.letters).map(height).collect();
        self.heights = Heights::new(heights);
    }

    /// The key of a text block.
    fn key(&self, block: Block, letters: usize) -> Option<(NodeId, bool, usize)> {
        match block {
            Block::Comment(node) => Some((node, false, letters)),
            Block::Words(from, to) => match self.flow.words_of(from, to).first()? {
                Word::Move(node, _) | Word::Comment(node, _) => Some((*node, true, letters)),
                // Few pieces begin with a bracket.
                Word::Unread(..) | Word::Open | Word::Close => None,
            },
            _ => None,
        }
    }

    /// Keeps the shown position visible: scrolls when another one is shown, or when the list has become lower.
    fn follow(&mut self, ui: &Ui, cx: &Cx<'_>, sight: Rect) {
        let game = &cx.model.game;
        let shown = (game.serial, game.current);
        let apart = |before: Rect| (before.height() - sight.height()).abs() > 0.5;
        let resized = self.sight.is_some_and(apart);
        self.sight = Some(sight);
        let moved = std::mem::take(&mut self.moved) && !self.is_in_sight(game.current);
        if self.shown == Some(shown) && !resized && !moved {
            return;
        }
        self.shown = Some(shown);
        self.seek = false;
        let (top, height) = match self.flow.place(game.current) {
            Some(block) => {
                self.seek = matches!(self.flow.blocks[block], Block::Words(..));
                (self.heights.top(block), self.heights.get(block))
            }
            None => (0.0, theme::ROW),
        };
        if top > sight.max.y + NEAR * sight.height()
            || top + height < sight.min.y - NEAR * sight.height()
        {
            self.offset = Some((top + height / 2.0 - sight.height() / 2.0).max(0.0));
            ui.request_repaint();
        } else if !self.seek || top > sight.max.y || top + height < sight.min.y {
            let min = ui.max_rect().min + vec2(0.0, top);
            let rect = Rect::from_min_size(min, vec2(self.width, height));
            ui.scroll_to_rect(rect, Some(Align::Center));
        }
    }

    /// Draws the visible blocks.
    fn blocks(&mut self, ui: &mut Ui, list: &mut List<'_>, sight: Rect, result: &str) {
        let corner = ui.max_rect().min;
        let before = self.heights.total();
        let mut at = self.heights.at(sight.min.y);
        let mut y = self.heights.top(at);
        let mut shift = 0.0;
        while at < self.flow.blocks.len() && y <= sight.max.y {
            let block = self.flow.blocks[at];
            let size = vec2(self.width, self.heights.get(at) - BELOW);
            let rect = Rect::from_min_size(corner + vec2(0.0, y), size);
            let builder = UiBuilder::new()
                .id_salt(self.key(block, self.letters[at]).unwrap_or((NodeId::ROOT, false, at)))
                .max_rect(rect)
                .layout(Layout::top_down(Align::Min));
            let mut child = ui.new_child(builder);
            list.block(&mut child, &self.flow, block, result);
            let height = match block {
                Block::Row { .. } | Block::Result => size.y,
                _ => child.min_rect().height(),
            };
            if (height - size.y).abs() > 0.5 {
                let more = self.heights.set(at, height + BELOW);
                // Keeps the visible part in place.
                shift += if y < sight.min.y { more } else { 0.0 };
                ui.request_repaint();
            }
            if let Some(key) = self.key(block, self.letters[at])
                && self.measured.len() < MAX_MEASURED
            {
                self.measured.insert(key, height);
            }
            y += self.heights.get(at);
            at += 1;
        }
        let total = self.heights.total();
        let at_end = sight.min.y > 0.5 && sight.max.y > before - 0.5;
        if at_end && total > before + 0.5 {
            // A block higher than estimated must not push the end out of view.
            self.offset = Some(total - sight.height());
        } else if shift.abs() > 0.5 && self.offset.is_none() {
            self.offset = Some(sight.min.y + shift);
        }
    }
}

/// Approximate number of characters in a block.
fn letters(tree: &GameTree, flow: &Flow, block: Block) -> usize {
    let comment = |node, before| text_of(tree, node, before).len().min(SHOWN + 20);
    match block {
        Block::Row { .. } | Block::Result => 0,
        Block::Comment(node) => comment(node, false),
        Block::Unread(node, number) => unread(tree, node, number).len().min(SHOWN),
        Block::Words(from, to) => {
            let word = |word: &Word| match *word {
                Word::Move(node, numbered) => {
                    6 + 3 * tree.nags(node).len().min(4) + if numbered { 4 } else { 1 }
                }
                Word::Comment(node, before) => comment(node, before) + 1,
                Word::Unread(node, number) => unread(tree, node, number).len().min(SHOWN) + 1,
                Word::Open | Word::Close => 1,
            };
            flow.words_of(from, to).iter().map(word).sum()
        }
    }
}

fn text_of(tree: &GameTree, node: NodeId, before: bool) -> Cow<'_, str> {
    if before { comment::shown(tree.lead(node)) } else { tree.notes(node).words() }
}

/// An unreadable line after a node.
fn unread(tree: &GameTree, node: NodeId, number: usize) -> &str {
    tree.unread(node).get(number).map_or("", String::as_str)
}

/// What is needed to draw a block.
struct List<'a> {
    cx: &'a Cx<'a>,
    tree: &'a GameTree,
    out: &'a mut Vec<Action>,
    /// Scroll to the word of the shown position.
    seek: bool,
    /// The move that was clicked.
    clicked: Option<NodeId>,
}

impl List<'_> {
    fn block(&mut self, ui: &mut Ui, flow: &Flow, block: Block, result: &str) {
        match block {
            Block::Row { columns, goes_on } => self.row(ui, columns, goes_on),
            Block::Comment(node) => {
                self.indented(ui, |list, ui| list.comment(ui, node, false));
            }
            Block::Unread(node, number) => {
                self.indented(ui, |list, ui| list.unread(ui, node, number));
            }
            Block::Words(from, to) => self.indented(ui, |list, ui| {
                flow.words_of(from, to).iter().for_each(|word| list.word(ui, *word));
            }),
            Block::Result => {
                ui.add_space(theme::GAP);
                ui.vertical_centered(|ui| ui.label(RichText::new(result).strong()));
            }
        }
    }

    /// A row. If the main line continues below interposed text, dots show that.
    fn row(&mut self, ui: &mut Ui, columns: [Option<NodeId>; 2], goes_on: bool) {
        let size = vec2(ui.available_width(), theme::ROW + 2.0);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let p = theme::palette(ui);
        let number = columns.into_iter().flatten().next().map(|node| self.tree.move_number(node));
        let number = number.unwrap_or_default();
        ui.painter().text(
            rect.left_center() + vec2(NUMBER - 10.0, 0.0),
            Align2::RIGHT_CENTER,
            format!("{number}."),
            FontId::proportional(if number < 1_000 { 12.5 } else { 9.0 }),
            p.text_faint,
        );
        let half = (rect.width() - NUMBER) / 2.0;
        for (column, shown) in columns.into_iter().enumerate() {
            let min = rect.min + vec2(NUMBER + half * column as f32, 0.0);
            let cell = Rect::from_min_size(min, vec2(half - 4.0, rect.height()));
            if let Some(shown) = shown {
                self.cell(ui, shown, cell);
            } else if column == 0 || goes_on {
                let at = cell.left_center() + vec2(8.0, 0.0);
                let font = FontId::proportional(14.0);
                ui.painter().text(at, Align2::LEFT_CENTER, "…", font, p.text_faint);
            }
        }
    }

    fn cell(&mut self, ui: &mut Ui, node: NodeId, rect: Rect) {
        let p = theme::palette(ui);
        let shown = self.cx.model.game.current == node;
        let response = ui.interact(rect, ui.scope_id().with(("move", node)), Sense::click());
        let fill = match (shown, response.hovered()) {
            (true, _) => Some(p.accent_fill),
            (false, true) => Some(p.hover),
            (false, false) => None,
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, theme::RADIUS, fill);
        }
        let model = self.cx.model;
        // A hint uses the engine too; its result is not revealed beside a hidden graph.
        let hidden = model.view.workspace == Workspace::Play && model.hides_evaluation();
        // In a game with clocks each move has its time beside it; its evaluation is in the graph.
        let timed = model.view.workspace == Workspace::Play && model.game.clocks.is_some();
        let aside = match timed {
            true => times::time_of(&model.game, node).map(|ms| {
                let (san, seconds) = (format::move_name(self.tree, node), ms as f64 / 1000.0);
                let seconds = tabia_text::number(seconds, 1);
                [duration_text(ms), t!("study-time-spent", san = san, seconds = seconds)]
            }),
            false if hidden => None,
            false => analysis::eval_text(model, node),
        };
        let mut job = move_text::job(&printed(self.tree, node), 14.5, p.text);
        // Glyphs without a symbol are words, which may not fit.
        let room = rect.width() - 16.0;
        job.wrap = TextWrapping::truncate_at_width(room.max(0.0));
        let galley = ui.painter().layout_job(job);
        // The user's own glyphs take precedence over an engine's evaluation.
        let aside = aside.filter(|_| galley.size().x <= room - ASIDE);
        let at = rect.left_center() + vec2(8.0, -galley.size().y / 2.0);
        ui.painter().galley(at, galley, p.text);
        if let Some([text, whole]) = aside {
            let at = rect.right_center() - vec2(8.0, 0.0);
            let font = FontId::proportional(theme::SMALL);
            let ink = if shown { p.text } else { p.text_weak };
            let place = ui.painter().text(at, Align2::RIGHT_CENTER, text, font, ink);
            let area = ui.interact(place, ui.scope_id().with(("score", node)), Sense::hover());
            area.on_hover_text(whole);
        }
        self.finish(ui, node, &response);
    }

    fn finish(&mut self, ui: &Ui, node: NodeId, response: &Response) {
        let shown = self.cx.model.game.current == node;
        let glyphs = self.tree.nags(node).iter().take(super::MAX_GLYPHS);
        let glyphs: Vec<String> =
            glyphs.map(|nag| nag.meaning().unwrap_or_else(|| nag.to_string())).collect();
        let mut name = numbered(self.tree, node);
        for meaning in &glyphs {
            name.push_str(", ");
            name.push_str(meaning);
        }
        if !glyphs.is_empty() {
            response.clone().on_hover_text(glyphs.join("\n"));
        }
        response.widget_info(|| {
            WidgetInfo::selected(eframe::egui::Role::Button, ui.is_enabled(), shown, &name)
        });
        if response.clicked() {
            self.out.push(Action::GoTo(node));
            self.clicked = Some(node);
        }
        let out = &mut *self.out;
        let cx = self.cx;
        response.context_menu(|ui| moves::menu(ui, cx, node, out));
    }

    /// The comment after a move or before it, shortened. A click opens it.
    fn comment(&mut self, ui: &mut Ui, node: NodeId, before: bool) {
        let whole = text_of(self.tree, node, before);
        let shown = format::elided(&whole, SHOWN);
        let p = theme::palette(ui);
        let text = RichText::new(Notation::current().write(&shown)).color(p.text_weak);
        let mut label = ui.add(Label::new(text).wrap().sense(Sense::click()));
        if shown.len() < whole.len() {
            let more = t!("moves-more-text", size = format::bytes(whole.len()));
            let more = RichText::new(more).small().color(p.accent);
            label |= ui.add(Label::new(more).sense(Sense::click()));
        }
        if label.on_hover_cursor(CursorIcon::Text).clicked() {
            self.out.push(Action::GoTo(node));
            self.out.push(Action::Annotate(Some(Annotating { node, before })));
        }
    }

    /// An unreadable line, in grey, which can be selected and copied.
    fn unread(&mut self, ui: &mut Ui, node: NodeId, number: usize) {
        let whole = unread(self.tree, node, number);
        let text =
            RichText::new(&*format::elided(whole, SHOWN)).color(theme::palette(ui).text_faint);
        let label = ui.add(Label::new(text).wrap().selectable(true).sense(Sense::click()));
        label.on_hover_text(t!("moves-unread")).context_menu(|ui| {
            if ui.button(t!("moves-copy-unread")).clicked() {
                ui.copy_text(whole.to_owned());
                ui.close();
            }
        });
    }

    fn indented(&mut self, ui: &mut Ui, add: impl FnOnce(&mut Self, &mut Ui)) {
        // A row of text, not of buttons.
        ui.spacing_mut().interact_size.y = 0.0;
        ui.horizontal(|ui| {
            ui.add_space(NUMBER);
            let p = theme::palette(ui);
            let width = ui.available_width();
            let inner = ui.allocate_ui(vec2(width, 0.0), |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
                    add(self, ui);
                });
            });
            let x = inner.response.rect.left() - 8.0;
            ui.painter().vline(x, inner.response.rect.y_range(), (2.0, p.border));
        });
    }

    fn word(&mut self, ui: &mut Ui, word: Word) {
        let bracket = |ui: &mut Ui, text: &str| {
            ui.label(RichText::new(text).color(theme::palette(ui).text_faint));
        };
        match word {
            Word::Move(node, numbered) => self.move_of_variation(ui, node, numbered),
            Word::Comment(node, before) => self.comment(ui, node, before),
            Word::Unread(node, number) => self.unread(ui, node, number),
            Word::Open => bracket(ui, "("),
            Word::Close => bracket(ui, ")"),
        }
    }

    fn move_of_variation(&mut self, ui: &mut Ui, node: NodeId, numbered: bool) {
        let p = theme::palette(ui);
        let white = self.tree.mover(node) == Color::White;
        let number = match (white, numbered) {
            (true, _) => format!("{}. ", self.tree.move_number(node)),
            (false, true) => format!("{}… ", self.tree.move_number(node)),
            (false, false) => String::new(),
        };
        let shown = self.cx.model.game.current == node;
        let text = format!("{number}{}", printed(self.tree, node));
        let color = if shown { p.text } else { p.text_weak };
        let job = move_text::job(&text, 13.5, color);
        let galley = ui.painter().layout_job(job);
        let (rect, response) =
            ui.allocate_exact_size(galley.size() + Vec2::new(6.0, 3.0), Sense::click());
        if shown || response.hovered() {
            let fill = if shown { p.accent_fill } else { p.hover };
            ui.painter().rect_filled(rect, 3, fill);
        }
        let at = rect.min + vec2(3.0, 1.5);
        ui.painter().galley(at, galley, color);
        if shown && self.seek {
            self.seek = false;
            ui.scroll_to_rect(rect, Some(Align::Center));
        }
        self.finish(ui, node, &response);
    }
}

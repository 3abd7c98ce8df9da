//! The moves of the game: the main line in two columns, variations and comments indented between the
//! rows. A click goes to a position; the shown one is kept in sight. Below it the comment editor, while one
//! writes, and the other places where the shown position stands.

pub mod comment;
mod menu;

use eframe::egui::{
    Align, Align2, CentralPanel, CursorIcon, FontId, Frame, Label, Panel, Rect, Response, RichText,
    ScrollArea, Sense, Ui, Vec2, WidgetInfo, vec2,
};

use crate::app::action::Action;
use crate::app::command::UserCommand;
use crate::app::view::Annotating;
use crate::chess::color::Color;
use crate::game::tree::{GameTree, NodeId};

use super::super::context::Cx;
use super::super::parts;
use super::super::theme;
use super::super::widgets::move_text;
use comment::Field;

/// Width of the move numbers, points.
const NUMBER: f32 = 40.0;

/// Moves named at most where the shown position stands too.
const MOST_PLACES: usize = 4;

/// Shows the panel.
pub fn show(ui: &mut Ui, cx: &Cx<'_>, field: &mut Field, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let annotating = cx.model.view.annotating.filter(|at| game.tree.contains(at.node));
    if let Some(at) = annotating {
        let height = comment::height(ui.available_height());
        Panel::bottom("comment").exact_size(height).frame(Frame::new()).show(ui, |ui| {
            ui.add_space(theme::GAP);
            comment::show(ui, cx, at, field, out);
        });
    } else {
        comment::keep(cx, field, out);
        *field = Field::default();
    }
    places(ui, cx, out);
    CentralPanel::default().frame(Frame::new()).show(ui, |ui| list(ui, cx, out));
}

fn list(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let tree = &cx.model.game.tree;
    let line = tree.main_line();
    let says = !tree.comment(NodeId::ROOT).is_empty();
    if line.len() <= 1 && !says {
        let words = ["No moves yet", "Move a piece, or open a game"];
        return parts::offer(ui, cx, words, &[UserCommand::OpenFile], out);
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let mut list = List { cx, tree, out, scroll: scroll_wanted(ui, cx.model.game.current) };
        if says {
            list.indented(ui, |list, ui| list.comment(ui, NodeId::ROOT, false));
        }
        list.main_line(ui, &line);
        if let Some(result) = cx.model.game.result_text() {
            ui.add_space(theme::GAP);
            ui.vertical_centered(|ui| ui.label(RichText::new(result).strong()));
        }
    });
}

/// Where the shown position stands too: transpositions and repetitions.
fn places(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let mut places = game.tree.transpositions(game.current).peekable();
    if places.peek().is_none() {
        return;
    }
    Panel::bottom("places").frame(Frame::new()).show(ui, |ui| {
        ui.add_space(theme::GAP);
        ui.horizontal_wrapped(|ui| {
            let p = theme::palette(ui);
            ui.label(RichText::new("Same position:").small().color(p.text_weak));
            for node in places.by_ref().take(MOST_PLACES) {
                let text = RichText::new(numbered(&game.tree, node)).small();
                if ui.link(text).on_hover_text("Go there").clicked() {
                    out.push(Action::GoTo(node));
                }
            }
            let more = places.count();
            if more > 0 {
                ui.label(RichText::new(format!("and {more} more")).small().color(p.text_faint));
            }
        });
    });
}

/// A move with its number, such as `12. Nf3` or `12… e5`; the root is the start.
pub fn numbered(tree: &GameTree, node: NodeId) -> String {
    if node == NodeId::ROOT {
        return "the start".to_owned();
    }
    let dots = if tree.mover(node) == Color::White { "." } else { "…" };
    format!("{}{dots} {}", tree.move_number(node), tree.san(node))
}

/// A move as it is printed: with its glyphs.
fn printed(tree: &GameTree, node: NodeId) -> String {
    let mut text = tree.san(node).to_owned();
    for (at, nag) in tree.nags(node).iter().enumerate() {
        // Signs of the move stand at it, signs of the position behind a blank.
        if at > 0 || !nag.judges_move() {
            text.push(' ');
        }
        text.push_str(&nag.to_string());
    }
    text
}

/// Whether the shown position changed since the last frame, so that it has to be scrolled to.
fn scroll_wanted(ui: &Ui, current: NodeId) -> bool {
    let id = ui.scope_id().with("shown position");
    let before = ui.data_mut(|data| data.get_temp::<NodeId>(id));
    ui.data_mut(|data| data.insert_temp(id, current));
    before != Some(current)
}

struct List<'a> {
    cx: &'a Cx<'a>,
    tree: &'a GameTree,
    out: &'a mut Vec<Action>,
    scroll: bool,
}

impl List<'_> {
    /// `line` begins with the root.
    fn main_line(&mut self, ui: &mut Ui, line: &[NodeId]) {
        let mut at = 1;
        while at < line.len() {
            let node = line[at];
            let white = self.tree.mover(node) == Color::White;
            let next = line.get(at + 1).copied().filter(|_| white && !self.interrupts(node));
            let columns = if white { [Some(node), next] } else { [None, Some(node)] };
            if !self.tree.lead(node).is_empty() {
                self.indented(ui, |list, ui| list.comment(ui, node, true));
            }
            self.row(ui, node, columns, line.len() > at + 1);
            at += 1 + usize::from(next.is_some());
            for shown in columns.into_iter().flatten() {
                self.after(ui, shown);
            }
        }
    }

    /// Whether something stands between this move and the next one.
    fn interrupts(&self, node: NodeId) -> bool {
        let next = self.tree.next(node);
        !self.tree.comment(node).is_empty()
            || self.siblings(node).next().is_some()
            || next.is_some_and(|next| !self.tree.lead(next).is_empty())
    }

    fn siblings(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let parent = self.tree.parent(node);
        let all = parent.map_or(&[][..], |parent| self.tree.children(parent));
        all.iter().copied().filter(move |&other| other != node && all.first() == Some(&node))
    }

    /// One row. Where the main line goes on below something that stands between, dots say so.
    fn row(&mut self, ui: &mut Ui, node: NodeId, columns: [Option<NodeId>; 2], goes_on: bool) {
        let size = vec2(ui.available_width(), theme::ROW + 2.0);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let p = theme::palette(ui);
        ui.painter().text(
            rect.left_center() + vec2(NUMBER - 10.0, 0.0),
            Align2::RIGHT_CENTER,
            format!("{}.", self.tree.move_number(node)),
            FontId::proportional(12.5),
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
        let job = move_text::job(&printed(self.tree, node), 14.5, p.text, self.cx.figurines());
        let galley = ui.painter().layout_job(job);
        let at = rect.left_center() + vec2(8.0, -galley.size().y / 2.0);
        ui.painter().galley(at, galley, p.text);
        if let Some([text, whole]) = self.cx.eval_text(node) {
            let at = rect.right_center() - vec2(8.0, 0.0);
            let font = FontId::monospace(11.0);
            let place = ui.painter().text(at, Align2::RIGHT_CENTER, text, font, p.text_faint);
            let told = ui.interact(place, ui.scope_id().with(("score", node)), Sense::hover());
            told.on_hover_text(whole);
        }
        if shown && self.scroll {
            ui.scroll_to_rect(rect, Some(Align::Center));
        }
        self.finish(ui, node, &response);
    }

    fn finish(&mut self, ui: &Ui, node: NodeId, response: &Response) {
        let shown = self.cx.model.game.current == node;
        let mut name = numbered(self.tree, node);
        for nag in self.tree.nags(node) {
            name.push_str(", ");
            name.push_str(&nag.meaning().map_or_else(|| nag.to_string(), str::to_owned));
        }
        response.widget_info(|| {
            WidgetInfo::selected(eframe::egui::Role::Button, ui.is_enabled(), shown, &name)
        });
        if response.clicked() {
            self.out.push(Action::GoTo(node));
        }
        let out = &mut *self.out;
        let cx = self.cx;
        response.context_menu(|ui| menu::show(ui, cx, node, out));
    }

    /// The text behind a move or in front of it. A click changes it.
    fn comment(&mut self, ui: &mut Ui, node: NodeId, before: bool) {
        let text = if before { self.tree.lead(node) } else { self.tree.comment(node) };
        let text = RichText::new(text).color(theme::palette(ui).text_weak);
        let label = ui.add(Label::new(text).wrap().sense(Sense::click()));
        if label.on_hover_cursor(CursorIcon::Text).clicked() {
            self.out.push(Action::GoTo(node));
            self.out.push(Action::Annotate(Some(Annotating { node, before })));
        }
    }

    /// Comment and variations that follow this move of the main line.
    fn after(&mut self, ui: &mut Ui, node: NodeId) {
        if !self.tree.comment(node).is_empty() {
            self.indented(ui, |list, ui| list.comment(ui, node, false));
        }
        let variations: Vec<NodeId> = self.siblings(node).collect();
        for variation in variations {
            self.indented(ui, |list, ui| list.variation(ui, variation));
        }
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

    /// A variation in running text, its own variations in brackets.
    fn variation(&mut self, ui: &mut Ui, first: NodeId) {
        let mut node = first;
        let mut numbered = true;
        loop {
            if !self.tree.lead(node).is_empty() {
                self.comment(ui, node, true);
                numbered = true;
            }
            self.word(ui, node, numbered);
            numbered = !self.tree.comment(node).is_empty();
            if numbered {
                self.comment(ui, node, false);
            }
            let siblings: Vec<NodeId> =
                if node == first { Vec::new() } else { self.siblings(node).collect() };
            for inner in siblings {
                ui.label(RichText::new("(").color(theme::palette(ui).text_faint));
                self.variation(ui, inner);
                ui.label(RichText::new(")").color(theme::palette(ui).text_faint));
                numbered = true;
            }
            match self.tree.children(node).first() {
                Some(&next) => node = next,
                None => return,
            }
        }
    }

    fn word(&mut self, ui: &mut Ui, node: NodeId, numbered: bool) {
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
        let job = move_text::job(&text, 13.5, color, self.cx.figurines());
        let galley = ui.painter().layout_job(job);
        let (rect, response) =
            ui.allocate_exact_size(galley.size() + Vec2::new(6.0, 3.0), Sense::click());
        if shown || response.hovered() {
            let fill = if shown { p.accent_fill } else { p.hover };
            ui.painter().rect_filled(rect, 3, fill);
        }
        let at = rect.min + vec2(3.0, 1.5);
        ui.painter().galley(at, galley, color);
        if shown && self.scroll {
            ui.scroll_to_rect(rect, Some(Align::Center));
        }
        self.finish(ui, node, &response);
    }
}

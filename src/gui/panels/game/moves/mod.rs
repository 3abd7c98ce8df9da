//! The moves of the game: the main line in two columns, variations and comments indented between the rows. A click goes
//! to a position; the shown one is kept visible. Below it the comment editor while the user is writing, and other
//! occurrences of the shown position.

mod flow;
mod list;

use std::borrow::Cow;
use std::sync::Arc;

use eframe::egui::{
    Button, CentralPanel, Frame, Id, Key, Label, Panel, Rect, RichText, ScrollArea, TextEdit, Ui,
    UiBuilder, WidgetInfo, vec2,
};

use tabia_app::action::{Action, TreeEdit};
use tabia_app::commands::command::UserCommand;
use tabia_app::commands::enabled::is_above_another;
use tabia_app::window::view::Annotating;
use tabia_app::window::workspace::Workspace;
use tabia_games::game::annotation::Nag;
use tabia_games::game::comment::as_in_file;
use tabia_games::game::tree::{GameTree, NodeId};

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::panels::study::strip;
use crate::gui::present::context::Cx;
use crate::gui::present::memo::once;
use crate::gui::present::{empty, line_words};
use crate::gui::widgets::{buttons, escape_is_free};
use tabia_text::t;

/// Height of the evaluation below the moves, and minimum height of the panel with it, points.
const GRAPH: f32 = 72.0;
const MIN_WITH_GRAPH: f32 = 240.0;
/// Maximum number of moves named that also lead to the shown position.
const MAX_PLACES: usize = 4;
/// Maximum number of further places counted.
const MAX_MORE: usize = 99;
/// Maximum number of glyphs shown of a move.
const MAX_GLYPHS: usize = 8;

pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, field: &mut Field, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let annotating = cx.model.view.annotating.filter(|at| game.tree.contains(at.node));
    if let Some(at) = annotating {
        let height = height(ui.available_height());
        Panel::bottom("comment").exact_size(height).frame(Frame::new()).show(ui, |ui| {
            ui.add_space(theme::GAP);
            show_comment(ui, cx, at, field, out);
        });
    } else {
        *field = Field::default();
    }
    graph(ui, cx, out);
    places(ui, cx, out);
    CentralPanel::default().frame(Frame::new()).show(ui, |ui| list(ui, cx, out));
}

/// In Study the evaluation graph of the game is shown below the moves.
fn graph(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let wanted = cx.model.view.workspace == Workspace::Study && cx.model.learn.is_none();
    if !wanted || ui.available_height() < MIN_WITH_GRAPH {
        return;
    }
    Panel::bottom("evaluation").exact_size(GRAPH + theme::GAP).frame(Frame::new()).show(ui, |ui| {
        let rect = ui.max_rect();
        let rect = Rect::from_min_max(rect.min + vec2(0.0, theme::GAP), rect.max);
        strip::show(ui, cx, rect, out);
    });
}

/// Shows the moves, or a text if there are none.
fn list(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let tree = &cx.model.game.tree;
    let nothing = tree.comment(NodeId::ROOT).is_empty() && tree.unread(NodeId::ROOT).is_empty();
    if tree.next(NodeId::ROOT).is_none() && nothing {
        let over = cx.model.game.outcome_here().is_some();
        let next = if over { t!("present-over") } else { t!("moves-none.offer") };
        let words = [t!("moves-none"), next];
        empty::offer(ui, cx, words, &[UserCommand::OpenFile], out);
    } else {
        list::show(ui, cx, out);
    }
}

/// The other places of a position: the first few, and how many more there are.
type Places = (Vec<NodeId>, usize);

/// Where else the shown position occurs: transpositions and repetitions. Looked up once for each position.
fn places_of(ui: &Ui, tree: &GameTree, node: NodeId) -> Arc<Places> {
    once(ui.ctx(), Id::unique("places of the position"), (tree.revision(), node), || {
        let mut all = tree.transpositions(node);
        let first = all.by_ref().take(MAX_PLACES).collect();
        Arc::new((first, all.take(MAX_MORE + 1).count()))
    })
}

fn places(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let game = &cx.model.game;
    let places = places_of(ui, &game.tree, game.current);
    let (first, more) = &*places;
    if first.is_empty() {
        return;
    }
    Panel::bottom("places").frame(Frame::new()).show(ui, |ui| {
        ui.add_space(theme::GAP);
        ui.horizontal_wrapped(|ui| {
            let p = theme::palette(ui);
            ui.label(RichText::new(t!("moves-same-position")).small().color(p.text_weak));
            for &node in first {
                let text = RichText::new(numbered(&game.tree, node)).small();
                if ui.link(text).on_hover_text(t!("moves-go-there")).clicked() {
                    out.push(Action::GoTo(node));
                }
            }
            let more = match *more {
                0 => return,
                more if more > MAX_MORE => t!("moves-more-than", n = MAX_MORE),
                more => t!("moves-and-more", n = more),
            };
            ui.label(RichText::new(more).small().color(p.text_faint));
        });
    });
}

/// A move with its number, such as `12. Nf3` or `12… e5`; for the root, the start.
pub(crate) fn numbered(tree: &GameTree, node: NodeId) -> String {
    if node == NodeId::ROOT {
        return t!("moves-start").to_owned();
    }
    format::move_name(tree, node)
}

/// A move as printed, with its glyphs.
fn printed(tree: &GameTree, node: NodeId) -> String {
    let mut text = tree.san(node).to_owned();
    for (at, nag) in tree.nags(node).iter().take(MAX_GLYPHS).enumerate() {
        // Glyphs for the move directly follow it, glyphs for the position come after a space.
        if at > 0 || !nag.judges_move() {
            text.push(' ');
        }
        text.push_str(&nag.to_string());
    }
    text
}

/// Glyphs that assess the position, in menu order.
const POSITION: [UserCommand; 9] = [
    UserCommand::GlyphEqual,
    UserCommand::GlyphUnclear,
    UserCommand::GlyphWhiteSlightly,
    UserCommand::GlyphBlackSlightly,
    UserCommand::GlyphWhiteBetter,
    UserCommand::GlyphBlackBetter,
    UserCommand::GlyphWhiteWinning,
    UserCommand::GlyphBlackWinning,
    UserCommand::GlyphNovelty,
];

/// Shows the menu of a move.
fn menu(ui: &mut Ui, cx: &Cx<'_>, node: NodeId, out: &mut Vec<Action>) {
    let tree = &cx.model.game.tree;
    ui.horizontal(|ui| glyphs(ui, cx, node, out));
    ui.menu_button(t!("moves-position-glyphs"), |ui| {
        for command in POSITION {
            let Some(nag) = command.glyph() else { continue };
            let on = tree.nags(node).contains(&nag);
            entry(ui, (cx, command), on, true, || glyph(node, nag), out);
        }
    });
    ui.separator();
    let places = [
        (UserCommand::Comment, Some(Annotating { node, before: false })),
        (UserCommand::CommentBefore, Annotating::before(tree, node)),
    ];
    for (command, at) in places {
        if entry(ui, (cx, command), false, at.is_some(), || Action::Annotate(at), out) {
            // The editor follows the shown move, so going to the move comes first.
            out.insert(out.len() - 1, Action::GoTo(node));
        }
    }
    // The question is about the position before the move: why was it not the best?
    if let (Some(before), Some(mv)) = (tree.parent(node), tree.mv(node)) {
        ui.separator();
        line_words::about(ui, cx, (before, tree.board(before)), mv, out);
    }
    ui.separator();
    let varied = tree.variation_head(node).is_some();
    let demotes = is_above_another(tree, node);
    let edit = |edit: TreeEdit| Action::Edit { node, edit };
    entry(ui, (cx, UserCommand::PromoteVariation), false, varied, || edit(TreeEdit::Promote), out);
    entry(ui, (cx, UserCommand::MakeMainLine), false, varied, || edit(TreeEdit::MakeMain), out);
    entry(ui, (cx, UserCommand::DemoteVariation), false, demotes, || edit(TreeEdit::Demote), out);
    ui.separator();
    let ends = tree.children(node).is_empty();
    entry(ui, (cx, UserCommand::CutAfter), false, !ends, || edit(TreeEdit::CutAfter), out);
    entry(ui, (cx, UserCommand::DeleteVariation), false, true, || edit(TreeEdit::Delete), out);
}

fn glyph(node: NodeId, nag: Nag) -> Action {
    Action::Edit { node, edit: TreeEdit::ToggleNag(nag) }
}

/// One entry of the menu, named after its command. Returns whether it was chosen.
fn entry(
    ui: &mut Ui,
    (cx, command): (&Cx<'_>, UserCommand),
    on: bool,
    enabled: bool,
    action: impl FnOnce() -> Action,
    out: &mut Vec<Action>,
) -> bool {
    let mut button = Button::new(command.name()).selected(on);
    if let Some(keys) = command.keys_text(cx.model) {
        button = button.shortcut_text(RichText::new(keys).monospace());
    }
    let chosen = ui.add_enabled(enabled, button).clicked();
    if chosen {
        out.push(action());
        ui.close();
    }
    chosen
}

// The comment editor below the move list: the comment after or before the shown move, and its glyphs. It stays open
// while the user steps through the game.

/// Height of the editor, points: heading and three lines.
const HEIGHT: f32 = 112.0;
/// The same with one line, where the panel is low.
const LOW: f32 = 72.0;
/// Narrowest button of a glyph, points.
const GLYPH: f32 = 28.0;
/// Width of the glyphs and the button after them, points.
const GLYPHS_WIDTH: f32 = 260.0;
/// Glyphs offered as buttons: those that assess the move.
const GLYPHS: [UserCommand; 7] = [
    UserCommand::GlyphGood,
    UserCommand::GlyphMistake,
    UserCommand::GlyphBrilliant,
    UserCommand::GlyphBlunder,
    UserCommand::GlyphInteresting,
    UserCommand::GlyphDubious,
    UserCommand::GlyphOnlyMove,
];

/// Longest text that can be changed here, characters: a longer one is read-only and shown page by page.
const MAX_LENGTH: usize = 20_000;
/// Size of a page, bytes.
const PAGE: usize = 3_000;

/// The comment being typed. It is written into the game at once, so that nothing can be lost.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    /// Nothing had the focus in the last frame.
    unfocused: bool,
    of: Option<(u64, Annotating)>,
    text: String,
    /// Part of it has been written into the game.
    wrote: bool,
    /// The page shown of a text that is too long.
    page: usize,
}

/// The editor's height for this available height.
pub(crate) fn height(available: f32) -> f32 {
    if available < 2.4 * HEIGHT { LOW } else { HEIGHT }
}

/// Shows the editor.
pub(crate) fn show_comment(
    ui: &mut Ui,
    cx: &Cx<'_>,
    at: Annotating,
    field: &mut Field,
    out: &mut Vec<Action>,
) {
    let game = &cx.model.game;
    // Each text has its own cursor, which starts at its end.
    let id = Id::unique(("comment", game.serial, at.node, at.before));
    let opened = field.of != Some((game.serial, at));
    if escaped(ui, cx, field) {
        out.push(Action::Annotate(None));
    }
    if written(&game.tree, at).chars().nth(MAX_LENGTH).is_some() {
        if opened {
            *field = Field { of: Some((game.serial, at)), ..Field::default() };
        }
        field.unfocused = ui.memory(|memory| memory.focused().is_none());
        return pages(ui, cx, at, field, out);
    }
    // Undo and a review change the text too.
    if opened || field.text.trim() != written(&game.tree, at).trim() {
        written(&game.tree, at).clone_into(&mut field.text);
        *field = Field {
            of: Some((game.serial, at)),
            text: std::mem::take(&mut field.text),
            ..Field::default()
        };
    }
    // The command that opens the editor also returns to it.
    let asked = cx.model.typed.for_field().is_some() && cx.model.dialog.is_none();
    if (opened || asked) && !ui.memory(|memory| memory.has_focus(id)) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    heading(ui, cx, at, out);
    let done = ui.input(|input| input.key_pressed(Key::Enter));
    let rows = if ui.available_height() < LOW { 1 } else { 3 };
    let area = UiBuilder::new().max_rect(ui.available_rect_before_wrap());
    let response = ui
        .scope_builder(area, |ui| {
            ScrollArea::vertical()
                .id_salt(id)
                .show(ui, |ui| {
                    let edit = TextEdit::multiline(&mut field.text)
                        .id(id)
                        .desired_rows(rows)
                        .desired_width(f32::INFINITY)
                        .hint_text(t!("moves-comment-hint"))
                        // Comments in a file have no line breaks.
                        .return_key(None);
                    ui.add(edit).accessible_name(t!("moves-comment"))
                })
                .inner
        })
        .inner;
    // The input is converted to what a file can hold; the number of characters is unchanged, so the cursor stays.
    if let Cow::Owned(text) = as_in_file(&field.text) {
        field.text = text;
    }
    keep(cx, at, field, out);
    let escaped = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
    if escaped || response.has_focus() && done {
        field.of = None;
        out.push(Action::Annotate(None));
    }
    field.unfocused = ui.memory(|memory| memory.focused().is_none());
}

/// Whether Escape was pressed while nothing had the focus and nothing else waited for it.
fn escaped(ui: &Ui, cx: &Cx<'_>, field: &Field) -> bool {
    let waits =
        cx.model.dialog.is_some() || cx.model.editor.is_some() || cx.model.game.premove.is_some();
    field.unfocused && !waits && escape_is_free(ui)
}

/// A text too long for the editor, to be read and copied.
fn pages(ui: &mut Ui, cx: &Cx<'_>, at: Annotating, field: &mut Field, out: &mut Vec<Action>) {
    let whole = written(&cx.model.game.tree, at);
    heading(ui, cx, at, out);
    let last = whole.len().div_ceil(PAGE) - 1;
    ui.horizontal(|ui| {
        if buttons::small(ui, Icon::Previous, t!("moves-page-before")).clicked() {
            field.page = field.page.saturating_sub(1);
        }
        if buttons::small(ui, Icon::Next, t!("moves-page-next")).clicked() {
            field.page = (field.page + 1).min(last);
        }
        field.page = field.page.min(last);
        if buttons::small(ui, Icon::Copy, t!("moves-copy-all")).clicked() {
            ui.copy_text(whole.to_owned());
        }
        let size = format::bytes(whole.len());
        let text = t!("moves-page", page = field.page + 1, pages = last + 1, size = size);
        ui.add(Label::new(RichText::new(text).small()).truncate());
    });
    // Without a minimum height, which would exceed that of the editor.
    ScrollArea::vertical().auto_shrink(false).min_scrolled_height(0.0).show(ui, |ui| {
        ui.add(Label::new(page(whole, field.page)).wrap());
    });
}

/// A page of a text, cut between characters.
fn page(text: &str, number: usize) -> &str {
    let begin = text.floor_char_boundary(number * PAGE);
    let end = text.floor_char_boundary((number + 1) * PAGE);
    &text[begin..end]
}

/// Writes the input into the game.
fn keep(cx: &Cx<'_>, at: Annotating, field: &mut Field, out: &mut Vec<Action>) {
    let text = field.text.trim();
    if written(&cx.model.game.tree, at).trim() != text {
        let edit =
            TreeEdit::Comment { before: at.before, text: text.to_owned(), more: field.wrote };
        out.push(Action::Edit { node: at.node, edit });
        field.wrote = true;
    }
}

fn written(tree: &GameTree, at: Annotating) -> &str {
    if at.before { tree.lead(at.node) } else { tree.comment(at.node) }
}

fn heading(ui: &mut Ui, cx: &Cx<'_>, at: Annotating, out: &mut Vec<Action>) {
    let tree = &cx.model.game.tree;
    let root = at.node == NodeId::ROOT;
    ui.horizontal(|ui| {
        if root {
            ui.label(RichText::new(t!("moves-comment-game")).strong());
        } else {
            let name = numbered(tree, at.node);
            ui.label(RichText::new(name).strong());
            let places = [(true, t!("moves-comment-before")), (false, t!("moves-comment-after"))];
            ui.add_enabled_ui(tree.begins_variation(at.node), |ui| {
                let place = t!("moves-comment-place");
                if let Some(before) = buttons::segmented(ui, place, at.before, &places) {
                    out.push(Action::Annotate(Some(Annotating { before, ..at })));
                }
            });
            // Without room for them there are shortcuts and the menu of the move.
            if ui.available_width() > GLYPHS_WIDTH {
                glyphs(ui, cx, at.node, out);
            }
        }
        ui.with_layout(eframe::egui::Layout::right_to_left(eframe::egui::Align::Center), |ui| {
            if buttons::small(ui, Icon::Cross, t!("moves-comment-close")).clicked() {
                out.push(Action::Annotate(None));
            }
        });
    });
}

/// Buttons for the glyphs that assess the move.
pub(crate) fn glyphs(ui: &mut Ui, cx: &Cx<'_>, node: NodeId, out: &mut Vec<Action>) {
    let tree = &cx.model.game.tree;
    ui.spacing_mut().item_spacing.x = 2.0;
    for command in GLYPHS {
        let Some(nag) = command.glyph() else { continue };
        let on = tree.nags(node).contains(&nag);
        let sign = nag.sign().unwrap_or_default();
        let name = nag.meaning().unwrap_or_default();
        let face = Button::selectable(on, RichText::new(sign).strong());
        let response = ui.add(face.min_size(vec2(GLYPH, 24.0)));
        response.widget_info(|| WidgetInfo::selected(eframe::egui::Role::Button, true, on, &name));
        let keys = command.keys_text(cx.model).unwrap_or_default();
        if response.on_hover_text(format!("{name}  {keys}")).clicked() {
            out.push(Action::Edit { node, edit: TreeEdit::ToggleNag(nag) });
        }
    }
}

#[cfg(test)]
mod comment_tests {
    use super::*;

    #[test]
    fn pages_hold_the_whole_text_once() {
        let text = "äöü€".repeat(1_000);
        let pages: Vec<&str> = (0..text.len().div_ceil(PAGE)).map(|n| page(&text, n)).collect();
        assert_eq!(pages.concat(), text);
        assert!(pages.iter().all(|page| page.len() <= PAGE + 3));
        assert_eq!(page(&text, 1_000), "");
    }
}

//! The moves of the game: the main line in two columns, variations and comments indented between the
//! rows. A click goes to a position; the shown one is kept in sight. Below it the comment editor, while one
//! writes, and the other places where the shown position stands.

pub(crate) mod comment;
mod flow;
mod list;

use std::sync::Arc;

use comment::Field;
use eframe::egui::{Button, CentralPanel, Frame, Id, Panel, RichText, Ui};

use tabia_app::action::{Action, TreeEdit};
use tabia_app::commands::command::UserCommand;
use tabia_app::window::view::Annotating;
use tabia_chess::Color;
use tabia_games::game::nag::Nag;
use tabia_games::game::tree::{GameTree, NodeId};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::{ask, parts, room};

/// The height it asks for grows by so much at a time, points.
const STEP: f32 = 4.0 * (theme::ROW + 3.0);
/// Moves named at most where the shown position stands too.
const MOST_PLACES: usize = 4;
/// Places counted at most beside those.
const MOST_MORE: usize = 99;
/// Glyphs shown of a move.
const MOST_GLYPHS: usize = 8;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, field: &mut Field, out: &mut Vec<Action>) {
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
    let whole = ui.max_rect().height();
    places(ui, cx, out);
    CentralPanel::default().frame(Frame::new()).show(ui, |ui| {
        // In steps of some moves, so that the panels beside it do not move with each.
        let beside = whole - ui.max_rect().height();
        if let Some(rows) = list(ui, cx, out) {
            room::ask(ui, beside + (rows / STEP).ceil() * STEP);
        }
    });
}

/// Shows the moves, or that there are none. Gives the height of all of them.
fn list(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) -> Option<f32> {
    let tree = &cx.model.game.tree;
    let nothing = tree.comment(NodeId::ROOT).is_empty() && tree.unread(NodeId::ROOT).is_empty();
    if tree.next(NodeId::ROOT).is_none() && nothing {
        let words = ["No moves yet", "Move a piece, or open a game"];
        parts::offer(ui, cx, words, &[UserCommand::OpenFile], out);
        return None;
    }
    Some(list::show(ui, cx, out))
}

/// The other places of a position: the first few, and how many more there are.
type Places = (Vec<NodeId>, usize);

/// Where the shown position stands too: transpositions and repetitions. Looked up once for each.
fn places_of(ui: &Ui, tree: &GameTree, node: NodeId) -> Arc<Places> {
    type Known = ((u64, NodeId), Arc<Places>);
    let id = Id::unique("places of the position");
    let asked = (tree.revision(), node);
    let known = ui.data(|data| data.get_temp::<Known>(id)).filter(|(of, _)| *of == asked);
    if let Some((_, places)) = known {
        return places;
    }
    let mut all = tree.transpositions(node);
    let first = all.by_ref().take(MOST_PLACES).collect();
    let places = Arc::new((first, all.take(MOST_MORE + 1).count()));
    ui.data_mut(|data| data.insert_temp::<Known>(id, (asked, Arc::clone(&places))));
    places
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
            ui.label(RichText::new("Same position:").small().color(p.text_weak));
            for &node in first {
                let text = RichText::new(numbered(&game.tree, node)).small();
                if ui.link(text).on_hover_text("Go there").clicked() {
                    out.push(Action::GoTo(node));
                }
            }
            let more = match *more {
                0 => return,
                more if more > MOST_MORE => format!("and more than {MOST_MORE} others"),
                more => format!("and {more} more"),
            };
            ui.label(RichText::new(more).small().color(p.text_faint));
        });
    });
}

/// A move with its number, such as `12. Nf3` or `12… e5`; the root is the start.
pub(crate) fn numbered(tree: &GameTree, node: NodeId) -> String {
    if node == NodeId::ROOT {
        return "the start".to_owned();
    }
    let dots = if tree.mover(node) == Color::White { "." } else { "…" };
    format!("{}{dots} {}", tree.move_number(node), tree.san(node))
}

/// A move as it is printed: with its glyphs.
fn printed(tree: &GameTree, node: NodeId) -> String {
    let mut text = tree.san(node).to_owned();
    for (at, nag) in tree.nags(node).iter().take(MOST_GLYPHS).enumerate() {
        // Signs of the move stand at it, signs of the position behind a blank.
        if at > 0 || !nag.judges_move() {
            text.push(' ');
        }
        text.push_str(&nag.to_string());
    }
    text
}

/// Glyphs that judge the position, as they stand in the menu.
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
    ui.horizontal(|ui| comment::glyphs(ui, cx, node, out));
    ui.menu_button("Position", |ui| {
        for command in POSITION {
            let Some(nag) = command.glyph() else { continue };
            let on = tree.nags(node).contains(&nag);
            entry(ui, (cx, command), on, true, || glyph(node, nag), out);
        }
    });
    ui.separator();
    for (command, before) in [(UserCommand::Comment, false), (UserCommand::CommentBefore, true)] {
        let at = Annotating { node, before };
        if entry(ui, (cx, command), false, true, || Action::Annotate(Some(at)), out) {
            // The editor follows the shown move, so that one comes first.
            out.insert(out.len() - 1, Action::GoTo(node));
        }
    }
    // Asked in the position before it: why was it not the best?
    if let (Some(before), Some(mv)) = (tree.parent(node), tree.mv(node)) {
        ui.separator();
        ask::about(ui, cx, (before, tree.board(before)), mv, out);
    }
    ui.separator();
    let varied = tree.variation_head(node).is_some();
    let head = tree.variation_head(node).unwrap_or(node);
    let lowest = tree.sibling(head, 1).is_none();
    let edit = |edit: TreeEdit| Action::Edit { node, edit };
    entry(ui, (cx, UserCommand::PromoteVariation), false, varied, || edit(TreeEdit::Promote), out);
    entry(ui, (cx, UserCommand::MakeMainLine), false, varied, || edit(TreeEdit::MakeMain), out);
    entry(ui, (cx, UserCommand::DemoteVariation), false, !lowest, || edit(TreeEdit::Demote), out);
    ui.separator();
    let ends = tree.children(node).is_empty();
    entry(ui, (cx, UserCommand::CutAfter), false, !ends, || edit(TreeEdit::CutAfter), out);
    entry(ui, (cx, UserCommand::DeleteVariation), false, true, || edit(TreeEdit::Delete), out);
}

fn glyph(node: NodeId, nag: Nag) -> Action {
    Action::Edit { node, edit: TreeEdit::ToggleNag(nag) }
}

/// One line of the menu, named as its command. Says whether it was chosen.
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

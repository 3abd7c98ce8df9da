//! The menu of a move in the list: its glyphs, its comments, and what can be done with its line.

use eframe::egui::{Button, RichText, Ui};

use tabia_app::action::{Action, TreeEdit};
use tabia_app::commands::command::UserCommand;
use tabia_app::window::view::Annotating;
use tabia_games::game::nag::Nag;
use tabia_games::game::tree::NodeId;

use super::comment;
use crate::gui::present::ask;
use crate::gui::present::context::Cx;

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

/// Shows the menu.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, node: NodeId, out: &mut Vec<Action>) {
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

//! What a strong player would have been expected to play at each move of the game, and what was a surprise.

use eframe::egui::{Grid, Label, RichText, Sense, Ui, UiBuilder, WidgetInfo, vec2};

use tabia_app::action::{Action, ReviewAction};
use tabia_chess::{Color, san};
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_host::review::accuracy::{Expectation, Expected};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::{context, players};
use crate::gui::widgets::{move_text, segmented};

/// What the numbers are, for the pointer.
const HINT: &str = "The built-in policy network says of each legal move how likely a strong player is to choose it, \
    without any search. It has learnt that from the program's own games: what is likely need not be good. Surprise is \
    told in bits: 1 for one chance in two, 5 for one in 32";
/// From so many bits on a move stands out: less than one chance in sixteen.
const SURPRISING: f32 = 4.0;

/// The switch between the errors and what was expected.
pub(super) fn switch(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let choices = [(false, "Errors"), (true, "Expected moves")];
    let hint = |shown: bool| {
        if shown {
            HINT.to_owned()
        } else {
            "The moves that lost chances, by the engine".to_owned()
        }
    };
    let shown = cx.model.expected.shown;
    if let Some(shown) = segmented::with_hints(ui, "List", shown, &choices, &hint) {
        out.push(Action::Review(ReviewAction::ShowExpected(shown)));
    }
    ui.add_space(theme::GAP);
}

/// Both sides in a line each, and the moves.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let weak = |text: String| RichText::new(text).color(p.text_weak);
    let why_not = if cx.model.hides_engine() {
        Some("Hidden: you think for yourself")
    } else if cx.model.game.is_played() {
        Some("Told when the game is over")
    } else {
        None
    };
    if let Some(why_not) = why_not {
        ui.label(weak(why_not.to_owned()));
        return;
    }
    let Some(found) = cx.model.expected.found() else {
        ui.label(weak("Being worked out…".to_owned()));
        return;
    };
    let tree = &cx.model.game.tree;
    let found: Vec<&(NodeId, Expectation)> =
        found.iter().filter(|(node, _)| tree.contains(*node)).collect();
    if found.is_empty() {
        ui.label(weak("The game has no moves yet".to_owned()));
        return;
    }
    Grid::new("expected sums").num_columns(2).spacing([14.0, 1.0]).show(ui, |ui| {
        for side in Color::ALL {
            let own = found.iter().filter(|(node, _)| mover(tree, *node) == side);
            let Expected { moves, first, surprise } = Expected::of(own.map(|(_, one)| one));
            if moves == 0 {
                continue;
            }
            ui.label(RichText::new(players::player_name(cx.model, side)).strong());
            let text = format!("{first} of {moves} moves the likeliest, {surprise:.1} bits a move");
            ui.label(weak(text)).on_hover_text(HINT);
            ui.end_row();
        }
    });
    ui.add_space(theme::GAP);
    for (node, expectation) in found {
        row(ui, cx, *node, expectation, out);
    }
}

/// Who made the move that leads to a node.
fn mover(tree: &GameTree, node: NodeId) -> Color {
    !tree.board(node).stm()
}

/// A move: how likely it was, and what was likelier.
fn row(ui: &mut Ui, cx: &Cx<'_>, node: NodeId, expectation: &Expectation, out: &mut Vec<Action>) {
    let tree = &cx.model.game.tree;
    let Some(board) = tree.parent(node).map(|parent| tree.board(parent)) else { return };
    let p = theme::palette(ui);
    let dots = if mover(tree, node) == Color::White { "." } else { "…" };
    let played = format!("{}{dots} {}", tree.move_number(node), tree.san(node));
    let surprise = expectation.surprise();
    let odds = format!("{}, surprise {surprise:.1}", percent(expectation.prior));
    let likely: Vec<String> = expectation
        .likely
        .iter()
        .map(|&(mv, prior)| format!("{} {}", san::write(board, mv), percent(prior)))
        .collect();
    let likely = format!("Expected {}", likely.join(", "));
    let name = format!("{played}: {odds}. {likely}");
    let shown = cx.model.game.current == node;
    let inner = ui.scope_builder(UiBuilder::new().sense(Sense::click()), |ui| {
        let fill = match (shown, ui.response().hovered()) {
            (true, _) => p.accent_fill,
            (_, true) => p.hover,
            _ => p.panel,
        };
        eframe::egui::Frame::new().fill(fill).corner_radius(4).inner_margin(3).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing = vec2(8.0, 0.0);
            ui.horizontal(|ui| {
                let color = if surprise >= SURPRISING { p.warn } else { p.text };
                let text = move_text::job(&played, 14.0, color, context::figurines(cx.model));
                ui.add(Label::new(text).selectable(false));
                ui.add(
                    Label::new(RichText::new(odds).small().color(p.text_weak)).selectable(false),
                );
            });
            let likely = RichText::new(likely).small().color(p.text_weak);
            ui.add(Label::new(likely).truncate().selectable(false));
        });
    });
    let response = inner.response;
    response.widget_info(|| WidgetInfo::labeled(eframe::egui::Role::Button, true, &name));
    if response.clicked() {
        out.push(Action::GoTo(node));
    }
}

fn percent(share: f32) -> String {
    if share < 0.01 { "under 1 %".to_owned() } else { format!("{:.0} %", 100.0 * share) }
}

//! The tree as it stands, as far as it is drawn, and the last playouts in writing.

use eframe::egui::{Button, RichText, ScrollArea, Ui};

use tabia_app::action::Action;
use tabia_app::lab::playouts::twigs::{Twig, twigs};
use tabia_app::lab::playouts::{Grown, PlayoutsAction, PlayoutsState};

use super::{act, line_of, san_of, words};
use crate::gui::look::theme;
use crate::gui::widgets::tree_picture::{self, Node, Tone};

/// Nodes drawn.
const NODES: usize = 36;
/// Playouts listed.
const LISTED: usize = 8;

pub(super) fn show(ui: &mut Ui, state: &PlayoutsState, grown: &Grown, out: &mut Vec<Action>) {
    let drawn = twigs(state, NODES);
    let nodes: Vec<Node> = drawn.iter().map(|twig| node(state, grown, twig)).collect();
    let width = ui.available_width() - 12.0;
    super::super::note(
        ui,
        "Most visited nodes: move, playouts, value for who made it. The line under way is framed, a click goes there",
    );
    let clicked = ScrollArea::horizontal()
        .id_salt("drawn")
        .show(ui, |ui| tree_picture::show(ui, &nodes, width))
        .inner;
    if let Some(twig) = clicked.and_then(|at| drawn.get(at)) {
        // To its node, or to the last one above that is kept.
        out.push(act(PlayoutsAction::Up(0)));
        out.extend(twig.line.iter().map(|&mv| act(PlayoutsAction::Down(mv))));
    }
    ui.add_space(theme::PAD);
    last_playouts(ui, grown, out);
}

fn node(state: &PlayoutsState, grown: &Grown, twig: &Twig) -> Node {
    let before = twig.line.len().saturating_sub(1);
    let board = twig.line[..before].iter().fold(grown.board(), |board, &mv| board.after(mv));
    let name = twig.line.last().map_or_else(|| "Root".to_owned(), |&mv| san_of(&board, mv));
    let value = match twig.proof {
        Some(proof) => words::proven_short(proof),
        None if twig.visits == 0 => "new".to_owned(),
        None => format!("{:.2}", twig.q),
    };
    let line = line_of(&grown.board(), &twig.line);
    let told = if twig.line.is_empty() { "Root".to_owned() } else { format!("Node {line}") };
    let under_way = if twig.under_way { ", on the line under way" } else { "" };
    let in_sight = twig.line == state.path;
    Node {
        parent: twig.parent,
        level: twig.line.len(),
        text: format!("{name}  {}  {value}", twig.visits),
        below: String::new(),
        tone: if in_sight { Tone::Open } else { Tone::Done },
        square: board.stm() == grown.board().stm(),
        current: twig.under_way,
        name: format!(
            "{told}: {} playouts, {}{under_way}",
            twig.visits,
            twig.proof.map_or(value, words::proven)
        ),
    }
}

/// The newest on top.
fn last_playouts(ui: &mut Ui, grown: &Grown, out: &mut Vec<Action>) {
    if grown.done.is_empty() {
        return;
    }
    let board = grown.board();
    super::super::note(ui, "Last playouts: value for the side to move at the root, and the line");
    for (at, done) in grown.done.iter().enumerate().rev().take(LISTED) {
        let rest = if done.plies > done.line.len() { " …" } else { "" };
        let line = line_of(&board, &done.line);
        let text = format!("{:>5}  {:.3}  {line}{rest}", done.number, done.q);
        let button = Button::new(RichText::new(text).monospace().size(theme::SMALL)).frame(false);
        let button = ui.add(button.truncate()).on_hover_text("Go to its node");
        if button.clicked() {
            out.push(act(PlayoutsAction::Line(at)));
        }
    }
}

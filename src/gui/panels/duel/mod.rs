//! The duel: both minds on the position, side by side: what each would play, how good it thinks that is in one unit,
//! and since when. Below, what the board shows of them.

pub(crate) mod course;
pub(crate) mod disputed;
mod mind;
pub(crate) mod presets;

use eframe::egui::{Align, Label, Layout, RichText, ScrollArea, Ui};

use tabia_app::action::Action;
use tabia_app::commands::command::UserCommand;
use tabia_app::duel::course::{Held, first_named, held};
use tabia_app::duel::state::{By, DuelAction, Shows};
use tabia_chess::san;

use crate::gui::look::icons::Icon;
use crate::gui::look::{format, theme};
use crate::gui::present::context::Cx;
use crate::gui::present::duel::Mind;
use crate::gui::present::parts;
use crate::gui::widgets::segmented;

/// From this width on the minds stand side by side, points.
const WIDE: f32 = 500.0;
/// Space between them, points.
const BETWEEN: f32 = 18.0;

/// Shows the panel.
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    if !cx.model.in_duel() {
        let words = ["No duel", "Its workspace has both engines of the program at one position"];
        return parts::offer(ui, cx, words, &[UserCommand::Duel], out);
    }
    let minds = cx.minds();
    head(ui, cx, &minds, out);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add_space(theme::GAP);
        if ui.available_width() >= WIDE {
            ui.spacing_mut().item_spacing.x = BETWEEN;
            ui.columns(2, |columns| {
                for (ui, mind) in columns.iter_mut().zip(&minds) {
                    ui.spacing_mut().item_spacing.x = theme::GAP;
                    mind::show(ui, cx, mind, out);
                }
            });
        } else {
            for mind in &minds {
                mind::show(ui, cx, mind, out);
                ui.add_space(theme::GAP);
            }
        }
        ui.add_space(theme::GAP);
        since(ui, cx, &minds);
        ui.add_space(theme::GAP);
        board_shows(ui, cx, out);
    });
}

/// Whether they agree, and what can be done.
fn head(ui: &mut Ui, cx: &Cx<'_>, minds: &[Mind<'_>; 2], out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let on = cx.model.engine.analysis;
            let (icon, name) =
                if on { (Icon::Pause, "Stop analysis") } else { (Icon::Analyse, "Analyse") };
            parts::command_button(ui, cx, UserCommand::ToggleAnalysis, Some((icon, name)), out);
            parts::labelled_button(ui, cx, UserCommand::MatchMinds, out);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let (text, good) = verdict(cx, minds);
                let color = match good {
                    Some(true) => p.good,
                    Some(false) => p.warn,
                    None => p.text_weak,
                };
                let label = RichText::new(&text).strong().color(color);
                ui.add(Label::new(label).truncate()).on_hover_text(text);
            });
        });
    });
}

/// What each would play, and whether that is the same; `None`: not both have said.
fn verdict(cx: &Cx<'_>, minds: &[Mind<'_>; 2]) -> (String, Option<bool>) {
    let [one, other] = minds;
    if one.node != other.node {
        return ("Each speaks of its own last move".to_owned(), None);
    }
    let board = cx.model.game.tree.board(one.node);
    let best = |mind: &Mind<'_>| {
        let mv = mind.lines.first()?.info.pv.first().copied()?;
        board.is_legal(mv).then_some(mv)
    };
    match (best(one), best(other)) {
        (Some(a), Some(b)) if a == b => (format!("Both play {}", san::write(board, a)), Some(true)),
        (Some(a), Some(b)) => {
            let [a, b] = [a, b].map(|mv| san::write(board, mv));
            (format!("They differ: {a} or {b}"), Some(false))
        }
        _ if cx.search_outcome().is_some() => ("The game is over here".to_owned(), None),
        _ if cx.is_thinking() => ("They have just begun".to_owned(), None),
        _ => ("Nobody is at work".to_owned(), None),
    }
}

/// Since when each keeps to its move, and when it first named the other's.
fn since(ui: &mut Ui, cx: &Cx<'_>, minds: &[Mind<'_>; 2]) {
    let p = theme::palette(ui);
    for (mind, rival) in [(&minds[0], &minds[1]), (&minds[1], &minds[0])] {
        let text = since_text(cx, mind, rival);
        ui.add(Label::new(RichText::new(text).small().color(p.text_weak)).wrap());
    }
}

fn since_text(cx: &Cx<'_>, mind: &Mind<'_>, rival: &Mind<'_>) -> String {
    let board = cx.model.game.tree.board(mind.node);
    let Some(own) = held(&mind.said).filter(|own| board.is_legal(own.mv)) else {
        return format!("{}: nothing said yet", mind.name);
    };
    let Held { mv, since_ms, nodes } = own;
    let spent = spent(mind, nodes);
    let name = san::write(board, mv);
    let text = format!("{} keeps to {name} since {}{spent}", mind.name, format::duration(since_ms));
    let other = held(&rival.said).filter(|_| rival.node == mind.node).map(|held| held.mv);
    let Some(other) = other.filter(|&other| other != mv && board.is_legal(other)) else {
        return text;
    };
    let other_name = san::write(board, other);
    match first_named(&mind.said, other) {
        Some(at) => {
            let when = format::duration(at.time_ms);
            format!("{text}; it first named {other_name} at {when}")
        }
        None => format!("{text}; it never named {other_name}"),
    }
}

/// ` (48.0k playouts)`.
fn spent(mind: &Mind<'_>, nodes: Option<u64>) -> String {
    let what = if mind.puct().is_some() { "playouts" } else { "nodes" };
    nodes.map_or_else(String::new, |nodes| format!(" ({} {what})", format::count(nodes)))
}

/// What the board shows.
fn board_shows(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let p = theme::palette(ui);
    let duel = &cx.model.duel;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("On the board").small().color(p.text_weak));
        let shows = [
            (Shows::Moves, "Moves"),
            (Shows::Prior, "Prior"),
            (Shows::Visits, "Playouts"),
            (Shows::Change, "Change"),
        ];
        let chosen = segmented::with_hints(ui, "On the board", duel.shows, &shows, &|shows| {
            means(shows).to_owned()
        });
        out.extend(chosen.map(|shows| Action::Duel(DuelAction::Show(shows))));
        if duel.shows != Shows::Moves {
            let by = [(By::Target, "To"), (By::Origin, "From")];
            let chosen = segmented::show(ui, "Squares tinted", duel.by, &by);
            out.extend(chosen.map(|by| Action::Duel(DuelAction::TintBy(by))));
        }
    });
    ui.add(Label::new(RichText::new(means(duel.shows)).small().color(p.text_faint)).wrap());
}

/// What a choice shows.
fn means(shows: Shows) -> &'static str {
    match shows {
        Shows::Moves => "The best moves of both as arrows, each in the colour of its mind",
        Shows::Prior => {
            "What PUCT believed of each move before it looked, per cent: its network's chances, made more even"
        }
        Shows::Visits => "Where its playouts went, per cent",
        Shows::Change => "What looking has changed: playouts less prior, in points of a hundred",
    }
}

//! Each level against the one before it.

use eframe::egui::{DragValue, Grid, RichText, Ui};

use tabia_app::action::Action;
use tabia_app::lab::scratch::{GAMES, NODES, ScratchAction, ScratchMatch};
use tabia_lab::experiment::Experiment as _;
use tabia_lab::matches::LevelMatches;
use tabia_lab::scratch::values::Level;
use tabia_lab::table::{Column, Table};

use crate::gui::look::theme;
use crate::gui::present::context::Cx;
use crate::gui::present::parts;

use super::{act, note};

/// Shows the page.
pub(super) fn show(ui: &mut Ui, cx: &Cx<'_>, out: &mut Vec<Action>) {
    let kept = &cx.model.settings.scratch;
    let level = kept.eval.level;
    let (mut games, mut nodes) = (kept.games, kept.nodes);
    ui.horizontal_wrapped(|ui| {
        let field = DragValue::new(&mut games).range(GAMES).suffix(" games");
        if ui.add(field).accessible_name("Games of a match").changed() {
            act(out, ScratchAction::Games(games));
        }
        let field = DragValue::new(&mut nodes).range(NODES).speed(50.0).suffix(" nodes a move");
        if ui.add(field).accessible_name("Nodes a move").changed() {
            act(out, ScratchAction::Nodes(nodes));
        }
    });
    ui.horizontal_wrapped(|ui| {
        let button = (LevelMatches::INFO.id, LevelMatches::INFO.start);
        if cx.model.lab.is_at(button.0) {
            super::super::start_or_stop(ui, cx, button, out);
            return;
        }
        if let Some(before) = level.before() {
            let text = format!("Play level {} against level {}", level.number(), before.number());
            if ui.button(text).clicked() {
                act(out, ScratchAction::Match);
            }
        }
        if ui.button("Play all levels").on_hover_text("Each against the one before it").clicked() {
            act(out, ScratchAction::AllMatches);
        }
    });
    let matches = &cx.model.lab.scratch.matches;
    if matches.is_empty() {
        let words = ["No match yet", "What is a kind of knowledge worth? Let it play without"];
        return parts::empty(ui, words[0], words[1]);
    }
    note(
        ui,
        "Wins, draws and losses of the level against the one before it; Elo with its 95 % error bar. Same search, same \
            nodes, same openings with both colours",
    );
    ui.add_space(theme::GAP);
    table(ui, cx, matches);
    if let Some(last) = matches.iter().find(|one| one.level() == level) {
        last_games(ui, last);
    }
}

fn table(ui: &mut Ui, cx: &Cx<'_>, matches: &[ScratchMatch]) {
    let p = theme::palette(ui);
    let eval = &cx.model.settings.scratch.eval;
    Grid::new("matches from scratch").num_columns(4).spacing([14.0, 4.0]).striped(true).show(
        ui,
        |ui| {
            for head in ["Level", "Games", "W / D / L", "Elo"] {
                ui.label(RichText::new(head).small().color(p.text_weak));
            }
            ui.end_row();
            for one in matches {
                let level = one.level();
                let mut name = format!("{} {}", level.number(), level.name());
                let other = !one.is_of(eval);
                if other {
                    name.push_str(" *");
                }
                ui.label(name);
                let (played, asked) = (one.sheet.games(), one.plan.games);
                ui.label(RichText::new(format!("{played} of {asked}")).monospace());
                ui.label(RichText::new(points(one)).monospace());
                ui.label(one.sheet.elo_text());
                ui.end_row();
            }
        },
    );
    if matches.iter().any(|one| !one.is_of(eval)) {
        note(ui, "* played with other numbers than those set now");
    }
}

fn points(one: &ScratchMatch) -> String {
    let sheet = &one.sheet;
    format!("{} / {} / {}", sheet.wins, sheet.draws, sheet.losses)
}

/// The newest games of the chosen level.
fn last_games(ui: &mut Ui, one: &ScratchMatch) {
    const SHOWN: usize = 12;
    if one.games.is_empty() {
        return;
    }
    ui.add_space(theme::GAP);
    let level: Level = one.level();
    let title = format!("Newest games of level {}", level.number());
    ui.label(RichText::new(title).strong());
    Grid::new("games from scratch").num_columns(4).spacing([14.0, 2.0]).show(ui, |ui| {
        for game in one.games.iter().rev().take(SHOWN) {
            ui.label(RichText::new(game.number.to_string()).monospace());
            ui.label(if game.a_is_white { "as White" } else { "as Black" });
            ui.label(game.points.name());
            note(ui, &format!("{}, {} plies", game.reason, game.moves.len()));
            ui.end_row();
        }
    });
}

/// The matches as rows.
pub(super) fn rows(matches: &[ScratchMatch]) -> Table {
    let columns = ["level", "against", "games", "nodes", "seed", "wins", "draws", "losses"];
    let elo = ["elo", "elo_low", "elo_high"].map(|key| Column::new(key).decimals(1));
    let mut rows = Table::new(columns.map(Column::new).into_iter().chain(elo).collect());
    for one in matches {
        let (sheet, plan) = (&one.sheet, &one.plan);
        let [level, against] = plan.evals.each_ref().map(|eval| u32::from(eval.level.number()));
        let elo = sheet.elo();
        rows.row([
            level.into(),
            against.into(),
            sheet.games().into(),
            plan.nodes.into(),
            plan.seed.into(),
            sheet.wins.into(),
            sheet.draws.into(),
            sheet.losses.into(),
            elo.map(|found| found.elo).into(),
            elo.and_then(|found| found.low).into(),
            elo.and_then(|found| found.high).into(),
        ]);
    }
    rows
}

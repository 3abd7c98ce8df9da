//! Starting and ending the duel, and letting the engines play each other.

use super::state::{Before, DUEL_ENGINES, DuelAction, duel_engine_name};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::engines::requests;
use crate::game::position;
use crate::model::Model;
use crate::window::workspace::Workspace;
use tabia_engine::alphabeta::options::Strength;
use tabia_lab::duel_positions::POSITIONS;
use tabia_text::{phrase, t};

impl Model {
    pub fn in_duel(&self) -> bool {
        self.duel.before.is_some()
    }
}

/// Handles an action in the duel.
pub(crate) fn update(cx: &mut Cx<'_>, action: DuelAction) {
    match action {
        DuelAction::Show(shows) => cx.m.duel.shows = shows,
        DuelAction::TintBy(by) => cx.m.duel.by = by,
        DuelAction::Preset(at) => {
            let Some(preset) = POSITIONS.get(at) else { return };
            position::set_fen(cx, preset.fen);
            cx.m.duel.preset = Some((at, cx.m.game.board().key()));
            begin_duel(cx);
        }
    }
}

/// Goes to the duel's workspace and starts analysis with both engines.
pub(crate) fn begin_duel(cx: &mut Cx<'_>) {
    cx.go_to_workspace(Workspace::Duel);
    settle_duel(cx);
    if !cx.m.game.is_played() {
        requests::switch_analysis(cx, true);
    }
}

/// Starts or ends the duel with its workspace.
pub(crate) fn settle_duel(cx: &mut Cx<'_>) {
    let here = cx.m.view.workspace == Workspace::Duel;
    match cx.m.duel.before {
        None if here => {
            let (analysis, focus) = (cx.m.engine.analysis, cx.m.view.focus);
            cx.m.duel.before = Some(Before { analysis, focus });
            for engine in DUEL_ENGINES {
                cx.m.engine.seat_mut(engine).done = None;
            }
        }
        Some(before) if !here => {
            cx.m.duel.before = None;
            cx.m.view.focus = before.focus;
            // A game that has begun meanwhile must not be analysed because something else was.
            let free = cx.m.game.is_analysis_board();
            let on = before.analysis && (free || cx.m.engine.analysis);
            requests::switch_analysis(cx, on);
        }
        _ => {}
    }
}

/// Lets the engines play each other from the shown position, with alternating colours.
pub(crate) fn play_duel_match(cx: &mut Cx<'_>) {
    let white = cx.m.duel.games as usize % 2;
    cx.m.duel.games += 1;
    let players = [DUEL_ENGINES[white], DUEL_ENGINES[1 - white]];
    let players = players.map(|engine| cx.m.engine_player(engine, Strength::Full));
    position::begin_here(cx, phrase!("command-PlayDuelMatch"), players, [None; 2]);
    let seconds = f64::from(cx.m.settings.think_ms) / 1000.0;
    let seconds = tabia_text::number(seconds, 1);
    let text = t!("duel-match-begins", name = duel_engine_name(white), seconds = seconds);
    cx.m.toasts.offer(text, UserCommand::Undo);
}

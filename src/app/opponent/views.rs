//! How an engine assesses the game it plays, by the scores of its own moves.

use tabia_chess::{Board, Color};
use tabia_engine::alphabeta::options::{GAMBLER_CONTEMPT, Strength};
use tabia_engine::search::score::{Pov, Score};
use tabia_games::game::tree::NodeId;

use super::draws_and_resigning;
use super::draws_and_resigning::{DrawAnswer, Stage};
use crate::cx::Cx;
use crate::game::state::Player;

/// The scores of the engine's own moves for a side on the way to a node, newest first.
pub(super) fn own_scores(cx: &Cx<'_>, side: Color, node: NodeId) -> Vec<Score> {
    let tree = &cx.m.game.tree;
    let own = cx.m.engine.own.iter().rev();
    own.filter(|own| tree.contains(own.node) && tree.is_on_path(own.node, node))
        .filter(|own| tree.board(own.node).stm() == side)
        .map(|own| own.score)
        .collect()
}

/// The positions with the same side to move on the way to a node, newest first.
pub(super) fn own_turns<'a>(cx: &'a Cx<'_>, node: NodeId) -> impl Iterator<Item = &'a Board> {
    let tree = &cx.m.game.tree;
    let before = |&at: &NodeId| tree.parent(at).and_then(|parent| tree.parent(parent));
    std::iter::successors(Some(node), before).map(|at| tree.board(at))
}

/// The same scores relative to the value of a draw: with contempt a drawn line has a score below zero.
pub(super) fn scores_above_draw(cx: &Cx<'_>, side: Color, node: NodeId) -> Vec<Score> {
    let draw_cp = match cx.m.game.player(side) {
        Player::Engine { id, strength, .. } if id.is_built_in() && strength.elo().is_none() => {
            -if *strength == Strength::Gambler { GAMBLER_CONTEMPT } else { cx.m.settings.contempt }
        }
        _ => 0,
    };
    let over = |score| match score {
        Score::Cp(cp) => Score::Cp(cp - draw_cp),
        certain => certain,
    };
    own_scores(cx, side, node).into_iter().map(over).collect()
}

pub(super) fn stage(cx: &Cx<'_>) -> Stage {
    let board = cx.m.game.live_board();
    Stage { fullmove: board.fullmove_number(), men: board.occupied().count() }
}

/// The engine's answer to a draw offer when it plays this side.
pub(crate) fn draw_answer_of(cx: &Cx<'_>, side: Color) -> DrawAnswer {
    let live = cx.m.game.live;
    let answer = draws_and_resigning::draw_answer(&scores_above_draw(cx, side, live), stage(cx));
    let weak = match cx.m.game.player(side) {
        Player::Engine { strength, .. } => draws_and_resigning::counts_material(*strength),
        Player::Human { .. } => false,
    };
    if answer == DrawAnswer::Accept || !weak {
        return answer;
    }
    let by_material = draws_and_resigning::draw_answer_by_material(own_turns(cx, live), stage(cx));
    by_material.unwrap_or(answer)
}

/// Whether the engine, playing this side, would rather claim a draw than continue.
pub(crate) fn accepts_draw(cx: &Cx<'_>, side: Color) -> bool {
    let newest = scores_above_draw(cx, side, cx.m.game.live).first().copied();
    newest.is_some_and(draws_and_resigning::not_better)
}

/// By what a side leads its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    Evaluation,
    Material,
}

/// Whether this side clearly leads in the current position of the game: by the evaluation if the user sees it, else by
/// material, which gives nothing away.
pub(crate) fn lead(cx: &Cx<'_>, side: Color) -> Option<Lead> {
    let (game, shown) = (&cx.m.game, cx.m.focus());
    let seen =
        cx.m.telemetry
            .evaluation(&game.tree, game.live, shown)
            .filter(|_| !cx.m.hides_evaluation());
    match seen {
        Some(point) => {
            let of_opponent = point.score.seen_from(Pov::White, !side);
            draws_and_resigning::is_worse(of_opponent).then_some(Lead::Evaluation)
        }
        None => draws_and_resigning::has_less_material(game.live_board(), !side)
            .then_some(Lead::Material),
    }
}

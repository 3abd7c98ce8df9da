//! Learning from mistakes: tasks on the board. Moves made there are judged and not added to the game.

use tabia_chess::{Color, PieceType, Square};
use tabia_engine::search::report::SearchOutcome;

use super::learn::{Learn, Stage};
use crate::action::LearnAction;
use crate::cx::Cx;
use crate::game::{board, play};
use crate::model::Model;
use crate::window::sounds::Sound;
use crate::window::workspace::PaneId;

/// Something is to be done about the tasks.
pub(crate) fn update(cx: &mut Cx<'_>, action: LearnAction) {
    if let LearnAction::Start(side) = action {
        return learn_mistakes(cx, side);
    }
    let Some(learn) = &mut cx.m.learn else { return };
    match action {
        LearnAction::Again => learn.again(),
        LearnAction::Solution => learn.show(),
        LearnAction::Next => learn.next(),
        LearnAction::Leave => return leave_learning(cx),
        LearnAction::Return | LearnAction::Start(_) => {}
    }
    show_task(cx);
}

/// Begins with the mistakes of one side, or of both.
pub(crate) fn learn_mistakes(cx: &mut Cx<'_>, side: Option<Color>) {
    leave_learning(cx);
    let (game, flipped) = (&cx.m.game, cx.m.view.flipped);
    let human = |side: &Color| !game.player(*side).is_engine();
    let side = side.or_else(|| {
        let people: Vec<Color> = Color::ALL.into_iter().filter(human).collect();
        (people.len() == 1).then(|| people[0])
    });
    if !can_learn(cx.m, side) {
        return;
    }
    let from = (game.current, flipped);
    let Some(run) = cx.m.review() else { return };
    cx.m.learn = Learn::new(run, &game.tree, side, from);
    cx.m.editor = None;
    cx.study(PaneId::Review);
    show_task(cx);
}

/// Shows the position of the task at hand, from the side that is to solve it.
fn show_task(cx: &mut Cx<'_>) {
    let Some(node) = cx.m.learn.as_ref().and_then(Learn::task).map(|task| task.node) else {
        return;
    };
    board::show(cx, node);
    cx.m.view.flipped = cx.m.game.board().stm() == Color::Black;
}

/// Back to where the game was shown.
pub(crate) fn leave_learning(cx: &mut Cx<'_>) {
    let Some(learn) = cx.m.learn.take() else { return };
    if learn.serial == cx.m.game.serial {
        cx.m.view.flipped = learn.flipped;
        if cx.m.game.tree.contains(learn.came_from) {
            board::show(cx, learn.came_from);
        }
    }
}

/// A task whose game or position is gone cannot be solved any more.
pub(crate) fn settle_learning(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    let sound = |learn: &Learn| {
        learn.serial == game.serial && learn.is_sound(&game.tree) && !game.is_played()
    };
    if !cx.m.learn.as_ref().is_none_or(sound) {
        cx.m.learn = None;
    }
}

/// A move on the board while there is a task: it is tried, nowhere else than in the task's position.
pub(crate) fn try_in_task(cx: &mut Cx<'_>, from: Square, to: Square, promotion: Option<PieceType>) {
    let mv = play::point_out(cx, from, to, promotion);
    let board = *cx.m.game.board();
    let Some(learn) = &mut cx.m.learn else { return };
    match (learn.task().map(|task| task.node), mv) {
        (Some(node), _) if node != cx.m.game.current => {
            cx.m.toasts.info("Moves count in the position of the task");
        }
        (None, _) => cx.m.toasts.info("Leave the tasks to go on with the game"),
        (Some(_), Some(mv)) if matches!(learn.stage, Stage::Ask | Stage::Wrong(_)) => {
            learn.try_move(&board, mv);
            cx.m.engine.let_all_go();
            cx.sound(Sound::of_move(&board, mv));
        }
        _ => {}
    }
}

/// The engine has judged the move that was tried.
pub(crate) fn tried(cx: &mut Cx<'_>, outcome: &SearchOutcome) {
    let tree = &cx.m.game.tree;
    if let Some(learn) = &mut cx.m.learn
        && let Some(node) = learn.task().map(|task| task.node)
    {
        learn.judged(tree.board(node), outcome);
    }
}

/// Whether a review has found errors of a side (`None`: of either) that a person can put right.
pub fn can_learn(model: &Model, side: Option<Color>) -> bool {
    let Some(run) = model.review().filter(|_| !model.game.is_played()) else { return false };
    run.errors().any(|error| {
        side.is_none_or(|side| error.mover == side) && !model.game.player(error.mover).is_engine()
    })
}

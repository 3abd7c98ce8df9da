//! Reviews: starting, resuming and stopping them, writing their notes into the game and removing them. The searches
//! are requested one by one, whenever the engine has nothing more urgent to do.

use super::learn::{Learn, Stage};
use super::state::{ReviewOptions, ReviewRequest, ReviewRun, RunState};
use crate::action::{LearnAction, ReviewAction};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::engines::requests;
use crate::engines::state::{Job, Purpose, WantedSearch};
use crate::game::{board, play, tree_edit};
use crate::model::Model;
use crate::training::update as training;
use crate::window::sounds::Sound;
use crate::window::view::Dialog;
use crate::window::workspace::PaneId;
use tabia_chess::{Color, PieceType, Square};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, SearchOutcome};
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::review::{self, MoveReview};
use tabia_text::{number, phrase, t};

/// Handles an action on the review of the game on the board.
pub(crate) fn update(cx: &mut Cx<'_>, action: ReviewAction) {
    match action {
        ReviewAction::Draft(request) => {
            if matches!(cx.m.dialog, Some(Dialog::Review(_))) {
                cx.m.dialog = Some(Dialog::Review(request));
            }
        }
        ReviewAction::Start(request) => start_review(cx, request.clamped()),
        ReviewAction::Stop => cx.save |= cx.m.reviews.stop(cx.m.game.serial),
        ReviewAction::Write => write_review(cx),
        ReviewAction::Discard => {
            cx.m.reviews.discard(cx.m.game.serial);
            cx.save = true;
        }
        ReviewAction::ShowExpected(shown) => cx.m.expected.shown = shown,
    }
}

/// Opens the dialog with the last request. If its engine is gone, the built-in one is proposed.
pub(crate) fn offer_review(cx: &mut Cx<'_>) {
    let mut request = cx.m.settings.review;
    if !cx.m.is_known(request.engine) {
        request.engine = EngineId::BUILT_IN;
    }
    cx.m.dialog = Some(Dialog::Review(request));
}

fn start_review(cx: &mut Cx<'_>, request: ReviewRequest) {
    cx.m.dialog = None;
    if !UserCommand::ReviewGame.is_enabled(cx.m) {
        return;
    }
    cx.m.settings.review = request;
    cx.out.push(Effect::SaveSettings);
    let game = &cx.m.game;
    let options = options_of(cx.m, request.engine);
    let line = (&game.tree, game.played_line());
    let run = ReviewRun::new(game.serial, line, request, options, cx.m.review());
    cx.m.reviews.put(run);
    let_review_run(cx);
    cx.study(PaneId::Review);
    if cx.m.review().is_some_and(|run| run.state == RunState::Done) {
        // All results were known already.
        write_review(cx);
    }
}

/// The present options of an engine for a review.
pub(crate) fn options_of(model: &Model, engine: EngineId) -> ReviewOptions {
    let own = model.settings.engines.get(engine.0).map(|spec| spec.options.clone());
    ReviewOptions { seat: model.review_options(engine), own: own.unwrap_or_default() }
}

/// Resumes a review that was stopped.
pub(crate) fn resume_review(cx: &mut Cx<'_>) {
    if let Some(run) = cx.m.reviews.of_mut(cx.m.game.serial)
        && run.state == RunState::Stopped
    {
        run.state = RunState::Running;
        let_review_run(cx);
        cx.study(PaneId::Review);
    }
}

/// Analysis has priority over a review, so it has to end for the review to run. The card that offered the review is
/// hidden, because the board is now needed.
fn let_review_run(cx: &mut Cx<'_>) {
    cx.m.view.end_card = false;
    if cx.m.engine.analysis {
        requests::switch_analysis(cx, false);
        cx.m.toasts.info(t!("review-analysis-off"));
    }
    cx.m.engine.resume_all();
    cx.save = true;
}

/// Keeps the review to positions that are in the game, and stops it when its engine is gone: another one would
/// answer under its name.
pub(crate) fn settle_review(cx: &mut Cx<'_>) {
    let gone = cx.m.review().map(|run| run.request.engine).filter(|&id| !cx.m.is_known(id));
    if let Some(id) = gone.filter(|_| cx.m.reviews.stop(cx.m.game.serial)) {
        let name = cx.m.engine_name(id);
        cx.m.toasts.warn(t!("review-stopped-engine-gone", engine = name));
        cx.save = true;
    }
    let game = &cx.m.game;
    if let Some(run) = cx.m.reviews.of_mut(game.serial) {
        run.keep_to(&game.tree);
    }
    // While a game is played nothing is revealed.
    if !game.is_played() {
        cx.m.reviews.settle_recorded(game.serial, &game.tree);
    }
}

/// The search of the review's next position, if the review runs. While a game is played it waits.
pub(crate) fn wanted_review(cx: &Cx<'_>) -> Option<WantedSearch> {
    let game = &cx.m.game;
    let run = cx.m.review().filter(|_| !game.is_played())?;
    let (node, engine) = (run.next()?, run.request.engine);
    let options = cx.m.review_options(engine);
    Some(WantedSearch { engine, purpose: Purpose::Review, node, options })
}

/// The limits for a position.
pub(crate) fn review_limits(cx: &Cx<'_>) -> Limits {
    let request = cx.m.review().map_or(cx.m.settings.review, |run| run.request);
    let limits = request.budget.limit().limits();
    match cx.m.review() {
        Some(run) if cx.m.learn.is_none() && run.review().again() => review::deeper(&limits),
        _ => limits,
    }
}

/// A search for the review begins.
pub(crate) fn begin_review_of(cx: &mut Cx<'_>, job: &Job, stm: Color) {
    cx.m.telemetry.begin_in_background(job, stm);
    if let Some(run) = cx.m.reviews.of_mut(cx.m.game.serial) {
        run.begin();
    }
}

/// A search in the background has reported a line.
pub(crate) fn background_iteration(cx: &mut Cx<'_>, purpose: Purpose, info: &IterationInfo) {
    match purpose {
        Purpose::Review => {
            if let Some(run) = cx.m.reviews.of_mut(cx.m.game.serial) {
                run.iteration(info);
            }
        }
        Purpose::Try(_) => {
            if let Some(learn) = &mut cx.m.learn {
                learn.iteration(info);
            }
        }
        _ => {}
    }
}

/// A position of the review is done.
pub(crate) fn reviewed(cx: &mut Cx<'_>, job: &Job, outcome: &SearchOutcome) {
    let game = &cx.m.game;
    let Some(run) = cx.m.reviews.of_mut(game.serial) else { return };
    run.finish(&game.tree, job.node, outcome);
    if run.state == RunState::Stopped {
        let name = cx.m.engine_name(job.engine);
        let text = t!("review-stopped-no-score", engine = name.as_str());
        cx.m.toasts.offer_after_warning(text, UserCommand::ResumeReview);
    } else if run.state == RunState::Done {
        write_review(cx);
    } else if cx.m.save_at_ms.is_none() {
        cx.save_soon();
    }
}

/// Writes the results into the game, as one edit, and reports how well both sides played.
fn write_review(cx: &mut Cx<'_>) {
    let Some(run) = cx.m.review() else { return };
    let accuracy = |side| run.summary(&cx.m.game.tree, side).accuracy;
    let accuracy_text =
        |side| accuracy(side).map_or("–".to_owned(), |value| format!("{} %", number(value, 1)));
    let (white, black) = (accuracy_text(Color::White), accuracy_text(Color::Black));
    let (writes, serial) = (run.request.notes.any(), cx.m.game.serial);
    cx.save = true;
    if !writes {
        return cx.m.toasts.info(t!("review-accuracy-found", white = white, black = black));
    }
    board::record_whole(cx, phrase!("review-undo-notes"));
    if let Some(run) = cx.m.reviews.of_mut(serial) {
        run.write(&mut cx.m.game.tree);
    }
    let text = t!("review-accuracy-found-noted", white = white, black = black);
    cx.m.toasts.offer(text, UserCommand::Undo);
}

/// Removes the notes of the review from the game, as one edit.
pub(crate) fn remove_review(cx: &mut Cx<'_>) {
    board::record_whole(cx, phrase!("review-undo-remove-notes"));
    let serial = cx.m.game.serial;
    if let Some(run) = cx.m.reviews.of_mut(serial) {
        run.unwrite(&mut cx.m.game.tree);
    }
    let shown = cx.m.game.current;
    tree_edit::show_nearest(cx, shown);
}

// Learning from mistakes: puzzles on the board. Moves made there are evaluated and not added to the game.

/// Handles an action on the puzzles.
pub(crate) fn update_learn(cx: &mut Cx<'_>, action: LearnAction) {
    if let LearnAction::Start(side) = action {
        return learn_mistakes(cx, side);
    }
    let Some(learn) = &mut cx.m.learn else { return };
    match action {
        LearnAction::Again => learn.again(),
        LearnAction::Solution => learn.show(),
        LearnAction::Next => {
            let done = learn.puzzle().cloned();
            learn.next();
            if let Some(done) = done {
                training::keep_mistake(cx, &done);
            }
        }
        LearnAction::Repeat => learn.repeat(),
        LearnAction::Exit => return leave_learning(cx),
        LearnAction::Return | LearnAction::Start(_) => {}
    }
    show_puzzle(cx);
}

/// Starts with the mistakes of one side, or of both.
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
    board::leave_editor(cx);
    cx.study(PaneId::Review);
    show_puzzle(cx);
}

/// Shows the position of the current puzzle, from the side that is to solve it.
fn show_puzzle(cx: &mut Cx<'_>) {
    let Some(node) = cx.m.learn.as_ref().and_then(Learn::puzzle).map(|puzzle| puzzle.node) else {
        return;
    };
    board::show(cx, node);
    cx.m.view.flipped = cx.m.game.board().stm() == Color::Black;
}

/// Returns to the position of the game shown before.
pub(crate) fn leave_learning(cx: &mut Cx<'_>) {
    let came_from = end_learning(cx).filter(|&node| cx.m.game.tree.contains(node));
    if let Some(came_from) = came_from {
        board::show(cx, came_from);
    }
}

/// Ends learning without changing the shown position, from which a game may begin. Returns the one shown before, if it
/// is one of this game.
pub(crate) fn end_learning(cx: &mut Cx<'_>) -> Option<NodeId> {
    let learn = cx.m.learn.take().filter(|learn| learn.serial == cx.m.game.serial)?;
    if let Some(left) = learn.puzzle().filter(|puzzle| cx.m.game.tree.contains(puzzle.node)) {
        training::keep_mistake(cx, left);
    }
    cx.m.view.flipped = learn.flipped;
    Some(learn.came_from)
}

/// Ends learning if a puzzle's position is gone. What replaces the game has ended it before.
pub(crate) fn settle_learning(cx: &mut Cx<'_>) {
    let game = &cx.m.game;
    let sound = |learn: &Learn| {
        learn.serial == game.serial && learn.is_sound(&game.tree) && !game.is_played()
    };
    if let Some(learn) = cx.m.learn.take_if(|learn| !sound(learn))
        && cx.m.game.human_side().is_none()
    {
        // A game that is played is shown from its player's side.
        cx.m.view.flipped = learn.flipped;
    }
}

/// Handles a move on the board during a puzzle: it is tried if the puzzle's position is shown.
pub(crate) fn try_in_puzzle(
    cx: &mut Cx<'_>,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) {
    let mv = play::resolve_move(cx, from, to, promotion);
    let board = *cx.m.game.board();
    let Some(learn) = &mut cx.m.learn else { return };
    match (learn.puzzle().map(|puzzle| puzzle.node), mv) {
        (Some(node), _) if node != cx.m.game.current => {
            cx.m.toasts.info(t!("review-learn-elsewhere"));
        }
        (None, _) => cx.m.toasts.info(t!("review-learn-leave-first")),
        (Some(_), Some(mv)) if matches!(learn.stage, Stage::Ask | Stage::Wrong(_)) => {
            learn.try_move(&board, mv);
            cx.m.engine.resume_all();
            cx.sound(Sound::of_move(&board, mv));
        }
        _ => {}
    }
}

/// Handles the engine's evaluation of the move that was tried.
pub(crate) fn tried(cx: &mut Cx<'_>, outcome: &SearchOutcome) {
    let tree = &cx.m.game.tree;
    if let Some(learn) = &mut cx.m.learn
        && let Some(node) = learn.puzzle().map(|puzzle| puzzle.node)
    {
        learn.search_ended(tree.board(node), outcome);
    }
}

/// The next key moment of the review after the shown position, or the last one before it.
pub fn moment(model: &Model, after: bool) -> Option<NodeId> {
    if model.learn.is_some() || model.game.is_played() {
        return None;
    }
    let (run, tree) = (model.review()?, &model.game.tree);
    let shown = model.game.current;
    // From a variation, search from where it leaves the game.
    let mut here = shown;
    while run.review().place(here).is_none() {
        here = tree.parent(here)?;
    }
    let place = run.review().place(here)?;
    let of = |error: &&MoveReview| run.review().place(error.node);
    let mut moments = run.errors();
    let found = if after {
        moments.find(|error| of(error) > Some(place))
    } else {
        let before = |error: &&MoveReview| {
            of(error) < Some(place) || here != shown && of(error) == Some(place)
        };
        moments.take_while(before).last()
    };
    found.map(|error| error.node)
}

/// Whether a review has found errors of a side (`None`: of either) that the user can correct.
pub fn can_learn(model: &Model, side: Option<Color>) -> bool {
    let Some(run) = model.review().filter(|_| !model.game.is_played()) else { return false };
    run.puzzles().any(|error| {
        side.is_none_or(|side| error.mover == side) && !model.game.player(error.mover).is_engine()
    })
}

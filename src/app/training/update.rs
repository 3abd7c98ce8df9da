//! Handles the actions in the training: moves on its board, choosing and recording puzzles, and the searches of its
//! engine.

use std::sync::Arc;

use tabia_chess::{Board, Color, Move, PieceType, SplitMix64, Square};
use tabia_engine::alphabeta::options::{EngineOptions, Strength};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tags::Tags;
use tabia_games::game::tree::GameTree;
use tabia_games::words::color_id;
use tabia_host::kinds::SeatOptions;
use tabia_host::puzzles::Puzzle;
use tabia_host::puzzles::themes::themes;
use tabia_host::review::accuracy::capped_cp;
use tabia_host::worker::protocol::{Command, Event, Watch};
use tabia_text::t;

use super::endgames::{Drill, DrillState};
use super::guess::{Guess, NODES};
use super::openings::{
    self, OpeningsFrom, Repertoire, RepertoireRead, RepertoireRequest, RepertoireSource,
};
use super::progress::{self, Progress, ProgressRead};
use super::puzzle_file::PuzzlesRead;
use super::solving::{Solving, Stage};
use super::state::{Level, Page, Set, Source, Training, TrainingAction};
use super::vision::{End, Round};
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::game::times::day;
use crate::persistence::mend;
use crate::review::learn::{self, PuzzleResult};
use crate::window::set;
use crate::window::settings::{PromotionPreference, SettingChange};
use crate::window::sounds::Sound;
use crate::window::toasts::ToastOffer;
use crate::window::view::Dialog;
use crate::window::workspace::Workspace;

/// Rating assumed for puzzles from the user's own games, whose rating was never measured.
const OWN_RATING: u16 = 1_500;

#[expect(clippy::too_many_lines, reason = "an arm an action, and none forgotten")]
pub(crate) fn update(cx: &mut Cx<'_>, action: TrainingAction) {
    match action {
        TrainingAction::Show(page) if page == cx.m.training.page => {}
        TrainingAction::Show(page) => {
            pause(cx);
            cx.m.training.page = page;
            cx.m.training.round = None;
        }
        TrainingAction::Choose(set) => {
            cx.m.training.set = set;
            set_aside(cx);
            next(cx, false);
        }
        TrainingAction::Move { from, to, promotion } => try_move(cx, from, to, promotion),
        TrainingAction::Next if cx.m.training.page == Page::Guess => {
            stop(cx);
            cx.m.training.guess.iter_mut().for_each(Guess::skip);
        }
        TrainingAction::Next => {
            set_aside(cx);
            next(cx, true);
        }
        TrainingAction::Again => again(cx),
        TrainingAction::Hint => change(cx, Solving::give_hint),
        TrainingAction::Solution => {
            stop(cx);
            change(cx, Solving::show);
        }
        // It replaces the game on the board.
        TrainingAction::Analyse => {}
        TrainingAction::Guess(side) => {
            stop(cx);
            cx.m.training.guess = Guess::new(&cx.m.game.tree, title(&cx.m.game.tags), side);
        }
        TrainingAction::LeaveGuess => leave_guess(cx),
        TrainingAction::RestoreGuess => restore_guess(cx),
        TrainingAction::Openings(side) => begin_openings(cx, side),
        TrainingAction::OpeningsFrom(from) => cx.m.training.openings = from,
        TrainingAction::OpeningsAgain => openings_again(cx),
        TrainingAction::LeaveOpenings => {
            (cx.m.training.awaited_repertoire, cx.m.training.repertoire) = (None, None);
        }
        TrainingAction::Drill { endgame, start } => begin_drill(cx, endgame, start),
        TrainingAction::TakeBack => {
            stop(cx);
            count_given_away(cx);
            cx.m.training.drill.iter_mut().for_each(Drill::take_back);
        }
        TrainingAction::LeaveDrill => {
            stop(cx);
            count_given_away(cx);
            cx.m.training.drill = None;
        }
        // The round would be lost.
        TrainingAction::Exercise(_) | TrainingAction::Below(_) if cx.m.training.runs_round() => {}
        TrainingAction::Exercise(exercise) => {
            cx.m.training.exercise = exercise;
            cx.m.training.round = None;
        }
        TrainingAction::Begin => {
            let round = Round::new(cx.m.training.exercise, cx.now, &mut cx.m.rng);
            cx.m.training.round = Some(round);
        }
        TrainingAction::Below(side) => {
            cx.m.training.black_below = side == Color::Black;
            cx.m.training.round = None;
        }
        TrainingAction::Point(square) => {
            let now = cx.now;
            in_round(cx, |round, rng| round.point(square, now, rng));
        }
        TrainingAction::Say(yes) => {
            let now = cx.now;
            in_round(cx, |round, rng| round.say(yes, now, rng));
        }
        TrainingAction::Stop => {
            let now = cx.now;
            in_round(cx, |round, _| round.over = Some(End::Stopped { at_ms: now }));
        }
        TrainingAction::CloseFile => {
            (cx.m.training.file, cx.m.training.file_error) = (None, None);
            set::set(cx, SettingChange::PuzzleFile(None));
            if cx.m.training.set.source == Source::File {
                cx.m.training.set.source = Source::All;
                set_aside(cx);
                next(cx, true);
            }
            count_due(cx);
        }
        TrainingAction::Save => {
            let name = t!("training-file").to_owned();
            let text = cx.m.training.progress.to_text();
            cx.out.push(Effect::SaveText { name, ending: "json", text });
        }
        TrainingAction::Copy => {
            let text = cx.m.training.progress.to_text();
            cx.copy_text(text, t!("training-copied"));
        }
    }
    let choices = cx.m.training.choices();
    if choices != cx.m.settings.training {
        cx.m.settings.training = choices;
        cx.out.push(Effect::SaveSettings);
    }
}

/// Leaves the game in which moves are guessed. One with guesses can be restored.
fn leave_guess(cx: &mut Cx<'_>) {
    stop(cx);
    let left = cx.m.training.guess.take().filter(|guess| guess.guesses().next().is_some());
    if let Some(left) = left {
        cx.m.toasts.outdate(&[ToastOffer::RestoreGuess]);
        let text = t!("guess-left", n = left.guesses().count());
        cx.m.toasts.info_with(text, &[ToastOffer::RestoreGuess]);
        cx.m.training.left_guess = Some(Box::new(left));
    }
}

/// Goes back to the game that was left last. One with guesses that is left for it can be restored in turn.
fn restore_guess(cx: &mut Cx<'_>) {
    pause(cx);
    cx.m.toasts.outdate(&[ToastOffer::RestoreGuess]);
    let training = &mut cx.m.training;
    if let Some(restored) = training.left_guess.take() {
        let mut left = training.guess.replace(*restored);
        left.iter_mut().for_each(Guess::again);
        let left = left.filter(|guess| guess.guesses().next().is_some());
        training.left_guess = left.map(Box::new);
        training.page = Page::Guess;
        cx.go_to_workspace(Workspace::Training);
    }
}

/// Starts the drill or the puzzle again.
fn again(cx: &mut Cx<'_>) {
    stop(cx);
    let drill = cx.m.training.drill.as_ref().map(|drill| (drill.endgame, drill.start));
    match (cx.m.training.page, drill) {
        (Page::Endgames, Some((endgame, start))) => begin_drill(cx, endgame, start),
        _ => change(cx, Solving::again),
    }
}

/// Does something in the round, unless it is over.
fn in_round(cx: &mut Cx<'_>, act: impl FnOnce(&mut Round, &mut SplitMix64)) {
    let (round, rng) = (&mut cx.m.training.round, &mut cx.m.rng);
    if let Some(round) = round.as_mut().filter(|round| round.over.is_none()) {
        act(round, rng);
    }
}

/// Asks before all progress is deleted.
pub(crate) fn ask_delete(cx: &mut Cx<'_>) {
    let question = t!("training-delete", n = cx.m.training.progress.tried);
    cx.m.dialog = Some(Dialog::Confirm { question, command: UserCommand::DeleteProgress });
}

pub(crate) fn delete(cx: &mut Cx<'_>) {
    replace(cx, Progress::default(), t!("training-deleted"));
}

/// Lets the user pick a file of progress; asks first if there is progress that it would replace.
pub(crate) fn ask_load(cx: &mut Cx<'_>) {
    if cx.m.training.progress.is_empty() {
        return cx.out.push(Effect::PickProgress);
    }
    let question = t!("training-load").to_owned();
    cx.m.dialog = Some(Dialog::Confirm { question, command: UserCommand::LoadProgress });
}

/// Handles a file of progress that was read.
pub(crate) fn progress_read(cx: &mut Cx<'_>, read: ProgressRead) {
    let name = read.name.as_str();
    match read.found {
        Ok((progress, odd)) => {
            let rating = format!("{:.0}", progress.rating.rating);
            let text = t!("training-loaded", name = name, rating = rating, n = progress.tried);
            replace(cx, progress, text);
            if !odd.is_empty() {
                let names = mend::named(&odd);
                cx.m.toasts.warn(t!("training-load-left-out", name = name, names = names));
            }
        }
        Err(error) => cx.m.toasts.error(t!("training-not-loaded", name = name, error = error)),
    }
}

/// Handles a file of puzzles that was read. One that the user has just picked becomes the set.
pub(crate) fn puzzles_read(cx: &mut Cx<'_>, read: PuzzlesRead) {
    let PuzzlesRead { path, picked, found } = read;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (puzzles, refused) = match found {
        Ok(found) => found,
        Err(error) => {
            let text = t!("training-not-loaded", name = name, error = error);
            if picked {
                cx.m.toasts.error(text);
            } else {
                cx.m.training.file_error = Some(text);
            }
            return;
        }
    };
    let count = puzzles.len();
    (cx.m.training.file, cx.m.training.file_error) = (Some(Arc::new(puzzles)), None);
    cx.m.training.exhausted = false;
    count_due(cx);
    if !picked {
        return;
    }
    set::set(cx, SettingChange::PuzzleFile(Some(path)));
    cx.m.toasts.info(t!("training-puzzles-opened", n = count, name = name.as_str()));
    if !refused.is_empty() {
        let title = t!("training-puzzles-refused", n = refused.len(), name = name);
        set::open_over(cx, Dialog::Problem { title, lines: refused });
    }
    cx.go_to_workspace(Workspace::Training);
    update(cx, TrainingAction::Show(Page::Puzzles));
    let set = Set { source: Source::File, level: Level::Any, ..Set::default() };
    update(cx, TrainingAction::Choose(set));
}

/// Brings back the progress that was deleted or replaced.
pub(crate) fn restore(cx: &mut Cx<'_>) {
    if let Some(before) = cx.m.training.replaced.take() {
        replace(cx, *before, t!("training-restored"));
    }
}

/// Puts other progress, such as that of another window, in the place of the present one, which is returned.
pub(crate) fn put(cx: &mut Cx<'_>, progress: Progress) -> Progress {
    let training = &mut cx.m.training;
    let before = std::mem::replace(&mut training.progress, progress);
    training.exhausted = false;
    if let Some(run) = &mut training.repertoire {
        run.count(&training.progress, day(&cx.m.today));
    }
    count_due(cx);
    before
}

/// Replaces the progress, reports it, and keeps the former one until the program ends.
fn replace(cx: &mut Cx<'_>, progress: Progress, report: impl Into<String>) {
    stop(cx);
    let before = put(cx, progress);
    let training = &mut cx.m.training;
    training.replaced = Some(Box::new(before)).filter(|before| !before.is_empty());
    training.solving = None;
    training.skipped.clear();
    cx.out.push(Effect::SaveTraining);
    let restore = UserCommand::RestoreProgress;
    cx.m.toasts.outdate(&[ToastOffer::Command(restore)]);
    if cx.m.training.replaced.is_some() {
        cx.m.toasts.offer(report, restore);
    } else {
        cx.m.toasts.info(report);
    }
}

/// Changes the puzzle on the board, and records its result as soon as that is decided.
fn change(cx: &mut Cx<'_>, change: impl FnOnce(&mut Solving)) {
    let Some(solving) = &mut cx.m.training.solving else { return };
    let before = (solving.grade, solving.is_done());
    change(solving);
    let after = (solving.grade, solving.is_done());
    // A puzzle solved with a hint may still fail, so it counts only when it is done. The first decision stays.
    let decided = |(grade, done): (Option<progress::Grade>, bool)| {
        grade.filter(|&grade| done || grade == progress::Grade::Failed)
    };
    if let (None, Some(grade)) = (decided(before), decided(after)) {
        let today = day(&cx.m.today);
        // A puzzle with a hint says nothing about the solver's strength, whatever its result.
        let rated = !solving.own && !solving.helped && solving.puzzle.rating > 0;
        cx.m.training.progress.record(&solving.puzzle, grade, rated, today);
        cx.out.push(Effect::SaveTraining);
        count_due(cx);
    }
}

fn try_move(cx: &mut Cx<'_>, from: Square, to: Square, promotion: Option<PieceType>) {
    let queen = (cx.m.settings.promotion == PromotionPreference::Queen).then_some(PieceType::Queen);
    let find = |board: &Board| {
        board.find_move(from, to, promotion).or_else(|| board.find_move(from, to, queen))
    };
    let asked = cx.m.training.asked();
    let Some((board, mv)) = asked.and_then(|board| Some((board, find(&board)?))) else { return };
    cx.sound(Sound::of_move(&board, mv));
    if cx.m.training.page == Page::Puzzles {
        let mut asks = false;
        change(cx, |solving| asks = solving.try_move(mv));
        if asks {
            search(cx, GamePosition::new(board.after(mv)));
        }
        return;
    }
    if cx.m.training.page == Page::Guess {
        let asked = cx.m.training.guess.as_mut().and_then(|guess| guess.guess(mv));
        if let Some(position) = asked {
            search(cx, position);
        }
        return;
    }
    if cx.m.training.page == Page::Openings {
        return play_opening(cx, &board, mv);
    }
    let Some(drill) = &mut cx.m.training.drill else { return };
    if drill.play(mv) {
        let position = drill.position.clone();
        search(cx, position);
    }
    drill_over(cx);
}

/// Starts a search of a position with the engine of the training.
fn search(cx: &mut Cx<'_>, position: GamePosition) {
    let options =
        EngineOptions { multi_pv: 1, threads: 1, strength: Strength::Full, ..cx.m.settings.engine };
    let (job, limits) = (cx.m.engine.next_job(), Limits::nodes(NODES));
    cx.m.training.job = Some(job);
    cx.tell_seat(EngineId::TRAINER, Command::SetOptions(SeatOptions::BuiltIn(options)));
    let watch = Watch::default();
    cx.tell_seat(EngineId::TRAINER, Command::Search { job, position, limits, watch });
}

/// Stops the pending search; the move it is about is taken back.
fn stop(cx: &mut Cx<'_>) {
    if pause(cx) {
        failed(cx);
    }
}

/// Stops the pending search, if there is one, until its page is shown again.
fn pause(cx: &mut Cx<'_>) -> bool {
    let job = cx.m.training.job.take();
    cx.out.extend(job.map(|job| Effect::Stop(EngineId::TRAINER, job)));
    job.is_some()
}

/// Handles a pending search of the page that gives no answer.
fn failed(cx: &mut Cx<'_>) {
    let training = &mut cx.m.training;
    match training.page {
        Page::Puzzles => {
            if let Some(solving) = training.solving.as_mut()
                && matches!(solving.stage, Stage::Judging(_))
            {
                solving.again();
            }
        }
        Page::Guess => training.guess.iter_mut().for_each(Guess::again),
        Page::Endgames => training.drill.iter_mut().for_each(Drill::failed),
        Page::Openings | Page::Vision | Page::Results => {}
    }
}

/// Handles an event of the training's engine.
pub(crate) fn event(cx: &mut Cx<'_>, event: Event) {
    let training = &mut cx.m.training;
    match event {
        Event::Iteration { job, info } if training.job == Some(job) => {
            match (training.page, &mut training.solving, &mut training.drill) {
                (Page::Puzzles, Some(solving), _) => solving.iteration(&info),
                (Page::Endgames, _, Some(drill)) => drill.iteration(&info),
                _ => {}
            }
        }
        Event::Finished { job, outcome, .. } if training.job == Some(job) => {
            training.job = None;
            if training.page == Page::Puzzles {
                change(cx, |solving| solving.search_ended(&outcome));
            } else if training.page == Page::Guess {
                scored(cx, outcome.score);
            } else if let Some(drill) = &mut training.drill {
                drill.answer(&outcome);
                drill_over(cx);
            }
        }
        Event::Failed { job, error, .. } if job.is_some() && training.job == job => {
            training.job = None;
            failed(cx);
            cx.m.toasts.error(error);
        }
        _ => {}
    }
}

/// Handles the engine's score of a guess, or of the move of the game to compare it with.
fn scored(cx: &mut Cx<'_>, score: Option<Score>) {
    let Some(guess) = &mut cx.m.training.guess else { return };
    match score {
        Some(score) => {
            if let Some(position) = guess.take_score(score) {
                search(cx, position);
            }
        }
        None => guess.again(),
    }
}

/// The thread of the engine has ended.
pub(crate) fn thread_ended(cx: &mut Cx<'_>) {
    cx.m.training.job = None;
    failed(cx);
}

/// What a repertoire would be made of now.
fn repertoire_source(cx: &Cx<'_>) -> RepertoireSource {
    let list = cx.m.games.as_ref().filter(|_| cx.m.training.openings == OpeningsFrom::List);
    list.map_or(RepertoireSource::Game(cx.m.game.serial), |list| {
        RepertoireSource::List(list.origin.clone())
    })
}

fn begin_openings(cx: &mut Cx<'_>, side: Color) {
    let source = repertoire_source(cx);
    if cx.m.training.openings == OpeningsFrom::List
        && let Some(list) = &cx.m.games
    {
        // The rows are still those of the former filter.
        if list.waiting {
            return cx.m.toasts.info(t!("library-searching"));
        }
        cx.m.training.repertoire_source = Some(source);
        let rows = list.rows.iter().take(openings::MAX_GAMES);
        let places = rows.filter_map(|hit| list.place(hit.game)).collect();
        let (ticket, origin) = (cx.m.ids.next_u64(), list.origin.clone());
        cx.m.training.awaited_repertoire = Some(ticket);
        let request = RepertoireRequest { ticket, side, origin, places };
        return cx.out.push(Effect::ReadRepertoire(Box::new(request)));
    }
    (cx.m.training.repertoire_source, cx.m.training.awaited_repertoire) = (Some(source), None);
    begin_run(cx, &cx.m.game.tree.clone(), side);
}

/// Starts a run through the moves of a side in a tree.
fn begin_run(cx: &mut Cx<'_>, tree: &GameTree, side: Color) {
    let (progress, today) = (&cx.m.training.progress, day(&cx.m.today));
    let run = Repertoire::new(tree, side, progress, today, &mut cx.m.rng);
    if run.is_none() {
        cx.m.toasts.info(t!("openings-no-move", color = color_id(side)));
    }
    cx.m.training.repertoire = run;
}

/// Starts another run through the same repertoire: with its changes, unless another game or list was opened since.
fn openings_again(cx: &mut Cx<'_>) {
    let (source, training) = (repertoire_source(cx), &cx.m.training);
    if let Some(run) = &training.repertoire
        && training.repertoire_source.as_ref().is_some_and(|made_of| made_of.is_same(&source))
    {
        return begin_openings(cx, run.side);
    }
    let (training, today) = (&mut cx.m.training, day(&cx.m.today));
    let run = training.repertoire.take();
    training.repertoire = run.and_then(|run| run.again(&training.progress, today, &mut cx.m.rng));
}

/// Handles the games of a list that were read.
pub(crate) fn repertoire_read(cx: &mut Cx<'_>, read: RepertoireRead) {
    let training = &mut cx.m.training;
    if training.awaited_repertoire.take_if(|ticket| *ticket == read.ticket).is_none() {
        return;
    }
    match read.tree {
        Ok(tree) => begin_run(cx, &tree, read.side),
        Err(error) => cx.m.toasts.error(error),
    }
}

/// Plays a move in the user's openings, and records whether it was known.
fn play_opening(cx: &mut Cx<'_>, board: &Board, mv: Move) {
    let Training { repertoire: Some(run), progress, .. } = &mut cx.m.training else { return };
    let (moves, today) = (run.moves(), day(&cx.m.today));
    if let Some(grade) = run.play(mv, progress, &mut cx.m.rng) {
        let counts = |progress: &Progress| {
            let due = progress.due_opening(board, &moves, today).is_some();
            [progress.knew_opening(board, &moves), due].map(usize::from)
        };
        let [knew, was_due] = counts(progress);
        progress.record_opening(board, &moves, grade, today);
        let [knows, is_due] = counts(progress);
        run.learned = (run.learned + knows).saturating_sub(knew);
        // It may have become due since the run began.
        run.due = (run.due + is_due).saturating_sub(was_due);
        cx.out.push(Effect::SaveTraining);
    }
}

fn begin_drill(cx: &mut Cx<'_>, endgame: usize, start: usize) {
    stop(cx);
    count_given_away(cx);
    cx.m.training.drill = Drill::new(endgame, start);
}

/// Records the result of an endgame.
fn drill_over(cx: &mut Cx<'_>) {
    let counts = |drill: &&Drill| drill.is_over() && !drill.taken_back;
    let Some(drill) = cx.m.training.drill.as_ref().filter(counts) else { return };
    let reached = drill.state == DrillState::Reached;
    cx.m.training.progress.record_endgame(drill.info().name, drill.start, reached);
    cx.out.push(Effect::SaveTraining);
}

/// Records an endgame that is not played on from a move that gave its goal away.
fn count_given_away(cx: &mut Cx<'_>) {
    let counts =
        |drill: &&Drill| !drill.is_over() && !drill.taken_back && drill.turning_point().is_some();
    let Some(drill) = cx.m.training.drill.as_ref().filter(counts) else { return };
    cx.m.training.progress.record_endgame(drill.info().name, drill.start, false);
    cx.out.push(Effect::SaveTraining);
}

/// Sets the puzzle on the board aside unless its result is recorded.
fn set_aside(cx: &mut Cx<'_>) {
    stop(cx);
    let training = &mut cx.m.training;
    let left = training.solving.take();
    let is_open = |left: &Solving| !left.is_done() && left.grade != Some(progress::Grade::Failed);
    training.skipped.extend(left.filter(is_open));
}

/// Shows the next puzzle of the set: the one that has been due longest, else a new one. `skips`: those set aside come
/// last.
fn next(cx: &mut Cx<'_>, skips: bool) {
    let today = day(&cx.m.today);
    let training = &cx.m.training;
    let (progress, own) = (&training.progress, training.progress.own());
    let aside: Vec<u64> = training.skipped.iter().map(|left| left.puzzle.board.key()).collect();
    let passed = |puzzle: &Puzzle| skips && aside.contains(&puzzle.board.key());
    let due = training.due_of_set(&own, today).filter(|(_, puzzle, _)| !passed(puzzle));
    let due = due.min_by_key(|&(due, ..)| due);
    let due = due.map(|(_, puzzle, own)| Solving::new(puzzle.clone(), own, true));
    let solver = progress.rating.rating;
    let fresh = || {
        let is_new = |(puzzle, _): &(&Puzzle, bool)| !progress.knows(puzzle) && !passed(puzzle);
        // If none of the level is left, the nearest to it.
        let beyond = |&(puzzle, own): &(&Puzzle, bool)| {
            let unrated = own || puzzle.rating == 0;
            if unrated { 0 } else { training.set.level.beyond(puzzle.rating, solver) }
        };
        let new: Vec<_> = training.of_set(&own).filter(is_new).collect();
        let least = new.iter().map(beyond).min()?;
        let found: Vec<_> = new.into_iter().filter(|one| beyond(one) == least).collect();
        Some((found, least > 0))
    };
    let mut off_level = false;
    let chosen = due.or_else(|| {
        let (found, is_off) = fresh()?;
        off_level = is_off;
        let (puzzle, own) = found[cx.m.rng.below(found.len())];
        Some(Solving::new(puzzle.clone(), own, false))
    });
    let is_of_set = |left: &Solving| {
        let key = left.puzzle.board.key();
        training.of_set(&own).any(|(puzzle, _)| puzzle.board.key() == key)
    };
    let again = match &chosen {
        Some(chosen) => aside.iter().position(|&key| key == chosen.puzzle.board.key()),
        None => training.skipped.iter().position(is_of_set),
    };
    let again = again.map(|at| cx.m.training.skipped.remove(at)).map(|mut left| {
        left.again();
        left
    });
    let chosen = again.or(chosen);
    cx.m.training.exhausted = chosen.is_none();
    (cx.m.training.solving, cx.m.training.off_level) = (chosen, off_level);
    count_due(cx);
}

/// Counts the puzzles that are due, which takes too long for every frame.
fn count_due(cx: &mut Cx<'_>) {
    cx.m.training.due = cx.m.training.count_due(&cx.m.today);
}

/// More puzzles are due on a new day.
pub(crate) fn begin_day(cx: &mut Cx<'_>) {
    cx.m.training.exhausted = false;
    cx.m.training.skipped.clear();
    count_due(cx);
}

/// Puts a puzzle on the board of its page, and goes on with the search of the page; ends a round with its time or when
/// the page is left.
pub(crate) fn settle(cx: &mut Cx<'_>) {
    if cx.m.view.workspace != Workspace::Training {
        pause(cx);
        cx.m.training.round = None;
        return;
    }
    let training = &mut cx.m.training;
    if let Some(round) = training.round.as_mut().filter(|round| round.over.is_none())
        && cx.now >= round.until_ms
    {
        let best = training.progress.score(round.exercise.name(), round.score());
        round.over = Some(if best { End::Best } else { End::Usual });
        if best {
            cx.out.push(Effect::SaveTraining);
        }
    }
    let training = &cx.m.training;
    if training.page == Page::Puzzles && training.solving.is_none() && !training.exhausted {
        next(cx, true);
    }
    let training = &mut cx.m.training;
    if training.job.is_none() {
        let position = match training.page {
            Page::Puzzles => training.solving.as_mut().and_then(Solving::searched),
            Page::Guess => training.guess.as_ref().and_then(Guess::searched),
            Page::Endgames => training.drill.as_mut().and_then(Drill::searched),
            Page::Openings | Page::Vision | Page::Results => None,
        };
        if let Some(position) = position {
            search(cx, position);
        }
    }
}

/// Adds a mistake that was not corrected at once to the puzzles to repeat.
pub(crate) fn keep_mistake(cx: &mut Cx<'_>, mistake: &learn::Puzzle) {
    let failed =
        matches!(mistake.result, PuzzleResult::Later | PuzzleResult::Failed | PuzzleResult::Shown);
    let Some(&mv) = mistake.best.line.first().filter(|_| failed) else { return };
    let game = &cx.m.game;
    let board = *game.tree.board(mistake.node);
    let puzzle = Puzzle {
        board,
        line: vec![mv],
        themes: themes(&board, &[mv], false),
        rating: OWN_RATING,
        depth: mistake.best.depth,
        nodes: 0,
        score: Some(capped_cp(mistake.best.score)),
        played: Some(mistake.played),
        last: game.tree.mv(mistake.node).map(|mv| (mv.from(), mv.drawn_to())),
        source: source(&game.tags),
    };
    if cx.m.training.progress.keep_own(&puzzle, day(&cx.m.today)) {
        cx.m.training.exhausted = false;
        cx.out.push(Effect::SaveTraining);
        count_due(cx);
    }
}

/// The names of both players; empty if none is given.
fn title(tags: &Tags) -> String {
    let names = ["White", "Black"].map(|tag| tags.known(tag));
    if names == [None, None] {
        String::new()
    } else {
        names.map(|name| name.unwrap_or("?")).join(" – ")
    }
}

/// The game a puzzle comes from.
fn source(tags: &Tags) -> String {
    let of = |tag| tags.known(tag).unwrap_or("?");
    let date = tags.known("Date").map_or(String::new(), |date| format!(" {date}"));
    format!("{}-{}{date}", of("White"), of("Black"))
}

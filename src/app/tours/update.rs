//! Going through a tour.

use super::{Aside, Condition, TourAction, TourView, all, worksheet};
use crate::arena::messages::ArenaCommand;
use crate::commands::command::UserCommand;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::engines::{requests, seating};
use crate::game::state::GameState;
use crate::game::{board, position};
use crate::lab::state::{LabAction, LabAside};
use crate::lab::update as lab_update;
use crate::review::run;
use crate::window::workspace::{PaneId, Workspace};
use tabia_text::{phrase, t};

/// Handles an action on tours.
pub(crate) fn update(cx: &mut Cx<'_>, action: TourAction) {
    match action {
        TourAction::Begin(tour) => {
            let Some(chosen) = all().get(tour) else { return };
            let left = cx.m.settings.tour_step(&chosen.name);
            let step = if left.saturating_add(1) >= chosen.steps.len() { 0 } else { left };
            cx.go_to_workspace(Workspace::Lab);
            cx.m.tour = Some(TourView { tour, step, ..TourView::default() });
            take_step(cx, false);
        }
        TourAction::Step(step) => {
            let Some(view) = &mut cx.m.tour else { return };
            if view.tour().is_some_and(|tour| step < tour.steps.len()) {
                let goes_on = step == view.step + 1;
                (view.step, view.done) = (step, false);
                take_step(cx, goes_on);
            }
        }
        TourAction::DoIt => do_step(cx),
        TourAction::Worksheet(tour) => {
            if let Some(sheet) = worksheet(tour) {
                cx.out.push(Effect::SaveWorksheet(Box::new(sheet)));
            }
        }
        TourAction::Example => {
            cx.m.dialog = None;
            let (name, text) = (t!("tour-file").to_owned(), super::example().to_owned());
            cx.out.push(Effect::SaveText { name, ending: "md", text });
        }
        TourAction::Exit => leave(cx),
    }
}

/// Sets up a step and remembers how far the reader has come. `goes_on`: the reader comes from the step before.
fn take_step(cx: &mut Cx<'_>, goes_on: bool) {
    let Some(view) = cx.m.tour else { return };
    let Some(step) = view.now() else { return };
    let settings = &mut cx.m.settings;
    if let Some(tour) = view.tour() {
        let before = settings.tour_steps.insert(tour.name.clone(), view.step);
        // It stays finished when it is read again.
        if view.step.max(before.unwrap_or(0)).saturating_add(1) >= tour.steps.len() {
            settings.finished_tours.insert(tour.name.clone());
        }
        cx.out.push(Effect::SaveSettings);
    }
    let set_up = stand_at(cx, view, goes_on);
    // A match needs the processors that the analysis of an earlier step would use.
    if matches!(step.done, Some(Condition::Analysing | Condition::Matched)) {
        requests::switch_analysis(cx, false);
    }
    // The reader watches scores change depth by depth, so a search that begins here starts with an empty hash table.
    let mut conditions = step.setup.iter().chain(&step.done);
    let analyses = conditions.any(|condition| *condition == Condition::Analysing);
    let begins = if cx.m.engine.analysis { set_up } else { analyses };
    if begins {
        seating::clear_memory(cx);
    }
    // The text refers to the default requests of experiments, whatever was requested before.
    for experiment in step.setup.iter().chain(&step.done).filter_map(Condition::experiment) {
        cx.m.lab.ask_as_usual(experiment);
    }
    for condition in &step.setup {
        condition.bring(cx);
    }
    let before = cx.m.engine.next_job();
    if let Some(view) = &mut cx.m.tour {
        view.before = before;
    }
    if let Some(pane) = step.pane {
        cx.open_pane(pane);
    }
    // Last, so that it is visible if both are in the same stack.
    cx.open_pane(PaneId::Tour);
}

/// Puts the step's position on the board. A following step without a position leaves what the reader has made of it.
/// Returns whether the board changed.
fn stand_at(cx: &mut Cx<'_>, view: TourView, goes_on: bool) -> bool {
    let Some(step) = view.now() else { return false };
    if goes_on && !step.sets_position() {
        return false;
    }
    let Some(position) = &step.position else { return false };
    let game = &cx.m.game;
    let same = game.tree.position(game.current) == *position;
    if cx.m.aside.is_none() {
        set_aside(cx);
        board::replace_game(cx, GameState::analysis_line(position));
    } else if !same || !game.is_analysis_board() {
        position::set_up(cx, GameState::analysis_line(position), phrase!("tour-undo"));
    } else {
        return false;
    }
    true
}

/// Sets the user's game aside with its undo history, until the tour is left.
fn set_aside(cx: &mut Cx<'_>) {
    run::leave_learning(cx);
    let mut game = cx.m.game.clone();
    board::stand_still(&mut game, cx.now);
    let history = cx.m.history.take_aside();
    let (analysis, checked) = (cx.m.engine.analysis, cx.m.checked.clone());
    let lab = cx.m.lab.set_aside();
    // Tours describe boards from White's side.
    let flipped = std::mem::take(&mut cx.m.view.flipped);
    cx.m.aside = Some(Box::new(Aside { game, lab, history, analysis, flipped, checked }));
}

/// Leaves the tour and restores the user's game as it was shown. A game on the clock is paused until its player
/// resumes.
pub(crate) fn leave(cx: &mut Cx<'_>) {
    cx.m.tour = None;
    let Some(aside) = cx.m.aside.take() else { return };
    let Aside { mut game, lab, history, analysis, flipped, .. } = *aside;
    bring_back_lab(cx, lab);
    cx.m.history.bring_back(history);
    cx.m.view.flipped = flipped;
    game.paused |= game.clocks.is_some() && game.is_played();
    let (paused, workspace) = (game.paused, cx.m.view.workspace);
    board::put_on_board(cx, game);
    // A reader who leaves a tour stays in the current workspace.
    cx.go_to_workspace(workspace);
    requests::switch_analysis(cx, analysis);
    if paused {
        cx.m.toasts.offer(t!("library-game-is-back"), UserCommand::Pause);
    }
}

/// Ends the tour because the user puts another game on the board, or continues from the tour's position: undo leads
/// back to the user's own game.
pub(crate) fn release(cx: &mut Cx<'_>) {
    if let Some(aside) = cx.m.aside.take() {
        bring_back_lab(cx, aside.lab);
        cx.m.view.flipped = aside.flipped;
        cx.m.history.bring_back(aside.history);
        cx.m.history.record(aside.game, phrase!("tour-undo"));
    }
}

/// Restores the Lab as it was before the tour; experiments still running for the tour are stopped.
fn bring_back_lab(cx: &mut Cx<'_>, lab: LabAside) {
    if cx.m.lab.job != lab.job {
        lab_update::update(cx, LabAction::Stop);
    }
    cx.m.lab.bring_back(lab);
}

/// Does the task of the step for the reader.
fn do_step(cx: &mut Cx<'_>) {
    let Some(step) = cx.m.tour.and_then(|view| view.now()) else { return };
    if let Some(condition) = &step.done {
        condition.bring(cx);
    }
    // The panel of the experiment may have come to the front.
    cx.open_pane(PaneId::Tour);
}

/// Leaves the tour if the user goes to a workspace other than the Lab and the duel.
pub(crate) fn settle_left(cx: &mut Cx<'_>) {
    let stays = matches!(cx.m.view.workspace, Workspace::Lab | Workspace::Duel);
    if cx.m.tour.is_some() && !stays {
        leave(cx);
    }
}

/// Ends the match that the tour started for a step when the reader leaves the step, unless it is to be watched in the
/// arena.
fn settle_match(cx: &mut Cx<'_>) {
    let Some(step) = cx.m.tour_match else { return };
    if cx.m.arena_busy().is_none() || cx.m.view.workspace == Workspace::Arena {
        cx.m.tour_match = None;
    } else if cx.m.tour.map(|view| (view.tour, view.step)) != Some(step) && !cx.m.arena.preparing {
        cx.m.tour_match = None;
        cx.out.push(Effect::Arena(ArenaCommand::StopNow));
    }
}

/// Checks whether the task of the step has been done.
pub(crate) fn settle(cx: &mut Cx<'_>) {
    settle_match(cx);
    let Some(view) = cx.m.tour.filter(|view| !view.done) else { return };
    let Some(step) = view.now() else { return };
    let done = step.done.as_ref().is_some_and(|condition| condition.is_met(cx.m));
    if let Some(view) = &mut cx.m.tour {
        view.done = done;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, TourAction};
    use crate::arena::messages::{ArenaAction, ArenaNews};
    use crate::arena::state::TournamentStarted;
    use crate::lab::playouts::{PlayoutsAction, PlayoutsDraft};
    use crate::lab::scratch::ScratchAction;
    use crate::lab::small_game::SmallGameAction;
    use crate::lab::state::TOUR_TREE_DEPTH;
    use crate::lab::steps::StepsView;
    use crate::lab::trials::JobState;
    use crate::model::Model;
    use crate::persistence::session::Session;
    use crate::tours::Step;
    use crate::update::update;
    use crate::window::settings::Settings;
    use tabia_engine::search::detail::PruneReason;
    use tabia_engine::search::thinker::EngineId;
    use tabia_host::referee::schedule::Progress;
    use tabia_host::worker::protocol::{Command, Event};
    use tabia_lab::ab::{self, Ab};
    use tabia_lab::experiment::{Ask, Entry};
    use tabia_lab::ladder::experiment::Ladder;
    use tabia_lab::small_game;
    use tabia_lab::tree_index::Tree;

    fn done(model: &Model) -> bool {
        model.tour.is_some_and(|view| view.done)
    }

    /// The running experiment has ended.
    fn finish(model: &mut Model) {
        let Some(job) = model.lab.job.map(|job| job.id) else { return };
        let event = Event::LabDone { job, error: None };
        update(model, Action::Engine(EngineId::LAB, event), 0);
    }

    /// Only what the reader does is ticked off, not the initial state of a step, whether the reader comes from the
    /// step before or from anywhere else. An experiment is ticked off at its result.
    #[test]
    fn nothing_is_done_before_it_is_done() {
        for (number, tour) in all().iter().enumerate() {
            let mut through = Model::new(Settings::default());
            for (at, step) in tour.steps.iter().enumerate() {
                let name = format!("{}: {}", tour.title, step.title);
                let mut fresh = Model::new(Settings::default());
                fresh.settings.tour_steps.insert(tour.name.clone(), at);
                for model in [&mut fresh, &mut through] {
                    update(model, Action::Tour(TourAction::Begin(number)), 0);
                    update(model, Action::Tour(TourAction::Step(at)), 0);
                    assert!(!done(model), "{name}");
                    let points = crate::tours::target(model).is_some();
                    assert_eq!(points, step.done.is_some(), "{name}: what it points at");
                    finish(model);
                    assert!(!done(model), "{name}: an experiment of another step");
                    update(model, Action::Tour(TourAction::DoIt), 0);
                    if step.done == Some(Condition::Matched) {
                        // The arena plays it; the tick waits for its last game.
                        assert!(model.arena.preparing && !done(model), "{name}");
                        continue;
                    }
                    if model.lab.job.is_some() {
                        assert!(!done(model) && crate::tours::is_under_way(model), "{name}");
                        assert_eq!(
                            crate::tours::target(model),
                            None,
                            "{name}: it only has to wait"
                        );
                    }
                    finish(model);
                    assert_eq!(done(model), step.done.is_some(), "{name}");
                    assert_eq!(crate::tours::target(model), None, "{name}: done");
                }
            }
        }
    }

    /// The indices of the tour of the search and of its step with this condition.
    fn step_with(condition: &Condition) -> (usize, usize) {
        let has =
            |step: &Step| step.done.as_ref() == Some(condition) || step.setup.contains(condition);
        let tours = all().iter().enumerate();
        let mut found = tours.filter_map(|(at, tour)| Some((at, tour.steps.iter().position(has)?)));
        found.next().unwrap()
    }

    #[test]
    fn a_step_has_experiments_ask_what_its_text_says_and_the_lab_is_given_back() {
        let mut model = Model::new(Settings::default());
        let own = tabia_lab::tree_index::Request { depth: 11, ..Default::default() };
        update(&mut model, Action::Lab(LabAction::ask::<Tree>(own.clone())), 0);
        update(&mut model, Action::Lab(LabAction::RaceByMove(true)), 0);
        let asks = Ask::of::<Ladder>(tabia_lab::ladder::experiment::Request {
            depth: 2,
            ..Default::default()
        });
        update(&mut model, Action::Lab(LabAction::Run(asks.clone())), 0);
        let ladder = |model: &Model| model.lab.last_run("ladder").unwrap().trial.ask();
        let (tour, shown) = step_with(&Condition::Shown("ladder".to_owned()));
        update(&mut model, Action::Tour(TourAction::Begin(tour)), 0);
        update(&mut model, Action::Tour(TourAction::Step(shown)), 0);
        assert_eq!(ladder(&model), Entry::by_id("ladder").unwrap().default());
        let (_, iterations) = step_with(&Condition::RaceByMove(false));
        update(&mut model, Action::Tour(TourAction::Step(iterations)), 0);
        assert!(!model.lab.choices.race_by_move);
        let (_, filtered) = step_with(&Condition::Filtered(PruneReason::ReverseFutility));
        update(&mut model, Action::Tour(TourAction::Step(filtered)), 0);
        let depth = model.lab.request::<Tree>().depth;
        assert_eq!(depth, TOUR_TREE_DEPTH);
        update(&mut model, Action::Lab(LabAction::Record(depth)), 0);
        assert!(!done(&model), "it is to be filtered as well");
        update(&mut model, Action::Lab(LabAction::TreeFilter(Some(PruneReason::NullMove))), 0);
        assert!(!done(&model), "it is being recorded");
        finish(&mut model);
        assert!(done(&model));
        let kept = Session::of(&model, 0).lab;
        assert_eq!(kept.len(), 1, "a session keeps what the user asked");
        update(&mut model, Action::Tour(TourAction::Exit), 0);
        assert_eq!((model.lab.request::<Tree>(), ladder(&model)), (own, asks));
        assert!(
            model.lab.choices.race_by_move
                && model.lab.choices.tree_filter.is_none()
                && model.lab.job.is_none()
        );
        assert_eq!(model.lab.last_run("ladder").unwrap().state, JobState::Stopped);
    }

    #[test]
    fn playouts_and_small_game_of_the_reader_come_back_after_a_tour() {
        let small = |model: &Model| model.lab.small_game.draft;
        let mut model = Model::new(Settings::default());
        let own = small_game::learn::Request { games: 200, ..Default::default() };
        update(&mut model, Action::Lab(SmallGameAction::Draft(own).into()), 0);
        let draft = PlayoutsDraft { seed: 77, ..model.lab.playouts.draft };
        update(&mut model, Action::Lab(LabAction::Playouts(PlayoutsAction::Draft(draft))), 0);
        let (tour, learns) = step_with(&Condition::Ran("small-game".to_owned()));
        update(&mut model, Action::Tour(TourAction::Begin(tour)), 0);
        update(&mut model, Action::Tour(TourAction::Step(learns)), 0);
        assert_eq!(small(&model), small_game::learn::Request::default());
        model.lab.small_game.net = std::sync::Arc::new(small_game::net::Net::random(77));
        let action = PlayoutsAction::Draft(PlayoutsDraft::default());
        update(&mut model, Action::Lab(LabAction::Playouts(action)), 0);
        update(&mut model, Action::Tour(TourAction::Exit), 0);
        assert_eq!((small(&model), model.lab.playouts.draft), (own, draft));
        let untaught = small_game::net::Net::random(own.seed);
        assert_eq!(*model.lab.small_game.net, untaught, "whatever the tour has taught it");
    }

    #[test]
    fn a_comparison_of_a_step_begins_with_two_complete_searches_of_its_position() {
        let mut model = Model::new(Settings::default());
        let steps = |at: usize| all()[at].steps.iter();
        let compares =
            |step: &Step| matches!(step.done, Some(Condition::Compared(ref a, ..)) if a == "all");
        for tour in 0..all().len() {
            update(&mut model, Action::Tour(TourAction::Begin(tour)), 0);
            for (at, _) in steps(tour).enumerate().filter(|(_, step)| compares(step)) {
                update(&mut model, Action::Tour(TourAction::Step(at)), 0);
                let request = model.lab.request::<Ab>();
                assert_eq!(request.sides, [ab::Side::default(); 2]);
                assert_eq!(request.positions, ab::Positions::Shown);
                // The next one does not begin with what was compared here.
                update(&mut model, Action::Tour(TourAction::DoIt), 0);
                finish(&mut model);
            }
        }
    }

    /// The score of earlier quizzes stays, but a new step waits for a new answer.
    #[test]
    fn a_cut_found_before_the_step_does_not_count() {
        let mut model = Model::new(Settings::default());
        model.lab.choices.steps.score = [3, 4];
        let (tour, step) = step_with(&Condition::CutFound);
        update(&mut model, Action::Tour(TourAction::Begin(tour)), 0);
        update(&mut model, Action::Tour(TourAction::Step(step)), 0);
        let quiz = StepsView { quiz: true, ..model.lab.choices.steps };
        update(&mut model, Action::Lab(LabAction::Steps(quiz)), 0);
        assert!(!done(&model) && model.lab.choices.steps.quiz);
        update(&mut model, Action::Tour(TourAction::DoIt), 0);
        assert!(done(&model));
    }

    /// A step that shows a search depth by depth would otherwise show the scores of an earlier, deeper search.
    #[test]
    fn a_search_that_a_step_begins_starts_with_an_empty_hash_table() {
        let cleared = |effects: &[Effect]| {
            let has = |wanted: fn(&Command) -> bool| {
                effects.iter().position(|effect| match effect {
                    Effect::ToEngine(EngineId::BUILT_IN, command) => wanted(command),
                    _ => false,
                })
            };
            let clear = has(|command| matches!(command, Command::NewGame));
            (clear, has(|command| matches!(command, Command::Search { .. })))
        };
        let (tour, step) = step_with(&Condition::RaceByMove(false));
        let mut model = Model::new(Settings::default());
        update(&mut model, Action::Tour(TourAction::Begin(tour)), 0);
        let effects = update(&mut model, Action::Tour(TourAction::Step(step)), 0);
        let (clear, search) = cleared(&effects);
        assert!(clear.is_some() && search > clear, "{effects:?}");
        // The same search goes on; one of another position does not know it.
        let effects = update(&mut model, Action::Tour(TourAction::Step(step)), 0);
        assert_eq!(cleared(&effects), (None, None));
        let effects = update(&mut model, Action::Tour(TourAction::Step(0)), 0);
        let (clear, search) = cleared(&effects);
        assert!(clear.is_some() && search > clear, "{effects:?}");
        let asks = all()[tour].steps.iter().position(|of| of.done == Some(Condition::Analysing));
        update(&mut model, Action::Tour(TourAction::Step(asks.unwrap())), 0);
        assert!(!model.engine.analysis);
        let effects = update(&mut model, Action::Tour(TourAction::DoIt), 0);
        assert!(cleared(&effects).1.is_some());
    }

    #[test]
    fn a_match_of_a_step_needs_the_processors_of_its_analysis_and_ends_with_it() {
        let stops = |effects: &[Effect]| {
            effects.iter().any(|effect| matches!(effect, Effect::Arena(ArenaCommand::StopNow)))
        };
        let mut model = Model::new(Settings::default());
        let (tour, step) = step_with(&Condition::Matched);
        update(&mut model, Action::Tour(TourAction::Begin(tour)), 0);
        update(&mut model, Action::Command(UserCommand::ToggleAnalysis), 0);
        update(&mut model, Action::Tour(TourAction::Step(step)), 0);
        assert!(!model.engine.analysis);
        let effects = update(&mut model, Action::Tour(TourAction::DoIt), 0);
        let plan = effects.iter().find_map(|effect| match effect {
            Effect::Arena(ArenaCommand::Play(plan, _)) => Some((**plan).clone()),
            _ => None,
        });
        update(&mut model, Action::Tour(TourAction::Step(step)), 0);
        assert!(crate::tours::is_under_way(&model), "it goes on if the step is set up again");
        // It cannot be stopped before it has begun.
        assert!(!stops(&update(&mut model, Action::Tour(TourAction::Step(0)), 0)));
        let (plan, results) = (plan.unwrap(), Vec::new());
        let names = plan.players.iter().map(|player| player.label().to_owned()).collect();
        let begun =
            TournamentStarted { plan, file: None, names, results, progress: Progress::default() };
        let news = |news| Action::Arena(ArenaAction::News(news));
        assert!(stops(&update(&mut model, news(ArenaNews::Begun(Box::new(begun.clone()))), 0)));
        assert!(!stops(&update(&mut model, Action::Tour(TourAction::Step(1)), 0)), "once");

        // A match that the reader starts goes on.
        update(&mut model, news(ArenaNews::Over(None)), 0);
        update(&mut model, Action::Tour(TourAction::Step(step)), 0);
        update(&mut model, Action::Lab(ScratchAction::Match.into()), 0);
        update(&mut model, news(ArenaNews::Begun(Box::new(begun))), 0);
        assert!(crate::tours::is_under_way(&model));
        assert!(!stops(&update(&mut model, Action::Tour(TourAction::Step(0)), 0)));
    }

    #[test]
    fn a_tour_shows_whites_side_gives_the_game_back_in_the_study_and_stays_finished() {
        let mut model = Model::new(Settings::default());
        let (game, last) = (model.game.id, all()[0].steps.len() - 1);
        model.settings.tour_steps.insert(all()[0].name.clone(), last);
        update(&mut model, Action::Command(UserCommand::Flip), 0);
        update(&mut model, Action::Tour(TourAction::Begin(0)), 0);
        assert!(!model.view.flipped && model.game.id != game);
        update(&mut model, Action::Tour(TourAction::Step(1)), 0);
        let name = &all()[0].name;
        assert_eq!(model.settings.tour_step(name), 1, "the step is kept");
        assert!(model.settings.finished_tours.contains(name), "read again, it is still finished");
        update(&mut model, Action::Command(UserCommand::StudyWorkspace), 0);
        assert!(model.tour.is_none() && model.view.flipped && model.game.id == game);
    }
}

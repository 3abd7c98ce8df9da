//! Training without its window: puzzles solved, failed and repeated, endgames, exercises; what is saved, and when.

use std::path::Path;

use tabia_app::action::{Action, LearnAction, TrainingAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::Purpose;
use tabia_app::model::Model;
use tabia_app::training::endgames::ENDGAMES;
use tabia_app::training::progress::{Grade, Progress, ProgressRead};
use tabia_app::training::puzzle_file::PuzzlesRead;
use tabia_app::training::solving::{Solving, Stage};
use tabia_app::training::state::{Level, Page, Set, Source};
use tabia_app::training::vision::{End, Exercise, Question};
use tabia_app::window::toasts::ToastOffer;
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::Workspace;
use tabia_chess::{Board, Color, DrawReason, Move, Outcome, uci_move};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::puzzles::themes::Theme;
use tabia_host::puzzles::{self, Puzzle};
use tabia_host::worker::protocol::Event;
use tabia_text::t;

use crate::test_app::TestApp;

fn train() -> TestApp {
    let mut app = TestApp::new();
    "2026.11.26".clone_into(&mut app.model.today);
    app.give(UserCommand::TrainingWorkspace);
    app
}

fn give(app: &mut TestApp, action: TrainingAction) {
    app.act(Action::Training(action));
}

fn solving(app: &TestApp) -> &Solving {
    app.model.training.solving.as_ref().unwrap()
}

fn play(app: &mut TestApp, mv: Move) {
    let (from, to, promotion) = (mv.from(), mv.drawn_to(), mv.promotion());
    give(app, TrainingAction::Move { from, to, promotion });
}

fn solve(app: &mut TestApp) {
    while !solving(app).is_done() {
        let mv = solving(app).wanted().unwrap();
        play(app, mv);
    }
}

/// A move that is neither the solution nor the end of the game.
fn other_move(app: &TestApp) -> Move {
    let (board, wanted) = (solving(app).asked(), solving(app).wanted());
    let goes_on = |mv: &Move| board.after(*mv).has_legal_move();
    board.legal_moves().iter().copied().find(|mv| Some(*mv) != wanted && goes_on(mv)).unwrap()
}

/// Gives the answer of the training's engine.
fn answer(app: &mut TestApp, score: Score) {
    let asked = app.asked().clone();
    let best = asked.position.board().legal_moves().first().copied();
    let outcome = TestApp::outcome(best, score);
    let finished = Event::Finished { job: asked.job, outcome, dropped: 0 };
    app.act(Action::Engine(EngineId::TRAINER, finished));
}

fn saves(app: &mut TestApp) -> usize {
    let saved = app.effects.iter().filter(|effect| matches!(effect, Effect::SaveTraining)).count();
    app.effects.clear();
    saved
}

#[test]
fn a_puzzle_is_on_the_board_at_once_and_the_game_stays_as_it_is() {
    let mut app = TestApp::new();
    app.play("e2e4");
    let game = app.model.game.tree.clone();
    app.give(UserCommand::TrainingWorkspace);
    assert_eq!(app.model.view.workspace, Workspace::Training);
    let puzzle = solving(&app).puzzle.clone();
    assert!(puzzles::built_in().contains(&puzzle) && app.model.hides_game());
    solve(&mut app);
    assert_eq!(solving(&app).stage, Stage::Solved { other: false });
    assert_eq!(saves(&mut app), 1, "it is kept once");
    let progress = &app.model.training.progress;
    assert!(progress.knows(&puzzle) && progress.rating.rating > 1_500.0 && progress.streak == 1);
    give(&mut app, TrainingAction::Next);
    assert_ne!(solving(&app).puzzle, puzzle, "what was solved does not come again");
    assert_eq!(app.model.game.tree.len(), game.len());
    app.give(UserCommand::PlayWorkspace);
    app.give(UserCommand::TrainingWorkspace);
    assert!(app.model.training.solving.is_some());
}

#[test]
fn the_shown_position_is_copied_and_what_is_about_the_hidden_game_is_refused() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.give(UserCommand::TrainingWorkspace);
    give(&mut app, TrainingAction::Show(Page::Endgames));
    assert!(!UserCommand::CopyFen.is_enabled(&app.model), "the list of endgames");
    give(&mut app, TrainingAction::Drill { endgame: 2, start: 0 });
    let drill = app.model.training.drill.clone().unwrap();
    app.take_effects();
    app.give(UserCommand::CopyFen);
    let fen = drill.position.board().to_string();
    let copied = |effects: &[Effect]| {
        effects.iter().any(|e| matches!(e, Effect::CopyText(text) if *text == fen))
    };
    assert!(copied(&app.take_effects()));
    app.give(UserCommand::CopyPicture);
    let effects = app.take_effects();
    let picture = effects.iter().find_map(|effect| match effect {
        Effect::CopyPicture(job) => Some(job),
        _ => None,
    });
    let job = picture.unwrap();
    assert_eq!(*job.tree.board(job.node), drill.position.board());
    assert_eq!((job.orientation, job.tags.known("White")), (drill.solver, None));
    for command in [
        UserCommand::SaveFile,
        UserCommand::SaveFileAs,
        UserCommand::AppendToFile,
        UserCommand::ExportAnimation,
        UserCommand::ExportPage,
        UserCommand::CopyPgn,
        UserCommand::EditTags,
        UserCommand::ToggleAnalysis,
        UserCommand::Threat,
        UserCommand::Hint,
    ] {
        assert!(!command.is_enabled(&app.model), "{command:?}");
        assert_eq!(command.refusal(&app.model), Some(t!("hidden-refused")), "{command:?}");
    }
    app.give(UserCommand::PlayWorkspace);
    assert!(UserCommand::SaveFile.is_enabled(&app.model));
}

#[test]
fn a_puzzle_is_analysed_in_the_study_once_it_is_done() {
    let mut app = train();
    let puzzle = solving(&app).puzzle.clone();
    give(&mut app, TrainingAction::Analyse);
    assert_eq!(app.model.view.workspace, Workspace::Training, "it would give the solution away");
    give(&mut app, TrainingAction::Solution);
    give(&mut app, TrainingAction::Analyse);
    let game = &app.model.game;
    assert_eq!((*game.board(), game.tree.main_line().len()), (puzzle.board, puzzle.line.len() + 1));
    assert_eq!(app.model.view.workspace, Workspace::Study);
    assert!(app.model.engine.job_for(|of| of == Purpose::Analyse).is_some());
}

#[test]
fn analysis_rests_while_the_training_is_shown() {
    let mut app = TestApp::new();
    app.act(Action::PasteText("1. e4 e5 *".to_owned()));
    app.give(UserCommand::ToggleAnalysis);
    let analyses = |app: &TestApp| app.model.engine.job_for(|of| of == Purpose::Analyse).is_some();
    assert!(analyses(&app));
    app.give(UserCommand::TrainingWorkspace);
    assert!(!analyses(&app));
    app.act(Action::Shortcut(UserCommand::ToggleAnalysis));
    assert!(app.says(t!("hidden-refused")) && app.model.engine.analysis);
    app.give(UserCommand::StudyWorkspace);
    assert!(analyses(&app));
}

#[test]
fn a_wrong_move_is_refuted_and_the_puzzle_comes_back_tomorrow() {
    let mut app = train();
    let puzzle = solving(&app).puzzle.clone();
    let mv = other_move(&app);
    play(&mut app, mv);
    assert_eq!(solving(&app).stage, Stage::Judging(mv));
    assert!(app.model.training.is_thinking());
    assert_eq!(app.asked().limits, Limits::nodes(400_000));
    let wanted = solving(&app).wanted().unwrap();
    play(&mut app, wanted);
    assert_eq!(solving(&app).stage, Stage::Judging(mv), "one move at a time");
    answer(&mut app, Score::Cp(300));
    assert!(matches!(solving(&app).stage, Stage::Wrong { .. }));
    assert_eq!((saves(&mut app), solving(&app).grade), (1, Some(Grade::Failed)));
    give(&mut app, TrainingAction::Again);
    solve(&mut app);
    assert_eq!(saves(&mut app), 0, "the first try has decided");
    let due = |app: &TestApp, day: &str| app.model.training.count_due(day);
    assert_eq!((due(&app, "2026.11.26"), due(&app, "2026.11.27")), (0, 1));
    "2026.11.28".clone_into(&mut app.model.today);
    give(&mut app, TrainingAction::Next);
    assert_eq!(solving(&app).puzzle, puzzle, "what is due comes first");
    assert!(solving(&app).repeated);
}

#[test]
fn a_skipped_puzzle_stays_due_and_keeps_its_hint() {
    let mut app = train();
    let puzzle = solving(&app).puzzle.clone();
    give(&mut app, TrainingAction::Solution);
    give(&mut app, TrainingAction::Next);
    "2026.11.28".clone_into(&mut app.model.today);
    let set = app.model.training.set;
    give(&mut app, TrainingAction::Choose(set));
    assert_eq!(solving(&app).puzzle, puzzle);
    give(&mut app, TrainingAction::Hint);
    for _ in 0..3 {
        give(&mut app, TrainingAction::Next);
        assert_ne!(solving(&app).puzzle, puzzle, "it was skipped");
    }
    assert_eq!(app.model.training.count_due("2026.11.28"), 1);
    give(&mut app, TrainingAction::Choose(set));
    assert_eq!(solving(&app).puzzle, puzzle);
    assert!(solving(&app).helped && solving(&app).grade == Some(Grade::Helped));
}

#[test]
fn the_only_puzzle_comes_again_with_its_hint() {
    let mut app = train();
    let one = Puzzle::parse("r3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; id \"one\";").unwrap();
    let found = Ok((vec![one], vec![]));
    let read = PuzzlesRead { path: "/p/own.epd".into(), picked: true, found };
    app.act(Action::PuzzlesRead(Box::new(read)));
    give(&mut app, TrainingAction::Hint);
    give(&mut app, TrainingAction::Next);
    assert!(solving(&app).helped && solving(&app).stage == Stage::Ask);
}

#[test]
fn only_puzzles_of_the_set_are_due() {
    let mut app = train();
    let file = |king: &str| {
        let line = format!("r3k3/8/8/3N4/8/8/8/{king} w - - bm Nc7+;");
        let found = Ok((vec![Puzzle::parse(&line).unwrap()], vec![]));
        Action::PuzzlesRead(Box::new(PuzzlesRead { path: "/own.epd".into(), picked: true, found }))
    };
    app.act(file("4K3"));
    give(&mut app, TrainingAction::Solution);
    app.act(Action::NewDay("2026.11.27".to_owned()));
    assert_eq!(app.model.training.due, 1);
    give(&mut app, TrainingAction::Choose(Set { source: Source::Own, ..Set::default() }));
    assert_eq!(app.model.training.due, 0, "of another set");
    app.act(file("3K4"));
    give(&mut app, TrainingAction::Choose(Set::default()));
    assert_eq!(app.model.training.due, 0, "of a file that is not open");
    assert!(!solving(&app).repeated);
    give(&mut app, TrainingAction::Choose(Set { source: Source::File, ..Set::default() }));
    give(&mut app, TrainingAction::CloseFile);
    assert!(app.model.training.file.is_none() && app.model.settings.puzzle_file.is_none());
    assert_eq!(app.model.training.set.source, Source::All);
}

#[test]
fn what_was_chosen_in_the_training_comes_back() {
    let mut app = train();
    let set = Set { source: Source::Theme(Theme::Fork), level: Level::Any, ..Set::default() };
    give(&mut app, TrainingAction::Choose(set));
    give(&mut app, TrainingAction::Exercise(Exercise::Knight));
    give(&mut app, TrainingAction::Below(Color::Black));
    let saves = |effect: &Effect| matches!(effect, Effect::SaveSettings);
    assert!(app.take_effects().iter().any(saves));
    let text = serde_json::to_string(&app.model.settings).unwrap();
    let later = Model::new(serde_json::from_str(&text).unwrap()).training;
    assert_eq!((later.set, later.exercise, later.black_below), (set, Exercise::Knight, true));
}

#[test]
fn another_winning_move_is_right_and_a_late_answer_changes_nothing() {
    let mut app = train();
    let mv = other_move(&app);
    play(&mut app, mv);
    answer(&mut app, Score::Mate(-3));
    assert_eq!(solving(&app).stage, Stage::Solved { other: true });
    give(&mut app, TrainingAction::Next);
    let mv = other_move(&app);
    play(&mut app, mv);
    give(&mut app, TrainingAction::Next);
    assert!(app.stopped >= app.asked().job.0, "nobody waits for the verdict");
    answer(&mut app, Score::Cp(900));
    assert_eq!(solving(&app).stage, Stage::Ask);
    let mv = other_move(&app);
    play(&mut app, mv);
    app.act(Action::WorkerGone(EngineId::TRAINER, Ok(())));
    assert_eq!(solving(&app).stage, Stage::Ask, "without an engine it may be tried again");
}

#[test]
fn sets_give_what_they_promise() {
    let mut app = train();
    for theme in Theme::ALL {
        let set = Set { source: Source::Theme(theme), phase: None, level: Level::Any };
        give(&mut app, TrainingAction::Choose(set));
        match &app.model.training.solving {
            Some(solving) => assert!(solving.puzzle.themes.contains(&theme)),
            None => assert!(app.model.training.exhausted),
        }
    }
    let set = Set { source: Source::Own, ..Set::default() };
    give(&mut app, TrainingAction::Choose(set));
    assert!(app.model.training.solving.is_none() && app.model.training.exhausted);
    app.act(Action::Tick);
    assert!(app.model.training.solving.is_none(), "it is not looked for again and again");
    for level in [Level::Easier, Level::Own, Level::Harder] {
        give(&mut app, TrainingAction::Choose(Set { level, ..Set::default() }));
        assert!(app.model.training.solving.is_some() && !app.model.training.off_level);
    }
    let ratings = puzzles::built_in().iter().map(|puzzle| puzzle.rating);
    let (least, most) = (ratings.clone().min().unwrap(), ratings.max().unwrap());
    for (rating, level, nearest) in [(620.0, Level::Easier, least), (1_900.0, Level::Harder, most)]
    {
        app.model.training.progress.rating.rating = rating;
        give(&mut app, TrainingAction::Choose(Set { level, ..Set::default() }));
        assert_eq!(solving(&app).puzzle.rating, nearest, "the nearest where there is none");
        assert!(app.model.training.off_level);
    }
}

#[test]
fn help_costs_the_rating_and_everything_can_be_deleted() {
    let mut app = train();
    give(&mut app, TrainingAction::Hint);
    solve(&mut app);
    let progress = &app.model.training.progress;
    assert!((progress.rating.rating - 1_500.0).abs() < 1e-9 && progress.tried == 1);
    give(&mut app, TrainingAction::Copy);
    assert!(
        app.effects
            .iter()
            .any(|effect| matches!(effect, Effect::CopyText(text) if text.contains("rating")))
    );
    give(&mut app, TrainingAction::Save);
    let text = app.model.training.progress.to_text();
    assert!(
        app.effects
            .iter()
            .any(|e| matches!(e, Effect::SaveText { text: saved, .. } if *saved == text))
    );
    app.give(UserCommand::DeleteProgress);
    assert!(matches!(app.model.dialog, Some(Dialog::Confirm { .. })));
    assert!(!app.model.training.progress.is_empty(), "it asks first");
    saves(&mut app);
    app.act(Action::Confirm);
    assert!(app.model.training.progress.is_empty());
    assert_eq!(saves(&mut app), 1);
    assert!(!UserCommand::DeleteProgress.is_enabled(&app.model));
    app.give(UserCommand::RestoreProgress);
    assert_eq!(app.model.training.progress.to_text(), text);
    assert_eq!(saves(&mut app), 1);
    assert!(!UserCommand::RestoreProgress.is_enabled(&app.model), "nothing was replaced");
}

#[test]
fn progress_is_loaded_from_a_file_after_a_question_and_can_be_restored() {
    let mut app = train();
    let picks = |app: &mut TestApp| {
        app.take_effects().iter().any(|effect| matches!(effect, Effect::PickProgress))
    };
    app.give(UserCommand::LoadProgress);
    assert!(picks(&mut app) && app.model.dialog.is_none(), "there is nothing to lose");
    solve(&mut app);
    let before = app.model.training.progress.clone();
    app.give(UserCommand::LoadProgress);
    assert!(!picks(&mut app) && app.model.dialog.is_some());
    app.act(Action::Confirm);
    assert!(picks(&mut app));
    let read =
        |found| Action::ProgressRead(Box::new(ProgressRead { name: "t.json".into(), found }));
    app.act(read(Err("why".into())));
    assert_eq!(app.model.training.progress, before);
    let (other, _, _) = Progress::parse(r#"{"version": 1, "tried": 7, "streak": 3}"#).unwrap();
    app.act(read(Ok((other.clone(), vec!["own".into()]))));
    assert_eq!(app.model.training.progress, other);
    assert_eq!(saves(&mut app), 1);
    assert!(app.model.toasts.iter().any(|toast| toast.text.contains("own")));
    app.give(UserCommand::RestoreProgress);
    assert_eq!(app.model.training.progress, before);
    app.give(UserCommand::RestoreProgress);
    assert_eq!(app.model.training.progress, other, "restoring can be undone too");
}

#[test]
fn the_puzzles_of_a_file_are_a_set_of_their_own_and_come_back() {
    let mut app = train();
    let line = |id: &str, rating: &str| {
        let text = format!("r3k3/8/8/3N4/8/8/8/{id} w - - bm Nc7+; {rating}id \"{id}\";");
        Puzzle::parse(&text).unwrap()
    };
    let file = vec![line("4K3", ""), line("3K4", "c1 \"1500\"; ")];
    let read = |found, picked| {
        Action::PuzzlesRead(Box::new(PuzzlesRead { path: "/p/own.epd".into(), picked, found }))
    };
    app.give(UserCommand::PlayWorkspace);
    app.act(read(Err("why".into()), true));
    assert!(app.model.training.file.is_none() && app.model.settings.puzzle_file.is_none());
    app.act(read(Ok((file.clone(), vec!["Line 3: why".into()])), true));
    assert_eq!(app.model.settings.puzzle_file.as_deref(), Some(Path::new("/p/own.epd")));
    assert!(matches!(&app.model.dialog, Some(Dialog::Problem { lines, .. }) if lines.len() == 1));
    app.act(Action::CloseDialog);
    assert_eq!(app.model.view.workspace, Workspace::Training);
    let rating = |app: &TestApp| app.model.training.progress.rating;
    for _ in 0..2 {
        let (before, puzzle) = (rating(&app), solving(&app).puzzle.clone());
        assert!(file.contains(&puzzle));
        give(&mut app, TrainingAction::Solution);
        assert_eq!(rating(&app) != before, puzzle.rating > 0, "only with a rating of its own");
        give(&mut app, TrainingAction::Next);
    }
    assert!(app.model.training.solving.is_none() && app.model.training.exhausted);
    "2026.11.28".clone_into(&mut app.model.today);
    give(&mut app, TrainingAction::Choose(Set::default()));
    assert!(file.contains(&solving(&app).puzzle), "what is due comes among all puzzles");
    let mut later = train();
    later.act(read(Ok((file, vec![])), false));
    assert_eq!(later.model.training.set, Set::default(), "the file of an earlier run");
    assert!(later.model.training.file.is_some());
}

#[test]
fn a_puzzle_with_a_hint_is_not_rated_however_it_ends() {
    let rating = |app: &TestApp| app.model.training.progress.rating;
    let mut app = train();
    let before = rating(&app);
    give(&mut app, TrainingAction::Hint);
    let wrong = other_move(&app);
    play(&mut app, wrong);
    answer(&mut app, Score::Cp(900));
    assert_eq!((solving(&app).grade, rating(&app)), (Some(Grade::Failed), before));
    give(&mut app, TrainingAction::Next);
    give(&mut app, TrainingAction::Hint);
    give(&mut app, TrainingAction::Solution);
    assert_eq!(rating(&app), before);
    assert_eq!(app.model.training.progress.tried, 2, "both are counted and come back");
    give(&mut app, TrainingAction::Next);
    give(&mut app, TrainingAction::Solution);
    assert!(rating(&app).rating < before.rating, "without a hint it counts");
}

#[test]
fn a_game_is_guessed_and_each_guess_compared_with_its_move() {
    let mut app = train();
    app.act(Action::PasteText("[White \"Smith\"]\n\n1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    app.give(UserCommand::TrainingWorkspace);
    give(&mut app, TrainingAction::Show(Page::Guess));
    give(&mut app, TrainingAction::Guess(Color::White));
    let guess = |app: &TestApp| app.model.training.guess.clone().unwrap();
    let at = guess(&app).board();
    play(&mut app, uci_move::parse(&at, "e2e4").unwrap());
    assert!(!app.model.training.is_thinking() && guess(&app).points() == (10, 10));
    let at = guess(&app).board();
    play(&mut app, uci_move::parse(&at, "f1b5").unwrap());
    answer(&mut app, Score::Cp(0));
    assert!(app.model.training.is_thinking(), "the move of the game is looked at too");
    answer(&mut app, Score::Cp(-1_000));
    let guessed = *guess(&app).guesses().last().unwrap();
    assert!(guessed.points == 0 && guessed.loss > 40.0 && guess(&app).is_over());
    give(&mut app, TrainingAction::Next);
    give(&mut app, TrainingAction::LeaveGuess);
    assert!(app.model.training.guess.is_none());
    let offer = ToastOffer::RestoreGuess;
    assert!(app.model.toasts.iter().any(|toast| toast.offers.contains(&offer)));
    give(&mut app, TrainingAction::Guess(Color::White));
    let at = guess(&app).board();
    play(&mut app, uci_move::parse(&at, "e2e4").unwrap());
    app.act(offer.action());
    assert_eq!(guess(&app).guesses().count(), 2);
    app.act(offer.action());
    assert_eq!(guess(&app).guesses().count(), 1, "the game begun since is not lost");
}

#[test]
fn a_forgotten_move_of_the_openings_is_kept() {
    let mut app = train();
    app.act(Action::PasteText("[White \"Own\"]\n\n1. d4 d5 2. c4 *".to_owned()));
    app.give(UserCommand::TrainingWorkspace);
    give(&mut app, TrainingAction::Show(Page::Openings));
    give(&mut app, TrainingAction::Openings(Color::White));
    let board = |app: &TestApp| *app.model.training.repertoire.as_ref().unwrap().board();
    saves(&mut app);
    for text in ["e2e4", "d2d4"] {
        let mv = uci_move::parse(&board(&app), text).unwrap();
        play(&mut app, mv);
    }
    assert_eq!(saves(&mut app), 1);
    assert_eq!(board(&app).fullmove_number(), 2, "it goes on with the right move");
    let learned = |app: &TestApp| {
        let run = app.model.training.repertoire.as_ref().unwrap();
        (run.learned, run.positions)
    };
    assert_eq!(learned(&app), (0, 2));
    let mv = uci_move::parse(&board(&app), "c2c4").unwrap();
    play(&mut app, mv);
    assert_eq!(learned(&app), (1, 2));
    app.give(UserCommand::DeleteProgress);
    app.act(Action::Confirm);
    assert_eq!(learned(&app), (0, 2), "nothing is known without progress");
    app.give(UserCommand::RestoreProgress);
    assert_eq!(learned(&app), (1, 2));
    "2026.11.27".clone_into(&mut app.model.today);
    give(&mut app, TrainingAction::Openings(Color::White));
    assert_eq!(board(&app).fullmove_number(), 1, "the forgotten one comes first");
    give(&mut app, TrainingAction::LeaveOpenings);
    assert!(app.model.training.repertoire.is_none());
}

#[test]
fn the_next_line_follows_changes_of_the_openings() {
    let mut app = train();
    app.act(Action::PasteText("1. d4 d5 2. c4 *".to_owned()));
    app.give(UserCommand::TrainingWorkspace);
    give(&mut app, TrainingAction::Show(Page::Openings));
    give(&mut app, TrainingAction::Openings(Color::White));
    let run = |app: &TestApp| app.model.training.repertoire.clone().unwrap();
    assert_eq!((run(&app).positions, run(&app).moves().len()), (2, 1));
    app.give(UserCommand::StudyWorkspace);
    app.act(Action::GoTo(NodeId::ROOT));
    app.play("e2e4");
    app.give(UserCommand::TrainingWorkspace);
    give(&mut app, TrainingAction::OpeningsAgain);
    assert_eq!((run(&app).positions, run(&app).moves().len()), (2, 2), "d4 and e4");
    app.act(Action::PasteText("1. c4 *".to_owned()));
    give(&mut app, TrainingAction::OpeningsAgain);
    assert_eq!(run(&app).positions, 2, "another game does not replace them");
}

#[test]
fn a_move_that_replaces_another_one_of_the_openings_is_not_due() {
    let mut app = train();
    let due = |app: &mut TestApp, text: &str| {
        app.act(Action::PasteText(text.to_owned()));
        app.give(UserCommand::TrainingWorkspace);
        give(app, TrainingAction::Show(Page::Openings));
        give(app, TrainingAction::LeaveOpenings);
        give(app, TrainingAction::Openings(Color::White));
        app.model.training.repertoire.as_ref().unwrap().due
    };
    assert_eq!(due(&mut app, "1. d4 d5 2. c4 *"), 0);
    play(&mut app, uci_move::parse(&Board::start(), "e2e4").unwrap());
    "2026.11.27".clone_into(&mut app.model.today);
    assert_eq!(due(&mut app, "1. d4 d5 2. c4 *"), 1);
    assert_eq!(due(&mut app, "1. c4 e5 2. Nc3 *"), 0, "it was not asked before");
}

#[test]
fn an_endgame_is_played_against_the_engine_and_counted() {
    let mut app = train();
    give(&mut app, TrainingAction::Show(Page::Endgames));
    give(&mut app, TrainingAction::Drill { endgame: 0, start: 0 });
    let board = app.model.training.drill.as_ref().unwrap().position.board();
    play(&mut app, uci_move::parse(&board, "a1a8").unwrap());
    assert!(app.model.training.is_thinking());
    answer(&mut app, Score::Mate(-20));
    let drill = app.model.training.drill.as_ref().unwrap();
    assert_eq!((drill.position.moves.len(), drill.score()), (2, Some((Score::Mate(20), 5))));
    give(&mut app, TrainingAction::Again);
    assert_eq!(app.model.training.drill.as_ref().unwrap().position.moves.len(), 0);
    give(&mut app, TrainingAction::LeaveDrill);
    assert!(app.model.training.drill.is_none());
    give(&mut app, TrainingAction::Drill { endgame: 99, start: 0 });
    assert!(app.model.training.drill.is_none());
}

#[test]
fn an_endgame_goes_on_from_the_move_that_gave_it_away_and_counts_once() {
    let mut app = train();
    give(&mut app, TrainingAction::Show(Page::Endgames));
    let place = ENDGAMES.iter().position(|endgame| endgame.name == "rook").unwrap();
    give(&mut app, TrainingAction::Drill { endgame: place, start: 0 });
    let drill = |app: &TestApp| app.model.training.drill.clone().unwrap();
    let exchange = |app: &mut TestApp, own: &str, reply: &str, score: Score| {
        let board = drill(app).position.board();
        play(app, uci_move::parse(&board, own).unwrap());
        let board = drill(app).position.board();
        let outcome = TestApp::outcome(uci_move::parse(&board, reply).ok(), score);
        let finished = Event::Finished { job: app.asked().job, outcome, dropped: 0 };
        app.act(Action::Engine(EngineId::TRAINER, finished));
    };
    exchange(&mut app, "a1a4", "d5e5", Score::Mate(-20));
    exchange(&mut app, "a4d4", "e5d4", Score::EVEN);
    assert_eq!(drill(&app).outcome(), Some(Outcome::Draw(DrawReason::DeadPosition)));
    let counted = |app: &TestApp| app.model.training.progress.endgames["rook"];
    assert_eq!(counted(&app), [0, 1]);
    give(&mut app, TrainingAction::TakeBack);
    assert_eq!(drill(&app).moves(), 1, "the first move still won");
    exchange(&mut app, "a4d4", "e5d4", Score::EVEN);
    assert!(drill(&app).is_over());
    assert_eq!(counted(&app), [0, 1], "what follows on a move taken back does not count");
    give(&mut app, TrainingAction::Again);
    assert!(!drill(&app).taken_back);
    exchange(&mut app, "a1a5", "d5e4", Score::EVEN);
    give(&mut app, TrainingAction::TakeBack);
    assert_eq!(counted(&app), [0, 2], "what was given away counts before the game is over");
    give(&mut app, TrainingAction::Again);
    assert_eq!(counted(&app), [0, 2]);
    exchange(&mut app, "a1a5", "d5e4", Score::EVEN);
    give(&mut app, TrainingAction::LeaveDrill);
    assert_eq!(counted(&app), [0, 3]);
}

#[test]
fn a_move_stays_while_another_page_is_shown_and_the_search_begins_again() {
    let mut app = train();
    let tried = other_move(&app);
    play(&mut app, tried);
    give(&mut app, TrainingAction::Show(Page::Endgames));
    assert!(!app.model.training.is_thinking());
    give(&mut app, TrainingAction::Drill { endgame: 0, start: 0 });
    let board = app.model.training.drill.as_ref().unwrap().position.board();
    play(&mut app, uci_move::parse(&board, "a1a8").unwrap());
    app.give(UserCommand::PlayWorkspace);
    assert!(!app.model.training.is_thinking());
    app.give(UserCommand::TrainingWorkspace);
    assert!(app.model.training.is_thinking());
    answer(&mut app, Score::Mate(-20));
    assert_eq!(app.model.training.drill.as_ref().unwrap().position.moves.len(), 2);
    give(&mut app, TrainingAction::Show(Page::Puzzles));
    assert!(app.model.training.is_thinking());
    answer(&mut app, Score::Cp(900));
    assert!(matches!(&solving(&app).stage, Stage::Wrong { mv, .. } if *mv == tried));
}

#[test]
fn a_round_ends_with_its_minute_and_the_best_score_is_kept() {
    let mut app = train();
    give(&mut app, TrainingAction::Show(Page::Vision));
    give(&mut app, TrainingAction::Exercise(Exercise::Squares));
    assert_eq!(app.model.training.round.as_ref().map(|round| round.right), None);
    give(&mut app, TrainingAction::Begin);
    let round = app.model.training.round.as_ref().unwrap();
    let Question::Find(square) = round.question else { panic!("{:?}", round.question) };
    give(&mut app, TrainingAction::Point(square));
    assert_eq!(app.model.training.round.as_ref().unwrap().right, 1);
    assert_eq!(app.model.next_change_ms(app.now), Some(1_000), "seconds are shown");
    saves(&mut app);
    app.now += 60_000;
    app.act(Action::Tick);
    assert_eq!(app.model.training.round.as_ref().unwrap().over, Some(End::Best));
    assert_eq!((saves(&mut app), app.model.training.progress.best["squares"]), (1, 1));
    give(&mut app, TrainingAction::Point(square));
    assert_eq!(app.model.training.round.as_ref().unwrap().right, 1, "it is over");
    give(&mut app, TrainingAction::Begin);
    app.give(UserCommand::PlayWorkspace);
    assert!(app.model.training.round.is_none(), "nobody looks");
}

#[test]
fn a_round_that_is_stopped_shows_its_score_and_is_not_the_best() {
    let mut app = train();
    give(&mut app, TrainingAction::Show(Page::Vision));
    give(&mut app, TrainingAction::Begin);
    let Question::Find(square) = app.model.training.round.as_ref().unwrap().question else {
        panic!("a square is asked for")
    };
    give(&mut app, TrainingAction::Point(square));
    for action in [
        TrainingAction::Show(Page::Vision),
        TrainingAction::Below(Color::Black),
        TrainingAction::Exercise(Exercise::Knight),
    ] {
        give(&mut app, action);
        assert!(app.model.training.runs_round(), "{action:?}");
    }
    app.now += 5_000;
    give(&mut app, TrainingAction::Stop);
    let round = app.model.training.round.as_ref().unwrap();
    let stopped = Some(End::Stopped { at_ms: app.now });
    assert_eq!((round.over, round.score()), (stopped, 1));
    app.now += 60_000;
    app.act(Action::Tick);
    let round = app.model.training.round.as_ref().unwrap();
    assert_eq!((round.over, round.seconds_left(app.now)), (stopped, 55));
    assert!(app.model.training.progress.best.is_empty());
}

#[test]
fn nothing_is_kept_of_learning_that_was_not_done() {
    let mut app = TestApp::new();
    app.act(Action::Learn(LearnAction::Next));
    assert!(app.model.training.progress.own().is_empty());
}

#[test]
fn where_no_puzzle_was_left_another_day_or_a_new_beginning_brings_some() {
    let exhausted = |app: &mut TestApp| {
        app.model.training.solving = None;
        app.model.training.exhausted = true;
        app.act(Action::Tick);
        assert!(app.model.training.solving.is_none());
    };
    let mut app = train();
    exhausted(&mut app);
    app.act(Action::NewDay("2026.11.27".to_owned()));
    assert_eq!(app.model.today, "2026.11.27");
    assert!(app.model.training.solving.is_some());
    solve(&mut app);
    exhausted(&mut app);
    app.give(UserCommand::DeleteProgress);
    app.act(Action::Confirm);
    assert!(app.model.training.solving.is_some());
}

#[test]
fn openings_without_a_move_of_the_side_say_so() {
    let mut app = train();
    app.act(Action::PasteText("1. e4 *".to_owned()));
    app.give(UserCommand::TrainingWorkspace);
    give(&mut app, TrainingAction::Show(Page::Openings));
    give(&mut app, TrainingAction::Openings(Color::Black));
    assert!(app.model.training.repertoire.is_none());
    assert!(app.says(&t!("openings-no-move", color = "black")), "{:?}", app.toasts());
}

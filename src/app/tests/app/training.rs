//! Training without its window: puzzles solved, failed and repeated, endgames, exercises; what is saved, and when.

use tabia_app::action::{Action, LearnAction, TrainingAction, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::training::endgames::ENDGAMES;
use tabia_app::training::progress::Grade;
use tabia_app::training::solving::{Solving, Stage};
use tabia_app::training::state::{Level, Page, Set, Source};
use tabia_app::training::vision::{End, Exercise, Question};
use tabia_app::window::view::Dialog;
use tabia_app::window::workspace::Workspace;
use tabia_chess::{Color, DrawReason, Move, Outcome, uci_move};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_host::puzzles;
use tabia_host::puzzles::themes::Theme;
use tabia_host::worker::protocol::Event;
use tabia_text::t;

use crate::desk::Desk;

fn train() -> Desk {
    let mut desk = Desk::new();
    "2026.11.26".clone_into(&mut desk.model.today);
    desk.give(UserCommand::TrainingWorkspace);
    desk
}

fn give(desk: &mut Desk, action: TrainingAction) {
    desk.act(Action::Training(action));
}

fn solving(desk: &Desk) -> &Solving {
    desk.model.training.solving.as_ref().unwrap()
}

fn play(desk: &mut Desk, mv: Move) {
    let (from, to, promotion) = (mv.from(), mv.drawn_to(), mv.promotion());
    give(desk, TrainingAction::Move { from, to, promotion });
}

fn solve(desk: &mut Desk) {
    while !solving(desk).is_done() {
        let mv = solving(desk).wanted().unwrap();
        play(desk, mv);
    }
}

/// A move that is neither the solution nor the end of the game.
fn other_move(desk: &Desk) -> Move {
    let (board, wanted) = (solving(desk).asked(), solving(desk).wanted());
    let goes_on = |mv: &Move| board.after(*mv).has_legal_move();
    board.legal_moves().iter().copied().find(|mv| Some(*mv) != wanted && goes_on(mv)).unwrap()
}

/// Gives the answer of the training's engine.
fn answer(desk: &mut Desk, score: Score) {
    let asked = desk.asked().clone();
    let best = asked.position.board().legal_moves().first().copied();
    let outcome = Desk::outcome(best, score);
    let finished = Event::Finished { job: asked.job, outcome, dropped: 0 };
    desk.act(Action::Engine(EngineId::TRAINER, finished));
}

fn saves(desk: &mut Desk) -> usize {
    let saved = desk.effects.iter().filter(|effect| matches!(effect, Effect::SaveTraining)).count();
    desk.effects.clear();
    saved
}

#[test]
fn a_puzzle_is_on_the_board_at_once_and_the_game_stays_as_it_is() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    let game = desk.model.game.tree.clone();
    desk.give(UserCommand::TrainingWorkspace);
    assert_eq!(desk.model.view.workspace, Workspace::Training);
    let puzzle = solving(&desk).puzzle.clone();
    assert!(puzzles::built_in().contains(&puzzle) && desk.model.hides_game());
    solve(&mut desk);
    assert_eq!(solving(&desk).stage, Stage::Solved { other: false });
    assert_eq!(saves(&mut desk), 1, "it is kept once");
    let progress = &desk.model.training.progress;
    assert!(progress.knows(&puzzle) && progress.rating.rating > 1_500.0 && progress.streak == 1);
    give(&mut desk, TrainingAction::Next);
    assert_ne!(solving(&desk).puzzle, puzzle, "what was solved does not come again");
    assert_eq!(desk.model.game.tree.len(), game.len());
    desk.give(UserCommand::PlayWorkspace);
    desk.give(UserCommand::TrainingWorkspace);
    assert!(desk.model.training.solving.is_some());
}

#[test]
fn the_shown_position_is_copied_and_what_is_about_the_hidden_game_is_refused() {
    let mut desk = Desk::new();
    desk.play("e2e4");
    desk.give(UserCommand::TrainingWorkspace);
    give(&mut desk, TrainingAction::Show(Page::Endgames));
    assert!(!UserCommand::CopyFen.is_enabled(&desk.model), "the list of endgames");
    give(&mut desk, TrainingAction::Drill { endgame: 2, start: 0 });
    let drill = desk.model.training.drill.clone().unwrap();
    desk.take_effects();
    desk.give(UserCommand::CopyFen);
    let fen = drill.position.board().to_string();
    let copied = |effects: &[Effect]| {
        effects.iter().any(|e| matches!(e, Effect::CopyText(text) if *text == fen))
    };
    assert!(copied(&desk.take_effects()));
    desk.give(UserCommand::CopyPicture);
    let effects = desk.take_effects();
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
    ] {
        assert!(!command.is_enabled(&desk.model), "{command:?}");
        assert_eq!(command.refusal(&desk.model), Some(t!("hidden-refused")), "{command:?}");
    }
    desk.give(UserCommand::PlayWorkspace);
    assert!(UserCommand::SaveFile.is_enabled(&desk.model));
}

#[test]
fn a_wrong_move_is_refuted_and_the_puzzle_comes_back_tomorrow() {
    let mut desk = train();
    let puzzle = solving(&desk).puzzle.clone();
    let mv = other_move(&desk);
    play(&mut desk, mv);
    assert_eq!(solving(&desk).stage, Stage::Judging(mv));
    assert!(desk.model.training.is_thinking());
    assert_eq!(desk.asked().limits, Limits::nodes(400_000));
    let wanted = solving(&desk).wanted().unwrap();
    play(&mut desk, wanted);
    assert_eq!(solving(&desk).stage, Stage::Judging(mv), "one move at a time");
    answer(&mut desk, Score::Cp(300));
    assert!(matches!(solving(&desk).stage, Stage::Wrong { .. }));
    assert_eq!((saves(&mut desk), solving(&desk).grade), (1, Some(Grade::Failed)));
    give(&mut desk, TrainingAction::Again);
    solve(&mut desk);
    assert_eq!(saves(&mut desk), 0, "the first try has decided");
    let due = |desk: &Desk, day: &str| desk.model.training.count_due(day);
    assert_eq!((due(&desk, "2026.11.26"), due(&desk, "2026.11.27")), (0, 1));
    "2026.11.28".clone_into(&mut desk.model.today);
    give(&mut desk, TrainingAction::Next);
    assert_eq!(solving(&desk).puzzle, puzzle, "what is due comes first");
    assert!(solving(&desk).repeated);
}

#[test]
fn another_winning_move_is_right_and_a_late_answer_changes_nothing() {
    let mut desk = train();
    let mv = other_move(&desk);
    play(&mut desk, mv);
    answer(&mut desk, Score::Cp(-900));
    assert_eq!(solving(&desk).stage, Stage::Solved { other: true });
    give(&mut desk, TrainingAction::Next);
    let mv = other_move(&desk);
    play(&mut desk, mv);
    give(&mut desk, TrainingAction::Next);
    assert!(desk.stopped >= desk.asked().job.0, "nobody waits for the verdict");
    answer(&mut desk, Score::Cp(900));
    assert_eq!(solving(&desk).stage, Stage::Ask);
    let mv = other_move(&desk);
    play(&mut desk, mv);
    desk.act(Action::WorkerGone(EngineId::TRAINER, Ok(())));
    assert_eq!(solving(&desk).stage, Stage::Ask, "without an engine it may be tried again");
}

#[test]
fn sets_give_what_they_promise() {
    let mut desk = train();
    for theme in Theme::ALL {
        let set = Set { source: Source::Theme(theme), phase: None, level: Level::Any };
        give(&mut desk, TrainingAction::Choose(set));
        match &desk.model.training.solving {
            Some(solving) => assert!(solving.puzzle.themes.contains(&theme)),
            None => assert!(desk.model.training.exhausted),
        }
    }
    let set = Set { source: Source::Own, ..Set::default() };
    give(&mut desk, TrainingAction::Choose(set));
    assert!(desk.model.training.solving.is_none() && desk.model.training.exhausted);
    desk.act(Action::Tick);
    assert!(desk.model.training.solving.is_none(), "it is not looked for again and again");
    for level in [Level::Easier, Level::Own, Level::Harder] {
        give(&mut desk, TrainingAction::Choose(Set { level, ..Set::default() }));
        assert!(desk.model.training.solving.is_some(), "another level where there is none");
    }
}

#[test]
fn help_costs_the_rating_and_everything_can_be_deleted() {
    let mut desk = train();
    give(&mut desk, TrainingAction::Hint);
    solve(&mut desk);
    let progress = &desk.model.training.progress;
    assert!((progress.rating.rating - 1_500.0).abs() < 1e-9 && progress.tried == 1);
    give(&mut desk, TrainingAction::Copy);
    assert!(
        desk.effects
            .iter()
            .any(|effect| matches!(effect, Effect::CopyText(text) if text.contains("rating")))
    );
    give(&mut desk, TrainingAction::Save);
    let text = desk.model.training.progress.to_text();
    assert!(
        desk.effects
            .iter()
            .any(|e| matches!(e, Effect::SaveText { text: saved, .. } if *saved == text))
    );
    desk.give(UserCommand::DeleteProgress);
    assert!(matches!(desk.model.dialog, Some(Dialog::Confirm { .. })));
    assert!(!desk.model.training.progress.is_empty(), "it asks first");
    saves(&mut desk);
    desk.act(Action::Confirm);
    assert!(desk.model.training.progress.is_empty());
    assert_eq!(saves(&mut desk), 1);
    assert!(!UserCommand::DeleteProgress.is_enabled(&desk.model));
}

#[test]
fn a_puzzle_with_a_hint_is_not_rated_however_it_ends() {
    let rating = |desk: &Desk| desk.model.training.progress.rating;
    let mut desk = train();
    let before = rating(&desk);
    give(&mut desk, TrainingAction::Hint);
    let wrong = other_move(&desk);
    play(&mut desk, wrong);
    answer(&mut desk, Score::Cp(900));
    assert_eq!((solving(&desk).grade, rating(&desk)), (Some(Grade::Failed), before));
    give(&mut desk, TrainingAction::Next);
    give(&mut desk, TrainingAction::Hint);
    give(&mut desk, TrainingAction::Solution);
    assert_eq!(rating(&desk), before);
    assert_eq!(desk.model.training.progress.tried, 2, "both are counted and come back");
    give(&mut desk, TrainingAction::Next);
    give(&mut desk, TrainingAction::Solution);
    assert!(rating(&desk).rating < before.rating, "without a hint it counts");
}

#[test]
fn a_game_is_guessed_and_each_guess_compared_with_its_move() {
    let mut desk = train();
    desk.act(Action::PasteText("[White \"Smith\"]\n\n1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    desk.give(UserCommand::TrainingWorkspace);
    give(&mut desk, TrainingAction::Show(Page::Guess));
    give(&mut desk, TrainingAction::Guess(Color::White));
    let guess = |desk: &Desk| desk.model.training.guess.clone().unwrap();
    let at = guess(&desk).board();
    play(&mut desk, uci_move::parse(&at, "e2e4").unwrap());
    assert!(!desk.model.training.is_thinking() && guess(&desk).points() == (10, 10));
    let at = guess(&desk).board();
    play(&mut desk, uci_move::parse(&at, "f1b5").unwrap());
    answer(&mut desk, Score::Cp(0));
    assert!(desk.model.training.is_thinking(), "the move of the game is looked at too");
    answer(&mut desk, Score::Cp(-1_000));
    let guessed = *guess(&desk).guesses().last().unwrap();
    assert!(guessed.points == 0 && guessed.loss > 40.0 && guess(&desk).is_over());
    give(&mut desk, TrainingAction::Next);
    give(&mut desk, TrainingAction::LeaveGuess);
    assert!(desk.model.training.guess.is_none());
}

#[test]
fn a_forgotten_move_of_the_openings_is_kept() {
    let mut desk = train();
    desk.act(Action::PasteText("[White \"Own\"]\n\n1. d4 d5 2. c4 *".to_owned()));
    desk.give(UserCommand::TrainingWorkspace);
    give(&mut desk, TrainingAction::Show(Page::Openings));
    give(&mut desk, TrainingAction::Openings(Color::White));
    let board = |desk: &Desk| *desk.model.training.repertoire.as_ref().unwrap().board();
    saves(&mut desk);
    for text in ["e2e4", "d2d4"] {
        let mv = uci_move::parse(&board(&desk), text).unwrap();
        play(&mut desk, mv);
    }
    assert_eq!(saves(&mut desk), 1);
    assert_eq!(board(&desk).fullmove_number(), 2, "it goes on with the right move");
    "2026.11.27".clone_into(&mut desk.model.today);
    give(&mut desk, TrainingAction::Openings(Color::White));
    assert_eq!(board(&desk).fullmove_number(), 1, "the forgotten one comes first");
    give(&mut desk, TrainingAction::LeaveOpenings);
    assert!(desk.model.training.repertoire.is_none());
}

#[test]
fn an_endgame_is_played_against_the_engine_and_counted() {
    let mut desk = train();
    give(&mut desk, TrainingAction::Show(Page::Endgames));
    give(&mut desk, TrainingAction::Drill { endgame: 0, start: 0 });
    let board = desk.model.training.drill.as_ref().unwrap().position.board();
    play(&mut desk, uci_move::parse(&board, "a1a8").unwrap());
    assert!(desk.model.training.is_thinking());
    answer(&mut desk, Score::Mate(-20));
    let drill = desk.model.training.drill.as_ref().unwrap();
    assert_eq!((drill.position.moves.len(), drill.score()), (2, Some((Score::Mate(20), 5))));
    give(&mut desk, TrainingAction::Again);
    assert_eq!(desk.model.training.drill.as_ref().unwrap().position.moves.len(), 0);
    give(&mut desk, TrainingAction::LeaveDrill);
    assert!(desk.model.training.drill.is_none());
    give(&mut desk, TrainingAction::Drill { endgame: 99, start: 0 });
    assert!(desk.model.training.drill.is_none());
}

#[test]
fn an_endgame_goes_on_from_the_move_that_gave_it_away_and_counts_once() {
    let mut desk = train();
    give(&mut desk, TrainingAction::Show(Page::Endgames));
    let place = ENDGAMES.iter().position(|endgame| endgame.name == "rook").unwrap();
    give(&mut desk, TrainingAction::Drill { endgame: place, start: 0 });
    let drill = |desk: &Desk| desk.model.training.drill.clone().unwrap();
    let exchange = |desk: &mut Desk, own: &str, reply: &str, score: Score| {
        let board = drill(desk).position.board();
        play(desk, uci_move::parse(&board, own).unwrap());
        let board = drill(desk).position.board();
        let outcome = Desk::outcome(uci_move::parse(&board, reply).ok(), score);
        let finished = Event::Finished { job: desk.asked().job, outcome, dropped: 0 };
        desk.act(Action::Engine(EngineId::TRAINER, finished));
    };
    exchange(&mut desk, "a1a4", "d5e5", Score::Mate(-20));
    exchange(&mut desk, "a4d4", "e5d4", Score::EVEN);
    assert_eq!(drill(&desk).outcome(), Some(Outcome::Draw(DrawReason::DeadPosition)));
    let counted = |desk: &Desk| desk.model.training.progress.endgames["rook"];
    assert_eq!(counted(&desk), [0, 1]);
    give(&mut desk, TrainingAction::TakeBack);
    assert_eq!(drill(&desk).moves(), 1, "the first move still won");
    exchange(&mut desk, "a4d4", "e5d4", Score::EVEN);
    assert!(drill(&desk).is_over());
    assert_eq!(counted(&desk), [0, 1], "what follows on a move taken back does not count");
    give(&mut desk, TrainingAction::Again);
    assert!(!drill(&desk).taken_back);
}

#[test]
fn a_round_ends_with_its_minute_and_the_best_score_is_kept() {
    let mut desk = train();
    give(&mut desk, TrainingAction::Show(Page::Vision));
    give(&mut desk, TrainingAction::Exercise(Exercise::Squares));
    assert_eq!(desk.model.training.round.as_ref().map(|round| round.right), None);
    give(&mut desk, TrainingAction::Begin);
    let round = desk.model.training.round.as_ref().unwrap();
    let Question::Find(square) = round.question else { panic!("{:?}", round.question) };
    give(&mut desk, TrainingAction::Point(square));
    assert_eq!(desk.model.training.round.as_ref().unwrap().right, 1);
    assert_eq!(desk.model.next_change_ms(desk.now), Some(1_000), "seconds are shown");
    saves(&mut desk);
    desk.now += 60_000;
    desk.act(Action::Tick);
    assert_eq!(desk.model.training.round.as_ref().unwrap().over, Some(End::Best));
    assert_eq!((saves(&mut desk), desk.model.training.progress.best["squares"]), (1, 1));
    give(&mut desk, TrainingAction::Point(square));
    assert_eq!(desk.model.training.round.as_ref().unwrap().right, 1, "it is over");
    give(&mut desk, TrainingAction::Begin);
    desk.give(UserCommand::PlayWorkspace);
    assert!(desk.model.training.round.is_none(), "nobody looks");
}

#[test]
fn a_round_that_is_stopped_shows_its_score_and_is_not_the_best() {
    let mut desk = train();
    give(&mut desk, TrainingAction::Show(Page::Vision));
    give(&mut desk, TrainingAction::Begin);
    let Question::Find(square) = desk.model.training.round.as_ref().unwrap().question else {
        panic!("a square is asked for")
    };
    give(&mut desk, TrainingAction::Point(square));
    desk.now += 5_000;
    give(&mut desk, TrainingAction::Stop);
    let round = desk.model.training.round.as_ref().unwrap();
    assert_eq!((round.over, round.score()), (Some(End::Stopped), 1));
    assert_eq!(round.seconds_left(desk.now), 0);
    desk.now += 60_000;
    desk.act(Action::Tick);
    assert_eq!(desk.model.training.round.as_ref().unwrap().over, Some(End::Stopped));
    assert!(desk.model.training.progress.best.is_empty());
}

#[test]
fn nothing_is_kept_of_learning_that_was_not_done() {
    let mut desk = Desk::new();
    desk.act(Action::Learn(LearnAction::Next));
    assert!(desk.model.training.progress.own().is_empty());
}

#[test]
fn where_no_puzzle_was_left_another_day_or_a_new_beginning_brings_some() {
    let exhausted = |desk: &mut Desk| {
        desk.model.training.solving = None;
        desk.model.training.exhausted = true;
        desk.act(Action::Tick);
        assert!(desk.model.training.solving.is_none());
    };
    let mut desk = train();
    exhausted(&mut desk);
    desk.act(Action::NewDay("2026.11.27".to_owned()));
    assert_eq!(desk.model.today, "2026.11.27");
    assert!(desk.model.training.solving.is_some());
    solve(&mut desk);
    exhausted(&mut desk);
    desk.give(UserCommand::DeleteProgress);
    desk.act(Action::Confirm);
    assert!(desk.model.training.solving.is_some());
}

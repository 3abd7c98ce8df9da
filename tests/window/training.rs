//! Training in the window by the names a screen reader gives things: a puzzle solved on the board, the pages, an exercise.
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use eframe::egui::{Key, Popup, Role};
use egui_kittest::kittest::Queryable as _;
use tabia_app::action::{Action, TrainingAction, UserCommand};
use tabia_app::training::solving::{Solving, Stage};
use tabia_app::training::state::Page;
use tabia_app::training::vision::{Exercise, Question};
use tabia_app::window::settings::SettingChange;
use tabia_app::window::view::Dialog;
use tabia_chess::{Move, Square};
use tabia_engine::search::report::{SearchOutcome, StopReason};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_host::worker::protocol::{Event, JobId};
use tabia_text::{Language, t};

use crate::interface::{Ui, click, give};

fn open() -> Ui {
    open_at([1280.0, 800.0])
}

fn open_at(size: [f32; 2]) -> Ui {
    let mut h = crate::interface::open(size);
    give(&mut h, UserCommand::TrainingWorkspace);
    h
}

fn solving(h: &Ui) -> &Solving {
    h.state().model.training.solving.as_ref().expect("a puzzle")
}

fn play(h: &mut Ui, mv: Move) {
    let (from, to, promotion) = (mv.from(), mv.drawn_to(), mv.promotion());
    h.state_mut().apply(Action::Training(TrainingAction::Move { from, to, promotion }));
    h.run_steps(8);
}

#[test]
fn a_dialog_closes_the_list_that_lay_over_it() {
    let mut h = open();
    h.get_by_role_and_label(Role::ComboBox, t!("training-set")).click();
    h.run_steps(8);
    assert!(Popup::is_any_open(&h.ctx));
    h.state_mut().apply(Action::OpenDialog(Dialog::About));
    h.run_steps(2);
    assert!(!Popup::is_any_open(&h.ctx));
}

#[test]
fn in_a_small_window_no_number_is_broken_and_no_page_has_its_own_row() {
    for (size, language) in [([960.0, 600.0], "de"), ([720.0, 480.0], "de"), ([720.0, 480.0], "en")]
    {
        let _spoken = Language::by_id(language).expect("a language").on_this_thread();
        let h = open_at(size);
        let rating = h.get_by_label_contains(" ± ").rect();
        assert!(rating.height() < 30.0, "{size:?} {language}: {rating}");
        let streak = h.get_by_label(t!("training-streak")).rect();
        assert!(rating.right() + 6.0 < streak.left(), "{size:?} {language}: {rating}, {streak}");
        let top = |name: &str| h.get_by_label(name).rect().top();
        let shared = [
            [t!("training-puzzles"), t!("training-endgames")],
            [t!("training-openings"), t!("training-results")],
        ];
        for [one, other] in shared {
            assert!((top(one) - top(other)).abs() < 1.0, "{size:?} {language}: {one}, {other}");
        }
    }
}

#[test]
fn a_puzzle_is_solved_and_the_next_one_is_asked_for() {
    let mut h = open();
    h.get_by_label("Find the best move.");
    h.get_by_label_contains("to move");
    assert!(h.query_by_label_contains("Themes:").is_none(), "nothing is given away");
    while let Some(mv) = solving(&h).wanted() {
        play(&mut h, mv);
    }
    h.get_by_label("Solved!");
    assert!(h.query_by_label_contains("to move").is_none(), "nobody is to move");
    let puzzle = solving(&h).puzzle.clone();
    h.get_by_label(&puzzle.source.replacen('-', " – ", 1));
    click(&mut h, "Next puzzle");
    assert_ne!(solving(&h).puzzle, puzzle);
    h.get_by_label("Find the best move.");
}

#[test]
fn help_and_solution_are_given_by_buttons() {
    let mut h = open();
    click(&mut h, "Hint");
    h.get_by_label("With a hint the rating stays as it is.");
    click(&mut h, "Solution");
    assert_eq!(solving(&h).stage, Stage::Shown);
    h.get_by_label("This is the solution.");
}

#[test]
fn a_thrown_away_win_is_reported_at_once_and_can_be_taken_back() {
    let mut h = open();
    click(&mut h, "Endgames");
    click(&mut h, "Lucena position: Position 1");
    let drill = |h: &Ui| h.state().model.training.drill.clone().expect("an endgame");
    let start = drill(&h).position.board();
    play(&mut h, start.find_move(Square::E1, Square::E2, None).expect("a move"));
    let takes = drill(&h).position.board().find_move(Square::C2, Square::E2, None);
    let score = Some(Score::Cp(900));
    let outcome = SearchOutcome { best: takes, score, ..SearchOutcome::nothing(StopReason::Nodes) };
    // The number of the search is not visible; others are ignored.
    for number in 1..20 {
        let outcome = outcome.clone();
        let finished = Event::Finished { job: JobId(number), outcome, dropped: 0 };
        h.state_mut().apply(Action::Engine(EngineId::TRAINER, finished));
    }
    h.run_steps(4);
    h.get_by_label(&t!("endgames-win-gone", san = "1. ♖e2"));
    click(&mut h, t!("endgames-take-back"));
    assert_eq!(drill(&h).position.board(), start);
    assert!(h.query_by_label(&t!("endgames-win-gone", san = "1. ♖e2")).is_none());
}

#[test]
fn every_page_shows_what_can_be_done() {
    let mut h = open();
    click(&mut h, "Endgames");
    click(&mut h, "Lucena position: Position 2");
    h.get_by_label("Win this position.");
    click(&mut h, "All endgames");
    click(&mut h, "Vision");
    click(&mut h, "Start one minute");
    let round = h.state().model.training.round.as_ref().expect("a round");
    let Question::Find(wanted) = round.question else { panic!("{:?}", round.question) };
    h.get_by_label(&wanted.to_string());
    click(&mut h, "Stop");
    h.get_by_label("Score 0");
    h.get_by_label_contains("Stopped before the minute was over");
}

#[test]
fn the_second_click_of_a_double_click_does_nothing_to_a_round() {
    let mut h = open();
    click(&mut h, "Vision");
    for exercise in [Exercise::Squares, Exercise::Blindfold] {
        h.state_mut().apply(Action::Training(TrainingAction::Exercise(exercise)));
        h.run_steps(8);
        let begin = h.get_by_label("Start one minute").rect();
        click(&mut h, "Start one minute");
        let shown = ["Stop", "Yes", "No"].map(|name| h.query_by_label(name));
        let shown: Vec<_> = shown.into_iter().flatten().map(|button| button.rect()).collect();
        h.get_by_label("Stop");
        assert!(shown.iter().all(|button| !button.intersects(begin)), "{exercise:?}");
    }
}

#[test]
fn moves_that_were_skipped_are_named_with_the_result() {
    let mut h = open();
    h.state_mut().apply(Action::PasteText("1. e4 e5 2. Nf3 Nc6 *".to_owned()));
    h.state_mut().apply(Action::Command(UserCommand::TrainingWorkspace));
    h.run_steps(8);
    h.state_mut().apply(Action::Training(TrainingAction::Show(Page::Guess)));
    h.run_steps(8);
    click(&mut h, "Guess as White");
    let guess = h.state().model.training.guess.as_ref().expect("a game");
    let first = guess.board().find_move(Square::E2, Square::E4, None).expect("a move");
    play(&mut h, first);
    assert!(h.query_by_label_contains("skipped").is_none());
    click(&mut h, "Skip this move");
    h.get_by_label("One move skipped.");
    h.get_by_label("2. skipped; the game: ♘f3");
}

#[test]
fn the_question_of_the_blindfold_exercise_and_its_buttons_stay_within_the_column() {
    for size in [[1280.0, 800.0], [900.0, 640.0]] {
        let mut h = open_at(size);
        h.state_mut().apply(Action::Set(SettingChange::Language("de".to_owned())));
        h.state_mut().apply(Action::Training(TrainingAction::Show(Page::Vision)));
        h.state_mut().apply(Action::Training(TrainingAction::Exercise(Exercise::Blindfold)));
        h.state_mut().apply(Action::Training(TrainingAction::Begin));
        h.run_steps(8);
        assert_eq!(t!("vision-yes"), "Ja");
        let round = h.state().model.training.round.clone().expect("a round");
        let Question::Reaches { pawn, .. } = round.question else { panic!("{round:?}") };
        let pawn = t!("vision-stand-black", pawn = pawn.to_string());
        let right = size[0] - 12.0;
        for name in [pawn.as_str(), t!("vision-yes"), t!("vision-no"), t!("vision-stop")] {
            let rect = h.get_by_label(name).rect();
            assert!(rect.right() <= right, "{size:?}: {name} at {rect}");
        }
        let answers = round.right + round.wrong;
        h.key_press(Key::J);
        h.run_steps(4);
        let round = h.state().model.training.round.clone().expect("a round");
        assert_eq!(round.right + round.wrong, answers + 1, "J answers");
    }
}

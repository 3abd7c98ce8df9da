//! Reviews and learning from mistakes without a window: actions in, effects out. The engine is played by the
//! tests.

use tabia_app::action::{Action, EditorAction, LearnAction, ReviewAction, TreeEdit, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::engines::telemetry::EvalSource;
use tabia_app::game::new_game::{NewGame, StartFrom};
use tabia_app::persistence::session::Session;
use tabia_app::persistence::snapshot::Snapshot;
use tabia_app::review::learn::{PuzzleResult, Stage};
use tabia_app::review::run::can_learn;
use tabia_app::review::state::{Budget, ReviewRequest, RunState, Sides};
use tabia_app::window::toasts::ToastOffer;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, Move, uci_move};
use tabia_engine::alphabeta::options::EvalKind;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, SearchOutcome, StopReason};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::annotation::Nag;
use tabia_games::game::tree::NodeId;
use tabia_host::review::notes::NoteKinds;
use tabia_host::review::recorded;
use tabia_host::worker::protocol::{Event, JobId};
use tabia_text::t;

use super::test_app::{RequestedSearch, TestApp};

const OURS: EngineId = EngineId::BUILT_IN;

/// A game with one blunder by Black: 3... Nf6.
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";

impl TestApp {
    /// The game on an analysis board.
    fn with_game() -> TestApp {
        let mut app = TestApp::new();
        app.act(Action::PasteText(GAME.to_owned()));
        app
    }

    fn start(&mut self, request: ReviewRequest) {
        self.act(Action::Review(ReviewAction::Start(request)));
    }

    /// The engine ends the search of this job with a score and a line.
    fn end(&mut self, job: JobId, board: &Board, score: Score, moves: &[&str]) {
        let pv = line(board, moves);
        let (depth, time_ms) = (12, 40);
        let line = IterationInfo::new(depth, board.stm(), score, pv.clone());
        let info = IterationInfo { nodes: Some(1_000), time_ms, ..line };
        let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
        self.act(Action::Engine(OURS, Event::Started { job }));
        self.act(Action::Engine(OURS, Event::Iteration { job, info }));
        let outcome = SearchOutcome {
            ponder,
            depth: Some(depth),
            time_ms,
            reason: StopReason::Depth,
            ..TestApp::outcome(best, score)
        };
        self.act(Action::Engine(OURS, Event::Finished { job, outcome, dropped: 0 }));
    }

    /// Answers the current search as a sensible engine would in `GAME`.
    fn answer_review(&mut self) {
        let RequestedSearch { job, position, .. } = self.asked().clone();
        assert_eq!(self.job(), job);
        let (score, moves): (Score, &[&str]) = match position.moves.len() {
            0 => (Score::Cp(30), &["e2e4"]),
            1 => (Score::Cp(-30), &["e7e5"]),
            2 => (Score::Cp(30), &["g1f3"]),
            3 => (Score::Cp(10), &["b8c6"]),
            4 => (Score::Cp(0), &["f1c4"]),
            5 => (Score::Cp(0), &["g7g6", "h5f3"]),
            6 => (Score::Mate(1), &["h5f7"]),
            plies => panic!("nobody has to search after {plies} plies"),
        };
        self.end(job, &position.board(), score, moves);
    }

    /// Answers until the review is done.
    fn finish(&mut self) {
        while self.purpose(OURS) == Some(Purpose::Review) {
            self.answer_review();
        }
        assert_eq!(self.run().state, RunState::Done);
    }

    fn run(&self) -> &tabia_app::review::state::ReviewRun {
        self.model.review().expect("a review")
    }

    fn progress(&self) -> (usize, usize) {
        self.run().review().progress()
    }

    /// The node after this many plies of the main line.
    fn node(&self, ply: usize) -> NodeId {
        self.model.game.tree.main_line()[ply]
    }
}

fn line(board: &Board, moves: &[&str]) -> Vec<Move> {
    let mut board = *board;
    let read = |text: &&str| {
        let mv = uci_move::parse(&board, text).unwrap();
        board.make_move(mv);
        mv
    };
    moves.iter().map(read).collect()
}

fn depth(plies: u32) -> ReviewRequest {
    ReviewRequest { budget: Budget::Depth(plies), ..ReviewRequest::default() }
}

#[test]
fn a_review_goes_through_the_game_and_writes_one_edit() {
    let mut app = TestApp::with_game();
    let bare = app.model.game.tree.clone();
    app.act(Action::Command(UserCommand::ReviewGame));
    app.start(depth(12));
    assert!(app.model.dialog.is_none());
    assert!(app.effects.iter().any(|effect| matches!(effect, Effect::OpenPane(_, PaneId::Review))));
    assert_eq!(app.purpose(OURS), Some(Purpose::Review));
    assert_eq!(app.asked().limits, Limits::depth(12));
    assert_eq!(app.asked().position.moves.len(), 6, "the last comes first");
    assert_eq!(app.progress(), (1, 8), "mate needs no engine");
    assert_eq!(app.model.engine_status(), EngineStatus::Reviewing(1, 8));
    assert_eq!(app.run().remaining_ms(), None, "nothing is known of the pace yet");
    app.answer_review();
    app.answer_review();
    assert_eq!(app.progress(), (3, 8));
    assert_eq!(app.run().remaining_ms(), Some(5 * 40));
    assert_eq!(app.model.game.tree, bare, "nothing is written before the end");
    app.finish();

    let blunder = app.node(6);
    let tree = &app.model.game.tree;
    assert_eq!(tree.nags(blunder), [Nag::BLUNDER]);
    assert!(tree.comment(blunder).contains("Allows mate in 1"), "{}", tree.comment(blunder));
    assert_eq!(tree.san(tree.children(app.node(5))[1]), "g6");
    assert!(tree.eval(blunder).is_some());
    assert!(app.says("Accuracy: White"));
    assert_eq!(app.run().errors().count(), 1);
    assert_eq!(app.purpose(OURS), None);

    app.act(Action::Command(UserCommand::Undo));
    assert_eq!(app.model.game.tree, bare, "one edit, one undo");
    assert!(!UserCommand::RemoveReview.is_enabled(&app.model));
    assert_eq!(app.run().state, RunState::Done, "what was found stays");
    app.act(Action::Command(UserCommand::Redo));
    assert!(UserCommand::RemoveReview.is_enabled(&app.model));
    app.act(Action::Command(UserCommand::RemoveReview));
    let tree = &app.model.game.tree;
    assert!(tree.nags(blunder).is_empty() && tree.comment(blunder).is_empty());
    assert_eq!(tree.len(), bare.len());
    app.act(Action::Review(ReviewAction::Write));
    assert_eq!(app.model.game.tree.nags(blunder), [Nag::BLUNDER]);
}

#[test]
fn the_notes_of_a_review_replace_those_of_one_with_another_budget() {
    let mut app = TestApp::with_game();
    let bare = app.model.game.tree.len();
    app.start(depth(12));
    app.finish();
    app.start(depth(10));
    app.finish();
    let blunder = app.node(6);
    assert_eq!(app.model.game.tree.nags(blunder), [Nag::BLUNDER]);
    app.act(Action::Command(UserCommand::RemoveReview));
    let tree = &app.model.game.tree;
    assert!(tree.nags(blunder).is_empty() && tree.comment(blunder).is_empty());
    assert!(tree.eval(blunder).is_none());
    assert_eq!(tree.ids().count(), bare);
}

#[test]
fn results_are_not_reused_after_the_options_of_the_engine_have_changed() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    app.finish();
    app.start(depth(12));
    assert_eq!(app.run().state, RunState::Done, "everything is known");
    app.model.settings.engine.eval = EvalKind::Material;
    app.start(depth(12));
    assert_eq!(app.purpose(OURS), Some(Purpose::Review));
    assert_eq!(app.progress(), (1, 8), "only the mate is known");
    app.finish();
    // The options count as unchanged after a restart.
    let session = Session::of(&app.model, app.now);
    app.act(Action::RestoreSession(Box::new(session)));
    app.start(depth(12));
    assert_eq!(app.run().state, RunState::Done);
}

#[test]
fn a_review_started_again_with_another_budget_searches_with_it_at_once() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    app.start(depth(20));
    assert_eq!(app.asked().limits, Limits::depth(20));
}

#[test]
fn learning_from_mistakes_keeps_an_edited_position() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    app.finish();
    app.act(Action::Command(UserCommand::EditPosition));
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    app.act(Action::Editor(EditorAction::Paste(fen.to_owned())));
    app.act(Action::Learn(LearnAction::Start(Some(Color::Black))));
    assert!(app.model.editor.is_none() && app.model.learn.is_some());
    assert!(app.says(t!("toast-editor-left")));
    app.act(Action::Learn(LearnAction::Exit));
    app.act(Action::Command(UserCommand::EditPosition));
    assert_eq!(app.model.editor.as_ref().unwrap().fen_text, fen);
}

#[test]
fn keys_go_from_one_key_moment_to_the_next() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    app.finish();
    let (blunder, before) = (app.node(6), app.node(5));
    let [previous, next] = [UserCommand::PreviousMoment, UserCommand::NextMoment];
    app.act(Action::Command(UserCommand::First));
    assert!(!previous.is_enabled(&app.model));
    app.act(Action::Command(next));
    assert_eq!(app.model.game.current, blunder);
    assert!(!next.is_enabled(&app.model) && !previous.is_enabled(&app.model));
    app.act(Action::Command(UserCommand::Last));
    app.act(Action::Command(previous));
    assert_eq!(app.model.game.current, blunder);
    // The better line is a variation beside the move.
    let better = app.model.game.tree.children(before)[1];
    app.act(Action::GoTo(better));
    assert!(!previous.is_enabled(&app.model));
    app.act(Action::Command(next));
    assert_eq!(app.model.game.current, blunder);
}

#[test]
fn results_fill_the_graph_and_leave_the_panels_of_the_engine_alone() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    app.answer_review();
    assert!(app.model.telemetry.search(OURS).is_none());
    let tree = &app.model.game.tree;
    let point = app.model.telemetry.evaluation(tree, app.node(6), OURS).unwrap();
    assert_eq!(
        (point.score, point.source),
        (Score::Mate(1), EvalSource::Engine { id: OURS, depth: 12 })
    );
}

#[test]
fn a_review_leaves_a_deeper_analysis_in_its_place() {
    let mut app = TestApp::with_game();
    let node = app.node(6);
    app.act(Action::GoTo(node));
    app.give(UserCommand::ToggleAnalysis);
    app.report(40, 1, "h5f7", 900);
    app.start(depth(12));
    for (number, mv) in [(1, "h5f7"), (2, "c4f7")] {
        app.report(1, number, mv, 500);
    }
    let kept = |app: &TestApp| {
        let kept = app.model.telemetry.kept(&app.model.game.tree, node, OURS).unwrap();
        (kept.lines.len(), kept.best().unwrap().info.depth)
    };
    assert_eq!(kept(&app), (1, 40));
    for (number, mv) in [(1, "h5f7"), (2, "c4f7")] {
        app.report(41, number, mv, 500);
    }
    assert_eq!(kept(&app), (2, 41));
}

#[test]
fn without_the_notes_of_a_review_the_scores_of_the_file_are_shown() {
    let mut app = TestApp::with_game();
    let own = "1. e4 { [%eval 1.11] } e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
    app.act(Action::PasteText(own.to_owned()));
    let node = app.node(1);
    let shown = |app: &TestApp| app.model.evaluation(node).map(|point| (point.score, point.source));
    let of_file = shown(&app);
    assert!(matches!(of_file, Some((_, EvalSource::File { .. }))));
    app.start(depth(12));
    app.finish();
    let reviewed = shown(&app);
    assert!(matches!(reviewed, Some((_, EvalSource::Engine { .. }))));
    app.act(Action::Command(UserCommand::Undo));
    assert_eq!(shown(&app), of_file);
    let other = app.model.evaluation(app.node(2)).unwrap();
    assert!(matches!(other.source, EvalSource::Engine { .. }), "the file says nothing of it");
    app.act(Action::Command(UserCommand::Redo));
    assert_eq!(shown(&app), reviewed);
    app.act(Action::Command(UserCommand::RemoveReview));
    assert_eq!(shown(&app), of_file);
}

#[test]
fn analysis_does_not_change_the_score_beside_a_reviewed_move() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    app.finish();
    let node = app.node(4);
    let shown = |app: &TestApp| app.model.evaluation(node).unwrap();
    let reviewed = shown(&app);
    assert_eq!(reviewed.score, app.run().of(node).unwrap().white_score);
    app.act(Action::GoTo(node));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    let job = app.model.engine.job(OURS).unwrap().id;
    let board = *app.model.game.board();
    let info = IterationInfo::new(40, board.stm(), Score::Cp(777), vec![board.legal_moves()[0]]);
    app.act(Action::Engine(OURS, Event::Iteration { job, info }));
    // The search of the shown position is newer, and the bar shows it.
    let tree = &app.model.game.tree;
    let live = app.model.telemetry.evaluation(tree, node, OURS).unwrap();
    assert_ne!(live.score, reviewed.score);
    assert_eq!(shown(&app), reviewed);
    assert_eq!(app.model.evaluations(&app.model.game.line()).len(), 8);
    // Without the review it shows the search again.
    app.act(Action::Review(ReviewAction::Discard));
    assert_eq!(shown(&app).score, live.score);
}

#[test]
fn a_review_that_gets_no_score_says_why_it_stops_and_how_it_goes_on() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    let job = app.model.engine.job(OURS).unwrap();
    let best = app.model.game.tree.board(job.node).legal_moves().first().copied();
    let outcome = SearchOutcome { best, ..SearchOutcome::nothing(StopReason::Unspecified) };
    let event = Event::Finished { job: job.id, outcome, dropped: 0 };
    app.act(Action::Engine(OURS, event));
    assert_eq!(app.run().state, RunState::Stopped);
    let note = app.model.toasts.iter().next_back().unwrap();
    assert!(note.text.contains("Tabia gave no score"), "{}", note.text);
    assert_eq!(note.offers, [ToastOffer::Command(UserCommand::ResumeReview)]);
}

#[test]
fn a_stopped_review_goes_on_where_it_was() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    app.answer_review();
    app.answer_review();
    let late = app.asked().clone();
    app.act(Action::Command(UserCommand::StopEngine));
    assert_eq!(app.run().state, RunState::Stopped);
    assert!(
        app.effects.iter().any(|effect| matches!(effect, Effect::Stop(_, job) if *job == late.job))
    );
    app.end(late.job, &late.position.board(), Score::Cp(-900), &["e1d1"]);
    assert_eq!(app.progress(), (3, 8), "a late answer counts for nothing");
    assert!(UserCommand::ResumeReview.is_enabled(&app.model));
    app.act(Action::Command(UserCommand::ResumeReview));
    assert_eq!(app.asked().position.moves.len(), 4);
    app.finish();
}

#[test]
fn analysis_comes_first_and_the_review_waits() {
    let mut app = TestApp::with_game();
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    assert_eq!(app.purpose(OURS), Some(Purpose::Analyse));
    app.start(depth(12));
    assert!(!app.model.engine.analysis && app.says(t!("review-analysis-off")));
    app.answer_review();
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    assert_eq!(app.purpose(OURS), Some(Purpose::Analyse));
    // An analysis that ends by itself leaves the engine to the review and is not restarted.
    let asked = app.asked().clone();
    app.end(asked.job, &asked.position.board(), Score::Cp(20), &["e2e4"]);
    assert_eq!(app.purpose(OURS), Some(Purpose::Review));
    app.answer_review();
    assert_eq!(app.purpose(OURS), Some(Purpose::Review));
    app.act(Action::Command(UserCommand::ToggleAnalysis));
    app.finish();
}

#[test]
fn only_one_side_and_only_some_notes_if_wanted() {
    let mut app = TestApp::with_game();
    let notes = NoteKinds { scores: false, words: false, lines: false, glyphs: true };
    app.start(ReviewRequest { sides: Sides::White, notes, ..depth(12) });
    app.finish();
    assert_eq!(app.run().errors().count(), 0, "the blunder was Black's");
    assert!(!app.run().is_written(&app.model.game.tree));
    app.start(ReviewRequest { sides: Sides::Black, notes, ..depth(12) });
    assert_eq!(app.run().state, RunState::Done, "what is known is not searched again");
    let blunder = app.node(6);
    let found = app.model.game.tree.notes(blunder);
    assert_eq!((found.nags.len(), found.comment.as_str(), found.eval), (1, "", None));
}

#[test]
fn a_review_survives_a_restart() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    for _ in 0..4 {
        app.answer_review();
    }
    let text = Session::of(&app.model, 0).to_text();
    let mut again = TestApp::with_game();
    again.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!((again.run().state, again.progress()), (RunState::Stopped, (5, 8)));
    assert_eq!(again.purpose(OURS), None, "nobody is surprised by a busy processor");
    again.act(Action::Command(UserCommand::ResumeReview));
    again.finish();
    let blunder = again.node(6);
    assert_eq!(again.model.game.tree.nags(blunder), [Nag::BLUNDER]);

    let text = Session::of(&again.model, 0).to_text();
    let mut third = TestApp::with_game();
    third.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(third.run().moves(), again.run().moves());
    third.act(Action::Command(UserCommand::RemoveReview));
    assert!(third.model.game.tree.nags(third.node(6)).is_empty());
}

#[test]
fn a_review_ends_where_the_game_ended() {
    let mut app = TestApp::new();
    app.play("e2e4");
    app.answer("e7e5");
    app.resign();
    let played = app.model.game.played_line();
    app.give(UserCommand::StudyWorkspace);
    app.play("g1f3");
    app.play("b8c6");
    app.start(depth(12));
    assert_eq!((app.run().review().line(), played.len()), (&*played, 3), "not what was tried");
}

#[test]
fn another_game_has_another_review() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    app.answer_review();
    app.act(Action::PasteText("1. d4 d5 *".to_owned()));
    assert!(app.model.review().is_none());
    assert_eq!(app.purpose(OURS), None);
    app.act(Action::Command(UserCommand::Undo));
    assert_eq!(app.progress(), (2, 8));
    assert_eq!(app.purpose(OURS), Some(Purpose::Review), "back at the game it goes on");
}

#[test]
fn what_is_deleted_is_no_longer_reviewed() {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    app.answer_review();
    let node = app.node(4);
    app.act(Action::Edit { node, edit: TreeEdit::Delete });
    assert_eq!(app.progress(), (0, 4));
    app.finish();
    assert_eq!(app.run().moves().len(), 3);
    // Undo restores the moves and their results.
    app.act(Action::Command(UserCommand::Undo));
    app.act(Action::Command(UserCommand::Undo));
    assert_eq!(app.run().state, RunState::Stopped);
    assert_eq!(app.progress().1, 8);
    assert!(app.progress().0 > 4, "{:?}", app.progress());
    app.act(Action::Command(UserCommand::ResumeReview));
    app.finish();
    assert_eq!(app.run().moves().len(), 7);
}

/// An app at Black's first puzzle.
fn learning() -> TestApp {
    let mut app = TestApp::with_game();
    app.start(depth(12));
    app.finish();
    app.act(Action::Learn(LearnAction::Start(Some(Color::Black))));
    assert_eq!(app.model.game.current, app.node(5));
    assert!(app.model.view.flipped && app.model.hides_engine());
    app
}

impl TestApp {
    fn stage(&self) -> &Stage {
        &self.model.learn.as_ref().expect("a puzzle").stage
    }

    /// The engine evaluates the move that was tried.
    fn end_try(&mut self, score: Score, reply: &str) {
        let RequestedSearch { job, position, limits } = self.asked().clone();
        assert!(matches!(self.purpose(OURS), Some(Purpose::Try(_))));
        assert_eq!(limits, Limits::depth(12), "with the budget of the review");
        self.end(job, &position.board(), score, &[reply]);
    }
}

#[test]
fn a_worksheet_of_the_mistakes_answers_what_it_asks() {
    let mut app = learning();
    app.effects.clear();
    app.act(Action::Command(UserCommand::MistakesWorksheet));
    let sheet = app.effects.iter().find_map(|effect| match effect {
        Effect::SaveWorksheet(sheet) => Some(sheet),
        _ => None,
    });
    let sheet = sheet.unwrap();
    assert_eq!((sheet.file.as_str(), sheet.items.len()), ("A - B", 1));
    let item = &sheet.items[0];
    assert!(item.question.contains("what is wrong"), "{}", item.question);
    assert!(item.answer[1].contains("mate"), "{:?}", item.answer);
}

#[test]
fn a_puzzle_takes_any_move_that_holds() {
    let mut app = learning();
    let tree = app.model.game.tree.clone();
    app.play("g8f6");
    let Stage::Wrong(verdict) = app.stage() else { panic!("{:?}", app.stage()) };
    assert!(verdict.text.contains("played in the game"), "{}", verdict.text);
    assert!(verdict.text.contains(&t!("review-why-allows-mate", n = 1)), "{}", verdict.text);
    app.act(Action::Learn(LearnAction::Again));
    app.play("a7a6");
    assert_eq!(app.model.engine_status(), EngineStatus::Judging);
    app.end_try(Score::Mate(1), "h5f7");
    assert!(matches!(app.stage(), Stage::Wrong(verdict) if verdict.loss > 40.0));
    app.play("d8e7");
    app.end_try(Score::Cp(20), "b1c3");
    assert!(matches!(app.stage(), Stage::Right(_)), "not the engine's choice, but it holds");
    app.act(Action::Learn(LearnAction::Next));
    assert_eq!(*app.stage(), Stage::Sum);
    assert!(!app.model.hides_engine(), "there is nothing to give away any more");
    assert_eq!(app.model.learn.as_ref().unwrap().count(PuzzleResult::Later), 1);
    let kept = app.model.training.progress.own();
    let [puzzle] = &kept[..] else { panic!("{kept:?}") };
    assert_eq!(
        puzzle.board.key(),
        tree.board(app.node(5)).key(),
        "it becomes a puzzle of one's own"
    );
    assert_eq!(puzzle.played, tree.mv(app.node(6)), "it tells what was played");
    let before = tree.mv(app.node(5)).unwrap();
    assert_eq!(puzzle.last, Some((before.from(), before.drawn_to())), "and marks the move before");
    assert!(puzzle.score.is_some(), "a near move can be told from a bad one");
    assert_eq!(app.model.training.count_due(&app.model.today), 1, "that is due at once");
    app.act(Action::Learn(LearnAction::Exit));
    assert!(app.model.learn.is_none() && !app.model.view.flipped);
    assert_eq!(app.model.game.current, NodeId::ROOT);
    assert_eq!(app.model.game.tree, tree, "the game is as it was");
}

#[test]
fn a_mistake_made_again_is_to_be_repeated_however_its_puzzle_is_left() {
    for leave in [LearnAction::Next, LearnAction::Exit] {
        let mut app = learning();
        app.play("g8f6");
        assert!(matches!(app.stage(), Stage::Wrong(_)));
        let count = |result| app.model.learn.as_ref().unwrap().count(result);
        assert_eq!((count(PuzzleResult::Failed), count(PuzzleResult::Skipped)), (1, 0));
        app.act(Action::Learn(leave));
        assert_eq!(app.model.training.progress.own().len(), 1, "{leave:?}");
    }
    let mut app = learning();
    app.act(Action::Learn(LearnAction::Next));
    assert_eq!(app.model.learn.as_ref().unwrap().count(PuzzleResult::Skipped), 1);
    assert!(app.model.training.progress.own().is_empty(), "it was not tried");
}

#[test]
fn puzzles_that_were_not_solved_can_be_repeated_until_all_are() {
    let mut app = learning();
    let unsolved = |app: &TestApp| app.model.learn.as_ref().unwrap().unsolved();
    app.act(Action::Learn(LearnAction::Solution));
    app.act(Action::Learn(LearnAction::Next));
    assert_eq!((app.stage(), unsolved(&app)), (&Stage::Sum, 1));
    app.act(Action::Learn(LearnAction::Repeat));
    assert_eq!(app.model.game.current, app.node(5), "its position is on the board again");
    assert_eq!((app.stage(), app.model.hides_engine()), (&Stage::Ask, true));
    app.play("g7g6");
    app.act(Action::Learn(LearnAction::Next));
    assert_eq!(app.model.learn.as_ref().unwrap().count(PuzzleResult::First), 1);
    app.act(Action::Learn(LearnAction::Repeat));
    assert_eq!((app.stage(), unsolved(&app)), (&Stage::Sum, 0), "nothing is left to repeat");
}

#[test]
fn the_engines_choice_needs_no_search_and_a_solution_can_be_shown() {
    let mut app = learning();
    app.play("g7g6");
    assert!(matches!(app.stage(), Stage::Right(_)));
    assert_eq!(app.purpose(OURS), None);
    app.act(Action::Learn(LearnAction::Exit));
    let mut app = learning();
    app.act(Action::Learn(LearnAction::Solution));
    assert_eq!(*app.stage(), Stage::Shown);
    app.play("g7g6");
    assert_eq!(*app.stage(), Stage::Shown);
    assert_eq!(app.model.learn.as_ref().unwrap().count(PuzzleResult::Shown), 1);
    assert!(app.model.training.progress.own().is_empty());
    app.act(Action::Learn(LearnAction::Exit));
    assert_eq!(app.model.training.progress.own().len(), 1, "who leaves it finds it again");
}

#[test]
fn taking_back_in_a_puzzle_takes_back_the_try() {
    let mut app = learning();
    let tree = app.model.game.tree.clone();
    app.act(Action::Shortcut(UserCommand::Takeback));
    assert!(app.says(t!("takeback-refused.puzzles")));
    assert_eq!(*app.stage(), Stage::Ask);
    app.play("g8f6");
    assert!(matches!(app.stage(), Stage::Wrong(_)));
    assert!(UserCommand::Takeback.is_enabled(&app.model));
    app.act(Action::Shortcut(UserCommand::Takeback));
    assert_eq!(*app.stage(), Stage::Ask);
    assert_eq!(app.model.game.tree, tree);
}

#[test]
fn moves_elsewhere_change_nothing_while_there_is_a_puzzle() {
    let mut app = learning();
    let tree = app.model.game.tree.clone();
    app.act(Action::Command(UserCommand::Previous));
    app.play("g1f3");
    assert!(app.says(t!("review-learn-elsewhere")));
    assert_eq!(app.model.game.tree, tree);
    assert!(!UserCommand::Hint.is_enabled(&app.model));
    app.act(Action::Learn(LearnAction::Return));
    assert_eq!(app.model.game.current, app.node(5));
    app.act(Action::PasteText("1. d4 *".to_owned()));
    app.act(Action::Confirm);
    assert!(app.model.learn.is_none(), "the game of the puzzle is gone");
}

#[test]
fn a_failing_engine_gives_the_move_back() {
    let mut app = learning();
    app.play("a7a6");
    app.fail(OURS, None);
    assert_eq!(*app.stage(), Stage::Ask);
}

/// A game with evaluations as written by a review or a server: Black blunders the queen on move 6.
const EVALUATED: &str = "1. e4 {[%eval 0.3]} d5 {[%eval 0.5]} 2. exd5 {[%eval 0.5]} Qxd5 {[%eval 0.6]} \
    3. Nc3 {[%eval 0.6]} Qa5 {[%eval 0.6]} 4. d4 {[%eval 0.6]} Nf6 {[%eval 0.7]} \
    5. Nf3 {[%eval 0.6]} Qb4 {[%eval 0.9]} 6. a3 {[%eval 0.8]} Qa4 {[%eval 9.0]} \
    (6... Qa5 7. Bd2) 7. Nxa4 {[%eval 9.0]} c6 {[%eval 9.1]} 1-0";

#[test]
fn evaluations_in_a_game_make_its_review_until_an_engine_is_asked() {
    let mut app = TestApp::with_game();
    assert!(app.model.review().is_none());
    app.act(Action::PasteText(EVALUATED.to_owned()));
    let tree = &app.model.game.tree;
    let errors: Vec<NodeId> = app.run().errors().map(|error| error.node).collect();
    assert_eq!((app.run().state, &*errors), (RunState::Recorded, &[tree.main_line()[12]][..]));
    let black = recorded::side(tree, tree.main_line(), Color::Black).unwrap();
    assert_eq!(app.run().summary(tree, Color::Black).accuracy, Some(black.accuracy));
    assert!(can_learn(&app.model, Some(Color::Black)), "a better line stands beside the error");
    let shown = app.model.evaluation(errors[0]).unwrap();
    assert_eq!(shown.source, EvalSource::File { depth: None });
    assert!(Session::of(&app.model, 0).review.is_none(), "the game has it all");
    let number = app.run().state_number();
    app.act(Action::Tick);
    assert_eq!(app.run().state_number(), number, "once for each state of the game");
    // A glyph from another source is not counted as an error, but reported.
    assert_eq!(app.run().foreign_glyphs(&app.model.game.tree), 0);
    let node = app.model.game.tree.main_line()[2];
    // The file does not name the engine's first choices, so an only move contradicts nothing.
    let only = Nag(7);
    app.act(Action::Edit { node, edit: TreeEdit::ToggleNag(only) });
    assert!(app.model.game.tree.nags(node) == [only] && !app.run().review().knows_best());
    assert_eq!(app.run().foreign_glyphs(&app.model.game.tree), 0);
    app.act(Action::Edit { node, edit: TreeEdit::ToggleNag(only) });
    app.act(Action::Edit { node, edit: TreeEdit::ToggleNag(Nag::MISTAKE) });
    assert_eq!(
        (app.run().foreign_glyphs(&app.model.game.tree), app.run().errors().count()),
        (1, 1)
    );
    let tree = &app.model.game.tree;
    // Without the better line there is nothing to solve.
    let better = tree.children(tree.main_line()[11])[1];
    app.act(Action::Edit { node: better, edit: TreeEdit::Delete });
    assert!(app.run().errors().count() == 1 && !can_learn(&app.model, None));
    app.start(ReviewRequest::default());
    assert_eq!((app.run().state, app.run().moves().len()), (RunState::Running, 0));
    app.act(Action::Review(ReviewAction::Discard));
    assert_eq!(app.run().state, RunState::Recorded);
}

#[test]
fn a_position_set_up_while_learning_is_not_seen_from_the_side_of_the_puzzle() {
    let mut app = learning();
    let game = app.model.game.serial;
    app.play("g8f6");
    let saved = Snapshot::of(&app.model, 0).session();
    assert!(!saved.view.flipped, "a session shows the game as before the puzzles");
    app.act(Action::SetFen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1".to_owned()));
    app.act(Action::Confirm);
    assert!(app.model.learn.is_none() && !app.model.view.flipped);
    assert_eq!(app.model.training.progress.own().len(), 1, "the mistake is repeated");
    app.act(Action::Command(UserCommand::Undo));
    assert_eq!((app.model.game.serial, app.model.game.current), (game, NodeId::ROOT));
    assert!(!app.model.view.flipped);
}

#[test]
fn a_game_begun_while_learning_begins_from_the_position_of_the_puzzle() {
    for from_dialog in [false, true] {
        let mut app = learning();
        let shown = *app.model.game.board();
        if from_dialog {
            let new = NewGame { start: StartFrom::Current, ..NewGame::default() };
            app.act(Action::StartGame(new));
        } else {
            app.act(Action::Command(UserCommand::PlayFromHere));
        }
        app.act(Action::Confirm);
        assert!(app.model.learn.is_none());
        let game = &app.model.game;
        assert_eq!((game.is_played(), game.board()), (true, &shown), "{from_dialog}");
    }
}

#[test]
fn undo_waits_while_there_is_a_puzzle() {
    let mut app = learning();
    let tree = app.model.game.tree.clone();
    app.act(Action::Shortcut(UserCommand::Undo));
    assert!(app.says(t!("review-learn-leave-first")) && app.model.game.tree == tree);
    assert_eq!(*app.stage(), Stage::Ask);
    app.act(Action::Learn(LearnAction::Exit));
    assert!(UserCommand::Undo.is_enabled(&app.model));
}

#[test]
fn a_game_opened_while_learning_is_seen_from_its_own_side() {
    for (tags, flipped) in [("", false), ("[Orientation \"Black\"]\n\n", true)] {
        let mut app = learning();
        app.act(Action::PasteText(format!("{tags}1. d4 d5 *")));
        // The review's notes are in no file.
        app.act(Action::Confirm);
        assert!(app.model.learn.is_none());
        assert_eq!(app.model.view.flipped, flipped, "{tags}");
    }
}

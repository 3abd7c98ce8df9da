//! Reviews and learning from mistakes without a window: actions in, effects out. The engine is played by the
//! tests.

use tabia_app::action::{Action, LearnAction, ReviewAction, TreeEdit, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{EngineStatus, Purpose};
use tabia_app::engines::telemetry::EvalSource;
use tabia_app::model::Model;
use tabia_app::persistence::session::Session;
use tabia_app::review::learn::{PuzzleResult, Stage};
use tabia_app::review::run::can_learn;
use tabia_app::review::state::{Budget, ReviewRequest, RunState, Sides};
use tabia_app::update::update;
use tabia_app::window::settings::Settings;
use tabia_app::window::toasts::ToastOffer;
use tabia_app::window::workspace::PaneId;
use tabia_chess::{Board, Color, Move, uci_move};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, SearchOutcome, StopReason};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::annotation::Nag;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tree::NodeId;
use tabia_host::review::notes::NoteKinds;
use tabia_host::review::recorded;
use tabia_host::worker::protocol::{Command, Event, JobId};
use tabia_text::t;

/// A game with one blunder by Black: 3... Nf6.
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";

/// A search requested by the model.
#[derive(Clone, Debug)]
struct Asked {
    job: JobId,
    position: GamePosition,
    limits: Limits,
}

struct Desk {
    model: Model,
    now: u64,
    asked: Option<Asked>,
    effects: Vec<Effect>,
}

impl Desk {
    /// The game on an analysis board.
    fn new() -> Desk {
        let mut desk =
            Desk { model: Model::new(Settings::default()), now: 0, asked: None, effects: vec![] };
        desk.act(Action::PasteText(GAME.to_owned()));
        desk
    }

    fn act(&mut self, action: Action) {
        self.now += 1;
        for effect in update(&mut self.model, action, self.now) {
            if let Effect::ToEngine(_, Command::Search { job, position, limits, .. }) = &effect {
                let (job, position, limits) = (*job, position.clone(), limits.clone());
                self.asked = Some(Asked { job, position, limits });
            }
            self.effects.push(effect);
        }
    }

    fn start(&mut self, request: ReviewRequest) {
        self.act(Action::Review(ReviewAction::Start(request)));
    }

    fn play(&mut self, text: &str) {
        let (from, to) = (text[..2].parse().unwrap(), text[2..4].parse().unwrap());
        self.act(Action::PlayMove { from, to, promotion: None });
    }

    fn purpose(&self) -> Option<Purpose> {
        self.model.engine.purpose(EngineId::BUILT_IN)
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

    /// The engine ends the search of this job with a score and a line.
    fn end(&mut self, job: JobId, board: &Board, score: Score, moves: &[&str]) {
        let pv = Desk::line(board, moves);
        let (depth, time_ms) = (12, 40);
        let line = IterationInfo::new(depth, board.stm(), score, pv.clone());
        let info = IterationInfo { nodes: Some(1_000), time_ms, ..line };
        let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
        let reason = StopReason::Depth;
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Started { job }));
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Iteration { job, info }));
        let outcome = SearchOutcome {
            best,
            ponder,
            score: Some(score),
            depth: Some(depth),
            nodes: Some(1_000),
            time_ms,
            reason,
            last: None,
            hesitation: None,
        };
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Finished { job, outcome, dropped: 0 }));
    }

    /// Answers the current search as a sensible engine would in `GAME`.
    fn answer(&mut self) {
        let Asked { job, position, .. } = self.asked.clone().expect("a search was asked for");
        assert_eq!(self.model.engine.job(EngineId::BUILT_IN).map(|job| job.id), Some(job));
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
        while self.purpose() == Some(Purpose::Review) {
            self.answer();
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

    fn says(&self, text: &str) -> bool {
        self.model.toasts.iter().any(|toast| toast.text.contains(text))
    }
}

fn depth(plies: u32) -> ReviewRequest {
    ReviewRequest { budget: Budget::Depth(plies), ..ReviewRequest::default() }
}

#[test]
fn a_review_goes_through_the_game_and_writes_one_edit() {
    let mut desk = Desk::new();
    let bare = desk.model.game.tree.clone();
    desk.act(Action::Command(UserCommand::ReviewGame));
    desk.start(depth(12));
    assert!(desk.model.dialog.is_none());
    assert!(
        desk.effects.iter().any(|effect| matches!(effect, Effect::OpenPane(_, PaneId::Review)))
    );
    assert_eq!(desk.purpose(), Some(Purpose::Review));
    assert_eq!(desk.asked.as_ref().unwrap().limits, Limits::depth(12));
    assert_eq!(desk.asked.as_ref().unwrap().position.moves.len(), 6, "the last comes first");
    assert_eq!(desk.progress(), (1, 8), "mate needs no engine");
    assert_eq!(desk.model.engine_status(), EngineStatus::Reviewing(1, 8));
    assert_eq!(desk.run().remaining_ms(), None, "nothing is known of the pace yet");
    desk.answer();
    desk.answer();
    assert_eq!(desk.progress(), (3, 8));
    assert_eq!(desk.run().remaining_ms(), Some(5 * 40));
    assert_eq!(desk.model.game.tree, bare, "nothing is written before the end");
    desk.finish();

    let blunder = desk.node(6);
    let tree = &desk.model.game.tree;
    assert_eq!(tree.nags(blunder), [Nag::BLUNDER]);
    assert!(tree.comment(blunder).contains("Allows mate in 1"), "{}", tree.comment(blunder));
    assert_eq!(tree.san(tree.children(desk.node(5))[1]), "g6");
    assert!(tree.eval(blunder).is_some());
    assert!(desk.says("Accuracy: White"));
    assert_eq!(desk.run().errors().count(), 1);
    assert_eq!(desk.purpose(), None);

    desk.act(Action::Command(UserCommand::Undo));
    assert_eq!(desk.model.game.tree, bare, "one edit, one undo");
    assert!(!UserCommand::RemoveReview.is_enabled(&desk.model));
    assert_eq!(desk.run().state, RunState::Done, "what was found stays");
    desk.act(Action::Command(UserCommand::Redo));
    assert!(UserCommand::RemoveReview.is_enabled(&desk.model));
    desk.act(Action::Command(UserCommand::RemoveReview));
    let tree = &desk.model.game.tree;
    assert!(tree.nags(blunder).is_empty() && tree.comment(blunder).is_empty());
    assert_eq!(tree.len(), bare.len());
    desk.act(Action::Review(ReviewAction::Write));
    assert_eq!(desk.model.game.tree.nags(blunder), [Nag::BLUNDER]);
}

#[test]
fn keys_go_from_one_key_moment_to_the_next() {
    let mut desk = Desk::new();
    desk.start(depth(12));
    desk.finish();
    let (blunder, before) = (desk.node(6), desk.node(5));
    let [previous, next] = [UserCommand::PreviousMoment, UserCommand::NextMoment];
    desk.act(Action::Command(UserCommand::First));
    assert!(!previous.is_enabled(&desk.model));
    desk.act(Action::Command(next));
    assert_eq!(desk.model.game.current, blunder);
    assert!(!next.is_enabled(&desk.model) && !previous.is_enabled(&desk.model));
    desk.act(Action::Command(UserCommand::Last));
    desk.act(Action::Command(previous));
    assert_eq!(desk.model.game.current, blunder);
    // The better line is a variation beside the move.
    let better = desk.model.game.tree.children(before)[1];
    desk.act(Action::GoTo(better));
    assert!(!previous.is_enabled(&desk.model));
    desk.act(Action::Command(next));
    assert_eq!(desk.model.game.current, blunder);
}

#[test]
fn results_fill_the_graph_and_leave_the_panels_of_the_engine_alone() {
    let mut desk = Desk::new();
    desk.start(depth(12));
    desk.answer();
    assert!(desk.model.telemetry.search(EngineId::BUILT_IN).is_none());
    let tree = &desk.model.game.tree;
    let point = desk.model.telemetry.evaluation(tree, desk.node(6), EngineId::BUILT_IN).unwrap();
    assert_eq!(
        (point.score, point.source),
        (Score::Mate(1), EvalSource::Engine { id: EngineId::BUILT_IN, depth: 12 })
    );
}

#[test]
fn without_the_notes_of_a_review_the_scores_of_the_file_are_shown() {
    let mut desk = Desk::new();
    let own = "1. e4 { [%eval 1.11] } e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
    desk.act(Action::PasteText(own.to_owned()));
    let node = desk.node(1);
    let shown = |desk: &Desk| desk.model.evaluation(node).map(|point| (point.score, point.source));
    let of_file = shown(&desk);
    assert!(matches!(of_file, Some((_, EvalSource::File { .. }))));
    desk.start(depth(12));
    desk.finish();
    let reviewed = shown(&desk);
    assert!(matches!(reviewed, Some((_, EvalSource::Engine { .. }))));
    desk.act(Action::Command(UserCommand::Undo));
    assert_eq!(shown(&desk), of_file);
    let other = desk.model.evaluation(desk.node(2)).unwrap();
    assert!(matches!(other.source, EvalSource::Engine { .. }), "the file says nothing of it");
    desk.act(Action::Command(UserCommand::Redo));
    assert_eq!(shown(&desk), reviewed);
    desk.act(Action::Command(UserCommand::RemoveReview));
    assert_eq!(shown(&desk), of_file);
}

#[test]
fn analysis_does_not_change_the_score_beside_a_reviewed_move() {
    let mut desk = Desk::new();
    desk.start(depth(12));
    desk.finish();
    let node = desk.node(4);
    let shown = |desk: &Desk| desk.model.evaluation(node).unwrap();
    let reviewed = shown(&desk);
    assert_eq!(reviewed.score, desk.run().of(node).unwrap().white_score);
    desk.act(Action::GoTo(node));
    desk.act(Action::Command(UserCommand::ToggleAnalysis));
    let job = desk.model.engine.job(EngineId::BUILT_IN).unwrap().id;
    let board = *desk.model.game.board();
    let info = IterationInfo::new(40, board.stm(), Score::Cp(777), vec![board.legal_moves()[0]]);
    desk.act(Action::Engine(EngineId::BUILT_IN, Event::Iteration { job, info }));
    // The search of the shown position is newer, and the bar shows it.
    let tree = &desk.model.game.tree;
    let live = desk.model.telemetry.evaluation(tree, node, EngineId::BUILT_IN).unwrap();
    assert_ne!(live.score, reviewed.score);
    assert_eq!(shown(&desk), reviewed);
    assert_eq!(desk.model.evaluations(&desk.model.game.line()).len(), 8);
    // Without the review it shows the search again.
    desk.act(Action::Review(ReviewAction::Discard));
    assert_eq!(shown(&desk).score, live.score);
}

#[test]
fn a_review_that_gets_no_score_says_why_it_stops_and_how_it_goes_on() {
    let mut desk = Desk::new();
    desk.start(depth(12));
    let job = desk.model.engine.job(EngineId::BUILT_IN).unwrap();
    let best = desk.model.game.tree.board(job.node).legal_moves().first().copied();
    let outcome = SearchOutcome { best, ..SearchOutcome::nothing(StopReason::Unspecified) };
    let event = Event::Finished { job: job.id, outcome, dropped: 0 };
    desk.act(Action::Engine(EngineId::BUILT_IN, event));
    assert_eq!(desk.run().state, RunState::Stopped);
    let note = desk.model.toasts.iter().next_back().unwrap();
    assert!(note.text.contains("Tabia gave no score"), "{}", note.text);
    assert_eq!(note.offers, [ToastOffer::Command(UserCommand::ResumeReview)]);
}

#[test]
fn a_stopped_review_goes_on_where_it_was() {
    let mut desk = Desk::new();
    desk.start(depth(12));
    desk.answer();
    desk.answer();
    let late = desk.asked.clone().unwrap();
    desk.act(Action::Command(UserCommand::StopEngine));
    assert_eq!(desk.run().state, RunState::Stopped);
    assert!(
        desk.effects
            .iter()
            .any(|effect| matches!(effect, Effect::Stop(_, job) if *job == late.job))
    );
    desk.end(late.job, &late.position.board(), Score::Cp(-900), &["e1d1"]);
    assert_eq!(desk.progress(), (3, 8), "a late answer counts for nothing");
    assert!(UserCommand::ResumeReview.is_enabled(&desk.model));
    desk.act(Action::Command(UserCommand::ResumeReview));
    assert_eq!(desk.asked.as_ref().unwrap().position.moves.len(), 4);
    desk.finish();
}

#[test]
fn analysis_comes_first_and_the_review_waits() {
    let mut desk = Desk::new();
    desk.act(Action::Command(UserCommand::ToggleAnalysis));
    assert_eq!(desk.purpose(), Some(Purpose::Analyse));
    desk.start(depth(12));
    assert!(!desk.model.engine.analysis && desk.says(t!("review-analysis-off")));
    desk.answer();
    desk.act(Action::Command(UserCommand::ToggleAnalysis));
    assert_eq!(desk.purpose(), Some(Purpose::Analyse));
    // An analysis that ends by itself leaves the engine to the review and is not restarted.
    let asked = desk.asked.clone().unwrap();
    desk.end(asked.job, &asked.position.board(), Score::Cp(20), &["e2e4"]);
    assert_eq!(desk.purpose(), Some(Purpose::Review));
    desk.answer();
    assert_eq!(desk.purpose(), Some(Purpose::Review));
    desk.act(Action::Command(UserCommand::ToggleAnalysis));
    desk.finish();
}

#[test]
fn only_one_side_and_only_some_notes_if_wanted() {
    let mut desk = Desk::new();
    let notes = NoteKinds { scores: false, words: false, lines: false, glyphs: true };
    desk.start(ReviewRequest { sides: Sides::White, notes, ..depth(12) });
    desk.finish();
    assert_eq!(desk.run().errors().count(), 0, "the blunder was Black's");
    assert!(!desk.run().is_written(&desk.model.game.tree));
    desk.start(ReviewRequest { sides: Sides::Black, notes, ..depth(12) });
    assert_eq!(desk.run().state, RunState::Done, "what is known is not searched again");
    let blunder = desk.node(6);
    let found = desk.model.game.tree.notes(blunder);
    assert_eq!((found.nags.len(), found.comment.as_str(), found.eval), (1, "", None));
}

#[test]
fn a_review_survives_a_restart() {
    let mut desk = Desk::new();
    desk.start(depth(12));
    for _ in 0..4 {
        desk.answer();
    }
    let text = Session::of(&desk.model, 0).to_text();
    let mut again = Desk::new();
    again.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!((again.run().state, again.progress()), (RunState::Stopped, (5, 8)));
    assert_eq!(again.purpose(), None, "nobody is surprised by a busy processor");
    again.act(Action::Command(UserCommand::ResumeReview));
    again.finish();
    let blunder = again.node(6);
    assert_eq!(again.model.game.tree.nags(blunder), [Nag::BLUNDER]);

    let text = Session::of(&again.model, 0).to_text();
    let mut third = Desk::new();
    third.act(Action::RestoreSession(Box::new(Session::parse(&text).unwrap())));
    assert_eq!(third.run().moves(), again.run().moves());
    third.act(Action::Command(UserCommand::RemoveReview));
    assert!(third.model.game.tree.nags(third.node(6)).is_empty());
}

#[test]
fn another_game_has_another_review() {
    let mut desk = Desk::new();
    desk.start(depth(12));
    desk.answer();
    desk.act(Action::PasteText("1. d4 d5 *".to_owned()));
    assert!(desk.model.review().is_none());
    assert_eq!(desk.purpose(), None);
    desk.act(Action::Command(UserCommand::Undo));
    assert_eq!(desk.progress(), (2, 8));
    assert_eq!(desk.purpose(), Some(Purpose::Review), "back at the game it goes on");
}

#[test]
fn what_is_deleted_is_no_longer_reviewed() {
    let mut desk = Desk::new();
    desk.start(depth(12));
    desk.answer();
    let node = desk.node(4);
    desk.act(Action::Edit { node, edit: TreeEdit::Delete });
    assert_eq!(desk.progress(), (0, 4));
    desk.finish();
    assert_eq!(desk.run().moves().len(), 3);
    // Undo restores the moves and their results.
    desk.act(Action::Command(UserCommand::Undo));
    desk.act(Action::Command(UserCommand::Undo));
    assert_eq!(desk.run().state, RunState::Stopped);
    assert_eq!(desk.progress().1, 8);
    assert!(desk.progress().0 > 4, "{:?}", desk.progress());
    desk.act(Action::Command(UserCommand::ResumeReview));
    desk.finish();
    assert_eq!(desk.run().moves().len(), 7);
}

/// A desk at Black's first puzzle.
fn learning() -> Desk {
    let mut desk = Desk::new();
    desk.start(depth(12));
    desk.finish();
    desk.act(Action::Learn(LearnAction::Start(Some(Color::Black))));
    assert_eq!(desk.model.game.current, desk.node(5));
    assert!(desk.model.view.flipped && desk.model.hides_engine());
    desk
}

impl Desk {
    fn stage(&self) -> &Stage {
        &self.model.learn.as_ref().expect("a puzzle").stage
    }

    /// The engine evaluates the move that was tried.
    fn end_try(&mut self, score: Score, reply: &str) {
        let Asked { job, position, limits } = self.asked.clone().unwrap();
        assert!(matches!(self.purpose(), Some(Purpose::Try(_))));
        assert_eq!(limits, Limits::depth(12), "with the budget of the review");
        self.end(job, &position.board(), score, &[reply]);
    }
}

#[test]
fn a_puzzle_takes_any_move_that_holds() {
    let mut desk = learning();
    let tree = desk.model.game.tree.clone();
    desk.play("g8f6");
    let Stage::Wrong(verdict) = desk.stage() else { panic!("{:?}", desk.stage()) };
    assert!(verdict.text.contains("played in the game"), "{}", verdict.text);
    assert!(verdict.text.contains(&t!("review-why-allows-mate", n = 1)), "{}", verdict.text);
    desk.act(Action::Learn(LearnAction::Again));
    desk.play("a7a6");
    assert_eq!(desk.model.engine_status(), EngineStatus::Judging);
    desk.end_try(Score::Mate(1), "h5f7");
    assert!(matches!(desk.stage(), Stage::Wrong(verdict) if verdict.loss > 40.0));
    desk.play("d8e7");
    desk.end_try(Score::Cp(20), "b1c3");
    assert!(matches!(desk.stage(), Stage::Right(_)), "not the engine's choice, but it holds");
    desk.act(Action::Learn(LearnAction::Next));
    assert_eq!(*desk.stage(), Stage::Sum);
    assert!(!desk.model.hides_engine(), "there is nothing to give away any more");
    assert_eq!(desk.model.learn.as_ref().unwrap().count(PuzzleResult::Later), 1);
    let kept = desk.model.training.progress.own();
    let [puzzle] = &kept[..] else { panic!("{kept:?}") };
    assert_eq!(
        puzzle.board.key(),
        tree.board(desk.node(5)).key(),
        "it becomes a puzzle of one's own"
    );
    assert_eq!(puzzle.played, tree.mv(desk.node(6)), "it tells what was played");
    let before = tree.mv(desk.node(5)).unwrap();
    assert_eq!(puzzle.last, Some((before.from(), before.drawn_to())), "and marks the move before");
    assert!(puzzle.score.is_some(), "a near move can be told from a bad one");
    assert_eq!(desk.model.training.count_due(&desk.model.today), 1, "that is due at once");
    desk.act(Action::Learn(LearnAction::Exit));
    assert!(desk.model.learn.is_none() && !desk.model.view.flipped);
    assert_eq!(desk.model.game.current, NodeId::ROOT);
    assert_eq!(desk.model.game.tree, tree, "the game is as it was");
}

#[test]
fn a_mistake_made_again_is_to_be_repeated_however_its_puzzle_is_left() {
    for leave in [LearnAction::Next, LearnAction::Exit] {
        let mut desk = learning();
        desk.play("g8f6");
        assert!(matches!(desk.stage(), Stage::Wrong(_)));
        let count = |result| desk.model.learn.as_ref().unwrap().count(result);
        assert_eq!((count(PuzzleResult::Failed), count(PuzzleResult::Skipped)), (1, 0));
        desk.act(Action::Learn(leave));
        assert_eq!(desk.model.training.progress.own().len(), 1, "{leave:?}");
    }
    let mut desk = learning();
    desk.act(Action::Learn(LearnAction::Next));
    assert_eq!(desk.model.learn.as_ref().unwrap().count(PuzzleResult::Skipped), 1);
    assert!(desk.model.training.progress.own().is_empty(), "it was not tried");
}

#[test]
fn puzzles_that_were_not_solved_can_be_repeated_until_all_are() {
    let mut desk = learning();
    let unsolved = |desk: &Desk| desk.model.learn.as_ref().unwrap().unsolved();
    desk.act(Action::Learn(LearnAction::Solution));
    desk.act(Action::Learn(LearnAction::Next));
    assert_eq!((desk.stage(), unsolved(&desk)), (&Stage::Sum, 1));
    desk.act(Action::Learn(LearnAction::Repeat));
    assert_eq!(desk.model.game.current, desk.node(5), "its position is on the board again");
    assert_eq!((desk.stage(), desk.model.hides_engine()), (&Stage::Ask, true));
    desk.play("g7g6");
    desk.act(Action::Learn(LearnAction::Next));
    assert_eq!(desk.model.learn.as_ref().unwrap().count(PuzzleResult::First), 1);
    desk.act(Action::Learn(LearnAction::Repeat));
    assert_eq!((desk.stage(), unsolved(&desk)), (&Stage::Sum, 0), "nothing is left to repeat");
}

#[test]
fn the_engines_choice_needs_no_search_and_a_solution_can_be_shown() {
    let mut desk = learning();
    desk.play("g7g6");
    assert!(matches!(desk.stage(), Stage::Right(_)));
    assert_eq!(desk.purpose(), None);
    desk.act(Action::Learn(LearnAction::Exit));
    let mut desk = learning();
    desk.act(Action::Learn(LearnAction::Solution));
    assert_eq!(*desk.stage(), Stage::Shown);
    desk.play("g7g6");
    assert_eq!(*desk.stage(), Stage::Shown);
    assert_eq!(desk.model.learn.as_ref().unwrap().count(PuzzleResult::Shown), 1);
    assert!(desk.model.training.progress.own().is_empty());
    desk.act(Action::Learn(LearnAction::Exit));
    assert_eq!(desk.model.training.progress.own().len(), 1, "who leaves it finds it again");
}

#[test]
fn taking_back_in_a_puzzle_takes_back_the_try() {
    let mut desk = learning();
    let tree = desk.model.game.tree.clone();
    desk.act(Action::Shortcut(UserCommand::Takeback));
    assert!(desk.says(t!("takeback-refused.puzzles")));
    assert_eq!(*desk.stage(), Stage::Ask);
    desk.play("g8f6");
    assert!(matches!(desk.stage(), Stage::Wrong(_)));
    assert!(UserCommand::Takeback.is_enabled(&desk.model));
    desk.act(Action::Shortcut(UserCommand::Takeback));
    assert_eq!(*desk.stage(), Stage::Ask);
    assert_eq!(desk.model.game.tree, tree);
}

#[test]
fn moves_elsewhere_change_nothing_while_there_is_a_puzzle() {
    let mut desk = learning();
    let tree = desk.model.game.tree.clone();
    desk.act(Action::Command(UserCommand::Previous));
    desk.play("g1f3");
    assert!(desk.says(t!("review-learn-elsewhere")));
    assert_eq!(desk.model.game.tree, tree);
    assert!(!UserCommand::Hint.is_enabled(&desk.model));
    desk.act(Action::Learn(LearnAction::Return));
    assert_eq!(desk.model.game.current, desk.node(5));
    desk.act(Action::PasteText("1. d4 *".to_owned()));
    desk.act(Action::Confirm);
    assert!(desk.model.learn.is_none(), "the game of the puzzle is gone");
}

#[test]
fn a_failing_engine_gives_the_move_back() {
    let mut desk = learning();
    desk.play("a7a6");
    let job = desk.asked.as_ref().unwrap().job;
    desk.act(Action::Engine(
        EngineId::BUILT_IN,
        Event::Failed { job: Some(job), error: "broke".to_owned(), advice: None },
    ));
    assert_eq!(*desk.stage(), Stage::Ask);
}

/// A game with evaluations as written by a review or a server: Black blunders the queen on move 6.
const EVALUATED: &str = "1. e4 {[%eval 0.3]} d5 {[%eval 0.5]} 2. exd5 {[%eval 0.5]} Qxd5 {[%eval 0.6]} \
    3. Nc3 {[%eval 0.6]} Qa5 {[%eval 0.6]} 4. d4 {[%eval 0.6]} Nf6 {[%eval 0.7]} \
    5. Nf3 {[%eval 0.6]} Qb4 {[%eval 0.9]} 6. a3 {[%eval 0.8]} Qa4 {[%eval 9.0]} \
    (6... Qa5 7. Bd2) 7. Nxa4 {[%eval 9.0]} c6 {[%eval 9.1]} 1-0";

#[test]
fn evaluations_in_a_game_make_its_review_until_an_engine_is_asked() {
    let mut desk = Desk::new();
    assert!(desk.model.review().is_none());
    desk.act(Action::PasteText(EVALUATED.to_owned()));
    let tree = &desk.model.game.tree;
    let errors: Vec<NodeId> = desk.run().errors().map(|error| error.node).collect();
    assert_eq!((desk.run().state, &*errors), (RunState::Recorded, &[tree.main_line()[12]][..]));
    let black = recorded::side(tree, tree.main_line(), Color::Black).unwrap();
    assert_eq!(desk.run().summary(tree, Color::Black).accuracy, Some(black.accuracy));
    assert!(can_learn(&desk.model, Some(Color::Black)), "a better line stands beside the error");
    let shown = desk.model.evaluation(errors[0]).unwrap();
    assert_eq!(shown.source, EvalSource::File { depth: None });
    assert!(Session::of(&desk.model, 0).review.is_none(), "the game has it all");
    let number = desk.run().state_number();
    desk.act(Action::Tick);
    assert_eq!(desk.run().state_number(), number, "once for each state of the game");
    // A glyph from another source is not counted as an error, but reported.
    assert_eq!(desk.run().foreign_glyphs(&desk.model.game.tree), 0);
    let node = desk.model.game.tree.main_line()[2];
    desk.act(Action::Edit { node, edit: TreeEdit::ToggleNag(Nag::MISTAKE) });
    assert_eq!(
        (desk.run().foreign_glyphs(&desk.model.game.tree), desk.run().errors().count()),
        (1, 1)
    );
    let tree = &desk.model.game.tree;
    // Without the better line there is nothing to solve.
    let better = tree.children(tree.main_line()[11])[1];
    desk.act(Action::Edit { node: better, edit: TreeEdit::Delete });
    assert!(desk.run().errors().count() == 1 && !can_learn(&desk.model, None));
    desk.start(ReviewRequest::default());
    assert_eq!((desk.run().state, desk.run().moves().len()), (RunState::Running, 0));
    desk.act(Action::Review(ReviewAction::Discard));
    assert_eq!(desk.run().state, RunState::Recorded);
}

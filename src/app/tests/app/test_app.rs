//! A model with a clock, for tests without a window: the engine is played by the test. Actions in, effects out.

use tabia_app::action::{Action, UserCommand};
use tabia_app::effect::Effect;
use tabia_app::engines::state::{Purpose, Watching};
use tabia_app::game::clock::TimeControl;
use tabia_app::game::new_game::{NewGame, Sides, StartFrom};
use tabia_app::model::Model;
use tabia_app::update::update;
use tabia_app::window::settings::Settings;
use tabia_chess::{Board, Move, SplitMix64, uci_move};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, SearchOutcome, StopReason};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::position::GamePosition;
use tabia_host::worker::protocol::{Command, Event, JobId};

/// A search requested by the model.
#[derive(Clone, Debug)]
pub(crate) struct RequestedSearch {
    pub(crate) job: JobId,
    pub(crate) position: GamePosition,
    pub(crate) limits: Limits,
}

/// A model with a clock, and its effects.
pub(crate) struct TestApp {
    pub(crate) model: Model,
    pub(crate) now: u64,
    /// All effects since the last check.
    pub(crate) effects: Vec<Effect>,
    /// All searches requested so far.
    pub(crate) searches: Vec<RequestedSearch>,
    /// Highest job that was stopped.
    pub(crate) stopped: u64,
    /// Highest job with a ponder hit.
    pub(crate) hit: u64,
}

impl TestApp {
    pub(crate) fn new() -> TestApp {
        // Moves that are held back have tests of their own; in the others the answer is played at once.
        let watching = Watching::OnRequest;
        let settings =
            Settings { natural_pace: false, book_moves: false, watching, ..Settings::default() };
        let mut model = Model::new(settings);
        model.rng = SplitMix64::new(1);
        TestApp { model, now: 1_000, effects: Vec::new(), searches: Vec::new(), stopped: 0, hit: 0 }
    }

    pub(crate) fn with(new: NewGame) -> TestApp {
        let mut app = TestApp::new();
        app.act(Action::StartGame(new));
        app
    }

    pub(crate) fn act(&mut self, action: Action) {
        for effect in update(&mut self.model, action, self.now) {
            match &effect {
                Effect::ToEngine(_, Command::Search { job, position, limits, .. }) => {
                    assert!(
                        job.0 > self.searches.last().map_or(0, |last| last.job.0),
                        "numbers grow"
                    );
                    self.searches.push(RequestedSearch {
                        job: *job,
                        position: position.clone(),
                        limits: limits.clone(),
                    });
                }
                Effect::Stop(_, job) => self.stopped = self.stopped.max(job.0),
                Effect::PonderHit(_, job) => self.hit = self.hit.max(job.0),
                _ => {}
            }
            self.effects.push(effect);
        }
    }

    pub(crate) fn give(&mut self, command: UserCommand) {
        assert!(command.is_enabled(&self.model), "{command:?} is not enabled");
        self.act(Action::Command(command));
    }

    /// Resigns and confirms it.
    pub(crate) fn resign(&mut self) {
        self.give(UserCommand::Resign);
        self.act(Action::Confirm);
    }

    /// Plays a move of the user, given as UCI text.
    pub(crate) fn play(&mut self, text: &str) {
        let (from, to) = (text[..2].parse().unwrap(), text[2..4].parse().unwrap());
        let promotion = text[4..].chars().next().and_then(tabia_chess::PieceType::from_letter);
        self.act(Action::PlayMove { from, to, promotion });
    }

    pub(crate) fn job(&self) -> JobId {
        self.job_of(EngineId::BUILT_IN)
    }

    pub(crate) fn job_of(&self, id: EngineId) -> JobId {
        self.model.engine.job(id).expect("a search is under way").id
    }

    pub(crate) fn purpose(&self, id: EngineId) -> Option<Purpose> {
        self.model.engine.purpose(id)
    }

    /// The engine on this seat ends in the middle of its search.
    pub(crate) fn fail(&mut self, id: EngineId, advice: Option<&'static str>) {
        let (job, error) = (Some(self.job_of(id)), "it died".to_owned());
        self.act(Action::Engine(id, Event::Failed { job, error, advice }));
    }

    pub(crate) fn asked(&self) -> &RequestedSearch {
        self.searches.last().expect("a search was asked for")
    }

    pub(crate) fn started(&mut self) {
        let job = self.job();
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Started { job }));
    }

    pub(crate) fn outcome(best: Option<Move>, score: Score) -> SearchOutcome {
        SearchOutcome {
            best,
            score: Some(score),
            depth: Some(5),
            nodes: Some(1_000),
            time_ms: 10,
            ..SearchOutcome::nothing(StopReason::Time)
        }
    }

    /// The engine decides on this move; score from the side to move's view.
    pub(crate) fn answer_scored(&mut self, text: &str, score: Score) {
        let RequestedSearch { job, position, .. } = self.asked().clone();
        assert_eq!(self.job(), job);
        let mv = uci_move::parse(&position.board(), text).unwrap();
        let outcome = TestApp::outcome(Some(mv), score);
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Finished { job, outcome, dropped: 0 }));
    }

    /// The engine decides on a move and expects a reply.
    pub(crate) fn answer_expecting(&mut self, text: &str, reply: &str) {
        let RequestedSearch { job, position, .. } = self.asked().clone();
        let mut board = position.board();
        let mv = uci_move::parse(&board, text).unwrap();
        board.make_move(mv);
        let ponder = Some(uci_move::parse(&board, reply).unwrap());
        let outcome = SearchOutcome { ponder, ..TestApp::outcome(Some(mv), Score::Cp(0)) };
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Finished { job, outcome, dropped: 0 }));
    }

    pub(crate) fn answer(&mut self, text: &str) {
        self.started();
        self.answer_scored(text, Score::Cp(0));
    }

    /// The engine reports a line of the current search; score from the side to move's view.
    pub(crate) fn report(&mut self, depth: u32, multi_pv: u32, text: &str, cp: i32) {
        let RequestedSearch { job, position, .. } = self.asked().clone();
        let info = TestApp::info(&position.board(), depth, multi_pv, text, cp);
        self.act(Action::Engine(EngineId::BUILT_IN, Event::Iteration { job, info }));
    }

    pub(crate) fn info(
        board: &Board,
        depth: u32,
        multi_pv: u32,
        text: &str,
        cp: i32,
    ) -> IterationInfo {
        let pv = vec![uci_move::parse(board, text).unwrap()];
        IterationInfo {
            seldepth: Some(depth + 4),
            multi_pv,
            nodes: Some(100 * 3_u64.pow(depth)),
            time_ms: u64::from(depth) * 10,
            hashfull: Some(12),
            tb_hits: Some(0),
            ..IterationInfo::new(depth, board.stm(), Score::Cp(cp), pv)
        }
    }

    pub(crate) fn line(&self) -> String {
        let tree = &self.model.game.tree;
        let path = tree.path(self.model.game.live);
        path[1..].iter().map(|&id| tree.san(id)).collect::<Vec<_>>().join(" ")
    }

    /// Acts, and returns the effects of this action alone.
    pub(crate) fn effects_of(&mut self, action: Action) -> Vec<Effect> {
        self.take_effects();
        self.act(action);
        self.take_effects()
    }

    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    pub(crate) fn saves(&mut self) -> bool {
        self.take_effects().iter().any(|effect| matches!(effect, Effect::SaveSession))
    }

    pub(crate) fn says(&self, text: &str) -> bool {
        self.model.toasts.iter().any(|toast| toast.text.contains(text))
    }

    pub(crate) fn toasts(&self) -> Vec<&str> {
        self.model.toasts.iter().map(|toast| toast.text.as_str()).collect()
    }
}

pub(crate) fn humans() -> NewGame {
    NewGame { sides: Sides::Humans, ..NewGame::default() }
}

pub(crate) fn blitz() -> NewGame {
    NewGame { time: Some(TimeControl::minutes(1, 2)), ..NewGame::default() }
}

pub(crate) fn from_fen(fen: &str, sides: Sides) -> NewGame {
    NewGame { sides, start: StartFrom::Fen(fen.to_owned()), ..NewGame::default() }
}

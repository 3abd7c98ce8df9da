//! The engine's side of the model. `settle` says after every action what the engine should be doing, and
//! makes it so: stop what is no longer wanted, ask for what is. No other place starts or stops a search.

use std::time::Duration;

use crate::alphabeta::options::{EngineOptions, Strength};
use crate::chess::Color;
use crate::game::position::GamePosition;
use crate::game::tree::NodeId;
use crate::search::limits::{ClockLimits, Limits};
use crate::search::report::SearchOutcome;
use crate::worker::protocol::{Command, Event, JobId, Live, Watch};

use super::super::effect::Effect;
use super::super::engine_state::{Decided, Hint, Job, Purpose};
use super::super::game_state::{Phase, Player};
use super::super::learn::Learn;
use super::Cx;

/// Time for a hint, or for a move played for the user, ms.
const ADVICE_MS: u64 = 1_500;
/// Time to find out at full strength whether a game is lost, ms.
const JUDGE_MS: u64 = 400;
/// Milliseconds between snapshots: eight a second can still be read.
const SNAPSHOT_MS: u64 = 125;
/// After so many failures in a row the engine waits to be told to go on.
const MOST_FAILURES: u32 = 2;

/// A search that should be running.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) purpose: Purpose,
    pub(super) node: NodeId,
    pub(super) options: EngineOptions,
}

impl Cx<'_> {
    /// Makes engine and clocks do what the model calls for.
    pub(super) fn settle(&mut self) {
        let game = &mut self.m.game;
        if game.is_analysis_board() {
            // A board without a game stands where it is looked at.
            game.live = game.current;
        }
        self.m.engine.lock = self.m.engine.lock.filter(|&node| self.m.game.tree.contains(node));
        self.settle_decision();
        self.settle_review();
        self.settle_tables();
        self.decide_from_book();
        let wanted = self.wanted();
        self.ponder_hit(wanted);
        let running = self.m.engine.job;
        if let Some(job) = running
            && !wanted.is_some_and(|wanted| self.serves(job, wanted))
        {
            self.out.push(Effect::Stop(job.id));
            self.m.engine.job = None;
        }
        if let Some(wanted) = wanted
            && self.m.engine.job.is_none()
        {
            self.ask(wanted);
        }
        self.settle_clocks();
    }

    fn serves(&self, job: Job, wanted: Wanted) -> bool {
        let same = Wanted { purpose: job.purpose, node: job.node, options: job.options };
        same == wanted && self.position(wanted).board().key() == job.key
    }

    /// The position to be searched.
    fn position(&self, wanted: Wanted) -> GamePosition {
        let mut position = self.m.game.tree.position(wanted.node);
        if let Purpose::Ponder(ahead) | Purpose::Try(ahead) = wanted.purpose {
            position.moves.push(ahead);
        }
        position
    }

    /// A move held back is only good as long as the engine is to make it.
    fn settle_decision(&mut self) {
        let (game, engine) = (&self.m.game, &mut self.m.engine);
        let its_turn = game.phase == Phase::Running && game.engine_to_move();
        let here =
            |decided: &Decided| decided.node == game.live && decided.key == game.live_board().key();
        if !its_turn || game.paused || engine.halted {
            engine.decided = None;
        }
        engine.decided = engine.decided.filter(here);
    }

    /// If the move the engine pondered on was played, its search becomes the search for its own move.
    fn ponder_hit(&mut self, wanted: Option<Wanted>) {
        let Some((job, wanted)) = self.m.engine.job.zip(wanted) else { return };
        let (Purpose::Ponder(expected), Purpose::Play) = (job.purpose, wanted.purpose) else {
            return;
        };
        let tree = &self.m.game.tree;
        let played = tree.parent(wanted.node) == Some(job.node)
            && tree.mv(wanted.node) == Some(expected)
            && tree.board(wanted.node).key() == job.key;
        if !played || job.options != wanted.options {
            return;
        }
        self.m.telemetry.ponder_hit(wanted.node);
        self.m.engine.job = Some(Job {
            purpose: Purpose::Play,
            node: wanted.node,
            started_ms: job.started_ms.map(|_| self.now),
            ..job
        });
        self.out.push(Effect::PonderHit(job.id));
    }

    /// What the engine should be doing: first its own move, then what the user asked for, then analysis, then
    /// thinking ahead, and a review when nothing else is to be done.
    fn wanted(&self) -> Option<Wanted> {
        let (game, engine) = (&self.m.game, &self.m.engine);
        if engine.halted || engine.gone || game.paused {
            return None;
        }
        if game.phase == Phase::Running && game.engine_to_move() {
            return self.wanted_of_player();
        }
        if self.m.editor.is_some() {
            return None;
        }
        let tried = self.m.learn.as_ref().and_then(Learn::judging);
        let tried = tried.map(|(node, mv)| (Purpose::Try(mv), node));
        if let Some((purpose, node)) = tried.or(engine.advice) {
            let options = EngineOptions { multi_pv: 1, ..self.m.settings.engine };
            return Some(Wanted { purpose, node, options });
        }
        let node = engine.lock.unwrap_or(game.current);
        let options = self.m.settings.engine;
        let done = engine.done == Some((node, game.tree.board(node).key(), options));
        let open = engine.analysis && !done && game.tree.outcome(node).is_none();
        let analysis = open.then_some(Wanted { purpose: Purpose::Analyse, node, options });
        analysis.or_else(|| self.wanted_ahead()).or_else(|| self.wanted_review())
    }

    /// What the engine does while it is to move: search, have a lost game confirmed, or nothing while it
    /// holds its move back.
    fn wanted_of_player(&self) -> Option<Wanted> {
        let game = &self.m.game;
        let node = game.live;
        match self.m.engine.decided {
            None => {
                let options = self.play_options(game.live_board().stm());
                Some(Wanted { purpose: Purpose::Play, node, options })
            }
            Some(decided) if decided.resigns.is_none() => {
                let options = EngineOptions { multi_pv: 1, ..self.m.settings.engine };
                Some(Wanted { purpose: Purpose::Judge, node, options })
            }
            Some(_) => None,
        }
    }

    /// Thinking on the opponent's time, if that is switched on and a reply is expected.
    fn wanted_ahead(&self) -> Option<Wanted> {
        let game = &self.m.game;
        let expected = self.m.engine.expected.filter(|expected| expected.node == game.live)?;
        let on = self.m.settings.ponder && game.phase == Phase::Running;
        let engine = game.engine_side().filter(|_| on && !self.m.engine.analysis)?;
        let board = game.live_board();
        let sound = board.stm() != engine && board.is_legal(expected.mv);
        sound.then(|| Wanted {
            purpose: Purpose::Ponder(expected.mv),
            node: game.live,
            options: self.play_options(engine),
        })
    }

    /// Options of the engine's own moves: the user's, one line, at the player's strength.
    fn play_options(&self, side: Color) -> EngineOptions {
        let strength = match self.m.game.player(side) {
            Player::Engine { strength } => *strength,
            Player::Human { .. } => Strength::Full,
        };
        EngineOptions { strength, multi_pv: 1, ..self.m.settings.engine }
    }

    fn ask(&mut self, wanted: Wanted) {
        if self.m.engine.sent != Some(wanted.options) {
            self.out.push(Effect::Send(Command::SetOptions(wanted.options)));
            self.m.engine.sent = Some(wanted.options);
        }
        let limits = self.limits(wanted);
        let position = self.position(wanted);
        let board = position.board();
        let job = Job {
            id: self.m.engine.next_job(),
            purpose: wanted.purpose,
            node: wanted.node,
            key: board.key(),
            options: wanted.options,
            started_ms: None,
        };
        self.m.engine.job = Some(job);
        match job.purpose {
            Purpose::Judge | Purpose::Try(_) => {}
            Purpose::Review => self.begin_review_of(&job, board.stm()),
            _ => self.m.telemetry.begin(&job, board.stm()),
        }
        if !job.purpose.is_in_background() {
            self.m.engine.done = None;
        }
        self.out.push(Effect::Send(Command::Search {
            job: job.id,
            position,
            limits,
            watch: Watch { snapshot_every_ms: Some(SNAPSHOT_MS) },
        }));
    }

    fn limits(&self, wanted: Wanted) -> Limits {
        match wanted.purpose {
            Purpose::Analyse => Limits::infinite(),
            Purpose::Hint | Purpose::PlayBest => Limits::movetime(Duration::from_millis(ADVICE_MS)),
            Purpose::Judge => Limits::movetime(Duration::from_millis(JUDGE_MS)),
            Purpose::Review | Purpose::Try(_) => self.review_limits(),
            Purpose::Play => self.play_limits(self.m.game.live_board().stm()),
            Purpose::Ponder(_) => {
                let engine = !self.m.game.live_board().stm();
                Limits { ponder: true, ..self.play_limits(engine) }
            }
        }
    }

    /// What the engine may use for a move of this side.
    fn play_limits(&self, side: Color) -> Limits {
        let game = &self.m.game;
        let Some(clocks) = &game.clocks else {
            return Limits::movetime(Duration::from_millis(u64::from(self.m.settings.think_ms)));
        };
        let time = Color::ALL.map(|of| Duration::from_millis(clocks.left_ms(of, self.now)));
        let increment = Color::ALL.map(|of| Duration::from_millis(clocks.control(of).increment_ms));
        let moves_to_go = clocks.moves_to_go(side);
        Limits { clock: Some(ClockLimits { time, increment, moves_to_go }), ..Limits::default() }
    }

    /// Lets the clock run that should: of the side to move in a running game after its first move, of the
    /// engine only from when its search has begun.
    fn settle_clocks(&mut self) {
        let (game, engine) = (&mut self.m.game, &self.m.engine);
        let stm = game.live_board().stm();
        let searching = |job: Job| job.purpose == Purpose::Play && job.started_ms.is_some();
        let thinking = engine.decided.is_some() || engine.job.is_some_and(searching);
        let begun = game.phase == Phase::Running && game.live != NodeId::ROOT && !game.paused;
        let runs = begun && (!game.player(stm).is_engine() || thinking);
        let Some(clocks) = &mut game.clocks else { return };
        match clocks.running() {
            Some(side) if runs && side == stm => {}
            _ if runs => clocks.start(stm, self.now),
            Some(_) => clocks.stop(self.now),
            None => {}
        }
    }

    /// News from the worker. Of an earlier job only a failure is worth a word.
    pub(super) fn engine_event(&mut self, event: Event) {
        match event {
            Event::Started { job } => {
                if let Some(current) = self.m.engine.job.as_mut().filter(|j| j.id == job) {
                    current.started_ms = Some(self.now);
                }
            }
            Event::Iteration { job, info } if self.m.engine.is_current(job) => {
                self.m.telemetry.iteration(job, &info);
                self.review_iteration(&info);
            }
            Event::Finished { job, outcome, dropped } if self.m.engine.is_current(job) => {
                self.finished(&outcome, dropped);
            }
            Event::Note { job, text } if self.m.engine.is_current(job) => self.m.toasts.info(text),
            Event::Failed { job, error } => self.engine_failed(job, &error),
            _ => {}
        }
    }

    /// The newest state of a search.
    pub(super) fn live(&mut self, live: Live) {
        if self.m.engine.is_current(live.job) {
            self.m.telemetry.snapshot(live.job, live.snapshot);
        }
    }

    fn finished(&mut self, outcome: &SearchOutcome, dropped: u32) {
        let Some(job) = self.m.engine.job.take() else { return };
        let (best, score) = (outcome.best, outcome.score);
        self.m.telemetry.end(job.id, outcome.reason, outcome.last.clone(), dropped);
        self.m.engine.failures = 0;
        self.m.engine.failure = None;
        let legal = best.filter(|&mv| self.m.game.tree.board(job.node).is_legal(mv));
        match (job.purpose, legal) {
            (Purpose::Analyse, _) => {
                self.m.engine.done = Some((job.node, job.key, job.options));
            }
            (Purpose::Play, Some(mv)) => self.decide(&job, mv, outcome),
            (Purpose::Judge, _) => self.judged(score),
            (Purpose::Review, _) => self.reviewed(&job, outcome),
            (Purpose::Try(_), _) => self.tried(outcome),
            // The worker holds the answer back until the expected move comes; it has given up.
            (Purpose::Ponder(_), _) => self.m.engine.expected = None,
            (Purpose::Hint, Some(mv)) => {
                self.forget_advice();
                self.m.engine.hint = Some(Hint { node: job.node, mv, score });
            }
            (Purpose::PlayBest, Some(mv)) => {
                self.forget_advice();
                self.play_for_user(job.node, mv);
            }
            (_, None) => self.engine_failed(None, "it named no legal move"),
        }
    }

    fn engine_failed(&mut self, job: Option<JobId>, error: &str) {
        let current = self.m.engine.job.map(|job| job.id);
        if job.is_none() || job == current {
            self.m.engine.job = None;
        }
        if let Some(learn) = &mut self.m.learn {
            learn.unjudged();
        }
        let engine = &mut self.m.engine;
        engine.advice = None;
        // The fresh engine knows nothing of what the failed one was told.
        engine.sent = None;
        engine.failures += 1;
        engine.failure = Some(error.to_owned());
        if engine.failures >= MOST_FAILURES {
            engine.halted = true;
            self.m.toasts.error(format!("The engine failed again: {error}. Your game is kept"));
        } else {
            self.m.toasts.error(format!("The engine failed and was restarted: {error}"));
        }
    }

    /// The worker's thread is gone.
    pub(super) fn worker_gone(&mut self, replaced: Result<(), String>) {
        self.m.engine.job = None;
        match replaced {
            Ok(()) => {
                self.m.engine.gone = false;
                self.engine_failed(None, "its thread ended");
            }
            Err(error) => {
                self.engine_failed(None, &error);
                self.m.engine.gone = true;
            }
        }
    }

    /// No hint is shown or waited for any more.
    pub(super) fn forget_advice(&mut self) {
        self.m.engine.advice = None;
        self.m.engine.hint = None;
    }

    /// A good move for the user: at once if one is known from analysis, else after a short search.
    pub(super) fn advise(&mut self, purpose: Purpose) {
        let node = self.m.game.current;
        let known = self.m.telemetry.kept(&self.m.game.tree, node).and_then(|kept| {
            let best = kept.best()?;
            Some((*best.info.pv.first()?, Some(best.info.score)))
        });
        let known = known.filter(|(mv, _)| self.m.game.board().is_legal(*mv));
        self.m.engine.halted = false;
        match (known, purpose) {
            (Some((mv, score)), Purpose::Hint) => {
                self.m.engine.hint = Some(Hint { node, mv, score });
            }
            (Some((mv, _)), _) => self.play_for_user(node, mv),
            (None, _) => self.m.engine.advice = Some((purpose, node)),
        }
    }

    fn play_for_user(&mut self, node: NodeId, mv: crate::chess::Move) {
        let game = &self.m.game;
        if game.current == node && game.movable_side() == Some(game.board().stm()) {
            self.user_move(mv);
        }
    }

    /// Switches analysis on or off. On a fresh board there is no game to disturb yet: it becomes an
    /// analysis board, and what it was again if analysis goes off before a move was made.
    pub(super) fn toggle_analysis(&mut self) {
        let engine = &mut self.m.engine;
        engine.analysis = !engine.analysis;
        engine.lock = None;
        engine.done = None;
        if engine.analysis {
            engine.halted = false;
            if self.m.game.phase == Phase::Fresh && !self.m.game.is_analysis_board() {
                self.m.game.set_free();
            }
        } else {
            self.m.game.seat_players();
        }
        self.save = true;
    }

    /// Keeps the analysis where it is, or lets it follow again.
    pub(super) fn toggle_lock(&mut self) {
        let engine = &mut self.m.engine;
        engine.lock = match engine.lock {
            Some(_) => None,
            None => engine.analysis.then_some(self.m.game.current),
        };
    }

    /// Ends what the engine is at: analysis is off, a hint is not wanted any more, its own move waits.
    pub(super) fn stop_engine(&mut self) {
        match self.m.engine.purpose() {
            Some(Purpose::Analyse) => {
                self.m.engine.analysis = false;
                self.m.engine.lock = None;
            }
            Some(Purpose::Play | Purpose::Judge) => self.m.engine.halted = true,
            Some(Purpose::Hint | Purpose::PlayBest) => self.forget_advice(),
            Some(Purpose::Ponder(_)) => self.m.engine.expected = None,
            Some(Purpose::Review) => self.stop_review(),
            Some(Purpose::Try(_)) => {
                if let Some(learn) = &mut self.m.learn {
                    learn.unjudged();
                }
            }
            None => self.m.engine.halted = self.m.engine.decided.is_some(),
        }
        self.save = true;
    }

    /// Lets the engine go on.
    pub(super) fn go_engine(&mut self) {
        let engine = &mut self.m.engine;
        engine.halted = false;
        engine.failures = 0;
        engine.failure = None;
        self.m.game.paused = false;
        self.save = true;
    }

    /// Has the engine answer with what it has: the search stays the current one, so that its result counts.
    pub(super) fn move_now(&mut self) {
        if let Some(job) = self.m.engine.job.filter(|job| job.purpose == Purpose::Play) {
            self.out.push(Effect::Stop(job.id));
        }
        self.hurry();
    }
}

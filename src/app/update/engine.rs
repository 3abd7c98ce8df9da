//! The engine's side of the model. `settle` says after every action what the engine should be doing, and
//! makes it so: stop what is no longer wanted, ask for what is. No other place starts or stops a search.

use std::time::Duration;

use crate::chess::Color;
use crate::engine::limits::{ClockLimits, Limits};
use crate::engine::options::{EngineOptions, Strength};
use crate::engine::report::SearchOutcome;
use crate::game::tree::NodeId;
use crate::worker::protocol::{Command, Event, JobId, Live, Watch};

use super::super::effect::Effect;
use super::super::engine_state::{Hint, Job, Purpose};
use super::super::game_state::{Phase, Player};
use super::Cx;

/// Time for a hint, or for a move played for the user, ms.
const ADVICE_MS: u64 = 1_500;
/// Milliseconds between snapshots: eight a second can still be read.
const SNAPSHOT_MS: u64 = 125;
/// After so many failures in a row the engine waits to be told to go on.
const MOST_FAILURES: u32 = 2;

/// A search that should be running.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Wanted {
    purpose: Purpose,
    node: NodeId,
    options: EngineOptions,
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
        let wanted = self.wanted();
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
        same == wanted && self.m.game.tree.board(wanted.node).key() == job.key
    }

    /// What the engine should be doing: first its own move, then what the user asked for, then analysis.
    fn wanted(&self) -> Option<Wanted> {
        let (game, engine) = (&self.m.game, &self.m.engine);
        if engine.halted || engine.gone || game.paused {
            return None;
        }
        if game.phase == Phase::Running && game.engine_to_move() {
            return Some(Wanted {
                purpose: Purpose::Play,
                node: game.live,
                options: self.play_options(),
            });
        }
        if self.m.editor.is_some() {
            return None;
        }
        if let Some((purpose, node)) = engine.advice {
            let options = EngineOptions { multi_pv: 1, ..self.m.settings.engine };
            return Some(Wanted { purpose, node, options });
        }
        let node = engine.lock.unwrap_or(game.current);
        let options = self.m.settings.engine;
        let done = engine.done == Some((node, game.tree.board(node).key(), options));
        let open = engine.analysis && !done && game.tree.outcome(node).is_none();
        open.then_some(Wanted { purpose: Purpose::Analyse, node, options })
    }

    /// Options of the engine's own moves: the user's, one line, at the player's strength.
    fn play_options(&self) -> EngineOptions {
        let strength = match self.m.game.player(self.m.game.live_board().stm()) {
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
        let board = *self.m.game.tree.board(wanted.node);
        let job = Job {
            id: self.m.engine.next_job(),
            purpose: wanted.purpose,
            node: wanted.node,
            key: board.key(),
            options: wanted.options,
            started: false,
        };
        self.m.engine.job = Some(job);
        self.m.engine.done = None;
        self.m.telemetry.begin(&job, board.stm());
        self.out.push(Effect::Send(Command::Search {
            job: job.id,
            position: self.m.game.tree.position(wanted.node),
            limits,
            watch: Watch { snapshot_every_ms: Some(SNAPSHOT_MS) },
        }));
    }

    fn limits(&self, wanted: Wanted) -> Limits {
        match wanted.purpose {
            Purpose::Analyse => Limits::infinite(),
            Purpose::Hint | Purpose::PlayBest => Limits::movetime(Duration::from_millis(ADVICE_MS)),
            Purpose::Play => self.play_limits(),
        }
    }

    fn play_limits(&self) -> Limits {
        let game = &self.m.game;
        let Some(clocks) = &game.clocks else {
            return Limits::movetime(Duration::from_millis(u64::from(self.m.settings.think_ms)));
        };
        let stm = game.live_board().stm();
        let time = Color::ALL.map(|side| Duration::from_millis(clocks.left_ms(side, self.now)));
        let increment =
            Color::ALL.map(|side| Duration::from_millis(clocks.control(side).increment_ms));
        let moves_to_go = clocks.moves_to_go(stm);
        Limits { clock: Some(ClockLimits { time, increment, moves_to_go }), ..Limits::default() }
    }

    /// Lets the clock run that should: of the side to move in a running game after its first move, of the
    /// engine only while its search does.
    fn settle_clocks(&mut self) {
        let game = &mut self.m.game;
        let stm = game.live_board().stm();
        let thinking =
            self.m.engine.job.is_some_and(|job| job.purpose == Purpose::Play && job.started);
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
                    current.started = true;
                }
            }
            Event::Iteration { job, info } if self.m.engine.is_current(job) => {
                self.m.telemetry.iteration(&info);
            }
            Event::Finished { job, outcome, dropped } if self.m.engine.is_current(job) => {
                self.finished(outcome, dropped);
            }
            Event::Failed { job, error } => self.engine_failed(job, &error),
            _ => {}
        }
    }

    /// The newest state of a search.
    pub(super) fn live(&mut self, live: Live) {
        if self.m.engine.is_current(live.job) {
            self.m.telemetry.snapshot(live.snapshot);
        }
    }

    fn finished(&mut self, outcome: SearchOutcome, dropped: u32) {
        let Some(job) = self.m.engine.job.take() else { return };
        let (best, score) = (outcome.best, outcome.score);
        self.m.telemetry.end(outcome.reason, outcome.last, dropped);
        self.m.engine.failures = 0;
        self.m.engine.failure = None;
        let legal = best.filter(|&mv| self.m.game.tree.board(job.node).is_legal(mv));
        match (job.purpose, legal) {
            (Purpose::Analyse, _) => {
                self.m.engine.done = Some((job.node, job.key, job.options));
            }
            (Purpose::Play, Some(mv)) => {
                self.m.engine.last_own = Some((job.node, score));
                if !self.answer_draw_offer() {
                    self.engine_move(mv);
                }
            }
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
            let best = kept.best().filter(|_| kept.strength == Strength::Full)?;
            Some((*best.info.pv.first()?, best.info.score))
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
                let set_aside = (self.m.game.players.clone(), self.m.game.clocks.take());
                self.m.game.set_aside = Some(set_aside);
                self.m.game.players = [Player::human(), Player::human()];
            }
        } else if let Some((players, clocks)) = self.m.game.set_aside.take()
            && self.m.game.phase == Phase::Fresh
        {
            self.m.game.players = players;
            self.m.game.clocks = clocks;
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
            Some(Purpose::Play) => self.m.engine.halted = true,
            Some(Purpose::Hint | Purpose::PlayBest) => self.forget_advice(),
            None => {}
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
    }
}

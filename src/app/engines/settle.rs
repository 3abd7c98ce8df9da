//! The engines' side of the model. `settle` says after every action what each engine should be doing, and
//! makes it so: stop what is no longer wanted, ask for what is. No other place starts or stops a search.

use tabia_engine::search::engine_id::EngineId;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::{Command, Watch};

use super::state::{Decided, Job, Purpose};
use super::wanted::{AllWanted, Wanted};
use crate::effect::Effect;
use crate::game::state::Phase;
use crate::update::Cx;
use crate::window::workspace::PaneId;

/// Milliseconds between snapshots: eight a second can still be read.
const SNAPSHOT_MS: u64 = 125;

impl Cx<'_> {
    /// Makes engines and clocks do what the model calls for.
    pub(crate) fn settle(&mut self) {
        let game = &mut self.m.game;
        if game.is_analysis_board() {
            // A board without a game stands where it is looked at.
            game.live = game.current;
        }
        self.m.engine.lock = self.m.engine.lock.filter(|&node| self.m.game.tree.contains(node));
        self.settle_duel();
        self.settle_asked();
        self.settle_decision();
        self.settle_review();
        self.settle_tables();
        self.decide_from_book();
        self.close_seats();
        let wanted = self.wanted();
        self.open_seats(&wanted);
        self.ponder_hit(&wanted);
        let running: Vec<Job> = self.m.engine.jobs().collect();
        for job in running {
            let serves = wanted.get(&job.engine).is_some_and(|wanted| self.serves(&job, wanted));
            if !serves {
                self.out.push(Effect::Stop(job.engine, job.id));
                self.m.telemetry.stopped(job.id);
                self.m.engine.seat_mut(job.engine).job = None;
            }
        }
        for wanted in wanted.into_values() {
            if self.m.engine.job(wanted.engine).is_none() {
                self.ask(&wanted);
            }
        }
        self.settle_clocks();
    }

    /// A move held back is only good as long as its engine is to make it.
    fn settle_decision(&mut self) {
        let (game, engine) = (&self.m.game, &mut self.m.engine);
        let its_turn = game.phase == Phase::Running && game.engine_to_move();
        let here =
            |decided: &Decided| decided.node == game.live && decided.key == game.live_board().key();
        let halted = game
            .engine_of(game.live_board().stm())
            .and_then(|id| engine.seat(id))
            .is_some_and(|seat| seat.halted);
        if !its_turn || game.paused || halted {
            engine.decided = None;
        }
        engine.decided = engine.decided.filter(here);
    }

    /// If the move an engine pondered on was played, its search becomes the search for its own move.
    fn ponder_hit(&mut self, wanted: &AllWanted) {
        let pondering = |purpose| matches!(purpose, Purpose::Ponder(_));
        let Some(job) = self.m.engine.job_for(pondering) else { return };
        let Some(wanted) = wanted.get(&job.engine) else { return };
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
        self.m.telemetry.ponder_hit(job.engine, wanted.node);
        let started_ms = job.started_ms.map(|_| self.now);
        let node = wanted.node;
        self.m.engine.seat_mut(job.engine).job =
            Some(Job { purpose: Purpose::Play, node, started_ms, ..job });
        self.out.push(Effect::PonderHit(job.engine, job.id));
    }

    fn ask(&mut self, wanted: &Wanted) {
        let id = wanted.engine;
        if self.m.engine.seat(id).and_then(|seat| seat.sent) != Some(wanted.options) {
            self.tell_seat(id, Command::SetOptions(wanted.options));
            self.m.engine.seat_mut(id).sent = Some(wanted.options);
        }
        let limits = self.limits(wanted);
        let only = limits.search_moves.clone();
        let position = self.position(wanted);
        let board = position.board();
        let job = Job {
            engine: id,
            id: self.m.engine.next_job(),
            purpose: wanted.purpose,
            node: wanted.node,
            key: board.key(),
            options: wanted.options,
            profile: self.wants_profile(),
            asked: self.asked_of(wanted),
            started_ms: None,
        };
        let seat = self.m.engine.seat_mut(id);
        seat.job = Some(job);
        if !job.purpose.is_in_background() {
            seat.done = None;
        }
        match job.purpose {
            Purpose::Judge | Purpose::Try(_) => {}
            Purpose::Review => self.begin_review_of(&job, board.stm()),
            _ => self.m.telemetry.begin(&job, board.stm(), &only),
        }
        let watch = Watch { snapshot_every_ms: Some(SNAPSHOT_MS), profile: job.profile };
        self.tell_seat(id, Command::Search { job: job.id, position, limits, watch });
    }

    /// Whether a panel that is open shows where the work of a search goes.
    pub(crate) fn wants_profile(&self) -> bool {
        self.m.view.panes.contains(&PaneId::Profile)
    }

    /// Sends a command to an engine.
    pub(crate) fn tell_seat(&mut self, id: EngineId, command: Command) {
        self.out.push(Effect::ToEngine(id, command));
    }

    /// Lets the clock run that should: of the side to move in a running game after its first move, of an
    /// engine only from when its search has begun.
    fn settle_clocks(&mut self) {
        let (game, engine) = (&mut self.m.game, &self.m.engine);
        let stm = game.live_board().stm();
        let searching = |job: Job| job.purpose == Purpose::Play && job.started_ms.is_some();
        let thinking = engine.decided.is_some() || engine.jobs().any(searching);
        let begun = game.phase == Phase::Running && game.live != NodeId::ROOT && !game.paused;
        let on_clock = game.move_limit(stm).is_none();
        let runs = begun && on_clock && (!game.player(stm).is_engine() || thinking);
        let Some(clocks) = &mut game.clocks else { return };
        match clocks.running() {
            Some(side) if runs && side == stm => {}
            _ if runs => clocks.start(stm, self.now),
            Some(_) => clocks.stop(self.now),
            None => {}
        }
    }
}

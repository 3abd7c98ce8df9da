//! What every engine should be doing, read from the model. Nothing is changed here.

use std::collections::BTreeMap;
use std::time::Duration;

use tabia_chess::Color;
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::engine_id::EngineId;
use tabia_engine::search::limits::{ClockLimits, Limits};
use tabia_games::game::position::GamePosition;
use tabia_games::game::tree::NodeId;
use tabia_host::worker::protocol::SeatOptions;

use super::state::{Job, Purpose};
use crate::game::state::{Phase, Player};
use crate::review::learn::Learn;
use crate::update::Cx;

/// Time for a hint, or for a move played for the user, ms.
const ADVICE_MS: u64 = 1_500;
/// Time to find out at full strength whether a game is lost, ms.
const JUDGE_MS: u64 = 400;

/// A search that should be running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) engine: EngineId,
    pub(crate) purpose: Purpose,
    pub(crate) node: NodeId,
    pub(crate) options: SeatOptions,
}

/// What is wanted of whom: at most one search a seat.
pub(crate) type AllWanted = BTreeMap<EngineId, Wanted>;

impl Cx<'_> {
    /// What the engines should be doing: first a move of their own, then what the user asked for, then
    /// analysis, then thinking ahead, and a review when its engine has nothing else to do.
    pub(crate) fn wanted(&self) -> AllWanted {
        let mut all = AllWanted::new();
        let (game, engine) = (&self.m.game, &self.m.engine);
        let can = |wanted: &Wanted| {
            self.m.is_known(wanted.engine)
                && engine.seat(wanted.engine).is_none_or(|seat| !seat.halted && !seat.gone)
        };
        if game.paused {
            return all;
        }
        let its_move = game.phase == Phase::Running && game.engine_to_move();
        if !its_move && self.m.editor.is_some() {
            return all;
        }
        let first = if its_move { self.wanted_of_player() } else { self.wanted_advice() };
        let analysing = self.m.analysing().into_iter();
        let analysis = analysing.filter_map(|id| self.wanted_analysis(id));
        let later = if its_move { None } else { self.wanted_ahead() };
        for wanted in first.into_iter().chain(analysis).chain(later).filter(can) {
            // While the built-in engine is to move or advises, it does nothing else.
            all.entry(wanted.engine).or_insert(wanted);
        }
        if let Some(wanted) = self.wanted_threat().filter(can) {
            all.insert(wanted.engine, wanted);
        }
        if let Some(wanted) = self.wanted_review().filter(|wanted| !its_move && can(wanted)) {
            all.entry(wanted.engine).or_insert(wanted);
        }
        all
    }

    /// What the engine to move is to do: search, have a lost game confirmed, or nothing while it holds its
    /// move back.
    fn wanted_of_player(&self) -> Option<Wanted> {
        let game = &self.m.game;
        let node = game.live;
        match self.m.engine.decided {
            None => {
                let (engine, options) = self.play_options(game.live_board().stm())?;
                Some(Wanted { engine, purpose: Purpose::Play, node, options })
            }
            Some(decided) if decided.resigns.is_none() => {
                let options = self.built_in_options(1);
                let engine = EngineId::BUILT_IN;
                Some(Wanted { engine, purpose: Purpose::Judge, node, options })
            }
            Some(_) => None,
        }
    }

    /// What the user waits for: the verdict on a move tried in a task, a hint, a move.
    fn wanted_advice(&self) -> Option<Wanted> {
        let tried = self.m.learn.as_ref().and_then(Learn::judging);
        let tried = tried.map(|(node, mv)| (Purpose::Try(mv), node));
        let (purpose, node) = tried.or(self.m.engine.advice)?;
        let options = self.built_in_options(1);
        Some(Wanted { engine: EngineId::BUILT_IN, purpose, node, options })
    }

    /// Analysis by one of the engines that take part.
    fn wanted_analysis(&self, id: EngineId) -> Option<Wanted> {
        let (game, engine) = (&self.m.game, &self.m.engine);
        let node = engine.lock.unwrap_or(game.current);
        let options = self.m.analysis_options(id);
        let here = Some((node, game.tree.board(node).key(), options));
        let done = engine.seat(id).is_some_and(|seat| seat.done == here);
        let on = match id {
            EngineId::OBSERVER => !self.m.hides_engine() && !self.m.observer_waits(),
            _ => engine.analysis,
        };
        let open = on && !done && game.tree.outcome(node).is_none();
        open.then_some(Wanted { engine: id, purpose: Purpose::Analyse, node, options })
    }

    /// Thinking on the opponent's time, if that is switched on and a reply is expected.
    fn wanted_ahead(&self) -> Option<Wanted> {
        let game = &self.m.game;
        let expected = self.m.engine.expected.filter(|expected| expected.node == game.live)?;
        let on = self.m.settings.ponder && game.phase == Phase::Running;
        let side = game.engine_side().filter(|_| on && !self.m.engine.analysis)?;
        let board = game.live_board();
        let sound = board.stm() != side && board.is_legal(expected.mv);
        let (engine, options) = self.play_options(side)?;
        let purpose = Purpose::Ponder(expected.mv);
        sound.then_some(Wanted { engine, purpose, node: game.live, options })
    }

    /// The built-in engine's options at full strength, with so many lines.
    pub(crate) fn built_in_options(&self, lines: u32) -> SeatOptions {
        SeatOptions::BuiltIn(EngineOptions { multi_pv: lines, ..self.m.settings.engine })
    }

    /// Who makes the moves of a side, and with which options: the user's, one line, at the player's
    /// strength. `None`: a person does.
    fn play_options(&self, side: Color) -> Option<(EngineId, SeatOptions)> {
        let Player::Engine { id, strength, .. } = self.m.game.player(side) else { return None };
        Some((*id, self.m.play_options(*id, *strength)))
    }

    /// The position to be searched.
    pub(crate) fn position(&self, wanted: &Wanted) -> GamePosition {
        if wanted.purpose == Purpose::Threat {
            return self.threat_position(wanted.node);
        }
        let mut position = self.m.game.tree.position(wanted.node);
        if let Purpose::Ponder(ahead) | Purpose::Try(ahead) = wanted.purpose {
            position.moves.push(ahead);
        }
        position
    }

    /// Whether a search under way is the one wanted.
    pub(crate) fn serves(&self, job: &Job, wanted: &Wanted) -> bool {
        job.purpose == wanted.purpose
            && job.node == wanted.node
            && job.options == wanted.options
            && job.asked == self.asked_of(wanted)
            && (job.profile || job.purpose != Purpose::Analyse || !self.wants_profile())
            && self.key(wanted) == job.key
    }

    /// The key of the position to be searched, without the way to it.
    fn key(&self, wanted: &Wanted) -> u64 {
        let board = self.m.game.tree.board(wanted.node);
        match wanted.purpose {
            Purpose::Ponder(ahead) | Purpose::Try(ahead) => board.after(ahead).key(),
            Purpose::Threat => self.threat_position(wanted.node).start.key(),
            _ => board.key(),
        }
    }

    /// The number of what is asked about the moves of a search, 0 for nothing.
    pub(crate) fn asked_of(&self, wanted: &Wanted) -> u64 {
        if wanted.purpose == Purpose::Analyse { self.asked_number(wanted.node) } else { 0 }
    }

    /// What a search may spend.
    pub(crate) fn limits(&self, wanted: &Wanted) -> Limits {
        match wanted.purpose {
            Purpose::Analyse => {
                Limits { search_moves: self.asked_moves(wanted.node), ..Limits::infinite() }
            }
            Purpose::Threat => Self::threat_limits(),
            Purpose::Hint | Purpose::PlayBest => Limits::movetime(Duration::from_millis(ADVICE_MS)),
            Purpose::Judge => Limits::movetime(Duration::from_millis(JUDGE_MS)),
            Purpose::Review | Purpose::Try(_) => self.review_limits(),
            Purpose::Play => self.play_limits(self.m.game.live_board().stm()),
            Purpose::Ponder(_) => {
                let side = !self.m.game.live_board().stm();
                Limits { ponder: true, ..self.play_limits(side) }
            }
        }
    }

    /// What an engine may use for a move of this side: its limit a move, else its clock, else the time of the
    /// settings. A delay is told as an increment, which is never more than what a move may take; of an hourglass
    /// what is left is told.
    fn play_limits(&self, side: Color) -> Limits {
        let game = &self.m.game;
        if let Some(limit) = game.move_limit(side) {
            return limit.limits();
        }
        let Some(clocks) = &game.clocks else {
            return Limits::movetime(Duration::from_millis(u64::from(self.m.settings.think_ms)));
        };
        let time = Color::ALL.map(|of| Duration::from_millis(clocks.left_ms(of, self.now)));
        let increment = Color::ALL.map(|of| Duration::from_millis(clocks.control(of).told_ms()));
        let moves_to_go = clocks.moves_to_go(side);
        Limits { clock: Some(ClockLimits { time, increment, moves_to_go }), ..Limits::default() }
    }
}

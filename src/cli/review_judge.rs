//! Who judges the games of `tabia review`: our engine, or another one over UCI.

use std::sync::Arc;

use crate::alphabeta::options::EngineOptions;
use crate::book;
use crate::chess::{Board, Move};
use crate::external::engine::UciEngine;
use crate::external::info::Told;
use crate::external::wishes::Wishes;
use crate::game::pgn_read::PgnGame;
use crate::game::position::GamePosition;
use crate::review::gather::Gather;
use crate::review::{Analysis, MoveReview, Review};
use crate::search::limits::Limits;
use crate::search::report::{IterationInfo, SearchOutcome, StopReason};
use crate::search::score::Score;
use crate::worker::Handle;
use crate::worker::protocol::{Command, Event, JobId, Watch};

use super::failure::Failure;
use super::uci_engine;

/// The engine and what it may spend on a position.
pub(super) struct Judge {
    engine: Engine,
    limits: Limits,
}

/// Who judges.
enum Engine {
    /// Our engine and the number of its last search.
    Own(Handle, u64),
    /// Another one.
    Other(Box<UciEngine>),
}

impl Engine {
    fn start(uci: Option<&str>) -> Result<Engine, Failure> {
        let options = EngineOptions { multi_pv: 2, ..EngineOptions::default() };
        if let Some(command) = uci {
            let (threads, hash_mib) = (Some(options.threads), Some(options.hash_mib));
            let wishes = Wishes { threads, hash_mib, multi_pv: Some(2), ..Wishes::default() };
            return Ok(Engine::Other(Box::new(uci_engine::start(command, wishes)?)));
        }
        let engine = Handle::spawn(options, Arc::new(|| ()))
            .map_err(|error| Failure::Refused(format!("no thread for the engine: {error}")))?;
        Ok(Engine::Own(engine, 0))
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        match self {
            Engine::Own(engine, _) => send(engine, Command::NewGame),
            Engine::Other(engine) => uci_engine::new_game(engine),
        }
    }
}

impl Judge {
    /// Our engine, or the one this command starts.
    pub(super) fn start(uci: Option<&str>, limits: Limits) -> Result<Judge, Failure> {
        Ok(Judge { engine: Engine::start(uci)?, limits })
    }

    /// Reviews a game.
    pub(super) fn review(&mut self, game: &PgnGame) -> Result<(Review, Vec<MoveReview>), Failure> {
        self.engine.new_game()?;
        let mut review = Review::new(&game.tree);
        while let Some((place, position)) = review.next(&game.tree) {
            let analysis = match &mut self.engine {
                Engine::Own(engine, job) => {
                    *job += 1;
                    own(engine, JobId(*job), position, self.limits.clone())?
                }
                Engine::Other(engine) => others(engine, &position, &self.limits)?,
            };
            review.put(place, analysis);
        }
        let moves = review.moves(&game.tree, in_book);
        Ok((review, moves))
    }
}

fn send(engine: &Handle, command: Command) -> Result<(), Failure> {
    let full = |_| Failure::Refused("the engine takes no order".into());
    engine.try_send(command).map_err(full)
}

/// What our engine finds.
fn own(
    engine: &Handle,
    job: JobId,
    position: GamePosition,
    limits: Limits,
) -> Result<Analysis, Failure> {
    send(engine, Command::Search { job, position, limits, watch: Watch::default() })?;
    let mut gather = Gather::default();
    loop {
        match engine.recv() {
            Some(Event::Iteration { info, .. }) => gather.iteration(&info),
            Some(Event::Finished { outcome, .. }) => return Ok(gather.finish(&outcome)),
            Some(Event::Failed { error, job: Some(_) }) => return Err(Failure::Refused(error)),
            Some(Event::Failed { error, job: None }) => super::complain(error),
            Some(_) => {}
            None => return Err(Failure::Refused("the engine has gone".into())),
        }
    }
}

/// What another engine finds.
fn others(
    engine: &mut UciEngine,
    position: &GamePosition,
    limits: &Limits,
) -> Result<Analysis, Failure> {
    let mut gather = Gather::default();
    let mut last = None;
    let found = uci_engine::search(engine, position, limits, &mut |told| {
        if let Some(info) = heard(told) {
            gather.iteration(&info);
            last = Some(info).filter(|info| info.multi_pv == 1).or(last.take());
        }
    })?;
    let (score, depth) = last.map_or((Score::EVEN, 0), |info| (info.score, info.depth));
    let reason = StopReason::Stopped;
    Ok(gather.finish(&SearchOutcome {
        best: found.best,
        ponder: found.ponder,
        score,
        depth,
        nodes: 0,
        time_ms: 0,
        reason,
        last: None,
    }))
}

/// A line of another engine; `None` where it does not say depth, score and moves.
fn heard(told: &Told) -> Option<IterationInfo> {
    told.pv.first()?;
    Some(IterationInfo {
        depth: told.depth?,
        seldepth: told.seldepth.or(told.depth)?,
        multi_pv: told.multi_pv.unwrap_or(1),
        stm: told.stm,
        score: told.score?,
        bound: told.bound?,
        nodes: told.nodes.unwrap_or(0),
        time_ms: told.time_ms.unwrap_or(0),
        hashfull: told.hashfull.unwrap_or(0),
        tb_hits: told.tb_hits.unwrap_or(0),
        pv: told.pv.clone(),
    })
}

fn in_book(board: &Board, mv: Move) -> bool {
    book::built_in().moves(board).iter().any(|known| known.mv == mv)
}

//! Who judges the games of `tabia review`: our engine, or another one over UCI.

use std::sync::Arc;

use crate::alphabeta::options::EngineOptions;
use crate::book;
use crate::chess::{Board, Move, uci_move};
use crate::game::pgn_read::PgnGame;
use crate::game::position::GamePosition;
use crate::review::gather::Gather;
use crate::review::{Analysis, MoveReview, Review};
use crate::search::limits::Limits;
use crate::search::report::{IterationInfo, SearchOutcome, StopReason};
use crate::search::score::Score;
use crate::uci::answer::Info;
use crate::worker::Handle;
use crate::worker::protocol::{Command, Event, JobId, Watch};

use super::failure::Failure;
use super::rival::Rival;

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
    Rival(Rival),
}

impl Engine {
    fn start(uci: Option<&str>) -> Result<Engine, Failure> {
        let options = EngineOptions { multi_pv: 2, ..EngineOptions::default() };
        if let Some(command) = uci {
            let mut rival = Rival::start(command, options.threads, options.hash_mib)?;
            rival.set("MultiPV", "2")?;
            return Ok(Engine::Rival(rival));
        }
        let engine = Handle::spawn(options, Arc::new(|| ()))
            .map_err(|error| Failure::Refused(format!("no thread for the engine: {error}")))?;
        Ok(Engine::Own(engine, 0))
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        match self {
            Engine::Own(engine, _) => send(engine, Command::NewGame),
            Engine::Rival(rival) => rival.new_game(),
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
                Engine::Rival(rival) => rivals(rival, &position, &self.limits)?,
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

/// What another engine finds. Moves it names that are not legal end its line.
fn rivals(
    rival: &mut Rival,
    position: &GamePosition,
    limits: &Limits,
) -> Result<Analysis, Failure> {
    let board = position.board();
    let mut gather = Gather::default();
    let mut last = None;
    let said = rival.search(position, limits, |info| {
        if let Some(info) = heard(&board, &info) {
            gather.iteration(&info);
            last = Some(info).filter(|info| info.multi_pv == 1).or(last.take());
        }
    })?;
    let mut after = board;
    let moves = said.map(|text| {
        let mv = uci_move::parse(&after, &text?).ok()?;
        after.make_move(mv);
        Some(mv)
    });
    if moves[0].is_none() {
        return Err(Failure::Refused(format!(
            "{}: found no legal move, expected one in {board}",
            rival.name()
        )));
    }
    let (score, depth) = last.map_or((Score::EVEN, 0), |info| (info.score, info.depth));
    let reason = StopReason::Stopped;
    Ok(gather.finish(&SearchOutcome {
        best: moves[0],
        ponder: moves[1],
        score,
        depth,
        nodes: 0,
        time_ms: 0,
        reason,
        last: None,
    }))
}

/// A line of another engine; `None` where it does not say depth, score and moves.
fn heard(board: &Board, info: &Info) -> Option<IterationInfo> {
    let mut after = *board;
    let mut pv = Vec::new();
    for text in &info.pv {
        let Ok(mv) = uci_move::parse(&after, text) else { break };
        after.make_move(mv);
        pv.push(mv);
    }
    pv.first()?;
    Some(IterationInfo {
        depth: info.depth?,
        seldepth: info.depth?,
        multi_pv: info.multi_pv.unwrap_or(1),
        stm: board.stm(),
        score: info.score?,
        bound: info.bound?,
        nodes: info.nodes.unwrap_or(0),
        time_ms: info.time_ms.unwrap_or(0),
        hashfull: 0,
        tb_hits: 0,
        pv,
    })
}

fn in_book(board: &Board, mv: Move) -> bool {
    book::built_in().moves(board).iter().any(|known| known.mv == mv)
}

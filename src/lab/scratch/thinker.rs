//! An evaluation from scratch as an engine to play against.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::search::{Budget, DEEPEST, Found, Root, search};
use super::values::ScratchEval;
use tabia_chess::Color;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::limits::StopSignal;
use tabia_engine::search::report::{IterationInfo, SearchOutcome, StopReason, per_second};
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::SearchObserver;
use tabia_engine::search::thinker::{CommonOptions, SearchError, Thinker};
use tabia_games::game::position::GamePosition;

/// Moves a game is expected to last on when the clock is for all of it.
const MOVES_TO_GO: u32 = 30;
/// Kept back from the clock for the way of a move, ms.
const OVERHEAD: Duration = Duration::from_millis(60);

/// The engine.
#[derive(Clone, Debug)]
pub struct ScratchEngine {
    eval: Arc<ScratchEval>,
    name: String,
}

impl ScratchEngine {
    /// An engine that plays with these numbers.
    pub fn new(eval: Arc<ScratchEval>) -> ScratchEngine {
        let name = eval.title();
        ScratchEngine { eval, name }
    }
}

/// The time for a move, if the limits give any.
fn time_for_move(limits: &Limits, stm: Color) -> Option<Duration> {
    let by_clock = limits.clock.map(|clock| {
        let (left, increment) = (clock.time[stm.index()], clock.increment[stm.index()]);
        let moves = clock.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let most = left.saturating_sub(OVERHEAD);
        (left / moves + increment * 3 / 4).min(most).max(Duration::from_millis(1))
    });
    match (limits.movetime, by_clock) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

impl Thinker for ScratchEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn configure(&mut self, _: &CommonOptions) -> Result<(), SearchError> {
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), SearchError> {
        Ok(())
    }

    fn search(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        stop: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> Result<SearchOutcome, SearchError> {
        let (board, keys) = (position.board(), position.keys());
        let root = Root { board: &board, keys: &keys, moves: &limits.search_moves };
        let (begin, stm) = (Instant::now(), board.stm());
        let time = time_for_move(limits, stm);
        let budget = Budget {
            depth: limits.depth.unwrap_or(DEEPEST),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: time.filter(|_| !limits.ponder).map(|time| begin + time),
            after_hit: time.filter(|_| limits.ponder),
        };
        let elapsed_ms = || begin.elapsed().as_millis() as u64;
        let mut tell = |found: &Found, deadline: Option<Instant>| {
            let Some(score) = found.score else { return true };
            let time_ms = elapsed_ms();
            observer.on_iteration(&IterationInfo {
                nodes: Some(found.nodes),
                time_ms,
                nps: per_second(found.nodes, time_ms),
                ..IterationInfo::new(found.depth, stm, score, found.pv.clone())
            });
            // The next iteration takes several times as long as this one.
            let late =
                deadline.is_some_and(|deadline| Instant::now() + begin.elapsed() / 2 >= deadline);
            let soft = limits.soft_nodes.is_some_and(|nodes| found.nodes >= nodes);
            let mate = limits.mate.zip(score.mate_in_moves());
            let mated = mate.is_some_and(|(most, moves)| (1..=most as i32).contains(&moves));
            !late && !soft && !mated
        };
        let found = search(&self.eval, &root, &budget, stop, &mut tell);
        let time_ms = elapsed_ms();
        Ok(found.map_or_else(
            || SearchOutcome {
                score: Some(if board.in_check() { Score::Mate(0) } else { Score::EVEN }),
                ..SearchOutcome::nothing(StopReason::Forced)
            },
            |found| SearchOutcome {
                best: found.pv.first().copied(),
                ponder: found.pv.get(1).copied(),
                score: found.score,
                depth: Some(found.depth),
                nodes: Some(found.nodes),
                time_ms,
                reason: found.reason,
                last: None,
            },
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::values::Level;
    use tabia_chess::Board;
    use tabia_engine::search::limits::ClockLimits;
    use tabia_engine::search::limits::StopToken;

    #[derive(Default)]
    struct Heard(Vec<IterationInfo>);

    impl SearchObserver for Heard {
        fn on_iteration(&mut self, info: &IterationInfo) {
            self.0.push(info.clone());
        }
    }

    #[test]
    fn it_tells_its_iterations_and_plays_a_legal_move() {
        let mut engine = ScratchEngine::new(Arc::new(ScratchEval::at(Level::Pawns)));
        assert_eq!(engine.name(), "From scratch, level 3");
        let position = GamePosition::new(Board::start());
        let mut heard = Heard::default();
        let stop = StopSignal::never();
        let outcome = engine.search(&position, &Limits::depth(3), &stop, &mut heard).unwrap();
        assert!(Board::start().is_legal(outcome.best.unwrap()));
        assert_eq!(heard.0.iter().map(|info| info.depth).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(heard.0[2].pv[0], outcome.best.unwrap());
        let wanted = Board::start().legal_moves()[5];
        let limits = Limits { search_moves: vec![wanted], ..Limits::depth(2) };
        let outcome = engine.search(&position, &limits, &stop, &mut ()).unwrap();
        assert_eq!(outcome.best, Some(wanted));
    }

    #[test]
    fn it_thinks_on_the_opponent_s_time_until_the_move_is_played() {
        let mut engine = ScratchEngine::new(Arc::new(ScratchEval::at(Level::Squares)));
        let token = Arc::new(StopToken::default());
        let stop = StopSignal::new(token.clone(), 1);
        let stopper = move || {
            std::thread::sleep(Duration::from_millis(80));
            token.ponder_hit(1);
        };
        std::thread::Builder::new().name("stopper".into()).spawn(stopper).unwrap();
        let begin = Instant::now();
        let limits = Limits { ponder: true, ..Limits::movetime(Duration::from_millis(40)) };
        let position = GamePosition::new(Board::start());
        let outcome = engine.search(&position, &limits, &stop, &mut ()).unwrap();
        assert!(outcome.best.is_some());
        assert!((80..5_000).contains(&begin.elapsed().as_millis()), "{:?}", begin.elapsed());
    }

    #[test]
    fn it_keeps_to_its_clock_and_knows_the_end() {
        let mut engine = ScratchEngine::new(Arc::new(ScratchEval::at(Level::Tapering)));
        let clock = |ms| ClockLimits {
            time: [Duration::from_millis(ms); 2],
            increment: [Duration::ZERO; 2],
            moves_to_go: None,
        };
        let limits = Limits { clock: Some(clock(3_000)), ..Limits::default() };
        assert_eq!(time_for_move(&limits, Color::White), Some(Duration::from_millis(100)));
        let limits = Limits { clock: Some(clock(20)), ..Limits::default() };
        assert_eq!(time_for_move(&limits, Color::White), Some(Duration::from_millis(1)));
        assert_eq!(time_for_move(&Limits::infinite(), Color::White), None);
        let begin = Instant::now();
        let position = GamePosition::new(Board::start());
        let limits = Limits::movetime(Duration::from_millis(60));
        engine.search(&position, &limits, &StopSignal::never(), &mut ()).unwrap();
        assert!(begin.elapsed() < Duration::from_secs(3));
        let mate = Board::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
        let outcome = engine
            .search(&GamePosition::new(mate), &limits, &StopSignal::never(), &mut ())
            .unwrap();
        assert_eq!((outcome.best, outcome.score), (None, Some(Score::Mate(0))));
    }
}

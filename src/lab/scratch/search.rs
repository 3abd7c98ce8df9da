//! A small search for an evaluation from scratch: alpha-beta with iterative deepening and quiescence, captures of the
//! most valuable victim first, two killers a ply. No hash table and no heuristic pruning, so that two levels differ
//! only in their knowledge.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::evaluate::evaluate;
use super::values::ScratchEval;
use tabia_chess::{Board, Color, Move, MoveList, rules};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{IterationInfo, SearchOutcome, StopReason, per_second};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::{CommonOptions, SearchError, SearchObserver, Thinker};
use tabia_games::game::position::GamePosition;

/// Value of a mate at the root, larger than any evaluation; a mate n plies away is worth n less.
const MATE: i32 = 1_000_000;
/// Values beyond this are mates.
const MATE_BOUND: i32 = MATE - 1_000;
/// Deepest iteration, plies.
pub const MAX_DEPTH: u32 = 64;
/// Deepest ply, quiescence included.
const MAX_PLIES: usize = 128;
/// Nodes between two checks of the clock and the stop signal: a fraction of a millisecond.
const CHECK_EVERY: u64 = 256;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Deepest iteration, plies.
    pub depth: u32,
    /// Exact node limit.
    pub nodes: u64,
    /// When it must end.
    pub deadline: Option<Instant>,
    /// Pondering: the time left for the search after the ponder hit.
    pub after_hit: Option<Duration>,
}

impl Budget {
    /// A node limit.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { depth: MAX_DEPTH, nodes, deadline: None, after_hit: None }
    }
}

/// A finished iteration, or what was found when it was cut short.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The principal variation. Never empty.
    pub pv: Vec<Move>,
    /// Its score, side to move's view; `None` if nothing was finished.
    pub score: Option<Score>,
    /// Last finished iteration, plies.
    pub depth: u32,
    /// Nodes, quiescence included.
    pub nodes: u64,
    /// Why it ended.
    pub reason: StopReason,
}

/// The position to search and its root moves.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// The position.
    pub board: &'a Board,
    /// Keys of the positions of the game, this one's last.
    pub keys: &'a [u64],
    /// The moves to search, all legal.
    pub moves: &'a [Move],
}

/// Searches a position. `report` is called with each finished iteration and when the search must end, and returns why
/// to stop, if it must. `None` if there is no move to search.
pub fn search(
    eval: &ScratchEval,
    root: &Root<'_>,
    budget: &Budget,
    stop: &StopSignal,
    report: &mut dyn FnMut(&SearchResult, Option<Instant>) -> Option<StopReason>,
) -> Option<SearchResult> {
    let first = *root.moves.first()?;
    let (nodes, reason) = (0, StopReason::Stopped);
    let mut best = SearchResult { pv: vec![first], score: None, depth: 0, nodes, reason };
    let mut search = Search {
        eval,
        stop,
        limit: budget.nodes,
        deadline: budget.deadline,
        after_hit: budget.after_hit,
        nodes: 0,
        keys: root.keys.to_vec(),
        lines: vec![Vec::new(); MAX_PLIES + 2],
        killers: vec![[None; 2]; MAX_PLIES + 2],
        pv: Vec::new(),
        ended: None,
    };
    best.reason = StopReason::Depth;
    for depth in 1..=budget.depth.min(MAX_DEPTH) {
        let value = search.root(root.board, root.moves, depth as i32);
        best.nodes = search.nodes;
        if let Some(value) = value
            && !search.lines[0].is_empty()
        {
            best.pv.clone_from(&search.lines[0]);
            best.score = Some(score(value));
            search.pv.clone_from(&search.lines[0]);
        }
        if let Some(reason) = search.ended {
            best.reason = reason;
            break;
        }
        best.depth = depth;
        search.handle_ponderhit();
        if let Some(reason) = report(&best, search.deadline) {
            best.reason = reason;
            break;
        }
        // A mate within the depth cannot be improved.
        if value.is_some_and(|value| MATE - value.abs() <= depth as i32) {
            best.reason = StopReason::Mate;
            break;
        }
    }
    Some(best)
}

/// A value as a score.
fn score(value: i32) -> Score {
    match value {
        v if v > MATE_BOUND => Score::Mate(MATE - v),
        v if v < -MATE_BOUND => Score::Mate(-MATE - v),
        v => Score::Cp(v),
    }
}

struct Search<'a> {
    eval: &'a ScratchEval,
    stop: &'a StopSignal,
    limit: u64,
    deadline: Option<Instant>,
    after_hit: Option<Duration>,
    nodes: u64,
    /// Keys of the positions from the root to the current node.
    keys: Vec<u64>,
    /// The best line from each ply.
    lines: Vec<Vec<Move>>,
    killers: Vec<[Option<Move>; 2]>,
    /// The best line of the iteration before.
    pv: Vec<Move>,
    ended: Option<StopReason>,
}

impl Search<'_> {
    /// An iteration. `None` if it was cut short before its first move had a score.
    fn root(&mut self, board: &Board, moves: &[Move], depth: i32) -> Option<i32> {
        let mut moves = moves.to_vec();
        moves.sort_by_key(|&mv| Reverse(self.rank(board, mv, 0, true)));
        self.lines[0].clear();
        if self.is_limit_reached() {
            return None;
        }
        self.nodes += 1;
        let mut best = None;
        for (at, mv) in moves.into_iter().enumerate() {
            let alpha = best.unwrap_or(-MATE);
            let value = self.child(board, mv, (depth, -MATE, -alpha), (0, at == 0));
            if self.ended.is_some() {
                break;
            }
            if value > alpha || best.is_none() {
                best = Some(value);
                self.keep(0, mv);
            }
        }
        best
    }

    /// The value of a move from the view of the side that makes it. The window is that of the position after the move,
    /// the depth that of the position before it.
    fn child(
        &mut self,
        board: &Board,
        mv: Move,
        (depth, alpha, beta): (i32, i32, i32),
        (ply, on_pv): (usize, bool),
    ) -> i32 {
        let next = board.after(mv);
        self.keys.push(next.key());
        let on_pv = on_pv && self.pv.get(ply) == Some(&mv);
        let value = -self.node(&next, (depth - 1, alpha, beta), (ply + 1, on_pv));
        self.keys.pop();
        value
    }

    fn node(
        &mut self,
        board: &Board,
        (depth, mut alpha, beta): (i32, i32, i32),
        (ply, on_pv): (usize, bool),
    ) -> i32 {
        self.lines[ply].clear();
        let moves = board.legal_moves();
        let mated = moves.is_empty() && board.in_check();
        let drawn = !mated && (moves.is_empty() || self.is_draw(board));
        if !mated && !drawn && (depth <= 0 || ply >= MAX_PLIES) {
            return self.quiescence(board, alpha, beta, ply);
        }
        if self.is_over() || drawn {
            return 0;
        }
        if mated {
            return ply as i32 - MATE;
        }
        let mut best = -MATE;
        for mv in self.ordered(board, moves, ply, on_pv) {
            let value = self.child(board, mv, (depth, -beta, -alpha), (ply, on_pv));
            if self.ended.is_some() {
                return 0;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.keep(ply, mv);
            }
            if alpha >= beta {
                if !mv.is_noisy() && self.killers[ply][0] != Some(mv) {
                    self.killers[ply] = [Some(mv), self.killers[ply][0]];
                }
                break;
            }
        }
        best
    }

    /// Captures and promotions are played out; in check every way out of it is tried.
    fn quiescence(&mut self, board: &Board, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if self.is_over() {
            return 0;
        }
        let in_check = board.in_check();
        let moves = if in_check { board.legal_moves() } else { board.noisy_moves() };
        if in_check && moves.is_empty() {
            return ply as i32 - MATE;
        }
        let mut best = -MATE;
        if !in_check || ply >= MAX_PLIES {
            best = self.static_eval(board);
            if best >= beta || ply >= MAX_PLIES {
                return best;
            }
            alpha = alpha.max(best);
        }
        for mv in self.ordered(board, moves, ply, false) {
            let value = -self.quiescence(&board.after(mv), -beta, -alpha, ply + 1);
            if self.ended.is_some() {
                return 0;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.keep(ply, mv);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The evaluation, side to move's view.
    fn static_eval(&self, board: &Board) -> i32 {
        let white = evaluate(self.eval, board);
        if board.stm() == Color::White { white } else { -white }
    }

    /// Whether it is a repetition, fifty moves without progress, or insufficient material.
    fn is_draw(&self, board: &Board) -> bool {
        let clock = board.halfmove_clock() as usize;
        let key = board.key();
        let before = self.keys.iter().rev().skip(1).take(clock);
        clock >= 100
            || before.into_iter().any(|&other| other == key)
            || rules::is_dead_position(board)
    }

    /// Counts a node. Returns whether the search must end.
    fn is_over(&mut self) -> bool {
        if self.ended.is_some() {
            return true;
        }
        if self.is_limit_reached() {
            return true;
        }
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.handle_ponderhit();
            if self.stop.is_stopped() {
                self.ended = Some(StopReason::Stopped);
            } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.ended = Some(StopReason::Time);
            }
        }
        self.nodes += 1;
        self.ended.is_some()
    }

    /// Whether the node limit ends the search here.
    fn is_limit_reached(&mut self) -> bool {
        if self.nodes >= self.limit {
            self.ended = Some(StopReason::Nodes);
        }
        self.ended.is_some()
    }

    /// Sets the deadline at the ponder hit, when the engine's clock starts.
    fn handle_ponderhit(&mut self) {
        if self.after_hit.is_some() && self.stop.is_ponder_hit() {
            self.deadline = self.after_hit.take().map(|time| Instant::now() + time);
        }
    }

    /// Stores the best move of a ply and the line after it.
    fn keep(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    fn ordered(&self, board: &Board, moves: MoveList, ply: usize, on_pv: bool) -> MoveList {
        let mut moves = moves;
        moves.sort_unstable_by_key(|&mv| (Reverse(self.rank(board, mv, ply, on_pv)), mv.bits()));
        moves
    }

    /// The move ordering: the best line's move first, then captures by MVV-LVA, promotions, killers, the rest.
    fn rank(&self, board: &Board, mv: Move, ply: usize, on_pv: bool) -> i32 {
        if on_pv && self.pv.get(ply) == Some(&mv) {
            return 10_000;
        }
        let kind = |piece: tabia_chess::Piece| piece.kind().index() as i32;
        let promoted = mv.promotion().map_or(0, |kind| kind.index() as i32 * 100);
        if mv.is_capture() {
            // A pawn captured en passant is not on the target square.
            let victim = board.piece_on(mv.to()).map_or(0, kind);
            let attacker = board.piece_on(mv.from()).map_or(0, kind);
            return 1_000 + 100 * victim - attacker + promoted;
        }
        let killer = self.killers[ply].contains(&Some(mv));
        promoted + if killer { 50 } else { 0 }
    }
}

/// Expected number of remaining moves if there is no further time control.
const MOVES_TO_GO: u32 = 30;
/// Time reserved per move for communication, ms.
const OVERHEAD: Duration = Duration::from_millis(60);

#[derive(Clone, Debug)]
pub struct ScratchEngine {
    eval: Arc<ScratchEval>,
    name: String,
}

impl ScratchEngine {
    /// An engine with these values.
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
        let moves = limits.root_moves(&board);
        let root = Root { board: &board, keys: &keys, moves: &moves };
        let (begin, stm) = (Instant::now(), board.stm());
        let time = time_for_move(limits, stm);
        let budget = Budget {
            depth: limits.depth.unwrap_or(MAX_DEPTH),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: time.filter(|_| !limits.ponder).map(|time| begin + time),
            after_hit: time.filter(|_| limits.ponder),
        };
        let elapsed_ms = || begin.elapsed().as_millis() as u64;
        let mut report = |found: &SearchResult, deadline: Option<Instant>| {
            let score = found.score?;
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
            if mated {
                Some(StopReason::Mate)
            } else if soft {
                Some(StopReason::Nodes)
            } else {
                late.then_some(StopReason::Time)
            }
        };
        let found = search(&self.eval, &root, &budget, stop, &mut report);
        let time_ms = elapsed_ms();
        Ok(found.map_or_else(
            || SearchOutcome::of_finished_game(&board),
            |found| SearchOutcome {
                best: found.pv.first().copied(),
                ponder: found.pv.get(1).copied(),
                score: found.score,
                bound: Bound::Exact,
                depth: Some(found.depth),
                nodes: Some(found.nodes),
                time_ms,
                reason: found.reason,
                last: None,
                hesitation: None,
            },
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::values::Level;
    use std::sync::Arc;
    use std::time::Duration;
    use tabia_chess::{Board, uci_move};
    use tabia_engine::search::limits::{ClockLimits, StopToken};

    fn to_depth(depth: u32) -> Budget {
        Budget { depth, nodes: u64::MAX, deadline: None, after_hit: None }
    }

    fn find(eval: &ScratchEval, fen: &str, budget: Budget) -> (String, SearchResult) {
        let board = Board::from_fen(fen).unwrap();
        let root = Root { board: &board, keys: &[board.key()], moves: &board.legal_moves() };
        let found = search(eval, &root, &budget, &StopSignal::never(), &mut |_, _| None).unwrap();
        (uci_move::write(&board, found.pv[0], false), found)
    }

    #[test]
    fn mates_in_two_are_found_by_every_level() {
        let mates = [
            ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", "d2h6"),
            ("7k/5Q2/8/8/8/8/1R6/K7 w - - 0 1", "b2h2"),
            ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"),
        ];
        for level in Level::ALL {
            for (fen, mv) in mates {
                let (found, all) = find(&ScratchEval::at(level), fen, to_depth(4));
                assert!(all.score.unwrap().mate_in_moves().is_some_and(|n| (1..=2).contains(&n)));
                if !fen.starts_with("7k") {
                    assert_eq!(found, mv, "{level:?} {fen}");
                }
                let mut board = Board::from_fen(fen).unwrap();
                all.pv.iter().for_each(|&mv| board.make_move(mv));
                assert!(!board.has_legal_move() && board.in_check(), "the line ends in mate");
            }
        }
    }

    #[test]
    fn a_hanging_queen_is_captured_and_no_queen_is_left_hanging() {
        for level in Level::ALL {
            let eval = ScratchEval::at(level);
            let fen = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
            assert_eq!(find(&eval, fen, Budget::nodes(2_000)).0, "f3h4", "{level:?}");
            // The queen is attacked by a pawn and has to move or be compensated.
            let fen = "rnbqkbnr/ppp1pppp/8/8/3p4/2Q5/PPPPPPPP/RNB1KBNR w KQkq - 0 3";
            let (_, found) = find(&eval, fen, Budget::nodes(5_000));
            let board = Board::from_fen(fen).unwrap().after(found.pv[0]);
            let lost = board.noisy_moves().iter().any(|&mv| {
                board
                    .piece_on(mv.to())
                    .is_some_and(|piece| piece.kind() == tabia_chess::PieceType::Queen)
            });
            assert!(!lost, "{level:?}");
        }
    }

    #[test]
    fn repetition_fifty_moves_and_stalemate_are_draws() {
        let eval = ScratchEval::at(Level::Material);
        // A queen and a pawn ahead, but every move but one stalemates or gives the queen away: it wins.
        let (_, found) = find(&eval, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", to_depth(3));
        assert_eq!(found.score, Some(Score::Mate(1)));
        let (_, found) = find(&eval, "8/8/8/8/8/5k2/7Q/4K3 w - - 99 80", to_depth(3));
        assert_eq!(found.score, Some(Score::Cp(0)), "the next move is the hundredth");
        // A queen down, a repetition saves the game.
        let start = Board::from_fen("k7/8/8/8/8/8/1q6/7K b - - 4 10").unwrap();
        let mv = |board: &Board, text: &str| uci_move::parse(board, text).unwrap();
        let mut keys = vec![start.key()];
        let mut board = start;
        for text in ["a8b8", "h1g1", "b8a8"] {
            board = board.after(mv(&board, text));
            keys.push(board.key());
        }
        // White to move: returning to h1 repeats the first position except for the side to move.
        let root = Root { board: &board, keys: &keys, moves: &board.legal_moves() };
        let found = search(&eval, &root, &to_depth(2), &StopSignal::never(), &mut |_, _| None);
        let found = found.unwrap();
        assert_eq!(found.score, Some(Score::Cp(0)));
        assert_eq!(uci_move::write(&board, found.pv[0], false), "g1h1");
    }

    #[test]
    fn limits_are_kept() {
        let eval = ScratchEval::at(Level::Tapering);
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let (_, found) = find(&eval, fen, Budget::nodes(3_000));
        assert_eq!(found.nodes, 3_000, "{found:?}");
        assert_eq!(found.reason, StopReason::Nodes);
        assert_eq!(find(&eval, fen, Budget::nodes(3_000)).1, found, "always the same");
        // Many of the nodes are mates and stalemates, which count as well.
        for nodes in 1..2_000 {
            let (_, found) = find(&eval, "6k1/8/5K2/8/8/8/8/Q7 w - - 0 1", Budget::nodes(nodes));
            assert!(found.nodes <= nodes, "{nodes}: {found:?}");
        }
        let (_, found) = find(&eval, fen, to_depth(2));
        assert_eq!((found.depth, found.reason), (2, StopReason::Depth));
        let begin = Instant::now();
        let deadline = Some(begin + Duration::from_millis(30));
        let (_, found) = find(&eval, fen, Budget { deadline, ..to_depth(MAX_DEPTH) });
        assert_eq!(found.reason, StopReason::Time);
        let token = Arc::new(StopToken::default());
        let stop = StopSignal::new(token.clone(), 1);
        let stopper = move || {
            std::thread::sleep(Duration::from_millis(30));
            token.stop(1);
        };
        std::thread::Builder::new().name("stopper".into()).spawn(stopper).unwrap();
        let board = Board::from_fen(fen).unwrap();
        let root = Root { board: &board, keys: &[board.key()], moves: &board.legal_moves() };
        let found = search(&eval, &root, &to_depth(MAX_DEPTH), &stop, &mut |_, _| None);
        assert_eq!(found.unwrap().reason, StopReason::Stopped);
        assert!(begin.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn a_search_ends_with_the_reason_that_ended_it() {
        let mut engine = ScratchEngine::new(Arc::new(ScratchEval::at(Level::Material)));
        let mut reason = |fen: &str, limits: &Limits| {
            let position = GamePosition::new(Board::from_fen(fen).unwrap());
            engine.search(&position, limits, &StopSignal::never(), &mut ()).unwrap().reason
        };
        let start = Board::start().to_string();
        assert_eq!(reason(&start, &Limits::soft_nodes(500)), StopReason::Nodes);
        let mate = Limits { mate: Some(2), ..Limits::infinite() };
        assert_eq!(reason("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", &mate), StopReason::Mate);
        assert_eq!(reason(&start, &Limits::movetime(Duration::from_millis(1))), StopReason::Time);
    }

    #[test]
    fn it_reports_its_iterations_and_plays_a_legal_move() {
        let mut engine = ScratchEngine::new(Arc::new(ScratchEval::at(Level::Pawns)));
        assert_eq!(engine.name(), "From scratch, level 3");
        let position = GamePosition::new(Board::start());
        let mut reports: Vec<IterationInfo> = Vec::new();
        let stop = StopSignal::never();
        let outcome = engine.search(&position, &Limits::depth(3), &stop, &mut reports).unwrap();
        assert!(Board::start().is_legal(outcome.best.unwrap()));
        assert_eq!(reports.iter().map(|info| info.depth).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(reports[2].pv[0], outcome.best.unwrap());
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
    fn it_keeps_to_its_clock_and_reports_finished_games() {
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

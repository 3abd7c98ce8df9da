//! Why not this move? Its refutation, the depth from which it was behind, and the kind of proof.

use std::cmp::Ordering;
use std::time::Duration;

use thiserror::Error;

use crate::experiment::{Experiment, Info, LabContext, LabError, Trial};
use crate::table::{Cell, Column, Row, Table};
use tabia_chess::{Board, Claim, Color, Move, Outcome, PieceType, Square, rules, see, uci_move};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::tree::{NodeEnd, SearchTree, Step, TreeBudget, TreeNode};
use tabia_engine::alphabeta::value::{INFINITE, Value, to_score};
use tabia_engine::search::detail::PruneReason;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{IterationInfo, SearchOutcome, Snapshot, StopReason};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;
use tabia_text::t;

/// A move is behind if its score is this much below the best one's, centipawns.
pub(crate) const BEHIND_CP: i32 = 50;
/// Least loss of material that counts as a proof, centipawns: most of a pawn.
const LOST_CP: i32 = 80;
/// Evaluations beyond this are equally won or lost, centipawns. Mates are compared by their distance.
const LIMIT_CP: i32 = 3_000;
/// Only root passes and root moves are recorded.
const ROOT: TreeBudget = TreeBudget { nodes: 20_000, plies: 1 };

/// Time limit in the window: for the search of the position, and again for the search of the move alone.
const TIME: Duration = Duration::from_millis(1_500);

/// Capturing the queen on d1 allows mate.
pub const EXAMPLE_FEN: &str =
    "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5";

/// The question as the window asks it.
#[derive(Debug)]
pub struct WhyNot;

/// The move asked about in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    pub mv: Option<Move>,
}

impl Experiment for WhyNot {
    const INFO: Info = Info::of_own_view("why", "why-not-choose");
    const REPLACES: bool = true;
    type Request = Question;
    /// Reported again when the move has been searched alone.
    type Update = Why;

    fn run(
        request: &Question,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(Why) -> bool,
    ) -> Result<(), LabError> {
        let failed = |error: WhyError| LabError::Failed(error.to_string());
        let mv = request.mv.ok_or(WhyError::NotLegal).map_err(failed)?;
        let position = position.clone();
        let search = Limits::movetime(TIME);
        let request = WhyRequest { position, mv, search, verify: true };
        // This part ends soon by itself.
        let mut early = |why: &Why| {
            report(why.clone());
        };
        let answer = run(&request, context.engine, context.stop, &mut early);
        report(answer.map_err(failed)?);
        Ok(())
    }

    fn columns(_: &Question) -> Table {
        Table::new(vec![
            Column::words("of"),
            Column::new("depth"),
            Column::score("score", Pov::SideToMove),
        ])
    }

    /// Both scores by depth.
    fn rows(_: &Trial<Self>, _: &[Why], why: &Why) -> Vec<Row> {
        let rows = [("best", &why.best_curve), ("move", &why.curve)].into_iter();
        let row = |of: &'static str, point: &CurvePoint| {
            vec![of.into(), point.depth.into(), Cell::Score(point.score)]
        };
        rows.flat_map(|(of, curve)| curve.iter().map(move |point| row(of, point))).collect()
    }

    fn example() -> Question {
        let board = Board::from_fen(EXAMPLE_FEN).ok();
        Question { mv: board.and_then(|board| uci_move::parse(&board, "g4d1").ok()) }
    }
}

/// The question.
#[derive(Clone, Debug)]
pub struct WhyRequest {
    pub position: GamePosition,
    /// The move asked about.
    pub mv: Move,
    /// The limits of the search of the position.
    pub search: Limits,
    /// Whether the move, if it is not the best one, is then searched alone with the same limits; otherwise only the
    /// first search's information is used.
    pub verify: bool,
}

/// Why a question has no answer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WhyError {
    /// The move cannot be played.
    #[error("{}", t!("why-not-illegal"))]
    NotLegal,
    /// The search was stopped before it had a result.
    #[error("{}", t!("why-not-stopped"))]
    Stopped,
}

/// A score at a depth, side to move's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurvePoint {
    /// Iteration, plies.
    pub depth: u32,
    pub score: Score,
}

/// What the search of the whole position found about the move.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Its score or bound, if it had one, side to move's view.
    pub score: Option<(Score, Bound)>,
    /// Iteration the score is from, plies.
    pub depth: u32,
    /// Nodes spent on it.
    pub nodes: u64,
    /// Nodes spent on all moves.
    pub all_nodes: u64,
    /// The last iteration that was finished, plies.
    pub iteration: u32,
    /// How that iteration searched it, attempt by attempt: move number, reduction, window. At most the last
    /// [`MAX_ATTEMPTS`].
    pub attempts: Vec<RootAttempt>,
    /// The number of all attempts.
    pub all_attempts: usize,
}

/// Maximum number of attempts kept.
pub(crate) const MAX_ATTEMPTS: usize = 12;

impl Known {
    /// The last attempt.
    pub fn last(&self) -> Option<&RootAttempt> {
        self.attempts.last()
    }

    pub fn deepest(&self) -> Option<&RootAttempt> {
        self.attempts.iter().max_by_key(|attempt| attempt.depth)
    }
}

/// One search of a root move in an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootAttempt {
    /// Its move number in the order, from 1.
    pub order: u16,
    /// Depth it was searched to, plies below the move.
    pub depth: i32,
    /// Plies by which that is less than the iteration's full depth.
    pub reduction: i32,
    /// Whether it was a null-window search.
    pub closed: bool,
    /// The bounds of the window, from the view of the side that makes the move; `None`: infinite.
    pub window: [Option<Score>; 2],
    /// The rule that cut the position after it at once, if any.
    pub cut: Option<PruneReason>,
}

/// The argument against a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// It is the best move of this search, or equally good.
    Best,
    /// None: searched alone, it is better by [`BEHIND_CP`] than the move chosen by the search of the position.
    Better,
    /// It mates in this many moves, the best move sooner.
    MatesLater { moves: i32, best: i32 },
    /// It allows mate in this many moves, the best move only later.
    MatedSooner { moves: i32, best: i32 },
    /// It allows mate in this many moves.
    Mate(i32),
    /// The best move mates in this many moves; this one does not.
    MissesMate(i32),
    /// According to the tablebases, it loses or misses a win.
    Tablebase,
    /// It loses material.
    Material {
        /// The loss compared with the current position, centipawns of material.
        lost_cp: i32,
        /// The piece lost on the square of the first reply, if that exchange alone proves it.
        exchange: Option<PieceType>,
    },
    /// It is worse by the evaluation at the end of its line.
    Evaluation,
    /// Only a bound is known: a null-window search showed that it is not better than the best move.
    Bound,
    /// No iteration has searched it.
    Unsearched,
}

impl Proof {
    /// One word, as `tabia lab why --json` writes it.
    pub fn word(&self) -> &'static str {
        match self {
            Proof::Best => "best",
            Proof::Better => "better",
            Proof::MatesLater { .. } => "mates-later",
            Proof::MatedSooner { .. } => "mated-sooner",
            Proof::Mate(_) => "mate",
            Proof::MissesMate(_) => "misses-mate",
            Proof::Tablebase => "tablebase",
            Proof::Material { .. } => "material",
            Proof::Evaluation => "evaluation",
            Proof::Bound => "bound",
            Proof::Unsearched => "unsearched",
        }
    }
}

/// The answer. Scores are for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The move asked about.
    pub mv: Move,
    /// The best move of the search.
    pub best: Move,
    /// The best move's score.
    pub best_score: Score,
    /// The bound of that score.
    pub best_bound: Bound,
    /// The best move's line.
    pub best_line: Vec<Move>,
    /// Depth of that, plies.
    pub best_depth: u32,
    /// The move's score: verified, otherwise from the search of the position.
    pub score: Option<Score>,
    /// The bound of that score.
    pub bound: Bound,
    /// Depth of that, plies.
    pub depth: u32,
    /// Whether the move was searched alone.
    pub verified: bool,
    /// The refutation, beginning with the move itself.
    pub line: Vec<Move>,
    /// The argument against it.
    pub proof: Proof,
    /// How the game ends with it, if it does; a draw that can then be claimed is an end.
    pub ends: Option<Outcome>,
    /// Whether it is the only legal move.
    pub is_only: bool,
    /// First depth from which it always was behind by [`BEHIND_CP`]; `None`: never, only bounds are known, or it is as
    /// good as the best move or better, or mates later.
    pub fell_behind: Option<u32>,
    /// The best move's score by depth.
    pub best_curve: Vec<CurvePoint>,
    /// The move's score by depth, if it was searched alone.
    pub curve: Vec<CurvePoint>,
    /// What the search of the whole position found.
    pub known: Known,
}

/// Answers the question. `report` receives the preliminary answer before the move is searched alone.
///
/// # Errors
/// If the move is not legal or the search was stopped too soon.
pub fn run(
    request: &WhyRequest,
    engine: &mut Engine,
    stop: &StopSignal,
    report: &mut dyn FnMut(&Why),
) -> Result<Why, WhyError> {
    let board = request.position.board();
    if !board.is_legal(request.mv) {
        return Err(WhyError::NotLegal);
    }
    let mut curve = Curve::default();
    let limits = &request.search;
    // Entries of an earlier search would give results for depths that this one has not searched.
    engine.new_game();
    let (outcome, tree) = engine.record(&request.position, limits, stop, &mut curve, ROOT);
    let mut why = known(request, &outcome, &tree, curve).ok_or(WhyError::Stopped)?;
    if request.verify && why.mv != why.best && outcome.reason != StopReason::Stopped {
        report(&why);
        let mut curve = Curve::default();
        engine.new_game();
        let limits = Limits { search_moves: vec![request.mv], ..limits.clone() };
        let alone = engine.go(&request.position, &limits, stop, &mut curve);
        if let (Some(score), Some(depth)) = (alone.score, alone.depth.filter(|&depth| depth > 0)) {
            (why.score, why.bound, why.depth) = (Some(score), alone.bound, depth);
            why.verified = true;
            why.curve = curve.points;
            if !curve.line.is_empty() {
                why.line = curve.line;
            }
            why.proof = proof(&board, &why);
            let beaten =
                !matches!(why.proof, Proof::Best | Proof::Better | Proof::MatesLater { .. });
            let depth = fell_behind(&why.best_curve, &why.curve);
            why.fell_behind = depth.filter(|_| beaten);
        }
    }
    Ok(why)
}

/// What a search of the position found about the move.
fn known(
    request: &WhyRequest,
    outcome: &SearchOutcome,
    tree: &SearchTree,
    curve: Curve,
) -> Option<Why> {
    let (best, best_score) = (outcome.best?, outcome.score?);
    let best_depth = outcome.depth.filter(|&depth| depth > 0)?;
    let last = outcome.last.as_ref()?;
    let row = last.progress.root_moves.iter().find(|row| row.mv == request.mv)?;
    let (attempts, all_attempts) = root_attempts(tree, request.mv);
    let known = Known {
        score: row.score.zip(row.bound),
        depth: row.depth.unwrap_or(0),
        nodes: row.nodes.unwrap_or(0),
        all_nodes: outcome.nodes.unwrap_or(0),
        iteration: tree.depth,
        attempts,
        all_attempts,
    };
    let is_best = best == request.mv;
    let mut after = request.position.clone();
    after.moves.push(request.mv);
    let (board, repetitions) = (after.board(), after.repetitions());
    let claimed = || rules::claim(&board, repetitions).map(Claim::outcome);
    let best_line = last.progress.lines.iter().map(|line| &line.pv);
    let best_line = best_line.into_iter().find(|line| line.first() == Some(&best));
    let best_line = best_line.cloned().unwrap_or_else(|| vec![best]);
    let mut why = Why {
        mv: request.mv,
        best,
        best_score,
        best_bound: outcome.bound,
        best_depth,
        score: if is_best { Some(best_score) } else { row.score },
        bound: if is_best { outcome.bound } else { row.bound.unwrap_or(Bound::Upper) },
        depth: if is_best { best_depth } else { known.depth },
        verified: false,
        line: if is_best { best_line.clone() } else { row.pv.clone() },
        best_line,
        proof: Proof::Unsearched,
        ends: rules::automatic_outcome(&board, repetitions).or_else(claimed),
        is_only: request.position.board().legal_moves().len() == 1,
        fell_behind: None,
        best_curve: curve.points,
        curve: Vec::new(),
        known,
    };
    why.proof = proof(&request.position.board(), &why);
    Some(why)
}

/// The last searches of a root move in the recorded iteration, including re-searches, and the number of all.
fn root_attempts(tree: &SearchTree, mv: Move) -> (Vec<RootAttempt>, usize) {
    let at_root = |parent: u32| tree.nodes[parent as usize].step == Step::Root;
    let of_move = tree.nodes.iter().rev().filter(|node| {
        node.step == Step::Move(mv) && node.order > 0 && node.parent.is_some_and(at_root)
    });
    let all = of_move.clone().count();
    let mut attempts: Vec<RootAttempt> = of_move.take(MAX_ATTEMPTS).map(attempt).collect();
    attempts.reverse();
    (attempts, all)
}

fn attempt(node: &TreeNode) -> RootAttempt {
    // The node's values are from the view of the side that replies.
    let end = |value: Value| (value.abs() < INFINITE).then(|| to_score(-value));
    RootAttempt {
        order: node.order,
        depth: node.depth,
        reduction: node.reduction,
        closed: node.beta - node.alpha == 1,
        window: [end(node.beta), end(node.alpha)],
        cut: match node.end {
            NodeEnd::Cut(reason, _) => Some(reason),
            _ => None,
        },
    }
}

/// The argument against the move.
fn proof(board: &Board, why: &Why) -> Proof {
    let Some(score) = why.score else { return Proof::Unsearched };
    if why.mv == why.best {
        return Proof::Best;
    }
    if let Some(proof) = by_mate(score, why) {
        return proof;
    }
    let ahead = score.clamped_cp(LIMIT_CP) - why.best_score.clamped_cp(LIMIT_CP);
    if why.bound != Bound::Upper && why.best_bound != Bound::Lower && ahead >= BEHIND_CP {
        return Proof::Better;
    }
    if why.bound == Bound::Exact && ahead >= 0 {
        return Proof::Best;
    }
    if let (Score::Tablebase(_), _) | (_, Score::Tablebase(_)) = (score, why.best_score) {
        return Proof::Tablebase;
    }
    if why.bound != Bound::Exact {
        return Proof::Bound;
    }
    lost_material(board, why).unwrap_or(Proof::Evaluation)
}

/// The argument from mates, which are compared by their distance, if one of the moves leads to a mate and the bounds
/// prove anything.
fn by_mate(score: Score, why: &Why) -> Option<Proof> {
    let at_most = why.bound != Bound::Lower;
    match (score.mate_in_moves(), why.best_score.mate_in_moves()) {
        // A mate in fewer moves is the better one if this side mates, the worse one if it is mated.
        (Some(moves), Some(best)) if (moves > 0) == (best > 0) => match moves.cmp(&best) {
            Ordering::Equal => (why.bound == Bound::Exact).then_some(Proof::Best),
            Ordering::Less => (why.bound != Bound::Upper).then_some(Proof::Better),
            Ordering::Greater if moves > 0 => {
                (why.bound == Bound::Exact).then_some(Proof::MatesLater { moves, best })
            }
            Ordering::Greater => {
                at_most.then_some(Proof::MatedSooner { moves: moves.abs(), best: best.abs() })
            }
        }
        .or(Some(Proof::Bound)),
        (Some(moves), _) if moves <= 0 => at_most.then_some(Proof::Mate(moves.abs())),
        (Some(_), _) => (why.bound != Bound::Upper).then_some(Proof::Better),
        (_, Some(best)) if best > 0 => at_most.then_some(Proof::MissesMate(best)),
        _ => None,
    }
}

/// The material that the move's line loses and the best line keeps, if any. The piece is named if what the move itself
/// captures is not worth as much.
fn lost_material(board: &Board, why: &Why) -> Option<Proof> {
    let lost = -balance(board, &why.line)?;
    let anyway = balance(board, &why.best_line).map_or(0, |kept| -kept);
    if lost < LOST_CP || lost - anyway < LOST_CP {
        return None;
    }
    let after = board.after(why.mv);
    let losing = -see::value(board, why.mv) >= LOST_CP;
    let exchange =
        why.line.get(1).filter(|&&reply| losing && reply.is_noisy()).and_then(|&reply| {
            let taken = after.piece_on(reply.to())?;
            (see::value(&after, reply) >= LOST_CP).then_some(taken.kind())
        });
    Some(Proof::Material { lost_cp: lost, exchange })
}

/// First depth from which the second curve is behind the first by at least [`BEHIND_CP`] at all common depths.
pub fn fell_behind(best: &[CurvePoint], other: &[CurvePoint]) -> Option<u32> {
    let mut since = None;
    for point in other {
        let Some(of_best) = best.iter().find(|of_best| of_best.depth == point.depth) else {
            continue;
        };
        let gap = of_best.score.clamped_cp(LIMIT_CP) - point.score.clamped_cp(LIMIT_CP);
        since = if gap >= BEHIND_CP { since.or(Some(point.depth)) } else { None };
    }
    since
}

/// Collects the exact scores of a search by depth.
#[derive(Debug, Default)]
struct Curve {
    points: Vec<CurvePoint>,
    line: Vec<Move>,
}

impl SearchObserver for Curve {
    fn on_iteration(&mut self, info: &IterationInfo) {
        if info.bound != Bound::Exact || info.multi_pv != 1 {
            return;
        }
        let point = CurvePoint { depth: info.depth, score: info.score };
        match self.points.last_mut() {
            Some(last) if last.depth == info.depth => *last = point,
            // Once a mate is proven, the many deeper iterations find the same.
            Some(last) if last.score == info.score && info.score.mate_in_moves().is_some() => {}
            _ => self.points.push(point),
        }
        self.line.clone_from(&info.pv);
    }

    // Requested so that the final state, including the root moves, comes with the outcome.
    fn snapshot_every_ms(&self) -> Option<u64> {
        Some(1_000)
    }

    fn on_snapshot(&mut self, _: Snapshot) {}
}

// How a search treated a move, in words: its window, its depth, and the rule that pruned or reduced it.

/// The searches of the move in the last iteration. `report` formats a score of the side to move. Empty if there was
/// none.
pub fn how_known(why: &Why, report: &dyn Fn(Score) -> String) -> String {
    let known = &why.known;
    let (Some(last), Some(deepest)) = (known.last(), known.deepest()) else {
        return String::new();
    };
    let (depth, order) = (known.iteration, last.order);
    let mut sentences = vec![match last.window {
        [Some(low), Some(_)] if last.closed => {
            t!("why-not-known-asking", depth = depth, order = order, low = report(low))
        }
        [Some(low), Some(high)] => t!(
            "why-not-known-between",
            depth = depth,
            order = order,
            low = report(low),
            high = report(high)
        ),
        _ => t!("why-not-known-score", depth = depth, order = order),
    }];
    // Nothing is searched after the end of the game.
    if why.ends.is_none() {
        // A rule that cuts at once does so at any remaining depth.
        if deepest.cut.is_none() {
            sentences.push(how_deep(known.iteration, deepest));
        }
        if let Some(cut) = last.cut {
            sentences.push(t!("why-not-cut", rule = cut.name()));
        }
    }
    if last.closed && known.all_attempts == 1 && why.bound != Bound::Exact {
        sentences.push(t!("why-not-answer-no").to_owned());
    } else if known.all_attempts > 1 {
        sentences.push(t!("why-not-again", n = known.all_attempts));
    }
    sentences.join(" ")
}

/// The depth of the deepest attempt and what limited it.
fn how_deep(iteration: u32, deepest: &RootAttempt) -> String {
    // The move itself takes one ply of the iteration.
    let full = iteration as i32 - 1;
    let plies = deepest.depth.max(0);
    let (fewer, reduction) = (full - plies, deepest.reduction);
    if fewer < 0 {
        t!("why-not-extended", plies = plies, more = -fewer, full = full)
    } else if fewer == 0 {
        t!("why-not-full", plies = plies)
    } else if reduction >= fewer {
        t!("why-not-reduced", plies = plies, full = full, reduction = fewer)
    } else if reduction > 0 {
        // The iteration itself was a ply shallower for this window, or the move was also reduced for another reason.
        t!("why-not-reduced-more", plies = plies, full = full, fewer = fewer, reduction = reduction)
    } else {
        t!("why-not-shallow", plies = plies, full = full)
    }
}

/// The change of material in a line for the side to move at its start, centipawns by the values of static exchanges,
/// counted in a quiet position: after the last capture that is not answered by a recapture.
pub(super) fn balance(board: &Board, line: &[Move]) -> Option<i32> {
    let us = board.stm();
    let material = |board: &Board| -> i32 {
        let of = |side: Color, kind: PieceType| board.by(side, kind).count() as i32;
        let more = |kind: PieceType| see::VALUES[kind.index()] * (of(us, kind) - of(!us, kind));
        PieceType::ALL.into_iter().map(more).sum()
    };
    let (start, mut last, mut at) = (material(board), None, *board);
    for &mv in line {
        if !at.is_legal(mv) {
            break;
        }
        at = at.after(mv);
        last = Some(mv);
    }
    // If the line ends in the middle of an exchange, its last capture alone would count too much.
    let rest = last.filter(|mv| mv.is_capture()).map_or(0, |mv| best_exchange(&at, mv.to()));
    let rest = if at.stm() == us { rest } else { -rest };
    last.map(|_| material(&at) + rest - start)
}

/// The best static exchange of the side to move on a square, at least 0.
fn best_exchange(board: &Board, on: Square) -> i32 {
    let moves = board.noisy_moves();
    let there = moves.iter().filter(|mv| mv.to() == on);
    there.map(|&mv| see::value(board, mv)).max().unwrap_or(0).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::why::{Known, Proof};
    use tabia_chess::{Board, DrawReason, WinReason, uci_move};
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::search::detail::PruneReason;
    use tabia_engine::search::score::Bound;

    #[test]
    fn an_answer_does_not_depend_on_the_question_before() {
        let position = GamePosition::new(Board::from_fen(EXAMPLE_FEN).unwrap());
        let mv = uci_move::parse(&position.board(), "g4d1").unwrap();
        let request = WhyRequest { position, mv, search: Limits::depth(8), verify: true };
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let mut answer = || run(&request, &mut engine, &StopSignal::never(), &mut |_| ()).unwrap();
        assert_eq!(answer(), answer());
    }

    fn ask(fen: &str, mv: &str, depth: u32, verify: bool) -> Why {
        let board = Board::from_fen(fen).unwrap();
        let request = WhyRequest {
            mv: uci_move::parse(&board, mv).unwrap(),
            position: GamePosition::new(board),
            search: Limits::depth(depth),
            verify,
        };
        let options = EngineOptions { hash_mib: 4, ..EngineOptions::default() };
        let mut words = 0;
        let why =
            run(&request, &mut Engine::new(&options), &StopSignal::never(), &mut |_| words += 1);
        let why = why.unwrap();
        assert_eq!(words, usize::from(verify && why.mv != why.best));
        assert_eq!(why.verified, words > 0);
        assert_eq!((why.best_line[0], why.line[0]), (why.best, why.mv));
        why
    }

    #[test]
    fn the_best_move_is_not_searched_again() {
        let fen = "4rrk1/1p1nq3/p7/2p1P1pp/3P2bp/3Q1Bn1/PPPB4/1K2R1NR w - - 40 21";
        let best = ask(fen, "f3g4", 9, false).best;
        let why = ask(fen, &format!("{best:?}"), 9, true);
        assert_eq!(
            (why.proof, why.score, why.verified),
            (Proof::Best, Some(why.best_score), false)
        );
    }

    #[test]
    fn mates_are_compared_by_their_distance() {
        let fen = "6k1/8/6K1/8/8/8/1Q6/8 w - - 0 1";
        let why = ask(fen, "g6f5", 12, true);
        let Proof::MatesLater { moves, best: 1 } = why.proof else { panic!("{:?}", why.proof) };
        assert!(moves > 1);
        assert_eq!(
            (why.fell_behind, why.score.and_then(Score::mate_in_moves)),
            (None, Some(moves))
        );
        let board = Board::from_fen(fen).unwrap();
        let mut why = why;
        let mut found = |score, best, bound| {
            (why.score, why.best_score, why.bound) = (Some(score), best, bound);
            proof(&board, &why)
        };
        let exact = Bound::Exact;
        assert_eq!(found(Score::Mate(5), Score::Mate(5), exact), Proof::Best);
        assert_eq!(found(Score::Mate(3), Score::Mate(5), exact), Proof::Better);
        assert_eq!(found(Score::Mate(9), Score::Mate(5), Bound::Upper), Proof::Bound);
        assert_eq!(found(Score::Cp(5_000), Score::Mate(5), exact), Proof::MissesMate(3));
        assert_eq!(found(Score::Mate(5), Score::Cp(5_000), exact), Proof::Better);
        let sooner = Proof::MatedSooner { moves: 1, best: 3 };
        assert_eq!(found(Score::Mate(-2), Score::Mate(-6), exact), sooner);
        assert_eq!(found(Score::Mate(-2), Score::Cp(0), exact), Proof::Mate(1));
        assert_eq!(found(Score::Mate(-8), Score::Mate(-6), exact), Proof::Better);
    }

    #[test]
    fn a_trade_is_not_a_loss() {
        // The queens are exchanged; the knight is what is lost.
        let fen = "1r2q1k1/5ppp/1p6/NQ6/8/8/5PPP/6K1 w - - 0 1";
        let why = ask(fen, "b5e8", 8, true);
        assert!(!matches!(why.proof, Proof::Material { exchange: Some(_), .. }), "{:?}", why.proof);
    }

    #[test]
    fn only_the_last_attempts_are_kept_but_all_are_counted() {
        let all = MAX_ATTEMPTS + 3;
        let text = words_of(vec![attempt(9, 3); MAX_ATTEMPTS], all);
        assert!(text.ends_with(&t!("why-not-again", n = all)), "{text}");
    }

    #[test]
    fn a_move_that_allows_mate_is_refuted_by_mate() {
        // Scholar's mate: the wrong knight move.
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
        let why = ask(fen, "g8f6", 8, true);
        assert_eq!((why.proof.clone(), why.verified), (Proof::Mate(1), true));
        assert_eq!(why.line.len(), 2);
        assert_ne!(why.best, why.mv);
        assert_eq!(why.fell_behind.map(|depth| depth <= 2), Some(true));
        let mated = |point: &&CurvePoint| point.score.mate_in_moves() == Some(-1);
        assert_eq!(why.curve.iter().filter(mated).count(), 1, "the mate is found once");
    }

    #[test]
    fn a_hanging_piece_is_lost_by_exchange() {
        // The knight moves to a square where a pawn captures it.
        let fen = "6k1/6pp/4pp2/3p4/8/3N4/5PPP/6K1 w - - 0 1";
        let why = ask(fen, "d3e5", 10, true);
        let Proof::Material { lost_cp, exchange } = why.proof else { panic!("{:?}", why.proof) };
        assert_eq!(exchange, Some(PieceType::Knight));
        assert!((100..=400).contains(&lost_cp), "{lost_cp}");
    }

    #[test]
    fn the_best_move_has_nothing_against_it() {
        let fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
        let why = ask(fen, "a1a8", 8, false);
        assert_eq!((why.proof, why.best_score), (Proof::Best, Score::Mate(1)));
        let why = ask(fen, "a1b1", 8, true);
        assert_eq!(why.proof, Proof::MissesMate(1));
    }

    #[test]
    fn a_move_that_turns_out_better_than_the_chosen_one_is_not_as_good_but_better() {
        let board = Board::start();
        let mut why = ask(&board.to_string(), "a2a3", 8, false);
        why.best_score = Score::Cp(20);
        let mut found = |cp, bound| {
            (why.score, why.bound) = (Some(Score::Cp(cp)), bound);
            proof(&board, &why)
        };
        assert_eq!(found(20 + BEHIND_CP, Bound::Exact), Proof::Better);
        assert_eq!(found(20 + BEHIND_CP, Bound::Lower), Proof::Better);
        assert_eq!(found(20 + BEHIND_CP, Bound::Upper), Proof::Bound);
        assert_eq!(found(25, Bound::Exact), Proof::Best);
    }

    #[test]
    fn a_move_with_only_a_bound_is_reported_as_such() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        let why = ask(fen, "a2a3", 10, false);
        assert_eq!(
            (why.proof.clone(), why.verified, why.bound),
            (Proof::Bound, false, Bound::Upper)
        );
        let last = *why.known.last().unwrap();
        assert!(last.order > 1 && last.closed, "{last:?}");
        // The window is a centipawn wide, around the best score, and the search is no deeper than its iteration.
        let [Some(Score::Cp(low)), Some(Score::Cp(high))] = last.window else { panic!("{last:?}") };
        assert_eq!((high - low, low), (1, why.best_score.cp().unwrap()));
        let deepest = why.known.deepest().unwrap();
        assert!(deepest.depth < why.known.iteration as i32 && why.known.attempts.contains(&last));
        assert_eq!(why.known.iteration, why.best_depth);
        assert!(why.known.nodes > 0 && why.known.nodes < why.known.all_nodes);
    }

    #[test]
    fn a_move_that_ends_the_game_and_the_only_legal_move_are_named() {
        let draw = |reason| Some(Outcome::Draw(reason));
        let mate = Outcome::Win { winner: Color::White, reason: WinReason::Checkmate };
        let queen = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
        for (fen, mv, ends, is_only) in [
            (queen, "f1f7", draw(DrawReason::Stalemate), false),
            (queen, "f1f8", Some(mate), false),
            (queen, "f1e1", None, false),
            ("k7/8/8/8/8/8/5PPP/r2R2K1 w - - 99 90", "d1a1", None, false),
            ("k7/8/8/8/8/3R4/5PPP/r5K1 w - - 99 90", "d3d1", draw(DrawReason::FiftyMoves), true),
            ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", draw(DrawReason::DeadPosition), false),
            ("8/8/8/8/8/5k2/r7/7K w - - 0 1", "h1g1", None, true),
        ] {
            let why = ask(fen, mv, 6, true);
            assert_eq!((why.ends, why.is_only), (ends, is_only), "{fen} {mv}");
            let how = how_known(&why, &|score| score.to_string());
            assert!(ends.is_none() || !how.contains("The position after it"), "{how}");
        }
    }

    #[test]
    fn behind_means_permanently_behind() {
        let curve = |cps: &[i32]| -> Vec<CurvePoint> {
            let points = cps.iter().zip(1..);
            points.map(|(&cp, depth)| CurvePoint { depth, score: Score::Cp(cp) }).collect()
        };
        let best = curve(&[30, 30, 30, 30]);
        assert_eq!(fell_behind(&best, &curve(&[-30, 20, -40, -90])), Some(3));
        assert_eq!(fell_behind(&best, &curve(&[-30, -90, 10, 0])), None);
        assert_eq!(fell_behind(&best, &[]), None);
    }

    #[test]
    fn a_move_that_is_not_legal_is_refused() {
        let request = WhyRequest {
            position: GamePosition::new(Board::start()),
            mv: Move::from_bits(1).unwrap(),
            search: Limits::depth(1),
            verify: false,
        };
        let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
        let answer = run(&request, &mut engine, &StopSignal::never(), &mut |_| {});
        assert_eq!(answer, Err(WhyError::NotLegal));
    }

    fn attempt(depth: i32, reduction: i32) -> RootAttempt {
        let window = [Some(Score::Cp(31)), Some(Score::Cp(32))];
        RootAttempt { order: 17, depth, reduction, closed: true, window, cut: None }
    }

    fn words(attempts: Vec<RootAttempt>) -> String {
        let all = attempts.len();
        words_of(attempts, all)
    }

    fn words_of(attempts: Vec<RootAttempt>, all_attempts: usize) -> String {
        let board = Board::start();
        let (mv, best) = (board.legal_moves()[0], board.legal_moves()[1]);
        let known = Known {
            score: Some((Score::Cp(31), Bound::Upper)),
            depth: 13,
            nodes: 10,
            all_nodes: 100,
            iteration: 13,
            attempts,
            all_attempts,
        };
        let why = Why {
            mv,
            best,
            best_score: Score::Cp(31),
            best_bound: Bound::Exact,
            best_line: vec![best],
            best_depth: 13,
            score: Some(Score::Cp(31)),
            bound: Bound::Upper,
            depth: 13,
            verified: false,
            line: vec![mv],
            proof: Proof::Bound,
            ends: None,
            is_only: false,
            fell_behind: None,
            best_curve: Vec::new(),
            curve: Vec::new(),
            known,
        };
        how_known(&why, &|score| score.to_string())
    }

    #[test]
    fn it_reports_its_window_its_depth_and_what_limited_it() {
        let text = words(vec![attempt(9, 3)]);
        let wanted = [
            t!("why-not-known-asking", depth = 13, order = 17, low = "+0.31"),
            t!("why-not-reduced", plies = 9, full = 12, reduction = 3),
            t!("why-not-answer-no").to_owned(),
        ];
        assert_eq!(text, wanted.join(" "));
        // A reduction that late move reductions do not explain is not attributed to them.
        let text = words(vec![attempt(7, 4)]);
        let wanted = t!("why-not-reduced-more", plies = 7, full = 12, fewer = 5, reduction = 4);
        assert!(text.contains(&wanted), "{text}");
        // The deepest attempt counts, not the last.
        let text = words(vec![attempt(12, 0), attempt(9, 3)]);
        assert!(text.contains(&t!("why-not-full", plies = 12)), "{text}");
        assert!(text.ends_with(&t!("why-not-again", n = 2)), "{text}");
        assert!(t!("why-not-full", plies = 1).ends_with("1 ply."));
        let cut = RootAttempt { cut: Some(PruneReason::TtCutoff), ..attempt(12, 0) };
        let rule = PruneReason::TtCutoff.name();
        let text = words(vec![cut]);
        assert!(text.contains(&t!("why-not-cut", rule = rule)), "{text}");
        assert!(!text.contains(&t!("why-not-full", plies = 12)), "{text}");
        let open = RootAttempt { closed: false, window: [None, None], ..attempt(12, 0) };
        assert!(words(vec![open]).starts_with(&t!("why-not-known-score", depth = 13, order = 17)));
        assert_eq!(words(Vec::new()), "");
    }
}

//! Search of a limited strength: every move is searched to the depth that a person of that strength looks to here, and
//! one is drawn from what was seen (`human`).

use std::time::{Duration, Instant};

use tabia_chess::{Board, Color, Move};
use tabia_games::game::position::GamePosition;

use super::Engine;
use crate::eval::policy::file;
use crate::human::{self, scale};
use crate::search::limits::{Limits, StopSignal};
use crate::search::report::{IterationInfo, SearchOutcome, StopReason};
use crate::search::score::{Bound, Score};
use crate::search::thinker::SearchObserver;

/// Share of positions of its repertoire in which a character has forgotten it, for each move since the first.
const FORGETS: f64 = 0.02;

/// Nodes of a look at most: nine of ten positions need fewer for seven plies, and one with many queens would take seconds.
const MAX_NODES: u64 = 100_000;

/// A move is looked at again if it is at most so much worse than the best one, centipawns, and not more than so many moves
/// are better.
const CANDIDATES: (i32, usize) = (100, 5);

/// The deepest exact report of each move.
struct Seen<'a> {
    moves: &'a [Move],
    deepest: Vec<Option<IterationInfo>>,
}

impl SearchObserver for Seen<'_> {
    fn on_iteration(&mut self, info: &IterationInfo) {
        let at = info.pv.first().and_then(|first| self.moves.iter().position(|mv| mv == first));
        let Some(at) = at.filter(|_| info.bound == Bound::Exact) else { return };
        // A second look begins at depth 1 again.
        if self.deepest[at].as_ref().is_none_or(|seen| seen.depth <= info.depth) {
            self.deepest[at] = Some(info.clone());
        }
    }
}

impl Seen<'_> {
    /// The moves worth a second look, and the depth they were looked at.
    fn candidates(&self) -> (Vec<Move>, u32) {
        let seen = self.moves.iter().zip(&self.deepest);
        let mut seen: Vec<(Move, i32, u32)> = seen
            .filter_map(|(&mv, info)| {
                let info = info.as_ref()?;
                Some((mv, info.score.clamped_cp(i32::MAX), info.depth))
            })
            .collect();
        seen.sort_by_key(|&(_, cp, _)| std::cmp::Reverse(cp));
        let Some(&(_, best, depth)) = seen.first() else { return (Vec::new(), 0) };
        let (margin, most) = CANDIDATES;
        seen.retain(|&(_, cp, _)| best.saturating_sub(cp) <= margin);
        (seen.into_iter().take(most).map(|(mv, ..)| mv).collect(), depth)
    }
}

impl Engine {
    /// Whether this search is play at a limited strength. Infinite analysis and mate searches are not play.
    pub(super) fn is_limited(&self, limits: &Limits) -> bool {
        self.options.strength.elo().is_some() && !limits.infinite && limits.mate.is_none()
    }

    /// Plays like a person of the set strength. It reports one line, the move it plays as it saw it.
    pub(super) fn go_limited(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        signal: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> SearchOutcome {
        let board = position.board();
        let moves = playable(&board, limits);
        let left = limits.clock.as_ref().map(|clock| clock.time[board.stm().index()].as_secs_f64());
        let character = self.options.strength.character();
        let plays_at = character.map(|one| one.plays_at).or(self.options.strength.elo());
        let choice =
            scale::choice(plays_at.unwrap_or(*scale::ELO.end()), left, board.fullmove_number());
        let [by_depth, by_move, by_opening, by_book] = human::numbers(self.seed, &board);
        let depth = choice.depth(by_depth);
        // Nothing of earlier searches is known, as where the weights were fitted. A large table takes time to clear, and
        // the clock runs meanwhile.
        let begun = Instant::now();
        self.forget();
        let limits = &rest(limits, begun.elapsed(), 0, board.stm());
        let mut seen = Seen { moves: &moves, deepest: vec![None; moves.len()] };
        let looks = Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(depth.max(1))),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(MAX_NODES)),
            search_moves: moves.clone(),
            ..limits.clone()
        };
        let mut outcome = self.run(position, &looks, signal, &mut seen, ()).0;
        let (candidates, reached) = seen.candidates();
        let ended_by_itself = matches!(outcome.reason, StopReason::Depth | StopReason::Nodes);
        if choice.again > 0 && candidates.len() > 1 && ended_by_itself {
            let spent = Duration::from_millis(outcome.time_ms);
            let deeper = Limits {
                depth: Some(limits.depth.unwrap_or(u32::MAX).min(reached + choice.again)),
                search_moves: candidates,
                ..rest(limits, spent, outcome.nodes.unwrap_or(0), board.stm())
            };
            let second = self.run(position, &deeper, signal, &mut seen, ()).0;
            outcome.nodes = outcome.nodes.zip(second.nodes).map(|(first, second)| first + second);
            outcome.time_ms += second.time_ms;
        }
        let deepest = seen.deepest;
        if moves.is_empty() {
            return outcome;
        }
        let taste = |mv: &Move| character.map_or(0.0, |one| one.style.of(&board, *mv));
        let style: Vec<f64> = moves.iter().map(taste).collect();
        let remembered = 1.0 - FORGETS * f64::from(board.fullmove_number().saturating_sub(1));
        let mut opening = character.map(|one| one.opening(&board)).unwrap_or_default();
        opening.retain(|mv| moves.contains(mv));
        let from_memory = if !opening.is_empty() && by_opening < remembered {
            Some(opening[((by_move * opening.len() as f64) as usize).min(opening.len() - 1)])
        } else if by_book < choice.memory {
            human::remembered(&board, &moves, choice.recall, &style)
                .map(|chances| moves[human::draw(&chances, by_move)])
        } else {
            None
        };
        let chosen = from_memory.unwrap_or_else(|| {
            let mut priors = vec![1.0 / moves.len() as f32; moves.len()];
            if let Some(policy) = file::built_in() {
                policy.priors(&board, &moves, &mut priors, 1.0);
            }
            let values: Vec<Option<Score>> =
                deepest.iter().map(|info| info.as_ref().map(|info| info.score)).collect();
            let chances = choice.chances(&priors, (depth > 0).then_some(&values[..]), &style);
            outcome.hesitation = Some((human::entropy_bits(&chances) * 10.0).round() as u8);
            moves[human::draw(&chances, by_move)]
        });
        if from_memory.is_some() {
            // Nothing was weighed up.
            outcome.hesitation = Some(0);
        }
        let line = moves.iter().position(|mv| *mv == chosen).and_then(|at| deepest[at].clone());
        outcome.best = Some(chosen);
        outcome.ponder = line.as_ref().and_then(|line| line.pv.get(1).copied());
        outcome.score = line.as_ref().map(|line| line.score).or(outcome.score);
        outcome.last = None;
        if let Some(mut line) = line {
            line.multi_pv = 1;
            outcome.depth = Some(line.depth);
            observer.on_iteration(&line);
        }
        outcome
    }
}

/// What is left of these limits for a second look.
fn rest(limits: &Limits, spent: Duration, nodes: u64, side: Color) -> Limits {
    let clock = limits.clock.map(|mut clock| {
        let left = &mut clock.time[side.index()];
        *left = left.saturating_sub(spent);
        clock
    });
    let movetime = limits.movetime.map(|all| all.saturating_sub(spent));
    let nodes = limits.nodes.map(|all| all.saturating_sub(nodes));
    Limits {
        nodes: Some(nodes.map_or(MAX_NODES, |left| left.min(MAX_NODES))),
        movetime,
        clock,
        ..limits.clone()
    }
}

/// The legal moves that the limits allow.
fn playable(board: &Board, limits: &Limits) -> Vec<Move> {
    let legal = board.legal_moves();
    let allowed = |mv: &&Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
    let allowed: Vec<Move> = legal.iter().filter(allowed).copied().collect();
    if allowed.is_empty() { legal.iter().copied().collect() } else { allowed }
}

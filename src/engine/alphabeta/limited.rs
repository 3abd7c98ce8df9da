//! Search of limited strength: searches every move to the depth that a person of that strength would calculate in this
//! position, then draws one move at random by its probability (`human`). The depth is small: a shallow search.

use std::time::Duration;

use tabia_chess::{Color, Move};
use tabia_games::game::position::GamePosition;

use super::Engine;
use super::options::Strength;
use super::tt::TranspositionTable;
use crate::eval::policy::file;
use crate::human::{self, scale};
use crate::search::limits::{Limits, StopSignal};
use crate::search::report::{IterationInfo, SearchOutcome, StopReason, per_second};
use crate::search::score::{Bound, Score};
use crate::search::thinker::SearchObserver;

/// Chance that a character has forgotten its repertoire in a position, for each move since the first.
const FORGETS: f64 = 0.02;

/// Maximum number of nodes of a search. Nine of ten positions need fewer for seven plies; a position with many queens
/// would take seconds.
const MAX_NODES: u64 = 100_000;

/// Size of the hash table of a search, MiB: several times what two searches can store.
const LIMITED_MIB: u32 = 8;

/// Moves that are searched again: at most this many centipawns worse than the best one, and at most this many moves.
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
        // A second search begins at depth 1 again.
        if self.deepest[at].as_ref().is_none_or(|seen| seen.depth <= info.depth) {
            self.deepest[at] = Some(info.clone());
        }
    }
}

impl Seen<'_> {
    /// The moves worth a second search, and the depth of the first one.
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

/// The hash table of limited strength; `None` at full strength.
pub(super) fn limited_table(strength: Strength) -> Option<TranspositionTable> {
    strength.elo().map(|_| TranspositionTable::new(LIMITED_MIB, 1))
}

impl Engine {
    /// The Elo number if this search plays at limited strength. Infinite analysis and mate searches do not.
    pub(super) fn limited_elo(&self, limits: &Limits) -> Option<u16> {
        self.options.strength.elo().filter(|_| !limits.infinite && limits.mate.is_none())
    }

    /// Plays like a person of the set strength. It reports one line: the move played with its score.
    pub(super) fn go_limited(
        &mut self,
        elo: u16,
        position: &GamePosition,
        limits: &Limits,
        signal: &StopSignal,
        observer: &mut dyn SearchObserver,
    ) -> SearchOutcome {
        let board = position.board();
        let moves = limits.root_moves(&board);
        let left = limits.clock.as_ref().map(|clock| clock.time[board.stm().index()].as_secs_f64());
        let character = self.options.strength.character();
        let plays_at = character.map_or(elo, |one| one.plays_at);
        let choice = scale::choice(plays_at, left, board.fullmove_number());
        let [by_depth, by_move, by_opening, by_book] = human::numbers(self.seed, &board);
        let depth = choice.depth(by_depth);
        // Earlier searches are forgotten, as when the weights were fitted.
        if let Some(table) = &mut self.limited_table {
            table.clear(1);
        }
        self.threads[0].forget();
        let mut seen = Seen { moves: &moves, deepest: vec![None; moves.len()] };
        let searches = Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(depth.max(1))),
            nodes: Some(limits.nodes.map_or(MAX_NODES, |all| all.min(MAX_NODES))),
            search_moves: moves.clone(),
            ..limits.clone()
        };
        let mut outcome = self.run(position, &searches, signal, &mut seen, ()).0;
        let (candidates, reached) = seen.candidates();
        let ended_by_itself = matches!(outcome.reason, StopReason::Depth | StopReason::Nodes);
        if choice.again > 0 && candidates.len() > 1 && ended_by_itself {
            let deeper = Limits {
                depth: Some(limits.depth.unwrap_or(u32::MAX).min(reached + choice.again)),
                search_moves: candidates,
                ..rest(limits, &outcome, board.stm())
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
            // There was no choice.
            outcome.hesitation = Some(0);
        }
        let line = moves.iter().position(|mv| *mv == chosen).and_then(|at| deepest[at].clone());
        outcome.best = Some(chosen);
        outcome.ponder = line.as_ref().and_then(|line| line.pv.get(1).copied());
        outcome.last = None;
        // Without a line of its own the move has no score: the one of the search belongs to another move.
        let info = line.map(|line| first_line(line, &outcome));
        outcome.score = info.as_ref().map(|info| info.score);
        outcome.bound = Bound::Exact;
        outcome.depth = Some(info.as_ref().map_or(0, |info| info.depth));
        if let Some(info) = info {
            observer.on_iteration(&info);
        }
        outcome
    }
}

/// The line as the only one, with the nodes and time of both searches instead of those up to the moment at which its move
/// was searched.
fn first_line(line: IterationInfo, outcome: &SearchOutcome) -> IterationInfo {
    let nps = outcome.nodes.and_then(|nodes| per_second(nodes, outcome.time_ms));
    IterationInfo { multi_pv: 1, nodes: outcome.nodes, time_ms: outcome.time_ms, nps, ..line }
}

/// The rest of these limits for the second search.
fn rest(limits: &Limits, first: &SearchOutcome, side: Color) -> Limits {
    // A first search while pondering ends with the ponder hit, when the engine's own clock starts.
    let spent = Duration::from_millis(if limits.ponder { 0 } else { first.time_ms });
    let clock = limits.clock.map(|mut clock| {
        let left = &mut clock.time[side.index()];
        *left = left.saturating_sub(spent);
        clock
    });
    let movetime = limits.movetime.map(|all| all.saturating_sub(spent));
    let left = |all: u64| all.saturating_sub(first.nodes.unwrap_or(0));
    Limits {
        nodes: Some(limits.nodes.map_or(MAX_NODES, |all| left(all).min(MAX_NODES))),
        soft_nodes: limits.soft_nodes.map(left),
        movetime,
        clock,
        ponder: false,
        ..limits.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::alphabeta::options::EngineOptions;
    use crate::alphabeta::rule_set::RuleSet;
    use crate::search::limits::ClockLimits;
    use tabia_chess::Board;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn kiwipete() -> GamePosition {
        GamePosition::new(Board::from_fen(KIWIPETE).unwrap())
    }

    fn play(engine: &mut Engine, limits: &Limits) -> SearchOutcome {
        engine.go(&kiwipete(), limits, &StopSignal::never(), &mut ())
    }

    fn engine(options: EngineOptions) -> Engine {
        let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..options });
        engine.set_seed(3);
        engine
    }

    #[test]
    fn a_search_stopped_before_any_score_plays_a_likely_human_move() {
        let strength = Strength::Elo(2_400);
        let mut engine = engine(EngineOptions { strength, ..EngineOptions::default() });
        let mut answer = |seed| {
            engine.set_seed(seed);
            play(&mut engine, &Limits::nodes(1)).best.unwrap()
        };
        let played: HashSet<Move> = (0..50).map(&mut answer).collect();
        assert!(played.len() > 2, "{played:?}");
        // The moves are those the policy network prefers, not the last ones generated.
        let board = kiwipete().board();
        let moves: Vec<Move> = board.legal_moves().iter().copied().collect();
        let mut priors = vec![0.0; moves.len()];
        file::built_in().unwrap().priors(&board, &moves, &mut priors, 1.0);
        let usual = |mv: &Move| priors[moves.iter().position(|one| one == mv).unwrap()] > 0.02;
        assert!(played.iter().filter(|mv| usual(mv)).count() * 2 > played.len(), "{played:?}");
    }

    #[test]
    fn moves_of_limited_strength_leave_the_large_table_alone() {
        let strength = Strength::Elo(1_500);
        let mut engine = engine(EngineOptions { strength, ..EngineOptions::default() });
        // A mate search is not play, so it runs at full strength and fills the large table.
        play(&mut engine, &Limits { mate: Some(1), ..Limits::depth(6) });
        let key = kiwipete().board().key();
        let analysed = engine.tt.probe(key);
        assert!(analysed.is_some());
        for _ in 0..3 {
            play(&mut engine, &Limits::nodes(2_000));
        }
        assert_eq!(engine.tt.probe(key), analysed);
        let inspected = engine.inspect(&request()).unwrap().table.entry;
        let small = engine.limited_table.as_ref().unwrap().probe(key);
        assert_eq!(inspected.map(|entry| entry.depth), small.map(|entry| entry.depth));
        engine
            .set_options(&EngineOptions { strength: Strength::Full, ..*engine.options() })
            .unwrap();
        assert!(engine.limited_table.is_none());
    }

    fn request() -> crate::search::inspection::InspectionRequest {
        crate::search::inspection::InspectionRequest { position: kiwipete() }
    }

    #[test]
    fn a_second_search_has_nodes_of_its_own() {
        let strength = Strength::Elo(2_400);
        let mut engine = engine(EngineOptions { strength, ..EngineOptions::default() });
        // Many moves are about equally good.
        let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9";
        let position = GamePosition::new(Board::from_fen(fen).unwrap());
        let mut nodes = |seed| {
            engine.set_seed(seed);
            let found = engine.go(&position, &Limits::default(), &StopSignal::never(), &mut ());
            found.nodes.unwrap()
        };
        // If the first search uses all its nodes, the second still has its own.
        let most = (0..5).map(&mut nodes).max();
        assert!(most > Some(MAX_NODES), "{most:?}");
    }

    #[derive(Default)]
    struct Lines(Vec<IterationInfo>);

    impl SearchObserver for Lines {
        fn on_iteration(&mut self, info: &IterationInfo) {
            self.0.push(info.clone());
        }
    }

    #[test]
    fn a_move_without_a_line_of_its_own_has_no_score() {
        let strength = Strength::Elo(700);
        let mut engine = engine(EngineOptions { strength, ..EngineOptions::default() });
        // The first search ends after the capture of the queen, which is not always played.
        let fen = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3";
        let position = GamePosition::new(Board::from_fen(fen).unwrap());
        let mut without = 0;
        for seed in 0..20 {
            engine.set_seed(seed);
            let mut lines = Lines::default();
            let limits = Limits::nodes(400);
            let outcome = engine.go(&position, &limits, &StopSignal::never(), &mut lines);
            let line = lines.0.first();
            assert_eq!(outcome.score, line.map(|line| line.score), "seed {seed}");
            assert_eq!(outcome.depth, Some(line.map_or(0, |line| line.depth)), "seed {seed}");
            without += u32::from(line.is_none());
        }
        assert!(without > 0);
    }

    #[test]
    fn the_reported_line_has_the_nodes_and_time_of_both_searches() {
        let strength = Strength::Elo(2_400);
        let mut engine = engine(EngineOptions { strength, ..EngineOptions::default() });
        let mut lines: Vec<IterationInfo> = Vec::new();
        let outcome = engine.go(&kiwipete(), &Limits::default(), &StopSignal::never(), &mut lines);
        let [line] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!((line.nodes, line.time_ms), (outcome.nodes, outcome.time_ms));
        assert_eq!((line.pv.first(), Some(line.score)), (outcome.best.as_ref(), outcome.score));
    }

    #[test]
    fn a_second_search_has_the_rest_of_the_limits_without_the_pondering_time() {
        let time = [Duration::from_secs(2); 2];
        let clock = ClockLimits { time, increment: [Duration::ZERO; 2], moves_to_go: None };
        let limits = Limits {
            clock: Some(clock),
            movetime: Some(Duration::from_secs(3)),
            ..Limits::soft_nodes(50_000)
        };
        let first = SearchOutcome {
            nodes: Some(30_000),
            time_ms: 1_500,
            ..SearchOutcome::nothing(StopReason::Depth)
        };
        let left = rest(&limits, &first, Color::Black);
        assert_eq!((left.nodes, left.soft_nodes), (Some(MAX_NODES), Some(20_000)));
        assert_eq!(left.movetime, Some(Duration::from_millis(1_500)));
        let times = [Duration::from_secs(2), Duration::from_millis(500)];
        assert_eq!(left.clock.map(|clock| clock.time), Some(times));
        let pondered = rest(&Limits { ponder: true, ..limits.clone() }, &first, Color::Black);
        assert!(!pondered.ponder, "the hit has come");
        assert_eq!((pondered.movetime, pondered.clock), (limits.movetime, limits.clock));
    }

    #[test]
    fn a_limited_strength_searches_by_all_rules() {
        let strength = Strength::Elo(2_000);
        let all = EngineOptions { strength, ..EngineOptions::default() };
        let off = crate::search::detail::PruneReason::TtCutoff;
        let fewer = EngineOptions { rules: RuleSet::ALL.without(off), ..all };
        let technique = crate::alphabeta::rule_set::Technique::TranspositionTable;
        let without = EngineOptions { rules: RuleSet::ALL.without_technique(technique), ..all };
        let found = |options| {
            let outcome = play(&mut engine(options), &Limits::depth(4));
            (outcome.best, outcome.score, outcome.nodes)
        };
        assert_eq!(found(fewer), found(all));
        assert_eq!(found(without), found(all));
    }
}

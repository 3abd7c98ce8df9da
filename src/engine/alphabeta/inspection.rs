//! Inspection of the engine's memory for one position: transposition table, move order, histories and static evaluation.
//! It changes nothing and may read memory while a search runs. [`Engine::static_values`], in contrast, is a search of its
//! own.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use super::Engine;
use super::history::{BACK, NO_CONT_INDEX, cont_index_of};
use super::node::BEFORE;
use super::order::{MovePicker, QuietHints};
use super::rule_set::{RuleSet, Technique};
use super::shared::{Shared, ThreadData};
use super::thread::{Search, corrected, correction, scaled};
use super::threats::Threats;
use super::tree::Silent;
use super::tt::{Entry, GENERATIONS, TAG_BITS, TAG_MASK, TranspositionTable, WAYS, depth_of};
use super::value::{INFINITE, UNKNOWN, Window, to_score};
use crate::clock::Deadline;
use crate::search::inspection::{
    ChainEnd, EvaluationView, InspectionRequest, OrderView, SearchInspection, TtEntryView, TtLink,
    TtSurvey, TtView,
};
use crate::search::limits::{Limits, StopSignal};
use crate::search::score::Score;
use tabia_chess::{Board, Move};
use tabia_games::game::position::GamePosition;

/// Longest chain of TT moves followed, plies.
const MAX_CHAIN: usize = 64;

/// Inspects a position with the memory of one thread.
pub(super) fn inspect(
    request: &InspectionRequest,
    tt: &TranspositionTable,
    rules: RuleSet,
    data: &ThreadData,
) -> SearchInspection {
    let board = request.position.board();
    let (cont_indices, last) = cont_indices_before(&request.position);
    let table = table(tt, &board);
    let threats = Threats::new(&board);
    let replies = QuietHints::replies(&board, threats, cont_indices);
    let counter = data.history.counter(replies.context.last_cont_index());
    let hints = QuietHints { counter, ..replies };
    let tt_move = table.entry.and_then(|entry| entry.mv);
    let mut picker = MovePicker::all(&board, tt_move, hints);
    picker.set_rules(rules);
    let best = table.entry.and_then(|entry| Some((entry.mv?, entry.depth)));
    let moves = picker.explained(&board, &data.history);
    let best_without = best.and_then(|(best, _)| {
        let mut others = MovePicker::all(&board, None, hints);
        others.set_rules(rules);
        let others = others.explained(&board, &data.history);
        let at = others.iter().position(|explained| explained.mv == best)?;
        Some((at + 1, others[at].stage))
    });
    let order = OrderView { moves, best, best_without };
    let mut history = data.history.view(&hints.context);
    history.after = last.and_then(|(before, mv)| Some((before.piece_on(mv.from())?, mv)));
    let evaluation = evaluation(&board, table.entry.as_ref(), data);
    SearchInspection { key: board.key(), table, order, history, evaluation }
}

/// The steps of [`Search::corrected_eval`], one by one.
fn evaluation(board: &Board, entry: Option<&TtEntryView>, data: &ThreadData) -> EvaluationView {
    let raw_cp = entry.and_then(|entry| entry.eval_cp);
    let correction_cp = correction(&data.correction, board);
    EvaluationView {
        raw_cp,
        scaled_cp: raw_cp.map(|raw| scaled(board, raw)),
        corrections: data.correction.parts(board),
        correction_cp,
        corrected_cp: raw_cp.map(|raw| corrected(board, raw, correction_cp)),
    }
}

/// Continuation-history indices of the moves before a position, and the last move with the board it was played on.
fn cont_indices_before(position: &GamePosition) -> ([usize; BACK.len()], Option<(Board, Move)>) {
    let mut cont_indices = [NO_CONT_INDEX; BEFORE + 1];
    let mut board = position.start;
    let mut last = None;
    let count = position.moves.len();
    for (at, &mv) in position.moves.iter().enumerate() {
        if let Some(cont_index) = cont_indices.get_mut(count - at) {
            *cont_index = cont_index_of(&board, mv);
        }
        last = Some((board, mv));
        board = board.after(mv);
    }
    (BACK.map(|back| cont_indices[back]), last)
}

/// The transposition table around a position.
fn table(tt: &TranspositionTable, board: &Board) -> TtView {
    let moves = board.legal_moves();
    let successors = moves.iter().map(|&mv| (mv, tt.view(board.after(mv).key())));
    let (chain, chain_end) = chain(tt, *board);
    TtView {
        entry: tt.view(board.key()),
        successors: successors.collect(),
        chain,
        chain_end,
        survey: tt.survey(),
    }
}

fn chain(tt: &TranspositionTable, mut board: Board) -> (Vec<TtLink>, ChainEnd) {
    let (mut chain, mut keys) = (Vec::new(), vec![board.key()]);
    while chain.len() < MAX_CHAIN {
        let Some(entry) = tt.view(board.key()) else {
            let over = !board.has_legal_move();
            return (chain, if over { ChainEnd::GameOver } else { ChainEnd::NotFound });
        };
        let Some(mv) = entry.mv else {
            let over = !board.has_legal_move();
            return (chain, if over { ChainEnd::GameOver } else { ChainEnd::NoMove });
        };
        if !board.is_legal(mv) {
            return (chain, ChainEnd::NotLegal);
        }
        chain.push(TtLink { mv, entry });
        board = board.after(mv);
        if keys.contains(&board.key()) {
            return (chain, ChainEnd::Repetition);
        }
        keys.push(board.key());
    }
    (chain, ChainEnd::Long)
}

/// Static evaluation and quiescence search of a position, side to move's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticValues {
    /// The static evaluation, centipawns, uncorrected.
    pub static_cp: i32,
    /// The value of quiescence.
    pub quiescence: Score,
    /// Principal variation of the quiescence search.
    pub line: Vec<Move>,
    /// Nodes of quiescence.
    pub nodes: u64,
}

impl Engine {
    /// Static evaluation and quiescence search of a position with the current options. The transposition table is
    /// neither read nor written, so results of earlier searches have no influence. Draw rules are checked first, as at
    /// every node. Like every search, it clears the killers of the previous one.
    pub fn static_values(&mut self, position: &GamePosition) -> Option<StaticValues> {
        let (board, keys) = (position.board(), position.keys());
        let (signal, limits) = (StopSignal::never(), Limits::default());
        let deadline = Deadline::new(&limits, &board, Duration::ZERO);
        let mut shared = Shared::new(&self.tt, &signal, &limits, &self.reductions, deadline, 1);
        shared.rules = self.options.rules.without_technique(Technique::TranspositionTable);
        shared.evaluation = super::evaluation(self.options.eval, self.network.as_deref());
        let data = self.threads.first_mut()?;
        let mut search = Search::new(&shared, 0, keys, board, data, Silent);
        let static_cp = search.raw_eval(&board, 0);
        let window = Window { alpha: -INFINITE, beta: INFINITE };
        let value = search.qsearch::<true>(&board, 0, window);
        let line = search.data.stack[0].pv.to_vec();
        let nodes = search.counts.nodes;
        Some(StaticValues { static_cp, quiescence: to_score(value), line, nodes })
    }
}

// Transposition table: one entry, decoded and raw, and statistics of a sample.

/// Maximum number of clusters read by [`TranspositionTable::survey`].
const SURVEYED: usize = 1 << 14;

impl TranspositionTable {
    /// The entry of this key, decoded and raw.
    pub fn view(&self, key: u64) -> Option<TtEntryView> {
        let clusters = self.clusters().len() as u128;
        let cluster = self.cluster(key)?;
        let (way, data) = cluster.find(key)?;
        let entry = Entry::unpack(data);
        let tags = cluster.tags.load(Relaxed);
        Some(TtEntryView {
            mv: entry.mv,
            score: (entry.value != UNKNOWN).then(|| to_score(entry.value)),
            bound: entry.bound,
            eval_cp: (entry.eval != UNKNOWN).then_some(entry.eval),
            depth: entry.depth,
            pv: entry.pv,
            age: self.age(data),
            cluster: ((u128::from(key) * clusters) >> 64) as u64,
            way: way as u8,
            tag: (tags >> (way as u32 * TAG_BITS) & TAG_MASK) as u32,
            data,
        })
    }

    /// Statistics of a sample of the table.
    pub fn survey(&self) -> TtSurvey {
        let clusters = self.clusters();
        let step = clusters.len().div_ceil(SURVEYED).max(1);
        let mut survey = TtSurvey {
            capacity: (clusters.len() * WAYS) as u64,
            by_age: vec![0; usize::from(GENERATIONS)],
            by_depth: vec![0; 256],
            ..TtSurvey::default()
        };
        for word in clusters.iter().step_by(step).flat_map(|cluster| &cluster.data) {
            let data = word.load(Relaxed);
            survey.sampled += 1;
            if data == 0 {
                survey.empty += 1;
                continue;
            }
            survey.by_age[usize::from(self.age(data))] += 1;
            survey.by_depth[depth_of(data) as usize] += 1;
            survey.by_bound[(data >> 56 & 3) as usize] += 1;
        }
        survey
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta::options::{EngineOptions, EvalKind};
    use crate::alphabeta::static_eval;
    use crate::alphabeta::tree::TreeBudget;
    use crate::search::score::{Bound, Score};
    use tabia_chess::{Board, Move};

    #[test]
    fn quiescence_sees_what_the_static_evaluation_cannot() {
        let options =
            EngineOptions { hash_mib: 1, eval: EvalKind::Material, ..EngineOptions::default() };
        let mut engine = Engine::new(&options);
        // White is a queen down and captures a queen.
        let board = Board::from_fen("3q2k1/8/8/8/3q4/8/8/3R3K w - - 0 1").unwrap();
        let values = engine.static_values(&GamePosition::new(board)).unwrap();
        assert_eq!(values.static_cp, 500 - 1800);
        let squares = values.line.iter().map(|mv| format!("{}{}", mv.from(), mv.to()));
        let taken: Vec<String> = squares.collect();
        // The rook is lost for the queen: 0 + 500 - 900 - 500.
        assert_eq!((taken.join(" ").as_str(), values.quiescence), ("d1d4 d8d4", Score::Cp(-900)));
    }

    #[test]
    fn the_steps_of_the_evaluation_give_the_one_the_search_uses() {
        let fen = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 7 10";
        let position = GamePosition::new(Board::from_fen(fen).unwrap());
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let stop = StopSignal::never();
        engine.go(&position, &Limits::depth(9), &stop, &mut ());
        let request = InspectionRequest { position: position.clone() };
        let seen = engine.inspect(&request).unwrap().evaluation;
        let budget = TreeBudget { nodes: 100, plies: 1 };
        let (_, tree) = engine.record(&position, &Limits::depth(1), &stop, &mut (), budget);
        let root = tree.nodes[0];
        assert_eq!((seen.raw_cp, seen.corrected_cp), (root.raw_eval, root.static_eval));
        assert_ne!(seen.correction_cp, 0, "the search has met errors: {seen:?}");
        let sum: f64 = seen.corrections.iter().map(|(_, cp)| cp).sum();
        assert!((sum - f64::from(seen.correction_cp)).abs() < 1.0, "{seen:?}");
        assert_eq!(seen.scaled_cp, seen.raw_cp.map(|raw| raw * 193 / 200));
    }

    #[test]
    fn the_static_evaluation_by_itself_is_the_one_of_the_search() {
        let known = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
        let middlegame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10";
        for eval in [EvalKind::Network, EvalKind::HandCrafted, EvalKind::Material] {
            let options = EngineOptions { hash_mib: 1, eval, ..EngineOptions::default() };
            let mut engine = Engine::new(&options);
            for fen in [known, middlegame] {
                let board = Board::from_fen(fen).unwrap();
                let values = engine.static_values(&GamePosition::new(board)).unwrap();
                assert_eq!(static_eval(eval, &board), values.static_cp, "{eval:?} {fen}");
            }
        }
    }

    #[test]
    fn the_line_of_hash_moves_ends_with_the_reason_of_its_last_position() {
        let middlegame = "1r1q1rk1/2pb1ppp/2p1pn2/8/QbBP4/2N5/PP3PPP/R1BR2K1 b - - 2 13";
        let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
        for (fen, over) in [(middlegame, false), (mate, true)] {
            let start = Board::from_fen(fen).unwrap();
            let options = EngineOptions { hash_mib: 4, ..EngineOptions::default() };
            let mut engine = Engine::new(&options);
            let position = GamePosition::new(start);
            engine.go(&position, &Limits::depth(8), &StopSignal::never(), &mut ());
            let (chain, end) = chain(&engine.tt, start);
            let last = chain.iter().fold(start, |board, link| board.after(link.mv));
            assert_eq!((end == ChainEnd::GameOver, last.has_legal_move()), (over, !over), "{fen}");
        }
    }

    #[test]
    fn an_entry_is_read_as_written_and_ages() {
        let mut table = TranspositionTable::new(1, 1);
        table.new_search();
        let entry = Entry {
            mv: Move::from_bits(0x1234),
            value: -37,
            eval: UNKNOWN,
            depth: 9,
            bound: Some(Bound::Upper),
            pv: true,
        };
        let key = 0x9e37_79b9_7f4a_7c15;
        table.store(key, entry);
        let seen = table.view(key).unwrap();
        assert_eq!((seen.mv, seen.score, seen.eval_cp), (entry.mv, Some(Score::Cp(-37)), None));
        assert_eq!((seen.bound, seen.depth, seen.pv, seen.age), (entry.bound, 9, true, 0));
        assert_eq!(Entry::unpack(seen.data), entry);
        assert_eq!(table.view(!key), None);
        table.new_search();
        assert_eq!(table.view(key).unwrap().age, 1);
        let survey = table.survey();
        assert_eq!(survey.capacity, 1024 * 1024 / 32 * 3);
        assert!(survey.sampled > 0 && survey.sampled <= survey.capacity);
        let filled: u64 = survey.by_bound.iter().sum();
        assert_eq!(filled + survey.empty, survey.sampled);
    }
}

//! Staged move picker: moves that a cutoff makes unnecessary are never generated or scored. Also the move order
//! explained move by move.

use arrayvec::ArrayVec;

use super::history::{BACK, History, HistoryContext, NO_CONT_INDEX, captured, cont_index};
use super::params as p;
use super::rule_set::{RuleSet, Technique};
use super::threats::{Threats, check_squares, threat_to};
use super::value::Value;
use crate::search::inspection::{OrderStage, OrderedMove};
use tabia_chess::{Bitboard, Board, Move, MoveList, PieceType, see};

// Fixed parts of the move scores, in history units unless stated otherwise; the tunable ones are in `params`.

/// Score of the captured piece, pawn to king.
pub(super) const CAPTURE_VALUE: [i32; 6] = [1_000, 3_000, 3_200, 5_000, 10_000, 0];
/// Score of a queen promotion.
pub(super) const QUEEN_PROMOTION_SCORE: i32 = 9_000;
/// Score of other promotions, which come last.
pub(super) const UNDERPROMOTION_SCORE: i32 = -20_000;
/// Bonus for leaving the attack of a less valuable piece, and penalty for entering one, by the moved piece, pawn to king.
pub(super) const ESCAPE_BONUS: [i32; 6] = [0, 5_000, 5_000, 9_000, 16_000, 0];
/// A check that loses more than this by SEE gets no bonus, centipawns.
pub(super) const CHECK_SEE: Value = -75;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    GenerateUnordered,
    Unordered,
    Done,
}

/// A move and its score in one number: score in the high bits, move in the low bits. Moves with equal scores are
/// therefore ordered by their bits, and the search does not depend on the generation order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ScoredMove(i64);

impl ScoredMove {
    #[inline]
    fn new(mv: Move, score: i32) -> ScoredMove {
        ScoredMove(i64::from(score) << 16 | i64::from(mv.bits()))
    }

    #[inline]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }
}

/// Data for scoring the quiet moves of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietHints {
    pub(super) killers: [Option<Move>; 2],
    pub(super) counter: Option<Move>,
    pub(super) context: HistoryContext,
    pub(super) ply: usize,
    pub(super) threats: Threats,
}

impl QuietHints {
    /// Used where no quiet move is needed or nothing is known.
    pub(super) fn none(board: &Board, threats: Threats) -> QuietHints {
        QuietHints::replies(board, threats, [NO_CONT_INDEX; BACK.len()])
    }

    /// Only the previous moves are known, by their continuation-history indices.
    pub(super) fn replies(
        board: &Board,
        threats: Threats,
        cont_indices: [usize; BACK.len()],
    ) -> QuietHints {
        let context = HistoryContext::new(board, threats.all, cont_indices);
        QuietHints { killers: [None; 2], counter: None, context, ply: usize::MAX, threats }
    }
}

/// Move picker of one node.
#[derive(Debug)]
pub(super) struct MovePicker {
    pub(super) stage: Stage,
    tt_move: Option<Move>,
    pub(super) hints: QuietHints,
    /// Bad captures (`..bad`), then the moves not picked yet (`next..`).
    list: ArrayVec<ScoredMove, { MoveList::CAPACITY }>,
    bad: usize,
    next: usize,
    /// SEE threshold of a good capture.
    see_floor: Value,
    noisy_only: bool,
    /// Whether captures below the threshold are left out.
    good_only: bool,
    /// Whether `hints.threats` has been computed.
    threats_known: bool,
}

impl MovePicker {
    /// All moves. An illegal TT move is ignored.
    pub(super) fn all(board: &Board, tt_move: Option<Move>, hints: QuietHints) -> MovePicker {
        let tt_move = tt_move.filter(|&mv| board.is_legal(mv));
        MovePicker {
            stage: if tt_move.is_some() { Stage::TtMove } else { Stage::GenerateNoisy },
            tt_move,
            hints,
            list: ArrayVec::new_const(),
            bad: 0,
            next: 0,
            see_floor: 0,
            noisy_only: false,
            good_only: false,
            threats_known: true,
        }
    }

    /// Captures and promotions with a SEE value of at least `see_floor`. Threats are computed for their target squares
    /// only.
    pub(super) fn noisy(board: &Board, tt_move: Option<Move>, see_floor: Value) -> MovePicker {
        let tt_move = tt_move.filter(|mv| mv.is_noisy());
        let hints = QuietHints::none(board, Threats::default());
        let all = MovePicker::all(board, tt_move, hints);
        MovePicker { see_floor, noisy_only: true, good_only: true, threats_known: false, ..all }
    }

    /// Picks moves in generation order if [`Technique::Ordering`] is off.
    #[inline]
    pub(super) fn set_rules(&mut self, rules: RuleSet) {
        if !rules.uses(Technique::Ordering) {
            self.stage = Stage::GenerateUnordered;
        }
    }

    /// Skips all remaining quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.noisy_only = true;
        if self.stage == Stage::Quiet {
            self.stage = Stage::BadNoisy;
            self.next = 0;
        }
    }

    /// Whether the capture picked last is a bad one.
    pub(super) fn is_bad_noisy(&self, board: &Board, mv: Move) -> bool {
        match self.stage {
            Stage::BadNoisy => true,
            Stage::Unordered => !see::at_least(board, mv, self.see_floor),
            _ => false,
        }
    }

    pub(super) fn next(&mut self, board: &Board, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    return self.tt_move;
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(board, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.next_good_noisy(board) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.list.truncate(self.bad);
                    self.next = self.bad;
                    if !self.noisy_only {
                        self.generate_quiet(board, history);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some(scored) = self.pop_best() {
                        return scored.mv();
                    }
                    self.stage = Stage::BadNoisy;
                    self.next = 0;
                }
                Stage::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return self.list[self.next - 1].mv();
                    }
                    self.stage = Stage::Done;
                }
                Stage::GenerateUnordered => {
                    let moves = board.legal_moves();
                    self.list.extend(moves.iter().map(|&mv| ScoredMove::new(mv, 0)));
                    self.stage = Stage::Unordered;
                }
                Stage::Unordered => match self.next_unordered(board) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn generate_noisy(&mut self, board: &Board, history: &History) {
        for &mv in &board.noisy_moves() {
            if Some(mv) == self.tt_move {
                continue;
            }
            let victim = captured(board, mv);
            let mut score = victim.map_or(0, |kind| CAPTURE_VALUE[kind.index()]);
            score += match mv.promotion() {
                None => 0,
                Some(PieceType::Queen) => QUEEN_PROMOTION_SCORE,
                Some(_) => UNDERPROMOTION_SCORE,
            };
            let threats =
                if self.threats_known { self.hints.threats.all } else { threat_to(board, mv.to()) };
            score += history.noisy(board, threats, mv) * p::weight_noisy() / 16;
            self.list.push(ScoredMove::new(mv, score));
        }
    }

    fn generate_quiet(&mut self, board: &Board, history: &History) {
        let checks = check_squares(board);
        for &mv in &board.quiet_moves() {
            if Some(mv) == self.tt_move {
                continue;
            }
            let score = self.quiet_score(board, history, &checks, mv);
            self.list.push(ScoredMove::new(mv, score));
        }
    }

    #[inline]
    fn quiet_score(
        &self,
        board: &Board,
        history: &History,
        checks: &[Bitboard; PieceType::COUNT],
        mv: Move,
    ) -> i32 {
        let hints = &self.hints;
        if hints.killers[0] == Some(mv) {
            return p::order_killer() + 1;
        } else if hints.killers[1] == Some(mv) {
            return p::order_killer();
        } else if hints.counter == Some(mv) {
            return p::order_counter();
        }
        let Some(piece) = board.piece_on(mv.from()) else { return 0 };
        let mut score = history.quiet(&hints.context, mv, cont_index(piece, mv));
        score += history.low_ply(hints.ply, mv);
        let kind = piece.kind();
        if checks[kind.index()].has(mv.to()) && see::at_least(board, mv, CHECK_SEE) {
            score += p::order_check();
        }
        let lesser = hints.threats.by_lesser(kind);
        let escape = i32::from(lesser.has(mv.from())) - i32::from(lesser.has(mv.to()));
        score + escape * ESCAPE_BONUS[kind.index()] * p::order_escape() / 100
    }

    /// Score of the last move picked, if it came from the list.
    #[cfg(test)]
    pub(super) fn last_score(&self) -> Option<i32> {
        self.list.get(self.next.checked_sub(1)?).map(|scored| (scored.0 >> 16) as i32)
    }

    /// The next move in generation order.
    #[cold]
    fn next_unordered(&mut self, board: &Board) -> Option<Move> {
        while let Some(scored) = self.list.get(self.next) {
            self.next += 1;
            let mv = scored.mv()?;
            let too_bad = self.good_only && !see::at_least(board, mv, self.see_floor);
            if !self.noisy_only || mv.is_noisy() && !too_bad {
                return Some(mv);
            }
        }
        None
    }

    /// The next good capture; bad ones are moved to the front of the list.
    fn next_good_noisy(&mut self, board: &Board) -> Option<Move> {
        while let Some(scored) = self.pop_best() {
            let mv = scored.mv()?;
            let allowed = if self.noisy_only { 0 } else { allowance(scored) };
            if see::at_least(board, mv, self.see_floor - allowed) {
                return Some(mv);
            }
            if !self.noisy_only {
                self.list[self.bad] = scored;
                self.bad += 1;
            }
        }
        None
    }

    /// Removes and returns the highest score of `next..`.
    #[inline]
    fn pop_best(&mut self) -> Option<ScoredMove> {
        let rest = &mut self.list[self.next..];
        let (mut found, mut best) = (*rest.first()?, 0);
        for (at, &scored) in rest.iter().enumerate() {
            if scored > found {
                (found, best) = (scored, at);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(found)
    }
}

/// How much a capture with this score may lose and still count as good, centipawns.
#[inline]
fn allowance(scored: ScoredMove) -> Value {
    let score = (scored.0 >> 16) as i32;
    score.checked_div(p::order_see()).unwrap_or(0)
}

// The explained order uses the picker itself, so the order shown is that of a node with these hints.

impl MovePicker {
    /// All moves in picker order with the parts of their scores.
    pub(super) fn explained(mut self, board: &Board, history: &History) -> Vec<OrderedMove> {
        let mut moves = Vec::new();
        while let Some(mv) = self.next(board, history) {
            let stage = self.stage_of(mv, moves.is_empty());
            let parts = match stage {
                OrderStage::TtMove | OrderStage::Generated => Vec::new(),
                OrderStage::GoodNoisy | OrderStage::BadNoisy => {
                    self.noisy_parts(board, history, mv)
                }
                OrderStage::Refutation | OrderStage::Quiet => self.quiet_parts(board, history, mv),
            };
            let parts: Vec<_> = parts.into_iter().filter(|&(_, part)| part != 0).collect();
            let score = parts.iter().map(|&(_, part)| part).sum();
            let see_cp = mv.is_noisy().then(|| see::value(board, mv));
            moves.push(OrderedMove { mv, stage, score, parts, see_cp });
        }
        moves
    }

    /// The stage that has just returned `mv`.
    fn stage_of(&self, mv: Move, first: bool) -> OrderStage {
        match self.stage {
            Stage::GenerateNoisy if first => OrderStage::TtMove,
            Stage::Unordered | Stage::GenerateUnordered => OrderStage::Generated,
            Stage::BadNoisy => OrderStage::BadNoisy,
            Stage::Quiet if self.refutation(mv).is_some() => OrderStage::Refutation,
            Stage::Quiet => OrderStage::Quiet,
            _ => OrderStage::GoodNoisy,
        }
    }

    /// Killer or counter move, and its bonus.
    fn refutation(&self, mv: Move) -> Option<(&'static str, i32)> {
        let hints = &self.hints;
        if hints.killers[0] == Some(mv) {
            Some(("killer 1", p::order_killer() + 1))
        } else if hints.killers[1] == Some(mv) {
            Some(("killer 2", p::order_killer()))
        } else if hints.counter == Some(mv) {
            Some(("counter move", p::order_counter()))
        } else {
            None
        }
    }

    fn noisy_parts(&self, board: &Board, history: &History, mv: Move) -> Vec<(&'static str, i32)> {
        let victim = captured(board, mv).map_or(0, |kind| CAPTURE_VALUE[kind.index()]);
        let promotion = match mv.promotion() {
            None => 0,
            Some(PieceType::Queen) => QUEEN_PROMOTION_SCORE,
            Some(_) => UNDERPROMOTION_SCORE,
        };
        let past = history.noisy(board, self.hints.threats.all, mv) * p::weight_noisy() / 16;
        vec![("victim", victim), ("promotion", promotion), ("capture history", past)]
    }

    fn quiet_parts(&self, board: &Board, history: &History, mv: Move) -> Vec<(&'static str, i32)> {
        if let Some(refutation) = self.refutation(mv) {
            return vec![refutation];
        }
        let Some(piece) = board.piece_on(mv.from()) else { return Vec::new() };
        let (hints, kind) = (&self.hints, piece.kind());
        let mut parts = history.quiet_parts(&hints.context, mv, cont_index(piece, mv));
        parts.push(("near the root", history.low_ply(hints.ply, mv)));
        let gives_check = check_squares(board)[kind.index()].has(mv.to());
        let sound = gives_check && see::at_least(board, mv, CHECK_SEE);
        parts.push(("check", if sound { p::order_check() } else { 0 }));
        let lesser = hints.threats.by_lesser(kind);
        let escape = i32::from(lesser.has(mv.from())) - i32::from(lesser.has(mv.to()));
        let worth = escape * ESCAPE_BONUS[kind.index()] * p::order_escape() / 100;
        parts.push((if escape < 0 { "enters attack" } else { "leaves attack" }, worth));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::{BACK, HistoryContext, NO_CONT_INDEX, cont_index_of};
    use super::super::threats::Threats;
    use super::*;
    use tabia_chess::{SplitMix64, uci_move};

    /// Either knight can be captured by a pawn; both are defended.
    const TWO_KNIGHTS: &str = "4k3/2p2p2/3n2n1/4P2P/8/8/8/4K3 w - - 0 1";

    #[test]
    fn captures_alone_are_ordered_by_the_history_that_updates_write() {
        let board = Board::from_fen(TWO_KNIGHTS).unwrap();
        let moves = ["e5d6", "h5g6"].map(|text| uci_move::parse(&board, text).unwrap());
        for best in moves {
            let mut history = History::new();
            history.update_noisy(&board, Threats::new(&board).all, best, 4_000);
            let mut picker = MovePicker::noisy(&board, None, 0);
            assert_eq!(picker.next(&board, &history), Some(best));
        }
    }

    #[test]
    fn without_quiet_moves_the_generation_order_keeps_losing_captures() {
        // The queen can capture a defended pawn, the rook an undefended one.
        let board = Board::from_fen("4k3/8/2p5/3p4/7p/8/8/3QK2R w - - 0 1").unwrap();
        let noisy: Vec<Move> = board.noisy_moves().iter().copied().collect();
        assert_eq!(noisy.len(), 2);
        let losing = uci_move::parse(&board, "d1d5").unwrap();
        let history = History::new();
        let rules = RuleSet::ALL.without_technique(Technique::Ordering);
        let hints = QuietHints::none(&board, Threats::new(&board));
        for rules in [RuleSet::ALL, rules] {
            let mut picker = MovePicker::all(&board, None, hints);
            picker.set_rules(rules);
            // After a good move the quiet ones are skipped, as late move pruning does.
            let mut picked = vec![picker.next(&board, &history).unwrap()];
            picker.skip_quiets();
            while let Some(mv) = picker.next(&board, &history) {
                assert_eq!(picker.is_bad_noisy(&board, mv), mv == losing);
                picked.push(mv);
            }
            assert!(noisy.iter().all(|mv| picked.contains(mv)), "{picked:?}");
            let mut picker = MovePicker::noisy(&board, None, 0);
            picker.set_rules(rules);
            let picked: Vec<Move> = std::iter::from_fn(|| picker.next(&board, &history)).collect();
            assert!(picked.len() == 1 && !picked.contains(&losing), "{picked:?}");
        }
    }

    #[test]
    fn ways_out_of_check_are_ordered_by_the_history_that_updates_write() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/r3K3 w - - 0 1").unwrap();
        let threats = Threats::new(&board);
        let cont_indices = [NO_CONT_INDEX; BACK.len()];
        // The king leaves an attacked square, so its history context differs from the one without threats.
        let [context, unthreatened] = [threats.all, Bitboard::EMPTY]
            .map(|threats| HistoryContext::new(&board, threats, cont_indices));
        let ways = board.quiet_moves();
        assert_eq!(ways.len(), 3);
        for &best in &ways {
            let mut history = History::new();
            history.update_butterfly_and_pawn(&context, best, cont_index_of(&board, best), 4_000);
            for &other in ways.iter().filter(|&&other| other != best) {
                history.update_butterfly_and_pawn(
                    &unthreatened,
                    other,
                    cont_index_of(&board, other),
                    3_000,
                );
            }
            let hints = QuietHints::replies(&board, threats, cont_indices);
            let mut picker = MovePicker::all(&board, None, hints);
            assert_eq!(picker.next(&board, &history), Some(best));
        }
    }

    /// A history with random bonuses for random moves of the position.
    fn experienced(board: &Board, context: &HistoryContext, rng: &mut SplitMix64) -> History {
        let mut history = History::new();
        for &mv in &board.legal_moves() {
            let bonus = rng.below(4000) as i32 - 2000;
            if mv.is_noisy() {
                history.update_noisy(board, Threats::new(board).all, mv, bonus);
            } else {
                history.update_quiet(context, 0, mv, cont_index_of(board, mv), bonus);
            }
        }
        history
    }

    #[test]
    fn parts_add_up_to_what_the_moves_are_ordered_by() {
        let mut rng = SplitMix64::new(9);
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ];
        for (fen, round) in fens.into_iter().flat_map(|fen| (0..20).map(move |round| (fen, round)))
        {
            let board = Board::from_fen(fen).unwrap();
            let threats = Threats::new(&board);
            let context = HistoryContext::new(&board, threats.all, [NO_CONT_INDEX; BACK.len()]);
            let history = experienced(&board, &context, &mut rng);
            let quiet: Vec<Move> = board.quiet_moves().iter().copied().collect();
            let pick = |rng: &mut SplitMix64| Some(quiet[rng.below(quiet.len())]);
            let killers = [pick(&mut rng), pick(&mut rng)];
            let counter = pick(&mut rng);
            let tt_move = if round % 2 == 0 { pick(&mut rng) } else { None };
            let hints = QuietHints { killers, counter, context, ply: 0, threats };
            let explained = MovePicker::all(&board, tt_move, hints).explained(&board, &history);
            let mut picker = MovePicker::all(&board, tt_move, hints);
            for explained in &explained {
                let mv = picker.next(&board, &history);
                assert_eq!(mv, Some(explained.mv), "{fen}");
                assert_eq!(explained.stage == OrderStage::TtMove, Some(explained.mv) == tt_move);
                if matches!(explained.stage, OrderStage::Quiet | OrderStage::Refutation) {
                    let score = picker.last_score().unwrap();
                    assert_eq!(explained.score, score, "{fen}: {explained:?}");
                }
            }
            assert_eq!(explained.len(), board.legal_moves().len());
            let scores =
                |stage| explained.iter().filter(move |t| t.stage == stage).map(|t| t.score);
            for stage in [OrderStage::GoodNoisy, OrderStage::Quiet] {
                let scores: Vec<i32> = scores(stage).collect();
                assert!(scores.is_sorted_by(|a, b| a >= b), "{fen}: {scores:?}");
            }
        }
    }
}

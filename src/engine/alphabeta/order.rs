//! The order in which moves are tried, produced in stages so that what a cut-off makes superfluous
//! is never generated; and the order explained move by move.

use arrayvec::ArrayVec;

use super::history::{BACK, History, NO_CONT_INDEX, Scope, captured, cont_index};
use super::params as p;
use super::rule_set::{RuleSet, Technique};
use super::threats::{Threats, check_squares, threat_to};
use super::value::Value;
use crate::search::inspection::{OrderStage, OrderedMove};
use tabia_chess::{Bitboard, Board, Move, MoveList, PieceType, see};
use tabia_text::t;

/// What a captured piece adds to the order of captures, in history units.
pub(super) const CAPTURE_WORTH: [i32; 6] = [1_000, 3_000, 3_200, 5_000, 10_000, 0];
/// What promoting to a queen adds.
pub(super) const QUEEN_WORTH: i32 = 9_000;
/// Promotions to anything else come last.
pub(super) const UNDERPROMOTION_WORTH: i32 = -20_000;
/// What a piece gains in order by leaving the attack of a lesser one, and loses by entering it.
pub(super) const ESCAPE_WORTH: [i32; 6] = [0, 5_000, 5_000, 9_000, 16_000, 0];
/// A check that loses more than this is no better than another move, centipawns.
pub(super) const CHECK_SEE: Value = -75;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    TtMove,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    MakePlain,
    Plain,
    Done,
}

/// A move and its score in one number: the score above, the move below. Moves of equal score are
/// thus ordered by themselves, and the search does not depend on the order they are generated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(i64);

impl Scored {
    #[inline]
    fn new(mv: Move, score: i32) -> Scored {
        Scored(i64::from(score) << 16 | i64::from(mv.bits()))
    }

    #[inline]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }
}

/// What speaks for a quiet move before it is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietHints {
    pub(super) killers: [Option<Move>; 2],
    pub(super) counter: Option<Move>,
    pub(super) scope: Scope,
    pub(super) ply: usize,
    pub(super) threats: Threats,
}

impl QuietHints {
    /// Where no quiet move is going to be asked for, or nothing is known.
    pub(super) fn none(board: &Board, threats: Threats) -> QuietHints {
        QuietHints::replies(board, threats, [NO_CONT_INDEX; BACK.len()])
    }

    /// Where nothing but the moves before is known, by the rows of those one, two, four and six plies back.
    pub(super) fn replies(
        board: &Board,
        threats: Threats,
        cont_indices: [usize; BACK.len()],
    ) -> QuietHints {
        let scope = Scope::new(board, threats.all, cont_indices);
        QuietHints { killers: [None; 2], counter: None, scope, ply: usize::MAX, threats }
    }
}

/// Hands out the moves of one node, best first as far as anyone can tell.
#[derive(Debug)]
pub(super) struct Picker {
    pub(super) stage: Stage,
    table_move: Option<Move>,
    pub(super) hints: QuietHints,
    /// Losing captures set aside (`..bad`), then what is still to be handed out (`next..`).
    list: ArrayVec<Scored, { MoveList::CAPACITY }>,
    bad: usize,
    next: usize,
    /// Captures that lose more than this by static exchange count as bad.
    see_floor: Value,
    noisy_only: bool,
    /// Whether the hints know what the opponent attacks.
    surveyed: bool,
}

impl Picker {
    /// All moves. A table move that is not legal here is ignored.
    pub(super) fn all(board: &Board, table_move: Option<Move>, hints: QuietHints) -> Picker {
        let table_move = table_move.filter(|&mv| board.is_legal(mv));
        Picker {
            stage: if table_move.is_some() { Stage::TtMove } else { Stage::MakeNoisy },
            table_move,
            hints,
            list: ArrayVec::new_const(),
            bad: 0,
            next: 0,
            see_floor: 0,
            noisy_only: false,
            surveyed: true,
        }
    }

    /// Captures and promotions that do not lose more than `see_floor`; nothing else. What the opponent attacks is
    /// looked up for the squares they go to.
    pub(super) fn noisy(board: &Board, table_move: Option<Move>, see_floor: Value) -> Picker {
        let table_move = table_move.filter(|mv| mv.is_noisy());
        let hints = QuietHints::none(board, Threats::default());
        let all = Picker::all(board, table_move, hints);
        Picker { see_floor, noisy_only: true, surveyed: false, ..all }
    }

    /// Leaves the moves as they are generated where these rules leave out [`Technique::Ordering`].
    #[inline]
    pub(super) fn obey(&mut self, rules: RuleSet) {
        if !rules.uses(Technique::Ordering) {
            self.stage = Stage::MakePlain;
        }
    }

    /// No more quiet moves from now on.
    pub(super) fn skip_quiets(&mut self) {
        self.noisy_only = true;
        if self.stage == Stage::Quiet {
            self.stage = Stage::BadNoisy;
            self.next = 0;
        }
    }

    /// Whether captures judged losing are being handed out now.
    pub(super) fn at_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// The next move.
    pub(super) fn next(&mut self, board: &Board, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::MakeNoisy;
                    return self.table_move;
                }
                Stage::MakeNoisy => {
                    self.make_noisy(board, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.good_noisy(board) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::MakeQuiet,
                },
                Stage::MakeQuiet => {
                    self.list.truncate(self.bad);
                    self.next = self.bad;
                    if !self.noisy_only {
                        self.make_quiet(board, history);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some(scored) = self.best() {
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
                Stage::MakePlain => {
                    let moves = board.legal_moves();
                    self.list.extend(moves.iter().map(|&mv| Scored::new(mv, 0)));
                    self.stage = Stage::Plain;
                }
                Stage::Plain => match self.plain(board) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn make_noisy(&mut self, board: &Board, history: &History) {
        for &mv in &board.noisy_moves() {
            if Some(mv) == self.table_move {
                continue;
            }
            let victim = captured(board, mv);
            let mut score = victim.map_or(0, |kind| CAPTURE_WORTH[kind.index()]);
            score += match mv.promotion() {
                None => 0,
                Some(PieceType::Queen) => QUEEN_WORTH,
                Some(_) => UNDERPROMOTION_WORTH,
            };
            let threats =
                if self.surveyed { self.hints.threats.all } else { threat_to(board, mv.to()) };
            score += history.noisy(board, threats, mv) * p::weight_noisy() / 16;
            self.list.push(Scored::new(mv, score));
        }
    }

    fn make_quiet(&mut self, board: &Board, history: &History) {
        let checks = check_squares(board);
        for &mv in &board.quiet_moves() {
            if Some(mv) == self.table_move {
                continue;
            }
            let score = self.quiet_score(board, history, &checks, mv);
            self.list.push(Scored::new(mv, score));
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
        let mut score = history.quiet(&hints.scope, mv, cont_index(piece, mv));
        score += history.low(hints.ply, mv);
        let kind = piece.kind();
        if checks[kind.index()].has(mv.to()) && see::at_least(board, mv, CHECK_SEE) {
            score += p::order_check();
        }
        let lesser = hints.threats.by_lesser(kind);
        let escape = i32::from(lesser.has(mv.from())) - i32::from(lesser.has(mv.to()));
        score + escape * ESCAPE_WORTH[kind.index()] * p::order_escape() / 100
    }

    /// The score of the move handed out last, where it came off the list.
    #[cfg(test)]
    pub(super) fn scored_last(&self) -> Option<i32> {
        self.list.get(self.next.checked_sub(1)?).map(|scored| (scored.0 >> 16) as i32)
    }

    /// The next move as they were generated.
    #[cold]
    fn plain(&mut self, board: &Board) -> Option<Move> {
        while let Some(scored) = self.list.get(self.next) {
            self.next += 1;
            let mv = scored.mv()?;
            let wanted =
                !self.noisy_only || mv.is_noisy() && see::at_least(board, mv, self.see_floor);
            if wanted {
                return Some(mv);
            }
        }
        None
    }

    /// The best capture left that does not lose material; the others are set aside on the way.
    fn good_noisy(&mut self, board: &Board) -> Option<Move> {
        while let Some(scored) = self.best() {
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

    /// Takes the highest score out of `next..`.
    #[inline]
    fn best(&mut self) -> Option<Scored> {
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

/// What a capture of this score may lose and still count as good, centipawns.
#[inline]
fn allowance(scored: Scored) -> Value {
    let score = (scored.0 >> 16) as i32;
    score.checked_div(p::order_see()).unwrap_or(0)
}

// The explained order: the picker itself hands out the moves, so that the order shown is the order searched.

impl Picker {
    /// Every move in the order of the picker, with what its place is made of.
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

    /// The stage that has just handed out `mv`.
    fn stage_of(&self, mv: Move, first: bool) -> OrderStage {
        match self.stage {
            Stage::MakeNoisy if first => OrderStage::TtMove,
            Stage::Plain | Stage::MakePlain => OrderStage::Generated,
            Stage::BadNoisy => OrderStage::BadNoisy,
            Stage::Quiet if self.refutation(mv).is_some() => OrderStage::Refutation,
            Stage::Quiet => OrderStage::Quiet,
            _ => OrderStage::GoodNoisy,
        }
    }

    /// Which refutation a quiet move is, by the key of its name, and what that is worth.
    fn refutation(&self, mv: Move) -> Option<(&'static str, i32)> {
        let hints = &self.hints;
        if hints.killers[0] == Some(mv) {
            Some(("order-killer-1", p::order_killer() + 1))
        } else if hints.killers[1] == Some(mv) {
            Some(("order-killer-2", p::order_killer()))
        } else if hints.counter == Some(mv) {
            Some(("order-counter-move", p::order_counter()))
        } else {
            None
        }
    }

    fn noisy_parts(&self, board: &Board, history: &History, mv: Move) -> Vec<(&'static str, i32)> {
        let victim = captured(board, mv).map_or(0, |kind| CAPTURE_WORTH[kind.index()]);
        let promotion = match mv.promotion() {
            None => 0,
            Some(PieceType::Queen) => QUEEN_WORTH,
            Some(_) => UNDERPROMOTION_WORTH,
        };
        let past = history.noisy(board, self.hints.threats.all, mv) * p::weight_noisy() / 16;
        vec![
            (t!("order-victim"), victim),
            (t!("order-promotion"), promotion),
            (t!("order-capture-history"), past),
        ]
    }

    fn quiet_parts(&self, board: &Board, history: &History, mv: Move) -> Vec<(&'static str, i32)> {
        if let Some((key, worth)) = self.refutation(mv) {
            return vec![(tabia_text::text(key), worth)];
        }
        let Some(piece) = board.piece_on(mv.from()) else { return Vec::new() };
        let (hints, kind) = (&self.hints, piece.kind());
        let mut parts = history.quiet_parts(&hints.scope, mv, cont_index(piece, mv));
        parts.push((t!("order-near-root"), history.low(hints.ply, mv)));
        let gives_check = check_squares(board)[kind.index()].has(mv.to());
        let sound = gives_check && see::at_least(board, mv, CHECK_SEE);
        parts.push((t!("order-check"), if sound { p::order_check() } else { 0 }));
        let lesser = hints.threats.by_lesser(kind);
        let escape = i32::from(lesser.has(mv.from())) - i32::from(lesser.has(mv.to()));
        let worth = escape * ESCAPE_WORTH[kind.index()] * p::order_escape() / 100;
        let name = if escape < 0 { t!("order-enters-attack") } else { t!("order-leaves-attack") };
        parts.push((name, worth));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::{BACK, NO_CONT_INDEX, Scope, cont_index_of};
    use super::super::threats::Threats;
    use super::*;
    use tabia_chess::{SplitMix64, uci_move};

    /// Both knights can be taken, by a pawn each, and both are defended.
    const TWO_KNIGHTS: &str = "4k3/2p2p2/3n2n1/4P2P/8/8/8/4K3 w - - 0 1";

    #[test]
    fn captures_alone_are_ordered_by_the_history_that_updates_write() {
        let board = Board::from_fen(TWO_KNIGHTS).unwrap();
        let moves = ["e5d6", "h5g6"].map(|text| uci_move::parse(&board, text).unwrap());
        for best in moves {
            let mut history = History::new();
            history.update_noisy(&board, Threats::new(&board).all, best, 4_000);
            let mut picker = Picker::noisy(&board, None, 0);
            assert_eq!(picker.next(&board, &history), Some(best));
        }
    }

    #[test]
    fn ways_out_of_check_are_ordered_by_the_history_that_updates_write() {
        let board = Board::from_fen("4k3/8/8/8/8/8/8/r3K3 w - - 0 1").unwrap();
        let threats = Threats::new(&board);
        let cont_indices = [NO_CONT_INDEX; BACK.len()];
        // The king leaves an attacked square: filed as if it did not, other moves mean nothing.
        let [scope, unthreatened] =
            [threats.all, Bitboard::EMPTY].map(|threats| Scope::new(&board, threats, cont_indices));
        let ways = board.quiet_moves();
        assert_eq!(ways.len(), 3);
        for &best in &ways {
            let mut history = History::new();
            history.update_squares(&scope, best, cont_index_of(&board, best), 4_000);
            for &other in ways.iter().filter(|&&other| other != best) {
                history.update_squares(&unthreatened, other, cont_index_of(&board, other), 3_000);
            }
            let hints = QuietHints::replies(&board, threats, cont_indices);
            let mut picker = Picker::all(&board, None, hints);
            assert_eq!(picker.next(&board, &history), Some(best));
        }
    }

    /// A history in which random moves of the position fared at random.
    fn experienced(board: &Board, scope: &Scope, rng: &mut SplitMix64) -> History {
        let mut history = History::new();
        for &mv in &board.legal_moves() {
            let bonus = rng.below(4000) as i32 - 2000;
            if mv.is_noisy() {
                history.update_noisy(board, Threats::new(board).all, mv, bonus);
            } else {
                history.update_quiet(scope, 0, mv, cont_index_of(board, mv), bonus);
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
            let scope = Scope::new(&board, threats.all, [NO_CONT_INDEX; BACK.len()]);
            let history = experienced(&board, &scope, &mut rng);
            let quiet: Vec<Move> = board.quiet_moves().iter().copied().collect();
            let pick = |rng: &mut SplitMix64| Some(quiet[rng.below(quiet.len())]);
            let killers = [pick(&mut rng), pick(&mut rng)];
            let counter = pick(&mut rng);
            let tt_move = if round % 2 == 0 { pick(&mut rng) } else { None };
            let hints = QuietHints { killers, counter, scope, ply: 0, threats };
            let explained = Picker::all(&board, tt_move, hints).explained(&board, &history);
            let mut picker = Picker::all(&board, tt_move, hints);
            for explained in &explained {
                let mv = picker.next(&board, &history);
                assert_eq!(mv, Some(explained.mv), "{fen}");
                assert_eq!(explained.stage == OrderStage::TtMove, Some(explained.mv) == tt_move);
                if matches!(explained.stage, OrderStage::Quiet | OrderStage::Refutation) {
                    let score = picker.scored_last().unwrap();
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

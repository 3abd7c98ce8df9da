//! The move order taken apart, for whoever looks at it: the picker itself hands the moves out, and each move's
//! score is explained beside.

use crate::search::look::{OrderStage, OrderedMove};
use tabia_chess::Board;
use tabia_chess::Move;
use tabia_chess::PieceType;
use tabia_chess::see;

use super::history::{History, captured, row};
use super::order::{
    CAPTURE_WORTH, CHECK_SEE, ESCAPE_WORTH, Picker, QUEEN_WORTH, Stage, UNDERPROMOTION_WORTH,
};
use super::params as p;
use super::threats::check_squares;

impl Picker {
    /// Every move in the order of the picker, with what its place is made of.
    pub(super) fn told(mut self, board: &Board, history: &History) -> Vec<OrderedMove> {
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

    /// Which refutation a quiet move is, and what that is worth.
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
        let victim = captured(board, mv).map_or(0, |kind| CAPTURE_WORTH[kind.index()]);
        let promotion = match mv.promotion() {
            None => 0,
            Some(PieceType::Queen) => QUEEN_WORTH,
            Some(_) => UNDERPROMOTION_WORTH,
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
        let mut parts = history.quiet_parts(&hints.scope, mv, row(piece, mv));
        parts.push(("near the root", history.low(hints.ply, mv)));
        let gives_check = check_squares(board)[kind.index()].has(mv.to());
        let sound = gives_check && see::at_least(board, mv, CHECK_SEE);
        parts.push(("check", if sound { p::order_check() } else { 0 }));
        let lesser = hints.threats.by_lesser(kind);
        let escape = i32::from(lesser.has(mv.from())) - i32::from(lesser.has(mv.to()));
        let worth = escape * ESCAPE_WORTH[kind.index()] * p::order_escape() / 100;
        parts.push((if escape < 0 { "enters attack" } else { "leaves attack" }, worth));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::{BACK, NO_ROW, Scope, row_on};
    use super::super::order::QuietHints;
    use super::super::threats::Threats;
    use super::*;
    use tabia_chess::SplitMix64;

    /// A history in which random moves of the position fared at random.
    fn experienced(board: &Board, scope: &Scope, rng: &mut SplitMix64) -> History {
        let mut history = History::new();
        for &mv in &board.legal_moves() {
            let bonus = rng.below(4000) as i32 - 2000;
            if mv.is_noisy() {
                history.update_noisy(board, Threats::new(board).all, mv, bonus);
            } else {
                history.update_quiet(scope, 0, mv, row_on(board, mv), bonus);
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
            let scope = Scope::new(&board, threats.all, [NO_ROW; BACK.len()]);
            let history = experienced(&board, &scope, &mut rng);
            let quiet: Vec<Move> = board.quiet_moves().iter().copied().collect();
            let pick = |rng: &mut SplitMix64| Some(quiet[rng.below(quiet.len())]);
            let killers = [pick(&mut rng), pick(&mut rng)];
            let counter = pick(&mut rng);
            let tt_move = if round % 2 == 0 { pick(&mut rng) } else { None };
            let hints = QuietHints { killers, counter, scope, ply: 0, threats };
            let told = Picker::all(&board, tt_move, hints).told(&board, &history);
            let mut picker = Picker::all(&board, tt_move, hints);
            for told in &told {
                let mv = picker.next(&board, &history);
                assert_eq!(mv, Some(told.mv), "{fen}");
                assert_eq!(told.stage == OrderStage::TtMove, Some(told.mv) == tt_move);
                if matches!(told.stage, OrderStage::Quiet | OrderStage::Refutation) {
                    let score = picker.scored_last().unwrap();
                    assert_eq!(told.score, score, "{fen}: {told:?}");
                }
            }
            assert_eq!(told.len(), board.legal_moves().len());
            let scores = |stage| told.iter().filter(move |t| t.stage == stage).map(|t| t.score);
            for stage in [OrderStage::GoodNoisy, OrderStage::Quiet] {
                let scores: Vec<i32> = scores(stage).collect();
                assert!(scores.is_sorted_by(|a, b| a >= b), "{fen}: {scores:?}");
            }
        }
    }
}

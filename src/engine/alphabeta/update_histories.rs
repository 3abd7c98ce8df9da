//! History updates after a node was searched.

use arrayvec::ArrayVec;

use super::history::{HistoryContext, cont_index_of};
use super::params as p;
use super::value::UNKNOWN;
use tabia_chess::{Move, Piece};

use super::node::Node;
use super::rule_set::Technique;
use super::shared::ThreadData;
use super::thread::Search;
use super::threats::threat_to;
use super::tree::Recorder;

/// Moves tried before the best one; further ones are not stored.
pub(super) type Tried = ArrayVec<Move, 32>;

impl<R: Recorder> Search<'_, R> {
    /// Bonus for the best move, malus for the moves tried before it; sets killer and counter move.
    pub(super) fn update_histories(
        &mut self,
        node: &Node<'_>,
        best: Move,
        quiets: &Tried,
        noisies: &Tried,
    ) {
        let (board, ply, threats) = (node.board, node.ply, node.threats.all);
        let (bonus, malus) = (bonus(node.depth), malus(node.depth));
        let rules = self.rules();
        let ThreadData { history, stack, .. } = &mut *self.data;
        let context = stack[ply].context;
        if !best.is_noisy() && rules.uses(Technique::Killers) {
            let killers = &mut stack[ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            history.set_counter(context.last_cont_index(), best);
        }
        if !rules.uses(Technique::History) {
            return;
        }
        if best.is_noisy() {
            history.update_noisy(board, threats, best, bonus);
        } else {
            history.update_quiet(&context, ply, best, cont_index_of(board, best), bonus);
            for &mv in quiets.iter().filter(|&&mv| mv != best) {
                history.update_quiet(&context, ply, mv, cont_index_of(board, mv), -malus);
            }
        }
        for &mv in noisies.iter().filter(|&&mv| mv != best) {
            history.update_noisy(board, threats, mv, -malus);
        }
    }

    /// Bonus for the opponent's previous quiet move after a fail low.
    pub(super) fn update_prior_move_history(&mut self, node: &Node<'_>) {
        let bonus = bonus(node.depth) * p::reply_bonus() / 1024;
        if bonus == 0 || node.excluded.is_some() || !self.rules().uses(Technique::History) {
            return;
        }
        let ThreadData { history, stack, .. } = &mut *self.data;
        let before = stack.back(node.ply, 1);
        if let Some(mv) = before.mv.filter(|mv| !mv.is_noisy()) {
            history.update_butterfly_and_pawn(&before.context, mv, before.cont_index, bonus);
            history.update_cont(&before.context, before.cont_index, bonus);
        }
    }

    /// Bonus or malus for the previous quiet move by the change of the evaluation.
    pub(super) fn update_history_by_eval_change(&mut self, node: &Node<'_>) {
        let learns = p::eval_bonus() != 0 && self.rules().uses(Technique::History);
        let ThreadData { history, stack, .. } = &mut *self.data;
        let before = stack.back(node.ply, 1);
        if !learns || before.static_eval == UNKNOWN {
            return;
        }
        if let Some(mv) = before.mv.filter(|mv| !mv.is_noisy()) {
            let gain = (-(before.static_eval + node.static_eval)).clamp(-60, 60);
            history.update_butterfly_and_pawn(
                &before.context,
                mv,
                before.cont_index,
                gain * p::eval_bonus(),
            );
        }
    }

    /// Bonus for a quiet TT move that caused a TT cutoff.
    pub(super) fn update_tt_move_history(&mut self, node: &Node<'_>, mv: Move) {
        // After an index collision the move may belong to another position.
        let ours = |piece: &Piece| piece.color() == node.board.stm();
        let learns = self.rules().uses(Technique::History);
        if learns && node.board.piece_on(mv.from()).as_ref().is_some_and(ours) {
            // The threats to other squares are not needed.
            let threats = threat_to(node.board, mv.from()) | threat_to(node.board, mv.to());
            let cont_indices = self.data.stack.cont_indices(node.ply);
            let context = HistoryContext::new(node.board, threats, cont_indices);
            let bonus = bonus(node.depth) * p::tt_move_bonus() / 1024;
            let here = cont_index_of(node.board, mv);
            self.data.history.update_quiet(&context, node.ply, mv, here, bonus);
        }
    }
}

/// History bonus of the best move.
fn bonus(depth: i32) -> i32 {
    (p::bonus_per_ply() * depth - p::bonus_offset()).min(p::bonus_max())
}

/// History malus of the moves tried before it.
fn malus(depth: i32) -> i32 {
    (p::malus_per_ply() * depth - p::malus_offset()).min(p::malus_max())
}

//! What a finished node teaches: which of its moves gain history and which lose some.

use arrayvec::ArrayVec;

use super::history::cont_index_of;
use super::params as p;
use super::value::{UNKNOWN, Value};
use tabia_chess::{Move, Piece};

use super::node::Node;
use super::rule_set::Technique;
use super::shared::ThreadData;
use super::thread::Search;
use super::tree::Recorder;

/// Moves tried before the best one; those beyond are not worth remembering.
pub(super) type Tried = ArrayVec<Move, 32>;

impl<R: Recorder> Search<'_, R> {
    /// The best move gains history, the ones tried before it lose some.
    pub(super) fn reward(&mut self, node: &Node<'_>, best: Move, quiets: &Tried, noisies: &Tried) {
        let (board, ply, threats) = (node.board, node.ply, node.threats.all);
        let (bonus, malus) = (bonus(node.depth), malus(node.depth));
        let rules = self.rules();
        let ThreadData { history, stack, .. } = &mut *self.data;
        let scope = stack[ply].scope;
        if !best.is_noisy() && rules.uses(Technique::Killers) {
            let killers = &mut stack[ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            history.set_counter(scope.last_cont_index(), best);
        }
        if !rules.uses(Technique::History) {
            return;
        }
        if best.is_noisy() {
            history.update_noisy(board, threats, best, bonus);
        } else {
            history.update_quiet(&scope, ply, best, cont_index_of(board, best), bonus);
            let mut less = malus;
            for &mv in quiets.iter().filter(|&&mv| mv != best) {
                history.update_quiet(&scope, ply, mv, cont_index_of(board, mv), -less);
                less -= less * p::malus_decay() / 1024;
            }
        }
        for &mv in noisies.iter().filter(|&&mv| mv != best) {
            history.update_noisy(board, threats, mv, -malus);
        }
    }

    /// Nothing here beats alpha: the quiet move that led here was a good one.
    pub(super) fn reward_reply(&mut self, node: &Node<'_>) {
        let bonus = bonus(node.depth) * p::reply_bonus() / 1024;
        if bonus == 0 || node.excluded.is_some() || !self.rules().uses(Technique::History) {
            return;
        }
        let ThreadData { history, stack, .. } = &mut *self.data;
        let before = stack.back(node.ply, 1);
        if let Some(mv) = before.mv.filter(|mv| !mv.is_noisy()) {
            history.update_squares(&before.scope, mv, before.cont_index, bonus);
            history.update_cont(&before.scope, before.cont_index, bonus);
        }
    }

    /// The evaluation has risen or fallen with the last quiet move: that, too, tells of the move.
    pub(super) fn reward_progress(&mut self, node: &Node<'_>) {
        let learns = p::eval_bonus() != 0 && self.rules().uses(Technique::History);
        let ThreadData { history, stack, .. } = &mut *self.data;
        let before = stack.back(node.ply, 1);
        if !learns || before.static_eval == UNKNOWN {
            return;
        }
        if let Some(mv) = before.mv.filter(|mv| !mv.is_noisy()) {
            let gain = (-(before.static_eval + node.static_eval)).clamp(-60, 60);
            history.update_squares(&before.scope, mv, before.cont_index, gain * p::eval_bonus());
        }
    }

    /// A reduced move was searched again: what came of it tells of the move as a reply.
    pub(super) fn reward_late(&mut self, node: &Node<'_>, mv: Move, value: Value) {
        let scale = p::late_bonus();
        if scale == 0 || mv.is_noisy() || !self.rules().uses(Technique::History) {
            return;
        }
        let change = if value <= node.window.alpha {
            -malus(node.depth)
        } else if value >= node.window.beta {
            bonus(node.depth)
        } else {
            0
        };
        let scope = self.data.stack[node.ply].scope;
        self.data.history.update_cont(&scope, cont_index_of(node.board, mv), change * scale / 1024);
    }

    /// The quiet TT move would have cut again.
    pub(super) fn reward_tt_move(&mut self, node: &Node<'_>, mv: Move) {
        // The entry may belong to another position.
        let ours = |piece: &Piece| piece.color() == node.board.stm();
        let learns = self.rules().uses(Technique::History);
        if learns && node.board.piece_on(mv.from()).as_ref().is_some_and(ours) {
            let mut node = node.clone();
            self.set_history_scope(&mut node);
            let scope = self.data.stack[node.ply].scope;
            let bonus = bonus(node.depth) * p::table_bonus() / 1024;
            let here = cont_index_of(node.board, mv);
            self.data.history.update_quiet(&scope, node.ply, mv, here, bonus);
        }
    }
}

/// What the best move of a node of this depth gains in history.
fn bonus(depth: i32) -> i32 {
    (p::bonus_per_ply() * depth - p::bonus_offset()).min(p::bonus_max())
}

/// What the moves tried before it lose.
fn malus(depth: i32) -> i32 {
    (p::malus_per_ply() * depth - p::malus_offset()).min(p::malus_max())
}

//! Quiescence: captures, promotions and evasions until the position is quiet enough to be judged.

use super::history::{Scope, captured};
use super::order::{Picker, QuietHints};
use super::params as p;
use super::rule_set::RuleSet;
use super::threats::Threats;
use super::tt::Entry;
use super::value::{DRAW, TABLE_FOUND, UNKNOWN, Value, is_decisive, mated_at};
use crate::chess::board::Board;
use crate::chess::moves::Move;
use crate::chess::see;
use crate::search::detail::alphabeta::PruneReason;
use crate::search::score::Bound;

use super::node::{Node, eval_only, table_guess, table_value};
use super::thread::{Search, Window};

/// Roughly what a captured piece is worth, centipawns, for the hopeless-capture rule.
const VICTIM_VALUE: [Value; 6] = [100, 320, 330, 500, 950, 0];

impl Search<'_> {
    /// The value of a position when only forcing moves are looked at.
    pub(super) fn qsearch<const PV: bool>(
        &mut self,
        board: &Board,
        ply: usize,
        window: Window,
    ) -> Value {
        self.counts.qnodes += 1;
        let window = match self.enter::<PV>(board, ply, window) {
            Ok(window) => window,
            Err(value) => return value,
        };
        let table = self.probe(board, ply);
        let mut node = Node::new::<PV>(board, ply, 0, window, table);
        if !PV && let Some(value) = self.quiet_table_cutoff(&node) {
            return value;
        }
        if let Some(value) = self.stand_pat(&mut node) {
            return value;
        }
        self.search_noisy::<PV>(&mut node)
    }

    /// In quiescence every entry is deep enough.
    #[inline]
    fn quiet_table_cutoff(&mut self, node: &Node<'_>) -> Option<Value> {
        let value = node.table.and_then(|entry| table_value(&entry, node.window))?;
        if !self.rules.has(PruneReason::TableCutoff) {
            return None;
        }
        self.pruned(PruneReason::TableCutoff);
        Some(value)
    }

    /// Whoever is not in check may decline every capture. A value means: the node is answered.
    fn stand_pat(&mut self, node: &mut Node<'_>) -> Option<Value> {
        if node.in_check {
            return None;
        }
        let known = node.table.map(|entry| entry.eval).filter(|&eval| eval != UNKNOWN);
        node.raw = known.unwrap_or_else(|| self.raw_eval(node.board, node.ply));
        node.eval = self.judged(node.board, node.raw).0;
        node.guess = table_guess(node.table, node.eval);
        node.best = node.guess;
        if node.guess >= node.window.beta {
            self.pruned(PruneReason::StandPat);
            if node.table.is_none() {
                self.store(node.board, node.ply, eval_only(node.raw, node.table_pv));
            }
            return Some(node.guess);
        }
        node.window.alpha = node.window.alpha.max(node.guess);
        None
    }

    fn search_noisy<const PV: bool>(&mut self, node: &mut Node<'_>) -> Value {
        let (board, ply) = (node.board, node.ply);
        let first_alpha = node.window.alpha;
        let mut picker = if node.in_check {
            Picker::all(board, node.table_move, self.quiet_hints(node))
        } else {
            Picker::noisy(board, node.table_move, p::qs_see())
        };
        let mut number = 0;
        while let Some(mv) = picker.next(board, &self.data.history) {
            number += 1;
            if self.overlooks(board, ply, mv) {
                continue;
            }
            if node.best > -TABLE_FOUND {
                if node.in_check {
                    // One way out is known: only captures may still be better ones.
                    picker.skip_quiets();
                    if !mv.is_noisy() || picker.at_bad_noisy() {
                        continue;
                    }
                } else if let Some((reason, hope)) = hopeless(self.rules, node, mv, number) {
                    self.pruned(reason);
                    // Nobody knows that less can be had: a lower value would be a false bound.
                    node.best = node.best.max(hope);
                    continue;
                }
            }
            let child = self.child(board, ply, mv);
            self.step(board, ply, mv, &child);
            let value = -self.qsearch::<PV>(&child, ply + 1, node.window.flipped());
            self.step_back();
            if self.stopped {
                return DRAW;
            }
            if value > node.best {
                node.best = value;
                if value > node.window.alpha {
                    node.best_move = Some(mv);
                    if PV {
                        self.data.stack.set_pv(ply, mv);
                    }
                    if value >= node.window.beta {
                        self.counts.beta_cutoffs += 1;
                        self.counts.first_move_cutoffs += u64::from(number == 1);
                        break;
                    }
                    node.window.alpha = value;
                }
            }
        }
        if node.in_check && number == 0 {
            return mated_at(ply);
        }
        self.remember_quiet(node, first_alpha);
        node.best
    }

    /// What speaks for the quiet evasions of a node in check.
    fn quiet_hints(&self, node: &Node<'_>) -> QuietHints {
        let hints = QuietHints::none(node.board, Threats::default());
        let rows = self.data.stack.rows(node.ply);
        QuietHints { scope: Scope::new(node.board, node.threats.all, rows), ..hints }
    }

    fn remember_quiet(&mut self, node: &Node<'_>, first_alpha: Value) {
        let bound = if node.best >= node.window.beta {
            Bound::Lower
        } else if node.best > first_alpha && node.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            mv: node.best_move,
            value: node.best,
            eval: node.raw,
            depth: 0,
            bound: Some(bound),
            pv: node.table_pv,
        };
        self.store(node.board, node.ply, entry);
    }
}

/// Even taking this for nothing would not reach alpha, or it gives more than it takes, or enough
/// captures have been tried. The value is what the move could bring at most, where that is known.
#[inline]
fn hopeless(
    rules: RuleSet,
    node: &Node<'_>,
    mv: Move,
    number: usize,
) -> Option<(PruneReason, Value)> {
    if is_decisive(node.window.alpha) || mv.is_promotion() || node.board.gives_check(mv) {
        return None;
    }
    if number > p::qs_moves() as usize && rules.has(PruneReason::LateMove) {
        return Some((PruneReason::LateMove, node.best));
    }
    let alpha = node.window.alpha;
    let base = node.eval + p::delta_margin();
    let victim = captured(node.board, mv).map_or(0, |kind| VICTIM_VALUE[kind.index()]);
    let hope = if base + victim <= alpha {
        base + victim
    } else if base <= alpha && !see::at_least(node.board, mv, 1) {
        base
    } else {
        return None;
    };
    rules.has(PruneReason::Delta).then_some((PruneReason::Delta, hope))
}

//! Looks into the engine's memory for whoever wants to see it: hash table, move order, histories. It reads
//! only, and may do so while the search runs.

use crate::search::look::{ChainEnd, Look, LookRequest, OrderView, TtLink, TtView};
use tabia_chess::Board;
use tabia_chess::Move;
use tabia_games::game::position::GamePosition;

use super::history::{BACK, NO_ROW, Scope, row_on};
use super::order::{Picker, QuietHints};
use super::rule_set::RuleSet;
use super::shared::ThreadData;
use super::stack::BEFORE;
use super::threats::Threats;
use super::tt::Table;
use super::value::MAX_PLY;

/// Longest chain of table moves followed, plies.
const LONGEST_CHAIN: usize = 64;

/// Looks at a position through the memory of one thread.
pub(super) fn look(request: &LookRequest, tt: &Table, rules: RuleSet, data: &ThreadData) -> Look {
    let board = request.position.board();
    let ply = request.ply.min(MAX_PLY - 1);
    let (rows, last) = rows_before(&request.position);
    let table = table(tt, &board);
    let threats = Threats::new(&board);
    let scope = Scope::new(&board, threats.all, rows);
    let hints = QuietHints {
        killers: data.stack[ply].killers,
        counter: data.history.counter(scope.last_row()),
        scope,
        ply,
        threats,
    };
    let tt_move = table.entry.and_then(|entry| entry.mv);
    let mut picker = Picker::all(&board, tt_move, hints);
    picker.obey(rules);
    let best = table.entry.and_then(|entry| Some((entry.mv?, entry.depth)));
    let moves = picker.told(&board, &data.history);
    let best_without = best.and_then(|(best, _)| {
        let mut others = Picker::all(&board, None, hints);
        others.obey(rules);
        let others = others.told(&board, &data.history);
        let at = others.iter().position(|told| told.mv == best)?;
        Some((at + 1, others[at].stage))
    });
    let order = OrderView { moves, best, best_without };
    let mut history = data.history.view(&scope);
    history.after = last.and_then(|(before, mv)| Some((before.piece_on(mv.from())?, mv)));
    Look { key: board.key(), table, order, history }
}

/// Rows of continuation history of the moves before a position, and the last move with the board it was
/// played on.
fn rows_before(position: &GamePosition) -> ([usize; BACK.len()], Option<(Board, Move)>) {
    let mut rows = [NO_ROW; BEFORE + 1];
    let mut board = position.start;
    let mut last = None;
    let count = position.moves.len();
    for (at, &mv) in position.moves.iter().enumerate() {
        if let Some(row) = rows.get_mut(count - at) {
            *row = row_on(&board, mv);
        }
        last = Some((board, mv));
        board = board.after(mv);
    }
    (BACK.map(|back| rows[back]), last)
}

/// The hash table around a position.
fn table(tt: &Table, board: &Board) -> TtView {
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

fn chain(tt: &Table, mut board: Board) -> (Vec<TtLink>, ChainEnd) {
    let (mut chain, mut keys) = (Vec::new(), vec![board.key()]);
    while chain.len() < LONGEST_CHAIN {
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

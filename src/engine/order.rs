//! The order in which moves are tried, produced in stages so that what a cut-off makes superfluous
//! is never generated. It orders; it prunes nothing.

use arrayvec::ArrayVec;

use crate::chess::board::Board;
use crate::chess::move_list::MoveList;
use crate::chess::moves::Move;
use crate::chess::piece_type::PieceType;
use crate::chess::see;

use super::history::{History, captured};
use super::value::Value;

/// What a captured piece adds to the order of captures, in history units.
const CAPTURE_WORTH: [i32; 6] = [1_000, 3_000, 3_200, 5_000, 10_000, 0];
/// What promoting to a queen adds.
const QUEEN_WORTH: i32 = 9_000;
/// Promotions to anything else come last.
const UNDERPROMOTION_WORTH: i32 = -20_000;
/// A killer of this ply comes before all other quiet moves.
const KILLER_WORTH: i32 = 60_000;
/// The reply that refuted the opponent's move before comes next.
const COUNTER_WORTH: i32 = 40_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
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

/// Quiet moves with a claim to be tried early, and the replies' rows their history is read from.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietHints {
    pub(super) killers: [Option<Move>; 2],
    pub(super) counter: Option<Move>,
    pub(super) rows: [usize; 3],
}

/// Hands out the moves of one node, best first as far as anyone can tell.
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    hints: QuietHints,
    /// Losing captures set aside (`..bad`), then what is still to be handed out (`next..`).
    list: ArrayVec<Scored, { MoveList::CAPACITY }>,
    bad: usize,
    next: usize,
    /// Captures that lose more than this by static exchange count as bad.
    see_floor: Value,
    noisy_only: bool,
}

impl Picker {
    /// All moves. A table move that is not legal here is ignored.
    pub(super) fn all(board: &Board, table_move: Option<Move>, hints: QuietHints) -> Picker {
        let table_move = table_move.filter(|&mv| board.is_legal(mv));
        Picker {
            stage: if table_move.is_some() { Stage::Table } else { Stage::MakeNoisy },
            table_move,
            hints,
            list: ArrayVec::new_const(),
            bad: 0,
            next: 0,
            see_floor: 0,
            noisy_only: false,
        }
    }

    /// Captures and promotions that do not lose more than `see_floor`; nothing else.
    pub(super) fn noisy(board: &Board, table_move: Option<Move>, see_floor: Value) -> Picker {
        let hints = QuietHints { killers: [None; 2], counter: None, rows: [0; 3] };
        let table_move = table_move.filter(|mv| mv.is_noisy());
        Picker { see_floor, noisy_only: true, ..Picker::all(board, table_move, hints) }
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
                Stage::Table => {
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
            if let Some(piece) = board.piece_on(mv.from()) {
                score += history.noisy(piece, mv, victim) / 4;
            }
            self.list.push(Scored::new(mv, score));
        }
    }

    fn make_quiet(&mut self, board: &Board, history: &History) {
        for &mv in &board.quiet_moves() {
            if Some(mv) == self.table_move {
                continue;
            }
            let score = if self.hints.killers[0] == Some(mv) {
                KILLER_WORTH + 1
            } else if self.hints.killers[1] == Some(mv) {
                KILLER_WORTH
            } else if self.hints.counter == Some(mv) {
                COUNTER_WORTH
            } else if let Some(piece) = board.piece_on(mv.from()) {
                history.quiet(board.stm(), piece, mv, self.hints.rows)
            } else {
                0
            };
            self.list.push(Scored::new(mv, score));
        }
    }

    /// The best capture left that does not lose material; the others are set aside on the way.
    fn good_noisy(&mut self, board: &Board) -> Option<Move> {
        while let Some(scored) = self.best() {
            let mv = scored.mv()?;
            if see::at_least(board, mv, self.see_floor) {
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
        let mut best = 0;
        for at in 1..rest.len() {
            if rest[at] > rest[best] {
                best = at;
            }
        }
        let found = *rest.get(best)?;
        rest.swap(0, best);
        self.next += 1;
        Some(found)
    }
}

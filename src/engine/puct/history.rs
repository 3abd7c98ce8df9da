//! Move histories: how much playouts through a move gained on the mean of its node, by the move alone, as a reply to the
//! opponent's last move and as a follow-up to the own move before that. They shift the priors of new nodes, so a reply
//! that refutes a move in one line is tried early in all others, which the network, seeing one position at a time,
//! cannot know. Alpha-beta orders its moves by such histories; in a Monte Carlo search they are known as progressive
//! history (Nijssen, Winands 2011) and N-grams (Tak, Winands, Björnsson 2012), where they are added to the selection
//! formula instead.

use tabia_chess::{Board, Color, Move, Piece};

/// Number of moves told apart: a piece of either colour and its target square.
const MOVES: usize = 12 * 64;
/// Number of replies or follow-ups told apart: the colour follows from the move before.
const REPLIES: usize = 6 * 64;
/// A gain of 1 in the tables.
const UNIT: f32 = 32_767.0;
/// Share of a new gain in the mean of a reply or a follow-up; the mean forgets older ones.
const REPLY_RATE: f32 = 1.0 / 32.0;
/// The same for a move alone, which is updated more often.
const MOVE_RATE: f32 = 1.0 / 128.0;
/// Maximum shift of a prior, natural logarithm.
const MAX_SHIFT: f32 = 2.0;

/// A move as the histories know it: piece and target square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// A legal move of a position.
    pub(super) fn of(board: &Board, mv: Move) -> PieceTo {
        let piece = board.piece_on(mv.from()).map_or(0, Piece::index);
        PieceTo((piece * 64 + mv.to().index()) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The moves that led to a node, as far as the line from the root knows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MovesBefore {
    /// The opponent's last move.
    pub(super) last: Option<PieceTo>,
    /// The own move before it.
    pub(super) own: Option<PieceTo>,
}

impl MovesBefore {
    /// The last two moves of a line.
    pub(super) fn of(line: &[PieceTo]) -> MovesBefore {
        let back = |moves: usize| line.len().checked_sub(moves).map(|at| line[at]);
        MovesBefore { last: back(1), own: back(2) }
    }
}

/// The histories of a tree. Gains are differences of expected scores, -1 to 1, view of the side that moves.
#[derive(Debug)]
pub(super) struct Histories {
    moves: Vec<i16>,
    replies: Vec<i16>,
    follow_ups: Vec<i16>,
}

impl Histories {
    /// Empty histories.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(super) fn new() -> Result<Histories, super::arena::NoMemory> {
        let table = |length: usize| {
            let mut table = Vec::new();
            table.try_reserve_exact(length).map_err(|_| super::arena::NoMemory)?;
            table.resize(length, 0);
            Ok(table)
        };
        Ok(Histories {
            moves: table(MOVES)?,
            replies: table(MOVES * REPLIES)?,
            follow_ups: table(MOVES * REPLIES)?,
        })
    }

    /// Allocated memory, bytes.
    pub(super) fn bytes(&self) -> usize {
        let entries = self.moves.capacity() + self.replies.capacity() + self.follow_ups.capacity();
        entries * size_of::<i16>()
    }

    /// Forgets all gains.
    pub(super) fn clear(&mut self) {
        self.moves.fill(0);
        self.replies.fill(0);
        self.follow_ups.fill(0);
    }

    /// Index of a move after another one, in the tables of replies and follow-ups.
    fn after(before: PieceTo, mv: PieceTo) -> usize {
        before.index() * REPLIES + mv.index() % REPLIES
    }

    /// Adds what a playout through a move gained on the mean of its node.
    pub(super) fn add(&mut self, before: MovesBefore, mv: PieceTo, gain: f32) {
        approach(&mut self.moves[mv.index()], gain, MOVE_RATE);
        if let Some(last) = before.last {
            approach(&mut self.replies[Self::after(last, mv)], gain, REPLY_RATE);
        }
        if let Some(own) = before.own {
            approach(&mut self.follow_ups[Self::after(own, mv)], gain, REPLY_RATE);
        }
    }

    /// The gains of the moves of a side: sums of those of the move alone, as a reply and as a follow-up.
    pub(super) fn gains(&self, before: MovesBefore, stm: Color, influence: f32) -> Gains {
        let mut sums = [0; REPLIES];
        let mut add = |row: &[i16]| {
            for (sum, gain) in sums.iter_mut().zip(row) {
                *sum += i32::from(*gain);
            }
        };
        add(&self.moves[stm.index() * REPLIES..]);
        if let Some(last) = before.last {
            add(&self.replies[last.index() * REPLIES..]);
        }
        if let Some(own) = before.own {
            add(&self.follow_ups[own.index() * REPLIES..]);
        }
        Gains { sums, influence }
    }
}

/// The gains of one side's moves in a position, a copy that needs no lock.
#[derive(Debug)]
pub(super) struct Gains {
    sums: [i32; REPLIES],
    influence: f32,
}

impl Gains {
    /// Factor of the prior of a move: `exp(influence * gain)` within limits.
    pub(super) fn factor(&self, mv: PieceTo) -> f32 {
        let gain = self.sums[mv.index() % REPLIES] as f32 / UNIT;
        (self.influence * gain).clamp(-MAX_SHIFT, MAX_SHIFT).exp()
    }
}

/// Moves a stored mean towards a gain.
fn approach(stored: &mut i16, gain: f32, rate: f32) {
    let mean = f32::from(*stored);
    *stored = (mean + (gain * UNIT - mean) * rate).round() as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::san;

    #[test]
    fn a_move_that_gained_after_certain_moves_is_likelier_after_them_and_one_that_lost_is_rarer() {
        let mut board = Board::start();
        let mut played = |mv: &str| {
            let mv = san::parse(&board, mv).unwrap();
            let known = PieceTo::of(&board, mv);
            board.make_move(mv);
            known
        };
        let [e4, e5, nf3, nc6, d4] = ["e4", "e5", "Nf3", "Nc6", "d4"].map(&mut played);
        let start = MovesBefore::of(&[]);
        let after_e4 = MovesBefore::of(&[e4]);
        let after_e5 = MovesBefore::of(&[e4, e5]);
        assert_eq!(after_e4, MovesBefore { last: Some(e4), own: None });
        assert_eq!(after_e5, MovesBefore { last: Some(e5), own: Some(e4) });
        let mut histories = Histories::new().unwrap();
        for _ in 0..1_000 {
            histories.add(after_e4, e5, 0.1);
            histories.add(after_e5, nf3, 0.1);
            histories.add(start, d4, -0.2);
        }
        let shift = |histories: &Histories, before: MovesBefore, stm: Color, mv: PieceTo| {
            histories.gains(before, stm, 5.0).factor(mv).ln()
        };
        let close = |shift: f32, expected: f32| assert!((shift - expected).abs() < 0.05, "{shift}");
        // The gain counts as a move and as a reply: 5 * 0.2.
        close(shift(&histories, after_e4, Color::Black, e5), 1.0);
        close(shift(&histories, start, Color::Black, e5), 0.5);
        close(shift(&histories, after_e4, Color::Black, nc6), 0.0);
        // As a follow-up too; after another reply, as a move and as a follow-up.
        close(shift(&histories, after_e5, Color::White, nf3), 1.5);
        close(shift(&histories, MovesBefore::of(&[e4, nc6]), Color::White, nf3), 1.0);
        close(shift(&histories, after_e5, Color::White, d4), -1.0);
        let far = histories.gains(start, Color::White, 500.0).factor(d4).ln();
        assert!((far + MAX_SHIFT).abs() < 1e-5, "within limits");
        histories.clear();
        close(shift(&histories, after_e5, Color::White, nf3), 0.0);
    }
}

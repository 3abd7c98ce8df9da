//! Move histories: how much playouts through a move gained on the mean of its node, by move and by move and reply. They
//! shift the priors of new nodes, so a reply that refutes a move in one line is tried early in all others, which the
//! network, seeing one position at a time, cannot know. Alpha-beta orders its moves by such histories; in a Monte Carlo
//! search they are known as progressive history (Nijssen, Winands 2011) and N-grams (Tak, Winands, Björnsson 2012),
//! where they are added to the selection formula instead.

use tabia_chess::{Board, Color, Move, Piece};

/// Number of moves told apart: a piece of either colour and its target square.
const MOVES: usize = 12 * 64;
/// Number of replies told apart: the colour follows from the move before.
const REPLIES: usize = 6 * 64;
/// A gain of 1 in the tables.
const UNIT: f32 = 32_767.0;
/// Share of a new gain in the mean of a move with its reply; the mean forgets older ones.
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

/// The histories of a tree. Gains are differences of expected scores, -1 to 1, view of the side that moves.
#[derive(Debug)]
pub(super) struct Histories {
    moves: Vec<i16>,
    replies: Vec<i16>,
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
        Ok(Histories { moves: table(MOVES)?, replies: table(MOVES * REPLIES)? })
    }

    /// Allocated memory, bytes.
    pub(super) fn bytes(&self) -> usize {
        (self.moves.capacity() + self.replies.capacity()) * size_of::<i16>()
    }

    /// Forgets all gains.
    pub(super) fn clear(&mut self) {
        self.moves.fill(0);
        self.replies.fill(0);
    }

    fn reply(before: PieceTo, mv: PieceTo) -> usize {
        before.index() * REPLIES + mv.index() % REPLIES
    }

    /// Adds what a playout through a move gained on the mean of its node. `before` is the move that led to the node.
    pub(super) fn add(&mut self, before: Option<PieceTo>, mv: PieceTo, gain: f32) {
        approach(&mut self.moves[mv.index()], gain, MOVE_RATE);
        if let Some(before) = before {
            approach(&mut self.replies[Self::reply(before, mv)], gain, REPLY_RATE);
        }
    }

    /// The gains of the moves of a side, each as a move and as a reply to `before`.
    pub(super) fn gains(&self, before: Option<PieceTo>, stm: Color, influence: f32) -> Gains {
        let mut sums = [0; REPLIES];
        for (sum, mv) in sums.iter_mut().zip(&self.moves[stm.index() * REPLIES..]) {
            *sum = i32::from(*mv);
        }
        if let Some(before) = before {
            for (sum, reply) in sums.iter_mut().zip(&self.replies[before.index() * REPLIES..]) {
                *sum += i32::from(*reply);
            }
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
    fn a_reply_that_gained_is_likelier_after_that_move_and_a_move_that_lost_is_rarer() {
        let board = Board::start();
        let after = board.after(san::parse(&board, "e4").unwrap());
        let [e4, d4] = ["e4", "d4"].map(|mv| PieceTo::of(&board, san::parse(&board, mv).unwrap()));
        let [e5, c5] = ["e5", "c5"].map(|mv| PieceTo::of(&after, san::parse(&after, mv).unwrap()));
        let mut histories = Histories::new().unwrap();
        for _ in 0..1_000 {
            histories.add(Some(e4), e5, 0.1);
            histories.add(None, d4, -0.2);
        }
        let shift = |histories: &Histories, before: Option<PieceTo>, mv: PieceTo| {
            let stm = if before.is_none() { Color::White } else { Color::Black };
            histories.gains(before, stm, 5.0).factor(mv).ln()
        };
        // The gain counts as a move and as a reply: 5 * 0.2.
        assert!((shift(&histories, Some(e4), e5) - 1.0).abs() < 0.05);
        assert!((shift(&histories, Some(d4), e5) - 0.5).abs() < 0.05);
        assert!((shift(&histories, None, d4) + 1.0).abs() < 0.05);
        assert!(shift(&histories, Some(e4), c5).abs() < 1e-6);
        let far = histories.gains(None, Color::White, 500.0).factor(d4).ln();
        assert!((far + MAX_SHIFT).abs() < 1e-5, "within limits");
        histories.clear();
        assert!(shift(&histories, Some(e4), e5).abs() < 1e-6);
    }
}

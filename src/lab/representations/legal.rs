//! Legal moves alone, for boards of bits: who gives check and who is pinned is found out once, and no move has to be
//! played to see whether it is legal.

use tabia_chess::attacks;

use super::bits::{self, Bits};
use super::moves::{CASTLING, EN_PASSANT, Encoding};
use super::sliders::Sliders;
use super::state::{self, BISHOP, QUEEN, ROOK};
use super::{Moves, Representation as _};

/// What limits the moves of the side to move.
struct Limits {
    king: u8,
    checkers: u64,
    /// Own pieces that alone stand between the king and a slider.
    pinned: u64,
    /// Where a move other than the king's must go: onto the checker or between.
    targets: u64,
}

fn line(a: u8, b: u8) -> u64 {
    attacks::line(state::on(a), state::on(b)).0
}

fn between(a: u8, b: u8) -> u64 {
    attacks::between(state::on(a), state::on(b)).0
}

impl<S: Sliders> Bits<S> {
    /// All legal moves.
    pub fn generate_legal<M: Encoding>(&self, moves: &mut Moves<M>) {
        self.generate(moves);
        let limits = self.limits();
        moves.retain(|mv| self.is_legal(*mv, &limits));
    }

    fn limits(&self) -> Limits {
        let (us, them) = (self.state.stm, self.state.stm ^ 1);
        let (king, occupied) = (self.state.kings[usize::from(us)], self.occupied());
        let checkers = self.attackers(king, them, occupied);
        let targets = match checkers.count_ones() {
            0 => !0,
            1 => checkers | between(king, checkers.trailing_zeros() as u8),
            _ => 0,
        };
        let queens = self.of(QUEEN);
        let mut snipers = self.side(them)
            & (S::bishop(king, 0) & (self.of(BISHOP) | queens)
                | S::rook(king, 0) & (self.of(ROOK) | queens));
        let mut pinned = 0;
        while snipers != 0 {
            let sniper = bits::pop(&mut snipers);
            let blockers = between(king, sniper) & occupied;
            if blockers.is_power_of_two() {
                pinned |= blockers & self.side(us);
            }
        }
        Limits { king, checkers, pinned, targets }
    }

    /// Whether a pseudo-legal move is legal.
    #[inline]
    fn is_legal<M: Encoding>(&self, mv: M, limits: &Limits) -> bool {
        let (from, to) = (mv.from(), mv.to());
        match mv.flag() {
            // Seldom: they change three or four squares, so they are played.
            CASTLING | EN_PASSANT => {
                let mut after = *self;
                after.make(mv);
                !after.is_illegal()
            }
            _ if from == limits.king => {
                // Without the king: it hides no square from a slider it runs away from.
                let occupied = self.occupied() & !(1 << from);
                self.attackers(to, self.state.stm ^ 1, occupied) == 0
            }
            _ => {
                let answers = limits.checkers == 0 || limits.targets >> to & 1 != 0;
                let free = limits.pinned >> from & 1 == 0;
                answers && (free || line(limits.king, from) >> to & 1 != 0)
            }
        }
    }
}

//! Four in a row on five columns and four rows: the rules, and the exact value of every position.
//!
//! A board is two sets of bits, five bits a column from the bottom, the fifth of which stays empty.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use tabia_chess::SplitMix64;
use tabia_engine::search::limits::StopSignal;

/// Columns, and so moves at most.
pub const COLUMNS: usize = 5;
/// Stones a column takes.
pub const ROWS: usize = 4;
/// Squares.
pub const CELLS: usize = COLUMNS * ROWS;
/// Bits of a column.
const STEP: usize = ROWS + 1;

/// A position: stones are dropped into columns in turn, and four in a row win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Small {
    /// Stones of the side to move.
    own: u32,
    /// Stones of both.
    all: u32,
}

impl Small {
    /// The empty board.
    pub const START: Small = Small { own: 0, all: 0 };

    /// Whether a stone may be dropped into a column, 0 to 4, in a position in which the game is not over.
    #[inline]
    pub fn can(self, column: usize) -> bool {
        column < COLUMNS && self.all & (1 << (column * STEP + ROWS - 1)) == 0
    }

    /// The columns that take a stone.
    pub fn moves(self) -> impl Iterator<Item = usize> {
        (0..COLUMNS).filter(move |&column| self.can(column))
    }

    /// The position after a stone has been dropped into a column that takes one.
    #[inline]
    #[must_use]
    pub fn after(self, column: usize) -> Small {
        let all = self.all | (self.all + (1 << (column * STEP)));
        Small { own: self.own ^ self.all, all }
    }

    /// The result for the side to move: -1 lost, 0 drawn; `None` if the game is not over. The side to move can never
    /// have won.
    #[inline]
    pub fn outcome(self) -> Option<i8> {
        let theirs = self.own ^ self.all;
        let four = |step: usize| {
            let two = theirs & (theirs >> step);
            two & (two >> (2 * step)) != 0
        };
        if [1, STEP, STEP - 1, STEP + 1].into_iter().any(four) {
            return Some(-1);
        }
        (self.all.count_ones() as usize == CELLS).then_some(0)
    }

    /// Plays a game from here to its end; `choose` returns the column for each position. Returns the result for the
    /// side that would be to move.
    pub fn play(self, mut choose: impl FnMut(Small) -> usize) -> i8 {
        let mut position = self;
        loop {
            if let Some(result) = position.outcome() {
                return result;
            }
            position = position.after(choose(position));
        }
    }

    /// A random legal column.
    pub fn random_move(self, rng: &mut SplitMix64) -> usize {
        let moves: Vec<usize> = self.moves().collect();
        moves[rng.below(moves.len())]
    }

    /// Stones on the board.
    pub fn stones(self) -> usize {
        self.all.count_ones() as usize
    }

    /// The stone on each square, column by column from the bottom: 1 of the side to move, -1 of the other, 0 none.
    pub fn squares(self) -> [i8; CELLS] {
        std::array::from_fn(|at| {
            let bit = 1 << (at / ROWS * STEP + at % ROWS);
            let stone = i8::from(self.all & bit != 0);
            if self.own & bit != 0 { stone } else { -stone }
        })
    }

    /// The mirror image: the columns in the opposite order.
    #[must_use]
    pub fn mirrored(self) -> Small {
        let turned = |bits: u32| {
            let column = |at: usize| bits >> (at * STEP) & ((1 << STEP) - 1);
            (0..COLUMNS).fold(0, |sum, at| sum | column(at) << ((COLUMNS - 1 - at) * STEP))
        };
        Small { own: turned(self.own), all: turned(self.all) }
    }

    /// A unique key of the position.
    #[inline]
    pub fn key(self) -> u32 {
        // The lowest empty square of each column encodes its height.
        self.own + self.all
    }
}

/// Computes exact values of positions and remembers them.
#[derive(Debug)]
pub struct Solver {
    /// By the smaller key of a position and its mirror image.
    known: HashMap<u32, i8, BuildHasherDefault<KeyHasher>>,
    stop: StopSignal,
    stopped: bool,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(StopSignal::never())
    }
}

/// Spreads keys over the hash map: they are not chosen by an attacker, so a multiplication is enough.
#[derive(Clone, Copy, Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, key: u32) {
        let mixed = (self.0 ^ u64::from(key)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The hash map uses the upper and the lower bits.
        self.0 = mixed ^ (mixed >> 29);
    }
}

/// Positions between two checks of the signal.
const CHECK_EVERY: usize = 1 << 12;

impl Solver {
    /// A solver that gives up when the signal is raised. Its results from then on are meaningless.
    pub fn new(stop: StopSignal) -> Solver {
        Solver { known: HashMap::default(), stop, stopped: false }
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The value of a position for the side to move with perfect play: 1 won, 0 drawn, -1 lost.
    pub fn value(&mut self, position: Small) -> i8 {
        if let Some(value) = position.outcome() {
            return value;
        }
        let key = position.key().min(position.mirrored().key());
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        if self.known.len().is_multiple_of(CHECK_EVERY) {
            self.stopped |= self.stop.is_stopped();
        }
        if self.stopped {
            return 0;
        }
        // After an immediate win the other columns need not be searched.
        let mut best = -1;
        if position.moves().any(|column| position.after(column).outcome() == Some(-1)) {
            best = 1;
        }
        // The middle columns are best, so wins are found sooner.
        for column in [2, 1, 3, 0, 4] {
            if best == 1 {
                break;
            }
            if position.can(column) {
                best = best.max(-self.value(position.after(column)));
            }
        }
        if !self.stopped {
            self.known.insert(key, best);
        }
        best
    }

    /// Whether a move keeps the value of the position.
    pub fn keeps(&mut self, position: Small, column: usize) -> bool {
        let value = self.value(position);
        -self.value(position.after(column)) == value
    }

    /// Number of positions whose values are known.
    pub fn known(&self) -> usize {
        self.known.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(columns: &[usize]) -> Small {
        columns.iter().fold(Small::START, |position, &column| {
            assert!(position.outcome().is_none() && position.can(column));
            position.after(column)
        })
    }

    #[test]
    fn a_mirror_image_is_worth_as_much_and_turns_back() {
        let (mut solver, mut rng) = (Solver::default(), tabia_chess::SplitMix64::new(8));
        let (mut position, mut checked) = (Small::START, 0);
        while checked < 200 {
            if position.outcome().is_some() {
                position = Small::START;
            }
            let moves: Vec<usize> = position.moves().collect();
            let column = moves[rng.below(moves.len())];
            let image = position.mirrored();
            assert_eq!(image.mirrored(), position);
            assert_eq!(image.after(COLUMNS - 1 - column), position.after(column).mirrored());
            if position.stones() > 9 {
                assert_eq!(solver.value(image), solver.value(position));
                checked += 1;
            }
            position = position.after(column);
        }
    }

    #[test]
    fn a_stopped_solver_gives_up_and_remembers_no_wrong_value() {
        let token = std::sync::Arc::new(tabia_engine::search::limits::StopToken::default());
        token.stop(1);
        let mut solver = Solver::new(StopSignal::new(token, 1));
        solver.value(Small::START);
        assert!(solver.is_stopped() && solver.known() == 0);
    }

    /// Four in a row by looking at the squares.
    fn has_four(squares: &[i8; CELLS], stone: i8) -> bool {
        let at = |column: i32, row: i32| {
            let inside = (0..COLUMNS as i32).contains(&column) && (0..ROWS as i32).contains(&row);
            inside && squares[column as usize * ROWS + row as usize] == stone
        };
        let places =
            (0..COLUMNS as i32).flat_map(|column| (0..ROWS as i32).map(move |row| (column, row)));
        places.into_iter().any(|(column, row)| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(x, y)| (0..4).all(|step| at(column + step * x, row + step * y)))
        })
    }

    #[test]
    fn games_end_where_four_stand_in_a_row_or_the_board_is_full() {
        assert_eq!(played(&[0, 1, 0, 1, 0, 1, 0]).outcome(), Some(-1), "upright");
        assert_eq!(played(&[0, 0, 1, 1, 2, 2, 3]).outcome(), Some(-1), "flat");
        assert_eq!(played(&[0, 1, 1, 2, 2, 3, 2, 3, 3, 0, 3]).outcome(), Some(-1), "rising");
        assert!(!played(&[0, 0, 0, 0]).can(0));
        let mut rng = tabia_chess::SplitMix64::new(1);
        let (mut drawn, mut won) = (0, 0);
        for _ in 0..2000 {
            let mut position = Small::START;
            while position.outcome().is_none() {
                let moves: Vec<usize> = position.moves().collect();
                position = position.after(moves[rng.below(moves.len())]);
                let squares = position.squares();
                assert!(!has_four(&squares, 1));
                let expected = if has_four(&squares, -1) {
                    Some(-1)
                } else if squares.iter().all(|&stone| stone != 0) {
                    Some(0)
                } else {
                    None
                };
                assert_eq!(position.outcome(), expected);
            }
            drawn += u32::from(position.outcome() == Some(0));
            won += u32::from(position.outcome() == Some(-1));
        }
        assert!(drawn > 50 && won > 1000);
    }

    /// Plain minimax without memory.
    fn minimax(position: Small) -> i8 {
        position.outcome().unwrap_or_else(|| {
            position.moves().map(|column| -minimax(position.after(column))).max().unwrap_or(0)
        })
    }

    #[test]
    fn the_solver_agrees_with_plain_minimax() {
        let (mut solver, mut rng) = (Solver::default(), tabia_chess::SplitMix64::new(3));
        for _ in 0..60 {
            let mut position = Small::START;
            while position.stones() < 11 {
                let moves: Vec<usize> = position.moves().collect();
                position = position.after(moves[rng.below(moves.len())]);
                if position.outcome().is_some() {
                    position = Small::START;
                }
            }
            assert_eq!(solver.value(position), minimax(position));
        }
    }
}

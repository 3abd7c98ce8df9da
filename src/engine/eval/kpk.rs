//! King and pawn against king: who wins with whom to move, found out once for all positions by
//! working backwards.

use std::sync::LazyLock;

use tabia_chess::Bitboard;
use tabia_chess::Color;
use tabia_chess::Square;
use tabia_chess::attacks;

/// Pawns on the files a to d, ranks two to seven; the others are their mirror images.
const PAWN_SQUARES: usize = 24;
/// Side to move, strong king, weak king, pawn.
const POSITIONS: usize = 2 * 64 * 64 * PAWN_SQUARES;

/// A bit for each position: the pawn's side wins.
static WINS: LazyLock<Vec<u64>> = LazyLock::new(solve);

/// A position with the pawn going up the board on the files a to d.
#[derive(Clone, Copy, Debug)]
struct Position {
    strong_to_move: bool,
    king: Square,
    lone: Square,
    pawn: Square,
}

impl Position {
    fn index(self) -> usize {
        let pawn = (self.pawn.index() / 8 - 1) * 4 + self.pawn.index() % 8;
        ((usize::from(self.strong_to_move) * 64 + self.king.index()) * 64 + self.lone.index())
            * PAWN_SQUARES
            + pawn
    }

    fn from_index(index: usize) -> Option<Position> {
        let (rest, pawn) = (index / PAWN_SQUARES, index % PAWN_SQUARES);
        Some(Position {
            strong_to_move: rest / (64 * 64) == 1,
            king: Square::from_index(rest / 64 % 64)?,
            lone: Square::from_index(rest % 64)?,
            pawn: Square::from_index((pawn / 4 + 1) * 8 + pawn % 4)?,
        })
    }

    /// Whether it can stand on a board.
    fn is_possible(self) -> bool {
        let apart = self.king.distance(self.lone) > 1;
        let checked = attacks::pawn(Color::White, self.pawn).has(self.lone);
        apart
            && self.king != self.pawn
            && self.lone != self.pawn
            && !(self.strong_to_move && checked)
    }
}

/// Whether the side `us` with the pawn wins.
pub(super) fn wins(us: Color, king: Square, pawn: Square, lone: Square, stm: Color) -> bool {
    let mirror = pawn.index() % 8 > 3;
    let turned = |square: Square| {
        let square = square.relative(us);
        if mirror { square.flip_file() } else { square }
    };
    let position = Position {
        strong_to_move: stm == us,
        king: turned(king),
        lone: turned(lone),
        pawn: turned(pawn),
    };
    let index = position.index();
    WINS[index / 64] >> (index % 64) & 1 != 0
}

/// Marks won positions until no more are found.
fn solve() -> Vec<u64> {
    let mut wins = vec![0_u64; POSITIONS.div_ceil(64)];
    let open: Vec<(usize, Position)> = (0..POSITIONS)
        .filter_map(|index| Some((index, Position::from_index(index)?)))
        .filter(|(_, position)| position.is_possible())
        .collect();
    loop {
        let mut found = false;
        for &(index, position) in &open {
            let known = wins[index / 64] >> (index % 64) & 1 != 0;
            if !known && is_won(position, &wins) {
                wins[index / 64] |= 1 << (index % 64);
                found = true;
            }
        }
        if !found {
            return wins;
        }
    }
}

/// Whether the position is won, judged by the positions after it.
fn is_won(position: Position, wins: &[u64]) -> bool {
    let won = |position: Position| {
        let index = position.index();
        wins[index / 64] >> (index % 64) & 1 != 0
    };
    if position.strong_to_move {
        let mut kings = attacks::king(position.king) - attacks::king(position.lone);
        kings.remove(position.pawn);
        kings.remove(position.lone);
        let steps = kings.into_iter();
        let mut by_king = steps.map(|king| Position { strong_to_move: false, king, ..position });
        by_king.any(won) || pawn_wins(position, won)
    } else {
        let guarded = attacks::king(position.king) | attacks::pawn(Color::White, position.pawn);
        let mut steps = attacks::king(position.lone) - guarded;
        // The pawn may be taken if it is not covered; that is no win any more.
        if steps.has(position.pawn) {
            return false;
        }
        steps.remove(position.king);
        // No step at all is stalemate: a pawn alone never mates here before it promotes.
        steps.any()
            && steps
                .into_iter()
                .all(|lone| won(Position { strong_to_move: true, lone, ..position }))
    }
}

/// Whether stepping with the pawn wins.
fn pawn_wins(position: Position, won: impl Fn(Position) -> bool) -> bool {
    let occupied = Bitboard::from(position.king) | Bitboard::from(position.lone);
    let step =
        |square: Square| Bitboard::from(square).north().first().filter(|&to| !occupied.has(to));
    let Some(to) = step(position.pawn) else { return false };
    if to.index() >= 56 {
        // A new queen wins unless it is taken at once or leaves no move.
        let safe = to.distance(position.lone) > 1 || to.distance(position.king) <= 1;
        return safe && !stalemates(position, to);
    }
    let after = |pawn: Square| Position { strong_to_move: false, pawn, ..position };
    if won(after(to)) {
        return true;
    }
    let double = (position.pawn.index() < 16).then(|| step(to)).flatten();
    double.is_some_and(|to| won(after(to)))
}

/// Whether a queen on `to` leaves the lone king unchecked without a move (a rook then does not).
fn stalemates(position: Position, to: Square) -> bool {
    let occupied = Bitboard::from(position.king) | Bitboard::from(to);
    let queen = attacks::queen(to, occupied);
    let rook = attacks::rook(to, occupied);
    let free = |covered: Bitboard| {
        (attacks::king(position.lone) - attacks::king(position.king) - covered).any()
    };
    let stuck = |attack: Bitboard| !attack.has(position.lone) && !free(attack);
    stuck(queen) && stuck(rook)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().expect("a square")
    }

    #[test]
    fn the_textbook_positions() {
        let wins = |king, pawn, lone, stm| {
            super::wins(Color::White, square(king), square(pawn), square(lone), stm)
        };
        // The opposition.
        assert!(wins("e6", "e5", "e8", Color::White));
        assert!(wins("e6", "e5", "e8", Color::Black));
        assert!(!wins("e4", "e3", "e6", Color::White));
        assert!(wins("e4", "e3", "e6", Color::Black));
        // The rook's pawn.
        assert!(!wins("b6", "a5", "a8", Color::White));
        // The square of the pawn.
        assert!(wins("a1", "h5", "c5", Color::White));
        assert!(!wins("a1", "h5", "d5", Color::Black));
    }

    #[test]
    fn both_colours_and_both_wings_are_alike() {
        let white = wins(Color::White, square("b6"), square("b5"), square("b8"), Color::White);
        let black = wins(Color::Black, square("g3"), square("g4"), square("g1"), Color::Black);
        assert_eq!(white, black);
    }

    #[test]
    fn the_number_of_won_positions() {
        // Counted with the complete endgame tables: 111,282 of 165,676 positions are won.
        let open = (0..POSITIONS).filter_map(Position::from_index).filter(|p| p.is_possible());
        assert_eq!(open.count(), 165_676);
        let won: u32 = WINS.iter().map(|word| word.count_ones()).sum();
        assert_eq!(won, 111_282);
    }
}

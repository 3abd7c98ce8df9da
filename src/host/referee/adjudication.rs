//! When a game is taken as decided before the rules end it: both engines agree for long enough, the endgame tables
//! know, or it is too long.

use std::sync::Arc;

use tabia_chess::board::Board;
use tabia_chess::color::Color;
use tabia_engine::search::score::Score;
use tabia_games::tablebase::{Syzygy, Wdl};

/// Scores beyond any evaluation, for the comparison with a limit, centipawns.
const DECIDED: i32 = 100_000;

/// A draw where both engines see next to nothing for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before this move number of the game.
    pub from: u32,
    /// Moves of each side in a row.
    pub moves: u32,
    /// Largest score for either side, centipawns.
    pub cp: i32,
}

/// A win where both engines see it for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Moves of each side in a row.
    pub moves: u32,
    /// Least score for the winner, by both engines, centipawns.
    pub cp: i32,
}

/// All rules of a match. Without any only the rules of chess end a game.
#[derive(Clone, Debug, Default)]
pub struct Adjudication {
    /// Draws.
    pub draw: Option<DrawRule>,
    /// Wins.
    pub resign: Option<ResignRule>,
    /// A game is a draw after so many moves, counted from the position it begins with.
    pub longest: Option<u32>,
    /// What these know ends the game.
    pub tables: Option<Arc<Syzygy>>,
}

/// Watches the scores of one game.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    rules: &'a Adjudication,
    /// Plies in a row with a score near nothing.
    even: u32,
    /// Plies in a row in which White, or Black, was winning.
    winning: [u32; 2],
}

/// What a watch says of a game: the winner, if any.
pub(super) type Decided = Option<Option<Color>>;

impl Adjudication {
    /// Who wins by the endgame tables, if they know. Asked where the half-move clock has just begun, for then what
    /// they say is exact.
    pub(super) fn by_tables(&self, board: &Board) -> Decided {
        let tables = self.tables.as_ref().filter(|_| board.halfmove_clock() == 0)?;
        Some(match tables.wdl(board)? {
            Wdl::Win => Some(board.stm()),
            Wdl::Loss => Some(!board.stm()),
            _ => None,
        })
    }
}

impl<'a> Watch<'a> {
    pub(super) fn new(rules: &'a Adjudication) -> Watch<'a> {
        Watch { rules, even: 0, winning: [0; 2] }
    }

    /// Whether the game is drawn or won after a move that its engine gave this score, mover's view. `number` is the
    /// move's in the game, `zeroing` whether it took something or moved a pawn. A move without a score, as from a book,
    /// begins the count anew.
    pub(super) fn after(
        &mut self,
        stm: Color,
        score: Option<Score>,
        number: u32,
        zeroing: bool,
    ) -> Decided {
        let Some(cp) = score.map(|score| score.clamped_cp(DECIDED)) else {
            *self = Watch::new(self.rules);
            return None;
        };
        if let Some(rule) = self.rules.resign {
            for side in Color::ALL {
                let cp = if side == stm { cp } else { -cp };
                let plies = &mut self.winning[side.index()];
                *plies = if cp >= rule.cp { *plies + 1 } else { 0 };
                if *plies >= 2 * rule.moves {
                    return Some(Some(side));
                }
            }
        }
        let rule = self.rules.draw?;
        self.even = if cp.abs() <= rule.cp && !zeroing { self.even + 1 } else { 0 };
        (self.even >= 2 * rule.moves && number >= rule.from).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Adjudication {
        Adjudication {
            draw: Some(DrawRule { from: 30, moves: 2, cp: 10 }),
            resign: Some(ResignRule { moves: 2, cp: 600 }),
            ..Adjudication::default()
        }
    }

    /// What the watch says after each of these scores, White's view, White to move first.
    fn said(scores: &[Option<Score>], number: u32) -> Vec<Decided> {
        let rules = rules();
        let mut watch = Watch::new(&rules);
        let mut stm = Color::Black;
        scores
            .iter()
            .map(|score| {
                stm = !stm;
                let mover = score.map(|s| if stm == Color::White { s } else { s.flipped() });
                watch.after(stm, mover, number, false)
            })
            .collect()
    }

    #[test]
    fn a_win_needs_both_engines_for_so_many_moves_in_a_row() {
        let won = Some(Score::Cp(700));
        assert_eq!(said(&[won; 4], 1), [None, None, None, Some(Some(Color::White))]);
        let lost = Some(Score::Mate(-12));
        assert_eq!(said(&[lost; 4], 1)[3], Some(Some(Color::Black)));
        let doubted = [won, won, won, Some(Score::Cp(500)), won, won, won];
        assert_eq!(said(&doubted, 1), [None; 7]);
        let unsaid = [won, won, None, won, won, won];
        assert_eq!(said(&unsaid, 1), [None; 6]);
    }

    #[test]
    fn a_draw_needs_a_late_game_and_nothing_that_changes_it() {
        let even = Some(Score::Cp(-8));
        assert_eq!(said(&[even; 4], 29), [None; 4]);
        assert_eq!(said(&[even; 4], 30)[3], Some(None));
        let rules = rules();
        let mut watch = Watch::new(&rules);
        for ply in 0..8 {
            assert_eq!(watch.after(Color::White, even, 40, ply % 3 == 2), None, "ply {ply}");
        }
    }
}

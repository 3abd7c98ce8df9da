//! When a game ends before the rules of chess end it: both engines agree for long enough, the tablebases know the
//! result, or the game is too long.

use std::sync::Arc;

use tabia_chess::{Board, Color};
use tabia_games::tablebase::{Syzygy, Wdl};

use crate::search::score::Score;

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

/// When games are adjudicated. By default never.
#[derive(Clone, Debug, Default)]
pub struct Adjudication {
    /// As draws, by the scores.
    pub draw: Option<DrawRule>,
    /// As wins, by the scores.
    pub resign: Option<ResignRule>,
    /// As a draw after so many moves of each side, counted from the opening.
    pub max_moves: Option<u32>,
    /// By what these tablebases know.
    pub tables: Option<Arc<Syzygy>>,
    /// As soon as one engine sees a mate or a result of its tablebases. For games of an engine against itself: nobody
    /// else has to be convinced.
    pub mate_decides: bool,
    /// The plies of the draw rule are counted on after a capture or a pawn move, instead of anew.
    pub draw_over_zeroing: bool,
}

/// Counts the plies for which the scores of one game have been near nothing or winning.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    rules: &'a Adjudication,
    /// Plies in a row with a score near nothing.
    even: u32,
    /// Plies in a row in which White, or Black, was winning.
    winning: [u32; 2],
}

/// An adjudicated result: who wins, `Some(None)` for a draw; `None`: the game goes on.
pub(super) type Decided = Option<Option<Color>>;

impl Adjudication {
    /// The result by the tablebases. They are asked where the halfmove clock is zero: only there their word is exact.
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

    /// The result after a move that its engine gave this score, side to move's view. `number` is the move's in the
    /// game, `zeroing` says whether it was a capture or a pawn move. A move without a score, as from a book, begins all
    /// counts anew.
    pub(super) fn after(
        &mut self,
        stm: Color,
        score: Option<Score>,
        number: u32,
        zeroing: bool,
    ) -> Decided {
        let Some(score) = score else {
            *self = Watch::new(self.rules);
            return None;
        };
        let cp = score.clamped_cp(DECIDED);
        if self.rules.mate_decides && matches!(score, Score::Mate(_) | Score::Table(_)) {
            return Some(Some(if cp > 0 { stm } else { !stm }));
        }
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
        let interrupted = zeroing && !self.rules.draw_over_zeroing;
        self.even = if cp.abs() <= rule.cp && !interrupted { self.even + 1 } else { 0 };
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
    fn decisions(scores: &[Option<Score>], number: u32) -> Vec<Decided> {
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
        assert_eq!(decisions(&[won; 4], 1), [None, None, None, Some(Some(Color::White))]);
        let lost = Some(Score::Mate(-12));
        assert_eq!(decisions(&[lost; 4], 1)[3], Some(Some(Color::Black)));
        let doubted = [won, won, won, Some(Score::Cp(500)), won, won, won];
        assert_eq!(decisions(&doubted, 1), [None; 7]);
        let unsaid = [won, won, None, won, won, won];
        assert_eq!(decisions(&unsaid, 1), [None; 6]);
    }

    #[test]
    fn a_draw_needs_a_late_game_and_nothing_that_changes_it() {
        let even = Some(Score::Cp(-8));
        assert_eq!(decisions(&[even; 4], 29), [None; 4]);
        assert_eq!(decisions(&[even; 4], 30)[3], Some(None));
        let rules = rules();
        let mut watch = Watch::new(&rules);
        for ply in 0..8 {
            assert_eq!(watch.after(Color::White, even, 40, ply % 3 == 2), None, "ply {ply}");
        }
    }

    #[test]
    fn an_engine_against_itself_needs_no_second_opinion() {
        let alone = Adjudication { mate_decides: true, draw_over_zeroing: true, ..rules() };
        let mut watch = Watch::new(&alone);
        assert_eq!(watch.after(Color::White, Some(Score::Cp(9000)), 1, false), None);
        for (score, winner) in [(Score::Mate(-4), Color::Black), (Score::Table(3), Color::White)] {
            assert_eq!(watch.after(Color::White, Some(score), 1, false), Some(Some(winner)));
        }
        let mut watch = Watch::new(&alone);
        let decisions: Vec<Decided> =
            (0..4).map(|_| watch.after(Color::White, Some(Score::Cp(3)), 40, true)).collect();
        assert_eq!(decisions, [None, None, None, Some(None)]);
    }
}

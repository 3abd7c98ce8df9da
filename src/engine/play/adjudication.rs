//! Adjudication: a game ends early when both engines agree for long enough, when tablebases know the result, or when it
//! is too long.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tabia_chess::{Board, Color};
use tabia_games::tablebase::{Syzygy, Wdl};

use crate::search::score::{Bound, Score};

/// Score beyond every evaluation, centipawns.
const DECIDED: i32 = 100_000;

/// Draw adjudication by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// First move number of the game, its opening included.
    pub from: u32,
    /// Consecutive moves of each side, from 1.
    pub moves: u32,
    /// Maximum score for either side, centipawns, from 1.
    pub cp: i32,
}

/// Win adjudication by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// Consecutive moves of each side, from 1.
    pub moves: u32,
    /// Minimum score of the winner by both engines, centipawns, from 1.
    pub cp: i32,
}

/// Adjudication rules; none by default.
#[derive(Clone, Debug, Default)]
pub struct Adjudication {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Wins by score.
    pub resign: Option<ResignRule>,
    /// A draw after this many moves of each side, counted from the opening.
    pub max_moves: Option<u32>,
    /// Tablebase adjudication.
    pub tables: Option<Arc<Syzygy>>,
    /// Whether the game ends as soon as one engine sees a mate or a tablebase result. For games of an engine against
    /// itself, where the opponent would agree anyway.
    pub mate_decides: bool,
    /// Whether captures and pawn moves leave the count of the draw rule unchanged instead of resetting it.
    pub draw_over_zeroing: bool,
}

/// Counts the plies in which the draw or win condition held.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    rules: &'a Adjudication,
    /// Consecutive plies with a score near zero.
    even: u32,
    /// Consecutive plies in which White, or Black, was winning.
    winning: [u32; 2],
}

/// An adjudicated result: the winner, `Some(None)` for a draw; `None`: the game continues.
pub type Decided = Option<Option<Color>>;

impl Adjudication {
    /// Tablebase result; probed only at a halfmove clock of zero, where WDL is exact.
    pub fn by_tables(&self, board: &Board) -> Decided {
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

    /// The result after a move with this score, side to move's view. `number` is the move number of the game, `zeroing`
    /// whether it was a capture or pawn move. A move without a score, as from a book, resets all counts. A bound counts
    /// only for the side for which it proves something, and never for a draw.
    pub(super) fn after(
        &mut self,
        stm: Color,
        score: Option<(Score, Bound)>,
        number: u32,
        zeroing: bool,
    ) -> Decided {
        let Some((score, bound)) = score else {
            *self = Watch::new(self.rules);
            return None;
        };
        let cp = score.clamped_cp(DECIDED);
        let proves = |cp: i32| bound == if cp > 0 { Bound::Lower } else { Bound::Upper };
        let proven = bound == Bound::Exact || proves(cp);
        let decided = matches!(score, Score::Mate(_) | Score::Tablebase(_));
        if self.rules.mate_decides && decided && proven {
            return Some(Some(if cp > 0 { stm } else { !stm }));
        }
        if let Some(rule) = self.rules.resign {
            for side in Color::ALL {
                let cp = if side == stm { cp } else { -cp };
                let plies = &mut self.winning[side.index()];
                *plies = if cp >= rule.cp && proven { *plies + 1 } else { 0 };
                if *plies >= 2 * rule.moves {
                    return Some(Some(side));
                }
            }
        }
        let rule = self.rules.draw?;
        let interrupted = zeroing && !self.rules.draw_over_zeroing;
        let even = cp.abs() <= rule.cp && bound == Bound::Exact && !interrupted;
        self.even = if even { self.even + 1 } else { 0 };
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

    fn exact(score: Score) -> (Score, Bound) {
        (score, Bound::Exact)
    }

    /// Decisions after each of these scores, White's view, White to move first.
    fn decisions(scores: &[Option<Score>], number: u32) -> Vec<Decided> {
        let rules = rules();
        let mut watch = Watch::new(&rules);
        let mut stm = Color::Black;
        scores
            .iter()
            .map(|score| {
                stm = !stm;
                let mover = score.map(|s| if stm == Color::White { s } else { s.flipped() });
                watch.after(stm, mover.map(exact), number, false)
            })
            .collect()
    }

    #[test]
    fn a_win_needs_both_engines_for_a_number_of_consecutive_moves() {
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
            assert_eq!(
                watch.after(Color::White, even.map(exact), 40, ply % 3 == 2),
                None,
                "ply {ply}"
            );
        }
    }

    #[test]
    fn an_engine_against_itself_needs_no_second_opinion() {
        let alone = Adjudication { mate_decides: true, draw_over_zeroing: true, ..rules() };
        let mut watch = Watch::new(&alone);
        assert_eq!(watch.after(Color::White, Some(exact(Score::Cp(9000))), 1, false), None);
        for (score, winner) in
            [(Score::Mate(-4), Color::Black), (Score::Tablebase(3), Color::White)]
        {
            let score = Some(exact(score));
            assert_eq!(watch.after(Color::White, score, 1, false), Some(Some(winner)));
        }
        let mut watch = Watch::new(&alone);
        let decisions: Vec<Decided> = (0..4)
            .map(|_| watch.after(Color::White, Some(exact(Score::Cp(3))), 40, true))
            .collect();
        assert_eq!(decisions, [None, None, None, Some(None)]);
    }

    #[test]
    fn a_bound_counts_only_for_what_it_proves() {
        let rules = rules();
        let last = |score: Score, bound: Bound| {
            let mut watch = Watch::new(&rules);
            let scores = [(score, bound), (score.flipped(), bound.flipped())];
            let sides = [Color::White, Color::Black];
            let decisions = scores
                .into_iter()
                .zip(sides)
                .cycle()
                .take(4)
                .map(|(score, side)| watch.after(side, Some(score), 40, false));
            decisions.last().flatten()
        };
        let (won, even) = (Score::Cp(700), Score::Cp(3));
        assert_eq!(last(won, Bound::Lower), Some(Some(Color::White)));
        assert_eq!(last(won, Bound::Upper), None);
        assert_eq!(last(won.flipped(), Bound::Upper), Some(Some(Color::Black)));
        assert_eq!(last(won.flipped(), Bound::Lower), None);
        assert_eq!([last(even, Bound::Exact), last(even, Bound::Lower)], [Some(None), None]);
    }
}

//! When a game of self-play is taken as decided: by the rules, by a score that stays high, by one that stays
//! even, by length. Figures as in published data generators (4 plies of 20 pawns, 12 plies of a tenth).

use crate::data::game::GameResult;
use tabia_chess::board::Board;
use tabia_chess::color::Color;
use tabia_chess::rules;
use tabia_engine::search::score::Score;

/// Won: this much, centipawns,
const WIN_CP: i32 = 2000;
/// for so many plies on end.
const WIN_PLIES: u32 = 4;
/// Drawn: no more than this for either side, centipawns,
const DRAW_CP: i32 = 10;
/// for so many plies on end,
const DRAW_PLIES: u32 = 12;
/// once the game is this old, plies since its first recorded one.
const DRAW_FROM: usize = 70;
/// Longest game, plies; then it is drawn.
const LONGEST: usize = 400;

/// Watches one game.
#[derive(Debug, Default)]
pub struct Judge {
    keys: Vec<u64>,
    /// Plies on end in which White, or Black, was winning.
    winning: [u32; 2],
    even: u32,
}

impl Judge {
    /// A judge who knows the first position.
    pub fn new(start: &Board) -> Judge {
        Judge { keys: vec![start.key()], ..Judge::default() }
    }

    /// The result after a move to this position, if the rules or the length of the game give one.
    pub fn after_move(&mut self, board: &Board) -> Option<GameResult> {
        let key = board.key();
        self.keys.push(key);
        let repetitions = self.keys.iter().filter(|&&other| other == key).count();
        if let Some(outcome) = rules::automatic_outcome(board, repetitions) {
            return Some(GameResult::won_by(outcome.winner()));
        }
        let drawn = rules::claim(board, repetitions).is_some() || self.keys.len() > LONGEST;
        drawn.then_some(GameResult::Draw)
    }

    /// The result that the score of a search, mover's view, makes certain enough.
    pub fn after_search(&mut self, stm: Color, score: Score) -> Option<GameResult> {
        let cp = match score {
            Score::Mate(plies) | Score::Table(plies) => {
                return Some(GameResult::won_by(Some(if plies > 0 { stm } else { !stm })));
            }
            Score::Cp(cp) => cp,
        };
        for side in Color::ALL {
            let cp = if side == stm { cp } else { -cp };
            let plies = &mut self.winning[side.index()];
            *plies = if cp >= WIN_CP { *plies + 1 } else { 0 };
            if *plies >= WIN_PLIES {
                return Some(GameResult::won_by(Some(side)));
            }
        }
        self.even = if cp.abs() <= DRAW_CP { self.even + 1 } else { 0 };
        (self.even >= DRAW_PLIES && self.keys.len() > DRAW_FROM).then_some(GameResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_scores_and_mates_decide() {
        let mut judge = Judge::new(&Board::start());
        for ply in 0..3 {
            let (stm, cp) = if ply % 2 == 0 { (Color::White, -2500) } else { (Color::Black, 2500) };
            assert_eq!(judge.after_search(stm, Score::Cp(cp)), None);
        }
        let last = judge.after_search(Color::Black, Score::Cp(2000));
        assert_eq!(last, Some(GameResult::BlackWins));
        let mate = Judge::default().after_search(Color::White, Score::Mate(-4));
        assert_eq!(mate, Some(GameResult::BlackWins));
    }

    #[test]
    fn even_scores_draw_late_games_only() {
        let mut judge = Judge::new(&Board::start());
        let search = |judge: &mut Judge| judge.after_search(Color::White, Score::Cp(3));
        for _ in 0..40 {
            assert_eq!(search(&mut judge), None);
        }
        judge.keys.extend(0..DRAW_FROM as u64);
        assert_eq!(search(&mut judge), Some(GameResult::Draw));
    }

    #[test]
    fn repetition_draws() {
        let mut board = Board::start();
        let mut judge = Judge::new(&board);
        let mut result = None;
        for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
            assert_eq!(result, None);
            let mv = tabia_chess::uci_move::parse(&board, text).unwrap();
            board.make_move(mv);
            result = judge.after_move(&board);
        }
        assert_eq!(result, Some(GameResult::Draw));
    }
}

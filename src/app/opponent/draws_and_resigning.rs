//! When the engine resigns, accepts a draw or offers one, by the scores of its own last moves. Pure functions.

use tabia_chess::{Board, Color, PieceType};
use tabia_engine::alphabeta::options::Strength;
use tabia_engine::search::score::Score;
use tabia_text::t;

/// Below this Elo the engine's own scores say little, so the material counts as well.
const COUNTS_BELOW_ELO: u16 = 1300;
/// A game is hopeless for such a level when it is this many pawns behind.
const LOST_PAWNS: i32 = 9;
/// A game is hopeless at this score, centipawns.
const LOST_CP: i32 = -900;
/// Number of own moves in a row with a hopeless score before it resigns.
const LOST_MOVES: usize = 3;
/// At this score or below it accepts any draw, centipawns.
const WORSE_CP: i32 = -100;
/// Number of own moves in a row with such a score.
const WORSE_MOVES: usize = 2;
/// Up to this score it does not consider itself better, centipawns.
const LEVEL_CP: i32 = 20;
/// Number of own moves in a row with a level score.
const LEVEL_MOVES: usize = 4;
/// A level game may be agreed drawn from this move on.
const DRAW_MOVE: u32 = 40;
/// Or earlier, with at most this many pieces left on the board.
const FEW_MEN: u32 = 10;
/// Before this move even a worse game continues.
const EARLY_MOVE: u32 = 10;

/// The stage of a game, as far as it matters for draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// Move number.
    pub fullmove: u32,
    /// Pieces on the board, kings included.
    pub men: u32,
}

impl Stage {
    fn is_late(self) -> bool {
        self.fullmove >= DRAW_MOVE || self.men <= FEW_MEN
    }
}

/// The answer to a draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrawAnswer {
    /// It accepts the draw.
    Accept,
    /// It plays on; the reason, in a sentence.
    Decline(&'static str),
}

/// A score as centipawns; a mate is far beyond every limit here.
fn cp(score: Score) -> i32 {
    score.clamped_cp(30_000)
}

/// Whether there are `moves` scores and the newest ones all satisfy a condition.
fn all_recent(newest_first: &[Score], moves: usize, holds: impl Fn(i32) -> bool) -> bool {
    newest_first.get(..moves).is_some_and(|last| last.iter().all(|&score| holds(cp(score))))
}

/// Whether a score says that the game is lost.
pub(crate) fn is_lost(score: Score) -> bool {
    cp(score) <= LOST_CP
}

/// Whether a score says that this side is not better: a draw by repetition is welcome.
pub(crate) fn not_better(score: Score) -> bool {
    cp(score) <= LEVEL_CP
}

/// Whether a score is so bad that the opponent clearly leads.
pub(crate) fn is_worse(score: Score) -> bool {
    cp(score) <= WORSE_CP
}

/// Whether this strength resigns by material alone.
pub(crate) fn counts_material(strength: Strength) -> bool {
    strength.elo().is_some_and(|elo| elo < COUNTS_BELOW_ELO)
}

/// Whether a side has been so far behind before several of its own moves that the game is hopeless. The positions are
/// those in which it was to move, newest first.
pub(crate) fn is_far_behind<'a>(newest_first: impl Iterator<Item = &'a Board>) -> bool {
    let lost = |board: &&Board| pawns_behind(board, board.stm()) >= LOST_PAWNS;
    newest_first.take(LOST_MOVES).filter(lost).count() == LOST_MOVES
}

/// Whether a side clearly has less material than its opponent: by two pawns or more.
pub(crate) fn has_less_material(board: &Board, side: Color) -> bool {
    pawns_behind(board, side) >= 2
}

/// How far a side is behind in material, pawns.
fn pawns_behind(board: &Board, side: Color) -> i32 {
    let worth = [
        (PieceType::Queen, 9),
        (PieceType::Rook, 5),
        (PieceType::Bishop, 3),
        (PieceType::Knight, 3),
        (PieceType::Pawn, 1),
    ];
    let sum = |of: Color| -> i32 {
        worth.iter().map(|&(kind, pawns)| board.by(of, kind).count() as i32 * pawns).sum()
    };
    sum(!side) - sum(side)
}

/// Whether the game has looked lost for several own moves. Scores in the side to move's view, newest first.
pub(crate) fn looks_lost(newest_first: &[Score]) -> bool {
    all_recent(newest_first, LOST_MOVES, |cp| cp <= LOST_CP)
}

/// The answer to a draw offer. Scores of the engine's own moves, newest first.
pub(crate) fn draw_answer(newest_first: &[Score], stage: Stage) -> DrawAnswer {
    let Some(&newest) = newest_first.first() else {
        return DrawAnswer::Decline(t!("toast-draw-declined"));
    };
    // An ending that was set up begins with move 1.
    let begun = stage.fullmove >= EARLY_MOVE || stage.is_late();
    if begun && all_recent(newest_first, WORSE_MOVES, |cp| cp <= WORSE_CP) {
        return DrawAnswer::Accept;
    }
    if begun && is_worse(newest) {
        return DrawAnswer::Decline(t!("toast-draw-declined.not-yet"));
    }
    if cp(newest) > LEVEL_CP {
        return DrawAnswer::Decline(t!("toast-draw-declined.better"));
    }
    if !stage.is_late() {
        return DrawAnswer::Decline(t!("toast-draw-declined.early"));
    }
    if all_recent(newest_first, LEVEL_MOVES, |cp| cp <= LEVEL_CP) {
        return DrawAnswer::Accept;
    }
    DrawAnswer::Decline(t!("toast-draw-declined.later"))
}

/// The answer of a level whose own scores say little, if the material is level: a better score is then noise.
/// Positions with the same side to move, newest first. `None` if the material is not level.
pub(crate) fn draw_answer_by_material<'a>(
    newest_first: impl Iterator<Item = &'a Board>,
    stage: Stage,
) -> Option<DrawAnswer> {
    let level = |board: &&Board| pawns_behind(board, board.stm()) == 0;
    match newest_first.take(LEVEL_MOVES).take_while(level).count() {
        0 => None,
        _ if !stage.is_late() => Some(DrawAnswer::Decline(t!("toast-draw-declined.early"))),
        LEVEL_MOVES => Some(DrawAnswer::Accept),
        _ => Some(DrawAnswer::Decline(t!("toast-draw-declined.later"))),
    }
}

/// Whether the engine offers a draw: the game is late and has looked level for several of its moves.
pub(crate) fn offers_draw(newest_first: &[Score], stage: Stage) -> bool {
    stage.is_late() && all_recent(newest_first, LEVEL_MOVES, |cp| cp.abs() <= LEVEL_CP)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EARLY: Stage = Stage { fullmove: 15, men: 28 };
    const LATE: Stage = Stage { fullmove: 45, men: 20 };

    fn scores(cp: &[i32]) -> Vec<Score> {
        cp.iter().map(|&cp| Score::Cp(cp)).collect()
    }

    #[test]
    fn one_bad_score_is_not_hopeless_yet() {
        assert!(!looks_lost(&scores(&[-1500, -1500])));
        assert!(!looks_lost(&scores(&[-1500, -1500, -700])));
        assert!(looks_lost(&scores(&[-950, -1500, -900, 0])));
        assert!(looks_lost(&[Score::Mate(-6), Score::Mate(-8), Score::Cp(-2000)]));
        assert!(!looks_lost(&[Score::Mate(5), Score::Mate(-8), Score::Cp(-2000)]));
    }

    #[test]
    fn a_queen_behind_for_three_moves_is_hopeless_to_the_weakest() {
        let board = |fen: &str| Board::from_fen(fen).unwrap();
        let lost = board("4k3/8/8/8/8/8/8/3QK3 b - - 0 40");
        let level = board("3qk3/8/8/8/8/8/8/3QK3 b - - 0 39");
        assert!(is_far_behind([lost; 3].iter()));
        assert!(!is_far_behind([lost; 2].iter()), "not at the first shock");
        assert!(!is_far_behind([lost, level, lost].iter()));
        assert!(counts_material(Strength::Character(1)) && !counts_material(Strength::Full));
    }

    #[test]
    fn a_weak_level_takes_a_draw_when_the_material_has_been_level_in_an_ending() {
        let board = |fen: &str| Board::from_fen(fen).unwrap();
        let rooks = board("8/8/4k3/8/8/4K3/4R3/2r5 w - - 0 60");
        let ahead = board("8/8/4k3/8/8/4K3/4R3/8 w - - 0 60");
        let answer = |boards: &[Board], stage| draw_answer_by_material(boards.iter(), stage);
        assert_eq!(answer(&[rooks; 4], LATE), Some(DrawAnswer::Accept));
        let later = DrawAnswer::Decline(t!("toast-draw-declined.later"));
        assert_eq!(answer(&[rooks; 3], LATE), Some(later));
        assert_eq!(answer(&[rooks, rooks, rooks, ahead], LATE), Some(later));
        let early = DrawAnswer::Decline(t!("toast-draw-declined.early"));
        assert_eq!(answer(&[rooks; 4], EARLY), Some(early));
        assert_eq!(answer(&[ahead, rooks, rooks, rooks], LATE), None);
    }

    #[test]
    fn draws_are_taken_for_a_reason_and_declined_for_one() {
        let reason = |cp: &[i32], stage| match draw_answer(&scores(cp), stage) {
            DrawAnswer::Accept => (true, ""),
            DrawAnswer::Decline(why) => (false, why),
        };
        assert!(!reason(&[], LATE).0);
        assert_eq!(reason(&[40, 0, 0, 0], LATE), (false, t!("toast-draw-declined.better")));
        assert_eq!(reason(&[0, 0, 0, 0], EARLY).1, t!("toast-draw-declined.early"));
        assert_eq!(reason(&[0, 0, 0, 50], LATE).1, t!("toast-draw-declined.later"));
        assert!(reason(&[0, 10, -30, 20], LATE).0);
        assert!(reason(&[-150, -120], EARLY).0, "a worse game is given for a draw at any time");
        assert!(!reason(&[-150, -120], Stage { fullmove: 6, men: 32 }).0, "but not at once");
        let ending = Stage { fullmove: 1, men: 6 };
        assert!(reason(&[0, 0, 0, 0], ending).0, "an ending that was set up is late too");
        assert!(reason(&[-2900, -2900], ending).0, "a lost one is given for a draw");
        assert_eq!(reason(&[-2900], ending), (false, t!("toast-draw-declined.not-yet")));
        assert_eq!(reason(&[-300, 0, 0, 0], EARLY), (false, t!("toast-draw-declined.not-yet")));
    }

    #[test]
    fn only_a_level_late_game_is_offered_as_a_draw() {
        assert!(offers_draw(&scores(&[0, 10, -10, 5]), LATE));
        assert!(!offers_draw(&scores(&[0, 10, -10, 5]), EARLY));
        assert!(!offers_draw(&scores(&[0, 10, -60, 5]), LATE));
        assert!(!offers_draw(&scores(&[0, 10]), LATE));
    }
}

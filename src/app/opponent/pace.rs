//! How long a weak level takes for its moves. It finds them in a blink, which no person does; a reply
//! that comes before the own piece has been let go is no pleasure to play against.

use tabia_chess::Board;

/// What the time for a move depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<'a> {
    /// Number of the level, 0 the weakest.
    pub level: u8,
    /// The position.
    pub board: &'a Board,
    /// The move takes back what the opponent has just taken with.
    pub recaptures: bool,
    /// The engine's clock, if there is one.
    pub clock: Option<ClockState>,
}

/// A clock as the pace sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockState {
    /// Left, ms.
    pub left_ms: u64,
    /// Added after each move, ms.
    pub increment_ms: u64,
    /// It should hurry.
    pub low: bool,
}

/// Time for an ordinary move by level, ms. Judged by hand.
const USUAL_MS: [u64; 7] = [1_000, 1_200, 1_400, 1_600, 1_700, 1_700, 1_500];
/// The only legal move, ms.
const FORCED_MS: u64 = 350;
/// Taking back is half the work, per cent.
const RECAPTURE_PERCENT: u64 = 45;
/// The first moves are known by heart, per cent.
const OPENING_PERCENT: u64 = 50;
/// The first moves end here.
const OPENING_MOVES: u32 = 4;
/// At most this share of the clock goes into one move.
const CLOCK_SHARE: u64 = 60;

/// The least time to pass between the opponent's move and this one, ms. The same position gives the same
/// time; neighbouring positions differ by up to 40 % either way, so that it is no metronome.
pub(crate) fn least_ms(turn: &Turn<'_>) -> u64 {
    if turn.clock.is_some_and(|clock| clock.low) {
        return 0;
    }
    let board = turn.board;
    let usual = USUAL_MS[usize::from(turn.level).min(USUAL_MS.len() - 1)];
    let mut ms = if board.legal_moves().len() == 1 {
        FORCED_MS
    } else if turn.recaptures {
        usual * RECAPTURE_PERCENT / 100
    } else if board.fullmove_number() <= OPENING_MOVES {
        usual * OPENING_PERCENT / 100
    } else {
        usual
    };
    ms = ms * (60 + board.key() % 81) / 100;
    match turn.clock {
        Some(clock) => ms.min(clock.left_ms / CLOCK_SHARE + clock.increment_ms / 2),
        None => ms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(board: &Board, clock: Option<ClockState>) -> u64 {
        least_ms(&Turn { level: 3, board, recaptures: false, clock })
    }

    fn board(fen: &str) -> Board {
        Board::from_fen(fen).unwrap()
    }

    const MIDDLE: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";

    #[test]
    fn an_ordinary_move_takes_a_second_or_two() {
        let ms = turn(&board(MIDDLE), None);
        assert!((900..2_300).contains(&ms), "{ms}");
        assert_eq!(ms, turn(&board(MIDDLE), None), "the same again");
    }

    #[test]
    fn what_is_plain_is_played_sooner() {
        let middle = board(MIDDLE);
        let taking = Turn { level: 3, board: &middle, recaptures: true, clock: None };
        assert!(least_ms(&taking) < turn(&middle, None) / 2);
        assert!(turn(&Board::start(), None) < 1_200);
        let only = board("k7/8/8/8/8/1r6/8/K6r w - - 0 30");
        assert_eq!(only.legal_moves().len(), 1);
        assert!(turn(&only, None) < 500);
    }

    #[test]
    fn the_clock_is_never_in_danger() {
        let clock = |left_ms, increment_ms, low| Some(ClockState { left_ms, increment_ms, low });
        let middle = board(MIDDLE);
        assert_eq!(turn(&middle, clock(5_000, 0, true)), 0, "none in time trouble");
        assert_eq!(turn(&middle, clock(30_000, 0, false)), 500);
        assert_eq!(turn(&middle, clock(600_000, 5_000, false)), turn(&middle, None));
    }
}

//! Guess the move: a game is replayed from one side, and the user guesses each move of that side. A guess is rated by
//! what it loses compared with the move of the game.

use tabia_chess::{Board, Color, Move};
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;
use tabia_games::game::tree::GameTree;
use tabia_host::review::accuracy::win_percent;

/// Nodes of a search that evaluates a move, or answers in an endgame.
pub const NODES: u64 = 400_000;

/// Maximum points for a move.
pub const MAX_POINTS: u32 = 10;
/// Loss in expected points that costs one point, per cent.
pub const PERCENT_PER_POINT: f64 = 2.5;

/// Loss in expected points up to which a guess makes all points, per cent.
pub const FULL_POINTS: f64 = PERCENT_PER_POINT / 2.0;

/// Loss in expected points of a mistake, per cent: the least that reviews call a mistake.
const MISTAKE: f64 = 10.0;

/// A game in which moves are guessed.
#[derive(Clone, Debug)]
pub struct Guess {
    pub side: Color,
    /// The players; may be empty.
    pub title: String,
    game: GamePosition,
    /// Number of plies of the game on the board.
    at: usize,
    /// The guess being evaluated.
    judging: Option<Judging>,
    /// The results of the moves so far.
    pub rows: Vec<Row>,
}

/// The result of a move of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Row {
    Guessed(Guessed),
    /// It was skipped: the position before it, and the move.
    Skipped {
        board: Board,
        played: Move,
    },
}

/// The summary of a game's guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Points made, per cent of the possible points.
    pub percent: u32,
    /// Guesses equal to the move of the game.
    pub same: usize,
    /// Other guesses with full points.
    pub good: usize,
    /// Those of them that are better than the move of the game by more than [`FULL_POINTS`].
    pub better: usize,
    /// Guesses that lost [`MISTAKE`] or more.
    pub bad: usize,
}

/// A guess being evaluated.
#[derive(Clone, Copy, Debug)]
struct Judging {
    mv: Move,
    /// Expected points after the guess, from the guesser's view, per cent.
    percent: Option<f64>,
}

/// A guess and its evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guessed {
    /// The position before it.
    pub board: Board,
    pub mv: Move,
    pub played: Move,
    /// Loss in expected points compared with the move of the game, per cent; negative: the guess is better.
    pub loss: f64,
    pub points: u32,
}

impl Guess {
    /// Starts guessing the main line of a game up to its first null move; `None` if the side has no move in it.
    pub(crate) fn new(tree: &GameTree, title: String, side: Color) -> Option<Guess> {
        let line = tree.main_line();
        let moves = line.iter().skip(1).map_while(|&node| tree.mv(node)).collect();
        let game = GamePosition { start: *tree.board(tree.root()), moves };
        let mut guess = Guess { side, title, game, at: 0, judging: None, rows: Vec::new() };
        guess.wait_for_own_move();
        guess.played().is_some().then_some(guess)
    }

    fn so_far(&self) -> GamePosition {
        GamePosition { start: self.game.start, moves: self.game.moves[..self.at].to_vec() }
    }

    /// The position in which a move has to be guessed.
    pub fn board(&self) -> Board {
        self.so_far().board()
    }

    /// The position on the board: that before the move to guess, or after the guess while it is evaluated.
    pub(crate) fn shown(&self) -> GamePosition {
        self.tried().map_or_else(|| self.so_far(), |mv| self.behind(mv))
    }

    /// Whether a move has to be guessed now.
    pub fn asks(&self) -> bool {
        self.judging.is_none() && !self.is_over()
    }

    pub fn last(&self) -> Option<Move> {
        self.at.checked_sub(1).map(|before| self.game.moves[before])
    }

    /// The move being evaluated.
    pub fn tried(&self) -> Option<Move> {
        self.judging.map(|judging| judging.mv)
    }

    /// The move of the game in this position.
    fn played(&self) -> Option<Move> {
        self.game.moves.get(self.at).copied()
    }

    pub fn is_over(&self) -> bool {
        self.played().is_none()
    }

    /// The moves that were guessed.
    pub fn guesses(&self) -> impl Iterator<Item = &Guessed> {
        self.rows.iter().filter_map(|row| match row {
            Row::Guessed(guessed) => Some(guessed),
            Row::Skipped { .. } => None,
        })
    }

    /// How many moves were skipped.
    pub fn skipped(&self) -> usize {
        self.rows.len() - self.guesses().count()
    }

    /// Points made, and the possible points.
    pub fn points(&self) -> (u32, u32) {
        let made = self.guesses().map(|guessed| guessed.points).sum();
        (made, MAX_POINTS * self.guesses().count() as u32)
    }

    /// The summary of the guesses.
    pub fn summary(&self) -> Summary {
        let (made, all) = self.points();
        let count = |of: fn(&Guessed) -> bool| self.guesses().filter(|one| of(one)).count();
        Summary {
            percent: (100 * made).checked_div(all).unwrap_or_default(),
            same: count(|one| one.mv == one.played),
            good: count(|one| one.mv != one.played && one.points == MAX_POINTS),
            better: count(|one| one.loss < -FULL_POINTS),
            bad: count(|one| one.loss >= MISTAKE),
        }
    }

    /// Makes a guess. Returns the position for the engine to evaluate; `None`: the guess is the move of the game.
    pub(crate) fn guess(&mut self, mv: Move) -> Option<GamePosition> {
        let played = self.played().filter(|_| self.judging.is_none())?;
        if mv == played {
            self.note(mv, 0.0);
            return None;
        }
        self.judging = Some(Judging { mv, percent: None });
        Some(self.behind(mv))
    }

    fn behind(&self, mv: Move) -> GamePosition {
        let mut position = self.so_far();
        position.moves.push(mv);
        position
    }

    /// Takes the engine's score of a position, from the opponent's view. Returns the next position to evaluate: that
    /// after the move of the game.
    pub(crate) fn take_score(&mut self, score: Score) -> Option<GamePosition> {
        let (judging, played) = (self.judging.as_mut()?, self.game.moves.get(self.at).copied()?);
        let percent = 100.0 - win_percent(score);
        match judging.percent {
            None => {
                judging.percent = Some(percent);
                Some(self.behind(played))
            }
            Some(guessed) => {
                let mv = judging.mv;
                self.note(mv, percent - guessed);
                None
            }
        }
    }

    /// The position to evaluate now.
    pub(crate) fn searched(&self) -> Option<GamePosition> {
        let Judging { mv, percent } = self.judging?;
        let mv = if percent.is_none() { mv } else { self.played()? };
        Some(self.behind(mv))
    }

    /// The evaluation failed; the move may be guessed again.
    pub(crate) fn again(&mut self) {
        self.judging = None;
    }

    fn note(&mut self, mv: Move, loss: f64) {
        let Some(played) = self.played() else { return };
        self.judging = None;
        let lost = (loss / PERCENT_PER_POINT).round().clamp(0.0, f64::from(MAX_POINTS)) as u32;
        let points = MAX_POINTS - lost;
        self.rows.push(Row::Guessed(Guessed { board: self.board(), mv, played, loss, points }));
        self.go_on();
    }

    /// Plays the move of the game without a guess.
    pub(crate) fn skip(&mut self) {
        if let Some(played) = self.played() {
            self.judging = None;
            self.rows.push(Row::Skipped { board: self.board(), played });
            self.go_on();
        }
    }

    fn go_on(&mut self) {
        self.at = (self.at + 1).min(self.game.moves.len());
        self.wait_for_own_move();
    }

    fn wait_for_own_move(&mut self) {
        if self.played().is_some() && self.board().stm() != self.side {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::san;
    use tabia_games::game::pgn_read;

    fn guess(side: Color) -> Guess {
        let game = &pgn_read::read_all("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")[0];
        Guess::new(&game.tree, "A-B".to_owned(), side).unwrap()
    }

    fn mv(guess: &Guess, text: &str) -> Move {
        san::parse(&guess.board(), text).unwrap()
    }

    #[test]
    fn the_move_of_the_game_makes_all_points_and_the_reply_follows() {
        let mut guess = guess(Color::White);
        assert_eq!(guess.guess(mv(&guess, "e4")), None, "no engine is asked");
        assert_eq!(guess.points(), (MAX_POINTS, MAX_POINTS));
        assert_eq!(guess.last(), Some(guess.game.moves[1]), "the reply is on the board");
        guess.guess(mv(&guess, "Nf3"));
        guess.guess(mv(&guess, "Bb5"));
        assert!(guess.is_over() && guess.points() == (30, 30));
        let black = super::tests::guess(Color::Black);
        assert_eq!(black.board().stm(), Color::Black);
        let empty = &pgn_read::read_all("1. e4 *")[0];
        assert!(Guess::new(&empty.tree, String::new(), Color::Black).is_none());
    }

    #[test]
    fn a_point_costs_as_much_as_the_introduction_names() {
        let of = |loss: f64| {
            let mut guess = guess(Color::White);
            guess.note(mv(&guess, "d4"), loss);
            guess.points().0
        };
        assert_eq!([0.0, 2.5, 5.0, 25.0, 60.0, -8.0].map(of), [10, 9, 8, 0, 0, 10]);
    }

    #[test]
    fn another_move_counts_by_what_it_gives_away() {
        let mut guess = guess(Color::White);
        let behind = guess.guess(mv(&guess, "g4")).unwrap();
        assert_eq!(behind.moves.len(), 1);
        assert!(guess.guess(mv(&guess, "d4")).is_none(), "one move at a time");
        // Black is better by 120 after the guess, and White by 30 after the move of the game.
        let next = guess.take_score(Score::Cp(120)).unwrap();
        assert_eq!(next.moves, guess.game.moves[..1]);
        assert_eq!(guess.take_score(Score::Cp(-30)), None);
        let guessed = *guess.guesses().next().unwrap();
        assert!(
            (10.0..17.0).contains(&guessed.loss) && (4..=6).contains(&guessed.points),
            "{guessed:?}"
        );
        assert_eq!(guess.board().fullmove_number(), 2, "the game goes on");
        // A better move than that of the game gets no more than full points.
        guess.guess(mv(&guess, "Nc3"));
        guess.take_score(Score::Cp(-80));
        guess.take_score(Score::Cp(-30));
        let better = *guess.guesses().last().unwrap();
        assert!(better.points == MAX_POINTS && better.loss < 0.0);
        guess.guess(mv(&guess, "h3"));
        guess.again();
        guess.skip();
        assert!(
            guess.is_over() && guess.guesses().count() == 2,
            "what was passed over does not count"
        );
        guess.skip();
        assert_eq!(guess.skipped(), 1, "a game that is over has no more moves");
        let Some(&Row::Skipped { board, played }) = guess.rows.last() else {
            panic!("a row is left")
        };
        assert_eq!((board.fullmove_number(), Some(&played)), (3, guess.game.moves.last()));
        let summary = guess.summary();
        assert_eq!((summary.same, summary.good, summary.better, summary.bad), (0, 1, 1, 1));
        assert!((70..=80).contains(&summary.percent), "{summary:?}");
    }
}

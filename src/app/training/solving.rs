//! A puzzle on the board: which moves solve it, and what is shown for one that does not.

use tabia_chess::{Board, Move};
use tabia_engine::search::report::{IterationInfo, SearchOutcome};
use tabia_engine::search::score::Score;
use tabia_games::game::position::GamePosition;
use tabia_host::puzzles::Puzzle;
use tabia_host::puzzles::make::{HELD, WINNING};
use tabia_host::puzzles::themes::Theme;
use tabia_host::review::accuracy::win_percent;
use tabia_host::review::classify::INACCURACY;
use tabia_host::review::collector::AnalysisCollector;
use tabia_host::review::for_mover;

use super::progress::Grade;

/// A puzzle in progress.
#[derive(Clone, Debug)]
pub struct Solving {
    pub puzzle: Puzzle,
    /// It comes from one of the user's own games, so its rating is not meaningful.
    pub own: bool,
    /// It was tried before and is repeated.
    pub repeated: bool,
    /// The position shown.
    pub board: Board,
    /// The move that led to it; `None` at the start.
    pub last: Option<Move>,
    /// Number of plies of the solution played.
    at: usize,
    pub stage: Stage,
    pub hint: Hint,
    /// A hint was taken before the result was decided: the puzzle is not rated.
    pub helped: bool,
    /// The result, once it is decided.
    pub grade: Option<Grade>,
    /// The loss of the last evaluated move compared with the solution, in points of win percentage, if the puzzle has
    /// a score.
    pub loss: Option<f64>,
    collector: AnalysisCollector,
}

/// The stage of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// The solver is to move.
    Ask,
    /// The engine evaluates a move other than that of the solution.
    Judging(Move),
    /// The move does not solve the puzzle; the refutation begins with the reply that is on the board.
    Wrong { mv: Move, refutation: Vec<Move> },
    /// The move wins, but the task is to give mate.
    NoMate(Move),
    /// It is solved; `other`: with a move other than that of the solution.
    Solved { other: bool },
    /// The solution is shown.
    Shown,
}

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hint {
    #[default]
    None,
    /// The piece to move.
    Piece,
    Move,
}

impl Solving {
    pub(crate) fn new(puzzle: Puzzle, own: bool, repeated: bool) -> Solving {
        Solving {
            board: puzzle.board,
            puzzle,
            own,
            repeated,
            last: None,
            at: 0,
            stage: Stage::Ask,
            hint: Hint::None,
            helped: false,
            grade: None,
            loss: None,
            collector: AnalysisCollector::default(),
        }
    }

    /// The position in which the solver has to move.
    pub fn asked(&self) -> Board {
        self.puzzle.after(self.at)
    }

    /// The move of the solution there.
    pub fn wanted(&self) -> Option<Move> {
        self.puzzle.line.get(self.at).copied()
    }

    /// The move that the hint gives away, completely or in part.
    pub fn hinted(&self) -> Option<Move> {
        self.wanted().filter(|_| self.stage == Stage::Ask && self.hint != Hint::None)
    }

    /// The number of moves the solver has found, and of all moves to find.
    pub fn found(&self) -> (usize, usize) {
        (self.at.div_ceil(2), self.puzzle.solver_moves())
    }

    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Solved { .. } | Stage::Shown)
    }

    /// Tries a move. `true`: an engine has to evaluate the position on the board.
    pub(crate) fn try_move(&mut self, mv: Move) -> bool {
        let board = self.asked();
        if self.stage != Stage::Ask || !board.is_legal(mv) {
            return false;
        }
        let after = board.after(mv);
        (self.board, self.last, self.loss) = (after, Some(mv), None);
        if self.wanted() == Some(mv) {
            self.go_on(mv);
        } else if !after.has_legal_move() {
            // Any mate is as good.
            if after.in_check() {
                self.loss = self.puzzle.score.map(|_| 0.0);
                self.solved(true);
            } else {
                self.evaluate(mv, Score::Cp(0), Vec::new());
            }
        } else {
            self.collector = AnalysisCollector::default();
            self.stage = Stage::Judging(mv);
            return true;
        }
        false
    }

    /// Plays the move of the solution and the reply to it.
    fn go_on(&mut self, mv: Move) {
        self.at += 1;
        self.hint = Hint::None;
        (self.board, self.last) = (self.puzzle.after(self.at), Some(mv));
        let Some(&reply) = self.puzzle.line.get(self.at) else { return self.solved(false) };
        self.at += 1;
        (self.board, self.last) = (self.puzzle.after(self.at), Some(reply));
    }

    fn solved(&mut self, other: bool) {
        self.stage = Stage::Solved { other };
        self.grade.get_or_insert(Grade::Solved);
    }

    fn wrong(&mut self, mv: Move, refutation: Vec<Move>) {
        self.grade = Some(Grade::Failed);
        if let Some(&reply) = refutation.first().filter(|&&reply| self.board.is_legal(reply)) {
            self.board.make_move(reply);
            self.last = Some(reply);
        }
        self.stage = Stage::Wrong { mv, refutation };
    }

    /// The position that the engine has to evaluate, searched from the beginning.
    pub(crate) fn searched(&mut self) -> Option<GamePosition> {
        self.collector = AnalysisCollector::default();
        matches!(self.stage, Stage::Judging(_)).then(|| GamePosition::new(self.board))
    }

    pub(crate) fn iteration(&mut self, info: &IterationInfo) {
        self.collector.on_iteration(info);
    }

    /// Takes the engine's evaluation of the move that was tried.
    pub(crate) fn search_ended(&mut self, outcome: &SearchOutcome) {
        let Stage::Judging(mv) = self.stage else { return };
        match std::mem::take(&mut self.collector).finish(outcome) {
            Some(found) => self.evaluate(mv, for_mover(found.score), found.line),
            None => self.again(),
        }
    }

    /// Decides by its score, from the mover's view, whether the move that was tried solves the puzzle. `line`: the
    /// replies to it.
    fn evaluate(&mut self, mv: Move, score: Score, line: Vec<Move>) {
        let behind = |best| win_percent(Score::Cp(best)) - win_percent(score);
        self.loss = self.puzzle.score.map(|best| behind(best).max(0.0));
        let keeps = self.loss.map_or_else(|| self.wins(score), |loss| loss < INACCURACY);
        if !keeps {
            self.wrong(mv, line);
        } else if self.is_mate() && score.mate_in_moves().is_none_or(|moves| moves <= 0) {
            self.stage = Stage::NoMate(mv);
        } else {
            self.solved(true);
        }
    }

    /// Whether the task is to give mate. A puzzle from a review accepts what is nearly as good.
    fn is_mate(&self) -> bool {
        self.puzzle.score.is_none() && self.puzzle.themes.iter().any(|theme| theme.is_mate())
    }

    /// Whether a move with this score wins too, or saves the game if that is the goal.
    fn wins(&self, score: Score) -> bool {
        let saves = self.puzzle.themes.contains(&Theme::Defence);
        let least = if saves { HELD } else { win_percent(Score::Cp(WINNING)) };
        win_percent(score) >= least
    }

    /// Goes back to the last position of the solution for another try.
    pub(crate) fn again(&mut self) {
        if matches!(self.stage, Stage::Wrong { .. } | Stage::Judging(_) | Stage::NoMate(_)) {
            self.stage = Stage::Ask;
            self.board = self.asked();
            self.last = self.at.checked_sub(1).map(|before| self.puzzle.line[before]);
        }
    }

    /// Gives away a little more.
    pub(crate) fn give_hint(&mut self) {
        if self.stage == Stage::Ask {
            self.hint = if self.hint == Hint::None { Hint::Piece } else { Hint::Move };
            if self.grade.is_none() {
                (self.grade, self.helped) = (Some(Grade::Helped), true);
            }
        }
    }

    /// Shows the solution to its end.
    pub(crate) fn show(&mut self) {
        if self.is_done() {
            return;
        }
        self.stage = Stage::Shown;
        self.grade = Some(Grade::Failed);
        self.at = self.puzzle.line.len();
        (self.board, self.last) = (self.puzzle.after(self.at), self.puzzle.line.last().copied());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::san;
    use tabia_engine::search::report::StopReason;

    const FORK: &str = "r3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; pv Nc7+ Kd7 Nxa8; acd 1; acn 1; c0 \"fork\"; c1 \"700\"";

    fn solving() -> Solving {
        Solving::new(Puzzle::parse(FORK).unwrap(), false, false)
    }

    fn mv(solving: &Solving, text: &str) -> Move {
        san::parse(&solving.asked(), text).unwrap()
    }

    /// From the opponent's view.
    fn outcome(score: Score, best: Option<Move>) -> SearchOutcome {
        SearchOutcome { best, score: Some(score), ..SearchOutcome::nothing(StopReason::Depth) }
    }

    #[test]
    fn the_solution_is_played_out_with_its_replies() {
        let mut solving = solving();
        assert_eq!(solving.found(), (0, 2));
        assert!(!solving.try_move(mv(&solving, "Nc7+")));
        assert_eq!((solving.found(), &solving.stage), ((1, 2), &Stage::Ask));
        assert_eq!(solving.board, solving.asked(), "the reply is on the board");
        assert!(!solving.try_move(mv(&solving, "Nxa8")));
        assert_eq!(solving.stage, Stage::Solved { other: false });
        assert_eq!(solving.grade, Some(Grade::Solved));
        assert!(!solving.try_move(solving.puzzle.line[0]), "it is over");
    }

    #[test]
    fn another_move_is_searched_and_its_refutation_is_on_the_board() {
        let mut solving = solving();
        assert!(solving.try_move(mv(&solving, "Nb6")), "an engine is asked");
        let reply = san::parse(&solving.board, "Ra1+").unwrap();
        solving.search_ended(&outcome(Score::Cp(500), Some(reply)));
        assert!(
            matches!(&solving.stage, Stage::Wrong { refutation, .. } if refutation[..] == [reply])
        );
        assert!(solving.board.in_check() && solving.last == Some(reply));
        assert_eq!(solving.grade, Some(Grade::Failed));
        solving.again();
        assert_eq!((solving.board, solving.last), (solving.puzzle.board, None));
        solving.try_move(mv(&solving, "Nc7+"));
        solving.try_move(mv(&solving, "Nxa8"));
        assert_eq!(solving.grade, Some(Grade::Failed), "the first try counts");
    }

    #[test]
    fn another_move_that_wins_solves_it_too() {
        let mut solving = solving();
        solving.try_move(mv(&solving, "Nb6"));
        solving.search_ended(&outcome(Score::Cp(-400), None));
        assert_eq!(solving.stage, Stage::Solved { other: true });
        let mut saves = super::Solving::new(
            Puzzle::parse(&FORK.replace("\"fork\"", "\"defence\"")).unwrap(),
            false,
            false,
        );
        saves.try_move(mv(&saves, "Nb6"));
        saves.search_ended(&outcome(Score::Cp(0), None));
        assert_eq!(saves.stage, Stage::Solved { other: true }, "a draw is enough to save a game");
        let mut silent = super::tests::solving();
        silent.try_move(mv(&silent, "Nb6"));
        silent.search_ended(&SearchOutcome::nothing(StopReason::Stopped));
        assert_eq!(silent.stage, Stage::Ask, "without a verdict it may be tried again");
    }

    #[test]
    fn a_puzzle_from_a_review_accepts_what_a_review_calls_no_error() {
        let even = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; pv Nf3; acd 14; acn 0; ce 30; \
                    c0 \"\"; c1 \"1500\"";
        let tried = |text: &str, score: i32| {
            let mut solving = Solving::new(Puzzle::parse(even).unwrap(), true, true);
            assert!(solving.try_move(mv(&solving, text)));
            solving.search_ended(&outcome(Score::Cp(-score), None));
            (solving.stage, solving.loss.unwrap())
        };
        let (stage, loss) = tried("Nc3", -10);
        assert!(stage == Stage::Solved { other: true } && (3.0..4.0).contains(&loss), "{loss}");
        assert_eq!(tried("Bc4", 40), (Stage::Solved { other: true }, 0.0));
        assert!(matches!(tried("Qh5", -60), (Stage::Wrong { .. }, loss) if loss > INACCURACY));
    }

    #[test]
    fn a_mate_after_a_mistake_loses_nothing() {
        let two = "6k1/5ppp/8/8/8/8/2ppp1PP/RR4K1 w - - bm Ra8#; pv Ra8#; ce 3000; c0 \"mate1\"; c1 \"900\"";
        let mut solving = Solving::new(Puzzle::parse(two).unwrap(), true, false);
        assert!(solving.try_move(mv(&solving, "h3")));
        solving.search_ended(&outcome(Score::Cp(2_000), None));
        assert!(solving.loss.unwrap() > 90.0);
        solving.again();
        solving.try_move(mv(&solving, "Rb8#"));
        assert_eq!((&solving.stage, solving.loss), (&Stage::Solved { other: true }, Some(0.0)));
    }

    #[test]
    fn a_stalemate_solves_what_asks_for_a_draw() {
        for more in ["ce 0", "c0 \"defence\""] {
            let draw = format!("8/8/8/8/8/8/p2K4/k7 w - - bm Kc1; pv Kc1; {more}");
            let mut solving = Solving::new(Puzzle::parse(&draw).unwrap(), false, false);
            assert!(!solving.try_move(mv(&solving, "Kc2")));
            assert_eq!(solving.stage, Stage::Solved { other: true }, "{more}");
        }
    }

    #[test]
    fn any_mate_solves_it_and_no_stalemate_does() {
        let two = "6k1/5ppp/8/8/8/8/8/RR5K w - - bm Ra8#; pv Ra8#; acd 1; acn 1; c1 \"400\"";
        let mut solving = Solving::new(Puzzle::parse(two).unwrap(), false, false);
        assert!(!solving.try_move(mv(&solving, "Rb8#")));
        assert_eq!(solving.stage, Stage::Solved { other: true });
        let queen = "7k/8/6K1/8/8/8/8/5Q2 w - - bm Qf8#; pv Qf8#; acd 1; acn 1; c1 \"400\"";
        let mut solving = Solving::new(Puzzle::parse(queen).unwrap(), false, false);
        assert!(!solving.try_move(mv(&solving, "Qf7")));
        assert!(matches!(solving.stage, Stage::Wrong { .. }));
    }

    #[test]
    fn a_move_that_wins_does_not_solve_a_mate() {
        let mate = "6k1/5ppp/8/8/8/8/q4PPP/RR4K1 w - - bm Rb8#; pv Rb8#; c0 \"mate1\"; c1 \"400\"";
        let mut solving = Solving::new(Puzzle::parse(mate).unwrap(), false, false);
        let takes = mv(&solving, "Rxa2");
        assert!(solving.try_move(takes));
        solving.search_ended(&outcome(Score::Cp(-900), None));
        assert_eq!((&solving.stage, solving.grade), (&Stage::NoMate(takes), None));
        solving.again();
        assert!(solving.try_move(takes));
        solving.search_ended(&outcome(Score::Mate(-2), None));
        assert_eq!(solving.stage, Stage::Solved { other: true }, "a longer mate is a mate");
    }

    #[test]
    fn help_is_remembered() {
        let mut solving = solving();
        solving.give_hint();
        assert_eq!((solving.hint, solving.grade), (Hint::Piece, Some(Grade::Helped)));
        solving.give_hint();
        assert_eq!(solving.hint, Hint::Move);
        solving.try_move(mv(&solving, "Nc7+"));
        assert_eq!(solving.hint, Hint::None);
        solving.show();
        assert_eq!((&solving.stage, solving.grade), (&Stage::Shown, Some(Grade::Failed)));
        assert_eq!(solving.board, solving.puzzle.after(3));
    }
}

//! A game judged by the evaluations that stand in it (`[%eval …]`), by the formulas of a review. No engine is asked, so
//! the numbers can be worked out anew at any time. What a file does not say is not made up: the first choice of the
//! engine is known only where a better line stands beside the move, and what refutes an error only where it was played.

use tabia_chess::{Color, Move};
use tabia_engine::search::score::{Pov, Score};
use tabia_games::game::tree::{GameTree, NodeId};

use super::accuracy::{centipawn_loss, game_accuracy, move_accuracy, win_percent};
use super::classify::{self, MoveClass};
use super::for_mover;
use super::phase::{Phase, phases};
use super::words::{self, Why};

/// Share of a side's moves that need evaluations before and after them for its game to count.
const MIN_KNOWN: f64 = 0.9;
/// Moves of a side from which on its game counts: fewer say nothing.
pub const MIN_MOVES: usize = 5;
/// Moves of the game that are looked at for what refutes an error, plies.
const MAX_REFUTATION: usize = 8;

/// A move with an evaluation before it and after it.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMove {
    /// From 0.
    pub ply: usize,
    /// The phase of the position in which it was made.
    pub phase: Phase,
    /// From 0 to 100.
    pub accuracy: f64,
    /// See [`centipawn_loss`].
    pub cp_loss: u32,
    /// What kind of error it is; `None`: it is none.
    pub error: Option<MoveClass>,
    /// What is wrong with it, as far as the game shows.
    pub why: Option<Why>,
}

/// One side's moves of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedSide {
    /// From 0 to 100; see [`game_accuracy`].
    pub accuracy: f64,
    pub moves: Vec<RecordedMove>,
}

/// Judges the moves of one side in the main line of a game. `None`: too few of them have evaluations.
pub fn side(tree: &GameTree, side: Color) -> Option<RecordedSide> {
    let mut line = tree.main_line();
    if let Some(null) = line.iter().position(|&node| tree.is_null(node)) {
        line.truncate(null);
    }
    let scores: Vec<Option<Score>> = line.iter().map(|&node| score(tree, node)).collect();
    let phases = phases(line.iter().map(|&node| tree.board(node)));
    let game = Game { tree, line: &line, scores: &scores };
    let own = (1..line.len()).filter(|&at| tree.board(line[at - 1]).stm() == side);
    let (mut all, mut moves) = (0, Vec::new());
    for at in own {
        all += 1;
        moves.extend(game.recorded(at, phases[at - 1]));
    }
    if all < MIN_MOVES || (moves.len() as f64) < MIN_KNOWN * all as f64 {
        return None;
    }
    let accuracies: Vec<(usize, f64)> = moves.iter().map(|it| (it.ply, it.accuracy)).collect();
    let accuracy = game_accuracy(&game.white_percents(), &accuracies)?;
    Some(RecordedSide { accuracy, moves })
}

/// What a position is worth for its side to move: by the rules where the game is over, else as the file says. The
/// usual start position is even.
fn score(tree: &GameTree, node: NodeId) -> Option<Score> {
    if let Some(outcome) = tree.outcome(node) {
        return Some(if outcome.winner().is_some() { Score::Mate(0) } else { Score::EVEN });
    }
    let board = tree.board(node);
    let noted = tree.eval(node).map(|eval| {
        // White's view becomes that of the side to move as that becomes White's.
        Score::of_eval(eval.value, board.stm()).seen_from(Pov::White, board.stm())
    });
    let starts = node == NodeId::ROOT && *board == tabia_chess::Board::start();
    noted.or(starts.then_some(Score::EVEN))
}

struct Game<'a> {
    tree: &'a GameTree,
    line: &'a [NodeId],
    /// The view of the side to move.
    scores: &'a [Option<Score>],
}

impl Game<'_> {
    /// The move that leads to a place of the line.
    fn recorded(&self, at: usize, phase: Phase) -> Option<RecordedMove> {
        let (before, after) = (self.scores[at - 1]?, for_mover(self.scores[at]?));
        let error = self.error(at);
        let why = error.and_then(|class| self.why(at, class, before, after));
        Some(RecordedMove {
            ply: at - 1,
            phase,
            accuracy: move_accuracy(win_percent(before), win_percent(after)),
            cp_loss: centipawn_loss(before, after),
            error,
            why,
        })
    }

    /// What kind of error the move to a place is. Who has no choice makes none.
    fn error(&self, at: usize) -> Option<MoveClass> {
        let (before, after) = (self.scores[at - 1]?, for_mover(self.scores[at]?));
        let class = classify::error(before, after)?;
        (self.tree.board(self.line[at - 1]).count_legal_moves() > 1).then_some(class)
    }

    fn why(&self, at: usize, class: MoveClass, before: Score, after: Score) -> Option<Why> {
        let parent = self.line[at - 1];
        let why = words::explain(&words::Error {
            board: self.tree.board(parent),
            played: self.tree.mv(self.line[at])?,
            before,
            after,
            refutation: &self.refutation(at),
            better: &self.better(at),
        })?;
        Some(if class == MoveClass::Inaccuracy { why.in_context(before, after) } else { why })
    }

    /// The moves of the game behind an error, as far as neither side erred again.
    fn refutation(&self, at: usize) -> Vec<Move> {
        let behind = at + 1..self.line.len().min(at + 1 + MAX_REFUTATION);
        let sound = |&next: &usize| self.scores[next].is_some() && self.error(next).is_none();
        behind.take_while(sound).filter_map(|next| self.tree.mv(self.line[next])).collect()
    }

    /// The first line that stands beside the move to a place.
    fn better(&self, at: usize) -> Vec<Move> {
        let beside = self.tree.children(self.line[at - 1]).iter();
        let Some(&first) = beside.into_iter().find(|&&node| node != self.line[at]) else {
            return Vec::new();
        };
        let (mut moves, mut node) = (Vec::new(), Some(first));
        while let Some((here, mv)) = node.and_then(|node| Some((node, self.tree.mv(node)?))) {
            moves.push(mv);
            node = self.tree.next(here).filter(|_| moves.len() < MAX_REFUTATION);
        }
        moves
    }

    /// White's win percentage in every position; one without an evaluation has that of the one before.
    fn white_percents(&self) -> Vec<f64> {
        let mut last = 50.0;
        let percent = |(&node, score): (&NodeId, &Option<Score>)| {
            if let Some(score) = score {
                let own = win_percent(*score);
                let white = self.tree.board(node).stm() == Color::White;
                last = if white { own } else { 100.0 - own };
            }
            last
        };
        self.line.iter().zip(self.scores).map(percent).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::words::ErrorKind;
    use tabia_games::game::pgn_read::read_all;

    /// A game in which Black leaves the queen to a pawn and White takes it.
    const QUEEN: &str = "1. e4 {[%eval 0.3]} d5 {[%eval 0.5]} 2. exd5 {[%eval 0.5]} Qxd5 {[%eval 0.6]} \
        3. Nc3 {[%eval 0.6]} Qa5 {[%eval 0.6]} 4. d4 {[%eval 0.6]} Nf6 {[%eval 0.7]} \
        5. Nf3 {[%eval 0.6]} Qb4 {[%eval 0.9]} 6. a3 {[%eval 0.8]} Qa4 {[%eval 9.0]} \
        (6... Qa5 7. Bd2) 7. Nxa4 {[%eval 9.0]} c6 {[%eval 9.1]} 1-0";

    #[test]
    fn a_hanging_queen_is_named_where_it_was_taken() {
        let tree = read_all(QUEEN).remove(0).tree;
        let black = side(&tree, Color::Black).unwrap();
        let errors: Vec<_> = black.moves.iter().filter(|it| it.error.is_some()).collect();
        assert_eq!((errors.len(), errors[0].ply, errors[0].phase), (1, 11, Phase::Opening));
        assert_eq!(errors[0].error, Some(MoveClass::Blunder));
        assert_eq!(errors[0].why.as_ref().map(Why::kind), Some(ErrorKind::HangsPiece));
        assert!(errors[0].cp_loss > 800 && errors[0].accuracy < 20.0, "{:?}", errors[0]);
        let white = side(&tree, Color::White).unwrap();
        assert!(white.moves.iter().all(|it| it.error.is_none()));
        assert!(white.accuracy > 95.0 && black.accuracy < 70.0);
    }

    #[test]
    fn what_was_not_taken_is_not_named_as_lost() {
        let missed = QUEEN.replace("7. Nxa4 {[%eval 9.0]}", "7. Bd3 {[%eval 0.2]}");
        let tree = read_all(&missed).remove(0).tree;
        let black = side(&tree, Color::Black).unwrap();
        let error = black.moves.iter().find(|it| it.ply == 11).unwrap();
        assert_eq!(error.error, Some(MoveClass::Blunder));
        assert_ne!(error.why.as_ref().map(Why::kind), Some(ErrorKind::HangsPiece));
    }

    #[test]
    fn a_missed_mate_is_named_by_the_scores_alone() {
        let text = "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Bc4 {[%eval 0.1]} Nc6 {[%eval 0.2]} \
            3. Qh5 {[%eval -0.3]} Nf6 {[%eval #1]} 4. Qf3 {[%eval -0.3]} d6 {[%eval -0.2]} \
            5. Ne2 {[%eval -0.3]} Be7 {[%eval -0.3]} *";
        let tree = read_all(text).remove(0).tree;
        let kinds = |color| {
            let moves = side(&tree, color).unwrap().moves;
            moves.iter().filter_map(|it| it.why.as_ref().map(Why::kind)).collect::<Vec<_>>()
        };
        assert_eq!(kinds(Color::White), [ErrorKind::MissesMate]);
        assert_eq!(kinds(Color::Black), [ErrorKind::AllowsMate]);
    }

    #[test]
    fn a_game_without_evaluations_or_with_few_moves_says_nothing() {
        let of = |text: &str| side(&read_all(text).remove(0).tree, Color::White).is_some();
        assert!(!of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *"));
        assert!(!of("1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} *"));
        assert!(!of("*") && of(QUEEN));
    }

    #[test]
    fn errors_are_those_of_a_review() {
        use Score::{Cp, Mate};
        for (before, after) in [
            (Cp(28), Cp(-30)),
            (Cp(28), Cp(-100)),
            (Cp(400), Cp(230)),
            (Cp(-900), Mate(-4)),
            (Cp(20), Cp(20)),
        ] {
            let evidence = classify::Evidence {
                played: tabia_chess::uci_move::parse(&tabia_chess::Board::start(), "d2d4").unwrap(),
                best: tabia_chess::uci_move::parse(&tabia_chess::Board::start(), "e2e4").unwrap(),
                before,
                second: None,
                after,
                legal: 20,
                in_book: false,
                offers: false,
            };
            let class = classify::classify(&evidence);
            assert_eq!(classify::error(before, after), Some(class).filter(|c| c.is_error()));
        }
    }
}

//! Judges a game by the evaluations in its PGN (`[%eval …]`), with the formulas of a review. No engine is used, so the
//! numbers can be recomputed at any time. Nothing is invented that the file does not say: a move is the engine's first
//! choice only if the notes of a review mark it (`[%best]`), a better line is known only if the file has one beside the
//! move, and a refutation only if it was played or is a variation beside the reply. From the notes of a review all its
//! numbers and classes come out again.

use tabia_chess::{Color, Move};
use tabia_engine::search::score::{Pov, Score};
use tabia_games::game::annotation::Nag;
use tabia_games::game::tree::{GameTree, NodeId};

use super::accuracy::win_percent;
use super::classify::{self, MoveClass};
use super::phase::{Phase, phases};
use super::words::Why;
use super::{Analysis, Review, for_mover};

/// Least share of a side's moves with evaluations before and after them for its game to count.
const MIN_KNOWN: f64 = 0.9;
/// Least number of moves of a side for its game to count: fewer say nothing.
pub const MIN_MOVES: usize = 5;
/// Longest part of a line that is used, plies.
const LINE: usize = 8;

/// A move with an evaluation before it and after it.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMove {
    /// Its ply in the line, from 0.
    pub ply: usize,
    /// The phase of the position before it.
    pub phase: Phase,
    /// From 0 to 100.
    pub accuracy: f64,
    /// See [`super::accuracy::centipawn_loss`].
    pub cp_loss: u32,
    /// The kind of error; `None`: it is not an error.
    pub error: Option<MoveClass>,
    /// What is wrong with it, if the game shows it.
    pub why: Option<Why>,
}

/// One side's moves of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedSide {
    /// From 0 to 100; see [`super::accuracy::game_accuracy`].
    pub accuracy: f64,
    pub moves: Vec<RecordedMove>,
}

/// A review of the main line of a game by its recorded evaluations. `None`: neither side has enough of them.
pub fn review(tree: &GameTree) -> Option<Review> {
    // Most games have none, and this runs after each change.
    let line = tree.main_line();
    line.iter().find(|&&node| tree.eval(node).is_some())?;
    let review = evaluations(tree, line);
    Color::ALL.iter().any(|&side| is_enough(tree, &review, side)).then_some(review)
}

/// Judges the moves of one side in the main line of a game, or in its last part. `None`: too few of them have
/// evaluations.
pub fn side(tree: &GameTree, line: Vec<NodeId>, side: Color) -> Option<RecordedSide> {
    let review = evaluations(tree, line);
    if !is_enough(tree, &review, side) {
        return None;
    }
    let phases = phases(review.line().iter().map(|&node| tree.board(node)));
    let own =
        |place: usize| Some(review.move_to(tree, place, false)?).filter(|it| it.mover == side);
    let reviews: Vec<_> = (1..review.line().len()).filter_map(own).collect();
    let accuracy = review.summary(tree, &reviews, side).accuracy?;
    let recorded = |found: super::MoveReview| {
        let ply = review.place(found.node)?.checked_sub(1)?;
        Some(RecordedMove {
            ply,
            phase: phases[ply],
            accuracy: found.accuracy,
            cp_loss: found.cp_loss,
            error: Some(found.class).filter(|class| class.is_error()),
            why: found.why,
        })
    };
    Some(RecordedSide { accuracy, moves: reviews.into_iter().filter_map(recorded).collect() })
}

/// Whether nearly all moves of a side have evaluations before and after them.
fn is_enough(tree: &GameTree, review: &Review, side: Color) -> bool {
    let line = review.line();
    let own = (1..line.len()).filter(|&at| tree.board(line[at - 1]).stm() == side);
    let known = |at: &usize| review.found(at - 1).is_some() && review.found(*at).is_some();
    let (all, known) = own.fold((0, 0), |(all, has), at| (all + 1, has + usize::from(known(&at))));
    all >= MIN_MOVES && known as f64 >= MIN_KNOWN * all as f64
}

/// A review of a line, filled from the evaluations in a game.
fn evaluations(tree: &GameTree, line: Vec<NodeId>) -> Review {
    let mut review = Review::of_line(tree, line);
    let line = review.line().to_vec();
    let best = |at: usize| line.get(at + 1).and_then(|&node| tree.notes(node).best);
    review.known_best = Some((0..line.len()).filter(|&at| best(at).is_some()).collect());
    let scores: Vec<Option<Score>> = line.iter().map(|&node| score(tree, node)).collect();
    for (at, &node) in line.iter().enumerate() {
        let (Some(score), None) = (scores[at], review.found(at)) else { continue };
        let depth = tree.eval(node).and_then(|eval| eval.depth).unwrap_or(0);
        let variation = || beside(tree, &line, at).filter(|_| best(at).is_none());
        let moves = variation().unwrap_or_else(|| continuation(tree, &line, &scores, at));
        let white = |value| Score::of_eval(value, tree.board(node).stm());
        let second = best(at).and_then(|best| best.second).map(white);
        let second = second.map(|second| second.seen_from(Pov::White, tree.board(node).stm()));
        review.put(at, Analysis { score, line: moves, second, depth });
    }
    review
}

/// The recorded score of a position for the side to move. The standard start position is even.
fn score(tree: &GameTree, node: NodeId) -> Option<Score> {
    let board = tree.board(node);
    let noted = tree.eval(node).map(|eval| {
        // The conversion from White's view is its own inverse.
        Score::of_eval(eval.value, board.stm()).seen_from(Pov::White, board.stm())
    });
    let starts = node == NodeId::ROOT && *board == tabia_chess::Board::start();
    noted.or(starts.then_some(Score::EVEN))
}

/// The first variation beside the move played at a place of the line that is better. An annotator's variation may be
/// worse, which a glyph or its own evaluation shows.
fn beside(tree: &GameTree, line: &[NodeId], at: usize) -> Option<Vec<Move>> {
    let played = *line.get(at + 1)?;
    let white = tree.mover(played) == Color::White;
    // The value for the mover, for comparison.
    let worth = |node: NodeId| {
        let percent = win_percent(score(tree, node)?);
        Some(if (tree.board(node).stm() == Color::White) == white {
            percent
        } else {
            100.0 - percent
        })
    };
    let bad = [Nag::MISTAKE, Nag::BLUNDER, Nag::DUBIOUS];
    let better = |&node: &NodeId| {
        let worse = worth(node).zip(worth(played)).is_some_and(|(own, played)| own <= played);
        node != played && !worse && !tree.nags(node).iter().any(|nag| bad.contains(nag))
    };
    let first = tree.children(line[at]).iter().copied().find(better)?;
    let (mut moves, mut node) = (Vec::new(), Some(first));
    while let Some((here, mv)) = node.and_then(|node| Some((node, tree.mv(node)?))) {
        moves.push(mv);
        node = tree.next(here).filter(|_| moves.len() < LINE);
    }
    (!moves.is_empty()).then_some(moves)
}

/// The moves of the game after a place of the line, up to the first error of either side. An engine's first choice is
/// no error.
fn continuation(
    tree: &GameTree,
    line: &[NodeId],
    scores: &[Option<Score>],
    at: usize,
) -> Vec<Move> {
    let errs = |next: usize| {
        if tree.notes(line[next]).best.is_some() {
            return false;
        }
        let (Some(before), Some(after)) = (scores[next - 1], scores[next]) else { return true };
        // A forced move is not an error either.
        classify::error(before, for_mover(after)).is_some()
            && tree.board(line[next - 1]).count_legal_moves() > 1
    };
    let behind = at + 1..line.len().min(at + 1 + LINE);
    behind.take_while(|&next| !errs(next)).filter_map(|next| tree.mv(line[next])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::notes;
    use crate::review::words::ErrorKind;
    use tabia_chess::{Board, SplitMix64};
    use tabia_games::game::pgn_read::read_all;
    use tabia_games::game::pgn_write;
    use tabia_games::game::tags::Tags;

    /// A game in which Black leaves the queen attacked by a pawn and White takes it.
    const QUEEN: &str = "1. e4 {[%eval 0.3]} d5 {[%eval 0.5]} 2. exd5 {[%eval 0.5]} Qxd5 {[%eval 0.6]} \
        3. Nc3 {[%eval 0.6]} Qa5 {[%eval 0.6]} 4. d4 {[%eval 0.6]} Nf6 {[%eval 0.7]} \
        5. Nf3 {[%eval 0.6]} Qb4 {[%eval 0.9]} 6. a3 {[%eval 0.8]} Qa4 {[%eval 9.0]} \
        (6... Qa5 7. Bd2) 7. Nxa4 {[%eval 9.0]} c6 {[%eval 9.1]} 1-0";

    #[test]
    fn a_hanging_queen_is_named_where_it_was_taken() {
        let tree = read_all(QUEEN).remove(0).tree;
        let black = side(&tree, tree.main_line(), Color::Black).unwrap();
        let errors: Vec<_> = black.moves.iter().filter(|it| it.error.is_some()).collect();
        assert_eq!((errors.len(), errors[0].ply, errors[0].phase), (1, 11, Phase::Opening));
        assert_eq!(errors[0].error, Some(MoveClass::Blunder));
        assert_eq!(errors[0].why.as_ref().map(Why::kind), Some(ErrorKind::HangsPiece));
        assert!(errors[0].cp_loss > 800 && errors[0].accuracy < 20.0, "{:?}", errors[0]);
        let white = side(&tree, tree.main_line(), Color::White).unwrap();
        assert!(white.moves.iter().all(|it| it.error.is_none()));
        assert!(white.accuracy > 95.0 && black.accuracy < 70.0);
    }

    #[test]
    fn a_piece_that_was_not_captured_is_not_called_lost() {
        let missed = QUEEN.replace("7. Nxa4 {[%eval 9.0]}", "7. Bd3 {[%eval 0.2]}");
        let tree = read_all(&missed).remove(0).tree;
        let black = side(&tree, tree.main_line(), Color::Black).unwrap();
        let error = black.moves.iter().find(|it| it.ply == 11).unwrap();
        assert_eq!(error.error, Some(MoveClass::Blunder));
        assert_ne!(error.why.as_ref().map(Why::kind), Some(ErrorKind::HangsPiece));
    }

    #[test]
    fn a_line_beside_an_error_is_better_unless_the_file_says_otherwise() {
        let better = |line: &str| {
            let tree = read_all(&QUEEN.replace("(6... Qa5 7. Bd2)", line)).remove(0).tree;
            let review = review(&tree).unwrap();
            review.move_to(&tree, 12, false).unwrap().better.len()
        };
        for (line, moves) in [
            ("(6... Qa5 7. Bd2)", 2),
            ("(6... Qa5 {[%eval 0.9]})", 1),
            ("(6... Qb6 {[%eval 9.5]})", 0),
            ("(6... Qc5?? 7. dxc5)", 0),
            ("(6... Qc5?? 7. dxc5) (6... Qa5)", 1),
            ("", 0),
        ] {
            assert_eq!(better(line), moves, "{line}");
        }
        assert!(review(&read_all("1. e4 e5 *").remove(0).tree).is_none());
    }

    #[test]
    fn a_missed_mate_is_named_by_the_scores_alone() {
        let text = "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Bc4 {[%eval 0.1]} Nc6 {[%eval 0.2]} \
            3. Qh5 {[%eval -0.3]} Nf6 {[%eval #1]} 4. Qf3 {[%eval -0.3]} d6 {[%eval -0.2]} \
            5. Ne2 {[%eval -0.3]} Be7 {[%eval -0.3]} *";
        let tree = read_all(text).remove(0).tree;
        let kinds = |color| {
            let moves = side(&tree, tree.main_line(), color).unwrap().moves;
            moves.iter().filter_map(|it| it.why.as_ref().map(Why::kind)).collect::<Vec<_>>()
        };
        assert_eq!(kinds(Color::White), [ErrorKind::MissesMate]);
        assert_eq!(kinds(Color::Black), [ErrorKind::AllowsMate]);
    }

    #[test]
    fn a_game_without_evaluations_or_with_few_moves_says_nothing() {
        let of = |text: &str| {
            let tree = read_all(text).remove(0).tree;
            side(&tree, tree.main_line(), Color::White).is_some()
        };
        assert!(!of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *"));
        assert!(!of("1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} *"));
        assert!(!of("*") && of(QUEEN));
    }

    /// A random engine's review of a game of 60 random plies, in which it often chose the move played.
    fn random_review(rng: &mut SplitMix64) -> (GameTree, Review) {
        let mut tree = GameTree::new(Board::start());
        let mut at = NodeId::ROOT;
        for _ in 0..60 {
            let moves = tree.board(at).legal_moves();
            let Some(&mv) = moves.get(rng.next_u64() as usize % moves.len().max(1)) else { break };
            at = tree.add_move(at, mv).unwrap();
        }
        let mut review = Review::new(&tree);
        while let Some(place) = review.next_place() {
            let played = review.line().get(place + 1).and_then(|&node| tree.mv(node));
            let other = tree.board(review.line()[place]).legal_moves().first().copied();
            let first = played.filter(|_| !rng.next_u64().is_multiple_of(3)).or(other);
            let mut score = |range: i32| match rng.next_u64() % 8 {
                0 => Score::Mate(1 + 2 * (rng.next_u64() % 9) as i32),
                1 => Score::Mate(-2 - 2 * (rng.next_u64() % 9) as i32),
                _ => Score::Cp((rng.next_u64() % (2 * range as u64)) as i32 - range),
            };
            let (score, second) = (score(500), Some(score(600)));
            review.put(
                place,
                Analysis { score, line: first.into_iter().collect(), second, depth: 5 },
            );
        }
        (tree, review)
    }

    #[test]
    fn a_game_read_again_has_the_numbers_of_its_review() {
        let mut rng = SplitMix64::new(5);
        let mut seen = [0; MoveClass::ALL.len()];
        for _ in 0..40 {
            let (mut tree, reviewed) = random_review(&mut rng);
            let moves = reviewed.moves(&tree, |board, _| board.fullmove_number() < 3);
            let written = notes::write(&mut tree, &moves, notes::NoteKinds::ALL);
            let pgn = pgn_write::write(&Tags::roster(), &tree);
            let read = read_all(&pgn).remove(0).tree;
            let again = review(&read).unwrap();
            assert!(again.knows_best());
            let found = again.moves(&read, |board, _| board.fullmove_number() < 3);
            assert_eq!(found.len(), moves.len());
            for (one, other) in moves.iter().zip(&found) {
                assert_eq!((one.class, one.cp_loss), (other.class, other.cp_loss));
                assert_eq!(
                    (one.best, one.accuracy.to_bits()),
                    (other.best, other.accuracy.to_bits())
                );
                seen[one.class.index()] += 1;
            }
            for side in Color::ALL {
                let [one, other] =
                    [reviewed.summary(&tree, &moves, side), again.summary(&read, &found, side)];
                assert_eq!(one, other);
            }
            notes::remove(&mut tree, &written);
            assert!(tree.ids().all(|node| tree.notes(node).best.is_none()));
        }
        let classes = MoveClass::ALL.into_iter().zip(seen);
        let missing: Vec<_> = classes.filter(|&(_, n)| n == 0).map(|(class, _)| class).collect();
        assert_eq!(missing, [], "the games have moves of every class");
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
                best: tabia_chess::uci_move::parse(&tabia_chess::Board::start(), "e2e4").ok(),
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

//! Comments in games of engine matches: `{+0.35/12 0.30s}`, the score, depth and time of the move as written by Cute
//! Chess and fastchess. Score, depth and time are read like `[%eval]` and `[%emt]`; the words stay in the comment, so
//! that the file is written back unchanged.
//!
//! Such a comment does not say whose view the score is from. Cute Chess and fastchess write the side to move's, others
//! White's. It is determined for each game: scores of consecutive moves have opposite signs in the side to move's view
//! and equal signs in White's. If the scores are inconclusive, the result decides; if that is inconclusive too, the
//! comments stay words.

use std::borrow::Cow;
use std::collections::HashMap;

use tabia_chess::Color;

use super::annotation::{EvalValue, NodeEval};
use super::comment;
use super::result::GameResult;
use super::tree::{GameTree, NodeId, Notes};

/// What an engine wrote about its move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Note<'a> {
    /// Centipawns; for a mate, the number after the `M`.
    value: EvalValue,
    /// Plies.
    depth: u32,
    /// Time spent on the move, ms.
    elapsed_ms: Option<u64>,
    /// What follows, such as `White mates`.
    rest: &'a str,
}

impl Note<'_> {
    /// Whether these are the value and depth stored for the move, in one view or the other.
    fn is(&self, noted: NodeEval) -> bool {
        let same = match (self.value, noted.value) {
            (EvalValue::Cp(own), EvalValue::Cp(noted)) => {
                own.unsigned_abs() == noted.unsigned_abs()
            }
            (EvalValue::Mate(own), EvalValue::Mate(noted)) => {
                [own, moves(own)].map(i32::unsigned_abs).contains(&noted.unsigned_abs())
            }
            _ => false,
        };
        same && noted.depth == Some(self.depth)
    }
}

/// Reads a comment that begins with a score and depth; other words may follow only after a comma.
fn read(words: &str) -> Option<Note<'_>> {
    let (score, rest) = words.split_once('/')?;
    let signed = score.strip_prefix(['+', '-']);
    let value = match signed.unwrap_or(score).strip_prefix('M') {
        Some(number) => {
            let number: i32 = number.parse().ok().filter(|_| comment::is_number(number))?;
            EvalValue::Mate(if score.starts_with('-') { -number } else { number })
        }
        None => EvalValue::Cp(comment::parse_pawns(score).filter(|_| score.contains('.'))?),
    };
    let (numbers, rest) = rest.split_once(',').unwrap_or((rest, ""));
    let mut numbers = numbers.split_whitespace();
    let depth = numbers.next().filter(|depth| comment::is_number(depth))?.parse().ok()?;
    let elapsed_ms = match numbers.next() {
        Some(time) => Some(milliseconds(time.strip_suffix('s').unwrap_or(time))?),
        None => None,
    };
    numbers.next().is_none().then_some(Note { value, depth, elapsed_ms, rest: rest.trim() })
}

/// Milliseconds of a time in seconds.
fn milliseconds(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    (seconds < 1e6).then(|| (seconds * 1000.0).round() as u64)
}

/// Number of moves of a mate whose distance is given in plies.
fn moves(plies: i32) -> i32 {
    plies.unsigned_abs().div_ceil(2) as i32 * plies.signum()
}

/// The point of view of a game's scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    Mover,
    White,
}

/// Maximum weight of one score when the view is determined, centipawns.
const MAX_CP: i32 = 300;
/// Minimum sum of the absolute products of neighbouring scores that is conclusive: four pairs of scores of half a pawn.
const LEAST: i64 = 4 * 50 * 50;
/// The products decide if their signed sum is at least one part in this many of the absolute one.
const SHARE: i64 = 2;
/// Number of scores at the end of a game that are compared with the result.
const LAST: usize = 4;
/// Maximum number of attempts to find the evaluations that need no command; then all are written.
const MAX_ROUNDS: usize = 8;

/// A note of an engine: its node, ply and side to move.
type Noted<'a> = (NodeId, usize, Color, Note<'a>);

/// The comments of engines in the main line of a game.
fn notes_of(tree: &GameTree) -> Vec<Noted<'_>> {
    let noted =
        |node| Some((node, tree.ply(node), tree.mover(node), read(&tree.notes(node).comment)?));
    tree.main_line().into_iter().filter_map(noted).collect()
}

/// The evaluations in these comments; none if the point of view is unknown.
fn evaluations(noted: &[Noted<'_>], result: Option<GameResult>) -> Vec<NodeEval> {
    let Some(view) = view(noted, result) else { return Vec::new() };
    // Cute Chess counts the plies to a mate: an odd number for the side that mates, an even one for the other.
    let in_plies = noted.iter().all(|(_, _, _, note)| match note.value {
        EvalValue::Mate(number) => (number % 2 != 0) == (number > 0),
        EvalValue::Cp(_) => true,
    });
    let evaluation = |(_, _, mover, note): &Noted<'_>| {
        let sign = if view == View::Mover && *mover == Color::Black { -1 } else { 1 };
        let value = match note.value {
            EvalValue::Cp(cp) => EvalValue::Cp(sign * cp),
            EvalValue::Mate(number) => {
                EvalValue::Mate(sign * if in_plies { moves(number) } else { number })
            }
        };
        NodeEval { value, depth: Some(note.depth) }
    };
    noted.iter().map(evaluation).collect()
}

/// Reads the comments of engines in the main line of a game.
pub(super) fn read_game(tree: &mut GameTree, result: Option<GameResult>) {
    let mut noted = notes_of(tree);
    noted.retain(|(node, ..)| tree.eval(*node).is_none());
    let read = evaluations(&noted, result);
    let read: Vec<_> = noted
        .into_iter()
        .zip(read)
        .map(|((node, _, _, note), eval)| (node, eval, note.elapsed_ms))
        .collect();
    for (node, eval, elapsed_ms) in read {
        let notes = tree.notes_mut(node);
        notes.eval = Some(eval);
        notes.elapsed_ms = notes.elapsed_ms.or(elapsed_ms);
    }
}

/// The nodes whose evaluation needs no command in a file, because [`read_game`] gets it from the words of the comment;
/// and whether their time needs none either.
pub(super) fn in_words(tree: &GameTree, result: GameResult) -> HashMap<NodeId, bool> {
    let mut noted = notes_of(tree);
    // An evaluation that gets a command does not count for the point of view of the others.
    for _ in 0..MAX_ROUNDS {
        let before = noted.len();
        let mut read = evaluations(&noted, Some(result)).into_iter();
        noted.retain(|(node, ..)| {
            let read = read.next();
            tree.eval(*node).is_none_or(|eval| read == Some(eval))
        });
        if noted.len() == before {
            let in_words = |(node, _, _, note): Noted<'_>| {
                tree.eval(node)?;
                let elapsed_ms = note.elapsed_ms;
                Some((node, elapsed_ms.is_some() && elapsed_ms == tree.elapsed_ms(node)))
            };
            return noted.into_iter().filter_map(in_words).collect();
        }
    }
    HashMap::new()
}

/// The point of view of these scores.
fn view(noted: &[Noted<'_>], result: Option<GameResult>) -> Option<View> {
    let score = |note: &Note<'_>| match note.value {
        EvalValue::Cp(cp) => i64::from(cp.clamp(-MAX_CP, MAX_CP)),
        EvalValue::Mate(number) => i64::from(MAX_CP * number.signum()),
    };
    // White's scores are the same in both views.
    if noted.iter().all(|(_, _, mover, _)| *mover == Color::White) {
        return (!noted.is_empty()).then_some(View::White);
    }
    let pairs = noted.windows(2).filter(|pair| pair[0].1 + 1 == pair[1].1);
    let products = pairs.map(|pair| score(&pair[0].3) * score(&pair[1].3));
    let (sum, size) = products.fold((0, 0), |(sum, size), one| (sum + one, size + one.abs()));
    if size >= LEAST && sum.abs() * SHARE >= size {
        return Some(if sum > 0 { View::White } else { View::Mover });
    }
    let winner = result?.winner()?;
    let of_black = noted.iter().rev().filter(|(_, _, mover, _)| *mover == Color::Black);
    let last: i64 = of_black.take(LAST).map(|(_, _, _, note)| score(note)).sum();
    let for_black = if winner == Color::Black { last } else { -last };
    (last.abs() >= i64::from(MAX_CP)).then_some(if for_black > 0 {
        View::Mover
    } else {
        View::White
    })
}

/// Words of a comment for display: without the score, depth and time that were read from it.
pub(super) fn shown(notes: &Notes) -> Cow<'_, str> {
    let note = notes.eval.and_then(|noted| read(&notes.comment).filter(|note| note.is(noted)));
    comment::shown(note.map_or(&notes.comment, |note| note.rest))
}

#[cfg(test)]
mod tests {
    use super::super::edits::Edits;
    use super::super::saved::SavedTree;
    use super::super::{pgn_read, pgn_write};
    use super::*;

    fn game(text: &str) -> pgn_read::PgnGame {
        pgn_read::read_all(text).remove(0)
    }

    /// Evaluations of the moves of the main line, White's view.
    fn evals(text: &str) -> Vec<Option<EvalValue>> {
        let tree = &game(text).tree;
        tree.main_line().into_iter().skip(1).map(|at| Some(tree.eval(at)?.value)).collect()
    }

    fn cp(values: &[i32]) -> Vec<Option<EvalValue>> {
        values.iter().map(|&cp| Some(EvalValue::Cp(cp))).collect()
    }

    #[test]
    fn comments_of_engines_are_distinguished_from_words() {
        let note = |value, depth, elapsed_ms, rest| Note { value, depth, elapsed_ms, rest };
        for (text, expected) in [
            ("+0.35/12 0.30s", note(EvalValue::Cp(35), 12, Some(300), "")),
            ("-1.00/9 0.1s, Black mates", note(EvalValue::Cp(-100), 9, Some(100), "Black mates")),
            ("0.00/1", note(EvalValue::Cp(0), 1, None, "")),
            ("-M12/40 3", note(EvalValue::Mate(-12), 40, Some(3_000), "")),
        ] {
            assert_eq!(read(text), Some(expected), "{text}");
        }
        assert_eq!(moves(-i32::MAX), -(1 << 30), "no number of a file is too large");
        for text in
            ["book", "better is 1/2", "+0.3/x", "0.35/12 soon", "M/3", "+5/12", "0.1/2 3s 4s", ""]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_view_is_found_out() {
        let mover = "1. e4 {+1.20/12 0.30s} e5 {-1.10/11 0.28s} 2. Nf3 {+1.30/12 0.3s} *";
        assert_eq!(evals(mover), cp(&[120, 110, 130]));
        let white = "1. e4 {+1.20/12} e5 {+1.10/11} 2. Nf3 {+1.30/12} *";
        assert_eq!(evals(white), cp(&[120, 110, 130]));
        let by_result = "[Result \"0-1\"]\n\n1. e4 e5 {+3.50/9} 2. Nf3 Nc6 {+4.00/9} 0-1";
        let of_black = cp(&[-350, -400]);
        assert_eq!(evals(by_result), [None, of_black[0], None, of_black[1]]);
        let level = "[Result \"1/2-1/2\"]\n\n1. e4 {+0.20/12} e5 {-0.10/11} 1/2-1/2";
        assert_eq!(evals(level), [None, None], "it could be either");
        let tree = &game(level).tree;
        assert_eq!(tree.notes(tree.main_line()[1]).words(), "+0.20/12");
    }

    #[test]
    fn plies_to_a_mate_are_not_moves() {
        let plies = "1. f3 {-M4/9} e5 {+M3/9} 2. g4 {-M2/9} Qh4# {+M1/9 0.1s, Black mates} 0-1";
        let mates = [-2, -2, -1, -1].map(|moves| Some(EvalValue::Mate(moves)));
        assert_eq!(evals(plies), mates);
        let tree = &game(plies).tree;
        let last = tree.main_line().pop().unwrap();
        assert_eq!(tree.notes(last).words(), "Black mates");
        let moves = "1. f3 {-M2/9} e5 {+M2/9} 2. g4 {-M1/9} Qh4# {+M1/9} 0-1";
        assert_eq!(evals(moves), mates);
    }

    #[test]
    fn a_file_is_written_back_as_it_was() {
        let text = "1. e4 {+1.20/12 0.30s} e5 {-1.10/11 0.28s} 2. Nf3 {book} *";
        let game = game(text);
        let first = game.tree.main_line()[1];
        assert_eq!(game.tree.elapsed_ms(first), Some(300));
        assert!(game.tree.notes(first).words().is_empty(), "the score is no comment");
        let written = pgn_write::write(&game.tags, &game.tree);
        assert!(written.contains("1. e4 {+1.20/12 0.30s} 1... e5 {-1.10/11 0.28s}"), "{written}");
        assert!(!written.contains("[%"), "{written}");
        assert_eq!(pgn_read::read_all(&written)[0].tree, game.tree);
    }

    #[test]
    fn an_evaluation_is_written_unless_its_words_are_read_as_it() {
        let comes_back = |game: &pgn_read::PgnGame, text: &str| {
            let written = pgn_write::write(&game.tags, &game.tree);
            assert!(written.replace('\n', " ").contains(text), "{written}");
            let [read, tree] =
                [&self::game(&written).tree, &game.tree].map(|tree| SavedTree::of(tree, []));
            assert_eq!(read, tree, "{written}");
        };
        for comment in
            ["[%eval #-3,12] +M5/12 0.30s", "[%eval -0.35,12] [%emt 0:00:01] +0.35/12 1s"]
        {
            comes_back(&game(&format!("1. e4 {{{comment}}} e5 *")), comment);
        }
        // In a variation nothing is read from the words.
        let mut promoted =
            game("1. e4 {+1.20/12 0.3s} e5 {-1.10/11 0.3s} (1... c5) 2. Nf3 {+1.30/12 0.3s} *");
        let first = promoted.tree.main_line()[1];
        let sicilian = promoted.tree.children(first)[1];
        Edits::<()>::new().promote(&mut promoted.tree, sicilian);
        let old = "1... e5 {[%eval 1.10,11] [%emt 0:00:00.3] -1.10/11 0.3s}";
        comes_back(&promoted, old);
        let mut changed = game("[Result \"0-1\"]\n\n1. e4 e5 {+3.50/9} 2. Nf3 Nc6 {+4.00/9} 0-1");
        changed.tags.set("Result", "1-0");
        comes_back(&changed, "{[%eval -3.50,9] +3.50/9}");
    }
}

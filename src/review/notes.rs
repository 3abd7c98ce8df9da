//! Writes a review into the game: scores, glyphs, words, and the better line as a variation.

use crate::chess::{Color, san};
use crate::engine::score::Score;
use crate::game::annotation::{EvalValue, NodeEval};
use crate::game::tree::GameTree;

use super::MoveReview;

/// Moves of a better line that are written, plies.
const LINE: usize = 8;

/// Notes what a review found. What was noted before stays; what is there already is not written again.
pub fn write(tree: &mut GameTree, moves: &[MoveReview]) {
    for review in moves {
        if !tree.contains(review.node) {
            continue;
        }
        let sentence = sentence(tree, review);
        let notes = tree.notes_mut(review.node);
        notes.eval = Some(eval(review));
        if let Some(nag) = review.class.nag()
            && !notes.nags.iter().any(|other| other.judges_move())
        {
            notes.nags.push(nag);
        }
        let Some(sentence) = sentence else { continue };
        if !notes.comment.contains(&sentence) {
            if !notes.comment.is_empty() {
                notes.comment.push(' ');
            }
            notes.comment.push_str(&sentence);
        }
        add_line(tree, review);
    }
}

fn eval(review: &MoveReview) -> NodeEval {
    let value = match (review.white_score, review.white_score.mate_in_moves()) {
        (Score::Mate(_), Some(moves)) => EvalValue::Mate(moves),
        (Score::Mate(_), None) => EvalValue::Mate(0),
        (score, _) => EvalValue::Cp(score.cp().unwrap_or(0)),
    };
    NodeEval { value, depth: (review.depth > 0).then_some(review.depth) }
}

/// `Blunder: allows mate in 1, beginning with Qxf7#. Better was g6.`
fn sentence(tree: &GameTree, review: &MoveReview) -> Option<String> {
    if !review.class.is_error() {
        return None;
    }
    let name = review.class.name();
    let mut text = name[..1].to_uppercase() + &name[1..];
    if let Some(words) = &review.words {
        text += ": ";
        text += words;
    }
    text.push('.');
    let before = tree.parent(review.node).map(|parent| tree.board(parent));
    if let (Some(board), Some(&mv)) = (before, review.better.first())
        && board.is_legal(mv)
    {
        text += " Better was ";
        text += &san::write(board, mv);
        text.push('.');
    }
    Some(text)
}

fn add_line(tree: &mut GameTree, review: &MoveReview) {
    let Some(mut at) = tree.parent(review.node) else { return };
    for &mv in review.better.iter().take(LINE) {
        match tree.add_move(at, mv) {
            Ok(next) => at = next,
            Err(_) => return,
        }
    }
}

/// The side a review belongs to, for lists of moves: `12.` and `12...`.
pub fn number(tree: &GameTree, review: &MoveReview) -> String {
    let dots = if review.mover == Color::White { "." } else { "..." };
    format!("{}{dots}", tree.move_number(review.node))
}

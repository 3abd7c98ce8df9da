//! How a search looked at a move, in words: with which window, how deep, and which rule kept it from looking deeper.

use std::fmt::Write as _;

use super::why::{RootAttempt, Why};
use tabia_engine::search::score::Score;

/// The looks of the last iteration at the move. `tell`: a score of the side to move, as people are to read it. Empty
/// where there was none.
pub fn how_known(why: &Why, tell: &dyn Fn(Score) -> String) -> String {
    let known = &why.known;
    let (Some(last), Some(deepest)) = (known.last(), known.deepest()) else {
        return String::new();
    };
    let mut text = format!(
        "The last iteration, depth {}, looked at it as move {} of its order, ",
        known.iteration, last.order
    );
    match last.window {
        [Some(low), Some(_)] if last.closed => {
            let _ = write!(text, "asking only whether it beats {} (a null window)", tell(low));
        }
        [Some(low), Some(high)] => {
            let _ = write!(text, "for its score between {} and {}", tell(low), tell(high));
        }
        _ => text.push_str("for its score"),
    }
    let _ = write!(text, ". {}", how_deep(known.iteration, deepest));
    if let Some(cut) = last.cut {
        let _ = write!(text, ". The position behind it was answered at once by: {}", cut.name());
    }
    if last.closed
        && known.looks.len() == 1
        && why.bound != tabia_engine::search::score::Bound::Exact
    {
        text.push_str(". The answer was no, so it was not looked at again");
    } else if known.looks.len() > 1 {
        let _ = write!(text, ". It was looked at {} times", known.looks.len());
    }
    text
}

/// How deep the deepest look went and what kept it from going deeper.
fn how_deep(iteration: u32, deepest: &RootAttempt) -> String {
    // The move itself takes one ply of the iteration.
    let full = iteration as i32 - 1;
    match deepest.reduction {
        reduction if reduction > 0 => format!(
            "Behind it never deeper than {} of {full} plies: {reduction} less by late-move reduction",
            deepest.depth.max(0)
        ),
        reduction if reduction < 0 => format!(
            "Behind it {} plies deep, {} more than the usual {full}",
            deepest.depth.max(0),
            -reduction
        ),
        _ if deepest.depth < full => {
            format!("Behind it {} of {full} plies deep", deepest.depth.max(0))
        }
        _ => format!("Behind it the full {} plies deep", deepest.depth.max(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::why::{Known, Proof};
    use tabia_chess::Board;
    use tabia_engine::search::detail::PruneReason;
    use tabia_engine::search::score::Bound;

    fn look(depth: i32, reduction: i32) -> RootAttempt {
        let window = [Some(Score::Cp(31)), Some(Score::Cp(32))];
        RootAttempt { order: 17, depth, reduction, closed: true, window, cut: None }
    }

    fn told(looks: Vec<RootAttempt>) -> String {
        let board = Board::start();
        let (mv, best) = (board.legal_moves()[0], board.legal_moves()[1]);
        let known = Known {
            score: Some((Score::Cp(31), Bound::Upper)),
            depth: 13,
            nodes: 10,
            all_nodes: 100,
            iteration: 13,
            looks,
        };
        let why = Why {
            mv,
            best,
            best_score: Score::Cp(31),
            best_line: vec![best],
            best_depth: 13,
            score: Some(Score::Cp(31)),
            bound: Bound::Upper,
            depth: 13,
            verified: false,
            line: vec![mv],
            proof: Proof::Bound,
            fell_behind: None,
            best_curve: Vec::new(),
            curve: Vec::new(),
            known,
        };
        how_known(&why, &|score| score.to_string())
    }

    #[test]
    fn it_is_told_which_window_how_deep_and_what_kept_it_from_more() {
        let text = told(vec![look(9, 3)]);
        let wanted = "The last iteration, depth 13, looked at it as move 17 of its order, asking only whether it \
            beats +0.31 (a null window). Behind it never deeper than 9 of 12 plies: 3 less by late-move reduction. \
            The answer was no, so it was not looked at again";
        assert_eq!(text, wanted);
        // The deepest look counts, not the last.
        let text = told(vec![look(12, 0), look(9, 3)]);
        assert!(text.contains("Behind it the full 12 plies deep"), "{text}");
        assert!(text.contains("looked at 2 times") && !text.contains("never deeper"), "{text}");
        let cut = RootAttempt { cut: Some(PruneReason::TtCutoff), ..look(12, 0) };
        assert!(told(vec![cut]).contains("answered at once by: TT cut-off"));
        let open = RootAttempt { closed: false, window: [None, None], ..look(12, 0) };
        assert!(told(vec![open]).contains("for its score. "));
        assert_eq!(told(Vec::new()), "");
    }
}

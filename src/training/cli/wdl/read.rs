//! Scored positions out of PGN: scores from comments, results from tags.

use tabia_chess::Color;
use tabia_engine::search::score::material;
use tabia_games::game::annotation::EvalValue;
use tabia_games::game::pgn_read::PgnGame;
use tabia_games::game::tree::{GameTree, NodeId};

use super::fit::{Ending, Samples};

/// Scores beyond this are decided and tell nothing about the curve, centipawns.
const DECIDED_CP: i32 = 1500;

/// What was found in all games so far.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub(super) games: usize,
    /// Games without a result, or ended by something else than chess.
    pub(super) skipped: usize,
    pub(super) fitted: Samples,
    pub(super) held: Samples,
}

/// Adds a game; every `held_out`-th is held out whole.
pub(super) fn collect(game: &PgnGame, held_out: usize, into: &mut Collected) {
    let Some(result) = usable_result(game) else {
        into.skipped += 1;
        return;
    };
    into.games += 1;
    let samples =
        if into.games.is_multiple_of(held_out) { &mut into.held } else { &mut into.fitted };
    for node in game.tree.main_line() {
        if let Some((position, cp)) = scored(&game.tree, node) {
            let board = game.tree.board(position);
            samples.add(cp, material(board), ending(result, board.stm()));
        }
    }
}

/// How the game ended for White. No result, or one by the clock, is none to learn from.
fn usable_result(game: &PgnGame) -> Option<Ending> {
    let by_chess = |text: &str| {
        let text = text.to_ascii_lowercase();
        !["time", "abandon", "stall", "disconnect", "illegal"].iter().any(|w| text.contains(w))
    };
    if !game.tags.get("Termination").is_none_or(by_chess) {
        return None;
    }
    match game.tags.get("Result")? {
        "1-0" => Some(Ending::Won),
        "0-1" => Some(Ending::Lost),
        "1/2-1/2" => Some(Ending::Drawn),
        _ => None,
    }
}

/// The same for the side to move.
fn ending(for_white: Ending, stm: Color) -> Ending {
    match (for_white, stm) {
        (Ending::Won, Color::Black) => Ending::Lost,
        (Ending::Lost, Color::Black) => Ending::Won,
        (ending, _) => ending,
    }
}

/// The position a move's comment scores, and the score by its side to move. `[%eval]` speaks of the
/// position after the move and for White, an engine's own note of the position before it and for its
/// mover.
fn scored(tree: &GameTree, node: NodeId) -> Option<(NodeId, i32)> {
    let (position, cp) = match tree.eval(node) {
        Some(eval) => {
            let EvalValue::Cp(cp) = eval.value else { return None };
            let white = tree.board(node).stm() == Color::White;
            (node, if white { cp } else { -cp })
        }
        None => (tree.parent(node)?, engine_note(tree.comment(node))?),
    };
    (cp.abs() <= DECIDED_CP && tree.board(position).has_legal_move()).then_some((position, cp))
}

/// `+0.31/12 0.104s`: pawns, a slash, plies. Mates (`+M5/9`) are no score on the curve.
fn engine_note(comment: &str) -> Option<i32> {
    let (pawns, rest) = comment.split_once('/')?;
    let plies = rest.bytes().take_while(u8::is_ascii_digit).count();
    let pawns: f64 = pawns.trim().parse().ok()?;
    (plies > 0 && pawns.is_finite()).then_some((pawns * 100.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_games::game::pgn_read;

    fn collected(text: &str) -> Collected {
        let mut all = Collected::default();
        for game in &pgn_read::read_all(text) {
            collect(game, 100, &mut all);
        }
        all
    }

    #[test]
    fn notes_of_engines_are_read() {
        assert_eq!(engine_note("+0.31/12 0.104s"), Some(31));
        assert_eq!(engine_note("-1.00/9 0.1s, Black mates"), Some(-100));
        assert_eq!(engine_note("0.00/1"), Some(0));
        for text in ["book", "+M5/9 0.1s", "better is 1/2", "nan/3", ""] {
            assert_eq!(engine_note(text), None, "{text}");
        }
    }

    #[test]
    fn both_kinds_of_score_find_their_position() {
        let engine = "[Result \"1-0\"]\n\n1. e4 {+0.50/9 0.1s} e5 {-0.40/9 0.1s} 1-0\n";
        let game = &pgn_read::read_all(engine)[0];
        let line = game.tree.main_line();
        let found: Vec<_> = line.iter().filter_map(|&node| scored(&game.tree, node)).collect();
        assert_eq!(found, [(game.tree.root(), 50), (line[line.len() - 2], -40)]);
        let lichess = "[Result \"0-1\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval #4] } 0-1\n";
        let game = &pgn_read::read_all(lichess)[0];
        let line = game.tree.main_line();
        let found: Vec<_> = line.iter().filter_map(|&node| scored(&game.tree, node)).collect();
        assert_eq!(found, [(line[line.len() - 2], -30)]);
    }

    #[test]
    fn games_without_a_result_by_chess_are_left_out() {
        let game = |tags: &str| collected(&format!("{tags}\n\n1. e4 {{+0.50/9 0.1s}} *\n"));
        assert_eq!(game("[Result \"1-0\"]").fitted.len(), 1);
        assert_eq!(game("[Result \"*\"]").skipped, 1);
        let timed = game("[Result \"1-0\"]\n[Termination \"time forfeit\"]");
        assert_eq!((timed.games, timed.skipped), (0, 1));
    }
}

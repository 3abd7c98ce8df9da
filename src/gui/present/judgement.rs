//! What is known about how good a position is, and who says so: for the bar, the move list, the graph.

use eframe::egui::{Context, Id};

use tabia_app::engines::telemetry::{EvalSource, GamePoint};
use tabia_app::model::Model;
use tabia_chess::Board;
use tabia_engine::eval::nnue::file;
use tabia_engine::search::score::{Pov, Score, material};
use tabia_games::game::tree::NodeId;

use crate::gui::present::analysis;
use crate::gui::widgets::eval_bar::Evaluation;

/// What the bar shows: what is known of the shown position, White's view, and who says it.
pub fn evaluation(model: &Model) -> (Evaluation, Option<String>) {
    let tree = &model.game.tree;
    let node = model.game.current;
    if let Some(outcome) = tree.outcome(node) {
        return (Evaluation::Over(outcome), None);
    }
    if model.hides_engine() {
        return (Evaluation::Unknown, None);
    }
    let material = material(tree.board(node));
    // A search of some moves only says nothing about the position.
    let partial = model.engine.asked().is_some_and(|asked| asked.node == node);
    let lines = model.telemetry.lines(tree, node, model.focus());
    if let Some(line) = lines.first().filter(|_| !partial) {
        let (score, bound) = (line.score(Pov::White), line.bound(Pov::White));
        let depth = Some(line.info.depth);
        let by = format!("by {}", model.engine_name(model.focus()));
        return (Evaluation::Score { score, bound, depth, material }, Some(by));
    }
    match model.telemetry.evaluation(tree, node, model.focus()) {
        Some(point) => {
            let (score, bound) = (point.score, point.bound);
            let evaluation = Evaluation::Score { score, bound, depth: None, material };
            (evaluation, Some(source_text(model, point.source)))
        }
        None => (Evaluation::Unknown, None),
    }
}

/// A short evaluation beside a move of the list, and the whole of it for the pointer.
pub fn eval_text(model: &Model, node: NodeId) -> Option<[String; 2]> {
    if model.hides_engine() {
        return None;
    }
    let point = model.telemetry.evaluation(&model.game.tree, node, model.focus())?;
    if let EvalSource::Rules(outcome) = point.source {
        let result = outcome.pgn().replace("1/2-1/2", "½");
        return Some([result, point_text(model, &point)]);
    }
    let short = format!("{}{}", point.bound.sign(), short_score(point.score));
    Some([short, format!("{}, White's view", point_text(model, &point))])
}

/// A point of the graph in words: value and source.
pub fn point_text(model: &Model, point: &GamePoint) -> String {
    match point.source {
        EvalSource::Rules(outcome) => format!("{}, {outcome}", outcome.pgn()),
        from => format!("{}{} {}", point.bound.sign(), point.score, source_text(model, from)),
    }
}

/// Who says so: `by Stockfish 16, depth 20`.
pub fn source_text(model: &Model, source: EvalSource) -> String {
    match source {
        EvalSource::Engine { id, depth } => {
            format!("by {}, depth {depth}", model.engine_name(id))
        }
        EvalSource::File { depth: Some(depth) } => format!("from the file, depth {depth}"),
        EvalSource::File { depth: None } => "from the file".to_owned(),
        EvalSource::Rules(outcome) => outcome.to_string(),
    }
}

/// A score in at most four characters.
pub(crate) fn short_score(score: Score) -> String {
    match score {
        Score::Cp(cp) if cp.abs() < 5 => "0.0".to_owned(),
        Score::Cp(cp) if cp.abs() >= 1000 => format!("{:+}", cp / 100),
        Score::Cp(cp) => format!("{:+.1}", f64::from(cp) / 100.0),
        known @ (Score::Mate(_) | Score::Table(_)) => known.to_string(),
    }
}

/// What the number is, for the pointer.
pub(crate) const STATIC_EVAL_HINT: &str = "Static evaluation by the built-in network: without looking a move ahead, in pawns, from the same view as the \
     score. In check there is none";

/// The static evaluation of the position the engine's panels speak of, from the chosen point of view; `None` in
/// check, where nobody judges without looking ahead.
pub(crate) fn static_eval(model: &Model, ctx: &Context) -> Option<Score> {
    let board = analysis::search_board(model);
    let mover = mover_view(ctx, &board)?;
    let pov = model.settings.pov;
    Some(mover.seen_from(pov, board.stm()))
}

/// Zobrist key and evaluation of the position looked at last.
type Known = (u64, Score);

/// Of the side to move, worked out once for each position.
fn mover_view(ctx: &Context, board: &Board) -> Option<Score> {
    if board.in_check() {
        return None;
    }
    let id = Id::unique("static evaluation");
    if let Some((_, score)) =
        ctx.data(|data| data.get_temp::<Known>(id)).filter(|known| known.0 == board.key())
    {
        return Some(score);
    }
    let score = Score::Cp(file::built_in()?.evaluate(board));
    ctx.data_mut(|data| data.insert_temp::<Known>(id, (board.key(), score)));
    Some(score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Color;

    #[test]
    fn it_is_the_networks_own_word_and_turns_with_the_view() {
        let ctx = Context::default();
        let queen_up = Board::from_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        let board = queen_up.unwrap();
        let score = mover_view(&ctx, &board).unwrap();
        let again = mover_view(&ctx, &board).unwrap();
        assert_eq!(score, again);
        assert_eq!(score, Score::Cp(file::built_in().unwrap().evaluate(&board)));
        assert!(score.clamped_cp(5_000) < -300, "Black is to move and a queen behind: {score}");
        let white = score.seen_from(Pov::White, Color::Black);
        assert_eq!(white.clamped_cp(5_000), -score.clamped_cp(5_000));
        let check = Board::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
        assert_eq!(mover_view(&ctx, &check), None);
    }
}

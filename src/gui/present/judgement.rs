//! What is known about how good a position is, and who says so: for the bar, the move list, the graph.

use tabia_app::engines::telemetry::{EvalSource, GamePoint};
use tabia_engine::search::score::{Pov, Score};
use tabia_engine::search::wdl::material;
use tabia_games::game::tree::NodeId;

use super::context::Cx;
use crate::gui::widgets::eval_bar::Evaluation;

impl Cx<'_> {
    /// What the bar shows: what is known of the shown position, White's view, and who says it.
    pub fn evaluation(&self) -> (Evaluation, Option<String>) {
        let tree = &self.model.game.tree;
        let node = self.model.game.current;
        if let Some(outcome) = tree.outcome(node) {
            return (Evaluation::Over(outcome), None);
        }
        if self.model.hides_engine() {
            return (Evaluation::Unknown, None);
        }
        let material = material(tree.board(node));
        // A search of some moves only says nothing about the position.
        let partial = self.model.engine.asked().is_some_and(|asked| asked.node == node);
        let lines = self.model.telemetry.lines(tree, node, self.focus());
        if let Some(line) = lines.first().filter(|_| !partial) {
            let (score, bound) = (line.score(Pov::White), line.bound(Pov::White));
            let depth = Some(line.info.depth);
            let by = format!("by {}", self.model.engine_name(self.focus()));
            return (Evaluation::Score { score, bound, depth, material }, Some(by));
        }
        match self.model.telemetry.evaluation(tree, node, self.focus()) {
            Some(point) => {
                let (score, bound) = (point.score, point.bound);
                let evaluation = Evaluation::Score { score, bound, depth: None, material };
                (evaluation, Some(self.source_text(point.source)))
            }
            None => (Evaluation::Unknown, None),
        }
    }

    /// A short evaluation beside a move of the list, and the whole of it for the pointer.
    pub fn eval_text(&self, node: NodeId) -> Option<[String; 2]> {
        if self.model.hides_engine() {
            return None;
        }
        let point = self.model.telemetry.evaluation(&self.model.game.tree, node, self.focus())?;
        if let EvalSource::Rules(outcome) = point.source {
            let result = outcome.pgn().replace("1/2-1/2", "½");
            return Some([result, self.point_text(&point)]);
        }
        let short = format!("{}{}", point.bound.sign(), short_score(point.score));
        Some([short, format!("{}, White's view", self.point_text(&point))])
    }

    /// A point of the graph in words: value and source.
    pub fn point_text(&self, point: &GamePoint) -> String {
        match point.source {
            EvalSource::Rules(outcome) => format!("{}, {outcome}", outcome.pgn()),
            from => format!("{}{} {}", point.bound.sign(), point.score, self.source_text(from)),
        }
    }

    /// Who says so: `by Stockfish 16, depth 20`.
    pub fn source_text(&self, source: EvalSource) -> String {
        match source {
            EvalSource::Engine { id, depth } => {
                format!("by {}, depth {depth}", self.model.engine_name(id))
            }
            EvalSource::File { depth: Some(depth) } => format!("from the file, depth {depth}"),
            EvalSource::File { depth: None } => "from the file".to_owned(),
            EvalSource::Rules(outcome) => outcome.to_string(),
        }
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

//! A review as stored in the session: its results by place in the line, and the notes it has added.

use serde::{Deserialize, Serialize};

use tabia_chess::{Board, uci_move};
use tabia_engine::search::score::Score;
use tabia_games::game::annotation::{BestMove, Nag, NodeEval};
use tabia_games::game::saved::Rows;
use tabia_games::game::tree::{GameTree, NodeId};
use tabia_host::review::notes::{self, Added, WrittenNotes};
use tabia_host::review::{Analysis, Review};

use super::state::{ReviewRequest, ReviewRun, RunState};

/// A review as stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedReview {
    request: ReviewRequest,
    state: RunState,
    /// The reviewed moves from the start position on, UCI.
    line: Vec<String>,
    /// Their rows in the game's tree, without the root. Missing in older files: then the first node with the move is
    /// meant.
    #[serde(default)]
    nodes: Vec<u32>,
    found: Vec<Option<SavedReviewResult>>,
    #[serde(default)]
    written: Vec<SavedNotes>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedReviewResult {
    score: Score,
    line: Vec<String>,
    #[serde(default)]
    second: Option<Score>,
    depth: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedNotes {
    place: usize,
    #[serde(default)]
    eval: Option<(NodeEval, Option<NodeEval>)>,
    #[serde(default)]
    best: Option<(Option<BestMove>, Option<BestMove>)>,
    #[serde(default)]
    nag: Option<u8>,
    #[serde(default)]
    words: Option<String>,
    /// The rows of the moves it added.
    #[serde(default)]
    added: Vec<u32>,
    /// In older files: the line that was added, UCI, and how many of its moves existed before.
    #[serde(default, skip_serializing)]
    line: Option<(Vec<String>, usize)>,
}

impl SavedReview {
    /// Converts a review for the session.
    pub(crate) fn of(run: &ReviewRun, tree: &GameTree) -> SavedReview {
        let review = run.review();
        let nodes = review.line();
        let step = |pair: &[NodeId]| {
            uci_move::write_line(tree.board(pair[0]), &[tree.mv(pair[1])?], true).pop()
        };
        let found = |place: usize| {
            // A position due for a second search is searched again when the review continues.
            let found = review.found(place).filter(|_| !review.is_doubted(place))?;
            let Analysis { score, line, second, depth } = found.clone();
            // The whole line, because the explanation of a move is based on it.
            let line = uci_move::write_line(tree.board(nodes[place]), &line, true);
            Some(SavedReviewResult { score, line, second, depth })
        };
        let rows = Rows::of(tree);
        let notes = |added: &WrittenNotes| {
            Some(SavedNotes {
                place: review.place(added.node)?,
                eval: added.eval,
                best: added.best,
                nag: added.nag.map(|nag| nag.0),
                words: added.words.clone(),
                added: added.line.iter().filter_map(|added| rows.row(added.node)).collect(),
                line: None,
            })
        };
        SavedReview {
            request: run.request,
            state: run.state,
            line: nodes.windows(2).filter_map(step).collect(),
            nodes: nodes.iter().skip(1).filter_map(|&node| rows.row(node)).collect(),
            found: (0..nodes.len()).map(found).collect(),
            written: run
                .written()
                .iter()
                .filter(|added| tree.contains(added.node))
                .filter_map(notes)
                .collect(),
        }
    }

    /// The review restored for this game. It waits to be resumed. What does not fit the game is left out.
    pub(crate) fn restore(&self, serial: u64, tree: &GameTree) -> ReviewRun {
        let mut nodes = vec![NodeId::ROOT];
        let row = |row: &u32| tree.numbered(*row as usize);
        let moves = |start: &Board, texts: &[String]| {
            uci_move::parse_line(start, texts.iter().map(String::as_str)).0
        };
        for (place, text) in self.line.iter().enumerate() {
            let at = nodes[nodes.len() - 1];
            let Ok(mv) = uci_move::parse(tree.board(at), text) else { break };
            let named = self.nodes.get(place).and_then(row);
            let named =
                named.filter(|&node| (tree.parent(node), tree.mv(node)) == (Some(at), Some(mv)));
            let Some(next) = named.or_else(|| tree.child(at, mv)) else { break };
            nodes.push(next);
        }
        let mut review = Review::of_line(tree, nodes.clone());
        for (place, (saved, &node)) in self.found.iter().zip(&nodes).enumerate() {
            let Some(saved) = saved else { continue };
            let line = moves(tree.board(node), &saved.line);
            let (score, second, depth) = (saved.score, saved.second, saved.depth);
            review.put(place, Analysis { score, line, second, depth });
        }
        let state = if self.state == RunState::Running { RunState::Stopped } else { self.state };
        let mut run = ReviewRun::with(serial, tree, review, self.request, state);
        let written = |saved: &SavedNotes| {
            let node = *nodes.get(saved.place)?;
            let before = tree.board(tree.parent(node)?);
            let by_moves = |(line, known): &(Vec<String>, usize)| {
                notes::added_of_line(tree, node, &moves(before, line), *known)
            };
            let by_rows = || {
                let added = saved.added.iter().filter_map(row);
                added.filter_map(|node| Added::of(tree, node)).collect()
            };
            Some(WrittenNotes {
                node,
                eval: saved.eval,
                best: saved.best,
                nag: saved.nag.map(Nag),
                words: saved.words.clone(),
                line: saved.line.as_ref().map_or_else(by_rows, by_moves),
            })
        };
        run.remember(self.written.iter().filter_map(written).collect());
        run
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_games::game::pgn_read;
    use tabia_games::game::saved::SavedTree;

    const GAME: &str = "1. d4 (1. d4 Nf6 2. c4) d5 (1... Nf6 2. c4) *";

    /// A review of a game whose main line has become the second of two equal lines, and its added moves.
    fn run(tree: &mut GameTree) -> ReviewRun {
        let review = Review::new(tree);
        let node = tree.main_line()[2];
        let second = tree.children(tree.main_line()[1])[1];
        let line = tree.line_through(second).into_iter().skip(2);
        let written = WrittenNotes {
            node,
            eval: None,
            best: None,
            nag: None,
            words: None,
            line: line.filter_map(|node| Added::of(tree, node)).collect(),
        };
        let twin = tree.children(NodeId::ROOT)[1];
        tree.promote(twin);
        let mut run = ReviewRun::with(1, tree, review, ReviewRequest::default(), RunState::Stopped);
        run.remember(vec![written]);
        run
    }

    fn through_the_file(saved: &SavedReview) -> String {
        serde_json::to_string(saved).unwrap()
    }

    #[test]
    fn a_review_finds_its_own_line_again_beside_an_equal_one() {
        let mut tree = pgn_read::read_all(GAME).remove(0).tree;
        let run = run(&mut tree);
        let text = through_the_file(&SavedReview::of(&run, &tree));
        let saved: SavedReview = serde_json::from_str(&text).unwrap();
        let (rows, kept) = (Rows::of(&tree), SavedTree::of(&tree, []).0.restore().unwrap());
        let back = saved.restore(1, &kept);
        let row = |node| rows.row(node).map(|row| row as usize);
        let line: Vec<_> = run.review().line().iter().map(|&node| row(node)).collect();
        assert_eq!(
            back.review().line().iter().map(|node| Some(node.index())).collect::<Vec<_>>(),
            line
        );
        let [ours, theirs] = [run.written(), back.written()];
        assert_eq!((ours.len(), theirs.len(), theirs[0].line.len()), (1, 1, 2));
        for (ours, theirs) in ours[0].line.iter().zip(&theirs[0].line) {
            assert_eq!(row(ours.node), Some(theirs.node.index()));
        }
    }

    #[test]
    fn the_file_of_an_older_version_names_lines_by_their_moves() {
        let tree = pgn_read::read_all(GAME).remove(0).tree;
        let text = r#"{"request":{"budget":{"TimeMs":1000},"sides":"Both","notes":{}},"state":"stopped",
            "line":["d2d4","d7d5"],"found":[],"written":[{"place":2,"line":[["g8f6","c2c4"],1]}]}"#;
        let request = serde_json::to_string(&ReviewRequest::default()).unwrap();
        let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
        value["request"] = serde_json::from_str(&request).unwrap();
        let saved: SavedReview = serde_json::from_value(value).unwrap();
        let run = saved.restore(1, &tree);
        assert_eq!(run.review().line(), tree.main_line());
        let nf6 = tree.children(tree.main_line()[1])[1];
        let c4 = *tree.line_through(nf6).last().unwrap();
        assert_eq!(run.written()[0].line, [Added::of(&tree, c4).unwrap()]);
    }
}

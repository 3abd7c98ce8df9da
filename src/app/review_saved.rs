//! A review as the session keeps it: what was found, by place in its line, and which notes it has added.

use serde::{Deserialize, Serialize};

use crate::chess::{Board, Move, uci_move};
use crate::game::annotation::NodeEval;
use crate::game::nag::Nag;
use crate::game::saved::Rows;
use crate::game::tree::{GameTree, NodeId};
use crate::review::notes::{self, Added, Written};
use crate::review::{Analysis, Review};
use crate::search::score::Score;

use super::review::{ReviewRequest, ReviewRun, RunState};

/// Moves of a best line that are kept, plies.
const LINE: usize = 16;

/// A review as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedReview {
    request: ReviewRequest,
    state: RunState,
    /// The moves under review from the start position on, UCI.
    line: Vec<String>,
    /// The rows of the game's tree they stand in, the root left out. Missing in older files: then the first node
    /// with the move is meant.
    #[serde(default)]
    nodes: Vec<u32>,
    found: Vec<Option<SavedAnalysis>>,
    #[serde(default)]
    written: Vec<SavedNotes>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedAnalysis {
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
    nag: Option<u8>,
    #[serde(default)]
    words: Option<String>,
    /// The rows of the moves added beside it.
    #[serde(default)]
    added: Vec<u32>,
    /// In older files: the line that was added, UCI, and how many of its moves were there before.
    #[serde(default, skip_serializing)]
    line: Option<(Vec<String>, usize)>,
}

impl SavedReview {
    /// A review in writing.
    pub(super) fn of(run: &ReviewRun, tree: &GameTree) -> SavedReview {
        let review = run.review();
        let nodes = review.line();
        let step = |pair: &[NodeId]| text(tree.board(pair[0]), &[tree.mv(pair[1])?]).pop();
        let found = |place: usize| {
            let Analysis { score, line, second, depth } = review.found(place)?.clone();
            let line = text(tree.board(nodes[place]), &line[..line.len().min(LINE)]);
            Some(SavedAnalysis { score, line, second, depth })
        };
        let rows = Rows::of(tree);
        let notes = |added: &Written| {
            Some(SavedNotes {
                place: review.place(added.node)?,
                eval: added.eval,
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

    /// The review again, of this game. It waits to be gone on with. What does not fit the game is left out.
    pub(super) fn restore(&self, serial: u64, tree: &GameTree) -> ReviewRun {
        let mut nodes = vec![NodeId::ROOT];
        let row = |row: &u32| tree.numbered(*row as usize);
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
            Some(Written {
                node,
                eval: saved.eval,
                nag: saved.nag.map(Nag),
                words: saved.words.clone(),
                line: match &saved.line {
                    Some(line) => by_moves(line),
                    None => {
                        let added = saved.added.iter().filter_map(row);
                        added.filter_map(|node| Added::of(tree, node)).collect()
                    }
                },
            })
        };
        run.remember(self.written.iter().filter_map(written).collect());
        run
    }
}

/// A line in UCI, as far as it is legal.
fn text(start: &Board, line: &[Move]) -> Vec<String> {
    let mut board = *start;
    let mut texts = Vec::with_capacity(line.len());
    for &mv in line {
        if !board.is_legal(mv) {
            break;
        }
        texts.push(uci_move::write(&board, mv, true));
        board.make_move(mv);
    }
    texts
}

/// The same back.
fn moves(start: &Board, texts: &[String]) -> Vec<Move> {
    let mut board = *start;
    let mut line = Vec::with_capacity(texts.len());
    for text in texts {
        let Ok(mv) = uci_move::parse(&board, text) else { break };
        board.make_move(mv);
        line.push(mv);
    }
    line
}

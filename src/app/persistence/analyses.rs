//! Engine results for the positions of a game, as stored in a session: each engine's lines for each position, by its
//! row in the tree.

use serde::{Deserialize, Serialize};

use crate::engines::telemetry::{Line, NodeAnalysis, Telemetry};
use crate::game::state::GameState;
use tabia_chess::{Board, uci_move};
use tabia_engine::search::report::IterationInfo;
use tabia_engine::search::score::Score;
use tabia_engine::search::thinker::EngineId;
use tabia_games::game::saved::Rows;
use tabia_games::game::tree::{GameTree, NodeId};

/// Maximum number of lines stored per position.
const LINES: usize = 3;
/// Maximum length of a stored line, plies.
const PLIES: usize = 16;

/// The results before they are converted.
pub(crate) type PositionAnalyses = Vec<(NodeId, EngineId, NodeAnalysis)>;

/// An engine's stored result for a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedAnalysis {
    /// The position's row in the tree.
    row: u32,
    #[serde(default)]
    engine: EngineId,
    lines: Vec<SavedLine>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    outdated: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedLine {
    depth: u32,
    /// Side to move's view.
    score: Score,
    /// UCI moves, castling as king takes rook.
    #[serde(default)]
    moves: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(default)]
    time_ms: u64,
}

/// The results for the positions of a game that are stored; `aside`: its serial number if another game is on the
/// board.
pub(crate) fn of(telemetry: &Telemetry, game: &GameState, aside: Option<u64>) -> PositionAnalyses {
    let mut found: PositionAnalyses = Vec::new();
    for (node, engine, analysis) in telemetry.all_kept(aside) {
        if game.tree.contains(node) && game.tree.board(node).key() == analysis.key {
            let lines = analysis.lines.iter().take(LINES).cloned().collect();
            let NodeAnalysis { key, outdated, .. } = *analysis;
            found.push((node, engine, NodeAnalysis { key, lines, outdated }));
        }
    }
    found
}

/// The results converted for the session.
pub(crate) fn saved(found: &PositionAnalyses, tree: &GameTree) -> Vec<SavedAnalysis> {
    let rows = Rows::of(tree);
    let one = |(node, engine, analysis): &(NodeId, EngineId, NodeAnalysis)| {
        let board = tree.board(*node);
        let lines = analysis.lines.iter().map(|line| SavedLine::of(line, board)).collect();
        let (row, engine, outdated) = (rows.row(*node)?, *engine, analysis.outdated);
        Some(SavedAnalysis { row, engine, lines, outdated })
    };
    let mut saved: Vec<SavedAnalysis> = found.iter().filter_map(one).collect();
    saved.sort_by_key(|found| (found.row, found.engine));
    saved
}

impl SavedLine {
    fn of(line: &Line, board: &Board) -> SavedLine {
        let pv = &line.info.pv;
        let moves = uci_move::write_line(board, &pv[..pv.len().min(PLIES)], true).join(" ");
        let IterationInfo { depth, score, nodes, time_ms, .. } = line.info;
        SavedLine { depth, score, moves, nodes, time_ms }
    }

    fn restore(&self, number: usize, board: &Board) -> Line {
        let (moves, _) = uci_move::parse_line(board, self.moves.split(' ').take(PLIES));
        let info = IterationInfo {
            multi_pv: number as u32 + 1,
            nodes: self.nodes,
            time_ms: self.time_ms,
            ..IterationInfo::new(self.depth, board.stm(), self.score, moves)
        };
        Line { info, stale: true, own: false }
    }
}

impl SavedAnalysis {
    /// The result restored for the node that has its row now. `None` if there is no such node, or no line.
    pub(crate) fn restore(&self, tree: &GameTree) -> Option<(NodeId, EngineId, NodeAnalysis)> {
        let node = tree.numbered(self.row as usize)?;
        let board = tree.board(node);
        let lines = self.lines.iter().take(LINES).enumerate();
        let lines: Vec<Line> = lines.map(|(at, line)| line.restore(at, board)).collect();
        let analysis = NodeAnalysis { key: board.key(), lines, outdated: self.outdated };
        (!analysis.lines.is_empty()).then_some((node, self.engine, analysis))
    }
}

//! A recorded tree as a file: one row for each node, as comma-separated values or as JSON, one object a line.
//!
//! | column | meaning |
//! |---|---|
//! | `id`, `parent` | numbers from 0, parents before their children; a pass over the root has no parent |
//! | `move` | SAN in CSV, UCI in JSON; empty for what is not reached by a move |
//! | `step` | `root` (a pass over the root), `move`, `null` (a passed move), `again` (the same position again: a verification search, or quiescence first) |
//! | `ply`, `depth` | plies from the root; remaining depth, 0 in quiescence search |
//! | `alpha`, `beta`, `value_cp` | the search's units, centipawns with mates near 32000 from the root, view of the side to move at the node |
//! | `raw_cp`, `eval_cp` | the static evaluation as it was computed, and scaled by the fifty-move rule and corrected by the correction history |
//! | `bound`, `why`, `searched` | bound of `value_cp`; why the node ended or was skipped; whether it was searched |
//! | `nodes` | nodes in its subtree, itself included, recorded or not |
//! | `tt_hit`, `order`, `reduction`, `extension` | found in the hash table; number among the moves tried, from 1; plies |

use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

use tabia_chess::Board;
use tabia_engine::alphabeta::tree::{NodeEnd, SearchTree, Step, TreeNode};

use tabia_games::whole_file;
use tabia_text::t;

use crate::memory::bound_word;
use crate::table::{Cell, Column, Row, Table};
use crate::tree_index::RecordedTree;

/// How a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFormat {
    /// A line with the names of the columns, then one a node.
    Csv,
    /// An object a line.
    JsonLines,
}

/// The columns, without rows.
pub fn columns() -> Table {
    let keys = [
        "id",
        "parent",
        "move",
        "step",
        "ply",
        "depth",
        "alpha",
        "beta",
        "raw_cp",
        "eval_cp",
        "value_cp",
        "bound",
        "why",
        "searched",
        "nodes",
        "tt_hit",
        "order",
        "reduction",
        "extension",
    ];
    Table::new(keys.map(Column::new).into())
}

/// The row of a node; `parent` is its parent's position.
pub fn row(id: u32, node: &TreeNode, parent: &Board) -> Row {
    let mv = if let Step::Move(mv) = node.step { Some(mv) } else { None };
    let step = match node.step {
        Step::Root => "root",
        Step::Move(_) => "move",
        Step::Null => "null",
        Step::Again => "again",
    };
    vec![
        id.into(),
        node.parent.into(),
        Cell::mv(parent, mv),
        Cell::words(step),
        u32::from(node.ply).into(),
        node.depth.into(),
        node.alpha.into(),
        node.beta.into(),
        node.raw_eval.into(),
        node.static_eval.into(),
        node.end.value().into(),
        node.bound().map_or(Cell::None, |bound| Cell::words(bound_word(bound))),
        Cell::words(why(node.end)),
        (!matches!(node.end, NodeEnd::Skipped(_))).into(),
        node.nodes.into(),
        node.tt_hit.into(),
        u32::from(node.order).into(),
        node.reduction.into(),
        node.extension.into(),
    ]
}

/// Why a node ended, or a move was not searched.
pub fn why(end: NodeEnd) -> &'static str {
    match end {
        NodeEnd::Cut(reason, _) | NodeEnd::Skipped(reason) => reason.name(),
        NodeEnd::Searched(..) => "searched",
        NodeEnd::Open | NodeEnd::Stopped => "stopped",
    }
}

/// Every node of a tree, in order, with the position of its parent, or of the root if it has none.
pub fn with_parents<E>(
    tree: &SearchTree,
    root: &Board,
    mut each: impl FnMut(u32, &TreeNode, &Board) -> Result<(), E>,
) -> Result<(), E> {
    // The path to the last node, with its positions. Nodes come in search order, depth first.
    let mut way: Vec<(u32, Board)> = Vec::new();
    for (node, id) in tree.nodes.iter().zip(0..) {
        while way.last().is_some_and(|&(at, _)| Some(at) != node.parent) {
            way.pop();
        }
        let parent = way.last().map_or(*root, |&(_, board)| board);
        each(id, node, &parent)?;
        let board = match node.step {
            Step::Move(mv) if parent.is_legal(mv) => parent.after(mv),
            Step::Null => {
                let mut board = parent;
                board.make_null();
                board
            }
            Step::Root | Step::Again | Step::Move(_) => parent,
        };
        way.push((id, board));
    }
    Ok(())
}

/// Why a file was not completed.
#[derive(Debug, Error)]
enum Unwritten {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("given up")]
    GivenUp,
}

/// Nodes between two progress reports.
const REPORT: u32 = 4_096;

fn write(
    tree: &SearchTree,
    root: &Board,
    format: TreeFormat,
    (to, go_on): (&mut dyn Write, &mut dyn FnMut(f32) -> bool),
) -> Result<(), Unwritten> {
    let columns = columns();
    if format == TreeFormat::Csv {
        to.write_all(columns.csv().as_bytes())?;
    }
    with_parents(tree, root, |id, node, parent| {
        if id.is_multiple_of(REPORT) && !go_on(id as f32 / tree.nodes.len() as f32) {
            return Err(Unwritten::GivenUp);
        }
        let row = row(id, node, parent);
        match format {
            TreeFormat::Csv => to.write_all(columns.csv_line(&row).as_bytes())?,
            TreeFormat::JsonLines => writeln!(to, "{}", columns.object(&row))?,
        }
        Ok(())
    })
}

impl RecordedTree {
    /// Writes the tree into a file. `go_on` is called with the progress, 0 to 1, and returns whether to continue.
    /// Returns whether the file was written; if it is cancelled or fails, no file is left.
    ///
    /// # Errors
    /// The system's error message, with the path.
    pub fn write(
        &self,
        path: &Path,
        format: TreeFormat,
        go_on: &mut dyn FnMut(f32) -> bool,
    ) -> Result<bool, String> {
        let begin = self.begin();
        let done = whole_file::write(path, |to| write(&self.tree, &begin, format, (to, go_on)));
        match done {
            Ok(()) => Ok(true),
            Err(Unwritten::GivenUp) => Ok(false),
            Err(Unwritten::Io(error)) => {
                let path = path.display().to_string();
                Err(t!("error-write", error = error.to_string(), path = path))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree_index::board_at;
    use serde_json::Value;
    use tabia_chess::uci_move;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::alphabeta::tree::TreeBudget;
    use tabia_engine::search::limits::{Limits, StopSignal};
    use tabia_games::game::position::GamePosition;

    fn recorded(fen: &str, depth: u32) -> (Board, SearchTree) {
        let board = Board::from_fen(fen).unwrap();
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let budget = TreeBudget { nodes: 50_000, plies: 200 };
        let (limits, stop) = (Limits::depth(depth), StopSignal::never());
        let position = GamePosition::new(board);
        let (_, tree) = engine.record(&position, &limits, &stop, &mut (), budget);
        (board, tree)
    }

    #[test]
    fn the_file_is_the_tree() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let (root, tree) = recorded(fen, 8);
        let mut json = Vec::new();
        write(&tree, &root, TreeFormat::JsonLines, (&mut json, &mut |_| true)).unwrap();
        let text = String::from_utf8(json).unwrap();
        let objects: Vec<Value> = text.lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(objects.len(), tree.nodes.len());
        let mut passed = 0;
        for (object, (node, id)) in objects.iter().zip(tree.nodes.iter().zip(0_u32..)) {
            assert_eq!(object["id"], id);
            assert_eq!(object["parent"].as_u64(), node.parent.map(u64::from));
            assert_eq!(object["nodes"], node.nodes);
            assert_eq!(object["bound"].is_null(), node.end.value().is_none(), "{object}");
            passed += usize::from(node.step == Step::Null);
            // Walking along the tree gives the same positions as playing from the root to each node.
            let before = node.parent.map_or(Some(root), |at| board_at(&tree, &root, at)).unwrap();
            let mv = object["move"].as_str().map(|text| uci_move::parse(&before, text).unwrap());
            let wanted = if let Step::Move(mv) = node.step { Some(mv) } else { None };
            assert_eq!(mv, wanted, "{object}");
        }
        assert!(passed > 0 && objects.len() > 1_000, "{passed} of {}", objects.len());
        let mut csv = Vec::new();
        write(&tree, &root, TreeFormat::Csv, (&mut csv, &mut |_| true)).unwrap();
        let csv = String::from_utf8(csv).unwrap();
        let mut lines = csv.lines();
        let head = "id,parent,move,step,ply,depth,alpha,beta,raw_cp,eval_cp,value_cp,bound,why,searched,nodes,tt_hit,order,\
                    reduction,extension";
        assert_eq!(lines.next(), Some(head));
        assert_eq!(lines.clone().count(), tree.nodes.len());
        let fields = head.split(',').count();
        assert!(lines.all(|line| line.split(',').count() == fields));
    }

    #[test]
    fn a_cancelled_file_is_removed() {
        let (root, tree) = recorded("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 6);
        let recorded = RecordedTree {
            root: GamePosition::new(root),
            path: Vec::new(),
            keys: Vec::new(),
            best: None,
            score: None,
            nodes: 0,
            time_ms: 0,
            tree,
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tree.csv");
        assert_eq!(recorded.write(&path, TreeFormat::Csv, &mut |_| false), Ok(false));
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        assert_eq!(recorded.write(&path, TreeFormat::Csv, &mut |_| true), Ok(true));
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert_eq!(lines, recorded.tree.nodes.len() + 1);
        let nowhere = folder.path().join("no folder/tree.csv");
        let error = recorded.write(&nowhere, TreeFormat::Csv, &mut |_| true).unwrap_err();
        assert!(error.contains("no folder"), "{error}");
    }
}

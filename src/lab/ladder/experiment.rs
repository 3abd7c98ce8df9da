//! The ladder as an experiment on a chess position: every algorithm to every depth, one row each.

use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};

use super::algorithm::Algorithm;
use super::game::{MATE, OnBoard};
use super::limit::{Limit, Width, Widths, minimal_leaves};
use super::searches::Halt;
use crate::experiment::{Example, Experiment, Form, Info, LabContext, LabError, Trial};
use crate::table::{Cell, Column, Medium, Row, Table, Unit};
use tabia_chess::Move;
use tabia_engine::alphabeta::Engine;
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::StopReason;
use tabia_engine::search::score::{Pov, Score};
use tabia_games::game::position::GamePosition;
use tabia_text::{number, t};

/// Deepest search that can be asked for, plies.
pub const MAX_DEPTH: u32 = 12;

/// The position and the limits.
#[derive(Clone, Debug)]
pub struct LadderRequest {
    /// The position. The engine knows the moves that led here, the reference searches do not.
    pub position: GamePosition,
    /// Every depth up to this one, plies.
    pub depth: u32,
    /// Nodes each search may visit.
    pub budget: u64,
}

/// An algorithm at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderRow {
    pub algorithm: Algorithm,
    /// Plies.
    pub depth: u32,
    /// Positions that got their value without a successor. The engine does not count them.
    pub leaves: Option<u64>,
    /// Positions visited, including shallower iterations and quiescence search.
    pub nodes: u64,
    /// Cut-offs that F1 could not have made; the engine does not count them.
    pub deep_cutoffs: Option<u64>,
    /// The value from the view of the side to move at the root; `None` if the budget ran out.
    pub score: Option<Score>,
    /// The move; also `None` if the game is over.
    #[serde(with = "crate::experiment::move_bits")]
    pub mv: Option<Move>,
    /// Time it took.
    pub time: Duration,
    /// Whether it reached its depth within the budget.
    pub complete: bool,
    /// Nodes divided by those of the previous depth, if both are complete.
    pub branching: Option<f64>,
    /// The leaves of the smallest tree that proves the value of the position; `None` if minimax was cut short.
    #[serde(default)]
    pub minimal: Option<u64>,
    /// An estimate: the leaves of the smallest tree to this depth if it were uniform.
    pub limit: Limit,
    /// Mean number of moves at the ply before the leaves.
    pub width: Width,
}

/// Runs all algorithms, depth by depth. An algorithm that has used up its budget at a depth is not tried at greater
/// ones. `report` is called with each row and returns whether to continue.
pub(crate) fn climb(
    request: &LadderRequest,
    engine: &mut Engine,
    stop: &StopSignal,
    report: &mut dyn FnMut(&LadderRow) -> bool,
) -> Vec<LadderRow> {
    let mut widths = Widths::new(request.position.board(), request.budget);
    let mut rows: Vec<LadderRow> = Vec::new();
    for depth in 1..=request.depth.min(MAX_DEPTH) {
        let Some(limit) = widths.limit(depth, stop) else { return rows };
        let Some(&width) = widths.known().get(depth as usize - 1) else { return rows };
        let mut minimal = None;
        for algorithm in Algorithm::ALL {
            let before = rows.iter().rev().find(|row| row.algorithm == algorithm);
            if before.is_some_and(|row| !row.complete) {
                continue;
            }
            let nodes_before = before.map(|row| row.nodes);
            let row = LadderRow {
                algorithm,
                depth,
                leaves: None,
                nodes: 0,
                deep_cutoffs: None,
                score: None,
                mv: None,
                time: Duration::ZERO,
                complete: false,
                branching: None,
                minimal,
                limit,
                width,
            };
            let Some(mut row) = search(request, row, engine, stop) else { return rows };
            minimal = row.minimal;
            let branching = nodes_before.filter(|_| row.complete);
            row.branching = branching.map(|nodes| row.nodes as f64 / nodes.max(1) as f64);
            rows.push(row);
            if !report(&row) {
                return rows;
            }
        }
    }
    rows
}

/// Whether the searches that must find minimax's value agree at a depth that they reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// All found minimax's value.
    Minimax,
    /// Minimax did not reach this depth; this many others did and agree.
    Others(usize),
    /// The searches do not agree.
    None,
    /// Fewer than two reached this depth.
    TooFew,
}

pub fn agreement(rows: &[LadderRow], depth: u32) -> Agreement {
    let must: Vec<&LadderRow> = rows
        .iter()
        .filter(|row| row.depth == depth && row.complete && row.algorithm.must_agree())
        .collect();
    let minimax = must.iter().any(|row| row.algorithm == Algorithm::Minimax);
    match &must[..] {
        [] | [_] => Agreement::TooFew,
        [first, others @ ..] if others.iter().any(|row| row.score != first.score) => {
            Agreement::None
        }
        _ if minimax => Agreement::Minimax,
        all => Agreement::Others(all.len()),
    }
}

/// The row of one search with what it found; `None` when stopped.
fn search(
    request: &LadderRequest,
    row: LadderRow,
    engine: &mut Engine,
    stop: &StopSignal,
) -> Option<LadderRow> {
    let LadderRow { algorithm, depth, mut minimal, .. } = row;
    let game = OnBoard::new(request.position.board());
    let start = Instant::now();
    let Some(answer) = algorithm.search(game, depth, request.budget, stop) else {
        return by_engine(request, row, engine, stop);
    };
    if answer.value == Err(Halt::Stopped) {
        return None;
    }
    let time = start.elapsed();
    // With minimax, because it is a part of minimax's tree.
    if let (Algorithm::Minimax, Ok(value)) = (algorithm, answer.value) {
        let mut game = OnBoard::new(request.position.board());
        minimal = Some(minimal_leaves(&mut game, depth, value, stop)?);
    }
    Some(LadderRow {
        leaves: Some(answer.counts.leaves),
        nodes: answer.counts.nodes,
        deep_cutoffs: Some(answer.counts.deep_cutoffs),
        score: answer.value.ok().map(score),
        mv: answer.best,
        time,
        complete: answer.value.is_ok(),
        minimal,
        ..row
    })
}

/// The engine, with an empty memory.
fn by_engine(
    request: &LadderRequest,
    row: LadderRow,
    engine: &mut Engine,
    stop: &StopSignal,
) -> Option<LadderRow> {
    engine.new_game();
    let start = Instant::now();
    let limits = Limits { nodes: Some(request.budget), ..Limits::depth(row.depth) };
    let outcome = engine.go(&request.position, &limits, stop, &mut ());
    if outcome.reason == StopReason::Stopped {
        return None;
    }
    let complete = outcome.reason != StopReason::Nodes;
    Some(LadderRow {
        nodes: outcome.nodes.unwrap_or(0),
        score: outcome.score.filter(|_| complete),
        mv: outcome.best.filter(|_| complete),
        time: start.elapsed(),
        complete,
        ..row
    })
}

/// A value as a [`Score`].
pub(crate) fn score(value: i32) -> Score {
    const MATES: i32 = MATE - 1_000;
    if value >= MATES {
        Score::Mate(MATE - value)
    } else if value <= -MATES {
        Score::Mate(-MATE - value)
    } else {
        Score::Cp(value)
    }
}

/// Budgets to choose from, nodes.
const BUDGETS: [u64; 5] = [100_000, 1_000_000, 5_000_000, 20_000_000, 100_000_000];

/// From minimax to the engine.
#[derive(Debug)]
pub struct Ladder;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Args, Serialize, Deserialize)]
pub struct Request {
    /// Deepest search, plies; every depth before it is searched as well
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: u32,
    /// Nodes each search may visit
    #[arg(long, value_name = "NODES", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub budget: u64,
}

impl Default for Request {
    fn default() -> Request {
        Request { depth: 5, budget: 1_000_000 }
    }
}

impl Experiment for Ladder {
    const INFO: Info = Info {
        id: "ladder",
        start: "ladder-start",
        empty: ["ladder-empty", "ladder-empty.why"],
        note: "",
        about: "ladder-about",
        example: Example {
            label: "ladder-example",
            fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        },
        help: [
            "From minimax to the engine: twelve searches of the same position, each adding one idea",
            "With --json: one object per algorithm and depth: algorithm (minimax, negamax, f1, f2, ordering, \
        deepening, table, pvs, quiescence, null-move, lmr, engine), depth (plies), leaves (positions whose value came \
        from no successor), nodes (positions visited), deep_cutoffs (cutoffs that F1 could not make), value_cp \
        (centipawns, side to move's view; null for a mate, which value_mate gives in moves), move, time_ms, complete \
        (false: the budget was used up first; deeper searches of this algorithm are left out), branching (nodes divided \
        by those of the depth before), minimal (leaves of the smallest tree that proves the value, counted in minimax's \
        tree; null where minimax ran out of its budget; searches with a hash table, null moves or reductions can do with fewer), \
        limit (an estimate of the same: what a uniform tree with the mean number of legal moves at each ply would \
        need, draws by rule included; no bound), limit_counted (these means were counted, else partly estimated), agrees (its value is minimax's; null where it need not be). \
        Leaves are evaluated by the hand-crafted terms, in the engine by its own evaluation. The reference \
        searches count stalemate, dead positions and 50 moves as draws, but not repetition. The engine does not count leaves.",
        ],
    };
    type Request = Request;
    type Update = LadderRow;

    fn run(
        request: &Request,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(LadderRow) -> bool,
    ) -> Result<(), LabError> {
        let depth = request.depth.clamp(1, MAX_DEPTH);
        let budget = request.budget.max(1);
        let request = LadderRequest { position: position.clone(), depth, budget };
        climb(&request, context.engine, context.stop, &mut |row| report(*row));
        Ok(())
    }

    fn options(request: &Request) -> Option<Vec<(&'static str, String)>> {
        Some(vec![("depth", request.depth.to_string()), ("budget", request.budget.to_string())])
    }

    fn columns(_: &Request) -> Table {
        let json = &[Medium::Json];
        let files = &[Medium::Csv, Medium::Json];
        let table = Table::new(vec![
            Column::words("algorithm").place(" ", 12, ""),
            Column::new("depth").unit(Unit::Plies).place("", 5, ""),
            Column::new("leaves").unit(Unit::Nodes).place(" ", 12, ""),
            Column::new("nodes").unit(Unit::Nodes).place(" ", 14, ""),
            Column::new("deep_cutoffs").head("deep cuts").place(" ", 11, ""),
            Column::score("value", Pov::SideToMove)
                .missing("budget spent")
                .place(" ", 0, "")
                .other_edge(),
            Column::words("move").place("  ", 7, ""),
            Column::new("time_ms").decimals(3).only(files),
            Column::new("ms").decimals(1).only(&[Medium::Text]).place(" ", 8, ""),
            Column::new("complete").only(files),
            Column::new("limit").only(files),
            Column::new("minimal").unit(Unit::Nodes).place(" ", 9, ""),
            Column::new("branching")
                .head(t!("ladder-column-factor"))
                .decimals(2)
                .only(&[Medium::Json, Medium::Text])
                .place(" ", 10, ""),
            Column::new("limit_counted").only(json),
            Column::new("agrees").only(json),
        ]);
        let line = [
            "depth",
            "algorithm",
            "nodes",
            "leaves",
            "minimal",
            "deep_cutoffs",
            "branching",
            "ms",
            "move",
            "value",
        ];
        table.line_order(&line)
    }

    fn rows(trial: &Trial<Self>, before: &[LadderRow], row: &LadderRow) -> Vec<Row> {
        let ms = row.time.as_micros() as f64 / 1000.0;
        // What minimax found at this depth, if it reached it.
        let mut found = before.iter().chain([row]);
        let truth = found.find(|one| {
            one.algorithm == Algorithm::Minimax && one.depth == row.depth && one.complete
        });
        let must = row.complete && row.algorithm.must_agree();
        let agrees = truth.filter(|_| must).map(|truth| truth.score == row.score);
        vec![vec![
            row.algorithm.name().into(),
            row.depth.into(),
            row.leaves.into(),
            row.nodes.into(),
            row.deep_cutoffs.into(),
            Cell::score(row.score),
            Cell::mv(&trial.position.board(), row.mv),
            ms.into(),
            (row.time.as_secs_f64() * 1000.0).into(),
            row.complete.into(),
            row.limit.leaves.round().into(),
            row.minimal.into(),
            row.branching.into(),
            row.limit.counted.into(),
            agrees.into(),
        ]]
    }

    fn summary(trial: &Trial<Self>) -> Vec<String> {
        let rows = &trial.updates;
        let mut lines = vec![String::new()];
        let deepest = rows.iter().map(|row| row.depth).max().unwrap_or(0);
        for depth in 1..=deepest {
            let Some(row) = rows.iter().find(|row| row.depth == depth) else { continue };
            let about = if row.limit.counted { "" } else { " (estimated)" };
            let agreement = match agreement(rows, depth) {
                Agreement::Minimax => t!("ladder-agree").to_owned(),
                Agreement::Others(count) => t!("ladder-agree-without", n = count),
                Agreement::None => t!("ladder-disagree").to_owned(),
                Agreement::TooFew => t!("ladder-incomparable").to_owned(),
            };
            let exact = match row.minimal {
                Some(1) => "1 leaf proves the value".to_owned(),
                Some(leaves) => format!("{} leaves prove the value", number(leaves as f64, 0)),
                None => "minimax ran out of its budget".to_owned(),
            };
            lines.push(format!(
                "depth {depth}: {exact}; a uniform tree would need {}{about}. {agreement}.",
                number(row.limit.leaves, 0)
            ));
        }
        lines.push(format!(
            "Values: pawns, side to move's view. Leaves are evaluated by the hand-crafted terms, the engine's by its own \
             evaluation. Each search stops after {} nodes.",
            number(trial.request.budget as f64, 0)
        ));
        lines
    }

    fn form(request: &mut Request, form: &mut dyn Form) {
        let (name, hint) = (t!("ladder-depth"), t!("ladder-depth.tip"));
        form.number(name, hint, &mut request.depth, 1..=MAX_DEPTH);
        form.nodes(t!("ladder-budget"), &mut request.budget, &BUDGETS);
    }

    fn example() -> Request {
        Request { depth: 4, ..Request::default() }
    }
}

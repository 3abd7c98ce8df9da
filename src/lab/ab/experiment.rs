//! The comparison as an experiment: its request, its table, its sum.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use tabia_engine::search::score::Pov;
use tabia_games::game::position::GamePosition;

use super::{AbPair, AbPlan, AbSummary, Equal, Side, run};
use crate::experiment::{Bench, Example, Experiment, Info, LabError, Trial};
use crate::suite;
use crate::table::{Cell, Column, Medium, Row, Table, Unit};

/// Longest a search to a depth may take.
pub const MAX_TIME: Duration = Duration::from_mins(1);
/// Everything of an engine that programs did not have when the worth of quiescence was first measured.
pub(crate) const PLAIN: &str = "no-null-move,no-reverse-futility,no-razoring,no-futility,no-late-move,no-static-exchange,\
    no-history,no-probcut,no-multi-cut,no-iterative-reduction,no-late-move-reduction,no-hindsight,\
    no-singular-extension,no-history-heuristic,no-killer-moves";

/// Two ways of searching beside each other.
#[derive(Debug)]
pub struct Ab;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Side A and side B.
    pub sides: [Side; 2],
    /// What both get the same of.
    pub equal: Equal,
    /// On the thirty built-in positions; else on the one shown.
    pub suite: bool,
    /// Size of the table that each search begins with empty, MiB.
    pub hash_mib: u32,
}

impl Default for Request {
    fn default() -> Request {
        let without = Side::parse("no-null-move").unwrap_or_default();
        Request {
            sides: [Side::default(), without],
            equal: Equal::Depth(10, MAX_TIME),
            suite: true,
            hash_mib: 32,
        }
    }
}

impl Trial<Ab> {
    /// The positions that are searched.
    pub fn positions(&self) -> Vec<GamePosition> {
        positions(&self.request, &self.position)
    }
}

fn positions(request: &Request, shown: &GamePosition) -> Vec<GamePosition> {
    if request.suite { suite::positions() } else { vec![shown.clone()] }
}

impl Experiment for Ab {
    const INFO: Info = Info {
        id: "ab",
        start: "Compare",
        empty: ["Nothing compared yet", "Turn something off on one side and see what it was worth"],
        note: "Ratios are medians of B divided by A",
        about: "Both sides search the same positions, each from an empty memory, on an engine of the Lab's own. With \
            everything on a side is the engine itself. Ratios are medians over the positions of B divided by A; time \
            is only worth comparing while nothing else runs. Tesseract's author measured what quiescence brings with \
            a table, iterative deepening and most-valuable-victim ordering: 709 s fell to 266 s and the branching \
            factor from 5.99 to 4.23.",
        example: Example { label: "Show me: quiescence off against on", fen: None },
        help: ["", ""],
    };
    type Request = Request;
    type Update = AbPair;

    fn depends_on_position(request: &Request) -> bool {
        !request.suite
    }

    fn run(
        request: &Request,
        position: &GamePosition,
        bench: &mut Bench<'_>,
        tell: &mut dyn FnMut(AbPair) -> bool,
    ) -> Result<(), LabError> {
        let plan = AbPlan {
            positions: positions(request, position),
            sides: request.sides,
            equal: request.equal,
            hash_mib: request.hash_mib,
        };
        run(&plan, bench.engine, bench.stop, &mut |pair| tell(pair.clone()));
        Ok(())
    }

    fn columns(_: &Request) -> Table {
        let (csv, json, text) = (&[Medium::Csv], &[Medium::Json], &[Medium::Text]);
        let files = &[Medium::Csv, Medium::Json];
        let table = Table::new(vec![
            Column::words("position").only(csv),
            Column::new("position").only(json),
            Column::new("number").only(text).place("", 2, " "),
            Column::words("side").only(csv),
            Column::words("side").only(&[Medium::Json, Medium::Text]).place("", 0, ""),
            Column::words("rules").only(files),
            Column::new("depth").unit(Unit::Plies).place("  depth ", 2, ""),
            Column::new("reached").only(files),
            Column::new("nodes").unit(Unit::Nodes).place("  ", 12, " nodes"),
            Column::new("time_ms").unit(Unit::Milliseconds).place("  ", 8, " ms"),
            Column::words("move").place("  ", 7, ""),
            Column::score("score", Pov::Mover).place(" ", 0, ""),
            Column::words("cut short").missing("").only(text).place("", 0, ""),
            Column::new("branching").decimals(3).only(files),
        ]);
        table.headless()
    }

    fn rows(trial: &Trial<Self>, _: &[AbPair], pair: &AbPair) -> Vec<Row> {
        let Some(position) = trial.positions().into_iter().nth(pair.position) else {
            return Vec::new();
        };
        let board = position.board();
        let row = |(at, names): (usize, [&'static str; 2])| {
            let run = &pair.runs[at];
            vec![
                board.to_string().into(),
                pair.position.into(),
                (pair.position + 1).into(),
                names[0].into(),
                names[1].into(),
                trial.request.sides[at].words().into(),
                run.depth.into(),
                run.reached.into(),
                run.nodes.into(),
                run.time_ms.into(),
                Cell::mv(&board, run.mv),
                Cell::score(run.score),
                (!run.reached).then_some("  cut short").into(),
                run.branching.into(),
            ]
        };
        [["A", "a"], ["B", "b"]].into_iter().enumerate().map(row).collect()
    }

    fn summary(trial: &Trial<Self>) -> Vec<String> {
        if !trial.request.suite {
            return Vec::new();
        }
        let sum = AbSummary::of(&trial.updates);
        vec![
            format!(
                "nodes  A {}, B {}; median B / A {:.2}",
                sum.nodes[0], sum.nodes[1], sum.nodes_ratio
            ),
            format!(
                "time   A {} ms, B {} ms; median B / A {:.2}",
                sum.time_ms[0], sum.time_ms[1], sum.time_ratio
            ),
            format!(
                "moves  the same in {} of {} positions; {} cut short",
                sum.agree, sum.positions, sum.cut_short
            ),
        ]
    }

    fn summary_object(trial: &Trial<Self>) -> Option<Value> {
        let sum = AbSummary::of(&trial.updates);
        trial.request.suite.then(|| {
            json!({
                "positions": sum.positions,
                "nodes_a": sum.nodes[0],
                "nodes_b": sum.nodes[1],
                "time_ms_a": sum.time_ms[0],
                "time_ms_b": sum.time_ms[1],
                "depths_a": sum.depths[0],
                "depths_b": sum.depths[1],
                "nodes_ratio": sum.nodes_ratio,
                "time_ratio": sum.time_ratio,
                "agree": sum.agree,
                "cut_short": sum.cut_short,
            })
        })
    }

    /// Quiescence off against on, with what programs had when it was measured.
    fn example() -> Request {
        let with = Side::parse(PLAIN).unwrap_or_default();
        let without = Side::parse(&format!("{PLAIN},no-quiescence")).unwrap_or_default();
        let equal = Equal::Depth(6, MAX_TIME);
        Request { sides: [without, with], equal, ..Request::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::AnyTrial as _;
    use tabia_chess::Board;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::search::limits::StopSignal;

    #[test]
    fn the_example_turns_off_what_it_names() {
        let [without, with] = Ab::example().sides.map(|side| side.rules.off().count());
        assert_eq!((without, with), (PLAIN.split(',').count() + 1, PLAIN.split(',').count()));
    }

    #[test]
    fn a_comparison_leaves_the_options_as_they_were() {
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let before = *engine.options();
        let request = Request {
            sides: [Side::default(), Side::parse("no-tt,material").unwrap()],
            equal: Equal::Nodes(2_000),
            suite: false,
            hash_mib: 1,
        };
        let trial = Trial::<Ab>::new(GamePosition::new(Board::start()), request);
        let mut pairs = 0;
        let mut report = |_| {
            pairs += 1;
            true
        };
        let stop = StopSignal::never();
        let mut bench = Bench { engine: &mut engine, stop: &stop };
        trial.run(&mut bench, &mut report).unwrap();
        assert_eq!((pairs, *engine.options()), (1, before));
    }
}

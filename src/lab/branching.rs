//! The effective branching factor: by how much the nodes of a search grow from one depth to the next, for any two
//! search configurations and for searches observed in the window.

use clap::Args;
use serde::{Deserialize, Serialize};

use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::search::limits::Limits;
use tabia_engine::search::report::{IterationInfo, StopReason};
use tabia_engine::search::score::Bound;
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;

use tabia_text::{number, t};

use crate::ab::{PLAIN, Side};
use crate::experiment::{
    Example, Experiment, Form, Info, LabContext, LabError, SearchGrowth, Trial,
};
use crate::table::{Cell, Column, Curves, Medium, Row, Table, Unit};

/// Names of the two searches.
const NAMES: [&str; 2] = ["A", "B"];
/// Deepest search that can be asked for, plies.
const MAX_DEPTH: u32 = 24;
/// Text keys of two configurations of Tesseract, and their branching factors as measured by Vrzina (2023, p. 20, 31,
/// 50), without and with quiescence search. That engine had a transposition table, iterative deepening and MVV-LVA
/// ordering.
const TESSERACT: [(&str, f64); 2] =
    [("branching-tesseract-without", 5.99), ("branching-tesseract-with", 4.23)];
/// See the module documentation.
#[derive(Debug)]
pub struct Branching;

/// Two search configurations on one position.
#[derive(Clone, Debug, PartialEq, Eq, Args, Serialize, Deserialize)]
pub struct Request {
    /// Deepest search, plies
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: u32,
    /// Side A, in words with commas: all, plain, no-RULE, hand-crafted, material
    #[arg(long, value_name = "WORDS", default_value = "all", value_parser = Side::parse)]
    pub a: Side,
    /// Side B
    #[arg(long, value_name = "WORDS", default_value = "no-null-move", value_parser = Side::parse)]
    pub b: Side,
}

impl Default for Request {
    fn default() -> Request {
        let b = Side::parse("no-null-move").unwrap_or_default();
        Request { depth: 10, a: Side::default(), b }
    }
}

/// A finished iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// 0: side A, 1: side B.
    pub side: usize,
    pub depth: u32,
    /// Nodes of the search so far.
    pub nodes: u64,
    pub time_ms: u64,
}

/// The growth of the nodes at one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Growth {
    /// Depth, plies.
    pub depth: u32,
    /// Nodes of this iteration alone; `None` if the previous iteration is unknown.
    pub nodes: Option<u64>,
    /// These nodes divided by those of the previous iteration.
    pub factor: Option<f64>,
    /// The geometric mean of these factors so far: the effective branching factor.
    pub mean: Option<f64>,
}

/// The growth of a search at each of its iterations, from depth (plies) and nodes of the whole search at their ends.
/// Depths must increase. If the previous iteration was not reported, the nodes of an iteration are unknown, because
/// they include those of the missing one. Iterations without nodes are left out, and so are those at the end with as
/// many nodes as the one before: after a proven mate a search only repeats itself, which says nothing about branching.
pub fn growth(ends: &[(u32, u64)]) -> Vec<Growth> {
    let own = |at: usize| {
        let (depth, nodes) = ends[at];
        let (before, nodes_before) = at.checked_sub(1).map_or((0, 0), |last| ends[last]);
        let nodes = nodes.checked_sub(nodes_before).filter(|_| depth == before + 1);
        (depth, nodes)
    };
    let own: Vec<(u32, Option<u64>)> = (0..ends.len()).map(own).collect();
    let counted = |at: usize| own[at].1.filter(|&nodes| nodes > 0).map(|nodes| nodes as f64);
    let first = (0..own.len()).find(|&at| counted(at).is_some());
    let at = |at: usize| {
        let (depth, nodes) = own[at];
        let last = at.checked_sub(1).and_then(counted);
        let mean = first.filter(|&first| first < at).and_then(|first| {
            let plies = f64::from(depth - own[first].0);
            Some((counted(at)? / counted(first)?).powf(1.0 / plies))
        });
        let factor = counted(at).zip(last).map(|(now, before)| now / before);
        Growth { depth, nodes, factor, mean }
    };
    let mut kept: Vec<usize> = (0..own.len()).filter(|&at| own[at].1 != Some(0)).collect();
    let repeats = |kept: &[usize]| {
        let (&last, before) = kept.split_last()?;
        let known = before.iter().rev().find_map(|&at| own[at].1);
        Some(own[last].1.is_some() && own[last].1 == known)
    };
    while repeats(&kept) == Some(true) {
        kept.pop();
    }
    kept.into_iter().map(at).collect()
}

/// The effective branching factor of a search: the geometric mean, over all iterations, of an iteration's nodes divided
/// by those of the previous one. `ends` as in [`growth`]. `None` with fewer than two iterations, and if an engine
/// reported fewer nodes after an iteration than before.
pub fn effective_branching_factor(ends: &[(u32, u64)]) -> Option<f64> {
    growth(ends).pop()?.mean
}

/// Reports each iteration when it ends.
struct IterationReporter<'a> {
    side: usize,
    max_depth: u32,
    wants_more: bool,
    report: &'a mut dyn FnMut(Iteration) -> bool,
}

impl SearchObserver for IterationReporter<'_> {
    fn on_iteration(&mut self, info: &IterationInfo) {
        if self.wants_more && info.bound == Bound::Exact && info.depth > self.max_depth {
            self.max_depth = info.depth;
            let (side, nodes) = (self.side, info.nodes.unwrap_or(0));
            let (depth, time_ms) = (info.depth, info.time_ms);
            self.wants_more = (self.report)(Iteration { side, depth, nodes, time_ms });
        }
    }
}

impl Experiment for Branching {
    const INFO: Info = Info {
        id: "branching",
        start: "branching-start",
        empty: ["branching-empty", "branching-empty.why"],
        note: "branching-note",
        about: "branching-about",
        example: Example {
            label: "branching-example",
            fen: Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        },
        help: [
            "How much the nodes of a search grow from depth to depth, with two sets of switches",
            "With --json: one object per iteration, published ones first: search (A, B or whose numbers they are), rules, \
            depth (plies), nodes (of the iteration alone), factor (times those of the iteration before), mean \
            (geometric mean of the factors so far: the effective branching factor), time_ms (since the search began). \
            Sides begin with an empty hash table. Words for --a and --b are those of `tabia lab ab`.",
        ],
    };
    type Request = Request;
    type Update = Iteration;

    fn run(
        request: &Request,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(Iteration) -> bool,
    ) -> Result<(), LabError> {
        let usual = *context.engine.options();
        for (side, config) in [request.a, request.b].into_iter().enumerate() {
            let options = EngineOptions { rules: config.rules, eval: config.eval, ..usual };
            let set = context.engine.set_options(&options);
            set.map_err(|error| LabError::Failed(error.to_string()))?;
            context.engine.new_game();
            let mut watcher = IterationReporter { side, max_depth: 0, wants_more: true, report };
            let limits = Limits::depth(request.depth.clamp(1, MAX_DEPTH));
            let outcome = context.engine.go(position, &limits, context.stop, &mut watcher);
            if outcome.reason == StopReason::Stopped || !watcher.wants_more {
                break;
            }
        }
        Ok(())
    }

    fn options(request: &Request) -> Option<Vec<(&'static str, String)>> {
        Some(vec![
            ("depth", request.depth.to_string()),
            ("a", request.a.words()),
            ("b", request.b.words()),
        ])
    }

    fn columns(_: &Request) -> Table {
        let times = |key: &'static str, head: &'static str| {
            Column::new(key).head(head).unit(Unit::Times).decimals(2).place(" ", 8, "")
        };
        let mut table = Table::new(vec![
            Column::words("search").head(t!("branching-column-search")).place("", 30, ""),
            Column::words("rules").only(&[Medium::Csv, Medium::Json]),
            Column::new("depth").head(t!("column-depth")).unit(Unit::Plies).place("", 5, ""),
            Column::new("nodes").head(t!("column-nodes")).unit(Unit::Nodes).place(" ", 14, ""),
            times("factor", t!("branching-column-factor")),
            times("mean", t!("branching-column-mean")),
            Column::new("time_ms")
                .head(t!("column-time"))
                .unit(Unit::Milliseconds)
                .place(" ", 9, ""),
        ]);
        for (name, mean) in TESSERACT {
            table.row([
                Cell::Text(name),
                Cell::None,
                Cell::None,
                Cell::None,
                Cell::None,
                mean.into(),
            ]);
        }
        table.curves = vec![Curves {
            by: Some("search"),
            first: &NAMES,
            along: "depth",
            counts: &["nodes"],
            log: true,
            title: "branching-curves",
            axis: "experiment-axis-depth",
            point: "branching-point",
        }];
        table
    }

    fn rows(trial: &Trial<Self>, before: &[Iteration], update: &Iteration) -> Vec<Row> {
        let of_side = before.iter().filter(|one| one.side == update.side);
        let of_side: Vec<&Iteration> = of_side.chain([update]).collect();
        let ends: Vec<(u32, u64)> = of_side.iter().map(|one| (one.depth, one.nodes)).collect();
        let name = NAMES.get(update.side).copied().unwrap_or("?");
        let config = if update.side == 0 { trial.request.a } else { trial.request.b };
        // An iteration that seemed to repeat the one before comes with the first that does not.
        let shown = growth(&ends[..ends.len() - 1]).len();
        let new = growth(&ends).into_iter().skip(shown);
        new.map(|growth| {
            let ended = of_side.iter().find(|one| one.depth == growth.depth);
            let mut row = row(name.into(), growth, ended.map(|one| one.time_ms));
            row[1] = config.words().into();
            row
        })
        .collect()
    }

    fn summary(trial: &Trial<Self>) -> Vec<String> {
        let of_side = |side: usize| {
            let ends = trial.updates.iter().filter(|one| one.side == side);
            let ends: Vec<(u32, u64)> = ends.map(|one| (one.depth, one.nodes)).collect();
            effective_branching_factor(&ends)
                .map_or(t!("branching-too-few").to_owned(), |mean| number(mean, 2))
        };
        if trial.updates.is_empty() {
            return Vec::new();
        }
        let Request { a, b, .. } = &trial.request;
        vec![t!(
            "branching-summary",
            a = of_side(0),
            a_rules = a.title(),
            b = of_side(1),
            b_rules = b.title()
        )]
    }

    fn form(request: &mut Request, form: &mut dyn Form) {
        form.side("A", &mut request.a);
        form.side("B", &mut request.b);
        let (name, hint) = (t!("branching-depth"), t!("branching-depth.tip"));
        form.number(name, hint, &mut request.depth, 1..=MAX_DEPTH);
    }

    fn example() -> Request {
        let with = Side::parse(PLAIN).unwrap_or_default();
        let without = Side::parse(&format!("{PLAIN},no-quiescence")).unwrap_or_default();
        Request { depth: 6, a: without, b: with }
    }

    fn watched(searches: &[SearchGrowth]) -> Vec<Row> {
        let rows = searches.iter().flat_map(|search| {
            let ends = search.iterations.iter();
            let pairs: Vec<(u32, u64)> = ends.clone().map(|end| (end.depth, end.nodes)).collect();
            growth(&pairs).into_iter().map(move |growth| {
                let end = ends.clone().find(|end| end.depth == growth.depth);
                row(search.name.clone().into(), growth, end.map(|end| end.time_ms))
            })
        });
        rows.collect()
    }
}

/// A row without rules.
fn row(name: Cell, growth: Growth, time_ms: Option<u64>) -> Row {
    let Growth { depth, nodes, factor, mean } = growth;
    let numbers = [nodes.into(), factor.into(), mean.into(), time_ms.into()];
    [name, Cell::None, depth.into()].into_iter().chain(numbers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{AnyTrial as _, IterationEnd, restored, saved};
    use tabia_chess::Board;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::search::limits::StopSignal;

    #[test]
    fn growth_is_that_of_the_iterations_themselves() {
        // 10, then 20 more, then 80 more: twice as many, then four times.
        let ends = [(1, 10), (2, 30), (3, 110)];
        let found = growth(&ends);
        let nodes: Vec<_> = found.iter().map(|one| one.nodes).collect();
        assert_eq!(nodes, [Some(10), Some(20), Some(80)]);
        assert_eq!((found[0].factor, found[0].mean), (None, None));
        assert!((found[2].factor.unwrap() - 4.0).abs() < 1e-9);
        assert!((found[2].mean.unwrap() - 8.0_f64.sqrt()).abs() < 1e-9);
        assert_eq!(effective_branching_factor(&ends), found[2].mean);
        assert_eq!(effective_branching_factor(&ends[..1]), None);
        // An iteration that reports fewer nodes than the previous one has no factor.
        assert_eq!(growth(&[(1, 10), (2, 5)])[1].factor, None);
    }

    #[test]
    fn iterations_that_repeat_a_finished_search_are_left_out() {
        // From depth 4 on the mate is proven: 20 nodes each, and finally none.
        let mut ends = vec![(1, 20), (2, 60), (3, 260), (4, 280)];
        ends.extend((5..=200).map(|depth| (depth, 280 + 20 * (u64::from(depth) - 4))));
        ends.push((201, ends[199].1));
        let found = growth(&ends);
        assert_eq!(found.iter().map(|one| one.depth).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(effective_branching_factor(&ends), growth(&ends[..4])[3].mean);
        let end = |(depth, nodes)| IterationEnd { depth, nodes, time_ms: u64::from(depth) };
        let iterations = ends.into_iter().map(end).collect();
        let search = SearchGrowth { name: "Tabia".to_owned(), iterations };
        let rows = Branching::watched(&[search]);
        let times: Vec<Cell> = rows.iter().map(|row| row[6].clone()).collect();
        assert_eq!(times, [1, 2, 3, 4].map(|ms: u64| Cell::from(ms)));
        // Two equal iterations before the last one are no repetition.
        let found = growth(&[(1, 28), (2, 56), (3, 93)]);
        let factors: Vec<_> = found.iter().map(|one| one.factor).collect();
        assert_eq!(factors, [None, Some(1.0), Some(37.0 / 28.0)]);
    }

    #[test]
    fn missing_iterations_are_not_counted_as_one() {
        // Depths 1 to 8 in one number, then one by one; for depth 12 only the sum with depth 11 is known.
        let ends = [(8, 1_000), (9, 1_100), (10, 1_300), (12, 3_300), (13, 5_700)];
        let found = growth(&ends);
        let nodes: Vec<_> = found.iter().map(|one| one.nodes).collect();
        assert_eq!(nodes, [None, Some(100), Some(200), None, Some(2_400)]);
        let factors: Vec<_> = found.iter().map(|one| one.factor).collect();
        assert_eq!(factors, [None, None, Some(2.0), None, None]);
        // From 100 nodes at depth 9 to 2,400 at depth 13.
        let mean = effective_branching_factor(&ends).unwrap();
        assert!((mean - 24.0_f64.powf(0.25)).abs() < 1e-9, "{mean}");
        assert_eq!(effective_branching_factor(&ends[..4]), None);
    }

    #[test]
    fn the_rows_of_a_side_are_those_of_a_search_of_its_own() {
        let request = Request { depth: 7, ..Request::default() };
        let position = GamePosition::new(Board::start());
        let mut trial = Trial::<Branching>::new(position.clone(), request);
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let before = *engine.options();
        let stop = StopSignal::never();
        let runner = trial.boxed();
        let mut context = LabContext { engine: &mut engine, stop: &stop };
        let mut report = |update| {
            trial.add(&update);
            true
        };
        runner.run(&mut context, &mut report).unwrap();
        assert_eq!(*engine.options(), before, "the options come back");
        let table = trial.table();
        assert_eq!(table.rows.len(), TESSERACT.len() + 2 * 7);
        let ends: Vec<u64> =
            trial.updates.iter().filter(|one| one.side == 1).map(|one| one.nodes).collect();
        let rules = trial.request.b.rules;
        let mut alone =
            Engine::new(&EngineOptions { hash_mib: 4, rules, ..EngineOptions::default() });
        let outcome = alone.go(&position, &Limits::depth(7), &stop, &mut ());
        assert_eq!(ends.last().copied(), outcome.nodes);
        let own: u64 = table.rows[TESSERACT.len() + 7..]
            .iter()
            .filter_map(|row| if let Cell::Count(nodes) = row[3] { Some(nodes) } else { None })
            .sum();
        assert_eq!(Some(own), outcome.nodes, "the iterations are the whole search");
        // A saved trial is restored with the same table.
        let again = restored(saved(&trial).unwrap()).unwrap();
        assert_eq!(again.table(), table);
        assert!(trial.summary()[0].contains(&trial.request.b.title()));
    }

    #[test]
    fn it_ends_when_the_callback_asks_for_it() {
        let position = GamePosition::new(Board::start());
        let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
        let stop = StopSignal::never();
        let mut reports = 0;
        let mut report = |_| {
            reports += 1;
            false
        };
        let mut context = LabContext { engine: &mut engine, stop: &stop };
        let request = Request { depth: 4, ..Request::default() };
        Branching::run(&request, &position, &mut context, &mut report).unwrap();
        assert_eq!(reports, 1);
    }
}

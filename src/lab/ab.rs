//! Two ways of searching compared on the same positions: what a rule of the search, or the evaluation, is worth
//! in nodes, time and agreement.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use tabia_chess::Move;
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::{EngineOptions, EvalKind};
use tabia_engine::alphabeta::rule_set::{RuleSet, Switch};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{IterationInfo, StopReason};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;

use crate::experiment::{Example, Experiment, Info, LabContext, LabError, Trial};
use crate::table::{Cell, Column, Medium, Row, Table, Unit};
use crate::{branching, experiment};
use serde_json::{Value, json};
use tabia_engine::search::score::Pov;

/// One way of searching.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Rules and techniques that are on.
    pub rules: RuleSet,
    /// What judges positions.
    pub eval: EvalKind,
}

/// Short names besides those of [`Switch::slug`], as engine authors write them.
const ALIASES: [(&str, &str); 9] = [
    ("tt", "transposition-table"),
    ("killers", "killer-moves"),
    ("ordering", "move-ordering"),
    ("aspiration", "aspiration-windows"),
    ("pvs", "principal-variation-search"),
    ("lmr", "late-move-reduction"),
    ("lmp", "late-move"),
    ("rfp", "reverse-futility"),
    ("iir", "iterative-reduction"),
];

/// A word that names nothing that can be turned off.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "found '{found}', expected words like no-null-move, hand-crafted or material; known after no-: {known}"
)]
pub struct SideError {
    /// The word.
    pub found: String,
    /// Those that are known.
    pub known: String,
}

impl Side {
    /// Reads words separated by commas: `no-null-move,no-tt`, `hand-crafted`, `material`. Nothing and `all` mean
    /// the engine as it is.
    ///
    /// # Errors
    /// For an unknown word.
    pub fn parse(text: &str) -> Result<Side, SideError> {
        let mut side = Side::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "all" => {}
                "network" => side.eval = EvalKind::Network,
                "hand-crafted" => side.eval = EvalKind::HandCrafted,
                "material" => side.eval = EvalKind::Material,
                _ => side.rules = side.rules.set(switch(word)?, false),
            }
        }
        Ok(side)
    }

    /// What it leaves out, in the words that [`Side::parse`] reads.
    pub fn words(&self) -> String {
        let eval = match self.eval {
            EvalKind::Network => None,
            EvalKind::HandCrafted => Some("hand-crafted".to_owned()),
            EvalKind::Material => Some("material".to_owned()),
        };
        let off = self.rules.off().map(|switch| format!("no-{}", switch.slug()));
        let words: Vec<String> = off.chain(eval).collect();
        if words.is_empty() { "all".to_owned() } else { words.join(",") }
    }
}

/// The switch behind `no-WORD`.
fn switch(word: &str) -> Result<Switch, SideError> {
    let bare = word.strip_prefix("no-").unwrap_or("");
    let slug = ALIASES.iter().find(|(short, _)| *short == bare).map_or(bare, |(_, slug)| slug);
    Switch::all().find(|switch| switch.slug() == slug).ok_or_else(|| {
        let known: Vec<String> = Switch::all().map(Switch::slug).collect();
        SideError { found: word.to_owned(), known: known.join(", ") }
    })
}

/// What both sides are given the same of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Equal {
    /// Depth, plies; a search that takes longer than the time is cut short and says so.
    Depth(u32, Duration),
    Nodes(u64),
    Time(Duration),
}

impl Equal {
    fn limits(self) -> Limits {
        match self {
            Equal::Depth(depth, most) => {
                Limits { depth: Some(depth), movetime: Some(most), ..Limits::default() }
            }
            Equal::Nodes(nodes) => Limits::nodes(nodes),
            Equal::Time(time) => Limits::movetime(time),
        }
    }
}

/// A comparison to be made.
#[derive(Clone, Debug)]
pub struct AbPlan {
    pub positions: Vec<GamePosition>,
    /// Side A and side B.
    pub sides: [Side; 2],
    /// What both are given the same of.
    pub equal: Equal,
    /// Size of the table that each search begins with empty, MiB.
    pub hash_mib: u32,
}

/// What one side did with one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AbRun {
    pub nodes: u64,
    /// Time, ms.
    pub time_ms: u64,
    /// The move chosen.
    #[serde(with = "crate::experiment::move_bits")]
    pub mv: Option<Move>,
    /// Its score, side to move's view.
    pub score: Option<Score>,
    /// Last finished iteration, plies.
    pub depth: u32,
    /// Whether it came to the depth it was to reach; always, where depth is not what is equal.
    pub reached: bool,
    /// By how much the nodes grew from one iteration to the next, geometric mean over the iterations from the
    /// second on; `None` with fewer than two.
    pub branching: Option<f64>,
}

/// Both sides on one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AbPair {
    /// Which position, from 0.
    pub position: usize,
    /// A and B.
    pub runs: [AbRun; 2],
}

/// All positions put together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AbSummary {
    /// Positions that both sides finished.
    pub positions: usize,
    /// Nodes of A and of B.
    pub nodes: [u64; 2],
    /// Time of A and of B, ms.
    pub time_ms: [u64; 2],
    /// Depths finished by A and by B, added up.
    pub depths: [u64; 2],
    /// Median over the positions of B's nodes divided by A's; 0 without positions.
    pub nodes_ratio: f64,
    /// Median of B's time divided by A's, positions of at least a millisecond on both sides; 0 without.
    pub time_ratio: f64,
    /// Positions on which both chose the same move.
    pub agree: usize,
    /// Positions on which a side did not reach its depth.
    pub cut_short: usize,
}

impl AbSummary {
    /// Puts results together.
    pub fn of(pairs: &[AbPair]) -> AbSummary {
        let mut sum = AbSummary { positions: pairs.len(), ..AbSummary::default() };
        for AbPair { runs, .. } in pairs {
            for (side, run) in runs.iter().enumerate() {
                sum.nodes[side] += run.nodes;
                sum.time_ms[side] += run.time_ms;
                sum.depths[side] += u64::from(run.depth);
            }
            sum.agree += usize::from(runs[0].mv == runs[1].mv);
            sum.cut_short += usize::from(!runs[0].reached || !runs[1].reached);
        }
        let ratio = |of: fn(&AbRun) -> u64| {
            let ratios = pairs.iter().map(|pair| (of(&pair.runs[0]), of(&pair.runs[1])));
            let known = ratios.filter(|&(a, b)| a > 0 && b > 0);
            median(known.map(|(a, b)| b as f64 / a as f64).collect())
        };
        sum.nodes_ratio = ratio(|run| run.nodes);
        sum.time_ratio = ratio(|run| run.time_ms);
        sum
    }
}

/// The middle one, or the mean of the two middle ones; 0 of none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

/// Makes the comparison. `report` is called with each position as it is done and says whether to go on. The engine
/// should be the experiment's own: its options are changed and its memory is emptied for each search.
pub fn run(
    plan: &AbPlan,
    engine: &mut Engine,
    stop: &StopSignal,
    report: &mut dyn FnMut(&AbPair) -> bool,
) -> Vec<AbPair> {
    let mut pairs = Vec::with_capacity(plan.positions.len());
    for (number, position) in plan.positions.iter().enumerate() {
        let mut runs = Vec::with_capacity(2);
        for side in &plan.sides {
            let Some(run) = search(plan, side, position, engine, stop) else { return pairs };
            runs.push(run);
        }
        let Ok(runs) = <[AbRun; 2]>::try_from(runs) else { return pairs };
        let pair = AbPair { position: number, runs };
        let go_on = report(&pair);
        pairs.push(pair);
        if !go_on {
            break;
        }
    }
    pairs
}

/// One search from an empty memory; `None` when it was stopped.
fn search(
    plan: &AbPlan,
    side: &Side,
    position: &GamePosition,
    engine: &mut Engine,
    stop: &StopSignal,
) -> Option<AbRun> {
    let options = EngineOptions {
        hash_mib: plan.hash_mib,
        rules: side.rules,
        eval: side.eval,
        ..EngineOptions::default()
    };
    // With less memory than asked for both sides have the same less.
    let _ = engine.set_options(&options);
    engine.new_game();
    let mut growth = Growth::default();
    let outcome = engine.go(position, &plan.equal.limits(), stop, &mut growth);
    if outcome.reason == StopReason::Stopped {
        return None;
    }
    let depth = outcome.depth.unwrap_or(0);
    let reached = match plan.equal {
        Equal::Depth(wanted, _) => depth >= wanted || outcome.reason != StopReason::Time,
        Equal::Nodes(_) | Equal::Time(_) => true,
    };
    Some(AbRun {
        nodes: outcome.nodes.unwrap_or(0),
        time_ms: outcome.time_ms,
        mv: outcome.best,
        score: outcome.score,
        depth,
        reached,
        branching: growth.branching(),
    })
}

/// Nodes at the end of each iteration.
#[derive(Debug, Default)]
struct Growth(Vec<u64>);

impl SearchObserver for Growth {
    fn on_iteration(&mut self, info: &IterationInfo) {
        if info.bound == Bound::Exact && info.depth as usize > self.0.len() {
            self.0.push(info.nodes.unwrap_or(0));
        }
    }
}

impl Growth {
    fn branching(&self) -> Option<f64> {
        branching::growth(&self.0).pop()?.mean
    }
}

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
    if request.suite { experiment::positions() } else { vec![shown.clone()] }
}

impl Experiment for Ab {
    const INFO: Info = Info {
        id: "ab",
        start: "compare-start",
        empty: ["compare-empty", "compare-empty.why"],
        note: "",
        about: "compare-about",
        example: Example { label: "compare-example", fen: None },
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
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(AbPair) -> bool,
    ) -> Result<(), LabError> {
        let plan = AbPlan {
            positions: positions(request, position),
            sides: request.sides,
            equal: request.equal,
            hash_mib: request.hash_mib,
        };
        run(&plan, context.engine, context.stop, &mut |pair| report(pair.clone()));
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
            Column::score("score", Pov::SideToMove).place(" ", 0, ""),
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
    use tabia_engine::alphabeta::rule_set::Technique;
    use tabia_engine::search::detail::PruneReason;
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
        let mut context = LabContext { engine: &mut engine, stop: &stop };
        trial.run(&mut context, &mut report).unwrap();
        assert_eq!((pairs, *engine.options()), (1, before));
    }

    #[test]
    fn sides_are_written_as_they_are_read() {
        for text in ["all", "no-null-move", "no-transposition-table,no-razoring,material"] {
            assert_eq!(Side::parse(text).unwrap().words(), text);
        }
        for switch in Switch::all() {
            let side = Side { rules: RuleSet::ALL.set(switch, false), ..Side::default() };
            assert_eq!(Side::parse(&side.words()), Ok(side), "{}", side.words());
        }
        let side = Side::parse(" no-tt , no-lmr,hand-crafted").unwrap();
        assert!(!side.rules.uses(Technique::TranspositionTable));
        assert!(!side.rules.has(PruneReason::LateReduction));
        assert_eq!((side.rules.off().count(), side.eval), (2, EvalKind::HandCrafted));
        assert_eq!(Side::parse("").unwrap(), Side::default());
        for bad in ["no-such-thing", "null-move", "no-", "no-stand-pat"] {
            let error = Side::parse(bad).unwrap_err();
            assert!(error.to_string().contains(&format!("found '{bad}'")), "{error}");
        }
    }

    #[test]
    fn the_same_side_twice_does_the_same_and_all_on_is_the_engine_itself() {
        let plan = AbPlan {
            positions: crate::experiment::positions().into_iter().take(3).collect(),
            sides: [Side::default(), Side::default()],
            equal: Equal::Depth(7, Duration::from_mins(1)),
            hash_mib: 4,
        };
        let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
        let mut reports = 0;
        let pairs = run(&plan, &mut engine, &StopSignal::never(), &mut |_| {
            reports += 1;
            true
        });
        assert_eq!((pairs.len(), reports), (3, 3));
        let options = EngineOptions { hash_mib: 4, ..EngineOptions::default() };
        for (pair, position) in pairs.iter().zip(&plan.positions) {
            let mut fresh = Engine::new(&options);
            let alone = fresh.go(position, &Limits::depth(7), &StopSignal::never(), &mut ());
            for run in &pair.runs {
                assert_eq!((Some(run.nodes), run.mv), (alone.nodes, alone.best));
                assert!(run.reached && run.depth == 7);
            }
        }
        let sum = AbSummary::of(&pairs);
        assert_eq!((sum.positions, sum.agree, sum.cut_short), (3, 3, 0));
        assert!((sum.nodes_ratio - 1.0).abs() < 1e-9);
    }

    #[test]
    fn every_switch_changes_the_search_and_leaves_it_sound() {
        let position = crate::experiment::positions().swap_remove(11);
        let mut engine = Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
        let sides = Technique::ALL.map(|technique| {
            let rules = RuleSet::ALL.without_technique(technique);
            Side { rules, eval: EvalKind::Network }
        });
        let material = Side { eval: EvalKind::Material, ..Side::default() };
        for side in sides.into_iter().chain([material]) {
            let plan = AbPlan {
                positions: vec![position.clone()],
                sides: [Side::default(), side],
                equal: Equal::Depth(6, Duration::from_mins(1)),
                hash_mib: 4,
            };
            let pairs = run(&plan, &mut engine, &StopSignal::never(), &mut |_| true);
            let [all, less] = &pairs[0].runs;
            assert_ne!(all.nodes, less.nodes, "{}", side.words());
            let legal = less.mv.is_some_and(|mv| position.board().is_legal(mv));
            assert!(legal && less.reached, "{}", side.words());
        }
    }

    /// Asks for the last state of a search.
    struct Watching;

    impl SearchObserver for Watching {
        fn on_iteration(&mut self, _: &IterationInfo) {}

        fn snapshot_every_ms(&self) -> Option<u64> {
            Some(1_000)
        }
    }

    #[test]
    fn without_a_table_no_node_is_reduced_for_having_no_move_from_it() {
        let position = crate::experiment::positions().swap_remove(11);
        let reduced = |rules: RuleSet| {
            let options = EngineOptions { hash_mib: 4, rules, ..EngineOptions::default() };
            let mut engine = Engine::new(&options);
            let limits = Limits::depth(7);
            let done = engine.go(&position, &limits, &StopSignal::never(), &mut Watching);
            let counts = done.last.unwrap().detail.alphabeta().unwrap().counts;
            counts.pruned[PruneReason::IterativeReduction.index()]
        };
        assert!(reduced(RuleSet::ALL) > 0);
        assert_eq!(reduced(RuleSet::ALL.without_technique(Technique::TranspositionTable)), 0);
    }

    #[test]
    fn medians_of_few_and_of_none() {
        assert_eq!(median(vec![]).to_bits(), 0.0_f64.to_bits());
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
        assert!((median(vec![4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-9);
    }

    #[test]
    fn growth_is_that_of_the_iterations_themselves() {
        // 10, then 20 more, then 40 more: twice as many each time.
        let growth = Growth(vec![10, 30, 70]).branching().unwrap();
        assert!((growth - 2.0).abs() < 1e-9);
        assert_eq!(Growth(vec![10]).branching(), None);
    }
}

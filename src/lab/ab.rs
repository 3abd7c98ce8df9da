//! Two ways of searching compared on the same positions: what a rule of the search, or the evaluation, is worth
//! in nodes, time and agreement.

use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use tabia_chess::Move;
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::{EngineOptions, EvalKind, HASH_MIB};
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
    /// the engine as it is, `plain` leaves out all that came after hash table, deepening and null windows.
    ///
    /// # Errors
    /// For an unknown word.
    pub fn parse(text: &str) -> Result<Side, SideError> {
        let mut side = Side::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "all" => {}
                "plain" => side.rules = without(side.rules, PLAIN)?,
                "network" => side.eval = EvalKind::Network,
                "hand-crafted" => side.eval = EvalKind::HandCrafted,
                "material" => side.eval = EvalKind::Material,
                _ => side.rules = without(side.rules, word)?,
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
        let plain = without(RuleSet::ALL, PLAIN).ok();
        let plain = plain.filter(|plain| plain.off().all(|switch| !self.rules.is_on(switch)));
        let off = self.rules.off().filter(|&switch| plain.is_none_or(|plain| plain.is_on(switch)));
        let off = off.map(|switch| format!("no-{}", switch.slug()));
        let words: Vec<String> =
            plain.map(|_| "plain".to_owned()).into_iter().chain(off).chain(eval).collect();
        if words.is_empty() { "all".to_owned() } else { words.join(",") }
    }
}

/// These rules without those named, `no-WORD` with commas.
fn without(rules: RuleSet, words: &str) -> Result<RuleSet, SideError> {
    words.split(',').try_fold(rules, |rules, word| Ok(rules.set(switch(word)?, false)))
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
    /// How long it took; zero where it is not known.
    #[serde(default)]
    pub time: Duration,
    /// The move chosen.
    #[serde(with = "crate::experiment::move_bits")]
    pub mv: Option<Move>,
    /// Its score, side to move's view.
    pub score: Option<Score>,
    /// Last finished iteration, plies.
    pub depth: u32,
    /// Whether it came to the depth it was to reach; always, where depth is not what is equal.
    pub reached: bool,
    /// See [`branching::effective_branching_factor`].
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

/// Shorter times are not compared: what else the machine does is longer.
const SHORTEST: Duration = Duration::from_millis(1);

/// All positions put together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AbSummary {
    /// Positions that both sides finished.
    pub positions: usize,
    /// Nodes of A and of B.
    pub nodes: [u64; 2],
    /// Time of A and of B.
    pub time: [Duration; 2],
    /// Depths finished by A and by B, added up.
    pub depths: [u64; 2],
    /// Growth from iteration to iteration, geometric mean over the positions where it is known.
    pub branching: [Option<f64>; 2],
    /// Median over the positions of B's nodes divided by A's.
    pub median_nodes_ratio: Option<f64>,
    /// Median of B's time divided by A's, over the positions that took both at least a millisecond.
    pub median_time_ratio: Option<f64>,
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
                sum.time[side] += run.time;
                sum.depths[side] += u64::from(run.depth);
            }
            sum.agree += usize::from(runs[0].mv == runs[1].mv);
            sum.cut_short += usize::from(!runs[0].reached || !runs[1].reached);
        }
        let runs = |side: usize| pairs.iter().map(move |pair| &pair.runs[side]);
        sum.branching = [0, 1].map(|side| {
            let known: Vec<f64> = runs(side).filter_map(|run| run.branching).collect();
            let logs: f64 = known.iter().map(|factor| factor.ln()).sum();
            (!known.is_empty()).then(|| (logs / known.len() as f64).exp())
        });
        let both = || runs(0).zip(runs(1));
        let nodes = both().filter(|(a, b)| a.nodes > 0 && b.nodes > 0);
        sum.median_nodes_ratio = median(nodes.map(|(a, b)| b.nodes as f64 / a.nodes as f64));
        sum.median_time_ratio = median(both().filter_map(|(a, b)| time_ratio([a.time, b.time])));
        sum
    }

    /// B's nodes divided by A's, all positions together.
    pub fn nodes_ratio(&self) -> Option<f64> {
        let [a, b] = self.nodes;
        (a > 0).then(|| b as f64 / a as f64)
    }

    /// B's time divided by A's, all positions together; `None` where they are too short to compare.
    pub fn time_ratio(&self) -> Option<f64> {
        time_ratio(self.time)
    }
}

fn time_ratio([a, b]: [Duration; 2]) -> Option<f64> {
    (a >= SHORTEST && b >= SHORTEST).then(|| b.as_secs_f64() / a.as_secs_f64())
}

/// The middle one, or the mean of the two middle ones.
fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
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
    let start = Instant::now();
    let outcome = engine.go(position, &plan.equal.limits(), stop, &mut growth);
    let time = start.elapsed();
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
        time,
        mv: outcome.best,
        score: outcome.score,
        depth,
        reached,
        branching: growth.branching(),
    })
}

/// Depth and nodes at the end of each iteration.
#[derive(Debug, Default)]
struct Growth(Vec<(u32, u64)>);

impl SearchObserver for Growth {
    fn on_iteration(&mut self, info: &IterationInfo) {
        let newest = self.0.last().map_or(0, |&(depth, _)| depth);
        if info.bound == Bound::Exact && info.depth > newest {
            self.0.push((info.depth, info.nodes.unwrap_or(0)));
        }
    }
}

impl Growth {
    fn branching(&self) -> Option<f64> {
        branching::effective_branching_factor(&self.0)
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

/// The same as the command of the terminal takes it.
#[derive(Clone, Copy, Debug, Args)]
pub struct Options {
    /// Side A
    #[arg(long, value_name = "WORDS", default_value = "all", value_parser = Side::parse)]
    a: Side,
    /// Side B
    #[arg(long, value_name = "WORDS", value_parser = Side::parse)]
    b: Side,
    /// Give both the same depth, plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64), conflicts_with_all = ["nodes", "movetime"])]
    depth: Option<u32>,
    /// Give both the same nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "movetime")]
    nodes: Option<u64>,
    /// Give both the same time, ms
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Longest a search to a depth may take, ms
    #[arg(long, value_name = "MS", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    most: u64,
    /// Size of the hash table
    #[arg(long, value_name = "MIB", default_value_t = 64,
        value_parser = clap::value_parser!(u32).range(i64::from(*HASH_MIB.start())..=i64::from(*HASH_MIB.end())))]
    pub hash: u32,
    /// On the thirty built-in positions, as without --fen
    #[arg(long)]
    suite: bool,
}

/// Default depth, plies.
const USUAL_DEPTH: u32 = 10;

impl From<Options> for Request {
    fn from(args: Options) -> Request {
        let equal = match (args.depth, args.nodes, args.movetime) {
            (_, Some(nodes), _) => Equal::Nodes(nodes),
            (_, _, Some(ms)) => Equal::Time(Duration::from_millis(ms)),
            (depth, None, None) => {
                Equal::Depth(depth.unwrap_or(USUAL_DEPTH), Duration::from_millis(args.most))
            }
        };
        Request { sides: [args.a, args.b], equal, suite: args.suite, hash_mib: args.hash }
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

    fn options(request: &Request) -> Option<Vec<(&'static str, String)>> {
        let [a, b] = request.sides.map(|side| side.words());
        let mut options = vec![("a", a), ("b", b)];
        match request.equal {
            Equal::Depth(depth, most) => {
                let most = most.as_millis().to_string();
                options.extend([("depth", depth.to_string()), ("most", most)]);
            }
            Equal::Nodes(nodes) => options.push(("nodes", nodes.to_string())),
            Equal::Time(time) => options.push(("movetime", time.as_millis().to_string())),
        }
        options.push(("hash", request.hash_mib.to_string()));
        options.extend(request.suite.then(|| ("suite", "yes".to_owned())));
        Some(options)
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
            Column::new("time_us").only(files),
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
                (run.time.as_millis() as u64).into(),
                Cell::mv(&board, run.mv),
                Cell::score(run.score),
                (!run.reached).then_some("  cut short").into(),
                run.branching.into(),
                (run.time.as_micros() as u64).into(),
            ]
        };
        [["A", "a"], ["B", "b"]].into_iter().enumerate().map(row).collect()
    }

    fn summary(trial: &Trial<Self>) -> Vec<String> {
        if !trial.request.suite {
            return Vec::new();
        }
        let sum = AbSummary::of(&trial.updates);
        let ratio = |ratio: Option<f64>, missing: &str| {
            ratio.map_or(missing.to_owned(), |ratio| format!("{ratio:.2}"))
        };
        let (unknown, short) = ("unknown", "too short to compare");
        let ms = sum.time.map(|time| time.as_secs_f64() * 1000.0);
        vec![
            format!(
                "nodes  A {}, B {}; B / A {}, median of the positions {}",
                sum.nodes[0],
                sum.nodes[1],
                ratio(sum.nodes_ratio(), unknown),
                ratio(sum.median_nodes_ratio, unknown)
            ),
            format!(
                "time   A {:.1} ms, B {:.1} ms; B / A {}, median of the positions {}",
                ms[0],
                ms[1],
                ratio(sum.time_ratio(), short),
                ratio(sum.median_time_ratio, short)
            ),
            format!(
                "growth A {}, B {} from iteration to iteration, geometric mean",
                ratio(sum.branching[0], unknown),
                ratio(sum.branching[1], unknown)
            ),
            format!(
                "moves  the same in {} of {} positions; {} cut short",
                sum.agree, sum.positions, sum.cut_short
            ),
        ]
    }

    fn summary_object(trial: &Trial<Self>) -> Option<Value> {
        let sum = AbSummary::of(&trial.updates);
        let [ms_a, ms_b] = sum.time.map(|time| time.as_millis() as u64);
        let [us_a, us_b] = sum.time.map(|time| time.as_micros() as u64);
        trial.request.suite.then(|| {
            json!({
                "positions": sum.positions,
                "nodes_a": sum.nodes[0],
                "nodes_b": sum.nodes[1],
                "time_ms_a": ms_a,
                "time_ms_b": ms_b,
                "time_us_a": us_a,
                "time_us_b": us_b,
                "depths_a": sum.depths[0],
                "depths_b": sum.depths[1],
                "branching_a": sum.branching[0],
                "branching_b": sum.branching[1],
                "nodes_ratio": sum.median_nodes_ratio,
                "time_ratio": sum.median_time_ratio,
                "nodes_ratio_total": sum.nodes_ratio(),
                "time_ratio_total": sum.time_ratio(),
                "agree": sum.agree,
                "cut_short": sum.cut_short,
            })
        })
    }

    /// Quiescence off against on, with what programs had when it was measured.
    fn example() -> Request {
        // With the terms: the network knows what hangs, which is most of what quiescence finds out.
        let with = Side::parse("plain,hand-crafted").unwrap_or_default();
        let without = Side::parse("plain,hand-crafted,no-quiescence").unwrap_or_default();
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
        for text in ["all", "plain", "plain,hand-crafted", "no-null-move", "no-razoring,material"] {
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
        assert!((sum.nodes_ratio().unwrap() - 1.0).abs() < 1e-9);
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
        let median = |values: &[f64]| median(values.iter().copied());
        assert_eq!(median(&[]), None);
        assert!((median(&[3.0, 1.0, 2.0]).unwrap() - 2.0).abs() < 1e-9);
        assert!((median(&[4.0, 1.0, 2.0, 3.0]).unwrap() - 2.5).abs() < 1e-9);
    }

    fn pair(nodes: [u64; 2], us: [u64; 2], branching: [f64; 2]) -> AbPair {
        let run = |side: usize| AbRun {
            nodes: nodes[side],
            time: Duration::from_micros(us[side]),
            mv: None,
            score: None,
            depth: 5,
            reached: true,
            branching: Some(branching[side]),
        };
        AbPair { position: 0, runs: [run(0), run(1)] }
    }

    #[test]
    fn ratios_of_totals_are_those_of_the_totals_and_medians_stand_beside_them() {
        // One long position in which B saves, two short ones in which it does not.
        let pairs = [
            pair([1_000_000, 500_000], [900_000, 300_000], [4.0, 2.0]),
            pair([1_000, 1_300], [2_000, 2_600], [9.0, 8.0]),
            pair([100, 120], [150, 90], [6.0, 4.0]),
        ];
        let sum = AbSummary::of(&pairs);
        assert_eq!(sum.nodes, [1_001_100, 501_420]);
        assert!((sum.nodes_ratio().unwrap() - 501_420.0 / 1_001_100.0).abs() < 1e-12);
        assert!((sum.time_ratio().unwrap() - 302_690.0 / 902_150.0).abs() < 1e-12);
        assert!((sum.median_nodes_ratio.unwrap() - 1.2).abs() < 1e-12);
        // The third position is too short to have a ratio of times.
        assert!((sum.median_time_ratio.unwrap() - f64::midpoint(1.0 / 3.0, 1.3)).abs() < 1e-12);
        assert!((sum.branching[0].unwrap() - 6.0).abs() < 1e-9 && sum.branching[1].unwrap() > 3.9);
    }

    #[test]
    fn times_too_short_to_compare_have_no_ratio() {
        let sum = AbSummary::of(&[pair([20, 30], [120, 999], [2.0, 2.0])]);
        assert_eq!((sum.time_ratio(), sum.median_time_ratio), (None, None));
        assert!((sum.nodes_ratio().unwrap() - 1.5).abs() < 1e-9);
        assert_eq!(AbSummary::of(&[]).nodes_ratio(), None);
        // A run of a session that knows milliseconds only.
        let old = r#"{"nodes":5,"time_ms":3,"mv":null,"score":null,"depth":1,"reached":true,"branching":null}"#;
        assert_eq!(serde_json::from_str::<AbRun>(old).unwrap().time, Duration::ZERO);
    }

    #[test]
    fn growth_is_that_of_the_iterations_themselves() {
        // 10, then 20 more, then 40 more: twice as many each time.
        let growth = Growth(vec![(1, 10), (2, 30), (3, 70)]).branching().unwrap();
        assert!((growth - 2.0).abs() < 1e-9);
        assert_eq!(Growth(vec![(1, 10)]).branching(), None);
    }
}

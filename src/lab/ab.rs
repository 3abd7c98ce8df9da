//! Compares two search configurations on the same positions: what a rule of the search or the evaluation is worth in
//! nodes, time, depth, agreement and positions solved, with confidence intervals.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use tabia_chess::{Board, Move};
use tabia_engine::alphabeta::Engine;
use tabia_engine::alphabeta::options::{EngineOptions, EvalKind, HASH_MIB};
use tabia_engine::alphabeta::rule_set::{RuleSet, Switch};
use tabia_engine::search::limits::{Limits, StopSignal};
use tabia_engine::search::report::{IterationInfo, StopReason};
use tabia_engine::search::score::{Bound, Score};
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;

use crate::experiment::{Example, Experiment, Info, LabContext, LabError, Trial};
use crate::processor_time::processor_time;
use crate::suite::{Suite, Task};
use crate::table::{Cell, Column, Medium, Row, Table, Unit};
use crate::{branching, experiment};
use serde_json::{Value, json};
use tabia_engine::search::score::Pov;
use tabia_text::{signed, t};

/// A search configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Rules and techniques that are on.
    pub rules: RuleSet,
    /// The evaluation.
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

/// An unknown word in a configuration.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "found “{found}”, expected all, plain, network, hand-crafted, material or no-RULE with one of: {known}"
)]
pub struct SideError {
    /// The word.
    pub found: String,
    /// The known rules.
    pub known: String,
}

impl Side {
    /// Reads words separated by commas: `no-null-move,no-tt`, `hand-crafted`, `material`. An empty text and `all` mean
    /// the engine as it is; `plain` turns off pruning, reductions and extensions in the main search, histories of moves
    /// and killer moves, but not mate distance pruning, upcoming repetitions and correction history.
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

    /// What it turns off, in the words that [`Side::parse`] reads.
    pub fn words(&self) -> String {
        let eval = match self.eval {
            EvalKind::Network => None,
            EvalKind::HandCrafted => Some("hand-crafted".to_owned()),
            EvalKind::Material => Some("material".to_owned()),
        };
        let (plain, off) = self.left_out();
        let off = off.into_iter().map(|switch| format!("no-{}", switch.slug()));
        let plain = plain.then(|| "plain".to_owned());
        let words: Vec<String> = plain.into_iter().chain(off).chain(eval).collect();
        if words.is_empty() { "all".to_owned() } else { words.join(",") }
    }

    /// What it turns off, in the language of the user interface.
    pub fn title(&self) -> String {
        let eval = match self.eval {
            EvalKind::Network => None,
            EvalKind::HandCrafted => Some(t!("eval-hand-crafted").to_owned()),
            EvalKind::Material => Some(t!("experiment-eval-material").to_owned()),
        };
        let (plain, off) = self.left_out();
        let off = off.into_iter().map(|switch| t!("experiment-rule-off", rule = switch.name()));
        let plain = plain.then(|| t!("experiment-plain.word").to_owned());
        let parts: Vec<String> = plain.into_iter().chain(off).chain(eval).collect();
        if parts.is_empty() { t!("experiment-everything").to_owned() } else { parts.join(", ") }
    }

    /// Whether everything that the plain search leaves out is off, and what else is off.
    fn left_out(&self) -> (bool, Vec<Switch>) {
        let plain = without(RuleSet::ALL, PLAIN).ok();
        let plain = plain.filter(|plain| plain.off().all(|switch| !self.rules.is_on(switch)));
        let off = self.rules.off().filter(|&switch| plain.is_none_or(|plain| plain.is_on(switch)));
        (plain.is_some(), off.collect())
    }
}

/// These rules without the named ones, `no-WORD` separated by commas.
fn without(rules: RuleSet, words: &str) -> Result<RuleSet, SideError> {
    words.split(',').try_fold(rules, |rules, word| Ok(rules.set(switch(word)?, false)))
}

/// The switch behind `no-WORD`.
fn switch(word: &str) -> Result<Switch, SideError> {
    let bare = word.strip_prefix("no-").unwrap_or("");
    let slug = ALIASES.iter().find(|(short, _)| *short == bare).map_or(bare, |(_, slug)| slug);
    Switch::all().find(|switch| switch.slug() == slug).ok_or_else(|| {
        let named = |slug: String| match ALIASES.iter().find(|(_, long)| *long == slug) {
            Some((short, _)) => format!("{slug} ({short})"),
            None => slug,
        };
        let known: Vec<String> = Switch::all().map(Switch::slug).map(named).collect();
        SideError { found: word.to_owned(), known: known.join(", ") }
    })
}

/// The limit that is equal for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Equal {
    /// Depth, plies; a search that takes longer than the time is cut short and marked as such.
    Depth(u32, Duration),
    Nodes(u64),
    Time(Duration),
}

impl Equal {
    fn limits(self) -> Limits {
        match self {
            Equal::Depth(depth, max_time) => {
                Limits { depth: Some(depth), movetime: Some(max_time), ..Limits::default() }
            }
            Equal::Nodes(nodes) => Limits::nodes(nodes),
            Equal::Time(time) => Limits::movetime(time),
        }
    }
}

/// A position to be searched.
#[derive(Clone, Debug)]
pub struct Place {
    pub position: GamePosition,
    /// Its expected answer, if there is one.
    pub task: Option<Task>,
}

impl From<GamePosition> for Place {
    fn from(position: GamePosition) -> Place {
        Place { position, task: None }
    }
}

/// A comparison to run.
#[derive(Clone, Debug)]
pub struct AbPlan {
    pub positions: Vec<Place>,
    /// Side A and side B.
    pub sides: [Side; 2],
    /// The limit that is equal for both.
    pub equal: Equal,
    /// Size of the hash table, MiB; it is empty at the start of each search.
    pub hash_mib: u32,
}

/// The result of one side on one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AbRun {
    pub nodes: u64,
    /// Time of the search.
    pub time: Duration,
    /// Processor time; `None` if the system does not report it.
    pub processor: Option<Duration>,
    /// The move chosen.
    #[serde(with = "crate::experiment::move_bits")]
    pub mv: Option<Move>,
    /// Its score, side to move's view; `None` if the search ended with only a bound.
    pub score: Option<Score>,
    /// Depth of that: the last finished iteration, or the one in which the move changed, plies.
    pub depth: u32,
    /// Whether it reached the depth limit; always true with other limits.
    pub reached: bool,
    /// Whether the move solves the position, if that has a solution.
    pub solved: Option<bool>,
    /// See [`branching::effective_branching_factor`].
    pub branching: Option<f64>,
}

/// The results of both sides on one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AbPair {
    /// Number of the position, from 0.
    pub position: usize,
    /// Number of positions.
    pub of: usize,
    #[serde(with = "crate::experiment::board_fen")]
    pub board: Board,
    /// Its name in its file.
    pub name: Option<String>,
    /// A and B.
    pub runs: [AbRun; 2],
}

impl AbPair {
    /// Whether both sides finished.
    fn is_whole(&self) -> bool {
        self.runs.iter().all(|run| run.reached)
    }
}

/// Greater depths are not compared.
const DEEPEST: u32 = 60;
/// Shorter times are not compared: other load on the machine would distort them.
const SHORTEST: Duration = Duration::from_millis(1);

impl AbRun {
    /// The time that is compared: processor time if it is known, so that other programs matter less.
    fn worked(&self) -> Duration {
        self.processor.unwrap_or(self.time)
    }

    /// Whether the depth shows how far the search got. With a mate or a tablebase result, or where the hash
    /// table holds the whole tree, iterations cost almost nothing and the depth rises until the limit.
    fn has_meaningful_depth(&self) -> bool {
        self.depth <= DEEPEST && matches!(self.score, Some(Score::Cp(_)) | None)
    }
}

/// The totals over the positions that both sides finished.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AbSummary {
    /// Positions that both sides finished.
    pub positions: usize,
    /// How many of them have a solution.
    pub tasks: usize,
    /// Solved by A and by B.
    pub solved: [usize; 2],
    /// Processor time divided by time, over all their searches, 0 to 1.
    pub load: Option<f64>,
    /// Nodes of A and of B.
    pub nodes: [u64; 2],
    /// Time of A and of B; processor time if it is known.
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
    /// The other positions: a side did not reach its depth.
    pub cut_short: usize,
}

impl AbSummary {
    /// Adds up the results of the positions that both sides finished.
    pub fn of(pairs: &[AbPair]) -> AbSummary {
        let whole = || pairs.iter().filter(|pair| pair.is_whole());
        let positions = whole().count();
        let mut sum =
            AbSummary { positions, cut_short: pairs.len() - positions, ..AbSummary::default() };
        for AbPair { runs, .. } in whole() {
            for (side, run) in runs.iter().enumerate() {
                sum.nodes[side] += run.nodes;
                sum.time[side] += run.worked();
                sum.depths[side] += u64::from(run.depth);
                sum.solved[side] += usize::from(run.solved == Some(true));
            }
            sum.tasks += usize::from(runs.iter().all(|run| run.solved.is_some()));
            sum.agree += usize::from(runs[0].mv.is_some() && runs[0].mv == runs[1].mv);
        }
        let runs = |side: usize| whole().map(move |pair| &pair.runs[side]);
        sum.branching = [0, 1].map(|side| {
            let known: Vec<f64> = runs(side).filter_map(|run| run.branching).collect();
            let logs: f64 = known.iter().map(|factor| factor.ln()).sum();
            (!known.is_empty()).then(|| (logs / known.len() as f64).exp())
        });
        let all = || runs(0).chain(runs(1));
        let worked: Option<Duration> = all().map(|run| run.processor).sum();
        let time: Duration = all().map(|run| run.time).sum();
        sum.load = worked
            .filter(|_| time >= SHORTEST)
            .map(|worked| (worked.as_secs_f64() / time.as_secs_f64()).min(1.0));
        let both = || runs(0).zip(runs(1));
        let nodes = both().filter(|(a, b)| a.nodes > 0 && b.nodes > 0);
        sum.median_nodes_ratio = median(nodes.map(|(a, b)| b.nodes as f64 / a.nodes as f64));
        sum.median_time_ratio =
            median(both().filter_map(|(a, b)| time_ratio([a.worked(), b.worked()])));
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

/// A measure by which B is compared with A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nodes, as a ratio.
    Nodes,
    /// Processor time if it is known, else time, as a ratio.
    Time,
    /// Depth of the last finished iteration, as a difference, plies; without positions in which a side found a mate or
    /// searched the whole tree.
    Depth,
    /// Positions solved, as a difference of shares.
    Solved,
}

impl Measure {
    /// The measures in which two sides with this equal limit can differ.
    pub fn of(equal: Equal) -> [Measure; 3] {
        match equal {
            Equal::Depth(..) => [Measure::Nodes, Measure::Time, Measure::Solved],
            Equal::Nodes(_) => [Measure::Depth, Measure::Time, Measure::Solved],
            Equal::Time(_) => [Measure::Depth, Measure::Nodes, Measure::Solved],
        }
    }

    /// Its name in files.
    pub fn slug(self) -> &'static str {
        match self {
            Measure::Nodes => "nodes",
            Measure::Time => "time",
            Measure::Depth => "depth",
            Measure::Solved => "solved",
        }
    }

    /// Whether it is B divided by A; otherwise it is B minus A.
    pub(crate) fn is_ratio(self) -> bool {
        matches!(self, Measure::Nodes | Measure::Time)
    }

    /// The smallest relevant difference: a factor of 1.05, a tenth of a ply, five per cent of the positions.
    pub fn worth(self) -> f64 {
        match self {
            Measure::Nodes | Measure::Time => 1.05,
            Measure::Depth => 0.1,
            Measure::Solved => 0.05,
        }
    }

    /// B compared with A on one position: the logarithm of a ratio, or a difference; `None` if there is nothing to
    /// compare.
    fn difference(self, [a, b]: &[AbRun; 2]) -> Option<f64> {
        match self {
            Measure::Nodes => {
                (a.nodes > 0 && b.nodes > 0).then(|| (b.nodes as f64 / a.nodes as f64).ln())
            }
            Measure::Time => time_ratio([a.worked(), b.worked()]).map(f64::ln),
            Measure::Depth => [a, b]
                .iter()
                .all(|run| run.has_meaningful_depth())
                .then(|| f64::from(b.depth) - f64::from(a.depth)),
            Measure::Solved => {
                Some(f64::from(u8::from(b.solved?)) - f64::from(u8::from(a.solved?)))
            }
        }
    }

    /// Compares the sides over the positions that both completed. For ratios the mean is geometric. The interval is
    /// Student's for pairs; for shares it extends at least 3 / n to each side, because n equal answers do not exclude a
    /// difference of that size (Hanley and Lippman-Hand 1983, "If nothing goes wrong, is everything all right?").
    /// `None` with fewer than [`FEWEST`] positions.
    pub fn compare(self, pairs: &[AbPair]) -> Option<Estimate> {
        let whole = pairs.iter().filter(|pair| pair.is_whole());
        let found: Vec<f64> = whole.filter_map(|pair| self.difference(&pair.runs)).collect();
        if found.len() < FEWEST {
            return None;
        }
        let n = found.len() as f64;
        let mean = found.iter().sum::<f64>() / n;
        let variance = found.iter().map(|of| (of - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let half = student(n - 1.0) * (variance / n).sqrt();
        let half = if self == Measure::Solved { half.max(3.0 / n) } else { half };
        let (low, high) = (mean - half, mean + half);
        let worth = if self.is_ratio() { self.worth().ln() } else { self.worth() };
        let verdict = if low > 0.0 || high < 0.0 {
            Verdict::Differs
        } else if -worth <= low && high <= worth {
            Verdict::Same
        } else {
            let enough = (1.96 * variance.sqrt() / worth).powi(2).max(3.0 / worth);
            Verdict::Open { more: (enough.ceil() as usize).saturating_sub(found.len()) }
        };
        let shown = |value: f64| if self.is_ratio() { value.exp() } else { value };
        let (mean, low, high) = (shown(mean), shown(low), shown(high));
        Some(Estimate { mean, low, high, positions: found.len(), verdict })
    }
}

impl Measure {
    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Nodes => t!("compare-measure-nodes"),
            Measure::Time => t!("compare-measure-time"),
            Measure::Depth => t!("compare-measure-depth"),
            Measure::Solved => t!("compare-measure-solved"),
        }
    }

    /// A ratio as B's surplus in per cent, a difference in plies or in per cent of the positions, without the unit.
    fn figure(self, value: f64) -> String {
        match self {
            Measure::Nodes | Measure::Time => signed(100.0 * (value - 1.0), 1),
            Measure::Depth => signed(value, 2),
            Measure::Solved => signed(100.0 * value, 1),
        }
    }

    /// [`Measure::figure`] with its unit.
    fn amount(self, value: f64) -> String {
        let n = self.figure(value);
        match self {
            Measure::Nodes | Measure::Time | Measure::Solved => t!("compare-percent", n = n),
            Measure::Depth => t!("compare-ply-difference", n = n),
        }
    }
}

impl Estimate {
    /// The result in one sentence.
    pub fn sentence(&self, measure: Measure) -> String {
        let mean = measure.amount(self.mean);
        let [low, high] = [self.low, self.high].map(|value| measure.figure(value));
        let worth = measure.amount(measure.worth());
        let worth = worth.trim_start_matches('+');
        let (kind, more) = match self.verdict {
            Verdict::Differs => ("differs", 0),
            Verdict::Same => ("same", 0),
            Verdict::Open { more: 0 } => ("near", 0),
            Verdict::Open { more } => ("open", more),
        };
        t!(
            "compare-verdict",
            kind = kind,
            mean = mean,
            low = low,
            high = high,
            n = self.positions,
            worth = worth,
            more = more
        )
    }
}

/// Minimum number of positions for error bars.
pub const FEWEST: usize = 5;

/// A comparison by one measure: its mean with the ends of the 95 % interval, as a ratio or a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    /// Number of positions.
    pub positions: usize,
    pub verdict: Verdict,
}

/// The conclusion from the interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The interval excludes equality.
    Differs,
    /// The interval excludes a difference of [`Measure::worth`].
    Same,
    /// Neither. About this many more positions would be needed to show a difference of [`Measure::worth`]; 0: the
    /// difference is close to that.
    Open { more: usize },
}

impl Verdict {
    /// Its name in files.
    pub fn slug(self) -> &'static str {
        match self {
            Verdict::Differs => "differs",
            Verdict::Same => "same",
            Verdict::Open { .. } => "open",
        }
    }
}

/// The two-sided 95 % point of Student's distribution, by the expansion of Abramowitz and Stegun, 26.7.5; within 0.01
/// for four degrees of freedom or more.
fn student(degrees: f64) -> f64 {
    let z: f64 = 1.959_964;
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    let terms = [
        (z3 + z) / 4.0,
        (5.0 * z5 + 16.0 * z3 + 3.0 * z) / 96.0,
        (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / 384.0,
    ];
    terms.iter().zip(1..).fold(z, |sum, (term, power)| sum + term / degrees.powi(power))
}

/// The middle value, or the mean of the two middle ones.
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

/// Runs the comparison. `report` is called after each position and returns whether to continue. The engine should be
/// used by nothing else, because its options are changed and its memory is cleared for each search.
pub fn run(
    plan: &AbPlan,
    engine: &mut Engine,
    stop: &StopSignal,
    report: &mut dyn FnMut(&AbPair) -> bool,
) -> Vec<AbPair> {
    let mut pairs = Vec::with_capacity(plan.positions.len());
    for (number, place) in plan.positions.iter().enumerate() {
        let mut search = |side: usize| search(plan, &plan.sides[side], place, engine, stop);
        // The sides alternate in going first, because a machine changes its speed as it warms up.
        let first = number % 2;
        let Some(one) = search(first) else { return pairs };
        let Some(other) = search(1 - first) else { return pairs };
        let runs = if first == 0 { [one, other] } else { [other, one] };
        let board = place.position.board();
        let name = place.task.as_ref().map(|task| task.id.clone());
        let pair = AbPair { position: number, of: plan.positions.len(), board, name, runs };
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
    place: &Place,
    engine: &mut Engine,
    stop: &StopSignal,
) -> Option<AbRun> {
    let options = EngineOptions {
        hash_mib: plan.hash_mib,
        rules: side.rules,
        eval: side.eval,
        ..EngineOptions::default()
    };
    // If less memory is available, both sides have equally less.
    let _ = engine.set_options(&options);
    engine.new_game();
    let mut growth = Growth::default();
    let (start, worked) = (Instant::now(), processor_time());
    let outcome = engine.go(&place.position, &plan.equal.limits(), stop, &mut growth);
    let time = start.elapsed();
    let processor =
        worked.zip(processor_time()).map(|(before, after)| after.saturating_sub(before));
    if outcome.reason == StopReason::Stopped {
        return None;
    }
    let depth = outcome.depth.unwrap_or(0);
    let reached = match plan.equal {
        // In an unfinished iteration the best move may already have changed to one of its depth.
        Equal::Depth(..) => outcome.reason != StopReason::Time,
        Equal::Nodes(_) | Equal::Time(_) => true,
    };
    let solved = |task: &Task| task.solved_by(outcome.best, outcome.score);
    Some(AbRun {
        nodes: outcome.nodes.unwrap_or(0),
        time,
        processor,
        mv: outcome.best,
        score: outcome.exact_score(),
        depth,
        reached,
        solved: place.task.as_ref().filter(|task| task.is_solvable()).map(solved),
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

/// Maximum time of a search to a fixed depth.
pub const MAX_TIME: Duration = Duration::from_mins(1);
/// Pruning, reductions and extensions of the main search that programs did not have when the value of quiescence search
/// was first measured, and the histories of moves and killer moves. Mate distance pruning, upcoming repetitions and
/// correction history stay on.
pub(crate) const PLAIN: &str = "no-null-move,no-reverse-futility,no-razoring,no-futility,no-late-move,no-static-exchange,\
    no-history,no-probcut,no-multi-cut,no-iterative-reduction,no-late-move-reduction,no-hindsight,\
    no-singular-extension,no-history-heuristic,no-killer-moves";

/// Compares two search configurations.
#[derive(Debug)]
pub struct Ab;

/// Which positions are searched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Positions {
    /// The position shown.
    Shown,
    /// The thirty built-in positions.
    #[default]
    BuiltIn,
    /// The positions of the file at this path, one EPD or FEN a line.
    File(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Side A and side B.
    pub sides: [Side; 2],
    /// The limit that is equal for both.
    pub equal: Equal,
    pub positions: Positions,
    /// Size of the hash table, MiB; it is empty at the start of each search.
    pub hash_mib: u32,
}

impl Default for Request {
    fn default() -> Request {
        let without = Side::parse("no-null-move").unwrap_or_default();
        Request {
            sides: [Side::default(), without],
            equal: Equal::Depth(10, MAX_TIME),
            positions: Positions::BuiltIn,
            hash_mib: 32,
        }
    }
}

/// The request as the command in the terminal takes it.
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
    /// Longest time of a search to a depth, ms; a longer one is cut short
    #[arg(long, alias = "most", value_name = "MS", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    max_time: u64,
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
                Equal::Depth(depth.unwrap_or(USUAL_DEPTH), Duration::from_millis(args.max_time))
            }
        };
        let positions = if args.suite { Positions::BuiltIn } else { Positions::Shown };
        Request { sides: [args.a, args.b], equal, positions, hash_mib: args.hash }
    }
}

/// The positions to be searched.
///
/// # Errors
/// If a file cannot be read, contains an invalid line, or contains no position.
fn places(request: &Request, shown: &GamePosition) -> Result<Vec<Place>, LabError> {
    let path = match &request.positions {
        Positions::Shown => return Ok(vec![shown.clone().into()]),
        Positions::BuiltIn => {
            return Ok(experiment::positions().into_iter().map(Place::from).collect());
        }
        Positions::File(path) => path,
    };
    let failed = |why: String| LabError::Failed(t!("compare-file", file = &**path, why = why));
    let suite = Suite::read(Path::new(path)).map_err(|error| failed(error.to_string()))?;
    if let Some((line, error)) = suite.refused.first() {
        let why = t!("compare-file-line", line = *line, why = error.to_string());
        return Err(failed(why));
    }
    if suite.tasks.is_empty() {
        return Err(failed(t!("compare-file-empty").to_owned()));
    }
    if let Some(task) = suite.tasks.iter().find(|task| task.board.legal_moves().is_empty()) {
        let why = t!("compare-file-no-move");
        return Err(failed(t!("compare-file-line", line = task.line, why = why)));
    }
    let place = |task: Task| Place { position: GamePosition::new(task.board), task: Some(task) };
    Ok(suite.tasks.into_iter().map(place).collect())
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
        request.positions == Positions::Shown
    }

    fn options(request: &Request) -> Option<Vec<(&'static str, String)>> {
        let suite = match request.positions {
            Positions::Shown => None,
            Positions::BuiltIn => Some(("suite", "yes".to_owned())),
            // A link from outside must not name files on this machine.
            Positions::File(_) => return None,
        };
        let [a, b] = request.sides.map(|side| side.words());
        let mut options = vec![("a", a), ("b", b)];
        match request.equal {
            Equal::Depth(depth, max_time) => {
                let max_time = max_time.as_millis().to_string();
                options.extend([("depth", depth.to_string()), ("max-time", max_time)]);
            }
            Equal::Nodes(nodes) => options.push(("nodes", nodes.to_string())),
            Equal::Time(time) => options.push(("movetime", time.as_millis().to_string())),
        }
        options.push(("hash", request.hash_mib.to_string()));
        options.extend(suite);
        Some(options)
    }

    fn run(
        request: &Request,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(AbPair) -> bool,
    ) -> Result<(), LabError> {
        let plan = AbPlan {
            positions: places(request, position)?,
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
            Column::new("processor_us").only(files),
            Column::new("solved").only(files),
            Column::words("name").only(files),
            Column::words("solution").missing("").only(text).place("  ", 0, ""),
        ]);
        table.headless()
    }

    fn rows(trial: &Trial<Self>, _: &[AbPair], pair: &AbPair) -> Vec<Row> {
        let board = pair.board;
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
                run.processor.map(|time| time.as_micros() as u64).into(),
                run.solved.into(),
                pair.name.clone().into(),
                run.solved.map(|solved| if solved { "solved" } else { "not solved" }).into(),
            ]
        };
        [["A", "a"], ["B", "b"]].into_iter().enumerate().map(row).collect()
    }

    fn summary(trial: &Trial<Self>) -> Vec<String> {
        if trial.request.positions == Positions::Shown {
            return Vec::new();
        }
        let sum = AbSummary::of(&trial.updates);
        let ratio = |ratio: Option<f64>, missing: &str| {
            ratio.map_or(missing.to_owned(), |ratio| format!("{ratio:.2}"))
        };
        let (unknown, short) = ("unknown", "too short to compare");
        let ms = sum.time.map(|time| time.as_secs_f64() * 1000.0);
        let mut runs = trial.updates.iter().flat_map(|pair| &pair.runs);
        let of_processor = runs.all(|run| run.processor.is_some());
        let mut lines = vec![
            format!(
                "nodes  A {}, B {}; B / A {}, median of the positions {}",
                sum.nodes[0],
                sum.nodes[1],
                ratio(sum.nodes_ratio(), unknown),
                ratio(sum.median_nodes_ratio, unknown)
            ),
            format!(
                "time   A {:.1} ms, B {:.1} ms{}; B / A {}, median of the positions {}",
                ms[0],
                ms[1],
                if of_processor { " of processor time" } else { "" },
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
        ];
        if sum.tasks > 0 {
            let [a, b] = sum.solved;
            lines.push(format!("solved A {a}, B {b} of {}", sum.tasks));
        }
        lines.extend(Measure::of(trial.request.equal).into_iter().filter_map(|measure| {
            let estimate = measure.compare(&trial.updates)?;
            Some(format!("{}: {}", measure.name(), estimate.sentence(measure)))
        }));
        lines.extend(sum.load.map(|load| {
            format!("processor at work for the searches {:.0} % of their time", 100.0 * load)
        }));
        lines
    }

    fn summary_object(trial: &Trial<Self>) -> Option<Value> {
        let sum = AbSummary::of(&trial.updates);
        let [ms_a, ms_b] = sum.time.map(|time| time.as_millis() as u64);
        let [us_a, us_b] = sum.time.map(|time| time.as_micros() as u64);
        let compared = |measure: Measure| {
            let estimate = measure.compare(&trial.updates)?;
            let more = match estimate.verdict {
                Verdict::Open { more } => Some(more),
                Verdict::Differs | Verdict::Same => None,
            };
            Some(json!({
                "by": measure.slug(),
                "ratio": measure.is_ratio(),
                "mean": estimate.mean,
                "low": estimate.low,
                "high": estimate.high,
                "positions": estimate.positions,
                "verdict": estimate.verdict.slug(),
                "more": more,
            }))
        };
        let measures = Measure::of(trial.request.equal);
        let compared: Vec<Value> = measures.into_iter().filter_map(compared).collect();
        (trial.request.positions != Positions::Shown).then(|| {
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
                "tasks": sum.tasks,
                "solved_a": sum.solved[0],
                "solved_b": sum.solved[1],
                "load": sum.load,
                "compared": compared,
            })
        })
    }

    /// Quiescence search off against on, with the techniques that programs had when its value was first measured.
    fn example() -> Request {
        // With the hand-crafted terms: the network recognises hanging pieces, which is most of what quiescence search
        // finds.
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
            positions: Positions::Shown,
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
            assert!(error.to_string().contains(&format!("found “{bad}”")), "{error}");
        }
    }

    #[test]
    fn equal_sides_give_equal_results_and_all_rules_on_is_the_engine_itself() {
        let plan = AbPlan {
            positions: crate::experiment::positions()
                .into_iter()
                .take(3)
                .map(Place::from)
                .collect(),
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
        for (pair, place) in pairs.iter().zip(&plan.positions) {
            let mut fresh = Engine::new(&options);
            let alone = fresh.go(&place.position, &Limits::depth(7), &StopSignal::never(), &mut ());
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
                positions: vec![position.clone().into()],
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
            processor: None,
            solved: None,
            mv: None,
            score: None,
            depth: 5,
            reached: true,
            branching: Some(branching[side]),
        };
        let board = Board::start();
        AbPair { position: 0, of: 1, board, name: None, runs: [run(0), run(1)] }
    }

    #[test]
    fn a_difference_is_shown_only_where_the_interval_says_so() {
        let nodes = |ratios: &[f64]| -> Vec<AbPair> {
            let one =
                |ratio: &f64| pair([1_000_000, (1e6 * ratio).round() as u64], [1_000; 2], [2.0; 2]);
            ratios.iter().map(one).collect()
        };
        let compare = |ratios: &[f64]| Measure::Nodes.compare(&nodes(ratios));
        assert_eq!(compare(&[2.0; 4]), None, "four are too few");
        // By hand: logarithms 0.1, 0.2, 0.3, 0.4, 0.5 have mean 0.3 and standard deviation 0.158; 2.776 times that
        // divided by the root of 5 is 0.196.
        let clear = compare(&[0.1, 0.2, 0.3, 0.4, 0.5].map(f64::exp)).unwrap();
        assert_eq!((clear.verdict, clear.positions), (Verdict::Differs, 5));
        let near = |value: f64, wanted: f64| (value.ln() - wanted).abs() < 2e-3;
        assert!(near(clear.mean, 0.3) && near(clear.low, 0.104) && near(clear.high, 0.496));
        let same = compare(&[0.99, 1.0, 1.01, 1.0, 0.995, 1.005]).unwrap();
        assert_eq!(same.verdict, Verdict::Same);
        // Deviation of the logarithms 0.447; (1.96 * 0.447 / ln 1.05) squared is 323.
        let wild = compare(&[0.4, -0.4, 0.4, -0.4, 0.4, -0.4].map(f64::exp)).unwrap();
        assert!(matches!(wild.verdict, Verdict::Open { more } if (300..340).contains(&more)));
        let sentence = wild.sentence(Measure::Nodes);
        assert!(sentence.contains("5.0 %") && sentence.contains("6 positions"), "{sentence}");
    }

    #[test]
    fn the_same_answers_on_few_positions_do_not_prove_that_both_solve_as_many() {
        let mut pairs = vec![pair([10, 10], [9, 9], [2.0; 2]); 10];
        for run in pairs.iter_mut().flat_map(|pair| &mut pair.runs) {
            run.solved = Some(true);
        }
        let solved = Measure::Solved.compare(&pairs).unwrap();
        assert_eq!((solved.mean, solved.low, solved.high), (0.0, -0.3, 0.3));
        assert_eq!(solved.verdict, Verdict::Open { more: 50 });
        let sum = AbSummary::of(&pairs);
        assert_eq!((sum.tasks, sum.solved), (10, [10, 10]));
    }

    #[test]
    fn a_file_of_positions_is_compared_and_an_invalid_one_is_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let run = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            let request = Request {
                equal: Equal::Nodes(1_000),
                positions: Positions::File(path.display().to_string()),
                hash_mib: 1,
                ..Request::default()
            };
            let mut engine =
                Engine::new(&EngineOptions { hash_mib: 1, ..EngineOptions::default() });
            let stop = StopSignal::never();
            let mut context = LabContext { engine: &mut engine, stop: &stop };
            let trial = Trial::<Ab>::new(GamePosition::new(Board::start()), request);
            let mut pairs: Vec<AbPair> = Vec::new();
            let mut report = |update: crate::experiment::AnyUpdate| {
                pairs.push(update.get::<Ab>().unwrap().clone());
                true
            };
            let done = trial.run(&mut context, &mut report);
            done.map(|()| pairs).map_err(|error| error.to_string())
        };
        let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";";
        let pairs = run("mine.epd", &format!("{mate}\n8/8/8/8/8/4k3/4p3/4K3 b - - 0 1\n")).unwrap();
        let named: Vec<_> =
            pairs.iter().map(|pair| (pair.of, pair.name.as_deref().unwrap())).collect();
        assert_eq!(named, [(2, "back rank"), (2, "line 2")]);
        assert_eq!(pairs[0].runs.each_ref().map(|run| run.solved), [Some(true); 2]);
        assert_eq!(pairs[1].runs[0].solved, None);
        let error = run("bad.epd", &format!("{mate}\nnonsense\n")).unwrap_err();
        assert!(error.contains("bad.epd") && error.contains("line 2"), "{error}");
        let error =
            run("over.epd", &format!("{mate}\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n")).unwrap_err();
        assert!(error.contains("line 2") && error.contains("over"), "{error}");
        assert!(run("empty.epd", "\n# nothing\n").unwrap_err().contains("no position"));
        assert!(
            Ab::options(&Request { positions: Positions::File("x".into()), ..Request::default() })
                .is_none()
        );
    }

    #[test]
    fn totals_have_ratios_and_medians() {
        // One long position in which B saves nodes, two short ones in which it does not.
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
    fn positions_cut_short_count_neither_in_the_totals_nor_in_the_estimates() {
        let mut pairs = vec![pair([1_000, 2_000], [2_000; 2], [2.0; 2]); 6];
        let whole = AbSummary::of(&pairs[..5]);
        pairs[5].runs[1] = AbRun { reached: false, nodes: 9_000_000, ..pairs[5].runs[1].clone() };
        let sum = AbSummary::of(&pairs);
        assert_eq!(sum, AbSummary { cut_short: 1, ..whole });
        let estimate = Measure::Nodes.compare(&pairs).unwrap();
        assert_eq!((sum.positions, estimate.positions), (5, 5));
    }

    #[test]
    fn depths_of_decided_positions_are_not_compared() {
        let mut pairs = vec![pair([1_000, 2_000], [2_000; 2], [2.0; 2]); 7];
        pairs[0].runs[1] =
            AbRun { score: Some(Score::Mate(3)), depth: 91, ..pairs[0].runs[1].clone() };
        pairs[1].runs[1] = AbRun { depth: 186, ..pairs[1].runs[1].clone() };
        let estimate = Measure::Depth.compare(&pairs).unwrap();
        assert_eq!((estimate.positions, estimate.mean), (5, 0.0));
    }

    #[test]
    fn times_too_short_to_compare_have_no_ratio() {
        let sum = AbSummary::of(&[pair([20, 30], [120, 999], [2.0, 2.0])]);
        assert_eq!((sum.time_ratio(), sum.median_time_ratio), (None, None));
        assert!((sum.nodes_ratio().unwrap() - 1.5).abs() < 1e-9);
        assert_eq!(AbSummary::of(&[]).nodes_ratio(), None);
    }

    #[test]
    fn growth_is_that_of_the_iterations_themselves() {
        // 10, then 20 more, then 40 more: twice as many each time.
        let growth = Growth(vec![(1, 10), (2, 30), (3, 70)]).branching().unwrap();
        assert!((growth - 2.0).abs() < 1e-9);
        assert_eq!(Growth(vec![(1, 10)]).branching(), None);
    }
}

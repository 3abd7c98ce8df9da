//! Time management: the budget of a move on a clock, how each iteration changes it, and why the search stopped.

use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};

use tabia_chess::{Color, Move};
use tabia_engine::alphabeta::options::EngineOptions;
use tabia_engine::clock::{self, Plan};
use tabia_engine::search::limits::{ClockLimits, Limits};
use tabia_engine::search::report::{IterationInfo, StopReason, TimeDecision, TimeVerdict};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;
use tabia_text::{number, t};

use crate::experiment::{Example, Experiment, Form, Info, LabContext, LabError, Trial};
use crate::table::{Cell, Column, Curves, Medium, Row, Table, Unit};

/// Longest clock that can be chosen, s: the search takes about a tenth of it.
const MAX_SECONDS: u32 = 1_800;
const MAX_INCREMENT_MS: u32 = 30_000;
const MAX_MOVES: u32 = 60;
/// Moves whose budgets are shown, counted from the move to be made.
const SHOWN_MOVES: [u32; 5] = [0, 9, 19, 39, 59];

/// The time of a move.
#[derive(Debug)]
pub struct TimeUse;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Args, Serialize, Deserialize)]
pub struct Request {
    /// Time left on the clock, seconds
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SECONDS)))]
    pub seconds: u32,
    /// Increment for each move, milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_INCREMENT_MS)))]
    pub increment: u32,
    /// Moves to the next time control; 0: for the rest of the game
    #[arg(long, value_name = "MOVES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_MOVES)))]
    pub to_go: u32,
}

impl Default for Request {
    fn default() -> Request {
        Request { seconds: 60, increment: 1_000, to_go: 0 }
    }
}

impl Request {
    fn clock(self) -> ClockLimits {
        ClockLimits {
            time: [Duration::from_secs(self.seconds.into()); 2],
            increment: [Duration::from_millis(self.increment.into()); 2],
            moves_to_go: (self.to_go > 0).then_some(self.to_go),
        }
    }

    /// The clock in a sentence.
    fn words(self) -> String {
        let increment = f64::from(self.increment) / 1000.0;
        let decimals =
            [1_000, 100, 10].iter().take_while(|&&unit| !self.increment.is_multiple_of(unit));
        t!(
            "clock-request",
            seconds = self.seconds,
            increment = number(increment, decimals.count()),
            moves = self.to_go
        )
    }
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Update {
    Iteration(Iteration),
    End(End),
}

/// An iteration and what the time management decided after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    #[serde(flatten)]
    pub decision: TimeDecision,
    pub nodes: u64,
    #[serde(with = "crate::experiment::move_bits")]
    pub mv: Option<Move>,
    /// Side to move's view.
    pub score: Option<Score>,
    /// The engine's reserve for each move.
    #[serde(default = "overhead")]
    pub overhead: Duration,
}

/// The text key of a verdict.
fn verdict_key(verdict: TimeVerdict) -> &'static str {
    match verdict {
        TimeVerdict::GoOn => "clock-verdict-go-on",
        TimeVerdict::Enough => "clock-verdict-enough",
        TimeVerdict::Forced => "clock-verdict-forced",
        TimeVerdict::Mate => "clock-verdict-mate",
    }
}

/// The end of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    pub elapsed: Duration,
    /// Whether it ended within an iteration, at the hard limit.
    pub within: bool,
}

/// Records iterations when they end.
struct Watcher<'a> {
    newest: Option<IterationInfo>,
    listens: bool,
    last: TimeVerdict,
    overhead: Duration,
    report: &'a mut dyn FnMut(Update) -> bool,
}

impl SearchObserver for Watcher<'_> {
    fn on_iteration(&mut self, info: &IterationInfo) {
        if info.multi_pv == 1 && info.bound == Bound::Exact {
            self.newest = Some(info.clone());
        }
    }

    fn on_time(&mut self, decision: &TimeDecision) {
        let newest = self.newest.as_ref();
        let iteration = Iteration {
            decision: *decision,
            nodes: newest.and_then(|info| info.nodes).unwrap_or(0),
            mv: newest.and_then(|info| info.pv.first().copied()),
            score: newest.map(|info| info.score),
            overhead: self.overhead,
        };
        self.last = decision.verdict;
        if self.listens {
            self.listens = (self.report)(Update::Iteration(iteration));
        }
    }
}

/// The budgets of this many moves, beginning with move `first` of the game, if every move takes exactly its budget.
pub(crate) fn budgets(request: Request, first: u32, moves: u32, overhead: Duration) -> Vec<Plan> {
    let mut clock = request.clock();
    let mut plans = Vec::new();
    for number in first..first.saturating_add(moves) {
        let plan = clock::plan(&clock, Color::White, number, overhead);
        plans.push(plan);
        let left = clock.time[0].saturating_sub(plan.soft + overhead) + clock.increment[0];
        clock.time = [left; 2];
        clock.moves_to_go = match clock.moves_to_go {
            // The next time control adds the full time again.
            Some(1) => {
                clock.time = [left + Duration::from_secs(request.seconds.into()); 2];
                Some(request.to_go)
            }
            other => other.map(|to_go| to_go - 1),
        };
    }
    plans
}

/// A time as text: milliseconds below a tenth of a second, so that no time is shown as zero.
fn time_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let ms = seconds * 1000.0;
    match ms {
        ..1.0 => t!("clock-milliseconds", n = number(ms, 2)),
        ..10.0 => t!("clock-milliseconds", n = number(ms, 1)),
        ..100.0 => t!("clock-milliseconds", n = number(ms, 0)),
        ..10_000.0 => t!("clock-seconds", n = number(seconds, 2)),
        _ => t!("clock-seconds", n = number(seconds, 1)),
    }
}

/// The hard bound; on a clock there is one.
fn hard_bound(decision: &TimeDecision) -> Duration {
    decision.hard.unwrap_or(decision.soft)
}

/// The engine's default reserve for each move.
fn overhead() -> Duration {
    Duration::from_millis(EngineOptions::default().move_overhead_ms.into())
}

impl Experiment for TimeUse {
    const INFO: Info = Info {
        id: "clock",
        start: "clock-start",
        empty: ["clock-empty", "clock-empty.why"],
        note: "clock-note",
        about: "clock-about",
        example: Example {
            label: "clock-example",
            fen: Some("r4rk1/pp1n1p1p/1nqP2p1/2b1P1B1/4NQ2/1B3P2/PP2K2P/2R5 w - - 0 1"),
        },
        help: [
            "The budget of a move on a clock, how each iteration changes it, and why the search stopped",
            "With --json: one object per iteration: depth (plies), time_ms, nodes, move, score_cp or score_mate (side to \
            move's view), stable, changes, falling and effort (factors of the budget: below 1 for a best move that stays \
            the same, above 1 for one that changes, above 1 for a falling score, below 1 for a best move that takes most \
            of the nodes), product, target_ms (budget times product, at most the hard limit), verdict, soft_ms (the budget), hard_ms \
            (the hard limit). The engine's own time management decides.",
        ],
    };
    type Request = Request;
    type Update = Update;

    fn run(
        request: &Request,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(Update) -> bool,
    ) -> Result<(), LabError> {
        context.engine.new_game();
        let limits = Limits { clock: Some(request.clock()), ..Limits::default() };
        let overhead = Duration::from_millis(context.engine.options().move_overhead_ms.into());
        let mut watcher =
            Watcher { newest: None, listens: true, last: TimeVerdict::GoOn, overhead, report };
        let start = Instant::now();
        let outcome = context.engine.go(position, &limits, context.stop, &mut watcher);
        if outcome.reason != StopReason::Stopped && watcher.listens {
            let within = outcome.reason == StopReason::Time && watcher.last == TimeVerdict::GoOn;
            (watcher.report)(Update::End(End { elapsed: start.elapsed(), within }));
        }
        Ok(())
    }

    fn options(request: &Request) -> Option<Vec<(&'static str, String)>> {
        Some(vec![
            ("seconds", request.seconds.to_string()),
            ("increment", request.increment.to_string()),
            ("to-go", request.to_go.to_string()),
        ])
    }

    fn columns(_: &Request) -> Table {
        let factor = |key: &'static str, head: &'static str| {
            Column::new(key).head(head).unit(Unit::Times).decimals(2).place(" ", 7, "")
        };
        let ms = |key: &'static str, head: &'static str| {
            Column::new(key).head(head).unit(Unit::Milliseconds).place(" ", 9, "")
        };
        let mut table = Table::new(vec![
            Column::new("depth").head(t!("column-depth")).unit(Unit::Plies).place("", 5, ""),
            ms("time_ms", t!("column-time")).decimals(1),
            Column::new("nodes").head(t!("column-nodes")).unit(Unit::Nodes).place(" ", 11, ""),
            Column::words("move").head(t!("column-move")).place("  ", 7, ""),
            Column::score("score", Pov::SideToMove).head(t!("column-score")).place(" ", 6, ""),
            factor("stable", t!("clock-column-stable")),
            factor("changes", t!("clock-column-changes")),
            factor("falling", t!("clock-column-falling")),
            factor("effort", t!("clock-column-effort")),
            factor("product", t!("clock-column-product")),
            ms("target_ms", t!("clock-column-target")).decimals(1),
            Column::words("verdict").head(t!("clock-column-verdict")).place("  ", 0, ""),
            ms("soft_ms", "").only(&[Medium::Json]),
            ms("hard_ms", "").only(&[Medium::Json]),
        ]);
        table.curves = vec![Curves {
            by: None,
            first: &[],
            along: "depth",
            counts: &["time_ms", "target_ms"],
            log: true,
            title: "clock-curves",
            axis: "experiment-axis-depth",
            point: "clock-point",
        }];
        table
    }

    fn rows(trial: &Trial<Self>, _: &[Update], update: &Update) -> Vec<Row> {
        let Update::Iteration(iteration) = update else { return Vec::new() };
        let decision = &iteration.decision;
        let ms = |time: Duration| Cell::from(time.as_millis() as u64);
        // Iterations and targets can take less than a millisecond.
        let fraction = |time: Duration| Cell::from(time.as_micros() as f64 / 1000.0);
        let mut row = vec![
            decision.depth.into(),
            fraction(decision.elapsed),
            iteration.nodes.into(),
            Cell::mv(&trial.position.board(), iteration.mv),
            Cell::score(iteration.score),
        ];
        row.extend(decision.factors.map(Cell::from));
        row.extend([
            decision.factors.iter().product::<f64>().into(),
            fraction(decision.target()),
            Cell::Text(verdict_key(decision.verdict)),
            ms(decision.soft),
            ms(hard_bound(decision)),
        ]);
        vec![row]
    }

    fn summary(trial: &Trial<Self>) -> Vec<String> {
        let mut iterations = trial.updates.iter().filter_map(|update| match update {
            Update::Iteration(iteration) => Some(iteration),
            Update::End(_) => None,
        });
        let Some(Iteration { decision: last, overhead, .. }) = iterations.next_back() else {
            return Vec::new();
        };
        let (soft, hard) = (time_text(last.soft), time_text(hard_bound(last)));
        let budget = t!("clock-budget", soft = soft, hard = hard);
        let mut lines = vec![format!("{} {budget}", trial.request.words())];
        let end = trial.updates.iter().find_map(|update| match update {
            Update::End(end) => Some(*end),
            Update::Iteration(_) => None,
        });
        if let Some(end) = end {
            let (depth, took) = (last.depth, time_text(end.elapsed));
            let target = time_text(last.target());
            lines.push(match last.verdict {
                _ if end.within => t!("clock-end-within", depth = depth, time = took),
                TimeVerdict::Enough => {
                    t!("clock-end-enough", depth = depth, time = took, target = target)
                }
                TimeVerdict::Forced => t!("clock-end-forced", depth = depth, time = took),
                TimeVerdict::Mate => t!("clock-end-mate", depth = depth, time = took),
                TimeVerdict::GoOn => t!("clock-end-deepest", depth = depth, time = took),
            });
        }
        let first = trial.position.board().fullmove_number().max(1);
        let most = SHOWN_MOVES.iter().copied().max().unwrap_or(0) + 1;
        let plans = budgets(trial.request, first, most, *overhead);
        let shown = SHOWN_MOVES.iter().filter_map(|&later| {
            let plan = plans.get(later as usize)?;
            Some(t!("clock-move-budget", move = first + later, time = time_text(plan.soft)))
        });
        lines.push(t!("clock-game", budgets = shown.collect::<Vec<_>>().join(", ")));
        lines
    }

    fn form(request: &mut Request, form: &mut dyn Form) {
        let (name, hint) = (t!("clock-form-seconds"), t!("clock-form-seconds.tip"));
        form.number(name, hint, &mut request.seconds, 1..=MAX_SECONDS);
        let (name, hint) = (t!("clock-form-increment"), t!("clock-form-increment.tip"));
        form.number(name, hint, &mut request.increment, 0..=MAX_INCREMENT_MS);
        let (name, hint) = (t!("clock-form-to-go"), t!("clock-form-to-go.tip"));
        form.number(name, hint, &mut request.to_go, 0..=MAX_MOVES);
    }

    fn example() -> Request {
        Request { seconds: 30, increment: 0, to_go: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{AnyTrial as _, restored, saved};
    use tabia_chess::Board;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::search::limits::StopSignal;

    fn found(fen: &str, request: Request) -> Trial<TimeUse> {
        let position = GamePosition::new(Board::from_fen(fen).unwrap());
        let mut trial = Trial::<TimeUse>::new(position, request);
        let mut engine = Engine::new(&EngineOptions { hash_mib: 4, ..EngineOptions::default() });
        let mut context = LabContext { engine: &mut engine, stop: &StopSignal::never() };
        let runner = trial.boxed();
        let mut report = |update| {
            trial.add(&update);
            true
        };
        runner.run(&mut context, &mut report).unwrap();
        trial
    }

    const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 b - - 2 9";

    #[test]
    fn a_search_ends_when_its_table_says_and_for_the_reported_reason() {
        let trial = found(MIDDLEGAME, Request { seconds: 2, increment: 0, to_go: 0 });
        let Some(Update::End(end)) = trial.updates.last() else { panic!() };
        let iterations: Vec<&TimeDecision> = trial
            .updates
            .iter()
            .filter_map(|update| match update {
                Update::Iteration(iteration) => Some(&iteration.decision),
                Update::End(_) => None,
            })
            .collect();
        let (last, before) = iterations.split_last().unwrap();
        // Two seconds less 20 ms overhead, of move 9: divided by 36 - 8 / 2 = 32 moves of 20 ms overhead each.
        let soft = (1.98 - 0.02 * 31.0) / 32.0;
        assert!((last.soft.as_secs_f64() - soft).abs() < 1e-4, "{:?}", last.soft);
        for iteration in before {
            assert!(
                iteration.verdict == TimeVerdict::GoOn && iteration.elapsed < iteration.target()
            );
        }
        if !end.within {
            assert!(last.verdict == TimeVerdict::Enough && last.elapsed >= last.target());
        }
        assert!(end.elapsed >= last.elapsed);
        let again = restored(saved(&trial).unwrap()).unwrap();
        assert_eq!(again.table(), trial.table());
        assert_eq!(trial.summary().len(), 3);
    }

    #[test]
    fn an_only_move_is_played_early() {
        let request = Request { seconds: 600, increment: 0, to_go: 0 };
        let trial = found("7k/8/8/8/8/8/1r6/K6r w - - 0 1", request);
        let last = trial.updates.iter().rev().find_map(|update| match update {
            Update::Iteration(iteration) => Some(iteration.decision),
            Update::End(_) => None,
        });
        let last = last.unwrap();
        assert_eq!(last.verdict, TimeVerdict::Forced);
        assert!(last.elapsed < last.target());
    }

    #[test]
    fn budgets_of_a_game_never_outlast_the_clock() {
        for request in [
            Request { seconds: 60, increment: 0, to_go: 0 },
            Request { seconds: 5, increment: 2_000, to_go: 0 },
            Request { seconds: 60, increment: 0, to_go: 20 },
        ] {
            let plans = budgets(request, 1, 60, Duration::from_millis(20));
            let mut left = f64::from(request.seconds);
            for (number, plan) in (1_u32..).zip(&plans) {
                assert!(plan.hard.as_secs_f64() < left + 1e-6, "{request:?} move {number}");
                left -= plan.soft.as_secs_f64() + 0.02;
                left += f64::from(request.increment) / 1000.0;
                if request.to_go > 0 && number.is_multiple_of(request.to_go) {
                    left += f64::from(request.seconds);
                }
            }
            assert!(left > 0.0 && plans.len() == 60);
        }
    }

    #[test]
    fn the_budgets_begin_at_the_move_of_the_position() {
        let trial = found(MIDDLEGAME, Request { seconds: 2, increment: 0, to_go: 0 });
        let soft = trial.updates.iter().find_map(|update| match update {
            Update::Iteration(iteration) => Some(iteration.decision.soft),
            Update::End(_) => None,
        });
        let first = t!("clock-move-budget", move = 9, time = time_text(soft.unwrap()));
        let summary = trial.summary().pop().unwrap();
        assert!(summary.contains(&first), "{first} in {summary}");
        assert!(!summary.contains(&t!("clock-move-budget", move = 1, time = "")), "{summary}");
        // Two seconds, and after ten moves of 24 expected ones less than the first of them.
        let plans = budgets(trial.request, 30, 20, overhead());
        assert_eq!(plans[0], clock::plan(&trial.request.clock(), Color::White, 30, overhead()));
        assert!(plans[19].soft < plans[0].soft);
    }

    #[test]
    fn later_moves_have_the_overhead_of_the_engine() {
        let mut trial = found(MIDDLEGAME, Request { seconds: 2, increment: 0, to_go: 0 });
        let line = |trial: &Trial<TimeUse>| trial.summary().pop().unwrap();
        let before = line(&trial);
        for update in &mut trial.updates {
            if let Update::Iteration(iteration) = update {
                assert_eq!(iteration.overhead, overhead());
                iteration.overhead *= 2;
            }
        }
        assert_ne!(line(&trial), before);
    }

    #[test]
    fn no_target_is_later_than_the_hard_limit() {
        let iteration = |factors| Iteration {
            decision: TimeDecision {
                depth: 4,
                elapsed: Duration::from_millis(1),
                soft: Duration::from_millis(600),
                hard: Some(Duration::from_millis(700)),
                factors,
                verdict: TimeVerdict::GoOn,
            },
            nodes: 100,
            mv: None,
            score: None,
            overhead: overhead(),
        };
        let stretched = iteration([1.25, 1.2, 1.5, 2.1]);
        assert_eq!(stretched.decision.target(), Duration::from_millis(700));
        let short = iteration([0.75, 0.95, 0.8, 1.0]);
        assert!((short.decision.target().as_secs_f64() - 0.342).abs() < 1e-9);
        let trial = Trial::<TimeUse> {
            position: GamePosition::new(Board::start()),
            request: Request::default(),
            updates: vec![Update::Iteration(stretched)],
        };
        let table = trial.table();
        let at = |key| table.column(key).unwrap();
        assert_eq!(table.rows[0][at("target_ms")], Cell::Real(700.0));
        assert_eq!(table.rows[0][at("hard_ms")], Cell::Count(700));
    }

    #[test]
    fn no_time_is_shown_as_zero() {
        for (micros, text) in [
            (42, t!("clock-milliseconds", n = number(0.04, 2))),
            (3_440, t!("clock-milliseconds", n = number(3.4, 1))),
            (42_000, t!("clock-milliseconds", n = number(42.0, 0))),
            (1_230_000, t!("clock-seconds", n = number(1.23, 2))),
            (61_000_000, t!("clock-seconds", n = number(61.0, 1))),
        ] {
            assert_eq!(time_text(Duration::from_micros(micros)), text);
        }
    }
}

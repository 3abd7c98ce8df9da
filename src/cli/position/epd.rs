//! `tabia epd`: solves test suites with the built-in engine or another one.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use tabia_chess::san;
use tabia_engine::alphabeta::options::{HASH_MIB, THREADS};
use tabia_engine::search::limits::{StopSignal, StopToken};
use tabia_engine::search::thinker::CommonOptions;
use tabia_lab::suite::{Opinion, Suite, Task, right_from, solve};

use crate::failure::Failure;
use crate::games::pgn::input;
use crate::interrupt::Interrupt;
use crate::out::{Out, counted};
use crate::position::limits_of;
use crate::thinkers::start_engine;
use crate::values::spin;

#[derive(Debug, Args)]
pub(crate) struct EpdArgs {
    /// Positions with bm, am, dm or points in c0 ("move=points, .."), one per line; `-` reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Stop after this time per position, ms (1000 when no limit is given)
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) movetime: Option<u64>,
    /// Stop after about this many nodes per position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Stop after this depth, plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = spin(&THREADS))]
    pub(crate) threads: u32,
    /// Size of the hash table, MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = spin(&HASH_MIB))]
    pub(crate) hash: u32,
    /// One JSON object per line: each position, then the total
    #[arg(long)]
    pub(crate) json: bool,
    /// Let another UCI engine solve the suite: its path, in quotes if it has spaces, and its arguments
    #[arg(long, value_name = "ENGINE")]
    pub(crate) uci: Option<String>,
}

/// Time per position without a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run<W: Write>(args: &EpdArgs, out: &mut Out<W>) -> Result<(), Failure> {
    let (tasks, not_read, unsolvable) = read(args)?;
    let (hash_mib, threads) = (args.hash, args.threads);
    let common = CommonOptions { threads, hash_mib, multi_pv: 1 };
    let mut engine = start_engine(args.uci.as_deref(), &common)?;
    let with_points = tasks.iter().any(|task| task.most_points() > 0);
    if !args.json {
        out.line(format_args!("{} on {}", engine.name(), counted(tasks.len(), "position")))?;
        let points = if with_points { "  points" } else { "" };
        out.line(format_args!(
            "          answer     after s  depth        nodes{points}  position"
        ))?;
    }
    let limits = limits_of(args.depth, args.nodes, args.movetime, DEFAULT_TIME);
    let mut sum = Sum { solved: 0, total: 0, points: 0, not_read, unsolvable };
    let (interrupt, token) = (Interrupt::watch(), Arc::new(StopToken::default()));
    let stop = StopSignal::new(Arc::clone(&token), 1);
    for task in &tasks {
        let search = || solve(&mut *engine, &task.board, &limits, &stop);
        let opinions = interrupt.stopping(|| token.stop(1), search)?;
        if interrupt.is_raised() {
            break;
        }
        let verdict = Verdict::new(task, &opinions);
        sum.total += 1;
        sum.solved += usize::from(verdict.solved);
        sum.points += verdict.points;
        if args.json {
            out.json(&verdict)?;
        } else {
            out.line(verdict.row(task, with_points))?;
        }
    }
    let most_points = tasks[..sum.total].iter().map(Task::most_points).sum();
    if args.json {
        out.json(&sum)?;
    } else {
        out.lines(sum.lines(most_points))?;
    }
    if interrupt.is_raised() {
        let (done, all) = (sum.total, tasks.len());
        return Err(Failure::Interrupted(format!("{done} of {all} positions are searched")));
    }
    if not_read > 0 {
        let (file, lines) = (args.file.display(), counted(not_read, "line"));
        return Err(Failure::Refused(format!("{file}: {lines} not read")));
    }
    Ok(())
}

/// The tasks of the file, and the numbers of lines that cannot be read and of positions without a solution. Those are
/// reported and skipped.
fn read(args: &EpdArgs) -> Result<(Vec<Task>, usize, usize), Failure> {
    let suite = input(&args.file)
        .and_then(Suite::read_from)
        .map_err(|error| Failure::file(&args.file, &error))?;
    let file = args.file.display();
    for (number, error) in &suite.refused {
        crate::complain(format_args!("{file}:{number}: {error}"));
    }
    let (tasks, open): (Vec<_>, Vec<_>) = suite.tasks.into_iter().partition(Task::is_solvable);
    for Task { line, .. } in &open {
        crate::complain(format_args!(
            "{file}:{line}: nothing to solve: found no operation bm, am or dm and no points in c0"
        ));
    }
    if tasks.is_empty() {
        return Err(Failure::Refused(format!("{file}: the file holds no position to solve")));
    }
    Ok((tasks, suite.refused.len(), open.len()))
}

/// Result of the suite.
#[derive(Serialize)]
struct Sum {
    solved: usize,
    total: usize,
    points: u32,
    /// Lines of the file that cannot be read.
    not_read: usize,
    /// Positions of the file without a solution.
    unsolvable: usize,
}

impl Sum {
    /// The result as text. `most_points`: those of perfect answers; 0: the suite has none.
    fn lines(&self, most_points: u32) -> Vec<String> {
        let Sum { solved, total, points, not_read, unsolvable } = *self;
        let share = 100.0 * solved as f64 / total.max(1) as f64;
        let mut lines = match not_read {
            0 => String::new(),
            lines => format!("; {} not read", counted(lines, "line")),
        };
        if unsolvable > 0 {
            lines =
                format!("{lines}; {} without a solution left out", counted(unsolvable, "position"));
        }
        let mut text = vec![format!("Solved {solved} of {total} ({share:.1} %){lines}")];
        if most_points > 0 {
            let share = 100.0 * f64::from(points) / f64::from(most_points);
            text.push(format!("Points {points} of {most_points} ({share:.1} %)"));
        }
        text
    }
}

/// Result of a position.
#[derive(Serialize)]
struct Verdict<'a> {
    id: &'a str,
    solved: bool,
    /// The best move, SAN.
    answer: Option<String>,
    /// Time, depth and nodes from which the best move was correct to the end; null if it is wrong.
    time_ms: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    points: u32,
}

impl<'a> Verdict<'a> {
    fn new(task: &'a Task, opinions: &[Opinion]) -> Verdict<'a> {
        let last = opinions.last().copied().unwrap_or_default();
        let first = right_from(opinions, |opinion| task.solved_by(opinion.mv, opinion.score));
        Verdict {
            id: &task.id,
            solved: first.is_some(),
            answer: last.mv.map(|mv| san::write(&task.board, mv)),
            time_ms: first.map(|opinion| opinion.time_ms),
            depth: first.and_then(|opinion| opinion.depth),
            nodes: first.and_then(|opinion| opinion.nodes),
            points: task.points(last.mv),
        }
    }

    fn row(&self, task: &Task, with_points: bool) -> String {
        let mark = if self.solved { "solved" } else { "  -   " };
        let answer = self.answer.as_deref().unwrap_or("none");
        let found = match (self.time_ms, self.depth, self.nodes) {
            (Some(ms), depth, nodes) => {
                let depth = depth.map_or(String::new(), |depth| depth.to_string());
                let nodes = nodes.map_or(String::new(), |nodes| nodes.to_string());
                format!("{:>7.2} {depth:>6} {nodes:>12}", ms as f64 / 1000.0)
            }
            (None, ..) => format!("{:>7} {:>6} {:>12}", "", "", ""),
        };
        let points = if with_points { format!(" {:>7}", self.points) } else { String::new() };
        let (id, wanted) = (self.id, task.wanted());
        format!("{mark:<9} {answer:<10} {found}{points}  {id}: {wanted}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::uci_move;

    #[test]
    fn the_time_to_solution_is_when_it_was_right_for_good() {
        let task = Task::parse(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; c0 \"e4=10, d4=3\";",
            1,
        )
        .unwrap();
        let opinion = |text: &str, time_ms: u64| Opinion {
            mv: uci_move::parse(&task.board, text).ok(),
            time_ms,
            depth: Some(time_ms as u32),
            ..Opinion::default()
        };
        let found = Verdict::new(
            &task,
            &["e2e4", "d2d4", "e2e4", "e2e4"].map(|text| opinion(text, u64::from(text == "e2e4"))),
        );
        assert!(found.solved && found.time_ms == Some(1) && found.points == 10);
        let times =
            [opinion("e2e4", 1), opinion("d2d4", 2), opinion("e2e4", 3), opinion("e2e4", 4)];
        assert_eq!(Verdict::new(&task, &times).time_ms, Some(3));
        let missed = Verdict::new(&task, &times[..2]);
        assert_eq!((missed.solved, missed.time_ms, missed.points), (false, None, 3));
        assert!(!Verdict::new(&task, &[]).solved);
    }
}

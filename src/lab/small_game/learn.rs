//! The loop: self-play, training, and the test of each generation against the exact solution.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::thread::{Builder, scope};
use std::time::Instant;

use clap::Args;

use super::net::{Evaluation, Net, Sample};
use super::puct;
use super::rules::{COLUMNS, Small, Solver};
use crate::experiment::{Experiment, Info, LabContext, LabError, Trial};
use crate::table::{Cell, Column, Medium, Row, Table};
use tabia_chess::{Board, SplitMix64};
use tabia_engine::search::limits::StopSignal;
use tabia_games::game::position::GamePosition;
use tabia_text::t;

/// Number of stones up to which columns are drawn in proportion to their visits; after that the most visited column is
/// played.
const CHANCE_PLIES: usize = 8;
/// Maximum number of random plies before a training game.
const OPENING_PLIES: usize = 15;
/// Samples of a training step.
const BATCH: usize = 128;
/// Number of generations whose games are used for training.
const WINDOW: usize = 6;
/// Learning rate of the first generation and of the last.
const RATES: (f32, f32) = (3e-3, 3e-4);
/// One of this many games begins with the empty board, the others after some random plies.
const EMPTY_EVERY: usize = 4;
/// Samples used for a generation, as a multiple of those in the window.
const PASSES: f32 = 1.5;
/// Share of the game's result in the target value; the rest is the search's value.
const RESULT_SHARE: f32 = 0.4;

/// The parameters of the training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Generations after the first, untrained one.
    pub generations: u32,
    /// Games per generation.
    pub games: u32,
    /// Playouts per move.
    pub playouts: u32,
    /// Number of test positions.
    pub positions: u32,
    /// Number of test games against perfect play.
    pub matched: u32,
    /// Threads that play.
    pub threads: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The options of its terminal command.
#[derive(Clone, Copy, Debug, Args)]
pub struct Options {
    /// Generations after the first
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    generations: u32,
    /// Games of a generation
    #[arg(long, default_value_t = 1_500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Playouts of a move
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    playouts: u32,
    /// Threads that play
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: u32,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl From<Options> for Request {
    fn from(args: Options) -> Request {
        let Options { generations, games, playouts, threads, seed } = args;
        Request { generations, games, playouts, threads, seed, ..Request::default() }
    }
}

impl Default for Request {
    /// About a minute on two processors.
    fn default() -> Request {
        Request {
            generations: 60,
            games: 1500,
            playouts: 64,
            positions: 400,
            matched: 40,
            threads: 2,
            seed: 1,
        }
    }
}

/// The results of a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// From 0, the untrained one.
    pub number: u32,
    /// Games played so far.
    pub games: u32,
    /// Mean losses of the training since the last one: cross entropy of the policy in nats, squared error of the value.
    pub losses: [f32; 2],
    /// The test against the exact solution.
    pub test: TestResult,
    /// Since the beginning, ms.
    pub time_ms: u64,
}

/// Learning as an experiment; it needs neither the engine nor a position.
#[derive(Debug)]
pub struct SmallGame;

/// A generation and its network.
#[derive(Clone, Debug)]
pub struct Learnt {
    pub generation: Generation,
    pub net: Arc<Net>,
}

impl Experiment for SmallGame {
    const INFO: Info = Info::of_own_view("small-game", "small-game-learn");
    type Request = Request;
    type Update = Learnt;

    fn options(request: &Request) -> Option<Vec<(&'static str, String)>> {
        let Request { generations, games, playouts, threads, seed, .. } = request;
        let numbers = [("generations", generations), ("games", games), ("playouts", playouts)];
        let numbers = numbers.into_iter().chain([("threads", threads)]);
        let options = numbers.map(|(name, number)| (name, number.to_string()));
        Some(options.chain([("seed", seed.to_string())]).collect())
    }

    fn run(
        request: &Request,
        _: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(Learnt) -> bool,
    ) -> Result<(), LabError> {
        let mut learnt = |generation: &Generation, net: &Net| {
            report(Learnt { generation: *generation, net: Arc::new(net.clone()) })
        };
        let failed = |error: io::Error| {
            LabError::Failed(t!("small-game-no-thread", error = error.to_string()))
        };
        learn(request, context.stop, &mut learnt).map(drop).map_err(failed)
    }

    fn columns(_: &Request) -> Table {
        table(&[])
    }

    fn rows(_: &Trial<Self>, _: &[Learnt], learnt: &Learnt) -> Vec<Row> {
        table(&[learnt.generation]).rows
    }

    fn fixed_position() -> Option<GamePosition> {
        Some(GamePosition::new(Board::start()))
    }
}

/// Generations as rows.
pub fn table(generations: &[Generation]) -> Table {
    let (programs, people) = (&[Medium::Csv, Medium::Json], &[Medium::Text]);
    let share = |key| Column::new(key).decimals(4).only(programs);
    let mut table = Table::new(vec![
        Column::new("generation").place("", 10, ""),
        Column::new("games").place("", 8, ""),
        Column::new("seconds").decimals(1).only(&[Medium::Csv]),
        share("policy_right"),
        share("search_right"),
        share("value_error"),
        share("points"),
        share("policy_loss"),
        share("value_loss"),
        Column::new("time_ms").only(&[Medium::Json]),
        Column::new("policy right").only(people).place("", 14, ""),
        Column::new("search right").only(people).place("", 14, ""),
        Column::new("value error").decimals(3).only(people).place("", 13, ""),
        Column::new("points").only(people).place("", 8, ""),
        Column::new("policy loss").decimals(3).only(people).place("  ", 0, ""),
        Column::new("value loss").decimals(3).only(people).place(" ", 0, ""),
        Column::new("seconds").decimals(1).only(people).place("", 14, ""),
    ]);
    for Generation { number, games, losses: [policy, value], test, time_ms } in generations {
        let percent = |share: f32| Cell::from(format!("{:.1} %", 100.0 * share));
        let seconds = *time_ms as f64 / 1000.0;
        table.row([
            (*number).into(),
            (*games).into(),
            seconds.into(),
            test.policy_right.into(),
            test.search_right.into(),
            test.value_error.into(),
            test.points.into(),
            (*policy).into(),
            (*value).into(),
            (*time_ms).into(),
            percent(test.policy_right),
            percent(test.search_right),
            test.value_error.into(),
            percent(test.points),
            (*policy).into(),
            (*value).into(),
            seconds.into(),
        ]);
    }
    table
}

/// Learns the game from nothing. `report` is called with every finished generation and its network, and stops the
/// training by returning `false`. Returns the generations.
///
/// # Errors
/// If a thread cannot be started.
pub fn learn(
    request: &Request,
    stop: &StopSignal,
    report: &mut dyn FnMut(&Generation, &Net) -> bool,
) -> io::Result<Vec<Generation>> {
    let begun = Instant::now();
    let mut net = Net::random(request.seed);
    let mut generations = Vec::new();
    let Some(mut evaluate) = SolutionTest::new(request.positions as usize, request.seed, stop)
    else {
        return Ok(generations);
    };
    let (mut window, mut losses) = (VecDeque::new(), [0.0; 2]);
    for number in 0..=request.generations {
        if number > 0 {
            window.push_back(play(&net, request, number, stop)?);
            if window.len() > WINDOW {
                window.pop_front();
            }
            losses = fit(&mut net, &window, (request, number), stop)?;
        }
        let Some(test) = evaluate.of(&net, (request.playouts, request.matched), stop) else {
            break;
        };
        let games = number * request.games;
        let time_ms = begun.elapsed().as_millis() as u64;
        let generation = Generation { number, games, losses, test, time_ms };
        generations.push(generation);
        if !report(&generation, &net) {
            break;
        }
    }
    Ok(generations)
}

/// The samples of a generation, in the order of the games.
fn play(net: &Net, request: &Request, number: u32, stop: &StopSignal) -> io::Result<Vec<Sample>> {
    let threads = request.threads.clamp(1, 64) as usize;
    let mut games: Vec<Vec<Sample>> = vec![Vec::new(); request.games as usize];
    let part = games.len().div_ceil(threads).max(1);
    scope(|scope| {
        for (thread, games) in games.chunks_mut(part).enumerate() {
            let work = move || {
                for (at, samples) in games.iter_mut().enumerate() {
                    if stop.is_stopped() {
                        return;
                    }
                    // Each game has its own random numbers, whichever thread plays it.
                    let stream = u64::from(number) << 32 | (thread * part + at) as u64;
                    let mut rng =
                        SplitMix64::new(request.seed ^ SplitMix64::new(stream).next_u64());
                    *samples = game(net, request.playouts, &mut rng);
                }
            };
            Builder::new().name("small-game".into()).spawn_scoped(scope, work)?;
        }
        Ok::<(), io::Error>(())
    })?;
    Ok(games.into_iter().flatten().collect())
}

/// One game against itself.
fn game(net: &Net, playouts: u32, rng: &mut SplitMix64) -> Vec<Sample> {
    let mut played = Vec::new();
    let result = opening(rng).play(|position| {
        let found = puct::search(net, position, playouts, Some(rng));
        let best = found.best();
        let column =
            if position.stones() < CHANCE_PLIES { drawn(&found.shares(), rng) } else { best };
        played.push((position, found, column == best));
        column
    });
    let mut result = f32::from(result);
    let mut samples = Vec::with_capacity(played.len());
    for (position, found, was_best) in played.into_iter().rev() {
        result = -result;
        // A proven value is certain; and after a randomly drawn move the game's result says nothing about the position.
        if found.proof.is_some() || !was_best {
            result = found.value;
        }
        let value = found.value + RESULT_SHARE * (result - found.value);
        samples.push(Sample { position, wanted: Evaluation { policy: found.shares(), value } });
    }
    samples.reverse();
    samples
}

/// A position after some random plies, so that training sees more than good play, or the empty board.
fn opening(rng: &mut SplitMix64) -> Small {
    let mut position = Small::START;
    let plies = if rng.below(EMPTY_EVERY) == 0 { 0 } else { rng.below(OPENING_PLIES + 1) };
    for _ in 0..plies {
        let next = position.after(position.random_move(rng));
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// A column drawn in proportion to its probability.
fn drawn(policy: &[f32; COLUMNS], rng: &mut SplitMix64) -> usize {
    let mut rest = rng.unit_f64() as f32;
    for (column, &chance) in policy.iter().enumerate() {
        rest -= chance;
        if rest < 0.0 {
            return column;
        }
    }
    // Only reached by rounding.
    policy.iter().rposition(|&chance| chance > 0.0).unwrap_or(0)
}

/// Trains on the games of the window; returns the mean losses.
fn fit(
    net: &mut Net,
    window: &VecDeque<Vec<Sample>>,
    (request, number): (&Request, u32),
    stop: &StopSignal,
) -> io::Result<[f32; 2]> {
    let samples: Vec<&Sample> = window.iter().flatten().collect();
    let mut losses = [0.0; 2];
    if samples.is_empty() {
        return Ok(losses);
    }
    let mut rng = SplitMix64::new(request.seed ^ u64::from(number).rotate_left(17));
    let way = number as f32 / request.generations.max(1) as f32;
    let rate = RATES.0 * (RATES.1 / RATES.0).powf(way);
    let steps = (PASSES * samples.len() as f32 / BATCH as f32).ceil() as usize;
    for _ in 0..steps {
        if stop.is_stopped() {
            break;
        }
        let batch: Vec<&Sample> = (0..BATCH).map(|_| samples[rng.below(samples.len())]).collect();
        let found = net.learn(&batch, rate, request.threads as usize)?;
        losses.iter_mut().zip(found).for_each(|(sum, loss)| *sum += loss);
    }
    Ok(losses.map(|loss| loss / steps as f32))
}

// The test of a generation.

/// Test positions in which a mistake is possible, and the solver.
#[derive(Debug)]
pub struct SolutionTest {
    solver: Solver,
    positions: Vec<Small>,
    seed: u64,
}

/// The result of the test. Shares are from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestResult {
    /// Share of positions in which the column preferred by the network, without search, keeps the value.
    pub policy_right: f32,
    /// The same for the column preferred by its search.
    pub search_right: f32,
    /// Mean difference between the network's expected result and the exact one, both from -1 to 1.
    pub value_error: f32,
    /// Score of the search in games against perfect play, half of them with the first move; 0.5 is the maximum, because
    /// the game is drawn.
    pub points: f32,
}

impl SolutionTest {
    /// A test with this many positions (at least one) of random games in which not every move keeps the value. `None`
    /// if it is stopped meanwhile: the game has to be solved first.
    pub fn new(positions: usize, seed: u64, stop: &StopSignal) -> Option<SolutionTest> {
        let (mut rng, mut solver) = (SplitMix64::new(seed), Solver::new(stop.clone()));
        let mut found: Vec<Small> = Vec::new();
        while found.len() < positions.max(1) {
            if solver.is_stopped() {
                return None;
            }
            Small::START.play(|position| {
                if rng.below(3) == 0
                    && position.moves().any(|column| !solver.keeps(position, column))
                    && !found.contains(&position)
                {
                    found.push(position);
                }
                position.random_move(&mut rng)
            });
        }
        found.truncate(positions.max(1));
        Some(SolutionTest { solver, positions: found, seed })
    }

    /// Tests a network and its search with this many playouts and games against perfect play. `None` if it is stopped
    /// meanwhile.
    pub fn of(
        &mut self,
        net: &Net,
        (playouts, games): (u32, u32),
        stop: &StopSignal,
    ) -> Option<TestResult> {
        let (mut policy_right, mut search_right, mut error) = (0, 0, 0.0);
        for at in 0..self.positions.len() {
            if stop.is_stopped() {
                return None;
            }
            let position = self.positions[at];
            let evaluation = net.evaluate(position);
            let most = evaluation.policy.iter().copied().fold(0.0, f32::max);
            let preferred =
                evaluation.policy.iter().position(|&chance| chance >= most).unwrap_or(0);
            policy_right += u32::from(self.solver.keeps(position, preferred));
            let best = puct::search(net, position, playouts, None).best();
            search_right += u32::from(self.solver.keeps(position, best));
            error += (evaluation.value - f32::from(self.solver.value(position))).abs();
        }
        let share = 1.0 / self.positions.len() as f32;
        let mut rng = SplitMix64::new(self.seed);
        let mut points = 0;
        for game in 0..games {
            if stop.is_stopped() {
                return None;
            }
            points += self.game(net, playouts, game % 2 == 0, &mut rng);
        }
        Some(TestResult {
            policy_right: policy_right as f32 * share,
            search_right: search_right as f32 * share,
            value_error: error * share,
            points: points as f32 / (2 * games.max(1)) as f32,
        })
    }

    /// Half points of the search in a game against an opponent that plays randomly among the moves that keep the value.
    fn game(&mut self, net: &Net, playouts: u32, begins: bool, rng: &mut SplitMix64) -> i32 {
        let mut searches = !begins;
        let result = Small::START.play(|position| {
            searches = !searches;
            if searches {
                return puct::search(net, position, playouts, None).best();
            }
            let kept: Vec<usize> =
                position.moves().filter(|&column| self.solver.keeps(position, column)).collect();
            kept[rng.below(kept.len())]
        });
        // The result is from the view of the side to move, which did not make the last move.
        1 + i32::from(if searches { -result } else { result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(threads: u32) -> Request {
        Request {
            generations: 10,
            games: 100,
            playouts: 32,
            positions: 80,
            matched: 10,
            threads,
            seed: 1,
        }
    }

    fn learnt(request: &Request) -> Vec<Generation> {
        let mut reports = 0;
        let found = learn(request, &StopSignal::never(), &mut |_, _| {
            reports += 1;
            true
        });
        let found = found.unwrap();
        assert_eq!(reports, found.len());
        found
    }

    #[test]
    fn training_improves_the_network_and_does_not_depend_on_the_number_of_threads() {
        let found = learnt(&small(2));
        let [first, .., last] = &found[..] else { panic!("{} generations", found.len()) };
        assert_eq!((first.games, last.games, found.len()), (0, 1000, 11));
        let (before, after) = (first.test, last.test);
        assert!(after.policy_right > before.policy_right + 0.1, "{before:?} {after:?}");
        assert!(after.search_right > before.search_right + 0.05, "{before:?} {after:?}");
        let timeless = |list: &[Generation]| -> Vec<Generation> {
            list.iter().map(|one| Generation { time_ms: 0, ..*one }).collect()
        };
        assert_eq!(timeless(&learnt(&small(3))), timeless(&found));
    }

    #[test]
    fn the_callback_can_stop_it() {
        let mut reports = 0;
        let found = learn(&small(1), &StopSignal::never(), &mut |_, _| {
            reports += 1;
            reports < 3
        });
        assert_eq!(found.unwrap().len(), 3);
    }

    #[test]
    fn perfect_play_never_loses_and_beats_random_play() {
        let never = StopSignal::never();
        let mut evaluate = SolutionTest::new(60, 3, &never).unwrap();
        assert_eq!(evaluate.solver.value(Small::START), 0, "the game is drawn");
        let test = evaluate.of(&Net::random(1), (2, 20), &never).unwrap();
        assert!(test.points < 0.4, "{test:?}");
        assert!((0.2..0.8).contains(&test.policy_right), "{test:?}");
        let more = evaluate.of(&Net::random(1), (400, 2), &never).unwrap();
        assert!(more.search_right > test.search_right + 0.1, "{test:?} {more:?}");
    }

    #[test]
    fn a_solution_test_is_stopped_at_once() {
        let token = std::sync::Arc::new(tabia_engine::search::limits::StopToken::default());
        let stop = StopSignal::new(std::sync::Arc::clone(&token), 1);
        let mut evaluate = SolutionTest::new(10, 3, &stop).unwrap();
        token.stop(1);
        assert!(evaluate.of(&Net::random(1), (2, 20), &stop).is_none());
        assert!(SolutionTest::new(10, 3, &stop).is_none());
    }
}

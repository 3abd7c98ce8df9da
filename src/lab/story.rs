//! The story of a search: what happened at its root, iteration by iteration, in sentences. Each says only what was
//! measured: which move was best and its score, which window failed and with what result, which moves took the nodes.

use std::sync::Arc;

use clap::Args;
use serde::{Deserialize, Serialize};

use tabia_chess::{Board, Move, san};
use tabia_engine::search::limits::Limits;
use tabia_engine::search::live_tree::LiveTree;
use tabia_engine::search::race::{RootEntry, RootIteration, RootRace};
use tabia_engine::search::report::{IterationInfo, Snapshot};
use tabia_engine::search::score::{Bound, Pov, Score};
use tabia_engine::search::thinker::SearchObserver;
use tabia_games::game::position::GamePosition;
use tabia_text::{number, t};

use crate::experiment::{Example, Experiment, Form, Info, LabContext, LabError, Trial};
use crate::memory::bound_word;
use crate::table::{Cell, Column, Medium, Row, Table, Unit};

/// Least change of the best move's score between two iterations that is reported, centipawns.
const SWING_CP: i32 = 40;
/// `SWING_CP` in pawns, for the moments of a game.
pub const SWING_PAWNS: f64 = SWING_CP as f64 / 100.0;
/// Scores beyond this count as decided when they are compared, centipawns.
const LIMIT_CP: i32 = 1_500;
/// Share of an iteration's nodes from which a move that is not best is reported.
const MUCH: f64 = 0.4;
/// Least nodes of an iteration for that.
const MANY_NODES: u64 = 20_000;
/// Greatest distance from the best score of a move that is called nearly best, centipawns.
const NEAR_CP: i32 = 15;
/// Number of sentences of a short story.
pub const SHORT: usize = 10;
/// Number of moments of a game that are reported.
const MOMENTS: usize = 5;
/// Below this depth the best move changes too often to be reported, plies.
const SETTLED: u32 = 6;

/// Something that happened during a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Index of the iteration in the race.
    pub iteration: usize,
    /// Its depth, plies.
    pub depth: u32,
    /// When it ended, or when it happened, ms since the start of the search.
    pub time_ms: u64,
    /// The move it is about.
    pub mv: Move,
    /// What happened.
    pub kind: EventKind,
}

/// What happened. Scores are from the view of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// The move is the first best one.
    First(Score),
    /// The move replaces another one as the best.
    NewBest {
        /// The move that was best before.
        before: Move,
        /// Its score when it last was.
        old: Option<Score>,
        /// The score of the new one.
        new: Score,
        /// The new score or bound of the old move, and the refuting reply, if known.
        refuted: Option<(Score, Bound, Option<Move>)>,
    },
    /// The score of the best move changed considerably.
    Swing {
        /// Before.
        from: Score,
        /// After.
        to: Score,
    },
    /// The best move's aspiration window failed, but it is still best after the iteration.
    Doubt {
        /// The bound that was found.
        bound: Bound,
        /// Score at the bound.
        at: Score,
        /// The score it ended with.
        end: Score,
    },
    /// A forced mate was found for the first time; plies, positive for the side to move.
    Mate(i32),
    /// A move other than the best took most of the nodes of an iteration.
    Effort {
        best: Move,
        /// Share of the iteration's nodes, 0 to 1.
        share: f64,
        /// Nodes of the move in the iteration.
        nodes: u64,
    },
    /// The last time that this move, which was not best, had an exact score a little below the best one's.
    Near {
        score: Score,
        best: Move,
        /// The best move's score.
        of_best: Score,
    },
    /// The move is worth as much as the best one.
    Equal {
        best: Move,
        /// The score of both.
        score: Score,
    },
    /// The first tablebase hits.
    Tables {
        /// Number of hits by the end of the iteration.
        hits: u64,
    },
    /// Another search of the position chooses the same move, which has been best here since this iteration.
    Agrees,
    /// Another search of the position chooses this move, which is not the best here.
    Differs {
        /// The depth at which it was last best here; `None` if it never was.
        last: Option<u32>,
    },
}

impl EventKind {
    /// The name in files.
    pub fn name(&self) -> &'static str {
        match self {
            EventKind::First(_) => "first",
            EventKind::NewBest { .. } => "new-best",
            EventKind::Swing { .. } => "swing",
            EventKind::Doubt { .. } => "doubt",
            EventKind::Mate(_) => "mate",
            EventKind::Effort { .. } => "effort",
            EventKind::Near { .. } => "near",
            EventKind::Equal { .. } => "equal",
            EventKind::Tables { .. } => "tables",
            EventKind::Agrees => "agrees",
            EventKind::Differs { .. } => "differs",
        }
    }

    /// The score it ended with, if it has one.
    fn score(&self) -> Option<Score> {
        match *self {
            EventKind::First(score)
            | EventKind::NewBest { new: score, .. }
            | EventKind::Near { score, .. }
            | EventKind::Equal { score, .. } => Some(score),
            EventKind::Swing { to, .. } => Some(to),
            EventKind::Doubt { end, .. } => Some(end),
            EventKind::Mate(plies) => Some(Score::Mate(plies)),
            EventKind::Effort { .. }
            | EventKind::Tables { .. }
            | EventKind::Agrees
            | EventKind::Differs { .. } => None,
        }
    }

    /// The change of the best move's score, centipawns, if the event is about that.
    fn change(&self) -> Option<i32> {
        let change = |a: Score, b: Score| (a.clamped_cp(LIMIT_CP) - b.clamped_cp(LIMIT_CP)).abs();
        match *self {
            EventKind::NewBest { old, new, .. } => old.map(|old| change(old, new)),
            EventKind::Swing { from, to } => Some(change(from, to)),
            EventKind::Doubt { at, end, .. } => Some(change(at, end)),
            _ => None,
        }
    }

    /// Its importance for a short story.
    fn weight(&self) -> i32 {
        let change = self.change().unwrap_or(0);
        match *self {
            EventKind::Mate(_) => 10_000,
            EventKind::NewBest { .. } => 2_000 + change,
            EventKind::Swing { .. } => 500 + change,
            EventKind::First(_) => 400,
            EventKind::Doubt { .. } => 200 + change,
            EventKind::Effort { share, .. } => (share * 300.0) as i32,
            EventKind::Near { .. } | EventKind::Equal { .. } => 350,
            EventKind::Tables { .. } => 1_000,
            EventKind::Agrees | EventKind::Differs { .. } => 9_000,
        }
    }
}

/// Everything that happened in a search, from the first iteration to the last.
pub fn events(race: &RootRace) -> Vec<Event> {
    let mut events = Vec::new();
    let (mut mated, mut tables) = (false, false);
    let iterations = race.iterations();
    let near = last_near(iterations);
    let mut equal = (None, Vec::new());
    for (at, iteration) in iterations.iter().enumerate() {
        let Some((best, entry)) = iteration.best.and_then(|mv| Some((mv, iteration.of(mv)?)))
        else {
            continue;
        };
        let Some(score) = exact(entry, iteration) else { continue };
        let mut add = |mv: Move, kind: EventKind| {
            let (depth, time_ms) = (iteration.depth, iteration.time_ms);
            events.push(Event { iteration: at, depth, time_ms, mv, kind });
        };
        if let (Some(plies), false) = (score.mate_in_moves().map(|_| mate_plies(score)), mated) {
            mated = true;
            add(best, EventKind::Mate(plies));
        }
        let before = at.checked_sub(1).map(|before| &iterations[before]);
        let old = before.and_then(|before| Some((before.best?, before)));
        match old {
            None => add(best, EventKind::First(score)),
            Some((old, before)) if old != best => {
                let old_score = before.of(old).and_then(|entry| exact(entry, before));
                let refuted = refutation(iteration, old);
                add(best, EventKind::NewBest { before: old, old: old_score, new: score, refuted });
            }
            Some((_, before)) => {
                let from = before.of(best).and_then(|entry| exact(entry, before));
                let change =
                    from.map(|from| score.clamped_cp(LIMIT_CP) - from.clamped_cp(LIMIT_CP));
                if let Some(from) = from.filter(|_| change.is_some_and(|by| by.abs() >= SWING_CP)) {
                    add(best, EventKind::Swing { from, to: score });
                } else if let Some((bound, at)) = failed(race, iteration, best)
                    && holds(score, bound, at)
                {
                    add(best, EventKind::Doubt { bound, at, end: score });
                }
            }
        }
        let other = race.shares(at).into_iter().max_by_key(|share| share.nodes);
        // A move that is not known to be worse got its nodes for good reason.
        let worse = |mv: Move| iteration.of(mv).is_none_or(|entry| entry.score != Some(score));
        if let Some(other) = other
            .filter(|other| other.mv != best && other.share >= MUCH && other.nodes >= MANY_NODES)
            .filter(|other| worse(other.mv))
        {
            let (share, nodes) = (other.share, other.nodes);
            add(other.mv, EventKind::Effort { best, share, nodes });
        }
        let found = |mv: Move| iteration.of(mv).and_then(|entry| exact(entry, iteration));
        let near = near.iter().filter(|(_, of)| *of == at);
        let near = near.filter_map(|&(mv, _)| Some((mv, found(mv)?)));
        if let Some((mv, of)) = near.max_by_key(|(_, score)| score.clamped_cp(LIMIT_CP)) {
            add(mv, EventKind::Near { score: of, best, of_best: score });
        }
        // Each move is reported only once, and not at the score that was reported last.
        let (last, reported) = &mut equal;
        let others = iteration.moves.iter().filter(|entry| entry.mv != best);
        let as_good = others.filter(|entry| exact(entry, iteration) == Some(score));
        let news = as_good.map(|entry| entry.mv).find(|mv| !reported.contains(mv));
        if let Some(mv) = news.filter(|_| at > 0 && *last != Some(score)) {
            *last = Some(score);
            reported.push(mv);
            add(mv, EventKind::Equal { best, score });
        }
        let hits = iteration.state.as_ref().and_then(|state| state.progress.tb_hits).unwrap_or(0);
        if hits > 0 && !tables {
            tables = true;
            add(best, EventKind::Tables { hits });
        }
    }
    events
}

/// The moves that were nearly as good as the best without ever being best at the end of an iteration, each with the last iteration in
/// which it was.
fn last_near(iterations: &[Arc<RootIteration>]) -> Vec<(Move, usize)> {
    let mut near: Vec<(Move, usize)> = Vec::new();
    for (at, iteration) in iterations.iter().enumerate().filter(|(at, _)| *at > 0) {
        let Some(best) = iteration.best else { continue };
        let Some(of_best) = iteration.of(best).and_then(|entry| exact(entry, iteration)) else {
            continue;
        };
        for entry in iteration.moves.iter().filter(|entry| entry.mv != best) {
            let Some(score) = exact(entry, iteration) else { continue };
            // Playouts may choose a move whose score is not the highest.
            let behind = of_best.clamped_cp(LIMIT_CP) - score.clamped_cp(LIMIT_CP);
            if !(1..=NEAR_CP).contains(&behind) {
                continue;
            }
            near.retain(|(mv, _)| *mv != entry.mv);
            near.push((entry.mv, at));
        }
    }
    near.retain(|(mv, _)| iterations.iter().all(|iteration| iteration.best != Some(*mv)));
    near
}

/// Compares the final move of another search of the position with this one: whether both agree, and since when. `None`
/// before the first iteration.
pub fn agreement(race: &RootRace, other: Move) -> Option<Event> {
    let iterations = race.iterations();
    let last = iterations.len().checked_sub(1)?;
    let best = |at: usize| iterations[at].best == Some(other);
    let (at, kind) = if best(last) {
        let before = (0..last).rev().find(|&at| !best(at));
        (before.map_or(0, |before| before + 1), EventKind::Agrees)
    } else {
        let before = (0..last).rev().find(|&at| best(at));
        (last, EventKind::Differs { last: before.map(|at| iterations[at].depth) })
    };
    let (depth, time_ms) = (iterations[at].depth, iterations[at].time_ms);
    Some(Event { iteration: at, depth, time_ms, mv: other, kind })
}

/// Puts an event among others, after those of its iteration.
pub fn insert(events: &mut Vec<Event>, event: Event) {
    let at = events.partition_point(|before| before.iteration <= event.iteration);
    events.insert(at, event);
}

/// The most important events, in their order.
pub fn short(events: &[Event]) -> Vec<Event> {
    let mut numbered: Vec<(usize, &Event)> = events.iter().enumerate().collect();
    // Of equal events the later ones are preferred, because they are from greater depth.
    numbered.sort_by_key(|(at, event)| {
        (std::cmp::Reverse(event.kind.weight()), std::cmp::Reverse(*at))
    });
    numbered.truncate(SHORT);
    numbered.sort_by_key(|(at, _)| *at);
    numbered.into_iter().map(|(_, event)| event.clone()).collect()
}

/// The moments of a game in which the scores of its searches changed most from one iteration to the next: at most one of
/// each search, in the order of the searches.
pub fn moments<'a, S>(searches: impl IntoIterator<Item = (S, &'a RootRace)>) -> Vec<(S, Event)> {
    let turn = |race: &RootRace| {
        let changed = |event: &Event| match event.kind {
            EventKind::NewBest { .. } | EventKind::Swing { .. } => event.kind.change(),
            _ => None,
        };
        let events = events(race).into_iter().filter(|event| event.depth >= SETTLED);
        let turns = events.filter_map(|event| Some((changed(&event)?, event)));
        turns.max_by_key(|&(change, _)| change).filter(|&(change, _)| change >= SWING_CP)
    };
    let searches = searches.into_iter().enumerate();
    let mut found: Vec<(usize, S, i32, Event)> = searches
        .filter_map(|(at, (search, race))| {
            let (change, event) = turn(race)?;
            Some((at, search, change, event))
        })
        .collect();
    found.sort_by_key(|&(at, _, change, _)| (std::cmp::Reverse(change), at));
    found.truncate(MOMENTS);
    found.sort_by_key(|&(at, ..)| at);
    found.into_iter().map(|(_, search, _, event)| (search, event)).collect()
}

/// An exact score of that iteration.
fn exact(entry: &RootEntry, iteration: &RootIteration) -> Option<Score> {
    let found = entry.depth == Some(iteration.depth) && entry.bound == Some(Bound::Exact);
    entry.score.filter(|_| found)
}

fn mate_plies(score: Score) -> i32 {
    match score {
        Score::Mate(plies) => plies,
        Score::Cp(_) | Score::Tablebase(_) => 0,
    }
}

/// The result of an iteration for the move that was best before it, and the refuting reply.
fn refutation(iteration: &RootIteration, mv: Move) -> Option<(Score, Bound, Option<Move>)> {
    let entry = iteration.of(mv).filter(|entry| entry.depth == Some(iteration.depth))?;
    let (score, bound) = (entry.score?, entry.bound?);
    let tree = iteration.state.as_ref().and_then(|state| state.progress.tree.as_deref());
    let reply = tree.filter(|_| bound == Bound::Upper).and_then(|tree| cutting_reply(tree, mv));
    Some((score, bound, reply))
}

/// The reply that refuted a root move: the one with the lowest score for the side to move at the root in the latest
/// iteration.
fn cutting_reply(tree: &LiveTree, mv: Move) -> Option<Move> {
    let at = tree.child(0, mv)?;
    let node = &tree.nodes[at as usize];
    let replies = tree.children(at).map(|child| &tree.nodes[child as usize]);
    let latest = replies.filter(|reply| reply.iteration == node.iteration && reply.score.is_some());
    let score = |score: Option<Score>| score.map_or(0, |score| score.clamped_cp(i32::MAX / 2));
    let lowest = latest.min_by_key(|reply| score(reply.score))?;
    // A reply that is better for the root side than the bound is not the refutation.
    (score(lowest.score) <= score(node.score)).then_some(lowest.mv).flatten()
}

/// Whether a score is consistent with an earlier bound: a search with another window may contradict it.
fn holds(score: Score, bound: Bound, at: Score) -> bool {
    let (score, at) = (score.clamped_cp(i32::MAX / 2), at.clamped_cp(i32::MAX / 2));
    match bound {
        Bound::Exact => score == at,
        Bound::Lower => score >= at,
        Bound::Upper => score <= at,
    }
}

/// The last window of a move that failed in an iteration.
fn failed(race: &RootRace, iteration: &RootIteration, mv: Move) -> Option<(Bound, Score)> {
    let of = |fail: &&tabia_engine::search::race::WindowFail| {
        fail.depth == iteration.depth && fail.mv == mv
    };
    race.fails().iter().rfind(of).map(|fail| (fail.bound, fail.score))
}

/// An event as a sentence. `text` formats its scores, which are from the view `pov`.
pub fn sentence(event: &Event, board: &Board, pov: Pov, text: &dyn Fn(Score) -> String) -> String {
    let name = |mv: Move| {
        if board.is_legal(mv) { san::write(board, mv) } else { String::new() }
    };
    let score = |score: Score| text(score.seen_from(pov, board.stm()));
    let bounded = |of: Score, bound: Bound| {
        let flip = pov == Pov::White && board.stm() == tabia_chess::Color::Black;
        let bound = if flip { bound.flipped() } else { bound };
        t!("story-bounded", bound = bound_word(bound), score = score(of))
    };
    let mv = name(event.mv);
    // Without another move, nothing is said of being best.
    let is_only = board.legal_moves().len() == 1;
    match event.kind {
        EventKind::First(of) if is_only => t!("story-first-only", mv = mv, score = score(of)),
        EventKind::First(of) => t!("story-first", mv = mv, score = score(of)),
        EventKind::NewBest { before, old, new, refuted } => {
            let (before, new) = (name(before), score(new));
            let words = match old.map(score) {
                Some(old) => {
                    t!("story-new-best", mv = mv, before = before.as_str(), score = new, old = old)
                }
                None => t!("story-new-best-only", mv = mv, before = before.as_str(), score = new),
            };
            let Some((of, bound, reply)) = refuted else { return words };
            let at = bounded(of, bound);
            let why = match reply.map(|mv| reply_name(board, event, mv)) {
                Some(reply) => t!("story-refuted-by", mv = before, at = at, reply = reply),
                None => t!("story-refuted", mv = before, at = at),
            };
            format!("{words} {why}")
        }
        EventKind::Swing { from, to } => {
            let rises = to.clamped_cp(LIMIT_CP) > from.clamped_cp(LIMIT_CP);
            let rises =
                rises == (pov == Pov::SideToMove || board.stm() == tabia_chess::Color::White);
            let how = if rises { "rises" } else { "falls" };
            t!("story-swing", mv = mv, how = how, from = score(from), to = score(to))
        }
        EventKind::Doubt { bound, at, end } => {
            let fails = if bound == Bound::Lower { "high" } else { "low" };
            let (at, end) = (bounded(at, bound), score(end));
            if is_only {
                t!("story-doubt-only", fails = fails, mv = mv, at = at, end = end)
            } else {
                t!("story-doubt", fails = fails, mv = mv, at = at, end = end)
            }
        }
        EventKind::Mate(plies) => {
            let moves = Score::Mate(plies).mate_in_moves().unwrap_or(0);
            if plies > 0 {
                t!("story-mate", mv = mv, n = moves)
            } else if is_only {
                t!("story-mated-only", mv = mv, n = -moves)
            } else {
                t!("story-mated", n = -moves)
            }
        }
        EventKind::Effort { best, share, nodes } => t!(
            "story-effort",
            mv = mv,
            share = number(share * 100.0, 0),
            nodes = number(nodes as f64, 0),
            best = name(best)
        ),
        EventKind::Near { score: of, best, of_best } => {
            t!(
                "story-near",
                mv = mv,
                score = score(of),
                best = name(best),
                best_score = score(of_best)
            )
        }
        EventKind::Equal { best, score: of } => {
            t!("story-equal", mv = mv, best = name(best), score = score(of))
        }
        EventKind::Tables { hits } => t!("story-tables", n = number(hits as f64, 0)),
        EventKind::Agrees => t!("story-agrees", mv = mv, depth = event.depth),
        EventKind::Differs { last: Some(last) } => t!("story-differs", mv = mv, depth = last),
        EventKind::Differs { last: None } => t!("story-differs-never", mv = mv),
    }
}

/// The reply to the previous best move, as text.
fn reply_name(board: &Board, event: &Event, reply: Move) -> String {
    let EventKind::NewBest { before, .. } = event.kind else { return String::new() };
    if !board.is_legal(before) {
        return String::new();
    }
    let after = board.after(before);
    if after.is_legal(reply) { san::write(&after, reply) } else { String::new() }
}

// The story as an experiment for the terminal.

/// See the module documentation.
#[derive(Debug)]
pub struct Story;

/// How deep the search of the story goes.
#[derive(Clone, Debug, PartialEq, Eq, Args, Serialize, Deserialize)]
pub struct Request {
    /// Depth of the search, plies
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub depth: u32,
    /// All events, not only the most telling ones
    #[arg(long)]
    pub all: bool,
}

impl Default for Request {
    fn default() -> Request {
        Request { depth: 16, all: false }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventInWords {
    /// Depth, plies.
    pub depth: u32,
    /// Time since the start of the search, ms.
    pub time_ms: u64,
    /// What happened: see [`EventKind::name`].
    pub event: String,
    /// The move, in SAN.
    pub mv: String,
    /// The score after it, White's view.
    pub score: Option<Score>,
    pub sentence: String,
}

impl EventInWords {
    fn of(event: &Event, board: &Board) -> EventInWords {
        let score = event.kind.score().map(|score| score.seen_from(Pov::White, board.stm()));
        EventInWords {
            depth: event.depth,
            time_ms: event.time_ms,
            event: event.kind.name().to_owned(),
            mv: if board.is_legal(event.mv) { san::write(board, event.mv) } else { String::new() },
            score,
            sentence: sentence(event, board, Pov::White, &|score| score.to_string()),
        }
    }
}

/// Runs the search of the story; returns its final state.
pub fn search(
    request: &Request,
    position: &GamePosition,
    context: &mut LabContext<'_>,
) -> Option<Snapshot> {
    context.engine.new_game();
    let limits = Limits::depth(request.depth.clamp(1, 40));
    context.engine.go(position, &limits, context.stop, &mut Watching).last
}

/// Requests the race and the tree of a search.
struct Watching;

impl SearchObserver for Watching {
    fn on_iteration(&mut self, _: &IterationInfo) {}

    fn snapshot_every_ms(&self) -> Option<u64> {
        Some(1_000)
    }

    fn wants_tree(&self) -> bool {
        true
    }
}

impl Experiment for Story {
    const INFO: Info = Info {
        id: "story",
        start: "story-start",
        empty: ["story-empty", "story-empty.why"],
        note: "story-note",
        about: "story-about",
        example: Example {
            label: "story-example",
            fen: Some("r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 0 17"),
        },
        help: [
            "What happened during a search, in sentences",
            "With --json: one object per event: depth (plies), time_ms (since the search began), event (first, new-best, \
            swing, doubt, mate, effort, near, equal, tables, agrees, differs), move, score (White's view, after the event), sentence. The search begins with \
            an empty hash table. Without --all at most ten events, the most telling ones.",
        ],
    };
    const REPLACES: bool = true;
    type Request = Request;
    type Update = Vec<EventInWords>;

    fn run(
        request: &Request,
        position: &GamePosition,
        context: &mut LabContext<'_>,
        report: &mut dyn FnMut(Vec<EventInWords>) -> bool,
    ) -> Result<(), LabError> {
        if let Some(last) = search(request, position, context) {
            let all = events(&last.progress.race);
            let shown = if request.all { all } else { short(&all) };
            let board = position.board();
            report(shown.iter().map(|event| EventInWords::of(event, &board)).collect());
        }
        Ok(())
    }

    fn columns(_: &Request) -> Table {
        Table::new(vec![
            Column::new("depth").head(t!("column-depth")).unit(Unit::Plies).place("", 5, ""),
            Column::new("time_ms")
                .head(t!("column-time"))
                .unit(Unit::Milliseconds)
                .place(" ", 9, ""),
            Column::words("event").only(&[Medium::Csv, Medium::Json]),
            Column::words("move").only(&[Medium::Csv, Medium::Json]),
            Column::score("score", Pov::White).only(&[Medium::Csv, Medium::Json]),
            Column::words("sentence").head(t!("story-column")).place("  ", 60, ""),
        ])
    }

    fn rows(_: &Trial<Story>, _: &[Vec<EventInWords>], lines: &Vec<EventInWords>) -> Vec<Row> {
        let row = |line: &EventInWords| {
            vec![
                line.depth.into(),
                line.time_ms.into(),
                line.event.clone().into(),
                line.mv.clone().into(),
                Cell::score(line.score),
                line.sentence.clone().into(),
            ]
        };
        lines.iter().map(row).collect()
    }

    fn form(request: &mut Request, form: &mut dyn Form) {
        form.number(t!("column-depth"), t!("story-depth.tip"), &mut request.depth, 1..=40);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_engine::alphabeta::Engine;
    use tabia_engine::alphabeta::options::EngineOptions;
    use tabia_engine::search::limits::StopSignal;

    const POSITIONS: [&str; 10] = [
        "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 0 17",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/8/8/3k4/8/3KQ3/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
        "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
        "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
        "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5",
    ];

    fn race(fen: &str, depth: u32) -> (Board, RootRace) {
        let board = Board::from_fen(fen).unwrap();
        let mut engine = Engine::new(&EngineOptions { hash_mib: 8, ..EngineOptions::default() });
        let position = GamePosition::new(board);
        let never = StopSignal::never();
        let outcome = engine.go(&position, &Limits::depth(depth), &never, &mut Watching);
        (board, outcome.last.unwrap().progress.race)
    }

    #[test]
    fn the_moments_of_a_game_are_its_greatest_changes_in_its_order() {
        let races: Vec<RootRace> = POSITIONS.iter().map(|fen| race(fen, 11).1).collect();
        let all = moments(races.iter().enumerate());
        assert!(all.len() == MOMENTS && all.is_sorted_by_key(|&(at, _)| at));
        // Computed independently from the best scores of consecutive iterations.
        let greatest = |race: &RootRace| {
            let best = |it: &RootIteration| it.best.and_then(|mv| exact(it.of(mv)?, it));
            let pairs = race.iterations().windows(2).filter(|pair| pair[1].depth >= SETTLED);
            let scores = pairs.filter_map(|pair| Some((best(&pair[0])?, best(&pair[1])?)));
            let cp = |score: Score| score.clamped_cp(LIMIT_CP);
            scores.map(|(old, new)| (cp(old) - cp(new)).abs()).max().unwrap_or(0)
        };
        let least = all.iter().map(|(_, event)| event.kind.change().unwrap()).min().unwrap();
        for (at, race) in races.iter().enumerate() {
            match all.iter().find(|(of, _)| *of == at) {
                Some((_, event)) => assert_eq!(event.kind.change(), Some(greatest(race))),
                None => assert!(greatest(race) <= least.max(SWING_CP), "position {at}"),
            }
        }
        assert!(moments(races[3..4].iter().enumerate()).len() <= 1);
    }

    /// Checks every event independently against its iterations.
    #[test]
    fn each_event_is_what_the_race_recorded() {
        let mut kinds = std::collections::BTreeSet::new();
        for fen in POSITIONS {
            let (board, race) = race(fen, 13);
            let iterations = race.iterations();
            let events = events(&race);
            assert!(matches!(events[0].kind, EventKind::First(_) | EventKind::Mate(_)), "{fen}");
            for event in &events {
                kinds.insert(event.kind.name());
                let now = &iterations[event.iteration];
                let score = now.of(event.mv).and_then(|entry| entry.score);
                match event.kind {
                    EventKind::First(of) | EventKind::Swing { to: of, .. } => {
                        assert_eq!((now.best, score), (Some(event.mv), Some(of)), "{event:?}");
                    }
                    EventKind::NewBest { before, new, refuted, .. } => {
                        let last = &iterations[event.iteration - 1];
                        assert_eq!((last.best, now.best), (Some(before), Some(event.mv)));
                        assert_eq!(score, Some(new));
                        if let Some((of, bound, reply)) = refuted {
                            let entry = now.of(before).unwrap();
                            assert_eq!((entry.score, entry.bound), (Some(of), Some(bound)));
                            let after = board.after(before);
                            assert!(reply.is_none_or(|reply| after.is_legal(reply)), "{event:?}");
                        }
                    }
                    EventKind::Doubt { bound, at, end } => {
                        assert!(bound != Bound::Exact && score == Some(end));
                        let worse = end.clamped_cp(LIMIT_CP) < at.clamped_cp(LIMIT_CP);
                        assert!(end == at || worse == (bound == Bound::Upper), "{event:?}");
                        assert_eq!(iterations[event.iteration - 1].best, now.best);
                    }
                    EventKind::Mate(plies) => assert_eq!(score, Some(Score::Mate(plies))),
                    EventKind::Effort { best, share, nodes } => {
                        assert_eq!(now.best, Some(best));
                        let last = event.iteration.checked_sub(1).map(|last| &iterations[last]);
                        let before = last.and_then(|last| last.of(event.mv)?.nodes).unwrap_or(0);
                        assert_eq!(now.of(event.mv).unwrap().nodes.unwrap() - before, nodes);
                        assert!((MUCH..=1.0).contains(&share));
                    }
                    EventKind::Near { score: of, best, of_best } => {
                        let best = now.of(best).unwrap();
                        assert_eq!((score, best.score), (Some(of), Some(of_best)));
                        assert_eq!(best.mv, now.best.unwrap());
                        assert!(iterations.iter().all(|of| of.best != Some(event.mv)), "{event:?}");
                        let behind = of_best.clamped_cp(LIMIT_CP) - of.clamped_cp(LIMIT_CP);
                        assert!((1..=NEAR_CP).contains(&behind), "{event:?}");
                        assert_eq!(now.of(event.mv).unwrap().bound, Some(Bound::Exact));
                    }
                    EventKind::Equal { best, score: of } => {
                        let both = [event.mv, best].map(|mv| now.of(mv).unwrap().score);
                        assert!(both == [Some(of); 2] && event.mv != best, "{event:?}");
                    }
                    EventKind::Tables { .. } => panic!("no tables were open"),
                    EventKind::Agrees | EventKind::Differs { .. } => panic!("nobody else searched"),
                }
                let words = sentence(event, &board, Pov::White, &|score| score.to_string());
                assert!(words.contains(&san::write(&board, event.mv)) || words.contains("mated"));
                assert!(words.ends_with('.'), "{words}");
            }
            let changes = (0..iterations.len()).filter(|&at| race.changes_best(at)).count();
            let new_best = events.iter().filter(|event| event.kind.name() == "new-best").count();
            assert_eq!(new_best, changes, "every change of the best move is told: {fen}");
            let short = short(&events);
            assert!(short.len() <= SHORT && short.iter().all(|event| events.contains(event)));
        }
        for kind in ["first", "new-best", "mate"] {
            assert!(kinds.contains(kind), "no {kind} in these searches: {kinds:?}");
        }
    }

    #[test]
    fn moves_that_are_worth_the_same_are_reported_once_and_none_of_them_came_near() {
        let board = Board::from_fen("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1").unwrap();
        let options = EngineOptions { hash_mib: 8, multi_pv: 3, ..EngineOptions::default() };
        let mut engine = Engine::new(&options);
        let (limits, never) = (Limits::depth(20), StopSignal::never());
        let outcome = engine.go(&GamePosition::new(board), &limits, &never, &mut Watching);
        let events = events(&outcome.last.unwrap().progress.race);
        let count = |name: &str| events.iter().filter(|event| event.kind.name() == name).count();
        // Every move draws, as the evaluation knows.
        assert_eq!([count("equal"), count("near"), count("effort")], [1, 0, 0], "{events:?}");
    }

    #[test]
    fn the_only_legal_move_has_no_rivals_in_the_story() {
        let (board, race) = race("8/8/8/8/8/5k2/r7/7K w - - 0 1", 12);
        let events = events(&race);
        let words = events
            .iter()
            .map(|event| sentence(event, &board, Pov::White, &|score| score.to_string()));
        let words: Vec<String> = words.collect();
        assert!(words.iter().any(|words| words.starts_with("Kg1 is the only legal move")));
        for words in words {
            assert!(!words.contains("best") && !words.contains("Every move"), "{words}");
        }
    }

    #[test]
    fn another_search_agrees_since_the_iteration_from_which_its_move_stays_best() {
        let (board, race) = race(POSITIONS[0], 13);
        let bests: Vec<Move> = race.iterations().iter().map(|of| of.best.unwrap()).collect();
        let end = bests[bests.len() - 1];
        let since = bests.iter().rposition(|&mv| mv != end).unwrap() + 1;
        let agrees = agreement(&race, end).unwrap();
        assert_eq!((agrees.iteration, &agrees.kind), (since, &EventKind::Agrees));
        let given_up = bests[since - 1];
        let differs = agreement(&race, given_up).unwrap();
        let last = race.iterations()[since - 1].depth;
        assert_eq!(differs.kind, EventKind::Differs { last: Some(last) });
        let never = board.legal_moves().into_iter().find(|mv| !bests.contains(mv)).unwrap();
        let never = agreement(&race, never).unwrap();
        assert_eq!(never.kind, EventKind::Differs { last: None });
        let mut all = events(&race);
        let before = all.len();
        insert(&mut all, agrees.clone());
        assert!(all.len() == before + 1 && all.is_sorted_by_key(|event| event.iteration));
        assert!(short(&all).contains(&agrees), "the whole search is behind it");
        for event in [agrees, differs, never] {
            let words = sentence(&event, &board, Pov::White, &|score| score.to_string());
            assert!(words.contains(&san::write(&board, event.mv)) && words.ends_with('.'));
        }
    }

    #[test]
    fn a_score_is_the_same_on_both_sides_of_a_flipped_view() {
        let board = Board::from_fen(POSITIONS[0]).unwrap();
        let mv = board.legal_moves()[0];
        let kind = EventKind::Swing { from: Score::Cp(20), to: Score::Cp(-150) };
        let event = Event { iteration: 3, depth: 4, time_ms: 5, mv, kind };
        let words = |pov| sentence(&event, &board, pov, &|score| score.to_string());
        // Black is to move: what falls for Black rises for White.
        assert!(words(Pov::White).contains("rises from -0.20 to +1.50"), "{}", words(Pov::White));
        assert!(words(Pov::SideToMove).contains("falls from +0.20 to -1.50"));
    }
}

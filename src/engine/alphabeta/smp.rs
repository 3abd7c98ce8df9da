//! Parallel search (Lazy SMP): all threads search the same tree, each with its own histories, and share the
//! transposition table and correction history. At the end they vote on the best move.

use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use super::root::RootLine;
use super::rule_set::RuleSet;
use super::shared::{MainThread, Shared, ThreadData};
use super::thread::Search;
use super::tree::{Recorder, Silent};
use super::value::{MATE_FOUND, Value};
use crate::thread_memory::{Ballast, ThreadMemory};
use tabia_chess::Board;

/// Stack of a thread that searches, bytes. The longest line takes about 1.7 MB in a release build, and searches within
/// a search (singular extensions, `ProbCut`) come on top of that.
pub(super) const STACK_BYTES: usize = 16 << 20;
/// Added to every vote, so that the thread with the lowest value has a weight too, centipawns.
const VOTE_BASE: i32 = 20;

/// Starts a thread that searches, with a stack for the longest line. An overflow would end the program.
pub fn search_thread(name: impl Into<String>) -> Builder {
    Builder::new().name(name.into()).stack_size(STACK_BYTES)
}

/// Result of one thread.
#[derive(Debug)]
pub(super) struct Vote {
    pub(super) line: RootLine,
    pub(super) value: Value,
    /// Last finished iteration, plies.
    pub(super) depth: i32,
}

/// The best thread's vote: threads with the same best move add up, weighted by depth and value. The shortest forced
/// mate always wins.
fn best_vote(votes: &[Vote]) -> Option<&Vote> {
    let lowest = votes.iter().map(|vote| vote.value).min()?;
    let weight = |vote: &Vote| i64::from(vote.value - lowest + VOTE_BASE) * i64::from(vote.depth);
    let strength = |vote: &&Vote| {
        let same = votes.iter().filter(|other| other.line.mv == vote.line.mv);
        let mate = if vote.value >= MATE_FOUND { vote.value } else { 0 };
        (mate, same.map(weight).sum::<i64>(), weight(vote))
    };
    // In a tie the main thread comes first.
    votes.iter().rev().max_by_key(strength)
}

/// Stops the helper threads when the main thread leaves the search, even by a panic.
struct StopHelpersOnDrop<'a>(&'a Shared<'a>);

impl Drop for StopHelpersOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop_all.store(true, Relaxed);
        self.0.gate.open();
    }
}

type Helper<'scope> = ScopedJoinHandle<'scope, Option<Vote>>;

/// Starts the helper threads; they wait at the gate. Fewer are started if the system has no more threads or memory, or
/// if time runs out. The ballast must be kept during the search.
fn start_helpers<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    shared: &'a Shared<'a>,
    keys: &[u64],
    board: &Board,
    data: &'a mut [ThreadData],
) -> (Vec<Helper<'scope>>, Ballast) {
    // All memory is reserved first, so that allocations of one thread do not take another thread's stack.
    let mut thread_memory = ThreadMemory::of(data.len(), STACK_BYTES);
    let ballast = Ballast::of(thread_memory.threads());
    let mut helpers = Vec::with_capacity(thread_memory.threads());
    for (data, id) in data.iter_mut().zip(1..) {
        if shared.is_over() {
            break;
        }
        let (keys, board) = (keys.to_vec(), *board);
        let builder = search_thread(format!("search-{id}"));
        let help = move || {
            if shared.rules == RuleSet::ALL {
                help(Search::new(shared, id, keys, board, data, ()))
            } else {
                help(Search::new(shared, id, keys, board, data, Silent))
            }
        };
        if !thread_memory.release_one() {
            break;
        }
        // A failed start leaves the memory for the next one.
        helpers.extend(builder.spawn_scoped(scope, help));
    }
    (helpers, ballast)
}

/// Main function of a helper thread.
fn help<R: Recorder>(mut search: Search<'_, R>) -> Option<Vote> {
    search.shared.gate.wait();
    search.iterate();
    search.vote()
}

/// Runs the search on this thread with a helper for each further `ThreadData`. Returns the state of the main thread
/// after the vote.
pub(super) fn search_with_helpers<'a, R: Recorder>(
    shared: &'a Shared<'a>,
    keys: &[u64],
    board: &Board,
    data: &'a mut [ThreadData],
    main_thread: MainThread<'a>,
    recorder: R,
) -> Option<Search<'a, R>> {
    let (first, others) = data.split_first_mut()?;
    let mut search = Search::new(shared, 0, keys.to_vec(), *board, first, recorder)
        .with_main_thread(main_thread);
    let votes = thread::scope(|scope| {
        let guard = StopHelpersOnDrop(shared);
        let wanted = others.len();
        let (helpers, _ballast) = start_helpers(scope, shared, keys, board, others);
        shared.active_threads.store(1 + helpers.len(), Relaxed);
        if helpers.len() < wanted && !shared.is_over() {
            search.note_few_threads(1 + helpers.len(), 1 + wanted);
        }
        shared.gate.open();
        search.iterate();
        search.wait_for_stop();
        drop(guard);
        let joined = helpers.into_iter().map(|helper| match helper.join() {
            Ok(vote) => vote,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(search.vote()).chain(joined).flatten().collect::<Vec<_>>()
    });
    if votes.len() > 1
        && shared.multi_pv == 1
        && let Some(vote) = best_vote(&votes)
    {
        search.use_vote(vote);
    }
    Some(search)
}

#[cfg(test)]
mod tests {
    use super::super::value::MATE;
    use super::*;
    use tabia_chess::{Move, MoveKind, Square};

    fn vote(to: Square, value: Value, depth: i32) -> Vote {
        let mv = Move::new(Square::A1, to, MoveKind::Quiet);
        Vote { line: RootLine::new(mv), value, depth }
    }

    fn winner(votes: &[Vote]) -> Option<Square> {
        best_vote(votes).map(|vote| vote.line.mv.to())
    }

    #[test]
    fn the_majority_the_depth_and_the_shortest_mate_win() {
        let (b, c) = (Square::B1, Square::C1);
        assert_eq!(winner(&[vote(b, 30, 12), vote(c, 30, 12), vote(c, 30, 12)]), Some(c));
        assert_eq!(winner(&[vote(b, 30, 12), vote(c, 30, 14)]), Some(c));
        assert_eq!(winner(&[vote(b, 30, 12), vote(c, 30, 12)]), Some(b));
        let mates = [vote(b, MATE - 9, 20), vote(b, MATE - 9, 20), vote(c, MATE - 5, 10)];
        assert_eq!(winner(&mates), Some(c));
        // One thread sees itself mated, all others are nearly mating: the sum is larger than an `i32`.
        let mut extreme = vec![vote(b, -MATE, 200)];
        extreme.extend((1..256).map(|_| vote(c, MATE_FOUND - 1, 200)));
        assert_eq!(winner(&extreme), Some(c));
    }
}

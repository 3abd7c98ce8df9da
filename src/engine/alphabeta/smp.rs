//! Several threads on one search: each searches the same tree from its own memory of good moves, and
//! they help each other through the shared table and by what they learn of wrong evaluations. At the end they vote on
//! the move.

use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

use tabia_chess::Board;

use super::recorder::{Recorder, Silent};
use super::room::{Ballast, ThreadRoom};
use super::root_line::RootLine;
use super::rule_set::RuleSet;
use super::shared::{Lead, Shared, ThreadData};
use super::thread::Search;
use super::value::{MATE_FOUND, Value};

/// Stack of a helper thread, bytes: enough for the deepest line with room to spare.
pub(super) const STACK_BYTES: usize = 16 << 20;
/// Added to every vote, so that the thread with the lowest value has one, too, centipawns.
const VOTE_BASE: i32 = 20;

/// What one thread came to.
#[derive(Debug)]
pub(super) struct Verdict {
    pub(super) line: RootLine,
    pub(super) value: Value,
    /// Last iteration it finished, plies.
    pub(super) depth: i32,
}

/// The verdict most threads stand behind, deep and high ones counting for more. Of forced mates the
/// shortest needs no vote.
fn elected(verdicts: &[Verdict]) -> Option<&Verdict> {
    let lowest = verdicts.iter().map(|verdict| verdict.value).min()?;
    let weight = |verdict: &Verdict| (verdict.value - lowest + VOTE_BASE) * verdict.depth;
    let votes = |verdict: &&Verdict| {
        let same = verdicts.iter().filter(|other| other.line.mv == verdict.line.mv);
        let mate = if verdict.value >= MATE_FOUND { verdict.value } else { 0 };
        (mate, same.map(weight).sum::<i32>(), weight(verdict))
    };
    // The first of equals is the leading thread's own.
    verdicts.iter().rev().max_by_key(votes)
}

/// Ends the helpers' search when the leading thread leaves, by a panic too: nobody else would.
struct EndWhenLeft<'a>(&'a Shared<'a>);

impl Drop for EndWhenLeft<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
        self.0.gate.open();
    }
}

type Helper<'scope> = ScopedJoinHandle<'scope, Option<Verdict>>;

/// Starts a helper for each of these; they wait at the gate. Fewer come back where the system has no more
/// threads or memory, or where the time is over before all are there. The ballast is to be kept while they search.
fn start_helpers<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    shared: &'a Shared<'a>,
    keys: &[u64],
    board: &Board,
    data: &'a mut [ThreadData],
) -> (Vec<Helper<'scope>>, Ballast) {
    // All of it at first, so that nothing that one thread allocates takes the place of another's stack.
    let mut room = ThreadRoom::of(data.len(), STACK_BYTES);
    let ballast = Ballast::of(room.threads());
    let mut helpers = Vec::with_capacity(room.threads());
    for (data, id) in data.iter_mut().zip(1..) {
        if shared.signal.is_stopped() || shared.deadline.must_stop(shared.signal) {
            break;
        }
        let (keys, board) = (keys.to_vec(), *board);
        let builder = Builder::new().name(format!("search-{id}")).stack_size(STACK_BYTES);
        let help = move || {
            if shared.rules == RuleSet::ALL {
                help(Search::new(shared, id, keys, board, data, ()))
            } else {
                help(Search::new(shared, id, keys, board, data, Silent))
            }
        };
        if !room.give_back_one() {
            break;
        }
        // One that is refused frees its room for the next.
        helpers.extend(builder.spawn_scoped(scope, help));
    }
    (helpers, ballast)
}

/// Searches once the gate is open.
fn help<R: Recorder>(mut search: Search<'_, R>) -> Option<Verdict> {
    search.shared.gate.pass();
    search.iterate();
    search.verdict()
}

/// Runs the search on this thread, helped by one more for each further `ThreadData`, until
/// the leading thread ends it. The state of the thread whose result counts comes back.
pub(super) fn search_with_helpers<'a, R: Recorder>(
    shared: &'a Shared<'a>,
    keys: &[u64],
    board: &Board,
    data: &'a mut [ThreadData],
    lead: Lead<'a>,
    recorder: R,
) -> Option<Search<'a, R>> {
    let (first, others) = data.split_first_mut()?;
    let mut search = Search::new(shared, 0, keys.to_vec(), *board, first, recorder).lead_by(lead);
    let verdicts = thread::scope(|scope| {
        let guard = EndWhenLeft(shared);
        let wanted = others.len();
        let (helpers, _ballast) = start_helpers(scope, shared, keys, board, others);
        shared.at_work.store(1 + helpers.len(), Relaxed);
        if helpers.len() < wanted {
            search.note_few_threads(1 + helpers.len(), 1 + wanted);
        }
        shared.gate.open();
        search.iterate();
        search.wait_for_leave();
        drop(guard);
        let joined = helpers.into_iter().map(|helper| match helper.join() {
            Ok(verdict) => verdict,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(search.verdict()).chain(joined).flatten().collect::<Vec<_>>()
    });
    if verdicts.len() > 1
        && shared.multi_pv == 1
        && let Some(verdict) = elected(&verdicts)
    {
        search.adopt(verdict);
    }
    Some(search)
}

#[cfg(test)]
mod tests {
    use super::super::value::MATE;
    use super::*;
    use tabia_chess::{Move, MoveKind, Square};

    fn verdict(to: Square, value: Value, depth: i32) -> Verdict {
        let mv = Move::new(Square::A1, to, MoveKind::Quiet);
        Verdict { line: RootLine::new(mv), value, depth }
    }

    fn winner(verdicts: &[Verdict]) -> Option<Square> {
        elected(verdicts).map(|verdict| verdict.line.mv.to())
    }

    #[test]
    fn the_majority_the_depth_and_the_shortest_mate_win() {
        let (b, c) = (Square::B1, Square::C1);
        assert_eq!(winner(&[verdict(b, 30, 12), verdict(c, 30, 12), verdict(c, 30, 12)]), Some(c));
        assert_eq!(winner(&[verdict(b, 30, 12), verdict(c, 30, 14)]), Some(c));
        assert_eq!(winner(&[verdict(b, 30, 12), verdict(c, 30, 12)]), Some(b));
        let mates = [verdict(b, MATE - 9, 20), verdict(b, MATE - 9, 20), verdict(c, MATE - 5, 10)];
        assert_eq!(winner(&mates), Some(c));
    }
}

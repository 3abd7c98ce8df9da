//! Several threads on one search: each searches the same tree from its own memory of good moves, and
//! they help each other through the shared table and by what they learn of wrong evaluations. At the end they vote on
//! the move.

use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use memmap2::{MmapMut, MmapOptions};

use super::root::RootLine;
use super::rule_set::RuleSet;
use super::shared::{Lead, Shared, ThreadData};
use super::thread::Search;
use super::tree::{Recorder, Silent};
use super::value::{MATE_FOUND, Value};
use tabia_chess::Board;

/// Stack of a helper thread, bytes: enough for the deepest line with room to spare.
pub(super) const STACK_BYTES: usize = 16 << 20;
/// Added to every vote, so that the thread with the lowest value has one, too, centipawns.
const VOTE_BASE: i32 = 20;

/// What one thread came to.
#[derive(Debug)]
pub(super) struct Vote {
    pub(super) line: RootLine,
    pub(super) value: Value,
    /// Last iteration it finished, plies.
    pub(super) depth: i32,
}

/// The vote most threads stand behind, deep and high ones counting for more. Of forced mates the
/// shortest needs no vote.
fn elected(verdicts: &[Vote]) -> Option<&Vote> {
    let lowest = verdicts.iter().map(|vote| vote.value).min()?;
    let weight = |vote: &Vote| (vote.value - lowest + VOTE_BASE) * vote.depth;
    let votes = |vote: &&Vote| {
        let same = verdicts.iter().filter(|other| other.line.mv == vote.line.mv);
        let mate = if vote.value >= MATE_FOUND { vote.value } else { 0 };
        (mate, same.map(weight).sum::<i32>(), weight(vote))
    };
    // The first of equals is the leading thread's own.
    verdicts.iter().rev().max_by_key(votes)
}

/// Ends the helpers' search when the leading thread leaves, by a panic too: nothing else would.
struct EndWhenLeft<'a>(&'a Shared<'a>);

impl Drop for EndWhenLeft<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
        self.0.gate.open();
    }
}

type Helper<'scope> = ScopedJoinHandle<'scope, Option<Vote>>;

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
fn help<R: Recorder>(mut search: Search<'_, R>) -> Option<Vote> {
    search.shared.gate.pass();
    search.iterate();
    search.vote()
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
            Ok(vote) => vote,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(search.vote()).chain(joined).flatten().collect::<Vec<_>>()
    });
    if verdicts.len() > 1
        && shared.multi_pv == 1
        && let Some(vote) = elected(&verdicts)
    {
        search.adopt(vote);
    }
    Some(search)
}

// Memory for the threads, reserved before it is needed: most allocations of the standard library abort the program
// where there is none.

/// What the system and the standard library keep of a thread beside its stack, bytes, rounded up. Where they find
/// no memory for it they end the program.
const RECORDS_BYTES: usize = 1 << 17;
/// What is left free for all that the threads allocate while they start and search, bytes.
const SPARE_BYTES: usize = 24 << 20;
/// What an allocator may take at once for one thread, bytes: a heap of glibc's.
const HEAP_BYTES: usize = 64 << 20;
/// Ballast is taken in pieces of this size, bytes. With what is spared, the room of the thread that is being
/// started and what others leave of their records it is less than a heap.
const BALLAST_BYTES: usize = 4 << 20;

/// Memory set aside, untouched: it can be allocated again after this has been dropped.
#[derive(Debug)]
pub(super) struct Room(#[expect(dead_code, reason = "kept, not used")] MmapMut);

impl Room {
    /// So many bytes, if they can be had.
    pub(super) fn of(bytes: usize) -> Option<Room> {
        // Straight from the system: an allocator may keep what is given back to it for itself.
        MmapOptions::new().len(bytes).map_anon().ok().map(Room)
    }
}

/// Memory that threads will need as soon as they are started: set aside for all of them at first, so that nothing
/// that one of them allocates takes the place of another's stack.
#[derive(Debug)]
pub(super) struct ThreadRoom {
    each: usize,
    threads: Vec<Room>,
}

impl ThreadRoom {
    /// Memory for so many threads, or for as many as there is memory for. `stack_bytes`: of each.
    pub(super) fn of(threads: usize, stack_bytes: usize) -> ThreadRoom {
        let mut room = ThreadRoom { each: stack_bytes + RECORDS_BYTES, threads: Vec::new() };
        while room.threads() < threads && room.add_thread() {}
        room
    }

    /// How many threads it is enough for.
    pub(super) fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Sets memory aside for one more, and says whether there was any.
    pub(super) fn add_thread(&mut self) -> bool {
        let more = has_room(self.each + SPARE_BYTES).then(|| Room::of(self.each)).flatten();
        let found = more.is_some();
        self.threads.extend(more);
        found
    }

    /// Gives back what was set aside for one thread: the next that is started finds it. Says whether there was any.
    pub(super) fn give_back_one(&mut self) -> bool {
        self.threads.pop().is_some()
    }
}

/// Memory kept from the allocator while threads start and search. Where there is little, it would give some threads
/// a heap of [`HEAP_BYTES`] and leave the others nothing; with less than that in sight it serves them piece by
/// piece.
#[derive(Debug)]
pub(super) struct Ballast(
    #[cfg_attr(not(test), expect(dead_code, reason = "kept, not used"))] Vec<Room>,
);

impl Ballast {
    /// All but what so many threads, set aside for already, may allocate beside; nothing where there is enough for
    /// a heap of each.
    pub(super) fn of(threads: usize) -> Ballast {
        let heaps = threads.saturating_mul(HEAP_BYTES);
        let mut rooms = Vec::new();
        if has_room(heaps.saturating_add(SPARE_BYTES)) {
            return Ballast(rooms);
        }
        // A system may refuse so much at once that has it piece by piece.
        while has_room(SPARE_BYTES + BALLAST_BYTES) {
            if rooms.len() * BALLAST_BYTES > heaps {
                return Ballast(Vec::new());
            }
            rooms.extend(Room::of(BALLAST_BYTES));
        }
        Ballast(rooms)
    }
}

/// Whether so many bytes could be had now. They are not kept: what is allocated next may still fail where
/// others allocate at the same time.
pub(super) fn has_room(bytes: usize) -> bool {
    Room::of(bytes).is_some()
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

    fn winner(verdicts: &[Vote]) -> Option<Square> {
        elected(verdicts).map(|vote| vote.line.mv.to())
    }

    #[test]
    fn the_majority_the_depth_and_the_shortest_mate_win() {
        let (b, c) = (Square::B1, Square::C1);
        assert_eq!(winner(&[vote(b, 30, 12), vote(c, 30, 12), vote(c, 30, 12)]), Some(c));
        assert_eq!(winner(&[vote(b, 30, 12), vote(c, 30, 14)]), Some(c));
        assert_eq!(winner(&[vote(b, 30, 12), vote(c, 30, 12)]), Some(b));
        let mates = [vote(b, MATE - 9, 20), vote(b, MATE - 9, 20), vote(c, MATE - 5, 10)];
        assert_eq!(winner(&mates), Some(c));
    }

    #[test]
    fn little_is_there_and_everything_is_not() {
        assert!(has_room(1 << 16));
        assert!(!has_room(isize::MAX as usize));
    }

    #[test]
    fn where_there_is_enough_nothing_is_kept() {
        assert!(Ballast::of(2).0.is_empty());
    }

    #[test]
    fn threads_find_what_was_set_aside_for_them() {
        let mut room = ThreadRoom::of(2, 1 << 16);
        assert!(room.threads() == 2 && room.add_thread());
        assert!((0..3).all(|_| room.give_back_one()) && !room.give_back_one());
        assert_eq!(ThreadRoom::of(2, isize::MAX as usize / 2).threads(), 0);
    }
}

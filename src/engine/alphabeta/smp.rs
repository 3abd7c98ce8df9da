//! Several threads on one search: each searches the same tree from its own memory of good moves, and
//! they help each other through the shared table alone.

use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use crate::chess::board::Board;

use super::{Lead, Search, Shared, ThreadData};

/// Stack of a helper thread, bytes: enough for the deepest line with room to spare.
const STACK_BYTES: usize = 16 << 20;

/// Ends the helpers' search when the leading thread leaves, by a panic too: nobody else would.
struct EndWhenLeft<'a>(&'a Shared<'a>);

impl Drop for EndWhenLeft<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
    }
}

/// Runs the search on this thread, helped by one more for each further `ThreadData`, until
/// the leading thread ends it. The state of the thread whose result counts comes back.
pub(in crate::engine) fn search_with_helpers<'a>(
    shared: &'a Shared<'a>,
    keys: &[u64],
    board: &Board,
    data: &'a mut [ThreadData],
    lead: Lead<'a>,
) -> Option<Search<'a>> {
    let (first, others) = data.split_first_mut()?;
    let mut search = Search::new(shared, 0, keys.to_vec(), *board, first).lead_by(lead);
    thread::scope(|scope| {
        let helpers = EndWhenLeft(shared);
        for (number, data) in others.iter_mut().enumerate() {
            let id = number + 1;
            let (keys, board) = (keys.to_vec(), *board);
            let builder =
                thread::Builder::new().name(format!("search-{id}")).stack_size(STACK_BYTES);
            let help = move || Search::new(shared, id, keys, board, data).iterate();
            if builder.spawn_scoped(scope, help).is_err() {
                break; // No more threads to be had: those that run do the work.
            }
        }
        search.iterate();
        search.wait_for_leave();
        drop(helpers);
    });
    Some(search)
}

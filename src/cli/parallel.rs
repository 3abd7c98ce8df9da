//! Work in numbered pieces on several threads, so that the result does not depend on their number.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Mutex, PoisonError};
use std::{io, thread};

use tabia_engine::alphabeta::search_thread;

/// Processes the pieces with these numbers, one worker per thread, and returns the results in order. `None` if stopped,
/// or a piece failed. A panic of a thread goes on in the caller's. Threads are named after the work, and may search.
///
/// # Errors
/// When a thread cannot be started.
pub fn in_order<W: Send, T: Send>(
    name: &str,
    workers: &mut [W],
    numbers: Range<u32>,
    stop: &AtomicBool,
    work: impl Fn(&mut W, u32) -> Option<T> + Sync,
) -> io::Result<Option<Vec<T>>> {
    let (next, found) = (AtomicU32::new(numbers.start), Mutex::new(Vec::new()));
    let ended = &AtomicBool::new(false);
    thread::scope(|scope| {
        for (number, worker) in workers.iter_mut().enumerate() {
            let (next, found, work, end) = (&next, &found, &work, numbers.end);
            let run = move || {
                while !stop.load(Relaxed) && !ended.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= end {
                        break;
                    }
                    let Some(piece) = work(worker, number) else {
                        ended.store(true, Relaxed);
                        break;
                    };
                    found.lock().unwrap_or_else(PoisonError::into_inner).push((number, piece));
                }
            };
            if let Err(error) = search_thread(format!("{name}-{number}")).spawn_scoped(scope, run) {
                ended.store(true, Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    if found.len() < numbers.len() {
        return Ok(None);
    }
    found.sort_by_key(|&(number, _)| number);
    Ok(Some(found.into_iter().map(|(_, piece)| piece).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_numbers() {
        let never = AtomicBool::new(false);
        for threads in [1, 2, 5] {
            let mut workers = vec![0_u32; threads];
            let done = in_order("test", &mut workers, 3..40, &never, |count, number| {
                *count += 1;
                Some(number * 2)
            });
            let expected: Vec<u32> = (3..40).map(|number| number * 2).collect();
            assert_eq!(done.unwrap(), Some(expected));
            assert_eq!(workers.iter().sum::<u32>(), 37);
        }
        let fails = |(): &mut (), number| (number < 4).then_some(number);
        assert_eq!(in_order("test", &mut [()], 0..9, &never, fails).unwrap(), None);
        let stopped = AtomicBool::new(true);
        let all = |(): &mut (), number| Some(number);
        assert_eq!(in_order("test", &mut [()], 0..9, &stopped, all).unwrap(), None);
    }
}

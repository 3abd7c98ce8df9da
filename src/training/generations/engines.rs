//! Work in numbered pieces on several threads, so that what comes out does not depend on how many there are.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does the pieces of these numbers, each thread with a worker of its own, and gives what came of them in their order.
/// `None` where `stop` came first, or a piece came to nothing.
///
/// # Errors
/// When a thread does not start.
pub(super) fn in_order<W: Send, T: Send>(
    numbers: std::ops::Range<u32>,
    workers: &mut [W],
    stop: &AtomicBool,
    work: impl Fn(&mut W, u32) -> Option<T> + Sync,
) -> io::Result<Option<Vec<T>>> {
    let (next, found) = (AtomicU32::new(numbers.start), Mutex::new(Vec::new()));
    let ended = &AtomicBool::new(false);
    thread::scope(|scope| {
        for (number, worker) in workers.iter_mut().enumerate() {
            let (next, found, work, end) = (&next, &found, &work, numbers.end);
            let builder = thread::Builder::new().name(format!("generation-{number}"));
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
            if let Err(error) = builder.spawn_scoped(scope, run) {
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
    fn the_order_is_that_of_the_numbers_whoever_does_them() {
        let never = AtomicBool::new(false);
        for threads in [1, 2, 5] {
            let mut workers = vec![0_u32; threads];
            let done = in_order(3..40, &mut workers, &never, |count, number| {
                *count += 1;
                Some(number * 2)
            });
            let expected: Vec<u32> = (3..40).map(|number| number * 2).collect();
            assert_eq!(done.unwrap(), Some(expected));
            assert_eq!(workers.iter().sum::<u32>(), 37);
        }
        let none = in_order(0..9, &mut [()], &never, |(), number| (number < 4).then_some(number));
        assert_eq!(none.unwrap(), None);
        let stopped = in_order(0..9, &mut [()], &AtomicBool::new(true), |(), number| Some(number));
        assert_eq!(stopped.unwrap(), None);
    }
}

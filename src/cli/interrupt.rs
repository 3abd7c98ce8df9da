//! Interrupts from the keyboard or by a signal to end, for work that must end in order.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::thread::{Builder, Thread};
use std::time::Duration;

/// Interval at which interruption is checked.
const POLL: Duration = Duration::from_millis(50);

/// Whether the program was interrupted (Ctrl+C, or SIGTERM as sent by `kill` and `timeout`). A second interrupt ends it at
/// once. SIGHUP is left alone: `nohup` has it ignored.
#[derive(Debug)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
}

impl Interrupt {
    #[cfg(unix)]
    pub fn watch() -> Interrupt {
        use rustix::process::Signal;
        use signal_hook::flag;
        let raised = Arc::new(AtomicBool::new(false));
        for signal in [Signal::INT, Signal::TERM] {
            // In this order: at the first interrupt the flag is not set yet. If registering fails, an interrupt ends
            // the program as usual.
            let _ = flag::register_conditional_shutdown(
                signal.as_raw(),
                crate::INTERRUPTED.into(),
                Arc::clone(&raised),
            )
            .and_then(|_| flag::register(signal.as_raw(), Arc::clone(&raised)));
        }
        Interrupt { raised }
    }

    #[cfg(not(unix))]
    pub fn watch() -> Interrupt {
        Interrupt { raised: Arc::default() }
    }

    pub fn is_raised(&self) -> bool {
        self.raised.load(SeqCst)
    }

    /// Does some work, and calls `stop` once if the program is interrupted meanwhile.
    pub(super) fn stopping<R>(&self, stop: impl Fn() + Sync, work: impl FnOnce() -> R) -> R {
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watch = || {
                while !over.load(SeqCst) {
                    if self.is_raised() {
                        return stop();
                    }
                    std::thread::park_timeout(POLL);
                }
            };
            // Without this thread the work is done to its end.
            let watcher = Builder::new().name("interrupt".into()).spawn_scoped(scope, watch);
            let _ends =
                Ends { over: &over, watcher: watcher.ok().map(|watcher| watcher.thread().clone()) };
            work()
        })
    }
}

/// Ends the watching thread, even if the work panics: the scope waits for it.
struct Ends<'a> {
    over: &'a AtomicBool,
    watcher: Option<Thread>,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.over.store(true, SeqCst);
        if let Some(watcher) = &self.watcher {
            watcher.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_the_work_is_passed_on() {
        let interrupt = Interrupt { raised: Arc::default() };
        let work = || interrupt.stopping(|| {}, || panic!("the work"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err());
        assert_eq!(interrupt.stopping(|| {}, || 5), 5);
    }
}

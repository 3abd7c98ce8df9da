//! Interrupts from the keyboard, for work that must end in order.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

/// Whether the program was interrupted (Ctrl+C). A second interrupt ends it at once.
#[derive(Debug)]
pub(super) struct Interrupt {
    raised: Arc<AtomicBool>,
}

impl Interrupt {
    #[cfg(unix)]
    pub(super) fn watch() -> Interrupt {
        use signal_hook::flag;
        let raised = Arc::new(AtomicBool::new(false));
        let signal = rustix::process::Signal::INT.as_raw();
        // In this order: at the first interrupt the flag is not set yet. If registering fails, an interrupt ends the
        // program as usual.
        let _ = flag::register_conditional_shutdown(
            signal,
            crate::INTERRUPTED.into(),
            Arc::clone(&raised),
        )
        .and_then(|_| flag::register(signal, Arc::clone(&raised)));
        Interrupt { raised }
    }

    #[cfg(not(unix))]
    pub(super) fn watch() -> Interrupt {
        Interrupt { raised: Arc::default() }
    }

    pub(super) fn is_raised(&self) -> bool {
        self.raised.load(SeqCst)
    }
}

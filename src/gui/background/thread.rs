//! Threads for work in the background, and the queue of their news for the window.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};
use eframe::egui::Context;

use tabia_app::action::Action;
use tabia_host::worker::panic_text;
use tabia_text::t;

/// Does the work of a thread. If it panics, `failed` makes the result from the reason, because something waits for it.
pub(crate) fn caught<T>(work: impl FnOnce() -> T, failed: impl FnOnce(String) -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        failed(t!("error-background", error = panic_text(panic.as_ref()).unwrap_or("?")))
    })
}

/// Locks what threads share. A panic of one of them does not make it unusable for the others.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts threads that send news to the window. Neither a thread nor the window, which closes or has news of a thread
/// that did not start, ever waits for room in the queue.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    send: Sender<Action>,
    ctx: Context,
    /// No thread can be started.
    #[cfg(test)]
    refuses: bool,
}

impl Outbox {
    /// An outbox and the end of its queue; `ctx` is woken by news.
    #[expect(
        clippy::disallowed_methods,
        reason = "the window starts the threads, and each sends one or two news"
    )]
    pub(super) fn new(ctx: Context) -> (Outbox, Receiver<Action>) {
        let (send, news) = unbounded();
        let outbox = Outbox {
            send,
            ctx,
            #[cfg(test)]
            refuses: false,
        };
        (outbox, news)
    }

    /// The same outbox, but no thread can be started.
    #[cfg(test)]
    pub(super) fn without_threads(&self) -> Outbox {
        Outbox { refuses: true, ..self.clone() }
    }

    /// The context that is woken by news.
    pub(super) fn ctx(&self) -> &Context {
        &self.ctx
    }

    /// Sends news. Returns whether there is still a window.
    pub(super) fn send(&self, news: Action) -> bool {
        let sent = self.send.send(news).is_ok();
        self.ctx.request_repaint();
        sent
    }

    /// Starts a thread that sends its news, if it has any. If it panics or cannot be started, `failed` makes the news
    /// from the reason.
    pub(super) fn start(
        &self,
        name: &str,
        work: impl FnOnce() -> Option<Action> + Send + 'static,
        failed: impl Fn(String) -> Action + Send + Sync + 'static,
    ) -> Option<JoinHandle<()>> {
        let (outbox, failed) = (self.clone(), Arc::new(failed));
        let of_thread = Arc::clone(&failed);
        let builder = Builder::new().name(name.to_owned());
        #[cfg(test)]
        let builder = if self.refuses { builder.stack_size(1 << 60) } else { builder };
        let thread = builder.spawn(move || {
            if let Some(news) = caught(work, |error| Some(of_thread(error))) {
                outbox.send(news);
            }
            outbox.ctx.request_repaint();
        });
        let failed = |error: std::io::Error| {
            self.send(failed(t!("error-thread", error = error.to_string())));
        };
        thread.map_err(failed).ok()
    }
}

/// Raises a flag that stops the request before, and returns a new one.
pub(super) fn renewed(stop: &mut Arc<AtomicBool>) -> Arc<AtomicBool> {
    stop.store(true, Ordering::Relaxed);
    *stop = Arc::default();
    Arc::clone(stop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_panic_is_news_like_any_other() {
        let (outbox, news) = Outbox::new(Context::default());
        outbox.start("test", || panic!("on purpose"), Action::Failed);
        let Action::Failed(text) = news.recv_timeout(Duration::from_mins(1)).unwrap() else {
            panic!("it failed")
        };
        assert!(text.contains("on purpose"), "{text}");
    }

    #[test]
    fn a_thread_that_cannot_be_started_is_news_like_any_other() {
        let (outbox, news) = Outbox::new(Context::default());
        assert!(outbox.without_threads().start("test", || None, Action::Failed).is_none());
        assert!(matches!(news.try_recv(), Ok(Action::Failed(_))));
    }
}

//! Threads for work in the background: one that sends what it found, and one that answers questions until it is dropped.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::Builder;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use eframe::egui::Context;

use tabia_app::action::Action;
use tabia_text::t;

/// Does the work of a thread. If it panics, `failed` makes the news of the reason, because something waits for them.
pub(super) fn caught<T>(
    work: impl FnOnce() -> Option<T>,
    failed: impl FnOnce(String) -> T,
) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Some(failed(t!("error-background", error = text.unwrap_or("?"))))
    })
}

/// Starts a thread that sends its news and wakes the window.
///
/// # Errors
/// In words, when the system gives no thread.
pub(super) fn start(
    name: &str,
    (send, ctx): (Sender<Action>, Context),
    work: impl FnOnce() -> Option<Action> + Send + 'static,
    failed: impl FnOnce(String) -> Action + Send + 'static,
) -> Result<(), String> {
    let work = move || {
        if let Some(news) = caught(work, failed) {
            // No one listens once the window has closed.
            drop(send.send(news));
        }
        ctx.request_repaint();
    };
    let thread = Builder::new().name(name.to_owned()).spawn(work);
    thread.map(drop).map_err(|error| t!("error-thread", error = error.to_string()))
}

/// A thread that answers questions. It starts with the first question, again after a panic, and ends when this is
/// dropped.
#[derive(Debug)]
pub(super) struct Answering<Question, Answer> {
    ends: Option<(Sender<Question>, Receiver<Answer>)>,
}

/// Why a question was not asked.
#[derive(Debug)]
pub(super) enum NotAsked {
    /// The system gave no thread.
    NoThread(io::Error),
    /// Too many questions wait.
    Busy,
}

impl<Question: Send + 'static, Answer: Send + 'static> Answering<Question, Answer> {
    pub(super) const fn new() -> Self {
        Answering { ends: None }
    }

    /// Asks; `work` is what the thread does, and `room` how many questions and answers can wait, at least 1.
    pub(super) fn ask(
        &mut self,
        (name, room): (&str, usize),
        mut question: Question,
        work: impl FnOnce(&Receiver<Question>, &Sender<Answer>) + Send + 'static,
    ) -> Result<(), NotAsked> {
        if let Some((questions, _)) = &self.ends {
            match questions.try_send(question) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(_)) => return Err(NotAsked::Busy),
                Err(TrySendError::Disconnected(unasked)) => question = unasked,
            }
        }
        let (questions, inbox) = bounded(room);
        let (outbox, answers) = bounded(room);
        let work = move || work(&inbox, &outbox);
        Builder::new().name(name.to_owned()).spawn(work).map_err(NotAsked::NoThread)?;
        let sent = questions.try_send(question);
        self.ends = Some((questions, answers));
        sent.map_err(|_| NotAsked::Busy)
    }

    /// The next answer, if there is one.
    pub(super) fn poll(&self) -> Option<Answer> {
        self.ends.as_ref()?.1.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_panic_is_news_like_any_other() {
        let (send, news) = bounded(1);
        let ends = || (send.clone(), Context::default());
        start("test", ends(), || panic!("on purpose"), Action::Failed).unwrap();
        let Action::Failed(text) = news.recv_timeout(Duration::from_mins(1)).unwrap() else {
            panic!("it failed")
        };
        assert!(text.contains("on purpose"), "{text}");
    }

    #[test]
    fn a_thread_that_panicked_is_started_again_with_the_next_question() {
        let mut thread = Answering::<u32, u32>::new();
        let work = |questions: &Receiver<u32>, answers: &Sender<u32>| {
            while let Ok(question) = questions.recv() {
                answers.send(100 / question).unwrap();
            }
        };
        thread.ask(("test", 1), 0, work).unwrap();
        let (_, answers) = thread.ends.as_ref().unwrap();
        assert!(answers.recv_timeout(Duration::from_mins(1)).is_err(), "it divided by zero");
        thread.ask(("test", 1), 5, work).unwrap();
        let (_, answers) = thread.ends.as_ref().unwrap();
        assert_eq!(answers.recv_timeout(Duration::from_mins(1)), Ok(20));
        assert_eq!(thread.poll(), None);
    }
}

//! Asks the policy network what was expected at every move of a game, on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tabia_app::action::Action;
use tabia_app::review::state::{ExpectNews, ExpectRequest, MoveToExamine};
use tabia_engine::eval::policy::file;
use tabia_host::review::expected::Expectation;

use crate::gui::background::thread::{Outbox, renewed};

/// The threads that ask.
#[derive(Debug)]
pub(crate) struct ExpectTasks {
    outbox: Outbox,
    /// Cancels the last request.
    stop: Arc<AtomicBool>,
}

impl ExpectTasks {
    /// Starts with no request.
    pub(crate) fn new(outbox: Outbox) -> ExpectTasks {
        ExpectTasks { outbox, stop: Arc::default() }
    }

    /// Asks what was expected in a game. Cancels the request before.
    pub(crate) fn ask(&mut self, request: ExpectRequest) {
        let stop = renewed(&mut self.stop);
        let work = move || answer(&request, &stop).map(|news| Action::Expected(news.into()));
        self.outbox.start("expected", work, Action::Failed);
    }
}

/// What the network expected; nothing if the program was built without a valid network. `None`: cancelled.
fn answer(request: &ExpectRequest, stop: &AtomicBool) -> Option<ExpectNews> {
    let net = file::built_in();
    let of = |played: &MoveToExamine| {
        let expectation = Expectation::of(net.as_ref()?, &played.board, played.mv)?;
        Some((played.node, expectation))
    };
    let goes_on = |_: &&MoveToExamine| !stop.load(Ordering::Relaxed);
    let found = request.moves.iter().take_while(goes_on).filter_map(of).collect();
    (!stop.load(Ordering::Relaxed)).then_some(ExpectNews { of: request.of, found })
}

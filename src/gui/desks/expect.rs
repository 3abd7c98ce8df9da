//! The thread that asks the policy network what was expected at every move of a game.

use crossbeam_channel::{Receiver, Sender, bounded};
use eframe::egui::Context;

use tabia_app::review::expected::{ExpectNews, ExpectRequest, Played};
use tabia_engine::eval::policy::file;
use tabia_host::review::accuracy::Expectation;

/// Questions and answers that can wait. The model asks once for each state of the game; of those that wait the last is
/// answered.
const ROOM: usize = 64;

/// The desk of that thread. The thread begins with the first question and ends when this is dropped.
#[derive(Debug)]
pub(crate) struct ExpectDesk {
    ctx: Context,
    ends: Option<(Sender<ExpectRequest>, Receiver<ExpectNews>)>,
}

impl ExpectDesk {
    pub(crate) fn new(ctx: Context) -> ExpectDesk {
        ExpectDesk { ctx, ends: None }
    }

    /// Asks what was expected in a game.
    pub(crate) fn ask(&mut self, request: ExpectRequest) -> Result<(), String> {
        if self.ends.is_none() {
            let (questions, inbox) = bounded::<ExpectRequest>(ROOM);
            let (outbox, answers) = bounded(ROOM);
            let ctx = self.ctx.clone();
            let work = move || {
                while let Ok(mut request) = inbox.recv() {
                    while let Ok(newer) = inbox.try_recv() {
                        request = newer;
                    }
                    if outbox.send(answer(&request)).is_err() {
                        break;
                    }
                    ctx.request_repaint();
                }
            };
            std::thread::Builder::new()
                .name("expected".to_owned())
                .spawn(work)
                .map_err(|error| format!("No thread for what was expected: {error}"))?;
            self.ends = Some((questions, answers));
        }
        let Some((questions, _)) = &self.ends else { return Ok(()) };
        questions
            .try_send(request)
            .map_err(|error| format!("What was expected is not told: {error}"))
    }

    /// What has come of earlier questions.
    pub(crate) fn poll(&self) -> Option<ExpectNews> {
        self.ends.as_ref()?.1.try_recv().ok()
    }
}

/// What the network expected; nothing where the program was built without a sound one.
fn answer(request: &ExpectRequest) -> ExpectNews {
    let net = file::built_in();
    let of = |played: &Played| {
        let expectation = Expectation::of(net.as_ref()?, &played.board, played.mv)?;
        Some((played.node, expectation))
    };
    ExpectNews { of: request.of, found: request.moves.iter().filter_map(of).collect() }
}

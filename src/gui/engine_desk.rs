//! What concerns the user's engines and may take its time: asking one what it is, looking through PATH, the
//! system's file dialogs. Each on a thread of its own; the window asks `poll` once a frame.

use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};
use eframe::egui::Context;

use crate::app::action::EngineAction;
use crate::external::discover::discover;
use crate::external::log::ConversationLog;
use crate::external::patience::Patience;
use crate::external::probe::probe;
use crate::external::spec::UciSpec;
use crate::search::stop::{StopSignal, StopToken};

/// News that can wait.
const ROOM: usize = 16;

/// Threads at work for the list of engines.
#[derive(Debug)]
pub(super) struct EngineDesk {
    ctx: Context,
    send: Sender<EngineAction>,
    news: Receiver<EngineAction>,
    /// Raised when the window closes, so that no engine that is being asked stays behind.
    token: Arc<StopToken>,
}

impl EngineDesk {
    /// Nothing under way; `ctx` is woken when something arrives.
    pub(super) fn new(ctx: Context) -> EngineDesk {
        let (send, news) = bounded(ROOM);
        EngineDesk { ctx, send, news, token: Arc::default() }
    }

    /// What arrived, oldest first.
    pub(super) fn poll(&self) -> Option<EngineAction> {
        self.news.try_recv().ok()
    }

    /// Starts an engine once and asks what it is; what is said goes into the log.
    pub(super) fn probe(
        &self,
        spec: Arc<UciSpec>,
        log: Arc<ConversationLog>,
    ) -> Result<(), String> {
        let stop = StopSignal::new(self.token.clone(), 1);
        self.start("engine-probe", move || {
            let said = probe(&spec, Patience::default(), &log, &stop);
            Some(EngineAction::Probed(spec.id, said.map_err(|error| error.to_string())))
        })
    }

    /// Looks for well-known engines on PATH.
    pub(super) fn find(&self) -> Result<(), String> {
        self.start("engine-finder", || {
            let found = discover().into_iter().map(|found| (found.name, found.path)).collect();
            Some(EngineAction::Found(found))
        })
    }

    /// Lets the user pick a program.
    pub(super) fn pick(&self) -> Result<(), String> {
        self.start("engine-dialog", || {
            let picked = rfd::FileDialog::new().set_title("A UCI engine").pick_file()?;
            Some(EngineAction::AddFile(picked))
        })
    }

    /// Lets the user pick a file or folder for an option.
    pub(super) fn pick_path(&self, id: u32, name: String, folder: bool) -> Result<(), String> {
        self.start("engine-dialog", move || {
            let dialog = rfd::FileDialog::new().set_title(&name);
            let picked: PathBuf =
                if folder { dialog.pick_folder()? } else { dialog.pick_file()? };
            let value = picked.to_str()?.to_owned();
            Some(EngineAction::SetOption { id, name, value })
        })
    }

    fn start(
        &self,
        name: &str,
        work: impl FnOnce() -> Option<EngineAction> + Send + 'static,
    ) -> Result<(), String> {
        let (send, ctx) = (self.send.clone(), self.ctx.clone());
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            if let Some(news) = work() {
                // Nobody listens once the window has closed.
                drop(send.send(news));
            }
            ctx.request_repaint();
        });
        thread.map(drop).map_err(|error| format!("No thread for the list of engines: {error}"))
    }
}

impl Drop for EngineDesk {
    fn drop(&mut self) {
        self.token.stop(u64::MAX);
    }
}

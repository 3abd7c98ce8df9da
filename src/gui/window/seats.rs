//! The seats of the engines, with the endgame tables that ours search with, and how often the window is drawn while
//! they work: what the user does or what moves is drawn at once; reports of a search come faster than anybody reads, so
//! that they share a frame.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use eframe::egui::Context;

use tabia_app::model::Model;
use tabia_engine::search::thinker::EngineId;
use tabia_games::tablebase::Syzygy;
use tabia_host::kinds::EngineConfig;
use tabia_host::worker::pool::Pool;
use tabia_host::worker::protocol::Command;
use tabia_host::worker::{Haste, Wake};

use crate::gui::arrangement::panes;
use crate::gui::arrangement::panes::Tells;

/// The seats and what their engines share.
#[derive(Debug)]
pub(crate) struct Seats {
    pub(crate) pool: Pool,
    tables: Option<Arc<Syzygy>>,
}

impl Seats {
    pub(crate) fn new(wake: Wake) -> Seats {
        Seats { pool: Pool::new(wake), tables: None }
    }

    /// Puts an engine on a seat. One of the program's own is given the tables.
    pub(crate) fn open(&mut self, id: EngineId, config: EngineConfig) -> Result<(), String> {
        self.pool.seat(id, config).map_err(|error| error.to_string())?;
        if let Some(tables) = self.tables.clone().filter(|_| id.is_own()) {
            self.pool.send(id, Command::SetTables(Some(tables)));
        }
        Ok(())
    }

    /// Gives the program's own engines these tables, or takes them away.
    pub(crate) fn use_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        for id in self.pool.ids().into_iter().filter(|id| id.is_own()) {
            self.pool.send(id, Command::SetTables(tables.clone()));
        }
        self.tables = tables;
    }
}

/// Time between two frames for which only a search asks: 15 a second.
pub(crate) const SEARCH_FRAME: Duration = Duration::from_millis(67);
/// The same while nothing on screen shows anything of a search: its news is taken in, and little else.
const UNSEEN_FRAME: Duration = Duration::from_millis(500);

/// The pace, shared with the threads of the engines.
#[derive(Clone, Debug)]
pub(crate) struct Pace(Arc<AtomicU64>);

impl Default for Pace {
    fn default() -> Pace {
        Pace(Arc::new(AtomicU64::new(SEARCH_FRAME.as_millis() as u64)))
    }
}

impl Pace {
    /// Follows what is on screen.
    pub(crate) fn follow(&self, model: &Model) {
        let wait = if shows_search(model) { SEARCH_FRAME } else { UNSEEN_FRAME };
        self.0.store(wait.as_millis() as u64, Ordering::Relaxed);
    }

    /// Has the window drawn again when a seat has news.
    pub(crate) fn wake_of(&self, ctx: &Context) -> Wake {
        let (ctx, pace) = (ctx.clone(), self.clone());
        Arc::new(move |haste| match haste {
            Haste::AtOnce => ctx.request_repaint(),
            Haste::Soon => {
                ctx.request_repaint_after(Duration::from_millis(pace.0.load(Ordering::Relaxed)));
            }
        })
    }
}

/// Whether anything on screen changes with a search.
fn shows_search(model: &Model) -> bool {
    let tells = |tells| matches!(tells, Tells::Judgement | Tells::Nothing);
    let views = model.view.panes.iter().any(|&pane| tells(panes::info(pane).tells));
    let settings = &model.settings;
    let on_board = settings.eval_bar || settings.engine_arrows > 0;
    views || (on_board && !model.hides_engine())
}

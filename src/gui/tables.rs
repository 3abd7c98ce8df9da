//! The thread that opens endgame tables and asks them: a disk can be slow, and so can an answer while the
//! engine asks the same tables.

use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};
use eframe::egui::Context;

use crate::app::tables::{Found, TablesNews};
use crate::chess::board::Board;
use crate::tablebase::{ProbeError, Syzygy, SyzygyError};

/// Orders and news that can wait. The model asks one question at a time, so few ever do.
const ROOM: usize = 16;

/// What is to be done.
enum Order {
    Open(Vec<PathBuf>),
    Probe(Box<Board>),
}

/// What came of it: news for the model, and the tables for the engine where they were opened.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) news: TablesNews,
    pub(super) tables: Option<Arc<Syzygy>>,
}

/// The desk of that thread. The thread begins with the first order and ends when this is dropped.
#[derive(Debug)]
pub(super) struct TableDesk {
    ctx: Context,
    ends: Option<(Sender<Order>, Receiver<Done>)>,
}

impl TableDesk {
    pub(super) fn new(ctx: Context) -> TableDesk {
        TableDesk { ctx, ends: None }
    }

    /// Opens the tables of these folders in place of any others; of none: closes them.
    pub(super) fn open(&mut self, folders: Vec<PathBuf>) -> Result<(), String> {
        self.send(Order::Open(folders))
    }

    /// Looks a position up.
    pub(super) fn probe(&mut self, board: Box<Board>) -> Result<(), String> {
        self.send(Order::Probe(board))
    }

    /// What has come of earlier orders, oldest first.
    pub(super) fn poll(&self) -> Option<Done> {
        self.ends.as_ref()?.1.try_recv().ok()
    }

    fn send(&mut self, order: Order) -> Result<(), String> {
        if self.ends.is_none() {
            let (orders, inbox) = bounded(ROOM);
            let (outbox, done) = bounded(ROOM);
            let ctx = self.ctx.clone();
            let work = move || attend(&inbox, &outbox, &ctx);
            std::thread::Builder::new()
                .name("tables".to_owned())
                .spawn(work)
                .map_err(|error| format!("No thread for the endgame tables: {error}"))?;
            self.ends = Some((orders, done));
        }
        let Some((orders, _)) = &self.ends else { return Ok(()) };
        orders.try_send(order).map_err(|error| format!("The endgame tables do not answer: {error}"))
    }
}

/// Works until the desk is gone.
fn attend(orders: &Receiver<Order>, done: &Sender<Done>, ctx: &Context) {
    let mut open: Option<Arc<Syzygy>> = None;
    while let Ok(order) = orders.recv() {
        let result = match order {
            Order::Open(folders) if folders.is_empty() => {
                open = None;
                continue;
            }
            Order::Open(folders) => {
                let opened = Syzygy::open(&folders);
                let news = told(folders, opened.as_ref());
                open = opened.ok().map(Arc::new);
                Done { news, tables: open.clone() }
            }
            Order::Probe(board) => {
                let none = Err(ProbeError::Closed);
                let found = open.as_ref().map_or(none, |tables| look_up(tables, &board));
                Done { news: TablesNews::Answer { board, found }, tables: None }
            }
        };
        if done.send(result).is_err() {
            break;
        }
        ctx.request_repaint();
    }
}

/// How the opening went.
fn told(folders: Vec<PathBuf>, opened: Result<&Syzygy, &SyzygyError>) -> TablesNews {
    match opened {
        Ok(open) => {
            let (tables, most_men) = (open.tables(), open.most_men());
            TablesNews::Opened { folders, tables, most_men }
        }
        Err(error) => TablesNews::Refused { folders, error: error.to_string() },
    }
}

fn look_up(tables: &Syzygy, board: &Board) -> Result<Found, ProbeError> {
    Ok(Found { here: tables.probe(board)?, moves: tables.moves(board)? })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_folder_without_tables_is_refused_in_words() {
        let mut desk = TableDesk::new(Context::default());
        let folder = tempfile::tempdir().unwrap();
        desk.open(vec![folder.path().to_owned()]).unwrap();
        desk.probe(Box::new(Board::start())).unwrap();
        let begin = Instant::now();
        let mut news = Vec::new();
        while news.len() < 2 {
            assert!(begin.elapsed() < Duration::from_mins(1), "no answer within a minute");
            news.extend(desk.poll().map(|done| done.news));
            std::thread::sleep(Duration::from_millis(5));
        }
        let TablesNews::Refused { error, .. } = &news[0] else { panic!("{:?}", news[0]) };
        assert!(error.contains("found no Syzygy table"), "{error}");
        assert!(matches!(&news[1], TablesNews::Answer { found: Err(_), .. }));
    }
}

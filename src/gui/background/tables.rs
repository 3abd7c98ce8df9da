//! The thread that opens tablebases and probes them: a disk can be slow, and so can a probe while the engine uses the
//! same tablebases.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use crossbeam_channel::{Receiver, Sender};
use eframe::egui::Context;

use tabia_app::library::tables::{TableResult, TablesNews};
use tabia_chess::Board;
use tabia_games::tablebase::{ProbeError, Syzygy, SyzygyError, refused_in_words};
use tabia_games::{regular_file, whole_file};
use tabia_text::t;

use crate::gui::background::thread::{Answering, NotAsked};

/// Capacity of the queues of requests and news. The model asks one question at a time, so few ever wait.
const ROOM: usize = 16;
/// Largest note file that is read, bytes.
const MAX_BYTES: u64 = 1 << 20;

/// What is to be done.
#[derive(Debug)]
enum Request {
    Open(Vec<PathBuf>),
    Probe(Box<Board>),
}

/// A result: news for the model, and the tablebases for the engine if they were opened.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) news: TablesNews,
    pub(crate) tables: Option<Arc<Syzygy>>,
}

/// Handle of the tablebase thread. The thread starts with the first request and ends when this is dropped.
#[derive(Debug)]
pub(crate) struct TablebaseTasks {
    ctx: Context,
    thread: Answering<Request, Done>,
    notes: Option<Notes>,
    /// The program is ending: verification stops.
    closed: Arc<AtomicBool>,
}

/// What is kept in files from one start to the next.
#[derive(Clone, Debug)]
struct Notes {
    /// Exists while folders are being opened, and names them: left behind only by a program that did not finish opening
    /// them.
    opening: PathBuf,
    /// Lists the tablebases verified against their checksums.
    verified: PathBuf,
}

impl TablebaseTasks {
    /// `home`: the folder the program keeps its files in, if it has one.
    pub(crate) fn new(ctx: Context, home: Option<&Path>) -> TablebaseTasks {
        let notes = home.map(|home| Notes {
            opening: home.join("tables-being-opened.txt"),
            verified: home.join("tables-verified.json"),
        });
        TablebaseTasks { ctx, thread: Answering::new(), notes, closed: Arc::default() }
    }

    /// Opens the tablebases of these folders in place of any others; with no folder, closes them.
    pub(crate) fn open(&mut self, folders: Vec<PathBuf>) -> Result<(), String> {
        self.send(Request::Open(folders))
    }

    /// Looks a position up.
    pub(crate) fn probe(&mut self, board: Box<Board>) -> Result<(), String> {
        self.send(Request::Probe(board))
    }

    /// Results of earlier requests, oldest first.
    pub(crate) fn poll(&self) -> Option<Done> {
        self.thread.poll()
    }

    fn send(&mut self, request: Request) -> Result<(), String> {
        let thread = Worker {
            ctx: self.ctx.clone(),
            notes: self.notes.clone(),
            closed: self.closed.clone(),
        };
        let work =
            move |requests: &Receiver<Request>, done: &Sender<Done>| thread.run(requests, done);
        self.thread.ask(("tables", ROOM), request, work).map_err(|error| match error {
            NotAsked::NoThread(error) => t!("error-thread-tables", error = error.to_string()),
            NotAsked::Busy => t!("error-tables-busy").to_owned(),
        })
    }
}

impl Drop for TablebaseTasks {
    /// Closing the window while folders are being opened does not count as a failure to open them.
    fn drop(&mut self) {
        self.closed.store(true, Ordering::SeqCst);
        if let Some(notes) = &self.notes {
            notes.forget_opening();
        }
    }
}

impl Notes {
    /// Whether the last attempt to open these folders was interrupted; reported only once.
    fn was_interrupted(&self, folders: &[PathBuf]) -> bool {
        let interrupted = regular_file::read(&self.opening, MAX_BYTES)
            .is_ok_and(|left| left == in_lines(folders));
        if interrupted {
            self.forget_opening();
        }
        interrupted
    }

    fn begin_opening(&self, folders: &[PathBuf]) {
        // If nothing can be written, a failed start cannot be told from any other.
        if self.opening.parent().is_some_and(|home| fs::create_dir_all(home).is_ok()) {
            whole_file::write_bytes(&self.opening, &in_lines(folders)).unwrap_or_default();
        }
    }

    fn forget_opening(&self) {
        fs::remove_file(&self.opening).unwrap_or_default();
    }
}

/// Folder names as saved in a note.
fn in_lines(folders: &[PathBuf]) -> Vec<u8> {
    let names: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    names.join("\n").into_bytes()
}

/// State of the thread.
struct Worker {
    ctx: Context,
    notes: Option<Notes>,
    closed: Arc<AtomicBool>,
}

impl Worker {
    /// Works until the handle is dropped.
    fn run(&self, requests: &Receiver<Request>, outbox: &Sender<Done>) {
        let mut open: Option<Arc<Syzygy>> = None;
        while let Ok(request) = requests.recv() {
            let done = match request {
                Request::Open(folders) => {
                    open = None;
                    if folders.is_empty() {
                        continue;
                    }
                    let (news, opened) = self.open(folders);
                    open = opened.map(Arc::new);
                    Done { news, tables: open.clone() }
                }
                Request::Probe(board) => {
                    let none = Err(ProbeError::Closed);
                    let found = open.as_ref().map_or(none, |tables| look_up(tables, &board));
                    Done { news: TablesNews::Answer { board, found }, tables: None }
                }
            };
            let opened = match (&done.news, &done.tables) {
                (TablesNews::Opened { folders, .. }, Some(tables)) => {
                    Some((folders.clone(), Arc::downgrade(tables)))
                }
                _ => None,
            };
            if outbox.send(done).is_err() {
                break;
            }
            self.ctx.request_repaint();
            if let Some((folders, tables)) = opened {
                self.verify(folders, tables, outbox.clone());
            }
        }
    }

    /// Opens folders, unless the last attempt at them never finished.
    fn open(&self, folders: Vec<PathBuf>) -> (TablesNews, Option<Syzygy>) {
        if self.notes.as_ref().is_some_and(|notes| notes.was_interrupted(&folders)) {
            let error = t!("error-tables-interrupted").to_owned();
            return (TablesNews::Refused { folders, error }, None);
        }
        if let Some(notes) = &self.notes {
            notes.begin_opening(&folders);
            // A window that closed in between has removed the note before it was written.
            if self.closed.load(Ordering::SeqCst) {
                notes.forget_opening();
            }
        }
        let opened = Syzygy::open(&folders);
        if let Some(notes) = &self.notes {
            notes.forget_opening();
        }
        (opened_news(folders, opened.as_ref()), opened.ok())
    }

    /// Compares the larger tables with their checksums, on a thread of its own that nobody waits for.
    fn verify(&self, folders: Vec<PathBuf>, tables: Weak<Syzygy>, outbox: Sender<Done>) {
        let Some(kept) = self.notes.as_ref().map(|notes| notes.verified.clone()) else { return };
        let (ctx, closed) = (self.ctx.clone(), self.closed.clone());
        let work = move || {
            let Some(open) = tables.upgrade() else { return };
            // If the tablebases have been replaced, this thread holds the only reference.
            let stop = || closed.load(Ordering::Relaxed) || Arc::strong_count(&open) == 1;
            let refused = open.verify(&kept, &stop);
            if let Some(error) = refused_in_words(&refused) {
                let news = TablesNews::Damaged { folders, error };
                if outbox.send(Done { news, tables: None }).is_ok() {
                    ctx.request_repaint();
                }
            }
        };
        // Without a thread nothing is verified, and the tables are used as they are.
        drop(std::thread::Builder::new().name("tables-verify".to_owned()).spawn(work));
    }
}

/// How the opening went.
fn opened_news(folders: Vec<PathBuf>, opened: Result<&Syzygy, &SyzygyError>) -> TablesNews {
    match opened {
        Ok(open) => TablesNews::Opened {
            folders,
            tables: open.tables(),
            most_men: open.most_men(),
            damaged: refused_in_words(open.refused()),
        },
        Err(error) => TablesNews::Refused { folders, error: error.to_string() },
    }
}

fn look_up(tables: &Syzygy, board: &Board) -> Result<TableResult, ProbeError> {
    Ok(TableResult { here: tables.probe(board)?, moves: tables.moves(board)? })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// The next piece of news.
    fn news(tasks: &TablebaseTasks) -> TablesNews {
        let begin = Instant::now();
        loop {
            if let Some(done) = tasks.poll() {
                return done.news;
            }
            assert!(begin.elapsed() < Duration::from_mins(1), "no answer within a minute");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_folder_without_tables_is_refused_in_words() {
        let mut tasks = TablebaseTasks::new(Context::default(), None);
        let folder = tempfile::tempdir().unwrap();
        tasks.open(vec![folder.path().to_owned()]).unwrap();
        tasks.probe(Box::new(Board::start())).unwrap();
        let first = news(&tasks);
        let TablesNews::Refused { error, .. } = &first else { panic!("{first:?}") };
        let paths = folder.path().display().to_string();
        assert_eq!(*error, t!("error-table-none", paths = paths));
        assert!(matches!(news(&tasks), TablesNews::Answer { found: Err(_), .. }));
    }

    /// The tables of the tests, copied into a folder.
    fn copied(folder: &Path) {
        for name in ["KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw"] {
            let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy").join(name);
            fs::copy(from, folder.join(name)).unwrap();
        }
    }

    #[test]
    fn an_opening_that_was_never_finished_is_not_tried_at_the_next_start() {
        let home = tempfile::tempdir().unwrap();
        let tables = tempfile::tempdir().unwrap();
        copied(tables.path());
        let folders = vec![tables.path().to_owned()];
        let start = || {
            let mut tasks = TablebaseTasks::new(Context::default(), Some(home.path()));
            tasks.open(folders.clone()).unwrap();
            news(&tasks)
        };
        let notes =
            TablebaseTasks::new(Context::default(), Some(home.path())).notes.clone().unwrap();
        assert!(matches!(start(), TablesNews::Opened { tables: 2, most_men: 3, .. }));
        assert!(!notes.opening.exists());
        // The state left by a program that dies meanwhile.
        notes.begin_opening(&folders);
        let first = start();
        let TablesNews::Refused { error, .. } = &first else { panic!("{first:?}") };
        assert!(error.contains("has started without them"), "{error}");
        assert!(matches!(start(), TablesNews::Opened { .. }), "the one after that tries again");
        // Other folders than those are opened.
        notes.begin_opening(&[home.path().to_owned()]);
        assert!(matches!(start(), TablesNews::Opened { .. }));
    }

    #[test]
    fn one_damaged_table_is_named_and_the_rest_is_used() {
        let tables = tempfile::tempdir().unwrap();
        copied(tables.path());
        let path = tables.path().join("KPvK.rtbw");
        let mut bytes = fs::read(&path).unwrap();
        bytes[131] = 3;
        fs::write(&path, bytes).unwrap();
        let mut tasks = TablebaseTasks::new(Context::default(), None);
        tasks.open(vec![tables.path().to_owned()]).unwrap();
        let first = news(&tasks);
        let TablesNews::Opened { tables: 1, damaged: Some(words), .. } = &first else {
            panic!("{first:?}")
        };
        assert!(words.contains("KPvK.rtbw: "), "{words}");
        let rook = Board::from_fen("4k3/8/4K3/8/8/8/8/R7 w - - 0 1").unwrap();
        tasks.probe(Box::new(rook)).unwrap();
        let answer = news(&tasks);
        assert!(matches!(answer, TablesNews::Answer { found: Ok(_), .. }), "{answer:?}");
    }
}

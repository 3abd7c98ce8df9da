//! Threads that open tablebases and probe them: a disk can be slow, and so can a probe while the engine uses the same
//! tablebases.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use tabia_app::action::Action;
use tabia_app::library::tables::{TableResult, TablesNews};
use tabia_chess::Board;
use tabia_games::tablebase::{ProbeError, Syzygy, SyzygyError, refused_in_words};
use tabia_games::{regular_file, whole_file};
use tabia_text::t;

use crate::gui::background::thread::{Outbox, lock};

/// Largest note file that is read, bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The tablebases of some folders, once they are open. Threads that hold the only reference work for folders that have
/// been replaced, or for a window that has been closed.
type Slot = Arc<OnceLock<Arc<Syzygy>>>;

/// The tablebases opened last, and threads that work for them.
#[derive(Debug)]
pub(crate) struct TablebaseTasks {
    outbox: Outbox,
    slot: Slot,
    opener: Opener,
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
    pub(crate) fn new(outbox: Outbox, home: Option<&Path>) -> TablebaseTasks {
        let notes = home.map(|home| Notes {
            opening: home.join("tables-being-opened.txt"),
            verified: home.join("tables-verified.json"),
        });
        let opener = Opener { notes, turn: Arc::default() };
        TablebaseTasks { outbox, slot: Arc::default(), opener }
    }

    /// The tablebases that are open.
    pub(crate) fn tables(&self) -> Option<Arc<Syzygy>> {
        self.slot.get().cloned()
    }

    /// Opens the tablebases of these folders in place of any others; with no folder, closes them.
    pub(crate) fn open(&mut self, folders: Vec<PathBuf>) {
        self.slot = Arc::default();
        if folders.is_empty() {
            return;
        }
        let (outbox, opener, slot) =
            (self.outbox.clone(), self.opener.clone(), Arc::clone(&self.slot));
        let of_failure = folders.clone();
        let work = move || {
            outbox.send(Action::Tables(opener.open(&folders, &slot)?));
            opener.verify(folders, &slot).map(Action::Tables)
        };
        self.outbox.start("tables", work, move |error| {
            Action::Tables(TablesNews::Refused { folders: of_failure.clone(), error })
        });
    }

    /// Looks a position up.
    pub(crate) fn probe(&self, board: Board) {
        let slot = Arc::clone(&self.slot);
        let answer =
            move |found| Action::Tables(TablesNews::Answer { board: Box::new(board), found });
        let work = move || {
            let tables = slot.get().ok_or(ProbeError::Closed);
            Some(answer(tables.and_then(|tables| look_up(tables, &board))))
        };
        self.outbox
            .start("tables-probe", work, move |error| answer(Err(ProbeError::NotAsked(error))));
    }
}

impl Drop for TablebaseTasks {
    /// Closing the window while folders are being opened does not count as a failure to open them.
    fn drop(&mut self) {
        self.slot = Arc::default();
        if let Some(notes) = &self.opener.notes {
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

/// Opens folders on a thread.
#[derive(Clone, Debug)]
struct Opener {
    notes: Option<Notes>,
    /// Held while folders are opened: the note names only those of one thread.
    turn: Arc<Mutex<()>>,
}

impl Opener {
    /// Opens folders, unless the last attempt at them never finished. `None`: they have been replaced.
    fn open(&self, folders: &[PathBuf], slot: &Slot) -> Option<TablesNews> {
        let _turn = lock(&self.turn);
        if is_left(slot) {
            return None;
        }
        if self.notes.as_ref().is_some_and(|notes| notes.was_interrupted(folders)) {
            let error = t!("error-tables-interrupted").to_owned();
            return Some(TablesNews::Refused { folders: folders.to_vec(), error });
        }
        if let Some(notes) = &self.notes {
            notes.begin_opening(folders);
            // A window that closed in between has removed the note before it was written.
            if is_left(slot) {
                notes.forget_opening();
            }
        }
        let opened = Syzygy::open(folders);
        if let Some(notes) = &self.notes {
            notes.forget_opening();
        }
        let news = opened_news(folders.to_vec(), opened.as_ref());
        if let Ok(opened) = opened {
            slot.get_or_init(|| Arc::new(opened));
        }
        Some(news)
    }

    /// Compares the larger tables with their checksums. Nobody waits for it.
    fn verify(&self, folders: Vec<PathBuf>, slot: &Slot) -> Option<TablesNews> {
        let (notes, open) = (self.notes.as_ref()?, slot.get()?);
        let refused = open.verify(&notes.verified, &|| is_left(slot));
        refused_in_words(&refused).map(|error| TablesNews::Damaged { folders, error })
    }
}

/// Whether nobody waits any more for what a thread does with this slot.
fn is_left(slot: &Slot) -> bool {
    Arc::strong_count(slot) == 1
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
    use std::time::Duration;

    use crossbeam_channel::Receiver;
    use eframe::egui::Context;

    use super::*;

    fn tasks(home: Option<&Path>) -> (TablebaseTasks, Receiver<Action>) {
        let (outbox, actions) = Outbox::new(Context::default());
        (TablebaseTasks::new(outbox, home), actions)
    }

    /// The next piece of news.
    fn news(actions: &Receiver<Action>) -> TablesNews {
        match actions.recv_timeout(Duration::from_mins(1)).unwrap() {
            Action::Tables(news) => news,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_a_thread_there_is_an_answer_too() {
        let (mut tasks, actions) = tasks(None);
        tasks.outbox = tasks.outbox.without_threads();
        tasks.open(vec![PathBuf::from("x")]);
        assert!(matches!(news(&actions), TablesNews::Refused { .. }));
        tasks.probe(Board::start());
        let answer = news(&actions);
        let TablesNews::Answer { found: Err(ProbeError::NotAsked(_)), .. } = answer else {
            panic!("{answer:?}")
        };
    }

    #[test]
    fn folders_that_were_replaced_are_not_opened() {
        let (mut tasks, actions) = tasks(None);
        let folder = tempfile::tempdir().unwrap();
        copied(folder.path());
        let turn = Arc::clone(&tasks.opener.turn);
        let held = turn.lock().unwrap();
        tasks.open(vec![PathBuf::from("replaced")]);
        tasks.open(vec![folder.path().to_owned()]);
        drop(held);
        assert!(matches!(news(&actions), TablesNews::Opened { .. }));
        assert!(tasks.tables().is_some());
        tasks.open(Vec::new());
        assert!(tasks.tables().is_none());
        drop(tasks);
        assert!(actions.recv_timeout(Duration::from_mins(1)).is_err(), "and nothing else");
    }

    #[test]
    fn a_folder_without_tables_is_refused_in_words() {
        let (mut tasks, actions) = tasks(None);
        let folder = tempfile::tempdir().unwrap();
        tasks.open(vec![folder.path().to_owned()]);
        let first = news(&actions);
        let TablesNews::Refused { error, .. } = &first else { panic!("{first:?}") };
        let paths = folder.path().display().to_string();
        assert_eq!(*error, t!("error-table-none", paths = paths));
        tasks.probe(Board::start());
        assert!(matches!(news(&actions), TablesNews::Answer { found: Err(_), .. }));
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
            let (mut tasks, actions) = tasks(Some(home.path()));
            tasks.open(folders.clone());
            news(&actions)
        };
        let notes = tasks(Some(home.path())).0.opener.notes.clone().unwrap();
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
        let (mut tasks, actions) = tasks(None);
        tasks.open(vec![tables.path().to_owned()]);
        let first = news(&actions);
        let TablesNews::Opened { tables: 1, damaged: Some(words), .. } = &first else {
            panic!("{first:?}")
        };
        assert!(words.contains("KPvK.rtbw: "), "{words}");
        let rook = Board::from_fen("4k3/8/4K3/8/8/8/8/R7 w - - 0 1").unwrap();
        tasks.probe(rook);
        let answer = news(&actions);
        assert!(matches!(answer, TablesNews::Answer { found: Ok(_), .. }), "{answer:?}");
    }
}

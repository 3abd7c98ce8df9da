//! File dialogs of the system and reading what was picked, dropped or pasted in bulk, each on a thread of
//! its own: a dialog blocks, and so may a slow disk or a text of a hundred thousand games. The window asks
//! `poll` once a frame.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crossbeam_channel::{Receiver, Sender, bounded};
use eframe::egui::Context;

use crate::app::explorer::OpenBook;
use crate::app::open::{self, Opened, Progress};

/// What became of a dialog, a dropped file or a large text.
#[derive(Debug)]
pub enum FileNews {
    /// A text was read.
    Read(Box<Opened>),
    /// A text was written here.
    Written(PathBuf),
    /// A Polyglot book was read, or could not be, and what was mended.
    Book(Result<OpenBook, String>, Vec<String>),
    /// A folder of endgame tables was picked.
    TableFolder(PathBuf),
    /// It did not work, in words.
    Failed(String),
}

/// A text on its way and where it comes from; gone when its reader is.
type Reading = (String, Weak<Progress>);

/// Where threads leave their news.
#[derive(Clone, Debug)]
struct Desk {
    send: Sender<FileNews>,
    readings: Arc<Mutex<Vec<Reading>>>,
    ctx: Context,
}

/// Open dialogs and files on their way.
#[derive(Debug)]
pub struct Files {
    desk: Desk,
    news: Receiver<FileNews>,
}

impl Files {
    /// Nothing on its way yet; `ctx` is woken when something arrives.
    pub fn new(ctx: Context) -> Files {
        let (send, news) = bounded(8);
        Files { desk: Desk { send, readings: Arc::default(), ctx }, news }
    }

    /// What arrived, oldest first.
    pub fn poll(&self) -> Option<FileNews> {
        self.news.try_recv().ok()
    }

    /// The text being read and how much of it is done, 0 to 1.
    pub fn reading(&self) -> Option<(String, f32)> {
        let mut readings = self.desk.readings.lock().unwrap_or_else(PoisonError::into_inner);
        readings.retain(|(_, progress)| progress.strong_count() > 0);
        let (name, progress) = readings.first()?;
        Some((name.clone(), progress.upgrade()?.share()))
    }

    /// Gives up whatever is being read.
    pub fn cancel(&self) {
        let readings = self.desk.readings.lock().unwrap_or_else(PoisonError::into_inner);
        for progress in readings.iter().filter_map(|(_, progress)| progress.upgrade()) {
            progress.cancel();
        }
    }

    /// Lets the user pick a file and reads it.
    pub fn pick_to_open(&self) {
        self.start(|desk| {
            let picked = rfd::FileDialog::new()
                .set_title("Open a game or position")
                .add_filter("Games and positions", &["pgn", "fen", "epd", "txt", "bin"])
                .add_filter("All files", &["*"])
                .pick_file()?;
            desk.read(&picked)
        });
    }

    /// Lets the user pick a Polyglot book and reads it.
    pub fn pick_book(&self) {
        self.start(|desk| {
            let dialog = rfd::FileDialog::new().set_title("Open a Polyglot book");
            desk.read(&dialog.add_filter("Polyglot books", &["bin"]).pick_file()?)
        });
    }

    /// Reads a file, for instance one dropped on the window.
    pub fn open(&self, path: PathBuf) {
        self.start(move |desk| desk.read(&path));
    }

    /// Finds out what a large text is.
    pub fn take(&self, source: String, text: String) {
        self.start(move |desk| {
            let progress = desk.begin(source.clone());
            Opened::watched(source, text, &progress).map(|opened| FileNews::Read(opened.into()))
        });
    }

    /// Lets the user pick where to write `text`, and writes it beside and renamed into place.
    pub fn pick_to_save(&self, suggested: String, text: String) {
        self.start(move |_| {
            let picked = rfd::FileDialog::new()
                .set_title("Save the game")
                .set_file_name(suggested)
                .add_filter("PGN", &["pgn"])
                .save_file()?;
            Some(match crate::app::store::write_atomically(&picked, &text) {
                Ok(()) => FileNews::Written(picked),
                Err(error) => {
                    FileNews::Failed(format!("Could not write {}: {error}", picked.display()))
                }
            })
        });
    }

    /// Lets the user pick a folder of endgame tables.
    pub fn pick_table_folder(&self) {
        self.start(|_| {
            let dialog = rfd::FileDialog::new().set_title("A folder of Syzygy tables");
            Some(FileNews::TableFolder(dialog.pick_folder()?))
        });
    }

    fn start(&self, work: impl FnOnce(&Desk) -> Option<FileNews> + Send + 'static) {
        let desk = self.desk.clone();
        let thread = std::thread::Builder::new().name("dialog".to_owned()).spawn(move || {
            if let Some(news) = work(&desk) {
                drop(desk.send.send(news));
            }
            desk.ctx.request_repaint();
        });
        if let Err(error) = thread {
            let news = FileNews::Failed(format!("No thread for a dialog: {error}"));
            drop(self.desk.send.try_send(news));
        }
    }
}

impl Desk {
    /// Notes that a text is on its way, as long as the progress is held.
    fn begin(&self, source: String) -> Arc<Progress> {
        let progress = Arc::new(Progress::default());
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        readings.push((source, Arc::downgrade(&progress)));
        self.ctx.request_repaint();
        progress
    }

    fn read(&self, path: &Path) -> Option<FileNews> {
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin")) {
            let (opened, mended) = OpenBook::read(path);
            return Some(FileNews::Book(opened, mended));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let progress = self.begin(name);
        match open::file(path, &progress) {
            Ok(opened) => opened.map(|opened| FileNews::Read(opened.into())),
            Err(error) => {
                Some(FileNews::Failed(format!("Could not read {}: {error}", path.display())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_missing_file_is_told_of_by_name() {
        let files = Files::new(Context::default());
        files.open(PathBuf::from("no-such-folder/x.pgn"));
        let news = files.news.recv_timeout(Duration::from_mins(1)).unwrap();
        assert!(matches!(news, FileNews::Failed(text) if text.contains("x.pgn")));
        assert!(files.reading().is_none());
    }

    #[test]
    fn what_is_being_read_has_a_name_and_can_be_given_up() {
        let files = Files::new(Context::default());
        let progress = files.desk.begin("large.pgn".to_owned());
        assert_eq!(files.reading(), Some(("large.pgn".to_owned(), 0.0)));
        files.cancel();
        assert!(Opened::watched(String::new(), "1. e4 *".to_owned(), &progress).is_none());
        drop(progress);
        assert_eq!(files.reading(), None);
    }
}

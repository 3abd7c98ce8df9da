//! File dialogs of the system, and reading files that were picked or dropped and large texts that were pasted, each on
//! its own thread: a dialog blocks, and so may a slow disk or a text of a hundred thousand games. The window calls
//! `poll` once a frame. Lists of games are searched and games written here too, for the same reason.

use std::fs::{File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::Receiver;
use eframe::egui::{ColorImage, Context};

use tabia_app::action::{Action, EngineAction, GamesAction, LabAction, ResultsAction};
use tabia_app::library::collection::{
    ExploreRequest, GameText, ListRequest, PickedFile, ReadRequest, SaveListRequest, SaveTo,
    WriteRequest, WriteResult,
};
use tabia_app::library::explorer::OpenBook;
use tabia_app::library::open::{self, Opened, Progress};
use tabia_app::library::own::{self, KeepRequest, OwnGameAdded};
use tabia_app::library::removed::{ChangeRequest, Changed};
use tabia_app::results::read::ResultsRequest;
use tabia_app::training::openings::{RepertoireRead, RepertoireRequest};
use tabia_app::training::progress::ProgressRead;
use tabia_app::training::puzzle_file::PuzzlesRead;
use tabia_app::window::notation::Notation;
use tabia_games::collection::file;
use tabia_games::export::diagram::Style;
use tabia_games::export::job::Job;
use tabia_games::{printable, whole_file};
use tabia_lab::page::Worksheet;
use tabia_lab::tree_file::TreeFormat;
use tabia_lab::tree_index::RecordedTree;
use tabia_text::t;

use crate::gui::background::pick::{Pick, Picker};
use crate::gui::background::thread::{Outbox, lock, renewed};
use crate::gui::headless::export::{self, BoardPainter};
use crate::gui::headless::view::ViewJob;

/// A task under way, in words; gone when its thread is.
type Reading = (String, Weak<Progress>);

/// Where threads put their news.
#[derive(Clone, Debug)]
struct TaskContext {
    picker: Picker,
    outbox: Outbox,
    readings: Arc<Mutex<Vec<Reading>>>,
}

/// Open dialogs and files being read or written.
#[derive(Debug)]
pub(crate) struct Files {
    context: TaskContext,
    news: Receiver<Action>,
    /// Stops the running search for rows.
    listing: Arc<AtomicBool>,
    /// Stops the running search for moves.
    exploring: Arc<AtomicBool>,
    /// Stops the running evaluation of results.
    reading_results: Arc<AtomicBool>,
    /// Ends the reading of a repertoire.
    reading_repertoire: Arc<AtomicBool>,
    /// The thread that writes, or reads lists between writes: the last of a queue in which each waits for the one
    /// before.
    writer: Option<JoinHandle<()>>,
}

impl Files {
    /// Starts with no task; `ctx` is woken when something arrives.
    pub(crate) fn new(ctx: Context) -> Files {
        let (outbox, news) = Outbox::new(ctx);
        let picker = Picker::new(outbox.clone());
        let context = TaskContext { picker, outbox, readings: Arc::default() };
        let (listing, exploring) = (Arc::default(), Arc::default());
        let (reading_results, reading_repertoire) = (Arc::default(), Arc::default());
        Files {
            context,
            news,
            listing,
            exploring,
            reading_results,
            reading_repertoire,
            writer: None,
        }
    }

    /// Asks the user for files, on behalf of other threads.
    pub(crate) fn picker(&self) -> &Picker {
        &self.context.picker
    }

    /// Where other tasks put their news.
    pub(crate) fn outbox(&self) -> &Outbox {
        &self.context.outbox
    }

    /// News of these and other tasks, oldest first.
    pub(crate) fn poll(&self) -> Option<Action> {
        self.news.try_recv().ok()
    }

    /// What is being read or written, in words, and how much of it is done, 0 to 1. Of several, the one begun first.
    pub(crate) fn reading(&self) -> Option<(String, f32)> {
        let (name, progress) = self.readings().into_iter().next()?;
        Some((name, progress.share()))
    }

    /// Waits for everything queued for writing, and returns the news until then. Cancels whatever is being read.
    pub(crate) fn wait_for_writer(&mut self) -> Vec<Action> {
        if let Some(writer) = self.writer.take() {
            while !writer.is_finished() {
                // What waits behind a write begins only now.
                self.readings().iter().for_each(|(_, progress)| progress.cancel());
                std::thread::sleep(Duration::from_millis(1));
            }
            drop(writer.join());
        }
        std::iter::from_fn(|| self.poll()).collect()
    }

    /// Cancels what `reading` names.
    pub(crate) fn cancel(&self) {
        if let Some((_, progress)) = self.readings().first() {
            progress.cancel();
        }
    }

    /// Whatever is being read or written, in the order in which it was begun.
    fn readings(&self) -> Vec<(String, Arc<Progress>)> {
        let mut readings = lock(&self.context.readings);
        readings.retain(|(_, progress)| progress.strong_count() > 0);
        let held = |(name, progress): &Reading| Some((name.clone(), progress.upgrade()?));
        readings.iter().filter_map(held).collect()
    }

    /// Lets the user pick a file and reads it.
    pub(crate) fn pick_to_open(&self) {
        self.start("file-dialog", |task| {
            let pick = Pick::file(t!("library-dialog-open"))
                .kind(t!("library-files-games"), &["pgn", "fen", "epd", "txt", "bin"])
                .kind(t!("library-files-all"), &["*"]);
            task.read(&task.picker.pick(pick)?)
        });
    }

    /// Lets the user pick a file and writes a recorded tree there: as JSON lines if the name has that extension, else
    /// as comma-separated values.
    pub(crate) fn save_tree(&self, recorded: Arc<RecordedTree>) {
        self.start("file-dialog", move |task| {
            let pick = Pick::new_file(t!("library-dialog-tree"), "tree.csv".to_owned())
                .kind("CSV", &["csv"])
                .kind("JSON Lines", &["jsonl"]);
            let path = task.picker.pick(pick)?;
            let json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"));
            let format = if json { TreeFormat::JsonLines } else { TreeFormat::Csv };
            task.export(path, |path, go_on| recorded.write(path, format, go_on))
        });
    }

    /// Lets the user pick a file and writes a sheet of questions there.
    pub(crate) fn save_worksheet(&self, sheet: Worksheet) {
        let name = printable::file_name(&format!("{} - {}", t!("worksheet-file"), sheet.file));
        let notation = Notation::current();
        self.save_text(&name, "html", move || {
            sheet.page(&Style::default(), &|text| notation.write(text))
        });
    }

    /// Lets the user pick a file with this name and extension, and writes a text there.
    pub(crate) fn save_text(
        &self,
        name: &str,
        ending: &'static str,
        text: impl FnOnce() -> String + Send + 'static,
    ) {
        self.export_to((name, ending), move |path, _| {
            let failed = |error: io::Error| {
                let path = path.display().to_string();
                t!("error-write", error = error.to_string(), path = path)
            };
            whole_file::write_bytes(path, text().as_bytes()).map_err(failed).map(|()| true)
        });
    }

    /// Lets the user pick a file with this name and extension, and writes there. It can be cancelled like the reading
    /// of a text.
    fn export_to(
        &self,
        (name, ending): (&str, &'static str),
        write: impl FnOnce(&Path, &mut dyn FnMut(f32) -> bool) -> Result<bool, String> + Send + 'static,
    ) {
        let name = format!("{name}.{ending}");
        self.start("file-dialog", move |task| {
            let pick = Pick::new_file(t!("library-dialog-export"), name);
            let path = task.picker.pick(pick.kind(ending.to_uppercase(), &[ending]))?;
            task.export(path, write)
        });
    }

    /// Lets the user pick a file of positions on which to compare two search configurations.
    pub(crate) fn pick_positions(&self) {
        self.start("file-dialog", |task| {
            let pick = Pick::file(t!("library-dialog-positions"))
                .kind(t!("library-files-positions"), &["epd", "fen", "txt"])
                .kind(t!("library-files-all"), &["*"]);
            Some(Action::Lab(LabAction::ComparePositions(task.picker.pick(pick)?)))
        });
    }

    /// Lets the user pick a file of puzzles and reads it.
    pub(crate) fn pick_puzzles(&self) {
        self.start("file-dialog", |task| {
            let pick = Pick::file(t!("training-puzzles-title"))
                .kind(t!("library-files-positions"), &["epd", "fen", "txt"])
                .kind(t!("library-files-all"), &["*"]);
            let path = task.picker.pick(pick)?;
            Some(Action::PuzzlesRead(PuzzlesRead::of(path, true).into()))
        });
    }

    /// Reads the file of puzzles of an earlier run.
    pub(crate) fn read_puzzles(&self, path: PathBuf) {
        self.start("file-reader", move |_| {
            Some(Action::PuzzlesRead(PuzzlesRead::of(path, false).into()))
        });
    }

    /// Lets the user pick a file of training progress and reads it.
    pub(crate) fn pick_progress(&self) {
        self.start("file-dialog", |task| {
            let pick = Pick::file(t!("training-load-title"))
                .kind("JSON", &["json"])
                .kind(t!("library-files-all"), &["*"]);
            Some(Action::ProgressRead(ProgressRead::of(&task.picker.pick(pick)?).into()))
        });
    }

    /// Lets the user pick a Polyglot book and reads it.
    pub(crate) fn pick_book(&self) {
        self.start("file-dialog", |task| {
            let pick = Pick::file(t!("library-dialog-book"));
            task.read(&task.picker.pick(pick.kind(t!("library-files-books"), &["bin"]))?)
        });
    }

    /// Reads a file, for instance one dropped on the window.
    pub(crate) fn open(&self, path: PathBuf) {
        self.start("file-reader", move |task| task.read(&path));
    }

    /// Reads a file of games again after all queued writes, so that no state from before the last write arrives after
    /// it. Only a list already shown is updated.
    pub(crate) fn read_list(&mut self, path: PathBuf) {
        let work = move |task: &TaskContext| match task.read(&path) {
            Some(Action::Opened(opened)) => {
                Some(Action::Opened(Opened { quietly: true, ..*opened }.into()))
            }
            other => other,
        };
        self.in_order("file-reader", work, Action::Failed);
    }

    /// The same, to be shown as a list, however few games there are. `filter`: the filter of the list.
    pub(crate) fn open_list(&mut self, path: PathBuf, filter: String) {
        let work = move |task: &TaskContext| match task.read(&path) {
            Some(Action::Opened(opened)) => {
                Some(Action::Opened(Opened { as_list: true, filter, ..*opened }.into()))
            }
            other => other,
        };
        self.in_order("file-reader", work, Action::Failed);
    }

    /// Reads the user's results from the file of the user's own games. Cancels the request before.
    pub(crate) fn read_results(&mut self, path: Option<PathBuf>, request: ResultsRequest) {
        let (stop, ticket) = (renewed(&mut self.reading_results), request.ticket);
        let work =
            move |_: &TaskContext| request.answer(path.as_deref(), &stop).map(Action::Results);
        self.start_or("results-reader", work, move |error| {
            Action::Results(ResultsAction::Read { ticket, read: Err(error) })
        });
    }

    pub(crate) fn read_repertoire(&mut self, request: RepertoireRequest) {
        let stop = renewed(&mut self.reading_repertoire);
        let (ticket, side) = (request.ticket, request.side);
        let work = move |_: &TaskContext| request.answer(&stop).map(Action::RepertoireRead);
        self.start_or("repertoire-reader", work, move |error| {
            Action::RepertoireRead(RepertoireRead { ticket, side, tree: Err(error) })
        });
    }

    /// Puts the file of the user's own games aside, after all queued writes.
    pub(crate) fn put_own_games_aside(&mut self, path: PathBuf) {
        let news = |done| Action::Results(ResultsAction::PutAside(done));
        let work = move |_: &TaskContext| Some(news(own::put_aside(&path)));
        self.in_order("game-writer", work, move |error| news(Err(error)));
    }

    /// Reads files that were dropped on the window, in their order. A program is offered as an engine and not started.
    pub(crate) fn open_dropped(&self, paths: Vec<PathBuf>) {
        self.start("file-reader", move |task| {
            for path in paths {
                let news = if is_program(&path) {
                    Some(Action::Engines(EngineAction::Offer(path)))
                } else {
                    task.read(&path)
                };
                if let Some(news) = news {
                    task.outbox.send(news);
                }
            }
            None
        });
    }

    /// Finds out what a large text is.
    pub(crate) fn take(&self, source: String, text: String) {
        self.start("text-reader", move |task| {
            let progress = task.begin(t!("library-reading", name = source.as_str()));
            Opened::watched(source, &text, &progress).map(|opened| Action::Opened(opened.into()))
        });
    }

    /// Finds the rows of a list of games. Cancels the request before.
    pub(crate) fn list(&mut self, request: ListRequest) {
        let stop = renewed(&mut self.listing);
        self.start("game-lister", move |_| request.answer(&stop).map(Action::Games));
    }

    /// Finds the moves played from a position. Cancels the request before.
    pub(crate) fn explore(&mut self, request: ExploreRequest) {
        let stop = renewed(&mut self.exploring);
        self.start("explorer", move |_| request.answer(&stop).map(Action::Games));
    }

    pub(crate) fn read_game(&self, request: ReadRequest) {
        self.start("game-reader", move |_| {
            let found = request.origin.read(&request.place).map(Box::new);
            Some(Action::Games(GamesAction::Read { request: request.into(), found }))
        });
    }

    /// Lets the user pick a folder of tablebases.
    pub(crate) fn pick_table_folder(&self) {
        self.start("file-dialog", |task| {
            Some(Action::TableFolder(task.picker.pick(Pick::folder(t!("library-dialog-tables")))?))
        });
    }

    /// Lets the user pick a file and writes a game or a position there.
    pub(crate) fn export(&self, job: Job, suggested: &str) {
        let ending = job.kind.extension();
        self.export_to((suggested, ending), move |path, go_on| export::write(&job, path, go_on));
    }

    /// Lets the user pick a file and writes the games of a list there.
    pub(crate) fn save_list(&self, list: SaveListRequest) {
        let name = t!("library-list-file");
        self.export_to((name, "pgn"), move |path, go_on| list.write(path, go_on));
    }

    /// Puts a picture of a position into the clipboard.
    pub(crate) fn copy_picture(&self, job: Job) {
        self.start("picture", move |task| {
            let picture = BoardPainter::new(&job).picture(&job.tree, job.node);
            let size = [picture.width() as usize, picture.height() as usize];
            task.outbox
                .ctx()
                .copy_image(ColorImage::from_rgba_unmultiplied(size, picture.as_raw()));
            Some(Action::Games(GamesAction::PictureCopied))
        });
    }

    /// Lets the user pick a file and writes a view there.
    pub(crate) fn export_view(&self, job: ViewJob, suggested: &str) {
        self.export_to((suggested, job.extension()), move |path, go_on| job.write(path, go_on));
    }

    pub(crate) fn write_game(&mut self, request: WriteRequest) {
        let news = |wrote: WriteResult| GamesAction::Wrote(wrote.into());
        self.write(
            request,
            move |request| news(request.carry_out()),
            move |request, error| news(request.failed(error)),
        );
    }

    /// Adds a game to the file of the user's own games.
    pub(crate) fn keep_game(&mut self, path: PathBuf, request: KeepRequest) {
        let news = |kept: OwnGameAdded| GamesAction::GameKept(kept.into());
        let file = path.clone();
        self.write(
            request,
            move |request| news(request.carry_out(&path)),
            move |request, error| {
                news(OwnGameAdded { request, path: file.clone(), done: Err(error) })
            },
        );
    }

    /// Changes a file of games.
    pub(crate) fn change_file(&mut self, request: ChangeRequest) {
        let news = |changed: Changed| Action::Games(GamesAction::Changed(changed.into()));
        let again = request.clone();
        let work = move |task: &TaskContext| {
            let name = request.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let progress = task.begin(t!("library-writing", name = name));
            Some(news(request.carry_out(&mut |share| progress.advance(share))))
        };
        self.in_order("game-writer", work, move |error| {
            news(Changed { request: again.clone(), done: Err(error) })
        });
    }

    /// Writes something, after all queued writes. `failed`: the news if the write panics or cannot be started.
    fn write<R: Clone + Send + Sync + 'static>(
        &mut self,
        request: R,
        work: impl FnOnce(R) -> GamesAction + Send + 'static,
        failed: impl Fn(R, String) -> GamesAction + Send + Sync + 'static,
    ) {
        let again = request.clone();
        let work = move |_: &TaskContext| Some(Action::Games(work(request)));
        self.in_order("game-writer", work, move |error| {
            Action::Games(failed(again.clone(), error))
        });
    }

    /// Does something after everything queued in the same way.
    fn in_order(
        &mut self,
        name: &str,
        work: impl FnOnce(&TaskContext) -> Option<Action> + Send + 'static,
        failed: impl Fn(String) -> Action + Send + Sync + 'static,
    ) {
        let before = Arc::new(Mutex::new(self.writer.take()));
        let awaited = Arc::clone(&before);
        let work = move |task: &TaskContext| {
            let before = lock(&awaited).take();
            drop(before.map(JoinHandle::join));
            work(task)
        };
        // If it cannot be started, the next one waits for the one before instead.
        self.writer = self.start_or(name, work, failed).or_else(|| lock(&before).take());
    }

    /// Lets the user pick a file for a game.
    pub(crate) fn pick_to_save(&self, game: Box<GameText>, to: SaveTo) {
        let work = move |task: &TaskContext| {
            let (pick, new) = match to {
                SaveTo::EndOf => (Pick::file(t!("library-dialog-append")), false),
                SaveTo::New(name) => (Pick::new_file(t!("library-dialog-save"), name), true),
            };
            let Some(path) = task.picker.pick(pick.kind("PGN", &["pgn"])) else {
                return Some(Action::Games(GamesAction::NoFileToSaveTo(None)));
            };
            // A new file has no games. If they cannot be counted, nothing is overwritten.
            let counted = new.then(|| file::count_games(&path));
            let file = match counted {
                None => PickedFile::EndOf,
                Some(Ok(games)) => PickedFile::New(games),
                Some(Err(_)) if !path.exists() => PickedFile::New(0),
                Some(Err(error)) => {
                    return Some(Action::Games(GamesAction::NoFileToSaveTo(Some(
                        error.to_string(),
                    ))));
                }
            };
            Some(Action::Games(GamesAction::SaveTo { game, path, file }))
        };
        self.start_or("file-dialog", work, |error| {
            Action::Games(GamesAction::NoFileToSaveTo(Some(error)))
        });
    }

    /// Does something on its own thread with this name.
    fn start(
        &self,
        name: &str,
        work: impl FnOnce(&TaskContext) -> Option<Action> + Send + 'static,
    ) {
        self.start_or(name, work, Action::Failed);
    }

    /// The same; `failed` makes the news if the thread cannot be started or panics, as something waits for an answer.
    fn start_or(
        &self,
        name: &str,
        work: impl FnOnce(&TaskContext) -> Option<Action> + Send + 'static,
        failed: impl Fn(String) -> Action + Send + Sync + 'static,
    ) -> Option<JoinHandle<()>> {
        let task = self.context.clone();
        self.context.outbox.start(name, move || work(&task), failed)
    }
}

impl Drop for Files {
    /// Waits for games that are being written.
    fn drop(&mut self) {
        drop(self.wait_for_writer());
    }
}

impl TaskContext {
    /// Records that something is being done, in words, as long as the progress is held.
    fn begin(&self, doing: String) -> Arc<Progress> {
        let progress = Arc::new(Progress::default());
        lock(&self.readings).push((doing, Arc::downgrade(&progress)));
        self.outbox.ctx().request_repaint();
        progress
    }

    /// Writes an export; returns nothing if it was cancelled.
    fn export(
        &self,
        path: PathBuf,
        write: impl FnOnce(&Path, &mut dyn FnMut(f32) -> bool) -> Result<bool, String>,
    ) -> Option<Action> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let progress = self.begin(t!("library-writing", name = name));
        let done = match write(&path, &mut |share| progress.advance(share)) {
            Ok(true) => Ok(path),
            Ok(false) => return None,
            Err(error) => Err(error),
        };
        Some(Action::Games(GamesAction::Exported(done)))
    }

    fn read(&self, path: &Path) -> Option<Action> {
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin")) {
            let (opened, mended) = OpenBook::read(path);
            return Some(Action::BookOpened { opened, mended });
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let progress = self.begin(t!("library-reading", name = name));
        match open::file(path, &progress) {
            Ok(opened) => opened.map(|opened| Action::Opened(opened.into())),
            Err(error) => {
                let path = path.display().to_string();
                Some(Action::Failed(t!("error-read", path = path, error = error.to_string())))
            }
        }
    }
}

/// File name extensions of games and books, which are never programs.
const GAMES: [&str; 6] = ["pgn", "fen", "epd", "txt", "bin", "zst"];
/// First bytes of programs: ELF, Mach-O in its forms, scripts.
const MAGIC: [&[u8]; 6] = [
    b"\x7fELF",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"#!",
];

/// Whether a file is a program and not a file of games. It is inspected, not started.
fn is_program(path: &Path) -> bool {
    let named = |names: &[&str]| {
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        names.iter().any(|name| name.eq_ignore_ascii_case(end))
    };
    if named(&GAMES) || !path.metadata().is_ok_and(|file| file.is_file() && can_run(&file)) {
        return false;
    }
    if cfg!(windows) {
        return named(&["exe", "com", "bat", "cmd"]);
    }
    let mut first = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read(&mut first)).unwrap_or(0);
    // A Windows program also runs elsewhere if the system knows how.
    let windows = named(&["exe"]) && first.starts_with(b"MZ");
    windows || MAGIC.iter().any(|magic| first[..read].starts_with(magic))
}

#[cfg(unix)]
fn can_run(file: &Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn can_run(_: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::bounded;

    use tabia_app::library::collection::WriteKind;

    use super::*;

    #[test]
    fn a_missing_file_is_named() {
        let files = Files::new(Context::default());
        files.open(PathBuf::from("no-such-folder/x.pgn"));
        let news = files.news.recv_timeout(Duration::from_mins(1)).unwrap();
        assert!(matches!(news, Action::Failed(text) if text.contains("x.pgn")));
        assert!(files.reading().is_none());
    }

    #[test]
    fn dropped_files_are_read_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["b.pgn", "a.pgn", "none.pgn", "c.pgn"];
        let paths: Vec<PathBuf> = names.iter().map(|name| folder.path().join(name)).collect();
        std::fs::write(&paths[0], "1. e4 e5 *\n\n".repeat(2_000)).unwrap();
        for at in [1, 3] {
            std::fs::write(&paths[at], "1. d4 *\n").unwrap();
        }
        let files = Files::new(Context::default());
        files.open_dropped(paths);
        for name in names {
            let news = files.news.recv_timeout(Duration::from_mins(1)).unwrap();
            let of_it = match &news {
                Action::Opened(opened) => opened.source.contains(name),
                Action::Failed(text) => name == "none.pgn" && text.contains(name),
                _ => false,
            };
            assert!(of_it, "{name}: {news:?}");
        }
    }

    fn write(path: &Path) -> WriteRequest {
        WriteRequest {
            serial: 1,
            id: 1,
            path: path.to_owned(),
            kind: WriteKind::Create,
            text: "1. e4 *\n".to_owned(),
            unread: Vec::new(),
            convert: false,
            list: None,
        }
    }

    /// The next news, checking that there is no more.
    fn only_news(files: &Files) -> Action {
        let news = files.news.recv_timeout(Duration::from_mins(1)).unwrap();
        assert!(files.poll().is_none(), "told once");
        news
    }

    #[test]
    fn work_that_panics_tells_whoever_waits_for_it() {
        let mut files = Files::new(Context::default());
        let news = |error| Action::Games(GamesAction::NoFileToSaveTo(Some(error)));
        files.in_order("game-writer", |_| panic!("a fault"), news);
        let Action::Games(GamesAction::NoFileToSaveTo(Some(error))) = only_news(&files) else {
            panic!("another answer");
        };
        assert!(error.contains("a fault"), "{error}");
        let folder = tempfile::tempdir().unwrap();
        files.write_game(write(&folder.path().join("new.pgn")));
        let written = only_news(&files);
        assert!(matches!(written, Action::Games(GamesAction::Wrote(wrote)) if wrote.done.is_ok()));
    }

    #[test]
    fn a_thread_that_cannot_be_started_ends_the_wait_and_not_the_order() {
        let mut files = Files::new(Context::default());
        let (go_on, wait) = bounded::<()>(1);
        let first = move |_: &TaskContext| {
            let _ = wait.recv();
            None
        };
        files.in_order("game-writer", first, Action::Failed);
        let outbox = files.outbox().clone();
        files.context.outbox = outbox.without_threads();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.pgn");
        files.write_game(write(&path));
        let failed = only_news(&files);
        assert!(matches!(failed, Action::Games(GamesAction::Wrote(wrote)) if wrote.done.is_err()));
        files.context.outbox = outbox;
        files.write_game(write(&path));
        std::thread::sleep(Duration::from_millis(50));
        assert!(files.poll().is_none() && !path.exists(), "the first is still at work");
        go_on.send(()).unwrap();
        let written = only_news(&files);
        assert!(matches!(written, Action::Games(GamesAction::Wrote(wrote)) if wrote.done.is_ok()));
    }

    #[test]
    fn what_is_being_read_has_a_name_and_only_that_is_cancelled() {
        let files = Files::new(Context::default());
        let [large, other] = ["Reading large.pgn", "Reading other.pgn"]
            .map(|doing| files.context.begin(doing.to_owned()));
        assert_eq!(files.reading(), Some(("Reading large.pgn".to_owned(), 0.0)));
        files.cancel();
        assert!(Opened::watched(String::new(), "1. e4 *", &large).is_none());
        drop(large);
        assert_eq!(files.reading(), Some(("Reading other.pgn".to_owned(), 0.0)));
        assert!(other.advance(0.0), "it goes on");
        drop(other);
        assert_eq!(files.reading(), None);
    }

    #[test]
    fn what_waits_behind_a_write_does_not_delay_closing() {
        let mut files = Files::new(Context::default());
        let (send, cancelled) = bounded(2);
        for _ in 0..2 {
            let send = send.clone();
            let work = move |task: &TaskContext| {
                let progress = task.begin("Reading".to_owned());
                let goes_on = |_| {
                    std::thread::sleep(Duration::from_millis(1));
                    progress.advance(0.0)
                };
                send.send(!(0..20_000).all(goes_on)).unwrap();
                None
            };
            files.in_order("file-reader", work, Action::Failed);
        }
        drop(files);
        assert_eq!(cancelled.try_iter().collect::<Vec<_>>(), [true, true]);
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_distinguished_from_games() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let made = |name: &str, bytes: &[u8], mode: u32| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            is_program(&path)
        };
        assert!(made("engine", b"\x7fELF\x02", 0o755));
        assert!(made("engine.sh", b"#!/bin/sh\n", 0o755));
        assert!(made("engine.exe", b"MZ\x90", 0o755));
        assert!(!made("not allowed", b"\x7fELF", 0o644));
        // Some file systems mark everything as executable.
        assert!(!made("games.pgn", b"[Event \"x\"]", 0o777));
        assert!(!made("book.bin", b"#!\0\0", 0o777));
        assert!(!made("notes", b"1. e4 e5", 0o777));
        assert!(!made("empty", b"", 0o777));
        assert!(!is_program(folder.path()), "a folder");
        assert!(!is_program(&folder.path().join("gone")));
    }
}

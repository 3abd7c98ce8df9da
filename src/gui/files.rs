//! File dialogs of the system and reading what was picked or dropped, each on a thread of its own: a
//! dialog blocks, and so may a slow disk. The window asks `poll` once a frame.

use std::path::{Path, PathBuf};

use crossbeam_channel::{Receiver, Sender, bounded};
use eframe::egui::Context;

/// Largest file read into the program, bytes. A bigger one is refused with its size.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// What became of a dialog or a dropped file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileNews {
    /// A text was read.
    Read {
        /// File name without its folder.
        name: String,
        /// Its content; bytes that are not UTF-8 are read as Latin-1.
        text: String,
    },
    /// A text was written here.
    Written(PathBuf),
    /// It did not work, in words.
    Failed(String),
}

/// Open dialogs and files on their way.
#[derive(Debug)]
pub struct Files {
    send: Sender<FileNews>,
    news: Receiver<FileNews>,
    ctx: Context,
}

impl Files {
    /// Nothing on its way yet; `ctx` is woken when something arrives.
    pub fn new(ctx: Context) -> Files {
        let (send, news) = bounded(8);
        Files { send, news, ctx }
    }

    /// What arrived, oldest first.
    pub fn poll(&self) -> Option<FileNews> {
        self.news.try_recv().ok()
    }

    /// Lets the user pick a file and reads it.
    pub fn pick_to_open(&self) {
        self.start(|| {
            let picked = rfd::FileDialog::new()
                .set_title("Open a game or position")
                .add_filter("Games and positions", &["pgn", "fen", "epd", "txt"])
                .add_filter("All files", &["*"])
                .pick_file()?;
            Some(read(&picked))
        });
    }

    /// Reads a file, for instance one dropped on the window.
    pub fn open(&self, path: PathBuf) {
        self.start(move || Some(read(&path)));
    }

    /// Lets the user pick where to write `text`, and writes it beside and renamed into place.
    pub fn pick_to_save(&self, suggested: String, text: String) {
        self.start(move || {
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

    fn start(&self, work: impl FnOnce() -> Option<FileNews> + Send + 'static) {
        let (send, ctx) = (self.send.clone(), self.ctx.clone());
        let thread = std::thread::Builder::new().name("dialog".to_owned()).spawn(move || {
            if let Some(news) = work() {
                drop(send.send(news));
                ctx.request_repaint();
            }
        });
        if let Err(error) = thread {
            drop(self.send.try_send(FileNews::Failed(format!("No thread for a dialog: {error}"))));
        }
    }
}

fn read(path: &Path) -> FileNews {
    match read_text(path) {
        Ok(text) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            FileNews::Read { name, text }
        }
        Err(error) => FileNews::Failed(format!("Could not read {}: {error}", path.display())),
    }
}

/// Reads a text of bounded size; bytes that are not UTF-8 are taken as Latin-1, as old PGN files are.
///
/// # Errors
/// What the system says, or the size of a file that is too large.
pub fn read_text(path: &Path) -> std::io::Result<String> {
    let size = std::fs::metadata(path)?.len();
    if size > MAX_BYTES {
        let message = format!("{size} bytes; at most {MAX_BYTES} are read");
        return Err(std::io::Error::other(message));
    }
    Ok(text_of(std::fs::read(path)?))
}

/// Text of these bytes: UTF-8, else Latin-1.
pub fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_encodings_are_read() {
        assert_eq!(text_of("Réti".as_bytes().to_vec()), "Réti");
        assert_eq!(text_of(vec![b'R', 0xe9, b't', b'i']), "Réti");
    }

    #[test]
    fn a_missing_file_is_told_of_by_name() {
        let FileNews::Failed(text) = read(Path::new("no-such-folder/x.pgn")) else {
            panic!("read a missing file");
        };
        assert!(text.contains("x.pgn"), "{text}");
    }
}

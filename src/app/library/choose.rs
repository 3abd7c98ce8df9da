//! The program's own dialog for choosing a file or folder, for systems without one: the question, and the channel for
//! the answer.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// The kind of choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// An existing file.
    File,
    /// A file to write, new or existing.
    NewFile,
    Folder,
}

/// A question for a file or folder. The one who asks waits until it is answered or no copy of it is left, which means
/// that nothing was chosen.
#[derive(Clone, Debug)]
pub struct FileQuestion {
    pub title: String,
    pub wanted: PathKind,
    /// Extensions of the acceptable files, in lower case and without the dot; empty: all files.
    pub endings: Vec<String>,
    /// The suggested name of a new file; may be empty.
    pub name: String,
    answer: SyncSender<PathBuf>,
}

impl FileQuestion {
    /// A question, and the receiver of its answer.
    pub fn new(
        title: String,
        wanted: PathKind,
        endings: Vec<String>,
        name: String,
    ) -> (FileQuestion, Receiver<PathBuf>) {
        let (answer, answers) = sync_channel(1);
        (FileQuestion { title, wanted, endings, name, answer }, answers)
    }

    /// Whether a file with this name is acceptable.
    pub fn means(&self, name: &str) -> bool {
        let of = |ending: &String| {
            let dot = name.len().checked_sub(ending.len() + 1);
            dot.is_some_and(|at| {
                name.as_bytes()[at] == b'.'
                    && name.as_bytes()[at + 1..].eq_ignore_ascii_case(ending.as_bytes())
            })
        };
        self.endings.is_empty() || self.endings.iter().any(of)
    }

    /// Sends the answer.
    pub(crate) fn answer(&self, path: PathBuf) {
        // No one waits any more when the window is being closed.
        drop(self.answer.try_send(path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_meant_by_their_endings_whatever_their_case() {
        let endings = vec!["pgn".to_owned(), "fen".to_owned()];
        let (question, _) =
            FileQuestion::new(String::new(), PathKind::File, endings, String::new());
        assert!(question.means("a.pgn") && question.means("A.PGN") && question.means(".fen"));
        assert!(!question.means("pgn") && !question.means("a.pgn.gz") && !question.means("ä"));
        let (every, _) =
            FileQuestion::new(String::new(), PathKind::File, Vec::new(), String::new());
        assert!(every.means("anything"));
    }
}

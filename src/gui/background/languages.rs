//! Languages added by the user: `languages/<code>/*.ftl` in the program's folder, read once at the start.

use std::path::Path;

use tabia_games::{printable, regular_file};
use tabia_text::{Language, t};

/// The folder inside the program's user folder.
pub(crate) const FOLDER: &str = "languages";
/// Maximum number of problems reported at the start; a file that is not a language file would have hundreds.
const MAX_PROBLEMS: usize = 3;
/// The largest file read, bytes.
const MAX_BYTES: u64 = 4 << 20;

/// Reads the languages below this folder. Returns what is wrong with them.
pub(crate) fn of_user(home: &Path) -> Vec<String> {
    let Ok(folders) = std::fs::read_dir(home.join(FOLDER)) else { return Vec::new() };
    let mut problems = Vec::new();
    for folder in folders.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (files, mut wrong) = files_of(&folder, "ftl");
        wrong.extend(Language::add(&id, &files).iter().map(ToString::to_string));
        problems.extend(first(wrong, |left| t!("language-more-problems", n = left, language = id)));
    }
    problems
}

/// The first problems of a folder, and a line with how many more there are.
pub(super) fn first(mut wrong: Vec<String>, more: impl FnOnce(usize) -> String) -> Vec<String> {
    let left = wrong.len().saturating_sub(MAX_PROBLEMS);
    wrong.truncate(MAX_PROBLEMS);
    if left > 0 {
        wrong.push(more(left));
    }
    wrong.iter().map(|problem| printable::line(problem).into_owned()).collect()
}

/// Names and texts of the files of a folder with this extension, and what could not be read.
pub(super) fn files_of(folder: &Path, ending: &str) -> (Vec<(String, String)>, Vec<String>) {
    let (mut files, mut wrong) = (Vec::new(), Vec::new());
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.sort();
    for path in paths {
        let name = path.display().to_string();
        match regular_file::read(&path, MAX_BYTES) {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => files.push((name, text)),
                Err(_) => wrong.push(t!("language-not-utf8", file = name)),
            },
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    (files, wrong)
}

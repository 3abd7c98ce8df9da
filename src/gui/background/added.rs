//! Languages and tours added by the user, in the program's folder: `languages/<code>/*.ftl` and
//! `tours/<language>/*.md`. They are read once at the start.

use std::path::Path;

use tabia_app::tours;
use tabia_games::{printable, regular_file};
use tabia_text::{Language, t};

/// The folder of languages inside the program's folder.
const LANGUAGES: &str = "languages";
/// Maximum number of problems reported of one folder; a file that is not a language file would have hundreds.
const MAX_PROBLEMS: usize = 3;
/// The largest file read, bytes.
const MAX_BYTES: u64 = 4 << 20;

/// Names and texts of files.
type Files = [(String, String)];

/// Reads the languages. Returns what is wrong with them.
pub(crate) fn read_languages(home: &Path) -> Vec<String> {
    let add = |id: &str, files: &Files| {
        Language::add(id, files).iter().map(ToString::to_string).collect()
    };
    let more = |n, language: &str| t!("language-more-problems", n = n, language = language);
    read_all(&home.join(LANGUAGES), "ftl", add, more)
}

/// Reads the tours. Returns what is wrong with them.
pub(crate) fn read_tours(home: &Path) -> Vec<String> {
    let add = |language: &str, files: &Files| {
        let add = |(file, text): &(String, String)| {
            tours::add(language, file, &printable::lines(text)).err()
        };
        files.iter().filter_map(add).map(|error| error.to_string()).collect()
    };
    let more = |n, language: &str| t!("tour-more-problems", n = n, language = language);
    read_all(&home.join(tours::FOLDER), "md", add, more)
}

/// Reads the files with this extension in the folder of each language and passes them to `add`, which returns what is
/// wrong with them. Returns the first problems of each folder, and a line with how many `more` there are.
fn read_all(
    folder: &Path,
    ending: &str,
    add: impl Fn(&str, &Files) -> Vec<String>,
    more: impl Fn(usize, &str) -> String,
) -> Vec<String> {
    let folders = match std::fs::read_dir(folder) {
        Ok(folders) => folders,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => return vec![printable::line(&named(folder, &error)).into_owned()],
    };
    let mut folders: Vec<_> = folders.flatten().map(|entry| entry.path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    let mut problems = Vec::new();
    for folder in folders {
        let language = folder.file_name().unwrap_or_default().to_string_lossy();
        let (files, mut wrong) = files_of(&folder, ending);
        wrong.extend(add(&language, &files));
        let left = wrong.len().saturating_sub(MAX_PROBLEMS);
        wrong.truncate(MAX_PROBLEMS);
        if left > 0 {
            wrong.push(more(left, &language));
        }
        problems.extend(wrong.iter().map(|problem| printable::line(problem).into_owned()));
    }
    problems
}

fn named(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Names and texts of the files of a folder with this extension, and what could not be read.
fn files_of(folder: &Path, ending: &str) -> (Vec<(String, String)>, Vec<String>) {
    let (mut files, mut wrong) = (Vec::new(), Vec::new());
    let entries = std::fs::read_dir(folder).inspect_err(|error| wrong.push(named(folder, error)));
    let mut paths: Vec<_> = entries.into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.sort();
    for path in paths {
        let name = path.display().to_string();
        match regular_file::read(&path, MAX_BYTES) {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => files.push((name, text)),
                Err(_) => wrong.push(t!("language-not-utf8", file = name)),
            },
            Err(error) => wrong.push(named(&path, &error)),
        }
    }
    (files, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_in_a_file_names_its_line() {
        let home = tempfile::tempdir().unwrap();
        let folder = tours::folder(home.path(), "xx");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.md"), "---\ntitle: A\nabove: B\n---\n").unwrap();
        std::fs::write(folder.join("notes.txt"), "no tour").unwrap();
        let what = t!("tour-error-unexpected", found = "above", expected = "title, about");
        let file = folder.join("a.md").display().to_string();
        let expected = t!("tour-error", file = file, line = "3", what = what);
        assert_eq!(read_tours(home.path()), [expected]);
        assert_eq!(read_tours(&folder), [""; 0]);
    }
}
